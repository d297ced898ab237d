//! The bounds that derivatives add to a generic function's own.
//!
//! Input:  `fn norm<T: Float>(x: &[T]) -> T`
//! Output: `<T: Float + ::pullback::rt::Real + 'static>`
//!
//! They follow from the written bounds alone, never from the body: a generic caller that has the same bounds gets the same.

use crate::types::Ty;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::{GenericParam, Generics, Token, TypeParamBound, WherePredicate};

/// Traits of floats, by the names that the ecosystem gives them.
const FLOATS: &[&str] = &[
    "Float",
    "FloatCore",
    "Real",
    "RealField",
    "NdFloat",
    "Scalar",
    "FloatConst",
    "ComplexField",
];

/// What ndarray's arrays have their elements in, where it is said of which type these are: `D: Data<Elem = f64>`.
const STORAGE: &[&str] = &["Data", "DataMut", "DataOwned"];

/// What nalgebra's matrices have their elements in.
const MATRIX_STORAGE: &[&str] = &["Storage", "StorageMut", "RawStorage", "RawStorageMut"];

/// Traits of what converts to numbers: of these, derivatives are known for floats and integers.
const NUMBERS: &[&str] = &["ToPrimitive", "NumCast"];

/// Traits of what one calculates with: floats and integers.
const ARITHMETIC: &[&str] = &["Num", "NumOps", "NumAssign", "PrimInt"];

/// The operators that take their operands by value.
const OPERATORS: &[&str] = &["Add", "Sub", "Mul", "Div", "Rem", "Neg"];

/// Traits of what gives its items one after the other.
pub const ITERATORS: &[&str] = &["Iterator", "DoubleEndedIterator", "ExactSizeIterator", "FusedIterator"];

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
            && !crate::callables::is_function(&param.ident, generics)
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

/// For `DefaultAllocator: Allocator<R, C>`, by which there are nalgebra's matrices of this shape, `Allocator<R>` and `Allocator<C, C>`:
/// what a function reads of a column is a copy in its derivatives, and so are the first rows of a matrix, as many as it has columns.
/// What is read where it is has no need of the bound.
fn parts(predicate: &syn::PredicateType) -> Vec<TypeParamBound> {
    if !is_allocator(&predicate.bounded_ty) {
        return Vec::new();
    }
    let mut known: BTreeSet<String> = BTreeSet::new();
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
fn dimensions(generics: &Generics) -> Vec<WherePredicate> {
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

/// If a type parameter is bounded by `IntoIterator` or `Iterator`, the type of the items as it is written: its values are lists, as
/// far as a derivative can be in them.
pub fn iterated(ident: &Ident, generics: &Generics) -> Option<syn::Type> {
    let item = |bound: &TypeParamBound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let last = bound.path.segments.last()?;
        if last.ident != "IntoIterator" && !ITERATORS.iter().any(|name| last.ident == name) {
            return None;
        }
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return None;
        };
        arguments.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::AssocType(ty) if ty.ident == "Item" => Some(ty.ty.clone()),
            _ => None,
        })
    };
    bounds_of(ident, generics).find_map(item)
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
        if is_set_aside(&param.ident, signature) {
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
            ty => crate::types::optional_reference(ty),
        };
        reference.is_some_and(|reference| {
            reference.mutability.is_some()
                && matches!(&*reference.elem, syn::Type::Path(path) if path.path.is_ident(ident))
        })
    };
    let names = [ident.to_string()];
    let mentions = |tokens: TokenStream| crate::tokens::mentions(tokens, &names);
    let mut lent = false;
    let elsewhere = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(param) if crate::attributes::take_no_diff(&mut param.attrs.clone()) && is_lent(&param.ty) => {
            lent = true;
            false
        }
        input => mentions(input.to_token_stream()),
    });
    lent && !elsewhere && !mentions(signature.output.to_token_stream())
}

