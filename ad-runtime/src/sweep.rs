//! The small change of the two sweeps: keeping and putting back what is overwritten, lists, and proofs about types that cost nothing.

use crate::differentiable::Differentiable;
use crate::inactive::Inactive;
use crate::scalar::Scalar;
use ndarray::{ArrayBase, ArrayRef, Dimension, Ix1, RawData, ShapeBuilder};
use std::cmp::Ordering;

/// Two parts of a cotangent, where there is one.
///
/// # Panics
/// If it ends before `at`.
///
/// ```
/// let mut bar = [1.0, 2.0, 3.0];
/// let (low, high) = ad_runtime::split(Some(&mut bar[..]), 1);
/// assert_eq!((low.unwrap().len(), high.unwrap().len()), (1, 2));
/// ```
#[inline(always)]
pub fn split<C>(bar: Option<&mut [C]>, at: usize) -> (Option<&mut [C]>, Option<&mut [C]>) {
    match bar.map(|bar| bar.split_at_mut(at)) {
        Some((low, high)) => (Some(low), Some(high)),
        None => (None, None),
    }
}

/// A copy of what a place holds, before it is overwritten.
///
/// ```
/// assert_eq!(ad_runtime::snapshot(&[1.0, 2.0][..]), vec![1.0, 2.0]);
/// ```
#[inline(always)]
pub fn snapshot<T: ToOwned + ?Sized>(place: &T) -> T::Owned {
    place.to_owned()
}

/// A copy of what an option of a reference points to, before it is overwritten.
///
/// ```
/// assert_eq!(ad_runtime::snapshot_where(Some(&[1.0, 2.0][..])), Some(vec![1.0, 2.0]));
/// ```
#[inline(always)]
pub fn snapshot_where<T: ToOwned + ?Sized>(place: Option<&T>) -> Option<T::Owned> {
    place.map(T::to_owned)
}

/// Puts a [`snapshot`] of a slice back.
///
/// # Panics
/// If the lengths differ.
///
/// ```
/// let mut x = [1.0, 2.0];
/// ad_runtime::restore(&mut x[..], vec![3.0, 4.0]);
/// assert_eq!(x, [3.0, 4.0]);
/// ```
#[inline(always)]
pub fn restore<T: Clone>(place: &mut [T], old: Vec<T>) {
    place.clone_from_slice(&old);
}

/// What can be overwritten by what a copy of it owns.
///
/// ```
/// use ad_runtime::Overwrite;
///
/// let mut x = [1.0, 2.0];
/// x[..].overwrite(vec![3.0, 4.0]);
/// assert_eq!(x, [3.0, 4.0]);
/// ```
pub trait Overwrite: ToOwned {
    /// Puts a copy back.
    ///
    /// # Panics
    /// If it is of a slice of another length.
    fn overwrite(&mut self, old: Self::Owned);
}

impl<T: Clone> Overwrite for T {
    #[inline(always)]
    fn overwrite(&mut self, old: T) {
        *self = old;
    }
}

impl<T: Clone> Overwrite for [T] {
    #[inline(always)]
    fn overwrite(&mut self, old: Vec<T>) {
        restore(self, old);
    }
}

/// Puts a copy of what an option of a reference points to back, if it is there.
///
/// # Panics
/// If it is of a slice of another length.
///
/// ```
/// let mut x = 1.0;
/// ad_runtime::restore_where(Some(&mut x), Some(2.0));
/// assert_eq!(x, 2.0);
/// ```
#[inline(always)]
pub fn restore_where<T: Overwrite + ?Sized>(place: Option<&mut T>, old: Option<T::Owned>) {
    if let (Some(place), Some(old)) = (place, old) {
        place.overwrite(old);
    }
}

/// A value that is a list of its elements: what can be taken apart by index, for the value and its cotangent alike.
///
/// ```
/// use ad_runtime::List;
///
/// assert_eq!(vec![1.0, 2.0].elements(), [1.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice, an array or a vector",
    label = "this method is differentiated only for these",
    note = "index the value, or write a function marked `#[differentiable]`"
)]
pub trait List {
    /// The type of an element.
    type Element;
    /// The elements.
    fn elements(&self) -> &[Self::Element];
}

