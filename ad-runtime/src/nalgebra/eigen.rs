//! The decompositions into eigenvalues and eigenvectors, and into singular values and vectors.
//!
//! Both are their own cotangents: their fields are public, and are read where they stand. The formulae are those of M. Giles, as
//! cited in the module above, sections 3.1 and 3.2, and of J. Townsend, "Differentiating the singular value decomposition" (2016),
//! for matrices that are not square. Vectors of values that coincide have no derivatives; what flows into them is infinite or not
//! a number, unless it is zero in all directions that are not determined.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::matrices::Elements;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::paths;
use crate::foreign::rows;
use crate::operators::PlainAssign;
use crate::scalar::{Scalar, over, times};
use nalgebra::allocator::Allocator;
use nalgebra::{
    DMatrix, DefaultAllocator, Dim, DimDiff, DimMin, DimMinimum, DimSub, Matrix, OMatrix, RealField, SVD,
    SymmetricEigen, U1,
};

/// The same elements in a matrix whose size only the run knows.
pub(super) fn dynamic<A: Scalar + RealField, R: Dim, C: Dim, S: Elements<A, R, C>>(
    m: &Matrix<A, R, C, S>,
) -> DMatrix<A> {
    DMatrix::from_column_slice(m.nrows(), m.ncols(), m.as_slice())
}

/// Adds to a cotangent what has the same size.
pub(super) fn add_dynamic<A: Scalar + RealField, R: Dim, C: Dim>(bar: &mut OMatrix<A, R, C>, more: &DMatrix<A>)
where
    DefaultAllocator: Allocator<R, C>,
{
    for (bar, more) in bar.as_mut_slice().iter_mut().zip(more.as_slice()) {
        *bar += *more;
    }
}

/// A value that is its own cotangent: the same for each of its fields.
macro_rules! fieldwise {
    ([$($parameters:tt)*] $Type:ty where [$($bounds:tt)*] { $($field:ident: $Field:ty),* }) => {
        impl<$($parameters)*> Differentiable for $Type
        where
            $($bounds)*
        {
            type Cotangent = Self;
            type Shape = ($(<$Field as Differentiable>::Shape,)*);
            fn coarseness(&self) -> f64 {
                A::ZERO.coarseness()
            }
            fn cotangent_shape(&self) -> Self::Shape {
                ($(self.$field.cotangent_shape(),)*)
            }
            fn zero_of(shape: &Self::Shape) -> Self {
                let ($($field,)*) = shape;
                Self { $($field: <$Field as Differentiable>::zero_of($field)),* }
            }
            fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
                $(self.$field.add_scaled(alpha, &cotangent.$field);)*
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                $(Differentiable::flatten_into(&self.$field, out);)*
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                $(Differentiable::unflatten_from(&mut self.$field, flat);)*
            }
        }

        impl<$($parameters)*> Cotangent for $Type
        where
            $($bounds)*
        {
            fn accumulate(&mut self, other: &Self) {
                $(self.$field.accumulate(&other.$field);)*
            }
            fn scale(&mut self, alpha: f64) {
                $(Cotangent::scale(&mut self.$field, alpha);)*
            }
            fn zero_like(&self) -> Self {
                Self { $($field: self.$field.zero_like()),* }
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                $(Cotangent::flatten_into(&self.$field, out);)*
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                $(Cotangent::unflatten_from(&mut self.$field, flat);)*
            }
        }

        impl<$($parameters)*> PlainAssign for $Type
        where
            $($bounds)*
        {
        }
    };
}

pub(super) use fieldwise;

fieldwise! {
    [A: Scalar + RealField, D: Dim] SymmetricEigen<A, D>
    where [DefaultAllocator: Allocator<D, D> + Allocator<D>]
    { eigenvectors: OMatrix<A, D, D>, eigenvalues: nalgebra::OVector<A, D> }
}

fieldwise! {
    [A: Scalar + RealField, R: DimMin<C>, C: Dim] SVD<A, R, C>
    where [
        DefaultAllocator: Allocator<DimMinimum<R, C>, C> + Allocator<R, DimMinimum<R, C>> + Allocator<DimMinimum<R, C>>
    ]
    {
        u: Option<OMatrix<A, R, DimMinimum<R, C>>>,
        v_t: Option<OMatrix<A, DimMinimum<R, C>, C>>,
        singular_values: nalgebra::OVector<A, DimMinimum<R, C>>
    }
}

