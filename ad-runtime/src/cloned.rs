//! That `.clone()` copies, as a derivative takes it to do: looked at in debug builds.
//!
//! What flows into a clone flows into its original. A `Clone` of the user's own may give something else, such as a value with a number
//! that starts anew; nothing shows it but the values.

use crate::differentiable::Differentiable;
use std::any::type_name;
use std::cell::RefCell;

/// A value, and what its `clone` gave.
///
/// ```
/// use ad_runtime::{Cloned, OtherClone as _};
///
/// let list = vec![1.0];
/// assert_eq!(Cloned(&list, list.clone()).checked(), [1.0]);
/// ```
///
/// ```should_panic
/// # if !cfg!(debug_assertions) { panic!("it is looked at in debug builds") }
/// ad_runtime::Cloned(&vec![1.0], vec![0.0]).checked();
/// ```
#[derive(Debug)]
pub struct Cloned<'o, T: ?Sized, C>(pub &'o T, pub C);

thread_local! {
    static COMPONENTS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

impl<T: Differentiable> Cloned<'_, T, T> {
    /// The clone.
    ///
    /// # Panics
    /// In debug builds, if it has other components than the value.
    #[inline(always)]
    #[track_caller]
    pub fn checked(self) -> T {
        if cfg!(debug_assertions) {
            let mut components = COMPONENTS.take();
            self.0.flatten_into(&mut components);
            let count = components.len();
            self.1.flatten_into(&mut components);
            let (original, clone) = components.split_at(count);
            let bits = |component: &f64| component.to_bits();
            let same = original.iter().map(bits).eq(clone.iter().map(bits));
            components.clear();
            COMPONENTS.set(components);
            assert!(
                same,
                "`clone` of `{}` gives a value with other numbers than its original, so its derivative would be wrong: mark the fields \
                 that start anew `#[no_diff]`, or make the new value by a function of another name",
                type_name::<T>()
            );
        }
        self.1
    }
}

/// What is of another type than its original, or has no components.
///
/// ```
/// use ad_runtime::{Cloned, OtherClone as _};
///
/// struct Date(u32);
/// assert_eq!(Cloned(&Date(7), Date(7)).checked().0, 7);
/// ```
pub trait OtherClone {
    /// What `clone` gave.
    type Clone;
    /// The clone.
    fn checked(self) -> Self::Clone;
}

impl<T: ?Sized, C> OtherClone for Cloned<'_, T, C> {
    type Clone = C;
    #[inline(always)]
    fn checked(self) -> C {
        self.1
    }
}
