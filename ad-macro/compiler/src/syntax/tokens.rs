//! Queries and substitutions on token streams that no parser has seen: what they mention, and `self` under another name.
//!
//! Input:  `self.scale * x`
//! Output: `instead_of_self(this)`: `this.scale * x`; `mentions_ident(x)`: `true`

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

/// Whether `Self` stands in what is written.
pub fn mentions_self(tokens: TokenStream) -> bool {
    any_ident(tokens, &|ident| ident == "Self")
}

/// Whether the name occurs.
pub fn mentions_ident(tokens: TokenStream, of: &Ident) -> bool {
    any_ident(tokens, &|ident| ident == of)
}

/// Whether an identifier is such a one.
pub fn any_ident(tokens: TokenStream, is: &dyn Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => is(&ident),
        TokenTree::Group(group) => any_ident(group.stream(), is),
        _ => false,
    })
}

/// Whether an expression is `self` and no part of it.
pub fn is_self(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::Path(path) if path.path.is_ident("self"))
}

/// The tokens with another name for `self`.
pub fn instead_of_self(tokens: TokenStream, this: &Ident) -> TokenStream {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == "self" => TokenTree::Ident(Ident::new(&this.to_string(), ident.span())),
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), instead_of_self(group.stream(), this));
            inside.set_span(group.span());
            TokenTree::Group(inside)
        }
        token => token,
    });
    each.collect()
}

/// Whether tokens name one of these.
pub fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    any_ident(tokens, &|ident| names.contains(&ident.to_string()))
}
