//! `Deref` of a user's type: the cotangent derefs to the same place.
//!
//! Input:  `impl Deref for Angle { type Target = f64; fn deref(&self) -> &f64 { &self.0 } }`
//! Output: `impl Deref for AngleCotangent { … &self.0 … }` and `impl DerefMut`, so that `*angle` is a place there as well

use crate::signature::bounds;
use crate::syntax::diagnostics::Diagnostics;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ImplItem, ItemImpl, Stmt, Type};

/// Whether an impl is one of `Deref` or `DerefMut`.
pub fn is_dereference(block: &ItemImpl) -> bool {
    trait_name(block).is_some_and(|name| name == "Deref" || name == "DerefMut")
}

fn trait_name(block: &ItemImpl) -> Option<String> {
    let (path, _) = block.trait_.as_ref()?;
    Some(path.segments.last()?.ident.to_string())
}

/// What the cotangent has of `Deref`. An impl of `DerefMut` adds nothing: it is proved to give the place that `Deref` does.
pub fn rule(block: &ItemImpl, diagnostics: &Diagnostics) -> TokenStream {
    let methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    for method in methods {
        let Some(place) = field(&method.block) else {
            diagnostics.error(
                method.block.span(),
                format!(
                    "`{}` is differentiated where it gives a field, `&self.0`",
                    method.sig.ident
                ),
                "mark a method that returns the reference, and call that",
            );
            return TokenStream::new();
        };
        if method.sig.ident == "deref" {
            return of_cotangent(block, place).unwrap_or_default();
        }
        if method.sig.ident == "deref_mut" {
            return same_place(block, place);
        }
    }
    TokenStream::new()
}

/// A place as a number in a type: `self.0` in one impl and in another is the same.
fn number(place: &Expr) -> u64 {
    let text = place.to_token_stream().to_string();
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// That `DerefMut` gives the place of which `Deref` says that it is its own.
fn same_place(block: &ItemImpl, place: &Expr) -> TokenStream {
    let (this, span, number) = (&block.self_ty, place.span(), number(place));
    let (params, clause) = (&block.generics.params, &block.generics.where_clause);
    let proof = quote_spanned!(span=> ::pullback::rt::writes_to::<#this, #number>(););
    quote! {
        #[automatically_derived]
        impl<#params> ::pullback::rt::WritesWhereItReads for #this #clause {}
        const _: () = {
            #[allow(unused)]
            fn proof<#params>() #clause {
                #proof
            }
        };
    }
}

fn of_cotangent(block: &ItemImpl, place: &Expr) -> Option<TokenStream> {
    let Type::Path(this) = &*block.self_ty else { return None };
    let target = block.items.iter().find_map(|item| match item {
        ImplItem::Type(ty) if ty.ident == "Target" => Some(&ty.ty),
        _ => None,
    })?;
    let mut cotangent = this.clone();
    let last = cotangent.path.segments.last_mut()?;
    last.ident = format_ident!("{}Cotangent", last.ident, span = last.ident.span());
    let bounded = bounds::bounded(&block.generics);
    let (params, clause) = (&bounded.params, &bounded.where_clause);
    let (own, own_clause, number) = (&block.generics.params, &block.generics.where_clause, number(place));
    let proof = quote_spanned! {place.span()=>
        use ::pullback::rt::{NeverWrites as _, WritesAsMarked as _, WritesUnmarked as _};
        ::pullback::rt::writes_marked((&&&::pullback::rt::Dereferenced::<#this>::new()).found());
    };
    Some(quote! {
        #[automatically_derived]
        impl<#own> ::pullback::rt::DereferencesTo<#number> for #this #own_clause {}
        const _: () = {
            #[allow(unused)]
            fn proof<#own>() #own_clause {
                #proof
            }
        };
        #[automatically_derived]
        impl<#params> ::core::ops::Deref for #cotangent #clause {
            type Target = <#target as ::pullback::Differentiable>::Cotangent;
            #[inline]
            fn deref(&self) -> &Self::Target {
                &#place
            }
        }
        #[automatically_derived]
        impl<#params> ::pullback::rt::Pointer for #cotangent #clause {}
        #[automatically_derived]
        impl<#params> ::core::ops::DerefMut for #cotangent #clause {
            #[inline]
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut #place
            }
        }
    })
}

/// `&self.0`, where that is all.
fn field(block: &syn::Block) -> Option<&Expr> {
    let [Stmt::Expr(Expr::Reference(reference), None)] = &block.stmts[..] else {
        return None;
    };
    let mut place = &*reference.expr;
    while let Expr::Field(field) = place {
        place = &field.base;
    }
    let of_self = matches!(place, Expr::Path(path) if path.path.is_ident("self"));
    of_self.then_some(&*reference.expr)
}
