//! Checkpointing of loops marked `#[checkpoint]`: of each iteration only its loop-carried state is saved, and the reverse sweep reruns it.
//!
//! ```text
//! Input:  for t in 0..n checkpoint { … call step(&mut u) … }
//!         reverse for t in 0..n { … pull step_pullback(…; &mut u u_bar) }
//! Output: for t in 0..n checkpoint { let start = snapshot(&u)   … call step(&mut u) … }
//!         reverse for t in 0..n { undo u to start   … pull step_pullback(…; &mut u u_bar) }
//! ```
//!
//! The loop-carried state are the variables from outside that the iteration writes, but for arrays that it fills before it reads them.
//! `spill` then puts the iteration itself between the two lines of the reverse sweep, with only those of its statements that are live
//! there, and leaves the forward loop as it was written. So tapes within hold one iteration, and a sum that nothing reads is neither
//! saved nor recomputed.

use crate::analysis::activity::Activity;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::plan::privatisation::private;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

/// The copies that the workspace holds.
pub const IN_WORKSPACE: [&str; 2] = ["snapshot_stacked", "snapshot_again"];

/// What makes a copy of a place. Vectors of numbers lie one above the other in the workspace, where each takes no more than its
/// numbers; what else carries a derivative knows itself whether it can be copied there.
fn snapshot(f: &Function, place: &Place, active: &Activity) -> &'static str {
    let ty = f.place_ty(place);
    match &ty {
        _ if place.lent_where().is_some() => "snapshot_where",
        ty if is_stacked(ty) => "snapshot_stacked",
        ty if ty.is_in_place() || !active.active(place.root) => "snapshot",
        _ => "snapshot_again",
    }
}

/// Whether copies are lists of numbers.
pub fn is_stacked(ty: &Ty) -> bool {
    matches!(ty, Ty::Slice(element) | Ty::Vec(element) if element.is_float())
}

/// `fused`: the loops whose iterations run there and back one by one in any case.
pub fn checkpointing(f: &mut Function, backward: &mut Backward, active: &Activity, fused: &FlatSet<usize>) {
    let mut marked = Vec::new();
    f.body.walk(&mut |stmt| {
        if let StmtKind::Loop(body) = &stmt.kind
            && body.checkpoint.is_some()
            && !fused.contains(&stmt.id)
        {
            marked.push(stmt.clone());
        }
    });
    for stmt in marked {
        let found = carried(f, &stmt);
        let (mut starts, mut copies, mut undos) = (Vec::new(), Vec::new(), Vec::new());
        for place in found {
            let name = format!("{}_start", f.info(place.root).name);
            let start = f.named_var(name.trim_start_matches("r#"), f.place_ty(&place), false);
            let snapshot = snapshot(f, &place, active);
            if IN_WORKSPACE.contains(&snapshot) {
                f.vars[start.0].role = Role::Checkpoint;
            }
            let op = Op::Runtime(snapshot, vec![Argument::Ref(place.clone())]);
            copies.push(f.stmt(stmt.span, StmtKind::Let { var: start, op }));
            let by = Inverse::Store(start);
            undos.push(f.stmt(stmt.span, StmtKind::Undo { place, by }));
            starts.push(start);
        }
        // What was put on a pile last is taken off it first.
        undos.reverse();
        let mut body = std::mem::take(&mut f.body);
        body.walk_mut(&mut |inner| {
            if let StmtKind::Loop(body) = &mut inner.kind
                && inner.id == stmt.id
            {
                body.body.stmts.splice(0..0, copies.clone());
                body.checkpoint = Some(starts.clone());
            }
        });
        f.body = body;
        backward.block.walk_mut(&mut |inner| {
            if let Some((reverse, of)) = inner.as_adjoint_loop_mut()
                && of == stmt.id
            {
                reverse.body.stmts.splice(0..0, undos.clone());
            }
        });
    }
}

/// The variables from outside that a loop writes.
pub fn written(body: &Loop) -> FlatSet<Var> {
    let mut written = FlatSet::new();
    let mut note = |var: Var, usage: Use| {
        if usage == Use::Write {
            written.insert(var);
        }
    };
    body.body.uses(&mut note);
    body.kind.uses(&mut note);
    let mut own: FlatSet<Var> = body.kind.vars().into_iter().collect();
    body.body.walk(&mut |stmt| {
        own.extend(stmt.defines());
        if let StmtKind::Loop(inner) = &stmt.kind {
            own.extend(inner.kind.vars());
        }
    });
    &written - &own
}

