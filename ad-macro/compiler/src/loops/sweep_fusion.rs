//! Fuses the sweeps: loops whose iterations run forward and in reverse one by one, where both sweeps stand in one function.
//!
//! ```text
//! Input:  let mut s = 0.0   for i in 0..n { let y, p = call f(&x[i])  s += y }   k * s
//!         s_bar = times(seed, k)   reverse for i in 0..n { pull p(s_bar; &x[i] x_bar[i]) }
//! Output: let mut s = 0.0   let s_bar = times(seed, k)
//!         for i in 0..n { let y, p = call f(&x[i])  s += y } and back { pull p(s_bar; &x[i] x_bar[i]) }   k * s
//! ```
//!
//! The seed is known at an entry point. Where a loop's incoming cotangents follow from it alone, an iteration's reverse can follow it at
//! once: the residuals are still in registers and in the cache, and nothing is spilled.
//!
//! A loop at the function's own level is fused if
//!
//! * nothing leaves an iteration but what it adds to *accumulators*, numbers that the loop does not read. An array that each
//!   iteration fills before it reads it is *private* to the iteration. Inactive values may be loop-carried, if the reverse sweep does
//!   not use them;
//! * the cotangents of the accumulators are the seed times what is known before the loop (*linear*);
//! * the reverse only adds to the cotangents of all else, so that the order of the iterations does not matter.
//!
//! Operators on types that only rustc knows have adjoints that only rustc knows. Where they stand between the seed and the loop, the
//! operands must be floats. Whether a call fills an array that it is lent, its twin knows. These are the *conditions*, constants
//! that the emitted code tests before it begins.
//!
//! **Invariant:** the reverse of an iteration restores nothing but what is private to it, and reads no accumulator.

pub mod early_zeros;
pub mod linear_seeds;

use crate::analysis::activity::Activity;
use crate::ir::planned::Sweeps;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::plan::checkpointing::checkpointing;
use crate::plan::{privatisation, spill};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use syn::BinOp;

/// Whether a function whose result is a number, or a number and its tangent, may have a loop to be fused.
pub fn possible(f: &Function, backward: &Backward) -> bool {
    let plain = |param: &Param| {
        matches!(param.passing, Passing::Value | Passing::Ref)
            && param.present.is_none()
            && !param.held
            && (!param.receiver || param.passing == Passing::Ref)
    };
    let loops = |stmt: &Stmt| stmt.as_adjoint_loop().is_some();
    f.params.iter().all(plain)
        && f.tuples.is_empty()
        && matches!(f.recursion, Recursion::None)
        && f.vars.iter().all(|info| info.role != Role::View)
        && backward.block.stmts.iter().any(loops)
}

/// The loops that save something, in themselves or in loops inside of them: without a tape, or with one of a few places on the stack,
/// there is nothing to gain.
pub fn taping(f: &Function) -> FlatSet<usize> {
    let grows = |body: &Loop| {
        let tape = body.tape.as_ref();
        tape.is_some_and(|tape| !matches!(tape.form, TapeForm::Array(_)))
    };
    let tapes = |stmt: &&Stmt| {
        let StmtKind::Loop(body) = &stmt.kind else { return false };
        // A checkpoint has no tape where nothing but sums goes on; the pullback runs its iterations again.
        let mut tapes = grows(body) || body.checkpoint.is_some();
        body.body
            .walk(&mut |inner| tapes |= matches!(&inner.kind, StmtKind::Loop(body) if grows(body)));
        tapes
    };
    f.body.stmts.iter().filter(tapes).map(|stmt| stmt.id).collect()
}

