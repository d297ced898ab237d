//! Analyses of the primal's IR: structured control flow, activity, and what follows from both, before anything is reversed.
//!
//! Input:  `ir::Function` with jumps
//! Output: `ir::Function` without jumps, the set of active variables, calls and operators classified
//!
//! Invariant: activity over-approximates: what is called inactive is so on every path, and where that rests on a guess about a type,
//! rustc proves it in the emitted code. A derivative that would be lost is an error here, never a zero.

pub mod activity;
pub mod borrow_holders;
pub mod dyn_coercions;
pub mod elementwise;
pub mod end_of_loans;
pub mod float_inference;
pub mod load_cse;
pub mod operator_calls;
pub mod partial_moves;
pub mod self_calls;
pub mod spent;
pub mod structurize;
