//! Derivatives of derivatives: the sweeps of the entry points, which differentiable functions may call of a function of second order.
//!
//! ```text
//! Input:  fn f(x: &[f64], k: f64) -> f64, with the sweeps of its tangent function
//! Output: fn grad_forward(ws, x, k) -> ((Vec<f64>, f64), impl FnOnce(ws, (Vec<f64>, f64), (x, x_bar), ()) -> ((), f64))
//!         fn value_and_grad_forward(ws, x, k) -> ((f64, (Vec<f64>, f64)), ..)
//!         fn jvp_forward(ws, x, k, x_tangent: &[f64], k_tangent: f64) -> ((f64, f64), ..)
//! ```
//!
//! The pullback of a gradient is the Hessian times the cotangent: that of the tangent function along it, with the seed `(0, 1)`.

use crate::ir::*;
use crate::signature::bounds::names;
use crate::twin::parts::Parts;
use crate::twin::signature::Signature;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl Parts<'_> {
    pub(super) fn nested(&self, pairs: &Parts, tangent: &Ident) -> TokenStream {
        let jvp = self.nested_jvp(pairs, tangent);
        if !self.repeats() {
            return jvp;
        }
        let gradient = Self::tuple(self.differentiable().map(|param| param.cotangent.clone()).collect());
        let (value_bar, output) = (&self.own.value_bar, &self.output);
        let directions = Self::tuple(
            self.differentiable()
                .map(|param| param.part.to_token_stream())
                .collect(),
        );
        let grad = self.nested_gradient(pairs, tangent, "grad", &gradient, &directions, &quote!(0.0));
        let both = self.nested_gradient(
            pairs,
            tangent,
            "value_and_grad",
            &quote!((#output, #gradient)),
            &quote!((#value_bar, #directions)),
            value_bar,
        );
        let tangents = self.nested_tangents(&gradient);
        quote!(#grad #both #jvp #tangents)
    }

    /// The tangents of the gradient, and of the value with it.
    fn nested_tangents(&self, gradient: &TokenStream) -> TokenStream {
        let (visibility, declared, copies) = (self.twin.visibility, self.declared_proven(), self.copies());
        let ((params, clause), arguments) = (self.generics(Vec::new()), self.entry_arguments());
        let slots = self.params.iter().map(|param| {
            let (bar, slot) = (&param.bar, param.tangent_slot());
            quote!(#bar: #slot)
        });
        let slots: Vec<_> = slots.collect();
        let given = self.differentiable().map(|param| {
            let (bar, owned, name) = (&param.bar, &param.owned, &param.name);
            match param.passing {
                Passing::Value => quote!(let #bar = #bar.unwrap_or_else(|| ::pullback::rt::zero(&#name));),
                _ => quote! {
                    let #owned = #bar.is_none().then(|| ::pullback::rt::zero(#name));
                    let #bar = #bar.unwrap_or_else(|| #owned.as_ref().expect("it was made"));
                },
            }
        });
        let given: Vec<_> = given.collect();
        let directions: Vec<_> = self.differentiable().map(|param| &param.bar).collect();
        let again = self.differentiable().map(|param| match param.passing {
            Passing::Value => param.copy_of(&param.bar),
            _ => param.bar.to_token_stream(),
        });
        let output = &self.output;
        quote! {
            /// The gradient and its tangent.
            #[doc(hidden)]
            #visibility fn grad_tangent #params(#(#declared,)* #(#slots),*) -> (#gradient, #gradient) #clause {
                #(#given)*
                let (_, gradient, product) = Self::value_grad_hvp #arguments(#(#copies,)* #(#directions),*);
                (gradient, product)
            }
            /// The value and the gradient, and their tangents.
            #[doc(hidden)]
            #visibility fn value_and_grad_tangent #params(#(#declared,)* #(#slots),*) -> ((#output, #gradient), (#output, #gradient)) #clause {
                #(#given)*
                let (_, tangent) = Self::jvp #arguments(#(#copies,)* #(#again),*);
                let (value, gradient, product) = Self::value_grad_hvp #arguments(#(#copies,)* #(#directions),*);
                ((value, gradient), (tangent, product))
            }
        }
    }

    /// The sweeps of `entry`, which gives a `result`. Its seed is of the same type, of which `pattern` takes the directions, and `value_bar`
    /// is the cotangent of the value.
    fn nested_gradient(
        &self,
        pairs: &Parts,
        tangent: &Ident,
        entry: &str,
        result: &TokenStream,
        pattern: &TokenStream,
        value_bar: &impl ToTokens,
    ) -> TokenStream {
        let [name, entry] = [format!("{entry}_forward"), entry.to_string()].map(|name| self.twin.derivative(&name));
        let (visibility, ws, seed) = (self.twin.visibility, &self.own.workspace, &self.own.seed);
        let (value, pullback) = (&self.own.value, &self.own.pullback);
        let (declared, copies) = (self.declared_proven(), self.copies());
        let ((params, clause), arguments) = (self.generics(Vec::new()), self.entry_arguments());
        let (of_sweep, names) = (pairs.sweep_arguments(), names(self.twin.generics));
        let slots: Vec<_> = self.params.iter().map(Signature::slot).collect();
        let bound: Vec<_> = self.params.iter().map(Signature::bound).collect();
        let types = self.params.iter().map(Self::returned_for);
        let tangents = &pairs.params[self.params.len()..];
        let directions = self
            .params
            .iter()
            .map(|param| match (param.differentiable, param.passing) {
                (true, Passing::Value) => param.part.to_token_stream(),
                (true, _) => {
                    let part = &param.part;
                    quote!(&#part)
                }
                (false, Passing::Value) => quote!(()),
                (false, _) => quote!(&()),
            });
        let directions: Vec<_> = directions.collect();
        let handed = self.params.iter().map(Signature::bound);
        let lent = tangents
            .iter()
            .zip(&directions)
            .map(|(tangent, direction)| match tangent.passing {
                Passing::Value => quote!(()),
                _ => quote!((#direction, ::core::option::Option::None)),
            });
        let received = self
            .params
            .iter()
            .map(|param| match (param.differentiable, param.passing) {
                (true, Passing::Value) => param.bar.to_token_stream(),
                _ => quote!(_),
            });
        let others = tangents.iter().map(|_| quote!(_));
        let returned = self
            .params
            .iter()
            .map(|param| match (param.differentiable, param.passing) {
                (true, Passing::Value) => param.bar.to_token_stream(),
                (false, Passing::Value) => param.cotangent.clone(),
                _ => quote!(()),
            });
        quote! {
            /// The forward sweep of the entry point, for differentiable functions that call it.
            #[doc(hidden)]
            #visibility fn #name #params(#ws: &mut ::pullback::rt::Workspace, #(#declared),*) -> (
                #result,
                impl ::core::ops::FnOnce(&mut ::pullback::rt::Workspace, #result, #(#slots),*) -> (#(#types,)*) + use<#(#names),*>
            ) #clause {
                let #value = Self::#entry #arguments(#(#copies),*);
                (#value, move |#ws: &mut ::pullback::rt::Workspace, #seed: #result, #(#bound: #slots),*| {
                    let #pattern = #seed;
                    let (_, #pullback) = Self::#tangent #of_sweep(#ws, #(#copies,)* #(#directions),*);
                    let (#(#received,)* #(#others,)*) = #pullback(#ws, (#value_bar, 1.0), #(#handed,)* #(#lent),*);
                    (#(#returned,)*)
                })
            }
        }
    }

    /// The sweeps of `jvp`: those of the tangent function, without the parameters that have no tangent.
    fn nested_jvp(&self, pairs: &Parts, tangent: &Ident) -> TokenStream {
        let (own, tangents) = pairs.params.split_at(self.params.len());
        let kept = |param: &&Signature| param.differentiable;
        let given: Vec<&Signature> = own.iter().chain(tangents.iter().filter(kept)).collect();
        let (visibility, ws, seed) = (self.twin.visibility, &pairs.own.workspace, &pairs.own.seed);
        let (value, pullback) = (&pairs.own.value, &pairs.own.pullback);
        let (output, output_cotangent) = (&pairs.output, &pairs.output_cotangent);
        let declared: Vec<_> = pairs.declared_proven();
        let declared = declared.iter().zip(&pairs.params).enumerate();
        let declared = declared.filter(|(k, (_, param))| *k < own.len() || param.differentiable);
        let declared = declared.map(|(_, (declared, _))| declared);
        let ((params, clause), of_sweep) = (self.generics(Vec::new()), pairs.sweep_arguments());
        let names = names(self.twin.generics);
        let slots: Vec<_> = given.iter().map(|param| param.slot()).collect();
        let bound = given.iter().map(|param| param.bound());
        let types = given.iter().map(|param| Self::returned_for(param));
        let name = self.twin.derivative("jvp_forward");
        let nothing = |param: &Signature| param.reference_to(quote!(()));
        let passed = own.iter().map(|param| param.name.to_token_stream());
        let passed = passed.chain(tangents.iter().map(|param| match param.differentiable {
            true => param.name.to_token_stream(),
            false => nothing(param),
        }));
        let handed = own.iter().map(Signature::bound);
        let handed = handed.chain(
            tangents
                .iter()
                .map(|param| match (param.differentiable, param.passing) {
                    (true, _) => param.bound(),
                    (false, Passing::Value) => quote!(()),
                    (false, Passing::Mut) => quote!((&mut (), ::core::option::Option::Some(&mut ()))),
                    (false, _) => quote!((&(), ::core::option::Option::None)),
                }),
        );
        let received = own.iter().map(|param| &param.part);
        let received = received.map(ToTokens::to_token_stream);
        let received = received.chain(tangents.iter().map(|param| match param.differentiable {
            true => param.part.to_token_stream(),
            false => quote!(_),
        }));
        let returned = given.iter().map(|param| &param.part);
        quote! {
            /// The forward sweep of the entry point, for differentiable functions that call it.
            #[doc(hidden)]
            #visibility fn #name #params(#ws: &mut ::pullback::rt::Workspace, #(#declared),*) -> (
                #output,
                impl ::core::ops::FnOnce(&mut ::pullback::rt::Workspace, #output_cotangent, #(#slots),*) -> (#(#types,)*) + use<#(#names),*>
            ) #clause {
                let (#value, #pullback) = Self::#tangent #of_sweep(#ws, #(#passed),*);
                (#value, move |#ws: &mut ::pullback::rt::Workspace, #seed: #output_cotangent, #(#bound: #slots),*| {
                    let (#(#received,)*) = #pullback(#ws, #seed, #(#handed),*);
                    (#(#returned,)*)
                })
            }
        }
    }
}

impl Signature {
    /// What a pullback is handed for the parameter, as a pattern, and as what is handed on.
    fn bound(&self) -> TokenStream {
        let (name, bar) = (&self.name, &self.bar);
        match self.passing {
            Passing::Value => quote!(()),
            _ => quote!((#name, #bar)),
        }
    }
}
