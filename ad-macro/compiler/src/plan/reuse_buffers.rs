//! Buffer reuse: cotangents, shapes and copies that die in the reverse sweep return their memory to the workspace, and later ones take
//! theirs from there.
//!
//! ```text
//! Input:  let x_bar = zero of x_shape   … pull layer_pullback(…, &mut x x_bar) …
//! Output: let x_bar = lent zero of x_shape   … pull layer_pullback(…, &mut x x_bar) …   give back x_bar
//! ```
//!
//! Ownership is followed from statement to statement: a definition owns, and `next_bar = state_bar` moves ownership on. What a block's
//! variables still own at its end is returned. What has escaped is its taker's: a callee's pullback returns its seed.

use crate::ir::spell::has_marks;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::plan::copy_on_move::{copies_array, is_copy};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

pub fn reuse_buffers(f: &mut Function, backward: &mut Backward, kept: &FlatSet<Var>) {
    let shapes = Shapes::of(f, backward, kept);
    let mut own = shapes.of_call(f, backward);
    own.push(backward.seed);
    let together = f.is_together();
    let mut body = std::mem::take(&mut f.body);
    let mut zeros = Owned::new();
    for stmt in &mut body.stmts {
        // Where sweeps stand together, the reverse sweep of an iteration is in the forward sweep, and so are the zeros before it. Those of a
        // tangent function are its own.
        if together {
            Owners::new(f, &shapes).forward(stmt, &mut zeros);
        }
        if let StmtKind::Loop(body) = &mut stmt.kind
            && let Some(back) = &mut body.fused
        {
            let own = shapes.of_iteration(&body.body, back);
            Owners::new(f, &shapes).block(back, own, &[], &Owned::new(), true);
        }
    }
    own.extend(zeros.into_iter().map(|(var, _)| var));
    let found = shapes.handed_over(&body, backward);
    shapes.end_orders(f, &mut body, &found);
    f.body = body;
    // What the caller gets is its own.
    let results: Vec<Var> = backward.results.iter().flatten().filter_map(Atom::var).collect();
    Owners::new(f, &shapes).block(&mut backward.block, own, &results, &Owned::new(), true);
}

/// What a variable still has of a cotangent.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Whole,
    /// Fields have been moved out.
    Rest,
}

type Owned = FlatMap<Var, Part>;

/// What holds on both ways.
fn on_both(one: Owned, other: &Owned) -> Owned {
    one.into_iter()
        .filter(|(var, part)| other.get(var) == Some(part))
        .collect()
}

/// What of the forward sweep holds memory that is the workspace's once the reverse sweep is through with it: witnesses, the orders that
/// lists were brought into, the keys of maps, the arrays that are kept of compound assignments, and values, for the copies that
/// were made of some.
struct Shapes {
    all: FlatSet<Var>,
    orders: FlatSet<Var>,
    ended: FlatSet<Var>,
    /// Those of them that are handed over to a branch or an iteration of the reverse sweep.
    unpacked: FlatSet<Var>,
}

impl Shapes {
    fn of(f: &Function, backward: &Backward, kept: &FlatSet<Var>) -> Shapes {
        let mut shapes = Shapes {
            all: FlatSet::new(),
            orders: &orders(&f.body) | &f.keys,
            ended: ended(f, kept),
            unpacked: FlatSet::new(),
        };
        shapes.all.extend(&shapes.ended);
        for sweep in [&f.body, &backward.block] {
            sweep.walk(&mut |stmt| {
                if let Some((var, op)) = stmt.as_let() {
                    let holds = match op {
                        Op::Witness(place) => !f.place_ty(place).has_plain_shape(),
                        Op::Runtime("witness_without", _) => true,
                        Op::Runtime("assign_keep_copy_of_view", _) => true,
                        Op::Runtime("assign_keep", args) => args.iter().any(|arg| match arg {
                            Argument::Ref(place) => match f.place_ty(place) {
                                Ty::NdArray(..) => true,
                                ty => ty == Ty::Unknown && !place.is_whole(),
                            },
                            _ => false,
                        }),
                        // A turn holds no more than a number.
                        Op::Opaque(opaque) => !opaque.pure && shapes.orders.contains(var),
                        _ => false,
                    };
                    if holds {
                        shapes.all.insert(*var);
                    }
                }
                if let StmtKind::Unspill { vars, .. } = &stmt.kind {
                    shapes.unpacked.extend(vars);
                }
            });
        }
        shapes
    }

