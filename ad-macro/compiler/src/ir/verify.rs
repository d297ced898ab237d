//! The verifier: the invariants of the IR, checked after the passes in debug builds and tests. What it finds is a fault of a pass; what
//! a user's program itself may break, that only what is `mut` is written and nothing is used that is moved, is said once, after the function
//! is lowered.
//!
//! Input:  a `Function`, or both sweeps
//! Output: nothing, or a panic that names the pass and the statement
//!
//! Every definition dominates its uses and is unique; only mutable variables are assigned; an atom names an immutable variable;
//! after `structurize` there are no jumps; the results of a branch agree. The reverse sweep uses only what it defined before or is
//! handed: captures, records of branches, elements of tapes.

use crate::ir::calls::{Argument, Recursion};
use crate::ir::function::{Function, Param, Passing};
use crate::ir::place::{Atom, Role, Use, Var};
use crate::ir::statement::{Block, Op, Stmt, StmtKind};
use crate::ir::sweeps::{Backward, Condition};
use crate::ir::tape::Tape;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::Span;

/// What the IR is by now.
#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    /// As it was lowered, with jumps.
    Jumps,
    /// Without jumps.
    Structured,
    /// What is saved has its place.
    Planned,
}

/// Panics with the offending statement if `function` breaks an invariant.
/// After a reported error the IR may have holes: nothing is checked then.
pub fn checked(pass: &str, function: &Function, backward: Option<&Backward>, form: Form, diagnostics: &Diagnostics) {
    if cfg!(debug_assertions)
        && diagnostics.count() == 0
        && let Err(problem) = check(function, backward, form)
    {
        let backward = backward.map_or(String::new(), |backward| function.print(&backward.block, 0));
        panic!("the IR is broken after the pass `{pass}`: {problem}\n{function}{backward}");
    }
}

/// Leaves to rustc what is written and was not declared `mut`, `let list = Vec::new(); list.push(x);`, and reports what has no name.
pub fn unwritable(function: &Function, diagnostics: &Diagnostics) {
    // A statement with blocks mentions what they do: the innermost one writes.
    let mut written: FlatMap<Var, (bool, Span)> = FlatMap::new();
    function.body.walk(&mut |stmt| {
        let outer = !stmt.blocks().is_empty();
        stmt.uses(&mut |var, usage| {
            let info = function.info(var);
            if usage == Use::Write && !info.mutable && !may_be_reference(function, var) {
                let known = written.entry(var).or_insert((outer, stmt.span));
                if known.0 && !outer {
                    *known = (outer, stmt.span);
                }
            }
        });
    });
    for (var, (_, span)) in written {
        match function.info(var).temporary {
            true => diagnostics.error(
                span,
                "what is written here is no variable",
                "bind it to one that is `mut` first",
            ),
            false => diagnostics.leave_to_rustc(),
        }
    }
}

/// Leaves to rustc what is used after a move, `let ys = xs; xs[0]`: of a list, which is certainly moved.
pub fn moved(function: &Function, diagnostics: &Diagnostics) {
    let mut moves = Moves { function, used: false };
    moves.block(&function.body, FlatSet::new());
    if moves.used {
        diagnostics.leave_to_rustc();
    }
}

/// What is moved on some way to a statement, and whether it is used there.
struct Moves<'a> {
    function: &'a Function,
    used: bool,
}

