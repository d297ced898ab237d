//! Options: the arguments of `#[differentiable(..)]` parsed into `Options`, and those that rewrite the signature at once.
//!
//! Input:  the attribute's tokens, the item's signatures
//! Output: `Options`; signatures in which the types that an option tells are written out
//!
//! Invariant: an option tells a type or a property that the macro cannot see, and rustc checks it in the emitted code. Only
//! `no_diff(..)` stops a derivative.

pub mod attribute;
pub mod bounds;
pub mod detached_name;
pub mod elided_lifetimes;
pub mod external_twins;
pub mod function_names;
pub mod parse;
pub mod types;
pub mod viewed;
