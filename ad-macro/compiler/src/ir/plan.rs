//! TODO

use crate::ir::place::Var;
use std::collections::BTreeSet;

#[derive(Clone, Default)]
pub struct Plan {
    /// The forward variables that the backward sweep mentions: a move out of one is a copy.
    pub kept: BTreeSet<Var>,
    /// The deferred variables that begin with some value, because rustc cannot see that one is assigned in time.
    pub unassigned: BTreeSet<Var>,
    /// The reads of the forward sweep that move; see `moves.rs`.
    pub moves: crate::plan::last_uses::Moves,
    /// All tapes, in the order of their loops.
    pub tapes: Vec<Var>,
    #[cfg_attr(not(test), allow(dead_code))]
    pub reasons: Vec<(Var, &'static str)>,
}
