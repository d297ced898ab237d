//! Reverse mode: the adjoint of a function, in the same IR.
//!
//! ```text
//! Original: let y = op(x)        Adjoint: x_bar += ∂op/∂x · y_bar
//! Original: v[i] = x             Adjoint: x_bar += take v_bar[i];   undo v[i] to old
//! Original: v[i] += x            Adjoint: x_bar += v_bar[i];        undo v[i] to old
//! Original: let y, p = call f(&x, z)      Adjoint: p(y_bar; &x x_bar, -> z_bar)
//! Original: let y = if c { a } else { b } Adjoint: unwind c { a_bar += y_bar; … } else { b_bar += y_bar; … }
//! Original: for i in a..b { … }           Adjoint: reverse for i in a..b { … }
//! ```
//!
//! Statements are reversed. A cotangent mirrors its value: the adjoint of the load `x[i][j]` adds to `x_bar[i][j]`. The first
//! contribution to a cotangent is its definition; where it is nested deeper than the value's definition, the cotangent is defined as
//! zero there, from a witness of the value's shape that the forward sweep takes. The primal values that the adjoint uses are its
//! demands; the plan decides how each is met.

use crate::adjoint::indexed_pushes::indexed_pushes;
use crate::analysis::activity::Activity;
use crate::analysis::borrow_holders;
use crate::analysis::partial_moves;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use syn::BinOp;

/// Where a cotangent stands during the reverse sweep.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum State {
    Present,
    /// Moved out by the adjoint of the assignment with this id.
    Vacant(usize),
    /// Declared before a branch, and not assigned yet.
    Unassigned,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bar {
    pub(super) var: Var,
    pub(super) state: State,
}

/// A run of reads where the cotangent of their variable begins.
#[derive(Clone)]
pub(super) struct Beginning {
    pub(super) run: partial_moves::Run,
    pub(super) block: usize,
    /// The shape, once it is asked for.
    pub(super) shape: Option<Var>,
}

pub(super) struct Adjoint<'a> {
    pub(super) f: &'a mut Function,
    pub(super) activity: &'a Activity,
    pub(super) diagnostics: &'a Diagnostics,
    pub(super) borrowing: FlatSet<Var>,
    /// Those of them whose zeros are of the shape that they had in the forward sweep.
    overwritten: FlatSet<Var>,
    pub(super) bars: FlatMap<Var, Bar>,
    of_bars: FlatMap<Var, Var>,
    /// The block in which each variable is defined, and the statement that defines it.
    pub(super) home: FlatMap<Var, usize>,
    definition: FlatMap<Var, usize>,
    /// Of an integer that is arithmetic of immutable variables, this arithmetic.
    pub(super) formula: FlatMap<Var, String>,
    pub(super) block: usize,
    pub(super) next_block: usize,
    pub(super) out: Vec<Stmt>,
    pub(super) span: Span,
    /// Statements for the forward sweep.
    pub(super) before: FlatMap<usize, Vec<Stmt>>,
    pub(super) after: FlatMap<usize, Vec<Stmt>>,
    pub(super) first: FlatMap<usize, Vec<Stmt>>,
    pub(super) last: FlatMap<usize, Vec<Stmt>>,
    witnesses: FlatMap<Var, Var>,
    /// What is had again of the operands of products.
    copies: FlatMap<Var, Var>,
    /// The first statement, so far, that may change the shape of a variable whose cotangent nothing has asked for yet.
    pub(super) reshaped: FlatMap<Var, usize>,
    pub(super) olds: FlatMap<usize, Vec<Option<Var>>>,
    /// The calls that stand as they were written, and run again in the reverse sweep.
    pub(super) as_written: FlatSet<usize>,
    /// The variables that are more than operands.
    pub(super) handed_on: FlatSet<Var>,
    /// The indices of what is pushed, where they are known.
    indexed: FlatMap<usize, Var>,
    /// The runs of reads of parts, by the statements that end them.
    pub(super) runs: FlatMap<usize, Beginning>,
    /// Those of them that the reverse sweep is in, by their variables.
    pub(super) beginnings: FlatMap<Var, Beginning>,
    /// Statements for the beginning of a side of a branch.
    pub(super) sides: FlatMap<(usize, usize), Vec<Stmt>>,
    /// What is lent twice to one call in the loop around the statement: its second cotangent.
    pub(super) seconds: FlatMap<Var, Var>,
    /// The variables whose values are spent where a branch begins, by the branch; and by what.
    pub(super) renewed: FlatMap<usize, FlatMap<Var, usize>>,
    /// Those of them that the side of a branch, which comes next, may leave without a cotangent.
    pub(super) left_vacant: FlatMap<Var, usize>,
    /// How many loops are around the statement.
    pub(super) loops: usize,
    /// What the forward sweep computes: the function of this name, of this variable.
    pub(super) known: FlatMap<(&'static str, Var), Var>,
}

