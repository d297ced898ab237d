//! ndarray's methods on arrays that only rustc knows to be arrays: a field of a struct, or what a function returns.
//!
//! They are called as the twins of a user's methods are.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::arrays::{DotAdjoint, sum_adjoint};
use crate::cotangent::{Cotangent, give_back_elements};
use crate::found::{At, Unsized, UnsizedMut, at};
use crate::operators::{mapped, unbroadcast};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use ndarray::linalg::Dot;
use ndarray::{Array, Array1, ArrayRef, Axis, Dimension, RemoveAxis, Zip};

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
pub trait ArrayMethods<A: Scalar, D: Dimension + 'static> {
    /// Whose method this is.
    fn dot_differentiable_at<E: Dimension>(&self, _r: &ArrayRef<A, E>) -> At<Self, Unsized> {
        at()
    }

    /// `a.dot(&r)`; see [`DotAdjoint`].
    fn dot_differentiable_push<E: Dimension>(
        &self,
        r: &ArrayRef<A, E>,
        ws: &mut Workspace,
    ) -> (<Self as Dot<ArrayRef<A, E>>>::Output, ())
    where
        Self: Dot<ArrayRef<A, E>>;

    /// The way back of `dot`.
    fn dot_differentiable_pull<E: Dimension>(
        &self,
        pullback: (),
        ws: &mut Workspace,
        seed: <Self as DotAdjoint<ArrayRef<A, E>>>::Seed,
        bar: Option<&mut ArrayRef<A, D>>,
        r: (&ArrayRef<A, E>, Option<&mut ArrayRef<A, E>>),
    ) where
        Self: DotAdjoint<ArrayRef<A, E>>;

    /// Whose method this is.
    fn sum_differentiable_at(&self) -> At<Self, Unsized> {
        at()
    }

    /// `a.sum()`; see [`SumAdjoint`].
    fn sum_differentiable_push(&self, ws: &mut Workspace) -> (A, ());

    /// The way back of `sum`.
    fn sum_differentiable_pull(&self, pullback: (), ws: &mut Workspace, seed: A, bar: Option<&mut ArrayRef<A, D>>);

    /// Whose method this is.
    fn mean_differentiable_at(&self) -> At<Self, Unsized> {
        at()
    }

    /// `a.mean()`, nothing for an array without elements.
    fn mean_differentiable_push(&self, ws: &mut Workspace) -> (Option<A>, ());

    /// The way back of `mean`: `a_bar[i] += m_bar / n`.
    fn mean_differentiable_pull(
        &self,
        pullback: (),
        ws: &mut Workspace,
        seed: Option<A>,
        bar: Option<&mut ArrayRef<A, D>>,
    );

    /// Whose method this is.
    fn sum_axis_differentiable_at(&self, _axis: Axis) -> At<Self, Unsized> {
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
        bar: Option<&mut ArrayRef<A, D>>,
        of_axis: (),
    ) where
        D: RemoveAxis;

    /// Whose method this is.
    fn mean_axis_differentiable_at(&self, _axis: Axis) -> At<Self, Unsized> {
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
        bar: Option<&mut ArrayRef<A, D>>,
        of_axis: (),
    ) where
        D: RemoveAxis;

    /// Whose method this is.
    fn diag_differentiable_at(&self) -> At<Self, Unsized> {
        at()
    }

    /// `a.diag()`, as an array of its own.
    fn diag_differentiable_push(&self, ws: &mut Workspace) -> (Array1<A>, ());

    /// The way back of `diag`.
    fn diag_differentiable_pull(
        &self,
        pullback: (),
        ws: &mut Workspace,
        seed: Array1<A>,
        bar: Option<&mut ArrayRef<A, D>>,
    );

    /// Whose method this is.
    fn assign_differentiable_at<E: Dimension>(&self, _r: &ArrayRef<A, E>) -> At<Self, UnsizedMut> {
        at()
    }

    /// `a.assign(&r)`, with `r` repeated along the axes that it lacks. What is overwritten is kept.
    fn assign_differentiable_push<E: Dimension>(&mut self, r: &ArrayRef<A, E>, ws: &mut Workspace)
    -> ((), Array<A, D>);

    /// The way back of `assign`: the cotangent goes to `r`, and what was overwritten is put back.
    fn assign_differentiable_pull<E: Dimension>(
        &mut self,
        old: Array<A, D>,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut ArrayRef<A, D>>,
        r: (&ArrayRef<A, E>, Option<&mut ArrayRef<A, E>>),
    );

    /// Whose method this is.
    fn fill_differentiable_at(&self, _x: A) -> At<Self, UnsizedMut> {
        at()
    }

    /// `a.fill(x)`. What is overwritten is kept.
    fn fill_differentiable_push(&mut self, x: A, ws: &mut Workspace) -> ((), Array<A, D>);

    /// The way back of `fill`: the cotangents go to `x`, all of them, and what was overwritten is put back.
    fn fill_differentiable_pull(
        &mut self,
        old: Array<A, D>,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut ArrayRef<A, D>>,
        x: (),
    ) -> (A,);

    /// Whose method this is.
    fn scaled_add_differentiable_at<E: Dimension>(&self, _alpha: A, _r: &ArrayRef<A, E>) -> At<Self, UnsizedMut> {
        at()
    }

    /// `a.scaled_add(alpha, &r)`, with `r` repeated along the axes that it lacks. What is overwritten is kept.
    fn scaled_add_differentiable_push<E: Dimension>(
        &mut self,
        alpha: A,
        r: &ArrayRef<A, E>,
        ws: &mut Workspace,
    ) -> ((), (A, Array<A, D>));

    /// The way back of `scaled_add`: `alpha_bar = <a_bar, r>` and `r_bar += alpha * a_bar`; what was overwritten is put back.
    fn scaled_add_differentiable_pull<E: Dimension>(
        &mut self,
        kept: (A, Array<A, D>),
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut ArrayRef<A, D>>,
        alpha: (),
        r: (&ArrayRef<A, E>, Option<&mut ArrayRef<A, E>>),
    ) -> (A, ());
}

