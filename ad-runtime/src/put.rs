//! The cotangents of parts that a function moves out, put in that of the whole.
//!
//! The zero of the whole was made without these parts, so they are not added: they take the place of what is there. Only where a part has
//! a cotangent of another type, such as that of a parameter without derivative, it is added, as rustc finds by the types.

use crate::cotangent::{Absorb, Contribution, Cotangent, Nothing};
use crate::workspace::Workspace;

/// The cotangent of a part, and what is put there.
///
/// ```
/// use ad_runtime::{Put, PutOther as _, Workspace};
///
/// let mut bar = (vec![], vec![0.0]);
/// Put(&mut bar.0, vec![1.0]).put(&mut Workspace::new());
/// assert_eq!(bar, (vec![1.0], vec![0.0]));
/// ```
#[derive(Debug)]
pub struct Put<'b, B: ?Sized, C>(pub &'b mut B, pub C);

impl<C: Contribution> Put<'_, C, C> {
    /// Puts it there; what was there gives its memory back.
    #[inline(always)]
    pub fn put(self, workspace: &mut Workspace) {
        std::mem::replace(self.0, self.1).end(workspace);
    }
}

impl<C> Put<'_, C, C> {
    /// The same where nobody has memory.
    #[inline(always)]
    pub fn set(self) {
        *self.0 = self.1;
    }
}

/// Of another type.
///
/// ```
/// use ad_runtime::{Put, PutOther as _, Workspace};
///
/// let mut bar = vec![(), ()];
/// Put(&mut bar, ()).put(&mut Workspace::new());
/// assert_eq!(bar.len(), 2);
/// ```
pub trait PutOther {
    /// Adds it.
    fn put(self, workspace: &mut Workspace);
    /// The same where nobody has memory.
    fn set(self);
}

impl<B: Absorb<C> + ?Sized, C> PutOther for Put<'_, B, C> {
    #[inline(always)]
    fn put(self, _: &mut Workspace) {
        self.0.absorb(&self.1);
    }
    #[inline(always)]
    fn set(self) {
        self.0.absorb(&self.1);
    }
}

/// What is taken, whose length its cotangent needs where it is a list.
///
/// ```
/// use ad_runtime::{Taken, TakenOther as _};
///
/// assert_eq!(Taken(&vec![7_usize, 3]).count(), 2);
/// let () = Taken(&2.0).count();
/// ```
#[derive(Debug)]
pub struct Taken<'v, T: ?Sized>(pub &'v T);

impl<T> Taken<'_, Vec<T>> {
    /// How long a list is.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.0.len()
    }
}

/// Of anything else.
pub trait TakenOther: Sized {
    /// It has no length.
    #[inline(always)]
    fn count(self) {}
}

impl<T: ?Sized> TakenOther for Taken<'_, T> {}

/// The cotangent of what was put back, and how long that is.
///
/// ```
/// use ad_runtime::{Follow, FollowOther as _};
///
/// let (mut nothing, mut numbers) = (vec![(); 3], vec![1.0]);
/// Follow(&mut nothing, 1_usize).follow();
/// Follow(&mut numbers, 2_usize).follow();
/// assert_eq!((nothing.len(), numbers.len()), (1, 1));
/// ```
#[derive(Debug)]
pub struct Follow<'b, B: ?Sized, L>(pub &'b mut B, pub L);

impl<C: Nothing + Default> Follow<'_, Vec<C>, usize> {
    /// That of a list of counts becomes as long as the list is.
    #[inline(always)]
    pub fn follow(self) {
        self.0.resize_with(self.1, C::default);
    }
}

/// Of anything else.
pub trait FollowOther: Sized {
    /// It is what it should be.
    #[inline(always)]
    fn follow(self) {}
}

impl<B: ?Sized, L> FollowOther for Follow<'_, B, L> {}

/// The cotangent of an option or a result, and that of what it holds.
///
/// ```
/// use ad_runtime::{Hold, HoldOther as _};
///
/// let mut bar = None;
/// Hold(&mut bar, vec![1.0]).hold();
/// assert_eq!(bar, Some(vec![1.0]));
/// ```
#[derive(Debug)]
pub struct Hold<'b, B, C>(pub &'b mut B, pub C);

impl<C> Hold<'_, Option<C>, C> {
    /// Puts it there.
    #[inline(always)]
    pub fn hold(self) {
        *self.0 = Some(self.1);
    }
}

/// Of another type; an option of a count has no cotangent.
///
/// ```
/// use ad_runtime::{Hold, HoldOther as _};
///
/// Hold(&mut (), ()).hold();
/// ```
pub trait HoldOther {
    /// Adds it.
    fn hold(self);
}

impl<C> HoldOther for Hold<'_, (), C> {
    #[inline(always)]
    fn hold(self) {}
}

impl<B: Cotangent + Absorb<C>, C> HoldOther for Hold<'_, Option<B>, C> {
    #[inline(always)]
    fn hold(self) {
        let mut inside = B::husk().expect("what takes nothing holds nothing");
        inside.absorb(&self.1);
        *self.0 = Some(inside);
    }
}
