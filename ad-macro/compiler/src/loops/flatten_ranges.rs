//! Flattens elements of ranges that move with a reverse loop into elements of the list: `x.windows(2)` becomes neighbours.
//!
//! ```text
//! Input:  reverse for k in 0..t { let end = k + 2  let t_3 = x[k..end][1]  x_bar[k..end][0] += d }
//! Output: reverse for k in 0..t { let end = k + 2  let at = k + 1  let t_3 = x[at]  x_bar[k] += d }
//! ```
//!
//! The forward sweep has found that the range lies in the list, and the element in the range: one check of bounds is enough, and
//! `hoist_row_borrows_reverse` sees an affine index. A range that is the same in every iteration is a row, and stays.

use crate::ir::function::in_both;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::loops::hoist_row_borrows_reverse::places_mut;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use quote::quote;

pub fn flatten_ranges(f: &mut Function, backward: &mut Backward) {
    in_both(f, backward, block);
}

fn block(f: &mut Function, outer: &mut Block) {
    for stmt in &mut outer.stmts {
        if matches!(stmt.kind, StmtKind::PullMap(_)) {
            continue;
        }
        stmt.blocks_mut().into_iter().for_each(|inner| block(f, inner));
        if let Some((reverse, _)) = stmt.as_adjoint_loop_mut() {
            let mut own: FlatSet<Var> = reverse.kind.vars().into_iter().collect();
            own.extend(reverse.body.stmts.iter().flat_map(Stmt::defines));
            flatten(f, &mut reverse.body, &own);
        }
    }
}

fn flatten(f: &mut Function, body: &mut Block, own: &FlatSet<Var>) {
    let mut stmts = Vec::with_capacity(body.stmts.len());
    for stmt in std::mem::take(&mut body.stmts) {
        let mut one = Block {
            stmts: vec![stmt],
            result: None,
        };
        let span = one.stmts[0].span;
        places_mut(&mut one, &mut |place| {
            while let Some((step, low, index)) = moving(f, place, own) {
                let at = match index.is_zero() {
                    true => low,
                    false => {
                        let tokens = [&low, &index].map(|atom| crate::ir::spell::atom(&f.vars, atom));
                        let [low_tokens, index_tokens] = tokens;
                        let reads = low.var().into_iter().chain(index.var()).collect();
                        let op = Op::Opaque(Opaque::pure(quote!(#low_tokens + #index_tokens), reads));
                        let var = f.new_var("at", Ty::Int, false);
                        stmts.push(f.stmt(span, StmtKind::Let { var, op }));
                        Atom::Var(var)
                    }
                };
                place.path.splice(step..step + 2, [Projection::Index(at)]);
            }
        });
        stmts.extend(one.stmts);
    }
    body.stmts = stmts;
}

/// The step of a place that is a range of a list which begins elsewhere in each iteration, its beginning, and the element of it.
fn moving(f: &Function, place: &Place, own: &FlatSet<Var>) -> Option<(usize, Atom, Atom)> {
    let mut pairs = place.path.windows(2).enumerate();
    pairs.find_map(|(step, pair)| {
        let [Projection::Range { low: Some(low), .. }, Projection::Index(index)] = pair else {
            return None;
        };
        let list = Place {
            root: place.root,
            path: place.path[..step].to_vec(),
        };
        let of_std = matches!(
            f.place_ty(&list).behind_references(),
            Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_)
        );
        let moves = low.var().is_some_and(|low| own.contains(&low)) && f.atom_ty(low) == Ty::Int;
        (of_std && moves && f.atom_ty(index) == Ty::Int).then(|| (step, low.clone(), index.clone()))
    })
}
