//! Strip-mines reverse loops that scatter to neighbouring elements.
//!
//! ```text
//! Input:  let u_bar_row = row u_bar[i..][..trips + 1]
//!         reverse for k in 0..trips { let at = k + 1  … u_bar_row[at] += d_2  u_bar_row[k] += d_3  sum += d_4 }
//! Output: let mut ds = [0.0; 65]   let mut ds_2 = [0.0; 65]   let mut ds_3 = [0.0; 64]
//!         reverse for strip in (0..(trips + 63) / 64).rev() {
//!             let start = 64 * strip   let len = min(trips - start, 64)
//!             let ds_row = row ds[1..][..len]   let ds_2_row = row ds_2[..len]   let ds_3_row = row ds_3[..len]
//!             reverse for lane in 0..len { … ds_row[lane] = d_2  ds_2_row[lane] = d_3  ds_3_row[lane] = d_4 }
//!             let u_bar_row_2 = row u_bar_row[start..][..len + 1]
//!             reverse for lane in 0..len + 1 { u_bar_row_2[lane] += ds[lane]  u_bar_row_2[lane] += ds_2[lane] }
//!             sum += joined(ds_3)
//!         }
//! ```
//!
//! An element receives contributions from several iterations, each of which would wait for the store of the one before it: LLVM leaves
//! such a loop as it is. Here the contributions of an iteration have places of their own, and LLVM vectorises both inner loops. The
//! order in which a cotangent is summed is ours to choose. The last strip, which may be a short one, is the first to run: it finds
//! zeros beyond its last iteration, and each other strip overwrites all of the one before it.
//!
//! It applies to loops that `hoist_row_borrows_reverse` has left with rows of neighbours, in which nothing reads the sums.

use crate::ir::*;
use crate::loops::row_loops::{Made, over_rows, row_of};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::Literal;
use quote::quote;
use syn::BinOp;

/// How many iterations a strip has: as many numbers of each kind lie on the stack.
const STRIP: i64 = 64;

/// What a loop adds to neighbours, and what it sums up.
pub struct Strip {
    /// How far each of the indices that belong to an iteration is from its number.
    distances: FlatMap<Var, i64>,
    /// The rows of neighbours, and how much longer than the others they are.
    neighbours: FlatMap<Var, i64>,
    sums: FlatSet<Var>,
    rows: Vec<Var>,
}

pub fn strip(f: &Function, stmt: &Stmt, before: &[Stmt]) -> Option<Strip> {
    let (reverse, var) = over_rows(stmt)?;
    let mut strip = Strip {
        distances: FlatMap::from([(var, 0)]),
        neighbours: FlatMap::new(),
        sums: FlatSet::new(),
        rows: before.iter().filter_map(row_of).collect(),
    };
    let body = &reverse.body;
    for stmt in &body.stmts {
        if let Some((at, distance)) = beside(stmt, var) {
            strip.distances.insert(at, distance);
        }
    }
    for place in body.stmts.iter().filter_map(place_of) {
        if let Some(distance) = strip.distance(place).filter(|distance| *distance > 0) {
            let longest = strip.neighbours.entry(place.root).or_default();
            *longest = distance.max(*longest);
        }
    }
    let own: FlatSet<Var> = body.stmts.iter().flat_map(Stmt::defines).collect();
    let mut additions: FlatMap<Var, usize> = FlatMap::new();
    for stmt in &body.stmts {
        strip.allows(f, stmt, &own, &mut additions).then_some(())?;
    }
    // A sum, or a row of neighbours, is looked at by nothing but the additions to it.
    let mut uses: FlatMap<Var, usize> = FlatMap::new();
    body.uses(&mut |var, _| *uses.entry(var).or_default() += 1);
    let apart = additions.iter().all(|(sum, times)| uses.get(sum) == Some(times));
    (apart && !strip.neighbours.is_empty()).then_some(strip)
}

/// `let at = k + 1`.
fn beside(stmt: &Stmt, number: Var) -> Option<(Var, i64)> {
    let Some((
        var,
        Op::Binary(BinOp::Add(_), Operand::Atom(Atom::Var(each)), Operand::Atom(Atom::Constant(distance, Ty::Int))),
    )) = stmt.as_let()
    else {
        return None;
    };
    let distance = syn::parse2::<syn::LitInt>(distance.clone()).ok()?.base10_parse().ok()?;
    (*each == number).then_some((*var, distance))
}

