//! Several cotangents in one backward sweep: rows of a Jacobian, as lanes.
//!
//! A backward sweep is linear in its cotangents, and a tangent function in its tangents, so each of these numbers may as well be `N` of
//! them: [`Lanes`]. This module has what a sweep calls, for numbers that are lanes, under the names that the crate has it for plain ones: compiled code is the
//! same but for `use rt::lanes as ad` in place of `use rt as ad`.
//!
//! What depends on the values alone is computed once for all lanes. Values of types that only rustc knows must turn out to be
//! floats where they are computed with.

mod along;

pub use crate::*;
pub use along::{FloatOperator, along, along_change, along_neg, sum_of_terms};

use crate as rt;
use std::hint::cold_path;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Deref, DerefMut, Neg};

/// The same number of `N` cotangents.
///
/// ```
/// use ad_runtime::lanes::{Lanes, times};
///
/// let mut sum = Lanes([1.0, 2.0]);
/// sum += -times(Lanes([0.5, 0.25]), 4.0);
/// assert_eq!(sum, Lanes([-1.0, 1.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes<S, const N: usize>(pub [S; N]);

impl<S: Scalar, const N: usize> Lanes<S, N> {
    /// Zero in each: the one that a sum can begin with for nothing.
    pub const ZERO: Self = Lanes([S::NOTHING; N]);

    /// Zero in each, as tangents begin: all of its bits are zero, so that lists of it are filled at once.
    pub const AT_REST: Self = Lanes([S::ZERO; N]);

    /// The same in each lane.
    #[inline(always)]
    fn map(self, f: impl FnMut(S) -> S) -> Self {
        Lanes(self.0.map(f))
    }
}

impl<S: Scalar, const N: usize> Default for Lanes<S, N> {
    #[inline(always)]
    fn default() -> Self {
        Lanes::ZERO
    }
}

impl<S: Scalar, const N: usize> Add for Lanes<S, N> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<S: Scalar, const N: usize> AddAssign for Lanes<S, N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        for (sum, part) in self.0.iter_mut().zip(other.0) {
            *sum += part;
        }
    }
}

impl<S: Scalar, const N: usize> Neg for Lanes<S, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|part| -part)
    }
}

impl<S: Scalar, const N: usize> Cotangent for Lanes<S, N> {
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        *self += *other;
    }
    #[inline(always)]
    fn scale(&mut self, alpha: f64) {
        *self = times(*self, S::nearest(alpha));
    }
    #[inline(always)]
    fn zero_like(&self) -> Self {
        Lanes([S::ZERO; N])
    }
    #[inline]
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.extend(self.0.map(S::widened));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Cotangent::unflatten_from(&mut self.0, flat);
    }
}

/// A cotangent of which there can be `N` in lanes: numbers, and lists and tuples of them.
///
/// ```
/// use ad_runtime::lanes::{Laned, Lanes, lane};
///
/// assert_eq!(Laned::<2>::none(&vec![1.0, 2.0]), [Lanes([0.0, 0.0]); 2]);
/// let second: Vec<f64> = lane(&vec![Lanes([1.0, 3.0]), Lanes([2.0, 4.0])], 1);
/// assert_eq!(second, [3.0, 4.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "there are no lanes of the cotangent `{Self}`",
    note = "`lanes` is for numbers, and arrays, slices, vectors and tuples of them; without it a Jacobian is computed row by row"
)]
pub trait Laned<const N: usize>: Cotangent {
    /// `N` cotangents of this type, number by number.
    type Lanes: Cotangent;
    /// [`Lanes::ZERO`] for each number of this cotangent.
    fn none(&self) -> Self::Lanes;
    /// One of the lanes as a result: a zero where nothing was added to [`Lanes::ZERO`] is a positive one.
    fn lane(lanes: &Self::Lanes, lane: usize) -> Self;
    /// In each lane a one for another number of this cotangent, in turn, and zeros. They begin with the number `first`; `next` is the
    /// next number of those before and of these.
    fn units(&self, first: usize, next: &mut usize) -> Self::Lanes;
}

