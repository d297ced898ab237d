//! What is done with structs that hold references: they are read, and lent to calls.
//!
//! Elsewhere they would be kept, and what is kept has a cotangent that owns it all.

use crate::diagnostics::Diagnostics;
use crate::ir::*;
use proc_macro2::Span;

const KEPT: &str = "a struct that holds references is kept here, which is not supported yet";
const KEPT_HELP: &str =
    "bind it to a name by `let`, read it, and hand it to functions; where a branch chooses, choose its fields";

/// Reports what views are kept in.
pub fn holders(f: &Function, diagnostics: &Diagnostics) {
    for lambda in &f.lambdas {
        holders(&lambda.function, diagnostics);
    }
    block(f, &f.body, None, diagnostics);
}

fn block(f: &Function, body: &Block, around: Option<Span>, diagnostics: &Diagnostics) {
    let is_view = |var: Var| f.info(var).role == Role::View;
    for stmt in &body.stmts {
        let nested = stmt.blocks();
        for inner in &nested {
            block(f, inner, Some(stmt.span), diagnostics);
        }
        let builds = matches!(&stmt.kind, StmtKind::Let { var, .. } if is_view(*var));
        if !builds && nested.is_empty() {
            let mut kept = false;
            stmt.uses(&mut |var, usage| kept |= is_view(var) && usage != Use::Read);
            if kept {
                diagnostics.error(stmt.span, KEPT, KEPT_HELP);
            }
        }
    }
    if let Some(Atom::Var(var)) = body.result
        && is_view(var)
    {
        let built = body.stmts.iter().rev().find(|stmt| stmt.defines().contains(&var));
        let span = built.map(|stmt| stmt.span).or(around);
        diagnostics.error(span.unwrap_or_else(|| f.name.span()), KEPT, KEPT_HELP);
    }
}
