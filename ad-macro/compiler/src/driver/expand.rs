//! Dispatches an attributed item to the layer that knows its kind.
//!
//! Input:  `#[differentiable] impl Mul for V { .. }`
//! Output: the impl, and what `items/operator_impls.rs` makes of it
//!
//! The passes of a function are in `function/pipeline.rs`.

use crate::function::derivatives::derivatives;
use crate::function::scope::Scope;
use crate::items::{
    bounded_items, from_impls, impls, inactive_members, members, operator_impls, sum_impls, trait_impls, use_items,
};
use crate::normalize::detach_names;
use crate::options::attribute::Options;
use crate::options::{elided_lifetimes, function_names};
use crate::projections::{deref_impls, index_impls};
use crate::signature::bounds::traits;
use crate::signature::marks::primal;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::invisible_groups;
use crate::syntax::panics::caught;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

/// `#[differentiable]` on a function, an impl or a trait: the item as it was written, and its derivatives or its errors.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let diagnostics = Diagnostics::new();
    let expansion = differentiate(arguments, item, &diagnostics);
    let errors = diagnostics.finish();
    quote!(#expansion #errors)
}

/// The item as it was written, and its derivatives; what stands in their way goes to the diagnostics, a panic of the macro's among it.
pub fn differentiate(arguments: TokenStream, item: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    caught(|| with_derivatives(arguments, item.clone(), diagnostics)).unwrap_or_else(|panic| {
        diagnostics.under(&None, || panic.report(item.span(), diagnostics));
        match syn::parse2(item.clone()) {
            Ok(syn::Item::Fn(function)) => primal(function).into_token_stream(),
            Ok(syn::Item::Impl(block)) => members::unmarked(block).into_token_stream(),
            _ => item,
        }
    })
}

