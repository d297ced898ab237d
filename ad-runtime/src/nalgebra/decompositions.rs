//! Cholesky's decomposition, and systems of equations with triangular matrices.
//!
//! The cotangent of a decomposition `m = l · lᵀ` is that of its factor `l`, a matrix of which only the lower triangle counts.
//! The formulae are those of I. Murray, "Differentiation of the Cholesky decomposition" (arXiv:1602.07527, 2016), section 3, and
//! of M. Giles, as cited in the module above.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::matrices::Elements;
use super::products::{add_product, add_times_transpose, add_transpose_times, solve_transpose};
use crate::differentiable::Differentiable;
use crate::foreign::paths;
use crate::foreign::rows;
use crate::operators::PlainAssign;
use crate::scalar::Scalar;
use nalgebra::allocator::Allocator;
use nalgebra::{Cholesky, DMatrixView, DMatrixViewMut, DefaultAllocator, Dim, Matrix, OMatrix, RealField};

/// Moved along a cotangent, or replaced, is the factor.
///
/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::{Cholesky, Matrix2};
///
/// let mut c = Cholesky::new(Matrix2::new(4.0, 0.0, 0.0, 9.0)).unwrap();
/// c.add_scaled(0.5, &Matrix2::new(2.0, 0.0, 2.0, 0.0));
/// assert_eq!(c.l(), Matrix2::new(3.0, 0.0, 1.0, 3.0));
/// ```
impl<A: Scalar + RealField, D: Dim> Differentiable for Cholesky<A, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    type Cotangent = OMatrix<A, D, D>;
    type Shape = (D, D);
    fn coarseness(&self) -> f64 {
        A::ZERO.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) -> (D, D) {
        self.l_dirty().shape_generic()
    }
    #[inline(always)]
    fn zero_of((rows, columns): &(D, D)) -> OMatrix<A, D, D> {
        OMatrix::zeros_generic(*rows, *columns)
    }
    fn add_scaled(&mut self, alpha: f64, cotangent: &OMatrix<A, D, D>) {
        let mut factor = self.l();
        factor.add_scaled(alpha, cotangent);
        *self = of_factor(factor);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Differentiable::flatten_into(&self.l(), out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        let mut factor = self.l();
        Differentiable::unflatten_from(&mut factor, flat);
        *self = of_factor(factor);
    }
}

impl<A: Scalar + RealField, D: Dim> PlainAssign for Cholesky<A, D> where DefaultAllocator: Allocator<D, D> {}

/// The decomposition whose factor is the lower triangle of a matrix.
fn of_factor<A: Scalar + RealField, D: Dim>(mut factor: OMatrix<A, D, D>) -> Cholesky<A, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    factor.fill_upper_triangle(A::ZERO, 1);
    Cholesky::new_unchecked(squares(&factor, &factor.transpose()))
}

/// The product of two square matrices.
fn squares<A: Scalar, D: Dim>(a: &OMatrix<A, D, D>, b: &OMatrix<A, D, D>) -> OMatrix<A, D, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    let ((rows, columns), size) = (a.shape_generic(), a.nrows());
    let mut product = OMatrix::zeros_generic(rows, columns);
    add_product(product.as_mut_slice(), a.as_slice(), b.as_slice(), size, size, size);
    product
}

/// Whether nothing flows back: then nothing is added, whatever it would be multiplied with.
pub(super) fn is_zero<A: Scalar, R: Dim, C: Dim>(seed: &OMatrix<A, R, C>) -> bool
where
    DefaultAllocator: Allocator<R, C>,
{
    seed.as_slice().iter().all(|s| *s == A::ZERO)
}

