//! Rigid motions: translations, and rotations with a translation after them.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::orientations::{NewUnitComplex, OrientationConstructors};
use super::rotations::Turn;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::paths;
use crate::foreign::rows;
use crate::foreign::{FromValue, operators};
use crate::operators::{MulAdjoint, PlainAssign};
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use nalgebra::{
    Isometry, Isometry2, Isometry3, Point, RealField, SVector, Translation, Translation2, Translation3, Unit,
    UnitComplex, UnitQuaternion, Vector2, Vector3,
};

/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::Translation2;
///
/// let mut t = Translation2::new(1.0, 2.0);
/// t.add_scaled(2.0, &Translation2::new(0.0, 0.5));
/// assert_eq!(t, Translation2::new(1.0, 3.0));
/// ```
impl<A: Scalar, const D: usize> Differentiable for Translation<A, D> {
    type Cotangent = Self;
    type Shape = ();
    fn coarseness(&self) -> f64 {
        A::ZERO.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) {}
    #[inline(always)]
    fn zero_of((): &()) -> Self {
        SVector::<A, D>::zeros().into()
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
        self.vector.add_scaled(alpha, &cotangent.vector);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Cotangent::flatten_into(self, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Cotangent::unflatten_from(self, flat);
    }
}

impl<A: Scalar, const D: usize> Cotangent for Translation<A, D> {
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        self.vector.accumulate(&other.vector);
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        self.vector.scale(alpha);
    }
    #[inline(always)]
    fn zero_like(&self) -> Self {
        Self::zero_of(&())
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Cotangent::flatten_into(&self.vector, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Cotangent::unflatten_from(&mut self.vector, flat);
    }
}

impl<A: Scalar, const D: usize> PlainAssign for Translation<A, D> {}

/// The cotangent of an [`Isometry`]: that of each of its parts, under the same names.
#[derive(Clone, Debug, PartialEq)]
pub struct IsometryBar<A: Scalar, B, const D: usize> {
    /// The cotangent of the rotation: of a quaternion a [`Quaternion`].
    pub rotation: B,
    /// The cotangent of the translation.
    pub translation: Translation<A, D>,
}

/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::{Isometry3, Vector3};
///
/// let mut motion = Isometry3::translation(1.0, 2.0, 3.0);
/// let mut bar = motion.zero_cotangent();
/// bar.translation.vector.x = 1.0;
/// motion.add_scaled(0.5, &bar);
/// assert_eq!(motion.translation.vector, Vector3::new(1.5, 2.0, 3.0));
/// ```
impl<A: Scalar + RealField, R: Turn<A, D>, const D: usize> Differentiable for Isometry<A, R, D> {
    type Cotangent = IsometryBar<A, R::Cotangent, D>;
    type Shape = ();
    fn coarseness(&self) -> f64 {
        A::ZERO.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) {}
    #[inline(always)]
    fn zero_of((): &()) -> Self::Cotangent {
        IsometryBar {
            rotation: R::zero_of(&()),
            translation: Translation::zero_of(&()),
        }
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        self.rotation.add_scaled(alpha, &cotangent.rotation);
        self.translation.add_scaled(alpha, &cotangent.translation);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.rotation.flatten_into(out);
        Differentiable::flatten_into(&self.translation, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.rotation.unflatten_from(flat);
        Differentiable::unflatten_from(&mut self.translation, flat);
    }
}

impl<A: Scalar, B: Cotangent, const D: usize> Cotangent for IsometryBar<A, B, D> {
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        self.rotation.accumulate(&other.rotation);
        self.translation.accumulate(&other.translation);
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        self.rotation.scale(alpha);
        self.translation.scale(alpha);
    }
    #[inline(always)]
    fn zero_like(&self) -> Self {
        IsometryBar {
            rotation: self.rotation.zero_like(),
            translation: self.translation.zero_like(),
        }
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.rotation.flatten_into(out);
        Cotangent::flatten_into(&self.translation, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.rotation.unflatten_from(flat);
        Cotangent::unflatten_from(&mut self.translation, flat);
    }
}

impl<A: Scalar + RealField, R, const D: usize> PlainAssign for Isometry<A, R, D> {}

operators! {
    /// Original: `y = l + r` of the vectors.
    impl MulAdjoint[A: Scalar + RealField, const D: usize] Translation<A, D>, Translation<A, D> => Self;
        mul_left |_, _, seed, _| { *seed }
        mul_right |_, _, seed, _| { *seed }
        rows mul_tangent |_, r| { r.zero_cotangent() }

    /// Original: `y = l + p`.
    impl MulAdjoint[A: Scalar + RealField, const D: usize] Translation<A, D>, Point<A, D> => Point<A, D>;
        mul_left |_, _, seed, _| { seed.coords.into() }
        mul_right |_, _, seed, _| { *seed }
        rows mul_tangent |_, r| { r.zero_cotangent() }

    /// Original: `y = (R, l + t)`.
    impl MulAdjoint[A: Scalar + RealField, R: Turn<A, D>, const D: usize] Translation<A, D>, Isometry<A, R, D> => IsometryBar<A, R::Cotangent, D>;
        mul_left |_, _, seed, _| { seed.translation }
        mul_right |_, _, seed, _| { seed.clone() }
        rows mul_tangent |_, r| { r.zero_cotangent() }
}

/// The adjoints of a rotation's products with a vector and with a rotation.
fn turned<A: Scalar + RealField, R: Turn<A, D>, const D: usize>(
    turn: &R,
    v: &SVector<A, D>,
    seed: &SVector<A, D>,
    ws: &mut Workspace,
) -> R::Cotangent {
    <R as MulAdjoint<SVector<A, D>>>::mul_left(turn, v, seed, ws)
}

fn turned_back<A: Scalar + RealField, R: Turn<A, D>, const D: usize>(
    turn: &R,
    v: &SVector<A, D>,
    seed: &SVector<A, D>,
    ws: &mut Workspace,
) -> SVector<A, D> {
    <R as MulAdjoint<SVector<A, D>>>::mul_right(turn, v, seed, ws)
}

operators! {
    /// Original: `y = (L · R, l + L · r)`.
    impl MulAdjoint[A: Scalar + RealField, R: Turn<A, D>, const D: usize] Isometry<A, R, D>, Isometry<A, R, D> => IsometryBar<A, R::Cotangent, D>;
        mul_left |l, r, seed, ws| {
            let mut rotation = <R as MulAdjoint<R>>::mul_left(&l.rotation, &r.rotation, &seed.rotation, ws);
            rotation.accumulate(&turned(
                &l.rotation,
                &r.translation.vector,
                &seed.translation.vector,
                ws,
            ));
            IsometryBar {
                rotation,
                translation: seed.translation,
            }
        }
        mul_right |l, r, seed, ws| {
            IsometryBar {
                rotation: <R as MulAdjoint<R>>::mul_right(&l.rotation, &r.rotation, &seed.rotation, ws),
                translation: turned_back(&l.rotation, &r.translation.vector, &seed.translation.vector, ws).into(),
            }
        }
        rows mul_tangent |_, r| { r.zero_cotangent() }

    /// Original: `y = (L, l + L · r)`.
    impl MulAdjoint[A: Scalar + RealField, R: Turn<A, D>, const D: usize] Isometry<A, R, D>, Translation<A, D> => IsometryBar<A, R::Cotangent, D>;
        mul_left |l, r, seed, ws| {
            let mut bar = seed.clone();
            bar.rotation
                .accumulate(&turned(&l.rotation, &r.vector, &seed.translation.vector, ws));
            bar
        }
        mul_right |l, r, seed, ws| { turned_back(&l.rotation, &r.vector, &seed.translation.vector, ws).into() }
        rows mul_tangent |l, _| { l.zero_cotangent() }

    /// Original: `y = l + L · p`.
    impl MulAdjoint[A: Scalar + RealField, R: Turn<A, D>, const D: usize] Isometry<A, R, D>, Point<A, D> => Point<A, D>;
        mul_left |l, p, seed, ws| {
            IsometryBar {
                rotation: turned(&l.rotation, &p.coords, &seed.coords, ws),
                translation: seed.coords.into(),
            }
        }
        mul_right |l, p, seed, ws| { turned_back(&l.rotation, &p.coords, &seed.coords, ws).into() }
        rows mul_tangent |_, r| { r.zero_cotangent() }

    /// Original: `y = L · v`.
    impl MulAdjoint[A: Scalar + RealField, R: Turn<A, D>, const D: usize] Isometry<A, R, D>, SVector<A, D> => SVector<A, D>;
        mul_left |l, v, seed, ws| {
            IsometryBar {
                rotation: turned(&l.rotation, v, seed, ws),
                translation: Translation::zero_of(&()),
            }
        }
        mul_right |l, v, seed, ws| { turned_back(&l.rotation, v, seed, ws) }
        rows mul_tangent |_, r| { r.zero_cotangent() }

    /// Original: `y = L · v`, of unit length as `v` is.
    impl MulAdjoint[A: Scalar + RealField, R: Turn<A, D>, const D: usize] Isometry<A, R, D>, Unit<SVector<A, D>> => SVector<A, D>;
        mul_left |l, v, seed, ws| { <Self as MulAdjoint<SVector<A, D>, F>>::mul_left(l, v.as_ref(), seed, ws) }
        mul_right |l, v, seed, ws| { <Self as MulAdjoint<SVector<A, D>, F>>::mul_right(l, v.as_ref(), seed, ws) }
        rows mul_tangent |_, r| { r.zero_cotangent() }
}

paths! {
    /// The twin of `new`.
    NewTranslation2[A: Scalar + RealField][A] for [] Translation2<A>;

    fn new(x: by A, y: by A);
        adjoint |(), bar, _, _| { (bar.vector.x, bar.vector.y) }
        tangent: linear;
}

paths! {
    /// The twin of `new`.
    NewTranslation3[A: Scalar + RealField][A] for [] Translation3<A>;

    fn new(x: by A, y: by A, z: by A);
        adjoint |(), bar, _, _, _| { (bar.vector.x, bar.vector.y, bar.vector.z) }
        tangent: linear;
}

impl<A: Scalar + RealField, const D: usize> FromValue<SVector<A, D>> for Translation<A, D> {
    #[inline(always)]
    fn from_differentiable(
        vector: SVector<A, D>,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (SVector<A, D>,) + use<A, D>,
    ) {
        (vector.into(), |_: &mut Workspace, bar: Self, ()| (bar.vector,))
    }
}

paths! {
    /// The twin of `new`.
    NewIsometry3[A: Scalar + RealField][A] for [] Isometry3<A>;

    /// A translation, and a rotation by an axis of the length of the angle.
    fn new(translation: by Vector3<A>, v: by Vector3<A>), keeps Vector3<A>;
        value { (Self::new(translation, v), v) }
        adjoint in ws |v, seed, _, _| {
            let (v_bar,) = UnitQuaternion::from_scaled_axis_differentiable_pull(v, ws, seed.rotation, ());
            (seed.translation.vector, v_bar)
        }
        tangent: jacobian;
}

paths! {
    /// The twin of `Isometry2::new`, whose arguments are of two types.
    PlaneMotion[A: Scalar + RealField][A] for [] Isometry2<A>;

    /// A translation, and a rotation by an angle.
    fn new(translation: by Vector2<A>, angle: by A), keeps UnitComplex<A>;
        value { let motion = Self::new(translation, angle); (motion, motion.rotation) }
        adjoint in ws |turn, seed, _, _| {
            let (angle_bar,) = UnitComplex::new_differentiable_pull(turn, ws, seed.rotation, ());
            (seed.translation.vector, angle_bar)
        }
        tangent: jacobian;
}

paths! {
    /// The twin of `Isometry2::translation`.
    PlaneShift[A: Scalar + RealField][A] for [] Isometry2<A>;

    /// A translation alone.
    fn translation(x: by A, y: by A);
        adjoint |(), bar, _, _| { let shift = bar.translation.vector; (shift[0], shift[1]) }
        tangent |x_dot, y_dot| { IsometryBar { rotation: UnitComplex::<A>::zero_of(&()), translation: Translation2::new(x_dot, y_dot) } }
}

paths! {
    /// The twin of `Isometry3::translation`.
    SpaceShift[A: Scalar + RealField][A] for [] Isometry3<A>;

    /// A translation alone.
    fn translation(x: by A, y: by A, z: by A);
        adjoint |(), bar, _, _, _| { let shift = bar.translation.vector; (shift[0], shift[1], shift[2]) }
        tangent |x_dot, y_dot, z_dot| {
            IsometryBar { rotation: UnitQuaternion::<A>::zero_of(&()), translation: Translation3::new(x_dot, y_dot, z_dot) }
        }
}

paths! {
    /// The twin of `Isometry::from_parts`.
    MotionOfParts[A: Scalar + RealField, R: Turn<A, D>, const D: usize][A, R, D] for [] Isometry<A, R, D>;

    /// A rotation, and a translation after it.
    fn from_parts(translation: by Translation<A, D>, rotation: by R);
        value { let motion = Self::from_parts(translation, rotation); (motion, ()) }
        adjoint |(), bar, _, _| { (bar.translation, bar.rotation) }
        tangent |translation_dot, rotation_dot| { IsometryBar { rotation: rotation_dot, translation: translation_dot } }
}

rows! {
    /// The pair of the inverse of a translation.
    TranslationMethods[][] for [A: Scalar + RealField, const D: usize] Translation<A, D>;

    /// Original: `y = -t`.
    fn inverse(ref x) -> Self;
        adjoint |(), seed, Some(x_bar)| { x_bar.vector -= seed.vector; }
        tangent: linear;
}

rows! {
    /// The rows of the methods of isometries.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Isometry3, Point3};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (motion, p) = (Isometry3::translation(1.0, 2.0, 3.0), Point3::new(0.0, 0.0, 1.0));
    /// let mut p_bar = Point3::origin();
    /// let (moved, ()) = motion.transform_point_differentiable_push(&p, &mut ws);
    /// motion.transform_point_differentiable_pull((), &mut ws, Point3::new(0.0, 0.0, 2.0), None, (&p, Some(&mut p_bar)));
    /// assert_eq!((moved, p_bar), (Point3::new(1.0, 2.0, 4.0), Point3::new(0.0, 0.0, 2.0)));
    /// ```
    IsometryMethods[A: Scalar + RealField, R: Turn<A, D>, const D: usize][A, R, D] for [] Isometry<A, R, D>;

    /// Original: `y = (R⁻¹, -(R⁻¹ · t))`.
    fn inverse(ref x) -> Self;
        adjoint in ws |(), mut seed, Some(x_bar)| {
            let (back, away) = (x.rotation.inverse(), -x.translation.vector);
            seed.rotation
                .accumulate(&turned(&back, &away, &seed.translation.vector, ws));
            x_bar.rotation.accumulate(&R::inverse_bar(&seed.rotation));
            x_bar.translation.vector -= turned_back(&back, &away, &seed.translation.vector, ws);
        }
        tangent: jacobian;

    /// Original: `y = (R⁻¹ · Q, R⁻¹ · (q - t))`.
    fn inv_mul(ref x, r: lent Self) -> Self;
        adjoint in ws |(), seed, x_bar, r_bar| {
            let back = x.rotation.inverse();
            let between = r.translation.vector - x.translation.vector;
            let between_bar = turned_back(&back, &between, &seed.translation.vector, ws);
            if let Some(x_bar) = x_bar {
                let mut back_bar = <R as MulAdjoint<R>>::mul_left(&back, &r.rotation, &seed.rotation, ws);
                back_bar.accumulate(&turned(&back, &between, &seed.translation.vector, ws));
                x_bar.rotation.accumulate(&R::inverse_bar(&back_bar));
                x_bar.translation.vector -= between_bar;
            }
            if let Some(r_bar) = r_bar {
                let of_rotation = <R as MulAdjoint<R>>::mul_right(&back, &r.rotation, &seed.rotation, ws);
                r_bar.rotation.accumulate(&of_rotation);
                r_bar.translation.vector += between_bar;
            }
        }
        tangent: jacobian;

    /// The adjoint of the product.
    fn transform_point(ref x, p: lent Point<A, D>) -> Point<A, D>;
        adjoint in ws |(), seed, x_bar, p_bar| {
            if let Some(x_bar) = x_bar {
                x_bar.accumulate(&<Self as MulAdjoint<Point<A, D>>>::mul_left(x, p, &seed, ws));
            }
            if let Some(p_bar) = p_bar {
                p_bar.accumulate(&<Self as MulAdjoint<Point<A, D>>>::mul_right(x, p, &seed, ws));
            }
        }
        tangent: jacobian;

    /// The adjoint of the product.
    fn transform_vector(ref x, v: lent SVector<A, D>) -> SVector<A, D>;
        adjoint in ws |(), seed, x_bar, v_bar| {
            if let Some(x_bar) = x_bar {
                x_bar.rotation.accumulate(&turned(&x.rotation, v, &seed, ws));
            }
            if let Some(v_bar) = v_bar {
                v_bar.accumulate(&turned_back(&x.rotation, v, &seed, ws));
            }
        }
        tangent: jacobian;

    /// Original: `y = R⁻¹ · (p - t)`.
    fn inverse_transform_point(ref x, p: lent Point<A, D>) -> Point<A, D>;
        adjoint in ws |(), seed, x_bar, p_bar| {
            let (back, from) = (x.rotation.inverse(), p.coords - x.translation.vector);
            let from_bar = turned_back(&back, &from, &seed.coords, ws);
            if let Some(x_bar) = x_bar {
                x_bar.rotation
                    .accumulate(&R::inverse_bar(&turned(&back, &from, &seed.coords, ws)));
                x_bar.translation.vector -= from_bar;
            }
            if let Some(p_bar) = p_bar {
                p_bar.coords += from_bar;
            }
        }
        tangent: jacobian;

    /// Original: `y = R⁻¹ · v`.
    fn inverse_transform_vector(ref x, v: lent SVector<A, D>) -> SVector<A, D>;
        adjoint in ws |(), seed, x_bar, v_bar| {
            let back = x.rotation.inverse();
            if let Some(x_bar) = x_bar {
                x_bar.rotation.accumulate(&R::inverse_bar(&turned(&back, v, &seed, ws)));
            }
            if let Some(v_bar) = v_bar {
                v_bar.accumulate(&turned_back(&back, v, &seed, ws));
            }
        }
        tangent: jacobian;

    /// Original: `y = R⁻¹ · v`.
    fn inverse_transform_unit_vector(ref x, v: lent Unit<SVector<A, D>>) -> Unit<SVector<A, D>>;
        adjoint in ws |(), seed, x_bar, v_bar| {
            x.inverse_transform_vector_differentiable_pull((), ws, seed, x_bar, (v.as_ref(), v_bar));
        }
        tangent: jacobian;
}
