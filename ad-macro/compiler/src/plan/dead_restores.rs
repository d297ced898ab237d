//! Dead-store elimination on the restores of the reverse sweep, by liveness along its execution.
//!
//! ```text
//! Input:  reverse for j in t..d { … undo out[j] to old }  reverse for i in 0..d { … undo out[i] to old_2 }  return
//! Output: the first undo: before anything reads `out`, the second one restores all that the first one did
//! ```
//!
//! A list of constant length is restored as a whole by an undo of each element up to its length, or up to the length that it
//! was made with: then restores of other ranges before that are dead too.
//!
//! `mem::swap(&mut u, &mut next)` after each step of a simulation is a use of neither; liveness is exchanged with them.
//!
//! At the sweep's end the `&mut` parameters are live: they are the caller's.

use crate::ir::*;
use crate::plan::array_lengths::{is_list, lengths};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;

/// What of a mutable variable is read before it is put back.
#[derive(Clone, PartialEq)]
enum Live {
    All,
    /// Only the elements from this one on.
    From(Bound),
    /// None of its elements: only how many there are.
    Length,
}

/// What the end of a range is, as far as two of them can be compared.
#[derive(Clone, PartialEq)]
enum Bound {
    Var(Var),
    Constant(String),
}

type State = FlatMap<Var, Live>;

struct Replay<'a> {
    f: &'a Function,
    /// The loops whose iterations are run there and back one by one: from one to the next nothing is to be put back.
    fused: &'a FlatSet<usize>,
    /// The variables that each loop of the forward sweep defines anew in every iteration.
    own: FlatMap<usize, FlatSet<Var>>,
    /// The lengths of lists that never get longer or shorter, by the names that they have.
    lengths: FlatSet<(Var, Var)>,
    /// The pullbacks of swaps of two variables, and these.
    swaps: FlatMap<Var, (Var, Var)>,
    /// The variables of the loops that the statement stands in, and the end of their ranges.
    below: FlatMap<Var, Bound>,
    undos: FlatSet<usize>,
    needed: FlatSet<usize>,
}

/// The statements of the reverse sweep that put back what nothing reads.
pub fn unread(f: &Function, forward: &Block, backward: &Block, fused: &FlatSet<usize>) -> FlatSet<usize> {
    let mut own = FlatMap::new();
    forward.walk(&mut |stmt| {
        if let StmtKind::Loop(body) = &stmt.kind {
            let mut vars: FlatSet<Var> = body.kind.vars().into_iter().collect();
            body.body.walk(&mut |inner| {
                vars.extend(inner.defines());
                if let StmtKind::Loop(body) = &inner.kind {
                    vars.extend(body.kind.vars());
                }
            });
            // What an iteration that is executed again writes, it finds as it was before it, or has filled before it reads it.
            if body.checkpoint.is_some() {
                vars.extend(crate::plan::checkpointing::written(body));
            }
            own.insert(stmt.id, vars);
        }
    });
    let mut pass = Replay {
        f,
        fused,
        own,
        lengths: lengths(f, forward),
        swaps: swaps(f, forward),
        below: FlatMap::new(),
        undos: FlatSet::new(),
        needed: FlatSet::new(),
    };
    let lent = f.params.iter().filter(|param| param.passing == Passing::Mut);
    let mut state = lent.map(|param| (param.var, Live::All)).collect();
    pass.block(backward, &mut state);
    &pass.undos - &pass.needed
}

