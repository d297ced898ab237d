//! Methods and associated functions without a derivative: that they have none is said in the user's words.
//!
//! The twin of a method is looked for by its name, from the type of what the method is called on to what that points to. Where nothing
//! is found, rustc would name the twin. So there is a function of its name for every type that comes last of all on each of these types:
//!
//! ```text
//! Input:  found!(asked, spring, &spring, energy_differentiable_at(_0: x))
//! Output: what the first of `Spring`, and of what it points to, has under the name; an error if all of them have `Missing`
//! ```

use crate::found::{AnObject, At, Nothing, OfValue};
use std::marker::PhantomData;
use std::ops::Deref;

/// A method that has a derivative.
#[diagnostic::on_unimplemented(
    message = "this method has no derivative",
    label = "mark it `#[differentiable]`, give it a rule, or write `no_diff(..)` around the call"
)]
pub trait MethodHasDerivative {
    /// Where this is called, the method is said to have no derivative.
    fn of(&self);
}

#[diagnostic::do_not_recommend]
impl MethodHasDerivative for Nothing {
    fn of(&self) {}
}

/// What a type without the method has under the name of its twin.
#[derive(Debug)]
pub struct Missing;

impl Missing {
    /// Where it is looked for after that.
    pub fn then<T: ?Sized>(&self, next: Reached<T>) -> Reached<T> {
        next
    }
}

impl<S: ?Sized, K> At<S, K> {
    /// Once it is found it is looked for nowhere.
    pub fn then<T: ?Sized>(&self, _: Reached<T>) -> Reached<Nothing> {
        Reached(PhantomData)
    }
}

/// A type on which a method is looked for.
#[derive(Debug)]
pub struct Reached<T: ?Sized>(PhantomData<fn(&T)>);

/// The type of what a method is called on.
///
/// ```
/// let _: ad_runtime::Reached<Box<f64>> = ad_runtime::reached(&Box::new(1.0));
/// ```
pub fn reached<T: ?Sized>(_: &T) -> Reached<T> {
    Reached(PhantomData)
}

impl<T: ?Sized> Reached<T> {
    /// Asked for its type.
    pub fn place(&self) -> Option<&mut T> {
        None
    }
}

impl<T: Deref + ?Sized> Reached<T> {
    /// What it points to.
    pub fn next(&self) -> Reached<T::Target> {
        Reached(PhantomData)
    }
}

/// What points to nothing is the last one.
///
/// ```
/// use ad_runtime::NotAPointer as _;
///
/// let _: ad_runtime::Reached<f64> = ad_runtime::reached(&Box::new(1.0)).next();
/// let _: ad_runtime::Reached<ad_runtime::Nothing> = ad_runtime::reached(&1.0).next();
/// ```
pub trait NotAPointer {
    /// Nothing.
    fn next(&self) -> Reached<Nothing> {
        Reached(PhantomData)
    }
}

impl<T: ?Sized> NotAPointer for Reached<T> {}

/// What each of the types has, and what the user calls the method on.
#[derive(Debug)]
pub struct Candidates<'p, P: ?Sized, A, B, C, D>(pub &'p P, pub A, pub B, pub C, pub D);

macro_rules! candidates {
    ($([$($generics:ident),*] $($candidate:ty),*;)*) => {$(
        impl<P: ?Sized, S: ?Sized, K $(, $generics)*> Candidates<'_, P, $($candidate),*> {
            /// That there is one.
            pub fn asked(&self) -> &Nothing {
                &Nothing
            }

            /// The first one.
            pub fn found(&self) -> At<S, K> {
                crate::found::at()
            }
        }
    )*};
}

candidates! {
    [B, C, D] At<S, K>, B, C, D;
    [C, D] Missing, At<S, K>, C, D;
    [D] Missing, Missing, At<S, K>, D;
    [] Missing, Missing, Missing, At<S, K>;
}

/// Of several types none has the method.
pub trait NoneFound {
    /// A reference to what the user calls the method on.
    type Place;

    /// What has no such method.
    fn asked(&self) -> &Self::Place;

    /// What stands for its twin.
    fn found(&self) -> At<AnObject, NotThere>;
}

impl<'p, P: ?Sized> NoneFound for Candidates<'p, P, Missing, Missing, Missing, Missing> {
    type Place = &'p P;
    fn asked(&self) -> &&'p P {
        &self.0
    }
    fn found(&self) -> At<AnObject, NotThere> {
        crate::found::at()
    }
}

/// A method without a twin: of what is called on it in its place nothing more is said.
#[derive(Debug)]
pub struct NotThere;

