//! Turns a method of an operator's or a conversion's impl into a free function.
//!
//! Input:  `impl Mul<f64> for V { type Output = V; fn mul(self, k: f64) -> Self::Output { Self(self.0 * k) } }`
//! Output: the body `V(this.0 * k)` of a free function `(this: V, k: f64) -> V`

use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use proc_macro2::Ident;
use syn::{Expr, Type};

/// Takes a method's body out of its impl: `self` becomes a parameter, `Self` the type, `Self::Output` the output.
pub struct Free {
    pub this: Ident,
    pub ty: Type,
    pub output: Type,
}

impl WalkMut for Free {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => {
                if let Expr::Path(path) = expr
                    && path.path.is_ident("self")
                {
                    path.path = self.this.clone().into();
                }
                descend_mut(self, NodeMut::Expr(expr));
            }
            NodeMut::Type(ty) => {
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
                descend_mut(self, NodeMut::Type(ty));
            }
            // `Self { .. }`, `Self::new(..)`, `Self::Output { .. }`: in expressions and patterns.
            NodeMut::Path(path) => {
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
                descend_mut(self, NodeMut::Path(path));
            }
            NodeMut::Macro(mac) => {
                let this = self.this.clone();
                mac.tokens = crate::syntax::tokens::instead_of_self(mac.tokens.clone(), &this);
            }
            node => descend_mut(self, node),
        }
    }
}