impl<T> List for [T] {
    type Element = T;
    #[inline(always)]
    fn elements(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> List for [T; N] {
    type Element = T;
    #[inline(always)]
    fn elements(&self) -> &[T] {
        self
    }
}

impl<T> List for Vec<T> {
    type Element = T;
    #[inline(always)]
    fn elements(&self) -> &[T] {
        self
    }
}

macro_rules! lists_behind {
    ($($Pointer:ty),*) => {
        $(impl<L: List + ?Sized> List for $Pointer {
            type Element = L::Element;
            #[inline(always)]
            fn elements(&self) -> &[L::Element] {
                (**self).elements()
            }
        })*
    };
}

lists_behind!(&L, &mut L, Box<L>, std::rc::Rc<L>, std::sync::Arc<L>);

/// The elements of what is proved to be a list.
///
/// ```
/// assert_eq!(ad_runtime::list(&[1.0, 2.0]).len(), 2);
/// ```
///
/// ```compile_fail
/// ad_runtime::list(&std::collections::BTreeSet::from([1]));
/// ```
#[inline(always)]
pub fn list<L: List + ?Sized>(value: &L) -> &[L::Element] {
    value.elements()
}

/// A list, or an array of one axis: an element has a number.
///
/// ```
/// use ad_runtime::Numbered;
///
/// assert!(ndarray::arr1(&[1.0, 2.0]).has_element(1));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice, an array or a vector",
    label = "this method is differentiated only for these",
    note = "index the value, or write a function marked `#[differentiable]`"
)]
pub trait Numbered {
    /// Whether there is an element of this number.
    fn has_element(&self, k: usize) -> bool;
}

impl<L: List + ?Sized> Numbered for L {
    #[inline(always)]
    fn has_element(&self, k: usize) -> bool {
        k < self.elements().len()
    }
}

impl<S: RawData> Numbered for ArrayBase<S, Ix1> {
    #[inline(always)]
    fn has_element(&self, k: usize) -> bool {
        k < self.len()
    }
}

impl<A> Numbered for ArrayRef<A, Ix1> {
    #[inline(always)]
    fn has_element(&self, k: usize) -> bool {
        k < self.len()
    }
}

/// What a loop goes through, `for x in &list`: an item for each of its elements.
///
/// ```
/// use ad_runtime::GoneThrough;
///
/// assert_eq!(ndarray::arr2(&[[1.0, 2.0]]).count_items(), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice, an array or a vector",
    label = "only the elements of these are known here",
    note = "index the value, loop over a field of it, or write a function marked `#[differentiable]`; of a method of its own that gives an iterator the attribute tells, `types(iter = fn(..) -> impl Iterator<Item = &f64>)`"
)]
pub trait GoneThrough {
    /// How many items there are.
    fn count_items(&self) -> usize;
}

impl<L: List + ?Sized> GoneThrough for L {
    #[inline(always)]
    fn count_items(&self) -> usize {
        self.elements().len()
    }
}

macro_rules! gone_through {
    ($([$($params:tt)*] $Type:ty;)*) => {
        $(impl<$($params)*> GoneThrough for $Type {
            #[inline(always)]
            fn count_items(&self) -> usize {
                self.len()
            }
        })*
    };
}

gone_through! {
    [T] std::collections::VecDeque<T>;
    [S: RawData, D: Dimension] ArrayBase<S, D>;
    [A, D: Dimension] ArrayRef<A, D>;
}

/// How many items a loop goes through.
///
/// ```
/// assert_eq!(ad_runtime::item_count(&[1.0, 2.0]), 2);
/// ```
///
/// ```compile_fail
/// ad_runtime::item_count(&std::collections::BTreeSet::from([1]));
/// ```
#[inline(always)]
pub fn item_count<L: GoneThrough + ?Sized>(list: &L) -> usize {
    list.count_items()
}

