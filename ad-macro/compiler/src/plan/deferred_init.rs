//! Definite initialisation in the sweeps: deferred variables that need an initial value, and moves that must be copies.
//!
//! ```text
//! Input:  let v; if c { v = x * x; s += f(&v) }       and the reverse sweep reads v
//! Output: unassigned {v}
//! Input:  if c { w = v } let v_shape = witness v
//! Output: copied {v}
//! Input:  if a { if b { result = v; returned = true } } if !returned { result = v }
//! Output: copied {v}
//! ```
//!
//! The user's own uses follow an assignment, and rustc sees that. It no longer does where an early exit has become a flag, and
//! the sweeps' own uses (residuals and shape witnesses) may stand where the variable was never assigned, or after it was moved.

use crate::ir::*;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

/// The variables without a value somewhere.
#[derive(Default)]
pub struct Absent {
    pub unassigned: FlatSet<Var>,
    pub copied: FlatSet<Var>,
    /// The calls of tangent functions whose receivers, which a method by value moves, are mentioned behind them.
    pub offered: FlatSet<Var>,
}

struct Deferred<'a> {
    f: &'a Function,
    kept: &'a FlatSet<Var>,
    spent: &'a FlatSet<usize>,
    assigned: FlatSet<Var>,
    declared: FlatSet<Var>,
    moved: FlatSet<Var>,
    found: Absent,
}

/// `kept`: what the reverse sweep mentions of the forward one; `spent`: the reads that leave something behind.
pub fn absent(f: &Function, backward: &Block, kept: &FlatSet<Var>, spent: &FlatSet<usize>) -> Absent {
    let mut pass = Deferred {
        f,
        kept,
        spent,
        assigned: FlatSet::new(),
        declared: FlatSet::new(),
        moved: FlatSet::new(),
        found: Absent::default(),
    };
    pass.block(&f.body);
    backward.walk(&mut |stmt| {
        if let StmtKind::PullMap(map) = &stmt.kind {
            pass.block(&map.forward);
        }
    });
    if has_flags(f) {
        let mut found = Absent::default();
        pass.mentioned(&f.body, &FlatSet::new(), &mut found);
        let moved = found.copied.into_iter();
        pass.found
            .copied
            .extend(moved.filter(|var| !f.info(*var).ty.is_scalar()));
        pass.found.offered = found.offered;
    }
    pass.found
}

/// The same, and the reads in place of copies that leave something behind: of what nothing reads any more.
pub fn with_spent(f: &Function, backward: &Block, kept: &FlatSet<Var>) -> (Absent, FlatSet<usize>) {
    let all = absent(f, backward, kept, &FlatSet::new());
    if all.copied.is_empty() {
        return (all, FlatSet::new());
    }
    let others = absent(f, backward, kept, &f.spent);
    let left = |var: &Var| all.copied.contains(var) && !others.copied.contains(var) && !kept.contains(var);
    let mut spent = FlatSet::new();
    f.body.walk(&mut |stmt| {
        if let Some((_, Op::Read(place))) = stmt.as_let()
            && f.spent.contains(&stmt.id)
            && f.info(place.root).mutable
            && left(&place.root)
        {
            spent.insert(stmt.id);
        }
    });
    let copied = all.copied.iter().copied().filter(|var| !left(var)).collect();
    (Absent { copied, ..all }, spent)
}

/// Notes a shape before what takes its value, if nothing is written between, nor its place made: then nothing has to be copied for it.
///
/// ```text
/// Input:  if c { t = Ok(v) } else { … }   let v_shape = witness v
/// Output: let v_shape = witness v   if c { t = Ok(v) } else { … }
/// ```
pub fn witness_early(f: &Function, block: &mut Block) {
    for at in 0..block.stmts.len() {
        if let Some((_, Op::Witness(place))) = block.stmts[at].as_let()
            && let Some(to) = before_its_move(f, &block.stmts[..at], place)
        {
            block.stmts[to..=at].rotate_right(1);
        }
        for inner in block.stmts[at].blocks_mut() {
            witness_early(f, inner);
        }
    }
}

