//! Types that rustc is asked about once: where one carries no derivative, that is one error, on the type as it is written, and
//! nothing that is emitted about its values is another.
//!
//! Input:  `model: &Layer`
//! Output: `model: &LayerProven`, and beside the sweeps
//!         `type LayerProven = ::pullback::rt::Proven<Layer, { <Layer as ::pullback::rt::CarriesDerivative>::CARRIES }>;`, `LayerCotangent`
//!
//! Invariant: it is the type itself. A constant that does not compile makes it one of which rustc says no more.

use crate::syntax::fresh_names::Names;
use crate::syntax::types::{Ty, boxed_object};
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::cell::RefCell;
use syn::{GenericArgument, GenericParam, PathArguments, Type, TypeParamBound, TypePath};

/// A type, and what it and its cotangent are called.
#[derive(Clone)]
struct Named {
    of: Type,
    name: Ident,
    cotangent: Ident,
    /// What reads the parts that it is taken to have.
    parts: Vec<TokenStream>,
    /// When it is there at all, of a type that only functions under a `#[cfg]` name.
    condition: Option<TokenStream>,
}

impl Named {
    /// The constant that does not compile where the type carries no derivative.
    fn proof(&self) -> TokenStream {
        let of = &self.of;
        let carries = match boxed_object(of) {
            Some(_) => quote!(ObjectCarriesDerivative),
            None => quote!(CarriesDerivative),
        };
        quote!(<#of as ::pullback::rt::#carries>::CARRIES)
    }
}

/// The types of one item that are asked about.
pub struct Proven {
    names: RefCell<Names>,
    types: RefCell<Vec<Named>>,
    /// What `Self` is.
    this: Option<Type>,
    /// What are parameters of the item or of its functions.
    in_scope: RefCell<Vec<String>>,
    /// The `#[cfg]` of the function whose types are asked about now.
    condition: RefCell<Option<TokenStream>>,
}

impl Proven {
    /// Those of an item with these tokens, in whose types `in_scope` are parameters, and `this` is `Self`.
    pub fn of(item: TokenStream, in_scope: &[TokenStream], this: Option<&Type>) -> Proven {
        Proven {
            names: RefCell::new(Names::of(item)),
            types: RefCell::default(),
            this: this.cloned(),
            in_scope: RefCell::new(in_scope.iter().map(TokenStream::to_string).collect()),
            condition: RefCell::default(),
        }
    }

    /// From now on types are asked about under this condition.
    pub fn set_condition(&self, condition: &Option<TokenStream>) {
        *self.condition.borrow_mut() = condition.clone();
    }

    /// Whether a type has its name where types are asked about now.
    fn is_there(&self, named: &Named) -> bool {
        let text = |condition: &Option<TokenStream>| condition.as_ref().map(TokenStream::to_string);
        named.condition.is_none() || text(&named.condition) == text(&self.condition.borrow())
    }

