//! Methods that write some elements of a matrix, and those that update all of them.
//!
//! Of the elements that are written nothing flows into what they were before.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments, clippy::type_complexity)]

use super::matrices::Elements;
use super::operators::{add_each, mapped, sum_of, through_product};
use crate::cotangent::Cotangent;
use crate::foreign::rows;
use crate::operators::quotient_slope;
use crate::scalar::{Scalar, over, times};
use nalgebra::allocator::Allocator;
use nalgebra::constraint::{DimEq, ShapeConstraint};
use nalgebra::{DefaultAllocator, Dim, DimMin, DimMinimum, Matrix, OMatrix, RealField, U1};

/// The elements at these places.
fn kept<A: Scalar, R: Dim, C: Dim>(m: &OMatrix<A, R, C>, places: impl Iterator<Item = (usize, usize)>) -> Vec<A>
where
    DefaultAllocator: Allocator<R, C>,
{
    places.map(|place| m[place]).collect()
}

/// Puts elements back, and hands on what had flowed into those that stood in their place, each with its number.
fn put_back<A: Scalar, R: Dim, C: Dim>(
    m: &mut OMatrix<A, R, C>,
    mut bar: Option<&mut OMatrix<A, R, C>>,
    before: impl Iterator<Item = ((usize, usize), A)>,
    mut taken: impl FnMut(usize, A),
) where
    DefaultAllocator: Allocator<R, C>,
{
    for (k, (place, value)) in before.enumerate() {
        m[place] = value;
        if let Some(bar) = bar.as_deref_mut() {
            taken(k, std::mem::replace(&mut bar[place], A::ZERO));
        }
    }
}

/// Puts elements back that were all given the same number, and says what flows into that.
fn put_back_filled<A: Scalar, R: Dim, C: Dim>(
    m: &mut OMatrix<A, R, C>,
    bar: Option<&mut OMatrix<A, R, C>>,
    before: impl Iterator<Item = ((usize, usize), A)>,
) -> A
where
    DefaultAllocator: Allocator<R, C>,
{
    let mut sum = A::ZERO;
    put_back(m, bar, before, |_, taken| sum += taken);
    sum
}

