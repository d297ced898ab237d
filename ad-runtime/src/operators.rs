//! Adjoints of operators on types that the compiler could not name.
//!
//! Each trait is generic over the types of both operands as values, and over how they are handed to the operator, since `a + b`
//! and `&a + &b` are two functions of a user's type. Floats and arrays have the same adjoint for all. With f a float on one
//! side there is exactly one implementation with a float on the other, so that literals get their type as in the operator.
//!
//! Arrays are differentiated as ndarray computes: where an operand was broadcast, its cotangent is summed over the axes along
//! which it was repeated; the cotangent of a scalar next to an array is a sum over the whole array.

mod array_tangents;
mod arrays;
mod assignments;
mod calls;
mod copies;
mod floats;
mod pairs;
use array_tangents::beside_number;
pub use arrays::{
    ArrayOperand, ArrayOperands, OtherViewOperand, OtherViewOperands, ViewOperand, ViewOperands, view_operand,
    view_operands,
};
pub(crate) use arrays::{lent, mapped, unbroadcast};
use arrays::{sum_of, zipped};
pub use assignments::{
    AddEq, AssignAdjoint, AssignKept, DivEq, MulEq, PlainAssign, RemEq, SubEq, assign_keep, assign_left, assign_right,
    assign_tangent,
};
pub use calls::{
    Changed, ConstantOperand, Form, Lives, Marked, Minus, Modulo, Negative, Operands, OperatorSweeps, Other,
    OtherOperands, Over, Plus, ReadForm, Times, ValueForm, add_assigned, div_assigned, mul_assigned, operands,
    rem_assigned, sub_assigned,
};
pub use copies::{
    CopiedOperands, KeptCopies, MarkedCopies, Operand, OtherCopies, OtherOperand, OwningOperands, RunsAgain, RunsOnce,
    Way, operand,
};
pub use pairs::{OperatorPairs, operate_pair};

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::missing::{MissingDerivative, missing_derivative};
use crate::scalar::{Scalar, over, portion, times, weighted};
use crate::storage::Storage;
use crate::witness::{Witness, witness};
use crate::workspace::{Workspace, copy_to_write};
use ndarray::{Array, ArrayBase, ArrayD, ArrayRef, Axis, DimMax, Dimension, RawData, RemoveAxis, Zip};

/// An operand that is handed to an operator by value.
#[derive(Clone, Copy, Debug)]
pub struct ByValue;

/// An operand that is handed to an operator by reference.
#[derive(Clone, Copy, Debug)]
pub struct ByReference;

/// The adjoint of `l + r`. It depends on the operands only through their shapes.
///
/// ```
/// use ad_runtime::{ByValue, Workspace, add_keep, add_left, add_right};
/// use ndarray::arr1;
///
/// let ws = &mut Workspace::new();
/// let kept = add_keep((ByValue, ByValue), &arr1(&[1.0, 2.0]), &3.0);
/// let seed = arr1(&[1.0, 10.0]);
/// assert_eq!(add_left(&kept, &seed, ws), seed);
/// assert_eq!(add_right(&kept, &seed, ws), 11.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `{Self} + {R}` is not known for operands `{F}`",
    note = "mark that `impl` of the operator with `#[differentiable]`"
)]
pub trait AddAdjoint<R: Differentiable, F = (ByValue, ByValue)>: Differentiable + Sized {
    /// What is kept of `l`: its shape, for floats and arrays.
    type Left;
    /// What is kept of `r`.
    type Right;
    /// Keeps what the adjoint needs of the operands, before the operator takes them.
    fn add_keep(l: &Self, r: &R) -> (Self::Left, Self::Right);
    /// The cotangent of the sum.
    type Seed: Cotangent;
    /// The cotangent of `l`.
    fn add_left(l: &Self::Left, r: &Self::Right, seed: &Self::Seed, workspace: &mut Workspace) -> Self::Cotangent;
    /// The cotangent of `r`.
    fn add_right(l: &Self::Left, r: &Self::Right, seed: &Self::Seed, workspace: &mut Workspace) -> R::Cotangent;
    /// The tangent of `l + r`, of which at least one operand has a tangent.
    #[inline(always)]
    fn add_tangent(_: &Self, _: &R, _: Option<&Self::Cotangent>, _: Option<&R::Cotangent>) -> Self::Seed {
        missing_derivative::<OfOperator, _>()
    }
}

