//! The compiler of pullback: from a Rust function to its pullback.
//!
//! Use it through the package `pullback`; `pipeline.rs` shows the passes, and `docs/ARCHITECTURE.md` says what each is for.

mod accumulators;
mod activity;
mod adjoint;
mod anonymous;
mod asking;
mod attempts;
mod attributes;
mod behind;
mod blocks;
mod branch_values;
mod callables;
mod casts;
mod changed_params;
mod check;
mod checkpoints;
mod coercions;
mod collected;
mod constants;
mod conversions;
mod copied_lists;
mod copies;
mod cycles;
mod deferred;
mod dereferences;
mod derive;
mod diagnostics;
mod emit;
mod entry;
mod exits;
mod expansions;
mod fence;
mod fill;
mod floats;
mod folds;
mod fusion;
mod generics;
mod groups;
mod holders;
mod imports;
mod indexing;
mod ir;
mod items;
mod itineraries;
mod lambdas;
mod lanes;
mod lending;
mod lifetimes;
mod lower;
mod meant;
mod members;
mod moves;
mod names;
mod numbered;
mod objects;
mod occupied;
mod offsets;
mod operations;
mod operators;
mod overwritten;
mod owned;
mod partials;
mod pipeline;
mod plan;
mod reborrowed_options;
mod reborrows;
mod recursion;
mod recycling;
mod renaming;
mod repeated;
mod replay;
mod returns;
mod routes;
mod rows;
mod rules;
mod scratch;
#[cfg(test)]
mod second;
mod seen;
mod set_aside;
mod signs;
mod simplify;
#[cfg(test)]
mod snapshots;
mod sources;
mod storages;
mod straight;
mod strips;
mod tokens;
mod trait_parameters;
mod types;
mod unchecked;
mod variants;
mod viewed;
mod walks;

use proc_macro2::TokenStream;

pub use diagnostics::{Callee, Problem};

/// What `#[differentiable(arguments)]` makes of `item`: the item as it was written, then its derivatives or its errors.
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::expand(arguments, item)
}

/// What stops `#[differentiable(arguments)]` on `item`, in the order of the source, and the calls that it makes to functions that must be
/// differentiable as well. For tools: the passes are those of the macro, and only the expansion is thrown away.
///
/// ```
/// let item = "fn f(x: f64) -> f64 { let cell = x as usize; g(x) * cell as f64 }".parse().unwrap();
/// let (problems, callees) = ad_compiler::examine(Default::default(), item);
/// assert_eq!(problems[0].message, "the derivative is lost in the cast to `usize`");
/// assert_eq!(problems[0].span.start().column, 35);
/// assert!(callees[0].path.is_ident("g"));
/// ```
pub fn examine(arguments: TokenStream, item: TokenStream) -> (Vec<Problem>, Vec<Callee>) {
    let diagnostics = diagnostics::Diagnostics::new();
    pipeline::differentiate(arguments, item, &diagnostics);
    diagnostics.read()
}

/// Whether a result of this type is a reference, or an option of one, to what may carry a derivative: a place in an argument.
///
/// ```
/// assert!(ad_compiler::returns_reference(&syn::parse_str("Option<&mut f64>").unwrap()));
/// assert!(!ad_compiler::returns_reference(&syn::parse_str("&str").unwrap()));
/// ```
pub fn returns_reference(ty: &syn::Type) -> bool {
    routes::Lent::of(ty).is_some_and(|lent| !lent.ty().is_inert())
}

/// Whether what an iterator of this type gives are references: `None` if it is no iterator, by the way it is written.
///
/// ```
/// let of = |ty| ad_compiler::gives_references(&syn::parse_str(ty).unwrap());
/// assert_eq!(of("impl Iterator<Item = &f64>"), Some(true));
/// assert_eq!(of("Box<dyn Iterator<Item = f64> + '_>"), Some(false));
/// assert_eq!(of("Vec<f64>"), None);
/// ```
pub fn gives_references(ty: &syn::Type) -> Option<bool> {
    let iterated = itineraries::Iterated::of(ty)?;
    Some(matches!(iterated, itineraries::Iterated::References(_)))
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
