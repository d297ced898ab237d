//! Where a derivative would be lost: what holds an active value and is kept as tokens, and what may be written through unseen.
//!
//! Input:  `let text = format!("{x}"); let y: f64 = text.parse().unwrap();` with `x` active
//! Output: an error on the words that read the value back

use crate::analysis::activity::flow::{enters, operand_source, sources, written_from};
use crate::analysis::activity::proofs::is_inert_param;
use crate::ir::effects::is_no_diff_param;
use crate::ir::*;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

/// Finds what holds an active value as text or as bits.
pub(super) fn spell(block: &Block, varied: &FlatSet<Var>, spelled: &mut FlatSet<Var>) {
    let spells = |opaque: &Opaque, spelled: &FlatSet<Var>| {
        opaque.spelled.iter().any(|var| varied.contains(var)) || opaque.carried.iter().any(|var| spelled.contains(var))
    };
    block.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let { var, op } => {
            let mut any = false;
            sources(op, &mut |source| any |= spelled.contains(&source));
            if let Op::Replace(place, Atom::Var(value)) = op
                && spelled.contains(value)
            {
                spelled.insert(place.root);
            }
            if let Op::Opaque(opaque) = op {
                any |= spells(opaque, spelled);
                if any {
                    spelled.extend(&opaque.writes);
                }
            }
            if any {
                spelled.insert(*var);
            }
        }
        StmtKind::Effect { opaque, .. } if spells(opaque, spelled) => spelled.extend(&opaque.writes),
        StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value }
            if value.var().is_some_and(|var| spelled.contains(&var)) =>
        {
            spelled.insert(place.root);
        }
        StmtKind::Update { place, value, .. } => {
            let mut any = false;
            operand_source(value, &mut |source| any |= spelled.contains(&source));
            if any {
                spelled.insert(place.root);
            }
        }
        StmtKind::Call(call) if enters(call, spelled) => {
            spelled.insert(call.out);
            let lent = |arg: &Argument| match arg {
                Argument::Mut(place) => Some(place.root),
                _ => None,
            };
            spelled.extend(call.args.iter().filter_map(lent));
        }
        StmtKind::If(branch) => {
            let spells = branch.result_vars().any(|var| spelled.contains(&var));
            if let (Some(out), true) = (branch.out, spells) {
                spelled.insert(out);
            }
        }
        StmtKind::Loop(body) => {
            if let LoopKind::Iterator { vars, iterator, .. } = &body.kind
                && spells(iterator, spelled)
            {
                spelled.extend(vars);
            }
        }
        _ => {}
    });
}

/// Reports functions that are given text or bits of an active value and may read it back, or keep it where another may: those of
/// which no result is taken. What they make may describe an error, and go on into further calls; nothing else can be made of it.
pub(super) fn report_readers(f: &Function, varied: &FlatSet<Var>, spelled: &FlatSet<Var>, diagnostics: &Diagnostics) {
    if spelled.is_empty() {
        return;
    }
    // The same value under other names.
    let mut names: Vec<(Var, Var)> = Vec::new();
    let mut used: FlatSet<Var> = f.body.result.iter().filter_map(Atom::var).collect();
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            var,
            op: Op::Read(place),
        } if place.is_whole() => names.push((*var, place.root)),
        StmtKind::Let { op, .. } if op.is_failure() => {}
        StmtKind::Call(_) | StmtKind::Effect { .. } => {}
        StmtKind::Let { op, .. } => op.uses(&mut |var, _| {
            used.insert(var);
        }),
        StmtKind::If(branch) => {
            used.extend(branch.result_vars());
        }
        StmtKind::Loop(_) => {}
        _ => stmt.uses(&mut |var, usage| {
            if usage != Use::Write {
                used.insert(var);
            }
        }),
    });
    for (name, value) in names.iter().rev() {
        if used.contains(name) {
            used.insert(*value);
        }
    }
    let mut mentioned: FlatSet<Var> = f.body.result.iter().filter_map(Atom::var).collect();
    f.body.walk(&mut |stmt| {
        if let StmtKind::If(branch) = &stmt.kind {
            mentioned.extend(branch.result_vars());
        }
        stmt.uses(&mut |var, usage| {
            if usage != Use::Write {
                mentioned.insert(var);
            }
        });
    });
    f.body.walk(&mut |stmt| {
        let StmtKind::Call(call) = &stmt.kind else {
            return;
        };
        if !spelled.contains(&call.out) || enters(call, varied) {
            return;
        }
        let message = if !mentioned.contains(&call.out) {
            "cannot see whether this keeps the number as text or bits, to be read back from there: the derivative would be lost"
        } else if used.contains(&call.out) && !f.info(call.out).ty.is_inert() {
            "cannot see whether this reads the number back from its text or bits: the derivative would be lost"
        } else {
            return;
        };
        diagnostics.error(stmt.span, message, "write `no_diff(..)` around the call if it does not");
    });
}

