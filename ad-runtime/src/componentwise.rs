//! `abs`, `min` and `max`, of numbers and of vectors.

use crate::differentiable::Differentiable;
use crate::scalar::{Scalar, max_share, min_share, sign, times};

/// A value with an absolute value, and two of which have a minimum and a maximum: a number, or a vector of which each component
/// has. Where the compiler does not know which it is, it calls these.
///
/// ```
/// use ad_runtime::{abs, max, min};
///
/// assert_eq!((abs(-2.0), min(1.0, 2.0), max(1.0, 2.0)), (2.0, 1.0, 2.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`abs`, `min` and `max` of `{Self}` have no derivative here",
    note = "call a method of the type's own by its path: `V::max(v, w)`"
)]
pub trait Componentwise: Differentiable + Clone {
    /// `v.abs()`.
    fn abs_of(self) -> Self;
    /// `v.min(w)`.
    fn min_of(self, other: Self) -> Self;
    /// `v.max(w)`.
    fn max_of(self, other: Self) -> Self;
    /// The cotangent of `v` in `v.abs()`: 0 at 0.
    fn abs_bar(&self, seed: &Self::Cotangent) -> Self::Cotangent;
    /// That of `v` in `v.min(w)`; ties share equally.
    fn min_bar(&self, other: &Self, seed: &Self::Cotangent) -> Self::Cotangent;
    /// That of `v` in `v.max(w)`; ties share equally.
    fn max_bar(&self, other: &Self, seed: &Self::Cotangent) -> Self::Cotangent;
}

impl<A: Scalar> Componentwise for A {
    #[inline(always)]
    fn abs_of(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn min_of(self, other: Self) -> Self {
        self.min(other)
    }
    #[inline(always)]
    fn max_of(self, other: Self) -> Self {
        self.max(other)
    }
    #[inline(always)]
    fn abs_bar(&self, seed: &A) -> A {
        times(*seed, sign(*self))
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
        impl Componentwise for $integer {
            #[inline(always)]
            fn abs_of(self) -> Self {
                let $v = self;
                $abs
            }
            #[inline(always)]
            fn min_of(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            #[inline(always)]
            fn max_of(self, other: Self) -> Self {
                Ord::max(self, other)
            }
            #[inline(always)]
            fn abs_bar(&self, _: &()) {}
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

/// `v.abs()`; see [`Componentwise`].
///
/// ```
/// assert_eq!(ad_runtime::abs(-2.0), 2.0);
/// ```
#[inline(always)]
pub fn abs<V: Componentwise>(v: V) -> V {
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
