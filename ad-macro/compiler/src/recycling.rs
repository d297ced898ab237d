//! The memory of cotangents that end on the way back goes to the workspace, from which their zeros take it.
//!
//! ```text
//! Input:  let x_bar = zero of x_shape   … pull layer_pullback(…, &mut x x_bar) …
//! Output: let x_bar = lent zero of x_shape   … pull layer_pullback(…, &mut x x_bar) …   give back x_bar
//! ```
//!
//! What is moved on belongs to whoever takes it: the seed of a callee's pullback is given back there.

use crate::adjoint::Backward;
use crate::ir::*;
use std::collections::BTreeSet;

pub fn recycling(f: &mut Function, backward: &mut Backward) {
    // What the caller gets is no more the workspace's.
    let results: BTreeSet<Var> = backward.results.iter().flatten().filter_map(Atom::var).collect();
    let mut lasting = results.clone();
    moved(f, &backward.block, &mut lasting);
    let mut body = std::mem::take(&mut f.body);
    fused(&mut body, &mut |block| moved(f, block, &mut lasting));
    fused(&mut body, &mut |part| block(f, part, &[], &lasting, &results));
    f.body = body;
    let seed = [backward.seed];
    block(f, &mut backward.block, &seed, &lasting, &results);
}

/// Where sweeps stand together, the way back through an iteration is in the forward sweep.
fn fused(body: &mut Block, visit: &mut dyn FnMut(&mut Block)) {
    for stmt in &mut body.stmts {
        if let StmtKind::Loop(body) = &mut stmt.kind
            && let Some(back) = &mut body.fused
        {
            visit(back);
        }
    }
}

/// Gives back at the end of a block what the block owns; `owned` is its own from the start.
fn block(f: &mut Function, block: &mut Block, owned: &[Var], lasting: &BTreeSet<Var>, results: &BTreeSet<Var>) {
    let Some(last) = block.stmts.last() else { return };
    let span = last.span;
    let mut owned = owned.to_vec();
    for stmt in &mut block.stmts {
        if let StmtKind::Let { var, op } = &mut stmt.kind
            && makes(op, &owned)
        {
            owned.push(*var);
            if !results.contains(var) && !f.info(*var).ty.is_in_place() {
                lend(op);
            }
        }
        if !matches!(stmt.kind, StmtKind::PullMap(_)) {
            for inner in stmt.blocks_mut() {
                self::block(f, inner, &[], lasting, results);
            }
        }
    }
    for var in owned {
        let info = f.info(var);
        if !lasting.contains(&var) && info.role == Role::Value && !info.ty.is_in_place() {
            block.stmts.push(f.stmt(span, StmtKind::GiveBack(var)));
        }
    }
}

/// Has the workspace's memory for a zero.
fn lend(op: &mut Op) {
    match op {
        Op::Zero(Some(witness)) => *op = Op::LentZero(*witness),
        Op::Runtime("zero", args) => {
            if let [Argument::Ref(place)] = &args[..] {
                *op = Op::Part(place.clone());
            }
        }
        _ => {}
    }
}

/// Whether the result is a cotangent that nobody else owns.
fn makes(op: &Op, owned: &[Var]) -> bool {
    match op {
        Op::Zero(Some(_))
        | Op::Runtime("zero", _)
        | Op::Take(_, Some(_))
        | Op::TakeSlot(_, Some(_))
        | Op::PopElement(_) => true,
        Op::Read(place) => place.is_whole() && owned.contains(&place.root),
        _ => false,
    }
}

/// Notes what is moved on, or may be.
fn moved(f: &Function, block: &Block, lasting: &mut BTreeSet<Var>) {
    lasting.extend(block.result.as_ref().and_then(Atom::var));
    block.walk(&mut |stmt| {
        let lends = match &stmt.kind {
            StmtKind::Let { op, .. } => match op {
                Op::Read(place) => f.place_ty(place).is_scalar() || place.path.iter().any(is_index),
                Op::Take(..) | Op::PopElement(_) | Op::Runtime(..) | Op::RuntimeRule(..) => true,
                Op::Binary(..) | Op::Neg(_) | Op::Rule(..) => true,
                _ => false,
            },
            StmtKind::Assign { .. }
            | StmtKind::Update { .. }
            | StmtKind::Push { .. }
            | StmtKind::Permute { .. }
            | StmtKind::UndoPush(_)
            | StmtKind::UndoPermute { .. }
            | StmtKind::Pull(_)
            | StmtKind::Split { .. }
            | StmtKind::Row { .. }
            | StmtKind::Accumulate(..)
            | StmtKind::Unwind(_)
            | StmtKind::Reverse(_) => true,
            _ => false,
        };
        stmt.uses(&mut |var, usage| {
            if usage == Use::Value || !lends {
                lasting.insert(var);
            }
        });
    });
}

fn is_index(projection: &Projection) -> bool {
    matches!(projection, Projection::Index(_))
}
