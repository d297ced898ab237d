//! The derivatives of functions of std, in the form that those of the user's functions have.
//!
//! Each takes the workspace and the function's arguments, and returns the value and a pullback; the pullback takes the seed and,
//! for each argument, what the caller lends it again.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

mod arrays;
mod choices;
pub mod cmp;
mod collections;
#[cfg(feature = "hyperdual")]
pub mod hyperdual;
mod joins;
pub mod num;
pub use crate::gathered::gathered_twin as gathered;
#[cfg(feature = "nalgebra")]
pub use crate::nalgebra::{center, distance, distance_squared, overwrite_part_twin as overwrite_part};
pub use arrays::{
    array_from_diag, array_from_diag_elem, array_from_elem, array_from_shape_vec, array_from_vec, array_linspace,
};
pub use collections::{Collected, FromItems, collected, items, iterated};
pub use joins::{
    concatenate_1, concatenate_2, concatenate_3, concatenate_4, concatenate_5, concatenate_6, general_mat_mul,
    general_mat_vec_mul, stack_1, stack_2, stack_3, stack_4, stack_5, stack_6,
};

use crate::componentwise::{AbsoluteValue, Componentwise, Midpoint};
use crate::cotangent::{Contribution, Cotangent, duplicate};
use crate::differentiable::Differentiable;
use crate::draws::Ends;
use crate::folds::Folded;
use crate::foreign::{IntoValue, TryFromValue};
use crate::insertions::InsertAdjoint;
use crate::keys::copy_of_key;
use crate::maps::{Entries, KeyRoute};
use crate::scalar::Scalar;
use crate::sweep::SwapWithin;
use crate::witness::zero_in;
use crate::workspace::{Workspace, copy_to_write, open_box};
use std::array::TryFromSliceError;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// `Box::new`.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (value, pullback) = ad_runtime::twins::boxed(&mut ws, 2.0);
/// assert_eq!((*value, pullback(&mut ws, Box::new(3.0), ())), (2.0, (3.0,)));
/// ```
#[inline(always)]
pub fn boxed<T: Differentiable>(
    _: &mut Workspace,
    value: T,
) -> (
    Box<T>,
    impl FnOnce(&mut Workspace, Box<T::Cotangent>, ()) -> (T::Cotangent,) + use<T>,
) {
    (Box::new(value), |ws: &mut Workspace, seed: Box<T::Cotangent>, ()| {
        (open_box(ws, seed),)
    })
}

/// `Box::new` of what borrows: its pullback is not of a type that has the lifetimes of `T`.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let lent: &[f64] = &[2.0];
/// let (value, pullback) = ad_runtime::twins::boxed_lent(&mut ws, lent);
/// assert_eq!((value[0], pullback(&mut ws, Box::new(vec![3.0]), ())), (2.0, (vec![3.0],)));
/// ```
#[inline(always)]
pub fn boxed_lent<T: Differentiable>(_: &mut Workspace, value: T) -> (Box<T>, Unboxing<T::Cotangent>) {
    (Box::new(value), |_, seed, ()| (*seed,))
}

/// The pullback of [`boxed_lent`].
pub type Unboxing<C> = fn(&mut Workspace, Box<C>, ()) -> (C,);

macro_rules! shared {
    ($($name:ident $pointer:ident $text:literal)*) => {$(
        #[doc = $text]
        #[inline(always)]
        pub fn $name<T: Differentiable>(
            _: &mut Workspace,
            value: T,
        ) -> (
            $pointer<T>,
            impl FnOnce(&mut Workspace, Box<T::Cotangent>, ()) -> (T::Cotangent,) + use<T>,
        ) {
            let pullback = |ws: &mut Workspace, seed: Box<T::Cotangent>, ()| (open_box(ws, seed),);
            ($pointer::new(value), pullback)
        }
    )*};
}

shared! {
    rc Rc "`Rc::new`.\n\n```\nlet mut ws = ad_runtime::Workspace::new();\nlet (value, pullback) = ad_runtime::twins::rc(&mut ws, 2.0);\nassert_eq!((*value, pullback(&mut ws, Box::new(3.0), ())), (2.0, (3.0,)));\n```"
    arc Arc "`Arc::new`.\n\n```\nlet mut ws = ad_runtime::Workspace::new();\nlet (value, pullback) = ad_runtime::twins::arc(&mut ws, 2.0);\nassert_eq!((*value, pullback(&mut ws, Box::new(3.0), ())), (2.0, (3.0,)));\n```"
}

