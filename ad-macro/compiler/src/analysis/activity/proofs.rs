//! What is taken to carry no derivative is proved in the emitted code: integers, what is written to, the twins of functions.
//!
//! Input:  `counts[k] += nodes[i].count`, whose type only rustc knows
//! Output: `counts[k] += passive(nodes[i].count)`

use crate::analysis::activity::flow::{enters, until_stable, vary, written_from};
use crate::ir::effects::argument_source;
use crate::ir::{spell, *};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

/// What is made from something that can be changed, and may be a reference into it: `buffer.last()`.
pub(super) fn reached(f: &Function, body: &Block) -> FlatSet<Var> {
    let mut found = FlatSet::new();
    let changeable =
        |opaque: &Opaque| !opaque.pure && !opaque.owned && opaque.reads.iter().any(|var| f.info(*var).mutable);
    body.walk(&mut |stmt| {
        if let Some((var, Op::Opaque(opaque))) = stmt.as_let()
            && (!opaque.writes.is_empty() || changeable(opaque))
        {
            found.insert(*var);
        }
    });
    found
}

/// What is written to a parameter of integers, and of which only rustc knows that it is one, is proved to carry no derivative:
/// `counts[k] += nodes[i].count`.
fn prove_integers(f: &mut Function, stmt: &Stmt, varied: &FlatSet<Var>) -> Option<Stmt> {
    let (target, value) = written_from(&stmt.kind)?;
    if !is_inert_param(f, target) || !varied.contains(&value) {
        return None;
    }
    let place = match &stmt.kind {
        StmtKind::Update {
            value: Operand::Borrow(place),
            ..
        } => place.clone(),
        _ => Place::var(value),
    };
    let mut reads = Vec::new();
    place.uses(Use::Read, &mut |var, _| reads.push(var));
    let (ad, value) = (f.names_ad(), spell::place(&f.vars, &place));
    let opaque = Opaque::pure(quote::quote_spanned!(stmt.span=> #ad::inactive(&#value);), reads);
    let diverges = false;
    Some(f.stmt(stmt.span, StmtKind::Effect { opaque, diverges }))
}

/// Whether a parameter's written type carries no derivative, whatever is written there.
pub(super) fn is_inert_param(f: &Function, var: Var) -> bool {
    let mut params = f.params.iter();
    params.any(|param| param.var == var && crate::syntax::types::is_inert_parameter(&param.ty))
}

/// A write through a local of unknown type may reach what the local only guards (`*mutex.lock().unwrap() = x`): the emitted
/// code proves that the local itself holds the value, by the local having a cotangent.
pub(super) fn prove_writes(
    f: &mut Function,
    block: &mut Block,
    varied: &FlatSet<Var>,
    reached: &FlatSet<Var>,
    proven: &mut FlatSet<Var>,
) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.blocks_mut() {
            prove_writes(f, inner, varied, reached, proven);
        }
        let written = match &stmt.kind {
            StmtKind::Call(call) if enters(call, varied) => {
                let lent = |arg: &Argument| match arg {
                    Argument::Mut(place) => Some(place.root),
                    Argument::Value(Atom::Var(var)) if reached.contains(var) => Some(*var),
                    _ => None,
                };
                call.args.iter().filter_map(lent).collect()
            }
            kind => match written_from(kind) {
                Some((target, value)) if varied.contains(&value) => vec![target],
                _ => Vec::new(),
            },
        };
        stmts.extend(prove_integers(f, &stmt, varied));
        for root in written {
            let info = f.info(root);
            let guard = info.ty == Ty::Unknown && info.role == Role::Value && !f.detached.contains(&root);
            let through = !matches!(&stmt.kind,
                StmtKind::Assign { place, .. } | StmtKind::Let { op: Op::Replace(place, _), .. } if place.is_whole());
            // A second proof might stand where a part has been moved.
            if guard && through && proven.insert(root) {
                let (ad, mut name, span) = (f.names_ad(), info.name.clone(), stmt.span);
                name.set_span(name.span().located_at(span));
                let opaque = Opaque::pure(quote::quote_spanned!(span=> #ad::holds(&#name);), vec![root]);
                let proof = f.stmt(
                    span,
                    StmtKind::Effect {
                        opaque,
                        diverges: false,
                    },
                );
                stmts.push(proof);
            }
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

/// A function that takes an active value, and whose result carries no derivative, is called as it stands. The emitted code proves
/// that it is differentiable all the same: so it cannot put the value where another function finds it.
pub(super) fn prove_twins(f: &mut Function, block: &mut Block, varied: &FlatSet<Var>) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.blocks_mut() {
            prove_twins(f, inner, varied);
        }
        let entered = |callees: &[Callee]| -> Vec<syn::ExprPath> {
            let callees = callees.iter();
            let active = callees.filter(|callee| callee.reads.iter().any(|var| varied.contains(var)));
            active.map(|callee| callee.forward.clone()).collect()
        };
        let paths = match &stmt.kind {
            StmtKind::Let {
                op: Op::Opaque(opaque), ..
            }
            | StmtKind::Let {
                op: Op::Repeat { len: opaque, .. },
                ..
            }
            | StmtKind::Effect { opaque, .. } => entered(&opaque.callees),
            StmtKind::Loop(body) => match &body.kind {
                LoopKind::Iterator { iterator, .. } => entered(&iterator.callees),
                _ => Vec::new(),
            },
            StmtKind::Call(call)
                if call.inactive
                    && call.kind != CallKind::Method
                    && call.loss.is_none()
                    && call.forward.path.segments[0].ident != f.ad
                    && enters(call, varied) =>
            {
                vec![call.forward.clone()]
            }
            _ => Vec::new(),
        };
        // The runtime's own functions are there.
        let users = |path: &syn::ExprPath| path.path.segments[0].ident != f.ad;
        for path in paths.into_iter().filter(users).collect::<Vec<_>>() {
            let opaque = Opaque::pure(crate::ir::proofs::twin_exists(&path, f), Vec::new());
            let proof = StmtKind::Effect {
                opaque,
                diverges: false,
            };
            stmts.push(f.stmt(stmt.span, proof));
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

/// A closure in a call without derivative stays as it was written, with plain calls in it. What enters them is proven as it is
/// elsewhere.
pub(super) fn plain_closures(f: &mut Function, body: &Block, varied: &FlatSet<Var>) {
    let mut plain = Vec::new();
    body.walk(&mut |stmt| {
        let StmtKind::Call(call) = &stmt.kind else { return };
        for arg in &call.args {
            if let (Argument::Lambda(number, start), true) = (arg, call.inactive) {
                let varies = |arg: &Argument| {
                    let mut varies = false;
                    argument_source(arg, &mut |var| varies |= varied.contains(&var));
                    varies
                };
                let captured = call.args[*start..].iter().map(varies).collect::<Vec<_>>();
                plain.push((*number, captured, enters(call, varied)));
            }
        }
    });
    for (number, captured, entered) in plain {
        let lambda = &mut f.lambdas[number];
        let params = lambda.function.params.iter().enumerate();
        let inside = params.filter(|(k, param)| captured.get(*k).copied().unwrap_or(entered && param.differentiable));
        let mut inside: FlatSet<Var> = inside.map(|(_, param)| param.var).collect();
        let function = &mut lambda.function;
        let mut body = std::mem::take(&mut function.body);
        until_stable(&mut inside, |inside| vary(function, &body, inside));
        mark_plain(&mut body);
        plain_closures(function, &body, &inside);
        prove_twins(function, &mut body, &inside);
        function.body = body;
    }
}

fn mark_plain(block: &mut Block) {
    for stmt in &mut block.stmts {
        if let StmtKind::Call(call) = &mut stmt.kind {
            call.inactive = true;
        }
        stmt.blocks_mut().into_iter().for_each(mark_plain);
    }
}