fn place_of(stmt: &Stmt) -> Option<&Place> {
    match &stmt.kind {
        StmtKind::Let {
            op: Op::Read(place) | Op::Take(place, None),
            ..
        }
        | StmtKind::Update { place, .. } => Some(place),
        _ => None,
    }
}

impl Strip {
    /// How far the element of a row is from that of the iteration's number.
    fn distance(&self, place: &Place) -> Option<i64> {
        let [Projection::Index(Atom::Var(index))] = &place.path[..] else {
            return None;
        };
        let row = self.rows.contains(&place.root);
        self.distances.get(index).copied().filter(|_| row)
    }

    /// Whether a statement has a form for each iteration by itself; notes what it adds to.
    fn allows(&mut self, f: &Function, stmt: &Stmt, own: &FlatSet<Var>, additions: &mut FlatMap<Var, usize>) -> bool {
        match &stmt.kind {
            StmtKind::Let { var, .. } if self.distances.contains_key(var) => true,
            StmtKind::Let { var, op } => {
                let known = match op {
                    Op::Read(place) if place.is_whole() => own.contains(&place.root) || !f.info(place.root).mutable,
                    Op::Read(place) | Op::Take(place, None) => {
                        self.distance(place) == Some(0) && !self.neighbours.contains_key(&place.root)
                    }
                    Op::Binary(_, left, right) => {
                        [left, right].iter().all(|operand| matches!(operand, Operand::Atom(_)))
                    }
                    Op::Neg(Operand::Atom(_)) | Op::Rule(..) => true,
                    Op::Runtime("times" | "weighted" | "powi_slope", _) => true,
                    _ => false,
                };
                known && f.info(*var).ty.is_float()
            }
            StmtKind::Update {
                place,
                op: BinOp::AddAssign(_),
                value: Operand::Atom(value),
                old: None,
            } => {
                if place.is_whole() && own.contains(&place.root) {
                    return true;
                }
                let made_here = value.var().is_some_and(|value| own.contains(&value));
                if place.is_whole() && made_here && f.info(place.root).ty.is_float() {
                    self.sums.insert(place.root);
                } else if !self.neighbours.contains_key(&place.root) || !made_here {
                    return self.distance(place) == Some(0) && !self.neighbours.contains_key(&place.root);
                }
                *additions.entry(place.root).or_default() += 1;
                true
            }
            _ => false,
        }
    }

