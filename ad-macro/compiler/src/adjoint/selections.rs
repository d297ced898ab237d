//! Selections: of a loop that keeps the largest or the smallest element of a list, the reverse runs where an element was kept at the end.
//!
//! ```text
//! Input:  for k in 0..n { m = max(m, x[k]) }
//!         reverse for k in 0..n { undo m to old  m_bar, x_bar[k] += shares of m_bar, by x[k] and the old m }
//! Output: let before = m  for k in 0..n { m = max(m, x[k]) }  let kept = m
//!         let ties = equals of kept in x[0..n]
//!         reverse for k in ties.start..ties.end { m_bar, x_bar[k] += shares of m_bar, by ties }  undo m to before
//! ```
//!
//! While the cotangent is not zero, the variable has the value that it has in the end: elements that differ from that get nothing. Of
//! those that are equal the first one takes all that is left, and each later one shares with what was kept before it. So nothing is
//! saved, and the loop of the forward sweep remains the user's own.
//!
//! Nothing else happens in the loop, and nothing stores to the list.

use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::located::quote;
use crate::syntax::types::Ty;

/// A loop that selects an element.
struct Selection {
    of: usize,
    /// The variable that is kept, and the list that it is selected from.
    kept: Var,
    list: Place,
    /// The operands of the maximum.
    operands: (Var, Var),
    index: Var,
    low: Atom,
    high: Atom,
}

pub fn selections(f: &mut Function, backward: &mut Backward) {
    let mut found = Vec::new();
    find(f, &f.body, false, &mut found);
    for selection in found {
        let mut reverses = Vec::new();
        backward.block.walk(&mut |stmt| {
            let of = stmt.as_adjoint_loop().map(|(_, of)| of);
            reverses.extend((of == Some(selection.of)).then_some(stmt.id));
        });
        if let [reverse] = reverses[..] {
            rewrite(f, backward, &selection, reverse);
        }
    }
}

fn find(f: &Function, block: &Block, nested: bool, found: &mut Vec<Selection>) {
    for stmt in &block.stmts {
        if let StmtKind::Loop(body) = &stmt.kind
            && let Some(selection) = selection(f, stmt.id, body)
        {
            // A list that an iteration makes would have to be saved.
            let lent = f.info(selection.list.root).role == Role::Reference;
            found.extend((lent || !nested).then_some(selection));
            continue;
        }
        let nested = nested || matches!(stmt.kind, StmtKind::Loop(_));
        stmt.blocks()
            .into_iter()
            .for_each(|inner| find(f, inner, nested, found));
    }
}

fn selection(f: &Function, of: usize, body: &Loop) -> Option<Selection> {
    let LoopKind::Range {
        var: index,
        low,
        high,
        inclusive: false,
        reversed: false,
    } = &body.kind
    else {
        return None;
    };
    if body.exit.is_some() || body.checkpoint.is_some() {
        return None;
    }
    let (store, rest) = body.body.stmts.split_last()?;
    let StmtKind::Assign { place, value, .. } = &store.kind else {
        return None;
    };
    let kept = place.root;
    let mut definitions: FlatMap<Var, &Op> = FlatMap::new();
    for stmt in rest {
        let (var, op) = stmt
            .as_let()
            .filter(|(_, op)| matches!(op, Op::Read(_) | Op::Rule(..)))?;
        definitions.insert(*var, op);
    }
    let Op::Rule(applied, operands) = definitions.get(&value.var()?)? else {
        return None;
    };
    let [Operand::Atom(Atom::Var(a)), Operand::Atom(Atom::Var(b))] = operands[..] else {
        return None;
    };
    // What a number is a copy of.
    let source = |mut var: Var| loop {
        match definitions.get(&var)? {
            Op::Read(place) if place.is_whole() && definitions.contains_key(&place.root) => var = place.root,
            Op::Read(place) => return Some(place),
            _ => return None,
        }
    };
    let is_kept = |place: &Place| place.is_whole() && place.root == kept;
    let (first, second) = (source(a)?, source(b)?);
    let (operands, element) = match (is_kept(first), is_kept(second)) {
        (true, false) => ((a, b), second),
        (false, true) => ((b, a), first),
        _ => return None,
    };
    let (Projection::Index(Atom::Var(at)), path) = element.path.split_last()? else {
        return None;
    };
    let list = Place {
        root: element.root,
        path: path.to_vec(),
    };
    let root = f.info(list.root);
    let mut fixed = !root.mutable && matches!(root.role, Role::Value | Role::Reference);
    list.index_uses(&mut |var, _| fixed &= !definitions.contains_key(&var) && !f.info(var).mutable && var != *index);
    let numbers = match f.place_ty(&list).behind_references() {
        Ty::Slice(element) | Ty::Vec(element) | Ty::Array(element) => element.is_float(),
        _ => false,
    };
    let rules = definitions.values().filter(|op| matches!(op, Op::Rule(..))).count();
    let mentions = body.body.stmts.iter().filter(|stmt| stmt.mentions(kept)).count();
    let alone = matches!(applied.rule.name, "max" | "min") && rules == 1 && mentions == 2;
    let scalar = place.is_whole() && f.info(kept).ty.is_float() && f.info(kept).role == Role::Value;
    (at == index && fixed && numbers && alone && scalar).then(|| Selection {
        of,
        kept,
        list,
        operands,
        index: *index,
        low: low.clone(),
        high: high.clone(),
    })
}

