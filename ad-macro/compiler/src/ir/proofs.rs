//! Statements by which rustc proves that the function which is called as written is the one whose twin the sweep calls.
//!
//! Input:  the call `v.norm()`, whose twin is `v.norm_differentiable_push(ws)`
//! Output: `::pullback::rt::as_written!(norm(), v, v.norm_marked_differentiable());`

use crate::ir::function::Function;
use crate::syntax::expressions::in_place_of;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

/// That the method that the function calls is the one whose twin is called: rustc looks for each by its name. `receiver` is what the
/// twin is called on; of a value that is no reference no other method by reference comes first.
pub fn as_written(
    method: &Ident,
    arguments: usize,
    is_value: bool,
    place: &TokenStream,
    receiver: &TokenStream,
    turbofish: &impl ToTokens,
    lent: &[TokenStream],
) -> TokenStream {
    let at = crate::syntax::paths::derivative_name(method, "marked_differentiable");
    let arguments = (0..arguments).map(|k| quote::format_ident!("_{k}"));
    let at = quote_spanned!(method.span()=> #receiver.#at #turbofish (#(#lent),*));
    let of_value = is_value.then(|| quote!(, of_value));
    quote_spanned!(method.span()=> ::pullback::rt::as_written!(#method(#(#arguments),*), #place, #at #of_value))
}

/// The same where it has been proved before.
pub fn found(method: &Ident, receiver: &TokenStream, turbofish: &impl ToTokens, lent: &[TokenStream]) -> TokenStream {
    let at = crate::syntax::paths::derivative_name(method, "marked_differentiable");
    quote_spanned!(method.span()=> ::pullback::rt::as_written!(#receiver.#at #turbofish (#(#lent),*)))
}

/// That the function which is called by a path is the one whose twin is, of which `part` is a function.
pub fn as_called(
    function: &syn::ExprPath,
    part: &syn::ExprPath,
    f: &Function,
    args: &[TokenStream],
    result: Option<&syn::Type>,
    stands: Option<&(Span, Vec<(Span, Span)>)>,
    span: Span,
) -> TokenStream {
    // Those of the runtime belong to functions of std.
    if part.path.segments[0].ident == f.ad {
        return TokenStream::new();
    }
    let twin = twin_of(part);
    // That it has no derivative is said at its name.
    let name = function
        .path
        .segments
        .last()
        .expect("a path has a segment")
        .ident
        .span();
    // A function whose twin is imported is so, too: one that rustc does not find is not missing here once more.
    let imported = f
        .callees
        .borrow()
        .contains_key(&part.path.segments[0].ident.to_string());
    let function = match imported {
        true => part.path.segments[0].to_token_stream(),
        false => function.to_token_stream(),
    };
    let function = crate::syntax::expressions::located(function, name);
    let result = result.map(|ty| quote!(, #ty));
    // What is wrong with the call is wrong where the function itself is compiled, in the same words.
    let (mut called, mut arguments) = (f.ad.clone(), Group::new(Delimiter::Parenthesis, quote!(#(#args),*)));
    called.set_span(name);
    if let Some((parentheses, ends)) = stands.filter(|(_, ends)| ends.len() == args.len()) {
        let args = args.iter().zip(ends).map(|(arg, ends)| in_place_of(arg.clone(), *ends));
        arguments = Group::new(Delimiter::Parenthesis, quote!(#(#args),*));
        arguments.set_span(*parentheses);
    }
    quote_spanned!(span=> ::pullback::rt::as_called!(#twin, #function, #called => [#called #arguments] #result);)
}

/// That a function has a twin, of which `part` is a function.
pub fn twin_exists(part: &syn::ExprPath, f: &Function) -> TokenStream {
    let (span, mut twin) = (part.span(), part.path.clone());
    if f.imports_twin(part) {
        let (twin, mut ad, this) = (twin_of(part), f.ad.clone(), Ident::new("ThisFunction", span));
        ad.set_span(span);
        return quote_spanned!(span=> let _ = || #twin(#ad::#this););
    }
    match twin.segments.pop() {
        Some(last) if last.ident == "forward" => {
            twin.segments.pop_punct();
            quote!(let _: fn(#twin);)
        }
        // An associated function: that there is none is said in the user's words.
        Some(last) if last.arguments.is_none() && !twin.segments.is_empty() => {
            let function = &last.ident;
            quote!(let _ = ::pullback::rt::associated!(#function(), #part);)
        }
        _ => quote!(let _ = #part;),
    }
}

fn twin_of(part: &syn::ExprPath) -> syn::ExprPath {
    let mut twin = part.clone();
    let last = twin.path.segments.last_mut().expect("a path has a segment");
    *last = Ident::new("twin_of", last.ident.span()).into();
    twin
}
