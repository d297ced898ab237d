//! Forward mode: the tangent function of a structured function, in the same IR.
//!
//! Input:  `ir::Function` without jumps, the active variables
//! Output: `TangentFunction`, whose parameters are those of the function and their tangents, whose result is the value and its tangent;
//!         or `Missing`, what in the function has no tangent yet
//!
//! Invariant: the primal's statements stay as they are, in their order; control flow is the primal's; nothing is saved.

pub mod array_operators;
pub mod calls;
pub mod forward;
pub mod names;
pub mod operations;
pub mod pairs;
pub mod scalars;
