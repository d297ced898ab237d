//! Emits the impls for the value: `Differentiable`, and what else the runtime asks of it.
//!
//! Input:  `Parts` of `struct V { x: f64 }`
//! Output: `impl Differentiable for V`, `impl FromValue<V> for V`, `impl Unassigned for V`

use crate::derive::item::{Field, Parts, Variant};
use crate::syntax::walk::{Node, any};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Type, parse_quote};

/// The types that the runtime's `Bits` knows.
const PRIMITIVE: &[&str] = &[
    "f32", "f64", "bool", "char", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize",
];

impl Parts {
    pub(super) fn emit_differentiable(&self) -> TokenStream {
        let (value, cotangent) = (&self.value, &self.cotangent);
        let name = &value.name;
        let cotangent_type = cotangent.as_type();
        let take_shape = self.shape_of(|field, binding| {
            let of = field.differentiable();
            quote!(#of::cotangent_shape(#binding))
        });
        let zero = self.zero_of(|field, binding| {
            let of = field.differentiable();
            quote!(#of::zero_of(#binding))
        });
        let fits = self.emit_fits();
        let zero_cotangent = self.cotangent_of(value, |field, binding| {
            let of = field.differentiable();
            quote!(#of::zero_cotangent(#binding))
        });
        let flatten = self.each_part(value, |field, binding| {
            let of = field.differentiable();
            quote!(#of::flatten_into(#binding, out);)
        });
        let coarseness = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(value, "value");
            let each = variant.active().map(|field| {
                let (of, binding) = (field.differentiable(), field.binding("value"));
                quote!(#of::coarseness(#binding))
            });
            quote!(#pattern => { 0.0_f64 #(.max(#each))* })
        });
        let unflatten = self.each_part(value, |field, binding| {
            let of = field.differentiable();
            quote!(#of::unflatten_from(#binding, flat);)
        });
        let message = format!("a `{}::{{}}` was moved along a `{}::{{}}`", value.name, cotangent.name);
        let add_scaled = self.of_two((value, "cotangent"), &message, |variant| {
            let each = variant.active().map(|field| {
                let (of, value, cotangent) = (field.differentiable(), field.binding("value"), field.binding("other"));
                quote!(#of::add_scaled(#value, alpha, #cotangent);)
            });
            quote!({ #(#each)* })
        });
        let (shape, beside) = self.emit_shape_of_value(&take_shape, &zero);
        let (in_the_workspace, copied) = (self.emit_in_the_workspace(), self.emit_copied());
        let lasting = self.emit_on_type(value);
        let numbers = self.emit_numbers();
        let generics = self.veiled();
        let (impls, _, clause) = generics.split_for_impl();
        let (_, arguments, _) = value.generics.split_for_impl();
        let lent = self.emit_lent();
        let itself = self.emit_conversion_of_itself();
        let restart = self.emit_restart();
        let bits = self.emit_bits();
        quote! {
            #beside
            #itself
            #restart
            #bits
            #[automatically_derived]
            impl #impls ::pullback::Differentiable for #name #arguments #clause {
                type Cotangent = #cotangent_type;
                #lent
                #shape
                #fits
                #in_the_workspace
                #copied
                #lasting
                fn coarseness(&self) -> f64 {
                    #coarseness
                }
                #[inline]
                fn zero_cotangent(&self) -> Self::Cotangent {
                    #zero_cotangent
                }
                #[inline]
                fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
                    #add_scaled
                }
                fn flatten_into(&self, out: &mut ::pullback::rt::std::vec::Vec<f64>) {
                    #flatten
                }
                fn unflatten_from(&mut self, flat: &mut dyn ::core::iter::Iterator<Item = f64>) {
                    #unflatten
                }
                #numbers
            }
        }
    }

    /// Whether it holds a mutable reference: one of its own, or one in a field that borrows.
    fn emit_lent(&self) -> Option<TokenStream> {
        let fields = self.variants.iter().flat_map(Variant::active);
        let borrowing = fields.filter(|field| crate::syntax::references::holds_reference(&field.ty));
        let lent: Vec<_> = borrowing
            .map(|field| match field.is_lent() {
                true => quote!(true),
                false => {
                    let ty = &field.ty;
                    quote!(<#ty as ::pullback::Differentiable>::LENT)
                }
            })
            .collect();
        (!lent.is_empty()).then(|| quote!(const LENT: bool = #(#lent)||*;))
    }

    /// How a struct with mutable references is found again as it was, which cannot be copied: what they point to is.
    fn emit_restart(&self) -> TokenStream {
        let [variant] = &self.variants[..] else {
            return TokenStream::new();
        };
        if self.is_enum || !variant.fields.iter().any(Field::is_lent) {
            return TokenStream::new();
        }
        let mut generics = self.value.generics.clone();
        // Asked for in this way, it may be missing.
        let mut ask = |ty: &Type, bound: TokenStream| {
            let predicate = parse_quote!(for<'restart> #ty: #bound);
            generics.make_where_clause().predicates.push(predicate);
        };
        let (mut types, mut copies, mut restarts) = (Vec::new(), Vec::new(), Vec::new());
        for (k, field) in variant.fields.iter().enumerate() {
            let (member, part) = (&field.member, syn::Index::from(k));
            let ty = field.behind();
            match field.is_lent() {
                true => {
                    ask(ty, quote!(::pullback::rt::Restart));
                    types.push(quote!(<#ty as ::pullback::rt::Restart>::Start));
                    copies.push(quote!(::pullback::rt::Restart::copy_of_start(&*self.#member, workspace)));
                    restarts.push(
                        quote!(::pullback::rt::Restart::restart_from(&mut *self.#member, start.#part, workspace);),
                    );
                }
                false => {
                    ask(ty, quote!(::core::clone::Clone));
                    types.push(quote!(#ty));
                    copies.push(quote!(::core::clone::Clone::clone(&self.#member)));
                    restarts.push(quote!(self.#member = start.#part;));
                }
            }
        }
        let name = &self.value.name;
        let (impls, _, clause) = generics.split_for_impl();
        let (_, arguments, _) = self.value.generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impls ::pullback::rt::Restart for #name #arguments #clause {
                type Start = (#(#types,)*);
                fn copy_of_start(&self, workspace: &mut ::pullback::rt::Workspace) -> Self::Start {
                    (#(#copies,)*)
                }
                fn restart_from(&mut self, start: Self::Start, workspace: &mut ::pullback::rt::Workspace) {
                    #(#restarts)*
                }
            }
        }
    }

    /// What takes `impl Into<Point>` takes a `Point` as well. With one impl alone rustc would ask for a `Point` wherever no `From` is marked.
    fn emit_conversion_of_itself(&self) -> TokenStream {
        let (name, mut generics) = (&self.value.name, self.value.generics.clone());
        if generics.lifetimes().next().is_some() {
            return TokenStream::new();
        }
        let (_, arguments, _) = self.value.generics.split_for_impl();
        let this = quote!(#name #arguments);
        let differentiable = quote!(::pullback::Differentiable);
        if !generics.params.is_empty() {
            let clause = generics.make_where_clause();
            clause.predicates.push(syn::parse_quote!(#this: #differentiable));
        }
        let names = generics.params.iter().filter_map(|param| match param {
            syn::GenericParam::Type(param) => Some(&param.ident),
            syn::GenericParam::Const(param) => Some(&param.ident),
            syn::GenericParam::Lifetime(_) => None,
        });
        let used = quote!(use<#(#names),*>);
        let cotangent = quote!(<#this as #differentiable>::Cotangent);
        let (impls, _, clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impls ::pullback::rt::FromValue<#this> for #this #clause {
                #[inline]
                fn from_differentiable(
                    value: #this,
                    _: &mut ::pullback::rt::Workspace,
                ) -> (
                    #this,
                    impl ::core::ops::FnOnce(&mut ::pullback::rt::Workspace, #cotangent, ()) -> (#cotangent,) + #used,
                ) {
                    (value, |_: &mut ::pullback::rt::Workspace, seed: #cotangent, ()| (seed,))
                }
            }
            #[automatically_derived]
            impl #impls ::pullback::rt::FromValue<::pullback::rt::NoSource> for #this #clause {
                fn from_differentiable(
                    value: ::pullback::rt::NoSource,
                    _: &mut ::pullback::rt::Workspace,
                ) -> (
                    #this,
                    impl ::core::ops::FnOnce(&mut ::pullback::rt::Workspace, #cotangent, ()) -> ((),) + #used,
                ) {
                    value.made()
                }
            }
        }
    }

    /// How lists of structs of numbers are told apart that an unstable sort has moved.
    fn emit_bits(&self) -> TokenStream {
        let (name, variants) = (&self.value.name, &self.variants);
        let [variant] = &variants[..] else {
            return TokenStream::new();
        };
        let is_number = |field: &Field| {
            let Type::Path(path) = &field.ty else { return false };
            PRIMITIVE.iter().any(|number| path.path.is_ident(number))
        };
        let plain = self.value.generics.params.is_empty() && variant.name.is_none();
        if !plain || variant.fields.is_empty() || !variant.fields.iter().all(is_number) {
            return TokenStream::new();
        }
        let members = variant.fields.iter().map(|field| &field.member);
        let count = variant.fields.len();
        quote! {
            #[automatically_derived]
            impl ::pullback::rt::Bits for #name
            where
                for<'copied> #name: ::core::clone::Clone,
            {
                type Key = [u64; #count];
                #[inline]
                fn compared_bits(&self) -> Self::Key {
                    [#(::pullback::rt::Bits::compared_bits(&self.#members)),*]
                }
            }
        }
    }

    /// A value for a variable that is declared before it is assigned: of an enum, the simplest variant that holds no other value of
    /// the same type, or holds them in what may be empty. It is there if each of its fields has one.
    pub(super) fn emit_unassigned(&self) -> TokenStream {
        let holds = |field: &Field| self.mentions_itself(&field.ty) && !may_be_empty(&field.ty);
        let recursive = |variant: &&Variant| variant.fields.iter().any(holds);
        let plain = self.variants.iter().find(|variant| variant.fields.is_empty());
        let Some(variant) = plain.or_else(|| self.variants.iter().find(|variant| !recursive(variant))) else {
            return TokenStream::new();
        };
        let mut generics = self.value.generics.clone();
        for field in &variant.fields {
            let ty = &field.ty;
            // Asked for in this way, it may be missing.
            let predicate = parse_quote!(for<'unassigned> #ty: ::pullback::rt::Unassigned);
            generics.make_where_clause().predicates.push(predicate);
        }
        let (name, (params, arguments, clause)) = (&self.value.name, generics.split_for_impl());
        let value = variant.build_all(&self.value, |field| {
            let ty = &field.ty;
            quote!(<#ty as ::pullback::rt::Unassigned>::unassigned())
        });
        quote! {
            #[automatically_derived]
            impl #params ::pullback::rt::Unassigned for #name #arguments #clause {
                #[inline]
                fn unassigned() -> Self {
                    #value
                }
            }
        }
    }

    /// Whether a type has the name of the one that is derived for in it.
    fn mentions_itself(&self, ty: &Type) -> bool {
        any(
            ty,
            |node| matches!(node, Node::Ident(ident) if *ident == self.value.name),
        )
    }
}

/// Whether a type has a value without any of what it holds.
fn may_be_empty(ty: &Type) -> bool {
    matches!(crate::syntax::types::container(ty), Some((name, _)) if name == "Vec" || name == "Option")
}