rows! {
    /// The pairs of methods that write some elements of a matrix, and of those that update all of them.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Matrix2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (mut m, mut m_bar) = (Matrix2::new(1.0, 2.0, 3.0, 4.0), Matrix2::new(1.0, 2.0, 3.0, 4.0));
    /// let ((), kept) = m.fill_diagonal_differentiable_push(7.0, &mut ws);
    /// assert_eq!(m, Matrix2::new(7.0, 2.0, 3.0, 7.0));
    /// assert_eq!(m.fill_diagonal_differentiable_pull(kept, &mut ws, (), Some(&mut m_bar), ()), (5.0,));
    /// assert_eq!((m, m_bar), (Matrix2::new(1.0, 2.0, 3.0, 4.0), Matrix2::new(0.0, 2.0, 3.0, 0.0)));
    /// ```
    OverwritingMethods[A: Scalar, R: Dim, C: Dim][A, R, C] for [, S: Elements<A, R, C>] Matrix<A, R, C, S>
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];

    /// `v_bar` gets the diagonal of `m_bar`, which is zero then.
    fn set_diagonal[P: Dim, Q: Elements<A, P, U1>](mut this, v: lent Matrix<A, P, U1, Q>), keeps Vec<A>
    where [R: DimMin<C>, ShapeConstraint: DimEq<DimMinimum<R, C>, P>, DefaultAllocator: Allocator<P, U1, Buffer<A> = Q>];
        value {
            let before = kept(this, (0..v.len()).map(|i| (i, i)));
            this.set_diagonal(v);
            ((), before)
        }
        adjoint |before, (), this_bar, v_bar| {
            let mut v_bar = v_bar;
            put_back(this, this_bar, before.into_iter().enumerate().map(|(i, x)| ((i, i), x)), |i, taken| {
                if let Some(v_bar) = v_bar.as_deref_mut() {
                    v_bar[i] += taken;
                }
            });
        }
        tangent: linear;

    /// `x_bar` is the sum of the diagonal of `m_bar`, which is zero then.
    fn fill_diagonal(mut this, x: by A), keeps Vec<A>, gives (A,);
        value {
            let before = kept(this, (0..this.nrows().min(this.ncols())).map(|i| (i, i)));
            this.fill_diagonal(x);
            ((), before)
        }
        adjoint |before, (), this_bar, ()| {
            (put_back_filled(this, this_bar, before.into_iter().enumerate().map(|(i, x)| ((i, i), x))),)
        }
        tangent: linear;

    /// `x_bar` is the sum of `m_bar`, which is zero then.
    fn fill(mut this, x: by A), keeps Self, gives (A,);
        value {
            let before = this.clone();
            this.fill(x);
            ((), before)
        }
        adjoint |before, (), this_bar, ()| {
            *this = before;
            let mut of_x = A::ZERO;
            if let Some(this_bar) = this_bar {
                of_x = this_bar.sum();
                *this_bar = this_bar.zero_like();
            }
            (of_x,)
        }
        tangent: linear;

    /// `w_bar[k] -= v_bar[k] · v[k] / w[k]²`, of `v` as it was, and `v_bar[k]` over `w[k]`.
    fn component_div_assign(mut x, w: lent Self), keeps Self;
        value {
            let before = x.clone();
            x.component_div_assign(w);
            ((), before)
        }
        adjoint |before, (), x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                if let Some(w_bar) = w_bar {
                    let slopes = before.zip_map(w, quotient_slope);
                    add_each(w_bar, &slopes, x_bar, |slope, s| times(s, slope));
                }
                let seed = x_bar.clone();
                *x_bar = x_bar.zero_like();
                add_each(x_bar, w, &seed, |w, s| over(s, w));
            }
            *x = before;
        }
        tangent |x_dot, w_dot| {
            let slopes = x.zip_map(w, quotient_slope);
            *x_dot = x_dot.zip_map(w, over);
            add_each(x_dot, &slopes, w_dot, |slope, w_dot| times(w_dot, slope));
        }

    /// `k_bar = v_bar · v`, of `v` as it was, and `v_bar` times `k`.
    fn scale_mut(mut x, k: by A), keeps (A, Self), gives (A,) where [A: RealField];
        value {
            let before = x.clone();
            x.scale_mut(k);
            ((), (k, before))
        }
        adjoint |(k, before), (), x_bar, ()| {
            let mut of_k = A::ZERO;
            if let Some(x_bar) = x_bar {
                of_k = sum_of(&before, x_bar, |v, s| times(s, v));
                *x_bar = mapped(x_bar, |s| times(s, k));
            }
            *x = before;
            (of_k,)
        }
        tangent |x_dot, k_dot| { x_dot.zip_apply(x, |d, v| *d = times(*d, k) + times(k_dot, v)); }

    /// `k_bar = -v_bar · v / k²`, of `v` as it was, and `v_bar` over `k`.
    fn unscale_mut(mut x, k: by A), keeps (A, Self), gives (A,) where [A: RealField];
        value {
            let before = x.clone();
            x.unscale_mut(k);
            ((), (k, before))
        }
        adjoint |(k, before), (), x_bar, ()| {
            let mut of_k = A::ZERO;
            if let Some(x_bar) = x_bar {
                of_k = sum_of(&before, x_bar, |v, s| times(s, quotient_slope(v, k)));
                *x_bar = mapped(x_bar, |s| over(s, k));
            }
            *x = before;
            (of_k,)
        }
        tangent |x_dot, k_dot| { x_dot.zip_apply(x, |d, v| *d = over(*d, k) + times(k_dot, quotient_slope(v, k))); }

    /// `k_bar` is the sum of `v_bar`.
    fn add_scalar_mut(mut x, k: by A), keeps Self, gives (A,);
        value {
            let before = x.clone();
            x.add_scalar_mut(k);
            ((), before)
        }
        adjoint |before, (), x_bar, ()| { *x = before; (x_bar.map_or(A::ZERO, |x_bar| x_bar.sum()),) }
        tangent: linear;

    /// `m.ger(alpha, &x, &y, beta)`: `m` becomes `alpha · x · yᵀ + beta · m`.
    /// `x_bar += alpha · m_bar · y` and `y_bar += alpha · m_barᵀ · x`, `m_bar` times `beta`, and the products with `x · yᵀ` and
    /// with `m` as it was.
    fn ger[P: Dim, Q: Dim, X: Elements<A, P, U1>, Y: Elements<A, Q, U1>](mut this, alpha: by A, x: lent Matrix<A, P, U1, X>, y: lent Matrix<A, Q, U1, Y>, beta: by A), keeps (A, A, Self), gives (A, (), (), A)
    where [ShapeConstraint: DimEq<R, P> + DimEq<C, Q>, DefaultAllocator: Allocator<P, U1, Buffer<A> = X>, DefaultAllocator: Allocator<Q, U1, Buffer<A> = Y>];
        value {
            let before = this.clone();
            this.ger(alpha, x, y, beta);
            ((), (alpha, beta, before))
        }
        adjoint |(alpha, beta, before), (), this_bar, (), mut x_bar, mut y_bar, ()| {
            let (mut of_alpha, mut of_beta) = (A::ZERO, A::ZERO);
            if let Some(this_bar) = this_bar {
                for j in 0..y.len() {
                    for i in 0..x.len() {
                        let seed = this_bar[(i, j)];
                        of_alpha += times(seed, x[i] * y[j]);
                        if let Some(x_bar) = x_bar.as_deref_mut() {
                            x_bar[i] += times(seed, alpha * y[j]);
                        }
                        if let Some(y_bar) = y_bar.as_deref_mut() {
                            y_bar[j] += times(seed, alpha * x[i]);
                        }
                    }
                }
                of_beta = sum_of(&before, this_bar, |m, s| times(s, m));
                *this_bar = mapped(this_bar, |s| times(s, beta));
            }
            *this = before;
            (of_alpha, (), (), of_beta)
        }
        tangent |this_dot, alpha_dot, x_dot, y_dot, beta_dot| {
            this_dot.zip_apply(this, |d, m| *d = times(*d, beta) + times(beta_dot, m));
            this_dot.ger(alpha_dot, x, y, A::ONE);
            this_dot.ger(alpha, x_dot, y, A::ONE);
            this_dot.ger(alpha, x, y_dot, A::ONE);
        }

    /// `c.gemm_tr(alpha, &a, &b, beta)`: `c` becomes `alpha · aᵀ · b + beta · c`.
    /// `a_bar += alpha · b · c_barᵀ` and `b_bar += alpha · a · c_bar`, `c_bar` times `beta`, and the products with `aᵀ · b` and with
    /// `c` as it was.
    fn gemm_tr[K: Dim, P: Elements<A, K, R>, Q: Elements<A, K, C>](mut x, alpha: by A, a: lent Matrix<A, K, R, P>, b: lent Matrix<A, K, C, Q>, beta: by A), keeps (A, A, Self), gives (A, (), (), A)
    where [DefaultAllocator: Allocator<K, R, Buffer<A> = P> + Allocator<K, C, Buffer<A> = Q>];
        value {
            let before = x.clone();
            x.gemm_tr(alpha, a, b, beta);
            ((), (alpha, beta, before))
        }
        adjoint |(alpha, beta, before), (), x_bar, (), a_bar, b_bar, ()| {
            let (mut of_alpha, mut of_beta) = (A::ZERO, A::ZERO);
            if let Some(x_bar) = x_bar {
                let sizes = (a.ncols(), b.nrows(), b.ncols());
                of_alpha = through_product(&*x_bar, sizes, alpha, (a, a_bar), (b, b_bar), |i, k| (k, i));
                of_beta = sum_of(&before, x_bar, |c, s| times(s, c));
                *x_bar = mapped(x_bar, |s| times(s, beta));
            }
            *x = before;
            (of_alpha, (), (), of_beta)
        }
        tangent |x_dot, alpha_dot, a_dot, b_dot, beta_dot| {
            x_dot.zip_apply(x, |d, c| *d = times(*d, beta) + times(beta_dot, c));
            x_dot.gemm_tr(alpha_dot, a, b, A::ONE);
            x_dot.gemm_tr(alpha, a_dot, b, A::ONE);
            x_dot.gemm_tr(alpha, a, b_dot, A::ONE);
        }

    /// `c.cmpy(alpha, &a, &b, beta)`: each `c[k]` becomes `alpha · a[k] · b[k] + beta · c[k]`, without the second term where `beta` is
    /// zero.
    /// `a_bar[k] += alpha · c_bar[k] · b[k]` and so for `b`, `c_bar` times `beta`, and the products with `a[k] · b[k]` and with `c`
    /// as it was.
    fn cmpy(mut x, alpha: by A, a: lent Self, b: lent Self, beta: by A), keeps (A, A, Self), gives (A, (), (), A);
        value {
            let before = x.clone();
            x.cmpy(alpha, a, b, beta);
            ((), (alpha, beta, before))
        }
        adjoint |(alpha, beta, before), (), x_bar, (), a_bar, b_bar, ()| {
            let (mut of_alpha, mut of_beta) = (A::ZERO, A::ZERO);
            if let Some(x_bar) = x_bar {
                of_alpha = sum_of(&a.component_mul(b), x_bar, |product, s| times(s, product));
                of_beta = sum_of(&before, x_bar, |c, s| times(s, c));
                if let Some(a_bar) = a_bar {
                    add_each(a_bar, b, x_bar, |b, s| times(s, alpha * b));
                }
                if let Some(b_bar) = b_bar {
                    add_each(b_bar, a, x_bar, |a, s| times(s, alpha * a));
                }
                *x_bar = mapped(x_bar, |s| times(s, beta));
            }
            *x = before;
            (of_alpha, (), (), of_beta)
        }
        tangent |x_dot, alpha_dot, a_dot, b_dot, beta_dot| {
            x_dot.zip_apply(x, |d, c| *d = times(*d, beta) + times(beta_dot, c));
            x_dot.cmpy(alpha_dot, a, b, A::ONE);
            x_dot.cmpy(alpha, a_dot, b, A::ONE);
            x_dot.cmpy(alpha, a, b_dot, A::ONE);
        }
}
