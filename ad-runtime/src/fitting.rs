//! That what is handed to a derivative has the shape of what it belongs to: a buffer that of its argument, a seed that of the result.

use crate::cotangent::Cotangent;
use crate::differentiable::{Differentiable, all_take};
use crate::element::Element;
use ndarray::{ArrayRef, Dimension};

/// Checks that the buffer for a cotangent has the shape of the argument that it belongs to.
///
/// ```
/// ad_runtime::check_buffer("x", &vec![1.0, 2.0], &vec![0.0; 2]);
/// ```
///
/// # Panics
/// If it has another one.
#[inline]
pub fn check_buffer<T: Differentiable + ?Sized>(name: &str, value: &T, bar: &T::Cotangent) {
    assert!(
        value.takes(bar),
        "the buffer for the cotangent of `{name}` has another shape than `{name}`"
    );
}

/// The same of a slice.
///
/// ```should_panic
/// ad_runtime::check_buffer_of_list("x", &[1.0, 2.0], &[0.0; 3]);
/// ```
///
/// # Panics
/// If it has another length, or an element another shape.
#[inline]
pub fn check_buffer_of_list<T: Differentiable>(name: &str, values: &[T], bars: &[T::Cotangent]) {
    assert!(
        values.len() == bars.len() || size_of::<T::Cotangent>() == 0,
        "the buffer for the cotangent of `{name}` has another length than `{name}`: {} and {}",
        bars.len(),
        values.len()
    );
    assert!(
        all_take(values.iter(), bars.iter()),
        "an element of the buffer for the cotangent of `{name}` has another shape than that of `{name}`"
    );
}

/// The same of what an array or a view is behind a reference.
///
/// ```
/// let (x, bar) = (ndarray::arr1(&[1.0, 2.0]), ndarray::arr1(&[0.0, 0.0]));
/// ad_runtime::check_buffer_of_array("x", &x, &bar);
/// ```
///
/// # Panics
/// If it has another shape.
#[inline]
pub fn check_buffer_of_array<A: Element, D: Dimension>(
    name: &str,
    values: &ArrayRef<A, D>,
    bars: &ArrayRef<A::Cotangent, D>,
) {
    assert!(
        values.shape() == bars.shape(),
        "the buffer for the cotangent of `{name}` has another shape than `{name}`: {:?} and {:?}",
        bars.shape(),
        values.shape()
    );
}

/// The shape that a seed must have.
pub struct SeedShape<S, C> {
    shape: S,
    fits: fn(&S, &C) -> bool,
}

/// The shape of a result, for its seed.
///
/// ```should_panic
/// let shape = ad_runtime::seed_shape(&vec![1.0, 2.0]);
/// shape.check(&vec![1.0, 0.0, 0.0]);
/// ```
#[inline]
pub fn seed_shape<T: Differentiable>(value: &T) -> SeedShape<T::Shape, T::Cotangent> {
    SeedShape {
        shape: value.cotangent_shape(),
        fits: T::fits,
    }
}

impl<S, C: Cotangent> SeedShape<S, C> {
    /// Checks a seed.
    ///
    /// # Panics
    /// If it has another shape.
    #[inline]
    pub fn check(&self, seed: &C) {
        assert!(
            (self.fits)(&self.shape, seed),
            "the seed has another shape than the result"
        );
    }
}
