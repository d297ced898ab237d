//! Rotations made of axes and angles, and the angles of rotations.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::decompositions::is_zero;
use super::rotations::turning;
use super::units::vector;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::New1;
use crate::foreign::paths;
use crate::foreign::rows;
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use nalgebra::{
    Complex, ComplexField, Matrix3, Quaternion, RealField, Rotation2, Rotation3, Unit, UnitComplex, UnitQuaternion,
    Vector3, Vector4,
};

paths! {
    /// The twin of `new`.
    NewUnitComplex[A: Scalar + RealField][A] for [] UnitComplex<A>;

    /// A rotation of the plane by an angle.
    ///
    /// Original: `z = (cos(a), sin(a))`.\
    /// Adjoint: `a_bar = cos(a) · im_bar - sin(a) · re_bar`.
    fn new(angle: by A), keeps Self;
        value { let turn = Self::new(angle); (turn, turn) }
        adjoint |turn, seed, _| { (times(seed.im, turn.re) - times(seed.re, turn.im),) }
        tangent |angle_dot| { let turn = Self::new(angle); Complex::new(times(angle_dot, -turn.im), times(angle_dot, turn.re)) }
}

paths! {
    /// The twin of `new`.
    NewRotation2[A: Scalar + RealField][A] for [] Rotation2<A>;

    /// A rotation of the plane by an angle, as a matrix.
    fn new(angle: by A), keeps Self;
        value { let turn = Self::new(angle); (turn, turn) }
        adjoint |turn, seed, _| {
            let (cos, sin) = (turn[(0, 0)], turn[(1, 0)]);
            let (along, across) = (seed[(0, 0)] + seed[(1, 1)], seed[(1, 0)] - seed[(0, 1)]);
            (times(across, cos) - times(along, sin),)
        }
        tangent: jacobian;
}

/// What a rotation of space is made of: axes and angles.
trait Orientation<A: Scalar + RealField>: Differentiable + Copy {
    /// The rotation about an axis of the length of the angle.
    fn of_scaled_axis(v: Vector3<A>) -> Self;
    /// The cotangent of that axis.
    fn scaled_axis_bar(v: &Vector3<A>, seed: &Self::Cotangent) -> Vector3<A>;
    /// The rotation about an axis by an angle.
    fn of_axis_angle(axis: &Unit<Vector3<A>>, angle: A) -> Self;
    /// The cotangents of these.
    fn axis_angle_bars(axis: &Vector3<A>, angle: A, seed: &Self::Cotangent) -> (Vector3<A>, A);
    /// The rotation by three angles: roll, pitch, yaw.
    fn of_euler_angles(angles: [A; 3]) -> Self;
    /// The cotangents of these.
    fn euler_angles_bars(&self, angles: [A; 3], seed: &Self::Cotangent) -> [A; 3];
    /// Whether all of a cotangent is zero. Then nothing flows, also where an angle is infinite.
    fn is_nothing(seed: &Self::Cotangent) -> bool;
}

impl<A: Scalar + RealField> Orientation<A> for UnitQuaternion<A> {
    #[inline(always)]
    fn of_scaled_axis(v: Vector3<A>) -> Self {
        Self::new(v)
    }

    /// Original: `q = (s · v, cos(|v| / 2))`, with `s = sin(|v| / 2) / |v|`.\
    /// Adjoint: `v_bar = s · b_bar + ((b_bar · v) · s' / |v| - w_bar · s / 2) · v`.
    #[inline]
    fn scaled_axis_bar(v: &Vector3<A>, seed: &Quaternion<A>) -> Vector3<A> {
        let length = v.norm();
        let (b_bar, w_bar) = (vector(seed), seed.coords[3]);
        let h = length * A::HALF;
        // `s` and `s' / |v|`, by their series where the quotients would have lost their digits.
        let (s, slope) = if h.widened() > 0.05 {
            let (sin, cos) = ComplexField::sin_cos(h);
            (sin / length, (h * cos - sin) / (length * length * length))
        } else {
            let hh = h * h;
            let s = A::HALF * (A::ONE - hh / A::nearest(6.0) * (A::ONE - hh / A::nearest(20.0)));
            let slope = A::nearest(-1.0 / 24.0)
                * (A::ONE
                    - hh / A::nearest(10.0) * (A::ONE - hh / A::nearest(28.0) * (A::ONE - hh / A::nearest(54.0))));
            (s, slope)
        };
        b_bar * s + v * (b_bar.dot(v) * slope - w_bar * s * A::HALF)
    }

