//! The methods of columns, and of vectors of three components.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments)]

use super::matrices::Elements;
use super::operators::{add_each, mapped, sum_of};
use super::rotations::turning;
use super::spectra::SingularMethods;
use crate::foreign::rows;
use crate::scalar::{Scalar, times};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix, RealField, U1};

rows! {
    /// The pairs of the methods of vectors of three components.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Vector3;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, w) = (Vector3::new(1.0, 0.0, 0.0), Vector3::new(0.0, 1.0, 0.0));
    /// let mut w_bar = Vector3::zeros();
    /// let (y, ()) = v.cross_differentiable_push(&w, &mut ws);
    /// v.cross_differentiable_pull((), &mut ws, Vector3::new(0.0, 0.0, 2.0), None, (&w, Some(&mut w_bar)));
    /// assert_eq!((y.z, w_bar.y), (1.0, 2.0));
    /// ```
    SpatialMethods[A: Scalar][A] for [] nalgebra::Vector3<A>;

    /// `v_bar += w × y_bar` and `w_bar += y_bar × v`.
    fn cross(ref x, w: lent Self) -> Self;
        adjoint |(), seed, x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                add_cross(x_bar, &seed, w, A::ONE);
            }
            if let Some(w_bar) = w_bar {
                add_cross(w_bar, &seed, x, -A::ONE);
            }
        }
        tangent: bilinear;

    /// `v.cross_matrix()`, the matrix that multiplies by `v ×`.
    /// Each component stands in two elements, with opposite signs.
    fn cross_matrix(ref x) -> nalgebra::Matrix3<A> where [A: RealField];
        adjoint |(), seed, Some(x_bar)| { *x_bar += turning(&seed); }
        tangent: linear;
}

rows! {
    /// The pairs of the methods of vectors of two components.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Vector2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, w) = (Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0));
    /// let mut w_bar = Vector2::zeros();
    /// let (y, ()) = v.perp_differentiable_push(&w, &mut ws);
    /// v.perp_differentiable_pull((), &mut ws, 1.0, None, (&w, Some(&mut w_bar)));
    /// assert_eq!((y, w_bar), (-2.0, Vector2::new(-2.0, 1.0)));
    /// ```
    PlanarMethods[A: Scalar][A] for [] nalgebra::Vector2<A>;

    /// `v.perp(&w)`, the product `v.x · w.y - v.y · w.x`.
    /// Each gets the other, turned by a right angle.
    fn perp(ref x, w: lent Self) -> A where [A: RealField];
        adjoint |(), seed, x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                x_bar[0] += times(seed, w[1]);
                x_bar[1] -= times(seed, w[0]);
            }
            if let Some(w_bar) = w_bar {
                w_bar[0] -= times(seed, x[1]);
                w_bar[1] += times(seed, x[0]);
            }
        }
        tangent: bilinear;
}

/// Adds `turn · (factor × seed)`.
#[inline(always)]
pub(super) fn add_cross<A: Scalar>(
    bar: &mut nalgebra::Vector3<A>,
    seed: &nalgebra::Vector3<A>,
    factor: &nalgebra::Vector3<A>,
    turn: A,
) {
    for (i, j, k) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        bar[i] += turn * (times(seed[k], factor[j]) - times(seed[j], factor[k]));
    }
}

