//! Forward mode in the twin: the function's tangent, which other differentiable functions call, and the entry point `jvp`.
//!
//! ```text
//! Input:  fn f(x: &[f64], k: f64, n: usize) -> f64, and its tangent function in the IR
//! Output: fn tangent(x: &[f64], k: f64, n: usize, x_tangent: Option<&[f64]>, k_tangent: Option<f64>, _: Option<()>) -> (f64, f64)
//!         fn jvp(x: &[f64], k: f64, n: usize, x_tangent: &[f64], k_tangent: f64) -> (f64, f64)
//! ```
//!
//! `None` is a tangent of zero. What has no tangent yet is an error where it is asked for: nothing else instantiates the function that
//! fails. Rustc compiles none of this unless it is called.

use crate::emit::emitter::Emit;
use crate::ir::*;
use crate::syntax::lifetimes;
use crate::syntax::tokens::mentions;
use crate::syntax::types::Ty;
use crate::tangent::forward::{Missing, TangentFunction};
use crate::twin::accepted::Accepted;
use crate::twin::assemble::route_traits;
use crate::twin::cotangent_types::{buffer, cotangent};
use crate::twin::parts::Parts;
use crate::twin::signature::{FunctionTypes, Signature};
use crate::twin::target::{Kind, Twin};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Type;

