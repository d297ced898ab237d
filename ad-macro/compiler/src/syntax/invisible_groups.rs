//! Removes the invisible groups (`Delimiter::None`) that a `macro_rules!` puts around the types that it is handed.
//!
//! Input:  `fn f($x: $T)` with `&[f64]` for `$T`, in an invisible group
//! Output: `fn f(x: &[f64])`, as if it had been written

use syn::visit_mut::VisitMut;
use syn::{Item, Type, visit_mut};

/// Takes the types in an item out of their groups, so that the passes see what they are.
pub fn ungroup(item: &mut Item) {
    Ungroup.visit_item_mut(item);
}

struct Ungroup;

impl VisitMut for Ungroup {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        while let Type::Group(group) = ty {
            let inner = (*group.elem).clone();
            *ty = match inner {
                // `&$T` of `dyn A + B` needs what the group was for.
                Type::TraitObject(_) | Type::ImplTrait(_) => syn::parse_quote!((#inner)),
                inner => inner,
            };
        }
        visit_mut::visit_type_mut(self, ty);
    }
}
