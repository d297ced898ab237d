//! The methods of vectors.

use super::components::{Components, mapped, sum_of, zipped};
use crate::componentwise::{AbsoluteValue, Componentwise, Midpoint};
use crate::foreign::{paths, rows};
use crate::found::{ByMove, ByRef};
use crate::scalar::{
    Scalar, clamp_high_share, clamp_low_share, clamp_share, max_share, min_share, over, portion, times,
};
use crate::sweep::{NumberOrVector, Stepwise, SwapWithin};
use glam::{DMat2, DMat3, DMat4, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4, Vec2, Vec3, Vec3A, Vec4};

/// Adds a contribution to a buffer, where there is one.
#[inline(always)]
pub(super) fn add<C: Components>(bar: Option<&mut C>, contribution: C) {
    if let Some(bar) = bar {
        bar.accumulate(&contribution);
    }
}

/// The slope of a length along a vector; at the origin, where it has a kink, 0.
#[inline(always)]
fn along<C: Components>(v: &C, length: C::Float, seed: C::Float) -> C {
    mapped(v, |v| {
        if length == C::Float::ZERO {
            C::Float::ZERO
        } else {
            times(seed, v / length)
        }
    })
}

/// The cotangent of what a unit vector was made of by division by its length.
#[inline(always)]
pub(super) fn of_direction<C: Components>(unit: &C, length: C::Float, seed: &C) -> C {
    let turn = sum_of(unit, seed, |u, s| times(s, u));
    zipped(unit, seed, |u, s| over(s - times(turn, u), length))
}

/// A cotangent, shared among the components that are equal to the one that was chosen.
#[inline(always)]
fn share<C: Components>(v: &C, chosen: C::Float, seed: C::Float) -> C {
    let equal = (0..C::COUNT).filter(|k| v.component(*k) == chosen).count();
    let part = seed / C::Float::nearest(equal.max(1) as f64);
    mapped(v, |v| if v == chosen { part } else { C::Float::ZERO })
}