/// Reports the derivatives that an opaque expression would lose.
pub(super) fn report(
    f: &Function,
    block: &Block,
    varied: &FlatSet<Var>,
    spelled: &FlatSet<Var>,
    diagnostics: &Diagnostics,
) {
    let look = |opaque: &Opaque| {
        for loss in &opaque.losses {
            let lost = loss.reads.iter().any(|var| varied.contains(var));
            if lost || loss.spellings.iter().any(|var| spelled.contains(var)) {
                diagnostics.error(loss.span, &loss.message, &loss.help);
            }
        }
    };
    let written = |opaque: &Opaque, span| {
        let reads_varied = opaque.carried.iter().any(|var| varied.contains(var));
        for var in &opaque.writes {
            let reported = opaque
                .losses
                .iter()
                .any(|loss| loss.reads.iter().any(|var| varied.contains(var)));
            if !reported && (varied.contains(var) || reads_varied) && !f.info(*var).ty.is_inert() {
                diagnostics.error(
                    span,
                    format!(
                        "cannot see what this does to `{}`, which carries a derivative",
                        f.info(*var).name
                    ),
                    "write it with assignments, or as a function marked `#[differentiable]`",
                );
            }
        }
    };
    block.walk(&mut |stmt| {
        if let Some(target) = lost_in(f, &stmt.kind, varied) {
            diagnostics.error(
                stmt.span,
                format!(
                    "the derivative is lost in `{}`, which is handed on in `no_diff(..)`",
                    f.info(target).name
                ),
                "hand it on without `no_diff(..)`, or write `no_diff(..)` around what it is given here",
            );
        }
    });
    block.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            op: Op::Opaque(opaque), ..
        }
        | StmtKind::Effect { opaque, .. } => {
            look(opaque);
            written(opaque, stmt.span);
        }
        StmtKind::Let {
            op: Op::Cast(Atom::Var(value), _) | Op::Convert(Atom::Var(value), _),
            ..
        } if spelled.contains(value) => {
            let loss = Loss::read_back(stmt.span, Vec::new(), Vec::new());
            diagnostics.error(loss.span, &loss.message, &loss.help);
        }
        StmtKind::Let {
            op: Op::Repeat { len, .. },
            ..
        } => look(len),
        StmtKind::Loop(body) => {
            if let LoopKind::Iterator { iterator, .. } = &body.kind {
                look(iterator);
                written(iterator, stmt.span);
            }
        }
        kind => {
            if let Some((target, value)) = written_from(kind)
                && varied.contains(&value)
                && is_no_diff_param(f, target)
                && !is_inert_param(f, target)
            {
                diagnostics.error(
                    stmt.span,
                    format!(
                        "the derivative is lost in `{}`, which is marked `#[no_diff]`",
                        f.info(target).name
                    ),
                    "write `no_diff(..)` around the value, or take `#[no_diff]` off the parameter",
                );
            }
        }
    });
}

/// The variable without derivative, as `no_diff(&mut v)` says, into which a statement puts one.
fn lost_in(f: &Function, kind: &StmtKind, varied: &FlatSet<Var>) -> Option<Var> {
    let mut any = false;
    let mut note = |source: Var| any |= varied.contains(&source);
    let target = match kind {
        StmtKind::Let {
            op: Op::Replace(place, value),
            ..
        } => {
            value.var().into_iter().for_each(note);
            place.root
        }
        StmtKind::Let { var, op } => {
            sources(op, &mut note);
            *var
        }
        StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value } => {
            value.var().into_iter().for_each(note);
            place.root
        }
        StmtKind::Update { place, value, .. } => {
            operand_source(value, &mut note);
            place.root
        }
        StmtKind::Call(call) => {
            any = enters(call, varied);
            call.out
        }
        StmtKind::If(branch) => {
            branch.result_vars().for_each(note);
            branch.out?
        }
        _ => return None,
    };
    (any && f.detached.contains(&target)).then_some(target)
}

/// The variables that may point into others: of unknown type, and made from something that is known to hold values and may be
/// changed, as in `let last = v.last_mut().unwrap()`.
fn pointers(f: &Function, varied: &FlatSet<Var>) -> FlatSet<Var> {
    let mut found = FlatSet::new();
    let holds = |var: &Var| !f.info(*var).ty.is_inert() && *f.info(*var).ty.behind_references() != Ty::Unknown;
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let { var, op } if f.info(*var).ty == Ty::Unknown => {
            let points = match op {
                Op::Opaque(opaque) => opaque.writes.iter().any(holds),
                Op::Read(place) => found.contains(&place.root),
                _ => false,
            };
            if points {
                found.insert(*var);
            }
        }
        // A differentiable function returns no reference.
        StmtKind::Call(call) if f.info(call.out).ty == Ty::Unknown && !enters(call, varied) => {
            let lent = |arg: &Argument| matches!(arg, Argument::Mut(place) if holds(&place.root));
            if call.args.iter().any(lent) {
                found.insert(call.out);
            }
        }
        StmtKind::Loop(body) => {
            if let LoopKind::Iterator { vars, iterator, .. } = &body.kind
                && iterator.writes.iter().any(holds)
            {
                found.extend(vars);
            }
        }
        _ => {}
    });
    found
}

/// Reports references that a differentiable function could write an active value through.
pub(super) fn report_pointers(f: &Function, varied: &FlatSet<Var>, diagnostics: &Diagnostics) {
    let pointers = pointers(f, varied);
    f.body.walk(&mut |stmt| {
        let StmtKind::Call(call) = &stmt.kind else { return };
        for arg in &call.args {
            if let Argument::Value(Atom::Var(var)) = arg
                && pointers.contains(var)
                && enters(call, varied)
            {
                diagnostics.error(
                    stmt.span,
                    "cannot see which variable this call may write to: the derivative would be lost",
                    "pass `&mut v[i]` of the variable itself",
                );
            }
        }
    });
}
