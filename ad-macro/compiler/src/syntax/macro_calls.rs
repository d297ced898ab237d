//! Whether a macro of this name is called anywhere in a token stream.
//!
//! Input:  `{ let m = array![x, y]; m.sum() }`, `"array"`
//! Output: `true`

use proc_macro2::{TokenStream, TokenTree};

/// Whether `name!` stands somewhere in these tokens.
pub fn calls(tokens: TokenStream, name: &str) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    let mut found = false;
    while let Some(token) = tokens.next() {
        found |= match &token {
            TokenTree::Group(group) => calls(group.stream(), name),
            TokenTree::Ident(ident) if ident == name => {
                matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == '!')
            }
            _ => false,
        };
    }
    found
}
