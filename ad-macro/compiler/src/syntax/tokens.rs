//! Queries and substitutions on token streams that no parser has seen: what they mention, and `self` under another name.
//!
//! Input:  `self.scale * x`
//! Output: `instead_of_self(this)`: `this.scale * x`; `mentions_ident(x)`: `true`

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

/// Whether `Self` stands in what is written.
pub fn mentions_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => mentions_self(group.stream()),
        _ => false,
    })
}

/// Whether the name occurs.
pub fn mentions_ident(tokens: TokenStream, of: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == *of,
        proc_macro2::TokenTree::Group(group) => mentions_ident(group.stream(), of),
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
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&ident.to_string()),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}
