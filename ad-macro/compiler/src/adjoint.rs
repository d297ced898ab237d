//! The adjoint of a function, in the same IR.
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
//! The statements are visited from the last to the first. A cotangent mirrors its value: the adjoint of reading `x[i][j]` adds
//! to `x_bar[i][j]`. The first contribution to a cotangent is an assignment; where it lies deeper in the control flow than the
//! value's definition, a zero is made first, from a witness of the value's shape that the forward sweep takes.
//! What the adjoint mentions of the primal is a demand; the plan decides how each is met.

use crate::activity::Activity;
use crate::diagnostics::Diagnostics;
use crate::ir::*;
use crate::lower::is_arithmetic;
use crate::rules::Rule;
use crate::types::{Ty, Width};
use proc_macro2::Span;
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};
use syn::{BinOp, Expr};

/// The backward sweep.
pub struct Backward {
    pub seed: Var,
    pub block: Block,
    /// The cotangents of the parameters by value, in order; `None` for those without derivative.
    pub results: Vec<Option<Atom>>,
}

/// Where a cotangent stands during the backward sweep.
#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    Present,
    /// Moved out by the adjoint of the assignment with this id.
    Vacant(usize),
}

#[derive(Clone, Copy, Debug)]
struct Bar {
    var: Var,
    state: State,
}

struct Adjoint<'a> {
    f: &'a mut Function,
    activity: &'a Activity,
    diagnostics: &'a Diagnostics,
    bars: BTreeMap<Var, Bar>,
    /// The block in which each variable is defined, and the statement that defines it.
    home: BTreeMap<Var, usize>,
    definition: BTreeMap<Var, usize>,
    /// Of an integer that is arithmetic of immutable variables, this arithmetic.
    formula: BTreeMap<Var, String>,
    block: usize,
    next_block: usize,
    out: Vec<Stmt>,
    span: Span,
    /// Statements for the forward sweep.
    before: BTreeMap<usize, Vec<Stmt>>,
    after: BTreeMap<usize, Vec<Stmt>>,
    first: Vec<Stmt>,
    last: BTreeMap<usize, Vec<Stmt>>,
    witnesses: BTreeMap<Var, Var>,
    /// The first statement, so far, that may change the shape of a variable whose cotangent nothing has asked for yet.
    reshaped: BTreeMap<Var, usize>,
    olds: BTreeMap<usize, Vec<Option<Var>>>,
    /// What the forward sweep computes: the function of this name, of this variable.
    known: BTreeMap<(&'static str, Var), Var>,
}

