//! Removes the invisible groups (`Delimiter::None`) that a `macro_rules!` puts around the types that it is handed.
//!
//! Input:  `fn f($x: $T)` with `&[f64]` for `$T`, in an invisible group
//! Output: `fn f(x: &[f64])`, as if it had been written

use crate::syntax::walk::{Node, NodeMut, WalkMut, any, descend_mut};
use syn::{Item, Type};

/// Takes the types in an item out of their groups, so that the passes see what they are.
pub fn ungroup(item: &mut Item) {
    Ungroup.node(NodeMut::Item(item));
}

struct Ungroup;

impl WalkMut for Ungroup {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Type(ty) => {
                while let Type::Group(group) = ty {
                    let inner = (*group.elem).clone();
                    *ty = match inner {
                        // `&$T` of `dyn A + B` needs what the group was for.
                        Type::TraitObject(_) | Type::ImplTrait(_) => syn::parse_quote!((#inner)),
                        inner => inner,
                    };
                }
                if let Type::TraitObject(object) = ty {
                    object.bounds.pop_punct();
                }
                descend_mut(self, NodeMut::Type(ty));
            }
            node => descend_mut(self, node),
        }
    }
}

/// Whether a type that is visited is a list of bounds without `dyn`: `HashMap<&L, f64> +`. That is no type to rustc, and it says so.
pub fn has_bare_bounds<'t>(tree: impl Into<Node<'t>>) -> bool {
    any(
        tree,
        |node| matches!(node, Node::TypeTraitObject(object) if object.dyn_token.is_none()),
    )
}
