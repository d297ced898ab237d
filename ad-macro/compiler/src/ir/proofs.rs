//! Statements by which rustc proves that the function which is called as written is the one whose twin the sweep calls.
//!
//! Input:  the call `v.norm()`, whose twin is `v.norm_differentiable_push(ws)`
//! Output: `::pullback::rt::as_written!(norm(), asked, v, v, norm_differentiable_at());`

use crate::ir::function::Function;
use crate::syntax::paths::derivative_name;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

/// A method's twin, as it is looked for.
pub struct Sought<'a> {
    pub method: &'a Ident,
    pub place: TokenStream,
    /// What the twin is called on.
    pub receiver: TokenStream,
    pub turbofish: TokenStream,
    pub lent: &'a [TokenStream],
    /// Whether it is asked if there is one.
    pub asked: bool,
    /// Whether it is called on a value that is no reference: of that no other method by reference comes first.
    pub is_value: bool,
}

impl Sought<'_> {
    /// That the method that the function calls is the one whose twin is called: rustc looks for each by its name.
    pub fn as_written(&self, arguments: usize) -> TokenStream {
        let (method, place, at) = (self.method, &self.place, self.at());
        let arguments = (0..arguments).map(|k| format_ident!("_{k}"));
        let asked = self.named();
        let of_value = self.is_value.then(|| quote!(, of_value));
        quote_spanned!(method.span()=> ::pullback::rt::as_written!(#method(#(#arguments),*), #asked #place, #at #of_value))
    }

    /// The same where it has been proved before.
    pub fn found(&self) -> TokenStream {
        let (place, at) = (&self.place, self.at());
        let at = match self.asked {
            true => {
                let asked = self.named();
                quote!(@found #asked #place, #at)
            }
            false => at,
        };
        quote_spanned!(self.method.span()=> ::pullback::rt::as_written!(#at))
    }

    /// What has no derivative if there is none: that is said at the method's name.
    fn named(&self) -> TokenStream {
        let asked = Ident::new("asked", self.method.span());
        let asked = self.asked.then(|| quote!(#asked,));
        asked.unwrap_or_default()
    }

    fn at(&self) -> TokenStream {
        let Sought {
            method,
            receiver,
            turbofish,
            lent,
            ..
        } = self;
        let at = derivative_name(method, "differentiable_at");
        if !self.asked {
            return quote_spanned!(method.span()=> #receiver.#at #turbofish (#(#lent),*));
        }
        let given = (0..lent.len()).map(|k| format_ident!("_{k}"));
        quote_spanned!(method.span()=> #receiver, #at(#(#given: #lent),*))
    }
}

/// That the function which is called by a path is the one whose twin is, of which `part` is a function.
pub fn as_called(
    function: &syn::ExprPath,
    part: &syn::ExprPath,
    f: &Function,
    args: &[TokenStream],
    result: Option<&syn::Type>,
    span: proc_macro2::Span,
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
    let result = result.map(|ty| quote!(; #ty));
    quote_spanned!(span=> ::pullback::rt::as_called!(#twin, #function #(, #args)* #result);)
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
