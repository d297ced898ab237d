//! The types of values that are computed later.
//!
//! Where both sweeps of a function stand together, what flows back into a loop is computed before the loop. It is the seed times
//! what is known there, if all operators in between are those of floats. Of some operands only rustc knows the type, from the
//! statement that computes them, which stands further down.

use std::any::type_name;
use std::marker::PhantomData;

/// Stands for the type of something that is computed later.
#[derive(Debug)]
pub struct Later<T>(PhantomData<fn() -> T>);

/// Of a type that rustc infers: see [`of_type`].
///
/// ```
/// let later = ad_runtime::later();
/// assert!(ad_runtime::is_float(&later));
/// ad_runtime::of_type(&later, &1.0_f64);
/// ```
#[inline(always)]
pub fn later<T>() -> Later<T> {
    Later(PhantomData)
}

/// Whether it is that of a float, a constant that folds away.
///
/// ```
/// let later = ad_runtime::later();
/// assert!(!ad_runtime::is_float(&later));
/// ad_runtime::of_type(&later, &vec![1.0]);
/// ```
#[inline(always)]
pub fn is_float<T>(_: &Later<T>) -> bool {
    // No other type has a name without a path but the other primitive ones.
    matches!(type_name::<T>(), "f64" | "f32")
}

/// The value that it stands for.
///
/// ```
/// let later = ad_runtime::later();
/// ad_runtime::of_type(&later, &1.0_f32);
/// ```
#[inline(always)]
pub fn of_type<T>(_: &Later<T>, _: &T) {}

/// What a caller is told about a twin that says nothing of itself: that the function fills no list.
///
/// A twin that knows better has a function of this name, which comes first.
///
/// ```
/// use ad_runtime::Fills as _;
///
/// struct twin {}
/// assert!(!twin::fills(1, &[0, 1]));
/// ```
pub trait Fills {
    /// Whether the list with this number among the arguments is overwritten before it is read, if it has as many elements as the
    /// arguments with these numbers are or have.
    #[inline(always)]
    fn fills(_list: usize, _sizes: &[usize]) -> bool {
        false
    }
}

impl<T: ?Sized> Fills for T {}
