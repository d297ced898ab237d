//! Names anonymous type parameters, `shape: &impl SupportMap`: the sweeps and the entry points name all types.
//!
//! Input:  `fn reach(shape: &impl SupportMap, k: f64) -> f64`
//! Output: `fn reach<Anonymous0: SupportMap>(shape: &Anonymous0, k: f64) -> f64`
//!
//! A function value, `f: impl Fn(f64) -> f64`, stays: it becomes parameters of another kind.

use crate::signature::callables;
use crate::signature::marks::take_no_diff;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use quote::format_ident;
use syn::{FnArg, Generics, ItemFn, Type};

const NAME: &str = "Anonymous";

struct Names<'a> {
    generics: &'a mut Generics,
    count: usize,
}

impl WalkMut for Names<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Type(ty) => {
                // `&mut (impl Source + ?Sized)`: a name needs no parentheses.
                if let Type::Paren(paren) = ty
                    && let Type::ImplTrait(_) = &*paren.elem
                {
                    *ty = (*paren.elem).clone();
                }
                let Type::ImplTrait(anonymous) = ty else {
                    return descend_mut(self, NodeMut::Type(ty));
                };
                let name = format_ident!("{NAME}{}", self.count);
                self.count += 1;
                let bounds = &anonymous.bounds;
                self.generics.params.push(syn::parse_quote!(#name: #bounds));
                *ty = syn::parse_quote!(#name);
            }
            node => descend_mut(self, node),
        }
    }
}

/// Whether a type parameter has its name from here, and not in the user's function: arguments cannot be written for that one.
pub fn is_anonymous(generics: &Generics) -> bool {
    generics
        .type_params()
        .any(|param| param.ident.to_string().starts_with(NAME))
}

/// The function, with a name for each of its type parameters.
pub fn named(function: &ItemFn) -> ItemFn {
    let mut function = function.clone();
    let signature = &mut function.sig;
    let written = signature.generics.clone();
    let mut names = Names {
        generics: &mut signature.generics,
        count: 0,
    };
    for input in &mut signature.inputs {
        // By value, `#[no_diff] k: impl Trait` is rejected with the signature.
        if let FnArg::Typed(param) = input
            && callables::callable(&param.ty, &written).is_none()
            && !(matches!(&*param.ty, Type::ImplTrait(_)) && take_no_diff(&mut param.attrs.clone()))
        {
            names.node(NodeMut::Type(&mut param.ty));
        }
    }
    function
}
