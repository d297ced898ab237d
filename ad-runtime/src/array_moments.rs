//! The variances and standard deviations of ndarray's arrays, over all elements and along an axis.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::cotangent::Cotangent;
use crate::foreign::rows;
use crate::scalar::{Scalar, times};
use ndarray::{Array, ArrayRef, Axis, Dimension, RemoveAxis, Zip};

/// The floats of which ndarray knows the variance: it asks for more than that they are floats.
pub trait Moments: Sized {
    /// `a.var(ddof)`.
    ///
    /// ```
    /// use ad_runtime::Moments as _;
    ///
    /// assert_eq!(f64::variance(&ndarray::arr1(&[1.0, 3.0]), 0.0), 1.0);
    /// ```
    fn variance<D: Dimension>(array: &ArrayRef<Self, D>, ddof: Self) -> Self;

    /// `a.var_axis(axis, ddof)`.
    ///
    /// ```
    /// use ad_runtime::Moments as _;
    /// use ndarray::{Axis, arr1, arr2};
    ///
    /// let a = arr2(&[[1.0, 3.0], [4.0, 4.0]]);
    /// assert_eq!(f64::variance_along(&a, Axis(1), 0.0), arr1(&[1.0, 0.0]));
    /// ```
    fn variance_along<D: RemoveAxis>(array: &ArrayRef<Self, D>, axis: Axis, ddof: Self) -> Array<Self, D::Smaller>;
}

macro_rules! moments {
    ($($float:ident)*) => {$(
        impl Moments for $float {
            #[inline]
            fn variance<D: Dimension>(array: &ArrayRef<$float, D>, ddof: $float) -> $float {
                array.var(ddof)
            }
            #[inline]
            fn variance_along<D: RemoveAxis>(
                array: &ArrayRef<$float, D>,
                axis: Axis,
                ddof: $float,
            ) -> Array<$float, D::Smaller> {
                array.var_axis(axis, ddof)
            }
        }
    )*};
}

moments!(f32 f64);

rows! {
    /// The twins of an array's methods `var`, `std`, `var_axis` and `std_axis`.
    ///
    /// ```
    /// use ad_runtime::ArrayMoments as _;
    /// use ndarray::arr1;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (a, mut a_bar) = (arr1(&[1.0, 3.0]), arr1(&[0.0, 0.5]));
    /// let (var, kept) = a.var_differentiable_push(0.0, &mut ws);
    /// a.var_differentiable_pull(kept, &mut ws, 1.0, Some(&mut a_bar), ());
    /// assert_eq!((var, a_bar), (1.0, arr1(&[-1.0, 1.5])));
    /// ```
    unsized ArrayMoments[A: Scalar, D: Dimension + 'static][A, D] for [] ArrayRef<A, D>;

    fn var(ref x, ddof: by A) -> A, keeps (A, A), gives (A,);
        value { let variance = A::variance(x, ddof); (variance, (ddof, variance)) }
        adjoint |(ddof, variance), seed, x_bar, ()| { (spread(x.iter(), x_bar.map(ArrayRef::iter_mut), ddof, variance, seed),) }

    /// `a.std(ddof)`, the root of the variance.
    fn std(ref x, ddof: by A) -> A, keeps (A, A), gives (A,);
        value { let variance = A::variance(x, ddof); (variance.sqrt(), (ddof, variance)) }
        adjoint in ws |(ddof, variance), seed, x_bar, ()| {
            let seed = of_root(seed, variance);
            x.var_differentiable_pull((ddof, variance), ws, seed, x_bar, ())
        }

    fn var_axis(ref x, axis: at Axis, ddof: by A) -> Array<A, D::Smaller>, keeps (Axis, A, Array<A, D::Smaller>), gives ((), A)
    where [D: RemoveAxis];
        value in ws {
            let variance = A::variance_along(x, axis, ddof);
            let kept = variance.copy_in(ws);
            (variance, (axis, ddof, kept))
        }
        adjoint in ws |(axis, ddof, variance), seed, x_bar, (), ()| {
            let mut ddof_bar = A::ZERO;
            let lanes = Zip::from(x.lanes(axis)).and(&variance).and(&seed);
            match x_bar {
                Some(x_bar) => lanes
                    .and(x_bar.lanes_mut(axis))
                    .for_each(|lane, variance, seed, mut x_bar| {
                        ddof_bar += spread(lane.iter(), Some(x_bar.iter_mut()), ddof, *variance, *seed);
                    }),
                None => lanes.for_each(|lane, variance, seed| {
                    ddof_bar += spread(lane.iter(), None::<std::slice::IterMut<'_, A>>, ddof, *variance, *seed);
                }),
            }
            variance.give_back(ws);
            seed.give_back(ws);
            ((), ddof_bar)
        }

    fn std_axis(ref x, axis: at Axis, ddof: by A) -> Array<A, D::Smaller>, keeps (Axis, A, Array<A, D::Smaller>), gives ((), A)
    where [D: RemoveAxis];
        value in ws {
            let (variance, kept) = x.var_axis_differentiable_push(axis, ddof, ws);
            (variance.mapv_into(A::sqrt), kept)
        }
        adjoint in ws |(axis, ddof, variance), mut seed, x_bar, (), ()| {
            seed.zip_mut_with(&variance, |seed, variance| *seed = of_root(*seed, *variance));
            x.var_axis_differentiable_pull((axis, ddof, variance), ws, seed, x_bar, (), ())
        }
}

/// The cotangent of a variance, from that of its root. Where all elements are equal the deviation has a kink, as a norm has at the
/// origin: nothing flows back.
#[inline(always)]
fn of_root<A: Scalar>(seed: A, variance: A) -> A {
    if variance == A::ZERO {
        A::ZERO
    } else {
        times(seed, A::HALF / variance.sqrt())
    }
}

/// Adds the cotangent of a variance to that of the elements, and gives that of `ddof`.
fn spread<'a, A: Scalar + 'a>(
    elements: impl Iterator<Item = &'a A> + Clone,
    bars: Option<impl Iterator<Item = &'a mut A>>,
    ddof: A,
    variance: A,
    seed: A,
) -> A {
    let (count, sum) = elements
        .clone()
        .fold((0usize, A::ZERO), |(n, sum), a| (n + 1, sum + *a));
    let count = A::nearest(count as f64);
    let (mean, divisor) = (sum / count, count - ddof);
    if let Some(bars) = bars {
        for (bar, a) in bars.zip(elements) {
            let distance = *a - mean;
            *bar += times(seed, (distance + distance) / divisor);
        }
    }
    times(seed, variance / divisor)
}
