//! Def, use and effect queries: what a statement or block reads, writes, defines and contains.
//!
//! Input:  `x[i] += f(&y)`
//! Output: `uses`: `x` written, `i` and `y` read

use crate::ir::calls::{Argument, CallKind, PullArgument};
use crate::ir::function::Function;
use crate::ir::opaque::Opaque;
use crate::ir::place::{Atom, Operand, Place, Projection, Use, Var};
use crate::ir::statement::{Block, Exit, Inverse, LoopKind, Map, Op, Stmt, StmtKind};
use crate::ir::tape::{Tape, TapeForm};

// ---------------------------------------------------------------------------------------------------------------------
// Walks: which variables a piece of the program mentions.

impl Atom {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        if let Atom::Var(var) = self {
            f(*var, Use::Value);
        }
    }
}

impl Place {
    pub fn uses(&self, root: Use, f: &mut dyn FnMut(Var, Use)) {
        f(self.root, root);
        self.index_uses(f);
    }

    pub fn index_uses(&self, f: &mut dyn FnMut(Var, Use)) {
        for projection in &self.path {
            match projection {
                Projection::Index(atom) => atom.uses(f),
                Projection::Range { low, high, .. } => {
                    low.iter().chain(high).for_each(|atom| atom.uses(f));
                }
                Projection::Through { route, .. } => route.uses(f),
                Projection::Where(present) => present.uses(f),
                Projection::Field(_)
                | Projection::Payload(_)
                | Projection::Part(_)
                | Projection::Deref
                | Projection::Behind => {}
            }
        }
    }
}

impl Operand {
    /// The variable that it is, by value or by reference.
    pub fn whole(&self) -> Option<Var> {
        match self {
            Operand::Atom(atom) => atom.var(),
            Operand::Borrow(place) => place.is_whole().then_some(place.root),
            Operand::Lend(_) | Operand::Receiver(_) => None,
        }
    }

    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            Operand::Atom(atom) => atom.uses(f),
            Operand::Borrow(place) | Operand::Receiver(place) => place.uses(Use::Read, f),
            Operand::Lend(place) => place.uses(Use::Write, f),
        }
    }
}

impl Opaque {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        self.reads.iter().for_each(|var| f(*var, Use::Read));
        self.writes.iter().for_each(|var| f(*var, Use::Write));
    }
}

impl Argument {
    /// The place that is lent.
    pub fn place(&self) -> &Place {
        match self {
            Argument::Ref(place) | Argument::Mut(place) => place,
            _ => unreachable!("the argument is a reference"),
        }
    }

    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            Argument::Value(atom) | Argument::RefAtom(atom) => atom.uses(f),
            Argument::Ref(place) => place.uses(Use::Read, f),
            Argument::Mut(place) => place.uses(Use::Write, f),
            Argument::Lambda(..) | Argument::Named(..) => {}
        }
    }
}

impl Op {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            Op::Read(place)
            | Op::Clone(place, _)
            | Op::Sum(place)
            | Op::Witness(place)
            | Op::Part(place)
            | Op::LentCopy(place)
            | Op::Unwrap(place, _) => {
                place.uses(Use::Read, f);
            }
            Op::Binary(_, l, r) => {
                l.uses(f);
                r.uses(f);
            }
            Op::Neg(operand) => operand.uses(f),
            Op::Rule(_, args) => args.iter().for_each(|arg| arg.uses(f)),
            Op::Dot(place, operand) => {
                place.uses(Use::Read, f);
                operand.uses(f);
            }
            Op::Mapv(map) => {
                map.uses(f);
                map.body.uses(f);
            }
            Op::Cast(atom, _) | Op::Convert(atom, _) => atom.uses(f),
            Op::Tuple(atoms) | Op::Array { elements: atoms, .. } => {
                atoms.iter().for_each(|atom| atom.uses(f));
            }
            Op::Rewrap { like, value } => {
                like.uses(Use::Read, f);
                value.uses(f);
            }
            Op::Variant { parts, .. } => parts.iter().for_each(|(_, _, atom)| atom.uses(f)),
            Op::Struct { fields, rest, .. } => {
                fields.iter().for_each(|(_, part)| part.uses(f));
                rest.iter().for_each(|rest| rest.uses(Use::Read, f));
            }
            Op::Repeat { element, len, .. } => {
                element.uses(f);
                len.uses(f);
            }
            Op::Opaque(opaque) => opaque.uses(f),
            Op::Zero(witness) => witness.iter().for_each(|var| f(*var, Use::Value)),
            Op::LentZero(witness) => f(*witness, Use::Value),
            Op::Take(place, witness) => {
                place.uses(Use::Write, f);
                witness.iter().for_each(|var| f(*var, Use::Value));
            }
            Op::Empty(place, witness) => {
                place.uses(Use::Write, f);
                f(*witness, Use::Value);
            }
            Op::TakeSlot(slot, witness) => {
                f(*slot, Use::Write);
                witness.iter().for_each(|var| f(*var, Use::Value));
            }
            Op::PopElement(place) => place.uses(Use::Write, f),
            Op::Unpack(var, _) => f(*var, Use::Value),
            Op::Replace(place, value) => {
                place.uses(Use::Write, f);
                value.uses(f);
            }
            Op::Runtime(_, args) | Op::RuntimeRule(_, _, args) => {
                args.iter().for_each(|arg| arg.uses(f));
            }
            Op::Tangent { args, tangents, .. } => {
                args.iter().chain(tangents.iter().flatten()).for_each(|arg| arg.uses(f));
            }
        }
    }
}