/// The adjoint of `l - r`. It depends on the operands only through their shapes.
///
/// ```
/// use ad_runtime::{ByValue, Workspace, sub_keep, sub_left, sub_right};
///
/// let ws = &mut Workspace::new();
/// let kept = sub_keep((ByValue, ByValue), &1.0, &3.0);
/// assert_eq!(sub_left(&kept, &2.0, ws), 2.0);
/// assert_eq!(sub_right(&kept, &2.0, ws), -2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `{Self} - {R}` is not known for operands `{F}`",
    note = "mark that `impl` of the operator with `#[differentiable]`"
)]
pub trait SubAdjoint<R: Differentiable, F = (ByValue, ByValue)>: Differentiable + Sized {
    /// What is kept of `l`: its shape, for floats and arrays.
    type Left;
    /// What is kept of `r`.
    type Right;
    /// Keeps what the adjoint needs of the operands, before the operator takes them.
    fn sub_keep(l: &Self, r: &R) -> (Self::Left, Self::Right);
    /// The cotangent of the difference.
    type Seed: Cotangent;
    /// The cotangent of `l`.
    fn sub_left(l: &Self::Left, r: &Self::Right, seed: &Self::Seed, workspace: &mut Workspace) -> Self::Cotangent;
    /// The cotangent of `r`.
    fn sub_right(l: &Self::Left, r: &Self::Right, seed: &Self::Seed, workspace: &mut Workspace) -> R::Cotangent;
    /// The tangent of `l - r`, of which at least one operand has a tangent.
    #[inline(always)]
    fn sub_tangent(_: &Self, _: &R, _: Option<&Self::Cotangent>, _: Option<&R::Cotangent>) -> Self::Seed {
        missing_derivative::<OfOperator, _>()
    }
}

/// The adjoint of `l * r`.
///
/// ```
/// use ad_runtime::{ByValue, Workspace, mul_left, mul_right};
/// use ndarray::arr1;
///
/// let ws = &mut Workspace::new();
/// let (l, r) = (arr1(&[1.0, 2.0]), 3.0);
/// let seed = arr1(&[1.0, 10.0]);
/// assert_eq!(mul_left((ByValue, ByValue), &l, &r, &seed, ws), arr1(&[3.0, 30.0]));
/// assert_eq!(mul_right((ByValue, ByValue), &l, &r, &seed, ws), 21.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `{Self} * {R}` is not known for operands `{F}`",
    note = "mark that `impl` of the operator with `#[differentiable]`"
)]
pub trait MulAdjoint<R: Differentiable, F = (ByValue, ByValue)>: Differentiable + Sized {
    /// The cotangent of the product.
    type Seed: Cotangent;
    /// The cotangent of `l`.
    fn mul_left(l: &Self, r: &R, seed: &Self::Seed, workspace: &mut Workspace) -> Self::Cotangent;
    /// The cotangent of `r`.
    fn mul_right(l: &Self, r: &R, seed: &Self::Seed, workspace: &mut Workspace) -> R::Cotangent;
    /// The tangent of `l * r`, of which at least one operand has a tangent.
    #[inline(always)]
    fn mul_tangent(_: &Self, _: &R, _: Option<&Self::Cotangent>, _: Option<&R::Cotangent>) -> Self::Seed {
        missing_derivative::<OfOperator, _>()
    }
}

