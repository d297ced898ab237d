//! What a pullback is handed for an argument of which the caller cannot see whether it is a reference: `f(x, TABLE)`, where
//! `TABLE` may be a number or a `&'static [f64]`.

use crate::cotangent::Cotangent;
use crate::inactive::NoDiffParameter;
use ndarray::{ArrayRef, ArrayView, Dimension};
use std::marker::PhantomData;

/// What a pullback is handed for a parameter: `()` for one by value; for one by reference the argument again, and where its
/// cotangent is added.
///
/// ```
/// fn is_slot<S: ad_runtime::Slot>() {}
/// is_slot::<()>();
/// is_slot::<(&[f64], Option<&mut [f64]>)>();
/// ```
#[diagnostic::on_unimplemented(message = "an argument without derivative is passed where `{Self}` is to be written")]
pub trait Slot {
    /// What the forward sweep keeps of the argument.
    type Kept;
    /// The slot of an argument whose derivative nobody wants.
    fn again(kept: Self::Kept) -> Self;
}

impl Slot for () {
    type Kept = ();
    #[inline(always)]
    fn again((): ()) {}
}

impl<'a, T: ?Sized + 'static, C: ?Sized> Slot for (&'a T, Option<&'a mut C>) {
    type Kept = &'static T;
    #[inline(always)]
    fn again(kept: &'static T) -> Self {
        (kept, None)
    }
}

impl<'a, T: ?Sized + 'static, C: ?Sized> Slot for (Option<&'a T>, Option<&'a mut C>) {
    type Kept = Option<&'static T>;
    #[inline(always)]
    fn again(kept: Option<&'static T>) -> Self {
        (kept, None)
    }
}

/// The slot of the argument `None`: of an option of a value, or of one of a reference.
///
/// ```
/// fn is_absent<S: ad_runtime::Absent>() {}
/// is_absent::<()>();
/// is_absent::<(Option<&[f64]>, Option<&mut [f64]>)>();
/// ```
#[diagnostic::on_unimplemented(message = "`None` is passed where `{Self}` is to be handed again")]
pub trait Absent {
    /// What is handed again of it.
    fn absent() -> Self;
}

impl Absent for () {
    #[inline(always)]
    fn absent() {}
}

impl<R, B> Absent for (Option<R>, Option<B>) {
    #[inline(always)]
    fn absent() -> Self {
        (None, None)
    }
}

/// A value of which `K` can be kept until the pullback runs: nothing, or the reference that it is.
///
/// ```
/// use ad_runtime::Keep;
///
/// const TABLE: &[f64] = &[1.0, 2.0];
/// let kept: &'static [f64] = Keep::keep(&TABLE);
/// assert_eq!(kept, TABLE);
/// ```
#[diagnostic::on_unimplemented(message = "the call takes `{K}`, which `{Self}` is not")]
pub trait Keep<K> {
    /// What is kept.
    fn keep(&self) -> K;
}

impl<T: ?Sized> Keep<()> for T {
    #[inline(always)]
    fn keep(&self) {}
}

impl<T: ?Sized> Keep<&'static T> for &'static T {
    #[inline(always)]
    fn keep(&self) -> &'static T {
        self
    }
}

impl<T, const N: usize> Keep<&'static [T]> for &'static [T; N] {
    #[inline(always)]
    fn keep(&self) -> &'static [T] {
        *self
    }
}

impl<T> Keep<&'static [T]> for &'static Vec<T> {
    #[inline(always)]
    fn keep(&self) -> &'static [T] {
        self
    }
}

impl<T: ?Sized> Keep<Option<&'static T>> for Option<&'static T> {
    #[inline(always)]
    fn keep(&self) -> Option<&'static T> {
        *self
    }
}

/// Keeps of a value what the pullback of the function that it is passed to asks for; see [`again`].
///
/// ```
/// let kept: () = ad_runtime::keep(&2.0);
/// let kept: &'static str = ad_runtime::keep(&"text");
/// ```
#[inline(always)]
pub fn keep<T: Keep<K> + ?Sized, K>(value: &T) -> K {
    value.keep()
}

