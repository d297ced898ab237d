//! Eigenvalues of symmetric matrices, singular values, and products in place.
//!
//! The formulae are those of M. Giles, as cited in the module above, sections 3.1 and 3.2: `λ_bar` goes to `V diag(λ_bar) Vᵀ`, and
//! `σ_bar` to `U diag(σ_bar) Vᵀ`. Values that coincide have no derivatives of their own; what is added then is right where all of
//! them have the same cotangent.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity, clippy::too_many_arguments)]

use super::matrices::Elements;
use super::operators::{mapped, sum_of, through_product};
use crate::foreign::rows;
use crate::scalar::{Scalar, times};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, DimDiff, DimMin, DimMinimum, DimSub, Matrix, OVector, RealField, U1};

rows! {
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

    /// `m_bar += Σ λ_bar[k] · v[k] v[k]ᵀ`, folded into the lower triangle.
    fn symmetric_eigenvalues(ref x) -> OVector<A, D>
    where [A: RealField, D: DimSub<U1>, DefaultAllocator: Allocator<D> + Allocator<DimDiff<D, U1>>];
        adjoint |(), seed, Some(x_bar)| {
            let vectors = x.clone().symmetric_eigen().eigenvectors;
            for j in 0..x.ncols() {
                for i in j..x.nrows() {
                    let along = |k: usize| times(seed[k], vectors[(i, k)] * vectors[(j, k)]);
                    let sum = (0..seed.len()).fold(A::ZERO, |sum, k| sum + along(k));
                    x_bar[(i, j)] += if i == j { sum } else { sum + sum };
                }
            }
        }
        tangent: jacobian;
}

rows! {
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

    /// `m.singular_values()`, the largest first.
    /// `m_bar += Σ σ_bar[k] · u[k] v[k]ᵀ`.
    fn singular_values(ref x) -> OVector<A, DimMinimum<R, C>>
    where [A: RealField, R: DimMin<C>, DimMinimum<R, C>: DimSub<U1>, DefaultAllocator: Allocator<C> + Allocator<R> + Allocator<DimDiff<DimMinimum<R, C>, U1>> + Allocator<DimMinimum<R, C>, C> + Allocator<R, DimMinimum<R, C>> + Allocator<DimMinimum<R, C>>];
        adjoint |(), seed, Some(x_bar)| {
            let svd = x.clone().svd(true, true);
            let (Some(u), Some(v)) = (svd.u, svd.v_t) else { unreachable!("both are asked for") };
            for j in 0..x.ncols() {
                for i in 0..x.nrows() {
                    let along = |k: usize| times(seed[k], u[(i, k)] * v[(k, j)]);
                    x_bar[(i, j)] += (0..seed.len()).fold(A::ZERO, |sum, k| sum + along(k));
                }
            }
        }
        tangent: jacobian;

    /// Each component gets the product of the others.
    fn product(ref x) -> A;
        adjoint in ws |(), seed, Some(x_bar)| { crate::array_products::product_adjoint(x_bar.iter_mut(), x.iter(), seed, ws); }
        tangent: jacobian;

    /// `c.gemm(alpha, &a, &b, beta)`: `c` becomes `alpha · a · b + beta · c`.
    /// `a_bar += alpha · c_bar · bᵀ` and `b_bar += alpha · aᵀ · c_bar`, `c_bar` times `beta`, and the products with `a · b` and
    /// with `c` as it was.
    fn gemm[K: Dim, P: Elements<A, R, K>, Q: Elements<A, K, C>](mut x, alpha: by A, a: lent Matrix<A, R, K, P>, b: lent Matrix<A, K, C, Q>, beta: by A), keeps (A, A, Self), gives (A, (), (), A)
    where [DefaultAllocator: Allocator<R, K, Buffer<A> = P> + Allocator<K, C, Buffer<A> = Q>];
        value {
            let before = x.clone();
            x.gemm(alpha, a, b, beta);
            ((), (alpha, beta, before))
        }
        adjoint |(alpha, beta, before), (), x_bar, (), a_bar, b_bar, ()| {
            let (mut of_alpha, mut of_beta) = (A::ZERO, A::ZERO);
            if let Some(x_bar) = x_bar {
                let sizes = (a.nrows(), b.nrows(), b.ncols());
                of_alpha = through_product(&*x_bar, sizes, alpha, (a, a_bar), (b, b_bar), |i, k| (i, k));
                of_beta = sum_of(&before, x_bar, |c, s| times(s, c));
                *x_bar = mapped(x_bar, |s| times(s, beta));
            }
            *x = before;
            (of_alpha, (), (), of_beta)
        }
        tangent |x_dot, alpha_dot, a_dot, b_dot, beta_dot| {
            x_dot.zip_apply(x, |d, c| *d = times(*d, beta) + times(beta_dot, c));
            x_dot.gemm(alpha_dot, a, b, A::ONE);
            x_dot.gemm(alpha, a_dot, b, A::ONE);
            x_dot.gemm(alpha, a, b_dot, A::ONE);
        }
}
