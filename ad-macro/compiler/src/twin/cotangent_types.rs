//! The types of cotangents: written out where the macro knows the type, by `Differentiable::Cotangent` where only rustc does.
//!
//! Input:  `&[f64]`, `(f64, usize)`, `V3`
//! Output: `Vec<f64>`, and lent `[f64]`; `(f64, ())`; `<V3 as ::pullback::Differentiable>::Cotangent`

use crate::syntax::proven::Proven;
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, NodeMut, Walk, WalkMut, descend, descend_mut, walk_mut};
use crate::twin::target::Twin;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Type;
use syn::spanned::Spanned;

/// Whether only rustc knows the type, and it is not proven, and a predicate about it means the same everywhere: no reference,
/// parameter or `Self`.
pub(super) fn is_concrete(ty: &Type, in_scope: &[TokenStream], proven: Option<&Proven>) -> bool {
    struct Look<'a> {
        in_scope: &'a [TokenStream],
        proven: Option<&'a Proven>,
        unknown: bool,
        concrete: bool,
    }
    impl<'ast> Walk<'ast> for Look<'_> {
        fn node(&mut self, node: Node<'ast>) {
            match node {
                Node::Type(ty) => {
                    match ty {
                        Type::Path(_) => {
                            let proven = self.proven.is_some_and(|proven| proven.is_proven(ty));
                            self.unknown |= !proven && Ty::of(ty) == Ty::Unknown;
                        }
                        Type::Slice(_) | Type::Array(_) | Type::Tuple(_) | Type::Paren(_) | Type::Group(_) => {}
                        _ => self.concrete = false,
                    }
                    descend(self, node);
                }
                Node::Lifetime(_) => self.concrete = false,
                Node::Ident(ident) => {
                    let mut names = self.in_scope.iter().map(TokenStream::to_string);
                    self.concrete &= ident != "Self" && !names.any(|name| ident == name.as_str());
                }
                node => descend(self, node),
            }
        }
    }
    let mut look = Look {
        in_scope,
        proven,
        unknown: false,
        concrete: true,
    };
    look.node(Node::Type(ty));
    look.unknown && look.concrete
}

