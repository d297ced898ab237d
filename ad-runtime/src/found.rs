//! Whether the method whose derivative is taken is the one that the function calls.
//!
//! The function calls `v.norm()`, and its derivative `v.norm_differentiable_push(ws)`; rustc looks for each by its name. A method
//! `norm` without a twin may come first: one of a trait for `Box<V>`, where the marked one is of `V`, or one that takes `V` by value.
//! So beside the twin of each method stands a function that says for which type it is, an [`At`], and [`as_written!`](crate::as_written)
//! puts a method of the same name on every type where rustc looks before it comes there. That this one is found is what is checked.

use crate::called::AsMany;
use std::marker::PhantomData;
use std::ops::Deref;

/// The type whose method has a twin, and how the method takes it: [`ByRef`], [`ByMut`] or [`ByMove`].
///
/// ```
/// use ad_runtime::{At, ByRef, at};
///
/// let found: At<f64, ByRef> = at();
/// assert!(found.value().is_none() && found.shared().is_none());
/// ```
#[derive(Debug)]
#[allow(clippy::type_complexity)] // It is one tuple of what the type speaks of.
pub struct At<S: ?Sized, K>(PhantomData<(K, fn(&S))>);

/// Says whose method has a twin.
///
/// ```
/// let found: ad_runtime::At<f64, ad_runtime::ByMut> = ad_runtime::at();
/// assert!(found.value().is_none());
/// ```
#[inline(always)]
pub fn at<S: ?Sized, K>() -> At<S, K> {
    At(PhantomData)
}

impl<S: ?Sized, K> At<S, K> {
    /// How many arguments the call gives: rustc says what is wrong with that.
    #[inline(always)]
    pub fn given<const GIVEN: usize>(self, _: [(); GIVEN]) -> AsMany<0, 0, Self> {
        AsMany(self)
    }
}

/// What is found under a method's name, and how many arguments the method takes.
///
/// ```
/// use ad_runtime::{At, ByRef, Takes, at};
///
/// let found: Takes<At<f64, ByRef>, 2> = Takes(at());
/// let _: At<f64, ByRef> = found.given([(); 2]).found();
/// ```
#[derive(Debug)]
pub struct Takes<A, const TAKEN: usize>(pub A);

impl<A, const TAKEN: usize> Takes<A, TAKEN> {
    /// How many arguments the call gives.
    #[inline(always)]
    pub fn given<const GIVEN: usize>(self, _: [(); GIVEN]) -> AsMany<GIVEN, TAKEN, A> {
        AsMany(self.0)
    }
}

/// Stands for the implementor behind a trait object.
#[derive(Debug)]
pub struct AnObject;

/// What has no methods.
#[derive(Debug)]
pub struct Nothing;

/// A method by `&self`.
#[derive(Debug)]
pub struct ByRef;

/// A method by reference of a type without a known size: no method takes that by value.
#[derive(Debug)]
pub struct Unsized;

/// The same by `&mut self`.
#[derive(Debug)]
pub struct UnsizedMut;

/// A method by `&mut self`.
#[derive(Debug)]
pub struct ByMut;

/// A method by `self`.
#[derive(Debug)]
pub struct ByMove;

/// A method by `self`, the halves of which take what the caller offers.
#[derive(Debug)]
pub struct ByTake;

/// The same of a reference to the type, too: an operator's.
#[derive(Debug)]
pub struct ByEither;

macro_rules! before {
    ([$($sized:tt)*] $kind:ty, $value:ty, $shared:ty) => {
        impl<S $($sized)*> At<S, $kind> {
            /// Asked for its type: by value, another method comes before this one.
            pub fn value(&self) -> Option<$value> {
                None
            }

            /// Asked for its type: by reference, another method comes before this one.
            pub fn shared(&self) -> Option<&$shared> {
                None
            }
        }
    };
}

