//! Scalar replacement of accumulators: a cotangent to whose one place every iteration of a reverse loop adds is summed in a local.
//!
//! ```text
//! Input:  reverse for j in t..d { … c_bar[i] += d_2 … }
//! Output: let mut sum = zero   reverse for j in t..d { … sum += d_2 … }   if t < d { c_bar[i] += sum }
//! ```
//!
//! An element in memory would be loaded and stored in every iteration, each of which would wait for the one before it.
//! Other additions to the same list do not matter, even to the same element. Reading it would, unless the loop's range says that it is
//! another one that is read: `a_bar[i * n + j]` is not `a_bar[i * n + k]` for `j in k + 1..n`. Index arithmetic that is the same in every
//! iteration is done once more after the loop.
//!
//! Nothing is added where the loop did not run: the place need not exist then. For the same reason each iteration must add to it,
//! whichever branch it takes.

use crate::ir::rename::{copy, rename};
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::expressions::strip;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::tokens::mentions;
use crate::syntax::types::Ty;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{BinOp, Expr};

pub fn scalar_replacement(f: &mut Function, backward: &mut Backward) {
    let mut formulas = FlatMap::new();
    for sweep in [&f.body, &backward.block] {
        sweep.walk(&mut |stmt| note(f, stmt, &mut formulas));
    }
    let mut body = std::mem::take(&mut f.body);
    block(f, &mut body, &formulas);
    f.body = body;
    block(f, &mut backward.block, &formulas);
}

/// What indices are computed as.
type Formulas = FlatMap<Var, Expr>;

fn note(f: &Function, stmt: &Stmt, formulas: &mut Formulas) {
    if let Some((var, Op::Opaque(opaque))) = stmt.as_let()
        && opaque.reads.iter().all(|var| !f.info(*var).mutable)
        && let Ok(formula) = syn::parse2(opaque.tokens.clone())
    {
        formulas.insert(*var, formula);
    }
}

fn block(f: &mut Function, outer: &mut Block, formulas: &Formulas) {
    let mut stmts = Vec::with_capacity(outer.stmts.len());
    for mut stmt in std::mem::take(&mut outer.stmts) {
        if let StmtKind::PullMap(_) = &stmt.kind {
            stmts.push(stmt);
            continue;
        }
        for inner in stmt.blocks_mut() {
            block(f, inner, formulas);
        }
        let span = stmt.span;
        let mut after = Vec::new();
        if let Some((reverse, _)) = stmt.as_adjoint_loop_mut() {
            for (place, indices) in fixed(reverse, f, formulas) {
                let sum = f.named_var("sum", Ty::FLOAT, true);
                redirect(&mut reverse.body, &place, sum);
                let zero = StmtKind::Let {
                    var: sum,
                    op: Op::Zero(None),
                };
                stmts.push(f.stmt(span, zero));
                let total = f.new_var("d", Ty::FLOAT, false);
                let read = StmtKind::Let {
                    var: total,
                    op: Op::Read(Place::var(sum)),
                };
                let mut add = f.stmt(
                    span,
                    StmtKind::update(
                        place,
                        BinOp::AddAssign(Default::default()),
                        Operand::Atom(Atom::Var(total)),
                    ),
                );
                for (var, index) in indices {
                    let new = copy(f, var);
                    let mut index = f.stmt(index.span, index.kind);
                    rename(f, &mut index, var, new);
                    rename(f, &mut add, var, new);
                    after.push(index);
                }
                after.push(f.stmt(span, read));
                after.push(add);
            }
            if !after.is_empty() {
                after = where_it_ran(f, reverse, after, span);
            }
        }
        stmts.push(stmt);
        stmts.extend(after);
    }
    outer.stmts = stmts;
}

