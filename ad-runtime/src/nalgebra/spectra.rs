//! Eigenvalues of symmetric matrices, singular values, and products in place.
//!
//! The formulae are those of M. Giles, as cited in the module above, sections 3.1 and 3.2: `λ_bar` goes to `V diag(λ_bar) Vᵀ`, and
//! `σ_bar` to `U diag(σ_bar) Vᵀ`. Values that coincide have no derivatives of their own; what is added then is right where all of
//! them have the same cotangent.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity, clippy::too_many_arguments)]

use super::matrices::Elements;
use super::methods::Slot;
use super::operators::{mapped, sum_of, through_product};
use crate::foreign::pairs;
use crate::found::{At, ByMut, ByRef, at};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, DimDiff, DimMin, DimMinimum, DimSub, Matrix, OVector, RealField, U1};

pairs! {
    /// The pairs of what is known of a symmetric matrix. Only its lower triangle is read, so only that has a gradient.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix2, Vector2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (Matrix2::new(2.0, 0.0, 0.0, 3.0), Matrix2::zeros());
    /// let (values, ()) = m.symmetric_eigenvalues_differentiable_push(&mut ws);
    /// m.symmetric_eigenvalues_differentiable_pull((), &mut ws, values, Some(&mut m_bar));
    /// assert_eq!(m_bar, m);
    /// ```
    SpectralMethods[A: Scalar, D: Dim][A, D] for [, S: Elements<A, D, D>] Matrix<A, D, D, S>
        where [DefaultAllocator: Allocator<D, D, Buffer<A> = S>];

    /// Whose method this is.
    fn symmetric_eigenvalues_differentiable_at[](&self) -> At<Self, ByRef>
    where [A: RealField, D: DimSub<U1>, DefaultAllocator: Allocator<D> + Allocator<DimDiff<D, U1>>] {
        at()
    }

    /// `m.symmetric_eigenvalues()`.
    fn symmetric_eigenvalues_differentiable_push[](&self, _ws: &mut Workspace) -> (OVector<A, D>, ())
    where [A: RealField, D: DimSub<U1>, DefaultAllocator: Allocator<D> + Allocator<DimDiff<D, U1>>] {
        (self.symmetric_eigenvalues(), ())
    }

    /// `m_bar += Σ λ_bar[k] · v[k] v[k]ᵀ`, folded into the lower triangle.
    fn symmetric_eigenvalues_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OVector<A, D>, bar: Option<&mut Self>
    ) -> ()
    where [A: RealField, D: DimSub<U1>, DefaultAllocator: Allocator<D> + Allocator<DimDiff<D, U1>>] {
        let Some(bar) = bar else { return };
        let vectors = self.clone().symmetric_eigen().eigenvectors;
        for j in 0..self.ncols() {
            for i in j..self.nrows() {
                let along = |k: usize| times(seed[k], vectors[(i, k)] * vectors[(j, k)]);
                let sum = (0..seed.len()).fold(A::ZERO, |sum, k| sum + along(k));
                bar[(i, j)] += if i == j { sum } else { sum + sum };
            }
        }
    }
}

