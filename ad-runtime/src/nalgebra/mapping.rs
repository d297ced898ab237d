//! `m.map(f)`: the function is called once for each component, column by column.

use super::matrices::Elements;
use crate::found::ByRef;
use crate::mapping::{Mapped, Mapping};
use crate::scalar::Scalar;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix, OMatrix};

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> Mapping for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    type Item = A;
    type Taken = ByRef;
    type Each<X> = Vec<X>;
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn item(&self, k: usize) -> A {
        self[k]
    }
    #[inline]
    fn each<X>(&self, f: impl FnMut(usize) -> X) -> Vec<X> {
        (0..self.len()).map(f).collect()
    }
    #[inline(always)]
    fn one_of<X>(each: &mut Vec<X>, k: usize) -> &mut X {
        &mut each[k]
    }
    #[inline(always)]
    fn part(tangent: &Self, k: usize) -> Option<A> {
        Some(tangent[k])
    }
    #[inline(always)]
    fn add(bar: &mut Self, k: usize, part: &A) {
        bar[k] += *part;
    }
}

impl<A: Scalar, U: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, T: Elements<U, R, C>> Mapped<U> for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<R, C, Buffer<U> = T>,
{
    type Output = Matrix<U, R, C, T>;
    #[inline]
    fn with(&self, values: Vec<U>) -> Matrix<U, R, C, T> {
        let (rows, columns) = self.shape_generic();
        OMatrix::from_iterator_generic(rows, columns, values)
    }
    #[inline]
    fn tangent(&self, tangents: Vec<U>) -> Matrix<U, R, C, T> {
        self.with(tangents)
    }
    #[inline(always)]
    fn seed(seed: &Matrix<U, R, C, T>, k: usize) -> Option<U> {
        Some(seed[k])
    }
}
