//! The methods of vectors and matrices of any size.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments)]

use super::matrices::Elements;
use super::operators::{add_each, is_finite, mapped, sum_of};
use super::products::{add_product, add_times_transpose};
use crate::cotangent::Cotangent;
use crate::element::Element;
use crate::foreign::rows;
use crate::operators::quotient_slope;
use crate::scalar::{Scalar, over, portion, sign, times};
use nalgebra::allocator::Allocator;
use nalgebra::constraint::{SameNumberOfColumns, SameNumberOfRows, ShapeConstraint};
use nalgebra::storage::RawStorage;
use nalgebra::{Const, DefaultAllocator, Dim, Dyn, Matrix, OMatrix, OVector, RealField, U1};

/// The slope of a norm in one component; at the origin, where it has a kink, 0.
#[inline(always)]
fn along<A: Scalar>(seed: A, component: A, norm: A) -> A {
    if norm == A::ZERO {
        A::ZERO
    } else {
        times(seed, component / norm)
    }
}

/// Adds what flows through a division by the length into the vector that was divided: `(u_bar - u · (u · u_bar)) / |v|`.
#[inline]
pub(super) fn over_length<A: Scalar, R: Dim, C: Dim>(
    bar: &mut OMatrix<A, R, C>,
    unit: &OMatrix<A, R, C>,
    seed: &OMatrix<A, R, C>,
    norm: A,
) where
    DefaultAllocator: Allocator<R, C>,
{
    let length = sum_of(unit, seed, |u, s| times(s, u));
    add_each(bar, unit, seed, |u, s| over(s - times(length, u), norm));
}

/// Adds a cotangent of some rows and columns to that of the whole.
#[inline]
pub(super) fn add_part<B: nalgebra::Scalar + Cotangent, R: Dim, C: Dim, P: Dim, Q: Dim, S: RawStorage<B, P, Q>>(
    bar: Option<&mut OMatrix<B, R, C>>,
    (row, column): (usize, usize),
    part: &Matrix<B, P, Q, S>,
) where
    DefaultAllocator: Allocator<R, C>,
{
    if let Some(bar) = bar {
        for j in 0..part.ncols() {
            for i in 0..part.nrows() {
                bar[(row + i, column + j)].accumulate(&part[(i, j)]);
            }
        }
    }
}

/// The share that one of two components has in what was chosen between them.
#[inline(always)]
pub(super) fn share_of<A: Scalar>(chosen: bool, tied: bool) -> A {
    if chosen {
        A::ONE
    } else if tied {
        A::nearest(0.5)
    } else {
        A::ZERO
    }
}

/// Where the component is that `max` or `min` chose, as std's comparisons go: the first of those that are equal.
#[inline]
fn chosen<A: Scalar, R: Dim, C: Dim>(m: &OMatrix<A, R, C>, value: A, measure: impl Fn(A) -> A) -> Vec<usize>
where
    DefaultAllocator: Allocator<R, C>,
{
    let equal = |(k, m): (usize, &A)| (measure(*m) == value).then_some(k);
    m.as_slice().iter().enumerate().filter_map(equal).collect()
}

/// Shares a cotangent among the components that are equally extreme.
#[inline]
fn share<A: Scalar, R: Dim, C: Dim>(
    bar: Option<&mut OMatrix<A, R, C>>,
    m: &OMatrix<A, R, C>,
    (value, seed): (A, A),
    measure: impl Fn(A) -> A,
    slope: impl Fn(A) -> A,
) where
    DefaultAllocator: Allocator<R, C>,
{
    let Some(bar) = bar else { return };
    let equal = chosen(m, value, measure);
    let part = seed / A::nearest(equal.len().max(1) as f64);
    for k in equal {
        bar[k] += portion(part, slope(m[k]));
    }
}

/// The tangent of what was chosen: the mean of those of the components that are equally extreme.
#[inline]
fn shared<A: Scalar, R: Dim, C: Dim>(
    m: &OMatrix<A, R, C>,
    dot: &OMatrix<A, R, C>,
    value: A,
    measure: impl Fn(A) -> A,
    slope: impl Fn(A) -> A,
) -> A
where
    DefaultAllocator: Allocator<R, C>,
{
    let equal = chosen(m, value, measure);
    let sum = equal
        .iter()
        .fold(A::ZERO, |sum, k| sum + portion(dot[*k], slope(m[*k])));
    sum / A::nearest(equal.len().max(1) as f64)
}