impl Map {
    /// What it maps.
    fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        self.source.uses(Use::Read, f);
        if let Some(Some(tangent)) = &self.along {
            tangent.uses(Use::Read, f);
        }
    }
}

impl Block {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        self.stmts.iter().for_each(|stmt| stmt.uses(f));
        self.result.iter().for_each(|atom| atom.uses(f));
    }

    /// Every statement, the nested ones included, outer before inner.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            f(stmt);
            stmt.blocks().into_iter().for_each(|block| block.walk(f));
        }
    }

    /// The same, to change them.
    pub fn walk_mut(&mut self, f: &mut dyn FnMut(&mut Stmt)) {
        for stmt in &mut self.stmts {
            f(stmt);
            stmt.blocks_mut().into_iter().for_each(|block| block.walk_mut(f));
        }
    }

    /// Keeps the statements of which this holds, and of those that are nested in them the same.
    pub fn retain(&mut self, keep: &dyn Fn(&Stmt) -> bool) {
        self.stmts.retain(|stmt| keep(stmt));
        for stmt in &mut self.stmts {
            stmt.blocks_mut().into_iter().for_each(|block| block.retain(keep));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.stmts.is_empty()
    }
}

impl PullArgument {
    /// Calls `f` for every variable that it mentions, but for those that it defines.
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            PullArgument::Value(_) | PullArgument::Named | PullArgument::Absent | PullArgument::Lambda(..) => {}
            PullArgument::Again(atom, bar) => {
                atom.uses(f);
                bar.iter().for_each(|bar| bar.uses(Use::Write, f));
            }
            PullArgument::Kept(atom) | PullArgument::Copied(atom, _) => atom.uses(f),
            PullArgument::Ref(place, bar) => {
                place.uses(Use::Read, f);
                bar.iter().for_each(|bar| bar.uses(Use::Write, f));
            }
            PullArgument::Mut(place, bar) => {
                place.uses(Use::Write, f);
                bar.iter().for_each(|bar| bar.uses(Use::Write, f));
            }
        }
    }
}

impl Stmt {
    /// Whether the statement mentions a variable other than by defining it.
    pub fn mentions(&self, var: Var) -> bool {
        let mut found = false;
        self.uses(&mut |used, _| found |= used == var);
        found
    }