/// What an iteration may find other than it was before the loop.
fn carried(f: &Function, stmt: &Stmt) -> Vec<Place> {
    let StmtKind::Loop(body) = &stmt.kind else {
        unreachable!("only loops are marked")
    };
    let given = given(&f.body, stmt.id);
    let mut found = Vec::new();
    for var in written(body) {
        let info = f.info(var);
        let fills_it = || private(f, stmt, body, var).is_some_and(|calls| calls.is_empty());
        // A slot is assigned once, and what has no value before the loop has none at the start of any iteration.
        if !info.mutable || info.role == Role::Slot || !given.contains(&var) || fills_it() {
            continue;
        }
        let param = f.params.iter().find(|param| param.var == var);
        let whole = Place::var(var);
        found.push(match param.and_then(|param| param.present) {
            Some(present) => whole.then(Projection::Where(Atom::Var(present))),
            None => whole,
        });
    }
    found
}

/// The variables that may have a value where a loop begins: all but those that are declared and nothing before it assigns.
fn given(body: &Block, id: usize) -> FlatSet<Var> {
    let (mut all, mut declared, mut assigned) = (FlatSet::new(), FlatSet::new(), FlatSet::new());
    let mut before = true;
    body.walk(&mut |stmt| {
        before &= stmt.id != id;
        match &stmt.kind {
            StmtKind::Declare(var) => {
                declared.insert(*var);
            }
            StmtKind::Assign { place, .. } if before => {
                assigned.insert(place.root);
            }
            _ => {}
        }
    });
    body.uses(&mut |var, _| {
        all.insert(var);
    });
    all.retain(|var| !declared.contains(var) || assigned.contains(var));
    all
}

/// Reports what cannot run again where the pullback is.
pub fn check(f: &Function, diagnostics: &Diagnostics) {
    let function = |place: &Place| {
        f.params
            .iter()
            .any(|p| p.var == place.root && p.passing == Passing::Function)
    };
    let by_itself = matches!(f.recursion, Recursion::Frames(_)) && f.params.first().is_some_and(|p| p.receiver);
    f.body.walk(&mut |stmt| {
        let StmtKind::Loop(body) = &stmt.kind else { return };
        if body.checkpoint.is_none() {
            return;
        }
        body.body.walk(&mut |stmt| {
            let StmtKind::Call(call) = &stmt.kind else { return };
            if call.inactive {
                return;
            }
            let handed = call.args.iter().any(|arg| match arg {
                Argument::Ref(place) | Argument::Mut(place) => function(place),
                _ => false,
            });
            if handed {
                diagnostics.error(
                    stmt.span,
                    "a checkpoint cannot run a function again that this one is handed",
                    "call a function by its name here, or take `#[checkpoint]` away",
                );
            }
            if call.kind == CallKind::Itself && by_itself {
                diagnostics.error(
                    stmt.span,
                    "a checkpoint cannot call the method that it stands in",
                    "put the loop's body into a free function, or take `#[checkpoint]` away",
                );
            }
        });
    });
}

/// An iteration as it was written, with the copies of what it finds: what else only the reverse sweep asks for is left out.
pub fn plain(block: &mut Block, starts: &[Var]) {
    block.walk_mut(&mut |stmt| match &mut stmt.kind {
        StmtKind::Assign { old, .. } | StmtKind::Update { old, .. } => *old = None,
        StmtKind::Call(call) => {
            call.olds.iter_mut().for_each(|old| *old = None);
            // A closure has two sweeps in place of the one that was written.
            let closure = |arg: &Argument| matches!(arg, Argument::Lambda(..));
            call.inactive |= !call.args.iter().any(closure);
        }
        _ => {}
    });
    loop {
        let mut used: FlatSet<Var> = starts.iter().copied().collect();
        block.uses(&mut |var, _| {
            used.insert(var);
        });
        let before = count(block);
        block.retain(
            &|stmt| !matches!(&stmt.kind, StmtKind::Let { var, op } if !used.contains(var) && is_for_the_way_back(op)),
        );
        if count(block) == before {
            return;
        }
    }
}

