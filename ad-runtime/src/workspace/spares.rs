//! Single values that wait in the workspace for their next use: boxes of cotangents, and copies of structs.

use super::Workspace;
use crate::cotangent::{Cotangent, OnType};
use crate::differentiable::Differentiable;

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

/// A value that is not in use, but for its memory.
struct Idler<T>(T);

/// A copy of a value, to be written and then given to `Differentiable::end_copy`.
///
/// ```
/// let mut workspace = ad_runtime::Workspace::new();
/// assert_eq!(ad_runtime::copy_to_write(&mut workspace, &Some(2.0)), Some(2.0));
/// ```
#[inline]
pub fn copy_to_write<T: Differentiable + Clone>(workspace: &mut Workspace, value: &T) -> T {
    value.copy_again(workspace).unwrap_or_else(|| value.clone())
}

/// A value that is not in use. As many come back as were asked for; only a workspace that somebody lends keeps them, since nobody knows
/// how much memory they own.
#[inline]
pub(crate) fn lend_idler<T: 'static>(workspace: &mut Workspace) -> Option<T> {
    if workspace.of_the_thread {
        return None;
    }
    let pool = workspace.memory.idle.get_or_insert_default().of_or_new::<Idler<T>>();
    pool.lent[0] += 1;
    pool.idle.last_mut()?.pop().map(|Idler(value)| value)
}

/// Takes a value back that is not in use any more.
#[inline]
pub(crate) fn take_back_idler<T: 'static>(workspace: &mut Workspace, value: T) {
    let Some(idle) = &mut workspace.memory.idle else { return };
    let Some(pool) = idle.of::<Idler<T>>().filter(|pool| pool.lent[0] > 0) else {
        return;
    };
    pool.lent[0] -= 1;
    match pool.idle.last_mut() {
        Some(idlers) => idlers.push(Idler(value)),
        None => pool.idle.push(vec![Idler(value)]),
    }
}

/// A copy of a value, in the memory of one that was given back before.
#[doc(hidden)]
#[inline]
pub fn copy_again<T: Differentiable + 'static>(workspace: &mut Workspace, value: &T) -> Option<T> {
    let mut copy: T = lend_idler(workspace)?;
    copy.refill(value).then_some(copy)
}

/// Keeps a copy, or its original, until one is asked for again, where it owns no more than memory.
#[doc(hidden)]
#[inline]
pub fn end_copy<T: Differentiable + 'static>(workspace: &mut Workspace, copy: T) {
    if copy.is_refillable() {
        take_back_idler(workspace, copy);
    }
}
