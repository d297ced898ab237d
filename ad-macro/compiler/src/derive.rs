//! `#[derive(Differentiable)]`: the cotangent of a struct or an enum, and what the runtime needs to know of both.
//!
//! A cotangent mirrors its value: the same fields or variants, names and visibility, with `()` where nothing is differentiated.
//! So the path to a part of a value is the path to its cotangent, and a value and its cotangent can be matched side by side.
//!
//! A third type, the shape, remembers what the zero cotangent needs. It must outlive all that the value borrows, so it is not
//! generic in the value's own type parameters: it takes one parameter for the shape of each type made of them that a field
//! holds. It lives in a `const` block, where its name is in nobody's way.
//!
//! Bounds are asked of type parameters, as serde does, and not of fields' types: a bound that an impl fulfils anyway would keep
//! rustc from seeing through it.

use crate::diagnostics::Diagnostics;
use crate::names::Names;
use crate::types::{Ty, boxed_object, container, is_inert};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Data, DeriveInput, Fields, GenericArgument, GenericParam, Generics, Lifetime, Member, PathArguments,
    Type, TypeParamBound, Visibility, WherePredicate, parse_quote, parse_quote_spanned,
};

/// `#[derive(Differentiable)]` on `item`: all that goes beside it.
pub fn expand(item: TokenStream) -> TokenStream {
    let diagnostics = Diagnostics::new();
    let input = match syn::parse2::<DeriveInput>(item) {
        Ok(input) => input,
        Err(error) => {
            diagnostics.error(
                error.span(),
                &error,
                "`#[derive(Differentiable)]` goes on a struct or an enum",
            );
            return diagnostics.finish().unwrap_or_default();
        }
    };
    let parts = Parts::of(&input, &diagnostics);
    match diagnostics.finish() {
        Some(errors) => errors,
        None => parts.emit(),
    }
}

/// A struct, which is one variant without a name of its own, or an enum.
struct Parts {
    value: Own,
    cotangent: Own,
    shape: Own,
    /// The types whose shapes are parameters of this one's.
    held: Vec<Held>,
    visibility: Visibility,
    is_enum: bool,
    non_exhaustive: bool,
    variants: Vec<Variant>,
    /// The types made of type parameters whose cotangents the cotangent is made of.
    part_cotangents: Vec<Type>,
    /// The types that were taken to be inert by their names, where that could be wrong.
    inert: Vec<Type>,
}

/// One of the three types: its name, its parameters with all their bounds, and itself as a type.
struct Own {
    name: Ident,
    generics: Generics,
}

/// A type made of type parameters, and the shape's parameter for its shape.
struct Held {
    leaf: Type,
    param: Ident,
}

struct Variant {
    name: Option<Ident>,
    style: Style,
    fields: Vec<Field>,
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    Named,
    Tuple,
    Unit,
}

struct Field {
    member: Member,
    visibility: Visibility,
    /// As written, but for `Self`.
    ty: Type,
    /// Whether a derivative flows through it.
    active: bool,
    /// The types of its cotangent and of its shape.
    cotangent: TokenStream,
    shape: TokenStream,
}

