//! Derivatives of a scalar with respect to a value: a vector space of the value's shape.

use crate::differentiable::Differentiable;
use crate::inactive::{Inactive, NoDiffParameter};
use crate::lasting::{OnArray, OnBox, OnList, OnOption, OnType, on_tuple};
use crate::objects::{AnyCotangent, DynCotangent};
use crate::scalar::{Scalar, times};
use crate::slopes::Slopes;
use crate::workspace::{Workspace, copied, lend_box, open_box};
use ndarray::{Array, ArrayViewMut, ArrayViewMutD, Dimension};
use std::any::Any;

/// The cotangent of an array, where rustc only sees that it is some type's.
///
/// ```
/// use ndarray::{Ix1, array};
///
/// let mut bar = array![1.0, 2.0];
/// ad_runtime::numbers_of::<_, f64, Ix1>(&mut bar)[1] += 3.0;
/// assert_eq!(bar, array![1.0, 5.0]);
/// ```
///
/// # Panics
/// If it is something else.
pub fn numbers_of<C: Cotangent, A: 'static, D: Dimension>(bar: &mut C) -> ArrayViewMut<'_, A, D> {
    bar.numbers()
        .and_then(|numbers| numbers.into_dimensionality().ok())
        .expect("the cotangent of an array of numbers is one")
}

/// The derivative of a scalar with respect to a value of some type: what backward sweeps accumulate.
///
/// Floats are their own cotangents, values without a derivative have `()`, and containers have the same container of their
/// elements' cotangents.
///
/// ```
/// use ad_runtime::Cotangent;
///
/// let mut gradient = vec![(1.0, ()), (2.0, ())];
/// gradient.accumulate(&vec![(0.5, ()), (0.5, ())]);
/// gradient.scale(2.0);
/// assert_eq!(gradient, [(3.0, ()), (5.0, ())]);
/// assert_eq!(gradient.zero_like(), [(0.0, ()), (0.0, ())]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a cotangent",
    note = "derive `Differentiable` for the type that it belongs to"
)]
pub trait Cotangent: Sized + Clone {
    /// The array of these numbers that it is, if it is one: see [`numbers_of`].
    #[doc(hidden)]
    fn numbers<A: 'static>(&mut self) -> Option<ArrayViewMutD<'_, A>> {
        None
    }
    /// Adds `other` to `self`, component by component.
    ///
    /// # Panics
    /// If the shapes differ; the message names both.
    fn accumulate(&mut self, other: &Self);

    /// Multiplies every component by `alpha`. An exactly zero component stays exactly zero, also for an infinite `alpha`.
    fn scale(&mut self, alpha: f64);

    /// The zero of the same shape.
    fn zero_like(&self) -> Self;

    /// Appends the components to `out`, in order.
    ///
    /// ```
    /// use ad_runtime::Cotangent;
    ///
    /// let mut flat = Vec::new();
    /// Cotangent::flatten_into(&([1.0, 2.0], 3.0_f32), &mut flat);
    /// assert_eq!(flat, [1.0, 2.0, 3.0]);
    /// ```
    fn flatten_into(&self, out: &mut Vec<f64>);

