//! What vectors and matrices are made of.

use crate::differentiable::Differentiable;
use crate::scalar::Scalar;
use std::fmt::Debug;

/// What an array or a matrix of another crate may be made of: a float, a pair or a complex number, a number of the user's own, all of
/// one size, like a dual number, or an integer, which has no derivative.
///
/// ```
/// use ad_runtime::{Differentiable, Element};
///
/// assert_eq!(f64::zero_bar(), 0.0);
/// ```
pub trait Element:
    Copy + PartialEq + Debug + 'static + Differentiable<Cotangent: Clone + PartialEq + Debug + 'static>
{
    /// The zero of its cotangent.
    fn zero_bar() -> Self::Cotangent;
}

// That a float is one is no supertrait of `Scalar`: where a trait asks `Self::Elem: Scalar`, rustc looks into all that this says about
// the cotangent before it knows which type the elements are.
impl<A: Scalar> Element for A {
    #[inline(always)]
    fn zero_bar() -> A {
        A::ZERO
    }
}

macro_rules! integers {
    ($($integer:ident)*) => {$(
        impl Element for $integer {
            #[inline(always)]
            fn zero_bar() {}
        }
    )*};
}

integers! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize bool }

macro_rules! side_by_side {
    ($(($($T:ident)*))*) => {$(
        impl<$($T: Element),*> Element for ($($T,)*) {
            #[inline(always)]
            fn zero_bar() -> Self::Cotangent {
                ($($T::zero_bar(),)*)
            }
        }
    )*};
}

side_by_side! { (A B) (A B C) (A B C D) }

impl<T: Element, const N: usize> Element for [T; N] {
    #[inline(always)]
    fn zero_bar() -> Self::Cotangent {
        std::array::from_fn(|_| T::zero_bar())
    }
}
