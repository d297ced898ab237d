//! Escape analysis for structs that hold references: they may be read, lent to calls, and returned; all else is an error.
//!
//! Input:  `let v = View { of: &x };  all.push(v);`
//! Output: an error on the push: a residual would hold the borrow, and a pullback captures none

use crate::ir::*;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::Span;

const KEPT: &str = "a struct that holds references is kept here, which is not supported yet";
const KEPT_HELP: &str = "bind it to a name by `let`, read it, hand it to functions, or return it; where a branch chooses, choose its fields, or write a function that returns it";

const MOVED_HELP: &str =
    "go on using the name that it was given first, and hand it to functions by reference, `&mut view`";

const LENT: &str = "what a struct holds a mutable reference to is used in the statement that names the struct for the last time, which is not supported yet";
const LENT_HELP: &str =
    "give what is computed from the struct a name, `let value = view.at(0);`, and go on in the next statement";

const REST: &str =
    "a struct that holds a mutable reference and takes its other fields from another one is not supported yet";
const REST_HELP: &str = "write out its fields";

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
    lent(&f.body, diagnostics);
    let returned = returned(f);
    block(f, &f.body, &returned, (None, true), diagnostics);
}

/// Reports what is done with a struct that holds mutable references, or with what it is lent, after which the two would not belong
/// together: in the reverse sweep, the cotangent of what it is lent is the field's from its definition to the end of its block.
fn lent(block: &Block, diagnostics: &Diagnostics) {
    for (k, stmt) in block.stmts.iter().enumerate() {
        for inner in stmt.blocks() {
            lent(inner, diagnostics);
        }
        let Some((var, op @ Op::Struct { fields, rest, .. })) = stmt.as_let() else {
            continue;
        };
        if !op.lends() {
            continue;
        }
        if rest.is_some() {
            diagnostics.error(stmt.span, REST, REST_HELP);
        }
        let lends = |member: &syn::Member| {
            let mut fields = fields.iter();
            fields.any(|(name, part)| name == member && matches!(part, Operand::Lend(_)))
        };
        // Its place as a whole, or that of a reference in it.
        let holds = |place: &Place| match &place.path[..] {
            [] => place.root == *var,
            [Projection::Field(member)] => place.root == *var && lends(member),
            _ => false,
        };
        let owned = |place: &Place| {
            let mut parts = fields.iter().filter_map(|(_, part)| match part {
                Operand::Lend(lent) => Some(lent),
                _ => None,
            });
            parts.any(|lent| lent.overlaps(place))
        };
        for later in &block.stmts[k + 1..] {
            let report = |stmt: &Stmt| {
                let (mut moved, mut used) = (false, false);
                if stmt.blocks().is_empty() {
                    stmt.uses(&mut |used, usage| moved |= used == *var && usage == Use::Value);
                }
                moved |= matches!(&stmt.kind, StmtKind::Let { op: Op::Read(place) | Op::Unwrap(place, _) | Op::Replace(place, _), .. }
                    | StmtKind::Assign { place, .. } if holds(place));
                each_place(stmt, &mut |place| used |= owned(place));
                if moved {
                    diagnostics.error(stmt.span, KEPT, MOVED_HELP);
                } else if used {
                    diagnostics.error(stmt.span, LENT, LENT_HELP);
                }
            };
            report(later);
            for inner in later.blocks() {
                inner.walk(&mut |stmt| report(stmt));
            }
        }
    }
}

