//! Methods that change an option, as those of a value of which only rustc knows that it is one.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::Differentiable;
use crate::found::{At, ByMut, at};
use crate::witness::zero_in;
use crate::workspace::{Workspace, copy_to_write};

/// The twins of an option's methods.
///
/// ```
/// use ad_runtime::OptionMethods as _;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let mut last = Some(1.0);
/// let (before, kept) = last.replace_differentiable_push(2.0, &mut ws);
/// assert_eq!((before, last), (Some(1.0), Some(2.0)));
/// let mut bar = Some(3.0);
/// let (value_bar,) = last.replace_differentiable_pull(kept, &mut ws, Some(4.0), Some(&mut bar), ());
/// assert_eq!((last, bar, value_bar), (Some(1.0), Some(4.0), 3.0));
/// ```
///
/// Of `insert` nothing is given back: a reference would be one to a place, which a function does not lead to.
pub trait OptionMethods<T: Differentiable>: Sized {
    /// Whose method this is.
    fn insert_differentiable_at(&self, _value: T) -> At<Self, ByMut> {
        at()
    }

    /// `option.insert(value);`.
    fn insert_differentiable_push(&mut self, value: T, ws: &mut Workspace) -> ((), Option<T>);

    /// The way back of `insert`.
    fn insert_differentiable_pull(
        &mut self,
        before: Option<T>,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Option<T::Cotangent>>,
        value: (),
    ) -> (T::Cotangent,);

    /// Whose method this is.
    fn replace_differentiable_at(&self, _value: T) -> At<Self, ByMut> {
        at()
    }

    /// `option.replace(value)`.
    fn replace_differentiable_push(&mut self, value: T, ws: &mut Workspace) -> (Option<T>, Option<T>)
    where
        T: Clone;

    /// The way back of `replace`: the cotangent goes to the value that was put there, and that of the result to what was there
    /// before.
    fn replace_differentiable_pull(
        &mut self,
        before: Option<T>,
        ws: &mut Workspace,
        seed: Option<T::Cotangent>,
        bar: Option<&mut Option<T::Cotangent>>,
        value: (),
    ) -> (T::Cotangent,);
}

impl<T: Differentiable> OptionMethods<T> for Option<T> {
    #[inline]
    fn insert_differentiable_push(&mut self, value: T, _: &mut Workspace) -> ((), Option<T>) {
        ((), self.replace(value))
    }

    #[inline]
    fn insert_differentiable_pull(
        &mut self,
        before: Option<T>,
        ws: &mut Workspace,
        (): (),
        bar: Option<&mut Option<T::Cotangent>>,
        (): (),
    ) -> (T::Cotangent,) {
        let unused = before.as_ref().map(|before| zero_in(ws, before));
        self.replace_differentiable_pull(before, ws, unused, bar, ())
    }

    #[inline]
    fn replace_differentiable_push(&mut self, value: T, ws: &mut Workspace) -> (Option<T>, Option<T>)
    where
        T: Clone,
    {
        let before = self.replace(value);
        (before.as_ref().map(|before| copy_to_write(ws, before)), before)
    }

    #[inline]
    fn replace_differentiable_pull(
        &mut self,
        before: Option<T>,
        ws: &mut Workspace,
        seed: Option<T::Cotangent>,
        bar: Option<&mut Option<T::Cotangent>>,
        (): (),
    ) -> (T::Cotangent,) {
        let value = self.take().expect("it was put there in the forward sweep");
        let value_bar = match bar {
            // What was there before has no cotangent yet but that of the result.
            Some(bar) => std::mem::replace(bar, before.as_ref().and(seed)),
            None => None,
        };
        *self = before;
        let value_bar = value_bar.unwrap_or_else(|| zero_in(ws, &value));
        value.end_copy(ws);
        (value_bar,)
    }
}