/// The adjoint of `l / r`.
///
/// ```
/// use ad_runtime::{ByValue, Workspace, div_left, div_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(div_left((ByValue, ByValue), &3.0, &2.0, &4.0, ws), 2.0);
/// assert_eq!(div_right((ByValue, ByValue), &3.0, &2.0, &4.0, ws), -3.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `{Self} / {R}` is not known for operands `{F}`",
    note = "mark that `impl` of the operator with `#[differentiable]`"
)]
pub trait DivAdjoint<R: Differentiable, F = (ByValue, ByValue)>: Differentiable + Sized {
    /// The cotangent of the quotient.
    type Seed: Cotangent;
    /// The cotangent of `l`.
    fn div_left(l: &Self, r: &R, seed: &Self::Seed, workspace: &mut Workspace) -> Self::Cotangent;
    /// The cotangent of `r`.
    fn div_right(l: &Self, r: &R, seed: &Self::Seed, workspace: &mut Workspace) -> R::Cotangent;
    /// The tangent of `l / r`, of which at least one operand has a tangent.
    #[inline(always)]
    fn div_tangent(_: &Self, _: &R, _: Option<&Self::Cotangent>, _: Option<&R::Cotangent>) -> Self::Seed {
        missing_derivative::<OfOperator, _>()
    }
}

/// The adjoint of `l % r`, which is `l - r * trunc(l / r)`.
///
/// ```
/// use ad_runtime::{ByValue, Workspace, rem_left, rem_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(rem_left((ByValue, ByValue), &7.0, &2.0, &1.0, ws), 1.0);
/// assert_eq!(rem_right((ByValue, ByValue), &7.0, &2.0, &1.0, ws), -3.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `{Self} % {R}` is not known for operands `{F}`",
    note = "mark that `impl` of the operator with `#[differentiable]`"
)]
pub trait RemAdjoint<R: Differentiable, F = (ByValue, ByValue)>: Differentiable + Sized {
    /// The cotangent of the remainder.
    type Seed: Cotangent;
    /// The cotangent of `l`.
    fn rem_left(l: &Self, r: &R, seed: &Self::Seed, workspace: &mut Workspace) -> Self::Cotangent;
    /// The cotangent of `r`.
    fn rem_right(l: &Self, r: &R, seed: &Self::Seed, workspace: &mut Workspace) -> R::Cotangent;
    /// The tangent of `l % r`, of which at least one operand has a tangent.
    #[inline(always)]
    fn rem_tangent(_: &Self, _: &R, _: Option<&Self::Cotangent>, _: Option<&R::Cotangent>) -> Self::Seed {
        missing_derivative::<OfOperator, _>()
    }
}

/// The adjoint of `-value`. It depends on the operand only through its shape.
///
/// ```
/// use ad_runtime::{ByValue, Workspace, neg_adjoint, neg_keep};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(neg_adjoint(&neg_keep(ByValue, &3.0), &2.0, ws), -2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `-{Self}` is not known for an operand `{F}`",
    note = "mark that `impl` of the operator with `#[differentiable]`"
)]
pub trait NegAdjoint<F = ByValue>: Differentiable + Sized {
    /// What is kept of the value.
    type Kept;
    /// Keeps what the adjoint needs of the value.
    fn neg_keep(value: &Self) -> Self::Kept;
    /// The cotangent of the negated value.
    type Seed: Cotangent;
    /// The cotangent of the value.
    fn neg(value: &Self::Kept, seed: &Self::Seed, workspace: &mut Workspace) -> Self::Cotangent;
    /// The tangent of `-value`.
    #[inline(always)]
    fn neg_tangent(_: &Self, _: &Self::Cotangent) -> Self::Seed {
        missing_derivative::<OfOperator, _>()
    }
}

/// An operator whose tangent is not known.
struct OfOperator;

impl MissingDerivative for OfOperator {
    const WHAT: &'static str =
        "an operator of this type has no tangent: write `#[differentiable(jvp)]` on the `impl` of the operator";
}

/// What flows in from either operand.
#[inline(always)]
fn both<S: Scalar>(left: Option<S>, right: Option<S>) -> S {
    match (left, right) {
        (Some(left), Some(right)) => left + right,
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => S::ZERO,
    }
}

