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
mod calls;
mod copies;
mod pairs;
use array_tangents::beside_number;
pub use arrays::{
    ArrayOperand, ArrayOperands, OtherViewOperand, OtherViewOperands, ViewOperand, ViewOperands, view_operand,
    view_operands,
};
pub(crate) use arrays::{lent, mapped, unbroadcast};
use arrays::{sum_of, zipped};
pub use calls::{
    Changed, Form, Lives, Marked, Minus, Modulo, Negative, Operands, OperatorSweeps, Other, OtherOperands, Over, Plus,
    ReadForm, Times, add_assigned, div_assigned, mul_assigned, operands, rem_assigned, sub_assigned,
};
pub use copies::{CopiedOperands, MarkedCopies, Operand, OtherCopies, OtherOperand, OwningOperands, operand};
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

macro_rules! float_operators {
    ($($float:ident)*) => {$(
        impl<F> AddAdjoint<$float, F> for $float {
            type Left = Witness<Self>;
            type Right = Witness<$float>;
            #[inline(always)]
            fn add_keep(l: &Self, r: &$float) -> (Self::Left, Self::Right) {
                (witness(l), witness(r))
            }
            type Seed = $float;
            #[inline(always)]
            fn add_left(_: &Witness<$float>, _: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                *seed
            }
            #[inline(always)]
            fn add_right(_: &Witness<$float>, _: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                *seed
            }
            #[inline(always)]
            fn add_tangent(_: &$float, _: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                both(l_tangent.copied(), r_tangent.copied())
            }
        }

        impl<F> SubAdjoint<$float, F> for $float {
            type Left = Witness<Self>;
            type Right = Witness<$float>;
            #[inline(always)]
            fn sub_keep(l: &Self, r: &$float) -> (Self::Left, Self::Right) {
                (witness(l), witness(r))
            }
            type Seed = $float;
            #[inline(always)]
            fn sub_left(_: &Witness<$float>, _: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                *seed
            }
            #[inline(always)]
            fn sub_right(_: &Witness<$float>, _: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                -seed
            }
            #[inline(always)]
            fn sub_tangent(_: &$float, _: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                both(l_tangent.copied(), r_tangent.map(|tangent| -tangent))
            }
        }

        impl<F> MulAdjoint<$float, F> for $float {
            type Seed = $float;
            #[inline(always)]
            fn mul_left(_: &$float, r: &$float, seed: &$float, _: &mut Workspace) -> $float {
                times(*seed, *r)
            }
            #[inline(always)]
            fn mul_right(l: &$float, _: &$float, seed: &$float, _: &mut Workspace) -> $float {
                times(*seed, *l)
            }
            #[inline(always)]
            fn mul_tangent(l: &$float, r: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                let left = l_tangent.map(|tangent| weighted(*tangent, *r));
                both(left, r_tangent.map(|tangent| weighted(*tangent, *l)))
            }
        }

        impl<F> DivAdjoint<$float, F> for $float {
            type Seed = $float;
            #[inline(always)]
            fn div_left(_: &$float, r: &$float, seed: &$float, _: &mut Workspace) -> $float {
                over(*seed, *r)
            }
            #[inline(always)]
            fn div_right(l: &$float, r: &$float, seed: &$float, _: &mut Workspace) -> $float {
                // The cotangent of `l` and the quotient are there already: LLVM finds them unless the sign is theirs.
                -times(over(*seed, *r), *l / *r)
            }
            #[inline(always)]
            fn div_tangent(l: &$float, r: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                let right = r_tangent.map(|tangent| -weighted(*tangent, l / r));
                over(both(l_tangent.copied(), right), *r)
            }
        }

        impl<F> RemAdjoint<$float, F> for $float {
            type Seed = $float;
            #[inline(always)]
            fn rem_left(_: &$float, _: &$float, seed: &$float, _: &mut Workspace) -> $float {
                *seed
            }
            #[inline(always)]
            fn rem_right(l: &$float, r: &$float, seed: &$float, _: &mut Workspace) -> $float {
                portion(*seed, -(l / r).trunc())
            }
            #[inline(always)]
            fn rem_tangent(l: &$float, r: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                both(l_tangent.copied(), r_tangent.map(|tangent| portion(*tangent, -(l / r).trunc())))
            }
        }

        impl<F> NegAdjoint<F> for $float {
            type Kept = Witness<Self>;
            #[inline(always)]
            fn neg_keep(value: &Self) -> Witness<Self> {
                witness(value)
            }
            type Seed = $float;
            #[inline(always)]
            fn neg(_: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                -seed
            }
            #[inline(always)]
            fn neg_tangent(_: &$float, tangent: &$float) -> $float {
                -tangent
            }
        }

        impl<S: Storage + RawData<Elem = $float>, D: Dimension + 'static, F> AddAdjoint<ArrayBase<S, D>, F> for $float {
            type Left = Witness<Self>;
            type Right = Witness<ArrayBase<S, D>>;
            #[inline(always)]
            fn add_keep(l: &Self, r: &ArrayBase<S, D>) -> (Self::Left, Self::Right) {
                (witness(l), witness(r))
            }
            type Seed = Array<$float, D>;
            #[inline]
            fn add_left(_: &Witness<$float>, _: &Witness<ArrayBase<S, D>>, seed: &Self::Seed, _: &mut Workspace) -> $float {
                seed.sum()
            }
            #[inline]
            fn add_right(_: &Witness<$float>, _: &Witness<ArrayBase<S, D>>, seed: &Self::Seed, ws: &mut Workspace) -> Array<$float, D> {
                seed.copy_in(ws)
            }
            #[inline]
            fn add_tangent(_: &$float, r: &ArrayBase<S, D>, l_dot: Option<&$float>, r_dot: Option<&Array<$float, D>>) -> Self::Seed {
                beside_number((r, r_dot), l_dot, |dot, _| dot, |dot, _| dot)
            }
        }

        impl<S: Storage + RawData<Elem = $float>, D: Dimension + 'static, F> SubAdjoint<ArrayBase<S, D>, F> for $float {
            type Left = Witness<Self>;
            type Right = Witness<ArrayBase<S, D>>;
            #[inline(always)]
            fn sub_keep(l: &Self, r: &ArrayBase<S, D>) -> (Self::Left, Self::Right) {
                (witness(l), witness(r))
            }
            type Seed = Array<$float, D>;
            #[inline]
            fn sub_left(_: &Witness<$float>, _: &Witness<ArrayBase<S, D>>, seed: &Self::Seed, _: &mut Workspace) -> $float {
                seed.sum()
            }
            #[inline]
            fn sub_right(_: &Witness<$float>, _: &Witness<ArrayBase<S, D>>, seed: &Self::Seed, ws: &mut Workspace) -> Array<$float, D> {
                mapped(seed, ws, |s| -s)
            }
            #[inline]
            fn sub_tangent(_: &$float, r: &ArrayBase<S, D>, l_dot: Option<&$float>, r_dot: Option<&Array<$float, D>>) -> Self::Seed {
                beside_number((r, r_dot), l_dot, |dot, _| -dot, |dot, _| dot)
            }
        }

        impl<S: Storage + RawData<Elem = $float>, D: Dimension + 'static, F> MulAdjoint<ArrayBase<S, D>, F> for $float {
            type Seed = Array<$float, D>;
            #[inline]
            fn mul_left(_: &$float, r: &ArrayBase<S, D>, seed: &Self::Seed, _: &mut Workspace) -> $float {
                sum_of(r, seed, |r, s| times(s, r))
            }
            #[inline]
            fn mul_right(l: &$float, _: &ArrayBase<S, D>, seed: &Self::Seed, ws: &mut Workspace) -> Array<$float, D> {
                mapped(seed, ws, |s| times(s, *l))
            }
            #[inline]
            fn mul_tangent(l: &$float, r: &ArrayBase<S, D>, l_dot: Option<&$float>, r_dot: Option<&Array<$float, D>>) -> Self::Seed {
                beside_number((r, r_dot), l_dot, |dot, _| times(dot, *l), |dot, r| times(dot, r))
            }
        }

        impl<S: Storage + RawData<Elem = $float>, D: Dimension + 'static, F> DivAdjoint<ArrayBase<S, D>, F> for $float {
            type Seed = Array<$float, D>;
            #[inline]
            fn div_left(_: &$float, r: &ArrayBase<S, D>, seed: &Self::Seed, _: &mut Workspace) -> $float {
                sum_of(r, seed, |r, s| over(s, r))
            }
            #[inline]
            fn div_right(l: &$float, r: &ArrayBase<S, D>, seed: &Self::Seed, ws: &mut Workspace) -> Array<$float, D> {
                zipped(seed, r, ws, |s, r| times(s, quotient_slope(*l, r)))
            }
            #[inline]
            fn div_tangent(l: &$float, r: &ArrayBase<S, D>, l_dot: Option<&$float>, r_dot: Option<&Array<$float, D>>) -> Self::Seed {
                beside_number((r, r_dot), l_dot, |dot, r| times(dot, quotient_slope(*l, r)), |dot, r| over(dot, r))
            }
        }
    )*};
}

