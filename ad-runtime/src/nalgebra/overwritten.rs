//! Methods that write some elements of a matrix, and those that update all of them.
//!
//! Of the elements that are written nothing flows into what they were before.

// The protocol of a call is what it is.
#![allow(clippy::too_many_arguments, clippy::type_complexity)]

use super::matrices::Elements;
use super::methods::Slot;
use super::operators::{add_each, mapped, sum_of, through_product};
use crate::cotangent::Cotangent;
use crate::foreign::pairs;
use crate::found::{At, ByMut, at};
use crate::operators::quotient_slope;
use crate::scalar::{Scalar, over, times};
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::constraint::{DimEq, ShapeConstraint};
use nalgebra::{DefaultAllocator, Dim, DimMin, DimMinimum, Matrix, OMatrix, RealField, U1};

/// The elements at these places.
fn kept<A: Scalar, R: Dim, C: Dim>(m: &OMatrix<A, R, C>, places: impl Iterator<Item = (usize, usize)>) -> Vec<A>
where
    DefaultAllocator: Allocator<R, C>,
{
    places.map(|place| m[place]).collect()
}

/// Puts elements back, and hands on what had flowed into those that stood in their place, each with its number.
fn put_back<A: Scalar, R: Dim, C: Dim>(
    m: &mut OMatrix<A, R, C>,
    mut bar: Option<&mut OMatrix<A, R, C>>,
    before: impl Iterator<Item = ((usize, usize), A)>,
    mut taken: impl FnMut(usize, A),
) where
    DefaultAllocator: Allocator<R, C>,
{
    for (k, (place, value)) in before.enumerate() {
        m[place] = value;
        if let Some(bar) = bar.as_deref_mut() {
            taken(k, std::mem::replace(&mut bar[place], A::ZERO));
        }
    }
}

/// Puts elements back that were all given the same number, and says what flows into that.
fn put_back_filled<A: Scalar, R: Dim, C: Dim>(
    m: &mut OMatrix<A, R, C>,
    bar: Option<&mut OMatrix<A, R, C>>,
    before: impl Iterator<Item = ((usize, usize), A)>,
) -> A
where
    DefaultAllocator: Allocator<R, C>,
{
    let mut sum = A::ZERO;
    put_back(m, bar, before, |_, taken| sum += taken);
    sum
}

/// The places of the lower triangle, that many diagonals below the main one.
fn lower(rows: usize, columns: usize, shift: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..columns).flat_map(move |j| (j + shift..rows).map(move |i| (i, j)))
}

/// The places of the upper triangle, that many diagonals above the main one.
fn upper(rows: usize, columns: usize, shift: usize) -> impl Iterator<Item = (usize, usize)> {
    (shift..columns).flat_map(move |j| (0..(j + 1 - shift).min(rows)).map(move |i| (i, j)))
}

