//! Values without a derivative.

use crate::lasting::OnType;
use crate::scalar::Scalar;
use crate::workspace::{Workspace, end_values, lend_values};
use std::ops::{Range, RangeInclusive};

/// A value that carries no derivative: an integer, a boolean, text, or a container of these.
///
/// Wherever the compiler takes for granted that nothing flows through a value, it emits this bound, so that a wrong guess is
/// an error and no silent zero.
///
/// ```
/// fn takes_no_derivative(_: impl ad_runtime::Inactive) {}
/// takes_no_derivative((0..3, "text", [true, false]));
/// ```
///
/// ```compile_fail
/// fn takes_no_derivative(_: impl ad_runtime::Inactive) {}
/// takes_no_derivative(vec![1.0_f64]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `{Self}` would be lost here",
    note = "write `no_diff(..)` around it if that is what you want"
)]
pub trait Inactive {}

/// What is cast to a type without losing more than steps: an integer, or a float of what carries no derivative.
#[diagnostic::on_unimplemented(
    message = "the derivative of `{S}` is lost in this cast to `{Self}`",
    note = "the option `no_diff(as)` takes casts to integers for constant: let a float keep its type"
)]
pub trait ConstantCast<S> {}

/// The cast of a value, to a type of which only rustc knows whether it is an integer.
///
/// ```
/// assert_eq!(ad_runtime::constant_cast(2.7, |value| value as i64), 2);
/// assert_eq!(ad_runtime::constant_cast(2_u8, |value| value as f64), 2.0);
/// ```
///
/// ```compile_fail
/// ad_runtime::constant_cast(2.7_f32, |value| value as f64);
/// ```
#[inline(always)]
pub fn constant_cast<S, T: ConstantCast<S>>(value: S, cast: impl FnOnce(S) -> T) -> T {
    cast(value)
}

/// What is cast to an integer: of numbers and enums without fields, nothing else can be, floats alone have a derivative to lose.
///
/// ```
/// use ad_runtime::{CastNumber, CastOther as _};
///
/// enum Kind { Plain, Double }
/// assert_eq!((CastNumber(&Kind::Double).kind().cast(Kind::Double) as usize, Kind::Plain as usize), (1, 0));
/// ```
///
/// ```compile_fail
/// let k = ad_runtime::CastNumber(&1.5_f64).kind().cast(1.5_f64) as usize;
/// ```
#[derive(Debug)]
pub struct CastNumber<'n, T>(pub &'n T);

impl<T: Primitive> CastNumber<'_, T> {
    /// A float is proved to carry no derivative. It is found before that of [`CastOther`], and where the type is not known yet.
    #[inline(always)]
    pub fn kind(self) -> CastOfFloat {
        CastOfFloat
    }
}

/// What is cast to an integer and is no enum: floats and integers.
pub trait Primitive {}

impl<T: Scalar> Primitive for T {}

macro_rules! primitive {
    ($($ty:ident)*) => {$(impl Primitive for $ty {})*};
}

primitive!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char bool);

/// What is no number.
pub trait CastOther: Sized {
    /// Nothing is to be proved of it.
    #[inline(always)]
    fn kind(self) -> CastOfOther {
        CastOfOther
    }
}

impl<T> CastOther for CastNumber<'_, T> {}

/// Takes a number.
#[derive(Debug)]
pub struct CastOfFloat;

/// Takes anything else.
#[derive(Debug)]
pub struct CastOfOther;

impl CastOfFloat {
    /// What is cast.
    #[inline(always)]
    pub fn cast<T: Inactive>(self, number: T) -> T {
        number
    }
}

impl CastOfOther {
    /// What is cast.
    #[inline(always)]
    pub fn cast<T>(self, number: T) -> T {
        number
    }
}

macro_rules! constant_cast {
    ($($integer:ident)*) => {$(impl<S> ConstantCast<S> for $integer {})*};
}

constant_cast!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char);

impl<S: Inactive> ConstantCast<S> for f32 {}
impl<S: Inactive> ConstantCast<S> for f64 {}

/// What a macro stands for that is given no variable.
#[derive(Debug)]
pub struct Constant<T>(pub T);

/// The value of a macro whose meaning is not seen. As a function without captures it reads and writes no variable of the function
/// around it; as one that returns a [`Constant`] it cannot return from that in its stead.
///
/// ```
/// use ad_runtime::{Constant, constant};
///
/// assert_eq!(constant(|| Constant(concat!("a", "b"))), "ab");
/// ```
///
/// ```compile_fail
/// use ad_runtime::{Constant, constant};
///
/// let x = 2.0;
/// constant(|| Constant(x));
/// ```
#[inline(always)]
pub fn constant<T>(value: fn() -> Constant<T>) -> T {
    value().0
}

/// Types whose values never carry a derivative: they are `Inactive`, and their cotangent is empty. `[T] Aux<T>` is one with
/// parameters.
macro_rules! rigid {
    ([$($generics:tt)*] $rigid:ty $(, $copied:path)?) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> $crate::inactive::Inactive for $rigid {}

        impl<$($generics)*> $crate::differentiable::Differentiable for $rigid {
            type Cotangent = ();
            type Shape = ();
            $($copied!();)?
            #[inline(always)]
            fn coarseness(&self) -> f64 {
                0.0
            }
            #[inline(always)]
            fn cotangent_shape(&self) {}
            #[inline(always)]
            fn husk_shape() -> Option<()> {
                Some(())
            }
            #[inline(always)]
            fn zero_of((): &()) {}
            #[inline(always)]
            fn add_scaled(&mut self, _: f64, (): &()) {}
            #[inline(always)]
            fn flatten_into(&self, _: &mut Vec<f64>) {}
            #[inline(always)]
            fn unflatten_from(&mut self, _: &mut dyn Iterator<Item = f64>) {}
        }
    };
    ($($rigid:ty),*) => {
        $($crate::inactive::rigid!([] $rigid);)*
    };
}

