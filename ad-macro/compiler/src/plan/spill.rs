//! Spill, reload or recompute: how each demand of the reverse sweep is met.
//!
//! Input:  the forward sweep, the reverse sweep, and the primal values that it uses
//! Output: both, with what each branch records, each iteration spills and each assignment saves, and with the statements that reload or
//!         recompute; and the reasons.
//!
//! * At the function's own level a value is captured: that is free while the pullback is not on a caller's tape. What
//!   follows from a borrowed parameter alone, `a.len()`, `a[0]` or `a[0] * a[1]`, is reloaded or recomputed. In a recursive function it is as in a loop.
//! * In a loop, an element of an array that is not stored to in between is *reloaded*; cheap arithmetic on such values is
//!   *recomputed*; the rest is *spilled*, one tuple per iteration.
//! * Of an iteration of a loop that is marked as a checkpoint, the loop-carried state is saved, and all else is *executed again*.
//! * A struct that holds references is *rematerialised* before its first use: a pullback captures no borrow.
//! * A mutable variable that the reverse sweep reads is *replayed*: its assignments save what they overwrite, which is restored by
//!   their adjoints; steps of an integer are reversed. `&mut` parameters are always replayed. Of all others the old values
//!   are dropped, and so are the dead restores that `dead_restores` finds.

pub mod recompute;

use crate::ir::plan::Plan;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use std::cell::RefCell;
use syn::BinOp;

/// What it costs to save a value.
#[derive(Clone, Copy, PartialEq)]
enum Memory {
    /// Nothing: both sweeps stand in one function, and it is still there.
    There,
    /// Nothing: the pullback's closure captures it.
    Captured,
    /// Memory for each call of a recursive function.
    Call,
    /// Memory for each iteration of a loop.
    Iteration,
}

struct Planner<'a> {
    f: &'a mut Function,
    /// The loops whose iterations are run there and back one by one.
    fused: &'a FlatSet<usize>,
    replayed: FlatSet<Var>,
    /// What the function takes by value somewhere: kept, it would be copied there.
    moved: FlatSet<Var>,
    /// Declared without a value.
    deferred: FlatSet<Var>,
    tapes: Vec<Var>,
    reasons: Vec<(Var, &'static str)>,
    /// What an iteration that is executed again needs for itself alone.
    within: FlatSet<Var>,
    /// What the innermost loop around the block that is planned defines.
    varying: FlatSet<Var>,
    /// What was found out about the variables of the block that is planned: `cheap` and `had_again` ask about each operand of
    /// each operand.
    cheap: RefCell<FlatMap<Var, bool>>,
    had_again: RefCell<FlatMap<Var, bool>>,
}

pub fn spill(f: &mut Function, backward: &mut Backward) -> Plan {
    planned(f, backward, &FlatSet::new(), Memory::Captured)
}

/// The plan of sweeps that stand in one function, in which these loops are run there and back one by one.
pub fn together(f: &mut Function, backward: &mut Backward, fused: &FlatSet<usize>) -> Plan {
    planned(f, backward, fused, Memory::There)
}

