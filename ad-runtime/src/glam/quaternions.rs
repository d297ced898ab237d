//! Quaternions: products, and what they turn.

use super::components::{Components, mapped, sum_of, zipped};
use super::vectors::{add, cross, of_direction};
use crate::foreign::{operators, paths, rows};
use crate::operators::MulAdjoint;
use crate::scalar::{Scalar, times};
use glam::{DQuat, DVec3, Quat, Vec3, Vec3A};

/// The product of two quaternions, in which zeros of the left one contribute nothing.
#[inline(always)]
fn product<Q: Components>(seed: &Q, factor: &Q) -> Q {
    let (seed, factor) = (seed.components(), factor.components());
    let part = |a: usize, b: usize| times(seed.as_ref()[a], factor.as_ref()[b]);
    let components = [
        part(3, 0) + part(0, 3) + part(1, 2) - part(2, 1),
        part(3, 1) - part(0, 2) + part(1, 3) + part(2, 0),
        part(3, 2) + part(0, 1) - part(1, 0) + part(2, 3),
        part(3, 3) - part(0, 0) - part(1, 1) - part(2, 2),
    ];
    Q::of_components(|k| components[k])
}

/// The same with the quaternions in the other order.
#[inline(always)]
fn product_reversed<Q: Components>(seed: &Q, factor: &Q) -> Q {
    // The product of the conjugates in the other order is the conjugate of the product.
    conjugate(&product(&conjugate(seed), &conjugate(factor)))
}

#[inline(always)]
fn conjugate<Q: Components>(q: &Q) -> Q {
    Q::of_components(|k| if k < 3 { -q.component(k) } else { q.component(k) })
}

macro_rules! quaternions {
    ($($Quat:ident)*) => {$(
        operators! {
            /// Original: `y = l * r`.\
            /// Adjoint: `l_bar = y_bar · r*` and `r_bar = l* · y_bar`, with the conjugates.
            impl MulAdjoint[] $Quat, $Quat => Self;
                mul_left |_, r, seed, _| { product(seed, &conjugate(r)) }
                mul_right |l, _, seed, _| { product_reversed(seed, &conjugate(l)) }
                tangent mul_tangent |l, r| |l_dot| { product(l_dot, r) } |r_dot| { product_reversed(r_dot, l) }
        }
    )*};
}

quaternions!(Quat DQuat);

macro_rules! turned {
    ($($Quat:ident $Vec:ident)*) => {$(
        operators! {
            /// Original: `y = v (w² - b·b) + 2 b (v·b) + 2 w (b × v)`, with the quaternion `(b, w)`: glam's formula, which is a rotation
            /// where the quaternion has length 1.\
            /// Adjoint: its derivatives, for each of the four numbers.
            impl MulAdjoint[] $Quat, $Vec => $Vec;
                mul_left |l, v, seed, _| {
                    let (b, w) = ($Vec::new(l.x, l.y, l.z), l.w);
                    if l.is_finite() && v.is_finite() {
                        let b_bar = (*seed * v.dot(b) + *v * seed.dot(b) - b * seed.dot(*v) + v.cross(*seed) * w) * 2.0;
                        let w_bar = (seed.dot(*v) * w + seed.dot(b.cross(*v))) * 2.0;
                        return Self::from_xyzw(b_bar.x, b_bar.y, b_bar.z, w_bar);
                    }
                    let along = sum_of(v, seed, |v, s| times(s, v));
                    let across = sum_of(&b, seed, |b, s| times(s, b));
                    let vb = v.dot(b);
                    // The seed is what a zero may hide: each product with it is a strong one.
                    let turned = cross(seed, v);
                    let b_bar = $Vec::of_components(|k| {
                        2.0 * (times(along, -b[k]) + times(seed[k], vb) + times(across, v[k]) - times(turned[k], w))
                    });
                    let w_bar = 2.0 * (times(along, w) + sum_of(&b.cross(*v), seed, |c, s| times(s, c)));
                    Self::from_xyzw(b_bar.x, b_bar.y, b_bar.z, w_bar)
                }
                mul_right |l, _, seed, _| {
                    let (b, w) = ($Vec::new(l.x, l.y, l.z), l.w);
                    if l.is_finite() {
                        return *seed * (w * w - b.dot(b)) + (b * seed.dot(b) + seed.cross(b) * w) * 2.0;
                    }
                    let across = sum_of(&b, seed, |b, s| times(s, b));
                    let turned = cross(seed, &b);
                    let square = w * w - b.dot(b);
                    $Vec::of_components(|k| times(seed[k], square) + 2.0 * (times(across, b[k]) + times(turned[k], w)))
                }
                rows mul_tangent |_, _| { $Vec::ZERO }
        }
    )*};
}