/// Adds what flows through `m = l · lᵀ` into the lower triangle of `m`, the only one that is read: with `p` the lower triangle of
/// `lᵀ · l_bar`, its diagonal halved, and `s = l⁻ᵀ · p · l⁻¹`, that is `s + sᵀ` below the diagonal, and `s` on it.
pub(super) fn add_through_factor<A: Scalar + RealField, D: Dim>(
    bar: &mut OMatrix<A, D, D>,
    l: &OMatrix<A, D, D>,
    l_bar: &OMatrix<A, D, D>,
) where
    DefaultAllocator: Allocator<D, D>,
{
    let size = l.nrows();
    let lower = l_bar.lower_triangle();
    let (rows, columns) = l.shape_generic();
    let mut s = OMatrix::zeros_generic(rows, columns);
    add_transpose_times(s.as_mut_slice(), l.as_slice(), lower.as_slice(), size, size, size);
    s.fill_upper_triangle(A::ZERO, 1);
    for i in 0..size {
        s[(i, i)] *= A::HALF;
    }
    // l⁻ᵀ from the left, and l⁻¹ from the right.
    let factor = DMatrixView::from_slice(l.as_slice(), size, size);
    solve_transpose(factor, DMatrixViewMut::from_slice(s.as_mut_slice(), size, size));
    let mut s = s.transpose();
    solve_transpose(factor, DMatrixViewMut::from_slice(s.as_mut_slice(), size, size));
    for j in 0..size {
        bar[(j, j)] += s[(j, j)];
        for i in j + 1..size {
            bar[(i, j)] += s[(i, j)] + s[(j, i)];
        }
    }
}

/// Subtracts the lower triangle of a matrix.
fn subtract_lower<A: Scalar, D: Dim>(bar: &mut OMatrix<A, D, D>, m: &OMatrix<A, D, D>)
where
    DefaultAllocator: Allocator<D, D>,
{
    for j in 0..m.ncols() {
        for i in j..m.nrows() {
            bar[(i, j)] -= m[(i, j)];
        }
    }
}

paths! {
    /// The twins of what makes a decomposition.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Cholesky, Matrix1};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (c, pullback) = Cholesky::new_differentiable(Matrix1::new(4.0), &mut ws);
    /// assert_eq!(c.unwrap().l(), Matrix1::new(2.0));
    /// assert_eq!(pullback(&mut ws, Some(Matrix1::new(1.0)), ()).0, Matrix1::new(0.25));
    /// ```
    CholeskyConstructors[A: Scalar + RealField, D: Dim][A, D] for [] Cholesky<A, D>
        where all [DefaultAllocator: Allocator<D, D>];

    /// `Cholesky::new`: nothing of a matrix that is not positive definite.
    fn new(matrix: by OMatrix<A, D, D>) -> Option<Self>, keeps (Option<OMatrix<A, D, D>>, D, D);
        value {
            let (rows, columns) = matrix.shape_generic();
            let decomposition = Cholesky::new(matrix);
            let factor = decomposition.as_ref().map(Cholesky::l);
            (decomposition, (factor, rows, columns))
        }
        adjoint |(factor, rows, columns), seed, _| {
            let mut bar = OMatrix::zeros_generic(rows, columns);
            if let (Some(factor), Some(seed)) = (factor, seed)
                && !is_zero(&seed)
            {
                add_through_factor(&mut bar, &factor, &seed);
            }
            (bar,)
        }

    /// `Cholesky::pack_dirty`, of a matrix whose lower triangle is the factor.
    fn pack_dirty(matrix: by OMatrix<A, D, D>);
        value { (Cholesky::pack_dirty(matrix), ()) }
        adjoint |(), seed, _| { (seed.lower_triangle(),) }
}