fn rewrite(f: &mut Function, backward: &mut Backward, it: &Selection, reverse: usize) {
    let ty = f.info(it.kept).ty.clone();
    let [before, kept] = ["before", "kept"].map(|name| f.named_var(name, ty.clone(), false));
    let ties = f.named_var("ties", Ty::Inert, false);
    let [start, end] = ["start", "end"].map(|name| f.named_var(name, Ty::Int, false));
    let ad = f.names_ad();
    let list = crate::ir::spell::borrow(&f.vars, &it.list);
    let [low, high] = [&it.low, &it.high].map(|end| crate::ir::spell::atom(&f.vars, end));
    let [name, before_name, kept_name] = [ties, before, kept].map(|var| f.info(var).name.clone());
    let mut reads = vec![it.list.root, before, kept];
    it.list.index_uses(&mut |var, _| reads.push(var));
    reads.extend(it.low.var().into_iter().chain(it.high.var()));
    let found = quote!(#ad::ties(#list, #low..#high, #before_name, #kept_name));
    let opaque = |tokens, reads| Op::Opaque(Opaque::pure(tokens, reads));
    let made = [
        (ties, opaque(found, reads)),
        (start, opaque(quote!(#name.start), vec![ties])),
        (end, opaque(quote!(#name.end), vec![ties])),
    ];
    let (old, element) = it.operands;
    let share = |op: &Op, vars: &[VarInfo]| {
        let Op::Runtime("max_share" | "min_share", args) = op else {
            return None;
        };
        let of = args.iter().filter_map(|arg| match arg {
            Argument::Value(atom) => atom.var(),
            _ => None,
        });
        let of: Vec<Var> = of.collect();
        let [at, value] = [it.index, element].map(|var| crate::ir::spell::name(vars, var));
        let tokens = match of[..] {
            [a, b] if (a, b) == (old, element) => quote!(#name.share_before(#at, #value)),
            [a, b] if (a, b) == (element, old) => quote!(#name.share(#at, #value)),
            _ => return None,
        };
        Some(opaque(tokens, vec![ties, it.index, element]))
    };
    let place = Place::var(it.kept);
    around(f, &mut backward.block, reverse, &mut |f, stmt| {
        let (back, _) = stmt.as_adjoint_loop_mut().expect("it is the loop's reverse");
        back.body.stmts.retain(
            |stmt| !matches!(&stmt.kind, StmtKind::Undo { place, by: Inverse::Store(_) } if place.root == it.kept),
        );
        for stmt in &mut back.body.stmts {
            if let StmtKind::Let { op, .. } = &mut stmt.kind
                && let Some(share) = share(op, &f.vars)
            {
                *op = share;
            }
        }
        if let LoopKind::Range { low, high, .. } = &mut back.kind {
            (*low, *high) = (Atom::Var(start), Atom::Var(end));
        }
        let undo = StmtKind::Undo {
            place: place.clone(),
            by: Inverse::Store(before),
        };
        let made = made.iter().cloned().map(|(var, op)| StmtKind::Let { var, op });
        (made.collect(), vec![undo])
    });
    let mut body = std::mem::take(&mut f.body);
    let read = |var: Var| StmtKind::Let {
        var,
        op: Op::Read(place.clone()),
    };
    around(f, &mut body, it.of, &mut |_, _| (vec![read(before)], vec![read(kept)]));
    f.body = body;
}

/// What comes before a statement, and what after it.
type Around = (Vec<StmtKind>, Vec<StmtKind>);

/// Puts statements before and after the statement `id`.
fn around(f: &mut Function, block: &mut Block, id: usize, make: &mut dyn FnMut(&mut Function, &mut Stmt) -> Around) {
    if let Some(at) = block.stmts.iter().position(|stmt| stmt.id == id) {
        let (before, after) = make(f, &mut block.stmts[at]);
        let span = block.stmts[at].span;
        let [before, after] = [before, after].map(|kinds| kinds.into_iter().map(|kind| f.stmt(span, kind)).collect());
        let (before, after): (Vec<Stmt>, Vec<Stmt>) = (before, after);
        block.stmts.splice(at + 1..at + 1, after);
        block.stmts.splice(at..at, before);
        return;
    }
    for stmt in &mut block.stmts {
        stmt.blocks_mut()
            .into_iter()
            .for_each(|inner| around(f, inner, id, make));
    }
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshots::accepted;

    /// The reverse sweep of a function of a list.
    fn reverse(body: &str) -> String {
        let source = format!("fn f(x: &[f64]) -> f64 {{ let mut m = x[0]; {body} }}");
        let compiled = accepted(&source);
        compiled.function.print(&compiled.backward.block, 0)
    }

    #[test]
    fn a_maximum_runs_in_reverse_where_its_element_is() {
        for selects in [
            "for k in 1..x.len() { m = m.max(x[k]); } m",
            "for v in x { m = v.min(m); } m * m",
            "let mut s = 0.0; for i in 0..9 { for k in 0..i { m = m.max(x[k]); } s += m; } s",
        ] {
            let reverse = reverse(selects);
            assert!(reverse.contains("in start..end {"), "{selects}\n{reverse}");
            assert!(!reverse.contains("unspill (t"), "{selects}\n{reverse}");
        }
    }

    #[test]
    fn what_else_a_loop_does_is_asked_of_each_iteration() {
        for more in [
            "let mut s = 0.0; for k in 0..x.len() { m = m.max(x[k]); s += m; } s",
            "let mut y = x.to_vec(); for k in 0..x.len() { m = m.max(y[k]); y[k] = 0.0; } m",
            "let mut y = x.to_vec(); for k in 0..x.len() { m = m.max(y[k]); } y[0] = 0.0; m",
            "for k in 0..x.len() { m = m.max(m * x[k]); } m",
            "for k in 0..x.len() { m = m.max(x[0]); } m",
            "for k in 0..x.len() { m = m.hypot(x[k]); } m",
        ] {
            assert!(!reverse(more).contains("start..end"), "{more}");
        }
    }
}
