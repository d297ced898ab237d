//! Emits how the numbers in a value are named, and how they are reached side by side.
//!
//! Input:  `struct Model { weights: Array2<f32>, layers: Vec<Layer> }`
//! Output: `outline`, by which they are `weights`, `layers.0.bias`, …, and `each_number`

use crate::derive::item::{Field, Parts, Variant};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Member;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

impl Parts {
    pub(super) fn emit_numbers(&self) -> TokenStream {
        let of = |field: &Field| {
            let ty = field.behind();
            quote_spanned!(ty.span()=> <#ty as ::pullback::Differentiable>)
        };
        let each = |call: &dyn Fn(&Field) -> TokenStream| {
            self.of_one(&quote!(self), |variant: &Variant| {
                let pattern = variant.pattern(&self.value, "value");
                let parts = variant.active().map(call);
                quote!(#pattern => { #(#parts)* })
            })
        };
        let outline = each(&|field| {
            let (of, binding) = (of(field), field.binding("value"));
            let name = match &field.member {
                Member::Named(name) => name.unraw().to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            quote!(outline.within(#name, |outline| #of::outline(#binding, outline));)
        });
        let numbers = each(&|field| {
            let (of, binding) = (of(field), field.binding("value"));
            quote!(#of::each_number(#binding, f);)
        });
        quote! {
            fn outline(&self, outline: &mut ::pullback::rt::Outline) {
                #outline
            }
            fn each_number(&mut self, f: &mut dyn ::core::ops::FnMut(::pullback::rt::Numbers<'_>)) {
                #numbers
            }
        }
    }
}