    #[inline(always)]
    fn of_axis_angle(axis: &Unit<Vector3<A>>, angle: A) -> Self {
        Self::from_axis_angle(axis, angle)
    }

    /// Original: `q = (u · sin(a / 2), cos(a / 2))`.\
    /// Adjoint: `u_bar = sin(a / 2) · b_bar` and `a_bar = (cos(a / 2) · (u · b_bar) - sin(a / 2) · w_bar) / 2`.
    #[inline]
    fn axis_angle_bars(axis: &Vector3<A>, angle: A, seed: &Quaternion<A>) -> (Vector3<A>, A) {
        let (sin, cos) = ComplexField::sin_cos(angle * A::HALF);
        let b_bar = vector(seed);
        let angle_bar = A::HALF * (times(axis.dot(&b_bar), cos) - times(seed.coords[3], sin));
        (b_bar.map(|b| times(b, sin)), angle_bar)
    }

    #[inline(always)]
    fn of_euler_angles([roll, pitch, yaw]: [A; 3]) -> Self {
        Self::from_euler_angles(roll, pitch, yaw)
    }

    /// The slopes of nalgebra's products of sines and cosines of half the angles.
    #[inline]
    fn euler_angles_bars(&self, angles: [A; 3], seed: &Quaternion<A>) -> [A; 3] {
        let (q, bar) = (&self.coords, &seed.coords);
        let [(sr, cr), (sp, cp), (sy, cy)] = angles.map(|a| ComplexField::sin_cos(a * A::HALF));
        let slopes = [
            Vector4::new(q[3], q[2], -q[1], -q[0]),
            Vector4::new(
                -sr * sp * cy - cr * cp * sy,
                cr * cp * cy - sr * sp * sy,
                -cr * sp * sy - sr * cp * cy,
                sr * cp * sy - cr * sp * cy,
            ),
            Vector4::new(-q[1], q[0], q[3], -q[2]),
        ];
        slopes.map(|slope| A::HALF * slope.dot(bar))
    }

    #[inline(always)]
    fn is_nothing(seed: &Quaternion<A>) -> bool {
        is_zero(&seed.coords)
    }
}

impl<A: Scalar + RealField> Orientation<A> for Rotation3<A> {
    #[inline(always)]
    fn of_scaled_axis(v: Vector3<A>) -> Self {
        Self::new(v)
    }

    /// Through the axis and the angle; where there is no angle, that of `[v]×`.
    #[inline]
    fn scaled_axis_bar(v: &Vector3<A>, seed: &Matrix3<A>) -> Vector3<A> {
        let angle = v.norm();
        if angle == A::ZERO {
            return turning(seed);
        }
        let axis = v / angle;
        let (axis_bar, angle_bar) = Self::axis_angle_bars(&axis, angle, seed);
        (axis_bar - axis * axis.dot(&axis_bar)) / angle + axis * angle_bar
    }

    #[inline(always)]
    fn of_axis_angle(axis: &Unit<Vector3<A>>, angle: A) -> Self {
        Self::from_axis_angle(axis, angle)
    }

