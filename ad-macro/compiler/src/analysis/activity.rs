//! Activity analysis: the variables that depend on a differentiable parameter (varied) and on which the result depends (useful).
//!
//! Input:  a function without jumps
//! Output: the active variables; calls without active arguments are marked, lost derivatives are reported.
//!
//! It is flow-insensitive, and treats a mutable variable as one: it may call too much active, never too little.

pub mod flow;
pub mod losses;
pub mod proofs;

use crate::analysis::activity::flow::{call_is_useful, enters, until_stable, use_backwards, vary};
use crate::analysis::activity::losses::{report, report_pointers, report_readers, spell};
use crate::analysis::activity::proofs::{plain_closures, prove_twins, prove_writes, reached};
use crate::ir::*;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

#[derive(Clone, Default)]
pub struct Activity {
    varied: FlatSet<Var>,
    useful: FlatSet<Var>,
}

impl Activity {
    pub fn active(&self, var: Var) -> bool {
        self.varied.contains(&var) && self.useful.contains(&var)
    }

    /// A new variable is as active as the one that it comes from.
    pub fn inherit(&mut self, var: Var, from: Var) {
        for set in [&mut self.varied, &mut self.useful] {
            if set.contains(&from) {
                set.insert(var);
            }
        }
    }
}

pub fn activity(f: &mut Function, diagnostics: &Diagnostics) -> Activity {
    let mut varied = FlatSet::new();
    varied.extend(
        f.params
            .iter()
            .filter(|param| param.differentiable && !f.info(param.var).ty.is_inert())
            .map(|param| param.var),
    );
    until_stable(&mut varied, |varied| vary(f, &f.body, varied));
    let mut useful: FlatSet<Var> = f.body.result.iter().filter_map(Atom::var).collect();
    useful.extend(
        f.params
            .iter()
            .filter(|param| match &param.callable {
                // A call may change what the function captured.
                Some((callable, _)) => callable.exclusive,
                None => param.differentiable && param.passing == Passing::Mut,
            })
            .map(|param| param.var),
    );
    until_stable(&mut useful, |useful| use_backwards(&f.body, useful));
    let mut spelled = FlatSet::new();
    until_stable(&mut spelled, |spelled| spell(&f.body, &varied, spelled));
    report(f, &f.body, &varied, &spelled, diagnostics);
    report_readers(f, &varied, &spelled, diagnostics);
    report_pointers(f, &varied, diagnostics);
    let mut body = std::mem::take(&mut f.body);
    let reached = reached(f, &body);
    prove_writes(f, &mut body, &varied, &reached, &mut FlatSet::new());
    let mut used = FlatSet::new();
    body.uses(&mut |var, usage| {
        if usage != Use::Write {
            used.insert(var);
        }
    });
    used.extend(body.result.iter().filter_map(Atom::var));
    let keeps = |call: &Call| may_keep(f, call, &used);
    let functions = f.params.iter().filter(|param| param.passing == Passing::Function);
    let functions = functions.map(|param| param.var).collect();
    mark_calls(&mut body, &varied, &useful, &keeps, &functions, diagnostics);
    plain_closures(f, &body, &varied);
    prove_twins(f, &mut body, &varied);
    f.body = body;
    Activity { varied, useful }
}

/// Whether a call may put its arguments where they are read again without the macro's knowledge: in a cell, or, if it is made
/// for nothing but its effect, in a global.
fn may_keep(f: &Function, call: &Call, used: &FlatSet<Var>) -> bool {
    let unknown = |var: Var| *f.info(var).ty.behind_references() == Ty::Unknown;
    let cell = call.args.iter().any(|arg| match arg {
        Argument::Ref(place) => *f.place_ty(place).behind_references() == Ty::Unknown && unknown(place.root),
        Argument::Mut(_) => false,
        Argument::Value(Atom::Var(var)) | Argument::RefAtom(Atom::Var(var)) => unknown(*var) && f.info(*var).temporary,
        Argument::Value(_) | Argument::RefAtom(_) | Argument::Lambda(..) | Argument::Named(..) => false,
    });
    let writes = call.args.iter().any(|arg| matches!(arg, Argument::Mut(_)));
    // Nobody looked into a function that is kept somewhere.
    let cell = cell || call.kind == CallKind::Kept;
    cell || !writes && !used.contains(&call.out)
}

fn mark_calls(
    block: &mut Block,
    varied: &FlatSet<Var>,
    useful: &FlatSet<Var>,
    keeps: &dyn Fn(&Call) -> bool,
    functions: &FlatSet<Var>,
    diagnostics: &Diagnostics,
) {
    for stmt in &mut block.stmts {
        if let StmtKind::Call(call) = &mut stmt.kind {
            // A function that is a parameter is there in two parts only.
            let function = |arg: &Argument| matches!(arg, Argument::Ref(place) | Argument::Mut(place) if functions.contains(&place.root));
            call.inactive = !call.args.iter().any(function)
                && (!enters(call, varied) || !(call_is_useful(call, useful) || keeps(call)));
            if let (false, Some(loss)) = (call.inactive, &call.loss) {
                diagnostics.error(loss.span, &loss.message, &loss.help);
            }
        }
        for inner in stmt.blocks_mut() {
            mark_calls(inner, varied, useful, keeps, functions, diagnostics);
        }
    }
}
