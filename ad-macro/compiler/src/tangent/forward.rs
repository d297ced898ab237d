//! Forward mode: the tangent of each statement, beside the statement itself.
//!
//! ```text
//! Input:  let y = op(x)           Output: let y = op(x)           let y_tangent = ∂op/∂x · x_tangent
//! Input:  v[i] = x                Output: v[i] = x                v_tangent[i] = x_tangent
//! Input:  let y = call f(&x, z)   Output: let y, y_tangent = call f(&x, z; &x_tangent, z_tangent)
//! Input:  if c { … } else { … }   Output: if c { … } else { … }, each with its tangents
//! ```
//!
//! A tangent mirrors its value as a cotangent does, and has its type: the tangent of the place `x[i][j]` is `x_tangent[i][j]`. What carries
//! no derivative has no variable for its tangent; where one is asked for, it is zero.

use crate::analysis::activity::Activity;
use crate::ir::plan::Plan;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::{Ty, mentions_object};
use crate::tangent::names::tangent_type;
use proc_macro2::Span;
use quote::quote;

/// A function of the parameters and their tangents, whose result is the pair of the value and its tangent.
pub struct TangentFunction {
    pub function: Function,
    /// The tangents of the parameters; `None` for those without derivative.
    pub params: Vec<Option<Var>>,
    /// How many variables the primal has: the others are tangents, and what they are computed from.
    pub primal: usize,
    /// Made by the last pass.
    pub plan: Plan,
}

/// Why there is no tangent, in the user's words, and where.
pub struct Missing {
    pub what: String,
    pub span: Span,
    /// Whether the user asks for it.
    pub asked: bool,
}

impl Missing {
    /// The user does not ask for one. Rustc might not compile it, and a function whose tangent nobody wants is none the worse for it.
    pub fn not_asked() -> Missing {
        Missing {
            what: "write `#[differentiable(jvp)]` on it".into(),
            span: Span::call_site(),
            asked: false,
        }
    }

    /// There is none of something in the function.
    pub fn of(what: impl std::fmt::Display) -> Missing {
        Missing {
            what: format!("there is none of {what}"),
            span: Span::call_site(),
            asked: true,
        }
    }
}

pub(super) struct Forward<'a> {
    pub(super) f: Function,
    pub(super) activity: &'a Activity,
    pub(super) tangents: FlatMap<Var, Var>,
    pub(super) out: Vec<Stmt>,
    pub(super) span: Span,
    /// The tangent function is to be differentiated: no tangent is absent, and all operations have adjoints.
    pub(super) pairs: bool,
    /// Of a closure that became a function: how many of its parameters it captured.
    captured: Option<usize>,
    of_closure: OfClosure<'a>,
    /// What the primal mentions.
    pub(super) mentioned: FlatSet<Var>,
    pub(super) missing: Option<Missing>,
}

/// Makes a closure's tangent function in its place; of each of its captures, whether it has a tangent.
pub type OfClosure<'a> = &'a dyn Fn(&Lambda, &[bool]) -> Result<Lambda, Missing>;

/// The tangent function of `f`; with `pairs`, as a primal whose parameters and result are pairs of a value and its tangent.
pub fn tangent(
    f: &Function,
    activity: &Activity,
    pairs: bool,
    captured: Option<usize>,
    of_closure: OfClosure,
) -> Result<TangentFunction, Missing> {
    let mut mentioned = FlatSet::new();
    f.body.uses(&mut |var, _| _ = mentioned.insert(var));
    let mut pass = Forward {
        // What the primal reads for the last time, a tangent may read after it.
        f: Function {
            spent: FlatSet::new(),
            ..f.clone()
        },
        activity,
        tangents: FlatMap::new(),
        out: Vec::new(),
        span: f.name.span(),
        pairs,
        captured,
        of_closure,
        mentioned,
        missing: None,
    };
    let params = pass.params();
    let body = std::mem::take(&mut pass.f.body);
    let mut block = pass.block(&body, |_, result| result);
    if pass.missing.is_none() {
        pass.out = std::mem::take(&mut block.stmts);
        block.result = body.result.as_ref().map(|value| {
            let tangent = pass.moved(value);
            pass.temp(Op::Tuple(vec![value.clone(), tangent]), Ty::Unknown)
        });
        block.stmts = std::mem::take(&mut pass.out);
        if pairs {
            pass.pair_of_outputs();
        }
    }
    pass.f.body = block;
    if pairs && !pass.f.generic {
        let still = |var: &Var| !pass.f.vars[var.0].mutable;
        let still = pass
            .tangents
            .iter()
            .filter(|(var, tangent)| still(var) && still(tangent));
        pass.f.shaped_as = still.map(|(var, tangent)| (*tangent, *var)).collect();
    }
    match pass.missing {
        Some(missing) => Err(missing),
        None => Ok(TangentFunction {
            function: pass.f,
            params,
            primal: f.vars.len(),
            plan: Plan::default(),
        }),
    }
}

