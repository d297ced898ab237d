//! Preaccumulation: the partial derivatives of a scalar function of scalars, computed in its forward sweep.
//!
//! ```text
//! Input:  let e = exp(t)  let y = 1 / (1 + e)  |  x_bar = -times(-times(times(seed, y), y), e)
//! Output: … let unit = 1.0  let slope = -times(-times(times(unit, y), y), e)  |  x_bar = times(seed, slope)
//! ```
//!
//! The reverse sweep is linear in its seed. Where it has twice as many residuals as there are parameters, running it in advance from a
//! unit seed halves what a caller spills with the pullback, in a loop say. It is the same sweep, zeros included: a value that the
//! result does not depend on contributes nothing, however steep its slope is. But it now stands between the function's own calls of
//! `exp` and the like, where a branch for each zero would cost more than the product: so a select says the same, and a plain product
//! where no zero can meet an infinity.

use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::located::quote;
use syn::parse_quote;

pub fn forward_slopes(f: &mut Function, backward: &mut Backward) {
    crate::ir::dce::simplify(&mut backward.block, &backward.results);
    if !pays(f, backward) {
        return;
    }
    let unit = backward.seed;
    let seed = f.named_var("unit", f.output_ty.clone(), true);
    let name = f.info(seed).name.clone();
    f.vars[seed.0].name = std::mem::replace(&mut f.vars[unit.0].name, name);
    backward.seed = seed;
    let span = proc_macro2::Span::call_site();
    let one = Op::Opaque(Opaque::pure(quote!(1.0), Vec::new()));
    let mut stmts = vec![f.stmt(span, StmtKind::Let { var: unit, op: one })];
    stmts.append(&mut backward.block.stmts);
    let mut written = FlatSet::new();
    stmts.iter().for_each(|stmt| {
        stmt.uses(&mut |var, usage| {
            if usage == Use::Write {
                written.insert(var);
            }
        });
    });
    without_branches(&mut stmts, unit, &written);
    for result in backward.results.iter_mut().flatten() {
        let Atom::Var(bar) = *result else { continue };
        let ty = f.info(bar).ty.clone();
        let slope = f.named_var("slope", ty.clone(), false);
        let op = Op::Read(Place::var(bar));
        stmts.push(f.stmt(span, StmtKind::Let { var: slope, op }));
        let part = f.new_var("part", ty, false);
        let args = [seed, slope].map(|var| Argument::Value(Atom::Var(var)));
        let op = Op::Runtime("times", args.to_vec());
        let stmt = f.stmt(span, StmtKind::Let { var: part, op });
        backward.block.stmts.push(stmt);
        *result = Atom::Var(part);
    }
    // What gets one contribution is no mutable variable.
    for var in stmts.iter().flat_map(Stmt::defines) {
        f.vars[var.0].mutable = written.contains(&var);
    }
    f.body.stmts.extend(stmts);
}

/// Whether both sweeps are arithmetic of numbers and nothing else, and the backward one needs twice as many as it gives.
fn pays(f: &Function, backward: &Backward) -> bool {
    let numbers = f.params.iter().all(|param| {
        let ty = &f.info(param.var).ty;
        param.passing == Passing::Value && (ty.is_float() || !param.differentiable && ty.is_scalar())
    });
    let mut needed = FlatSet::new();
    backward.block.uses(&mut |var, _| {
        needed.insert(var);
    });
    for var in backward.block.stmts.iter().flat_map(Stmt::defines) {
        needed.remove(&var);
    }
    needed.remove(&backward.seed);
    let results = backward.results.iter().flatten().count();
    numbers
        && f.output_ty.is_float()
        && needed.len() > 1
        && needed.len() >= 2 * results
        && f.body
            .stmts
            .iter()
            .chain(&backward.block.stmts)
            .all(|stmt| arithmetic(f, stmt))
}

/// Products with a cotangent that may be zero become selects; those whose cotangent is one, or their slope, are plain.
fn without_branches(stmts: &mut [Stmt], unit: Var, written: &FlatSet<Var>) {
    // Other names of numbers.
    let mut same: FlatMap<Var, Var> = FlatMap::new();
    for stmt in stmts {
        let StmtKind::Let { var, op } = &mut stmt.kind else {
            continue;
        };
        let Op::Runtime(function @ ("times" | "over"), args) = op else {
            continue;
        };
        let [Argument::Value(seed), Argument::Value(slope)] = &args[..] else {
            continue;
        };
        let number = |atom: &Atom| atom.var().map(|var| same.get(&var).copied().unwrap_or(var));
        let (product, seed_is) = (*function == "times", number(seed));
        if product
            && seed_is == Some(unit)
            && let Some(slope) = number(slope).filter(|slope| !written.contains(slope))
        {
            same.insert(*var, slope);
            *op = Op::Read(Place::var(slope));
        } else if seed_is == Some(unit) || product && seed_is.is_some() && seed_is == number(slope) {
            let operator: syn::BinOp = if product { parse_quote!(*) } else { parse_quote!(/) };
            *op = Op::Binary(operator, Operand::Atom(seed.clone()), Operand::Atom(slope.clone()));
        } else if product {
            *function = "weighted";
        }
    }
}

fn arithmetic(f: &Function, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Let { var, op } => {
            let mut scalar = f.info(*var).ty.is_scalar();
            op.uses(&mut |used, _| scalar &= f.info(used).ty.is_scalar());
            scalar
                && match op {
                    Op::Read(place) => place.is_whole(),
                    Op::Binary(..) | Op::Neg(_) | Op::Rule(..) | Op::Zero(None) | Op::Cast(..) => true,
                    Op::Opaque(opaque) => opaque.pure && opaque.writes.is_empty(),
                    Op::Runtime(_, args) => args.iter().all(|arg| matches!(arg, Argument::Value(_))),
                    _ => false,
                }
        }
        StmtKind::Update { place, old: None, .. } => place.is_whole() && f.place_ty(place).is_float(),
        _ => false,
    }
}
