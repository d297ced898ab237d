//! `Compiled`, what the passes make of a function: both sweeps, the plan, and where it pays the sweeps as one function.

use crate::ir::function::Function;
use crate::ir::plan::Plan;
use crate::ir::planned::Sweeps;
use crate::ir::sweeps::Backward;
use crate::tangent::forward::{Missing, TangentFunction};

/// What the passes make of a function, for the emitter and for the tests.
pub struct Compiled {
    pub function: Function,
    pub backward: Backward,
    pub plan: Plan,
    /// Both sweeps as one function, where that saves a tape.
    pub together: Option<Sweeps>,
    /// Where a tool asks: what was planned, before the passes on loops.
    pub planned: Option<(Function, Backward, Plan)>,
    /// The tangent function, or what has none.
    pub tangent: Result<TangentFunction, Missing>,
    /// The sweeps of the tangent function, for second derivatives, and where that saves a tape the same as one function.
    pub pairs: Option<(Sweeps, Option<Sweeps>)>,
}
