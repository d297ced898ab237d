//! The whole compiler, a line per pass.

use crate::accumulators::accumulators;
use crate::adjoint::{Backward, adjoint};
use crate::anonymous;
use crate::asking;
use crate::attributes::{Options, check_signature, primal};
use crate::blocks::blocks;
use crate::copies::copies;
use crate::diagnostics::Diagnostics;
use crate::entry::{Kind, Twin, checkpoint, delegated, objects, ruled, stub, twin};
use crate::fusion::{self, Together};
use crate::ir::{Function, StmtKind};
use crate::itineraries::Iterated;
use crate::overwritten::overwritten;
use crate::plan::{Plan, plan};
use crate::reborrows::reborrows;
use crate::recursion::{Own, is_out_of_reach, is_shadowed, recursion};
use crate::recycling::recycling;
use crate::routes::{Lent, Several};
use crate::rows::rows;
use crate::scratch::scratch;
use crate::variants::Variant;
use crate::walks::walks;
use crate::{
    activity, attributes, behind, branch_values, callables, casts, changed_params, check, checkpoints, coercions,
    collected, constants, conversions, copied_lists, dereferences, exits, fence, floats, folds, generics, groups,
    holders, imports, indexing, items, itineraries, lambdas, lanes, lending, lifetimes, lower, members, occupied,
    operations, operators, owned, partials, reborrowed_options, repeated, routes, seen, set_aside, signs, sources,
    storages, types, unchecked, variants,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

/// What the passes make of a function, for the emitter and for the tests.
pub struct Compiled {
    pub function: Function,
    pub backward: Backward,
    pub plan: Plan,
    /// Both sweeps as one function, where that saves a tape.
    pub together: Option<Together>,
    /// The printed form after each pass.
    #[cfg(test)]
    pub trace: Vec<(&'static str, String)>,
}

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
    fence::fence(item, diagnostics);
    let item = items::items(item);
    let own = if options.recursive || is_shadowed(&item) || is_out_of_reach(&item, outer) {
        Own::Uncertain
    } else {
        own
    };
    let mut function = lower::lower(&item, outer, options, diagnostics);
    holders::holders(&function, diagnostics);
    check::checked("lower", &function, None, diagnostics);
    #[cfg(test)]
    let lowered = ("lower", function.to_string());
    exits::exits(&mut function);
    coercions::coercions(&mut function);
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
    check::checked("exits", &function, None, diagnostics);
    #[cfg(test)]
    let mut trace = vec![("exits", function.to_string())];
    repeated::repeated(&mut function);
    let mut active = activity::activity(&mut function, diagnostics);
    floats::floats(&mut function, &mut active);
    check::checked("floats", &function, None, diagnostics);
    #[cfg(test)]
    trace.push(("floats", function.to_string()));
    recursion(&mut function, own);
    operations::operations(&mut function, &mut active);
    check::checked("operations", &function, None, diagnostics);
    lambdas::differentiate(&mut function, &active, diagnostics);
    let mut backward = adjoint(&mut function, &active, diagnostics);
    check::checked("adjoint", &function, Some(&backward), diagnostics);
    #[cfg(test)]
    trace.push(("adjoint", function.print(&backward.block, 0)));
    signs::signs(&function, &mut backward);
    partials::partials(&mut function, &mut backward);
    scratch(&mut function, &mut backward);
    checkpoints::check(&function, diagnostics);
    let apart = (entries && fusion::possible(&function, &backward)).then(|| (function.clone(), backward.clone()));
    checkpoints::checkpoints(&mut function, &mut backward, &active, &Default::default());
    let mut plan = plan(&mut function, &mut backward);
    let taping = fusion::taping(&function);
    lending::let_go(&mut function);
    let mut together = apart.and_then(|(function, backward)| fusion::together(&function, &backward, &active, &taping));
    let planned = |function: &mut Function, backward: &mut Backward, plan: &mut Plan| {
        overwritten(function, backward, plan);
        accumulators(function, backward);
        reborrows(function, backward);
        check::checked("plan", function, Some(backward), diagnostics);
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
        if let Some(Together { function, backward, .. }) = &together {
            trace.push(("together", printed(function, backward)));
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

/// `#[differentiable]` on a function, an impl or a trait: the item as it was written, and its derivatives or its errors.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let diagnostics = Diagnostics::new();
    let expansion = differentiate(arguments, item, &diagnostics);
    let errors = diagnostics.finish();
    quote!(#expansion #errors)
}

/// The item as it was written, and its derivatives; what stands in their way goes to the diagnostics.
pub fn differentiate(arguments: TokenStream, item: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    let options = Options::parse(arguments, diagnostics);
    let mut parsed = syn::parse2::<syn::Item>(item.clone());
    if let Ok(item) = &mut parsed {
        groups::ungroup(item);
        lifetimes::write_out(item, &options.lifetimes);
        set_aside::parameters(item, &options.set_aside);
    }
    let is_trait = matches!(parsed, Ok(syn::Item::Trait(_)));
    let of_a_trait = matches!(&parsed, Ok(syn::Item::Impl(block)) if block.trait_.is_some());
    if let Some(objects) = &options.object
        && !is_trait
        && !of_a_trait
    {
        diagnostics.error(
            objects.span,
            "the option `dyn` is for a trait",
            "put it on the trait, and with `opt_in` there on its impls as well",
        );
    }
    if let Some(key) = &options.opt_in
        && !(is_trait && options.object.is_some())
    {
        diagnostics.error(
            key.span(),
            "the option `opt_in` is for a trait with the option `dyn`",
            "write `#[differentiable(dyn, opt_in)]` on the trait, and `#[differentiable(dyn)]` on impls",
        );
    }
    if let Some(name) = options.borrowers.first()
        && !is_trait
    {
        diagnostics.error(name.span(), "the option `borrowers` is for a trait", "");
    }
    if let Some(key) = &options.foreign
        && !of_a_trait
    {
        diagnostics.error(
            key.span(),
            "the option `foreign` is for the impl of a trait of another crate's",
            "take it away",
        );
    }
    if let Some(key) = &options.bounded
        && (is_trait || of_a_trait)
    {
        diagnostics.error(
            key.span(),
            "the option `bounded` is for an impl of a type's own, or a function",
            "take it away: a trait's functions ask of its parameters what their derivatives ask, and so does an impl of it",
        );
    }
    if let Some(key) = &options.bounds_only {
        return asking::alone(parsed, key, diagnostics).unwrap_or(item);
    }
    let around = match &parsed {
        Ok(syn::Item::Impl(block)) => Some(&block.generics),
        Ok(syn::Item::Trait(item)) => Some(&item.generics),
        _ => None,
    };
    let options = Options {
        fields: around.is_some_and(generics::has_fields),
        own_numbers: around.map(generics::own_numbers).unwrap_or_default(),
        sliced: around.map(generics::seen_as_slices).unwrap_or_default(),
        ..options
    };
    if let Ok(item) = &parsed {
        let signatures = members::signatures(item);
        callables::check_names(signatures.iter().copied(), &options, diagnostics);
    }
    match parsed {
        Ok(syn::Item::Fn(written)) => {
            let name = options.name.clone().unwrap_or_else(|| written.sig.ident.clone());
            let mut function = written.clone();
            callables::write_out(&mut function.sig, &options);
            let derivatives = if options.associated || members::is_member(&function) {
                members::single(&function, &options, diagnostics)
            } else if options.rule.is_none()
                && let Some(plain) = members::without_active_parameters(&function, None)
            {
                let scope = Scope {
                    entries: false,
                    ..Scope::free(&name)
                };
                derivatives(&plain, &scope, &options, diagnostics)
            } else {
                derivatives(&function, &Scope::free(&name), &options, diagnostics)
            };
            let mut plain = primal(written);
            if options.bounded.is_some() {
                asking::of_function(&mut plain.sig);
            }
            quote!(#plain #derivatives)
        }
        Ok(syn::Item::Impl(block)) if block.trait_.is_none() => members::inherent(block, &options, diagnostics),
        Ok(syn::Item::Impl(block)) if operators::operator(&block).is_some() => {
            let operator = operators::operator(&block).expect("the guard says so");
            let rule = operators::rule(&block, operator, &options, diagnostics);
            beside(block, &rule)
        }
        Ok(syn::Item::Impl(block)) if let Some(fold) = folds::fold(&block) => {
            let rule = folds::rule(&block, fold, &options, diagnostics);
            beside(block, &rule)
        }
        Ok(syn::Item::Impl(block)) if conversions::is_conversion(&block) => {
            let rule = conversions::rule(&block, &options, diagnostics);
            beside(block, &rule)
        }
        Ok(syn::Item::Impl(block)) if dereferences::is_dereference(&block) => {
            let rule = dereferences::rule(&block, diagnostics);
            beside(block, &rule)
        }
        Ok(syn::Item::Impl(block)) if indexing::is_index(&block) => {
            let routes = indexing::routes(&block, &options, diagnostics);
            beside(block, &routes)
        }
        Ok(syn::Item::Impl(block)) => members::implemented(block, &options, diagnostics),
        Ok(syn::Item::Trait(item)) => members::declared(item, &options, diagnostics),
        Ok(syn::Item::Use(import)) => imports::imports(&import, &options, diagnostics),
        // A function of another crate's, which is in scope here under this name.
        Ok(syn::Item::Verbatim(tokens)) if options.rule.is_some() => {
            let declared = |input: syn::parse::ParseStream| {
                let attrs = input.call(syn::Attribute::parse_outer)?;
                let visibility: syn::Visibility = input.parse()?;
                Ok((attrs, visibility, input.parse::<syn::TraitItemFn>()?.sig))
            };
            let Ok((attrs, visibility, signature)) = syn::parse::Parser::parse2(declared, tokens.clone()) else {
                let help = "write `fn name(x: f64) -> f64;`";
                diagnostics.error(tokens.span(), "a rule is for a function", help);
                return TokenStream::new();
            };
            let function = syn::ItemFn {
                attrs,
                modifiers: Default::default(),
                vis: visibility,
                sig: signature,
                block: Box::new(syn::parse_quote!({})),
            };
            let name = options.name.clone().unwrap_or_else(|| function.sig.ident.clone());
            let options = Options {
                imported: true,
                ..options
            };
            derivatives(&function, &Scope::free(&name), &options, diagnostics)
        }
        Ok(other) => {
            let (what, help) = match &other {
                syn::Item::Struct(_) | syn::Item::Enum(_) | syn::Item::Union(_) | syn::Item::Type(_) => (
                    "`#[differentiable]` goes on a function, an impl or a trait",
                    "put it on the functions that compute with the type",
                ),
                // A function without a body.
                syn::Item::Verbatim(_) => (
                    "there is no body to differentiate here",
                    "put `#[differentiable]` on the trait",
                ),
                _ => (
                    "`#[differentiable]` goes on a function, an impl or a trait",
                    "wrap the expression in a `fn`",
                ),
            };
            diagnostics.error(other.span(), what, help);
            quote!(#other)
        }
        Err(error) => {
            diagnostics.error(
                error.span(),
                "`#[differentiable]` goes on a function, an impl or a trait",
                "wrap the expression in a `fn`",
            );
            item
        }
    }
}

/// An impl as it was written, without the marks in it, and its rule.
fn beside(block: syn::ItemImpl, rule: &TokenStream) -> TokenStream {
    let plain = members::unmarked(block);
    quote!(#plain #rule)
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
        _ => attributes::take_rule(&mut function.attrs, diagnostics),
    };
    if let Some(rule) = own_rule {
        let options = Options {
            rule: Some(rule),
            ..options.clone()
        };
        return derivatives(&function, scope, &options, diagnostics);
    }
    let function = &function;
    let variants = variants::variants(function, diagnostics).into_iter();
    let each = variants.map(|Variant { condition, function }| {
        let items = diagnostics.under(&condition, || of_variant(&function, scope, options, diagnostics));
        variants::under(&condition, items)
    });
    each.collect()
}

/// The derivatives of a function without `#[cfg]`s, or stand-ins with the right signatures if it has errors. Lists of references hold
/// copies only where the function cannot be differentiated as it is written.
fn of_variant(function: &syn::ItemFn, scope: &Scope, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let Some(copied) = copied_lists::copied(function).filter(|_| options.rule.is_none()) else {
        return of_form(function, scope.entries, scope, options, diagnostics);
    };
    if copied.returned {
        return of_form(&copied.function, false, scope, options, diagnostics);
    }
    let written = diagnostics.attempt();
    let items = of_form(function, scope.entries, scope, options, &written);
    if written.count() > 0 {
        let copies = diagnostics.attempt();
        let with_copies = of_form(&copied.function, scope.entries, scope, options, &copies);
        if copies.count() == 0 {
            written.discard();
            diagnostics.keep(copies);
            return with_copies;
        }
        copies.discard();
    }
    diagnostics.keep(written);
    items
}

/// The same in one form of its lists. `entries`: whether users may get entry points.
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
        let mut function = changed_params::copied(function, Some(this));
        lending::unname(&mut function, this);
        let options = Options {
            holder: path.path.segments.last().map(|last| last.ident.to_string()),
            by_move: members::takes_itself(&function),
            borrows: true,
            ..options.clone()
        };
        return of_form(
            &members::lent_receiver(&function),
            entries,
            scope,
            &options,
            diagnostics,
        );
    }
    let function = anonymous::named(&changed_params::copied(function, None));
    let constant = constants::detached(&function);
    let lends_constant = match scope.kind {
        Kind::Declared { default: false, .. } => constants::lends_constant(&function.sig),
        _ => constant.is_some(),
    };
    let function = constants::called(&constant.unwrap_or(function), &options.constants);
    let arrays = owned::owned(&function);
    let entries = entries && arrays.is_none() && !lends_constant;
    let (function, lending) = lending::named(&arrays.unwrap_or(function), scope.this);
    let (mut function, mut storages) = storages::resolved(&function);
    storages.reborrowed = reborrowed_options::by_value(&mut function);
    if let Some(types) = &options.sized {
        generics::require_sizes(&mut function.sig.generics, types);
    }
    generics::require_clones(&mut function.sig.generics, &options.cloned);
    lambdas::require_owned(&mut function.sig, &options.owned);
    if !options.macros.is_empty() {
        function = sources::brought(&function, &options.macros);
    }
    if options.casts {
        function = casts::detached(&function);
    }
    if !options.referring.is_empty() {
        function = behind::named(&function, &options.referring);
    }
    if !options.set_aside.is_empty() {
        function = set_aside::detached(&function, &options.set_aside);
    }
    let mut sliced = generics::slices_of(&function.sig);
    sliced.extend(options.sliced.iter().cloned());
    let function = seen::as_slices(&function, &sliced);
    let listed = collected::collected(&function, diagnostics);
    let entries = entries && listed.is_none();
    let function = listed.unwrap_or(function);
    let options = &Options {
        fields: options.fields || generics::has_fields(&function.sig.generics),
        own_numbers: generics::given_numbers(&function.sig, &options.own_numbers),
        of_trait: matches!(scope.kind, Kind::Declared { .. } | Kind::Sweeps { .. }),
        ..options.clone()
    };
    let is_free = matches!(scope.kind, Kind::Free(_));
    let function = unchecked::checked(&function, is_free, options, diagnostics);
    let function = &branch_values::declared(&occupied::keyed(&function));
    let before = diagnostics.count();
    if scope.entries {
        check_signature(function, diagnostics);
    }
    let signature_stands = diagnostics.count() == before;
    if let Some(key) = &options.checkpoint {
        checkpoint::check_kind(key, scope.kind, diagnostics);
    }
    if !signature_stands {
        // The signature itself is out of reach: there is nothing to make a twin from.
        fence::fence(function, diagnostics);
        return TokenStream::new();
    }
    let functions = crate::callables::type_params(&function.sig);
    let generics = generics::of_signature(&function.sig, &scope.predicates);
    let generics = generics::without(generics, &functions);
    let mut in_scope = scope.names.clone();
    in_scope.extend(generics::names(&generics));
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
        .or_else(|| routes::Lent::returned(&function.sig.output));
    // A list of counts has a cotangent, of nothing, and so it has routes where it is asked for.
    let routed = |lent: &routes::Lent| {
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
            checkpoint::needless(
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
                itineraries::declare(function, &lent, &scope.names, options, diagnostics)
            } else {
                let free = matches!(scope.kind, Kind::Free(_));
                itineraries::compile(function, &lent, &scope.names, free, options, diagnostics)
            };
            return itineraries::twin(&twin_of, &itinerary);
        }
        let compile = if declared { routes::declare } else { routes::compile };
        let compiled = compile(function, &lent, &scope.names, options, diagnostics);
        return routes::twin(&twin_of, &compiled);
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
            Kind::Declared { default: false, .. } => routes::declare,
            _ => routes::compile,
        };
        let parts = routes::apart(function);
        let parts = parts.iter().zip(&lent.parts).map(|(part, lent)| {
            // What is wrong with one is wrong with all.
            let compile = if diagnostics.count() == before {
                compile
            } else {
                routes::declare
            };
            compile(part, lent, &scope.names, options, diagnostics)
        });
        return routes::twin_of_parts(&twin_of, &parts.collect::<Vec<_>>());
    }
    if let Kind::Declared { default: false, .. } = scope.kind {
        let signature = lower::lower(function, &scope.names, options, diagnostics);
        if scope.entries {
            attributes::check_params(&signature, function, diagnostics);
        }
        twin_of.entries &= attributes::has_input(&signature) && attributes::has_output(&signature);
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
            attributes::check_params(&signature, function, diagnostics);
        }
        if !attributes::has_output(&signature) {
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
        if let (Some(key), attributes::OwnRule::Vjp(_)) = (&options.lanes, rule) {
            lanes::reject(
                key.span(),
                "a rule carries one cotangent: it has no form with `lanes`",
                diagnostics,
            );
        }
        if let Some(key) = &options.checkpoint {
            checkpoint::needless(key, "what a rule saves is its own affair", diagnostics);
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
                diagnostics.relies_on(call);
            }
        });
    }
    if scope.entries {
        attributes::check_params(&compiled.function, function, diagnostics);
    }
    if !attributes::has_input(&compiled.function) || !attributes::has_output(&compiled.function) {
        twin_of.entries = false;
        compiled.together = None;
    }
    if options.checkpoint.is_some() {
        if let Kind::Free(_) = scope.kind {
            checkpoint::check_params(&compiled.function, diagnostics);
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
            check::checked("copies", function, Some(backward), diagnostics);
            recycling(function, backward, &plan.kept);
            walks(function, backward);
            blocks(function, backward);
            rows(function, backward);
            check::checked("rows", function, Some(backward), diagnostics);
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
) -> Option<objects::Sweeps> {
    let (function, lending) = &lending::named(function, None);
    let generics = generics::of_signature(&function.sig, &scope.predicates);
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
        .filter(|asked| !crate::objects::mentions_self(asked.to_token_stream()))
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
            let constant = constants::lends_constant(&function.sig);
            (lent.filter(|lent| !lent.ty().is_inert() && !constant), false)
        }
    };
    let sweeps = match lent {
        Some(lent) => {
            let compiled = routes::declare(&bodiless(function), &lent, &scope.names, options, &unheard);
            let always = required && function.sig.generics.where_clause.is_none();
            objects::routes(&twin, &compiled, (several, always), owner, trait_of, &asked)
        }
        None => {
            let signature = lower::lower(&bodiless(function), &scope.names, options, &unheard);
            Some(objects::sweeps(&twin, &signature, (owner, trait_of), required, &asked))
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
