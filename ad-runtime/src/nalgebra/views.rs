//! Rows and columns of matrices: the way from a matrix to one of them, and from its cotangent to the same.
//!
//! nalgebra has no type that an owned matrix and a view share, as ndarray has, and the pairs of the methods are those of matrices
//! that own their elements. So what stands for a part has its elements, read and written where they are, and becomes a copy for
//! what takes all of it; one that was written is put back when the statement is over.

use super::matrices::Elements;
use crate::scalar::Scalar;
use crate::views::Viewed;
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, Dim, DimRange, Dyn, Matrix, OMatrix, U1};
use std::cell::OnceCell;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// The way to the part of a matrix that begins at a row and a column, on the matrix and on its cotangent.
///
/// ```
/// use ad_runtime::{PartRoutes, Parting};
/// use nalgebra::Matrix2;
///
/// let (m, mut m_bar) = (Matrix2::new(1.0, 2.0, 3.0, 4.0), Matrix2::zeros());
/// let column = m.column_differentiable_route_0(1);
/// assert_eq!((column.of(&m).sum(), column.of(&m)[0]), (6.0, 2.0));
/// column.bar_mut(&mut m_bar)[0] += 1.0;
/// *column.bar_mut(&mut m_bar) *= 5.0;
/// assert_eq!(m_bar, Matrix2::new(0.0, 5.0, 0.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PartRoute<P, Q> {
    corner: (usize, usize),
    shape: (P, Q),
}

impl<P: Dim, Q: Dim> PartRoute<P, Q> {
    /// Where an element of the part stands in the matrix.
    #[inline(always)]
    fn at(&self, (i, j): (usize, usize)) -> (usize, usize) {
        let (rows, columns) = (self.shape.0.value(), self.shape.1.value());
        assert!(
            i < rows && j < columns,
            "the index of an element of a part is too large"
        );
        (self.corner.0 + i, self.corner.1 + j)
    }

    /// Where the element stands that is the `k`th, column by column.
    #[inline(always)]
    fn nth(&self, k: usize) -> (usize, usize) {
        let rows = self.shape.0.value().max(1);
        self.at((k % rows, k / rows))
    }
}

/// A part of a matrix.
pub struct PartOf<'m, A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
{
    matrix: &'m Matrix<A, R, C, S>,
    route: PartRoute<P, Q>,
    copy: OnceCell<OMatrix<A, P, Q>>,
}