/// The sweeps before the plan as one function, with what can be fused of `loops`.
pub fn sweep_fusion(f: &Function, backward: &Backward, active: &Activity, loops: &FlatSet<usize>) -> Option<Sweeps> {
    let mut loops = loops.clone();
    loop {
        let mut pass = Fusion::new(f, backward, active);
        // The last first: what it adds to is out of the way of those before it.
        for stmt in f.body.stmts.iter().rev() {
            if loops.contains(&stmt.id) {
                pass.fuse(stmt.id);
            }
        }
        if pass.found.is_empty() {
            return None;
        }
        let (mut function, mut backward) = pass.edited();
        let fused = pass.found.values().map(|fused| fused.id).collect();
        checkpointing(&mut function, &mut backward, active, &fused);
        let plan = spill::together(&mut function, &mut backward, &fused);
        let before = loops.len();
        loops.retain(|id| pass.found.get(id).is_none_or(|fused| fused.holds(&backward.block)));
        if loops.len() == before {
            pass.found
                .values()
                .for_each(|fused| join(&mut function, &mut backward, fused));
            return Some(Sweeps {
                function,
                backward,
                plan,
            });
        }
    }
}

/// A loop that is fused.
#[derive(Clone, Default)]
struct Fused {
    /// The loop.
    id: usize,
    accumulators: FlatSet<Var>,
    private: FlatSet<Var>,
    /// What carries no derivative and goes on from one iteration to the next.
    carried: FlatSet<Var>,
    /// What the loop defines.
    own: FlatSet<Var>,
    /// The cotangents that are there before the loop, with what makes them.
    hoisted: Vec<(Var, Vec<Stmt>)>,
}

impl Fused {
    /// The invariant, of the loop's reverse sweep in a planned sweep.
    fn holds(&self, backward: &Block) -> bool {
        let mut loops = backward.stmts.iter().filter_map(Stmt::as_adjoint_loop);
        let Some((reverse, _)) = loops.find(|(_, of)| *of == self.id) else {
            // Nothing of it is left that could follow an iteration.
            return false;
        };
        let mut holds = true;
        reverse.body.walk(&mut |stmt| {
            if let StmtKind::Undo { place, .. } = &stmt.kind {
                holds &= self.own.contains(&place.root) || self.private.contains(&place.root);
            }
        });
        reverse.body.uses(&mut |var, _| {
            holds &= !self.accumulators.contains(&var) && !self.carried.contains(&var);
        });
        holds
    }
}

/// Puts the reverse sweep of a loop's iterations into the loop.
fn join(f: &mut Function, backward: &mut Backward, fused: &Fused) {
    let id = fused.id;
    let reverses = |stmt: &Stmt| stmt.as_adjoint_loop().is_some_and(|(_, of)| of == id);
    let at = backward.block.stmts.iter().position(reverses);
    let at = at.map(|at| backward.block.stmts.remove(at).kind);
    let mut stmts = f.body.stmts.iter_mut();
    let position = stmts
        .position(|stmt| stmt.id == id)
        .expect("the loop is at the function's own level");
    if let (StmtKind::Loop(body), Some(StmtKind::Loop(reverse))) = (&mut f.body.stmts[position].kind, at) {
        let mut back = reverse.body;
        crate::adjoint::recompute_scratch::not_made_again(&mut back);
        body.fused = Some(back);
    }
    let hoisted = fused.hoisted.iter().flat_map(|(_, stmts)| stmts.iter().cloned());
    f.body.stmts.splice(position..position, hoisted);
}

struct Fusion<'a> {
    f: Function,
    /// The sweep as it was before anything was moved.
    backward: &'a Backward,
    active: &'a Activity,
    /// What the forward sweep defines, and the parameters.
    forward: FlatSet<Var>,
    found: FlatMap<usize, Fused>,
    /// What becomes of statements of the reverse sweep's own level.
    edits: FlatMap<usize, Vec<Stmt>>,
    /// What says that a number is added to another: of floats it does nothing.
    identities: FlatSet<usize>,
    /// The cotangents that are made before a loop, and the loop.
    early: FlatMap<Var, usize>,
    /// The statements that stand after a loop and are moved before it, and the loop.
    moved: FlatMap<usize, usize>,
    conditions: linear_seeds::Conditions,
}

