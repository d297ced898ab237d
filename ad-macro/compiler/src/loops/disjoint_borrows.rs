//! Splits borrows: a call that takes several parts of one place, which rustc does not see to be disjoint, gets them from one borrow.
//!
//! ```text
//! Input:  call step(&mut state.a, &mut state.b)          where `state` is what stands behind an option of a mutable reference
//! Output: let state_there = row state  call step(&mut state_there.a, &mut state_there.b)
//! Input:  call step(&mut u[..k][0], &mut u[k..][0])
//! Output: let u_low, u_high = split u at k  call step(&mut u_low[0], &mut u_high[0])
//! Input:  pull step(&state.body.a state_bar.body.a, &state.body.b state_bar.body.b)
//! Output: let there = row state_bar.body  pull step(&state.body.a there.a, &state.body.b there.b)
//! ```

use crate::ir::function::in_both;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::types::Ty;

pub fn disjoint_borrows(f: &mut Function, backward: &mut Backward) {
    in_both(f, backward, block);
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
            let var = f.named_var(name.trim_start_matches("r#"), ty, true);
            f.vars[var.0].role = Role::Reference;
            lent(&mut stmt, &mut |place, _| {
                if place.root == root {
                    place.root = var;
                }
            });
            let (of, fields) = (Place::var(root), Vec::new());
            stmts.push(f.stmt(stmt.span, StmtKind::Row { var, of, fields }));
        }
        while let Some((of, fields)) = part_of_several(f, &mut stmt) {
            let var = f.named_var("there", Ty::Unknown, true);
            f.vars[var.0].role = Role::Reference;
            cotangents(&mut stmt, &mut |bar| {
                if bar.lies_in(&of) {
                    bar.path.drain(..of.path.len());
                    bar.root = var;
                }
            });
            stmts.push(f.stmt(stmt.span, StmtKind::Row { var, of, fields }));
        }
        while let Some((of, at)) = divided(f, &mut stmt) {
            let split = halve(f, &mut stmt, of, at);
            stmts.push(split);
        }
        stmts.push(stmt);
    }
    outer.stmts = stmts;
}

/// The options of which a call takes several parts, and which are there for certain where it stands.
fn shared(f: &Function, stmt: &mut Stmt) -> Vec<Var> {
    let mut found: FlatMap<Var, (usize, bool)> = FlatMap::new();
    lent(stmt, &mut |place, _| {
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

/// A part of a cotangent of which a pullback takes several fields, and these. Whether the part is marked `#[no_diff]`, rustc finds by a
/// method of all of it: so it is asked once.
fn part_of_several(f: &Function, stmt: &mut Stmt) -> Option<(Place, Vec<syn::Member>)> {
    let mut bars: Vec<Place> = Vec::new();
    cotangents(stmt, &mut |bar| bars.push(bar.clone()));
    let below = |part: &Place| -> Vec<syn::Member> {
        let fields = bars.iter().filter(|bar| bar.lies_in(part));
        let fields = fields.map(|bar| match bar.path.get(part.path.len()) {
            Some(Projection::Field(field)) => Some(field.clone()),
            _ => None,
        });
        fields.collect::<Option<_>>().unwrap_or_default()
    };
    let own = bars.iter().filter(|bar| f.info(bar.root).role != Role::Buffer);
    let mut parts = own.flat_map(|bar| {
        (1..bar.path.len()).map(|steps| Place {
            root: bar.root,
            path: bar.path[..steps].to_vec(),
        })
    });
    parts.find_map(|part| {
        let fields = below(&part);
        (fields.len() > 1 && spell::has_marks(&f.vars, &part)).then_some((part, fields))
    })
}

/// The cotangents that a pullback is lent.
fn cotangents(stmt: &mut Stmt, visit: &mut dyn FnMut(&mut Place)) {
    if let StmtKind::Pull(pull) = &mut stmt.kind {
        for arg in &mut pull.args {
            if let PullArgument::Ref(_, Some(bar)) | PullArgument::Mut(_, Some(bar)) = arg {
                visit(bar);
            }
        }
    }
}

/// A list of which a call takes parts of both halves, one of them to write it, and where it is divided.
fn divided(f: &Function, stmt: &mut Stmt) -> Option<(Place, Atom)> {
    let mut places: Vec<(Place, bool)> = Vec::new();
    lent(stmt, &mut |place, written| {
        if f.info(place.root).role != Role::Buffer {
            places.push((place.clone(), written));
        }
    });
    for (low, first) in &places {
        for (high, second) in &places {
            if let Some((step, at)) = low.divided(high).filter(|_| *first || *second) {
                let (root, path) = (low.root, low.path[..step].to_vec());
                return Some((Place { root, path }, at));
            }
        }
    }
    None
}

/// Gives the halves of a list names, which the call takes its parts of.
fn halve(f: &mut Function, stmt: &mut Stmt, of: Place, at: Atom) -> Stmt {
    let list = format!("{}", f.info(of.root).name);
    let ty = match f.place_ty(&of) {
        Ty::Unknown => Ty::Unknown,
        list => Ty::Slice(Box::new(list.element())),
    };
    let [low, high] = ["low", "high"].map(|half| {
        let var = f.named_var(&format!("{}_{half}", list.trim_start_matches("r#")), ty.clone(), true);
        f.vars[var.0].role = Role::Reference;
        var
    });
    lent(stmt, &mut |place, _| {
        if let Some(in_first) = place.half(&of, &at) {
            place.path.drain(..=of.path.len());
            place.root = if in_first { low } else { high };
        }
    });
    f.stmt(stmt.span, StmtKind::Split { of, at, low, high })
}

/// The places that a call, or the pullback of one, is lent, and whether to write them.
fn lent(stmt: &mut Stmt, visit: &mut dyn FnMut(&mut Place, bool)) {
    match &mut stmt.kind {
        StmtKind::Call(call) => {
            for arg in &mut call.args {
                match arg {
                    Argument::Ref(place) => visit(place, false),
                    Argument::Mut(place) => visit(place, true),
                    _ => {}
                }
            }
        }
        StmtKind::Pull(pull) => {
            for arg in &mut pull.args {
                let written = matches!(arg, PullArgument::Mut(..));
                if let PullArgument::Ref(place, bar) | PullArgument::Mut(place, bar) = arg {
                    visit(place, written);
                    bar.iter_mut().for_each(|bar| visit(bar, true));
                }
            }
        }
        _ => {}
    }
}