impl OfValue for NotThere {
    type Kind = NotThere;
}

impl At<AnObject, NotThere> {
    /// Asked for its type.
    pub fn value(&self) -> Option<Nothing> {
        None
    }

    /// Asked for its type.
    pub fn shared(&self) -> Option<&Nothing> {
        None
    }

    /// What would be of any type.
    pub fn tied<T, X>(&self, _: T) -> X {
        crate::found::argument()
    }
}

/// What is found under the name of a method's twin; see the head of `unmarked.rs`.
///
/// ```
/// use ad_runtime::{At, ByRef, at, found};
///
/// struct Spring;
/// impl Spring {
///     fn energy_differentiable_at(&self, _: f64) -> At<Self, ByRef> {
///         at()
///     }
/// }
/// let spring = Box::new(Spring);
/// if false {
///     let _: At<Spring, ByRef> = found!(asked, spring, spring, energy_differentiable_at(_0: 1.0));
/// }
/// # spring.energy_differentiable_at(1.0);
/// ```
///
/// ```compile_fail
/// struct Spring;
/// let spring = Box::new(Spring);
/// if false {
///     ad_runtime::found!(asked, spring, spring, energy_differentiable_at(_0: 1.0));
/// }
/// ```
#[macro_export]
macro_rules! found {
    ($asked:ident, $place:expr, $receiver:expr, $at:ident($($given:ident: $lent:expr),*)) => {{
        trait Anything {
            fn $at(&mut self $(, $given: impl ::core::marker::Sized)*) -> $crate::Missing;
        }
        impl<T: ?Sized> Anything for T {
            fn $at(&mut self $(, $given: impl ::core::marker::Sized)*) -> $crate::Missing {
                $crate::Missing
            }
        }
        use $crate::{NoneFound as _, NotAPointer as _};
        let first = $crate::reached(&$receiver);
        // What the arguments move is still there for the next one.
        let one = match first.place() {
            ::core::option::Option::Some(place) => { let found = (*place).$at($($lent),*); ::core::unreachable!(); found }
            _ => $crate::argument(),
        };
        let second = one.then(first.next());
        let two = match second.place() {
            ::core::option::Option::Some(place) => { let found = (*place).$at($($lent),*); ::core::unreachable!(); found }
            _ => $crate::argument(),
        };
        let third = two.then(second.next());
        let three = match third.place() {
            ::core::option::Option::Some(place) => { let found = (*place).$at($($lent),*); ::core::unreachable!(); found }
            _ => $crate::argument(),
        };
        let fourth = three.then(third.next());
        let four = match fourth.place() {
            ::core::option::Option::Some(place) => { let found = (*place).$at($($lent),*); ::core::unreachable!(); found }
            _ => $crate::argument(),
        };
        let candidates = $crate::Candidates(&$place, one, two, three, four);
        let $asked = candidates.asked();
        $crate::MethodHasDerivative::of($asked);
        candidates.found()
    }};
}

/// Calls the twin of an associated function, or says that it has none: what every type has of its name is a mutable reference's, which
/// rustc comes to last.
///
/// ```
/// struct Spring;
/// impl Spring {
///     fn unit_differentiable(x: f64) -> f64 {
///         x
///     }
/// }
/// assert_eq!(ad_runtime::associated!(unit_differentiable(_0), Spring::unit_differentiable(2.0)), 2.0);
/// ```
///
/// ```compile_fail
/// struct Spring;
/// let _: f64 = ad_runtime::associated!(unit_differentiable(_0), Spring::unit_differentiable(2.0));
/// ```
#[macro_export]
macro_rules! associated {
    ($function:ident($($given:ident),*), $call:expr) => {{
        #[diagnostic::on_unimplemented(
            message = "this function has no derivative",
            label = "mark it `#[differentiable]`, give it a rule, or write `no_diff(..)` around the call"
        )]
        trait FunctionHasDerivative<Any> {
            fn $function<X>($($given: impl ::core::marker::Sized),*) -> X;
        }
        #[diagnostic::do_not_recommend]
        impl<T: ?Sized> FunctionHasDerivative<()> for &mut T {
            fn $function<X>($($given: impl ::core::marker::Sized),*) -> X {
                $crate::argument()
            }
        }
        // Were this the only one, rustc would say to borrow the type.
        #[diagnostic::do_not_recommend]
        impl<T: ?Sized> FunctionHasDerivative<bool> for &mut T {
            fn $function<X>($($given: impl ::core::marker::Sized),*) -> X {
                $crate::argument()
            }
        }
        $call
    }};
}
