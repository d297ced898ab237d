//! Vectors of integers and of conditions, which carry no derivative, and the comparisons that give the latter.

use super::components::Components;
use crate::componentwise::{AbsoluteValue, Componentwise};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::{New2, New3, New4, by_value, of_each};
use crate::found::{At, ByMove, at};
use crate::inactive::{Inactive, rigid};
use crate::operators::{AddAdjoint, DivAdjoint, MulAdjoint, NegAdjoint, PlainAssign, RemAdjoint, SubAdjoint};
use crate::routes::indexed;
use crate::workspace::Workspace;
use glam::{
    BVec2, BVec3, BVec3A, BVec4, DVec2, DVec3, DVec4, I64Vec2, I64Vec3, I64Vec4, IVec2, IVec3, IVec4, UVec2, UVec3,
    UVec4, Vec2, Vec3, Vec3A,
};

rigid!(BVec2, BVec3, BVec3A, BVec4);

macro_rules! bars {
    ($($Bar:ident $text:literal [$($field:ident)*] $($Vec:ident)*;)*) => {$(
        #[doc = concat!("The cotangent of a vector of ", $text, " integers: as many times nothing, by the same names.")]
        ///
        /// ```
        #[doc = concat!("use ad_runtime::", stringify!($Bar), ";")]
        ///
        #[doc = concat!("let () = ", stringify!($Bar), "::default().x;")]
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $Bar {$(
            /// Nothing.
            pub $field: (),
        )*}

        impl Cotangent for $Bar {
            #[inline(always)]
            fn accumulate(&mut self, _: &Self) {}
            #[inline(always)]
            fn scale(&mut self, _: f64) {}
            #[inline(always)]
            fn zero_like(&self) -> Self {
                *self
            }
            fn flatten_into(&self, _: &mut Vec<f64>) {}
            fn unflatten_from(&mut self, _: &mut dyn Iterator<Item = f64>) {}
        }

        bars! { @each $Bar $($Vec)* }
    )*};
    (@each $Bar:ident $($Vec:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Inactive for $Vec {}

        impl Differentiable for $Vec {
            type Cotangent = $Bar;
            type Shape = ();
            fn coarseness(&self) -> f64 {
                0.0
            }
            #[inline(always)]
            fn cotangent_shape(&self) {}
            #[inline(always)]
            fn zero_of((): &()) -> $Bar {
                $Bar::default()
            }
            #[inline(always)]
            fn add_scaled(&mut self, _: f64, _: &$Bar) {}
            fn flatten_into(&self, _: &mut Vec<f64>) {}
            fn unflatten_from(&mut self, _: &mut dyn Iterator<Item = f64>) {}
        }
    )*};
}

bars! {
    IntegersBar2 "two" [x y] IVec2 I64Vec2 UVec2;
    IntegersBar3 "three" [x y z] IVec3 I64Vec3 UVec3;
    IntegersBar4 "four" [x y z w] IVec4 I64Vec4 UVec4;
}

macro_rules! comparisons {
    (
        [$($Vec:ident $Mask:ident)*]
        $($name:ident $at:ident $push:ident $pull:ident)*
    ) => {
        /// The pairs of the comparisons of vectors; see [`methods`](crate::methods). Nothing flows back.
        ///
        /// ```
        /// use ad_runtime::methods::*;
        /// use glam::{BVec2, DVec2};
        ///
        /// let mut ws = ad_runtime::Workspace::new();
        /// let (smaller, ()) = DVec2::X.cmplt_differentiable_push(DVec2::Y, &mut ws);
        /// assert_eq!(smaller, BVec2::new(false, true));
        /// ```
        pub trait ComparisonMethods<M>: Components {$(
            /// Whose method this is.
            fn $at(&self, _w: Self) -> At<Self, ByMove> {
                at()
            }
            #[doc = concat!("`v.", stringify!($name), "(w)`.")]
            fn $push(&self, w: Self, ws: &mut Workspace) -> (M, ());
            /// A condition has no derivative.
            fn $pull(&self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut Self>, _of_w: ()) -> (Self,) {
                (Self::zero_of(&Self::cotangent_shape(self)),)
            }
        )*}

        comparisons! { @each [$($Vec $Mask)*] { $($name $push)* } }
    };
    (@each [$($Vec:ident $Mask:ident)*] $names:tt) => {
        $(comparisons! { @impl $Vec $Mask $names })*
    };
    (@impl $Vec:ident $Mask:ident { $($name:ident $push:ident)* }) => {
        impl ComparisonMethods<$Mask> for $Vec {$(
            #[inline(always)]
            fn $push(&self, w: Self, _: &mut Workspace) -> ($Mask, ()) {
                (self.$name(w), ())
            }
        )*}
    };
}

