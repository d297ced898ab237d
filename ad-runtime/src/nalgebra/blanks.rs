//! `DMatrix::zeros(rows, columns)` and its like, where only rustc knows that what it is told are counts.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::Differentiable;
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use nalgebra::{DMatrix, DVector, RealField};

/// The twins of what makes a matrix of its size alone.
///
/// ```
/// use ad_runtime::{Workspace, methods::*};
/// use nalgebra::DMatrix;
///
/// let (m, pullback) = DMatrix::<f64>::identity_differentiable(2, 2, &mut Workspace::new());
/// assert_eq!(m, DMatrix::identity(2, 2));
/// assert_eq!(pullback(&mut Workspace::new(), m, (), ()), ((), ()));
/// ```
pub trait GridBlanks: Differentiable<Cotangent = Self> + Sized {
    /// `zeros`.
    fn zeros_differentiable(
        rows: usize,
        columns: usize,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ((), ()) + use<Self>);

    /// `identity`.
    fn identity_differentiable(
        rows: usize,
        columns: usize,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ((), ()) + use<Self>);
}

impl<A: Scalar + RealField> GridBlanks for DMatrix<A> {
    #[inline]
    fn zeros_differentiable(
        rows: usize,
        columns: usize,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ((), ()) + use<A>) {
        (Self::zeros(rows, columns), |_: &mut Workspace, _: Self, (), ()| {
            ((), ())
        })
    }

    #[inline]
    fn identity_differentiable(
        rows: usize,
        columns: usize,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ((), ()) + use<A>) {
        (Self::identity(rows, columns), |_: &mut Workspace, _: Self, (), ()| {
            ((), ())
        })
    }
}

/// The twin of what makes a vector of its length alone.
///
/// ```
/// use ad_runtime::{Workspace, methods::*};
/// use nalgebra::DVector;
///
/// let (v, pullback) = DVector::<f64>::zeros_differentiable(2, &mut Workspace::new());
/// assert_eq!(pullback(&mut Workspace::new(), v, ()), ((),));
/// ```
pub trait ListBlanks: Differentiable<Cotangent = Self> + Sized {
    /// `zeros`.
    fn zeros_differentiable(
        count: usize,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ((),) + use<Self>);
}

impl<A: Scalar + RealField> ListBlanks for DVector<A> {
    #[inline]
    fn zeros_differentiable(
        count: usize,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ((),) + use<A>) {
        (Self::zeros(count), |_: &mut Workspace, _: Self, ()| ((),))
    }
}
