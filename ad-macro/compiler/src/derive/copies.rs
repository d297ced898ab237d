//! Emits the copies of a value in memory of the workspace, and the proof of types that are `'static`.
//!
//! Input:  `struct V { of: Vec<f64>, k: f64 }`
//! Output: `copy_again`, which copies field by field, each list in lent memory; `end_copy`, which returns that memory
//!
//! A type with boxes in its own fields is kept whole, and refilled with another value in the memory that it has: nothing can be moved out
//! of a box and the box be left.

use crate::derive::item::{Own, Parts, Variant};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, PathArguments, Type};

impl Parts {
    pub(super) fn emit_copied(&self) -> TokenStream {
        if self.variants.is_empty() {
            return TokenStream::new();
        }
        let (refilled, copied) = (self.emit_refilled(), self.emit_copied_by_fields());
        quote!(#refilled #copied)
    }

    /// How a copy is filled again.
    fn emit_refilled(&self) -> TokenStream {
        let memory = self.of_one(&quote!(self), |variant| {
            let pattern = self.all(variant, "value");
            let each = variant.fields.iter().map(|field| {
                let value = field.binding("value");
                quote!(+ ::pullback::rt::TypeOfField::of(#value).memory(#value)?)
            });
            quote!(#pattern => ::core::option::Option::Some(0 #(#each)*))
        });
        let refill = self.variants.iter().map(|variant| {
            let (pattern, other) = (self.all(variant, "value"), self.all(variant, "from"));
            let each = variant.fields.iter().map(|field| {
                let (value, from) = (field.binding("value"), field.binding("from"));
                quote!(&& ::pullback::rt::TypeOfField::of(#from).refill(#value, #from))
            });
            quote!((#pattern, #other) => true #(#each)*)
        });
        let others = (self.variants.len() > 1).then(|| quote!(_ => false));
        quote! {
            #[inline]
            fn memory(&self) -> ::core::option::Option<usize> {
                #memory
            }
            #[inline]
            fn refill(&mut self, from: &Self) -> bool {
                match (self, from) { #(#refill,)* #others }
            }
        }
    }

    fn emit_copied_by_fields(&self) -> TokenStream {
        let workspace = quote!(workspace: &mut ::pullback::rt::Workspace);
        let copy = self.of_one(&quote!(self), |variant| {
            let pattern = self.all(variant, "value");
            let build = variant.build_all(&self.value, |field| {
                let value = field.binding("value");
                quote!(::pullback::rt::piece(#value).copied(workspace)?)
            });
            quote!(#pattern => ::core::option::Option::Some(#build))
        });
        let give_up = self.of_one(&quote!(self), |variant| {
            let pattern = self.all(variant, "value");
            let each = variant.fields.iter().rev().map(|field| {
                let value = field.binding("value");
                quote!(::pullback::rt::TypeOfField::of(&*#value).give_up(#value, workspace);)
            });
            quote!(#pattern => { #(#each)* })
        });
        let mut fields = self.variants.iter().flat_map(|variant| &variant.fields);
        let (again, whole) = match fields.any(|field| field.boxed) {
            true => (
                quote! {
                    if let ::core::option::Option::Some(copy) = ::pullback::rt::copy_again(self, workspace) {
                        return ::core::option::Option::Some(copy);
                    }
                },
                quote! {
                    #[inline]
                    fn end_copy(self, #workspace) {
                        ::pullback::rt::keep_copy(self, workspace);
                    }
                },
            ),
            false => Default::default(),
        };
        // What is left with a husk is kept whole, or comes back for its parts.
        let giving_up = |husk: &TokenStream, name: &str| {
            let name = Ident::new(name, Span::call_site());
            quote! {
                #[inline]
                fn #name(&mut self, #workspace) {
                    if !::core::mem::needs_drop::<Self>() || ::pullback::rt::End::of(&*self).is_users_own() {
                        return;
                    }
                    #husk
                    #give_up
                }
            }
        };
        let husk = self.emit_husk();
        let parts = husk.as_ref().map(|_| giving_up(&quote!(), "give_up_parts"));
        let giving_up = giving_up(&husk.into_token_stream(), "give_up");
        quote! {
            #[inline]
            fn copy_again(&self, #workspace) -> ::core::option::Option<Self> {
                #again
                #copy
            }
            #whole
            #giving_up
            #parts
        }
    }

    /// The variant that an enum with boxes is left with, so that it can be kept whole.
    fn emit_husk(&self) -> Option<TokenStream> {
        let boxed = |variant: &Variant| variant.fields.iter().any(|field| field.boxed);
        let plain = |variant: &&Variant| !boxed(variant) && variant.fields.iter().all(|field| field.carries());
        if !self.is_enum || !self.variants.iter().any(boxed) {
            return None;
        }
        let variant = self
            .variants
            .iter()
            .filter(plain)
            .min_by_key(|variant| variant.fields.len())?;
        let husk = variant.build_all(&self.value, |field| {
            let ty = &field.ty;
            quote!(::pullback::rt::TypeOfField::<#ty>::new().hollow()?)
        });
        Some(quote! {
            let husk = || ::core::option::Option::Some(#husk);
            if let ::core::option::Option::Some(husk) = husk() {
                return ::pullback::Differentiable::end_copy(::core::mem::replace(self, husk), workspace);
            }
        })
    }

    /// A variant as a pattern that binds all fields.
    fn all(&self, variant: &Variant, what: &str) -> TokenStream {
        variant.build_all(&self.value, |field| field.binding(what).to_token_stream())
    }

    /// What is done to the type, where it is certain to outlive everything. Of type parameters, what stands for them is asked.
    pub(super) fn emit_on_type(&self, own: &Own) -> Option<TokenStream> {
        let asked = self.asked.as_ref()?;
        if own.generics.lifetimes().next().is_some() {
            return None;
        }
        let params = || own.generics.params.iter();
        let asked: Vec<_> = asked
            .iter()
            .filter(|asked| params().any(|param| matches!(param, GenericParam::Type(param) if param.ident == **asked)))
            .collect();
        if asked.is_empty() {
            return Some(quote! {
                #[inline(always)]
                fn on_type<On: ::pullback::rt::OnType<Self>>(on: On) -> On::Out {
                    on.lasting()
                }
            });
        }
        let (_, arguments, clause) = own.generics.split_for_impl();
        let (params, name) = (params(), &own.name);
        let this = quote!(#name #arguments);
        Some(quote! {
            #[inline(always)]
            fn on_type<On: ::pullback::rt::OnType<Self>>(on: On) -> On::Out {
                struct Params<This, On>(On, ::core::marker::PhantomData<This>);
                impl<#(#params,)* On: ::pullback::rt::OnType<#this>> ::pullback::rt::OnType<(#(#asked,)*)>
                    for Params<#this, On> #clause
                {
                    type Out = On::Out;
                    #[inline(always)]
                    fn any(self) -> On::Out {
                        self.0.any()
                    }
                    #[inline(always)]
                    fn lasting(self) -> On::Out
                    where
                        (#(#asked,)*): 'static,
                    {
                        self.0.lasting()
                    }
                }
                <(#(#asked,)*) as ::pullback::Differentiable>::on_type(Params::<Self, On>(on, ::core::marker::PhantomData))
            }
        })
    }
}

/// Whether a field's type has a box in it that nothing can be taken out of: in an option or a list it can be moved.
pub(super) fn holds_box(ty: &Type) -> bool {
    match ty {
        Type::Group(ty) => holds_box(&ty.elem),
        Type::Paren(ty) => holds_box(&ty.elem),
        Type::Array(ty) => holds_box(&ty.elem),
        Type::Tuple(ty) => ty.elems.iter().any(holds_box),
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Box" && matches!(&last.arguments, PathArguments::AngleBracketed(_))),
        _ => false,
    }
}
