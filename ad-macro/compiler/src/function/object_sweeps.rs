//! The sweeps of a trait's method for trait objects.
//!
//! Input:  `fn energy(&self, x: f64) -> f64;` of a trait with the option `dyn`
//! Output: the method of the hidden trait through which `&dyn Potential` is differentiated

use crate::function::derivatives::bodiless;
use crate::function::scope::Scope;
use crate::lower;
use crate::options::attribute::Options;
use crate::projections::{object_routes, projection};
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::{Lent, Several};
use crate::signature::{bounds, lifetimes};
use crate::syntax::diagnostics::Diagnostics;
use crate::twin::object_methods;
use crate::twin::target::Twin;
use proc_macro2::TokenStream;
use quote::ToTokens;

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
        jacobian: None,
        checkpoint: false,
        by_move: false,
        imported: false,
        storages: &Default::default(),
        proven: None,
        accepted: None,
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
                (&asked, options.jvp),
            ))
        }
    };
    unheard.finish();
    sweeps
}