/// The first of the last statements that write nothing to a place's variable, or to what it is indexed by, but take its value.
fn before_its_move(f: &Function, before: &[Stmt], place: &Place) -> Option<usize> {
    let var = place.root;
    let mut needed = FlatSet::from([var]);
    place.index_uses(&mut |index, _| {
        needed.insert(index);
    });
    let mut found = None;
    for (at, stmt) in before.iter().enumerate().rev() {
        let mut written = stmt.defines().iter().any(|defined| needed.contains(defined));
        let mut moved = false;
        stmt.uses(&mut |used, how| {
            written |= needed.contains(&used) && how == Use::Write;
            moved |= used == var && how == Use::Value;
        });
        let mut note = |stmt: &Stmt| moved |= taken(f, stmt).is_some_and(|place| place.root == var);
        note(stmt);
        stmt.blocks()
            .iter()
            .for_each(|block| block.walk(&mut |stmt| note(stmt)));
        if written {
            break;
        }
        if moved {
            found = Some(at);
        }
    }
    found
}

/// Whether rustc sees ways that are never taken: from where a flag is raised to what it keeps from running.
fn has_flags(f: &Function) -> bool {
    let mut found = false;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Assign { place, value, .. } = &stmt.kind {
            let raised = matches!(value, Atom::Constant(tokens, Ty::Bool) if tokens.to_string() == "true");
            found |= raised && place.is_whole();
        }
    });
    found
}

/// What a statement moves out of a variable.
fn taken<'s>(f: &Function, stmt: &'s Stmt) -> Option<&'s Place> {
    let Some((_, Op::Read(place) | Op::Unwrap(place, _) | Op::Struct { rest: Some(place), .. })) = stmt.as_let() else {
        return None;
    };
    // Out of an element nothing is moved, nor from behind a reference.
    let fields = place.path.iter().all(|part| matches!(part, Projection::Field(_)));
    let owned = f.info(place.root).role == Role::Value && !f.place_ty(place).is_scalar();
    (fields && owned).then_some(place)
}

