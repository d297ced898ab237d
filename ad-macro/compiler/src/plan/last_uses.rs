//! Last uses: the reads of a variable, or of an `Option`'s or `Result`'s payload, that may move.
//!
//! ```text
//! Input:  let r, pullback = call step(x)   if `succeeded` { let v = r.payload_value … } else { let e = r.payload_Err_0 … }
//! Output: both reads: `r` is dead after either of them, and the reverse sweep does not use it
//!
//! Input:  let r = if c { Ok(a) } else { Err(b) }   if `Ok` { let v = r.payload_Ok_0 … } else { let e = r.payload_Err_0 … }
//! Output: both reads
//!
//! Input:  let t = v   let w = Box::new(t)   v = Node(w)
//! Output: the read: `v` is assigned anew after it
//! ```
//!
//! All other reads of what is live in the reverse sweep, or held elsewhere, copy, and need `Clone`; the errors of many libraries are not.
//! Only the results of differentiable functions, values built here, and what was taken out of a place are taken apart by moves: these
//! are certainly no references.

use crate::ir::spell::is_held;
use crate::ir::*;
use std::collections::BTreeSet;

/// The statements of the forward sweep that move. `kept`: the forward variables that the backward sweep mentions.
pub fn moves(f: &Function, kept: &BTreeSet<Var>) -> BTreeSet<usize> {
    let mut given = BTreeSet::new();
    f.body.walk(&mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind
            && !call.inactive
            && !kept.contains(&call.out)
        {
            given.insert(call.out);
        }
        if let StmtKind::Let {
            var,
            op: Op::Replace(..),
        } = &stmt.kind
            && !kept.contains(var)
        {
            given.insert(*var);
        }
    });
    given.extend(made(f).difference(kept));
    let mut pass = Moves {
        f,
        given,
        found: BTreeSet::new(),
    };
    pass.block(&f.body, &BTreeSet::new());
    pass.found
}

/// The variables that are made of values on each way to them.
fn made(f: &Function) -> BTreeSet<Var> {
    let mut made = BTreeSet::new();
    let is_value = |var: Var| f.info(var).role == Role::Value && !f.info(var).mutable;
    // What is inside comes before what is around it: a branch is looked at after the statements in it.
    fn look(block: &Block, is_value: &dyn Fn(Var) -> bool, made: &mut BTreeSet<Var>) {
        for stmt in &block.stmts {
            for inner in stmt.blocks() {
                look(inner, is_value, made);
            }
            match &stmt.kind {
                StmtKind::Let {
                    var,
                    op: Op::Variant { parts, .. },
                } if is_value(*var) && parts.iter().all(|(_, _, part)| part.var().is_none_or(is_value)) => {
                    made.insert(*var);
                }
                StmtKind::If(branch) => {
                    let gives = |block: &Block| {
                        let given = block.result.as_ref().and_then(Atom::var);
                        given.is_some_and(|var| made.contains(&var))
                    };
                    if let Some(out) = branch.out
                        && is_value(out)
                        && gives(&branch.then)
                        && gives(&branch.els)
                    {
                        made.insert(out);
                    }
                }
                _ => {}
            }
        }
    }
    look(&f.body, &is_value, &mut made);
    made
}

struct Moves<'a> {
    f: &'a Function,
    given: BTreeSet<Var>,
    found: BTreeSet<usize>,
}

/// Whether what a variable holds is put there before anything mentions it, and what was there before is not kept.
fn put_anew(after: &[Stmt], var: Var) -> bool {
    let next = after.iter().find(|stmt| stmt.mentions(var));
    next.is_some_and(|stmt| {
        matches!(&stmt.kind, StmtKind::Assign { place, old: None, value }
            if place.is_whole() && place.root == var && value.var() != Some(var))
    })
}

impl Moves<'_> {
    /// `after`: what is mentioned after the block.
    fn block(&mut self, block: &Block, after: &BTreeSet<Var>) {
        let mut after = after.clone();
        after.extend(block.result.iter().filter_map(Atom::var));
        for (at, stmt) in block.stmts.iter().enumerate().rev() {
            match &stmt.kind {
                StmtKind::Let {
                    op: Op::Read(place), ..
                } if place.is_whole() => {
                    let owned = self.f.info(place.root).role == Role::Value;
                    if owned && put_anew(&block.stmts[at + 1..], place.root) {
                        self.found.insert(stmt.id);
                    }
                }
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
