//! `f::check`: the comparison with central differences that `check_grad!` runs.
//!
//! Input:  `fn f(x: &[f64], k: f64) -> f64`
//! Output: `fn check(x: &[f64], k: f64) -> Result<Report, Mismatch>`, which compares `f(x, k)` with the sweep's value, and the
//!         derivatives with differences of `f`

use crate::ir::*;
use crate::normalize::name_impl_trait::is_anonymous;
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::Signature;
use proc_macro2::TokenStream;
use quote::quote;

impl Parts<'_> {
    /// What `check_grad!` runs.
    pub(super) fn check(&self) -> TokenStream {
        // No generic function value can become a function pointer.
        if self.functions().any(|function| function.callable.pointer) {
            return quote!();
        }
        let (declared, visibility, function) = (self.declared_as_written(), self.twin.visibility, self.twin.function);
        let (calls_apart, text) = (self.prologue(), function.to_string());
        let plain = self.functions().map(|function| {
            let (value, output, beside, (inputs, _)) = (
                &function.value,
                &function.callable.output,
                &function.callable.beside,
                function.inputs(self.twin),
            );
            quote!(#value::Plain: Fn(#inputs) -> #output #(+ #beside)*)
        });
        // An ordinary function by value is called once at each point.
        let ordinary = self
            .params
            .iter()
            .filter(|param| param.function.is_none() && param.passing == Passing::Value)
            .filter(|param| crate::signature::callables::callable(&param.ty, self.twin.generics).is_some())
            .map(|param| {
                let ty = &param.ty;
                quote!(#ty: ::core::clone::Clone)
            });
        let sweep_arguments = self.sweep_arguments();
        let storages = self.twin.storages;
        let none = self.functions().next().is_none() && storages.params.is_empty() && !storages.replaced;
        let own_arguments = (self.arguments(quote!())).filter(|_| none && !is_anonymous(self.twin.generics));
        let bounds = self
            .copied(|param| param.passing != Passing::Ref || param.differentiable)
            .into_iter()
            .chain(plain)
            .chain(ordinary);
        let (params, where_clause) = self.generics(bounds.collect());
        let Own {
            workspace,
            value,
            pullback,
            seed,
            value_bar,
            point,
            out,
            start,
            flat,
            ..
        } = &self.own;
        let labels = self.differentiable().map(|param| param.name.to_string());
        let lent = |param: &Signature| {
            let name = &param.name;
            if param.optional {
                quote!(&#name.as_deref())
            } else if param.passing == Passing::Value {
                quote!(&#name)
            } else {
                let behind = param.behind();
                quote!(&#behind)
            }
        };
        let starts = self.differentiable().map(|param| {
            let reference = lent(param);
            quote! {{
                let mut #flat = ::pullback::rt::std::vec::Vec::new();
                ::pullback::Differentiable::flatten_into(#reference, &mut #flat);
                #flat
            }}
        });
        let epsilons = self.differentiable().map(|param| {
            let reference = lent(param);
            quote!(::pullback::Differentiable::coarseness(#reference))
        });
        // Copies of all arguments, the differentiable ones moved to where they are wanted.
        let mut index = 0usize;
        let mut copies = Vec::new();
        let mut moves = Vec::new();
        let mut calls = Vec::new();
        let mut forward_calls = Vec::new();
        let mut finals = Vec::new();
        for param in &self.params {
            let (name, at, behind) = (&param.name, &param.at, param.behind());
            if let Some(function) = &param.function {
                let references = function.references();
                let value = &function.value;
                calls.push(quote!(#references <#value as ::pullback::rt::FunctionValue>::plain(&#name)));
                forward_calls.push(function.entered(name));
                continue;
            }
            copies.push(match param.passing {
                Passing::Value => quote!(let mut #at = ::core::clone::Clone::clone(&#name);),
                _ if param.optional => {
                    quote!(let mut #at = #name.as_deref().map(::pullback::rt::std::borrow::ToOwned::to_owned);)
                }
                Passing::Ref if !param.differentiable => quote!(let #at = &#behind;),
                _ => quote!(let mut #at = ::pullback::rt::std::borrow::ToOwned::to_owned(&#behind);),
            });
            if param.differentiable {
                let position = index;
                index += 1;
                moves.push(
                    quote!(::pullback::Differentiable::unflatten_from(&mut #at, &mut #point[#position].iter().copied());),
                );
            }
            let [shared, exclusive] = [false, true].map(|mutable| {
                let lend = param.lend(mutable);
                match (param.optional, mutable) {
                    (true, _) => quote!(#at.#lend),
                    (false, false) => quote!(&#at),
                    (false, true) => quote!(&mut #at),
                }
            });
            let call = match param.passing {
                Passing::Value => quote!(#at),
                Passing::Ref if !param.differentiable => quote!(#at),
                Passing::Ref => shared,
                _ => {
                    if param.differentiable {
                        finals.push(quote!(::pullback::Differentiable::flatten_into(&#at, &mut #out);));
                    }
                    exclusive
                }
            };
            let written = param.view.as_ref().map(|view| {
                let reference = match view {
                    syn::Type::Reference(reference) => {
                        let mutable = reference.mutability;
                        quote!(& #mutable)
                    }
                    _ => TokenStream::new(),
                };
                match param.passing {
                    Passing::Mut => quote!(#reference #at.view_mut()),
                    _ => quote!(#reference #at.view()),
                }
            });
            calls.push(match written {
                Some(written) => written,
                None if param.held => quote!(#at),
                None => call.clone(),
            });
            forward_calls.push(call);
        }
        let mut bars = Vec::new();
        let mut slots = Vec::new();
        let mut returned = Vec::new();
        let mut flats = Vec::new();
        for param in &self.params {
            let (bar, at) = (&param.bar, &param.at);
            returned.push(match (param.passing, param.differentiable) {
                (Passing::Value, true) => quote!(#bar),
                _ => quote!(_),
            });
            slots.push(match (param.passing, param.differentiable) {
                (Passing::Value, _) => quote!(()),
                (Passing::Function, _) => quote!((::pullback::rt::Lent((), ()), ::pullback::rt::LentBars(()))),
                (Passing::Ref, true) => {
                    bars.push(quote!(let mut #bar = ::pullback::Differentiable::zero_cotangent(&#at);));
                    let lend = [param.lend(false), param.lend(true)];
                    match (param.optional, lend) {
                        (true, [lend, lend_bar]) => quote!((#at.#lend, #bar.#lend_bar)),
                        (false, _) => quote!((&#at, Some(&mut #bar))),
                    }
                }
                (Passing::Ref, false) => quote!((#at, None)),
                (Passing::Mut, true) => {
                    bars.push(quote! {
                        let mut #bar = ::pullback::Differentiable::zero_cotangent(&#at);
                        ::pullback::Cotangent::unflatten_from(&mut #bar, &mut #seed);
                    });
                    let lend = param.lend(true);
                    match param.optional {
                        true => quote!((#at.#lend, #bar.#lend)),
                        false => quote!((&mut #at, Some(&mut #bar))),
                    }
                }
                (Passing::Mut, false) if param.optional => {
                    let (lend, unneeded) = (param.lend(true), param.unneeded(quote!(#at)));
                    quote!((#at.#lend, #unneeded))
                }
                (Passing::Mut, false) => {
                    let unneeded = match crate::syntax::types::is_inert_list(&param.ty) {
                        true => quote!(::pullback::rt::zero(&#at)),
                        false => quote!(()),
                    };
                    bars.push(quote!(let mut #bar = #unneeded;));
                    quote!((&mut #at, Some(&mut #bar)))
                }
            });
            if param.differentiable {
                flats.push(quote! {{
                    let mut #flat = ::pullback::rt::std::vec::Vec::new();
                    ::pullback::Cotangent::flatten_into(&#bar, &mut #flat);
                    #flat
                }});
            }
        }
        let calls = self.as_written(calls);
        // Where the entry points run both sweeps as one function, that is compared, too.
        let (comparison, together) = match self.together {
            false => (quote!(check), None),
            true => {
                let name = self.twin.derivative("together");
                let lent = self.params.iter().map(|param| {
                    let (at, bar) = (&param.at, &param.bar);
                    match (param.passing, param.differentiable) {
                        (Passing::Value, _) => quote!(#at),
                        (_, true) => quote!(&#at, Some(&mut #bar)),
                        (_, false) => quote!(#at, None),
                    }
                });
                let together = quote! {
                    |#seed: &[f64]| {
                        let mut #value_bar = {
                            #(#copies)*
                            ::pullback::Differentiable::zero_cotangent(&#function #own_arguments(#(#calls),*))
                        };
                        ::pullback::Cotangent::unflatten_from(&mut #value_bar, &mut #seed.iter().copied());
                        #(#copies)*
                        let mut #workspace = ::pullback::rt::Workspace::of_the_thread();
                        #(#bars)*
                        let (_, (#(#returned,)*)) = Self::#name #sweep_arguments(&mut #workspace, #value_bar, #(#lent),*);
                        ::pullback::rt::std::vec![#(#flats),*]
                    },
                };
                (quote!(check_both), Some(together))
            }
        };
        let about = format!(
            " Compares the derivatives of {} with differences: see `check_grad!`.",
            self.twin.link()
        );
        quote! {
            #[doc = #about]
            #[doc(hidden)]
            #[inline]
            #visibility fn check #params(#(#declared),*) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> #where_clause {
                #calls_apart
                let #start = ::pullback::rt::std::vec![#(#starts),*];
                ::pullback::rt::#comparison(
                    ::pullback::rt::Problem {
                        function: #text,
                        arguments: &[#(#labels),*],
                        epsilon: [#(#epsilons),*].into_iter().fold(0.0, f64::max),
                    },
                    #start,
                    |#point: &[::pullback::rt::std::vec::Vec<f64>]| {
                        #(#copies)*
                        #(#moves)*
                        let #value = #function #own_arguments(#(#calls),*);
                        let mut #out = ::pullback::rt::std::vec::Vec::new();
                        ::pullback::Differentiable::flatten_into(&#value, &mut #out);
                        #(#finals)*
                        #out
                    },
                    |#seed: &[f64]| {
                        #(#copies)*
                        let mut #seed = #seed.iter().copied();
                        let mut #workspace = ::pullback::rt::Workspace::of_the_thread();
                        let (#value, #pullback) = Self::forward #sweep_arguments(&mut #workspace, #(#forward_calls),*);
                        let mut #value_bar = ::pullback::Differentiable::zero_cotangent(&#value);
                        ::pullback::Cotangent::unflatten_from(&mut #value_bar, &mut #seed);
                        #(#bars)*
                        let (#(#returned,)*) = #pullback(&mut #workspace, #value_bar, #(#slots),*);
                        ::pullback::rt::std::vec![#(#flats),*]
                    },
                    #together
                )
            }
        }
    }
}
