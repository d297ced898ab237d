//! References that are chosen at run time, and options of references.
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
//! primal. Where all choices lie in the same array, the choice is an index; where a branch chooses between two variables,
//! each use is a branch on the same condition. An option of a reference is a condition, and a place that is only used
//! where the condition holds.

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::options::absent;
use crate::syntax::types::Ty;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// Variables that hold, after a branch or a loop, what a value in it consists of: the one that is assigned there, and the one
/// that reads it afterwards.
type Carried = Vec<(Var, Var)>;

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
            Value::Listed(listed) if matches!(part, Projection::Range { .. }) => {
                Value::Listed(Box::new(listed.range(part)))
            }
            value => Value::Place(self.place_of(value, span).then(part)),
        }
    }

    /// What is left of a value when its variables are replaced by others.
    pub(super) fn map_vars(value: &Value, to: &mut dyn FnMut(Var) -> Var) -> Value {
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
            Value::ScalarOption(present, inside) => {
                let present = atom(present, to);
                Value::ScalarOption(present, Box::new(Self::map_vars(inside, to)))
            }
            Value::Op(..) => unreachable!("the value has been settled"),
            Value::Listed(_) | Value::Unit | Value::Never => value.clone(),
        }
    }

    /// Whether a value cannot be one variable's: it consists of places, and stays what it is.
    pub(super) fn is_structured(&self, value: &Value) -> bool {
        match value {
            Value::Ref(place, mutable) => *mutable || self.keeps_references || !self.f.place_ty(place).is_scalar(),
            Value::Choice(..) | Value::ScalarOption(..) => true,
            Value::Tuple(values) => values.iter().any(crate::lower::builder::holds_reference),
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
                spell::atom(vars, atom)
            }
            Value::Place(place) => {
                place.uses(Use::Read, &mut |var, _| reads.push(var));
                spell::place(vars, place)
            }
            Value::Ref(place, _) => {
                place.uses(Use::Read, &mut |var, _| reads.push(var));
                spell::borrow(vars, place)
            }
            Value::Tuple(values) => {
                let values: Vec<_> = values.iter().map(|value| self.written_into(value, reads)).collect();
                quote!((#(#values,)*))
            }
            Value::Choice(cond, then, els) => {
                reads.extend(cond.var());
                let cond = spell::atom(vars, cond);
                let (then, els) = (self.written_into(then, reads), self.written_into(els, reads));
                quote!((if #cond { #then } else { #els }))
            }
            Value::ScalarOption(present, inside) => {
                reads.extend(present.var());
                let (present, inside) = (spell::atom(vars, present), self.written_into(inside, reads));
                quote!((if #present { ::core::option::Option::Some(#inside) } else { ::core::option::Option::None }))
            }
            Value::Listed(listed) => self.written_listed(listed, reads),
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
            Value::Listed(listed) => self.written(&Value::Place(listed.kept().clone())),
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
        self.push(span, StmtKind::If(Box::new(If::new(cond, then, els, None))));
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
            (Value::ScalarOption(p, a), Value::ScalarOption(q, b)) => {
                let present = self.merge_atoms((then, p), (els, q), carried, span);
                let inside = self.merge(cond, (then, *a), (els, *b), carried, span);
                Value::ScalarOption(present, Box::new(inside))
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
                self.optional_routes.insert(read);
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
        let assigned = self.f.named_var("chosen", ty.clone(), true);
        let read = self.f.new_var("t", ty, false);
        self.push(span, StmtKind::Declare(assigned));
        carried.push((assigned, read));
        (assigned, read)
    }

    fn assign_in(&mut self, block: &mut Block, var: Var, value: Atom, span: Span) {
        self.within(block, |lower| lower.set(var, value, span));
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
            (Projection::Part(a), Projection::Part(b)) => a == b,
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

    pub(super) fn negated(&mut self, atom: &Atom, span: Span) -> Atom {
        let tokens = self.spelled(atom);
        let op = Op::Opaque(Opaque::pure(quote!(!#tokens), atom.var().into_iter().collect()));
        self.temp(op, Ty::Bool, span)
    }

    /// Whether an expression is a slice, an array or a vector, or of a type that is proved to be one where it is used.
    pub(super) fn is_list(&self, expr: &Expr) -> bool {
        match self.type_of(expr).behind_references() {
            Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) => true,
            Ty::Unknown => {
                let own = self.is_of_indexed(expr) || self.is_of_struct(expr);
                !own && !self.is_chain(expr) && !self.gives_option(expr)
            }
            _ => false,
        }
    }

    /// Whether what is given to `get` is neither a list's index nor a map's key: a number, or a list of something. The method is one of a
    /// type of the user's then.
    pub(super) fn is_no_index(&self, argument: &Expr) -> bool {
        match self.type_of(argument).behind_references() {
            Ty::Float(_) | Ty::NdArray(..) => true,
            Ty::Slice(item) | Ty::Array(item) | Ty::Vec(item) => !matches!(**item, Ty::Int | Ty::Bool | Ty::Inert),
            _ => false,
        }
    }

    /// A reference to a list.
    pub(super) fn list(&mut self, receiver: &Expr, mutable: bool) -> Value {
        let value = if mutable {
            self.written_value(receiver)
        } else {
            self.value(receiver)
        };
        let value = match value {
            value @ (Value::Place(_) | Value::Ref(..) | Value::Choice(..) | Value::Listed(_)) => value,
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
        let m = self.spelled(&middle);
        self.effect(
            span,
            Opaque::pure(quote_spanned!(span=> let _ = #tokens.split_at(#m);), reads),
        );
        let part = |low: Option<Atom>, high: Option<Atom>| Projection::range(low, high);
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

    // --- what an iterator finds --------------------------------------------------------------------------------------

    pub(super) fn set(&mut self, var: Var, value: Atom, span: Span) {
        self.put(Place::var(var), value, span);
    }
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

pub(super) fn is(atom: &Atom, text: &str) -> bool {
    matches!(atom, Atom::Constant(tokens, _) if tokens.to_string() == text)
}
