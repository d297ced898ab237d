//! Scalar replacement of accumulators: a cotangent to whose one place every iteration of a reverse loop adds is summed in a local.
//!
//! ```text
//! Input:  reverse for j in t..d { … c_bar[i] += d_2 … }
//! Output: let mut sum = zero   reverse for j in t..d { … sum += d_2 … }   if t < d { c_bar[i] += sum }
//! ```
//!
//! An element in memory would be loaded and stored in every iteration, each of which would wait for the one before it.
//! Of one list, parts on either side of an index are different places: `x_bar[..n][i]` and `x_bar[n..][j]`.
//!
//! Nothing is added where the loop did not run: the place need not exist then. For the same reason each iteration must add to it,
//! whichever branch it takes.

use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::types::Ty;
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};
use syn::BinOp;

/// The integers that are arithmetic of immutable variables, as it is written.
type Formulas = BTreeMap<Var, String>;

pub fn scalar_replacement(f: &mut Function, backward: &mut Backward) {
    let mut formulas = Formulas::new();
    for sweep in [&f.body, &backward.block] {
        sweep.walk(&mut |stmt| {
            if let StmtKind::Let {
                var,
                op: Op::Opaque(opaque),
            } = &stmt.kind
                && opaque.pure
                && f.info(*var).ty == Ty::Int
                && opaque.reads.iter().all(|var| !f.info(*var).mutable)
            {
                formulas.insert(*var, opaque.tokens.to_string());
            }
        });
    }
    let mut body = std::mem::take(&mut f.body);
    block(f, &formulas, &mut body);
    f.body = body;
    block(f, &formulas, &mut backward.block);
}

fn block(f: &mut Function, formulas: &Formulas, outer: &mut Block) {
    let mut stmts = Vec::with_capacity(outer.stmts.len());
    for mut stmt in std::mem::take(&mut outer.stmts) {
        if let StmtKind::PullMap(_) = &stmt.kind {
            stmts.push(stmt);
            continue;
        }
        for inner in stmt.blocks_mut() {
            block(f, formulas, inner);
        }
        let span = stmt.span;
        let mut after = Vec::new();
        if let StmtKind::Reverse(reverse) = &mut stmt.kind {
            for place in fixed(reverse, f, formulas) {
                let sum = f.named_var("sum", Ty::FLOAT, true);
                redirect(f, &mut reverse.body, &place, sum);
                stmts.push(f.stmt(
                    span,
                    StmtKind::Let {
                        var: sum,
                        op: Op::Zero(None),
                    },
                ));
                let total = f.new_var("d", Ty::FLOAT, false);
                after.push(f.stmt(
                    span,
                    StmtKind::Let {
                        var: total,
                        op: Op::Read(Place::var(sum)),
                    },
                ));
                after.push(f.stmt(
                    span,
                    StmtKind::Update {
                        place,
                        op: BinOp::AddAssign(Default::default()),
                        value: Operand::Atom(Atom::Var(total)),
                        old: None,
                    },
                ));
            }
            if !after.is_empty() {
                after = where_it_ran(f, reverse, after, span);
            }
        }
        stmts.push(stmt);
        stmts.extend(after);
    }
    outer.stmts = stmts;
}

/// The elements that the loop only adds to, the same in every iteration, and of which it uses no other.
fn fixed(reverse: &Reverse, f: &Function, formulas: &Formulas) -> Vec<Place> {
    let mut own: BTreeSet<Var> = reverse.kind.vars().into_iter().collect();
    own.extend(reverse.tape.iter().flat_map(|tape| &tape.saves));
    reverse.body.walk(&mut |stmt| {
        own.extend(stmt.defines());
        own.extend(stmt.unpacks());
    });
    // What is added to in other ways, and what is used in any other way.
    let (mut found, mut varying): (Vec<Place>, Vec<Place>) = (Vec::new(), Vec::new());
    let mut others = BTreeSet::new();
    updates(&reverse.body, &mut |stmt| match &stmt.kind {
        StmtKind::Update {
            place,
            op: BinOp::AddAssign(_),
            value,
            old: None,
        } if !place.is_whole() && f.place_ty(place).is_float() => {
            let mut varies = own.contains(&place.root);
            place.index_uses(&mut |var, _| {
                varies |= own.contains(&var) || f.info(var).mutable;
                others.insert(var);
            });
            value.uses(&mut |var, _| {
                others.insert(var);
            });
            let known = || found.iter().any(|other| is_same(f, other, place));
            match varies {
                true => varying.push(place.clone()),
                false if known() => {}
                false => found.push(place.clone()),
            }
        }
        _ => stmt.uses(&mut |var, _| {
            others.insert(var);
        }),
    });
    // Of a place that only a branch adds to, nothing says that it exists.
    let always = |place: &Place| {
        let adds =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Update { place: updated, .. } if is_same(f, updated, place));
        reverse.body.stmts.iter().any(adds)
    };
    let alone = |place: &&Place| {
        let mut rest = found.iter().chain(&varying).filter(|other| !is_same(f, other, place));
        rest.all(|other| other.root != place.root || on_either_side(formulas, other, place))
    };
    let possible = found.iter().filter(|place| !others.contains(&place.root) && always(place));
    possible.filter(alone).cloned().collect()
}

