//! Vectors of integers and of conditions, which carry no derivative, and the comparisons that give the latter.

use super::components::Components;
use crate::found::{At, ByMove, at};
use crate::inactive::rigid;
use crate::workspace::Workspace;
use glam::{
    BVec2, BVec3, BVec3A, BVec4, DVec2, DVec3, DVec4, I64Vec2, I64Vec3, I64Vec4, IVec2, IVec3, IVec4, UVec2, UVec3,
    UVec4, Vec2, Vec3, Vec3A,
};

rigid!(BVec2, BVec3, BVec3A, BVec4);
rigid!(IVec2, IVec3, IVec4, I64Vec2, I64Vec3, I64Vec4, UVec2, UVec3, UVec4);

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
    cmpeq cmpeq_differentiable_at cmpeq_differentiable_push cmpeq_differentiable_pull
    cmpne cmpne_differentiable_at cmpne_differentiable_push cmpne_differentiable_pull
    cmpge cmpge_differentiable_at cmpge_differentiable_push cmpge_differentiable_pull
    cmpgt cmpgt_differentiable_at cmpgt_differentiable_push cmpgt_differentiable_pull
    cmple cmple_differentiable_at cmple_differentiable_push cmple_differentiable_pull
    cmplt cmplt_differentiable_at cmplt_differentiable_push cmplt_differentiable_pull
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
    fn all_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }
    /// `m.all()`.
    fn all_differentiable_push(&self, ws: &mut Workspace) -> (bool, ());
    /// A condition has no derivative.
    fn all_differentiable_pull(&self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut ()>) {}
    /// Whose method this is.
    fn any_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }
    /// `m.any()`.
    fn any_differentiable_push(&self, ws: &mut Workspace) -> (bool, ());
    /// A condition has no derivative.
    fn any_differentiable_pull(&self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut ()>) {}
}

conditions!(BVec2 BVec3 BVec3A BVec4);
