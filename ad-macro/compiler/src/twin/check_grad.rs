//! `f::check`: the comparison with central differences that `check_grad!` runs.
//!
//! ```text
//! Input:  fn f(x: &[f64], k: f64, n: usize) -> f64
//! Output: fn check(x: &[f64], k: f64, n: usize) -> Result<Report, Mismatch> {
//!             rt::check_call(
//!                 "f", &["x", "k"], &[], (Moved(x.to_vec()), (Moved(k), (Fixed(n), ()))),
//!                 |(Moved(x_at), (Moved(k_at), (Fixed(n_at), ()))), ask| match ask {
//!                     Ask::Value(out) => rt::flatten(&f(x_at, *k_at, *n_at), out),
//!                     Ask::Gradient(_, seed, out) => match f::vjp(x_at, *k_at, *n_at) {
//!                         (value, pullback) => {
//!                             let (x_bar, k_bar) = pullback(rt::seeded(&value, seed));
//!                             rt::put_cotangent(&x_bar, out);
//!                             rt::put_cotangent(&k_bar, out);
//!                         }
//!                     },
//!                     _ => {}
//!                 },
//!             )
//!         }
//! ```

use crate::ir::*;
use crate::normalize::name_impl_trait::is_anonymous;
use crate::syntax::types::Ty;
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::{FunctionTypes, Signature};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;

/// An argument of the comparison.
struct Probe {
    /// The copy that is moved.
    copy: TokenStream,
    /// The pattern that finds the argument where it was moved to, and the one that finds what the function left of it.
    place: TokenStream,
    end: TokenStream,
}

