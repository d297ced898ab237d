//! Functions that make vectors and matrices of their elements.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::conversions::{ConvertsBack, ConvertsTo};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::element::Element;
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
    (@impl $Trait:ident $rows:literal $columns:literal [$($argument:ident $k:literal),*]) => {
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
        }
    };
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
pub trait VectorConstructors<A: Scalar>: Differentiable<Cotangent = Self> + Sized {
    /// `from_row_slice`.
    fn from_row_slice_differentiable(
        list: &[A],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[A], Option<&mut [A]>)) -> ((),) + use<Self, A>,
    );

    /// `from_column_slice`.
    fn from_column_slice_differentiable(
        list: &[A],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[A], Option<&mut [A]>)) -> ((),) + use<Self, A>,
    );

    /// `from_vec`.
    fn from_vec_differentiable(
        list: Vec<A>,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (Vec<A>,) + use<Self, A>);

    /// `from_iterator`, of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_iterator_differentiable<I: Items<A>>(
        items: I,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (I::Cotangent,) + use<Self, A, I>,
    );

    /// `repeat`.
    fn repeat_differentiable(
        element: A,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (A,) + use<Self, A>);

    /// `from_element`.
    fn from_element_differentiable(
        element: A,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (A,) + use<Self, A>);
}

impl<A: Scalar, R: DimName, C: DimName> VectorConstructors<A> for OMatrix<A, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    #[inline]
    fn from_row_slice_differentiable(
        list: &[A],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[A], Option<&mut [A]>)) -> ((),) + use<A, R, C>,
    ) {
        let pullback = |_: &mut Workspace, seed: Self, (_, bar): (&[A], Option<&mut [A]>)| {
            if let Some(bar) = bar {
                for (k, bar) in bar.iter_mut().enumerate() {
                    *bar += seed[(k / C::dim(), k % C::dim())];
                }
            }
            ((),)
        };
        (Self::from_row_slice(list), pullback)
    }

    #[inline]
    fn from_column_slice_differentiable(
        list: &[A],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[A], Option<&mut [A]>)) -> ((),) + use<A, R, C>,
    ) {
        (Self::from_column_slice(list), add_to_list)
    }

    #[inline]
    fn from_vec_differentiable(
        list: Vec<A>,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (Vec<A>,) + use<A, R, C>) {
        (Self::from_vec(list), |_: &mut Workspace, seed: Self, ()| {
            (seed.as_slice().to_vec(),)
        })
    }

    #[inline]
    fn from_iterator_differentiable<I: Items<A>>(
        items: I,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (I::Cotangent,) + use<A, R, C, I>,
    ) {
        let items = items.into_iter();
        let count = items.len();
        (Self::from_iterator(items), move |_: &mut Workspace, seed: Self, ()| {
            // nalgebra takes the items that it needs, and drops the others.
            let mut bars = seed.as_slice().to_vec();
            bars.resize(count, A::ZERO);
            (FromItems::from_items(bars),)
        })
    }

    #[inline]
    fn repeat_differentiable(
        element: A,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (A,) + use<A, R, C>) {
        (Self::repeat(element), |_: &mut Workspace, seed: Self, ()| (seed.sum(),))
    }

    #[inline]
    fn from_element_differentiable(
        element: A,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (A,) + use<A, R, C>) {
        (Self::from_element(element), |_: &mut Workspace, seed: Self, ()| {
            (seed.sum(),)
        })
    }
}

/// Adds the elements of a cotangent, column by column, to those of a list.
#[inline]
fn add_to_list<A: Scalar, R: Dim, C: Dim>(
    _: &mut Workspace,
    seed: OMatrix<A, R, C>,
    (_, bar): (&[A], Option<&mut [A]>),
) -> ((),)
where
    DefaultAllocator: Allocator<R, C>,
{
    if let Some(bar) = bar {
        for (bar, seed) in bar.iter_mut().zip(seed.as_slice()) {
            *bar += *seed;
        }
    }
    ((),)
}

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
pub trait ListConstructors<A: Scalar>: Differentiable<Cotangent = Self> + Sized {
    /// `from_vec`.
    fn from_vec_differentiable(
        list: Vec<A>,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (Vec<A>,) + use<Self, A>);

