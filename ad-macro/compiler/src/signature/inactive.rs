//! Whether a signature alone shows that no derivative leaves the function, or none enters.
//!
//! Input:  `fn rows(&self) -> usize`, `fn unit(k: usize) -> f64`, `fn fill(x: &mut [f64])`
//! Output: `carries_no_derivative`: yes, yes, no
//!
//! `Ty` decides by the written types; those that are taken for inert by their names are asserted to be so in the emitted code.

use crate::signature::marks::take_no_diff;
use crate::signature::returned_iterators::Iterated;

/// Whether the written types say that no derivative can come out: `fn rows(&self) -> usize`.
pub fn carries_no_derivative(signature: &syn::Signature) -> bool {
    let writes = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Receiver(receiver) => {
            matches!(&receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
        }
        syn::FnArg::Typed(param) => {
            let written = |ty: &syn::Type| {
                let reference = match ty {
                    syn::Type::Reference(reference) => Some(reference),
                    ty => crate::syntax::types::optional_reference(ty),
                };
                reference.is_some_and(|reference| reference.mutability.is_some())
            };
            // A call may change what the function captured.
            let changes = crate::signature::callables::callable(&param.ty, &signature.generics)
                .is_some_and(|callable| callable.exclusive && !take_no_diff(&mut param.attrs.clone()));
            changes
                || match &*param.ty {
                    syn::Type::Tuple(tuple) => tuple.elems.iter().any(written),
                    ty => written(ty),
                }
        }
    });
    let output = crate::syntax::types::Ty::output(signature);
    let iterated = Iterated::returned(&signature.output);
    let inert = output.is_inert() || iterated.is_some_and(|iterated| iterated.is_inert());
    !writes && (inert || output == crate::syntax::types::Ty::Unit) || no_argument_does(signature)
}

/// Whether no parameter carries a derivative, by the way its type is written.
pub fn no_argument_does(signature: &syn::Signature) -> bool {
    signature.inputs.iter().all(|input| match input {
        syn::FnArg::Receiver(_) => false,
        syn::FnArg::Typed(param) => {
            take_no_diff(&mut param.attrs.clone()) || crate::syntax::types::is_inert_parameter(&param.ty)
        }
    })
}
