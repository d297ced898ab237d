//! `m.map(f)`, `m.zip_map(&w, f)` and `m.map_with_location(f)`: the function is called once for each component, column by column.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::matrices::Elements;
use super::methods::Slot;
use crate::captures::{Captures, Lent, LentBars, bars, lent_again, refs};
use crate::found::{At, ByRef, at};
use crate::mapping::{Mapped, Mapping};
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix, OMatrix};
use std::marker::PhantomData;

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> Mapping for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    type Item = A;
    type Taken = ByRef;
    type Each<X> = Vec<X>;
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn item(&self, k: usize) -> A {
        self[k]
    }
    #[inline]
    fn each<X>(&self, f: impl FnMut(usize) -> X) -> Vec<X> {
        (0..self.len()).map(f).collect()
    }
    #[inline(always)]
    fn one_of<X>(each: &mut Vec<X>, k: usize) -> &mut X {
        &mut each[k]
    }
    #[inline(always)]
    fn part(tangent: &Self, k: usize) -> Option<A> {
        Some(tangent[k])
    }
    #[inline(always)]
    fn add(bar: &mut Self, k: usize, part: &A) {
        bar[k] += *part;
    }
}

impl<A: Scalar, U: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, T: Elements<U, R, C>> Mapped<U> for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<R, C, Buffer<U> = T>,
{
    type Output = Matrix<U, R, C, T>;
    #[inline]
    fn with(&self, values: Vec<U>) -> Matrix<U, R, C, T> {
        let (rows, columns) = self.shape_generic();
        OMatrix::from_iterator_generic(rows, columns, values)
    }
    #[inline]
    fn tangent(&self, tangents: Vec<U>) -> Matrix<U, R, C, T> {
        self.with(tangents)
    }
    #[inline(always)]
    fn seed(seed: &Matrix<U, R, C, T>, k: usize) -> Option<U> {
        Some(seed[k])
    }
}

/// The pair of `zip_map`; see [`methods`](crate::methods).
///
/// ```
/// use ad_runtime::{Workspace, methods::*};
/// use nalgebra::Vector2;
///
/// let mut ws = Workspace::new();
/// let product = |(), _: &mut Workspace, x: f64, y: f64| {
///     let pullback = |_: &mut Workspace, seed: f64, _: ((), ()), x_slot: (f64, Option<&mut f64>), y_slot: (f64, Option<&mut f64>)| {
///         *x_slot.1.unwrap() += seed * y_slot.0;
///         *y_slot.1.unwrap() += seed * x_slot.0;
///     };
///     (x * y, pullback)
/// };
/// let (v, w) = (Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0));
/// let (values, _) = v.zip_map_differentiable_push(&w, ((), ()), product, &mut ws);
/// assert_eq!(values, Vector2::new(3.0, 8.0));
/// ```
pub trait ZipMapMethods<A: Scalar, R: Dim, C: Dim>: Sized {
    /// Whose method this is.
    fn zip_map_marked_differentiable<B, T, U, E, F, P>(
        &self,
        _other: &Matrix<B, R, C, T>,
        _f: (E, E::Refs<'_>),
        _call: F,
    ) -> At<Self, ByRef>
    where
        B: Scalar,
        T: Elements<B, R, C>,
        U: Scalar,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, A, B) -> (U, P),
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (A, Option<&mut A>), (B, Option<&mut B>)),
    {
        at()
    }

    /// `v.zip_map(&w, f)`.
    fn zip_map_differentiable_push<B, T, U, E, F, P>(
        &self,
        other: &Matrix<B, R, C, T>,
        f: (E, E::Refs<'_>),
        call: F,
        ws: &mut Workspace,
    ) -> (OMatrix<U, R, C>, ZippedItems<U, E, P>)
    where
        B: Scalar,
        T: Elements<B, R, C>,
        U: Scalar,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, A, B) -> (U, P),
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (A, Option<&mut A>), (B, Option<&mut B>)),
        DefaultAllocator: Allocator<R, C>;

    /// `f`'s pullback takes `y_bar[k]` and adds to `v_bar[k]`, `w_bar[k]` and the cotangents of f's captures, from the last to the
    /// first.
    fn zip_map_differentiable_pull<B, T, U, E, P>(
        &self,
        kept: ZippedItems<U, E, P>,
        ws: &mut Workspace,
        seed: OMatrix<U, R, C>,
        bar: Option<&mut Self>,
        other: Slot<'_, Matrix<B, R, C, T>>,
        f: (Lent<'_, E>, LentBars<'_, E>),
    ) where
        B: Scalar,
        T: Elements<B, R, C>,
        U: Scalar,
        E: Captures,
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (A, Option<&mut A>), (B, Option<&mut B>)),
        DefaultAllocator: Allocator<R, C>;
}