impl Parts {
    fn of(input: &DeriveInput, diagnostics: &Diagnostics) -> Parts {
        let name = &input.ident;
        if let Some(attribute) = no_diff(&input.attrs, diagnostics) {
            diagnostics.error(
                attribute.path().span(),
                "`#[no_diff]` goes on a field, or on a variant for all its fields",
                "mark the parameters that take the type, or do not derive `Differentiable`",
            );
        }
        let mut variants = match &input.data {
            Data::Struct(data) => vec![Variant::of(None, &data.fields, false, diagnostics)],
            Data::Enum(data) => data
                .variants
                .iter()
                .map(|variant| {
                    let inert = no_diff(&variant.attrs, diagnostics).is_some();
                    Variant::of(Some(variant.ident.clone()), &variant.fields, inert, diagnostics)
                })
                .collect(),
            Data::Union(data) => {
                diagnostics.error(
                    data.union_token.span,
                    "a union carries no derivative: which of its fields is alive is not known",
                    "make it an enum",
                );
                Vec::new()
            }
        };
        let mut scope = Scope::of(input);
        let (_, arguments, _) = input.generics.split_for_impl();
        let itself: Type = parse_quote!(#name #arguments);
        for field in variants.iter_mut().flat_map(|variant| &mut variant.fields) {
            ReplaceSelf { name, with: &itself }.visit_type_mut(&mut field.ty);
            if field.active {
                scope.check(&field.ty, diagnostics);
                scope.collect(&field.ty, diagnostics);
            }
        }
        let written = &input.generics;
        let mut value = Own {
            name: name.clone(),
            generics: without_defaults(written),
        };
        let active: Vec<Type> = variants
            .iter()
            .flat_map(|variant| variant.fields.iter().filter(|field| field.active))
            .map(|field| scope.erased(&field.ty))
            .collect();
        let mut cotangent = Own {
            // It stands where the type's name does, so that a clash is shown there, but is not the user's own word to lints.
            name: Ident::new(
                &format!("{}Cotangent", plain(name)),
                Span::call_site().located_at(name.span()),
            ),
            generics: kept(written, &active),
        };
        if let Some(clash) = written.params.iter().find_map(|param| match param {
            GenericParam::Type(param) if param.ident == cotangent.name => Some(&param.ident),
            GenericParam::Const(param) if param.ident == cotangent.name => Some(&param.ident),
            _ => None,
        }) {
            diagnostics.error(
                clash.span(),
                format!("`{clash}` is the name of the type that `#[derive(Differentiable)]` makes"),
                "rename the parameter",
            );
        }
        for (ty, bound) in &scope.bounds {
            let erased = scope.outlive(ty);
            require(&mut value.generics, ty, bound);
            require(&mut value.generics, &erased, bound);
            require(&mut cotangent.generics, &erased, bound);
        }
        let shape = scope.shape(input, &active);
        for field in variants.iter_mut().flat_map(|variant| &mut variant.fields) {
            if field.active {
                field.cotangent = scope.cotangent_type(&field.ty, &cotangent);
                field.shape = scope.shape_type(&field.ty, &shape);
            }
        }
        let part_cotangents = scope.parts.iter().map(|part| {
            let erased = scope.outlive(part);
            parse_quote!(<#erased as ::pullback::Differentiable>::Cotangent)
        });
        let inert = variants
            .iter()
            .flat_map(|variant| &variant.fields)
            .filter(|field| !field.active && is_inert(&field.ty) && !scope.is_obvious(&field.ty))
            .map(|field| scope.outlive(&field.ty))
            .collect();
        Parts {
            inert,
            part_cotangents: part_cotangents.collect(),
            value,
            cotangent,
            shape,
            held: scope.held,
            visibility: input.vis.clone(),
            is_enum: matches!(input.data, Data::Enum(_)),
            non_exhaustive: input
                .attrs
                .iter()
                .any(|attribute| attribute.path().is_ident("non_exhaustive")),
            variants,
        }
    }
}

impl Variant {
    fn of(name: Option<Ident>, fields: &Fields, inert: bool, diagnostics: &Diagnostics) -> Variant {
        let style = match fields {
            Fields::Named(_) => Style::Named,
            Fields::Unnamed(_) => Style::Tuple,
            Fields::Unit => Style::Unit,
        };
        let fields = fields
            .members()
            .zip(fields)
            .map(|(member, field)| {
                let marked = no_diff(&field.attrs, diagnostics).is_some();
                Field {
                    member,
                    visibility: field.vis.clone(),
                    ty: field.ty.clone(),
                    active: !(inert || marked || is_inert(&field.ty)),
                    cotangent: quote!(()),
                    shape: TokenStream::new(),
                }
            })
            .collect();
        Variant { name, style, fields }
    }
}

/// The mark on a field or a variant.
fn no_diff<'a>(attributes: &'a [Attribute], diagnostics: &Diagnostics) -> Option<&'a Attribute> {
    let attribute = attributes
        .iter()
        .find(|attribute| attribute.path().is_ident("no_diff"))?;
    if attribute.meta.require_path_only().is_err() {
        diagnostics.error(
            attribute.path().span(),
            "`#[no_diff]` takes no arguments",
            "write `#[no_diff]` alone",
        );
    }
    Some(attribute)
}

/// A type with its leaves mapped: what is not a container that the runtime knows. References go, since a cotangent is owned
/// and a shape borrows nothing, and slices become vectors, as their cotangents are.
fn map_leaves(ty: &Type, leaf: &mut dyn FnMut(&Type) -> Type) -> Type {
    map_leaves_in(None, ty, leaf)
}

