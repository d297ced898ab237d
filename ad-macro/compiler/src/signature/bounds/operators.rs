//! Adjoint bounds for the operators and conversions that a type parameter is bounded by.
//!
//! Input:  `T: Mul<Output = T>`
//! Output: `T: MulAdjoint<T, ..>`

use crate::signature::bounds::traits::{
    OPERATORS, is_arithmetic, is_bounded, is_float, is_float_trait, is_named, is_number_trait, of_numbers,
};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::Ident;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Generics, Token, TypeParamBound};

/// The adjoints of the operators that a parameter is bounded by: `T: Mul<Output = T>` has one where derivatives are taken. That
/// of a float has all.
pub(super) fn operators(
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
    // What an operator takes may be needed in the reverse sweep.
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

pub(super) fn operators_of_type(
    this: &syn::Type,
    bounds: &Punctuated<TypeParamBound, Token![+]>,
) -> Vec<TypeParamBound> {
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
    path.qself.is_none() && !holds && !other && !crate::syntax::types::is_inert(ty)
}

/// The parameters that become values of a type, `P: Into<Point>`, whose conversion has a derivative.
pub fn made_into(generics: &Generics) -> FlatSet<String> {
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