rows! {
    /// The pair of `symmetric_eigen`; see [`methods`](crate::methods). Only the lower triangle is read, so only that has a gradient.
    ///
    /// ```
    /// use ad_runtime::{Differentiable, methods::*};
    /// use nalgebra::Matrix2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (Matrix2::new(2.0, 0.0, 0.0, 3.0), Matrix2::zeros());
    /// let (eigen, kept) = m.symmetric_eigen_differentiable_push(&mut ws);
    /// let mut seed = eigen.zero_cotangent();
    /// seed.eigenvalues = eigen.eigenvalues;
    /// m.symmetric_eigen_differentiable_pull(kept, &mut ws, seed, Some(&mut m_bar));
    /// assert_eq!(m_bar, m);
    /// ```
    EigenMethods[A: Scalar + RealField, D: DimSub<U1>][A, D] for [] OMatrix<A, D, D>
        where all [DefaultAllocator: Allocator<D, D> + Allocator<D> + Allocator<DimDiff<D, U1>>];

    /// `m_bar += V (diag(λ_bar) + F ∘ (Vᵀ V_bar)) Vᵀ` with `F[i, j] = 1 / (λ[j] - λ[i])`, folded into the lower triangle.
    fn symmetric_eigen(move x) -> SymmetricEigen<A, D>, keeps SymmetricEigen<A, D>;
        value { let eigen = x.clone_owned().symmetric_eigen(); (eigen.clone(), eigen) }
        adjoint |kept, seed, Some(x_bar)| {
            let (vectors, values) = (dynamic(&kept.eigenvectors), &kept.eigenvalues);
            let turned = vectors.transpose() * dynamic(&seed.eigenvectors);
            // The symmetric part of what stands between `V` and `Vᵀ`, which is all that the lower triangle sees.
            let half = A::nearest(0.5);
            let inner = DMatrix::from_fn(values.len(), values.len(), |i, j| {
                if i == j {
                    seed.eigenvalues[i]
                } else {
                    over((turned[(i, j)] - turned[(j, i)]) * half, values[j] - values[i])
                }
            });
            let whole = &vectors * inner * vectors.transpose();
            for j in 0..x_bar.ncols() {
                x_bar[(j, j)] += whole[(j, j)];
                for i in j + 1..x_bar.nrows() {
                    x_bar[(i, j)] += whole[(i, j)] + whole[(j, i)];
                }
            }
        }
}

paths! {
    /// The twin of `new`.
    NewSymmetricEigen[A: Scalar + RealField, D: DimSub<U1>][A, D] for [] SymmetricEigen<A, D>
        where all [DefaultAllocator: Allocator<D, D> + Allocator<D> + Allocator<DimDiff<D, U1>>, OMatrix<A, D, D>: Differentiable<Cotangent = OMatrix<A, D, D>>, Self: Differentiable<Cotangent = Self>];

    /// `SymmetricEigen::new(m)`.
    fn new(m: by OMatrix<A, D, D>), keeps (OMatrix<A, D, D>, Self);
        value in ws { let (eigen, kept) = m.symmetric_eigen_differentiable_push(ws); (eigen, (m, kept)) }
        adjoint in ws |(m, kept), seed, _| {
            let mut bar = m.zero_cotangent();
            m.symmetric_eigen_differentiable_pull(kept, ws, seed, Some(&mut bar));
            (bar,)
        }
}