/// Builds the reverse sweep, and adds to the forward one the witnesses that it needs.
pub fn adjoint(f: &mut Function, activity: &Activity, diagnostics: &Diagnostics) -> Backward {
    let body = std::mem::take(&mut f.body);
    let borrowing = borrow_holders::borrowing(f, &body);
    let overwritten = borrow_holders::overwritten(f, &body);
    f.body = body;
    let handed_on = partial_moves::handed_on(f);
    let indexed = indexed_pushes(f);
    let body = std::mem::take(&mut f.body);
    let seed = f.named_var("seed", f.output_ty.clone(), true);
    let mut pass = Adjoint {
        f,
        activity,
        diagnostics,
        borrowing,
        overwritten,
        bars: FlatMap::new(),
        of_bars: FlatMap::new(),
        home: FlatMap::new(),
        definition: FlatMap::new(),
        formula: FlatMap::new(),
        block: 0,
        next_block: 0,
        out: Vec::new(),
        span: Span::call_site(),
        before: FlatMap::new(),
        after: FlatMap::new(),
        first: FlatMap::new(),
        last: FlatMap::new(),
        witnesses: FlatMap::new(),
        copies: FlatMap::new(),
        reshaped: FlatMap::new(),
        olds: FlatMap::new(),
        as_written: FlatSet::new(),
        handed_on,
        indexed,
        runs: FlatMap::new(),
        beginnings: FlatMap::new(),
        sides: FlatMap::new(),
        seconds: FlatMap::new(),
        renewed: FlatMap::new(),
        left_vacant: FlatMap::new(),
        loops: 0,
        known: FlatMap::new(),
    };
    for k in 0..pass.f.params.len() {
        let param = pass.f.params[k].clone();
        pass.home.insert(param.var, 0);
        if param.passing != Passing::Value {
            let bar = pass.bar_var(param.var);
            pass.f.params[k].bar = Some(bar);
            pass.f.vars[bar.0].role = match param.passing {
                Passing::Ref => Role::Buffer,
                Passing::Function => Role::Value,
                _ => pass.f.info(param.var).role,
            };
            pass.f.vars[bar.0].ty = match &pass.f.info(param.var).ty {
                // A closure's parameter, whose type nobody wrote.
                Ty::Unknown => Ty::Ref(Box::new(Ty::Unknown)),
                ty => ty.behind_parameter(),
            };
            if param.differentiable {
                pass.bars.insert(
                    param.var,
                    Bar {
                        var: bar,
                        state: State::Present,
                    },
                );
            }
        }
    }
    if let Some(Atom::Var(result)) = &body.result
        && pass.activity.active(*result)
    {
        if pass.bars.contains_key(result) {
            // A closure gives back its parameter, whose cotangent has a buffer.
            pass.contribute(&Place::var(*result), Op::Read(Place::var(seed)));
        } else {
            // The result's cotangent is the seed itself.
            pass.bars.insert(
                *result,
                Bar {
                    var: seed,
                    state: State::Present,
                },
            );
        }
    }
    pass.block_stmts(&body);
    pass.follow_lists();
    let mut results = Vec::new();
    for param in pass.f.params.clone() {
        if param.passing != Passing::Value {
            continue;
        }
        results.push(param.differentiable.then(|| {
            let bar = match pass.bars.get(&param.var) {
                Some(Bar {
                    var,
                    state: State::Present,
                }) => *var,
                _ => {
                    let bar = pass.bar_var(param.var);
                    let op = pass.zero(param.var);
                    pass.define(bar, op);
                    bar
                }
            };
            Atom::Var(bar)
        }));
    }
    let block = Block {
        stmts: std::mem::take(&mut pass.out),
        result: None,
    };
    let mut body = body;
    let mut backward = block;
    let mut first = std::mem::take(&mut pass.first);
    let mut last = std::mem::take(&mut pass.last);
    let of_bars = std::mem::take(&mut pass.of_bars);
    let (mut before, mut after, olds) = (
        std::mem::take(&mut pass.before),
        std::mem::take(&mut pass.after),
        std::mem::take(&mut pass.olds),
    );
    share_copies(&mut backward, &pass.copies, &mut after);
    body.stmts.splice(0..0, first.remove(&0).unwrap_or_default());
    body.stmts.extend(last.remove(&0).unwrap_or_default());
    body.walk_mut(&mut |stmt| {
        if let StmtKind::Call(call) = &mut stmt.kind {
            call.inactive |= pass.as_written.contains(&stmt.id);
        }
    });
    let mut sides = std::mem::take(&mut pass.sides);
    insert(&mut body, &mut before, &mut after, &mut sides, &olds);
    // The copies of `mapv` bodies live in the reverse sweep.
    insert(&mut backward, &mut before, &mut after, &mut sides, &olds);
    f.body = body;
    Backward {
        seed,
        block: backward,
        results,
        of_bars,
    }
}

