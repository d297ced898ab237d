//! Hoists row borrows out of reverse loops with affine indices: the bounds are checked once.
//!
//! ```text
//! Input:  reverse for j in t..d { undo step next += 1  … out_bar[j] * l[next] … }
//! Output: let trips = (t..d).len()
//!         if trips > 0 {
//!             undo step next += trips   let out_bar_row = row out_bar[t..][..trips]   let l_row = row l[next..][..trips]
//!             reverse for k in 0..trips { … out_bar_row[k] * l_row[k] … }
//!         }
//! ```
//!
//! Rustc must keep every bounds check, for each may be the one that fails. Here none can: the loop ran forward over the same elements.
//! So one check is enough, and LLVM sees that a row is as long as the loop. Where the loop did not run, nothing says that a row exists.
//!
//! Loop-invariant loads, `c[i]`, and their index arithmetic are hoisted for the same reason.
//!
//! It applies to loops of arithmetic, and of pullbacks from numbers to numbers, in which every iteration uses the element: what is
//! used in a branch need not exist.

use crate::ir::function::in_both;
use crate::ir::place::Offset;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::loops::scalar_replacement::invariant_integers;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use syn::BinOp;

/// How far elements may lie from each other that are in one row because they are neighbours.
const LARGEST_NEIGHBOURHOOD: i64 = 16;

pub fn hoist_row_borrows_reverse(f: &mut Function, backward: &mut Backward) {
    in_both(f, backward, block);
}

fn block(f: &mut Function, outer: &mut Block) {
    let mut stmts = Vec::with_capacity(outer.stmts.len());
    for mut stmt in std::mem::take(&mut outer.stmts) {
        if !matches!(stmt.kind, StmtKind::PullMap(_)) {
            for inner in stmt.blocks_mut() {
                block(f, inner);
            }
        }
        match walk(f, &stmt) {
            Some(walked) => stmts.extend(walked),
            None => stmts.push(stmt),
        }
    }
    outer.stmts = stmts;
}

/// Where the elements that a loop uses begin; from there on they follow each other, an element in each iteration.
#[derive(Clone)]
enum Start {
    /// Where the loop's own range begins, or so far from there.
    At(Offset),
    /// Where an integer stands before the first iteration, which steps it by one.
    Step(Var),
}

/// An element that every iteration uses.
struct Element {
    list: Place,
    start: Start,
    index: Var,
    written: bool,
    added: bool,
}

/// The variable and the ends of a loop that goes back through a range, one by one.
fn range_of(reverse: &Loop) -> Option<(Var, &Atom, &Atom)> {
    let LoopKind::Range {
        var,
        low,
        high,
        inclusive: false,
        reversed: true,
    } = &reverse.kind
    else {
        return None;
    };
    let in_array = |tape: &Tape| matches!(tape.form, TapeForm::Array(_));
    let plain = !reverse.tape.as_ref().is_some_and(in_array);
    plain.then_some((*var, low, high))
}

