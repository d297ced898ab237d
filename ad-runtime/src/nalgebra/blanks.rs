//! `DMatrix::zeros(rows, columns)` and its like, where only rustc knows that what it is told are counts.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::foreign::paths;
use crate::scalar::Scalar;
use nalgebra::{DMatrix, DVector, RealField};

paths! {
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
    GridBlanks[][] for [A: Scalar + RealField] DMatrix<A>;

    fn zeros(rows: at usize, columns: at usize);
        adjoint |(), _, (), ()| { ((), ()) }

    fn identity(rows: at usize, columns: at usize);
        adjoint |(), _, (), ()| { ((), ()) }
}

paths! {
    /// The twin of what makes a vector of its length alone.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*};
    /// use nalgebra::DVector;
    ///
    /// let (v, pullback) = DVector::<f64>::zeros_differentiable(2, &mut Workspace::new());
    /// assert_eq!(pullback(&mut Workspace::new(), v, ()), ((),));
    /// ```
    ListBlanks[][] for [A: Scalar + RealField] DVector<A>;

    fn zeros(count: at usize);
        adjoint |(), _, ()| { ((),) }
}
