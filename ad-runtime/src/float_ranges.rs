//! Ranges of floats: the cotangent has those of the two ends. A range of counts carries no derivative.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::found::{At, ByRef, at};
use crate::workspace::Workspace;
use std::ops::Range;

/// The pairs of the methods of a range of floats.
///
/// ```
/// use ad_runtime::methods::*;
///
/// let mut ws = ad_runtime::Workspace::new();
/// assert_eq!((0.0..1.0).contains_differentiable_push(&0.5, &mut ws), (true, ()));
/// ```
pub trait FloatRange<S>: Sized {
    /// Whose method this is.
    fn contains_marked_differentiable(&self, _x: &S) -> At<Self, ByRef> {
        at()
    }

    /// `range.contains(&x)`.
    fn contains_differentiable_push(&self, x: &S, ws: &mut Workspace) -> (bool, ());

    /// Nothing flows back.
    fn contains_differentiable_pull(
        &self,
        _kept: (),
        _ws: &mut Workspace,
        _seed: (),
        _bar: Option<&mut Range<S>>,
        _x: (&S, Option<&mut S>),
    ) {
    }
}

macro_rules! float_range {
    ($($float:ident)*) => {$(
        impl Differentiable for Range<$float> {
            type Cotangent = Range<$float>;
            type Shape = ();
            fn coarseness(&self) -> f64 {
                f64::from($float::EPSILON)
            }
            #[inline(always)]
            fn cotangent_shape(&self) {}
            #[inline(always)]
            fn zero_of((): &()) -> Self {
                0.0..0.0
            }
            #[inline(always)]
            fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
                self.start.add_scaled(alpha, &cotangent.start);
                self.end.add_scaled(alpha, &cotangent.end);
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                Cotangent::flatten_into(self, out);
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                Cotangent::unflatten_from(self, flat);
            }
        }

        impl Cotangent for Range<$float> {
            #[inline(always)]
            fn accumulate(&mut self, other: &Self) {
                self.start.accumulate(&other.start);
                self.end.accumulate(&other.end);
            }
            #[inline(always)]
            fn scale(&mut self, alpha: f64) {
                self.start.scale(alpha);
                self.end.scale(alpha);
            }
            #[inline(always)]
            fn zero_like(&self) -> Self {
                0.0..0.0
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                Cotangent::flatten_into(&self.start, out);
                Cotangent::flatten_into(&self.end, out);
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                Cotangent::unflatten_from(&mut self.start, flat);
                Cotangent::unflatten_from(&mut self.end, flat);
            }
        }

        impl FloatRange<$float> for Range<$float> {
            #[inline(always)]
            fn contains_differentiable_push(&self, x: &$float, _: &mut Workspace) -> (bool, ()) {
                (self.contains(x), ())
            }
        }
    )*};
}

float_range!(f32 f64);
