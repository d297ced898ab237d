//! The methods of vectors.

use super::components::{Components, mapped, sum_of, zipped};
use super::pairs_of_each;
use crate::componentwise::{AbsoluteValue, Componentwise, Midpoint};
use crate::found::{At, ByMove, ByRef, at};
use crate::scalar::{
    Scalar, clamp_high_share, clamp_low_share, clamp_share, max_share, min_share, over, portion, times,
};
use crate::sweep::{NumberOrVector, Stepwise, SwapWithin};
use crate::workspace::Workspace;
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

pairs_of_each! {
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
    VectorMethods for [Vec2, Vec3, Vec3A, Vec4, DVec2, DVec3, DVec4];

    /// Whose method this is.
    fn dot_differentiable_at(&self, _w: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.dot(w)`.
    fn dot_differentiable_push(&self, w: Self, _ws: &mut Workspace) -> (Self::Float, Self) {
        (self.dot(w), w)
    }

    /// `v_bar += y_bar · w` and `w_bar = y_bar · v`.
    fn dot_differentiable_pull(
        &self, w: Self, _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>, _of_w: ()
    ) -> (Self,) {
        add(bar, mapped(&w, |w| times(seed, w)));
        (mapped(self, |v| times(seed, v)),)
    }

    /// Whose method this is.
    fn length_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.length()`.
    fn length_differentiable_push(&self, _ws: &mut Workspace) -> (Self::Float, Self::Float) {
        let length = self.length();
        (length, length)
    }

    /// `v_bar += y_bar · v / |v|`; nothing at the origin.
    fn length_differentiable_pull(
        &self, length: Self::Float, _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>
    ) -> () {
        add(bar, along(self, length, seed));
    }

    /// Whose method this is.
    fn length_squared_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.length_squared()`.
    fn length_squared_differentiable_push(&self, _ws: &mut Workspace) -> (Self::Float, ()) {
        (self.length_squared(), ())
    }

    /// `v_bar += 2 · y_bar · v`.
    fn length_squared_differentiable_pull(
        &self, _kept: (), _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>
    ) -> () {
        add(bar, mapped(self, |v| times(seed, v + v)));
    }

    /// Whose method this is.
    fn length_recip_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.length_recip()`.
    fn length_recip_differentiable_push(&self, _ws: &mut Workspace) -> (Self::Float, Self::Float) {
        let recip = self.length_recip();
        (recip, recip)
    }

    /// `v_bar -= y_bar · v / |v|³`.
    fn length_recip_differentiable_pull(
        &self, recip: Self::Float, _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>
    ) -> () {
        add(bar, mapped(self, |v| times(seed, -v * recip * recip * recip)));
    }

    /// Whose method this is.
    fn distance_differentiable_at(&self, _w: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.distance(w)`.
    fn distance_differentiable_push(&self, w: Self, _ws: &mut Workspace) -> (Self::Float, (Self, Self::Float)) {
        let distance = self.distance(w);
        (distance, (*self - w, distance))
    }

    /// `v_bar += y_bar · (v - w) / |v - w|`, and the opposite for `w`; nothing where they coincide.
    fn distance_differentiable_pull(
        &self, kept: (Self, Self::Float), _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>, _of_w: ()
    ) -> (Self,) {
        let part = along(&kept.0, kept.1, seed);
        add(bar, part);
        (-part,)
    }

    /// Whose method this is.
    fn distance_squared_differentiable_at(&self, _w: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.distance_squared(w)`.
    fn distance_squared_differentiable_push(&self, w: Self, _ws: &mut Workspace) -> (Self::Float, Self) {
        (self.distance_squared(w), *self - w)
    }

    /// `v_bar += 2 · y_bar · (v - w)`, and the opposite for `w`.
    fn distance_squared_differentiable_pull(
        &self, difference: Self, _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>, _of_w: ()
    ) -> (Self,) {
        let part = mapped(&difference, |d| times(seed, d + d));
        add(bar, part);
        (-part,)
    }

    /// Whose method this is.
    fn normalize_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.normalize()`.
    fn normalize_differentiable_push(&self, _ws: &mut Workspace) -> (Self, (Self, Self::Float)) {
        let unit = self.normalize();
        (unit, (unit, self.length()))
    }

    /// `v_bar += (u_bar - u · (u · u_bar)) / |v|`.
    fn normalize_differentiable_pull(
        &self, kept: (Self, Self::Float), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>
    ) -> () {
        add(bar, of_direction(&kept.0, kept.1, &seed));
    }

    /// Whose method this is.
    fn normalize_or_zero_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.normalize_or_zero()`.
    fn normalize_or_zero_differentiable_push(&self, _ws: &mut Workspace) -> (Self, (Self, Self::Float)) {
        let unit = self.normalize_or_zero();
        (unit, (unit, self.length()))
    }

    /// That of `normalize`, and nothing where the result is zero.
    fn normalize_or_zero_differentiable_pull(
        &self, kept: (Self, Self::Float), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>
    ) -> () {
        if kept.0 != Self::ZERO {
            add(bar, of_direction(&kept.0, kept.1, &seed));
        }
    }

    /// Whose method this is.
    fn try_normalize_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.try_normalize()`.
    fn try_normalize_differentiable_push(&self, _ws: &mut Workspace) -> (Option<Self>, Option<(Self, Self::Float)>) {
        let unit = self.try_normalize();
        (unit, unit.map(|unit| (unit, self.length())))
    }

    /// That of `normalize`, where there is a result.
    fn try_normalize_differentiable_pull(
        &self, kept: Option<(Self, Self::Float)>, _ws: &mut Workspace, seed: Option<Self>, bar: Option<&mut Self>
    ) -> () {
        if let (Some(kept), Some(seed)) = (kept, seed) {
            add(bar, of_direction(&kept.0, kept.1, &seed));
        }
    }

    /// Whose method this is.
    fn lerp_differentiable_at(&self, _w: Self, _t: Self::Float) -> At<Self, ByMove> {
        at()
    }

    /// `v.lerp(w, t)`.
    fn lerp_differentiable_push(
        &self, w: Self, t: Self::Float, _ws: &mut Workspace
    ) -> (Self, (Self, Self::Float)) {
        (self.lerp(w, t), (w, t))
    }

    /// `v_bar += (1 - t) · y_bar`, `w_bar = t · y_bar` and `t_bar = y_bar · (w - v)`.
    fn lerp_differentiable_pull(
        &self, kept: (Self, Self::Float), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, _of_w: (), _of_t: ()
    ) -> (Self, Self::Float) {
        let (w, t) = kept;
        add(bar, mapped(&seed, |s| times(s, 1.0 - t)));
        let difference = w - *self;
        (mapped(&seed, |s| times(s, t)), sum_of(&difference, &seed, |d, s| times(s, d)))
    }

    /// Whose method this is.
    fn clamp_differentiable_at(&self, _low: Self, _high: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.clamp(low, high)`.
    fn clamp_differentiable_push(&self, low: Self, high: Self, _ws: &mut Workspace) -> (Self, (Self, Self)) {
        (self.clamp(low, high), (low, high))
    }

    /// That of each component by itself; on a bound, half of it is the bound's.
    fn clamp_differentiable_pull(
        &self, kept: (Self, Self), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, _of_low: (), _of_high: ()
    ) -> (Self, Self) {
        let (low, high) = kept;
        let part = |share: fn(Self::Float, Self::Float, Self::Float) -> Self::Float| {
            Self::of_components(|k| {
                portion(seed.component(k), share(self.component(k), low.component(k), high.component(k)))
            })
        };
        add(bar, part(clamp_share));
        (part(clamp_low_share), part(clamp_high_share))
    }

    /// Whose method this is.
    fn project_onto_differentiable_at(&self, _w: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.project_onto(w)`.
    fn project_onto_differentiable_push(&self, w: Self, _ws: &mut Workspace) -> (Self, Self) {
        (self.project_onto(w), w)
    }

    /// With `k = v · w / |w|²`: `v_bar += w · (w · y_bar) / |w|²` and `w_bar = k · y_bar + (w · y_bar) · (v - 2 k w) / |w|²`.
    fn project_onto_differentiable_pull(
        &self,
        w: Self,
        _ws: &mut Workspace,
        seed: Self,
        bar: Option<&mut Self>,
        _of_w: (),
    ) -> (Self,) {
        let (k, square) = (self.dot(w) / w.length_squared(), w.length_squared());
        let along = over(sum_of(&w, &seed, |w, s| times(s, w)), square);
        add(bar, mapped(&w, |w| times(along, w)));
        let turned = zipped(self, &w, |v, w| times(along, v - 2.0 * k * w));
        (zipped(&turned, &seed, |turned, s| turned + times(s, k)),)
    }

    /// Whose method this is.
    fn normalize_or_differentiable_at(&self, _fallback: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.normalize_or(fallback)`, and the vector's length where there is a direction.
    fn normalize_or_differentiable_push(
        &self, fallback: Self, _ws: &mut Workspace
    ) -> (Self, (Self, Option<Self::Float>)) {
        let unit = self.normalize_or(fallback);
        (unit, (unit, self.try_normalize().map(|_| self.length())))
    }

    /// That of `normalize`, or of the other vector.
    fn normalize_or_differentiable_pull(
        &self,
        kept: (Self, Option<Self::Float>),
        _ws: &mut Workspace,
        seed: Self,
        bar: Option<&mut Self>,
        _of_fallback: (),
    ) -> (Self,) {
        match kept {
            (unit, Some(length)) => {
                add(bar, of_direction(&unit, length, &seed));
                (Self::ZERO,)
            }
            (_, None) => (seed,),
        }
    }

    /// Whose method this is.
    fn normalize_and_length_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.normalize_and_length()`, and whether there is a direction.
    fn normalize_and_length_differentiable_push(
        &self, _ws: &mut Workspace
    ) -> ((Self, Self::Float), (Self, Self::Float)) {
        let (unit, length) = self.normalize_and_length();
        ((unit, length), (unit, length))
    }

    /// Those of `normalize` and of `length`; nothing for a vector without direction.
    fn normalize_and_length_differentiable_pull(
        &self, kept: (Self, Self::Float), _ws: &mut Workspace, seed: (Self, Self::Float), bar: Option<&mut Self>
    ) -> () {
        let (unit, length) = kept;
        if length != 0.0 {
            let turned = of_direction(&unit, length, &seed.0);
            add(bar, zipped(&turned, &unit, |turned, u| turned + times(seed.1, u)));
        }
    }

    /// Whose method this is.
    fn reject_from_differentiable_at(&self, _w: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.reject_from(w)`.
    fn reject_from_differentiable_push(&self, w: Self, _ws: &mut Workspace) -> (Self, Self) {
        (self.reject_from(w), w)
    }

    /// Of what `project_onto` takes from the vector.
    fn reject_from_differentiable_pull(
        &self,
        w: Self,
        ws: &mut Workspace,
        seed: Self,
        bar: Option<&mut Self>,
        of_w: (),
    ) -> (Self,) {
        let mut bar = bar;
        add(bar.as_deref_mut(), seed);
        self.project_onto_differentiable_pull(w, ws, -seed, bar, of_w)
    }

    /// Whose method this is.
    fn min_position_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.min_position()`.
    fn min_position_differentiable_push(&self, _ws: &mut Workspace) -> (usize, ()) {
        (self.min_position(), ())
    }

    /// An index has no derivative.
    fn min_position_differentiable_pull(
        &self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut Self>
    ) -> () {
    }

    /// Whose method this is.
    fn max_position_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.max_position()`.
    fn max_position_differentiable_push(&self, _ws: &mut Workspace) -> (usize, ()) {
        (self.max_position(), ())
    }

    /// An index has no derivative.
    fn max_position_differentiable_pull(
        &self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut Self>
    ) -> () {
    }

    /// Whose method this is.
    fn element_sum_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.element_sum()`.
    fn element_sum_differentiable_push(&self, _ws: &mut Workspace) -> (Self::Float, ()) {
        (self.element_sum(), ())
    }

    /// `v_bar[k] += y_bar`.
    fn element_sum_differentiable_pull(
        &self, _kept: (), _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>
    ) -> () {
        add(bar, Self::splat(seed));
    }

    /// Whose method this is.
    fn min_element_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.min_element()`.
    fn min_element_differentiable_push(&self, _ws: &mut Workspace) -> (Self::Float, Self::Float) {
        let min = self.min_element();
        (min, min)
    }

    /// The component that was chosen gets the cotangent; ties share equally.
    fn min_element_differentiable_pull(
        &self, min: Self::Float, _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>
    ) -> () {
        add(bar, share(self, min, seed));
    }

    /// Whose method this is.
    fn max_element_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.max_element()`.
    fn max_element_differentiable_push(&self, _ws: &mut Workspace) -> (Self::Float, Self::Float) {
        let max = self.max_element();
        (max, max)
    }

    /// The component that was chosen gets the cotangent; ties share equally.
    fn max_element_differentiable_pull(
        &self, max: Self::Float, _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>
    ) -> () {
        add(bar, share(self, max, seed));
    }
}

/// Functions of the vectors' types that are called by their path.
macro_rules! functions {
    (
        $(#[$of_trait:meta])*
        $Trait:ident for [$($Type:ident),*];
        $($functions:tt)*
    ) => {
        functions! { @trait [$(#[$of_trait])*] $Trait $($functions)* }
        functions! { @impls $Trait [$($Type),*] { $($functions)* } }
    };
    (
        @trait [$(#[$of_trait:meta])*] $Trait:ident
        $($(#[$of_function:meta])* fn $function:ident($($params:tt)*) -> ($Out:ty, ($($slot:ty),*) -> $bars:ty) $body:block)*
    ) => {
        $(#[$of_trait])*
        #[allow(clippy::type_complexity)]
        pub trait $Trait: Components {$(
            $(#[$of_function])*
            fn $function(
                $($params)*
            ) -> ($Out, impl FnOnce(&mut Workspace, $Out $(, $slot)*) -> $bars + use<Self>);
        )*}
    };
    (@impls $Trait:ident [$First:ident $(, $Type:ident)*] { $($functions:tt)* }) => {
        functions! { @impl $Trait $First $($functions)* }
        functions! { @impls $Trait [$($Type),*] { $($functions)* } }
    };
    (@impls $Trait:ident [] $functions:tt) => {};
    (
        @impl $Trait:ident $Type:ident
        $($(#[$of_function:meta])* fn $function:ident($($params:tt)*) -> ($Out:ty, ($($slot:ty),*) -> $bars:ty) $body:block)*
    ) => {
        impl $Trait for $Type {$(
            #[inline(always)]
            fn $function(
                $($params)*
            ) -> ($Out, impl FnOnce(&mut Workspace, $Out $(, $slot)*) -> $bars + use<>)
            $body
        )*}
    };
}

functions! {
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
    VectorFunctions for [Vec2, Vec3, Vec3A, Vec4, DVec2, DVec3, DVec4];

    /// `V::splat(k)`.
    fn splat_differentiable(
        k: Self::Float, _ws: &mut Workspace
    ) -> (Self, (()) -> (Self::Float,)) {
        (Self::splat(k), |_: &mut Workspace, seed: Self, ()| (sum_of(&seed, &seed, |s, _| s),))
    }
}

pairs_of_each! {
    /// The pairs of the methods of vectors of two components.
    PlaneMethods for [Vec2, DVec2];

    /// Whose method this is.
    fn perp_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `v.perp()`.
    fn perp_differentiable_push(&self, _ws: &mut Workspace) -> (Self, ()) {
        (self.perp(), ())
    }

    /// It is turned back.
    fn perp_differentiable_pull(&self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>) -> () {
        add(bar, -seed.perp());
    }

    /// Whose method this is.
    fn perp_dot_differentiable_at(&self, _w: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.perp_dot(w)`.
    fn perp_dot_differentiable_push(&self, w: Self, _ws: &mut Workspace) -> (Self::Float, Self) {
        (self.perp_dot(w), w)
    }

    /// `v_bar += y_bar · (w.y, -w.x)` and `w_bar = y_bar · (-v.y, v.x)`.
    fn perp_dot_differentiable_pull(
        &self, w: Self, _ws: &mut Workspace, seed: Self::Float, bar: Option<&mut Self>, _of_w: ()
    ) -> (Self,) {
        add(bar, Self::new(times(seed, w.y), times(seed, -w.x)));
        (Self::new(times(seed, -self.y), times(seed, self.x)),)
    }

    /// Whose method this is.
    fn rotate_differentiable_at(&self, _w: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.rotate(w)`, the product of both as complex numbers.
    fn rotate_differentiable_push(&self, w: Self, _ws: &mut Workspace) -> (Self, Self) {
        (self.rotate(w), w)
    }

    /// Each is the product of `y_bar` with the conjugate of the other.
    fn rotate_differentiable_pull(
        &self, w: Self, _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, _of_w: ()
    ) -> (Self,) {
        let turned_back = |by: &Self| Self::new(
            times(seed.x, by.x) + times(seed.y, by.y),
            times(seed.y, by.x) - times(seed.x, by.y),
        );
        add(bar, turned_back(&w));
        (turned_back(self),)
    }
}

functions! {
    /// The twins of functions that are called by the path of a vector of two components.
    PlaneFunctions for [Vec2, DVec2];

    /// `V::from_angle(angle)`: `angle_bar = y_bar · (-sin, cos)`.
    fn from_angle_differentiable(
        angle: Self::Float, _ws: &mut Workspace
    ) -> (Self, (()) -> (Self::Float,)) {
        let v = Self::from_angle(angle);
        (v, move |_: &mut Workspace, seed: Self, ()| (times(seed.y, v.x) - times(seed.x, v.y),))
    }
}

pairs_of_each! {
    /// The pairs of the methods of vectors of three components.
    SpaceMethods for [Vec3, Vec3A, DVec3];

    /// Whose method this is.
    fn cross_differentiable_at(&self, _w: Self) -> At<Self, ByMove> {
        at()
    }

    /// `v.cross(w)`.
    fn cross_differentiable_push(&self, w: Self, _ws: &mut Workspace) -> (Self, Self) {
        (self.cross(w), w)
    }

    /// `v_bar += w × y_bar` and `w_bar = y_bar × v`.
    fn cross_differentiable_pull(
        &self, w: Self, _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, _of_w: ()
    ) -> (Self,) {
        add(bar, -cross(&seed, &w));
        (cross(&seed, self),)
    }
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
    ($($(#[$doc:meta])* $Short:ident $Long:ident $float:ident;)*) => {$(
        impl ColumnMethods<$Long> for $Short {
            #[inline(always)]
            fn extend_differentiable_push(&self, last: $float, _: &mut Workspace) -> ($Long, ()) {
                (self.extend(last), ())
            }
            #[inline(always)]
            fn extend_differentiable_pull(
                &self, (): (), _: &mut Workspace, seed: $Long, bar: Option<&mut Self>, (): ()
            ) -> ($float,) {
                add(bar, Self::of_components(|k| seed.component(k)));
                (seed.component(Self::COUNT),)
            }
        }
    )*};
}

/// The pairs of `extend`.
pub trait ColumnMethods<L: Components<Float = Self::Float>>: Components {
    /// Whose method this is.
    fn extend_differentiable_at(&self, _last: Self::Float) -> At<Self, ByMove> {
        at()
    }

    /// `v.extend(last)`.
    fn extend_differentiable_push(&self, last: Self::Float, ws: &mut Workspace) -> (L, ());
    /// The first components for `v`, the last one for `last`.
    fn extend_differentiable_pull(
        &self,
        kept: (),
        ws: &mut Workspace,
        seed: L,
        bar: Option<&mut Self>,
        of_last: (),
    ) -> (Self::Float,);
}

columns! {
    Vec2 Vec3 f32;
    Vec3 Vec4 f32;
    DVec2 DVec3 f64;
    DVec3 DVec4 f64;
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
