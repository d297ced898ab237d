//! Conversions between glam's vectors, arrays and tuples that hold the same numbers.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::components::Components;
use crate::conversions::{ConvertsBack, ConvertsTo};
use crate::differentiable::Differentiable;
use crate::foreign::FromValue;
use crate::workspace::Workspace;
use glam::{DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4, Quat, Vec2, Vec3, Vec3A, Vec4};

/// `From` one type to another: the way there, and that of the cotangent back.
macro_rules! conversions {
    ($($From:ty => $To:ty: $back:expr;)*) => {$(
        impl ConvertsTo<$To> for $From {
            #[inline(always)]
            fn converted(self, convert: impl FnOnce($From) -> $To) -> $To {
                convert(self)
            }
        }

        impl ConvertsBack<$To> for $From {
            #[inline(always)]
            fn converted_back(&self, bar: $To) -> $From {
                let back: fn($To) -> $From = $back;
                back(bar)
            }
        }

        impl FromValue<$From> for $To {
            #[inline(always)]
            fn from_differentiable(
                value: $From,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (<$From as Differentiable>::Cotangent,) + use<>) {
                (value.into(), move |_: &mut Workspace, bar: $To, ()| (value.converted_back(bar),))
            }
        }
    )*};
}

/// The twin of `V::from_array(a)`.
///
/// ```
/// use ad_runtime::methods::*;
/// use glam::DVec2;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (v, pullback) = DVec2::from_array_differentiable([1.0, 2.0], &mut ws);
/// assert_eq!(v, DVec2::new(1.0, 2.0));
/// assert_eq!(pullback(&mut ws, DVec2::new(3.0, 4.0), ()), ([3.0, 4.0],));
/// ```
pub trait ArrayFunctions<A>: Components {
    /// `V::from_array(a)`.
    fn from_array_differentiable(
        a: A,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (A,) + use<Self, A>);
}

macro_rules! arrays {
    ($($Vec:ident [$float:ident; $count:literal]),*) => {$(
        impl ArrayFunctions<[$float; $count]> for $Vec {
            #[inline(always)]
            fn from_array_differentiable(
                a: [$float; $count],
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ([$float; $count],) + use<>) {
                (Self::from_array(a), |_: &mut Workspace, bar: Self, ()| (bar.to_array(),))
            }
        }
    )*};
}

arrays!(Vec2 [f32; 2], Vec3 [f32; 3], Vec3A [f32; 3], Vec4 [f32; 4], DVec2 [f64; 2], DVec3 [f64; 3], DVec4 [f64; 4]);

/// What every vector has: itself, an array and a tuple of its components.
macro_rules! of_vectors {
    ($($Vec:ident $float:ident $count:literal [$($part:tt)*];)*) => {
        conversions! {$(
            $Vec => $Vec: |bar| bar;
            [$float; $count] => $Vec: |bar| bar.to_array();
            $Vec => [$float; $count]: |bar| $Vec::from_array(bar);
            ($($part)*) => $Vec: |bar| bar.into();
            $Vec => ($($part)*): |bar| bar.into();
        )*}
    };
}

of_vectors! {
    Vec2 f32 2 [f32, f32];
    Vec3 f32 3 [f32, f32, f32];
    Vec3A f32 3 [f32, f32, f32];
    Vec4 f32 4 [f32, f32, f32, f32];
    DVec2 f64 2 [f64, f64];
    DVec3 f64 3 [f64, f64, f64];
    DVec4 f64 4 [f64, f64, f64, f64];
}

conversions! {
    Vec3 => Vec3A: Vec3::from;
    Vec3A => Vec3: Vec3A::from;
    Mat3 => Mat3A: Mat3::from;
    Mat3A => Mat3: Mat3A::from;
    (Vec2, f32) => Vec3: |bar| (Vec2::new(bar.x, bar.y), bar.z);
    (DVec2, f64) => DVec3: |bar| (DVec2::new(bar.x, bar.y), bar.z);
    (Vec3, f32) => Vec4: |bar| (Vec3::new(bar.x, bar.y, bar.z), bar.w);
    (DVec3, f64) => DVec4: |bar| (DVec3::new(bar.x, bar.y, bar.z), bar.w);
    Quat => Quat: |bar| bar;
    DQuat => DQuat: |bar| bar;
    DMat3 => DMat3: |bar| bar;
    Mat3 => Mat3: |bar| bar;
}

/// The twin of `M::from_cols_array(&a)`.
pub trait ListFunctions<L>: Components {
    /// `M::from_cols_array(&a)`.
    fn from_cols_array_differentiable(
        a: &L,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&L, Option<&mut L>)) -> ((),) + use<Self, L>,
    );
}

macro_rules! lists {
    ($($Mat:ident $float:ident $count:literal)*) => {$(
        impl ListFunctions<[$float; $count]> for $Mat {
            #[inline(always)]
            fn from_cols_array_differentiable(
                a: &[$float; $count],
                _: &mut Workspace,
            ) -> (
                Self,
                impl FnOnce(&mut Workspace, Self, (&[$float; $count], Option<&mut [$float; $count]>)) -> ((),) + use<>,
            ) {
                let pullback = |_: &mut Workspace, seed: Self, (_, bar): (&[$float; $count], Option<&mut [$float; $count]>)| {
                    for (k, bar) in bar.into_iter().flatten().enumerate() {
                        *bar += seed.component(k);
                    }
                    ((),)
                };
                (Self::from_cols_array(a), pullback)
            }
        }
    )*};
}

lists!(Mat2 f32 4 Mat3 f32 9 Mat3A f32 9 Mat4 f32 16 DMat2 f64 4 DMat3 f64 9 DMat4 f64 16);