impl<'a> Fusion<'a> {
    fn new(f: &Function, backward: &'a Backward, active: &'a Activity) -> Self {
        let mut forward: FlatSet<Var> = f.params.iter().map(|param| param.var).collect();
        forward.extend(defined(&f.body));
        Fusion {
            f: f.clone(),
            backward,
            active,
            forward,
            found: FlatMap::new(),
            edits: FlatMap::new(),
            identities: FlatSet::new(),
            early: FlatMap::new(),
            moved: FlatMap::new(),
            conditions: linear_seeds::Conditions::default(),
        }
    }

    /// Fuses a loop, if it can be; changes nothing otherwise.
    fn fuse(&mut self, id: usize) {
        let before = (
            self.found.clone(),
            self.edits.clone(),
            self.identities.clone(),
            self.early.clone(),
            self.moved.clone(),
            self.conditions.clone(),
        );
        match self.fused(id) {
            Some(fused) => {
                self.found.insert(id, fused);
            }
            None => {
                (
                    self.found,
                    self.edits,
                    self.identities,
                    self.early,
                    self.moved,
                    self.conditions,
                ) = before;
            }
        }
    }

    fn fused(&mut self, id: usize) -> Option<Fused> {
        let position = self.f.body.stmts.iter().position(|stmt| stmt.id == id)?;
        let stmt = self.f.body.stmts[position].clone();
        let StmtKind::Loop(body) = &stmt.kind else { return None };
        let way_back = self.backward.block.stmts.iter();
        let mut loops = way_back
            .enumerate()
            .filter_map(|(at, stmt)| Some((at, stmt.as_adjoint_loop()?)));
        let (at, (reverse, _)) = loops.find(|(_, (_, of))| *of == id)?;
        let mut before: FlatSet<Var> = self.f.params.iter().map(|param| param.var).collect();
        before.extend(self.f.body.stmts[..position].iter().flat_map(Stmt::defines));
        let mut fused = Fused {
            id,
            own: defined(&body.body),
            ..Fused::default()
        };
        fused.own.extend(body.kind.vars());
        fused.own.extend(stmt.defines());
        self.sort(&stmt, body, &mut fused)?;
        let added = self.flows(reverse, &before, &fused)?;
        for bar in added {
            self.zero_early(bar, id, at, &before, &mut fused)?;
        }
        for accumulator in fused.accumulators.clone() {
            self.linear_early(accumulator, id, at, &before, reverse, &mut fused)?;
        }
        // To save a few numbers costs less than to stop for the reverse sweep.
        let mut taken = false;
        body.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Loop(_) => taken = true,
            StmtKind::Call(call) => taken |= call.has_pullback(),
            _ => {}
        });
        taken.then_some(fused)
    }

    /// What becomes of the variables that the loop writes: accumulators, private ones, those that carry no derivative.
    fn sort(&mut self, stmt: &Stmt, body: &Loop, fused: &mut Fused) -> Option<()> {
        let mut written = FlatSet::new();
        stmt.uses(&mut |var, usage| {
            if usage == Use::Write && !fused.own.contains(&var) {
                written.insert(var);
            }
        });
        for var in written {
            if self.is_accumulator(&body.body, var) {
                fused.accumulators.insert(var);
            } else if let Some(calls) = privatisation::private(&self.f, stmt, body, var) {
                // Of what the calls are said to do, each callee's twin knows whether it does.
                self.conditions.fill(calls);
                fused.private.insert(var);
            } else if !self.active.active(var) {
                fused.carried.insert(var);
            } else {
                return None;
            }
        }
        Some(())
    }

    /// Whether a block does nothing with a number but to add to it.
    fn is_accumulator(&self, block: &Block, var: Var) -> bool {
        let info = self.f.info(var);
        let mut only = info.role == Role::Value && info.ty.is_float();
        block.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Update {
                place,
                op: BinOp::AddAssign(_) | BinOp::SubAssign(_),
                value,
                ..
            } if place.root == var => {
                value.uses(&mut |used, _| only &= used != var);
            }
            // A proof about its type.
            StmtKind::Effect { opaque, .. } if opaque.pure && opaque.writes.is_empty() => {}
            // It keeps what is to be known of the operands, of floats nothing.
            StmtKind::Let {
                op: Op::Runtime("assign_keep", _),
                ..
            } => {}
            _ => stmt.own_uses(&mut |used, _| only &= used != var),
        });
        only
    }

    /// The cotangents that the reverse sweep of an iteration adds to, if it does nothing else with any from outside.
    fn flows(&self, reverse: &Loop, before: &FlatSet<Var>, fused: &Fused) -> Option<FlatSet<Var>> {
        let mut own = defined(&reverse.body);
        own.extend(&fused.own);
        let mut possible = true;
        let mut added = FlatSet::new();
        let accumulates = |bar: &Var| {
            self.backward
                .of_bars
                .get(bar)
                .is_some_and(|var| fused.accumulators.contains(var))
        };
        let private = |bar: &Var| {
            self.backward
                .of_bars
                .get(bar)
                .is_some_and(|var| fused.private.contains(var))
        };
        reverse.body.walk(&mut |stmt| {
            let adds = adds(stmt);
            stmt.own_uses(&mut |var, usage| {
                if own.contains(&var) {
                } else if self.forward.contains(&var) {
                    possible &= before.contains(&var);
                } else if private(&var) {
                    added.insert(var);
                } else if accumulates(&var) {
                    let identity = matches!(stmt.kind, StmtKind::Accumulate("assign_left", _));
                    possible &= usage != Use::Write || identity;
                } else if usage == Use::Write && adds.contains(&var) {
                    added.insert(var);
                } else {
                    possible = false;
                }
            });
        });
        // A buffer is there from the start.
        added.retain(|bar| self.f.params.iter().all(|param| param.bar != Some(*bar)));
        possible.then_some(added)
    }

    /// The sweeps with what is moved and left out, and with the conditions.
    fn edited(&self) -> (Function, Backward) {
        let mut function = self.f.clone();
        let mut backward = self.backward.clone();
        let stmts = std::mem::take(&mut backward.block.stmts);
        let edited = |stmt: Stmt| self.edits.get(&stmt.id).cloned().unwrap_or_else(|| vec![stmt]);
        backward.block.stmts = stmts.into_iter().flat_map(edited).collect();
        backward.block.retain(&|stmt| !self.identities.contains(&stmt.id));
        // The shapes of cotangents that are made before a loop are not asked for any more.
        let mut used = FlatSet::new();
        backward.block.uses(&mut |var, _| {
            used.insert(var);
        });
        function.body.retain(&|stmt| match &stmt.kind {
            StmtKind::Let {
                var,
                op: Op::Witness(_),
            } => used.contains(var),
            _ => true,
        });
        for (id, fused) in &self.found {
            let is_moved = |stmt: &mut Stmt| self.moved.get(&stmt.id) == Some(id);
            let moved: Vec<Stmt> = function.body.stmts.extract_if(.., is_moved).collect();
            let position = function.body.stmts.iter().position(|stmt| stmt.id == fused.id);
            let position = position.expect("the loop is at the function's own level");
            function.body.stmts.splice(position..position, moved);
        }
        self.conditions.state(&mut function);
        (function, backward)
    }
}