/// Builds the backward sweep, and adds to the forward one the witnesses that it needs.
pub fn adjoint(f: &mut Function, activity: &Activity, diagnostics: &Diagnostics) -> Backward {
    let body = std::mem::take(&mut f.body);
    let seed = f.new_var("seed", f.output_ty.clone(), true);
    f.vars[seed.0].temporary = false;
    let mut pass = Adjoint {
        f,
        activity,
        diagnostics,
        bars: BTreeMap::new(),
        home: BTreeMap::new(),
        definition: BTreeMap::new(),
        formula: BTreeMap::new(),
        block: 0,
        next_block: 0,
        out: Vec::new(),
        span: Span::call_site(),
        before: BTreeMap::new(),
        after: BTreeMap::new(),
        first: Vec::new(),
        last: BTreeMap::new(),
        witnesses: BTreeMap::new(),
        reshaped: BTreeMap::new(),
        olds: BTreeMap::new(),
        known: BTreeMap::new(),
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
    let first = std::mem::take(&mut pass.first);
    let mut last = std::mem::take(&mut pass.last);
    body.stmts.splice(0..0, first);
    body.stmts.extend(last.remove(&0).unwrap_or_default());
    let (mut before, mut after, olds) = (
        std::mem::take(&mut pass.before),
        std::mem::take(&mut pass.after),
        std::mem::take(&mut pass.olds),
    );
    insert(&mut body, &mut before, &mut after, &olds);
    // The copies of `mapv` bodies live in the backward sweep.
    insert(&mut backward, &mut before, &mut after, &olds);
    f.body = body;
    Backward {
        seed,
        block: backward,
        results,
    }
}

/// Puts the forward sweep's new statements where they belong.
fn insert(
    block: &mut Block,
    before: &mut BTreeMap<usize, Vec<Stmt>>,
    after: &mut BTreeMap<usize, Vec<Stmt>>,
    olds: &BTreeMap<usize, Vec<Option<Var>>>,
) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        let id = stmt.id;
        for inner in stmt.blocks_mut() {
            insert(inner, before, after, olds);
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
    // --- the backward sweep's own statements -------------------------------------------------------------------------

    fn emit(&mut self, kind: StmtKind) {
        let stmt = self.f.stmt(self.span, kind);
        self.out.push(stmt);
    }

    fn define(&mut self, var: Var, op: Op) {
        self.home.insert(var, self.block);
        self.emit(StmtKind::Let { var, op });
    }

    fn temp(&mut self, op: Op, ty: Ty) -> Atom {
        let var = self.f.new_var("d", ty, false);
        self.define(var, op);
        Atom::Var(var)
    }

    fn bar_var(&mut self, var: Var) -> Var {
        let info = self.f.info(var);
        let (name, ty, temporary) = (format!("{}_bar", info.name), info.ty.clone(), info.temporary);
        let bar = self.f.new_var(name.trim_start_matches("r#"), ty, true);
        self.f.vars[bar.0].temporary = temporary;
        bar
    }

    // --- zeros and witnesses -----------------------------------------------------------------------------------------

    fn zero(&mut self, var: Var) -> Op {
        if self.f.info(var).ty.is_float() {
            Op::Zero(None)
        } else if let Some(id) = self.reshaped.get(&var).copied() {
            Op::Zero(Some(self.witness_before(&Place::var(var), id)))
        } else {
            Op::Zero(Some(self.witness(var)))
        }
    }

    /// The witness of a variable's shape: after the definition of an immutable one, at the end of a mutable one's block.
    fn witness(&mut self, var: Var) -> Var {
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
                None => self.first.push(stmt),
            }
        }
        witness
    }

    fn witness_stmt(&mut self, place: Place) -> (Var, Stmt) {
        let name = format!("{}_shape", self.f.info(place.root).name);
        let witness = self.f.new_var(name.trim_start_matches("r#"), Ty::Inert, false);
        self.f.vars[witness.0].temporary = false;
        let stmt = self.f.stmt(
            self.span,
            StmtKind::Let {
                var: witness,
                op: Op::Witness(place),
            },
        );
        (witness, stmt)
    }

    /// A witness of what a place holds just before a statement of the forward sweep.
    fn witness_before(&mut self, place: &Place, id: usize) -> Var {
        let (witness, stmt) = self.witness_stmt(place.clone());
        self.home.insert(witness, self.block);
        self.before.entry(id).or_default().push(stmt);
        witness
    }

    /// Keeps, just before a statement of the forward sweep, what the adjoint of its operator needs of the operands.
    fn keep(&mut self, function: &'static str, operands: Vec<Argument>, id: usize) -> Var {
        self.compute_before(Op::Runtime(function, operands), "kept", Ty::Inert, id)
    }

    /// Computes a slope with the statement of the forward sweep that it belongs to, whose value is `out`.
    fn beside(&mut self, op: Op, out: Atom, id: usize) -> Var {
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

    fn compute_before(&mut self, op: Op, name: &str, ty: Ty, id: usize) -> Var {
        let var = self.f.new_var(name, ty, false);
        self.f.vars[var.0].temporary = false;
        self.home.insert(var, self.block);
        let stmt = self.f.stmt(self.span, StmtKind::Let { var, op });
        self.before.entry(id).or_default().push(stmt);
        var
    }

    /// Keeps of a variable what the pullback of a call may ask for: once, after the definition of an immutable one.
    fn keep_argument(&mut self, var: Var, call: usize) -> Var {
        let operand = vec![Argument::Ref(Place::var(var))];
        match self.definition.get(&var).copied() {
            Some(definition) if !self.f.info(var).mutable => {
                let kept = self.f.new_var("kept", Ty::Inert, false);
                self.f.vars[kept.0].temporary = false;
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

    fn is_active(&self, var: Var) -> bool {
        self.activity.active(var)
    }

    fn here(&self, var: Var) -> bool {
        self.home.get(&var) == Some(&self.block)
    }

    /// Makes sure that the cotangent is there to be added to; `None` if the variable is not active.
    fn present(&mut self, var: Var) -> Option<Var> {
        if !self.is_active(var) {
            return None;
        }
        let bar = match self.bars.get(&var).copied() {
            Some(Bar {
                var: bar,
                state: State::Present,
            }) => bar,
            Some(Bar {
                var: bar,
                state: State::Vacant(id),
            }) => {
                let value = if self.f.info(var).ty.is_float() {
                    self.temp(Op::Zero(None), Ty::FLOAT)
                } else {
                    let witness = self.witness_before(&Place::var(var), id);
                    self.temp(Op::Zero(Some(witness)), Ty::Unknown)
                };
                self.emit(StmtKind::Assign {
                    place: Place::var(bar),
                    value,
                    old: None,
                });
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
    fn contribute(&mut self, place: &Place, op: Op) {
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
                    state: State::Vacant(_),
                }) => {
                    let ty = self.f.info(bar).ty.clone();
                    let value = self.temp(op, ty);
                    self.emit(StmtKind::Assign {
                        place: Place::var(bar),
                        value,
                        old: None,
                    });
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
                    self.emit(StmtKind::Assign {
                        place: Place::var(bar),
                        value,
                        old: None,
                    });
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
            self.emit(StmtKind::Update {
                place: bar,
                op,
                value: Operand::Atom(value),
                old: None,
            });
        } else {
            self.emit(StmtKind::Accumulate(
                "accumulate",
                vec![Argument::Mut(bar), Argument::RefAtom(value)],
            ));
        }
    }

    fn contribute_atom(&mut self, atom: &Atom, op: Op) {
        if let Atom::Var(var) = atom {
            self.contribute(&Place::var(*var), op);
        }
    }

    fn contribute_operand(&mut self, operand: &Operand, op: Op) {
        match operand {
            Operand::Atom(atom) => self.contribute_atom(atom, op),
            Operand::Borrow(place) | Operand::Receiver(place) => self.contribute(place, op),
        }
    }

    fn operand_active(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Atom(atom) => atom.var().is_some_and(|var| self.is_active(var)),
            Operand::Borrow(place) | Operand::Receiver(place) => self.is_active(place.root),
        }
    }

    /// Makes present, at this level, all that the nested blocks may contribute to.
    fn prepare(&mut self, nested: &[&Block]) {
        let mut mentioned = BTreeSet::new();
        for block in nested {
            block.uses(&mut |var, _| {
                mentioned.insert(var);
            });
        }
        for var in mentioned {
            let vacant = matches!(
                self.bars.get(&var),
                Some(Bar {
                    state: State::Vacant(_),
                    ..
                })
            );
            let absent = !self.bars.contains_key(&var) && self.here(var);
            if vacant || absent {
                self.present(var);
            }
        }
    }

    // --- blocks ------------------------------------------------------------------------------------------------------

    /// The adjoint of a block's statements, into the present output.
    fn block_stmts(&mut self, block: &Block) {
        for stmt in &block.stmts {
            for var in stmt.defines() {
                self.home.insert(var, self.block);
                self.definition.insert(var, stmt.id);
            }
            if let StmtKind::Let {
                var,
                op: Op::Opaque(opaque),
            } = &stmt.kind
                && opaque.pure
                && self.f.info(*var).ty == Ty::Int
                && opaque.reads.iter().all(|var| !self.f.info(*var).mutable)
            {
                self.formula.insert(*var, opaque.tokens.to_string());
            }
            if let StmtKind::Let {
                var,
                op: Op::Rule(rule, args),
            } = &stmt.kind
                && let [Operand::Atom(Atom::Var(arg))] = args[..]
            {
                self.known.insert((rule.name, arg), *var);
            }
        }
        for stmt in block.stmts.iter().rev() {
            self.span = stmt.span;
            self.stmt(stmt);
        }
    }

    /// The adjoint of a nested block, as a block. `start` adds what flows in at the block's end.
    fn nested(&mut self, block: &mut Block, vars: &[Var], start: impl FnOnce(&mut Self)) -> Block {
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
        let present =
            |bars: &BTreeMap<Var, Bar>, var: Var| bars.get(&var).is_some_and(|bar| bar.state == State::Present);
        let whole: BTreeSet<Var> = self
            .bars
            .keys()
            .copied()
            .filter(|var| present(&self.bars, *var))
            .collect();
        start(self);
        self.block_stmts(block);
        // What was whole outside must be whole again when the block ends; what was vacant is not touched in here.
        let vacant: Vec<Var> = self
            .bars
            .iter()
            .filter(|(var, bar)| matches!(bar.state, State::Vacant(_)) && whole.contains(var))
            .map(|(var, _)| *var)
            .collect();
        for var in vacant {
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
            StmtKind::Let { var, op } => {
                if let Some(Bar {
                    var: seed,
                    state: State::Present,
                }) = self.bars.remove(var)
                {
                    self.op(op, seed, *var, stmt.id);
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
                    let popped = self.temp(Op::PopElement(place.at(bar)), ty);
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
                    self.emit(StmtKind::Permute { place, order, inverse });
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
            StmtKind::Accumulate(function, _) => self.unsupported(function),
            StmtKind::Undo { .. }
            | StmtKind::UndoPush(_)
            | StmtKind::UndoPop { .. }
            | StmtKind::UndoPermute { .. }
            | StmtKind::UndoStep { .. }
            | StmtKind::Pull(_)
            | StmtKind::Split { .. }
            | StmtKind::Row { .. }
            | StmtKind::GiveBack(_)
            | StmtKind::PullMap(_)
            | StmtKind::Unwind(_)
            | StmtKind::Reverse(_) => self.unsupported("the adjoint of this adjoint"),
        }
    }

    fn unsupported(&mut self, what: &str) {
        self.diagnostics.error(
            self.span,
            format!("the derivative of `{what}` is not supported yet"),
            "",
        );
    }

    fn control(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If(branch) => {
                let seed = branch.out.and_then(|out| self.bars.remove(&out)).map(|bar| bar.var);
                self.prepare(&[&branch.then, &branch.els]);
                let mut sides = Vec::new();
                for block in [&branch.then, &branch.els] {
                    let mut block = block.clone();
                    let result = block.result.clone();
                    let length = block.stmts.len();
                    let backward = self.nested(&mut block, &[], |pass| {
                        if let (Some(seed), Some(result)) = (seed, result) {
                            pass.contribute_atom(&result, Op::Read(Place::var(seed)));
                        }
                    });
                    self.append_later(stmt, sides.len(), block.stmts.split_off(length));
                    sides.push(backward);
                }
                let els = sides.pop().expect("two sides");
                let then = sides.pop().expect("two sides");
                if !then.is_empty() || !els.is_empty() {
                    let cond = branch.cond.clone();
                    self.span = stmt.span;
                    self.emit(StmtKind::Unwind(Box::new(Unwind {
                        of: stmt.id,
                        cond,
                        then,
                        els,
                        record: None,
                    })));
                }
            }
            StmtKind::Loop(body) => {
                self.prepare(&[&body.body]);
                let mut block = body.body.clone();
                let length = block.stmts.len();
                let vars = body.kind.vars();
                let backward = self.nested(&mut block, &vars, |_| {});
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
                if let LoopKind::Iterator { iterator, .. } = &body.kind {
                    self.undo_writes(iterator, stmt.id);
                }
            }
            _ => unreachable!("called on control flow"),
        }
    }

    /// Statements for the end of a nested forward block: they follow its last statement.
    fn append_later(&mut self, stmt: &Stmt, side: usize, new: Vec<Stmt>) {
        if new.is_empty() {
            return;
        }
        let block = stmt.blocks()[side];
        let last = block.stmts.last().expect("a variable is defined in the block").id;
        self.after.entry(last).or_default().extend(new);
    }

    fn old(&mut self, base: &Place, id: usize) -> Var {
        let ty = self.f.place_ty(base);
        let name = format!("{}_old", self.f.info(base.root).name);
        let old = self.f.new_var(name.trim_start_matches("r#"), ty, false);
        self.f.vars[old.0].temporary = false;
        self.home.insert(old, self.block);
        self.olds.entry(id).or_default().push(Some(old));
        old
    }

    /// What an expression in the user's own tokens may change, `order.swap(i, j)`, has no adjoint, but is put back.
    fn undo_writes(&mut self, opaque: &Opaque, id: usize) {
        for var in &opaque.writes {
            let whole = Place::var(*var);
            let param = self.f.params.iter().find(|param| param.var == *var);
            let (place, snapshot) = match param.and_then(|param| param.present) {
                Some(present) => (whole.then(Projection::Where(Atom::Var(present))), "snapshot_where"),
                None => (whole, "snapshot"),
            };
            let old = self.f.new_var("old", self.f.place_ty(&place), false);
            self.f.vars[old.0].temporary = false;
            self.home.insert(old, self.block);
            let op = Op::Runtime(snapshot, vec![Argument::Ref(place.clone())]);
            let stmt = self.f.stmt(self.span, StmtKind::Let { var: old, op });
            self.before.entry(id).or_default().push(stmt);
            self.emit(StmtKind::Undo { place, old });
        }
    }

    fn assign(&mut self, place: &Place, value: &Atom, id: usize) {
        let root = place.root;
        let info = self.f.info(root).clone();
        let value_active = value.var().is_some_and(|var| self.is_active(var));
        if info.role == Role::Slot {
            if let (Some(Bar { var: bar, .. }), true) = (self.bars.get(&root).copied(), value_active) {
                let var = value.var().expect("an active value is a variable");
                let ty = self.f.info(var).ty.clone();
                let witness = if ty.is_float() { None } else { Some(self.witness(var)) };
                self.contribute_atom(value, Op::TakeSlot(bar, witness));
            }
            return;
        }
        if let Some(Bar {
            var: bar,
            state: State::Present,
        }) = self.bars.get(&root).copied()
        {
            let ty = self.f.place_ty(place);
            let bar_place = place.at(bar);
            if place.is_whole() && info.role == Role::Value {
                if value_active {
                    self.contribute_atom(value, Op::Read(bar_place));
                }
                self.bars.insert(
                    root,
                    Bar {
                        var: bar,
                        state: State::Vacant(id),
                    },
                );
            } else if ty.is_float() {
                if value_active {
                    self.contribute_atom(value, Op::Take(bar_place, None));
                } else {
                    let zero = self.temp(Op::Zero(None), Ty::FLOAT);
                    self.emit(StmtKind::Assign {
                        place: bar_place,
                        value: zero,
                        old: None,
                    });
                }
            } else {
                let witness = self.witness_before(place, id);
                let taken = self.temp(Op::Take(bar_place, Some(witness)), ty);
                let taken = Place::var(taken.var().expect("a temporary is a variable"));
                self.contribute_atom(value, Op::Read(taken));
            }
        } else if !self.f.place_ty(place).is_float() {
            match self.bars.get_mut(&root) {
                Some(bar) if place.is_whole() => bar.state = State::Vacant(id),
                Some(_) => {}
                None => {
                    self.reshaped.insert(root, id);
                }
            }
        }
        // Through an immutable variable of unknown type something else is written: the emitted code proves that it is not.
        if info.mutable {
            let old = self.old(place, id);
            self.emit(StmtKind::Undo {
                place: place.clone(),
                old,
            });
        }
    }

    fn update(&mut self, place: &Place, op: &BinOp, value: &Operand, id: usize) {
        let root = place.root;
        if let Some(value) = self.step(place, op, value) {
            self.emit(StmtKind::UndoStep {
                place: place.clone(),
                op: *op,
                value,
            });
            return;
        }
        let old = self.old(place, id);
        if let Some(Bar {
            var: bar,
            state: State::Present,
        }) = self.bars.get(&root).copied()
        {
            let bar_place = place.at(bar);
            let value_active = self.operand_active(value);
            let scalar = self.f.place_ty(place).is_float() && self.f.operand_ty(value).is_float();
            match op {
                BinOp::AddAssign(_) if scalar => {
                    if value_active {
                        self.contribute_operand(value, Op::Read(bar_place));
                    }
                }
                BinOp::SubAssign(_) if scalar => {
                    if value_active {
                        let seed = self.temp(Op::Read(bar_place), Ty::FLOAT);
                        self.contribute_operand(value, Op::Neg(Operand::Atom(seed)));
                    }
                }
                // An integer inside of something active.
                _ if self.f.place_ty(place).is_inert() => {}
                BinOp::AddAssign(_)
                | BinOp::SubAssign(_)
                | BinOp::MulAssign(_)
                | BinOp::DivAssign(_)
                | BinOp::RemAssign(_) => {
                    let name = match op {
                        BinOp::AddAssign(_) => quote!(AddEq),
                        BinOp::SubAssign(_) => quote!(SubEq),
                        BinOp::MulAssign(_) => quote!(MulEq),
                        BinOp::DivAssign(_) => quote!(DivEq),
                        _ => quote!(RemEq),
                    };
                    let ad = self.f.names_ad();
                    let operator = Argument::Value(Atom::Constant(quote!(#ad::#name), Ty::Inert));
                    let operands = vec![
                        operator,
                        self.form(&[value]),
                        Argument::Ref(place.clone()),
                        operand_argument(value),
                    ];
                    let kept = Place::var(self.keep("assign_keep", operands, id));
                    if value_active {
                        let args = vec![Argument::Ref(kept.clone()), Argument::Ref(bar_place.clone())];
                        self.contribute_operand(value, Op::Runtime("assign_right", args));
                    }
                    let args = vec![Argument::Ref(kept), Argument::Mut(bar_place)];
                    self.emit(StmtKind::Accumulate("assign_left", args));
                }
                _ => self.diagnostics.error(
                    self.span,
                    "cannot differentiate this compound assignment",
                    "write it with `=` and the plain operator",
                ),
            }
        }
        if self.f.info(root).mutable {
            self.emit(StmtKind::Undo {
                place: place.clone(),
                old,
            });
        }
    }

    /// The width of a step that an integer makes and can make back: nothing is to be kept for that.
    fn step(&self, place: &Place, op: &BinOp, value: &Operand) -> Option<Atom> {
        let Operand::Atom(value) = value else { return None };
        let both = self.f.place_ty(place) == Ty::Int && self.f.atom_ty(value) == Ty::Int;
        let exact = matches!(op, BinOp::AddAssign(_) | BinOp::SubAssign(_));
        (both && exact && self.f.info(place.root).mutable).then(|| value.clone())
    }

    fn operand_witness(&mut self, operand: &Operand, id: usize) -> Var {
        match operand {
            Operand::Atom(Atom::Var(var)) => self.witness(*var),
            Operand::Atom(Atom::Constant(tokens, ty)) => {
                let opaque = Opaque::pure(tokens.clone(), Vec::new());
                let constant = self.temp(Op::Opaque(opaque), ty.clone());
                let place = Place::var(constant.var().expect("a temporary is a variable"));
                let (witness, stmt) = self.witness_stmt(place);
                self.home.insert(witness, self.block);
                self.out.push(stmt);
                witness
            }
            Operand::Borrow(place) | Operand::Receiver(place) => self.witness_before(place, id),
        }
    }

    fn call(&mut self, call: &Call, id: usize) {
        let bar = self.bars.remove(&call.out);
        if call.inactive {
            let mut olds = Vec::new();
            for arg in &call.args {
                olds.push(match arg {
                    Argument::Mut(place) => {
                        let old = self.f.new_var("old", self.f.place_ty(place), false);
                        self.f.vars[old.0].temporary = false;
                        self.home.insert(old, self.block);
                        self.emit(StmtKind::Undo {
                            place: place.clone(),
                            old,
                        });
                        Some(old)
                    }
                    _ => None,
                });
            }
            self.olds.insert(id, olds);
            return;
        }
        let writes = call.args.iter().any(|arg| matches!(arg, Argument::Mut(_)));
        let seed = match bar {
            Some(Bar {
                var,
                state: State::Present,
            }) => Atom::Var(var),
            _ if !writes => return,
            _ => {
                let ty = self.f.info(call.out).ty.clone();
                match ty {
                    Ty::Unit => Atom::Constant(quote!(()), Ty::Unit),
                    Ty::Float(_) => self.temp(Op::Zero(None), ty),
                    _ => {
                        let zero = self.zero(call.out);
                        self.temp(zero, ty)
                    }
                }
            }
        };
        // What was put in a box may be a trait object by now, and its cotangent one of any type.
        let seed = if call.makes_a_box(&self.f.ad) {
            self.temp(Op::Runtime("box_of", vec![Argument::Value(seed)]), Ty::Unknown)
        } else {
            seed
        };
        let mut args = Vec::new();
        let mut returned = Vec::new();
        let mut shared = Vec::new();
        let mut lent = Vec::new();
        let real = call.real_args();
        let halves = self.halves(&call.args);
        for (k, arg) in call.args.iter().enumerate() {
            args.push(match arg {
                Argument::Lambda(number, start) => {
                    PullArgument::Lambda(*number, *start..*start + self.f.lambdas[*number].captured)
                }
                Argument::Named(..) => PullArgument::Named,
                // The pullback has the function already.
                Argument::Ref(_) if k == 0 && call.kind == CallKind::Kept => PullArgument::Value(None),
                Argument::Value(atom) if call.kind == CallKind::Parameter => {
                    let bar = self.handed(atom);
                    if let (Some(bar), Atom::Var(var)) = (&bar, atom) {
                        returned.push((*var, bar.root));
                    }
                    PullArgument::Again(atom.clone(), bar)
                }
                // What a closure captured and does not change the derivative of needs no buffer.
                Argument::Mut(place) if k >= real && !self.is_active(place.root) => {
                    PullArgument::Mut(place.clone(), None)
                }
                Argument::Value(Atom::Var(var)) if self.is_active(*var) => {
                    let part = self.f.new_var("d", self.f.info(*var).ty.clone(), false);
                    // Where the parameter is marked `#[no_diff]`, rustc's error lands on the call.
                    let name = &mut self.f.vars[part.0].name;
                    name.set_span(name.span().located_at(self.span));
                    self.home.insert(part, self.block);
                    returned.push((*var, part));
                    PullArgument::Value(Some(part))
                }
                Argument::Ref(place) => {
                    let bar = match halves.get(&k) {
                        Some(half) => Some(Place::var(*half)),
                        None => self.lend(place, false, &mut lent, &mut shared),
                    };
                    PullArgument::Ref(place.clone(), bar)
                }
                Argument::Mut(place) => {
                    PullArgument::Mut(place.clone(), self.lend(place, true, &mut lent, &mut shared))
                }
                Argument::Value(_) if call.kind == CallKind::Itself && self.f.params[k].passing == Passing::Value => {
                    PullArgument::Value(None)
                }
                // By itself `None` has no type.
                Argument::Value(Atom::Constant(tokens, Ty::Unknown)) if tokens.to_string() == "None" => {
                    PullArgument::Absent
                }
                // Only the function itself knows whether it takes this by value or is a constant's reference.
                Argument::Value(Atom::Constant(tokens, Ty::Unknown)) => {
                    PullArgument::Kept(Atom::Constant(tokens.clone(), Ty::Unknown))
                }
                Argument::Value(Atom::Var(var)) if self.f.info(*var).ty == Ty::Unknown => {
                    PullArgument::Kept(Atom::Var(self.keep_argument(*var, id)))
                }
                _ => PullArgument::Value(None),
            });
        }
        let method = (call.kind == CallKind::Method).then(|| {
            let name = call.function.path.segments[0].ident.to_string();
            proc_macro2::Ident::new(
                &format!("{}_differentiable_pull", name.trim_start_matches("r#")),
                self.span,
            )
        });
        self.emit(StmtKind::Pull(Box::new(Pull {
            pullback: call.pullback,
            method,
            kind: call.kind,
            seed: Some(seed),
            args,
        })));
        for (place, part) in shared {
            let bar = self.present(place.root).expect("it was lent");
            let args = vec![Argument::Mut(place.at(bar)), Argument::Ref(Place::var(part))];
            let function = match place.lent_where() {
                Some(_) => "accumulate_where",
                None => "accumulate",
            };
            self.emit(StmtKind::Accumulate(function, args));
            if self.of_the_workspace(&place) {
                self.emit(StmtKind::GiveBack(part));
            }
        }
        for (var, part) in returned {
            self.contribute(&Place::var(var), Op::Read(Place::var(part)));
        }
    }

    /// The cotangent buffer of an argument by value that a function value adds to.
    fn handed(&mut self, atom: &Atom) -> Option<Place> {
        let var = atom.var().filter(|var| self.is_active(*var))?;
        let ty = self.f.info(var).ty.clone();
        let zero = if ty.is_float() {
            Op::Zero(None)
        } else {
            Op::Runtime("zero", vec![Argument::RefAtom(atom.clone())])
        };
        let part = self.f.new_var("d", ty, true);
        self.f.vars[part.0].temporary = false;
        self.define(part, zero);
        Some(Place::var(part))
    }

    /// The cotangent buffer of an argument by reference. The same variable lent twice gets a buffer of its own.
    fn lend(
        &mut self,
        place: &Place,
        write: bool,
        lent: &mut Vec<Place>,
        shared: &mut Vec<(Place, Var)>,
    ) -> Option<Place> {
        let Some(bar) = self.present(place.root) else {
            if !write {
                return None;
            }
            // The callee wants a buffer in any case: that of an integer, or of an array of integers, is `()`.
            let no_diff = self.f.place_ty(place).is_inert()
                || self
                    .f
                    .params
                    .iter()
                    .any(|param| param.var == place.root && !param.differentiable);
            let part = self.f.new_var("d", Ty::Unknown, true);
            self.f.vars[part.0].temporary = false;
            if no_diff {
                self.define(part, Op::Opaque(Opaque::pure(quote!(()), Vec::new())));
                return Some(Place::var(part));
            }
            return Some(self.lend_part(place, part));
        };
        if self.f.info(place.root).ty == Ty::Function {
            if lent.iter().any(|other| other.root == place.root) {
                self.diagnostics.error(
                    self.span,
                    format!("`{}` is passed twice in one call", self.f.info(place.root).name),
                    "bind the result of one use to a variable before the call",
                );
            }
            lent.push(place.clone());
            return Some(Place::var(bar));
        }
        let buffer = self.f.info(bar).role == Role::Buffer;
        let overlaps = lent
            .iter()
            .any(|other| other.root == place.root && (buffer || other.overlaps(place)));
        lent.push(place.clone());
        if !overlaps {
            return Some(place.at(bar));
        }
        let part = self.f.new_var("part", self.f.place_ty(place), true);
        self.f.vars[part.0].temporary = false;
        shared.push((place.clone(), part));
        Some(self.lend_part(place, part))
    }

    /// A buffer that is zero, for what is lent of a place.
    fn lend_part(&mut self, place: &Place, part: Var) -> Place {
        let lent = Argument::Ref(place.clone());
        let (zero, buffer) = match place.lent_where() {
            Some((_, present)) => {
                let inside = Projection::Payload(quote::format_ident!("payload_Some_0"));
                let buffer = Place::var(part).then(inside).then(Projection::Where(present.clone()));
                (Op::Runtime("zero_where", vec![lent]), buffer)
            }
            None if self.of_the_workspace(place) => (Op::Part(place.clone()), Place::var(part)),
            None => (Op::Runtime("zero", vec![lent]), Place::var(part)),
        };
        self.define(part, zero);
        buffer
    }

    /// Whether a cotangent of the place is a vector whose memory can be used again.
    fn of_the_workspace(&self, place: &Place) -> bool {
        match self.f.place_ty(place).behind_references() {
            Ty::Slice(element) | Ty::Vec(element) => element.is_float(),
            _ => false,
        }
    }

    /// The cotangents of two slices that lie side by side in one, `&x[..k]` and `&x[k..]`, by the numbers of the arguments.
    fn halves(&mut self, args: &[Argument]) -> BTreeMap<usize, Var> {
        let mut halves = BTreeMap::new();
        let lent: Vec<(usize, &Place)> = args
            .iter()
            .enumerate()
            .filter_map(|(k, arg)| match arg {
                Argument::Ref(place) | Argument::Mut(place) => Some((k, place)),
                _ => None,
            })
            .collect();
        for (first, low) in &lent {
            let together: Vec<_> = lent.iter().filter(|(_, other)| other.root == low.root).collect();
            for (second, high) in &lent {
                let shared = [first, second].iter().all(|k| matches!(args[**k], Argument::Ref(_)));
                if together.len() != 2 || !shared {
                    continue;
                }
                let Some((whole, at)) = side_by_side(self.f, &self.formula, low, high) else {
                    continue;
                };
                let Some(bar) = self.present(low.root) else { continue };
                let [low, high] = [low, high].map(|place| {
                    let half = self.f.new_var("half", self.f.place_ty(place), true);
                    self.f.vars[half.0].temporary = false;
                    self.f.vars[half.0].role = Role::Buffer;
                    self.home.insert(half, self.block);
                    half
                });
                self.emit(StmtKind::Split {
                    of: whole.at(bar),
                    at,
                    low,
                    high,
                });
                halves.extend([(*first, low), (*second, high)]);
            }
        }
        halves
    }

    // --- operations --------------------------------------------------------------------------------------------------

    fn op(&mut self, op: &Op, seed: Var, out: Var, id: usize) {
        let seed_place = Place::var(seed);
        let seed_atom = Atom::Var(seed);
        match op {
            Op::Read(place) => self.contribute(place, Op::Read(seed_place)),
            Op::Binary(operator, l, r) => {
                let scalar = self.f.operand_ty(l).is_float() && self.f.operand_ty(r).is_float();
                if scalar {
                    self.scalar_binary(operator, l, r, seed_atom, out);
                } else {
                    self.general_binary(operator, l, r, seed, id);
                }
            }
            Op::Neg(operand) => {
                if self.f.operand_ty(operand).is_float() {
                    self.contribute_operand(operand, Op::Neg(Operand::Atom(seed_atom)));
                } else {
                    let operands = vec![self.form(&[operand]), operand_argument(operand)];
                    let kept = self.keep("neg_keep", operands, id);
                    let args = vec![Argument::Ref(Place::var(kept)), Argument::Ref(seed_place)];
                    self.contribute_operand(operand, Op::Runtime("neg_adjoint", args));
                }
            }
            Op::Rule(rule, args) => self.rule(rule, args, seed_atom, out, id),
            Op::Clone(place, method) => {
                if method == "clone" {
                    self.contribute(place, Op::Read(seed_place));
                } else if let Some(bar) = self.present(place.root) {
                    // A copy may be of another type than its original: a slice of an array, say.
                    let args = vec![Argument::Mut(place.at(bar)), Argument::Ref(seed_place)];
                    self.emit(StmtKind::Accumulate("accumulate", args));
                }
            }
            Op::Sum(place) => {
                if let Some(bar) = self.present(place.root) {
                    let args = vec![
                        Argument::Ref(place.clone()),
                        Argument::Ref(seed_place),
                        Argument::Mut(place.at(bar)),
                    ];
                    self.emit(StmtKind::Accumulate("sum_adjoint", args));
                }
            }
            Op::Dot(place, operand) => {
                let args = |bar: Place| {
                    vec![
                        Argument::Ref(place.clone()),
                        operand_argument(operand),
                        Argument::Ref(seed_place.clone()),
                        Argument::Mut(bar),
                    ]
                };
                if let Some(bar) = self.present(place.root) {
                    self.emit(StmtKind::Accumulate("dot_left", args(place.at(bar))));
                }
                let right = match operand {
                    Operand::Atom(Atom::Var(var)) => Some(Place::var(*var)),
                    Operand::Atom(Atom::Constant(..)) => None,
                    Operand::Borrow(place) | Operand::Receiver(place) => Some(place.clone()),
                };
                if let Some(right) = right
                    && let Some(bar) = self.present(right.root)
                {
                    self.emit(StmtKind::Accumulate("dot_right", args(right.at(bar))));
                }
            }
            Op::Mapv(map) => self.mapv(map, seed),
            Op::Cast(atom, _) => {
                let back = match self.f.atom_ty(atom) {
                    Ty::Float(Width::F32) => Op::Cast(seed_atom, Box::new(syn::parse_quote!(f32))),
                    Ty::Float(Width::F64) => Op::Cast(seed_atom, Box::new(syn::parse_quote!(f64))),
                    _ => Op::Runtime(
                        "cast_like",
                        vec![Argument::RefAtom(atom.clone()), Argument::Value(seed_atom)],
                    ),
                };
                self.contribute_atom(atom, back);
            }
            Op::Convert(atom, _) => {
                let args = vec![Argument::RefAtom(atom.clone()), Argument::Value(seed_atom)];
                self.contribute_atom(atom, Op::Runtime("convert_like", args));
            }
            Op::Tuple(atoms) => {
                for (k, atom) in atoms.iter().enumerate() {
                    self.contribute_atom(atom, Op::Read(seed_place.then(Projection::Field(k.into()))));
                }
            }
            // Nothing flows into an `Err`.
            Op::Variant { path, .. } if path.segments.last().is_some_and(|last| last.ident == "Err") => {}
            Op::Variant { parts, .. } => {
                for (_, accessor, atom) in parts {
                    self.contribute_atom(atom, Op::Read(seed_place.then(Projection::Payload(accessor.clone()))));
                }
            }
            Op::Rewrap { value, .. } => {
                let accessor = proc_macro2::Ident::new("payload_value", self.span);
                self.contribute_atom(value, Op::Read(seed_place.then(Projection::Payload(accessor))));
            }
            Op::Unwrap(place, _) => {
                let accessor = proc_macro2::Ident::new("payload_value", self.span);
                self.contribute(&place.then(Projection::Payload(accessor)), Op::Read(seed_place));
            }
            Op::Struct { fields, rest, .. } => {
                for (member, atom) in fields {
                    let part = seed_place.then(Projection::Field(member.clone()));
                    match rest {
                        None => self.contribute_atom(atom, Op::Read(part)),
                        Some(_) => {
                            // What is given here does not come from the rest.
                            let witness = self.operand_witness(&Operand::Atom(atom.clone()), id);
                            let taken = self.temp(Op::Take(part, Some(witness)), Ty::Unknown);
                            let taken = Place::var(taken.var().expect("a temporary is a variable"));
                            self.contribute_atom(atom, Op::Read(taken));
                        }
                    }
                }
                if let Some(rest) = rest {
                    self.contribute(rest, Op::Read(seed_place));
                }
            }
            Op::Array { elements, .. } => {
                for (k, atom) in elements.iter().enumerate() {
                    let index = proc_macro2::Literal::usize_unsuffixed(k);
                    let part = seed_place.then(Projection::Index(Atom::Constant(quote!(#index), Ty::Int)));
                    let op = if self.f.atom_ty(atom).is_float() {
                        Op::Read(part)
                    } else {
                        Op::Runtime("copy", vec![Argument::Ref(part)])
                    };
                    self.contribute_atom(atom, op);
                }
            }
            Op::Repeat { element, .. } => {
                if let Atom::Var(var) = element
                    && self.is_active(*var)
                {
                    let zero = if self.f.info(*var).ty.is_float() {
                        self.temp(Op::Zero(None), Ty::FLOAT)
                    } else {
                        let zero = self.zero(*var);
                        self.temp(zero, Ty::Unknown)
                    };
                    let args = vec![Argument::Value(zero), Argument::Ref(seed_place)];
                    self.contribute_atom(element, Op::Runtime("total", args));
                }
            }
            Op::Opaque(_) | Op::Witness(_) | Op::Zero(_) => {}
            // The adjoint's own operations, when it is differentiated in its turn.
            Op::Runtime("times" | "weighted", args) => {
                if let [Argument::Value(l), Argument::Value(r)] = args.as_slice() {
                    for (to, by) in [(l, r), (r, l)] {
                        let args = vec![Argument::Value(seed_atom.clone()), Argument::Value(by.clone())];
                        self.contribute_atom(to, Op::Runtime("times", args));
                    }
                }
            }
            Op::Runtime("over", args) => {
                if let [Argument::Value(l), Argument::Value(r)] = args.as_slice() {
                    let division = BinOp::Div(Default::default());
                    let (l, r) = (Operand::Atom(l.clone()), Operand::Atom(r.clone()));
                    self.scalar_binary(&division, &l, &r, seed_atom, out);
                }
            }
            Op::Runtime("powi_slope", args) => self.powi_slope(args, &seed_atom),
            Op::Runtime("scalar" | "together", args) => {
                if let [Argument::Value(atom), ..] = args.as_slice() {
                    self.contribute_atom(atom, Op::Read(seed_place));
                }
            }
            Op::Runtime(function, _) if FLAT_FUNCTIONS.contains(function) => {}
            Op::Runtime(function, _) => self.unsupported(function),
            Op::RuntimeRule(rule, ..) => self.unsupported(rule.name),
            Op::Take(..) | Op::TakeSlot(..) | Op::PopElement(_) | Op::Part(_) => {
                self.unsupported("this step of an adjoint");
            }
        }
    }

    /// What a statement does to the shape of a variable is seen by the zero that is made for it before.
    fn reshapes(&mut self, root: Var, id: usize) {
        match self.bars.get_mut(&root) {
            Some(bar) => bar.state = State::Vacant(id),
            None => {
                self.reshaped.insert(root, id);
            }
        }
    }

    /// `let x = pop v`: the cotangent of `x` becomes the last element of that of `v`.
    fn pop_element(&mut self, place: &Place, out: Var, id: usize) {
        let seed = self.bars.remove(&out).map(|bar| Atom::Var(bar.var));
        let present = matches!(
            self.bars.get(&place.root),
            Some(Bar {
                state: State::Present,
                ..
            })
        );
        if seed.is_some() && !present {
            self.present(place.root);
        }
        match self.bars.get(&place.root).copied() {
            Some(Bar {
                var: bar,
                state: State::Present,
            }) => {
                let value = match seed {
                    Some(seed) => seed,
                    None if self.f.info(out).ty.is_float() => self.temp(Op::Zero(None), Ty::FLOAT),
                    None => {
                        let zero = self.zero(out);
                        self.temp(zero, Ty::Unknown)
                    }
                };
                let place = place.at(bar);
                self.emit(StmtKind::Push { place, value });
            }
            _ => self.reshapes(place.root, id),
        }
        let place = place.clone();
        self.emit(StmtKind::UndoPop { place, old: out });
    }

    /// `let x = take v[i]` leaves a zero: what flows into `v[i]` afterwards ends there, and what flows into `x` came from it.
    fn take(&mut self, place: &Place, out: Var) {
        let seed = self.bars.remove(&out).map(|bar| Atom::Var(bar.var));
        if (seed.is_some() || self.bars.contains_key(&place.root))
            && let Some(bar) = self.present(place.root)
        {
            let value = seed.unwrap_or_else(|| self.temp(Op::Zero(None), Ty::FLOAT));
            self.emit(StmtKind::Assign {
                place: place.at(bar),
                value,
                old: None,
            });
        }
        self.emit(StmtKind::Undo {
            place: place.clone(),
            old: out,
        });
    }

    /// The slope of n·xⁿ⁻¹ is n times that of xⁿ⁻¹. For n = 0 the product is zero, whatever the latter is.
    fn powi_slope(&mut self, args: &[Argument], seed: &Atom) {
        let [Argument::Value(x), Argument::Value(n)] = args else {
            unreachable!("the rule table calls it with values")
        };
        let tokens = crate::tokens::atom(&self.f.vars, n);
        let less = Opaque::pure(quote!(i32::saturating_sub(#tokens, 1)), n.var().into_iter().collect());
        let less = self.temp(Op::Opaque(less), Ty::Int);
        // n as a float of x's type: the slope of xⁿ at 1.
        let one = Argument::Value(Atom::Constant(quote!(1.0), Ty::FLOAT));
        let factor = self.temp(
            Op::Runtime("powi_slope", vec![one, Argument::Value(n.clone())]),
            Ty::FLOAT,
        );
        let power = Op::Runtime("powi_slope", vec![Argument::Value(x.clone()), Argument::Value(less)]);
        let power = self.temp(power, Ty::FLOAT);
        let slope = Op::Runtime("times", vec![Argument::Value(factor), Argument::Value(power)]);
        let slope = self.temp(slope, Ty::FLOAT);
        let args = vec![Argument::Value(seed.clone()), Argument::Value(slope)];
        self.contribute_atom(x, Op::Runtime("times", args));
    }

    fn scalar_binary(&mut self, operator: &BinOp, l: &Operand, r: &Operand, seed: Atom, out: Var) {
        let (Operand::Atom(la), Operand::Atom(ra)) = (l, r) else {
            unreachable!("scalar operands are atoms")
        };
        let read = |atom: &Atom| Op::Read(Place::var(atom.var().expect("a seed is a variable")));
        let value = |atom: &Atom| Argument::Value(atom.clone());
        let (l_active, r_active) = (self.operand_active(l), self.operand_active(r));
        match operator {
            BinOp::Add(_) => {
                self.contribute_operand(l, read(&seed));
                self.contribute_operand(r, read(&seed));
            }
            BinOp::Sub(_) => {
                self.contribute_operand(l, read(&seed));
                if r_active {
                    self.contribute_operand(r, Op::Neg(Operand::Atom(seed)));
                }
            }
            BinOp::Mul(_) => {
                if l_active {
                    self.contribute_operand(l, Op::Runtime("times", vec![value(&seed), value(ra)]));
                }
                if r_active {
                    self.contribute_operand(r, Op::Runtime("times", vec![value(&seed), value(la)]));
                }
            }
            // A reciprocal's slope is the square of its value: no need for what it is the reciprocal of.
            BinOp::Div(_) if is_one(la) => {
                let part = self.temp(
                    Op::Runtime("times", vec![value(&seed), Argument::Value(Atom::Var(out))]),
                    Ty::FLOAT,
                );
                let part = self.temp(
                    Op::Runtime("times", vec![value(&part), Argument::Value(Atom::Var(out))]),
                    Ty::FLOAT,
                );
                self.contribute_operand(r, Op::Neg(Operand::Atom(part)));
            }
            BinOp::Div(_) => {
                let share = self.temp(Op::Runtime("over", vec![value(&seed), value(ra)]), Ty::FLOAT);
                if l_active {
                    self.contribute_operand(l, read(&share));
                }
                if r_active {
                    let part = self.temp(
                        Op::Runtime("times", vec![value(&share), Argument::Value(Atom::Var(out))]),
                        Ty::FLOAT,
                    );
                    self.contribute_operand(r, Op::Neg(Operand::Atom(part)));
                }
            }
            BinOp::Rem(_) => {
                self.contribute_operand(l, read(&seed));
                if r_active {
                    let division = BinOp::Div(Default::default());
                    let quotient = self.temp(Op::Binary(division, l.clone(), r.clone()), Ty::FLOAT);
                    let name = self
                        .f
                        .info(quotient.var().expect("a temporary is a variable"))
                        .name
                        .clone();
                    let whole = self.temp(
                        Op::Opaque(Opaque::pure(
                            quote!(#name.trunc()),
                            quotient.var().into_iter().collect(),
                        )),
                        Ty::FLOAT,
                    );
                    let part = self.temp(Op::Runtime("times", vec![value(&seed), value(&whole)]), Ty::FLOAT);
                    self.contribute_operand(r, Op::Neg(Operand::Atom(part)));
                }
            }
            _ => unreachable!("only arithmetic is lowered to a float operation"),
        }
    }

    /// How operands of types that only rustc knows are handed to their operator.
    fn form(&self, operands: &[&Operand]) -> Argument {
        let ad = self.f.names_ad();
        let forms = operands.iter().map(|operand| match operand {
            Operand::Atom(_) | Operand::Receiver(_) => quote!(#ad::ByValue),
            Operand::Borrow(_) => quote!(#ad::ByReference),
        });
        let forms: Vec<_> = forms.collect();
        let tokens = match forms.as_slice() {
            [one] => quote!(#one),
            forms => quote!((#(#forms),*)),
        };
        Argument::Value(Atom::Constant(tokens, Ty::Inert))
    }

    fn general_binary(&mut self, operator: &BinOp, l: &Operand, r: &Operand, seed: Var, id: usize) {
        if !is_arithmetic(operator) {
            self.diagnostics
                .error(self.span, "cannot differentiate through this operator", "");
            return;
        }
        let seed = Argument::Ref(Place::var(seed));
        let (left, right) = match operator {
            BinOp::Add(_) => ("add_left", "add_right"),
            BinOp::Sub(_) => ("sub_left", "sub_right"),
            BinOp::Mul(_) => ("mul_left", "mul_right"),
            BinOp::Div(_) => ("div_left", "div_right"),
            _ => ("rem_left", "rem_right"),
        };
        let keep = match operator {
            BinOp::Add(_) => Some("add_keep"),
            BinOp::Sub(_) => Some("sub_keep"),
            _ => None,
        };
        let operands = vec![self.form(&[l, r]), operand_argument(l), operand_argument(r)];
        let args = match keep {
            Some(keep) => vec![Argument::Ref(Place::var(self.keep(keep, operands, id))), seed],
            None => operands.into_iter().chain([seed]).collect(),
        };
        if self.operand_active(l) {
            self.contribute_operand(l, Op::Runtime(left, args.clone()));
        }
        if self.operand_active(r) {
            self.contribute_operand(r, Op::Runtime(right, args));
        }
    }

    fn rule(&mut self, rule: &'static Rule, args: &[Operand], seed: Atom, out: Var, id: usize) {
        if args.len() != rule.params.len() {
            self.diagnostics.error(
                self.span,
                format!("`{}` takes {} arguments here", rule.name, rule.params.len() - 1),
                "",
            );
            return;
        }
        // In a generic function it may be of a parameter's type.
        let generic =
            args.iter().any(|arg| !matches!(arg, Operand::Atom(_))) || !self.f.operand_ty(&args[0]).is_float();
        for (k, arg) in args.iter().enumerate() {
            if !self.operand_active(arg) || k >= rule.slopes.len() {
                continue;
            }
            if generic {
                let mut values: Vec<Argument> = Vec::new();
                for arg in args {
                    values.push(match arg {
                        Operand::Atom(atom) => Argument::Value(atom.clone()),
                        Operand::Borrow(place) | Operand::Receiver(place) => {
                            let ty = self.f.place_ty(place);
                            Argument::Value(self.temp(Op::Read(place.clone()), ty))
                        }
                    });
                }
                values.push(Argument::Value(Atom::Var(out)));
                values.push(Argument::Value(seed.clone()));
                self.contribute_operand(arg, Op::RuntimeRule(rule, k, values));
                continue;
            }
            let mut names: BTreeMap<&str, Atom> = BTreeMap::new();
            for (name, arg) in rule.params.iter().zip(args) {
                let Operand::Atom(atom) = arg else {
                    unreachable!("checked above")
                };
                names.insert(name, atom.clone());
            }
            names.insert("y", Atom::Var(out));
            let slope: Expr = syn::parse_str(rule.slopes[k]).expect("the rule table parses");
            let op = match self.formula(&slope, &names, id) {
                Atom::Constant(tokens, _) if tokens.to_string() == "1.0" => {
                    Op::Read(Place::var(seed.var().expect("a seed is a variable")))
                }
                Atom::Constant(tokens, _) if tokens.to_string() == "0.0" => continue,
                slope => {
                    let times = if BESIDE.contains(&rule.name) {
                        "weighted"
                    } else {
                        "times"
                    };
                    Op::Runtime(times, vec![Argument::Value(seed.clone()), Argument::Value(slope)])
                }
            };
            self.contribute_operand(arg, op);
        }
    }

    /// A slope of the rule table, as operations of the IR: it can be differentiated again. `id`: the statement of the forward
    /// sweep whose slope it is.
    fn formula(&mut self, expr: &Expr, names: &BTreeMap<&str, Atom>, id: usize) -> Atom {
        match expr {
            Expr::Paren(inner) => self.formula(&inner.expr, names, id),
            Expr::Lit(lit) => {
                let lit = &lit.lit;
                Atom::Constant(quote!(#lit), Ty::FLOAT)
            }
            Expr::Path(path) => {
                let name = path.path.get_ident().expect("a plain name").to_string();
                names[name.as_str()].clone()
            }
            Expr::Unary(unary) => {
                if let Expr::Lit(lit) = &*unary.expr {
                    return Atom::Constant(quote!(-#lit), Ty::FLOAT);
                }
                let operand = self.formula(&unary.expr, names, id);
                self.temp(Op::Neg(Operand::Atom(operand)), Ty::FLOAT)
            }
            Expr::Binary(binary) => {
                let left = self.formula(&binary.left, names, id);
                let right = self.formula(&binary.right, names, id);
                self.temp(
                    Op::Binary(binary.op, Operand::Atom(left), Operand::Atom(right)),
                    Ty::FLOAT,
                )
            }
            Expr::MethodCall(call) => {
                let mut args = vec![self.formula(&call.receiver, names, id)];
                args.extend(call.args.iter().map(|arg| self.formula(arg, names, id)));
                let method = call.method.to_string();
                match crate::rules::rule(&method) {
                    Some(rule) => {
                        if let [Atom::Var(arg)] = args[..]
                            && let Some(known) = self.known.get(&(rule.name, arg)).filter(|known| self.here(**known))
                        {
                            return Atom::Var(*known);
                        }
                        let op = Op::Rule(rule, args.into_iter().map(Operand::Atom).collect());
                        if BESIDE.contains(&rule.name) && is_input(&call.receiver) {
                            Atom::Var(self.beside(op, names["y"].clone(), id))
                        } else {
                            self.temp(op, Ty::FLOAT)
                        }
                    }
                    None => {
                        let tokens: Vec<_> = args.iter().map(|arg| crate::tokens::atom(&self.f.vars, arg)).collect();
                        let (receiver, rest) = tokens.split_first().expect("there is a receiver");
                        let method = &call.method;
                        let reads = args.iter().filter_map(Atom::var).collect();
                        let opaque = Opaque::pure(quote!(#receiver.#method(#(#rest),*)), reads);
                        self.temp(Op::Opaque(opaque), Ty::FLOAT)
                    }
                }
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else {
                    unreachable!("slopes call the runtime by name")
                };
                let name = path.path.get_ident().expect("a plain name").to_string();
                let function = RUNTIME_FUNCTIONS
                    .iter()
                    .copied()
                    .flatten()
                    .find(|function| **function == name)
                    .expect("a function of the runtime");
                let args = call
                    .args
                    .iter()
                    .map(|arg| Argument::Value(self.formula(arg, names, id)))
                    .collect();
                self.temp(Op::Runtime(function, args), Ty::FLOAT)
            }
            _ => unreachable!("slopes are simple expressions"),
        }
    }

    fn mapv(&mut self, map: &Map, seed: Var) {
        self.prepare(&[&map.body]);
        let bar = self.present(map.source.root).map(|bar| map.source.at(bar));
        // A closure that reads the array itself adds to the same cotangent meanwhile.
        let mut reads_source = false;
        map.body.uses(&mut |var, _| reads_source |= var == map.source.root);
        let source_bar = match &bar {
            Some(_) if reads_source => {
                let part = self.f.new_var("part", self.f.place_ty(&map.source), true);
                self.f.vars[part.0].temporary = false;
                self.define(part, Op::Runtime("zero", vec![Argument::Ref(map.source.clone())]));
                Some(Place::var(part))
            }
            bar => bar.clone(),
        };
        // The closure is run again, element by element: its statements get identities of their own.
        let mut forward = map.body.clone();
        drop_effects(&mut forward);
        renumber(self.f, &mut forward);
        let element_bar = self.f.new_var("element_bar", self.f.info(map.param).ty.clone(), true);
        self.f.vars[element_bar.0].temporary = false;
        let result = forward.result.take();
        let mut param_bar = None;
        let param = map.param;
        let span = self.span;
        let mut backward = self.nested_map(&mut forward, param, &mut param_bar, |pass| {
            pass.home.insert(element_bar, pass.block);
            if let Some(result) = result {
                pass.contribute_atom(&result, Op::Read(Place::var(element_bar)));
            }
        });
        backward.result = Some(match param_bar {
            Some(bar) => Atom::Var(bar),
            None => Atom::Constant(quote!(0.0), Ty::FLOAT),
        });
        self.span = span;
        self.emit(StmtKind::PullMap(Box::new(PullMap {
            source: map.source.clone(),
            seed,
            source_bar: source_bar.clone(),
            param,
            element_bar,
            forward,
            backward,
        })));
        if let (true, Some(bar), Some(part)) = (reads_source, bar, source_bar) {
            let args = vec![Argument::Mut(bar), Argument::Ref(part)];
            self.emit(StmtKind::Accumulate("accumulate", args));
        }
    }

    fn nested_map(
        &mut self,
        forward: &mut Block,
        param: Var,
        param_bar: &mut Option<Var>,
        start: impl FnOnce(&mut Self),
    ) -> Block {
        let outer_block = self.block;
        self.next_block += 1;
        self.block = self.next_block;
        let id = self.block;
        let outer_out = std::mem::take(&mut self.out);
        self.home.insert(param, id);
        for stmt in &forward.stmts {
            for var in stmt.defines() {
                self.home.insert(var, id);
            }
        }
        start(self);
        let copy = forward.clone();
        self.block_stmts(&copy);
        *param_bar = self.bars.get(&param).map(|bar| bar.var);
        let home = &self.home;
        self.bars.retain(|var, _| home.get(var) != Some(&id));
        forward.stmts.extend(self.last.remove(&id).unwrap_or_default());
        self.block = outer_block;
        Block {
            stmts: std::mem::replace(&mut self.out, outer_out),
            result: None,
        }
    }
}

/// A sine and a cosine of the same number cost little more than one of them, where LLVM sees both: a slope that is one of them
/// is computed in the forward sweep, beside the other.
const BESIDE: &[&str] = &["sin", "cos"];

fn is_one(atom: &Atom) -> bool {
    matches!(atom, Atom::Constant(tokens, _) if tokens.to_string().parse() == Ok(1.0))
}

/// Whether a part of a slope is an argument of the function, and not its result or something computed.
fn is_input(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if !path.path.is_ident("y"))
}

/// The functions of the runtime that slopes may call.
const RUNTIME_FUNCTIONS: &[&[&str]] = &[&["times", "over", "powi_slope"], FLAT_FUNCTIONS];

/// Those whose value is constant almost everywhere.
const FLAT_FUNCTIONS: &[&str] = &[
    "sign",
    "max_share",
    "min_share",
    "copysign_slope",
    "clamp_share",
    "clamp_low_share",
    "clamp_high_share",
    "ln_2",
    "ln_10",
    "radians",
    "degrees",
];

/// The slice that two slices make up, and where the second one begins. `formula`: what integers are known to be.
fn side_by_side(f: &Function, formula: &BTreeMap<Var, String>, low: &Place, high: &Place) -> Option<(Place, Atom)> {
    let (Some((first, before)), Some((second, same))) = (low.path.split_last(), high.path.split_last()) else {
        return None;
    };
    let (
        Projection::Range {
            low: start,
            high: Some(end),
            inclusive: false,
        },
        Projection::Range {
            low: Some(at),
            high: stop,
            inclusive,
        },
    ) = (first, second)
    else {
        return None;
    };
    let written = |path: &[Projection]| {
        let root = low.root;
        f.print_place(&Place {
            root,
            path: path.to_vec(),
        })
    };
    let meets = |atom: &Atom| match atom.var().and_then(|var| formula.get(&var)) {
        Some(formula) => formula.clone(),
        None => crate::tokens::atom(&f.vars, atom).to_string(),
    };
    if low.root != high.root || written(before) != written(same) || meets(end) != meets(at) {
        return None;
    }
    let mut whole = Place {
        root: low.root,
        path: before.to_vec(),
    };
    whole.path.push(Projection::Range {
        low: start.clone(),
        high: stop.clone(),
        inclusive: *inclusive,
    });
    Some((whole, at.clone()))
}

fn operand_argument(operand: &Operand) -> Argument {
    match operand {
        Operand::Atom(atom) => Argument::RefAtom(atom.clone()),
        Operand::Borrow(place) | Operand::Receiver(place) => Argument::Ref(place.clone()),
    }
}

/// What is printed or asserted happens in the forward sweep alone.
fn drop_effects(block: &mut Block) {
    block
        .stmts
        .retain(|stmt| !matches!(&stmt.kind, StmtKind::Effect { opaque, diverges: false } if opaque.writes.is_empty()));
    for stmt in &mut block.stmts {
        for inner in stmt.blocks_mut() {
            drop_effects(inner);
        }
    }
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
