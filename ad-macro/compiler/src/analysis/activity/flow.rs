//! Which variables a derivative reaches from the parameters on, and from which it reaches the result.
//!
//! Input:  `let y = a * x[i]; y`
//! Output: varied `a`, `x`, `y`; useful `y`, `a`, `x`; not `i`

use crate::ir::effects::{argument_source, is_no_diff_param};
use crate::ir::*;
use crate::syntax::flat_set::FlatSet;

/// Repeats a step that only adds, until it adds nothing more.
pub(super) fn until_stable(found: &mut FlatSet<Var>, mut step: impl FnMut(&mut FlatSet<Var>)) {
    loop {
        let before = found.len();
        step(found);
        if found.len() == before {
            return;
        }
    }
}

/// The variables from which an operation's result gets its derivative: not those that only index.
pub fn sources(op: &Op, each: &mut dyn FnMut(Var)) {
    let mut atom = |atom: &Atom| atom.var().into_iter().for_each(&mut *each);
    match op {
        Op::Read(place) | Op::Clone(place, _) | Op::Sum(place) | Op::Unwrap(place, _) => each(place.root),
        Op::Rewrap { value, .. } => atom(value),
        Op::Variant { parts, .. } => parts.iter().for_each(|(_, _, value)| atom(value)),
        Op::Binary(_, l, r) => {
            operand_source(l, each);
            operand_source(r, each);
        }
        Op::Neg(operand) => operand_source(operand, each),
        Op::Rule(_, args) => args.iter().for_each(|arg| operand_source(arg, each)),
        Op::Dot(place, operand) => {
            each(place.root);
            operand_source(operand, each);
        }
        Op::Mapv(map) => {
            each(map.source.root);
            map.along.iter().flatten().for_each(|tangent| each(tangent.root));
            map.body.uses(&mut |var, _| each(var));
        }
        Op::Cast(value, _) | Op::Convert(value, _) => atom(value),
        Op::Tuple(atoms) | Op::Array { elements: atoms, .. } => atoms.iter().for_each(atom),
        Op::Repeat { element, .. } => atom(element),
        Op::Struct { fields, rest, .. } => {
            fields.iter().for_each(|(_, part)| operand_source(part, each));
            rest.iter().for_each(|rest| each(rest.root));
        }
        // An opaque expression has no derivative, or is reported; but an error is not to be looked into.
        Op::Opaque(opaque) => opaque.concealed.iter().for_each(|var| each(*var)),
        Op::Witness(_) | Op::Zero(_) | Op::LentZero(_) | Op::LentCopy(_) | Op::Part(_) => {}
        Op::Take(place, _) | Op::Empty(place, _) | Op::PopElement(place) | Op::Replace(place, _) => each(place.root),
        Op::TakeSlot(slot, _) => each(*slot),
        Op::Unpack(var, _) => each(*var),
        // What depends on the shape alone is constant.
        Op::Runtime("zero", _) => {}
        Op::Runtime(_, args) | Op::RuntimeRule(_, _, args) => args.iter().for_each(|arg| argument_source(arg, each)),
        Op::Tangent {
            function: "part_tangent",
            tangents,
            ..
        } => tangents.iter().flatten().for_each(|arg| argument_source(arg, each)),
        Op::Tangent { args, tangents, .. } => {
            let tangents = tangents.iter().flatten();
            args.iter().chain(tangents).for_each(|arg| argument_source(arg, each));
        }
    }
}

/// The variables that a struct is lent of, to be written through it.
fn lenders(op: &Op, each: &mut dyn FnMut(Var)) {
    if let Op::Struct { fields, .. } = op {
        for (_, part) in fields {
            if let Operand::Lend(place) = part {
                each(place.root);
            }
        }
    }
}

pub(super) fn operand_source(operand: &Operand, each: &mut dyn FnMut(Var)) {
    match operand {
        Operand::Atom(atom) => atom.var().into_iter().for_each(each),
        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => each(place.root),
    }
}