/// The cotangents that a statement adds to, and does nothing else with.
fn adds(stmt: &Stmt) -> FlatSet<Var> {
    match &stmt.kind {
        StmtKind::Update {
            place,
            op: BinOp::AddAssign(_),
            ..
        } => FlatSet::from([place.root]),
        StmtKind::Accumulate("accumulate" | "accumulate_where" | "sum_adjoint" | "dot_left" | "dot_right", args) => {
            let targets = args.iter().filter_map(|arg| match arg {
                Argument::Mut(place) => Some(place.root),
                _ => None,
            });
            targets.collect()
        }
        StmtKind::Split { of, .. } => FlatSet::from([of.root]),
        StmtKind::PullMap(map) => {
            let along = map.along.iter().flatten().filter_map(|(_, bar)| bar.as_ref());
            map.source_bar.iter().chain(along).map(|bar| bar.root).collect()
        }
        StmtKind::Pull(pull) => {
            let lent = pull.args.iter().filter_map(|arg| match arg {
                PullArgument::Ref(_, Some(bar)) | PullArgument::Again(_, Some(bar)) => Some(bar.root),
                _ => None,
            });
            lent.collect()
        }
        _ => FlatSet::new(),
    }
}

/// What a block defines, nested blocks included.
fn defined(block: &Block) -> FlatSet<Var> {
    let mut vars = FlatSet::new();
    block.walk(&mut |stmt| {
        vars.extend(stmt.defines());
        match &stmt.kind {
            StmtKind::Loop(body) => vars.extend(body.kind.vars()),
            StmtKind::PullMap(map) => vars.extend([map.param, map.element_bar]),
            StmtKind::Let { op: Op::Mapv(map), .. } => {
                vars.insert(map.param);
            }
            _ => {}
        }
    });
    vars
}

