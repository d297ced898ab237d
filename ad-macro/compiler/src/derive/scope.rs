//! The types of the fields: the parameters that they mention, the bounds that they ask for, and the types of their cotangents and shapes.
//!
//! Input:  the field `of: Vec<T>`
//! Output: cotangent `Vec<<T as Differentiable>::Cotangent>`, the bound `T: Differentiable`, a shape parameter for `T`

use crate::derive::item::{Held, Own, Veil};
use crate::signature::bounds;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::fresh_names::Names;
use crate::syntax::proven::Proven;
use crate::syntax::types::{Ty, boxed_object, container};
use crate::syntax::walk::{Node, NodeMut, any, descend, walk, walk_mut};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    DeriveInput, GenericArgument, GenericParam, Generics, Lifetime, PathArguments, Type, TypeParamBound, Visibility,
    WherePredicate, parse_quote, parse_quote_spanned,
};

/// A type with its leaves mapped: what is not a container that the runtime knows. References go, since a cotangent is owned
/// and a shape borrows nothing, and slices become vectors, as their cotangents are.
pub(super) fn map_leaves(ty: &Type, leaf: &mut dyn FnMut(&Type) -> Type) -> Type {
    map_leaves_in(false, ty, leaf)
}

/// The same; with `shapes`, what lists and boxes of shapes are stands in their places.
fn map_leaves_in(shapes: bool, ty: &Type, leaf: &mut dyn FnMut(&Type) -> Type) -> Type {
    match ty {
        Type::Group(ty) => map_leaves_in(shapes, &ty.elem, leaf),
        Type::Paren(ty) => map_leaves_in(shapes, &ty.elem, leaf),
        Type::Reference(ty) => map_leaves_in(shapes, &ty.elem, leaf),
        Type::Slice(slice) => {
            let element = map_leaves_in(shapes, &slice.elem, leaf);
            let list = if shapes {
                quote!(::pullback::rt::Many)
            } else {
                quote!(::pullback::rt::std::vec::Vec)
            };
            parse_quote_spanned!(ty.span()=> #list<#element>)
        }
        Type::Array(array) => {
            let mut array = array.clone();
            array.elem = Box::new(map_leaves_in(shapes, &array.elem, leaf));
            Type::Array(array)
        }
        Type::Tuple(tuple) => {
            let mut tuple = tuple.clone();
            for element in &mut tuple.elems {
                *element = map_leaves_in(shapes, element, leaf);
            }
            Type::Tuple(tuple)
        }
        _ => match (container(ty), ty.clone()) {
            (Some((name, element)), Type::Path(mut path)) => {
                let element = map_leaves_in(shapes, element, leaf);
                match name.as_str() {
                    "Vec" if shapes => return parse_quote_spanned!(ty.span()=> ::pullback::rt::Many<#element>),
                    "Box" if shapes => return parse_quote_spanned!(ty.span()=> ::pullback::rt::Boxed<#element>),
                    _ => {}
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
pub(super) struct Scope<'a> {
    pub(super) name: &'a Ident,
    pub(super) generics: &'a Generics,
    /// The type parameters of which nothing says that they outlive everything.
    pub(super) free: FlatSet<String>,
    /// All type parameters.
    pub(super) types: FlatSet<String>,
    pub(super) lifetimes: FlatSet<String>,
    /// The parameters that are floats, as `#[floats(F)]` says.
    floats: FlatSet<String>,
    pub(super) names: Names,
    /// What is asked of types made of type parameters.
    pub(super) bounds: Vec<(Type, TokenStream)>,
    /// Those of them that must be differentiable.
    pub(super) parts: Vec<Type>,
    pub(super) held: Vec<Held>,
}

impl<'a> Scope<'a> {
    pub(super) fn of(input: &'a DeriveInput, diagnostics: &Diagnostics) -> Scope<'a> {
        let generics = &input.generics;
        let floats = floats(input, diagnostics);
        let is_static = |bound: &TypeParamBound| matches!(bound, TypeParamBound::Lifetime(l) if l.ident == "static");
        let mut outliving = FlatSet::new();
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let WherePredicate::Type(predicate) = predicate
                && predicate.bounds.iter().any(is_static)
            {
                outliving.insert(predicate.bounded_ty.to_token_stream().to_string());
            }
        }
        let types: FlatSet<String> = generics.type_params().map(|param| param.ident.to_string()).collect();
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
            floats,
            names: Names::of(input.to_token_stream()),
            bounds: Vec::new(),
            parts: Vec::new(),
            held: Vec::new(),
        }
    }

    /// Whether the type is the one that is derived for.
    pub(super) fn is_itself(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.qself.is_none()
            && path.path.segments.len() == 1
            && path.path.segments[0].ident == *self.name)
    }

    pub(super) fn mentions_itself(&self, ty: &Type) -> bool {
        any(ty, |node| matches!(node, Node::Type(ty) if self.is_itself(ty)))
    }

    /// The type with `'static` for the lifetimes of the type that is derived for, which neither cotangent nor shape has.
    pub(super) fn outlive(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        walk_mut(&mut ty, |node| {
            if let NodeMut::Lifetime(lifetime) = node
                && self.lifetimes.contains(&lifetime.ident.to_string())
            {
                **lifetime = Lifetime::new("'static", lifetime.span());
            }
            true
        });
        ty
    }

    pub(super) fn erased(&self, ty: &Type) -> Type {
        map_leaves(ty, &mut |leaf| self.outlive(leaf))
    }

    /// The same, without what is of the type that is derived for: a parameter that occurs nowhere else is used by neither cotangent
    /// nor shape.
    pub(super) fn without_itself(&self, ty: &Type) -> Type {
        map_leaves(ty, &mut |leaf| {
            if self.is_itself(leaf) && self.same_arguments(leaf) {
                return parse_quote!(());
            }
            self.outlive(leaf)
        })
    }

    /// Whether an inert type needs no proof: it is built into the language, or a marker; or it has none outside of the type's
    /// own parameters.
    pub(super) fn is_obvious(&self, ty: &Type) -> bool {
        let params = bounds::names(self.generics);
        let params = params
            .iter()
            .map(TokenStream::to_string)
            .chain(["PhantomData".into()])
            .collect();
        matches!(Ty::of(ty), Ty::Int | Ty::Bool | Ty::Unit) || mentions(ty, &params)
    }

    /// Rejects recursions that the cotangent or the shape cannot follow.
    pub(super) fn check(&self, ty: &Type, diagnostics: &Diagnostics) {
        if self.endless(&self.erased(ty)) {
            diagnostics.error(
                ty.span(),
                "a cotangent owns what its value borrows, so a recursion through a reference makes one of infinite size",
                "recurse through `Box` or `Vec`",
            );
        }
        let mut others = Vec::new();
        walk(ty, |node| {
            if let Node::Type(ty) = node
                && self.is_itself(ty)
                && !self.free.is_empty()
                && !self.same_arguments(ty)
            {
                others.push(ty.span());
            }
            true
        });
        for span in others {
            diagnostics.error(
                span,
                format!("`{}` contains itself with other type arguments", self.name),
                "mark the field `#[no_diff]`, or give it a type of its own",
            );
        }
    }

    /// Whether the type holds itself in place.
    pub(super) fn endless(&self, ty: &Type) -> bool {
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
    pub(super) fn same_arguments(&self, ty: &Type) -> bool {
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
        let own = bounds::names(self.generics);
        written.into_iter().eq(own.iter().map(TokenStream::to_string))
    }

    /// Notes what a field asks for: bounds, and parameters of the shape.
    pub(super) fn collect(&mut self, ty: &Type, diagnostics: &Diagnostics) {
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

    /// Asks that an array's elements, or what these are made of, `(F, F)`, are floats.
    fn ask_floats(&mut self, element: Type) {
        let parts = direct_arguments(&element);
        if !parts.is_empty() {
            parts.into_iter().for_each(|part| self.ask_floats(part));
        } else if mentions(&element, &self.types) {
            self.bounds.push((element, scalar()));
        }
    }

    /// Asks for what makes a leaf differentiable, as far as that is up to type parameters.
    pub(super) fn ask(&mut self, leaf: &Type) {
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
            // ndarray's elements are floats or made of some, and its dimensions are no values.
            let mut arguments = direct_arguments(leaf).into_iter();
            if let Some(element) = arguments.next() {
                self.ask_floats(element);
            }
            if let Some(dimension_of) = arguments.next()
                && mentions(&dimension_of, &self.types)
            {
                self.bounds.push((dimension_of, dimension()));
            }
        } else {
            // A cotangent has copies of the keys of its map, and shows them.
            if crate::lower::maps::is_map_name(&last.ident)
                && let Some(key) = direct_arguments(leaf).into_iter().next()
                && mentions(&key, &self.types)
            {
                self.bounds
                    .push((key, quote!(::core::clone::Clone + ::core::fmt::Debug + 'static)));
            }
            for argument in direct_arguments(leaf) {
                if self.is_dimension(&argument, &["Dimension"]) {
                    self.bounds.push((argument, dimension()));
                } else if self.is_dimension(&argument, NALGEBRA_DIMENSIONS) || self.is_allocated(&argument) {
                    // nalgebra's are no values either, and what a matrix needs of them is written.
                } else if let Some((elements, allocated)) = self.matrix_elements(&argument) {
                    self.bounds.push((argument, elements));
                    let allocator = parse_quote!(::pullback::rt::matrices::DefaultAllocator);
                    self.bounds.push((allocator, allocated));
                } else if mentions(&argument, &self.types) {
                    self.ask(&argument);
                    // What holds floats may ask for more of them than that they are differentiable, as a matrix does. The elements of
                    // nalgebra's are numbers, also where the struct does not say so.
                    let float = match &argument {
                        Type::Path(path) => path.path.get_ident(),
                        _ => None,
                    };
                    if float.is_some_and(|ident| is_matrix(&last.ident) || self.is_float(ident)) {
                        self.bounds.push((argument, scalar()));
                    }
                }
            }
        }
    }

    /// Whether a type parameter stands for a float.
    fn is_float(&self, ident: &Ident) -> bool {
        crate::signature::bounds::traits::is_float(ident, self.generics) || self.floats.contains(&ident.to_string())
    }

    /// What is asked of a parameter that a matrix of nalgebra has its elements in, and of the allocator.
    fn matrix_elements(&self, argument: &Type) -> Option<(TokenStream, TokenStream)> {
        let Type::Path(path) = argument else { return None };
        crate::signature::bounds::dimensions::matrix_elements(path.path.get_ident()?, self.generics)
    }

    pub(super) fn ask_part(&mut self, part: &Type) {
        if !self.parts.contains(part) {
            self.parts.push(part.clone());
            self.bounds.push((part.clone(), quote!(::pullback::Differentiable)));
        }
    }

    /// Whether the user asks for the type to be differentiable.
    pub(super) fn is_told(&self, ty: &Type) -> bool {
        let predicates = self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        predicates.into_iter().any(|predicate| {
            matches!(predicate, WherePredicate::Type(predicate) if predicate.bounded_ty == *ty
                && predicate.bounds.iter().any(|bound| names_trait(bound, "Differentiable")))
        })
    }

    /// Whether the type is the dimension of a matrix by what is asked of nalgebra's allocator: `DefaultAllocator: Allocator<T::Size>`.
    pub(super) fn is_allocated(&self, ty: &Type) -> bool {
        let allocates = |bound: &TypeParamBound| {
            let TypeParamBound::Trait(of) = bound else { return false };
            let Some(PathArguments::AngleBracketed(arguments)) = of.path.segments.last().map(|last| &last.arguments)
            else {
                return false;
            };
            let is_it = |argument: &GenericArgument| matches!(argument, GenericArgument::Type(of) if of == ty);
            names_trait(bound, "Allocator") && arguments.args.iter().any(is_it)
        };
        let predicates = self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        predicates.into_iter().any(
            |predicate| matches!(predicate, WherePredicate::Type(predicate) if predicate.bounds.iter().any(allocates)),
        )
    }

    /// Whether a type parameter stands for the dimension of an array: a trait of this name is among its bounds.
    pub(super) fn is_dimension(&self, ty: &Type, traits: &[&str]) -> bool {
        let is_dimension = |bound: &TypeParamBound| traits.iter().any(|name| names_trait(bound, name));
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
    pub(super) fn shape(&mut self, input: &DeriveInput, active: &[Type]) -> Own {
        let base = format!("{}Shape", plain(self.name));
        let mut generics = kept(self.generics, active);
        generics.params = generics
            .params
            .into_iter()
            .filter(|param| !matches!(param, GenericParam::Type(param) if self.free.contains(&param.ident.to_string())))
            .collect();
        if let Some(clause) = &mut generics.where_clause {
            let predicates = clause
                .predicates
                .iter()
                .filter_map(|predicate| without(predicate, &self.free));
            clause.predicates = predicates.collect();
        }
        generics = without_defaults(&generics);
        generics.params.extend(self.held.iter().map(|held| {
            let param = &held.param;
            let param: GenericParam = parse_quote!(#param);
            param
        }));
        for (ty, bound) in &self.bounds {
            if !mentions(ty, &self.free) && !mentions(bound, &self.free) {
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

    /// Which of the types that are held is private is not known here: those that something other than a parameter is named in may
    /// be, if the type itself is not.
    pub(super) fn veil(&mut self, visibility: &Visibility) -> Option<Veil> {
        let is_parameter = |held: &Held| {
            matches!(&held.leaf, Type::Path(path)
                if path.path.get_ident().is_some_and(|ident| self.types.contains(&ident.to_string())))
        };
        let needed = !matches!(visibility, Visibility::Inherited) && !self.held.iter().all(is_parameter);
        needed.then(|| Veil {
            shaped: self.names.fresh("Shaped", Span::mixed_site()),
            param: self.names.fresh("S", Span::mixed_site()),
        })
    }

    /// The type of a field's cotangent, spelled out as far as its containers are known.
    pub(super) fn cotangent_type(&self, ty: &Type, cotangent: &Own, proven: &Proven) -> TokenStream {
        map_leaves(ty, &mut |leaf| match Ty::of(leaf) {
            Ty::Float(_) => leaf.clone(),
            Ty::Int | Ty::Bool => parse_quote!(()),
            _ if boxed_object(leaf).is_some() && proven.spelled(leaf).is_none() => {
                parse_quote!(::pullback::DynCotangent)
            }
            _ if self.is_itself(leaf) && self.same_arguments(leaf) => cotangent.as_type(),
            _ => {
                let erased = self.outlive(leaf);
                match proven.spelled(leaf) {
                    Some(spelled) => parse_quote!(#spelled),
                    None => parse_quote_spanned!(leaf.span()=> <#erased as ::pullback::Differentiable>::Cotangent),
                }
            }
        })
        .to_token_stream()
    }

    /// What rustc is asked about once.
    pub(super) fn proven(&self, input: &DeriveInput) -> Proven {
        let mut known = bounds::names(self.generics);
        known.push(self.name.to_token_stream());
        Proven::of(input.to_token_stream(), &known, None)
    }

    /// The type of a field's shape, spelled out: a projection would send rustc in circles where types are recursive.
    pub(super) fn shape_type(&self, ty: &Type, shape: &Own) -> TokenStream {
        map_leaves_in(true, ty, &mut |leaf| {
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

/// The traits of nalgebra's dimensions.
const NALGEBRA_DIMENSIONS: &[&str] = &["Dim", "DimName"];

/// Whether a type is called like one of nalgebra's matrices or vectors that own their elements, `DMatrix` or `Vector3`.
fn is_matrix(name: &Ident) -> bool {
    const OWNED: &[&str] = &[
        "DMatrix",
        "DVector",
        "RowDVector",
        "SMatrix",
        "SVector",
        "OMatrix",
        "OVector",
    ];
    let name = name.to_string();
    let sized = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x');
    let of_size = matches!(sized, "Matrix" | "Vector" | "RowVector") && sized.len() < name.len();
    of_size || OWNED.contains(&name.as_str())
}

pub(super) fn scalar() -> TokenStream {
    quote!(::pullback::rt::Scalar)
}

pub(super) fn dimension() -> TokenStream {
    quote!(::pullback::ndarray::Dimension + 'static)
}

pub(super) fn names_trait(bound: &TypeParamBound, name: &str) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if bound.path.segments.last().is_some_and(|last| last.ident == name))
}

/// The types that a type is made of, one level down.
pub(super) fn direct_arguments(ty: &Type) -> Vec<Type> {
    let mut direct = Vec::new();
    let mut gather = |node| match node {
        Node::Type(ty) => {
            direct.push(ty.clone());
            false
        }
        _ => true,
    };
    descend(&mut gather, Node::Type(ty));
    direct
}

/// Whether any of the names occurs.
pub(super) fn mentions(tokens: &impl ToTokens, names: &FlatSet<String>) -> bool {
    pub(super) fn search(tokens: TokenStream, names: &FlatSet<String>) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => names.contains(&ident.to_string()),
            TokenTree::Group(group) => search(group.stream(), names),
            _ => false,
        })
    }
    !names.is_empty() && search(tokens.to_token_stream(), names)
}

/// The parameters that occur in `types`, with the bounds that do not speak of others.
pub(super) fn kept(generics: &Generics, types: &[Type]) -> Generics {
    let mut gone = FlatSet::new();
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
        let name = FlatSet::from([ident.clone()]);
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
        .filter_map(|predicate| without(predicate, &gone))
        .collect();
    if !predicates.is_empty() {
        kept.make_where_clause().predicates = predicates;
    }
    kept
}

/// What of a predicate does not speak of these names: of `DefaultAllocator: Allocator<N> + Allocator<M>`, where `M` is gone, the first
/// bound.
fn without(predicate: &WherePredicate, gone: &FlatSet<String>) -> Option<WherePredicate> {
    let mut predicate = predicate.clone();
    if let WherePredicate::Type(of) = &mut predicate
        && !mentions(&of.bounded_ty, gone)
    {
        of.bounds = std::mem::take(&mut of.bounds)
            .into_iter()
            .filter(|bound| !mentions(bound, gone))
            .collect();
        return (!of.bounds.is_empty()).then_some(predicate);
    }
    (!mentions(&predicate, gone)).then_some(predicate)
}

pub(super) fn without_defaults(generics: &Generics) -> Generics {
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

/// The parameters that `#[floats(F)]` names.
fn floats(input: &DeriveInput, diagnostics: &Diagnostics) -> FlatSet<String> {
    let mut floats = FlatSet::new();
    for attribute in input
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("floats"))
    {
        let names = attribute.parse_args_with(Punctuated::<Ident, syn::Token![,]>::parse_terminated);
        let names = names.unwrap_or_default().into_iter().collect::<Vec<_>>();
        let known = |name: &Ident| input.generics.type_params().any(|param| param.ident == *name);
        if names.is_empty() || !names.iter().all(known) {
            diagnostics.error(
                attribute.path().span(),
                "`#[floats(F)]` names type parameters of the struct or the enum",
                "write those that its fields have for their numbers",
            );
        }
        floats.extend(names.iter().map(Ident::to_string));
    }
    floats
}

/// Adds `ty: bound`, once.
pub(super) fn require(generics: &mut Generics, ty: &Type, bound: &TokenStream) {
    let predicate: WherePredicate = parse_quote_spanned!(ty.span()=> #ty: #bound);
    let clause = generics.make_where_clause();
    if !clause.predicates.iter().any(|other| *other == predicate) {
        clause.predicates.push(predicate);
    }
}

/// A name without `r#`.
pub(super) fn plain(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_string()
}

/// Replaces `Self`, which would be another type in the cotangent.
pub(super) fn replace_self(ty: &mut Type, name: &Ident, with: &Type) {
    walk_mut(ty, |node| match node {
        NodeMut::Type(ty) if matches!(&**ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self")) => {
            let mut with = with.clone();
            if let Type::Path(with) = &mut with {
                with.path.segments[0].ident = Ident::new(&name.to_string(), ty.span());
            }
            **ty = with;
            false
        }
        _ => true,
    });
}