/// The range between two ends, of floats or of integers, from which a number is drawn.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (range, pullback) = ad_runtime::twins::ranged(&mut ws, 1.0, 2.0);
/// assert_eq!(range, 1.0..2.0);
/// assert_eq!(pullback(&mut ws, 3.0..4.0, (), ()), (3.0, 4.0));
/// ```
#[inline(always)]
pub fn ranged<E>(
    _: &mut Workspace,
    start: E,
    end: E,
) -> (
    Range<E>,
    impl FnOnce(&mut Workspace, <Range<E> as Differentiable>::Cotangent, (), ()) -> (E::Cotangent, E::Cotangent) + use<E>,
)
where
    E: Differentiable,
    Range<E>: Ends<Number = E>,
{
    let pullback = |_: &mut Workspace, bar, (), ()| Range::<E>::apart(bar);
    (crate::ranged(start, end), pullback)
}

/// `T::clone`, of whatever is coerced to a reference to a `T`, such as a box of one.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let boxed = Box::new(vec![1.0, 2.0]);
/// let (copy, pullback) = ad_runtime::twins::cloned::<Vec<f64>>(&mut ws, &boxed);
/// assert_eq!(copy, [1.0, 2.0]);
/// let mut bar = vec![0.5, 0.0];
/// pullback(&mut ws, vec![3.0, 4.0], (&boxed, Some(&mut bar)));
/// assert_eq!(bar, [3.5, 4.0]);
/// ```
#[inline(always)]
pub fn cloned<T>(
    _: &mut Workspace,
    value: &T,
) -> (
    T,
    impl FnOnce(&mut Workspace, T::Cotangent, (&T, Option<&mut T::Cotangent>)) -> ((),) + use<T>,
)
where
    T: Differentiable + Clone,
{
    let pullback = |ws: &mut Workspace, seed: T::Cotangent, (_, bar): (&T, Option<&mut T::Cotangent>)| {
        match bar {
            Some(bar) => crate::accumulate_own(bar, seed, ws),
            None => Contribution::end(seed, ws),
        }
        ((),)
    };
    (value.clone(), pullback)
}

/// A sum or product of the items, by the impl of `Sum` or `Product`.
///
/// ```
/// use ad_runtime::{ByValue, Sums};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (sum, pullback) = ad_runtime::twins::folded::<f64, Sums, ByValue, _>(&mut ws, vec![1.0, 2.0]);
/// assert_eq!((sum, pullback(&mut ws, 4.0, ())), (3.0, (vec![4.0, 4.0],)));
/// ```
#[inline(always)]
pub fn folded<S, K, F, T>(
    ws: &mut Workspace,
    items: Vec<T>,
) -> (
    S,
    impl FnOnce(&mut Workspace, S::Cotangent, ()) -> (Vec<T::Cotangent>,) + use<S, K, F, T>,
)
where
    T: Differentiable,
    S: Folded<K, F, T>,
{
    let (value, pullback) = S::folded_forward(items, ws);
    (
        value,
        |ws: &mut Workspace, seed: S::Cotangent, ()| (pullback(ws, seed),),
    )
}

/// The elements of an array, once all of them are there.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (array, pullback) = ad_runtime::twins::assembled(&mut ws, [Some(1.0), Some(2.0)]);
/// assert_eq!(array, [1.0, 2.0]);
/// assert_eq!(pullback(&mut ws, [3.0, 4.0], ()), ([Some(3.0), Some(4.0)],));
/// ```
#[inline(always)]
pub fn assembled<T: Differentiable, const N: usize>(
    _: &mut Workspace,
    elements: [Option<T>; N],
) -> (
    [T; N],
    impl FnOnce(&mut Workspace, [T::Cotangent; N], ()) -> ([Option<T::Cotangent>; N],) + use<T, N>,
) {
    let pullback = |_: &mut Workspace, seed: [T::Cotangent; N], ()| (seed.map(Some),);
    (crate::assembled(elements), pullback)
}

/// `<[T]>::swap`: the cotangents change places as the elements do, and neither is copied.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let mut list = [vec![1.0], vec![2.0, 3.0]];
/// let ((), pullback) = ad_runtime::twins::swap(&mut ws, &mut list, 0, 1);
/// let mut bar = [vec![4.0, 5.0], vec![6.0]];
/// pullback(&mut ws, (), (&mut list, Some(&mut bar)), (), ());
/// assert_eq!(list, [vec![1.0], vec![2.0, 3.0]]);
/// assert_eq!(bar, [vec![6.0], vec![4.0, 5.0]]);
/// ```
#[inline(always)]
pub fn swap<T: Differentiable>(
    _: &mut Workspace,
    list: &mut [T],
    i: usize,
    j: usize,
) -> (
    (),
    impl FnOnce(&mut Workspace, (), (&mut [T], Option<&mut [T::Cotangent]>), (), ()) -> ((), (), ()) + use<T>,
) {
    list.swap(i, j);
    let pullback = move |_: &mut Workspace, (): (), (list, bar): (&mut [T], Option<&mut [T::Cotangent]>), (), ()| {
        list.swap(i, j);
        if let Some(bar) = bar {
            bar.swap(i, j);
        }
        ((), (), ())
    };
    ((), pullback)
}