macro_rules! laned_floats {
    ($($float:ident)*) => {$(
        impl<const N: usize> Laned<N> for $float {
            type Lanes = Lanes<$float, N>;
            #[inline(always)]
            fn none(&self) -> Self::Lanes {
                Lanes::ZERO
            }
            #[inline(always)]
            fn lane(lanes: &Self::Lanes, lane: usize) -> Self {
                lanes.0[lane] + 0.0
            }
            #[inline(always)]
            fn units(&self, first: usize, next: &mut usize) -> Self::Lanes {
                let one = next.wrapping_sub(first);
                *next += 1;
                Lanes(std::array::from_fn(|lane| if lane == one { 1.0 } else { 0.0 }))
            }
        }
    )*};
}

laned_floats!(f32 f64);

impl<const N: usize> Laned<N> for () {
    type Lanes = ();
    #[inline(always)]
    fn none(&self) {}
    #[inline(always)]
    fn lane(_: &(), _: usize) {}
    #[inline(always)]
    fn units(&self, _: usize, _: &mut usize) {}
}

impl<C: Laned<N>, const M: usize, const N: usize> Laned<N> for [C; M] {
    type Lanes = [C::Lanes; M];
    #[inline]
    fn none(&self) -> Self::Lanes {
        self.each_ref().map(C::none)
    }
    #[inline]
    fn lane(lanes: &Self::Lanes, lane: usize) -> Self {
        std::array::from_fn(|i| C::lane(&lanes[i], lane))
    }
    #[inline]
    fn units(&self, first: usize, next: &mut usize) -> Self::Lanes {
        self.each_ref().map(|c| c.units(first, next))
    }
}

impl<C: Laned<N>, const N: usize> Laned<N> for Vec<C> {
    type Lanes = Vec<C::Lanes>;
    fn none(&self) -> Self::Lanes {
        self.iter().map(C::none).collect()
    }
    fn lane(lanes: &Self::Lanes, lane: usize) -> Self {
        lanes.iter().map(|c| C::lane(c, lane)).collect()
    }
    fn units(&self, first: usize, next: &mut usize) -> Self::Lanes {
        self.iter().map(|c| c.units(first, next)).collect()
    }
}

macro_rules! laned_tuples {
    ($($C:ident $i:tt),*) => {
        impl<$($C: Laned<N>,)* const N: usize> Laned<N> for ($($C,)*) {
            type Lanes = ($($C::Lanes,)*);
            #[inline]
            fn none(&self) -> Self::Lanes {
                ($(self.$i.none(),)*)
            }
            #[inline]
            fn lane(lanes: &Self::Lanes, lane: usize) -> Self {
                ($($C::lane(&lanes.$i, lane),)*)
            }
            #[inline]
            fn units(&self, first: usize, next: &mut usize) -> Self::Lanes {
                ($(self.$i.units(first, next),)*)
            }
        }
    };
}

laned_tuples!(A 0);
laned_tuples!(A 0, B 1);
laned_tuples!(A 0, B 1, C 2);
laned_tuples!(A 0, B 1, C 2, D 3);
laned_tuples!(A 0, B 1, C 2, D 3, E 4);
laned_tuples!(A 0, B 1, C 2, D 3, E 4, F 5);

/// One of the cotangents in lanes, as a result.
///
/// ```
/// use ad_runtime::lanes::{Lanes, lane};
///
/// assert_eq!(lane::<f64, 2>(&Lanes([1.0, 2.0]), 1), 2.0);
/// assert!(lane::<f64, 1>(&Lanes([-0.0]), 0).is_sign_positive());
/// ```
#[inline(always)]
pub fn lane<C: Laned<N>, const N: usize>(lanes: &C::Lanes, lane: usize) -> C {
    C::lane(lanes, lane)
}

