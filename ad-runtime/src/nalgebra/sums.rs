//! Sums of vectors and matrices by `Sum`: each item has the cotangent of the sum.

use super::matrices::Elements;
use crate::folds::{Fold, Folded, Sums};
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix};

/// ```
/// use ad_runtime::{ByReference, Folded, Sums};
/// use nalgebra::Vector2;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let items = vec![Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)];
/// let (sum, pullback) = <Vector2<f64> as Folded<Sums, ByReference, _>>::folded_forward(items, &mut ws);
/// assert_eq!((sum, pullback(&mut ws, sum)), (Vector2::new(4.0, 6.0), vec![sum, sum]));
/// ```
impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, F> Folded<Sums, F, Matrix<A, R, C, S>> for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
    Self: Fold<Sums, F, Matrix<A, R, C, S>>,
{
    #[inline]
    fn folded_forward(
        items: Vec<Self>,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self) -> Vec<Self> + use<A, R, C, S, F>,
    ) {
        let count = items.len();
        let value = <Self as Fold<Sums, F, Self>>::fold(items);
        (value, move |_: &mut Workspace, seed: Self| vec![seed; count])
    }
}