before!([] ByRef, S, Nothing);
before!([: ?Sized] Unsized, Nothing, Nothing);
before!([: ?Sized] UnsizedMut, Nothing, S);
before!([] ByMut, S, S);
// Of a reference to it, where the function has one.
before!([] ByMove, Nothing, S);
before!([] ByTake, Nothing, S);
before!([] ByEither, Nothing, Nothing);

/// How a method is taken where it is called on a value that is surely no reference: none by reference comes before one by value.
pub trait OfValue {
    /// What is left to prove.
    type Kind;
}

macro_rules! of_value {
    ($($kind:ty => $left:ty),*) => {$(
        impl OfValue for $kind {
            type Kind = $left;
        }
    )*};
}

of_value!(ByRef => ByRef, ByMut => ByMut, ByMove => ByEither, ByTake => ByEither, ByEither => ByEither);

impl<S: ?Sized, K: OfValue> At<S, K> {
    /// The same where the method is called on a value that is surely no reference.
    ///
    /// ```
    /// use ad_runtime::{At, ByEither, ByMove, at};
    ///
    /// let _: At<f64, ByEither> = at::<f64, ByMove>().of_value();
    /// ```
    #[inline(always)]
    pub fn of_value(&self) -> At<S, K::Kind> {
        at()
    }
}

/// From the type `T` of what a method is called on to the type `S` that has it.
#[derive(Debug)]
pub struct Chain<'t, T: ?Sized, S: ?Sized>(PhantomData<&'t T>, PhantomData<fn(&S)>);

impl<S: ?Sized, K> At<S, K> {
    /// From the type of what a method is called on to the type that has it.
    ///
    /// ```
    /// use ad_runtime::{At, ByRef, Hop as _, at};
    ///
    /// let found: At<f64, ByRef> = at();
    /// let _: ad_runtime::Expected = (&&&&found.chain(&1.0)).end();
    /// ```
    #[inline(always)]
    pub fn chain<'t, T: ?Sized>(&self, _: &'t T) -> Chain<'t, T, S> {
        Chain(PhantomData, PhantomData)
    }
}

impl<S: ?Sized, K> Default for At<S, K> {
    fn default() -> Self {
        at()
    }
}

/// One type of a chain. Method resolution tells the kinds of types apart: more references come first.
///
/// ```
/// use ad_runtime::{At, ByRef, Hop as _, at};
///
/// let found: At<f64, ByRef> = at();
/// let boxed = Box::new(1.0);
/// let _: Option<&mut Box<f64>> = (&&&&found.chain(&boxed)).pointer();
/// let _: ad_runtime::Expected = (&&&&(&&&&found.chain(&boxed)).next()).end();
/// ```
pub trait Hop {
    /// What another method may be called on that comes before the one with a twin: a reference to it, or to [`Nothing`].
    type Pointer;

    /// What another method may take before that, by value, or [`Nothing`].
    type Behind;

    /// The next type.
    type Next;

    /// [`Expected`], if this is the last one.
    type End;

    /// Asked for its type.
    fn pointer(&self) -> Option<Self::Pointer> {
        None
    }

    /// Asked for its type.
    fn behind(&self) -> Option<Self::Behind> {
        None
    }

    /// What comes next.
    fn next(&self) -> Self::Next;

    /// Asked for its type.
    fn end(&self) -> Self::End;
}

macro_rules! step {
    ([$($generics:tt)*] $step:ty, pointer: $pointer:ty, behind: $behind:ty, next: $next:ty, end: $end:ident) => {
        impl<'t, $($generics)*> Hop for $step {
            type Pointer = $pointer;
            type Behind = $behind;
            type Next = $next;
            type End = $end;
            fn next(&self) -> $next {
                Chain(PhantomData, PhantomData)
            }
            fn end(&self) -> $end {
                $end
            }
        }
    };
}

