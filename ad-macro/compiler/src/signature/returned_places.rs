//! The places that a function returns: `Lent`, a reference or an option of one, and `Several`, a tuple with references.
//!
//! Input:  `-> &mut [f64]`, `-> Option<&f64>`, `-> (&[f64], &[f64])`
//! Output: `Lent { target: [f64], mutable }`, `Lent { target: f64, optional }`, `Several` of two parts
//!
//! Such a function has a projection for a twin, no sweeps: see `projections`.

use crate::syntax::types::Ty;
use quote::quote;
use syn::{Expr, GenericArgument, PathArguments, ReturnType, Type};

/// What a function says of the reference that it returns.
#[derive(Clone, Debug)]
pub struct Lent {
    /// The type behind the reference.
    pub target: Type,
    pub mutable: bool,
    /// The reference is in an `Option`.
    pub optional: bool,
}

impl Lent {
    /// Reads `&T`, `&mut T` and options of these.
    pub fn of(ty: &Type) -> Option<Lent> {
        match ty {
            Type::Paren(inner) => Lent::of(&inner.elem),
            Type::Group(inner) => Lent::of(&inner.elem),
            Type::Reference(reference) => Some(Lent {
                target: (*reference.elem).clone(),
                mutable: reference.mutability.is_some(),
                optional: false,
            }),
            Type::Path(path) if path.qself.is_none() => {
                let last = path.path.segments.last()?;
                let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                    return None;
                };
                match arguments.args.first() {
                    Some(GenericArgument::Type(inner)) if last.ident == "Option" => Lent::of(inner)
                        .filter(|lent| !lent.optional)
                        .map(|lent| Lent { optional: true, ..lent }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Of a function's result.
    pub fn returned(output: &ReturnType) -> Option<Lent> {
        match output {
            ReturnType::Type(_, ty) => Lent::of(ty),
            ReturnType::Default => None,
        }
    }

    /// A reference of which no more is known.
    pub fn unknown(mutable: bool) -> Lent {
        let target = syn::parse_quote!(_);
        Lent {
            target,
            mutable,
            optional: false,
        }
    }

    pub fn ty(&self) -> Ty {
        Ty::of(&self.target)
    }

    /// As a type: `Option<&T>`.
    pub fn written(&self) -> Type {
        let (target, exclusive) = (&self.target, self.mutable.then(|| quote!(mut)));
        match self.optional {
            true => syn::parse_quote!(::core::option::Option<&#exclusive #target>),
            false => syn::parse_quote!(&#exclusive #target),
        }
    }
}

/// What a function says of the references that it returns together: `(&[f64], &[f64])`, `[&mut Node; 2]`, or an `Option` of these.
#[derive(Clone, Debug)]
pub struct Several {
    pub parts: Vec<Lent>,
    /// They are in an array, where an index may choose one.
    pub array: bool,
}

impl Several {
    /// Reads a type, of whose references one at least may carry a derivative.
    pub fn of(ty: &Type) -> Option<Several> {
        if let Some(("Option", inner)) = crate::syntax::types::container(ty)
            .as_ref()
            .map(|(name, ty)| (name.as_str(), *ty))
        {
            let mut inside = Several::of(inner).filter(|inside| !inside.is_optional())?;
            inside.parts.iter_mut().for_each(|part| part.optional = true);
            return Some(inside);
        }
        let parts = Several::types(ty);
        let reference = |part: &&Type| match part {
            Type::Reference(_) => Lent::of(part),
            _ => None,
        };
        let parts: Vec<Lent> = parts.iter().map(reference).collect::<Option<_>>()?;
        let carries = parts.iter().any(|part| !part.ty().is_inert());
        let routed = |part: &Lent| !part.ty().is_inert() || crate::syntax::types::is_inert_list(&part.target);
        let array = matches!(ty, Type::Array(_));
        (parts.len() > 1 && carries && parts.iter().all(routed)).then_some(Several { parts, array })
    }

    /// Of a function's result.
    pub fn returned(output: &ReturnType) -> Option<Several> {
        match output {
            ReturnType::Type(_, ty) => Several::of(ty),
            ReturnType::Default => None,
        }
    }

    pub fn is_optional(&self) -> bool {
        self.parts.iter().any(|part| part.optional)
    }

    /// The types in a tuple, or in an array that says how long it is by a number.
    pub fn types(ty: &Type) -> Vec<&Type> {
        match ty {
            Type::Tuple(tuple) => tuple.elems.iter().collect(),
            Type::Array(array) => {
                let len = match &array.len {
                    Expr::Lit(syn::ExprLit {
                        lit: syn::Lit::Int(len),
                        ..
                    }) => len.base10_parse().unwrap_or(0),
                    _ => 0,
                };
                vec![&*array.elem; len]
            }
            _ => Vec::new(),
        }
    }
}