    /// `from_element`.
    fn from_element_differentiable(
        count: usize,
        element: A,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), ()) -> ((), A) + use<Self, A>,
    );

    /// `repeat`.
    fn repeat_differentiable(
        count: usize,
        element: A,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), ()) -> ((), A) + use<Self, A>,
    );

    /// `from_row_slice`.
    fn from_row_slice_differentiable(
        list: &[A],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[A], Option<&mut [A]>)) -> ((),) + use<Self, A>,
    );

    /// `from_column_slice`.
    fn from_column_slice_differentiable(
        list: &[A],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[A], Option<&mut [A]>)) -> ((),) + use<Self, A>,
    );

    /// `from_iterator`, of items that come from a list or an array.
    ///
    /// # Panics
    /// If there are too few.
    fn from_iterator_differentiable<I: Items<A>>(
        count: usize,
        items: I,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), ()) -> ((), I::Cotangent) + use<Self, A, I>,
    );
}

impl<A: Scalar> ListConstructors<A> for DVector<A> {
    #[inline]
    fn from_vec_differentiable(
        list: Vec<A>,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (Vec<A>,) + use<A>) {
        (Self::from_vec(list), |_: &mut Workspace, seed: Self, ()| {
            (seed.data.into(),)
        })
    }

    #[inline]
    fn from_element_differentiable(
        count: usize,
        element: A,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ((), A) + use<A>) {
        (
            Self::from_element(count, element),
            |_: &mut Workspace, seed: Self, (), ()| ((), seed.sum()),
        )
    }

    #[inline]
    fn repeat_differentiable(
        count: usize,
        element: A,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ((), A) + use<A>) {
        (Self::repeat(count, element), |_: &mut Workspace, seed: Self, (), ()| {
            ((), seed.sum())
        })
    }

    #[inline]
    fn from_row_slice_differentiable(
        list: &[A],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[A], Option<&mut [A]>)) -> ((),) + use<A>,
    ) {
        (Self::from_row_slice(list), add_to_list)
    }

    #[inline]
    fn from_column_slice_differentiable(
        list: &[A],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[A], Option<&mut [A]>)) -> ((),) + use<A>,
    ) {
        (Self::from_column_slice(list), add_to_list)
    }

    #[inline]
    fn from_iterator_differentiable<I: Items<A>>(
        count: usize,
        items: I,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), ()) -> ((), I::Cotangent) + use<A, I>,
    ) {
        let items = items.into_iter();
        let length = items.len();
        (
            Self::from_iterator(count, items),
            move |_: &mut Workspace, seed: Self, (), ()| {
                let mut bars: Vec<A> = seed.data.into();
                bars.resize(length, A::ZERO);
                ((), FromItems::from_items(bars))
            },
        )
    }
}

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
pub trait GridConstructors<A: Element>: Differentiable<Cotangent = DMatrix<A::Cotangent>> + Sized {
    /// `from_element`.
    fn from_element_differentiable(
        rows: usize,
        columns: usize,
        element: A,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), ()) -> ((), (), A::Cotangent) + use<Self, A>,
    );

    /// `repeat`.
    fn repeat_differentiable(
        rows: usize,
        columns: usize,
        element: A,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), ()) -> ((), (), A::Cotangent) + use<Self, A>,
    );

    /// `from_row_slice`.
    fn from_row_slice_differentiable(
        rows: usize,
        columns: usize,
        list: &[A],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), (&[A], Option<&mut [A::Cotangent]>)) -> ((), (), ())
        + use<Self, A>,
    );

    /// `from_column_slice`.
    fn from_column_slice_differentiable(
        rows: usize,
        columns: usize,
        list: &[A],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), (&[A], Option<&mut [A::Cotangent]>)) -> ((), (), ())
        + use<Self, A>,
    );

    /// `from_vec`.
    fn from_vec_differentiable(
        rows: usize,
        columns: usize,
        list: Vec<A>,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), ()) -> ((), (), Vec<A::Cotangent>) + use<Self, A>,
    );
}