/// That a type can be copied. It is not simply `V: Clone`: rustc would refuse to compile that for a type that is not.
pub(super) fn clone_bound(ty: &Type) -> TokenStream {
    /// Gives each lifetime a name of its own: two of one type need not be the same.
    struct Apart(Vec<syn::Lifetime>);
    impl Apart {
        fn next(&mut self, span: proc_macro2::Span) -> syn::Lifetime {
            let number = match self.0.len() {
                0 => String::new(),
                k => format!("_{}", k + 1),
            };
            let lifetime = syn::Lifetime::new(&format!("'copied{number}"), span);
            self.0.push(lifetime.clone());
            lifetime
        }
    }
    impl WalkMut for Apart {
        fn node(&mut self, node: NodeMut<'_>) {
            match node {
                NodeMut::TypeReference(reference) => {
                    reference.lifetime = Some(self.next(reference.and_token.span));
                    self.node(NodeMut::Type(&mut reference.elem));
                }
                NodeMut::Lifetime(lifetime) => *lifetime = self.next(lifetime.span()),
                node => descend_mut(self, node),
            }
        }
    }
    let mut ty = ty.clone();
    let mut apart = Apart(Vec::new());
    apart.node(NodeMut::Type(&mut ty));
    if apart.0.is_empty() {
        apart.next(proc_macro2::Span::call_site());
    }
    let lifetimes = apart.0;
    quote!(for<#(#lifetimes),*> #ty: ::core::clone::Clone)
}

/// The type of the cotangent of a value of type `ty`, or of `lanes` of them: spelled out where the type is known.
pub(super) fn cotangent(ty: &Type, twin: &Twin, lanes: Option<&Ident>) -> TokenStream {
    let of = |ty: &Type| cotangent(ty, twin, lanes);
    if let Some(array) = crate::syntax::types::owned_array(ty) {
        return quote!(#array);
    }
    if let (Some(cotangent), None) = (twin.proven.and_then(|proven| proven.cotangent(ty)), lanes) {
        return quote!(#cotangent);
    }
    match (ty, Ty::of(ty)) {
        (_, Ty::Float(_)) if lanes.is_some() => quote!(::pullback::rt::lanes::Lanes<#ty, #lanes>),
        (_, Ty::Float(_)) if lanes.is_none() => quote!(#ty),
        // Of elements that have another name, `Array2<Real>`, it may be a type of the user's.
        (_, Ty::NdArray(..)) if lanes.is_none() && !is_concrete(ty, twin.in_scope, None) => quote!(#ty),
        (Type::Paren(inner), _) => of(&inner.elem),
        // A float's is of its own type: spelled so, rustc finds the parameter from it.
        (Type::Path(path), _)
            if path
                .path
                .get_ident()
                .is_some_and(|name| crate::signature::bounds::traits::is_float(name, twin.generics)) =>
        {
            quote!(#ty)
        }
        (Type::Tuple(tuple), _) if !tuple.elems.is_empty() => {
            let elems = tuple.elems.iter().map(of);
            quote!((#(#elems,)*))
        }
        (_, ty) if ty.is_inert() && !matches!(ty, Ty::Array(_) | Ty::Slice(_) | Ty::Vec(_)) => quote!(()),
        (Type::Array(array), _) => {
            let (elem, len) = (of(&array.elem), &array.len);
            quote!([#elem; #len])
        }
        (Type::Slice(slice), _) => {
            let elem = of(&slice.elem);
            quote!(::pullback::rt::std::vec::Vec<#elem>)
        }
        (Type::Path(path), Ty::Vec(_)) => {
            let mut elem = quote!(_);
            if let Some(syn::PathSegment {
                arguments: syn::PathArguments::AngleBracketed(arguments),
                ..
            }) = path.path.segments.last()
                && let Some(syn::GenericArgument::Type(ty)) = arguments.args.first()
            {
                elem = of(ty);
            }
            quote!(::pullback::rt::std::vec::Vec<#elem>)
        }
        _ => {
            // A cotangent borrows nothing: whatever lifetimes the type has, it is the same.
            let mut ty = ty.clone();
            set_lifetimes(&mut ty, "'static");
            let cotangent = quote!(<#ty as ::pullback::Differentiable>::Cotangent);
            match lanes {
                Some(lanes) => quote!(<#cotangent as ::pullback::rt::lanes::Laned<#lanes>>::Lanes),
                None => cotangent,
            }
        }
    }
}

/// Tokens as one would write them.
pub(super) fn spelled(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (long, short) in [
        (" : ", ": "),
        (" ,", ","),
        ("& mut", "&mut"),
        ("& ", "&"),
        ("use < >", "use<>"),
        (" < ", "<"),
        (" > ", "> "),
        (" :: ", "::"),
        (" ;", ";"),
    ] {
        text = text.replace(long, short);
    }
    text
}

/// What a borrowed cotangent of `ty` points to.
pub fn buffer(ty: &Type, twin: &Twin, lanes: Option<&Ident>) -> TokenStream {
    match ty {
        Type::Slice(slice) => {
            let elem = cotangent(&slice.elem, twin, lanes);
            quote!([#elem])
        }
        ty if crate::syntax::types::is_object(ty) => object_buffer(),
        ty if crate::syntax::types::owned_array(ty).is_some() => quote!(#ty),
        ty => cotangent(ty, twin, lanes),
    }
}

/// The cotangent of what carries none, as a type and as a value. That of a tuple is one, too: a trait may have a parameter of its
/// own in its place.
pub(super) fn nothing(ty: &Type) -> TokenStream {
    match ty {
        Type::Group(ty) => nothing(&ty.elem),
        Type::Paren(ty) => nothing(&ty.elem),
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(nothing);
            quote!((#(#parts,)*))
        }
        Type::Array(array) => {
            let (part, len) = (nothing(&array.elem), &array.len);
            quote!([#part; #len])
        }
        _ => quote!(()),
    }
}

/// What a borrowed cotangent of a trait object points to.
pub(super) fn object_buffer() -> TokenStream {
    quote!((dyn ::pullback::rt::AnyCotangent + 'static))
}

/// Where no lifetime can be elided, all are this one.
pub(super) fn set_lifetimes(ty: &mut Type, name: &str) {
    walk_mut(ty, |node| {
        match node {
            NodeMut::TypeReference(reference) => {
                reference.lifetime = Some(syn::Lifetime::new(name, reference.and_token.span()));
            }
            NodeMut::Lifetime(lifetime) => **lifetime = syn::Lifetime::new(name, lifetime.span()),
            _ => {}
        }
        true
    });
}
