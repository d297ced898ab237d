//! What the plan costs in each iteration of a loop, for who reads the passes: bytes that are saved, operations that run again.
//!
//! ```text
//! Input:  for k in 0..t taping tape { … spill (t_7) to tape }   reverse for k in 0..t popping tape { unspill (t_7) from tape  let t_5 = x[k]  … }
//! Output: loop over k: saves 8 bytes (t_7), in place of 1 operation again; runs 1 load again, in place of 8 bytes (t_5)
//! ```
//!
//! A copy costs nothing, and neither does an index of several parts. Rows that are saved at once are told by their elements. Of a value whose type only rustc knows it says that it is saved, and not how large it is.

use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::{Ty, Width};

/// A line for each loop of the reverse sweep that saves or repeats something.
pub fn costs(f: &Function, backward: &Backward) -> String {
    let (mut made, mut lines) = (FlatSet::new(), String::new());
    let mut note = |stmt: &Stmt| {
        if let Some((var, _)) = stmt.as_let() {
            made.insert(*var);
        }
    };
    f.body.walk(&mut note);
    let mut indices: FlatMap<usize, Vec<Var>> = FlatMap::new();
    f.body.walk(&mut |stmt| {
        if let StmtKind::Loop(body) = &stmt.kind {
            indices.insert(stmt.id, body.kind.vars());
        }
    });
    backward.block.walk(&mut |stmt| {
        if let Some((reverse, of)) = stmt.as_adjoint_loop() {
            let index = indices.get(&of).and_then(|vars| vars.first());
            lines.extend(of_loop(f, reverse, index, &made));
        }
    });
    lines
}

fn of_loop(f: &Function, reverse: &Loop, index: Option<&Var>, made: &FlatSet<Var>) -> Option<String> {
    let saves = reverse.body.unspilled().map_or(&[][..], |(_, vars)| vars);
    let again = reverse.body.stmts.iter().filter_map(Stmt::as_let);
    let costly = |(var, op): &(&Var, &Op)| {
        let copy = matches!(op, Op::Read(place) if place.is_whole());
        made.contains(var) && !copy && f.info(**var).ty != Ty::Inert
    };
    let again: Vec<(&Var, &Op)> = again.filter(costly).collect();
    let loads = again.iter().filter(|(_, op)| matches!(op, Op::Read(_))).count();
    let again: Vec<Var> = again.into_iter().map(|(var, _)| *var).collect();
    let over = index.map(|var| f.info(*var).name.to_string());
    let mut parts = Vec::new();
    if !saves.is_empty() {
        let once = saves.iter().filter(|var| made.contains(var)).count();
        let instead = match once {
            0 => String::new(),
            _ => format!(", in place of {} again", operations(once)),
        };
        parts.push(format!("saves {}{instead}", size(f, saves)));
    }
    parts.extend(reverse.body.stmts.iter().filter_map(|stmt| row(f, stmt)));
    if !again.is_empty() {
        let others = again.len() - loads;
        let counts = [(loads, counted(loads, "load")), (others, operations(others))];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(n, _)| *n > 0)
            .map(|(_, text)| text)
            .collect();
        parts.push(format!(
            "runs {} again, in place of {}",
            counts.join(" and "),
            size(f, &again)
        ));
    }
    let over = over.unwrap_or_else(|| "what ends by itself".to_owned());
    (!parts.is_empty()).then(|| format!("loop over {over}: {}\n", parts.join("; ")))
}

fn operations(count: usize) -> String {
    counted(count, "operation")
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// A row that is put back at once.
fn row(f: &Function, stmt: &Stmt) -> Option<String> {
    let StmtKind::CopyRow { row, back: true } = &stmt.kind else {
        return None;
    };
    let (low, high) = (spell::atom(&f.vars, &row.low), spell::atom(&f.vars, &row.high));
    let list = f.print_place(&row.list);
    let element = f.place_ty(&row.list).behind_references().element();
    let size = bytes(&element).map_or_else(|| "what an element takes".to_owned(), |size| format!("{size} bytes"));
    Some(format!("saves {size} for each of {low}..{high} of {list}"))
}

/// `24 bytes (a, b, c) and what d is`.
fn size(f: &Function, vars: &[Var]) -> String {
    let names = |vars: Vec<&Var>| {
        let names: Vec<_> = vars.iter().map(|var| f.info(**var).name.to_string()).collect();
        names.join(", ")
    };
    let (known, others): (Vec<&Var>, _) = vars.iter().partition(|var| bytes(&f.info(**var).ty).is_some());
    let sum: usize = known.iter().filter_map(|var| bytes(&f.info(**var).ty)).sum();
    match (known.is_empty(), others.is_empty()) {
        (_, true) => format!("{sum} bytes ({})", names(known)),
        (true, false) => format!("as many bytes as {} takes", names(others)),
        (false, false) => format!("{sum} bytes ({}) and those of {}", names(known), names(others)),
    }
}

fn bytes(ty: &Ty) -> Option<usize> {
    match ty {
        Ty::Float(Width::F32) => Some(4),
        Ty::Float(_) | Ty::Int => Some(8),
        Ty::Bool => Some(1),
        Ty::Tuple(elements) => elements.iter().map(bytes).sum(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshots;

    #[test]
    fn a_loop_says_what_an_iteration_saves_and_repeats() {
        let source =
            "fn f(x: &[f64], k: f64) -> f64 { let mut y = k; for i in 0..x.len() { y = y * (x[i] * x[i]).exp(); } y }";
        let passes = snapshots::passes(source);
        let line = passes.lines().find(|line| line.starts_with("loop over i")).unwrap();
        assert_eq!(
            line,
            "loop over i: saves 16 bytes (t_2, t_6), in place of 2 operations again; runs 1 load again, in place of 8 bytes (t_3)"
        );
    }
}