impl Adjoint<'_> {
    /// What a `&mut` parameter adds to a list of counts, and takes from it, has no adjoint. But the cotangent that is lent for it, a
    /// list of nothing, may be one that its owner does not know to be that: it ends as long as the list was.
    fn follow_lists(&mut self) {
        for param in self.f.params.clone() {
            let list = crate::syntax::types::is_inert_list(&param.ty)
                && matches!(self.f.info(param.var).ty.behind_references(), Ty::Vec(_));
            let lent = param.passing == Passing::Mut && param.present.is_none();
            if let Some(bar) = param.bar.filter(|_| list && lent && !param.differentiable) {
                let args = vec![Argument::Mut(Place::var(bar)), Argument::Ref(Place::var(param.var))];
                self.emit(StmtKind::Accumulate("follow", args));
            }
        }
    }
}

/// What the reverse sweep mentions in any case is not kept a second time for products.
fn share_copies(backward: &mut Block, copies: &FlatMap<Var, Var>, after: &mut FlatMap<usize, Vec<Stmt>>) {
    let mut mentioned = FlatSet::new();
    backward.uses(&mut |var, _| _ = mentioned.insert(var));
    let shared: FlatMap<Var, Var> = copies.iter().map(|(var, copy)| (*copy, *var)).collect();
    let shared: FlatMap<Var, Var> = shared.into_iter().filter(|(_, var)| mentioned.contains(var)).collect();
    backward.walk_mut(&mut |stmt| {
        let StmtKind::Pull(pull) = &mut stmt.kind else { return };
        for arg in &mut pull.args {
            if let PullArgument::Copied(Atom::Var(copy), _) = arg
                && let Some(var) = shared.get(copy)
            {
                *copy = *var;
            }
        }
    });
    for stmts in after.values_mut() {
        stmts.retain(|stmt| !stmt.defines().iter().any(|var| shared.contains_key(var)));
    }
}

/// Puts the forward sweep's new statements where they belong.
fn insert(
    block: &mut Block,
    before: &mut FlatMap<usize, Vec<Stmt>>,
    after: &mut FlatMap<usize, Vec<Stmt>>,
    sides: &mut FlatMap<(usize, usize), Vec<Stmt>>,
    olds: &FlatMap<usize, Vec<Option<Var>>>,
) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        let id = stmt.id;
        for (side, inner) in stmt.blocks_mut().into_iter().enumerate() {
            insert(inner, before, after, sides, olds);
            inner.stmts.splice(0..0, sides.remove(&(id, side)).unwrap_or_default());
        }
        if let Some(vars) = olds.get(&id) {
            match &mut stmt.kind {
                StmtKind::Assign { old, .. } | StmtKind::Update { old, .. } => *old = vars[0],
                StmtKind::Call(call) => call.olds.clone_from(vars),
                _ => {}
            }
        }
        stmts.extend(before.remove(&id).unwrap_or_default());
        stmts.push(stmt);
        stmts.extend(after.remove(&id).unwrap_or_default());
    }
    block.stmts = stmts;
}

