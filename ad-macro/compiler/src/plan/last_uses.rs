//! Last uses: the reads of a variable, or of an enum's payload, that may move.
//!
//! ```text
//! Input:  let r, pullback = call step(x)   if `succeeded` { let v = r.payload_value … } else { let e = r.payload_Err_0 … }
//! Output: both reads: `r` is dead after either of them, and the reverse sweep does not use it
//!
//! Input:  loop { if `is Some` { let node = head.payload_Some_0   let next = node.next   head = next } }
//! Output: the first read: what is in `head` then is put there after it
//!
//! Input:  let t = v   let w = Box::new(t)   v = Node(w)
//! Output: the read: `v` is assigned anew after it
//! ```
//!
//! All other reads of what is live in the reverse sweep, or held elsewhere, copy, and need `Clone`; the errors of many libraries are not.
//! Only what is certainly no reference is taken apart by moves: results of differentiable functions, values built here, what was taken
//! out of a place, what came by value, what its annotation says is a named type, and parts of such a thing.

use crate::analysis::partial_moves::{PartRead, Run, runs};
use crate::ir::plan::Moves;
use crate::ir::spell::is_held;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;

/// The statements of the forward sweep that move. `kept`: the forward variables that the reverse sweep mentions.
pub fn moves(f: &mut Function, kept: &FlatSet<Var>) -> Moves {
    let mut pass = Pass {
        f,
        kept,
        values: values(f),
        ended: FlatSet::new(),
        found: Moves::default(),
    };
    pass.block(&f.body, &FlatSet::new());
    let moves = pass.found;
    // Each of several parts has its name.
    for (var, _) in moves.unpacked.values().flatten() {
        f.vars[var.0].temporary = false;
    }
    moves
}

/// The variables that are certainly no references, as far as what they are given tells.
fn values(f: &Function) -> FlatSet<Var> {
    let mut given: FlatMap<Var, Vec<Given>> = FlatMap::new();
    for param in &f.params {
        if param.passing == Passing::Value && !matches!(param.ty, syn::Type::Reference(_)) && !param.held {
            given.entry(param.var).or_default().push(Given::Value);
        }
    }
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let { var, op } => {
            let named = matches!(f.info(*var).annotation, Some(syn::Type::Path(_)));
            let made = if named { Given::Value } else { given_by(op) };
            given.entry(*var).or_default().push(made);
        }
        StmtKind::Assign { place, value, .. } if place.is_whole() => {
            given.entry(place.root).or_default().push(given_as(value));
        }
        StmtKind::Call(call) => {
            let made = if call.inactive { Given::Unknown } else { Given::Value };
            given.entry(call.out).or_default().push(made);
        }
        StmtKind::If(branch) => {
            let results = [&branch.then, &branch.els].map(|block| match &block.result {
                Some(result) => given_as(result),
                None => Given::Value,
            });
            branch
                .out
                .into_iter()
                .for_each(|out| given.entry(out).or_default().extend(results.clone()));
        }
        _ => {}
    });
    let is_value = |var: Var| f.info(var).role == Role::Value;
    let mut values: FlatSet<Var> = given.keys().copied().filter(|var| is_value(*var)).collect();
    loop {
        let before = values.len();
        let certain = |given: &Given| match given {
            Given::Value => true,
            Given::Part(of) => values.contains(of),
            Given::Unknown => false,
        };
        let others: FlatSet<Var> = values
            .iter()
            .copied()
            .filter(|var| !given[var].iter().all(certain))
            .collect();
        values.retain(|var| !others.contains(var));
        if values.len() == before {
            return values;
        }
    }
}

/// What a variable is given.
#[derive(Clone)]
enum Given {
    Value,
    /// What another variable is, or a part of it.
    Part(Var),
    Unknown,
}

fn given_as(atom: &Atom) -> Given {
    match atom {
        Atom::Var(var) => Given::Part(*var),
        Atom::Constant(tokens, _) if is_variant(tokens) => Given::Value,
        Atom::Constant(_, ty) if ty.is_scalar() => Given::Value,
        Atom::Constant(..) => Given::Unknown,
    }
}

fn given_by(op: &Op) -> Given {
    match op {
        Op::Variant { .. } | Op::Replace(..) | Op::Array { .. } | Op::Repeat { .. } | Op::Tuple(_) => Given::Value,
        op @ Op::Struct { .. } if !op.lends() => Given::Value,
        Op::Clone(_, method) if method != "clone" => Given::Value,
        Op::Read(place) | Op::Clone(place, _) => Given::Part(place.root),
        Op::Opaque(opaque) if is_variant(&opaque.tokens) => Given::Value,
        _ => Given::Unknown,
    }
}