/// The same, with `list` in place of `Vec`.
fn map_leaves_in(list: Option<&syn::Path>, ty: &Type, leaf: &mut dyn FnMut(&Type) -> Type) -> Type {
    match ty {
        Type::Group(ty) => map_leaves_in(list, &ty.elem, leaf),
        Type::Paren(ty) => map_leaves_in(list, &ty.elem, leaf),
        Type::Reference(ty) if ty.mutability.is_none() => map_leaves_in(list, &ty.elem, leaf),
        Type::Slice(slice) => {
            let element = map_leaves_in(list, &slice.elem, leaf);
            let list = list.map_or_else(|| quote!(::std::vec::Vec), ToTokens::to_token_stream);
            parse_quote_spanned!(ty.span()=> #list<#element>)
        }
        Type::Array(array) => {
            let mut array = array.clone();
            array.elem = Box::new(map_leaves_in(list, &array.elem, leaf));
            Type::Array(array)
        }
        Type::Tuple(tuple) => {
            let mut tuple = tuple.clone();
            for element in &mut tuple.elems {
                *element = map_leaves_in(list, element, leaf);
            }
            Type::Tuple(tuple)
        }
        _ => match (container(ty), ty.clone()) {
            (Some((name, element)), Type::Path(mut path)) => {
                let element = map_leaves_in(list, element, leaf);
                if let Some(list) = list
                    && name == "Vec"
                {
                    return parse_quote_spanned!(ty.span()=> #list<#element>);
                }
                let last = path.path.segments.last_mut().expect("a container has a name");
                let arguments: syn::AngleBracketedGenericArguments = parse_quote!(<#element>);
                last.arguments = PathArguments::AngleBracketed(arguments);
                Type::Path(path)
            }
            _ => leaf(ty),
        },
    }
}

/// What the fields' types are read against.
struct Scope<'a> {
    name: &'a Ident,
    generics: &'a Generics,
    /// The type parameters of which nothing says that they outlive everything.
    free: BTreeSet<String>,
    /// All type parameters.
    types: BTreeSet<String>,
    lifetimes: BTreeSet<String>,
    names: Names,
    /// What is asked of types made of type parameters.
    bounds: Vec<(Type, TokenStream)>,
    /// Those of them that must be differentiable.
    parts: Vec<Type>,
    held: Vec<Held>,
}

impl<'a> Scope<'a> {
    fn of(input: &'a DeriveInput) -> Scope<'a> {
        let generics = &input.generics;
        let is_static = |bound: &TypeParamBound| matches!(bound, TypeParamBound::Lifetime(l) if l.ident == "static");
        let mut outliving = BTreeSet::new();
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let WherePredicate::Type(predicate) = predicate
                && predicate.bounds.iter().any(is_static)
            {
                outliving.insert(predicate.bounded_ty.to_token_stream().to_string());
            }
        }
        let types: BTreeSet<String> = generics.type_params().map(|param| param.ident.to_string()).collect();
        let free = generics
            .type_params()
            .filter(|param| !param.bounds.iter().any(is_static) && !outliving.contains(&param.ident.to_string()))
            .map(|param| param.ident.to_string())
            .collect();
        Scope {
            name: &input.ident,
            generics,
            free,
            types,
            lifetimes: generics
                .lifetimes()
                .map(|param| param.lifetime.ident.to_string())
                .collect(),
            names: Names::of(input.to_token_stream()),
            bounds: Vec::new(),
            parts: Vec::new(),
            held: Vec::new(),
        }
    }

    /// Whether the type is the one that is derived for.
    fn is_itself(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.qself.is_none()
            && path.path.segments.len() == 1
            && path.path.segments[0].ident == *self.name)
    }

    fn mentions_itself(&self, ty: &Type) -> bool {
        struct Find<'s, 'a>(&'s Scope<'a>, bool);
        impl<'ast> Visit<'ast> for Find<'_, '_> {
            fn visit_type(&mut self, ty: &'ast Type) {
                self.1 |= self.0.is_itself(ty);
                syn::visit::visit_type(self, ty);
            }
        }
        let mut find = Find(self, false);
        find.visit_type(ty);
        find.1
    }

    /// The type with `'static` for the lifetimes of the type that is derived for, which neither cotangent nor shape has.
    fn outlive(&self, ty: &Type) -> Type {
        struct Outlive<'s>(&'s BTreeSet<String>);
        impl VisitMut for Outlive<'_> {
            fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
                if self.0.contains(&lifetime.ident.to_string()) {
                    *lifetime = Lifetime::new("'static", lifetime.span());
                }
            }
        }
        let mut ty = ty.clone();
        Outlive(&self.lifetimes).visit_type_mut(&mut ty);
        ty
    }

    fn erased(&self, ty: &Type) -> Type {
        map_leaves(ty, &mut |leaf| self.outlive(leaf))
    }

    /// Whether an inert type needs no proof: it is built into the language, or a marker; or it has none outside of the type's
    /// own parameters.
    fn is_obvious(&self, ty: &Type) -> bool {
        let params = self.generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.to_string()),
            GenericParam::Const(param) => Some(param.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        });
        let params = params.chain(["PhantomData".into()]).collect();
        matches!(Ty::of(ty), Ty::Int | Ty::Bool | Ty::Unit) || mentions(ty, &params)
    }

    /// Rejects recursions that the cotangent or the shape cannot follow.
    fn check(&self, ty: &Type, diagnostics: &Diagnostics) {
        if self.endless(&self.erased(ty)) {
            diagnostics.error(
                ty.span(),
                "a cotangent owns what its value borrows, so a recursion through a reference makes one of infinite size",
                "recurse through `Box` or `Vec`",
            );
        }
        struct Arguments<'s, 'a>(&'s Scope<'a>, Vec<Span>);
        impl<'ast> Visit<'ast> for Arguments<'_, '_> {
            fn visit_type(&mut self, ty: &'ast Type) {
                if self.0.is_itself(ty) && !self.0.free.is_empty() && !self.0.same_arguments(ty) {
                    self.1.push(ty.span());
                }
                syn::visit::visit_type(self, ty);
            }
        }
        let mut arguments = Arguments(self, Vec::new());
        arguments.visit_type(ty);
        for span in arguments.1 {
            diagnostics.error(
                span,
                format!("`{}` contains itself with other type arguments", self.name),
                "mark the field `#[no_diff]`, or give it a type of its own",
            );
        }
    }

    /// Whether the type holds itself in place.
    fn endless(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(ty) => self.endless(&ty.elem),
            Type::Tuple(ty) => ty.elems.iter().any(|element| self.endless(element)),
            _ => match container(ty) {
                Some((name, element)) => name == "Option" && self.endless(element),
                None => self.is_itself(ty),
            },
        }
    }

    /// Whether a mention of the type has its own parameters as arguments; lifetimes may differ.
    fn same_arguments(&self, ty: &Type) -> bool {
        let Type::Path(path) = ty else { return false };
        let written: Vec<String> = match &path.path.segments[0].arguments {
            PathArguments::AngleBracketed(arguments) => arguments
                .args
                .iter()
                .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
                .map(|argument| argument.to_token_stream().to_string())
                .collect(),
            _ => Vec::new(),
        };
        let own = self.generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.to_string()),
            GenericParam::Const(param) => Some(param.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        });
        written.into_iter().eq(own)
    }

    /// Notes what a field asks for: bounds, and parameters of the shape.
    fn collect(&mut self, ty: &Type, diagnostics: &Diagnostics) {
        let mut leaves = Vec::new();
        map_leaves(ty, &mut |leaf| {
            leaves.push(leaf.clone());
            leaf.clone()
        });
        for leaf in leaves {
            if self.is_itself(&leaf) || !mentions(&leaf, &self.types) {
                continue;
            }
            self.ask(&leaf);
            if !mentions(&leaf, &self.free) {
                continue;
            }
            if self.mentions_itself(&leaf) {
                diagnostics.error(
                    leaf.span(),
                    "a generic type can contain itself in `Box`, `Vec`, `Option`, tuples and arrays, but not in another type",
                    "bound the type parameters by `'static`",
                );
            } else if !self.held.iter().any(|held| held.leaf == leaf) {
                let param = self.names.fresh("S", Span::mixed_site());
                self.held.push(Held { leaf, param });
            }
        }
    }

    /// Asks for what makes a leaf differentiable, as far as that is up to type parameters.
    fn ask(&mut self, leaf: &Type) {
        if self.is_told(leaf) {
            self.ask_part(leaf);
            return;
        }
        let Type::Path(path) = leaf else {
            for inner in direct_arguments(leaf) {
                self.ask(&inner);
            }
            return;
        };
        let first = path.path.segments[0].ident.to_string();
        let last = &path.path.segments[path.path.segments.len() - 1];
        if path.qself.is_some() || self.types.contains(&first) {
            self.ask_part(leaf);
        } else if self.is_itself(leaf) {
            // Its own bounds are just being found.
        } else if last.ident.to_string().starts_with("Array") {
            // ndarray's elements are floats, and its dimensions are no values.
            for (argument, bound) in direct_arguments(leaf).into_iter().zip([scalar(), dimension()]) {
                if mentions(&argument, &self.types) {
                    self.bounds.push((argument, bound));
                }
            }
        } else {
            for argument in direct_arguments(leaf) {
                if self.is_dimension(&argument) {
                    self.bounds.push((argument, dimension()));
                } else if mentions(&argument, &self.types) {
                    self.ask(&argument);
                }
            }
        }
    }

    fn ask_part(&mut self, part: &Type) {
        if !self.parts.contains(part) {
            self.parts.push(part.clone());
            self.bounds.push((part.clone(), quote!(::pullback::Differentiable)));
        }
    }

    /// Whether the user asks for the type to be differentiable.
    fn is_told(&self, ty: &Type) -> bool {
        let predicates = self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        predicates.into_iter().any(|predicate| {
            matches!(predicate, WherePredicate::Type(predicate) if predicate.bounded_ty == *ty
                && predicate.bounds.iter().any(|bound| names_trait(bound, "Differentiable")))
        })
    }

    /// Whether a type parameter stands for one of ndarray's dimensions.
    fn is_dimension(&self, ty: &Type) -> bool {
        let is_dimension = |bound: &TypeParamBound| names_trait(bound, "Dimension");
        let mut params = self.generics.type_params();
        let predicates = self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        params.any(|param| {
            matches!(ty, Type::Path(path) if path.path.is_ident(&param.ident)) && param.bounds.iter().any(is_dimension)
        }) || predicates.into_iter().any(|predicate| {
            matches!(predicate, WherePredicate::Type(predicate) if predicate.bounded_ty == *ty
                && predicate.bounds.iter().any(is_dimension))
        })
    }

    /// The shape's name and parameters: the constants and the types that outlive everything as they are, and the shapes of what
    /// is held.
    fn shape(&mut self, input: &DeriveInput, active: &[Type]) -> Own {
        let base = format!("{}Shape", plain(self.name));
        let mut generics = kept(self.generics, active);
        generics.params = generics
            .params
            .into_iter()
            .filter(|param| !matches!(param, GenericParam::Type(param) if self.free.contains(&param.ident.to_string())))
            .collect();
        if let Some(clause) = &mut generics.where_clause {
            clause.predicates = std::mem::take(&mut clause.predicates)
                .into_iter()
                .filter(|predicate| !mentions(predicate, &self.free))
                .collect();
        }
        generics = without_defaults(&generics);
        generics.params.extend(self.held.iter().map(|held| {
            let param = &held.param;
            let param: GenericParam = parse_quote!(#param);
            param
        }));
        for (ty, bound) in &self.bounds {
            if !mentions(ty, &self.free) {
                require(&mut generics, &self.outlive(ty), bound);
            }
        }
        Own {
            name: self
                .names
                .fresh(&base, Span::call_site().located_at(input.ident.span())),
            generics,
        }
    }

    /// The type of a field's cotangent, spelled out as far as its containers are known.
    fn cotangent_type(&self, ty: &Type, cotangent: &Own) -> TokenStream {
        map_leaves(ty, &mut |leaf| match Ty::of(leaf) {
            Ty::Float(_) => leaf.clone(),
            Ty::Int | Ty::Bool => parse_quote!(()),
            // Spelled out, a trait without objects that have derivatives is fewer errors.
            _ if boxed_object(leaf).is_some() => parse_quote!(::pullback::DynCotangent),
            _ if self.is_itself(leaf) && self.same_arguments(leaf) => cotangent.as_type(),
            _ => {
                let erased = self.outlive(leaf);
                parse_quote_spanned!(leaf.span()=> <#erased as ::pullback::Differentiable>::Cotangent)
            }
        })
        .to_token_stream()
    }

    /// The type of a field's shape, spelled out: a projection would send rustc in circles where types are recursive.
    fn shape_type(&self, ty: &Type, shape: &Own) -> TokenStream {
        let list: syn::Path = parse_quote!(::pullback::rt::Many);
        map_leaves_in(Some(&list), ty, &mut |leaf| {
            if self.is_itself(leaf) && self.same_arguments(leaf) {
                return shape.as_type();
            }
            if boxed_object(leaf).is_some() {
                return parse_quote!(::pullback::rt::DynShape);
            }
            if let Some(held) = self.held.iter().find(|held| held.leaf == *leaf) {
                let param = &held.param;
                return parse_quote!(#param);
            }
            let erased = self.outlive(leaf);
            parse_quote_spanned!(leaf.span()=> <#erased as ::pullback::Differentiable>::Shape)
        })
        .to_token_stream()
    }
}

fn scalar() -> TokenStream {
    quote!(::pullback::rt::Scalar)
}

fn dimension() -> TokenStream {
    quote!(::pullback::ndarray::Dimension + 'static)
}

fn names_trait(bound: &TypeParamBound, name: &str) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if bound.path.segments.last().is_some_and(|last| last.ident == name))
}

/// The types that a type is made of, one level down.
fn direct_arguments(ty: &Type) -> Vec<Type> {
    struct Direct(Vec<Type>);
    impl<'ast> Visit<'ast> for Direct {
        fn visit_type(&mut self, ty: &'ast Type) {
            self.0.push(ty.clone());
        }
    }
    let mut direct = Direct(Vec::new());
    syn::visit::visit_type(&mut direct, ty);
    direct.0
}

/// Whether any of the names occurs.
fn mentions(tokens: &impl ToTokens, names: &BTreeSet<String>) -> bool {
    fn search(tokens: TokenStream, names: &BTreeSet<String>) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => names.contains(&ident.to_string()),
            TokenTree::Group(group) => search(group.stream(), names),
            _ => false,
        })
    }
    !names.is_empty() && search(tokens.to_token_stream(), names)
}

