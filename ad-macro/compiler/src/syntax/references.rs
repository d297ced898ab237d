//! References in types: whether a type holds one, or a mutable one, and the type that owns what it points to.
//!
//! Input:  `(&'a [f64], usize)`
//! Output: `holds_reference`: `true`; after `OwnReferences`: `([f64], usize)`

use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Type, visit, visit_mut};

/// Whether a type is or holds a mutable reference; what functions in it take does not count.
pub fn holds_mutable_reference(ty: &Type) -> bool {
    struct Look(bool);
    impl<'ast> Visit<'ast> for Look {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            self.0 |= reference.mutability.is_some();
            visit::visit_type_reference(self, reference);
        }
        fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {}
        fn visit_parenthesized_generic_arguments(&mut self, _: &'ast syn::ParenthesizedGenericArguments) {}
    }
    let mut look = Look(false);
    visit::visit_type(&mut look, ty);
    look.0
}

/// Puts what they point to in place of references.
pub struct OwnReferences;

impl VisitMut for OwnReferences {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        while let Type::Reference(reference) = ty {
            *ty = (*reference.elem).clone();
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Whether a type holds a reference: such a result of a function would point to something without a cotangent.
pub fn holds_reference(ty: &Type) -> bool {
    struct Look(bool);
    impl<'ast> Visit<'ast> for Look {
        fn visit_type_reference(&mut self, _: &'ast syn::TypeReference) {
            self.0 = true;
        }
        fn visit_lifetime(&mut self, _: &'ast syn::Lifetime) {
            self.0 = true;
        }
    }
    let mut look = Look(false);
    visit::visit_type(&mut look, ty);
    look.0
}
