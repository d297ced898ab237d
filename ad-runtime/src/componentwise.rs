//! `abs`, `min`, `max` and `midpoint`, of numbers and of vectors.

use crate::differentiable::Differentiable;
use crate::scalar::{Scalar, max_share, min_share, sign, times};

/// A value with an absolute value: a number, or a vector or a matrix of which each component has one. Where the compiler does not
/// know which it is, it calls this, as it does for the other traits here.
///
/// ```
/// assert_eq!(ad_runtime::abs(-2.0), 2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`abs` of `{Self}` has no derivative here",
    note = "call a method of the type's own by its path: `V::abs(v)`"
)]
pub trait AbsoluteValue: Differentiable + Clone {
    /// `v.abs()`.
    fn abs_of(self) -> Self;
    /// The cotangent of `v` in `v.abs()`: 0 at 0.
    fn abs_bar(&self, seed: &Self::Cotangent) -> Self::Cotangent;
}

/// Values two of which have a minimum and a maximum: numbers, or vectors of which each component has.
///
/// ```
/// use ad_runtime::{max, min};
///
/// assert_eq!((min(1.0, 2.0), max(1.0, 2.0)), (1.0, 2.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`abs`, `min` and `max` of `{Self}` have no derivative here",
    note = "call a method of the type's own by its path: `V::max(v, w)`"
)]
pub trait Componentwise: Differentiable + Clone {
    /// `v.min(w)`.
    fn min_of(self, other: Self) -> Self;
    /// `v.max(w)`.
    fn max_of(self, other: Self) -> Self;
    /// The cotangent of `v` in `v.min(w)`; ties share equally.
    fn min_bar(&self, other: &Self, seed: &Self::Cotangent) -> Self::Cotangent;
    /// That of `v` in `v.max(w)`; ties share equally.
    fn max_bar(&self, other: &Self, seed: &Self::Cotangent) -> Self::Cotangent;
}

/// Values two of which have one in the middle between them: numbers, or vectors.
///
/// ```
/// assert_eq!(ad_runtime::midpoint(1.0, 2.0), 1.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`midpoint` of `{Self}` has no derivative here",
    note = "call a method of the type's own by its path: `V::midpoint(v, w)`"
)]
pub trait Midpoint: Differentiable {
    /// `v.midpoint(w)`.
    fn midpoint_of(self, other: Self) -> Self;
}

impl Midpoint for f32 {
    #[inline(always)]
    fn midpoint_of(self, other: Self) -> Self {
        self.midpoint(other)
    }
}

impl Midpoint for f64 {
    #[inline(always)]
    fn midpoint_of(self, other: Self) -> Self {
        self.midpoint(other)
    }
}

impl<A: Scalar> AbsoluteValue for A {
    #[inline(always)]
    fn abs_of(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn abs_bar(&self, seed: &A) -> A {
        times(*seed, sign(*self))
    }
}

impl<A: Scalar> Componentwise for A {
    #[inline(always)]
    fn min_of(self, other: Self) -> Self {
        self.min(other)
    }
    #[inline(always)]
    fn max_of(self, other: Self) -> Self {
        self.max(other)
    }
    #[inline(always)]
    fn min_bar(&self, other: &A, seed: &A) -> A {
        times(*seed, min_share(*self, *other))
    }
    #[inline(always)]
    fn max_bar(&self, other: &A, seed: &A) -> A {
        times(*seed, max_share(*self, *other))
    }
}

macro_rules! integers {
    ($($integer:ident: |$v:ident| $abs:expr;)*) => {$(
        impl AbsoluteValue for $integer {
            #[inline(always)]
            fn abs_of(self) -> Self {
                let $v = self;
                $abs
            }
            #[inline(always)]
            fn abs_bar(&self, _: &()) {}
        }

        impl Componentwise for $integer {
            #[inline(always)]
            fn min_of(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            #[inline(always)]
            fn max_of(self, other: Self) -> Self {
                Ord::max(self, other)
            }
            #[inline(always)]
            fn min_bar(&self, _: &Self, _: &()) {}
            #[inline(always)]
            fn max_bar(&self, _: &Self, _: &()) {}
        }
    )*};
}

integers! {
    i8: |v| v.abs(); i16: |v| v.abs(); i32: |v| v.abs(); i64: |v| v.abs(); i128: |v| v.abs(); isize: |v| v.abs();
    u8: |v| v; u16: |v| v; u32: |v| v; u64: |v| v; u128: |v| v; usize: |v| v;
}

/// `v.abs()`; see [`AbsoluteValue`].
///
/// ```
/// assert_eq!(ad_runtime::abs(-2.0), 2.0);
/// ```
#[inline(always)]
pub fn abs<V: AbsoluteValue>(v: V) -> V {
    v.abs_of()
}

/// `v.min(w)`; see [`Componentwise`].
///
/// ```
/// assert_eq!(ad_runtime::min(-2.0, 1.0), -2.0);
/// ```
#[inline(always)]
pub fn min<V: Componentwise>(v: V, w: V) -> V {
    v.min_of(w)
}

/// `v.max(w)`; see [`Componentwise`].
///
/// ```
/// assert_eq!(ad_runtime::max(-2.0, 1.0), 1.0);
/// ```
#[inline(always)]
pub fn max<V: Componentwise>(v: V, w: V) -> V {
    v.max_of(w)
}

/// `v.midpoint(w)`; see [`Midpoint`].
///
/// ```
/// assert_eq!(ad_runtime::midpoint(-2.0, 1.0), -0.5);
/// ```
#[inline(always)]
pub fn midpoint<V: Midpoint>(v: V, w: V) -> V {
    v.midpoint_of(w)
}
