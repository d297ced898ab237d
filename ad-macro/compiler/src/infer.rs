//! Type inference: what the types of a function's names and calls are, as far as its own text and that of its impl say.
//!
//! Input:  a normalised function, the signatures beside it, the fields that are known
//! Output: `Facts`, by the identifiers; what is not certain is unknown, and left to rustc
//!
//! Facts follow from written types, literals, casts, struct literals, signatures in the same impl, the table of methods, and the joining of
//! branches, assignments and results. A method's name alone says nothing.

pub mod calls;
pub mod expressions;
pub mod facts;
pub mod inference;
pub mod methods;
pub mod patterns;
pub mod solve;
pub mod types;

#[cfg(test)]
mod corpus;
