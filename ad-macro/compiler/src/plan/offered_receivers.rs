//! Finds the method calls whose receiver nothing mentions any more, in the forward sweep before it has another value, or in the reverse
//! sweep for its contents: a method by value may have the value itself, in place of a copy.
//!
//! ```text
//! Input:  let with, pullback = call with(&mut state, i)   state = with
//! Output: the call, if the reverse sweep only puts back what `state` was
//!
//! Input:  let a, p = call with(&state)   let shape = witness a   let b, q = call with(&a)
//! Output: the second call; the witness after it: of a value that is gone nothing is added to a cotangent, which is replaced
//! ```

use crate::ir::plan::Plan;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;

/// The calls that may have a variable, by their pullbacks.
type Offers = FlatMap<Var, FlatSet<Var>>;

pub fn offered_receivers(f: &mut Function, backward: &mut Backward, plan: &mut Plan) {
    let mut again = false;
    f.body.walk(&mut |stmt| {
        again |= matches!(&stmt.kind, StmtKind::Loop(body) if body.fused.is_some() || body.checkpoint.is_some());
    });
    if again {
        return;
    }
    let mut offers = Offers::new();
    let params: FlatSet<Var> = f
        .params
        .iter()
        .filter(|param| is_own(param))
        .map(|param| param.var)
        .collect();
    in_block(f, &f.body, &params, &mut offers);
    // Whatever else the reverse sweep does with it, it does with its contents.
    backward.block.walk(&mut |stmt| {
        let allowed = match &stmt.kind {
            StmtKind::Undo {
                place,
                by: Inverse::Store(_),
            } if place.is_whole() => Some(place.root),
            StmtKind::GiveBack(var) => Some(*var),
            StmtKind::Pull(pull) => match pull.args.first() {
                Some(PullArgument::Mut(place, _) | PullArgument::Ref(place, _)) if place.is_whole() => {
                    let own = offers
                        .get(&place.root)
                        .is_some_and(|calls| calls.contains(&pull.pullback));
                    own.then_some(place.root)
                }
                _ => None,
            },
            _ => None,
        };
        let mut mentions = FlatMap::<Var, usize>::new();
        if stmt.blocks().is_empty() {
            stmt.uses(&mut |var, _| *mentions.entry(var).or_default() += 1);
        }
        offers.retain(|var, _| {
            mentions
                .get(var)
                .is_none_or(|count| allowed == Some(*var) && *count == 1)
        });
    });
    let mut body = std::mem::take(&mut f.body);
    witnesses_after(f, &mut body, &offers);
    f.body = body;
    plan.offered = offers.into_values().flatten().collect();
}

/// Whether a parameter belongs to the sweep.
fn is_own(param: &Param) -> bool {
    param.passing == Passing::Value && !matches!(param.ty, syn::Type::Reference(_)) && !param.held
}

/// `own`: what the block has from its start, and nothing around it mentions.
fn in_block(f: &Function, block: &Block, own: &FlatSet<Var>, offers: &mut Offers) {
    let (mut own, mut read) = (own.clone(), FlatSet::new());
    for (at, stmt) in block.stmts.iter().enumerate() {
        for inner in stmt.blocks() {
            in_block(f, inner, &FlatSet::new(), offers);
        }
        if let Some((var, Op::Read(_))) = stmt.as_let() {
            read.insert(*var);
        }
        let StmtKind::Call(call) = &stmt.kind else { continue };
        let after = &block.stmts[at + 1..];
        if let Some(var) = receiver(f, call)
            // What is read of a value and its tangent together has its zero made like it, after the call.
            && let moved = (own.contains(&var) || read.contains(&var) && !call.written.tangent)
            && (is_put_anew(after, var) || moved && is_dead(block, after, var))
        {
            offers.entry(var).or_default().insert(call.pullback);
        }
        if !call.inactive {
            own.insert(call.out);
        }
    }
}

/// The variable that a method with a pullback is called on, if it holds a value and nothing else is lent of it.
fn receiver(f: &Function, call: &Call) -> Option<Var> {
    let (Argument::Mut(place) | Argument::Ref(place)) = call.args.first()? else {
        return None;
    };
    let var = place.root;
    let mut mentions = 0;
    call.args
        .iter()
        .for_each(|arg| arg.uses(&mut |used, _| mentions += usize::from(used == var)));
    let method = call.kind == CallKind::Method && !call.inactive && call.has_pullback();
    (method && mentions == 1 && place.is_whole() && f.info(var).role == Role::Value).then_some(var)
}

fn is_put_anew(after: &[Stmt], var: Var) -> bool {
    let mut mentions = after.iter().filter(|stmt| stmt.mentions(var) && !keeps(stmt, var));
    let next = mentions.next().map(|stmt| &stmt.kind);
    matches!(next, Some(StmtKind::Assign { place, .. }) if place.is_whole() && place.root == var)
}

fn is_dead(block: &Block, after: &[Stmt], var: Var) -> bool {
    let result = block.result.as_ref().and_then(Atom::var);
    result != Some(var) && after.iter().all(|stmt| !stmt.mentions(var) || keeps(stmt, var))
}

/// Whether a statement only keeps the variable, or its shape, for the reverse sweep.
fn keeps(stmt: &Stmt, of: Var) -> bool {
    match &stmt.kind {
        StmtKind::Let {
            op: Op::Witness(place), ..
        } => place.is_whole() && place.root == of,
        StmtKind::Spill { .. } => true,
        _ => false,
    }
}

/// What a cotangent begins with that is replaced is made of what is left.
fn witnesses_after(f: &Function, block: &mut Block, offers: &Offers) {
    for stmt in &mut block.stmts {
        stmt.blocks_mut()
            .into_iter()
            .for_each(|inner| witnesses_after(f, inner, offers));
    }
    for at in 0..block.stmts.len() {
        let StmtKind::Call(call) = &block.stmts[at].kind else {
            continue;
        };
        let pullback = call.pullback;
        let Some((var, _)) = offers
            .iter()
            .find(|(var, calls)| !f.info(**var).mutable && calls.contains(&pullback))
        else {
            continue;
        };
        if let Some(witness) = block.stmts[..at].iter().rposition(|stmt| keeps(stmt, *var)) {
            block.stmts[witness..=at].rotate_left(1);
        }
    }
}
