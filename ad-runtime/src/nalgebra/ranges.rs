//! Parts of matrices by ranges and by dimensions, as copies: their cotangents are added to the same part.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments, clippy::type_complexity)]

use super::matrices::Elements;
use super::methods::add_part;
use crate::element::Element;
use crate::foreign::pairs;
use crate::found::{At, ByRef, at};
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, DimRange, Matrix, OMatrix};

pairs! {
    /// The pairs of the methods that give a part by its ranges, or by where it begins and its shape.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{DVector, Vector3};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, mut v_bar) = (Vector3::new(1.0, 2.0, 3.0), Vector3::zeros());
    /// let (part, kept) = v.rows_range_differentiable_push(1.., &mut ws);
    /// assert_eq!(part, DVector::from_vec(vec![2.0, 3.0]));
    /// v.rows_range_differentiable_pull(kept, &mut ws, part, Some(&mut v_bar), ());
    /// assert_eq!(v_bar, Vector3::new(0.0, 2.0, 3.0));
    /// ```
    RangeMethods[A: Element, R: Dim, C: Dim][A, R, C] for [, S: Elements<A, R, C>] Matrix<A, R, C, S>
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];

    /// Whose method this is.
    fn rows_range_differentiable_at[P: DimRange<R>](&self, _rows: P) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.rows_range(first..end)`, as a copy.
    fn rows_range_differentiable_push[P: DimRange<R>](
        &self, rows: P, _ws: &mut Workspace
    ) -> (OMatrix<A, P::Size, C>, usize) where [DefaultAllocator: Allocator<P::Size, C>] {
        let first = rows.begin(self.shape_generic().0);
        (self.rows_range(rows).clone_owned(), first)
    }

    /// Adds to the rows of `m_bar`.
    fn rows_range_differentiable_pull[P: Dim](
        &self, first: usize, _ws: &mut Workspace, seed: OMatrix<A::Cotangent, P, C>, bar: Option<&mut Self::Cotangent>, _of_rows: ()
    ) -> () where [DefaultAllocator: Allocator<P, C>] {
        add_part(bar, (first, 0), &seed);
    }

    /// Whose method this is.
    fn columns_range_differentiable_at[Q: DimRange<C>](&self, _columns: Q) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.columns_range(first..end)`, as a copy.
    fn columns_range_differentiable_push[Q: DimRange<C>](
        &self, columns: Q, _ws: &mut Workspace
    ) -> (OMatrix<A, R, Q::Size>, usize) where [DefaultAllocator: Allocator<R, Q::Size>] {
        let first = columns.begin(self.shape_generic().1);
        (self.columns_range(columns).clone_owned(), first)
    }

    /// Adds to the columns of `m_bar`.
    fn columns_range_differentiable_pull[Q: Dim](
        &self, first: usize, _ws: &mut Workspace, seed: OMatrix<A::Cotangent, R, Q>, bar: Option<&mut Self::Cotangent>, _of_columns: ()
    ) -> () where [DefaultAllocator: Allocator<R, Q>] {
        add_part(bar, (0, first), &seed);
    }

    /// Whose method this is.
    fn view_range_differentiable_at[P: DimRange<R>, Q: DimRange<C>](&self, _rows: P, _columns: Q) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.view_range(rows, columns)`, as a copy.
    fn view_range_differentiable_push[P: DimRange<R>, Q: DimRange<C>](
        &self, rows: P, columns: Q, _ws: &mut Workspace
    ) -> (OMatrix<A, P::Size, Q::Size>, (usize, usize)) where [DefaultAllocator: Allocator<P::Size, Q::Size>] {
        let shape = self.shape_generic();
        let corner = (rows.begin(shape.0), columns.begin(shape.1));
        (self.view_range(rows, columns).clone_owned(), corner)
    }

    /// Adds to the part of `m_bar`.
    fn view_range_differentiable_pull[P: Dim, Q: Dim](
        &self,
        corner: (usize, usize),
        _ws: &mut Workspace,
        seed: OMatrix<A::Cotangent, P, Q>,
        bar: Option<&mut Self::Cotangent>,
        _of_rows: (),
        _of_columns: ()
    ) -> () where [DefaultAllocator: Allocator<P, Q>] {
        add_part(bar, corner, &seed);
    }

    /// Whose method this is.
    fn rows_generic_differentiable_at[P: Dim](&self, _first: usize, _rows: P) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.rows_generic(first, rows)`, as a copy.
    fn rows_generic_differentiable_push[P: Dim](
        &self, first: usize, rows: P, _ws: &mut Workspace
    ) -> (OMatrix<A, P, C>, usize) where [DefaultAllocator: Allocator<P, C>] {
        (self.rows_generic(first, rows).clone_owned(), first)
    }

    /// Adds to the rows of `m_bar`.
    fn rows_generic_differentiable_pull[P: Dim](
        &self,
        first: usize,
        _ws: &mut Workspace,
        seed: OMatrix<A::Cotangent, P, C>,
        bar: Option<&mut Self::Cotangent>,
        _of_first: (),
        _of_rows: ()
    ) -> () where [DefaultAllocator: Allocator<P, C>] {
        add_part(bar, (first, 0), &seed);
    }

    /// Whose method this is.
    fn generic_view_differentiable_at[P: Dim, Q: Dim](&self, _first: (usize, usize), _shape: (P, Q)) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.generic_view(first, shape)`, as a copy.
    fn generic_view_differentiable_push[P: Dim, Q: Dim](
        &self, first: (usize, usize), shape: (P, Q), _ws: &mut Workspace
    ) -> (OMatrix<A, P, Q>, (usize, usize)) where [DefaultAllocator: Allocator<P, Q>] {
        (self.generic_view(first, shape).clone_owned(), first)
    }

    /// Adds to the part of `m_bar`.
    fn generic_view_differentiable_pull[P: Dim, Q: Dim](
        &self,
        first: (usize, usize),
        _ws: &mut Workspace,
        seed: OMatrix<A::Cotangent, P, Q>,
        bar: Option<&mut Self::Cotangent>,
        _of_first: (),
        _of_shape: ()
    ) -> () where [DefaultAllocator: Allocator<P, Q>] {
        add_part(bar, first, &seed);
    }
}