/// The slot of an argument without derivative, from what was kept of it.
///
/// ```
/// let slot: (&[f64], Option<&mut [f64]>) = ad_runtime::again(&[1.0, 2.0] as &[f64]);
/// assert_eq!(slot.0, [1.0, 2.0]);
/// ```
#[inline(always)]
pub fn again<S: Slot>(kept: S::Kept) -> S {
    S::again(kept)
}

/// The slot of the argument `None`.
///
/// ```
/// let slot: (Option<&[f64]>, Option<&mut [f64]>) = ad_runtime::absent();
/// assert_eq!(slot, (None, None));
/// ```
#[inline(always)]
pub fn absent<S: Absent>() -> S {
    S::absent()
}

/// The slot of an argument that is a field of what holds references, by the field's type `V`, a number or a reference, and by `K`,
/// how it is passed.
///
/// ```
/// use ad_runtime::{Copied, FieldSlot, LentField};
///
/// fn is_slot<'s, S: FieldSlot<'s, V, K>, V, K: ad_runtime::FieldKind>() {}
/// is_slot::<(), f64, Copied<f64>>();
/// is_slot::<(&[f64], Option<&mut [f64]>), &Vec<f64>, LentField<[f64]>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of type `{V}` is passed where `{Self}` is to be handed again",
    note = "bind what the field refers to to a name with its type by `let`, and pass that"
)]
pub trait FieldSlot<'s, V, K: FieldKind>: Sized {
    /// The slot.
    fn of(value: &'s V, bar: Option<&'s mut K::Buffer>) -> Self;
}

impl<'s, V, B> FieldSlot<'s, V, Copied<B>> for () {
    #[inline(always)]
    fn of(_: &'s V, _: Option<&'s mut B>) {}
}

impl<'s, V: Reaches<T>, T: ?Sized, B: ?Sized> FieldSlot<'s, V, LentField<B>> for (&'s T, Option<&'s mut B>) {
    #[inline(always)]
    fn of(value: &'s V, bar: Option<&'s mut B>) -> Self {
        (value.reached(), bar)
    }
}

/// A reference that can be passed as a `&T`.
///
/// ```
/// use ad_runtime::Reaches;
///
/// let list = &vec![1.0, 2.0];
/// let slice: &[f64] = list.reached();
/// assert_eq!(slice, [1.0, 2.0]);
/// ```
pub trait Reaches<T: ?Sized> {
    /// The `&T`.
    fn reached(&self) -> &T;
}

impl<T: ?Sized> Reaches<T> for &T {
    #[inline(always)]
    fn reached(&self) -> &T {
        self
    }
}

impl<T> Reaches<[T]> for &Vec<T> {
    #[inline(always)]
    fn reached(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> Reaches<[T]> for &[T; N] {
    #[inline(always)]
    fn reached(&self) -> &[T] {
        *self
    }
}

impl<T: ?Sized> Reaches<T> for T {
    #[inline(always)]
    fn reached(&self) -> &T {
        self
    }
}

impl<T> Reaches<[T]> for Vec<T> {
    #[inline(always)]
    fn reached(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> Reaches<[T]> for [T; N] {
    #[inline(always)]
    fn reached(&self) -> &[T] {
        self
    }
}

impl<A, D: Dimension> Reaches<ArrayRef<A, D>> for ArrayView<'_, A, D> {
    #[inline(always)]
    fn reached(&self) -> &ArrayRef<A, D> {
        self
    }
}

/// A value as a function takes it that only rustc knows: by reference or by value.
///
/// ```
/// let zeros = vec![0.0, 0.0];
/// let slice: &[f64] = ad_runtime::as_taken(&zeros);
/// let list: Vec<f64> = ad_runtime::as_taken(&zeros);
/// assert_eq!(slice, list);
/// ```
#[inline(always)]
pub fn as_taken<'s, V: TakenAs<'s, P>, P>(value: &'s V) -> P {
    value.as_taken()
}

/// See [`as_taken`].
#[diagnostic::on_unimplemented(message = "the call takes `{P}`, which a tangent of type `{Self}` is not")]
pub trait TakenAs<'s, P> {
    /// A reference to the value, or a copy.
    fn as_taken(&'s self) -> P;
}

impl<V: Clone> TakenAs<'_, V> for V {
    #[inline(always)]
    fn as_taken(&self) -> V {
        self.clone()
    }
}

impl<'s, T> TakenAs<'s, &'s T> for T {
    #[inline(always)]
    fn as_taken(&'s self) -> &'s T {
        self
    }
}

impl<'s, T> TakenAs<'s, &'s [T]> for Vec<T> {
    #[inline(always)]
    fn as_taken(&'s self) -> &'s [T] {
        self
    }
}

/// A field of what holds references, about to be handed to a sweep; see [`HandedAsItIs`].
#[derive(Clone, Copy, Debug)]
pub struct HandedField<'s, V>(&'s V);

/// A field of what holds references, about to be handed to a sweep; see [`HandedAsItIs`].
#[inline(always)]
pub fn handed_field<V>(field: &V) -> HandedField<'_, V> {
    HandedField(field)
}

