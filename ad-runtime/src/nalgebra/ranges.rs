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
use nalgebra::storage::RawStorage;
use nalgebra::{DefaultAllocator, Dim, DimRange, Dyn, Matrix, OMatrix, U1};
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo};

/// The rows and the columns of a part, and the matrix that is a copy of it.
///
/// Each two kinds of ranges have an impl of their own: of a single one for all rustc would take, before it knows which ranges are
/// given, the only allocator that a generic function's bounds name.
///
/// ```
/// use ad_runtime::Extent;
/// use nalgebra::Matrix2;
///
/// let m = Matrix2::new(1.0, 2.0, 3.0, 4.0);
/// assert_eq!((.., 1).part(&m).sum(), 6.0);
/// ```
pub trait Extent<A, R: Dim, C: Dim> {
    /// The matrix.
    type Part;

    /// Where the part begins.
    fn corner(&self, shape: (R, C)) -> (usize, usize);

    /// The part, as a copy.
    fn part<S: RawStorage<A, R, C>>(self, m: &Matrix<A, R, C, S>) -> Self::Part;
}

macro_rules! extents {
    ($($rows:ty => $P:ty),*; $columns:tt) => {
        $(extents! { @ $rows => $P; $columns })*
    };
    (@ $rows:ty => $P:ty; [$($columns:ty => $Q:ty),*]) => {$(
        impl<A: nalgebra::Scalar, R: Dim, C: Dim> Extent<A, R, C> for ($rows, $columns)
        where
            DefaultAllocator: Allocator<$P, $Q>,
        {
            type Part = OMatrix<A, $P, $Q>;
            #[inline(always)]
            fn corner(&self, shape: (R, C)) -> (usize, usize) {
                (self.0.begin(shape.0), self.1.begin(shape.1))
            }
            #[inline(always)]
            fn part<S: RawStorage<A, R, C>>(self, m: &Matrix<A, R, C, S>) -> Self::Part {
                m.view_range(self.0, self.1).clone_owned()
            }
        }
    )*};
}

extents! {
    usize => U1, Range<usize> => Dyn, RangeFrom<usize> => Dyn, RangeTo<usize> => Dyn, RangeInclusive<usize> => Dyn, RangeFull => R;
    [
        usize => U1, Range<usize> => Dyn, RangeFrom<usize> => Dyn, RangeTo<usize> => Dyn, RangeInclusive<usize> => Dyn,
        RangeFull => C
    ]
}

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
    fn rows_range_differentiable_push[P](
        &self, rows: P, _ws: &mut Workspace
    ) -> (<(P, RangeFull) as Extent<A, R, C>>::Part, usize) where [(P, RangeFull): Extent<A, R, C>] {
        let rows = (rows, ..);
        let first = rows.corner(self.shape_generic()).0;
        (rows.part(self), first)
    }

    /// Adds to the rows of `m_bar`.
    fn rows_range_differentiable_pull[P: Dim, T: RawStorage<A::Cotangent, P, C>](
        &self, first: usize, _ws: &mut Workspace, seed: Matrix<A::Cotangent, P, C, T>, bar: Option<&mut Self::Cotangent>, _of_rows: ()
    ) -> () where [] {
        add_part(bar, (first, 0), &seed);
    }

    /// Whose method this is.
    fn columns_range_differentiable_at[Q: DimRange<C>](&self, _columns: Q) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.columns_range(first..end)`, as a copy.
    fn columns_range_differentiable_push[Q](
        &self, columns: Q, _ws: &mut Workspace
    ) -> (<(RangeFull, Q) as Extent<A, R, C>>::Part, usize) where [(RangeFull, Q): Extent<A, R, C>] {
        let columns = (.., columns);
        let first = columns.corner(self.shape_generic()).1;
        (columns.part(self), first)
    }

    /// Adds to the columns of `m_bar`.
    fn columns_range_differentiable_pull[Q: Dim, T: RawStorage<A::Cotangent, R, Q>](
        &self, first: usize, _ws: &mut Workspace, seed: Matrix<A::Cotangent, R, Q, T>, bar: Option<&mut Self::Cotangent>, _of_columns: ()
    ) -> () where [] {
        add_part(bar, (0, first), &seed);
    }

    /// Whose method this is.
    fn view_range_differentiable_at[P: DimRange<R>, Q: DimRange<C>](&self, _rows: P, _columns: Q) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.view_range(rows, columns)`, as a copy.
    fn view_range_differentiable_push[P, Q](
        &self, rows: P, columns: Q, _ws: &mut Workspace
    ) -> (<(P, Q) as Extent<A, R, C>>::Part, (usize, usize)) where [(P, Q): Extent<A, R, C>] {
        let part = (rows, columns);
        let corner = part.corner(self.shape_generic());
        (part.part(self), corner)
    }

    /// Adds to the part of `m_bar`.
    fn view_range_differentiable_pull[P: Dim, Q: Dim, T: RawStorage<A::Cotangent, P, Q>](
        &self,
        corner: (usize, usize),
        _ws: &mut Workspace,
        seed: Matrix<A::Cotangent, P, Q, T>,
        bar: Option<&mut Self::Cotangent>,
        _of_rows: (),
        _of_columns: ()
    ) -> () where [] {
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
    fn rows_generic_differentiable_pull[P: Dim, T: RawStorage<A::Cotangent, P, C>](
        &self,
        first: usize,
        _ws: &mut Workspace,
        seed: Matrix<A::Cotangent, P, C, T>,
        bar: Option<&mut Self::Cotangent>,
        _of_first: (),
        _of_rows: ()
    ) -> () where [] {
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
    fn generic_view_differentiable_pull[P: Dim, Q: Dim, T: RawStorage<A::Cotangent, P, Q>](
        &self,
        first: (usize, usize),
        _ws: &mut Workspace,
        seed: Matrix<A::Cotangent, P, Q, T>,
        bar: Option<&mut Self::Cotangent>,
        _of_first: (),
        _of_shape: ()
    ) -> () where [] {
        add_part(bar, first, &seed);
    }
}
