//! Lists that a loop fills from their start: what its iteration `k` pushes is element `k`, and the reverse sweep reads it there.
//!
//! ```text
//! Input:  let mut v = Vec::with_capacity(t)   for k in 0..t { … push v t_3 }
//! Output: k, for the push: its adjoint is `let d = v_bar[k]`, not `let d = pop v_bar`
//! ```
//!
//! A list that gets shorter in each iteration is no row, and its length is memory that each iteration waits for. The cotangent has the
//! list's length at the loop's end, whatever has been pushed later.

use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::types::Ty;

/// The index of what is pushed, by the statements that push.
pub fn indexed_pushes(f: &Function) -> FlatMap<usize, Var> {
    let mut found = FlatMap::new();
    block(f, &f.body, &mut found);
    found
}

fn block(f: &Function, outer: &Block, found: &mut FlatMap<usize, Var>) {
    for (at, stmt) in outer.stmts.iter().enumerate() {
        stmt.blocks().into_iter().for_each(|inner| block(f, inner, found));
        let Some((list, op)) = stmt.as_let() else { continue };
        let empty = match op {
            Op::Opaque(opaque) => match syn::parse2(opaque.tokens.clone()) {
                Ok(syn::Expr::Call(call)) => matches!(&*call.func, syn::Expr::Path(path) if is_empty_vec(path)),
                _ => false,
            },
            Op::Read(made) if made.is_whole() => outer.stmts[..at].iter().any(|stmt| match &stmt.kind {
                StmtKind::Call(call) => call.out == made.root && call.inactive && is_empty_vec(&call.function),
                _ => false,
            }),
            _ => false,
        };
        let numbers = matches!(&f.info(*list).ty, Ty::Vec(element) if element.is_float());
        if numbers && empty {
            let next = outer.stmts[at + 1..].iter().find(|stmt| stmt.mentions(*list));
            let push = next.and_then(|stmt| only_push(stmt, *list));
            found.extend(push.filter(|(_, index)| !f.info(*index).mutable));
        }
    }
}

/// `Vec::new` or `Vec::with_capacity`: that the type is std's follows from the variable's.
fn is_empty_vec(function: &syn::ExprPath) -> bool {
    let mut names = function.path.segments.iter().rev().map(|segment| &segment.ident);
    let made = names
        .next()
        .is_some_and(|name| name == "new" || name == "with_capacity");
    made && names.next().is_some_and(|name| name == "Vec")
}

/// The push of a loop in which nothing else happens to the list, and the loop's index.
fn only_push(stmt: &Stmt, list: Var) -> Option<(usize, Var)> {
    let StmtKind::Loop(body) = &stmt.kind else { return None };
    let LoopKind::Range {
        var,
        low,
        reversed: false,
        ..
    } = &body.kind
    else {
        return None;
    };
    let mut mentions = body.body.stmts.iter().filter(|stmt| stmt.mentions(list));
    let (push, None) = (mentions.next()?, mentions.next()) else {
        return None;
    };
    let whole = matches!(&push.kind, StmtKind::Push { place, .. } if place.is_whole());
    (whole && low.is_zero() && body.exit.is_none()).then_some((push.id, *var))
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshots;
    use crate::ir::*;

    fn pops(body: &str) -> usize {
        let source = format!("fn f(x: &[f64], n: usize) -> Vec<f64> {{ {body} }}");
        snapshots::count(&source, |kind| {
            matches!(
                kind,
                StmtKind::Let {
                    op: Op::PopElement(_),
                    ..
                }
            )
        })
    }

    #[test]
    fn what_a_list_is_filled_with_is_read_at_its_index() {
        assert_eq!(pops("x.iter().map(|a| a * a).collect()"), 0);
        assert_eq!(
            pops("let mut v = Vec::new(); for i in 0..n { v.push(x[i]); } v.push(x[0]); v"),
            1
        );
    }

    #[test]
    fn what_is_pushed_to_other_lists_is_popped() {
        for body in [
            "let mut v = Vec::new(); v.push(x[0]); for i in 0..n { v.push(x[i]); } v",
            "let mut v = Vec::new(); for i in 0..n { v.push(x[i]); v.push(x[0]); } v",
            "let mut v = Vec::new(); for i in 0..n { if i > 2 { v.push(x[i]); } } v",
            "let mut v = Vec::new(); for i in 1..n { v.push(x[i]); } v",
            "let mut v = Vec::new(); for i in (0..n).rev() { v.push(x[i]); } v",
            "let mut v = x.to_vec(); for i in 0..n { v.push(x[i]); } v",
        ] {
            assert_ne!(pops(body), 0, "{body}");
        }
    }
}
