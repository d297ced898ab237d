//! What takes an option of a mutable reference by reference takes it by value in the sweeps.
//!
//! Input:  `fn record(trace: &mut Option<&mut Vec<f64>>)`
//! Output: `fn record(trace: Option<&mut Vec<f64>>)`, in the entry points as well
//!
//! An option of a reference is a condition and a place, and cannot itself be changed. So of `&mut Option<&mut T>` a function can use
//! no more than the reference inside, which the caller lends it again, as `as_deref_mut` would.

use std::collections::BTreeSet;
use syn::{FnArg, ItemFn, Pat, Type};

/// Changes the function to take them as its derivatives do, and gives the names of these parameters.
pub fn by_value(function: &mut ItemFn) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for input in &mut function.sig.inputs {
        if let FnArg::Typed(param) = input
            && let Pat::Ident(name) = &*param.pat
            && let Type::Reference(reference) = &*param.ty
            && reference.mutability.is_some()
            && crate::types::optional_reference(&reference.elem).is_some_and(|inner| inner.mutability.is_some())
        {
            names.insert(name.ident.to_string());
            param.ty = reference.elem.clone();
        }
    }
    names
}
