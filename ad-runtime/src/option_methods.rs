//! Methods that change an option, as those of a value of which only rustc knows that it is one.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::Differentiable;
use crate::foreign::rows;
use crate::witness::zero_in;
use crate::workspace::{Workspace, copy_to_write};

rows! {
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
    OptionMethods[T: Differentiable][T] for [] Option<T>;

    /// `option.insert(value);`.
    fn insert(mut x, value: into T), keeps Option<T>, gives (T::Cotangent,);
        value { ((), x.replace(value)) }
        adjoint in ws |before, (), x_bar, ()| {
            let unused = before.as_ref().map(|before| zero_in(ws, before));
            (taken_back(x, before, ws, unused, x_bar),)
        }
        tangent |x_dot, value_dot| { *x_dot = Some(value_dot); }

    fn replace(mut x, value: into T) -> Option<T>, keeps Option<T>, gives (T::Cotangent,) where [T: Clone];
        value in ws { let before = x.replace(value); (before.as_ref().map(|before| copy_to_write(ws, before)), before) }
        adjoint in ws |before, seed, x_bar, ()| { (taken_back(x, before, ws, seed, x_bar),) }
        tangent |x_dot, value_dot| { x_dot.replace(value_dot) }
}

/// Puts back what was there before, and gives the cotangent of what was put there.
fn taken_back<T: Differentiable>(
    place: &mut Option<T>,
    before: Option<T>,
    ws: &mut Workspace,
    seed: Option<T::Cotangent>,
    bar: Option<&mut Option<T::Cotangent>>,
) -> T::Cotangent {
    let value = place.take().expect("it was put there in the forward sweep");
    let value_bar = match bar {
        // What was there before has no cotangent yet but that of the result.
        Some(bar) => std::mem::replace(bar, before.as_ref().and(seed)),
        None => None,
    };
    *place = before;
    let value_bar = value_bar.unwrap_or_else(|| zero_in(ws, &value));
    value.end_copy(ws);
    value_bar
}
