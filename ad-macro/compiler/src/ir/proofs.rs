//! Statements by which rustc proves that the function which is called as written is the one whose twin the sweep calls.
//!
//! Input:  the call `v.norm()`, whose twin is `v.norm_differentiable_push(ws)`
//! Output: `::pullback::rt::as_written!(norm(), v, v.norm_marked_differentiable(); 0);`

use crate::ir::calls::Stands;
use crate::ir::function::Function;
use crate::syntax::expressions::in_place_of;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

/// What is found under a method's name, on what the twin is called on, and how many arguments the call gives. Of a call with another number of arguments rustc says nothing more
/// than of the method itself.
pub fn found(
    method: &Ident,
    receiver: &TokenStream,
    turbofish: &impl ToTokens,
    lent: &[TokenStream],
    stands: Option<&Stands>,
) -> TokenStream {
    let (at, given) = (
        crate::syntax::paths::derivative_name(method, "marked_differentiable"),
        lent.len(),
    );
    let arguments = as_they_stand(lent, stands);
    let receiver = match stands.and_then(|stands| stands.receiver) {
        // What the sweeps wrap around it stands at the statement, and rustc shows no part of the wrapping.
        Some(ends) if receiver.clone().into_iter().count() == 1 => in_place_of(receiver.clone(), ends),
        _ => receiver.clone(),
    };
    quote_spanned!(method.span()=> #receiver.#at #turbofish #arguments; #given)
}

/// That the method that the function calls is the one whose twin is `found`: rustc looks for each by its name. Of a value that is no
/// reference no other method by reference comes first.
pub fn as_written(
    method: &Ident,
    arguments: usize,
    is_value: bool,
    place: &TokenStream,
    found: &TokenStream,
) -> TokenStream {
    let arguments = (0..arguments).map(|k| quote::format_ident!("_{k}"));
    let of_value = is_value.then(|| quote!(, of_value));
    quote_spanned!(method.span()=> ::pullback::rt::as_written!(#method(#(#arguments),*), #place, #found #of_value))
}

/// The same where it has been proved before.
pub fn as_proved(method: &Ident, found: &TokenStream) -> TokenStream {
    quote_spanned!(method.span()=> ::pullback::rt::as_written!(#found))
}

/// The arguments of a call as the user's own: what is wrong with them is wrong where the function itself is compiled, in the same words.
fn as_they_stand(args: &[TokenStream], stands: Option<&Stands>) -> Group {
    let Some(stands) = stands.filter(|stands| stands.arguments.len() == args.len()) else {
        return Group::new(Delimiter::Parenthesis, quote!(#(#args),*));
    };
    let args = args.iter().zip(&stands.arguments);
    let args = args.map(|(arg, ends)| in_place_of(arg.clone(), *ends));
    let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#(#args),*));
    arguments.set_span(stands.parentheses);
    arguments
}

/// That the function which is called by a path is the one whose twin is, of which `part` is a function.
pub fn as_called(
    function: &syn::ExprPath,
    part: &syn::ExprPath,
    f: &Function,
    args: &[TokenStream],
    (result, stands): (Option<&syn::Type>, Option<&Stands>),
    asked: impl FnOnce(TokenStream) -> TokenStream,
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
    let (mut called, arguments) = (f.ad.clone(), as_they_stand(args, stands));
    called.set_span(name);
    let run = asked(called.to_token_stream());
    quote_spanned!(span=> ::pullback::rt::as_called!(#twin, #function, #called => [#run #arguments] #result);)
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