/// What stands for a loop whose rows are borrowed before it; `None` where none can be.
fn walk(f: &mut Function, stmt: &Stmt) -> Option<Vec<Stmt>> {
    let (reverse, _) = stmt.as_adjoint_loop()?;
    let (var, low, high) = range_of(reverse)?;
    let mut body = reverse.body.clone();
    let hoisted = fixed(f, &mut body, var);
    let (elements, others) = elements(f, &body, var)?;
    let mut rows = rows(f, &elements, &body);
    rows.retain(|row| !matches!(&row.start, Start::At(offset) if offset.from(f, low).is_none()));
    let in_rows = |element: &&Element| rows.iter().any(|row| row.has(f, element));
    let covered = elements.iter().filter(in_rows).count();
    // For a few of many it is not worth its lines.
    if 2 * covered <= elements.len() + others {
        return None;
    }
    let span = stmt.span;
    let mut made = Made {
        f,
        span,
        stmts: Vec::new(),
    };
    let from_zero = low.is_zero();
    let trips = made.trips(low, high);
    let before = std::mem::take(&mut made.stmts);
    let mut reverse = reverse.clone();
    reverse.body = body;
    made.stmts = hoisted;
    // No elements are there for certain at the beginning of what is there for certain.
    let there = |row: &Row| {
        let from_low = matches!(row.start, Start::At(Offset::Number(0)));
        row.list.is_whole() && from_low && row.beyond() == 0
    };
    let certain = from_zero && made.stmts.is_empty() && rows.iter().all(there);
    let each = match from_zero {
        true => var,
        false => made.f.named_var("k", Ty::Int, false),
    };
    let mut steps = FlatMap::new();
    for row in &rows {
        if let Start::Step(step) = row.start
            && !steps.contains_key(&step)
        {
            steps.insert(step, made.step_back(&mut reverse.body, step, &trips, each));
        }
    }
    for row in &rows {
        let start = match &row.start {
            Start::Step(step) => Some(steps[step].clone()),
            Start::At(offset) => made.start(offset, low),
        };
        let borrowed = made.row(row, start, &trips);
        made.through_row(&mut reverse.body, row, borrowed, each);
    }
    made.settle(&mut reverse.body, var, each, low);
    reverse.kind = LoopKind::range(each, Atom::Constant(quote!(0), Ty::Int), trips.clone()).backwards();
    let walked = Stmt {
        kind: StmtKind::Loop(Box::new(reverse)),
        ..stmt.clone()
    };
    made.stmts.push(walked);
    let then = std::mem::replace(&mut made.stmts, before);
    match certain {
        true => made.stmts.extend(then),
        false => made.where_it_ran(&trips, then),
    }
    Some(made.stmts)
}

/// The elements in rows that each iteration of a loop uses, if it does nothing but arithmetic, and how many others it uses.
fn elements(f: &Function, body: &Block, index: Var) -> Option<(Vec<Element>, usize)> {
    let mut own: FlatSet<Var> = body.stmts.iter().flat_map(Stmt::defines).collect();
    own.insert(index);
    let mut positions = FlatMap::from([(index, Start::At(Offset::Number(0)))]);
    let mut stepped: FlatMap<Var, usize> = FlatMap::new();
    let (mut elements, mut others) = (Vec::new(), 0);
    for stmt in &body.stmts {
        let (place, written) = match &stmt.kind {
            StmtKind::Undo {
                place,
                by: Inverse::Step(op, value),
            } => {
                // Where an iteration steps twice, its elements are not those of the one before and the one after.
                let one = matches!(value, Atom::Constant(tokens, _) if tokens.to_string() == "1");
                let once = place.is_whole() && one && matches!(op, BinOp::AddAssign(_));
                if !once || stepped.insert(place.root, 1).is_some() {
                    return None;
                }
                continue;
            }
            StmtKind::Let { var, op } => match op {
                Op::Read(place) if place.is_whole() => {
                    if let Some(uses) = stepped.get_mut(&place.root) {
                        *uses += 1;
                        positions.insert(*var, Start::Step(place.root));
                    }
                    continue;
                }
                Op::Read(place) => (place, false),
                Op::Take(place, None) => (place, true),
                Op::Opaque(opaque) if opaque.pure && opaque.writes.is_empty() => {
                    if let Some(offset) = Offset::of(f, opaque, index, &own) {
                        positions.insert(*var, Start::At(offset));
                    }
                    continue;
                }
                Op::Binary(..) | Op::Neg(_) | Op::Rule(..) | Op::Zero(None) | Op::Cast(..) if only_atoms(op) => {
                    continue;
                }
                Op::Runtime(_, args) if args.iter().all(is_apart) => continue,
                _ => return None,
            },
            StmtKind::Pull(pull) if pull.args.iter().all(|arg| matches!(arg, PullArgument::Value(_))) => continue,
            // Memory of what each iteration makes for itself.
            StmtKind::GiveBack(_) | StmtKind::Unspill { .. } => continue,
            StmtKind::Update {
                place,
                old: None,
                value,
                ..
            } => {
                if !matches!(value, Operand::Atom(_)) {
                    return None;
                }
                if place.is_whole() {
                    continue;
                }
                (place, true)
            }
            StmtKind::Undo {
                place,
                by: Inverse::Store(_),
            } if !place.is_whole() => (place, true),
            _ => return None,
        };
        let mut varies = own.contains(&place.root);
        place.index_uses(&mut |var, _| varies |= own.contains(&var) || f.info(var).mutable);
        if !varies {
            continue;
        }
        let Some((Projection::Index(Atom::Var(index)), path)) = place.path.split_last() else {
            others += 1;
            continue;
        };
        let (root, path) = (place.root, path.to_vec());
        let list = Place { root, path };
        let mut fixed = !own.contains(&list.root);
        list.index_uses(&mut |var, _| fixed &= !own.contains(&var) && !f.info(var).mutable);
        let known = matches!(f.place_ty(&list).behind_references(), Ty::Slice(_) | Ty::Vec(_));
        // What lies in no row stays where it is.
        let Some(start) = positions.get(index).filter(|_| fixed && known) else {
            others += 1;
            continue;
        };
        elements.push(Element {
            start: start.clone(),
            list,
            index: *index,
            written,
            added: matches!(stmt.kind, StmtKind::Update { .. }),
        });
    }
    // An integer that is used before its step, or in other ways, stays where it is.
    let mut uses: FlatMap<Var, usize> = FlatMap::new();
    body.uses(&mut |var, _| *uses.entry(var).or_default() += 1);
    let all_seen = stepped.iter().all(|(var, seen)| uses.get(var) == Some(seen));
    let indexed = elements.iter().any(|element| !matches!(element.start, Start::Step(_)));
    (all_seen && indexed).then_some((elements, others))
}

