//! Strip-mines reverse loops over elements of ndarray's arrays.
//!
//! ```text
//! Input:  reverse for j in 1..m { let at = `[i, j]`  let at_2 = `[i, j - 1]`  let d = take next_bar[at]  … u_bar[at] += d  u_bar[at_2] += d }
//! Output: let mut ds = [0.0; 64 + 2]
//!         …  let trips = (1..m).len()
//!         reverse for strip in 0..(trips + 63) / 64 {
//!             let done = 64 * strip   let len = min(trips - done, 64)   let start = 1 + done
//!             let strip_of = strip(&next_bar, [i, start], len, ..)   let ds_row = row ds[1..][..len]
//!             reverse for lane in 0..len { let d = strip_of[lane]  … ds_row[lane] = d }
//!             clear_strip(&mut next_bar, [i, start], len)
//!             add_strips(&mut u_bar, [i, start - 1], [&ds[0..][..len + 1], &ds[1..][..len + 1]])
//!         }
//! ```
//!
//! An array's strides are known to the array alone, and each of its elements has its bounds checked: LLVM leaves a loop that adds to
//! several elements as it is. Here the arithmetic is a loop over lists, which LLVM vectorises, and each array is asked once for all the
//! elements of a strip. What an iteration adds to several places is one list: it lies between zeros, from which the elements before the
//! first and after the last are taken. The lists are made once, before the outermost loop.
//!
//! It applies to loops of arithmetic, in which every iteration uses each of the elements, and nothing reads what is added to.

use crate::ir::function::in_both;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::loops::row_loops::Made;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::BinOp;

/// How many iterations a strip has.
const STRIP: i64 = 64;
/// How far elements of one iteration may lie from each other.
const LARGEST_NEIGHBOURHOOD: i64 = 16;

pub fn array_strips(f: &mut Function, backward: &mut Backward) {
    in_both(f, backward, |f, outer| {
        let mut stmts = Vec::with_capacity(outer.stmts.len());
        for stmt in std::mem::take(&mut outer.stmts) {
            let mut alone = Block {
                stmts: vec![stmt],
                result: None,
            };
            // The lists are made once for all rows.
            block(f, &mut alone, &mut stmts);
            stmts.extend(alone.stmts);
        }
        outer.stmts = stmts;
    });
}

fn block(f: &mut Function, outer: &mut Block, lists: &mut Vec<Stmt>) {
    let mut stmts: Vec<Stmt> = Vec::with_capacity(outer.stmts.len());
    for mut stmt in std::mem::take(&mut outer.stmts) {
        if !matches!(stmt.kind, StmtKind::PullMap(_)) {
            for inner in stmt.blocks_mut() {
                block(f, inner, lists);
            }
        }
        match Strips::of(f, &stmt) {
            Some(strips) => strips.write(f, stmt, &mut stmts, lists),
            None => stmts.push(stmt),
        }
    }
    outer.stmts = stmts;
}

/// An element that each iteration uses: the indices before the last one, the same in all iterations, what they read, and how far the
/// last one is from the iteration's number.
#[derive(Clone)]
struct Element {
    row: Option<TokenStream>,
    reads: Vec<Var>,
    distance: i64,
}

/// What a loop reads and takes, and adds to arrays and to sums.
#[derive(Default)]
struct Strips {
    elements: FlatMap<Var, Element>,
    /// Arrays of which elements are taken, and those that are added to.
    taken: FlatSet<Var>,
    added: FlatSet<Var>,
    sums: FlatSet<Var>,
}

