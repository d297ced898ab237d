//! The pipeline of one function: the passes in order, from `syn` through the IR to its twin.
//!
//! Input:  `fn f(x: f64, k: f64) -> f64 { x.sin() * k }`
//! Output: `struct f {}` with `forward`, `grad`, …
//!
//! `derivatives` runs each cfg variant through `normalize`; `compile` lowers and structurises it; `sweeps` runs the passes on
//! structured IR, for functions and closures alike.

use crate::adjoint::recompute_scratch::scratch;
use crate::adjoint::reverse::adjoint;
use crate::adjoint::{fold_negations, forward_slopes};
use crate::analysis::self_calls::{Own, is_out_of_reach, is_shadowed, recursion};
use crate::analysis::{
    activity, borrow_holders, dyn_coercions, end_of_loans, float_inference, load_cse, operator_calls, structurize,
};
use crate::function::check_signature::check_signature;
use crate::function::compiled::Compiled;
use crate::function::{check_signature, closure_arguments, lanes};
use crate::ir::calls::CallKind;
use crate::ir::function::Function;
use crate::ir::plan::Plan;
use crate::ir::statement::StmtKind;
use crate::ir::sweeps::Backward;
use crate::ir::verify;
use crate::loops::bulk_save::overwritten;
use crate::loops::disjoint_borrows::reborrows;
use crate::loops::hoist_row_borrows::rows;
use crate::loops::hoist_row_borrows_reverse::walks;
use crate::loops::scalar_replacement::accumulators;
use crate::loops::sweep_fusion;
use crate::loops::vector_reductions::blocks;
use crate::lower;
use crate::normalize::{
    as_slice, check_indices, collect_iterators, copy_mutated_holders, detach_casts, detach_names, hoist_items,
    name_impl_trait, name_reference_fields, own_returned_views, phi_initialisers, receivers, reject_syntax,
    static_references, unify_storage,
};
use crate::options::attribute;
use crate::options::attribute::Options;
use crate::plan::checkpointing;
use crate::plan::copy_on_move::copies;
use crate::plan::reuse_buffers::recycling;
use crate::plan::spill::plan;
use crate::projections::{object_routes, projection, projection_iterators};
use crate::signature::bounds::{sized, traits};
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::{Lent, Several};
use crate::signature::{bounds, lifetimes, returned_places};
use crate::syntax::cfg_variants::Variant;
use crate::syntax::diagnostics::{Callee, Diagnostics};
use crate::syntax::panics::caught;
use crate::syntax::references::OwnReferences;
use crate::syntax::{cfg_variants, types};
use crate::twin::assemble::{stub, twin};
use crate::twin::delegated::delegated;
use crate::twin::target::{Kind, Twin};
use crate::twin::user_rules::ruled;
use crate::twin::{checkpointed, object_methods};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;

/// Runs the passes. The function is usable only if nothing was reported. `entries`: whether there are entry points that know the seed
/// and can run both sweeps as one function.
pub fn compile(
    item: &syn::ItemFn,
    outer: &[TokenStream],
    own: Own,
    entries: bool,
    options: &Options,
    diagnostics: &Diagnostics,
) -> Compiled {
    reject_syntax::fence(item, diagnostics);
    let item = hoist_items::items(item);
    let own = if options.recursive || is_shadowed(&item) || is_out_of_reach(&item, outer) {
        Own::Uncertain
    } else {
        own
    };
    let mut function = lower::lower(&item, outer, options, diagnostics);
    borrow_holders::holders(&function, diagnostics);
    verify::unwritable(&function, diagnostics);
    verify::checked("lower", &function, None, diagnostics);
    #[cfg(test)]
    let lowered = ("lower", function.to_string());
    structurize::exits(&mut function);
    dyn_coercions::coercions(&mut function);
    let compiled = sweeps(function, own, entries, diagnostics);
    #[cfg(test)]
    let compiled = Compiled {
        trace: [lowered].into_iter().chain(compiled.trace).collect(),
        ..compiled
    };
    compiled
}

