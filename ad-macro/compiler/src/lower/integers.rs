//! Functions of integers, by their path: no derivative flows through them.
//!
//! Input:  `u16::max(self.depth, level)`
//! Output: the same tokens, as an `Opaque` that reads `self.depth` and `level`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::quote_spanned;

impl Lower<'_> {
    /// `usize::max(a, b)`: its arguments are integers, or rustc says so, and no derivative flows here.
    pub(super) fn of_integers(&mut self, function: &syn::ExprPath, call: &syn::ExprCall, ty: Ty, span: Span) -> Value {
        let mut atoms = Vec::new();
        for arg in &call.args {
            atoms.push(self.atom(arg));
        }
        let args = atoms.iter().map(|atom| self.spelled(atom));
        let tokens = quote_spanned!(span=> #function(#(#args),*));
        let reads = atoms.iter().filter_map(Atom::var).collect();
        // It may panic, and so is not evaluated again.
        let opaque = Opaque::once(tokens, reads);
        Value::Op(Op::Opaque(opaque), ty)
    }

    /// `self.count.saturating_sub(1)`: only integers have a method of this name, or rustc says so.
    pub(super) fn integer_method(&mut self, call: &syn::ExprMethodCall, ty: Ty) -> Value {
        let (ad, method, span) = (self.f.names_ad(), &call.method, call.method.span());
        let mut atoms = vec![self.atom(&call.receiver)];
        for arg in &call.args {
            atoms.push(self.atom(arg));
        }
        let reads = atoms.iter().filter_map(Atom::var).collect();
        let mut values = atoms.iter().map(|atom| self.spelled(atom));
        let receiver = values.next().expect("the receiver comes first");
        let tokens = quote_spanned!(span=> #ad::passive(#receiver).#method(#(#values),*));
        let opaque = Opaque::once(tokens, reads);
        Value::Op(Op::Opaque(opaque), ty)
    }
}

/// What a method gives that only integers have, by its name.
pub(super) fn only_of_integers(method: &str) -> Option<Ty> {
    let modular = ["saturating_", "wrapping_", "checked_"];
    let named = matches!(
        method,
        "abs_diff"
            | "unsigned_abs"
            | "div_ceil"
            | "isqrt"
            | "ilog2"
            | "ilog10"
            | "next_multiple_of"
            | "next_power_of_two"
            | "is_power_of_two"
            | "count_ones"
            | "count_zeros"
            | "leading_zeros"
            | "trailing_zeros"
            | "reverse_bits"
    );
    (named || modular.iter().any(|word| method.starts_with(word)))
        .then(|| of_integers(method))
        .flatten()
}

/// What a function of std's integers gives, if all that it takes are integers too.
pub(super) fn of_integers(function: &str) -> Option<Ty> {
    Some(match function {
        "max" | "min" | "clamp" | "pow" | "abs" | "abs_diff" | "unsigned_abs" | "signum" | "rem_euclid"
        | "div_euclid" | "div_ceil" | "isqrt" | "ilog" | "ilog2" | "ilog10" | "midpoint" | "next_multiple_of"
        | "next_power_of_two" | "saturating_add" | "saturating_sub" | "saturating_mul" | "saturating_pow"
        | "wrapping_add" | "wrapping_sub" | "wrapping_mul" | "wrapping_neg" | "wrapping_pow" | "count_ones"
        | "count_zeros" | "leading_zeros" | "trailing_zeros" | "swap_bytes" | "reverse_bits" | "rotate_left"
        | "rotate_right" => Ty::Int,
        "is_power_of_two" => Ty::Bool,
        "checked_add" | "checked_sub" | "checked_mul" | "checked_div" | "checked_rem" | "checked_pow"
        | "checked_neg" => Ty::Inert,
        _ => return None,
    })
}