    /// Those of the forward sweep that a reverse sweep finds.
    fn handed_over(&self, body: &Block, backward: &Backward) -> FlatSet<Var> {
        let mut backs = vec![&backward.block];
        body.walk(&mut |stmt| {
            if let StmtKind::Loop(body) = &stmt.kind {
                backs.extend(&body.fused);
            }
        });
        let (mut found, mut again) = (FlatSet::new(), FlatSet::new());
        for back in backs {
            back.uses(&mut |var, _| _ = found.insert(var));
            again.extend(made_in(back));
        }
        &(&found - &again) | &self.unpacked
    }

    /// Gives back the orders that no reverse sweep finds, after their last use in the block.
    fn end_orders(&self, f: &mut Function, block: &mut Block, found: &FlatSet<Var>) {
        let ended: Vec<Var> = made_by(block)
            .filter(|var| self.orders.contains(var) && self.all.contains(var) && !found.contains(var))
            .collect();
        for order in ended {
            if let Some(last) = block.stmts.iter().rposition(|stmt| stmt.mentions(order))
                && (f.keys.contains(&order)
                    || matches!(block.stmts[last].kind, StmtKind::Permute { .. } | StmtKind::Let { .. }))
            {
                let stmt = f.stmt(block.stmts[last].span, StmtKind::GiveBack(order));
                block.stmts.insert(last + 1, stmt);
            }
        }
        for stmt in &mut block.stmts {
            for inner in stmt.blocks_mut() {
                self.end_orders(f, inner, found);
            }
        }
    }

    /// Those that the reverse sweep of an iteration finds.
    fn of_iteration(&self, iteration: &Block, back: &Block) -> Vec<Var> {
        let made = made_in(iteration);
        self.found_by(&[back], |var| made.contains(&var))
    }

    /// Those that the reverse sweep of a call finds.
    fn of_call(&self, f: &Function, backward: &Backward) -> Vec<Var> {
        let mut iterations = FlatSet::new();
        let mut backs = vec![&backward.block];
        for stmt in &f.body.stmts {
            if let StmtKind::Loop(body) = &stmt.kind
                && let Some(back) = &body.fused
            {
                iterations.extend(made_in(&body.body));
                backs.push(back);
            }
        }
        self.found_by(&backs, |var| !iterations.contains(&var))
    }

    fn found_by(&self, backs: &[&Block], among: impl Fn(Var) -> bool) -> Vec<Var> {
        let mut mentioned = FlatSet::new();
        let mut again = FlatSet::new();
        for back in backs {
            back.uses(&mut |var, _| _ = mentioned.insert(var));
            again.extend(made_in(back));
        }
        let found = |var: &Var| mentioned.contains(var) && !again.contains(var) && !self.unpacked.contains(var);
        self.all
            .iter()
            .copied()
            .filter(|var| found(var) && among(*var))
            .collect()
    }
}

/// What lists are permuted by.
fn orders(block: &Block) -> FlatSet<Var> {
    let mut orders = FlatSet::new();
    block.walk(&mut |stmt| {
        if let StmtKind::Permute { order, .. } = &stmt.kind {
            orders.insert(*order);
        }
    });
    orders
}

