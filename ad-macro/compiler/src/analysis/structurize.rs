//! Structurises control flow: after this pass there are `if`s, loops that end by a flag, and no jumps.
//!
//! ```text
//! Input:  if c { return a } rest          Output: let t = if c { a } else { rest }
//! Input:  loop { if c { break } rest }    Output: let mut done = false; loop until done { if c { done = true } else { rest } }
//! Input:  if a { if b { return x } s } r  Output: let mut returned = false; if a { if b { result = x; returned = true } else { s } };
//!                                                 if !returned { r } else { result }
//! ```
//!
//! Where a branch always jumps, what follows moves into the other branch; a flag is needed only where a branch may jump. The result of
//! a nested `return` is a slot (`Role::Slot`): assigned at most once on any path, an `Option` in the emitted code.

use crate::analysis::spent::spent;
use crate::ir::*;
use crate::lower::expressions::branches::{ends, leaves};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::quote;

/// Where a jump goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Target {
    Return,
    Break(usize),
    Continue(usize),
}

/// What falling off the end of a block means.
#[derive(Clone, Copy, PartialEq)]
enum Tail {
    /// The block's result is the function's.
    Function,
    /// The next iteration of the loop.
    Body(usize),
    Nested,
}

struct Exits<'a> {
    f: &'a mut Function,
    flags: FlatMap<Target, Var>,
    /// Holds the function's result where a `return` is deep in the control flow.
    slot: Option<Var>,
    /// There is a loop whose iterations run again, in a function that says what it returns.
    again: bool,
}

pub fn structurize(f: &mut Function) {
    f.spent = spent(f);
    let body = std::mem::take(&mut f.body);
    let mut again = false;
    body.walk(&mut |stmt| {
        again |= matches!(&stmt.kind, StmtKind::Loop(body) if body.checkpoint.is_some());
    });
    again &= matches!(f.output, syn::Type::Path(_) | syn::Type::Tuple(_));
    let mut pass = Exits {
        f,
        flags: FlatMap::new(),
        slot: None,
        again,
    };
    let mut body = pass.block(body.stmts, body.result, Tail::Function);
    let (slot, flag) = (pass.slot, pass.flags.get(&Target::Return).copied());
    let span = Span::call_site();
    let mut head = Vec::new();
    head.extend(slot.map(|slot| f.stmt(span, StmtKind::Declare(slot))));
    head.extend(flag.map(|flag| declare_flag(f, flag)));
    body.stmts.splice(0..0, head);
    f.body = body;
    for lambda in &mut f.lambdas {
        structurize(&mut lambda.function);
    }
}

fn declare_flag(f: &mut Function, flag: Var) -> Stmt {
    let op = Op::Opaque(Opaque::pure(quote!(false), Vec::new()));
    f.stmt(Span::call_site(), StmtKind::Let { var: flag, op })
}

/// The jumps that leave a block; what follows a jump makes none.
fn targets(block: &Block) -> FlatSet<Target> {
    let mut found = FlatSet::new();
    for stmt in &block.stmts {
        stmt_targets(stmt, &mut found);
        if leaves(stmt) {
            break;
        }
    }
    found
}

fn stmt_targets(stmt: &Stmt, found: &mut FlatSet<Target>) {
    match &stmt.kind {
        StmtKind::Exit(Exit::Return(_)) => {
            found.insert(Target::Return);
        }
        StmtKind::Exit(Exit::Break(label, _)) => {
            found.insert(Target::Break(*label));
        }
        StmtKind::Exit(Exit::Continue(label)) => {
            found.insert(Target::Continue(*label));
        }
        StmtKind::If(branch) => {
            found.extend(targets(&branch.then));
            found.extend(targets(&branch.els));
        }
        StmtKind::Loop(body) => {
            let mut inner = targets(&body.body);
            inner.remove(&Target::Break(body.label));
            inner.remove(&Target::Continue(body.label));
            found.extend(inner);
        }
        _ => {}
    }
}

