//! Scratch arrays: an array that each iteration overwrites as a whole before it reads it is recomputed in the reverse sweep, not restored.
//!
//! ```text
//! Input:  for c { for j in 0..d { centred[j] = point[j] - mean[j] }  call norm(&centred) }
//!         reverse for c { pull norm_pullback(…; &centred …)  reverse for j in 0..d { …  undo centred[j] to old } }
//! Output: for c { for j in 0..d { centred[j] = … }  call norm(&centred) }
//!         reverse for c { for j in 0..d { centred[j] = … }  pull norm_pullback(…; &centred …)  reverse for j in 0..d { … } }
//! ```
//!
//! It is not live across iterations, so its overwritten elements are dead. The pullbacks use those of their own iteration: where these
//! are sums and products of what is not stored to meanwhile, recomputing costs less than spilling as many, and takes no memory.
//!
//! The array is a local one, `vec![0.0; d]`; one loop over all of it, `0..d`, stores each element once, without a condition; in
//! the same block nothing uses it before that loop, nothing stores to it after that loop, and nothing uses it elsewhere.

use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

/// An array that is filled in each iteration of a loop.
struct Scratch {
    array: Var,
    /// The statements of the loop in whose iterations it is filled, and of the loop that fills it.
    around: usize,
    fill: usize,
    /// The loop that fills it, and does nothing else.
    again: Stmt,
}

pub fn recompute_scratch(f: &mut Function, backward: &mut Backward) {
    // The iterations of a recursive function's calls meet on tapes alone.
    if matches!(f.recursion, Recursion::Frames(_)) {
        return;
    }
    for array in lists(f) {
        let Some(found) = found(f, &f.body, &array) else {
            continue;
        };
        if used_elsewhere(f, &found) {
            continue;
        }
        if make_again(&mut backward.block, &found, &asked_for(&f.body, &found)) {
            forget(&mut f.body, &found);
        }
    }
}

/// Where the reverse sweep of an iteration follows its forward sweep, scratch arrays hold what they held there: the loops that would make
/// them again, the only ones of a reverse sweep that are no reverse, are left out.
pub fn not_made_again(back: &mut Block) {
    back.stmts
        .retain(|stmt| !matches!(&stmt.kind, StmtKind::Loop(body) if body.adjoint_of.is_none()));
}

/// A local list of numbers, and how many there are.
struct List {
    var: Var,
    len: Var,
}

fn lists(f: &Function) -> Vec<List> {
    let mut lists = Vec::new();
    f.body.walk(&mut |stmt| {
        let Some((var, op)) = stmt.as_let() else {
            return;
        };
        let numbers = match &f.info(*var).ty {
            Ty::Vec(element) | Ty::Array(element) => element.is_float(),
            _ => false,
        };
        if let (Some(len), true) = (f.made_as_long_as(op), numbers) {
            lists.push(List { var: *var, len });
        }
    });
    lists
}

/// Where each iteration fills a list.
fn found(f: &Function, block: &Block, list: &List) -> Option<Scratch> {
    block.stmts.iter().find_map(|stmt| {
        if let StmtKind::Loop(body) = &stmt.kind
            && let Some((fill, again)) = filled(f, &body.body, list)
        {
            return Some(Scratch {
                array: list.var,
                around: stmt.id,
                fill,
                again,
            });
        }
        stmt.blocks().into_iter().find_map(|inner| found(f, inner, list))
    })
}

/// The loop of a block that fills a list, which is then only read.
fn filled(f: &Function, block: &Block, list: &List) -> Option<(usize, Stmt)> {
    let at = block.stmts.iter().position(|stmt| stmt.mentions(list.var))?;
    let fill = &block.stmts[at];
    let mut read = true;
    let mut note = |var: Var, usage: Use| read &= var != list.var || usage == Use::Read;
    block.stmts[at + 1..].iter().for_each(|stmt| stmt.uses(&mut note));
    block.result.iter().for_each(|atom| atom.uses(&mut note));
    let StmtKind::Loop(body) = &fill.kind else {
        return None;
    };
    if !read || body.count_trips {
        return None;
    }
    let writer = body.overwrites(list.var, |end| end == list.len)?;
    let StmtKind::Assign { place, value, .. } = &writer.kind else {
        unreachable!("what overwrites a list assigns")
    };
    let stmts = made_of(f, &body.body, value)?;
    let mut again = (**body).clone();
    again.body = Block { stmts, result: None };
    let (place, value) = (place.clone(), value.clone());
    again.body.stmts.push(Stmt {
        kind: StmtKind::assign(place, value),
        ..writer.clone()
    });
    let again = Stmt {
        kind: StmtKind::Loop(Box::new(again)),
        ..fill.clone()
    };
    Some((fill.id, again))
}

