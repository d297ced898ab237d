//! Emits accessors of what variants hold.
//!
//! Input:  `Parts` of `enum Shape { Circle(f64), Square { side: f64 } }`
//! Output: `payload_Circle_0`, `payload_Square_side` and the like, of values and of cotangents; `into_payload_Circle`

use crate::derive::item::{Field, Own, Parts};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl Parts {
    /// Accessors of what each variant holds, on the value and on its cotangent: compiled patterns reach it through them.
    pub(super) fn emit_payloads(&self) -> TokenStream {
        if !self.is_enum {
            return TokenStream::new();
        }
        let visibility = &self.visibility;
        let of = |own: &Own, ty: &dyn Fn(&Field) -> TokenStream| {
            let (name, (params, arguments, clause)) = (&own.name, own.generics.split_for_impl());
            let accessors = self.variants.iter().flat_map(|variant| {
                let path = variant.path(own);
                let missing = format!("the value is no `{}`", variant.path(own)).replace(" :: ", "::");
                let accessors: Vec<_> = variant
                    .fields
                    .iter()
                    .map(|field| {
                        let (member, ty) = (&field.member, ty(field));
                        let accessor = crate::ir::accessors::accessor(
                            variant.name.as_ref().expect("a variant has a name"),
                            member,
                        );
                        let accessor_mut = quote::format_ident!("{accessor}_mut");
                        quote! {
                            #[doc(hidden)]
                            #[inline(always)]
                            #visibility fn #accessor(&self) -> &#ty {
                                match self { #path { #member: held, .. } => held, _ => ::core::unreachable!(#missing) }
                            }
                            #[doc(hidden)]
                            #[inline(always)]
                            #visibility fn #accessor_mut(&mut self) -> &mut #ty {
                                match self { #path { #member: held, .. } => held, _ => ::core::unreachable!(#missing) }
                            }
                        }
                    })
                    .collect();
                accessors
            });
            quote!(impl #params #name #arguments #clause { #(#accessors)* })
        };
        let value = of(&self.value, &|field| field.ty.to_token_stream());
        let cotangent = of(&self.cotangent, &|field| field.cotangent.clone());
        let unpacked = self.emit_unpacked();
        quote!(#value #cotangent #unpacked)
    }

    /// What each variant of the cotangent holds, all at once and by value.
    fn emit_unpacked(&self) -> TokenStream {
        let (own, visibility) = (&self.cotangent, &self.visibility);
        let (name, (params, arguments, clause)) = (&own.name, own.generics.split_for_impl());
        let accessors = self
            .variants
            .iter()
            .filter(|variant| !variant.fields.is_empty())
            .map(|variant| {
                let path = variant.path(own);
                let missing = format!("the value is no `{}`", variant.path(own)).replace(" :: ", "::");
                let accessor = crate::ir::accessors::unpacked(variant.name.as_ref().expect("a variant has a name"));
                let mut fields: Vec<_> = variant.fields.iter().collect();
                fields.sort_by_key(|field| crate::ir::accessors::member_order(&field.member));
                let types = fields.iter().map(|field| &field.cotangent);
                let members: Vec<_> = fields.iter().map(|field| &field.member).collect();
                let parts: Vec<_> = fields.iter().map(|field| field.binding("part")).collect();
                quote! {
                    #[doc(hidden)]
                    #[inline(always)]
                    #visibility fn #accessor(self) -> (#(#types,)*) {
                        match self { #path { #(#members: #parts),* } => (#(#parts,)*), _ => ::core::unreachable!(#missing) }
                    }
                }
            });
        quote!(impl #params #name #arguments #clause { #(#accessors)* })
    }
}