    /// Replaces the components by the next ones of `flat`, in the order of [`flatten_into`](Cotangent::flatten_into).
    ///
    /// # Panics
    /// If `flat` ends too early.
    ///
    /// ```
    /// use ad_runtime::Cotangent;
    ///
    /// let mut gradient = ([0.0; 2], 0.0_f32);
    /// Cotangent::unflatten_from(&mut gradient, &mut [1.0, 2.0, 3.0].into_iter());
    /// assert_eq!(gradient, ([1.0, 2.0], 3.0));
    /// ```
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>);

    /// The components as a vector, in the order in which [`to_flat`](crate::Differentiable::to_flat) gives those of a value.
    ///
    /// ```
    /// use ad_runtime::{Cotangent, Differentiable};
    ///
    /// let gradient = vec![[1.0, 2.0], [3.0, 4.0]];
    /// assert_eq!(gradient.partials(), [1.0, 2.0, 3.0, 4.0]);
    /// ```
    fn partials(&self) -> Vec<f64> {
        let mut flat = Vec::new();
        self.flatten_into(&mut flat);
        flat
    }

    /// Whether all components are finite.
    #[doc(hidden)]
    fn all_finite(&self) -> bool {
        self.partials().iter().all(|c| c.is_finite())
    }

    /// The same as [`flatten_into`](Cotangent::flatten_into), where what is on a device stays there.
    #[doc(hidden)]
    fn gather_slopes(&self, slopes: &mut Slopes) {
        self.flatten_into(slopes.numbers());
    }

    /// Gives the memory that it holds back to the workspace.
    #[doc(hidden)]
    #[inline(always)]
    fn give_back(self, _: &mut Workspace) {}

    /// A copy in memory of the workspace, as far as it is in lists.
    #[doc(hidden)]
    #[inline(always)]
    fn copy_in(&self, _: &mut Workspace) -> Self {
        self.clone()
    }

    /// A value that holds no memory, if the type has one: what is left in a box that waits for its next use.
    #[doc(hidden)]
    #[inline(always)]
    fn husk() -> Option<Self> {
        None
    }

    /// Does something to the type, where it is certain to outlive everything something else.
    #[doc(hidden)]
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        on.any()
    }

    /// The cotangent that this one is a box of: a trait object may have been made of the value inside.
    #[doc(hidden)]
    fn boxed(&self) -> Option<&dyn AnyCotangent>
    where
        Self: 'static,
    {
        None
    }

    /// The same, to be written.
    #[doc(hidden)]
    fn boxed_mut(&mut self) -> Option<&mut dyn AnyCotangent>
    where
        Self: 'static,
    {
        None
    }

    /// The same, taken out.
    #[doc(hidden)]
    fn unboxed(self) -> Option<DynCotangent>
    where
        Self: 'static,
    {
        None
    }
}

/// The next component of a flat vector.
pub(crate) fn component(flat: &mut dyn Iterator<Item = f64>) -> f64 {
    flat.next().expect("the flat vector has too few components")
}

macro_rules! float_cotangent {
    ($($float:ident)*) => {$(
        impl Cotangent for $float {
            #[inline(always)]
            fn husk() -> Option<Self> {
                Some(0.0)
            }
            #[inline(always)]
            fn on_type<O: OnType<Self>>(on: O) -> O::Out {
                on.lasting()
            }
            #[inline(always)]
            fn accumulate(&mut self, other: &Self) {
                *self += other;
            }
            #[inline(always)]
            fn scale(&mut self, alpha: f64) {
                *self = times(*self, alpha as $float);
            }
            #[inline(always)]
            fn zero_like(&self) -> Self {
                0.0
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                out.push(f64::from(*self));
            }
            #[inline(always)]
            fn all_finite(&self) -> bool {
                self.is_finite()
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                *self = component(flat) as $float;
            }
        }
    )*};
}

float_cotangent!(f32 f64);

impl Cotangent for () {
    #[inline(always)]
    fn husk() -> Option<Self> {
        Some(())
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        on.lasting()
    }
    #[inline(always)]
    fn accumulate(&mut self, _: &Self) {}
    #[inline(always)]
    fn scale(&mut self, _: f64) {}
    #[inline(always)]
    fn zero_like(&self) -> Self {}
    fn flatten_into(&self, _: &mut Vec<f64>) {}
    fn unflatten_from(&mut self, _: &mut dyn Iterator<Item = f64>) {}
}

impl<C: Cotangent, const N: usize> Cotangent for [C; N] {
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        C::on_type(OnArray::<O, N>(on))
    }
    #[inline(always)]
    fn husk() -> Option<Self> {
        C::husk()?;
        Some(std::array::from_fn(|_| C::husk().expect("there was one")))
    }
    #[inline(always)]
    fn give_back(self, workspace: &mut Workspace) {
        if std::mem::needs_drop::<Self>() {
            self.into_iter().for_each(|c| c.give_back(workspace));
        }
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        self.each_ref().map(|c| c.copy_in(workspace))
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        add_slices(self, other);
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        self.iter_mut().for_each(|c| c.scale(alpha));
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.each_ref().map(C::zero_like)
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|c| c.flatten_into(out));
    }
    fn gather_slopes(&self, slopes: &mut Slopes) {
        self.iter().for_each(|c| c.gather_slopes(slopes));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|c| c.unflatten_from(flat));
    }
}

