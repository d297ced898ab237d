//! Parameters that are functions.
//!
//! Input:  `f: impl Fn(f64, &[f64]) -> f64`, `f: &F` with `F: FnMut()`, `f: &dyn Fn(f64) -> f64`, `f: fn(f64) -> f64`
//! Output: the inputs and the output of `f`, and whether a call may mutate its captures.

use syn::{GenericParam, Generics, PathArguments, Type, TypeParamBound, WherePredicate};

/// What the written type of a parameter says of the function that is passed.
#[derive(Clone, Debug)]
pub struct Callable {
    pub inputs: Vec<Type>,
    pub output: Type,
    /// `FnMut` or `FnOnce`: a call may write to what the function captured.
    pub exclusive: bool,
    /// How many references the written type has around the function.
    pub references: Vec<syn::TypeReference>,
    /// `fn(f64) -> f64`.
    pub pointer: bool,
    /// What else is asked of the function, `Send` and `Sync`.
    pub beside: Vec<syn::TraitBound>,
}

/// The function that a parameter of this type takes.
pub fn callable(ty: &Type, generics: &Generics) -> Option<Callable> {
    match ty {
        Type::Paren(inner) => callable(&inner.elem, generics),
        Type::Group(inner) => callable(&inner.elem, generics),
        Type::Reference(reference) => {
            let mut found = callable(&reference.elem, generics)?;
            found.references.insert(0, reference.clone());
            Some(found)
        }
        Type::ImplTrait(ty) => in_bounds(ty.bounds.iter()),
        Type::TraitObject(ty) => in_bounds(ty.bounds.iter()),
        Type::FnPtr(pointer) => Some(Callable {
            inputs: pointer.inputs.iter().map(|input| input.ty.clone()).collect(),
            output: output(&pointer.output),
            exclusive: false,
            references: Vec::new(),
            pointer: true,
            beside: Vec::new(),
        }),
        Type::Path(path) if path.qself.is_none() => bound_of(path.path.get_ident()?, generics),
        _ => None,
    }
}

/// Whether a type is that of a function by itself, whatever its surroundings name.
pub fn is_written(ty: &Type) -> bool {
    callable(ty, &Generics::default()).is_some()
}

/// The name of a parameter's type, behind the references around it.
pub fn named(ty: &Type) -> Option<String> {
    match ty {
        Type::Reference(reference) => named(&reference.elem),
        Type::Paren(inner) => named(&inner.elem),
        Type::Path(path) if path.qself.is_none() => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// Whether a type parameter stands for a function.
pub fn is_function(ident: &syn::Ident, generics: &Generics) -> bool {
    bound_of(ident, generics).is_some()
}

/// The type parameters that stand for the functions which the derivatives take.
pub fn type_params(signature: &syn::Signature) -> Vec<syn::Ident> {
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(param) if !crate::signature::marks::take_no_diff(&mut param.attrs.clone()) => {
            Some(&*param.ty)
        }
        _ => None,
    });
    let named = |ty: &Type| {
        let mut ty = ty;
        while let Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        match ty {
            Type::Path(path) => path.path.get_ident().cloned(),
            _ => None,
        }
    };
    inputs
        .filter_map(named)
        .filter(|ident| is_function(ident, &signature.generics))
        .collect()
}

fn bound_of(ident: &syn::Ident, generics: &Generics) -> Option<Callable> {
    let inline = generics.params.iter().find_map(|param| match param {
        GenericParam::Type(param) if param.ident == *ident => in_bounds(param.bounds.iter()),
        _ => None,
    });
    let clause = || {
        let mut predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        predicates.find_map(|predicate| match predicate {
            WherePredicate::Type(predicate) => match &predicate.bounded_ty {
                Type::Path(path) if path.path.is_ident(ident) => in_bounds(predicate.bounds.iter()),
                _ => None,
            },
            _ => None,
        })
    };
    inline.or_else(clause)
}

fn in_bounds<'a>(bounds: impl Iterator<Item = &'a TypeParamBound>) -> Option<Callable> {
    let bounds: Vec<&syn::TraitBound> = bounds
        .filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) if bound.maybe.is_none() => Some(bound),
            _ => None,
        })
        .collect();
    bounds.iter().enumerate().find_map(|(at, bound)| {
        let last = bound.path.segments.last()?;
        let exclusive = match last.ident.to_string().as_str() {
            "Fn" => false,
            "FnMut" | "FnOnce" => true,
            _ => return None,
        };
        let PathArguments::Parenthesized(arguments) = &last.arguments else {
            return None;
        };
        Some(Callable {
            inputs: arguments.inputs.iter().map(|input| input.ty.clone()).collect(),
            output: output(&arguments.output),
            exclusive,
            references: Vec::new(),
            pointer: false,
            beside: (bounds.iter().enumerate())
                .filter(|(other, _)| *other != at)
                .map(|(_, bound)| (*bound).clone())
                .collect(),
        })
    })
}

fn output(ty: &syn::ReturnType) -> Type {
    match ty {
        syn::ReturnType::Default => syn::parse_quote!(()),
        syn::ReturnType::Type(_, ty) => (**ty).clone(),
    }
}
