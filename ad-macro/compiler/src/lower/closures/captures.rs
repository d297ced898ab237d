//! What a closure captures: the parameters of its own function that stand for variables and places outside.
//!
//! Input:  the scopes that `|t| k * t` sees, with `k` as a variable of the function around it
//! Output: the same with `k` as a parameter of the closure's function

use crate::ir::*;
use crate::lower::builder::{Binding, BoundClosure, Lower, Mark, Value};
use crate::syntax::expressions::mentioned;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, walk};
use proc_macro2::Span;
use syn::Expr;

/// The variables of a closure's surroundings, by the names of its own function.
pub(super) struct Captures<'c, 'l> {
    pub(super) outer: &'c Lower<'l>,
    pub(super) inner: &'c mut Function,
    pub(super) known: FlatMap<Var, Var>,
    /// The parameters that stand for what structs that hold references point to, `*self.0`.
    pub(super) behind: Vec<(Place, Var)>,
    /// The names that the closure's body has for variables: other words in it are those of methods and fields.
    pub(super) names: FlatSet<String>,
    /// The closure is an `Fn`, which changes nothing that it captured.
    pub(super) shared: bool,
    pub(super) span: Span,
}

impl Captures<'_, '_> {
    /// The parameter that stands for a captured variable.
    fn var(&mut self, var: Var) -> Var {
        if let Some(known) = self.known.get(&var) {
            return *known;
        }
        let info = self.outer.f.info(var);
        if self.outer.lenders.contains_key(&var) {
            self.outer.error(
                self.span,
                "a closure that is passed to a function and uses a struct which holds mutable references is not supported yet",
                "write the loop here, or hand the struct to the function",
            );
        }
        let function = info.ty == Ty::Function;
        let here = Var(self.inner.vars.len());
        self.inner.vars.push(VarInfo {
            name: info.name.clone(),
            ty: match info.ty.behind_references() {
                Ty::Unknown => info.ty.clone(),
                known => known.clone(),
            },
            mutable: info.mutable && !self.shared,
            role: if function { Role::Value } else { Role::Reference },
            temporary: false,
            annotation: None,
        });
        let callable = self.outer.f.params.iter().find(|param| param.var == var);
        self.inner.params.push(Param {
            callable: callable.and_then(|param| param.callable.clone()),
            ..Param::new(
                here,
                syn::parse_quote!(_),
                if function { Passing::Function } else { Passing::Ref },
            )
        });
        self.known.insert(var, here);
        here
    }

    fn atom(&mut self, atom: &Atom) -> Value {
        match atom {
            Atom::Var(var) => Value::Place(Place::var(self.var(*var))),
            constant => Value::Atom(constant.clone()),
        }
    }

    /// An index, which is read where the closure begins.
    fn index(&mut self, atom: &Atom, reads: &mut Vec<Stmt>) -> Atom {
        let Atom::Var(var) = atom else { return atom.clone() };
        let place = Place::var(self.var(*var));
        let copy = self.inner.new_var("t", self.inner.place_ty(&place), false);
        let op = Op::Read(place);
        reads.push(self.inner.stmt(Span::call_site(), StmtKind::Let { var: copy, op }));
        Atom::Var(copy)
    }

    /// What a struct that holds references points to outlives the struct's own type, whose lifetimes no function value may name: so
    /// it is captured in the struct's place. Gives the parameter for it, and how many steps of the path it stands for.
    fn behind(&mut self, place: &Place) -> Option<(Var, usize)> {
        let holder = self.outer.holders.contains_key(&place.root);
        let fields = |step: &&Projection| matches!(step, Projection::Field(_));
        let steps = place.path.iter().take_while(fields).count() + 1;
        if !holder || !matches!(place.path.get(steps - 1), Some(Projection::Deref)) {
            return None;
        }
        let prefix = Place {
            root: place.root,
            path: place.path[..steps].to_vec(),
        };
        let same = |known: &Place| {
            let mut both = known.path.iter().zip(&prefix.path);
            known.root == prefix.root
                && known.path.len() == steps
                && both.all(|(known, step)| match (known, step) {
                    (Projection::Field(known), Projection::Field(field)) => known == field,
                    _ => true,
                })
        };
        if let Some((_, var)) = self.behind.iter().find(|(known, _)| same(known)) {
            return Some((*var, steps));
        }
        let here = Var(self.inner.vars.len());
        self.inner.vars.push(VarInfo {
            name: self.inner.names.fresh("held", self.span),
            ty: Ty::Ref(Box::new(Ty::Unknown)),
            mutable: false,
            role: Role::Reference,
            temporary: false,
            annotation: None,
        });
        self.inner
            .params
            .push(Param::new(here, syn::parse_quote!(_), Passing::Ref));
        self.behind.push((prefix, here));
        Some((here, steps))
    }