// The type with the method.
step!([S: ?Sized] &&&Chain<'t, S, S>, pointer: &'t mut Nothing, behind: Nothing, next: Chain<'t, S, S>, end: Expected);
// Of a reference, the methods by value are those by reference of what it points to; but behind another reference, its own come first.
step!([T: ?Sized, S: ?Sized] &&Chain<'t, &'t T, S>, pointer: &'t mut Nothing, behind: &'t &'t T, next: Chain<'t, T, S>, end: Unseen);
step!([T: ?Sized, S: ?Sized] &&Chain<'t, &'t mut T, S>, pointer: &'t mut Nothing, behind: &'t &'t mut T, next: Chain<'t, T, S>, end: Unseen);
// A box, or another type that is a pointer.
step!([T: ?Sized + Deref<Target: 't>, S: ?Sized] &Chain<'t, T, S>, pointer: &'t mut T, behind: Nothing, next: Chain<'t, T::Target, S>, end: Unseen);
// An array, where the method is the slice's.
step!([T, const N: usize] Chain<'t, [T; N], [T]>, pointer: &'t mut [T; N], behind: Nothing, next: Chain<'t, [T], [T]>, end: Unseen);
// An object, whose methods come before all others of its type.
step!([T: ?Sized] Chain<'t, T, AnObject>, pointer: &'t mut Nothing, behind: Nothing, next: Chain<'t, T, AnObject>, end: Expected);

/// What the methods give that [`as_written!`](crate::as_written) puts in the way.
#[derive(Debug)]
pub struct Expected;

/// What is behind more pointers than are looked through.
#[derive(Debug)]
pub struct Unseen;

/// That a method was found which was put in the way, and not one of the user's.
///
/// ```
/// ad_runtime::expected(ad_runtime::Expected);
/// ```
#[diagnostic::on_unimplemented(
    message = "the method that is called here may be another one than that whose derivative is taken",
    label = "another method of this name comes first",
    note = "a method of this name is also there for a pointer to the type, or by value, and has no derivative: give one of the two another name, or call the one that is meant by its path, `V::norm(&v)`"
)]
pub trait IsExpected {}

#[diagnostic::do_not_recommend]
impl IsExpected for Expected {}

/// See [`IsExpected`].
///
/// ```
/// ad_runtime::expected(ad_runtime::Expected);
/// ```
#[inline(always)]
pub fn expected(_: impl IsExpected) {}

/// Ties a value to another one. Where rustc does not know a type it says nothing of its methods, and so nothing here and of what is
/// called on the value: that a method has no derivative is said once.
///
/// ```
/// use ad_runtime::Tied as _;
/// assert_eq!("any".tied(1.0), 1.0);
/// ```
pub trait Tied {
    /// The other one.
    #[inline(always)]
    fn tied<T>(&self, other: T) -> T {
        other
    }
}

impl<A: ?Sized> Tied for A {}

/// An argument of a call that is never run.
///
/// # Panics
/// Always.
///
/// ```should_panic
/// let argument: f64 = ad_runtime::argument();
/// ```
pub fn argument<T>() -> T {
    unreachable!("the call is there for its types")
}

/// Of a key: the type that it stands for, in a module that has no other name for the type.
///
/// ```
/// pub struct Spring(f64);
/// mod elsewhere {
///     pub(super) struct Key;
///     pub(super) type This = <Key as ad_runtime::StandsFor>::Type;
/// }
/// impl ad_runtime::StandsFor for elsewhere::Key {
///     type Type = Spring;
/// }
/// let spring: elsewhere::This = Spring(1.0);
/// # let _ = spring.0;
/// ```
pub trait StandsFor {
    /// The type.
    type Type: ?Sized;
}

/// A function that is found by its name alone, and that of a trait.
///
/// ```
/// use ad_runtime::Both;
///
/// struct V;
/// impl V {
///     fn zero() -> V {
///         V
///     }
/// }
/// let _: ad_runtime::OfTheTrait = Both(V::zero, V::zero).found();
/// ```
#[derive(Debug)]
pub struct Both<F, G>(pub F, pub G);

/// What is found by its name is the trait's.
#[derive(Debug)]
pub struct OfTheTrait;

/// What is found by its name is the type's own.
#[derive(Debug)]
pub struct OfTheType;

impl<F> Both<F, F> {
    /// Asked for its type.
    pub fn found(&self) -> OfTheTrait {
        OfTheTrait
    }
}

/// Two functions are found, the type's own first.
///
/// ```
/// use ad_runtime::{Both, Differ as _};
///
/// let _: ad_runtime::OfTheType = (&Both(f64::sin, f64::cos)).found();
/// ```
pub trait Differ {
    /// Asked for its type.
    fn found(&self) -> OfTheType;
}

impl<F, G> Differ for &Both<F, G> {
    fn found(&self) -> OfTheType {
        OfTheType
    }
}

/// That a function and its twin are found in the same place.
///
/// ```
/// ad_runtime::both_alike((ad_runtime::OfTheTrait, ad_runtime::OfTheTrait));
/// ```
#[diagnostic::on_unimplemented(
    message = "the type has another function of this name, which has no derivative",
    label = "a call of that one would be taken for a call of this one",
    note = "mark the type's own function `#[differentiable]` as well, or give one of the two another name"
)]
pub trait Alike {}