impl Parts<'_> {
    /// That the forward sweep compiles: what computes with tangents would say the same once more.
    pub(super) fn swept(&self) -> Option<Accepted> {
        self.twin.accepted?;
        let (forward, arguments) = (self.twin.forward(), self.params.iter().map(|_| quote!(, any())));
        let compiles = quote!({
            use ::pullback::rt::argument as any;
            ::pullback::rt::compiles(&|| Self::#forward(any() #(#arguments)*))
        });
        Some(Accepted::new(self.twin.part("swept"), &compiles))
    }

    /// `tangent` and `jvp`, with what has no tangent yet as an error of who calls them.
    pub fn forward_mode(&self, tangent: Result<&TangentFunction, &Missing>) -> TokenStream {
        let (names, body) = match tangent {
            Ok(tangent) => self.with_tangents(tangent),
            // The runtime says so of an operator.
            Err(missing) if !missing.asked && matches!(self.twin.kind, Kind::Sweeps { of_trait: false, .. }) => {
                return TokenStream::new();
            }
            Err(missing) => self.without_tangents(missing),
        };
        self.tangent_functions(&names, &body)
    }

    /// The same, where `body` makes the value and its tangent of the parameters and of their tangents, which have these names and may be
    /// absent.
    pub(super) fn tangent_functions(&self, names: &[Ident], body: &TokenStream) -> TokenStream {
        let lanes = self.lanes.iter().map(|lanes| quote!(const #lanes: usize)).collect();
        let (declared, (params, clause)) = (self.declared_along(), self.declaration(lanes, Vec::new()));
        let slots = self.params.iter().zip(names).map(|(param, name)| {
            let slot = param.tangent_slot();
            quote!(#name: #slot)
        });
        let (name, visibility) = (self.tangent_name(), self.twin.visibility);
        let (output, seed) = (&self.output, &self.output_cotangent);
        let body = match self.twin.guard() {
            Some(guard) => quote!(#guard { #body }),
            None => body.clone(),
        };
        // The trait has those that call it.
        let calling = (self.lanes.is_none() && !matches!(self.twin.kind, Kind::Sweeps { .. })).then(|| {
            let (by_method, jvp) = (self.tangent_by_method(&name), self.jvp(&name, &body));
            quote!(#by_method #jvp)
        });
        quote! {
            /// The value and its tangent, for the tangents of other differentiable functions.
            #[doc(hidden)]
            #[inline]
            #visibility fn #name #params(#(#declared,)* #(#slots),*) -> (#output, #seed) #clause {
                #body
            }
            #calling
        }
    }

    /// What the tangent function is called: a method is one by its path as well, with the tangent of its receiver like the others.
    fn tangent_name(&self) -> Ident {
        self.twin.derivative(match self.twin.kind {
            Kind::Free(_) if self.lanes.is_some() => "tangent_lanes",
            Kind::Free(_) => "tangent",
            _ => "differentiable_along",
        })
    }

    /// The tangent of a method for calls by method syntax, which do not show how it takes its receiver.
    fn tangent_by_method(&self, along: &Ident) -> Option<TokenStream> {
        let receiver = self.receiver()?;
        let (name, visibility) = (self.twin.derivative("differentiable_tangent"), self.twin.visibility);
        let (declared, (params, clause)) = (self.declared_along(), self.declaration(Vec::new(), Vec::new()));
        let (bar, buffer) = (&receiver.bar, &receiver.buffer);
        let rest = &self.params[1..];
        let slots = rest.iter().map(|param| {
            let (bar, slot) = (&param.bar, param.tangent_slot());
            quote!(#bar: #slot)
        });
        let given = match receiver.passing {
            _ if !receiver.differentiable => quote!(::core::option::Option::None),
            Passing::Value => quote!(#bar.shared().cloned()),
            Passing::Mut => quote!(#bar.written()),
            _ => quote!(#bar.shared()),
        };
        let passed = self.params.iter().map(|param| &param.name);
        let bars = rest.iter().map(|param| &param.bar);
        let arguments = self.arguments(TokenStream::new());
        let (output, seed) = (&self.output, &self.output_cotangent);
        Some(quote! {
            /// The same for calls by method syntax.
            #[doc(hidden)]
            #[inline]
            #visibility fn #name #params(
                #(#declared,)* #bar: ::pullback::rt::ReceiverTangent<'_, #buffer>, #(#slots),*
            ) -> (#output, #seed) #clause {
                Self::#along #arguments(#(#passed,)* #given, #(#bars),*)
            }
        })
    }

    /// The names of the parameters' tangents, and the body.
    fn with_tangents(&self, tangent: &TangentFunction) -> (Vec<Ident>, TokenStream) {
        let mut f = tangent.function.clone();
        if self.lanes.is_some() {
            // Of these the type is not seen where they are declared.
            for var in tangent.plan.unassigned.iter().filter(|var| var.0 >= tangent.primal) {
                f.vars[var.0].ty = Ty::Unknown;
            }
        }
        let f = &f;
        let swept = self.swept();
        let emit = Emit::new(f, &tangent.plan, &[&f.body], &[])
            .in_lanes(self.lanes.as_ref())
            .with_accepted(swept.as_ref().map(|accepted| &accepted.name));
        let names: Vec<Ident> = self
            .params
            .iter()
            .zip(&tangent.params)
            .map(|(param, var)| var.map_or(param.bar.clone(), |var| f.info(var).name.clone()))
            .collect();
        let known = self.params.iter().zip(&tangent.params).zip(&f.params);
        let known = known.filter_map(|((param, var), own)| var.map(|var| (param, var, own)));
        let lanes = self.lanes.as_ref();
        let given = known.map(|(param, var, own)| param.given(f, var, own.var, lanes));
        let ends = crate::lower::expressions::branches::ends(&f.body);
        let sweep = emit.sweep(&f.body, |value| match value.is_empty() && !ends {
            true => quote!(((), ())),
            false => value,
        });
        let receiver = f.params.iter().find(|param| param.receiver).map(|param| {
            let this = &f.info(param.var).name;
            quote!(let #this = self;)
        });
        let items = &f.items;
        let imports = f.imports(&sweep);
        let (ad, runtime, routes, options) = (&f.ad, self.runtime(), route_traits(f), self.options());
        let ws = &f.ws;
        let asked = swept.as_ref().map(|swept| swept.asked(f));
        let workspace = mentions(sweep.clone(), &[ws.to_string()])
            .then(|| quote!(let #ws = &mut ::pullback::rt::Workspace::new();));
        let body = quote! {
            use #runtime as #ad;
            #routes
            #(#items)*
            #imports
            #receiver
            #asked
            #options
            #(#given)*
            #workspace
            #sweep
        };
        (names, body)
    }

    /// The same of a function without tangent.
    fn without_tangents(&self, missing: &Missing) -> (Vec<Ident>, TokenStream) {
        let names = self.params.iter().map(|param| param.bar.clone()).collect();
        // For nearly all functions: a trait's impl for each would be more than rustc has to do for the rest of it.
        if !missing.asked {
            return (
                names,
                quote!(::pullback::rt::missing_derivative::<::pullback::rt::NotAsked, _>()),
            );
        }
        let what = format!("`{}` has no tangent yet: {}", self.twin.function, missing.what);
        let body = quote! {
            struct Missing;
            impl ::pullback::rt::MissingDerivative for Missing {
                const WHAT: &'static str = #what;
            }
            ::pullback::rt::missing_derivative::<Missing, _>()
        };
        (names, body)
    }

    /// Whether there is an entry point, be it a stub.
    fn enters_forward(&self) -> bool {
        let plain = |param: &Signature| param.view.is_none() && !param.held && !param.optional;
        self.twin.entries && self.tuples.is_empty() && self.params.iter().all(plain)
    }

    /// Whether users can call `jvp`.
    pub(super) fn has_jvp(&self) -> bool {
        self.forward && self.enters_forward()
    }

    /// The entry point.
    fn jvp(&self, tangent: &Ident, body: &TokenStream) -> Option<TokenStream> {
        if !self.enters_forward() {
            return None;
        }
        let (name, visibility) = (self.twin.derivative("jvp"), self.twin.visibility);
        let (declared, (params, clause)) = (self.declared_as_written(), self.entry_along());
        let (output, seed) = (&self.output, &self.output_cotangent);
        let types = self.differentiable().map(|param| {
            let (bar, ty) = (&param.bar, param.tangent_type());
            quote!(#bar: #ty)
        });
        let about = format!(
            " The value of {} and its tangent, the derivative along the tangents of the parameters.",
            self.twin.link()
        );
        let body = match self.twin.kind {
            Kind::Free(_) if !self.forward => body.clone(),
            // An implementor's may be another one than that of the trait.
            _ => self.run_along(tangent),
        };
        Some(quote! {
            #[doc = #about]
            #[inline]
            #visibility fn #name #params(#(#declared,)* #(#types),*) -> (#output, #seed) #clause {
                #body
            }
        })
    }

    /// A call of the tangent function by the entry point.
    fn run_along(&self, tangent: &Ident) -> TokenStream {
        let passed = self.params.iter().map(|param| match &param.function {
            Some(function) => function.entered_along(&param.name),
            None => param.passed(),
        });
        let tangents = self.params.iter().map(|param| {
            let bar = &param.bar;
            match param.differentiable {
                true => quote!(::core::option::Option::Some(#bar)),
                false => quote!(::core::option::Option::None),
            }
        });
        let arguments = self.arguments(TokenStream::new());
        let fitting = [Passing::Ref, Passing::Mut].map(|passing| self.fitting(passing, Signature::behind));
        quote!(#(#fitting)* Self::#tangent #arguments(#(#passed,)* #(#tangents),*))
    }

    /// The parameters of the tangent function: one that is a function gives the value and its tangent.
    pub(super) fn declared_along(&self) -> Vec<TokenStream> {
        let mut declared = self.declared_in_sweep();
        for (param, declared) in self.params.iter().zip(&mut declared) {
            if let Some(function) = &param.function {
                let (name, along) = (&param.name, function.along(self.twin));
                *declared = quote!(#name: &dyn #along);
            }
        }
        declared
    }

    /// The generic parameters of the entry point, and the where clause.
    fn entry_along(&self) -> (TokenStream, TokenStream) {
        let mut params = self.twin.storages.params.clone();
        let mut predicates = self.twin.storages.predicates.clone();
        for function in self.functions() {
            let (value, along) = (&function.value, function.along(self.twin));
            params.push(quote!(#value));
            predicates.push(quote!(#value: ::pullback::rt::FunctionValue, #value::Tangent: #along));
        }
        self.declaration(params, predicates)
    }

    /// What rustc is to find for the generic parameters of the entry point.
    pub(super) fn arguments_along(&self) -> Option<TokenStream> {
        let storages = self.twin.storages.params.iter().map(|_| quote!(_,));
        let storages: TokenStream = storages.collect();
        let arguments = self.arguments(quote!(_,));
        arguments.filter(|_| storages.is_empty())
    }
}

impl FunctionTypes {
    /// `Fn(f64, &[f64], Option<f64>, Option<&[f64]>) -> (f64, f64)`.
    pub(super) fn along(&self, twin: &Twin) -> TokenStream {
        let (mut plain, mut slots) = (Vec::new(), Vec::new());
        for ty in &self.callable.inputs {
            let mut ty = ty.clone();
            lifetimes::erase(&mut ty);
            let tangent = match &ty {
                Type::Reference(reference) => {
                    let (mutable, buffer) = (reference.mutability, buffer(&reference.elem, twin, None));
                    quote!(& #mutable #buffer)
                }
                ty => cotangent(ty, twin, None),
            };
            slots.push(quote!(::core::option::Option<#tangent>));
            plain.push(ty);
        }
        let output = &self.callable.output;
        let seed = cotangent(output, twin, None);
        quote!(::core::ops::Fn(#(#plain,)* #(#slots),*) -> (#output, #seed))
    }

    /// The tangent function of what an entry point is given.
    fn entered_along(&self, name: &Ident) -> TokenStream {
        let value = &self.value;
        quote!(&<#value as ::pullback::rt::FunctionValue>::tangent(&#name))
    }
}

impl Signature {
    /// The tangent as an entry point takes it: as the parameter is passed.
    fn tangent_type(&self) -> TokenStream {
        let buffer = &self.buffer;
        match self.passing {
            Passing::Value => self.cotangent.clone(),
            Passing::Mut => quote!(&mut #buffer),
            _ => quote!(&#buffer),
        }
    }

    /// The same where there may be none.
    pub(super) fn tangent_slot(&self) -> TokenStream {
        let ty = match &self.function {
            Some(_) => quote!(()),
            None => self.tangent_type(),
        };
        quote!(::core::option::Option<#ty>)
    }

    /// Makes a zero of a tangent that was not given; of what is only read, the function looks where it reads.
    fn given(&self, f: &Function, tangent: Var, value: Var, lanes: Option<&Ident>) -> TokenStream {
        let zero = match lanes {
            Some(lanes) => quote!(::pullback::rt::lanes::zero::<_, #lanes>),
            None => quote!(::pullback::rt::zero),
        };
        let (info, value) = (f.info(tangent), &f.info(value).name);
        let (name, mutable) = (&info.name, info.mutable.then(|| quote!(mut)));
        match self.passing {
            Passing::Value if info.ty.is_float() && lanes.is_none() => {
                quote!(let #mutable #name = #name.unwrap_or(0.0);)
            }
            Passing::Value => quote! {
                let #mutable #name = match #name { ::core::option::Option::Some(#name) => #name, _ => #zero(&#value) };
            },
            Passing::Ref if matches!(info.role, Role::Tangent(_)) => TokenStream::new(),
            Passing::Mut if self.optional => {
                let (owned, buffer) = (&self.owned, &self.buffer);
                quote! {
                    let mut #owned;
                    let mut #name: ::core::option::Option<&mut #buffer> = match (#name, #value.as_deref()) {
                        (::core::option::Option::None, ::core::option::Option::Some(#value)) => {
                            #owned = #zero(#value);
                            ::core::option::Option::Some(&mut #owned)
                        }
                        (#name, _) => #name,
                    };
                }
            }
            Passing::Ref | Passing::Mut => {
                let (owned, mutable) = (&self.owned, (self.passing == Passing::Mut).then(|| quote!(mut)));
                quote! {
                    let #mutable #owned;
                    let #name = match #name {
                        ::core::option::Option::Some(#name) => #name,
                        _ => {
                            #owned = #zero(&*#value);
                            & #mutable #owned
                        }
                    };
                }
            }
            _ => TokenStream::new(),
        }
    }
}
