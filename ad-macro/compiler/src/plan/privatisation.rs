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
use crate::plan::array_lengths::Lengths;
use crate::syntax::types::Ty;
use proc_macro2::TokenStream;

/// The parameters that a function fills, each with those that must be, or be as long as, what it fills of it.
pub type FillingParams = Vec<(usize, Vec<usize>)>;

/// What the twin of a function tells about the lists that it fills.
pub fn filling(f: &Function) -> FillingParams {
    let list = |param: &Param| {
        let slice = matches!(&param.ty, syn::Type::Slice(_));
        let numbers = slice && f.info(param.var).ty.behind_references().element().is_float();
        numbers && param.passing == Passing::Mut && param.present.is_none()
    };
    if !f.params.iter().any(list) {
        return Vec::new();
    }
    let numbered = || f.params.iter().enumerate();
    let mut sizes: Vec<(Var, usize)> = Vec::new();
    for (k, param) in numbered() {
        let info = f.info(param.var);
        if param.passing == Passing::Value && info.ty == Ty::Int && !info.mutable {
            sizes.push((param.var, k));
        }
    }
    let number = |list: Var| f.params.iter().position(|param| param.var == list);
    let of_lists = crate::plan::array_lengths::lengths(f, &f.body).into_iter();
    let of_lists: Vec<(Var, usize)> = of_lists.filter_map(|(list, len)| Some((len, number(list)?))).collect();
    sizes.extend(&of_lists);
    let lengths = Lengths::of(f);
    let mut found = Vec::new();
    for (k, param) in numbered().filter(|(_, param)| list(param)) {
        let fills = |len: Var, lengths: &Lengths| {
            let mut reach = Reached::new(f, param.var, len, lengths);
            reach.block(&f.body) == Reach::Filled && reach.calls.is_empty()
        };
        let alone = sizes.iter().filter(|(len, _)| fills(*len, &lengths));
        let before = found.len();
        found.extend(alone.map(|(_, size)| (k, vec![*size])));
        // The shortest of several lists, which must all be as long then.
        let Some((len, _)) = of_lists
            .iter()
            .find(|(_, list)| *list == k)
            .filter(|_| found.len() == before)
        else {
            continue;
        };
        let fills_if_as_long = |lists: &[usize]| {
            let name = |list: &usize| f.info(f.params[*list].var).name.to_string();
            let lists: Vec<String> = lists.iter().map(name).collect();
            fills(*len, &lengths.clone().assuming(&lists))
        };
        let mut lists: Vec<usize> = of_lists.iter().map(|(_, list)| *list).collect();
        lists.dedup();
        if fills_if_as_long(&lists) {
            for list in lists.clone() {
                let without: Vec<usize> = lists.iter().copied().filter(|other| *other != list).collect();
                if list != k && fills_if_as_long(&without) {
                    lists = without;
                }
            }
            found.push((k, lists));
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
    let len = len.filter(|_| !elsewhere)?;
    let lengths = Lengths::of(f);
    let mut reached = Reached::new(f, list, len, &lengths);
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
    lengths: &'a Lengths,
    /// The calls that must fill the list.
    calls: Vec<Fills>,
}

impl<'a> Reached<'a> {
    fn new(f: &'a Function, list: Var, len: Var, lengths: &'a Lengths) -> Self {
        Reached {
            f,
            list,
            len,
            lengths,
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
                StmtKind::Let { var, op: Op::Opaque(_) } if self.is_len(*var) => {}
                // A part of it is borrowed: the elements are looked at where they are used.
                StmtKind::Effect { opaque, .. } if opaque.pure && self.is_borrow(&opaque.tokens) => {}
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

    fn is_borrow(&self, tokens: &TokenStream) -> bool {
        let of_a_part = format!("let _ = & {} [", self.f.info(self.list).name);
        tokens.to_string().starts_with(&of_a_part)
    }

    fn is_in_head(&self, stmt: &Stmt) -> bool {
        let mut found = false;
        stmt.own_uses(&mut |used, _| found |= used == self.list);
        found
    }

    /// Whether a loop overwrites all elements of the list and does nothing else with it.
    fn is_filled_by(&self, stmt: &Stmt, body: &Loop) -> bool {
        body.overwrites(self.list, |end| self.is_len(end)).is_some() && !self.is_in_head(stmt)
    }

    /// Whether a number is how long the list is.
    fn is_len(&self, number: Var) -> bool {
        let [number, len] = [number, self.len].map(|var| self.f.info(var).name.to_string());
        self.lengths.is(&number, &len)
    }

    /// Whether a place is a list that is as long, or such a part of one.
    fn is_as_long(&self, place: &Place) -> bool {
        let place = syn::parse2(spell::place(&self.f.vars, place));
        place.is_ok_and(|place| self.lengths.has(&place, &self.f.info(self.len).name.to_string()))
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
                Argument::Ref(place) | Argument::Mut(place) => self.is_as_long(place),
                Argument::Value(Atom::Var(var)) => self.is_len(*var) && self.f.info(*var).ty == Ty::Int,
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
