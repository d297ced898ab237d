//! TODO

use crate::ir::*;
use crate::plan::privatisation::Fills;
use std::collections::BTreeMap;

/// The backward sweep.
#[derive(Clone)]
pub struct Backward {
    pub seed: Var,
    pub block: Block,
    /// The cotangents of the parameters by value, in order; `None` for those without derivative.
    pub results: Vec<Option<Atom>>,
    /// The variables, by their cotangents.
    pub of_bars: BTreeMap<Var, Var>,
}

/// Runs a pass over the blocks of both sweeps: the loops that are fused have their part of the way back in the forward one.
pub fn in_both(f: &mut Function, backward: &mut Backward, pass: fn(&mut Function, &mut Block)) {
    let mut body = std::mem::take(&mut f.body);
    pass(f, &mut body);
    f.body = body;
    pass(f, &mut backward.block);
}

/// What must hold for the sweeps to stand together: a constant that only rustc knows.
#[derive(Clone)]
pub enum Condition {
    /// The variable stands for the type of what must be a float.
    Float(Var),
    Fills(Fills),
}
