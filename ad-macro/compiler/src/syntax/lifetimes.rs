//! Lifetimes in types: which are written, and types without any.
//!
//! Input:  `View<'a, &'b [f64]>`
//! Output: `lifetimes`: `['a, 'b]`; after `EraseLifetimes`: `View<'_, &[f64]>`; `'static` stays

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;

/// Whether lifetimes are written in a type.
pub fn names_lifetimes(ty: &Type) -> bool {
    struct Look(bool);
    impl<'ast> syn::visit::Visit<'ast> for Look {
        fn visit_lifetime(&mut self, _: &'ast syn::Lifetime) {
            self.0 = true;
        }
    }
    let mut look = Look(false);
    syn::visit::Visit::visit_type(&mut look, ty);
    look.0
}

/// Derived signatures name no lifetimes: all are elided.
pub struct EraseLifetimes;

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

/// The lifetimes that are written in a type.
pub fn lifetimes(ty: &Type) -> Vec<TokenStream> {
    struct Look(Vec<syn::Lifetime>);
    impl<'ast> syn::visit::Visit<'ast> for Look {
        fn visit_lifetime(&mut self, lifetime: &'ast syn::Lifetime) {
            if lifetime.ident != "static" && !self.0.contains(lifetime) {
                self.0.push(lifetime.clone());
            }
        }
    }
    let mut look = Look(Vec::new());
    syn::visit::Visit::visit_type(&mut look, ty);
    look.0.iter().map(|lifetime| quote!(#lifetime)).collect()
}
