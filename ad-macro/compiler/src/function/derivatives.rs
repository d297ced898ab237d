//! The derivatives of a function: which kind of twin it gets, and that.
//!
//! Input:  a function of the user's with the attribute's options, and what surrounds it
//! Output: its twin as tokens: sweeps with entry points, projections, calls of a rule, or stand-ins where there are errors

use crate::analysis::self_calls::Own;
use crate::function::check_signature::check_signature;
use crate::function::compiled::Compiled;
use crate::function::normalized::normalized;
use crate::function::pipeline::{compile, loops};
use crate::function::scope::Scope;
use crate::function::{check_signature, lanes};
use crate::ir::calls::CallKind;
use crate::ir::function::{Param, Passing};
use crate::ir::statement::StmtKind;
use crate::lower;
use crate::normalize::{copy_mutated_holders, receivers, reject_syntax};
use crate::options::attribute::{Mode, Options, OwnRule};
use crate::options::parse;
use crate::options::viewed::Viewed;
use crate::plan::copy_on_move::copy_on_move;
use crate::projections::{projection, projection_iterators};
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::{Lent, Several};
use crate::signature::{bounds, callables, lifetimes};
use crate::syntax::cfg_variants::Variant;
use crate::syntax::diagnostics::{Callee, Diagnostics};
use crate::syntax::panics::caught;
use crate::syntax::proven::Proven;
use crate::syntax::references::own_references;
use crate::syntax::{cfg_variants, types};
use crate::twin::accepted::as_closure;
use crate::twin::assemble::{stub, stub_of_rejected, twin};
use crate::twin::checkpointed;
use crate::twin::delegated::delegated;
use crate::twin::parts::Parts;
use crate::twin::target::{Kind, Twin};
use crate::twin::user_rules::ruled;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;

/// The derivatives of one function, of each form that it can have by its `#[cfg]`s.
pub fn derivatives(function: &syn::ItemFn, scope: &Scope, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let mut function = function.clone();
    let own_rule = match scope.kind {
        Kind::Free(_) => None,
        _ => parse::take_rule(&mut function.attrs, diagnostics),
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
        scope.proven.iter().for_each(|proven| proven.set_condition(&condition));
        let items = diagnostics.under(&condition, || of_variant(&function, scope, options, diagnostics));
        scope.proven.iter().for_each(|proven| proven.set_condition(&None));
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
        let lent = receivers::lent_receiver(&function);
        return of_form(&lent, entries, scope, &options, diagnostics);
    }
    let plain = scope.names.is_empty() && scope.this.is_none();
    let plain = plain && matches!(scope.kind, Kind::Free(_) | Kind::Member);
    let accepted = plain.then(|| as_closure(function)).flatten();
    let normal = normalized(function, entries, scope, options, diagnostics);
    let (function, options) = (&normal.function, &normal.options);
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
    let functions = callables::type_params(&function.sig);
    let generics = bounds::of_signature(&function.sig, &scope.predicates);
    let generics = bounds::without(generics, &functions);
    let mut in_scope = scope.names.clone();
    in_scope.extend(bounds::names(&generics));
    let own = matches!(scope.kind, Kind::Free(_)).then(|| Proven::of(function.to_token_stream(), &in_scope, None));
    let twin = Twin {
        function: &function.sig.ident,
        kind: scope.kind,
        visibility: &function.vis,
        generics: &generics,
        in_scope: &in_scope,
        this: scope.this,
        lending: &normal.lending,
        entries: normal.entries,
        lanes: options.lanes.is_some(),
        jacobian: options.jacobian.as_ref().map(|(_, mode)| *mode),
        checkpoint: options.checkpoint.is_some(),
        by_move: options.by_move,
        imported: options.imported,
        storages: &normal.storages,
        proven: scope
            .proven
            .or(own.as_ref())
            .map(|proven| proven.within(&function.sig.generics)),
        accepted: None,
    };
    let accepted = accepted.map(|closure| twin.accepted(&closure));
    let twin = Twin {
        accepted: accepted.as_ref(),
        ..twin
    };
    let form = Form {
        function,
        twin,
        scope,
        options,
        before,
        diagnostics,
    };
    form.derivatives(normal.lends_constant)
}

