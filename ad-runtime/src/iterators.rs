//! Iterators that are handed over, with all that they give: the cotangent of what is left of one is that of a list of these items.

use crate::differentiable::Differentiable;
use crate::inactive::Inactive;
use crate::unassigned::Unassigned;
use std::collections::VecDeque;
use std::vec::IntoIter;

/// ```
/// use ad_runtime::Differentiable;
///
/// let mut items = vec![1.0, 2.0, 3.0].into_iter();
/// items.next();
/// items.add_scaled(2.0, &vec![0.0, 0.5]);
/// assert_eq!(items.as_slice(), [2.0, 4.0]);
/// ```
impl<T: Differentiable> Differentiable for IntoIter<T> {
    type Cotangent = Vec<T::Cotangent>;
    type Shape = <Vec<T> as Differentiable>::Shape;
    fn coarseness(&self) -> f64 {
        self.as_slice().coarseness()
    }
    #[inline]
    fn cotangent_shape(&self) -> Self::Shape {
        self.as_slice().cotangent_shape()
    }
    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
        <Vec<T> as Differentiable>::zero_of(shape)
    }
    #[inline]
    fn zero_cotangent(&self) -> Self::Cotangent {
        self.as_slice().zero_cotangent()
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        self.as_mut_slice().add_scaled(alpha, cotangent);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.as_slice().flatten_into(out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.as_mut_slice().unflatten_from(flat);
    }
}

#[diagnostic::do_not_recommend]
impl<T: Inactive> Inactive for IntoIter<T> {}

impl<T> Unassigned for IntoIter<T> {
    #[inline(always)]
    fn unassigned() -> Self {
        Vec::new().into_iter()
    }
}

/// An iterator over a list by value, as the argument of a function that takes iterators.
///
/// ```
/// assert_eq!(ad_runtime::iterated([1.0, 2.0]).sum::<f64>(), 3.0);
/// ```
#[inline(always)]
pub fn iterated<L: IntoIterator>(list: L) -> IntoIter<L::Item> {
    crate::items(list).into_iter()
}

/// What is made of all that an iterator gives, of which it takes as many items as it has elements.
///
/// ```
/// struct Pair([f64; 2]);
///
/// impl ad_runtime::MadeOfItems for Pair {
///     fn taken(&self) -> usize {
///         self.0.len()
///     }
/// }
///
/// ad_runtime::all_taken(&Pair([1.0, 2.0]), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of what takes an iterator that changes something is not known for `{Self}`",
    note = "collect it into a `Vec` first, and pass that"
)]
pub trait MadeOfItems {
    /// How many items it took.
    fn taken(&self) -> usize;
}

/// Proves that all items were taken of an iterator that changes something, since in the derivatives all of them are made.
///
/// ```should_panic
/// # struct Pair;
/// # impl ad_runtime::MadeOfItems for Pair {
/// #     fn taken(&self) -> usize {
/// #         2
/// #     }
/// # }
/// ad_runtime::all_taken(&Pair, 3);
/// ```
///
/// # Panics
/// If there were more.
pub fn all_taken(made: &impl MadeOfItems, count: usize) {
    assert_eq!(
        made.taken(),
        count,
        "an iterator that changes something gives more items than are taken: collect it into a `Vec` first"
    );
}

/// A list whose items std goes through by their numbers: beside another such list it asks for none that has no other to be paired with.
///
/// ```
/// ad_runtime::goes_by_number(&vec![1.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "how often std runs a closure with effects before a `zip` is not known of `{Self}`",
    label = "a closure with effects stands before a `zip`",
    note = "call it after the `zip`, `.zip(b).map(|(a, b)| (f(a), b))`, or collect its items first"
)]
pub trait GoesByNumber {}

impl<T> GoesByNumber for [T] {}
impl<T, const N: usize> GoesByNumber for [T; N] {}
impl<T> GoesByNumber for Vec<T> {}
impl<T> GoesByNumber for VecDeque<T> {}
impl<T: GoesByNumber + ?Sized> GoesByNumber for &T {}
impl<T: GoesByNumber + ?Sized> GoesByNumber for &mut T {}
impl<T: GoesByNumber + ?Sized> GoesByNumber for Box<T> {}

/// The proof that a list is one of these.
#[inline(always)]
pub fn goes_by_number<T: GoesByNumber + ?Sized>(_: &T) {}