impl<'s, A, D: Dimension> HandedField<'s, ArrayView<'_, A, D>> {
    /// What sweeps take in a view's place. It is found before that of [`HandedAsItIs`].
    #[inline(always)]
    pub fn handed(self) -> &'s ArrayRef<A, D> {
        self.0
    }
}

/// A field that is no view is handed as it is, a number or a reference.
///
/// ```
/// use ad_runtime::{HandedAsItIs as _, handed_field};
/// use ndarray::{ArrayRef1, aview1};
///
/// let (rate, values) = (2.0, aview1(&[1.0, 2.0]));
/// let array: &ArrayRef1<f64> = handed_field(&values).handed();
/// assert_eq!((handed_field(&rate).handed(), array.len()), (2.0, 2));
/// ```
pub trait HandedAsItIs {
    /// The field's type.
    type Field;
    /// A copy of the field.
    fn handed(self) -> Self::Field;
}

impl<V: Copy> HandedAsItIs for HandedField<'_, V> {
    type Field = V;
    #[inline(always)]
    fn handed(self) -> V {
        *self.0
    }
}

/// A field of what holds references, for which another value is put; see [`StaysNot`].
#[derive(Debug)]
pub struct Exchanged<V>(PhantomData<V>);

/// A field of what holds references, for which another value is put; see [`StaysNot`].
#[inline(always)]
pub fn exchanged<V>(_: &V) -> Exchanged<V> {
    Exchanged(PhantomData)
}

/// A mutable reference in a field of a struct, which stays there: what it points to is known to who made the struct.
#[derive(Debug)]
pub struct MutableReferenceStays;

impl<T: ?Sized> Exchanged<&mut T> {
    /// Says that it stays. It is found before that of [`StaysNot`].
    #[inline(always)]
    pub fn may_go(self) -> MutableReferenceStays {
        MutableReferenceStays
    }
}

/// A field that is no mutable reference may have another value.
///
/// ```
/// use ad_runtime::{StaysNot as _, exchanged};
///
/// let () = exchanged(&vec![1.0]).may_go();
/// ```
pub trait StaysNot: Sized {
    /// Says so.
    #[inline(always)]
    fn may_go(self) {}
}

impl<V> StaysNot for Exchanged<V> {}

/// A field that is passed by value, with a cotangent of type `B`; see [`Field`].
pub struct Copied<B>(PhantomData<B>);

/// A field that is a reference, with a cotangent that is lent as a `B`; see [`Field`].
pub struct LentField<B: ?Sized>(PhantomData<B>);

/// How a field is passed; see [`Field`].
pub trait FieldKind {
    /// What its cotangent is added to.
    type Buffer: ?Sized;
}

impl<B> FieldKind for Copied<B> {
    type Buffer = B;
}

impl<B: ?Sized> FieldKind for LentField<B> {
    type Buffer = B;
}

/// What the pullback returns for a field: its cotangent if it was passed by value, and nothing if it has been added.
#[diagnostic::on_unimplemented(
    message = "the derivative of a field would be lost here",
    note = "the parameter is marked `#[no_diff]`: write `no_diff(..)` around the field if that is what you want"
)]
pub trait FieldReturned<D>: FieldKind {
    /// Adds it.
    fn back(returned: D, bar: Option<&mut Self::Buffer>);
}

