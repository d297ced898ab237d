//! A name in `no_diff(..)`: that of a variable, after a point that of fields and methods, or `as` for casts.
//!
//! Input:  `rng`, `.epoch`, `as`
//! Output: the keys `rng` and `.epoch`, and that casts to integers stop the derivative

use crate::options::attribute::Options;
use crate::syntax::diagnostics::Diagnostics;
use syn::spanned::Spanned;

/// What carries no derivative.
pub enum Name {
    Variable(syn::Ident),
    /// Fields and methods.
    Member(syn::Ident),
    Casts(syn::Token![as]),
}

impl syn::parse::Parse for Name {
    fn parse(input: syn::parse::ParseStream) -> syn::Result<Self> {
        if input.peek(syn::Token![as]) {
            return input.parse().map(Name::Casts);
        }
        match input.parse::<Option<syn::Token![.]>>()? {
            Some(_) => input.parse().map(Name::Member),
            None => input.parse().map(Name::Variable),
        }
    }
}

impl Name {
    /// Adds it to the options.
    pub fn note(self, options: &mut Options, diagnostics: &Diagnostics) {
        let (new, span) = match self {
            Name::Variable(name) => (options.detached.insert(name.to_string()), name.span()),
            Name::Member(name) => (options.detached.insert(member_key(&name)), name.span()),
            Name::Casts(word) => (!std::mem::replace(&mut options.casts, true), word.span()),
        };
        if !new {
            diagnostics.error(span, "this name is listed twice", "");
        }
    }
}

/// As fields and methods are told apart from variables.
pub fn member_key(name: &syn::Ident) -> String {
    format!(".{name}")
}
