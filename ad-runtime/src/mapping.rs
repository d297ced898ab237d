//! `x.map(f)` where only rustc knows what `x` is: an option, a result, an array, one of ndarray's, or a vector that goes component by
//! component.
//!
//! ```text
//! Original: y[k] = f(x[k]), in order
//! Adjoint:  from the last k to the first, f's pullback takes y_bar[k], adds to x_bar[k] and to the cotangents of f's captures
//! ```

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::captures::{Captures, Lent, LentBars, bars, lent_again, refs};
use crate::cotangent::{Cotangent, duplicate};
use crate::differentiable::Differentiable;
use crate::found::{At, ByMove, ByRef, at};
use crate::scalar::Scalar;
use crate::storage::Storage;
use crate::tangents::ReceiverTangent;
use crate::workspace::Workspace;
use ndarray::{Array, ArrayBase, Dimension, RawData};
use std::marker::PhantomData;

/// What holds items, each of which a function can be called with.
///
/// ```
/// use ad_runtime::Mapping;
///
/// assert_eq!((Some(2.0).count(), [1.0, 2.0].item(1)), (1, 2.0));
/// ```
pub trait Mapping: Differentiable {
    /// The type of the items.
    type Item: Differentiable + Clone;
    /// How `map` takes it: [`ByMove`] or [`ByRef`].
    type Taken;
    /// As many of something else.
    type Each<X>;
    /// How many there are.
    fn count(&self) -> usize;
    /// One of them.
    fn item(&self, k: usize) -> Self::Item;
    /// What `f` gives for each number, in order.
    fn each<X>(&self, f: impl FnMut(usize) -> X) -> Self::Each<X>;
    /// One of as many.
    fn one_of<X>(each: &mut Self::Each<X>, k: usize) -> &mut X;
    /// The tangent of one of the items, if there is any.
    fn part(tangent: &Self::Cotangent, k: usize) -> Option<<Self::Item as Differentiable>::Cotangent>;
    /// Adds to the cotangent of one of the items.
    fn add(bar: &mut Self::Cotangent, k: usize, part: &<Self::Item as Differentiable>::Cotangent);
}

/// What becomes of it if its items become `U`s.
///
/// ```
/// use ad_runtime::Mapped;
///
/// assert_eq!(Some(2).with(Some(1.5)), Some(1.5));
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `map` is not known for `{Self}`, from its items to `{U}`",
    note = "write it with operators, or item by item"
)]
pub trait Mapped<U: Differentiable>: Mapping {
    /// The result.
    type Output: Differentiable;
    /// Made of these.
    fn with(&self, values: Self::Each<U>) -> Self::Output;
    /// The tangent of it, made of those of its items.
    fn tangent(&self, tangents: Self::Each<U::Cotangent>) -> <Self::Output as Differentiable>::Cotangent;
    /// The cotangent of one of them, if there is any.
    fn seed(seed: &<Self::Output as Differentiable>::Cotangent, k: usize) -> Option<U::Cotangent>;
}

