//! Matrices whose elements are those of another one: with rows and columns more or fewer, a triangle, some components of a vector.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments, clippy::type_complexity)]

use super::matrices::Elements;
use super::methods::Slot;
use crate::foreign::pairs;
use crate::found::{At, ByMove, ByRef, at};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use nalgebra::allocator::{Allocator, Reallocator};
use nalgebra::storage::RawStorage;
use nalgebra::{
    Const, DefaultAllocator, Dim, DimAdd, DimDiff, DimMul, DimProd, DimSub, DimSum, Dyn, Matrix, OMatrix, U1, Vector2,
    Vector3,
};

/// Adds to a cotangent what flows into the elements that were taken from its matrix, each from where `from` says, and gives the sum
/// of what flows into the others.
fn add_moved<A: Scalar, R: Dim, C: Dim, P: Dim, Q: Dim, T: RawStorage<A, P, Q>>(
    mut bar: Option<&mut OMatrix<A, R, C>>,
    seed: &Matrix<A, P, Q, T>,
    from: impl Fn(usize, usize) -> Option<(usize, usize)>,
) -> A
where
    DefaultAllocator: Allocator<R, C>,
{
    let mut others = A::ZERO;
    for j in 0..seed.ncols() {
        for i in 0..seed.nrows() {
            match (from(i, j), bar.as_deref_mut()) {
                (Some(place), Some(bar)) => bar[place] += seed[(i, j)],
                (Some(_), None) => {}
                (None, _) => others += seed[(i, j)],
            }
        }
    }
    others
}

/// The place in a matrix with this many rows and columns, if it has one.
fn within((rows, columns): (usize, usize), i: usize, j: usize) -> Option<(usize, usize)> {
    (i < rows && j < columns).then_some((i, j))
}

/// The number before one was put in, if it is not that one.
fn before_insertion(at: usize, k: usize) -> Option<usize> {
    (k != at).then(|| if k > at { k - 1 } else { k })
}

/// The number before one was taken out.
fn before_removal(at: usize, k: usize) -> usize {
    if k >= at { k + 1 } else { k }
}

