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
