//! Emits the impls for the cotangent.
//!
//! Input:  `Parts` of `struct V { x: f64 }`
//! Output: `impl Cotangent for VCotangent`, `impl AddAssign for VCotangent`, `Clone`, `Debug` and `PartialEq`

use crate::derive::item::{Field, Parts, Style};
use crate::derive::scope::{plain, require};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl Parts {
    /// The cotangent as a vector space.
    pub(super) fn emit_vector_space(&self) -> TokenStream {
        let cotangent = &self.cotangent;
        let name = &cotangent.name;
        let (impls, arguments, clause) = cotangent.generics.split_for_impl();
        let scale = self.each_part(cotangent, |_, part| quote!(::pullback::Cotangent::scale(#part, alpha);));
        let flatten = self.each_part(
            cotangent,
            |_, part| quote!(::pullback::Cotangent::flatten_into(#part, out);),
        );
        let gather = self.each_part(
            cotangent,
            |_, part| quote!(::pullback::Cotangent::gather_slopes(#part, slopes);),
        );
        let unflatten = self.each_part(
            cotangent,
            |_, part| quote!(::pullback::Cotangent::unflatten_from(#part, flat);),
        );
        let zero_like = self.cotangent_of(cotangent, |_, part| quote!(::pullback::Cotangent::zero_like(#part)));
        let give_back = (!self.is_in_place()).then(|| {
            let give_back = self.each_part(
                cotangent,
                |_, part| quote!(::pullback::Cotangent::give_back(#part, workspace);),
            );
            quote! {
                #[inline]
                fn give_back(self, workspace: &mut ::pullback::rt::Workspace) {
                    #give_back
                }
            }
        });
        let copy_in = (!self.is_in_place()).then(|| {
            let copy_in = self.cotangent_of(
                cotangent,
                |_, part| quote!(::pullback::Cotangent::copy_in(#part, workspace)),
            );
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
        let (this, sums) = (quote!(#name #arguments), self.emit_sums());
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
            #sums
        }
    }

    /// `+=` of cotangents.
    fn emit_sums(&self) -> TokenStream {
        let (name, (impls, arguments, clause)) = (&self.cotangent.name, self.cotangent.generics.split_for_impl());
        let this = quote!(#name #arguments);
        quote! {
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
        let clone = self.cotangent_of(cotangent, |_, part| quote!(::core::clone::Clone::clone(#part)));
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
                    let members = variant.fields.iter().map(Field::name);
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
}