pub(crate) use rigid;

macro_rules! plain {
    ($($plain:ty),*) => {
        $(rigid!([] $plain, $crate::differentiable::lasting);)*
    };
}

plain!(
    u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char
);

plain!(
    std::cmp::Ordering,
    std::num::NonZeroU8,
    std::num::NonZeroU16,
    std::num::NonZeroU32,
    std::num::NonZeroU64,
    std::num::NonZeroU128,
    std::num::NonZeroUsize,
    std::num::NonZeroI8,
    std::num::NonZeroI16,
    std::num::NonZeroI32,
    std::num::NonZeroI64,
    std::num::NonZeroI128,
    std::num::NonZeroIsize,
    std::time::Duration,
    ndarray::Axis,
    ndarray::Slice,
    ()
);

rigid!(str, std::convert::Infallible, ndarray::IxDyn);

/// A text is copied into memory of the workspace.
macro_rules! text {
    () => {
        #[inline]
        fn memory(&self) -> Option<usize> {
            Some(self.capacity())
        }
        #[inline]
        fn refill(&mut self, from: &Self) -> bool {
            self.clone_from(from);
            true
        }
        #[inline]
        fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
            // Without a letter in it, there is nothing to look through.
            let mut copy = String::from_utf8(lend_values(self.len(), workspace)).ok()?;
            copy.push_str(self);
            Some(copy)
        }
        #[inline]
        fn give_up(&mut self, workspace: &mut Workspace) {
            end_values(std::mem::take(self).into_bytes(), workspace);
        }
        #[inline(always)]
        fn on_type<On: OnType<Self>>(on: On) -> On::Out {
            on.lasting()
        }
    };
}

rigid!([] String, text);

#[diagnostic::do_not_recommend]
impl<T: ?Sized> Inactive for std::marker::PhantomData<T> {}
#[diagnostic::do_not_recommend]
impl<T: Inactive> Inactive for [T] {}
#[diagnostic::do_not_recommend]
impl<T: Inactive, const N: usize> Inactive for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T: Inactive> Inactive for Vec<T> {}
#[diagnostic::do_not_recommend]
impl<T: Inactive> Inactive for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: Inactive, E: Inactive> Inactive for Result<T, E> {}
#[diagnostic::do_not_recommend]
impl<T: Inactive + ?Sized> Inactive for &T {}
rigid!([const N: usize] ndarray::Dim<[usize; N]>);
rigid!([T: Inactive] Range<T>);
rigid!([T: Inactive] RangeInclusive<T>);

macro_rules! inactive_tuple {
    ($($T:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($T: Inactive),*> Inactive for ($($T,)*) {}
    };
}

inactive_tuple!(A);
inactive_tuple!(A B);
inactive_tuple!(A B C);
inactive_tuple!(A B C D);
inactive_tuple!(A B C D E);
inactive_tuple!(A B C D E F);
inactive_tuple!(A B C D E F G);
inactive_tuple!(A B C D E F G H);
inactive_tuple!(A B C D E F G H I);
inactive_tuple!(A B C D E F G H I J);
inactive_tuple!(A B C D E F G H I J K);
inactive_tuple!(A B C D E F G H I J K L);

/// What a float that carries a derivative is cast to, by another name: a float.
#[diagnostic::on_unimplemented(
    message = "the derivative is lost in the cast to `{Self}`",
    label = "this is no float",
    note = "write `no_diff(..) as {Self}` if that is what you want"
)]
pub trait CastKeepsDerivative {}

#[diagnostic::do_not_recommend]
impl<S: crate::Scalar> CastKeepsDerivative for S {}

/// Proves that a cast to the type of `_` keeps the derivative.
///
/// ```
/// ad_runtime::keeps_derivative(1.5_f32);
/// ```
///
/// ```compile_fail
/// ad_runtime::keeps_derivative(3_usize);
/// ```
#[inline(always)]
pub fn keeps_derivative<T: CastKeepsDerivative>(_: T) {}

/// What stands for the cotangent of a parameter marked `#[no_diff]`. An argument that carries a derivative does not fit it.
#[derive(Clone, Copy, Debug)]
pub struct NoDiffParameter;

/// Proves when it is compiled that `value` carries no derivative, and does nothing when it runs.
///
/// ```
/// ad_runtime::inactive(&3_usize);
/// ```
///
/// ```compile_fail
/// ad_runtime::inactive(&3.0);
/// ```
#[inline(always)]
pub fn inactive<T: Inactive + ?Sized>(_value: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_without_floats_are_inactive() {
        inactive(&3);
        inactive("text");
        inactive(&[1, 2][..]);
        inactive(&(0..10));
        inactive(&(b'a'..=b'z'));
        inactive(&vec![Some((true, 'c', String::new()))]);
        inactive(&&[(1_u8, "text")]);
        inactive(&());
    }
}