/// Whether `value.get(k)` finds something.
///
/// ```
/// assert!(ad_runtime::is_there(&[1.0, 2.0], 1) && !ad_runtime::is_there(&ndarray::arr1(&[1.0]), 1));
/// ```
///
/// ```compile_fail
/// ad_runtime::is_there(&std::collections::BTreeSet::from([1]), 0);
/// ```
#[inline(always)]
pub fn is_there<L: Numbered + ?Sized>(value: &L, k: usize) -> bool {
    value.has_element(k)
}

/// The items of what is iterated over by value.
///
/// ```
/// assert_eq!(ad_runtime::items(1..3), [1, 2]);
/// ```
#[inline(always)]
pub fn items<L: IntoIterator>(list: L) -> Vec<L::Item> {
    list.into_iter().collect()
}

/// What `collect` makes of the items.
///
/// ```
/// assert_eq!(ad_runtime::collected::<ndarray::Array1<f64>, _>(vec![1.0, 2.0]).sum(), 3.0);
/// ```
#[inline(always)]
pub fn collected<C: FromIterator<T>, T>(items: Vec<T>) -> C {
    items.into_iter().collect()
}

/// An array that gets its elements one by one.
///
/// ```
/// let array: [Option<f64>; 2] = ad_runtime::no_elements();
/// assert_eq!(array, [None, None]);
/// ```
#[inline(always)]
pub fn no_elements<T, const N: usize>() -> [Option<T>; N] {
    [const { None }; N]
}

/// An array that gets an element for each of another one.
///
/// ```
/// let array: [Option<f64>; 2] = ad_runtime::no_elements_for(&["a", "b"]);
/// assert_eq!(array, [None, None]);
/// ```
#[inline(always)]
pub fn no_elements_for<S, T, const N: usize>(_: &[S; N]) -> [Option<T>; N] {
    no_elements()
}

/// The array, once it has all its elements.
///
/// # Panics
/// If one is missing.
///
/// ```
/// assert_eq!(ad_runtime::assembled([Some(1.0), Some(2.0)]), [1.0, 2.0]);
/// ```
#[inline(always)]
pub fn assembled<T, const N: usize>(elements: [Option<T>; N]) -> [T; N] {
    elements.map(|element| element.expect("every element has been assigned"))
}

/// Whether `first` compares as greater than `second`: the comparison of `min_by`.
///
/// ```
/// assert!(ad_runtime::exceeds(&2.0, &1.0, f64::total_cmp));
/// ```
#[inline(always)]
pub fn exceeds<T>(first: &T, second: &T, mut compare: impl FnMut(&T, &T) -> Ordering) -> bool {
    compare(first, second) == Ordering::Greater
}

/// Whether `first` does not compare as greater than `second`: the comparison of `max_by`.
///
/// ```
/// assert!(ad_runtime::at_most(&1.0, &1.0, f64::total_cmp));
/// ```
#[inline(always)]
pub fn at_most<T>(first: &T, second: &T, mut compare: impl FnMut(&T, &T) -> Ordering) -> bool {
    compare(first, second) != Ordering::Greater
}

/// Whether `first` has a greater key than `second`: the comparison of `min_by_key`.
///
/// ```
/// assert!(ad_runtime::exceeds_by_key(&-2_i32, &1, |n| n.abs()));
/// ```
#[inline(always)]
pub fn exceeds_by_key<T, K: Ord>(first: &T, second: &T, mut key: impl FnMut(&T) -> K) -> bool {
    key(first) > key(second)
}

/// Whether `first` does not have a greater key than `second`: the comparison of `max_by_key`.
///
/// ```
/// assert!(ad_runtime::at_most_by_key(&-1_i32, &1, |n| n.abs()));
/// ```
#[inline(always)]
pub fn at_most_by_key<T, K: Ord>(first: &T, second: &T, mut key: impl FnMut(&T) -> K) -> bool {
    key(first) <= key(second)
}

