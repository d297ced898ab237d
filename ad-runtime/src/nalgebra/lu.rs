//! The LU decomposition of square matrices.
//!
//! The cotangent of a decomposition is that of the matrix that was decomposed: a solution, an inverse and a determinant are
//! functions of it. The formulae are those of M. Giles, as cited in the module above.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::decompositions::is_zero;
use super::matrices::Elements;
use crate::differentiable::Differentiable;
use crate::foreign::rows;
use crate::operators::PlainAssign;
use crate::scalar::Scalar;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, DimMin, LU, Matrix, OMatrix, RealField};

/// The matrix that was decomposed.
fn decomposed<A: Scalar + RealField, D: DimMin<D, Output = D>>(lu: &LU<A, D, D>) -> OMatrix<A, D, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    let mut m = lu.l() * lu.u();
    lu.p().inv_permute_rows(&mut m);
    m
}

/// Moved along a cotangent, or replaced, is the matrix that was decomposed.
///
/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::Matrix2;
///
/// let mut lu = Matrix2::new(0.0, 1.0, 2.0, 3.0).lu();
/// lu.add_scaled(0.5, &Matrix2::new(0.0, 6.0, 0.0, 0.0));
/// assert_eq!(lu.determinant(), -8.0);
/// ```
impl<A: Scalar + RealField, D: DimMin<D, Output = D>> Differentiable for LU<A, D, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    type Cotangent = OMatrix<A, D, D>;
    type Shape = (D, D);
    fn coarseness(&self) -> f64 {
        A::ZERO.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) -> (D, D) {
        self.lu_internal().shape_generic()
    }
    #[inline(always)]
    fn zero_of((rows, columns): &(D, D)) -> OMatrix<A, D, D> {
        OMatrix::zeros_generic(*rows, *columns)
    }
    fn add_scaled(&mut self, alpha: f64, cotangent: &OMatrix<A, D, D>) {
        let mut m = decomposed(self);
        m.add_scaled(alpha, cotangent);
        *self = LU::new(m);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Differentiable::flatten_into(&decomposed(self), out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        let mut m = decomposed(self);
        Differentiable::unflatten_from(&mut m, flat);
        *self = LU::new(m);
    }
}

impl<A: Scalar + RealField, D: DimMin<D, Output = D>> PlainAssign for LU<A, D, D> where
    DefaultAllocator: Allocator<D, D> + Allocator<D>
{
}

/// `m⁻ᵀ · seed`: with `m = pᵀ · l · u`, the solution of `uᵀ · y = seed` and of `lᵀ · z = y`, put back into the order of the rows.
fn solve_transposed<A: Scalar + RealField, D: DimMin<D, Output = D>, C2: Dim, S2: Elements<A, D, C2>>(
    lu: &LU<A, D, D>,
    mut seed: Matrix<A, D, C2, S2>,
) -> Matrix<A, D, C2, S2>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    let factors = lu.lu_internal();
    let n = factors.nrows();
    for c in 0..seed.ncols() {
        for i in 0..n {
            let known = (0..i).fold(A::ZERO, |sum, k| sum + factors[(k, i)] * seed[(k, c)]);
            seed[(i, c)] = (seed[(i, c)] - known) / factors[(i, i)];
        }
        for i in (0..n).rev() {
            let known = (i + 1..n).fold(A::ZERO, |sum, k| sum + factors[(k, i)] * seed[(k, c)]);
            seed[(i, c)] -= known;
        }
    }
    lu.p().inv_permute_rows(&mut seed);
    seed
}

/// Adds `-b_bar · xᵀ`, what flows from `x = m⁻¹ · b` into `m`.
fn add_through_solution<A: Scalar, D: Dim, C2: Dim, S2: Elements<A, D, C2>>(
    bar: &mut OMatrix<A, D, D>,
    b_bar: &Matrix<A, D, C2, S2>,
    x: &Matrix<A, D, C2, S2>,
) where
    DefaultAllocator: Allocator<D, D>,
{
    for j in 0..bar.ncols() {
        for i in 0..bar.nrows() {
            let sum = (0..x.ncols()).fold(A::ZERO, |sum, c| sum + b_bar[(i, c)] * x[(j, c)]);
            bar[(i, j)] -= sum;
        }
    }
}

rows! {
    /// The pairs of the methods of the decomposition; see [`methods`](crate::methods) for what they take and give.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix1, Vector1};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (lu, mut m_bar) = (Matrix1::new(4.0).lu(), Matrix1::zeros());
    /// let (b, mut b_bar) = (Vector1::new(8.0), Vector1::zeros());
    /// let (x, kept) = lu.solve_differentiable_push(&b, &mut ws);
    /// lu.solve_differentiable_pull(kept, &mut ws, Some(Vector1::new(1.0)), Some(&mut m_bar), (&b, Some(&mut b_bar)));
    /// assert_eq!((x, b_bar, m_bar), (Some(Vector1::new(2.0)), Vector1::new(0.25), Matrix1::new(-0.5)));
    /// ```
    LuMethods[A: Scalar + RealField, D: DimMin<D, Output = D>][A, D] for [] LU<A, D, D>
        where all [DefaultAllocator: Allocator<D, D> + Allocator<D>];

    /// `b_bar += m⁻ᵀ · x_bar`, and `m_bar -= m⁻ᵀ · x_bar · xᵀ`.
    fn solve[C2: Dim, S2: Elements<A, D, C2>](ref this, b: lent Matrix<A, D, C2, S2>) -> Option<Matrix<A, D, C2, S2>>, keeps Option<Matrix<A, D, C2, S2>>
    where [DefaultAllocator: Allocator<D, C2, Buffer<A> = S2>];
        value { let x = this.solve(b); (x.clone(), x) }
        adjoint |x, seed, this_bar, b_bar| {
            let (Some(x), Some(seed)) = (x, seed) else { return };
            if is_zero(&seed) {
                return;
            }
            let through = solve_transposed(this, seed);
            if let Some(this_bar) = this_bar {
                add_through_solution(this_bar, &through, &x);
            }
            if let Some(b_bar) = b_bar {
                for (this_bar, through) in b_bar.as_mut_slice().iter_mut().zip(through.as_slice()) {
                    *this_bar += *through;
                }
            }
        }

    /// `m_bar -= m⁻ᵀ · y_bar · yᵀ`.
    fn try_inverse(ref x) -> Option<OMatrix<A, D, D>>, keeps Option<OMatrix<A, D, D>>;
        value { let y = x.try_inverse(); (y.clone(), y) }
        adjoint |y, seed, x_bar| {
            if let (Some(y), Some(seed), Some(x_bar)) = (y, seed, x_bar)
                && !is_zero(&seed)
            {
                add_through_solution(x_bar, &solve_transposed(x, seed), &y);
            }
        }

    /// `m_bar` gets `y_bar` times the cofactors.
    fn determinant(ref x) -> A;
        adjoint in ws |(), seed, x_bar| {
            use super::SquareMethods;
            decomposed(x).determinant_differentiable_pull((), ws, seed, x_bar);
        }
        tangent: jacobian;
}