comparisons! {
    [Vec2 BVec2 Vec3 BVec3 Vec3A BVec3A DVec2 BVec2 DVec3 BVec3 DVec4 BVec4]
    cmpeq cmpeq_marked_differentiable cmpeq_differentiable_push cmpeq_differentiable_pull
    cmpne cmpne_marked_differentiable cmpne_differentiable_push cmpne_differentiable_pull
    cmpge cmpge_marked_differentiable cmpge_differentiable_push cmpge_differentiable_pull
    cmpgt cmpgt_marked_differentiable cmpgt_differentiable_push cmpgt_differentiable_pull
    cmple cmple_marked_differentiable cmple_differentiable_push cmple_differentiable_pull
    cmplt cmplt_marked_differentiable cmplt_differentiable_push cmplt_differentiable_pull
}

macro_rules! conditions {
    ($($Mask:ident)*) => {$(
        impl ConditionMethods for $Mask {
            #[inline(always)]
            fn all_differentiable_push(&self, _: &mut Workspace) -> (bool, ()) {
                (self.all(), ())
            }
            #[inline(always)]
            fn any_differentiable_push(&self, _: &mut Workspace) -> (bool, ()) {
                (self.any(), ())
            }
        }
    )*};
}

/// The pairs of the methods of vectors of conditions. Nothing flows back.
pub trait ConditionMethods: Sized {
    /// Whose method this is.
    fn all_marked_differentiable(&self) -> At<Self, ByMove> {
        at()
    }
    /// `m.all()`.
    fn all_differentiable_push(&self, ws: &mut Workspace) -> (bool, ());
    /// A condition has no derivative.
    fn all_differentiable_pull(&self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut ()>) {}
    /// Whose method this is.
    fn any_marked_differentiable(&self) -> At<Self, ByMove> {
        at()
    }
    /// `m.any()`.
    fn any_differentiable_push(&self, ws: &mut Workspace) -> (bool, ());
    /// A condition has no derivative.
    fn any_differentiable_pull(&self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut ()>) {}
}

conditions!(BVec2 BVec3 BVec3A BVec4);

/// Arithmetic of vectors of integers: nothing flows through it.
macro_rules! arithmetic {
    ($($Vec:ident $integer:ident $Bar:ident)*) => {$(
        arithmetic!(@pair $Vec $Bar, $Vec $Bar, $Bar);
        arithmetic!(@pair $Vec $Bar, $integer Unit, $Bar);
        arithmetic!(@pair $integer Unit, $Vec $Bar, $Bar);

        impl Componentwise for $Vec {
            #[inline(always)]
            fn min_of(self, other: Self) -> Self {
                self.min(other)
            }
            #[inline(always)]
            fn max_of(self, other: Self) -> Self {
                self.max(other)
            }
            #[inline(always)]
            fn min_bar(&self, _: &Self, seed: &$Bar) -> $Bar {
                *seed
            }
            #[inline(always)]
            fn max_bar(&self, _: &Self, seed: &$Bar) -> $Bar {
                *seed
            }
        }

        impl PlainAssign for $Vec {}
    )*};
    (@pair $Left:ident $LeftBar:ident, $Right:ident $RightBar:ident, $Bar:ident) => {
        impl<F> AddAdjoint<$Right, F> for $Left {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn add_keep(_: &$Left, _: &$Right) -> ((), ()) {
                ((), ())
            }
            type Seed = $Bar;
            #[inline(always)]
            fn add_left((): &(), (): &(), _: &$Bar, _: &mut Workspace) -> $LeftBar {
                $LeftBar::default()
            }
            #[inline(always)]
            fn add_right((): &(), (): &(), _: &$Bar, _: &mut Workspace) -> $RightBar {
                $RightBar::default()
            }
        }

        impl<F> SubAdjoint<$Right, F> for $Left {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn sub_keep(_: &$Left, _: &$Right) -> ((), ()) {
                ((), ())
            }
            type Seed = $Bar;
            #[inline(always)]
            fn sub_left((): &(), (): &(), _: &$Bar, _: &mut Workspace) -> $LeftBar {
                $LeftBar::default()
            }
            #[inline(always)]
            fn sub_right((): &(), (): &(), _: &$Bar, _: &mut Workspace) -> $RightBar {
                $RightBar::default()
            }
        }

        arithmetic!(@products $Left $LeftBar, $Right $RightBar, $Bar, MulAdjoint mul_left mul_right);
        arithmetic!(@products $Left $LeftBar, $Right $RightBar, $Bar, DivAdjoint div_left div_right);
        arithmetic!(@products $Left $LeftBar, $Right $RightBar, $Bar, RemAdjoint rem_left rem_right);
    };
    (
        @products $Left:ident $LeftBar:ident, $Right:ident $RightBar:ident, $Bar:ident,
        $Adjoint:ident $left:ident $right:ident
    ) => {
        impl<F> $Adjoint<$Right, F> for $Left {
            type Seed = $Bar;
            #[inline(always)]
            fn $left(_: &$Left, _: &$Right, _: &$Bar, _: &mut Workspace) -> $LeftBar {
                $LeftBar::default()
            }
            #[inline(always)]
            fn $right(_: &$Left, _: &$Right, _: &$Bar, _: &mut Workspace) -> $RightBar {
                $RightBar::default()
            }
        }
    };
}

