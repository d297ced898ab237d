//! Loops, and what their tapes keep.

use crate::ir::*;

#[derive(Clone, Debug)]
pub struct Record {
    pub var: Var,
    pub then: Vec<Var>,
    pub els: Vec<Var>,
    /// Where the condition can be had again, there is no record: each branch that saves something has a tape of its own.
    pub tapes: Option<[Option<Var>; 2]>,
}

impl Record {
    /// The variable that records the way taken, where there is one.
    pub fn value(&self) -> Option<Var> {
        self.tapes.is_none().then_some(self.var)
    }
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub label: usize,
    pub kind: LoopKind,
    pub body: Block,
    /// A flag that ends the loop after the iteration that sets it.
    pub exit: Option<Var>,
    /// Counts the iterations, where the adjoint needs that.
    pub trips: Var,
    pub count_trips: bool,
    /// Filled by the plan.
    pub tape: Option<Tape>,
    /// Where the sweeps stand in one function: the way back through each iteration, which runs right after it.
    pub fused: Option<Block>,
    /// Of a loop that is marked `#[checkpoint]`: copies of what each iteration finds, once the pass `checkpoints` has made them.
    pub checkpoint: Option<Vec<Var>>,
}

impl Loop {
    /// The statement that assigns to one element after the other, where the loop goes over all `len` elements of a list, none of
    /// them under a condition, and does nothing else with it.
    pub fn overwrites(&self, list: Var, len: Var) -> Option<&Stmt> {
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
        let element =
            place.root == list && matches!(&place.path[..], [Projection::Index(Atom::Var(at))] if at == index);
        let whole = low.is_zero() && *high == len && self.exit.is_none();
        (whole && element && value.var() != Some(list)).then_some(writer)
    }
}

/// Where a loop saves, and what each iteration saves there.
#[derive(Clone, Debug)]
pub struct Tape {
    pub var: Var,
    pub saves: Vec<Var>,
    pub form: TapeForm,
    /// Where it is not of this call alone, but the stack that all calls share: how high it stood after the loop.
    pub height: Option<Var>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TapeForm {
    /// Each iteration pushes: their number is not known before.
    Pushed,
    /// Their number is known before the first one, and so there is room for all of them: nothing grows inside the loop.
    Reserved,
    /// As many elements as the loop has iterations: a value like any other, which needs no memory of its own.
    Array(usize),
}

/// The elements of a list that a loop from `low` to `high` overwrites, and the tape that they are saved on.
#[derive(Clone, Debug)]
pub struct TapedRow {
    pub tape: Var,
    pub list: Place,
    /// How far each element is from the iteration's number.
    pub offset: crate::ir::affine_index::Offset,
    pub low: Atom,
    pub high: Atom,
}

impl TapedRow {
    pub fn uses(&self, list: Use, f: &mut dyn FnMut(Var, Use)) {
        self.list.uses(list, f);
        self.low.uses(f);
        self.high.uses(f);
        if let crate::ir::affine_index::Offset::Beyond(_, reads) | crate::ir::affine_index::Offset::Before(_, reads) =
            &self.offset
        {
            reads.iter().for_each(|var| f(*var, Use::Read));
        }
    }
}

#[derive(Clone, Debug)]
pub enum LoopKind {
    /// `for var in low..high`, possibly inclusive or reversed.
    Range {
        var: Var,
        low: Atom,
        high: Atom,
        inclusive: bool,
        reversed: bool,
    },
    /// `for pattern in iterator` over values without derivative.
    Iterator {
        pattern: TokenStream,
        vars: Vec<Var>,
        iterator: Opaque,
    },
    Forever,
}

impl Function {
    /// How deep loops stand in loops, but for those that end at a constant or with an array: they are unrolled.
    pub fn loops_in_loops(&self) -> usize {
        let mut lengths = BTreeSet::new();
        self.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                var,
                op: Op::Opaque(opaque),
                ..
            } = &stmt.kind
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
            let own = matches!(&stmt.kind, StmtKind::Loop(body) if counts(body));
            let inner = stmt.blocks().into_iter().map(|block| block.depth(counts)).max();
            usize::from(own) + inner.unwrap_or(0)
        });
        depths.max().unwrap_or(0)
    }
}

#[derive(Clone, Debug)]
pub struct Reverse {
    pub of: usize,
    pub kind: LoopKind,
    pub by_trips: bool,
    pub trips: Var,
    pub body: Block,
    pub tape: Option<Tape>,
}

impl Reverse {
    /// The tape of a few operations on numbers, the same in every iteration: they cost no more than the loop around them, so
    /// some iterations are to be one.
    pub fn recurrence(&self, vars: &[VarInfo]) -> Option<&Tape> {
        let counts = match &self.kind {
            LoopKind::Range { inclusive, .. } => !inclusive || self.by_trips,
            _ => self.by_trips,
        };
        let tape = self.tape.as_ref().filter(|_| counts && self.body.stmts.len() <= 8)?;
        let number = |var: &Var| vars[var.0].ty.is_float();
        let own = self.kind.vars();
        let mut numbers = !matches!(tape.form, TapeForm::Array(_)) && tape.saves.iter().all(number);
        for stmt in &self.body.stmts {
            match &stmt.kind {
                StmtKind::Let { op, .. } => numbers &= !matches!(op, Op::Opaque(_)),
                StmtKind::Update { place, .. } | StmtKind::Assign { place, .. } => numbers &= place.is_whole(),
                _ => numbers = false,
            }
            stmt.uses(&mut |var, _| numbers &= number(&var) && !own.contains(&var));
        }
        numbers.then_some(tape)
    }
}