rows! {
    /// The pairs of what only moves the elements of vectors and matrices, whatever they are.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Vector3;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, mut v_bar) = (Vector3::new(1.0, 2.0, 3.0), Vector3::zeros());
    /// let (part, kept) = v.fixed_rows_differentiable_push::<2>(1, &mut ws);
    /// v.fixed_rows_differentiable_pull::<2>(kept, &mut ws, part, Some(&mut v_bar), ());
    /// assert_eq!(v_bar, Vector3::new(0.0, 2.0, 3.0));
    /// ```
    PartMethods[A: Element, R: Dim, C: Dim][A, R, C] for [, S: Elements<A, R, C>] Matrix<A, R, C, S>
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];

    /// `m.into_owned()`, of a part of a matrix or of all of it.
    /// `m_bar += y_bar`.
    fn into_owned(move x) -> Self;
        value { (x.clone(), ()) }
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&seed); }
        tangent: linear;

    /// The rows of the cotangent are swapped as well.
    fn swap_rows(mut x, i: at usize, j: at usize), keeps (usize, usize), gives ((), ());
        value { x.swap_rows(i, j); ((), (i, j)) }
        adjoint |(i, j), (), x_bar, (), ()| {
            if let Some(x_bar) = x_bar {
                let (rows, columns) = x_bar.shape();
                // nalgebra's own does not take elements without a size, which the cotangents of integers are.
                for column in 0..columns {
                    x_bar.as_mut_slice().swap(column * rows + i, column * rows + j);
                }
            }
            x.swap_rows(i, j);
            ((), ())
        }

    /// The columns of the cotangent are swapped as well.
    fn swap_columns(mut x, i: at usize, j: at usize), keeps (usize, usize), gives ((), ());
        value { x.swap_columns(i, j); ((), (i, j)) }
        adjoint |(i, j), (), x_bar, (), ()| {
            if let Some(x_bar) = x_bar {
                let rows = x_bar.nrows();
                for row in 0..rows {
                    x_bar.as_mut_slice().swap(i * rows + row, j * rows + row);
                }
            }
            x.swap_columns(i, j);
            ((), ())
        }

    /// `m.fixed_rows::<N>(first)`, as a copy.
    /// Adds to the rows of `m_bar`.
    fn fixed_rows[const N: usize](ref x, first: at usize) -> OMatrix<A, Const<N>, C>, keeps usize
    where [DefaultAllocator: Allocator<Const<N>, C>];
        value { (x.fixed_rows::<N>(first).into_owned(), first) }
        adjoint |first, seed, x_bar, ()| { add_part(x_bar, (first, 0), &seed); }
        tangent: linear;
}

