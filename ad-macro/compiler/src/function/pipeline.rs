//! The pipeline of a function: the passes in their order, a line each.
//!
//! Input:  `fn f(x: f64, k: f64) -> f64 { x.sin() * k }`, in the part of Rust that lowering knows
//! Output: `Compiled`: the forward sweep `t1 = sin(x); t1 * k`, the reverse sweep `t1_bar = times(seed, k); …`, and what is saved
//!
//! Invariant: the verifier accepts the IR at the end of every stage in debug builds, and after every pass in tests.

use crate::adjoint::{fold_negations, forward_slopes, recompute_scratch, reverse, selections};
use crate::analysis::activity::Activity;
use crate::analysis::self_calls::Own;
use crate::analysis::{
    activity, borrow_holders, dyn_coercions, elementwise, end_of_loans, float_inference, load_cse, operator_calls,
    self_calls, structurize,
};
use crate::function::check_signature;
use crate::function::closure_arguments;
use crate::function::compiled::Compiled;
use crate::infer::inference::infer;
use crate::ir::function::{Function, Lambda};
use crate::ir::plan::Plan;
use crate::ir::planned::Sweeps;
use crate::ir::statement::Block;
use crate::ir::sweeps::Backward;
use crate::ir::verify::{self, Form};
use crate::loops::{
    array_strips, bulk_save, disjoint_borrows, flatten_ranges, hoist_row_borrows, hoist_row_borrows_reverse,
    scalar_replacement, sweep_fusion, vector_reductions,
};
use crate::lower;
use crate::normalize::{hoist_items, reject_syntax};
use crate::options::attribute::Options;
use crate::plan::{
    checkpointing, copy_on_move, costs, deferred_init, last_uses, offered_receivers, reuse_buffers, spill,
};
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use crate::tangent::forward::{Missing, TangentFunction, begin_with_zeros, tangent};
use proc_macro2::TokenStream;
use quote::quote;

/// A function before its adjoint is taken.
#[derive(Clone)]
struct Primal<'a> {
    function: Function,
    active: Activity,
    own: Own,
    diagnostics: &'a Diagnostics,
}

type OnPrimal = fn(&mut Primal);
type OnSweeps = fn(&mut Function, &mut Backward);
type OnPlanned = fn(&mut Function, &mut Backward, &mut Plan);

/// Control flow without jumps.
const STRUCTURE: [(&str, OnPrimal); 2] = [
    ("structurize", |it| structurize::structurize(&mut it.function)),
    ("dyn_coercions", |it| dyn_coercions::dyn_coercions(&mut it.function)),
];

/// What carries a derivative.
const ACTIVITY: [(&str, OnPrimal); 3] = [
    ("load_cse", |it| load_cse::load_cse(&mut it.function)),
    ("activity", |it| {
        it.active = activity::activity(&mut it.function, it.diagnostics)
    }),
    ("float_inference", |it| {
        float_inference::float_inference(&mut it.function, &mut it.active)
    }),
];

/// What is called, and with which sweeps.
const CALLS: [(&str, OnPrimal); 4] = [
    ("self_calls", |it| self_calls::self_calls(&mut it.function, it.own)),
    ("elementwise", |it| {
        elementwise::elementwise(&mut it.function, &mut it.active)
    }),
    ("operator_calls", |it| {
        operator_calls::operator_calls(&mut it.function, &mut it.active)
    }),
    ("closure_arguments", |it| {
        let sweeps = |closure| sweeps(closure, Own::Uncertain, false, Modes::Reverse, it.diagnostics);
        closure_arguments::closure_arguments(&mut it.function, &it.active, it.diagnostics, &sweeps);
    }),
];

/// Arithmetic of the reverse sweep, where it is cheapest.
const SLOPES: [(&str, OnSweeps); 4] = [
    ("fold_negations", |f, backward| {
        fold_negations::fold_negations(f, backward)
    }),
    ("forward_slopes", forward_slopes::forward_slopes),
    ("recompute_scratch", recompute_scratch::recompute_scratch),
    ("selections", selections::selections),
];

