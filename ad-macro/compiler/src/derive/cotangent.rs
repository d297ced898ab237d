//! Emits the cotangent, and all that goes beside it.
//!
//! Input:  `Parts` of `enum Shape { Circle(f64), Square { side: f64 } }`
//! Output: `enum ShapeCotangent { Circle(f64), Square { side: f64 } }`, and `const _: () = { .. };` with its shape and the impls

use crate::derive::item::{Field, Own, Parts, Style, Variant};
use crate::derive::scope::plain;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Member, Type};

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
                let whose = field.name();
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

    /// A `match` on one of the three types.
    pub(super) fn of_one(&self, on: &TokenStream, arm: impl Fn(&Variant) -> TokenStream) -> TokenStream {
        if self.variants.is_empty() {
            return quote!(match *#on {});
        }
        let arms = self.variants.iter().map(arm);
        quote!(match #on { #(#arms,)* })
    }

    /// What is done with each part of a value, or of a cotangent, that carries a derivative.
    pub(super) fn each_part(&self, own: &Own, call: impl Fn(&Field, Ident) -> TokenStream) -> TokenStream {
        self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(own, "value");
            let each = variant.active().map(|field| call(field, field.binding("value")));
            quote!(#pattern => { #(#each)* })
        })
    }

    /// A cotangent, made of the parts of a value or of another cotangent.
    pub(super) fn cotangent_of(&self, own: &Own, part: impl Fn(&Field, Ident) -> TokenStream) -> TokenStream {
        self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(own, "value");
            let build = variant.build(&self.cotangent, |field| part(field, field.binding("value")));
            quote!(#pattern => #build)
        })
    }

    /// A value's shape, made of its parts.
    pub(super) fn shape_of(&self, part: impl Fn(&Field, Ident) -> TokenStream) -> TokenStream {
        self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(&self.value, "value");
            let build = variant.shape(&self.shape, |field| part(field, field.binding("value")));
            quote!(#pattern => #build)
        })
    }

    /// The cotangent of a shape, made of its parts.
    pub(super) fn zero_of(&self, part: impl Fn(&Field, Ident) -> TokenStream) -> TokenStream {
        self.of_one(&quote!(shape), |variant| {
            let pattern = variant.shape(&self.shape, |field| field.binding("shape").to_token_stream());
            let build = variant.build(&self.cotangent, |field| part(field, field.binding("shape")));
            quote!(#pattern => #build)
        })
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
}
