//! Emits the shape: what the zero cotangent of a value depends on.
//!
//! Input:  `Parts` of `struct V { x: f64, of: Vec<f64> }`
//! Output: `pub struct VShape((), usize);`, and of `impl Differentiable for V` the functions that take one and make one a cotangent

use crate::derive::item::{Field, Held, Parts, Variant, Veil};
use crate::derive::scope::require;
use crate::syntax::types::Ty;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, Generics, parse_quote};

impl Parts {
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

    /// Whether a cotangent has this shape; of a value behind a veil only the veil's own functions know.
    pub(super) fn emit_fits(&self) -> TokenStream {
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
    pub(super) fn is_in_place(&self) -> bool {
        let mut fields = self.variants.iter().flat_map(Variant::active);
        fields.all(|field| Ty::of(&field.ty).is_in_place())
    }

    /// Shapes and zeros in memory of the workspace, where they hold some. Where the shape is behind a veil, they are made without.
    pub(super) fn emit_in_the_workspace(&self) -> TokenStream {
        if self.veil.is_some() {
            return TokenStream::new();
        }
        let without = self.emit_shape_without();
        let of = |field: &Field| {
            let ty = field.behind();
            quote!(<#ty as ::pullback::Differentiable>)
        };
        let zero = self.zero_of(|field, binding| {
            let of = of(field);
            quote!(#of::zero_of_in(#binding, workspace))
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
        let take = self.shape_of(|field, binding| {
            let of = of(field);
            quote!(#of::cotangent_shape_in(#binding, workspace))
        });
        let give_back = self.of_one(&quote!(shape), |variant| {
            let pattern = variant.shape(&self.shape, |field| field.binding("shape").to_token_stream());
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
    pub(super) fn emit_shape_without(&self) -> TokenStream {
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
                    let part = match &variant.name {
                        Some(variant) => crate::ir::accessors::accessor(variant, &field.member).to_string(),
                        None => field.name(),
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
    pub(super) fn veiled(&self) -> Generics {
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
    pub(super) fn emit_shape_of_value(&self, take: &TokenStream, zero: &TokenStream) -> (TokenStream, TokenStream) {
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
}
