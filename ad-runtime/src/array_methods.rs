//! ndarray's methods on arrays that only rustc knows to be arrays: a field of a struct, or what a function returns.
//!
//! They are called as the twins of a user's methods are.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::arrays::{DotAdjoint, SumAdjoint};
use crate::differentiable::Differentiable;
use crate::found::{At, ByRef, at};
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use ndarray::linalg::Dot;
use ndarray::{Array, Axis, Dimension, RemoveAxis};

/// The twins of an array's methods: `name_differentiable_push` goes forward and `name_differentiable_pull` back, which adds to
/// the array's cotangent; `name_differentiable_at` says that they are the array's.
///
/// ```
/// use ad_runtime::ArrayMethods as _;
/// use ndarray::arr1;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (a, mut a_bar) = (arr1(&[1.0, 2.0]), arr1(&[0.0, 0.5]));
/// let (sum, pullback) = a.sum_differentiable_push(&mut ws);
/// a.sum_differentiable_pull(pullback, &mut ws, 3.0, Some(&mut a_bar));
/// assert_eq!((sum, a_bar), (3.0, arr1(&[3.0, 3.5])));
/// ```
pub trait ArrayMethods<A: Scalar, D: Dimension + 'static>: Differentiable<Cotangent = Self> + Sized {
    /// Whose method this is.
    fn dot_differentiable_at(&self) -> At<Self, ByRef> {
        at()
    }

    /// `a.dot(&r)`; see [`DotAdjoint`].
    fn dot_differentiable_push<R>(&self, r: &R, ws: &mut Workspace) -> (<Self as Dot<R>>::Output, ())
    where
        Self: Dot<R>;

    /// The way back of `dot`.
    fn dot_differentiable_pull<R: Differentiable>(
        &self,
        pullback: (),
        ws: &mut Workspace,
        seed: <Self as DotAdjoint<R>>::Seed,
        bar: Option<&mut <Self as Differentiable>::Cotangent>,
        r: (&R, Option<&mut R::Cotangent>),
    ) where
        Self: DotAdjoint<R>;

    /// Whose method this is.
    fn sum_differentiable_at(&self) -> At<Self, ByRef> {
        at()
    }

    /// `a.sum()`; see [`SumAdjoint`].
    fn sum_differentiable_push(&self, ws: &mut Workspace) -> (A, ());

    /// The way back of `sum`.
    fn sum_differentiable_pull(&self, pullback: (), ws: &mut Workspace, seed: A, bar: Option<&mut Self>);

    /// Whose method this is.
    fn mean_differentiable_at(&self) -> At<Self, ByRef> {
        at()
    }

    /// `a.mean()`, nothing for an array without elements.
    fn mean_differentiable_push(&self, ws: &mut Workspace) -> (Option<A>, ());

    /// The way back of `mean`: `a_bar[i] += m_bar / n`.
    fn mean_differentiable_pull(&self, pullback: (), ws: &mut Workspace, seed: Option<A>, bar: Option<&mut Self>);

    /// Whose method this is.
    fn sum_axis_differentiable_at(&self) -> At<Self, ByRef> {
        at()
    }

    /// `a.sum_axis(axis)`.
    fn sum_axis_differentiable_push(&self, axis: Axis, ws: &mut Workspace) -> (Array<A, D::Smaller>, Axis)
    where
        D: RemoveAxis;

    /// The way back of `sum_axis`: along the axis, every element gets the sum's cotangent.
    fn sum_axis_differentiable_pull(
        &self,
        axis: Axis,
        ws: &mut Workspace,
        seed: Array<A, D::Smaller>,
        bar: Option<&mut Self>,
        of_axis: (),
    ) where
        D: RemoveAxis;

    /// Whose method this is.
    fn mean_axis_differentiable_at(&self) -> At<Self, ByRef> {
        at()
    }

    /// `a.mean_axis(axis)`, nothing for an axis of length zero.
    fn mean_axis_differentiable_push(&self, axis: Axis, ws: &mut Workspace) -> (Option<Array<A, D::Smaller>>, Axis)
    where
        D: RemoveAxis;

    /// The way back of `mean_axis`: along the axis, every element gets the mean's cotangent over the number of elements.
    fn mean_axis_differentiable_pull(
        &self,
        axis: Axis,
        ws: &mut Workspace,
        seed: Option<Array<A, D::Smaller>>,
        bar: Option<&mut Self>,
        of_axis: (),
    ) where
        D: RemoveAxis;
}

