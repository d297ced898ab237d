//! Elements of vectors and matrices: the same index leads to an element and to its cotangent.

use super::matrices::Elements;
use crate::routes::{IndexMutRoute, IndexRoute, Route, RouteMut, route, route_mut};
use crate::scalar::Scalar;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix};

macro_rules! indices {
    ($($index:ty),*) => {$(
        impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> IndexRoute<$index> for Matrix<A, R, C, S>
        where
            DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
        {
            type Buffer = Self;
            type Value = A;
            type Bar = A;
            #[inline(always)]
            fn differentiable_index(
                &self,
                index: $index,
            ) -> impl Route<Self, Self, Value = A, Bar = A> + Copy + use<A, R, C, S> {
                route::<Self, A, Self, A, _, _, _>(
                    move |v| &v[index],
                    move |bar| &bar[index],
                    move |bar| &mut bar[index],
                )
            }
        }

        impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> IndexMutRoute<$index> for Matrix<A, R, C, S>
        where
            DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
        {
            type Buffer = Self;
            type Value = A;
            type Bar = A;
            #[inline(always)]
            fn differentiable_index_mut(
                &self,
                index: $index,
            ) -> impl RouteMut<Self, Self, Value = A, Bar = A> + Copy + use<A, R, C, S> {
                route_mut::<Self, A, Self, A, _, _, _, _>(
                    move |v| &v[index],
                    move |v| &mut v[index],
                    move |bar| &bar[index],
                    move |bar| &mut bar[index],
                )
            }
        }
    )*};
}

indices!(usize, (usize, usize));
