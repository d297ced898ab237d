//! Which operators are those of tensors, for all that inference knows; rustc decides, see `analysis/elementwise.rs`.
//!
//! Input:  `a * b + 2.0` with `a: &Tensor<f32>`, `b: &Tensor<f32>`
//! Output: `of_tensors: {* at its place: f32, + at its place: f32}`

use crate::infer::types::{Head, Type};
use crate::lower::builder::Lower;
use crate::syntax::expressions::strip;
use crate::syntax::types::Width;
use quote::ToTokens;
use syn::{BinOp, Expr, UnOp};

/// What an operand is.
enum Kind {
    Tensor(Width),
    Number,
}

/// Where an operator stands.
pub fn place_of(op: &BinOp) -> String {
    let token = op.to_token_stream().into_iter().next().expect("an operator is a token");
    format!("{:?}", token.span())
}

impl Lower<'_> {
    pub(super) fn note_tensors(&mut self, binary: &syn::ExprBinary) {
        if let Some(Kind::Tensor(width)) = self.kind_of_binary(binary) {
            self.f.of_tensors.insert(place_of(&binary.op), width);
        }
    }

    fn kind_of_binary(&self, binary: &syn::ExprBinary) -> Option<Kind> {
        use BinOp::*;
        if !matches!(binary.op, Add(_) | Sub(_) | Mul(_) | Div(_)) {
            return None;
        }
        match (self.kind_of(&binary.left)?, self.kind_of(&binary.right)?) {
            (Kind::Tensor(l), Kind::Tensor(r)) if l != r => None,
            (Kind::Number, Kind::Number) => None,
            (Kind::Tensor(width), _) | (_, Kind::Tensor(width)) => Some(Kind::Tensor(width)),
        }
    }

    fn kind_of(&self, expr: &Expr) -> Option<Kind> {
        match strip(expr) {
            Expr::Reference(reference) => self.kind_of(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => self.kind_of(&unary.expr),
            Expr::Binary(binary) if let Some(kind) = self.kind_of_binary(binary) => Some(kind),
            expr => match self.inferred(expr) {
                ty if ty.is_float() => Some(Kind::Number),
                Type::Of(Head::Named(name), parts) if name == "Tensor" => match &parts[..] {
                    [element] => match element.as_primitive()? {
                        "f32" => Some(Kind::Tensor(Width::F32)),
                        "f64" => Some(Kind::Tensor(Width::F64)),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            },
        }
    }
}