pairs! {
    /// The pairs of methods that give a matrix with other rows and columns, or with some of the elements alone.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix2, Matrix3x2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (Matrix2::new(1.0, 2.0, 3.0, 4.0), Matrix2::zeros());
    /// let (more, at) = m.insert_row_differentiable_push(1, 9.0, &mut ws);
    /// assert_eq!(more, Matrix3x2::new(1.0, 2.0, 9.0, 9.0, 3.0, 4.0));
    /// assert_eq!(m.insert_row_differentiable_pull(at, &mut ws, more, Some(&mut m_bar), (), ()), ((), 18.0));
    /// assert_eq!(m_bar, m);
    /// ```
    RearrangingMethods[A: Scalar, R: Dim, C: Dim][A, R, C] for [, S: Elements<A, R, C>] Matrix<A, R, C, S>
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];

    /// Whose method this is.
    fn resize_differentiable_at[](&self, _rows: usize, _columns: usize, _x: A) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.resize(rows, columns, x)`.
    fn resize_differentiable_push[](
        &self, rows: usize, columns: usize, x: A, _ws: &mut Workspace
    ) -> (OMatrix<A, Dyn, Dyn>, (usize, usize)) where [DefaultAllocator: Reallocator<A, R, C, Dyn, Dyn>] {
        (self.clone_owned().resize(rows, columns, x), self.shape())
    }

    /// Adds to the elements that stayed; `x_bar` is the sum of the others.
    fn resize_differentiable_pull[](
        &self,
        shape: (usize, usize),
        _ws: &mut Workspace,
        seed: OMatrix<A, Dyn, Dyn>,
        bar: Option<&mut Self>,
        _of_rows: (),
        _of_columns: (),
        _of_x: ()
    ) -> ((), (), A) where [] {
        ((), (), add_moved(bar, &seed, |i, j| within(shape, i, j)))
    }

    /// Whose method this is.
    fn resize_vertically_differentiable_at[](&self, _rows: usize, _x: A) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.resize_vertically(rows, x)`.
    fn resize_vertically_differentiable_push[](
        &self, rows: usize, x: A, _ws: &mut Workspace
    ) -> (OMatrix<A, Dyn, C>, (usize, usize)) where [DefaultAllocator: Reallocator<A, R, C, Dyn, C>] {
        (self.clone_owned().resize_vertically(rows, x), self.shape())
    }

    /// Adds to the elements that stayed; `x_bar` is the sum of the others.
    fn resize_vertically_differentiable_pull[T: RawStorage<A, Dyn, C>](
        &self,
        shape: (usize, usize),
        _ws: &mut Workspace,
        seed: Matrix<A, Dyn, C, T>,
        bar: Option<&mut Self>,
        _of_rows: (),
        _of_x: ()
    ) -> ((), A) where [] {
        ((), add_moved(bar, &seed, |i, j| within(shape, i, j)))
    }

    /// Whose method this is.
    fn resize_horizontally_differentiable_at[](&self, _columns: usize, _x: A) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.resize_horizontally(columns, x)`.
    fn resize_horizontally_differentiable_push[](
        &self, columns: usize, x: A, _ws: &mut Workspace
    ) -> (OMatrix<A, R, Dyn>, (usize, usize)) where [DefaultAllocator: Reallocator<A, R, C, R, Dyn>] {
        (self.clone_owned().resize_horizontally(columns, x), self.shape())
    }

    /// Adds to the elements that stayed; `x_bar` is the sum of the others.
    fn resize_horizontally_differentiable_pull[T: RawStorage<A, R, Dyn>](
        &self,
        shape: (usize, usize),
        _ws: &mut Workspace,
        seed: Matrix<A, R, Dyn, T>,
        bar: Option<&mut Self>,
        _of_columns: (),
        _of_x: ()
    ) -> ((), A) where [] {
        ((), add_moved(bar, &seed, |i, j| within(shape, i, j)))
    }

    /// Whose method this is.
    fn resize_generic_differentiable_at[P: Dim, Q: Dim](&self, _rows: P, _columns: Q, _x: A) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.resize_generic(rows, columns, x)`.
    fn resize_generic_differentiable_push[P: Dim, Q: Dim](
        &self, rows: P, columns: Q, x: A, _ws: &mut Workspace
    ) -> (OMatrix<A, P, Q>, (usize, usize)) where [DefaultAllocator: Reallocator<A, R, C, P, Q>] {
        (self.clone_owned().resize_generic(rows, columns, x), self.shape())
    }

    /// Adds to the elements that stayed; `x_bar` is the sum of the others.
    fn resize_generic_differentiable_pull[P: Dim, Q: Dim, T: RawStorage<A, P, Q>](
        &self,
        shape: (usize, usize),
        _ws: &mut Workspace,
        seed: Matrix<A, P, Q, T>,
        bar: Option<&mut Self>,
        _of_rows: (),
        _of_columns: (),
        _of_x: ()
    ) -> ((), (), A) where [] {
        ((), (), add_moved(bar, &seed, |i, j| within(shape, i, j)))
    }

    /// Whose method this is.
    fn fixed_resize_differentiable_at[const P: usize, const Q: usize](&self, _x: A) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.fixed_resize::<P, Q>(x)`.
    fn fixed_resize_differentiable_push[const P: usize, const Q: usize](
        &self, x: A, _ws: &mut Workspace
    ) -> (OMatrix<A, Const<P>, Const<Q>>, (usize, usize))
    where [DefaultAllocator: Reallocator<A, R, C, Const<P>, Const<Q>>] {
        (self.clone_owned().fixed_resize::<P, Q>(x), self.shape())
    }

    /// Adds to the elements that stayed; `x_bar` is the sum of the others.
    fn fixed_resize_differentiable_pull[const P: usize, const Q: usize](
        &self,
        shape: (usize, usize),
        _ws: &mut Workspace,
        seed: OMatrix<A, Const<P>, Const<Q>>,
        bar: Option<&mut Self>,
        _of_x: ()
    ) -> (A,) where [DefaultAllocator: Allocator<Const<P>, Const<Q>>] {
        (add_moved(bar, &seed, |i, j| within(shape, i, j)),)
    }

    /// Whose method this is.
    fn insert_row_differentiable_at[](&self, _i: usize, _x: A) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.insert_row(i, x)`.
    fn insert_row_differentiable_push[](
        &self, i: usize, x: A, _ws: &mut Workspace
    ) -> (OMatrix<A, DimSum<R, U1>, C>, usize)
    where [R: DimAdd<U1>, DefaultAllocator: Reallocator<A, R, C, DimSum<R, U1>, C>] {
        (self.clone_owned().insert_row(i, x), i)
    }

    /// Adds to the elements that were there; `x_bar` is the sum of the row.
    fn insert_row_differentiable_pull[P: Dim, T: RawStorage<A, P, C>](
        &self, at: usize, _ws: &mut Workspace, seed: Matrix<A, P, C, T>, bar: Option<&mut Self>, _of_i: (), _of_x: ()
    ) -> ((), A) where [] {
        ((), add_moved(bar, &seed, |i, j| Some((before_insertion(at, i)?, j))))
    }

    /// Whose method this is.
    fn insert_column_differentiable_at[](&self, _j: usize, _x: A) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.insert_column(j, x)`.
    fn insert_column_differentiable_push[](
        &self, j: usize, x: A, _ws: &mut Workspace
    ) -> (OMatrix<A, R, DimSum<C, U1>>, usize)
    where [C: DimAdd<U1>, DefaultAllocator: Reallocator<A, R, C, R, DimSum<C, U1>>] {
        (self.clone_owned().insert_column(j, x), j)
    }

    /// Adds to the elements that were there; `x_bar` is the sum of the column.
    fn insert_column_differentiable_pull[P: Dim, T: RawStorage<A, R, P>](
        &self, at: usize, _ws: &mut Workspace, seed: Matrix<A, R, P, T>, bar: Option<&mut Self>, _of_j: (), _of_x: ()
    ) -> ((), A) where [] {
        ((), add_moved(bar, &seed, |i, j| Some((i, before_insertion(at, j)?))))
    }

    /// Whose method this is.
    fn remove_row_differentiable_at[](&self, _i: usize) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.remove_row(i)`.
    fn remove_row_differentiable_push[](
        &self, i: usize, _ws: &mut Workspace
    ) -> (OMatrix<A, DimDiff<R, U1>, C>, usize)
    where [R: DimSub<U1>, DefaultAllocator: Reallocator<A, R, C, DimDiff<R, U1>, C>] {
        (self.clone_owned().remove_row(i), i)
    }

    /// Adds to the elements that stayed.
    fn remove_row_differentiable_pull[P: Dim, T: RawStorage<A, P, C>](
        &self, at: usize, _ws: &mut Workspace, seed: Matrix<A, P, C, T>, bar: Option<&mut Self>, _of_i: ()
    ) -> () where [] {
        add_moved(bar, &seed, |i, j| Some((before_removal(at, i), j)));
    }

    /// Whose method this is.
    fn remove_column_differentiable_at[](&self, _j: usize) -> At<Self, ByMove> where [] {
        at()
    }

    /// `m.remove_column(j)`.
    fn remove_column_differentiable_push[](
        &self, j: usize, _ws: &mut Workspace
    ) -> (OMatrix<A, R, DimDiff<C, U1>>, usize)
    where [C: DimSub<U1>, DefaultAllocator: Reallocator<A, R, C, R, DimDiff<C, U1>>] {
        (self.clone_owned().remove_column(j), j)
    }

    /// Adds to the elements that stayed.
    fn remove_column_differentiable_pull[P: Dim, T: RawStorage<A, R, P>](
        &self, at: usize, _ws: &mut Workspace, seed: Matrix<A, R, P, T>, bar: Option<&mut Self>, _of_j: ()
    ) -> () where [] {
        add_moved(bar, &seed, |i, j| Some((i, before_removal(at, j))));
    }

    /// Whose method this is.
    fn lower_triangle_differentiable_at[](&self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.lower_triangle()`.
    fn lower_triangle_differentiable_push[](&self, _ws: &mut Workspace) -> (Self, ()) where [] {
        (self.lower_triangle(), ())
    }

    /// Adds to the lower triangle.
    fn lower_triangle_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>
    ) -> () where [] {
        add_moved(bar, &seed, |i, j| (i >= j).then_some((i, j)));
    }

    /// Whose method this is.
    fn upper_triangle_differentiable_at[](&self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.upper_triangle()`.
    fn upper_triangle_differentiable_push[](&self, _ws: &mut Workspace) -> (Self, ()) where [] {
        (self.upper_triangle(), ())
    }

    /// Adds to the upper triangle.
    fn upper_triangle_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>
    ) -> () where [] {
        add_moved(bar, &seed, |i, j| (i <= j).then_some((i, j)));
    }

    /// Whose method this is.
    fn view_differentiable_at[](&self, _corner: (usize, usize), _shape: (usize, usize)) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.view(corner, shape)`, as a copy.
    fn view_differentiable_push[](
        &self, corner: (usize, usize), shape: (usize, usize), _ws: &mut Workspace
    ) -> (OMatrix<A, Dyn, Dyn>, (usize, usize)) where [] {
        (self.view(corner, shape).into_owned(), corner)
    }

    /// Adds to the part.
    fn view_differentiable_pull[](
        &self,
        corner: (usize, usize),
        _ws: &mut Workspace,
        seed: OMatrix<A, Dyn, Dyn>,
        bar: Option<&mut Self>,
        _of_corner: (),
        _of_shape: ()
    ) -> () where [] {
        add_moved(bar, &seed, |i, j| Some((corner.0 + i, corner.1 + j)));
    }

    /// Whose method this is.
    fn kronecker_differentiable_at[P: Dim, Q: Dim, T: Elements<A, P, Q>](&self, _n: &Matrix<A, P, Q, T>) -> At<Self, ByRef>
    where [] {
        at()
    }

    /// `m.kronecker(&n)`.
    fn kronecker_differentiable_push[P: Dim, Q: Dim, T: Elements<A, P, Q>](
        &self, n: &Matrix<A, P, Q, T>, _ws: &mut Workspace
    ) -> (OMatrix<A, DimProd<R, P>, DimProd<C, Q>>, ())
    where [R: DimMul<P>, C: DimMul<Q>, DefaultAllocator: Allocator<DimProd<R, P>, DimProd<C, Q>>] {
        (self.kronecker(n), ())
    }

    /// Each element gets the sum of `y_bar` over the block that it stands for, each one times the other matrix's element.
    fn kronecker_differentiable_pull[P: Dim, Q: Dim, T: Elements<A, P, Q>, X: Dim, Y: Dim, B: RawStorage<A, X, Y>](
        &self,
        _kept: (),
        _ws: &mut Workspace,
        seed: Matrix<A, X, Y, B>,
        bar: Option<&mut Self>,
        n: Slot<'_, Matrix<A, P, Q, T>>
    ) -> () where [] {
        let (mut bar, (n, mut n_bar)) = (bar, n);
        for j in 0..self.ncols() {
            for i in 0..self.nrows() {
                for l in 0..n.ncols() {
                    for k in 0..n.nrows() {
                        let seed = seed[(i * n.nrows() + k, j * n.ncols() + l)];
                        if let Some(bar) = bar.as_deref_mut() {
                            bar[(i, j)] += times(seed, n[(k, l)]);
                        }
                        if let Some(n_bar) = n_bar.as_deref_mut() {
                            n_bar[(k, l)] += times(seed, self[(i, j)]);
                        }
                    }
                }
            }
        }
    }
}

pairs! {
    /// The pair of the method that gives a vector of one component more.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Vector2, Vector3};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, mut v_bar) = (Vector2::new(1.0, 2.0), Vector2::zeros());
    /// let (more, ()) = v.push_differentiable_push(3.0, &mut ws);
    /// assert_eq!(more, Vector3::new(1.0, 2.0, 3.0));
    /// assert_eq!(v.push_differentiable_pull((), &mut ws, more, Some(&mut v_bar), ()), (3.0,));
    /// ```
    GrowingMethods[A: Scalar, R: Dim][A, R] for [, S: Elements<A, R, U1>] Matrix<A, R, U1, S>
        where [DefaultAllocator: Allocator<R, U1, Buffer<A> = S>];

    /// Whose method this is.
    fn push_differentiable_at[](&self, _x: A) -> At<Self, ByRef> where [] {
        at()
    }

    /// `v.push(x)`.
    fn push_differentiable_push[](&self, x: A, _ws: &mut Workspace) -> (OMatrix<A, DimSum<R, U1>, U1>, ())
    where [R: DimAdd<U1>, DefaultAllocator: Allocator<DimSum<R, U1>>] {
        (self.push(x), ())
    }

    /// Adds to the components that were there; `x_bar` is the last one.
    fn push_differentiable_pull[P: Dim, T: RawStorage<A, P, U1>](
        &self, _kept: (), _ws: &mut Workspace, seed: Matrix<A, P, U1, T>, bar: Option<&mut Self>, _of_x: ()
    ) -> (A,) where [] {
        let shape = self.shape();
        (add_moved(bar, &seed, |i, j| within(shape, i, j)),)
    }
}