/// The parameters that occur in `types`, with the bounds that do not speak of others.
fn kept(generics: &Generics, types: &[Type]) -> Generics {
    let mut gone = BTreeSet::new();
    let mut kept = Generics::default();
    for param in &generics.params {
        let ident = match param {
            GenericParam::Lifetime(param) => {
                gone.insert(param.lifetime.ident.to_string());
                continue;
            }
            GenericParam::Type(param) => param.ident.to_string(),
            GenericParam::Const(param) => param.ident.to_string(),
        };
        let name = BTreeSet::from([ident.clone()]);
        if types.iter().any(|ty| mentions(ty, &name)) {
            kept.params.push(param.clone());
        } else {
            gone.insert(ident);
        }
    }
    for param in &mut kept.params {
        if let GenericParam::Type(param) = param {
            param.bounds = std::mem::take(&mut param.bounds)
                .into_iter()
                .filter(|bound| !mentions(bound, &gone))
                .collect();
            param.default = param.default.take().filter(|(_, ty)| !mentions(ty, &gone));
        }
    }
    gone.insert("Self".into());
    let predicates: Punctuated<WherePredicate, syn::Token![,]> = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates)
        .filter(|predicate| !mentions(predicate, &gone))
        .cloned()
        .collect();
    if !predicates.is_empty() {
        kept.make_where_clause().predicates = predicates;
    }
    kept
}