/// Whether an argument of the runtime is no part of anything.
fn is_apart(argument: &Argument) -> bool {
    match argument {
        Argument::Value(_) | Argument::RefAtom(_) | Argument::Named(..) => true,
        Argument::Ref(place) => place.is_whole(),
        Argument::Mut(_) | Argument::Lambda(..) => false,
    }
}

fn only_atoms(op: &Op) -> bool {
    let mut atoms = true;
    op.uses(&mut |_, usage| atoms &= usage == Use::Value);
    atoms
}

/// A row: the list that it is of, where it begins, and the variables that say which element of it is meant, with how far that is
/// from the one that the iteration's number is of.
struct Row {
    list: Place,
    start: Start,
    indices: FlatMap<Var, i64>,
    written: bool,
}

impl Row {
    fn has(&self, f: &Function, element: &Element) -> bool {
        self.indices.contains_key(&element.index) && f.print_place(&element.list) == f.print_place(&self.list)
    }

    /// How many elements it has more than the loop has iterations.
    fn beyond(&self) -> i64 {
        self.indices.values().max().copied().unwrap_or_default()
    }
}

/// The rows that can be borrowed for the whole of the loop: what is written is used in no other way.
fn rows(f: &Function, elements: &[Element], body: &Block) -> Vec<Row> {
    let mut uses: FlatMap<Var, usize> = FlatMap::new();
    body.uses(&mut |var, _| *uses.entry(var).or_default() += 1);
    let mut rows: FlatMap<String, Row> = FlatMap::new();
    for element in elements {
        let around = elements_around(f, element, elements);
        let start = match (&element.start, around) {
            (_, Some(first)) => Start::At(Offset::Number(first)),
            (start, None) => start.clone(),
        };
        let text = match &start {
            Start::At(Offset::Number(number)) => number.to_string(),
            Start::At(Offset::Beyond(tokens, _)) => tokens.to_string(),
            Start::At(Offset::Before(tokens, _)) => format!("before {tokens}"),
            Start::Step(var) => format!("step {}", f.info(*var).name),
        };
        let distance = match (&element.start, around) {
            (Start::At(Offset::Number(number)), Some(first)) => number - first,
            _ => 0,
        };
        let row = rows
            .entry(format!("{} from {text}", f.print_place(&element.list)))
            .or_insert_with(|| Row {
                list: element.list.clone(),
                start,
                indices: FlatMap::new(),
                written: false,
            });
        row.indices.insert(element.index, distance);
        row.written |= element.written;
    }
    let possible = |_: &String, row: &mut Row| {
        let of_root = || elements.iter().filter(|element| element.list.root == row.list.root);
        let same = of_root().all(|element| row.has(f, element));
        let alone = same && uses.get(&row.list.root) == Some(&of_root().count());
        match f.info(row.list.root).role {
            Role::Value | Role::Reference => alone || !is_written(body, row.list.root),
            // Where the caller has no buffer there is nothing to add to, and nothing to read.
            Role::Buffer => alone && of_root().all(|element| element.added),
            Role::Optional | Role::Tangent(_) | Role::Slot | Role::View | Role::Checkpoint => false,
        }
    };
    rows.retain(possible);
    rows.into_values().collect()
}