/// What the adjoint adds to the forward sweep, and scalar functions, which do nothing else than to give a number.
fn is_for_the_way_back(op: &Op) -> bool {
    match op {
        Op::Witness(_) | Op::Rule(..) => true,
        Op::Runtime(function, _) => {
            function.ends_with("keep")
                || function.starts_with("snapshot")
                || matches!(*function, "together" | "copied" | "witness_without")
        }
        _ => false,
    }
}

fn count(block: &Block) -> usize {
    let mut count = 0;
    block.walk(&mut |_| count += 1);
    count
}

/// Leaves of an iteration what its reverse sweep asks for. What it says to others, it said in the forward sweep.
pub fn asked_for(again: &mut Block, back: &Block) {
    let mut asked = FlatSet::new();
    back.uses(&mut |var, _| {
        asked.insert(var);
    });
    loop {
        let before = asked.len();
        ask(again, &mut asked);
        if asked.len() == before {
            break;
        }
    }
    again.retain(&|stmt| is_asked_for(stmt, &asked) || diverges(stmt));
    again.walk_mut(&mut |stmt| {
        if let StmtKind::If(branch) = &mut stmt.kind
            && branch.out.is_some_and(|out| !asked.contains(&out))
        {
            (branch.out, branch.then.result, branch.els.result) = (None, None, None);
        }
    });
}

fn diverges(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Effect { diverges: true, .. })
}

/// Whether a statement gives a value that is asked for, or writes to a variable that is.
fn is_asked_for(stmt: &Stmt, asked: &FlatSet<Var>) -> bool {
    // What a call of the function itself keeps is on the tapes that all of its calls share, and is taken from there in any case.
    if matches!(&stmt.kind, StmtKind::Call(call) if call.kind == CallKind::Itself && !call.inactive) {
        return true;
    }
    let defines = stmt.defines().iter().any(|var| asked.contains(var));
    let within = |blocks: Vec<&Block>| {
        blocks
            .iter()
            .any(|block| block.stmts.iter().any(|stmt| is_asked_for(stmt, asked)))
    };
    let mut writes = false;
    let mut note = |var: Var, usage: Use| writes |= usage == Use::Write && asked.contains(&var);
    match &stmt.kind {
        StmtKind::If(_) => {}
        StmtKind::Loop(body) => body.kind.uses(&mut note),
        StmtKind::Spill { vars, .. } => return vars.iter().any(|var| asked.contains(var)),
        _ => stmt.uses(&mut note),
    }
    defines || writes || matches!(stmt.kind, StmtKind::If(_) | StmtKind::Loop(_)) && within(stmt.blocks())
}

/// Adds what the statements that are asked for read.
fn ask(block: &Block, asked: &mut FlatSet<Var>) {
    for stmt in &block.stmts {
        if !is_asked_for(stmt, asked) {
            continue;
        }
        let mut read = FlatSet::new();
        let mut note = |var: Var, _: Use| {
            read.insert(var);
        };
        match &stmt.kind {
            StmtKind::If(branch) => {
                branch.cond.uses(&mut note);
                if branch.out.is_some_and(|out| asked.contains(&out)) {
                    let results = [&branch.then, &branch.els].into_iter().flat_map(|side| &side.result);
                    results.for_each(|result| result.uses(&mut note));
                }
            }
            StmtKind::Loop(body) => {
                body.kind.uses(&mut note);
                body.exit.iter().for_each(|exit| note(*exit, Use::Read));
            }
            // An element that is overwritten is not read; what is asked for already says whether the others are.
            StmtKind::Assign { place, value, .. } => {
                value.uses(&mut note);
                place.index_uses(&mut note);
            }
            StmtKind::Update { place, value, .. } => {
                value.uses(&mut note);
                place.index_uses(&mut note);
            }
            _ => stmt.uses(&mut note),
        }
        asked.extend(read);
        if let StmtKind::If(_) | StmtKind::Loop(_) = &stmt.kind {
            stmt.blocks().into_iter().for_each(|inner| ask(inner, asked));
        }
    }
}
