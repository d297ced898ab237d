//! Substitutes a type for `Self`.
//!
//! Input:  `Option<Self>` in an impl of `Tree`
//! Output: `Option<Tree>`

use syn::Type;
use syn::visit_mut::VisitMut;

/// `Self`, spelled out.
pub struct Spelled<'a>(pub &'a Type);

impl VisitMut for Spelled<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self") => *ty = self.0.clone(),
            ty => syn::visit_mut::visit_type_mut(self, ty),
        }
    }
}
