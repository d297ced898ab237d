//! Which reads of what an `Option` or a `Result` holds may move it out.
//!
//! ```text
//! Input:  let r, pullback = call step(x)   if `succeeded` { let v = r.payload_value … } else { let e = r.payload_Err_0 … }
//! Output: both reads: `r` is mentioned nowhere after either of them, and the backward sweep does not mention it
//! ```
//!
//! Elsewhere what is held is read by copying it, and has to be `Clone`; the errors of many libraries are not. Only what a
//! differentiable function gave is taken apart like this: that is certainly no reference.

use crate::ir::*;
use crate::tokens::is_held;
use std::collections::BTreeSet;

/// The statements of the forward sweep that move. `kept`: the forward variables that the backward sweep mentions.
pub fn moves(body: &Block, kept: &BTreeSet<Var>) -> BTreeSet<usize> {
    let mut given = BTreeSet::new();
    body.walk(&mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind
            && !call.inactive
            && !kept.contains(&call.out)
        {
            given.insert(call.out);
        }
    });
    let mut pass = Moves {
        given,
        found: BTreeSet::new(),
    };
    pass.block(body, &BTreeSet::new());
    pass.found
}

struct Moves {
    given: BTreeSet<Var>,
    found: BTreeSet<usize>,
}

impl Moves {
    /// `after`: what is mentioned after the block.
    fn block(&mut self, block: &Block, after: &BTreeSet<Var>) {
        let mut after = after.clone();
        after.extend(block.result.iter().filter_map(Atom::var));
        for stmt in block.stmts.iter().rev() {
            match &stmt.kind {
                StmtKind::Let {
                    op: Op::Read(place), ..
                } => {
                    let held = matches!(place.path.as_slice(), [Projection::Payload(accessor)] if is_held(accessor));
                    if held && self.given.contains(&place.root) && !after.contains(&place.root) {
                        self.found.insert(stmt.id);
                    }
                }
                // The next iteration mentions what this one does, of what is there before the loop.
                StmtKind::Loop(body) => {
                    let (mut again, mut own) = (after.clone(), BTreeSet::new());
                    body.body.uses(&mut |var, _| {
                        again.insert(var);
                    });
                    body.body.walk(&mut |stmt| own.extend(stmt.defines()));
                    self.block(&body.body, &(&again - &own));
                }
                _ => {
                    for inner in stmt.blocks() {
                        self.block(inner, &after);
                    }
                }
            }
            stmt.uses(&mut |var, _| {
                after.insert(var);
            });
        }
    }
}