fn with_derivatives(arguments: TokenStream, item: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    let options = Options::parse(arguments, diagnostics);
    let mut parsed = syn::parse2::<syn::Item>(item.clone());
    if let Ok(parsed) = &parsed
        && invisible_groups::has_bare_bounds(parsed)
    {
        return item;
    }
    if let Ok(item) = &mut parsed {
        invisible_groups::ungroup(item);
        elided_lifetimes::write_out(item, &options.lifetimes);
        detach_names::parameters(item, &options.detached);
    }
    misplaced_options(&options, &parsed, diagnostics);
    let around = match &parsed {
        Ok(syn::Item::Impl(block)) => Some(&block.generics),
        Ok(syn::Item::Trait(item)) => Some(&item.generics),
        _ => None,
    };
    let options = Options {
        fields: around.is_some_and(traits::has_fields),
        own_numbers: around.map(traits::own_numbers).unwrap_or_default(),
        sliced: around.map(traits::seen_as_slices).unwrap_or_default(),
        ..options
    };
    if let Ok(item) = &parsed {
        let signatures = members::signatures(item);
        function_names::check_names(signatures.iter().copied(), &options, diagnostics);
    }
    match parsed {
        Ok(syn::Item::Fn(written)) => of_function(written, &options, diagnostics),
        Ok(syn::Item::Impl(block)) => of_impl(block, &options, diagnostics),
        Ok(syn::Item::Trait(item)) => crate::items::traits::declared(item, &options, diagnostics),
        Ok(syn::Item::Use(import)) => use_items::imports(&import, &options, diagnostics),
        // A function of another crate's, which is in scope here under this name.
        Ok(syn::Item::Verbatim(tokens)) if options.rule.is_some() => imported_rule(tokens, options, diagnostics),
        Ok(other) => {
            reject_item(&other, diagnostics);
            quote!(#other)
        }
        Err(_) => {
            let stand_ins = unparsed(item.clone()).map(|function| {
                let name = options.name.clone().unwrap_or_else(|| function.sig.ident.clone());
                let options = Options {
                    unparsed: true,
                    ..options
                };
                derivatives(&function, &Scope::free(&name), &options, diagnostics)
            });
            quote!(#item #stand_ins)
        }
    }
}

/// The function whose body does not parse, which rustc reports, without it; nothing where more is wrong.
fn unparsed(item: TokenStream) -> Option<syn::ItemFn> {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let body = tokens.pop()?;
    if !matches!(&body, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace) {
        return None;
    }
    let signature = tokens.into_iter().collect::<TokenStream>();
    syn::parse2(quote!(#signature {})).ok()
}

/// Reports options that stand on an item that they are not for.
fn misplaced_options(options: &Options, item: &syn::Result<syn::Item>, diagnostics: &Diagnostics) {
    let is_trait = matches!(item, Ok(syn::Item::Trait(_)));
    let of_a_trait = matches!(item, Ok(syn::Item::Impl(block)) if block.trait_.is_some());
    if let Some(objects) = &options.object
        && !is_trait
        && !of_a_trait
    {
        diagnostics.error(
            objects.span,
            "the option `dyn` is for a trait",
            "put it on the trait, and with `dyn(opt_in)` there on its impls as well",
        );
    }
    if let Some(key) = options.object.as_ref().and_then(|objects| objects.opt_in.as_ref())
        && !is_trait
    {
        diagnostics.error(
            key.span(),
            "`opt_in` is for a trait",
            "write `#[differentiable(dyn(opt_in))]` on the trait, and `#[differentiable(dyn)]` on impls",
        );
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
            "the option `bounds` is for an impl of a type's own, or a function",
            "take it away: a trait's functions ask of its parameters what their derivatives ask, and so does an impl of it",
        );
    }
}

/// A function as it was written, and its derivatives.
fn of_function(written: syn::ItemFn, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let name = options.name.clone().unwrap_or_else(|| written.sig.ident.clone());
    let mut function = written.clone();
    function_names::write_out(&mut function.sig, options);
    let derivatives = if options.associated || impls::is_member(&function) {
        impls::single(&function, options, diagnostics)
    } else if options.rule.is_none()
        && let Some(plain) = inactive_members::without_active_parameters(&function, None)
    {
        let scope = Scope {
            entries: false,
            ..Scope::free(&name)
        };
        derivatives(&plain, &scope, options, diagnostics)
    } else {
        derivatives(&function, &Scope::free(&name), options, diagnostics)
    };
    let mut plain = primal(written);
    if options.bounded.is_some() {
        bounded_items::of_function(&mut plain.sig);
    }
    quote!(#plain #derivatives)
}

/// An impl as it was written, and its derivatives: siblings of its functions, or the rule of an operator, a sum, a conversion or an index.
fn of_impl(block: syn::ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let rule = if block.trait_.is_none() {
        return impls::inherent(block, options, diagnostics);
    } else if let Some(operator) = operator_impls::operator(&block) {
        operator_impls::rule(&block, operator, options, diagnostics)
    } else if let Some(fold) = sum_impls::fold(&block) {
        sum_impls::rule(&block, fold, options, diagnostics)
    } else if from_impls::is_conversion(&block) {
        from_impls::rule(&block, options, diagnostics)
    } else if deref_impls::is_dereference(&block) {
        deref_impls::rule(&block, diagnostics)
    } else if index_impls::is_index(&block) {
        index_impls::routes(&block, options, diagnostics)
    } else {
        return trait_impls::implemented(block, options, diagnostics);
    };
    let plain = members::unmarked(block);
    quote!(#plain #rule)
}

/// The derivatives of a function of another crate's, by a rule.
fn imported_rule(tokens: TokenStream, options: Options, diagnostics: &Diagnostics) -> TokenStream {
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

/// Reports an item that has no derivatives.
fn reject_item(item: &syn::Item, diagnostics: &Diagnostics) {
    let (what, help) = match item {
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
    diagnostics.error(item.span(), what, help);
}
