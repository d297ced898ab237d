//! Adding to a buffer what flows in, where both hold the same cotangents in their own ways.

use super::Cotangent;
use crate::differentiable::Differentiable;
use crate::inactive::{Inactive, NoDiffParameter};
use crate::workspace::Workspace;

/// A buffer to which a contribution of type `C` can be added: a cotangent of its own type, or a list of the same cotangents
/// that is held differently.
///
/// ```
/// use ad_runtime::Absorb;
///
/// let mut buffer = [1.0, 2.0];
/// buffer.absorb(&vec![0.5, 0.5]);
/// assert_eq!(buffer, [1.5, 2.5]);
/// ```
#[diagnostic::on_unimplemented(
    message = "a cotangent `{C}` cannot be added to a buffer `{Self}`",
    note = "a `NoDiffParameter` comes from a parameter that is marked `#[no_diff]`, which takes nothing that carries a derivative: \
            `no_diff(..)` around the argument"
)]
pub trait Absorb<C> {
    /// Adds `contribution` to `self`.
    ///
    /// # Panics
    /// If the shapes differ; the message names both.
    fn absorb(&mut self, contribution: &C);
}

impl<C: Cotangent> Absorb<C> for C {
    #[inline(always)]
    fn absorb(&mut self, contribution: &C) {
        self.accumulate(contribution);
    }
}

impl<C: Cotangent> Absorb<Vec<C>> for [C] {
    #[inline]
    fn absorb(&mut self, contribution: &Vec<C>) {
        add_slices(self, contribution);
    }
}

impl<C: Cotangent, const N: usize> Absorb<[C; N]> for [C] {
    #[inline]
    fn absorb(&mut self, contribution: &[C; N]) {
        add_slices(self, contribution);
    }
}

impl<C: Cotangent, const N: usize> Absorb<Vec<C>> for [C; N] {
    #[inline]
    fn absorb(&mut self, contribution: &Vec<C>) {
        add_slices(self, contribution);
    }
}

impl<C: Cotangent, const N: usize> Absorb<[C; N]> for Vec<C> {
    #[inline]
    fn absorb(&mut self, contribution: &[C; N]) {
        add_slices(self, contribution);
    }
}

/// The cotangent of what carries no derivative: `()`, or a list or a tuple of these.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost here: what carries one enters what is marked `#[no_diff]`",
    note = "take the mark away, or write `no_diff(..)` around the value if that is what you want"
)]
pub trait Nothing {}

impl Nothing for () {}
impl<C: Nothing> Nothing for Vec<C> {}
impl<C: Nothing, const N: usize> Nothing for [C; N] {}

macro_rules! tuple_of_nothing {
    ($($C:ident)*) => {
        impl<$($C: Nothing),*> Nothing for ($($C,)*) {}

        impl<$($C: Nothing),*> Absorb<()> for ($($C,)*) {
            #[inline(always)]
            fn absorb(&mut self, (): &()) {}
        }
    };
}

tuple_of_nothing!(A);
tuple_of_nothing!(A B);
tuple_of_nothing!(A B C);
tuple_of_nothing!(A B C D);

/// A function that takes a list of integers by value returns no cotangent for it, and its caller may not see that there is none.
impl<C: Nothing> Absorb<()> for Vec<C> {
    #[inline(always)]
    fn absorb(&mut self, (): &()) {}
}

impl<C: Nothing, const N: usize> Absorb<()> for [C; N] {
    #[inline(always)]
    fn absorb(&mut self, (): &()) {}
}

/// Makes the cotangent of a list of counts, which holds nothing, as long as the list is.
///
/// ```
/// let mut bar = vec![(); 3];
/// ad_runtime::follow(&mut bar, &vec![7_usize]);
/// assert_eq!(bar, [()]);
/// ```
#[inline(always)]
pub fn follow<T: Differentiable + Inactive>(bar: &mut Vec<T::Cotangent>, list: &Vec<T>) {
    *bar = list.zero_cotangent();
}

/// Adds the elements of `other` to those of `buffer`.
#[inline]
pub(super) fn add_slices<C: Cotangent>(buffer: &mut [C], other: &[C]) {
    // Of counts there is nothing to add, and what a reference to them leads to is as long as any list.
    if size_of::<C>() == 0 {
        return;
    }
    assert_eq!(
        buffer.len(),
        other.len(),
        "a cotangent was added to one of another length"
    );
    for (c, other) in buffer.iter_mut().zip(other) {
        c.accumulate(other);
    }
}