/// A function whose signature has been accepted, on the way to its twin.
struct Form<'a> {
    function: &'a syn::ItemFn,
    twin: Twin<'a>,
    scope: &'a Scope<'a>,
    options: &'a Options,
    /// How many errors there were before it.
    before: usize,
    diagnostics: &'a Diagnostics,
}

impl Form<'_> {
    /// The kind of twin that the function's result, its place and its options ask for.
    fn derivatives(mut self, lends_constant: bool) -> TokenStream {
        let output = &self.function.sig.output;
        let iterated = match Iterated::returned(output) {
            Some(Iterated::References(lent)) => Some(lent),
            _ => None,
        };
        let iterates = iterated.is_some();
        // A list of counts has a cotangent, of nothing, and so it has projections where it is asked for.
        let projected = |lent: &Lent| {
            !lends_constant && (!lent.ty().is_inert() || self.scope.entries && types::is_inert_list(&lent.target))
        };
        if let Some(lent) = iterated.or_else(|| Lent::returned(output)).filter(projected) {
            return self.projection(&lent, iterates);
        }
        if let Some(lent) = Several::returned(output) {
            return self.projections(&lent);
        }
        if self.options.rule.is_none() && !check_signature::check_lists(output, self.diagnostics) {
            return self.list_of_clones();
        }
        if self.is_declared() {
            return self.declared();
        }
        if let Some(viewed) = &self.options.viewed {
            return self.viewed(viewed);
        }
        match &self.options.rule {
            Some(rule) => self.ruled(rule),
            None => self.compiled(),
        }
    }

    /// Whether it is a trait's function without a body.
    fn is_declared(&self) -> bool {
        matches!(self.scope.kind, Kind::Declared { default: false, .. })
    }

    /// Of a function that returns a reference, or an iterator of them.
    fn projection(&mut self, lent: &Lent, iterates: bool) -> TokenStream {
        self.twin.entries = false;
        if let Some(key) = &self.options.lanes {
            lanes::reject(
                key.span(),
                "a function that returns a reference has no form with `lanes`",
                self.diagnostics,
            );
        }
        if let Some(key) = &self.options.checkpoint {
            checkpointed::needless(
                key,
                "a function that returns a reference saves nothing but where that is",
                self.diagnostics,
            );
        }
        if self.options.rule.is_some() {
            let help = "take the rule away: what is added to the place is added to the argument";
            self.diagnostics.error(
                self.function.sig.output.span(),
                "a function that returns a reference needs no rule",
                help,
            );
        }
        let declared = self.is_declared();
        if iterates {
            let itinerary = if declared {
                projection_iterators::declare(self.function, lent, &self.scope.names, self.options, self.diagnostics)
            } else {
                let free = matches!(self.scope.kind, Kind::Free(_));
                projection_iterators::compile(
                    self.function,
                    lent,
                    &self.scope.names,
                    free,
                    self.options,
                    self.diagnostics,
                )
            };
            return projection_iterators::twin(&self.twin, &itinerary);
        }
        let compile = if declared {
            projection::declare
        } else {
            projection::compile
        };
        let compiled = compile(self.function, lent, &self.scope.names, self.options, self.diagnostics);
        projection::twin(&self.twin, &compiled)
    }

    /// Of a function that returns several references.
    fn projections(&mut self, lent: &Several) -> TokenStream {
        self.twin.entries = false;
        if let Some(key) = &self.options.lanes {
            lanes::reject(
                key.span(),
                "a function that returns references has no form with `lanes`",
                self.diagnostics,
            );
        }
        let compile = if self.is_declared() {
            projection::declare
        } else {
            projection::compile
        };
        let parts = projection::apart(self.function);
        let parts = parts.iter().zip(&lent.parts).map(|(part, lent)| {
            // What is wrong with one is wrong with all.
            let compile = if self.diagnostics.count() == self.before {
                compile
            } else {
                projection::declare
            };
            compile(part, lent, &self.scope.names, self.options, self.diagnostics)
        });
        projection::twin_of_parts(&self.twin, &parts.collect::<Vec<_>>())
    }

    /// Of a function that returns a list of references, which is an error: stand-ins that give a list of clones.
    fn list_of_clones(&mut self) -> TokenStream {
        // Callers find the derivatives of one that returns the clones.
        let mut owned = bodiless(self.function);
        own_references(&mut owned.sig.output);
        let signature = lower::lower(&owned, &self.scope.names, self.options, self.diagnostics);
        self.twin.entries = false;
        stub(&self.twin, &signature)
    }

    /// Of a trait's function without a body: its signatures.
    fn declared(&mut self) -> TokenStream {
        let signature = lower::lower(self.function, &self.scope.names, self.options, self.diagnostics);
        if self.scope.entries {
            check_signature::check_params(&signature, self.function, self.diagnostics);
        }
        self.twin.entries &= check_signature::has_input(&signature) && check_signature::has_output(&signature);
        stub(&self.twin, &signature)
    }

    /// Of a function of an array type, which calls that of a view of it.
    fn viewed(&self, viewed: &Viewed) -> TokenStream {
        let signature = lower::lower(
            &bodiless(self.function),
            &self.scope.names,
            self.options,
            self.diagnostics,
        );
        let options = Options {
            viewed: None,
            array: None,
            ..self.options.clone()
        };
        let inner = Scope {
            entries: false,
            ..Scope::free(&viewed.function.sig.ident)
        };
        let inner = derivatives(&viewed.function, &inner, &options, self.diagnostics);
        delegated(&self.twin, &signature, viewed, &inner)
    }

    /// Of a function with a rule of the user's own.
    fn ruled(&self, rule: &OwnRule) -> TokenStream {
        let signature = lower::lower(
            &bodiless(self.function),
            &self.scope.names,
            self.options,
            self.diagnostics,
        );
        if self.scope.entries {
            check_signature::check_params(&signature, self.function, self.diagnostics);
        }
        if !check_signature::has_output(&signature) {
            let name = &self.function.sig.ident;
            self.diagnostics.error(
                name.span(),
                format!("`{name}` has no output to differentiate"),
                "take the rule away",
            );
        }
        for param in signature.params.iter().filter(|param| param.held) {
            self.diagnostics.error(
                param.ty.span(),
                "a function with a rule cannot take what holds references by value yet",
                "take it by reference, `&View<'_>`",
            );
        }
        for tuple in &signature.tuples {
            let help = "take its parts as parameters of their own";
            self.diagnostics.error(
                tuple.name.span(),
                "a function with a rule cannot take a tuple of references yet",
                help,
            );
        }
        if let (Some(key), OwnRule::Vjp(..)) = (&self.options.lanes, rule) {
            lanes::reject(
                key.span(),
                "a rule carries one cotangent: it has no form with `lanes`",
                self.diagnostics,
            );
        }
        let lent = |param: &Param| param.differentiable && param.passing != Passing::Value;
        let one = matches!(rule, OwnRule::Vjp(..)) || signature.params.iter().any(lent);
        if let (Some((key, Mode::Forward)), true) = (&self.options.jacobian, one) {
            lanes::reject_forward(
                key.span(),
                "a rule carries one direction, but for slopes of numbers: it has no form with `jacobian(mode = forward)`",
                self.diagnostics,
            );
        }
        if let Some(key) = &self.options.checkpoint {
            checkpointed::needless(key, "what a rule saves is its own affair", self.diagnostics);
        }
        let of_trait = self.options.implemented.as_ref();
        let ruled = ruled(&self.twin, &signature, rule, of_trait, self.diagnostics);
        if self.diagnostics.count() == self.before {
            ruled
        } else {
            stub(&self.twin, &signature)
        }
    }

    /// Of a function that goes through the pipeline.
    fn compiled(mut self) -> TokenStream {
        let own = match self.scope.kind {
            // Its frames would have one lifetime for all calls.
            _ if self.twin.lending.lends() => Own::Uncertain,
            Kind::Free(_) => Own::Bare,
            // The items of a recursive function would pin the lifetime down in a generic type.
            Kind::Member if self.scope.this.is_some() && !self.scope.names.is_empty() => Own::Uncertain,
            Kind::Member => Own::Associated,
            Kind::Declared { .. } | Kind::Sweeps { .. } => Own::Uncertain,
        };
        let entries = matches!(self.scope.kind, Kind::Free(_) | Kind::Member) && self.scope.entries;
        let mut compiled = compile(
            self.function,
            &self.scope.names,
            own,
            entries,
            self.options,
            self.diagnostics,
        );
        if self.options.unparsed {
            self.diagnostics.leave_to_rustc();
        }
        note_callees(&compiled, self.diagnostics);
        if self.scope.entries {
            check_signature::check_params(&compiled.function, self.function, self.diagnostics);
        }
        if !check_signature::has_input(&compiled.function) || !check_signature::has_output(&compiled.function) {
            self.twin.entries = false;
            compiled.together = None;
        }
        if self.options.checkpoint.is_some() {
            if let Kind::Free(_) = self.scope.kind {
                checkpointed::check_params(&compiled.function, self.diagnostics);
            }
            if let Some(lanes) = &self.options.lanes {
                lanes::reject(lanes.span(), "a checkpoint has no form with `lanes`", self.diagnostics);
            }
        }
        if let Some(key) = &self.options.lanes {
            lanes::check(key, &compiled, &self.twin, self.diagnostics);
        }
        if let Some((key, Mode::Forward)) = &self.options.jacobian {
            lanes::check_tangent(key, &compiled, &self.twin, self.diagnostics);
        }
        if let (Some(key), false) = (
            &self.options.twice,
            matches!(
                self.scope.kind,
                Kind::Free(_) | Kind::Member | Kind::Sweeps { of_trait: false, .. }
            ),
        ) {
            let help = "write a method of the type's own, or `jvp` in place of `order = 2`";
            let message = "functions of traits have no second derivatives yet";
            self.diagnostics.error(key.span(), message, help);
        }
        if self.diagnostics.count() > self.before {
            if self.diagnostics.is_left_to_rustc() {
                return stub_of_rejected(&self.twin, &compiled.function);
            }
            return stub(&self.twin, &compiled.function);
        }
        if let Some((mut function, backward, plan)) = compiled.planned.take() {
            copy_on_move(&mut function, &plan);
            let written = Parts::new(&self.twin, &function).written(&function, &backward, &plan);
            (self.diagnostics).trace(&function.name, "written", || written.to_string());
        }
        loops(&mut compiled, self.diagnostics);
        let Compiled {
            function,
            backward,
            plan,
            together,
            tangent,
            pairs,
            ..
        } = &compiled;
        twin(
            &self.twin,
            function,
            backward,
            plan,
            together.as_ref(),
            tangent.as_ref(),
            pairs.as_ref(),
        )
    }
}

/// Notes the calls whose derivatives those of the function call. What runs again stands in the reverse sweep.
fn note_callees(compiled: &Compiled, diagnostics: &Diagnostics) {
    let sweeps = [&compiled.function.body, &compiled.backward.block];
    for sweep in sweeps {
        sweep.walk(&mut |stmt| {
            if let StmtKind::Call(call) = &stmt.kind
                && call.has_pullback()
                // Of a method that floats have, all that is certain is that there is the float's.
                && !call.written.number
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
}

/// The function's signature: a rule of the user's own says all that there is to know of the rest.
pub fn bodiless(function: &syn::ItemFn) -> syn::ItemFn {
    let mut function = function.clone();
    function.block = Box::new(syn::parse_quote!({ ::core::unreachable!() }));
    function
}
