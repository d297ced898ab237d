//! Residuals: `Tape`, where a loop spills a tuple per iteration, and `Record`, what a branch saves beside the way taken.
//!
//! Input:  `for i in 0..n { let e = exp(x[i]) … }` whose reverse sweep uses `e`
//! Output: `Tape { saves: [e], form: Reserved }`

use crate::ir::place::Var;

#[derive(Clone, Debug)]
pub struct Record {
    pub var: Var,
    pub then: Vec<Var>,
    pub els: Vec<Var>,
    /// Where the condition can be had again, there is no record: each branch that saves something has a tape of its own.
    pub tapes: Option<[Option<Var>; 2]>,
}

impl Record {
    /// The variable that records the way taken, where there is one.
    pub fn value(&self) -> Option<Var> {
        self.tapes.is_none().then_some(self.var)
    }
}

/// Where a loop saves, and what each iteration saves there.
#[derive(Clone, Debug)]
pub struct Tape {
    pub var: Var,
    pub saves: Vec<Var>,
    pub form: TapeForm,
    /// Where it is not of this call alone, but the stack that all calls share: how high it stood after the loop.
    pub height: Option<Var>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TapeForm {
    /// Each iteration pushes: their number is not known before.
    Pushed,
    /// Their number is known before the first one, and so there is room for all of them: nothing grows inside the loop.
    Reserved,
    /// As many elements as the loop has iterations: a value like any other, which needs no memory of its own.
    Array(usize),
}
