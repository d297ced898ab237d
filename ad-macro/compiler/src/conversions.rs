//! `From` implemented for the user's own types: the impl gets a rule, which `V::from(x)` in differentiable code finds.
//!
//! Input:  `impl From<[f64; 2]> for V { fn from(xy: [f64; 2]) -> V { V { x: xy[0], y: xy[1] } } }`
//! Output: `impl FromValue<[f64; 2]> for V { … }`, whose function is the forward sweep of a free function with the same body

use crate::attributes::Options;
use crate::diagnostics::Diagnostics;
use crate::generics;
use crate::operators::Free;
use crate::pipeline::{Scope, derivatives};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{ImplItem, ItemImpl, Type};

/// What a type is made of by an impl of `From`, if that is a value: what a conversion borrows would need a buffer.
pub fn converted(block: &ItemImpl) -> Option<Type> {
    let path = block.trait_.as_ref().map(|(path, _)| path)?;
    let last = path.segments.last().filter(|last| last.ident == "From")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(Type::Reference(_)) => None,
        syn::GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    })
}

/// The rule for the conversion of `value`.
pub fn rule(block: &ItemImpl, mut value: Type, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let method = block.items.iter().find_map(|item| match item {
        ImplItem::Fn(method) if method.sig.ident == "from" => Some(method),
        _ => None,
    });
    let Some((method, syn::FnArg::Typed(param))) = method.and_then(|method| Some((method, method.sig.inputs.first()?)))
    else {
        return TokenStream::new();
    };
    let this = &*block.self_ty;
    let mut free = Free {
        this: format_ident!("this"),
        ty: this.clone(),
        output: this.clone(),
    };
    free.visit_type_mut(&mut value);
    let mut body = method.block.clone();
    free.visit_block_mut(&mut body);
    let name = Ident::new("from", method.sig.ident.span());
    let pat = &param.pat;
    let (params, clause) = (&block.generics.params, &block.generics.where_clause);
    let plain: syn::ItemFn = syn::parse_quote! {
        fn #name<#params>(#pat: #value) -> #this #clause #body
    };
    let sweeps = derivatives(&plain, &Scope::sweeps(), options, diagnostics);
    let run = format_ident!("{name}_differentiable");
    let bounded = generics::bounded(&block.generics);
    let mentioned = quote!(#this #value).to_string();
    let lifetimes = block
        .generics
        .lifetimes()
        .filter(|param| mentioned.contains(&param.lifetime.to_string()));
    let (params, clause) = (&bounded.params, &bounded.where_clause);
    let names = generics::names(&block.generics);
    quote! {
        #[automatically_derived]
        #[allow(unused, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            #sweeps
            impl<#(#lifetimes,)* #params> ::pullback::rt::FromValue<#value> for #this #clause {
                #[inline]
                fn from_differentiable(
                    value: #value,
                    ws: &mut ::pullback::rt::Workspace,
                ) -> (
                    Self,
                    impl FnOnce(
                        &mut ::pullback::rt::Workspace,
                        <#this as ::pullback::Differentiable>::Cotangent,
                        (),
                    ) -> (<#value as ::pullback::Differentiable>::Cotangent,) + use<#(#names),*>,
                ) {
                    #run(value, ws)
                }
            }
        };
    }
}
