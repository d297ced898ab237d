//! Single values that wait in the workspace for their next use: boxes of cotangents and of pullbacks, and copies of structs.

use super::{Workspace, lend_values};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::lasting::OnType;
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

/// A box that is not in use: what is in it is of no account.
struct Spare<C>(Box<C>);

/// A cotangent in a box: of the workspace where its type outlives everything.
#[inline]
pub(crate) fn lend_box<C: Cotangent>(workspace: &mut Workspace, content: C) -> Box<C> {
    struct Lend<'a, C>(C, &'a mut Workspace);
    impl<C: Cotangent> OnType<C> for Lend<'_, C> {
        type Out = Box<C>;
        #[inline(always)]
        fn any(self) -> Box<C> {
            Box::new(self.0)
        }
        #[inline(always)]
        fn lasting(self) -> Box<C>
        where
            C: 'static,
        {
            let Lend(content, workspace) = self;
            if C::husk().is_none() {
                return Box::new(content);
            }
            workspace.ready();
            let idle = workspace.memory.idle.get_or_insert_default();
            let pool = idle.of_or_new::<Spare<C>>();
            pool.lent[0] += 1;
            let Some(Spare(mut spare)) = pool.idle.last_mut().and_then(Vec::pop) else {
                return Box::new(content);
            };
            idle.bytes -= size_of::<C>();
            *spare = content;
            spare
        }
    }
    C::on_type(Lend(content, workspace))
}

/// What is in the box of a cotangent; the box goes back to the workspace, unless more come back than were lent.
#[inline]
pub(crate) fn open_box<C: Cotangent>(workspace: &mut Workspace, boxed: Box<C>) -> C {
    struct TakeBack<'a, C>(Box<C>, &'a mut Workspace);
    impl<C: Cotangent> OnType<C> for TakeBack<'_, C> {
        type Out = C;
        #[inline(always)]
        fn any(self) -> C {
            *self.0
        }
        #[inline(always)]
        fn lasting(self) -> C
        where
            C: 'static,
        {
            let TakeBack(mut boxed, workspace) = self;
            let Some(idle) = &mut workspace.memory.idle else {
                return *boxed;
            };
            let (Some(pool), Some(husk)) = (idle.of::<Spare<C>>().filter(|pool| pool.lent[0] > 0), C::husk()) else {
                return *boxed;
            };
            pool.lent[0] -= 1;
            let content = std::mem::replace(&mut *boxed, husk);
            match pool.idle.last_mut() {
                Some(spares) => spares.push(Spare(boxed)),
                None => pool.idle.push(vec![Spare(boxed)]),
            }
            idle.bytes += size_of::<C>();
            content
        }
    }
    C::on_type(TakeBack(boxed, workspace))
}

/// A value that is not in use, but for its memory, and how much that is.
struct Idler<T>(T, usize);

/// A copy of a value, to be given to `Differentiable::end_copy` at its end, or the value in its stead. What the type knows how to copy is
/// copied, whatever its `Clone` does.
///
/// ```
/// let mut workspace = ad_runtime::Workspace::new();
/// assert_eq!(ad_runtime::copy_to_write(&mut workspace, &Some(2.0)), Some(2.0));
/// ```
#[inline(always)]
pub fn copy_to_write<T: Differentiable + Clone>(workspace: &mut Workspace, value: &T) -> T {
    value.copy_again(workspace).unwrap_or_else(|| value.clone())
}

/// The same of a slice.
///
/// ```
/// let mut workspace = ad_runtime::Workspace::new();
/// assert_eq!(ad_runtime::copy_of_slice(&mut workspace, &[1.0, 2.0]), [1.0, 2.0]);
/// ```
#[inline]
pub fn copy_of_slice<T: Differentiable + Clone>(workspace: &mut Workspace, slice: &[T]) -> Vec<T> {
    let mut copy = lend_values(slice.len(), workspace);
    if !T::copy_all(slice, &mut copy, workspace) {
        copy.clear();
        copy.extend_from_slice(slice);
    }
    copy
}

/// A value that is not in use.
#[inline]
pub(crate) fn lend_idler<T: 'static>(workspace: &mut Workspace) -> Option<T> {
    workspace.ready();
    let idle = workspace.memory.idle.get_or_insert_default();
    let pool = idle.of_or_new::<Idler<T>>();
    pool.lent[0] += 1;
    let Idler(value, bytes) = pool.idle.last_mut()?.pop()?;
    idle.bytes -= bytes;
    Some(value)
}

/// Takes a value back that is not in use any more: as many as were asked for. A thread keeps none of which nobody knows how much memory
/// they own.
#[inline]
pub(crate) fn take_back_idler<T: 'static>(workspace: &mut Workspace, value: T, bytes: Option<usize>) {
    if bytes.is_none() && workspace.of_the_thread {
        return;
    }
    let bytes = bytes.unwrap_or(0);
    let Some(idle) = &mut workspace.memory.idle else { return };
    let Some(pool) = idle.of::<Idler<T>>().filter(|pool| pool.lent[0] > 0) else {
        return;
    };
    pool.lent[0] -= 1;
    match pool.idle.last_mut() {
        Some(idlers) => idlers.push(Idler(value, bytes)),
        None => pool.idle.push(vec![Idler(value, bytes)]),
    }
    idle.bytes += bytes;
}

