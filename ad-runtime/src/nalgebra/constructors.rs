//! Functions that make vectors and matrices of their elements.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::conversions::{ConvertsBack, ConvertsTo};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::element::Element;
use crate::foreign::paths;
use crate::foreign::{
    New1, New2, New3, New4, New5, New6, New8, New9, New10, New12, New15, New16, New18, New20, New24, New25, New30,
    New36, by_value, of_each,
};
use crate::gathered::Gathered;
use crate::nalgebra::matrices::Elements;
use crate::scalar::Scalar;
use crate::twins::FromItems;
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{
    DMatrix, DVector, DefaultAllocator, Dim, DimName, Matrix, OMatrix, OPoint, OVector, Point, RowVector, SMatrix,
    SVector, Translation, U1, Vector,
};

/// `new` of matrices of these rows and columns, row by row.
macro_rules! new_of_size {
    ($Trait:ident $arguments:tt ($rows:literal, $columns:literal) $($others:tt)*) => {
        new_of_size! { @impl $Trait $rows $columns $arguments }
        new_of_size! { $Trait $arguments $($others)* }
    };
    ($Trait:ident $arguments:tt) => {};
    (@impl $Trait:ident $rows:literal $columns:literal [$($argument:ident $k:literal),*]) => { ad_macro::with_siblings! {
        impl<A: Element> $Trait<A> for SMatrix<A, $rows, $columns> {
            #[inline(always)]
            fn new_differentiable(
                $($argument: A,)*
                _: &mut Workspace,
            ) -> (
                Self,
                impl FnOnce(&mut Workspace, Self::Cotangent $(, by_value!($argument))*) -> ($(of_each!($argument A::Cotangent),)*) + use<A>,
            ) {
                let pullback = |_: &mut Workspace, bar: Self::Cotangent $(, $argument: by_value!($argument))*| {
                    let _ = ($($argument,)*);
                    let row_by_row = bar.transpose();
                    ($(row_by_row[$k].clone(),)*)
                };
                (Self::new($($argument),*), pullback)
            }
            #[inline(always)]
            fn new_differentiable_along($($argument: A,)* $($argument@dot: Option<A::Cotangent>),*) -> (Self, Self::Cotangent) {
                $(let $argument@dot = $argument@dot.unwrap_or_else(|| $argument.zero_cotangent());)*
                (Self::new($($argument),*), SMatrix::<A::Cotangent, $rows, $columns>::new($($argument@dot),*))
            }
        }
    } };
}

new_of_size! { New1 [a 0] (1, 1) }
new_of_size! { New2 [a 0, b 1] (2, 1) (1, 2) }
new_of_size! { New3 [a 0, b 1, c 2] (3, 1) (1, 3) }
new_of_size! { New4 [a 0, b 1, c 2, d 3] (4, 1) (1, 4) (2, 2) }
new_of_size! { New5 [a 0, b 1, c 2, d 3, e 4] (5, 1) (1, 5) }
new_of_size! { New6 [a 0, b 1, c 2, d 3, e 4, f 5] (6, 1) (1, 6) (2, 3) (3, 2) }
new_of_size! { New9 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8] (3, 3) }
new_of_size! {
    New16 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9, k 10, l 11, m 12, n 13, o 14, p 15] (4, 4)
}

new_of_size! { New8 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7] (2, 4) (4, 2) }
new_of_size! { New10 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9] (2, 5) (5, 2) }
new_of_size! { New12 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9, k 10, l 11] (2, 6) (6, 2) (3, 4) (4, 3) }
new_of_size! { New15 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9, k 10, l 11, m 12, n 13, o 14] (3, 5) (5, 3) }
new_of_size! { New18 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9, k 10, l 11, m 12, n 13, o 14, p 15, q 16, r 17] (3, 6) (6, 3) }
new_of_size! { New20 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9, k 10, l 11, m 12, n 13, o 14, p 15, q 16, r 17, s 18, t 19] (4, 5) (5, 4) }
new_of_size! { New24 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9, k 10, l 11, m 12, n 13, o 14, p 15, q 16, r 17, s 18, t 19, u 20, v 21, w 22, x 23] (4, 6) (6, 4) }
new_of_size! { New25 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9, k 10, l 11, m 12, n 13, o 14, p 15, q 16, r 17, s 18, t 19, u 20, v 21, w 22, x 23, y 24] (5, 5) }
new_of_size! { New30 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9, k 10, l 11, m 12, n 13, o 14, p 15, q 16, r 17, s 18, t 19, u 20, v 21, w 22, x 23, y 24, z 25, aa 26, ab 27, ac 28, ad 29] (5, 6) (6, 5) }
new_of_size! { New36 [a 0, b 1, c 2, d 3, e 4, f 5, g 6, h 7, i 8, j 9, k 10, l 11, m 12, n 13, o 14, p 15, q 16, r 17, s 18, t 19, u 20, v 21, w 22, x 23, y 24, z 25, aa 26, ab 27, ac 28, ad 29, ae 30, af 31, ag 32, ah 33, ai 34, aj 35] (6, 6) }

