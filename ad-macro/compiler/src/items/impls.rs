//! The derivatives of the functions of impls and traits: siblings that stand beside the functions.
//!
//! Input:  `trait Potential { fn energy(&self, x: f64) -> f64; }`
//! Output: the same trait with `energy_differentiable`, which implementors define and which has a default that rejects those without
//!         the attribute, and `energy_vjp` and the like, which call it.
//!
//! A function whose types carry no derivative is left plain: if its result carries none, it has the sweeps alone, so that
//! differentiable functions can call it, and if no parameter does, it needs none. One marked `#[no_diff]` is left out.

use crate::function::pipeline::{Scope, derivatives};
use crate::items::bounded_items;
use crate::items::inactive_members::{all_set_aside, passed_through, without_active_parameters};
use crate::items::trait_impls::with_named_lifetimes;
use crate::items::traits::trait_signatures;
use crate::options::attribute::Options;
use crate::options::function_names;
use crate::signature::bounds::sized;
use crate::signature::marks::{Unmark, carries_no_derivative, is_mark, take_no_diff, unmark};
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::{Lent, Several};
use crate::signature::{bounds, lifetimes, returned_views};
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::types::Ty;
use crate::twin::parts::Kind;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::visit_mut::VisitMut;
use syn::{ImplItem, ItemFn, ItemImpl, Signature, visit_mut};

/// The options, and what the functions beside each other know of each other: which of them return references, or iterators.
pub(super) fn among<'a>(
    signatures: impl Iterator<Item = &'a Signature>,
    this: Option<&syn::Type>,
    options: &Options,
) -> Options {
    let mut options = options.clone();
    for signature in signatures {
        let name = signature.ident.to_string();
        if gives_value(&signature.output) {
            options.values.insert(name.clone());
        }
        if let Some(iterated) = Iterated::returned(&signature.output) {
            options.iterators.entry(name).or_insert(iterated);
        } else if let Some(lent) = Lent::returned(&signature.output)
            && !lent.ty().is_inert()
        {
            if crate::signature::static_references::lends_constant(signature) {
                options.constants.insert(name);
            } else {
                options.references.entry(name).or_insert(lent);
            }
        } else if let Some(lent) = Several::returned(&signature.output) {
            options.tuples.entry(name).or_insert(lent);
        } else if let Some(ty) = lifetimes::held(signature, this) {
            if let Some(syn::Type::Path(this)) = this
                && !options.lent.contains_key(&name)
                && let Some(last) = this.path.segments.last()
            {
                options.lenders.insert(name.clone(), last.ident.to_string());
            }
            options.lent.entry(name).or_insert(ty);
        } else if let syn::ReturnType::Type(_, output) = &signature.output
            && let Some(array) = returned_views::array_returned(output)
        {
            options.arrays.entry(name).or_insert(array);
        }
    }
    options
}

/// Whether what a function returns is neither a reference nor an option.
fn gives_value(output: &syn::ReturnType) -> bool {
    let syn::ReturnType::Type(_, output) = output else {
        return false;
    };
    let option = matches!(crate::syntax::types::container(output), Some((name, _)) if name == "Option");
    !option && !matches!(**output, syn::Type::Reference(_))
}

pub(super) fn impl_signatures(block: &ItemImpl) -> impl Iterator<Item = &Signature> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(member) => Some(&member.sig),
        _ => None,
    })
}

/// An impl of a type's own functions: as it was written, and their siblings in a second impl.
pub fn inherent(block: ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let siblings = beside(&with_functions(block.clone(), options), options, diagnostics);
    let mut plain = unmarked(block);
    if options.bounded.is_some() {
        bounded_items::of_impl(&mut plain);
    }
    quote!(#plain #siblings)
}

/// The impl in which the types of parameters say that they are functions.
pub(super) fn with_functions(mut block: ItemImpl, options: &Options) -> ItemImpl {
    for item in &mut block.items {
        if let ImplItem::Fn(member) = item {
            function_names::write_out(&mut member.sig, options);
        }
    }
    block
}

/// The signatures of an item's functions.
pub fn signatures(item: &syn::Item) -> Vec<&Signature> {
    match item {
        syn::Item::Fn(function) => vec![&function.sig],
        syn::Item::Impl(block) => impl_signatures(block).collect(),
        syn::Item::Trait(item) => trait_signatures(item).collect(),
        _ => Vec::new(),
    }
}

/// Whether the type that an impl is for is certainly no option and no result.
pub(super) fn is_no_option(block: &ItemImpl) -> bool {
    match &*block.self_ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last();
            let own = |name: &TokenStream| path.path.is_ident(&name.to_string());
            last.is_some_and(|last| last.ident != "Option" && last.ident != "Result")
                && path.qself.is_none()
                && !bounds::names(&block.generics).iter().any(own)
        }
        _ => false,
    }
}