/// The passes on a function without jumps: a function of the user's, or a closure that became one, which has no entry points.
pub fn sweeps(mut function: Function, own: Own, entries: bool, diagnostics: &Diagnostics) -> Compiled {
    verify::checked("exits", &function, None, diagnostics);
    #[cfg(test)]
    let mut trace = vec![("exits", function.to_string())];
    load_cse::repeated(&mut function);
    let mut active = activity::activity(&mut function, diagnostics);
    float_inference::floats(&mut function, &mut active);
    verify::checked("floats", &function, None, diagnostics);
    #[cfg(test)]
    trace.push(("floats", function.to_string()));
    recursion(&mut function, own);
    operator_calls::operations(&mut function, &mut active);
    verify::checked("operations", &function, None, diagnostics);
    closure_arguments::differentiate(&mut function, &active, diagnostics, &|closure| {
        sweeps(closure, Own::Uncertain, false, diagnostics)
    });
    let mut backward = adjoint(&mut function, &active, diagnostics);
    verify::checked("adjoint", &function, Some(&backward), diagnostics);
    #[cfg(test)]
    trace.push(("adjoint", function.print(&backward.block, 0)));
    fold_negations::signs(&function, &mut backward);
    forward_slopes::partials(&mut function, &mut backward);
    scratch(&mut function, &mut backward);
    checkpointing::check(&function, diagnostics);
    let apart = (entries && sweep_fusion::possible(&function, &backward)).then(|| (function.clone(), backward.clone()));
    checkpointing::checkpoints(&mut function, &mut backward, &active, &Default::default());
    let mut plan = plan(&mut function, &mut backward);
    let taping = sweep_fusion::taping(&function);
    end_of_loans::let_go(&mut function);
    let mut together =
        apart.and_then(|(function, backward)| sweep_fusion::together(&function, &backward, &active, &taping));
    let planned = |function: &mut Function, backward: &mut Backward, plan: &mut Plan| {
        overwritten(function, backward, plan);
        accumulators(function, backward);
        reborrows(function, backward);
        verify::checked("plan", function, Some(backward), diagnostics);
    };
    planned(&mut function, &mut backward, &mut plan);
    if let Some(together) = &mut together {
        planned(&mut together.function, &mut together.backward, &mut together.plan);
    }
    #[cfg(test)]
    {
        let printed =
            |function: &Function, backward: &Backward| format!("{function}{}", function.print(&backward.block, 0));
        trace.push(("plan", printed(&function, &backward)));
        if let Some(together) = &together {
            trace.push(("together", printed(&together.function, &together.backward)));
        }
    }
    Compiled {
        function,
        backward,
        plan,
        together,
        #[cfg(test)]
        trace,
    }
}

/// What surrounds a function.
pub struct Scope<'a> {
    pub kind: Kind<'a>,
    /// The type and const parameters of the impl or trait around the function, `Self` of a trait among them.
    pub names: Vec<TokenStream>,
    /// The type whose impl it is, if that names lifetimes: a pullback captures none of them.
    pub this: Option<&'a syn::Type>,
    /// What the derivatives ask of these.
    pub predicates: Vec<syn::WherePredicate>,
    /// Whether users get entry points: a function whose result carries no derivative has only the sweeps.
    pub entries: bool,
}

impl<'a> Scope<'a> {
    /// Of a function that only its sweeps are made of, for a rule around them.
    pub fn sweeps() -> Scope<'a> {
        Scope {
            kind: Kind::Sweeps { guard: None },
            names: Vec::new(),
            this: None,
            predicates: Vec::new(),
            entries: false,
        }
    }

    /// Of a free function, whose derivatives live in the type `name`.
    pub fn free(name: &'a proc_macro2::Ident) -> Scope<'a> {
        Scope {
            kind: Kind::Free(name),
            names: Vec::new(),
            this: None,
            predicates: Vec::new(),
            entries: true,
        }
    }
}

