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
pub use integers::{IntegersBar2, IntegersBar3, IntegersBar4};

/// The tables of methods and functions, without names: for a glob import.
pub mod tables {
    pub use super::conversions::{
        DMat2OfList as _, DMat3OfList as _, DMat4OfList as _, DVec2OfArray as _, DVec3OfArray as _, DVec4OfArray as _,
        Mat2OfList as _, Mat3AOfList as _, Mat3OfList as _, Mat4OfList as _, Vec2OfArray as _, Vec3AOfArray as _,
        Vec3OfArray as _, Vec4OfArray as _,
    };
    pub use super::integers::{
        AsDVec2 as _, AsDVec3 as _, AsVec2 as _, AsVec3 as _, BoundMethods as _, ComparisonMethods as _,
        ConditionMethods as _,
    };
    pub use super::matrices::{
        ListsOfDMat2 as _, ListsOfDMat3 as _, ListsOfDMat4 as _, ListsOfMat2 as _, ListsOfMat3 as _, ListsOfMat3A as _,
        ListsOfMat4 as _, MatrixMethods as _,
    };
    pub use super::quaternions::{
        ArcMethods as _, PartsOfDQuat as _, PartsOfQuat as _, QuaternionMethods as _, TurnsOfDQuat as _,
        TurnsOfQuat as _,
    };
    pub use super::rotations::{
        ColumnsMethods as _, ColumnsOfDMat2 as _, ColumnsOfDMat3 as _, ColumnsOfDMat4 as _, ColumnsOfMat2 as _,
        ColumnsOfMat3 as _, ColumnsOfMat3A as _, ColumnsOfMat4 as _, DQuatFunctions as _, MethodsOfDMat2 as _,
        MethodsOfDMat3 as _, MethodsOfDMat4 as _, MethodsOfMat2 as _, MethodsOfMat3 as _, MethodsOfMat3A as _,
        MethodsOfMat4 as _, OfDQuatFunctions as _, OfQuatFunctions as _, QuatFunctions as _,
    };
    pub use super::swizzles::{PlaneSwizzles as _, SpacePlaneSwizzles as _, SpaceSwizzles as _};
    pub use super::transforms::{
        AxisTurns as _, DAxisTurns as _, DTransformFunctions as _, DTransforms as _, LongDVec3 as _, LongDVec4 as _,
        LongVec3 as _, LongVec4 as _, TransformFunctions as _, Transforms as _,
    };
    pub use super::turns::{DQuatOfMatrix as _, QuatOfMatrix as _, ScaledAxisOfDQuat as _, ScaledAxisOfQuat as _};
    pub use super::vectors::{
        LongerDVec2 as _, LongerDVec3 as _, LongerVec2 as _, LongerVec3 as _, PlaneFunctions as _, PlaneMethods as _,
        SpaceMethods as _, VectorFunctions as _, VectorMethods as _,
    };
}
