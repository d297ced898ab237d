//! Turns a method of an operator's or a conversion's impl into a free function.
//!
//! Input:  `impl Mul<f64> for V { type Output = V; fn mul(self, k: f64) -> Self::Output { Self(self.0 * k) } }`
//! Output: the body `V(this.0 * k)` of a free function `(this: V, k: f64) -> V`

use proc_macro2::Ident;
use syn::visit_mut::VisitMut;
use syn::{Expr, Type, visit_mut};

/// Takes a method's body out of its impl: `self` becomes a parameter, `Self` the type, `Self::Output` the output.
pub struct Free {
    pub this: Ident,
    pub ty: Type,
    pub output: Type,
}

impl VisitMut for Free {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && path.path.is_ident("self")
        {
            path.path = self.this.clone().into();
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && path.path.segments.first().is_some_and(|first| first.ident == "Self")
        {
            match path.path.segments.len() {
                1 => *ty = self.ty.clone(),
                2 if path.path.segments[1].ident == "Output" => *ty = self.output.clone(),
                _ => {}
            }
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    /// `Self { .. }`, `Self::new(..)`, `Self::Output { .. }`: in expressions and patterns.
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if path.segments.first().is_some_and(|first| first.ident == "Self") {
            let of_output = path.segments.len() > 1 && path.segments[1].ident == "Output";
            let (ty, used) = if of_output { (&self.output, 2) } else { (&self.ty, 1) };
            let value = match ty {
                Type::Reference(reference) => &*reference.elem,
                ty => ty,
            };
            if let Type::Path(ty) = value {
                let rest: Vec<_> = path.segments.iter().skip(used).cloned().collect();
                *path = ty.path.clone();
                for segment in &mut path.segments {
                    // In an expression, arguments follow `::`.
                    if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                        arguments.colon2_token.get_or_insert_default();
                    }
                }
                path.segments.extend(rest);
            }
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let this = self.this.clone();
        mac.tokens = crate::syntax::tokens::instead_of_self(mac.tokens.clone(), &this);
    }
}
