//! Second order in the twin: the tangent function's sweeps, and the entry points that run them.
//!
//! ```text
//! Input:  fn f(x: &[f64], k: f64, n: usize) -> f64, and the sweeps of its tangent function
//! Output: fn tangent_forward(ws, x, k, n, x_tangent: &[f64], k_tangent: f64, _: ()) -> ((f64, f64), impl FnOnce(ws, (f64, f64), ..))
//!         fn value_grad_hvp(x, k, n, x_tangent: &[f64], k_tangent: f64) -> (f64, (Vec<f64>, f64), (Vec<f64>, f64))
//!         fn hvp(x, k, n, x_tangent: &[f64], k_tangent: f64) -> (Vec<f64>, f64)
//!         fn hessian(x, k, n) -> Array2<f64>
//! ```
//!
//! The pullback of the tangent, with the seed `(0, 1)`, gives the gradient as the cotangent of the tangents, and the Hessian times the
//! tangents as that of the parameters.

use crate::ir::planned::Sweeps;
use crate::ir::*;
use crate::syntax::tokens::mentions;
use crate::syntax::types::Ty;
use crate::tangent::names::zero_tangent;
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::Signature;
use crate::twin::target::{Kind, Twin};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

impl Parts<'_> {
    /// What the twin has of second order, and what says so beside it.
    pub(super) fn second_order(&self, sweeps: &Sweeps, together: Option<&Sweeps>) -> (TokenStream, TokenStream) {
        let function_name = self.twin.derivative("tangent");
        let Sweeps {
            function,
            backward,
            plan,
        } = sweeps;
        let free = matches!(self.twin.kind, Kind::Free(_));
        let swept = self.swept();
        let twin = Twin {
            accepted: swept.as_ref(),
            function: if free { self.twin.function } else { &function_name },
            entries: false,
            lanes: false,
            jacobian: None,
            checkpoint: false,
            ..*self.twin
        };
        let mut pairs = Parts::new(&twin, function);
        if free {
            let named = |name| Ident::new(name, Span::call_site());
            (pairs.sweep, pairs.fused) = (named(PAIRS), named("tangent_together"));
        }
        pairs.together = together.is_some() && self.has_products();
        let about = " The forward sweep of the tangent function, and the pullback of both.";
        let forward = pairs.sweep(&pairs.sweep, about, &pairs.sweeps(function, backward, plan));
        // An operator has none of what its callers look for.
        if let Kind::Sweeps { .. } = self.twin.kind {
            return (forward, TokenStream::new());
        }
        let beside = (!free).then(|| (pairs.found(), pairs.by_method()));
        let (found, by_method) = beside.unzip();
        let zeros = self
            .params
            .iter()
            .enumerate()
            .filter(|(_, param)| param.function.is_none())
            .map(|(k, param)| self.zero_tangent(k, param));
        let entries = self.has_products().then(|| {
            let entries = self.second_entries(&pairs);
            let nested = free.then(|| self.nested(&pairs, &pairs.sweep));
            let together = together.map(|together| pairs.together(together));
            quote!(#entries #nested #together)
        });
        let marker = match self.twin.kind {
            Kind::Free(name) => quote! {
                #[automatically_derived]
                impl ::pullback::rt::SecondOrder for #name {}
            },
            _ => TokenStream::new(),
        };
        (quote!(#forward #found #by_method #(#zeros)* #entries), marker)
    }

    /// Whether users can call `hvp`.
    pub(super) fn has_products(&self) -> bool {
        let functions = self.functions().next().is_some();
        self.twice && self.twin.entries && !functions && Ty::of(&self.output).is_float()
    }

    /// A tangent of zero for a parameter, where the caller has none.
    fn zero_tangent(&self, number: usize, param: &Signature) -> TokenStream {
        let (visibility, ty) = (self.twin.visibility, &param.ty);
        let name = self.twin.derivative(&zero_tangent(number).to_string());
        let receiver = self.receiver().map(|_| quote!(&self,));
        let (mut returned, zero) = match param.differentiable {
            true => (param.cotangent.clone(), quote!(::pullback::rt::zero(value))),
            false => (quote!(()), quote!(())),
        };
        let (mut ty, mut any) = (ty.to_token_stream(), TokenStream::new());
        // Of a generic type it is that of the value: what else the function is generic in, a zero does not say.
        let generic = crate::signature::bounds::names(self.twin.generics).into_iter();
        if mentions(ty.clone(), &generic.map(|name| name.to_string()).collect::<Vec<_>>()) {
            (ty, any) = (quote!(V), quote!(<V: ::pullback::rt::Differentiable + ?Sized>));
            if param.differentiable {
                returned = quote!(V::Cotangent);
            }
        }
        quote! {
            #[doc(hidden)]
            #[inline]
            #visibility fn #name #any(#receiver value: &#ty) -> #returned {
                #zero
            }
        }
    }

    fn second_entries(&self, pairs: &Parts) -> TokenStream {
        let (declared, visibility) = (self.declared_as_written(), self.twin.visibility);
        let (own, tangents) = pairs.params.split_at(self.params.len());
        let directions = tangents.iter().filter(|tangent| tangent.differentiable);
        let directions: Vec<_> = directions.collect();
        let types = directions.iter().map(|tangent| {
            let (name, ty) = (&tangent.name, tangent.lent_type());
            quote!(#name: #ty)
        });
        let types: Vec<_> = types.collect();
        let given: Vec<_> = directions.iter().map(|tangent| &tangent.name).collect();
        let unused = tangents
            .iter()
            .filter(|tangent| !tangent.differentiable)
            .map(|tangent| {
                let (name, nothing) = (&tangent.name, tangent.reference_to(quote!(())));
                quote!(let #name = #nothing;)
            });
        let fits = self
            .params
            .iter()
            .zip(tangents)
            .filter(|(param, _)| param.differentiable);
        let fits = fits.filter_map(|(param, tangent)| param.fits(self.twin, &param.value(), &tangent.value()));
        let results = |params: &[Signature]| {
            let each = params.iter().filter(|param| param.differentiable);
            Self::tuple(
                each.map(|param| match param.passing {
                    Passing::Value => param.part.to_token_stream(),
                    _ => param.owned.to_token_stream(),
                })
                .collect(),
            )
        };
        let (products, gradients) = (results(own), results(tangents));
        let gradient = Self::tuple(self.differentiable().map(|param| param.cotangent.clone()).collect());
        let Own { workspace, value, .. } = &pairs.own;
        let zeros = pairs
            .differentiable()
            .filter(|param| param.passing != Passing::Value)
            .map(|param| {
                let behind = param.behind();
                param.zero(quote!(&#behind))
            });
        let run = pairs.both(quote!(&mut #workspace), &quote!((0.0, 1.0)), &zeros.collect::<Vec<_>>());
        let (keep, options) = (pairs.keep(), self.prologue());
        let (params, clause) = self.generics(self.copied(|param| param.passing == Passing::Mut));
        let names = self.names_as_written();
        let [all, hvp] = ["value_grad_hvp", "hvp"].map(|suffix| self.twin.derivative(suffix));
        let output = &self.output;
        let about = format!(
            " The value of {}, its gradient, and its Hessian times the directions.",
            self.twin.link()
        );
        let about_hvp = format!(" The Hessian of {} times the directions.", self.twin.link());
        let hessian = self.hessian(&hvp);
        quote! {
            #[doc = #about]
            #[inline]
            #visibility fn #all #params(#(#declared,)* #(#types),*) -> (#output, #gradient, #gradient) #clause {
                #options
                #(#fits)*
                #(#unused)*
                let mut #workspace = ::pullback::rt::Workspace::of_the_thread();
                #run
                #keep
                #workspace.close();
                (#value.0, #gradients, #products)
            }

            #[doc = #about_hvp]
            #[inline]
            #visibility fn #hvp #params(#(#declared,)* #(#types),*) -> #gradient #clause {
                Self::#all(#(#names,)* #(#given),*).2
            }

            #hessian
        }
    }

    /// `hessian`, where the function may run once for each row.
    fn hessian(&self, hvp: &Ident) -> Option<TokenStream> {
        if !self.repeats() {
            return None;
        }
        let (name, visibility, declared) = (self.twin.derivative("hessian"), self.twin.visibility, self.declared());
        let (params, clause) = self.generics(Vec::new());
        let (zeros, arguments) = (self.zeros(), self.copies());
        let names: Vec<_> = self.differentiable().map(|param| &param.bar).collect();
        let directions = self.differentiable().map(|param| {
            let bar = &param.bar;
            match (param.passing, Ty::of(&param.ty).is_float()) {
                (Passing::Value, true) => quote!(*#bar),
                (Passing::Value, false) => quote!(::core::clone::Clone::clone(#bar)),
                _ => bar.to_token_stream(),
            }
        });
        let pattern = Self::tuple(names.iter().map(ToTokens::to_token_stream).collect());
        let prologue = self.prologue();
        let about = format!(
            " The Hessian of {}: a row and a column for each number in the differentiable parameters, in their order.",
            self.twin.link()
        );
        Some(quote! {
            #[doc = #about]
            #visibility fn #name #params(#(#declared),*) -> ::pullback::ndarray::Array2<f64> #clause {
                #prologue
                ::pullback::rt::hessian(#zeros, |#pattern| Self::#hvp(#(#arguments,)* #(#directions),*))
            }
        })
    }
}

impl Signature {
    /// The type of a parameter of an entry point.
    fn lent_type(&self) -> TokenStream {
        match self.passing {
            Passing::Value => self.ty.to_token_stream(),
            _ => self.reference(&self.ty),
        }
    }

    /// What is passed, or what it refers to.
    fn value(&self) -> TokenStream {
        match self.passing {
            Passing::Value => self.name.to_token_stream(),
            _ => self.behind(),
        }
    }

    /// What is passed as the parameter is, of this value.
    pub(super) fn reference_to(&self, value: TokenStream) -> TokenStream {
        match self.passing {
            Passing::Value => value,
            Passing::Mut => quote!(&mut #value),
            _ => quote!(&#value),
        }
    }
}