    /// Original: `R = (1 - cos(a)) · u · uᵀ + cos(a) · I + sin(a) · [u]×` (Rodrigues).
    #[inline]
    fn axis_angle_bars(axis: &Vector3<A>, angle: A, seed: &Matrix3<A>) -> (Vector3<A>, A) {
        let (sin, cos) = ComplexField::sin_cos(angle);
        let (both, across) = ((seed + seed.transpose()) * axis, turning(seed));
        // That is 1 - cos(a), of which nothing would be left where the angle is small.
        let half = ComplexField::sin(angle * A::HALF);
        let axis_bar = both * ((half + half) * half) + across * sin;
        let angle_bar = (A::HALF * axis.dot(&both) - seed.trace()) * sin + across.dot(axis) * cos;
        (axis_bar, angle_bar)
    }

    #[inline(always)]
    fn of_euler_angles([roll, pitch, yaw]: [A; 3]) -> Self {
        Self::from_euler_angles(roll, pitch, yaw)
    }

    /// The slopes of nalgebra's products of sines and cosines.
    #[inline]
    fn euler_angles_bars(&self, angles: [A; 3], seed: &Matrix3<A>) -> [A; 3] {
        let m = self.matrix();
        let [(sr, cr), (sp, cp), (sy, cy)] = angles.map(ComplexField::sin_cos);
        let roll = seed.column(1).dot(&m.column(2)) - seed.column(2).dot(&m.column(1));
        let yaw = seed.row(1).dot(&m.row(0)) - seed.row(0).dot(&m.row(1));
        let of_pitch = Matrix3::new(
            -cy * sp,
            cy * cp * sr,
            cy * cp * cr,
            -sy * sp,
            sy * cp * sr,
            sy * cp * cr,
            -cp,
            -sp * sr,
            -sp * cr,
        );
        [roll, seed.dot(&of_pitch), yaw]
    }

    #[inline(always)]
    fn is_nothing(seed: &Matrix3<A>) -> bool {
        is_zero(seed)
    }
}

paths! {
    /// The twins of what makes a rotation of space.
    OrientationConstructors[A: Scalar + RealField][A] for [, T: Orientation<A>] T;

    fn from_scaled_axis(v: by Vector3<A>), keeps Vector3<A>;
        value { (Self::of_scaled_axis(v), v) }
        adjoint |v, seed, _| { (if T::is_nothing(&seed) { Vector3::zeros() } else { T::scaled_axis_bar(&v, &seed) },) }
        tangent: jacobian;

    fn from_axis_angle(axis: lent Unit<Vector3<A>>, angle: by A), keeps A;
        value { (Self::of_axis_angle(axis, angle), angle) }
        adjoint |angle, seed, bar, _| {
            if T::is_nothing(&seed) {
                return ((), A::ZERO);
            }
            let (axis_bar, angle_bar) = T::axis_angle_bars(axis, angle, &seed);
            if let Some(bar) = bar {
                bar.accumulate(&axis_bar);
            }
            ((), angle_bar)
        }
        tangent: jacobian;

    fn from_euler_angles(roll: by A, pitch: by A, yaw: by A), keeps ([A; 3], Self);
        value { let angles = [roll, pitch, yaw]; let rotation = Self::of_euler_angles(angles); (rotation, (angles, rotation)) }
        adjoint |(angles, rotation), seed, _, _, _| {
            if T::is_nothing(&seed) {
                return (A::ZERO, A::ZERO, A::ZERO);
            }
            rotation.euler_angles_bars(angles, &seed).into()
        }
        tangent: jacobian;
}

/// `new` of a rotation of space: from an axis of the length of the angle.
macro_rules! new {
    ($($Rotation:ty, $Bar:ty;)*) => {$(
        impl<A: Scalar + RealField> New1<Vector3<A>> for $Rotation {
            #[inline]
            fn new_differentiable(
                v: Vector3<A>,
                ws: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, $Bar, ()) -> (Vector3<A>,) + use<A>) {
                Self::from_scaled_axis_differentiable(v, ws)
            }
            #[inline]
            fn new_differentiable_along(v: Vector3<A>, v_dot: Option<Vector3<A>>) -> (Self, $Bar) {
                Self::from_scaled_axis_differentiable_along(v, v_dot)
            }
        }
    )*};
}