    /// The loop, in strips.
    pub fn write(self, f: &mut Function, stmt: Stmt, stmts: &mut Vec<Stmt>) {
        let StmtKind::Loop(reverse) = stmt.kind else {
            unreachable!("it is a loop")
        };
        let of = reverse.adjoint_of.expect("it is of the reverse sweep");
        let LoopKind::Range { var: number, high, .. } = &reverse.kind else {
            unreachable!("it is over a range")
        };
        let mut made = Made {
            f,
            span: stmt.span,
            lanes: Literal::i64_unsuffixed(STRIP),
        };
        let (trips, lanes) = (spell::atom(&made.f.vars, high), made.lanes.clone());
        let reads = |more: Option<&Atom>| {
            high.var()
                .into_iter()
                .chain(more.and_then(Atom::var))
                .collect::<Vec<_>>()
        };
        let less = Literal::i64_unsuffixed(STRIP - 1);
        let strips = made.int("strips", quote!((#trips + #less) / #lanes), reads(None), stmts);
        let strip = made.f.named_var("strip", Ty::Int, false);
        let mut within = Vec::new();
        let name = made.f.info(strip).name.clone();
        let start = made.int("start", quote!(#lanes * #name), vec![strip], &mut within);
        let from = spell::atom(&made.f.vars, &start);
        let len = made.int(
            "len",
            quote!(::core::cmp::min(#trips - #from, #lanes)),
            reads(Some(&start)),
            &mut within,
        );
        let mut body = reverse.body;
        // What the iterations add to each sum and each row of neighbours, in lists with a place for each of them.
        let mut lists: FlatMap<Var, Vec<Var>> = FlatMap::new();
        for stmt in &mut body.stmts {
            if let StmtKind::Let {
                op: Op::Runtime(function @ "times", _),
                ..
            } = &mut stmt.kind
            {
                *function = "weighted";
            }
            let StmtKind::Update { place, value, .. } = &mut stmt.kind else {
                continue;
            };
            let Some((to, longest)) = self.added_to(place) else {
                continue;
            };
            let Operand::Atom(Atom::Var(added)) = *value else {
                unreachable!("a variable is added")
            };
            let from = self.distance(place).unwrap_or_default();
            let list = made.cotangents(added, "ds", Literal::i64_unsuffixed(STRIP + longest), stmts);
            lists.entry(to).or_default().push(list);
            let row = row_var(&mut made, list, true);
            let from = (from > 0).then(|| Literal::i64_unsuffixed(from));
            let from = from.map(|from| Atom::Constant(quote!(#from), Ty::Int));
            made.row(row, list, from.as_ref(), len.clone(), &mut within);
            stmt.kind = StmtKind::assign(
                Place::var(row).then(Projection::Index(Atom::Var(*number))),
                Atom::Var(added),
            );
        }
        body.stmts.retain(|stmt| beside(stmt, *number).is_none());
        let mut used = FlatSet::new();
        body.uses(&mut |var, _| {
            used.insert(var);
        });
        for row in self.rows.iter().filter(|row| used.contains(row)) {
            let part = made.part(*row, &start, len.clone(), &mut within);
            made.rename(&mut body, *row, part);
        }
        let lane = made.f.named_var("lane", Ty::Int, false);
        made.rename(&mut body, *number, lane);
        let iterations = made.each(of, lane, len.clone(), body.stmts);
        within.push(iterations);
        for (row, lists) in lists {
            match self.neighbours.get(&row) {
                None => lists.into_iter().for_each(|list| made.join(row, list, &mut within)),
                Some(longest) => {
                    let (tokens, more) = (spell::atom(&made.f.vars, &len), Literal::i64_unsuffixed(*longest));
                    let len = made.int(
                        "len",
                        quote!(#tokens + #more),
                        len.var().into_iter().collect(),
                        &mut within,
                    );
                    let part = made.part(row, &start, len.clone(), &mut within);
                    let each = add_up(&mut made, of, part, &lists, len, &mut within);
                    within.push(each);
                }
            }
        }
        let walked = made.last_first(of, strip, strips, within);
        stmts.push(walked);
    }

    /// The sum or the row of neighbours that a place belongs to, and how much longer than others that is.
    fn added_to(&self, place: &Place) -> Option<(Var, i64)> {
        if self.sums.contains(&place.root) && place.is_whole() {
            return Some((place.root, 0));
        }
        let longest = self.neighbours.get(&place.root)?;
        Some((place.root, *longest))
    }
}

/// Adds to a row of neighbours what the iterations of a strip make of it.
fn add_up(made: &mut Made, of: usize, row: Var, lists: &[Var], len: Atom, stmts: &mut Vec<Stmt>) -> Stmt {
    let lane = made.f.named_var("lane", Ty::Int, false);
    let element = |list: Var| Place::var(list).then(Projection::Index(Atom::Var(lane)));
    let mut within = Vec::new();
    for list in lists {
        let all = row_var(made, *list, false);
        made.row(all, *list, None, len.clone(), stmts);
        let ty = made.f.place_ty(&element(all));
        let number = made.f.new_var("d", ty, false);
        let op = Op::Read(element(all));
        within.push(made.stmt(StmtKind::Let { var: number, op }));
        within.push(made.add(element(row), Atom::Var(number)));
    }
    made.each(of, lane, len, within)
}

/// A variable for a part of an array.
fn row_var(made: &mut Made, array: Var, mutable: bool) -> Var {
    let Ty::Array(element) = made.f.info(array).ty.clone() else {
        unreachable!("it is an array")
    };
    let name = format!("{}_row", made.f.info(array).name);
    let var = made.f.named_var(&name, Ty::Slice(element), mutable);
    made.f.vars[var.0].role = Role::Reference;
    var
}
