//! The cotangents that enter a loop, as the seed times what is known before the loop.
//!
//! Input:  `let y = s / n` after the loop over `s`
//! Output: `s_bar = over(seed, n)`, before the loop; none where it is not linear in the seed

use crate::ir::sweeps::{Condition, Fills};
use crate::ir::*;
use crate::loops::sweep_fusion::{Fused, Fusion};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::quote;
use syn::BinOp;

/// What the emitted code looks at before it begins.
#[derive(Clone, Default)]
pub struct Conditions {
    /// What must be floats for the adjoints of operators to be those of floats.
    floats: Vec<Atom>,
    /// The calls that must fill an array for it to be private.
    fills: Vec<Fills>,
}

impl Conditions {
    fn ask(&mut self, f: &Function, atom: &Atom) {
        let text = f.print_atom(atom);
        if !f.atom_ty(atom).is_float() && self.floats.iter().all(|other| f.print_atom(other) != text) {
            self.floats.push(atom.clone());
        }
    }

    pub fn fill(&mut self, calls: Vec<Fills>) {
        self.fills.extend(calls);
    }

    /// Puts them into the function; for each type a variable, which rustc infers where the value is computed.
    pub fn state(&self, f: &mut Function) {
        f.conditions.extend(self.fills.iter().cloned().map(Condition::Fills));
        for atom in &self.floats {
            let var = f.named_var("later", Ty::Inert, false);
            let args = vec![Argument::Ref(Place::var(var)), Argument::RefAtom(atom.clone())];
            let stmt = f.stmt(Span::call_site(), StmtKind::Accumulate("of_type", args));
            let mut body = std::mem::take(&mut f.body);
            // Constants and parameters are there from the start.
            if !atom.var().is_some_and(|of| insert_after(&mut body, of, &stmt)) {
                body.stmts.insert(0, stmt);
            }
            f.body = body;
            f.conditions.push(Condition::Float(var));
        }
    }
}

/// Puts a statement after the one that defines a variable; says whether there is one.
fn insert_after(block: &mut Block, var: Var, new: &Stmt) -> bool {
    if let Some(at) = block.stmts.iter().position(|stmt| stmt.defines().contains(&var)) {
        block.stmts.insert(at + 1, new.clone());
        return true;
    }
    let mut inner = block.stmts.iter_mut().flat_map(Stmt::blocks_mut);
    inner.any(|inner| insert_after(inner, var, new))
}

/// A walk from an accumulator's cotangent to the seed.
struct Walk<'a> {
    /// The statements of the reverse sweep up to the loop's.
    upto: usize,
    /// The loop, and what is there before it.
    id: usize,
    before: &'a FlatSet<Var>,
    stmts: Vec<Stmt>,
    span: Span,
}