rows! {
    /// The pairs of the methods of vectors; see [`methods`](crate::methods).
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use glam::DVec2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, mut v_bar) = (DVec2::new(3.0, 4.0), DVec2::ZERO);
    /// let (length, kept) = v.length_differentiable_push(&mut ws);
    /// v.length_differentiable_pull(kept, &mut ws, 10.0, Some(&mut v_bar));
    /// assert_eq!((length, v_bar), (5.0, DVec2::new(6.0, 8.0)));
    /// ```
    VectorMethods as Components for each [Vec2, Vec3, Vec3A, Vec4, DVec2, DVec3, DVec4];

    /// `v_bar += y_bar · w` and `w_bar = y_bar · v`.
    fn dot(move x, w: by Self) -> Self::Float, keeps Self, gives (Self,);
        value { (x.dot(w), w) }
        adjoint |w, seed, x_bar, ()| { add(x_bar, mapped(&w, |w| times(seed, w))); (mapped(x, |v| times(seed, v)),) }
        tangent: bilinear;

    /// `v_bar += y_bar · v / |v|`; nothing at the origin.
    fn length(move x) -> Self::Float, keeps Self::Float;
        value { let length = x.length(); (length, length) }
        adjoint |length, seed, x_bar| { add(x_bar, along(x, length, seed)); }
        tangent |x_dot| { sum_of(&along(x, x.length(), 1.0), x_dot, |slope, d| times(d, slope)) }

    /// `v_bar += 2 · y_bar · v`.
    fn length_squared(move x) -> Self::Float;
        adjoint |(), seed, x_bar| { add(x_bar, mapped(x, |v| times(seed, v + v))); }
        tangent |x_dot| { sum_of(x, x_dot, |v, d| times(d, v + v)) }

    /// `v_bar -= y_bar · v / |v|³`.
    fn length_recip(move x) -> Self::Float, keeps Self::Float;
        value { let recip = x.length_recip(); (recip, recip) }
        adjoint |recip, seed, x_bar| { add(x_bar, mapped(x, |v| times(seed, -v * recip * recip * recip))); }
        tangent: jacobian;

    /// `v_bar += y_bar · (v - w) / |v - w|`, and the opposite for `w`; nothing where they coincide.
    fn distance(move x, w: by Self) -> Self::Float, keeps (Self, Self::Float), gives (Self,);
        value { let distance = x.distance(w); (distance, (*x - w, distance)) }
        adjoint |kept, seed, x_bar, ()| {
            let part = along(&kept.0, kept.1, seed);
            add(x_bar, part);
            (-part,)
        }
        tangent |x_dot, w_dot| { (*x - w).length_differentiable_dot(&(*x_dot - w_dot)) }

    /// `v_bar += 2 · y_bar · (v - w)`, and the opposite for `w`.
    fn distance_squared(move x, w: by Self) -> Self::Float, keeps Self, gives (Self,);
        value { (x.distance_squared(w), *x - w) }
        adjoint |difference, seed, x_bar, ()| {
            let part = mapped(&difference, |d| times(seed, d + d));
            add(x_bar, part);
            (-part,)
        }
        tangent |x_dot, w_dot| { (*x - w).length_squared_differentiable_dot(&(*x_dot - w_dot)) }

    /// `v_bar += (u_bar - u · (u · u_bar)) / |v|`.
    fn normalize(move x) -> Self, keeps (Self, Self::Float);
        value { let unit = x.normalize(); (unit, (unit, x.length())) }
        adjoint |kept, seed, x_bar| { add(x_bar, of_direction(&kept.0, kept.1, &seed)); }
        tangent |x_dot| { of_direction(&x.normalize(), x.length(), x_dot) }

    /// That of `normalize`, and nothing where the result is zero.
    fn normalize_or_zero(move x) -> Self, keeps (Self, Self::Float);
        value { let unit = x.normalize_or_zero(); (unit, (unit, x.length())) }
        adjoint |kept, seed, x_bar| {
            if kept.0 != Self::ZERO {
                add(x_bar, of_direction(&kept.0, kept.1, &seed));
            }
        }
        tangent |x_dot| {
            let unit = x.normalize_or_zero();
            if unit == Self::ZERO { unit } else { of_direction(&unit, x.length(), x_dot) }
        }

    /// That of `normalize`, where there is a result.
    fn try_normalize(move x) -> Option<Self>, keeps Option<(Self, Self::Float)>;
        value { let unit = x.try_normalize(); (unit, unit.map(|unit| (unit, x.length()))) }
        adjoint |kept, seed, x_bar| {
            if let (Some(kept), Some(seed)) = (kept, seed) {
                add(x_bar, of_direction(&kept.0, kept.1, &seed));
            }
        }
        tangent |x_dot| { x.try_normalize().map(|unit| of_direction(&unit, x.length(), x_dot)) }

    /// `v_bar += (1 - t) · y_bar`, `w_bar = t · y_bar` and `t_bar = y_bar · (w - v)`.
    fn lerp(move x, w: by Self, t: by Self::Float) -> Self, keeps (Self, Self::Float), gives (Self, Self::Float);
        value { (x.lerp(w, t), (w, t)) }
        adjoint |(w, t), seed, x_bar, (), ()| {
            add(x_bar, mapped(&seed, |s| times(s, 1.0 - t)));
            let difference = w - *x;
            (mapped(&seed, |s| times(s, t)), sum_of(&difference, &seed, |d, s| times(s, d)))
        }
        tangent |x_dot, w_dot, t_dot| { let along = mapped(&(w - *x), |d| times(t_dot, d)); x_dot.lerp(w_dot, t) + along }

    /// That of each component by itself; on a bound, half of it is the bound's.
    fn clamp(move x, low: by Self, high: by Self) -> Self, keeps (Self, Self), gives (Self, Self);
        value { (x.clamp(low, high), (low, high)) }
        adjoint |(low, high), seed, x_bar, (), ()| {
            let part = |share: fn(Self::Float, Self::Float, Self::Float) -> Self::Float| {
                Self::of_components(|k| {
                    portion(seed.component(k), share(x.component(k), low.component(k), high.component(k)))
                })
            };
            add(x_bar, part(clamp_share));
            (part(clamp_low_share), part(clamp_high_share))
        }
        tangent: jacobian;

    /// With `k = v · w / |w|²`: `v_bar += w · (w · y_bar) / |w|²` and `w_bar = k · y_bar + (w · y_bar) · (v - 2 k w) / |w|²`.
    fn project_onto(move x, w: by Self) -> Self, keeps Self, gives (Self,);
        value { (x.project_onto(w), w) }
        adjoint |w, seed, x_bar, ()| {
            let (k, square) = (x.dot(w) / w.length_squared(), w.length_squared());
            let along = over(sum_of(&w, &seed, |w, s| times(s, w)), square);
            add(x_bar, mapped(&w, |w| times(along, w)));
            let turned = zipped(x, &w, |v, w| times(along, v - 2.0 * k * w));
            (zipped(&turned, &seed, |turned, s| turned + times(s, k)),)
        }
        tangent: jacobian;

    /// `v.normalize_or(fallback)`, and the vector's length where there is a direction.
    /// That of `normalize`, or of the other vector.
    fn normalize_or(move x, fallback: by Self) -> Self, keeps (Self, Option<Self::Float>), gives (Self,);
        value { let unit = x.normalize_or(fallback); (unit, (unit, x.try_normalize().map(|_| x.length()))) }
        adjoint |kept, seed, x_bar, ()| {
            match kept {
                (unit, Some(length)) => {
                    add(x_bar, of_direction(&unit, length, &seed));
                    (Self::ZERO,)
                }
                (_, None) => (seed,),
            }
        }
        tangent: jacobian;

    /// `v.normalize_and_length()`, and whether there is a direction.
    /// Those of `normalize` and of `length`; nothing for a vector without direction.
    fn normalize_and_length(move x) -> (Self, Self::Float), keeps (Self, Self::Float);
        value { let (unit, length) = x.normalize_and_length(); ((unit, length), (unit, length)) }
        adjoint |(unit, length), seed, x_bar| {
            if length != 0.0 {
                let turned = of_direction(&unit, length, &seed.0);
                add(x_bar, zipped(&turned, &unit, |turned, u| turned + times(seed.1, u)));
            }
        }
        tangent: jacobian;

    /// Of what `project_onto` takes from the vector.
    fn reject_from(move x, w: by Self) -> Self, keeps Self, gives (Self,);
        value { (x.reject_from(w), w) }
        adjoint in ws |w, seed, x_bar, of_w| {
            let mut x_bar = x_bar;
            add(x_bar.as_deref_mut(), seed);
            x.project_onto_differentiable_pull(w, ws, -seed, x_bar, of_w)
        }
        tangent: jacobian;

    /// An index has no derivative.
    fn min_position(move x) -> usize;
        adjoint |(), _, _| {}
        tangent |_| {}

    /// An index has no derivative.
    fn max_position(move x) -> usize;
        adjoint |(), _, _| {}
        tangent |_| {}

    /// `v_bar[k] += y_bar`.
    fn element_sum(move x) -> Self::Float;
        adjoint |(), seed, x_bar| { add(x_bar, Self::splat(seed)); }
        tangent: linear;

    /// The component that was chosen gets the cotangent; ties share equally.
    fn min_element(move x) -> Self::Float, keeps Self::Float;
        value { let min = x.min_element(); (min, min) }
        adjoint |min, seed, x_bar| { add(x_bar, share(x, min, seed)); }
        tangent: jacobian;

    /// The component that was chosen gets the cotangent; ties share equally.
    fn max_element(move x) -> Self::Float, keeps Self::Float;
        value { let max = x.max_element(); (max, max) }
        adjoint |max, seed, x_bar| { add(x_bar, share(x, max, seed)); }
        tangent: jacobian;
}