impl<A, D> ArrayMethods<A, D> for ArrayRef<A, D>
where
    A: Scalar,
    D: Dimension + 'static,
{
    #[inline]
    fn dot_differentiable_push<E: Dimension>(
        &self,
        r: &ArrayRef<A, E>,
        _: &mut Workspace,
    ) -> (<Self as Dot<ArrayRef<A, E>>>::Output, ())
    where
        Self: Dot<ArrayRef<A, E>>,
    {
        (Dot::dot(self, r), ())
    }

    #[inline]
    fn dot_differentiable_pull<E: Dimension>(
        &self,
        (): (),
        ws: &mut Workspace,
        seed: <Self as DotAdjoint<ArrayRef<A, E>>>::Seed,
        bar: Option<&mut ArrayRef<A, D>>,
        (r, r_bar): (&ArrayRef<A, E>, Option<&mut ArrayRef<A, E>>),
    ) where
        Self: DotAdjoint<ArrayRef<A, E>>,
    {
        if let Some(bar) = bar {
            DotAdjoint::dot_left(self, r, &seed, bar);
        }
        if let Some(r_bar) = r_bar {
            DotAdjoint::dot_right(self, r, &seed, r_bar);
        }
        seed.give_back(ws);
    }

    #[inline]
    fn sum_differentiable_push(&self, _: &mut Workspace) -> (A, ()) {
        (self.sum(), ())
    }

    #[inline]
    fn sum_differentiable_pull(&self, (): (), _: &mut Workspace, seed: A, bar: Option<&mut ArrayRef<A, D>>) {
        if let Some(bar) = bar {
            sum_adjoint(self, &seed, bar);
        }
    }

    #[inline]
    fn mean_differentiable_push(&self, _: &mut Workspace) -> (Option<A>, ()) {
        let count = self.len();
        ((count > 0).then(|| self.sum() / A::nearest(count as f64)), ())
    }

    #[inline]
    fn mean_differentiable_pull(&self, (): (), _: &mut Workspace, seed: Option<A>, bar: Option<&mut ArrayRef<A, D>>) {
        if let (Some(seed), Some(bar)) = (seed, bar) {
            sum_adjoint(self, &(seed / A::nearest(self.len() as f64)), bar);
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
        ws: &mut Workspace,
        seed: Array<A, D::Smaller>,
        bar: Option<&mut ArrayRef<A, D>>,
        (): (),
    ) where
        D: RemoveAxis,
    {
        if let Some(bar) = bar {
            for mut part in bar.axis_iter_mut(axis) {
                part += &seed;
            }
        }
        seed.give_back(ws);
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
        bar: Option<&mut ArrayRef<A, D>>,
        (): (),
    ) where
        D: RemoveAxis,
    {
        if let Some(seed) = seed {
            let count = A::nearest(self.len_of(axis) as f64);
            self.sum_axis_differentiable_pull(axis, ws, seed.mapv_into(|seed| seed / count), bar, ());
        }
    }

    #[inline]
    fn diag_differentiable_push(&self, _: &mut Workspace) -> (Array1<A>, ()) {
        (self.diag().to_owned(), ())
    }

    #[inline]
    fn diag_differentiable_pull(&self, (): (), ws: &mut Workspace, seed: Array1<A>, bar: Option<&mut ArrayRef<A, D>>) {
        if let Some(bar) = bar {
            *bar.diag_mut() += &*seed;
        }
        seed.give_back(ws);
    }

    #[inline]
    fn assign_differentiable_push<E: Dimension>(
        &mut self,
        r: &ArrayRef<A, E>,
        ws: &mut Workspace,
    ) -> ((), Array<A, D>) {
        let old = mapped(self, ws, |a| a);
        self.assign(r);
        ((), old)
    }

    #[inline]
    fn assign_differentiable_pull<E: Dimension>(
        &mut self,
        old: Array<A, D>,
        ws: &mut Workspace,
        (): (),
        bar: Option<&mut ArrayRef<A, D>>,
        (_, r_bar): (&ArrayRef<A, E>, Option<&mut ArrayRef<A, E>>),
    ) {
        if let Some(bar) = bar {
            if let Some(r_bar) = r_bar {
                add_repeated(r_bar, bar, |bar| bar, ws);
            }
            bar.fill(A::ZERO);
        }
        self.assign(&old);
        old.give_back(ws);
    }

    #[inline]
    fn fill_differentiable_push(&mut self, x: A, ws: &mut Workspace) -> ((), Array<A, D>) {
        let old = mapped(self, ws, |a| a);
        self.fill(x);
        ((), old)
    }

    #[inline]
    fn fill_differentiable_pull(
        &mut self,
        old: Array<A, D>,
        ws: &mut Workspace,
        (): (),
        bar: Option<&mut ArrayRef<A, D>>,
        (): (),
    ) -> (A,) {
        self.assign(&old);
        old.give_back(ws);
        let x_bar = bar.map_or(A::ZERO, |bar| {
            let sum = bar.sum();
            bar.fill(A::ZERO);
            sum
        });
        (x_bar,)
    }

    #[inline]
    fn scaled_add_differentiable_push<E: Dimension>(
        &mut self,
        alpha: A,
        r: &ArrayRef<A, E>,
        ws: &mut Workspace,
    ) -> ((), (A, Array<A, D>)) {
        let old = mapped(self, ws, |a| a);
        self.scaled_add(alpha, r);
        ((), (alpha, old))
    }

    #[inline]
    fn scaled_add_differentiable_pull<E: Dimension>(
        &mut self,
        (alpha, old): (A, Array<A, D>),
        ws: &mut Workspace,
        (): (),
        bar: Option<&mut ArrayRef<A, D>>,
        (): (),
        (r, r_bar): (&ArrayRef<A, E>, Option<&mut ArrayRef<A, E>>),
    ) -> (A, ()) {
        self.assign(&old);
        old.give_back(ws);
        let Some(bar) = bar else { return (A::ZERO, ()) };
        let repeated = r.broadcast(bar.raw_dim()).expect("it was added in the forward sweep");
        let alpha_bar = Zip::from(&*bar)
            .and(repeated)
            .fold(A::ZERO, |sum, &bar, &r| sum + times(bar, r));
        if let Some(r_bar) = r_bar {
            add_repeated(r_bar, bar, |bar| times(bar, alpha), ws);
        }
        (alpha_bar, ())
    }
}

/// Adds the cotangent of an array that was repeated along some axes: of each element, those of all its copies.
fn add_repeated<A: Scalar, D: Dimension, E: Dimension>(
    bar: &mut ArrayRef<A, E>,
    repeated: &ArrayRef<A, D>,
    f: impl Fn(A) -> A,
    ws: &mut Workspace,
) {
    if bar.shape() == repeated.shape() {
        for (bar, repeated) in bar.iter_mut().zip(repeated) {
            *bar += f(*repeated);
        }
    } else {
        let sums = unbroadcast(mapped(repeated, ws, f), &bar.raw_dim(), ws);
        *bar += &*sums;
        give_back_elements(sums, ws);
    }
}
