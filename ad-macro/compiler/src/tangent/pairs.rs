//! Forward mode for second order: the tangent function as a primal, which goes through the reverse passes like any other.
//!
//! ```text
//! Input:  fn f(x: &[f64], k: f64, n: usize) -> f64
//! Output: fn f(x: &[f64], k: f64, n: usize, x_tangent: &[f64], k_tangent: f64, n_tangent: ()) -> (f64, f64)
//! Input:  let y = call g(&x, 2.0)
//! Output: let both = call g::tangent(&x, 2.0, &x_tangent, g::zero_tangent_1(&2.0))   let y = both.0   let y_tangent = both.1
//! ```
//!
//! Every parameter has a tangent, since a caller cannot see which of them are differentiable: that of the others is `()`.

use crate::ir::*;
use crate::syntax::paths::derivative_name;
use crate::syntax::types::{Ty, is_inert_parameter};
use crate::tangent::forward::Forward;
use crate::tangent::names::{tangent_type, zero_tangent};
use proc_macro2::Ident;
use quote::quote;
use syn::{Type, parse_quote};

impl Forward<'_> {
    /// The tangent of a parameter that has none.
    pub(super) fn no_tangent(&mut self, param: &Param) {
        let tangent = self.tangent_var(param.var);
        let info = &mut self.f.vars[tangent.0];
        (info.ty, info.temporary) = (Ty::Unit, false);
        let own = Param {
            differentiable: false,
            ..Param::new(tangent, parse_quote!(()), param.passing)
        };
        self.f.params.push(own);
    }

    /// A parameter that is a function takes the tangents of its arguments as well, and gives a pair. It has no tangent of its own.
    pub(super) fn function_of_pairs(&mut self, number: usize) {
        let param = &mut self.f.params[number];
        if let Some((callable, _)) = &mut param.callable {
            let tangents = callable.inputs.iter().map(|ty| match ty {
                ty if is_inert_parameter(ty) => parse_quote!(()),
                Type::Reference(reference) => Type::Reference(syn::TypeReference {
                    elem: Box::new(tangent_type(&reference.elem)),
                    ..reference.clone()
                }),
                ty => tangent_type(ty),
            });
            let tangents: Vec<Type> = tangents.collect();
            callable.inputs.extend(tangents);
            if Ty::of(&callable.output) != Ty::Unit {
                let (output, tangent) = (&callable.output, tangent_type(&callable.output));
                callable.output = parse_quote!((#output, #tangent));
            }
        }
        let own = Param::new(param.var, param.ty.clone(), Passing::Value);
        self.no_tangent(&own);
    }

    /// The result's type is that of the pair.
    pub(super) fn pair_of_outputs(&mut self) {
        if self.f.output_ty == Ty::Unit {
            return;
        }
        let (output, ty) = (&self.f.output, self.f.output_ty.clone());
        let tangent = tangent_type(output);
        self.f.output = parse_quote!((#output, #tangent));
        self.f.output_ty = Ty::Tuple(vec![ty.clone(), ty]);
    }

    /// A call of the callee's tangent function.
    pub(super) fn pair_call(&mut self, stmt: &Stmt, call: &Call) {
        let AsWritten {
            result: _,
            computed: _,
            number: false,
            is_value: _,
            listed: false,
            tuples,
            views,
            held,
            options,
            aside,
            fields,
            told,
            constants: _,
            stands: _,
            tangent: false,
        } = &call.written
        else {
            return self.missing("this call");
        };
        let mut others = [views, held, options, fields].into_iter();
        if !tuples.is_empty() || !told.is_empty() || !others.all(Vec::is_empty) {
            return self.missing("a call with such an argument");
        }
        let nothing = || Argument::Value(Atom::Constant(quote!(()), Ty::Unit));
        let of_parameter = usize::from(call.kind == CallKind::Parameter);
        let (mut args, mut tangents) = (call.args[..call.real_args()].to_vec(), Vec::new());
        let (own, mut unseen) = (args.len(), Vec::new());
        for (k, arg) in args.iter().enumerate().skip(of_parameter) {
            let tangent = match arg {
                _ if aside.contains(&k) => None,
                Argument::Value(atom) if of_parameter == 1 => Some(Argument::Value(self.moved(atom))),
                Argument::Value(atom) => self.number(atom).map(|_| Argument::Value(self.moved(atom))),
                Argument::RefAtom(atom) => self.number(atom).map(Argument::RefAtom),
                Argument::Lambda(..) => Some(nothing()),
                Argument::Ref(place) | Argument::Mut(place) if self.f.info(place.root).ty == Ty::Function => {
                    Some(nothing())
                }
                Argument::Ref(place) => self.part_of_pair(call, place).map(Argument::Ref),
                Argument::Mut(place) if place.path.iter().any(|step| matches!(step, Projection::Through { .. })) => {
                    return self.missing("a view that a function is lent to write to");
                }
                Argument::Mut(place) => self.unmarked_place(place).map(Argument::Mut),
                Argument::Named(..) => {
                    return self.missing("a function that is handed over by its name: write a closure that calls it");
                }
            };
            let zero = |pass: &mut Self| match of_parameter {
                1 => pass.zero_of(arg).expect("what is handed over by value has a tangent"),
                _ => pass.zero_argument(call, k, arg),
            };
            let tangent = tangent.unwrap_or_else(|| zero(self));
            // Whether it is taken by reference, as a constant may be, only the callee knows.
            tangents.push(match (arg, tangent) {
                (Argument::Value(of), Argument::Value(Atom::Var(zero)))
                    if of_parameter == 0
                        && self.number(of).is_none()
                        && matches!(self.f.atom_ty(of), Ty::Unknown | Ty::Inert) =>
                {
                    unseen.push(own + k);
                    Argument::Ref(Place::var(zero))
                }
                (_, tangent) => tangent,
            });
        }
        args.extend(tangents);
        self.captured_pairs(call, &mut args);
        let (mut function, mut forward) = (call.function.clone(), call.forward.clone());
        let [name, last] = [&mut function, &mut forward].map(|path| {
            let last = path.path.segments.last_mut().expect("a path has a segment");
            &mut last.ident
        });
        match call.kind {
            CallKind::Function if *last != "forward" => return self.missing("a third derivative"),
            CallKind::Function => *last = Ident::new(PAIRS, last.span()),
            CallKind::Parameter => {}
            // The tangent function is a method like others, beside its own.
            _ => {
                let own = name.to_string();
                *last = derivative_name(name, &format!("tangent{}", &last.to_string()[own.len()..]));
                *name = derivative_name(name, "tangent");
            }
        }
        let ty = self.f.info(call.out).ty.clone();
        // Where nothing is done with the result, there may be none.
        let pair = ty != Ty::Unit && (self.is_active(call.out) || self.mentioned.contains(&call.out));
        let both = match pair {
            true => self.f.named_var("both", Ty::Tuple(vec![ty.clone(), ty]), false),
            false => call.out,
        };
        let mut pairs = call.clone();
        pairs.out = both;
        (pairs.function, pairs.forward) = (function, forward);
        pairs.written.tangent = true;
        pairs.written.result = None;
        pairs.written.fields = unseen;
        pairs.args = args;
        pairs.olds = vec![None; pairs.args.len()];
        let kind = StmtKind::Call(Box::new(pairs));
        self.out.push(Stmt { kind, ..stmt.clone() });
        if pair {
            self.apart(call.out, both);
        }
    }

    /// The tangent of what a call is lent. Of a field, which may be marked, it is a copy; in a recursive call that would be one at each depth
    /// of what is lent.
    fn part_of_pair(&mut self, call: &Call, place: &Place) -> Option<Place> {
        let tangent = self.tangent_place(place)?;
        let callee = call.function.path.segments.last().map(|last| &last.ident);
        if !spell::has_marks(&self.f.vars, &tangent) {
            return Some(tangent);
        }
        if callee == Some(&self.f.name) {
            self.missing("what a function lends to itself out of a field: its tangent would be copied at each depth");
        }
        let (op, ty) = (self.read(place, tangent), self.f.place_ty(place));
        let copy = self.f.named_var("part", ty, false);
        self.define(copy, op);
        Some(Place::var(copy))
    }

    /// What closures in the call captured, and its tangents, as the last of its arguments.
    fn captured_pairs(&mut self, call: &Call, args: &mut Vec<Argument>) {
        for k in 0..call.real_args() {
            let Argument::Lambda(number, start) = call.args[k] else {
                continue;
            };
            let captured = &call.args[start..start + self.f.lambdas[number].captured];
            self.closure(number, captured);
            args[k] = Argument::Lambda(number, args.len());
            args.extend_from_slice(captured);
            for arg in captured {
                let tangent = self.unmarked_place(arg.place());
                args.extend(tangent.map(|tangent| match arg {
                    Argument::Mut(_) => Argument::Mut(tangent),
                    _ => Argument::Ref(tangent),
                }));
            }
        }
    }

    /// A value and its tangent, from the pair of both.
    pub(super) fn apart(&mut self, out: Var, both: Var) {
        let part = |k: usize| Op::Read(Place::var(both).then(Projection::Field(k.into())));
        self.define(out, part(0));
        if let Some(tangent) = self.tangent_of_new(out) {
            self.define(tangent, part(1));
        }
    }

    /// The tangent of an argument that has none: only the callee knows its type.
    fn zero_argument(&mut self, call: &Call, param: usize, arg: &Argument) -> Argument {
        let (value, ty) = match arg {
            Argument::Value(atom) | Argument::RefAtom(atom) => {
                let value = spell::atom(&self.f.vars, atom);
                (quote!(&#value), self.f.atom_ty(atom))
            }
            arg => {
                let place = arg.place();
                (spell::borrow(&self.f.vars, place), self.f.place_ty(place))
            }
        };
        let mut reads = Vec::new();
        arg.uses(&mut |var, _| reads.push(var));
        let mut function = match call.kind {
            CallKind::Function => call.forward.clone(),
            _ => call.function.clone(),
        };
        let last = function.path.segments.last_mut().expect("a path has a segment");
        last.ident = match call.kind {
            CallKind::Function => zero_tangent(param),
            _ => derivative_name(&last.ident, &zero_tangent(param).to_string()),
        };
        let function = match (call.kind, &call.args[0]) {
            (CallKind::Method, receiver) => {
                receiver.uses(&mut |var, _| reads.push(var));
                let receiver = spell::borrow(&self.f.vars, receiver.place());
                quote!((#receiver).#function)
            }
            _ => quote!(#function),
        };
        let ty = if ty.is_float() { ty } else { Ty::Unknown };
        let mutable = matches!(arg, Argument::Mut(_));
        let zero = self.f.named_var("zero", ty, mutable);
        self.define(zero, Op::Opaque(Opaque::pure(quote!(#function(#value)), reads)));
        match arg {
            Argument::Value(_) => Argument::Value(Atom::Var(zero)),
            Argument::Mut(_) => Argument::Mut(Place::var(zero)),
            _ => Argument::Ref(Place::var(zero)),
        }
    }
}
