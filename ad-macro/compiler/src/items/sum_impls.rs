//! `Sum` and `Product` of a user's types: the impl gets a rule, which `chain.sum::<V>()` in differentiable code finds.
//!
//! Input:  `impl Sum for V { fn sum<I: Iterator<Item = V>>(iter: I) -> V { iter.fold(V::ZERO, |a, b| a + b) } }`
//! Output: `impl Folded<Sums, ByValue, V> for V { … }`, whose function is the forward sweep of a free function of a vector of the
//!         items, with the same body

use crate::function::derivatives::derivatives;
use crate::function::scope::Scope;
use crate::normalize::self_to_type::Free;
use crate::options::attribute::Options;
use crate::signature::bounds;
use crate::syntax::cfg_variants;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::walk::{NodeMut, WalkMut};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{ImplItemFn, ItemImpl, Type};

/// The function of the trait and the kind of fold, if an impl is of `Sum` or `Product`.
pub fn fold(block: &ItemImpl) -> Option<(&'static str, &'static str)> {
    let path = block.trait_.as_ref().map(|(path, _)| path)?;
    Some(match path.segments.last()?.ident.to_string().as_str() {
        "Sum" => ("sum", "Sums"),
        "Product" => ("product", "Products"),
        _ => return None,
    })
}

/// The rule for the sum or the product; one for each form of its function, where `#[cfg]`s choose among several.
pub fn rule(
    block: &ItemImpl,
    (function, kind): (&str, &str),
    options: &Options,
    diagnostics: &Diagnostics,
) -> TokenStream {
    let rules = cfg_variants::functions(block, function).map(|(conditions, method)| {
        let rule = of_function(block, method, kind, options, diagnostics);
        (!rule.is_empty()).then(|| quote!(#(#conditions)* #rule))
    });
    rules.flatten().collect()
}

fn of_function(
    block: &ItemImpl,
    method: &ImplItemFn,
    kind: &str,
    options: &Options,
    diagnostics: &Diagnostics,
) -> TokenStream {
    let Some(syn::FnArg::Typed(iterator)) = method.sig.inputs.first() else {
        return TokenStream::new();
    };
    let this = &*block.self_ty;
    // `Sum` is `Sum<Self>`.
    let path = block.trait_.as_ref().map(|(path, _)| path);
    let argument = match path.and_then(|path| path.segments.last()).map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(arguments)) => {
            arguments.args.iter().find_map(|argument| match argument {
                syn::GenericArgument::Type(ty) => Some(ty.clone()),
                _ => None,
            })
        }
        _ => None,
    };
    let mut item = argument.unwrap_or_else(|| this.clone());
    let mut free = Free {
        this: format_ident!("this"),
        ty: this.clone(),
        output: this.clone(),
    };
    free.node(NodeMut::Type(&mut item));
    let (item, form, items) = match item {
        Type::Reference(reference) => (*reference.elem, quote!(ByReference), quote!(iter)),
        item => (item, quote!(ByValue), quote!(into_iter)),
    };
    let mut body = method.block.clone();
    free.node(NodeMut::Block(&mut body));
    let pat = &iterator.pat;
    let (params, clause) = (&block.generics.params, &block.generics.where_clause);
    let name = Ident::new("fold", method.sig.ident.span());
    let list = Ident::new("items", method.sig.ident.span());
    let statements = &body.stmts;
    let plain: syn::ItemFn = syn::parse_quote! {
        fn #name<#params>(#list: ::pullback::rt::std::vec::Vec<#item>) -> #this #clause {
            let #pat = #list.#items();
            #(#statements)*
        }
    };
    let sweeps = derivatives(&plain, &Scope::sweeps(), options, diagnostics);
    let run = format_ident!("{name}_differentiable");
    let kind = format_ident!("{kind}");
    let bounded = bounds::bounded(&block.generics);
    // That of the items' references is not one of the rule's.
    let mentioned = quote!(#this #item).to_string();
    let lifetimes = block
        .generics
        .lifetimes()
        .filter(|param| mentioned.contains(&param.lifetime.to_string()));
    let (params, clause) = (&bounded.params, &bounded.where_clause);
    let names = bounds::names(&block.generics);
    quote! {
        #[automatically_derived]
        #[allow(unused, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            #sweeps
            impl<#(#lifetimes,)* #params> ::pullback::rt::Folded<::pullback::rt::#kind, ::pullback::rt::#form, #item> for #this #clause {
                #[inline]
                fn folded_forward(
                    items: ::pullback::rt::std::vec::Vec<#item>,
                    ws: &mut ::pullback::rt::Workspace,
                ) -> (
                    #this,
                    impl ::core::ops::FnOnce(
                        &mut ::pullback::rt::Workspace,
                        <#this as ::pullback::Differentiable>::Cotangent,
                    ) -> ::pullback::rt::std::vec::Vec<<#item as ::pullback::Differentiable>::Cotangent> + use<#(#names),*>,
                ) {
                    let (value, pullback) = #run(items, ws);
                    (value, move |ws: &mut ::pullback::rt::Workspace, seed: <#this as ::pullback::Differentiable>::Cotangent| {
                        pullback(ws, seed, ()).0
                    })
                }
            }
        };
    }
}
