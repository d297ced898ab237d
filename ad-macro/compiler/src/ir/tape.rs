//! `Tape`, where a loop spills a tuple per iteration.
//!
//! Input:  `for i in 0..n { let e = exp(x[i]) … }` whose reverse sweep uses `e`
//! Output: `for i in 0..n taping reserving t { let e = exp(x[i]) … spill (e) to t }`

use crate::ir::place::Var;

/// Where a loop saves.
#[derive(Clone, Debug)]
pub struct Tape {
    pub var: Var,
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
