//! Inlines temporaries that are used once, by the next statement, where that keeps the order of evaluation.
//!
//! Input:  `let t1 = x[i]; let t2 = t1 * w; s += t2`
//! Output: `s += x[i] * w;`

use crate::emit::emitter::{Emit, Pending};
use crate::ir::*;
use crate::plan::copy_on_move::is_copy;
use crate::syntax::located::quote;
use crate::syntax::types::Ty;
use proc_macro2::TokenStream;

impl Emit<'_> {
    /// Folds the last pending temporaries into `stmt`, if it uses them in their order; writes the others out. Gives what the
    /// folded ones read.
    pub(super) fn fold(
        &self,
        pending: &mut Vec<Pending>,
        operands: &[Var],
        stmt: &Stmt,
        tokens: &mut TokenStream,
    ) -> (Vec<Var>, bool) {
        let mut keep = 0;
        let mut at = operands.len();
        for Pending { var, reads, lends, .. } in pending.iter().rev() {
            let Some(position) = operands[..at].iter().rposition(|operand| operand == var) else {
                break;
            };
            if conflicts(*var, reads, stmt) || *lends && !evaluates_first(stmt) {
                break;
            }
            at = position;
            keep += 1;
        }
        let folded = pending.split_off(pending.len() - keep);
        // One more temporary that uses none of the others does not disturb their order.
        let waits = self.folded_later(stmt).is_some() && !pending.iter().any(|waiting| operands.contains(&waiting.var));
        if !waits {
            self.flush(std::mem::take(pending), tokens);
        }
        let mut within = Vec::new();
        let mut lent = false;
        for Pending {
            var,
            reads,
            lends,
            expr,
        } in folded
        {
            within.extend(reads);
            lent |= lends;
            self.folded.borrow_mut().insert(var, expr);
        }
        (within, lent)
    }

    pub(super) fn flush(&self, pending: Vec<Pending>, tokens: &mut TokenStream) {
        for Pending { var, expr, .. } in pending {
            let name = self.name(var);
            let expr = expr.tokens;
            tokens.extend(quote!(let #name = #expr;));
        }
    }

    /// Whether a temporary is used by nothing: it has no name then, and is dropped where its statement ends.
    pub(super) fn ends_at_once(&self, var: Var) -> bool {
        let info = self.f.info(var);
        info.temporary
            && info.role == Role::Value
            && info.ty == Ty::Unknown
            && info.annotation.is_none()
            && !self.shared.contains(&var)
            && !self.counts.borrow().contains_key(&var)
    }

    /// The temporary that a statement makes, if it may be folded into the statement that uses it.
    pub(super) fn folded_later(&self, stmt: &Stmt) -> Option<Var> {
        match &stmt.kind {
            StmtKind::Let { var, op } => (self.is_used_once(*var) && self.foldable(op)).then_some(*var),
            // What a call is lent is dropped where the user's statement ends.
            StmtKind::Call(call) => {
                let writes = call.args.iter().any(|arg| matches!(arg, Argument::Mut(_)));
                let stays =
                    call.inactive && call.tangents.is_none() && !writes && call.olds.iter().all(Option::is_none);
                (stays && self.is_used_once(call.out)).then_some(call.out)
            }
            _ => None,
        }
    }

    fn is_used_once(&self, var: Var) -> bool {
        let info = self.f.info(var);
        info.temporary
            && info.role != Role::View
            && !info.mutable
            && info.annotation.is_none()
            && !self.shared.contains(&var)
            && self.counts.borrow().get(&var) == Some(&1)
    }

    fn foldable(&self, op: &Op) -> bool {
        match op {
            // It takes memory of the workspace, which a call may use.
            op if is_copy(op) => false,
            Op::Runtime("snapshot", _) => false,
            Op::Read(place) => {
                let role = self.f.info(place.root).role;
                role != Role::Slot && (self.f.place_ty(place).is_scalar() || place.is_whole() && role == Role::Value)
            }
            Op::Opaque(opaque) => opaque.writes.is_empty(),
            Op::Binary(..) | Op::Neg(_) | Op::Rule(..) | Op::Cast(..) | Op::Convert(..) => true,
            Op::Tuple(_)
            | Op::Struct { .. }
            | Op::Array { .. }
            | Op::Repeat { .. }
            | Op::Clone(..)
            | Op::Sum(_)
            | Op::Dot(..) => true,
            Op::Runtime(..) | Op::RuntimeRule(..) | Op::Zero(None) => true,
            _ => false,
        }
    }
}

/// Whether a statement has computed its operands before it hands the workspace to anyone.
fn evaluates_first(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Let { op, .. } => matches!(
            op,
            Op::Runtime(..) | Op::RuntimeRule(..) | Op::Binary(..) | Op::Neg(_) | Op::Read(_)
        ),
        kind => matches!(
            kind,
            StmtKind::Accumulate(..) | StmtKind::Update { .. } | StmtKind::Assign { .. }
        ),
    }
}

