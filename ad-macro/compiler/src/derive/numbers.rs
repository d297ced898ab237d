//! Emits how the numbers in a value are named, and how they are reached side by side.
//!
//! Input:  `struct Model { weights: Array2<f32>, layers: Vec<Layer> }`
//! Output: `outline`, by which they are `weights`, `layers.0.bias`, …, and `each_number`

use crate::derive::item::Parts;
use proc_macro2::TokenStream;
use quote::quote;

impl Parts {
    pub(super) fn emit_numbers(&self) -> TokenStream {
        let outline = self.each_part(&self.value, |field, binding| {
            let (of, name) = (field.differentiable(), field.name());
            quote!(outline.within(#name, |outline| #of::outline(#binding, outline));)
        });
        let numbers = self.each_part(&self.value, |field, binding| {
            let of = field.differentiable();
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
