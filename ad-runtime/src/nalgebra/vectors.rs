//! The methods of columns, and of vectors of three components.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments)]

use super::matrices::Elements;
use super::methods::Slot;
use super::operators::{add_each, mapped, sum_of};
use super::rotations::turning;
use super::spectra::SingularMethods;
use crate::foreign::pairs;
use crate::found::{At, ByMut, ByRef, at};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix, RealField, U1};

pairs! {
    /// The pairs of the methods of vectors of three components.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Vector3;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, w) = (Vector3::new(1.0, 0.0, 0.0), Vector3::new(0.0, 1.0, 0.0));
    /// let mut w_bar = Vector3::zeros();
    /// let (y, ()) = v.cross_differentiable_push(&w, &mut ws);
    /// v.cross_differentiable_pull((), &mut ws, Vector3::new(0.0, 0.0, 2.0), None, (&w, Some(&mut w_bar)));
    /// assert_eq!((y.z, w_bar.y), (1.0, 2.0));
    /// ```
    SpatialMethods[A: Scalar][A] for [] nalgebra::Vector3<A> where [];

    /// Whose method this is.
    fn cross_differentiable_at[](&self, _w: &Self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `v.cross(&w)`.
    fn cross_differentiable_push[](&self, w: &Self, _ws: &mut Workspace) -> (Self, ()) where [] {
        (self.cross(w), ())
    }

    /// `v_bar += w × y_bar` and `w_bar += y_bar × v`.
    fn cross_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            add_cross(bar, &seed, w.0, A::ONE);
        }
        if let Some(w_bar) = w.1 {
            add_cross(w_bar, &seed, self, -A::ONE);
        }
    }

    /// Whose method this is.
    fn cross_matrix_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.cross_matrix()`, the matrix that multiplies by `v ×`.
    fn cross_matrix_differentiable_push[](&self, _ws: &mut Workspace) -> (nalgebra::Matrix3<A>, ()) where [A: RealField] {
        (self.cross_matrix(), ())
    }

    /// Each component stands in two elements, with opposite signs.
    fn cross_matrix_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: nalgebra::Matrix3<A>, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        if let Some(bar) = bar {
            *bar += turning(&seed);
        }
    }
}

pairs! {
    /// The pairs of the methods of vectors of two components.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Vector2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, w) = (Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0));
    /// let mut w_bar = Vector2::zeros();
    /// let (y, ()) = v.perp_differentiable_push(&w, &mut ws);
    /// v.perp_differentiable_pull((), &mut ws, 1.0, None, (&w, Some(&mut w_bar)));
    /// assert_eq!((y, w_bar), (-2.0, Vector2::new(-2.0, 1.0)));
    /// ```
    PlanarMethods[A: Scalar][A] for [] nalgebra::Vector2<A> where [];

    /// Whose method this is.
    fn perp_differentiable_at[](&self, _w: &Self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.perp(&w)`, the product `v.x · w.y - v.y · w.x`.
    fn perp_differentiable_push[](&self, w: &Self, _ws: &mut Workspace) -> (A, ()) where [A: RealField] {
        (self.perp(w), ())
    }

    /// Each gets the other, turned by a right angle.
    fn perp_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [A: RealField] {
        if let Some(bar) = bar {
            bar[0] += times(seed, w.0[1]);
            bar[1] -= times(seed, w.0[0]);
        }
        if let Some(w_bar) = w.1 {
            w_bar[0] -= times(seed, self[1]);
            w_bar[1] += times(seed, self[0]);
        }
    }
}

/// Adds `turn · (factor × seed)`.
#[inline(always)]
pub(super) fn add_cross<A: Scalar>(
    bar: &mut nalgebra::Vector3<A>,
    seed: &nalgebra::Vector3<A>,
    factor: &nalgebra::Vector3<A>,
    turn: A,
) {
    for (i, j, k) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        bar[i] += turn * (times(seed[k], factor[j]) - times(seed[j], factor[k]));
    }
}

pairs! {
    /// The pairs of the methods of columns.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Vector2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, w) = (Vector2::new(1.0, 0.0), Vector2::new(3.0, 4.0));
    /// let (middle, kept) = v.lerp_differentiable_push(&w, 0.5, &mut ws);
    /// let (_, t_bar) = v.lerp_differentiable_pull(kept, &mut ws, Vector2::new(1.0, 10.0), None, (&w, None), ());
    /// assert_eq!((middle, t_bar), (Vector2::new(2.0, 2.0), 42.0));
    /// ```
    ColumnMethods[A: Scalar, D: Dim][A, D] for [, S: Elements<A, D, U1>] Matrix<A, D, U1, S>
        where [DefaultAllocator: Allocator<D, Buffer<A> = S>];

    /// Whose method this is.
    fn lerp_differentiable_at[](&self, _w: &Self, _t: A) -> At<Self, ByRef> where [] {
        at()
    }

    /// `v.lerp(&w, t)`.
    fn lerp_differentiable_push[](&self, w: &Self, t: A, _ws: &mut Workspace) -> (Self, A) where [] {
        (self.lerp(w, t), t)
    }

    /// `v_bar += (1 - t) · y_bar`, `w_bar += t · y_bar` and `t_bar = y_bar · (w - v)`.
    fn lerp_differentiable_pull[](
        &self, t: A, _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, w: Slot<'_, Self>, _of_t: ()
    ) -> ((), A) where [] {
        if let Some(bar) = bar {
            add_each(bar, &seed, &seed, |s, _| times(s, A::ONE - t));
        }
        let difference = self.zip_map(w.0, |v, w| w - v);
        if let Some(w_bar) = w.1 {
            add_each(w_bar, &seed, &seed, |s, _| times(s, t));
        }
        ((), sum_of(&difference, &seed, |difference, s| times(s, difference)))
    }

    /// Whose method this is.
    fn axpy_differentiable_at[](&self, _a: A, _x: &Self, _b: A) -> At<Self, ByMut> where [] {
        at()
    }

    /// `v.axpy(a, &x, b)`: `v` becomes `a · x + b · v`.
    fn axpy_differentiable_push[](&mut self, a: A, x: &Self, b: A, _ws: &mut Workspace) -> ((), (A, A, Self)) where [] {
        let before = self.clone();
        self.axpy(a, x, b);
        ((), (a, b, before))
    }

    /// `x_bar += a · v_bar`, `v_bar` times `b`, and the products with `x` and with `v` as it was.
    fn axpy_differentiable_pull[](
        &mut self,
        kept: (A, A, Self),
        _ws: &mut Workspace,
        _seed: (),
        bar: Option<&mut Self>,
        _of_a: (),
        x: Slot<'_, Self>,
        _of_b: ()
    ) -> (A, (), A) where [] {
        let (a, b, before) = kept;
        let (mut of_a, mut of_b) = (A::ZERO, A::ZERO);
        if let Some(bar) = bar {
            of_a = sum_of(x.0, bar, |x, s| times(s, x));
            of_b = sum_of(&before, bar, |v, s| times(s, v));
            if let Some(x_bar) = x.1 {
                add_each(x_bar, bar, bar, |s, _| times(s, a));
            }
            *bar = mapped(bar, |s| times(s, b));
        }
        *self = before;
        (of_a, (), of_b)
    }

    /// Whose method this is.
    fn imax_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.imax()`, the number of the largest component.
    fn imax_differentiable_push[](&self, _ws: &mut Workspace) -> (usize, ()) where [A: RealField] {
        (self.imax(), ())
    }

    /// A number of a component has no derivative.
    fn imax_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut Self>
    ) -> () where [A: RealField] {
    }

    /// Whose method this is.
    fn imin_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.imin()`, the number of the smallest component.
    fn imin_differentiable_push[](&self, _ws: &mut Workspace) -> (usize, ()) where [A: RealField] {
        (self.imin(), ())
    }

    /// A number of a component has no derivative.
    fn imin_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut Self>
    ) -> () where [A: RealField] {
    }

    /// Whose method this is.
    fn iamax_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.iamax()`, the number of the component of the largest absolute value.
    fn iamax_differentiable_push[](&self, _ws: &mut Workspace) -> (usize, ()) where [A: RealField] {
        (self.iamax(), ())
    }

    /// A number of a component has no derivative.
    fn iamax_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut Self>
    ) -> () where [A: RealField] {
    }

    /// Whose method this is.
    fn iamin_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.iamin()`, the number of the component of the smallest absolute value.
    fn iamin_differentiable_push[](&self, _ws: &mut Workspace) -> (usize, ()) where [A: RealField] {
        (self.iamin(), ())
    }

    /// A number of a component has no derivative.
    fn iamin_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, _seed: (), _bar: Option<&mut Self>
    ) -> () where [A: RealField] {
    }

    /// Whose method this is.
    fn gemv_differentiable_at[K: Dim, P: Elements<A, D, K>, Q: Elements<A, K, U1>](
        &self, _alpha: A, _a: &Matrix<A, D, K, P>, _x: &Matrix<A, K, U1, Q>, _beta: A
    ) -> At<Self, ByMut> where [] {
        at()
    }

    /// `y.gemv(alpha, &a, &x, beta)`: `y` becomes `alpha · a · x + beta · y`.
    fn gemv_differentiable_push[K: Dim, P: Elements<A, D, K>, Q: Elements<A, K, U1>](
        &mut self, alpha: A, a: &Matrix<A, D, K, P>, x: &Matrix<A, K, U1, Q>, beta: A, _ws: &mut Workspace
    ) -> ((), (A, A, Self)) where [] {
        let before = self.clone();
        self.gemv(alpha, a, x, beta);
        ((), (alpha, beta, before))
    }

    /// `a_bar += alpha · y_bar · xᵀ` and `x_bar += alpha · aᵀ · y_bar`, `y_bar` times `beta`, and the products with `a · x` and
    /// with `y` as it was.
    fn gemv_differentiable_pull[K: Dim, P: Elements<A, D, K>, Q: Elements<A, K, U1>](
        &mut self,
        kept: (A, A, Self),
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Self>,
        _of_alpha: (),
        a: Slot<'_, Matrix<A, D, K, P>>,
        x: Slot<'_, Matrix<A, K, U1, Q>>,
        _of_beta: ()
    ) -> (A, (), (), A)
    where [DefaultAllocator: Allocator<D, K, Buffer<A> = P> + Allocator<K, Buffer<A> = Q>] {
        self.gemm_differentiable_pull(kept, ws, seed, bar, (), a, x, ())
    }
}
