//! `T::from(x)` of types of other crates, and of those whose impl of `From` is marked.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::Differentiable;
use crate::inactive::Inactive;
use crate::workspace::Workspace;

/// What a value of one type is made of another by `from`. `#[differentiable]` on an impl of `From` implements it.
///
/// ```
/// use ad_runtime::{FromValue, Workspace};
///
/// fn made<V: ad_runtime::Differentiable, T: FromValue<V>>(value: V, seed: T::Cotangent) -> (T, V::Cotangent) {
///     let mut ws = Workspace::new();
///     let (made, pullback) = T::from_differentiable(value, &mut ws);
///     (made, pullback(&mut ws, seed, ()).0)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the conversion of `{V}` to `{Self}` has no derivative",
    note = "mark the impl of `From` with `#[differentiable]`"
)]
pub trait FromValue<V: Differentiable>: Differentiable + Sized {
    /// `from`.
    fn from_differentiable(
        value: V,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, ()) -> (V::Cotangent,) + use<Self, V>,
    );
}

/// What a value of one type is made of another by `try_from`. `#[differentiable]` on an impl of `TryFrom` implements it.
///
/// ```
/// use ad_runtime::{Differentiable, TryFromValue, Workspace};
///
/// fn made<V: Differentiable, T: TryFromValue<V>>(value: V, seed: T::Cotangent) -> (Option<T>, V::Cotangent) {
///     let mut ws = Workspace::new();
///     let (made, pullback) = T::try_from_differentiable(value, &mut ws);
///     (made.ok(), pullback(&mut ws, Some(seed), ()).0)
/// }
/// assert_eq!(made::<i64, u8>(300, ()), (None, ()));
/// ```
#[diagnostic::on_unimplemented(
    message = "the conversion of `{V}` to `{Self}`, which may fail, has no derivative",
    note = "mark the impl of `TryFrom` with `#[differentiable]`"
)]
pub trait TryFromValue<V: Differentiable>: Differentiable + TryFrom<V> {
    /// `try_from`.
    fn try_from_differentiable(
        value: V,
        ws: &mut Workspace,
    ) -> (
        Result<Self, Self::Error>,
        impl FnOnce(&mut Workspace, Option<Self::Cotangent>, ()) -> (V::Cotangent,) + use<Self, V>,
    );
}

/// Between counts: nothing flows.
impl<V, C> TryFromValue<V> for C
where
    V: Inactive + Differentiable<Cotangent = ()>,
    C: Inactive + Differentiable<Cotangent = ()> + TryFrom<V>,
{
    #[inline]
    fn try_from_differentiable(
        value: V,
        _: &mut Workspace,
    ) -> (
        Result<C, C::Error>,
        impl FnOnce(&mut Workspace, Option<()>, ()) -> ((),) + use<V, C>,
    ) {
        (C::try_from(value), |_: &mut Workspace, _: Option<()>, ()| ((),))
    }
}

/// A list as long as the array.
macro_rules! array_of_list {
    ($($float:ty)*) => {$(
        impl<const N: usize> TryFromValue<Vec<$float>> for [$float; N] {
            #[inline]
            fn try_from_differentiable(
                value: Vec<$float>,
                _: &mut Workspace,
            ) -> (
                Result<Self, Self::Error>,
                impl FnOnce(&mut Workspace, Option<[$float; N]>, ()) -> (Vec<$float>,) + use<N>,
            ) {
                let count = value.len();
                let pullback = move |_: &mut Workspace, seed: Option<[$float; N]>, ()| {
                    (seed.map_or_else(|| vec![0.0; count], Vec::from),)
                };
                (value.try_into(), pullback)
            }
        }
    )*};
}

array_of_list! { f32 f64 }

/// What no value is, so that a type that is made of nothing but itself is not taken for what a call of `from` with an unknown value means.
pub enum NoSource {}

crate::inactive::rigid!([] NoSource);

impl NoSource {
    /// What it would be made into.
    #[allow(unreachable_code)]
    pub fn made<C, B>(self) -> (C, impl FnOnce(&mut Workspace, B, ()) -> ((),) + use<C, B>) {
        (match self {}, |_: &mut Workspace, _: B, ()| ((),))
    }
}

/// A value of which one of type `C` is made by `into`, as a function asks of `at: impl Into<Point>`: by a `From` that is marked, or it is
/// a `C` itself.
///
/// ```
/// fn asked(_: impl ad_runtime::IntoValue<Vec<f64>>) {}
/// asked(vec![0.5]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the conversion of `{Self}` to `{C}` has no derivative",
    note = "mark the impl of `From` with `#[differentiable]`, or the parameter with `#[no_diff]`"
)]
pub trait IntoValue<C: Differentiable>: Differentiable + Clone {
    /// `into`.
    fn into_value(
        self,
        ws: &mut Workspace,
    ) -> (
        C,
        impl FnOnce(&mut Workspace, C::Cotangent, ()) -> (Self::Cotangent,) + use<Self, C>,
    );
}

impl<V: Differentiable + Clone, C: FromValue<V>> IntoValue<C> for V {
    #[inline]
    fn into_value(
        self,
        ws: &mut Workspace,
    ) -> (
        C,
        impl FnOnce(&mut Workspace, C::Cotangent, ()) -> (V::Cotangent,) + use<V, C>,
    ) {
        C::from_differentiable(self, ws)
    }
}

impl<T: Differentiable> FromValue<Vec<T>> for Vec<T> {
    #[inline]
    fn from_differentiable(
        value: Vec<T>,
        _: &mut Workspace,
    ) -> (
        Vec<T>,
        impl FnOnce(&mut Workspace, Vec<T::Cotangent>, ()) -> (Vec<T::Cotangent>,) + use<T>,
    ) {
        (value, |_: &mut Workspace, seed: Vec<T::Cotangent>, ()| (seed,))
    }
}

/// `value.into()`; see [`IntoValue`].
///
/// ```
/// let list: Vec<f64> = ad_runtime::into_value([0.5]);
/// assert_eq!(list, [0.5]);
/// ```
#[inline(always)]
pub fn into_value<V: Into<C>, C>(value: V) -> C {
    value.into()
}

/// `value.try_into()`; see [`TryFromValue`].
///
/// ```
/// let count: Result<u8, _> = ad_runtime::try_into_value(300);
/// assert!(count.is_err());
/// ```
#[inline(always)]
pub fn try_into_value<V: TryInto<C>, C>(value: V) -> Result<C, V::Error> {
    value.try_into()
}
