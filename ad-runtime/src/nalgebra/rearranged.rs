//! Matrices whose elements are those of another one: with rows and columns more or fewer, a triangle, some components of a vector.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments, clippy::type_complexity)]

use super::matrices::Elements;
use crate::foreign::rows;
use crate::scalar::{Scalar, times};
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

rows! {
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

    /// Adds to the elements that stayed; `x_bar` is the sum of the others.
    fn resize(move this, rows: at usize, columns: at usize, x: by A) -> OMatrix<A, Dyn, Dyn>, keeps (usize, usize), gives ((), (), A)
    where [DefaultAllocator: Reallocator<A, R, C, Dyn, Dyn>];
        value { (this.clone_owned().resize(rows, columns, x), this.shape()) }
        adjoint |shape, seed, this_bar, (), (), ()| { ((), (), add_moved(this_bar, &seed, |i, j| within(shape, i, j))) }
        tangent: linear;

    /// Adds to the elements that stayed; `x_bar` is the sum of the others.
    fn resize_generic[P: Dim, Q: Dim](move this, rows: at P, columns: at Q, x: by A) -> OMatrix<A, P, Q>, keeps (usize, usize), gives ((), (), A)
    where [DefaultAllocator: Reallocator<A, R, C, P, Q>];
        value { (this.clone_owned().resize_generic(rows, columns, x), this.shape()) }
        adjoint |shape, seed, this_bar, (), (), ()| { ((), (), add_moved(this_bar, &seed, |i, j| within(shape, i, j))) }
        tangent: linear;

    /// Adds to the elements that stayed; `x_bar` is the sum of the others.
    fn fixed_resize[const P: usize, const Q: usize](move this, x: by A) -> OMatrix<A, Const<P>, Const<Q>>, keeps (usize, usize), gives (A,)
    where [DefaultAllocator: Reallocator<A, R, C, Const<P>, Const<Q>>];
        value { (this.clone_owned().fixed_resize::<P, Q>(x), this.shape()) }
        adjoint |shape, seed, this_bar, ()| { (add_moved(this_bar, &seed, |i, j| within(shape, i, j)),) }
        tangent: linear;

    /// Adds to the elements that were there; `x_bar` is the sum of the row.
    fn insert_row(move this, i: at usize, x: by A) -> OMatrix<A, DimSum<R, U1>, C>, keeps usize, gives ((), A)
    where [R: DimAdd<U1>, DefaultAllocator: Reallocator<A, R, C, DimSum<R, U1>, C>];
        value { (this.clone_owned().insert_row(i, x), i) }
        adjoint |at, seed, this_bar, (), ()| { ((), add_moved(this_bar, &seed, |i, j| Some((before_insertion(at, i)?, j)))) }
        tangent: linear;

    /// Adds to the elements that were there; `x_bar` is the sum of the column.
    fn insert_column(move this, j: at usize, x: by A) -> OMatrix<A, R, DimSum<C, U1>>, keeps usize, gives ((), A)
    where [C: DimAdd<U1>, DefaultAllocator: Reallocator<A, R, C, R, DimSum<C, U1>>];
        value { (this.clone_owned().insert_column(j, x), j) }
        adjoint |at, seed, this_bar, (), ()| { ((), add_moved(this_bar, &seed, |i, j| Some((i, before_insertion(at, j)?)))) }
        tangent: linear;

    /// Adds to the elements that stayed.
    fn remove_row(move x, i: at usize) -> OMatrix<A, DimDiff<R, U1>, C>, keeps usize
    where [R: DimSub<U1>, DefaultAllocator: Reallocator<A, R, C, DimDiff<R, U1>, C>];
        value { (x.clone_owned().remove_row(i), i) }
        adjoint |at, seed, x_bar, ()| { add_moved(x_bar, &seed, |i, j| Some((before_removal(at, i), j))); }
        tangent: linear;

    /// Adds to the elements that stayed.
    fn remove_column(move x, j: at usize) -> OMatrix<A, R, DimDiff<C, U1>>, keeps usize
    where [C: DimSub<U1>, DefaultAllocator: Reallocator<A, R, C, R, DimDiff<C, U1>>];
        value { (x.clone_owned().remove_column(j), j) }
        adjoint |at, seed, x_bar, ()| { add_moved(x_bar, &seed, |i, j| Some((i, before_removal(at, j)))); }
        tangent: linear;

    /// Adds to the lower triangle.
    fn lower_triangle(ref x) -> Self;
        adjoint |(), seed, x_bar| { add_moved(x_bar, &seed, |i, j| (i >= j).then_some((i, j))); }
        tangent: linear;

    /// Adds to the upper triangle.
    fn upper_triangle(ref x) -> Self;
        adjoint |(), seed, x_bar| { add_moved(x_bar, &seed, |i, j| (i <= j).then_some((i, j))); }
        tangent: linear;

    /// `m.view(corner, shape)`, as a copy.
    /// Adds to the part.
    fn view(ref x, corner: at (usize, usize), shape: at (usize, usize)) -> OMatrix<A, Dyn, Dyn>, keeps (usize, usize);
        value { (x.view(corner, shape).into_owned(), corner) }
        adjoint |corner, seed, x_bar, (), ()| { add_moved(x_bar, &seed, |i, j| Some((corner.0 + i, corner.1 + j))); }
        tangent: linear;

    /// Each element gets the sum of `y_bar` over the block that it stands for, each one times the other matrix's element.
    fn kronecker[P: Dim, Q: Dim, T: Elements<A, P, Q>](ref x, n: lent Matrix<A, P, Q, T>) -> OMatrix<A, DimProd<R, P>, DimProd<C, Q>>
    where [R: DimMul<P>, C: DimMul<Q>, DefaultAllocator: Allocator<DimProd<R, P>, DimProd<C, Q>>, DefaultAllocator: Allocator<P, Q, Buffer<A> = T>];
        adjoint |(), seed, mut x_bar, mut n_bar| {
            for j in 0..x.ncols() {
                for i in 0..x.nrows() {
                    for l in 0..n.ncols() {
                        for k in 0..n.nrows() {
                            let seed = seed[(i * n.nrows() + k, j * n.ncols() + l)];
                            if let Some(x_bar) = x_bar.as_deref_mut() {
                                x_bar[(i, j)] += times(seed, n[(k, l)]);
                            }
                            if let Some(n_bar) = n_bar.as_deref_mut() {
                                n_bar[(k, l)] += times(seed, x[(i, j)]);
                            }
                        }
                    }
                }
            }
        }
        tangent: bilinear;
}

