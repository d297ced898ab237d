//! `abs`, `min`, `max` and `midpoint`, of numbers and of vectors.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::rows;
use crate::found::{At, ByEither, ByMove, at};
use crate::rules::FloatFirst;
use crate::scalar::{Scalar, max_share, min_share, portion, sign};
use crate::tangents::ReceiverTangent;
use crate::workspace::Workspace;

/// A value with an absolute value: a number, or a vector or a matrix of which each component has one. Where the compiler does not
/// know which it is, it calls this, as it does for the other traits here.
///
/// ```
/// assert_eq!(ad_runtime::abs(-2.0), 2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`abs` of `{Self}` has no derivative here",
    note = "call a method of the type's own by its path: `V::abs(v)`"
)]
pub trait AbsoluteValue: Differentiable + Clone {
    /// How the type's own method takes its value: [`ByMove`] or [`ByRef`](crate::ByRef).
    type Taken;
    /// `v.abs()`.
    fn abs_of(self) -> Self;
    /// The cotangent of `v` in `v.abs()`: 0 at 0.
    fn abs_bar(&self, seed: &Self::Cotangent) -> Self::Cotangent;
}

/// Values two of which have a minimum and a maximum: numbers, or vectors of which each component has.
///
/// ```
/// use ad_runtime::{max, min};
///
/// assert_eq!((min(1.0, 2.0), max(1.0, 2.0)), (1.0, 2.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`abs`, `min` and `max` of `{Self}` have no derivative here",
    note = "call a method of the type's own by its path: `V::max(v, w)`"
)]
pub trait Componentwise: Differentiable + Clone {
    /// `v.min(w)`.
    fn min_of(self, other: Self) -> Self;
    /// `v.max(w)`.
    fn max_of(self, other: Self) -> Self;
    /// The cotangent of `v` in `v.min(w)`; ties share equally.
    fn min_bar(&self, other: &Self, seed: &Self::Cotangent) -> Self::Cotangent;
    /// That of `v` in `v.max(w)`; ties share equally.
    fn max_bar(&self, other: &Self, seed: &Self::Cotangent) -> Self::Cotangent;
}

/// Values two of which have one in the middle between them: numbers, or vectors.
///
/// ```
/// assert_eq!(ad_runtime::midpoint(1.0, 2.0), 1.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`midpoint` of `{Self}` has no derivative here",
    note = "call a method of the type's own by its path: `V::midpoint(v, w)`"
)]
pub trait Midpoint: Differentiable {
    /// `v.midpoint(w)`.
    fn midpoint_of(self, other: Self) -> Self;
}

impl Midpoint for f32 {
    #[inline(always)]
    fn midpoint_of(self, other: Self) -> Self {
        self.midpoint(other)
    }
}

impl Midpoint for f64 {
    #[inline(always)]
    fn midpoint_of(self, other: Self) -> Self {
        self.midpoint(other)
    }
}