rows! {
    /// The pairs of the methods of columns.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Vector2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, w) = (Vector2::new(1.0, 0.0), Vector2::new(3.0, 4.0));
    /// let (middle, kept) = v.lerp_differentiable_push(&w, 0.5, &mut ws);
    /// let (_, t_bar) = v.lerp_differentiable_pull(kept, &mut ws, Vector2::new(1.0, 10.0), None, (&w, None), ());
    /// assert_eq!((middle, t_bar), (Vector2::new(2.0, 2.0), 42.0));
    /// ```
    ColumnMethods[A: Scalar, D: Dim][A, D] for [, S: Elements<A, D, U1>] Matrix<A, D, U1, S>
        where [DefaultAllocator: Allocator<D, Buffer<A> = S>];

    /// `v_bar += (1 - t) · y_bar`, `w_bar += t · y_bar` and `t_bar = y_bar · (w - v)`.
    fn lerp(ref x, w: lent Self, t: by A) -> Self, keeps A, gives ((), A);
        value { (x.lerp(w, t), t) }
        adjoint |t, seed, x_bar, w_bar, ()| {
            if let Some(x_bar) = x_bar {
                add_each(x_bar, &seed, &seed, |s, _| times(s, A::ONE - t));
            }
            let difference = x.zip_map(w, |v, w| w - v);
            if let Some(w_bar) = w_bar {
                add_each(w_bar, &seed, &seed, |s, _| times(s, t));
            }
            ((), sum_of(&difference, &seed, |difference, s| times(s, difference)))
        }
        tangent |x_dot, w_dot, t_dot| {
            let difference = w - x;
            x_dot.lerp(w_dot, t) + difference.map(|d| times(t_dot, d))
        }

    /// `v.axpy(a, &x, b)`: `v` becomes `a · x + b · v`.
    /// `x_bar += a · v_bar`, `v_bar` times `b`, and the products with `x` and with `v` as it was.
    fn axpy(mut this, a: by A, x: lent Self, b: by A), keeps (A, A, Self), gives (A, (), A);
        value {
            let before = this.clone();
            this.axpy(a, x, b);
            ((), (a, b, before))
        }
        adjoint |(a, b, before), (), this_bar, (), x_bar, ()| {
            let (mut of_a, mut of_b) = (A::ZERO, A::ZERO);
            if let Some(this_bar) = this_bar {
                of_a = sum_of(x, this_bar, |x, s| times(s, x));
                of_b = sum_of(&before, this_bar, |v, s| times(s, v));
                if let Some(x_bar) = x_bar {
                    add_each(x_bar, this_bar, this_bar, |s, _| times(s, a));
                }
                *this_bar = mapped(this_bar, |s| times(s, b));
            }
            *this = before;
            (of_a, (), of_b)
        }
        tangent |this_dot, a_dot, x_dot, b_dot| {
            this_dot.zip_apply(this, |d, y| *d = times(*d, b) + times(b_dot, y));
            this_dot.axpy(a_dot, x, A::ONE);
            this_dot.axpy(a, x_dot, A::ONE);
        }

    /// `v.imax()`, the number of the largest component.
    /// A number of a component has no derivative.
    fn imax(ref x) -> usize where [A: RealField];
        adjoint |(), _, _| {}
        tangent |_| {}

    /// `v.imin()`, the number of the smallest component.
    /// A number of a component has no derivative.
    fn imin(ref x) -> usize where [A: RealField];
        adjoint |(), _, _| {}
        tangent |_| {}

    /// `v.iamax()`, the number of the component of the largest absolute value.
    /// A number of a component has no derivative.
    fn iamax(ref x) -> usize where [A: RealField];
        adjoint |(), _, _| {}
        tangent |_| {}

    /// `v.iamin()`, the number of the component of the smallest absolute value.
    /// A number of a component has no derivative.
    fn iamin(ref x) -> usize where [A: RealField];
        adjoint |(), _, _| {}
        tangent |_| {}

    /// `y.gemv(alpha, &a, &x, beta)`: `y` becomes `alpha · a · x + beta · y`.
    /// `a_bar += alpha · y_bar · xᵀ` and `x_bar += alpha · aᵀ · y_bar`, `y_bar` times `beta`, and the products with `a · x` and
    /// with `y` as it was.
    fn gemv[K: Dim, P: Elements<A, D, K>, Q: Elements<A, K, U1>](mut this, alpha: by A, a: lent Matrix<A, D, K, P>, x: lent Matrix<A, K, U1, Q>, beta: by A), keeps (A, A, Self), gives (A, (), (), A)
    where [DefaultAllocator: Allocator<D, K, Buffer<A> = P> + Allocator<K, Buffer<A> = Q>];
        value {
            let before = this.clone();
            this.gemv(alpha, a, x, beta);
            ((), (alpha, beta, before))
        }
        adjoint in ws |kept, seed, this_bar, (), a_bar, x_bar, ()| {
            this.gemm_differentiable_pull(kept, ws, seed, this_bar, (), (a, a_bar), (x, x_bar), ())
        }
        tangent |this_dot, alpha_dot, a_dot, x_dot, beta_dot| {
            this_dot.zip_apply(this, |d, y| *d = times(*d, beta) + times(beta_dot, y));
            this_dot.gemv(alpha_dot, a, x, A::ONE);
            this_dot.gemv(alpha, a_dot, x, A::ONE);
            this_dot.gemv(alpha, a, x_dot, A::ONE);
        }
}