/// The pairs of the methods that give some components of a vector, by their names.
macro_rules! swizzles {
    ($($at:ident $push:ident $pull:ident $Vector:ident [$($k:literal)*];)*) => {
        pairs! {
            /// The pairs of the methods that give some components of a vector: `xy`, `zyx` and their like.
            ///
            /// ```
            /// use ad_runtime::methods::*;
            /// use nalgebra::{Vector2, Vector3};
            ///
            /// let mut ws = ad_runtime::Workspace::new();
            /// let (v, mut v_bar) = (Vector3::new(1.0, 2.0, 3.0), Vector3::zeros());
            /// let (part, ()) = v.zx_differentiable_push(&mut ws);
            /// v.zx_differentiable_pull((), &mut ws, part, Some(&mut v_bar));
            /// assert_eq!(v_bar, Vector3::new(1.0, 0.0, 3.0));
            /// ```
            SwizzlingMethods[A: Scalar, const N: usize][A, N] for [] nalgebra::SVector<A, N> where [];

            $(
                /// Whose method this is.
                fn $at[](&self) -> At<Self, ByRef> where [] {
                    at()
                }

                /// These components. They are read by their numbers, since nalgebra has the method where they exist.
                fn $push[](&self, _ws: &mut Workspace) -> ($Vector<A>, ()) where [] {
                    ($Vector::new($(self[$k]),*), ())
                }

                /// Adds to them.
                fn $pull[](&self, _kept: (), _ws: &mut Workspace, seed: $Vector<A>, bar: Option<&mut Self>) -> () where [] {
                    add_moved(bar, &seed, |i, _| Some(([$($k),*][i], 0)));
                }
            )*
        }
    };
}

