//! Signatures: what a declaration says of parameters, results and type parameters, and the bounds that derivatives add.
//!
//! Input:  `syn::Signature`, `syn::Generics`, types and attributes as written
//! Output: `Lent`, `Iterated`, `Callable`, `Operator`, and the bounds of the twin
//!
//! Invariant: it reads the declaration and never the body: a caller that sees the same signature concludes the same.

pub mod bounds;
pub mod callables;
pub mod elements;
pub mod inactive;
pub mod lifetimes;
pub mod marks;
pub mod operators;
pub mod returned_iterators;
pub mod returned_places;
pub mod returned_views;
pub mod static_references;
pub mod unconstrained;
