//! The element type that a storage bound names.
//!
//! Input:  `Data<Elem = F>`
//! Output: `F`

use syn::{GenericArgument, PathArguments, Type, TypeParamBound};

/// The type of the elements, `F` of `Data<Elem = F>`.
pub fn element(bound: &TypeParamBound) -> Option<Type> {
    let TypeParamBound::Trait(bound) = bound else {
        return None;
    };
    let PathArguments::AngleBracketed(arguments) = &bound.path.segments.last()?.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(ty) if ty.ident == "Elem" => Some(ty.ty.clone()),
        _ => None,
    })
}
