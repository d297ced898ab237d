//! TODO

use crate::signature::returned_iterators::Iterated;
use syn::visit_mut::VisitMut;

/// Takes `#[no_diff]` off a parameter, or off a function of an impl; says whether it was there.
pub fn take_no_diff(attrs: &mut Vec<syn::Attribute>) -> bool {
    let before = attrs.len();
    attrs.retain(|attribute| !attribute.path().is_ident("no_diff"));
    attrs.len() < before
}

/// Whether an attribute is `#[differentiable]`, whatever its path.
pub fn is_mark(attribute: &syn::Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "differentiable")
}

/// Whether it marks a loop, or a block, whose iterations run again on the way back.
pub fn is_checkpoint(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("checkpoint")
}

/// Takes the markings off loops and blocks; and off what they do not belong on, which has been rejected.
pub struct Unmark;

impl VisitMut for Unmark {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<syn::Attribute>) {
        attrs.retain(|attribute| !is_checkpoint(attribute));
    }
}

/// Takes the markings off a signature.
pub fn unmark(signature: &mut syn::Signature) {
    for input in &mut signature.inputs {
        match input {
            syn::FnArg::Typed(param) => take_no_diff(&mut param.attrs),
            syn::FnArg::Receiver(receiver) => take_no_diff(&mut receiver.attrs),
        };
    }
}

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

/// The function without the macro's own markings: what rustc compiles as the primal.
pub fn primal(mut function: syn::ItemFn) -> syn::ItemFn {
    unmark(&mut function.sig);
    Unmark.visit_block_mut(&mut function.block);
    function
}