impl Fusion<'_> {
    /// Computes an accumulator's cotangent before the loop.
    pub(super) fn linear_early(
        &mut self,
        accumulator: Var,
        id: usize,
        at: usize,
        before: &FlatSet<Var>,
        reverse: &Loop,
        fused: &mut Fused,
    ) -> Option<()> {
        let mut bars = FlatSet::new();
        reverse.body.uses(&mut |var, _| {
            if self.backward.of_bars.get(&var) == Some(&accumulator) {
                bars.insert(var);
            }
        });
        for bar in bars {
            let definition = self.definition(bar, at)?;
            self.unchanged(bar)?;
            let mut walk = Walk {
                upto: at,
                id,
                before,
                stmts: Vec::new(),
                span: definition.span,
            };
            let (_, op) = definition.as_let()?;
            let value = self.of_op(op, &mut walk)?;
            let op = Op::Read(Place::var(value));
            let kind = StmtKind::Let { var: bar, op };
            walk.stmts.push(self.f.stmt(definition.span, kind));
            self.hoist(bar, id, walk.stmts, fused);
            self.edits.insert(definition.id, Vec::new());
        }
        Some(())
    }

    /// Whether nothing writes to a cotangent after its definition, but for what does nothing to a float.
    fn unchanged(&mut self, bar: Var) -> Option<()> {
        let mut identities = Vec::new();
        let mut possible = true;
        self.backward.block.walk(&mut |stmt| {
            let mut written = false;
            stmt.own_uses(&mut |var, usage| written |= var == bar && usage == Use::Write);
            match &stmt.kind {
                _ if !written => {}
                StmtKind::Accumulate("assign_left", args) => match &args[0] {
                    Argument::Ref(kept) => identities.push((stmt.id, kept.root)),
                    _ => possible = false,
                },
                _ => possible = false,
            }
        });
        for (id, kept) in identities {
            let (operator, operands) = self.kept(kept)?;
            let ad = &self.f.ad;
            let sums = [quote!(#ad::AddEq), quote!(#ad::SubEq)].map(|sum| sum.to_string());
            if !sums.contains(&operator) {
                return None;
            }
            operands
                .iter()
                .for_each(|operand| self.conditions.ask(&self.f, operand));
            self.identities.insert(id);
        }
        possible.then_some(())
    }

    /// What an operator kept: what says which one it is or how it takes its operands, and the operands that are values.
    fn kept(&self, kept: Var) -> Option<(String, Vec<Atom>)> {
        let mut found = None;
        self.f.body.walk(&mut |stmt| {
            if let Some((var, Op::Runtime(_, args))) = stmt.as_let()
                && *var == kept
            {
                found = Some(args.clone());
            }
        });
        let args = found?;
        let (Argument::Value(Atom::Constant(tokens, _)), rest) = args.split_first()? else {
            return None;
        };
        let mut operands = Vec::new();
        for arg in rest {
            match arg {
                Argument::RefAtom(atom) => operands.push(atom.clone()),
                // Of an assignment: how it takes its operand.
                Argument::Value(_) => {}
                Argument::Ref(place) if place.is_whole() && self.f.info(place.root).ty.is_float() => {}
                _ => return None,
            }
        }
        Some((tokens.to_string(), operands))
    }

    /// A cotangent of the reverse sweep, from the seed and what is there before the loop.
    fn of_var(&mut self, var: Var, walk: &mut Walk) -> Option<Var> {
        self.unchanged(var)?;
        if var == self.backward.seed {
            return Some(var);
        }
        let Some(definition) = self.definition(var, walk.upto) else {
            return self.of_part(var, walk);
        };
        let (_, op) = definition.as_let()?;
        self.of_op(op, walk)
    }

    /// A cotangent that the pullback of an operator gives, as far as its operands are by value: it is that of floats, or the condition
    /// does not hold.
    fn of_part(&mut self, part: Var, walk: &mut Walk) -> Option<Var> {
        let (pull, k) = self.backward.block.stmts[..walk.upto].iter().find_map(|stmt| {
            let StmtKind::Pull(pull) = &stmt.kind else { return None };
            let operator = matches!(pull.kind, CallKind::Operator | CallKind::Product);
            let is_part = |arg: &PullArgument| {
                matches!(arg, PullArgument::Value(Some(var)) | PullArgument::Copied(_, Some(var)) if *var == part)
            };
            let k = pull.args.iter().position(is_part).filter(|_| operator)?;
            Some((pull.clone(), k))
        })?;
        let call = self.f.body.stmts.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Call(call) if call.pullback == pull.pullback => Some(call.clone()),
            _ => None,
        })?;
        let value = |arg: &Argument| match arg {
            Argument::Value(atom) => Some(atom.clone()),
            _ => None,
        };
        let operands: Vec<Atom> = call.args.iter().map(value).collect::<Option<_>>()?;
        let Some(Atom::Var(bar)) = pull.seed else { return None };
        let operator = call.function.path.segments.last()?.ident.to_string();
        self.through(&operator, k, bar, &operands, walk)
    }

    /// The cotangent of operand `k` of an operator, from that of its result. That the operands are floats is asked.
    fn through(&mut self, operator: &str, k: usize, bar: Var, operands: &[Atom], walk: &mut Walk) -> Option<Var> {
        operands
            .iter()
            .for_each(|operand| self.conditions.ask(&self.f, operand));
        match (operator, k) {
            ("add", _) | ("sub", 0) => self.of_var(bar, walk),
            ("sub" | "neg", _) => {
                let value = self.of_var(bar, walk)?;
                Some(self.emit(walk, Op::Neg(Operand::Atom(Atom::Var(value)))))
            }
            ("mul", _) => self.scaled("times", bar, &operands[1 - k], walk),
            ("div", 0) => self.scaled("over", bar, &operands[1], walk),
            _ => None,
        }
    }

    fn of_op(&mut self, op: &Op, walk: &mut Walk) -> Option<Var> {
        match op {
            Op::Read(place) if place.is_whole() => self.of_var(place.root, walk),
            // The seed of a value and its tangent is a pair.
            Op::Read(place) if place.root == self.backward.seed => Some(self.emit(walk, op.clone())),
            Op::Neg(Operand::Atom(Atom::Var(var))) => {
                let value = self.of_var(*var, walk)?;
                Some(self.emit(walk, Op::Neg(Operand::Atom(Atom::Var(value)))))
            }
            Op::Runtime(function @ ("times" | "weighted" | "portion" | "over"), args) => {
                let [Argument::Value(Atom::Var(bar)), Argument::Value(by)] = &args[..] else {
                    return None;
                };
                self.scaled(function, *bar, by, walk)
            }
            Op::Runtime(function @ ("add_left" | "add_right" | "sub_left" | "sub_right" | "neg_adjoint"), args) => {
                let [Argument::Ref(kept), Argument::Ref(bar)] = &args[..] else {
                    return None;
                };
                let (_, operands) = self.kept(kept.root)?;
                let (operator, side) = function.split_once('_').expect("an operator and a side");
                self.through(operator, usize::from(side == "right"), bar.root, &operands, walk)
            }
            Op::Runtime(function @ ("mul_left" | "mul_right" | "div_left"), args) => {
                let [_, Argument::RefAtom(left), Argument::RefAtom(right), Argument::Ref(bar)] = &args[..] else {
                    return None;
                };
                let (operator, side) = function.split_once('_').expect("an operator and a side");
                let operands = [left.clone(), right.clone()];
                self.through(operator, usize::from(side == "right"), bar.root, &operands, walk)
            }
            _ => None,
        }
    }

    fn scaled(&mut self, function: &'static str, bar: Var, by: &Atom, walk: &mut Walk) -> Option<Var> {
        // What is not certain to be a float would not be a factor for rustc, however the condition turns out.
        let known = self.f.atom_ty(by).is_float() && by.var().is_none_or(|var| self.is_there(var, walk));
        if !known {
            return None;
        }
        let value = self.of_var(bar, walk)?;
        let args = vec![Argument::Value(Atom::Var(value)), Argument::Value(by.clone())];
        Some(self.emit(walk, Op::Runtime(function, args)))
    }

    /// Whether a value is there before the loop, or can be: `xs.len() as f64` is the same before it and after it.
    fn is_there(&mut self, var: Var, walk: &Walk) -> bool {
        let info = self.f.info(var);
        if info.mutable || walk.before.contains(&var) {
            return !info.mutable;
        }
        let definition = self.f.body.stmts.iter().find(|stmt| stmt.defines().contains(&var));
        let Some(definition) = definition.cloned() else {
            return false;
        };
        let Some((_, op)) = definition.as_let() else {
            return false;
        };
        let mut reads = FlatSet::new();
        op.uses(&mut |var, _| {
            reads.insert(var);
        });
        let can_move = self.cannot_panic(op) && reads.into_iter().all(|read| self.is_there(read, walk));
        if can_move {
            self.moved.insert(definition.id, walk.id);
        }
        can_move
    }

    /// Whether an operation gives the same wherever it stands, as long as its operands do, and nothing else than that: it is arithmetic
    /// of floats, or tells how long something is.
    fn cannot_panic(&self, op: &Op) -> bool {
        let float = |operand: &Operand| matches!(operand, Operand::Atom(_)) && self.f.operand_ty(operand).is_float();
        match op {
            Op::Read(place) => place.is_whole() && self.f.place_ty(place).is_scalar(),
            Op::Binary(BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_), left, right) => {
                float(left) && float(right)
            }
            Op::Neg(operand) => float(operand),
            Op::Rule(_, operands) => operands.iter().all(float),
            Op::Opaque(opaque) if opaque.pure && opaque.writes.is_empty() => match syn::parse2(opaque.tokens.clone()) {
                Ok(syn::Expr::MethodCall(call)) => call.method == "len" && call.args.is_empty(),
                Ok(syn::Expr::Cast(cast)) => matches!(&*cast.expr, syn::Expr::Path(_)),
                Ok(syn::Expr::Lit(_)) => true,
                _ => false,
            },
            _ => false,
        }
    }

    fn emit(&mut self, walk: &mut Walk, op: Op) -> Var {
        let ty = match &self.f.output_ty {
            Ty::Tuple(pair) => pair[0].clone(),
            ty => ty.clone(),
        };
        let var = self.f.new_var("d", ty, false);
        let stmt = self.f.stmt(walk.span, StmtKind::Let { var, op });
        walk.stmts.push(stmt);
        var
    }
}