/// What is saved is in its place.
const PLACES: [(&str, OnPlanned); 3] = [
    ("bulk_save", bulk_save::bulk_save),
    ("scalar_replacement", |f, backward, _| {
        scalar_replacement::scalar_replacement(f, backward)
    }),
    ("disjoint_borrows", |f, backward, _| {
        disjoint_borrows::disjoint_borrows(f, backward)
    }),
];

/// Memory and loops, for the emitter.
const LOOPS: [(&str, OnPlanned); 8] = [
    ("copy_on_move", |f, _, plan| copy_on_move::copy_on_move(f, plan)),
    ("reuse_buffers", |f, backward, plan| {
        reuse_buffers::reuse_buffers(f, backward, &plan.kept)
    }),
    ("flatten_ranges", |f, backward, _| {
        flatten_ranges::flatten_ranges(f, backward)
    }),
    ("array_strips", |f, backward, _| array_strips::array_strips(f, backward)),
    ("hoist_row_borrows_reverse", |f, backward, _| {
        hoist_row_borrows_reverse::hoist_row_borrows_reverse(f, backward)
    }),
    ("vector_reductions", |f, backward, _| {
        vector_reductions::vector_reductions(f, backward)
    }),
    ("hoist_row_borrows", |f, backward, _| {
        hoist_row_borrows::hoist_row_borrows(f, backward)
    }),
    ("offered_receivers", offered_receivers::offered_receivers),
];

/// Syntax to sweeps. The result is usable only if nothing was reported. `entries`: whether there are entry points that know the seed and
/// can run both sweeps as one function.
pub fn compile(
    item: &syn::ItemFn,
    outer: &[TokenStream],
    own: Own,
    entries: bool,
    options: &Options,
    diagnostics: &Diagnostics,
) -> Compiled {
    reject_syntax::fence(item, diagnostics);
    let (modes, attribute) = match (&options.twice, options.jvp) {
        (Some(_), _) => (Modes::Twice, quote!((order = 2))),
        (None, true) => (Modes::Both, quote!((jvp))),
        (None, false) => (Modes::Reverse, TokenStream::new()),
    };
    let item = hoist_items::items(item, &attribute);
    let out_of_reach = self_calls::is_shadowed(&item) || self_calls::is_out_of_reach(&item, outer);
    let own = if options.recursive || out_of_reach {
        Own::Uncertain
    } else {
        own
    };
    diagnostics.trace(&item.sig.ident, "infer", || {
        let facts = infer(&item, &options.around);
        facts.names().map(|(name, ty)| format!("{name}: {ty}\n")).collect()
    });
    let function = lower::lower(&item, outer, options, diagnostics);
    borrow_holders::holders(&function, diagnostics);
    verify::unwritable(&function, diagnostics);
    verify::moved(&function, diagnostics);
    verify::checked("lower", &function, None, Form::Jumps, diagnostics);
    let mut primal = Primal {
        function,
        active: Activity::default(),
        own,
        diagnostics,
    };
    trace("lower", &primal.function, None, diagnostics);
    let modes = match modes {
        Modes::Twice if !check_signature::check_twice(&item, &primal.function, options, diagnostics) => Modes::Reverse,
        modes => modes,
    };
    run(&STRUCTURE, &mut primal);
    let entries = entries && primal.function.output_ty.is_float();
    sweeps(primal.function, own, entries, modes, diagnostics)
}

/// The modes in which a function is differentiated.
#[derive(Clone, Copy, PartialEq)]
enum Modes {
    Reverse,
    /// Reverse and forward mode.
    Both,
    /// And the tangent function in reverse mode.
    Twice,
}

