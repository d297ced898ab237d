//! What tangent functions and their parts are called in the emitted code, and the types of tangents.
//!
//! Input:  `x: &[Point]`
//! Output: `x_tangent: &[<Point as Differentiable>::Cotangent]`

use crate::syntax::types::Ty;
use proc_macro2::Ident;
use quote::format_ident;
use syn::{Type, parse_quote};

/// The type of a tangent: that of a cotangent, of an array or a list the same.
pub(super) fn tangent_type(ty: &Type) -> Type {
    fn holds_floats(ty: &Ty) -> bool {
        match ty {
            Ty::Slice(element) | Ty::Vec(element) | Ty::Array(element) | Ty::NdArray(element, _) => {
                holds_floats(element)
            }
            ty => ty.is_float(),
        }
    }
    match ty {
        ty if holds_floats(&Ty::of(ty)) => ty.clone(),
        Type::Slice(slice) => {
            let element = tangent_type(&slice.elem);
            parse_quote!([#element])
        }
        ty => parse_quote!(<#ty as ::pullback::Differentiable>::Cotangent),
    }
}

/// What makes a tangent of zero for a parameter.
pub fn zero_tangent(param: usize) -> Ident {
    format_ident!("zero_tangent_{param}")
}
