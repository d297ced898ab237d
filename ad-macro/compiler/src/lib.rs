//! The compiler of pullback: from a Rust function to its pullback.
//!
//! Use it through the package `pullback`; `driver/expand.rs` takes an item, `function/pipeline.rs` shows the passes of a function, and
//! `docs/ARCHITECTURE.md` has the whole picture.

mod adjoint;
mod analysis;
mod derive;
mod driver;
mod emit;
mod function;
mod infer;
mod ir;
mod items;
mod loops;
mod lower;
mod normalize;
mod options;
mod plan;
mod projections;
mod signature;
mod syntax;
mod tangent;
mod twin;

pub use crate::driver::explained::Explained;
use crate::driver::{expand, explained};
use crate::signature::{returned_iterators, returned_places};
use crate::syntax::diagnostics;
pub use crate::syntax::diagnostics::{Callee, Problem};
pub use crate::syntax::panics::OWN_ERROR;
use proc_macro2::TokenStream;

/// What `#[differentiable(arguments)]` makes of `item`: the item as it was written, then its derivatives or its errors.
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(arguments, item)
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
    expand::differentiate(arguments, item, &diagnostics);
    diagnostics.read()
}

/// The derivative that `#[differentiable(arguments)]` makes of a function in `item`, by its name, or what stops it.
///
/// ```
/// let item = "fn f(x: f64, k: f64) -> f64 { x.exp() * k }".parse().unwrap();
/// let explained = ad_compiler::explain(Default::default(), item, "f").unwrap();
/// assert!(explained.passes.contains("let t: f64 = exp(x)"));
/// ```
pub fn explain(arguments: TokenStream, item: TokenStream, function: &str) -> Result<Explained, Vec<Problem>> {
    let diagnostics = diagnostics::Diagnostics::tracing();
    expand::differentiate(arguments, item, &diagnostics);
    let traced = diagnostics.traced();
    let (problems, _) = diagnostics.read();
    match problems.is_empty() {
        true => Ok(explained::explained(function, traced)),
        false => Err(problems),
    }
}

/// Whether a result of this type is a reference, or an option of one, to what may carry a derivative: a place in an argument.
///
/// ```
/// assert!(ad_compiler::returns_reference(&syn::parse_str("Option<&mut f64>").unwrap()));
/// assert!(!ad_compiler::returns_reference(&syn::parse_str("&str").unwrap()));
/// ```
pub fn returns_reference(ty: &syn::Type) -> bool {
    returned_places::Lent::of(ty).is_some_and(|lent| !lent.ty().is_inert())
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
    let iterated = returned_iterators::Iterated::of(ty)?;
    Some(matches!(iterated, returned_iterators::Iterated::References(_)))
}

/// What `#[derive(Differentiable)]` adds to `item`.
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    derive::expand(item)
}

/// `callback! { the scalar rules, a line each }`.
pub fn scalar_rules(callback: TokenStream) -> TokenStream {
    let lines: TokenStream = syntax::scalar_rules::RULES
        .iter()
        .map(|rule| rule.line().parse::<TokenStream>().expect("a rule is Rust"))
        .collect();
    quote::quote!(#callback! { #lines })
}
