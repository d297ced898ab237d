//! An operand of an operator impl, as the rule and the sweeps' protocol take it.
//!
//! Input:  `l: V<T>`, `r: &V<T>`
//! Output: `ByValue`, handed over as `V<T>`, with a cotangent that comes back; `ByReference`, as `&'r V<T>`, with one that is lent

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

/// An operand: the name of its reference in the rule, its type as a value, and whether the operator takes a reference.
pub struct Operand {
    pub name: Ident,
    pub ty: Type,
    pub lent: bool,
}

impl Operand {
    pub fn new(name: &str, ty: &Type) -> Operand {
        let (ty, lent) = match ty {
            Type::Reference(reference) if reference.mutability.is_none() => (&*reference.elem, true),
            ty => (ty, false),
        };
        Operand {
            name: format_ident!("{name}"),
            ty: ty.clone(),
            lent,
        }
    }

    pub fn form(&self) -> TokenStream {
        if self.lent {
            quote!(::pullback::rt::ByReference)
        } else {
            quote!(::pullback::rt::ByValue)
        }
    }

    pub fn cotangent(&self) -> TokenStream {
        let ty = &self.ty;
        quote!(<#ty as ::pullback::Differentiable>::Cotangent)
    }

    /// The operand as the operator takes it.
    pub fn passed(&self) -> TokenStream {
        let name = &self.name;
        if self.lent {
            quote!(#name)
        } else {
            quote!(::pullback::rt::copy_to_write(ws, #name))
        }
    }

    /// The operand again as the operator's tangent takes it, of a reference to it, and its tangent, of a reference to that.
    pub fn along(&self) -> [TokenStream; 2] {
        let (name, dot) = (&self.name, format_ident!("{}_dot", self.name));
        match self.lent {
            true => [quote!(#name), quote!(#dot)],
            false => [quote!(::pullback::rt::copy(#name)), quote!(#dot.cloned())],
        }
    }

    pub fn handed(&self, changed: bool) -> Handed {
        let (ty, bar, lifetime) = (&self.ty, self.cotangent(), format!("'{}", self.name));
        let lifetime = syn::Lifetime::new(&lifetime, self.name.span());
        match (changed, self.lent) {
            (true, _) => Handed {
                form: quote!(::pullback::rt::Changed),
                passed: quote!(&#lifetime mut #ty),
                slot: quote!((&mut #ty, ::core::option::Option<&mut #bar>)),
                dot: quote!(::core::option::Option<&mut #bar>),
                bar: quote!(()),
            },
            (_, true) => Handed {
                form: quote!(::pullback::rt::ByReference),
                passed: quote!(&#lifetime #ty),
                slot: quote!((&#ty, ::core::option::Option<&mut #bar>)),
                dot: quote!(::core::option::Option<&#bar>),
                bar: quote!(()),
            },
            _ => Handed {
                form: quote!(::pullback::rt::ByValue),
                passed: quote!(#ty),
                slot: quote!(()),
                dot: quote!(::core::option::Option<&#bar>),
                bar,
            },
        }
    }

    /// What the pullback is handed for it; `wanted` if its cotangent is to be added to `bar`.
    pub fn slot(&self, wanted: bool) -> TokenStream {
        let name = &self.name;
        match (self.lent, wanted) {
            (false, _) => quote!(()),
            (true, true) => quote!((#name, ::core::option::Option::Some(&mut bar))),
            (true, false) => quote!((#name, ::core::option::Option::None)),
        }
    }
}

/// How an operand is handed to the operator and to its pullback, as types.
pub struct Handed {
    pub form: TokenStream,
    pub passed: TokenStream,
    pub slot: TokenStream,
    pub dot: TokenStream,
    pub bar: TokenStream,
}
