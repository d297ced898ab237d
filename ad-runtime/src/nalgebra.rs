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
mod sums;
mod udu;
mod unassigned;
mod units;
mod vectors;
mod views;

pub use alignments::{AlignmentConstructors, RenormalizingMethods};
pub use blanks::{GridBlanks, ListBlanks};
pub use columnwise::{ColumnwiseConstructors, GenericConstructors};
pub use constructors::{
    AxisConstructors, DiagonalConstructors, GridConstructors, ListConstructors, MultipleConstructors, PartConstructors,
    VectorConstructors,
};
pub use decompositions::{CholeskyConstructors, CholeskyMethods};
pub use distances::{center, distance, distance_squared};
pub use eigen::{EigenMethods, NewSymmetricEigen, SvdMethods};
pub use generators::{GridGenerators, ListGenerators, SizedGenerators};
pub use homogeneous::HomogeneousMethods;
pub use isometries::{
    IsometryBar, IsometryMethods, MotionOfParts, NewIsometry3, NewTranslation2, NewTranslation3, PlaneMotion,
    PlaneShift, SpaceShift, TranslationMethods,
};
pub use lu::LuMethods;
pub use mapping::{PlacedMapMethods, ZipMapMethods};
pub use matrices::Elements;
pub use methods::{MatrixMethods, PartMethods};
pub use moments::MomentMethods;
pub use orientations::{
    AngleMethods, NewRotation2, NewUnitComplex, OrientationConstructors, OrientationMethods, RotationAngleMethods,
};
pub use overwritten::OverwritingMethods;
pub use parts::{overwrite_part, overwrite_part_twin};
pub use points::PointMethods;
pub use qr::{Orthogonalization, QrMethods};
pub use ranges::{Extent, RangeMethods};
pub use rearranged::{GrowingMethods, RearrangingMethods, SwizzlingMethods};
pub use rotations::{RotationConstructors, RotationMatrixMethods, TurnMethods};
pub use spectra::{SingularMethods, SpectralMethods};
pub use squares::SquareMethods;
pub use stored::StorageMethods;
pub use udu::UduMethods;
pub use units::{NewQuaternion, QuaternionMethods, UnitConstructors};
pub use vectors::{ColumnMethods, PlanarMethods, SpatialMethods};
pub use views::{PartOf, PartOfMut, PartRoute, PartRoutes, Parting};
