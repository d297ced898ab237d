//! The adjoint of each `Op`.
//!
//! Input:  `let y = x[i]`, `let y = x.clone()`, `let y = Circle(r)`
//! Output: `x_bar[i] += y_bar`, `x_bar += y_bar`, `r_bar += y_bar.payload_Circle_0`

use crate::adjoint::reverse::{Adjoint, State, operand_argument};
use crate::adjoint::scalar_slopes::FLAT_FUNCTIONS;
use crate::ir::*;
use crate::syntax::located::quote;
use crate::syntax::types::{Ty, Width};
use syn::BinOp;

impl Adjoint<'_> {
    pub(super) fn op(&mut self, op: &Op, seed: Var, out: Var, id: usize) {
        let seed_place = Place::var(seed);
        let seed_atom = Atom::Var(seed);
        match op {
            Op::Read(place) if self.is_put(place, id) => self.put_part(place, seed_atom),
            Op::Read(place) => self.contribute(place, Op::Read(seed_place)),
            Op::Binary(operator, l, r) => self.binary(operator, [l, r], seed, out, id),
            Op::Neg(operand) => self.negation(operand, seed, id),
            Op::Rule(applied, args) => self.rule(applied.rule, args, seed_atom, out, id),
            Op::Clone(place, method) => self.cloned(place, method, seed),
            Op::Sum(place) => self.sum(place, seed),
            Op::Dot(place, operand) => self.dot(place, operand, seed),
            Op::Mapv(map) => self.mapv(map, seed),
            Op::Cast(atom, _) => self.cast(atom, seed),
            Op::Convert(atom, _) => {
                let args = vec![Argument::RefAtom(atom.clone()), Argument::Value(seed_atom)];
                self.contribute_atom(atom, Op::Runtime("convert_like", args));
            }
            Op::Tuple(atoms) => {
                for (k, atom) in atoms.iter().enumerate() {
                    self.contribute_atom(atom, Op::Read(seed_place.then(Projection::Field(k.into()))));
                }
            }
            // Nothing flows into an `Err`.
            op if op.is_failure() => {}
            Op::Variant { path, parts } if parts.iter().any(|(.., atom)| self.holds_more(atom)) => {
                self.moved_parts(path, parts, seed)
            }
            Op::Variant { parts, .. } => {
                for (_, accessor, atom) in parts {
                    self.contribute_atom(atom, Op::Read(seed_place.then(Projection::Payload(accessor.clone()))));
                }
            }
            Op::Rewrap { value, .. } => {
                let accessor = proc_macro2::Ident::new("payload_value", self.span);
                self.contribute_atom(value, Op::Read(seed_place.then(Projection::Payload(accessor))));
            }
            // Nothing else flows into it: its cotangent is made of this one.
            Op::Unwrap(place, _) if place.is_whole() && self.is_first(place.root) => {
                let some = Op::Runtime("some", vec![Argument::Value(seed_atom.clone())]);
                self.contribute(place, some);
            }
            Op::Unwrap(place, _) => {
                let accessor = proc_macro2::Ident::new("payload_value", self.span);
                self.contribute(&place.then(Projection::Payload(accessor)), Op::Read(seed_place));
            }
            Op::Struct { fields, rest, .. } => self.structure(fields, rest.as_ref(), seed, id),
            Op::Array { elements, .. } => self.elements(elements, seed),
            Op::Repeat { element, .. } => self.repeated(element, seed),
            Op::Opaque(_) | Op::Witness(_) | Op::Zero(_) => {}
            Op::Runtime(function, args) => self.runtime_call(function, args, seed, out),
            Op::Tangent { function, tangents, .. } => match (*function, tangents.as_slice()) {
                ("part_tangent", [Some(Argument::Ref(place))]) => self.contribute(place, Op::Read(seed_place)),
                (function, _) => self.unsupported(function),
            },
            Op::RuntimeRule(rule, ..) => self.unsupported(rule.name),
            // They are statements of their own.
            Op::PopElement(_) | Op::Replace(..) => {}
            Op::Take(..)
            | Op::Empty(..)
            | Op::TakeSlot(..)
            | Op::Unpack(..)
            | Op::LentZero(_)
            | Op::LentCopy(_)
            | Op::Part(_) => {
                self.unsupported("this step of an adjoint");
            }
        }
    }

    /// An operator: of floats by the scalar rules, of other types by the runtime.
    fn binary(&mut self, operator: &BinOp, [l, r]: [&Operand; 2], seed: Var, out: Var, id: usize) {
        let scalar = self.f.operand_ty(l).is_float() && self.f.operand_ty(r).is_float();
        if scalar {
            self.scalar_binary(operator, l, r, Atom::Var(seed), out);
        } else {
            self.general_binary(operator, l, r, seed, id);
        }
    }

    /// `-x`: of a float by its rule, of other types by the runtime, which is given what the type says is to be kept.
    fn negation(&mut self, operand: &Operand, seed: Var, id: usize) {
        if self.f.operand_ty(operand).is_float() {
            self.contribute_operand(operand, Op::Neg(Operand::Atom(Atom::Var(seed))));
        } else {
            let operands = vec![self.form(&[operand]), operand_argument(operand)];
            let keep = match self.takes_views(&[operand]) {
                true => "neg_keep_of_view",
                false => "neg_keep",
            };
            let kept = self.keep(keep, operands, id);
            let args = vec![Argument::Ref(Place::var(kept)), Argument::Ref(Place::var(seed))];
            self.contribute_operand(operand, Op::Runtime("neg_adjoint", args));
        }
    }

    /// `.clone()`, `.to_vec()`, `.to_owned()`
    fn cloned(&mut self, place: &Place, method: &proc_macro2::Ident, seed: Var) {
        let seed_place = Place::var(seed);
        if method == "clone" {
            self.contribute(place, Op::Read(seed_place));
        } else if let Some(bar) = self.present(place.root) {
            // A copy may be of another type than its original: a slice of an array, say.
            let args = vec![Argument::Mut(place.at(bar)), Argument::Ref(seed_place)];
            self.emit(StmtKind::Accumulate("accumulate", args));
        }
    }

    /// `.sum()` of an array: each element had a share.
    fn sum(&mut self, place: &Place, seed: Var) {
        if let Some(bar) = self.present(place.root) {
            let args = vec![
                Argument::Ref(place.clone()),
                Argument::Ref(Place::var(seed)),
                Argument::Mut(place.at(bar)),
            ];
            self.emit(StmtKind::Accumulate("sum_adjoint", args));
        }
    }

    /// `l.dot(r)` of arrays
    fn dot(&mut self, place: &Place, operand: &Operand, seed: Var) {
        let seed_place = Place::var(seed);
        let args = |bar: Place| {
            vec![
                Argument::Ref(place.clone()),
                operand_argument(operand),
                Argument::Ref(seed_place.clone()),
                Argument::Mut(bar),
            ]
        };
        if let Some(bar) = self.present(place.root) {
            self.emit(StmtKind::Accumulate("dot_left", args(place.at(bar))));
        }
        let right = match operand {
            Operand::Atom(Atom::Var(var)) => Some(Place::var(*var)),
            Operand::Atom(Atom::Constant(..)) => None,
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => Some(place.clone()),
        };
        if let Some(right) = right
            && let Some(bar) = self.present(right.root)
        {
            self.emit(StmtKind::Accumulate("dot_right", args(right.at(bar))));
        }
    }

    /// `x as f32`: back in the type of what was cast.
    fn cast(&mut self, atom: &Atom, seed: Var) {
        let seed_atom = Atom::Var(seed);
        let back = match self.f.atom_ty(atom) {
            Ty::Float(Width::F32) => Op::Cast(seed_atom, Box::new(syn::parse_quote!(f32))),
            Ty::Float(Width::F64) => Op::Cast(seed_atom, Box::new(syn::parse_quote!(f64))),
            _ => Op::Runtime(
                "cast_like",
                vec![Argument::RefAtom(atom.clone()), Argument::Value(seed_atom)],
            ),
        };
        self.contribute_atom(atom, back);
    }

    /// Of a variant that holds more than numbers. Nobody else wants its cotangent: its parts are moved out.
    fn moved_parts(&mut self, path: &syn::Path, parts: &[(syn::Member, proc_macro2::Ident, Atom)], seed: Var) {
        let variant = &path.segments.last().expect("a variant has a name").ident;
        let accessor = crate::ir::accessors::unpacked(variant);
        let taken = self.temp(Op::Unpack(seed, accessor), Ty::Unknown);
        let taken = Place::var(taken.var().expect("a temporary is a variable"));
        let mut members: Vec<_> = parts.iter().collect();
        members.sort_by_key(|(member, ..)| crate::ir::accessors::member_order(member));
        for (k, (.., atom)) in members.into_iter().enumerate() {
            self.contribute_atom(atom, Op::Read(taken.then(Projection::Field(k.into()))));
        }
    }

    /// `Point { x: a, ..rest }`: what is left of the cotangent when the fields have theirs is that of the rest.
    fn structure(&mut self, fields: &[(syn::Member, Operand)], rest: Option<&Place>, seed: Var, id: usize) {
        let seed_place = Place::var(seed);
        for (member, operand) in fields {
            let part = seed_place.then(Projection::Field(member.clone()));
            match rest {
                // What it was lent is its owner's again, which has had nothing since.
                None if let Operand::Lend(place) = operand => self.go_over(part, place),
                None => self.contribute_operand(operand, Op::Read(part)),
                Some(rest) => {
                    let taken = self.taken_from_rest(part, rest.then(Projection::Field(member.clone())), id);
                    self.contribute_operand(operand, Op::Read(taken));
                }
            }
        }
        if let Some(rest) = rest {
            self.contribute(rest, Op::Read(seed_place));
        }
    }

    /// Takes the cotangent of a field that is given beside a rest: it does not come from the rest, and there nothing is added to it.
    fn taken_from_rest(&mut self, part: Place, field: Place, id: usize) -> Place {
        let info = self.f.info(field.root);
        let there = info.role == Role::View || info.role == Role::Reference && !info.mutable;
        let taken = if there {
            let taken = self.temp(Op::Read(part.clone()), Ty::Unknown);
            let zero = Op::Runtime("zero", vec![Argument::Ref(field)]);
            let value = self.temp(zero, Ty::Unknown);
            self.emit(StmtKind::assign(part, value));
            taken
        } else {
            let witness = self.witness_before(&field, id);
            self.temp(Op::Take(part, Some(witness)), Ty::Unknown)
        };
        Place::var(taken.var().expect("a temporary is a variable"))
    }

    /// `[a, b]`
    fn elements(&mut self, elements: &[Atom], seed: Var) {
        let seed_place = Place::var(seed);
        for (k, atom) in elements.iter().enumerate() {
            let index = proc_macro2::Literal::usize_unsuffixed(k);
            let part = seed_place.then(Projection::Index(Atom::Constant(quote!(#index), Ty::Int)));
            let op = if self.f.atom_ty(atom).is_float() {
                Op::Read(part)
            } else {
                Op::Runtime("copy", vec![Argument::Ref(part)])
            };
            self.contribute_atom(atom, op);
        }
    }

    /// `[a; n]`: the sum over all elements.
    fn repeated(&mut self, element: &Atom, seed: Var) {
        if let Atom::Var(var) = element
            && self.is_active(*var)
        {
            let zero = if self.f.info(*var).ty.is_float() {
                self.temp(Op::Zero(None), Ty::FLOAT)
            } else {
                let zero = self.zero(*var);
                self.temp(zero, Ty::Unknown)
            };
            let args = vec![Argument::Value(zero), Argument::Ref(Place::var(seed))];
            self.contribute_atom(element, Op::Runtime("total", args));
        }
    }

    /// The adjoint's own operations, when it is differentiated in its turn.
    fn runtime_call(&mut self, function: &'static str, args: &[Argument], seed: Var, out: Var) {
        let (seed_place, seed_atom) = (Place::var(seed), Atom::Var(seed));
        match function {
            "times" | "weighted" => {
                if let [Argument::Value(l), Argument::Value(r)] = args {
                    for (to, by) in [(l, r), (r, l)] {
                        let args = vec![Argument::Value(seed_atom.clone()), Argument::Value(by.clone())];
                        self.contribute_atom(to, Op::Runtime("times", args));
                    }
                }
            }
            "portion" => {
                if let [Argument::Value(whole), Argument::Value(share)] = args {
                    let to_whole = vec![Argument::Value(seed_atom.clone()), Argument::Value(share.clone())];
                    self.contribute_atom(whole, Op::Runtime("portion", to_whole));
                    let to_share = vec![Argument::Value(seed_atom), Argument::Value(whole.clone())];
                    self.contribute_atom(share, Op::Runtime("times", to_share));
                }
            }
            "over" | "ratio" => {
                if let [Argument::Value(l), Argument::Value(r)] = args {
                    let division = BinOp::Div(Default::default());
                    let (l, r) = (Operand::Atom(l.clone()), Operand::Atom(r.clone()));
                    self.scalar_binary(&division, &l, &r, seed_atom, out);
                }
            }
            "powi_slope" => self.powi_slope(args, &seed_atom),
            "scalar" | "float_operand" | "together" => {
                if let [Argument::Value(atom), ..] = args {
                    self.contribute_atom(atom, Op::Read(seed_place));
                }
            }
            "copy" => self.contribute(args[0].place(), Op::Read(seed_place)),
            "some" => {
                if let [Argument::Value(atom)] = args {
                    let held = proc_macro2::Ident::new("payload_value", self.span);
                    self.contribute_atom(atom, Op::Read(seed_place.then(Projection::Payload(held))));
                }
            }
            // It depends on the shape alone.
            "zero" => {}
            function if FLAT_FUNCTIONS.contains(&function) => {}
            function => self.unsupported(function),
        }
    }

    /// Whether an atom carries a derivative that is more than a number.
    fn holds_more(&self, atom: &Atom) -> bool {
        let active = atom.var().is_some_and(|var| self.is_active(var));
        active && !self.f.atom_ty(atom).is_scalar()
    }

    /// What a statement does to the shape of a variable is seen by the zero that is made for it before.
    pub(super) fn reshapes(&mut self, root: Var, id: usize) {
        match self.bars.get_mut(&root) {
            Some(bar) => bar.state = State::Vacant(id),
            None => {
                self.reshaped.insert(root, id);
            }
        }
    }

    /// `let x = pop v`: the cotangent of `x` becomes the last element of that of `v`.
    pub(super) fn pop_element(&mut self, place: &Place, out: Var, id: usize) {
        let seed = self.bars.remove(&out).map(|bar| Atom::Var(bar.var));
        let present = self.bar_of(place.root).is_some();
        if seed.is_some() && !present {
            self.present(place.root);
        }
        match self.bar_of(place.root) {
            Some(bar) => {
                let value = match seed {
                    Some(seed) => seed,
                    None if self.f.info(out).ty.is_float() => self.temp(Op::Zero(None), Ty::FLOAT),
                    None => {
                        let zero = self.zero(out);
                        self.temp(zero, Ty::Unknown)
                    }
                };
                let args = vec![Argument::Mut(place.at(bar)), Argument::Value(value)];
                self.emit(StmtKind::Accumulate("push_bar", args));
            }
            None => self.reshapes(place.root, id),
        }
        self.undo(place, Inverse::Push(out));
    }

    /// `let x = replace v by w` is `let x = v; v = w`, but what was there is kept by `x` itself.
    pub(super) fn replace(&mut self, place: &Place, value: &Atom, out: Var, id: usize) {
        let bar = self.put_back(place, value, out);
        if bar.is_none() {
            self.flow_back(place, value, id);
            if let Some(seed) = self.take_bar(out) {
                self.contribute(place, Op::Read(Place::var(seed)));
            }
        }
        self.undo(place, Inverse::Store(out));
        // A callee gives none for a list of counts, whose own is as long as the list. An option is none, and what is
        // put back is not read for nothing.
        if let Some(bar) = bar.filter(|_| self.f.place_ty(place) == Ty::Unknown && !value.is_none()) {
            let (ad, list) = (self.f.names_ad(), spell::borrow(&self.f.vars, place));
            let mut reads = Vec::new();
            place.uses(Use::Read, &mut |var, _| reads.push(var));
            let tokens = quote!({ use #ad::TakenOther as _; #ad::Taken(#list).count() });
            let count = self.compute_before(Op::Opaque(Opaque::once(tokens, reads)), "count", Ty::Inert, id);
            let args = vec![Argument::Mut(place.at(bar)), Argument::Value(Atom::Var(count))];
            self.emit(StmtKind::Accumulate("follow_counts", args));
        }
    }

    /// The cotangent of `x` in `let x = replace v.list by w`, where none flows into `w`, is all that there is of `v.list`: it is put there.
    fn put_back(&mut self, place: &Place, value: &Atom, out: Var) -> Option<Var> {
        let (seed, bar) = (self.bar_of(out)?, self.bar_of(place.root)?);
        let value_active = value.var().is_some_and(|var| self.is_active(var));
        let ty = self.f.place_ty(place);
        if value_active || place.is_whole() || ty.is_scalar() || self.f.info(place.root).role == Role::Slot {
            return None;
        }
        self.bars.remove(&out);
        let args = vec![Argument::Mut(place.at(bar)), Argument::Value(Atom::Var(seed))];
        self.emit(StmtKind::Accumulate("put_part", args));
        Some(bar)
    }

    /// `let x = take v[i]` leaves a zero: what flows into `v[i]` afterwards ends there, and what flows into `x` came from it.
    pub(super) fn take(&mut self, place: &Place, out: Var) {
        let seed = self.bars.remove(&out).map(|bar| Atom::Var(bar.var));
        if (seed.is_some() || self.bars.contains_key(&place.root))
            && let Some(bar) = self.present(place.root)
        {
            let value = seed.unwrap_or_else(|| self.temp(Op::Zero(None), Ty::FLOAT));
            self.emit(StmtKind::assign(place.at(bar), value));
        }
        self.undo(place, Inverse::Store(out));
    }
}