impl Strips {
    fn of(f: &Function, stmt: &Stmt) -> Option<Strips> {
        let (reverse, var) = over_range(stmt)?;
        let body = &reverse.body;
        let mut own: FlatSet<Var> = body.stmts.iter().flat_map(Stmt::defines).collect();
        own.insert(var);
        let mut strips = Strips::default();
        let itself = Element {
            row: None,
            reads: Vec::new(),
            distance: 0,
        };
        strips.elements.insert(var, itself);
        for stmt in &body.stmts {
            strips.allows(f, stmt, var, &own).then_some(())?;
        }
        // What is added to or taken from is used in no other way.
        let mut uses: FlatMap<Var, usize> = FlatMap::new();
        body.uses(&mut |var, _| *uses.entry(var).or_default() += 1);
        let additions = |to: &Var| {
            let adds = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Update { place, .. } if place.root == *to);
            body.stmts.iter().filter(adds).count()
        };
        let alone = |to: &Var| uses[to] == additions(to);
        let apart =
            strips.added.iter().chain(&strips.sums).all(alone) && strips.taken.iter().all(|from| uses[from] == 1);
        (apart && !strips.added.is_empty()).then_some(strips)
    }

    /// Whether a statement has a form for each iteration by itself; notes what it uses.
    fn allows(&mut self, f: &Function, stmt: &Stmt, index: Var, own: &FlatSet<Var>) -> bool {
        match &stmt.kind {
            StmtKind::Let { var, op } => match op {
                Op::Opaque(opaque) if opaque.pure && opaque.writes.is_empty() => {
                    if let Some(element) = element(f, opaque, index, own) {
                        self.elements.insert(*var, element);
                    }
                    matches!(f.info(*var).ty, Ty::Int | Ty::Inert)
                }
                Op::Read(place) if place.is_whole() => {
                    (own.contains(&place.root) || !f.info(place.root).mutable) && f.info(*var).ty.is_scalar()
                }
                Op::Read(place) => self.is_element(f, place, false),
                Op::Take(place, None) => {
                    self.taken.insert(place.root);
                    self.is_element(f, place, false)
                }
                Op::Binary(_, left, right) => {
                    let atoms = [left, right].iter().all(|operand| matches!(operand, Operand::Atom(_)));
                    atoms && f.info(*var).ty.is_float()
                }
                Op::Neg(Operand::Atom(_)) | Op::Rule(..) | Op::Runtime("times" | "weighted" | "powi_slope", _) => {
                    f.info(*var).ty.is_float()
                }
                _ => false,
            },
            StmtKind::Update {
                place,
                op: BinOp::AddAssign(_),
                value: Operand::Atom(Atom::Var(value)),
                old: None,
            } if own.contains(value) => {
                let info = f.info(place.root);
                match place.is_whole() {
                    true if own.contains(&place.root) => info.ty.is_float(),
                    true => {
                        self.sums.insert(place.root);
                        info.ty.is_float() && info.role == Role::Value
                    }
                    false => {
                        self.added.insert(place.root);
                        self.is_element(f, place, true)
                    }
                }
            }
            _ => false,
        }
    }

    /// Whether a place is an element of an array. A caller's buffer may be absent: it can only be added to.
    fn is_element(&self, f: &Function, place: &Place, added: bool) -> bool {
        let [Projection::Index(Atom::Var(index))] = &place.path[..] else {
            return false;
        };
        let info = f.info(place.root);
        let role = match info.role {
            Role::Value | Role::Reference => true,
            Role::Buffer => added,
            _ => false,
        };
        match (self.elements.get(index), info.ty.behind_references()) {
            (Some(element), Ty::NdArray(number, Some(axes))) => {
                role && number.is_float() && *axes == 1 + usize::from(element.row.is_some())
            }
            _ => false,
        }
    }

    /// How far elements of a row that are added to lie from each other at most.
    fn apart(&self) -> i64 {
        let distances = || self.elements.values().map(|element| element.distance);
        let (first, last) = (distances().min(), distances().max());
        last.unwrap_or_default() - first.unwrap_or_default()
    }

    fn element(&self, place: &Place) -> &Element {
        match &place.path[..] {
            [Projection::Index(Atom::Var(index))] => &self.elements[index],
            _ => unreachable!("it is an element"),
        }
    }

    /// The loop, in strips.
    fn write(self, f: &mut Function, stmt: Stmt, stmts: &mut Vec<Stmt>, lists: &mut Vec<Stmt>) {
        let StmtKind::Loop(reverse) = stmt.kind else {
            unreachable!("it is a loop")
        };
        let of = reverse.adjoint_of.expect("it is of the reverse sweep");
        let LoopKind::Range {
            var: number, low, high, ..
        } = &reverse.kind
        else {
            unreachable!("it is over a range")
        };
        let mut made = Made {
            f,
            span: stmt.span,
            lanes: Literal::i64_unsuffixed(STRIP),
        };
        let spelled = |made: &Made, atom: &Atom| spell::atom(&made.f.vars, atom);
        let (from, to) = (spelled(&made, low), spelled(&made, high));
        let bounds: Vec<Var> = low.var().into_iter().chain(high.var()).collect();
        let trips = made.int("trips", quote!((#from..#to).len()), bounds.clone(), stmts);
        let (trips_name, less) = (spelled(&made, &trips), Literal::i64_unsuffixed(STRIP - 1));
        let all = Literal::i64_unsuffixed(STRIP);
        let reads: Vec<Var> = trips.var().into_iter().collect();
        let count = made.int("strips", quote!((#trips_name + #less) / #all), reads.clone(), stmts);
        let strip = made.f.named_var("strip", Ty::Int, false);
        let mut within = Vec::new();
        let name = made.f.info(strip).name.clone();
        let done = made.int("done", quote!(#all * #name), vec![strip], &mut within);
        let done_name = spelled(&made, &done);
        let reads_done: Vec<Var> = reads.iter().copied().chain(done.var()).collect();
        let len = quote!(::core::cmp::min(#trips_name - #done_name, #all));
        let len = made.int("len", len, reads_done, &mut within);
        let start_reads: Vec<Var> = low.var().into_iter().chain(done.var()).collect();
        let start = made.int("start", quote!(#from + #done_name), start_reads, &mut within);
        let lane = made.f.named_var("lane", Ty::Int, false);
        let mut strips = Writer {
            sources: FlatMap::new(),
            lists: FlatMap::new(),
            apart: self.apart(),
            added: FlatMap::new(),
            summed: FlatMap::new(),
            after: Vec::new(),
            start,
            len: len.clone(),
            lane,
            made,
        };
        let mut each = Vec::new();
        for stmt in reverse.body.stmts {
            strips.iteration(&self, stmt, lists, &mut within, &mut each);
        }
        strips.number(*number, &mut each);
        let lanes = strips.made.each(of, lane, len, each);
        within.push(lanes);
        within.append(&mut strips.after);
        strips.additions(&mut within);
        let walked = strips.made.last_first(of, strip, count, within);
        stmts.push(walked);
    }
}

/// A loop in the making.
struct Writer<'a> {
    made: Made<'a>,
    /// Of a copy, what it is a copy of.
    sources: FlatMap<Var, Var>,
    /// What the iterations make of a number, for sums, and between as many zeros as elements of a row lie apart.
    lists: FlatMap<(Var, i64), Var>,
    apart: i64,
    /// By the array and the row, the lists that are added, and how far from the iteration's number.
    added: FlatMap<(Var, String), Vec<(Element, Var)>>,
    summed: FlatMap<Var, Vec<Var>>,
    /// What is done with the arrays after the iterations of a strip.
    after: Vec<Stmt>,
    start: Atom,
    len: Atom,
    lane: Var,
}

impl Writer<'_> {
    /// A statement of an iteration.
    fn iteration(
        &mut self,
        strips: &Strips,
        mut stmt: Stmt,
        before: &mut Vec<Stmt>,
        within: &mut Vec<Stmt>,
        each: &mut Vec<Stmt>,
    ) {
        match &mut stmt.kind {
            StmtKind::Let { var, op } => match op {
                Op::Read(place)
                    if place.is_whole() && [place.root, *var].iter().all(|var| !self.made.f.info(*var).mutable) =>
                {
                    let source = self.sources.get(&place.root).copied().unwrap_or(place.root);
                    self.sources.insert(*var, source);
                }
                Op::Read(place) | Op::Take(place, None) if !place.is_whole() => {
                    let element = strips.element(place).clone();
                    let at = self.at(&element, element.distance, within);
                    let array = Place::var(place.root);
                    if let Op::Take(..) = op {
                        let args = [Argument::Mut(array.clone())].into_iter();
                        let args = args
                            .chain([&at, &self.len].map(|atom| Argument::Value(atom.clone())))
                            .collect();
                        self.after
                            .push(self.made.stmt(StmtKind::Accumulate("clear_strip", args)));
                    }
                    *op = Op::Read(self.strip(*var, array, at, within));
                }
                Op::Runtime(function @ "times", _) => *function = "weighted",
                _ => {}
            },
            StmtKind::Update {
                place,
                value: Operand::Atom(Atom::Var(value)),
                ..
            } if strips.added.contains(&place.root) || strips.sums.contains(&place.root) => {
                let source = self.sources.get(value).copied().unwrap_or(*value);
                let zeros = if place.is_whole() { 0 } else { self.apart };
                let list = match self.lists.get(&(source, zeros)) {
                    Some(list) => *list,
                    None => {
                        let len = Literal::i64_unsuffixed(STRIP + 2 * zeros);
                        let list = self.made.cotangents(source, "ds", len, before);
                        let row = self.row(list, zeros, within);
                        each.push(self.made.stmt(StmtKind::assign(row, Atom::Var(*value))));
                        self.lists.insert((source, zeros), list);
                        list
                    }
                };
                match place.is_whole() {
                    true => self.summed.entry(place.root).or_default().push(list),
                    false => {
                        let element = strips.element(place).clone();
                        let row = element.row.as_ref().map(TokenStream::to_string).unwrap_or_default();
                        self.added.entry((place.root, row)).or_default().push((element, list));
                    }
                }
                return;
            }
            _ => {}
        }
        each.push(stmt);
    }

    /// What a lane makes of a number, in a list that begins with so many zeros. Of a strip that was longer nothing is left in it.
    fn row(&mut self, list: Var, zeros: i64, within: &mut Vec<Stmt>) -> Place {
        let Ty::Array(element) = self.made.f.info(list).ty.clone() else {
            unreachable!("it is an array")
        };
        let whole = Place::var(list).then(Projection::range(Some(self.len.clone()), None));
        let args = vec![Argument::Mut(whole)];
        within.push(self.made.stmt(StmtKind::Accumulate("clear", args)));
        let name = format!("{}_row", self.made.f.info(list).name);
        let row = self.made.f.named_var(&name, Ty::Slice(element), true);
        self.made.f.vars[row.0].role = Role::Reference;
        let from = (zeros > 0).then(|| literal(zeros));
        self.made.row(row, list, from.as_ref(), self.len.clone(), within);
        Place::var(row).then(Projection::Index(Atom::Var(self.lane)))
    }

    /// What a lane finds in the strip of an array.
    fn strip(&mut self, element: Var, array: Place, at: Atom, within: &mut Vec<Stmt>) -> Place {
        let ty = self.made.f.info(element).ty.clone();
        let copy = self.made.f.named_var("copy", Ty::Vec(Box::new(ty.clone())), true);
        let op = Op::Array {
            elements: Vec::new(),
            vec: true,
        };
        within.push(self.made.stmt(StmtKind::Let { var: copy, op }));
        let row = self.made.f.named_var("strip_of", Ty::Slice(Box::new(ty)), false);
        self.made.f.vars[row.0].role = Role::Reference;
        let args = vec![
            Argument::Ref(array),
            Argument::Value(at),
            Argument::Value(self.len.clone()),
            Argument::Mut(Place::var(copy)),
        ];
        let op = Op::Runtime("strip", args);
        within.push(self.made.stmt(StmtKind::Let { var: row, op }));
        Place::var(row).then(Projection::Index(Atom::Var(self.lane)))
    }

    /// The index of the element of the strip's first iteration.
    fn at(&mut self, element: &Element, distance: i64, within: &mut Vec<Stmt>) -> Atom {
        let start = spell::atom(&self.made.f.vars, &self.start);
        let by = Literal::u64_unsuffixed(distance.unsigned_abs());
        let at = match distance {
            0 => start,
            1.. => quote!(#start + #by),
            _ => quote!(#start - #by),
        };
        let reads = self
            .start
            .var()
            .into_iter()
            .chain(element.reads.iter().copied())
            .collect();
        let (ty, tokens) = match &element.row {
            Some(row) => (Ty::Inert, quote!([#row, #at])),
            None => (Ty::Int, at),
        };
        let var = self.made.f.named_var("at", ty, false);
        let op = Op::Opaque(Opaque::pure(tokens, reads));
        within.push(self.made.stmt(StmtKind::Let { var, op }));
        Atom::Var(var)
    }

    /// What the iteration still asks of its number.
    fn number(&mut self, number: Var, each: &mut Vec<Stmt>) {
        loop {
            let mut used = FlatSet::new();
            each.iter().for_each(|stmt| {
                stmt.uses(&mut |var, _| {
                    used.insert(var);
                })
            });
            let count = each.len();
            each.retain(|stmt| match &stmt.kind {
                StmtKind::Let { var, op } => {
                    let idle = matches!(op, Op::Opaque(_)) || matches!(op, Op::Read(place) if place.is_whole());
                    !idle || used.contains(var)
                }
                _ => true,
            });
            if each.len() < count {
                continue;
            }
            if used.contains(&number) {
                let (start, lane) = (
                    spell::atom(&self.made.f.vars, &self.start),
                    &self.made.f.info(self.lane).name,
                );
                let reads = self.start.var().into_iter().chain([self.lane]).collect();
                let op = Op::Opaque(Opaque::pure(quote!(#start + #lane), reads));
                let stmt = self.made.stmt(StmtKind::Let { var: number, op });
                each.insert(0, stmt);
            }
            return;
        }
    }

    /// What the iterations of a strip add, to each row and to each sum.
    fn additions(&mut self, stmts: &mut Vec<Stmt>) {
        for ((array, _), lists) in std::mem::take(&mut self.added) {
            let distances = || lists.iter().map(|(element, _)| element.distance);
            let (first, last) = (
                distances().min().expect("something is added"),
                distances().max().expect("something is added"),
            );
            let len = match last - first {
                0 => self.len.clone(),
                more => {
                    let (len, more) = (spell::atom(&self.made.f.vars, &self.len), Literal::i64_unsuffixed(more));
                    let reads = self.len.var().into_iter().collect();
                    self.made.int("len", quote!(#len + #more), reads, stmts)
                }
            };
            let at = self.at(&lists[0].0, first, stmts);
            let mut args = vec![Argument::Mut(Place::var(array)), Argument::Value(at)];
            for (element, list) in &lists {
                let from = literal(self.apart - (element.distance - first));
                let part = Place::var(*list)
                    .then(Projection::range(Some(from), None))
                    .then(Projection::range(None, Some(len.clone())));
                args.push(Argument::Ref(part));
            }
            stmts.push(self.made.stmt(StmtKind::Accumulate("add_strips", args)));
        }
        for (sum, lists) in std::mem::take(&mut self.summed) {
            for list in lists {
                self.made.join(sum, list, stmts);
            }
        }
    }
}

fn literal(number: i64) -> Atom {
    let number = Literal::i64_unsuffixed(number);
    Atom::Constant(quote!(#number), Ty::Int)
}

/// A loop of the reverse sweep over a range without a tape, and its index.
fn over_range(stmt: &Stmt) -> Option<(&Loop, Var)> {
    let (reverse, _) = stmt.as_adjoint_loop()?;
    let LoopKind::Range {
        var,
        inclusive: false,
        reversed: true,
        ..
    } = &reverse.kind
    else {
        return None;
    };
    reverse.tape.is_none().then_some((reverse, *var))
}

/// The element that an index is of: `j - 1`, `[i, j]`, `(i, j + 1)`.
fn element(f: &Function, opaque: &Opaque, index: Var, own: &FlatSet<Var>) -> Option<Element> {
    let indices: Vec<syn::Expr> = match syn::parse2(opaque.tokens.clone()).ok()? {
        syn::Expr::Array(array) => array.elems.into_iter().collect(),
        syn::Expr::Tuple(tuple) => tuple.elems.into_iter().collect(),
        one => vec![one],
    };
    let (row, last) = match &indices[..] {
        [last] => (None, last),
        [row, last] => (Some(quote!(#row)), last),
        _ => return None,
    };
    let name = f.info(index).name.to_string();
    let mentions =
        |tokens: TokenStream, var: &Var| crate::syntax::tokens::mentions(tokens, &[f.info(*var).name.to_string()]);
    let (of_row, of_last): (Vec<Var>, Vec<Var>) = (
        opaque
            .reads
            .iter()
            .copied()
            .filter(|var| row.clone().is_some_and(|row| mentions(row, var)))
            .collect(),
        opaque
            .reads
            .iter()
            .copied()
            .filter(|var| mentions(quote!(#last), var))
            .collect(),
    );
    let fixed = of_row.iter().all(|read| !own.contains(read) && !f.info(*read).mutable);
    let is_it = matches!(last, syn::Expr::Path(path) if path.path.is_ident(&name));
    let distance = match is_it {
        true => 0,
        false => match Offset::of(f, &Opaque::pure(quote!(#last), of_last), index, own)? {
            Offset::Number(number) => number,
            Offset::Beyond(..) | Offset::Before(..) => return None,
        },
    };
    (fixed && distance.abs() <= LARGEST_NEIGHBOURHOOD / 2).then_some(Element {
        row,
        reads: of_row,
        distance,
    })
}
