//! What has unit length, and quaternions.
//!
//! The numbers inside are differentiated each for itself: the formulae below are those by which nalgebra computes, and hold whether
//! the length is 1 or not.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::methods::over_length;
use super::operators::{add_each, mapped};
use super::vectors::add_cross;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::{operators, paths, rows, sums};
use crate::operators::{MulAdjoint, NegAdjoint, PlainAssign};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Normed, OMatrix, Quaternion, RealField, Unit, UnitQuaternion, Vector3, Vector4};

/// The cotangent is that of the value inside.
///
/// ```
/// use ad_runtime::Differentiable;
/// use nalgebra::{Unit, Vector2};
///
/// assert_eq!(Unit::new_normalize(Vector2::new(1.0, 1.0)).zero_cotangent(), Vector2::zeros());
/// ```
impl<T: Differentiable> Differentiable for Unit<T> {
    type Cotangent = T::Cotangent;
    type Shape = T::Shape;
    fn coarseness(&self) -> f64 {
        self.as_ref().coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) -> T::Shape {
        self.as_ref().cotangent_shape()
    }
    #[inline(always)]
    fn zero_of(shape: &T::Shape) -> T::Cotangent {
        T::zero_of(shape)
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &T::Cotangent) {
        self.as_mut_unchecked().add_scaled(alpha, cotangent);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.as_ref().flatten_into(out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.as_mut_unchecked().unflatten_from(flat);
    }
}

/// What is made a value of unit length.
pub trait Direction<A: Scalar>: Normed<Norm = A> + Differentiable<Cotangent = Self> + Cotangent {
    /// Of a value of unit length, the cotangent of what it was made of by a division by this length: from its own, and from that of
    /// the length.
    fn through_length(&self, length: A, seed: &Self, of_length: A) -> Self;
}

impl<A: Scalar + RealField, R: Dim, C: Dim> Direction<A> for OMatrix<A, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    #[inline]
    fn through_length(&self, length: A, seed: &Self, of_length: A) -> Self {
        let mut bar = seed.zero_like();
        over_length(&mut bar, self, seed, length);
        add_each(&mut bar, self, self, |u, _| times(of_length, u));
        bar
    }
}

impl<A: Scalar + RealField> Direction<A> for Quaternion<A> {
    #[inline]
    fn through_length(&self, length: A, seed: &Self, of_length: A) -> Self {
        self.coords.through_length(length, &seed.coords, of_length).into()
    }
}

paths! {
    /// The twins of what makes a value of unit length.
    UnitConstructors[A: Scalar + RealField, V: Direction<A>][A, V] for [] Unit<V>;

    fn new_normalize(value: by V), keeps (V, A);
        value { let (unit, norm) = Unit::new_and_get(value); (unit.clone(), (unit.into_inner(), norm)) }
        adjoint |(unit, norm), seed, _| { (unit.through_length(norm, &seed, A::ZERO),) }
        tangent |value_dot| { let (unit, norm) = Unit::new_and_get(value); unit.through_length(norm, &value_dot, A::ZERO) }

    /// Gives the length as well.
    fn new_and_get(value: by V) -> (Self, A), keeps (V, A);
        value { let (unit, norm) = Unit::new_and_get(value); ((unit.clone(), norm), (unit.into_inner(), norm)) }
        adjoint |(unit, norm), (seed, of_norm), _| { (unit.through_length(norm, &seed, of_norm),) }
        tangent: jacobian;

    /// Nothing where the length is no larger than the least.
    fn try_new(value: by V, least: by A) -> Option<Self>, keeps (V, Option<(V, A)>);
        value {
            let zero = value.zero_like();
            let found = Unit::try_new_and_get(value, least);
            (found.clone().map(|(unit, _)| unit), (zero, found.map(|(unit, norm)| (unit.into_inner(), norm))))
        }
        adjoint |(zero, found), seed, _, _| {
            let bar = found.zip(seed).map(|((unit, norm), seed)| unit.through_length(norm, &seed, A::ZERO));
            (bar.unwrap_or(zero), A::ZERO)
        }
        tangent: jacobian;

    /// Gives the length as well.
    fn try_new_and_get(value: by V, least: by A) -> Option<(Self, A)>, keeps (V, Option<(V, A)>);
        value {
            let zero = value.zero_like();
            let found = Unit::try_new_and_get(value, least);
            (found.clone(), (zero, found.map(|(unit, norm)| (unit.into_inner(), norm))))
        }
        adjoint |(zero, found), seed, _, _| {
            let bar = found.zip(seed).map(|((unit, norm), (seed, of_norm))| unit.through_length(norm, &seed, of_norm));
            (bar.unwrap_or(zero), A::ZERO)
        }
        tangent: jacobian;

    fn new_unchecked(value: by V);
        adjoint |(), seed, _| { (seed,) }
        tangent |value_dot| { value_dot }
}