/// The pair of `map`; see [`methods`](crate::methods).
///
/// ```
/// use ad_runtime::{MapMethods as _, Workspace};
///
/// let mut ws = Workspace::new();
/// let doubled = |(), _: &mut Workspace, x: f64| {
///     let pullback = |_: &mut Workspace, seed: f64, _: ((), ()), (_, bar): (f64, Option<&mut f64>)| {
///         *bar.unwrap() += 2.0 * seed;
///     };
///     (2.0 * x, pullback)
/// };
/// let (values, _) = [1.0, 2.0].map_differentiable_push(((), ()), doubled, &mut ws);
/// assert_eq!(values, [2.0, 4.0]);
/// ```
pub trait MapMethods: Mapping + Sized {
    /// Whose method this is.
    fn map_marked_differentiable<U, E, F, P>(&self, _f: (E, E::Refs<'_>), _call: F) -> At<Self, Self::Taken>
    where
        U: Differentiable,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, Self::Item) -> (U, P),
        P: FnOnce(
            &mut Workspace,
            U::Cotangent,
            (E::Again<'_>, E::Bars<'_>),
            (Self::Item, Option<&mut <Self::Item as Differentiable>::Cotangent>),
        ),
        Self: Mapped<U>,
    {
        at()
    }

    /// `x.map(f)`.
    fn map_differentiable_push<U, E, F, P>(
        &self,
        mut f: (E, E::Refs<'_>),
        call: F,
        ws: &mut Workspace,
    ) -> (Self::Output, MappedItems<Self, U, E, P>)
    where
        U: Differentiable,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, Self::Item) -> (U, P),
        P: FnOnce(
            &mut Workspace,
            U::Cotangent,
            (E::Again<'_>, E::Bars<'_>),
            (Self::Item, Option<&mut <Self::Item as Differentiable>::Cotangent>),
        ),
        Self: Mapped<U>,
    {
        let mut kept = self.each(|k| {
            let item = self.item(k);
            let (value, pullback) = call(refs(f.0, &mut f.1), ws, item.clone());
            (Some(value), Some((item, pullback)))
        });
        let values = self.each(|k| Self::one_of(&mut kept, k).0.take().expect("it was computed"));
        (self.with(values), MappedItems(kept, PhantomData))
    }

    /// `x.map(f)` and its tangent, of a function that gives both of an item.
    fn map_differentiable_tangent<U, F>(
        &self,
        f: &F,
        tangent: ReceiverTangent<'_, Self::Cotangent>,
        _: Option<()>,
    ) -> (Self::Output, <Self::Output as Differentiable>::Cotangent)
    where
        U: Differentiable,
        F: Fn(Self::Item, Option<<Self::Item as Differentiable>::Cotangent>) -> (U, U::Cotangent),
        Self: Mapped<U>,
    {
        let tangent = tangent.shared();
        let mut both = self.each(|k| {
            let item = self.item(k);
            let part = tangent.and_then(|tangent| Self::part(tangent, k));
            let part = part.unwrap_or_else(|| item.zero_cotangent());
            let (value, part) = f(item, Some(part));
            (Some(value), Some(part))
        });
        let values = self.each(|k| Self::one_of(&mut both, k).0.take().expect("it was computed"));
        let tangents = self.each(|k| Self::one_of(&mut both, k).1.take().expect("it was computed"));
        (self.with(values), self.tangent(tangents))
    }

    /// The way back.
    fn map_differentiable_pull<U, E, P>(
        &self,
        mut kept: MappedItems<Self, U, E, P>,
        ws: &mut Workspace,
        seed: <Self::Output as Differentiable>::Cotangent,
        mut bar: Option<&mut Self::Cotangent>,
        (mut f, mut f_bars): (Lent<'_, E>, LentBars<'_, E>),
    ) -> ((),)
    where
        U: Differentiable,
        E: Captures,
        P: FnOnce(
            &mut Workspace,
            U::Cotangent,
            (E::Again<'_>, E::Bars<'_>),
            (Self::Item, Option<&mut <Self::Item as Differentiable>::Cotangent>),
        ),
        Self: Mapped<U>,
    {
        for k in (0..self.count()).rev() {
            let (item, pullback) = Self::one_of(&mut kept.0, k).1.take().expect("it was kept");
            let Some(seed) = Self::seed(&seed, k) else { continue };
            let mut part = item.zero_cotangent();
            let captured = (lent_again(f.0, &mut f.1), bars(f.0, &mut f_bars.0));
            pullback(ws, seed, captured, (item, Some(&mut part)));
            if let Some(bar) = &mut bar {
                Self::add(bar, k, &part);
            }
        }
        ((),)
    }
}

impl<M: Mapping> MapMethods for M {}

/// What `map` keeps until the way back: each item, and the function's pullback there. Its type says what the function captured.
pub struct MappedItems<M: Mapping, U, E, P>(M::Each<(Option<U>, Option<(M::Item, P)>)>, PhantomData<E>);

impl<M: Mapping, U, E, P> std::fmt::Debug for MappedItems<M, U, E, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MappedItems").finish_non_exhaustive()
    }
}

impl<T: Differentiable + Clone> Mapping for Option<T> {
    type Item = T;
    type Taken = ByMove;
    type Each<X> = Option<X>;
    #[inline(always)]
    fn count(&self) -> usize {
        usize::from(self.is_some())
    }
    #[inline(always)]
    fn item(&self, _: usize) -> T {
        self.clone().expect("it is counted")
    }
    #[inline(always)]
    fn each<X>(&self, mut f: impl FnMut(usize) -> X) -> Option<X> {
        self.as_ref().map(|_| f(0))
    }
    #[inline(always)]
    fn one_of<X>(each: &mut Option<X>, _: usize) -> &mut X {
        each.as_mut().expect("it is counted")
    }
    #[inline(always)]
    fn part(tangent: &Option<T::Cotangent>, _: usize) -> Option<T::Cotangent> {
        tangent.as_ref().map(duplicate)
    }
    #[inline(always)]
    fn add(bar: &mut Option<T::Cotangent>, _: usize, part: &T::Cotangent) {
        match bar {
            Some(bar) => bar.accumulate(part),
            None => *bar = Some(duplicate(part)),
        }
    }
}

impl<T: Differentiable + Clone, U: Differentiable> Mapped<U> for Option<T> {
    type Output = Option<U>;
    #[inline(always)]
    fn with(&self, values: Option<U>) -> Option<U> {
        values
    }
    #[inline(always)]
    fn tangent(&self, tangents: Option<U::Cotangent>) -> Option<U::Cotangent> {
        tangents
    }
    #[inline(always)]
    fn seed(seed: &Option<U::Cotangent>, _: usize) -> Option<U::Cotangent> {
        seed.as_ref().map(duplicate)
    }
}