#[diagnostic::do_not_recommend]
impl Alike for (OfTheTrait, OfTheTrait) {}
#[diagnostic::do_not_recommend]
impl Alike for (OfTheType, OfTheType) {}

/// See [`Alike`].
///
/// ```
/// ad_runtime::both_alike((ad_runtime::OfTheType, ad_runtime::OfTheType));
/// ```
#[inline(always)]
pub fn both_alike(_: impl Alike) {}

/// Checks that `place.method(..)` is the method whose twin is found at `at`; see the head of `found.rs`.
///
/// ```
/// use ad_runtime::{At, ByRef, as_written, at};
///
/// struct Spring;
/// impl Spring {
///     fn energy(&self, x: f64) -> f64 {
///         x
///     }
///     fn energy_marked_differentiable(&self) -> At<Self, ByRef> {
///         at()
///     }
/// }
/// let spring = Box::new(Spring);
/// as_written!(energy(x), spring, spring.energy_marked_differentiable(); 0);
/// # spring.energy(1.0);
/// ```
///
/// What was found is given back, or what is of the same type.
///
/// ```compile_fail
/// # use ad_runtime::{At, ByRef, as_written, at};
/// # struct Spring;
/// # impl Spring {
/// #     fn energy(&self, x: f64) -> f64 {
/// #         x
/// #     }
/// #     fn energy_marked_differentiable(&self) -> At<Self, ByRef> {
/// #         at()
/// #     }
/// # }
/// trait Other {
///     fn energy(&self, x: f64) -> f64;
/// }
/// impl Other for Box<Spring> {
///     fn energy(&self, x: f64) -> f64 {
///         2.0 * x
///     }
/// }
/// let spring = Box::new(Spring);
/// as_written!(energy(x), spring, spring.energy_marked_differentiable(); 0);
/// ```
#[macro_export]
macro_rules! as_written {
    ($method:ident($($argument:ident),*), $place:expr, $at:expr; $given:expr $(, $of_value:ident)?) => {
        if false {
            use $crate::Hop as _;
            let found = $at.given([(); $given]).found();
            let meant = &found;
            $(let meant = &meant.$of_value();)?
            // A place that is made for the call lives as long as what is asked of it.
            match &$place { place => {
            let outer = meant.chain(place);
            let inner = (&&&&outer).next();
            $crate::expected((&&&&(&&&&inner).next()).end());
            let pointers = ((&&&&outer).pointer(), (&&&&inner).pointer());
            let behind = ((&&&&outer).behind(), (&&&&inner).behind());
            let itself = (meant.value(), meant.shared());
            {
                trait AnotherOne {
                    fn $method(&mut self $(, $argument: ())*) -> $crate::Expected;
                }
                impl<T: ?::core::marker::Sized> AnotherOne for T {
                    fn $method(&mut self $(, $argument: ())*) -> $crate::Expected {
                        $crate::Expected
                    }
                }
                if let (::core::option::Option::Some(outer), ::core::option::Option::Some(inner)) = pointers {
                    $crate::expected((*outer).$method($($crate::as_written!(@ $argument)),*));
                    $crate::expected((*inner).$method($($crate::as_written!(@ $argument)),*));
                }
            }
            {
                trait AnotherOne: ::core::marker::Sized {
                    fn $method(self $(, $argument: ())*) -> $crate::Expected;
                }
                impl<T> AnotherOne for T {
                    fn $method(self $(, $argument: ())*) -> $crate::Expected {
                        $crate::Expected
                    }
                }
                if let (::core::option::Option::Some(value), ::core::option::Option::Some(shared)) = itself {
                    $crate::expected(value.$method($($crate::as_written!(@ $argument)),*));
                    $crate::expected(shared.$method($($crate::as_written!(@ $argument)),*));
                }
                if let (::core::option::Option::Some(outer), ::core::option::Option::Some(inner)) = behind {
                    $crate::expected(outer.$method($($crate::as_written!(@ $argument)),*));
                    $crate::expected(inner.$method($($crate::as_written!(@ $argument)),*));
                }
            }
            }}
            // What the arguments move is still there where this does not come back.
            ::core::unreachable!();
            found
        } else {
            // Of a call that is in error no type is known.
            ::core::default::Default::default()
        }
    };
    (@ $argument:ident) => {
        $crate::argument()
    };
    // Where it has been checked before.
    ($at:expr; $given:expr) => {
        if false {
            let found = $at.given([(); $given]).found();
            ::core::unreachable!();
            found
        } else {
            ::core::default::Default::default()
        }
    };
}