fn without_defaults(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for param in &mut generics.params {
        match param {
            GenericParam::Type(param) => param.default = None,
            GenericParam::Const(param) => param.default = None,
            GenericParam::Lifetime(_) => {}
        }
    }
    generics
}

/// Adds `ty: bound`, once.
fn require(generics: &mut Generics, ty: &Type, bound: &TokenStream) {
    let predicate: WherePredicate = parse_quote_spanned!(ty.span()=> #ty: #bound);
    let clause = generics.make_where_clause();
    if !clause.predicates.iter().any(|other| *other == predicate) {
        clause.predicates.push(predicate);
    }
}

/// A name without `r#`.
fn plain(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_string()
}

/// Replaces `Self`, which would be another type in the cotangent.
struct ReplaceSelf<'a> {
    name: &'a Ident,
    with: &'a Type,
}

impl VisitMut for ReplaceSelf<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && path.path.is_ident("Self")
        {
            let mut with = self.with.clone();
            if let Type::Path(with) = &mut with {
                with.path.segments[0].ident = Ident::new(&self.name.to_string(), path.span());
            }
            *ty = with;
        } else {
            syn::visit_mut::visit_type_mut(self, ty);
        }
    }
}

impl Own {
    fn as_type(&self) -> Type {
        let name = &self.name;
        let (_, arguments, _) = self.generics.split_for_impl();
        parse_quote!(#name #arguments)
    }
}

impl Field {
    /// A name for a variable with the field, or with what belongs to it.
    fn binding(&self, what: &str) -> Ident {
        match &self.member {
            Member::Named(ident) => format_ident!("{}_{}", what, plain(ident), span = Span::mixed_site()),
            Member::Unnamed(index) => format_ident!("{}_{}", what, index.index, span = Span::mixed_site()),
        }
    }
}

impl Variant {
    fn active(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.active)
    }

