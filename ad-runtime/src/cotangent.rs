//! Derivatives of a scalar with respect to a value: a vector space of the value's shape.

mod absorb;
mod containers;
pub use absorb::{
    Absorb, Contribution, GoesOver, Nothing, accumulate, accumulate_own, accumulate_where, follow, go_over,
};
pub(crate) use containers::{each_component, give_back_elements};

use crate::lasting::OnType;
use crate::objects::{AnyCotangent, DynCotangent};
use crate::scalar::{Scalar, times};
use crate::slopes::Slopes;
use crate::workspace::Workspace;
use ndarray::{ArrayViewMut, ArrayViewMutD, Dimension};

/// The cotangent of an array, where rustc only sees that it is some type's.
///
/// ```
/// use ndarray::{Ix1, array};
///
/// let mut bar = array![1.0, 2.0];
/// ad_runtime::numbers_of::<_, f64, Ix1>(&mut bar)[1] += 3.0;
/// assert_eq!(bar, array![1.0, 5.0]);
/// ```
///
/// # Panics
/// If it is something else.
pub fn numbers_of<C: Cotangent, A: 'static, D: Dimension>(bar: &mut C) -> ArrayViewMut<'_, A, D> {
    bar.numbers()
        .and_then(|numbers| numbers.into_dimensionality().ok())
        .expect("the cotangent of an array of numbers is one")
}

/// The derivative of a scalar with respect to a value of some type: what backward sweeps accumulate.
///
/// Floats are their own cotangents, values without a derivative have `()`, and containers have the same container of their
/// elements' cotangents.
///
/// ```
/// use ad_runtime::Cotangent;
///
/// let mut gradient = vec![(1.0, ()), (2.0, ())];
/// gradient.accumulate(&vec![(0.5, ()), (0.5, ())]);
/// gradient.scale(2.0);
/// assert_eq!(gradient, [(3.0, ()), (5.0, ())]);
/// assert_eq!(gradient.zero_like(), [(0.0, ()), (0.0, ())]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a cotangent",
    note = "derive `Differentiable` for the type that it belongs to"
)]
pub trait Cotangent: Sized + Clone {
    /// The array of these numbers that it is, if it is one: see [`numbers_of`].
    #[doc(hidden)]
    fn numbers<A: 'static>(&mut self) -> Option<ArrayViewMutD<'_, A>> {
        None
    }
    /// Adds `other` to `self`, component by component.
    ///
    /// # Panics
    /// If the shapes differ; the message names both.
    fn accumulate(&mut self, other: &Self);

    /// Multiplies every component by `alpha`. An exactly zero component stays exactly zero, also for an infinite `alpha`.
    fn scale(&mut self, alpha: f64);

    /// The zero of the same shape.
    fn zero_like(&self) -> Self;

    /// Appends the components to `out`, in order.
    ///
    /// ```
    /// use ad_runtime::Cotangent;
    ///
    /// let mut flat = Vec::new();
    /// Cotangent::flatten_into(&([1.0, 2.0], 3.0_f32), &mut flat);
    /// assert_eq!(flat, [1.0, 2.0, 3.0]);
    /// ```
    fn flatten_into(&self, out: &mut Vec<f64>);

