//! References in types: whether a type holds one, or a mutable one, and the type that owns what it points to.
//!
//! Input:  `(&'a [f64], usize)`
//! Output: `holds_reference`: `true`; after `own_references`: `([f64], usize)`

use crate::syntax::walk::{Node, NodeMut, any, walk, walk_mut};
use syn::Type;

/// Whether a type is or holds a mutable reference; what functions in it take does not count.
pub fn holds_mutable_reference(ty: &Type) -> bool {
    let mut holds = false;
    walk(ty, |node| {
        holds |= matches!(node, Node::TypeReference(reference) if reference.mutability.is_some());
        !matches!(node, Node::TypeFnPtr(_) | Node::ParenthesizedGenericArguments(_))
    });
    holds
}

/// Puts what they point to in place of references.
pub fn own_references<'t>(tree: impl Into<NodeMut<'t>>) {
    walk_mut(tree, |node| {
        if let NodeMut::Type(ty) = node {
            while let Type::Reference(reference) = &**ty {
                **ty = (*reference.elem).clone();
            }
        }
        true
    });
}
/// Whether a type holds a reference: such a result of a function would point to something without a cotangent.
pub fn holds_reference(ty: &Type) -> bool {
    any(ty, |node| matches!(node, Node::TypeReference(_) | Node::Lifetime(_)))
}
