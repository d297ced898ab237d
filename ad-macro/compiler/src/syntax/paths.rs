//! What a path names, by Rust's naming conventions, and the names that are derived from a function's.
//!
//! Input:  `Shape::Circle`, `V3::new`, `HALF_PI`, `norm`
//! Output: a variant or constructor, an associated function, a constant, a function; `derivative_name`: `norm_differentiable`
//!
//! A convention is no proof: what is concluded here is checked by rustc in the emitted code.

use crate::syntax::types::Ty;
use proc_macro2::Ident;

/// Whether a name is that of a type, a variant or a constant, by Rust's naming convention: `Vec3`, `HALF_PI`. One with an underscore
/// and small letters is neither, `T_saturation`: it is a function or a variable whose author writes as the formulas do.
pub fn names_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && !(name.contains('_') && name.contains(char::is_lowercase))
}

/// What a derivative of an associated function or method is called.
pub fn derivative_name(function: &Ident, suffix: &str) -> Ident {
    let name = function.to_string();
    Ident::new(&format!("{}_{suffix}", name.trim_start_matches("r#")), function.span())
}

/// A derivative of the function whose twin stands before it in a path, `energy::grad`. A module's function of the name is told by
/// `twins(grad = grad)`.
pub fn names_derivative(name: &Ident) -> bool {
    ["grad", "value_and_grad", "jvp"]
        .iter()
        .any(|derivative| name == derivative)
}

/// A function of a type or trait, by Rust's naming convention: `V3::new`, `<T as Shape>::area`; complex numbers are called like floats,
/// `c64::new`.
pub fn is_associated(function: &syn::ExprPath) -> bool {
    let owner = function.path.segments.iter().rev().nth(1);
    let of_type = |name: String| names_type(&name) || matches!(name.as_str(), "c32" | "c64");
    function.qself.is_some() || owner.is_some_and(|owner| of_type(owner.ident.to_string()))
}

/// What makes a tuple struct or a variant, by Rust's naming convention: `Error::Io`.
pub fn is_constructor_path(path: &syn::Path) -> bool {
    path.segments
        .last()
        .is_some_and(|last| names_type(&last.ident.to_string()))
}

/// An enum's variant, by Rust's naming convention: `Shape::Circle`, `Some`.
pub fn is_variant(path: &syn::Path) -> bool {
    let mut segments = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let last = segments.next().unwrap_or_default();
    let owner = segments.next().unwrap_or_default();
    matches!(last.as_str(), "Some" | "None" | "Ok" | "Err") || names_type(&owner)
}

/// A primitive number, by its name.
pub fn is_number(name: &str) -> bool {
    matches!(Ty::primitive(name), Some(Ty::Float(_) | Ty::Int))
}

/// A call's result is named after the function.
pub fn short_name(function: &str) -> String {
    let name = function.trim_start_matches("r#");
    if name.len() <= 2 {
        format!("{name}_value")
    } else {
        name.to_lowercase()
    }
}

/// This variant of an option or a result: by its name alone, or behind that of the type, which are proved to mean it. A type of that name
/// in another module than std's is any type.
pub fn is_variant_of_std(path: &syn::Path, name: &str) -> bool {
    let mut segments = path.segments.iter().rev().map(|segment| &segment.ident);
    let last = segments.next().is_some_and(|last| last == name);
    let of_std = |module: &Ident| module == "option" || module == "result";
    last && segments
        .next()
        .is_none_or(|owner| (owner == "Option" || owner == "Result") && segments.next().is_none_or(of_std))
}

/// Whether an expression is the path of an option's variant without value.
pub fn is_none(tokens: &proc_macro2::TokenStream) -> bool {
    let path = syn::parse2::<syn::Path>(tokens.clone());
    path.is_ok_and(|path| is_variant_of_std(&path, "None"))
}