impl Replay<'_> {
    /// From what is read after a block to what is read from its start on.
    fn block(&mut self, block: &Block, state: &mut State) {
        for stmt in block.stmts.iter().rev() {
            match &stmt.kind {
                StmtKind::Undo {
                    place,
                    by: Inverse::Store(_),
                } => {
                    let needed = match state.get(&place.root) {
                        None => false,
                        Some(Live::All) => true,
                        Some(Live::From(bound)) => {
                            element(self.f, place).is_none_or(|index| self.below.get(&index) != Some(bound))
                        }
                        Some(Live::Length) => element(self.f, place).is_none(),
                    };
                    self.undo(stmt.id, needed);
                    if place.is_whole() {
                        state.remove(&place.root);
                    }
                }
                StmtKind::Undo { place, by } => {
                    let live = state.get_mut(&place.root);
                    self.undo(stmt.id, live.is_some());
                    // An element that is read may have come from anywhere.
                    if let (Some(live), Inverse::Permute { .. }) = (live, by) {
                        *live = Live::All;
                    }
                }
                StmtKind::If(branch) => {
                    let mut other = state.clone();
                    self.block(&branch.then, state);
                    self.block(&branch.els, &mut other);
                    join(state, &other);
                }
                StmtKind::Loop(reverse) if reverse.adjoint_of.is_some() => self.reverse(reverse, state),
                StmtKind::Pull(pull) if self.swaps.contains_key(&pull.pullback) => {
                    let (a, b) = self.swaps[&pull.pullback];
                    let (of_a, of_b) = (state.remove(&a), state.remove(&b));
                    state.extend(of_b.map(|live| (a, live)));
                    state.extend(of_a.map(|live| (b, live)));
                }
                _ => stmt.uses(&mut |var, _| {
                    if self.f.info(var).mutable {
                        state.insert(var, Live::All);
                    }
                }),
            }
        }
    }

    fn undo(&mut self, id: usize, needed: bool) {
        self.undos.insert(id);
        if needed {
            self.needed.insert(id);
        }
    }

    fn reverse(&mut self, reverse: &Loop, state: &mut State) {
        let of = reverse.adjoint_of.expect("it is of the reverse sweep");
        let own = self.own.get(&of).cloned().unwrap_or_default();
        let range = range(reverse);
        if let Some((var, _, end)) = &range {
            self.below.insert(*var, end.clone());
        }
        if self.fused.contains(&of) {
            // It ran before what stands before it here: only what follows reads what it leaves behind.
            self.block(&reverse.body, &mut state.clone());
            return;
        }
        let mut after = state.clone();
        loop {
            let mut before = after.clone();
            self.block(&reverse.body, &mut before);
            // What one iteration defines is another variable in the next.
            before.retain(|var, _| !own.contains(var));
            for live in before.values_mut() {
                if matches!(live, Live::From(Bound::Var(var)) if own.contains(var)) {
                    *live = Live::All;
                }
            }
            join(&mut before, state);
            if before == after {
                break;
            }
            after = before;
        }
        *state = after;
        // Every iteration puts an element back, whatever was in it, and none reads one.
        if let Some((var, true, end)) = range {
            for stmt in &reverse.body.stmts {
                if let StmtKind::Undo {
                    place,
                    by: Inverse::Store(_),
                } = &stmt.kind
                    && element(self.f, place) == Some(var)
                    && matches!(state.get(&place.root), Some(Live::All | Live::From(_)))
                    && !reads(&reverse.body, place.root)
                {
                    let live = match &end {
                        Bound::Var(end) if self.lengths.contains(&(place.root, *end)) => Live::Length,
                        _ => Live::From(end.clone()),
                    };
                    state.insert(place.root, live);
                }
            }
        }
    }
}

/// `mem::swap(&mut a, &mut b)`: its pullback looks at neither of them, and what is read of one afterwards is read of the other before.
fn swaps(f: &Function, forward: &Block) -> FlatMap<Var, (Var, Var)> {
    let mut swaps = FlatMap::new();
    forward.walk(&mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind
            && call.exchanges(&f.ad)
            && let [Argument::Mut(a), Argument::Mut(b)] = &call.args[..]
            && a.is_whole()
            && b.is_whole()
        {
            swaps.insert(call.pullback, (a.root, b.root));
        }
    });
    swaps
}

/// What is read on either way.
fn join(state: &mut State, other: &State) {
    for (var, live) in other {
        let joined = match state.get(var) {
            Some(mine) if mine != live => Live::All,
            _ => live.clone(),
        };
        state.insert(*var, joined);
    }
}

/// The index, where a place is an element of a list.
fn element(f: &Function, place: &Place) -> Option<Var> {
    match place.path.as_slice() {
        [Projection::Index(Atom::Var(index))] if is_list(&f.info(place.root).ty) => Some(*index),
        _ => None,
    }
}

/// The variable of a range, whether it starts at zero, and its end.
fn range(reverse: &Loop) -> Option<(Var, bool, Bound)> {
    match &reverse.kind {
        LoopKind::Range {
            var,
            low,
            high,
            inclusive: false,
            ..
        } => {
            let end = match high {
                Atom::Var(var) => Bound::Var(*var),
                Atom::Constant(tokens, _) => Bound::Constant(tokens.to_string()),
            };
            Some((*var, low.is_zero(), end))
        }
        _ => None,
    }
}

/// Whether a block does more with a variable than put it back.
pub(super) fn reads(block: &Block, root: Var) -> bool {
    block.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Undo {
            by: Inverse::Store(_), ..
        } => false,
        StmtKind::If(_) | StmtKind::Loop(_) => {
            let mut own = false;
            stmt.own_uses(&mut |var, _| own |= var == root);
            own || stmt.blocks().into_iter().any(|inner| reads(inner, root))
        }
        _ => stmt.mentions(root),
    })
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshots;

    /// How many statements of the reverse sweep put something back.
    fn undos(body: &str) -> usize {
        let source =
            format!("fn f(x: &[f64]) -> f64 {{ let (mut u, mut v) = (x.to_vec(), vec![0.0; x.len()]); {body} }}");
        snapshots::undos(&source)
    }

    #[test]
    fn what_is_swapped_is_put_back_only_where_it_is_read() {
        let step = "for i in 0..x.len() { v[i] = 0.5 * u[i]; } std::mem::swap(&mut u, &mut v);";
        assert_eq!(undos(&format!("for _ in 0..9 {{ {step} }} u[0] * u[1]")), 0);
        assert_eq!(
            undos(&format!(
                "let mut s = 0.0; for _ in 0..9 {{ s += v[0] * v[1]; {step} }} s"
            )),
            1
        );
        assert_eq!(
            undos(&format!(
                "let mut s = 0.0; for _ in 0..9 {{ {step} s += u[0] * u[1]; }} s"
            )),
            1
        );
    }
}