new! {
    UnitQuaternion<A>, Quaternion<A>;
    Rotation3<A>, Matrix3<A>;
}

rows! {
    /// The angle of a rotation of the plane.
    AngleOfUnitComplex[A: Scalar + RealField][A] for [] UnitComplex<A>;

    /// Of `atan2(im, re)`.
    fn angle(ref x) -> A;
        adjoint |(), seed, Some(x_bar)| {
            let (of_im, of_re) = atan2_bars(x.im, x.re, seed);
            x_bar.im += of_im;
            x_bar.re += of_re;
        }
        tangent: jacobian;
}

rows! {
    /// The angle of a rotation of the plane as a matrix.
    AngleOfRotation2[A: Scalar + RealField][A] for [] Rotation2<A>;

    /// Of `atan2(m₁₀, m₀₀)`.
    fn angle(ref x) -> A;
        adjoint |(), seed, Some(x_bar)| {
            let (of_sin, of_cos) = atan2_bars(x[(1, 0)], x[(0, 0)], seed);
            x_bar[(1, 0)] += of_sin;
            x_bar[(0, 0)] += of_cos;
        }
        tangent: jacobian;
}

rows! {
    /// The angle of a rotation of space.
    AngleOfUnitQuaternion[A: Scalar + RealField][A] for [] UnitQuaternion<A>;

    /// Of `2 atan2(|b|, |w|)`; the norm has slope 0 at the origin.
    fn angle(ref x) -> A;
        adjoint |(), seed, Some(x_bar)| {
            let (b, w) = (vector(x), x.coords[3]);
            let length = b.norm();
            let (of_length, of_w) = atan2_bars(length, ComplexField::abs(w), seed + seed);
            if length != A::ZERO {
                for k in 0..3 {
                    x_bar.coords[k] += times(of_length, b[k] / length);
                }
            }
            x_bar.coords[3] += if w < A::ZERO { -of_w } else { of_w };
        }
        tangent: jacobian;
}

rows! {
    /// The angle of a rotation of space as a matrix.
    AngleOfRotation3[A: Scalar + RealField][A] for [] Rotation3<A>;

    /// Of `acos((tr(m) - 1) / 2)`.
    fn angle(ref x) -> A;
        adjoint |(), seed, Some(x_bar)| {
            let cos = (x.matrix().trace() - A::ONE) * A::HALF;
            let slope = -A::HALF / ComplexField::sqrt((A::ONE - cos) * (A::ONE + cos));
            for k in 0..3 {
                x_bar[(k, k)] += times(seed, slope);
            }
        }
        tangent: jacobian;
}

/// The cotangents of `y` and `x` of `atan2(y, x)`.
#[inline(always)]
fn atan2_bars<A: Scalar>(y: A, x: A, seed: A) -> (A, A) {
    let square = x * x + y * y;
    (times(seed, x / square), times(seed, -y / square))
}

