//! Rotations: matrices, quaternions and complex numbers of unit length, and what they do to vectors and points.
//!
//! A rotation is differentiated as the numbers that it holds: the inverse of a matrix that is a rotation is its transpose, that of a
//! quaternion or of a complex number its conjugate, and that is what their derivatives are, too.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::rows;
use crate::foreign::{operators, paths};
use crate::operators::{MulAdjoint, PlainAssign};
use crate::scalar::{Scalar, times};
use nalgebra::{
    AbstractRotation, Complex, Point, Quaternion, RealField, Rotation, SMatrix, SVector, Unit, UnitComplex,
    UnitQuaternion, Vector2, Vector3,
};

/// A rotation of which products and the inverse have adjoints.
pub trait Turn<A: Scalar + RealField, const D: usize>:
    AbstractRotation<A, D>
    + Differentiable<Shape = ()>
    + MulAdjoint<SVector<A, D>, Seed = SVector<A, D>>
    + MulAdjoint<Self, Seed = <Self as Differentiable>::Cotangent>
{
    /// From the cotangent of the inverse to that of the rotation.
    fn inverse_bar(seed: &Self::Cotangent) -> Self::Cotangent;
}

impl<A: Scalar + RealField, const D: usize> Turn<A, D> for Rotation<A, D> {
    #[inline(always)]
    fn inverse_bar(seed: &SMatrix<A, D, D>) -> SMatrix<A, D, D> {
        seed.transpose()
    }
}

impl<A: Scalar + RealField> Turn<A, 3> for UnitQuaternion<A> {
    #[inline(always)]
    fn inverse_bar(seed: &Quaternion<A>) -> Quaternion<A> {
        seed.conjugate()
    }
}

impl<A: Scalar + RealField> Turn<A, 2> for UnitComplex<A> {
    #[inline(always)]
    fn inverse_bar(seed: &Complex<A>) -> Complex<A> {
        Complex::new(seed.re, -seed.im)
    }
}

