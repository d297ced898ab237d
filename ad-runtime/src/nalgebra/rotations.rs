//! Rotations: matrices, quaternions and complex numbers of unit length, and what they do to vectors and points.
//!
//! A rotation is differentiated as the numbers that it holds: the inverse of a matrix that is a rotation is its transpose, that of a
//! quaternion or of a complex number its conjugate, and that is what their derivatives are, too.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::methods::Slot;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::found::{At, ByMove, ByRef, at};
use crate::operators::{MulAdjoint, PlainAssign};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
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

/// The adjoints of the product of matrices.
impl<A: Scalar + RealField, const D: usize, F> MulAdjoint<Rotation<A, D>, F> for Rotation<A, D> {
    type Seed = SMatrix<A, D, D>;
    #[inline]
    fn mul_left(l: &Self, r: &Self, seed: &Self::Seed, ws: &mut Workspace) -> SMatrix<A, D, D> {
        <SMatrix<A, D, D> as MulAdjoint<SMatrix<A, D, D>, F>>::mul_left(l.matrix(), r.matrix(), seed, ws)
    }
    #[inline]
    fn mul_right(l: &Self, r: &Self, seed: &Self::Seed, ws: &mut Workspace) -> SMatrix<A, D, D> {
        <SMatrix<A, D, D> as MulAdjoint<SMatrix<A, D, D>, F>>::mul_right(l.matrix(), r.matrix(), seed, ws)
    }
}

/// The adjoints of the product of matrices.
impl<A: Scalar + RealField, const D: usize, const C: usize, F> MulAdjoint<SMatrix<A, D, C>, F> for Rotation<A, D> {
    type Seed = SMatrix<A, D, C>;
    #[inline]
    fn mul_left(l: &Self, r: &SMatrix<A, D, C>, seed: &Self::Seed, ws: &mut Workspace) -> SMatrix<A, D, D> {
        <SMatrix<A, D, D> as MulAdjoint<SMatrix<A, D, C>, F>>::mul_left(l.matrix(), r, seed, ws)
    }
    #[inline]
    fn mul_right(l: &Self, r: &SMatrix<A, D, C>, seed: &Self::Seed, ws: &mut Workspace) -> SMatrix<A, D, C> {
        <SMatrix<A, D, D> as MulAdjoint<SMatrix<A, D, C>, F>>::mul_right(l.matrix(), r, seed, ws)
    }
}

/// The adjoints of the product of matrices.
impl<A: Scalar + RealField, const D: usize, const R: usize, F> MulAdjoint<Rotation<A, D>, F> for SMatrix<A, R, D> {
    type Seed = SMatrix<A, R, D>;
    #[inline]
    fn mul_left(l: &Self, r: &Rotation<A, D>, seed: &Self::Seed, ws: &mut Workspace) -> SMatrix<A, R, D> {
        <Self as MulAdjoint<SMatrix<A, D, D>, F>>::mul_left(l, r.matrix(), seed, ws)
    }
    #[inline]
    fn mul_right(l: &Self, r: &Rotation<A, D>, seed: &Self::Seed, ws: &mut Workspace) -> SMatrix<A, D, D> {
        <Self as MulAdjoint<SMatrix<A, D, D>, F>>::mul_right(l, r.matrix(), seed, ws)
    }
}

/// What is turned keeps its length; the adjoints are those of the vector.
macro_rules! of_directions {
    ($([$($parameters:tt)*] $Rotation:ty, $D:expr;)*) => {$(
        impl<A: Scalar + RealField, F, $($parameters)*> MulAdjoint<Unit<SVector<A, { $D }>>, F> for $Rotation {
            type Seed = SVector<A, { $D }>;
            #[inline]
            fn mul_left(l: &Self, v: &Unit<SVector<A, { $D }>>, seed: &Self::Seed, ws: &mut Workspace) -> Self::Cotangent {
                <Self as MulAdjoint<SVector<A, { $D }>, F>>::mul_left(l, v.as_ref(), seed, ws)
            }
            #[inline]
            fn mul_right(l: &Self, v: &Unit<SVector<A, { $D }>>, seed: &Self::Seed, ws: &mut Workspace) -> Self::Seed {
                <Self as MulAdjoint<SVector<A, { $D }>, F>>::mul_right(l, v.as_ref(), seed, ws)
            }
        }
    )*};
}