impl<C: Cotangent> Cotangent for Vec<C> {
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        C::on_type(OnList(on))
    }
    #[inline(always)]
    fn husk() -> Option<Self> {
        Some(Vec::new())
    }
    #[inline(always)]
    fn give_back(self, workspace: &mut Workspace) {
        crate::workspace::give_back_list(self, workspace);
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        copied(workspace, self)
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        add_slices(self, other);
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        self.iter_mut().for_each(|c| c.scale(alpha));
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.iter().map(C::zero_like).collect()
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|c| c.flatten_into(out));
    }
    fn gather_slopes(&self, slopes: &mut Slopes) {
        self.iter().for_each(|c| c.gather_slopes(slopes));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|c| c.unflatten_from(flat));
    }
}

/// An absent cotangent is a zero.
impl<C: Cotangent> Cotangent for Option<C> {
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        C::on_type(OnOption(on))
    }
    #[inline(always)]
    fn husk() -> Option<Self> {
        Some(None)
    }
    #[inline(always)]
    fn give_back(self, workspace: &mut Workspace) {
        if let Some(c) = self {
            c.give_back(workspace);
        }
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        self.as_ref().map(|c| c.copy_in(workspace))
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        match (self.as_mut(), other) {
            (_, None) => {}
            (Some(c), Some(other)) => c.accumulate(other),
            (None, Some(other)) => {
                *self = Some(duplicate(other));
            }
        }
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        self.iter_mut().for_each(|c| c.scale(alpha));
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.as_ref().map(C::zero_like)
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|c| c.flatten_into(out));
    }
    fn gather_slopes(&self, slopes: &mut Slopes) {
        self.iter().for_each(|c| c.gather_slopes(slopes));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|c| c.unflatten_from(flat));
    }
}

impl<C: Cotangent> Cotangent for Box<C> {
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        C::on_type(OnBox(on))
    }
    #[inline]
    fn give_back(self, workspace: &mut Workspace) {
        open_box(workspace, self).give_back(workspace);
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        let copy = (**self).copy_in(workspace);
        lend_box(workspace, copy)
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        (**self).accumulate(other);
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        (**self).scale(alpha);
    }
    #[inline]
    fn zero_like(&self) -> Self {
        Box::new((**self).zero_like())
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        (**self).flatten_into(out);
    }
    fn gather_slopes(&self, slopes: &mut Slopes) {
        (**self).gather_slopes(slopes);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        (**self).unflatten_from(flat);
    }
    fn boxed(&self) -> Option<&dyn AnyCotangent>
    where
        Self: 'static,
    {
        Some(&**self)
    }
    fn boxed_mut(&mut self) -> Option<&mut dyn AnyCotangent>
    where
        Self: 'static,
    {
        Some(&mut **self)
    }
    fn unboxed(self) -> Option<DynCotangent>
    where
        Self: 'static,
    {
        Some(DynCotangent::new(*self))
    }
}

/// Gives the memory of an array back.
#[inline]
pub(crate) fn give_back_elements<A: 'static, D: Dimension>(array: Array<A, D>, workspace: &mut Workspace) {
    workspace.take_back(array.into_raw_vec_and_offset().0);
}

