//! Dead-code elimination on the reverse sweep.
//!
//! Input:  `let d1 = times(seed, t2); …` where `d1` is used nowhere
//! Output: `…`

use crate::ir::place::{Atom, Var};
use crate::ir::statement::{Block, Op, StmtKind};
use crate::syntax::flat_set::FlatSet;

pub fn simplify(block: &mut Block, results: &[Option<Atom>]) {
    loop {
        let mut used: FlatSet<Var> = results.iter().flatten().filter_map(Atom::var).collect();
        block.uses(&mut |var, _| {
            used.insert(var);
        });
        if !sweep(block, &used) {
            return;
        }
    }
}

/// Removes unused definitions; says whether there were any.
fn sweep(block: &mut Block, used: &FlatSet<Var>) -> bool {
    let before = block.stmts.len();
    block.stmts.retain(|stmt| match &stmt.kind {
        StmtKind::Let { var, op } => {
            used.contains(var)
                || matches!(
                    op,
                    Op::Take(..)
                        | Op::Empty(..)
                        | Op::TakeSlot(..)
                        | Op::PopElement(_)
                        | Op::Replace(..)
                        | Op::Runtime("pop_bar" | "pop_parts", _)
                )
        }
        StmtKind::Declare(var) => used.contains(var),
        StmtKind::If(branch) => branch.out.is_some() || !branch.then.is_empty() || !branch.els.is_empty(),
        StmtKind::Loop(body) if body.adjoint_of.is_some() => !body.body.is_empty(),
        _ => true,
    });
    let mut changed = block.stmts.len() < before;
    for stmt in &mut block.stmts {
        // The forward copy inside a `mapv` is the primal: it stays.
        if let StmtKind::PullMap(map) = &mut stmt.kind {
            changed |= sweep(&mut map.backward, used);
        } else {
            for inner in stmt.blocks_mut() {
                changed |= sweep(inner, used);
            }
        }
    }
    changed
}
