//! The twin: a type of the function's own name that holds its derivatives.
//!
//! Input:  the two sweeps of `fn f(x: &[f64], k: f64) -> f64`
//! Output: `struct f {}` with `forward` (what other differentiable functions call) and the entry points that users call:
//!         `vjp`, `value_and_grad`, `grad`, `grad_into`, `grad_into_with`, `check`.

use crate::adjoint::Backward;
use crate::emit::Emit;
use crate::ir::*;
use crate::plan::Plan;
use crate::types::Ty;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Type, Visibility};

/// A parameter's types in the emitted signatures.
struct Signature {
    name: Ident,
    ty: Type,
    passing: Passing,
    differentiable: bool,
    /// The owned cotangent: what `grad` returns.
    cotangent: TokenStream,
    /// What a borrowed cotangent points to.
    buffer: TokenStream,
    /// The cotangent's buffer, the cotangent where the entry point owns it, and the one that the pullback returns.
    bar: Ident,
    owned: Ident,
    part: Ident,
    /// A `&mut` parameter's content after the forward sweep.
    now: Ident,
    /// The argument at which `check` evaluates.
    at: Ident,
}

/// Names of the entry points' own variables, apart from all of the user's.
struct Own {
    workspace: Ident,
    value: Ident,
    pullback: Ident,
    seed: Ident,
    value_bar: Ident,
    point: Ident,
    out: Ident,
}

pub struct Twin<'a> {
    pub function: &'a Ident,
    pub name: &'a Ident,
    pub visibility: &'a Visibility,
    pub recursive: bool,
}

/// The parts of the twin that do not depend on the function's body.
struct Parts<'a> {
    twin: &'a Twin<'a>,
    params: Vec<Signature>,
    output: Type,
    output_cotangent: TokenStream,
    unit: bool,
    ws: Ident,
    own: Own,
}

