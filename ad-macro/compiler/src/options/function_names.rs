//! `types(Force = dyn Fn(f64) -> f64)`: writes out the function type behind the name of an alias or a trait in a parameter's type.
//!
//! Input:  `f: &Force<'_>` with that option
//! Output: `f: &dyn Fn(f64) -> f64`; a name that no parameter has is an error

use crate::options::attribute::Options;
use crate::signature::callables::named;
use crate::syntax::diagnostics::Diagnostics;
use syn::Type;

/// A signature in which the types of parameters say that they are functions, where the user has said so of their names: to the
/// derivatives, `f: &Force<'_>` is `f: &dyn Fn(f64) -> f64`. The references around the name stay.
pub fn write_out(signature: &mut syn::Signature, options: &Options) {
    for input in &mut signature.inputs {
        let syn::FnArg::Typed(param) = input else { continue };
        let Some((_, function)) = named(&param.ty).and_then(|name| options.functions.get(&name)) else {
            continue;
        };
        let mut place = &mut *param.ty;
        while let Type::Reference(reference) = place {
            place = &mut reference.elem;
        }
        *place = function.clone();
    }
}

/// Rejects names of types that no parameter has.
pub fn check_names<'a>(
    signatures: impl Iterator<Item = &'a syn::Signature> + Clone,
    options: &Options,
    diagnostics: &Diagnostics,
) {
    for (wanted, (ident, _)) in &options.functions {
        let mut inputs = signatures.clone().flat_map(|signature| &signature.inputs);
        let takes = |input: &syn::FnArg| match input {
            syn::FnArg::Typed(param) => named(&param.ty).as_ref() == Some(wanted),
            syn::FnArg::Receiver(_) => false,
        };
        if !inputs.any(takes) {
            let message = format!("no parameter here is a `{wanted}`, or a reference to one");
            diagnostics.error(ident.span(), message, "");
        }
    }
}