/// The places from which and to which a derivative may flow in a statement; nested blocks are not looked into.
pub fn each_place(stmt: &Stmt, each: &mut dyn FnMut(&Place)) {
    let operand = |operand: &Operand, each: &mut dyn FnMut(&Place)| match operand {
        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => each(place),
        Operand::Atom(_) => {}
    };
    let argument = |argument: &Argument, each: &mut dyn FnMut(&Place)| match argument {
        Argument::Ref(place) | Argument::Mut(place) => each(place),
        Argument::Value(_) | Argument::RefAtom(_) | Argument::Lambda(..) | Argument::Named(..) => {}
    };
    match &stmt.kind {
        StmtKind::Let { op, .. } => match op {
            Op::Read(place)
            | Op::Clone(place, _)
            | Op::Sum(place)
            | Op::Unwrap(place, _)
            | Op::PopElement(place)
            | Op::Replace(place, _)
            | Op::Rewrap { like: place, .. } => each(place),
            Op::Dot(place, other) => {
                each(place);
                operand(other, each);
            }
            Op::Binary(_, l, r) => {
                operand(l, each);
                operand(r, each);
            }
            Op::Neg(of) => operand(of, each),
            Op::Rule(_, args) => args.iter().for_each(|arg| operand(arg, each)),
            Op::Mapv(map) => [&map.source]
                .into_iter()
                .chain(map.along.iter().flatten())
                .for_each(each),
            Op::Struct { fields, rest, .. } => {
                fields.iter().for_each(|(_, part)| operand(part, each));
                rest.iter().for_each(each);
            }
            Op::Runtime(_, args) | Op::RuntimeRule(_, _, args) => args.iter().for_each(|arg| argument(arg, each)),
            _ => {}
        },
        StmtKind::Assign { place, .. } | StmtKind::Push { place, .. } | StmtKind::Permute { place, .. } => each(place),
        StmtKind::Update { place, value, .. } => {
            each(place);
            operand(value, each);
        }
        StmtKind::Call(call) => call.args.iter().for_each(|arg| argument(arg, each)),
        _ => {}
    }
}

/// The variables whose value becomes what the function returns, or a part of it.
fn returned(f: &Function) -> FlatSet<Var> {
    let mut returned = FlatSet::new();
    if f.output_ty.is_in_place() {
        return returned;
    }
    let mut next: Vec<Var> = f.body.result.iter().filter_map(Atom::var).collect();
    f.body.walk(&mut |stmt| {
        if let StmtKind::Exit(Exit::Return(value)) = &stmt.kind {
            next.extend(value.iter().filter_map(Atom::var));
        }
    });
    while let Some(var) = next.pop() {
        if !returned.insert(var) {
            continue;
        }
        f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::If(branch) if branch.out == Some(var) => {
                let results = [&branch.then, &branch.els].map(|block| block.result.as_ref().and_then(Atom::var));
                next.extend(results.into_iter().flatten());
            }
            StmtKind::Assign { place, value, .. } if place.root == var => next.extend(value.var()),
            StmtKind::Let { .. } | StmtKind::Call(_) if stmt.defines().contains(&var) => {
                stmt.uses(&mut |used, usage| next.extend((usage != Use::Read).then_some(used)));
            }
            _ => {}
        });
    }
    returned
}

/// The variables that hold borrows: views, and what is made of them. A witness of one must not be of a type that has its lifetimes.
pub fn borrowing(f: &Function, body: &Block) -> FlatSet<Var> {
    let views = (0..f.vars.len()).map(Var);
    let mut found: FlatSet<Var> = views.filter(|var| f.info(*var).role == Role::View).collect();
    let mut count = 0;
    while count != found.len() {
        count = found.len();
        body.walk(&mut |stmt| {
            let holds = |atom: &Atom| atom.var().is_some_and(|var| found.contains(&var));
            let made = match &stmt.kind {
                StmtKind::If(branch) => {
                    let results = [&branch.then, &branch.els].map(|block| block.result.as_ref());
                    branch.out.filter(|_| results.into_iter().flatten().any(holds))
                }
                StmtKind::Assign { place, value, .. } => Some(place.root).filter(|_| holds(value)),
                StmtKind::Let { var, op } => {
                    let moves = match op {
                        Op::Read(place) | Op::Unwrap(place, _) => found.contains(&place.root) && may_borrow(f, place),
                        Op::Variant { .. } | Op::Tuple(_) | Op::Struct { .. } | Op::Rewrap { .. } => {
                            let mut holds = false;
                            op.uses(&mut |used, usage| holds |= usage == Use::Value && found.contains(&used));
                            holds
                        }
                        _ => false,
                    };
                    moves.then_some(*var)
                }
                StmtKind::Call(call) => {
                    let given = call
                        .args
                        .iter()
                        .any(|arg| matches!(arg, Argument::Value(atom) if holds(atom)));
                    given.then_some(call.out)
                }
                _ => None,
            };
            found.extend(made);
        });
    }
    found
}

