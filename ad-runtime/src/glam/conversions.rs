//! Conversions between glam's vectors, arrays and tuples that hold the same numbers.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::components::Components;
use crate::conversions::{ConvertsBack, ConvertsTo};
use crate::differentiable::Differentiable;
use crate::foreign::{FromValue, paths};
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

macro_rules! arrays {
    ($($(#[$of_trait:meta])* $Trait:ident $Vec:ident [$float:ident; $count:literal];)*) => {$(
        paths! {
            /// The twin of `V::from_array(a)`.
            $(#[$of_trait])*
            $Trait[][] for [] $Vec;

            fn from_array(a: by [$float; $count]);
                adjoint |(), seed, _| { (seed.to_array(),) }
                tangent: linear;
        }
    )*};
}

arrays! {
    Vec2OfArray Vec2 [f32; 2];
    Vec3OfArray Vec3 [f32; 3];
    Vec3AOfArray Vec3A [f32; 3];
    Vec4OfArray Vec4 [f32; 4];
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
    DVec2OfArray DVec2 [f64; 2];
    DVec3OfArray DVec3 [f64; 3];
    DVec4OfArray DVec4 [f64; 4];
}

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

macro_rules! lists {
    ($($Trait:ident $Mat:ident [$float:ident; $count:literal];)*) => {$(
        paths! {
            /// The twin of `M::from_cols_array(&a)`.
            $Trait[][] for [] $Mat;

            fn from_cols_array(a: lent [$float; $count]);
                adjoint |(), seed, bar| {
                    for (k, bar) in bar.into_iter().flatten().enumerate() {
                        *bar += seed.component(k);
                    }
                    ((),)
                }
                tangent: linear;
        }
    )*};
}

lists! {
    Mat2OfList Mat2 [f32; 4];
    Mat3OfList Mat3 [f32; 9];
    Mat3AOfList Mat3A [f32; 9];
    Mat4OfList Mat4 [f32; 16];
    DMat2OfList DMat2 [f64; 4];
    DMat3OfList DMat3 [f64; 9];
    DMat4OfList DMat4 [f64; 16];
}
