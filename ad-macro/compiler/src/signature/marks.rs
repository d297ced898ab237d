//! The markers `#[no_diff]`, `#[checkpoint]` and `#[differentiable]` on parameters, loops and functions: reading them, and removing
//! them from what rustc compiles as the primal.
//!
//! Input:  `fn f(x: f64, #[no_diff] k: f64) -> f64 { #[checkpoint] for … }`
//! Output: `primal`: `fn f(x: f64, k: f64) -> f64 { for … }`

use crate::syntax::walk::{NodeMut, walk_mut};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

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

/// Whether it marks a loop, or a block, whose iterations run again in the reverse sweep.
pub fn is_checkpoint(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("checkpoint")
}

/// Takes the markings off loops and blocks; and off what they do not belong on, which has been rejected.
pub fn unmark_loops(block: &mut syn::Block) {
    walk_mut(block, |node| {
        if let NodeMut::Attributes(attrs) = node {
            attrs.retain(|attribute| !is_checkpoint(attribute));
        }
        !matches!(node, NodeMut::Attributes(_))
    });
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

/// The function without the macro's own markings: what rustc compiles as the primal.
pub fn primal(mut function: syn::ItemFn) -> syn::ItemFn {
    unmark(&mut function.sig);
    unmark_loops(&mut function.block);
    function
}

/// Whether a type parameter is there for what is marked `#[no_diff]`, and for nothing else.
pub(super) fn is_without_derivative(ident: &Ident, signature: &syn::Signature) -> bool {
    let names = [ident.to_string()];
    let mentions = |tokens: TokenStream| crate::syntax::tokens::mentions(tokens, &names);
    let elsewhere = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(param) if crate::signature::marks::take_no_diff(&mut param.attrs.clone()) => false,
        input => mentions(input.to_token_stream()),
    });
    !elsewhere && !mentions(signature.output.to_token_stream())
}

/// Whether a type parameter is there for what is marked `#[no_diff]` and taken by value, `#[no_diff] range: R`, and for nothing else.
pub(super) fn is_marked(ident: &Ident, signature: &syn::Signature) -> bool {
    let is_taken = |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(param) if matches!(&*param.ty, syn::Type::Path(path) if path.path.is_ident(ident)));
    signature.inputs.iter().any(is_taken) && is_without_derivative(ident, signature)
}