of_directions! {
    [const D: usize] Rotation<A, D>, D;
    [] UnitQuaternion<A>, 3;
    [] UnitComplex<A>, 2;
}

/// Original: `y = l * r` of complex numbers.\
/// Adjoint: `l_bar = y_bar · r*` and `r_bar = l* · y_bar`, with the conjugates.
impl<A: Scalar + RealField, F> MulAdjoint<UnitComplex<A>, F> for UnitComplex<A> {
    type Seed = Complex<A>;
    #[inline]
    fn mul_left(_: &Self, r: &Self, seed: &Complex<A>, _: &mut Workspace) -> Complex<A> {
        Complex::new(
            times(seed.re, r.re) + times(seed.im, r.im),
            times(seed.im, r.re) - times(seed.re, r.im),
        )
    }
    #[inline]
    fn mul_right(l: &Self, r: &Self, seed: &Complex<A>, ws: &mut Workspace) -> Complex<A> {
        <Self as MulAdjoint<Self, F>>::mul_left(r, l, seed, ws)
    }
}

/// The same as of complex numbers, of which a vector is one.
impl<A: Scalar + RealField, F> MulAdjoint<Vector2<A>, F> for UnitComplex<A> {
    type Seed = Vector2<A>;
    #[inline]
    fn mul_left(_: &Self, v: &Vector2<A>, seed: &Vector2<A>, _: &mut Workspace) -> Complex<A> {
        Complex::new(
            times(seed.x, v.x) + times(seed.y, v.y),
            times(seed.y, v.x) - times(seed.x, v.y),
        )
    }
    #[inline]
    fn mul_right(l: &Self, _: &Vector2<A>, seed: &Vector2<A>, _: &mut Workspace) -> Vector2<A> {
        Vector2::new(
            times(seed.x, l.re) + times(seed.y, l.im),
            times(seed.y, l.re) - times(seed.x, l.im),
        )
    }
}

/// Rotations of points: what they do to the vectors of their coordinates.
macro_rules! of_points {
    ($([$($parameters:tt)*] $Rotation:ty, $D:expr;)*) => {$(
        impl<A: Scalar + RealField, F, $($parameters)*> MulAdjoint<Point<A, { $D }>, F> for $Rotation {
            type Seed = Point<A, { $D }>;
            #[inline]
            fn mul_left(l: &Self, p: &Point<A, { $D }>, seed: &Self::Seed, ws: &mut Workspace) -> Self::Cotangent {
                <Self as MulAdjoint<SVector<A, { $D }>>>::mul_left(l, &p.coords, &seed.coords, ws)
            }
            #[inline]
            fn mul_right(l: &Self, p: &Point<A, { $D }>, seed: &Self::Seed, ws: &mut Workspace) -> Point<A, { $D }> {
                <Self as MulAdjoint<SVector<A, { $D }>>>::mul_right(l, &p.coords, &seed.coords, ws).into()
            }
        }
    )*};
}

of_points! {
    [const D: usize] Rotation<A, D>, D;
    [] UnitQuaternion<A>, 3;
    [] UnitComplex<A>, 2;
}

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
pub trait TurnMethods<A: Scalar + RealField, const D: usize>: Turn<A, D> {
    /// Whose method this is.
    fn inverse_differentiable_at(&self) -> At<Self, ByRef> {
        at()
    }

    /// `r.inverse()`.
    #[inline(always)]
    fn inverse_differentiable_push(&self, _: &mut Workspace) -> (Self, ()) {
        (self.inverse(), ())
    }

    /// The cotangent is turned back as the numbers are.
    #[inline(always)]
    fn inverse_differentiable_pull(
        &self,
        (): (),
        _: &mut Workspace,
        seed: Self::Cotangent,
        bar: Option<&mut Self::Cotangent>,
    ) {
        if let Some(bar) = bar {
            bar.accumulate(&Self::inverse_bar(&seed));
        }
    }