/// The derivatives of one function, of each form that it can have by its `#[cfg]`s.
pub fn derivatives(function: &syn::ItemFn, scope: &Scope, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let mut function = function.clone();
    let own_rule = match scope.kind {
        Kind::Free(_) => None,
        _ => attribute::take_rule(&mut function.attrs, diagnostics),
    };
    if let Some(rule) = own_rule {
        let options = Options {
            rule: Some(rule),
            ..options.clone()
        };
        return derivatives(&function, scope, &options, diagnostics);
    }
    let function = &function;
    let variants = cfg_variants::variants(function, diagnostics).into_iter();
    let each = variants.map(|Variant { condition, function }| {
        let items = diagnostics.under(&condition, || of_variant(&function, scope, options, diagnostics));
        cfg_variants::under(&condition, items)
    });
    each.collect()
}

/// The derivatives of a function without `#[cfg]`s, or stand-ins with the right signatures if it has errors or the macro fails.
fn of_variant(function: &syn::ItemFn, scope: &Scope, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let derivatives = caught(|| {
        #[cfg(test)]
        assert_ne!(function.sig.ident, "a_pass_panics_here");
        of_form(function, scope.entries, scope, options, diagnostics)
    });
    derivatives.unwrap_or_else(|panic| {
        panic.report(function.sig.ident.span(), diagnostics);
        let unheard = diagnostics.attempt();
        let stand_ins = caught(|| of_form(&bodiless(function), scope.entries, scope, options, &unheard));
        unheard.discard();
        stand_ins.unwrap_or_default()
    })
}

