//! Vectors and matrices that own their elements, of any size known when they are compiled or only when they run.

use crate::componentwise::AbsoluteValue;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::element::Element;
use crate::found::ByRef;
use crate::inactive::rigid;
use crate::operators::PlainAssign;
use crate::scalar::Scalar;
use crate::slices::Contiguous;
use crate::sweep::List;
use nalgebra::allocator::Allocator;
use nalgebra::storage::{IsContiguous, StorageMut};
use nalgebra::{Const, DefaultAllocator, Dim, Dyn, Matrix, OMatrix, RealField};

/// Where a vector or a matrix that owns its elements has them.
///
/// The impls for these types name it, and not [`OMatrix`](nalgebra::OMatrix), which is a projection: in a function that is generic
/// in a dimension, rustc would take the only allocator that the function's bounds name for that of every matrix.
pub trait Elements<A: nalgebra::Scalar, R: Dim, C: Dim>:
    StorageMut<A, R, C> + IsContiguous + Clone + std::fmt::Debug
{
}

impl<A: nalgebra::Scalar, R: Dim, C: Dim, S: StorageMut<A, R, C> + IsContiguous + Clone + std::fmt::Debug>
    Elements<A, R, C> for S
{
}

/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::Vector3;
///
/// let mut v = Vector3::new(1.0, 2.0, 3.0);
/// v.add_scaled(2.0, &Vector3::new(0.0, 0.5, 0.0));
/// assert_eq!(v, Vector3::new(1.0, 3.0, 3.0));
/// ```
impl<A: Element, R: Dim, C: Dim, S: Elements<A, R, C>> Differentiable for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    type Cotangent = OMatrix<A::Cotangent, R, C>;
    type Shape = (R, C);
    fn coarseness(&self) -> f64 {
        self.as_slice().iter().map(A::coarseness).fold(0.0, f64::max)
    }
    #[inline(always)]
    fn cotangent_shape(&self) -> (R, C) {
        self.shape_generic()
    }
    #[inline(always)]
    fn fits((rows, columns): &(R, C), cotangent: &Self::Cotangent) -> bool {
        cotangent.shape() == (rows.value(), columns.value())
    }
    #[inline]
    fn takes(&self, cotangent: &Self::Cotangent) -> bool {
        self.shape() == cotangent.shape()
    }
    #[inline(always)]
    fn zero_of((rows, columns): &(R, C)) -> Self::Cotangent {
        OMatrix::from_element_generic(*rows, *columns, A::zero_bar())
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        assert_eq!(
            self.shape(),
            cotangent.shape(),
            "a matrix was moved along a cotangent of another shape"
        );
        for (value, c) in self.as_mut_slice().iter_mut().zip(cotangent.as_slice()) {
            value.add_scaled(alpha, c);
        }
    }
    /// Column by column, as nalgebra's own iterators go.
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.as_slice().iter().for_each(|value| value.flatten_into(out));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.as_mut_slice()
            .iter_mut()
            .for_each(|value| value.unflatten_from(flat));
    }
}

impl<B: nalgebra::Scalar + Cotangent, R: Dim, C: Dim, S: Elements<B, R, C>> Cotangent for Matrix<B, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<B> = S>,
{
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        assert_eq!(
            self.shape(),
            other.shape(),
            "a cotangent was added to one of another shape"
        );
        for (c, other) in self.as_mut_slice().iter_mut().zip(other.as_slice()) {
            c.accumulate(other);
        }
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        for c in self.as_mut_slice() {
            c.scale(alpha);
        }
    }
    #[inline]
    fn zero_like(&self) -> Self {
        let mut zero = self.clone();
        for c in zero.as_mut_slice() {
            *c = c.zero_like();
        }
        zero
    }
    /// Column by column, as nalgebra's own iterators go.
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.as_slice().iter().for_each(|c| c.flatten_into(out));
    }
    #[inline]
    fn all_finite(&self) -> bool {
        // All of them are looked at, without a branch for each.
        self.as_slice().iter().fold(true, |finite, c| finite & c.all_finite())
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.as_mut_slice().iter_mut().for_each(|c| c.unflatten_from(flat));
    }
}

impl<A: Element, R: Dim, C: Dim, S: Elements<A, R, C>> PlainAssign for Matrix<A, R, C, S> where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>
{
}

/// Its elements, column by column, are at the same numbers as in the cotangent.
impl<A: Element, R: Dim, C: Dim, S: Elements<A, R, C>> List for Matrix<A, R, C, S>
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
impl<A: Element, R: Dim, C: Dim, S: Elements<A, R, C>> Contiguous for Matrix<A, R, C, S> {
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