fn planned(f: &mut Function, backward: &mut Backward, fused: &FlatSet<usize>, memory: Memory) -> Plan {
    let replayed = f
        .params
        .iter()
        .filter(|param| param.passing == Passing::Mut)
        .map(|param| param.var)
        .collect();
    let mut deferred = FlatSet::new();
    f.body.walk(&mut |stmt| {
        if let StmtKind::Declare(var) = stmt.kind {
            deferred.insert(var);
        }
    });
    let moved = moved(f);
    let mut planner = Planner {
        f,
        fused,
        replayed,
        moved,
        deferred,
        tapes: Vec::new(),
        reasons: Vec::new(),
        within: FlatSet::new(),
        varying: FlatSet::new(),
        cheap: RefCell::default(),
        had_again: RefCell::default(),
    };
    // A call of a recursive function has no closure: it saves, as an iteration does, what it was handed by value, too.
    let (memory, by_value): (Memory, Vec<Var>) = match planner.f.recursion {
        Recursion::Frames(_) => {
            let by_value = planner.f.params.iter().filter(|param| param.passing == Passing::Value);
            (Memory::Call, by_value.map(|param| param.var).collect())
        }
        _ => (memory, Vec::new()),
    };
    let body = std::mem::take(&mut planner.f.body);
    let mut unread = FlatSet::new();
    // What is replayed is known only from what is demanded, and the other way round: a fixpoint.
    loop {
        let before = planner.replayed.clone();
        let (mut forward, mut block) = (body.clone(), backward.block.clone());
        planner.tapes.clear();
        planner.reasons.clear();
        planner.within.clear();
        drop_undos(&mut block, &planner.replayed, &unread);
        crate::ir::dce::simplify(&mut block, &backward.results);
        let saves = planner.block(&mut forward, &mut block, memory, &by_value);
        planner.frame(&mut forward, &mut block, saves);
        let reads = planner.mutable_reads(&forward, &block);
        planner.replayed.extend(reads);
        if planner.replayed != before {
            continue;
        }
        let mut found = crate::plan::dead_restores::unread(planner.f, &forward, &block, fused);
        found.extend(crate::plan::trailing_updates::unread(planner.f, &block, fused));
        if found.is_empty() {
            let mut kept = FlatSet::new();
            block.uses(&mut |var, _| {
                kept.insert(var);
            });
            let mut defined: FlatSet<Var> = planner.f.params.iter().map(|param| param.var).collect();
            collect_defined(&forward, &mut defined);
            // What an iteration that is executed again defines, the forward sweep may leave out.
            collect_defined(&body, &mut defined);
            block.walk(&mut |stmt| {
                if let StmtKind::PullMap(map) = &stmt.kind {
                    collect_defined(&map.forward, &mut defined);
                }
            });
            kept.retain(|var| defined.contains(var) && !planner.within.contains(var));
            settle_mutability(planner.f, &block);
            drop_olds(&mut forward, &kept);
            drop_olds(&mut block, &kept);
            backward.block = block;
            let (tapes, reasons) = (std::mem::take(&mut planner.tapes), std::mem::take(&mut planner.reasons));
            crate::plan::deferred_init::witness_early(f, &mut forward);
            f.body = forward;
            let (absent, spent) = crate::plan::deferred_init::with_spent(f, &backward.block, &kept);
            kept.extend(absent.copied);
            let moves = crate::plan::last_uses::moves(f, &kept);
            return Plan {
                kept,
                moves,
                unassigned: absent.unassigned,
                spent,
                tapes,
                reasons,
                ..Plan::default()
            };
        }
        unread.extend(found);
    }
}

/// The variables that may own memory and that the function takes by value.
fn moved(f: &Function) -> FlatSet<Var> {
    let mut moved = FlatSet::new();
    let mut note = |block: &Block| moved.extend(block.result.iter().filter_map(Atom::var));
    note(&f.body);
    f.body.walk(&mut |stmt| stmt.blocks().into_iter().for_each(&mut note));
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::If(_) | StmtKind::Loop(_) => {}
        StmtKind::Let {
            op: Op::Read(place), ..
        } => {
            let within = |step: &Projection| {
                matches!(
                    step,
                    Projection::Field(_) | Projection::Payload(_) | Projection::Part(_)
                )
            };
            if place.path.iter().all(within) && !f.place_ty(place).is_scalar() {
                moved.insert(place.root);
            }
        }
        _ => stmt.uses(&mut |var, usage| {
            if usage == Use::Value {
                moved.insert(var);
            }
        }),
    });
    moved.retain(|var| f.copied.contains(var));
    moved
}

fn drop_undos(block: &mut Block, replayed: &FlatSet<Var>, unread: &FlatSet<usize>) {
    block.stmts.retain(|stmt| match &stmt.kind {
        StmtKind::Undo { place, .. } => replayed.contains(&place.root) && !unread.contains(&stmt.id),
        _ => true,
    });
    for stmt in &mut block.stmts {
        for inner in stmt.blocks_mut() {
            drop_undos(inner, replayed, unread);
        }
    }
}

/// Old values that nothing puts back are not kept.
fn drop_olds(block: &mut Block, kept: &FlatSet<Var>) {
    let keep = |old: &mut Option<Var>| {
        if old.is_some_and(|var| !kept.contains(&var)) {
            *old = None;
        }
    };
    for stmt in &mut block.stmts {
        match &mut stmt.kind {
            StmtKind::Assign { old, .. } | StmtKind::Update { old, .. } => keep(old),
            StmtKind::Call(call) => call.olds.iter_mut().for_each(keep),
            _ => {}
        }
        for inner in stmt.blocks_mut() {
            drop_olds(inner, kept);
        }
    }
    block.stmts.retain(|stmt| match &stmt.kind {
        StmtKind::Let {
            var,
            op: Op::Runtime("snapshot" | "snapshot_stacked" | "snapshot_again", _),
        } => kept.contains(var),
        _ => true,
    });
}