/// `mem::swap`: the cotangents change places as the values do, and nothing is copied.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (mut a, mut b) = (vec![1.0], vec![2.0, 3.0]);
/// let ((), pullback) = ad_runtime::twins::exchange(&mut ws, &mut a, &mut b);
/// let (mut a_bar, mut b_bar) = (vec![4.0, 5.0], vec![6.0]);
/// pullback(&mut ws, (), (&mut a, Some(&mut a_bar)), (&mut b, Some(&mut b_bar)));
/// assert_eq!((a, b), (vec![1.0], vec![2.0, 3.0]));
/// assert_eq!((a_bar, b_bar), (vec![6.0], vec![4.0, 5.0]));
/// ```
#[inline(always)]
pub fn exchange<T: Differentiable>(
    _: &mut Workspace,
    a: &mut T,
    b: &mut T,
) -> (
    (),
    impl FnOnce(&mut Workspace, (), (&mut T, Option<&mut T::Cotangent>), (&mut T, Option<&mut T::Cotangent>)) -> ((), ())
    + use<T>,
) {
    const {
        assert!(
            !T::LENT,
            "mutable references in structs cannot change places: swap what they point to"
        )
    };
    std::mem::swap(a, b);
    let pullback = |_: &mut Workspace,
                    (): (),
                    (a, a_bar): (&mut T, Option<&mut T::Cotangent>),
                    (b, b_bar): (&mut T, Option<&mut T::Cotangent>)| {
        std::mem::swap(a, b);
        if let (Some(a_bar), Some(b_bar)) = (a_bar, b_bar) {
            std::mem::swap(a_bar, b_bar);
        }
        ((), ())
    };
    ((), pullback)
}

/// `v.as_mut().swap(i, j)` of a vector that is seen as an array: see [`SwapWithin`](crate::SwapWithin).
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let mut v = [1.0, 2.0];
/// let ((), pullback) = ad_runtime::twins::swap_within(&mut ws, &mut v, 0, 1);
/// let mut bar = [3.0, 4.0];
/// pullback(&mut ws, (), (&mut v, Some(&mut bar)), (), ());
/// assert_eq!((v, bar), ([1.0, 2.0], [4.0, 3.0]));
/// ```
#[inline(always)]
pub fn swap_within<V: SwapWithin>(
    _: &mut Workspace,
    v: &mut V,
    i: usize,
    j: usize,
) -> (
    (),
    impl FnOnce(&mut Workspace, (), (&mut V, Option<&mut V::Cotangent>), (), ()) -> ((), (), ()) + use<V>,
) {
    v.swap_within(i, j);
    let pullback = move |_: &mut Workspace, (): (), (v, bar): (&mut V, Option<&mut V::Cotangent>), (), ()| {
        v.swap_within(i, j);
        if let Some(bar) = bar {
            V::swap_bars(bar, i, j);
        }
        ((), (), ())
    };
    ((), pullback)
}

/// `insert` of a map or a vector.
///
/// ```
/// use std::collections::HashMap;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let mut map = HashMap::from([(1, 2.0)]);
/// let (replaced, pullback) = ad_runtime::twins::insert(&mut ws, &mut map, 1, 3.0);
/// assert_eq!((replaced, map[&1]), (Some(2.0), 3.0));
/// let mut bar = HashMap::from([(1, 5.0)]);
/// assert_eq!(pullback(&mut ws, Some(7.0), (&mut map, Some(&mut bar)), (), ()), ((), (), 5.0));
/// assert_eq!((map[&1], bar[&1]), (2.0, 7.0));
/// ```
#[inline]
pub fn insert<C: InsertAdjoint<K, V>, K, V: Differentiable>(
    ws: &mut Workspace,
    collection: &mut C,
    key: K,
    value: V,
) -> (
    C::Replaced,
    impl FnOnce(
        &mut Workspace,
        <C::Replaced as Differentiable>::Cotangent,
        (&mut C, Option<&mut C::Cotangent>),
        (),
        (),
    ) -> ((), (), V::Cotangent)
    + use<C, K, V>,
) {
    let (replaced, kept) = collection.insert_kept(key, value, ws);
    let pullback = move |ws: &mut Workspace,
                         seed: <C::Replaced as Differentiable>::Cotangent,
                         (collection, bar): (&mut C, Option<&mut C::Cotangent>),
                         (),
                         ()| { ((), (), collection.take_back(kept, seed, bar, ws)) };
    (replaced, pullback)
}