impl Parts<'_> {
    /// What `check_grad!` runs.
    pub(super) fn check(&self) -> TokenStream {
        // No generic function value can become a function pointer.
        if self.functions().any(|function| function.callable.pointer) {
            return quote!();
        }
        let (declared, visibility, function) = (self.declared_as_written(), self.twin.visibility, self.twin.function);
        let (apart, text) = (self.prologue(), function.to_string());
        let storages = self.twin.storages;
        let none = self.functions().next().is_none() && storages.params.is_empty() && !storages.replaced;
        let own_arguments = (self.arguments(quote!())).filter(|_| none && !is_anonymous(self.twin.generics));
        let (params, where_clause) = self.generics(self.bounds_of_check());
        let Own {
            value,
            pullback,
            seed,
            value_bar,
            out,
            ask,
            ..
        } = &self.own;
        let labels = self.differentiable().map(|param| param.name.to_string());
        let [copies, places, mut ends] = self.probes();
        let plain = self.params.iter().map(|param| param.at_probe(FunctionTypes::plain));
        let entered = self.params.iter().map(|param| param.at_probe(FunctionTypes::copied));
        let (plain, entered) = (self.as_written(plain.collect()), self.as_written(entered.collect()));
        let written: Vec<_> = self
            .differentiable()
            .filter(|param| param.passing == Passing::Mut)
            .collect();
        if written.is_empty() {
            ends = quote!(_);
        }
        let finals = written.iter().map(|param| &param.at);
        let bars: Vec<_> = written.iter().map(|param| &param.bar).collect();
        let lent = written.iter().map(|param| param.lent_probe());
        let given = self.twin.proven(&self.output);
        let asked = self
            .twin
            .proven
            .is_some_and(|proven| proven.is_proven(&given))
            .then(|| quote!(::<#given>));
        // The seeds of what is written follow that of the result.
        let (seeded, value_bar) = match self.unit {
            true => (None, None),
            false => (
                Some(quote!(let #value_bar = ::pullback::rt::seeded #asked(&#value, #seed);)),
                Some(quote!(#value_bar,)),
            ),
        };
        let returned = |param: &Signature| (param.passing != Passing::Mut).then(|| param.bar.to_token_stream());
        let returned = Self::tuple(self.components(returned));
        let all_bars = self.differentiable().map(|param| &param.bar);
        let flats = quote!(#(::pullback::rt::put_cotangent(&#all_bars, #out);)*);
        let entry_arguments = self.entry_arguments();
        let fused = self.together.then(|| self.check_fused(&entered, &returned, &flats));
        let tangent = self.has_jvp().then(|| self.check_forward(&entered));
        let products = (self.has_jvp() && self.has_products()).then(|| self.check_products(&entered));
        let beside = [("Fused", &fused), ("Tangent", &tangent), ("Products", &products)].map(|(name, answer)| {
            let name = Ident::new(name, proc_macro2::Span::call_site());
            answer.is_some().then(|| quote!(::pullback::rt::Beside::#name,))
        });
        let about = format!(
            " Compares the derivatives of {} with differences: see `check_grad!`.",
            self.twin.link()
        );
        quote! {
            #[doc = #about]
            #[doc(hidden)]
            #[inline]
            #visibility fn check #params(#(#declared),*) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> #where_clause {
                #apart
                ::pullback::rt::check_call(
                    #text,
                    &[#(#labels),*],
                    &[#(#beside)*],
                    #copies,
                    |#places, #ask| match #ask {
                        ::pullback::rt::Ask::Value(#out) => {
                            ::pullback::rt::flatten #asked(&#function #own_arguments(#(#plain),*), #out);
                            #(::pullback::rt::flatten(#finals, #out);)*
                        }
                        // What is lent to the call lives as long as the pullback.
                        ::pullback::rt::Ask::Gradient(#ends, #seed, #out) => match Self::vjp #entry_arguments(#(#entered),*) {
                            (#value, #pullback) => {
                                #seeded
                                #(let mut #bars = ::pullback::rt::seeded(#bars, #seed);)*
                                let #returned = #pullback(#value_bar #(#lent),*);
                                #flats
                            }
                        },
                        #fused
                        #tangent
                        #products
                        _ => {}
                    }
                )
            }
        }
    }

    /// The arguments as they are moved, found again, and left.
    fn probes(&self) -> [TokenStream; 3] {
        let [mut copies, mut places, mut ends] = [quote!(()), quote!(()), quote!(())];
        for param in self.params.iter().filter(|param| param.function.is_none()).rev() {
            let Probe { copy, place, end } = param.probe();
            copies = quote!((#copy, #copies));
            places = quote!((#place, #places));
            ends = quote!((#end, #ends));
        }
        [copies, places, ends]
    }

    /// The gradient by the fused sweeps, whose seed is one.
    fn check_fused(&self, entered: &[TokenStream], returned: &TokenStream, flats: &TokenStream) -> TokenStream {
        let out = &self.own.out;
        let arguments = self.entry_arguments();
        quote! {
            ::pullback::rt::Ask::Fused(#out) => {
                let #returned = Self::value_and_grad #arguments(#(#entered),*).1;
                #flats
            }
        }
    }

    /// The tangents of all that the function gives, along directions of the arguments.
    fn check_forward(&self, entered: &[TokenStream]) -> TokenStream {
        let Own { value, seed, out, .. } = &self.own;
        let left = self.differentiable().filter(|param| param.passing == Passing::Mut);
        let left = left.map(|param| &param.bar);
        let (jvp, arguments) = (self.twin.derivative("jvp"), self.arguments_along());
        let (tangents, passed) = self.directions();
        quote! {
            ::pullback::rt::Ask::Tangent(#seed, #out) => {
                #tangents
                let #value = Self::#jvp #arguments(#(#entered,)* #(#passed),*).1;
                ::pullback::rt::put_tangent(&#value, #out);
                #(::pullback::rt::put_tangent(&#left, #out);)*
            }
        }
    }

    /// The Hessian times directions of the arguments.
    fn check_products(&self, entered: &[TokenStream]) -> TokenStream {
        let Own { seed, out, .. } = &self.own;
        let parts: Vec<_> = self.differentiable().map(|param| &param.part).collect();
        let products = Self::tuple(parts.iter().map(ToTokens::to_token_stream).collect());
        let hvp = self.twin.derivative("hvp");
        let (tangents, passed) = self.directions();
        quote! {
            ::pullback::rt::Ask::Products(#seed, #out) => {
                #tangents
                let #products = Self::#hvp(#(#entered,)* #(#passed),*);
                #(::pullback::rt::put_cotangent(&#parts, #out);)*
            }
        }
    }

    /// What makes a direction of each argument, and the directions as they are passed.
    fn directions(&self) -> (TokenStream, Vec<TokenStream>) {
        let (seed, mut made, mut passed) = (&self.own.seed, TokenStream::new(), Vec::new());
        for param in self.differentiable() {
            let (bar, at) = (&param.bar, &param.at);
            let mutable = (param.passing == Passing::Mut).then(|| quote!(mut));
            made.extend(quote!(let #mutable #bar = ::pullback::rt::seeded(&*#at, #seed);));
            passed.push(param.reference_to(bar.to_token_stream()));
        }
        (made, passed)
    }

    /// What the comparison asks beside the entry points: that all arguments can be copied.
    fn bounds_of_check(&self) -> Vec<TokenStream> {
        let plain = self.functions().map(|function| {
            let (value, output, beside, (inputs, _)) = (
                &function.value,
                &function.callable.output,
                &function.callable.beside,
                function.inputs(self.twin),
            );
            let along = self.has_jvp().then(|| function.along(self.twin));
            let along = along.map(|along| quote!(, #value::Tangent: #along));
            quote!(#value: ::core::clone::Clone, #value::Plain: ::core::ops::Fn(#inputs) -> #output #(+ #beside)* #along)
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
        let copied = self.copied(|param| param.passing != Passing::Ref || param.differentiable);
        copied.into_iter().chain(plain).chain(ordinary).collect()
    }
}

impl Signature {
    /// The cotangent of what is written, as it is lent to the pullback.
    fn lent_probe(&self) -> TokenStream {
        let (bar, lend) = (&self.bar, self.lend(true));
        match self.optional {
            true => quote!(#bar.#lend),
            false => quote!(&mut #bar),
        }
    }

    fn probe(&self) -> Probe {
        let (name, at, behind) = (&self.name, &self.at, self.behind());
        let copy = match self.passing {
            Passing::Value => quote!(#name),
            _ if self.optional => quote!(#name.as_deref().map(::pullback::rt::std::borrow::ToOwned::to_owned)),
            Passing::Ref if !self.differentiable => quote!(&#behind),
            _ => quote!(::pullback::rt::std::borrow::ToOwned::to_owned(&#behind)),
        };
        let kind = match self.differentiable {
            true => quote!(::pullback::rt::Moved),
            false => quote!(::pullback::rt::Fixed),
        };
        let end = match self.differentiable && self.passing == Passing::Mut {
            true => {
                let bar = &self.bar;
                quote!(#kind(#bar))
            }
            false => quote!(_),
        };
        Probe {
            copy: quote!(#kind(#copy)),
            place: quote!(#kind(#at)),
            end,
        }
    }

    /// The argument as a call of the function takes it, at the place where it was moved to.
    fn at_probe(&self, of_function: impl Fn(&FunctionTypes, &Ident) -> TokenStream) -> TokenStream {
        if let Some(function) = &self.function {
            return of_function(function, &self.name);
        }
        let (at, mutable) = (&self.at, self.passing == Passing::Mut);
        match (&self.view, self.passing) {
            (Some(view), _) => {
                let reference = match view {
                    Type::Reference(reference) => {
                        let mutable = reference.mutability;
                        quote!(& #mutable)
                    }
                    _ => TokenStream::new(),
                };
                match mutable {
                    true => quote!(#reference ::pullback::ndarray::ArrayRef::view_mut(#at)),
                    false => quote!(#reference ::pullback::ndarray::ArrayRef::view(#at)),
                }
            }
            (None, Passing::Value) if Ty::of(&self.ty).is_scalar() => quote!(*#at),
            (None, Passing::Value) => quote!(::core::clone::Clone::clone(#at)),
            (None, _) if self.held => quote!(::core::clone::Clone::clone(#at)),
            (None, _) if self.optional => {
                let lend = self.lend(mutable);
                quote!(#at.#lend)
            }
            (None, Passing::Ref) if !self.differentiable => quote!(*#at),
            (None, _) if mutable => quote!(&mut *#at),
            _ => quote!(&*#at),
        }
    }
}

impl FunctionTypes {
    /// The function itself, and a copy of what stands for it at an entry point.
    fn plain(&self, name: &Ident) -> TokenStream {
        let (references, value) = (self.references(), &self.value);
        quote!(#references <#value as ::pullback::rt::FunctionValue>::plain(&#name))
    }

    fn copied(&self, name: &Ident) -> TokenStream {
        let references = self.references();
        let behind = self.callable.references.iter().map(|_| quote!(*));
        quote!(#references ::core::clone::Clone::clone(&#(#behind)* #name))
    }
}