    /// Replaces the components by the next ones of `flat`, in the order of [`flatten_into`](Cotangent::flatten_into).
    ///
    /// # Panics
    /// If `flat` ends too early.
    ///
    /// ```
    /// use ad_runtime::Cotangent;
    ///
    /// let mut gradient = ([0.0; 2], 0.0_f32);
    /// Cotangent::unflatten_from(&mut gradient, &mut [1.0, 2.0, 3.0].into_iter());
    /// assert_eq!(gradient, ([1.0, 2.0], 3.0));
    /// ```
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>);

    /// The components as a vector, in the order in which [`to_flat`](crate::Differentiable::to_flat) gives those of a value.
    ///
    /// ```
    /// use ad_runtime::{Cotangent, Differentiable};
    ///
    /// let gradient = vec![[1.0, 2.0], [3.0, 4.0]];
    /// assert_eq!(gradient.partials(), [1.0, 2.0, 3.0, 4.0]);
    /// ```
    fn partials(&self) -> Vec<f64> {
        let mut flat = Vec::new();
        self.flatten_into(&mut flat);
        flat
    }

    /// Whether all components are finite.
    #[doc(hidden)]
    fn all_finite(&self) -> bool {
        self.partials().iter().all(|c| c.is_finite())
    }

    /// The same as [`flatten_into`](Cotangent::flatten_into), where what is on a device stays there.
    #[doc(hidden)]
    fn gather_slopes(&self, slopes: &mut Slopes) {
        self.flatten_into(slopes.numbers());
    }

    /// Gives the memory that it holds back to the workspace.
    #[doc(hidden)]
    #[inline(always)]
    fn give_back(self, _: &mut Workspace) {}

    /// A copy in memory of the workspace, as far as it is in lists.
    #[doc(hidden)]
    #[inline(always)]
    fn copy_in(&self, _: &mut Workspace) -> Self {
        self.clone()
    }

    /// A value that holds no memory, if the type has one: what is left in a box that waits for its next use.
    #[doc(hidden)]
    #[inline(always)]
    fn husk() -> Option<Self> {
        None
    }

    /// Does something to the type, where it is certain to outlive everything something else.
    #[doc(hidden)]
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        on.any()
    }

    /// The cotangent that this one is a box of: a trait object may have been made of the value inside.
    #[doc(hidden)]
    fn boxed(&self) -> Option<&dyn AnyCotangent>
    where
        Self: 'static,
    {
        None
    }

    /// The same, to be written.
    #[doc(hidden)]
    fn boxed_mut(&mut self) -> Option<&mut dyn AnyCotangent>
    where
        Self: 'static,
    {
        None
    }

    /// The same, taken out.
    #[doc(hidden)]
    fn unboxed(self) -> Option<DynCotangent>
    where
        Self: 'static,
    {
        None
    }
}

/// The next component of a flat vector.
pub(crate) fn component(flat: &mut dyn Iterator<Item = f64>) -> f64 {
    flat.next().expect("the flat vector has too few components")
}

macro_rules! float_cotangent {
    ($($float:ident)*) => {$(
        impl Cotangent for $float {
            #[inline(always)]
            fn husk() -> Option<Self> {
                Some(0.0)
            }
            #[inline(always)]
            fn on_type<O: OnType<Self>>(on: O) -> O::Out {
                on.lasting()
            }
            #[inline(always)]
            fn accumulate(&mut self, other: &Self) {
                *self += other;
            }
            #[inline(always)]
            fn scale(&mut self, alpha: f64) {
                *self = times(*self, alpha as $float);
            }
            #[inline(always)]
            fn zero_like(&self) -> Self {
                0.0
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                out.push(f64::from(*self));
            }
            #[inline(always)]
            fn all_finite(&self) -> bool {
                self.is_finite()
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                *self = component(flat) as $float;
            }
        }
    )*};
}

float_cotangent!(f32 f64);

impl Cotangent for () {
    #[inline(always)]
    fn husk() -> Option<Self> {
        Some(())
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        on.lasting()
    }
    #[inline(always)]
    fn accumulate(&mut self, _: &Self) {}
    #[inline(always)]
    fn scale(&mut self, _: f64) {}
    #[inline(always)]
    fn zero_like(&self) -> Self {}
    fn flatten_into(&self, _: &mut Vec<f64>) {}
    fn unflatten_from(&mut self, _: &mut dyn Iterator<Item = f64>) {}
}

/// Adds what flows into what is lent, of which `slope` is the slope of a number: nothing under a cotangent of exactly zero.
///
/// ```
/// let mut bar = [1.0, 2.0];
/// ad_runtime::add_slope(&mut bar, 0.5, [4.0, 6.0]);
/// ad_runtime::add_slope(&mut bar, 0.0, [f64::INFINITY, 0.0]);
/// assert_eq!(bar, [3.0, 5.0]);
/// ```
#[inline]
pub fn add_slope<S: Scalar, C: Cotangent>(bar: &mut C, seed: S, mut slope: C) {
    if seed != S::ZERO {
        slope.scale(seed.widened());
        bar.accumulate(&slope);
    }
}

/// A second cotangent like this one, of a type that need not be `Clone`.
///
/// ```
/// assert_eq!(ad_runtime::duplicate(&vec![1.0, 2.0]), [1.0, 2.0]);
/// ```
#[inline]
pub fn duplicate<C: Cotangent>(cotangent: &C) -> C {
    let mut duplicate = cotangent.zero_like();
    duplicate.accumulate(cotangent);
    duplicate
}

