//! Activity analysis: the variables that depend on a differentiable parameter (varied) and on which the result depends (useful).
//!
//! Input:  a function without jumps
//! Output: the active variables; calls without active arguments are marked, lost derivatives are reported.
//!
//! It is flow-insensitive, and treats a mutable variable as one: it may call too much active, never too little.

use crate::ir::effects::{argument_source, is_no_diff_param};
use crate::ir::{spell, *};
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

#[derive(Default)]
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

/// Repeats a step that only adds, until it adds nothing more.
fn until_stable(found: &mut FlatSet<Var>, mut step: impl FnMut(&mut FlatSet<Var>)) {
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

fn operand_source(operand: &Operand, each: &mut dyn FnMut(Var)) {
    match operand {
        Operand::Atom(atom) => atom.var().into_iter().for_each(each),
        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => each(place.root),
    }
}

fn vary(f: &Function, block: &Block, varied: &mut FlatSet<Var>) {
    let mark = |var: Var, varied: &mut FlatSet<Var>| {
        if !f.info(var).ty.is_inert() && !is_detached_variable(f, var) {
            varied.insert(var);
        }
    };
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::Let { var, op } => {
                if let Op::Mapv(map) = op {
                    if varied.contains(&map.source.root) {
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
            StmtKind::Accumulate("put_part", args) => {
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
                let results = [&branch.then.result, &branch.els.result];
                let any = results
                    .iter()
                    .filter_map(|r| r.as_ref()?.var())
                    .any(|var| varied.contains(&var));
                if let (Some(out), true) = (branch.out, any) {
                    mark(out, varied);
                }
            }
            StmtKind::Loop(body) => vary(f, &body.body, varied),
            _ => {}
        }
    }
}

fn use_backwards(block: &Block, useful: &mut FlatSet<Var>) {
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
            StmtKind::Accumulate("put_part", args) => {
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
                    useful.extend(
                        branch
                            .then
                            .result
                            .iter()
                            .chain(&branch.els.result)
                            .filter_map(Atom::var),
                    );
                }
                use_backwards(&branch.then, useful);
                use_backwards(&branch.els, useful);
            }
            StmtKind::Loop(body) => use_backwards(&body.body, useful),
            _ => {}
        }
    }
}

fn call_is_useful(call: &Call, useful: &FlatSet<Var>) -> bool {
    useful.contains(&call.out)
        || call
            .args
            .iter()
            .any(|arg| matches!(arg, Argument::Mut(place) if useful.contains(&place.root)))
}

/// Finds what holds an active value as text or as bits.
fn spell(block: &Block, varied: &FlatSet<Var>, spelled: &mut FlatSet<Var>) {
    let spells = |opaque: &Opaque, spelled: &FlatSet<Var>| {
        opaque.spelled.iter().any(|var| varied.contains(var)) || opaque.carried.iter().any(|var| spelled.contains(var))
    };
    block.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let { var, op } => {
            let mut any = false;
            sources(op, &mut |source| any |= spelled.contains(&source));
            if let Op::Replace(place, Atom::Var(value)) = op
                && spelled.contains(value)
            {
                spelled.insert(place.root);
            }
            if let Op::Opaque(opaque) = op {
                any |= spells(opaque, spelled);
                if any {
                    spelled.extend(&opaque.writes);
                }
            }
            if any {
                spelled.insert(*var);
            }
        }
        StmtKind::Effect { opaque, .. } if spells(opaque, spelled) => spelled.extend(&opaque.writes),
        StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value }
            if value.var().is_some_and(|var| spelled.contains(&var)) =>
        {
            spelled.insert(place.root);
        }
        StmtKind::Update { place, value, .. } => {
            let mut any = false;
            operand_source(value, &mut |source| any |= spelled.contains(&source));
            if any {
                spelled.insert(place.root);
            }
        }
        StmtKind::Call(call) if enters(call, spelled) => {
            spelled.insert(call.out);
            let lent = |arg: &Argument| match arg {
                Argument::Mut(place) => Some(place.root),
                _ => None,
            };
            spelled.extend(call.args.iter().filter_map(lent));
        }
        StmtKind::If(branch) => {
            let results = [&branch.then.result, &branch.els.result];
            let mut vars = results.iter().filter_map(|result| result.as_ref()?.var());
            if let (Some(out), true) = (branch.out, vars.any(|var| spelled.contains(&var))) {
                spelled.insert(out);
            }
        }
        StmtKind::Loop(body) => {
            if let LoopKind::Iterator { vars, iterator, .. } = &body.kind
                && spells(iterator, spelled)
            {
                spelled.extend(vars);
            }
        }
        _ => {}
    });
}

