//! Parts of matrices by ranges and by dimensions, as copies: their cotangents are added to the same part.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments, clippy::type_complexity)]

use super::matrices::Elements;
use super::methods::add_part;
use crate::differentiable::Differentiable;
use crate::element::Element;
use crate::foreign::rows;
use nalgebra::allocator::Allocator;
use nalgebra::storage::RawStorage;
use nalgebra::{DefaultAllocator, Dim, DimRange, Dyn, Matrix, OMatrix, U1};
use std::marker::PhantomData;
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
pub trait Extent<A: Element, R: Dim, C: Dim> {
    /// The matrix.
    type Part: Differentiable;

    /// Where the part begins.
    fn corner(&self, shape: (R, C)) -> (usize, usize);

    /// The part, as a copy.
    fn part<S: RawStorage<A, R, C>>(self, m: &Matrix<A, R, C, S>) -> Self::Part;

    /// Adds the cotangent of the part to that of the whole.
    fn add_to(
        bar: Option<&mut OMatrix<A::Cotangent, R, C>>,
        corner: (usize, usize),
        part: &<Self::Part as Differentiable>::Cotangent,
    ) where
        DefaultAllocator: Allocator<R, C>;
}

macro_rules! extents {
    ($($rows:ty => $P:ty),*; $columns:tt) => {
        $(extents! { @ $rows => $P; $columns })*
    };
    (@ $rows:ty => $P:ty; [$($columns:ty => $Q:ty),*]) => {$(
        impl<A: Element, R: Dim, C: Dim> Extent<A, R, C> for ($rows, $columns)
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
            #[inline(always)]
            fn add_to(bar: Option<&mut OMatrix<A::Cotangent, R, C>>, corner: (usize, usize), part: &OMatrix<A::Cotangent, $P, $Q>)
            where
                DefaultAllocator: Allocator<R, C>,
            {
                add_part(bar, corner, part);
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

rows! {
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

    /// `m.rows_range(first..end)`, as a copy: adds to the rows of `m_bar`.
    fn rows_range[P: Clone](ref x, rows: at P) -> <(P, RangeFull) as Extent<A, R, C>>::Part, keeps ((usize, usize), PhantomData<P>)
    where [(P, RangeFull): Extent<A, R, C>];
        value { let rows = (rows, ..); let corner = rows.corner(x.shape_generic()); (rows.part(x), (corner, PhantomData)) }
        adjoint |(corner, _), seed, x_bar, ()| { <(P, RangeFull)>::add_to(x_bar, corner, &seed); }

    /// `m.columns_range(first..end)`, as a copy: adds to the columns of `m_bar`.
    fn columns_range[Q: Clone](ref x, columns: at Q) -> <(RangeFull, Q) as Extent<A, R, C>>::Part, keeps ((usize, usize), PhantomData<Q>)
    where [(RangeFull, Q): Extent<A, R, C>];
        value { let columns = (.., columns); let corner = columns.corner(x.shape_generic()); (columns.part(x), (corner, PhantomData)) }
        adjoint |(corner, _), seed, x_bar, ()| { <(RangeFull, Q)>::add_to(x_bar, corner, &seed); }

    /// `m.view_range(rows, columns)`, as a copy: adds to the part of `m_bar`.
    fn view_range[P: Clone, Q: Clone](ref x, rows: at P, columns: at Q) -> <(P, Q) as Extent<A, R, C>>::Part, keeps ((usize, usize), PhantomData<(P, Q)>)
    where [(P, Q): Extent<A, R, C>];
        value { let part = (rows, columns); let corner = part.corner(x.shape_generic()); (part.part(x), (corner, PhantomData)) }
        adjoint |(corner, _), seed, x_bar, (), ()| { <(P, Q)>::add_to(x_bar, corner, &seed); }

    /// `m.rows_generic(first, rows)`, as a copy.
    /// Adds to the rows of `m_bar`.
    fn rows_generic[P: Dim](ref x, first: at usize, rows: at P) -> OMatrix<A, P, C>, keeps usize
    where [DefaultAllocator: Allocator<P, C>];
        value { (x.rows_generic(first, rows).clone_owned(), first) }
        adjoint |first, seed, x_bar, (), ()| { add_part(x_bar, (first, 0), &seed); }
        tangent: linear;

    /// `m.generic_view(first, shape)`, as a copy.
    /// Adds to the part of `m_bar`.
    fn generic_view[P: Dim, Q: Dim](ref x, first: at (usize, usize), shape: at (P, Q)) -> OMatrix<A, P, Q>, keeps (usize, usize)
    where [DefaultAllocator: Allocator<P, Q>];
        value { (x.generic_view(first, shape).clone_owned(), first) }
        adjoint |first, seed, x_bar, (), ()| { add_part(x_bar, first, &seed); }
        tangent: linear;
}
