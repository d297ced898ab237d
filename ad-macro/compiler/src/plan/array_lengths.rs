//! The variables that are the length of a list for all of its life.
//!
//! Input:  `let u = vec![0.0; d]`, `let n = x.len()`, neither list pushed to or reassigned
//! Output: `{(u, d), (x, n)}`

use crate::ir::*;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

/// Pairs of a list and a number of which it has as many elements from its first to its last day.
pub fn lengths(f: &Function, forward: &Block) -> FlatSet<(Var, Var)> {
    let mut lengths = FlatSet::new();
    let mut resized = FlatSet::new();
    forward.walk(&mut |stmt| {
        if let Some((var, op)) = stmt.as_let() {
            lengths.extend(length(f, *var, op));
        }
        let elements = |place: &Place| {
            let of_an_element = |part: &Projection| matches!(part, Projection::Index(_));
            place.path.iter().any(of_an_element)
        };
        match &stmt.kind {
            StmtKind::Assign { place, .. } | StmtKind::Update { place, .. } if elements(place) => {}
            // What stands in them is walked by itself.
            StmtKind::If(_) | StmtKind::Loop(_) => {}
            _ => stmt.uses(&mut |var, usage| {
                if usage == Use::Write {
                    resized.insert(var);
                }
            }),
        }
    });
    lengths.retain(|(list, _)| !resized.contains(list));
    lengths
}

/// A list and its length, where a definition makes the list of so many elements or asks for their number.
fn length(f: &Function, var: Var, op: &Op) -> Option<(Var, Var)> {
    if let Some(count) = f.made_as_long_as(op) {
        return Some((var, count));
    }
    let Op::Opaque(opaque) = op else { return None };
    let [list] = opaque.reads[..] else { return None };
    // Nothing else is asked about: the tokens of every definition would be parsed each time.
    if !(opaque.pure && is_list(&f.info(list).ty) && !f.info(var).mutable) {
        return None;
    }
    let Ok(syn::Expr::MethodCall(call)) = syn::parse2(opaque.tokens.clone()) else {
        return None;
    };
    let of_it = matches!(&*call.receiver, syn::Expr::Path(path) if path.path.is_ident(&f.info(list).name));
    (call.method == "len" && of_it).then_some((list, var))
}

pub(super) fn is_list(ty: &Ty) -> bool {
    matches!(ty.behind_references(), Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_))
}