/// Reports functions that are given text or bits of an active value and may read it back, or keep it where another may: those of
/// which no result is taken. What they make may describe an error, and go on into further calls; nothing else can be made of it.
fn report_readers(f: &Function, varied: &FlatSet<Var>, spelled: &FlatSet<Var>, diagnostics: &Diagnostics) {
    if spelled.is_empty() {
        return;
    }
    // The same value under other names.
    let mut names: Vec<(Var, Var)> = Vec::new();
    let mut used: FlatSet<Var> = f.body.result.iter().filter_map(Atom::var).collect();
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            var,
            op: Op::Read(place),
        } if place.is_whole() => names.push((*var, place.root)),
        StmtKind::Let { op, .. } if op.is_failure() => {}
        StmtKind::Call(_) | StmtKind::Effect { .. } => {}
        StmtKind::Let { op, .. } => op.uses(&mut |var, _| {
            used.insert(var);
        }),
        StmtKind::If(branch) => {
            let results = [&branch.then.result, &branch.els.result];
            used.extend(results.iter().filter_map(|result| result.as_ref()?.var()));
        }
        StmtKind::Loop(_) => {}
        _ => stmt.uses(&mut |var, usage| {
            if usage != Use::Write {
                used.insert(var);
            }
        }),
    });
    for (name, value) in names.iter().rev() {
        if used.contains(name) {
            used.insert(*value);
        }
    }
    let mut mentioned: FlatSet<Var> = f.body.result.iter().filter_map(Atom::var).collect();
    f.body.walk(&mut |stmt| {
        if let StmtKind::If(branch) = &stmt.kind {
            let results = [&branch.then.result, &branch.els.result];
            mentioned.extend(results.iter().filter_map(|result| result.as_ref()?.var()));
        }
        stmt.uses(&mut |var, usage| {
            if usage != Use::Write {
                mentioned.insert(var);
            }
        });
    });
    f.body.walk(&mut |stmt| {
        let StmtKind::Call(call) = &stmt.kind else {
            return;
        };
        if !spelled.contains(&call.out) || enters(call, varied) {
            return;
        }
        let message = if !mentioned.contains(&call.out) {
            "cannot see whether this keeps the number as text or bits, to be read back from there: the derivative would be lost"
        } else if used.contains(&call.out) && !f.info(call.out).ty.is_inert() {
            "cannot see whether this reads the number back from its text or bits: the derivative would be lost"
        } else {
            return;
        };
        diagnostics.error(stmt.span, message, "write `no_diff(..)` around the call if it does not");
    });
}

/// Reports the derivatives that an opaque expression would lose.
fn report(f: &Function, block: &Block, varied: &FlatSet<Var>, spelled: &FlatSet<Var>, diagnostics: &Diagnostics) {
    let look = |opaque: &Opaque| {
        for loss in &opaque.losses {
            let lost = loss.reads.iter().any(|var| varied.contains(var));
            if lost || loss.spellings.iter().any(|var| spelled.contains(var)) {
                diagnostics.error(loss.span, &loss.message, &loss.help);
            }
        }
    };
    let written = |opaque: &Opaque, span| {
        let reads_varied = opaque.carried.iter().any(|var| varied.contains(var));
        for var in &opaque.writes {
            let reported = opaque
                .losses
                .iter()
                .any(|loss| loss.reads.iter().any(|var| varied.contains(var)));
            if !reported && (varied.contains(var) || reads_varied) && !f.info(*var).ty.is_inert() {
                diagnostics.error(
                    span,
                    format!(
                        "cannot see what this does to `{}`, which carries a derivative",
                        f.info(*var).name
                    ),
                    "write it with assignments, or as a function marked `#[differentiable]`",
                );
            }
        }
    };
    block.walk(&mut |stmt| {
        if let Some(target) = lost_in(f, &stmt.kind, varied) {
            diagnostics.error(
                stmt.span,
                format!(
                    "the derivative is lost in `{}`, which is handed on in `no_diff(..)`",
                    f.info(target).name
                ),
                "hand it on without `no_diff(..)`, or write `no_diff(..)` around what it is given here",
            );
        }
    });
    block.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            op: Op::Opaque(opaque), ..
        }
        | StmtKind::Effect { opaque, .. } => {
            look(opaque);
            written(opaque, stmt.span);
        }
        StmtKind::Let {
            op: Op::Cast(Atom::Var(value), _) | Op::Convert(Atom::Var(value), _),
            ..
        } if spelled.contains(value) => {
            let loss = Loss::read_back(stmt.span, Vec::new(), Vec::new());
            diagnostics.error(loss.span, &loss.message, &loss.help);
        }
        StmtKind::Let {
            op: Op::Repeat { len, .. },
            ..
        } => look(len),
        StmtKind::Loop(body) => {
            if let LoopKind::Iterator { iterator, .. } = &body.kind {
                look(iterator);
                written(iterator, stmt.span);
            }
        }
        kind => {
            if let Some((target, value)) = written_from(kind)
                && varied.contains(&value)
                && is_no_diff_param(f, target)
                && !is_inert_param(f, target)
            {
                diagnostics.error(
                    stmt.span,
                    format!(
                        "the derivative is lost in `{}`, which is marked `#[no_diff]`",
                        f.info(target).name
                    ),
                    "write `no_diff(..)` around the value, or take `#[no_diff]` off the parameter",
                );
            }
        }
    });
}

