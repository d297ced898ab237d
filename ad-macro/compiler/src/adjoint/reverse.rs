//! Reverse mode: the adjoint of a function, in the same IR.
//!
//! ```text
//! Original: let y = op(x)        Adjoint: x_bar += ∂op/∂x · y_bar
//! Original: v[i] = x             Adjoint: x_bar += take v_bar[i];   undo v[i] to old
//! Original: v[i] += x            Adjoint: x_bar += v_bar[i];        undo v[i] to old
//! Original: let y, p = call f(&x, z)      Adjoint: p(y_bar; &x x_bar, -> z_bar)
//! Original: let y = if c { a } else { b } Adjoint: if c { a_bar += y_bar; … } else { b_bar += y_bar; … }
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
    /// The reads are of all parts of a tuple: its cotangent is one of theirs, in the tuple's order.
    pub(super) whole: Option<Vec<Var>>,
}

pub(super) struct Adjoint<'a> {
    pub(super) f: &'a mut Function,
    pub(super) activity: &'a Activity,
    pub(super) diagnostics: &'a Diagnostics,
    pub(super) borrowing: FlatSet<Var>,
    /// Those of them whose zeros are of the shape that they had in the forward sweep.
    pub(super) overwritten: FlatSet<Var>,
    pub(super) bars: FlatMap<Var, Bar>,
    pub(super) of_bars: FlatMap<Var, Var>,
    /// The block in which each variable is defined, and the statement that defines it.
    pub(super) home: FlatMap<Var, usize>,
    pub(super) definition: FlatMap<Var, usize>,
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
    pub(super) witnesses: FlatMap<Var, Var>,
    /// What is had again of the operands of products.
    pub(super) copies: FlatMap<Var, Var>,
    /// The first statement, so far, that may change the shape of a variable whose cotangent nothing has asked for yet.
    pub(super) reshaped: FlatMap<Var, usize>,
    pub(super) olds: FlatMap<usize, Vec<Option<Var>>>,
    /// The calls that stand as they were written, and run again in the reverse sweep.
    pub(super) as_written: FlatSet<usize>,
    /// The variables that are more than operands.
    pub(super) handed_on: FlatSet<Var>,
    /// The indices of what is pushed, where they are known.
    pub(super) indexed: FlatMap<usize, Var>,
    /// The runs of reads of parts, by the statements that end them.
    pub(super) runs: FlatMap<usize, Beginning>,
    /// Those of them that the reverse sweep is in, by their variables.
    pub(super) beginnings: FlatMap<Var, Beginning>,
    /// Statements for the beginning of a side of a branch.
    pub(super) sides: FlatMap<(usize, usize), Vec<Stmt>>,
    /// What is lent more than once to one call in the loop around the statement: its further cotangents.
    pub(super) further: FlatMap<Var, Vec<Var>>,
    /// The variables whose values are spent where a branch begins, by the branch; and by what.
    pub(super) renewed: FlatMap<usize, FlatMap<Var, usize>>,
    /// Those of them that the side of a branch, which comes next, may leave without a cotangent.
    pub(super) left_vacant: FlatMap<Var, usize>,
    /// How many loops are around the statement.
    pub(super) loops: usize,
    /// What the forward sweep computes: the function of this name, of this variable.
    pub(super) known: FlatMap<(&'static str, Var), Var>,
}

impl Bar {
    pub(super) fn present(var: Var) -> Bar {
        let state = State::Present;
        Bar { var, state }
    }
}

/// Builds the reverse sweep, and adds to the forward one the witnesses that it needs.
pub fn adjoint(f: &mut Function, activity: &Activity, diagnostics: &Diagnostics) -> Backward {
    let mut pass = Adjoint::new(f, activity, diagnostics);
    let mut body = std::mem::take(&mut pass.f.body);
    let seed = pass.f.named_var("seed", pass.f.output_ty.clone(), true);
    pass.lent_cotangents();
    pass.seed_result(&body, seed);
    pass.block_stmts(&body);
    pass.follow_lists();
    let results = pass.results();
    let mut block = Block {
        stmts: std::mem::take(&mut pass.out),
        result: None,
    };
    pass.share_copies(&mut block);
    body.stmts.splice(0..0, pass.first.remove(&0).unwrap_or_default());
    body.stmts.extend(pass.last.remove(&0).unwrap_or_default());
    body.walk_mut(&mut |stmt| {
        if let StmtKind::Call(call) = &mut stmt.kind {
            call.inactive |= pass.as_written.contains(&stmt.id);
        }
    });
    pass.insert(&mut body);
    // The copies of `mapv` bodies live in the reverse sweep.
    pass.insert(&mut block);
    pass.f.body = body;
    Backward {
        seed,
        block,
        results,
        of_bars: pass.of_bars,
    }
}

