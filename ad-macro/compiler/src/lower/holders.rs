//! Borrow holders: structs, and tuples, with references in their fields.
//!
//! ```text
//! Input:  let v = View { values: &m.values[a..b], stride };  s += v.sum()
//! Output: let v = View { values: &m.values[a..b], stride: stride };  let sum, sum_pullback = call v.sum()
//! ```
//!
//! A holder is a variable with `Role::View`, whose cotangent is owned: the adjoint of its definition adds that to the cotangents of
//! the places that it borrows. A pullback captures no borrow, so the plan rematerialises the holder where the reverse sweep uses it.

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Mark, Value};
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// A field of a struct literal: a reference stays one.
    pub(super) fn field(&mut self, expr: &Expr) -> Operand {
        let value = match strip(expr) {
            // Only rustc knows of which type the field is.
            Expr::MethodCall(call) if call.method == "collect" && call.turbofish.is_none() => {
                let turbofish = Some(syn::parse_quote_spanned!(call.method.span()=> ::<_>));
                self.value(&Expr::MethodCall(syn::ExprMethodCall {
                    turbofish,
                    ..call.clone()
                }))
            }
            _ => self.value(expr),
        };
        match (self.handed_over(&value, expr), value) {
            (Some(view), _) => Operand::Receiver(view),
            // A view is held as it is, where a reference to an array would be borrowed.
            (None, Value::Ref(place, false)) if leads_to_view(&place) && self.names_view(expr) => {
                Operand::Receiver(place)
            }
            (None, value) => self.part(value, expr.span()),
        }
    }

    pub(super) fn part(&mut self, value: Value, span: Span) -> Operand {
        match value {
            Value::Ref(place, true) if place.lent_where().is_none() => Operand::Lend(place),
            Value::Ref(_, true) => {
                self.error(
                    span,
                    "a struct that holds an option of a mutable reference is not supported yet",
                    "hand the reference to the function as an argument of its own",
                );
                Operand::Atom(Atom::Constant(quote!(()), Ty::Unknown))
            }
            Value::Ref(place, false) => Operand::Borrow(place),
            Value::ScalarOption(present, inside) => match *inside {
                Value::Ref(place, false) => Operand::Borrow(place.then(Projection::Where(present))),
                inside => Operand::Atom(self.read(Value::ScalarOption(present, Box::new(inside)), span)),
            },
            // What is read from behind a reference can be copied: as often as what it becomes a part of is built.
            Value::Place(place) if self.may_copy_reference(&place) => Operand::Receiver(place),
            value => Operand::Atom(self.read(value, span)),
        }
    }

    /// Whether reading a place may copy a reference, for all that is known. An index may panic, and so is read in its turn.
    fn may_copy_reference(&self, place: &Place) -> bool {
        let root = self.f.info(place.root);
        let behind = matches!(root.role, Role::Reference | Role::View) && !root.mutable;
        let mut path = place.path.iter();
        let fields = path.all(|step| matches!(step, Projection::Field(_) | Projection::Deref));
        behind && fields && !place.is_whole() && self.f.place_ty(place) == Ty::Unknown
    }

    /// Notes that what a call gives borrows from what the call is lent. The plan has it called again where its result is used.
    pub(super) fn note_lent(&mut self, var: Var, ty: &syn::Type) {
        self.f.vars[var.0].role = Role::View;
        if let syn::Type::Path(path) = ty
            && crate::syntax::types::is_holder(ty)
        {
            let name = self.type_name(&path.path);
            self.holders.insert(var, name);
        }
        self.lent_types.insert(var, ty.clone());
    }

    /// Whether a variable holds references.
    pub(super) fn borrows(&self, var: Var) -> bool {
        let receiver = |param: &Param| param.receiver && param.var == var && self.options.borrows;
        self.f.info(var).role == Role::View || self.holders.contains_key(&var) || self.f.params.iter().any(receiver)
    }

    /// Notes that of a variable whose written type says so, if a call has just given its value; of a `mutable` one it is the answer.
    pub(super) fn note_written(&mut self, value: &Value, mutable: bool, annotation: &Option<syn::Type>) -> bool {
        let Some(ty) = annotation else { return false };
        let var = match value {
            Value::Atom(Atom::Var(var)) => *var,
            // A copy of another one.
            Value::Op(Op::Clone(..), _) => return mutable && names_holder(ty),
            // What `?` takes out of a call's result.
            Value::Place(place) => return mutable && names_holder(ty) && self.f.info(place.root).temporary,
            _ => return false,
        };
        let call = match self.stmts.last_mut() {
            Some(Stmt {
                kind: StmtKind::Call(call),
                ..
            }) if call.out == var => {
                call.written.result = Some(Box::new(ty.clone()));
                true
            }
            _ => false,
        };
        if call && !mutable && names_holder(ty) {
            self.note_lent(var, &ty.clone());
        }
        mutable && names_holder(ty) && self.f.info(var).temporary
    }

    /// Notes that a variable which is changed holds references. What makes it, and all that follows in its block, runs again on the
    /// reverse sweep, where it is a variable like others: see `changed_holder`.
    pub(super) fn note_changed(&mut self, var: Var) {
        if self.keeps_references {
            return self.error(
                self.f.info(var).name.span(),
                "a struct that holds references and is changed is not supported yet where the function returns a reference",
                "make a new one with what is different, `let next = View { .. }`, or return what is needed of it, `view.at`, and look that up",
            );
        }
        self.changed_holders.push(var);
    }

    /// The block that runs again has what a call gave as it is, and does not ask for it once more.
    fn no_view(&mut self, var: Var) {
        if self.f.info(var).temporary {
            self.f.vars[var.0].role = Role::Value;
            self.lent_types.remove(&var);
            self.holders.remove(&var);
        }
    }

    /// Whether the function's result may be what holds references.
    fn returns_borrows(&self) -> bool {
        crate::syntax::lifetimes::names_lifetimes(&self.f.output)
    }

    /// Whether a `let` has just given a value to a variable that holds references and is changed.
    pub(super) fn made_changed_holder(&mut self, pat: &syn::Pat) -> bool {
        let pat = match pat {
            syn::Pat::Type(typed) => &*typed.pat,
            pat => pat,
        };
        let syn::Pat::Ident(ident) = pat else { return false };
        let Some(Binding::Var(var)) = self.lookup(&ident.ident) else {
            return false;
        };
        let var = *var;
        let made = self.changed_holders.contains(&var);
        self.changed_holders.retain(|other| *other != var);
        made
    }

    /// Reports the changed variables that hold references of which no `let` says where they begin.
    pub(super) fn report_changed_holders(&self) {
        for var in &self.changed_holders {
            // What has no name is shown where it is made.
            let mut span = self.f.info(*var).name.span();
            self.f.body.walk(&mut |stmt| {
                if self.f.info(*var).temporary && stmt.defines().contains(var) {
                    span = stmt.span;
                }
            });
            self.error(
                span,
                "a struct that holds references and is changed is not supported yet here",
                "bind it by a `let` of its own, `let mut view = ..`",
            );
        }
    }

    /// The statements from the `let` of a changed holder to the end of its block, as a block that runs again in the reverse sweep: there
    /// both sweeps stand together, and what lives between them may borrow. `made` are the statements of the `let`; the value, and
    /// what is left of the `rest`. What holds a mutable reference ends where it is named for the last time: what it lends may
    /// be used from there on.
    pub(super) fn changed_holder(
        &mut self,
        made: Vec<Stmt>,
        rest: &[syn::Stmt],
        span: Span,
    ) -> (Value, Vec<syn::Stmt>) {
        let mut ends = true;
        let mut ty = Ty::Never;
        let mut left = Vec::new();
        let mut given = Vec::new();
        let outermost = self.scopes.len() == self.outermost;
        let before = self.lent_places.len();
        for stmt in &made {
            self.note_lent_places(stmt);
        }
        let lent = self.lent_places.len() > before;
        let holder = self.scopes.last().and_then(|scope| scope.last());
        let holder = holder.map(|(mark, _)| mark.text.clone());
        let apart = holder
            .as_deref()
            .filter(|_| lent)
            .and_then(|holder| self.apart(rest, holder));
        let rest = apart.as_deref().unwrap_or(rest);
        let slot = gives_value(rest).then(|| self.slot(span));
        self.once(span, |lower| {
            lower.stmts.extend(made);
            let end = |lower: &Self, left: &[syn::Stmt]| lent && lower.ended(holder.as_deref(), left);
            let value;
            (value, left) = lower.statements_until(rest, &end);
            given = lower.outlasting(&left);
            match value {
                Value::Never => ends = false,
                Value::Unit => {}
                value if outermost => {
                    let value = lower.result(value, span);
                    lower.return_value(value, span);
                    ends = false;
                }
                value => {
                    let value = lower.read(value, span);
                    ty = lower.f.atom_ty(&value);
                    if let Some(slot) = slot {
                        lower.fill_slot(slot, value, &ty, span);
                    }
                }
            }
        });
        self.lent_places.truncate(before);
        self.take_given(given, span);
        if let (Some(slot), false) = (slot, ty == Ty::Never) {
            return (Value::Place(Place::var(slot)), left);
        }
        if let Some(slot) = slot {
            // The tail was `()`, or is never reached.
            self.stmts
                .retain(|stmt| !matches!(stmt.kind, StmtKind::Declare(var) if var == slot));
        }
        if ends {
            return (Value::Unit, left);
        }
        self.unreachable(span);
        (Value::Never, left)
    }

    /// The statements with the last one that names a holder in two, if what it lends may be used in that: `v.at(0) * x[1]` as
    /// `let last = v.at(0); last * x[1]`.
    fn apart(&mut self, stmts: &[syn::Stmt], holder: &str) -> Option<Vec<syn::Stmt>> {
        let at = stmts
            .iter()
            .rposition(|stmt| names(std::slice::from_ref(stmt), holder))?;
        let mut stmts = stmts.to_vec();
        let whole = match &mut stmts[at] {
            syn::Stmt::Expr(expr, _) => expr,
            syn::Stmt::Local(local) => &mut *local.init.as_mut()?.expr,
            _ => return None,
        };
        let part = first_part(whole, holder)?;
        let span = part.span();
        let last = self.f.names.fresh("last", span);
        if self.may_carry(part) {
            self.possibly_active.insert(last.to_string());
        }
        let part = std::mem::replace(part, syn::parse_quote_spanned!(span=> #last));
        stmts.insert(at, syn::parse_quote_spanned!(span=> let #last = #part;));
        Some(stmts)
    }

    /// Notes what a struct is lent. Where another one has a part of the same list, the sweeps cannot lend both.
    fn note_lent_places(&mut self, stmt: &Stmt) {
        let Some((_, Op::Struct { fields, .. })) = stmt.as_let() else {
            return;
        };
        for (_, part) in fields {
            let Operand::Lend(place) = part else { continue };
            let mut others = self.lent_places.iter();
            if others.any(|other| other.divided(place).or_else(|| place.divided(other)).is_some()) {
                self.error(
                    stmt.span,
                    "two structs that hold mutable references to parts of one list are not supported yet",
                    "let one end before the other begins, or copy a part into a list of its own",
                );
            }
            self.lent_places.push(place.clone());
        }
    }

    /// Whether none of these statements names what is lent, by the name of the holder or by another one of the block's.
    fn ended(&self, holder: Option<&str>, left: &[syn::Stmt]) -> bool {
        let borrowing = self
            .scopes
            .last()
            .into_iter()
            .flatten()
            .filter(|(_, binding)| match binding {
                Binding::Var(var) => self.borrows(*var) || self.changed_holders.contains(var),
                _ => true,
            });
        let borrowing = borrowing.map(|(mark, _)| mark.text.as_str());
        !borrowing.chain(holder).any(|name| names(left, name))
    }

    /// The variables of the present block that these statements after it name, with the slots that they are given in.
    fn outlasting(&mut self, after: &[syn::Stmt]) -> Vec<(Mark, Var, Var)> {
        let scope = self.scopes.last().cloned().unwrap_or_default();
        let mut given: Vec<(Mark, Var, Var)> = Vec::new();
        for (mark, binding) in scope.into_iter().rev() {
            let Binding::Var(var) = binding else { continue };
            if !names(after, &mark.text) || given.iter().any(|(other, ..)| *other == mark) {
                continue;
            }
            let (ty, span) = (self.f.info(var).ty.clone(), self.f.info(var).name.span());
            let slot = self.f.new_var("broken", ty.clone(), true);
            self.f.vars[slot.0].role = Role::Slot;
            let value = self.temp(Op::Read(Place::var(var)), ty.clone(), span);
            self.fill_slot(slot, value, &ty, span);
            given.push((mark, var, slot));
        }
        given
    }

    /// What a block gives has the names that it has there.
    fn take_given(&mut self, given: Vec<(Mark, Var, Var)>, span: Span) {
        let block = self.stmts.pop();
        for (.., slot) in &given {
            self.push(span, StmtKind::Declare(*slot));
        }
        self.stmts.extend(block);
        for (mark, inner, slot) in given {
            let info = self.f.info(inner).clone();
            let name = self.f.names.bind_local(&info.name);
            let var = self.add_var(VarInfo { name, ..info });
            for known in [
                &mut self.nominal,
                &mut self.operated,
                &mut self.structs,
                &mut self.literals,
                &mut self.elements,
                &mut self.maps,
            ] {
                if known.contains(&inner) {
                    known.insert(var);
                }
            }
            let op = Op::Read(Place::var(slot));
            self.push(span, StmtKind::Let { var, op });
            self.scopes
                .last_mut()
                .expect("there is always a scope")
                .push((mark, Binding::Var(var)));
        }
    }

    /// Notes that what is taken out of what borrows borrows as well: `unwrapped` is what `unwrap` takes out of a place.
    fn note_taken(&mut self, var: Var, from: &Place, unwrapped: bool) {
        let Some(ty) = self.lent_types.get(&from.root) else {
            return;
        };
        let mut taken = Some(ty);
        for step in &from.path {
            taken = taken.and_then(|ty| match (step, ty) {
                (Projection::Payload(_) | Projection::Deref, ty) => crate::syntax::types::wrapped(ty),
                (Projection::Field(syn::Member::Unnamed(k)), syn::Type::Tuple(tuple)) => {
                    tuple.elems.iter().nth(k.index as usize)
                }
                _ => None,
            });
        }
        if unwrapped {
            taken = taken.and_then(crate::syntax::types::wrapped);
        }
        let taken = taken
            .filter(|ty| crate::syntax::lifetimes::names_lifetimes(ty))
            .cloned();
        match taken {
            Some(_) if self.f.info(var).mutable => {
                self.no_view(from.root);
                self.note_changed(var);
            }
            Some(ty) => self.note_lent(var, &ty),
            None => {}
        }
    }

    /// Notes that a variable is a struct that holds references.
    pub(super) fn note_view(&mut self, var: Var, op: &Op) {
        match op {
            Op::Unwrap(place, _) => return self.note_taken(var, place, true),
            Op::Read(place) if self.lent_types.contains_key(&place.root) => return self.note_taken(var, place, false),
            _ => {}
        }
        let name = match op {
            Op::Struct { path, fields, rest } => {
                let name = path.as_ref().map_or(String::new(), |path| self.type_name(path));
                let rest = rest.as_ref().and_then(|rest| self.holders.get(&rest.root));
                let holds = fields.iter().any(|(_, part)| match part {
                    Operand::Borrow(_) | Operand::Lend(_) => true,
                    // What `View { values: v.values, .. }` takes from another one is a reference.
                    Operand::Receiver(place) => {
                        let from = self.holders.get(&place.root);
                        from.is_some_and(|from| place.is_whole() || *from == name) || leads_to_view(place)
                    }
                    Operand::Atom(atom) => atom.var().is_some_and(|var| self.holders.contains_key(&var)),
                });
                let holds = holds || rest.is_some_and(|rest| *rest == name);
                holds.then_some(name)
            }
            Op::Read(place) if place.is_whole() => self.holders.get(&place.root).cloned(),
            _ => None,
        };
        let Some(name) = name else { return };
        // What it lends is written through it, also where its own name is not mutable.
        self.f.vars[var.0].mutable |= op.lends();
        if let (Op::Struct { fields, .. }, true) = (op, op.lends()) {
            self.holders.insert(var, name.clone());
            let lent = fields.iter().filter(|(_, part)| matches!(part, Operand::Lend(_)));
            self.lenders
                .insert(var, lent.map(|(member, _)| member.clone()).collect());
        }
        if self.f.info(var).mutable {
            if let (Op::Struct { path, .. }, true) = (op, op.lends() && self.returns_borrows()) {
                self.error(
                    path.span(),
                    "a struct that holds a mutable reference is not supported yet where the function returns references",
                    "let the caller make it, and take it as a parameter, `view: &mut View<'_>`",
                );
            }
            if let Op::Read(place) = op {
                self.no_view(place.root);
            }
            self.note_changed(var);
        } else {
            self.f.vars[var.0].role = Role::View;
            self.holders.insert(var, name);
            if let Op::Struct { fields, rest, .. } = op {
                let rest = rest.as_ref().and_then(|rest| self.held_fields.get(&rest.root));
                // What is written out comes first.
                let fields = fields.iter().chain(rest.into_iter().flatten()).cloned();
                let fields = fields.collect();
                self.held_fields.insert(var, fields);
            }
        }
    }

    /// A field of such a struct that a literal has made: the place that it points into, or the value. Where the type is not known,
    /// the field may be of another one: a literal makes a `&dyn Shape` of a `&Sphere`.
    pub(super) fn held_field(&self, base: &Value, member: &syn::Member) -> Option<Value> {
        let var = match base {
            Value::Place(place) | Value::Ref(place, _) if place.is_whole() => place.root,
            Value::Atom(Atom::Var(var)) => *var,
            _ => return None,
        };
        let mut fields = self.held_fields.get(&var)?.iter();
        let (_, part) = fields.find(|(name, _)| name == member)?;
        match part {
            Operand::Borrow(place) if place.lent_where().is_none() => {
                let ty = self.f.place_ty(place);
                let known = ty.is_scalar() || matches!(ty, Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_));
                known.then(|| Value::Ref(place.clone(), false))
            }
            Operand::Atom(atom) => self.f.atom_ty(atom).is_scalar().then(|| Value::Atom(atom.clone())),
            _ => None,
        }
    }

    /// What a field points to that is a mutable reference and is handed on by its name, `fill(view.data)`: it is borrowed again.
    pub(super) fn lent_again(&self, value: Value) -> Value {
        match value {
            Value::Place(place)
                if matches!((&place.path[..], self.lenders.get(&place.root)),
                    ([Projection::Field(member)], Some(lent)) if lent.contains(member)) =>
            {
                Value::Ref(place.then(Projection::Deref), true)
            }
            value => value,
        }
    }

    /// The name of a type; `Self` stands for one.
    pub(super) fn type_name(&self, path: &syn::Path) -> String {
        let last = path.segments.last().expect("a path has a segment").ident.to_string();
        match &self.options.holder {
            Some(holder) if last == "Self" => holder.clone(),
            _ => last,
        }
    }

    /// The struct that holds references, if that is what an expression gives by value. The sweeps take it by reference.
    pub(super) fn handed_over(&self, value: &Value, expr: &Expr) -> Option<Place> {
        let place = match value {
            Value::Place(place) => place.clone(),
            Value::Atom(Atom::Var(var)) => Place::var(*var),
            // A parameter by value; what is behind another one's name is a reference.
            Value::Ref(place, _) if matches!(strip(expr), Expr::Path(_)) => {
                let mut params = self.f.params.iter();
                params.find(|param| param.var == place.root && param.held)?;
                place.clone()
            }
            _ => return None,
        };
        let holds = place.is_whole() && self.holders.contains_key(&place.root);
        holds.then_some(place)
    }

    /// A field of a parameter whose type names lifetimes, `self.x`: only rustc knows whether it is a number or a reference. The
    /// parameter is behind a reference, so it can be copied in any case.
    pub(super) fn unseen_field(&self, value: &Value, expr: &Expr) -> Option<Place> {
        let (Value::Place(place), Expr::Field(_)) = (value, strip(expr)) else {
            return None;
        };
        let param = self.f.params.iter().find(|param| param.var == place.root)?;
        let holds = if param.receiver {
            self.options.borrows
        } else {
            let ty = match &param.ty {
                syn::Type::Reference(reference) => &*reference.elem,
                ty => ty,
            };
            param.held || crate::syntax::types::is_holder(ty)
        };
        let fields = place.path.iter().all(|step| matches!(step, Projection::Field(_)));
        let unknown = matches!(self.f.place_ty(place), Ty::Unknown);
        let behind = matches!(param.passing, Passing::Ref | Passing::Mut);
        (holds && behind && fields && unknown).then(|| place.clone())
    }
}

/// Whether the last step of a place is one through what a call gave.
fn leads_to_view(place: &Place) -> bool {
    matches!(place.path.last(), Some(Projection::Through { .. }))
}

/// Whether a written type is that of something that holds references, and is none itself.
fn names_holder(ty: &syn::Type) -> bool {
    let reference = matches!(ty, syn::Type::Reference(_)) || crate::syntax::types::View::of(ty).is_some();
    !reference && crate::syntax::lifetimes::names_lifetimes(ty)
}

/// The part of an expression that is evaluated first and is all that has a name in it, if more follows.
fn first_part<'e>(expr: &'e mut Expr, name: &str) -> Option<&'e mut Expr> {
    let named = |expr: &Expr| names(&[syn::Stmt::Expr(expr.clone(), None)], name);
    match expr {
        Expr::Binary(binary) if !named(&binary.right) && !is_lazy(&binary.op) => {
            // What comes first of the left side is all that is needed, if that goes on without the name.
            match named(&binary.left) && matches!(strip(&binary.left), Expr::Binary(inner) if !named(&inner.right)) {
                true => first_part(&mut binary.left, name),
                false => named(&binary.left).then_some(&mut *binary.left),
            }
        }
        Expr::Paren(inner) => first_part(&mut inner.expr, name),
        _ => None,
    }
}

/// Whether an operator may leave its right side out, or writes to its left one.
fn is_lazy(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    !matches!(
        op,
        Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) | Eq(_) | Ne(_)
    )
}

/// Whether statements have a name in them, texts of macros among them.
fn names(stmts: &[syn::Stmt], name: &str) -> bool {
    let text = quote!(#(#stmts)*).to_string();
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| word == name.trim_start_matches("r#"))
}

/// Whether a block that ends with these statements may have a value.
fn gives_value(stmts: &[syn::Stmt]) -> bool {
    match stmts.last() {
        Some(syn::Stmt::Expr(_, semi)) => semi.is_none(),
        Some(syn::Stmt::Macro(stmt)) => stmt.semi_token.is_none(),
        _ => false,
    }
}