#[cfg(test)]
mod tests {
    use crate::analysis::self_calls::Own;
    use crate::driver::snapshots::{accepted, compiled};
    use crate::function::pipeline::compile;
    use crate::ir::statement::StmtKind;
    use crate::options::attribute::Options;
    use crate::syntax::diagnostics::Diagnostics;

    /// How many loops of a function are fused.
    fn fused(source: &str) -> usize {
        fused_of(&syn::parse_str(source).unwrap())
    }

    fn fused_of(item: &syn::ItemFn) -> usize {
        let (compiled, diagnostics) = compiled(item);
        assert!(diagnostics.finish().is_none(), "{} is rejected", item.sig.ident);
        let together = compiled.together.iter();
        together
            .flat_map(|together| &together.function.body.stmts)
            .filter(|stmt| matches!(&stmt.kind, StmtKind::Loop(body) if body.fused.is_some()))
            .count()
    }

    fn body(statements: &str) -> usize {
        fused(&format!("fn f(x: &[f64], k: f64) -> f64 {{ {statements} }}"))
    }

    #[test]
    fn sums_are_fused() {
        let each = "let mut s = 0.0; for i in 0..x.len() { s += g(x[i]); }";
        for end in [
            "s",
            "-s * k",
            "2.0 - s / k",
            "s - h(k)",
            "s * k.sin() + k",
            // Of what calls give only rustc knows whether it is numbers: operators on it are calls.
            "s - h(k) - h(c)",
            "h(k) - (s - h(k)) * c",
            "-(h(k) + (s + h(k)) / k)",
        ] {
            assert_eq!(body(&format!("let c = k * k; {each} {end}")), 1, "{end}");
        }
        assert_eq!(body(&format!("{each} s")), 1);
        assert_eq!(
            body("let mut s = 0.0; for i in 0..9 { for a in x { s += (a * k).exp(); } } s"),
            1
        );
        // What the first loop asked for is not there for the second one alone.
        assert_eq!(
            body("let mut s = 0.0; for i in 0..x.len() { s += x[i] * k; } for a in x { s += g(*a); } s"),
            1
        );
        assert_eq!(
            body("let mut s = k; for a in x { s -= g(*a); } for a in x { s += h(a * k); } s"),
            2
        );
    }

    #[test]
    fn what_cannot_panic_is_computed_before_the_loop() {
        let with = |end: &str| {
            body(&format!(
                "let mut s = 0.0; for i in 0..x.len() {{ s += g(x[i]); }} {end}"
            ))
        };
        assert_eq!(with("s / x.len() as f64"), 1);
        assert_eq!(with("let n = x.len(); let c = 2.0 * n as f64; 0.5 * s / c - k"), 1);
        assert_eq!(with("s / (k * k + 1.0).sqrt()"), 1);
        assert_eq!(with("s / (x.len() - 1) as f64"), 0);
        assert_eq!(with("s / x[0]"), 0);
        assert_eq!(with("let mut t = k; t *= 2.0; s / t"), 0);
        assert_eq!(
            body("let s: f64 = x.iter().map(|a| g(*a) * k).sum(); s / x.len() as f64"),
            1
        );
    }

