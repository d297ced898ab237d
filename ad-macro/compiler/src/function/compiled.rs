//! `Compiled`, what the passes make of a function: both sweeps, the plan, and where it pays the sweeps as one function.

use crate::ir::function::Function;
use crate::ir::plan::Plan;
use crate::ir::sweeps::Backward;
use crate::loops::sweep_fusion::FusedSweeps;

/// What the passes make of a function, for the emitter and for the tests.
pub struct Compiled {
    pub function: Function,
    pub backward: Backward,
    pub plan: Plan,
    /// Both sweeps as one function, where that saves a tape.
    pub together: Option<FusedSweeps>,
    /// In tests, the printed form after each stage.
    #[cfg_attr(not(test), allow(dead_code))]
    pub trace: Vec<(&'static str, String)>,
}
