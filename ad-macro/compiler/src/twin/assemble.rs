//! Assembles the twin of a function from its parts.
//!
//! Input:  the two sweeps of `fn f(x: &[f64], k: f64) -> f64`
//! Output: `struct f {}` with `forward` (what other differentiable functions call) and the entry points that users call:
//!         `vjp`, `value_and_grad`, `grad`, `grad_into`, `grad_into_with`, `value_and_jacobian`, `jacobian`, `check`.

use crate::emit::emitter::Emit;
use crate::ir::plan::Plan;
use crate::ir::planned::Sweeps;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::options::attribute::Mode;
use crate::syntax::tokens::mentions;
use crate::syntax::types::Ty;
use crate::tangent::forward::{Missing, TangentFunction};
use crate::twin::cotangent_types::{buffer, clone_bound, cotangent, is_concrete, object_buffer};
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::{FunctionTypes, Signature};
use crate::twin::target::{Kind, Twin};
use crate::twin::{cotangent_types, recursion_frames};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;

/// The twin with its sweeps.
pub fn twin(
    twin: &Twin,
    f: &Function,
    backward: &Backward,
    plan: &Plan,
    together: Option<&Sweeps>,
    tangent: Result<&TangentFunction, &Missing>,
    pairs: Option<&(Sweeps, Option<Sweeps>)>,
) -> TokenStream {
    let parts = Parts::new(twin, f);
    let parts = Parts {
        together: together.is_some(),
        forward: tangent.is_ok(),
        twice: pairs.is_some(),
        repeatable: parts.is_repeatable(f, backward),
        ..parts
    };
    parts.ask_for_parts(f);
    let laned = twin.lanes.then(|| Parts::in_lanes(twin, f));
    let forward = parts.sweeps(f, backward, plan);
    let forward_lanes = laned.as_ref().map(|laned| laned.sweeps(f, backward, plan));
    let forward_lanes = laned
        .as_ref()
        .zip(forward_lanes)
        .map(|(laned, body)| laned.forward(&body));
    let along = (twin.jacobian == Some(Mode::Forward)).then(|| Parts::in_lanes(twin, f).forward_mode(tangent));
    let jacobian = parts.jacobian(laned.as_ref());
    let (forward, again) = match twin.checkpoint {
        true => parts.checkpoint(&forward, together),
        false => (forward, TokenStream::new()),
    };
    let together = together.map(|together| parts.together(together));
    let fills = parts.fills(&crate::plan::privatisation::filling(f));
    let accepted = twin.accepted.map(|accepted| &accepted.constant);
    let swept = (tangent.is_ok()).then(|| parts.swept()).flatten();
    let swept = swept.as_ref().map(|accepted| &accepted.constant);
    let tangent = parts.forward_mode(tangent);
    let (twice, marker) = pairs
        .map(|(apart, together)| parts.second_order(apart, together.as_ref()))
        .unzip();
    let tokens = parts.tokens(
        forward,
        quote!(#accepted #swept #again #together #fills #forward_lanes #jacobian #tangent #along #twice),
    );
    quote!(#tokens #marker)
}

impl Parts<'_> {
    /// The cotangents of the parameters by value, nothing for the others.
    pub(super) fn results(&self, f: &Function, backward: &Backward) -> TokenStream {
        let mut by_value = backward.results.iter();
        let results = self.params.iter().map(|param| {
            if param.passing != Passing::Value {
                return quote!(());
            }
            match by_value.next() {
                Some(Some(Atom::Var(var))) => {
                    let name = &f.info(*var).name;
                    quote!(#name)
                }
                _ if !param.differentiable => param.cotangent.clone(),
                _ => quote!(()),
            }
        });
        quote!((#(#results,)*))
    }

    /// The body of the function that runs the forward sweep.
    pub(super) fn sweeps(&self, f: &Function, backward: &Backward, plan: &Plan) -> TokenStream {
        let twin = self.twin;
        let (value_name, pullback_name) = (&self.own.value, &self.own.pullback);
        let emit = Emit::new(f, plan, &[&f.body, &backward.block], &backward.results)
            .in_lanes(self.lanes.as_ref())
            .with_proven(twin.proven)
            .with_accepted(twin.accepted.map(|accepted| &accepted.name));
        let ad = &f.ad;
        let (ws, seed) = (&f.ws, backward.seed);
        let tapes: Vec<_> = plan.tapes.iter().map(|tape| &f.info(*tape).name).collect();
        let backward_block = emit.backward(&backward.block);
        let lent: Vec<_> = f
            .params
            .iter()
            .filter(|param| param.passing == Passing::Mut && param.present.is_none())
            .map(|param| &f.info(param.bar.expect("a borrowed parameter has a buffer")).name)
            .collect();
        let functions = f.params.iter().filter(|param| param.passing == Passing::Function);
        let captured: Vec<_> = functions
            .map(|param| &f.info(param.bar.expect("a function has cotangents")).name)
            .collect();
        let lent = quote! {
            #(let #lent = #lent.expect("a `&mut` argument comes with a buffer for its cotangent");)*
            #(let mut #captured = #captured.0;)*
        };
        let results = self.results(f, backward);
        // In the sweeps the receiver is an ordinary variable: the pullback is handed it again.
        let receiver = f.params.iter().zip(&self.params).find(|(param, _)| param.receiver);
        let receiver = receiver.map(|(param, signature)| {
            let this = &f.info(param.var).name;
            let ty = (twin.proven.is_some_and(|proven| proven.is_proven(&signature.ty))).then(|| {
                let ty = match param.passing {
                    Passing::Value => signature.ty.to_token_stream(),
                    _ => signature.reference(&signature.ty),
                };
                quote!(: #ty)
            });
            quote!(let #this #ty = self;)
        });
        let sweeps = if let Recursion::Frames(frames) = &f.recursion {
            let push = f.body.spilled().map(|(tape, vars)| emit.push(tape, vars));
            let forward = emit.sweep(&f.body, |value| match &push {
                None => value,
                Some(push) if value.is_empty() => push.clone(),
                Some(push) => quote!(let #value_name = #value; #push #value_name),
            });
            let backward = quote!(#lent #backward_block #results);
            recursion_frames::Shared::new(self, f, frames).sweeps(
                &forward,
                &f.info(seed).name,
                &backward,
                plan.tapes.len(),
            )
        } else {
            let asked = twin.accepted.map(|accepted| accepted.asked_back(f, seed));
            let body = quote!(#asked #lent #backward_block #(#ws.recycle(#tapes);)* #results);
            let closure = self.pullback_closure(f, backward, &body);
            let closure = self.bind_pullback(pullback_name, closure);
            // The result is computed before its variables move into the pullback.
            let sweep = emit.sweep(&f.body, |value| {
                if value.is_empty() && crate::lower::expressions::branches::ends(&f.body) {
                    quote! { #closure (::core::unreachable!(), #pullback_name) }
                } else if value.is_empty() {
                    quote! { #closure ((), #pullback_name) }
                } else {
                    quote! { let #value_name = #value; #closure (#value_name, #pullback_name) }
                }
            });
            quote!(#(let mut #tapes = #ws.tape();)* #sweep)
        };
        // Once for the function.
        let proofs = (self.lanes.is_none()).then(|| f.proved());
        let (guard, items, options) = (twin.guard(), &f.items, self.options());
        let (routes, objects) = (route_traits(f), object_traits(f, &backward.block));
        let runtime = self.runtime();
        // The function's own items may be named like the trait, which the guard has by its name.
        let imports = f.imports(&sweeps);
        let asked = twin.accepted.map(|accepted| accepted.asked(f));
        let sweeps = quote!(#proofs #(#items)* #imports #receiver #asked #options #sweeps);
        let sweeps = match guard {
            Some(guard) if !items.is_empty() => quote!(#guard { #sweeps }),
            guard => quote!(#guard #sweeps),
        };
        quote! {
            use #runtime as #ad;
            #routes
            #objects
            #sweeps
        }
    }
}

/// Whether a method takes the receiver that its caller offers: a trait's may be called where nobody does.
pub fn receives(twin: &Twin, receiver: &Signature) -> bool {
    receiver.passing == Passing::Value
        && receiver.differentiable
        && matches!(twin.kind, Kind::Member | Kind::Declared { .. })
}

/// What projects a place through a function that returns a reference.
pub fn route_traits(f: &Function) -> Option<TokenStream> {
    f.through.then(|| {
        quote!(
            use ::pullback::rt::projections::*;
        )
    })
}

/// What gives the sweeps of a method's receiver that is no trait object.
pub(super) fn object_traits(f: &Function, way_back: &Block) -> Option<TokenStream> {
    f.calls_on_unknown(way_back).then(|| {
        quote!(
            use ::pullback::rt::{Direct as _, PartOfShared as _, PartOfWritable as _};
        )
    })
}

/// A twin whose functions have the right signatures and no bodies: one mistake in a function is not followed by an error
/// on every use of its derivatives.
pub fn stub(twin: &Twin, f: &Function) -> TokenStream {
    stand_in(twin, f, None, &quote!(::core::unreachable!()))
}

/// The same of a function that rustc rejects as it is written. Should rustc not do so, what calls the derivatives does not compile.
pub fn stub_of_rejected(twin: &Twin, f: &Function) -> TokenStream {
    // Names that mean something else may be all that is wrong.
    let rejected = quote!(::pullback::rt::missing_derivative::<::pullback::rt::Rejected, _>());
    stand_in(twin, f, f.proved(), &rejected)
}

fn stand_in(twin: &Twin, f: &Function, proofs: Option<TokenStream>, body: &TokenStream) -> TokenStream {
    let parts = Parts::new(twin, f);
    let arguments = parts.params.iter().map(|param| {
        let slot = param.slot();
        quote!(_: #slot)
    });
    let (seed, returned) = (&parts.output_cotangent, parts.returned());
    let closure = quote!(move |_: &mut ::pullback::rt::Workspace, _: #seed, #(#arguments),*| -> #returned { #body });
    let name = &parts.own.pullback;
    let closure = parts.bind_pullback(name, closure);
    let guard = twin.guard();
    let forward = quote! {
        #guard
        #proofs
        #closure
        (#body, #name)
    };
    let tangents: Vec<_> = parts.params.iter().map(|param| param.bar.clone()).collect();
    let tangent = parts.tangent_functions(&tangents, body);
    parts.tokens(forward, tangent)
}

impl<'a> Parts<'a> {
    pub fn new(twin: &'a Twin<'a>, f: &Function) -> Self {
        Parts::of(twin, f, None)
    }

    /// Those of the sweeps whose cotangents are in lanes.
    pub(super) fn in_lanes(twin: &'a Twin<'a>, f: &Function) -> Self {
        let (mut inner, mut names) = (f.names.clone(), f.user_names.clone());
        let span = proc_macro2::Span::call_site();
        let lanes = inner.fresh(&names.fresh("LANES", span).to_string(), span);
        Parts::of(twin, f, Some(lanes))
    }

    fn of(twin: &'a Twin<'a>, f: &Function, lanes: Option<Ident>) -> Self {
        // In the entry points the sweeps' own names are out of sight; in `forward` they are not.
        let (mut inner, mut names) = (f.names.clone(), f.user_names.clone());
        let mut inner = |base: &str| inner.fresh(base, proc_macro2::Span::call_site());
        let mut fresh = |base: &str| names.fresh(base.trim_start_matches("r#"), proc_macro2::Span::call_site());
        let own = Own {
            workspace: fresh("workspace"),
            value: inner("value"),
            pullback: inner("pullback"),
            seed: fresh("seed"),
            value_bar: fresh("value_bar"),
            shape: fresh("shape"),
            out: fresh("out"),
            start: fresh("start"),
            ask: fresh("ask"),
            once: inner("once"),
            held: inner("held"),
            run: inner("run"),
        };
        let params = f
            .params
            .iter()
            .map(|param| signature_of(param, f, twin, lanes.as_ref(), &mut fresh))
            .collect();
        let mut output = f.output.clone();
        twin.lending.erase(&mut output);
        let given = twin.proven(&twin.without_lifetimes(&output));
        let output_cotangent = twin
            .projected(&given)
            .unwrap_or_else(|| cotangent(&given, twin, lanes.as_ref()));
        Parts {
            twin,
            recursion: f.recursion.clone(),
            params,
            output,
            output_cotangent,
            unit: f.output_ty == Ty::Unit,
            ws: f.ws.clone(),
            own,
            tuples: f
                .tuples
                .iter()
                .map(|tuple| (tuple.clone(), fresh(&format!("{}_bar", tuple.name))))
                .collect(),
            lanes,
            sweep: twin.forward(),
            fused: twin.part("together"),
            together: false,
            forward: false,
            twice: false,
            repeatable: false,
            nested: f.loops_in_loops() > 1,
        }
    }

    /// The generic parameters of an entry point, and the where clause with more predicates.
    pub(super) fn generics(&self, more: Vec<TokenStream>) -> (TokenStream, TokenStream) {
        let mut params = Vec::new();
        let mut predicates = more;
        for function in self.functions() {
            let (value, pullback) = (&function.value, &function.pullback);
            params.extend([quote!(#value), quote!(#pullback)]);
            predicates.push(quote!(#value: ::pullback::rt::FunctionValue));
            let unit = || quote!(());
            predicates.extend(function.bounds(&quote!(#value::Forward), [unit(), unit(), unit()], self.twin));
        }
        params.extend(self.twin.storages.params.iter().cloned());
        predicates.extend(self.twin.storages.predicates.iter().cloned());
        self.declaration(params, predicates)
    }

    /// The generic parameters of the sweeps, where functions come in two parts.
    pub(super) fn sweep_generics(&self, more: Option<TokenStream>) -> (TokenStream, TokenStream) {
        let mut params: Vec<_> = self.lanes.iter().map(|lanes| quote!(const #lanes: usize)).collect();
        let mut predicates: Vec<TokenStream> = more.into_iter().collect();
        for function in self.functions() {
            let (captures, forward, pullback) = (&function.captures, &function.forward, &function.pullback);
            params.extend([quote!(#captures), quote!(#forward), quote!(#pullback)]);
            predicates.push(quote!(#captures: ::pullback::rt::Captures));
            let lent = ["Refs", "Again", "Bars"].map(|part| function.lent(part));
            predicates.extend(function.bounds(&quote!(#forward), lent, self.twin));
        }
        self.declaration(params, predicates)
    }

    /// The generic parameters of a method's backward half, which needs to know no more of a function than what it captured.
    pub(super) fn pull_generics(&self) -> (TokenStream, TokenStream) {
        let captures = || self.functions().map(|function| &function.captures);
        let params = captures().map(|captures| quote!(#captures)).collect();
        let predicates = captures()
            .map(|captures| quote!(#captures: ::pullback::rt::Captures))
            .collect();
        self.declaration(params, predicates)
    }

    /// The function's own generic arguments, where it has some, and what rustc is to find for each parameter that is a function.
    pub(super) fn arguments(&self, for_function: TokenStream) -> Option<TokenStream> {
        let names = crate::signature::bounds::names(self.twin.generics);
        let functions = self.functions().map(|_| &for_function);
        (!names.is_empty()).then(|| quote!(::<#(#names,)* #(#functions)*>))
    }

    /// The same for an entry point.
    pub(super) fn entry_arguments(&self) -> Option<TokenStream> {
        let storages = self.twin.storages.params.iter().map(|_| quote!(_,));
        let storages: TokenStream = storages.collect();
        let names = crate::signature::bounds::names(self.twin.generics);
        let functions = self.functions().map(|_| quote!(_, _,));
        (!names.is_empty()).then(|| quote!(::<#(#names,)* #(#functions)* #storages>))
    }

    /// The same for the sweeps.
    pub fn sweep_arguments(&self) -> Option<TokenStream> {
        self.arguments(quote!(_, _, _,))
    }

    pub(super) fn functions(&self) -> impl Iterator<Item = &FunctionTypes> {
        self.params.iter().filter_map(|param| param.function.as_ref())
    }

    /// Whether a parameter by value holds references.
    pub(super) fn holds(&self) -> bool {
        self.params.iter().any(|param| param.held)
    }

    pub(super) fn differentiable(&self) -> impl Iterator<Item = &Signature> {
        self.params.iter().filter(|param| param.differentiable)
    }

    /// `x: &[f64], k: f64`
    pub(super) fn declared(&self) -> Vec<TokenStream> {
        self.declared_by(|param| param.declared.clone())
    }

    fn declared_by(&self, ty: impl Fn(&Signature) -> Type) -> Vec<TokenStream> {
        self.params
            .iter()
            .map(|param| {
                let (name, ty) = (&param.name, ty(param));
                if let Some(function) = &param.function {
                    let (value, references) = (&function.value, function.references());
                    return quote!(#name: #references #value);
                }
                if param.is_receiver() {
                    return param.received();
                }
                if param.passing == Passing::Value {
                    return quote!(#name: #ty);
                }
                let reference = param.lent(&ty);
                quote!(#name: #reference)
            })
            .collect()
    }

    /// Options of mutable references are lent again and again.
    pub(super) fn options(&self) -> TokenStream {
        let options = self
            .params
            .iter()
            .filter(|param| param.optional && param.passing == Passing::Mut);
        let names = options.map(|param| &param.name);
        quote!(#(let mut #names = #names;)*)
    }

    /// The same of types that rustc was asked about.
    pub(super) fn declared_proven(&self) -> Vec<TokenStream> {
        self.declared_by(|param| match param.differentiable {
            true => self.twin.proven(&param.declared),
            false => param.declared.clone(),
        })
    }

    /// The same for the sweeps, where a function comes in two parts.
    pub(super) fn declared_in_sweep(&self) -> Vec<TokenStream> {
        let mut declared = self.declared_proven();
        for (param, declared) in self.params.iter().zip(&mut declared) {
            if let Some(function) = &param.function {
                let (name, call, captures) = (&param.name, &function.call, &function.captures);
                let (refs, forward) = (function.lent("Refs"), &function.forward);
                *declared = quote!(mut #name: (#captures, #refs), #call: #forward);
            }
        }
        declared
    }

    pub(super) fn returned_for(param: &Signature) -> TokenStream {
        match param.passing {
            Passing::Value => param.cotangent.clone(),
            _ => quote!(()),
        }
    }

    pub(super) fn tuple(items: Vec<TokenStream>) -> TokenStream {
        match items.as_slice() {
            [] => quote!(()),
            [one] => quote!(#one),
            many => quote!((#(#many),*)),
        }
    }

    /// Where the sweeps find what they call.
    pub(super) fn runtime(&self) -> TokenStream {
        match self.lanes {
            Some(_) => quote!(::pullback::rt::lanes),
            None => quote!(::pullback::rt),
        }
    }

    /// The function that runs the forward sweep.
    pub fn forward(&self, body: &TokenStream) -> TokenStream {
        match &self.lanes {
            None => {
                let about = " The forward sweep, and the pullback that other differentiable functions run.";
                self.sweep(&self.twin.forward(), about, body)
            }
            Some(_) => {
                let about = " The forward sweep, and a pullback that carries several cotangents at once.";
                self.sweep(&self.twin.derivative("forward_lanes"), about, body)
            }
        }
    }

    /// A function of the twin's with the arguments and the results of the forward sweep.
    pub(super) fn sweep(&self, name: &Ident, about: &str, body: &TokenStream) -> TokenStream {
        let visibility = self.twin.visibility;
        let declared = self.declared_in_sweep();
        let (output, ws) = (self.twin.proven(&self.output), &self.ws);
        let pullback = self.pullback_type();
        let clone = (self.repeatable && *name == self.twin.forward()).then(|| quote!(+ ::core::clone::Clone));
        // A call is little beside loops in loops; as a part of its callers, with what is live there, they would not keep their
        // sums in registers (a mixture's gradient took 15% longer).
        let inline = match (self.is_boxed(), self.nested) {
            (true, _) => None,
            (false, true) => Some(quote!(#[inline(never)])),
            (false, false) => Some(quote!(#[inline])),
        };
        let (params, where_clause) = self.sweep_generics(None);
        let workspace = quote!(#ws: &mut ::pullback::rt::Workspace);
        let declared = match self.twin.kind {
            Kind::Free(_) => quote!(#workspace, #(#declared),*),
            _ => quote!(#(#declared,)* #workspace),
        };
        quote! {
            #[doc = #about]
            #[doc(hidden)]
            #inline
            #visibility fn #name #params(#declared) -> (#output, #pullback #clone) #where_clause {
                #body
            }
        }
    }

    /// All that is derived from the function; `more`: what there is beside the sweeps and the gradients.
    pub(super) fn tokens(&self, forward: TokenStream, more: TokenStream) -> TokenStream {
        let (forward, function) = (self.forward(&forward), self.function());
        let forward = quote!(#forward #function);
        // The content of a `&mut` argument is copied by the entry points, and a trait object cannot be.
        let written = self
            .differentiable()
            .any(|param| param.passing == Passing::Mut && crate::syntax::types::mentions_object(&param.ty));
        let entries = (self.twin.entries && !written).then(|| {
            let (vjp, gradients) = (self.vjp(), self.gradients());
            quote!(#vjp #gradients)
        });
        let entries = quote!(#entries #more);
        match self.twin.kind {
            Kind::Free(name) => {
                let about = format!(" Derivatives of {}.", self.twin.link());
                let objects = self
                    .differentiable()
                    .any(|param| crate::syntax::types::mentions_object(&param.ty));
                // A trait object cannot be copied, and so not moved to where the differences are taken.
                let check = (self.twin.entries && !objects).then(|| self.check());
                self.twin
                    .of_its_own(name, &about, self.taken(), quote!(#forward #entries #check))
            }
            Kind::Member | Kind::Declared { .. } => {
                let (found, by_method) = (self.found(), self.by_method());
                quote!(#forward #found #by_method #entries)
            }
            Kind::Sweeps { .. } => quote!(#forward #more),
        }
    }

    /// The receiver with its comma, and the other parameters.
    pub(super) fn split_receiver(&self, mut items: Vec<TokenStream>) -> (TokenStream, Vec<TokenStream>) {
        if self.params.first().is_some_and(Signature::is_receiver) {
            let receiver = items.remove(0);
            (quote!(#receiver,), items)
        } else {
            (quote!(), items)
        }
    }

    /// `Self::forward(&mut workspace, x, k)`, or `Self::norm_differentiable(self, x, &mut workspace)`.
    pub(super) fn run_forward(&self, workspace: TokenStream) -> TokenStream {
        self.run_sweep(&self.sweep, workspace, Signature::passed)
    }

    /// Runs a function of the twin's with the arguments and the results of the forward sweep.
    pub(super) fn run_sweep(
        &self,
        sweep: &Ident,
        workspace: TokenStream,
        passed: impl Fn(&Signature) -> TokenStream,
    ) -> TokenStream {
        let names = self.params.iter().map(|param| {
            let name = &param.name;
            match &param.function {
                Some(function) => function.entered(name),
                None if param.optional && param.passing == Passing::Mut => quote!(#name.as_deref_mut()),
                None => passed(param),
            }
        });
        let arguments = self.sweep_arguments();
        match self.twin.kind {
            Kind::Free(_) => quote!(Self::#sweep #arguments(#workspace, #(#names),*)),
            _ => quote!(Self::#sweep #arguments(#(#names,)* #workspace)),
        }
    }

    /// What the entry points ask for beside the sweeps, which copy nothing that is generic: that they can copy some parameters.
    /// A type without copies can be differentiated, but not checked.
    pub(super) fn copied(&self, which: impl Fn(&Signature) -> bool) -> Vec<TokenStream> {
        let generic = |ty: &Type| {
            let names = self.twin.in_scope.iter().map(TokenStream::to_string);
            let names: Vec<String> = names.chain(["Self".to_string()]).collect();
            let tokens = quote!(#ty);
            let named = matches!(ty, Type::Path(_)) && Ty::of(ty) == Ty::Unknown;
            named || is_concrete(ty, self.twin.in_scope, None) || mentions(tokens, &names)
        };
        self.params
            .iter()
            .filter(|param| param.function.is_none() && crate::syntax::types::owned_array(&param.ty).is_none())
            .filter(|param| which(param) && generic(&param.ty))
            .map(|param| match &param.ty {
                Type::Slice(slice) => clone_bound(&slice.elem),
                ty => clone_bound(ty),
            })
            .collect()
    }
}

/// A parameter of the sweeps and of the entry points.
fn signature_of(
    param: &Param,
    f: &Function,
    twin: &Twin,
    lanes: Option<&Ident>,
    fresh: &mut dyn FnMut(&str) -> Ident,
) -> Signature {
    let plain = twin.without_lifetimes(&param.ty);
    let ty = match param.differentiable {
        true => twin.proven(&plain),
        false => plain.clone(),
    };
    let asked = ty != plain;
    let receiver = param.receiver;
    let name = if receiver {
        Ident::new("self", proc_macro2::Span::call_site())
    } else {
        f.info(param.var).name.clone()
    };
    let function = param.callable.as_ref().map(|(callable, call)| FunctionTypes {
        callable: callable.clone(),
        call: call.clone(),
        captures: fresh("Captures"),
        forward: fresh("Forward"),
        pullback: fresh("Pullback"),
        value: fresh("Value"),
    });
    let (cotangent, buffer) = match function {
        Some(_) => (quote!(()), quote!(())),
        None => slot_types(param, &ty, twin, lanes),
    };
    let optional = param.present.is_some();
    let cotangent = match optional && param.differentiable {
        true => quote!(::core::option::Option<#cotangent>),
        false => cotangent,
    };
    let written = twin.storages.written(&name).or(param.view.as_deref());
    Signature {
        declared: twin.lending_type(&param.ty),
        lifetime: param.lifetime.clone().filter(|lifetime| twin.lending.names(lifetime)),
        view: written.map(|written| twin.without_lifetimes(written)),
        optional,
        held: param.held,
        bar: fresh(&format!("{name}_bar")),
        owned: fresh(&format!("{name}_owned")),
        part: fresh(&format!("{name}_part")),
        now: fresh(&format!("{name}_now")),
        at: fresh(&format!("{name}_at")),
        name,
        ty,
        passing: param.passing,
        differentiable: param.differentiable && function.is_none(),
        asked,
        cotangent,
        buffer,
        function,
    }
}

/// The types of a parameter's cotangent, and of the buffer that it is added to.
fn slot_types(param: &Param, ty: &syn::Type, twin: &Twin, lanes: Option<&Ident>) -> (TokenStream, TokenStream) {
    if param.differentiable && param.any_size {
        (cotangent(ty, twin, lanes), object_buffer())
    } else if param.differentiable || param.passing != Passing::Value && crate::syntax::types::is_inert_list(ty) {
        match twin.projected(ty) {
            Some(projected) => (projected.clone(), projected),
            None => (cotangent(ty, twin, lanes), buffer(ty, twin, lanes)),
        }
    } else if param.passing == Passing::Mut {
        (quote!(()), quote!(()))
    } else if crate::syntax::types::is_inert_parameter(ty) {
        let nothing = cotangent_types::nothing(ty);
        (nothing.clone(), nothing)
    } else {
        // An active argument meets this type in rustc's error, at the call.
        let marked = quote!(::pullback::rt::NoDiffParameter);
        (marked.clone(), marked)
    }
}
