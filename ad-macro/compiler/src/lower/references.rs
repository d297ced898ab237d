//! References that are chosen when the program runs, and options of references.
//!
//! ```text
//! Input:  let r = if c { &mut a[i + 1] } else { &mut b };  *r += x;
//! Output: let k; if c { k = i + 1 };  if c { a[k] += x } else { b += x }
//!
//! Input:  let m = v.iter().max_by(|a, b| a.total_cmp(b)).unwrap();  s += m * m;
//! Output: let k; for i in 0..v.len() { if `v[i] is larger than v[k]` { k = i } };  s += v[k] * v[k]
//! ```
//!
//! A reference stays a place, so its cotangent is that of the variable it points into, and a use costs what it costs in the
//! function. Where all choices lie in the same array, the choice is an index; where a branch chooses between two variables,
//! each use stands in a branch on the same condition. An option of a reference is a condition, and a place that is only used
//! where the condition holds.

use super::{Binding, Lower, Value};
use crate::ir::*;
use crate::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// Variables that hold, after a branch or a loop, what a value in it consists of: the one that is assigned there, and the one
/// that reads it afterwards.
type Carried = Vec<(Var, Var)>;

/// What is said of an option of a reference that is assigned to, or taken from.
pub(super) const CHANGED: &str = "an option of a reference that is itself changed is not supported yet";
pub(super) const CHANGED_HELP: &str =
    "give the other option a name of its own, `let other = ..`; to lend a mutable one again, write `as_deref_mut()`";

/// One side of a branch: its statements, and its value.
pub(super) type Side = (Block, Value);