rows! {
    /// The pair of `svd`; see [`methods`](crate::methods).
    ///
    /// ```
    /// use ad_runtime::{Differentiable, methods::*};
    /// use nalgebra::Matrix2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (Matrix2::new(3.0, 0.0, 0.0, 2.0), Matrix2::zeros());
    /// let (svd, kept) = m.svd_differentiable_push(false, false, &mut ws);
    /// let mut seed = svd.zero_cotangent();
    /// seed.singular_values = svd.singular_values;
    /// m.svd_differentiable_pull(kept, &mut ws, seed, Some(&mut m_bar), (), ());
    /// assert!((m_bar - m).norm() < 1e-12);
    /// ```
    SvdMethods[A: Scalar + RealField, R: DimMin<C>, C: Dim][A, R, C] for [] OMatrix<A, R, C>
        where all [DimMinimum<R, C>: DimSub<U1>, DefaultAllocator: Allocator<R, C> + Allocator<C> + Allocator<R> + Allocator<DimDiff<DimMinimum<R, C>, U1>> + Allocator<DimMinimum<R, C>, C> + Allocator<R, DimMinimum<R, C>> + Allocator<DimMinimum<R, C>>];

    /// With `G = F ∘ (Uᵀ U_bar - U_barᵀ U)`, `H = F ∘ (Vᵀ V_bar - V_barᵀ V)` and `F[i, j] = 1 / (σ[j]² - σ[i]²)`,
    /// `m_bar += U (G S + S H + diag(σ_bar)) Vᵀ + (1 - U Uᵀ) U_bar S⁻¹ Vᵀ + U S⁻¹ V_barᵀ (1 - V Vᵀ)`.
    fn svd(move x, u: at bool, v: at bool) -> SVD<A, R, C>, keeps SVD<A, R, C>, gives ((), ());
        value { let svd = x.clone_owned().svd(u, v); (svd.clone(), svd) }
        adjoint |kept, seed, x_bar, (), ()| {
            let Some(x_bar) = x_bar else { return ((), ()) };
            let values = kept.singular_values.as_slice();
            let (u, v) = both_sides(
                &dynamic(x),
                kept.u.as_ref().map(dynamic),
                kept.v_t.as_ref().map(dynamic),
                values,
            );
            let mut inner = DMatrix::from_fn(values.len(), values.len(), |i, j| {
                if i == j { seed.singular_values[i] } else { A::ZERO }
            });
            let mut outer = DMatrix::zeros(x.nrows(), x.ncols());
            if let Some(u_bar) = &seed.u {
                let (turn, outside) = of_side(&u, &dynamic(u_bar), values);
                inner += DMatrix::from_fn(values.len(), values.len(), |i, j| times(turn[(i, j)], values[j]));
                outer += outside * v.transpose();
            }
            if let Some(v_t_bar) = &seed.v_t {
                let (turn, outside) = of_side(&v, &dynamic(v_t_bar).transpose(), values);
                inner += DMatrix::from_fn(values.len(), values.len(), |i, j| times(turn[(i, j)], values[i]));
                outer += &u * outside.transpose();
            }
            add_dynamic(x_bar, &(&u * inner * v.transpose() + outer));
            ((), ())
        }

    /// The same as for `svd`: the values may stand in any order.
    fn svd_unordered(move x, u: at bool, v: at bool) -> SVD<A, R, C>, keeps SVD<A, R, C>, gives ((), ());
        value { let svd = x.clone_owned().svd_unordered(u, v); (svd.clone(), svd) }
        adjoint in ws |kept, seed, x_bar, of_u, of_v| { x.svd_differentiable_pull(kept, ws, seed, x_bar, of_u, of_v) }
}

/// `U` and `V`, with the signs that those of them have which were asked for, and in the order of the values.
fn both_sides<A: Scalar + RealField>(
    m: &DMatrix<A>,
    u: Option<DMatrix<A>>,
    v_t: Option<DMatrix<A>>,
    values: &[A],
) -> (DMatrix<A>, DMatrix<A>) {
    if let (Some(u), Some(v_t)) = (&u, &v_t) {
        return (u.clone(), v_t.transpose());
    }
    let svd = m.clone().svd(true, true);
    let (Some(all_u), Some(all_v_t)) = (svd.u, svd.v_t) else {
        unreachable!("both are asked for")
    };
    // Those that were asked for may stand in another order: the `k`th value there is the `rank(k)`th one here.
    let rank = |k: usize| {
        let before = |j: &usize| values[*j] > values[k] || values[*j] == values[k] && *j < k;
        (0..values.len()).filter(before).count()
    };
    let mut all_u = DMatrix::from_fn(all_u.nrows(), values.len(), |i, k| all_u[(i, rank(k))]);
    let mut all_v = DMatrix::from_fn(all_v_t.ncols(), values.len(), |i, k| all_v_t[(rank(k), i)]);
    for k in 0..all_u.ncols() {
        let against_u = u.as_ref().is_some_and(|u| u.column(k).dot(&all_u.column(k)) < A::ZERO);
        let against_v = v_t
            .as_ref()
            .is_some_and(|v_t| v_t.row(k).transpose().dot(&all_v.column(k)) < A::ZERO);
        if against_u || against_v {
            all_u.column_mut(k).neg_mut();
            all_v.column_mut(k).neg_mut();
        }
    }
    (all_u, all_v)
}

/// What flows into one side's vectors: the part within their span, without the quotient, and the part outside, over the values.
fn of_side<A: Scalar + RealField>(vectors: &DMatrix<A>, bar: &DMatrix<A>, values: &[A]) -> (DMatrix<A>, DMatrix<A>) {
    let within = vectors.transpose() * bar;
    // As many as there are dimensions span everything: what rounding leaves outside is nothing, and a value may be zero.
    let mut outside = match vectors.is_square() {
        true => DMatrix::from_element(bar.nrows(), bar.ncols(), A::ZERO),
        false => bar - vectors * &within,
    };
    for (k, value) in values.iter().enumerate() {
        for entry in outside.column_mut(k).iter_mut() {
            *entry = over(*entry, *value);
        }
    }
    let turn = DMatrix::from_fn(values.len(), values.len(), |i, j| {
        if i == j {
            A::ZERO
        } else {
            over(
                within[(i, j)] - within[(j, i)],
                values[j] * values[j] - values[i] * values[i],
            )
        }
    });
    (turn, outside)
}
