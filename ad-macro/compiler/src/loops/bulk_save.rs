//! Bulk saves: the numbers that a loop overwrites one after the other are saved before it as a row, and restored before its reverse.
//!
//! ```text
//! Input:  for i in 1..t { … next[i] = t_12 saving old … }                 reverse for i in 1..t { … undo next[i] to old … }
//! Output: save row next[1..t] on rows   for i in 1..t { … next[i] = t_12 … }
//!         undo row next[1..t] from rows   reverse for i in 1..t { … }
//! ```
//!
//! One by one, the old elements would be pushed and popped in each iteration, and LLVM vectorises neither loop. As a row they are copied
//! at once, and the loop of the forward sweep is the user's own again.
//!
//! Such a loop saves nothing else. Each iteration stores to the element at its affine index, without a condition, and neither sweep
//! reads other elements of that list meanwhile: they are as they were before the loop, all at once. What the iteration itself reads
//! of its element it reads before the store, and so finds the same in the reverse sweep.

use crate::ir::place::Offset;
use crate::ir::plan::Plan;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

pub fn bulk_save(f: &mut Function, backward: &mut Backward, plan: &mut Plan) {
    // Tapes that all calls share hold what single iterations save.
    if !matches!(f.recursion, Recursion::None) {
        return;
    }
    let mut found = Vec::new();
    backward.block.walk(&mut |stmt| {
        if let Some((_, of)) = stmt.as_adjoint_loop() {
            found.push((stmt.id, of));
        }
    });
    for (reverse, of) in found {
        let rows = rows(f, backward, reverse, of);
        for row in rows {
            take_over(f, backward, plan, reverse, row);
        }
    }
}

/// What a loop overwrites: the list, from where its elements are, and what each of them is saved as.
struct Row {
    of: usize,
    list: Place,
    offset: Offset,
    old: Var,
}

/// A loop and the reverse sweep of it, if there is one of each.
fn pair<'a>(f: &'a Function, backward: &'a Backward, reverse: usize, of: usize) -> Option<(&'a Loop, &'a Loop)> {
    let (mut loops, mut reverses) = (Vec::new(), Vec::new());
    for sweep in [&f.body, &backward.block] {
        sweep.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Loop(body) if stmt.id == of && body.tape.is_some() => loops.push(&**body),
            StmtKind::Loop(back) if back.adjoint_of == Some(of) => reverses.push((stmt.id, &**back)),
            _ => {}
        });
    }
    match (&loops[..], &reverses[..]) {
        ([body], [(id, back)]) if *id == reverse => Some((body, back)),
        _ => None,
    }
}

fn rows(f: &Function, backward: &Backward, reverse: usize, of: usize) -> Vec<Row> {
    let Some((body, back)) = pair(f, backward, reverse, of) else {
        return Vec::new();
    };
    let LoopKind::Range {
        var,
        low,
        high,
        inclusive: false,
        ..
    } = &body.kind
    else {
        return Vec::new();
    };
    // Rustc would see that a loop up to zero never runs.
    if high.is_zero() {
        return Vec::new();
    }
    let alone = body.exit.is_none() && !body.count_trips && body.fused.is_none() && body.checkpoint.is_none();
    let known = body
        .tape
        .as_ref()
        .is_some_and(|tape| !matches!(tape.form, TapeForm::Array(_)));
    if !alone || !known || !matches!(back.kind, LoopKind::Range { .. }) {
        return Vec::new();
    }
    let mut own: FlatSet<Var> = FlatSet::from([*var]);
    body.body.walk(&mut |stmt| own.extend(stmt.defines()));
    let mut offsets = FlatMap::from([(*var, Offset::Number(0))]);
    let mut rows = Vec::new();
    for (at, stmt) in body.body.stmts.iter().enumerate() {
        let (place, old) = match &stmt.kind {
            StmtKind::Let {
                var: defined,
                op: Op::Opaque(opaque),
            } => {
                if let Some(offset) = Offset::of(f, opaque, *var, &own) {
                    offsets.insert(*defined, offset);
                }
                continue;
            }
            StmtKind::Assign {
                place, old: Some(old), ..
            }
            | StmtKind::Update {
                place, old: Some(old), ..
            } => (place, *old),
            _ => continue,
        };
        let Some((list, index)) = element(f, place, &own) else {
            continue;
        };
        let Some(offset) = offsets.get(&index).filter(|offset| offset.from(f, low).is_some()) else {
            continue;
        };
        let undone = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Undo { place: undone, by: Inverse::Store(to) } if *to == old && f.print_place(undone) == f.print_place(place));
        let Some(back_at) = back.body.stmts.iter().position(undone) else {
            continue;
        };
        let (forward, backward) = (&body.body.stmts, &back.body.stmts);
        let left_alone = only_reads(f, &forward[..at], place)
            && only_reads(f, &forward[at + 1..], &Place::var(place.root))
            && only_reads(f, &backward[..back_at], &Place::var(place.root))
            && only_reads(f, &backward[back_at + 1..], place);
        let elsewhere = backward
            .iter()
            .enumerate()
            .any(|(other, stmt)| other != back_at && stmt.mentions(old));
        if left_alone && !elsewhere {
            rows.push(Row {
                of,
                list,
                offset: offset.clone(),
                old,
            });
        }
    }
    // What else the iterations save would need a tape all the same.
    let (_, saved) = body
        .body
        .spilled()
        .unwrap_or_else(|| unreachable!("a tape is spilled to"));
    let only = saved.iter().all(|saved| rows.iter().any(|row| row.old == *saved));
    if only { rows } else { Vec::new() }
}