/// The elements that the loop only adds to, the same in every iteration; and the arithmetic of their indices that stands in the loop.
fn fixed(reverse: &Loop, f: &Function, formulas: &Formulas) -> Vec<(Place, FlatMap<Var, Stmt>)> {
    let mut own: FlatSet<Var> = reverse.kind.vars().into_iter().collect();
    reverse.body.walk(&mut |stmt| {
        own.extend(stmt.defines());
    });
    let invariant = invariant_integers(f, &reverse.body, &own);
    let mut found: Vec<(Place, FlatMap<Var, Stmt>)> = Vec::new();
    let (mut others, mut reads) = (FlatSet::new(), Vec::new());
    updates(&reverse.body, &mut |stmt| match &stmt.kind {
        StmtKind::Update {
            place,
            op: BinOp::AddAssign(_),
            value,
            old: None,
        } if !place.is_whole() && f.place_ty(place).is_float() => {
            let (mut rest, mut indices) = (place.clone(), FlatMap::new());
            rest.path.retain(|step| match step {
                Projection::Index(Atom::Var(var)) => match invariant.get(var) {
                    Some(index) => indices.insert(*var, (*index).clone()).is_some(),
                    None => true,
                },
                _ => true,
            });
            let mut varies = own.contains(&place.root);
            rest.index_uses(&mut |var, _| varies |= own.contains(&var) || f.info(var).mutable);
            place.index_uses(&mut |var, _| _ = others.insert(var));
            value.uses(&mut |var, _| _ = others.insert(var));
            if !varies && !found.iter().any(|(other, _)| other.is_same(place)) {
                found.push((place.clone(), indices));
            }
        }
        StmtKind::Let {
            op: Op::Read(place), ..
        } => {
            place.index_uses(&mut |var, _| _ = others.insert(var));
            reads.push(place.clone());
        }
        _ => stmt.uses(&mut |var, _| _ = others.insert(var)),
    });
    // Of a place that only a branch adds to, nothing says that it exists.
    let always = |place: &Place| {
        let adds =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Update { place: updated, .. } if updated.is_same(place));
        reverse.body.stmts.iter().any(adds)
    };
    let unread = |place: &Place| {
        let mut of_list = reads.iter().filter(|read| read.root == place.root);
        of_list.all(|read| is_apart(f, &reverse.kind, formulas, place, read))
    };
    found.retain(|(place, _)| !others.contains(&place.root) && always(place) && unread(place));
    found
}

/// Whether what is read in each iteration is another element: the loop's index is beyond one of the fixed element, or before it.
fn is_apart(f: &Function, kind: &LoopKind, formulas: &Formulas, fixed: &Place, read: &Place) -> bool {
    let LoopKind::Range {
        var,
        low,
        high,
        inclusive,
        ..
    } = kind
    else {
        return false;
    };
    let formula = |atom: &Atom| match atom {
        Atom::Var(var) if f.info(*var).mutable => None,
        Atom::Var(var) if formulas.contains_key(var) => Some(strip(&formulas[var]).clone()),
        _ => syn::parse2(spell::atom(&f.vars, atom)).ok(),
    };
    let before_low = formula(low).and_then(|low| match low {
        Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_)) && sum.right.to_token_stream().to_string() == "1" => {
            Some(*sum.left)
        }
        _ => None,
    });
    let ends = [before_low, formula(high).filter(|_| !inclusive)];
    let mut outside = ends.iter().flatten().filter(|end| matches!(end, Expr::Path(_)));
    let indices = |place: &Place| {
        let mut indices = Vec::new();
        for step in &place.path {
            match step {
                Projection::Index(index) => match formula(index)? {
                    Expr::Array(several) => indices.extend(several.elems),
                    one => indices.push(one),
                },
                _ => return None,
            }
        }
        Some(indices)
    };
    let (Some(fixed), Some(read)) = (indices(fixed), indices(read)) else {
        return false;
    };
    let name = f.info(*var).name.to_string();
    outside.any(|end| {
        let mut pairs = fixed.iter().zip(&read);
        let differ = |(fixed, read): (&Expr, &Expr)| {
            at(read, &name, end).is_some_and(|read| read.to_string() == fixed.to_token_stream().to_string())
        };
        fixed.len() == read.len() && pairs.any(differ)
    })
}