/// What a vector is made of, number by number: a list, an array, or what goes through one.
pub trait Items<A>:
    IntoIterator<Item = A, IntoIter: ExactSizeIterator> + Differentiable<Cotangent: FromItems<Item = A>>
{
}

impl<A, I> Items<A> for I where
    I: IntoIterator<Item = A, IntoIter: ExactSizeIterator> + Differentiable<Cotangent: FromItems<Item = A>>
{
}

paths! {
    /// The twins of what makes a matrix, of a size that its type says, of a list or of one number.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix2, Vector2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, pullback) = Matrix2::from_row_slice_differentiable(&[1.0, 2.0, 3.0, 4.0], &mut ws);
    /// assert_eq!(m[(0, 1)], 2.0);
    /// let mut bar = [0.0; 4];
    /// pullback(&mut ws, Matrix2::new(5.0, 6.0, 7.0, 8.0), (&[0.0; 4], Some(&mut bar)));
    /// assert_eq!(bar, [5.0, 6.0, 7.0, 8.0]);
    ///
    /// let (v, pullback) = Vector2::repeat_differentiable(3.0, &mut ws);
    /// assert_eq!((v, pullback(&mut ws, Vector2::new(1.0, 10.0), ())), (Vector2::new(3.0, 3.0), (11.0,)));
    /// ```
    VectorConstructors[A: Scalar][A] for [, R: DimName, C: DimName] OMatrix<A, R, C> where [DefaultAllocator: Allocator<R, C>];

    fn from_row_slice(list: lent [A]);
        adjoint |(), seed, bar| {
            for (k, bar) in bar.into_iter().flatten().enumerate() {
                *bar += seed[(k / C::dim(), k % C::dim())];
            }
            ((),)
        }
        tangent: linear;

    fn from_column_slice(list: lent [A]);
        adjoint |(), seed, bar| { add_to_list(bar, seed.as_slice()); ((),) }
        tangent: linear;

    fn from_vec(list: by Vec<A>);
        adjoint |(), seed, _| { (seed.as_slice().to_vec(),) }
        tangent: linear;

    /// Of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_iterator[I: Items<A>][I](items: into I), keeps usize;
        value { let items = items.into_iter(); let count = items.len(); (Self::from_iterator(items), count) }
        adjoint |count, seed, _| { (of_items::<A, I>(seed.as_slice(), count),) }

    fn repeat(element: by A);
        adjoint |(), seed, _| { (seed.sum(),) }
        tangent: linear;

    fn from_element(element: by A);
        adjoint |(), seed, _| { (seed.sum(),) }
        tangent: linear;
}

/// Adds the elements of a cotangent to those of a list.
#[inline]
fn add_to_list<B: Cotangent>(bar: Option<&mut [B]>, seed: &[B]) {
    for (bar, seed) in bar.into_iter().flatten().zip(seed) {
        bar.accumulate(seed);
    }
}

/// The cotangents of the items of which there were so many: nalgebra takes those that it needs, and drops the others.
#[inline]
pub(super) fn of_items<A: Scalar, I: Items<A>>(seed: &[A], count: usize) -> I::Cotangent {
    let mut bars = seed.to_vec();
    bars.resize(count, A::ZERO);
    FromItems::from_items(bars)
}

paths! {
    /// The twins of what makes a `DVector`.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::DVector;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, pullback) = DVector::from_vec_differentiable(vec![1.0, 2.0], &mut ws);
    /// assert_eq!(pullback(&mut ws, 3.0 * v, ()), (vec![3.0, 6.0],));
    /// ```
    ListConstructors[A: Scalar][A] for [] DVector<A>;

    fn from_vec(list: by Vec<A>);
        adjoint |(), seed, _| { (seed.data.into(),) }
        tangent: linear;

    fn from_element(count: at usize, element: by A);
        adjoint |(), seed, (), _| { ((), seed.sum()) }
        tangent: linear;

    fn repeat(count: at usize, element: by A);
        adjoint |(), seed, (), _| { ((), seed.sum()) }
        tangent: linear;

    fn from_row_slice(list: lent [A]);
        adjoint |(), seed, bar| { add_to_list(bar, seed.as_slice()); ((),) }
        tangent: linear;

    fn from_column_slice(list: lent [A]);
        adjoint |(), seed, bar| { add_to_list(bar, seed.as_slice()); ((),) }
        tangent: linear;

    /// Of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_iterator[I: Items<A>][I](count: at usize, items: into I), keeps usize;
        value { let items = items.into_iter(); let length = items.len(); (Self::from_iterator(count, items), length) }
        adjoint |length, seed, (), _| { ((), of_items::<A, I>(seed.as_slice(), length)) }
}