/// The cotangent is a matrix.
///
/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::{Matrix2, Rotation2};
///
/// assert_eq!(Rotation2::new(0.5).zero_cotangent(), Matrix2::zeros());
/// ```
impl<A: Scalar, const D: usize> Differentiable for Rotation<A, D> {
    type Cotangent = SMatrix<A, D, D>;
    type Shape = ();
    fn coarseness(&self) -> f64 {
        A::ZERO.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) {}
    #[inline(always)]
    fn zero_of((): &()) -> SMatrix<A, D, D> {
        SMatrix::zeros()
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &SMatrix<A, D, D>) {
        let mut matrix = *self.matrix();
        matrix.add_scaled(alpha, cotangent);
        *self = Self::from_matrix_unchecked(matrix);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Cotangent::flatten_into(self.matrix(), out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        let mut matrix = *self.matrix();
        Cotangent::unflatten_from(&mut matrix, flat);
        *self = Self::from_matrix_unchecked(matrix);
    }
}

impl<A: Scalar, const D: usize> PlainAssign for Rotation<A, D> {}
impl<T> PlainAssign for Unit<T> {}

operators! {
    /// The adjoints of the product of matrices.
    impl MulAdjoint[A: Scalar + RealField, const D: usize] Rotation<A, D>, Rotation<A, D> => SMatrix<A, D, D>;
        mul_left |l, r, seed, ws| {
            <SMatrix<A, D, D> as MulAdjoint<SMatrix<A, D, D>, F>>::mul_left(l.matrix(), r.matrix(), seed, ws)
        }
        mul_right |l, r, seed, ws| {
            <SMatrix<A, D, D> as MulAdjoint<SMatrix<A, D, D>, F>>::mul_right(l.matrix(), r.matrix(), seed, ws)
        }
        rows mul_tangent |_, r| { r.zero_cotangent() }

    /// The adjoints of the product of matrices.
    impl MulAdjoint[A: Scalar + RealField, const D: usize, const C: usize] Rotation<A, D>, SMatrix<A, D, C> => SMatrix<A, D, C>;
        mul_left |l, r, seed, ws| { <SMatrix<A, D, D> as MulAdjoint<SMatrix<A, D, C>, F>>::mul_left(l.matrix(), r, seed, ws) }
        mul_right |l, r, seed, ws| { <SMatrix<A, D, D> as MulAdjoint<SMatrix<A, D, C>, F>>::mul_right(l.matrix(), r, seed, ws) }
        rows mul_tangent |_, r| { r.zero_cotangent() }

    /// The adjoints of the product of matrices.
    impl MulAdjoint[A: Scalar + RealField, const D: usize, const R: usize] SMatrix<A, R, D>, Rotation<A, D> => SMatrix<A, R, D>;
        mul_left |l, r, seed, ws| { <Self as MulAdjoint<SMatrix<A, D, D>, F>>::mul_left(l, r.matrix(), seed, ws) }
        mul_right |l, r, seed, ws| { <Self as MulAdjoint<SMatrix<A, D, D>, F>>::mul_right(l, r.matrix(), seed, ws) }
        rows mul_tangent |l, _| { l.zero_cotangent() }
}

/// What is turned keeps its length; the adjoints are those of the vector.
macro_rules! of_directions {
    ($([$($parameters:tt)*] $Rotation:ty, $D:expr;)*) => {$(
        operators! {
            impl MulAdjoint[A: Scalar + RealField, $($parameters)*] $Rotation, Unit<SVector<A, { $D }>> => SVector<A, { $D }>;
                mul_left |l, v, seed, ws| { <Self as MulAdjoint<SVector<A, { $D }>, F>>::mul_left(l, v.as_ref(), seed, ws) }
                mul_right |l, v, seed, ws| { <Self as MulAdjoint<SVector<A, { $D }>, F>>::mul_right(l, v.as_ref(), seed, ws) }
                rows mul_tangent |_, v| { v.zero_cotangent() }
        }
    )*};
}

of_directions! {
    [const D: usize] Rotation<A, D>, D;
    [] UnitQuaternion<A>, 3;
    [] UnitComplex<A>, 2;
}

operators! {
    /// Original: `y = l * r` of complex numbers.\
    /// Adjoint: `l_bar = y_bar · r*` and `r_bar = l* · y_bar`, with the conjugates.
    impl MulAdjoint[A: Scalar + RealField] UnitComplex<A>, UnitComplex<A> => Complex<A>;
        mul_left |_, r, seed, _| {
            Complex::new(
                times(seed.re, r.re) + times(seed.im, r.im),
                times(seed.im, r.re) - times(seed.re, r.im),
            )
        }
        mul_right |l, r, seed, ws| { <Self as MulAdjoint<Self, F>>::mul_left(r, l, seed, ws) }
        rows mul_tangent |_, r| { r.zero_cotangent() }

    /// The same as of complex numbers, of which a vector is one.
    impl MulAdjoint[A: Scalar + RealField] UnitComplex<A>, Vector2<A> => Vector2<A>;
        mul_left |_, v, seed, _| {
            Complex::new(
                times(seed.x, v.x) + times(seed.y, v.y),
                times(seed.y, v.x) - times(seed.x, v.y),
            )
        }
        mul_right |l, _, seed, _| {
            Vector2::new(
                times(seed.x, l.re) + times(seed.y, l.im),
                times(seed.y, l.re) - times(seed.x, l.im),
            )
        }
        rows mul_tangent |_, r| { r.zero_cotangent() }
}

/// Rotations of points: what they do to the vectors of their coordinates.
macro_rules! of_points {
    ($([$($parameters:tt)*] $Rotation:ty, $D:expr;)*) => {$(
        operators! {
            impl MulAdjoint[A: Scalar + RealField, $($parameters)*] $Rotation, Point<A, { $D }> => Point<A, { $D }>;
                mul_left |l, p, seed, ws| { <Self as MulAdjoint<SVector<A, { $D }>>>::mul_left(l, &p.coords, &seed.coords, ws) }
                mul_right |l, p, seed, ws| { <Self as MulAdjoint<SVector<A, { $D }>>>::mul_right(l, &p.coords, &seed.coords, ws).into() }
                rows mul_tangent |_, p| { p.zero_cotangent() }
        }
    )*};
}

of_points! {
    [const D: usize] Rotation<A, D>, D;
    [] UnitQuaternion<A>, 3;
    [] UnitComplex<A>, 2;
}

rows! {
    /// The pairs of the methods that all rotations have.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Rotation2, Vector2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (turn, v, mut v_bar) = (Rotation2::new(0.0), Vector2::new(3.0, 4.0), Vector2::zeros());
    /// let (turned, ()) = turn.transform_vector_differentiable_push(&v, &mut ws);
    /// turn.transform_vector_differentiable_pull((), &mut ws, Vector2::new(1.0, 2.0), None, (&v, Some(&mut v_bar)));
    /// assert_eq!((turned, v_bar), (v, Vector2::new(1.0, 2.0)));
    /// ```
    TurnMethods[A: Scalar + RealField, const D: usize][A, D] for [, T: Turn<A, D>] T;

    /// The cotangent is turned back as the numbers are.
    fn inverse(ref x) -> Self;
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&Self::inverse_bar(&seed)); }
        tangent: jacobian;

    /// The adjoint of the product.
    fn transform_vector(ref x, v: lent SVector<A, D>) -> SVector<A, D>;
        adjoint in ws |(), seed, x_bar, v_bar| {
            if let Some(x_bar) = x_bar {
                x_bar.accumulate(&<Self as MulAdjoint<SVector<A, D>>>::mul_left(x, v, &seed, ws));
            }
            if let Some(v_bar) = v_bar {
                v_bar.accumulate(&<Self as MulAdjoint<SVector<A, D>>>::mul_right(x, v, &seed, ws));
            }
        }
        tangent: jacobian;

    /// The adjoint of the product with the inverse.
    fn inverse_transform_vector(ref x, v: lent SVector<A, D>) -> SVector<A, D>;
        adjoint in ws |(), seed, x_bar, v_bar| {
            let inverse = x.inverse();
            if let Some(x_bar) = x_bar {
                let inverse_bar = <Self as MulAdjoint<SVector<A, D>>>::mul_left(&inverse, v, &seed, ws);
                x_bar.accumulate(&Self::inverse_bar(&inverse_bar));
            }
            if let Some(v_bar) = v_bar {
                v_bar.accumulate(&<Self as MulAdjoint<SVector<A, D>>>::mul_right(&inverse, v, &seed, ws));
            }
        }
        tangent: jacobian;

    /// That of the vector of its coordinates.
    fn transform_point(ref x, p: lent Point<A, D>) -> Point<A, D>;
        adjoint in ws |(), seed, x_bar, p_bar| {
            let of_coords = (&p.coords, p_bar.map(|x_bar| &mut x_bar.coords));
            x.transform_vector_differentiable_pull((), ws, seed.coords, x_bar, of_coords);
        }
        tangent: jacobian;

    /// That of the vector of its coordinates.
    fn inverse_transform_point(ref x, p: lent Point<A, D>) -> Point<A, D>;
        adjoint in ws |(), seed, x_bar, p_bar| {
            let of_coords = (&p.coords, p_bar.map(|x_bar| &mut x_bar.coords));
            x.inverse_transform_vector_differentiable_pull((), ws, seed.coords, x_bar, of_coords);
        }
        tangent: jacobian;
}

