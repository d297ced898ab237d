//! The invariants of the IR, verified after every pass in debug builds and tests.
//!
//! Every variable is defined once, before it is used and in a block that encloses its use; only mutable variables are
//! assigned; an atom names an immutable variable; after the exits pass there are no jumps; the results of a branch agree.

use crate::adjoint::Backward;
use crate::diagnostics::Diagnostics;
use crate::ir::*;
use std::collections::BTreeSet;

/// Panics with the offending statement if `function` breaks an invariant.
/// After a reported error the IR may have holes: nothing is checked then.
pub fn checked(pass: &str, function: &Function, backward: Option<&Backward>, diagnostics: &Diagnostics) {
    if cfg!(debug_assertions)
        && diagnostics.count() == 0
        && let Err(problem) = check(function, backward, pass != "lower")
    {
        panic!("the IR is broken after the pass `{pass}`: {problem}\n{function}");
    }
}

pub fn check(function: &Function, backward: Option<&Backward>, structured: bool) -> Result<(), String> {
    let mut check = Check {
        function,
        defined: BTreeSet::new(),
        scope: vec![BTreeSet::new()],
        structured,
    };
    for param in &function.params {
        check.define(param.var)?;
    }
    check.stmts(&function.body)?;
    if let Some(backward) = backward {
        check.define(backward.seed)?;
        for bar in function.params.iter().filter_map(|param| param.bar) {
            check.define(bar)?;
        }
        // The backward sweep sees what it is given of the nested blocks: by name, which the plan arranges.
        check.stmts_open(&backward.block)?;
    }
    Ok(())
}

struct Check<'a> {
    function: &'a Function,
    defined: BTreeSet<Var>,
    scope: Vec<BTreeSet<Var>>,
    structured: bool,
}

/// What rustc gave the macro may be a reference: it is written through, and need not be mutable itself.
fn may_be_reference(f: &Function, var: Var) -> bool {
    f.info(var).ty == crate::types::Ty::Unknown
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
        let mut inner = BTreeSet::new();
        for block in stmt.blocks() {
            block.walk(&mut |stmt| {
                inner.extend(stmt.defines());
                if let StmtKind::Loop(body) = &stmt.kind {
                    inner.extend(body.kind.vars());
                }
                if let StmtKind::Let { op: Op::Mapv(map), .. } = &stmt.kind {
                    inner.insert(map.param);
                }
            });
        }
        match &stmt.kind {
            StmtKind::Loop(body) => inner.extend(body.kind.vars()),
            StmtKind::Let { op: Op::Mapv(map), .. } => {
                inner.insert(map.param);
            }
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
            for inner in stmt.blocks() {
                self.scope.push(BTreeSet::new());
                if let StmtKind::Loop(body) = &stmt.kind {
                    for var in body.kind.vars() {
                        self.define(var)?;
                    }
                }
                if let StmtKind::Let { op: Op::Mapv(map), .. } = &stmt.kind {
                    self.define(map.param)?;
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

    /// The backward sweep: its own definitions are single and precede their uses; the forward ones are the plan's business.
    fn stmts_open(&mut self, block: &Block) -> Result<(), String> {
        for stmt in &block.stmts {
            if let StmtKind::PullMap(_) = stmt.kind {
                continue;
            }
            for inner in stmt.blocks() {
                self.stmts_open(inner)?;
            }
        }
        Ok(())
    }
}