impl Lower<'_> {
    // --- values and their parts --------------------------------------------------------------------------------------

    /// A part of a value, by reference if the value is one.
    pub(super) fn project(&mut self, value: Value, part: Projection, span: Span) -> Value {
        match value {
            Value::Ref(place, mutable) => Value::Ref(place.then(part), mutable),
            Value::Choice(cond, then, els) => {
                let then = self.project(*then, part.clone(), span);
                let els = self.project(*els, part, span);
                Value::Choice(cond, Box::new(then), Box::new(els))
            }
            value => Value::Place(self.place_of(value, span).then(part)),
        }
    }

    /// What is left of a value when its variables are replaced by others.
    fn map_vars(value: &Value, to: &mut dyn FnMut(Var) -> Var) -> Value {
        let atom = |atom: &Atom, to: &mut dyn FnMut(Var) -> Var| match atom {
            Atom::Var(var) => Atom::Var(to(*var)),
            constant => constant.clone(),
        };
        let place = |place: &Place, to: &mut dyn FnMut(Var) -> Var| {
            let mut path = Vec::new();
            for projection in &place.path {
                path.push(match projection {
                    Projection::Index(index) => Projection::Index(atom(index, to)),
                    Projection::Range { low, high, inclusive } => Projection::Range {
                        low: low.as_ref().map(|low| atom(low, to)),
                        high: high.as_ref().map(|high| atom(high, to)),
                        inclusive: *inclusive,
                    },
                    Projection::Through { route, ty, bar } => Projection::Through {
                        route: atom(route, to),
                        ty: ty.clone(),
                        bar: *bar,
                    },
                    Projection::Where(present) => Projection::Where(atom(present, to)),
                    other => other.clone(),
                });
            }
            Place {
                root: to(place.root),
                path,
            }
        };
        match value {
            Value::Atom(inner) => Value::Atom(atom(inner, to)),
            Value::Place(inner) => Value::Place(place(inner, to)),
            Value::Ref(inner, mutable) => Value::Ref(place(inner, to), *mutable),
            Value::Tuple(values) => Value::Tuple(values.iter().map(|value| Self::map_vars(value, to)).collect()),
            Value::Choice(cond, then, els) => {
                let cond = atom(cond, to);
                let then = Self::map_vars(then, to);
                Value::Choice(cond, Box::new(then), Box::new(Self::map_vars(els, to)))
            }
            Value::Maybe(present, inside) => {
                let present = atom(present, to);
                Value::Maybe(present, Box::new(Self::map_vars(inside, to)))
            }
            Value::Op(..) => unreachable!("the value has been settled"),
            Value::Unit | Value::Never => value.clone(),
        }
    }

    /// Whether a value cannot be one variable's: it consists of places, and stays what it is.
    pub(super) fn is_structured(&self, value: &Value) -> bool {
        match value {
            Value::Ref(place, mutable) => *mutable || self.keeps_references || !self.f.place_ty(place).is_scalar(),
            Value::Choice(..) | Value::Maybe(..) => true,
            Value::Tuple(values) => values.iter().any(super::holds_reference),
            _ => false,
        }
    }

    /// A value in the user's own code: `&x[k]`, `(k, &x[k])`; with the variables that it reads.
    pub(super) fn written(&self, value: &Value) -> (TokenStream, Vec<Var>) {
        let mut reads = Vec::new();
        let tokens = self.written_into(value, &mut reads);
        (tokens, reads)
    }

    fn written_into(&self, value: &Value, reads: &mut Vec<Var>) -> TokenStream {
        let vars = &self.f.vars;
        match value {
            Value::Atom(atom) => {
                reads.extend(atom.var());
                crate::tokens::atom(vars, atom)
            }
            Value::Place(place) => {
                place.uses(Use::Read, &mut |var, _| reads.push(var));
                crate::tokens::place(vars, place)
            }
            Value::Ref(place, _) => {
                place.uses(Use::Read, &mut |var, _| reads.push(var));
                crate::tokens::borrow(vars, place)
            }
            Value::Tuple(values) => {
                let values: Vec<_> = values.iter().map(|value| self.written_into(value, reads)).collect();
                quote!((#(#values,)*))
            }
            Value::Choice(cond, then, els) => {
                reads.extend(cond.var());
                let cond = crate::tokens::atom(vars, cond);
                let (then, els) = (self.written_into(then, reads), self.written_into(els, reads));
                quote!((if #cond { #then } else { #els }))
            }
            Value::Maybe(present, inside) => {
                reads.extend(present.var());
                let (present, inside) = (crate::tokens::atom(vars, present), self.written_into(inside, reads));
                quote!((if #present { ::core::option::Option::Some(#inside) } else { ::core::option::Option::None }))
            }
            Value::Unit => quote!(()),
            Value::Op(..) | Value::Never => unreachable!("the value has been settled"),
        }
    }

    /// The place behind a reference, as an expression that can be indexed and measured.
    pub(super) fn written_place(&self, value: &Value) -> (TokenStream, Vec<Var>) {
        match value {
            Value::Ref(place, _) => self.written(&Value::Place(place.clone())),
            Value::Choice(..) => {
                let (tokens, reads) = self.written(&by_reference(value.clone(), false));
                (quote!((*#tokens)), reads)
            }
            value => self.written(value),
        }
    }

    // --- branches ----------------------------------------------------------------------------------------------------

    /// Lowers into a block of its own whose value is not read yet.
    pub(super) fn side(&mut self, f: impl FnOnce(&mut Self) -> Value) -> Side {
        let mut value = Value::Unit;
        let block = self.nested(|lower| {
            value = f(lower);
            None
        });
        (block, value)
    }

    /// Goes on in a block that was left.
    fn within<R>(&mut self, block: &mut Block, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.stmts, std::mem::take(&mut block.stmts));
        let result = f(self);
        block.stmts = std::mem::replace(&mut self.stmts, outer);
        result
    }

    /// A branch, and the value that comes of it: one variable's, or the places that its sides chose.
    pub(super) fn join(&mut self, cond: Atom, then: Side, els: Side, span: Span) -> Value {
        if self.is_structured(&then.1) || self.is_structured(&els.1) {
            return self.join_places(cond, then, els, span);
        }
        let ((mut then, a), (mut els, b)) = (then, els);
        then.result = self.within(&mut then, |lower| lower.result(a, span));
        els.result = self.within(&mut els, |lower| lower.result(b, span));
        self.if_stmt(cond, then, els, span)
    }

    pub(super) fn join_places(&mut self, cond: Atom, (mut then, a): Side, (mut els, b): Side, span: Span) -> Value {
        let mut carried = Carried::new();
        let value = self.merge(&cond, (&mut then, a), (&mut els, b), &mut carried, span);
        let branch = If {
            cond,
            then,
            els,
            out: None,
            record: None,
        };
        self.push(span, StmtKind::If(Box::new(branch)));
        for (assigned, read) in carried {
            let op = Op::Read(Place::var(assigned));
            self.push(span, StmtKind::Let { var: read, op });
        }
        value
    }

    /// What a value is where the condition holds; nobody looks at it elsewhere.
    pub(super) fn when(&mut self, cond: &Atom, span: Span, f: impl FnOnce(&mut Self) -> Value) -> Value {
        let then = self.side(f);
        self.join_places(cond.clone(), then, (Block::default(), Value::Never), span)
    }

    fn merge(
        &mut self,
        cond: &Atom,
        (then, a): (&mut Block, Value),
        (els, b): (&mut Block, Value),
        carried: &mut Carried,
        span: Span,
    ) -> Value {
        match (absent(a), absent(b)) {
            (Value::Never, b) => self.carry(b, els, carried, span),
            (a, Value::Never) => self.carry(a, then, carried, span),
            (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => Value::Tuple(
                a.into_iter()
                    .zip(b)
                    .map(|(a, b)| self.merge(cond, (then, a), (els, b), carried, span))
                    .collect(),
            ),
            (Value::Maybe(p, a), Value::Maybe(q, b)) => {
                let present = self.merge_atoms((then, p), (els, q), carried, span);
                let inside = self.merge(cond, (then, *a), (els, *b), carried, span);
                Value::Maybe(present, Box::new(inside))
            }
            (Value::Ref(p, m), Value::Ref(q, n)) => match self.merge_places((then, &p), (els, &q), carried, span) {
                Some(place) => Value::Ref(place, m && n),
                None => self.choose(cond, (then, Value::Ref(p, m)), (els, Value::Ref(q, n)), carried, span),
            },
            (Value::Place(p), Value::Place(q)) => match self.merge_places((then, &p), (els, &q), carried, span) {
                Some(place) => Value::Place(place),
                None => self.choose(cond, (then, Value::Place(p)), (els, Value::Place(q)), carried, span),
            },
            (a @ (Value::Ref(..) | Value::Choice(..)), b) | (a, b @ (Value::Ref(..) | Value::Choice(..))) => {
                self.choose(cond, (then, a), (els, b), carried, span)
            }
            (Value::Unit, Value::Unit) => Value::Unit,
            (a, b) => {
                self.within(then, |lower| lower.disagrees(&a));
                self.within(els, |lower| lower.disagrees(&b));
                let a = self.within(then, |lower| lower.read(a, span));
                let b = self.within(els, |lower| lower.read(b, span));
                Value::Atom(self.merge_atoms((then, a), (els, b), carried, span))
            }
        }
    }

    fn choose(
        &mut self,
        cond: &Atom,
        (then, a): (&mut Block, Value),
        (els, b): (&mut Block, Value),
        carried: &mut Carried,
        span: Span,
    ) -> Value {
        let a = self.carry(a, then, carried, span);
        let b = self.carry(b, els, carried, span);
        Value::Choice(cond.clone(), Box::new(a), Box::new(b))
    }

    /// The value outside the block: what it consists of is assigned to variables that live longer.
    fn carry(&mut self, value: Value, block: &mut Block, carried: &mut Carried, span: Span) -> Value {
        let value = self.within(block, |lower| match value {
            Value::Op(op, ty) => Value::Atom(lower.temp(op, ty, span)),
            value => value,
        });
        let inner: Vec<Var> = block.stmts.iter().flat_map(Stmt::defines).collect();
        Self::map_vars(&value, &mut |var| {
            if !inner.contains(&var) {
                return var;
            }
            let ty = self.f.info(var).ty.clone();
            let (assigned, read) = self.carrier(ty, carried, span);
            let value = if let Some(maker) = self.routes.get(&var).cloned() {
                // Of its type there is no value to begin with but that there is none.
                self.routes.insert(read, maker);
                self.within(block, |lower| lower.some_route(var, span))
            } else if self.f.info(var).mutable {
                let ty = self.f.info(var).ty.clone();
                self.within(block, |lower| lower.temp(Op::Read(Place::var(var)), ty, span))
            } else {
                Atom::Var(var)
            };
            self.assign_in(block, assigned, value, span);
            read
        })
    }

    /// A variable to be assigned in a block, and the one that reads it afterwards.
    fn carrier(&mut self, ty: Ty, carried: &mut Carried, span: Span) -> (Var, Var) {
        let assigned = self.f.new_var("chosen", ty.clone(), true);
        self.f.vars[assigned.0].temporary = false;
        let read = self.f.new_var("t", ty, false);
        self.push(span, StmtKind::Declare(assigned));
        carried.push((assigned, read));
        (assigned, read)
    }

    fn assign_in(&mut self, block: &mut Block, var: Var, value: Atom, span: Span) {
        let place = Place::var(var);
        let old = None;
        self.within(block, |lower| lower.push(span, StmtKind::Assign { place, value, old }));
    }

    fn merge_atoms(
        &mut self,
        (then, a): (&mut Block, Atom),
        (els, b): (&mut Block, Atom),
        carried: &mut Carried,
        span: Span,
    ) -> Atom {
        let same = match (&a, &b) {
            (Atom::Var(a), Atom::Var(b)) => a == b,
            (Atom::Constant(a, _), Atom::Constant(b, _)) => a.to_string() == b.to_string(),
            _ => false,
        };
        if same {
            return a;
        }
        let ty = self.f.atom_ty(&a).join(&self.f.atom_ty(&b));
        let (assigned, read) = self.carrier(ty, carried, span);
        self.assign_in(then, assigned, a, span);
        self.assign_in(els, assigned, b, span);
        Atom::Var(read)
    }

    /// Two places that differ only in their indices are one, whose indices are chosen.
    fn merge_places(
        &mut self,
        (then, p): (&mut Block, &Place),
        (els, q): (&mut Block, &Place),
        carried: &mut Carried,
        span: Span,
    ) -> Option<Place> {
        let alike = |pair: (&Projection, &Projection)| match pair {
            (Projection::Index(_), Projection::Index(_)) | (Projection::Deref, Projection::Deref) => true,
            (
                Projection::Range {
                    low: a,
                    high: b,
                    inclusive: i,
                },
                Projection::Range {
                    low: c,
                    high: d,
                    inclusive: j,
                },
            ) => a.is_some() == c.is_some() && b.is_some() == d.is_some() && i == j,
            (Projection::Field(a), Projection::Field(b)) => a == b,
            (
                Projection::Through {
                    route: Atom::Var(a), ..
                },
                Projection::Through {
                    route: Atom::Var(b), ..
                },
            ) => a == b,
            (Projection::Payload(a), Projection::Payload(b)) => a == b,
            _ => false,
        };
        if p.root != q.root || p.path.len() != q.path.len() || !p.path.iter().zip(&q.path).all(alike) {
            return None;
        }
        let mut path = Vec::new();
        for pair in p.path.iter().zip(&q.path) {
            let mut merge =
                |a: &Atom, b: &Atom| self.merge_atoms((&mut *then, a.clone()), (&mut *els, b.clone()), carried, span);
            path.push(match pair {
                (Projection::Index(a), Projection::Index(b)) => Projection::Index(merge(a, b)),
                (
                    Projection::Range {
                        low: a,
                        high: b,
                        inclusive,
                    },
                    Projection::Range { low: c, high: d, .. },
                ) => Projection::Range {
                    low: a.as_ref().zip(c.as_ref()).map(|(a, c)| merge(a, c)),
                    high: b.as_ref().zip(d.as_ref()).map(|(b, d)| merge(b, d)),
                    inclusive: *inclusive,
                },
                (same, _) => same.clone(),
            });
        }
        Some(Place { root: p.root, path })
    }

    // --- uses of a choice --------------------------------------------------------------------------------------------

    /// The value of a choice, copied in the branch that chose it.
    pub(super) fn read_choice(&mut self, cond: Atom, then: Value, els: Value, span: Span) -> Atom {
        let then = self.nested(|lower| Some(lower.read(then, span)));
        let els = self.nested(|lower| Some(lower.read(els, span)));
        let value = self.if_stmt(cond, then, els, span);
        self.read(value, span)
    }

    /// Does something with each place that a reference may point to, where it does.
    pub(super) fn each_place(&mut self, target: &Value, span: Span, f: &mut dyn FnMut(&mut Self, Place)) {
        match target {
            Value::Place(place) | Value::Ref(place, _) => f(self, place.clone()),
            Value::Choice(cond, then, els) => {
                let then = self.nested(|lower| {
                    lower.each_place(then, span, f);
                    None
                });
                let els = self.nested(|lower| {
                    lower.each_place(els, span, f);
                    None
                });
                self.if_stmt(cond.clone(), then, els, span);
            }
            _ => {}
        }
    }

    /// Makes a call for each of the places that its arguments may point to, where they do.
    pub(super) fn each_choice(
        &mut self,
        values: Vec<Value>,
        span: Span,
        call: &mut dyn FnMut(&mut Self, Vec<Value>) -> Value,
    ) -> Value {
        let Some(at) = values.iter().position(|value| matches!(value, Value::Choice(..))) else {
            return call(self, values);
        };
        let Value::Choice(cond, then, els) = values[at].clone() else {
            unreachable!("it was found as one")
        };
        let mut side = |lower: &mut Self, chosen: Value| {
            let mut values = values.clone();
            values[at] = chosen;
            lower.side(|lower| lower.each_choice(values, span, call))
        };
        let then = side(self, *then);
        let els = side(self, *els);
        self.join(cond, then, els, span)
    }

    // --- options of references ---------------------------------------------------------------------------------------

    /// An option as a value of its own.
    pub(super) fn build_option(&mut self, present: Atom, inside: Value, span: Span) -> Atom {
        let then = self.nested(|lower| {
            let value = lower.read(inside, span);
            let some = lower.variant(&syn::parse_quote!(Some), vec![(0.into(), value)]);
            Some(lower.read(some, span))
        });
        if is(&present, "true") {
            self.stmts.extend(then.stmts);
            return then.result.expect("a block with a value");
        }
        let els = Block {
            stmts: Vec::new(),
            result: Some(Atom::Constant(quote!(None), Ty::Unknown)),
        };
        let option = self.if_stmt(present, then, els, span);
        self.read(option, span)
    }

    /// An option whose value nothing can change any more.
    pub(super) fn settle_option(&mut self, present: Atom, inside: Value, span: Span) -> Value {
        let pending = match &inside {
            Value::Op(..) => true,
            Value::Place(place) => self.place_is_mutable(place),
            Value::Tuple(values) => values
                .iter()
                .any(|value| matches!(value, Value::Place(place) if self.place_is_mutable(place))),
            _ => false,
        };
        let inside = if pending {
            self.when(&present, span, |lower| lower.settle(inside, span))
        } else {
            inside
        };
        Value::Maybe(present, Box::new(inside))
    }

    /// Whether an option matches a pattern; its value is looked at only where there is one.
    pub(super) fn test_option(&mut self, pat: &Pat, present: &Atom, inside: &Value) -> Atom {
        let span = pat.span();
        match pat {
            Pat::TupleStruct(some) if some.elems.len() == 1 => {
                let then = self.nested(|lower| Some(lower.test(&some.elems[0], inside)));
                if then.stmts.is_empty() && then.result.as_ref().is_some_and(|test| is(test, "true")) {
                    return present.clone();
                }
                let els = Block {
                    stmts: Vec::new(),
                    result: Some(Atom::Constant(quote!(false), Ty::Bool)),
                };
                let both = self.if_stmt(present.clone(), then, els, span);
                self.read(both, span)
            }
            Pat::Ident(ident) if ident.ident == "None" => self.negated(present, span),
            Pat::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None") => {
                self.negated(present, span)
            }
            Pat::Ident(ident) if ident.subpat.is_some() => {
                let (_, sub) = ident.subpat.as_ref().expect("the guard says so");
                self.test_option(sub, present, inside)
            }
            Pat::Or(or) => {
                let tests: Vec<Atom> = or
                    .cases
                    .iter()
                    .map(|case| self.test_option(case, present, inside))
                    .collect();
                let tokens = tests.iter().map(|test| crate::tokens::atom(&self.f.vars, test));
                let opaque = Opaque::pure(quote!(#(#tokens)||*), tests.iter().filter_map(Atom::var).collect());
                self.temp(Op::Opaque(opaque), Ty::Bool, span)
            }
            Pat::Paren(inner) => self.test_option(&inner.pat, present, inside),
            Pat::Reference(inner) => self.test_option(&inner.pat, present, inside),
            _ => {
                self.error(
                    span,
                    "this pattern is not supported yet for an option of a reference",
                    "write `Some(..)` or `None`",
                );
                Atom::Constant(quote!(true), Ty::Bool)
            }
        }
    }

    pub(super) fn negated(&mut self, atom: &Atom, span: Span) -> Atom {
        let tokens = crate::tokens::atom(&self.f.vars, atom);
        let op = Op::Opaque(Opaque::pure(quote!(!#tokens), atom.var().into_iter().collect()));
        self.temp(op, Ty::Bool, span)
    }

    /// Whether an expression is an option that is not built: of a reference into a list, or of what an iterator finds.
    pub(super) fn gives_option(&self, expr: &Expr) -> bool {
        if let Some(lent) = self.lent(expr) {
            return lent.optional && super::flow::mentions(expr, &self.possibly_active);
        }
        let call = match super::chains::strip(expr) {
            Expr::Path(path) => {
                let binding = path.path.get_ident().and_then(|ident| self.lookup(ident));
                return match binding {
                    Some(Binding::Known(value)) => matches!(**value, Value::Maybe(..)),
                    Some(Binding::Cursor(cursor)) => cursor.is_option(),
                    _ => false,
                };
            }
            Expr::MethodCall(call) => call,
            _ => return false,
        };
        let name = call.method.to_string();
        let reborrows = matches!(name.as_str(), "as_ref" | "as_mut" | "as_deref" | "as_deref_mut");
        if reborrows && self.gives_option(&call.receiver) {
            return true;
        }
        if !super::flow::mentions(expr, &self.possibly_active) {
            return false;
        }
        match (name.as_str(), call.args.len()) {
            ("next" | "peek" | "last" | "max" | "min", 0)
            | (
                "max_by" | "min_by" | "max_by_key" | "min_by_key" | "find" | "find_map" | "position" | "reduce" | "nth",
                1,
            ) if self.is_chain(&call.receiver) => true,
            ("first" | "last" | "first_mut" | "last_mut" | "split_first" | "split_last", 0)
            | ("get" | "get_mut", 1) => self.is_list(&call.receiver),
            ("pop", 0) => self.is_list(&call.receiver),
            ("as_ref" | "as_mut" | "as_deref" | "as_deref_mut", 0) => {
                *self.type_of(&call.receiver).behind_references() == Ty::Unknown
            }
            ("filter", 1) => self.gives_option(&call.receiver) || self.may_be_option(&call.receiver),
            ("copied" | "cloned", 0) | ("map" | "or" | "or_else", 1) => self.gives_option(&call.receiver),
            ("and_then", 1) => {
                let gives = |closure: &syn::ExprClosure| self.gives_option(&closure.body);
                self.gives_option(&call.receiver) && matches!(&call.args[0], Expr::Closure(closure) if gives(closure))
            }
            _ => false,
        }
    }

    /// Whether what an expression gives is taken for an option, which is then proved: what is no iterator as far as one can see.
    fn may_be_option(&self, expr: &Expr) -> bool {
        let iterator = match super::chains::strip(expr) {
            Expr::MethodCall(call) => super::loops::gives_iterator(&call.method.to_string()),
            _ => false,
        };
        !iterator && !self.is_chain(expr) && *self.type_of(expr).behind_references() == Ty::Unknown
    }

    /// Whether an expression is a slice, an array or a vector, or of a type that is proved to be one where it is used.
    pub(super) fn is_list(&self, expr: &Expr) -> bool {
        match self.type_of(expr).behind_references() {
            Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) => true,
            Ty::Unknown => !self.is_chain(expr) && !self.gives_option(expr),
            _ => false,
        }
    }

    /// What the methods of slices give that return options of references, and those of iterators that find an item.
    pub(super) fn option(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        if self.is_chain(&call.receiver) {
            if let Some(value) = self.take_from_iterator(call) {
                return value;
            }
            return self.found(call);
        }
        if self.gives_option(&call.receiver) {
            return self.of_option(call).expect("all of these are methods of options");
        }
        if name == "pop" {
            return self.pop(call);
        }
        if name.starts_with("as_") {
            let value = self.value(&call.receiver);
            let (present, inside) = self.proved_option(value, span);
            return Value::Maybe(present, Box::new(self.as_reference(inside, &name, span)));
        }
        if name == "filter" {
            let value = self.value(&call.receiver);
            let (present, inside) = self.proved_option(value, span);
            return self
                .filtered_option(call, present, inside)
                .unwrap_or_else(|| self.stand_in());
        }
        let mutable = name.ends_with("_mut");
        let list = self.list(&call.receiver, mutable);
        if let Some(key) = call.args.first()
            && self.asks_map(&call.receiver, key)
        {
            return self.entry(list, key, span);
        }
        let len = self.list_len(&list, span);
        let n = crate::tokens::atom(&self.f.vars, &len);
        let int = |lower: &mut Self, tokens: TokenStream| {
            let reads = len.var().into_iter().collect();
            lower.temp(Op::Opaque(Opaque::pure(tokens, reads)), Ty::Int, span)
        };
        let zero = Atom::Constant(quote!(0), Ty::Int);
        let one = Atom::Constant(quote!(1), Ty::Int);
        let from = |low: Option<Atom>, high: Option<Atom>| Projection::Range {
            low,
            high,
            inclusive: false,
        };
        if name.starts_with("get") {
            let mut position = &call.args[0];
            while let Expr::Paren(inner) = position {
                position = &inner.expr;
            }
            let (test, part) = if let Expr::Range(range) = position {
                let low = range.start.as_ref().map(|low| self.atom(low));
                let high = range.end.as_ref().map(|high| self.atom(high));
                let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
                let (list, mut reads) = self.written_list(&list);
                reads.extend(low.iter().chain(&high).filter_map(Atom::var));
                let bound = |bound: &Option<Atom>| bound.as_ref().map(|atom| crate::tokens::atom(&self.f.vars, atom));
                let (l, h) = (bound(&low), bound(&high));
                let range = if inclusive { quote!(#l..=#h) } else { quote!(#l..#h) };
                let test = Opaque::pure(quote!(#list.get(#range).is_some()), reads);
                (test, Projection::Range { low, high, inclusive })
            } else {
                let index = self.atom(position);
                let i = crate::tokens::atom(&self.f.vars, &index);
                let reads = len.var().into_iter().chain(index.var()).collect();
                (Opaque::pure(quote!(#i < #n), reads), Projection::Index(index))
            };
            let present = self.temp(Op::Opaque(test), Ty::Bool, span);
            let inside = self.project(list, part, span);
            return Value::Maybe(present, Box::new(inside));
        }
        let reads = len.var().into_iter().collect();
        let present = self.temp(Op::Opaque(Opaque::pure(quote!(#n > 0), reads)), Ty::Bool, span);
        let inside = match name.trim_end_matches("_mut") {
            "first" => self.project(list, Projection::Index(zero), span),
            "split_first" => {
                let rest = self.project(list.clone(), from(Some(one), None), span);
                Value::Tuple(vec![self.project(list, Projection::Index(zero), span), rest])
            }
            name => {
                let last = int(self, quote!(#n.wrapping_sub(1)));
                let end = self.project(list.clone(), Projection::Index(last.clone()), span);
                if name == "last" {
                    end
                } else {
                    Value::Tuple(vec![end, self.project(list, from(None, Some(last)), span)])
                }
            }
        };
        Value::Maybe(present, Box::new(inside))
    }

    /// Whether there is a value in an option, and the value. That it is one, and no result or iterator with a method of the same
    /// name, is proved by the emitted code.
    fn proved_option(&mut self, option: Value, span: Span) -> (Atom, Value) {
        if let Value::Maybe(present, inside) = option {
            return (present, *inside);
        }
        let place = self.place_of(option, span);
        let borrow = crate::tokens::borrow(&self.f.vars, &place);
        let mut reads = Vec::new();
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let tokens = quote_spanned!(span=> ::core::option::Option::is_some(#borrow));
        let present = self.temp(Op::Opaque(Opaque::pure(tokens, reads)), Ty::Bool, span);
        let inside = Value::Place(place.then(Projection::Payload(Ident::new("payload_value", span))));
        (present, inside)
    }

    /// `option.filter(closure)`
    fn filtered_option(&mut self, call: &syn::ExprMethodCall, present: Atom, inside: Value) -> Option<Value> {
        let span = call.method.span();
        let closure = self.closure(&call.args, 1)?;
        let looked_at = self.located_value(inside, span);
        let then = self.side(|lower| lower.look_at(&looked_at, &closure, span));
        let els = self.side(|_| Value::Atom(Atom::Constant(quote!(false), Ty::Bool)));
        let passes = self.join(present, then, els, span);
        Some(Value::Maybe(self.read(passes, span), Box::new(looked_at)))
    }

    /// A reference to a list.
    pub(super) fn list(&mut self, receiver: &Expr, mutable: bool) -> Value {
        let value = if mutable {
            self.written_value(receiver)
        } else {
            self.value(receiver)
        };
        let value = match value {
            value @ (Value::Place(_) | Value::Ref(..) | Value::Choice(..)) => value,
            value => Value::Place(self.place_of(value, receiver.span())),
        };
        by_reference(value, mutable)
    }

    /// `v.split_at(k)`: two references to parts of one list.
    pub(super) fn split(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let list = self.list(&call.receiver, call.method == "split_at_mut");
        let middle = self.atom(&call.args[0]);
        // It panics as the method itself does.
        let (tokens, mut reads) = self.written_list(&list);
        reads.extend(middle.var());
        let m = crate::tokens::atom(&self.f.vars, &middle);
        let opaque = Opaque::pure(quote_spanned!(span=> let _ = #tokens.split_at(#m);), reads);
        let diverges = false;
        self.push(span, StmtKind::Effect { opaque, diverges });
        let part = |low: Option<Atom>, high: Option<Atom>| Projection::Range {
            low,
            high,
            inclusive: false,
        };
        let left = self.project(list.clone(), part(None, Some(middle.clone())), span);
        Value::Tuple(vec![left, self.project(list, part(Some(middle), None), span)])
    }

    /// A list in the user's own code; what only rustc knows is proved to be one.
    pub(super) fn written_list(&self, list: &Value) -> (TokenStream, Vec<Var>) {
        let known = matches!(
            self.value_ty(list).behind_references(),
            Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_)
        );
        if known {
            return self.written_place(list);
        }
        let (tokens, reads) = self.written(list);
        let ad = self.f.names_ad();
        (quote!(#ad::list(#tokens)), reads)
    }

    pub(super) fn list_len(&mut self, list: &Value, span: Span) -> Atom {
        let (list, reads) = self.written_list(list);
        let op = Op::Opaque(Opaque::pure(quote_spanned!(span=> #list.len()), reads));
        self.temp(op, Ty::Int, span)
    }

    /// A method of an option that is not built; `None` if it needs one that is.
    pub(super) fn of_option(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let name = call.method.to_string();
        let known = [
            "unwrap",
            "expect",
            "copied",
            "cloned",
            "as_ref",
            "as_mut",
            "as_deref",
            "as_deref_mut",
            "is_some",
            "is_none",
            "is_none_or",
            "filter",
            "map",
            "and_then",
            "unwrap_or",
            "unwrap_or_else",
            "map_or",
            "is_some_and",
            "ok_or",
            "or",
            "or_else",
        ];
        if super::opaque::OF_OPTIONS.contains(&name.as_str())
            && let Expr::Path(_) = super::expressions::strip(&call.receiver)
        {
            self.error(span, CHANGED, CHANGED_HELP);
            return Some(self.stand_in());
        }
        if !known.contains(&name.as_str()) {
            return None;
        }
        let Value::Maybe(present, inside) = self.value(&call.receiver) else {
            return Some(self.stand_in());
        };
        let inside = *inside;
        Some(match (name.as_str(), call.args.len()) {
            ("unwrap", 0) | ("expect", 1) => {
                if !is(&present, "true") {
                    // It panics as the method itself does.
                    let (method, args) = (&call.method, &call.args);
                    let check: Expr =
                        syn::parse_quote_spanned!(span=> ::core::option::Option::None::<()>.#method(#args));
                    let Ok(opaque) = self.opaque(&check) else {
                        self.error(span, "this message is not supported here", "write it as a literal");
                        return Some(inside);
                    };
                    let p = crate::tokens::atom(&self.f.vars, &present);
                    let tokens = &opaque.tokens;
                    let opaque = Opaque {
                        tokens: quote!(if !#p { #tokens }),
                        reads: opaque.reads.iter().copied().chain(present.var()).collect(),
                        pure: false,
                        ..opaque
                    };
                    let diverges = false;
                    self.push(span, StmtKind::Effect { opaque, diverges });
                }
                inside
            }
            ("copied" | "cloned", 0) => {
                let inside = match inside {
                    Value::Choice(cond, then, els) => {
                        Value::Choice(cond, Box::new(by_value(*then)), Box::new(by_value(*els)))
                    }
                    inside => by_value(inside),
                };
                Value::Maybe(present, Box::new(inside))
            }
            ("as_ref" | "as_mut" | "as_deref" | "as_deref_mut", 0) => {
                Value::Maybe(present, Box::new(self.as_reference(inside, &name, span)))
            }
            ("filter", 1) => self.filtered_option(call, present, inside)?,
            ("is_none_or", 1) => {
                let closure = self.closure(&call.args, 1)?;
                let then = self.side(|lower| lower.apply(&closure, vec![inside]));
                let els = self.side(|_| Value::Atom(Atom::Constant(quote!(true), Ty::Bool)));
                self.join(present, then, els, span)
            }
            ("is_some", 0) => Value::Atom(present),
            ("is_none", 0) => Value::Atom(self.negated(&present, span)),
            ("unwrap_or", 1) => {
                let other = self.value(&call.args[0]);
                let other = self.settle(other, span);
                let els = self.side(|_| other);
                let then = self.side(|_| inside);
                self.join(present, then, els, span)
            }
            ("unwrap_or_else", 1) => {
                let closure = self.closure(&call.args, 0)?;
                let then = self.side(|_| inside);
                let els = self.side(|lower| lower.apply(&closure, Vec::new()));
                self.join(present, then, els, span)
            }
            ("or", 1) => {
                let other = self.value(&call.args[0]);
                let other = self.settle(other, span);
                let then = self.side(|_| some(inside));
                let els = self.side(|lower| lower.unbuilt(other, span));
                self.join(present, then, els, span)
            }
            ("or_else", 1) => {
                let closure = self.closure(&call.args, 0)?;
                let then = self.side(|_| some(inside));
                let els = self.side(|lower| {
                    let other = lower.apply(&closure, Vec::new());
                    lower.unbuilt(other, span)
                });
                self.join(present, then, els, span)
            }
            ("map_or", 2) => {
                let other = self.value(&call.args[0]);
                let other = self.settle(other, span);
                let closure = self.closure(&call.args, 1)?;
                let then = self.side(|lower| lower.apply(&closure, vec![inside]));
                let els = self.side(|_| other);
                self.join(present, then, els, span)
            }
            ("is_some_and", 1) => {
                let closure = self.closure(&call.args, 1)?;
                let then = self.side(|lower| lower.apply(&closure, vec![inside]));
                let els = self.side(|_| Value::Atom(Atom::Constant(quote!(false), Ty::Bool)));
                self.join(present, then, els, span)
            }
            ("map", 1) => {
                let closure = self.closure(&call.args, 1)?;
                let inside = self.when(&present, span, |lower| lower.apply(&closure, vec![inside]));
                Value::Maybe(present, Box::new(inside))
            }
            ("and_then", 1) => {
                let closure = self.closure(&call.args, 1)?;
                let then = self.side(|lower| lower.apply(&closure, vec![inside]));
                let els = self.side(|_| Value::Atom(Atom::Constant(quote!(None), Ty::Unknown)));
                self.join(present, then, els, span)
            }
            ("ok_or", 1) => {
                let error = self.value(&call.args[0]);
                let error = self.settle(error, span);
                let then = self.side(|lower| {
                    let value = lower.read(inside, span);
                    lower.variant(&syn::parse_quote!(Ok), vec![(0.into(), value)])
                });
                let els = self.side(|lower| {
                    let value = lower.read(error, span);
                    lower.variant(&syn::parse_quote!(Err), vec![(0.into(), value)])
                });
                self.join(present, then, els, span)
            }
            _ => {
                self.error(span, "this method takes other arguments", "");
                self.stand_in()
            }
        })
    }

    /// An option beside one that is not built: it must be such a one, too.
    fn unbuilt(&mut self, option: Value, span: Span) -> Value {
        match absent(option) {
            Value::Atom(_) | Value::Place(_) | Value::Op(..) => {
                let help = "write `match`, or `if let Some(..)`";
                self.error(
                    span,
                    "an option of a value is not supported yet beside one of a reference",
                    help,
                );
                Value::Never
            }
            option => option,
        }
    }

    /// What `as_ref`, `as_mut`, `as_deref` and `as_deref_mut` make of the value in an option.
    fn as_reference(&mut self, inside: Value, method: &str, span: Span) -> Value {
        let refers = matches!(self.value_ty(&inside), Ty::Ref(_));
        let inside = by_reference(inside, method.ends_with("_mut") || method == "as_mut");
        // Of an option of a reference, `as_deref` gives the same again.
        if method.starts_with("as_deref") && !refers {
            self.project(inside, Projection::Deref, span)
        } else {
            inside
        }
    }

    // --- what an iterator finds --------------------------------------------------------------------------------------

    /// `max_by`, `min_by`, `find`, `position`, `reduce`, `next`, `nth` and `last` of a chain of iterators.
    fn found(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        let Some(mut chain) = self.chain(&call.receiver) else {
            return self.stand_in();
        };
        let end = match name.as_str() {
            "max" | "min" => {
                let order = Opaque::pure(quote!(::core::cmp::Ord::cmp), Vec::new());
                End::Extreme(order, if name == "max" { "at_most" } else { "exceeds" })
            }
            "max_by" | "min_by" | "max_by_key" | "min_by_key" => match self.opaque(&call.args[0]) {
                // A key is asked for more often than in std.
                Ok(order) if name.ends_with("_key") && !order.writes.is_empty() => {
                    self.error(
                        span,
                        "a key that changes something is not supported yet",
                        "write a loop",
                    );
                    return self.stand_in();
                }
                Ok(order) => End::Extreme(
                    order,
                    match name.as_str() {
                        "max_by" => "at_most",
                        "min_by" => "exceeds",
                        "max_by_key" => "at_most_by_key",
                        _ => "exceeds_by_key",
                    },
                ),
                Err(problem) => {
                    let message = format!("{} in a comparison is not supported yet", problem.what);
                    self.error(problem.span, message, "write a loop");
                    return self.stand_in();
                }
            },
            "find" | "position" | "reduce" => {
                let inputs = if name == "reduce" { 2 } else { 1 };
                let Some(closure) = self.closure(&call.args, inputs) else {
                    return self.stand_in();
                };
                match name.as_str() {
                    "find" => End::Find(closure),
                    "position" => End::Position(closure, self.mutable("counter", Ty::Int, quote!(0usize), span)),
                    _ => End::Reduce(closure),
                }
            }
            "last" => End::Last,
            "find_map" => {
                let Some(closure) = self.closure(&call.args, 1) else {
                    return self.stand_in();
                };
                chain.filter_map(closure);
                End::Next
            }
            _ => {
                let wanted = match call.args.first() {
                    Some(wanted) => self.atom(wanted),
                    None => Atom::Constant(quote!(0), Ty::Int),
                };
                if let Some(item) = self.nth(&chain, &wanted, span) {
                    return item;
                }
                if name == "nth" {
                    self.skip_items(&mut chain, wanted, span);
                }
                End::Next
            }
        };
        let found = self.mutable("found", Ty::Bool, quote!(false), span);
        let start_at = self.stmts.len();
        let outer = self.f.vars.len();
        let mut best = Value::Never;
        let mut slots = Vec::new();
        self.chain_loop(&chain, span, None, &mut |lower, item| {
            let item = match lower.settle(item, span) {
                place @ Value::Place(_) => Value::Atom(lower.read(place, span)),
                item => item,
            };
            let looked_at = item.clone();
            let item = match &end {
                End::Position(_, counter) => Value::Atom(lower.count(*counter, span)),
                _ => item,
            };
            // What the item consists of is kept in variables that outlive the loop.
            let mut parts: Vec<(Var, Var)> = Vec::new();
            best = Self::map_vars(&item, &mut |var| {
                if var.0 < outer {
                    return var;
                }
                let slot = lower.f.new_var("chosen", lower.f.info(var).ty.clone(), true);
                lower.f.vars[slot.0].temporary = false;
                parts.push((var, slot));
                slot
            });
            slots.extend(parts.iter().map(|(_, slot)| *slot));
            let label = lower.loops.last().expect("inside the loop").label;
            let keep = |lower: &mut Self, leave: bool| {
                for (part, slot) in &parts {
                    lower.set(*slot, Atom::Var(*part), span);
                }
                lower.set(found, Atom::Constant(quote!(true), Ty::Bool), span);
                if leave {
                    lower.push(span, StmtKind::Exit(Exit::Break(label, None)));
                }
            };
            let (cond, leave) = match &end {
                End::Last => return keep(lower, false),
                End::Next => return keep(lower, true),
                End::Extreme(order, function) => (lower.exceeds(found, &best, &item, order, function, span), false),
                End::Find(closure) => {
                    let place = match looked_at {
                        Value::Atom(Atom::Var(var)) => Value::Place(Place::var(var)),
                        value => value,
                    };
                    let cond = lower.look_at(&place, closure, span);
                    (lower.read(cond, span), true)
                }
                End::Position(closure, _) => {
                    let cond = lower.apply(closure, vec![looked_at]);
                    (lower.read(cond, span), true)
                }
                End::Reduce(closure) => {
                    let first = crate::tokens::name(&lower.f.vars, found);
                    let first = Op::Opaque(Opaque::pure(quote!(!#first), vec![found]));
                    let first = lower.temp(first, Ty::Bool, span);
                    let reduced = lower.nested(|lower| {
                        let so_far = lower.after(&best, &slots, span);
                        let next = lower.apply(closure, vec![so_far, item.clone()]);
                        let value = lower.read(next, span);
                        if let [(_, slot)] = &parts[..] {
                            lower.set(*slot, value, span);
                        }
                        None
                    });
                    let keep_it = lower.nested(|lower| {
                        keep(lower, false);
                        None
                    });
                    // The item comes first: from it rustc has the type of what the closure is given.
                    lower.if_stmt(first, keep_it, reduced, span);
                    return;
                }
            };
            let then = lower.nested(|lower| {
                keep(lower, leave);
                None
            });
            lower.if_stmt(cond, then, Block::default(), span);
        });
        for slot in &slots {
            let stmt = self.f.stmt(span, StmtKind::Declare(*slot));
            self.stmts.insert(start_at, stmt);
        }
        if matches!(end, End::Reduce(_)) && !matches!(best, Value::Atom(_)) {
            self.error(
                span,
                "`reduce` of references is not supported yet",
                "reduce the values: `.copied().reduce(..)`",
            );
        }
        let present = self.temp(Op::Read(Place::var(found)), Ty::Bool, span);
        let best = self.after(&best, &slots, span);
        Value::Maybe(present, Box::new(best))
    }

    /// An item of a chain without filters, by its number.
    fn nth(&mut self, chain: &super::chains::Chain, wanted: &Atom, span: Span) -> Option<Value> {
        let items = chain.indexed()?;
        let len = self.len(items, span);
        let (n, k) = (
            crate::tokens::atom(&self.f.vars, &len),
            crate::tokens::atom(&self.f.vars, wanted),
        );
        let reads = len.var().into_iter().chain(wanted.var()).collect();
        let present = self.temp(Op::Opaque(Opaque::pure(quote!(#k < #n), reads)), Ty::Bool, span);
        let inside = self.when(&present, span, |lower| lower.item(items, wanted, span));
        Some(Value::Maybe(present, Box::new(inside)))
    }

    /// Whether an item takes the place of the best one so far: `max_by` gives the last of equals, `min_by` the first.
    fn exceeds(&mut self, found: Var, best: &Value, item: &Value, order: &Opaque, function: &str, span: Span) -> Atom {
        let (first, mut reads) = self.written(best);
        let (second, more) = self.written(item);
        reads.extend(more);
        reads.extend(&order.reads);
        reads.push(found);
        let (ad, found, order_tokens) = (
            self.f.names_ad(),
            crate::tokens::name(&self.f.vars, found),
            &order.tokens,
        );
        let function = Ident::new(function, span);
        let tokens = quote_spanned!(span=> !#found || #ad::#function(&#first, &#second, #order_tokens));
        // No derivative flows through a comparison.
        let opaque = Opaque {
            carried: Vec::new(),
            tokens,
            reads,
            pure: false,
            ..order.clone()
        };
        self.temp(Op::Opaque(opaque), Ty::Bool, span)
    }

    pub(super) fn set(&mut self, var: Var, value: Atom, span: Span) {
        let (place, old) = (Place::var(var), None);
        self.push(span, StmtKind::Assign { place, value, old });
    }

    /// What a counter stands at, before it goes on.
    pub(super) fn count(&mut self, counter: Var, span: Span) -> Atom {
        let at = self.temp(Op::Read(Place::var(counter)), Ty::Int, span);
        let place = Place::var(counter);
        let value = Operand::Atom(Atom::Constant(quote!(1), Ty::Int));
        let op = syn::BinOp::AddAssign(Default::default());
        let old = None;
        self.push(span, StmtKind::Update { place, op, value, old });
        at
    }

    /// The value as the variables that it is kept in stand now.
    fn after(&mut self, value: &Value, slots: &[Var], span: Span) -> Value {
        let mut reads: Vec<(Var, Var)> = Vec::new();
        for slot in slots {
            let ty = self.f.info(*slot).ty.clone();
            let read = self.temp(Op::Read(Place::var(*slot)), ty, span);
            reads.push((*slot, read.var().expect("a temporary is a variable")));
        }
        Self::map_vars(value, &mut |var| {
            let read = reads.iter().find(|(slot, _)| *slot == var);
            read.map_or(var, |(_, read)| *read)
        })
    }
}

/// What is looked for in a chain of iterators.
enum End {
    Next,
    Last,
    Find(syn::ExprClosure),
    /// With its counter.
    Position(syn::ExprClosure, Var),
    Reduce(syn::ExprClosure),
    /// By the user's comparison, or by the key that the user gives: with the runtime's function that decides.
    Extreme(Opaque, &'static str),
}

/// A reference to what the value is, if it is a place.
pub(super) fn by_reference(value: Value, mutable: bool) -> Value {
    match value {
        Value::Place(place) | Value::Ref(place, _) => Value::Ref(place, mutable),
        Value::Choice(cond, then, els) => Value::Choice(
            cond,
            Box::new(by_reference(*then, mutable)),
            Box::new(by_reference(*els, mutable)),
        ),
        value => value,
    }
}

/// What a reference points to, as a value of its own.
pub(super) fn by_value(value: Value) -> Value {
    match value {
        Value::Ref(place, _) => Value::Place(place),
        Value::Choice(cond, then, els) => Value::Choice(cond, Box::new(by_value(*then)), Box::new(by_value(*els))),
        value => value,
    }
}

/// The value in `Some`, as an option that is not built.
fn some(value: Value) -> Value {
    Value::Maybe(Atom::Constant(quote!(true), Ty::Bool), Box::new(value))
}

/// The constant `None` as an option that is not built.
pub(super) fn absent(value: Value) -> Value {
    match value {
        Value::Atom(Atom::Constant(tokens, _)) if tokens.to_string() == "None" => {
            Value::Maybe(Atom::Constant(quote!(false), Ty::Bool), Box::new(Value::Never))
        }
        value => value,
    }
}

pub(super) fn is(atom: &Atom, text: &str) -> bool {
    matches!(atom, Atom::Constant(tokens, _) if tokens.to_string() == text)
}