/// Where the row begins of a list that is written, if each iteration uses several of its elements side by side, `u[i - 1]` and
/// `u[i + 1]`: they are in one row, which can be borrowed only once. Of what is only read each has a row of its own.
fn elements_around(f: &Function, element: &Element, elements: &[Element]) -> Option<i64> {
    let list = f.print_place(&element.list);
    let of_list: Vec<&Element> = elements
        .iter()
        .filter(|other| other.list.root == element.list.root && f.print_place(&other.list) == list)
        .collect();
    let numbers: Option<Vec<i64>> = of_list
        .iter()
        .map(|element| match element.start {
            Start::At(Offset::Number(number)) => Some(number),
            _ => None,
        })
        .collect();
    let (first, last) = (numbers.as_ref()?.iter().min()?, numbers.as_ref()?.iter().max()?);
    // What lies far apart is no neighbourhood.
    let near = first < last && last - first <= LARGEST_NEIGHBOURHOOD;
    (near && of_list.iter().any(|element| element.written)).then_some(*first)
}

/// Takes the elements and the index arithmetic out of a loop that are the same in every iteration.
fn fixed(f: &Function, body: &mut Block, var: Var) -> Vec<Stmt> {
    let mut own: FlatSet<Var> = body.stmts.iter().flat_map(Stmt::defines).collect();
    own.insert(var);
    let mut written = FlatSet::new();
    body.uses(&mut |var, usage| {
        if usage == Use::Write {
            written.insert(var);
        }
    });
    let integers: FlatSet<Var> = invariant_integers(f, body, &own).into_keys().collect();
    own.retain(|var| !integers.contains(var));
    let is_fixed = |stmt: &mut Stmt| match &stmt.kind {
        StmtKind::Let { var, .. } if integers.contains(var) => true,
        StmtKind::Let {
            var,
            op: op @ Op::Read(place),
        } => {
            let mut fixed = !place.is_whole() && f.info(*var).ty.is_scalar();
            op.uses(&mut |used, _| fixed &= !own.contains(&used) && !written.contains(&used));
            fixed
        }
        _ => false,
    };
    body.stmts.extract_if(.., is_fixed).collect()
}

fn is_written(body: &Block, root: Var) -> bool {
    let mut written = false;
    body.uses(&mut |var, usage| written |= var == root && usage == Use::Write);
    written
}

/// The places that the statements of a block read, add to, take from or put back.
pub(super) fn places_mut(block: &mut Block, visit: &mut dyn FnMut(&mut Place)) {
    for stmt in &mut block.stmts {
        match &mut stmt.kind {
            StmtKind::Let {
                op: Op::Read(place) | Op::Take(place, None),
                ..
            }
            | StmtKind::Update { place, .. }
            | StmtKind::Undo {
                place,
                by: Inverse::Store(_),
            } => visit(place),
            _ => {}
        }
    }
}