impl<A: Scalar> AbsoluteValue for A {
    type Taken = ByMove;
    #[inline(always)]
    fn abs_of(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn abs_bar(&self, seed: &A) -> A {
        portion(*seed, sign(*self))
    }
}

impl<A: Scalar> Componentwise for A {
    #[inline(always)]
    fn min_of(self, other: Self) -> Self {
        self.min(other)
    }
    #[inline(always)]
    fn max_of(self, other: Self) -> Self {
        self.max(other)
    }
    #[inline(always)]
    fn min_bar(&self, other: &A, seed: &A) -> A {
        portion(*seed, min_share(*self, *other))
    }
    #[inline(always)]
    fn max_bar(&self, other: &A, seed: &A) -> A {
        portion(*seed, max_share(*self, *other))
    }
}

macro_rules! integers {
    ($($integer:ident: |$v:ident| $abs:expr;)*) => {$(
        impl AbsoluteValue for $integer {
            type Taken = ByMove;
            #[inline(always)]
            fn abs_of(self) -> Self {
                let $v = self;
                $abs
            }
            #[inline(always)]
            fn abs_bar(&self, _: &()) {}
        }

        impl Componentwise for $integer {
            #[inline(always)]
            fn min_of(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            #[inline(always)]
            fn max_of(self, other: Self) -> Self {
                Ord::max(self, other)
            }
            #[inline(always)]
            fn min_bar(&self, _: &Self, _: &()) {}
            #[inline(always)]
            fn max_bar(&self, _: &Self, _: &()) {}
        }
    )*};
}

integers! {
    i8: |v| v.abs(); i16: |v| v.abs(); i32: |v| v.abs(); i64: |v| v.abs(); i128: |v| v.abs(); isize: |v| v.abs();
    u8: |v| v; u16: |v| v; u32: |v| v; u64: |v| v; u128: |v| v; usize: |v| v;
}

/// The pair of `abs`, where the compiler knows a value to be a struct: a type of the user's may have a method of its own.
///
/// ```
/// use ad_runtime::methods::*;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (value, ()) = (-2.0_f64).abs_differentiable_push(&mut ws);
/// let mut bar = 0.0;
/// (-2.0).abs_differentiable_pull((), &mut ws, 3.0, Some(&mut bar));
/// assert_eq!((value, bar), (2.0, -3.0));
/// ```
pub trait AbsoluteValueMethods: AbsoluteValue {
    /// Whose method this is.
    fn abs_marked_differentiable(&self) -> At<Self, Self::Taken> {
        at()
    }

    /// `v.abs()`.
    #[inline(always)]
    fn abs_differentiable_push(&self, _: &mut Workspace) -> (Self, ()) {
        (self.clone().abs_of(), ())
    }

    /// The way back of `abs`.
    #[inline(always)]
    fn abs_differentiable_pull(
        &self,
        (): (),
        _: &mut Workspace,
        seed: Self::Cotangent,
        bar: Option<&mut Self::Cotangent>,
    ) {
        if let Some(bar) = bar {
            bar.accumulate(&self.abs_bar(&seed));
        }
    }

    /// The value of `abs` and its tangent: its slope is a sign in each component.
    #[inline(always)]
    fn abs_differentiable_tangent(&self, dot: ReceiverTangent<'_, Self::Cotangent>) -> (Self, Self::Cotangent) {
        let tangent = dot.shared().map(|dot| self.abs_bar(dot));
        (self.clone().abs_of(), tangent.unwrap_or_else(|| self.zero_cotangent()))
    }
}

impl<V: AbsoluteValue> AbsoluteValueMethods for V {}

rows! {
    /// The pairs of `min` and `max`; see [`AbsoluteValueMethods`].
    ///
    /// ```
    /// use ad_runtime::methods::*;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (value, other) = 2.0_f64.max_differentiable_push(1.0, &mut ws);
    /// let mut bar = 0.0;
    /// let (other_bar,) = 2.0.max_differentiable_pull(other, &mut ws, 3.0, Some(&mut bar), ());
    /// assert_eq!((value, bar, other_bar), (2.0, 3.0, 0.0));
    /// ```
    ComponentwiseMethods[][] for [V: Componentwise] V where all [Self: Clone];

    /// `v.min(w)`, with `w`.
    fn min(move x, other: by Self) -> Self, keeps Self, gives (Self::Cotangent,);
        value { (x.clone().min_of(other.clone()), other) }
        adjoint |other, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                x_bar.accumulate(&x.min_bar(&other, &seed));
            }
            (other.min_bar(x, &seed),)
        }
        tangent |x_dot, other_dot| {
            let mut dot = x.min_bar(&other, x_dot);
            dot.accumulate(&other.min_bar(x, &other_dot));
            dot
        }

    /// `v.max(w)`, with `w`.
    fn max(move x, other: by Self) -> Self, keeps Self, gives (Self::Cotangent,);
        value { (x.clone().max_of(other.clone()), other) }
        adjoint |other, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                x_bar.accumulate(&x.max_bar(&other, &seed));
            }
            (other.max_bar(x, &seed),)
        }
        tangent |x_dot, other_dot| {
            let mut dot = x.max_bar(&other, x_dot);
            dot.accumulate(&other.max_bar(x, &other_dot));
            dot
        }
}