/// Whether a type parameter is there for how many axes the arrays in a signature have, and for nothing else.
fn is_axes_alone(ident: &Ident, signature: &syn::Signature) -> bool {
    struct Axes<'a> {
        of: &'a Ident,
        found: bool,
    }
    impl syn::visit_mut::VisitMut for Axes<'_> {
        fn visit_path_mut(&mut self, path: &mut syn::Path) {
            let last = path.segments.last_mut().expect("a path has a segment");
            if last.ident.to_string().starts_with("Array")
                && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
                && let Some(syn::GenericArgument::Type(syn::Type::Path(axes))) = arguments.args.last()
                && axes.path.is_ident(self.of)
            {
                arguments.args.pop();
                self.found = true;
            }
            syn::visit_mut::visit_path_mut(self, path);
        }
    }
    let mut signature = signature.clone();
    signature.generics = Generics::default();
    let mut axes = Axes {
        of: ident,
        found: false,
    };
    syn::visit_mut::VisitMut::visit_signature_mut(&mut axes, &mut signature);
    axes.found && !crate::tokens::mentions(signature.to_token_stream(), &[ident.to_string()])
}

/// Whether an implementor chooses the type: `M::State`, `<M as Model>::State`.
fn is_chosen(ty: &syn::TypePath, generics: &Generics) -> bool {
    ty.qself.is_some()
        || ty.path.segments.len() > 1
            && ty.path.segments.first().is_some_and(|first| {
                first.ident == "Self" || generics.type_params().any(|param| param.ident == first.ident)
            })
}

/// Whether a type parameter is there for what is marked `#[no_diff]` and taken by value, `#[no_diff] range: R`, and for nothing else.
fn is_set_aside(ident: &Ident, signature: &syn::Signature) -> bool {
    let is_taken = |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(param) if matches!(&*param.ty, syn::Type::Path(path) if path.path.is_ident(ident)));
    signature.inputs.iter().any(is_taken) && is_without_derivative(ident, signature)
}