macro_rules! tangents {
    ($($Adjoint:ident $tangent:ident $op:literal;)*) => {$(
        #[doc = concat!(" The tangent of `l ", $op, " r`; see [`", stringify!($Adjoint), "`].")]
        ///
        /// ```
        /// use ad_runtime::ByValue;
        ///
        #[doc = concat!("let tangent = ad_runtime::", stringify!($tangent), "((ByValue, ByValue), &6.0, &1.0, Some(&2.0), None);")]
        /// assert_eq!(tangent, 2.0);
        /// ```
        #[inline(always)]
        pub fn $tangent<L: $Adjoint<R, F>, R: Differentiable, F>(
            _: F,
            l: &L,
            r: &R,
            l_tangent: Option<&L::Cotangent>,
            r_tangent: Option<&R::Cotangent>,
        ) -> L::Seed {
            L::$tangent(l, r, l_tangent, r_tangent)
        }
    )*};
}

tangents! {
    AddAdjoint add_tangent "+";
    SubAdjoint sub_tangent "-";
    MulAdjoint mul_tangent "*";
    DivAdjoint div_tangent "/";
    RemAdjoint rem_tangent "%";
}

/// The tangent of `-value`; see [`NegAdjoint`].
///
/// ```
/// assert_eq!(ad_runtime::neg_tangent(ad_runtime::ByValue, &6.0, Some(&2.0)), -2.0);
/// ```
///
/// # Panics
/// If there is no tangent.
#[inline(always)]
pub fn neg_tangent<T: NegAdjoint<F>, F>(_: F, value: &T, tangent: Option<&T::Cotangent>) -> T::Seed {
    T::neg_tangent(value, tangent.expect("the operand has a tangent"))
}

/// The derivative of `l / r` with respect to `r`. Squaring `r` instead could overflow.
#[inline(always)]
pub(crate) fn quotient_slope<A: Scalar>(l: A, r: A) -> A {
    -(l / r) / r
}

macro_rules! sums {
    ($($Kept:ident $Adjoint:ident $keep:ident $left:ident $right:ident $op:literal $l_bar:literal $r_bar:literal;)*) => {$(
        #[doc = concat!(" What is kept of the operands of `l ", $op, " r`; made by [`", stringify!($keep), "`].")]
        pub struct $Kept<L: $Adjoint<R, F>, R: Differentiable, F>(L::Left, L::Right);

        #[doc = concat!(" Keeps what the adjoint of `l ", $op, " r` needs of the operands; see [`", stringify!($Adjoint), "`].")]
        #[inline(always)]
        pub fn $keep<L: $Adjoint<R, F>, R: Differentiable, F>(_: F, l: &L, r: &R) -> $Kept<L, R, F> {
            let (l, r) = L::$keep(l, r);
            $Kept(l, r)
        }

        sums!(@bar $Kept $Adjoint $keep $left "l" $op $l_bar, L::Cotangent);
        sums!(@bar $Kept $Adjoint $keep $right "r" $op $r_bar, R::Cotangent);
    )*};
    (@bar $Kept:ident $Adjoint:ident $keep:ident $bar:ident $side:literal $op:literal $value:literal, $Bar:ty) => {
        #[doc = concat!(" The cotangent of `", $side, "` in `l ", $op, " r`; see [`", stringify!($Adjoint), "`].")]
        ///
        /// ```
        #[doc = concat!("use ad_runtime::{ByValue, Workspace, ", stringify!($keep), ", ", stringify!($bar), "};")]
        ///
        /// let ws = &mut Workspace::new();
        #[doc = concat!("let kept = ", stringify!($keep), "((ByValue, ByValue), &1.0, &2.0);")]
        #[doc = concat!("assert_eq!(", stringify!($bar), "(&kept, &5.0, ws), ", $value, ");")]
        /// ```
        #[inline(always)]
        pub fn $bar<L: $Adjoint<R, F>, R: Differentiable, F>(
            kept: &$Kept<L, R, F>,
            seed: &L::Seed,
            ws: &mut Workspace,
        ) -> $Bar {
            L::$bar(&kept.0, &kept.1, seed, ws)
        }
    };
}

