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

use proc_macro::TokenStream;

/// Differentiates a function: makes a type of the function's own name with its derivatives, and leaves the function as it is.
///
/// Options: `name = other` names the type, `twins(f = other)` says how the types of called functions are named, `recursive`
/// marks a function that calls itself through others. Parameters marked `#[no_diff]` carry no derivative.
#[proc_macro_attribute]
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::expand(arguments.into(), item.into()).into()
}

/// Makes a struct or an enum differentiable: derives `Differentiable`, and makes its cotangent's type.
///
/// The cotangent of a `Model` is a `ModelCotangent` of the same fields or variants. A field marked `#[no_diff]` carries no
/// derivative: it is `()` there.
#[proc_macro_derive(Differentiable, attributes(no_diff))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    derive::expand(item.into()).into()
}

/// Hands the table of scalar rules to a macro: `scalar_rules!(callback)` becomes
/// `callback! { sin(x in (-3.0, 3.0)) { sin_0(x in (-3.0, 3.0); y) = x.cos(); } … }`.
#[doc(hidden)]
#[proc_macro]
pub fn scalar_rules(callback: TokenStream) -> TokenStream {
    let callback = proc_macro2::TokenStream::from(callback);
    let lines: proc_macro2::TokenStream = rules::RULES
        .iter()
        .map(|rule| rule.line().parse::<proc_macro2::TokenStream>().expect("a rule is Rust"))
        .collect();
    quote::quote!(#callback! { #lines }).into()
}
