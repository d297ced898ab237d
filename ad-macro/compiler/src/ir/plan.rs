//! `Plan`, what `plan/spill.rs` decides about a function for the emitter: the primal values that the reverse sweep uses, the tapes,
//! the reads that may move, the variables that need an initial value.

use crate::ir::place::{Place, Var};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;

#[derive(Clone, Default)]
pub struct Plan {
    /// The forward variables that the reverse sweep mentions: a move out of one is a copy.
    pub kept: FlatSet<Var>,
    /// The deferred variables that begin with some value, because rustc cannot see that one is assigned in time.
    pub unassigned: FlatSet<Var>,
    /// The reads of the forward sweep that move; see `plan/last_uses.rs`.
    pub moves: Moves,
    /// The reads of what nothing reads any more that leave some value behind, because rustc sees the variable mentioned.
    pub spent: FlatSet<usize>,
    /// The calls of methods, by their pullbacks, that may take their receivers; see `plan/offered_receivers.rs`.
    pub offered: FlatSet<Var>,
    /// All tapes, in the order of their loops.
    pub tapes: Vec<Var>,
    /// What was decided of each variable that the reverse sweep uses, and why.
    pub reasons: Vec<(Var, &'static str)>,
}

/// The reads of the forward sweep that move.
#[derive(Clone, Default)]
pub struct Moves {
    pub reads: FlatSet<usize>,
    /// Several parts of an enum are moved out at once, by the first of their reads; the others have nothing left to do.
    pub unpacked: FlatMap<usize, Vec<(Var, Place)>>,
}

impl Moves {
    pub fn contains(&self, id: &usize) -> bool {
        self.reads.contains(id)
    }
}