turned!(Quat Vec3 Quat Vec3A DQuat DVec3);

rows! {
    /// The pairs of the methods of quaternions; see [`methods`](crate::methods).
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use glam::DQuat;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (q, mut q_bar) = (DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8), DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    /// let (_, ()) = q.conjugate_differentiable_push(&mut ws);
    /// q.conjugate_differentiable_pull((), &mut ws, q, Some(&mut q_bar));
    /// assert_eq!(q_bar, q.conjugate());
    /// ```
    QuaternionMethods as Components for each [Quat, DQuat];

    /// The conjugate of the cotangent.
    fn conjugate(move x) -> Self;
        adjoint |(), seed, x_bar| { add(x_bar, conjugate(&seed)); }
        tangent |x_dot| { conjugate(x_dot) }

    /// `q.inverse()`, which glam takes for the conjugate.
    /// The conjugate of the cotangent.
    fn inverse(move x) -> Self;
        adjoint |(), seed, x_bar| { add(x_bar, conjugate(&seed)); }
        tangent |x_dot| { conjugate(x_dot) }

    /// `q_bar += y_bar · r` and `r_bar = y_bar · q`.
    fn dot(move x, r: by Self) -> Self::Float, keeps Self, gives (Self,);
        value { (x.dot(r), r) }
        adjoint |r, seed, x_bar, ()| { add(x_bar, mapped(&r, |r| times(seed, r))); (mapped(x, |q| times(seed, q)),) }
        tangent: bilinear;

    /// `q_bar += 2 · y_bar · q`.
    fn length_squared(move x) -> Self::Float;
        adjoint |(), seed, x_bar| { add(x_bar, mapped(x, |q| times(seed, q + q))); }
        tangent |x_dot| { sum_of(x, x_dot, |q, d| times(d, q + q)) }

    /// `q_bar += (u_bar - u · (u · u_bar)) / |q|`.
    fn normalize(move x) -> Self, keeps (Self, Self::Float);
        value { let unit = x.normalize(); (unit, (unit, x.length())) }
        adjoint |kept, seed, x_bar| { add(x_bar, of_direction(&kept.0, kept.1, &seed)); }
        tangent |x_dot| { of_direction(&x.normalize(), x.length(), x_dot) }
}

/// The vectors that quaternions turn by a method, and what quaternions are made of.
macro_rules! turning {
    ($($Methods:ident $Functions:ident $Quat:ident $Vec:ident $float:ident;)*) => {$(
        rows! {
            /// The pair of `mul_vec3`.
            $Methods[][] for [] $Quat;

            /// The adjoint of the product.
            fn mul_vec3(move x, v: by $Vec) -> $Vec, keeps $Vec, gives ($Vec,);
                value { (x.mul_vec3(v), v) }
                adjoint in ws |v, seed, x_bar, _| {
                    add(x_bar, <Self as MulAdjoint<$Vec>>::mul_left(x, &v, &seed, ws));
                    (<Self as MulAdjoint<$Vec>>::mul_right(x, &v, &seed, ws),)
                }
                tangent: jacobian;
        }

        paths! {
            /// The twin of `from_xyzw`.
            $Functions[][] for [] $Quat;

            fn from_xyzw(x: by $float, y: by $float, z: by $float, w: by $float);
                adjoint |(), seed, _, _, _, _| { (seed.x, seed.y, seed.z, seed.w) }
                tangent: linear;
        }
    )*};
}