impl Adjoint<'_> {
    // --- the reverse sweep's own statements -------------------------------------------------------------------------

    pub(super) fn emit(&mut self, kind: StmtKind) {
        let stmt = self.f.stmt(self.span, kind);
        self.out.push(stmt);
    }

    pub(super) fn define(&mut self, var: Var, op: Op) {
        self.home.insert(var, self.block);
        self.emit(StmtKind::Let { var, op });
    }

    pub(super) fn temp(&mut self, op: Op, ty: Ty) -> Atom {
        let var = self.f.new_var("d", ty, false);
        self.define(var, op);
        Atom::Var(var)
    }

    pub(super) fn bar_var(&mut self, var: Var) -> Var {
        let info = self.f.info(var);
        let (name, ty, temporary) = (format!("{}_bar", info.name), info.ty.clone(), info.temporary);
        let bar = self.f.new_var(name.trim_start_matches("r#"), ty, true);
        self.f.vars[bar.0].temporary = temporary;
        self.of_bars.insert(bar, var);
        bar
    }

    // --- zeros and witnesses -----------------------------------------------------------------------------------------

    pub(super) fn zero(&mut self, var: Var) -> Op {
        if self.f.info(var).ty.is_float() {
            Op::Zero(None)
        } else if let Some(shape) = self.shape_of_rest(var) {
            Op::Zero(Some(shape))
        } else if self.f.info(var).role == Role::View && !self.overwritten.contains(&var) {
            // It is there again, and a witness would name the lifetimes of its type.
            Op::Runtime("zero", vec![Argument::Ref(Place::var(var))])
        } else if let Some(id) = self.reshaped.get(&var).copied() {
            Op::Zero(Some(self.witness_before(&Place::var(var), id)))
        } else {
            Op::Zero(Some(self.witness(var)))
        }
    }

    /// The witness of a variable's shape: after the definition of an immutable one, at the end of a mutable one's block.
    pub(super) fn witness(&mut self, var: Var) -> Var {
        if let Some(witness) = self.witnesses.get(&var) {
            return *witness;
        }
        let (witness, stmt) = self.witness_stmt(Place::var(var));
        self.witnesses.insert(var, witness);
        let home = self.home.get(&var).copied().unwrap_or(0);
        self.home.insert(witness, home);
        if self.f.info(var).mutable {
            self.last.entry(home).or_default().push(stmt);
        } else {
            match self.definition.get(&var) {
                Some(id) => self.after.entry(*id).or_default().push(stmt),
                None => self.first.entry(home).or_default().push(stmt),
            }
        }
        witness
    }

    pub(super) fn witness_stmt(&mut self, place: Place) -> (Var, Stmt) {
        let name = format!("{}_shape", self.f.info(place.root).name);
        let witness = self.f.new_var(name.trim_start_matches("r#"), Ty::Inert, false);
        self.f.vars[witness.0].temporary = false;
        let op = match self.borrowing.contains(&place.root) {
            true => Op::Runtime("witness_of_lent", vec![Argument::Ref(place)]),
            false => Op::Witness(place),
        };
        let stmt = self.f.stmt(self.span, StmtKind::Let { var: witness, op });
        (witness, stmt)
    }

    /// A witness of what a place holds just before a statement of the forward sweep.
    pub(super) fn witness_before(&mut self, place: &Place, id: usize) -> Var {
        let (witness, stmt) = self.witness_stmt(place.clone());
        self.home.insert(witness, self.block);
        self.before.entry(id).or_default().push(stmt);
        witness
    }

    /// Keeps, just before a statement of the forward sweep, what the adjoint of its operator needs of the operands.
    pub(super) fn keep(&mut self, function: &'static str, operands: Vec<Argument>, id: usize) -> Var {
        self.compute_before(Op::Runtime(function, operands), "kept", Ty::Inert, id)
    }

    /// Computes a slope with the statement of the forward sweep that it belongs to, whose value is `out`.
    pub(super) fn beside(&mut self, op: Op, out: Atom, id: usize) -> Var {
        let slope = self.compute_before(op, "slope", Ty::FLOAT, id);
        let together = self.f.new_var("slope", Ty::FLOAT, false);
        self.f.vars[together.0].temporary = false;
        self.home.insert(together, self.block);
        let args = [Atom::Var(slope), out].map(Argument::Value);
        let op = Op::Runtime("together", args.to_vec());
        let stmt = self.f.stmt(self.span, StmtKind::Let { var: together, op });
        self.after.entry(id).or_default().push(stmt);
        together
    }

    pub(super) fn compute_before(&mut self, op: Op, name: &str, ty: Ty, id: usize) -> Var {
        let var = self.f.new_var(name, ty, false);
        self.f.vars[var.0].temporary = false;
        self.home.insert(var, self.block);
        let stmt = self.f.stmt(self.span, StmtKind::Let { var, op });
        self.before.entry(id).or_default().push(stmt);
        var
    }

    /// What is had of a variable again where it can be copied: nothing of what owns memory.
    pub(super) fn copied(&mut self, var: Var, product: usize) -> Atom {
        if self.f.info(var).ty.is_scalar() {
            return Atom::Var(var);
        }
        if let Some(copy) = self.copies.get(&var) {
            return Atom::Var(*copy);
        }
        let name = format!("{}_copy", self.f.info(var).name);
        let copy = self.f.named_var(name.trim_start_matches("r#"), Ty::Inert, false);
        let op = Op::Runtime("copied", vec![Argument::Ref(Place::var(var))]);
        let stmt = self.f.stmt(self.span, StmtKind::Let { var: copy, op });
        match self.definition.get(&var) {
            Some(id) => {
                self.home.insert(copy, self.home[&var]);
                self.after.entry(*id).or_default().push(stmt);
                self.copies.insert(var, copy);
            }
            None => {
                self.home.insert(copy, self.block);
                self.before.entry(product).or_default().push(stmt);
            }
        }
        Atom::Var(copy)
    }

    /// Keeps of a variable what the pullback of a call may ask for: once, after the definition of an immutable one.
    pub(super) fn keep_argument(&mut self, var: Var, call: usize) -> Var {
        let operand = vec![Argument::Ref(Place::var(var))];
        match self.definition.get(&var).copied() {
            Some(definition) if !self.f.info(var).mutable => {
                let kept = self.f.named_var("kept", Ty::Inert, false);
                self.home.insert(kept, self.home[&var]);
                let op = Op::Runtime("keep", operand);
                let stmt = self.f.stmt(self.span, StmtKind::Let { var: kept, op });
                self.after.entry(definition).or_default().push(stmt);
                kept
            }
            _ => self.keep("keep", operand, call),
        }
    }

    // --- contributions -----------------------------------------------------------------------------------------------

    pub(super) fn is_active(&self, var: Var) -> bool {
        self.activity.active(var)
    }

    pub(super) fn here(&self, var: Var) -> bool {
        self.home.get(&var) == Some(&self.block)
    }

    /// Makes sure that the cotangent is there to be added to; `None` if the variable is not active.
    pub(super) fn present(&mut self, var: Var) -> Option<Var> {
        if !self.is_active(var) {
            return None;
        }
        let bar = match self.bars.get(&var).copied() {
            Some(Bar {
                var: bar,
                state: State::Present,
            }) => bar,
            Some(Bar { var: bar, state }) => {
                let value = match state {
                    State::Vacant(id) if !self.f.info(var).ty.is_float() && !self.beginnings.contains_key(&var) => {
                        let witness = self.witness_before(&Place::var(var), id);
                        self.temp(Op::Zero(Some(witness)), Ty::Unknown)
                    }
                    _ => {
                        let (zero, ty) = (self.zero(var), self.f.info(var).ty.clone());
                        self.temp(zero, ty)
                    }
                };
                self.emit(StmtKind::assign(Place::var(bar), value));
                self.bars.insert(
                    var,
                    Bar {
                        var: bar,
                        state: State::Present,
                    },
                );
                bar
            }
            None => {
                let bar = self.bar_var(var);
                if self.f.info(var).role == Role::Slot {
                    self.f.vars[bar.0].role = Role::Slot;
                    self.home.insert(bar, self.block);
                    self.emit(StmtKind::Declare(bar));
                } else {
                    let zero = self.zero(var);
                    self.define(bar, zero);
                }
                self.bars.insert(
                    var,
                    Bar {
                        var: bar,
                        state: State::Present,
                    },
                );
                bar
            }
        };
        Some(bar)
    }

    /// Adds the result of `op` to the cotangent of a place.
    pub(super) fn contribute(&mut self, place: &Place, op: Op) {
        let root = place.root;
        if !self.is_active(root) {
            return;
        }
        if place.is_whole() {
            let slot = self.f.info(root).role == Role::Slot;
            match self.bars.get(&root).copied() {
                None if self.here(root) => {
                    let bar = self.bar_var(root);
                    if slot {
                        self.f.vars[bar.0].role = Role::Slot;
                    }
                    self.define(bar, op);
                    self.bars.insert(
                        root,
                        Bar {
                            var: bar,
                            state: State::Present,
                        },
                    );
                    return;
                }
                Some(Bar {
                    var: bar,
                    state: State::Vacant(_) | State::Unassigned,
                }) => {
                    let ty = self.f.info(bar).ty.clone();
                    let value = self.temp(op, ty);
                    self.emit(StmtKind::assign(Place::var(bar), value));
                    self.bars.insert(
                        root,
                        Bar {
                            var: bar,
                            state: State::Present,
                        },
                    );
                    return;
                }
                Some(Bar { var: bar, .. }) if slot => {
                    let ty = self.f.info(bar).ty.clone();
                    let value = self.temp(op, ty);
                    self.emit(StmtKind::assign(Place::var(bar), value));
                    return;
                }
                _ => {}
            }
        }
        let Some(bar) = self.present(root) else { return };
        self.add(place.at(bar), place, op);
    }

    /// `bar += op`, where `place` is the primal's.
    fn add(&mut self, bar: Place, place: &Place, op: Op) {
        let ty = self.f.place_ty(place);
        let value = self.temp(op, ty.clone());
        if ty.is_float() {
            let op = BinOp::AddAssign(Default::default());
            self.emit(StmtKind::update(bar, op, Operand::Atom(value)));
        } else {
            let function = match bar.lent_where() {
                Some(_) => "accumulate_where",
                None => "accumulate",
            };
            self.emit(StmtKind::Accumulate(
                function,
                vec![Argument::Mut(bar), Argument::RefAtom(value)],
            ));
        }
    }

    /// Whether nothing has been added to the cotangent of an immutable variable yet, and it may be made here.
    pub(super) fn is_first(&self, var: Var) -> bool {
        let info = self.f.info(var);
        info.role != Role::Slot && !info.mutable && !self.bars.contains_key(&var) && self.here(var)
    }

    pub(super) fn contribute_atom(&mut self, atom: &Atom, op: Op) {
        if let Atom::Var(var) = atom {
            self.contribute(&Place::var(*var), op);
        }
    }

    pub(super) fn contribute_operand(&mut self, operand: &Operand, op: Op) {
        match operand {
            Operand::Atom(atom) => self.contribute_atom(atom, op),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => self.contribute(place, op),
        }
    }

    pub(super) fn operand_active(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Atom(atom) => atom.var().is_some_and(|var| self.is_active(var)),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => self.is_active(place.root),
        }
    }

    /// Makes present, at this level, all that the nested blocks may contribute to.
    pub(super) fn prepare(&mut self, nested: &[&Block]) {
        let mut mentioned = FlatSet::new();
        for block in nested {
            block.uses(&mut |var, _| {
                mentioned.insert(var);
            });
        }
        for var in mentioned {
            let vacant = self.bars.get(&var).is_some_and(|bar| bar.state != State::Present);
            let absent = !self.bars.contains_key(&var) && self.here(var);
            if vacant || absent {
                self.present(var);
            }
        }
    }

    // --- blocks ------------------------------------------------------------------------------------------------------

    /// The adjoint of a block's statements, into the present output.
    pub(super) fn block_stmts(&mut self, block: &Block) {
        for stmt in &block.stmts {
            for var in stmt.defines() {
                self.home.insert(var, self.block);
                self.definition.insert(var, stmt.id);
            }
            if let Some((var, Op::Opaque(opaque))) = stmt.as_let()
                && opaque.pure
                && self.f.info(*var).ty == Ty::Int
                && opaque.reads.iter().all(|var| !self.f.info(*var).mutable)
            {
                self.formula.insert(*var, opaque.tokens.to_string());
            }
            if let Some((var, Op::Rule(applied, args))) = stmt.as_let()
                && let [Operand::Atom(Atom::Var(arg))] = args[..]
            {
                self.known.insert((applied.rule.name, arg), *var);
            }
        }
        for stmt in &block.stmts {
            if let Some((var, Op::Struct { fields, .. })) = stmt.as_let() {
                self.span = stmt.span;
                self.end_of_lending(*var, fields);
            }
        }
        self.note_runs(block);
        self.note_renewed(block);
        for stmt in block.stmts.iter().rev() {
            self.span = stmt.span;
            let _here = crate::syntax::located::at(stmt.span);
            self.begin_parts(stmt.id);
            self.stmt(stmt);
            self.end_parts(stmt.id);
        }
    }

    /// Notes what is spent where a branch begins: the statement before it that mentions the variable is the last one to read it.
    fn note_renewed(&mut self, block: &Block) {
        let mut spent = FlatMap::new();
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::If(_) => _ = self.renewed.insert(stmt.id, spent.clone()),
                StmtKind::Let {
                    op: Op::Read(place), ..
                } if self.f.spent.contains(&stmt.id) => {
                    spent.insert(place.root, stmt.id);
                    continue;
                }
                _ => {}
            }
            stmt.uses(&mut |var, _| _ = spent.remove(&var));
        }
    }

    /// Where a struct ends that holds mutable references, what it lent is its owner's again, with what it holds then: on the way
    /// back, the cotangent of that goes over to the field's. The reverse sweep of the struct's definition returns it.
    fn end_of_lending(&mut self, var: Var, fields: &[(syn::Member, Operand)]) {
        for (member, part) in fields {
            let Operand::Lend(place) = part else { continue };
            if let Some(bar) = self.present(var) {
                self.go_over(Place::var(bar).then(Projection::Field(member.clone())), place);
            }
        }
    }

    /// Exchanges the cotangent of a field that is a mutable reference with that of what it points to.
    pub(super) fn go_over(&mut self, field: Place, place: &Place) {
        if let Some(owner) = self.present(place.root) {
            let args = vec![Argument::Mut(field), Argument::Mut(place.at(owner))];
            self.emit(StmtKind::Accumulate("go_over", args));
        }
    }

    /// The adjoint of a nested block, as a block. `start` adds what flows in at the block's end.
    pub(super) fn nested(&mut self, block: &mut Block, vars: &[Var], start: impl FnOnce(&mut Self)) -> Block {
        let outer_block = self.block;
        self.next_block += 1;
        self.block = self.next_block;
        let id = self.block;
        let outer_out = std::mem::take(&mut self.out);
        for var in vars {
            self.home.insert(*var, id);
        }
        for stmt in &block.stmts {
            for var in stmt.defines() {
                self.home.insert(var, id);
            }
        }
        let left_vacant = std::mem::take(&mut self.left_vacant);
        let before = self.bars.clone();
        start(self);
        self.block_stmts(block);
        // What was whole outside must be whole again when the block ends, and so must what the block moved out itself.
        let moved_out = |(var, bar): (&Var, &Bar)| {
            let outside = before.get(var).is_some_and(|before| before.state != bar.state);
            (outside && bar.state != State::Present && !left_vacant.contains_key(var)).then_some(*var)
        };
        for var in self.bars.iter().filter_map(moved_out).collect::<Vec<_>>() {
            self.present(var);
        }
        let home = &self.home;
        self.bars.retain(|var, _| home.get(var) != Some(&id));
        block.stmts.extend(self.last.remove(&id).unwrap_or_default());
        self.block = outer_block;
        let stmts = std::mem::replace(&mut self.out, outer_out);
        Block { stmts, result: None }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let {
                var,
                op: Op::Take(place, None),
            } => self.take(place, *var),
            StmtKind::Let {
                var,
                op: Op::PopElement(place),
            } => self.pop_element(place, *var, stmt.id),
            StmtKind::Let {
                var,
                op: Op::Replace(place, value),
            } => self.replace(place, value, *var, stmt.id),
            StmtKind::Let { var, op } => {
                self.begin_anew(*var, op, stmt.id);
                if let Some(Bar {
                    var: seed,
                    state: State::Present,
                }) = self.bars.remove(var)
                {
                    self.op(op, seed, *var, stmt.id);
                } else {
                    self.put_nothing(op, *var, stmt.id);
                }
                if let Op::Opaque(opaque) = op {
                    self.undo_writes(opaque, stmt.id);
                }
            }
            StmtKind::Declare(var) => {
                self.bars.remove(var);
            }
            StmtKind::Assign { place, value, .. } => self.assign(place, value, stmt.id),
            StmtKind::Update { place, op, value, .. } => self.update(place, op, value, stmt.id),
            StmtKind::Push { place, value } => {
                if let Some(Bar {
                    var: bar,
                    state: State::Present,
                }) = self.bars.get(&place.root).copied()
                {
                    let ty = value.var().map_or(Ty::Unknown, |var| self.f.info(var).ty.clone());
                    let bar = place.at(bar);
                    let op = match spell::has_marks(&self.f.vars, &bar) {
                        true => match &ty {
                            Ty::Tuple(parts) if (1..=6).contains(&parts.len()) => {
                                let count = proc_macro2::Literal::usize_unsuffixed(parts.len());
                                let count = Atom::Constant(quote::quote!(#count), Ty::Int);
                                Op::Runtime("pop_parts", vec![Argument::Mut(bar), Argument::Value(count)])
                            }
                            _ => Op::Runtime("pop_bar", vec![Argument::Mut(bar)]),
                        },
                        false => match self.indexed.get(&stmt.id) {
                            Some(index) => Op::Read(bar.then(Projection::Index(Atom::Var(*index)))),
                            None => Op::PopElement(bar),
                        },
                    };
                    let popped = self.temp(op, ty);
                    let popped = Place::var(popped.var().expect("a temporary is a variable"));
                    self.contribute_atom(value, Op::Read(popped));
                } else {
                    self.reshapes(place.root, stmt.id);
                }
                self.emit(StmtKind::UndoPush(place.clone()));
            }
            StmtKind::Permute { place, order, inverse } => {
                let (order, inverse) = (*order, !*inverse);
                if let Some(Bar {
                    var: bar,
                    state: State::Present,
                }) = self.bars.get(&place.root).copied()
                {
                    let place = place.at(bar);
                    self.emit(if spell::has_marks(&self.f.vars, &place) {
                        let args = vec![Argument::Mut(place), Argument::Ref(Place::var(order))];
                        StmtKind::Accumulate("unpermute_bar", args)
                    } else {
                        StmtKind::Permute { place, order, inverse }
                    });
                } else {
                    self.reshapes(place.root, stmt.id);
                }
                let place = place.clone();
                self.emit(StmtKind::UndoPermute { place, order, inverse });
            }
            StmtKind::Call(call) => self.call(call, stmt.id),
            StmtKind::Effect { opaque, .. } => self.undo_writes(opaque, stmt.id),
            // Jumps are gone.
            StmtKind::Exit(_) => {}
            StmtKind::If(_) | StmtKind::Loop(_) => self.control(stmt),
            StmtKind::Accumulate("put_part", args) => self.put_tangent(args, stmt.id),
            StmtKind::Accumulate(function, _) => self.unsupported(function),
            StmtKind::Undo { .. }
            | StmtKind::UndoPush(_)
            | StmtKind::UndoPop { .. }
            | StmtKind::UndoPermute { .. }
            | StmtKind::UndoStep { .. }
            | StmtKind::Pull(_)
            | StmtKind::Split { .. }
            | StmtKind::Row { .. }
            | StmtKind::SaveRow(_)
            | StmtKind::UndoRow(_)
            | StmtKind::GiveBack(_)
            | StmtKind::EndCopy(_)
            | StmtKind::PullMap(_)
            | StmtKind::Unwind(_)
            | StmtKind::Reverse(_) => self.unsupported("the adjoint of this adjoint"),
        }
    }

    /// What is spent by a read has no cotangent but the one that begins there.
    fn begin_anew(&mut self, out: Var, op: &Op, id: usize) {
        let flows = matches!(self.bars.get(&out), Some(bar) if bar.state == State::Present);
        if let Op::Read(place) = op
            && flows
            && self.f.spent.contains(&id)
            && let Some(bar) = self.bars.get_mut(&place.root)
            && bar.state == State::Present
        {
            bar.state = State::Vacant(id);
        }
    }

    pub(super) fn unsupported(&mut self, what: &str) {
        self.diagnostics.error(
            self.span,
            format!("the derivative of `{what}` is not supported yet"),
            "",
        );
    }

    fn control(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If(branch) => self.branch(stmt, branch),
            StmtKind::Loop(body) => {
                self.prepare(&[&body.body]);
                let lent_twice = self.lend_twice(&body.body);
                let mut block = body.body.clone();
                let length = block.stmts.len();
                let vars = body.kind.vars();
                self.loops += 1;
                let backward = self.nested(&mut block, &vars, |_| {});
                self.loops -= 1;
                self.append_later(stmt, 0, block.stmts.split_off(length));
                if !backward.is_empty() {
                    self.span = stmt.span;
                    self.emit(StmtKind::Reverse(Box::new(Reverse {
                        of: stmt.id,
                        kind: body.kind.clone(),
                        by_trips: body.exit.is_some() || !matches!(body.kind, LoopKind::Range { .. }),
                        trips: body.trips,
                        body: backward,
                        tape: None,
                    })));
                }
                self.end_lent_twice(lent_twice);
                if let LoopKind::Iterator { iterator, .. } = &body.kind {
                    self.undo_writes(iterator, stmt.id);
                }
            }
            _ => unreachable!("called on control flow"),
        }
    }

    // --- operations --------------------------------------------------------------------------------------------------
}

/// Gives the statements of a copied block identities of their own.
pub fn renumber(f: &mut Function, block: &mut Block) {
    for stmt in &mut block.stmts {
        f.next_stmt += 1;
        stmt.id = f.next_stmt;
        for inner in stmt.blocks_mut() {
            renumber(f, inner);
        }
    }
}

pub fn operand_argument(operand: &Operand) -> Argument {
    match operand {
        Operand::Atom(atom) => Argument::RefAtom(atom.clone()),
        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => Argument::Ref(place.clone()),
    }
}