/// Writes out what `Self::Item` is.
pub(super) struct Associated(Vec<(Ident, syn::Type)>);

impl Associated {
    pub(super) fn of(block: &ItemImpl) -> Self {
        let items = block.items.iter().filter_map(|item| match item {
            ImplItem::Type(ty) => Some((ty.ident.clone(), ty.ty.clone())),
            _ => None,
        });
        Associated(items.collect())
    }
}

/// Writes out what the types are that an impl chooses, in one of its functions.
pub fn write_out_associated(block: &ItemImpl, function: &mut ItemFn) {
    Associated::of(block).visit_item_fn_mut(function);
}

impl VisitMut for Associated {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        let named = match ty {
            syn::Type::Path(path) if path.qself.is_none() && path.path.segments.len() == 2 => {
                let segments = &path.path.segments;
                self.0
                    .iter()
                    .find(|(name, _)| segments[0].ident == "Self" && segments[1].ident == *name)
            }
            _ => None,
        };
        match named {
            Some((_, named)) => *ty = named.clone(),
            None => visit_mut::visit_type_mut(self, ty),
        }
    }

    /// What stands in such a type, `Self::Size::dim()`.
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        visit_mut::visit_expr_path_mut(self, path);
        let segments = &path.path.segments;
        if path.qself.is_none()
            && segments.len() > 2
            && segments[0].ident == "Self"
            && let Some((_, named)) = self.0.iter().find(|(name, _)| segments[1].ident == *name)
        {
            let inner = segments.iter().skip(2);
            *path = syn::parse_quote!(<#named>::#(#inner)::*);
        }
    }
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
        ..among(impl_signatures(block), Some(&block.self_ty), options)
    };
    let scope = Scope {
        kind: Kind::Member,
        names: bounds::names(&block.generics),
        this: Some(&*block.self_ty).filter(|ty| crate::syntax::lifetimes::names_lifetimes(ty)),
        predicates: Vec::new(),
        entries: true,
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
        .filter_map(|function| all_set_aside(&function));
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
    quote! {
        #[automatically_derived]
        #[allow(unused, unused_qualifications, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #generics #ty #where_clause { #siblings }
    }
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
fn methods_of(block: &ItemImpl) -> BTreeSet<(String, usize)> {
    let signatures = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(function) => Some(&function.sig),
        _ => None,
    });
    let methods = signatures.filter(|signature| signature.receiver().is_some());
    methods
        .map(|signature| (signature.ident.to_string(), signature.inputs.len() - 1))
        .collect()
}

/// The functions of an impl that are not left out.
pub(super) fn functions(block: &ItemImpl) -> impl Iterator<Item = ItemFn> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(member) if take_no_diff(&mut member.attrs.clone()) => None,
        ImplItem::Fn(member) => Some(ItemFn {
            attrs: member.attrs.clone(),
            modifiers: member.modifiers.clone(),
            vis: member.vis.clone(),
            sig: member.sig.clone(),
            block: Box::new(member.block.clone()),
        }),
        _ => None,
    })
}

/// The impl without the macro's own markings.
pub fn unmarked(mut block: ItemImpl) -> ItemImpl {
    for item in &mut block.items {
        if let ImplItem::Fn(member) = item {
            take_no_diff(&mut member.attrs);
            member.attrs.retain(|attribute| !is_mark(attribute));
            unmark(&mut member.sig);
            Unmark.visit_block_mut(&mut member.block);
        }
    }
    block
}

/// The function that lists what an impl defines. If the trait is not marked, rustc says that this is not a member of it.
pub(super) fn marker() -> Ident {
    Ident::new("the_trait_is_differentiable", Span::call_site())
}

/// Siblings that stand among the user's own functions: no lint looks at them.
pub(super) fn quiet(siblings: TokenStream) -> Vec<ImplItem> {
    let Ok(mut block) = syn::parse2::<ItemImpl>(quote!(impl X { #siblings })) else {
        return vec![ImplItem::Verbatim(siblings)];
    };
    for item in &mut block.items {
        if let ImplItem::Fn(member) = item {
            member.attrs.push(syn::parse_quote!(
                #[allow(unused, unused_qualifications, non_snake_case, refining_impl_trait, clippy::all, clippy::pedantic, clippy::nursery)]
            ));
        }
    }
    block.items
}