/// The list and the index of an element that the iteration is to overwrite.
fn element(f: &Function, place: &Place, own: &FlatSet<Var>) -> Option<(Place, Var)> {
    let (Projection::Index(Atom::Var(index)), path) = place.path.split_last()? else {
        return None;
    };
    let list = Place {
        root: place.root,
        path: path.to_vec(),
    };
    let steps = |step: &Projection| {
        matches!(
            step,
            Projection::Field(_) | Projection::Index(_) | Projection::Range { .. }
        )
    };
    let mut fixed = path.iter().all(steps) && !own.contains(&place.root);
    list.index_uses(&mut |var, _| fixed &= !own.contains(&var) && !f.info(var).mutable);
    let numbers = match f.place_ty(&list).behind_references() {
        Ty::Vec(element) | Ty::Slice(element) | Ty::Array(element) => element.is_float(),
        _ => false,
    };
    let role = matches!(f.info(place.root).role, Role::Value | Role::Reference);
    (fixed && numbers && role).then_some((list, *index))
}

/// Whether statements look at a list in no other way than by reading that element: none at all of a place that is a whole list.
fn only_reads(f: &Function, stmts: &[Stmt], element: &Place) -> bool {
    let text = f.print_place(element);
    stmts.iter().all(|stmt| match &stmt.kind {
        StmtKind::Let {
            op: Op::Read(place), ..
        } if !element.is_whole() && place.root == element.root => f.print_place(place) == text,
        _ => !stmt.mentions(element.root),
    })
}

/// Saves a row before the loop, and nothing of it inside.
fn take_over(f: &mut Function, backward: &mut Backward, plan: &mut Plan, reverse: usize, row: Row) {
    let tape = f.named_var("rows", Ty::Unknown, true);
    plan.tapes.push(tape);
    let row_of = |kind: &LoopKind, back: bool| {
        let LoopKind::Range { low, high, .. } = kind else {
            unreachable!("it is a loop over a range")
        };
        let row = TapedRow {
            tape,
            list: row.list.clone(),
            offset: row.offset.clone(),
            low: low.clone(),
            high: high.clone(),
        };
        let row = Box::new(row);
        StmtKind::CopyRow { row, back }
    };
    let mut emptied = None;
    let save = &mut |stmt: &mut Stmt| {
        let StmtKind::Loop(body) = &mut stmt.kind else {
            return None;
        };
        if stmt.id != row.of || body.tape.is_none() {
            return None;
        }
        for stmt in &mut body.body.stmts {
            if let StmtKind::Assign { old, .. } | StmtKind::Update { old, .. } = &mut stmt.kind
                && *old == Some(row.old)
            {
                *old = None;
            }
        }
        emptied = forget(body, row.old);
        Some(row_of(&body.kind, false))
    };
    let mut body = std::mem::take(&mut f.body);
    before(f, &mut body, save);
    f.body = body;
    before(f, &mut backward.block, save);
    let undo = &mut |stmt: &mut Stmt| {
        if stmt.id != reverse {
            return None;
        }
        let (back, _) = stmt.as_adjoint_loop_mut()?;
        let of_row =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Undo { by: Inverse::Store(old), .. } if *old == row.old);
        back.body.stmts.retain(|stmt| !of_row(stmt));
        forget(back, row.old);
        Some(row_of(&back.kind, true))
    };
    before(f, &mut backward.block, undo);
    if let Some(Tape { var, height, .. }) = emptied {
        plan.tapes.retain(|tape| *tape != var);
        for sweep in [&mut f.body, &mut backward.block] {
            height.iter().for_each(|height| not_saved(sweep, *height));
        }
    }
}

/// Takes what is no longer saved off a loop's tape; gives the tape if there is nothing left for it.
fn forget(body: &mut Loop, old: Var) -> Option<Tape> {
    not_saved(&mut body.body, old);
    let empty = [body.body.spilled(), body.body.unspilled()]
        .into_iter()
        .flatten()
        .all(|(_, vars)| vars.is_empty());
    if empty {
        let tapes = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Spill { .. } | StmtKind::Unspill { .. });
        body.body.stmts.retain(|stmt| !tapes(stmt));
    }
    body.tape.take_if(|_| empty)
}

fn not_saved(block: &mut Block, var: Var) {
    block.walk_mut(&mut |stmt| {
        if let StmtKind::Spill { vars, .. } | StmtKind::Unspill { vars, .. } = &mut stmt.kind {
            vars.retain(|saved| *saved != var);
        }
    });
}

/// Puts what is made of a statement before it.
fn before(f: &mut Function, block: &mut Block, make: &mut dyn FnMut(&mut Stmt) -> Option<StmtKind>) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.blocks_mut() {
            before(f, inner, make);
        }
        if let Some(kind) = make(&mut stmt) {
            stmts.push(f.stmt(stmt.span, kind));
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshots;

    #[test]
    fn elements_of_a_part_of_a_list_are_saved_as_a_row() {
        let steps = [
            ("for j in 0..n { u[j] *= u[j]; }", "save row u[0..n] on rows"),
            (
                "let row = &mut u[n..]; for j in 0..n { row[j] *= row[j]; }",
                "save row u[n..][0..n] on rows",
            ),
            (
                "for (a, b) in u[1..].iter_mut().zip(x) { *a *= *a * b; }",
                "save row u[1..][0..t_3] on rows",
            ),
        ];
        for (step, row) in steps {
            let source = format!(
                "fn f(x: &[f64], n: usize) -> f64 {{ let mut u = x.to_vec(); for _ in 0..n {{ {step} }} u[0] * u[1] }}"
            );
            let passes = snapshots::passes(&source);
            assert!(passes.contains(row), "{row}: {passes}");
        }
    }
}
