//! Opaque iterators over a generic list: which elements one yields is found by running it on a list of numbers.
//!
//! ```text
//! Input:  fn chosen<T: Copy>(values: &mut [T], stride: usize) -> Box<dyn Iterator<Item = &mut T> + '_> { .. }
//! Output: the same, whose body calls the function on a list of numbers, records which of its elements it yields, and yields those of
//!         `values`
//! ```
//!
//! By parametricity, a function that is generic in `T` and has no other argument with one chooses the same elements of every list of the
//! same length.

use crate::signature::returned_iterators;
use crate::syntax::fresh_names::Names;
use crate::syntax::types::Ty;
use quote::ToTokens;
use syn::{FnArg, GenericParam, Ident, Pat, ReturnType, Type, TypeParamBound, WherePredicate};

/// What a function may ask of a type without a way to tell its values apart, but by how they are printed.
const BLIND: &[&str] = &["Clone", "Copy", "Debug", "Display", "Send", "Sized", "Sync"];

/// The free function, as one that lets itself choose from numbers; none if it could tell them from other values.
pub fn numbered(function: &syn::ItemFn) -> Option<syn::ItemFn> {
    let signature = &function.sig;
    let mut types = signature.generics.type_params();
    let (of, None) = (&types.next()?.ident, types.next()) else {
        return None;
    };
    if !is_blind(&signature.generics) {
        return None;
    }
    let ReturnType::Type(_, output) = &signature.output else {
        return None;
    };
    let Type::Reference(given) = returned_iterators::item(output)? else {
        return None;
    };
    if !is(&given.elem, of) {
        return None;
    }
    let mut values = None;
    let mut names = Vec::new();
    for input in &signature.inputs {
        let FnArg::Typed(param) = input else {
            return None;
        };
        let Pat::Ident(name) = &*param.pat else {
            return None;
        };
        names.push(&name.ident);
        match &*param.ty {
            Type::Reference(list) if matches!(&*list.elem, Type::Slice(slice) if is(&slice.elem, of)) => {
                if values.replace(&name.ident).is_some() {
                    return None;
                }
            }
            ty if Ty::of(ty).is_inert()
                && !crate::syntax::tokens::mentions(ty.to_token_stream(), &[of.to_string()]) => {}
            _ => return None,
        }
    }
    let values = values?;
    let mut fresh = Names::of(function.to_token_stream());
    let [numbers, places, place] = ["numbers", "places", "place"].map(|name| fresh.fresh(name, signature.ident.span()));
    let arguments = names.iter().map(|name| if *name == values { &numbers } else { *name });
    let (called, mutable) = (&signature.ident, given.mutability);
    let mut function = function.clone();
    function.block = syn::parse_quote!({
        let #places: ::pullback::rt::std::vec::Vec<usize> = ::pullback::no_diff(::pullback::rt::numbered(
            #values.len(),
            |#numbers: &mut [usize]| #called(#(#arguments),*).map(|#place| ::pullback::rt::address(#place)).collect(),
        ));
        (0..#places.len()).map(move |#place| &#mutable #values[#places[#place]])
    });
    Some(function)
}

fn is(ty: &Type, of: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(of))
}

fn is_blind(generics: &syn::Generics) -> bool {
    let blind = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| last.arguments.is_none() && BLIND.iter().any(|name| last.ident == name))
        }
        TypeParamBound::Lifetime(_) => true,
        _ => false,
    };
    let params = generics.params.iter().all(|param| match param {
        GenericParam::Type(param) => param.bounds.iter().all(blind),
        GenericParam::Lifetime(_) => true,
        GenericParam::Const(_) => false,
    });
    let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    params
        && clause.into_iter().all(|predicate| match predicate {
            WherePredicate::Type(predicate) => predicate.bounds.iter().all(blind),
            WherePredicate::Lifetime(_) => true,
            _ => false,
        })
}
