//! Reverse mode: the adjoint of a structured function, in the same IR, and rewrites of both sweeps before anything is spilled.
//!
//! Input:  `ir::Function` without jumps, the active variables
//! Output: `Backward`, the reverse sweep; shape witnesses and overwritten values added to the forward sweep
//!
//! Invariant: the reverse sweep refers to primal values freely, as if all of them were still there; how each is had is the
//! plan's business. Slopes are operations of the IR, never pasted tokens, so that a sweep can be differentiated again.

pub mod branches;
pub mod calls;
pub mod contributions;
pub mod fold_negations;
pub mod forward_slopes;
pub mod indexed_pushes;
pub mod mapv;
pub mod operations;
pub mod parts;
pub mod recompute_scratch;
pub mod reverse;
pub mod scalar_slopes;
pub mod selections;
pub mod stores;
pub mod witnesses;