fn is_same(f: &Function, one: &Place, other: &Place) -> bool {
    one.root == other.root && f.print_place(one) == f.print_place(other)
}

/// Whether a list that both places begin with is divided at an index: one lies before it, the other behind it.
fn on_either_side(formulas: &Formulas, one: &Place, other: &Place) -> bool {
    let is_end = |high: &Atom, low: &Atom| match (high, low) {
        (Atom::Var(high), Atom::Var(low)) => {
            high == low || formulas.get(high).is_some_and(|formula| formulas.get(low) == Some(formula))
        }
        (Atom::Constant(high, _), Atom::Constant(low, _)) => high.to_string() == low.to_string(),
        _ => false,
    };
    let before = |one: &Projection, other: &Projection| match (one, other) {
        (
            Projection::Range {
                high: Some(high),
                inclusive: false,
                ..
            },
            Projection::Range { low: Some(low), .. },
        ) => is_end(high, low),
        _ => false,
    };
    match (one.path.first(), other.path.first()) {
        (Some(one), Some(other)) => before(one, other) || before(other, one),
        _ => false,
    }
}

/// The statements of a block and of its branches. A loop inside of it counts as a whole.
fn updates(block: &Block, visit: &mut dyn FnMut(&Stmt)) {
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::Unwind(unwind) => {
                updates(&unwind.then, visit);
                updates(&unwind.els, visit);
            }
            _ => visit(stmt),
        }
    }
}

fn redirect(f: &Function, block: &mut Block, of: &Place, sum: Var) {
    for stmt in &mut block.stmts {
        match &mut stmt.kind {
            StmtKind::Update { place, .. } if is_same(f, place, of) => *place = Place::var(sum),
            StmtKind::Unwind(unwind) => {
                redirect(f, &mut unwind.then, of, sum);
                redirect(f, &mut unwind.els, of, sum);
            }
            _ => {}
        }
    }
}

fn where_it_ran(f: &mut Function, reverse: &Reverse, then: Vec<Stmt>, span: proc_macro2::Span) -> Vec<Stmt> {
    let mut reads = Vec::new();
    let tokens = |atom: &Atom| crate::ir::spell::atom(&f.vars, atom);
    let condition = match &reverse.kind {
        LoopKind::Range {
            low, high, inclusive, ..
        } if !reverse.by_trips => {
            reads.extend(low.var().into_iter().chain(high.var()));
            let (low, high) = (tokens(low), tokens(high));
            if *inclusive {
                quote!(!(#low..=#high).is_empty())
            } else {
                quote!(!(#low..#high).is_empty())
            }
        }
        _ => {
            reads.push(reverse.trips);
            let trips = tokens(&Atom::Var(reverse.trips));
            quote!(#trips > 0)
        }
    };
    let ran = f.new_var("ran", Ty::Bool, false);
    let then = Block {
        stmts: then,
        result: None,
    };
    let op = Op::Opaque(Opaque::pure(condition, reads));
    vec![
        f.stmt(span, StmtKind::Let { var: ran, op }),
        f.stmt(
            span,
            StmtKind::Unwind(Box::new(Unwind {
                of: 0,
                cond: Atom::Var(ran),
                then,
                els: Block::default(),
                record: None,
            })),
        ),
    ]
}