/// What a slope is multiplied by: one cotangent, or several in lanes. Slopes themselves are computed from plain numbers.
pub trait Seed<S> {
    /// See [`times`](fn@times).
    fn times(self, slope: S) -> Self;
    /// See [`weighted`](fn@weighted).
    fn weighted(self, slope: S) -> Self;
    /// See [`portion`](fn@portion).
    fn portion(self, share: S) -> Self;
    /// See [`over`](fn@over).
    fn over(self, by: S) -> Self;
}

macro_rules! seeds {
    ($($float:ident)*) => {$(
        impl Seed<$float> for $float {
            #[inline(always)]
            fn times(self, slope: $float) -> Self {
                rt::times(self, slope)
            }
            #[inline(always)]
            fn weighted(self, slope: $float) -> Self {
                rt::weighted(self, slope)
            }
            #[inline(always)]
            fn portion(self, share: $float) -> Self {
                rt::portion(self, share)
            }
            #[inline(always)]
            fn over(self, by: $float) -> Self {
                rt::over(self, by)
            }
        }
    )*};
}

seeds!(f32 f64);

impl<S: Scalar, const N: usize> Seed<S> for Lanes<S, N> {
    #[inline(always)]
    fn times(self, slope: S) -> Self {
        // A zero needs care only beside a slope that is not finite: one test for all lanes, and none of them waits for it.
        if slope.is_finite() {
            self.map(|part| part * slope)
        } else {
            cold_path();
            self.map(|part| rt::times(part, slope))
        }
    }
    #[inline(always)]
    fn weighted(self, slope: S) -> Self {
        self.times(slope)
    }
    #[inline(always)]
    fn portion(self, share: S) -> Self {
        if share == S::ZERO {
            self.map(|_| S::ZERO)
        } else {
            self.times(share)
        }
    }
    #[inline(always)]
    fn over(self, by: S) -> Self {
        if by.abs() > S::ZERO {
            self.map(|part| part / by)
        } else {
            cold_path();
            self.map(|part| rt::over(part, by))
        }
    }
}

/// A cotangent times a slope; a lane that is exactly zero stays so, even if the slope is infinite or NaN.
///
/// ```
/// use ad_runtime::lanes::{Lanes, times};
///
/// assert_eq!(times(Lanes([2.0, 0.0]), f64::INFINITY), Lanes([f64::INFINITY, 0.0]));
/// ```
#[inline(always)]
pub fn times<Q: Seed<S>, S>(seed: Q, slope: S) -> Q {
    seed.times(slope)
}

/// The same as [`times`], for a slope that is computed in any case.
///
/// ```
/// use ad_runtime::lanes::{Lanes, weighted};
///
/// assert_eq!(weighted(Lanes([2.0, 0.0]), 3.0), Lanes([6.0, 0.0]));
/// ```
#[inline(always)]
pub fn weighted<Q: Seed<S>, S>(seed: Q, slope: S) -> Q {
    seed.weighted(slope)
}

/// The same as [`times`] for a share, of which zero gives zero in each lane, even where the cotangent is infinite or NaN.
///
/// ```
/// use ad_runtime::lanes::{Lanes, portion};
///
/// assert_eq!(portion(Lanes([2.0, f64::INFINITY]), 0.0), Lanes([0.0, 0.0]));
/// ```
#[inline(always)]
pub fn portion<Q: Seed<S>, S>(seed: Q, share: S) -> Q {
    seed.portion(share)
}

/// A cotangent divided by `by`; a lane that is exactly zero stays so, even if `by` is zero or NaN.
///
/// ```
/// use ad_runtime::lanes::{Lanes, over};
///
/// assert_eq!(over(Lanes([6.0, 0.0]), 0.0), Lanes([f64::INFINITY, 0.0]));
/// ```
#[inline(always)]
pub fn over<Q: Seed<S>, S>(seed: Q, by: S) -> Q {
    seed.over(by)
}

