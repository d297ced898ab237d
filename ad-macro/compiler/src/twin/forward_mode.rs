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
use crate::syntax::tokens::mentions;
use crate::tangent::forward::{Missing, TangentFunction};
use crate::twin::assemble::route_traits;
use crate::twin::parts::Parts;
use crate::twin::signature::{FunctionTypes, Signature};
use crate::twin::target::Kind;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl Parts<'_> {
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
        let (declared, (params, clause)) = (self.declared_in_sweep(), self.sweep_generics(None));
        let slots = self.params.iter().zip(names).map(|(param, name)| {
            let slot = param.tangent_slot();
            quote!(#name: #slot)
        });
        let (name, visibility) = (self.tangent_name(), self.twin.visibility);
        let (output, seed) = (&self.output, &self.output_cotangent);
        // The trait has those that call it.
        let calling = (!matches!(self.twin.kind, Kind::Sweeps { .. })).then(|| {
            let (by_method, jvp) = (self.tangent_by_method(&name), self.jvp(&name, body));
            quote!(#by_method #jvp)
        });
        let body = match self.twin.guard() {
            Some(guard) => quote!(#guard { #body }),
            None => body.clone(),
        };
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
            Kind::Free(_) => "tangent",
            _ => "differentiable_along",
        })
    }

    /// The tangent of a method for calls by method syntax, which do not show how it takes its receiver.
    fn tangent_by_method(&self, along: &Ident) -> Option<TokenStream> {
        let receiver = self.receiver()?;
        let (name, visibility) = (self.twin.derivative("differentiable_tangent"), self.twin.visibility);
        let (declared, (params, clause)) = (self.declared_in_sweep(), self.sweep_generics(None));
        let (bar, buffer) = (&receiver.bar, &receiver.buffer);
        let rest = &self.params[1..];
        let slots = rest.iter().map(|param| {
            let (bar, slot) = (&param.bar, param.tangent_slot());
            quote!(#bar: #slot)
        });
        let given = match receiver.passing {
            _ if !receiver.differentiable => quote!(None),
            Passing::Value => quote!(#bar.shared().cloned()),
            Passing::Mut => quote!(#bar.written()),
            _ => quote!(#bar.shared()),
        };
        let passed = self.params.iter().map(|param| {
            let name = &param.name;
            match &param.function {
                Some(FunctionTypes { call, .. }) => quote!(#name, #call),
                None => quote!(#name),
            }
        });
        let bars = rest.iter().map(|param| &param.bar);
        let (arguments, output, seed) = (self.sweep_arguments(), &self.output, &self.output_cotangent);
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
        let f = &tangent.function;
        let emit = Emit::new(f, &tangent.plan, &[&f.body], &[]);
        let names: Vec<Ident> = self
            .params
            .iter()
            .zip(&tangent.params)
            .map(|(param, var)| var.map_or(param.bar.clone(), |var| f.info(var).name.clone()))
            .collect();
        let known = self.params.iter().zip(&tangent.params).zip(&f.params);
        let known = known.filter_map(|((param, var), own)| var.map(|var| (param, var, own)));
        let given = known.map(|(param, var, own)| param.given(f, var, own.var));
        let ends = crate::lower::expressions::ends(&f.body);
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
        let workspace = mentions(sweep.clone(), &[ws.to_string()])
            .then(|| quote!(let #ws = &mut ::pullback::rt::Workspace::new();));
        let body = quote! {
            use #runtime as #ad;
            #routes
            #(#items)*
            #imports
            #receiver
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
        let (declared, (params, clause)) = (self.declared_as_written(), self.generics(Vec::new()));
        let (output, seed) = (&self.output, &self.output_cotangent);
        let types = self.differentiable().map(|param| {
            let (bar, ty) = (&param.bar, param.tangent_type());
            quote!(#bar: #ty)
        });
        let passed = self.params.iter().map(Signature::passed);
        let tangents = self.params.iter().map(|param| {
            let bar = &param.bar;
            match param.differentiable {
                true => quote!(Some(#bar)),
                false => quote!(None),
            }
        });
        let arguments = self.sweep_arguments();
        // Of a function of functions there is none yet, and the body says so.
        let run = match self.functions().next() {
            None => quote!(Self::#tangent #arguments(#(#passed,)* #(#tangents),*)),
            Some(_) => body.clone(),
        };
        let fitting = [Passing::Ref, Passing::Mut].map(|passing| self.fitting(passing, Signature::behind));
        let about = format!(
            " The value of {} and its tangent, the derivative along the tangents of the parameters.",
            self.twin.link()
        );
        Some(quote! {
            #[doc = #about]
            #[inline]
            #visibility fn #name #params(#(#declared,)* #(#types),*) -> (#output, #seed) #clause {
                #(#fitting)*
                #run
            }
        })
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
        quote!(Option<#ty>)
    }

    /// Makes a zero of a tangent that was not given; of what is only read, the function looks where it reads.
    fn given(&self, f: &Function, tangent: Var, value: Var) -> TokenStream {
        let (info, value) = (f.info(tangent), &f.info(value).name);
        let (name, mutable) = (&info.name, info.mutable.then(|| quote!(mut)));
        match self.passing {
            Passing::Value if info.ty.is_float() => quote!(let #mutable #name = #name.unwrap_or(0.0);),
            Passing::Value => quote! {
                let #mutable #name = match #name { Some(#name) => #name, None => ::pullback::rt::zero(&#value) };
            },
            Passing::Mut => {
                let owned = &self.owned.to_token_stream();
                quote! {
                    let mut #owned;
                    let #name = match #name {
                        Some(#name) => #name,
                        None => {
                            #owned = ::pullback::rt::zero(&*#value);
                            &mut #owned
                        }
                    };
                }
            }
            _ => TokenStream::new(),
        }
    }
}