rows! {
    /// The pairs of the methods of quaternions that are rotations.
    OrientationMethods[A: Scalar + RealField][A] for [] UnitQuaternion<A>;

    /// Original: `v = g · b`, with `g = 2 atan2(|b|, |w|) / |b|`, and `-g` where `w` is negative.
    fn scaled_axis(ref this) -> Vector3<A>;
        adjoint |(), seed, Some(this_bar)| {
            if is_zero(&seed) {
                return;
            }
            let (b, w) = (vector(this), this.coords[3]);
            let (bb, w_size) = (b.norm_squared(), ComplexField::abs(w));
            let square = bb + w * w;
            let two = A::ONE + A::ONE;
            // `g`, and its slope divided by `|b|`, by their series where the quotients would have lost their digits.
            let x = bb / (w * w);
            let (g, slope) = if x.widened() > 3e-3 {
                let length = ComplexField::sqrt(bb);
                let g = two * RealField::atan2(length, w_size) / length;
                (g, (two * w_size / square - g) / bb)
            } else {
                let terms = |of: [f64; 6]| of.iter().rev().fold(A::ZERO, |sum, c| A::nearest(*c) + sum * x);
                let of_g = [1.0, -1.0 / 3.0, 1.0 / 5.0, -1.0 / 7.0, 1.0 / 9.0, -1.0 / 11.0];
                let of_slope = [-2.0 / 3.0, 4.0 / 5.0, -6.0 / 7.0, 8.0 / 9.0, -10.0 / 11.0, 12.0 / 13.0];
                let g = two / w_size;
                (g * terms(of_g), g * terms(of_slope) / (w * w))
            };
            let sign = if w < A::ZERO { -A::ONE } else { A::ONE };
            let along = b.dot(&seed);
            for k in 0..3 {
                this_bar.coords[k] += sign * (g * seed[k] + slope * along * b[k]);
            }
            this_bar.coords[3] -= two * along / square;
        }
        tangent: jacobian;

    /// Original: `R = (w² - b · b) · I + 2 b · bᵀ + 2 w · [b]×`.
    fn to_rotation_matrix(move x) -> Rotation3<A>;
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&through_matrix(x, &seed)); }
        tangent: jacobian;

    /// Those of the matrix.
    fn euler_angles(ref x) -> (A, A, A);
        adjoint |(), seed, Some(x_bar)| {
            let of_matrix = through_euler_angles(x.to_rotation_matrix().matrix(), seed);
            x_bar.accumulate(&through_matrix(x, &of_matrix));
        }
        tangent: jacobian;

    /// Original: `y = to · q*`.
    fn rotation_to(ref x, to: lent Self) -> Self;
        adjoint in ws |(), seed, x_bar, to_bar| {
            use crate::operators::MulAdjoint;
            let back = x.inverse();
            if let Some(x_bar) = x_bar {
                x_bar.accumulate(&<Self as MulAdjoint<Self>>::mul_right(to, &back, &seed, ws).conjugate());
            }
            if let Some(to_bar) = to_bar {
                to_bar.accumulate(&<Self as MulAdjoint<Self>>::mul_left(to, &back, &seed, ws));
            }
        }
        tangent: jacobian;

    /// Original: `y = (sin((1 - t) · h) · q ± sin(t · h) · to) / sin(h)`, with `cos(h) = |q · to|`.
    fn slerp(ref x, to: lent Self, t: by A) -> Self, keeps A, gives ((), A);
        value { (x.slerp(to, t), t) }
        adjoint |t, seed, x_bar, to_bar, ()| {
            if is_zero(&seed.coords) {
                return ((), A::ZERO);
            }
            let cos = x.coords.dot(&to.coords);
            let sign = if cos < A::ZERO { -A::ONE } else { A::ONE };
            let cos = cos * sign;
            let h = if cos < A::ONE { ComplexField::acos(cos) } else { A::ZERO };
            let (from_weight, from_slope) = slerp_weight(A::ONE - t, h);
            let (to_weight, to_slope) = slerp_weight(t, h);
            let (along_from, along_to) = (x.coords.dot(&seed.coords), to.coords.dot(&seed.coords) * sign);
            let cos_bar = sign * (along_from * from_slope.0 + along_to * to_slope.0);
            if let Some(x_bar) = x_bar {
                x_bar.coords += seed.coords * from_weight + to.coords * cos_bar;
            }
            if let Some(to_bar) = to_bar {
                to_bar.coords += seed.coords * (sign * to_weight) + x.coords * cos_bar;
            }
            ((), along_to * to_slope.1 - along_from * from_slope.1)
        }
        tangent: jacobian;
}

