//! `DMatrix::from_fn(rows, columns, f)` and its like: the function is called once for each element, column by column.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::captures::{Captures, Lent, LentBars, bars, lent_again, refs};
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use nalgebra::{DMatrix, DVector, SMatrix};

/// What is handed to the pullback for a count: nothing.
macro_rules! nothing {
    ($count:ident) => {
        ()
    };
}

/// The trait of the matrices that are told so many counts, and its implementor.
macro_rules! generators {
    ($(#[$doc:meta])* $Trait:ident ($($count:ident),*) for $Matrix:ty $(, $size:ident)*) => {
        $(#[$doc])*
        pub trait $Trait<A: Scalar>: Sized {
            /// `from_fn`.
            fn from_fn_differentiable<E, F, P>(
                $($count: usize,)*
                f: (E, E::Refs<'_>),
                call: F,
                ws: &mut Workspace,
            ) -> (
                Self,
                impl FnOnce(
                    &mut Workspace,
                    Self
                    $(, nothing!($count))*,
                    (Lent<'_, E>, LentBars<'_, E>),
                ) -> ($(nothing!($count),)* (),)
                + use<Self, A, E, F, P>,
            )
            where
                E: Captures,
                F: Copy + Fn(E::Refs<'_>, &mut Workspace, usize, usize) -> (A, P),
                P: FnOnce(
                    &mut Workspace,
                    A,
                    (E::Again<'_>, E::Bars<'_>),
                    (usize, Option<&mut ()>),
                    (usize, Option<&mut ()>),
                );
        }
            impl<A: Scalar $(, const $size: usize)*> $Trait<A> for $Matrix {
                fn from_fn_differentiable<E, F, P>(
                    $($count: usize,)*
                    mut f: (E, E::Refs<'_>),
                    call: F,
                    ws: &mut Workspace,
                ) -> (
                    Self,
                    impl FnOnce(
                        &mut Workspace,
                        Self
                        $(, nothing!($count))*,
                        (Lent<'_, E>, LentBars<'_, E>),
                    ) -> ($(nothing!($count),)* (),)
                    + use<A, E, F, P $(, $size)*>,
                )
                where
                    E: Captures,
                    F: Copy + Fn(E::Refs<'_>, &mut Workspace, usize, usize) -> (A, P),
                    P: FnOnce(
                        &mut Workspace,
                        A,
                        (E::Again<'_>, E::Bars<'_>),
                        (usize, Option<&mut ()>),
                        (usize, Option<&mut ()>),
                    ),
                {
                    let mut kept = Vec::new();
                    let value = Self::from_fn($($count,)* |i, j| {
                        let (element, pullback) = call(refs(f.0, &mut f.1), ws, i, j);
                        kept.push((i, j, pullback));
                        element
                    });
                    let pullback = move |
                        ws: &mut Workspace,
                        seed: Self
                        $(, $count: nothing!($count))*,
                        (mut f, mut f_bars): (Lent<'_, E>, LentBars<'_, E>)
                    | {
                        for (i, j, pullback) in kept.into_iter().rev() {
                            let captured = (lent_again(f.0, &mut f.1), bars(f.0, &mut f_bars.0));
                            pullback(ws, seed[(i, j)], captured, (i, Some(&mut ())), (j, Some(&mut ())));
                        }
                        ($($count,)* (),)
                    };
                    (value, pullback)
                }
            }
    };
}

generators! {
    /// The twin of `from_fn` of matrices whose size is told.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*};
    /// use nalgebra::DMatrix;
    ///
    /// let mut ws = Workspace::new();
    /// let sum = |(), _: &mut Workspace, i: usize, j: usize| {
    ///     let pullback = |_: &mut Workspace, _: f64, _: ((), ()), _: (usize, Option<&mut ()>), _: (usize, Option<&mut ()>)| {};
    ///     ((i + j) as f64, pullback)
    /// };
    /// let (value, _) = DMatrix::from_fn_differentiable(1, 2, ((), ()), sum, &mut ws);
    /// assert_eq!(value.as_slice(), [0.0, 1.0]);
    /// ```
    GridGenerators (rows, columns) for DMatrix<A>
}

generators! {
    /// The twin of `from_fn` of vectors whose length is told.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*};
    /// use nalgebra::DVector;
    ///
    /// let mut ws = Workspace::new();
    /// let sum = |(), _: &mut Workspace, i: usize, j: usize| {
    ///     let pullback = |_: &mut Workspace, _: f64, _: ((), ()), _: (usize, Option<&mut ()>), _: (usize, Option<&mut ()>)| {};
    ///     ((i + j) as f64, pullback)
    /// };
    /// let (value, _) = DVector::from_fn_differentiable(2, ((), ()), sum, &mut ws);
    /// assert_eq!(value.as_slice(), [0.0, 1.0]);
    /// ```
    ListGenerators (count) for DVector<A>
}

generators! {
    /// The twin of `from_fn` of matrices whose type says their size.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*};
    /// use nalgebra::Matrix2;
    ///
    /// let mut ws = Workspace::new();
    /// let sum = |(), _: &mut Workspace, i: usize, j: usize| {
    ///     let pullback = |_: &mut Workspace, _: f64, _: ((), ()), _: (usize, Option<&mut ()>), _: (usize, Option<&mut ()>)| {};
    ///     ((i + j) as f64, pullback)
    /// };
    /// let (value, _) = Matrix2::from_fn_differentiable(((), ()), sum, &mut ws);
    /// assert_eq!(value.as_slice(), [0.0, 1.0, 1.0, 2.0]);
    /// ```
    SizedGenerators () for SMatrix<A, R, C>, R, C
}