/// The statements of a block that a number is made by: sums and products of what nothing writes.
fn made_of(f: &Function, block: &Block, value: &Atom) -> Option<Vec<Stmt>> {
    let definitions: FlatMap<Var, &Stmt> = block
        .stmts
        .iter()
        .flat_map(|stmt| stmt.defines().into_iter().map(move |var| (var, stmt)))
        .collect();
    let mut wanted: Vec<Var> = value.var().into_iter().collect();
    let mut made = FlatSet::new();
    while let Some(var) = wanted.pop() {
        if f.info(var).mutable {
            return None;
        }
        let Some(stmt) = definitions.get(&var) else {
            continue;
        };
        let (_, op) = stmt.as_let()?;
        let cheap = match op {
            Op::Read(_) | Op::Neg(_) => true,
            Op::Binary(op, ..) => matches!(op, syn::BinOp::Add(_) | syn::BinOp::Sub(_) | syn::BinOp::Mul(_)),
            Op::Opaque(opaque) => opaque.pure && opaque.writes.is_empty(),
            _ => false,
        };
        if !(cheap && f.info(var).ty.is_scalar()) {
            return None;
        }
        if made.insert(stmt.id) {
            op.uses(&mut |used, _| wanted.push(used));
        }
    }
    let made = block.stmts.iter().filter(|stmt| made.contains(&stmt.id));
    Some(made.cloned().collect())
}

/// Whether a list is used outside of the loop that fills it in each iteration. What only asks how long it is, to make its
/// cotangent, uses none of its elements.
fn used_elsewhere(f: &Function, found: &Scratch) -> bool {
    fn elsewhere(block: &Block, found: &Scratch) -> bool {
        let result = block.result.as_ref().and_then(Atom::var) == Some(found.array);
        result
            || block.stmts.iter().any(|stmt| match &stmt.kind {
                StmtKind::Let { var, .. } if *var == found.array => false,
                StmtKind::Let {
                    op: Op::Witness(place), ..
                } if place.root == found.array => !place.is_whole(),
                _ if stmt.id == found.around => false,
                StmtKind::If(_) | StmtKind::Loop(_) => {
                    let mut own = false;
                    stmt.own_uses(&mut |used, _| own |= used == found.array);
                    own || stmt.blocks().into_iter().any(|inner| elsewhere(inner, found))
                }
                _ => stmt.mentions(found.array),
            })
    }
    elsewhere(&f.body, found)
}

/// What the reverse sweep may ask for to have an element of the array: the array, and what the forward sweep read of it.
fn asked_for(block: &Block, found: &Scratch) -> FlatSet<Var> {
    let mut vars = FlatSet::from([found.array]);
    block.walk(&mut |stmt| {
        if stmt.as_let().is_some() && stmt.mentions(found.array) {
            vars.extend(stmt.defines());
        }
    });
    vars
}

/// Makes the array again where the reverse sweep of an iteration begins, and puts nothing back; says whether that is wanted.
fn make_again(block: &mut Block, found: &Scratch, asked_for: &FlatSet<Var>) -> bool {
    for stmt in &mut block.stmts {
        if let Some((reverse, of)) = stmt.as_adjoint_loop_mut()
            && of == found.around
        {
            let mut wanted = false;
            let undo = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Undo { place, by: Inverse::Store(_) } if place.root == found.array);
            for inner in &mut reverse.body.stmts {
                if let Some((fill, of)) = inner.as_adjoint_loop_mut()
                    && of == found.fill
                {
                    fill.body.stmts.retain(|stmt| !undo(stmt));
                }
                inner.uses(&mut |var, _| wanted |= asked_for.contains(&var));
            }
            if wanted {
                fill_again(&mut reverse.body.stmts, &found.again);
            }
            return true;
        }
        for inner in stmt.blocks_mut() {
            if make_again(inner, found, asked_for) {
                return true;
            }
        }
    }
    false
}

/// Puts the loop that fills an array first. One that fills several is there once, for all of them.
fn fill_again(stmts: &mut Vec<Stmt>, again: &Stmt) {
    let there = stmts.iter_mut().find(|stmt| stmt.id == again.id);
    let (Some(there), [more]) = (there, &again.blocks()[..]) else {
        stmts.insert(0, again.clone());
        return;
    };
    for filled in there.blocks_mut() {
        let new = more
            .stmts
            .iter()
            .filter(|stmt| filled.stmts.iter().all(|own| own.id != stmt.id));
        let new: Vec<Stmt> = new.cloned().collect();
        filled.stmts.extend(new);
    }
}

/// The loop that fills the array keeps nothing of what it overwrites.
fn forget(block: &mut Block, found: &Scratch) {
    for stmt in &mut block.stmts {
        if let StmtKind::Assign { place, old, .. } = &mut stmt.kind
            && place.root == found.array
        {
            *old = None;
        }
        stmt.blocks_mut().into_iter().for_each(|inner| forget(inner, found));
    }
}