impl Deferred<'_> {
    /// What a statement moves out of a variable that is left without a value.
    fn takes<'s>(&self, stmt: &'s Stmt) -> Option<&'s Place> {
        taken(self.f, stmt).filter(|_| !self.spent.contains(&stmt.id))
    }

    /// The variable that a method is called on along with its tangent, and the call: it is moved if the method takes it by value.
    fn received_along(&self, stmt: &Stmt) -> Option<(Var, Var)> {
        let StmtKind::Call(call) = &stmt.kind else { return None };
        call.tangents.as_ref().filter(|_| call.kind == CallKind::Method)?;
        let Argument::Mut(place) = &call.args[0] else {
            return None;
        };
        let closures = call
            .args
            .iter()
            .any(|arg| matches!(arg, Argument::Lambda(..) | Argument::Named(..)));
        let info = self.f.info(place.root);
        let own = place.is_whole() && info.mutable && info.role == Role::Value && !info.ty.is_scalar();
        (own && !closures).then_some((place.root, call.pullback))
    }

    /// What is mentioned from the beginning of a block on, where `after` is mentioned behind it. To `found` go the variables that the
    /// block takes by value, or a part of them, and that are mentioned behind it; and the calls of methods that may take one.
    fn mentioned(&self, block: &Block, after: &FlatSet<Var>, found: &mut Absent) -> FlatSet<Var> {
        let (mut live, mut own) = (after.clone(), FlatSet::new());
        // What is given another value before the block ends.
        let mut renewed: Vec<&Place> = Vec::new();
        let mut take = |place: &Place, renewed: &[&Place]| {
            if after.contains(&place.root) && !renewed.iter().any(|other| place.lies_in(other)) {
                own.insert(place.root);
            }
        };
        if let Some(Atom::Var(var)) = block.result {
            live.insert(var);
            take(&Place::var(var), &renewed);
        }
        for stmt in block.stmts.iter().rev() {
            for var in stmt.defines() {
                live.remove(&var);
            }
            match &stmt.kind {
                StmtKind::If(branch) => {
                    let then = self.mentioned(&branch.then, &live, found);
                    live = &then | &self.mentioned(&branch.els, &live, found);
                    branch.cond.uses(&mut |var, _| _ = live.insert(var));
                }
                StmtKind::Loop(body) => {
                    // The next iteration mentions what this one does.
                    let once = self.mentioned(&body.body, &live, found);
                    live = &self.mentioned(&body.body, &(&live | &once), found) | &live;
                    let mut head = |var, _| _ = live.insert(var);
                    body.kind.uses(&mut head);
                    body.exit.iter().for_each(|exit| head(*exit, Use::Read));
                }
                _ => {
                    let mut overwritten = None;
                    if let StmtKind::Assign { place, old: None, .. } = &stmt.kind {
                        renewed.push(place);
                        overwritten = place.is_whole().then_some(place.root);
                        overwritten.iter().for_each(|var| _ = live.remove(var));
                    }
                    stmt.uses(&mut |var, how| {
                        if how == Use::Value {
                            take(&Place::var(var), &renewed);
                        }
                        if how != Use::Write || overwritten != Some(var) {
                            live.insert(var);
                        }
                    });
                    self.takes(stmt).iter().for_each(|place| take(place, &renewed));
                    if let Some((receiver, call)) = self.received_along(stmt)
                        && after.contains(&receiver)
                        && !renewed.iter().any(|other| Place::var(receiver).lies_in(other))
                    {
                        found.offered.insert(call);
                    }
                }
            }
        }
        found.copied.extend(own);
        live
    }

    fn used(&mut self, var: Var) {
        if self.declared.contains(&var) && !self.assigned.contains(&var) {
            self.found.unassigned.insert(var);
        }
    }

    fn block(&mut self, block: &Block) {
        let mut own = Vec::new();
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Declare(var) if self.f.info(*var).role == Role::Value => {
                    self.declared.insert(*var);
                    // Each iteration declares it anew.
                    self.moved.remove(var);
                    own.push(*var);
                }
                StmtKind::Assign { place, value, old } => {
                    value.uses(&mut |var, _| self.used(var));
                    place.index_uses(&mut |var, _| self.used(var));
                    if !place.is_whole() || old.is_some() {
                        self.used(place.root);
                    }
                    self.assigned.insert(place.root);
                    if place.is_whole() {
                        self.moved.remove(&place.root);
                    }
                }
                StmtKind::Let {
                    op: Op::Witness(place), ..
                } => {
                    self.used(place.root);
                    if self.moved.contains(&place.root) {
                        self.found.copied.insert(place.root);
                    }
                }
                StmtKind::If(branch) => {
                    branch.cond.uses(&mut |var, _| self.used(var));
                    let before = (self.assigned.clone(), self.moved.clone());
                    self.block(&branch.then);
                    let assigned = std::mem::replace(&mut self.assigned, before.0);
                    let moved = std::mem::replace(&mut self.moved, before.1);
                    self.block(&branch.els);
                    self.assigned.retain(|var| assigned.contains(var));
                    self.moved.extend(moved);
                }
                StmtKind::Loop(body) => {
                    body.kind.uses(&mut |var, _| self.used(var));
                    let before = (self.assigned.clone(), self.moved.clone());
                    // Twice: one iteration may find what the one before it moved.
                    for _ in 0..2 {
                        self.block(&body.body);
                        self.assigned.clone_from(&before.0);
                    }
                    self.moved.extend(before.1);
                }
                StmtKind::Let { op: Op::Mapv(map), .. } => {
                    self.used(map.source.root);
                    if let Some(Some(tangent)) = &map.along {
                        self.used(tangent.root);
                    }
                    self.block(&map.body);
                }
                StmtKind::Effect { opaque, diverges: true } => {
                    opaque.uses(&mut |var, _| self.used(var));
                    self.assigned.extend(&self.declared);
                    self.moved.clear();
                }
                _ => {
                    stmt.uses(&mut |var, _| self.used(var));
                    let root = self.takes(stmt).map(|place| place.root);
                    self.moved.extend(root.filter(|var| self.f.info(*var).mutable));
                }
            }
        }
        block
            .result
            .iter()
            .for_each(|atom| atom.uses(&mut |var, _| self.used(var)));
        for var in own {
            if self.kept.contains(&var) {
                self.used(var);
            }
        }
    }
}
