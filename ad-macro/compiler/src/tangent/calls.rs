//! The tangent of a call: a call of the callee's tangent function, with the tangents of the arguments.
//!
//! Input:  `let y = call f(&x, z)`
//! Output: `let y, y_tangent = call f(&x, z; &x_tangent, z_tangent)`

use crate::ir::*;
use crate::syntax::types::Ty;
use crate::tangent::forward::Forward;
use quote::quote;

impl Forward<'_> {
    /// What puts numbers elsewhere and computes with none, `Box::new(x)` or `array![x, y]`, makes the tangent of theirs.
    fn rearranged(&mut self, stmt: &Stmt, call: &Call) {
        let twin = &call.forward.path.segments.last().expect("a path has a segment").ident;
        let (shared, fallible) = (twin == "rc" || twin == "arc", twin == "array_from_shape_vec");
        match self.pairs {
            // The tangent of what is shared is in a box.
            true if shared => return self.missing("what a shared pointer points to"),
            true if fallible => return self.missing("`array!` and `from_shape_vec`"),
            _ => {}
        }
        let mut args = Vec::new();
        for arg in &call.args {
            args.push(match arg {
                Argument::Value(atom) if self.number(atom).is_some() => Argument::Value(self.moved(atom)),
                Argument::Value(atom @ Atom::Var(_)) => Argument::Value(self.again(atom)),
                arg => arg.clone(),
            });
        }
        let own = Call {
            inactive: !self.pairs,
            ..call.clone()
        };
        let kind = StmtKind::Call(Box::new(own.clone()));
        self.out.push(Stmt { kind, ..stmt.clone() });
        let Some(tangent) = self.tangent_of_new(call.out) else {
            return;
        };
        if shared && !self.pairs {
            return self.define(tangent, Op::Runtime("boxed_tangent", args));
        }
        let out = match fallible {
            true => self.f.named_var("made", Ty::Unknown, false),
            false => tangent,
        };
        self.call_along(own, out, args);
        if fallible {
            let made = spell::name(&self.f.vars, out);
            self.define(tangent, Op::Opaque(Opaque::pure(quote!(#made.ok()), vec![out])));
        }
    }

    /// The same call of tangents. Of second order, it has a pullback like the value's.
    fn call_along(&mut self, of: Call, out: Var, args: Vec<Argument>) {
        let pullback = self.f.new_var("tangent_pullback", Ty::Unknown, false);
        let olds = vec![None; args.len()];
        self.emit(StmtKind::Call(Box::new(Call {
            out,
            pullback,
            args,
            olds,
            ..of
        })));
    }

    /// What carries no derivative, once more.
    fn again(&mut self, atom: &Atom) -> Atom {
        let name = spell::atom(&self.f.vars, atom);
        let copy = Opaque::pure(
            quote!(::core::clone::Clone::clone(&#name)),
            atom.var().into_iter().collect(),
        );
        self.temp(Op::Opaque(copy), Ty::Inert)
    }

    /// An entry is put into a map or a list, or taken out of one: its tangent is in the same place.
    fn edit(&mut self, stmt: &Stmt, call: &Call) {
        let plain = Call {
            inactive: true,
            ..call.clone()
        };
        let [Argument::Mut(place), Argument::Value(at), rest @ ..] = &call.args[..] else {
            unreachable!("it is changed at a place")
        };
        if let Some(tangent) = self.unmarked_place(place) {
            let at = self.again(at);
            let mut args = vec![Argument::Mut(tangent), Argument::Value(at)];
            for arg in rest {
                let Argument::Value(value) = arg else { continue };
                args.push(Argument::Value(self.moved(value)));
            }
            let out = match self.tangent_of_new(call.out) {
                Some(tangent) => tangent,
                None => self.f.named_var("d", Ty::Unknown, false),
            };
            self.call_along(plain.clone(), out, args);
        }
        let kind = StmtKind::Call(Box::new(plain));
        self.out.push(Stmt { kind, ..stmt.clone() });
    }

    /// The tangent of what is lent to a function value, which is given one in any case.
    pub(super) fn zero_of(&mut self, arg: &Argument) -> Option<Argument> {
        let mutable = matches!(arg, Argument::Mut(_));
        let (op, ty) = match arg {
            Argument::Ref(place) | Argument::Mut(place) => (
                Op::Runtime("zero", vec![Argument::Ref(place.clone())]),
                self.f.place_ty(place),
            ),
            Argument::RefAtom(_) => (Op::Runtime("zero", vec![arg.clone()]), Ty::Unknown),
            _ => return None,
        };
        let zero = self.f.named_var("zero", ty, mutable);
        self.define(zero, op);
        Some(match mutable {
            true => Argument::Mut(Place::var(zero)),
            false => Argument::Ref(Place::var(zero)),
        })
    }

    pub(super) fn call(&mut self, stmt: &Stmt, call: &Call) {
        if call.inactive {
            self.out.push(stmt.clone());
            return;
        }
        if call.exchanges(&self.f.ad) {
            return self.exchange(stmt, call);
        }
        if call.makes_a_pointer(&self.f.ad) || call.rearranges(&self.f.ad) {
            return self.rearranged(stmt, call);
        }
        if call.edits(&self.f.ad) && !self.pairs {
            return self.edit(stmt, call);
        }
        if let Some(what) = self.out_of_reach(call) {
            return self.missing(what);
        }
        if self.pairs {
            return self.pair_call(stmt, call);
        }
        let tangents = self.tangents_of(call);
        let mut forward = call.forward.clone();
        let last = forward.path.segments.last_mut().expect("a path has a segment");
        let sweep = last.ident.to_string();
        let tangent = match call.kind {
            CallKind::Function if sweep == "jvp_forward" => return self.missing("the tangent of a tangent"),
            CallKind::Function => sweep.replace("forward", "tangent"),
            CallKind::Associated => format!("{sweep}_along"),
            CallKind::Parameter => sweep,
            _ => format!("{}_tangent", sweep.trim_end_matches("_push")),
        };
        last.ident = proc_macro2::Ident::new(&tangent, last.ident.span());
        let tangent = match self.tangent_of_new(call.out) {
            Some(tangent) => tangent,
            None => self.f.new_var("d", self.f.info(call.out).ty.clone(), false),
        };
        let call = Call {
            forward,
            pullback: tangent,
            tangents: Some(tangents),
            ..call.clone()
        };
        let kind = StmtKind::Call(Box::new(call));
        self.out.push(Stmt { kind, ..stmt.clone() });
    }

    /// What moves parts of places, `mem::swap(&mut a, &mut b)` or `rows.swap(i, j)`, moves those of their tangents.
    fn exchange(&mut self, stmt: &Stmt, call: &Call) {
        let own = Call {
            inactive: !self.pairs,
            ..call.clone()
        };
        let kind = StmtKind::Call(Box::new(own.clone()));
        self.out.push(Stmt { kind, ..stmt.clone() });
        let tangents = call.args.iter().map(|arg| match arg {
            Argument::Mut(place) => self.unmarked_place(place).map(Argument::Mut),
            at => Some(at.clone()),
        });
        let tangents: Vec<_> = tangents.collect();
        let carries = |arg: &Option<Argument>| matches!(arg, Some(Argument::Mut(_)));
        if !tangents.iter().any(carries) {
            return;
        }
        let Some(args) = tangents.into_iter().collect() else {
            return self.missing("an exchange with what carries no derivative");
        };
        let out = self.f.new_var("d", Ty::Unit, false);
        self.call_along(own, out, args);
    }

    /// What there is no tangent of in a call.
    fn out_of_reach(&self, call: &Call) -> Option<String> {
        let name = &call.function.path.segments.last().expect("a path has a segment").ident;
        match call.kind {
            CallKind::Method => {}
            CallKind::Function | CallKind::Associated if call.forward.path.segments[0].ident != self.f.ad => {}
            CallKind::Function | CallKind::Associated => return Some(format!("`{name}`")),
            CallKind::Parameter => {}
            CallKind::Kept => return Some(format!("the function value `{name}`")),
            CallKind::Operator | CallKind::Product | CallKind::Itself => {
                unreachable!("the tangent is taken before operators and recursive calls are looked at")
            }
        }
        if !call.written.fields.is_empty() {
            return Some(format!(
                "an argument of `{name}` that is a field of what holds references"
            ));
        }
        let lent = call.args.iter().filter_map(|arg| match arg {
            Argument::Ref(place) | Argument::Mut(place) => Some((place, matches!(arg, Argument::Mut(_)))),
            _ => None,
        });
        let lent: Vec<(&Place, bool)> = lent.collect();
        // Rustc lends two fields of a tuple at once, but no two parts that methods or indices lead to.
        let field = |step: &Projection| matches!(step, Projection::Field(_));
        let plain = |place: &Place| place.path.iter().all(field) && !spell::has_marks(&self.f.vars, place);
        let shared = lent.iter().enumerate().any(|(k, (place, mutable))| {
            let mut others = lent[..k].iter().filter(|(other, _)| other.root == place.root);
            others.any(|(other, also)| (*mutable || *also) && (place.overlaps(other) || !plain(place) || !plain(other)))
        });
        shared.then(|| format!("two parts of one variable that `{name}` is lent"))
    }

    /// The tangents of a call's arguments, of those that have one.
    fn tangents_of(&mut self, call: &Call) -> Vec<Option<Argument>> {
        let mut tangents = Vec::new();
        for (k, arg) in call.args.iter().enumerate() {
            tangents.push(match arg {
                _ if call.written.aside.contains(&k) => None,
                Argument::Value(atom) if call.kind == CallKind::Parameter => Some(Argument::Value(self.moved(atom))),
                Argument::Value(atom) => self.number(atom).map(|_| Argument::Value(self.moved(atom))),
                Argument::RefAtom(atom) => self.number(atom).map(Argument::RefAtom),
                Argument::Ref(place) => self.tangent_place(place).map(Argument::Ref),
                Argument::Mut(place) => self.tangent_place(place).map(Argument::Mut),
                Argument::Lambda(number, start) => {
                    self.closure(*number, &call.args[*start..]);
                    None
                }
                Argument::Named(..) => None,
            });
        }
        if call.kind == CallKind::Parameter {
            for (arg, tangent) in call.args.iter().zip(&mut tangents).skip(1) {
                if tangent.is_none() {
                    *tangent = self.zero_of(arg);
                }
            }
        }
        tangents
    }
}