/// The passes on a function without jumps: a function of the user's, or a closure that became one, which has no entry points.
fn sweeps(function: Function, own: Own, entries: bool, modes: Modes, diagnostics: &Diagnostics) -> Compiled {
    let before = diagnostics.count();
    trace("structurize", &function, None, diagnostics);
    let mut primal = Primal {
        function,
        active: Activity::default(),
        own,
        diagnostics,
    };
    run(&ACTIVITY, &mut primal);
    trace("float_inference", &primal.function, None, diagnostics);
    let tangent = match modes {
        Modes::Reverse => Err(Missing::not_asked()),
        Modes::Both | Modes::Twice => forward_mode(&primal, None),
    };
    let again = (modes == Modes::Twice).then(|| primal.clone());
    run(&CALLS, &mut primal);
    let Primal {
        mut function, active, ..
    } = primal;
    let mut backward = reverse::adjoint(&mut function, &active, diagnostics);
    verify::checked("reverse", &function, Some(&backward), Form::Structured, diagnostics);
    diagnostics.trace(&function.name, "reverse", || function.print(&backward.block, 0));
    for (_, pass) in SLOPES {
        pass(&mut function, &mut backward);
    }
    checkpointing::check(&function, diagnostics);
    let apart = (entries && sweep_fusion::possible(&function, &backward)).then(|| (function.clone(), backward.clone()));
    checkpointing::checkpointing(&mut function, &mut backward, &active, &Default::default());
    let mut plan = spill::spill(&mut function, &mut backward);
    let taping = sweep_fusion::taping(&function);
    end_of_loans::end_of_loans(&mut function);
    let mut together =
        apart.and_then(|(function, backward)| sweep_fusion::sweep_fusion(&function, &backward, &active, &taping));
    let planned = (diagnostics.is_tracing()).then(|| (function.clone(), backward.clone(), plan.clone()));
    run_planned(&PLACES, &mut function, &mut backward, &mut plan, diagnostics);
    trace("spill", &function, Some(&backward), diagnostics);
    if let Some(fused) = &mut together {
        run_planned(
            &PLACES,
            &mut fused.function,
            &mut fused.backward,
            &mut fused.plan,
            diagnostics,
        );
        trace("sweep_fusion", &fused.function, Some(&fused.backward), diagnostics);
    }
    diagnostics.trace(&function.name, "reasons", || {
        spill::describe(&function, &plan) + &costs::costs(&function, &backward)
    });
    let again = again.filter(|_| diagnostics.count() == before);
    let pairs = again.and_then(|primal| second_order(primal, entries));
    Compiled {
        function,
        backward,
        plan,
        together,
        planned,
        tangent,
        pairs,
    }
}

/// The sweeps of the tangent function, and as one: second derivatives are reverse over forward mode.
fn second_order(primal: Primal, entries: bool) -> Option<(Sweeps, Option<Sweeps>)> {
    let diagnostics = primal.diagnostics;
    let pairs = match pairs(primal, None) {
        Ok(pairs) => pairs.function,
        Err(Missing { what, span, .. }) => {
            diagnostics.error(span, format!("no second derivative yet: {what}"), "");
            return None;
        }
    };
    let Compiled {
        function,
        backward,
        plan,
        together,
        ..
    } = sweeps(pairs, Own::Uncertain, entries, Modes::Reverse, diagnostics);
    let apart = Sweeps {
        function,
        backward,
        plan,
    };
    Some((apart, together))
}

/// The tangent function as a primal.
fn pairs(primal: Primal, captured: Option<usize>) -> Result<TangentFunction, Missing> {
    let Primal {
        mut function,
        mut active,
        diagnostics,
        ..
    } = primal;
    let structs = operator_calls::structs(&function);
    float_inference::numbers(&mut function, &mut active, &structs);
    let of_closure = |lambda: &Lambda, active: &[bool]| closure_of_pairs(lambda, active, diagnostics);
    let mut pairs = tangent(&function, &active, true, captured, &of_closure)?;
    // They stand in the function's own sweeps.
    pairs.function.proofs = Vec::new();
    Ok(pairs)
}

/// The tangent function of a closure as a closure: what it captured comes first, with the tangents of that.
fn closure_of_pairs(lambda: &Lambda, active: &[bool], diagnostics: &Diagnostics) -> Result<Lambda, Missing> {
    let unheard = diagnostics.attempt();
    let mut primal = of_lambda(lambda, active, &unheard);
    run(&ACTIVITY, &mut primal);
    let made = pairs(primal, Some(lambda.captured));
    unheard.discard();
    let TangentFunction {
        mut function, params, ..
    } = made?;
    let mut tangents = function.params.split_off(params.len());
    let own = [
        function.params.split_off(lambda.captured),
        tangents.split_off(lambda.captured),
    ];
    let outer = tangents
        .into_iter()
        .zip(&params)
        .filter_map(|(param, tangent)| tangent.map(|_| param));
    function.params.extend(outer);
    let captured = function.params.len();
    function.params.extend(own.into_iter().flatten());
    Ok(Lambda {
        function,
        captured,
        sweeps: None,
        tangents: None,
    })
}