/// The statements that come before the loop.
struct Made<'a> {
    f: &'a mut Function,
    span: Span,
    stmts: Vec<Stmt>,
}

impl Made<'_> {
    fn push(&mut self, kind: StmtKind) {
        let stmt = self.f.stmt(self.span, kind);
        self.stmts.push(stmt);
    }

    fn tokens(&self, atom: &Atom) -> TokenStream {
        spell::atom(&self.f.vars, atom)
    }

    fn define(&mut self, name: &str, ty: Ty, op: Op) -> Atom {
        let var = self.f.named_var(name, ty, false);
        self.push(StmtKind::Let { var, op });
        Atom::Var(var)
    }

    fn int(&mut self, name: &str, tokens: TokenStream, reads: &[&Atom]) -> Atom {
        let reads = reads.iter().filter_map(|atom| atom.var()).collect();
        self.define(name, Ty::Int, Op::Opaque(Opaque::pure(tokens, reads)))
    }

    /// All steps of an integer are taken back before the loop; gives what it is then.
    fn step_back(&mut self, body: &mut Block, step: Var, trips: &Atom, each: Var) -> Atom {
        let is_step =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Undo { place, by: Inverse::Step(..) } if place.root == step);
        let at = body.stmts.iter().position(is_step).expect("it is stepped");
        let StmtKind::Undo {
            place,
            by: Inverse::Step(op, _),
        } = body.stmts.remove(at).kind
        else {
            unreachable!("it is a step")
        };
        let by = Inverse::Step(op, trips.clone());
        self.push(StmtKind::Undo { place, by });
        let start = self.define("start", Ty::Int, Op::Read(Place::var(step)));
        let (from, number) = (self.tokens(&start), self.tokens(&Atom::Var(each)));
        let reads = start.var().into_iter().chain([each]).collect();
        let stood = Op::Opaque(Opaque::pure(quote!(#from + #number), reads));
        for stmt in &mut body.stmts {
            if let StmtKind::Let { op, .. } = &mut stmt.kind
                && matches!(op, Op::Read(place) if place.root == step)
            {
                *op = stood.clone();
            }
        }
        start
    }

    /// The index of an element that lies so far beyond that of the iteration's number.
    fn beside(&mut self, body: &mut Block, each: Var, distance: i64) -> Var {
        let distance = Literal::i64_unsuffixed(distance);
        let var = self.f.named_var("at", Ty::Int, false);
        let op = Op::Binary(
            BinOp::Add(Default::default()),
            Operand::Atom(Atom::Var(each)),
            Operand::Atom(Atom::Constant(quote!(#distance), Ty::Int)),
        );
        let stmt = self.f.stmt(self.span, StmtKind::Let { var, op });
        body.stmts.insert(0, stmt);
        var
    }

    /// How often the loop runs.
    fn trips(&mut self, low: &Atom, high: &Atom) -> Atom {
        if low.is_zero() {
            return high.clone();
        }
        let (from, to) = (self.tokens(low), self.tokens(high));
        self.int("trips", quote!((#from..#to).len()), &[low, high])
    }

    /// Where a row begins, if it is not at the list's own beginning.
    fn start(&mut self, offset: &Offset, low: &Atom) -> Option<Atom> {
        if matches!(offset, Offset::Number(0)) {
            return (!low.is_zero()).then(|| low.clone());
        }
        let (tokens, reads) = offset.from(self.f, low).expect("a row begins somewhere");
        let reads: Vec<Atom> = reads.into_iter().map(Atom::Var).collect();
        Some(match &reads[..] {
            [] => Atom::Constant(tokens, Ty::Int),
            reads => self.int("start", tokens, &reads.iter().collect::<Vec<_>>()),
        })
    }

    /// What the loop's body uses of a list it uses of the row that was borrowed of it.
    fn through_row(&mut self, body: &mut Block, row: &Row, borrowed: Var, each: Var) {
        let text = self.f.print_place(&row.list);
        let mut at: FlatMap<i64, Var> = FlatMap::from([(0, each)]);
        for distance in row.indices.values() {
            at.entry(*distance)
                .or_insert_with(|| self.beside(body, each, *distance));
        }
        places_mut(body, &mut |place| {
            let Some(Projection::Index(Atom::Var(index))) = place.path.last() else {
                return;
            };
            let list = Place {
                root: place.root,
                path: place.path[..place.path.len() - 1].to_vec(),
            };
            if let Some(distance) = row.indices.get(index)
                && list.root == row.list.root
                && self.f.print_place(&list) == text
            {
                *place = Place::var(borrowed).then(Projection::Index(Atom::Var(at[distance])));
            }
        });
    }

    /// The loop and its rows only where it ran.
    fn where_it_ran(&mut self, trips: &Atom, then: Vec<Stmt>) {
        let ran = self.tokens(trips);
        let op = Op::Opaque(Opaque::pure(quote!(#ran > 0), trips.var().into_iter().collect()));
        let ran = self.f.new_var("ran", Ty::Bool, false);
        self.push(StmtKind::Let { var: ran, op });
        let result = None;
        let then = Block { stmts: then, result };
        self.push(StmtKind::If(Box::new(If::new(
            Atom::Var(ran),
            then,
            Block::default(),
            None,
        ))));
    }

    fn row(&mut self, row: &Row, start: Option<Atom>, trips: &Atom) -> Var {
        let info = self.f.info(row.list.root);
        let name = format!("{}_row", info.name);
        let role = match info.role {
            Role::Buffer => Role::Buffer,
            _ => Role::Reference,
        };
        let element = match self.f.place_ty(&row.list).behind_references() {
            Ty::Slice(element) | Ty::Vec(element) => element.clone(),
            _ => unreachable!("rows are of lists"),
        };
        let mutable = row.written;
        let var = self
            .f
            .named_var(name.trim_start_matches("r#"), Ty::Slice(element), mutable);
        self.f.vars[var.0].role = role;
        let mut of = row.list.clone();
        if let Some(start) = start {
            of = of.then(Projection::range(Some(start), None));
        }
        let len = match row.beyond() {
            0 => trips.clone(),
            more => {
                let (trips_tokens, more) = (self.tokens(trips), Literal::i64_unsuffixed(more));
                self.int("len", quote!(#trips_tokens + #more), &[trips])
            }
        };
        of = of.then(Projection::range(None, Some(len)));
        self.push(StmtKind::Row {
            var,
            of,
            fields: Vec::new(),
        });
        var
    }

    /// What the loop's body no longer asks for is dropped; what it still does is had from the number of the iteration.
    fn settle(&mut self, body: &mut Block, var: Var, each: Var, low: &Atom) {
        loop {
            let mut used = FlatSet::new();
            body.uses(&mut |var, _| {
                used.insert(var);
            });
            let count = body.stmts.len();
            body.stmts.retain(|stmt| match &stmt.kind {
                StmtKind::Let {
                    var,
                    op: Op::Opaque(_) | Op::Read(_) | Op::Binary(..),
                } => self.f.info(*var).ty != Ty::Int || used.contains(var),
                _ => true,
            });
            if body.stmts.len() < count {
                continue;
            }
            if var != each && used.contains(&var) {
                let (from, number) = (self.tokens(low), self.tokens(&Atom::Var(each)));
                let reads = low.var().into_iter().chain([each]).collect();
                let op = Op::Opaque(Opaque::pure(quote!(#from + #number), reads));
                let stmt = self.f.stmt(self.span, StmtKind::Let { var, op });
                body.stmts.insert(0, stmt);
            }
            return;
        }
    }
}