paths! {
    /// The twins of what makes a `DMatrix`.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::DMatrix;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, pullback) = DMatrix::from_row_slice_differentiable(2, 1, &[1.0, 2.0], &mut ws);
    /// let mut bar = [0.0; 2];
    /// pullback(&mut ws, 3.0 * m, (), (), (&[0.0; 2], Some(&mut bar)));
    /// assert_eq!(bar, [3.0, 6.0]);
    ///
    /// let (m, pullback) = DMatrix::from_element_differentiable(2, 3, 1.0, &mut ws);
    /// assert_eq!(pullback(&mut ws, m, (), (), ()), ((), (), 6.0));
    /// ```
    GridConstructors[A: Element][A] for [] DMatrix<A>;

    fn from_element(rows: at usize, columns: at usize, element: by A);
        adjoint |(), seed, (), (), _| { ((), (), sum_of_bars::<A>(&seed)) }

    fn repeat(rows: at usize, columns: at usize, element: by A);
        adjoint |(), seed, (), (), _| { ((), (), sum_of_bars::<A>(&seed)) }

    fn from_row_slice(rows: at usize, columns: at usize, list: lent [A]);
        adjoint |(), seed, (), (), bar| { add_to_list(bar, seed.transpose().as_slice()); ((), (), ()) }

    fn from_column_slice(rows: at usize, columns: at usize, list: lent [A]);
        adjoint |(), seed, (), (), bar| { add_to_list(bar, seed.as_slice()); ((), (), ()) }

    fn from_vec(rows: at usize, columns: at usize, list: by Vec<A>);
        adjoint |(), seed, (), (), _| { ((), (), seed.iter().cloned().collect()) }
}

/// What flows into the one element of which there are copies everywhere.
#[inline]
fn sum_of_bars<A: Element>(seed: &DMatrix<A::Cotangent>) -> A::Cotangent {
    let mut sum = A::zero_bar();
    seed.as_slice().iter().for_each(|seed| sum.accumulate(seed));
    sum
}

paths! {
    /// The twins of what makes a matrix of its diagonal.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix2, Vector2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (d, mut d_bar) = (Vector2::new(1.0, 2.0), Vector2::zeros());
    /// let (_, pullback) = Matrix2::from_diagonal_differentiable(&d, &mut ws);
    /// pullback(&mut ws, Matrix2::new(3.0, 4.0, 5.0, 6.0), (&d, Some(&mut d_bar)));
    /// assert_eq!(d_bar, Vector2::new(3.0, 6.0));
    /// ```
    DiagonalConstructors[A: Scalar, D: Dim][A, D] for [] OMatrix<A, D, D>
        where all [DefaultAllocator: Allocator<D, D> + Allocator<D>];

    fn from_diagonal(diagonal: lent OVector<A, D>);
        adjoint |(), seed, bar| {
            if let Some(bar) = bar {
                for i in 0..bar.len() {
                    bar[i] += seed[(i, i)];
                }
            }
            ((),)
        }
        tangent: linear;
}

paths! {
    /// The twin of what makes a vector along one of the axes.
    AxisConstructors[A: Scalar][A] for [, D: DimName] OVector<A, D> where [DefaultAllocator: Allocator<D>];

    /// `ith`, which is `element` in the component `i` and zero in the others.
    fn ith(i: at usize, element: by A), keeps usize;
        value { let mut value = Self::zeros(); value[i] = element; (value, i) }
        adjoint |i, seed, (), _| { ((), seed[i]) }
        tangent: linear;
}

paths! {
    /// The twin of what makes a matrix with one number on its diagonal.
    MultipleConstructors[A: Scalar][A] for [, D: DimName] OMatrix<A, D, D> where [DefaultAllocator: Allocator<D, D>];

    fn from_diagonal_element(element: by A);
        adjoint |(), seed, _| {
            let mut sum = A::ZERO;
            for i in 0..seed.nrows() {
                sum += seed[(i, i)];
            }
            (sum,)
        }
        tangent: linear;
}