/// The same in one form of its receiver. `entries`: whether users may get entry points.
fn of_form(
    function: &syn::ItemFn,
    entries: bool,
    scope: &Scope,
    options: &Options,
    diagnostics: &Diagnostics,
) -> TokenStream {
    // A method by value of a type that holds references takes it by reference in the sweeps, as other functions do.
    if let (Kind::Member, Some(this @ syn::Type::Path(path)), None) = (scope.kind, scope.this, &options.holder)
        && types::is_holder(this)
    {
        let mut function = copy_mutated_holders::copied(function, Some(this));
        lifetimes::unname(&mut function, this);
        let options = Options {
            holder: path.path.segments.last().map(|last| last.ident.to_string()),
            by_move: receivers::takes_itself(&function),
            borrows: true,
            ..options.clone()
        };
        return of_form(
            &receivers::lent_receiver(&function),
            entries,
            scope,
            &options,
            diagnostics,
        );
    }
    let function = name_impl_trait::named(&copy_mutated_holders::copied(function, None));
    let constant = static_references::detached(&function);
    let lends_constant = match scope.kind {
        Kind::Declared { default: false, .. } => crate::signature::static_references::lends_constant(&function.sig),
        _ => constant.is_some(),
    };
    let function = static_references::called(&constant.unwrap_or(function), &options.constants);
    let arrays = own_returned_views::owned(&function);
    let entries = entries && arrays.is_none() && !lends_constant;
    let (function, lending) = lifetimes::named(&arrays.unwrap_or(function), scope.this);
    let (mut function, storages) = unify_storage::resolved(&function);
    if let Some(types) = &options.sized {
        sized::require_sizes(&mut function.sig.generics, types);
    }
    sized::require_clones(&mut function.sig.generics, &options.cloned);
    closure_arguments::require_owned(&mut function.sig, &options.owned);
    if options.casts {
        function = detach_casts::detached(&function);
    }
    if !options.referring.is_empty() {
        function = name_reference_fields::named(&function, &options.referring);
    }
    if !options.set_aside.is_empty() {
        function = detach_names::detached(&function, &options.set_aside);
    }
    let mut sliced = traits::slices_of(&function.sig);
    sliced.extend(options.sliced.iter().cloned());
    let function = as_slice::as_slices(&function, &sliced);
    let listed = collect_iterators::collected(&function, diagnostics);
    let entries = entries && listed.is_none();
    let function = listed.unwrap_or(function);
    let options = &Options {
        fields: options.fields || traits::has_fields(&function.sig.generics),
        own_numbers: traits::given_numbers(&function.sig, &options.own_numbers),
        of_trait: matches!(scope.kind, Kind::Declared { .. } | Kind::Sweeps { .. }),
        ..options.clone()
    };
    let is_free = matches!(scope.kind, Kind::Free(_));
    let function = check_indices::checked(&function, is_free, options, diagnostics);
    let function = &phi_initialisers::declared(&function);
    let before = diagnostics.count();
    if scope.entries {
        check_signature(function, diagnostics);
    }
    let signature_stands = diagnostics.count() == before;
    if let Some(key) = &options.checkpoint {
        checkpointed::check_kind(key, scope.kind, diagnostics);
    }
    if !signature_stands {
        // The signature itself is out of reach: there is nothing to make a twin from.
        reject_syntax::fence(function, diagnostics);
        return TokenStream::new();
    }
    let functions = crate::signature::callables::type_params(&function.sig);
    let generics = bounds::of_signature(&function.sig, &scope.predicates);
    let generics = bounds::without(generics, &functions);
    let mut in_scope = scope.names.clone();
    in_scope.extend(bounds::names(&generics));
    let mut twin_of = Twin {
        function: &function.sig.ident,
        kind: scope.kind,
        visibility: &function.vis,
        generics: &generics,
        in_scope: &in_scope,
        this: scope.this,
        lending: &lending,
        entries,
        lanes: options.lanes.is_some(),
        checkpoint: options.checkpoint.is_some(),
        by_move: options.by_move,
        imported: options.imported,
        storages: &storages,
    };
    let iterated = match Iterated::returned(&function.sig.output) {
        Some(Iterated::References(lent)) => Some(lent),
        _ => None,
    };
    let lent = iterated
        .clone()
        .or_else(|| returned_places::Lent::returned(&function.sig.output));
    // A list of counts has a cotangent, of nothing, and so it has routes where it is asked for.
    let routed = |lent: &returned_places::Lent| {
        !lends_constant && (!lent.ty().is_inert() || scope.entries && types::is_inert_list(&lent.target))
    };
    if let Some(lent) = lent.filter(routed) {
        twin_of.entries = false;
        if let Some(key) = &options.lanes {
            lanes::reject(
                key.span(),
                "a function that returns a reference has no form with `lanes`",
                diagnostics,
            );
        }
        if let Some(key) = &options.checkpoint {
            checkpointed::needless(
                key,
                "a function that returns a reference saves nothing but where that is",
                diagnostics,
            );
        }
        if options.rule.is_some() {
            let help = "take the rule away: what is added to the place is added to the argument";
            diagnostics.error(
                function.sig.output.span(),
                "a function that returns a reference needs no rule",
                help,
            );
        }
        let declared = matches!(scope.kind, Kind::Declared { default: false, .. });
        if iterated.is_some() {
            let itinerary = if declared {
                projection_iterators::declare(function, &lent, &scope.names, options, diagnostics)
            } else {
                let free = matches!(scope.kind, Kind::Free(_));
                projection_iterators::compile(function, &lent, &scope.names, free, options, diagnostics)
            };
            return projection_iterators::twin(&twin_of, &itinerary);
        }
        let compile = if declared {
            projection::declare
        } else {
            projection::compile
        };
        let compiled = compile(function, &lent, &scope.names, options, diagnostics);
        return projection::twin(&twin_of, &compiled);
    }
    if let Some(lent) = Several::returned(&function.sig.output) {
        twin_of.entries = false;
        if let Some(key) = &options.lanes {
            lanes::reject(
                key.span(),
                "a function that returns references has no form with `lanes`",
                diagnostics,
            );
        }
        let compile = match scope.kind {
            Kind::Declared { default: false, .. } => projection::declare,
            _ => projection::compile,
        };
        let parts = projection::apart(function);
        let parts = parts.iter().zip(&lent.parts).map(|(part, lent)| {
            // What is wrong with one is wrong with all.
            let compile = if diagnostics.count() == before {
                compile
            } else {
                projection::declare
            };
            compile(part, lent, &scope.names, options, diagnostics)
        });
        return projection::twin_of_parts(&twin_of, &parts.collect::<Vec<_>>());
    }
    if options.rule.is_none() && !check_signature::check_lists(&function.sig.output, diagnostics) {
        // Callers find the derivatives of one that returns the clones.
        let mut owned = bodiless(function);
        OwnReferences.visit_return_type_mut(&mut owned.sig.output);
        let signature = lower::lower(&owned, &scope.names, options, diagnostics);
        twin_of.entries = false;
        return stub(&twin_of, &signature);
    }
    if let Kind::Declared { default: false, .. } = scope.kind {
        let signature = lower::lower(function, &scope.names, options, diagnostics);
        if scope.entries {
            check_signature::check_params(&signature, function, diagnostics);
        }
        twin_of.entries &= check_signature::has_input(&signature) && check_signature::has_output(&signature);
        return stub(&twin_of, &signature);
    }
    if let Some(viewed) = &options.viewed {
        let signature = lower::lower(&bodiless(function), &scope.names, options, diagnostics);
        let options = Options {
            viewed: None,
            array: None,
            ..options.clone()
        };
        let inner = Scope {
            entries: false,
            ..Scope::free(&viewed.function.sig.ident)
        };
        let inner = derivatives(&viewed.function, &inner, &options, diagnostics);
        return delegated(&twin_of, &signature, viewed, &inner);
    }
    if let Some(rule) = &options.rule {
        let signature = lower::lower(&bodiless(function), &scope.names, options, diagnostics);
        if scope.entries {
            check_signature::check_params(&signature, function, diagnostics);
        }
        if !check_signature::has_output(&signature) {
            let name = &function.sig.ident;
            diagnostics.error(
                name.span(),
                format!("`{name}` has no output to differentiate"),
                "take the rule away",
            );
        }
        for param in signature.params.iter().filter(|param| param.held) {
            diagnostics.error(
                param.ty.span(),
                "a function with a rule cannot take what holds references by value yet",
                "take it by reference, `&View<'_>`",
            );
        }
        for tuple in &signature.tuples {
            let help = "take its parts as parameters of their own";
            diagnostics.error(
                tuple.name.span(),
                "a function with a rule cannot take a tuple of references yet",
                help,
            );
        }
        if let (Some(key), attribute::OwnRule::Vjp(_)) = (&options.lanes, rule) {
            lanes::reject(
                key.span(),
                "a rule carries one cotangent: it has no form with `lanes`",
                diagnostics,
            );
        }
        if let Some(key) = &options.checkpoint {
            checkpointed::needless(key, "what a rule saves is its own affair", diagnostics);
        }
        let of_trait = options.implemented.as_ref();
        let ruled = ruled(&twin_of, &signature, rule, of_trait, diagnostics);
        return if diagnostics.count() == before {
            ruled
        } else {
            stub(&twin_of, &signature)
        };
    }
    let own = match scope.kind {
        // Its frames would have one lifetime for all calls.
        _ if lending.lends() => Own::Uncertain,
        Kind::Free(_) => Own::Bare,
        // The items of a recursive function would pin the lifetime down in a generic type.
        Kind::Member if scope.this.is_some() && !scope.names.is_empty() => Own::Uncertain,
        Kind::Member => Own::Associated,
        Kind::Declared { .. } | Kind::Sweeps { .. } => Own::Uncertain,
    };
    let entries = matches!(scope.kind, Kind::Free(_) | Kind::Member) && scope.entries;
    let mut compiled = compile(function, &scope.names, own, entries, options, diagnostics);
    // What runs again stands on the way back.
    let sweeps = [&compiled.function.body, &compiled.backward.block];
    for sweep in sweeps {
        sweep.walk(&mut |stmt| {
            if let StmtKind::Call(call) = &stmt.kind
                && call.has_pullback()
                && call.forward.path.segments[0].ident != compiled.function.ad
            {
                diagnostics.relies_on(Callee {
                    span: call.function.span(),
                    path: match call.kind {
                        // What the field or element has to be.
                        CallKind::Kept => syn::parse_quote!(pullback::KeptFunction),
                        _ => call.function.path.clone(),
                    },
                    method: call.kind == CallKind::Method,
                    items: false,
                });
            }
        });
    }
    if scope.entries {
        check_signature::check_params(&compiled.function, function, diagnostics);
    }
    if !check_signature::has_input(&compiled.function) || !check_signature::has_output(&compiled.function) {
        twin_of.entries = false;
        compiled.together = None;
    }
    if options.checkpoint.is_some() {
        if let Kind::Free(_) = scope.kind {
            checkpointed::check_params(&compiled.function, diagnostics);
        }
        if let Some(lanes) = &options.lanes {
            lanes::reject(lanes.span(), "a checkpoint has no form with `lanes`", diagnostics);
        }
    }
    if let Some(key) = &options.lanes {
        lanes::check(key, &compiled, &twin_of, diagnostics);
    }
    if diagnostics.count() == before {
        let walked = |function: &mut Function, backward: &mut Backward, plan: &Plan| {
            copies(function, plan);
            verify::checked("copies", function, Some(backward), diagnostics);
            recycling(function, backward, &plan.kept);
            walks(function, backward);
            blocks(function, backward);
            rows(function, backward);
            verify::checked("rows", function, Some(backward), diagnostics);
        };
        walked(&mut compiled.function, &mut compiled.backward, &compiled.plan);
        if let Some(together) = &mut compiled.together {
            walked(&mut together.function, &mut together.backward, &together.plan);
        }
        twin(
            &twin_of,
            &compiled.function,
            &compiled.backward,
            &compiled.plan,
            compiled.together.as_ref(),
        )
    } else {
        stub(&twin_of, &compiled.function)
    }
}