/// Whether a type parameter is there for what is marked `#[no_diff]`, and for nothing else.
fn is_without_derivative(ident: &Ident, signature: &syn::Signature) -> bool {
    let names = [ident.to_string()];
    let mentions = |tokens: TokenStream| crate::tokens::mentions(tokens, &names);
    let elsewhere = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(param) if crate::attributes::take_no_diff(&mut param.attrs.clone()) => false,
        input => mentions(input.to_token_stream()),
    });
    !elsewhere && !mentions(signature.output.to_token_stream())
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
        .filter(|ident| !is_float(ident, generics) && crate::types::is_element(ident, signature))
        .map(|ident| syn::parse_quote!(#ident: ::pullback::rt::Real))
        .chain(
            crate::types::chosen_elements(signature)
                .into_iter()
                .map(|chosen| syn::parse_quote!(#chosen: ::pullback::rt::Scalar)),
        )
        .chain(
            crate::types::chosen_axes(signature)
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

/// If a parameter is seen as a slice, `D: AsRef<[f64]>`, the type of the elements. Bytes are those of a text, or of anything.
fn sliced(ident: &Ident, generics: &Generics) -> Option<syn::Type> {
    let element = |bound: &TypeParamBound| {
        let TypeParamBound::Trait(of) = bound else { return None };
        let last = of
            .path
            .segments
            .last()
            .filter(|_| is_named(bound, &["AsRef", "AsMut"]))?;
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return None;
        };
        match arguments.args.first()? {
            syn::GenericArgument::Type(syn::Type::Slice(slice)) => {
                let elem = &slice.elem;
                (quote!(#elem).to_string() != "u8").then(|| (**elem).clone())
            }
            _ => None,
        }
    };
    bounds_of(ident, generics).find_map(element)
}

/// The parameters that are seen as such slices.
pub fn seen_as_slices(generics: &Generics) -> BTreeSet<String> {
    let idents = generics.type_params().map(|param| &param.ident);
    idents
        .filter(|ident| sliced(ident, generics).is_some())
        .map(ToString::to_string)
        .collect()
}

/// Those of a function that carry a derivative.
pub fn slices_of(signature: &syn::Signature) -> BTreeSet<String> {
    let idents = signature.generics.type_params().map(|param| &param.ident);
    idents
        .filter(|ident| sliced(ident, &signature.generics).is_some() && !is_without_derivative(ident, signature))
        .map(ToString::to_string)
        .collect()
}

/// What a marked trait asks of its implementors if they are numbers, by the traits that it extends: so whoever has `T: Number` has
/// the derivatives of operators on it.
pub fn of_numbers(supertraits: &Punctuated<TypeParamBound, Token![+]>) -> Option<TypeParamBound> {
    if supertraits.iter().any(is_float_trait) {
        Some(syn::parse_quote!(::pullback::rt::Real))
    } else if supertraits.iter().any(is_arithmetic) {
        Some(syn::parse_quote!(::pullback::rt::Numeric))
    } else {
        None
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

/// The adjoints of the operators that a parameter is bounded by: `T: Mul<Output = T>` has one where derivatives are taken. That
/// of a float has all.
fn operators(
    ident: &Ident,
    bounds: &Punctuated<TypeParamBound, Token![+]>,
    generics: &Generics,
) -> Vec<TypeParamBound> {
    if is_float(ident, generics) {
        return Vec::new();
    }
    let this = syn::parse_quote!(#ident);
    if is_bounded(ident, generics, is_arithmetic) {
        return adjoints(&this, &with_others(&this, bounds), true);
    }
    let number = is_bounded(ident, generics, is_number_trait);
    let mut adjoints = adjoints(&this, bounds, number);
    adjoints.extend(bounds.iter().flat_map(|bound| open_operator(&this, bound)));
    // What an operator takes may be needed on the way back.
    if bounds.iter().any(|bound| is_named(bound, OPERATORS)) {
        adjoints.push(syn::parse_quote!(::core::clone::Clone));
    }
    adjoints
}

/// The same of an operator whose result is not said to be of any type, `T: Sub<T>`: the result is differentiable, too.
fn open_operator(this: &syn::Type, bound: &TypeParamBound) -> Vec<TypeParamBound> {
    let TypeParamBound::Trait(bound) = bound else {
        return Vec::new();
    };
    let Some(last) = bound.path.segments.last() else {
        return Vec::new();
    };
    if !OPERATORS.iter().any(|name| last.ident == name) {
        return Vec::new();
    }
    let right = match &last.arguments {
        syn::PathArguments::None => None,
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.iter().collect::<Vec<_>>()[..] {
            [] => None,
            [syn::GenericArgument::Type(syn::Type::Reference(_))] => return Vec::new(),
            [syn::GenericArgument::Type(right)] => Some(right.clone()),
            _ => return Vec::new(),
        },
        syn::PathArguments::Parenthesized(_) => return Vec::new(),
    };
    let rt = quote!(::pullback::rt);
    let path = &bound.path;
    let seed = quote!(Seed = <<#this as #path>::Output as ::pullback::Differentiable>::Cotangent);
    let adjoint = quote::format_ident!("{}Adjoint", last.ident);
    let adjoint = if last.ident == "Neg" {
        quote!(#rt::#adjoint<#rt::ByValue, #seed>)
    } else {
        let right = right.as_ref().unwrap_or(this);
        quote!(#rt::#adjoint<#right, (#rt::ByValue, #rt::ByValue), #seed>)
    };
    let mut differentiable = path.clone();
    if let Some(last) = differentiable.segments.last_mut() {
        let right = right.iter();
        last.arguments = syn::PathArguments::AngleBracketed(
            syn::parse_quote!(<#(#right,)* Output: ::pullback::Differentiable + 'static>),
        );
    }
    vec![syn::parse_quote!(#differentiable), syn::parse_quote!(#adjoint)]
}

/// The operators on a number and something else: those on two of the numbers are known.
fn with_others(
    this: &syn::Type,
    bounds: &Punctuated<TypeParamBound, Token![+]>,
) -> Punctuated<TypeParamBound, Token![+]> {
    let other = |bound: &&TypeParamBound| {
        let TypeParamBound::Trait(bound) = bound else {
            return false;
        };
        let syn::PathArguments::AngleBracketed(arguments) =
            &bound.path.segments[bound.path.segments.len() - 1].arguments
        else {
            return false;
        };
        let mut types = arguments.args.iter();
        types.any(|argument| matches!(argument, syn::GenericArgument::Type(ty) if ty != this))
    };
    bounds.iter().filter(other).cloned().collect()
}

/// The same of an associated type, `type State: Mul<f64, Output = Self::State>`.
pub fn operators_of(ident: &Ident, bounds: &Punctuated<TypeParamBound, Token![+]>) -> Vec<TypeParamBound> {
    operators_of_type(&syn::parse_quote!(Self::#ident), bounds)
}

fn operators_of_type(this: &syn::Type, bounds: &Punctuated<TypeParamBound, Token![+]>) -> Vec<TypeParamBound> {
    if bounds.iter().any(is_float_trait) {
        return Vec::new();
    }
    if bounds.iter().any(is_arithmetic) {
        return adjoints(this, &with_others(this, bounds), true);
    }
    adjoints(this, bounds, bounds.iter().any(is_number_trait))
}

/// The same of a trait that extends those of operators, `trait Number: Add<Output = Self>`: whoever has `T: Number` has theirs.
pub fn operators_of_self(supertraits: &Punctuated<TypeParamBound, Token![+]>) -> Vec<TypeParamBound> {
    if of_numbers(supertraits).is_some() {
        return Vec::new();
    }
    let mut bounds = adjoints(&syn::parse_quote!(Self), supertraits, false);
    if !bounds.is_empty() {
        bounds.push(syn::parse_quote!(::pullback::Differentiable));
    }
    bounds
}

fn adjoints(this: &syn::Type, bounds: &Punctuated<TypeParamBound, Token![+]>, number: bool) -> Vec<TypeParamBound> {
    let adjoint = |bound: &TypeParamBound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let last = bound.path.segments.last()?;
        let (mut right, mut output): (syn::Type, _) = (this.clone(), None);
        if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments {
            for argument in &arguments.args {
                match argument {
                    syn::GenericArgument::Type(ty) => right = ty.clone(),
                    syn::GenericArgument::AssocType(ty) if ty.ident == "Output" => output = Some(&ty.ty),
                    _ => {}
                }
            }
        }
        let rt = quote!(::pullback::rt);
        if last.ident == "Into" && !number && matches!(Ty::of(&right), Ty::Float(_)) {
            return Some(syn::parse_quote!(#rt::ConvertsToNumber<#right>));
        }
        if last.ident == "Into" && !number && is_made(&right) {
            return Some(syn::parse_quote!(#rt::IntoValue<#right>));
        }
        let output = output?;
        if let syn::Type::Reference(_) = right {
            return None;
        }
        let seed = quote!(Seed = <#output as ::pullback::Differentiable>::Cotangent);
        let adjoint = match last.ident.to_string().as_str() {
            name @ ("Add" | "Sub" | "Mul" | "Div" | "Rem") => {
                let name = quote::format_ident!("{name}Adjoint");
                quote!(#rt::#name<#right, (#rt::ByValue, #rt::ByValue), #seed>)
            }
            "Neg" => quote!(#rt::NegAdjoint<#rt::ByValue, #seed>),
            _ => return None,
        };
        Some(syn::parse_quote!(#adjoint))
    };
    bounds.iter().filter_map(adjoint).collect()
}

/// Whether what becomes a value of this type, `P: Into<Point>`, is asked for the derivative of its conversion: not where text or an
/// error is made of it, nor one of std's holders.
fn is_made(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    let name = last.ident.to_string();
    let other = ["String", "PathBuf", "OsString", "Cow", "Duration", "Self"].contains(&name.as_str())
        || name.ends_with("Error");
    // `Into<Angle<S>>` is a type's of somebody's own, `Into<Option<f64>>` is not.
    let holds = matches!(last.arguments, syn::PathArguments::AngleBracketed(_))
        && ([
            "Option", "Result", "Vec", "VecDeque", "Box", "Rc", "Arc", "HashMap", "BTreeMap",
        ]
        .contains(&name.as_str())
            || name.starts_with("Array"));
    path.qself.is_none() && !holds && !other && !crate::types::is_inert(ty)
}

/// The parameters that become values of a type, `P: Into<Point>`, whose conversion has a derivative.
pub fn made_into(generics: &Generics) -> BTreeSet<String> {
    let made = |bound: &TypeParamBound| {
        let TypeParamBound::Trait(bound) = bound else {
            return false;
        };
        let last = bound.path.segments.last().filter(|last| last.ident == "Into");
        let Some(syn::PathArguments::AngleBracketed(arguments)) = last.map(|last| &last.arguments) else {
            return false;
        };
        matches!(arguments.args.first(), Some(syn::GenericArgument::Type(ty)) if is_made(ty))
    };
    let idents = generics.type_params().map(|param| &param.ident);
    idents
        .filter(|ident| is_bounded(ident, generics, made))
        .map(ToString::to_string)
        .collect()
}

/// The parameters that a trait of std gives a reference of, `V: AsRef<[f64]>`, or another type, `P: Into<Point>`: what that has to do
/// with their cotangents nobody knows.
pub fn seen_as_others(generics: &Generics) -> BTreeSet<String> {
    let seen = |bound: &TypeParamBound| is_named(bound, &["AsRef", "AsMut", "Borrow", "BorrowMut", "Into"]);
    let known = |bound: &TypeParamBound| {
        is_float_trait(bound)
            || is_number_trait(bound)
            || ["Into < f64 >", "Into < f32 >"].contains(&bound.to_token_stream().to_string().as_str())
    };
    let idents = generics.type_params().map(|param| &param.ident);
    idents
        .filter(|ident| is_bounded(ident, generics, seen) && !is_bounded(ident, generics, known))
        .filter(|ident| sliced(ident, generics).is_none())
        .map(ToString::to_string)
        .collect()
}

/// Whether a parameter is bounded by a trait of floats.
pub fn is_float(ident: &Ident, generics: &Generics) -> bool {
    is_bounded(ident, generics, is_float_trait)
}

/// Whether a parameter is bounded by `Signed`, and by no trait of floats.
pub fn has_signed(generics: &Generics) -> bool {
    let signed = |bound: &TypeParamBound| is_named(bound, &["Signed"]);
    generics
        .type_params()
        .map(|param| &param.ident)
        .chain(bounded_idents(generics))
        .any(|ident| is_bounded(ident, generics, signed) && !is_float(ident, generics))
}

/// The parameters that are bounded by a trait of the user's, if none is by one of floats: of what they stand for, `x.sqrt()` may be a
/// method of that trait.
pub fn own_numbers(generics: &Generics) -> Vec<String> {
    const KNOWN: &[&str] = &[
        "Add",
        "AddAssign",
        "AsMut",
        "AsRef",
        "Borrow",
        "Clone",
        "Copy",
        "Debug",
        "Default",
        "Deref",
        "Differentiable",
        "Display",
        "Div",
        "DivAssign",
        "Eq",
        "Fn",
        "FnMut",
        "FnOnce",
        "From",
        "FromIterator",
        "Hash",
        "Index",
        "IndexMut",
        "Into",
        "IntoIterator",
        "Mul",
        "MulAssign",
        "Neg",
        "Ord",
        "PartialEq",
        "PartialOrd",
        "Product",
        "Rem",
        "RemAssign",
        "Send",
        "Signed",
        "Sized",
        "Sub",
        "SubAssign",
        "Sum",
        "Sync",
        "ToString",
        "Zero",
        "One",
        "Rng",
        "RngCore",
        "Dim",
        "DimName",
        "Dimension",
        "RemoveAxis",
    ];
    let own = |bound: &TypeParamBound| {
        matches!(bound, TypeParamBound::Trait(_))
            && !is_named(bound, KNOWN)
            && !is_named(bound, ITERATORS)
            && !is_named(bound, STORAGE)
            && !is_named(bound, NUMBERS)
            && !is_named(bound, ARITHMETIC)
    };
    let params: Vec<&Ident> = generics.type_params().map(|param| &param.ident).collect();
    if params.iter().any(|ident| is_float(ident, generics)) {
        return Vec::new();
    }
    let own = params.into_iter().filter(|ident| is_bounded(ident, generics, own));
    own.map(ToString::to_string).collect()
}

/// Those of a function and of what it stands in of which it gives something: `fn root<N: Number>(a: N) -> N`. A problem that is
/// solved has a type parameter, too, but the solution is not made of it.
pub fn given_numbers(signature: &syn::Signature, around: &[String]) -> Vec<String> {
    let floats = signature
        .generics
        .type_params()
        .any(|param| is_float(&param.ident, &signature.generics));
    let output = signature.output.to_token_stream();
    let given = |name: &String| crate::tokens::mentions(output.clone(), std::slice::from_ref(name));
    let numbers = own_numbers(&signature.generics)
        .into_iter()
        .chain(around.iter().cloned());
    numbers.filter(|name| !floats && given(name)).collect()
}

/// Whether a parameter is bounded by a trait of nalgebra's numbers: beside the twin's own bound, `x.sqrt()` would be the method of two
/// traits.
pub fn has_fields(generics: &Generics) -> bool {
    let field = |bound: &TypeParamBound| is_named(bound, &["RealField", "ComplexField"]);
    generics
        .type_params()
        .map(|param| &param.ident)
        .chain(bounded_idents(generics))
        .any(|ident| is_bounded(ident, generics, field))
}

/// The types by themselves that the where clause bounds, parameters of what the function stands in among them.
fn bounded_idents(generics: &Generics) -> impl Iterator<Item = &Ident> {
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            syn::Type::Path(path) => path.path.get_ident(),
            _ => None,
        },
        _ => None,
    })
}

fn is_bounded(ident: &Ident, generics: &Generics, by: impl Fn(&TypeParamBound) -> bool + Copy) -> bool {
    let inline = generics.params.iter().any(|param| match param {
        GenericParam::Type(param) => param.ident == *ident && param.bounds.iter().any(by),
        _ => false,
    });
    let clause = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates)
        .any(|predicate| match predicate {
            WherePredicate::Type(predicate) => {
                let ty = &predicate.bounded_ty;
                *ident == quote!(#ty).to_string() && predicate.bounds.iter().any(by)
            }
            _ => false,
        });
    inline || clause
}

/// Takes `?Sized` away from all bounds, and asks for the size of other types.
pub fn require_sizes(generics: &mut Generics, types: &[syn::Type]) {
    let keeps = |bound: &TypeParamBound| !is_relaxed(bound);
    let kept = |bounds: &mut syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>| {
        *bounds = std::mem::take(bounds).into_iter().filter(keeps).collect();
    };
    for param in generics.type_params_mut() {
        kept(&mut param.bounds);
    }
    for predicate in generics
        .where_clause
        .iter_mut()
        .flat_map(|clause| &mut clause.predicates)
    {
        if let WherePredicate::Type(predicate) = predicate {
            kept(&mut predicate.bounds);
        }
    }
    if !types.is_empty() {
        let sizes = types
            .iter()
            .map(|ty| -> WherePredicate { syn::parse_quote!(#ty: ::core::marker::Sized) });
        generics.make_where_clause().predicates.extend(sizes);
    }
}

/// Asks of type parameters that what is of these types can be copied.
pub fn require_clones(generics: &mut Generics, parameters: &[Ident]) {
    if !parameters.is_empty() {
        let clones = parameters
            .iter()
            .map(|ident| -> WherePredicate { syn::parse_quote!(#ident: ::core::clone::Clone) });
        generics.make_where_clause().predicates.extend(clones);
    }
}

/// Takes `?Sized` away from what is only referred to: `Wrapped<'a, S: ?Sized>(&'a S)`, whose field has the cotangent of `S`.
pub fn require_size_of(referred: &syn::Type, generics: &mut Generics) {
    let Some(ident) = parameter(referred) else { return };
    for param in generics.type_params_mut().filter(|param| param.ident == *ident) {
        let bounds = std::mem::take(&mut param.bounds);
        param.bounds = bounds.into_iter().filter(|bound| !is_relaxed(bound)).collect();
    }
}

/// `?Sized`.
fn is_relaxed(bound: &TypeParamBound) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if bound.path.is_ident("Sized"))
        && bound.to_token_stream().to_string().starts_with('?')
}

/// Whether a type is a parameter that may stand for a type without a size, a trait object's among them: `P: Potential + ?Sized`.
pub fn is_of_any_size(ty: &syn::Type, generics: &Generics) -> bool {
    parameter(ty).is_some_and(|ident| bounds_of(ident, generics).any(is_relaxed))
}

fn parameter(ty: &syn::Type) -> Option<&Ident> {
    let syn::Type::Path(ty) = ty else { return None };
    ty.path.get_ident()
}

/// `Potential` of such a parameter, if it is all that is asked of it: a trait of the user's that may have others above it.
pub fn object_trait(ty: &syn::Type, generics: &Generics) -> Option<syn::Path> {
    const MARKERS: &[&str] = &["Sized", "Send", "Sync", "Unpin"];
    let mut traits = bounds_of(parameter(ty)?, generics).filter_map(|bound| match bound {
        TypeParamBound::Trait(of) if of.lifetimes.is_none() && !is_relaxed(bound) => Some(&of.path),
        _ => None,
    });
    let first = traits
        .by_ref()
        .find(|path| !MARKERS.iter().any(|marker| path.is_ident(marker)))?;
    let alone = traits.all(|path| MARKERS.iter().any(|marker| path.is_ident(marker)));
    alone.then(|| first.clone())
}

/// Whether a name is one that traits and type parameters of floats commonly have.
pub fn is_float_name(name: &str) -> bool {
    FLOATS.contains(&name)
}

fn is_float_trait(bound: &TypeParamBound) -> bool {
    let ours = |of: &syn::TraitBound| {
        let mut segments = of.path.segments.iter().map(|segment| &segment.ident);
        segments.next().is_some_and(|first| first == "pullback") && segments.next().is_some_and(|second| second == "rt")
    };
    is_named(bound, FLOATS) && !matches!(bound, TypeParamBound::Trait(of) if ours(of))
}

fn is_number_trait(bound: &TypeParamBound) -> bool {
    is_named(bound, NUMBERS)
}

fn is_arithmetic(bound: &TypeParamBound) -> bool {
    is_named(bound, ARITHMETIC)
}

/// Whether a parameter stands for anything that can be iterated over.
pub fn is_iterator(ident: &Ident, generics: &Generics) -> bool {
    is_bounded(ident, generics, |bound| is_named(bound, &["IntoIterator"])) || is_iterator_itself(ident, generics)
}

/// Whether a parameter stands for an iterator, which gives its items by `next`.
pub fn is_iterator_itself(ident: &Ident, generics: &Generics) -> bool {
    is_bounded(ident, generics, |bound| is_named(bound, ITERATORS))
}

fn is_storage_trait(bound: &TypeParamBound) -> bool {
    is_named(bound, STORAGE) && crate::storages::element(bound).is_some()
}

/// If a parameter is bounded as what an array has its elements in, their type.
pub fn stored(ident: &Ident, generics: &Generics) -> Option<syn::Type> {
    bounds_of(ident, generics)
        .filter(|bound| is_storage_trait(bound))
        .find_map(crate::storages::element)
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

/// Whether a parameter is bounded as the axes of ndarray's arrays are.
pub fn is_axes(ident: &Ident, generics: &Generics) -> bool {
    bounds_of(ident, generics).any(|bound| is_named(bound, &["Dimension", "RemoveAxis"]))
}

/// The bounds of a parameter, and those of the where clause on it.
fn bounds_of<'g>(ident: &'g Ident, generics: &'g Generics) -> impl Iterator<Item = &'g TypeParamBound> {
    let own = generics.type_params().filter(move |param| param.ident == *ident);
    let own = own.flat_map(|param| &param.bounds);
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let written = predicates.flat_map(move |predicate| match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            syn::Type::Path(path) if path.path.is_ident(ident) => predicate.bounds.iter().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    });
    own.chain(written)
}

fn is_named(bound: &TypeParamBound, names: &[&str]) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => bound
            .path
            .segments
            .last()
            .is_some_and(|last| names.contains(&last.ident.to_string().as_str())),
        _ => false,
    }
}

/// `<T: Float, const N: usize>`, or nothing.
pub fn declaration(generics: &Generics) -> TokenStream {
    let params = &generics.params;
    if params.is_empty() { quote!() } else { quote!(<#params>) }
}
