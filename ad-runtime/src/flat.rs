//! `v.iter().flatten()` where only rustc knows what the items of `v` are: the way to what each of them gives, in the value and in
//! its cotangent.

use ndarray::{ArrayBase, RawData};
use std::collections::VecDeque;

/// What is gone through item by item: a list, or an option, which has one item or none.
///
/// ```
/// use ad_runtime::Flat;
///
/// assert_eq!(Some(2.0).all_items(), [2.0]);
/// assert_eq!([2.0, 3.0].all_items(), [2.0, 3.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`flatten` of `{Self}` has no derivative here",
    note = "it has for slices, arrays, vectors, deques, options and arrays of ndarray"
)]
pub trait Flat {
    /// A list of the items.
    type Items: ?Sized;
    /// The items.
    fn all_items(&self) -> &Self::Items;
    /// The items, to be written.
    fn all_items_mut(&mut self) -> &mut Self::Items;
}

macro_rules! flat {
    ($([$($parameters:tt)*] $List:ty => $Items:ty: $of:ident $of_mut:ident;)*) => {$(
        impl<$($parameters)*> Flat for $List {
            type Items = $Items;
            #[inline(always)]
            fn all_items(&self) -> &Self::Items {
                self.$of()
            }
            #[inline(always)]
            fn all_items_mut(&mut self) -> &mut Self::Items {
                self.$of_mut()
            }
        }
    )*};
}

flat! {
    [T] Vec<T> => [T]: as_slice as_mut_slice;
    [T, const N: usize] [T; N] => [T]: as_slice as_mut_slice;
    [T] Option<T> => [T]: as_slice as_mut_slice;
}

macro_rules! flat_itself {
    ($([$($parameters:tt)*] $List:ty;)*) => {$(
        impl<$($parameters)*> Flat for $List {
            type Items = Self;
            #[inline(always)]
            fn all_items(&self) -> &Self {
                self
            }
            #[inline(always)]
            fn all_items_mut(&mut self) -> &mut Self {
                self
            }
        }
    )*};
}

flat_itself! {
    [T] [T];
    [T] VecDeque<T>;
    [S: RawData, D] ArrayBase<S, D>;
}

macro_rules! flat_behind {
    ($($pointer:ty),*) => {$(
        impl<L: Flat + ?Sized> Flat for $pointer {
            type Items = L::Items;
            #[inline(always)]
            fn all_items(&self) -> &L::Items {
                (**self).all_items()
            }
            #[inline(always)]
            fn all_items_mut(&mut self) -> &mut L::Items {
                (**self).all_items_mut()
            }
        }
    )*};
}

flat_behind!(&mut L, Box<L>);

/// The way to the items.
#[derive(Clone, Copy, Debug)]
pub struct FlatRoute;

/// What a [`FlatRoute`] does, and one that is known on one way through the function only.
///
/// ```
/// use ad_runtime::{FlatRoute, Flattening};
///
/// let (v, mut v_bar) = (Some(2.0), Some(0.0));
/// FlatRoute.bar_mut(&mut v_bar)[0] += FlatRoute.of(&v)[0];
/// assert_eq!(v_bar, Some(2.0));
/// ```
pub trait Flattening {
    /// The items.
    #[inline(always)]
    fn of<'v, L: Flat + ?Sized>(&self, list: &'v L) -> &'v L::Items {
        list.all_items()
    }
    /// The items, to be written.
    #[inline(always)]
    fn of_mut<'v, L: Flat + ?Sized>(&self, list: &'v mut L) -> &'v mut L::Items {
        list.all_items_mut()
    }
    /// Their cotangents.
    #[inline(always)]
    fn bar<'v, L: Flat + ?Sized>(&self, bar: &'v L) -> &'v L::Items {
        bar.all_items()
    }
    /// Their cotangents, to be added to.
    #[inline(always)]
    fn bar_mut<'v, L: Flat + ?Sized>(&self, bar: &'v mut L) -> &'v mut L::Items {
        bar.all_items_mut()
    }
}

impl Flattening for FlatRoute {}
impl Flattening for Option<FlatRoute> {}