impl<'a> Adjoint<'a> {
    fn new(f: &'a mut Function, activity: &'a Activity, diagnostics: &'a Diagnostics) -> Self {
        Adjoint {
            borrowing: borrow_holders::borrowing(f, &f.body),
            overwritten: borrow_holders::overwritten(f, &f.body),
            handed_on: partial_moves::handed_on(f),
            indexed: indexed_pushes(f),
            f,
            activity,
            diagnostics,
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
            runs: FlatMap::new(),
            beginnings: FlatMap::new(),
            sides: FlatMap::new(),
            further: FlatMap::new(),
            renewed: FlatMap::new(),
            left_vacant: FlatMap::new(),
            loops: 0,
            known: FlatMap::new(),
        }
    }
}

impl Adjoint<'_> {
    /// What is lent to the function, and changes in it, has its cotangent lent by the caller.
    fn lent_cotangents(&mut self) {
        for k in 0..self.f.params.len() {
            let param = self.f.params[k].clone();
            self.home.insert(param.var, 0);
            if param.passing != Passing::Value {
                let bar = self.bar_var(param.var);
                self.f.params[k].bar = Some(bar);
                self.f.vars[bar.0].role = match param.passing {
                    Passing::Ref => Role::Buffer,
                    Passing::Function => Role::Value,
                    _ => self.f.info(param.var).role,
                };
                self.f.vars[bar.0].ty = match &self.f.info(param.var).ty {
                    // A closure's parameter, whose type nobody wrote.
                    Ty::Unknown => Ty::Ref(Box::new(Ty::Unknown)),
                    ty => ty.behind_parameter(),
                };
                if param.differentiable {
                    self.bars.insert(param.var, Bar::present(bar));
                }
            }
        }
    }

    /// The sweep begins with the cotangent of the result.
    fn seed_result(&mut self, body: &Block, seed: Var) {
        if let Some(Atom::Var(result)) = &body.result
            && self.activity.active(*result)
        {
            if self.bars.contains_key(result) {
                // A closure gives back its parameter, whose cotangent has a buffer.
                self.contribute(&Place::var(*result), Op::Read(Place::var(seed)));
            } else {
                // The result's cotangent is the seed itself.
                self.bars.insert(*result, Bar::present(seed));
            }
        }
    }

    /// It ends with the cotangents of what was passed by value.
    fn results(&mut self) -> Vec<Option<Atom>> {
        let mut results = Vec::new();
        for param in self.f.params.clone() {
            if param.passing != Passing::Value {
                continue;
            }
            results.push(param.differentiable.then(|| {
                let bar = match self.bar_of(param.var) {
                    Some(bar) => bar,
                    None => {
                        let bar = self.bar_var(param.var);
                        let op = self.zero(param.var);
                        self.define(bar, op);
                        bar
                    }
                };
                Atom::Var(bar)
            }));
        }
        results
    }

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

    /// What the reverse sweep mentions in any case is not kept a second time for products.
    fn share_copies(&mut self, backward: &mut Block) {
        let mut mentioned = FlatSet::new();
        backward.uses(&mut |var, _| _ = mentioned.insert(var));
        let shared: FlatMap<Var, Var> = self.copies.iter().map(|(var, copy)| (*copy, *var)).collect();
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
        for stmts in self.after.values_mut() {
            stmts.retain(|stmt| !stmt.defines().iter().any(|var| shared.contains_key(var)));
        }
    }

    /// Puts the forward sweep's new statements where they belong.
    fn insert(&mut self, block: &mut Block) {
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            let id = stmt.id;
            for (side, inner) in stmt.blocks_mut().into_iter().enumerate() {
                self.insert(inner);
                inner
                    .stmts
                    .splice(0..0, self.sides.remove(&(id, side)).unwrap_or_default());
            }
            if let Some(vars) = self.olds.get(&id) {
                match &mut stmt.kind {
                    StmtKind::Assign { old, .. } | StmtKind::Update { old, .. } => *old = vars[0],
                    StmtKind::Call(call) => call.olds.clone_from(vars),
                    _ => {}
                }
            }
            stmts.extend(self.before.remove(&id).unwrap_or_default());
            stmts.push(stmt);
            stmts.extend(self.after.remove(&id).unwrap_or_default());
        }
        block.stmts = stmts;
    }
}

