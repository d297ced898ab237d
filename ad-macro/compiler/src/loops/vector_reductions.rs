//! Vectorises reductions over rows: partial sums in lanes.
//!
//! ```text
//! Input:  let l_row = row l[next..][..trips]
//!         reverse for k in 0..trips { … sum += d_2 }
//! Output: let mut sums = [0.0; 4]
//!         reverse for block in 0..trips / 4 {
//!             let l_row_2 = row l_row[4 * block..][..4]
//!             reverse for lane in 0..4 { … sums[lane] += d_2 }
//!         }
//!         reverse for k in 4 * (trips / 4)..trips { … sum += d_2 }
//!         let d_3 = joined(sums)   sum += d_3
//! ```
//!
//! Each addition to a sum waits for the one before it, and LLVM may not reassociate them. The order in which a cotangent is summed is
//! ours to choose: four sums grow side by side, and LLVM makes one vector of them.
//!
//! It applies to loops of products and sums alone that `hoist_row_borrows_reverse` has left with rows: their iterations share nothing
//! but the sums. What is added to a row is kept for the block: a store between its loads would keep
//! LLVM from making vectors of either, and the branch of a buffer that the caller may not have lent is taken once.

use crate::ir::function::in_both;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::loops::row_loops::{Made, over_rows, row_of};
use crate::loops::strip_mining::strip;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use syn::BinOp;

pub fn vector_reductions(f: &mut Function, backward: &mut Backward) {
    in_both(f, backward, block);
}

pub(super) fn block(f: &mut Function, outer: &mut Block) {
    let mut stmts: Vec<Stmt> = Vec::with_capacity(outer.stmts.len());
    for mut stmt in std::mem::take(&mut outer.stmts) {
        if !matches!(stmt.kind, StmtKind::PullMap(_)) {
            for inner in stmt.blocks_mut() {
                block(f, inner);
            }
        }
        match (sums(f, &stmt, &stmts), strip(f, &stmt, &stmts)) {
            (Some(sums), _) => Made::new(f, &stmt).blocks(stmt, &sums, &mut stmts),
            (None, Some(strip)) => strip.write(f, stmt, &mut stmts),
            (None, None) => stmts.push(stmt),
        }
    }
    outer.stmts = stmts;
}

/// What a loop over rows adds up, if that is all that its iterations have in common.
pub(super) fn sums(f: &Function, stmt: &Stmt, before: &[Stmt]) -> Option<Vec<Var>> {
    let (reverse, var) = over_rows(stmt)?;
    let rows: FlatSet<Var> = before.iter().filter_map(row_of).collect();
    let of_row = |place: &Place| {
        let index = matches!(&place.path[..], [Projection::Index(Atom::Var(index))] if *index == var);
        index && rows.contains(&place.root) && f.place_ty(place).is_float()
    };
    let own: FlatSet<Var> = reverse.body.stmts.iter().flat_map(Stmt::defines).collect();
    let mut sums = Vec::new();
    let mut added_to = FlatSet::new();
    for stmt in &reverse.body.stmts {
        match &stmt.kind {
            // A row is added to behind the block's iterations.
            StmtKind::Let {
                op: Op::Read(place) | Op::Take(place, None),
                ..
            } if added_to.contains(&place.root) => return None,
            StmtKind::Let { var, op } => {
                let known = match op {
                    Op::Read(place) if place.is_whole() => own.contains(&place.root) || !f.info(place.root).mutable,
                    Op::Read(place) | Op::Take(place, None) => of_row(place),
                    Op::Binary(BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_), left, right) => {
                        [left, right].iter().all(|operand| matches!(operand, Operand::Atom(_)))
                    }
                    Op::Neg(Operand::Atom(_)) | Op::Runtime("times" | "weighted", _) => true,
                    _ => false,
                };
                if !known || !f.info(*var).ty.is_float() {
                    return None;
                }
            }
            StmtKind::Update {
                place,
                op: BinOp::AddAssign(_) | BinOp::SubAssign(_),
                value: Operand::Atom(Atom::Var(value)),
                old: None,
            } if of_row(place) || place.is_whole() && f.info(place.root).ty.is_float() => {
                if place.is_whole() && own.contains(&place.root) {
                    // A cotangent of the iteration's own, of several uses.
                } else if place.is_whole() && own.contains(value) {
                    sums.push(place.root);
                } else if place.is_whole() {
                    return None;
                } else {
                    added_to.insert(place.root);
                }
            }
            _ => return None,
        }
    }
    // A sum is looked at by nothing but the additions to it.
    let mut uses: FlatMap<Var, usize> = FlatMap::new();
    reverse.body.uses(&mut |var, _| *uses.entry(var).or_default() += 1);
    let added = |sum: &Var| sums.iter().filter(|other| *other == sum).count();
    let apart = sums.iter().all(|sum| uses.get(sum) == Some(&added(sum)));
    sums.sort();
    sums.dedup();
    (apart && !sums.is_empty()).then_some(sums)
}
