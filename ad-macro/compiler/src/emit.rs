//! Emission: IR → Rust, a sweep at a time.
//!
//! Input:  `s += t_2` after `let t1 = x[i]; let t_2 = t1 * w`
//! Output: the tokens `s += x[i] * w;`
//!
//! Invariant: it decides nothing about derivatives: each statement is spelled, under the plan. What is emitted has absolute paths
//! (`::pullback::rt`), no `unsafe`, the user's spans, and evaluates the primal's operations in their order.

pub mod backward;
pub mod callees;
pub mod calls;
pub mod closures;
pub mod device;
pub mod emitter;
pub mod flow;
pub mod inline_temporaries;
pub mod operations;
pub mod places;
pub mod pulls;
pub mod slots;
pub mod statements;
pub mod tangents;
