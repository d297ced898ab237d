//! `From` and `TryFrom` of a user's types: the impl gets a rule, which `T::from(x)`, `x.into()`, `T::try_from(x)` and `x.try_into()` in
//! differentiable code find.
//!
//! Input:  `impl From<f64> for Angle { fn from(degrees: f64) -> Angle { Angle(degrees.to_radians()) } }`
//! Output: `impl FromValue<f64> for Angle { … }`, whose function is the forward sweep of a free function with the same body, and
//!         `ConvertsTo` and `ConvertsBack` for `f64`

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
use syn::spanned::Spanned;
use syn::{ImplItemFn, ItemImpl, Type};

/// Whether an impl is of `From` or of `TryFrom`.
pub fn is_conversion(block: &ItemImpl) -> bool {
    is_of(block, "From") || is_of(block, "TryFrom")
}

fn is_of(block: &ItemImpl, name: &str) -> bool {
    let last = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    last.is_some_and(|last| last.ident == name)
}

/// The function that an impl of a conversion has.
fn function_name(block: &ItemImpl) -> &'static str {
    if is_of(block, "TryFrom") { "try_from" } else { "from" }
}

/// The rule for the conversion; one for each form of its function, where `#[cfg]`s choose among several.
pub fn rule(block: &ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let rules = cfg_variants::functions(block, function_name(block)).map(|(conditions, method)| {
        let rule = of_function(block, method, options, diagnostics);
        (!rule.is_empty()).then(|| quote!(#(#conditions)* #rule))
    });
    rules.flatten().collect()
}

fn of_function(block: &ItemImpl, method: &ImplItemFn, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    // What else is wrong with it rustc says.
    let Some(syn::FnArg::Typed(param)) = method.sig.inputs.first() else {
        return TokenStream::new();
    };
    if let Type::Reference(_) = &*param.ty {
        diagnostics.error(
            param.ty.span(),
            "a conversion from a reference has no derivative yet",
            "mark a method of the type's own, and let this one call it",
        );
        return TokenStream::new();
    }
    let this = &*block.self_ty;
    let mut free = Free {
        this: format_ident!("this"),
        ty: this.clone(),
        output: this.clone(),
    };
    let mut value = (*param.ty).clone();
    free.node(NodeMut::Type(&mut value));
    let mut body = method.block.clone();
    free.node(NodeMut::Block(&mut body));
    let pat = &param.pat;
    let (params, clause) = (&block.generics.params, &block.generics.where_clause);
    let may_fail = is_of(block, "TryFrom");
    let name = Ident::new(function_name(block), method.sig.ident.span());
    let made: Type = match may_fail.then(|| error(block)).flatten() {
        Some(error) => syn::parse_quote!(::core::result::Result<#this, #error>),
        None => this.clone(),
    };
    let plain: syn::ItemFn = syn::parse_quote!(fn #name<#params>(#pat: #value) -> #made #clause #body);
    let sweeps = derivatives(&plain, &Scope::sweeps(), options, diagnostics);
    let run = format_ident!("{name}_differentiable");
    let bounded = bounds::bounded(&block.generics);
    let lifetimes: Vec<_> = block.generics.lifetimes().collect();
    let (params, clause) = (&bounded.params, &bounded.where_clause);
    let names = bounds::names(&block.generics);
    let seed = quote!(<#made as ::pullback::Differentiable>::Cotangent);
    let bar = quote!(<#value as ::pullback::Differentiable>::Cotangent);
    let (swept, back) = swept(&value, &run, &seed);
    let sweep = quote! {
        #[inline]
        fn #run(
            value: #value,
            ws: &mut ::pullback::rt::Workspace,
        ) -> (
            #made,
            impl ::core::ops::FnOnce(&mut ::pullback::rt::Workspace, #seed, ()) -> (#bar,) + use<#(#names),*>,
        ) {
            #swept
        }
    };
    let impls = match may_fail {
        true => quote! {
            impl<#(#lifetimes,)* #params> ::pullback::rt::TryFromValue<#value> for #this #clause {
                #sweep
            }
        },
        false => quote! {
            impl<#(#lifetimes,)* #params> ::pullback::rt::FromValue<#value> for #this #clause {
                #sweep
            }
            impl<#(#lifetimes,)* #params> ::pullback::rt::ConvertsTo<#this> for #value #clause {
                #[inline]
                fn converted(self, convert: impl ::core::ops::FnOnce(Self) -> #this) -> #this {
                    convert(self)
                }
            }
            impl<#(#lifetimes,)* #params> ::pullback::rt::ConvertsBack<#seed> for #value #clause {
                #[inline]
                fn converted_back(&self, bar: #seed) -> #bar {
                    #back
                }
            }
        },
    };
    quote! {
        #[automatically_derived]
        #[allow(unused, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            #sweeps
            #impls
        };
    }
}

/// The conversion's forward sweep by the function's, and how a cotangent is converted back.
fn swept(value: &Type, run: &Ident, seed: &TokenStream) -> (TokenStream, TokenStream) {
    // The sweeps give nothing back for a value that carries no derivative, whatever its shape is; callers ask for its cotangent.
    if crate::syntax::types::is_inert_parameter(value) {
        let swept = quote! {
            let witness = ::pullback::rt::witness(&value);
            let (output, pullback) = #run(value, ws);
            (output, move |ws: &mut ::pullback::rt::Workspace, seed: #seed, (): ()| {
                pullback(ws, seed, ());
                (witness.zero(),)
            })
        };
        (swept, quote!(::pullback::rt::zero(self)))
    } else {
        let back = quote! {
            let mut ws = ::pullback::rt::Workspace::of_the_thread();
            let (_, pullback) = #run(::pullback::rt::copy(self), &mut ws);
            pullback(&mut ws, bar, ()).0
        };
        (quote!(#run(value, ws)), back)
    }
}

/// What is given where the conversion fails: `type Error = f32;`.
fn error(block: &ItemImpl) -> Option<&Type> {
    block.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(ty) if ty.ident == "Error" => Some(&ty.ty),
        _ => None,
    })
}