sums! {
    AddKept AddAdjoint add_keep add_left add_right "+" "5.0" "5.0";
    SubKept SubAdjoint sub_keep sub_left sub_right "-" "5.0" "-5.0";
}

// Written out, not by a macro: rustc shows the user where what an operator lacks is asked for.

/// The cotangent of `l` in `l * r`; see [`MulAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, mul_left};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(mul_left((ByValue, ByValue), &5.0, &2.0, &4.0, ws), 8.0);
/// ```
#[inline(always)]
pub fn mul_left<L: MulAdjoint<R, F>, R: Differentiable, F>(
    _: F,
    l: &L,
    r: &R,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> L::Cotangent {
    L::mul_left(l, r, seed, ws)
}

/// The cotangent of `r` in `l * r`; see [`MulAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, mul_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(mul_right((ByValue, ByValue), &5.0, &2.0, &4.0, ws), 20.0);
/// ```
#[inline(always)]
pub fn mul_right<L: MulAdjoint<R, F>, R: Differentiable, F>(
    _: F,
    l: &L,
    r: &R,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> R::Cotangent {
    L::mul_right(l, r, seed, ws)
}

/// The cotangent of `l` in `l / r`; see [`DivAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, div_left};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(div_left((ByValue, ByValue), &5.0, &2.0, &4.0, ws), 2.0);
/// ```
#[inline(always)]
pub fn div_left<L: DivAdjoint<R, F>, R: Differentiable, F>(
    _: F,
    l: &L,
    r: &R,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> L::Cotangent {
    L::div_left(l, r, seed, ws)
}

/// The cotangent of `r` in `l / r`; see [`DivAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, div_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(div_right((ByValue, ByValue), &5.0, &2.0, &4.0, ws), -5.0);
/// ```
#[inline(always)]
pub fn div_right<L: DivAdjoint<R, F>, R: Differentiable, F>(
    _: F,
    l: &L,
    r: &R,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> R::Cotangent {
    L::div_right(l, r, seed, ws)
}

/// The cotangent of `l` in `l % r`; see [`RemAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, rem_left};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(rem_left((ByValue, ByValue), &5.0, &2.0, &4.0, ws), 4.0);
/// ```
#[inline(always)]
pub fn rem_left<L: RemAdjoint<R, F>, R: Differentiable, F>(
    _: F,
    l: &L,
    r: &R,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> L::Cotangent {
    L::rem_left(l, r, seed, ws)
}

/// The cotangent of `r` in `l % r`; see [`RemAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, rem_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(rem_right((ByValue, ByValue), &5.0, &2.0, &4.0, ws), -8.0);
/// ```
#[inline(always)]
pub fn rem_right<L: RemAdjoint<R, F>, R: Differentiable, F>(
    _: F,
    l: &L,
    r: &R,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> R::Cotangent {
    L::rem_right(l, r, seed, ws)
}

/// What is kept of the operand of `-value`; made by [`neg_keep`].
pub struct NegKept<V: NegAdjoint<F>, F>(V::Kept);

/// Keeps what the adjoint of `-value` needs of the value.
///
/// ```
/// use ad_runtime::{ByValue, Workspace};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(ad_runtime::neg_adjoint(&ad_runtime::neg_keep(ByValue, &3.0), &2.0, ws), -2.0);
/// ```
#[inline(always)]
pub fn neg_keep<V: NegAdjoint<F>, F>(_: F, value: &V) -> NegKept<V, F> {
    NegKept(V::neg_keep(value))
}

/// The cotangent of `value` in `-value`; see [`NegAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(ad_runtime::neg_adjoint(&ad_runtime::neg_keep(ByValue, &3.0), &2.0, ws), -2.0);
/// ```
#[inline(always)]
pub fn neg_adjoint<V: NegAdjoint<F>, F>(kept: &NegKept<V, F>, seed: &V::Seed, ws: &mut Workspace) -> V::Cotangent {
    V::neg(&kept.0, seed, ws)
}

#[cfg(test)]
mod tests;
