//! Common subexpression elimination on loads of numbers.
//!
//! Input:  `let a = u[0]; let b = u[0]; let c = a * b`
//! Output: `let a = u[0]; let b = a;    let c = a * b`
//!
//! So too for a mutable variable, `let a = x; let b = x`, and where the indices are arithmetic that is written twice, `u[i + 1]`. One load is one residual, and one contribution to the place's cotangent. Only
//! numbers: what indexing means for another type is its own affair.

use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::types::Ty;

pub fn load_cse(f: &mut Function) {
    let mut body = std::mem::take(&mut f.body);
    read_once(f, &mut body);
    f.body = body;
}

fn read_once(f: &Function, block: &mut Block) {
    // The places that hold what an immutable variable holds.
    let mut known: Vec<(Place, Var)> = Vec::new();
    let mut indices: FlatMap<String, Var> = FlatMap::new();
    let mut again: FlatMap<Var, Var> = FlatMap::new();
    for stmt in &mut block.stmts {
        if let Some((var, formula)) = index(f, stmt) {
            match indices.get(&formula) {
                Some(first) => _ = again.insert(var, *first),
                None => _ = indices.insert(formula, var),
            }
        }
        for inner in stmt.blocks_mut() {
            read_once(f, inner);
        }
        let mut new = None;
        if let StmtKind::Let {
            var,
            op: Op::Read(place),
        } = &mut stmt.kind
            && (!place.is_whole() || f.info(place.root).mutable && f.info(place.root).role == Role::Value)
            && f.place_ty(place).is_scalar()
            && !f.info(*var).mutable
        {
            let mut read = place.clone();
            for step in &mut read.path {
                if let Projection::Index(Atom::Var(index)) = step
                    && let Some(first) = again.get(index)
                {
                    *index = *first;
                }
            }
            let text = f.print_place(&read);
            let same = |(other, _): &&(Place, Var)| other.root == read.root && f.print_place(other) == text;
            match known.iter().find(same) {
                Some((_, first)) => *place = Place::var(*first),
                None => new = Some((read, *var)),
            }
        }
        let mut written = Vec::new();
        stmt.uses(&mut |var, usage| {
            if usage == Use::Write {
                written.push(var);
            }
        });
        known.retain(|(place, _)| !written.contains(&place.root));
        known.extend(new);
    }
    let result = block.result.as_ref().and_then(Atom::var);
    again.retain(|var, _| result != Some(*var) && !block.stmts.iter().any(|stmt| stmt.mentions(*var)));
    block
        .stmts
        .retain(|stmt| !stmt.defines().iter().any(|var| again.contains_key(var)));
}

/// An index, and the arithmetic of immutable variables that it is.
fn index(f: &Function, stmt: &Stmt) -> Option<(Var, String)> {
    let Some((var, Op::Opaque(opaque))) = stmt.as_let() else {
        return None;
    };
    let plain = opaque.pure && opaque.writes.is_empty() && opaque.losses.is_empty() && opaque.callees.is_empty();
    let fixed = opaque.reads.iter().all(|var| !f.info(*var).mutable);
    let info = f.info(*var);
    (plain && fixed && info.temporary && matches!(info.ty, Ty::Int | Ty::Inert))
        .then(|| (*var, opaque.tokens.to_string()))
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshots::accepted;

    #[test]
    fn an_element_with_arithmetic_in_its_index_is_loaded_once() {
        let loads = |body: &str| {
            let source = format!("fn f(x: &[f64], a: &Array2<f64>, n: usize) -> f64 {{ {body} }}");
            let text = accepted(&source).function.to_string();
            text.matches("= x[").count() + text.matches("= a[").count()
        };
        assert_eq!(loads("x[n + 1] * x[n + 1]"), 1);
        assert_eq!(loads("a[[n, 1]] * a[[n, 1]]"), 1);
        assert_eq!(loads("x[n + 1] * x[n + 2]"), 2);
        assert_eq!(loads("let mut k = n; let y = x[k + 1]; k += 1; y * x[k + 1]"), 2);
    }
}