/// The cotangent of an integer.
type Unit = ();

arithmetic! {
    IVec2 i32 IntegersBar2 IVec3 i32 IntegersBar3 IVec4 i32 IntegersBar4
    I64Vec2 i64 IntegersBar2 I64Vec3 i64 IntegersBar3 I64Vec4 i64 IntegersBar4
    UVec2 u32 IntegersBar2 UVec3 u32 IntegersBar3 UVec4 u32 IntegersBar4
}

/// Elements of vectors of integers, read and written.
macro_rules! indices {
    ($($Vec:ident $integer:ident $Bar:ident)*) => {$(
        indexed! {
            impl[][] $Vec, [usize] => $integer, (), in $Bar;
            |index, v, bar| v[index], bar.x;
        }
    )*};
}

indices! {
    IVec2 i32 IntegersBar2 IVec3 i32 IntegersBar3 IVec4 i32 IntegersBar4
    I64Vec2 i64 IntegersBar2 I64Vec3 i64 IntegersBar3 I64Vec4 i64 IntegersBar4
    UVec2 u32 IntegersBar2 UVec3 u32 IntegersBar3 UVec4 u32 IntegersBar4
}

macro_rules! signed {
    ($($Vec:ident $Bar:ident)*) => {$(
        impl AbsoluteValue for $Vec {
            type Taken = ByMove;
            #[inline(always)]
            fn abs_of(self) -> Self {
                self.abs()
            }
            #[inline(always)]
            fn abs_bar(&self, seed: &$Bar) -> $Bar {
                *seed
            }
        }

        impl<F> NegAdjoint<F> for $Vec {
            type Kept = ();
            #[inline(always)]
            fn neg_keep(_: &Self) {}
            type Seed = $Bar;
            #[inline(always)]
            fn neg((): &(), seed: &$Bar, _: &mut Workspace) -> $Bar {
                *seed
            }
        }
    )*};
}

signed! {
    IVec2 IntegersBar2 IVec3 IntegersBar3 IVec4 IntegersBar4
    I64Vec2 IntegersBar2 I64Vec3 IntegersBar3 I64Vec4 IntegersBar4
}

/// The pair of `clamp` of vectors of integers; see [`methods`](crate::methods). Nothing flows back.
///
/// ```
/// use ad_runtime::methods::*;
/// use glam::IVec2;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (inside, ()) = IVec2::new(5, -1).clamp_differentiable_push(IVec2::ZERO, IVec2::ONE, &mut ws);
/// assert_eq!(inside, IVec2::X);
/// ```
pub trait BoundMethods: Differentiable<Cotangent: Default> + Sized {
    /// Whose method this is.
    fn clamp_marked_differentiable(&self, _low: Self, _high: Self) -> At<Self, ByMove> {
        at()
    }
    /// `v.clamp(low, high)`.
    fn clamp_differentiable_push(&self, low: Self, high: Self, ws: &mut Workspace) -> (Self, ());
    /// Nothing flows back.
    fn clamp_differentiable_pull(
        &self,
        _kept: (),
        _ws: &mut Workspace,
        _seed: Self::Cotangent,
        _bar: Option<&mut Self::Cotangent>,
        _of_low: (),
        _of_high: (),
    ) -> (Self::Cotangent, Self::Cotangent) {
        Default::default()
    }
}