pairs! {
    /// The pairs of what is known of a matrix of any shape.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix2, Vector2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (Matrix2::new(3.0, 0.0, 0.0, 2.0), Matrix2::zeros());
    /// let (values, ()) = m.singular_values_differentiable_push(&mut ws);
    /// m.singular_values_differentiable_pull((), &mut ws, values, Some(&mut m_bar));
    /// assert!((m_bar - m).norm() < 1e-12);
    /// ```
    SingularMethods[A: Scalar, R: Dim, C: Dim][A, R, C] for [, S: Elements<A, R, C>] Matrix<A, R, C, S>
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];

    /// Whose method this is.
    fn singular_values_differentiable_at[](&self) -> At<Self, ByRef>
    where [
        A: RealField, R: DimMin<C>, DimMinimum<R, C>: DimSub<U1>,
        DefaultAllocator: Allocator<C> + Allocator<R> + Allocator<DimDiff<DimMinimum<R, C>, U1>>
            + Allocator<DimMinimum<R, C>, C> + Allocator<R, DimMinimum<R, C>> + Allocator<DimMinimum<R, C>>
    ] {
        at()
    }

    /// `m.singular_values()`, the largest first.
    fn singular_values_differentiable_push[](&self, _ws: &mut Workspace) -> (OVector<A, DimMinimum<R, C>>, ())
    where [
        A: RealField, R: DimMin<C>, DimMinimum<R, C>: DimSub<U1>,
        DefaultAllocator: Allocator<C> + Allocator<R> + Allocator<DimDiff<DimMinimum<R, C>, U1>>
            + Allocator<DimMinimum<R, C>, C> + Allocator<R, DimMinimum<R, C>> + Allocator<DimMinimum<R, C>>
    ] {
        (self.singular_values(), ())
    }

    /// `m_bar += Σ σ_bar[k] · u[k] v[k]ᵀ`.
    fn singular_values_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OVector<A, DimMinimum<R, C>>, bar: Option<&mut Self>
    ) -> ()
    where [
        A: RealField, R: DimMin<C>, DimMinimum<R, C>: DimSub<U1>,
        DefaultAllocator: Allocator<C> + Allocator<R> + Allocator<DimDiff<DimMinimum<R, C>, U1>>
            + Allocator<DimMinimum<R, C>, C> + Allocator<R, DimMinimum<R, C>> + Allocator<DimMinimum<R, C>>
    ] {
        let Some(bar) = bar else { return };
        let svd = self.clone().svd(true, true);
        let (Some(u), Some(v)) = (svd.u, svd.v_t) else { unreachable!("both are asked for") };
        for j in 0..self.ncols() {
            for i in 0..self.nrows() {
                let along = |k: usize| times(seed[k], u[(i, k)] * v[(k, j)]);
                bar[(i, j)] += (0..seed.len()).fold(A::ZERO, |sum, k| sum + along(k));
            }
        }
    }

    /// Whose method this is.
    fn product_differentiable_at[](&self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.product()`.
    fn product_differentiable_push[](&self, _ws: &mut Workspace) -> (A, ()) where [] {
        (self.product(), ())
    }

    /// Each component gets the product of the others.
    fn product_differentiable_pull[](
        &self, _kept: (), ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            crate::array_products::product_adjoint(bar.iter_mut(), self.iter(), seed, ws);
        }
    }

    /// Whose method this is.
    fn gemm_differentiable_at[K: Dim, P: Elements<A, R, K>, Q: Elements<A, K, C>](
        &self, _alpha: A, _a: &Matrix<A, R, K, P>, _b: &Matrix<A, K, C, Q>, _beta: A
    ) -> At<Self, ByMut> where [] {
        at()
    }

    /// `c.gemm(alpha, &a, &b, beta)`: `c` becomes `alpha · a · b + beta · c`.
    fn gemm_differentiable_push[K: Dim, P: Elements<A, R, K>, Q: Elements<A, K, C>](
        &mut self, alpha: A, a: &Matrix<A, R, K, P>, b: &Matrix<A, K, C, Q>, beta: A, _ws: &mut Workspace
    ) -> ((), (A, A, Self)) where [] {
        let before = self.clone();
        self.gemm(alpha, a, b, beta);
        ((), (alpha, beta, before))
    }

    /// `a_bar += alpha · c_bar · bᵀ` and `b_bar += alpha · aᵀ · c_bar`, `c_bar` times `beta`, and the products with `a · b` and
    /// with `c` as it was.
    fn gemm_differentiable_pull[K: Dim, P: Elements<A, R, K>, Q: Elements<A, K, C>](
        &mut self,
        kept: (A, A, Self),
        _ws: &mut Workspace,
        _seed: (),
        bar: Option<&mut Self>,
        _of_alpha: (),
        a: Slot<'_, Matrix<A, R, K, P>>,
        b: Slot<'_, Matrix<A, K, C, Q>>,
        _of_beta: ()
    ) -> (A, (), (), A)
    where [DefaultAllocator: Allocator<R, K, Buffer<A> = P> + Allocator<K, C, Buffer<A> = Q>] {
        let (alpha, beta, before) = kept;
        let (mut of_alpha, mut of_beta) = (A::ZERO, A::ZERO);
        if let Some(bar) = bar {
            let sizes = (a.0.nrows(), b.0.nrows(), b.0.ncols());
            of_alpha = through_product(&*bar, sizes, alpha, a, b, |i, k| (i, k));
            of_beta = sum_of(&before, bar, |c, s| times(s, c));
            *bar = mapped(bar, |s| times(s, beta));
        }
        *self = before;
        (of_alpha, (), (), of_beta)
    }
}
