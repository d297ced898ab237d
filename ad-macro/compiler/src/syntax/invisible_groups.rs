//! Removes the invisible groups (`Delimiter::None`) that a `macro_rules!` puts around the types that it is handed.
//!
//! Input:  `fn f($x: $T)` with `&[f64]` for `$T`, in an invisible group
//! Output: `fn f(x: &[f64])`, as if it had been written

use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Item, Type, TypeTraitObject, visit, visit_mut};

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
        if let Type::TraitObject(object) = ty {
            object.bounds.pop_punct();
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Whether a type that is visited is a list of bounds without `dyn`: `HashMap<&L, f64> +`. That is no type to rustc, and it says so.
pub fn has_bare_bounds(visit: impl FnOnce(&mut BareBounds)) -> bool {
    let mut found = BareBounds(false);
    visit(&mut found);
    found.0
}

pub struct BareBounds(bool);

impl<'ast> Visit<'ast> for BareBounds {
    fn visit_type_trait_object(&mut self, object: &'ast TypeTraitObject) {
        self.0 |= object.dyn_token.is_none();
        visit::visit_type_trait_object(self, object);
    }
}