paths! {
    /// The twins of functions that are called by their path.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use glam::DVec2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, pullback) = DVec2::splat_differentiable(2.0, &mut ws);
    /// assert_eq!((v, pullback(&mut ws, DVec2::ONE, ())), (DVec2::new(2.0, 2.0), (2.0,)));
    /// ```
    VectorFunctions as Components for each [Vec2, Vec3, Vec3A, Vec4, DVec2, DVec3, DVec4];

    /// Adjoint: `k_bar` is the sum of `y_bar`.
    fn splat(k: by Self::Float);
        adjoint |(), seed, _| { (sum_of(&seed, &seed, |s, _| s),) }
        tangent: linear;
}

rows! {
    /// The pairs of the methods of vectors of two components.
    PlaneMethods as Components for each [Vec2, DVec2];

    /// It is turned back.
    fn perp(move x) -> Self;
        adjoint |(), seed, x_bar| { add(x_bar, -seed.perp()); }
        tangent: linear;

    /// `v_bar += y_bar · (w.y, -w.x)` and `w_bar = y_bar · (-v.y, v.x)`.
    fn perp_dot(move this, w: by Self) -> Self::Float, keeps Self, gives (Self,);
        value { (this.perp_dot(w), w) }
        adjoint |w, seed, this_bar, ()| {
            add(this_bar, Self::new(times(seed, w.y), times(seed, -w.x)));
            (Self::new(times(seed, -this.y), times(seed, this.x)),)
        }
        tangent: bilinear;

    /// `v.rotate(w)`, the product of both as complex numbers.
    /// Each is the product of `y_bar` with the conjugate of the other.
    fn rotate(move this, w: by Self) -> Self, keeps Self, gives (Self,);
        value { (this.rotate(w), w) }
        adjoint |w, seed, this_bar, ()| {
            let turned_back = |by: &Self| Self::new(
                times(seed.x, by.x) + times(seed.y, by.y),
                times(seed.y, by.x) - times(seed.x, by.y),
            );
            add(this_bar, turned_back(&w));
            (turned_back(this),)
        }
        tangent: bilinear;
}