rows! {
    /// The pairs of the methods of vectors and matrices; see [`foreign`](crate::methods) for what they take and give.
    ///
    /// What a method gives that views a part of a matrix is copied here, and its cotangent is added to that part.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Vector2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, mut v_bar) = (Vector2::new(3.0, 4.0), Vector2::new(0.0, 0.0));
    /// let (norm, kept) = v.norm_differentiable_push(&mut ws);
    /// v.norm_differentiable_pull(kept, &mut ws, 10.0, Some(&mut v_bar));
    /// assert_eq!((norm, v_bar), (5.0, Vector2::new(6.0, 8.0)));
    /// ```
    MatrixMethods[A: Scalar, R: Dim, C: Dim][A, R, C] for [, S: Elements<A, R, C>] Matrix<A, R, C, S>
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];

    /// `v_bar += y_bar · w` and `w_bar += y_bar · v`.
    fn dot(ref x, w: lent Self) -> A;
        adjoint |(), seed, x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                add_each(x_bar, w, w, |w, _| times(seed, w));
            }
            if let Some(w_bar) = w_bar {
                add_each(w_bar, x, x, |v, _| times(seed, v));
            }
        }
        tangent: bilinear;

    /// `v_bar += y_bar · v / |v|`; nothing at the origin.
    fn norm(ref x) -> A, keeps A where [A: RealField];
        value { let norm = x.norm(); (norm, norm) }
        adjoint |norm, seed, Some(x_bar)| { add_each(x_bar, x, x, |v, _| along(seed, v, norm)); }
        tangent |x_dot| { let norm = x.norm(); sum_of(x, x_dot, |v, d| along(d, v, norm)) }

    /// `v.magnitude()`, another name of the norm.
    fn magnitude(ref x) -> A, keeps A where [A: RealField];
        value in ws { x.norm_differentiable_push(ws) }
        adjoint in ws |norm, seed, x_bar| { x.norm_differentiable_pull(norm, ws, seed, x_bar); }
        tangent |x_dot| { x.norm_differentiable_dot(x_dot) }

    /// `v_bar += y_bar · sign(v) · (|v| / y)^(p - 1)`; nothing at the origin.
    fn lp_norm(ref x, p: at i32) -> A, keeps (i32, A) where [A: RealField];
        value { let norm = x.lp_norm(p); (norm, (p, norm)) }
        adjoint |(p, norm), seed, x_bar, ()| {
            if let Some(x_bar) = x_bar
                && norm != A::ZERO
            {
                add_each(x_bar, x, x, |v, _| {
                    let share = nalgebra::ComplexField::powi(nalgebra::ComplexField::abs(v) / norm, p - 1);
                    times(seed, sign(v) * share)
                });
            }
        }
        tangent |x_dot, ()| {
            let norm = x.lp_norm(p);
            let share = |v: A| sign(v) * nalgebra::ComplexField::powi(nalgebra::ComplexField::abs(v) / norm, p - 1);
            if norm == A::ZERO { A::ZERO } else { sum_of(x, x_dot, |v, d| times(d, share(v))) }
        }

    /// `v_bar += 2 · y_bar · v`.
    fn norm_squared(ref x) -> A where [A: RealField];
        adjoint |(), seed, Some(x_bar)| { add_each(x_bar, x, x, |v, _| times(seed, v + v)); }
        tangent |x_dot| { sum_of(x, x_dot, |v, d| times(d, v + v)) }

    /// `v.magnitude_squared()`, another name of the squared norm.
    fn magnitude_squared(ref x) -> A where [A: RealField];
        value in ws { x.norm_squared_differentiable_push(ws) }
        adjoint in ws |kept, seed, x_bar| { x.norm_squared_differentiable_pull(kept, ws, seed, x_bar); }
        tangent |x_dot| { sum_of(x, x_dot, |v, d| times(d, v + v)) }

    /// `v_bar += (u_bar - u · (u · u_bar)) / |v|`.
    fn normalize(ref x) -> Self, keeps (Self, A) where [A: RealField];
        value { let (unit, norm) = (x.normalize(), x.norm()); (unit.clone(), (unit, norm)) }
        adjoint |(unit, norm), seed, Some(x_bar)| { over_length(x_bar, &unit, &seed, norm); }
        tangent |x_dot| { let mut dot = x_dot.zero_like(); over_length(&mut dot, &x.normalize(), x_dot, x.norm()); dot }

    /// `v_bar += y_bar · (v - w) / |v - w|`, and the opposite for `w`; nothing where they coincide.
    fn metric_distance(ref x, w: lent Self) -> A, keeps A where [A: RealField];
        value { let distance = x.metric_distance(w); (distance, distance) }
        adjoint |distance, seed, x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                add_each(x_bar, x, w, |v, w| along(seed, v - w, distance));
            }
            if let Some(w_bar) = w_bar {
                add_each(w_bar, x, w, |v, w| along(seed, w - v, distance));
            }
        }
        tangent |x_dot, w_dot| {
            let (distance, difference, dot) = (x.metric_distance(w), x - w, x_dot - w_dot);
            sum_of(&difference, &dot, |d, s| along(s, d, distance))
        }

    /// `v_bar[k] += y_bar`.
    fn sum(ref x) -> A;
        adjoint |(), seed, Some(x_bar)| { add_each(x_bar, x, x, |_, _| seed); }
        tangent: linear;

    /// `v_bar[k] += y_bar / n`.
    fn mean(ref x) -> A where [A: RealField];
        adjoint in ws |(), seed, x_bar| {
            // There is nothing to divide among no elements.
            let count = A::nearest(x.len().max(1) as f64);
            x.sum_differentiable_pull((), ws, seed / count, x_bar);
        }
        tangent: linear;

    /// The component that was chosen gets the cotangent; ties share equally.
    fn max(ref x) -> A, keeps A where [A: RealField];
        value { let max = x.max(); (max, max) }
        adjoint |max, seed, x_bar| { share(x_bar, x, (max, seed), |v| v, |_| A::ONE); }
        tangent |x_dot| { shared(x, x_dot, x.max(), |v| v, |_| A::ONE) }

    /// The component that was chosen gets the cotangent; ties share equally.
    fn min(ref x) -> A, keeps A where [A: RealField];
        value { let min = x.min(); (min, min) }
        adjoint |min, seed, x_bar| { share(x_bar, x, (min, seed), |v| v, |_| A::ONE); }
        tangent |x_dot| { shared(x, x_dot, x.min(), |v| v, |_| A::ONE) }

    /// `v.amax()`, the largest absolute value.
    /// The component that was chosen gets the cotangent with its sign; ties share equally.
    fn amax(ref x) -> A, keeps A where [A: RealField];
        value { let max = x.amax(); (max, max) }
        adjoint |max, seed, x_bar| { share(x_bar, x, (max, seed), |v| sign(v) * v, sign); }
        tangent |x_dot| { shared(x, x_dot, x.amax(), |v| sign(v) * v, sign) }

    /// `v.amin()`, the smallest absolute value.
    /// The component that was chosen gets the cotangent with its sign; ties share equally.
    fn amin(ref x) -> A, keeps A where [A: RealField];
        value { let min = x.amin(); (min, min) }
        adjoint |min, seed, x_bar| { share(x_bar, x, (min, seed), |v| sign(v) * v, sign); }
        tangent |x_dot| { shared(x, x_dot, x.amin(), |v| sign(v) * v, sign) }

    /// `v_bar[k] += y_bar[k] · w[k]`, and the same for `w`.
    fn component_mul(ref x, w: lent Self) -> Self;
        adjoint |(), seed, x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                add_each(x_bar, w, &seed, |w, s| times(s, w));
            }
            if let Some(w_bar) = w_bar {
                add_each(w_bar, x, &seed, |v, s| times(s, v));
            }
        }
        tangent: bilinear;

    /// `v.inf(&w)`, the smaller of each two components.
    /// What flows into a component goes to the one of the two that was chosen; ties share equally.
    fn inf(ref x, w: lent Self) -> Self where [A: RealField];
        adjoint |(), seed, x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                let shares = x.zip_map(w, |v, w| share_of(v < w, v == w));
                add_each(x_bar, &shares, &seed, |share, s| portion(s, share));
            }
            if let Some(w_bar) = w_bar {
                let shares = x.zip_map(w, |v, w| share_of(w < v, v == w));
                add_each(w_bar, &shares, &seed, |share, s| portion(s, share));
            }
        }
        tangent |x_dot, w_dot| {
            let shares = x.zip_map(w, |v, w| share_of(v < w, v == w));
            x_dot.zip_zip_map(w_dot, &shares, |v, w, share| portion(v, share) + portion(w, A::ONE - share))
        }

    /// `v.sup(&w)`, the larger of each two components.
    /// What flows into a component goes to the one of the two that was chosen; ties share equally.
    fn sup(ref x, w: lent Self) -> Self where [A: RealField];
        adjoint |(), seed, x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                let shares = x.zip_map(w, |v, w| share_of(v > w, v == w));
                add_each(x_bar, &shares, &seed, |share, s| portion(s, share));
            }
            if let Some(w_bar) = w_bar {
                let shares = x.zip_map(w, |v, w| share_of(w > v, v == w));
                add_each(w_bar, &shares, &seed, |share, s| portion(s, share));
            }
        }
        tangent |x_dot, w_dot| {
            let shares = x.zip_map(w, |v, w| share_of(v > w, v == w));
            x_dot.zip_zip_map(w_dot, &shares, |v, w, share| portion(v, share) + portion(w, A::ONE - share))
        }

    /// `m.try_normalize_mut(least)`, which gives the norm where it is larger.
    /// That of `normalize_mut` where it was normalized, and nothing else; nothing flows into the least length.
    fn try_normalize_mut(mut x, least: by A) -> Option<A>, keeps Option<(Self, A)>, gives (A,) where [A: RealField];
        value {
            let before = x.clone();
            let norm = x.try_normalize_mut(least);
            (norm, norm.map(|norm| (before, norm)))
        }
        adjoint in ws |kept, seed, x_bar, ()| {
            if let Some(kept) = kept {
                x.normalize_mut_differentiable_pull(kept, ws, seed.unwrap_or(A::ZERO), x_bar);
            }
            (A::ZERO,)
        }
        tangent |x_dot, _| { x.try_normalize(least).map(|_| x.normalize_mut_differentiable_dot(x_dot)) }

    /// `v_bar[k] += y_bar[k] / w[k]` and `w_bar[k] -= y_bar[k] · v[k] / w[k]²`.
    fn component_div(ref x, w: lent Self) -> Self;
        adjoint |(), seed, x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                add_each(x_bar, w, &seed, |w, s| over(s, w));
            }
            if let Some(w_bar) = w_bar {
                let slopes = x.zip_map(w, quotient_slope);
                add_each(w_bar, &slopes, &seed, |slope, s| times(s, slope));
            }
        }
        tangent |x_dot, w_dot| {
            let slopes = x.zip_map(w, quotient_slope);
            let mut dot = x_dot.zip_map(w, over);
            add_each(&mut dot, &slopes, w_dot, |slope, w_dot| times(w_dot, slope));
            dot
        }

    /// `v_bar += y_bar · k` and `k_bar = y_bar · v`.
    fn scale(ref x, k: by A) -> Self, keeps A, gives (A,) where [A: RealField];
        value { (x.scale(k), k) }
        adjoint |k, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                add_each(x_bar, x, &seed, |_, s| times(s, k));
            }
            (sum_of(x, &seed, |v, s| times(s, v)),)
        }
        tangent: bilinear;

    /// `v_bar += y_bar / k` and `k_bar = -y_bar · v / k²`.
    fn unscale(ref x, k: by A) -> Self, keeps A, gives (A,) where [A: RealField];
        value { (x.unscale(k), k) }
        adjoint |k, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                add_each(x_bar, x, &seed, |_, s| over(s, k));
            }
            (sum_of(x, &seed, |v, s| times(s, quotient_slope(v, k))),)
        }
        tangent |x_dot, k_dot| { x_dot.zip_map(x, |d, v| over(d, k) + times(k_dot, quotient_slope(v, k))) }

    /// `v_bar += y_bar` and `k_bar` is the sum of `y_bar`.
    fn add_scalar(ref x, k: by A) -> Self, gives (A,);
        adjoint |(), seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                x_bar.accumulate(&seed);
            }
            (seed.sum(),)
        }
        tangent: linear;

    /// `m_bar += y_barᵀ`.
    fn transpose(ref x) -> OMatrix<A, C, R> where [DefaultAllocator: Allocator<C, R>];
        adjoint |(), seed, x_bar| { add_part(x_bar, (0, 0), &seed.transpose()); }
        tangent: linear;

    /// `m_bar += y_bar`.
    fn clone_owned(ref x) -> Self;
        value { (x.clone(), ()) }
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&seed); }
        tangent: linear;

    /// `m.row(i)`, as a copy.
    /// Adds to the row of `m_bar`.
    fn row(ref x, i: at usize) -> OMatrix<A, U1, C>, keeps usize where [DefaultAllocator: Allocator<U1, C>];
        value { (x.row(i).into_owned(), i) }
        adjoint |i, seed, x_bar, ()| { add_part(x_bar, (i, 0), &seed); }
        tangent: linear;

    /// `m.column(j)`, as a copy.
    /// Adds to the column of `m_bar`.
    fn column(ref x, j: at usize) -> OVector<A, R>, keeps usize where [DefaultAllocator: Allocator<R>];
        value { (x.column(j).into_owned(), j) }
        adjoint |j, seed, x_bar, ()| { add_part(x_bar, (0, j), &seed); }
        tangent: linear;

    /// `m.rows(first, count)`, as a copy.
    /// Adds to the rows of `m_bar`.
    fn rows(ref x, first: at usize, count: at usize) -> OMatrix<A, Dyn, C>, keeps usize where [DefaultAllocator: Allocator<Dyn, C>];
        value { (x.rows(first, count).into_owned(), first) }
        adjoint |first, seed, x_bar, (), ()| { add_part(x_bar, (first, 0), &seed); }
        tangent: linear;

    /// `m.columns(first, count)`, as a copy.
    /// Adds to the columns of `m_bar`.
    fn columns(ref x, first: at usize, count: at usize) -> OMatrix<A, R, Dyn>, keeps usize
    where [DefaultAllocator: Allocator<R, Dyn>];
        value { (x.columns(first, count).into_owned(), first) }
        adjoint |first, seed, x_bar, (), ()| { add_part(x_bar, (0, first), &seed); }
        tangent: linear;

    /// `m.fixed_columns::<N>(first)`, as a copy.
    /// Adds to the columns of `m_bar`.
    fn fixed_columns[const N: usize](ref x, first: at usize) -> OMatrix<A, R, Const<N>>, keeps usize
    where [DefaultAllocator: Allocator<R, Const<N>>];
        value { (x.fixed_columns::<N>(first).into_owned(), first) }
        adjoint |first, seed, x_bar, ()| { add_part(x_bar, (0, first), &seed); }
        tangent: linear;

    /// `m.fixed_view::<P, Q>(i, j)`, as a copy.
    /// Adds to the part of `m_bar`.
    fn fixed_view[const P: usize, const Q: usize](ref x, i: at usize, j: at usize) -> OMatrix<A, Const<P>, Const<Q>>, keeps (usize, usize)
    where [DefaultAllocator: Allocator<Const<P>, Const<Q>>];
        value { (x.fixed_view::<P, Q>(i, j).into_owned(), (i, j)) }
        adjoint |corner, seed, x_bar, (), ()| { add_part(x_bar, corner, &seed); }
        tangent: linear;

    /// `n_bar += m_bar`, and `m_bar` is zero: what `m` held before is gone.
    fn copy_from(mut x, n: lent Self), keeps Self;
        value {
            let before = x.clone();
            x.copy_from(n);
            ((), before)
        }
        adjoint |before, (), x_bar, n_bar| {
            *x = before;
            if let Some(x_bar) = x_bar {
                if let Some(n_bar) = n_bar {
                    n_bar.accumulate(x_bar);
                }
                *x_bar = x_bar.zero_like();
            }
        }
        tangent: linear;

    /// What an assignment to a part is, `rows += &v`.
    /// That of `copy_from`.
    fn assign(mut x, n: lent Self), keeps Self;
        value in ws { x.copy_from_differentiable_push(n, ws) }
        adjoint in ws |before, seed, x_bar, n_bar| { x.copy_from_differentiable_pull(before, ws, seed, x_bar, (n, n_bar)); }
        tangent: linear;

    /// `m.normalize_mut()`, which gives the norm.
    /// That of `normalize`, and that of the norm.
    fn normalize_mut(mut x) -> A, keeps (Self, A) where [A: RealField];
        value {
            let before = x.clone();
            let norm = x.normalize_mut();
            (norm, (before, norm))
        }
        adjoint |(before, norm), seed, x_bar| {
            if let Some(x_bar) = x_bar {
                let seed_of_unit = x_bar.clone();
                *x_bar = x_bar.zero_like();
                over_length(x_bar, x, &seed_of_unit, norm);
                add_each(x_bar, &before, &before, |v, _| along(seed, v, norm));
            }
            *x = before;
        }
        tangent |x_dot| {
            let dot = x.norm_differentiable_dot(x_dot);
            *x_dot = x.normalize_differentiable_dot(x_dot);
            dot
        }

    /// `m_bar` changes its sign.
    fn neg_mut(mut x);
        value { x.neg_mut(); ((), ()) }
        adjoint |(), (), x_bar| {
            x.neg_mut();
            if let Some(x_bar) = x_bar {
                *x_bar = mapped(x_bar, |x_bar| -x_bar);
            }
        }
        tangent: linear;

    /// `v_bar` gets the column of `m_bar`, which is zero then.
    fn set_column[P: Dim, Q: Elements<A, P, U1>](mut x, j: at usize, v: lent Matrix<A, P, U1, Q>), keeps (usize, OVector<A, R>)
    where [DefaultAllocator: Allocator<R>, ShapeConstraint: SameNumberOfRows<R, P>, DefaultAllocator: Allocator<P, U1, Buffer<A> = Q>];
        value {
            let before = x.column(j).into_owned();
            x.set_column(j, v);
            ((), (j, before))
        }
        adjoint |(j, before), (), x_bar, (), v_bar| {
            let (mut x_bar, mut v_bar) = (x_bar, v_bar);
            for i in 0..before.len() {
                x[(i, j)] = before[i];
                if let Some(x_bar) = x_bar.as_deref_mut() {
                    let taken = std::mem::replace(&mut x_bar[(i, j)], A::ZERO);
                    if let Some(v_bar) = v_bar.as_deref_mut() {
                        v_bar[i] += taken;
                    }
                }
            }
        }
        tangent: linear;

    /// `v_bar` gets the row of `m_bar`, which is zero then.
    fn set_row[P: Dim, Q: Elements<A, U1, P>](mut x, i: at usize, v: lent Matrix<A, U1, P, Q>), keeps (usize, OMatrix<A, U1, C>)
    where [DefaultAllocator: Allocator<U1, C>, ShapeConstraint: SameNumberOfColumns<C, P>, DefaultAllocator: Allocator<U1, P, Buffer<A> = Q>];
        value {
            let before = x.row(i).into_owned();
            x.set_row(i, v);
            ((), (i, before))
        }
        adjoint |(i, before), (), x_bar, (), v_bar| {
            let (mut x_bar, mut v_bar) = (x_bar, v_bar);
            for j in 0..before.len() {
                x[(i, j)] = before[j];
                if let Some(x_bar) = x_bar.as_deref_mut() {
                    let taken = std::mem::replace(&mut x_bar[(i, j)], A::ZERO);
                    if let Some(v_bar) = v_bar.as_deref_mut() {
                        v_bar[j] += taken;
                    }
                }
            }
        }
        tangent: linear;

    /// `m.tr_mul(&n)`, the product of the transpose.
    /// `m_bar += n · y_barᵀ` and `n_bar += m · y_bar`.
    fn tr_mul[C2: Dim, S2: Elements<A, R, C2>](ref x, n: lent Matrix<A, R, C2, S2>) -> OMatrix<A, C, C2>
    where [A: RealField, DefaultAllocator: Allocator<R, C2, Buffer<A> = S2> + Allocator<C, C2>];
        adjoint |(), seed, x_bar, n_bar| {
            let (mut x_bar, mut n_bar) = (x_bar, n_bar);
            if is_finite(x) && is_finite(n) {
                let (rows, columns, others) = (x.nrows(), x.ncols(), n.ncols());
                if let Some(x_bar) = x_bar {
                    add_times_transpose(x_bar.as_mut_slice(), n.as_slice(), seed.as_slice(), rows, others, columns);
                }
                if let Some(n_bar) = n_bar {
                    let (x_bar, m, seed) = (n_bar.as_mut_slice(), x.as_slice(), seed.as_slice());
                    add_product(x_bar, m, seed, rows, columns, others);
                }
                return;
            }
            for j in 0..seed.ncols() {
                for i in 0..seed.nrows() {
                    let seed = seed[(i, j)];
                    for k in 0..n.nrows() {
                        if let Some(x_bar) = x_bar.as_deref_mut() {
                            x_bar[(k, i)] += times(seed, n[(k, j)]);
                        }
                        if let Some(n_bar) = n_bar.as_deref_mut() {
                            n_bar[(k, j)] += times(seed, x[(k, i)]);
                        }
                    }
                }
            }
        }
        tangent: bilinear;

    /// `w_bar[k] += v_bar[k] · v[k]`, of `v` as it was, and `v_bar[k]` times `w[k]`.
    fn component_mul_assign(mut x, w: lent Self), keeps Self;
        value {
            let before = x.clone();
            x.component_mul_assign(w);
            ((), before)
        }
        adjoint |before, (), x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                let seed = x_bar.clone();
                if let Some(w_bar) = w_bar {
                    add_each(w_bar, &before, &seed, |v, s| times(s, v));
                }
                *x_bar = x_bar.zero_like();
                add_each(x_bar, w, &seed, |w, s| times(s, w));
            }
            *x = before;
        }
        tangent |x_dot, w_dot| {
            *x_dot = x_dot.zip_map(w, times) + w_dot.zip_map(x, times);
        }

    /// That of `normalize`, where there is a direction; nothing flows into the least length.
    fn try_normalize(ref x, least: by A) -> Option<Self>, keeps Option<(Self, A)>, gives (A,) where [A: RealField];
        value {
            let unit = x.try_normalize(least);
            let kept = unit.clone().map(|unit| (unit, x.norm()));
            (unit, kept)
        }
        adjoint |kept, seed, x_bar, ()| {
            if let (Some((unit, norm)), Some(seed), Some(x_bar)) = (kept, seed, x_bar) {
                over_length(x_bar, &unit, &seed, norm);
            }
            (A::ZERO,)
        }
        tangent |x_dot, _| { x.try_normalize(least).map(|_| x.normalize_differentiable_dot(x_dot)) }
}