    /// The same in a function with these parameters.
    pub fn within(&self, generics: &syn::Generics) -> &Proven {
        let names = generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.to_string()),
            GenericParam::Const(param) => Some(param.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        });
        self.in_scope.borrow_mut().extend(names);
        self
    }

    /// The type, with what only rustc knows of it proven.
    pub fn proven(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        Prove(self).node(NodeMut::Type(&mut ty));
        ty
    }

    /// Whether a type is one of those.
    pub fn is_proven(&self, ty: &Type) -> bool {
        self.cotangent(ty).is_some()
    }

    /// The name of a type that was asked about: what else is of it is in error, too, where that carries no derivative.
    pub fn again(&self, path: &syn::Path) -> Option<Ident> {
        let types = self.types.borrow();
        let same = |named: &&Named| matches!(&named.of, Type::Path(of) if of.path == *path) && self.is_there(named);
        Some(types.iter().find(same)?.name.clone())
    }

    /// Rustc is asked as well whether one of those has a part, which `read` takes of a value of the type as it is written. Where it has
    /// none, that is said of the value alone, and not of its cotangent.
    pub fn has_part(&self, ty: &Type, read: impl FnOnce(&Type) -> Option<TokenStream>) {
        let mut types = self.types.borrow_mut();
        let is_it = |named: &&mut Named| matches!(ty, Type::Path(path) if path.path.is_ident(&named.name));
        if let Some(named) = types.iter_mut().find(is_it)
            && let Some(read) = read(&named.of)
        {
            let text = read.to_string();
            if named.parts.iter().all(|part| part.to_string() != text) {
                named.parts.push(read);
            }
        }
    }

    /// What the cotangent of one of those is called.
    pub fn cotangent(&self, ty: &Type) -> Option<Ident> {
        let Type::Path(path) = ty else { return None };
        let types = self.types.borrow();
        let named = types.iter().find(|named| path.path.is_ident(&named.name))?;
        Some(named.cotangent.clone())
    }

    /// The cotangent of a type that is asked about, where its name is out of sight.
    pub fn spelled(&self, ty: &Type) -> Option<TokenStream> {
        let types = self.types.borrow();
        let named = types.iter().find(|named| named.of == *ty)?;
        let proof = named.proof();
        Some(quote!(::pullback::rt::CotangentOf<#ty, { #proof }>))
    }

    /// What has to stand beside the sweeps.
    pub fn items(&self) -> TokenStream {
        let types = self.types.borrow();
        let items = types.iter().map(|named| {
            let (proof, condition) = (
                named.proof(),
                named.condition.as_ref().map(|when| quote!(#[cfg(#when)])),
            );
            let Named {
                of,
                name,
                cotangent,
                parts,
                ..
            } = named;
            // The documentation shows the type itself.
            quote! {
                #condition
                #[cfg(not(doc))]
                #[allow(unused, irrefutable_let_patterns)]
                type #name = ::pullback::rt::Proven<#of, { #(let _ = #parts;)* #proof }>;
                #condition
                #[cfg(doc)]
                type #name = #of;
                #condition
                type #cotangent = <#name as ::pullback::Differentiable>::Cotangent;
            }
        });
        items.collect()
    }

    /// The sweeps with what has to stand beside them.
    pub fn around(&self, sweeps: TokenStream) -> TokenStream {
        let items = self.items();
        match items.is_empty() {
            true => sweeps,
            false => quote!(const _: () = { #items #sweeps };),
        }
    }

    fn alias(&self, path: &TypePath) -> Option<Ident> {
        let ty = match &self.this {
            Some(this) if path.path.is_ident("Self") => this.clone(),
            _ => Type::Path(path.clone()),
        };
        let Type::Path(path) = &ty else { return None };
        let (named, generic) = match boxed_object(&ty) {
            Some(Type::TraitObject(object)) => match object.bounds.first() {
                Some(TypeParamBound::Trait(first)) if object.bounds.len() == 1 && first.lifetimes.is_none() => {
                    (&first.path, false)
                }
                _ => return None,
            },
            Some(_) => return None,
            None => (&path.path, true),
        };
        if path.qself.is_some()
            || !self.stands_by_itself(named, generic)
            || Ty::of(&ty) != Ty::Unknown
            || self.is_proven(&ty)
        {
            return None;
        }
        let mut types = self.types.borrow_mut();
        if let Some(named) = types.iter().find(|named| named.of == ty && self.is_there(named)) {
            return Some(named.name.clone());
        }
        let last = &named.segments.last()?.ident;
        let span = Span::call_site().located_at(last.span());
        let called = last.to_string();
        let fresh = |what: &str| {
            let base = format!("{}{what}", called.trim_start_matches("r#"));
            self.names.borrow_mut().fresh(&base, span)
        };
        let (name, cotangent) = (fresh("Proven"), fresh("Cotangent"));
        types.push(Named {
            of: ty.clone(),
            name: name.clone(),
            cotangent,
            parts: Vec::new(),
            condition: self.condition.borrow().clone(),
        });
        Some(name)
    }

    /// Whether a path names a type wherever it stands: nothing in it is a parameter, and no lifetime is left out. `generic`: whether it
    /// may have arguments.
    fn stands_by_itself(&self, path: &syn::Path, generic: bool) -> bool {
        let in_scope = self.in_scope.borrow();
        path.segments.iter().enumerate().all(|(k, segment)| {
            let parameter = segment.ident == "Self" || in_scope.iter().any(|param| segment.ident == param.as_str());
            let arguments = match &segment.arguments {
                PathArguments::None => true,
                PathArguments::AngleBracketed(arguments) if generic && k + 1 == path.segments.len() => {
                    arguments.args.iter().all(|argument| match argument {
                        GenericArgument::Type(Type::Path(ty)) => {
                            ty.qself.is_none() && self.stands_by_itself(&ty.path, true)
                        }
                        GenericArgument::Const(syn::Expr::Lit(_)) => true,
                        _ => false,
                    })
                }
                _ => false,
            };
            !parameter && arguments
        })
    }
}

struct Prove<'a>(&'a Proven);

impl WalkMut for Prove<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Type(ty) => {
                if let Type::Path(path) = ty
                    && let Some(name) = self.0.alias(path)
                {
                    *ty = syn::parse_quote!(#name);
                    return;
                }
                // A tangent's, as the macro writes it: a trait of the user's may have a `Cotangent` as well.
                if let Type::Path(TypePath {
                    qself: Some(of), path, ..
                }) = ty
                    && *path == syn::parse_quote!(::pullback::Differentiable::Cotangent)
                    && let Some(cotangent) = self.0.cotangent(&self.0.proven(&of.ty))
                {
                    *ty = syn::parse_quote!(#cotangent);
                    return;
                }
                // What else a type is made of need not carry a derivative: an error, a key.
                let held = match ty {
                    Type::Path(path) => path.path.segments.last_mut(),
                    _ => return descend_mut(self, NodeMut::Type(ty)),
                };
                if let Some(last) = held
                    && ["Vec", "Option", "Box", "Result"].iter().any(|name| last.ident == name)
                    && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
                    && let Some(GenericArgument::Type(held)) = arguments.args.first_mut()
                {
                    self.node(NodeMut::Type(held));
                }
            }
            // A length is no type, and a function's types are not values'.
            NodeMut::Expr(_) => {}
            NodeMut::TypeTraitObject(_) => {}
            NodeMut::TypeImplTrait(_) => {}
            node => descend_mut(self, node),
        }
    }
}
