//! A function in the part of Rust that lowering knows: the passes from syntax to syntax, in their order.
//!
//! Input:  `fn rate(x: impl AsRef<[f64]>) -> impl Iterator<Item = f64> { .. }`
//! Output: `fn rate<X: AsRef<[f64]>>(x: X) -> Vec<f64> { .. x.as_slice() .. }`, which has sweeps and no entry points

use crate::function::closure_arguments;
use crate::function::scope::Scope;
use crate::normalize::unify_storage::Storages;
use crate::normalize::{
    as_slice, check_indices, collect_iterators, copy_mutated_holders, detach_casts, detach_names, name_impl_trait,
    name_reference_fields, own_returned_views, phi_initialisers, static_references, unify_storage,
};
use crate::options::attribute::Options;
use crate::signature::bounds::{sized, traits};
use crate::signature::lifetimes::{self, Lending};
use crate::syntax::diagnostics::Diagnostics;
use crate::twin::target::Kind;

/// What the passes made of a function, and what they found out about it on the way.
pub struct Normalized {
    pub function: syn::ItemFn,
    /// The attribute's options, with what the signature adds to them.
    pub options: Options,
    /// The lifetimes of what it returns, which the signatures name.
    pub lending: Lending,
    pub storages: Storages,
    /// Whether users may get entry points.
    pub entries: bool,
    /// It returns a reference to a constant.
    pub lends_constant: bool,
}

/// Runs the passes. `entries`: whether users may get entry points of the function as it was written.
pub fn normalized(
    function: &syn::ItemFn,
    entries: bool,
    scope: &Scope,
    options: &Options,
    diagnostics: &Diagnostics,
) -> Normalized {
    let function = name_impl_trait::named(&copy_mutated_holders::copied(function, None));
    let constant = static_references::detached(&function);
    let lends_constant = match scope.kind {
        Kind::Declared { default: false, .. } => crate::signature::static_references::lends_constant(&function.sig),
        _ => constant.is_some(),
    };
    let function = static_references::called(&constant.unwrap_or(function), &options.constants);
    let views = own_returned_views::owned(&function);
    let entries = entries && views.is_none() && !lends_constant;
    let (function, lending) = lifetimes::named(&views.unwrap_or(function), scope.this);
    let (function, storages) = unify_storage::resolved(&function);
    let function = with_options(function, options);
    let mut sliced = traits::slices_of(&function.sig);
    sliced.extend(options.sliced.iter().cloned());
    let function = as_slice::as_slices(&function, &sliced);
    let collected = collect_iterators::collected(&function, diagnostics);
    let entries = entries && collected.is_none();
    let function = collected.unwrap_or(function);
    let options = Options {
        fields: options.fields || traits::has_fields(&function.sig.generics),
        own_numbers: traits::given_numbers(&function.sig, &options.own_numbers),
        of_trait: matches!(scope.kind, Kind::Declared { .. } | Kind::Sweeps { .. }),
        ..options.clone()
    };
    let is_free = matches!(scope.kind, Kind::Free(_));
    let function = check_indices::checked(&function, is_free, &options, diagnostics);
    Normalized {
        function: phi_initialisers::declared(&function),
        options,
        lending,
        storages,
        entries,
        lends_constant,
    }
}

/// What the attribute's options ask for.
fn with_options(mut function: syn::ItemFn, options: &Options) -> syn::ItemFn {
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
    if !options.detached.is_empty() {
        function = detach_names::detached(&function, &options.detached);
    }
    function
}
