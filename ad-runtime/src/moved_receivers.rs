//! Receivers that a method takes by value. Whoever calls the halves of a method does not see how it takes its receiver, so these borrow
//! it, and one by value works on a copy. A caller that puts another value in the receiver's place at once has no use for what is left
//! there: it offers the value itself by the workspace, and leaves an empty one.
//!
//! Input:  `state = state.with(i, a)`
//! Output: `offer_receiver!(state, state.with_marked_differentiable(i, a); 2, ws); let (with, pullback) = state.with_differentiable_push(i, a, ws);`

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::found::{At, ByMove, ByTake};
use crate::lasting::OnType;
use crate::unassigned::Unassigned;
use crate::workspace::{Workspace, copy_to_write};
use std::marker::PhantomData;
use std::mem::{needs_drop, replace};

/// What a method is found for, without a value of it.
///
/// ```
/// let kind = ad_runtime::kind(&ad_runtime::at::<f64, ad_runtime::ByRef>());
/// # let _ = kind;
/// ```
#[inline(always)]
pub fn kind<K>(_: &K) -> PhantomData<K> {
    PhantomData
}

/// How a method takes its receiver, and the place of that.
///
/// ```
/// use ad_runtime::{At, ByRef, Offer, OfferNothing as _, Workspace, at, kind};
///
/// let mut place = vec![1.0];
/// Offer(Some(kind(&at::<Vec<f64>, ByRef>())), &mut place).offer(&mut Workspace::new());
/// assert_eq!(place, [1.0]);
/// ```
#[derive(Debug)]
pub struct Offer<'p, K, T: ?Sized>(pub Option<PhantomData<K>>, pub &'p mut T);

impl<S: Differentiable + Unassigned> Offer<'_, At<S, ByTake>, S> {
    /// Offers the value to the method that is called next, where its type outlives everything.
    #[inline]
    pub fn offer(self, workspace: &mut Workspace) {
        struct Move<'a, T>(&'a mut T, &'a mut Workspace);
        impl<T: Unassigned> OnType<T> for Move<'_, T> {
            type Out = ();
            #[inline(always)]
            fn any(self) {}
            #[inline(always)]
            fn lasting(self)
            where
                T: 'static,
            {
                self.1.offer(replace(self.0, T::unassigned()));
            }
        }
        if needs_drop::<S>() {
            S::on_type(Move(self.1, workspace));
        }
    }
}

/// A method that borrows its receiver, or copies it.
pub trait OfferNothing {
    /// Offers nothing.
    fn offer(self, workspace: &mut Workspace);
}

impl<K, T: ?Sized> OfferNothing for Offer<'_, K, T> {
    #[inline(always)]
    fn offer(self, _: &mut Workspace) {}
}

/// A method's receiver where rustc sees it mentioned after the call: the value, if the method takes that, or its place.
///
/// ```
/// use ad_runtime::{At, ByMove, ByRef, at, lent_or_taken};
///
/// let mut place = vec![1.0];
/// assert_eq!(lent_or_taken!(place, at::<Vec<f64>, ByRef>(); 0).len(), 1);
/// assert_eq!(lent_or_taken!(place, at::<Vec<f64>, ByMove>(); 0), [1.0]);
/// assert!(place.is_empty());
/// ```
#[macro_export]
macro_rules! lent_or_taken {
    ($place:expr, $at:expr; $given:expr) => {{
        use $crate::LentReceiver as _;
        let mut found = ::core::option::Option::None;
        if false {
            found = ::core::option::Option::Some($crate::kind(&$at.given([(); $given]).found()));
            ::core::unreachable!()
        }
        $crate::Offer(found, &mut $place).receiver()
    }};
}

/// How a method by value takes its receiver.
pub trait ByValue {}

impl ByValue for ByMove {}
impl ByValue for ByTake {}

impl<S: Clone + Unassigned, K: ByValue> Offer<'_, At<S, K>, S> {
    /// The value; another one is left, which nothing reads. What has nothing to drop may be `Copy`, and is copied.
    #[inline]
    pub fn receiver(self) -> S {
        match needs_drop::<S>() {
            true => replace(self.1, S::unassigned()),
            false => self.1.clone(),
        }
    }
}

/// The receiver of a method that borrows it.
pub trait LentReceiver<'p, T: ?Sized> {
    /// Its place.
    fn receiver(self) -> &'p mut T;
}

impl<'p, K, T: ?Sized> LentReceiver<'p, T> for Offer<'p, K, T> {
    #[inline(always)]
    fn receiver(self) -> &'p mut T {
        self.1
    }
}

/// The value that a method by value takes, and whether it is the caller's own and no copy.
///
/// ```
/// let (copy, own) = ad_runtime::received(&mut ad_runtime::Workspace::new(), &vec![1.0]);
/// assert_eq!((copy, own), (vec![1.0], false));
/// ```
#[inline(always)]
pub fn received<T: Differentiable + Clone>(workspace: &mut Workspace, lent: &T) -> (T, bool) {
    struct Take<'a>(&'a mut Workspace);
    impl<T> OnType<T> for Take<'_> {
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
            self.0.take_offer()
        }
    }
    if needs_drop::<T>()
        && let Some(own) = T::on_type(Take(workspace))
    {
        return (own, true);
    }
    (copy_to_write(workspace, lent), false)
}

/// The pullback of a method by value, and whether its receiver was the caller's own.
#[derive(Debug)]
pub struct OfReceived<P> {
    /// The pullback itself.
    pub pullback: P,
    /// Whether nothing else flows into the receiver's cotangent.
    pub own: bool,
}

/// Gives the receiver's cotangent to the caller: of its own value it is all that there is. What has nothing to drop is never offered,
/// which is known here without a look at what was recorded.
///
/// ```
/// let (receiver, mut bar) = (vec![0.0], vec![]);
/// ad_runtime::give_to_receiver(&receiver, &mut bar, vec![1.0], true);
/// ad_runtime::give_to_receiver(&receiver, &mut bar, vec![2.0], false);
/// assert_eq!(bar, [3.0]);
/// ```
#[inline(always)]
pub fn give_to_receiver<T, C: Cotangent>(_: &T, bar: &mut C, part: C, own: bool) {
    match own && needs_drop::<T>() {
        true => *bar = part,
        false => bar.accumulate(&part),
    }
}

/// Offers a receiver to the method that is called next, if that takes it by value; see the head of `moved_receivers.rs`.
///
/// ```
/// use ad_runtime::{At, ByTake, Workspace, at, offer_receiver, received};
///
/// let (mut place, workspace) = (vec![1.0], &mut Workspace::new());
/// offer_receiver!(place, at::<Vec<f64>, ByTake>(); 0, workspace);
/// # let vec_has_an_end_of_its_own = received(workspace, &place);
/// # assert_eq!(vec_has_an_end_of_its_own, (vec![1.0], false));
/// ```
#[macro_export]
macro_rules! offer_receiver {
    ($place:expr, $at:expr; $given:expr, $workspace:expr) => {{
        use $crate::OfferNothing as _;
        let mut found = ::core::option::Option::None;
        if false {
            found = ::core::option::Option::Some($crate::kind(&$at.given([(); $given]).found()));
            // What the arguments move is still there where this does not come back.
            ::core::unreachable!()
        }
        // Nothing is left in the stead of what does something at its end.
        if !$crate::End::of(&$place).is_users_own() {
            $crate::Offer(found, &mut $place).offer($workspace);
        }
    }};
}
