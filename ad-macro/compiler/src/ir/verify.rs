//! The verifier: the invariants of the IR, checked after the passes in debug builds and tests. What it finds is a fault of a pass; what
//! a user's program itself may break, that only what is `mut` is written and nothing is used that is moved, is said once, after the function
//! is lowered.
//!
//! Input:  a `Function`, or both sweeps
//! Output: nothing, or a panic that names the pass and the statement
//!
//! Every definition dominates its uses and is unique; only mutable variables are assigned; an atom names an immutable variable;
//! after `structurize` there are no jumps; the results of a branch agree. So it is in both sweeps. The reverse one sees no more of the forward
//! one than what the function itself defines, once that is planned; what it unspills, the forward sweep spilled in the same order.

use crate::ir::calls::{Argument, Recursion};
use crate::ir::function::{Function, Param, Passing};
use crate::ir::place::{Atom, Role, Use, Var};
use crate::ir::statement::{Block, Op, Stmt, StmtKind};
use crate::ir::sweeps::{Backward, Condition};
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
        spilled: FlatSet::new(),
        form,
        reverse: false,
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
    check.block(&function.body)?;
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
        check.reverse = true;
        check.block(&backward.block)?;
        for var in backward.results.iter().flatten().filter_map(Atom::var) {
            check.mention(var, Use::Value)?;
        }
    }
    Ok(())
}

struct Check<'a> {
    function: &'a Function,
    defined: FlatSet<Var>,
    scope: Vec<FlatSet<Var>>,
    /// What blocks left where.
    spilled: FlatSet<(Var, Vec<Var>)>,
    form: Form,
    /// Whether it is in the reverse sweep. What of the forward sweep runs again there is defined again.
    reverse: bool,
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
        let twice = if self.reverse {
            self.visible(var)
        } else {
            !self.defined.insert(var)
        };
        if twice {
            return Err(format!("`{}` is defined twice{}", self.name(var), self.sweep()));
        }
        self.scope.last_mut().expect("there is a scope").insert(var);
        Ok(())
    }

    fn sweep(&self) -> &'static str {
        if self.reverse { " in the reverse sweep" } else { "" }
    }

    fn visible(&self, var: Var) -> bool {
        self.scope.iter().any(|scope| scope.contains(&var))
    }

    /// Either sweep: what a statement mentions was defined before it, in the sweep itself or by what is handed over to it.
    fn block(&mut self, block: &Block) -> Result<(), String> {
        for stmt in &block.stmts {
            self.own_uses(stmt)?;
            match &stmt.kind {
                StmtKind::Exit(_) if self.form != Form::Jumps => return Err("a jump is left".to_string()),
                StmtKind::If(branch)
                    if branch.out.is_some()
                        && self.form != Form::Jumps
                        && branch.then.result.is_none()
                        && branch.els.result.is_none() =>
                {
                    return Err("a branch has a variable for its value, but no value".to_string());
                }
                StmtKind::Spill { tape, vars } => _ = self.spilled.insert((*tape, vars.clone())),
                StmtKind::Unspill { tape, vars } if !self.spilled.contains(&(*tape, vars.clone())) => {
                    return Err(format!("what `{}` is asked for was not left there", self.name(*tape)));
                }
                _ => {}
            }
            self.nested(stmt)?;
            stmt.defines().into_iter().try_for_each(|var| self.define(var))?;
        }
        let result = block.result.as_ref().and_then(Atom::var);
        result.map_or(Ok(()), |var| self.mention(var, Use::Value))
    }

    fn nested(&mut self, stmt: &Stmt) -> Result<(), String> {
        for (number, inner) in stmt.blocks().into_iter().enumerate() {
            let given = match &stmt.kind {
                StmtKind::Loop(body) => body.kind.vars(),
                StmtKind::Let { op: Op::Mapv(map), .. } => vec![map.param],
                StmtKind::PullMap(map) => vec![map.param, map.element_bar],
                _ => Vec::new(),
            };
            // The second block of these sees all that the first one defines.
            let pair = matches!(stmt.kind, StmtKind::Loop(_) | StmtKind::PullMap(_));
            if number == 0 || !pair {
                self.scope.push(FlatSet::new());
                // Before the plan, the reverse sweep sees all of the forward one.
                match self.reverse {
                    true => self.scope.last_mut().expect("it was pushed").extend(given),
                    false => given.into_iter().try_for_each(|var| self.define(var))?,
                }
            }
            let outer = self.reverse;
            self.reverse |= pair && number == 1;
            match &stmt.kind {
                StmtKind::PullMap(map) if number == 0 && self.form != Form::Planned => self.hand_over(&map.forward),
                _ => self.block(inner)?,
            }
            self.reverse = outer;
            if !pair || number + 1 == stmt.blocks().len() {
                self.scope.pop();
            }
        }
        Ok(())
    }

    fn own_uses(&self, stmt: &Stmt) -> Result<(), String> {
        // Whether a loop goes on may be known only at the end of an iteration, by a variable of its own.
        let own: FlatSet<Var> = match &stmt.kind {
            StmtKind::Loop(body) => body.body.stmts.iter().flat_map(Stmt::defines).collect(),
            _ => FlatSet::new(),
        };
        let mut result = Ok(());
        stmt.own_uses(&mut |var, usage| {
            if result.is_ok() && !own.contains(&var) {
                result = self.mention(var, usage);
            }
        });
        result
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
        let (name, sweep) = (self.name(var), self.sweep());
        if !self.visible(var) {
            Err(format!("`{name}` is used outside its scope{sweep}"))
        } else if usage == Use::Write && !self.function.info(var).mutable && !may_be_reference(self.function, var) {
            Err(format!("the immutable `{name}` is written{sweep}"))
        } else {
            Ok(())
        }
    }
}