/// The structs that hold references of which a zero is asked for where what they point into has other values: a branch or a loop
/// behind them reads them and then writes that, and the zero comes before its reverse sweep.
pub fn overwritten(f: &Function, body: &Block) -> FlatSet<Var> {
    // What each of them is made of, and what that is made of.
    let mut sources: FlatMap<Var, FlatSet<Var>> = FlatMap::new();
    body.walk(&mut |stmt| {
        for var in stmt.defines() {
            if f.info(var).role == Role::View {
                let mut made_of = FlatSet::new();
                stmt.uses(&mut |used, _| {
                    made_of.insert(used);
                    made_of.extend(sources.get(&used).into_iter().flatten());
                });
                sources.insert(var, made_of);
            }
        }
    });
    let mut found = FlatSet::new();
    body.walk(&mut |stmt| {
        if stmt.blocks().is_empty() {
            return;
        }
        let (mut mentioned, mut written) = (FlatSet::new(), FlatSet::new());
        stmt.uses(&mut |var, usage| {
            mentioned.insert(var);
            if usage == Use::Write {
                written.insert(var);
            }
        });
        // The zeros of those that are made in there come after its reverse sweep has begun.
        for inner in stmt.blocks() {
            inner.walk(&mut |stmt| stmt.defines().iter().for_each(|var| _ = mentioned.remove(var)));
        }
        let changed = |var: &Var| sources.get(var).is_some_and(|made_of| !made_of.is_disjoint(&written));
        found.extend(mentioned.into_iter().filter(changed));
    });
    found
}

/// Whether what is read there may hold a borrow.
fn may_borrow(f: &Function, place: &Place) -> bool {
    f.place_ty(place) == Ty::Unknown
}

fn block(
    f: &Function,
    body: &Block,
    returned: &FlatSet<Var>,
    (around, ends): (Option<Span>, bool),
    diagnostics: &Diagnostics,
) {
    // Routes are made again wherever they are used.
    let is_view = |var: Var| f.info(var).role == Role::View && f.info(var).ty != Ty::Inert;
    for stmt in &body.stmts {
        let result = match &stmt.kind {
            StmtKind::If(branch) => branch.out,
            StmtKind::Assign { place, .. } => Some(place.root),
            _ => stmt.defines().first().copied(),
        };
        let ends = matches!(stmt.kind, StmtKind::Exit(Exit::Return(_)))
            || result.is_some_and(|result| returned.contains(&result));
        let nested = stmt.blocks();
        for inner in &nested {
            block(f, inner, returned, (Some(stmt.span), ends), diagnostics);
        }
        let builds = stmt.defines().iter().any(|var| is_view(*var));
        if !builds && !ends && nested.is_empty() {
            let mut kept = false;
            stmt.uses(&mut |var, usage| kept |= is_view(var) && usage != Use::Read);
            if kept {
                diagnostics.error(stmt.span, KEPT, KEPT_HELP);
            }
        }
    }
    if let Some(Atom::Var(var)) = body.result
        && is_view(var)
        && !ends
    {
        let built = body.stmts.iter().rev().find(|stmt| stmt.defines().contains(&var));
        let span = built.map(|stmt| stmt.span).or(around);
        diagnostics.error(span.unwrap_or_else(|| f.name.span()), KEPT, KEPT_HELP);
    }
}