/// The value itself, which is proved to carry no derivative.
///
/// ```
/// assert_eq!(ad_runtime::passive(3), 3);
/// ```
#[inline(always)]
pub fn passive<T: Inactive>(value: T) -> T {
    value
}

/// A slice's elements as an array.
///
/// ```
/// assert_eq!(ad_runtime::try_into_array(&[1, 2]).unwrap(), [1, 2]);
/// ```
///
/// # Errors
/// If there are more or fewer.
#[inline(always)]
pub fn try_into_array<T: Copy, const N: usize>(list: &[T]) -> Result<[T; N], std::array::TryFromSliceError> {
    list.try_into()
}

/// The shape of an array itself, which is made of counts and so carries no derivative.
///
/// ```
/// assert_eq!(ad_runtime::only_counts((2, 3)), (2, 3));
/// ```
#[inline(always)]
pub fn only_counts<S: ShapeBuilder>(shape: S) -> S {
    shape
}

/// What is gone through itself, of whose items it is proved that they carry no derivative.
///
/// ```
/// assert_eq!(ad_runtime::passive_items(0..3).count(), 3);
/// ```
#[inline(always)]
pub fn passive_items<I: IntoIterator<Item: Inactive>>(items: I) -> I {
    items
}

/// The value itself, which is proved to be a float.
///
/// ```
/// assert_eq!(ad_runtime::scalar(1.5_f64).floor(), 1.0);
/// ```
#[inline(always)]
pub fn scalar<S: Scalar>(value: S) -> S {
    value
}

/// The value itself, which is proved to be one whose `floor`, `ceil`, `round`, `trunc` and `signum` are constant almost everywhere.
///
/// ```
/// assert_eq!(ad_runtime::stepwise(1.5_f64).floor(), 1.0);
/// ```
#[inline(always)]
pub fn stepwise<S: Stepwise>(value: S) -> S {
    value
}

/// A float, or a vector of floats, whose methods of these names go component by component.
///
/// ```
/// use ad_runtime::Stepwise;
///
/// fn takes_a_float(_: impl Stepwise) {}
/// takes_a_float(1.5_f32);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no float: a float is needed here",
    note = "call a method of the type's own by its path: `V::floor(v)`"
)]
pub trait Stepwise: Copy {}

impl<S: Scalar> Stepwise for S {}

/// A value that is a list of its elements by `as_mut`, with a cotangent that is one as well.
///
/// ```
/// use ad_runtime::SwapWithin;
///
/// let mut v = [1.0, 2.0];
/// v.swap_within(0, 1);
/// assert_eq!(v, [2.0, 1.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `as_mut` is not known for `{Self}`",
    note = "swap the elements by assignments"
)]
pub trait SwapWithin: Differentiable {
    /// `v.as_mut().swap(i, j)`.
    fn swap_within(&mut self, i: usize, j: usize);
    /// The same of its cotangent.
    fn swap_bars(bar: &mut Self::Cotangent, i: usize, j: usize);
}

/// `v.as_mut().swap(i, j)`.
///
/// ```
/// let mut v = [1.0, 2.0];
/// ad_runtime::swap_within(&mut v, 0, 1);
/// assert_eq!(v, [2.0, 1.0]);
/// ```
#[inline(always)]
pub fn swap_within<V: SwapWithin>(v: &mut V, i: usize, j: usize) {
    v.swap_within(i, j);
}

impl<T: Differentiable, const N: usize> SwapWithin for [T; N] {
    #[inline(always)]
    fn swap_within(&mut self, i: usize, j: usize) {
        self.swap(i, j);
    }
    #[inline(always)]
    fn swap_bars(bar: &mut [T::Cotangent; N], i: usize, j: usize) {
        bar.swap(i, j);
    }
}

impl<T: Differentiable> SwapWithin for Vec<T> {
    #[inline(always)]
    fn swap_within(&mut self, i: usize, j: usize) {
        self.swap(i, j);
    }
    #[inline(always)]
    fn swap_bars(bar: &mut Vec<T::Cotangent>, i: usize, j: usize) {
        bar.swap(i, j);
    }
}