impl<C: Cotangent + 'static, D: Dimension + 'static> Cotangent for Array<C, D> {
    fn numbers<A: 'static>(&mut self) -> Option<ArrayViewMutD<'_, A>> {
        let array: &mut dyn Any = self;
        array
            .downcast_mut::<Array<A, D>>()
            .map(|array| array.view_mut().into_dyn())
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        on.lasting()
    }
    #[inline]
    fn give_back(self, workspace: &mut Workspace) {
        give_back_elements(self, workspace);
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        let mut copy = workspace.lend(self.len());
        copy.extend(self.iter().cloned());
        Array::from_shape_vec(self.raw_dim(), copy).expect("there are as many as the shape says")
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        // ndarray would broadcast here, and so hide a wrong shape.
        assert_eq!(
            self.shape(),
            other.shape(),
            "a cotangent was added to one of another shape"
        );
        self.zip_mut_with(other, C::accumulate);
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        self.iter_mut().for_each(|c| c.scale(alpha));
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.map(C::zero_like)
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|c| c.flatten_into(out));
    }
    fn gather_slopes(&self, slopes: &mut Slopes) {
        self.iter().for_each(|c| c.gather_slopes(slopes));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|c| c.unflatten_from(flat));
    }
}

macro_rules! tuple_cotangent {
    ($($C:ident $i:tt),*) => {
        impl<$($C: Cotangent),*> Cotangent for ($($C,)*) {
            on_tuple!(OnPair: $($C)*);
            #[inline(always)]
            fn husk() -> Option<Self> {
                Some(($($C::husk()?,)*))
            }
            #[inline(always)]
            fn give_back(self, workspace: &mut Workspace) {
                $(self.$i.give_back(workspace);)*
            }
            #[inline]
            fn copy_in(&self, workspace: &mut Workspace) -> Self {
                ($(self.$i.copy_in(workspace),)*)
            }
            #[inline]
            fn accumulate(&mut self, other: &Self) {
                $(self.$i.accumulate(&other.$i);)*
            }
            #[inline]
            fn scale(&mut self, alpha: f64) {
                $(self.$i.scale(alpha);)*
            }
            #[inline]
            fn zero_like(&self) -> Self {
                ($(self.$i.zero_like(),)*)
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                $(self.$i.flatten_into(out);)*
            }
            fn gather_slopes(&self, slopes: &mut Slopes) {
                $(self.$i.gather_slopes(slopes);)*
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                $(self.$i.unflatten_from(flat);)*
            }
        }
    };
}

