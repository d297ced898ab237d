//! Vector mode (`lanes`): rejects what has no sweep that carries several cotangents at once.
//!
//! Input:  `#[differentiable(lanes)] fn f<T: Float>(x: &[T]) -> [T; 2]`
//! Output: "`lanes` is for functions without generic parameters"
//!
//! The sweeps are those of one cotangent, emitted once more: their numbers are `Lanes`, and the runtime's functions those of its
//! module `lanes`.

use crate::function::compiled::Compiled;
use crate::ir::*;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::types::Ty;
use crate::twin::target::{Kind, Twin};
use proc_macro2::{Ident, Span};

const HELP: &str = "take `lanes` away: a Jacobian is then computed row by row";

/// Reports something that has no form with `lanes`.
pub fn reject(span: Span, what: &str, diagnostics: &Diagnostics) {
    diagnostics.error(span, what, HELP);
}

/// Reports what stands in the way of `lanes`, which stands at `key`.
pub fn check(key: &Ident, compiled: &Compiled, twin: &Twin, diagnostics: &Diagnostics) {
    let error = |span: Span, what: &str| reject(span, what, diagnostics);
    let f = &compiled.function;
    if !matches!(twin.kind, Kind::Free(_)) {
        error(key.span(), "`lanes` is for free functions");
    }
    if !twin.in_scope.is_empty() {
        error(key.span(), "`lanes` is for functions without generic parameters");
    }
    if !matches!(f.recursion, Recursion::None) {
        error(key.span(), "a function that calls itself has no form with `lanes`");
    }
    if f.through {
        error(key.span(), "a place that a function returns has no form with `lanes`");
    }
    if !f.tuples.is_empty() {
        error(
            key.span(),
            "tuples of references as parameters have no form with `lanes`",
        );
    }
    for param in f.params.iter().filter(|param| param.differentiable) {
        if let Ty::NdArray(..) = Ty::of(&param.ty) {
            error(
                syn::spanned::Spanned::span(&param.ty),
                "there are no `lanes` of an ndarray",
            );
        }
        if param.present.is_some() || param.any_size || crate::syntax::types::mentions_object(&param.ty) {
            error(
                key.span(),
                "options of references and trait objects as parameters have no form with `lanes`",
            );
        }
        if param.passing == Passing::Function {
            error(
                key.span(),
                "a function with functions as parameters has no form with `lanes`",
            );
        }
    }
    if let Ty::NdArray(..) = f.output_ty {
        error(
            syn::spanned::Spanned::span(&f.output),
            "there are no `lanes` of an ndarray",
        );
    }
    f.body.walk(&mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind
            && !call.inactive
            && (call.kind != CallKind::Function || call.forward.path.segments[0].ident == f.ad)
        {
            error(
                stmt.span,
                "with `lanes`, only functions called by their name are differentiated, and marked `lanes` themselves",
            );
        }
    });
    compiled.backward.block.walk(&mut |stmt| {
        let numbers = match &stmt.kind {
            StmtKind::Let { op, .. } => !matches!(
                op,
                Op::Cast(..) | Op::RuntimeRule(..) | Op::Runtime("convert_like" | "cast_like", _)
            ),
            StmtKind::Accumulate(function, _) => !matches!(*function, "sum_adjoint" | "dot_left" | "dot_right"),
            StmtKind::PullMap(_) => false,
            _ => true,
        };
        if !numbers {
            error(stmt.span, "the derivative of this has no form with `lanes`");
        }
    });
}
