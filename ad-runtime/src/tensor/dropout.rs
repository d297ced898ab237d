//! Elements left out by chance.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::differentiable::add;
use super::elementwise::weighed;
use super::kernel::kernel;
use super::operators::zipped;
use super::storage::{Tensor, TensorElement};
use crate::found::{At, ByRef, at};
use crate::scalar::{over, weighted};
use crate::workspace::Workspace;
use rand010::Rng;

impl<T: TensorElement> Tensor<T> {
    /// Each element is zero with the probability `p`, and else larger, so that its mean is what it was.
    ///
    /// # Panics
    /// If `p` is no probability below 1.
    ///
    /// ```
    /// use ad_runtime::tensor::Tensor;
    /// use rand010::{SeedableRng, rngs::SmallRng};
    ///
    /// let y = Tensor::<f32>::ones(&[100]).dropout(0.5, &mut SmallRng::seed_from_u64(1));
    /// assert!(y.to_vec().iter().all(|y| *y == 0.0 || *y == 2.0));
    /// ```
    pub fn dropout<R: Rng + ?Sized>(&self, p: T, rng: &mut R) -> Self {
        zipped(self, &factors(self, p, rng), kernel!(|x, factor| x * factor))
    }
}

/// What each element is multiplied with: the same wherever the tensor is, as the processor draws it.
fn factors<T: TensorElement, R: Rng + ?Sized>(x: &Tensor<T>, p: T, rng: &mut R) -> Tensor<T> {
    assert!(T::ZERO <= p && p < T::ONE, "dropout: {p} is no probability below 1");
    let factor = T::ONE / (T::ONE - p);
    let mut factors = Tensor::uniform(x.shape(), T::ZERO, T::ONE, rng);
    factors
        .view_mut()
        .map_inplace(|drawn| *drawn = if *drawn < p { T::ZERO } else { factor });
    factors.beside(x)
}

/// The pair of `dropout`.
///
/// ```
/// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
/// use rand010::{SeedableRng, rngs::SmallRng};
///
/// let (x, mut x_bar, mut ws) = (Tensor::<f64>::ones(&[8]), Tensor::zeros(&[8]), Workspace::new());
/// let mut rng = SmallRng::seed_from_u64(1);
/// let (y, kept) = x.dropout_differentiable_push(0.25, &mut rng, &mut ws);
/// x.dropout_differentiable_pull(kept, &mut ws, Tensor::ones(&[8]), Some(&mut x_bar), (), (&mut rng, None));
/// assert_eq!(x_bar, y);
/// ```
pub trait TensorDropout<T: TensorElement>: Sized {
    /// Whose method this is.
    fn dropout_marked_differentiable<R>(&self, _: T, _: R) -> At<Self, ByRef> {
        at()
    }

    /// Original: `y[k] = x[k] · factor[k]`, which is 0 or `1 / (1 - p)`. The generator is kept as it was.
    fn dropout_differentiable_push<R: Rng + Clone>(
        &self,
        p: T,
        rng: &mut R,
        ws: &mut Workspace,
    ) -> (Self, (T, Self, R));

    /// Adjoint: `x_bar[k] += y_bar[k] · factor[k]` and `p_bar = Σ y_bar[k] · y[k] / (1 - p)`. The generator is put back.
    fn dropout_differentiable_pull<R>(
        &self,
        kept: (T, Self, R),
        ws: &mut Workspace,
        seed: Self,
        bar: Option<&mut Self>,
        of_p: (),
        rng: (&mut R, Option<&mut ()>),
    ) -> (T, ());
}

impl<T: TensorElement> TensorDropout<T> for Tensor<T> {
    fn dropout_differentiable_push<R: Rng + Clone>(
        &self,
        p: T,
        rng: &mut R,
        _: &mut Workspace,
    ) -> (Self, (T, Self, R)) {
        let before = rng.clone();
        let factors = factors(self, p, rng);
        (
            zipped(self, &factors, kernel!(|x, factor| x * factor)),
            (p, factors, before),
        )
    }

    fn dropout_differentiable_pull<R>(
        &self,
        (p, factors, before): (T, Self, R),
        _: &mut Workspace,
        seed: Self,
        bar: Option<&mut Self>,
        (): (),
        (rng, _): (&mut R, Option<&mut ()>),
    ) -> (T, ()) {
        *rng = before;
        let x_bar = weighed(seed, &factors, kernel!(|s, factor| weighted(s, factor)));
        let p_bar = over(zipped(&x_bar, self, kernel!(|s, x| weighted(s, x))).sum(), T::ONE - p);
        add(bar, || x_bar);
        (p_bar, ())
    }
}
