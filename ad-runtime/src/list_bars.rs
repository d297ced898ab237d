//! Cotangents of lists whose length or order the function changes, those of fields marked `#[no_diff]` among them.
//!
//! ```text
//! Input:  the cotangent of a list that was pushed to, popped from, or rearranged
//! Output: the same without the last element, with one more, or in the order before
//! ```

use crate::cotangent::Cotangent;
use crate::marks::MarkedNoDiff;
use crate::order::Rearrangement;
use crate::workspace::{Workspace, lengthen};

/// The cotangent of a list that gets an element back.
pub trait PushBar<C> {
    /// At its end; where it becomes longer than it ever was, in memory of the workspace.
    fn push_bar(&mut self, workspace: &mut Workspace, bar: C);
}

impl<C: Cotangent> PushBar<C> for Vec<C> {
    #[inline(always)]
    fn push_bar(&mut self, workspace: &mut Workspace, bar: C) {
        if self.len() == self.capacity() && size_of::<C>() > 0 {
            lengthen(workspace, self);
        }
        self.push(bar);
    }
}

impl<F, C> PushBar<C> for MarkedNoDiff<F> {
    #[inline(always)]
    fn push_bar(&mut self, _: &mut Workspace, _: C) {}
}

/// The cotangent of a list whose last element is taken away.
pub trait PopBar {
    /// The cotangent of an element.
    type Element;
    /// That of the last one.
    fn pop_bar(&mut self) -> Self::Element;
}

impl<C> PopBar for Vec<C> {
    type Element = C;
    #[inline(always)]
    fn pop_bar(&mut self) -> C {
        crate::tapes::pop(self)
    }
}

/// Only counts are pushed to a marked list.
impl<F> PopBar for MarkedNoDiff<F> {
    type Element = ();
    #[inline(always)]
    fn pop_bar(&mut self) {}
}

/// The cotangent of a list whose last element, a tuple, is taken away: to a marked list tuples of counts are pushed.
pub trait PopParts<const N: usize> {
    /// The cotangents of the parts.
    type Parts;
    /// Those of the last element.
    fn pop_parts(&mut self) -> Self::Parts;
}

macro_rules! pop_parts {
    ($($n:literal: $($C:ident)*;)*) => {$(
        impl<$($C),*> PopParts<$n> for Vec<($($C,)*)> {
            type Parts = ($($C,)*);
            #[inline(always)]
            fn pop_parts(&mut self) -> Self::Parts {
                crate::tapes::pop(self)
            }
        }

        impl<F> PopParts<$n> for MarkedNoDiff<F> {
            type Parts = ($(pop_parts!(@nothing $C),)*);
            #[inline(always)]
            fn pop_parts(&mut self) -> Self::Parts {
                Default::default()
            }
        }
    )*};
    (@nothing $C:ident) => { () };
}

pop_parts! {
    1: A;
    2: A B;
    3: A B C;
    4: A B C D;
    5: A B C D E;
    6: A B C D E F1;
}

impl<B: PopParts<N>, const N: usize> PopParts<N> for Box<B> {
    type Parts = B::Parts;
    #[inline(always)]
    fn pop_parts(&mut self) -> B::Parts {
        (**self).pop_parts()
    }
}

/// The cotangent of a list that is brought back out of an order.
pub trait UnpermuteBar {
    /// As [`unpermute`](crate::unpermute) does.
    fn unpermute_bar(&mut self, workspace: &mut Workspace, order: &impl Rearrangement);
}

impl<C> UnpermuteBar for [C] {
    #[inline(always)]
    fn unpermute_bar(&mut self, workspace: &mut Workspace, order: &impl Rearrangement) {
        crate::order::unpermute(workspace, self, order);
    }
}

impl<C> UnpermuteBar for Vec<C> {
    #[inline(always)]
    fn unpermute_bar(&mut self, workspace: &mut Workspace, order: &impl Rearrangement) {
        crate::order::unpermute(workspace, self, order);
    }
}

impl<C, const N: usize> UnpermuteBar for [C; N] {
    #[inline(always)]
    fn unpermute_bar(&mut self, workspace: &mut Workspace, order: &impl Rearrangement) {
        crate::order::unpermute(workspace, self, order);
    }
}

impl<F> UnpermuteBar for MarkedNoDiff<F> {
    #[inline(always)]
    fn unpermute_bar(&mut self, _: &mut Workspace, _: &impl Rearrangement) {}
}

impl<C, B: PushBar<C>> PushBar<C> for Box<B> {
    #[inline(always)]
    fn push_bar(&mut self, workspace: &mut Workspace, bar: C) {
        (**self).push_bar(workspace, bar);
    }
}

impl<B: PopBar> PopBar for Box<B> {
    type Element = B::Element;
    #[inline(always)]
    fn pop_bar(&mut self) -> B::Element {
        (**self).pop_bar()
    }
}

impl<B: UnpermuteBar + ?Sized> UnpermuteBar for Box<B> {
    #[inline(always)]
    fn unpermute_bar(&mut self, workspace: &mut Workspace, order: &impl Rearrangement) {
        (**self).unpermute_bar(workspace, order);
    }
}

/// See [`PushBar`].
///
/// ```
/// use ad_runtime::{NoSink as _, Sink as _, TurnedRound, Workspace};
///
/// let (mut ws, mut bar) = (Workspace::new(), (vec![1.0], ()));
/// ad_runtime::push_bar(bar.0.sink(), 2.0, &mut ws);
/// ad_runtime::push_bar(bar.1.sink(), 2.0, &mut ws);
/// ad_runtime::unpermute_bar(bar.0.sink(), &TurnedRound, &mut ws);
/// ad_runtime::unpermute_bar(bar.1.sink(), &TurnedRound, &mut ws);
/// assert_eq!((ad_runtime::pop_bar(bar.0.sink()), ad_runtime::pop_bar(bar.1.sink())), (1.0, ()));
/// ```
#[inline(always)]
pub fn push_bar<B: PushBar<C>, C>(list: &mut B, bar: C, workspace: &mut Workspace) {
    list.push_bar(workspace, bar);
}

/// See [`PopBar`].
///
/// ```
/// assert_eq!(ad_runtime::pop_bar(&mut vec![1.0, 2.0]), 2.0);
/// ```
#[inline(always)]
pub fn pop_bar<B: PopBar>(list: &mut B) -> B::Element {
    list.pop_bar()
}

/// See [`PopParts`].
///
/// ```
/// use ad_runtime::{NoSink as _, Sink as _};
///
/// let mut bar = (vec![(1.0, 2.0)], ());
/// assert_eq!(ad_runtime::pop_parts::<_, 2>(bar.0.sink()), (1.0, 2.0));
/// assert_eq!(ad_runtime::pop_parts::<_, 2>(bar.1.sink()), ((), ()));
/// ```
#[inline(always)]
pub fn pop_parts<B: PopParts<N>, const N: usize>(list: &mut B) -> B::Parts {
    list.pop_parts()
}

/// See [`UnpermuteBar`].
///
/// ```
/// let (mut ws, mut bar) = (ad_runtime::Workspace::new(), [1.0, 2.0]);
/// ad_runtime::unpermute_bar(&mut bar[..], &ad_runtime::TurnedRound, &mut ws);
/// assert_eq!(bar, [2.0, 1.0]);
/// ```
#[inline(always)]
pub fn unpermute_bar<B: UnpermuteBar + ?Sized>(list: &mut B, order: &impl Rearrangement, workspace: &mut Workspace) {
    list.unpermute_bar(workspace, order);
}