    /// `Type` or `Type::Variant`.
    fn path(&self, own: &Own) -> TokenStream {
        let ty = &own.name;
        match &self.name {
            Some(name) => quote!(#ty::#name),
            None => quote!(#ty),
        }
    }

    /// The variant of a value or of a cotangent as an expression.
    fn build(&self, own: &Own, each: impl Fn(&Field) -> TokenStream) -> TokenStream {
        let path = self.path(own);
        let values = self
            .fields
            .iter()
            .map(|field| if field.active { each(field) } else { quote!(()) });
        match self.style {
            Style::Named => {
                let members = self.fields.iter().map(|field| &field.member);
                quote!(#path { #(#members: #values),* })
            }
            Style::Tuple => quote!(#path(#(#values),*)),
            Style::Unit => path,
        }
    }

    /// The variant of a value or of a cotangent as a pattern that binds the active fields.
    fn pattern(&self, own: &Own, what: &str) -> TokenStream {
        let path = self.path(own);
        match self.style {
            Style::Named => {
                let members = self.active().map(|field| &field.member);
                let bindings = self.active().map(|field| field.binding(what));
                quote!(#path { #(#members: #bindings,)* .. })
            }
            Style::Tuple => {
                let bindings = self.fields.iter().map(|field| {
                    if field.active {
                        field.binding(what).to_token_stream()
                    } else {
                        quote!(_)
                    }
                });
                quote!(#path(#(#bindings),*))
            }
            Style::Unit => path,
        }
    }

    /// The variant of a shape, as an expression or as a pattern: only the active fields, without names.
    fn shape(&self, own: &Own, each: impl Fn(&Field) -> TokenStream) -> TokenStream {
        let path = self.path(own);
        if self.active().next().is_none() {
            return path;
        }
        let values = self.active().map(each);
        quote!(#path(#(#values),*))
    }
}

impl Parts {
    fn emit(&self) -> TokenStream {
        let cotangent = self.emit_cotangent();
        let shape = self.emit_shape();
        let differentiable = self.emit_differentiable();
        let vector_space = self.emit_vector_space();
        let common = self.emit_common();
        let proofs = self.emit_proofs();
        let payloads = self.emit_payloads();
        quote! {
            #cotangent
            #[allow(unused, deprecated, non_camel_case_types, non_snake_case, private_bounds, private_interfaces)]
            #[allow(missing_debug_implementations, clippy::all, clippy::pedantic, clippy::nursery)]
            const _: () = {
                #shape
                #differentiable
                #vector_space
                #common
                #proofs
                #payloads
            };
        }
    }

    /// Accessors of what each variant holds, on the value and on its cotangent: compiled patterns reach it through them.
    fn emit_payloads(&self) -> TokenStream {
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
                        let accessor =
                            crate::lower::accessor(variant.name.as_ref().expect("a variant has a name"), member);
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
        quote!(#value #cotangent)
    }

    /// The cotangent's definition: the value's own, with every type replaced.
    fn emit_cotangent(&self) -> TokenStream {
        let (visibility, name, generics) = (&self.visibility, &self.cotangent.name, &self.cotangent.generics);
        let value = &self.value.name;
        let doc = format!(
            "The derivative of a scalar with respect to a [`{value}`]: the same {}, with `()` where there is no derivative.",
            if self.is_enum { "variants" } else { "fields" }
        );
        let non_exhaustive = self.non_exhaustive.then(|| quote!(#[non_exhaustive]));
        let (params, clause) = (&generics.params, &generics.where_clause);
        let params = (!params.is_empty()).then(|| quote!(<#params>));
        let fields = |variant: &Variant| {
            let fields = variant.fields.iter().map(|field| {
                let (visibility, ty) = (&field.visibility, &field.cotangent);
                let whose = match &field.member {
                    Member::Named(ident) => plain(ident),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                let doc = if field.active {
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
            #definition
        }
    }

    fn emit_shape(&self) -> TokenStream {
        let (visibility, shape) = (&self.visibility, &self.shape);
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
        let definition = if self.is_enum {
            let variants = self.variants.iter().map(|variant| {
                let (ident, fields) = (&variant.name, fields(variant));
                quote!(#ident #fields)
            });
            quote!(#visibility enum #name #params #clause { #(#variants),* })
        } else {
            let fields = fields(&self.variants[0]);
            quote!(#visibility struct #name #params #fields #clause;)
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

    fn emit_differentiable(&self) -> TokenStream {
        let (value, cotangent, shape) = (&self.value, &self.cotangent, &self.shape);
        let name = &value.name;
        let (impls, arguments, clause) = value.generics.split_for_impl();
        let cotangent_type = cotangent.as_type();
        let shape_type = self.shape_of_value();
        let of = |field: &Field| {
            let ty = &field.ty;
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
        quote! {
            #[automatically_derived]
            impl #impls ::pullback::Differentiable for #name #arguments #clause {
                type Cotangent = #cotangent_type;
                #shape_type
                fn coarseness(&self) -> f64 {
                    #coarseness
                }
                #[inline]
                fn cotangent_shape(&self) -> Self::Shape {
                    #take_shape
                }
                #[inline]
                fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
                    #zero
                }
                #[inline]
                fn zero_cotangent(&self) -> Self::Cotangent {
                    #zero_cotangent
                }
                #[inline]
                fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
                    #add_scaled
                }
                fn flatten_into(&self, out: &mut ::std::vec::Vec<f64>) {
                    #flatten
                }
                fn unflatten_from(&mut self, flat: &mut dyn ::core::iter::Iterator<Item = f64>) {
                    #unflatten
                }
            }
        }
    }

    /// The shape's type, with what its parameters stand for, as the trait has it.
    fn shape_of_value(&self) -> TokenStream {
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
        // If a type that is held is private, this is where rustc complains.
        let span = self.held.first().map_or_else(Span::call_site, |held| held.leaf.span());
        quote_spanned!(span=> type Shape = #name<#(#arguments),*>;)
    }

    /// The cotangent as a vector space.
    fn emit_vector_space(&self) -> TokenStream {
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
        let unflatten = each_part(&|part| quote!(::pullback::Cotangent::unflatten_from(#part, flat);));
        let zero_like = self.of_one(&quote!(self), |variant| {
            let pattern = variant.pattern(cotangent, "value");
            let build = variant.build(cotangent, |field| {
                let part = field.binding("value");
                quote!(::pullback::Cotangent::zero_like(#part))
            });
            quote!(#pattern => #build)
        });
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
                fn flatten_into(&self, out: &mut ::std::vec::Vec<f64>) {
                    #flatten
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
    fn emit_common(&self) -> TokenStream {
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
    fn emit_proofs(&self) -> TokenStream {
        let proofs = self.inert.iter().map(|ty| {
            quote_spanned! {ty.span()=>
                const _: () = {
                    const fn inert<T: ::pullback::rt::Inactive>() {}
                    inert::<#ty>();
                };
            }
        });
        let fields = self.variants.iter().flat_map(Variant::active);
        let inactive = (fields.count() == 0).then(|| {
            let name = &self.value.name;
            let (impls, arguments, clause) = self.value.generics.split_for_impl();
            quote! {
                #[automatically_derived]
                impl #impls ::pullback::rt::Inactive for #name #arguments #clause {}
            }
        });
        quote!(#(#proofs)* #inactive)
    }

    /// A `match` on one of the three types.
    fn of_one(&self, on: &TokenStream, arm: impl Fn(&Variant) -> TokenStream) -> TokenStream {
        if self.variants.is_empty() {
            return quote!(match *#on {});
        }
        let arms = self.variants.iter().map(arm);
        quote!(match #on { #(#arms,)* })
    }

    /// A `match` on `self`, a value or a cotangent, and a cotangent beside it. `message` names the variants where they differ.
    fn of_two(
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