    /// Calls `f` for every variable that the statement mentions, nested blocks included, but for those it defines.
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        self.own_uses(f);
        self.blocks().into_iter().for_each(|block| block.uses(f));
    }

    /// The same without the nested blocks.
    pub fn own_uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match &self.kind {
            StmtKind::Let { op: Op::Mapv(map), .. } => map.uses(f),
            StmtKind::Let { op, .. } => op.uses(f),
            StmtKind::Declare(_) | StmtKind::Unspill { .. } => {}
            StmtKind::Spill { vars, .. } => vars.iter().for_each(|var| f(*var, Use::Value)),
            StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value } => {
                place.uses(Use::Write, f);
                value.uses(f);
            }
            StmtKind::Update { place, value, .. } => {
                place.uses(Use::Write, f);
                value.uses(f);
            }
            StmtKind::Call(call) => {
                let tangents = call.tangents.iter().flatten().flatten();
                call.args.iter().chain(tangents).for_each(|arg| arg.uses(f));
            }
            StmtKind::If(branch) => branch.cond.uses(f),
            StmtKind::Loop(body) => {
                body.kind.uses(f);
                body.exit.iter().for_each(|var| f(*var, Use::Read));
                let tape = body.tape.iter().filter(|_| body.adjoint_of.is_some());
                tape.filter_map(Tape::value).for_each(|var| f(var, Use::Value));
            }
            StmtKind::Effect { opaque, .. } => opaque.uses(f),
            StmtKind::Exit(Exit::Break(_, value) | Exit::Return(value)) => {
                value.iter().for_each(|atom| atom.uses(f));
            }
            StmtKind::Exit(Exit::Continue(_)) => {}
            StmtKind::Undo { place, by } => {
                place.uses(Use::Write, f);
                match by {
                    Inverse::Store(var) | Inverse::Push(var) | Inverse::Permute { order: var, .. } => {
                        f(*var, Use::Value)
                    }
                    Inverse::Step(_, value) => value.uses(f),
                    Inverse::Pop => {}
                }
            }
            StmtKind::Permute { place, order, .. } => {
                place.uses(Use::Write, f);
                f(*order, Use::Value);
            }
            StmtKind::Pull(pull) => {
                if pull.kind != CallKind::Itself {
                    f(pull.pullback, Use::Value);
                }
                pull.seed.iter().for_each(|atom| atom.uses(f));
                pull.args.iter().for_each(|arg| arg.uses(f));
            }
            StmtKind::Split { of, at, .. } => {
                of.uses(Use::Write, f);
                at.uses(f);
            }
            StmtKind::Row { of, .. } => of.uses(Use::Read, f),
            StmtKind::CopyRow { row, back } => row.uses(if *back { Use::Write } else { Use::Read }, f),
            StmtKind::GiveBack(var) => f(*var, Use::Value),
            StmtKind::Accumulate(_, args) => args.iter().for_each(|arg| arg.uses(f)),
            StmtKind::PullMap(map) => {
                map.source.uses(Use::Read, f);
                f(map.seed, Use::Read);
                let along = map.along.iter().flatten();
                along.clone().for_each(|(tangent, _)| tangent.uses(Use::Read, f));
                let bars = map.source_bar.iter().chain(along.filter_map(|(_, bar)| bar.as_ref()));
                bars.for_each(|bar| bar.uses(Use::Write, f));
            }
        }
    }

    /// The variables that the statement defines in its own block.
    pub fn defines(&self) -> Vec<Var> {
        match &self.kind {
            StmtKind::Let { var, .. } | StmtKind::Declare(var) => vec![*var],
            StmtKind::Split { low, high, .. } => vec![*low, *high],
            StmtKind::Row { var, .. } => vec![*var],
            StmtKind::Assign { old, .. } | StmtKind::Update { old, .. } => old.iter().copied().collect(),
            StmtKind::Call(call) => {
                let mut vars: Vec<Var> = call.olds.iter().flatten().copied().collect();
                vars.push(call.out);
                if call.has_pullback() {
                    vars.push(call.pullback);
                }
                vars
            }
            StmtKind::If(branch) => branch.out.into_iter().chain(branch.record).collect(),
            StmtKind::Unspill { vars, .. } => vars.clone(),
            StmtKind::Loop(body) if body.adjoint_of.is_none() => {
                let tape = body.tape.iter().filter_map(Tape::value);
                tape.chain([body.trips]).collect()
            }
            StmtKind::Pull(pull) => pull
                .args
                .iter()
                .filter_map(|arg| match arg {
                    PullArgument::Value(var) | PullArgument::Copied(_, var) => *var,
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StmtKind::If(branch) => vec![&branch.then, &branch.els],
            StmtKind::Loop(body) => [&body.body].into_iter().chain(&body.fused).collect(),
            StmtKind::PullMap(map) => vec![&map.forward, &map.backward],
            StmtKind::Let { op: Op::Mapv(map), .. } => vec![&map.body],
            _ => Vec::new(),
        }
    }

    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match &mut self.kind {
            StmtKind::If(branch) => vec![&mut branch.then, &mut branch.els],
            StmtKind::Loop(body) => [&mut body.body].into_iter().chain(&mut body.fused).collect(),
            StmtKind::PullMap(map) => vec![&mut map.forward, &mut map.backward],
            StmtKind::Let { op: Op::Mapv(map), .. } => vec![&mut map.body],
            _ => Vec::new(),
        }
    }
}

impl Tape {
    /// The value that the loop makes and its reverse sweep needs: the tape itself or its height.
    pub fn value(&self) -> Option<Var> {
        match self.form {
            TapeForm::Array(_) => Some(self.var),
            _ => self.height,
        }
    }
}

impl LoopKind {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            LoopKind::Range { low, high, .. } => {
                low.uses(f);
                high.uses(f);
            }
            LoopKind::Iterator { iterator, .. } => iterator.uses(f),
            LoopKind::Times(trips) => f(*trips, Use::Read),
            LoopKind::Forever => {}
        }
    }

    /// The variables that each iteration gets.
    pub fn vars(&self) -> Vec<Var> {
        match self {
            LoopKind::Range { var, .. } => vec![*var],
            LoopKind::Iterator { vars, .. } => vars.clone(),
            LoopKind::Forever | LoopKind::Times(_) => Vec::new(),
        }
    }
}

pub fn argument_source(argument: &Argument, each: &mut dyn FnMut(Var)) {
    match argument {
        Argument::Value(atom) | Argument::RefAtom(atom) => atom.var().into_iter().for_each(each),
        Argument::Ref(place) | Argument::Mut(place) => each(place.root),
        // What a closure captured are arguments of their own.
        Argument::Lambda(..) | Argument::Named(..) => {}
    }
}

pub fn is_no_diff_param(f: &Function, var: Var) -> bool {
    f.params.iter().any(|param| param.var == var && !param.differentiable)
}
