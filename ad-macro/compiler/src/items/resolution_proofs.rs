//! Proves that a call by name resolves to a trait's function if the call of its twin does: an inherent function of the type shadows it, and
//! without the attribute it has no twin, so that the trait's would be found for it.
//!
//! Input:  `impl State for Craft { fn add(self, step: f64) -> Craft { .. } }`
//! Output: `const _: () = { .. both_alike((found(This::add), found(This::add_marked_differentiable))) .. };`
//!
//! `This::add` is resolved in a module of its own, where no trait is in scope but one that has such functions for every type. In the
//! user's own module it could be another trait's as well, beside `use std::ops::Add`. The module has no name for the type, and infers it
//! from a value that stands for it. An impl's or function's type parameters cannot be passed there: these names are resolved within the
//! function's sweep.

use crate::normalize::unify_storage;
use crate::signature::{bounds, callables};
use crate::syntax::cfg_variants::conditions;
use crate::syntax::lifetimes::names_lifetimes;
use crate::syntax::paths::derivative_name;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{FnArg, ItemFn, ItemImpl, Signature};

/// Which functions the twins are.
#[derive(Clone, Copy, PartialEq)]
pub enum Twins {
    /// The trait's, or the type's own where that has such a function.
    Either,
    /// The type's own, made from those of the impl of a trait of another crate's.
    OfTheType,
}

/// Whether the proof for a function of an impl can stand beside the impl.
pub fn stands_beside(signature: &Signature, block: &ItemImpl) -> bool {
    let generic = |param: &syn::GenericParam| !matches!(param, syn::GenericParam::Lifetime(_));
    let unnamed = |input: &FnArg| matches!(input, FnArg::Typed(param) if matches!(&*param.ty, syn::Type::ImplTrait(_)));
    block.generics.params.is_empty()
        && !names_lifetimes(&block.self_ty)
        && !signature.generics.params.iter().any(generic)
        && !signature.inputs.iter().any(unnamed)
}

/// The proofs for functions of an impl, beside it.
pub fn beside(block: &ItemImpl, functions: &[ItemFn], twins: Twins) -> TokenStream {
    if functions.is_empty() {
        return TokenStream::new();
    }
    let (mut named, mut given, mut proofs) = (Vec::new(), Vec::new(), Vec::new());
    for function in functions {
        let name = &function.sig.ident;
        let conditions = conditions(&function.attrs);
        let conditions = quote!(#(#conditions)*);
        let found = |name: &Ident| quote_spanned!(name.span()=> (&::pullback::rt::Both(This::#name, <This as Named>::#name)).found());
        let mut names = vec![name.clone()];
        let (by_name, by_twin) = match twins {
            Twins::Either => {
                let twin = twin(&function.sig);
                names.push(twin.clone());
                (found(name), found(&twin))
            }
            Twins::OfTheType => (found(name), quote!(::pullback::rt::OfTheTrait)),
        };
        named.push(quote!(#(#conditions fn #names();)*));
        given.push(quote!(#(#conditions fn #names() {})*));
        proofs.push(quote_spanned! {name.span()=>
            #conditions
            ::pullback::rt::both_alike((#by_name, #by_twin));
        });
    }
    let (conditions, ty) = (conditions(&block.attrs), &block.self_ty);
    quote! {
        #(#conditions)*
        #[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            #[no_implicit_prelude]
            mod meant {
                pub(super) struct Key;
                type This = <Key as ::pullback::rt::StandsFor>::Type;
                trait Named { #(#named)* }
                impl<T: ?::core::marker::Sized> Named for T { #(#given)* }
                fn proofs() {
                    use ::pullback::rt::Differ as _;
                    #(#proofs)*
                }
            }
            impl ::pullback::rt::StandsFor for meant::Key {
                type Type = #ty;
            }
        };
    }
}

/// The proof for a trait's function within its sweep.
pub fn within(function: &ItemFn, path: &syn::Path) -> Option<TokenStream> {
    let signature = &function.sig;
    let given = |input: &FnArg| match input {
        FnArg::Receiver(_) => true,
        FnArg::Typed(param) => {
            !matches!(&*param.ty, syn::Type::ImplTrait(_))
                && callables::callable(&param.ty, &signature.generics).is_none()
        }
    };
    // What the parameters that are functions become cannot be written out.
    if !signature.inputs.iter().all(given) {
        return None;
    }
    let (name, twin) = (&signature.ident, twin(signature));
    let (resolved, _) = unify_storage::resolved(function);
    let listed = |arguments: Vec<TokenStream>| (!arguments.is_empty()).then(|| quote!(::<#(#arguments),*>));
    let own = listed(unify_storage::arguments(&signature.generics, &resolved.sig.generics));
    let of_twin = listed(bounds::names(&resolved.sig.generics));
    let imported = without_arguments(path);
    Some(quote_spanned! {name.span()=>
        {
            use #imported as _;
            use ::pullback::rt::Differ as _;
            ::pullback::rt::both_alike((
                (&::pullback::rt::Both(Self::#name #own, <Self as #path>::#name #own)).found(),
                (&::pullback::rt::Both(Self::#twin #of_twin, <Self as #path>::#twin #of_twin)).found(),
            ));
        }
    })
}

/// A trait as an import names it.
pub fn without_arguments(path: &syn::Path) -> syn::Path {
    let mut imported = path.clone();
    if let Some(last) = imported.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    imported
}

fn twin(signature: &Signature) -> Ident {
    let suffix = match signature.receiver() {
        Some(_) => "marked_differentiable",
        None => "differentiable",
    };
    derivative_name(&signature.ident, suffix)
}