    /// That of a value and its tangent begins with a pair of seeds.
    #[test]
    fn sums_of_values_and_their_tangents_are_fused() {
        let source = "fn f(x: &[f64], k: f64) -> f64 { let mut s = 0.0; for a in x { s += g(*a, k); } 0.5 * s }";
        let options = Options {
            twice: Some(quote::format_ident!("order")),
            ..Options::default()
        };
        let item = syn::parse_str(source).unwrap();
        let diagnostics = Diagnostics::tracing();
        let compiled = compile(&item, &[], Own::Bare, true, &options, &diagnostics);
        assert!(diagnostics.finish().is_none(), "it has second derivatives");
        assert!(compiled.pairs.is_some_and(|(_, together)| together.is_some()));
    }

    /// The largest of the benchmarks' objectives.
    #[test]
    fn points_and_components_of_a_mixture_are_fused() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/adbench/objectives/gmm.rs");
        let file = syn::parse_file(&std::fs::read_to_string(path).unwrap()).unwrap();
        for (name, loops) in [("log_posterior", 1), ("log_posterior_at_each_point", 2)] {
            let posterior = file.items.iter().find_map(|item| match item {
                syn::Item::Fn(item) if item.sig.ident == name => Some(item),
                _ => None,
            });
            assert_eq!(fused_of(posterior.unwrap()), loops, "{name}");
        }
    }

    #[test]
    fn lists_that_are_filled_before_the_loop_are_read_in_it() {
        let with = |fill: &str, after: &str| {
            body(&format!(
                "let n = x.len(); let mut u = x.to_vec(); {fill} let mut s = 0.0; \
                 for i in 0..n {{ for j in 0..n {{ s += (u[j] * x[i]).exp(); }} }} {after} s"
            ))
        };
        assert_eq!(with("u[0] *= k;", ""), 1);
        assert_eq!(with("for i in 0..n { u[i] = x[i] * k; }", ""), 1);
        assert_eq!(with("for i in 0..n { u.push(x[i] * k); }", ""), 1);
        // The shape at the end is not the one in the loop.
        assert_eq!(with("", "u.push(k); s += u[n];"), 0);
    }

    #[test]
    fn methods_are_fused() {
        let with = |receiver: &str| {
            fused(&format!(
                "fn f({receiver}, x: &[f64]) -> f64 {{ let mut s = 0.0; for a in x {{ s += self.g(*a); }} s }}"
            ))
        };
        assert_eq!(with("&self"), 1);
        assert_eq!(with("&mut self"), 0);
    }

    #[test]
    fn what_depends_on_the_sum_is_not() {
        for end in [
            "s * s",
            "s.sqrt()",
            "s / (k + s)",
            "s + k * s",
            "if s > 0.0 { s } else { -s }",
        ] {
            let source = format!("let mut s = 0.0; for i in 0..x.len() {{ s += g(x[i]); }} {end}");
            assert_eq!(body(&source), 0, "{end}");
        }
        assert_eq!(
            body("let (mut a, mut b) = (0.0, 0.0); for v in x { a += g(*v); b += h(*v); } a * b"),
            0
        );
    }

    #[test]
    fn what_goes_on_to_the_next_iteration_is_not() {
        for each in [
            "s += g(x[i]) * s;",
            "s += g(t); t = x[i];",
            "s += g(x[i]); s *= k;",
            "u[i] = g(x[i]); s += u[0];",
        ] {
            let source =
                format!("let (mut s, mut t) = (0.0, k); let mut u = vec![0.0; 9]; for i in 0..x.len() {{ {each} }} s");
            assert_eq!(body(&source), 0, "{each}");
        }
    }

    #[test]
    fn arrays_that_each_iteration_fills_are_private() {
        let with = |fill: &str, after: &str| {
            body(&format!(
                "let d = x.len(); let mut u = vec![0.0; d]; let mut s = 0.0; \
                 for i in 0..d {{ {fill} s += g(&u); }} {after} s"
            ))
        };
        assert_eq!(with("for j in 0..d { u[j] = x[i] * (x[j] * k).exp(); }", ""), 1);
        assert_eq!(with("if x[i] > k { for j in 0..d { u[j] = k.exp() * x[j]; } }", ""), 0);
        assert_eq!(with("for j in 1..d { u[j] = x[i] * (x[j] * k).exp(); }", ""), 0);
        assert_eq!(
            with("for j in 0..d { u[j] = x[i] * (x[j] * k).exp(); }", "s += u[0];"),
            0
        );
    }

    #[test]
    fn a_call_may_fill_an_array() {
        let with = |call: &str| {
            body(&format!(
                "let d = x.len(); let mut u = vec![0.0; d]; let mut s = 0.0; \
                 for i in 0..d {{ {call} for j in 0..d {{ s += g(u[j]); }} }} s"
            ))
        };
        assert_eq!(with("fill(d, &mut u, x[i]);"), 1);
        assert_eq!(with("fill(d, &mut u[1..], x[i]);"), 0);
        assert_eq!(with("u.fill_with_care(x[i]);"), 0);
    }

    #[test]
    fn a_zip_fills_an_array_that_is_as_long_as_the_others() {
        let with = |fill: &str| {
            body(&format!(
                "let d = c.len(); let n = x.len() / d; let mut u = vec![0.0; d]; let mut s = 0.0; for i in 0..n {{ {fill} \
                 for a in &u {{ s += g(*a); }} }} s"
            ))
        };
        let zip = |row: &str| {
            with(&format!(
                "for (a, x) in u.iter_mut().zip(&x[{row}]) {{ *a = 2.0 * x; }}"
            ))
        };
        assert_eq!(zip("i * d..(i + 1) * d"), 1);
        assert_eq!(zip("i..i + d"), 1);
        assert_eq!(zip("..d"), 1);
        assert_eq!(zip("i * d + 1..(i + 1) * d"), 0);
        assert_eq!(zip("i * d..(i + 1) * n"), 0);
    }

    fn filling(source: &str) -> crate::plan::privatisation::FillingParams {
        crate::plan::privatisation::filling(&accepted(source).function)
    }

    #[test]
    fn a_function_knows_what_it_fills() {
        let function = |body: &str| filling(&format!("fn f(x: &[f64], n: usize, out: &mut [f64]) {{ {body} }}"));
        assert_eq!(function("for i in 0..x.len() { out[i] = x[i]; }"), [(2, vec![0])]);
        assert_eq!(
            function("for i in 0..n { out[i] = x[i]; } out[0] += x[1];"),
            [(2, vec![1])]
        );
        assert_eq!(function("for i in 0..out.len() { out[i] = x[i]; }"), [(2, vec![2])]);
        let zipped = [(2, vec![0, 2])];
        assert_eq!(
            function("for (o, x) in out.iter_mut().zip(x) { *o = 2.0 * x; }"),
            zipped
        );
        assert_eq!(
            function("for (o, x) in out[1..].iter_mut().zip(x) { *o = 2.0 * x; }"),
            []
        );
        assert_eq!(
            function("let row = &mut out[..n]; for i in 0..n { row[i] = x[i]; }"),
            [(2, vec![1])]
        );
        assert_eq!(function("for i in 1..n { out[i] = x[i]; }"), []);
        assert_eq!(function("for i in 0..n { out[i] += x[i]; }"), []);
        assert_eq!(
            function("let first = out[0]; for i in 0..n { out[i] = x[i] * first; }"),
            []
        );
        assert_eq!(function("if n > 2 { for i in 0..n { out[i] = x[i]; } }"), []);
        assert_eq!(
            function("for i in 0..n { if x[i] > 0.0 { break; } out[i] = x[i]; }"),
            []
        );
    }

    #[test]
    fn a_few_numbers_are_taped() {
        assert_eq!(body("let mut s = 0.0; for a in x { s += (a * k).exp(); } s"), 0);
    }
}
