//! The compiler of pullback: from a Rust function to its pullback.
//!
//! Use it through the package `pullback`; `pipeline.rs` shows the passes, and `docs/ARCHITECTURE.md` says what each is for.

mod activity;
mod adjoint;
mod attributes;
mod check;
mod deferred;
mod derive;
mod diagnostics;
mod emit;
mod entry;
mod exits;
mod fence;
mod generics;
mod ir;
mod items;
mod lower;
mod members;
mod names;
mod operators;
mod pipeline;
mod plan;
mod rules;
#[cfg(test)]
mod second;
mod simplify;
#[cfg(test)]
mod snapshots;
mod tokens;
mod types;

use proc_macro2::TokenStream;

/// What `#[differentiable(arguments)]` makes of `item`: the item as it was written, then its derivatives or its errors.
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::expand(arguments, item)
}

/// What `#[derive(Differentiable)]` adds to `item`.
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    derive::expand(item)
}

/// `callback! { the scalar rules, a line each }`.
pub fn scalar_rules(callback: TokenStream) -> TokenStream {
    let lines: TokenStream = rules::RULES
        .iter()
        .map(|rule| rule.line().parse::<TokenStream>().expect("a rule is Rust"))
        .collect();
    quote::quote!(#callback! { #lines })
}