impl Planner<'_> {
    /// The mutable variables of the forward sweep whose content the reverse sweep reads or hands on.
    fn mutable_reads(&self, forward: &Block, backward: &Block) -> FlatSet<Var> {
        let mut defined = FlatSet::new();
        collect_defined(forward, &mut defined);
        let mut found = FlatSet::new();
        self.collect_reads(backward, &defined, &mut found);
        found
    }

    fn collect_reads(&self, block: &Block, defined: &FlatSet<Var>, found: &mut FlatSet<Var>) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Undo { .. } => {}
                StmtKind::If(_) | StmtKind::Loop(_) => {
                    if stmt.as_adjoint_loop().is_none() {
                        stmt.own_uses(&mut |var, _| self.note_read(var, defined, found));
                    }
                    for inner in stmt.blocks() {
                        self.collect_reads(inner, defined, found);
                    }
                }
                StmtKind::PullMap(map) => {
                    let mut all = defined.clone();
                    collect_defined(&map.forward, &mut all);
                    self.collect_reads(&map.backward, &all, found);
                    map.forward.uses(&mut |var, _| self.note_read(var, defined, found));
                    let sources = [&map.source].into_iter();
                    let along = map.along.iter().flatten().map(|(tangent, _)| tangent);
                    let sources = sources.chain(along).map(|source| source.root);
                    found.extend(sources.filter(|source| self.f.info(*source).mutable));
                }
                _ => stmt.uses(&mut |var, _| self.note_read(var, defined, found)),
            }
        }
    }

    fn note_read(&self, var: Var, defined: &FlatSet<Var>, found: &mut FlatSet<Var>) {
        if self.f.info(var).mutable && defined.contains(&var) {
            found.insert(var);
        }
    }

    /// Plans a block and what is nested in it; gives what the block must save for its reverse sweep.
    ///
    /// `extra`: variables of the block that no statement defines.
    fn block(&mut self, forward: &mut Block, backward: &mut Block, memory: Memory, extra: &[Var]) -> Vec<Var> {
        self.nested(forward, backward, memory);
        if memory == Memory::There {
            return Vec::new();
        }
        let mut order: Vec<Var> = extra.to_vec();
        for stmt in &forward.stmts {
            order.extend(stmt.defines());
        }
        let mut needed = FlatSet::new();
        backward.uses(&mut |var, _| {
            needed.insert(var);
        });
        if memory == Memory::Captured {
            return self.captured(forward, backward, order, needed);
        }
        self.cheap.borrow_mut().clear();
        self.had_again.borrow_mut().clear();
        let mut saves = Vec::new();
        let mut again = Vec::new();
        // An element is read again where its value is used: so far, what it is indexed by must be read again, too.
        let mut until: FlatMap<Var, usize> = FlatMap::new();
        for var in order.iter().rev().copied() {
            if !needed.contains(&var) {
                continue;
            }
            if self.f.info(var).role == Role::View {
                let stmt = called_again(definition(forward, var));
                let last = forward.stmts.iter().rposition(|stmt| stmt.mentions(var));
                let last = last.into_iter().chain(until.get(&var).copied()).max().unwrap_or(0);
                stmt.uses(&mut |used, _| {
                    needed.insert(used);
                    let until = until.entry(used).or_default();
                    *until = last.max(*until);
                });
                self.reasons.push((var, "built again"));
                // What is computed again stands before all else.
                match again.iter().any(|other: &Stmt| other.mentions(var)) {
                    true => again.push(stmt),
                    false => before_first_use(backward, stmt),
                }
                continue;
            }
            match self.again(forward, &order, var, until.get(&var).copied().unwrap_or(0)) {
                Some(Again::Compute(reason, stmt)) => {
                    stmt.uses(&mut |used, _| {
                        needed.insert(used);
                    });
                    self.reasons.push((var, reason));
                    again.push(stmt);
                }
                Some(Again::Here(roots, stmt, last)) => {
                    stmt.uses(&mut |used, _| {
                        needed.insert(used);
                        let until = until.entry(used).or_default();
                        *until = last.max(*until);
                    });
                    self.reasons.push((var, "read again"));
                    self.replayed.extend(roots);
                    before_first_use(backward, stmt);
                }
                None => {
                    self.reasons.push((var, why_saved(self.f, forward, var)));
                    saves.push(var);
                }
            }
        }
        again.reverse();
        backward.stmts.splice(0..0, again);
        saves.reverse();
        saves
    }

    /// Plans what is nested in a block.
    fn nested(&mut self, forward: &mut Block, backward: &mut Block, memory: Memory) {
        for stmt in &mut backward.stmts {
            match &mut stmt.kind {
                // What a branch of the one sweep defines is out of scope in the other.
                StmtKind::If(unwind) if unwind.adjoint_of.is_some() && memory == Memory::There => {
                    self.unwind(forward, unwind, Memory::Captured);
                }
                StmtKind::If(unwind) if unwind.adjoint_of.is_some() => self.unwind(forward, unwind, memory),
                StmtKind::Loop(reverse) if reverse.adjoint_of.is_some() => self.reverse(forward, reverse, memory),
                StmtKind::PullMap(map) => {
                    let map = &mut **map;
                    // Both sweeps stand in one closure: whatever the first computes is still there.
                    self.nested(&mut map.forward, &mut map.backward, Memory::Captured);
                }
                _ => {}
            }
        }
    }

    /// What the pullback captures of a block outside of loops: all that it needs but what it can have from what it is handed.
    fn captured(
        &mut self,
        forward: &Block,
        backward: &mut Block,
        order: Vec<Var>,
        mut needed: FlatSet<Var>,
    ) -> Vec<Var> {
        let definitions: FlatMap<Var, &Stmt> = forward
            .stmts
            .iter()
            .filter_map(|stmt| match &stmt.kind {
                StmtKind::Let { var, .. } => Some((*var, stmt)),
                StmtKind::Call(call) if self.f.info(call.out).role == Role::View => Some((call.out, stmt)),
                _ => None,
            })
            .collect();
        let mut lent = FlatSet::new();
        for var in &order {
            if definitions.get(var).is_some_and(|stmt| self.lent(stmt, &lent)) {
                lent.insert(*var);
            }
        }
        let mut captured = Vec::new();
        for var in order.into_iter().rev() {
            if !needed.contains(&var) {
                continue;
            }
            let same = definitions.get(&var).is_some_and(|stmt| self.same(stmt));
            let view = self.f.info(var).role == Role::View;
            if !lent.contains(&var) && !same && !view {
                self.reasons.push((var, why_saved(self.f, forward, var)));
                captured.push(var);
                continue;
            }
            let stmt = called_again(definitions[&var]);
            stmt.uses(&mut |used, _| {
                needed.insert(used);
            });
            self.reasons
                .push((var, if view { "built again" } else { "read again" }));
            before_first_use(backward, stmt);
        }
        captured.reverse();
        captured
    }

    /// Whether a definition gives another name to a number that has one.
    fn same(&self, stmt: &Stmt) -> bool {
        let Some((var, Op::Read(place))) = stmt.as_let() else {
            return false;
        };
        let (info, root) = (self.f.info(*var), self.f.info(place.root));
        place.is_whole() && !info.mutable && !root.mutable && root.role == Role::Value && info.ty.is_scalar()
    }

    /// Whether a definition needs nothing but what parameters lend: the pullback is handed that again. `known`: the variables
    /// of which this is known.
    fn lent(&self, stmt: &Stmt, known: &FlatSet<Var>) -> bool {
        let Some((var, op)) = stmt.as_let() else {
            return false;
        };
        let info = self.f.info(*var);
        let form = match op {
            // What stands behind a reference can be read only if it can be copied.
            Op::Read(place) if place.is_whole() => self.same(stmt),
            Op::Read(place) => !known.contains(&place.root),
            Op::Runtime("copied", _) => true,
            Op::Opaque(opaque) => opaque.pure && opaque.writes.is_empty() && info.ty.is_scalar(),
            Op::Binary(BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_), ..) => info.ty == Ty::Int || info.ty.is_float(),
            Op::Neg(_) => info.ty.is_float(),
            _ => false,
        };
        let borrowed = |var: &Var| {
            let param = self.f.params.iter().find(|param| param.var == *var);
            param.is_some_and(|param| param.passing == Passing::Ref)
        };
        let mut lent = form && !info.mutable && info.role == Role::Value;
        op.uses(&mut |used, _| lent &= known.contains(&used) || borrowed(&used));
        lent
    }

    /// Gives what a call saves apart from its branches and loops a tape.
    fn frame(&mut self, forward: &mut Block, backward: &mut Block, saves: Vec<Var>) {
        if !matches!(self.f.recursion, Recursion::Frames(_)) {
            return;
        }
        if !saves.is_empty() {
            let tape = self.new_tape();
            self.leave(forward, backward, (tape, saves), Span::call_site());
        }
    }

    /// Has a block leave what its reverse needs, which takes it from there.
    fn leave(&mut self, forward: &mut Block, backward: &mut Block, (tape, vars): (Var, Vec<Var>), span: Span) {
        let again = vars.clone();
        forward.stmts.push(self.f.stmt(span, StmtKind::Spill { tape, vars }));
        backward
            .stmts
            .insert(0, self.f.stmt(span, StmtKind::Unspill { tape, vars: again }));
    }

    /// A tape in memory of the workspace.
    fn new_tape(&mut self) -> Var {
        let var = self.f.named_var("tape", Ty::Unknown, true);
        self.tapes.push(var);
        var
    }

    fn unwind(&mut self, forward: &mut Block, unwind: &mut If, memory: Memory) {
        // Branches of a recursive function often save nothing on one side: then nothing is kept for that.
        let had_again = memory == Memory::Call && self.is_cheap(forward, &unwind.cond);
        let stmt = forward
            .stmts
            .iter_mut()
            .find(|stmt| Some(stmt.id) == unwind.adjoint_of)
            .expect("the branch is in this block");
        let span = stmt.span;
        let StmtKind::If(branch) = &mut stmt.kind else {
            unreachable!("an unwind undoes an if")
        };
        let then = self.block(&mut branch.then, &mut unwind.then, memory, &[]);
        let els = self.block(&mut branch.els, &mut unwind.els, memory, &[]);
        if then.is_empty() && els.is_empty() {
            return;
        }
        let var = self.f.named_var("branch", Ty::Inert, false);
        if !had_again {
            // The way back is that of the record.
            branch.record = Some(var);
            unwind.cond = Atom::Var(var);
        }
        let (in_then, in_els) = ((&mut branch.then, &mut unwind.then), (&mut branch.els, &mut unwind.els));
        for ((forward, backward), saves) in [(in_then, then), (in_els, els)] {
            if !saves.is_empty() {
                let tape = if had_again { self.new_tape() } else { var };
                self.leave(forward, backward, (tape, saves), span);
            }
        }
    }

    fn reverse(&mut self, forward: &mut Block, reverse: &mut Loop, memory: Memory) {
        let stmt = forward
            .stmts
            .iter_mut()
            .find(|stmt| Some(stmt.id) == reverse.adjoint_of)
            .expect("the loop is in this block");
        let span = stmt.span;
        let StmtKind::Loop(body) = &mut stmt.kind else {
            unreachable!("a reverse undoes a loop")
        };
        if self.fused.contains(&stmt.id) {
            self.block(&mut body.body, &mut reverse.body, Memory::There, &[]);
            return;
        }
        let by_trips = matches!(reverse.kind, LoopKind::Times(_));
        let extra = if by_trips { body.kind.vars() } else { Vec::new() };
        let mut varying: FlatSet<Var> = body.kind.vars().into_iter().collect();
        collect_defined(&body.body, &mut varying);
        let outer = std::mem::replace(&mut self.varying, varying);
        let saves = match &body.checkpoint {
            Some(starts) => {
                let starts = starts.clone();
                self.executed_again(&mut body.body, &mut reverse.body, &starts, &extra)
            }
            None => self.block(&mut body.body, &mut reverse.body, Memory::Iteration, &extra),
        };
        self.varying = outer;
        body.count_trips |= by_trips;
        if !saves.is_empty() {
            let form = crate::plan::tape_layout::form(self.f, body, &self.deferred);
            // Each call has a tape of its own for what its loops save: where one is filled by a loop that runs once in a call and
            // calls nothing, the stack that all calls share does as well, and costs less.
            let alone = matches!(memory, Memory::Captured | Memory::There);
            let again = body.checkpoint.is_some();
            let shared = alone && !again && keeps_to_itself(&body.body) && keeps_to_itself(&reverse.body);
            let (var, height) = match form {
                TapeForm::Array(_) => (self.f.named_var("tape", Ty::Unknown, false), None),
                _ if shared => (
                    self.f.named_var("tape", Ty::Unknown, true),
                    Some(self.f.named_var("height", Ty::Inert, false)),
                ),
                _ => (self.new_tape(), None),
            };
            self.leave(&mut body.body, &mut reverse.body, (var, saves), span);
            let tape = Tape { var, form, height };
            body.tape = Some(tape.clone());
            reverse.tape = Some(tape);
        }
    }
}

