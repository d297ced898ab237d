//! Common subexpression elimination on loads of numbers.
//!
//! Input:  `let a = u[0]; let b = u[0]; let c = a * b`
//! Output: `let a = u[0]; let b = a;    let c = a * b`
//!
//! So too for a mutable variable, `let a = x; let b = x`. One load is one residual, and one contribution to the place's cotangent. Only
//! numbers: what indexing means for another type is its own affair.

use crate::ir::*;

pub fn load_cse(f: &mut Function) {
    let mut body = std::mem::take(&mut f.body);
    read_once(f, &mut body);
    f.body = body;
}

fn read_once(f: &Function, block: &mut Block) {
    // The places that hold what an immutable variable holds.
    let mut known: Vec<(Place, Var)> = Vec::new();
    for stmt in &mut block.stmts {
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
            let same =
                |(other, _): &&(Place, Var)| other.root == place.root && f.print_place(other) == f.print_place(place);
            match known.iter().find(same) {
                Some((_, first)) => *place = Place::var(*first),
                None => new = Some((place.clone(), *var)),
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
}
