//! Builds loops over hoisted rows, for `vector_reductions` and `strip_mining`: blocks of iterations, rows of a block, lanes of
//! cotangents and their sums.
//!
//! ```text
//! Input:  reverse for k in 0..trips { … l_row[k] … }, lanes = 4
//! Output: reverse for block in 0..trips / 4 {
//!             let l_row_2 = row l_row[4 * block..][..4]
//!             reverse for lane in 0..4 { … l_row_2[lane] … }
//!         }
//! ```

use crate::ir::rename::{copy, rename};
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::{Ty, Width};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

/// Statements in the making.
pub struct Made<'a> {
    pub f: &'a mut Function,
    pub span: Span,
    /// How many iterations run side by side.
    pub lanes: Literal,
}

impl<'a> Made<'a> {
    pub(super) fn new(f: &'a mut Function, stmt: &Stmt) -> Self {
        let lanes = stmt.blocks().into_iter().map(|body| lanes(f, body)).max();
        Made {
            f,
            span: stmt.span,
            lanes: Literal::usize_unsuffixed(lanes.expect("a loop has a body")),
        }
    }

    pub fn stmt(&mut self, kind: StmtKind) -> Stmt {
        self.f.stmt(self.span, kind)
    }

    /// A cotangent for each lane, all of them zero.
    pub fn cotangents(&mut self, of: Var, name: &str, lanes: Literal, stmts: &mut Vec<Stmt>) -> Var {
        let ty = self.f.info(of).ty.clone();
        let zero = self.f.new_var("zero", ty.clone(), false);
        let op = Op::Zero(None);
        stmts.push(self.stmt(StmtKind::Let { var: zero, op }));
        let var = self.f.named_var(name, Ty::Array(Box::new(ty)), true);
        let op = Op::Repeat {
            element: Atom::Var(zero),
            len: Opaque::pure(quote!(#lanes), Vec::new()),
            vec: false,
        };
        stmts.push(self.stmt(StmtKind::Let { var, op }));
        var
    }

    pub fn int(&mut self, name: &str, tokens: TokenStream, reads: Vec<Var>, stmts: &mut Vec<Stmt>) -> Atom {
        let var = self.f.named_var(name, Ty::Int, false);
        let op = Op::Opaque(Opaque::pure(tokens, reads));
        stmts.push(self.stmt(StmtKind::Let { var, op }));
        Atom::Var(var)
    }

    /// A loop of the reverse sweep, whose order does not matter.
    pub fn each(&mut self, of: usize, var: Var, high: Atom, stmts: Vec<Stmt>) -> Stmt {
        self.walk(of, var, high, false, stmts)
    }

    /// A loop of the reverse sweep that begins with its last iteration.
    pub fn last_first(&mut self, of: usize, var: Var, high: Atom, stmts: Vec<Stmt>) -> Stmt {
        self.walk(of, var, high, true, stmts)
    }

    fn walk(&mut self, of: usize, var: Var, high: Atom, reversed: bool, stmts: Vec<Stmt>) -> Stmt {
        let kind = LoopKind::Range {
            var,
            low: Atom::Constant(quote!(0), Ty::Int),
            high,
            inclusive: false,
            reversed,
        };
        let trips = self.f.named_var("trips", Ty::Int, false);
        let body = Block { stmts, result: None };
        self.stmt(StmtKind::Loop(Box::new(Loop::adjoint(of, kind, body, trips))))
    }

    fn lanes(&mut self, of: usize, var: Var, stmts: Vec<Stmt>) -> Stmt {
        let lanes = self.lanes.clone();
        self.each(of, var, Atom::Constant(quote!(#lanes), Ty::Int), stmts)
    }

    pub(super) fn blocks(&mut self, stmt: Stmt, sums: &[Var], stmts: &mut Vec<Stmt>) {
        let (reverse, of) = stmt.as_adjoint_loop().expect("it is a loop");
        let LoopKind::Range { high, .. } = &reverse.kind else {
            unreachable!("it is over a range")
        };
        let high = high.clone();
        let mut in_lanes = FlatMap::new();
        for sum in sums {
            in_lanes.insert(*sum, self.cotangents(*sum, "sums", self.lanes.clone(), stmts));
        }
        let (trips, lanes) = (spell::atom(&self.f.vars, &high), self.lanes.clone());
        let reads: Vec<Var> = high.var().into_iter().collect();
        let number = self.int("blocks", quote!(#trips / #lanes), reads, stmts);
        let block = self.f.named_var("block", Ty::Int, false);
        let body = self.of_block((reverse, of), block, stmts, &in_lanes);
        let walked = self.each(of, block, number.clone(), body);
        stmts.push(walked);

        let mut rest = stmt;
        if let StmtKind::Loop(reverse) = &mut rest.kind
            && let LoopKind::Range { low, .. } = &mut reverse.kind
        {
            let blocks = spell::atom(&self.f.vars, &number);
            *low = self.int(
                "rest",
                quote!(#lanes * #blocks),
                number.var().into_iter().collect(),
                stmts,
            );
        }
        stmts.push(rest);
        for (sum, lanes) in in_lanes {
            self.join(sum, lanes, stmts);
        }
    }

    pub fn add(&mut self, place: Place, value: Atom) -> Stmt {
        self.stmt(StmtKind::update(place, syn::parse_quote!(+=), Operand::Atom(value)))
    }

    /// The iterations of a block: their rows, and the loop's body in lanes.
    fn of_block(
        &mut self,
        (reverse, of): (&Loop, usize),
        block: Var,
        before: &[Stmt],
        sums: &FlatMap<Var, Var>,
    ) -> Vec<Stmt> {
        let LoopKind::Range { var: k, .. } = reverse.kind else {
            unreachable!("it is over a range")
        };
        let mut stmts = Vec::new();
        let (name, lanes) = (self.f.info(block).name.clone(), self.lanes.clone());
        let start = self.int("start", quote!(#lanes * #name), vec![block], &mut stmts);
        let mut body = reverse.body.clone();
        let mut used = FlatSet::new();
        body.uses(&mut |var, _| {
            used.insert(var);
        });
        for row in before.iter().filter_map(row_of).filter(|row| used.contains(row)) {
            let len = Atom::Constant(quote!(#lanes), Ty::Int);
            let part = self.part(row, &start, len, &mut stmts);
            self.rename(&mut body, row, part);
        }
        let defined: Vec<Var> = body.stmts.iter().flat_map(Stmt::defines).collect();
        for var in defined {
            let new = copy(self.f, var);
            self.rename(&mut body, var, new);
        }
        let lane = self.f.named_var("lane", Ty::Int, false);
        self.rename(&mut body, k, lane);
        let (mut within, mut after) = (Vec::new(), Vec::new());
        for mut stmt in body.stmts {
            match &mut stmt.kind {
                StmtKind::Let {
                    op: Op::Runtime(function @ "times", _),
                    ..
                } => *function = "weighted",
                StmtKind::Update { place, .. } if sums.contains_key(&place.root) => {
                    *place = Place::var(sums[&place.root]).then(Projection::Index(Atom::Var(lane)));
                }
                StmtKind::Update { place, value, .. } if !place.is_whole() => {
                    let Operand::Atom(Atom::Var(added)) = value else {
                        unreachable!("a variable is added")
                    };
                    let added = *added;
                    let numbers = self.cotangents(added, "ds", self.lanes.clone(), &mut stmts);
                    within.push(self.stmt(StmtKind::assign(
                        Place::var(numbers).then(Projection::Index(Atom::Var(lane))),
                        Atom::Var(added),
                    )));
                    after.push(self.later(of, stmt, lane, numbers));
                    continue;
                }
                _ => {}
            }
            within.push(stmt);
        }
        stmts.push(self.lanes(of, lane, within));
        stmts.extend(after);
        stmts
    }

    /// The part of a row that a block goes through.
    pub fn part(&mut self, row: Var, start: &Atom, len: Atom, stmts: &mut Vec<Stmt>) -> Var {
        let part = copy(self.f, row);
        self.row(part, row, Some(start), len, stmts);
        part
    }

    /// Borrows a part of a list.
    pub fn row(&mut self, var: Var, list: Var, start: Option<&Atom>, len: Atom, stmts: &mut Vec<Stmt>) {
        let range = |low: Option<Atom>, high: Option<Atom>| Projection::range(low, high);
        let mut of = Place::var(list);
        if let Some(start) = start {
            of = of.then(range(Some(start.clone()), None));
        }
        let of = of.then(range(None, Some(len)));
        stmts.push(self.stmt(StmtKind::Row {
            var,
            of,
            fields: Vec::new(),
        }));
    }

    /// Adds up what grew in lanes, and adds that to the sum.
    pub fn join(&mut self, sum: Var, lanes: Var, stmts: &mut Vec<Stmt>) {
        let ty = self.f.info(sum).ty.clone();
        let total = self.f.new_var("d", ty, false);
        let op = Op::Runtime("joined", vec![Argument::Ref(Place::var(lanes))]);
        stmts.push(self.stmt(StmtKind::Let { var: total, op }));
        stmts.push(self.add(Place::var(sum), Atom::Var(total)));
    }

    /// What is added to a row, in a loop of its own.
    fn later(&mut self, of: usize, mut stmt: Stmt, lane: Var, numbers: Var) -> Stmt {
        let again = copy(self.f, lane);
        let ty = self
            .f
            .place_ty(&Place::var(numbers).then(Projection::Index(Atom::Var(lane))));
        let number = self.f.new_var("d", ty, false);
        let op = Op::Read(Place::var(numbers).then(Projection::Index(Atom::Var(again))));
        let read = self.stmt(StmtKind::Let { var: number, op });
        rename(self.f, &mut stmt, lane, again);
        if let StmtKind::Update { value, .. } = &mut stmt.kind {
            *value = Operand::Atom(Atom::Var(number));
        }
        self.lanes(of, again, vec![read, stmt])
    }

    pub fn rename(&self, body: &mut Block, old: Var, new: Var) {
        for stmt in &mut body.stmts {
            rename(self.f, stmt, old, new);
        }
    }
}

/// A loop of the reverse sweep over `0..trips` without a tape, and its index.
pub fn over_rows(stmt: &Stmt) -> Option<(&Loop, Var)> {
    let (reverse, _) = stmt.as_adjoint_loop()?;
    let LoopKind::Range {
        var,
        low,
        inclusive: false,
        reversed: true,
        ..
    } = &reverse.kind
    else {
        return None;
    };
    (reverse.tape.is_none() && low.is_zero()).then_some((reverse, *var))
}

pub fn row_of(stmt: &Stmt) -> Option<Var> {
    match &stmt.kind {
        StmtKind::Row { var, .. } => Some(*var),
        _ => None,
    }
}

/// Four doubles; of singles, of which a register holds twice as many, as many as were measured to be the fastest.
fn lanes(f: &Function, body: &Block) -> usize {
    let mut singles = false;
    body.uses(&mut |var, _| match f.info(var).ty.behind_references() {
        Ty::Float(width) => singles |= *width == Width::F32,
        Ty::Slice(element) => singles |= **element == Ty::Float(Width::F32),
        _ => {}
    });
    if singles { 16 } else { 4 }
}