/// A copy of a value, in one that was given back before.
#[doc(hidden)]
#[inline]
pub fn copy_again<T: Differentiable>(value: &T, workspace: &mut Workspace) -> Option<T> {
    struct Lend<'a>(&'a mut Workspace);
    impl<T> OnType<T> for Lend<'_> {
        type Out = Option<T>;
        #[inline(always)]
        fn any(self) -> Option<T> {
            None
        }
        #[inline(always)]
        fn lasting(self) -> Option<T>
        where
            T: 'static,
        {
            lend_idler(self.0)
        }
    }
    let mut copy = T::on_type(Lend(workspace))?;
    copy.refill(value).then_some(copy)
}

/// Keeps a copy, or its original, until one is asked for again, if it owns no more than memory.
#[doc(hidden)]
#[inline]
pub fn keep_copy<T: Differentiable>(mut value: T, workspace: &mut Workspace) {
    struct TakeBack<'a, T>(T, usize, &'a mut Workspace);
    impl<T> OnType<T> for TakeBack<'_, T> {
        type Out = ();
        #[inline(always)]
        fn any(self) {}
        #[inline(always)]
        fn lasting(self)
        where
            T: 'static,
        {
            take_back_idler(self.2, self.0, Some(self.1));
        }
    }
    match value.memory() {
        Some(bytes) => T::on_type(TakeBack(value, bytes, workspace)),
        None => value.give_up_parts(workspace),
    }
}

/// A pullback of a type that its caller cannot name, in a box of the workspace: see [`hold`].
pub struct HeldPullback(Box<dyn Any>);

impl fmt::Debug for HeldPullback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HeldPullback(..)")
    }
}

/// The box of a pullback that is not in use.
struct Shell<T>(Box<Option<T>>);

/// Puts a pullback into a box of the workspace, which [`release`] gives back. A pullback that nothing asks for may be dropped.
///
/// ```
/// use ad_runtime::{HeldPullback, Workspace, hold, release};
///
/// let mut workspace = Workspace::new();
/// let held: HeldPullback = hold(&mut workspace, 2.0);
/// assert_eq!(release::<f64>(&mut workspace, held), 2.0);
/// ```
#[inline]
pub fn hold<T: 'static>(workspace: &mut Workspace, pullback: T) -> HeldPullback {
    if size_of::<T>() == 0 {
        // Such a box is no memory.
        return HeldPullback(Box::new(pullback));
    }
    workspace.ready();
    if let Some(idle) = &mut workspace.memory.idle
        && let Some(pool) = idle.of::<Shell<T>>()
        && let Some(Shell(mut shell)) = pool.idle.last_mut().and_then(Vec::pop)
    {
        idle.bytes -= size_of::<Option<T>>();
        *shell = Some(pullback);
        return HeldPullback(shell);
    }
    HeldPullback(Box::new(Some(pullback)))
}

/// Takes a pullback out of its box.
///
/// # Panics
/// If it is of another type: a pullback is handed the object again whose method ran forward.
///
/// ```should_panic
/// let mut workspace = ad_runtime::Workspace::new();
/// let held = ad_runtime::hold(&mut workspace, 2.0);
/// ad_runtime::release::<f32>(&mut workspace, held);
/// ```
#[inline]
pub fn release<T: 'static>(workspace: &mut Workspace, held: HeldPullback) -> T {
    const ANOTHER: &str = "a pullback is handed the object whose method ran forward";
    if size_of::<T>() == 0 {
        return *held.0.downcast().expect(ANOTHER);
    }
    let mut shell: Box<Option<T>> = held.0.downcast().expect(ANOTHER);
    let pullback = shell.take().expect("it is in there until it is taken out");
    workspace.ready();
    let idle = workspace.memory.idle.get_or_insert_default();
    idle.bytes += size_of::<Option<T>>();
    let pool = idle.of_or_new::<Shell<T>>();
    match pool.idle.last_mut() {
        Some(shells) => shells.push(Shell(shell)),
        None => pool.idle.push(vec![Shell(shell)]),
    }
    pullback
}

/// The type of a pullback that is [held](hold), for whoever can keep that, but not the pullback.
#[derive(Debug)]
pub struct TypeOfHeld<T>(PhantomData<fn() -> T>);

/// Puts a pullback into a box of the workspace, with its type apart.
///
/// ```
/// let mut workspace = ad_runtime::Workspace::new();
/// let (held, ty) = ad_runtime::hold_apart(&mut workspace, |x: f64| 2.0 * x);
/// assert_eq!(ty.release(&mut workspace, held)(1.5), 3.0);
/// ```
#[inline]
pub fn hold_apart<T: 'static>(workspace: &mut Workspace, pullback: T) -> (HeldPullback, TypeOfHeld<T>) {
    (hold(workspace, pullback), TypeOfHeld(PhantomData))
}

impl<T: 'static> TypeOfHeld<T> {
    /// Takes the pullback out of its box.
    ///
    /// # Panics
    /// As [`release`].
    #[inline]
    pub fn release(self, workspace: &mut Workspace, held: HeldPullback) -> T {
        release(workspace, held)
    }
}

/// The same, where the type of the pullback is that which `forward` gives beside its value.
///
/// # Panics
/// As [`release`].
///
/// ```
/// use ad_runtime::{Workspace, hold, release_like};
///
/// let forward = || ((), |x: f64| 2.0 * x);
/// let mut workspace = Workspace::new();
/// let held = hold(&mut workspace, forward().1);
/// assert_eq!(release_like(&mut workspace, held, forward)(1.5), 3.0);
/// ```
#[inline]
pub fn release_like<V, T: 'static>(workspace: &mut Workspace, held: HeldPullback, _: impl FnOnce() -> (V, T)) -> T {
    release(workspace, held)
}