rows! {
    /// The pairs of the methods of Cholesky's decomposition; see [`methods`](crate::methods) for what they take and give.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Cholesky, Matrix1, Vector1};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (c, mut c_bar) = (Cholesky::new(Matrix1::new(4.0)).unwrap(), Matrix1::zeros());
    /// let (b, mut b_bar) = (Vector1::new(8.0), Vector1::zeros());
    /// let (x, kept) = c.solve_differentiable_push(&b, &mut ws);
    /// c.solve_differentiable_pull(kept, &mut ws, Vector1::new(1.0), Some(&mut c_bar), (&b, Some(&mut b_bar)));
    /// assert_eq!((x, b_bar, c_bar), (Vector1::new(2.0), Vector1::new(0.25), Matrix1::new(-2.0)));
    /// ```
    CholeskyMethods[A: Scalar + RealField, D: Dim][A, D] for [] Cholesky<A, D>
        where all [DefaultAllocator: Allocator<D, D>];

    /// Adds to the lower triangle.
    fn l(ref x) -> OMatrix<A, D, D>;
        adjoint |(), seed, Some(x_bar)| {
            for j in 0..seed.nrows() {
                for i in j..seed.nrows() {
                    x_bar[(i, j)] += seed[(i, j)];
                }
            }
        }

    /// Adds to the lower triangle.
    fn unpack(move x) -> OMatrix<A, D, D>;
        value { (x.l(), ()) }
        adjoint in ws |(), seed, x_bar| { x.l_differentiable_pull((), ws, seed, x_bar); }

    /// Adds to the lower triangle. What lies above it is anything at all: what flows there is not a number.
    fn unpack_dirty(move x) -> OMatrix<A, D, D>;
        value { (x.l_dirty().clone_owned(), ()) }
        adjoint in ws |(), mut seed, x_bar| {
            for j in 0..seed.ncols() {
                for i in 0..j {
                    if seed[(i, j)] != A::ZERO {
                        seed[(j, i)] = A::nearest(f64::NAN);
                    }
                }
            }
            x.l_differentiable_pull((), ws, seed, x_bar);
        }

    /// `b_bar += m⁻¹ · x_bar`, and `m_bar = -m⁻¹ · x_bar · xᵀ`.
    fn solve[C2: Dim, S2: Elements<A, D, C2>](ref this, b: lent Matrix<A, D, C2, S2>) -> Matrix<A, D, C2, S2>, keeps Matrix<A, D, C2, S2>
    where [DefaultAllocator: Allocator<D, C2, Buffer<A> = S2>];
        value { let x = this.solve(b); (x.clone(), x) }
        adjoint |x, seed, this_bar, b_bar| {
            if is_zero(&seed) {
                return;
            }
            let through = this.solve(&seed);
            if let Some(this_bar) = this_bar {
                // To `m` flows `-w · xᵀ`, where `w` is what flows through; to the factor, whose lower triangle counts,
                // `(m_bar + m_barᵀ) · l = -(w · (lᵀ · x)ᵀ + x · (lᵀ · w)ᵀ)`.
                let l = this.l();
                let ((rows, _), (size, columns)) = (l.shape_generic(), x.shape());
                let mut sum = OMatrix::zeros_generic(rows, rows);
                for (left, right) in [(&through, &x), (&x, &through)] {
                    let mut turned = right.clone();
                    turned.fill(A::ZERO);
                    add_transpose_times(
                        turned.as_mut_slice(),
                        l.as_slice(),
                        right.as_slice(),
                        size,
                        size,
                        columns,
                    );
                    add_times_transpose(
                        sum.as_mut_slice(),
                        left.as_slice(),
                        turned.as_slice(),
                        size,
                        columns,
                        size,
                    );
                }
                subtract_lower(this_bar, &sum);
            }
            if let Some(b_bar) = b_bar {
                for (this_bar, through) in b_bar.as_mut_slice().iter_mut().zip(through.as_slice()) {
                    *this_bar += *through;
                }
            }
        }

    /// `m_bar = -y · y_bar · y`, of a symmetric `y`.
    fn inverse(ref x) -> OMatrix<A, D, D>, keeps OMatrix<A, D, D>;
        value { let y = x.inverse(); (y.clone(), y) }
        adjoint |y, seed, x_bar| {
            if let Some(x_bar) = x_bar
                && !is_zero(&seed)
            {
                // To `m` flows `-y · seed · y`; to the factor `(m_bar + m_barᵀ) · l`.
                let through = squares(&squares(&y, &seed), &y);
                let both = &through + through.transpose();
                subtract_lower(x_bar, &squares(&both, &x.l()));
            }
        }

    /// `l_bar[i, i] += y_bar · 2y / l[i, i]`.
    fn determinant(ref x) -> A, keeps A;
        value { let y = x.determinant(); (y, y) }
        adjoint in ws |y, seed, x_bar| {
            if seed != A::ZERO {
                x.ln_determinant_differentiable_pull((), ws, seed * y, x_bar);
            }
        }
        tangent: jacobian;

    /// `l_bar[i, i] += 2 · y_bar / l[i, i]`.
    fn ln_determinant(ref x) -> A;
        adjoint |(), seed, x_bar| {
            if let Some(x_bar) = x_bar
                && seed != A::ZERO
            {
                let l = x.l_dirty();
                for i in 0..l.nrows() {
                    x_bar[(i, i)] += (seed + seed) / l[(i, i)];
                }
            }
        }
        tangent: jacobian;
}
