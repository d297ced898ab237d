//! One function: the order of the passes, and what is checked before and after them.
//!
//! Input:  a `syn::ItemFn`, the scope around it, `Options`
//! Output: the tokens of its twin; where there are errors, a stub with the right signatures
//!
//! Invariant: a pass reports an error and goes on with a stand-in: one run reports all of a function's errors, and none follows from
//! another.

pub mod check_signature;
pub mod closure_arguments;
pub mod compiled;
pub mod derivatives;
pub mod lanes;
pub mod normalized;
pub mod object_sweeps;
pub mod pipeline;
pub mod scope;
