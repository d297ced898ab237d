//! Vectors and matrices that own their elements, of any size known when they are compiled or only when they run.

use crate::componentwise::AbsoluteValue;
use crate::cotangent::{Cotangent, component};
use crate::differentiable::Differentiable;
use crate::found::ByRef;
use crate::inactive::rigid;
use crate::operators::PlainAssign;
use crate::scalar::{Scalar, times};
use crate::slices::Contiguous;
use crate::sweep::List;
use nalgebra::allocator::Allocator;
use nalgebra::storage::{IsContiguous, StorageMut};
use nalgebra::{Const, DefaultAllocator, Dim, Dyn, Matrix, RealField};

/// Where a vector or a matrix that owns its elements has them.
///
/// The impls for these types name it, and not [`OMatrix`](nalgebra::OMatrix), which is a projection: in a function that is generic
/// in a dimension, rustc would take the only allocator that the function's bounds name for that of every matrix.
pub trait Elements<A: Scalar, R: Dim, C: Dim>: StorageMut<A, R, C> + IsContiguous + Clone {}

impl<A: Scalar, R: Dim, C: Dim, S: StorageMut<A, R, C> + IsContiguous + Clone> Elements<A, R, C> for S {}

/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::Vector3;
///
/// let mut v = Vector3::new(1.0, 2.0, 3.0);
/// v.add_scaled(2.0, &Vector3::new(0.0, 0.5, 0.0));
/// assert_eq!(v, Vector3::new(1.0, 3.0, 3.0));
/// ```
impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> Differentiable for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    type Cotangent = Self;
    type Shape = (R, C);
    fn coarseness(&self) -> f64 {
        // A vector without elements has no floats, but its type has.
        A::ZERO.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) -> (R, C) {
        self.shape_generic()
    }
    #[inline(always)]
    fn zero_of((rows, columns): &(R, C)) -> Self {
        Self::zeros_generic(*rows, *columns)
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
        assert_eq!(
            self.shape(),
            cotangent.shape(),
            "a matrix was moved along a cotangent of another shape"
        );
        let alpha = A::nearest(alpha);
        for (value, c) in self.as_mut_slice().iter_mut().zip(cotangent.as_slice()) {
            *value += alpha * *c;
        }
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Cotangent::flatten_into(self, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Cotangent::unflatten_from(self, flat);
    }
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> Cotangent for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        assert_eq!(
            self.shape(),
            other.shape(),
            "a cotangent was added to one of another shape"
        );
        for (c, other) in self.as_mut_slice().iter_mut().zip(other.as_slice()) {
            *c += *other;
        }
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        let alpha = A::nearest(alpha);
        for c in self.as_mut_slice() {
            *c = times(*c, alpha);
        }
    }
    #[inline]
    fn zero_like(&self) -> Self {
        Self::zero_of(&self.shape_generic())
    }
    /// Column by column, as nalgebra's own iterators go.
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.extend(self.as_slice().iter().map(|c| c.widened()));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        for c in self.as_mut_slice() {
            *c = A::nearest(component(flat));
        }
    }
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> PlainAssign for Matrix<A, R, C, S> where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>
{
}

/// Its elements, column by column, are at the same numbers as in the cotangent.
impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> List for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    type Element = A;
    #[inline(always)]
    fn elements(&self) -> &[A] {
        self.as_slice()
    }
}

/// Column by column, as `as_slice` gives them.
impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> Contiguous for Matrix<A, R, C, S> {
    type Element = A;
    #[inline(always)]
    fn part(&self) -> &[A] {
        self.as_slice()
    }
    #[inline(always)]
    fn part_mut(&mut self) -> &mut [A] {
        self.as_mut_slice()
    }
}

rigid!(Dyn);
rigid!([const N: usize] Const<N>);

impl<A: Scalar + RealField, R: Dim, C: Dim, S: Elements<A, R, C>> AbsoluteValue for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    type Taken = ByRef;
    #[inline]
    fn abs_of(self) -> Self {
        self.abs()
    }
    #[inline]
    fn abs_bar(&self, seed: &Self) -> Self {
        self.zip_map(seed, |v, s| v.abs_bar(&s))
    }
}
