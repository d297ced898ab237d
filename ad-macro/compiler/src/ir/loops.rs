//! Queries on loops: which list one overwrites as a whole, how deep loops nest, whether one is a scalar recurrence to be unrolled.
//!
//! Input:  `for j in 0..d { out[j] = …; }`
//! Output: `overwrites(out, d)`: the assignment

use crate::ir::function::Function;
use crate::ir::place::{Atom, Place, Projection, Var, VarInfo};
use crate::ir::statement::{Block, Loop, LoopKind, Op, Stmt, StmtKind};
use crate::ir::tape::{Tape, TapeForm};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

impl Loop {
    /// The statement that assigns to one element after the other, where the loop goes over all elements of a list, none of
    /// them under a condition, and does nothing else with it.
    pub fn overwrites(&self, list: Var, is_len: impl Fn(Var) -> bool) -> Option<&Stmt> {
        let LoopKind::Range {
            var: index,
            low,
            high: Atom::Var(high),
            inclusive: false,
            ..
        } = &self.kind
        else {
            return None;
        };
        let mut mentions = self.body.stmts.iter().filter(|stmt| stmt.mentions(list));
        let writer = mentions.next().filter(|_| mentions.next().is_none())?;
        let StmtKind::Assign { place, value, .. } = &writer.kind else {
            return None;
        };
        let from_start =
            |part: &Projection| matches!(part, Projection::Range { low, .. } if low.as_ref().is_none_or(Atom::is_zero));
        let element = place.path.split_last().is_some_and(|(last, parts)| {
            place.root == list
                && matches!(last, Projection::Index(Atom::Var(at)) if at == index)
                && parts.iter().all(from_start)
        });
        let whole = low.is_zero() && is_len(*high) && self.exit.is_none();
        (whole && element && value.var() != Some(list)).then_some(writer)
    }

    /// Of a loop of the reverse sweep, the tape of a few operations on numbers, the same in every iteration: they cost no more than the
    /// loop around them, so some iterations are to be one.
    pub fn recurrence(&self, vars: &[VarInfo]) -> Option<&Tape> {
        let counts = match &self.kind {
            LoopKind::Range { inclusive, .. } => !inclusive,
            kind => matches!(kind, LoopKind::Times(_)),
        };
        let tape = self.tape.as_ref().filter(|_| counts && self.body.stmts.len() <= 9)?;
        let number = |var: &Var| vars[var.0].ty.is_float();
        let own = self.kind.vars();
        let mut numbers = !matches!(tape.form, TapeForm::Array(_))
            && self.body.unspilled().is_some_and(|(_, vars)| vars.iter().all(number));
        for stmt in &self.body.stmts {
            match &stmt.kind {
                StmtKind::Unspill { .. } => {}
                StmtKind::Let { op, .. } => numbers &= !matches!(op, Op::Opaque(_)),
                StmtKind::Update { place, .. } | StmtKind::Assign { place, .. } => numbers &= place.is_whole(),
                _ => numbers = false,
            }
            stmt.uses(&mut |var, _| numbers &= number(&var) && !own.contains(&var));
        }
        numbers.then_some(tape)
    }
}

impl Function {
    /// How deep loops stand in loops, but for those that end at a constant or with an array: they are unrolled.
    pub fn loops_in_loops(&self) -> usize {
        let mut lengths = FlatSet::new();
        self.body.walk(&mut |stmt| {
            if let Some((var, Op::Opaque(opaque))) = stmt.as_let()
                && !opaque.reads.is_empty()
                && opaque
                    .reads
                    .iter()
                    .all(|list| matches!(self.place_ty(&Place::var(*list)).behind_references(), Ty::Array(_)))
            {
                lengths.insert(*var);
            }
        });
        self.body.depth(&|body| match &body.kind {
            LoopKind::Range { low, high, .. } => {
                let known = |end: &Atom| end.var().is_none_or(|var| lengths.contains(&var));
                !(known(low) && known(high))
            }
            _ => true,
        })
    }
}

impl Block {
    /// How deep the loops of which this holds stand in each other.
    fn depth(&self, counts: &dyn Fn(&Loop) -> bool) -> usize {
        let depths = self.stmts.iter().map(|stmt| {
            let own = matches!(&stmt.kind, StmtKind::Loop(body) if body.adjoint_of.is_none() && counts(body));
            let inner = stmt.blocks().into_iter().map(|block| block.depth(counts)).max();
            usize::from(own) + inner.unwrap_or(0)
        });
        depths.max().unwrap_or(0)
    }
}
