//! Loop-invariant hoisting of the rows that the user borrowed before a loop, in both sweeps.
//!
//! ```text
//! Input:  for j in 0..d { … x[a..b][j] … }               reverse for j in 0..d { … x_bar[a..b][j] += d_2 … }
//! Output: let x_row = row x[a..b]  for j in 0..d { … x_row[j] … }     and the same with `x_bar`
//! ```
//!
//! `let row = &x[a..b]` is an alias for a place: without this, every element would be located in `x` again, and its bounds checked again.
//! Only what the user borrowed before the loop is hoisted: elsewhere a row may end outside of its array, where the loop does not run.

use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use quote::quote;

pub fn hoist_row_borrows(f: &mut Function, backward: &mut Backward) {
    let mut body = std::mem::take(&mut f.body);
    let mut borrowed = FlatMap::new();
    before_loops(&body, FlatSet::new(), &mut borrowed);
    block(f, &mut body, &borrowed);
    f.body = body;
    block(f, &mut backward.block, &borrowed);
}

/// By loop, the statements before it that may be borrows of rows.
type Borrowed = FlatMap<usize, FlatSet<String>>;

fn before_loops(block: &Block, mut so_far: FlatSet<String>, found: &mut Borrowed) {
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::Effect { opaque, .. } => {
                so_far.insert(opaque.tokens.to_string());
            }
            StmtKind::Loop(_) => {
                found.insert(stmt.id, so_far.clone());
            }
            _ => {}
        }
        for inner in stmt.blocks() {
            before_loops(inner, so_far.clone(), found);
        }
    }
}

fn block(f: &mut Function, outer: &mut Block, borrowed: &Borrowed) {
    let mut stmts = Vec::with_capacity(outer.stmts.len());
    for mut stmt in std::mem::take(&mut outer.stmts) {
        for (root, row) in invariant(f, &stmt, borrowed) {
            let info = f.info(root);
            let element = Box::new(info.ty.behind_references().element());
            let role = if info.role == Role::Value {
                Role::Reference
            } else {
                info.role
            };
            let (name, ty, mutable) = (format!("{}_row", info.name), Ty::Slice(element), info.mutable);
            let var = f.named_var(name.trim_start_matches("r#"), ty, mutable);
            f.vars[var.0].role = role;
            let text = f.print_place(&row);
            for inner in stmt.blocks_mut() {
                elements_mut(inner, &mut |place| {
                    if prefix(place).is_some_and(|other| f.print_place(&other) == text) {
                        place.root = var;
                        place.path.remove(0);
                    }
                });
            }
            let kind = StmtKind::Row {
                var,
                of: row,
                fields: Vec::new(),
            };
            stmts.push(f.stmt(stmt.span, kind));
        }
        for inner in stmt.blocks_mut() {
            block(f, inner, borrowed);
        }
        stmts.push(stmt);
    }
    outer.stmts = stmts;
}

/// The rows of which a loop reads or adds to elements, the same in every iteration.
fn invariant(f: &Function, stmt: &Stmt, borrowed: &Borrowed) -> Vec<(Var, Place)> {
    let StmtKind::Loop(body) = &stmt.kind else {
        return Vec::new();
    };
    let mut own: FlatSet<Var> = body.kind.vars().into_iter().collect();
    let mut mentions: FlatMap<Var, usize> = FlatMap::new();
    for inner in stmt.blocks() {
        inner.walk(&mut |stmt| own.extend(stmt.defines()));
        inner.uses(&mut |var, _| *mentions.entry(var).or_default() += 1);
    }
    let mut found: FlatMap<String, (Place, usize)> = FlatMap::new();
    for inner in stmt.blocks() {
        elements(inner, &mut |place| {
            let Some(row) = prefix(place) else { return };
            let info = f.info(place.root);
            let slice = matches!(info.ty.behind_references(), Ty::Slice(_) | Ty::Vec(_));
            let kept = matches!(info.role, Role::Buffer | Role::Reference | Role::Value);
            let mut fixed = !own.contains(&row.root);
            row.index_uses(&mut |var, _| fixed &= !own.contains(&var) && !f.info(var).mutable);
            if slice && kept && fixed {
                found.entry(f.print_place(&row)).or_insert((row, 0)).1 += 1;
            }
        });
    }
    let of = body.adjoint_of.unwrap_or(stmt.id);
    let whole = |(row, elements): &(Place, usize)| {
        // What the row of a cotangent belongs to.
        let of_bar = f.params.iter().find(|param| param.bar == Some(row.root));
        let primal = row.at(of_bar.map_or(row.root, |param| param.var));
        let primal = spell::place(&f.vars, &primal);
        // Of what is borrowed mutably, a row of a cotangent as well, nothing else may be used meanwhile.
        let info = f.info(row.root);
        let alone = info.role != Role::Buffer && !info.mutable || mentions.get(&row.root) == Some(elements);
        let text = quote!(let _ = &#primal;).to_string();
        alone && borrowed.get(&of).is_some_and(|borrowed| borrowed.contains(&text))
    };
    let rows = found.into_values().filter(whole);
    rows.map(|(row, _)| (row.root, row)).collect()
}

/// The row that the place is an element of.
fn prefix(place: &Place) -> Option<Place> {
    match place.path.as_slice() {
        [row @ Projection::Range { .. }, Projection::Index(_), ..] => Some(Place::var(place.root).then(row.clone())),
        _ => None,
    }
}

/// The places that are read or added to, nested blocks included.
fn elements(block: &Block, visit: &mut dyn FnMut(&Place)) {
    block.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            op: Op::Read(place), ..
        }
        | StmtKind::Update { place, .. } => visit(place),
        _ => {}
    });
}

fn elements_mut(block: &mut Block, visit: &mut dyn FnMut(&mut Place)) {
    for stmt in &mut block.stmts {
        match &mut stmt.kind {
            StmtKind::Let {
                op: Op::Read(place), ..
            }
            | StmtKind::Update { place, .. } => visit(place),
            _ => {}
        }
        for inner in stmt.blocks_mut() {
            elements_mut(inner, visit);
        }
    }
}