/// Whether an expression is the path of a variant, by Rust's naming convention.
fn is_variant(tokens: &proc_macro2::TokenStream) -> bool {
    let path = syn::parse2::<syn::Path>(tokens.clone()).ok();
    path.and_then(|path| path.segments.last().map(|last| last.ident.to_string()))
        .is_some_and(|name| name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase))
}

struct Pass<'a> {
    f: &'a Function,
    kept: &'a FlatSet<Var>,
    values: FlatSet<Var>,
    /// The reads after which what they read a part of is not mentioned any more.
    ended: FlatSet<usize>,
    found: Moves,
}

/// Whether what a variable holds is put there before anything mentions it, and what was there before is not kept.
fn put_anew(after: &[Stmt], var: Var) -> bool {
    let next = after.iter().find(|stmt| stmt.mentions(var));
    next.is_some_and(|stmt| renewed(stmt) == Some(var))
}

/// The variable that a statement gives another value, without a look at the one that it has.
fn renewed(stmt: &Stmt) -> Option<Var> {
    match &stmt.kind {
        StmtKind::Assign {
            place,
            old: None,
            value,
        } if place.is_whole() && value.var() != Some(place.root) => Some(place.root),
        _ => None,
    }
}

impl Pass<'_> {
    /// `after`: what is mentioned after the block, before it has another value. Gives what is mentioned from its beginning on.
    fn block(&mut self, block: &Block, after: &FlatSet<Var>) -> FlatSet<Var> {
        let mut after = after.clone();
        after.extend(block.result.iter().filter_map(Atom::var));
        for (at, stmt) in block.stmts.iter().enumerate().rev() {
            match &stmt.kind {
                StmtKind::Let {
                    op: Op::Read(place), ..
                } if place.is_whole() => {
                    let owned = self.f.info(place.root).role == Role::Value;
                    if owned && put_anew(&block.stmts[at + 1..], place.root) {
                        self.found.reads.insert(stmt.id);
                    }
                }
                StmtKind::Let {
                    op: Op::Read(place), ..
                } if !after.contains(&place.root) => _ = self.ended.insert(stmt.id),
                // The next iteration mentions what this one does, of what is there before the loop.
                StmtKind::Loop(body) => {
                    let (mut again, mut own) = (after.clone(), FlatSet::new());
                    body.body.uses(&mut |var, _| _ = again.insert(var));
                    body.body.walk(&mut |stmt| own.extend(stmt.defines()));
                    self.block(&body.body, &(&again - &own));
                }
                StmtKind::If(branch) => {
                    let then = self.block(&branch.then, &after);
                    after = &then | &self.block(&branch.els, &after);
                    branch.cond.uses(&mut |var, _| _ = after.insert(var));
                    continue;
                }
                _ => {
                    for inner in stmt.blocks() {
                        self.block(inner, &after);
                    }
                }
            }
            let renewed = renewed(stmt);
            stmt.uses(&mut |var, how| {
                if how == Use::Write && renewed == Some(var) {
                    after.remove(&var);
                } else {
                    after.insert(var);
                }
            });
        }
        for run in runs(self.f, block) {
            self.run(&run);
        }
        after
    }

    /// Moves the parts of a variable out that is not mentioned any more.
    fn run(&mut self, run: &Run) {
        let end = run.reads.last().expect("a run has reads").id;
        if !self.ended.contains(&end) || self.kept.contains(&run.root) || !self.values.contains(&run.root) {
            return;
        }
        let first = run
            .reads
            .iter()
            .position(|read| read.last)
            .expect("a part is read for the last time");
        let moved = &run.reads[first..];
        let held = |read: &PartRead| match &read.place.path[..] {
            [Projection::Payload(accessor)] => is_held(accessor),
            [Projection::Part(_)] => true,
            _ => false,
        };
        if !moved.iter().all(|read| read.last && held(read)) {
            return;
        }
        // Only an enum has several, and of one of std's variants none but the first.
        let of_enum = |read: &PartRead| matches!(&read.place.path[..], [Projection::Part(_)]);
        if moved.len() > 1 && !moved.iter().all(of_enum) {
            return;
        }
        self.found.reads.extend(moved.iter().map(|read| read.id));
        if let [first, others @ ..] = moved
            && !others.is_empty()
        {
            let parts = moved.iter().map(|read| (read.out, read.place.clone()));
            self.found.unpacked.insert(first.id, parts.collect());
            let nothing = others.iter().map(|read| (read.id, Vec::new()));
            self.found.unpacked.extend(nothing);
        }
    }
}
