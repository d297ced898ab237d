//! `Sweeps`, what the passes hand to the emitter: a function's forward and reverse sweep, and the plan.
//!
//! Input:  the sweeps of `fn f(x: f64) -> f64`, apart, or fused for an entry point; those of its tangent function
//! Output: the three parts of each together

use crate::ir::function::Function;
use crate::ir::plan::Plan;
use crate::ir::sweeps::Backward;

/// Both sweeps of a function, planned.
pub struct Sweeps {
    /// The forward sweep; where both are one function, with the reverse sweep of the fused loops in it.
    pub function: Function,
    /// The rest of the reverse sweep.
    pub backward: Backward,
    pub plan: Plan,
}
