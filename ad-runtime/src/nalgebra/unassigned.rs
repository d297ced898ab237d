//! Values for variables that are declared before they are assigned.

use crate::scalar::Scalar;
use crate::unassigned::Unassigned;
use nalgebra::allocator::Allocator;
use nalgebra::{
    Cholesky, DefaultAllocator, Dim, DimName, OMatrix, OPoint, Quaternion, RealField, Rotation, SMatrix, Unit, Vector4,
};

/// As large as its type says, and empty where that says nothing.
///
/// ```
/// let m: nalgebra::DMatrix<f64> = ad_runtime::unassigned();
/// assert!(m.is_empty());
/// ```
impl<A: Scalar + Unassigned, R: Dim, C: Dim> Unassigned for OMatrix<A, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    #[inline(always)]
    fn unassigned() -> Self {
        Self::from_element_generic(size(), size(), A::unassigned())
    }
}

/// A dimension, zero where its type leaves it open.
#[inline(always)]
fn size<D: Dim>() -> D {
    D::from_usize(D::try_to_usize().unwrap_or(0))
}

/// A decomposition whose factor nothing reads.
impl<A: Scalar + Unassigned + RealField, D: Dim> Unassigned for Cholesky<A, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    #[inline(always)]
    fn unassigned() -> Self {
        Cholesky::pack_dirty(OMatrix::unassigned())
    }
}

impl<A: Scalar + Unassigned, D: DimName> Unassigned for OPoint<A, D>
where
    DefaultAllocator: Allocator<D>,
{
    #[inline(always)]
    fn unassigned() -> Self {
        Self::origin()
    }
}

impl<A: Scalar> Unassigned for Quaternion<A> {
    #[inline(always)]
    fn unassigned() -> Self {
        Vector4::zeros().into()
    }
}

/// It has no length at all, but nothing reads it.
///
/// ```
/// use nalgebra::{Unit, Vector3};
///
/// let v: Unit<Vector3<f64>> = ad_runtime::unassigned();
/// assert_eq!(v.into_inner(), Vector3::zeros());
/// ```
impl<V: Unassigned> Unassigned for Unit<V> {
    #[inline(always)]
    fn unassigned() -> Self {
        Unit::new_unchecked(V::unassigned())
    }
}

impl<A: Scalar + RealField, const D: usize> Unassigned for Rotation<A, D> {
    #[inline(always)]
    fn unassigned() -> Self {
        Rotation::from_matrix_unchecked(SMatrix::zeros())
    }
}

impl<A: Scalar + RealField, R: nalgebra::AbstractRotation<A, D>, const D: usize> Unassigned
    for nalgebra::Isometry<A, R, D>
{
    #[inline(always)]
    fn unassigned() -> Self {
        Self::identity()
    }
}