/// Adds `contribution` to `buffer`; see [`Absorb`] for what can be added to what.
///
/// # Panics
/// If the shapes differ; the message names both.
///
/// ```
/// let mut buffer = vec![1.0, 2.0];
/// ad_runtime::accumulate(&mut buffer[..], &[0.5, 0.5]);
/// assert_eq!(buffer, [1.5, 2.5]);
/// ```
#[inline(always)]
pub fn accumulate<B: Absorb<C> + ?Sized, C>(buffer: &mut B, contribution: &C) {
    buffer.absorb(contribution);
}

/// The cotangent of a field that is a mutable reference, to which that of what it points to goes over: a vector for a slice and an
/// array, or the same type.
pub trait GoesOver<B: ?Sized> {
    /// Exchanges the two, one of which is zero.
    fn go_over(&mut self, owner: &mut B);
}

impl<C: Cotangent> GoesOver<C> for C {
    #[inline(always)]
    fn go_over(&mut self, owner: &mut C) {
        std::mem::swap(self, owner);
    }
}

impl<C: Cotangent> GoesOver<[C]> for Vec<C> {
    #[inline(always)]
    fn go_over(&mut self, owner: &mut [C]) {
        self.swap_with_slice(owner);
    }
}

impl<C: Cotangent, const N: usize> GoesOver<[C; N]> for Vec<C> {
    #[inline(always)]
    fn go_over(&mut self, owner: &mut [C; N]) {
        self.swap_with_slice(owner);
    }
}

/// Hands the cotangent of what a struct was lent over to that of its field, or back: the other one is zero; see [`GoesOver`].
///
/// ```
/// let (mut field, mut owner) = (vec![0.0, 0.0], [1.0, 2.0, 3.0]);
/// ad_runtime::go_over(&mut field, &mut owner[1..]);
/// assert_eq!((field, owner), (vec![2.0, 3.0], [1.0, 0.0, 0.0]));
/// ```
#[inline(always)]
pub fn go_over<F: GoesOver<B>, B: ?Sized>(field: &mut F, owner: &mut B) {
    field.go_over(owner);
}

/// Adds `contribution` to `buffer`, and gives its memory back to the workspace; see [`accumulate`].
///
/// # Panics
/// If the shapes differ; the message names both.
///
/// ```
/// use ad_runtime::{Workspace, accumulate_own};
///
/// let mut buffer = vec![1.0, 2.0];
/// accumulate_own(&mut buffer, vec![0.5, 0.5], &mut Workspace::new());
/// assert_eq!(buffer, [1.5, 2.5]);
/// ```
#[inline(always)]
pub fn accumulate_own<B: Absorb<C> + ?Sized, C: Contribution>(
    buffer: &mut B,
    contribution: C,
    workspace: &mut Workspace,
) {
    buffer.absorb(&contribution);
    contribution.end(workspace);
}

/// What is added to a buffer: a cotangent, or what a callee gives in the place of one for a parameter marked `#[no_diff]`, which only
/// the buffer of a value without derivative takes.
///
/// ```
/// use ad_runtime::{Contribution, Workspace};
///
/// vec![1.0, 2.0].end(&mut Workspace::new());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a cotangent",
    note = "derive `Differentiable` for the type that it belongs to"
)]
pub trait Contribution {
    /// Its memory goes back to the workspace.
    fn end(self, workspace: &mut Workspace);
}

impl<C: Cotangent> Contribution for C {
    #[inline(always)]
    fn end(self, workspace: &mut Workspace) {
        self.give_back(workspace);
    }
}

impl Contribution for NoDiffParameter {
    #[inline(always)]
    fn end(self, _: &mut Workspace) {}
}

impl Absorb<NoDiffParameter> for () {
    #[inline(always)]
    fn absorb(&mut self, _: &NoDiffParameter) {}
}

impl Absorb<NoDiffParameter> for NoDiffParameter {
    #[inline(always)]
    fn absorb(&mut self, _: &NoDiffParameter) {}
}

/// Adds `contribution` to `buffer` where both are there; see [`accumulate`].
///
/// # Panics
/// If the shapes differ; the message names both.
///
/// ```
/// let mut buffer = [1.0, 2.0];
/// ad_runtime::accumulate_where(Some(&mut buffer), &Some([0.5, 0.5]));
/// assert_eq!(buffer, [1.5, 2.5]);
/// ```
#[inline(always)]
pub fn accumulate_where<B: Absorb<C> + ?Sized, C>(buffer: Option<&mut B>, contribution: &Option<C>) {
    if let (Some(buffer), Some(contribution)) = (buffer, contribution) {
        buffer.absorb(contribution);
    }
}