rows! {
    /// The method that gives what a value of unit length is.
    UnitMethods[V: Differentiable][V] for [] Unit<V>;

    /// The cotangent is the same.
    fn into_inner(move x) -> V where [V: Clone];
        value { (x.as_ref().clone(), ()) }
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&seed); }
        tangent |x_dot| { x_dot.clone() }
}

/// That of the value inside.
impl<A: Scalar, R: Dim, C: Dim, F> NegAdjoint<F> for Unit<OMatrix<A, R, C>>
where
    DefaultAllocator: Allocator<R, C>,
{
    type Kept = ();
    #[inline(always)]
    fn neg_keep(_: &Self) {}
    type Seed = OMatrix<A, R, C>;
    #[inline(always)]
    fn neg((): &(), seed: &Self::Seed, _: &mut Workspace) -> Self::Seed {
        mapped(seed, |s| -s)
    }
    #[inline(always)]
    fn neg_tangent(_: &Self, dot: &Self::Cotangent) -> Self::Seed {
        mapped(dot, |d| -d)
    }
}

impl<A: Scalar> Differentiable for Quaternion<A> {
    type Cotangent = Self;
    type Shape = ();
    fn coarseness(&self) -> f64 {
        A::ZERO.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) {}
    #[inline(always)]
    fn zero_of((): &()) -> Self {
        Vector4::zeros().into()
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

impl<A: Scalar> Cotangent for Quaternion<A> {
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
        Self::zero_of(&())
    }
    /// The imaginary parts, and then the real one.
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Cotangent::flatten_into(&self.coords, out);
    }
    #[inline]
    fn all_finite(&self) -> bool {
        self.coords.all_finite()
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Cotangent::unflatten_from(&mut self.coords, flat);
    }
}

impl<A: Scalar> PlainAssign for Quaternion<A> {}

sums! {
    add AddAdjoint[A: Scalar] Quaternion<A>, Quaternion<A> => Self;
        left |seed| { *seed }
        right |seed| { *seed }
        tangent |l_dot| { *l_dot } |r_dot| { *r_dot }

    sub SubAdjoint[A: Scalar] Quaternion<A>, Quaternion<A> => Self;
        left |seed| { *seed }
        right |seed| { mapped(&seed.coords, |s| -s).into() }
        tangent |l_dot| { *l_dot } |r_dot| { mapped(&r_dot.coords, |s| -s).into() }
}

operators! {
    impl MulAdjoint[A: Scalar] Quaternion<A>, A => Self;
        mul_left |l, r, seed, ws| { <Vector4<A> as MulAdjoint<A, F>>::mul_left(&l.coords, r, &seed.coords, ws).into() }
        mul_right |l, r, seed, ws| { <Vector4<A> as MulAdjoint<A, F>>::mul_right(&l.coords, r, &seed.coords, ws) }
        tangent mul_tangent |l, r|
            |l_dot| { l_dot.coords.map(|d| times(d, *r)).into() }
            |r_dot| { l.coords.map(|l| times(*r_dot, l)).into() }
}

/// The imaginary part.
#[inline(always)]
pub(super) fn vector<A: Scalar>(q: &Quaternion<A>) -> Vector3<A> {
    Vector3::new(q.coords[0], q.coords[1], q.coords[2])
}

/// The product of a cotangent and a quaternion, in which zeros of the cotangent contribute nothing.
#[inline(always)]
fn product<A: Scalar>(seed: &Quaternion<A>, factor: &Quaternion<A>) -> Quaternion<A> {
    let part = |a: usize, b: usize| times(seed.coords[a], factor.coords[b]);
    Vector4::new(
        part(3, 0) + part(0, 3) + part(1, 2) - part(2, 1),
        part(3, 1) - part(0, 2) + part(1, 3) + part(2, 0),
        part(3, 2) + part(0, 1) - part(1, 0) + part(2, 3),
        part(3, 3) - part(0, 0) - part(1, 1) - part(2, 2),
    )
    .into()
}

