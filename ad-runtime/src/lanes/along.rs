//! What tangents along several directions have beside what cotangents in lanes have: differences, and operators on what only rustc knows
//! to be floats.

use super::{Lanes, over, portion, times};
use crate::scalar::Scalar;
use crate::unassigned::Unassigned;
use crate::{AddEq, DivEq, Minus, Modulo, MulEq, Over, Plus, RemEq, SubEq, Times};
use std::ops::{Sub, SubAssign};

impl<S: Scalar, const N: usize> Sub for Lanes<S, N> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<S: Scalar, const N: usize> SubAssign for Lanes<S, N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        for (sum, part) in self.0.iter_mut().zip(other.0) {
            *sum -= part;
        }
    }
}

impl<S: Scalar, const N: usize> Unassigned for Lanes<S, N> {
    #[inline(always)]
    fn unassigned() -> Self {
        Lanes::ZERO
    }
}

/// Tangents, where there are some.
type Dot<S, const N: usize> = Option<Lanes<S, N>>;

/// An operator on two floats.
pub trait FloatOperator {
    /// What it gives.
    fn value<S: Scalar>(l: S, r: S) -> S;
    /// The tangents of that.
    fn dot<S: Scalar, const N: usize>(l: S, r: S, l_dot: Dot<S, N>, r_dot: Dot<S, N>) -> Dot<S, N>;
}

#[inline(always)]
fn sum<S: Scalar, const N: usize>(l: Dot<S, N>, r: Dot<S, N>) -> Dot<S, N> {
    match (l, r) {
        (Some(l), Some(r)) => Some(l + r),
        (l, r) => l.or(r),
    }
}

macro_rules! operators {
    ($($Binary:ident $Compound:ident $op:tt |$l:ident, $r:ident, $l_dot:ident, $r_dot:ident| $dot:expr;)*) => {$(
        operators!(@ $Binary $op |$l, $r, $l_dot, $r_dot| $dot);
        operators!(@ $Compound $op |$l, $r, $l_dot, $r_dot| $dot);
    )*};
    (@ $Operator:ident $op:tt |$l:ident, $r:ident, $l_dot:ident, $r_dot:ident| $dot:expr) => {
        impl FloatOperator for $Operator {
            #[inline(always)]
            fn value<S: Scalar>(l: S, r: S) -> S {
                l $op r
            }
            #[inline(always)]
            fn dot<S: Scalar, const N: usize>($l: S, $r: S, $l_dot: Dot<S, N>, $r_dot: Dot<S, N>) -> Dot<S, N> {
                $dot
            }
        }
    };
}

operators!(
    Plus AddEq + |_l, _r, l_dot, r_dot| sum(l_dot, r_dot);
    Minus SubEq - |_l, _r, l_dot, r_dot| sum(l_dot, r_dot.map(|dot| -dot));
    Times MulEq * |l, r, l_dot, r_dot| sum(l_dot.map(|dot| times(dot, r)), r_dot.map(|dot| times(dot, l)));
    Over DivEq / |l, r, l_dot, r_dot| sum(l_dot, r_dot.map(|dot| -times(dot, l / r))).map(|dot| over(dot, r));
    Modulo RemEq % |l, r, l_dot, r_dot| sum(l_dot, r_dot.map(|dot| portion(dot, -(l / r).trunc())));
);

/// What an operator gives of two floats, and its tangents.
///
/// ```
/// use ad_runtime::lanes::{Lanes, Times, along};
///
/// let (value, dots) = along(Times, &2.0, &3.0, Some(&Lanes([1.0, 0.0])), Some(&Lanes([0.0, 1.0])));
/// assert_eq!((value, dots), (6.0, Lanes([3.0, 2.0])));
/// ```
#[inline(always)]
pub fn along<O: FloatOperator, S: Scalar, const N: usize>(
    _: O,
    l: &S,
    r: &S,
    l_dot: Option<&Lanes<S, N>>,
    r_dot: Option<&Lanes<S, N>>,
) -> (S, Lanes<S, N>) {
    let dot = O::dot(*l, *r, l_dot.copied(), r_dot.copied());
    (O::value(*l, *r), dot.unwrap_or(Lanes::AT_REST))
}

/// The same of a compound assignment, where they are.
///
/// ```
/// use ad_runtime::lanes::{Lanes, MulEq, along_change};
///
/// let (mut value, mut dots) = (2.0, Lanes([1.0, 0.0]));
/// along_change(MulEq, &mut value, &3.0, Some(&mut dots), None);
/// assert_eq!((value, dots), (6.0, Lanes([3.0, 0.0])));
/// ```
#[inline(always)]
pub fn along_change<O: FloatOperator, S: Scalar, const N: usize>(
    _: O,
    l: &mut S,
    r: &S,
    l_dot: Option<&mut Lanes<S, N>>,
    r_dot: Option<&Lanes<S, N>>,
) -> ((), ()) {
    if let Some(l_dot) = l_dot {
        *l_dot = O::dot(*l, *r, Some(*l_dot), r_dot.copied()).unwrap_or(Lanes::AT_REST);
    }
    *l = O::value(*l, *r);
    ((), ())
}

/// The same of a sign.
///
/// ```
/// use ad_runtime::lanes::{Lanes, along_neg};
///
/// assert_eq!(along_neg(&2.0, Some(&Lanes([1.0, 3.0]))), (-2.0, Lanes([-1.0, -3.0])));
/// ```
#[inline(always)]
pub fn along_neg<S: Scalar, const N: usize>(value: &S, dot: Option<&Lanes<S, N>>) -> (S, Lanes<S, N>) {
    (-*value, -dot.copied().unwrap_or(Lanes::AT_REST))
}

/// The sum of the terms that are there.
///
/// ```
/// use ad_runtime::lanes::{Lanes, sum_of_terms};
///
/// assert_eq!(sum_of_terms([Some(Lanes([1.0, 2.0])), None, Some(Lanes([3.0, 0.0]))]), Lanes([4.0, 2.0]));
/// ```
#[inline(always)]
pub fn sum_of_terms<S: Scalar, const N: usize, const M: usize>(terms: [Option<Lanes<S, N>>; M]) -> Lanes<S, N> {
    terms.into_iter().fold(None, sum).unwrap_or(Lanes::AT_REST)
}
