//! The owned array types in place of returned views: what the sweeps return.
//!
//! Input:  `(ArrayView1<'a, f64>, CowArray<'a, f64, Ix0>)`
//! Output: `(Array1<f64>, Array<f64, Ix0>)`; `None` where there is no view, or none carries a derivative

use crate::syntax::types::{Ty, View};
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, PathArguments, Type};

/// The type with arrays in place of the views in it. `None` if there are none, or none that carries a derivative.
pub fn result(ty: &Type) -> Option<Type> {
    let mut ty = ty.clone();
    own(&mut ty).then_some(ty)
}

/// The type of the array that a function returns in the sweeps, if it returns a view of one.
pub fn array_returned(ty: &Type) -> Option<Ty> {
    result(ty)
        .map(|ty| Ty::of(&ty))
        .filter(|ty| matches!(ty, Ty::NdArray(..)))
}

/// Puts arrays in place of views. Whether one of these carries a derivative.
fn own(ty: &mut Type) -> bool {
    if let Some(array) = array(ty) {
        let carries = !Ty::of(ty).is_inert();
        *ty = array;
        return carries;
    }
    match ty {
        Type::Paren(inner) => own(&mut inner.elem),
        Type::Group(inner) => own(&mut inner.elem),
        Type::Tuple(tuple) => {
            let mut carries = false;
            for part in &mut tuple.elems {
                carries |= own(part);
            }
            carries
        }
        Type::Path(_) => inside(ty).is_some_and(own),
        _ => false,
    }
}

/// What an option or a result holds.
pub fn inside(ty: &mut Type) -> Option<&mut Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last_mut()?;
    let PathArguments::AngleBracketed(arguments) = &mut last.arguments else {
        return None;
    };
    match arguments.args.first_mut() {
        Some(GenericArgument::Type(inside)) if last.ident == "Option" || last.ident == "Result" => Some(inside),
        _ => None,
    }
}

/// The array that is a copy of a view, or of what may be one.
pub fn array(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let types = arguments
        .args
        .iter()
        .filter(|argument| matches!(argument, GenericArgument::Type(_)));
    if last.ident == "CowArray" {
        return Some(syn::parse_quote_spanned!(ty.span()=> ::pullback::ndarray::Array<#(#types),*>));
    }
    let view = View::of(ty).filter(|view| !view.mutable)?;
    crate::syntax::types::owned_array(&view.behind)
}

pub fn is_wrapper(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.is_ident("Some") || path.path.is_ident("Ok"))
}