/// What an index that goes along with the loop's would be where that is `end`.
fn at(index: &Expr, name: &str, end: &Expr) -> Option<TokenStream> {
    let is_it = |expr: &Expr| matches!(expr, Expr::Path(path) if path.path.is_ident(name));
    let apart = |expr: &Expr| !mentions(expr.to_token_stream(), &[name.to_owned()]);
    match index {
        _ if is_it(index) => Some(end.to_token_stream()),
        Expr::Binary(sum) => match (&*sum.left, &sum.op, &*sum.right) {
            (base, op @ BinOp::Add(_), it) if is_it(it) && apart(base) => Some(quote!(#base #op #end)),
            (it, op @ (BinOp::Add(_) | BinOp::Sub(_)), base) if is_it(it) && apart(base) => {
                Some(quote!(#end #op #base))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The integers and indices of arrays that each iteration computes anew, always the same; `own` is what the loop defines.
pub(super) fn invariant_integers<'b>(f: &Function, body: &'b Block, own: &FlatSet<Var>) -> FlatMap<Var, &'b Stmt> {
    let invariant = |stmt: &'b Stmt| match stmt.as_let() {
        Some((var, Op::Opaque(opaque))) => {
            let fixed = |used: &Var| !own.contains(used) && !f.info(*used).mutable;
            let pure = opaque.pure && opaque.writes.is_empty() && opaque.reads.iter().all(fixed);
            let several = || {
                let integers = opaque.reads.iter().all(|used| f.info(*used).ty == Ty::Int);
                integers && matches!(syn::parse2(opaque.tokens.clone()), Ok(Expr::Array(_)))
            };
            (pure && (f.info(*var).ty == Ty::Int || several())).then_some((*var, stmt))
        }
        _ => None,
    };
    body.stmts.iter().filter_map(invariant).collect()
}

/// The statements of a block and of its branches. A loop inside of it counts as a whole.
fn updates(block: &Block, visit: &mut dyn FnMut(&Stmt)) {
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::If(branch) => {
                updates(&branch.then, visit);
                updates(&branch.els, visit);
            }
            _ => visit(stmt),
        }
    }
}

fn redirect(block: &mut Block, of: &Place, sum: Var) {
    for stmt in &mut block.stmts {
        match &mut stmt.kind {
            StmtKind::Update { place, .. } if place.is_same(of) => *place = Place::var(sum),
            StmtKind::If(branch) => {
                redirect(&mut branch.then, of, sum);
                redirect(&mut branch.els, of, sum);
            }
            _ => {}
        }
    }
}

fn where_it_ran(f: &mut Function, reverse: &Loop, then: Vec<Stmt>, span: proc_macro2::Span) -> Vec<Stmt> {
    let mut reads = Vec::new();
    let tokens = |atom: &Atom| spell::atom(&f.vars, atom);
    let condition = match &reverse.kind {
        LoopKind::Range {
            low, high, inclusive, ..
        } => {
            reads.extend(low.var().into_iter().chain(high.var()));
            let (low, high) = (tokens(low), tokens(high));
            if *inclusive {
                quote!(!(#low..=#high).is_empty())
            } else {
                quote!(!(#low..#high).is_empty())
            }
        }
        LoopKind::Times(trips) => {
            reads.push(*trips);
            let trips = tokens(&Atom::Var(*trips));
            quote!(#trips > 0)
        }
        _ => unreachable!("a loop of the reverse sweep knows how often it runs"),
    };
    let ran = f.new_var("ran", Ty::Bool, false);
    let then = Block {
        stmts: then,
        result: None,
    };
    let op = Op::Opaque(Opaque::pure(condition, reads));
    vec![
        f.stmt(span, StmtKind::Let { var: ran, op }),
        f.stmt(
            span,
            StmtKind::If(Box::new(If::new(Atom::Var(ran), then, Block::default(), None))),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshots;
    use crate::ir::*;

    /// How many sums are in locals.
    fn sums(update: &str) -> usize {
        let source = format!(
            "fn f(x: &[f64], n: usize) -> f64 {{ let mut a = x.to_vec(); for k in 0..n {{ for i in k + 1..n {{ {update} }} }} a[n] }}"
        );
        snapshots::count(&source, |kind| matches!(kind, StmtKind::Let { op: Op::Zero(None), .. }))
    }

    #[test]
    fn what_a_range_leaves_out_is_not_what_the_loop_reads() {
        for update in [
            "for j in k + 1..=i { a[i * n + j] -= a[i * n + k] * a[j * n + k]; }",
            "for j in 0..k { a[i * n + j] -= a[i * n + k] * a[j * n + k]; }",
        ] {
            assert_eq!(sums(update), 1, "{update}");
        }
    }

    #[test]
    fn what_the_loop_may_read_stays_in_its_place() {
        for update in [
            "for j in k..=i { a[i * n + j] -= a[i * n + k] * a[j * n + k]; }",
            "for j in 0..=k { a[i * n + j] -= a[i * n + k] * a[j * n + k]; }",
            "for j in k + 1..=i { a[i * n + 2 * j] -= a[i * n + k] * a[j * n + k]; }",
            "for j in k + 1..=i { a[k * n + j] -= a[i * n + k] * a[j * n + k]; }",
        ] {
            assert_eq!(sums(update), 0, "{update}");
        }
    }
}
