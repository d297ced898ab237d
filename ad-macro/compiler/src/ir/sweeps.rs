//! `Backward`, the reverse sweep: its seed, its block, and the cotangents that it returns; and the `Condition`s under which both
//! sweeps may stand in one function, constants that only rustc can evaluate.

use crate::ir::place::{Atom, Var};
use crate::ir::statement::Block;
use crate::syntax::flat_map::FlatMap;

/// The reverse sweep.
#[derive(Clone)]
pub struct Backward {
    pub seed: Var,
    pub block: Block,
    /// The cotangents of the parameters by value, in order; `None` for those without derivative.
    pub results: Vec<Option<Atom>>,
    /// The variables, by their cotangents.
    pub of_bars: FlatMap<Var, Var>,
}

/// What must hold for the sweeps to stand together: a constant that only rustc knows.
#[derive(Clone)]
pub enum Condition {
    /// The variable stands for the type of what must be a float.
    Float(Var),
    Fills(Fills),
}

/// A call that is to fill an argument.
#[derive(Clone)]
pub struct Fills {
    /// The function of the twin that tells whether it does.
    pub function: syn::ExprPath,
    pub list: usize,
    /// The arguments that are as long as the list, or are its length.
    pub sizes: Vec<usize>,
}
