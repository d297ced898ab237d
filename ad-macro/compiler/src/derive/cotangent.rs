//! Emits the cotangent, its shape, and the impls of the runtime's traits.
//!
//! Input:  `Parts` of `enum Shape { Circle(f64), Square { side: f64 } }`
//! Output: `enum ShapeCotangent { Circle(f64), Square { side: f64 } }`, `impl Differentiable for Shape`, `impl Cotangent for …`,
//!         the accessors `payload_Circle_0`, `payload_Square_side`

use crate::derive::item::{Field, Held, Own, Parts, Style, Variant, Veil};
use crate::derive::scope::{plain, require};
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, any};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, Generics, Member, Type, parse_quote};

/// The types that the runtime's `Bits` knows.
const PRIMITIVE: &[&str] = &[
    "f32", "f64", "bool", "char", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize",
];

impl Parts {
    pub(super) fn emit(&self) -> TokenStream {
        let cotangent = self.emit_cotangent();
        let shape = self.emit_shape();
        let differentiable = self.emit_differentiable();
        let vector_space = self.emit_vector_space();
        let common = self.emit_common();
        let proofs = self.emit_proofs();
        let payloads = self.emit_payloads();
        let unassigned = self.emit_unassigned();
        let (own_cotangent, proven) = (self.emit_own_cotangent(), &self.proven);
        quote! {
            #cotangent
            #[allow(unused, unused_qualifications, unreachable_pub, deprecated, non_camel_case_types, non_snake_case, private_bounds, private_interfaces)]
            #[allow(missing_debug_implementations, clippy::all, clippy::pedantic, clippy::nursery)]
            const _: () = {
                #proven
                #shape
                #differentiable
                #vector_space
                #common
                #proofs
                #payloads
                #unassigned
                #own_cotangent
            };
        }
    }

