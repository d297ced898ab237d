//! Privatisation: the arrays that each iteration of a loop fills before it reads them, and that nothing else uses.
//!
//! ```text
//! Input:  for i in 0..n { apply(&x[i], &mut u)  s += u[0] }
//! Output: {u}, if `apply::fills(1, 0)` holds and `u` is as long as `x[i]`
//! ```
//!
//! A call may be what fills the array, `fn apply(x: &[f64], out: &mut [f64])`. Only its twin knows: `filling` computes for each list that
//! a function may write how many elements it overwrites before it reads any, and the twin has a function `fills` that tells.

use crate::ir::sweeps::Fills;
use crate::ir::*;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

/// The parameters that a function fills, each with one that is, or is as long as, what it fills of it.
pub type FillingParams = Vec<(usize, usize)>;

/// What the twin of a function tells about the lists that it fills.
pub fn filling(f: &Function) -> FillingParams {
    let mut sizes: Vec<(Var, usize)> = Vec::new();
    for (k, param) in f.params.iter().enumerate() {
        let info = f.info(param.var);
        if param.passing == Passing::Value && info.ty == Ty::Int && !info.mutable {
            sizes.push((param.var, k));
        }
    }
    for (list, len) in crate::plan::array_lengths::lengths(f, &f.body) {
        if let Some(k) = f.params.iter().position(|param| param.var == list) {
            sizes.push((len, k));
        }
    }
    let mut found = Vec::new();
    for (k, param) in f.params.iter().enumerate() {
        let slice = matches!(&param.ty, syn::Type::Slice(_));
        let numbers = slice && f.info(param.var).ty.behind_references().element().is_float();
        if !(numbers && param.passing == Passing::Mut && param.present.is_none()) {
            continue;
        }
        for (len, size) in &sizes {
            let mut reach = Reached::new(f, param.var, *len);
            if reach.block(&f.body) == Reach::Filled && reach.calls.is_empty() {
                found.push((k, *size));
            }
        }
    }
    found
}

/// What must hold of calls for a list to be private to the iterations of a loop, if it can be.
pub fn private(f: &Function, stmt: &Stmt, body: &Loop, list: Var) -> Option<Vec<Fills>> {
    let numbers = match &f.info(list).ty {
        Ty::Vec(element) | Ty::Array(element) => element.is_float(),
        _ => false,
    };
    let mut len = None;
    let mut elsewhere = !numbers || f.body.result.as_ref().and_then(Atom::var) == Some(list);
    for other in &f.body.stmts {
        match &other.kind {
            StmtKind::Let { var, op } if *var == list => len = f.made_as_long_as(op),
            StmtKind::Let {
                op: Op::Witness(place), ..
            } if place.root == list => elsewhere |= !place.is_whole(),
            _ => elsewhere |= other.id != stmt.id && other.mentions(list),
        }
    }
    let mut reached = Reached::new(f, list, len.filter(|_| !elsewhere)?);
    (reached.block(&body.body) != Reach::Read).then_some(reached.calls)
}

/// What a block does with the elements of a list that it finds.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    /// It may read them.
    Read,
    /// It overwrites all of them first, whichever way it goes.
    Filled,
    Nothing,
}

/// A walk along the statements, for a list and how long it is.
struct Reached<'a> {
    f: &'a Function,
    list: Var,
    len: Var,
    /// The lists that are as long.
    same: FlatSet<Var>,
    /// The calls that must fill the list.
    calls: Vec<Fills>,
}

impl<'a> Reached<'a> {
    fn new(f: &'a Function, list: Var, len: Var) -> Self {
        let same = crate::plan::array_lengths::lengths(f, &f.body);
        let same = same.into_iter().filter(|(_, other)| *other == len);
        Reached {
            f,
            list,
            len,
            same: same.map(|(list, _)| list).collect(),
            calls: Vec::new(),
        }
    }

    fn block(&mut self, block: &Block) -> Reach {
        let list = self.list;
        for stmt in block.stmts.iter().filter(|stmt| stmt.mentions(list)) {
            match &stmt.kind {
                StmtKind::Let {
                    op: Op::Witness(place), ..
                } if place.is_whole() => {}
                // How long it is.
                StmtKind::Let { var, op: Op::Opaque(_) } if *var == self.len => {}
                // What is saved only comes back there.
                StmtKind::CopyRow { back: false, .. } => {}
                StmtKind::Loop(body) if self.is_filled_by(stmt, body) => return Reach::Filled,
                StmtKind::Loop(body) if !self.is_in_head(stmt) => {
                    if self.block(&body.body) == Reach::Read {
                        return Reach::Read;
                    }
                }
                StmtKind::If(branch) if !self.is_in_head(stmt) => {
                    match [&branch.then, &branch.els].map(|side| self.block(side)) {
                        [Reach::Filled, Reach::Filled] => return Reach::Filled,
                        [Reach::Read, _] | [_, Reach::Read] => return Reach::Read,
                        _ => {}
                    }
                }
                StmtKind::Call(call) => {
                    let Some(fills) = self.fills(call) else {
                        return Reach::Read;
                    };
                    self.calls.push(fills);
                    return Reach::Filled;
                }
                _ => return Reach::Read,
            }
        }
        match block.result.as_ref().and_then(Atom::var) == Some(self.list) {
            true => Reach::Read,
            false => Reach::Nothing,
        }
    }

    fn is_in_head(&self, stmt: &Stmt) -> bool {
        let mut found = false;
        stmt.own_uses(&mut |used, _| found |= used == self.list);
        found
    }

    /// Whether a loop overwrites all elements of the list and does nothing else with it.
    fn is_filled_by(&self, stmt: &Stmt, body: &Loop) -> bool {
        body.overwrites(self.list, self.len).is_some() && !self.is_in_head(stmt)
    }

    /// What must hold for a call to fill the list: nothing else of it may be handed over.
    fn fills(&self, call: &Call) -> Option<Fills> {
        let functions = |arg: &Argument| matches!(arg, Argument::Lambda(..) | Argument::Named(..));
        let function = call.kind == CallKind::Function && !call.inactive && !call.args.iter().any(functions);
        let is_list =
            |arg: &Argument| matches!(arg, Argument::Mut(place) if place.is_whole() && place.root == self.list);
        let list = call.args.iter().position(is_list).filter(|_| function)?;
        let mut sizes = vec![list];
        for (k, arg) in call.args.iter().enumerate().filter(|(k, _)| *k != list) {
            let mut other = false;
            arg.uses(&mut |var, _| other |= var == self.list);
            if other {
                return None;
            }
            let as_long = match arg {
                Argument::Ref(place) | Argument::Mut(place) => place.is_whole() && self.same.contains(&place.root),
                Argument::Value(Atom::Var(var)) => *var == self.len && self.f.info(*var).ty == Ty::Int,
                _ => false,
            };
            if as_long {
                sizes.push(k);
            }
        }
        let mut function = call.forward.clone();
        // Those of the runtime tell nothing.
        if function.path.segments[0].ident == self.f.ad {
            return None;
        }
        let last = function.path.segments.last_mut().expect("a path has a segment");
        *last = syn::Ident::new("fills", last.ident.span()).into();
        Some(Fills { function, list, sizes })
    }
}