/// The tangent function of a primal whose active variables are known.
fn forward_mode(primal: &Primal, captured: Option<usize>) -> Result<TangentFunction, Missing> {
    let of_closure = |lambda: &Lambda, active: &[bool]| of_closure(lambda, active, primal);
    let mut tangent = tangent(&primal.function, &primal.active, false, captured, &of_closure)?;
    let function = &mut tangent.function;
    verify::checked("tangent", function, None, Form::Structured, primal.diagnostics);
    let mut absent = deferred_init::absent(function, &Block::default(), &FlatSet::new(), &FlatSet::new());
    let own = primal.function.vars.len();
    let mut unseen = absent.unassigned.clone();
    unseen.retain(|var| var.0 >= own && function.info(*var).ty == Ty::Unknown);
    begin_with_zeros(function, &unseen, &mut absent.unassigned);
    tangent.plan = Plan {
        moves: last_uses::moves(function, &absent.copied),
        kept: absent.copied,
        unassigned: absent.unassigned,
        offered: absent.offered,
        ..Plan::default()
    };
    Ok(tangent)
}

/// A closure's function; of what it captured, this is active.
fn of_lambda<'a>(lambda: &Lambda, active: &[bool], diagnostics: &'a Diagnostics) -> Primal<'a> {
    let mut function = lambda.function.clone();
    for (param, active) in function.params.iter_mut().zip(active) {
        param.differentiable = *active;
    }
    Primal {
        function,
        active: Activity::default(),
        own: Own::Uncertain,
        diagnostics,
    }
}

/// The tangent function of a closure in a function.
fn of_closure(lambda: &Lambda, active: &[bool], around: &Primal) -> Result<Lambda, Missing> {
    // What there is to say of the closure is said on its way to the sweeps.
    let unheard = around.diagnostics.attempt();
    let mut primal = of_lambda(lambda, active, &unheard);
    run(&ACTIVITY, &mut primal);
    let tangent = forward_mode(&primal, Some(lambda.captured));
    unheard.discard();
    tangent.map(|tangent| Lambda {
        function: tangent.function,
        captured: lambda.captured,
        sweeps: None,
        tangents: Some((tangent.params, tangent.plan)),
    })
}

/// The last passes, on both sweeps apart and fused.
pub fn loops(compiled: &mut Compiled, diagnostics: &Diagnostics) {
    let Compiled {
        function,
        backward,
        plan,
        together,
        pairs,
        ..
    } = compiled;
    run_planned(&LOOPS, function, backward, plan, diagnostics);
    let pairs = pairs
        .iter_mut()
        .flat_map(|(apart, together)| [apart].into_iter().chain(together));
    for sweeps in together.iter_mut().chain(pairs) {
        run_planned(
            &LOOPS,
            &mut sweeps.function,
            &mut sweeps.backward,
            &mut sweeps.plan,
            diagnostics,
        );
    }
}

/// Runs the passes of a stage on a primal.
fn run(stage: &[(&str, OnPrimal)], primal: &mut Primal) {
    for (k, (name, pass)) in stage.iter().enumerate() {
        pass(primal);
        if cfg!(test) || k + 1 == stage.len() {
            verify::checked(name, &primal.function, None, Form::Structured, primal.diagnostics);
        }
    }
}

/// Runs the passes of a stage on both sweeps.
fn run_planned(
    stage: &[(&str, OnPlanned)],
    function: &mut Function,
    backward: &mut Backward,
    plan: &mut Plan,
    diagnostics: &Diagnostics,
) {
    for (k, (name, pass)) in stage.iter().enumerate() {
        pass(function, backward, plan);
        if cfg!(test) || k + 1 == stage.len() {
            verify::checked(name, function, Some(backward), Form::Planned, diagnostics);
        }
    }
}

/// Prints what a pass made, for who asks.
fn trace(pass: &'static str, function: &Function, backward: Option<&Backward>, diagnostics: &Diagnostics) {
    diagnostics.trace(&function.name, pass, || {
        let backward = backward.map_or(String::new(), |backward| function.print(&backward.block, 0));
        format!("{function}{backward}")
    });
}