impl<A, D> ArrayMethods<A, D> for Array<A, D>
where
    A: Scalar,
    D: Dimension + 'static,
{
    #[inline]
    fn dot_differentiable_push<R>(&self, r: &R, _: &mut Workspace) -> (<Self as Dot<R>>::Output, ())
    where
        Self: Dot<R>,
    {
        (Dot::dot(self, r), ())
    }

    #[inline]
    fn dot_differentiable_pull<R: Differentiable>(
        &self,
        (): (),
        _: &mut Workspace,
        seed: <Self as DotAdjoint<R>>::Seed,
        bar: Option<&mut <Self as Differentiable>::Cotangent>,
        (r, r_bar): (&R, Option<&mut R::Cotangent>),
    ) where
        Self: DotAdjoint<R>,
    {
        if let Some(bar) = bar {
            Self::dot_left(self, r, &seed, bar);
        }
        if let Some(r_bar) = r_bar {
            Self::dot_right(self, r, &seed, r_bar);
        }
    }

    #[inline]
    fn sum_differentiable_push(&self, _: &mut Workspace) -> (A, ()) {
        (self.sum(), ())
    }

    #[inline]
    fn sum_differentiable_pull(&self, (): (), _: &mut Workspace, seed: A, bar: Option<&mut Self>) {
        if let Some(bar) = bar {
            self.sum_adjoint(&seed, bar);
        }
    }

    #[inline]
    fn mean_differentiable_push(&self, _: &mut Workspace) -> (Option<A>, ()) {
        let count = self.len();
        ((count > 0).then(|| self.sum() / A::nearest(count as f64)), ())
    }

    #[inline]
    fn mean_differentiable_pull(&self, (): (), _: &mut Workspace, seed: Option<A>, bar: Option<&mut Self>) {
        if let (Some(seed), Some(bar)) = (seed, bar) {
            self.sum_adjoint(&(seed / A::nearest(self.len() as f64)), bar);
        }
    }

    #[inline]
    fn sum_axis_differentiable_push(&self, axis: Axis, _: &mut Workspace) -> (Array<A, D::Smaller>, Axis)
    where
        D: RemoveAxis,
    {
        (self.sum_axis(axis), axis)
    }

    #[inline]
    fn sum_axis_differentiable_pull(
        &self,
        axis: Axis,
        _: &mut Workspace,
        seed: Array<A, D::Smaller>,
        bar: Option<&mut Self>,
        (): (),
    ) where
        D: RemoveAxis,
    {
        if let Some(bar) = bar {
            for mut part in bar.axis_iter_mut(axis) {
                part += &seed;
            }
        }
    }

    #[inline]
    fn mean_axis_differentiable_push(&self, axis: Axis, _: &mut Workspace) -> (Option<Array<A, D::Smaller>>, Axis)
    where
        D: RemoveAxis,
    {
        let count = self.len_of(axis);
        let mean = || self.sum_axis(axis).mapv_into(|sum| sum / A::nearest(count as f64));
        ((count > 0).then(mean), axis)
    }

    #[inline]
    fn mean_axis_differentiable_pull(
        &self,
        axis: Axis,
        ws: &mut Workspace,
        seed: Option<Array<A, D::Smaller>>,
        bar: Option<&mut Self>,
        (): (),
    ) where
        D: RemoveAxis,
    {
        if let Some(seed) = seed {
            let count = A::nearest(self.len_of(axis) as f64);
            self.sum_axis_differentiable_pull(axis, ws, seed.mapv_into(|seed| seed / count), bar, ());
        }
    }
}
