//! Classifies type parameters by their trait bounds.
//!
//! Input:  `<T: Float, S: Data<Elem = T>, I: Iterator>`
//! Output: a float, the storage of an array, an iterator

use crate::signature::marks::is_without_derivative;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, any};
use proc_macro2::Ident;
use quote::{ToTokens, quote};
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

/// Traits of what converts to numbers: of these, derivatives are known for floats and integers.
const NUMBERS: &[&str] = &["ToPrimitive", "NumCast"];

/// Traits of what one calculates with: floats and integers.
const ARITHMETIC: &[&str] = &["Num", "NumOps", "NumAssign", "PrimInt"];

/// Traits of the operators that take their operands by value.
pub(super) const OPERATORS: &[&str] = &["Add", "Sub", "Mul", "Div", "Rem", "Neg"];

/// Traits of what gives its items one after the other.
pub const ITERATORS: &[&str] = &["Iterator", "DoubleEndedIterator", "ExactSizeIterator", "FusedIterator"];

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

/// If a parameter is seen as a slice, `D: AsRef<[f64]>`, the type of the elements. Bytes are those of a text, or of anything.
pub(super) fn sliced(ident: &Ident, generics: &Generics) -> Option<syn::Type> {
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
pub fn seen_as_slices(generics: &Generics) -> FlatSet<String> {
    let idents = generics.type_params().map(|param| &param.ident);
    idents
        .filter(|ident| sliced(ident, generics).is_some())
        .map(ToString::to_string)
        .collect()
}

/// Those of a function that carry a derivative.
pub fn slices_of(signature: &syn::Signature) -> FlatSet<String> {
    let idents = signature.generics.type_params().map(|param| &param.ident);
    idents
        .filter(|ident| sliced(ident, &signature.generics).is_some() && !is_without_derivative(ident, signature))
        .map(ToString::to_string)
        .collect()
}

/// The parameters that a trait of std gives a reference of, `V: AsRef<[f64]>`, or another type, `P: Into<Point>`: what that has to do
/// with their cotangents nobody knows.
pub fn seen_as_others(generics: &Generics) -> FlatSet<String> {
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

/// The parameters that no trait of numbers bounds.
pub fn no_numbers(generics: &Generics) -> FlatSet<String> {
    let params = generics.type_params().map(|param| &param.ident);
    let number = |bound: &TypeParamBound| is_float_trait(bound) || is_number_trait(bound) || is_arithmetic(bound);
    let others = params.filter(|ident| !is_bounded(ident, generics, number));
    others.map(ToString::to_string).collect()
}

/// Whether a parameter's bounds say that it has no operator, `Mul`, beside itself, or beside a number.
pub fn has_no_operator(name: &str, operator: &str, beside_itself: bool, generics: &Generics) -> bool {
    const WITHOUT: &[&str] = &[
        "Clone",
        "Copy",
        "Debug",
        "Default",
        "PartialEq",
        "PartialOrd",
        "Send",
        "Sync",
    ];
    fn names_a_type(node: Node) -> bool {
        matches!(node, Node::GenericArgument(syn::GenericArgument::Type(_)))
    }
    let without = |bound: &TypeParamBound| {
        let of_another = matches!(bound, TypeParamBound::Trait(of) if any(&of.path, names_a_type));
        let asked = is_named(bound, &[operator]) && (beside_itself || of_another);
        is_named(bound, WITHOUT) || is_named(bound, OPERATORS) && !asked
    };
    let mut params = generics.type_params();
    generics.where_clause.is_none() && params.any(|param| param.ident == name && param.bounds.iter().all(without))
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
    let given = |name: &String| crate::syntax::tokens::mentions(output.clone(), std::slice::from_ref(name));
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

pub(super) fn is_bounded(ident: &Ident, generics: &Generics, by: impl Fn(&TypeParamBound) -> bool + Copy) -> bool {
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

/// Whether a name is one that traits and type parameters of floats commonly have.
pub fn is_float_name(name: &str) -> bool {
    FLOATS.contains(&name)
}

pub(super) fn is_float_trait(bound: &TypeParamBound) -> bool {
    let ours = |of: &syn::TraitBound| {
        let mut segments = of.path.segments.iter().map(|segment| &segment.ident);
        segments.next().is_some_and(|first| first == "pullback") && segments.next().is_some_and(|second| second == "rt")
    };
    is_named(bound, FLOATS) && !matches!(bound, TypeParamBound::Trait(of) if ours(of))
}

pub(super) fn is_number_trait(bound: &TypeParamBound) -> bool {
    is_named(bound, NUMBERS)
}

pub(super) fn is_arithmetic(bound: &TypeParamBound) -> bool {
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

pub(super) fn is_storage_trait(bound: &TypeParamBound) -> bool {
    is_named(bound, STORAGE) && crate::signature::elements::element(bound).is_some()
}

/// If a parameter is bounded as what an array has its elements in, their type.
pub fn stored(ident: &Ident, generics: &Generics) -> Option<syn::Type> {
    bounds_of(ident, generics)
        .filter(|bound| is_storage_trait(bound))
        .find_map(crate::signature::elements::element)
}

/// Whether a parameter is bounded as the axes of ndarray's arrays are.
pub fn is_axes(ident: &Ident, generics: &Generics) -> bool {
    bounds_of(ident, generics).any(|bound| is_named(bound, &["Dimension", "RemoveAxis"]))
}

/// The bounds of a parameter, and those of the where clause on it.
pub(super) fn bounds_of<'g>(ident: &'g Ident, generics: &'g Generics) -> impl Iterator<Item = &'g TypeParamBound> {
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

pub(super) fn is_named(bound: &TypeParamBound, names: &[&str]) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => bound
            .path
            .segments
            .last()
            .is_some_and(|last| names.contains(&last.ident.to_string().as_str())),
        _ => false,
    }
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
