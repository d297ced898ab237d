//! Vectors made of the components of another, in some order: `v.xy()`, `v.zyx()`.

use super::components::Components;
use super::vectors::add;
use crate::found::{At, ByMove, at};
use crate::workspace::Workspace;
use glam::{DVec2, DVec3, DVec4, Vec2, Vec3, Vec3A, Vec4};

macro_rules! swizzles {
    (
        $(#[$of_trait:meta])*
        $Trait:ident { $($name:ident $at:ident $push:ident $pull:ident [$($k:literal)*])* }
        $($Vec:ident $Part:ident)*
    ) => {
        $(#[$of_trait])*
        pub trait $Trait<P: Components<Float = Self::Float>>: Components {$(
            /// Whose method this is.
            fn $at(&self) -> At<Self, ByMove> {
                at()
            }
            #[doc = concat!("`v.", stringify!($name), "()`.")]
            #[inline(always)]
            fn $push(&self, _ws: &mut Workspace) -> (P, ()) {
                (P::of_components(|k| self.component([$($k),*][k])), ())
            }
            /// Each component goes where it came from.
            #[inline(always)]
            fn $pull(&self, _kept: (), _ws: &mut Workspace, seed: P, bar: Option<&mut Self>) -> () {
                let mut of_v = Self::zero_of(&Self::cotangent_shape(self)).components();
                for (k, from) in [$($k),*].into_iter().enumerate() {
                    of_v.as_mut()[from] += seed.component(k);
                }
                add(bar, Self::of_components(|k| of_v.as_ref()[k]));
            }
        )*}

        $(impl $Trait<$Part> for $Vec {})*
    };
}

swizzles! {
    /// The pairs of what makes a vector of the first two components; see [`methods`](crate::methods).
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use glam::{DVec2, DVec3};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, mut bar) = (DVec3::new(1.0, 2.0, 3.0), DVec3::ZERO);
    /// let (turned, ()) = v.yx_differentiable_push(&mut ws);
    /// v.yx_differentiable_pull((), &mut ws, DVec2::new(5.0, 7.0), Some(&mut bar));
    /// assert_eq!((turned, bar), (DVec2::new(2.0, 1.0), DVec3::new(7.0, 5.0, 0.0)));
    /// ```
    PlaneSwizzles {
        xx xx_differentiable_at xx_differentiable_push xx_differentiable_pull [0 0]
        xy xy_differentiable_at xy_differentiable_push xy_differentiable_pull [0 1]
        yx yx_differentiable_at yx_differentiable_push yx_differentiable_pull [1 0]
        yy yy_differentiable_at yy_differentiable_push yy_differentiable_pull [1 1]
    }
    Vec2 Vec2 Vec3 Vec2 Vec3A Vec2 Vec4 Vec2 DVec2 DVec2 DVec3 DVec2 DVec4 DVec2
}

swizzles! {
    /// The pairs of what makes a vector of two of three components.
    SpacePlaneSwizzles {
        xz xz_differentiable_at xz_differentiable_push xz_differentiable_pull [0 2]
        yz yz_differentiable_at yz_differentiable_push yz_differentiable_pull [1 2]
        zx zx_differentiable_at zx_differentiable_push zx_differentiable_pull [2 0]
        zy zy_differentiable_at zy_differentiable_push zy_differentiable_pull [2 1]
        zz zz_differentiable_at zz_differentiable_push zz_differentiable_pull [2 2]
    }
    Vec3 Vec2 Vec3A Vec2 Vec4 Vec2 DVec3 DVec2 DVec4 DVec2
}

swizzles! {
    /// The pairs of what makes a vector of three components, each of them once.
    SpaceSwizzles {
        xyz xyz_differentiable_at xyz_differentiable_push xyz_differentiable_pull [0 1 2]
        xzy xzy_differentiable_at xzy_differentiable_push xzy_differentiable_pull [0 2 1]
        yxz yxz_differentiable_at yxz_differentiable_push yxz_differentiable_pull [1 0 2]
        yzx yzx_differentiable_at yzx_differentiable_push yzx_differentiable_pull [1 2 0]
        zxy zxy_differentiable_at zxy_differentiable_push zxy_differentiable_pull [2 0 1]
        zyx zyx_differentiable_at zyx_differentiable_push zyx_differentiable_pull [2 1 0]
    }
    Vec3 Vec3 Vec3A Vec3A Vec4 Vec3 DVec3 DVec3 DVec4 DVec3
}
