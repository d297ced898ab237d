//! The list in which a matrix of unknown size has its elements, `m.data.as_vec()`.

use crate::cotangent::Cotangent;
use crate::element::Element;
use crate::found::{At, ByRef, at};
use crate::workspace::Workspace;
use nalgebra::{Dim, VecStorage};

/// The twin of `as_vec`, which gives a copy.
///
/// ```
/// use ad_runtime::methods::*;
/// use nalgebra::DMatrix;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (m, mut m_bar) = (DMatrix::from_vec(1, 2, vec![1.0, 2.0]), DMatrix::zeros(1, 2));
/// let (list, ()) = m.data.as_vec_differentiable_push(&mut ws);
/// m.data.as_vec_differentiable_pull((), &mut ws, vec![0.5, 1.5], Some(&mut m_bar.data));
/// assert_eq!((list, m_bar.as_slice()), (vec![1.0, 2.0], &[0.5, 1.5][..]));
/// ```
pub trait StorageMethods<A: Element> {
    /// What holds the elements' cotangents.
    type Bars;
    /// Whose method this is.
    fn as_vec_marked_differentiable(&self) -> At<Self, ByRef>;
    /// `m.data.as_vec()`, as a copy.
    fn as_vec_differentiable_push(&self, ws: &mut Workspace) -> (Vec<A>, ());
    /// Adds to `m_bar.data`.
    fn as_vec_differentiable_pull(
        &self,
        pullback: (),
        ws: &mut Workspace,
        seed: Vec<A::Cotangent>,
        bars: Option<&mut Self::Bars>,
    );
}

impl<A: Element, R: Dim, C: Dim> StorageMethods<A> for VecStorage<A, R, C> {
    type Bars = VecStorage<A::Cotangent, R, C>;
    #[inline(always)]
    fn as_vec_marked_differentiable(&self) -> At<Self, ByRef> {
        at()
    }
    #[inline]
    fn as_vec_differentiable_push(&self, _: &mut Workspace) -> (Vec<A>, ()) {
        (self.as_vec().clone(), ())
    }
    #[inline]
    fn as_vec_differentiable_pull(
        &self,
        (): (),
        _: &mut Workspace,
        seed: Vec<A::Cotangent>,
        bars: Option<&mut Self::Bars>,
    ) {
        for (bar, seed) in bars.into_iter().flat_map(VecStorage::as_mut_slice).zip(&seed) {
            bar.accumulate(seed);
        }
    }
}
