//! Motions as matrices of homogeneous coordinates.

use super::orientations::OrientationMethods;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::found::{At, ByMove, ByRef, at};
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use nalgebra::{
    Complex, Isometry2, Isometry3, Matrix2, Matrix3, RealField, Rotation2, Rotation3, SMatrix, SVector, Translation2,
    Translation3, UnitComplex, UnitQuaternion,
};

/// The pair of `to_homogeneous` of rotations, translations and isometries.
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
pub trait HomogeneousMethods<A: Scalar, const N: usize>: Differentiable + Sized {
    /// How the method takes the value.
    type Taken;

    /// Whose method this is.
    #[allow(clippy::wrong_self_convention)] // Only its type is asked for.
    fn to_homogeneous_differentiable_at(&self) -> At<Self, Self::Taken> {
        at()
    }

    /// `m.to_homogeneous()`.
    #[allow(clippy::wrong_self_convention)]
    fn to_homogeneous_differentiable_push(&self, ws: &mut Workspace) -> (SMatrix<A, N, N>, ());

    /// Each part has the cotangent of its block: the rotation stands in the upper left, the translation in the last column.
    #[allow(clippy::wrong_self_convention)]
    fn to_homogeneous_differentiable_pull(
        &self,
        kept: (),
        ws: &mut Workspace,
        seed: SMatrix<A, N, N>,
        bar: Option<&mut Self::Cotangent>,
    );
}

/// The impl for a type whose matrix has so many rows, and how the cotangent of the matrix flows into that of the value.
macro_rules! homogeneous {
    ($($Type:ident, $taken:ident, $n:literal, |$value:ident, $seed:ident, $bar:ident, $ws:ident| $pull:block)*) => {$(
        impl<A: Scalar + RealField> HomogeneousMethods<A, $n> for $Type<A> {
            type Taken = $taken;
            #[inline]
            fn to_homogeneous_differentiable_push(&self, _: &mut Workspace) -> (SMatrix<A, $n, $n>, ()) {
                (self.to_homogeneous(), ())
            }
            #[inline]
            fn to_homogeneous_differentiable_pull(
                &self,
                (): (),
                $ws: &mut Workspace,
                $seed: SMatrix<A, $n, $n>,
                bar: Option<&mut Self::Cotangent>,
            ) {
                let ($value, _) = (self, &$ws);
                if let Some($bar) = bar {
                    $pull
                }
            }
        }
    )*};
}

homogeneous! {
    Rotation2, ByRef, 3, |_value, seed, bar, ws| { bar.accumulate(&turn::<A, 3, 2>(&seed)); }
    Rotation3, ByRef, 4, |_value, seed, bar, ws| { bar.accumulate(&turn::<A, 4, 3>(&seed)); }
    UnitComplex, ByMove, 3, |_value, seed, bar, ws| { add_plane_turn(bar, &turn::<A, 3, 2>(&seed)); }
    UnitQuaternion, ByMove, 4, |q, seed, bar, ws| {
        q.to_rotation_matrix_differentiable_pull((), ws, turn::<A, 4, 3>(&seed), Some(bar));
    }
    Translation2, ByRef, 3, |_value, seed, bar, ws| { bar.vector += shift::<A, 3, 2>(&seed); }
    Translation3, ByRef, 4, |_value, seed, bar, ws| { bar.vector += shift::<A, 4, 3>(&seed); }
    Isometry2, ByRef, 3, |_value, seed, bar, ws| {
        add_plane_turn(&mut bar.rotation, &turn::<A, 3, 2>(&seed));
        bar.translation.vector += shift::<A, 3, 2>(&seed);
    }
    Isometry3, ByRef, 4, |motion, seed, bar, ws| {
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