impl Moves<'_> {
    /// From what is moved before a block to what is moved after it; nothing if it ends by a jump.
    fn block(&mut self, block: &Block, mut moved: FlatSet<Var>) -> FlatSet<Var> {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::If(branch) => {
                    let mut after = self.block(&branch.then, moved.clone());
                    after.extend(self.block(&branch.els, moved));
                    moved = after;
                }
                StmtKind::Loop(body) => {
                    // Once more, after an iteration.
                    for _ in 0..2 {
                        let after = self.block(&body.body, moved.clone());
                        moved.extend(after);
                    }
                }
                StmtKind::Exit(_) | StmtKind::Effect { diverges: true, .. } => return FlatSet::new(),
                kind => {
                    stmt.uses(&mut |var, usage| self.used |= usage != Use::Write && moved.contains(&var));
                    stmt.defines().iter().for_each(|var| _ = moved.remove(var));
                    if let StmtKind::Assign { place, .. } = kind {
                        moved.remove(&place.root);
                    }
                    let values: Vec<Var> = match kind {
                        StmtKind::Let {
                            op: Op::Read(place), ..
                        } if place.is_whole() => vec![place.root],
                        StmtKind::Assign { value, .. } | StmtKind::Push { value, .. } => {
                            value.var().into_iter().collect()
                        }
                        StmtKind::Call(call) => {
                            let by_value = call.args.iter().filter_map(|arg| match arg {
                                Argument::Value(atom) => atom.var(),
                                _ => None,
                            });
                            by_value.collect()
                        }
                        _ => Vec::new(),
                    };
                    moved.extend(values.into_iter().filter(|var| self.is_list(*var)));
                }
            }
        }
        moved
    }

    fn is_list(&self, var: Var) -> bool {
        let info = self.function.info(var);
        !info.temporary
            && info.role == Role::Value
            && matches!(info.ty, Ty::Vec(_))
            && !may_be_reference(self.function, var)
    }
}

pub fn check(function: &Function, backward: Option<&Backward>, form: Form) -> Result<(), String> {
    let mut check = Check {
        function,
        defined: FlatSet::new(),
        scope: vec![FlatSet::new()],
        structured: form != Form::Jumps,
    };
    for param in &function.params {
        check.define(param.var)?;
    }
    for condition in &function.conditions {
        if let Condition::Float(var) = condition {
            check.define(*var)?;
        }
    }
    // Where sweeps stand together, the seed and the buffers are there from the start.
    let together = function.is_together();
    let handed = |check: &mut Check, backward: &Backward| -> Result<(), String> {
        let bars = function.params.iter().filter_map(|param| param.bar);
        bars.chain([backward.seed]).try_for_each(|var| check.define(var))
    };
    if let Some(backward) = backward.filter(|_| together) {
        handed(&mut check, backward)?;
    }
    check.stmts(&function.body)?;
    if let Some(backward) = backward {
        if !together {
            handed(&mut check, backward)?;
        }
        // What the nested blocks hand over is the plan's business, and so is what is not captured but read again.
        if let (Recursion::Frames(_), true) = (&function.recursion, form == Form::Planned) {
            // The sweeps of a call meet only on the tapes; references are handed over again.
            let handed = |param: &&Param| param.passing != Passing::Value;
            let params = function.params.iter().filter(handed).map(|param| param.var);
            let bars = function.params.iter().filter_map(|param| param.bar);
            check.scope[0] = params.chain(bars).chain([backward.seed]).collect();
        } else if form == Form::Planned {
            let again: FlatSet<Var> = backward.block.stmts.iter().flat_map(Stmt::defines).collect();
            check.scope[0].retain(|var| !again.contains(var));
        } else {
            check.hand_over(&function.body);
        }
        check.backward(&backward.block, form == Form::Planned)?;
        for var in backward.results.iter().flatten().filter_map(Atom::var) {
            check.mention(var, Use::Value)?;
        }
    }
    Ok(())
}

/// What a walk over the uses calls for each.
type Visit<'a> = &'a mut dyn FnMut(Var, Use);

struct Check<'a> {
    function: &'a Function,
    defined: FlatSet<Var>,
    scope: Vec<FlatSet<Var>>,
    structured: bool,
}

/// What rustc gave the macro may be a reference: it is written through, and need not be mutable itself.
fn may_be_reference(f: &Function, var: Var) -> bool {
    f.info(var).ty == crate::syntax::types::Ty::Unknown
}

