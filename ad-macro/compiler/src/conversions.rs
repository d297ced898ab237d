//! `From` implemented for or from the user's own types: the impl gets a rule, which `V::from(x)` in differentiable code finds.
//!
//! Input:  `impl From<[f64; 2]> for V { fn from([x, y]: [f64; 2]) -> V { V { x, y } } }`
//! Output: `impl FromValue<[f64; 2]> for V { … }`, whose function is the forward sweep of a free function with the same body

use crate::attributes::Options;
use crate::diagnostics::Diagnostics;
use crate::generics;
use crate::operators::Free;
use crate::pipeline::{Scope, derivatives};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{GenericArgument, ItemImpl, PathArguments, Type};

/// What a value is made of by an impl of `From`, if it is no reference: then nothing would own the cotangent.
pub fn source(block: &ItemImpl) -> Option<Type> {
    let (path, _) = block.trait_.as_ref()?;
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) if last.ident == "From" && !matches!(ty, Type::Reference(_)) => Some(ty.clone()),
        _ => None,
    }
}

/// The rule for the conversion.
pub fn rule(block: &ItemImpl, mut source: Type, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let method = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(method) if method.sig.ident == "from" => Some(method),
        _ => None,
    });
    let Some((method, syn::FnArg::Typed(value))) = method.and_then(|method| Some((method, method.sig.inputs.first()?)))
    else {
        return TokenStream::new();
    };
    let this = &*block.self_ty;
    let mut free = Free {
        this: format_ident!("this"),
        ty: this.clone(),
        output: this.clone(),
    };
    free.visit_type_mut(&mut source);
    let mut body = method.block.clone();
    free.visit_block_mut(&mut body);
    let pat = &value.pat;
    let (params, clause) = (&block.generics.params, &block.generics.where_clause);
    let name = Ident::new("from", method.sig.ident.span());
    let plain: syn::ItemFn = syn::parse_quote! {
        fn #name<#params>(#pat: #source) -> #this #clause #body
    };
    let sweeps = derivatives(&plain, &Scope::sweeps(), options, diagnostics);
    let run = format_ident!("{name}_differentiable");
    let bounded = generics::bounded(&block.generics);
    let (params, clause) = (&bounded.params, &bounded.where_clause);
    let names = generics::names(&block.generics);
    quote! {
        #[automatically_derived]
        #[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            #sweeps
            impl<#params> ::pullback::rt::FromValue<#source> for #this #clause {
                #[inline]
                fn from_differentiable(
                    value: #source,
                    ws: &mut ::pullback::rt::Workspace,
                ) -> (
                    #this,
                    impl FnOnce(
                        &mut ::pullback::rt::Workspace,
                        <#this as ::pullback::Differentiable>::Cotangent,
                        (),
                    ) -> (<#source as ::pullback::Differentiable>::Cotangent,) + use<#(#names),*>,
                ) {
                    #run(value, ws)
                }
            }
        };
    }
}