impl<T: Differentiable + Clone, E: Clone> Mapping for Result<T, E> {
    type Item = T;
    type Taken = ByMove;
    type Each<X> = Option<X>;
    #[inline(always)]
    fn count(&self) -> usize {
        usize::from(self.is_ok())
    }
    #[inline(always)]
    fn item(&self, _: usize) -> T {
        self.clone().ok().expect("it is counted")
    }
    #[inline(always)]
    fn each<X>(&self, mut f: impl FnMut(usize) -> X) -> Option<X> {
        self.as_ref().ok().map(|_| f(0))
    }
    #[inline(always)]
    fn one_of<X>(each: &mut Option<X>, _: usize) -> &mut X {
        each.as_mut().expect("it is counted")
    }
    #[inline(always)]
    fn part(tangent: &Option<T::Cotangent>, _: usize) -> Option<T::Cotangent> {
        tangent.as_ref().map(duplicate)
    }
    #[inline(always)]
    fn add(bar: &mut Option<T::Cotangent>, k: usize, part: &T::Cotangent) {
        Option::<T>::add(bar, k, part);
    }
}

impl<T: Differentiable + Clone, E: Clone, U: Differentiable> Mapped<U> for Result<T, E> {
    type Output = Result<U, E>;
    #[inline(always)]
    fn with(&self, values: Option<U>) -> Result<U, E> {
        match self {
            Ok(_) => Ok(values.expect("it is counted")),
            Err(error) => Err(error.clone()),
        }
    }
    #[inline(always)]
    fn tangent(&self, tangents: Option<U::Cotangent>) -> Option<U::Cotangent> {
        tangents
    }
    #[inline(always)]
    fn seed(seed: &Option<U::Cotangent>, _: usize) -> Option<U::Cotangent> {
        seed.as_ref().map(duplicate)
    }
}

impl<T: Differentiable + Clone, const N: usize> Mapping for [T; N] {
    type Item = T;
    type Taken = ByMove;
    type Each<X> = [X; N];
    #[inline(always)]
    fn count(&self) -> usize {
        N
    }
    #[inline(always)]
    fn item(&self, k: usize) -> T {
        self[k].clone()
    }
    #[inline(always)]
    fn each<X>(&self, f: impl FnMut(usize) -> X) -> [X; N] {
        std::array::from_fn(f)
    }
    #[inline(always)]
    fn one_of<X>(each: &mut [X; N], k: usize) -> &mut X {
        &mut each[k]
    }
    #[inline(always)]
    fn part(tangent: &[T::Cotangent; N], k: usize) -> Option<T::Cotangent> {
        Some(duplicate(&tangent[k]))
    }
    #[inline(always)]
    fn add(bar: &mut [T::Cotangent; N], k: usize, part: &T::Cotangent) {
        bar[k].accumulate(part);
    }
}

impl<T: Differentiable + Clone, U: Differentiable, const N: usize> Mapped<U> for [T; N] {
    type Output = [U; N];
    #[inline(always)]
    fn with(&self, values: [U; N]) -> [U; N] {
        values
    }
    #[inline(always)]
    fn tangent(&self, tangents: [U::Cotangent; N]) -> [U::Cotangent; N] {
        tangents
    }
    #[inline(always)]
    fn seed(seed: &[U::Cotangent; N], k: usize) -> Option<U::Cotangent> {
        Some(duplicate(&seed[k]))
    }
}

/// An array's `map` hands its closure references to the elements, of which the derivative is one of numbers.
impl<A: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static> Mapping for ArrayBase<S, D> {
    type Item = A;
    type Taken = ByRef;
    type Each<X> = Vec<X>;
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline]
    fn item(&self, k: usize) -> A {
        match self.as_slice() {
            Some(elements) => elements[k],
            None => *self.iter().nth(k).expect("it is counted"),
        }
    }
    #[inline]
    fn each<X>(&self, f: impl FnMut(usize) -> X) -> Vec<X> {
        (0..self.len()).map(f).collect()
    }
    #[inline]
    fn one_of<X>(each: &mut Vec<X>, k: usize) -> &mut X {
        &mut each[k]
    }
    #[inline]
    fn part(tangent: &Array<A, D>, k: usize) -> Option<A> {
        <Self as Mapped<A>>::seed(tangent, k)
    }
    #[inline]
    fn add(bar: &mut Array<A, D>, k: usize, part: &A) {
        match bar.as_slice_mut() {
            Some(elements) => elements[k] += *part,
            None => *bar.iter_mut().nth(k).expect("it is counted") += *part,
        }
    }
}

impl<A: Scalar, U: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static> Mapped<U> for ArrayBase<S, D> {
    type Output = Array<U, D>;
    #[inline]
    fn with(&self, values: Vec<U>) -> Array<U, D> {
        Array::from_shape_vec(self.raw_dim(), values).expect("there are as many")
    }
    #[inline]
    fn tangent(&self, tangents: Vec<U>) -> Array<U, D> {
        self.with(tangents)
    }
    #[inline]
    fn seed(seed: &Array<U, D>, k: usize) -> Option<U> {
        Some(match seed.as_slice() {
            Some(elements) => elements[k],
            None => *seed.iter().nth(k).expect("it is counted"),
        })
    }
}