    /// Whose method this is.
    fn transform_vector_differentiable_at(&self, _v: &SVector<A, D>) -> At<Self, ByRef> {
        at()
    }

    /// `r.transform_vector(&v)`.
    #[inline(always)]
    fn transform_vector_differentiable_push(&self, v: &SVector<A, D>, _: &mut Workspace) -> (SVector<A, D>, ()) {
        (self.transform_vector(v), ())
    }

    /// The adjoint of the product.
    #[inline]
    fn transform_vector_differentiable_pull(
        &self,
        (): (),
        ws: &mut Workspace,
        seed: SVector<A, D>,
        bar: Option<&mut Self::Cotangent>,
        (v, v_bar): Slot<'_, SVector<A, D>>,
    ) {
        if let Some(bar) = bar {
            bar.accumulate(&<Self as MulAdjoint<SVector<A, D>>>::mul_left(self, v, &seed, ws));
        }
        if let Some(v_bar) = v_bar {
            v_bar.accumulate(&<Self as MulAdjoint<SVector<A, D>>>::mul_right(self, v, &seed, ws));
        }
    }

    /// Whose method this is.
    fn inverse_transform_vector_differentiable_at(&self, _v: &SVector<A, D>) -> At<Self, ByRef> {
        at()
    }

    /// `r.inverse_transform_vector(&v)`.
    #[inline(always)]
    fn inverse_transform_vector_differentiable_push(
        &self,
        v: &SVector<A, D>,
        _: &mut Workspace,
    ) -> (SVector<A, D>, ()) {
        (self.inverse_transform_vector(v), ())
    }

    /// The adjoint of the product with the inverse.
    #[inline]
    fn inverse_transform_vector_differentiable_pull(
        &self,
        (): (),
        ws: &mut Workspace,
        seed: SVector<A, D>,
        bar: Option<&mut Self::Cotangent>,
        (v, v_bar): Slot<'_, SVector<A, D>>,
    ) {
        let inverse = self.inverse();
        if let Some(bar) = bar {
            let inverse_bar = <Self as MulAdjoint<SVector<A, D>>>::mul_left(&inverse, v, &seed, ws);
            bar.accumulate(&Self::inverse_bar(&inverse_bar));
        }
        if let Some(v_bar) = v_bar {
            v_bar.accumulate(&<Self as MulAdjoint<SVector<A, D>>>::mul_right(&inverse, v, &seed, ws));
        }
    }

    /// Whose method this is.
    fn transform_point_differentiable_at(&self, _p: &Point<A, D>) -> At<Self, ByRef> {
        at()
    }

    /// `r.transform_point(&p)`.
    #[inline(always)]
    fn transform_point_differentiable_push(&self, p: &Point<A, D>, _: &mut Workspace) -> (Point<A, D>, ()) {
        (self.transform_point(p), ())
    }

    /// That of the vector of its coordinates.
    #[inline(always)]
    fn transform_point_differentiable_pull(
        &self,
        (): (),
        ws: &mut Workspace,
        seed: Point<A, D>,
        bar: Option<&mut Self::Cotangent>,
        (p, p_bar): Slot<'_, Point<A, D>>,
    ) {
        let of_coords = (&p.coords, p_bar.map(|bar| &mut bar.coords));
        self.transform_vector_differentiable_pull((), ws, seed.coords, bar, of_coords);
    }

    /// Whose method this is.
    fn inverse_transform_point_differentiable_at(&self, _p: &Point<A, D>) -> At<Self, ByRef> {
        at()
    }

    /// `r.inverse_transform_point(&p)`.
    #[inline(always)]
    fn inverse_transform_point_differentiable_push(&self, p: &Point<A, D>, _: &mut Workspace) -> (Point<A, D>, ()) {
        (self.inverse_transform_point(p), ())
    }