macro_rules! first {
    ($($number:ident)*) => {$(
        /// A number's own methods, which come before those of a trait: see [`FloatFirst`].
        impl FloatFirst<&$number> {
            first! { @ $number abs [abs_marked_differentiable abs_differentiable_push abs_differentiable_pull abs_differentiable_tangent] AbsoluteValueMethods () () () }
            first! { @ $number min [min_marked_differentiable min_differentiable_push min_differentiable_pull min_differentiable_tangent] ComponentwiseMethods
                (other: $number,) (nothing: (),) (<$number as Differentiable>::Cotangent,) }
            first! { @ $number max [max_marked_differentiable max_differentiable_push max_differentiable_pull max_differentiable_tangent] ComponentwiseMethods
                (other: $number,) (nothing: (),) (<$number as Differentiable>::Cotangent,) }
        }
    )*};
    (@ $number:ident $name:ident [$at:ident $push:ident $pull:ident $tangent:ident] $of:ident ($($other:ident: $kept:ty,)*) ($($nothing:ident: $unit:ty,)*) $bars:ty) => {
        #[doc = concat!("Whose `", stringify!($name), "` it is.")]
        pub fn $at(&self $(, _: $kept)*) -> At<$number, ByEither> {
            at()
        }
        #[doc = concat!("`x.", stringify!($name), "(..)`.")]
        #[inline(always)]
        pub fn $push(&self $(, $other: $kept)*, ws: &mut Workspace) -> ($number, first!(@kept $($kept)*)) {
            $of::$push(**self $(, $other)*, ws)
        }
        #[doc = concat!("The way back of `", stringify!($name), "`.")]
        #[inline(always)]
        pub fn $pull(
            &self,
            kept: first!(@kept $($kept)*),
            ws: &mut Workspace,
            seed: <$number as Differentiable>::Cotangent,
            bar: Option<&mut <$number as Differentiable>::Cotangent>
            $(, $nothing: $unit)*
        ) -> $bars {
            $of::$pull(**self, kept, ws, seed, bar $(, $nothing)*)
        }
        #[doc = concat!("The value of `", stringify!($name), "` and its tangent.")]
        #[inline(always)]
        pub fn $tangent(
            &self
            $(, $other: $kept)*,
            dot: ReceiverTangent<'_, <$number as Differentiable>::Cotangent>
            $(, $nothing: Option<<$kept as Differentiable>::Cotangent>)*
        ) -> ($number, <$number as Differentiable>::Cotangent) {
            $of::$tangent(&**self $(, $other)*, dot $(, $nothing)*)
        }
    };
    (@kept) => { () };
    (@kept $kept:ty) => { $kept };
}

first! { f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! integers {
    ($($integer:ident)*) => {$(
        /// The methods that an integer has under the name of a float's; no derivative flows through them.
        impl FloatFirst<&$integer> {
            integers! { @ $integer rem_euclid [rem_euclid_marked_differentiable rem_euclid_differentiable_push rem_euclid_differentiable_pull rem_euclid_differentiable_tangent]
                modulus () }
            integers! { @ $integer clamp [clamp_marked_differentiable clamp_differentiable_push clamp_differentiable_pull clamp_differentiable_tangent]
                low () high () }
        }
    )*};
    (@ $integer:ident $name:ident [$at:ident $push:ident $pull:ident $tangent:ident] $($argument:ident $unit:tt)*) => {
        #[doc = concat!("Whose `", stringify!($name), "` it is.")]
        #[allow(unused_variables)]
        pub fn $at(&self $(, $argument: $integer)*) -> At<$integer, ByEither> {
            at()
        }
        #[doc = concat!("`n.", stringify!($name), "(..)`.")]
        #[inline(always)]
        pub fn $push(&self $(, $argument: $integer)*, _: &mut Workspace) -> ($integer, ()) {
            ((***self).$name($($argument),*), ())
        }
        #[doc = concat!("The way back of `", stringify!($name), "`.")]
        #[inline(always)]
        pub fn $pull(&self, (): (), _: &mut Workspace, (): (), _: Option<&mut ()> $(, $argument: $unit)*) -> ($($unit,)*) {
            ($($argument,)*)
        }
        ad_macro::with_siblings! {
            #[doc = concat!("The value of `", stringify!($name), "` and its tangent.")]
            #[inline(always)]
            pub fn $tangent(&self $(, $argument: $integer)*, _: ReceiverTangent<'_, ()> $(, $argument@dot: Option<$unit>)*) -> ($integer, ()) {
                $(let _ = $argument@dot;)*
                ((***self).$name($($argument),*), ())
            }
        }
    };
}

integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

/// `v.abs()`; see [`AbsoluteValue`].
///
/// ```
/// assert_eq!(ad_runtime::abs(-2.0), 2.0);
/// ```
#[inline(always)]
pub fn abs<V: AbsoluteValue>(v: V) -> V {
    v.abs_of()
}

/// `v.min(w)`; see [`Componentwise`].
///
/// ```
/// assert_eq!(ad_runtime::min(-2.0, 1.0), -2.0);
/// ```
#[inline(always)]
pub fn min<V: Componentwise>(v: V, w: V) -> V {
    v.min_of(w)
}

/// `v.max(w)`; see [`Componentwise`].
///
/// ```
/// assert_eq!(ad_runtime::max(-2.0, 1.0), 1.0);
/// ```
#[inline(always)]
pub fn max<V: Componentwise>(v: V, w: V) -> V {
    v.max_of(w)
}

/// `v.midpoint(w)`; see [`Midpoint`].
///
/// ```
/// assert_eq!(ad_runtime::midpoint(-2.0, 1.0), -0.5);
/// ```
#[inline(always)]
pub fn midpoint<V: Midpoint>(v: V, w: V) -> V {
    v.midpoint_of(w)
}
