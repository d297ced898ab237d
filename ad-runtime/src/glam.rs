//! glam's types: what their derivatives look like, and the derivatives of their operators and methods.
//!
//! Vectors, matrices and quaternions of `f32` and `f64` are their own cotangents: `v_bar.x`, `m_bar.x_axis`, `q_bar.w`. A
//! quaternion is differentiated as its four numbers, each for itself, also where it stands for a rotation.

mod components;
mod conversions;
mod integers;
mod matrices;
mod operators;
mod quaternions;
mod rotations;
mod swizzles;
mod transforms;
mod turns;
mod vectors;

pub use components::Components;
pub use conversions::{ArrayFunctions, ListFunctions};
pub use integers::{
    AsDVec2, AsDVec3, AsVec2, AsVec3, BoundMethods, ComparisonMethods, ConditionMethods, IntegersBar2, IntegersBar3,
    IntegersBar4,
};
pub use matrices::{ListsOfColumns, MatrixMethods};
pub use quaternions::{ArcMethods, QuaternionMethods, TurningMethods};
pub use rotations::{AxisFunctions, ColumnsMethods, FourColumns, ThreeColumns, TurnedFunctions, TwoColumns};
pub use swizzles::{PlaneSwizzles, SpacePlaneSwizzles, SpaceSwizzles};
pub use transforms::{AxisTurns, LongMethods, TransformFunctions, TransformMethods};
pub use turns::{MatrixFunctions, TurnMethods};
pub use vectors::{ColumnMethods, PlaneFunctions, PlaneMethods, SpaceMethods, VectorFunctions, VectorMethods};

/// A trait with the pairs of the methods of several types, and its impl for each of them.
macro_rules! pairs_of_each {
    (
        $(#[$of_trait:meta])*
        $Trait:ident for [$($Type:ident),*];
        $($functions:tt)*
    ) => {
        pairs_of_each! { @trait [$(#[$of_trait])*] $Trait $($functions)* }
        pairs_of_each! { @impls $Trait [$($Type),*] { $($functions)* } }
    };
    (
        @trait [$(#[$of_trait:meta])*] $Trait:ident
        $($(#[$of_function:meta])* fn $function:ident($($params:tt)*) -> $output:ty $body:block)*
    ) => {
        $(#[$of_trait])*
        pub trait $Trait: Components {$(
            $(#[$of_function])*
            fn $function($($params)*) -> $output;
        )*}
    };
    (@impls $Trait:ident [$First:ident $(, $Type:ident)*] { $($functions:tt)* }) => {
        pairs_of_each! { @impl $Trait $First $($functions)* }
        pairs_of_each! { @impls $Trait [$($Type),*] { $($functions)* } }
    };
    (@impls $Trait:ident [] $functions:tt) => {};
    (
        @impl $Trait:ident $Type:ident
        $($(#[$of_function:meta])* fn $function:ident($($params:tt)*) -> $output:ty $body:block)*
    ) => {
        impl $Trait for $Type {$(
            #[inline(always)]
            fn $function($($params)*) -> $output $body
        )*}
    };
}

use pairs_of_each;
