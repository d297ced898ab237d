//! Emits that a cotangent is differentiable itself, with its own type for cotangent: second derivatives are taken of tangents.
//!
//! Input:  `struct Model { weights: Vec<f64>, scale: f64 }`
//! Output: `impl Differentiable for ModelCotangent { type Cotangent = Self; type Shape = Self; .. }`

use crate::derive::item::Parts;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

impl Parts {
    pub(super) fn emit_own_cotangent(&self) -> TokenStream {
        let (ty, mut generics) = (self.cotangent.as_type(), self.cotangent.generics.clone());
        if !generics.params.is_empty() {
            let clause = generics.make_where_clause();
            clause
                .predicates
                .push(parse_quote!(#ty: ::pullback::Cotangent + 'static));
        }
        let (impls, _, clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impls ::pullback::Differentiable for #ty #clause {
                type Cotangent = Self;
                type Shape = Self;
                #[inline]
                fn coarseness(&self) -> f64 {
                    f64::EPSILON
                }
                #[inline]
                fn cotangent_shape(&self) -> Self {
                    ::pullback::Cotangent::zero_like(self)
                }
                #[inline]
                fn zero_of(shape: &Self) -> Self {
                    ::core::clone::Clone::clone(shape)
                }
                #[inline]
                fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
                    let mut scaled = ::core::clone::Clone::clone(cotangent);
                    ::pullback::Cotangent::scale(&mut scaled, alpha);
                    ::pullback::Cotangent::accumulate(self, &scaled);
                }
                #[inline]
                fn flatten_into(&self, out: &mut ::pullback::rt::std::vec::Vec<f64>) {
                    ::pullback::Cotangent::flatten_into(self, out);
                }
                #[inline]
                fn unflatten_from(&mut self, flat: &mut dyn ::core::iter::Iterator<Item = f64>) {
                    ::pullback::Cotangent::unflatten_from(self, flat);
                }
            }
        }
    }
}