    fn place(&mut self, place: &Place, reads: &mut Vec<Stmt>) -> Place {
        let (root, taken) = match self.behind(place) {
            Some(behind) => behind,
            None => (self.var(place.root), 0),
        };
        let through = |step: &&Projection| !matches!(step, Projection::Through { .. });
        let path = place.path[taken..]
            .iter()
            .take_while(through)
            .map(|projection| match projection {
                Projection::Index(atom) => Projection::Index(self.index(atom, reads)),
                Projection::Range { low, high, inclusive } => Projection::Range {
                    low: low.as_ref().map(|low| self.index(low, reads)),
                    high: high.as_ref().map(|high| self.index(high, reads)),
                    inclusive: *inclusive,
                },
                other => other.clone(),
            });
        let path = path.collect();
        Place { root, path }
    }

    fn value(&mut self, value: &Value, reads: &mut Vec<Stmt>) -> Value {
        match value {
            Value::Atom(atom) => self.atom(atom),
            Value::Place(place) => Value::Place(self.place(place, reads)),
            Value::Ref(place, mutable) => Value::Ref(self.place(place, reads), *mutable && !self.shared),
            Value::Tuple(values) => Value::Tuple(values.iter().map(|value| self.value(value, reads)).collect()),
            Value::Choice(cond, then, els) => {
                let cond = self.index(cond, reads);
                let then = self.value(then, reads);
                Value::Choice(cond, Box::new(then), Box::new(self.value(els, reads)))
            }
            Value::ScalarOption(present, inside) => {
                let present = self.index(present, reads);
                Value::ScalarOption(present, Box::new(self.value(inside, reads)))
            }
            Value::Listed(_) => {
                let help = "collect it inside the closure, or clones";
                self.outer
                    .error(self.span, "a list of references cannot be captured yet", help);
                Value::Unit
            }
            // What is bound to a name has been computed.
            Value::Op(..) | Value::Unit | Value::Never => Value::Unit,
        }
    }

    /// What a route leads to cannot be captured.
    fn check_captured(&self, mark: &Mark, value: &Value) {
        if self.names.contains(&mark.text) && is_routed(value) {
            self.outer.error(
                self.span,
                "a view, or what a function returns a reference to, cannot be captured yet by a closure that is passed to a function",
                "take it inside the closure: `|t| m.row(i)[0] * t`",
            );
        }
    }

    pub(super) fn scopes(
        &mut self,
        scopes: &[Vec<(Mark, Binding)>],
        words: &FlatSet<String>,
        reads: &mut Vec<Stmt>,
    ) -> Vec<Vec<(Mark, Binding)>> {
        let mut mapped = Vec::new();
        for scope in scopes {
            let mut bindings = Vec::new();
            for (mark, binding) in scope.iter().filter(|(mark, _)| words.contains(&mark.text)) {
                let binding = match binding {
                    Binding::Var(var) => Binding::Var(self.var(*var)),
                    Binding::Alias(place, mutable) => {
                        self.check_captured(mark, &Value::Ref(place.clone(), *mutable));
                        Binding::Alias(self.place(place, reads), *mutable && !self.shared)
                    }
                    Binding::Known(value) => {
                        self.check_captured(mark, value);
                        Binding::Known(Box::new(self.value(value, reads)))
                    }
                    Binding::Cursor(_) => unreachable!("a closure that is converted sees them as they are then"),
                    // An iterator that is taken from elsewhere: the closure's body is told that there is none.
                    Binding::Iterator(..) => continue,
                    Binding::Closure(bound) => {
                        let mut words = FlatSet::new();
                        mentioned(&bound.closure.body, &mut words);
                        Binding::Closure(Box::new(BoundClosure {
                            closure: bound.closure.clone(),
                            scopes: self.scopes(&bound.scopes, &words, reads),
                        }))
                    }
                };
                bindings.push((mark.clone(), binding));
            }
            mapped.push(bindings);
        }
        mapped
    }
}

/// Whether a part of a value is reached through a route.
fn is_routed(value: &Value) -> bool {
    match value {
        Value::Place(place) | Value::Ref(place, _) => {
            place.path.iter().any(|step| matches!(step, Projection::Through { .. }))
        }
        Value::Tuple(values) => values.iter().any(is_routed),
        Value::Choice(_, then, els) => is_routed(then) || is_routed(els),
        Value::ScalarOption(_, inside) => is_routed(inside),
        Value::Atom(_) | Value::Op(..) | Value::Listed(_) | Value::Unit | Value::Never => false,
    }
}

/// The names in an expression that may be those of variables; in a macro any word may be one.
pub(super) fn names_in(expr: &Expr) -> FlatSet<String> {
    let mut names = FlatSet::new();
    walk(expr, |node| match node {
        Node::ExprPath(path) => {
            names.extend(path.path.get_ident().map(ToString::to_string));
            false
        }
        Node::Macro(mac) => {
            mentioned(&Expr::Verbatim(mac.tokens.clone()), &mut names);
            false
        }
        _ => true,
    });
    names
}