    /// That of the vector of its coordinates.
    #[inline(always)]
    fn inverse_transform_point_differentiable_pull(
        &self,
        (): (),
        ws: &mut Workspace,
        seed: Point<A, D>,
        bar: Option<&mut Self::Cotangent>,
        (p, p_bar): Slot<'_, Point<A, D>>,
    ) {
        let of_coords = (&p.coords, p_bar.map(|bar| &mut bar.coords));
        self.inverse_transform_vector_differentiable_pull((), ws, seed.coords, bar, of_coords);
    }
}

impl<A: Scalar + RealField, const D: usize, T: Turn<A, D>> TurnMethods<A, D> for T {}

/// The pairs of the methods of rotations that are matrices.
pub trait RotationMatrixMethods<A: Scalar, const D: usize>:
    Differentiable<Cotangent = SMatrix<A, D, D>> + Sized
{
    /// Whose method this is.
    fn transpose_differentiable_at(&self) -> At<Self, ByRef> {
        at()
    }

    /// `r.transpose()`.
    fn transpose_differentiable_push(&self, ws: &mut Workspace) -> (Self, ());

    /// The transpose of the cotangent.
    #[inline]
    fn transpose_differentiable_pull(
        &self,
        (): (),
        _: &mut Workspace,
        seed: SMatrix<A, D, D>,
        bar: Option<&mut SMatrix<A, D, D>>,
    ) {
        if let Some(bar) = bar {
            bar.accumulate(&seed.transpose());
        }
    }

    /// Whose method this is.
    #[allow(clippy::wrong_self_convention)] // Only its type is asked for.
    fn into_inner_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `r.into_inner()`.
    #[allow(clippy::wrong_self_convention)]
    fn into_inner_differentiable_push(&self, ws: &mut Workspace) -> (SMatrix<A, D, D>, ());

    /// The cotangent is the same.
    #[inline]
    #[allow(clippy::wrong_self_convention)]
    fn into_inner_differentiable_pull(
        &self,
        (): (),
        _: &mut Workspace,
        seed: SMatrix<A, D, D>,
        bar: Option<&mut SMatrix<A, D, D>>,
    ) {
        if let Some(bar) = bar {
            bar.accumulate(&seed);
        }
    }
}

/// The twin of what takes a matrix for a rotation.
pub trait RotationConstructors<A: Scalar, const D: usize>:
    Differentiable<Cotangent = SMatrix<A, D, D>> + Sized
{
    /// `from_matrix_unchecked`.
    fn from_matrix_unchecked_differentiable(
        matrix: SMatrix<A, D, D>,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, SMatrix<A, D, D>, ()) -> (SMatrix<A, D, D>,) + use<Self, A, D>,
    );
}

impl<A: Scalar + RealField, const D: usize> RotationConstructors<A, D> for Rotation<A, D> {
    #[inline(always)]
    fn from_matrix_unchecked_differentiable(
        matrix: SMatrix<A, D, D>,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, SMatrix<A, D, D>, ()) -> (SMatrix<A, D, D>,) + use<A, D>,
    ) {
        let pullback = |_: &mut Workspace, seed: SMatrix<A, D, D>, ()| (seed,);
        (Self::from_matrix_unchecked(matrix), pullback)
    }
}

impl<A: Scalar + RealField, const D: usize> RotationMatrixMethods<A, D> for Rotation<A, D> {
    #[inline(always)]
    fn transpose_differentiable_push(&self, _: &mut Workspace) -> (Self, ()) {
        (self.transpose(), ())
    }
    #[inline(always)]
    fn into_inner_differentiable_push(&self, _: &mut Workspace) -> (SMatrix<A, D, D>, ()) {
        (self.into_inner(), ())
    }
}

/// What a matrix says of the axis of a rotation: the components of its antisymmetric part, twice.
#[inline(always)]
pub(super) fn turning<A: Scalar>(m: &SMatrix<A, 3, 3>) -> Vector3<A> {
    Vector3::new(m[(2, 1)] - m[(1, 2)], m[(0, 2)] - m[(2, 0)], m[(1, 0)] - m[(0, 1)])
}