rows! {
    /// The pairs of the methods of rotations that are matrices.
    RotationMatrixMethods[A: Scalar + RealField, const D: usize][A, D] for [] Rotation<A, D>;

    /// The transpose of the cotangent.
    fn transpose(ref x) -> Self;
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&seed.transpose()); }
        tangent |x_dot| { x_dot.transpose() }

    /// The cotangent is the same.
    fn into_inner(move x) -> SMatrix<A, D, D>;
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&seed); }
        tangent |x_dot| { *x_dot }
}

paths! {
    /// The twin of what takes a matrix for a rotation.
    RotationConstructors[A: Scalar + RealField, const D: usize][A, D] for [] Rotation<A, D>;

    fn from_matrix_unchecked(matrix: by SMatrix<A, D, D>);
        adjoint |(), seed, _| { (seed,) }
        tangent |matrix_dot| { matrix_dot }
}

/// What a matrix says of the axis of a rotation: the components of its antisymmetric part, twice.
#[inline(always)]
pub(super) fn turning<A: Scalar>(m: &SMatrix<A, 3, 3>) -> Vector3<A> {
    Vector3::new(m[(2, 1)] - m[(1, 2)], m[(0, 2)] - m[(2, 0)], m[(1, 0)] - m[(0, 1)])
}