/// Proves that a method which is called on a reference to a float is the float's own, `x.sin()` where `x` is a `&f64`: a method of a
/// trait in scope that takes its value by reference would come first.
///
/// ```no_run
/// ad_runtime::of_float! { sin }
/// ```
///
/// ```compile_fail
/// trait Degrees {
///     fn sin(&self) -> f64;
/// }
/// impl Degrees for f64 {
///     fn sin(&self) -> f64 {
///         self.to_radians()
///     }
/// }
/// ad_runtime::of_float! { sin }
/// ```
#[macro_export]
macro_rules! of_float {
    ($method:ident) => {{
        trait AnotherOne {
            fn $method(&self) -> $crate::Expected;
        }
        impl AnotherOne for &f32 {
            fn $method(&self) -> $crate::Expected {
                $crate::Expected
            }
        }
        impl AnotherOne for &f64 {
            fn $method(&self) -> $crate::Expected {
                $crate::Expected
            }
        }
        $crate::expected((&0.0_f32).$method());
        $crate::expected((&0.0_f64).$method());
    }};
}

/// Proves that a method which is called on an array is ndarray's, `a.sum()`: that is one of what arrays and views are behind a
/// reference, and a method of a trait for the array itself would come first. The array has one of these dimensions, and may be known
/// to be a view.
///
/// ```no_run
/// trait Sevenfold {
///     fn sum(&self) -> f64;
/// }
/// impl Sevenfold for ndarray::Array1<f64> {
///     fn sum(&self) -> f64 {
///         7.0 * self[0]
///     }
/// }
/// ad_runtime::of_array! { sum of views, Ix1 Ix2 }
/// ```
///
/// ```compile_fail
/// trait Sevenfold {
///     fn sum(&self) -> f64;
/// }
/// impl Sevenfold for ndarray::Array1<f64> {
///     fn sum(&self) -> f64 {
///         7.0 * self[0]
///     }
/// }
/// ad_runtime::of_array! { sum, Ix1 Ix2 }
/// ```
#[macro_export]
macro_rules! of_array {
    ($method:ident, $($dimension:ident)*) => {
        $crate::of_array! { @ $method [Array ArrayView ArrayViewMut] $($dimension)* }
    };
    ($method:ident of views, $($dimension:ident)*) => {
        $crate::of_array! { @ $method [ArrayView ArrayViewMut] $($dimension)* }
    };
    (@ $method:ident $arrays:tt $($dimension:ident)*) => {{
        trait AnotherOne {
            fn $method(&mut self) -> $crate::Expected;
        }
        impl<S: $crate::ndarray::RawData, D> AnotherOne for $crate::ndarray::ArrayBase<S, D> {
            fn $method(&mut self) -> $crate::Expected {
                $crate::Expected
            }
        }
        $(
            $crate::of_array! { @ $method f32 $dimension $arrays }
            $crate::of_array! { @ $method f64 $dimension $arrays }
        )*
    }};
    (@ $method:ident $float:ident $dimension:ident [$($Array:ident)*]) => {$(
        $crate::expected($crate::argument::<$crate::ndarray::$Array<$float, $crate::ndarray::$dimension>>().$method());
    )*};
}

