//! The bounds that derivatives add to a generic function's own.
//!
//! Input:  `fn norm<T: Float>(x: &[T]) -> T`
//! Output: `<T: Float + ::pullback::rt::Real + 'static>`
//!
//! Invariant: they follow from the written bounds alone, never from the body: a generic caller with the same bounds gets the same.

pub mod dimensions;
pub mod operators;
pub mod sized;
pub mod traits;

use crate::signature::bounds::dimensions::{dimensions, matrix_elements, matrix_storage, of_matrices, parts};
use crate::signature::bounds::operators::{operators, operators_of, operators_of_type};
use crate::signature::bounds::traits::{
    is_arithmetic, is_bounded, is_float, is_float_trait, is_number_trait, is_storage_trait, iterated, sliced,
};
use crate::signature::marks::{is_marked, is_without_derivative};
use crate::syntax::walk::{NodeMut, walk_mut};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{GenericParam, Generics, Token, TypeParamBound, WherePredicate};

/// The generic parameters of a function's derivatives: the function's own without lifetimes, with the bounds added.
pub fn bounded(generics: &Generics) -> Generics {
    let mut bounded = generics.clone();
    bounded.params = generics
        .params
        .iter()
        .filter(|param| !matches!(param, GenericParam::Lifetime(_)))
        .cloned()
        .collect();
    for param in &mut bounded.params {
        if let GenericParam::Type(param) = param
            && !crate::signature::callables::is_function(&param.ident, generics)
        {
            let bound = bound(&param.ident, generics);
            let operators = operators(&param.ident, &param.bounds, generics);
            // The lifetimes are not there to be named, and what outlives everything outlives them.
            let named = |bound: &TypeParamBound| !matches!(bound, TypeParamBound::Lifetime(_));
            param.bounds = param.bounds.iter().filter(|bound| named(bound)).cloned().collect();
            param.bounds.push(syn::parse_quote!(#bound));
            param.bounds.extend(operators);
            param.bounds.push(syn::parse_quote!('static));
            // A default is not allowed on a function.
            param.default = None;
        }
    }
    for ident in generics.type_params().map(|param| &param.ident) {
        if iterated(ident, generics).is_none() {
            continue;
        }
        let item = quote!(<#ident as ::core::iter::IntoIterator>::Item);
        bounded.make_where_clause().predicates.extend::<[WherePredicate; 2]>([
            syn::parse_quote!(#item: ::pullback::Differentiable),
            syn::parse_quote!(
                <#ident as ::pullback::Differentiable>::Cotangent: ::pullback::rt::twins::FromItems<
                    Item = <#item as ::pullback::Differentiable>::Cotangent,
                >
            ),
        ]);
    }
    let mut more = dimensions(generics);
    for param in generics.type_params() {
        if let Some((_, allocated)) = matrix_elements(&param.ident, generics) {
            more.push(syn::parse_quote!(::pullback::rt::matrices::DefaultAllocator: #allocated));
        }
    }
    if !more.is_empty() {
        bounded.make_where_clause().predicates.extend(more);
    }
    if let Some(clause) = &mut bounded.where_clause {
        clause.predicates = clause
            .predicates
            .iter()
            .filter(|predicate| !matches!(predicate, WherePredicate::Lifetime(_)))
            .cloned()
            .collect();
        for predicate in &mut clause.predicates {
            let WherePredicate::Type(predicate) = predicate else {
                continue;
            };
            // `where R::Scalar: Float`
            if predicate.bounds.iter().any(is_float_trait) {
                predicate.bounds.push(syn::parse_quote!(::pullback::rt::Real));
                continue;
            }
            if predicate.bounds.iter().any(is_number_trait) {
                predicate.bounds.push(syn::parse_quote!(::pullback::rt::Castable));
            }
            let parts = parts(predicate);
            predicate.bounds.extend(parts);
            if let syn::Type::Path(ty) = &predicate.bounded_ty {
                let operators = match ty.path.get_ident() {
                    Some(ident) => operators(ident, &predicate.bounds, generics),
                    // `where D::State: Add<Step, Output = D::State>`. A type that rustc knows, `OVector<T, D>`, has what it has.
                    None if is_chosen(ty, generics) => operators_of_type(&predicate.bounded_ty, &predicate.bounds),
                    None => Vec::new(),
                };
                predicate.bounds.extend(operators);
            }
        }
    }
    bounded
}

/// The same without the parameters that stand for functions which the derivatives take in another form.
pub fn without(mut generics: Generics, functions: &[Ident]) -> Generics {
    let gone = |ident: &Ident| functions.contains(ident);
    generics.params = std::mem::take(&mut generics.params)
        .into_iter()
        .filter(|param| !matches!(param, GenericParam::Type(param) if gone(&param.ident)))
        .collect();
    if let Some(clause) = &mut generics.where_clause {
        clause.predicates = std::mem::take(&mut clause.predicates)
            .into_iter()
            .filter(|predicate| match predicate {
                WherePredicate::Type(predicate) => match &predicate.bounded_ty {
                    syn::Type::Path(path) => !path.path.get_ident().is_some_and(gone),
                    _ => true,
                },
                _ => true,
            })
            .collect();
    }
    generics
}

/// The generic parameters of the derivatives of a function with this signature, with more predicates.
pub fn of_signature(signature: &syn::Signature, more: &[WherePredicate]) -> Generics {
    let mut bounded = bounded(&signature.generics);
    let differentiable: TypeParamBound = syn::parse_quote!(::pullback::Differentiable);
    for param in bounded.type_params_mut() {
        if is_only_written(&param.ident, signature) {
            for bound in &mut param.bounds {
                if *bound == differentiable {
                    *bound = syn::parse_quote!(::core::clone::Clone);
                }
            }
        }
        if is_marked(&param.ident, signature) {
            param.bounds = param
                .bounds
                .iter()
                .filter(|bound| **bound != differentiable)
                .cloned()
                .collect();
        }
        if is_axes_alone(&param.ident, signature) {
            for bound in &mut param.bounds {
                if *bound == differentiable {
                    *bound = syn::parse_quote!(::pullback::ndarray::Dimension);
                }
            }
        }
        if let Some(element) = sliced(&param.ident, &signature.generics)
            && is_without_derivative(&param.ident, signature)
        {
            let sliced: TypeParamBound = syn::parse_quote!(::pullback::rt::SeenAsSlice<#element>);
            for bound in &mut param.bounds {
                if *bound == sliced {
                    *bound = differentiable.clone();
                }
            }
        }
    }
    if !more.is_empty() {
        bounded.make_where_clause().predicates.extend(more.iter().cloned());
    }
    bounded
}

/// Whether a type parameter is there for what is marked `#[no_diff]` and lent to be written, and for nothing else: the generator
/// of random numbers in `#[no_diff] rng: &mut R`. Derivatives only put back what the function writes to it.
fn is_only_written(ident: &Ident, signature: &syn::Signature) -> bool {
    let is_lent = |ty: &syn::Type| {
        let reference = match ty {
            syn::Type::Reference(reference) => Some(reference),
            ty => crate::syntax::types::optional_reference(ty),
        };
        reference.is_some_and(|reference| {
            reference.mutability.is_some()
                && matches!(&*reference.elem, syn::Type::Path(path) if path.path.is_ident(ident))
        })
    };
    let names = [ident.to_string()];
    let mentions = |tokens: TokenStream| crate::syntax::tokens::mentions(tokens, &names);
    let mut lent = false;
    let elsewhere = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(param)
            if crate::signature::marks::take_no_diff(&mut param.attrs.clone()) && is_lent(&param.ty) =>
        {
            lent = true;
            false
        }
        input => mentions(input.to_token_stream()),
    });
    lent && !elsewhere && !mentions(signature.output.to_token_stream())
}

/// Whether a type parameter is there for how many axes the arrays in a signature have, and for nothing else.
fn is_axes_alone(ident: &Ident, signature: &syn::Signature) -> bool {
    let mut signature = signature.clone();
    signature.generics = Generics::default();
    let mut found = false;
    walk_mut(&mut signature, |node| {
        if let NodeMut::Path(path) = node
            && let Some(last) = path.segments.last_mut()
            && last.ident.to_string().starts_with("Array")
            && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
            && let Some(syn::GenericArgument::Type(syn::Type::Path(axes))) = arguments.args.last()
            && axes.path.is_ident(ident)
        {
            arguments.args.pop();
            found = true;
        }
        true
    });
    found && !crate::syntax::tokens::mentions(signature.to_token_stream(), &[ident.to_string()])
}

/// Whether an implementor chooses the type: `M::State`, `<M as Model>::State`.
fn is_chosen(ty: &syn::TypePath, generics: &Generics) -> bool {
    ty.qself.is_some()
        || ty.path.segments.len() > 1
            && ty.path.segments.first().is_some_and(|first| {
                first.ident == "Self" || generics.type_params().any(|param| param.ident == first.ident)
            })
}

/// What derivatives ask of a type parameter.
pub struct Asked {
    /// The parameter.
    pub of: Ident,
    /// Whether it is no more than that it is differentiable.
    pub is_differentiable: bool,
    /// Whether it stands for numbers, or for what holds some: the memory of an array, or of a matrix.
    pub is_of_numbers: bool,
    bound: TokenStream,
}

impl Asked {
    /// The same of what may borrow, as the storage of an array does that a view is.
    pub fn lent(&self) -> WherePredicate {
        let (of, bound) = (&self.of, &self.bound);
        syn::parse_quote!(#of: #bound)
    }

    /// As a predicate: `T: Real + 'static`.
    pub fn predicate(&self) -> WherePredicate {
        let (of, bound) = (&self.of, &self.bound);
        syn::parse_quote!(#of: #bound + 'static)
    }
}

/// Has an item as it was written ask of its type parameters what derivatives ask of those that are chosen.
pub fn ask(generics: &mut Generics, chosen: impl Fn(&Asked) -> bool) {
    let of_parameter = |asked: Asked| match is_bounded(&asked.of, generics, is_storage_trait) {
        // It may be handed a view.
        true => asked.lent(),
        false => asked.predicate(),
    };
    let mut predicates: Vec<_> = asked(generics).filter(chosen).map(of_parameter).collect();
    predicates.extend(of_matrices(generics));
    // What is asked of a parameter in both places, clippy finds unclear.
    predicates.retain(|predicate| {
        let WherePredicate::Type(predicate) = predicate else { return true };
        let of = |param: &&mut syn::TypeParam| matches!(&predicate.bounded_ty, syn::Type::Path(path) if path.path.is_ident(&param.ident));
        let inline = generics.type_params_mut().find(of).filter(|param| !param.bounds.is_empty());
        let Some(param) = inline.filter(|_| predicate.lifetimes.is_none()) else { return true };
        param.bounds.extend(predicate.bounds.iter().cloned());
        false
    });
    if !predicates.is_empty() {
        generics.make_where_clause().predicates.extend(predicates);
    }
}

/// What derivatives ask of a type that a parameter stands for which has no name, `impl Data<Elem = f64>`.
pub fn bound_of_unnamed(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<TypeParamBound> {
    if bounds.iter().any(is_float_trait) {
        Some(syn::parse_quote!(::pullback::rt::Real))
    } else if bounds.iter().any(is_storage_trait) {
        Some(syn::parse_quote!(::pullback::rt::Storage))
    } else {
        None
    }
}

/// What derivatives ask of each type parameter.
pub fn asked(generics: &Generics) -> impl Iterator<Item = Asked> {
    generics.type_params().map(|param| {
        let ident = &param.ident;
        let is_differentiable = !is_float(ident, generics)
            && !is_bounded(ident, generics, is_arithmetic)
            && !is_bounded(ident, generics, is_number_trait);
        let holds_numbers = is_bounded(ident, generics, is_storage_trait) || matrix_storage(ident, generics).is_some();
        Asked {
            of: ident.clone(),
            is_differentiable,
            is_of_numbers: !is_differentiable || holds_numbers,
            bound: bound(ident, generics),
        }
    })
}

/// What derivatives ask of type parameters, as predicates.
pub fn predicates(generics: &Generics) -> Vec<WherePredicate> {
    asked(generics).map(|asked| asked.predicate()).collect()
}

/// What derivatives ask of the type parameters of a trait, and of what its implementors choose, that are the elements of ndarray's
/// arrays in the signature of one of its functions: only arrays of floats have any.
pub fn elements(generics: &Generics, signature: &syn::Signature) -> Vec<WherePredicate> {
    let params = generics.type_params().map(|param| &param.ident);
    params
        .filter(|ident| !is_float(ident, generics) && crate::syntax::types::is_element(ident, signature))
        .map(|ident| syn::parse_quote!(#ident: ::pullback::rt::Real))
        .chain(
            crate::syntax::types::chosen_elements(signature)
                .into_iter()
                .map(|chosen| syn::parse_quote!(#chosen: ::pullback::rt::Scalar)),
        )
        .chain(
            crate::syntax::types::chosen_axes(signature)
                .into_iter()
                .map(|chosen| syn::parse_quote!(#chosen: 'static)),
        )
        .collect()
}

/// The parameters that are a trait's arguments by themselves: `T` of `Array<T, usize>`.
pub fn arguments(path: &syn::Path) -> Vec<Ident> {
    let arguments = match path.segments.last().map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(arguments)) => Some(&arguments.args),
        _ => None,
    };
    let alone = |argument: &syn::GenericArgument| match argument {
        syn::GenericArgument::Type(syn::Type::Path(path)) => path.path.get_ident().cloned(),
        _ => None,
    };
    arguments.into_iter().flatten().filter_map(alone).collect()
}

/// The names of the type and const parameters.
pub fn names(generics: &Generics) -> Vec<TokenStream> {
    generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.to_token_stream()),
            GenericParam::Const(param) => Some(param.ident.to_token_stream()),
            GenericParam::Lifetime(_) => None,
        })
        .collect()
}

/// A type that names all type and const parameters, where there are any.
pub fn as_type(generics: &Generics) -> Option<TokenStream> {
    let parts: Vec<_> = generics
        .params
        .iter()
        .filter_map(|param| match param {
            // It need not be `Sized`.
            GenericParam::Type(syn::TypeParam { ident, .. }) => Some(quote!(fn(&#ident))),
            GenericParam::Const(syn::ConstParam { ident, ty, .. }) => match ty {
                syn::Type::Path(path) if path.path.is_ident("usize") => Some(quote!([(); #ident])),
                _ => None,
            },
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    (!parts.is_empty()).then(|| quote!((#(#parts,)*)))
}

/// What derivatives ask of a type parameter.
fn bound(ident: &Ident, generics: &Generics) -> TokenStream {
    if is_float(ident, generics) {
        quote!(::pullback::rt::Real)
    } else if is_bounded(ident, generics, is_arithmetic) {
        quote!(::pullback::rt::Numeric)
    } else if is_bounded(ident, generics, is_number_trait) {
        quote!(::pullback::rt::Castable)
    } else if is_bounded(ident, generics, is_storage_trait) {
        quote!(::pullback::rt::Storage)
    } else if let Some((elements, _)) = matrix_elements(ident, generics) {
        elements
    } else if let Some(element) = sliced(ident, generics) {
        quote!(::pullback::rt::SeenAsSlice<#element>)
    } else {
        quote!(::pullback::Differentiable)
    }
}

/// Whether derivatives ask no more of an associated type with these bounds than that it is differentiable.
pub fn is_only_differentiable(bounds: &Punctuated<TypeParamBound, Token![+]>) -> bool {
    let number = |bound: &TypeParamBound| is_float_trait(bound) || is_arithmetic(bound) || is_number_trait(bound);
    !bounds.iter().any(number) && operators_of(&Ident::new("T", proc_macro2::Span::call_site()), bounds).is_empty()
}

/// What derivatives ask of an associated type.
pub fn bound_of(bounds: &Punctuated<TypeParamBound, Token![+]>) -> TokenStream {
    if bounds.iter().any(is_float_trait) {
        quote!(::pullback::rt::Real)
    } else if bounds.iter().any(is_arithmetic) {
        quote!(::pullback::rt::Numeric)
    } else if bounds.iter().any(is_number_trait) {
        quote!(::pullback::rt::Castable)
    } else {
        quote!(::pullback::Differentiable)
    }
}

/// `<T: Float, const N: usize>`, or nothing.
pub fn declaration(generics: &Generics) -> TokenStream {
    let params = &generics.params;
    if params.is_empty() { quote!() } else { quote!(<#params>) }
}
