//! Statements by which rustc proves that the function which is called as written is the one whose twin the sweep calls.
//!
//! Input:  the call `v.norm()`, whose twin is `v.norm_differentiable_push(ws)`
//! Output: `::pullback::rt::as_written!(norm(), v, v.norm_differentiable_at());`

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// That the method that the function calls is the one whose twin is called: rustc looks for each by its name. `receiver` is what the
/// twin is called on.
pub fn as_written(
    method: &Ident,
    arguments: usize,
    place: &TokenStream,
    receiver: &TokenStream,
    turbofish: &impl ToTokens,
    lent: &[TokenStream],
) -> TokenStream {
    let at = crate::syntax::paths::derivative_name(method, "differentiable_at");
    let arguments = (0..arguments).map(|k| quote::format_ident!("_{k}"));
    quote_spanned!(method.span()=> ::pullback::rt::as_written!(#method(#(#arguments),*), #place, #receiver.#at #turbofish (#(#lent),*));)
}

/// That the function which is called by a path is the one whose twin is, of which `part` is a function.
pub fn as_called(
    function: &syn::ExprPath,
    part: &syn::ExprPath,
    ad: &Ident,
    args: &[TokenStream],
    result: Option<&syn::Type>,
    span: proc_macro2::Span,
) -> TokenStream {
    let mut twin = part.clone();
    // Those of the runtime belong to functions of std.
    if twin.path.segments[0].ident == *ad {
        return TokenStream::new();
    }
    let last = twin.path.segments.last_mut().expect("a path has a segment");
    *last = Ident::new("twin_of", last.ident.span()).into();
    let result = result.map(|ty| quote!(; #ty));
    quote_spanned!(span=> ::pullback::rt::as_called!(#twin, #function #(, #args)* #result);)
}