/// The shape of a value, of which zeros in lanes can be made.
pub struct Witness<T: Differentiable + ?Sized>(rt::Witness<T>);

impl<T: Differentiable + ?Sized> Witness<T> {
    /// Zero cotangents of the value.
    #[inline]
    pub fn zero<const N: usize>(&self) -> <T::Cotangent as Laned<N>>::Lanes
    where
        T::Cotangent: Laned<N>,
    {
        self.0.zero().none()
    }

    /// Gives the memory of lengths that were taken by [`witness_in`] back.
    #[inline(always)]
    pub fn give_back(self, workspace: &mut Workspace) {
        self.0.give_back(workspace);
    }
}

/// The shape of `value`.
///
/// ```
/// use ad_runtime::lanes::{Lanes, witness};
///
/// assert_eq!(witness(&[1.0]).zero(), [Lanes([0.0, 0.0])]);
/// ```
#[inline(always)]
pub fn witness<T: Differentiable + ?Sized>(value: &T) -> Witness<T> {
    Witness(rt::witness(value))
}

/// The shape of `value`, in memory of the workspace as far as it is in lists.
///
/// ```
/// use ad_runtime::Workspace;
/// use ad_runtime::lanes::{Lanes, witness_in};
///
/// let shape = witness_in(&mut Workspace::new(), &vec![vec![1.0]]);
/// assert_eq!(shape.zero(), [[Lanes([0.0, 0.0])]]);
/// ```
#[inline(always)]
pub fn witness_in<T: Differentiable + ?Sized>(workspace: &mut Workspace, value: &T) -> Witness<T> {
    Witness(rt::witness_in(workspace, value))
}

/// The shape of `value` but for some of its parts.
///
/// ```
/// use ad_runtime::Workspace;
/// use ad_runtime::lanes::{Lanes, witness_without};
///
/// let shape = witness_without(&mut Workspace::new(), &(vec![1.0], vec![2.0]), &["0"]);
/// assert_eq!(shape.zero(), (vec![], vec![Lanes([0.0, 0.0])]));
/// ```
#[inline(always)]
pub fn witness_without<T: Differentiable + ?Sized>(workspace: &mut Workspace, value: &T, parts: &[&str]) -> Witness<T> {
    Witness(rt::witness_without(workspace, value, parts))
}

/// Zero cotangents of `value`.
///
/// ```
/// use ad_runtime::lanes::{Lanes, zero};
///
/// assert_eq!(zero(&[1.0]), [Lanes([0.0, 0.0])]);
/// ```
#[inline(always)]
pub fn zero<T: Differentiable + ?Sized, const N: usize>(value: &T) -> <T::Cotangent as Laned<N>>::Lanes
where
    T::Cotangent: Laned<N>,
{
    value.zero_cotangent().none()
}

/// Zero cotangents of a vector, in memory of the workspace.
///
/// ```
/// use ad_runtime::lanes::{Lanes, part};
///
/// assert_eq!(part(&mut ad_runtime::Workspace::new(), &[1.0]), [Lanes([0.0, 0.0])]);
/// ```
pub fn part<S: Scalar, const N: usize>(workspace: &mut Workspace, list: &[S]) -> Vec<Lanes<S, N>> {
    let mut part = workspace.lend(list.len());
    part.resize(list.len(), Lanes::ZERO);
    part
}

/// Cotangents of a slice beside others of the same slice: on the stack where it is short.
#[derive(Debug)]
pub struct Part<S, const N: usize> {
    few: [Lanes<S, N>; FEW],
    many: Vec<Lanes<S, N>>,
    len: usize,
}

const FEW: usize = 4;

