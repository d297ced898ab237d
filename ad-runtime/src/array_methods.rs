//! ndarray's methods on arrays that only rustc knows to be arrays: a field of a struct, or what a function returns.
//!
//! They are called as the twins of a user's methods are.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::arrays::{DotAdjoint, sum_adjoint};
use crate::cotangent::{Cotangent, give_back_elements};
use crate::foreign::rows;
use crate::operators::{mapped, unbroadcast};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use ndarray::linalg::Dot;
use ndarray::{Array, Array1, ArrayRef, Axis, Dimension, RemoveAxis, Zip};

rows! {
    /// The twins of an array's methods: `name_differentiable_push` goes forward and `name_differentiable_pull` back, which adds to
    /// the array's cotangent; `name_marked_differentiable` says that they are the array's.
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
    unsized ArrayMethods[A: Scalar, D: Dimension + 'static][A, D] for [] ArrayRef<A, D>;

    /// `a.dot(&r)`; see [`DotAdjoint`].
    fn dot[E: Dimension](ref x, r: lent ArrayRef<A, E>) -> <Self as Dot<ArrayRef<A, E>>>::Output, cotangent <Self as DotAdjoint<ArrayRef<A, E>>>::Seed
    where [Self: Dot<ArrayRef<A, E>> + DotAdjoint<ArrayRef<A, E>>];
        value { (Dot::dot(x, r), ()) }
        adjoint in ws |(), seed, x_bar, r_bar| {
            if let Some(x_bar) = x_bar {
                DotAdjoint::dot_left(x, r, &seed, x_bar);
            }
            if let Some(r_bar) = r_bar {
                DotAdjoint::dot_right(x, r, &seed, r_bar);
            }
            seed.give_back(ws);
        }

    /// `a.sum()`; see [`SumAdjoint`].
    fn sum(ref x) -> A;
        adjoint |(), seed, Some(x_bar)| { sum_adjoint(x, &seed, x_bar); }
        tangent: linear;

    /// `a.mean()`, nothing for an array without elements.
    fn mean(ref x) -> Option<A>;
        value { let count = x.len(); ((count > 0).then(|| x.sum() / A::nearest(count as f64)), ()) }
        adjoint |(), seed, x_bar| {
            if let (Some(seed), Some(x_bar)) = (seed, x_bar) {
                sum_adjoint(x, &(seed / A::nearest(x.len() as f64)), x_bar);
            }
        }
        tangent: linear;

    fn sum_axis(ref x, axis: at Axis) -> Array<A, D::Smaller>, keeps Axis where [D: RemoveAxis];
        value { (x.sum_axis(axis), axis) }
        adjoint in ws |axis, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                for mut part in x_bar.axis_iter_mut(axis) {
                    part += &seed;
                }
            }
            seed.give_back(ws);
        }
        tangent: linear;

    /// `a.mean_axis(axis)`, nothing for an axis of length zero.
    fn mean_axis(ref x, axis: at Axis) -> Option<Array<A, D::Smaller>>, keeps Axis where [D: RemoveAxis];
        value {
            let count = x.len_of(axis);
            let mean = || x.sum_axis(axis).mapv_into(|sum| sum / A::nearest(count as f64));
            ((count > 0).then(mean), axis)
        }
        adjoint in ws |axis, seed, x_bar, ()| {
            if let Some(seed) = seed {
                let count = A::nearest(x.len_of(axis) as f64);
                x.sum_axis_differentiable_pull(axis, ws, seed.mapv_into(|seed| seed / count), x_bar, ());
            }
        }
        tangent: linear;

    /// `a.diag()`, as an array of its own.
    fn diag(ref x) -> Array1<A>;
        value { (x.diag().to_owned(), ()) }
        adjoint in ws |(), seed, x_bar| {
            if let Some(x_bar) = x_bar {
                *x_bar.diag_mut() += &*seed;
            }
            seed.give_back(ws);
        }
        tangent: linear;

    /// `a.assign(&r)`, with `r` repeated along the axes that it lacks. What is overwritten is kept.
    fn assign[E: Dimension](mut x, r: lent ArrayRef<A, E>), keeps Array<A, D>;
        value in ws {
            let old = mapped(x, ws, |a| a);
            x.assign(r);
            ((), old)
        }
        adjoint in ws |old, (), x_bar, r_bar| {
            if let Some(x_bar) = x_bar {
                if let Some(r_bar) = r_bar {
                    add_repeated(r_bar, x_bar, |x_bar| x_bar, ws);
                }
                x_bar.fill(A::ZERO);
            }
            x.assign(&old);
            old.give_back(ws);
        }
        tangent: linear;

    /// `a.fill(x)`. What is overwritten is kept.
    fn fill(mut this, x: by A), keeps Array<A, D>, gives (A,);
        value in ws {
            let old = mapped(this, ws, |a| a);
            this.fill(x);
            ((), old)
        }
        adjoint in ws |old, (), this_bar, ()| {
            this.assign(&old);
            old.give_back(ws);
            let x_bar = this_bar.map_or(A::ZERO, |this_bar| {
                let sum = this_bar.sum();
                this_bar.fill(A::ZERO);
                sum
            });
            (x_bar,)
        }
        tangent: linear;

    /// `a.scaled_add(alpha, &r)`, with `r` repeated along the axes that it lacks. What is overwritten is kept.
    fn scaled_add[E: Dimension](mut x, alpha: by A, r: lent ArrayRef<A, E>), keeps (A, Array<A, D>), gives (A, ());
        value in ws {
            let old = mapped(x, ws, |a| a);
            x.scaled_add(alpha, r);
            ((), (alpha, old))
        }
        adjoint in ws |(alpha, old), (), x_bar, (), r_bar| {
            x.assign(&old);
            old.give_back(ws);
            let Some(x_bar) = x_bar else { return (A::ZERO, ()) };
            let repeated = r.broadcast(x_bar.raw_dim()).expect("it was added in the forward sweep");
            let alpha_bar = Zip::from(&*x_bar)
                .and(repeated)
                .fold(A::ZERO, |sum, &x_bar, &r| sum + times(x_bar, r));
            if let Some(r_bar) = r_bar {
                add_repeated(r_bar, x_bar, |x_bar| times(x_bar, alpha), ws);
            }
            (alpha_bar, ())
        }
        tangent |x_dot, alpha_dot, r_dot| {
            let repeated = (r.broadcast(x_dot.raw_dim()), r_dot.broadcast(x_dot.raw_dim()));
            // Of shapes that do not fit the method says so itself.
            if let (Some(r), Some(r_dot)) = repeated {
                Zip::from(x_dot).and(r).and(r_dot).for_each(|x_dot, &r, &r_dot| {
                    *x_dot += times(alpha_dot, r) + times(r_dot, alpha);
                });
            }
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