/// The variables of a statement's own expression, in the order of evaluation; nested blocks are not looked into.
pub(super) fn own_operands(stmt: &Stmt) -> Vec<Var> {
    let mut vars = Vec::new();
    let mut note = |var: Var, usage: Use| {
        if usage != Use::Write {
            vars.push(var);
        }
    };
    match &stmt.kind {
        StmtKind::If(branch) => branch.cond.uses(&mut note),
        StmtKind::Loop(body) => match &body.kind {
            LoopKind::Range { .. } | LoopKind::Iterator { .. } => body.kind.uses(&mut note),
            LoopKind::Times(_) | LoopKind::Forever => {}
        },
        StmtKind::PullMap(_) => {}
        StmtKind::Let { op: Op::Mapv(map), .. } => map.source.uses(Use::Read, &mut note),
        // The right side is evaluated first.
        StmtKind::Assign {
            place,
            value,
            old: None,
        } => {
            value.uses(&mut note);
            place.index_uses(&mut note);
        }
        StmtKind::Assign { .. } => {}
        StmtKind::Update {
            place,
            value,
            old: None,
            ..
        } => {
            value.uses(&mut note);
            place.index_uses(&mut note);
        }
        StmtKind::Update { .. } => {}
        StmtKind::Undo { .. }
        | StmtKind::Permute { .. }
        | StmtKind::Split { .. }
        | StmtKind::Row { .. }
        | StmtKind::CopyRow { .. } => {}
        StmtKind::Call(call) if call.olds.iter().any(Option::is_some) => {}
        // What a method is called on stands in two places: where it is proved to be the method whose twin is called, too.
        StmtKind::Call(call) if call.kind == CallKind::Method && !call.inactive => {
            stmt.uses(&mut note);
            call.args[0].uses(&mut |var, _| vars.retain(|other| *other != var));
        }
        _ => stmt.uses(&mut note),
    }
    vars
}

/// Whether folding `var`, whose expression reads these, into a statement would read a place while the statement holds it
/// mutably.
pub(super) fn conflicts(var: Var, reads: &[Var], stmt: &Stmt) -> bool {
    let mut written = Vec::new();
    match &stmt.kind {
        StmtKind::Accumulate(..) | StmtKind::Pull(_) | StmtKind::Call(_) | StmtKind::Push { .. } => {
            stmt.uses(&mut |var, usage| {
                if usage == Use::Write {
                    written.push(var);
                }
            });
        }
        // `v[1..][k]`: the outer index is computed while the inner one holds `v`.
        StmtKind::Assign { place, .. } | StmtKind::Update { place, .. } if place.path.len() > 1 => {
            place.index_uses(&mut |index, _| {
                if index == var {
                    written.push(place.root);
                }
            });
        }
        _ => {}
    }
    reads.iter().any(|var| written.contains(var))
}
