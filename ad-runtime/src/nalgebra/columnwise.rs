//! Functions that make matrices of lists, column by column: a `DMatrix`, and matrices whose dimensions are arguments.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::constructors::Items;
use crate::differentiable::Differentiable;
use crate::iterators::MadeOfItems;
use crate::scalar::Scalar;
use crate::twins::FromItems;
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DMatrix, DefaultAllocator, Dim, OMatrix};

/// What flows into the items of a list, of which the matrix took the first ones.
fn of_items<A: Scalar, I: Items<A>>(seed: &[A], count: usize) -> I::Cotangent {
    let mut bars = seed.to_vec();
    bars.resize(count, A::ZERO);
    FromItems::from_items(bars)
}

impl<A: Scalar, R: Dim, C: Dim> MadeOfItems for OMatrix<A, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    fn taken(&self) -> usize {
        self.len()
    }
}

/// The twins of what makes a `DMatrix` of a list.
///
/// ```
/// use ad_runtime::methods::*;
/// use nalgebra::DMatrix;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (m, pullback) = DMatrix::from_iterator_differentiable(1, 2, vec![3.0, 4.0], &mut ws);
/// assert_eq!(pullback(&mut ws, m, (), (), ()), ((), (), vec![3.0, 4.0]));
/// ```
pub trait ColumnwiseConstructors<A: Scalar>: Differentiable<Cotangent = Self> + Sized {
    /// `from_iterator`, of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_iterator_differentiable<I: Items<A>>(
        rows: usize,
        columns: usize,
        items: I,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), I::Cotangent) + use<Self, A, I>,
    );

    /// `from_row_iterator`, of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_row_iterator_differentiable<I: Items<A>>(
        rows: usize,
        columns: usize,
        items: I,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), I::Cotangent) + use<Self, A, I>,
    );
}

impl<A: Scalar> ColumnwiseConstructors<A> for DMatrix<A> {
    #[inline]
    fn from_iterator_differentiable<I: Items<A>>(
        rows: usize,
        columns: usize,
        items: I,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), I::Cotangent) + use<A, I>,
    ) {
        let items = items.into_iter();
        let count = items.len();
        let value = Self::from_iterator(rows, columns, items);
        (value, move |_: &mut Workspace, seed: Self, (), (), ()| {
            ((), (), of_items::<A, I>(seed.as_slice(), count))
        })
    }

    #[inline]
    fn from_row_iterator_differentiable<I: Items<A>>(
        rows: usize,
        columns: usize,
        items: I,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), I::Cotangent) + use<A, I>,
    ) {
        let items = items.into_iter();
        let count = items.len();
        let value = Self::from_row_iterator(rows, columns, items);
        (value, move |_: &mut Workspace, seed: Self, (), (), ()| {
            ((), (), of_items::<A, I>(seed.transpose().as_slice(), count))
        })
    }
}

/// The twins of what makes a matrix whose dimensions are arguments.
///
/// ```
/// use ad_runtime::methods::*;
/// use nalgebra::{Const, Dyn, OMatrix};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (rows, columns) = (Dyn(2), Const::<1>);
/// let (m, pullback) = OMatrix::from_element_generic_differentiable(rows, columns, 3.0, &mut ws);
/// assert_eq!(pullback(&mut ws, m, (), (), ()), ((), (), 6.0));
/// ```
pub trait GenericConstructors<A: Scalar, R: Dim, C: Dim>: Differentiable<Cotangent = Self> + Sized {
    /// `from_element_generic`.
    fn from_element_generic_differentiable(
        rows: R,
        columns: C,
        element: A,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), A) + use<Self, A, R, C>,
    );

    /// `from_diagonal_element_generic`.
    fn from_diagonal_element_generic_differentiable(
        rows: R,
        columns: C,
        element: A,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), A) + use<Self, A, R, C>,
    );

    /// `from_iterator_generic`, of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_iterator_generic_differentiable<I: Items<A>>(
        rows: R,
        columns: C,
        items: I,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), I::Cotangent) + use<Self, A, R, C, I>,
    );
}

impl<A: Scalar, R: Dim, C: Dim> GenericConstructors<A, R, C> for OMatrix<A, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    #[inline]
    fn from_element_generic_differentiable(
        rows: R,
        columns: C,
        element: A,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), A) + use<A, R, C>,
    ) {
        let value = Self::from_element_generic(rows, columns, element);
        (value, |_: &mut Workspace, seed: Self, (), (), ()| ((), (), seed.sum()))
    }

    #[inline]
    fn from_diagonal_element_generic_differentiable(
        rows: R,
        columns: C,
        element: A,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), A) + use<A, R, C>,
    ) {
        let pullback = |_: &mut Workspace, seed: Self, (), (), ()| {
            let mut sum = A::ZERO;
            for i in 0..seed.nrows().min(seed.ncols()) {
                sum += seed[(i, i)];
            }
            ((), (), sum)
        };
        (Self::from_diagonal_element_generic(rows, columns, element), pullback)
    }

    #[inline]
    fn from_iterator_generic_differentiable<I: Items<A>>(
        rows: R,
        columns: C,
        items: I,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> ((), (), I::Cotangent) + use<A, R, C, I>,
    ) {
        let items = items.into_iter();
        let count = items.len();
        let value = Self::from_iterator_generic(rows, columns, items);
        (value, move |_: &mut Workspace, seed: Self, (), (), ()| {
            ((), (), of_items::<A, I>(seed.as_slice(), count))
        })
    }
}
