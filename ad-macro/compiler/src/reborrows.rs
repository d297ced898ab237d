//! What stands behind an option of a mutable reference, borrowed once for a call that takes several parts of it.
//!
//! ```text
//! Input:  call step(&mut state.a, &mut state.b)
//! Output: let state_there = row state  call step(&mut state_there.a, &mut state_there.b)
//! ```
//!
//! Each part would look into the option for itself, and rustc does not see that the parts are different ones.

use crate::adjoint::Backward;
use crate::ir::*;
use std::collections::BTreeMap;

pub fn reborrows(f: &mut Function, backward: &mut Backward) {
    let mut body = std::mem::take(&mut f.body);
    block(f, &mut body);
    f.body = body;
    block(f, &mut backward.block);
}

fn block(f: &mut Function, outer: &mut Block) {
    let mut stmts = Vec::with_capacity(outer.stmts.len());
    for mut stmt in std::mem::take(&mut outer.stmts) {
        for inner in stmt.blocks_mut() {
            block(f, inner);
        }
        for root in shared(f, &mut stmt) {
            let info = f.info(root);
            let (name, ty) = (format!("{}_there", info.name), info.ty.clone());
            let var = f.new_var(name.trim_start_matches("r#"), ty, true);
            f.vars[var.0].temporary = false;
            f.vars[var.0].role = Role::Reference;
            lent(&mut stmt, &mut |place| {
                if place.root == root {
                    place.root = var;
                }
            });
            let of = Place::var(root);
            stmts.push(f.stmt(stmt.span, StmtKind::Row { var, of }));
        }
        stmts.push(stmt);
    }
    outer.stmts = stmts;
}

/// The options of which a call takes several parts, and which are there for certain where it stands.
fn shared(f: &Function, stmt: &mut Stmt) -> Vec<Var> {
    let mut found: BTreeMap<Var, (usize, bool)> = BTreeMap::new();
    lent(stmt, &mut |place| {
        let info = f.info(place.root);
        if info.role == Role::Optional && info.mutable {
            let (parts, there) = found.entry(place.root).or_insert((0, true));
            *parts += 1;
            *there &= place
                .lent_where()
                .is_none_or(|(_, present)| matches!(present, Atom::Constant(..)));
        }
    });
    let several = found.into_iter().filter(|(_, (parts, there))| *parts > 1 && *there);
    several.map(|(root, _)| root).collect()
}

/// The places that a call, or the pullback of one, is lent.
fn lent(stmt: &mut Stmt, visit: &mut dyn FnMut(&mut Place)) {
    match &mut stmt.kind {
        StmtKind::Call(call) => {
            for arg in &mut call.args {
                if let Argument::Ref(place) | Argument::Mut(place) = arg {
                    visit(place);
                }
            }
        }
        StmtKind::Pull(pull) => {
            for arg in &mut pull.args {
                if let PullArgument::Ref(place, bar) | PullArgument::Mut(place, bar) = arg {
                    visit(place);
                    bar.iter_mut().for_each(&mut *visit);
                }
            }
        }
        _ => {}
    }
}
