//! Functions that make matrices of lists, column by column: a `DMatrix`, and matrices whose dimensions are arguments.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::constructors::{Items, of_items};
use crate::foreign::paths;
use crate::iterators::MadeOfItems;
use crate::scalar::Scalar;
use nalgebra::allocator::Allocator;
use nalgebra::{DMatrix, DefaultAllocator, Dim, OMatrix};

impl<A: Scalar, R: Dim, C: Dim> MadeOfItems for OMatrix<A, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    fn taken(&self) -> usize {
        self.len()
    }
}

paths! {
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
    ColumnwiseConstructors[A: Scalar][A] for [] DMatrix<A>;

    /// `from_iterator`, of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_iterator[I: Items<A>][I](rows: at usize, columns: at usize, items: into I), keeps usize;
        value {
            let items = items.into_iter();
            let count = items.len();
            let value = Self::from_iterator(rows, columns, items);
            (value, count)
        }
        adjoint |count, seed, (), (), _| { ((), (), of_items::<A, I>(seed.as_slice(), count)) }

    /// `from_row_iterator`, of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_row_iterator[I: Items<A>][I](rows: at usize, columns: at usize, items: into I), keeps usize;
        value {
            let items = items.into_iter();
            let count = items.len();
            let value = Self::from_row_iterator(rows, columns, items);
            (value, count)
        }
        adjoint |count, seed, (), (), _| { ((), (), of_items::<A, I>(seed.transpose().as_slice(), count)) }
}

paths! {
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
    GenericConstructors[A: Scalar, R: Dim, C: Dim][A, R, C] for [] OMatrix<A, R, C>
        where all [DefaultAllocator: Allocator<R, C>];

    fn from_element_generic(rows: at R, columns: at C, element: by A);
        value { let value = Self::from_element_generic(rows, columns, element); (value, ()) }
        adjoint |(), seed, (), (), _| { ((), (), seed.sum()) }
        tangent: linear;

    fn from_diagonal_element_generic(rows: at R, columns: at C, element: by A);
        adjoint |(), seed, (), (), _| {
            let mut sum = A::ZERO;
            for i in 0..seed.nrows().min(seed.ncols()) {
                sum += seed[(i, i)];
            }
            ((), (), sum)
        }
        tangent: linear;

    /// `from_iterator_generic`, of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_iterator_generic[I: Items<A>][I](rows: at R, columns: at C, items: into I), keeps usize;
        value {
            let items = items.into_iter();
            let count = items.len();
            let value = Self::from_iterator_generic(rows, columns, items);
            (value, count)
        }
        adjoint |count, seed, (), (), _| { ((), (), of_items::<A, I>(seed.as_slice(), count)) }
}
