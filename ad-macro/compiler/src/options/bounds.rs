//! `bounds(..)`: what the derivatives ask of types, where the function as it is written asks less.
//!
//! Input:  `fn f<S: Shape + ?Sized>(shape: &S)` with `bounds(_: Sized, S::Part: Clone)`
//! Output: derivatives with `where S: Sized`

use crate::options::attribute::Options;
use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Token, Type};

/// One of the bounds.
pub enum Asked {
    /// `_: Sized`, `S::Part: Sized`: all type parameters have a size, and this type.
    Sized(Box<Type>),
    /// `T: Clone`: what is of the type parameter can be copied.
    Clone(Ident),
}

impl Parse for Asked {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let ty: Type = input.parse()?;
        input.parse::<Token![:]>()?;
        let bound: syn::Path = input.parse()?;
        let param = match &ty {
            Type::Path(path) => path.path.get_ident(),
            _ => None,
        };
        match param {
            _ if bound.is_ident("Sized") => Ok(Asked::Sized(Box::new(ty))),
            Some(param) if bound.is_ident("Clone") => Ok(Asked::Clone(param.clone())),
            _ => {
                let message = "what can be asked is `_: Sized`, and of a type parameter `T: Clone`";
                Err(syn::Error::new(bound.span(), message))
            }
        }
    }
}

impl Asked {
    /// Adds it to the options.
    pub fn note(self, options: &mut Options) {
        match self {
            Asked::Sized(ty) => {
                let types = options.sized.get_or_insert_default();
                types.extend((!matches!(*ty, Type::Infer(_))).then_some(*ty));
            }
            Asked::Clone(param) => options.cloned.push(param),
        }
    }
}