macro_rules! bounds {
    ($($Vec:ident)*) => {$(
        impl BoundMethods for $Vec {
            #[inline(always)]
            fn clamp_differentiable_push(&self, low: Self, high: Self, _: &mut Workspace) -> (Self, ()) {
                (self.clamp(low, high), ())
            }
        }
    )*};
}

bounds!(IVec2 IVec3 IVec4 I64Vec2 I64Vec3 I64Vec4 UVec2 UVec3 UVec4);

macro_rules! floats_of {
    ($($Trait:ident $name:ident $at:ident $push:ident $pull:ident $Float:ident $Bar:ident [$($Vec:ident)*];)*) => {$(
        #[doc = concat!("The pair of `", stringify!($name), "` of vectors of integers. Nothing flows back.")]
        pub trait $Trait: Differentiable<Cotangent = $Bar> {
            /// Whose method this is.
            fn $at(&self) -> At<Self, ByMove> {
                at()
            }
            #[doc = concat!("`v.", stringify!($name), "()`.")]
            fn $push(&self, ws: &mut Workspace) -> ($Float, ());
            /// Nothing flows back.
            fn $pull(&self, _kept: (), _ws: &mut Workspace, _seed: $Float, _bar: Option<&mut $Bar>) {}
        }

        $(
            impl $Trait for $Vec {
                #[inline(always)]
                fn $push(&self, _: &mut Workspace) -> ($Float, ()) {
                    (self.$name(), ())
                }
            }
        )*
    )*};
}

floats_of! {
    AsVec2 as_vec2 as_vec2_marked_differentiable as_vec2_differentiable_push as_vec2_differentiable_pull Vec2 IntegersBar2
        [IVec2 I64Vec2 UVec2];
    AsVec3 as_vec3 as_vec3_marked_differentiable as_vec3_differentiable_push as_vec3_differentiable_pull Vec3 IntegersBar3
        [IVec3 I64Vec3 UVec3];
    AsDVec2 as_dvec2 as_dvec2_marked_differentiable as_dvec2_differentiable_push as_dvec2_differentiable_pull DVec2 IntegersBar2
        [IVec2 I64Vec2 UVec2];
    AsDVec3 as_dvec3 as_dvec3_marked_differentiable as_dvec3_differentiable_push as_dvec3_differentiable_pull DVec3 IntegersBar3
        [IVec3 I64Vec3 UVec3];
}

macro_rules! new {
    ($($Trait:ident $arguments:tt $Bar:ident $($Vec:ident $integer:ident)*;)*) => {$(
        new! { @each $Trait $arguments $Bar $($Vec $integer)* }
    )*};
    (@each $Trait:ident $arguments:tt $Bar:ident $($Vec:ident $integer:ident)*) => {
        $(new! { @impl $Trait $arguments $Bar $Vec $integer })*
    };
    (@impl $Trait:ident [$($argument:ident)*] $Bar:ident $Vec:ident $integer:ident) => { ad_macro::with_siblings! {
        impl $Trait<$integer> for $Vec {
            #[inline(always)]
            fn new_differentiable(
                $($argument: $integer,)*
                _: &mut Workspace,
            ) -> (
                Self,
                impl FnOnce(&mut Workspace, $Bar $(, by_value!($argument))*) -> ($(of_each!($argument ()),)*) + use<>,
            ) {
                let pullback = |_: &mut Workspace, bar: $Bar $(, (): by_value!($argument))*| ($(bar.$argument,)*);
                (Self::new($($argument),*), pullback)
            }
            #[inline(always)]
            fn new_differentiable_along($($argument: $integer,)* $($argument@dot: Option<()>),*) -> (Self, $Bar) {
                $(let _ = $argument@dot;)*
                let made = Self::new($($argument),*);
                (made, made.zero_cotangent())
            }
        }
    } };
}

new! {
    New2 [x y] IntegersBar2 IVec2 i32 I64Vec2 i64 UVec2 u32;
    New3 [x y z] IntegersBar3 IVec3 i32 I64Vec3 i64 UVec3 u32;
    New4 [x y z w] IntegersBar4 IVec4 i32 I64Vec4 i64 UVec4 u32;
}