/// A number of the language, or a reference to one. Its methods keep nothing of their arguments; those of a user's type with
/// the same names may.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number: what this method does with an active value cannot be seen here",
    note = "bind its result to a variable first, or write `no_diff(..)` around it"
)]
pub trait Number {}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Number for $number {}
    )*};
}

numbers!(f32 f64 u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl<T: Number + ?Sized> Number for &T {}

/// The reference itself, which is proved to be one to a number.
///
/// ```
/// assert_eq!((*ad_runtime::number(&1.5_f64)).max(2.0), 2.0);
/// ```
///
/// ```compile_fail
/// ad_runtime::number(&std::cell::Cell::new(1.5));
/// ```
#[inline(always)]
pub fn number<T: Number + ?Sized>(value: &T) -> &T {
    value
}

/// A number of the language, a vector of glam's, or a reference to one: `abs`, `clamp`, `max` and `min` are methods of the type's own,
/// which keep nothing of their arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number: what this method does with an active value cannot be seen here",
    note = "bind its result to a variable first, or write `no_diff(..)` around it"
)]
pub trait NumberOrVector {}

impl<T: Number + ?Sized> NumberOrVector for T {}

/// The reference itself, which is proved to be one to a number or a vector.
///
/// ```
/// assert_eq!((*ad_runtime::number_or_vector(&1.5_f64)).max(2.0), 2.0);
/// ```
#[inline(always)]
pub fn number_or_vector<T: NumberOrVector + ?Sized>(value: &T) -> &T {
    value
}

/// The reference itself: what is asked through it changes nothing that it refers to.
///
/// ```
/// let list = vec![1.0, 2.0];
/// assert_eq!((*ad_runtime::only_read(&list)).len(), 2);
/// ```
///
/// ```compile_fail
/// let mut list = vec![1.0, 2.0];
/// (*ad_runtime::only_read(&list)).clear();
/// ```
#[inline(always)]
pub fn only_read<T: ?Sized>(value: &T) -> &T {
    value
}

/// What an operator that assigns makes of a copy of the value.
///
/// ```
/// let count = 3;
/// assert_eq!(ad_runtime::changed_copy(&count, 2, std::ops::AddAssign::add_assign), 5);
/// ```
#[inline(always)]
pub fn changed_copy<T: Clone, R>(value: &T, right: R, assign: fn(&mut T, R)) -> T {
    let mut changed = value.clone();
    assign(&mut changed, right);
    changed
}

/// The value itself, which is proved to borrow nothing: what is done with it changes nothing that has a cotangent.
///
/// ```
/// assert_eq!(ad_runtime::set_aside(1.5), 1.5);
/// ```
///
/// ```compile_fail
/// let list = std::sync::Mutex::new(vec![1.0]);
/// ad_runtime::set_aside(list.lock().unwrap());
/// ```
#[inline(always)]
pub fn set_aside<T: 'static>(value: T) -> T {
    value
}

/// Proves when it is compiled that what is written through `value` is held by it: a guard of something else has no cotangent.
///
/// ```
/// ad_runtime::holds(&vec![1.0]);
/// ```
///
/// ```compile_fail
/// ad_runtime::holds(&std::sync::Mutex::new(1.0).lock().unwrap());
/// ```
#[inline(always)]
pub fn holds<T: Holds + ?Sized>(_value: &T) {}

/// A value that holds what is written to it: anything differentiable, but no reference or guard of something else.
#[diagnostic::on_unimplemented(
    message = "cannot see which variable is written through `{Self}`: the derivative would be lost",
    label = "this may point to something else",
    note = "write to the variable itself, as in `v[i] = ..`, or write `no_diff(..)` around the value"
)]
pub trait Holds {}

#[diagnostic::do_not_recommend]
impl<T: Differentiable + ?Sized> Holds for T {}
