//! Adds the bounds that derivatives ask of type parameters to an item as it was written.
//!
//! Input:  `fn total<F: NdFloat>(x: &Array2<F>) -> F { x.norm() }`
//! Output: `fn total<F: NdFloat>(x: &Array2<F>) -> F where F: ::pullback::rt::Real + 'static { x.norm() }`
//!
//! The generic impl of a marked trait has these bounds, so a generic caller of one of its functions needs them as well.

use crate::signature::{bounds, callables};
use crate::syntax::walk::{NodeMut, walk_mut};
use syn::{FnArg, ImplItem, ItemImpl, Signature};

/// A function that has derivatives: they ask of the functions that it is handed what these are, and nothing else.
pub fn of_function(signature: &mut Signature) {
    let functions = callables::type_params(signature);
    bounds::ask(&mut signature.generics, |asked| !functions.contains(&asked.of));
    unnamed(signature);
}

/// An impl of a type's own functions that have derivatives.
pub fn of_impl(block: &mut ItemImpl) {
    bounds::ask(&mut block.generics, |_| true);
    // The functions of an impl ask it of their own numbers, and of what holds them.
    for item in &mut block.items {
        if let ImplItem::Fn(member) = item {
            of_numbers(&mut member.sig);
        }
    }
}

fn of_numbers(signature: &mut Signature) {
    bounds::ask(&mut signature.generics, |asked| asked.is_of_numbers);
    unnamed(signature);
}

/// The same of parameters whose types have no name: `x: &ArrayBase<impl Data<Elem = f64>, Ix1>`.
fn unnamed(signature: &mut Signature) {
    for input in &mut signature.inputs {
        if let FnArg::Typed(param) = input {
            walk_mut(&mut *param.ty, |node| {
                if let NodeMut::TypeImplTrait(ty) = node {
                    let asked = bounds::bound_of_unnamed(&ty.bounds);
                    ty.bounds.extend(asked);
                }
                !matches!(node, NodeMut::TypeImplTrait(_))
            });
        }
    }
}
