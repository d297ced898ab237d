//! Elements of vectors and matrices: the same index leads to an element and to its cotangent.

use super::matrices::Elements;
use crate::element::Element;
use crate::routes::indexed;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix, OMatrix};

macro_rules! indices {
    ($($index:ty),*) => {$(
        indexed! {
            impl[A: Element, R: Dim, C: Dim, S: Elements<A, R, C>][A, R, C, S]
            Matrix<A, R, C, S>, [$index] => A, A::Cotangent, in OMatrix<A::Cotangent, R, C>
            where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];
            |index, v, bar| v[index], bar[index];
        }
    )*};
}

indices!(usize, (usize, usize));
