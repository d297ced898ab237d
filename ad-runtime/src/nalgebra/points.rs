//! Points: they move by vectors, and the difference of two is a vector.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::operators::mapped;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::{FromValue, New1, New2, New3, New4, by_value, of_each, operators, rows, sums};
use crate::operators::{DivAdjoint, MulAdjoint, NegAdjoint, PlainAssign};
use crate::routes::indexed;
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, DimName, OPoint, OVector, Point, RealField};

/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::Point2;
///
/// let mut p = Point2::new(1.0, 2.0);
/// p.add_scaled(2.0, &Point2::new(0.0, 0.5));
/// assert_eq!(p, Point2::new(1.0, 3.0));
/// ```
impl<A: Scalar, D: DimName> Differentiable for OPoint<A, D>
where
    DefaultAllocator: Allocator<D>,
{
    type Cotangent = Self;
    type Shape = ();
    fn coarseness(&self) -> f64 {
        self.coords.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) {}
    #[inline(always)]
    fn zero_of((): &()) -> Self {
        Self::origin()
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
        self.coords.add_scaled(alpha, &cotangent.coords);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Cotangent::flatten_into(self, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Cotangent::unflatten_from(self, flat);
    }
}

impl<A: Scalar, D: DimName> Cotangent for OPoint<A, D>
where
    DefaultAllocator: Allocator<D>,
{
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        self.coords.accumulate(&other.coords);
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        self.coords.scale(alpha);
    }
    #[inline(always)]
    fn zero_like(&self) -> Self {
        Self::origin()
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Cotangent::flatten_into(&self.coords, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Cotangent::unflatten_from(&mut self.coords, flat);
    }
}

impl<A: Scalar, D: DimName> PlainAssign for OPoint<A, D> where DefaultAllocator: Allocator<D> {}

impl<A: Scalar, D: DimName> crate::sweep::GoneThrough for OPoint<A, D>
where
    DefaultAllocator: Allocator<D>,
{
    #[inline(always)]
    fn count_items(&self) -> usize {
        self.len()
    }
}

sums! {
    add AddAdjoint[A: Scalar, D: DimName] OPoint<A, D>, OVector<A, D> => Self where [DefaultAllocator: Allocator<D>];
        left |seed| { seed.clone() }
        right |seed| { seed.coords.clone() }
        tangent |l_dot| { l_dot.clone() } |r_dot| { r_dot.clone().into() }

    sub SubAdjoint[A: Scalar, D: DimName] OPoint<A, D>, OVector<A, D> => Self where [DefaultAllocator: Allocator<D>];
        left |seed| { seed.clone() }
        right |seed| { mapped(&seed.coords, |s| -s) }
        tangent |l_dot| { l_dot.clone() } |r_dot| { mapped(r_dot, |s| -s).into() }

    sub SubAdjoint[A: Scalar, D: DimName] OPoint<A, D>, OPoint<A, D> => OVector<A, D> where [DefaultAllocator: Allocator<D>];
        left |seed| { seed.clone().into() }
        right |seed| { mapped(seed, |s| -s).into() }
        tangent |l_dot| { l_dot.coords.clone() } |r_dot| { mapped(&r_dot.coords, |s| -s) }
}

impl<A: Scalar, D: DimName, F> NegAdjoint<F> for OPoint<A, D>
where
    DefaultAllocator: Allocator<D>,
{
    type Kept = ();
    #[inline(always)]
    fn neg_keep(_: &Self) {}
    type Seed = Self;
    #[inline(always)]
    fn neg((): &(), seed: &Self, _: &mut Workspace) -> Self {
        mapped(&seed.coords, |s| -s).into()
    }
    #[inline(always)]
    fn neg_tangent(_: &Self, dot: &Self) -> Self {
        mapped(&dot.coords, |d| -d).into()
    }
}

operators! {
    impl MulAdjoint[A: Scalar, D: DimName] OPoint<A, D>, A => Self where [DefaultAllocator: Allocator<D>];
        mul_left |l, r, seed, ws| { <OVector<A, D> as MulAdjoint<A, F>>::mul_left(&l.coords, r, &seed.coords, ws).into() }
        mul_right |l, r, seed, ws| { <OVector<A, D> as MulAdjoint<A, F>>::mul_right(&l.coords, r, &seed.coords, ws) }
        tangent mul_tangent |l, r|
            |l_dot| { <OVector<A, D> as MulAdjoint<A, F>>::mul_tangent(&l.coords, r, Some(&l_dot.coords), None).into() }
            |r_dot| { <OVector<A, D> as MulAdjoint<A, F>>::mul_tangent(&l.coords, r, None, Some(r_dot)).into() }

    impl DivAdjoint[A: Scalar, D: DimName] OPoint<A, D>, A => Self where [DefaultAllocator: Allocator<D>];
        div_left |l, r, seed, ws| { <OVector<A, D> as DivAdjoint<A, F>>::div_left(&l.coords, r, &seed.coords, ws).into() }
        div_right |l, r, seed, ws| { <OVector<A, D> as DivAdjoint<A, F>>::div_right(&l.coords, r, &seed.coords, ws) }
        tangent div_tangent |l, r|
            |l_dot| { <OVector<A, D> as DivAdjoint<A, F>>::div_tangent(&l.coords, r, Some(&l_dot.coords), None).into() }
            |r_dot| { <OVector<A, D> as DivAdjoint<A, F>>::div_tangent(&l.coords, r, None, Some(r_dot)).into() }
}

indexed! {
    impl[A: Scalar, D: DimName][A, D] OPoint<A, D>, [usize] => A, A, in Self where [DefaultAllocator: Allocator<D>];
    |index, p, bar| p[index], bar[index];
}

/// `new` of a point of so many coordinates.
macro_rules! new {
    ($($New:ident $size:literal [$($argument:ident $k:literal),*])*) => { ad_macro::with_siblings! {$(
        impl<A: Scalar> $New<A> for Point<A, $size> {
            #[inline(always)]
            fn new_differentiable(
                $($argument: A,)*
                _: &mut Workspace,
            ) -> (
                Self,
                impl FnOnce(&mut Workspace, Self $(, by_value!($argument))*) -> ($(of_each!($argument A),)*) + use<A>,
            ) {
                let pullback = |_: &mut Workspace, bar: Self $(, $argument: by_value!($argument))*| {
                    let _ = ($($argument,)*);
                    ($(bar[$k],)*)
                };
                (Self::new($($argument),*), pullback)
            }
            #[inline(always)]
            fn new_differentiable_along($($argument: A,)* $($argument@dot: Option<A>),*) -> (Self, Self) {
                (Self::new($($argument),*), Self::new($($argument@dot.unwrap_or(A::ZERO)),*))
            }
        }
    )*} };
}

new! {
    New1 1 [a 0]
    New2 2 [a 0, b 1]
    New3 3 [a 0, b 1, c 2]
    New4 4 [a 0, b 1, c 2, d 3]
}

impl<A: Scalar, D: DimName> FromValue<OVector<A, D>> for OPoint<A, D>
where
    DefaultAllocator: Allocator<D>,
{
    #[inline(always)]
    fn from_differentiable(
        value: OVector<A, D>,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (OVector<A, D>,) + use<A, D>,
    ) {
        (value.into(), |_: &mut Workspace, bar: Self, ()| (bar.coords,))
    }
}

impl<A: Scalar, const N: usize> FromValue<[A; N]> for OVector<A, Const<N>> {
    #[inline(always)]
    fn from_differentiable(
        value: [A; N],
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ([A; N],) + use<A, N>) {
        (value.into(), |_: &mut Workspace, bar: Self, ()| (bar.into(),))
    }
}

rows! {
    /// The rows of the methods of points; see [`methods`](crate::methods).
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Point2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (p, q) = (Point2::new(0.0, 0.0), Point2::new(2.0, 4.0));
    /// let (middle, t) = p.lerp_differentiable_push(&q, 0.5, &mut ws);
    /// let (_, t_bar) = p.lerp_differentiable_pull(t, &mut ws, Point2::new(1.0, 10.0), None, (&q, None), ());
    /// assert_eq!((middle, t_bar), (Point2::new(1.0, 2.0), 42.0));
    /// ```
    PointMethods[A: Scalar, D: DimName][A, D] for [] OPoint<A, D> where [DefaultAllocator: Allocator<D>];

    /// That of the vectors.
    fn lerp(ref x, q: lent Self, t: by A) -> Self, keeps A, gives ((), A) where [A: RealField];
        value { (x.lerp(q, t), t) }
        adjoint in ws |t, seed, x_bar, q_bar, of_t| {
            use super::ColumnMethods;
            let of_q = (&q.coords, q_bar.map(|x_bar| &mut x_bar.coords));
            x.coords
                .lerp_differentiable_pull(t, ws, seed.coords, x_bar.map(|x_bar| &mut x_bar.coords), of_q, of_t)
        }
        tangent: jacobian;

    /// That of the vectors.
    fn inf(ref x, q: lent Self) -> Self where [A: RealField];
        adjoint in ws |kept, seed, x_bar, q_bar| {
            use super::MatrixMethods;
            let of_q = (&q.coords, q_bar.map(|x_bar| &mut x_bar.coords));
            x.coords.inf_differentiable_pull(kept, ws, seed.coords, x_bar.map(|x_bar| &mut x_bar.coords), of_q);
        }
        tangent: jacobian;

    /// That of the vectors.
    fn sup(ref x, q: lent Self) -> Self where [A: RealField];
        adjoint in ws |kept, seed, x_bar, q_bar| {
            use super::MatrixMethods;
            let of_q = (&q.coords, q_bar.map(|x_bar| &mut x_bar.coords));
            x.coords.sup_differentiable_pull(kept, ws, seed.coords, x_bar.map(|x_bar| &mut x_bar.coords), of_q);
        }
        tangent: jacobian;
}