impl<A: Element> GridConstructors<A> for DMatrix<A> {
    #[inline]
    fn from_element_differentiable(
        rows: usize,
        columns: usize,
        element: A,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), ()) -> ((), (), A::Cotangent) + use<A>,
    ) {
        (Self::from_element(rows, columns, element), sum_of_bars::<A>)
    }

    #[inline]
    fn repeat_differentiable(
        rows: usize,
        columns: usize,
        element: A,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), ()) -> ((), (), A::Cotangent) + use<A>,
    ) {
        (Self::repeat(rows, columns, element), sum_of_bars::<A>)
    }

    #[inline]
    fn from_row_slice_differentiable(
        rows: usize,
        columns: usize,
        list: &[A],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), (&[A], Option<&mut [A::Cotangent]>)) -> ((), (), ()) + use<A>,
    ) {
        let pullback =
            move |_: &mut Workspace, seed: Self::Cotangent, (), (), (_, bar): (&[A], Option<&mut [A::Cotangent]>)| {
                if let Some(bar) = bar {
                    for (k, bar) in bar.iter_mut().enumerate() {
                        bar.accumulate(&seed[(k / columns, k % columns)]);
                    }
                }
                ((), (), ())
            };
        (Self::from_row_slice(rows, columns, list), pullback)
    }

    #[inline]
    fn from_column_slice_differentiable(
        rows: usize,
        columns: usize,
        list: &[A],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), (&[A], Option<&mut [A::Cotangent]>)) -> ((), (), ()) + use<A>,
    ) {
        let pullback =
            |_: &mut Workspace, seed: Self::Cotangent, (), (), (_, bar): (&[A], Option<&mut [A::Cotangent]>)| {
                for (bar, seed) in bar.into_iter().flatten().zip(seed.iter()) {
                    bar.accumulate(seed);
                }
                ((), (), ())
            };
        (Self::from_column_slice(rows, columns, list), pullback)
    }

    #[inline]
    fn from_vec_differentiable(
        rows: usize,
        columns: usize,
        list: Vec<A>,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, (), (), ()) -> ((), (), Vec<A::Cotangent>) + use<A>,
    ) {
        let pullback = |_: &mut Workspace, seed: Self::Cotangent, (), (), ()| ((), (), seed.iter().cloned().collect());
        (Self::from_vec(rows, columns, list), pullback)
    }
}

/// What flows into the one element of which there are copies everywhere.
#[inline]
fn sum_of_bars<A: Element>(
    _: &mut Workspace,
    seed: DMatrix<A::Cotangent>,
    (): (),
    (): (),
    (): (),
) -> ((), (), A::Cotangent) {
    let mut sum = A::zero_bar();
    seed.as_slice().iter().for_each(|seed| sum.accumulate(seed));
    ((), (), sum)
}

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
pub trait DiagonalConstructors<A: Scalar, D: Dim>: Differentiable<Cotangent = Self> + Sized
where
    DefaultAllocator: Allocator<D>,
{
    /// `from_diagonal`.
    fn from_diagonal_differentiable(
        diagonal: &OVector<A, D>,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&OVector<A, D>, Option<&mut OVector<A, D>>)) -> ((),) + use<Self, A, D>,
    );
}

/// The twin of what makes a vector along one of the axes.
pub trait AxisConstructors<A: Scalar>: Differentiable<Cotangent = Self> + Sized {
    /// `ith`, which is `element` in the component `i` and zero in the others.
    fn ith_differentiable(
        i: usize,
        element: A,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), ()) -> ((), A) + use<Self, A>,
    );
}

impl<A: Scalar, D: DimName> AxisConstructors<A> for OVector<A, D>
where
    DefaultAllocator: Allocator<D>,
{
    #[inline]
    fn ith_differentiable(
        i: usize,
        element: A,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ((), A) + use<A, D>) {
        let mut value = Self::zeros();
        value[i] = element;
        (value, move |_: &mut Workspace, seed: Self, (), ()| ((), seed[i]))
    }
}

