//! Substitutes a type for `Self`.
//!
//! Input:  `Option<Self>` in an impl of `Tree`
//! Output: `Option<Tree>`

use crate::syntax::walk::{NodeMut, walk_mut};
use syn::Type;

/// Spells `Self` out.
pub fn spell_out<'t>(tree: impl Into<NodeMut<'t>>, this: &Type) {
    walk_mut(tree, |node| match node {
        NodeMut::Type(ty) if matches!(&**ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self")) => {
            **ty = this.clone();
            false
        }
        _ => true,
    });
}
