//! Elements of vectors and matrices: the same index leads to an element and to its cotangent.

use super::matrices::Elements;
use crate::element::Element;
use crate::routes::{IndexMutRoute, IndexRoute, Route, RouteMut, route, route_mut};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix, OMatrix};

macro_rules! indices {
    ($($index:ty),*) => {$(
        impl<A: Element, R: Dim, C: Dim, S: Elements<A, R, C>> IndexRoute<$index> for Matrix<A, R, C, S>
        where
            DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
        {
            type Buffer = OMatrix<A::Cotangent, R, C>;
            type Value = A;
            type Bar = A::Cotangent;
            #[inline(always)]
            fn differentiable_index(
                &self,
                index: $index,
            ) -> impl Route<Self, Self::Buffer, Value = A, Bar = A::Cotangent> + Copy + use<A, R, C, S> {
                route::<Self, A, Self::Buffer, A::Cotangent, _, _, _>(
                    move |v| &v[index],
                    move |bar| &bar[index],
                    move |bar| &mut bar[index],
                )
            }
        }

        impl<A: Element, R: Dim, C: Dim, S: Elements<A, R, C>> IndexMutRoute<$index> for Matrix<A, R, C, S>
        where
            DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
        {
            type Buffer = OMatrix<A::Cotangent, R, C>;
            type Value = A;
            type Bar = A::Cotangent;
            #[inline(always)]
            fn differentiable_index_mut(
                &self,
                index: $index,
            ) -> impl RouteMut<Self, Self::Buffer, Value = A, Bar = A::Cotangent> + Copy + use<A, R, C, S> {
                route_mut::<Self, A, Self::Buffer, A::Cotangent, _, _, _, _>(
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