/// What the reverse sweep finds of what may own memory, if some of it had to be copied.
fn ended(f: &Function, kept: &FlatSet<Var>) -> FlatSet<Var> {
    // What an operator is handed by value may be a copy.
    let mut copied = f.operator.is_some();
    f.body.walk(&mut |stmt| {
        copied |= match &stmt.kind {
            StmtKind::Let { op: Op::Mapv(map), .. } => map.in_place,
            StmtKind::Let { op, .. } => is_copy(op),
            StmtKind::Call(call) => copies_array(call),
            _ => false,
        };
    });
    if copied { &f.copied & kept } else { FlatSet::new() }
}

/// What a block itself defines.
fn made_by(block: &Block) -> impl Iterator<Item = Var> {
    block.stmts.iter().flat_map(Stmt::defines)
}

/// What a block and those in it define.
fn made_in(block: &Block) -> FlatSet<Var> {
    let mut made = FlatSet::new();
    block.walk(&mut |stmt| made.extend(stmt.defines()));
    made
}

/// Follows who owns what.
struct Owners<'a> {
    f: &'a mut Function,
    shapes: &'a Shapes,
}

impl<'a> Owners<'a> {
    fn new(f: &'a mut Function, shapes: &'a Shapes) -> Self {
        Owners { f, shapes }
    }

    /// What is owned after a block of what was before, `own` being the block's from its start. What it hands over, `handed`, is no
    /// more its own then. With `write`, what the block's variables own at its end is given back there.
    fn block(&mut self, block: &mut Block, mut own: Vec<Var>, handed: &[Var], before: &Owned, write: bool) -> Owned {
        let mut owned = before.clone();
        for var in &own {
            self.own(*var, &mut owned);
        }
        for mut stmt in std::mem::take(&mut block.stmts) {
            own.extend(stmt.defines());
            if let Some(over) = assigned_over(&stmt)
                && owned.get(&over) == Some(&Part::Whole)
                && !self.shapes.ended.contains(&over)
                && write
            {
                block.stmts.push(self.f.stmt(stmt.span, StmtKind::GiveBack(over)));
            }
            self.stmt(&mut stmt, &mut owned, write);
            block.stmts.push(stmt);
        }
        for var in handed.iter().copied().chain(block.result.as_ref().and_then(Atom::var)) {
            owned.remove(&var);
        }
        for var in own {
            let whole = owned.remove(&var) == Some(Part::Whole);
            if whole && write {
                let last = block.stmts.last();
                let span = last.map_or_else(|| self.f.name.span(), |last| last.span);
                let stmt = self.f.stmt(span, StmtKind::GiveBack(var));
                block.stmts.push(stmt);
            }
        }
        owned
    }

    /// A statement of a forward sweep that the reverse sweep stands beside: of what it makes, zeros alone are owned.
    fn forward(&mut self, stmt: &mut Stmt, owned: &mut Owned) {
        let StmtKind::Let { var, op } = &mut stmt.kind else {
            return self.stmt(stmt, owned, false);
        };
        let slice = matches!(self.f.info(*var).ty, Ty::Slice(_));
        let zero = matches!(op, Op::Zero(Some(_)) | Op::Runtime("zero", _)) && !slice;
        if self.moved(op, owned) || zero {
            self.own(*var, owned);
        }
        if zero {
            lend(op, &self.f.info(*var).ty);
        }
    }