/// The twin with its sweeps.
pub fn twin(twin: &Twin, f: &Function, backward: &Backward, plan: &Plan) -> TokenStream {
    let parts = Parts::new(twin, f);
    let (value_name, pullback_name) = (&parts.own.value, &parts.own.pullback);
    let emit = Emit::new(f, plan, &[&f.body, &backward.block], &backward.results);
    let forward_body = {
        let ad = &f.ad;
        let ws = &f.ws;
        let tapes: Vec<_> = plan.tapes.iter().map(|tape| &f.info(*tape).name).collect();
        let pullback = parts.pullback_type();
        let arguments = parts.pullback_arguments(f, backward);
        let returned = parts.returned();
        let backward_block = emit.block(&backward.block);
        let results = backward.results.iter().map(|result| match result {
            Some(Atom::Var(var)) => {
                let name = &f.info(*var).name;
                quote!(#name)
            }
            _ => quote!(()),
        });
        let lent: Vec<_> = f
            .params
            .iter()
            .filter(|param| param.passing == Passing::Mut)
            .map(|param| &f.info(param.bar.expect("a borrowed parameter has a buffer")).name)
            .collect();
        let closure = quote! {
            move |#ws: &mut ::pullback::rt::Workspace, #arguments| -> #returned {
                #(let #lent = #lent.expect("a `&mut` argument comes with a buffer for its cotangent");)*
                #backward_block
                #(#ws.recycle(#tapes);)*
                (#(#results,)*)
            }
        };
        let closure = if twin.recursive {
            quote! { let #pullback_name: #pullback = ::std::boxed::Box::new(#closure); }
        } else {
            quote! { let #pullback_name = #closure; }
        };
        // The result is computed before its variables move into the pullback.
        let sweep = emit.block_then(&f.body, |value| {
            if value.is_empty() {
                quote! { #closure ((), #pullback_name) }
            } else {
                quote! { let #value_name = #value; #closure (#value_name, #pullback_name) }
            }
        });
        quote! {
            use ::pullback::rt as #ad;
            #(let mut #tapes = #ws.tape();)*
            #sweep
        }
    };
    parts.tokens(forward_body)
}

/// A twin whose functions have the right signatures and no bodies: one mistake in a function is not followed by an error
/// on every use of its derivatives.
pub fn stub(twin: &Twin, f: &Function) -> TokenStream {
    let parts = Parts::new(twin, f);
    let arguments = parts
        .params
        .iter()
        .filter(|param| param.passing != Passing::Value)
        .map(|param| {
            let (ty, buffer) = (&param.ty, &param.buffer);
            match param.passing {
                Passing::Ref => quote!(_: &#ty, _: Option<&mut #buffer>),
                _ => quote!(_: &mut #ty, _: Option<&mut #buffer>),
            }
        });
    let (seed, returned) = (&parts.output_cotangent, parts.returned());
    let closure = quote!(move |_: &mut ::pullback::rt::Workspace, _: #seed, #(#arguments),*| -> #returned { ::core::unreachable!() });
    let closure = if twin.recursive {
        quote!(::std::boxed::Box::new(#closure))
    } else {
        closure
    };
    parts.tokens(quote! {
        let pullback = #closure;
        (::core::unreachable!(), pullback)
    })
}

impl<'a> Parts<'a> {
    fn new(twin: &'a Twin<'a>, f: &Function) -> Self {
        let mut names = f.names.clone();
        let mut fresh = |base: &str| names.fresh(base.trim_start_matches("r#"), proc_macro2::Span::call_site());
        let own = Own {
            workspace: fresh("workspace"),
            value: fresh("value"),
            pullback: fresh("pullback"),
            seed: fresh("seed"),
            value_bar: fresh("value_bar"),
            point: fresh("point"),
            out: fresh("out"),
        };
        let params = f
            .params
            .iter()
            .map(|param| {
                let mut ty = param.ty.clone();
                EraseLifetimes.visit_type_mut(&mut ty);
                let name = f.info(param.var).name.clone();
                let (cotangent, buffer) = if param.differentiable {
                    (cotangent(&ty), buffer(&ty))
                } else {
                    (quote!(()), quote!(()))
                };
                Signature {
                    bar: fresh(&format!("{name}_bar")),
                    owned: fresh(&format!("{name}_owned")),
                    part: fresh(&format!("{name}_part")),
                    now: fresh(&format!("{name}_now")),
                    at: fresh(&format!("{name}_at")),
                    name,
                    ty,
                    passing: param.passing,
                    differentiable: param.differentiable,
                    cotangent,
                    buffer,
                }
            })
            .collect();
        let mut output = f.output.clone();
        EraseLifetimes.visit_type_mut(&mut output);
        let output_cotangent = cotangent(&output);
        Parts {
            twin,
            params,
            output,
            output_cotangent,
            unit: f.output_ty == Ty::Unit,
            ws: f.ws.clone(),
            own,
        }
    }

    fn differentiable(&self) -> impl Iterator<Item = &Signature> {
        self.params.iter().filter(|param| param.differentiable)
    }

    /// `x: &[f64], k: f64`
    fn declared(&self) -> Vec<TokenStream> {
        self.params
            .iter()
            .map(|param| {
                let (name, ty) = (&param.name, &param.ty);
                match param.passing {
                    Passing::Value => quote!(#name: #ty),
                    Passing::Ref => quote!(#name: &#ty),
                    Passing::Mut => quote!(#name: &mut #ty),
                }
            })
            .collect()
    }

    /// What the pullback returns: the cotangents of the parameters by value.
    fn returned(&self) -> TokenStream {
        let types = self
            .params
            .iter()
            .filter(|param| param.passing == Passing::Value)
            .map(|param| &param.cotangent);
        quote!((#(#types,)*))
    }

    fn pullback_signature(&self) -> TokenStream {
        let seed = &self.output_cotangent;
        let borrowed = self
            .params
            .iter()
            .filter(|param| param.passing != Passing::Value)
            .map(|param| {
                let (ty, buffer) = (&param.ty, &param.buffer);
                match param.passing {
                    Passing::Ref => quote!(&#ty, Option<&mut #buffer>),
                    _ => quote!(&mut #ty, Option<&mut #buffer>),
                }
            });
        let returned = self.returned();
        quote!(FnOnce(&mut ::pullback::rt::Workspace, #seed, #(#borrowed),*) -> #returned)
    }

    fn pullback_type(&self) -> TokenStream {
        let signature = self.pullback_signature();
        if self.twin.recursive {
            quote!(::std::boxed::Box<dyn #signature>)
        } else {
            quote!(impl #signature + use<>)
        }
    }

    fn pullback_arguments(&self, f: &Function, backward: &Backward) -> TokenStream {
        let seed = &f.info(backward.seed).name;
        let seed_ty = &self.output_cotangent;
        let borrowed = self
            .params
            .iter()
            .zip(&f.params)
            .filter(|(param, _)| param.passing != Passing::Value)
            .map(|(param, source)| {
                let (name, ty, buffer) = (&param.name, &param.ty, &param.buffer);
                let bar = &f.info(source.bar.expect("a borrowed parameter has a buffer")).name;
                match param.passing {
                    Passing::Ref => quote!(#name: &#ty, mut #bar: Option<&mut #buffer>),
                    _ => quote!(#name: &mut #ty, #bar: Option<&mut #buffer>),
                }
            });
        quote!(mut #seed: #seed_ty, #(#borrowed),*)
    }

    /// Runs `pullback` with the given seed: `let (k_bar, _) = pullback(&mut ws, seed, x, Some(&mut x_bar));`.
    fn run(&self, workspace: &TokenStream, seed: &TokenStream) -> TokenStream {
        let borrowed = self
            .params
            .iter()
            .filter(|param| param.passing != Passing::Value)
            .map(|param| {
                let (name, bar) = (&param.name, &param.bar);
                match (param.passing, param.differentiable) {
                    (Passing::Ref, true) => quote!(#name, Some(&mut *#bar)),
                    (Passing::Ref, false) => quote!(#name, None),
                    (_, true) => {
                        let now = &param.now;
                        quote!(&mut #now, Some(&mut *#bar))
                    }
                    (_, false) => {
                        let now = &param.now;
                        quote!(&mut #now, Some(&mut ()))
                    }
                }
            });
        let returned: Vec<_> = self
            .params
            .iter()
            .filter(|param| param.passing == Passing::Value)
            .map(|param| {
                if param.differentiable {
                    let value = &param.part;
                    quote!(#value)
                } else {
                    quote!(_)
                }
            })
            .collect();
        let bind = (!returned.is_empty()).then(|| quote!(let (#(#returned,)*) =));
        let pullback = &self.own.pullback;
        quote!(#bind #pullback(#workspace, #seed, #(#borrowed),*);)
    }

    /// Copies of what the `&mut` parameters hold after the forward sweep: the pullback undoes the writes on them.
    fn nows(&self) -> TokenStream {
        let nows = self
            .params
            .iter()
            .filter(|param| param.passing == Passing::Mut)
            .map(|param| {
                let (name, now) = (&param.name, &param.now);
                quote!(let mut #now = ::std::borrow::ToOwned::to_owned(&*#name);)
            });
        quote!(#(#nows)*)
    }

    fn tuple(items: Vec<TokenStream>) -> TokenStream {
        match items.as_slice() {
            [] => quote!(()),
            [one] => quote!(#one),
            many => quote!((#(#many),*)),
        }
    }

    fn tokens(&self, forward: TokenStream) -> TokenStream {
        let Twin {
            function,
            name,
            visibility,
            recursive,
        } = self.twin;
        let declared = self.declared();
        let (output, ws) = (&self.output, &self.ws);
        let pullback = self.pullback_type();
        let inline = (!recursive).then(|| quote!(#[inline]));
        let vjp = self.vjp();
        let gradients = self.gradients();
        let check = self.check();
        let about = format!(" Derivatives of [`{function}`]({function}()).");
        quote! {
            #[doc = #about]
            #[allow(non_camel_case_types, dead_code)]
            #visibility struct #name {}

            #[automatically_derived]
            #[allow(unused, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
            impl #name {
                /// The forward sweep, and the pullback that other differentiable functions run.
                #[doc(hidden)]
                #inline
                #visibility fn forward(#ws: &mut ::pullback::rt::Workspace, #(#declared),*) -> (#output, #pullback) {
                    #forward
                }

                #vjp
                #gradients
                #check
            }
        }
    }

    fn vjp(&self) -> TokenStream {
        let (declared, output, visibility) = (self.declared(), &self.output, self.twin.visibility);
        let names: Vec<_> = self.params.iter().map(|param| &param.name).collect();
        let function = self.twin.function;
        let seed = &self.output_cotangent;
        let Own {
            workspace,
            value,
            pullback,
            seed: own_seed,
            ..
        } = &self.own;
        let mut closure_types = Vec::new();
        let mut closure_params = Vec::new();
        if !self.unit {
            closure_types.push(quote!(#seed));
            closure_params.push(quote!(#own_seed: #seed));
        }
        for param in self.differentiable().filter(|param| param.passing == Passing::Mut) {
            let (bar, buffer) = (&param.bar, &param.buffer);
            closure_types.push(quote!(&mut #buffer));
            closure_params.push(quote!(#bar: &mut #buffer));
        }
        let returned: Vec<&Signature> = self
            .differentiable()
            .filter(|param| param.passing != Passing::Mut)
            .collect();
        let returned_type = Self::tuple(returned.iter().map(|param| param.cotangent.clone()).collect());
        let zeros = returned
            .iter()
            .filter(|param| param.passing == Passing::Ref)
            .map(|param| {
                let (name, bar, owned) = (&param.name, &param.bar, &param.owned);
                quote!(let mut #owned = ::pullback::rt::zero(#name); let #bar = &mut #owned;)
            });
        let values = Self::tuple(
            returned
                .iter()
                .map(|param| match param.passing {
                    Passing::Ref => {
                        let owned = &param.owned;
                        quote!(#owned)
                    }
                    _ => {
                        let part = &param.part;
                        quote!(#part)
                    }
                })
                .collect(),
        );
        let run = self.run(
            &quote!(&mut #workspace),
            &if self.unit { quote!(()) } else { quote!(#own_seed) },
        );
        let nows = self.nows();
        let about = format!(
            " The value of [`{function}`]({function}()) and its pullback, from the result's cotangent to the parameters'."
        );
        quote! {
            #[doc = #about]
            #visibility fn vjp(#(#declared),*) -> (#output, impl FnOnce(#(#closure_types),*) -> #returned_type) {
                let mut #workspace = ::pullback::rt::Workspace::new();
                let (#value, #pullback) = Self::forward(&mut #workspace, #(#names),*);
                #nows
                (#value, move |#(#closure_params),*| {
                    #(#zeros)*
                    #run
                    #values
                })
            }
        }
    }

    fn gradients(&self) -> TokenStream {
        let (declared, output, visibility) = (self.declared(), &self.output, self.twin.visibility);
        let names: Vec<_> = self.params.iter().map(|param| &param.name).collect();
        let function = self.twin.function;
        let gradient = Self::tuple(self.differentiable().map(|param| param.cotangent.clone()).collect());
        let zeros = self
            .differentiable()
            .filter(|param| param.passing != Passing::Value)
            .map(|param| {
                let (name, bar, owned) = (&param.name, &param.bar, &param.owned);
                quote!(let mut #owned = ::pullback::rt::zero(&*#name); let #bar = &mut #owned;)
            });
        let zeros: Vec<_> = zeros.collect();
        let values = Self::tuple(
            self.differentiable()
                .map(|param| {
                    let value = if param.passing == Passing::Value {
                        &param.part
                    } else {
                        &param.owned
                    };
                    quote!(#value)
                })
                .collect(),
        );
        let bound = (!self.unit).then(|| quote!(where for<'scalar> #output: ::pullback::rt::ScalarResult));
        let seed = if self.unit {
            quote!(())
        } else {
            quote!(::pullback::rt::seed::<#output>())
        };
        let Own {
            workspace,
            value,
            pullback,
            ..
        } = &self.own;
        let run = self.run(&quote!(&mut #workspace), &seed);
        let nows = self.nows();
        let buffers: Vec<_> = self
            .differentiable()
            .map(|param| {
                let (bar, buffer) = (&param.bar, &param.buffer);
                quote!(#bar: &mut #buffer)
            })
            .collect();
        let bars: Vec<_> = self.differentiable().map(|param| &param.bar).collect();
        let run_into = self.run(&quote!(#workspace), &seed);
        let add = self
            .differentiable()
            .filter(|param| param.passing == Passing::Value)
            .map(|param| {
                let (bar, part) = (&param.bar, &param.part);
                quote!(::pullback::rt::accumulate(#bar, &#part);)
            });
        let value_about = format!(" The value of [`{function}`]({function}()) and its gradient.");
        let about = format!(" The gradient of [`{function}`]({function}()).");
        let into_about = format!(" The value of [`{function}`]({function}()); its gradient is added to the buffers.");
        let with_about =
            " Like [`grad_into`](Self::grad_into), with a workspace whose memory is used again from call to call."
                .to_string();
        // Without a result to seed there is no gradient to start: only the buffers of the `&mut` parameters carry one.
        let by_value = (!self.unit).then(|| {
            quote! {
                #[doc = #value_about]
                #visibility fn value_and_grad(#(#declared),*) -> (#output, #gradient) #bound {
                    let mut #workspace = ::pullback::rt::Workspace::new();
                    let (#value, #pullback) = Self::forward(&mut #workspace, #(#names),*);
                    #nows
                    #(#zeros)*
                    #run
                    (#value, #values)
                }

                #[doc = #about]
                #visibility fn grad(#(#declared),*) -> #gradient #bound {
                    Self::value_and_grad(#(#names),*).1
                }
            }
        });
        quote! {
            #by_value

            #[doc = #into_about]
            #visibility fn grad_into(#(#declared,)* #(#buffers),*) -> #output #bound {
                Self::grad_into_with(&mut ::pullback::rt::Workspace::new(), #(#names,)* #(#bars),*)
            }

            #[doc = #with_about]
            #visibility fn grad_into_with(
                #workspace: &mut ::pullback::rt::Workspace, #(#declared,)* #(#buffers),*
            ) -> #output #bound {
                let (#value, #pullback) = Self::forward(#workspace, #(#names),*);
                #nows
                #run_into
                #(#add)*
                #value
            }
        }
    }

    /// What `check_grad!` runs.
    fn check(&self) -> TokenStream {
        let (declared, visibility, function) = (self.declared(), self.twin.visibility, self.twin.function);
        let text = function.to_string();
        let Own {
            workspace,
            value,
            pullback,
            seed,
            value_bar,
            point,
            out,
        } = &self.own;
        let labels = self.differentiable().map(|param| param.name.to_string());
        let starts = self.differentiable().map(|param| {
            let name = &param.name;
            let reference = if param.passing == Passing::Value {
                quote!(&#name)
            } else {
                quote!(&*#name)
            };
            quote! {{
                let mut flat = ::std::vec::Vec::new();
                ::pullback::Differentiable::flatten(#reference, &mut flat);
                flat
            }}
        });
        let epsilons = self.differentiable().map(|param| {
            let ty = &param.ty;
            quote!(<#ty as ::pullback::Differentiable>::EPSILON)
        });
        // Copies of all arguments, the differentiable ones moved to where they are wanted.
        let mut index = 0usize;
        let mut copies = Vec::new();
        let mut moves = Vec::new();
        let mut calls = Vec::new();
        let mut finals = Vec::new();
        for param in &self.params {
            let (name, at) = (&param.name, &param.at);
            copies.push(match param.passing {
                Passing::Value => quote!(let mut #at = ::core::clone::Clone::clone(&#name);),
                Passing::Ref if !param.differentiable => quote!(let #at = &*#name;),
                _ => quote!(let mut #at = ::std::borrow::ToOwned::to_owned(&*#name);),
            });
            if param.differentiable {
                let position = index;
                index += 1;
                moves.push(
                    quote!(::pullback::Differentiable::unflatten(&mut #at, &mut #point[#position].iter().copied());),
                );
            }
            calls.push(match param.passing {
                Passing::Value => quote!(#at),
                Passing::Ref if !param.differentiable => quote!(#at),
                Passing::Ref => quote!(&#at),
                Passing::Mut => {
                    if param.differentiable {
                        finals.push(quote!(::pullback::Differentiable::flatten(&#at, &mut #out);));
                    }
                    quote!(&mut #at)
                }
            });
        }
        let mut bars = Vec::new();
        let mut pulls = Vec::new();
        let mut returned = Vec::new();
        let mut flats = Vec::new();
        for param in &self.params {
            let (bar, at) = (&param.bar, &param.at);
            match (param.passing, param.differentiable) {
                (Passing::Value, true) => returned.push(quote!(#bar)),
                (Passing::Value, false) => returned.push(quote!(_)),
                (Passing::Ref, true) => {
                    bars.push(quote!(let mut #bar = ::pullback::Differentiable::zero_cotangent(&#at);));
                    pulls.push(quote!(&#at, Some(&mut #bar)));
                }
                (Passing::Ref, false) => pulls.push(quote!(#at, None)),
                (Passing::Mut, true) => {
                    bars.push(quote! {
                        let mut #bar = ::pullback::Differentiable::zero_cotangent(&#at);
                        ::pullback::Cotangent::unflatten(&mut #bar, &mut #seed);
                    });
                    pulls.push(quote!(&mut #at, Some(&mut #bar)));
                }
                (Passing::Mut, false) => pulls.push(quote!(&mut #at, Some(&mut ()))),
            }
            if param.differentiable {
                flats.push(quote! {{
                    let mut flat = ::std::vec::Vec::new();
                    ::pullback::Cotangent::flatten(&#bar, &mut flat);
                    flat
                }});
            }
        }
        let bind = (!returned.is_empty()).then(|| quote!(let (#(#returned,)*) =));
        let about =
            format!(" Compares the derivatives of [`{function}`]({function}()) with differences: see `check_grad!`.");
        quote! {
            #[doc = #about]
            #[doc(hidden)]
            #[inline]
            #visibility fn check(#(#declared),*) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> {
                let start = ::std::vec![#(#starts),*];
                ::pullback::rt::check(
                    ::pullback::rt::Problem {
                        function: #text,
                        arguments: &[#(#labels),*],
                        epsilon: [#(#epsilons),*].into_iter().fold(0.0, f64::max),
                    },
                    start,
                    |#point: &[::std::vec::Vec<f64>]| {
                        #(#copies)*
                        #(#moves)*
                        let #value = #function(#(#calls),*);
                        let mut #out = ::std::vec::Vec::new();
                        ::pullback::Differentiable::flatten(&#value, &mut #out);
                        #(#finals)*
                        #out
                    },
                    |#seed: &[f64]| {
                        #(#copies)*
                        let mut #seed = #seed.iter().copied();
                        let mut #workspace = ::pullback::rt::Workspace::new();
                        let (#value, #pullback) = Self::forward(&mut #workspace, #(#calls),*);
                        let mut #value_bar = ::pullback::Differentiable::zero_cotangent(&#value);
                        ::pullback::Cotangent::unflatten(&mut #value_bar, &mut #seed);
                        #(#bars)*
                        #bind #pullback(&mut #workspace, #value_bar, #(#pulls),*);
                        ::std::vec![#(#flats),*]
                    },
                )
            }
        }
    }
}

/// The type of the cotangent of a value of type `ty`: spelled out where the type is known.
fn cotangent(ty: &Type) -> TokenStream {
    match (ty, Ty::of(ty)) {
        (_, Ty::Float(_)) | (_, Ty::NdArray(..)) => quote!(#ty),
        (Type::Paren(inner), _) => cotangent(&inner.elem),
        (Type::Tuple(tuple), _) if !tuple.elems.is_empty() => {
            let elems = tuple.elems.iter().map(cotangent);
            quote!((#(#elems,)*))
        }
        (_, ty) if ty.is_inert() && !matches!(ty, Ty::Array(_) | Ty::Slice(_) | Ty::Vec(_)) => quote!(()),
        (Type::Array(array), _) => {
            let (elem, len) = (cotangent(&array.elem), &array.len);
            quote!([#elem; #len])
        }
        (Type::Slice(slice), _) => {
            let elem = cotangent(&slice.elem);
            quote!(::std::vec::Vec<#elem>)
        }
        (Type::Path(path), Ty::Vec(_)) => {
            let mut elem = quote!(_);
            if let Some(syn::PathSegment {
                arguments: syn::PathArguments::AngleBracketed(arguments),
                ..
            }) = path.path.segments.last()
                && let Some(syn::GenericArgument::Type(ty)) = arguments.args.first()
            {
                elem = cotangent(ty);
            }
            quote!(::std::vec::Vec<#elem>)
        }
        _ => quote!(<#ty as ::pullback::Differentiable>::Cotangent),
    }
}

/// What a borrowed cotangent of `ty` points to.
fn buffer(ty: &Type) -> TokenStream {
    match ty {
        Type::Slice(slice) => {
            let elem = cotangent(&slice.elem);
            quote!([#elem])
        }
        ty => cotangent(ty),
    }
}

/// Derived signatures name no lifetimes: all are elided.
struct EraseLifetimes;

impl VisitMut for EraseLifetimes {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        if reference
            .lifetime
            .as_ref()
            .is_some_and(|lifetime| lifetime.ident != "static")
        {
            reference.lifetime = None;
        }
        syn::visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if lifetime.ident != "static" {
            *lifetime = syn::Lifetime::new("'_", lifetime.span());
        }
    }
}
