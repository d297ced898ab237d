//! How the methods of other crates' types get their derivatives.
//!
//! Compiled code calls `x.norm_differentiable_push(ws)` where the user wrote `x.norm()`, whatever `x` is. A type of the user's has
//! this function by its attribute; a foreign type has it by a trait of the runtime, and rustc chooses by the type. All these
//! traits are in scope where compiled code calls a method: it imports [`methods`], which has nothing but them, nameless.
//!
//! The pair of a method `f` is called `f_differentiable_push`, which gives the value and what is kept for the way back, and
//! `f_differentiable_pull`, which takes what was kept, the seed, the buffer of the receiver's cotangent and a slot for each
//! argument: the argument again and its buffer, or nothing for one by value, whose cotangent is returned. A receiver that is
//! written is put back to what it was.

mod from;
#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
mod news;
#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex", feature = "tensor"))]
mod operators;
#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
mod paths;
mod rows;

pub use from::{FromValue, IntoValue, NoSource, TryFromValue, into_value, try_into_value};

#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
pub use news::{
    New1, New2, New3, New4, New5, New6, New8, New9, New10, New12, New15, New16, New18, New20, New24, New25, New30,
    New36,
};
#[cfg(any(feature = "glam", feature = "nalgebra"))]
pub(crate) use news::{by_value, of_each};
#[cfg(any(feature = "glam", feature = "nalgebra"))]
pub(crate) use operators::by_rows;
#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex", feature = "tensor"))]
pub(crate) use operators::of_both;
#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
pub(crate) use operators::{operators, strong, sums};
#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
pub(crate) use paths::{given, made, path_table, path_tangent, paths};
#[allow(unused_imports, reason = "rows with `jacobian` stand behind features")]
pub(crate) use rows::{
    again, along, cotangent, flat, moving, or_unit, param, receiver, rows, slot, slot_names, slot_of, table, tangent,
    through_jacobian, value, wanted, workspace, zero_slot,
};

/// The traits by which foreign types have derivatives of their methods, without names: for a glob import.
///
/// ```
/// use ad_runtime::methods::*;
/// use ndarray::arr1;
///
/// let mut ws = ad_runtime::Workspace::new();
/// assert_eq!(arr1(&[1.0, 2.0]).sum_differentiable_push(&mut ws), (3.0, ()));
/// ```
pub mod methods {
    pub use crate::array_growth::{ArrayGrowth as _, MatrixGrowth as _};
    pub use crate::array_methods::ArrayMethods as _;
    pub use crate::array_moments::ArrayMoments as _;
    pub use crate::array_operators::ArrayOperators as _;
    pub use crate::array_products::ArrayProducts as _;
    pub use crate::array_shapes::{ArrayOrders as _, ArrayReshapes as _, ArrayShapes as _};
    #[cfg(feature = "num-complex")]
    pub use crate::complex::{AnalyticMethods as _, ComplexFunctions as _, ComplexMethods as _, NewComplex as _};
    pub use crate::componentwise::{AbsoluteValueMethods as _, ComponentwiseMethods as _};
    pub use crate::deques::DequeMethods as _;
    #[cfg(feature = "rand08")]
    pub use crate::draws::Draws08 as _;
    #[cfg(feature = "rand09")]
    pub use crate::draws::Draws09 as _;
    #[cfg(feature = "rand010")]
    pub use crate::draws::Draws010 as _;
    #[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
    pub use crate::draws::ShuffleMethods as _;
    pub use crate::expressions::ExpressionsAsWritten as _;
    pub use crate::float_ranges::FloatRange as _;
    pub use crate::foreign::{FromValue as _, TryFromValue as _};
    #[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
    pub use crate::foreign::{
        New1 as _, New2 as _, New3 as _, New4 as _, New5 as _, New6 as _, New8 as _, New9 as _, New10 as _, New12 as _,
        New15 as _, New16 as _, New18 as _, New20 as _, New24 as _, New25 as _, New30 as _, New36 as _,
    };
    #[cfg(feature = "glam")]
    pub use crate::glam::tables::*;
    pub use crate::heaps::{HeapMethods as _, HeapRoutes as _};
    #[cfg(feature = "hyperdual")]
    pub use crate::hyperdual::{
        DualConstructors as _, DualCross as _, DualFunctions as _, DualMethods as _, DualPairs as _, DualVectors as _,
    };
    #[cfg(feature = "indexmap")]
    pub use crate::indexmap::{EntryPositions as _, ItemPositions as _};
    #[cfg(feature = "arrayvec")]
    pub use crate::inline_lists::ArrayVecMethods as _;
    #[cfg(feature = "smallvec")]
    pub use crate::inline_lists::SmallVecMethods as _;
    pub use crate::integers::IntegerMethods as _;
    pub use crate::list_methods::ListMethods as _;
    pub use crate::mapping::MapMethods as _;
    #[cfg(feature = "nalgebra")]
    pub use crate::nalgebra::tables::*;
    #[cfg(feature = "rand_distr04")]
    pub use crate::normals::{DrawnNormal04 as _, DrawsNormal04 as _, MakesNormal04 as _};
    #[cfg(feature = "rand_distr05")]
    pub use crate::normals::{DrawnNormal05 as _, DrawsNormal05 as _, MakesNormal05 as _};
    #[cfg(feature = "rand_distr06")]
    pub use crate::normals::{DrawnNormal06 as _, DrawsNormal06 as _, MakesNormal06 as _};
    pub use crate::number_methods::NumberMethods as _;
    pub use crate::operators::{
        OtherCopies as _, OtherOperand as _, OtherOperands as _, OtherViewOperand as _, OtherViewOperands as _,
        OwningOperands as _,
    };
    pub use crate::option_methods::OptionMethods as _;
    pub use crate::rules::ScalarMethods as _;
    pub use crate::sets::SetMethods as _;
    pub use crate::slices::{FillMethods as _, SliceMethods as _};
    #[cfg(feature = "tensor")]
    pub use crate::tensor::{
        TensorConvolutions as _, TensorCtc as _, TensorDropout as _, TensorElements as _, TensorJoins as _,
        TensorMaps as _, TensorNorms as _, TensorPools as _, TensorPowers as _, TensorProducts as _, TensorReads as _,
        TensorReductions as _, TensorShapes as _, TensorSoftmax as _,
    };
    pub use crate::texts::TextMethods as _;
}

/// The traits by which places are reached through functions and methods that give references or views, without names: for a glob
/// import.
///
/// ```
/// use ad_runtime::projections::*;
/// use ndarray::arr2;
///
/// let m = arr2(&[[1.0, 2.0], [3.0, 4.0]]);
/// assert_eq!(m.row_differentiable_route_0(1).of(&m).sum(), 7.0);
/// ```
pub mod projections {
    pub use crate::element_index::{ElementIndex as _, Numbering as _, OtherElements as _};
    pub use crate::flat::Flattening as _;
    #[cfg(feature = "nalgebra")]
    pub use crate::nalgebra::{PartRoutes as _, Parting as _};
    pub use crate::object_routes::RouteOfAWay as _;
    pub use crate::routes::{IndexMutRoute as _, IndexRoute as _, Route as _, RouteMut as _, WithoutIndexRoute as _};
    pub use crate::slices::Slicing as _;
    pub use crate::views::{Viewing as _, Views as _};
}