/// Proves that a method which is called on an array is an operator's, `a.sub(&b)`: where the operator's trait is not in scope, another
/// trait has the method.
///
/// ```no_run
/// use std::ops::Sub;
/// ad_runtime::of_operator! { Sub sub }
/// ```
///
/// ```compile_fail
/// trait Halved {
///     fn sub(&self, other: &Self) -> Self;
/// }
/// impl Halved for ndarray::Array1<f64> {
///     fn sub(&self, other: &Self) -> Self {
///         (self - other) / 2.0
///     }
/// }
/// ad_runtime::of_operator! { Sub sub }
/// ```
#[macro_export]
macro_rules! of_operator {
    ($Operator:ident $method:ident) => {{
        struct Operand;
        impl ::core::ops::$Operator<Operand> for $crate::ndarray::Array1<f64> {
            type Output = $crate::Expected;
            fn $method(self, _: Operand) -> $crate::Expected {
                $crate::Expected
            }
        }
        $crate::expected($crate::argument::<$crate::ndarray::Array1<f64>>().$method(Operand));
    }};
}

/// Proves that a method which is called on a vector or an array is the slice's: it is found behind the vector, and a method of a trait
/// for the vector itself would come first. The second type is the first one without what is to be inferred.
///
/// ```no_run
/// ad_runtime::of_list! { reverse(), Vec<f64> as Vec<f64> }
/// ad_runtime::of_list! { fill(()), [_; _] as [(); 0] }
/// ```
///
/// ```compile_fail
/// trait Doubled {
///     fn reverse(&mut self);
/// }
/// impl Doubled for Vec<f64> {
///     fn reverse(&mut self) {
///         self[0] *= 2.0;
///     }
/// }
/// ad_runtime::of_list! { reverse(), Vec<f64> as Vec<f64> }
/// ```
#[macro_export]
macro_rules! of_list {
    ($method:ident($($argument:tt)*), $list:ty as $known:ty) => {{
        use $crate::methods_of_slices::of_lists::$method as _;
        let mut list = $crate::argument::<$list>();
        $crate::expected(list.$method($($crate::of_list!(@ $argument)),*));
        let _: $known = list;
    }};
    (@ $argument:tt) => {
        $crate::argument()
    };
}

/// Proves that a method which is called on a vector or an array and writes to it is the slice's: one of a trait for the slice that only
/// reads would come first.
///
/// ```no_run
/// ad_runtime::of_slice! { reverse(), f64 as f64 }
/// ```
///
/// ```compile_fail
/// trait Reversed {
///     fn reverse(&self) -> Vec<f64>;
/// }
/// impl Reversed for [f64] {
///     fn reverse(&self) -> Vec<f64> {
///         self.iter().rev().copied().collect()
///     }
/// }
/// ad_runtime::of_slice! { reverse(), f64 as f64 }
/// ```
#[macro_export]
macro_rules! of_slice {
    ($method:ident($($argument:tt)*), $element:ty as $known:ty) => {{
        use $crate::methods_of_slices::of_readers::$method as _;
        let mut list = $crate::argument::<$crate::std::boxed::Box<[$element]>>();
        $crate::expected((*list).$method($($crate::of_list!(@ $argument)),*));
        let _: $crate::std::boxed::Box<[$known]> = list;
    }};
}