impl Check<'_> {
    fn name(&self, var: Var) -> String {
        self.function.info(var).name.to_string()
    }

    fn define(&mut self, var: Var) -> Result<(), String> {
        if !self.defined.insert(var) {
            return Err(format!("`{}` is defined twice", self.name(var)));
        }
        self.scope.last_mut().expect("there is a scope").insert(var);
        Ok(())
    }

    fn visible(&self, var: Var) -> bool {
        self.scope.iter().any(|scope| scope.contains(&var))
    }

    fn uses(&self, stmt: &Stmt) -> Result<(), String> {
        let mut problem = None;
        let mut inner = FlatSet::new();
        for block in stmt.blocks() {
            block.walk(&mut |stmt| {
                inner.extend(stmt.defines());
                match &stmt.kind {
                    StmtKind::Loop(body) => inner.extend(body.kind.vars()),
                    StmtKind::PullMap(map) => inner.extend([map.param, map.element_bar]),
                    _ => {}
                }
                if let Some((_, Op::Mapv(map))) = stmt.as_let() {
                    inner.extend(map.given());
                }
            });
        }
        match &stmt.kind {
            StmtKind::Loop(body) => inner.extend(body.kind.vars()),
            StmtKind::Let { op: Op::Mapv(map), .. } => inner.extend(map.given()),
            _ => {}
        }
        stmt.uses(&mut |var, usage| {
            if inner.contains(&var) || problem.is_some() {
                return;
            }
            if !self.visible(var) {
                problem = Some(format!("`{}` is used outside its scope", self.name(var)));
            } else if usage == Use::Write && !self.function.info(var).mutable && !may_be_reference(self.function, var) {
                problem = Some(format!("the immutable `{}` is written", self.name(var)));
            }
        });
        problem.map_or(Ok(()), Err)
    }

    fn stmts(&mut self, block: &Block) -> Result<(), String> {
        for stmt in &block.stmts {
            self.uses(stmt)?;
            if self.structured && matches!(stmt.kind, StmtKind::Exit(_)) {
                return Err("a jump is left".to_string());
            }
            if let StmtKind::Loop(body) = &stmt.kind
                && let Some(back) = &body.fused
            {
                // The reverse sweep of an iteration sees all that its forward sweep defines.
                self.scope.push(FlatSet::new());
                for var in body.kind.vars() {
                    self.define(var)?;
                }
                self.stmts(&body.body)?;
                self.backward(back, true)?;
                self.scope.pop();
                continue;
            }
            for inner in stmt.blocks() {
                self.scope.push(FlatSet::new());
                if let StmtKind::Loop(body) = &stmt.kind {
                    for var in body.kind.vars() {
                        self.define(var)?;
                    }
                }
                if let Some((_, Op::Mapv(map))) = stmt.as_let() {
                    map.given().try_for_each(|var| self.define(var))?;
                }
                self.stmts(inner)?;
                self.scope.pop();
            }
            if let StmtKind::If(branch) = &stmt.kind
                && branch.out.is_some()
                && self.structured
                && branch.then.result.is_none()
                && branch.els.result.is_none()
            {
                return Err("a branch has a variable for its value, but no value".to_string());
            }
            for var in stmt.defines() {
                self.define(var)?;
            }
        }
        if let Some(Atom::Var(var)) = block.result
            && !self.visible(var)
        {
            return Err(format!("the result `{}` is out of scope", self.name(var)));
        }
        Ok(())
    }

    /// The reverse sweep: what a statement mentions was defined before it, in the reverse sweep itself or by what the
    /// enclosing branches and iterations hand over; nothing is defined over something else of the same name.
    fn backward(&mut self, block: &Block, planned: bool) -> Result<(), String> {
        for stmt in &block.stmts {
            let given: Vec<Vec<Var>> = match &stmt.kind {
                StmtKind::Loop(reverse) if reverse.adjoint_of.is_some() => {
                    if let Some(tape) = reverse.tape.as_ref().and_then(Tape::value) {
                        self.mention(tape, Use::Value)?;
                    }
                    self.mentions(&mut |f| reverse.kind.uses(f))?;
                    vec![reverse.kind.vars()]
                }
                StmtKind::PullMap(map) => {
                    self.mentions(&mut |f| map.source.uses(Use::Read, f))?;
                    self.mention(map.seed, Use::Value)?;
                    self.mentions(&mut |f| map.source_bar.iter().for_each(|bar| bar.uses(Use::Write, f)))?;
                    self.scope.push(FlatSet::from([map.param, map.element_bar]));
                    // The closure's own run forward stays visible to its run backward; what nested blocks hand over is
                    // the plan's business here, too.
                    if planned {
                        let vars = map.forward.stmts.iter().flat_map(Stmt::defines);
                        self.scope.last_mut().expect("it was pushed").extend(vars);
                    } else {
                        self.hand_over(&map.forward);
                    }
                    self.backward(&map.backward, planned)?;
                    self.scope.pop();
                    continue;
                }
                // What of the forward sweep runs again.
                StmtKind::Loop(body) => {
                    self.mentions(&mut |f| body.kind.uses(f))?;
                    // Whether it goes on may be known only at the end of an iteration, by a variable of its own.
                    let own: FlatSet<Var> = body.body.stmts.iter().flat_map(Stmt::defines).collect();
                    let exit = body.exit.filter(|exit| !own.contains(exit));
                    self.mentions(&mut |f| exit.iter().for_each(|exit| f(*exit, Use::Read)))?;
                    vec![body.kind.vars()]
                }
                StmtKind::If(branch) => {
                    self.mentions(&mut |f| branch.cond.uses(f))?;
                    vec![Vec::new(); 2]
                }
                StmtKind::Let { op: Op::Mapv(map), .. } => {
                    self.mentions(&mut |f| map.source.uses(Use::Read, f))?;
                    vec![vec![map.param]]
                }
                _ => {
                    self.mentions(&mut |f| stmt.uses(f))?;
                    Vec::new()
                }
            };
            for (inner, vars) in stmt.blocks().into_iter().zip(given) {
                // Before the plan, a nested block sees all of the forward sweep.
                self.scope.push(if planned {
                    vars.into_iter().collect()
                } else {
                    FlatSet::new()
                });
                self.backward(inner, planned)?;
                self.scope.pop();
            }
            for var in stmt.defines() {
                if self.visible(var) {
                    return Err(format!("`{}` is defined twice in the backward sweep", self.name(var)));
                }
                self.scope.last_mut().expect("there is a scope").insert(var);
            }
        }
        self.mentions(&mut |f| block.result.iter().for_each(|atom| atom.uses(f)))
    }

    /// Makes visible what a block of the forward sweep defines, nested blocks included.
    fn hand_over(&mut self, block: &Block) {
        let mut vars = FlatSet::new();
        block.walk(&mut |stmt| {
            vars.extend(stmt.defines());
            match &stmt.kind {
                StmtKind::Loop(body) => {
                    vars.extend(body.kind.vars());
                    vars.extend(body.tape.iter().map(|tape| tape.var));
                }
                StmtKind::Let { op: Op::Mapv(map), .. } => {
                    vars.insert(map.param);
                }
                _ => {}
            }
        });
        self.scope.last_mut().expect("there is a scope").extend(vars);
    }

    fn mention(&self, var: Var, usage: Use) -> Result<(), String> {
        if !self.visible(var) {
            Err(format!("`{}` is not there in the backward sweep", self.name(var)))
        } else if usage == Use::Write && !self.function.info(var).mutable && !may_be_reference(self.function, var) {
            Err(format!(
                "the immutable `{}` is written in the backward sweep",
                self.name(var)
            ))
        } else {
            Ok(())
        }
    }

    fn mentions(&self, uses: &mut dyn FnMut(Visit)) -> Result<(), String> {
        let mut result = Ok(());
        uses(&mut |var, usage| {
            if result.is_ok() {
                result = self.mention(var, usage);
            }
        });
        result
    }
}
