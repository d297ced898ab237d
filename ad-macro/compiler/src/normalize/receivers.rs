//! A method by value as a method by reference, for receivers that hold references.
//!
//! Input:  `fn area(self) -> f64 { … }`
//! Output: `fn area(&self) -> f64 { … }`

/// Whether a method takes `self` by value.
pub fn takes_itself(function: &syn::ItemFn) -> bool {
    let receiver = function.sig.receiver();
    receiver.is_some_and(|receiver| matches!(receiver.kind, syn::ReceiverKind::Value) && receiver.mutability.is_none())
}

/// The method with its receiver by reference.
pub fn lent_receiver(function: &syn::ItemFn) -> syn::ItemFn {
    let mut function = function.clone();
    if takes_itself(&function)
        && let Some(syn::FnArg::Receiver(receiver)) = function.sig.inputs.first_mut()
    {
        *receiver = syn::parse_quote_spanned!(receiver.self_token.span=> &self);
    }
    function
}