pairs! {
    /// The pairs of methods that write some elements of a matrix, and of those that update all of them.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Matrix2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (mut m, mut m_bar) = (Matrix2::new(1.0, 2.0, 3.0, 4.0), Matrix2::new(1.0, 2.0, 3.0, 4.0));
    /// let ((), kept) = m.fill_row_differentiable_push(0, 7.0, &mut ws);
    /// assert_eq!(m, Matrix2::new(7.0, 7.0, 3.0, 4.0));
    /// assert_eq!(m.fill_row_differentiable_pull(kept, &mut ws, (), Some(&mut m_bar), (), ()), ((), 3.0));
    /// assert_eq!((m, m_bar), (Matrix2::new(1.0, 2.0, 3.0, 4.0), Matrix2::new(0.0, 0.0, 3.0, 4.0)));
    /// ```
    OverwritingMethods[A: Scalar, R: Dim, C: Dim][A, R, C] for [, S: Elements<A, R, C>] Matrix<A, R, C, S>
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];

    /// Whose method this is.
    fn set_diagonal_differentiable_at[P: Dim, Q: Elements<A, P, U1>](&self, _v: &Matrix<A, P, U1, Q>) -> At<Self, ByMut>
    where [R: DimMin<C>, ShapeConstraint: DimEq<DimMinimum<R, C>, P>] {
        at()
    }

    /// `m.set_diagonal(&v)`.
    fn set_diagonal_differentiable_push[P: Dim, Q: Elements<A, P, U1>](
        &mut self, v: &Matrix<A, P, U1, Q>, _ws: &mut Workspace
    ) -> ((), Vec<A>) where [R: DimMin<C>, ShapeConstraint: DimEq<DimMinimum<R, C>, P>] {
        let before = kept(self, (0..v.len()).map(|i| (i, i)));
        self.set_diagonal(v);
        ((), before)
    }

    /// `v_bar` gets the diagonal of `m_bar`, which is zero then.
    fn set_diagonal_differentiable_pull[P: Dim, Q: Elements<A, P, U1>](
        &mut self, before: Vec<A>, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, v: Slot<'_, Matrix<A, P, U1, Q>>
    ) -> () where [R: DimMin<C>, ShapeConstraint: DimEq<DimMinimum<R, C>, P>] {
        let mut v_bar = v.1;
        put_back(self, bar, before.into_iter().enumerate().map(|(i, x)| ((i, i), x)), |i, taken| {
            if let Some(v_bar) = v_bar.as_deref_mut() {
                v_bar[i] += taken;
            }
        });
    }

    /// Whose method this is.
    fn fill_diagonal_differentiable_at[](&self, _x: A) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.fill_diagonal(x)`.
    fn fill_diagonal_differentiable_push[](&mut self, x: A, _ws: &mut Workspace) -> ((), Vec<A>) where [] {
        let before = kept(self, (0..self.nrows().min(self.ncols())).map(|i| (i, i)));
        self.fill_diagonal(x);
        ((), before)
    }

    /// `x_bar` is the sum of the diagonal of `m_bar`, which is zero then.
    fn fill_diagonal_differentiable_pull[](
        &mut self, before: Vec<A>, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _of_x: ()
    ) -> (A,) where [] {
        (put_back_filled(self, bar, before.into_iter().enumerate().map(|(i, x)| ((i, i), x))),)
    }

    /// Whose method this is.
    fn fill_differentiable_at[](&self, _x: A) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.fill(x)`.
    fn fill_differentiable_push[](&mut self, x: A, _ws: &mut Workspace) -> ((), Self) where [] {
        let before = self.clone();
        self.fill(x);
        ((), before)
    }

    /// `x_bar` is the sum of `m_bar`, which is zero then.
    fn fill_differentiable_pull[](
        &mut self, before: Self, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _of_x: ()
    ) -> (A,) where [] {
        *self = before;
        let mut of_x = A::ZERO;
        if let Some(bar) = bar {
            of_x = bar.sum();
            *bar = bar.zero_like();
        }
        (of_x,)
    }

    /// Whose method this is.
    fn fill_row_differentiable_at[](&self, _i: usize, _x: A) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.fill_row(i, x)`.
    fn fill_row_differentiable_push[](&mut self, i: usize, x: A, _ws: &mut Workspace) -> ((), (usize, Vec<A>)) where [] {
        let before = kept(self, (0..self.ncols()).map(|j| (i, j)));
        self.fill_row(i, x);
        ((), (i, before))
    }

    /// `x_bar` is the sum of the row of `m_bar`, which is zero then.
    fn fill_row_differentiable_pull[](
        &mut self, kept: (usize, Vec<A>), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _of_i: (), _of_x: ()
    ) -> ((), A) where [] {
        let (i, before) = kept;
        ((), put_back_filled(self, bar, before.into_iter().enumerate().map(|(j, x)| ((i, j), x))))
    }

    /// Whose method this is.
    fn fill_column_differentiable_at[](&self, _j: usize, _x: A) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.fill_column(j, x)`.
    fn fill_column_differentiable_push[](&mut self, j: usize, x: A, _ws: &mut Workspace) -> ((), (usize, Vec<A>)) where [] {
        let before = kept(self, (0..self.nrows()).map(|i| (i, j)));
        self.fill_column(j, x);
        ((), (j, before))
    }

    /// `x_bar` is the sum of the column of `m_bar`, which is zero then.
    fn fill_column_differentiable_pull[](
        &mut self, kept: (usize, Vec<A>), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _of_j: (), _of_x: ()
    ) -> ((), A) where [] {
        let (j, before) = kept;
        ((), put_back_filled(self, bar, before.into_iter().enumerate().map(|(i, x)| ((i, j), x))))
    }

    /// Whose method this is.
    fn fill_lower_triangle_differentiable_at[](&self, _x: A, _shift: usize) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.fill_lower_triangle(x, shift)`.
    fn fill_lower_triangle_differentiable_push[](
        &mut self, x: A, shift: usize, _ws: &mut Workspace
    ) -> ((), (usize, Vec<A>)) where [] {
        let before = kept(self, lower(self.nrows(), self.ncols(), shift));
        self.fill_lower_triangle(x, shift);
        ((), (shift, before))
    }

    /// `x_bar` is the sum of the triangle of `m_bar`, which is zero then.
    fn fill_lower_triangle_differentiable_pull[](
        &mut self, kept: (usize, Vec<A>), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _of_x: (), _of_shift: ()
    ) -> (A, ()) where [] {
        let (shift, before) = kept;
        let places = lower(self.nrows(), self.ncols(), shift);
        (put_back_filled(self, bar, places.zip(before)), ())
    }

    /// Whose method this is.
    fn fill_upper_triangle_differentiable_at[](&self, _x: A, _shift: usize) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.fill_upper_triangle(x, shift)`.
    fn fill_upper_triangle_differentiable_push[](
        &mut self, x: A, shift: usize, _ws: &mut Workspace
    ) -> ((), (usize, Vec<A>)) where [] {
        let before = kept(self, upper(self.nrows(), self.ncols(), shift));
        self.fill_upper_triangle(x, shift);
        ((), (shift, before))
    }

    /// `x_bar` is the sum of the triangle of `m_bar`, which is zero then.
    fn fill_upper_triangle_differentiable_pull[](
        &mut self, kept: (usize, Vec<A>), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _of_x: (), _of_shift: ()
    ) -> (A, ()) where [] {
        let (shift, before) = kept;
        let places = upper(self.nrows(), self.ncols(), shift);
        (put_back_filled(self, bar, places.zip(before)), ())
    }

    /// Whose method this is.
    fn fill_with_identity_differentiable_at[](&self) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.fill_with_identity()`.
    fn fill_with_identity_differentiable_push[](&mut self, _ws: &mut Workspace) -> ((), Self) where [] {
        let before = self.clone();
        self.fill_with_identity();
        ((), before)
    }

    /// `m_bar` is zero: what `m` held before is gone.
    fn fill_with_identity_differentiable_pull[](
        &mut self, before: Self, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>
    ) -> () where [] {
        *self = before;
        if let Some(bar) = bar {
            *bar = bar.zero_like();
        }
    }

    /// Whose method this is.
    fn component_div_assign_differentiable_at[](&self, _w: &Self) -> At<Self, ByMut> where [] {
        at()
    }

    /// `v.component_div_assign(&w)`.
    fn component_div_assign_differentiable_push[](&mut self, w: &Self, _ws: &mut Workspace) -> ((), Self) where [] {
        let before = self.clone();
        self.component_div_assign(w);
        ((), before)
    }

    /// `w_bar[k] -= v_bar[k] · v[k] / w[k]²`, of `v` as it was, and `v_bar[k]` over `w[k]`.
    fn component_div_assign_differentiable_pull[](
        &mut self, before: Self, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            if let Some(w_bar) = w.1 {
                let slopes = before.zip_map(w.0, quotient_slope);
                add_each(w_bar, &slopes, bar, |slope, s| times(s, slope));
            }
            let seed = bar.clone();
            *bar = bar.zero_like();
            add_each(bar, w.0, &seed, |w, s| over(s, w));
        }
        *self = before;
    }

    /// Whose method this is.
    fn scale_mut_differentiable_at[](&self, _k: A) -> At<Self, ByMut> where [A: RealField] {
        at()
    }

    /// `v.scale_mut(k)`.
    fn scale_mut_differentiable_push[](&mut self, k: A, _ws: &mut Workspace) -> ((), (A, Self)) where [A: RealField] {
        let before = self.clone();
        self.scale_mut(k);
        ((), (k, before))
    }

    /// `k_bar = v_bar · v`, of `v` as it was, and `v_bar` times `k`.
    fn scale_mut_differentiable_pull[](
        &mut self, kept: (A, Self), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _of_k: ()
    ) -> (A,) where [A: RealField] {
        let (k, before) = kept;
        let mut of_k = A::ZERO;
        if let Some(bar) = bar {
            of_k = sum_of(&before, bar, |v, s| times(s, v));
            *bar = mapped(bar, |s| times(s, k));
        }
        *self = before;
        (of_k,)
    }

    /// Whose method this is.
    fn unscale_mut_differentiable_at[](&self, _k: A) -> At<Self, ByMut> where [A: RealField] {
        at()
    }

    /// `v.unscale_mut(k)`.
    fn unscale_mut_differentiable_push[](&mut self, k: A, _ws: &mut Workspace) -> ((), (A, Self)) where [A: RealField] {
        let before = self.clone();
        self.unscale_mut(k);
        ((), (k, before))
    }

    /// `k_bar = -v_bar · v / k²`, of `v` as it was, and `v_bar` over `k`.
    fn unscale_mut_differentiable_pull[](
        &mut self, kept: (A, Self), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _of_k: ()
    ) -> (A,) where [A: RealField] {
        let (k, before) = kept;
        let mut of_k = A::ZERO;
        if let Some(bar) = bar {
            of_k = sum_of(&before, bar, |v, s| times(s, quotient_slope(v, k)));
            *bar = mapped(bar, |s| over(s, k));
        }
        *self = before;
        (of_k,)
    }

    /// Whose method this is.
    fn add_scalar_mut_differentiable_at[](&self, _k: A) -> At<Self, ByMut> where [] {
        at()
    }

    /// `v.add_scalar_mut(k)`.
    fn add_scalar_mut_differentiable_push[](&mut self, k: A, _ws: &mut Workspace) -> ((), Self) where [] {
        let before = self.clone();
        self.add_scalar_mut(k);
        ((), before)
    }

    /// `k_bar` is the sum of `v_bar`.
    fn add_scalar_mut_differentiable_pull[](
        &mut self, before: Self, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _of_k: ()
    ) -> (A,) where [] {
        *self = before;
        (bar.map_or(A::ZERO, |bar| bar.sum()),)
    }

    /// Whose method this is.
    fn ger_differentiable_at[P: Dim, Q: Dim, X: Elements<A, P, U1>, Y: Elements<A, Q, U1>](
        &self, _alpha: A, _x: &Matrix<A, P, U1, X>, _y: &Matrix<A, Q, U1, Y>, _beta: A
    ) -> At<Self, ByMut> where [ShapeConstraint: DimEq<R, P> + DimEq<C, Q>] {
        at()
    }

    /// `m.ger(alpha, &x, &y, beta)`: `m` becomes `alpha · x · yᵀ + beta · m`.
    fn ger_differentiable_push[P: Dim, Q: Dim, X: Elements<A, P, U1>, Y: Elements<A, Q, U1>](
        &mut self, alpha: A, x: &Matrix<A, P, U1, X>, y: &Matrix<A, Q, U1, Y>, beta: A, _ws: &mut Workspace
    ) -> ((), (A, A, Self)) where [ShapeConstraint: DimEq<R, P> + DimEq<C, Q>] {
        let before = self.clone();
        self.ger(alpha, x, y, beta);
        ((), (alpha, beta, before))
    }

    /// `x_bar += alpha · m_bar · y` and `y_bar += alpha · m_barᵀ · x`, `m_bar` times `beta`, and the products with `x · yᵀ` and
    /// with `m` as it was.
    fn ger_differentiable_pull[P: Dim, Q: Dim, X: Elements<A, P, U1>, Y: Elements<A, Q, U1>](
        &mut self,
        kept: (A, A, Self),
        _ws: &mut Workspace,
        _seed: (),
        bar: Option<&mut Self>,
        _of_alpha: (),
        x: Slot<'_, Matrix<A, P, U1, X>>,
        y: Slot<'_, Matrix<A, Q, U1, Y>>,
        _of_beta: ()
    ) -> (A, (), (), A) where [ShapeConstraint: DimEq<R, P> + DimEq<C, Q>] {
        let (alpha, beta, before) = kept;
        let ((x, mut x_bar), (y, mut y_bar)) = (x, y);
        let (mut of_alpha, mut of_beta) = (A::ZERO, A::ZERO);
        if let Some(bar) = bar {
            for j in 0..y.len() {
                for i in 0..x.len() {
                    let seed = bar[(i, j)];
                    of_alpha += times(seed, x[i] * y[j]);
                    if let Some(x_bar) = x_bar.as_deref_mut() {
                        x_bar[i] += times(seed, alpha * y[j]);
                    }
                    if let Some(y_bar) = y_bar.as_deref_mut() {
                        y_bar[j] += times(seed, alpha * x[i]);
                    }
                }
            }
            of_beta = sum_of(&before, bar, |m, s| times(s, m));
            *bar = mapped(bar, |s| times(s, beta));
        }
        *self = before;
        (of_alpha, (), (), of_beta)
    }

    /// Whose method this is.
    fn gemm_tr_differentiable_at[K: Dim, P: Elements<A, K, R>, Q: Elements<A, K, C>](
        &self, _alpha: A, _a: &Matrix<A, K, R, P>, _b: &Matrix<A, K, C, Q>, _beta: A
    ) -> At<Self, ByMut> where [] {
        at()
    }

    /// `c.gemm_tr(alpha, &a, &b, beta)`: `c` becomes `alpha · aᵀ · b + beta · c`.
    fn gemm_tr_differentiable_push[K: Dim, P: Elements<A, K, R>, Q: Elements<A, K, C>](
        &mut self, alpha: A, a: &Matrix<A, K, R, P>, b: &Matrix<A, K, C, Q>, beta: A, _ws: &mut Workspace
    ) -> ((), (A, A, Self)) where [] {
        let before = self.clone();
        self.gemm_tr(alpha, a, b, beta);
        ((), (alpha, beta, before))
    }

    /// `a_bar += alpha · b · c_barᵀ` and `b_bar += alpha · a · c_bar`, `c_bar` times `beta`, and the products with `aᵀ · b` and with
    /// `c` as it was.
    fn gemm_tr_differentiable_pull[K: Dim, P: Elements<A, K, R>, Q: Elements<A, K, C>](
        &mut self,
        kept: (A, A, Self),
        _ws: &mut Workspace,
        _seed: (),
        bar: Option<&mut Self>,
        _of_alpha: (),
        a: Slot<'_, Matrix<A, K, R, P>>,
        b: Slot<'_, Matrix<A, K, C, Q>>,
        _of_beta: ()
    ) -> (A, (), (), A)
    where [DefaultAllocator: Allocator<K, R, Buffer<A> = P> + Allocator<K, C, Buffer<A> = Q>] {
        let (alpha, beta, before) = kept;
        let (mut of_alpha, mut of_beta) = (A::ZERO, A::ZERO);
        if let Some(bar) = bar {
            let sizes = (a.0.ncols(), b.0.nrows(), b.0.ncols());
            of_alpha = through_product(&*bar, sizes, alpha, a, b, |i, k| (k, i));
            of_beta = sum_of(&before, bar, |c, s| times(s, c));
            *bar = mapped(bar, |s| times(s, beta));
        }
        *self = before;
        (of_alpha, (), (), of_beta)
    }

    /// Whose method this is.
    fn cmpy_differentiable_at[](&self, _alpha: A, _a: &Self, _b: &Self, _beta: A) -> At<Self, ByMut> where [] {
        at()
    }

    /// `c.cmpy(alpha, &a, &b, beta)`: each `c[k]` becomes `alpha · a[k] · b[k] + beta · c[k]`, without the second term where `beta` is
    /// zero.
    fn cmpy_differentiable_push[](
        &mut self, alpha: A, a: &Self, b: &Self, beta: A, _ws: &mut Workspace
    ) -> ((), (A, A, Self)) where [] {
        let before = self.clone();
        self.cmpy(alpha, a, b, beta);
        ((), (alpha, beta, before))
    }

    /// `a_bar[k] += alpha · c_bar[k] · b[k]` and so for `b`, `c_bar` times `beta`, and the products with `a[k] · b[k]` and with `c`
    /// as it was.
    fn cmpy_differentiable_pull[](
        &mut self,
        kept: (A, A, Self),
        _ws: &mut Workspace,
        _seed: (),
        bar: Option<&mut Self>,
        _of_alpha: (),
        a: Slot<'_, Self>,
        b: Slot<'_, Self>,
        _of_beta: ()
    ) -> (A, (), (), A) where [] {
        let (alpha, beta, before) = kept;
        let (mut of_alpha, mut of_beta) = (A::ZERO, A::ZERO);
        if let Some(bar) = bar {
            of_alpha = sum_of(&a.0.component_mul(b.0), bar, |product, s| times(s, product));
            of_beta = sum_of(&before, bar, |c, s| times(s, c));
            if let Some(a_bar) = a.1 {
                add_each(a_bar, b.0, bar, |b, s| times(s, alpha * b));
            }
            if let Some(b_bar) = b.1 {
                add_each(b_bar, a.0, bar, |a, s| times(s, alpha * a));
            }
            *bar = mapped(bar, |s| times(s, beta));
        }
        *self = before;
        (of_alpha, (), (), of_beta)
    }
}
