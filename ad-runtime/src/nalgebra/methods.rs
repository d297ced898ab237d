//! The methods of vectors and matrices of any size.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments)]

use super::matrices::Elements;
use super::operators::{add_each, is_finite, mapped, sum_of};
use super::products::{add_product, add_times_transpose};
use crate::cotangent::Cotangent;
use crate::element::Element;
use crate::foreign::pairs;
use crate::found::{At, ByMove, ByMut, ByRef, at};
use crate::operators::quotient_slope;
use crate::scalar::{Scalar, over, portion, sign, times};
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::constraint::{SameNumberOfColumns, SameNumberOfRows, ShapeConstraint};
use nalgebra::storage::RawStorage;
use nalgebra::{Const, DefaultAllocator, Dim, Dyn, Matrix, OMatrix, OVector, RealField, U1};

/// An argument by reference, handed again, and where its cotangent is added.
pub(super) type Slot<'a, T, B = T> = (&'a T, Option<&'a mut B>);

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

pairs! {
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

    /// Whose method this is.
    #[allow(clippy::wrong_self_convention)] // Only its type is asked for.
    fn into_owned_differentiable_at[](&self) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.into_owned()`, of a part of a matrix or of all of it.
    #[allow(clippy::wrong_self_convention)]
    fn into_owned_differentiable_push[](&self, _ws: &mut Workspace) -> (Self, ()) where [] {
        (self.clone(), ())
    }

    /// `m_bar += y_bar`.
    #[allow(clippy::wrong_self_convention)]
    fn into_owned_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self::Cotangent, bar: Option<&mut Self::Cotangent>
    ) -> () where [] {
        if let Some(bar) = bar {
            bar.accumulate(&seed);
        }
    }

    /// Whose method this is.
    fn swap_rows_differentiable_at[](&self, _i: usize, _j: usize) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.swap_rows(i, j)`.
    fn swap_rows_differentiable_push[](
        &mut self, i: usize, j: usize, _ws: &mut Workspace
    ) -> ((), (usize, usize)) where [] {
        self.swap_rows(i, j);
        ((), (i, j))
    }

    /// The rows of the cotangent are swapped as well.
    fn swap_rows_differentiable_pull[](
        &mut self, kept: (usize, usize), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self::Cotangent>, _of_i: (), _of_j: ()
    ) -> ((), ()) where [] {
        let (i, j) = kept;
        if let Some(bar) = bar {
            let (rows, columns) = bar.shape();
            // nalgebra's own does not take elements without a size, which the cotangents of integers are.
            for column in 0..columns {
                bar.as_mut_slice().swap(column * rows + i, column * rows + j);
            }
        }
        self.swap_rows(i, j);
        ((), ())
    }

    /// Whose method this is.
    fn swap_columns_differentiable_at[](&self, _i: usize, _j: usize) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.swap_columns(i, j)`.
    fn swap_columns_differentiable_push[](
        &mut self, i: usize, j: usize, _ws: &mut Workspace
    ) -> ((), (usize, usize)) where [] {
        self.swap_columns(i, j);
        ((), (i, j))
    }

    /// The columns of the cotangent are swapped as well.
    fn swap_columns_differentiable_pull[](
        &mut self, kept: (usize, usize), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self::Cotangent>, _of_i: (), _of_j: ()
    ) -> ((), ()) where [] {
        let (i, j) = kept;
        if let Some(bar) = bar {
            let rows = bar.nrows();
            for row in 0..rows {
                bar.as_mut_slice().swap(i * rows + row, j * rows + row);
            }
        }
        self.swap_columns(i, j);
        ((), ())
    }

    /// Whose method this is.
    fn fixed_rows_differentiable_at[const N: usize](&self, _first: usize) -> At<Self, ByRef> where [DefaultAllocator: Allocator<Const<N>, C>] {
        at()
    }

    /// `m.fixed_rows::<N>(first)`, as a copy.
    fn fixed_rows_differentiable_push[const N: usize](
        &self, first: usize, _ws: &mut Workspace
    ) -> (OMatrix<A, Const<N>, C>, usize) where [DefaultAllocator: Allocator<Const<N>, C>] {
        (self.fixed_rows::<N>(first).into_owned(), first)
    }

    /// Adds to the rows of `m_bar`.
    fn fixed_rows_differentiable_pull[const N: usize](
        &self, first: usize, _ws: &mut Workspace, seed: OMatrix<A::Cotangent, Const<N>, C>, bar: Option<&mut Self::Cotangent>, _of_first: ()
    ) -> () where [DefaultAllocator: Allocator<Const<N>, C>] {
        add_part(bar, (first, 0), &seed);
    }
}

pairs! {
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

    /// Whose method this is.
    fn dot_differentiable_at[](&self, _w: &Self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `v.dot(&w)`.
    fn dot_differentiable_push[](&self, w: &Self, _ws: &mut Workspace) -> (A, ()) where [] {
        (self.dot(w), ())
    }

    /// `v_bar += y_bar · w` and `w_bar += y_bar · v`.
    fn dot_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            add_each(bar, w.0, w.0, |w, _| times(seed, w));
        }
        if let Some(w_bar) = w.1 {
            add_each(w_bar, self, self, |v, _| times(seed, v));
        }
    }

    /// Whose method this is.
    fn norm_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.norm()`.
    fn norm_differentiable_push[](&self, _ws: &mut Workspace) -> (A, A) where [A: RealField] {
        let norm = self.norm();
        (norm, norm)
    }

    /// `v_bar += y_bar · v / |v|`; nothing at the origin.
    fn norm_differentiable_pull[](
        &self, norm: A, _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        if let Some(bar) = bar {
            add_each(bar, self, self, |v, _| along(seed, v, norm));
        }
    }

    /// Whose method this is.
    fn magnitude_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.magnitude()`, another name of the norm.
    fn magnitude_differentiable_push[](&self, ws: &mut Workspace) -> (A, A) where [A: RealField] {
        self.norm_differentiable_push(ws)
    }

    /// The way back of `magnitude`.
    fn magnitude_differentiable_pull[](
        &self, norm: A, ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        self.norm_differentiable_pull(norm, ws, seed, bar);
    }

    /// Whose method this is.
    fn lp_norm_differentiable_at[](&self, _p: i32) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.lp_norm(p)`.
    fn lp_norm_differentiable_push[](&self, p: i32, _ws: &mut Workspace) -> (A, (i32, A)) where [A: RealField] {
        let norm = self.lp_norm(p);
        (norm, (p, norm))
    }

    /// `v_bar += y_bar · sign(v) · (|v| / y)^(p - 1)`; nothing at the origin.
    fn lp_norm_differentiable_pull[](
        &self, kept: (i32, A), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>, _of_p: ()
    ) -> () where [A: RealField] {
        let (p, norm) = kept;
        if let Some(bar) = bar
            && norm != A::ZERO
        {
            add_each(bar, self, self, |v, _| {
                let share = nalgebra::ComplexField::powi(nalgebra::ComplexField::abs(v) / norm, p - 1);
                times(seed, sign(v) * share)
            });
        }
    }

    /// Whose method this is.
    fn norm_squared_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.norm_squared()`.
    fn norm_squared_differentiable_push[](&self, _ws: &mut Workspace) -> (A, ()) where [A: RealField] {
        (self.norm_squared(), ())
    }

    /// `v_bar += 2 · y_bar · v`.
    fn norm_squared_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        if let Some(bar) = bar {
            add_each(bar, self, self, |v, _| times(seed, v + v));
        }
    }

    /// Whose method this is.
    fn magnitude_squared_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.magnitude_squared()`, another name of the squared norm.
    fn magnitude_squared_differentiable_push[](&self, ws: &mut Workspace) -> (A, ()) where [A: RealField] {
        self.norm_squared_differentiable_push(ws)
    }

    /// The way back of `magnitude_squared`.
    fn magnitude_squared_differentiable_pull[](
        &self, kept: (), ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        self.norm_squared_differentiable_pull(kept, ws, seed, bar);
    }

    /// Whose method this is.
    fn normalize_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.normalize()`.
    fn normalize_differentiable_push[](&self, _ws: &mut Workspace) -> (Self, (Self, A)) where [A: RealField] {
        let (unit, norm) = (self.normalize(), self.norm());
        (unit.clone(), (unit, norm))
    }

    /// `v_bar += (u_bar - u · (u · u_bar)) / |v|`.
    fn normalize_differentiable_pull[](
        &self, kept: (Self, A), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        let (unit, norm) = kept;
        if let Some(bar) = bar {
            over_length(bar, &unit, &seed, norm);
        }
    }

    /// Whose method this is.
    fn metric_distance_differentiable_at[](&self, _w: &Self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.metric_distance(&w)`.
    fn metric_distance_differentiable_push[](&self, w: &Self, _ws: &mut Workspace) -> (A, A) where [A: RealField] {
        let distance = self.metric_distance(w);
        (distance, distance)
    }

    /// `v_bar += y_bar · (v - w) / |v - w|`, and the opposite for `w`; nothing where they coincide.
    fn metric_distance_differentiable_pull[](
        &self, distance: A, _ws: &mut Workspace, seed: A, bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [A: RealField] {
        if let Some(bar) = bar {
            add_each(bar, self, w.0, |v, w| along(seed, v - w, distance));
        }
        if let Some(w_bar) = w.1 {
            add_each(w_bar, self, w.0, |v, w| along(seed, w - v, distance));
        }
    }

    /// Whose method this is.
    fn sum_differentiable_at[](&self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `v.sum()`.
    fn sum_differentiable_push[](&self, _ws: &mut Workspace) -> (A, ()) where [] {
        (self.sum(), ())
    }

    /// `v_bar[k] += y_bar`.
    fn sum_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            add_each(bar, self, self, |_, _| seed);
        }
    }

    /// Whose method this is.
    fn mean_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.mean()`.
    fn mean_differentiable_push[](&self, _ws: &mut Workspace) -> (A, ()) where [A: RealField] {
        (self.mean(), ())
    }

    /// `v_bar[k] += y_bar / n`.
    fn mean_differentiable_pull[](
        &self, _kept: (), ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        // There is nothing to divide among no elements.
        let count = A::nearest(self.len().max(1) as f64);
        self.sum_differentiable_pull((), ws, seed / count, bar);
    }

    /// Whose method this is.
    fn max_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.max()`.
    fn max_differentiable_push[](&self, _ws: &mut Workspace) -> (A, A) where [A: RealField] {
        let max = self.max();
        (max, max)
    }

    /// The component that was chosen gets the cotangent; ties share equally.
    fn max_differentiable_pull[](
        &self, max: A, _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        share(bar, self, (max, seed), |v| v, |_| A::ONE);
    }

    /// Whose method this is.
    fn min_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.min()`.
    fn min_differentiable_push[](&self, _ws: &mut Workspace) -> (A, A) where [A: RealField] {
        let min = self.min();
        (min, min)
    }

    /// The component that was chosen gets the cotangent; ties share equally.
    fn min_differentiable_pull[](
        &self, min: A, _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        share(bar, self, (min, seed), |v| v, |_| A::ONE);
    }

    /// Whose method this is.
    fn amax_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.amax()`, the largest absolute value.
    fn amax_differentiable_push[](&self, _ws: &mut Workspace) -> (A, A) where [A: RealField] {
        let max = self.amax();
        (max, max)
    }

    /// The component that was chosen gets the cotangent with its sign; ties share equally.
    fn amax_differentiable_pull[](
        &self, max: A, _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        share(bar, self, (max, seed), |v| sign(v) * v, sign);
    }

    /// Whose method this is.
    fn amin_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.amin()`, the smallest absolute value.
    fn amin_differentiable_push[](&self, _ws: &mut Workspace) -> (A, A) where [A: RealField] {
        let min = self.amin();
        (min, min)
    }

    /// The component that was chosen gets the cotangent with its sign; ties share equally.
    fn amin_differentiable_pull[](
        &self, min: A, _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        share(bar, self, (min, seed), |v| sign(v) * v, sign);
    }

    /// Whose method this is.
    fn component_mul_differentiable_at[](&self, _w: &Self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `v.component_mul(&w)`.
    fn component_mul_differentiable_push[](&self, w: &Self, _ws: &mut Workspace) -> (Self, ()) where [] {
        (self.component_mul(w), ())
    }

    /// `v_bar[k] += y_bar[k] · w[k]`, and the same for `w`.
    fn component_mul_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            add_each(bar, w.0, &seed, |w, s| times(s, w));
        }
        if let Some(w_bar) = w.1 {
            add_each(w_bar, self, &seed, |v, s| times(s, v));
        }
    }

    /// Whose method this is.
    fn inf_differentiable_at[](&self, _w: &Self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.inf(&w)`, the smaller of each two components.
    fn inf_differentiable_push[](&self, w: &Self, _ws: &mut Workspace) -> (Self, ()) where [A: RealField] {
        (self.inf(w), ())
    }

    /// What flows into a component goes to the one of the two that was chosen; ties share equally.
    fn inf_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [A: RealField] {
        if let Some(bar) = bar {
            let shares = self.zip_map(w.0, |v, w| share_of(v < w, v == w));
            add_each(bar, &shares, &seed, |share, s| portion(s, share));
        }
        if let Some(w_bar) = w.1 {
            let shares = self.zip_map(w.0, |v, w| share_of(w < v, v == w));
            add_each(w_bar, &shares, &seed, |share, s| portion(s, share));
        }
    }

    /// Whose method this is.
    fn sup_differentiable_at[](&self, _w: &Self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.sup(&w)`, the larger of each two components.
    fn sup_differentiable_push[](&self, w: &Self, _ws: &mut Workspace) -> (Self, ()) where [A: RealField] {
        (self.sup(w), ())
    }

    /// What flows into a component goes to the one of the two that was chosen; ties share equally.
    fn sup_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [A: RealField] {
        if let Some(bar) = bar {
            let shares = self.zip_map(w.0, |v, w| share_of(v > w, v == w));
            add_each(bar, &shares, &seed, |share, s| portion(s, share));
        }
        if let Some(w_bar) = w.1 {
            let shares = self.zip_map(w.0, |v, w| share_of(w > v, v == w));
            add_each(w_bar, &shares, &seed, |share, s| portion(s, share));
        }
    }

    /// Whose method this is.
    fn try_normalize_mut_differentiable_at[](&self, _least: A) -> At<Self, ByMut> where [A: RealField] {
        at()
    }

    /// `m.try_normalize_mut(least)`, which gives the norm where it is larger.
    fn try_normalize_mut_differentiable_push[](
        &mut self, least: A, _ws: &mut Workspace
    ) -> (Option<A>, Option<(Self, A)>) where [A: RealField] {
        let before = self.clone();
        let norm = self.try_normalize_mut(least);
        (norm, norm.map(|norm| (before, norm)))
    }

    /// That of `normalize_mut` where it was normalized, and nothing else; nothing flows into the least length.
    fn try_normalize_mut_differentiable_pull[](
        &mut self, kept: Option<(Self, A)>, ws: &mut Workspace, seed: Option<A>, bar: Option<&mut Self>, _of_least: ()
    ) -> (A,) where [A: RealField] {
        if let Some(kept) = kept {
            self.normalize_mut_differentiable_pull(kept, ws, seed.unwrap_or(A::ZERO), bar);
        }
        (A::ZERO,)
    }

    /// Whose method this is.
    fn component_div_differentiable_at[](&self, _w: &Self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `v.component_div(&w)`.
    fn component_div_differentiable_push[](&self, w: &Self, _ws: &mut Workspace) -> (Self, ()) where [] {
        (self.component_div(w), ())
    }

    /// `v_bar[k] += y_bar[k] / w[k]` and `w_bar[k] -= y_bar[k] · v[k] / w[k]²`.
    fn component_div_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            add_each(bar, w.0, &seed, |w, s| over(s, w));
        }
        if let Some(w_bar) = w.1 {
            let slopes = self.zip_map(w.0, quotient_slope);
            add_each(w_bar, &slopes, &seed, |slope, s| times(s, slope));
        }
    }

    /// Whose method this is.
    fn scale_differentiable_at[](&self, _k: A) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.scale(k)`.
    fn scale_differentiable_push[](&self, k: A, _ws: &mut Workspace) -> (Self, A) where [A: RealField] {
        (self.scale(k), k)
    }

    /// `v_bar += y_bar · k` and `k_bar = y_bar · v`.
    fn scale_differentiable_pull[](
        &self, k: A, _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, _of_k: ()
    ) -> (A,) where [A: RealField] {
        if let Some(bar) = bar {
            add_each(bar, self, &seed, |_, s| times(s, k));
        }
        (sum_of(self, &seed, |v, s| times(s, v)),)
    }

    /// Whose method this is.
    fn unscale_differentiable_at[](&self, _k: A) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.unscale(k)`.
    fn unscale_differentiable_push[](&self, k: A, _ws: &mut Workspace) -> (Self, A) where [A: RealField] {
        (self.unscale(k), k)
    }

    /// `v_bar += y_bar / k` and `k_bar = -y_bar · v / k²`.
    fn unscale_differentiable_pull[](
        &self, k: A, _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, _of_k: ()
    ) -> (A,) where [A: RealField] {
        if let Some(bar) = bar {
            add_each(bar, self, &seed, |_, s| over(s, k));
        }
        (sum_of(self, &seed, |v, s| times(s, quotient_slope(v, k))),)
    }

    /// Whose method this is.
    fn add_scalar_differentiable_at[](&self, _k: A) -> At<Self, ByRef> where [] {
        at()
    }

    /// `v.add_scalar(k)`.
    fn add_scalar_differentiable_push[](&self, k: A, _ws: &mut Workspace) -> (Self, ()) where [] {
        (self.add_scalar(k), ())
    }

    /// `v_bar += y_bar` and `k_bar` is the sum of `y_bar`.
    fn add_scalar_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, _of_k: ()
    ) -> (A,) where [] {
        if let Some(bar) = bar {
            bar.accumulate(&seed);
        }
        (seed.sum(),)
    }

    /// Whose method this is.
    fn transpose_differentiable_at[](&self) -> At<Self, ByRef> where [DefaultAllocator: Allocator<C, R>] {
        at()
    }

    /// `m.transpose()`.
    fn transpose_differentiable_push[](&self, _ws: &mut Workspace) -> (OMatrix<A, C, R>, ())
    where [DefaultAllocator: Allocator<C, R>] {
        (self.transpose(), ())
    }

    /// `m_bar += y_barᵀ`.
    fn transpose_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OMatrix<A, C, R>, bar: Option<&mut Self>
    ) -> () where [DefaultAllocator: Allocator<C, R>] {
        add_part(bar, (0, 0), &seed.transpose());
    }

    /// Whose method this is.
    fn clone_owned_differentiable_at[](&self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.clone_owned()`.
    fn clone_owned_differentiable_push[](&self, _ws: &mut Workspace) -> (Self, ()) where [] {
        (self.clone(), ())
    }

    /// `m_bar += y_bar`.
    fn clone_owned_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            bar.accumulate(&seed);
        }
    }

    /// Whose method this is.
    fn row_differentiable_at[](&self, _i: usize) -> At<Self, ByRef> where [DefaultAllocator: Allocator<U1, C>] {
        at()
    }

    /// `m.row(i)`, as a copy.
    fn row_differentiable_push[](&self, i: usize, _ws: &mut Workspace) -> (OMatrix<A, U1, C>, usize)
    where [DefaultAllocator: Allocator<U1, C>] {
        (self.row(i).into_owned(), i)
    }

    /// Adds to the row of `m_bar`.
    fn row_differentiable_pull[](
        &self, i: usize, _ws: &mut Workspace, seed: OMatrix<A, U1, C>, bar: Option<&mut Self>, _of_i: ()
    ) -> () where [DefaultAllocator: Allocator<U1, C>] {
        add_part(bar, (i, 0), &seed);
    }

    /// Whose method this is.
    fn column_differentiable_at[](&self, _j: usize) -> At<Self, ByRef> where [DefaultAllocator: Allocator<R>] {
        at()
    }

    /// `m.column(j)`, as a copy.
    fn column_differentiable_push[](&self, j: usize, _ws: &mut Workspace) -> (OVector<A, R>, usize)
    where [DefaultAllocator: Allocator<R>] {
        (self.column(j).into_owned(), j)
    }

    /// Adds to the column of `m_bar`.
    fn column_differentiable_pull[](
        &self, j: usize, _ws: &mut Workspace, seed: OVector<A, R>, bar: Option<&mut Self>, _of_j: ()
    ) -> () where [DefaultAllocator: Allocator<R>] {
        add_part(bar, (0, j), &seed);
    }

    /// Whose method this is.
    fn rows_differentiable_at[](&self, _first: usize, _count: usize) -> At<Self, ByRef> where [DefaultAllocator: Allocator<Dyn, C>] {
        at()
    }

    /// `m.rows(first, count)`, as a copy.
    fn rows_differentiable_push[](
        &self, first: usize, count: usize, _ws: &mut Workspace
    ) -> (OMatrix<A, Dyn, C>, usize) where [DefaultAllocator: Allocator<Dyn, C>] {
        (self.rows(first, count).into_owned(), first)
    }

    /// Adds to the rows of `m_bar`.
    fn rows_differentiable_pull[](
        &self, first: usize, _ws: &mut Workspace, seed: OMatrix<A, Dyn, C>, bar: Option<&mut Self>, _of_first: (), _of_count: ()
    ) -> () where [DefaultAllocator: Allocator<Dyn, C>] {
        add_part(bar, (first, 0), &seed);
    }

    /// Whose method this is.
    fn columns_differentiable_at[](&self, _first: usize, _count: usize) -> At<Self, ByRef> where [DefaultAllocator: Allocator<R, Dyn>] {
        at()
    }

    /// `m.columns(first, count)`, as a copy.
    fn columns_differentiable_push[](
        &self, first: usize, count: usize, _ws: &mut Workspace
    ) -> (OMatrix<A, R, Dyn>, usize) where [DefaultAllocator: Allocator<R, Dyn>] {
        (self.columns(first, count).into_owned(), first)
    }

    /// Adds to the columns of `m_bar`.
    fn columns_differentiable_pull[](
        &self, first: usize, _ws: &mut Workspace, seed: OMatrix<A, R, Dyn>, bar: Option<&mut Self>, _of_first: (), _of_count: ()
    ) -> () where [DefaultAllocator: Allocator<R, Dyn>] {
        add_part(bar, (0, first), &seed);
    }

    /// Whose method this is.
    fn fixed_columns_differentiable_at[const N: usize](&self, _first: usize) -> At<Self, ByRef> where [DefaultAllocator: Allocator<R, Const<N>>] {
        at()
    }

    /// `m.fixed_columns::<N>(first)`, as a copy.
    fn fixed_columns_differentiable_push[const N: usize](
        &self, first: usize, _ws: &mut Workspace
    ) -> (OMatrix<A, R, Const<N>>, usize) where [DefaultAllocator: Allocator<R, Const<N>>] {
        (self.fixed_columns::<N>(first).into_owned(), first)
    }

    /// Adds to the columns of `m_bar`.
    fn fixed_columns_differentiable_pull[const N: usize](
        &self, first: usize, _ws: &mut Workspace, seed: OMatrix<A, R, Const<N>>, bar: Option<&mut Self>, _of_first: ()
    ) -> () where [DefaultAllocator: Allocator<R, Const<N>>] {
        add_part(bar, (0, first), &seed);
    }

    /// Whose method this is.
    fn fixed_view_differentiable_at[const P: usize, const Q: usize](&self, _i: usize, _j: usize) -> At<Self, ByRef> where [DefaultAllocator: Allocator<Const<P>, Const<Q>>] {
        at()
    }

    /// `m.fixed_view::<P, Q>(i, j)`, as a copy.
    fn fixed_view_differentiable_push[const P: usize, const Q: usize](
        &self, i: usize, j: usize, _ws: &mut Workspace
    ) -> (OMatrix<A, Const<P>, Const<Q>>, (usize, usize))
    where [DefaultAllocator: Allocator<Const<P>, Const<Q>>] {
        (self.fixed_view::<P, Q>(i, j).into_owned(), (i, j))
    }

    /// Adds to the part of `m_bar`.
    fn fixed_view_differentiable_pull[const P: usize, const Q: usize](
        &self,
        corner: (usize, usize),
        _ws: &mut Workspace,
        seed: OMatrix<A, Const<P>, Const<Q>>,
        bar: Option<&mut Self>,
        _of_i: (),
        _of_j: ()
    ) -> () where [DefaultAllocator: Allocator<Const<P>, Const<Q>>] {
        add_part(bar, corner, &seed);
    }

    /// Whose method this is.
    fn copy_from_differentiable_at[](&self, _n: &Self) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.copy_from(&n)`.
    fn copy_from_differentiable_push[](&mut self, n: &Self, _ws: &mut Workspace) -> ((), Self) where [] {
        let before = self.clone();
        self.copy_from(n);
        ((), before)
    }

    /// `n_bar += m_bar`, and `m_bar` is zero: what `m` held before is gone.
    fn copy_from_differentiable_pull[](
        &mut self, before: Self, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, n: Slot<'_, Self>
    ) -> () where [] {
        *self = before;
        if let Some(bar) = bar {
            if let Some(n_bar) = n.1 {
                n_bar.accumulate(bar);
            }
            *bar = bar.zero_like();
        }
    }

    /// Whose method this is.
    fn assign_differentiable_at[](&self, _n: &Self) -> At<Self, ByMut> where [] {
        at()
    }

    /// What an assignment to a part is, `rows += &v`.
    fn assign_differentiable_push[](&mut self, n: &Self, ws: &mut Workspace) -> ((), Self) where [] {
        self.copy_from_differentiable_push(n, ws)
    }

    /// That of `copy_from`.
    fn assign_differentiable_pull[](
        &mut self, before: Self, ws: &mut Workspace, seed: (), bar: Option<&mut Self>, n: Slot<'_, Self>
    ) -> () where [] {
        self.copy_from_differentiable_pull(before, ws, seed, bar, n);
    }

    /// Whose method this is.
    fn normalize_mut_differentiable_at[](&self) -> At<Self, ByMut> where [A: RealField] {
        at()
    }

    /// `m.normalize_mut()`, which gives the norm.
    fn normalize_mut_differentiable_push[](&mut self, _ws: &mut Workspace) -> (A, (Self, A)) where [A: RealField] {
        let before = self.clone();
        let norm = self.normalize_mut();
        (norm, (before, norm))
    }

    /// That of `normalize`, and that of the norm.
    fn normalize_mut_differentiable_pull[](
        &mut self, kept: (Self, A), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        let (before, norm) = kept;
        if let Some(bar) = bar {
            let seed_of_unit = bar.clone();
            *bar = bar.zero_like();
            over_length(bar, self, &seed_of_unit, norm);
            add_each(bar, &before, &before, |v, _| along(seed, v, norm));
        }
        *self = before;
    }

    /// Whose method this is.
    fn neg_mut_differentiable_at[](&self) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.neg_mut()`.
    fn neg_mut_differentiable_push[](&mut self, _ws: &mut Workspace) -> ((), ()) where [] {
        self.neg_mut();
        ((), ())
    }

    /// `m_bar` changes its sign.
    fn neg_mut_differentiable_pull[](
        &mut self, _kept: (), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>
    ) -> () where [] {
        self.neg_mut();
        if let Some(bar) = bar {
            *bar = mapped(bar, |bar| -bar);
        }
    }

    /// Whose method this is.
    fn set_column_differentiable_at[P: Dim, Q: Elements<A, P, U1>](&self, _j: usize, _v: &Matrix<A, P, U1, Q>) -> At<Self, ByMut> where [DefaultAllocator: Allocator<R>, ShapeConstraint: SameNumberOfRows<R, P>] {
        at()
    }

    /// `m.set_column(j, &v)`.
    fn set_column_differentiable_push[P: Dim, Q: Elements<A, P, U1>](
        &mut self, j: usize, v: &Matrix<A, P, U1, Q>, _ws: &mut Workspace
    ) -> ((), (usize, OVector<A, R>)) where [DefaultAllocator: Allocator<R>, ShapeConstraint: SameNumberOfRows<R, P>] {
        let before = self.column(j).into_owned();
        self.set_column(j, v);
        ((), (j, before))
    }

    /// `v_bar` gets the column of `m_bar`, which is zero then.
    fn set_column_differentiable_pull[P: Dim, Q: Elements<A, P, U1>](
        &mut self,
        kept: (usize, OVector<A, R>),
        _ws: &mut Workspace,
        _seed: (),
        bar: Option<&mut Self>,
        _of_j: (),
        v: Slot<'_, Matrix<A, P, U1, Q>>
    ) -> () where [DefaultAllocator: Allocator<R>, ShapeConstraint: SameNumberOfRows<R, P>] {
        let (j, before) = kept;
        let (mut bar, mut v_bar) = (bar, v.1);
        for i in 0..before.len() {
            self[(i, j)] = before[i];
            if let Some(bar) = bar.as_deref_mut() {
                let taken = std::mem::replace(&mut bar[(i, j)], A::ZERO);
                if let Some(v_bar) = v_bar.as_deref_mut() {
                    v_bar[i] += taken;
                }
            }
        }
    }

    /// Whose method this is.
    fn set_row_differentiable_at[P: Dim, Q: Elements<A, U1, P>](&self, _i: usize, _v: &Matrix<A, U1, P, Q>) -> At<Self, ByMut> where [DefaultAllocator: Allocator<U1, C>, ShapeConstraint: SameNumberOfColumns<C, P>] {
        at()
    }

    /// `m.set_row(i, &v)`.
    fn set_row_differentiable_push[P: Dim, Q: Elements<A, U1, P>](
        &mut self, i: usize, v: &Matrix<A, U1, P, Q>, _ws: &mut Workspace
    ) -> ((), (usize, OMatrix<A, U1, C>)) where [DefaultAllocator: Allocator<U1, C>, ShapeConstraint: SameNumberOfColumns<C, P>] {
        let before = self.row(i).into_owned();
        self.set_row(i, v);
        ((), (i, before))
    }

    /// `v_bar` gets the row of `m_bar`, which is zero then.
    fn set_row_differentiable_pull[P: Dim, Q: Elements<A, U1, P>](
        &mut self,
        kept: (usize, OMatrix<A, U1, C>),
        _ws: &mut Workspace,
        _seed: (),
        bar: Option<&mut Self>,
        _of_i: (),
        v: Slot<'_, Matrix<A, U1, P, Q>>
    ) -> () where [DefaultAllocator: Allocator<U1, C>, ShapeConstraint: SameNumberOfColumns<C, P>] {
        let (i, before) = kept;
        let (mut bar, mut v_bar) = (bar, v.1);
        for j in 0..before.len() {
            self[(i, j)] = before[j];
            if let Some(bar) = bar.as_deref_mut() {
                let taken = std::mem::replace(&mut bar[(i, j)], A::ZERO);
                if let Some(v_bar) = v_bar.as_deref_mut() {
                    v_bar[j] += taken;
                }
            }
        }
    }

    /// Whose method this is.
    fn tr_mul_differentiable_at[C2: Dim, S2: Elements<A, R, C2>](&self, _n: &Matrix<A, R, C2, S2>) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.tr_mul(&n)`, the product of the transpose.
    fn tr_mul_differentiable_push[C2: Dim, S2: Elements<A, R, C2>](
        &self, n: &Matrix<A, R, C2, S2>, _ws: &mut Workspace
    ) -> (OMatrix<A, C, C2>, ())
    where [A: RealField, DefaultAllocator: Allocator<R, C2, Buffer<A> = S2> + Allocator<C, C2>] {
        (self.tr_mul(n), ())
    }

    /// `m_bar += n · y_barᵀ` and `n_bar += m · y_bar`.
    fn tr_mul_differentiable_pull[C2: Dim, S2: Elements<A, R, C2>](
        &self,
        _kept: (),
        _ws: &mut Workspace,
        seed: OMatrix<A, C, C2>,
        bar: Option<&mut Self>,
        n: Slot<'_, Matrix<A, R, C2, S2>>
    ) -> () where [A: RealField, DefaultAllocator: Allocator<R, C2, Buffer<A> = S2> + Allocator<C, C2>] {
        let (n, n_bar) = n;
        let (mut bar, mut n_bar) = (bar, n_bar);
        if is_finite(self) && is_finite(n) {
            let (rows, columns, others) = (self.nrows(), self.ncols(), n.ncols());
            if let Some(bar) = bar {
                add_times_transpose(bar.as_mut_slice(), n.as_slice(), seed.as_slice(), rows, others, columns);
            }
            if let Some(n_bar) = n_bar {
                let (bar, m, seed) = (n_bar.as_mut_slice(), self.as_slice(), seed.as_slice());
                add_product(bar, m, seed, rows, columns, others);
            }
            return;
        }
        for j in 0..seed.ncols() {
            for i in 0..seed.nrows() {
                let seed = seed[(i, j)];
                for k in 0..n.nrows() {
                    if let Some(bar) = bar.as_deref_mut() {
                        bar[(k, i)] += times(seed, n[(k, j)]);
                    }
                    if let Some(n_bar) = n_bar.as_deref_mut() {
                        n_bar[(k, j)] += times(seed, self[(k, i)]);
                    }
                }
            }
        }
    }

    /// Whose method this is.
    fn component_mul_assign_differentiable_at[](&self, _w: &Self) -> At<Self, ByMut> where [] {
        at()
    }

    /// `v.component_mul_assign(&w)`.
    fn component_mul_assign_differentiable_push[](&mut self, w: &Self, _ws: &mut Workspace) -> ((), Self) where [] {
        let before = self.clone();
        self.component_mul_assign(w);
        ((), before)
    }

    /// `w_bar[k] += v_bar[k] · v[k]`, of `v` as it was, and `v_bar[k]` times `w[k]`.
    fn component_mul_assign_differentiable_pull[](
        &mut self, before: Self, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            let seed = bar.clone();
            if let Some(w_bar) = w.1 {
                add_each(w_bar, &before, &seed, |v, s| times(s, v));
            }
            *bar = bar.zero_like();
            add_each(bar, w.0, &seed, |w, s| times(s, w));
        }
        *self = before;
    }

    /// Whose method this is.
    fn try_normalize_differentiable_at[](&self, _least: A) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.try_normalize(least)`.
    fn try_normalize_differentiable_push[](&self, least: A, _ws: &mut Workspace) -> (Option<Self>, Option<(Self, A)>)
    where [A: RealField] {
        let unit = self.try_normalize(least);
        let kept = unit.clone().map(|unit| (unit, self.norm()));
        (unit, kept)
    }

    /// That of `normalize`, where there is a direction; nothing flows into the least length.
    fn try_normalize_differentiable_pull[](
        &self,
        kept: Option<(Self, A)>,
        _ws: &mut Workspace,
        seed: Option<Self>,
        bar: Option<&mut Self>,
        _of_least: ()
    ) -> (A,) where [A: RealField] {
        if let (Some((unit, norm)), Some(seed), Some(bar)) = (kept, seed, bar) {
            over_length(bar, &unit, &seed, norm);
        }
        (A::ZERO,)
    }
}