/// A part of a matrix that may be written.
pub struct PartOfMut<'m, A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
{
    matrix: &'m mut Matrix<A, R, C, S>,
    route: PartRoute<P, Q>,
    copy: OnceCell<OMatrix<A, P, Q>>,
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim> PartOfMut<'_, A, R, C, S, P, Q>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
{
    /// Writes all elements: what an assignment to a view is, of an array as of a matrix.
    ///
    /// ```
    /// use ad_runtime::{PartRoutes, Parting};
    /// use nalgebra::{Matrix2, Vector2};
    ///
    /// let mut m = Matrix2::new(1.0, 2.0, 3.0, 4.0);
    /// m.column_mut_differentiable_route_0(1).of_mut(&mut m).assign(&Vector2::new(5.0, 6.0));
    /// assert_eq!(m, Matrix2::new(1.0, 5.0, 3.0, 6.0));
    /// ```
    ///
    /// # Panics
    /// If the shapes differ.
    pub fn assign(&mut self, values: &OMatrix<A, P, Q>) {
        (**self).copy_from(values);
    }
}

/// What both kinds of parts have.
macro_rules! parts {
    ($($Part:ident)*) => {$(
        impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim> Deref for $Part<'_, A, R, C, S, P, Q>
        where
            DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
        {
            type Target = OMatrix<A, P, Q>;
            #[inline]
            fn deref(&self) -> &OMatrix<A, P, Q> {
                self.copy.get_or_init(|| {
                    let PartRoute { corner, shape } = self.route;
                    self.matrix.generic_view(corner, shape).into_owned()
                })
            }
        }

        impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim> Index<usize> for $Part<'_, A, R, C, S, P, Q>
        where
            DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
        {
            type Output = A;
            #[inline(always)]
            fn index(&self, k: usize) -> &A {
                match self.copy.get() {
                    Some(copy) => &copy[k],
                    None => &self.matrix[self.route.nth(k)],
                }
            }
        }

        impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim> Index<(usize, usize)>
            for $Part<'_, A, R, C, S, P, Q>
        where
            DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
        {
            type Output = A;
            #[inline(always)]
            fn index(&self, at: (usize, usize)) -> &A {
                match self.copy.get() {
                    Some(copy) => &copy[at],
                    None => &self.matrix[self.route.at(at)],
                }
            }
        }
    )*};
}

parts!(PartOf PartOfMut);

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim> DerefMut for PartOfMut<'_, A, R, C, S, P, Q>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
{
    #[inline]
    fn deref_mut(&mut self) -> &mut OMatrix<A, P, Q> {
        let _: &OMatrix<A, P, Q> = self;
        self.copy.get_mut().expect("the copy has just been made")
    }
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim> IndexMut<usize>
    for PartOfMut<'_, A, R, C, S, P, Q>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
{
    #[inline(always)]
    fn index_mut(&mut self, k: usize) -> &mut A {
        match self.copy.get_mut() {
            Some(copy) => &mut copy[k],
            None => &mut self.matrix[self.route.nth(k)],
        }
    }
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim> IndexMut<(usize, usize)>
    for PartOfMut<'_, A, R, C, S, P, Q>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
{
    #[inline(always)]
    fn index_mut(&mut self, at: (usize, usize)) -> &mut A {
        match self.copy.get_mut() {
            Some(copy) => &mut copy[at],
            None => &mut self.matrix[self.route.at(at)],
        }
    }
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim> Drop for PartOfMut<'_, A, R, C, S, P, Q>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
{
    #[inline]
    fn drop(&mut self) {
        if let Some(copy) = self.copy.get() {
            let PartRoute { corner, shape } = self.route;
            self.matrix.generic_view_mut(corner, shape).copy_from(copy);
        }
    }
}

/// What a [`PartRoute`] does, and one that is known on one way through the function only.
pub trait Parting {
    /// The rows of the part.
    type Rows: Dim;
    /// Its columns.
    type Columns: Dim;

    /// The way to the part.
    fn route(&self) -> &PartRoute<Self::Rows, Self::Columns>;

    /// The part.
    #[inline(always)]
    fn of<'m, A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>>(
        &self,
        matrix: &'m Matrix<A, R, C, S>,
    ) -> PartOf<'m, A, R, C, S, Self::Rows, Self::Columns>
    where
        DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<Self::Rows, Self::Columns>,
    {
        let (route, copy) = (*self.route(), OnceCell::new());
        PartOf { matrix, route, copy }
    }

    /// The part, to be written.
    #[inline(always)]
    fn of_mut<'m, A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>>(
        &self,
        matrix: &'m mut Matrix<A, R, C, S>,
    ) -> PartOfMut<'m, A, R, C, S, Self::Rows, Self::Columns>
    where
        DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<Self::Rows, Self::Columns>,
    {
        let (route, copy) = (*self.route(), OnceCell::new());
        PartOfMut { matrix, route, copy }
    }

    /// The same part of a cotangent.
    #[inline(always)]
    fn bar<'b, B: Viewed<PartRoute<Self::Rows, Self::Columns>> + ?Sized>(&self, bar: &'b B) -> B::Bar<'b> {
        bar.viewed(self.route())
    }

    /// The same part of a cotangent, to be added to.
    #[inline(always)]
    fn bar_mut<'b, B: Viewed<PartRoute<Self::Rows, Self::Columns>> + ?Sized>(&self, bar: &'b mut B) -> B::BarMut<'b> {
        bar.viewed_mut(self.route())
    }
}

impl<P: Dim, Q: Dim> Parting for PartRoute<P, Q> {
    type Rows = P;
    type Columns = Q;
    #[inline(always)]
    fn route(&self) -> &PartRoute<P, Q> {
        self
    }
}

impl<T: Parting> Parting for Option<T> {
    type Rows = T::Rows;
    type Columns = T::Columns;
    #[inline(always)]
    fn route(&self) -> &PartRoute<T::Rows, T::Columns> {
        self.as_ref().expect("the part was found where it was chosen").route()
    }
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, P: Dim, Q: Dim> Viewed<PartRoute<P, Q>> for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S> + Allocator<P, Q>,
{
    type Bar<'b>
        = PartOf<'b, A, R, C, S, P, Q>
    where
        Self: 'b;
    type BarMut<'b>
        = PartOfMut<'b, A, R, C, S, P, Q>
    where
        Self: 'b;
    #[inline(always)]
    fn viewed(&self, route: &PartRoute<P, Q>) -> PartOf<'_, A, R, C, S, P, Q> {
        route.of(self)
    }
    #[inline(always)]
    fn viewed_mut(&mut self, route: &PartRoute<P, Q>) -> PartOfMut<'_, A, R, C, S, P, Q> {
        route.of_mut(self)
    }
}