paths! {
    /// The twins of what makes a matrix of its columns, or of its rows.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix2, Vector2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (columns, mut bars) = ([Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)], [Vector2::zeros(); 2]);
    /// let (m, pullback) = Matrix2::from_columns_differentiable(&columns, &mut ws);
    /// assert_eq!(m, Matrix2::new(1.0, 3.0, 2.0, 4.0));
    /// pullback(&mut ws, Matrix2::new(5.0, 6.0, 7.0, 8.0), (&columns, Some(&mut bars)));
    /// assert_eq!(bars, [Vector2::new(5.0, 7.0), Vector2::new(6.0, 8.0)]);
    /// ```
    PartConstructors[A: Scalar, R: Dim, C: Dim][A, R, C] for [] OMatrix<A, R, C> where all [DefaultAllocator: Allocator<R, C>];

    fn from_columns[S: Elements<A, R, U1>][S](columns: lent [Vector<A, R, S>]) where [DefaultAllocator: Allocator<R, U1, Buffer<A> = S>];
        adjoint |(), seed, bars| {
            for (j, bar) in bars.into_iter().flatten().enumerate() {
                for i in 0..bar.len() {
                    bar[i] += seed[(i, j)];
                }
            }
            ((),)
        }

    fn from_rows[S: Elements<A, U1, C>][S](rows: lent [RowVector<A, C, S>]) where [DefaultAllocator: Allocator<U1, C, Buffer<A> = S>];
        adjoint |(), seed, bars| {
            for (i, bar) in bars.into_iter().flatten().enumerate() {
                for j in 0..bar.len() {
                    bar[j] += seed[(i, j)];
                }
            }
            ((),)
        }
}

/// `v.into()` where the type stays: code that is generic, or was, has such conversions.
impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> ConvertsTo<Self> for Matrix<A, R, C, S> {
    #[inline(always)]
    fn converted(self, convert: impl FnOnce(Self) -> Self) -> Self {
        convert(self)
    }
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> ConvertsBack<Self> for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    #[inline(always)]
    fn converted_back(&self, bar: Self) -> Self {
        bar
    }
}

/// What has the same numbers: `v.into()` of a vector that becomes a point or a translation, of a list that becomes a vector, and the ways back.
macro_rules! same_numbers {
    ($([$($parameters:tt)*] [$($bounds:tt)*] $From:ty => $To:ty, |$bar:ident| $back:expr;)*) => {$(
        impl<A: Scalar, $($parameters)*> ConvertsTo<$To> for $From where $($bounds)* {
            #[inline(always)]
            fn converted(self, convert: impl FnOnce(Self) -> $To) -> $To {
                convert(self)
            }
        }
        impl<A: Scalar, $($parameters)*> ConvertsBack<$To> for $From where $($bounds)* {
            #[inline(always)]
            fn converted_back(&self, $bar: $To) -> $From {
                $back
            }
        }
    )*};
}

same_numbers! {
    [D: DimName] [DefaultAllocator: Allocator<D>] OVector<A, D> => OPoint<A, D>, |bar| bar.coords;
    [const D: usize] [] SVector<A, D> => Translation<A, D>, |bar| bar.vector;
    [const D: usize] [] Point<A, D> => [A; D], |bar| bar.into();
    [const D: usize] [] [A; D] => Point<A, D>, |bar| bar.into();
    [const D: usize] [] SVector<A, D> => [A; D], |bar| bar.into();
    [const D: usize] [] [A; D] => SVector<A, D>, |bar| bar.into();
    [] [] Vec<A> => DVector<A>, |bar| bar.as_slice().to_vec();
}

/// `vector![x, y]`, `matrix![a, b; c, d]`, `dvector![..]` and `dmatrix![..]`: the elements as they are written, row by row.
impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, const N: usize> Gathered<A, N> for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    #[inline(always)]
    fn scattered(seed: &Self) -> [A; N] {
        let columns = seed.ncols();
        std::array::from_fn(|k| seed[(k / columns, k % columns)])
    }
}

/// `point![x, y, z]`
impl<A: Scalar, D: DimName, const N: usize> Gathered<A, N> for OPoint<A, D>
where
    DefaultAllocator: Allocator<D>,
{
    #[inline(always)]
    fn scattered(seed: &Self) -> [A; N] {
        std::array::from_fn(|k| seed[k])
    }
}
