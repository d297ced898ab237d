//! Forward mode: the tangents of operations on types that only rustc knows.

use crate::differentiable::Differentiable;
use crate::marks::MarkedNoDiff;

/// A part of a struct and its tangent, which the field's mark may have taken away; made by [`part_tangent`].
#[derive(Debug)]
pub struct TangentPart<'p, C, T>(&'p C, &'p T);

/// The tangent of a field, or of a part of one: what rustc finds there, or a zero where a field is marked.
///
/// ```
/// use ad_runtime::{OtherPart as _, UnseenPart as _, part_tangent};
///
/// struct Plain;
///
/// assert_eq!(part_tangent(&2.0, &7.0).tangent(), 2.0);
/// assert_eq!(part_tangent(&(), &7.0_f64).tangent(), 0.0);
/// assert_eq!(part_tangent(&(), &Plain).tangent(), ());
/// ```
#[inline(always)]
pub fn part_tangent<'p, C, T>(tangent: &'p C, value: &'p T) -> TangentPart<'p, C, T> {
    TangentPart(tangent, value)
}

impl<T: Differentiable> TangentPart<'_, T::Cotangent, T> {
    /// A copy of it. It is found before that of [`OtherPart`].
    #[inline(always)]
    pub fn tangent(self) -> T::Cotangent {
        self.0.clone()
    }
}

/// A part of what is marked.
pub trait OtherPart {
    /// Its tangent.
    type Tangent;
    /// A zero.
    fn tangent(self) -> Self::Tangent;
}

impl<C: Unmoved, T: Differentiable> OtherPart for TangentPart<'_, C, T> {
    type Tangent = T::Cotangent;
    #[inline(always)]
    fn tangent(self) -> T::Cotangent {
        self.1.zero_cotangent()
    }
}

/// The tangent of what is marked.
pub trait Unmoved {}

impl Unmoved for () {}
impl<F> Unmoved for MarkedNoDiff<F> {}

/// A part of what is marked, of a type that carries no derivative.
pub trait UnseenPart {
    /// Nothing.
    #[inline(always)]
    fn tangent(&self) {}
}

impl<C: Unmoved, T> UnseenPart for TangentPart<'_, C, T> {}