/// The sweeps of a trait's method for trait objects, or its routes if it gives references; `owner` stands for the implementor.
/// There are none where what it gives may lie in another argument.
pub fn of_object(
    function: &syn::ItemFn,
    scope: &Scope,
    (owner, trait_of): (&proc_macro2::Ident, &TokenStream),
    required: bool,
    options: &Options,
) -> Option<object_methods::Sweeps> {
    let (function, lending) = &lifetimes::named(function, None);
    let generics = bounds::of_signature(&function.sig, &scope.predicates);
    let twin = Twin {
        function: &function.sig.ident,
        kind: scope.kind,
        visibility: &function.vis,
        generics: &generics,
        in_scope: &scope.names,
        this: None,
        lending,
        entries: false,
        lanes: false,
        checkpoint: false,
        by_move: false,
        imported: false,
        storages: &Default::default(),
    };
    // What the sweeps ask of the trait's parameters: it can be called on objects.
    let asked = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let asked: Vec<_> = asked
        .filter(|asked| !crate::syntax::tokens::mentions_self(asked.to_token_stream()))
        .cloned()
        .collect();
    if Several::returned(&function.sig.output).is_some() {
        return None;
    }
    // What is wrong with the signature is reported with the method's own sweeps.
    let unheard = Diagnostics::new();
    let (lent, several) = match (
        Lent::returned(&function.sig.output),
        Iterated::returned(&function.sig.output),
    ) {
        (_, Some(Iterated::References(lent))) => (Some(lent), true),
        (lent, _) => {
            let constant = crate::signature::static_references::lends_constant(&function.sig);
            (lent.filter(|lent| !lent.ty().is_inert() && !constant), false)
        }
    };
    let sweeps = match lent {
        Some(lent) => {
            let compiled = projection::declare(&bodiless(function), &lent, &scope.names, options, &unheard);
            let always = required && function.sig.generics.where_clause.is_none();
            object_routes::routes(&twin, &compiled, (several, always), owner, trait_of, &asked)
        }
        None => {
            let signature = lower::lower(&bodiless(function), &scope.names, options, &unheard);
            Some(object_methods::sweeps(
                &twin,
                &signature,
                (owner, trait_of),
                required,
                &asked,
            ))
        }
    };
    unheard.finish();
    sweeps
}

/// The function's signature: a rule of the user's own says all that there is to know of the rest.
fn bodiless(function: &syn::ItemFn) -> syn::ItemFn {
    let mut function = function.clone();
    function.block = Box::new(syn::parse_quote!({ ::core::unreachable!() }));
    function
}