/// A cotangent that gets one contribution is no mutable variable.
fn settle_mutability(f: &mut Function, block: &Block) {
    let mut written = FlatSet::new();
    block.uses(&mut |var, usage| {
        if usage == Use::Write {
            written.insert(var);
        }
    });
    block.walk(&mut |stmt| {
        if let Some((var, _)) = stmt.as_let()
            && !written.contains(var)
        {
            f.vars[var.0].mutable = false;
        }
    });
}

enum Again {
    Compute(&'static str, Stmt),
    /// Where it is used: the mutable variables that it reads, and the last statement that uses it.
    Here(FlatSet<Var>, Stmt, usize),
}

/// Whether a loop's body, of either sweep, runs without the workspace: it calls nothing that might save there, too.
fn keeps_to_itself(body: &Block) -> bool {
    let mut itself = true;
    body.walk(&mut |stmt| {
        itself &= match &stmt.kind {
            StmtKind::Call(call) => call.inactive,
            StmtKind::Pull(_) | StmtKind::PullMap(_) | StmtKind::GiveBack(_) => false,
            StmtKind::Let { op, .. } => !matches!(op, Op::Part(_)),
            _ => true,
        };
    });
    itself
}

/// The statement of a block that defines a variable.
fn definition(block: &Block, var: Var) -> &Stmt {
    let mut stmts = block.stmts.iter();
    stmts
        .find(|stmt| stmt.defines().contains(&var))
        .expect("a statement of the block defines it")
}

/// Puts a definition of the forward sweep before what first uses it in the backward one.
/// A definition as it stands in the reverse sweep, where a call is only there for its result.
fn called_again(stmt: &Stmt) -> Stmt {
    let mut stmt = stmt.clone();
    if let StmtKind::Call(call) = &mut stmt.kind {
        call.inactive = true;
    }
    stmt
}

fn before_first_use(backward: &mut Block, stmt: Stmt) {
    let defined = stmt.defines();
    let first = backward
        .stmts
        .iter()
        .position(|stmt| defined.iter().any(|var| stmt.mentions(*var)));
    backward.stmts.insert(first.unwrap_or(0), stmt);
}

fn collect_defined(block: &Block, defined: &mut FlatSet<Var>) {
    block.walk(&mut |stmt| {
        defined.extend(stmt.defines());
        if let StmtKind::Loop(body) = &stmt.kind {
            defined.extend(body.kind.vars());
        }
    });
}

/// Why a value of a block is saved, and not had again.
fn why_saved(f: &Function, forward: &Block, var: Var) -> &'static str {
    let stmt = forward.stmts.iter().find(|stmt| stmt.defines().contains(&var));
    match stmt.map(|stmt| &stmt.kind) {
        None => "saved: a parameter or a loop's variable",
        Some(StmtKind::Call(call)) if call.pullback == var => "saved: the pullback of a call",
        Some(StmtKind::Call(_)) => "saved: a call runs once",
        Some(StmtKind::Assign { .. } | StmtKind::Update { .. }) => "saved: what is overwritten here",
        Some(StmtKind::Let { .. }) if f.info(var).mutable => "saved: as the forward sweep left it",
        Some(StmtKind::Let { op: Op::Read(_), .. }) => "saved: where it was read is written later",
        Some(StmtKind::Let { op: Op::Witness(_), .. }) => "saved: the shape of a cotangent",
        Some(StmtKind::Let { .. }) => "saved: cheaper than computing it again",
        Some(_) => "saved: a branch or a loop made it",
    }
}

/// The reasons, one line each.
pub fn describe(f: &Function, plan: &Plan) -> String {
    let mut lines: crate::syntax::flat_map::FlatMap<String, &str> = Default::default();
    for (var, reason) in &plan.reasons {
        lines.insert(f.info(*var).name.to_string(), reason);
    }
    lines
        .iter()
        .map(|(name, reason)| format!("{name}: {reason}\n"))
        .collect()
}
