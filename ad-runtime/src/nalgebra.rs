//! nalgebra's types: what their derivatives look like, and the derivatives of their operators and methods.
//!
//! A vector, a matrix, a point and a quaternion are their own cotangents: `v_bar.x`, `m_bar[(i, j)]`, `p_bar.coords`. What has
//! unit length or is a rotation is differentiated as the numbers that it holds, each for itself: the cotangent of a `Unit<V>` is
//! that of the `V` inside, and that of a rotation is a matrix. What flows into such a value through the function that made it,
//! `Unit::new_normalize(v)`, is right whatever direction it has; a step along it leaves the sphere, as any step does.
//!
//! The formulae of the methods are the textbook ones: M. Giles, "An extended collection of matrix derivative results for forward
//! and reverse mode algorithmic differentiation" (Oxford, 2008), section 2, and K. B. Petersen and M. S. Pedersen, "The Matrix
//! Cookbook" (2012), sections 2.1 to 2.2.

mod alignments;
mod blanks;
mod columnwise;
mod constructors;
mod decompositions;
mod distances;
mod eigen;
mod generators;
mod homogeneous;
mod indices;
mod isometries;
mod lu;
mod mapping;
mod matrices;
mod methods;
mod moments;
mod operators;
mod orientations;
mod overwritten;
mod parts;
mod points;
mod products;
mod qr;
mod ranges;
mod rearranged;
mod rotations;
mod spectra;
mod squares;
mod stored;
mod udu;
mod unassigned;
mod units;
mod vectors;
mod views;

pub use distances::{center, distance, distance_squared};
pub use isometries::IsometryBar;
pub use matrices::Elements;
pub use methods::MatrixMethods;
pub use parts::{overwrite_part, overwrite_part_twin};
pub use ranges::Extent;
pub use squares::SquareMethods;
pub use vectors::ColumnMethods;
pub use views::{PartOf, PartOfMut, PartRoute, PartRoutes, Parting};

/// The tables of methods and functions, without names: for a glob import.
pub mod tables {
    pub use super::alignments::{AlignmentConstructors as _, RenormalizingMethods as _};
    pub use super::blanks::{GridBlanks as _, ListBlanks as _};
    pub use super::columnwise::{ColumnwiseConstructors as _, GenericConstructors as _};
    pub use super::constructors::{
        AxisConstructors as _, DiagonalConstructors as _, GridConstructors as _, ListConstructors as _,
        MultipleConstructors as _, PartConstructors as _, VectorConstructors as _,
    };
    pub use super::decompositions::{CholeskyConstructors as _, CholeskyMethods as _};
    pub use super::eigen::{EigenMethods as _, NewSymmetricEigen as _, SvdMethods as _};
    pub use super::generators::{GridGenerators as _, ListGenerators as _, SizedGenerators as _};
    pub use super::homogeneous::{
        HomogeneousIsometry2 as _, HomogeneousIsometry3 as _, HomogeneousRotation2 as _, HomogeneousRotation3 as _,
        HomogeneousTranslation2 as _, HomogeneousTranslation3 as _, HomogeneousUnitComplex as _,
        HomogeneousUnitQuaternion as _,
    };
    pub use super::isometries::{
        IsometryMethods as _, MotionOfParts as _, NewIsometry3 as _, NewTranslation2 as _, NewTranslation3 as _,
        PlaneMotion as _, PlaneShift as _, SpaceShift as _, TranslationMethods as _,
    };
    pub use super::lu::LuMethods as _;
    pub use super::methods::{MatrixMethods as _, PartMethods as _};
    pub use super::moments::MomentMethods as _;
    pub use super::orientations::{
        AngleOfRotation2 as _, AngleOfRotation3 as _, AngleOfUnitComplex as _, AngleOfUnitQuaternion as _,
        NewRotation2 as _, NewUnitComplex as _, OrientationConstructors as _, OrientationMethods as _,
        RotationAngleMethods as _,
    };
    pub use super::overwritten::OverwritingMethods as _;
    pub use super::points::PointMethods as _;
    pub use super::qr::{Orthogonalization as _, QrMethods as _};
    pub use super::ranges::RangeMethods as _;
    pub use super::rearranged::{GrowingMethods as _, RearrangingMethods as _, SwizzlingMethods as _};
    pub use super::rotations::{RotationConstructors as _, RotationMatrixMethods as _, TurnMethods as _};
    pub use super::spectra::{SingularMethods as _, SpectralMethods as _};
    pub use super::squares::SquareMethods as _;
    pub use super::stored::StorageMethods as _;
    pub use super::udu::UduMethods as _;
    pub use super::units::{NewQuaternion as _, QuaternionMethods as _, UnitConstructors as _, UnitMethods as _};
    pub use super::vectors::{ColumnMethods as _, PlanarMethods as _, SpatialMethods as _};
}
