//! Emits calls of twins, with their arguments.
//!
//! Input:  `let y, p = call f(&x, k)`
//! Output: `let (y, p) = f::forward(ws, &x, k);`

use crate::emit::callees::{asked_for, found, in_tuples};
use crate::emit::device::device_code;
use crate::emit::emitter::Emit;
use crate::ir::spell::Access;
use crate::ir::*;
use crate::syntax::located::{self, quote};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

impl Emit<'_> {
    /// The name of a parameter that is a function, and of its forward sweep.
    pub(super) fn function(&self, place: &Place) -> Option<(&Ident, &Ident)> {
        let mut params = self.f.params.iter().filter(|param| param.var == place.root);
        let (_, call) = params.next()?.callable.as_ref()?;
        Some((self.name(place.root), call))
    }

    /// An argument of a call that is differentiated.
    pub(super) fn call_argument(&self, call: &Call, argument: &Argument) -> TokenStream {
        let ad = self.ad();
        match argument {
            Argument::Lambda(number, start) => {
                let lambda = &self.f.lambdas[*number];
                let captured = &call.args[*start..*start + lambda.captured];
                let kinds = lambda
                    .function
                    .params
                    .iter()
                    .zip(captured)
                    .map(|(param, arg)| self.kind(param, arg.place()));
                let kinds = crate::emit::closures::list(kinds.collect::<Vec<_>>().into_iter());
                let method = &call.function.path.segments.last().expect("a path has a name").ident;
                let places: Vec<&Place> = captured.iter().map(Argument::place).collect();
                let kinds = self.with_device_code(kinds, lambda, method, &places);
                let refs = captured.iter().map(|arg| match self.function(arg.place()) {
                    Some((f, forward)) => quote!(((#f.0, #ad::refs(#f.0, &mut #f.1)), #forward)),
                    None => self.lend(arg),
                });
                let refs = crate::emit::closures::list(refs);
                let forward = crate::emit::closures::forward(lambda);
                quote!((#kinds, #refs), #forward)
            }
            Argument::Named(_, forward) => quote!(((), ()), #forward),
            Argument::Ref(place) | Argument::Mut(place) => match self.function(place) {
                Some((f, forward)) => quote!((#f.0, #ad::refs(#f.0, &mut #f.1)), #forward),
                None => self.argument(argument),
            },
            _ => self.argument(argument),
        }
    }

    /// An argument of a call that stands as it was written.
    fn plain_argument(&self, call: &Call, number: usize, argument: &Argument) -> TokenStream {
        match argument {
            Argument::Mut(place) if call.written.views.contains(&number) => {
                let place = self.place_mut(place);
                quote!(#place.view_mut())
            }
            Argument::Ref(place) if call.written.views.contains(&number) => {
                let place = self.place(place);
                quote!(#place.view())
            }
            // Behind a parameter that is a view there is no view in the sweeps.
            Argument::Mut(place) if self.f.is_view_param(place) => {
                let place = self.place_mut(place);
                quote!(&mut #place.view_mut())
            }
            Argument::Ref(place) if self.f.is_view_param(place) => {
                let place = self.place(place);
                quote!(&#place.view())
            }
            Argument::Ref(place) if call.written.held.contains(&number) => self.place(place),
            Argument::Ref(place) if call.written.fields.contains(&number) => self.place(place),
            Argument::Lambda(number, start) => {
                let lambda = &self.f.lambdas[*number];
                let captured = &call.args[*start..*start + lambda.captured];
                crate::emit::closures::plain(lambda, captured.iter().map(|arg| self.lend(arg)))
            }
            Argument::Named(path, _) => quote!(#path),
            _ => self.argument(argument),
        }
    }

    /// The kinds of captures of a closure, with its code for devices if it has such a form: only the methods of tensors make use of it.
    pub(super) fn with_device_code(
        &self,
        kinds: TokenStream,
        lambda: &Lambda,
        method: &Ident,
        captured: &[&Place],
    ) -> TokenStream {
        let is_of_tensors = [
            "map",
            "zip_map",
            "map_differentiable_pull",
            "zip_map_differentiable_pull",
        ]
        .contains(&&*method.to_string());
        let Some(code) = is_of_tensors.then(|| device_code(lambda)).flatten() else {
            return kinds;
        };
        let (ad, text, constants) = (self.ad(), code.text, code.constants);
        let captured = captured.iter().map(|place| self.borrow(place));
        quote!(#ad::on_devices(#kinds, #text, [#(#ad::device_number(#captured),)* #(#ad::device_number(&#constants)),*]))
    }

    /// A reference to a captured variable.
    pub(super) fn lend(&self, argument: &Argument) -> TokenStream {
        match argument {
            Argument::Mut(place) => {
                let place = self.place_mut(place);
                quote!(&mut #place)
            }
            _ => self.argument(argument),
        }
    }

    /// How a closure's parameter captures a variable.
    pub(super) fn kind(&self, param: &Param, place: &Place) -> TokenStream {
        let ad = self.ad();
        if let Some((f, forward)) = self.function(place) {
            return quote!(#ad::inner(#f.0, #forward));
        }
        let kind = self.runtime(match (param.passing, param.differentiable) {
            (Passing::Mut, true) => "written",
            (Passing::Mut, false) => "still_written",
            (_, true) => "shared",
            (_, false) => "still_shared",
        });
        let value = self.borrow(place);
        quote!(#ad::#kind(#value))
    }

    pub(super) fn call(&self, call: &Call) -> TokenStream {
        if let Some(tangents) = &call.tangents {
            return self.tangent_call(call, tangents);
        }
        if call.inactive {
            return self.inactive_call(call);
        }
        let out = match self.ends_at_once(call.out) {
            true => quote!(_),
            false => self.name(call.out).to_token_stream(),
        };
        let (pullback, ws, forward) = (self.name(call.pullback), &self.ws(), &call.forward);
        let receiver = (call.kind == CallKind::Method).then(|| self.called_on(call));
        let first = usize::from(matches!(call.kind, CallKind::Method | CallKind::Parameter));
        let rest = &call.args[first..call.real_args()];
        let ad = self.ad();
        let before = usize::from(receiver.is_some());
        let offers = self.plan.offered.contains(&call.pullback) && rest.iter().all(can_be_given_a_name);
        let args = rest.iter().enumerate().map(|(k, arg)| match arg {
            Argument::Ref(place) if call.written.fields.contains(&(before + k)) => {
                let place = self.borrow(place);
                match call.written.tangent {
                    true => quote!(#ad::as_taken(#place)),
                    false => quote!({ use #ad::HandedAsItIs as _; #ad::handed_field(#place).handed() }),
                }
            }
            _ => self.call_argument(call, arg),
        });
        let mut args: Vec<_> = args.collect();
        let given = match offers {
            true => self.named_ahead(&mut args, rest),
            false => TokenStream::new(),
        };
        if call.kind == CallKind::Kept {
            // That the function has no derivative is said where it is called.
            args[0] = crate::syntax::expressions::located(std::mem::take(&mut args[0]), located::statement());
        }
        if call.kind == CallKind::Parameter {
            let (f, forward) = self
                .function(call.args[0].place())
                .expect("the function is a parameter");
            return quote!(let (#out, #pullback) = #forward(#ad::refs(#f.0, &mut #f.1), #ws, #(#args),*););
        }
        if let (CallKind::Itself, Recursion::Frames(frames)) = (call.kind, &self.f.recursion) {
            let Frames { calls, tapes, .. } = &**frames;
            return quote!(let #out = #calls.forward(#tapes, #ws, #(#args),*););
        }
        // The siblings of methods and associated functions take the workspace last: `V::dot(a, b)` may be either.
        let (ahead, run) = match (receiver, call.kind) {
            (Some(receiver), _) => {
                let (as_written, as_called) = (self.as_written(call, &args), self.as_called(call, &args));
                let (place, written) = (call.args[0].place(), matches!(call.args[0], Argument::Mut(_)));
                let receiver = match as_written {
                    Some(_) => self.tied(&found(), receiver, place, call.written.number, written),
                    None => receiver,
                };
                let offer = offers.then(|| self.offer(call, &args));
                (
                    quote!(#given #as_written #as_called #offer),
                    quote!(#receiver.#forward(#(#args,)* #ws)),
                )
            }
            (None, CallKind::Operator | CallKind::Product) => (TokenStream::new(), self.operate(call, args)),
            (None, CallKind::Associated) => {
                self.of_types.set(true);
                let as_called = self.as_called(call, &args);
                (as_called, self.associated(call, &args))
            }
            (None, _) => {
                let as_called = self.as_called(call, &args);
                let run = self.forward_call(call, &args, &as_called);
                (as_called, run)
            }
        };
        quote!(#ahead let (#out, #pullback) = #run;)
    }

    /// A call through which no derivative flows, and what it may overwrite is saved before.
    fn inactive_call(&self, call: &Call) -> TokenStream {
        let ad = self.ad();
        let olds = (call.args.iter().zip(&call.olds)).filter_map(|(arg, old)| match (arg, old) {
            (Argument::Mut(place), Some(old)) => {
                let (old, lent) = (self.name(*old), self.borrow(place));
                let snapshot = self.runtime(match place.lent_where() {
                    Some(_) => "snapshot_where",
                    None => "snapshot",
                });
                Some(quote!(let #old = #ad::#snapshot(#lent);))
            }
            _ => None,
        });
        let (olds, value, out) = (
            TokenStream::from_iter(olds),
            self.call_as_written(call),
            self.name(call.out),
        );
        match self.ends_at_once(call.out) && !call.written.computed {
            true => quote!(#olds #value;),
            false => quote!(#olds let #out = #value;),
        }
    }

    /// What a method is called on.
    pub(super) fn called_on(&self, call: &Call) -> TokenStream {
        self.of_types.set(true);
        let others = call.args[1..].iter().filter_map(|arg| match arg {
            Argument::Ref(place) | Argument::Mut(place) => Some(place),
            _ => None,
        });
        match &call.args[0] {
            Argument::Ref(place) if call.written.number => self.number(place),
            Argument::Ref(place) => self.receiver(place, false, others),
            Argument::Mut(place) => self.receiver(place, true, others),
            _ => unreachable!("a receiver is a place"),
        }
    }

    /// Gives names to what may panic: nothing may while the receiver is on offer.
    fn named_ahead(&self, args: &mut [TokenStream], given: &[Argument]) -> TokenStream {
        let mut ahead = TokenStream::new();
        for (k, (token, arg)) in args.iter_mut().zip(given).enumerate() {
            if !self.cannot_panic(arg) {
                let name = Ident::new(&format!("given_{k}"), Span::mixed_site());
                ahead.extend(quote!(let #name = #token;));
                *token = name.into_token_stream();
            }
        }
        ahead
    }

    /// An operator on its operands.
    fn operate(&self, call: &Call, args: Vec<TokenStream>) -> TokenStream {
        if call.args.len() > 2 {
            return self.operate_pair(call, args);
        }
        let (operands, ws) = (self.operands(call, args), &self.ws());
        // That the operator has no derivative is said where it stands: rustc points at an argument or at the receiver.
        let run = match call.kind {
            CallKind::Product => quote!(#operands.copied().sweeps().multiply(#ws)),
            _ => quote!(#operands.sweeps().operate(#ws)),
        };
        crate::syntax::expressions::located(run, located::statement())
    }

    /// The forward sweep of a function. Of one that is called with another number of arguments rustc says so once.
    fn forward_call(&self, call: &Call, args: &[TokenStream], as_called: &TokenStream) -> TokenStream {
        let (mut forward, ws) = (self.forward(&call.forward), &self.ws());
        // What the runtime says of its own function is said where it is called.
        if call.forward.path.segments[0].ident == self.f.ad {
            forward = crate::syntax::expressions::located(forward, located::statement());
        }
        if call.is_of_second_order() {
            return self.second_order_call(&call.forward, args);
        }
        let counted = call.kind == CallKind::Function && !as_called.is_empty() && !self.takes_function(call);
        if let (Some(stands), true) = (&call.written.stands, counted) {
            let (given, mut taken, span) = (stands.arguments.len(), call.forward.clone(), call.forward.span());
            if let Some(last) = taken.path.segments.last_mut() {
                *last = Ident::new("taken", last.ident.span()).into();
            }
            // What a bound asks is then asked in one place.
            forward = match self.accepted {
                Some(_) => self.asked(forward),
                None => quote_spanned!(span=> #taken([(); #given]).sweep(#forward)),
            };
        }
        quote!(#forward(#ws, #(#args),*))
    }

    /// An operator with its tangent: the operands, and the tangents of both.
    fn operate_pair(&self, call: &Call, args: Vec<TokenStream>) -> TokenStream {
        self.of_types.set(true);
        let (ad, ws, operator) = (self.ad(), self.ws(), &call.forward);
        let [l, r] = [&call.args[0], &call.args[1]].map(|arg| match arg {
            Argument::Ref(_) => quote!(#ad::ByReference),
            Argument::Mut(_) => quote!(#ad::Changed),
            _ => quote!(#ad::ByValue),
        });
        let run = quote!(#ad::operate_pair(#operator, (#l, #r), #(#args,)* #ws));
        crate::syntax::expressions::located(run, located::statement())
    }

    /// The operands of an operator, handed over as these.
    pub(super) fn operands(&self, call: &Call, mut args: Vec<TokenStream>) -> TokenStream {
        self.of_types.set(true);
        let (ad, operator) = (self.ad(), &call.forward);
        let forms = call.args.iter().enumerate().map(|(k, arg)| match arg {
            Argument::Ref(_) => quote!(#ad::ByReference),
            Argument::Mut(_) => quote!(#ad::Changed),
            _ if call.written.constants.contains(&k) => quote!(#ad::ConstantOperand),
            _ => quote!(#ad::ByValue),
        });
        let mut forms: Vec<_> = forms.collect();
        if forms.len() == 1 {
            forms.push(quote!(#ad::ByValue));
            args.push(quote!(()));
        }
        quote!(#ad::operands(#operator, (#(#forms),*), #(#args),*))
    }

    /// A call through which no derivative flows, in the user's words.
    pub(super) fn call_as_written(&self, call: &Call) -> TokenStream {
        let (ad, function) = (self.ad(), &call.function);
        let receiver = match (call.kind, call.args.first()) {
            (CallKind::Kept, Some(kept)) => {
                let function = self.place(kept.place());
                Some(quote!((#function)))
            }
            // What is called by its path as a method could be another one.
            (CallKind::Method, Some(Argument::Mut(place))) if function.path.segments.len() > 1 => {
                Some(self.borrow_mut(place))
            }
            (CallKind::Method, Some(arg)) if function.path.segments.len() > 1 => Some(self.borrow(arg.place())),
            // Only a method by `&self` may be called on what could be written and is said not to be.
            (CallKind::Method, Some(Argument::Ref(place))) if self.f.info(place.root).mutable => {
                let place = self.borrow(place);
                Some(quote!((#place)))
            }
            (CallKind::Method, Some(Argument::Mut(place))) => Some(self.place_mut(place)),
            (CallKind::Method, Some(arg)) => Some(self.place(arg.place())),
            (CallKind::Parameter, _) => Some(TokenStream::new()),
            _ => None,
        };
        let before = usize::from(receiver.is_some());
        let args = call.args[before..call.real_args()].iter().enumerate();
        let args = args.map(|(k, arg)| self.plain_argument(call, before + k, arg));
        let tuples = call.written.tuples.iter();
        let tuples = tuples.map(|parts| parts.start - before..parts.end - before);
        let args = in_tuples(args.collect(), tuples);
        let value = match receiver {
            Some(receiver) if call.kind == CallKind::Kept => quote!(#receiver(#(#args),*)),
            Some(receiver) if call.kind == CallKind::Method && function.path.segments.len() > 1 => {
                quote!(#function(#receiver #(, #args)*))
            }
            Some(receiver) if call.kind == CallKind::Method => quote!(#receiver.#function(#(#args),*)),
            _ => quote!(#function(#(#args),*)),
        };
        match call.written.computed {
            true => quote!({ use #ad::GivenByValue as _; #ad::given(#value).value() }),
            false if call.written.listed => quote!(#ad::items(#value)),
            false => value,
        }
    }

    /// Offers the receiver to a method by value.
    fn offer(&self, call: &Call, args: &[TokenStream]) -> TokenStream {
        let (ad, ws, receiver) = (self.ad(), &self.ws(), call.args[0].place());
        let name = self.name(receiver.root);
        let own = (!self.f.info(receiver.root).mutable).then(|| quote!(let mut #name = #name;));
        let at = match call.written.number {
            true => self.number(receiver),
            false => self.receiver(receiver, false, std::iter::empty()),
        };
        let (place, asked) = (self.place(receiver), asked_for(call, &at, args));
        quote!(#own #ad::offer_receiver!(#place, #asked, #ws);)
    }

    /// Whether an argument is evaluated without a panic, where it stands.
    fn cannot_panic(&self, arg: &Argument) -> bool {
        match arg {
            Argument::Value(atom) | Argument::RefAtom(atom) => !self.is_folded(atom),
            Argument::Ref(place) => place.path.iter().all(|step| matches!(step, Projection::Field(_))),
            _ => false,
        }
    }

    /// The receiver of a method that floats have, which rustc looks for first, as it does in the user's own words.
    pub(super) fn number(&self, place: &Place) -> TokenStream {
        let (ad, place) = (self.ad(), self.borrow(place));
        quote!(#ad::float_first(#place))
    }

    /// What a half of a method is called on. Rustc borrows a place as the method asks; where it may be a trait object, whose halves
    /// are another trait's, it is borrowed before rustc knows the method: mutably if it can be written. Beside an argument that
    /// points into it, the method can only be one by `&self`.
    pub(super) fn receiver<'p>(
        &self,
        place: &Place,
        written: bool,
        mut others: impl Iterator<Item = &'p Place>,
    ) -> TokenStream {
        let (ad, sweeps) = (self.ad(), self.f.sweeps_of(place));
        let written = written && (sweeps == SweepsOf::Itself || !others.any(|other| other.overlaps(place)));
        let access = if written { Access::Write } else { Access::Read };
        match (sweeps, written) {
            // Only a method by `&self` may be called on what could be written and is said not to be.
            (SweepsOf::Itself, false) if self.f.info(place.root).mutable => {
                let place = self.borrow(place);
                quote!((#place))
            }
            (SweepsOf::Itself, _) => self.place_for(place, access),
            (SweepsOf::Unknown, true) => {
                let receiver = self.part_of_receiver(place);
                quote!(#receiver.sweeps())
            }
            (SweepsOf::Unknown, false) => {
                let place = self.borrow(place);
                quote!(#ad::receiver(#place).sweeps())
            }
            (SweepsOf::AnySize, _) => {
                let object = if written {
                    "differentiable_object_mut"
                } else {
                    "differentiable_object"
                };
                let object = Ident::new(object, located::statement());
                let param = self.f.params.iter().find(|param| param.var == place.root);
                let place = self.place_for(place, access);
                // The traits above it have functions of the same name.
                match param.and_then(|param| param.object_trait.as_deref()) {
                    Some(of) if written => quote!(<_ as #of>::#object(&mut #place)),
                    Some(of) => quote!(<_ as #of>::#object(&#place)),
                    None => quote!(#place.#object()),
                }
            }
        }
    }

    /// A receiver that can be written unless one of its last fields is a shared pointer, which only the types tell.
    fn part_of_receiver(&self, place: &Place) -> TokenStream {
        let ad = self.ad();
        let is_step = |step: &Projection| matches!(step, Projection::Field(_) | Projection::Index(_));
        let steps = place.path.iter().rev().take_while(|step| is_step(step)).count();
        // What the variable itself holds, or what the steps before lead to, can be borrowed.
        let (head, steps) = place.path.split_at(place.path.len() - steps.saturating_sub(1));
        let head = self.place_mut(&Place {
            root: place.root,
            path: head.to_vec(),
        });
        let of = Ident::new("of", Span::mixed_site());
        steps.iter().fold(quote!(#ad::receiver(&mut #head)), |receiver, step| {
            let step = match step {
                Projection::Field(member) => quote!(.#member),
                Projection::Index(index) => {
                    let index = self.loose(index);
                    quote!([#index])
                }
                _ => unreachable!("only fields and elements are steps"),
            };
            quote!(#receiver.part(|#of| &#of #step, |#of| &mut #of #step))
        })
    }

    /// The forward sweep of a function that is called: with lanes, the one whose pullback takes as many as ours.
    pub(super) fn forward(&self, path: &syn::ExprPath) -> TokenStream {
        self.in_form_with_lanes(path, "forward_lanes")
    }

    /// A function of a twin; with lanes, that of this name, which takes as many.
    pub(super) fn in_form_with_lanes(&self, path: &syn::ExprPath, name: &str) -> TokenStream {
        let Some(lanes) = self.lanes else {
            return quote!(#path);
        };
        let mut path = path.clone();
        if let Some(last) = path.path.segments.last_mut() {
            last.ident = Ident::new(name, last.ident.span());
        }
        quote!(#path::<#lanes>)
    }
}

/// Whether an argument may be evaluated before the call.
fn can_be_given_a_name(arg: &Argument) -> bool {
    matches!(arg, Argument::Value(_) | Argument::RefAtom(_) | Argument::Ref(_))
}