/// What `zip_map` keeps until the way back: the function's pullback at each pair of components.
pub struct ZippedItems<U, E, P>(Vec<P>, PhantomData<(U, E)>);

impl<U, E, P> std::fmt::Debug for ZippedItems<U, E, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ZippedItems").finish_non_exhaustive()
    }
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> ZipMapMethods<A, R, C> for Matrix<A, R, C, S> {
    fn zip_map_differentiable_push<B, T, U, E, F, P>(
        &self,
        other: &Matrix<B, R, C, T>,
        mut f: (E, E::Refs<'_>),
        call: F,
        ws: &mut Workspace,
    ) -> (OMatrix<U, R, C>, ZippedItems<U, E, P>)
    where
        B: Scalar,
        T: Elements<B, R, C>,
        U: Scalar,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, A, B) -> (U, P),
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (A, Option<&mut A>), (B, Option<&mut B>)),
        DefaultAllocator: Allocator<R, C>,
    {
        let mut kept = Vec::with_capacity(self.len());
        let values = self.zip_map(other, |a, b| {
            let (value, pullback) = call(refs(f.0, &mut f.1), ws, a, b);
            kept.push(pullback);
            value
        });
        (values, ZippedItems(kept, PhantomData))
    }

    fn zip_map_differentiable_pull<B, T, U, E, P>(
        &self,
        kept: ZippedItems<U, E, P>,
        ws: &mut Workspace,
        seed: OMatrix<U, R, C>,
        mut bar: Option<&mut Self>,
        (other, mut other_bar): Slot<'_, Matrix<B, R, C, T>>,
        (mut f, mut f_bars): (Lent<'_, E>, LentBars<'_, E>),
    ) where
        B: Scalar,
        T: Elements<B, R, C>,
        U: Scalar,
        E: Captures,
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (A, Option<&mut A>), (B, Option<&mut B>)),
        DefaultAllocator: Allocator<R, C>,
    {
        for (k, pullback) in kept.0.into_iter().enumerate().rev() {
            let (mut a_bar, mut b_bar) = (A::ZERO, B::ZERO);
            let captured = (lent_again(f.0, &mut f.1), bars(f.0, &mut f_bars.0));
            pullback(
                ws,
                seed[k],
                captured,
                (self[k], Some(&mut a_bar)),
                (other[k], Some(&mut b_bar)),
            );
            if let Some(bar) = &mut bar {
                bar[k] += a_bar;
            }
            if let Some(bar) = &mut other_bar {
                bar[k] += b_bar;
            }
        }
    }
}

