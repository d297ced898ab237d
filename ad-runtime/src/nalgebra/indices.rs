//! Elements of vectors and matrices: the same index leads to an element and to its cotangent.

use crate::routes::{IndexMutRoute, IndexRoute, Route, RouteMut, route, route_mut};
use crate::scalar::Scalar;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix};

macro_rules! indices {
    ($($index:ty),*) => {$(
        impl<A: Scalar, R: Dim, C: Dim> IndexRoute<$index> for OMatrix<A, R, C>
        where
            DefaultAllocator: Allocator<R, C>,
        {
            type Buffer = Self;
            type Value = A;
            type Bar = A;
            #[inline(always)]
            fn differentiable_index(
                &self,
                index: $index,
            ) -> impl Route<Self, Self, Value = A, Bar = A> + Copy + use<A, R, C> {
                route::<Self, A, Self, A, _, _, _>(
                    move |v| &v[index],
                    move |bar| &bar[index],
                    move |bar| &mut bar[index],
                )
            }
        }

        impl<A: Scalar, R: Dim, C: Dim> IndexMutRoute<$index> for OMatrix<A, R, C>
        where
            DefaultAllocator: Allocator<R, C>,
        {
            type Buffer = Self;
            type Value = A;
            type Bar = A;
            #[inline(always)]
            fn differentiable_index_mut(
                &self,
                index: $index,
            ) -> impl RouteMut<Self, Self, Value = A, Bar = A> + Copy + use<A, R, C> {
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
