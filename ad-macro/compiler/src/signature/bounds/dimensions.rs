//! Bounds for nalgebra's generic dimensions: that they carry no derivative, and that the allocators of the copied submatrices exist.
//!
//! Input:  `where DefaultAllocator: Allocator<R, C>`
//! Output: the same, and `Allocator<R>` and `Allocator<C, C>`

use crate::signature::bounds::traits::{bounds_of, is_bounded, is_named};
use crate::syntax::flat_set::FlatSet;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Generics, TypeParamBound, WherePredicate};

/// What nalgebra's matrices have their elements in.
const MATRIX_STORAGE: &[&str] = &["Storage", "StorageMut", "RawStorage", "RawStorageMut"];

/// For `DefaultAllocator: Allocator<R, C>`, by which there are nalgebra's matrices of this shape, `Allocator<R>` and `Allocator<C, C>`:
/// what a function reads of a column is a copy in its derivatives, and so are the first rows of a matrix, as many as it has columns.
/// What is read where it is has no need of the bound.
pub(super) fn parts(predicate: &syn::PredicateType) -> Vec<TypeParamBound> {
    if !is_allocator(&predicate.bounded_ty) {
        return Vec::new();
    }
    let mut known: FlatSet<String> = FlatSet::new();
    let mut shapes = Vec::new();
    for bound in &predicate.bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let Some(last) = bound.path.segments.last() else {
            continue;
        };
        let types = match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => type_arguments(arguments),
            _ => None,
        };
        match (last.ident.to_string().as_str(), types.as_deref()) {
            ("Allocator", Some([rows])) => {
                known.insert(quote!(#rows).to_string());
            }
            ("Allocator", Some([rows, columns])) => {
                known.insert(quote!(#rows, #columns).to_string());
                shapes.push((*rows, *columns));
            }
            ("Reallocator", Some([_, rows, columns, new_rows, new_columns])) => {
                shapes.extend([(*rows, *columns), (*new_rows, *new_columns)]);
            }
            _ => {}
        }
    }
    let mut parts = Vec::new();
    for (rows, columns) in shapes {
        for shape in [quote!(#rows), quote!(#columns, #columns)] {
            if known.insert(shape.to_string()) {
                parts.push(syn::parse_quote!(::pullback::rt::matrices::Allocator<#shape>));
            }
        }
    }
    parts
}

/// The arguments of a trait, if all of them are types.
fn type_arguments(arguments: &syn::AngleBracketedGenericArguments) -> Option<Vec<&syn::Type>> {
    let types = arguments.args.iter().map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// What gives a dimension of nalgebra's: `M: DimMax<N>` gives the larger of the two.
const DIMENSIONS: &[&str] = &["DimAdd", "DimSub", "DimMul", "DimDiv", "DimMin", "DimMax"];

/// A trait without what is said of its associated types, `DimMin<N>` of `DimMin<N, Output = N>`: so it may be asked for one.
fn without_constraints(bound: &TypeParamBound) -> TypeParamBound {
    let mut bound = bound.clone();
    if let TypeParamBound::Trait(of) = &mut bound
        && let Some(last) = of.path.segments.last_mut()
        && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
    {
        let args = std::mem::take(&mut arguments.args);
        let is_type = |argument: &syn::GenericArgument| matches!(argument, syn::GenericArgument::Type(_));
        arguments.args = args.into_iter().filter(is_type).collect();
    }
    bound
}

/// Whether there is a bound on nalgebra's allocator: a function that has none makes no matrices.
fn allocates(generics: &Generics) -> bool {
    allocator_bounds(generics).next().is_some()
}

/// What is asked of nalgebra's allocator.
fn allocator_bounds(generics: &Generics) -> impl Iterator<Item = &TypeParamBound> {
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    predicates
        .filter_map(allocator_predicate)
        .flat_map(|predicate| &predicate.bounds)
}

/// The predicate, if it is one of nalgebra's allocator.
fn allocator_predicate(predicate: &WherePredicate) -> Option<&syn::PredicateType> {
    match predicate {
        WherePredicate::Type(predicate) if is_allocator(&predicate.bounded_ty) => Some(predicate),
        _ => None,
    }
}

fn is_allocator(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "DefaultAllocator"))
}

/// That dimensions carry no derivative, those that are made of others too: rustc would not see it, where it is not known which they
/// are.
pub(super) fn dimensions(generics: &Generics) -> Vec<WherePredicate> {
    let of = |ident: &Ident| {
        let made = bounds_of(ident, generics).filter(|bound| is_named(bound, DIMENSIONS));
        let mut predicates = Vec::new();
        for bound in made {
            let of = without_constraints(bound);
            let output: syn::Type = syn::parse_quote!(<#ident as #of>::Output);
            predicates.push(syn::parse_quote!(#output: ::pullback::rt::Inactive));
            // A part of a vector with as many elements is a copy in the derivatives.
            if is_named(bound, &["DimMin", "DimMax"]) && allocates(generics) {
                predicates.push(syn::parse_quote! {
                    ::pullback::rt::matrices::DefaultAllocator: ::pullback::rt::matrices::Allocator<#output>
                });
            }
        }
        let is_dimension = |bound: &TypeParamBound| is_named(bound, &["Dim", "DimName"]);
        if !predicates.is_empty() || is_bounded(ident, generics, is_dimension) {
            predicates.push(syn::parse_quote!(#ident: ::pullback::rt::Inactive));
        }
        predicates
    };
    let named = generics.type_params().flat_map(|param| of(&param.ident));
    named.chain(chosen_dimensions(generics)).collect()
}

/// The same of those that an implementor chooses, which are known by what is asked of nalgebra's allocator:
/// `DefaultAllocator: Allocator<T::Size>`.
fn chosen_dimensions(generics: &Generics) -> Vec<WherePredicate> {
    let mut chosen: Vec<&syn::Type> = Vec::new();
    for bound in allocator_bounds(generics) {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let Some(syn::PathArguments::AngleBracketed(arguments)) =
            bound.path.segments.last().map(|last| &last.arguments)
        else {
            continue;
        };
        for ty in type_arguments(arguments).into_iter().flatten() {
            let is_projection = |path: &syn::TypePath| path.qself.is_some() || path.path.segments.len() == 2;
            if matches!(ty, syn::Type::Path(path) if is_projection(path)) && !chosen.contains(&ty) {
                chosen.push(ty);
            }
        }
    }
    let carries_none = |ty| syn::parse_quote!(#ty: ::pullback::Differentiable + ::pullback::rt::Inactive);
    chosen.into_iter().map(carries_none).collect()
}

/// What an impl asks for the sweeps of its functions beside what is asked of its parameters: that dimensions carry no derivative, and
/// that there are the parts of its matrices.
pub fn of_matrices(generics: &Generics) -> Vec<WherePredicate> {
    let mut asked = dimensions(generics);
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        let WherePredicate::Type(predicate) = predicate else {
            continue;
        };
        let parts = parts(predicate);
        if !parts.is_empty() {
            let allocator = &predicate.bounded_ty;
            asked.push(syn::parse_quote!(#allocator: #(#parts)+*));
        }
    }
    asked
}

/// What the derivatives ask of a parameter that a matrix of nalgebra has its elements in, and of the allocator: the matrix owns its
/// elements.
pub fn matrix_elements(ident: &Ident, generics: &Generics) -> Option<(TokenStream, TokenStream)> {
    let syn::PathArguments::AngleBracketed(arguments) = matrix_storage(ident, generics)? else {
        return None;
    };
    let types = type_arguments(&arguments)?;
    let (element, rows) = (types.first()?, types.get(1)?);
    let columns = match types.get(2) {
        Some(columns) => columns.to_token_stream(),
        None => quote!(::pullback::rt::matrices::U1),
    };
    let elements = quote!(::pullback::rt::matrices::Elements<#element, #rows, #columns>);
    let allocated = quote! {
        ::pullback::rt::matrices::Allocator<#rows, #columns, Buffer<#element> = #ident>
            + ::pullback::rt::matrices::Allocator<#rows>
            + ::pullback::rt::matrices::Allocator<#columns, #columns>
    };
    Some((elements, allocated))
}

/// If a parameter is bounded as what a matrix of nalgebra has its elements in, `S: Storage<F, R, C>`, the arguments of that.
pub fn matrix_storage(ident: &Ident, generics: &Generics) -> Option<syn::PathArguments> {
    let storage = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(of) if is_named(bound, MATRIX_STORAGE) => {
            let last = of.path.segments.last()?;
            matches!(&last.arguments, syn::PathArguments::AngleBracketed(given) if given.args.len() > 1)
                .then(|| last.arguments.clone())
        }
        _ => None,
    };
    bounds_of(ident, generics).find_map(storage)
}
