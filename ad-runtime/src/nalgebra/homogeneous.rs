//! Motions as matrices of homogeneous coordinates.

use super::orientations::OrientationMethods;
use crate::cotangent::Cotangent;
use crate::foreign::rows;
use crate::scalar::Scalar;
use nalgebra::{
    Complex, Isometry2, Isometry3, Matrix2, Matrix3, RealField, Rotation2, Rotation3, SMatrix, SVector, Translation2,
    Translation3, UnitComplex, UnitQuaternion,
};

/// A row for a type whose matrix has so many rows, and how the cotangent of the matrix flows into that of the value: each part has
/// that of its block. The rotation stands in the upper left, the translation in the last column.
macro_rules! homogeneous {
    ($($(#[$of_trait:meta])* $Trait:ident $Type:ident, $how:ident, $n:literal, |$value:ident, $seed:ident, $bar:ident, $ws:ident| $pull:block)*) => {$(
        rows! {
            /// The pair of `to_homogeneous`.
            $(#[$of_trait])*
            $Trait[A: Scalar + RealField][A] for [] $Type<A>;

            fn to_homogeneous($how $value) -> SMatrix<A, $n, $n>;
                adjoint in $ws |(), $seed, Some($bar)| { let _ = &$ws; $pull }
                tangent: jacobian;
        }
    )*};
}

homogeneous! {
    HomogeneousRotation2 Rotation2, ref, 3, |_value, seed, bar, ws| { bar.accumulate(&turn::<A, 3, 2>(&seed)); }
    HomogeneousRotation3 Rotation3, ref, 4, |_value, seed, bar, ws| { bar.accumulate(&turn::<A, 4, 3>(&seed)); }
    HomogeneousUnitComplex UnitComplex, move, 3, |_value, seed, bar, ws| { add_plane_turn(bar, &turn::<A, 3, 2>(&seed)); }
    HomogeneousUnitQuaternion UnitQuaternion, move, 4, |q, seed, bar, ws| {
        q.to_rotation_matrix_differentiable_pull((), ws, turn::<A, 4, 3>(&seed), Some(bar));
    }
    HomogeneousTranslation2 Translation2, ref, 3, |_value, seed, bar, ws| { bar.vector += shift::<A, 3, 2>(&seed); }
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix4, Translation3, Vector3};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let t = Translation3::new(1.0, 2.0, 3.0);
    /// let mut t_bar = Translation3::identity();
    /// let (m, ()) = t.to_homogeneous_differentiable_push(&mut ws);
    /// t.to_homogeneous_differentiable_pull((), &mut ws, Matrix4::from_element(2.0), Some(&mut t_bar));
    /// assert_eq!((m[(1, 3)], t_bar.vector), (2.0, Vector3::new(2.0, 2.0, 2.0)));
    /// ```
    HomogeneousTranslation3 Translation3, ref, 4, |_value, seed, bar, ws| { bar.vector += shift::<A, 4, 3>(&seed); }
    HomogeneousIsometry2 Isometry2, ref, 3, |_value, seed, bar, ws| {
        add_plane_turn(&mut bar.rotation, &turn::<A, 3, 2>(&seed));
        bar.translation.vector += shift::<A, 3, 2>(&seed);
    }
    HomogeneousIsometry3 Isometry3, ref, 4, |motion, seed, bar, ws| {
        let rotation_bar: Matrix3<A> = turn::<A, 4, 3>(&seed);
        motion.rotation.to_rotation_matrix_differentiable_pull((), ws, rotation_bar, Some(&mut bar.rotation));
        bar.translation.vector += shift::<A, 4, 3>(&seed);
    }
}

/// The block of the rotation.
fn turn<A: Scalar, const N: usize, const D: usize>(m: &SMatrix<A, N, N>) -> SMatrix<A, D, D> {
    SMatrix::from_fn(|i, j| m[(i, j)])
}

/// The block of the translation.
fn shift<A: Scalar, const N: usize, const D: usize>(m: &SMatrix<A, N, N>) -> SVector<A, D> {
    SVector::from_fn(|i, _| m[(i, D)])
}

/// Original: `[[re, -im], [im, re]]`.
fn add_plane_turn<A: Scalar>(bar: &mut Complex<A>, m: &Matrix2<A>) {
    bar.re += m[(0, 0)] + m[(1, 1)];
    bar.im += m[(1, 0)] - m[(0, 1)];
}