    /// What runs any number of times.
    fn iterations(&mut self, body: &mut Block, owned: &mut Owned, write: bool) {
        loop {
            let after = self.block(body, Vec::new(), &[], owned, false);
            let before = on_both(owned.clone(), &after);
            let same = before == *owned;
            *owned = before;
            if same {
                break;
            }
        }
        if write {
            self.block(body, Vec::new(), &[], owned, true);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt, owned: &mut Owned, write: bool) {
        match &mut stmt.kind {
            StmtKind::Let { var, op } => {
                if let Some(place) = copied(op)
                    && owned.contains_key(&place.root)
                    && !self.f.place_ty(place).is_in_place()
                {
                    if write {
                        *op = Op::LentCopy(place.clone());
                    }
                    return self.own(*var, owned);
                }
                let moved = self.moved(op, owned);
                if let Op::Runtime("zero", _) = op
                    && let Ty::Slice(_) = self.f.info(*var).ty
                {
                    owned.insert(*var, Part::Whole);
                } else if moved || makes(op) || self.shapes.all.contains(var) {
                    self.own(*var, owned);
                }
                if write {
                    lend(op, &self.f.info(*var).ty);
                }
            }
            StmtKind::Assign { place, value, .. } => {
                let moved = value.var().is_some_and(|var| owned.remove(&var) == Some(Part::Whole));
                if place.is_whole() {
                    owned.remove(&place.root);
                    if moved {
                        self.own(place.root, owned);
                    }
                }
            }
            StmtKind::Pull(pull) => {
                let given: Vec<Var> = pull
                    .args
                    .iter()
                    .filter_map(|arg| match arg {
                        PullArgument::Value(var) | PullArgument::Copied(_, var) => *var,
                        _ => None,
                    })
                    .collect();
                lose(stmt, owned);
                given.into_iter().for_each(|var| self.own(var, owned));
            }
            StmtKind::If(branch) => {
                let after = self.block(&mut branch.then, Vec::new(), &[], owned, write);
                *owned = on_both(after, &self.block(&mut branch.els, Vec::new(), &[], owned, write));
            }
            StmtKind::Loop(body) => self.iterations(&mut body.body, owned, write),
            StmtKind::Unspill { vars, .. } => {
                let shapes = vars.iter().filter(|var| self.shapes.all.contains(var));
                shapes.for_each(|var| self.own(*var, owned));
            }
            StmtKind::Update { .. }
            | StmtKind::Push { .. }
            | StmtKind::Call(_)
            | StmtKind::PullMap(_)
            | StmtKind::Split { .. }
            | StmtKind::Row { .. }
            | StmtKind::CopyRow { .. } => lose(stmt, owned),
            StmtKind::Accumulate(function @ "accumulate", args) => {
                if self.hand_contribution(args, owned, write) {
                    *function = "accumulate_own";
                }
            }
            StmtKind::Accumulate(_, args) => hand_over(args, owned),
            // An order is looked at.
            StmtKind::Permute { .. }
            | StmtKind::Undo {
                by: Inverse::Permute { .. },
                ..
            } => {}
            StmtKind::Undo { .. } => lose(stmt, owned),
            _ => stmt.uses(&mut |var, _| _ = owned.remove(&var)),
        }
    }

    /// A contribution that is made for this alone is handed over.
    fn hand_contribution(&self, args: &mut [Argument], owned: &mut Owned, write: bool) -> bool {
        let [_, contribution] = args else { return false };
        let Argument::RefAtom(Atom::Var(var)) = *contribution else {
            return false;
        };
        let own = self.f.info(var).temporary && owned.remove(&var).is_some();
        if own && write {
            *contribution = Argument::Value(Atom::Var(var));
        }
        own && write
    }

    /// Notes what an operation takes of what is owned; says whether all that it takes becomes its result's.
    fn moved(&self, op: &Op, owned: &mut Owned) -> bool {
        match op {
            Op::Read(place) if self.f.place_ty(place).is_scalar() || is_copied(place) => false,
            Op::Read(place) if !is_moved_out(&self.f.vars, place) => {
                owned.remove(&place.root);
                false
            }
            Op::Read(place) => match owned.remove(&place.root) {
                Some(_) if !place.is_whole() => {
                    owned.insert(place.root, Part::Rest);
                    true
                }
                part => part == Some(Part::Whole),
            },
            Op::Unpack(var, _) => owned.remove(var) == Some(Part::Whole),
            // A witness is looked at.
            Op::Zero(_) | Op::Take(..) | Op::Empty(..) | Op::TakeSlot(..) => false,
            Op::Opaque(opaque) if opaque.pure => false,
            Op::Runtime(_, args) | Op::RuntimeRule(_, _, args) => {
                hand_over(args, owned);
                false
            }
            Op::PopElement(_) | Op::Replace(..) | Op::Binary(..) | Op::Neg(_) | Op::Rule(..) | Op::Witness(_) => {
                op.uses(&mut |var, usage| {
                    if usage == Use::Value {
                        owned.remove(&var);
                    }
                });
                false
            }
            _ => {
                op.uses(&mut |var, _| _ = owned.remove(&var));
                false
            }
        }
    }

    fn own(&self, var: Var, owned: &mut Owned) {
        let info = self.f.info(var);
        // What becomes of a slice's cotangent may be a `Part` or a vector: only where it is made is that known.
        let certain = info.role == Role::Value && !matches!(info.ty, Ty::Slice(_));
        if certain && (self.shapes.all.contains(&var) || !info.ty.is_in_place()) {
            owned.insert(var, Part::Whole);
        }
    }
}

/// The variable that a statement gives another value.
fn assigned_over(stmt: &Stmt) -> Option<Var> {
    match &stmt.kind {
        StmtKind::Assign { place, value, .. } if place.is_whole() && value.var() != Some(place.root) => {
            Some(place.root)
        }
        _ => None,
    }
}

/// What a statement moves is no more owned; what it lends is.
fn lose(stmt: &Stmt, owned: &mut Owned) {
    stmt.uses(&mut |var, usage| {
        if usage == Use::Value {
            owned.remove(&var);
        }
    });
}

/// Arguments by value are no more owned.
fn hand_over(args: &[Argument], owned: &mut Owned) {
    for arg in args {
        if let Argument::Value(Atom::Var(var)) = arg {
            owned.remove(var);
        }
    }
}

/// Has the workspace's memory for a zero.
fn lend(op: &mut Op, ty: &Ty) {
    if ty.is_in_place() {
        return;
    }
    match op {
        Op::Zero(Some(witness)) => *op = Op::LentZero(*witness),
        Op::Runtime("zero", args) => {
            if let [Argument::Ref(place)] = &args[..] {
                *op = Op::Part(place.clone());
            }
        }
        _ => {}
    }
}

/// Whether the result is a cotangent that nobody else owns.
fn makes(op: &Op) -> bool {
    matches!(
        op,
        Op::Zero(Some(_))
            | Op::Runtime("zero" | "total", _)
            | Op::Take(_, Some(_))
            | Op::Empty(..)
            | Op::TakeSlot(_, Some(_))
            | Op::PopElement(_)
    ) || matches!(op, Op::Runtime(function, _) if lends(function))
}

/// The place that an operation copies, if it is one of a cotangent.
fn copied(op: &Op) -> Option<&Place> {
    match op {
        Op::Read(place) if place.path.last().is_some_and(is_kept) => Some(place),
        Op::Runtime("copy", args) => match &args[..] {
            [Argument::Ref(place)] => Some(place),
            _ => None,
        },
        _ => None,
    }
}

/// Whether what is read of a cotangent is a copy: nothing is moved out of a list, or of a variant.
fn is_copied(place: &Place) -> bool {
    place.path.iter().any(is_kept)
}

fn is_kept(step: &Projection) -> bool {
    matches!(
        step,
        Projection::Index(_) | Projection::Payload(_) | Projection::Part(_)
    )
}

/// Whether what is read of a cotangent is moved: all of it, or fields of it. Of one that is marked there is nothing, but there may be
/// nothing in which it would be, either.
fn is_moved_out(vars: &[VarInfo], place: &Place) -> bool {
    let fields = place.path.iter().all(|step| matches!(step, Projection::Field(_)));
    fields && (place.path.len() <= 1 || !has_marks(vars, place))
}
