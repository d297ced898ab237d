//! The names of the accessors that project a variant onto its payload; the derive emits them on values and cotangents alike.
//!
//! Input:  the variant `Rect { width, .. }`
//! Output: `payload_Rect_width`, and `into_payload_Rect`, which moves all parts out of the cotangent

use proc_macro2::Ident;
use quote::format_ident;

/// The accessor of one part of a variant: `payload_Rect_width`, `payload_Some_0`.
pub fn accessor(variant: &Ident, member: &syn::Member) -> Ident {
    let member = match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    };
    format_ident!("payload_{}_{}", variant, member.trim_start_matches("r#"))
}

/// The accessor that takes a variant's cotangent apart: `into_payload_Rect`. It gives the parts in the order of `member_order`.
pub fn unpacked(variant: &Ident) -> Ident {
    format_ident!("into_payload_{}", variant)
}

/// An order of a variant's parts that is the same wherever they are written.
pub fn member_order(member: &syn::Member) -> (u32, String) {
    match member {
        syn::Member::Named(name) => (0, name.to_string().trim_start_matches("r#").to_string()),
        syn::Member::Unnamed(index) => (index.index, String::new()),
    }
}