#[inline(always)]
fn conjugate<A: Scalar>(q: &Quaternion<A>) -> Quaternion<A> {
    Vector4::new(-q.coords[0], -q.coords[1], -q.coords[2], q.coords[3]).into()
}

/// Original: `y = l * r`.\
/// Adjoint: `l_bar = y_bar · r*` and `r_bar = l* · y_bar`, with the conjugates.
macro_rules! products {
    ($($Type:ty),*) => {$(
        operators! {
            impl MulAdjoint[A: Scalar + RealField] $Type, $Type => Quaternion<A>;
                mul_left |_, r, seed, _| { product(seed, &conjugate(r)) }
                mul_right |l, _, seed, _| {
                    // The product in the other order: the conjugate of that of the conjugates.
                    conjugate(&product(&conjugate(seed), l))
                }
                tangent mul_tangent |l, r|
                    |l_dot| { product(l_dot, r) }
                    |r_dot| { conjugate(&product(&conjugate(r_dot), &conjugate(l))) }
        }
    )*};
}

products!(Quaternion<A>, UnitQuaternion<A>);

operators! {
    /// Original: `y = v + 2 w (b × v) + 2 b × (b × v)`, with the quaternion `(b, w)`: nalgebra's formula.\
    /// Adjoint: with `t = 2 b × v`, `w_bar = y_bar · t`, `t_bar = w y_bar + y_bar × b`, `b_bar = t × y_bar + 2 v × t_bar` and
    /// `v_bar = y_bar + 2 t_bar × b`.
    impl MulAdjoint[A: Scalar + RealField] UnitQuaternion<A>, Vector3<A> => Vector3<A>;
        mul_left |l, v, seed, _| {
            let (b, w) = (vector(l), l.coords[3]);
            let two = A::ONE + A::ONE;
            let t = b.cross(v) * two;
            let mut t_bar = mapped(seed, |s| times(s, w));
            add_cross(&mut t_bar, seed, &b, -A::ONE);
            let mut b_bar = Vector3::zeros();
            add_cross(&mut b_bar, seed, &t, A::ONE);
            add_cross(&mut b_bar, &t_bar, v, two);
            let w_bar = super::operators::sum_of(&t, seed, |t, s| times(s, t));
            Vector4::new(b_bar[0], b_bar[1], b_bar[2], w_bar).into()
        }
        mul_right |l, _, seed, _| {
            let (b, w) = (vector(l), l.coords[3]);
            let mut t_bar = mapped(seed, |s| times(s, w));
            add_cross(&mut t_bar, seed, &b, -A::ONE);
            let mut v_bar = *seed;
            add_cross(&mut v_bar, &t_bar, &b, -(A::ONE + A::ONE));
            v_bar
        }
        rows mul_tangent |_, v| { v.zero_cotangent() }
}

paths! {
    /// The twin of `new`.
    NewQuaternion[A: Scalar][A] for [] Quaternion<A>;

    fn new(w: by A, i: by A, j: by A, k: by A);
        adjoint |(), bar, _, _, _, _| { let bar = bar.coords; (bar[3], bar[0], bar[1], bar[2]) }
        tangent |w_dot, i_dot, j_dot, k_dot| { Self::new(w_dot, i_dot, j_dot, k_dot) }
}

rows! {
    /// The rows of the methods of quaternions; see [`methods`](crate::methods).
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Quaternion;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (q, mut q_bar) = (Quaternion::new(0.0, 3.0, 4.0, 0.0), Quaternion::new(0.0, 0.0, 0.0, 0.0));
    /// let (norm, kept) = q.norm_differentiable_push(&mut ws);
    /// q.norm_differentiable_pull(kept, &mut ws, 10.0, Some(&mut q_bar));
    /// assert_eq!((norm, q_bar), (5.0, Quaternion::new(0.0, 6.0, 8.0, 0.0)));
    /// ```
    QuaternionMethods[A: Scalar][A] for [] Quaternion<A>;

    /// `q_bar += y_bar · q / |q|`; nothing at the origin.
    fn norm(ref x) -> A, keeps A where [A: RealField];
        value { let norm = x.norm(); (norm, norm) }
        adjoint in ws |norm, seed, x_bar| {
            use super::MatrixMethods;
            x.coords.norm_differentiable_pull(norm, ws, seed, x_bar.map(|x_bar| &mut x_bar.coords));
        }
        tangent: jacobian;

    /// The conjugate of the cotangent.
    fn conjugate(ref x) -> Self where [A: RealField];
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&conjugate(&seed)); }
        tangent: linear;
}