/// The tangents among these, which are declared before they have a value, begin as zeros of what their variables begin with: of a type that
/// only rustc knows, the cotangent may have no other value that is made of nothing.
pub fn begin_with_zeros(f: &mut Function, tangents: &FlatSet<Var>, unassigned: &mut FlatSet<Var>) {
    fn in_block(block: &mut Block, tangents: &FlatSet<Var>, unassigned: &mut FlatSet<Var>) {
        for k in 0..block.stmts.len() {
            if let StmtKind::Declare(tangent) = block.stmts[k].kind
                && tangents.contains(&tangent)
                && let StmtKind::Declare(var) = block.stmts[k - 1].kind
            {
                unassigned.insert(var);
                let op = Op::Runtime("zero", vec![Argument::Ref(Place::var(var))]);
                block.stmts[k].kind = StmtKind::Let { var: tangent, op };
            }
            let inner = block.stmts[k].blocks_mut();
            inner
                .into_iter()
                .for_each(|inner| in_block(inner, tangents, unassigned));
        }
    }
    in_block(&mut f.body, tangents, unassigned);
}

impl Forward<'_> {
    fn params(&mut self) -> Vec<Option<Var>> {
        let params = self.f.params.clone();
        let tuples = std::mem::take(&mut self.f.tuples);
        if !tuples.is_empty() {
            self.missing("a parameter that is a tuple of references");
        }
        let of = params.iter().enumerate().map(|(k, param)| {
            if param.passing == Passing::Function {
                if self.pairs {
                    self.function_of_pairs(k);
                }
                return None;
            } else if param.any_size || (param.view.is_some() || param.held || param.present.is_some()) && self.pairs {
                self.missing("a parameter of this type");
            }
            if param.differentiable && mentions_object(&param.ty) {
                let name = &self.f.info(param.var).name;
                let object = matches!(&param.ty, syn::Type::TraitObject(_));
                if self.pairs {
                    self.missing(format!("trait objects, as in `{name}`"));
                } else if param.passing == Passing::Mut && !object {
                    self.missing(format!("trait objects that may be exchanged, as in `{name}`"));
                }
            }
            if !param.differentiable {
                if self.pairs {
                    self.no_tangent(param);
                }
                return None;
            }
            let tangent = self.tangent_var(param.var);
            self.f.vars[tangent.0].temporary = false;
            let ty = self.f.info(param.var).ty.clone();
            let there = match self.captured {
                // A closure is handed the tangents of its own parameters in any case, and as the parameters are; what it captured is
                // looked for in its place.
                Some(captured) => k >= captured,
                // A zero of an array takes no memory: it is made where there is none.
                None => {
                    let array = matches!(ty.behind_references(), Ty::Array(_)) && ty.behind_references().is_in_place();
                    array && param.present.is_none()
                }
            };
            if param.passing == Passing::Ref && !self.pairs && !there {
                self.f.vars[tangent.0].role = Role::Tangent(param.var);
            }
            if self.is_active(param.var) && !ty.is_inert() {
                self.tangents.insert(param.var, tangent);
            }
            // A method by value is called with its receiver's tangent by reference, like the others.
            let passing = match param.passing {
                Passing::Value if param.receiver && self.pairs => Passing::Ref,
                passing => passing,
            };
            if passing != param.passing {
                self.f.vars[tangent.0].role = Role::Reference;
            }
            let own = Param::new(tangent, tangent_type(&param.ty), passing);
            self.f.params.push(own);
            Some(tangent)
        });
        of.collect()
    }

    /// Makes the tangent function of a closure that a call with these arguments is given.
    pub(super) fn closure(&mut self, number: usize, captured: &[Argument]) {
        let lambda = &self.f.lambdas[number];
        if lambda.tangents.is_some() {
            return;
        }
        let captured = captured[..lambda.captured].iter();
        let active: Vec<bool> = captured
            .map(|arg| self.tangents.contains_key(&arg.place().root))
            .collect();
        match (self.of_closure)(lambda, &active) {
            Ok(made) => self.f.lambdas[number] = made,
            Err(missing) => _ = self.missing.get_or_insert(missing),
        }
    }

    /// Notes what has no tangent yet; the first one counts.
    pub(super) fn missing(&mut self, what: impl std::fmt::Display) {
        self.missing.get_or_insert(Missing {
            span: self.span,
            ..Missing::of(what)
        });
    }

    pub(super) fn is_active(&self, var: Var) -> bool {
        self.activity.active(var)
    }

    pub(super) fn emit(&mut self, kind: StmtKind) {
        let stmt = self.f.stmt(self.span, kind);
        self.out.push(stmt);
    }

    pub(super) fn define(&mut self, var: Var, op: Op) {
        self.emit(StmtKind::Let { var, op });
    }

    pub(super) fn temp(&mut self, op: Op, ty: Ty) -> Atom {
        let var = self.f.new_var("d", ty, false);
        self.define(var, op);
        Atom::Var(var)
    }

    /// A variable for the tangent, which mirrors that of the value.
    pub(super) fn tangent_var(&mut self, var: Var) -> Var {
        let info = self.f.info(var).clone();
        let name = format!("{}_tangent", info.name);
        let tangent = self.f.new_var(name.trim_start_matches("r#"), info.ty, info.mutable);
        let own = &mut self.f.vars[tangent.0];
        own.role = info.role;
        own.temporary = info.temporary;
        tangent
    }

    /// The tangent of a variable that is defined here, if it has one.
    pub(super) fn tangent_of_new(&mut self, var: Var) -> Option<Var> {
        if !self.is_active(var) || self.f.info(var).ty.is_inert() {
            return None;
        }
        if self.f.info(var).role == Role::View {
            self.missing("a struct that holds references");
        }
        if self.f.info(var).annotation.as_ref().is_some_and(mentions_object) {
            self.missing("trait objects that are made here: let a function take them by `&dyn Trait`");
        }
        let tangent = self.tangent_var(var);
        self.tangents.insert(var, tangent);
        Some(tangent)
    }

    /// The tangent of a place, if what it is a part of has one.
    pub(super) fn tangent_place(&mut self, place: &Place) -> Option<Place> {
        let tangent = self.tangents.get(&place.root).copied()?;
        let mut tangent = place.at(tangent);
        // Of second order it is a value: a pointer in a field is one in its tangent, and what leads to a part of an array of numbers leads
        // to that of its tangent.
        for at in (0..place.path.len()).filter(|_| self.pairs) {
            match &mut tangent.path[at] {
                step @ Projection::Behind => *step = Projection::Deref,
                Projection::Through { bar, .. } => *bar = !self.is_array(place, at),
                _ => {}
            }
        }
        let mut below_field = false;
        for (at, step) in place.path.iter().enumerate() {
            match step {
                Projection::Index(_) | Projection::Range { .. } => {}
                Projection::Field(_) => below_field = true,
                Projection::Payload(accessor) if spell::is_held(accessor) => {}
                // Of a field that is marked there are no accessors.
                Projection::Payload(_) | Projection::Part(_) if below_field => {
                    self.missing("what a variant in a field holds")
                }
                Projection::Payload(_) | Projection::Part(_) => below_field = true,
                Projection::Deref | Projection::Behind => {}
                Projection::Through { .. } if self.pairs && !self.is_array(place, at) => {
                    self.missing("what a function returns by reference")
                }
                Projection::Through { .. } => {}
                Projection::Where(_) if self.pairs => self.missing("an option of a reference"),
                Projection::Where(_) => {}
            }
        }
        Some(tangent)
    }

    /// Whether so many steps lead to an array of numbers.
    fn is_array(&self, place: &Place, steps: usize) -> bool {
        let before = Place {
            root: place.root,
            path: place.path[..steps].to_vec(),
        };
        matches!(self.f.place_ty(&before).behind_references(), Ty::NdArray(of, _) if of.is_float())
    }

    /// The tangent of what is read from a place: mirrored if that is a copy or certainly a move, else a copy, since the type may be `Copy`
    /// and its cotangent is not.
    pub(super) fn read(&self, place: &Place, tangent: Place) -> Op {
        let ty = self.f.place_ty(place);
        let role = self.f.info(tangent.root).role;
        let moved = place.is_whole() && matches!(ty, Ty::Vec(_) | Ty::NdArray(..));
        match role {
            _ if spell::has_marks(&self.f.vars, &tangent) => Op::Tangent {
                function: "part_tangent",
                args: vec![Argument::Ref(place.clone())],
                tangents: vec![Some(Argument::Ref(tangent))],
            },
            Role::Tangent(_) | Role::Slot => Op::Read(tangent),
            _ if moved || ty.is_in_place() => Op::Read(tangent),
            _ => Op::Runtime("copy", vec![Argument::Ref(tangent)]),
        }
    }

    /// The tangent of an atom that is used by value.
    pub(super) fn moved(&mut self, atom: &Atom) -> Atom {
        let tangent = atom.var().and_then(|var| self.tangents.get(&var).copied());
        let Some(tangent) = tangent else { return self.zero(atom) };
        let ty = self.f.info(tangent).ty.clone();
        match self.read(&Place::var(tangent), Place::var(tangent)) {
            Op::Read(place) if place.is_whole() => Atom::Var(tangent),
            op => self.temp(op, ty),
        }
    }

    /// The tangent of an atom that is a number, if it is not zero.
    pub(super) fn number(&self, atom: &Atom) -> Option<Atom> {
        let tangent = self.tangents.get(&atom.var()?)?;
        Some(Atom::Var(*tangent))
    }

    /// The tangent of what carries no derivative.
    pub(super) fn zero(&mut self, atom: &Atom) -> Atom {
        let ty = self.f.atom_ty(atom);
        match &ty {
            Ty::Float(_) => self.temp(Op::Zero(None), ty),
            Ty::Int | Ty::Bool | Ty::Inert | Ty::Unit | Ty::Never => Atom::Constant(quote!(()), Ty::Unit),
            // By itself `None` has no type.
            _ if atom.is_none() => atom.clone(),
            _ => {
                let op = Op::Runtime("zero", vec![Argument::RefAtom(atom.clone())]);
                // What it is a zero of may be moved next.
                let var = self.f.named_var("zero", ty, false);
                self.define(var, op);
                Atom::Var(var)
            }
        }
    }

    /// Puts a tangent in its place; a field may be marked. `fresh` if nothing has read what is there.
    pub(super) fn put(&mut self, place: Place, value: Atom, fresh: bool) {
        let function = match fresh || !self.pairs {
            true => "set_part",
            false => "put_part",
        };
        self.emit(match spell::has_marks(&self.f.vars, &place) {
            true => StmtKind::Accumulate(function, vec![Argument::Mut(place), Argument::Value(value)]),
            false => StmtKind::assign(place, value),
        });
    }

    /// The tangent of a place in which no field may be marked.
    pub(super) fn unmarked_place(&mut self, place: &Place) -> Option<Place> {
        let tangent = self.tangent_place(place)?;
        if spell::has_marks(&self.f.vars, &tangent) {
            self.missing("this part of a struct");
        }
        Some(tangent)
    }

    /// A block with its tangents; `end` makes the result of both.
    pub(super) fn block(&mut self, block: &Block, end: impl FnOnce(&mut Self, Option<Atom>) -> Option<Atom>) -> Block {
        let outer = std::mem::take(&mut self.out);
        for stmt in &block.stmts {
            if self.missing.is_some() {
                break;
            }
            self.span = stmt.span;
            self.stmt(stmt);
        }
        let result = end(self, block.result.clone());
        let stmts = std::mem::replace(&mut self.out, outer);
        Block { stmts, result }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { var, op } => self.definition(stmt, *var, op),
            StmtKind::Declare(var) => {
                self.out.push(stmt.clone());
                if let Some(tangent) = self.tangent_of_new(*var) {
                    self.emit(StmtKind::Declare(tangent));
                }
            }
            StmtKind::Assign { place, value, .. } => {
                let tangent = self.tangent_place(place);
                let value = tangent.is_some().then(|| self.moved(value));
                self.out.push(stmt.clone());
                if let (Some(place), Some(value)) = (tangent, value) {
                    self.put(place, value, false);
                }
            }
            StmtKind::Update { place, op, value, .. } => self.update(stmt, place, op, value),
            StmtKind::Push { place, value } => {
                let tangent = match self.pairs {
                    true => self.unmarked_place(place),
                    false => self.tangent_place(place),
                };
                let value = tangent.is_some().then(|| self.moved(value));
                self.out.push(stmt.clone());
                if let (Some(place), Some(value)) = (tangent, value) {
                    self.emit(match spell::has_marks(&self.f.vars, &place) {
                        true => StmtKind::Accumulate("push_bar", vec![Argument::Mut(place), Argument::Value(value)]),
                        false => StmtKind::Push { place, value },
                    });
                }
            }
            StmtKind::Permute { place, order, inverse } => {
                self.out.push(stmt.clone());
                if let Some(place) = self.tangent_place(place) {
                    self.permute(place, *order, *inverse);
                }
            }
            StmtKind::Call(call) => self.call(stmt, call),
            StmtKind::If(branch) => self.branch(stmt, branch),
            StmtKind::Loop(body) => {
                if self.pairs && body.checkpoint.is_some() {
                    self.missing("a loop that is marked `#[checkpoint]`");
                }
                if let LoopKind::Iterator { iterator, .. } = &body.kind {
                    self.check_writes(iterator);
                }
                let inner = self.block(&body.body, |_, result| result);
                let body = Loop {
                    body: inner,
                    checkpoint: None,
                    ..(**body).clone()
                };
                let kind = StmtKind::Loop(Box::new(body));
                self.out.push(Stmt { kind, ..stmt.clone() });
            }
            StmtKind::Effect { opaque, .. } => {
                self.check_writes(opaque);
                self.out.push(stmt.clone());
            }
            StmtKind::Exit(_)
            | StmtKind::Spill { .. }
            | StmtKind::Unspill { .. }
            | StmtKind::Undo { .. }
            | StmtKind::Pull(_)
            | StmtKind::Split { .. }
            | StmtKind::Row { .. }
            | StmtKind::CopyRow { .. }
            | StmtKind::GiveBack(_)
            | StmtKind::Accumulate(..)
            | StmtKind::PullMap(_) => unreachable!("a primal without jumps has no such statement"),
        }
    }

    /// A list's tangent is brought into its order; a field may be marked.
    fn permute(&mut self, place: Place, order: Var, inverse: bool) {
        if !spell::has_marks(&self.f.vars, &place) {
            return self.emit(StmtKind::Permute { place, order, inverse });
        }
        if inverse || self.pairs {
            return self.missing("this part of a struct");
        }
        let (ad, name) = (&self.f.ad, spell::name(&self.f.vars, order));
        let backwards = Opaque::pure(quote!(#ad::Backwards(&#name)), vec![order]);
        let backwards_order = self.f.named_var("order", Ty::Inert, false);
        self.define(backwards_order, Op::Opaque(backwards));
        let args = vec![Argument::Mut(place), Argument::Ref(Place::var(backwards_order))];
        self.emit(StmtKind::Accumulate("unpermute_bar", args));
    }

    /// What an expression in the user's own tokens changes carries no derivative.
    pub(super) fn check_writes(&mut self, opaque: &Opaque) {
        if opaque.writes.iter().any(|var| self.tangents.contains_key(var)) {
            self.missing(format!("`{}`", opaque.tokens));
        }
    }

    /// A branch whose value has a tangent gives the pair of both.
    fn branch(&mut self, stmt: &Stmt, branch: &If) {
        let out = branch
            .out
            .filter(|out| self.is_active(*out) && !self.f.info(*out).ty.is_inert());
        let pair = |pass: &mut Self, result: Option<Atom>| match (out, result) {
            (Some(_), Some(value)) => {
                let tangent = pass.moved(&value);
                Some(pass.temp(Op::Tuple(vec![value, tangent]), Ty::Unknown))
            }
            (_, result) => result,
        };
        let [then, els] = [&branch.then, &branch.els].map(|block| self.block(block, pair));
        let ty = out.map(|out| self.f.info(out).ty.clone());
        let both = ty.map(|ty| self.f.named_var("both", Ty::Tuple(vec![ty.clone(), ty]), false));
        self.span = stmt.span;
        let kind = StmtKind::If(Box::new(If {
            then,
            els,
            out: both.or(branch.out),
            ..branch.clone()
        }));
        self.out.push(Stmt { kind, ..stmt.clone() });
        if let (Some(out), Some(both)) = (out, both) {
            self.apart(out, both);
        }
    }
}