/// The sum of `items`, accumulated into `witness_zero`, which is a zero of their shape.
///
/// # Panics
/// If the shapes differ.
///
/// ```
/// assert_eq!(ad_runtime::total(0.0, &[1.0, 2.0, 3.0]), 6.0);
/// ```
#[inline]
pub fn total<'a, C: Cotangent + 'a>(witness_zero: C, items: impl IntoIterator<Item = &'a C>) -> C {
    let mut sum = witness_zero;
    for item in items {
        sum.accumulate(item);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Differentiable;
    use ndarray::{arr1, arr2};

    /// One of everything, nested.
    type Everything = (
        f64,
        f32,
        [Vec<f64>; 2],
        (),
        Option<[f64; 2]>,
        Option<f64>,
        Box<f64>,
        ndarray::Array2<f32>,
    );

    fn everything() -> Everything {
        (
            1.0,
            2.0,
            [vec![3.0], vec![4.0, 5.0]],
            (),
            Some([6.0, 7.0]),
            None,
            Box::new(8.0),
            arr2(&[[9.0, 10.0]]),
        )
    }

    fn flat(c: &impl Cotangent) -> Vec<f64> {
        let mut flat = Vec::new();
        Cotangent::flatten_into(c, &mut flat);
        flat
    }

    #[test]
    fn operations_are_those_of_flat_vectors() {
        let mut c = everything();
        let components: Vec<f64> = (1..=10).map(f64::from).collect();
        assert_eq!(flat(&c), components);
        assert_eq!(flat(&c.zero_like()), [0.0; 10]);
        c.scale(2.0);
        c.accumulate(&everything());
        assert_eq!(flat(&c), components.iter().map(|x| 3.0 * x).collect::<Vec<_>>());
        Cotangent::unflatten_from(&mut c, &mut components.iter().copied());
        assert_eq!(c, everything());
    }

    #[test]
    fn scaling_keeps_zeros() {
        let mut c = ([0.0, -2.0], 0.0_f32, arr1(&[0.0, 1.0]));
        c.scale(f64::INFINITY);
        assert_eq!(c, ([0.0, f64::NEG_INFINITY], 0.0, arr1(&[0.0, f64::INFINITY])));
    }

    #[test]
    fn an_absent_cotangent_is_a_zero() {
        let sum = |mut a: Option<f64>, b: Option<f64>| {
            a.accumulate(&b);
            a
        };
        assert_eq!(sum(None, None), None);
        assert_eq!(sum(Some(1.0), None), Some(1.0));
        assert_eq!(sum(None, Some(2.0)), Some(2.0));
        assert_eq!(sum(Some(1.0), Some(2.0)), Some(3.0));
    }

    #[test]
    fn buffers_absorb_lists_however_they_are_held() {
        let (mut array, mut vec) = ([1.0, 2.0], vec![1.0, 2.0]);
        accumulate(&mut array, &vec![0.5, 0.5]);
        accumulate(&mut array, &[0.5, 0.5]);
        accumulate(&mut array[..], &[0.5, 0.5]);
        accumulate(&mut array[..], &vec![0.5, 0.5]);
        assert_eq!(array, [3.0, 4.0]);
        accumulate(&mut vec, &[0.5, 0.5]);
        accumulate(&mut vec, &vec![0.5, 0.5]);
        assert_eq!(vec, [2.0, 3.0]);
        let mut scalar = 1.0_f32;
        accumulate(&mut scalar, &2.0);
        assert_eq!(scalar, 3.0);
    }

    #[test]
    fn totals_start_from_the_zero_of_the_right_shape() {
        assert_eq!(total([0.0; 2], &[[1.0, 2.0], [3.0, 4.0]]), [4.0, 6.0]);
        let none: [Vec<f64>; 0] = [];
        assert_eq!(total(vec![1.0, 2.0].zero_cotangent(), &none), [0.0, 0.0]);
    }

    #[test]
    #[should_panic(expected = "left: 2\n right: 3")]
    fn different_lengths_panic_with_both() {
        vec![1.0, 2.0].accumulate(&vec![1.0, 2.0, 3.0]);
    }

    #[test]
    #[should_panic(expected = "left: [2, 1]\n right: [1, 1]")]
    fn arrays_are_not_broadcast() {
        arr2(&[[1.0], [2.0]]).accumulate(&arr2(&[[1.0]]));
    }

    #[test]
    #[should_panic(expected = "too few components")]
    fn a_flat_vector_must_be_long_enough() {
        Cotangent::unflatten_from(&mut [0.0; 3], &mut [1.0, 2.0].into_iter());
    }
}