turning! {
    TurnsOfQuat PartsOfQuat Quat Vec3 f32;
    TurnsOfDQuat PartsOfDQuat DQuat DVec3 f64;
}

/// The way from one rotation to another, and how it changes with the cosine of the angle between them.
struct Arc<F> {
    /// What both are multiplied by.
    weights: [F; 2],
    /// How these grow with the cosine.
    by_cosine: [F; 2],
    /// How these grow along the way.
    by_part: [F; 2],
}

impl<F: Scalar> Arc<F> {
    /// `sin(p · a) / sin(a)` for both parts `p` of the way. Where the angle `a` is small, its slopes are those of the first terms of
    /// their series: the sines would cancel.
    fn of(cosine: F, part: F) -> Self {
        let angle = cosine.min(F::ONE).acos();
        let square = angle * angle;
        let sine = angle.sin();
        let parts = [F::ONE - part, part];
        let n = F::nearest;
        let weight = |p: F| (p * angle).sin() / sine;
        let slope = |p: F| {
            let pp = p * p;
            if square < n(1e-3) {
                let growth = (F::ONE - pp) / n(6.0) + (n(7.0) - n(10.0) * pp + n(3.0) * pp * pp) * square / n(180.0);
                return -n(2.0) * p * growth * (F::ONE + square / n(6.0));
            }
            let growth = (p * (p * angle).cos() * sine - (p * angle).sin() * cosine) / (sine * sine);
            -growth / sine
        };
        let along = parts.map(|p| angle * (p * angle).cos() / sine);
        Arc {
            weights: parts.map(weight),
            by_cosine: parts.map(slope),
            by_part: [-along[0], along[1]],
        }
    }
}

rows! {
    /// The pair of the way along the arc from one rotation to another.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use glam::DQuat;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (from, to) = (DQuat::IDENTITY, DQuat::from_rotation_x(1.0));
    /// let (half, _) = from.slerp_differentiable_push(to, 0.5, &mut ws);
    /// assert!(half.abs_diff_eq(DQuat::from_rotation_x(0.5), 1e-12));
    /// ```
    ArcMethods as Components for each [Quat, DQuat];

    /// Original: `y = w(1-t) q ± w(t) r` with `w(p) = sin(p a)/sin(a)`, `cos(a) = ± q·r`, the sign that of `q·r`; where the two are
    /// as good as equal, `y = u/|u|` with `u = (1-t) q ± t r`.\
    /// Adjoint: that of the weights and, through the angle, of the dot product; or that of the direction.
    fn slerp(move x, to: by Self, part: by Self::Float) -> Self, keeps (Self, Self::Float), gives (Self, Self::Float);
        value { (x.slerp(to, part), (to, part)) }
        adjoint |(to, part), seed, x_bar, (), ()| {
            let dot = x.dot(to);
            let sign = if dot < 0.0 { -1.0 } else { 1.0 };
            let near = mapped(&to, |r| sign * r);
            if sign * dot > 1.0 - Self::Float::EPSILON {
                let between = zipped(x, &near, |q, r| q * (1.0 - part) + r * part);
                let u_bar = of_direction(&between.normalize(), between.length(), &seed);
                add(x_bar, mapped(&u_bar, |u| times(u, 1.0 - part)));
                let step = zipped(&near, x, |r, q| r - q);
                let along = sum_of(&step, &u_bar, |d, u| times(u, d));
                return (mapped(&u_bar, |u| times(u, sign * part)), along);
            }
            let arc = Arc::of(sign * dot, part);
            let along = [sum_of(x, &seed, |q, s| times(s, q)), sum_of(&near, &seed, |r, s| times(s, r))];
            let dot_bar = times(along[0], arc.by_cosine[0]) + times(along[1], arc.by_cosine[1]);
            let part_bar = times(along[0], arc.by_part[0]) + times(along[1], arc.by_part[1]);
            add(x_bar, zipped(&near, &seed, |r, s| times(s, arc.weights[0]) + times(dot_bar, r)));
            (zipped(x, &seed, |q, s| sign * (times(s, arc.weights[1]) + times(dot_bar, q))), part_bar)
        }
        tangent: jacobian;
}
