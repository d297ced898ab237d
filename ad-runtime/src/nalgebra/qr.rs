//! The QR decomposition.
//!
//! The cotangent of a decomposition is that of the matrix that was decomposed: its two factors are functions of it. The formulae
//! are those of S. F. Walter and L. Lehmann, "Algorithmic differentiation of linear algebra functions with application in optimum
//! experimental design" (2010), for matrices with at least as many rows as columns, and for others those of J. Roberts and
//! L. Roberts, "QR and LQ decomposition matrix backpropagation algorithms" (2020).

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::eigen::{add_dynamic, dynamic};
use super::matrices::Elements;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::rows;
use crate::operators::PlainAssign;
use crate::scalar::{Scalar, over};
use nalgebra::allocator::{Allocator, Reallocator};
use nalgebra::{DMatrix, DefaultAllocator, Dim, DimMin, DimMinimum, Matrix, OMatrix, QR, RealField};

/// Both factors, in matrices whose size only the run knows.
fn factors<A: Scalar + RealField, R: DimMin<C>, C: Dim>(qr: &QR<A, R, C>) -> (DMatrix<A>, DMatrix<A>)
where
    DefaultAllocator: Allocator<R, C>
        + Allocator<R>
        + Allocator<DimMinimum<R, C>>
        + Allocator<R, DimMinimum<R, C>>
        + Allocator<DimMinimum<R, C>, C>,
{
    (dynamic(&qr.q()), dynamic(&qr.r()))
}

/// Moved along a cotangent, or replaced, is the matrix that was decomposed.
///
/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::Matrix2;
///
/// let mut qr = Matrix2::new(1.0, 1.0, 0.0, 3.0).qr();
/// qr.add_scaled(0.5, &Matrix2::new(0.0, 6.0, 0.0, 0.0));
/// assert_eq!(qr.r(), Matrix2::new(1.0, 4.0, 0.0, 3.0));
/// ```
impl<A: Scalar + RealField, R: DimMin<C>, C: Dim> Differentiable for QR<A, R, C>
where
    DefaultAllocator: Allocator<R, C>
        + Allocator<R>
        + Allocator<DimMinimum<R, C>>
        + Allocator<R, DimMinimum<R, C>>
        + Allocator<DimMinimum<R, C>, C>,
{
    type Cotangent = OMatrix<A, R, C>;
    type Shape = (R, C);
    fn coarseness(&self) -> f64 {
        A::ZERO.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) -> (R, C) {
        self.qr_internal().shape_generic()
    }
    #[inline(always)]
    fn zero_of((rows, columns): &(R, C)) -> OMatrix<A, R, C> {
        OMatrix::zeros_generic(*rows, *columns)
    }
    fn add_scaled(&mut self, alpha: f64, cotangent: &OMatrix<A, R, C>) {
        let mut m = self.q() * self.r();
        m.add_scaled(alpha, cotangent);
        *self = QR::new(m);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Differentiable::flatten_into(&(self.q() * self.r()), out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        let mut m = self.q() * self.r();
        Differentiable::unflatten_from(&mut m, flat);
        *self = QR::new(m);
    }
}

impl<A: Scalar + RealField, R: DimMin<C>, C: Dim> PlainAssign for QR<A, R, C> where
    DefaultAllocator: Allocator<R, C>
        + Allocator<R>
        + Allocator<DimMinimum<R, C>>
        + Allocator<R, DimMinimum<R, C>>
        + Allocator<DimMinimum<R, C>, C>
{
}

/// What flows from the factors into the matrix `q · r`.
///
/// With `x` the first columns, as many as there are rows, and `y` the others, `r = [u v]`: `y_bar = q · v_bar`, `q_bar` gets
/// `y · v_barᵀ`, and `x_bar = (q_bar + q · copyltu(u · u_barᵀ - q_barᵀ · q)) · u⁻ᵀ`.
fn through<A: Scalar + RealField>(
    (q, r): (&DMatrix<A>, &DMatrix<A>),
    q_bar: &DMatrix<A>,
    r_bar: &DMatrix<A>,
) -> DMatrix<A> {
    let count = q.ncols();
    // Below the diagonal `r` is zero, whatever flows there.
    let r_bar = r_bar.upper_triangle();
    let (u, v) = (r.columns(0, count), r.columns(count, r.ncols() - count));
    let (u_bar, v_bar) = (r_bar.columns(0, count), r_bar.columns(count, r.ncols() - count));
    let q_bar = q_bar + q * v * v_bar.transpose();
    let inner = u * u_bar.transpose() - q_bar.transpose() * q;
    let mirrored = DMatrix::from_fn(count, count, |i, j| inner[(i.max(j), i.min(j))]);
    let mut x_bar = q_bar + q * mirrored;
    for i in 0..x_bar.nrows() {
        for j in (0..count).rev() {
            let known = (j + 1..count).fold(A::ZERO, |sum, k| sum + x_bar[(i, k)] * u[(j, k)]);
            x_bar[(i, j)] = over(x_bar[(i, j)] - known, u[(j, j)]);
        }
    }
    let y_bar = q * v_bar;
    DMatrix::from_fn(q.nrows(), r.ncols(), |i, j| {
        if j < count {
            x_bar[(i, j)]
        } else {
            y_bar[(i, j - count)]
        }
    })
}

rows! {
    /// The pair of the method that decomposes.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Matrix2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (Matrix2::new(2.0, 1.0, 0.0, 3.0), Matrix2::zeros());
    /// let (qr, ()) = m.qr_differentiable_push(&mut ws);
    /// m.qr_differentiable_pull((), &mut ws, Matrix2::new(0.0, 0.0, 0.0, 1.0), Some(&mut m_bar));
    /// assert_eq!((qr.r(), m_bar), (m, Matrix2::new(0.0, 0.0, 0.0, 1.0)));
    /// ```
    Orthogonalization[A: Scalar, R: Dim, C: Dim][A, R, C] for [, S: Elements<A, R, C>] Matrix<A, R, C, S>
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];

    /// The cotangent of the decomposition is that of the matrix.
    fn qr(move x) -> QR<A, R, C>
    where [
        A: RealField, R: DimMin<C>,
        DefaultAllocator: Allocator<R, C> + Allocator<R> + Allocator<DimMinimum<R, C>>
            + Allocator<R, DimMinimum<R, C>> + Allocator<DimMinimum<R, C>, C>
    ];
        value { (x.clone_owned().qr(), ()) }
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&seed); }
        tangent |x_dot| { x_dot.clone() }
}