paths! {
    /// The twins of functions that are called by the path of a vector of two components.
    PlaneFunctions as Components for each [Vec2, DVec2];

    /// Adjoint: `angle_bar = y_bar · (-sin, cos)`.
    fn from_angle(angle: by Self::Float), keeps Self;
        value { let v = Self::from_angle(angle); (v, v) }
        adjoint |v, seed, _| { (times(seed.y, v.x) - times(seed.x, v.y),) }
        tangent |angle_dot| { Self::from_angle(angle).perp() * angle_dot }
}

rows! {
    /// The pairs of the methods of vectors of three components.
    SpaceMethods as Components for each [Vec3, Vec3A, DVec3];

    /// `v_bar += w × y_bar` and `w_bar = y_bar × v`.
    fn cross(move x, w: by Self) -> Self, keeps Self, gives (Self,);
        value { (x.cross(w), w) }
        adjoint |w, seed, x_bar, ()| { add(x_bar, -cross(&seed, &w)); (cross(&seed, x),) }
        tangent: bilinear;
}

/// `seed × factor`, in which zeros of the seed contribute nothing.
#[inline(always)]
pub(super) fn cross<C: Components>(seed: &C, factor: &C) -> C {
    C::of_components(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        times(seed.component(i), factor.component(j)) - times(seed.component(j), factor.component(i))
    })
}

/// The functions between vectors of different numbers of components.
macro_rules! columns {
    ($($Trait:ident $Short:ident $Long:ident $float:ident;)*) => {$(
        rows! {
            /// The pair of `extend`.
            $Trait[][] for [] $Short;

            /// The first components for `v`, the last one for `last`.
            fn extend(move x, last: by $float) -> $Long, gives ($float,);
                adjoint |(), seed, x_bar, _| {
                    add(x_bar, Self::of_components(|k| seed.component(k)));
                    (seed.component(Self::COUNT),)
                }
                tangent: linear;
        }
    )*};
}

columns! {
    LongerVec2 Vec2 Vec3 f32;
    LongerVec3 Vec3 Vec4 f32;
    LongerDVec2 DVec2 DVec3 f64;
    LongerDVec3 DVec3 DVec4 f64;
}

macro_rules! absolute {
    ($Taken:ident $($Type:ident)*) => {$(
        impl AbsoluteValue for $Type {
            type Taken = $Taken;
            #[inline(always)]
            fn abs_of(self) -> Self {
                self.abs()
            }
            #[inline(always)]
            fn abs_bar(&self, seed: &Self) -> Self {
                zipped(self, seed, |v, s| v.abs_bar(&s))
            }
        }
    )*};
}

absolute!(ByMove Vec2 Vec3 Vec3A Vec4 DVec2 DVec3 DVec4);
absolute!(ByRef Mat2 Mat3 Mat3A Mat4 DMat2 DMat3 DMat4);

macro_rules! componentwise {
    ($($Type:ident)*) => {$(
        impl Componentwise for $Type {
            #[inline(always)]
            fn min_of(self, other: Self) -> Self {
                self.min(other)
            }
            #[inline(always)]
            fn max_of(self, other: Self) -> Self {
                self.max(other)
            }
            #[inline(always)]
            fn min_bar(&self, other: &Self, seed: &Self) -> Self {
                zipped(seed, &zipped(self, other, min_share), portion)
            }
            #[inline(always)]
            fn max_bar(&self, other: &Self, seed: &Self) -> Self {
                zipped(seed, &zipped(self, other, max_share), portion)
            }
        }

        impl Midpoint for $Type {
            #[inline(always)]
            fn midpoint_of(self, other: Self) -> Self {
                self.midpoint(other)
            }
        }
    )*};
}

componentwise!(Vec2 Vec3 Vec3A Vec4 DVec2 DVec3 DVec4);

macro_rules! stepwise {
    ($($Type:ident)*) => {$(
        impl Stepwise for $Type {}

        impl NumberOrVector for $Type {}
        impl NumberOrVector for &$Type {}

        impl SwapWithin for $Type {
            #[inline(always)]
            fn swap_within(&mut self, i: usize, j: usize) {
                let list: &mut [<Self as Components>::Float; Self::COUNT] = self.as_mut();
                list.swap(i, j);
            }
            #[inline(always)]
            fn swap_bars(bar: &mut Self, i: usize, j: usize) {
                bar.swap_within(i, j);
            }
        }
    )*};
}

stepwise!(Vec2 Vec3 Vec3A Vec4 DVec2 DVec3 DVec4);
