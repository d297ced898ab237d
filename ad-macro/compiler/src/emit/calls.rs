//! Emits calls of twins and of pullbacks, with their arguments and slots.
//!
//! Input:  `let y, p = call f(&x, k)`; `pull p(y_bar; &x x_bar, -> k_bar)`
//! Output: `let (y, p) = f::forward(ws, &x, k);`; `let (_, k_bar) = p(ws, y_bar, (&x, Some(&mut x_bar)), ());`

use crate::emit::callees::{found, in_tuples};
use crate::emit::device::device_code;
use crate::emit::emitter::Emit;
use crate::emit::tangents::second_order_call;
use crate::ir::spell::{Access, has_marks};
use crate::ir::*;
use crate::syntax::located::{self, quote};
use crate::syntax::paths::derivative_name;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};

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
    fn with_device_code(
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

    /// A captured variable again, for a pullback.
    pub(super) fn again(&self, argument: &PullArgument) -> TokenStream {
        let (place, ad) = (argument.place(), self.ad());
        match (self.function(place), argument) {
            (Some((f, _)), _) => quote!((#f.0, #ad::lent_again(#f.0, &mut #f.1))),
            (None, PullArgument::Mut(..)) => {
                let place = self.place_mut(place);
                quote!(&mut #place)
            }
            _ => self.borrow(place),
        }
    }

    /// The cotangent of a captured variable.
    pub(super) fn capture_bar(&self, argument: &PullArgument) -> TokenStream {
        let (PullArgument::Ref(place, bar) | PullArgument::Mut(place, bar)) = argument else {
            unreachable!("what is captured is a variable")
        };
        match (self.function(place), bar) {
            (Some((f, _)), Some(bar)) => {
                let (ad, bar) = (self.ad(), self.name(bar.root));
                quote!(#ad::bars(#f.0, &mut #bar))
            }
            // The buffer of its own that a slice gets when it is lent twice is a vector.
            (_, Some(bar))
                if matches!(self.f.place_ty(place), Ty::Slice(_)) && self.f.info(bar.root).role == Role::Value =>
            {
                let bar = self.place_mut(bar);
                quote!(Some(&mut #bar[..]))
            }
            (_, Some(bar)) => self.slot(bar),
            (_, None) => quote!(()),
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

    /// `Some(&mut bar)`, or what the caller lent us.
    pub(super) fn slot(&self, place: &Place) -> TokenStream {
        let (span, root) = (located::statement(), self.name(place.root));
        let buffer = self.f.info(place.root).role == Role::Buffer;
        let within = Access::Within(&self.fields);
        if let (Some((inside, present)), true) = (place.lent_where(), buffer) {
            let present = self.loose(present);
            let marked = has_marks(&self.f.vars, &inside);
            let inside = self.place_for(&inside, within);
            let inside = if marked {
                quote!(#inside.lend())
            } else {
                quote!(Some(&mut #inside))
            };
            return quote_spanned!(span=> match #root.as_deref_mut() { Some(#root) if #present => #inside, _ => None });
        }
        if buffer && place.path.iter().any(|step| matches!(step, Projection::Through { .. })) {
            return self.slot_through(place);
        }
        let tokens = self.place_for(place, within);
        if place.lent_where().is_some() {
            return quote_spanned!(span=> #tokens);
        }
        if has_marks(&self.f.vars, place) {
            return if buffer {
                quote_spanned!(span=> #root.as_deref_mut().and_then(|#root| #tokens.lend()))
            } else {
                quote_spanned!(span=> #tokens.lend())
            };
        }
        if !buffer {
            return quote_spanned!(span=> Some(&mut #tokens));
        }
        if place.is_whole() && matches!(self.f.place_ty(place), Ty::Slice(_)) {
            quote_spanned!(span=> #root.as_deref_mut())
        } else if place.is_whole() {
            quote_spanned!(span=> match #root.as_deref_mut() { Some(#root) => Some(#root), None => None })
        } else {
            // In a `match` rustc coerces: a `Box` to what it holds, a `Vec` to a slice.
            quote_spanned!(span=> match #root.as_deref_mut() { Some(#root) => Some(&mut #tokens), None => None })
        }
    }

    /// The same of a place behind routes. What a view's route gives is no reference but holds one: each is a value on the way, which
    /// lives until the statement ends.
    fn slot_through(&self, place: &Place) -> TokenStream {
        let (span, root) = (located::statement(), self.name(place.root));
        let (way, part) = self.along_routes(place, true);
        if has_marks(&self.f.vars, place) {
            let part = self.place_for(&part, Access::Within(&self.fields));
            return quote_spanned!(span=> #way.and_then(|#root| #part.lend()));
        }
        let part = match part.is_whole() {
            true => quote!(#root),
            false => {
                let part = self.place_for(&part, Access::Within(&self.fields));
                quote!(&mut #part)
            }
        };
        // In a `match` rustc coerces, and what is on the way lives on.
        quote_spanned!(span=> match #way { Some(#root) => Some(#part), None => None })
    }

    /// The way from the buffer that may be absent through a place's routes, to be written or read, and the part of what the last one gives.
    pub(super) fn along_routes(&self, place: &Place, written: bool) -> (TokenStream, Place) {
        let (span, root) = (located::statement(), self.name(place.root));
        let (bar, deref) = match written {
            true => ("bar_mut", "as_deref_mut"),
            false => ("bar", "as_deref"),
        };
        let [bar, deref] = [bar, deref].map(|name| Ident::new(name, span));
        let mut way = match written {
            true => quote!(#root.#deref()),
            false => quote!(#root),
        };
        let mut part = Place::var(place.root);
        for step in &place.path {
            let Projection::Through { route, .. } = step else {
                part.path.push(step.clone());
                continue;
            };
            let route = self.loose(route);
            let from = match (part.is_whole(), written) {
                (true, _) => quote!(#root),
                (_, true) => {
                    let from = self.place_for(&part, Access::Add(&self.fields));
                    quote!(&mut #from)
                }
                _ => {
                    let from = self.place(&part);
                    quote!(&#from)
                }
            };
            way = quote_spanned!(span=> #way.map(|#root| #route.#bar(#from)).#deref());
            part = Place::var(place.root);
        }
        (way, part)
    }

    pub(super) fn call(&self, call: &Call) -> TokenStream {
        if let Some(tangents) = &call.tangents {
            return self.tangent_call(call, tangents);
        }
        if call.inactive {
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
            return match self.ends_at_once(call.out) && !call.written.computed {
                true => quote!(#olds #value;),
                false => quote!(#olds let #out = #value;),
            };
        }
        let out = match self.ends_at_once(call.out) {
            true => quote!(_),
            false => self.name(call.out).to_token_stream(),
        };
        let (pullback, ws, forward) = (self.name(call.pullback), &self.ws(), &call.forward);
        let (receiver, rest) = match call.kind {
            CallKind::Function | CallKind::Associated | CallKind::Operator | CallKind::Product | CallKind::Itself => {
                (None, &call.args[..])
            }
            CallKind::Parameter => (None, &call.args[1..]),
            CallKind::Kept => (None, &call.args[..]),
            CallKind::Method => {
                self.of_types.set(true);
                let others = call.args[1..].iter().filter_map(|arg| match arg {
                    Argument::Ref(place) | Argument::Mut(place) => Some(place),
                    _ => None,
                });
                let receiver = match &call.args[0] {
                    Argument::Ref(place) if call.written.number => self.number(place),
                    Argument::Ref(place) => self.receiver(place, false, others),
                    Argument::Mut(place) => self.receiver(place, true, others),
                    _ => unreachable!("a receiver is a place"),
                };
                (Some(receiver), &call.args[1..])
            }
        };
        let ad = self.ad();
        let real = rest.len() - (call.args.len() - call.real_args());
        let rest = &rest[..real];
        let before = usize::from(receiver.is_some());
        let offers = self.plan.offered.contains(&call.pullback) && rest.iter().all(can_be_given_a_name);
        let args = rest.iter().enumerate().map(|(k, arg)| match arg {
            Argument::Ref(place) if call.written.fields.contains(&(before + k)) => {
                let place = self.borrow(place);
                quote!({ use #ad::HandedAsItIs as _; #ad::handed_field(#place).handed() })
            }
            _ => self.call_argument(call, arg),
        });
        let mut args: Vec<_> = args.collect();
        // Nothing may panic while the receiver is on offer.
        let mut given = TokenStream::new();
        for (k, (token, arg)) in args.iter_mut().zip(rest).enumerate() {
            if offers && !self.cannot_panic(arg) {
                let name = Ident::new(&format!("given_{k}"), Span::mixed_site());
                given.extend(quote!(let #name = #token;));
                *token = name.into_token_stream();
            }
        }
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
        match (receiver, call.kind) {
            (Some(receiver), _) => {
                let (as_written, as_called) = (self.as_written(call, &args), self.as_called(call, &args));
                let (place, written) = (call.args[0].place(), matches!(call.args[0], Argument::Mut(_)));
                let receiver = match as_written {
                    Some(_) => self.tied(&found(), receiver, place, call.written.number, written),
                    None => receiver,
                };
                let offer = offers.then(|| self.offer(call, &args));
                quote!(#given #as_written #as_called #offer let (#out, #pullback) = #receiver.#forward(#(#args,)* #ws);)
            }
            (None, CallKind::Operator | CallKind::Product) => {
                if call.args.len() > 2 {
                    let run = self.operate_pair(call, args);
                    return quote!(let (#out, #pullback) = #run;);
                }
                let operands = self.operands(call, args);
                // That the operator has no derivative is said where it stands: rustc points at an argument or at the receiver.
                let run = match call.kind {
                    CallKind::Product => quote!(#operands.copied().sweeps().multiply(#ws)),
                    _ => quote!(#operands.sweeps().operate(#ws)),
                };
                let run = crate::syntax::expressions::located(run, located::statement());
                quote!(let (#out, #pullback) = #run;)
            }
            (None, CallKind::Associated) => {
                self.of_types.set(true);
                let as_called = self.as_called(call, &args);
                let called = self.associated(call, &args);
                quote!(#as_called let (#out, #pullback) = #called;)
            }
            (None, _) => {
                let as_called = self.as_called(call, &args);
                let mut forward = self.forward(forward);
                // What the runtime says of its own function is said where it is called.
                if call.forward.path.segments[0].ident == self.f.ad {
                    forward = crate::syntax::expressions::located(forward, located::statement());
                }
                let run = match call.is_of_second_order() {
                    false => quote!(#forward(#ws, #(#args),*)),
                    true => second_order_call(&call.forward, &self.ws(), &args),
                };
                quote!(#as_called let (#out, #pullback) = #run;)
            }
        }
    }

    /// An operator with its tangent: the operands, and the tangents of both.
    fn operate_pair(&self, call: &Call, args: Vec<TokenStream>) -> TokenStream {
        self.of_types.set(true);
        let (ad, ws, operator) = (self.ad(), self.ws(), &call.forward);
        let [l, r] = [&call.args[0], &call.args[1]].map(|arg| match arg {
            Argument::Ref(_) => quote!(#ad::ByReference),
            _ => quote!(#ad::ByValue),
        });
        let run = quote!(#ad::operate_pair(#operator, (#l, #r), #(#args,)* #ws));
        crate::syntax::expressions::located(run, located::statement())
    }

    /// The operands of an operator, handed over as these.
    pub(super) fn operands(&self, call: &Call, mut args: Vec<TokenStream>) -> TokenStream {
        self.of_types.set(true);
        let (ad, operator) = (self.ad(), &call.forward);
        let forms = call.args.iter().map(|arg| match arg {
            Argument::Ref(_) => quote!(#ad::ByReference),
            Argument::Mut(_) => quote!(#ad::Changed),
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
        let place = self.place(receiver);
        let at = match call.written.number {
            true => self.number(receiver),
            false => self.receiver(receiver, false, std::iter::empty()),
        };
        let method = call.function.path.segments.last().expect("a path has a name");
        let found = derivative_name(&method.ident, "marked_differentiable");
        let turbofish = &call.forward.path.segments.last().expect("a path has a name").arguments;
        quote!(#own #ad::offer_receiver!(#place, #at.#found #turbofish (#(#args),*), #ws);)
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

    pub(super) fn pull(&self, pull: &Pull) -> TokenStream {
        let (pullback, ws, ad) = (self.name(pull.pullback), &self.ws(), self.ad());
        let seed = pull.seed.as_ref().map_or(quote!(()), |seed| self.loose(seed));
        let mut receiver = None;
        let mut args = Vec::new();
        let mut returned = Vec::new();
        let mut fields = Vec::new();
        let real = pull.real_args();
        // The function itself takes references and their buffers one by one.
        let itself = pull.kind == CallKind::Itself;
        for (k, arg) in pull.args[..real].iter().enumerate() {
            let is_receiver = k == 0 && pull.method.is_some();
            let (place, bar) = match arg {
                PullArgument::Value(var) => {
                    returned.push(var.map_or(quote!(_), |var| {
                        let name = self.name(var);
                        quote!(#name)
                    }));
                    if !itself {
                        args.push(quote!(()));
                    }
                    continue;
                }
                PullArgument::Copied(atom, part) => {
                    self.of_types.set(true);
                    let again = match atom {
                        Atom::Var(var) if self.f.info(*var).ty.is_scalar() => self.loose(atom),
                        atom => {
                            let atom = self.loose(atom);
                            quote!(#ad::operand(&#atom).copied())
                        }
                    };
                    args.push(again);
                    returned.push(part.map_or(quote!(_), |part| {
                        let name = self.name(part);
                        quote!(#name)
                    }));
                    continue;
                }
                PullArgument::Named => {
                    args.push(quote!((#ad::Lent((), ()), #ad::LentBars(()))));
                    returned.push(quote!(_));
                    continue;
                }
                PullArgument::Lambda(number, captured) => {
                    let (lambda, captured) = (&self.f.lambdas[*number], &pull.args[captured.clone()]);
                    let kinds = lambda.function.params.iter().zip(captured);
                    let kinds = kinds.map(|(param, arg)| self.kind(param, arg.place()));
                    let kinds = crate::emit::closures::list(kinds.collect::<Vec<_>>().into_iter());
                    let kinds = match &pull.method {
                        Some(method) => {
                            let places: Vec<&Place> = captured.iter().map(PullArgument::place).collect();
                            self.with_device_code(kinds, lambda, method, &places)
                        }
                        None => kinds,
                    };
                    let again = crate::emit::closures::list(captured.iter().map(|arg| self.again(arg)));
                    let bars = crate::emit::closures::list(captured.iter().map(|arg| self.capture_bar(arg)));
                    args.push(quote!((#ad::Lent(#kinds, #again), #ad::LentBars(#bars))));
                    returned.push(quote!(_));
                    continue;
                }
                PullArgument::Again(atom, bar) => {
                    let again = self.moved(atom);
                    let bar = bar.as_ref().map_or(quote!(None), |bar| self.slot(bar));
                    args.push(quote!((#again, #bar)));
                    continue;
                }
                PullArgument::Ref(place, _) | PullArgument::Mut(place, _) if self.function(place).is_some() => {
                    let (f, bars) = (self.name(place.root), self.capture_bar(arg));
                    let again = quote!(#ad::lent_again(#f.0, &mut #f.1));
                    args.push(if k == 0 && pull.kind == CallKind::Parameter {
                        quote!((#again, #bars))
                    } else if itself {
                        quote!(#ad::Lent(#f.0, #again), #ad::LentBars(#bars))
                    } else {
                        quote!((#ad::Lent(#f.0, #again), #ad::LentBars(#bars)))
                    });
                    returned.push(quote!(_));
                    continue;
                }
                PullArgument::Kept(atom) => {
                    let (ad, again) = (self.ad(), self.runtime("again"));
                    let kept = match atom {
                        Atom::Var(_) => self.loose(atom),
                        Atom::Constant(tokens, _) => quote!(#ad::keep(&#tokens)),
                    };
                    returned.push(quote!(_));
                    args.push(if itself {
                        quote!(#kept, None)
                    } else {
                        quote!(#ad::#again(#kept))
                    });
                    continue;
                }
                PullArgument::Absent => {
                    returned.push(quote!(_));
                    let optional = |param: &Param| param.present.is_some();
                    args.push(match self.f.params.get(k) {
                        Some(param) if itself && optional(param) => quote!(None, None),
                        _ => quote!(#ad::absent()),
                    });
                    continue;
                }
                PullArgument::Ref(place, bar) if pull.fields.contains(&k) => {
                    let (field, place) = (self.field(fields.len()), self.borrow(place));
                    let Some(bar) = bar else {
                        args.push(quote!(#ad::field_again(#place)));
                        returned.push(quote!(_));
                        continue;
                    };
                    // A buffer of its own is lent as what the callee takes, like a part of another one.
                    let lent = if bar.is_whole() && self.f.info(bar.root).role == Role::Value {
                        let bar = self.name(bar.root);
                        quote!(#ad::Sink::lend(&mut #bar))
                    } else {
                        self.slot(bar)
                    };
                    let part = format_ident!("{}_bar", field);
                    args.push(quote!(#field.slot(#place, #lent)));
                    returned.push(quote!(#part));
                    fields.push((quote!(let #field = #ad::field();), quote!(#field.back(#part, #lent);)));
                    continue;
                }
                PullArgument::Ref(place, bar) => {
                    let bar = bar.as_ref().map_or(quote!(None), |bar| self.slot(bar));
                    (place, bar)
                }
                PullArgument::Mut(place, bar) => {
                    let bar = bar.as_ref().expect("a mutable argument always has a buffer");
                    let span = located::statement();
                    let lent = if bar.lent_where().is_some() {
                        self.borrow_mut(bar)
                    } else if has_marks(&self.f.vars, bar) {
                        let bar = self.place_for(bar, Access::Within(&self.fields));
                        match pull.edits {
                            true => quote_spanned!(span=> #bar.lend()),
                            false => quote_spanned!(span=> Some(&mut *#bar.written())),
                        }
                    } else {
                        let lent = self.borrow_mut(bar);
                        quote_spanned!(span=> Some(#lent))
                    };
                    (place, lent)
                }
            };
            if is_receiver {
                let others = pull.args[1..].iter().filter_map(|arg| match arg {
                    PullArgument::Ref(place, _) | PullArgument::Mut(place, _) => Some(place),
                    _ => None,
                });
                let written = matches!(arg, PullArgument::Mut(..));
                let called = match pull.number {
                    true => self.number(place),
                    false => self.receiver(place, written, others),
                };
                receiver = Some((called, place, written));
                args.push(bar);
                continue;
            }
            let value = match arg {
                PullArgument::Mut(..) => self.borrow_mut(place),
                _ => self.borrow(place),
            };
            args.push(if itself {
                quote!(#value, #bar)
            } else {
                quote!((#value, #bar))
            });
            returned.push(quote!(_));
        }
        if pull.kind == CallKind::Operator && pull.args.len() == 1 {
            args.push(quote!(()));
            returned.push(quote!(_));
        }
        let bind = pull
            .args
            .iter()
            .any(|arg| matches!(arg, PullArgument::Value(Some(_)) | PullArgument::Copied(_, Some(_))))
            || !fields.is_empty();
        let bind = bind.then(|| quote!(let (#(#returned,)*) =));
        let (before, after): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
        let pulled = match (receiver, &pull.method) {
            (Some((receiver, place, written)), Some(method)) => {
                self.of_types.set(true);
                let receiver = self.tied(pullback, receiver, place, pull.number, written);
                quote!(#bind #receiver.#method(#pullback, #ws, #seed, #(#args),*);)
            }
            _ => match (pull.kind, &self.f.recursion) {
                (CallKind::Itself, Recursion::Frames(frames)) => {
                    let Frames { calls, tapes, .. } = &**frames;
                    quote!(#bind #calls.backward(#tapes, #ws, #seed, #(#args),*);)
                }
                _ => {
                    let pullback = located::at_statement(pullback);
                    quote!(#bind #pullback(#ws, #seed, #(#args),*);)
                }
            },
        };
        quote!(#(#before)* #pulled #(#after)*)
    }

    /// A name for what is found out about an argument that is a number or a reference.
    fn field(&self, number: usize) -> Ident {
        format_ident!("field_{}", number, span = Span::mixed_site())
    }
}

/// Whether an argument may be evaluated before the call.
fn can_be_given_a_name(arg: &Argument) -> bool {
    matches!(arg, Argument::Value(_) | Argument::RefAtom(_) | Argument::Ref(_))
}