/// The pair of `map_with_location`; see [`methods`](crate::methods).
///
/// ```
/// use ad_runtime::{Workspace, methods::*};
/// use nalgebra::RowVector2;
///
/// let mut ws = Workspace::new();
/// let weighted = |(), _: &mut Workspace, _: usize, j: usize, x: f64| {
///     let pullback = |_: &mut Workspace, seed: f64, _: ((), ()), _: (usize, Option<&mut ()>), j: (usize, Option<&mut ()>), x: (f64, Option<&mut f64>)| {
///         *x.1.unwrap() += seed * j.0 as f64;
///     };
///     (j as f64 * x, pullback)
/// };
/// let (values, _) = RowVector2::new(3.0, 4.0).map_with_location_differentiable_push(((), ()), weighted, &mut ws);
/// assert_eq!(values, RowVector2::new(0.0, 4.0));
/// ```
pub trait PlacedMapMethods<A: Scalar, R: Dim, C: Dim>: Sized {
    /// Whose method this is.
    fn map_with_location_marked_differentiable<U, E, F, P>(&self, _f: (E, E::Refs<'_>), _call: F) -> At<Self, ByRef>
    where
        U: Scalar,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, usize, usize, A) -> (U, P),
        P: FnOnce(
            &mut Workspace,
            U,
            (E::Again<'_>, E::Bars<'_>),
            (usize, Option<&mut ()>),
            (usize, Option<&mut ()>),
            (A, Option<&mut A>),
        ),
    {
        at()
    }

    /// `m.map_with_location(f)`.
    fn map_with_location_differentiable_push<U, E, F, P>(
        &self,
        f: (E, E::Refs<'_>),
        call: F,
        ws: &mut Workspace,
    ) -> (OMatrix<U, R, C>, ZippedItems<U, E, P>)
    where
        U: Scalar,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, usize, usize, A) -> (U, P),
        P: FnOnce(
            &mut Workspace,
            U,
            (E::Again<'_>, E::Bars<'_>),
            (usize, Option<&mut ()>),
            (usize, Option<&mut ()>),
            (A, Option<&mut A>),
        ),
        DefaultAllocator: Allocator<R, C>;

    /// `f`'s pullback takes `y_bar[(i, j)]` and adds to `m_bar[(i, j)]` and to the cotangents of f's captures, from the last to the
    /// first.
    fn map_with_location_differentiable_pull<U, E, P>(
        &self,
        kept: ZippedItems<U, E, P>,
        ws: &mut Workspace,
        seed: OMatrix<U, R, C>,
        bar: Option<&mut Self>,
        f: (Lent<'_, E>, LentBars<'_, E>),
    ) where
        U: Scalar,
        E: Captures,
        P: FnOnce(
            &mut Workspace,
            U,
            (E::Again<'_>, E::Bars<'_>),
            (usize, Option<&mut ()>),
            (usize, Option<&mut ()>),
            (A, Option<&mut A>),
        ),
        DefaultAllocator: Allocator<R, C>;
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> PlacedMapMethods<A, R, C> for Matrix<A, R, C, S> {
    fn map_with_location_differentiable_push<U, E, F, P>(
        &self,
        mut f: (E, E::Refs<'_>),
        call: F,
        ws: &mut Workspace,
    ) -> (OMatrix<U, R, C>, ZippedItems<U, E, P>)
    where
        U: Scalar,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, usize, usize, A) -> (U, P),
        P: FnOnce(
            &mut Workspace,
            U,
            (E::Again<'_>, E::Bars<'_>),
            (usize, Option<&mut ()>),
            (usize, Option<&mut ()>),
            (A, Option<&mut A>),
        ),
        DefaultAllocator: Allocator<R, C>,
    {
        let mut kept = Vec::with_capacity(self.len());
        let values = self.map_with_location(|i, j, a| {
            let (value, pullback) = call(refs(f.0, &mut f.1), ws, i, j, a);
            kept.push(pullback);
            value
        });
        (values, ZippedItems(kept, PhantomData))
    }

    fn map_with_location_differentiable_pull<U, E, P>(
        &self,
        kept: ZippedItems<U, E, P>,
        ws: &mut Workspace,
        seed: OMatrix<U, R, C>,
        mut bar: Option<&mut Self>,
        (mut f, mut f_bars): (Lent<'_, E>, LentBars<'_, E>),
    ) where
        U: Scalar,
        E: Captures,
        P: FnOnce(
            &mut Workspace,
            U,
            (E::Again<'_>, E::Bars<'_>),
            (usize, Option<&mut ()>),
            (usize, Option<&mut ()>),
            (A, Option<&mut A>),
        ),
        DefaultAllocator: Allocator<R, C>,
    {
        let rows = self.nrows().max(1);
        for (k, pullback) in kept.0.into_iter().enumerate().rev() {
            let mut a_bar = A::ZERO;
            let captured = (lent_again(f.0, &mut f.1), bars(f.0, &mut f_bars.0));
            let (i, j) = (k % rows, k / rows);
            pullback(
                ws,
                seed[k],
                captured,
                (i, Some(&mut ())),
                (j, Some(&mut ())),
                (self[k], Some(&mut a_bar)),
            );
            if let Some(bar) = &mut bar {
                bar[k] += a_bar;
            }
        }
    }
}
