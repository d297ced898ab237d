//! What is done with structs that hold references: they are read, and lent to calls.
//!
//! Elsewhere they would be kept, and what is kept has a cotangent that owns it all.

use crate::diagnostics::Diagnostics;
use crate::ir::*;
use crate::types::Ty;
use proc_macro2::Span;

const KEPT: &str = "a struct that holds references is kept here, which is not supported yet";
const KEPT_HELP: &str =
    "bind it to a name by `let`, read it, and hand it to functions; where a branch chooses, choose its fields";

const WRITTEN: &str = "what a struct refers to is written through it here, which is not supported yet";
const WRITTEN_HELP: &str = "hand the reference to a function as a parameter of its own";

/// Reports what is written through a struct that is lent. In a function that rustc takes, only a reference in a struct can be
/// written through one that is not mutable itself.
pub fn written(f: &Function, diagnostics: &Diagnostics) {
    let is_read = |var: Var| {
        let info = f.info(var);
        info.role == Role::Reference && !info.mutable && info.ty != Ty::Unknown
    };
    f.body.walk(&mut |stmt| {
        let mut written = false;
        if stmt.blocks().is_empty() {
            stmt.uses(&mut |var, usage| written |= is_read(var) && usage == Use::Write);
        }
        if written {
            diagnostics.error(stmt.span, WRITTEN, WRITTEN_HELP);
        }
    });
}

/// Reports what views are kept in.
pub fn holders(f: &Function, diagnostics: &Diagnostics) {
    for lambda in &f.lambdas {
        holders(&lambda.function, diagnostics);
    }
    written(f, diagnostics);
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
