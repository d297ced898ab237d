//! The whole compiler, a line per pass.

use crate::adjoint::{Backward, adjoint};
use crate::attributes::{Options, check_signature, primal};
use crate::diagnostics::Diagnostics;
use crate::entry::{Kind, Twin, stub, twin};
use crate::ir::{Function, StmtKind};
use crate::plan::{Plan, plan};
use crate::{activity, attributes, check, exits, fence, generics, items, lower, operators};
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;

/// What the passes make of a function, for the emitter and for the tests.
pub struct Compiled {
    pub function: Function,
    pub backward: Backward,
    pub plan: Plan,
    /// The printed form after each pass.
    #[cfg(test)]
    pub trace: Vec<(&'static str, String)>,
}

/// Runs the passes. The function is usable only if nothing was reported.
pub fn compile(
    item: &syn::ItemFn,
    outer: &[proc_macro2::Ident],
    options: &Options,
    diagnostics: &Diagnostics,
) -> Compiled {
    fence::fence(item, diagnostics);
    let mut function = lower::lower(&items::items(item), outer, options, diagnostics);
    check::checked("lower", &function, None, diagnostics);
    #[cfg(test)]
    let mut trace = vec![("lower", function.to_string())];
    exits::exits(&mut function);
    check::checked("exits", &function, None, diagnostics);
    #[cfg(test)]
    trace.push(("exits", function.to_string()));
    let active = activity::activity(&mut function, diagnostics);
    let mut backward = adjoint(&mut function, &active, diagnostics);
    check::checked("adjoint", &function, Some(&backward), diagnostics);
    #[cfg(test)]
    trace.push(("adjoint", function.print(&backward.block, 0)));
    let plan = plan(&mut function, &mut backward);
    check::checked("plan", &function, Some(&backward), diagnostics);
    #[cfg(test)]
    trace.push(("plan", format!("{function}{}", function.print(&backward.block, 0))));
    Compiled {
        function,
        backward,
        plan,
        #[cfg(test)]
        trace,
    }
}

/// `#[differentiable]` on a function or an impl: the item as it was written, and its derivatives or its errors.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let diagnostics = Diagnostics::new();
    let expansion = differentiate(arguments, item, &diagnostics);
    let errors = diagnostics.finish();
    quote!(#expansion #errors)
}

/// The item as it was written, and its derivatives; what stands in their way goes to the diagnostics.
pub fn differentiate(arguments: TokenStream, item: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    let options = Options::parse(arguments, diagnostics);
    match syn::parse2::<syn::Item>(item.clone()) {
        Ok(syn::Item::Fn(function)) => {
            let name = options.name.clone().unwrap_or_else(|| function.sig.ident.clone());
            let kind = if function.sig.receiver().is_some() {
                Kind::Member
            } else {
                Kind::Free(&name)
            };
            let mut derivatives = derivatives(&function, kind, &[], &options, diagnostics);
            if function.sig.receiver().is_some() {
                derivatives = quiet(derivatives);
            }
            let plain = primal(function);
            quote!(#plain #derivatives)
        }
        Ok(syn::Item::Impl(block)) if block.trait_.is_none() => {
            let derivatives = members(&block, &options, diagnostics);
            let plain = primal_impl(block);
            quote!(#plain #derivatives)
        }
        Ok(syn::Item::Impl(block)) if operators::operator(&block).is_some() => {
            let operator = operators::operator(&block).expect("the guard says so");
            let rule = operators::rule(&block, operator, &options, diagnostics);
            quote!(#block #rule)
        }
        Ok(other) => {
            let (what, help) = match &other {
                syn::Item::Impl(_) | syn::Item::Trait(_) => (
                    "`#[differentiable]` on a trait or its impl is not supported yet",
                    "put it on the functions of a type's own impl",
                ),
                syn::Item::Struct(_) | syn::Item::Enum(_) | syn::Item::Union(_) | syn::Item::Type(_) => (
                    "`#[differentiable]` goes on a function or an impl",
                    "put it on the functions that compute with the type",
                ),
                _ => (
                    "`#[differentiable]` goes on a function or an impl",
                    "wrap the expression in a `fn`",
                ),
            };
            diagnostics.error(other.span(), what, help);
            quote!(#other)
        }
        Err(error) => {
            diagnostics.error(
                error.span(),
                "`#[differentiable]` goes on a function or an impl",
                "wrap the expression in a `fn`",
            );
            item
        }
    }
}

/// The derivatives of one function, or stand-ins with the right signatures if the function has errors.
///
/// `outer` names the type and const parameters of the impl around it.
pub fn derivatives(
    function: &syn::ItemFn,
    kind: Kind,
    outer: &[proc_macro2::Ident],
    options: &Options,
    diagnostics: &Diagnostics,
) -> TokenStream {
    let before = diagnostics.count();
    check_signature(function, diagnostics);
    if diagnostics.count() > before {
        // The signature itself is out of reach: there is nothing to make a twin from.
        fence::fence(function, diagnostics);
        return TokenStream::new();
    }
    let compiled = compile(function, outer, options, diagnostics);
    compiled.function.body.walk(&mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind
            && !call.inactive
        {
            diagnostics.relies_on(call);
        }
    });
    attributes::check_params(&compiled.function, function, diagnostics);
    let recursive = options.recursive || calls_itself(&compiled.function);
    let generics = generics::bounded(&function.sig.generics);
    let mut in_scope = outer.to_vec();
    in_scope.extend(generics::names(&generics));
    let twin_of = Twin {
        function: &function.sig.ident,
        kind,
        visibility: &function.vis,
        recursive,
        generics: &generics,
        in_scope: &in_scope,
    };
    if diagnostics.count() == before {
        twin(&twin_of, &compiled.function, &compiled.backward, &compiled.plan)
    } else {
        stub(&twin_of, &compiled.function)
    }
}

/// The derivatives of an impl's functions, in an impl of their own. Functions whose types carry no derivative are left plain.
fn members(block: &syn::ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let outer = generics::names(&block.generics);
    let mut siblings = TokenStream::new();
    for item in &block.items {
        let syn::ImplItem::Fn(member) = item else { continue };
        let function = syn::ItemFn {
            attrs: member.attrs.clone(),
            modifiers: member.modifiers.clone(),
            vis: member.vis.clone(),
            sig: member.sig.clone(),
            block: Box::new(member.block.clone()),
        };
        if attributes::carries_no_derivative(&function.sig) {
            continue;
        }
        siblings.extend(derivatives(&function, Kind::Member, &outer, options, diagnostics));
    }
    // The type itself may name the impl's lifetimes: they stay.
    let mut bounded = generics::bounded(&block.generics);
    let lifetimes = block
        .generics
        .params
        .iter()
        .filter(|param| matches!(param, syn::GenericParam::Lifetime(_)));
    bounded.params = lifetimes.cloned().chain(std::mem::take(&mut bounded.params)).collect();
    let (generics, where_clause) = (generics::declaration(&bounded), &bounded.where_clause);
    let ty = &block.self_ty;
    quote! {
        #[automatically_derived]
        #[allow(unused, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #generics #ty #where_clause { #siblings }
    }
}

/// The siblings of a single method, which stand among the user's own: no lint looks at them.
fn quiet(siblings: TokenStream) -> TokenStream {
    let Ok(mut block) = syn::parse2::<syn::ItemImpl>(quote!(impl X { #siblings })) else {
        return siblings;
    };
    for item in &mut block.items {
        if let syn::ImplItem::Fn(member) = item {
            let allow =
                syn::parse_quote!(#[allow(unused, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]);
            member.attrs.push(allow);
        }
    }
    let items = &block.items;
    quote!(#(#items)*)
}

/// The impl without the macro's own markings.
fn primal_impl(mut block: syn::ItemImpl) -> syn::ItemImpl {
    for item in &mut block.items {
        if let syn::ImplItem::Fn(member) = item {
            attributes::unmark(&mut member.sig);
        }
    }
    block
}

fn calls_itself(function: &Function) -> bool {
    let mut found = false;
    function.body.walk(&mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind {
            let last = call.function.segments.last();
            found |= !call.inactive && last.is_some_and(|segment| segment.ident == function.name);
        }
    });
    found
}