impl Exits<'_> {
    fn flag(&mut self, target: Target) -> Var {
        if let Some(flag) = self.flags.get(&target) {
            return *flag;
        }
        let base = match target {
            Target::Return => "returned",
            Target::Break(_) => "done",
            Target::Continue(_) => "skip",
        };
        let flag = self.f.named_var(base, Ty::Bool, true);
        self.flags.insert(target, flag);
        flag
    }

    /// Where an iteration runs again, the value is made once more, and then nothing that it is given to says of which type it is.
    fn write_type(&mut self, value: &Atom) {
        let Atom::Var(var) = value else { return };
        let info = &mut self.f.vars[var.0];
        if self.again && info.ty == Ty::Unknown && info.annotation.is_none() && !info.mutable {
            let mut output = self.f.output.clone();
            crate::syntax::lifetimes::erase(&mut output);
            info.annotation = Some(output);
        }
    }

    fn slot(&mut self) -> Var {
        if let Some(slot) = self.slot {
            return slot;
        }
        let slot = self.f.new_var("result", self.f.output_ty.clone(), true);
        self.f.vars[slot.0].role = Role::Slot;
        self.slot = Some(slot);
        slot
    }

    fn returns_value(&self) -> bool {
        self.f.output_ty != Ty::Unit
    }

    fn raise(&mut self, target: Target, span: Span, out: &mut Vec<Stmt>) {
        let place = Place::var(self.flag(target));
        let value = Atom::Constant(quote!(true), Ty::Bool);
        out.push(self.f.stmt(span, StmtKind::assign(place, value)));
    }

    fn block(&mut self, stmts: Vec<Stmt>, result: Option<Atom>, tail: Tail) -> Block {
        let mut out = Vec::new();
        let mut rest = stmts.into_iter();
        while let Some(stmt) = rest.next() {
            let span = stmt.span;
            match stmt.kind {
                StmtKind::Exit(exit) => {
                    let result = self.exit(exit, tail, span, &mut out);
                    return Block { stmts: out, result };
                }
                StmtKind::Effect { diverges: true, .. } => {
                    out.push(Stmt {
                        id: stmt.id,
                        span,
                        kind: stmt.kind,
                    });
                    return Block {
                        stmts: out,
                        result: None,
                    };
                }
                StmtKind::If(branch) => {
                    let mut branch = *branch;
                    let mut jumps = targets(&branch.then);
                    jumps.extend(targets(&branch.els));
                    if jumps.is_empty() {
                        branch.then = self.block(branch.then.stmts, branch.then.result, Tail::Nested);
                        branch.els = self.block(branch.els.stmts, branch.els.result, Tail::Nested);
                        out.push(Stmt {
                            id: stmt.id,
                            span,
                            kind: StmtKind::If(Box::new(branch)),
                        });
                        continue;
                    }
                    let (then_ends, els_ends) = (ends(&branch.then), ends(&branch.els));
                    // What follows a block that keeps its scope stays behind it.
                    let moves = then_ends || els_ends && !branch.is_scope();
                    if moves && (tail != Tail::Nested || result.is_none()) {
                        let follow: Vec<Stmt> = rest.collect();
                        let merged = self.absorb(branch, (then_ends, els_ends), follow, result, tail, span);
                        let out_var = merged.out;
                        out.push(Stmt {
                            id: stmt.id,
                            span,
                            kind: StmtKind::If(Box::new(merged)),
                        });
                        return Block {
                            stmts: out,
                            result: out_var.map(Atom::Var),
                        };
                    }
                    // The branches may jump or fall through: flags say which.
                    let mut follow = self.result_in_slot(&mut branch, span, &mut out);
                    branch.then = self.block(branch.then.stmts, None, Tail::Nested);
                    branch.els = self.block(branch.els.stmts, None, Tail::Nested);
                    out.push(Stmt {
                        id: stmt.id,
                        span,
                        kind: StmtKind::If(Box::new(branch)),
                    });
                    follow.extend(rest);
                    return self.guarded(out, &jumps, follow, result, tail, span);
                }
                StmtKind::Loop(body) => {
                    let (body, outward) = self.loop_by_flags(*body, span, &mut out);
                    out.push(Stmt {
                        id: stmt.id,
                        span,
                        kind: StmtKind::Loop(Box::new(body)),
                    });
                    if !outward.is_empty() {
                        let follow = rest.collect();
                        return self.guarded(out, &outward, follow, result, tail, span);
                    }
                }
                kind => out.push(Stmt {
                    id: stmt.id,
                    span,
                    kind,
                }),
            }
        }
        Block { stmts: out, result }
    }

    /// A jump out of a block: the result of the block where it is the function's, else a flag, and the rest of the block is not run.
    fn exit(&mut self, exit: Exit, tail: Tail, span: Span, out: &mut Vec<Stmt>) -> Option<Atom> {
        let target = match exit {
            Exit::Return(value) if tail == Tail::Function => return value,
            Exit::Return(value) => {
                if let Some(value) = value {
                    self.write_type(&value);
                    let place = Place::var(self.slot());
                    out.push(self.f.stmt(span, StmtKind::assign(place, value)));
                }
                Target::Return
            }
            Exit::Continue(label) if tail == Tail::Body(label) => return None,
            Exit::Continue(label) => Target::Continue(label),
            Exit::Break(label, _) => Target::Break(label),
        };
        self.raise(target, span, out);
        None
    }

    /// The value of a branch that may jump goes through a slot; gives what reads it, where the branch falls through.
    fn result_in_slot(&mut self, branch: &mut If, span: Span, out: &mut Vec<Stmt>) -> Vec<Stmt> {
        let Some(value) = branch.out.take() else {
            return Vec::new();
        };
        let slot = self.f.new_var("chosen", self.f.info(value).ty.clone(), true);
        self.f.vars[slot.0].role = Role::Slot;
        out.push(self.f.stmt(span, StmtKind::Declare(slot)));
        for side in [&mut branch.then, &mut branch.els] {
            if let Some(result) = side.result.take() {
                let place = Place::var(slot);
                let stmt = self.f.stmt(span, StmtKind::assign(place, result));
                side.stmts.push(stmt);
            }
        }
        let op = Op::Read(Place::var(slot));
        vec![self.f.stmt(span, StmtKind::Let { var: value, op })]
    }

    /// A loop that ends by a flag, and the jumps that leave more than it.
    fn loop_by_flags(&mut self, mut body: Loop, span: Span, out: &mut Vec<Stmt>) -> (Loop, FlatSet<Target>) {
        let label = body.label;
        let inner = targets(&body.body);
        body.body = self.block(body.body.stmts, None, Tail::Body(label));
        if let Some(skip) = self.flags.remove(&Target::Continue(label)) {
            let declare = declare_flag(self.f, skip);
            body.body.stmts.insert(0, declare);
        }
        let mut leaving = Vec::new();
        if let Some(done) = self.flags.remove(&Target::Break(label)) {
            out.push(declare_flag(self.f, done));
            leaving.push(done);
        }
        let mut outward = inner;
        outward.remove(&Target::Break(label));
        outward.remove(&Target::Continue(label));
        leaving.extend(outward.iter().map(|target| self.flags[target]));
        body.exit = match leaving.as_slice() {
            [] => None,
            [flag] => Some(*flag),
            flags => {
                let names: Vec<_> = flags.iter().map(|flag| self.f.info(*flag).name.clone()).collect();
                let leave = self.f.named_var("leave", Ty::Bool, false);
                let op = Op::Opaque(Opaque::pure(quote!(#(#names)||*), flags.to_vec()));
                let stmt = self.f.stmt(span, StmtKind::Let { var: leave, op });
                body.body.stmts.push(stmt);
                Some(leave)
            }
        };
        (body, outward)
    }

    /// One branch always jumps: what follows the `if` moves into the other one.
    fn absorb(
        &mut self,
        branch: If,
        (then_ends, els_ends): (bool, bool),
        follow: Vec<Stmt>,
        result: Option<Atom>,
        tail: Tail,
        span: Span,
    ) -> If {
        let If {
            cond, then, els, out, ..
        } = branch;
        let mut follow = Some(follow);
        let mut side = |pass: &mut Self, block: Block, ends: bool| {
            let mut stmts = block.stmts;
            if ends {
                return pass.block(stmts, None, tail);
            }
            if let (Some(out), Some(value)) = (out, block.result) {
                let op = Op::of(value);
                stmts.push(pass.f.stmt(span, StmtKind::Let { var: out, op }));
            }
            stmts.extend(follow.take().expect("only one side goes on"));
            pass.block(stmts, result.clone(), tail)
        };
        let then = side(self, then, then_ends);
        let els = side(self, els, els_ends);
        let out = (tail == Tail::Function && self.returns_value()).then(|| {
            let ty = self.f.output_ty.clone();
            self.f.new_var("t", ty, false)
        });
        If::new(cond, then, els, out)
    }

    /// What follows a statement that may have jumped runs only if it has not.
    fn guarded(
        &mut self,
        mut out: Vec<Stmt>,
        jumps: &FlatSet<Target>,
        follow: Vec<Stmt>,
        result: Option<Atom>,
        tail: Tail,
        span: Span,
    ) -> Block {
        let wants_value = tail == Tail::Function && self.returns_value();
        let flags: Vec<Var> = jumps.iter().map(|target| self.flag(*target)).collect();
        let slot_value = |pass: &mut Self| {
            let op = Op::Read(Place::var(pass.slot()));
            let ty = pass.f.output_ty.clone();
            let var = pass.f.new_var("t", ty, false);
            let stmt = pass.f.stmt(span, StmtKind::Let { var, op });
            Block {
                stmts: vec![stmt],
                result: Some(Atom::Var(var)),
            }
        };
        if follow.is_empty() && result.is_none() {
            if wants_value {
                // The loop can only be left by `return`.
                let value = slot_value(self);
                out.extend(value.stmts);
                return Block {
                    stmts: out,
                    result: value.result,
                };
            }
            return Block {
                stmts: out,
                result: None,
            };
        }
        let names: Vec<_> = flags.iter().map(|flag| self.f.info(*flag).name.clone()).collect();
        let tokens = match names.as_slice() {
            [name] => quote!(!#name),
            names => quote!(!(#(#names)||*)),
        };
        let cond = self.f.new_var("t", Ty::Bool, false);
        let op = Op::Opaque(Opaque::pure(tokens, flags));
        out.push(self.f.stmt(span, StmtKind::Let { var: cond, op }));
        let then = self.block(follow, result, tail);
        let els = if wants_value {
            slot_value(self)
        } else {
            Block::default()
        };
        let value = wants_value.then(|| {
            let ty = self.f.output_ty.clone();
            self.f.new_var("t", ty, false)
        });
        let branch = If::new(Atom::Var(cond), then, els, value);
        out.push(self.f.stmt(span, StmtKind::If(Box::new(branch))));
        Block {
            stmts: out,
            result: value.map(Atom::Var),
        }
    }
}
