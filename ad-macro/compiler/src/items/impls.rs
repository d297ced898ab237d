//! Inherent impls, and single associated functions: the twins of their functions, as siblings in a second impl.
//!
//! Input:  `impl V3 { fn norm(&self) -> f64 { … } }`
//! Output: the same, and `impl V3` with `norm_differentiable`, `norm_differentiable_push`, `norm_differentiable_pull`, `norm_vjp`, …
//!
//! A function whose types carry no derivative is left plain: if its result carries none, it has the sweeps alone, so that
//! differentiable functions can call it, and if no parameter does, it needs none. One marked `#[no_diff]` is left out.

use crate::function::derivatives::derivatives;
use crate::function::scope::Scope;
use crate::items::bounded_items;
use crate::items::inactive_members::{all_detached, passed_through, without_active_parameters};
use crate::items::members::{
    among, functions, impl_signatures, is_no_option, quiet, unmarked, with_functions, with_named_lifetimes,
};
use crate::options::attribute::Options;
use crate::signature::bounds;
use crate::signature::bounds::sized;
use crate::signature::inactive::carries_no_derivative;
use crate::signature::returned_places::Lent;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::lifetimes;
use crate::syntax::proven::Proven;
use crate::syntax::types::Ty;
use crate::twin::target::Kind;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{ItemFn, ItemImpl};

/// An impl of a type's own functions: as it was written, and their siblings in a second impl.
pub fn inherent(block: ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let siblings = beside(&with_functions(block.clone(), options), options, diagnostics);
    let mut plain = unmarked(block);
    if options.bounded.is_some() {
        bounded_items::of_impl(&mut plain);
    }
    quote!(#plain #siblings)
}

/// The siblings of an impl's functions, in an impl of the type's own functions.
pub(super) fn beside(block: &ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let (mut block, _) = with_named_lifetimes(block.clone());
    if let Some(types) = &options.sized {
        sized::require_sizes(&mut block.generics, types);
    }
    let block = &block;
    let options = &Options {
        inherent: true,
        no_option: is_no_option(block),
        methods: methods_of(block),
        ..among(
            impl_signatures(block),
            (Some(&block.self_ty), &block.generics),
            &functions(block).collect::<Vec<_>>(),
            options,
        )
    };
    let names = bounds::names(&block.generics);
    let proven = Proven::of(block.to_token_stream(), &names, Some(&block.self_ty));
    let scope = Scope {
        kind: Kind::Member,
        names,
        this: Some(&*block.self_ty).filter(|ty| lifetimes::names_lifetimes(ty)),
        predicates: Vec::new(),
        entries: true,
        proven: Some(&proven),
    };
    let mut siblings = differentiable(block, &scope, options, diagnostics);
    let plain = Scope {
        entries: false,
        ..scope
    };
    // A type with differentiable methods is differentiable itself: so is what its constructors give.
    let methods = functions(block).any(|f| f.sig.receiver().is_some() && !carries_no_derivative(&f.sig));
    let constructs = |function: &ItemFn| match &function.sig.output {
        syn::ReturnType::Type(_, ty) => methods && (*ty == block.self_ty || **ty == syn::parse_quote!(Self)),
        syn::ReturnType::Default => false,
    };
    let known = |function: &ItemFn| Ty::output(&function.sig) != Ty::Unknown || constructs(function);
    let counting = functions(block)
        .filter(known)
        .filter_map(|function| all_detached(&function));
    for function in functions(block)
        .filter(|function| !is_routed(function, options))
        .filter_map(|function| passed_through(&function))
        .chain(counting)
    {
        siblings.extend(derivatives(&function, &plain, options, diagnostics));
    }
    // The type itself may name the impl's lifetimes: they stay.
    let mut bounded = bounds::bounded(&block.generics);
    let lifetimes = block
        .generics
        .params
        .iter()
        .filter(|param| matches!(param, syn::GenericParam::Lifetime(_)));
    bounded.params = lifetimes.cloned().chain(std::mem::take(&mut bounded.params)).collect();
    let (generics, where_clause) = (bounds::declaration(&bounded), &bounded.where_clause);
    let ty = &block.self_ty;
    proven.around(quote! {
        #[automatically_derived]
        #[allow(unused, unused_qualifications, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #generics #ty #where_clause { #siblings }
    })
}

/// Whether a function stands in an impl, as far as it says so itself.
pub fn is_member(function: &ItemFn) -> bool {
    fn mentions_self(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "Self",
            TokenTree::Group(group) => mentions_self(group.stream()),
            _ => false,
        })
    }
    function.sig.receiver().is_some() || mentions_self(function.to_token_stream())
}

/// The siblings of a single function, which stand among the user's own.
pub fn single(function: &ItemFn, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let counting = without_active_parameters(function, Some("Self"));
    let scope = Scope {
        kind: Kind::Member,
        names: Vec::new(),
        this: None,
        predicates: Vec::new(),
        entries: counting.is_none(),
        proven: None,
    };
    let function = counting.as_ref().unwrap_or(function);
    let siblings = quiet(derivatives(function, &scope, options, diagnostics));
    quote!(#(#siblings)*)
}

/// The siblings of an impl's functions, but for those that are left plain.
fn differentiable(block: &ItemImpl, scope: &Scope, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let marked: Vec<ItemFn> = functions(block)
        .filter(|function| !carries_no_derivative(&function.sig) || is_routed(function, options))
        .collect();
    let cyclic = crate::items::call_cycles::members(&marked);
    let of = |function: &ItemFn| {
        let recursive = options.recursive || cyclic.contains(&function.sig.ident.to_string());
        let options = Options {
            recursive,
            ..options.clone()
        };
        derivatives(function, scope, &options, diagnostics)
    };
    marked.iter().map(of).collect()
}

/// Whether the attribute says that a list of counts which a function lends is a place to who calls it.
fn is_routed(function: &ItemFn, options: &Options) -> bool {
    options.references.contains_key(&function.sig.ident.to_string())
        && Lent::returned(&function.sig.output).is_some_and(|lent| crate::syntax::types::is_inert_list(&lent.target))
}

/// The methods of an impl, with how many arguments they take.
fn methods_of(block: &ItemImpl) -> FlatSet<(String, usize)> {
    let signatures = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(function) => Some(&function.sig),
        _ => None,
    });
    let methods = signatures.filter(|signature| signature.receiver().is_some());
    methods
        .map(|signature| (signature.ident.to_string(), signature.inputs.len() - 1))
        .collect()
}
