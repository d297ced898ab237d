//! Vectors made of the components of another, in some order: `v.xy()`, `v.zyx()`.

use super::components::Components;
use super::vectors::add;
use crate::foreign::rows;
use glam::{DVec2, DVec3, DVec4, Vec2, Vec3, Vec3A, Vec4};

macro_rules! swizzles {
    (
        $(#[$of_trait:meta])*
        $Trait:ident $Of:ident { $($name:ident [$($k:literal)*])* }
        $($Vec:ident $Part:ident)*
    ) => {
        /// A vector with such parts.
        pub trait $Of<P: Components>: Components<Float = P::Float> {}

        $(impl $Of<$Part> for $Vec {})*

        rows! {
            $(#[$of_trait])*
            $Trait[P: Components][P] for [, V: $Of<P>] V;
            $(
                /// Each component goes where it came from.
                fn $name(move x) -> P, cotangent P;
                    value { (P::of_components(|k| x.component([$($k),*][k])), ()) }
                    adjoint |(), seed, x_bar| {
                        let mut of_x = Self::zero_of(&x.cotangent_shape()).components();
                        for (k, from) in [$($k),*].into_iter().enumerate() {
                            of_x.as_mut()[from] += seed.component(k);
                        }
                        add(x_bar, Self::of_components(|k| of_x.as_ref()[k]));
                    }
                    tangent: linear;
            )*
        }
    };
}

swizzles! {
    /// The methods that make a vector of the first two components; see [`methods`](crate::methods).
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
    PlaneSwizzles WithPlane { xx [0 0] xy [0 1] yx [1 0] yy [1 1] }
    Vec2 Vec2 Vec3 Vec2 Vec3A Vec2 Vec4 Vec2 DVec2 DVec2 DVec3 DVec2 DVec4 DVec2
}

swizzles! {
    /// The methods that make a vector of two of three components.
    SpacePlaneSwizzles WithPlanes { xz [0 2] yz [1 2] zx [2 0] zy [2 1] zz [2 2] }
    Vec3 Vec2 Vec3A Vec2 Vec4 Vec2 DVec3 DVec2 DVec4 DVec2
}

swizzles! {
    /// The methods that make a vector of three components, each of them once.
    SpaceSwizzles WithSpace { xyz [0 1 2] xzy [0 2 1] yxz [1 0 2] yzx [1 2 0] zxy [2 0 1] zyx [2 1 0] }
    Vec3 Vec3 Vec3A Vec3A Vec4 Vec3 DVec3 DVec3 DVec4 DVec3
}