pub(super) fn vary(f: &Function, block: &Block, varied: &mut FlatSet<Var>) {
    let mark = |var: Var, varied: &mut FlatSet<Var>| {
        if !f.info(var).ty.is_inert() && !is_detached_variable(f, var) {
            varied.insert(var);
        }
    };
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::Let { var, op } => {
                if let Op::Mapv(map) = op {
                    let mut sources = [&map.source].into_iter().chain(map.along.iter().flatten());
                    if sources.any(|source| varied.contains(&source.root)) {
                        mark(map.param, varied);
                    }
                    vary(f, &map.body, varied);
                }
                if let Op::Replace(place, Atom::Var(value)) = op
                    && varied.contains(value)
                {
                    mark(place.root, varied);
                }
                let mut any = false;
                sources(op, &mut |source| any |= varied.contains(&source));
                if any {
                    mark(*var, varied);
                }
                if varied.contains(var) {
                    lenders(op, &mut |lender| mark(lender, varied));
                }
            }
            StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value }
                if value.var().is_some_and(|var| varied.contains(&var)) =>
            {
                mark(place.root, varied);
            }
            StmtKind::Accumulate("put_part" | "set_part", args) => {
                if let [Argument::Mut(place), Argument::Value(Atom::Var(value))] = args.as_slice()
                    && varied.contains(value)
                {
                    mark(place.root, varied);
                }
            }
            StmtKind::Update { place, value, .. } => {
                let mut any = false;
                operand_source(value, &mut |source| any |= varied.contains(&source));
                if any {
                    mark(place.root, varied);
                }
            }
            StmtKind::Call(call) if enters(call, varied) => {
                mark(call.out, varied);
                for arg in &call.args {
                    if let Argument::Mut(place) = arg {
                        mark(place.root, varied);
                    }
                }
            }
            StmtKind::If(branch) => {
                vary(f, &branch.then, varied);
                vary(f, &branch.els, varied);
                let any = branch.result_vars().any(|var| varied.contains(&var));
                if let (Some(out), true) = (branch.out, any) {
                    mark(out, varied);
                }
            }
            StmtKind::Loop(body) => vary(f, &body.body, varied),
            _ => {}
        }
    }
}

pub(super) fn use_backwards(block: &Block, useful: &mut FlatSet<Var>) {
    for stmt in block.stmts.iter().rev() {
        if let Some((var, op)) = stmt.as_let() {
            let mut lent = false;
            lenders(op, &mut |lender| lent |= useful.contains(&lender));
            if lent {
                useful.insert(*var);
            }
        }
        match &stmt.kind {
            // Nothing flows into an `Err`. One that is looked into is reported by rustc: a result's cotangent has none.
            StmtKind::Let { op, .. } if op.is_failure() => {}
            StmtKind::Let {
                op: Op::Replace(place, value),
                var,
            } if useful.contains(var) || useful.contains(&place.root) => {
                if useful.contains(&place.root) {
                    useful.extend(value.var());
                }
                if useful.contains(var) {
                    useful.insert(place.root);
                }
            }
            StmtKind::Let { var, op } if useful.contains(var) => {
                sources(op, &mut |source| {
                    useful.insert(source);
                });
                if let Op::Mapv(map) = op {
                    useful.extend(map.body.result.iter().filter_map(Atom::var));
                    useful.insert(map.param);
                    use_backwards(&map.body, useful);
                }
            }
            StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value } if useful.contains(&place.root) => {
                useful.extend(value.var());
            }
            StmtKind::Accumulate("put_part" | "set_part", args) => {
                if let [Argument::Mut(place), Argument::Value(value)] = args.as_slice()
                    && useful.contains(&place.root)
                {
                    useful.extend(value.var());
                }
            }
            StmtKind::Update { place, value, .. } if useful.contains(&place.root) => {
                operand_source(value, &mut |source| {
                    useful.insert(source);
                });
            }
            StmtKind::Call(call) if call_is_useful(call, useful) => {
                call.carrying().for_each(|arg| {
                    argument_source(arg, &mut |source| {
                        useful.insert(source);
                    });
                });
            }
            StmtKind::If(branch) => {
                if branch.out.is_some_and(|out| useful.contains(&out)) {
                    useful.extend(branch.result_vars());
                }
                use_backwards(&branch.then, useful);
                use_backwards(&branch.els, useful);
            }
            StmtKind::Loop(body) => use_backwards(&body.body, useful),
            _ => {}
        }
    }
}

pub(super) fn call_is_useful(call: &Call, useful: &FlatSet<Var>) -> bool {
    useful.contains(&call.out)
        || call
            .args
            .iter()
            .any(|arg| matches!(arg, Argument::Mut(place) if useful.contains(&place.root)))
}

/// Whether one of these variables enters a call.
pub(super) fn enters(call: &Call, vars: &FlatSet<Var>) -> bool {
    let mut any = false;
    for arg in call.carrying() {
        argument_source(arg, &mut |source| any |= vars.contains(&source));
    }
    any
}

/// Whether `no_diff` says of a variable that it carries no derivative.
pub fn is_detached_variable(f: &Function, var: Var) -> bool {
    is_no_diff_param(f, var) || f.detached.contains(&var)
}

/// The root of what an assignment or a push writes, and the variable whose value it puts there.
pub(super) fn written_from(kind: &StmtKind) -> Option<(Var, Var)> {
    match kind {
        StmtKind::Assign {
            place,
            value: Atom::Var(value),
            ..
        }
        | StmtKind::Push {
            place,
            value: Atom::Var(value),
        }
        | StmtKind::Let {
            op: Op::Replace(place, Atom::Var(value)),
            ..
        }
        | StmtKind::Update {
            place,
            value: Operand::Atom(Atom::Var(value)) | Operand::Borrow(Place { root: value, .. }),
            ..
        } => Some((place.root, *value)),
        _ => None,
    }
}