impl<B: Cotangent> FieldReturned<B> for Copied<B> {
    #[inline(always)]
    fn back(returned: B, bar: Option<&mut B>) {
        if let Some(bar) = bar {
            bar.accumulate(&returned);
        }
    }
}

/// Of a field without derivative; that of another one cannot be lent as this.
impl FieldReturned<NoDiffParameter> for Copied<NoDiffParameter> {
    #[inline(always)]
    fn back(_: NoDiffParameter, _: Option<&mut NoDiffParameter>) {}
}

impl<B: ?Sized> FieldReturned<()> for LentField<B> {
    #[inline(always)]
    fn back((): (), _: Option<&mut B>) {}
}

/// A field that is passed by value or by reference, which the pullback of what it is passed to says.
///
/// ```
/// let (x, mut x_bar) = (2.0, 0.5);
/// let field = ad_runtime::field();
/// let pullback = |seed: f64, (): ()| (3.0 * seed,);
/// let (bar,) = pullback(1.0, field.slot(&x, Some(&mut x_bar)));
/// field.back(bar, Some(&mut x_bar));
/// assert_eq!(x_bar, 3.5);
///
/// let (list, mut list_bar) = (&[1.0, 2.0][..], [0.0, 0.0]);
/// let field = ad_runtime::field();
/// let pullback = |seed: f64, (_, bar): (&[f64], Option<&mut [f64]>)| (bar.unwrap()[1] += seed,);
/// let (returned,) = pullback(1.0, field.slot(&list, Some(&mut list_bar[..])));
/// field.back(returned, Some(&mut list_bar[..]));
/// assert_eq!(list_bar, [0.0, 1.0]);
/// ```
///
/// A field that carries a derivative does not fit a parameter that is marked `#[no_diff]`.
///
/// ```compile_fail
/// let (x, mut x_bar) = (2.0, 0.5);
/// let field = ad_runtime::field();
/// let pullback = |_: f64, (): ()| (ad_runtime::NoDiffParameter,);
/// let (bar,) = pullback(1.0, field.slot(&x, Some(&mut x_bar)));
/// field.back(bar, Some(&mut x_bar));
/// ```
pub struct Field<K>(PhantomData<K>);

/// A field that is about to be passed; see [`Field`].
#[inline(always)]
pub fn field<K>() -> Field<K> {
    Field(PhantomData)
}

impl<K: FieldKind> Field<K> {
    /// What the pullback is handed for it.
    #[inline(always)]
    pub fn slot<'s, S: FieldSlot<'s, V, K>, V>(&self, value: &'s V, bar: Option<&'s mut K::Buffer>) -> S {
        S::of(value, bar)
    }

    /// Adds what the pullback returned for it to its cotangent.
    #[inline(always)]
    pub fn back<D>(&self, returned: D, bar: Option<&mut K::Buffer>)
    where
        K: FieldReturned<D>,
    {
        K::back(returned, bar);
    }
}

/// The slot of a field whose derivative nobody wants.
///
/// ```
/// fn is_slot<'s, S: ad_runtime::FieldAgain<'s, V>, V>() {}
/// is_slot::<(), f64>();
/// is_slot::<(&[f64], Option<&mut [f64]>), &Vec<f64>>();
/// ```
pub trait FieldAgain<'s, V> {
    /// The slot.
    fn of_nothing(value: &'s V) -> Self;
}

impl<'s, V> FieldAgain<'s, V> for () {
    #[inline(always)]
    fn of_nothing(_: &'s V) {}
}

impl<'s, V: Reaches<T>, T: ?Sized, B: ?Sized> FieldAgain<'s, V> for (&'s T, Option<&'s mut B>) {
    #[inline(always)]
    fn of_nothing(value: &'s V) -> Self {
        (value.reached(), None)
    }
}

/// What a pullback is handed for a field whose derivative nobody wants.
///
/// ```
/// let () = ad_runtime::field_again(&2.0);
/// let x = &[1.0, 2.0][..];
/// let slot: (&[f64], Option<&mut [f64]>) = ad_runtime::field_again(&x);
/// assert_eq!(slot, (x, None));
/// ```
#[inline(always)]
pub fn field_again<'s, S: FieldAgain<'s, V>, V>(value: &'s V) -> S {
    S::of_nothing(value)
}