impl Adjoint<'_> {
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
            StmtKind::Let { var, op } => self.value(*var, op, stmt.id),
            StmtKind::Declare(var) => {
                self.bars.remove(var);
            }
            StmtKind::Assign { place, value, .. } => self.assign(place, value, stmt.id),
            StmtKind::Update { place, op, value, .. } => self.update(place, op, value, stmt.id),
            StmtKind::Push { place, value } => self.push(place, value, stmt.id),
            StmtKind::Permute { place, order, inverse } => self.permute(place, *order, *inverse, stmt.id),
            StmtKind::Call(call) => self.call(call, stmt.id),
            StmtKind::Effect { opaque, .. } => self.undo_writes(opaque, stmt.id),
            // Jumps are gone.
            StmtKind::Exit(_) => {}
            StmtKind::If(branch) => self.branch(stmt, branch),
            StmtKind::Loop(body) => self.repeat(stmt, body),
            StmtKind::Accumulate("put_part", args) => self.put_tangent(args, stmt.id),
            StmtKind::Accumulate("set_part", args) => self.set_tangent(args),
            StmtKind::Accumulate(function, _) => self.unsupported(function),
            StmtKind::Spill { .. }
            | StmtKind::Unspill { .. }
            | StmtKind::Undo { .. }
            | StmtKind::Pull(_)
            | StmtKind::Split { .. }
            | StmtKind::Row { .. }
            | StmtKind::CopyRow { .. }
            | StmtKind::GiveBack(_)
            | StmtKind::PullMap(_) => self.unsupported("the adjoint of this adjoint"),
        }
    }

    /// What flows into a value flows on through its operation.
    fn value(&mut self, var: Var, op: &Op, id: usize) {
        if self.is_of_whole(op, id) {
            return;
        }
        self.begin_anew(var, op, id);
        if let Some(seed) = self.take_bar(var) {
            self.op(op, seed, var, id);
        } else {
            self.put_nothing(op, var, id);
        }
        if let Op::Opaque(opaque) = op {
            self.undo_writes(opaque, id);
        }
    }

    /// `push v x`: the cotangent of `x` is the last element of that of `v`, which is taken off.
    fn push(&mut self, place: &Place, value: &Atom, id: usize) {
        if let Some(bar) = self.bar_of(place.root) {
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
                false => match self.indexed.get(&id) {
                    Some(index) => Op::Read(bar.then(Projection::Index(Atom::Var(*index)))),
                    None => Op::PopElement(bar),
                },
            };
            let popped = self.temp(op, ty);
            let popped = Place::var(popped.var().expect("a temporary is a variable"));
            self.contribute_atom(value, Op::Read(popped));
        } else {
            self.reshapes(place.root, id);
        }
        self.undo(place, Inverse::Pop);
    }

    /// A permutation of a list is undone in its cotangent, too.
    fn permute(&mut self, place: &Place, order: Var, inverse: bool, id: usize) {
        let inverse = !inverse;
        if let Some(bar) = self.bar_of(place.root) {
            let place = place.at(bar);
            self.emit(if spell::has_marks(&self.f.vars, &place) {
                let args = vec![Argument::Mut(place), Argument::Ref(Place::var(order))];
                StmtKind::Accumulate("unpermute_bar", args)
            } else {
                StmtKind::Permute { place, order, inverse }
            });
        } else {
            self.reshapes(place.root, id);
        }
        self.undo(place, Inverse::Permute { order, inverse });
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

    /// The loop in reverse.
    fn repeat(&mut self, stmt: &Stmt, body: &Loop) {
        self.prepare(&[&body.body]);
        let lent_again = self.lend_again(&body.body);
        let mut block = body.body.clone();
        let length = block.stmts.len();
        let vars = body.kind.vars();
        self.loops += 1;
        let backward = self.nested(&mut block, &vars, |_| {});
        self.loops -= 1;
        self.append_later(stmt, 0, block.stmts.split_off(length));
        if !backward.is_empty() {
            self.span = stmt.span;
            let kind = match &body.kind {
                LoopKind::Range { .. } if body.exit.is_none() => body.kind.clone().backwards(),
                _ => LoopKind::Times(body.trips),
            };
            self.emit(StmtKind::Loop(Box::new(Loop::adjoint(
                stmt.id, kind, backward, body.trips,
            ))));
        }
        self.end_lent_again(lent_again);
        if let LoopKind::Iterator { iterator, .. } = &body.kind {
            self.undo_writes(iterator, stmt.id);
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

pub fn operand_argument(operand: &Operand) -> Argument {
    match operand {
        Operand::Atom(atom) => Argument::RefAtom(atom.clone()),
        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => Argument::Ref(place.clone()),
    }
}