/// The variable without derivative, as `no_diff(&mut v)` says, into which a statement puts one.
fn lost_in(f: &Function, kind: &StmtKind, varied: &FlatSet<Var>) -> Option<Var> {
    let mut any = false;
    let mut note = |source: Var| any |= varied.contains(&source);
    let target = match kind {
        StmtKind::Let {
            op: Op::Replace(place, value),
            ..
        } => {
            value.var().into_iter().for_each(note);
            place.root
        }
        StmtKind::Let { var, op } => {
            sources(op, &mut note);
            *var
        }
        StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value } => {
            value.var().into_iter().for_each(note);
            place.root
        }
        StmtKind::Update { place, value, .. } => {
            operand_source(value, &mut note);
            place.root
        }
        StmtKind::Call(call) => {
            any = enters(call, varied);
            call.out
        }
        StmtKind::If(branch) => {
            let results = [&branch.then.result, &branch.els.result];
            results.into_iter().flatten().filter_map(Atom::var).for_each(note);
            branch.out?
        }
        _ => return None,
    };
    (any && f.detached.contains(&target)).then_some(target)
}

/// The root of what an assignment or a push writes, and the variable whose value it puts there.
fn written_from(kind: &StmtKind) -> Option<(Var, Var)> {
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

/// The variables that may point into others: of unknown type, and made from something that is known to hold values and may be
/// changed, as in `let last = v.last_mut().unwrap()`.
fn pointers(f: &Function, varied: &FlatSet<Var>) -> FlatSet<Var> {
    let mut found = FlatSet::new();
    let holds = |var: &Var| !f.info(*var).ty.is_inert() && *f.info(*var).ty.behind_references() != Ty::Unknown;
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let { var, op } if f.info(*var).ty == Ty::Unknown => {
            let points = match op {
                Op::Opaque(opaque) => opaque.writes.iter().any(holds),
                Op::Read(place) => found.contains(&place.root),
                _ => false,
            };
            if points {
                found.insert(*var);
            }
        }
        // A differentiable function returns no reference.
        StmtKind::Call(call) if f.info(call.out).ty == Ty::Unknown && !enters(call, varied) => {
            let lent = |arg: &Argument| matches!(arg, Argument::Mut(place) if holds(&place.root));
            if call.args.iter().any(lent) {
                found.insert(call.out);
            }
        }
        StmtKind::Loop(body) => {
            if let LoopKind::Iterator { vars, iterator, .. } = &body.kind
                && iterator.writes.iter().any(holds)
            {
                found.extend(vars);
            }
        }
        _ => {}
    });
    found
}

/// Whether one of these variables enters a call.
fn enters(call: &Call, vars: &FlatSet<Var>) -> bool {
    let mut any = false;
    for arg in call.carrying() {
        argument_source(arg, &mut |source| any |= vars.contains(&source));
    }
    any
}

/// Reports references that a differentiable function could write an active value through.
fn report_pointers(f: &Function, varied: &FlatSet<Var>, diagnostics: &Diagnostics) {
    let pointers = pointers(f, varied);
    f.body.walk(&mut |stmt| {
        let StmtKind::Call(call) = &stmt.kind else { return };
        for arg in &call.args {
            if let Argument::Value(Atom::Var(var)) = arg
                && pointers.contains(var)
                && enters(call, varied)
            {
                diagnostics.error(
                    stmt.span,
                    "cannot see which variable this call may write to: the derivative would be lost",
                    "pass `&mut v[i]` of the variable itself",
                );
            }
        }
    });
}

/// What is made from something that can be changed, and may be a reference into it: `buffer.last()`.
fn reached(f: &Function, body: &Block) -> FlatSet<Var> {
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
fn is_inert_param(f: &Function, var: Var) -> bool {
    let mut params = f.params.iter();
    params.any(|param| param.var == var && crate::syntax::types::is_inert_parameter(&param.ty))
}

/// A write through a local of unknown type may reach what the local only guards (`*mutex.lock().unwrap() = x`): the emitted
/// code proves that the local itself holds the value, by the local having a cotangent.
fn prove_writes(
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
fn prove_twins(f: &mut Function, block: &mut Block, varied: &FlatSet<Var>) {
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
fn plain_closures(f: &mut Function, body: &Block, varied: &FlatSet<Var>) {
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

/// Whether `no_diff` says of a variable that it carries no derivative.
pub fn is_detached_variable(f: &Function, var: Var) -> bool {
    is_no_diff_param(f, var) || f.detached.contains(&var)
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
