//! Lowering: syn → IR, from expressions to A-normal form over places.
//!
//! Input:  `let row = &x[i * d..(i + 1) * d]; s += row[j] * w;`
//! Output: `let t1: int = `i * d`; let t2: int = `(i + 1) * d`; let t3 = x[t1..t2][j]; let t4 = t3 * w; s += t4`
//!
//! Variables are renamed apart, a reference becomes the place that it points to, and what a mutable place holds is copied
//! where it is read. Patterns, iterator chains, options and closures have no form of their own in the IR: they are reduced to branches,
//! loops, places and calls. Control flow keeps its jumps; `analysis/structurize.rs` removes them.
//!
//! Invariant: the order of evaluation is the user's, and what has no lowering is an error on the construct, with a stand-in for its
//! value. What is concluded from a name is proved by rustc in the emitted code. Files in here may import each other in circles:
//! expressions hold statements, and statements expressions.

pub mod arguments;
pub mod array_elements;
pub mod arrays;
pub mod assertions;
pub mod assignments;
pub mod bare_variants;
pub mod builder;
pub mod call_projections;
pub mod calls;
pub mod chain_adapters;
pub mod chain_consumers;
pub mod chains;
pub mod closures;
pub mod combinators;
pub mod effects;
pub mod expressions;
pub mod for_loops;
pub mod functions;
pub mod holders;
pub mod integers;
pub mod iterators;
pub mod itineraries;
pub mod lists;
pub mod loops;
pub mod macros;
pub mod maps;
pub mod matches;
pub mod methods;
pub mod name_activity;
pub mod named;
pub mod numbers;
pub mod opaque_tokens;
pub mod options;
pub mod overwrites;
pub mod params;
pub mod patterns;
pub mod read_only_elements;
pub mod reassigned_references;
pub mod reference_lists;
pub mod reference_types;
pub mod references;
pub mod scopes;
pub mod searches;
pub mod submatrix_writes;
pub mod temporaries;
pub mod tensors;
pub mod typing;
pub mod views;
pub mod vocabulary;
pub mod zips;

use crate::infer::inference::infer;
use crate::infer::methods::{Mark, is};
use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::normalize::exchange_taken;
use crate::options::attribute::Options;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::expressions::tail_span;
use crate::syntax::name_proofs;
use crate::syntax::types::Ty;
use proc_macro2::TokenStream;
use syn::Expr;

/// Lowers a function whose signature has been accepted.
/// `outer` names the parameters of the impl around it.
pub fn lower(written: &syn::ItemFn, outer: &[TokenStream], options: &Options, diagnostics: &Diagnostics) -> Function {
    let exchanged = exchange_taken::exchanged(written);
    let function = exchanged.as_ref().unwrap_or(written);
    let facts = infer(function, &options.around);
    if facts.rejected {
        diagnostics.leave_to_rustc();
    }
    let attempt = |diagnostics: &Diagnostics, cursors| {
        let mut lower = Lower::new(function, outer, options, &facts, diagnostics).with_cursors(cursors);
        if exchanged.is_some() {
            lower.f.proofs = name_proofs::proofs(written);
        }
        lower.params(function);
        lower.outermost = lower.scopes.len() + 1;
        let ended = lower.made_at_end(&function.block, &lower.f.output);
        let value = lower.block(ended.as_ref().unwrap_or(&function.block));
        let span = tail_span(&function.block);
        let valued = matches!(
            lower.f.output_ty,
            Ty::Float(_) | Ty::Int | Ty::Bool | Ty::Array(_) | Ty::Vec(_) | Ty::Tuple(_)
        );
        if valued && matches!(value, Value::Unit) {
            diagnostics.leave_to_rustc();
        }
        lower.unasked(&value);
        lower.f.body = lower.finish_block(value, span);
        lower.report_changed_holders();
        lower.note_structs();
        (lower.f, lower.cursors)
    };
    reference_types::until_known(diagnostics, attempt)
}

/// Lowers a function that returns a reference: its statements, and the places that the reference may point to.
pub fn lower_reference(
    function: &syn::ItemFn,
    outer: &[TokenStream],
    options: &Options,
    diagnostics: &Diagnostics,
) -> (Function, Value) {
    let facts = infer(function, &options.around);
    let attempt = |diagnostics: &Diagnostics, cursors| {
        let mut lower = Lower::new(function, outer, options, &facts, diagnostics).with_cursors(cursors);
        lower.keeps_references = true;
        lower.params(function);
        let value = if name_activity::returns_from_within(&*function.block) {
            lower.returned_reference(&function.block)
        } else {
            lower.block(&function.block)
        };
        lower.report_changed_holders();
        let value = lower.settle(value, tail_span(&function.block));
        lower.f.body.stmts = std::mem::take(&mut lower.stmts);
        ((lower.f, options::absent(value)), lower.cursors)
    };
    reference_types::until_known(diagnostics, attempt)
}

/// Methods that measure an array: their result is an integer or a shape.
fn is_measure(method: &str) -> bool {
    is(Mark::Measure, method)
        || matches!(method, "remaining_capacity" | "is_full")
        || crate::syntax::scalar_rules::is_inert(method)
}

/// The two parts of `[element; len]`, as `vec!` has them.
fn parse_repeat(tokens: TokenStream) -> syn::Result<(Expr, Expr)> {
    use syn::parse::Parser;
    (|input: syn::parse::ParseStream| {
        let element = input.parse()?;
        input.parse::<syn::Token![;]>()?;
        Ok((element, input.parse()?))
    })
    .parse2(tokens)
}
