//! The entry points of scalar results: `f::vjp`, `f::vjp_once`, `f::value_and_grad`, `f::grad`, `f::grad_into`, `f::grad_into_with`.
//!
//! Input:  `fn f(x: &[f64], k: f64) -> f64`
//! Output: `fn grad(x: &[f64], k: f64) -> (Vec<f64>, f64)`, …, which make a workspace and buffers and run the sweeps with the seed one

use crate::ir::*;
use crate::signature::bounds::sized::is_of_any_size;
use crate::syntax::types::{Ty, is_object};
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::Signature;
use crate::twin::target::{Kind, Twin};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl Signature {
    /// A check that a cotangent or a tangent is one of the parameter's value, if that is not certain by its type.
    pub(super) fn fits(&self, twin: &Twin, value: &TokenStream, bar: &TokenStream) -> Option<TokenStream> {
        // An object's cotangent, or that of what may be one, says nothing of its shape.
        let object = is_object(&self.ty) || is_of_any_size(&self.ty, twin.generics);
        if object || Ty::of(&self.ty).is_in_place() {
            return None;
        }
        let check = match &self.ty {
            syn::Type::Slice(_) => quote!(check_buffer_of_list),
            ty if crate::syntax::types::owned_array(ty).is_some() => quote!(check_buffer_of_array),
            _ => quote!(check_buffer),
        };
        let name = self.name.to_string();
        let argument = match &self.ty {
            syn::Type::Slice(slice) => {
                let element = &slice.elem;
                self.asked.then(|| quote!(::<#element>))
            }
            ty if crate::syntax::types::owned_array(ty).is_some() => None,
            _ => self.as_argument(),
        };
        Some(quote!(::pullback::rt::#check #argument(#name, &#value, &#bar);))
    }
}

impl Parts<'_> {
    pub(super) fn vjp(&self) -> TokenStream {
        let (declared, output, visibility) = (self.declared_as_written(), &self.output, self.twin.visibility);
        let seed = &self.output_cotangent;
        let Own {
            workspace,
            value,
            pullback,
            seed: own_seed,
            shape,
            ..
        } = &self.own;
        let shaped = !self.unit && !Ty::of(&self.output).is_in_place();
        let take_shape = shaped.then(|| quote!(let #shape = ::pullback::rt::seed_shape(&#value);));
        let check_seed = shaped.then(|| quote!(#shape.check(&#own_seed);));
        let checks = self.fitting_contents();
        let mut closure_types = Vec::new();
        let mut closure_params = Vec::new();
        if !self.unit {
            closure_types.push(quote!(#seed));
            closure_params.push(quote!(#own_seed: #seed));
        }
        for param in self.differentiable().filter(|param| param.passing == Passing::Mut) {
            let (bar, buffer) = (&param.bar, param.lent_buffer());
            closure_types.push(quote!(#buffer));
            closure_params.push(quote!(#bar: #buffer));
        }
        let returned: Vec<&Signature> = self
            .differentiable()
            .filter(|param| param.passing != Passing::Mut)
            .collect();
        let not_written = |param: &Signature| (param.passing != Passing::Mut).then_some(());
        let returned_type = self.components(|param| not_written(param).map(|()| param.cotangent.clone()));
        let returned_type = Self::tuple(returned_type);
        let zeros = returned
            .iter()
            .filter(|param| param.passing == Passing::Ref)
            .map(|param| param.zero(param.passed()));
        let values = self.components(|param| {
            not_written(param).map(|()| match param.passing {
                Passing::Ref => param.owned.to_token_stream(),
                _ => param.part.to_token_stream(),
            })
        });
        let values = Self::tuple(values);
        let run = self.run(
            &quote!(&mut #workspace),
            &if self.unit { quote!(()) } else { quote!(#own_seed) },
        );
        let keep = self.keep();
        let (nows, options) = (self.nows(&quote!(&mut #workspace)), self.prologue());
        let name = self.twin.derivative("vjp");
        let (params, where_clause) = self.generics(self.copied(|param| param.passing == Passing::Mut));
        let run_forward = self.run_forward(quote!(&mut #workspace));
        let about = format!(
            " The value of {} and its pullback, from the result's cotangent to the parameters'.",
            self.twin.link()
        );
        let once = self.twin.derivative("vjp_once");
        let about_once = format!(" Like [`{0}`](Self::{0}), with a pullback that is called once.", name);
        let (own_arguments, names) = (self.entry_arguments(), self.names_as_written());
        let pullback_type = quote!((#(#closure_types),*) -> #returned_type);
        let open = quote!(let mut #workspace = ::pullback::rt::Workspace::of_the_thread(););
        // One that may run again has no workspace to itself in between, and leaves what was saved as it is.
        let (kind, close, again) = match self.repeatable {
            false => (quote!(::core::ops::FnOnce), None, None),
            true => (
                quote!(::core::ops::Fn),
                Some(quote!(#workspace.close();)),
                Some(quote!(#open let #pullback = ::core::clone::Clone::clone(&#pullback);)),
            ),
        };
        quote! {
            #[doc = #about]
            #[inline]
            #visibility fn #name #params(#(#declared),*) -> (#output, impl #kind #pullback_type) #where_clause {
                #options
                #open
                let (#value, #pullback) = #run_forward;
                #nows
                #take_shape
                #close
                (#value, move |#(#closure_params),*| {
                    #check_seed
                    #checks
                    #(#zeros)*
                    #again
                    #run
                    #keep
                    #workspace.close();
                    #values
                })
            }

            #[doc = #about_once]
            #[inline]
            #visibility fn #once #params(#(#declared),*) -> (#output, impl ::core::ops::FnOnce #pullback_type) #where_clause {
                Self::#name #own_arguments(#(#names),*)
            }
        }
    }

    /// Of what the pullback returns, what the user is given: of numbers a copy, since their memory may be larger than they need. What
    /// holds boxes would cost more to copy than its memory is worth.
    pub(super) fn keep(&self) -> TokenStream {
        let workspace = &self.own.workspace;
        let numbers = |param: &&Signature| param.returns_memory() && Ty::of(&param.ty).is_list_of_numbers();
        let parts = self.params.iter().filter(numbers);
        let parts = parts.map(|param| &param.part);
        let structs = self.differentiable().filter(|param| {
            let ty = Ty::of(&param.ty);
            param.passing == Passing::Value && !ty.is_float() && !ty.is_list_of_numbers()
        });
        let structs = structs.map(|param| &param.part);
        quote! {
            #(let #parts = ::pullback::rt::to_keep(&mut #workspace, #parts);)*
            #(let #structs = ::pullback::rt::settled(#structs);)*
        }
    }

    /// Both sweeps with the given seed, in one function where that is worth while; `zeros`: what makes the buffers.
    pub(super) fn both(&self, workspace: TokenStream, seed: &TokenStream, zeros: &[TokenStream]) -> TokenStream {
        if self.together {
            let run = self.run_together(&workspace, seed);
            return quote!(#(#zeros)* #run);
        }
        let Own { value, pullback, .. } = &self.own;
        let (run_forward, nows) = (self.run_forward(workspace.clone()), self.nows(&workspace));
        let run = self.run(&workspace, seed);
        // Buffers that are made here fit.
        let checks = zeros.is_empty().then(|| self.fitting_contents());
        quote! {
            let (#value, #pullback) = #run_forward;
            #nows
            #(#zeros)*
            #checks
            #run
        }
    }

    /// Checks of the users' buffers for arguments that are read; `at`: where the values are now.
    pub(super) fn fitting(&self, passing: Passing, at: impl Fn(&Signature) -> TokenStream) -> TokenStream {
        let params = self
            .differentiable()
            .filter(|param| param.passing == passing && !param.optional);
        let checks = params.filter_map(|param| {
            let bar = &param.bar;
            param.fits(self.twin, &at(param), &quote!(*#bar))
        });
        checks.collect()
    }

    /// The same of arguments that are written, whose cotangents are those of what they hold in the end.
    fn fitting_contents(&self) -> TokenStream {
        self.fitting(Passing::Mut, |param| param.now.to_token_stream())
    }

    pub(super) fn gradients(&self) -> TokenStream {
        let (declared, output, visibility) = (self.declared_as_written(), &self.output, self.twin.visibility);
        let names = self.names_as_written();
        let gradient = Self::tuple(self.components(|param| Some(param.cotangent.clone())));
        let zeros = self
            .differentiable()
            .filter(|param| param.passing != Passing::Value)
            .map(|param| {
                let behind = param.behind();
                param.zero(quote!(&#behind))
            });
        let zeros: Vec<_> = zeros.collect();
        let values = Self::tuple(self.components(|param| {
            let value = if param.passing == Passing::Value {
                &param.part
            } else {
                &param.owned
            };
            Some(quote!(#value))
        }));
        let mut bounds = self.copied(|param| param.passing == Passing::Mut);
        let seed = self.seed_of_result(&mut bounds);
        let (params, bound) = self.generics(bounds);
        let Own { workspace, value, .. } = &self.own;
        let keep = self.keep();
        let run = self.both(quote!(&mut #workspace), &seed, &zeros);
        let run_into = self.both(quote!(#workspace), &seed, &[]);
        let fitting = self.fitting(Passing::Ref, Signature::behind);
        let [value_and_grad, grad, grad_into, grad_into_with] =
            ["value_and_grad", "grad", "grad_into", "grad_into_with"].map(|suffix| self.twin.derivative(suffix));
        let (receiver, rest_declared) = self.split_receiver(self.declared_as_written());
        let (receiver_name, rest_names) = self.split_receiver(names.clone());
        let options = self.prologue();
        let own_arguments = self.entry_arguments();
        let (bars, types, bars_apart) = self.buffers();
        let buffers: Vec<_> = bars.iter().zip(types).map(|(bar, ty)| quote!(#bar: #ty)).collect();
        let add = self.returned_added();
        let value_about = format!(" The value of {} and its gradient.", self.twin.link());
        let about = self.about_gradient(&grad, &bars, &names);
        let into_about = format!(
            " The value of {}; its gradient is added to the buffers.",
            self.twin.link()
        );
        let with_about = format!(
            " Like [`{0}`](Self::{0}), with a workspace whose memory is used again from call to call.",
            grad_into
        )
        .to_string();
        // Without a result to seed there is no gradient to start: only the buffers of the `&mut` parameters carry one.
        let by_value = (!self.unit).then(|| {
            quote! {
                #[doc = #value_about]
                #[inline]
                #visibility fn #value_and_grad #params(#(#declared),*) -> (#output, #gradient) #bound {
                    #options
                    let mut #workspace = ::pullback::rt::Workspace::of_the_thread();
                    #run
                    #keep
                    #workspace.close();
                    (#value, #values)
                }

                #[doc = #about]
                #[inline]
                #visibility fn #grad #params(#(#declared),*) -> #gradient #bound {
                    Self::#value_and_grad #own_arguments(#(#names),*).1
                }
            }
        });
        quote! {
            #by_value

            #[doc = #into_about]
            #[inline]
            #visibility fn #grad_into #params(#(#declared,)* #(#buffers),*) -> #output #bound {
                let mut #workspace = ::pullback::rt::Workspace::of_the_thread();
                let #value = Self::#grad_into_with #own_arguments(#receiver_name &mut #workspace, #(#rest_names,)* #(#bars),*);
                #workspace.close();
                #value
            }

            #[doc = #with_about]
            #[inline]
            #visibility fn #grad_into_with #params(
                #receiver #workspace: &mut ::pullback::rt::Workspace, #(#rest_declared,)* #(#buffers),*
            ) -> #output #bound {
                #options
                #bars_apart
                #fitting
                #run_into
                #(#add)*
                #value
            }
        }
    }

    /// The seed of a gradient: one.
    fn seed_of_result(&self, bounds: &mut Vec<TokenStream>) -> TokenStream {
        // The result's cotangent is an argument: as an associated type it would hide, in a generic function, what it stands for.
        let of = self.twin.proven(&self.output);
        let bar = quote!(<#of as ::pullback::Differentiable>::Cotangent);
        if self.unit {
            quote!(())
        } else if Ty::of(&self.output).is_float() {
            quote!(1.0)
        } else {
            bounds.push(quote!(for<'scalar> #of: ::pullback::rt::ScalarResult<#bar>));
            quote!(::pullback::rt::seed::<#of, _>())
        }
    }

    /// Adds what the pullback returns to the buffers.
    fn returned_added(&self) -> Vec<TokenStream> {
        let workspace = &self.own.workspace;
        self.differentiable()
            .filter(|param| param.passing == Passing::Value)
            .map(|param| {
                let (bar, part) = (&param.bar, &param.part);
                let give_back = param
                    .returns_memory()
                    .then(|| quote!(::pullback::rt::give_back(#workspace, #part);));
                quote!(::pullback::rt::accumulate(#bar, &#part); #give_back)
            })
            .collect()
    }

    /// What the gradient's components are, by a call: `let (x_bar, k_bar) = energy::grad(x, k);`.
    fn about_gradient(&self, grad: &Ident, bars: &[TokenStream], names: &[TokenStream]) -> String {
        let listed = |names: &[TokenStream]| names.iter().map(TokenStream::to_string).collect::<Vec<_>>().join(", ");
        let components = match bars {
            [one] => one.to_string(),
            bars => format!("({})", listed(bars)),
        };
        let call = match (self.twin.kind, names) {
            (Kind::Free(of), names) => format!("{of}::{grad}({})", listed(names)),
            (_, [receiver, rest @ ..]) if self.params[0].is_receiver() => {
                format!("{receiver}.{grad}({})", listed(rest))
            }
            (_, names) => format!("Self::{grad}({})", listed(names)),
        };
        format!(" The gradient of {}: `let {components} = {call};`", self.twin.link())
    }
}