/// `remove` of a map, by the way to the entry.
///
/// ```
/// use std::collections::HashMap;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let mut map = HashMap::from([(1, 2.0)]);
/// let route = ad_runtime::key(&map, &1);
/// let (removed, pullback) = ad_runtime::twins::remove(&mut ws, &mut map, route);
/// assert_eq!((removed, map.len()), (Some(2.0), 0));
/// let mut bar = HashMap::new();
/// pullback(&mut ws, Some(7.0), (&mut map, Some(&mut bar)), ());
/// assert_eq!((map[&1], bar[&1]), (2.0, 7.0));
/// ```
#[inline]
pub fn remove<M, K, V, B>(
    ws: &mut Workspace,
    map: &mut M,
    route: KeyRoute<K>,
) -> (
    Option<V>,
    impl FnOnce(&mut Workspace, Option<V::Cotangent>, (&mut M, Option<&mut B>), ()) -> ((), ()) + use<M, K, V, B>,
)
where
    M: Entries<K, Value = V> + Differentiable<Cotangent = B>,
    B: Entries<K, Value = V::Cotangent>,
    K: Clone + 'static,
    V: Differentiable + Clone,
{
    let removed = route.key().and_then(|key| map.take_entry(key));
    let kept = removed.as_ref().map(|removed| copy_to_write(ws, removed));
    let pullback = move |ws: &mut Workspace, seed: Option<V::Cotangent>, (map, bar): (&mut M, Option<&mut B>), ()| {
        if let (Some(key), Some(value)) = (route.key(), kept) {
            if let Some(bar) = bar {
                bar.put_entry(copy_of_key(key), seed.unwrap_or_else(|| zero_in(ws, &value)));
            }
            map.put_entry(copy_of_key(key), value);
        }
        ((), ())
    };
    (removed, pullback)
}

/// `v.abs()`, component by component.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (value, pullback) = ad_runtime::twins::abs(&mut ws, -2.0);
/// assert_eq!((value, pullback(&mut ws, 3.0, ())), (2.0, (-3.0,)));
/// ```
#[inline(always)]
pub fn abs<V: AbsoluteValue>(
    _: &mut Workspace,
    v: V,
) -> (
    V,
    impl FnOnce(&mut Workspace, V::Cotangent, ()) -> (V::Cotangent,) + use<V>,
) {
    let value = v.clone().abs_of();
    (value, move |_: &mut Workspace, seed: V::Cotangent, ()| {
        (v.abs_bar(&seed),)
    })
}

/// `p.into()` of a `P: Into<Point>`.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (value, pullback) = ad_runtime::twins::into_value::<_, Vec<f64>>(&mut ws, vec![0.5]);
/// assert_eq!((value, pullback(&mut ws, vec![3.0], ())), (vec![0.5], (vec![3.0],)));
/// ```
#[inline(always)]
pub fn into_value<V: IntoValue<C>, C: Differentiable>(
    ws: &mut Workspace,
    value: V,
) -> (
    C,
    impl FnOnce(&mut Workspace, C::Cotangent, ()) -> (V::Cotangent,) + use<V, C>,
) {
    value.into_value(ws)
}

/// `x.try_into()`.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (count, pullback) = ad_runtime::twins::try_into_value::<i64, u8>(&mut ws, 300);
/// assert!(count.is_err());
/// assert_eq!(pullback(&mut ws, None, ()), ((),));
/// ```
#[inline(always)]
#[allow(clippy::type_complexity)]
pub fn try_into_value<V: Differentiable, C: TryFromValue<V>>(
    ws: &mut Workspace,
    value: V,
) -> (
    Result<C, C::Error>,
    impl FnOnce(&mut Workspace, Option<C::Cotangent>, ()) -> (V::Cotangent,) + use<V, C>,
) {
    C::try_from_differentiable(value, ws)
}

