//! The derivatives of functions of std, in the form that those of the user's functions have.
//!
//! Each takes the workspace and the function's arguments, and returns the value and a pullback; the pullback takes the seed and,
//! for each argument, what the caller lends it again. They ask nothing of the element types: what the cotangents are is settled by
//! whoever calls the pullback.

use crate::workspace::Workspace;

/// `Box::new`.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (value, pullback) = ad_runtime::twins::boxed(&mut ws, 2.0);
/// assert_eq!((*value, pullback(&mut ws, Box::new(3.0), ())), (2.0, (3.0,)));
/// ```
#[inline(always)]
pub fn boxed<T, C>(
    _: &mut Workspace,
    value: T,
) -> (Box<T>, impl FnOnce(&mut Workspace, Box<C>, ()) -> (C,) + use<T, C>) {
    (Box::new(value), |_: &mut Workspace, seed: Box<C>, ()| (*seed,))
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
#[allow(clippy::type_complexity)]
pub fn swap<T, C>(
    _: &mut Workspace,
    list: &mut [T],
    i: usize,
    j: usize,
) -> (
    (),
    impl FnOnce(&mut Workspace, (), (&mut [T], Option<&mut [C]>), (), ()) -> ((), (), ()) + use<T, C>,
) {
    list.swap(i, j);
    let pullback = move |_: &mut Workspace, (): (), (list, bar): (&mut [T], Option<&mut [C]>), (), ()| {
        list.swap(i, j);
        if let Some(bar) = bar {
            bar.swap(i, j);
        }
        ((), (), ())
    };
    ((), pullback)
}