tuple_cotangent!(A 0);
tuple_cotangent!(A 0, B 1);
tuple_cotangent!(A 0, B 1, C 2);
tuple_cotangent!(A 0, B 1, C 2, D 3);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);

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
fn add_slices<C: Cotangent>(buffer: &mut [C], other: &[C]) {
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

/// Adds what flows into what is lent, of which `slope` is the slope of a number: nothing under a cotangent of exactly zero.
///
/// ```
/// let mut bar = [1.0, 2.0];
/// ad_runtime::add_slope(&mut bar, 0.5, [4.0, 6.0]);
/// ad_runtime::add_slope(&mut bar, 0.0, [f64::INFINITY, 0.0]);
/// assert_eq!(bar, [3.0, 5.0]);
/// ```
#[inline]
pub fn add_slope<S: Scalar, C: Cotangent>(bar: &mut C, seed: S, mut slope: C) {
    if seed != S::ZERO {
        slope.scale(seed.widened());
        bar.accumulate(&slope);
    }
}

/// A second cotangent like this one, of a type that need not be `Clone`.
///
/// ```
/// assert_eq!(ad_runtime::duplicate(&vec![1.0, 2.0]), [1.0, 2.0]);
/// ```
#[inline]
pub fn duplicate<C: Cotangent>(cotangent: &C) -> C {
    let mut duplicate = cotangent.zero_like();
    duplicate.accumulate(cotangent);
    duplicate
}

/// The sum of `items`, accumulated into `witness_zero`, which is a zero of their shape.
///
/// # Panics
/// If the shapes differ.
///
/// ```
/// assert_eq!(ad_runtime::total(0.0, &[1.0, 2.0, 3.0]), 6.0);
/// ```
#[inline]
pub fn total<'a, C: Cotangent + 'a>(witness_zero: C, items: impl IntoIterator<Item = &'a C>) -> C {
    let mut sum = witness_zero;
    for item in items {
        sum.accumulate(item);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Differentiable;
    use ndarray::{arr1, arr2};

    /// One of everything, nested.
    type Everything = (
        f64,
        f32,
        [Vec<f64>; 2],
        (),
        Option<[f64; 2]>,
        Option<f64>,
        Box<f64>,
        ndarray::Array2<f32>,
    );

    fn everything() -> Everything {
        (
            1.0,
            2.0,
            [vec![3.0], vec![4.0, 5.0]],
            (),
            Some([6.0, 7.0]),
            None,
            Box::new(8.0),
            arr2(&[[9.0, 10.0]]),
        )
    }

    fn flat(c: &impl Cotangent) -> Vec<f64> {
        let mut flat = Vec::new();
        Cotangent::flatten_into(c, &mut flat);
        flat
    }

    #[test]
    fn operations_are_those_of_flat_vectors() {
        let mut c = everything();
        let components: Vec<f64> = (1..=10).map(f64::from).collect();
        assert_eq!(flat(&c), components);
        assert_eq!(flat(&c.zero_like()), [0.0; 10]);
        c.scale(2.0);
        c.accumulate(&everything());
        assert_eq!(flat(&c), components.iter().map(|x| 3.0 * x).collect::<Vec<_>>());
        Cotangent::unflatten_from(&mut c, &mut components.iter().copied());
        assert_eq!(c, everything());
    }

    #[test]
    fn scaling_keeps_zeros() {
        let mut c = ([0.0, -2.0], 0.0_f32, arr1(&[0.0, 1.0]));
        c.scale(f64::INFINITY);
        assert_eq!(c, ([0.0, f64::NEG_INFINITY], 0.0, arr1(&[0.0, f64::INFINITY])));
    }

    #[test]
    fn an_absent_cotangent_is_a_zero() {
        let sum = |mut a: Option<f64>, b: Option<f64>| {
            a.accumulate(&b);
            a
        };
        assert_eq!(sum(None, None), None);
        assert_eq!(sum(Some(1.0), None), Some(1.0));
        assert_eq!(sum(None, Some(2.0)), Some(2.0));
        assert_eq!(sum(Some(1.0), Some(2.0)), Some(3.0));
    }

    #[test]
    fn buffers_absorb_lists_however_they_are_held() {
        let (mut array, mut vec) = ([1.0, 2.0], vec![1.0, 2.0]);
        accumulate(&mut array, &vec![0.5, 0.5]);
        accumulate(&mut array, &[0.5, 0.5]);
        accumulate(&mut array[..], &[0.5, 0.5]);
        accumulate(&mut array[..], &vec![0.5, 0.5]);
        assert_eq!(array, [3.0, 4.0]);
        accumulate(&mut vec, &[0.5, 0.5]);
        accumulate(&mut vec, &vec![0.5, 0.5]);
        assert_eq!(vec, [2.0, 3.0]);
        let mut scalar = 1.0_f32;
        accumulate(&mut scalar, &2.0);
        assert_eq!(scalar, 3.0);
    }

    #[test]
    fn totals_start_from_the_zero_of_the_right_shape() {
        assert_eq!(total([0.0; 2], &[[1.0, 2.0], [3.0, 4.0]]), [4.0, 6.0]);
        let none: [Vec<f64>; 0] = [];
        assert_eq!(total(vec![1.0, 2.0].zero_cotangent(), &none), [0.0, 0.0]);
    }

    #[test]
    #[should_panic(expected = "left: 2\n right: 3")]
    fn different_lengths_panic_with_both() {
        vec![1.0, 2.0].accumulate(&vec![1.0, 2.0, 3.0]);
    }

    #[test]
    #[should_panic(expected = "left: [2, 1]\n right: [1, 1]")]
    fn arrays_are_not_broadcast() {
        arr2(&[[1.0], [2.0]]).accumulate(&arr2(&[[1.0]]));
    }

    #[test]
    #[should_panic(expected = "too few components")]
    fn a_flat_vector_must_be_long_enough() {
        Cotangent::unflatten_from(&mut [0.0; 3], &mut [1.0, 2.0].into_iter());
    }
}