/// `sin(p · h) / sin(h)`, and its slopes by `cos(h)` and by `p`; by their series where `h` is small.
#[inline]
fn slerp_weight<A: Scalar + RealField>(p: A, h: A) -> (A, (A, A)) {
    if h.widened() > 0.01 {
        let (sin, cos) = ComplexField::sin_cos(h);
        let (sin_p, cos_p) = ComplexField::sin_cos(p * h);
        let by_h = (p * cos_p * sin - sin_p * cos) / (sin * sin);
        return (sin_p / sin, (-by_h / sin, h * cos_p / sin));
    }
    // sin(p h) / sin(h) = p + a h² + b h⁴ + c h⁶ + ..., and h / sin(h) = 1 + h² / 6 + 7 h⁴ / 360 + ...
    let (pp, hh) = (p * p, h * h);
    let row = |terms: &[f64], x: A| {
        terms
            .iter()
            .rev()
            .fold(A::ZERO, |sum, term| A::nearest(*term) + sum * x)
    };
    let a = p * row(&[1.0 / 6.0, -1.0 / 6.0], pp);
    let b = p * row(&[7.0 / 360.0, -10.0 / 360.0, 3.0 / 360.0], pp);
    let c = p * row(&[31.0 / 15120.0, -7.0 / 2160.0, 1.0 / 720.0, -1.0 / 5040.0], pp);
    let weight = p + hh * (a + hh * (b + hh * c));
    let by_square = a + hh * (A::nearest(2.0) * b + hh * A::nearest(3.0) * c);
    // The slope of h² by cos(h) is -2 h / sin(h).
    let by_cos = -by_square * row(&[2.0, 2.0 / 6.0, 14.0 / 360.0], hh);
    let (of_a, of_b) = (
        row(&[1.0 / 6.0, -0.5], pp),
        row(&[7.0 / 360.0, -30.0 / 360.0, 15.0 / 360.0], pp),
    );
    let by_p = A::ONE + hh * (of_a + hh * of_b);
    (weight, (by_cos, by_p))
}

/// From the cotangent of the matrix of a rotation to that of its quaternion.
#[inline]
fn through_matrix<A: Scalar + RealField>(q: &UnitQuaternion<A>, seed: &Matrix3<A>) -> Quaternion<A> {
    if is_zero(seed) {
        return Vector4::zeros().into();
    }
    let (b, w) = (vector(q), q.coords[3]);
    let two = A::ONE + A::ONE;
    let (trace, across) = (seed.trace(), turning(seed));
    let b_bar = ((seed + seed.transpose()) * b - b * trace + across * w) * two;
    let w_bar = (w * trace + b.dot(&across)) * two;
    Vector4::new(b_bar.x, b_bar.y, b_bar.z, w_bar).into()
}

/// From the cotangents of roll, pitch and yaw to that of the matrix. Where the pitch is a right angle there is no yaw.
#[inline]
fn through_euler_angles<A: Scalar + RealField>(m: &Matrix3<A>, (roll, pitch, yaw): (A, A, A)) -> Matrix3<A> {
    let mut bar = Matrix3::zeros();
    let sin = m[(2, 0)];
    if ComplexField::abs(sin) < A::ONE {
        (bar[(2, 1)], bar[(2, 2)]) = atan2_bars(m[(2, 1)], m[(2, 2)], roll);
        (bar[(1, 0)], bar[(0, 0)]) = atan2_bars(m[(1, 0)], m[(0, 0)], yaw);
        bar[(2, 0)] = times(pitch, -A::ONE / ComplexField::sqrt((A::ONE - sin) * (A::ONE + sin)));
    } else {
        (bar[(0, 1)], bar[(0, 2)]) = atan2_bars(m[(0, 1)], m[(0, 2)], roll);
    }
    bar
}

rows! {
    /// The pairs of the methods of rotation matrices of space.
    RotationAngleMethods[A: Scalar + RealField][A] for [] Rotation3<A>;

    /// The slopes of nalgebra's formula.
    fn euler_angles(ref x) -> (A, A, A);
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&through_euler_angles(x.matrix(), seed)); }
        tangent: jacobian;
}
