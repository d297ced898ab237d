//! Annotates branches that unify different implementors of one trait.
//!
//! Input:  `let t = if c { a } else { b }; let object: Box<dyn Potential> = t`
//! Output: `let t: Box<dyn Potential> = if c { a } else { b }; let object: Box<dyn Potential> = t`
//!
//! Rustc inserts unsizing coercions where it knows the expected type. That was written around the branches, and what they save beside
//! their results stands in between. So it is with a variant's payload, `Err(Box::new(error))`.

use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::mentions_object;
use syn::Type;

pub fn dyn_coercions(f: &mut Function) {
    let mut sources: FlatMap<Var, Vec<Var>> = FlatMap::new();
    let mut wanted: Vec<(Var, Type)> = Vec::new();
    let mut variants: FlatSet<Var> = FlatSet::new();
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::If(branch) => {
            let results = [&branch.then, &branch.els].map(|block| block.result.as_ref().and_then(Atom::var));
            if let Some(out) = branch.out {
                sources.insert(out, results.into_iter().flatten().collect());
            }
        }
        StmtKind::Let {
            var,
            op: Op::Read(place),
        } if place.is_whole() => {
            sources.insert(*var, vec![place.root]);
            if let Some(ty) = &f.info(*var).annotation
                && mentions_object(ty)
            {
                wanted.push((place.root, ty.clone()));
            }
        }
        StmtKind::Let {
            var,
            op: Op::Variant { .. },
        } => {
            variants.insert(*var);
        }
        StmtKind::Assign { place, value, .. } if f.info(place.root).role == Role::Slot => {
            sources.entry(place.root).or_default().extend(value.var());
        }
        _ => {}
    });
    if let Some(Atom::Var(var)) = f.body.result
        && mentions_object(&f.output)
    {
        wanted.push((var, f.output.clone()));
    }
    while let Some((var, ty)) = wanted.pop() {
        if f.info(var).annotation.is_some() {
            continue;
        }
        let from = sources.get(&var).cloned().unwrap_or_default();
        if from.len() > 1 || f.info(var).role == Role::Slot || variants.contains(&var) {
            f.vars[var.0].annotation = Some(ty.clone());
        }
        wanted.extend(from.into_iter().map(|var| (var, ty.clone())));
    }
}