/// The twin of what makes a matrix with one number on its diagonal.
pub trait MultipleConstructors<A: Scalar>: Differentiable<Cotangent = Self> + Sized {
    /// `from_diagonal_element`.
    fn from_diagonal_element_differentiable(
        element: A,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (A,) + use<Self, A>);
}

impl<A: Scalar, D: DimName> MultipleConstructors<A> for OMatrix<A, D, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    #[inline]
    fn from_diagonal_element_differentiable(
        element: A,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (A,) + use<A, D>) {
        let pullback = |_: &mut Workspace, seed: Self, ()| {
            let mut sum = A::ZERO;
            for i in 0..seed.nrows() {
                sum += seed[(i, i)];
            }
            (sum,)
        };
        (Self::from_diagonal_element(element), pullback)
    }
}

impl<A: Scalar, D: Dim> DiagonalConstructors<A, D> for OMatrix<A, D, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    #[inline]
    fn from_diagonal_differentiable(
        diagonal: &OVector<A, D>,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&OVector<A, D>, Option<&mut OVector<A, D>>)) -> ((),) + use<A, D>,
    ) {
        let pullback = |_: &mut Workspace, seed: Self, (_, bar): (&OVector<A, D>, Option<&mut OVector<A, D>>)| {
            if let Some(bar) = bar {
                for i in 0..bar.len() {
                    bar[i] += seed[(i, i)];
                }
            }
            ((),)
        };
        (Self::from_diagonal(diagonal), pullback)
    }
}

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
pub trait PartConstructors<A: Scalar, R: Dim, C: Dim>: Differentiable<Cotangent = Self> + Sized
where
    DefaultAllocator: Allocator<R, C>,
{
    /// `from_columns`.
    fn from_columns_differentiable<S: Elements<A, R, U1>>(
        columns: &[Vector<A, R, S>],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[Vector<A, R, S>], Option<&mut [Vector<A, R, S>]>)) -> ((),)
        + use<Self, A, R, C, S>,
    );

    /// `from_rows`.
    fn from_rows_differentiable<S: Elements<A, U1, C>>(
        rows: &[RowVector<A, C, S>],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[RowVector<A, C, S>], Option<&mut [RowVector<A, C, S>]>)) -> ((),)
        + use<Self, A, R, C, S>,
    );
}

impl<A: Scalar, R: Dim, C: Dim> PartConstructors<A, R, C> for OMatrix<A, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    #[inline]
    fn from_columns_differentiable<S: Elements<A, R, U1>>(
        columns: &[Vector<A, R, S>],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[Vector<A, R, S>], Option<&mut [Vector<A, R, S>]>)) -> ((),) + use<A, R, C, S>,
    ) {
        let pullback = |_: &mut Workspace, seed: Self, slot: (&[Vector<A, R, S>], Option<&mut [Vector<A, R, S>]>)| {
            for (j, bar) in slot.1.into_iter().flatten().enumerate() {
                for i in 0..bar.len() {
                    bar[i] += seed[(i, j)];
                }
            }
            ((),)
        };
        (Self::from_columns(columns), pullback)
    }

    #[inline]
    fn from_rows_differentiable<S: Elements<A, U1, C>>(
        rows: &[RowVector<A, C, S>],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[RowVector<A, C, S>], Option<&mut [RowVector<A, C, S>]>)) -> ((),)
        + use<A, R, C, S>,
    ) {
        let pullback =
            |_: &mut Workspace, seed: Self, slot: (&[RowVector<A, C, S>], Option<&mut [RowVector<A, C, S>]>)| {
                for (i, bar) in slot.1.into_iter().flatten().enumerate() {
                    for j in 0..bar.len() {
                        bar[j] += seed[(i, j)];
                    }
                }
                ((),)
            };
        (Self::from_rows(rows), pullback)
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