    /// A value for a variable that is declared before it is assigned: of an enum, the simplest variant that holds no other value of
    /// the same type, or holds them in what may be empty. It is there if each of its fields has one.
    fn emit_unassigned(&self) -> TokenStream {
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

    /// Accessors of what each variant holds, on the value and on its cotangent: compiled patterns reach it through them.
    pub(super) fn emit_payloads(&self) -> TokenStream {
        if !self.is_enum {
            return TokenStream::new();
        }
        let visibility = &self.visibility;
        let of = |own: &Own, ty: &dyn Fn(&Field) -> TokenStream| {
            let (name, (params, arguments, clause)) = (&own.name, own.generics.split_for_impl());
            let accessors = self.variants.iter().flat_map(|variant| {
                let path = variant.path(own);
                let missing = format!("the value is no `{}`", variant.path(own)).replace(" :: ", "::");
                let accessors: Vec<_> = variant
                    .fields
                    .iter()
                    .map(|field| {
                        let (member, ty) = (&field.member, ty(field));
                        let accessor = crate::ir::accessors::accessor(
                            variant.name.as_ref().expect("a variant has a name"),
                            member,
                        );
                        let accessor_mut = quote::format_ident!("{accessor}_mut");
                        quote! {
                            #[doc(hidden)]
                            #[inline(always)]
                            #visibility fn #accessor(&self) -> &#ty {
                                match self { #path { #member: held, .. } => held, _ => ::core::unreachable!(#missing) }
                            }
                            #[doc(hidden)]
                            #[inline(always)]
                            #visibility fn #accessor_mut(&mut self) -> &mut #ty {
                                match self { #path { #member: held, .. } => held, _ => ::core::unreachable!(#missing) }
                            }
                        }
                    })
                    .collect();
                accessors
            });
            quote!(impl #params #name #arguments #clause { #(#accessors)* })
        };
        let value = of(&self.value, &|field| field.ty.to_token_stream());
        let cotangent = of(&self.cotangent, &|field| field.cotangent.clone());
        let unpacked = self.emit_unpacked();
        quote!(#value #cotangent #unpacked)
    }

    /// What each variant of the cotangent holds, all at once and by value.
    fn emit_unpacked(&self) -> TokenStream {
        let (own, visibility) = (&self.cotangent, &self.visibility);
        let (name, (params, arguments, clause)) = (&own.name, own.generics.split_for_impl());
        let accessors = self
            .variants
            .iter()
            .filter(|variant| !variant.fields.is_empty())
            .map(|variant| {
                let path = variant.path(own);
                let missing = format!("the value is no `{}`", variant.path(own)).replace(" :: ", "::");
                let accessor = crate::ir::accessors::unpacked(variant.name.as_ref().expect("a variant has a name"));
                let mut fields: Vec<_> = variant.fields.iter().collect();
                fields.sort_by_key(|field| crate::ir::accessors::member_order(&field.member));
                let types = fields.iter().map(|field| &field.cotangent);
                let members: Vec<_> = fields.iter().map(|field| &field.member).collect();
                let parts: Vec<_> = fields.iter().map(|field| field.binding("part")).collect();
                quote! {
                    #[doc(hidden)]
                    #[inline(always)]
                    #visibility fn #accessor(self) -> (#(#types,)*) {
                        match self { #path { #(#members: #parts),* } => (#(#parts,)*), _ => ::core::unreachable!(#missing) }
                    }
                }
            });
        quote!(impl #params #name #arguments #clause { #(#accessors)* })
    }

    /// The cotangent's definition: the value's own, with every type replaced.
    pub(super) fn emit_cotangent(&self) -> TokenStream {
        let (visibility, name, generics) = (&self.visibility, &self.cotangent.name, &self.cotangent.generics);
        let value = &self.value.name;
        let doc = format!(
            "The derivative of a scalar with respect to a [`{value}`]: the same {}, with `()` where there is no derivative.",
            if self.is_enum { "variants" } else { "fields" }
        );
        let non_exhaustive = self.non_exhaustive.then(|| quote!(#[non_exhaustive]));
        let attributes = &self.attributes;
        let (params, clause) = (&generics.params, &generics.where_clause);
        let params = (!params.is_empty()).then(|| quote!(<#params>));
        let fields = |variant: &Variant| {
            let fields = variant.fields.iter().map(|field| {
                let (visibility, ty) = (&field.visibility, &field.defined);
                let whose = match &field.member {
                    Member::Named(ident) => plain(ident),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                let doc = if field.carries() {
                    format!("The derivative with respect to `{whose}`.")
                } else {
                    format!("Nothing: `{whose}` carries no derivative.")
                };
                match &field.member {
                    Member::Named(ident) => quote!(#[doc = #doc] #visibility #ident: #ty),
                    Member::Unnamed(_) => quote!(#[doc = #doc] #visibility #ty),
                }
            });
            match variant.style {
                Style::Named => quote!({ #(#fields),* }),
                Style::Tuple => quote!((#(#fields),*)),
                Style::Unit => quote!(),
            }
        };
        let definition = if self.is_enum {
            let variants = self.variants.iter().map(|variant| {
                let (ident, fields) = (&variant.name, fields(variant));
                let doc = format!(
                    "The derivative of a [`{value}`] that is a `{}`.",
                    variant.path(&self.value)
                );
                let doc = doc.replace(" :: ", "::");
                quote!(#[doc = #doc] #ident #fields)
            });
            quote!(#visibility enum #name #params #clause { #(#variants),* })
        } else {
            let variant = &self.variants[0];
            let fields = fields(variant);
            match variant.style {
                Style::Named => quote!(#visibility struct #name #params #clause #fields),
                _ => quote!(#visibility struct #name #params #fields #clause;),
            }
        };
        quote! {
            #[doc = #doc]
            #[allow(dead_code, non_camel_case_types, non_snake_case, private_bounds, private_interfaces)]
            #non_exhaustive
            #(#[#attributes])*
            #definition
        }
    }

    pub(super) fn emit_shape(&self) -> TokenStream {
        let shape = &self.shape;
        let name = &shape.name;
        let mut generics = shape.generics.clone();
        for held in &self.held {
            let param = &held.param;
            require(&mut generics, &parse_quote!(#param), &quote!(::core::clone::Clone));
        }
        let (impls, _, bounded) = generics.split_for_impl();
        let (_, arguments, clause) = shape.generics.split_for_impl();
        let params = &shape.generics.params;
        let params = (!params.is_empty()).then(|| quote!(<#params>));
        let doc = format!("What the zero cotangent of a `{}` depends on.", self.value.name);
        let fields = |variant: &Variant| {
            let types: Vec<_> = variant.active().map(|field| &field.shape).collect();
            (!types.is_empty()).then(|| quote!((#(#types),*)))
        };
        // Nobody can name it. Public, it may be an argument of the shape of a type that is more visible than this one.
        let definition = if self.is_enum {
            let variants = self.variants.iter().map(|variant| {
                let (ident, fields) = (&variant.name, fields(variant));
                quote!(#ident #fields)
            });
            quote!(pub enum #name #params #clause { #(#variants),* })
        } else {
            let fields = fields(&self.variants[0]);
            quote!(pub struct #name #params #fields #clause;)
        };
        let clone = self.of_one(&quote!(self), |variant| {
            let pattern = variant.shape(shape, |field| field.binding("shape").to_token_stream());
            let build = variant.shape(shape, |field| {
                let binding = field.binding("shape");
                quote!(::core::clone::Clone::clone(#binding))
            });
            quote!(#pattern => #build)
        });
        quote! {
            #[doc = #doc]
            #definition

            #[automatically_derived]
            impl #impls ::core::clone::Clone for #name #arguments #bounded {
                #[inline]
                fn clone(&self) -> Self {
                    #clone
                }
            }
        }
    }

    pub(super) fn emit_differentiable(&self) -> TokenStream {
        let (value, cotangent, shape) = (&self.value, &self.cotangent, &self.shape);
        let name = &value.name;
        let cotangent_type = cotangent.as_type();
        let of = |field: &Field| {
            let ty = field.behind();
            quote_spanned!(ty.span()=> <#ty as ::pullback::Differentiable>)
        };
        let take_shape = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(value, "value");
            let build = variant.shape(shape, |field| {
                let (of, binding) = (of(field), field.binding("value"));
                quote!(#of::cotangent_shape(#binding))
            });
            quote!(#pattern => #build)
        });
        let zero = self.of_one(&quote!(shape), |variant| {
            let pattern = variant.shape(shape, |field| field.binding("shape").to_token_stream());
            let build = variant.build(cotangent, |field| {
                let (of, binding) = (of(field), field.binding("shape"));
                quote!(#of::zero_of(#binding))
            });
            quote!(#pattern => #build)
        });
        let fits = self.emit_fits();
        let zero_cotangent = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(value, "value");
            let build = variant.build(cotangent, |field| {
                let (of, binding) = (of(field), field.binding("value"));
                quote!(#of::zero_cotangent(#binding))
            });
            quote!(#pattern => #build)
        });
        let flatten = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(value, "value");
            let each = variant.active().map(|field| {
                let (of, binding) = (of(field), field.binding("value"));
                quote!(#of::flatten_into(#binding, out);)
            });
            quote!(#pattern => { #(#each)* })
        });
        let coarseness = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(value, "value");
            let each = variant.active().map(|field| {
                let (of, binding) = (of(field), field.binding("value"));
                quote!(#of::coarseness(#binding))
            });
            quote!(#pattern => { 0.0_f64 #(.max(#each))* })
        });
        let unflatten = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(value, "value");
            let each = variant.active().map(|field| {
                let (of, binding) = (of(field), field.binding("value"));
                quote!(#of::unflatten_from(#binding, flat);)
            });
            quote!(#pattern => { #(#each)* })
        });
        let message = format!("a `{}::{{}}` was moved along a `{}::{{}}`", value.name, cotangent.name);
        let add_scaled = self.of_two((value, "cotangent"), &message, |variant| {
            let each = variant.active().map(|field| {
                let (of, value, cotangent) = (of(field), field.binding("value"), field.binding("other"));
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

    /// Whether a cotangent has this shape; of a value behind a veil only the veil's own functions know.
    fn emit_fits(&self) -> TokenStream {
        if self.is_in_place() || self.veil.is_some() || self.variants.is_empty() {
            return TokenStream::new();
        }
        let arms = self.variants.iter().map(|variant| {
            let shape = variant.shape(&self.shape, |field| field.binding("shape").to_token_stream());
            let cotangent = variant.pattern(&self.cotangent, "other");
            let each = variant.active().map(|field| {
                let ty = field.behind();
                let (shape, other) = (field.binding("shape"), field.binding("other"));
                quote!(<#ty as ::pullback::Differentiable>::fits(#shape, #other))
            });
            quote!((#shape, #cotangent) => true #(&& #each)*)
        });
        let of_value = self.variants.iter().map(|variant| {
            let value = variant.pattern(&self.value, "value");
            let cotangent = variant.pattern(&self.cotangent, "other");
            let each = variant.active().map(|field| {
                let ty = field.behind();
                let (value, other) = (field.binding("value"), field.binding("other"));
                quote!(<#ty as ::pullback::Differentiable>::takes(#value, #other))
            });
            quote!((#value, #cotangent) => true #(&& #each)*)
        });
        let another = (self.variants.len() > 1).then(|| quote!(_ => false));
        quote! {
            #[inline]
            fn fits(shape: &Self::Shape, cotangent: &Self::Cotangent) -> bool {
                match (shape, cotangent) { #(#arms,)* #another }
            }
            #[inline]
            fn takes(&self, cotangent: &Self::Cotangent) -> bool {
                match (self, cotangent) { #(#of_value,)* #another }
            }
        }
    }

    /// Whether a cotangent is certain to hold no memory of the allocator's.
    fn is_in_place(&self) -> bool {
        let mut fields = self.variants.iter().flat_map(Variant::active);
        fields.all(|field| Ty::of(&field.ty).is_in_place())
    }

    /// Shapes and zeros in memory of the workspace, where they hold some. Where the shape is behind a veil, they are made without.
    fn emit_in_the_workspace(&self) -> TokenStream {
        if self.veil.is_some() {
            return TokenStream::new();
        }
        let without = self.emit_shape_without();
        let (value, cotangent, shape) = (&self.value, &self.cotangent, &self.shape);
        let of = |field: &Field| {
            let ty = field.behind();
            quote!(<#ty as ::pullback::Differentiable>)
        };
        let bound = |variant: &Variant| variant.shape(shape, |field| field.binding("shape").to_token_stream());
        let zero = self.of_one(&quote!(shape), |variant| {
            let (pattern, build) = (
                bound(variant),
                variant.build(cotangent, |field| {
                    let (of, binding) = (of(field), field.binding("shape"));
                    quote!(#of::zero_of_in(#binding, workspace))
                }),
            );
            quote!(#pattern => #build)
        });
        let workspace = quote!(workspace: &mut ::pullback::rt::Workspace);
        let zero_of_in = quote! {
            #[inline]
            fn zero_of_in(shape: &Self::Shape, #workspace) -> Self::Cotangent {
                #zero
            }
        };
        if self.is_in_place() {
            return quote!(#zero_of_in #without);
        }
        let take = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(value, "value");
            let build = variant.shape(shape, |field| {
                let (of, binding) = (of(field), field.binding("value"));
                quote!(#of::cotangent_shape_in(#binding, workspace))
            });
            quote!(#pattern => #build)
        });
        let give_back = self.of_one(&quote!(shape), |variant| {
            let pattern = bound(variant);
            let each = variant.active().map(|field| {
                let (of, binding) = (of(field), field.binding("shape"));
                quote!(#of::give_back_shape(#binding, workspace);)
            });
            quote!(#pattern => { #(#each)* })
        });
        quote! {
            #zero_of_in
            #[inline]
            fn cotangent_shape_in(&self, #workspace) -> Self::Shape {
                #take
            }
            #[inline]
            fn give_back_shape(shape: Self::Shape, #workspace) {
                #give_back
            }
            #without
        }
    }

    /// The shape but for parts that are moved out, and that of a husk.
    fn emit_shape_without(&self) -> TokenStream {
        let shape = &self.shape;
        let husks = self.variants.iter().map(|variant| {
            let husk = variant.shape(shape, |field| {
                let ty = field.behind();
                quote!(<#ty as ::pullback::Differentiable>::husk_shape()?)
            });
            quote!(.or_else(|| ::core::option::Option::Some(#husk)))
        });
        let take = (!self.is_in_place()).then(|| {
            let take = self.of_one(&quote!(self), |variant| {
                let pattern = variant.pattern(&self.value, "value");
                let build = variant.shape(shape, |field| {
                    let (ty, binding) = (field.behind(), field.binding("value"));
                    let part = match (&variant.name, &field.member) {
                        (Some(variant), member) => crate::ir::accessors::accessor(variant, member).to_string(),
                        (None, Member::Named(ident)) => plain(ident),
                        (None, Member::Unnamed(index)) => index.index.to_string(),
                    };
                    quote!(::pullback::rt::shape_unless::<#ty>(#binding, #part, without, workspace))
                });
                quote!(#pattern => #build)
            });
            quote! {
                #[inline]
                fn shape_without(&self, without: &[&str], workspace: &mut ::pullback::rt::Workspace) -> Self::Shape {
                    #take
                }
            }
        });
        quote! {
            #take
            #[inline]
            fn husk_shape() -> ::core::option::Option<Self::Shape> {
                ::core::option::Option::None #(#husks)*
            }
        }
    }

    /// The value's parameters, and the one that the shape hides behind if it does.
    fn veiled(&self) -> Generics {
        let mut generics = self.value.generics.clone();
        if let Some(Veil { shaped, param }) = &self.veil {
            let (value, cotangent) = (self.value.as_type(), self.cotangent.as_type());
            generics.params.push(parse_quote!(#param));
            require(
                &mut generics,
                &value,
                &quote!(#shaped<Shape = #param, Zero = #cotangent>),
            );
            require(
                &mut generics,
                &parse_quote!(#param),
                &quote!(::core::clone::Clone + 'static),
            );
        }
        generics
    }

    /// The type of the shape, with the two functions that know what it is: what the trait has of them, and what is beside its
    /// impl. Through a veil, the trait's own call those of the other.
    fn emit_shape_of_value(&self, take: &TokenStream, zero: &TokenStream) -> (TokenStream, TokenStream) {
        let shape_type = self.shape_of_value();
        let Some(Veil { shaped, param }) = &self.veil else {
            let known = quote! {
                #shape_type
                #[inline]
                fn cotangent_shape(&self) -> Self::Shape {
                    #take
                }
                #[inline]
                fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
                    #zero
                }
            };
            return (known, TokenStream::new());
        };
        let (name, cotangent) = (&self.value.name, self.cotangent.as_type());
        let (impls, arguments, clause) = self.value.generics.split_for_impl();
        let veiled = quote! {
            type Shape = #param;
            #[inline]
            fn cotangent_shape(&self) -> Self::Shape {
                #shaped::shape(self)
            }
            #[inline]
            fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
                <Self as #shaped>::zero(shape)
            }
        };
        let beside = quote! {
            trait #shaped {
                type Shape;
                type Zero;
                fn shape(&self) -> Self::Shape;
                fn zero(shape: &Self::Shape) -> Self::Zero;
            }
            impl #impls #shaped for #name #arguments #clause {
                #shape_type
                type Zero = #cotangent;
                #[inline]
                fn shape(&self) -> Self::Shape {
                    #take
                }
                #[inline]
                fn zero(shape: &Self::Shape) -> Self::Zero {
                    #zero
                }
            }
        };
        (veiled, beside)
    }

    /// The shape's type, with what its parameters stand for, as the trait has it.
    pub(super) fn shape_of_value(&self) -> TokenStream {
        let name = &self.shape.name;
        let arguments = self.shape.generics.params.iter().map(|param| match param {
            GenericParam::Type(param) => match self.held.iter().find(|held| held.param == param.ident) {
                Some(Held { leaf, .. }) => {
                    quote_spanned!(leaf.span()=> <#leaf as ::pullback::Differentiable>::Shape)
                }
                None => param.ident.to_token_stream(),
            },
            GenericParam::Const(param) => param.ident.to_token_stream(),
            GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        });
        let span = self.held.first().map_or_else(Span::call_site, |held| held.leaf.span());
        quote_spanned!(span=> type Shape = #name<#(#arguments),*>;)
    }

    /// The cotangent as a vector space.
    pub(super) fn emit_vector_space(&self) -> TokenStream {
        let cotangent = &self.cotangent;
        let name = &cotangent.name;
        let (impls, arguments, clause) = cotangent.generics.split_for_impl();
        let each_part = |call: &dyn Fn(Ident) -> TokenStream| {
            self.of_one(&quote!(self), |variant| {
                let pattern = variant.pattern(cotangent, "value");
                let each = variant.active().map(|field| call(field.binding("value")));
                quote!(#pattern => { #(#each)* })
            })
        };
        let scale = each_part(&|part| quote!(::pullback::Cotangent::scale(#part, alpha);));
        let flatten = each_part(&|part| quote!(::pullback::Cotangent::flatten_into(#part, out);));
        let gather = each_part(&|part| quote!(::pullback::Cotangent::gather_slopes(#part, slopes);));
        let unflatten = each_part(&|part| quote!(::pullback::Cotangent::unflatten_from(#part, flat);));
        let zero_like = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(cotangent, "value");
            let build = variant.build(cotangent, |field| {
                let part = field.binding("value");
                quote!(::pullback::Cotangent::zero_like(#part))
            });
            quote!(#pattern => #build)
        });
        let give_back = (!self.is_in_place()).then(|| {
            let give_back = each_part(&|part| quote!(::pullback::Cotangent::give_back(#part, workspace);));
            quote! {
                #[inline]
                fn give_back(self, workspace: &mut ::pullback::rt::Workspace) {
                    #give_back
                }
            }
        });
        let copy_in = (!self.is_in_place()).then(|| {
            let copy_in = self.of_one(&quote!(self), |variant| {
                let pattern = variant.pattern(cotangent, "value");
                let build = variant.build(cotangent, |field| {
                    let part = field.binding("value");
                    quote!(::pullback::Cotangent::copy_in(#part, workspace))
                });
                quote!(#pattern => #build)
            });
            quote! {
                #[inline]
                fn copy_in(&self, workspace: &mut ::pullback::rt::Workspace) -> Self {
                    #copy_in
                }
            }
        });
        // The first variant that holds no memory.
        let husks = self.variants.iter().map(|variant| {
            let husk = variant.build(cotangent, |_| quote!(::pullback::Cotangent::husk()?));
            quote!(.or_else(|| ::core::option::Option::Some(#husk)))
        });
        let husk = quote! {
            #[inline]
            fn husk() -> ::core::option::Option<Self> {
                ::core::option::Option::None #(#husks)*
            }
        };
        let lasting = self.emit_on_type(cotangent);
        let message = format!("a `{name}::{{1}}` was added to a `{name}::{{0}}`");
        let accumulate = self.of_two((cotangent, "other"), &message, |variant| {
            let each = variant.active().map(|field| {
                let (part, other) = (field.binding("value"), field.binding("other"));
                quote!(::pullback::Cotangent::accumulate(#part, #other);)
            });
            quote!({ #(#each)* })
        });
        let this = quote!(#name #arguments);
        quote! {
            #[automatically_derived]
            impl #impls ::pullback::Cotangent for #this #clause {
                #lasting
                #husk
                #give_back
                #copy_in
                #[inline]
                fn accumulate(&mut self, other: &Self) {
                    #accumulate
                }
                #[inline]
                fn scale(&mut self, alpha: f64) {
                    #scale
                }
                #[inline]
                fn zero_like(&self) -> Self {
                    #zero_like
                }
                fn flatten_into(&self, out: &mut ::pullback::rt::std::vec::Vec<f64>) {
                    #flatten
                }
                fn gather_slopes(&self, slopes: &mut ::pullback::rt::Slopes) {
                    #gather
                }
                fn unflatten_from(&mut self, flat: &mut dyn ::core::iter::Iterator<Item = f64>) {
                    #unflatten
                }
            }

            #[automatically_derived]
            impl #impls ::core::ops::AddAssign<&#this> for #this #clause {
                #[inline]
                fn add_assign(&mut self, other: &#this) {
                    ::pullback::Cotangent::accumulate(self, other);
                }
            }

            #[automatically_derived]
            impl #impls ::core::ops::AddAssign for #this #clause {
                #[inline]
                fn add_assign(&mut self, other: #this) {
                    ::pullback::Cotangent::accumulate(self, &other);
                }
            }
        }
    }

    /// `Clone`, `Debug` and `PartialEq` of the cotangent, where its parts have them: rustc's own derives would ask the value's
    /// type parameters instead.
    pub(super) fn emit_common(&self) -> TokenStream {
        let cotangent = &self.cotangent;
        let name = &cotangent.name;
        let bounded = |bound: TokenStream| {
            let mut generics = cotangent.generics.clone();
            for part in &self.part_cotangents {
                require(&mut generics, part, &bound);
            }
            generics
        };
        let clone = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(cotangent, "value");
            let build = variant.build(cotangent, |field| {
                let part = field.binding("value");
                quote!(::core::clone::Clone::clone(#part))
            });
            quote!(#pattern => #build)
        });
        let debug = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(cotangent, "value");
            let text = plain(variant.name.as_ref().unwrap_or(name));
            let parts = variant.fields.iter().map(|field| {
                if field.active {
                    field.binding("value").to_token_stream()
                } else {
                    quote!(&())
                }
            });
            let build = match variant.style {
                Style::Named => {
                    let members = variant.fields.iter().map(|field| match &field.member {
                        Member::Named(ident) => plain(ident),
                        Member::Unnamed(index) => index.index.to_string(),
                    });
                    quote!(f.debug_struct(#text)#(.field(#members, #parts))*.finish())
                }
                Style::Tuple => quote!(f.debug_tuple(#text)#(.field(#parts))*.finish()),
                Style::Unit => quote!(f.write_str(#text)),
            };
            quote!(#pattern => #build)
        });
        let equal = if self.variants.is_empty() {
            quote!(match *self {})
        } else {
            let arms = self.variants.iter().map(|variant| {
                let (left, right) = (variant.pattern(cotangent, "value"), variant.pattern(cotangent, "other"));
                let same = variant.active().map(|field| {
                    let (part, other) = (field.binding("value"), field.binding("other"));
                    quote!(&& ::core::cmp::PartialEq::eq(#part, #other))
                });
                quote!((#left, #right) => true #(#same)*)
            });
            let others = (self.variants.len() > 1).then(|| quote!(_ => false,));
            quote!(match (self, other) { #(#arms,)* #others })
        };
        let impl_of = |bound: TokenStream, body: TokenStream| {
            let generics = bounded(bound.clone());
            let (impls, arguments, clause) = generics.split_for_impl();
            quote! {
                #[automatically_derived]
                impl #impls #bound for #name #arguments #clause {
                    #body
                }
            }
        };
        let clone = impl_of(
            quote!(::core::clone::Clone),
            quote! {
                #[inline]
                fn clone(&self) -> Self {
                    #clone
                }
            },
        );
        let debug = impl_of(
            quote!(::core::fmt::Debug),
            quote! {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    #debug
                }
            },
        );
        let equal = impl_of(
            quote!(::core::cmp::PartialEq),
            quote! {
                #[inline]
                fn eq(&self, other: &Self) -> bool {
                    #equal
                }
            },
        );
        quote!(#clone #debug #equal)
    }

    /// Proofs of what was taken for granted by the way types are written; and a type with nothing to differentiate is
    /// inactive itself.
    pub(super) fn emit_proofs(&self) -> TokenStream {
        let proofs = self.inert.iter().map(|ty| {
            quote_spanned! {ty.span()=>
                const _: () = {
                    const fn inert<T: ::pullback::rt::Inactive>() {}
                    inert::<#ty>();
                };
            }
        });
        let carrying = self.variants.iter().flat_map(Variant::active);
        let carrying: Vec<_> = carrying
            .filter(|field| field.carries())
            .map(|field| &field.ty)
            .collect();
        // Of `Pair<T>` it depends on `T`.
        let generics = &self.value.generics;
        let depends = |ty: &Type| {
            let named = |ident: &Ident| crate::syntax::tokens::mentions(ty.to_token_stream(), &[ident.to_string()]);
            generics.type_params().any(|param| named(&param.ident)) && !named(&self.value.name)
        };
        let inactive = carrying.iter().all(|ty| depends(ty)).then(|| {
            let name = &self.value.name;
            let mut asked = generics.clone();
            if !carrying.is_empty() {
                let predicates = carrying
                    .iter()
                    .map(|ty| -> syn::WherePredicate { syn::parse_quote!(#ty: ::pullback::rt::Inactive) });
                asked.make_where_clause().predicates.extend(predicates);
            }
            let (impls, arguments, clause) = asked.split_for_impl();
            quote! {
                #[automatically_derived]
                impl #impls ::pullback::rt::Inactive for #name #arguments #clause {}
            }
        });
        quote!(#(#proofs)* #inactive)
    }

    /// A `match` on one of the three types.
    pub(super) fn of_one(&self, on: &TokenStream, arm: impl Fn(&Variant) -> TokenStream) -> TokenStream {
        if self.variants.is_empty() {
            return quote!(match *#on {});
        }
        let arms = self.variants.iter().map(arm);
        quote!(match #on { #(#arms,)* })
    }

    /// A `match` on `self`, a value or a cotangent, and a cotangent beside it. `message` names the variants where they differ.
    pub(super) fn of_two(
        &self,
        (left, right): (&Own, &str),
        message: &str,
        body: impl Fn(&Variant) -> TokenStream,
    ) -> TokenStream {
        if self.variants.is_empty() {
            return quote!(match *self {});
        }
        let right = Ident::new(right, Span::call_site());
        let arms = self.variants.iter().map(|variant| {
            let (this, other) = (
                variant.pattern(left, "value"),
                variant.pattern(&self.cotangent, "other"),
            );
            let body = body(variant);
            quote!((#this, #other) => #body)
        });
        let mismatch = (self.variants.len() > 1).then(|| {
            let name_of = |own: &Own, on: &TokenStream| {
                self.of_one(on, |variant| {
                    let path = variant.path(own);
                    let text = plain(variant.name.as_ref().expect("an enum's variant has a name"));
                    quote!(#path { .. } => #text)
                })
            };
            let this = name_of(left, &quote!(this));
            let other = name_of(&self.cotangent, &quote!(other));
            quote!((this, other) => ::core::panic!(#message, #this, #other),)
        });
        quote!(match (self, #right) { #(#arms,)* #mismatch })
    }
}

/// Whether a type has a value without any of what it holds.
fn may_be_empty(ty: &Type) -> bool {
    matches!(crate::syntax::types::container(ty), Some((name, _)) if name == "Vec" || name == "Option")
}