impl<S: Scalar, const N: usize> Part<S, N> {
    /// Zeros for each element.
    ///
    /// ```
    /// use ad_runtime::lanes::{Lanes, Part, Workspace};
    ///
    /// let mut workspace = Workspace::new();
    /// let part = Part::zero(&mut workspace, &[1.0]);
    /// assert_eq!(*part, [Lanes([0.0, 0.0])]);
    /// part.give_back(&mut workspace);
    /// ```
    #[inline]
    pub fn zero(workspace: &mut Workspace, slice: &[S]) -> Self {
        let long = slice.len() > FEW;
        Part {
            few: [Lanes::ZERO; FEW],
            many: if long { part(workspace, slice) } else { Vec::new() },
            len: slice.len(),
        }
    }

    /// Gives the memory of a long one back.
    #[inline]
    pub fn give_back(self, workspace: &mut Workspace) {
        if self.len > FEW {
            workspace.take_back(self.many);
        }
    }
}

impl<S, const N: usize> Deref for Part<S, N> {
    type Target = [Lanes<S, N>];
    #[inline]
    fn deref(&self) -> &[Lanes<S, N>] {
        if self.len > FEW {
            &self.many
        } else {
            &self.few[..self.len]
        }
    }
}

impl<S, const N: usize> DerefMut for Part<S, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Lanes<S, N>] {
        if self.len > FEW {
            &mut self.many
        } else {
            &mut self.few[..self.len]
        }
    }
}

impl<S: Scalar, const N: usize> Absorb<Part<S, N>> for [Lanes<S, N>] {
    #[inline]
    fn absorb(&mut self, contribution: &Part<S, N>) {
        assert_eq!(self.len(), contribution.len, "cotangents of one slice differ in length");
        for (sum, part) in self.iter_mut().zip(&**contribution) {
            *sum += *part;
        }
    }
}

/// What is kept of the operands of `l + r`, `l - r` and `-l`, which are floats: nothing but their type.
#[derive(Clone, Copy, Debug)]
pub struct Floats<S>(PhantomData<S>);

/// What is kept of a float that is negated.
#[inline(always)]
pub fn neg_keep<F, S: Scalar>(_: F, _: &S) -> Floats<S> {
    Floats(PhantomData)
}

/// The cotangents of `value` in `-value`.
#[inline(always)]
pub fn neg_adjoint<S: Scalar, const N: usize>(_: &Floats<S>, seed: &Lanes<S, N>) -> Lanes<S, N> {
    -*seed
}

/// The adjoints of operators on floats whose type only rustc knows.
macro_rules! sums {
    ($($keep:ident $left:ident $right:ident |$seed:ident| $adjoint:expr;)*) => {$(
        /// What is kept of two floats.
        #[inline(always)]
        pub fn $keep<F, S: Scalar>(_: F, _: &S, _: &S) -> Floats<S> {
            Floats(PhantomData)
        }

        /// The cotangents of the left one.
        #[inline(always)]
        pub fn $left<S: Scalar, const N: usize>(_: &Floats<S>, seed: &Lanes<S, N>) -> Lanes<S, N> {
            *seed
        }

        /// The cotangents of the right one.
        #[inline(always)]
        pub fn $right<S: Scalar, const N: usize>(_: &Floats<S>, $seed: &Lanes<S, N>) -> Lanes<S, N> {
            $adjoint
        }
    )*};
}

sums!(
    add_keep add_left add_right |seed| *seed;
    sub_keep sub_left sub_right |seed| -*seed;
);

macro_rules! products {
    ($($assignment:ident {
        $left:ident |$ll:ident, $lr:ident, $lseed:ident| $to_left:expr;
        $right:ident |$rl:ident, $rr:ident, $rseed:ident| $to_right:expr;
    })*) => {$(
        /// The cotangents of the left one of two floats.
        #[inline(always)]
        pub fn $left<F, S: Scalar, const N: usize>(_: F, $ll: &S, $lr: &S, $lseed: &Lanes<S, N>) -> Lanes<S, N> {
            $to_left
        }

        /// The cotangents of the right one of two floats.
        #[inline(always)]
        pub fn $right<F, S: Scalar, const N: usize>(_: F, $rl: &S, $rr: &S, $rseed: &Lanes<S, N>) -> Lanes<S, N> {
            $to_right
        }

        impl Assignment for $assignment {
            #[inline(always)]
            fn left<S: Scalar, const N: usize>(l: &S, r: &S, bar: &mut Lanes<S, N>) {
                *bar = $left((), l, r, bar);
            }
            #[inline(always)]
            fn right<S: Scalar, const N: usize>(l: &S, r: &S, bar: &Lanes<S, N>) -> Lanes<S, N> {
                $right((), l, r, bar)
            }
        }
    )*};
}