float_operators!(f32 f64);

/// What is kept of the operands of `l + r`; made by [`add_keep`].
pub struct AddKept<L: AddAdjoint<R, F>, R: Differentiable, F>(L::Left, L::Right);

/// Keeps what the adjoint of `l + r` needs of the operands.
///
/// ```
/// use ad_runtime::{ByValue, Workspace, add_keep, add_left};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(add_left(&add_keep((ByValue, ByValue), &1.0, &2.0), &5.0, ws), 5.0);
/// ```
#[inline(always)]
pub fn add_keep<L: AddAdjoint<R, F>, R: Differentiable, F>(_: F, l: &L, r: &R) -> AddKept<L, R, F> {
    let (l, r) = L::add_keep(l, r);
    AddKept(l, r)
}

/// The cotangent of `l` in `l + r`; see [`AddAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, add_keep, add_left};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(add_left(&add_keep((ByValue, ByValue), &1.0, &2.0), &5.0, ws), 5.0);
/// ```
#[inline(always)]
pub fn add_left<L: AddAdjoint<R, F>, R: Differentiable, F>(
    kept: &AddKept<L, R, F>,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> L::Cotangent {
    L::add_left(&kept.0, &kept.1, seed, ws)
}

/// The cotangent of `r` in `l + r`; see [`AddAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, add_keep, add_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(add_right(&add_keep((ByValue, ByValue), &1.0, &2.0), &5.0, ws), 5.0);
/// ```
#[inline(always)]
pub fn add_right<L: AddAdjoint<R, F>, R: Differentiable, F>(
    kept: &AddKept<L, R, F>,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> R::Cotangent {
    L::add_right(&kept.0, &kept.1, seed, ws)
}

/// What is kept of the operands of `l - r`; made by [`sub_keep`].
pub struct SubKept<L: SubAdjoint<R, F>, R: Differentiable, F>(L::Left, L::Right);

/// Keeps what the adjoint of `l - r` needs of the operands.
///
/// ```
/// use ad_runtime::{ByValue, Workspace, sub_keep, sub_left};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(sub_left(&sub_keep((ByValue, ByValue), &1.0, &2.0), &5.0, ws), 5.0);
/// ```
#[inline(always)]
pub fn sub_keep<L: SubAdjoint<R, F>, R: Differentiable, F>(_: F, l: &L, r: &R) -> SubKept<L, R, F> {
    let (l, r) = L::sub_keep(l, r);
    SubKept(l, r)
}

/// The cotangent of `l` in `l - r`; see [`SubAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, sub_keep, sub_left};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(sub_left(&sub_keep((ByValue, ByValue), &1.0, &2.0), &5.0, ws), 5.0);
/// ```
#[inline(always)]
pub fn sub_left<L: SubAdjoint<R, F>, R: Differentiable, F>(
    kept: &SubKept<L, R, F>,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> L::Cotangent {
    L::sub_left(&kept.0, &kept.1, seed, ws)
}

/// The cotangent of `r` in `l - r`; see [`SubAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace, sub_keep, sub_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(sub_right(&sub_keep((ByValue, ByValue), &1.0, &2.0), &5.0, ws), -5.0);
/// ```
#[inline(always)]
pub fn sub_right<L: SubAdjoint<R, F>, R: Differentiable, F>(
    kept: &SubKept<L, R, F>,
    seed: &L::Seed,
    ws: &mut Workspace,
) -> R::Cotangent {
    L::sub_right(&kept.0, &kept.1, seed, ws)
}

/// The cotangent of `l` in `l * r`; see [`MulAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, Workspace};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(ad_runtime::mul_left((ByValue, ByValue), &1.0, &2.0, &5.0, ws), 10.0);
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
/// use ad_runtime::{ByValue, Workspace};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(ad_runtime::mul_right((ByValue, ByValue), &1.0, &2.0, &5.0, ws), 5.0);
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
/// use ad_runtime::{ByValue, Workspace};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(ad_runtime::div_left((ByValue, ByValue), &1.0, &2.0, &5.0, ws), 2.5);
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
/// use ad_runtime::{ByValue, Workspace};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(ad_runtime::div_right((ByValue, ByValue), &1.0, &2.0, &4.0, ws), -1.0);
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
/// use ad_runtime::{ByValue, Workspace};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(ad_runtime::rem_left((ByValue, ByValue), &5.0, &2.0, &3.0, ws), 3.0);
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
/// use ad_runtime::{ByValue, Workspace};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(ad_runtime::rem_right((ByValue, ByValue), &5.0, &2.0, &3.0, ws), -6.0);
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

/// The compound assignments as types, `O` in [`AssignAdjoint`], for types on which they are plain.
macro_rules! assignments {
    ($($Assign:ident $Adjoint:ident $left:ident $right:ident $tangent:ident $text:literal),*) => {$(
        #[doc = concat!("The operator `", $text, "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $Assign;

        impl<L, R, F> AssignAdjoint<$Assign, R, F> for L
        where
            L: PlainAssign + Clone + $Adjoint<R, (ByValue, F), Seed = <L as Differentiable>::Cotangent>,
            R: Differentiable + Clone,
        {
            type Kept = (L, R);
            #[inline]
            fn assign_keep(l: &L, r: &R, ws: &mut Workspace) -> (L, R) {
                (copy_to_write(ws, l), copy_to_write(ws, r))
            }
            #[inline(always)]
            fn give_back((l, r): (L, R), ws: &mut Workspace) {
                l.end_copy(ws);
                r.end_copy(ws);
            }
            #[inline]
            fn assign_right((l, r): &(L, R), bar: &L::Cotangent, ws: &mut Workspace) -> R::Cotangent {
                <L as $Adjoint<R, (ByValue, F)>>::$right(l, r, bar, ws)
            }
            #[inline]
            fn assign_left((l, r): &(L, R), bar: &mut L::Cotangent, ws: &mut Workspace) {
                let before = <L as $Adjoint<R, (ByValue, F)>>::$left(l, r, bar, ws);
                std::mem::replace(bar, before).give_back(ws);
            }
            #[inline]
            fn assign_tangent(l: &L, r: &R, tangent: &mut L::Cotangent, r_tangent: Option<&R::Cotangent>) {
                *tangent = <L as $Adjoint<R, (ByValue, F)>>::$tangent(l, r, Some(tangent), r_tangent);
            }
        }
    )*};
}

assignments!(
    MulEq MulAdjoint mul_left mul_right mul_tangent "*=",
    DivEq DivAdjoint div_left div_right div_tangent "/=",
    RemEq RemAdjoint rem_left rem_right rem_tangent "%="
);

/// Those that leave the cotangent of the left side as it is.
macro_rules! additions {
    ($($Assign:ident $Adjoint:ident $keep:ident $right:ident $tangent:ident $text:literal),*) => {$(
        #[doc = concat!("The operator `", $text, "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $Assign;

        impl<L, R, F> AssignAdjoint<$Assign, R, F> for L
        where
            L: PlainAssign + $Adjoint<R, (ByValue, F), Seed = <L as Differentiable>::Cotangent>,
            R: Differentiable,
        {
            type Kept = (L::Left, L::Right);
            #[inline(always)]
            fn assign_keep(l: &L, r: &R, _: &mut Workspace) -> Self::Kept {
                <L as $Adjoint<R, (ByValue, F)>>::$keep(l, r)
            }
            #[inline(always)]
            fn assign_right((l, r): &Self::Kept, bar: &L::Cotangent, ws: &mut Workspace) -> R::Cotangent {
                <L as $Adjoint<R, (ByValue, F)>>::$right(l, r, bar, ws)
            }
            #[inline(always)]
            fn assign_left(_: &Self::Kept, _: &mut L::Cotangent, _: &mut Workspace) {}
            #[inline]
            fn assign_tangent(l: &L, r: &R, tangent: &mut L::Cotangent, r_tangent: Option<&R::Cotangent>) {
                if r_tangent.is_some() {
                    *tangent = <L as $Adjoint<R, (ByValue, F)>>::$tangent(l, r, Some(tangent), r_tangent);
                }
            }
        }
    )*};
}

additions!(
    AddEq AddAdjoint add_keep add_right add_tangent "+=",
    SubEq SubAdjoint sub_keep sub_right sub_tangent "-="
);

/// The adjoint of the compound assignment `O` of `r` to `l`, such as `l += r`; `F` is how `r` is handed to it.
///
/// The cotangent of what `l` holds afterwards becomes, in place, that of what it held before.
///
/// ```
/// use ad_runtime::{ByValue, MulEq, Workspace, assign_keep, assign_left, assign_right};
///
/// let ws = &mut Workspace::new();
/// let kept = assign_keep(MulEq, ByValue, &3.0, &2.0, ws);
/// let mut bar = 5.0;
/// assert_eq!(assign_right(&kept, &bar, ws), 15.0);
/// assign_left(&kept, &mut bar, ws);
/// assert_eq!(bar, 10.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of the compound assignment `{O}` of `{R}` to `{Self}` is not known for an operand `{F}`",
    note = "mark that `impl` of the operator with `#[differentiable]`"
)]
pub trait AssignAdjoint<O, R: Differentiable + ?Sized, F>: Differentiable {
    /// What is kept of the operands.
    type Kept;
    /// Keeps what the adjoint needs of the operands, before the assignment.
    fn assign_keep(l: &Self, r: &R, workspace: &mut Workspace) -> Self::Kept;
    /// Gives the memory of what was kept back.
    #[doc(hidden)]
    #[inline(always)]
    fn give_back(_: Self::Kept, _: &mut Workspace) {}
    /// The cotangent of `r`.
    fn assign_right(kept: &Self::Kept, bar: &Self::Cotangent, workspace: &mut Workspace) -> R::Cotangent;
    /// Turns the cotangent of `l` afterwards into that of `l` before.
    fn assign_left(kept: &Self::Kept, bar: &mut Self::Cotangent, workspace: &mut Workspace);
    /// Turns the tangent of `l` before into that afterwards.
    #[inline(always)]
    fn assign_tangent(_: &Self, _: &R, _: &mut Self::Cotangent, _: Option<&R::Cotangent>) {
        missing_derivative::<OfOperator, _>()
    }
}

/// Turns the tangent of `l` before a compound assignment into that afterwards; see [`AssignAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, MulEq, assign_tangent};
///
/// let mut tangent = 5.0;
/// assign_tangent(MulEq, ByValue, &3.0, &2.0, Some(&mut tangent), Some(&1.0));
/// assert_eq!(tangent, 13.0);
/// ```
#[inline(always)]
pub fn assign_tangent<L, O, R, F>(
    _: O,
    _: F,
    l: &L,
    r: &R,
    tangent: Option<&mut L::Cotangent>,
    r_tangent: Option<&R::Cotangent>,
) where
    L: AssignAdjoint<O, R, F>,
    R: Differentiable + ?Sized,
{
    if let Some(tangent) = tangent {
        L::assign_tangent(l, r, tangent, r_tangent);
    }
}

/// What is kept of the operands of a compound assignment; made by [`assign_keep`].
pub struct AssignKept<L: AssignAdjoint<O, R, F>, O, R: Differentiable + ?Sized, F>(L::Kept);

/// Keeps what the adjoint of a compound assignment needs of the operands; see [`AssignAdjoint`].
///
/// ```
/// use ad_runtime::{AddEq, ByValue, Workspace, assign_keep, assign_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(assign_right(&assign_keep(AddEq, ByValue, &1.0, &2.0, ws), &5.0, ws), 5.0);
/// ```
#[inline(always)]
pub fn assign_keep<L, O, R, F>(_: O, _: F, l: &L, r: &R, ws: &mut Workspace) -> AssignKept<L, O, R, F>
where
    L: AssignAdjoint<O, R, F>,
    R: Differentiable + ?Sized,
{
    AssignKept(L::assign_keep(l, r, ws))
}

impl<L: AssignAdjoint<O, R, F>, O, R: Differentiable + ?Sized, F> AssignKept<L, O, R, F> {
    /// Gives its memory back to the workspace.
    ///
    /// ```
    /// use ad_runtime::{ByValue, MulEq, Workspace, assign_keep};
    /// use ndarray::arr1;
    ///
    /// let ws = &mut Workspace::new();
    /// assign_keep(MulEq, ByValue, &arr1(&[1.0, 2.0]), &3.0, ws).give_back(ws);
    /// ```
    #[inline(always)]
    pub fn give_back(self, ws: &mut Workspace) {
        L::give_back(self.0, ws);
    }
}

/// The cotangent of the right side of a compound assignment; see [`AssignAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, SubEq, Workspace, assign_keep, assign_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(assign_right(&assign_keep(SubEq, ByValue, &1.0, &2.0, ws), &5.0, ws), -5.0);
/// ```
#[inline(always)]
pub fn assign_right<L, O, R, F>(kept: &AssignKept<L, O, R, F>, bar: &L::Cotangent, ws: &mut Workspace) -> R::Cotangent
where
    L: AssignAdjoint<O, R, F>,
    R: Differentiable + ?Sized,
{
    L::assign_right(&kept.0, bar, ws)
}

/// Turns the cotangent of the left side of a compound assignment into that before; see [`AssignAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, DivEq, Workspace, assign_keep, assign_left};
///
/// let ws = &mut Workspace::new();
/// let mut bar = 5.0;
/// assign_left(&assign_keep(DivEq, ByValue, &1.0, &2.0, ws), &mut bar, ws);
/// assert_eq!(bar, 2.5);
/// ```
#[inline(always)]
pub fn assign_left<L, O, R, F>(kept: &AssignKept<L, O, R, F>, bar: &mut L::Cotangent, ws: &mut Workspace)
where
    L: AssignAdjoint<O, R, F>,
    R: Differentiable + ?Sized,
{
    L::assign_left(&kept.0, bar, ws);
}

/// Types on which `a += b` is `a = a + b`, and likewise for the other operators.
pub trait PlainAssign {}

impl PlainAssign for f32 {}
impl PlainAssign for f64 {}
impl<A: Scalar, D: Dimension> PlainAssign for Array<A, D> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Problem, check};
    use ndarray::{Array1, Array2, arr0, arr1, arr2, arr3};

    fn flat<T: Differentiable>(value: &T) -> Vec<f64> {
        let mut flat = Vec::new();
        value.flatten_into(&mut flat);
        flat
    }

    /// Checks both adjoints of an operator against differences of the operator itself.
    macro_rules! agrees {
        ($op:tt, $left:ident, $right:ident, ($($keep:ident)?), $l:expr, $r:expr) => {{
            let (l, r) = ($l, $r);
            let evaluate = |at: &[Vec<f64>]| {
                let (mut l, mut r) = (l.clone(), r.clone());
                Differentiable::unflatten_from(&mut l, &mut at[0].iter().copied());
                Differentiable::unflatten_from(&mut r, &mut at[1].iter().copied());
                flat(&(l $op r))
            };
            let pullback = |y_bar: &[f64]| {
                let mut seed = (l.clone() $op r.clone()).zero_cotangent();
                Cotangent::unflatten_from(&mut seed, &mut y_bar.iter().copied());
                agrees!(@call $left, $right, ($($keep)?), &l, &r, &seed)
            };
            let problem = Problem { function: stringify!($op), arguments: &["l", "r"], epsilon: f64::EPSILON };
            check(problem, vec![flat(&l), flat(&r)], evaluate, pullback).unwrap_or_else(|wrong| panic!("{wrong}"));
        }};
        (@call $left:ident, $right:ident, ($keep:ident), $l:expr, $r:expr, $seed:expr) => {{
            let kept = $keep((ByValue, ByValue), $l, $r);
            let ws = &mut Workspace::new();
            vec![flat(&$left(&kept, $seed, ws)), flat(&$right(&kept, $seed, ws))]
        }};
        (@call $left:ident, $right:ident, (), $l:expr, $r:expr, $seed:expr) => {{
            let ws = &mut Workspace::new();
            vec![flat(&$left((ByValue, ByValue), $l, $r, $seed, ws)), flat(&$right((ByValue, ByValue), $l, $r, $seed, ws))]
        }};
    }

    macro_rules! all_agree {
        ($l:expr, $r:expr) => {{
            agrees!(+, add_left, add_right, (add_keep), $l, $r);
            agrees!(-, sub_left, sub_right, (sub_keep), $l, $r);
            agrees!(*, mul_left, mul_right, (), $l, $r);
            agrees!(/, div_left, div_right, (), $l, $r);
        }};
    }

    #[test]
    fn operators_of_scalars_agree_with_differences() {
        let ws = &mut Workspace::new();
        all_agree!(3.0, -2.0);
        agrees!(%, rem_left, rem_right, (), 7.3, 2.1);
        agrees!(%, rem_left, rem_right, (), -7.3, 2.1);
        assert_eq!(neg_adjoint(&neg_keep(ByValue, &1.0_f32), &3.0, ws), -3.0);
    }

    #[test]
    fn operators_of_arrays_agree_with_differences() {
        let ws = &mut Workspace::new();
        all_agree!(arr1(&[1.0, 2.0, -3.0]), arr1(&[0.5, -1.5, 2.0]));
        all_agree!(arr2(&[[1.0, 2.0], [-3.0, 0.2]]), arr2(&[[0.5, -1.5], [2.0, 1.0]]));
        all_agree!(arr2(&[[1.0, 2.0]]).into_dyn(), arr2(&[[0.5, -1.5]]).into_dyn());
        assert_eq!(
            neg_adjoint(&neg_keep(ByValue, &arr1(&[1.0, 2.0])), &arr1(&[3.0, 4.0]), ws),
            arr1(&[-3.0, -4.0])
        );
    }

    #[test]
    fn operators_of_arrays_and_scalars_agree_with_differences() {
        all_agree!(arr2(&[[1.0, 2.0], [-3.0, 0.2]]), 0.7);
        all_agree!(0.7_f64, arr2(&[[1.0, 2.0], [-3.0, 0.2]]));
    }

    #[test]
    fn cotangents_are_summed_where_an_operand_was_broadcast() {
        let matrix = arr2(&[[1.0, 2.0, 0.5], [-3.0, 0.2, 4.0]]);
        all_agree!(matrix.clone(), arr1(&[1.0, 2.0, 3.0]));
        all_agree!(arr1(&[1.0, 2.0, 3.0]), matrix.clone());
        all_agree!(matrix.clone(), arr2(&[[1.0], [2.0]]));
        all_agree!(matrix.clone(), arr2(&[[1.0, 2.0, 3.0]]));
        all_agree!(matrix.clone(), arr2(&[[1.5]]));
        all_agree!(arr2(&[[1.0], [2.0]]), arr2(&[[1.0, 2.0, 3.0]]));
        all_agree!(matrix.clone(), arr0(2.0));
        all_agree!(arr1(&[1.0, 2.0, 3.0]), arr3(&[[[1.0], [2.0]], [[3.0], [4.0]]]));
        all_agree!(matrix.clone().into_dyn(), arr1(&[1.0, 2.0, 3.0]).into_dyn());
        all_agree!(arr2(&[[1.0], [2.0]]).into_dyn(), arr1(&[1.0, 2.0, 3.0]).into_dyn());
    }

    #[test]
    fn empty_arrays_have_empty_cotangents() {
        let ws = &mut Workspace::new();
        let (empty, row) = (Array2::<f64>::zeros((0, 3)), Array2::<f64>::ones((1, 3)));
        assert_eq!(mul_left((ByValue, ByValue), &empty, &row, &empty, ws), empty);
        assert_eq!(
            mul_right((ByValue, ByValue), &empty, &row, &empty, ws),
            Array2::<f64>::zeros((1, 3))
        );
    }

    #[test]
    fn a_zero_cotangent_gives_zero_next_to_infinities() {
        let ws = &mut Workspace::new();
        let (inf, zero) = (f64::INFINITY, 0.0);
        assert_eq!(
            [
                mul_left((ByValue, ByValue), &inf, &inf, &zero, ws),
                mul_right((ByValue, ByValue), &inf, &f64::NAN, &zero, ws)
            ],
            [0.0, 0.0]
        );
        assert_eq!(
            [
                div_left((ByValue, ByValue), &1.0, &0.0, &zero, ws),
                div_right((ByValue, ByValue), &1.0, &0.0, &zero, ws)
            ],
            [0.0, 0.0]
        );
        assert_eq!(rem_right((ByValue, ByValue), &inf, &1.0, &zero, ws), 0.0);

        let (infinite, zeros) = (arr1(&[inf, f64::NAN]), Array1::zeros(2));
        assert_eq!(
            [
                mul_left((ByValue, ByValue), &infinite, &infinite, &zeros, ws),
                mul_right((ByValue, ByValue), &infinite, &infinite, &zeros, ws)
            ],
            [zeros.clone(), zeros.clone()]
        );
        assert_eq!(
            [
                div_left((ByValue, ByValue), &infinite, &zeros, &zeros, ws),
                div_right((ByValue, ByValue), &infinite, &zeros, &zeros, ws)
            ],
            [zeros.clone(), zeros.clone()]
        );
        assert_eq!(
            (
                mul_left((ByValue, ByValue), &infinite, &inf, &zeros, ws),
                mul_right((ByValue, ByValue), &infinite, &inf, &zeros, ws)
            ),
            (zeros.clone(), 0.0)
        );
        assert_eq!(
            (
                mul_left((ByValue, ByValue), &inf, &infinite, &zeros, ws),
                mul_right((ByValue, ByValue), &inf, &infinite, &zeros, ws)
            ),
            (0.0, zeros.clone())
        );
        assert_eq!(
            (
                div_left((ByValue, ByValue), &infinite, &0.0, &zeros, ws),
                div_right((ByValue, ByValue), &infinite, &0.0, &zeros, ws)
            ),
            (zeros.clone(), 0.0)
        );
        assert_eq!(
            (
                div_left((ByValue, ByValue), &inf, &zeros, &zeros, ws),
                div_right((ByValue, ByValue), &inf, &zeros, &zeros, ws)
            ),
            (0.0, zeros.clone())
        );
    }

    #[test]
    fn quotients_do_not_overflow_inside() {
        let ws = &mut Workspace::new();
        assert_eq!(div_right((ByValue, ByValue), &1e-200, &1e-200, &1.0, ws), -1e200);
        assert_eq!(div_right((ByValue, ByValue), &1e200, &1e200, &1.0, ws), -1e-200);
    }

    /// What compiled code looks like around literals: these calls need only compile.
    #[test]
    fn literals_take_the_type_of_the_other_operand() {
        let ws = &mut Workspace::new();
        let (h, t): (f64, f64) = (3.0, 1.0);
        let _: f64 = mul_left((ByValue, ByValue), &h, &2.0, &t, ws);
        let _ = mul_right((ByValue, ByValue), &2.0, &h, &t, ws);
        let _ = add_right(&add_keep((ByValue, ByValue), &2.0, &h), &t, ws);
        let _ = add_left(&add_keep((ByValue, ByValue), &h, &2.0), &t, ws);
        let _ = sub_left(&sub_keep((ByValue, ByValue), &2.0, &h), &t, ws);
        let _ = div_right((ByValue, ByValue), &2.0, &h, &t, ws);
        let _ = rem_right((ByValue, ByValue), &h, &2.0, &t, ws);
        let _ = neg_adjoint(&neg_keep(ByValue, &h), &t, ws);

        let h: f32 = 3.0;
        assert_eq!(mul_left((ByValue, ByValue), &h, &2.0, &1.0, ws), 2.0_f32);
        assert_eq!(add_right(&add_keep((ByValue, ByValue), &2.0, &h), &1.0, ws), 1.0_f32);

        let (h, t): (Array1<f64>, Array1<f64>) = (arr1(&[1.0, 2.0]), arr1(&[1.0, 1.0]));
        let _: f64 = mul_left((ByValue, ByValue), &2.0, &h, &t, ws);
        let _ = mul_right((ByValue, ByValue), &2.0, &h, &t, ws);
        let _ = mul_left((ByValue, ByValue), &h, &2.0, &t, ws);
        let _ = add_right(&add_keep((ByValue, ByValue), &2.0, &h), &t, ws);
        let _ = add_right(&add_keep((ByValue, ByValue), &h, &2.0), &t, ws);
        let _ = div_right((ByValue, ByValue), &1.0, &h, &t, ws);
        let _: f64 = sub_right(&sub_keep((ByValue, ByValue), &h, &1.0), &t, ws);
        let _ = mul_left((ByValue, ByValue), &h, &h, &t, ws);
        let _ = neg_adjoint(&neg_keep(ByValue, &h), &t, ws);

        let (h, t): (Array1<f32>, Array1<f32>) = (arr1(&[1.0, 2.0]), arr1(&[1.0, 1.0]));
        let _: f32 = mul_left((ByValue, ByValue), &2.0, &h, &t, ws);
        let _ = add_right(&add_keep((ByValue, ByValue), &2.0, &h), &t, ws);
    }
}