/// `list.try_into()`, to an array.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let list = [1.0, 2.0];
/// let (array, pullback) = ad_runtime::twins::try_into_array::<f64, 2>(&mut ws, &list);
/// let mut bar = [0.5; 2];
/// pullback(&mut ws, Some([3.0, 4.0]), (&list, Some(&mut bar)));
/// assert_eq!((array.unwrap(), bar), (list, [3.5, 4.5]));
/// ```
#[inline(always)]
pub fn try_into_array<T: Differentiable + Copy, const N: usize>(
    _: &mut Workspace,
    list: &[T],
) -> (
    Result<[T; N], TryFromSliceError>,
    impl FnOnce(&mut Workspace, Option<[T::Cotangent; N]>, (&[T], Option<&mut [T::Cotangent]>)) -> ((),) + use<T, N>,
) {
    let pullback =
        |_: &mut Workspace, seed: Option<[T::Cotangent; N]>, (_, bar): (&[T], Option<&mut [T::Cotangent]>)| {
            if let (Some(seed), Some(bar)) = (seed, bar) {
                bar.iter_mut().zip(&seed).for_each(|(bar, seed)| bar.accumulate(seed));
            }
            ((),)
        };
    (crate::sweep::try_into_array(list), pullback)
}

/// `drop(value)`.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let ((), pullback) = ad_runtime::twins::dropped(&mut ws, vec![1.0, 2.0]);
/// assert_eq!(pullback(&mut ws, (), ()), (vec![0.0, 0.0],));
/// ```
#[inline(always)]
pub fn dropped<T: Differentiable>(
    _: &mut Workspace,
    value: T,
) -> ((), impl FnOnce(&mut Workspace, (), ()) -> (T::Cotangent,) + use<T>) {
    let shape = value.cotangent_shape();
    drop(value);
    ((), move |ws: &mut Workspace, (), ()| (T::zero_of_in(&shape, ws),))
}

macro_rules! extremes {
    ($($name:ident $of:ident $bar:ident $text:literal)*) => {$(
        #[doc = $text]
        #[inline(always)]
        pub fn $name<V: Componentwise>(
            _: &mut Workspace,
            v: V,
            w: V,
        ) -> (
            V,
            impl FnOnce(&mut Workspace, V::Cotangent, (), ()) -> (V::Cotangent, V::Cotangent) + use<V>,
        ) {
            let value = v.clone().$of(w.clone());
            let pullback = move |_: &mut Workspace, seed: V::Cotangent, (), ()| (v.$bar(&w, &seed), w.$bar(&v, &seed));
            (value, pullback)
        }
    )*};
}

extremes! {
    min min_of min_bar "`v.min(w)`, component by component.\n\n```\nlet mut ws = ad_runtime::Workspace::new();\nlet (value, pullback) = ad_runtime::twins::min(&mut ws, 1.0, 2.0);\nassert_eq!((value, pullback(&mut ws, 3.0, (), ())), (1.0, (3.0, 0.0)));\n```"
    max max_of max_bar "`v.max(w)`, component by component.\n\n```\nlet mut ws = ad_runtime::Workspace::new();\nlet (value, pullback) = ad_runtime::twins::max(&mut ws, 1.0, 2.0);\nassert_eq!((value, pullback(&mut ws, 3.0, (), ())), (2.0, (0.0, 3.0)));\n```"
}

/// `v.midpoint(w)`: each has half of the cotangent.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (value, pullback) = ad_runtime::twins::midpoint(&mut ws, 1.0, 2.0);
/// assert_eq!((value, pullback(&mut ws, 3.0, (), ())), (1.5, (1.5, 1.5)));
/// ```
#[inline(always)]
pub fn midpoint<V: Midpoint>(
    _: &mut Workspace,
    v: V,
    w: V,
) -> (
    V,
    impl FnOnce(&mut Workspace, V::Cotangent, (), ()) -> (V::Cotangent, V::Cotangent) + use<V>,
) {
    (v.midpoint_of(w), |_: &mut Workspace, seed: V::Cotangent, (), ()| {
        let mut half = seed;
        half.scale(0.5);
        (duplicate(&half), half)
    })
}

/// What a trait's function of a number computed, with the derivative of the number's own: see [`agreed`](crate::agreed).
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (value, pullback) = ad_runtime::twins::agreed(&mut ws, 2.0, 2.0);
/// assert_eq!((value, pullback(&mut ws, 3.0, (), ()).0), (2.0, 3.0));
/// ```
#[inline(always)]
#[track_caller]
pub fn agreed<T: Scalar>(
    _: &mut Workspace,
    own: T,
    computed: T,
) -> (T, impl FnOnce(&mut Workspace, T, (), ()) -> (T, T) + use<T>) {
    let value = crate::agreed(own, computed);
    (value, |_: &mut Workspace, seed: T, (), ()| (seed, T::ZERO))
}