rows! {
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

    /// Adds to the components that were there; `x_bar` is the last one.
    fn push(ref this, x: by A) -> OMatrix<A, DimSum<R, U1>, U1>, gives (A,)
    where [R: DimAdd<U1>, DefaultAllocator: Allocator<DimSum<R, U1>>];
        adjoint |(), seed, this_bar, ()| {
            let shape = this.shape();
            (add_moved(this_bar, &seed, |i, j| within(shape, i, j)),)
        }
        tangent: linear;
}

/// The methods that give some components of a vector, by their names. The components are read by their numbers, since nalgebra has the
/// method where they exist.
macro_rules! swizzles {
    ($($name:ident $Vector:ident [$($k:literal)*];)*) => {
        rows! {
            /// The methods that give some components of a vector: `xy`, `zyx` and their like.
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
            SwizzlingMethods[A: Scalar, const N: usize][A, N] for [] nalgebra::SVector<A, N>;

            $(
                /// Adds to these components.
                fn $name(ref x) -> $Vector<A>;
                    value { ($Vector::new($(x[$k]),*), ()) }
                    adjoint |(), seed, x_bar| { add_moved(x_bar, &seed, |i, _| Some(([$($k),*][i], 0))); }
                    tangent: linear;
            )*
        }
    };
}

swizzles! {
    xx Vector2 [0 0];
    xy Vector2 [0 1];
    xz Vector2 [0 2];
    yx Vector2 [1 0];
    yy Vector2 [1 1];
    yz Vector2 [1 2];
    zx Vector2 [2 0];
    zy Vector2 [2 1];
    zz Vector2 [2 2];
    xyz Vector3 [0 1 2];
    xzy Vector3 [0 2 1];
    yxz Vector3 [1 0 2];
    yzx Vector3 [1 2 0];
    zxy Vector3 [2 0 1];
    zyx Vector3 [2 1 0];
}
