//! Folds negations in the reverse sweep that cancel.
//!
//! ```text
//! Input:  let d1 = -seed  let d2 = times(d1, slope)  let d3 = -d2
//! Output: let d1 = seed   let d2 = times(d1, slope)  let d3 = d2
//! ```
//!
//! `1 / (1 + (-x).exp())` has two of them. LLVM cannot know that they cancel: the strong zero of a product stands in between, which is
//! no product to it.

use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;

pub fn fold_negations(f: &Function, backward: &mut Backward) {
    let mut uses: FlatMap<Var, usize> = FlatMap::new();
    let mut written = FlatSet::new();
    backward.block.uses(&mut |var, usage| {
        *uses.entry(var).or_default() += 1;
        if usage == Use::Write {
            written.insert(var);
        }
    });
    for var in backward.results.iter().flatten().filter_map(Atom::var) {
        *uses.entry(var).or_default() += 1;
    }
    let inner = |var: Var| uses.get(&var) == Some(&1) && !written.contains(&var) && f.info(var).ty.is_float();
    cancel(&mut backward.block, &inner);
}

/// `inner`: whether a variable is a number that is used once, so that nobody sees its sign.
fn cancel(block: &mut Block, inner: &dyn Fn(Var) -> bool) {
    let mut definitions = FlatMap::new();
    for position in 0..block.stmts.len() {
        if let Some((var, op)) = block.stmts[position].as_let() {
            let var = *var;
            let negation = negated(op).and_then(|operand| negation_behind(block, &definitions, operand, inner));
            match negation {
                Some(negation) => {
                    without(&mut block.stmts[negation]);
                    without(&mut block.stmts[position]);
                }
                None => {
                    definitions.insert(var, position);
                }
            }
        }
        for block in block.stmts[position].blocks_mut() {
            cancel(block, inner);
        }
    }
}

/// The negation in this block from which a number has its sign.
fn negation_behind(
    block: &Block,
    definitions: &FlatMap<Var, usize>,
    var: Var,
    inner: &dyn Fn(Var) -> bool,
) -> Option<usize> {
    let position = *definitions.get(&var).filter(|_| inner(var))?;
    let (_, op) = block.stmts[position].as_let()?;
    match op {
        Op::Runtime("times" | "weighted" | "portion" | "over", args) => match &args[..] {
            [Argument::Value(Atom::Var(seed)), Argument::Value(_)] => negation_behind(block, definitions, *seed, inner),
            _ => None,
        },
        // Another name for it.
        Op::Read(place) if place.is_whole() => negation_behind(block, definitions, place.root, inner),
        op => negated(op).map(|_| position),
    }
}

fn negated(op: &Op) -> Option<Var> {
    match op {
        Op::Neg(Operand::Atom(Atom::Var(operand))) => Some(*operand),
        _ => None,
    }
}

fn without(negation: &mut Stmt) {
    if let StmtKind::Let { op, .. } = &mut negation.kind
        && let Some(operand) = negated(op)
    {
        *op = Op::Read(Place::var(operand));
    }
}
