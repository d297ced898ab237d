//! The decomposition of a symmetric matrix into `U D Uᵀ`, with `U` upper triangular and ones on its diagonal.
//!
//! It is its own cotangent: its fields are public, and are read where they stand. With `M = U⁻¹ dA U⁻ᵀ`, `dD` is the diagonal of `M`,
//! and `U⁻¹ dU` what stands above it, each column over the number of `D` that is its own.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::eigen::{dynamic, fieldwise};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::rows;
use crate::operators::PlainAssign;
use crate::scalar::{Scalar, over};
use nalgebra::allocator::Allocator;
use nalgebra::{DMatrix, DefaultAllocator, Dim, OMatrix, OVector, RealField, UDU};

fieldwise! {
    [A: Scalar + RealField, D: Dim] UDU<A, D>
    where [DefaultAllocator: Allocator<D, D> + Allocator<D>]
    { u: OMatrix<A, D, D>, d: OVector<A, D> }
}

rows! {
    /// The pair of `udu`; see [`methods`](crate::methods). Only the upper triangle is read, so only that has a gradient.
    ///
    /// ```
    /// use ad_runtime::{Differentiable, methods::*};
    /// use nalgebra::Matrix2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (Matrix2::new(2.0, 0.0, 0.0, 3.0), Matrix2::zeros());
    /// let (udu, kept) = m.udu_differentiable_push(&mut ws);
    /// let seed = udu.map(|udu| {
    ///     let mut seed = udu.zero_cotangent();
    ///     seed.d = udu.d;
    ///     seed
    /// });
    /// m.udu_differentiable_pull(kept, &mut ws, seed, Some(&mut m_bar));
    /// assert_eq!(m_bar, m);
    /// ```
    UduMethods[A: Scalar + RealField, D: Dim][A, D] for [] OMatrix<A, D, D>
        where all [DefaultAllocator: Allocator<D, D> + Allocator<D>];

    /// `m_bar += U⁻ᵀ (diag(d_bar) + above(Uᵀ U_bar) D⁻¹) U⁻¹`, folded into the upper triangle.
    fn udu(move x) -> Option<UDU<A, D>>, keeps Option<UDU<A, D>>;
        value { let udu = x.clone_owned().udu(); (udu.clone(), udu) }
        adjoint |kept, seed, x_bar| {
            let (Some(kept), Some(seed), Some(x_bar)) = (kept, seed, x_bar) else {
                return;
            };
            let u = dynamic(&kept.u);
            let turned = u.transpose() * dynamic(&seed.u);
            let inner = DMatrix::from_fn(u.nrows(), u.ncols(), |i, j| match i.cmp(&j) {
                std::cmp::Ordering::Less => over(turned[(i, j)], kept.d[j]),
                std::cmp::Ordering::Equal => seed.d[i],
                std::cmp::Ordering::Greater => A::ZERO,
            });
            // With ones on its diagonal `U` can be divided by.
            let over_u = |m: &DMatrix<A>| u.tr_solve_upper_triangular(m).unwrap_or_else(|| m.clone());
            let whole = over_u(&over_u(&inner).transpose()).transpose();
            for j in 0..x_bar.ncols() {
                x_bar[(j, j)] += whole[(j, j)];
                for i in 0..j {
                    x_bar[(i, j)] += whole[(i, j)] + whole[(j, i)];
                }
            }
        }
}