swizzles! {
    xx_differentiable_at xx_differentiable_push xx_differentiable_pull Vector2 [0 0];
    xy_differentiable_at xy_differentiable_push xy_differentiable_pull Vector2 [0 1];
    xz_differentiable_at xz_differentiable_push xz_differentiable_pull Vector2 [0 2];
    yx_differentiable_at yx_differentiable_push yx_differentiable_pull Vector2 [1 0];
    yy_differentiable_at yy_differentiable_push yy_differentiable_pull Vector2 [1 1];
    yz_differentiable_at yz_differentiable_push yz_differentiable_pull Vector2 [1 2];
    zx_differentiable_at zx_differentiable_push zx_differentiable_pull Vector2 [2 0];
    zy_differentiable_at zy_differentiable_push zy_differentiable_pull Vector2 [2 1];
    zz_differentiable_at zz_differentiable_push zz_differentiable_pull Vector2 [2 2];
    xyz_differentiable_at xyz_differentiable_push xyz_differentiable_pull Vector3 [0 1 2];
    xzy_differentiable_at xzy_differentiable_push xzy_differentiable_pull Vector3 [0 2 1];
    yxz_differentiable_at yxz_differentiable_push yxz_differentiable_pull Vector3 [1 0 2];
    yzx_differentiable_at yzx_differentiable_push yzx_differentiable_pull Vector3 [1 2 0];
    zxy_differentiable_at zxy_differentiable_push zxy_differentiable_pull Vector3 [2 0 1];
    zyx_differentiable_at zyx_differentiable_push zyx_differentiable_pull Vector3 [2 1 0];
}