rows! {
    /// The pairs of the methods of the decomposition; see [`methods`](crate::methods) for what they take and give.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix1, Matrix2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (qr, mut m_bar) = (Matrix2::new(2.0, 1.0, 0.0, 3.0).qr(), Matrix2::zeros());
    /// let (r, ()) = qr.r_differentiable_push(&mut ws);
    /// qr.r_differentiable_pull((), &mut ws, Matrix2::new(0.0, 0.0, 0.0, 1.0), Some(&mut m_bar));
    /// assert_eq!((r[(1, 1)], m_bar), (3.0, Matrix2::new(0.0, 0.0, -0.5, 1.0)));
    /// ```
    QrMethods[A: Scalar + RealField, R: DimMin<C>, C: Dim][A, R, C] for [] QR<A, R, C>
        where all [DefaultAllocator: Allocator<R, C> + Allocator<R> + Allocator<DimMinimum<R, C>> + Allocator<R, DimMinimum<R, C>> + Allocator<DimMinimum<R, C>, C>];

    fn q(ref x) -> OMatrix<A, R, DimMinimum<R, C>>;
        adjoint |(), seed, Some(x_bar)| {
            let (q, r) = factors(x);
            let r_bar = DMatrix::zeros(r.nrows(), r.ncols());
            add_dynamic(x_bar, &through((&q, &r), &dynamic(&seed), &r_bar));
        }

    fn r(ref x) -> OMatrix<A, DimMinimum<R, C>, C>;
        adjoint |(), seed, Some(x_bar)| {
            let (q, r) = factors(x);
            let q_bar = DMatrix::zeros(q.nrows(), q.ncols());
            add_dynamic(x_bar, &through((&q, &r), &q_bar, &dynamic(&seed)));
        }

    fn unpack(move x) -> (OMatrix<A, R, DimMinimum<R, C>>, OMatrix<A, DimMinimum<R, C>, C>)
    where [DimMinimum<R, C>: DimMin<C, Output = DimMinimum<R, C>>, DefaultAllocator: Reallocator<A, R, C, DimMinimum<R, C>, C>];
        value { (x.clone().unpack(), ()) }
        adjoint |(), (q_bar, r_bar), Some(x_bar)| {
            let (q, r) = factors(x);
            add_dynamic(x_bar, &through((&q, &r), &dynamic(&q_bar), &dynamic(&r_bar)));
        }
}
