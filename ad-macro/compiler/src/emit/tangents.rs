//! Emits what only tangent functions have: tangents that may be absent, and calls of other tangent functions.
//!
//! Input:  `let y, y_tangent = call f(&x, k; &x_tangent, _)`; `x_tangent[i]` of a parameter `x: &[f64]`
//! Output: `let (y, y_tangent) = f::tangent(&x, k, Some(&x_tangent), None);`; `match x_tangent { Some(x_tangent) => x_tangent[i], None => 0.0 }`

use crate::emit::callees::asked_for;
use crate::emit::emitter::{Emit, Folded};
use crate::ir::spell::{Access, has_marks};
use crate::ir::*;
use crate::syntax::located::{self, quote};
use crate::syntax::types::{Ty, mentions_object};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};

impl Emit<'_> {
    /// The tangent of a part of a struct: a zero, if a field is marked.
    fn part_tangent(&self, value: &Argument, tangent: &Place) -> TokenStream {
        let (ad, value) = (self.ad(), self.argument(value));
        let there = self.place_for(tangent, Access::See(&self.fields));
        let part = match self.lanes {
            // Nothing is marked: lanes are of numbers, and of lists and tuples of them.
            Some(_) => quote!(#ad::copy(&#there)),
            None => quote!(#ad::part_tangent(&#there, #value).tangent()),
        };
        match self.f.info(tangent.root).role {
            Role::Tangent(_) => {
                let root = self.name(tangent.root);
                let zero = match self.lanes {
                    Some(lanes) => quote!(#ad::zero::<_, #lanes>(#value)),
                    None => quote!(#ad::part_tangent(&(), #value).tangent()),
                };
                quote!((match #root { ::core::option::Option::Some(#root) => #part, _ => #zero }))
            }
            _ => part,
        }
    }

    /// The value at the tangent of a place in what a parameter refers to: zero where the argument has no tangent.
    pub(super) fn read_tangent(&self, place: &Place, of: Var) -> Folded {
        let (ad, root) = (self.ad(), self.name(place.root));
        let there = self.place(place);
        let tokens = if self.f.place_ty(place).is_scalar() {
            let zero = self.zero();
            quote!(match #root { ::core::option::Option::Some(#root) => #there, _ => #zero })
        } else {
            let value = self.borrow(&place.of(of));
            quote!(match #root { ::core::option::Option::Some(#root) => #ad::copy(&#there), _ => #ad::zero(#value) })
        };
        Folded::loose(tokens)
    }

    /// A clone of it, likewise.
    pub(super) fn cloned_tangent(&self, place: &Place, of: Var, method: &Ident) -> Folded {
        let (ad, root) = (self.ad(), self.name(place.root));
        let primal = place.of(of);
        let (there, mut value) = (self.place(place), self.borrow(&primal));
        // What lists the elements of an array is no array.
        if method == "to_vec" && matches!(self.f.place_ty(&primal), Ty::NdArray(..)) {
            value = quote!(&(#value).to_vec());
        }
        let tokens = quote!(match #root {
            ::core::option::Option::Some(#root) => #there.#method(),
            _ => #ad::zero(#value)
        });
        Folded::loose(tokens)
    }

    /// `Some(&x_tangent[i])`, what the caller gave us, or nothing.
    pub(super) fn tangent_slot(&self, tangent: &Option<Argument>) -> TokenStream {
        let span = located::statement();
        match tangent {
            None => quote!(::core::option::Option::None),
            Some(argument @ (Argument::Ref(place) | Argument::Mut(place)))
                if let Some((inside, present)) = place.lent_where() =>
            {
                let inside = match argument {
                    Argument::Mut(_) => Argument::Mut(inside),
                    _ => Argument::Ref(inside),
                };
                let (slot, present) = (self.tangent_slot(&Some(inside)), self.loose(present));
                match present.to_string().as_str() {
                    "true" => slot,
                    _ => quote!(if #present { #slot } else { ::core::option::Option::None }),
                }
            }
            Some(Argument::Ref(place)) => {
                if matches!(self.f.info(place.root).role, Role::Tangent(_))
                    && place.path.iter().any(|step| matches!(step, Projection::Through { .. }))
                {
                    return self.tangent_through(place);
                }
                let there = self.place_for(place, Access::See(&self.fields));
                let there = match has_marks(&self.f.vars, place) {
                    true => quote_spanned!(span=> #there.show()),
                    false => quote_spanned!(span=> ::core::option::Option::Some(&#there)),
                };
                match self.f.info(place.root).role {
                    Role::Tangent(_) => {
                        let root = self.name(place.root);
                        quote_spanned!(span=> match #root {
                            ::core::option::Option::Some(#root) => #there,
                            _ => ::core::option::Option::None
                        })
                    }
                    _ => there,
                }
            }
            Some(Argument::Mut(place)) if has_marks(&self.f.vars, place) => {
                let there = self.place_for(place, Access::Within(&self.fields));
                quote_spanned!(span=> ::core::option::Option::Some(&mut *#there.written()))
            }
            Some(Argument::Mut(place)) => {
                let there = self.place_mut(place);
                quote_spanned!(span=> ::core::option::Option::Some(&mut #there))
            }
            Some(argument) => {
                let value = self.argument(argument);
                quote_spanned!(span=> ::core::option::Option::Some(#value))
            }
        }
    }

    /// The same of a place behind routes: see `slot_through`.
    fn tangent_through(&self, place: &Place) -> TokenStream {
        let (span, root) = (located::statement(), self.name(place.root));
        let (way, part) = self.along_routes(place, false);
        let there = match (part.is_whole(), has_marks(&self.f.vars, place)) {
            (true, _) => quote!(::core::option::Option::Some(#root)),
            (_, true) => {
                let part = self.place_for(&part, Access::See(&self.fields));
                quote!(#part.show())
            }
            _ => {
                let part = self.place(&part);
                quote!(::core::option::Option::Some(&#part))
            }
        };
        quote_spanned!(span=> match #way {
            ::core::option::Option::Some(#root) => #there,
            _ => ::core::option::Option::None
        })
    }

    /// A call of the callee's tangent function.
    pub(super) fn tangent_call(&self, call: &Call, tangents: &[Option<Argument>]) -> TokenStream {
        let (out, tangent) = (self.name(call.out), self.name(call.pullback));
        let forward = self.in_form_with_lanes(&call.forward, "tangent_lanes");
        let of_method = usize::from(matches!(call.kind, CallKind::Method | CallKind::Parameter));
        let mut cells = TokenStream::new();
        let args = call.args[of_method..call.real_args()].iter().map(|arg| match arg {
            Argument::Lambda(number, start) => {
                let captured = (&call.args[*start..], &tangents[*start..]);
                self.closure_along(&self.f.lambdas[*number], captured, &mut cells)
            }
            // The tangent function is one of the same arguments, and of their tangents.
            Argument::Named(_, function) => {
                let mut function = (**function).clone();
                let last = function.path.segments.last_mut().expect("a path has a segment");
                let tangent = match last.ident.to_string().strip_suffix("function") {
                    Some("") => format_ident!("tangent", span = last.ident.span()),
                    Some(method) => format_ident!("{method}along", span = last.ident.span()),
                    None => last.ident.clone(),
                };
                last.ident = tangent;
                quote!(&#function)
            }
            Argument::Ref(place) | Argument::Mut(place) if self.function(place).is_some() => {
                self.name(place.root).to_token_stream()
            }
            arg => self.call_argument(call, arg),
        });
        let args: Vec<_> = args.collect();
        // What closures capture follows the arguments.
        let captured = call.args.len() - call.real_args();
        let slots = tangents[of_method..tangents.len() - captured].iter();
        let slots = slots.map(|tangent| self.tangent_slot(tangent));
        self.of_types
            .set(call.kind != CallKind::Function || self.of_types.get());
        if call.kind == CallKind::Operator && self.lanes.is_some() {
            let run = self.operator_in_lanes(call, &args, slots.collect());
            return quote!(let (#out, #tangent) = #run;);
        }
        if call.kind == CallKind::Operator {
            let operands = self.operands(call, args);
            let run = quote!(#operands.sweeps().along(#(#slots),*));
            let run = crate::syntax::expressions::located(run, located::statement());
            return quote!(let (#out, #tangent) = #run;);
        }
        if call.kind == CallKind::Parameter {
            let function = self.name(call.args[0].place().root);
            return quote!(let (#out, #tangent) = #function(#(#args,)* #(#slots),*););
        }
        if of_method == 0 {
            let forward = self.asked(forward.to_token_stream());
            return quote!(#cells let (#out, #tangent) = #forward(#(#args,)* #(#slots),*););
        }
        let ad = self.ad();
        let receiver = match &call.args[0] {
            Argument::Ref(place) if call.written.number => self.number(place),
            Argument::Mut(place) if self.plan.offered.contains(&call.pullback) => {
                let place = self.place(place);
                let asked = asked_for(call, &place, &args);
                quote!(#ad::lent_or_taken!(#place, #asked))
            }
            // The tangents of an object's methods are another trait's.
            arg if self.is_of_objects(arg.place()) => self.called_on(call),
            Argument::Mut(place) => self.place_mut(place),
            // Only a method by `&self` may be called on what could be written and is said not to be.
            arg if self.f.info(arg.place().root).mutable => {
                let place = self.borrow(arg.place());
                quote!((#place))
            }
            arg => self.place(arg.place()),
        };
        let slot = self.receiver_slot(&tangents[0]);
        quote!(#cells let (#out, #tangent) = #receiver.#forward(#(#args,)* #slot, #(#slots),*);)
    }

    /// Whether a place belongs to a parameter that is a trait object, or holds some.
    fn is_of_objects(&self, place: &Place) -> bool {
        let mut params = self.f.params.iter();
        let objects = params.any(|param| param.var == place.root && mentions_object(&param.ty));
        objects && self.f.sweeps_of(place) != SweepsOf::Itself
    }

    /// An operator that computes with floats, for all that is seen, along several directions.
    fn operator_in_lanes(&self, call: &Call, args: &[TokenStream], slots: Vec<TokenStream>) -> TokenStream {
        let (ad, operator) = (self.ad(), &call.forward);
        let args = call.args.iter().zip(args).map(|(arg, tokens)| match arg {
            Argument::Value(_) => quote!(&(#tokens)),
            _ => tokens.clone(),
        });
        let run = match (args.len(), &call.args[0]) {
            (1, _) => {
                let slot = &slots[0];
                quote!(#ad::along_neg(#(#args,)* #slot))
            }
            (_, Argument::Mut(_)) => quote!(#ad::along_change(#operator, #(#args,)* #(#slots),*)),
            _ => quote!(#ad::along(#operator, #(#args,)* #(#slots),*)),
        };
        crate::syntax::expressions::located(run, located::statement())
    }

    /// A closure that gives the value and its tangent. What it writes to is in `cells` around it: who is given it may only read it.
    fn closure_along(
        &self,
        lambda: &Lambda,
        (captured, along): (&[Argument], &[Option<Argument>]),
        cells: &mut TokenStream,
    ) -> TokenStream {
        let f = &lambda.function;
        let Some((tangents, plan)) = &lambda.tangents else {
            unreachable!("the tangent of a closure is made with that of the call")
        };
        let name = |var: Var| &f.info(var).name;
        let (outer, own) = f.params[..tangents.len()].split_at(lambda.captured);
        let (of_outer, of_own) = tangents.split_at(lambda.captured);
        let mut bindings = TokenStream::new();
        for (k, (param, tangent)) in outer.iter().zip(of_outer).enumerate() {
            let value = match self.function(captured[k].place()) {
                Some((function, _)) => function.to_token_stream(),
                None => self.lend(&captured[k]),
            };
            let (own, slot) = (name(param.var), self.tangent_slot(&along[k]));
            let pair = tangent.map(|tangent| (name(tangent), slot));
            bindings.extend(match (param.passing, pair) {
                (Passing::Mut, pair) => {
                    let cell = Ident::new(&format!("cell_{own}"), Span::mixed_site());
                    let (tangent, slot) = match pair {
                        Some((tangent, slot)) => (quote!(#tangent), quote!(#slot.expect("it has a tangent"))),
                        None => (quote!(_), quote!(&mut ())),
                    };
                    cells.extend(quote!(let #cell = ::core::cell::RefCell::new((#value, #slot));));
                    quote! {
                        let mut #cell = #cell.borrow_mut();
                        let #cell = &mut *#cell;
                        let (#own, #tangent) = (&mut *#cell.0, &mut *#cell.1);
                    }
                }
                (_, Some((tangent, slot))) => quote!(let #own = #value; let #tangent = #slot;),
                (_, None) => quote!(let #own = #value;),
            });
        }
        let params = own.iter().map(|param| {
            let (name, ty) = (name(param.var), &param.ty);
            quote!(#name: #ty)
        });
        let slots = of_own.iter().map(|tangent| match tangent {
            Some(tangent) => name(*tangent).to_token_stream(),
            None => quote!(_),
        });
        let given = of_own.iter().flatten().map(|tangent| {
            let (name, mutable) = (name(*tangent), f.info(*tangent).mutable.then(|| quote!(mut)));
            quote!(let #mutable #name = #name.expect("a function value is given its tangents");)
        });
        let emit = Emit::new(f, plan, &[&f.body], &[]);
        let ends = f.output_ty == Ty::Unit;
        let body = emit.sweep(&f.body, |value| match value.is_empty() && ends {
            true => quote!(((), ())),
            false => value,
        });
        quote!(&|#(#params,)* #(#slots),*| { #bindings #(#given)* #body })
    }

    /// The tangent of a receiver: a method that reads it takes it also where it can be written.
    fn receiver_slot(&self, tangent: &Option<Argument>) -> TokenStream {
        let ad = self.ad();
        match tangent {
            Some(Argument::Mut(place)) if has_marks(&self.f.vars, place) => {
                let there = self.place_for(place, Access::Within(&self.fields));
                quote!(#ad::ReceiverTangent::Written(#there.lend()))
            }
            Some(Argument::Mut(_)) => {
                let slot = self.tangent_slot(tangent);
                quote!(#ad::ReceiverTangent::Written(#slot))
            }
            _ => {
                let slot = self.tangent_slot(tangent);
                quote!(#ad::ReceiverTangent::Shared(#slot))
            }
        }
    }

    /// A function of the runtime that gives a tangent.
    pub(super) fn tangent_op(&self, function: &str, args: &[Argument], tangents: &[Option<Argument>]) -> TokenStream {
        if let ("part_tangent", [value], [Some(Argument::Ref(tangent))]) = (function, args, tangents) {
            return self.part_tangent(value, tangent);
        }
        let (ad, function) = (self.ad(), format_ident!("{function}", span = located::statement()));
        let args: Vec<_> = args.iter().map(|arg| self.argument(arg)).collect();
        let tangents = tangents.iter().map(|tangent| self.tangent_slot(tangent));
        quote!(#ad::#function(#(#args,)* #(#tangents),*))
    }

    /// A call of what only a twin of second order has. For another one rustc finds the function of a trait, which asks for that in the
    /// user's words.
    pub(super) fn second_order_call(&self, forward: &syn::ExprPath, args: &[TokenStream]) -> TokenStream {
        let name = &forward.path.segments.last().expect("a path has a segment").ident;
        let types: Vec<Ident> = (0..args.len()).map(|k| format_ident!("T{k}")).collect();
        let (ws, forward) = (&self.ws(), self.asked(forward.to_token_stream()));
        quote!({
            trait Once: ::core::marker::Sized {
                fn #name<W, #(#types),*>(_: W, #(_: #types),*) -> !
                where
                    Self: ::pullback::rt::SecondOrder,
                {
                    ::core::unreachable!()
                }
            }
            impl<T> Once for T {}
            (#forward)(#ws, #(#args),*)
        })
    }
}