/// The routes of the methods that give a row or a column, and of those that give a part to be written.
///
/// ```
/// use ad_runtime::{PartRoutes, Parting};
/// use nalgebra::Matrix2;
///
/// let mut m = Matrix2::new(1.0, 2.0, 3.0, 4.0);
/// m.row_mut_differentiable_route_0(1).of_mut(&mut m)[0] = 5.0;
/// assert_eq!(m, Matrix2::new(1.0, 2.0, 5.0, 4.0));
/// ```
pub trait PartRoutes<R: Dim, C: Dim> {
    /// The way to what `row` gives.
    fn row_differentiable_route_0(&self, i: usize) -> PartRoute<U1, C>;
    /// The way to what `row_mut` gives.
    fn row_mut_differentiable_route_0(&self, i: usize) -> PartRoute<U1, C>;
    /// The way to what `column` gives.
    fn column_differentiable_route_0(&self, j: usize) -> PartRoute<R, U1>;
    /// The way to what `column_mut` gives.
    fn column_mut_differentiable_route_0(&self, j: usize) -> PartRoute<R, U1>;
    /// The way to what `rows_range_mut` gives.
    fn rows_range_mut_differentiable_route_0<P: DimRange<R>>(&self, rows: P) -> PartRoute<P::Size, C>;
    /// The way to what `columns_range_mut` gives.
    fn columns_range_mut_differentiable_route_0<Q: DimRange<C>>(&self, columns: Q) -> PartRoute<R, Q::Size>;
    /// The way to what `view_range_mut` gives.
    fn view_range_mut_differentiable_route_0<P: DimRange<R>, Q: DimRange<C>>(
        &self,
        rows: P,
        columns: Q,
    ) -> PartRoute<P::Size, Q::Size>;
    /// The way to what `rows_generic_mut` gives.
    fn rows_generic_mut_differentiable_route_0<P: Dim>(&self, first: usize, rows: P) -> PartRoute<P, C>;
    /// The way to what `columns_generic_mut` gives.
    fn columns_generic_mut_differentiable_route_0<Q: Dim>(&self, first: usize, columns: Q) -> PartRoute<R, Q>;
    /// The way to what `fixed_rows_mut` gives.
    fn fixed_rows_mut_differentiable_route_0<const P: usize>(&self, first: usize) -> PartRoute<Const<P>, C>;
    /// The way to what `fixed_columns_mut` gives.
    fn fixed_columns_mut_differentiable_route_0<const Q: usize>(&self, first: usize) -> PartRoute<R, Const<Q>>;
    /// The way to what `fixed_view_mut` gives.
    fn fixed_view_mut_differentiable_route_0<const P: usize, const Q: usize>(
        &self,
        row: usize,
        column: usize,
    ) -> PartRoute<Const<P>, Const<Q>>;
    /// The way to what `rows_mut` gives.
    fn rows_mut_differentiable_route_0(&self, first: usize, count: usize) -> PartRoute<Dyn, C>;
    /// The way to what `columns_mut` gives.
    fn columns_mut_differentiable_route_0(&self, first: usize, count: usize) -> PartRoute<R, Dyn>;
    /// The way to what `view_mut` gives.
    fn view_mut_differentiable_route_0(&self, corner: (usize, usize), shape: (usize, usize)) -> PartRoute<Dyn, Dyn>;
    /// The way to what `generic_view_mut` gives.
    fn generic_view_mut_differentiable_route_0<P: Dim, Q: Dim>(
        &self,
        corner: (usize, usize),
        shape: (P, Q),
    ) -> PartRoute<P, Q>;
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> PartRoutes<R, C> for Matrix<A, R, C, S> {
    #[inline(always)]
    fn row_differentiable_route_0(&self, i: usize) -> PartRoute<U1, C> {
        assert!(i < self.nrows(), "the matrix has no row {i}");
        let (corner, shape) = ((i, 0), (U1, self.shape_generic().1));
        PartRoute { corner, shape }
    }
    #[inline(always)]
    fn row_mut_differentiable_route_0(&self, i: usize) -> PartRoute<U1, C> {
        self.row_differentiable_route_0(i)
    }
    #[inline(always)]
    fn column_differentiable_route_0(&self, j: usize) -> PartRoute<R, U1> {
        assert!(j < self.ncols(), "the matrix has no column {j}");
        let (corner, shape) = ((0, j), (self.shape_generic().0, U1));
        PartRoute { corner, shape }
    }
    #[inline(always)]
    fn column_mut_differentiable_route_0(&self, j: usize) -> PartRoute<R, U1> {
        self.column_differentiable_route_0(j)
    }
    #[inline(always)]
    fn rows_range_mut_differentiable_route_0<P: DimRange<R>>(&self, rows: P) -> PartRoute<P::Size, C> {
        self.view_range_mut_differentiable_route_0(rows, ..)
    }
    #[inline(always)]
    fn columns_range_mut_differentiable_route_0<Q: DimRange<C>>(&self, columns: Q) -> PartRoute<R, Q::Size> {
        self.view_range_mut_differentiable_route_0(.., columns)
    }
    #[inline(always)]
    fn view_range_mut_differentiable_route_0<P: DimRange<R>, Q: DimRange<C>>(
        &self,
        rows: P,
        columns: Q,
    ) -> PartRoute<P::Size, Q::Size> {
        let of = self.shape_generic();
        let corner = (rows.begin(of.0), columns.begin(of.1));
        self.generic_view_mut_differentiable_route_0(corner, (rows.size(of.0), columns.size(of.1)))
    }
    #[inline(always)]
    fn rows_generic_mut_differentiable_route_0<P: Dim>(&self, first: usize, rows: P) -> PartRoute<P, C> {
        self.generic_view_mut_differentiable_route_0((first, 0), (rows, self.shape_generic().1))
    }
    #[inline(always)]
    fn columns_generic_mut_differentiable_route_0<Q: Dim>(&self, first: usize, columns: Q) -> PartRoute<R, Q> {
        self.generic_view_mut_differentiable_route_0((0, first), (self.shape_generic().0, columns))
    }
    #[inline(always)]
    fn fixed_rows_mut_differentiable_route_0<const P: usize>(&self, first: usize) -> PartRoute<Const<P>, C> {
        self.rows_generic_mut_differentiable_route_0(first, Const)
    }
    #[inline(always)]
    fn fixed_columns_mut_differentiable_route_0<const Q: usize>(&self, first: usize) -> PartRoute<R, Const<Q>> {
        self.columns_generic_mut_differentiable_route_0(first, Const)
    }
    #[inline(always)]
    fn fixed_view_mut_differentiable_route_0<const P: usize, const Q: usize>(
        &self,
        row: usize,
        column: usize,
    ) -> PartRoute<Const<P>, Const<Q>> {
        self.generic_view_mut_differentiable_route_0((row, column), (Const, Const))
    }
    #[inline(always)]
    fn rows_mut_differentiable_route_0(&self, first: usize, count: usize) -> PartRoute<Dyn, C> {
        self.rows_generic_mut_differentiable_route_0(first, Dyn(count))
    }
    #[inline(always)]
    fn columns_mut_differentiable_route_0(&self, first: usize, count: usize) -> PartRoute<R, Dyn> {
        self.columns_generic_mut_differentiable_route_0(first, Dyn(count))
    }
    #[inline(always)]
    fn view_mut_differentiable_route_0(&self, corner: (usize, usize), shape: (usize, usize)) -> PartRoute<Dyn, Dyn> {
        self.generic_view_mut_differentiable_route_0(corner, (Dyn(shape.0), Dyn(shape.1)))
    }
    #[inline(always)]
    fn generic_view_mut_differentiable_route_0<P: Dim, Q: Dim>(
        &self,
        corner: (usize, usize),
        shape: (P, Q),
    ) -> PartRoute<P, Q> {
        let (rows, columns) = (shape.0.value(), shape.1.value());
        assert!(
            corner.0 + rows <= self.nrows() && corner.1 + columns <= self.ncols(),
            "the matrix has no part of {rows} rows and {columns} columns there"
        );
        PartRoute { corner, shape }
    }
}
