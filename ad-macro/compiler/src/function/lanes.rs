//! Vector mode (`lanes`, `jacobian(mode = forward)`): rejects what has no sweep that carries several cotangents at once, or no tangent
//! function that carries several directions.
//!
//! Input:  `#[differentiable(lanes)] fn f<T: Float>(x: &[T]) -> [T; 2]`
//! Output: "`lanes` is for functions without generic parameters"
//!
//! The sweeps are those of one cotangent, emitted once more, and so is the tangent function: their numbers are `Lanes`, and the runtime's
//! functions those of its module `lanes`.

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

/// Reports something that has no form with several directions.
pub fn reject_forward(span: Span, what: &str, diagnostics: &Diagnostics) {
    let help = "write `jvp` in its place: a Jacobian is then computed column by column, or row by row";
    diagnostics.error(span, what, help);
}

/// Reports what stands in the way of a tangent function that carries several directions, which is asked for at `key`.
pub fn check_tangent(key: &Ident, compiled: &Compiled, twin: &Twin, diagnostics: &Diagnostics) {
    let error = |span: Span, what: &str| reject_forward(span, what, diagnostics);
    if !matches!(twin.kind, Kind::Free(_)) {
        error(key.span(), "`jacobian(mode = forward)` is for free functions");
    }
    if !twin.in_scope.is_empty() {
        error(
            key.span(),
            "`jacobian(mode = forward)` is for functions without generic parameters",
        );
    }
    let array = |ty: &Ty| matches!(ty, Ty::NdArray(..));
    for param in compiled.function.params.iter().filter(|param| param.differentiable) {
        if array(&Ty::of(&param.ty)) {
            error(
                syn::spanned::Spanned::span(&param.ty),
                "an ndarray carries one direction: it has no form with `jacobian(mode = forward)`",
            );
        }
    }
    let tangent = match &compiled.tangent {
        Ok(tangent) => tangent,
        Err(missing) => return error(missing.span, &format!("no tangent yet: {}", missing.what)),
    };
    let f = &tangent.function;
    let is_tangent = |var: Var| var.0 >= tangent.primal;
    f.body.walk(&mut |stmt| {
        let several = match &stmt.kind {
            StmtKind::Call(call) if call.tangents.is_some() && !matches!(call.kind, CallKind::Function | CallKind::Operator) => {
                return error(
                    stmt.span,
                    "with `jacobian(mode = forward)`, only functions called by their name are differentiated, and marked so themselves",
                );
            }
            StmtKind::Let { var, op } => match op {
                Op::Tangent {
                    function: "part_tangent",
                    ..
                } => true,
                Op::Tangent { .. } | Op::RuntimeRule(..) | Op::Mapv(_) | Op::Sum(_) | Op::Dot(..) => !is_tangent(*var),
                Op::Cast(atom, _) => !atom.var().is_some_and(is_tangent),
                _ => !is_tangent(*var) || !array(&f.info(*var).ty),
            },
            _ => true,
        };
        if !several {
            error(stmt.span, "the derivative of this has no form with `jacobian(mode = forward)`");
        }
    });
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
        error(
            key.span(),
            "a place that a function returns has no form with `lanes`, nor has an element of an array of which only an alias is seen",
        );
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