products!(
    MulEq {
        mul_left |_l, r, seed| times(*seed, *r);
        mul_right |l, _r, seed| times(*seed, *l);
    }
    DivEq {
        div_left |_l, r, seed| over(*seed, *r);
        div_right |l, r, seed| -times(*seed, *l / *r / *r);
    }
    RemEq {
        rem_left |_l, _r, seed| *seed;
        rem_right |l, r, seed| portion(*seed, -(*l / *r).trunc());
    }
);

/// A compound assignment to a float whose type only rustc knows.
pub trait Assignment {
    /// Turns the cotangents of the left side afterwards into those before.
    fn left<S: Scalar, const N: usize>(l: &S, r: &S, bar: &mut Lanes<S, N>);
    /// The cotangents of the right side.
    fn right<S: Scalar, const N: usize>(l: &S, r: &S, bar: &Lanes<S, N>) -> Lanes<S, N>;
}

impl Assignment for AddEq {
    #[inline(always)]
    fn left<S: Scalar, const N: usize>(_: &S, _: &S, _: &mut Lanes<S, N>) {}
    #[inline(always)]
    fn right<S: Scalar, const N: usize>(_: &S, _: &S, bar: &Lanes<S, N>) -> Lanes<S, N> {
        *bar
    }
}

impl Assignment for SubEq {
    #[inline(always)]
    fn left<S: Scalar, const N: usize>(_: &S, _: &S, _: &mut Lanes<S, N>) {}
    #[inline(always)]
    fn right<S: Scalar, const N: usize>(_: &S, _: &S, bar: &Lanes<S, N>) -> Lanes<S, N> {
        -*bar
    }
}

/// What is kept of the operands of a compound assignment of floats.
#[derive(Clone, Copy, Debug)]
pub struct Assigned<O, S>(PhantomData<O>, S, S);

impl<O, S> Assigned<O, S> {
    /// Of floats there is no memory to give back.
    #[inline(always)]
    pub fn give_back(self, _: &mut Workspace) {}
}

/// Keeps what the adjoint of a compound assignment needs of its operands.
///
/// ```
/// use ad_runtime::lanes::{ByValue, Lanes, MulEq, assign_keep, assign_left, assign_right};
///
/// let kept = assign_keep(MulEq, ByValue, &2.0, &3.0);
/// let mut bar = Lanes([1.0, 10.0]);
/// assert_eq!(assign_right(&kept, &bar), Lanes([2.0, 20.0]));
/// assign_left(&kept, &mut bar);
/// assert_eq!(bar, Lanes([3.0, 30.0]));
/// ```
#[inline(always)]
pub fn assign_keep<O: Assignment, F, S: Scalar>(_: O, _: F, l: &S, r: &S) -> Assigned<O, S> {
    Assigned(PhantomData, *l, *r)
}

/// The cotangents of the right side; see [`assign_keep`].
#[inline(always)]
pub fn assign_right<O: Assignment, S: Scalar, const N: usize>(kept: &Assigned<O, S>, bar: &Lanes<S, N>) -> Lanes<S, N> {
    O::right(&kept.1, &kept.2, bar)
}

/// Turns the cotangents of the left side afterwards into those before; see [`assign_keep`].
#[inline(always)]
pub fn assign_left<O: Assignment, S: Scalar, const N: usize>(kept: &Assigned<O, S>, bar: &mut Lanes<S, N>) {
    O::left(&kept.1, &kept.2, bar);
}
