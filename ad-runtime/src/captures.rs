//! NamedFunction values: what a closure captured travels beside it, in both sweeps.
//!
//! A differentiable function takes a function as an argument in two parts: what it captured, and its forward sweep, which
//! captures nothing and is handed the captures at each call. So neither the forward sweep nor a pullback holds a borrow, and the
//! caller lends the captures again, with their cotangents, when it pulls.
//!
//! The captures are a list of pairs, `(first, (second, ()))`. Its *kinds* say what is captured and how; they have no size, and
//! rustc finds from them what is lent: references to the values going forward and back, and the cotangents' buffers.

use crate::cotangent::Cotangent;
use crate::device_code::DeviceCode;
use crate::differentiable::Differentiable;
use crate::scalar::Scalar;
use ndarray::{Array, ArrayRef, Dimension};
use std::borrow::BorrowMut;
use std::fmt;
use std::marker::PhantomData;

/// What a closure captured, by kind.
///
/// ```
/// use ad_runtime::{Captures, shared};
///
/// fn first<E: for<'a> Captures<Refs<'a> = (&'a f64, ())>>(_kinds: E, refs: E::Refs<'_>) -> f64 {
///     *refs.0
/// }
///
/// let rate = 2.0;
/// assert_eq!(first((shared(&rate), ()), (&rate, ())), 2.0);
/// ```
pub trait Captures: Copy + 'static {
    /// The captured values, as the forward sweep gets them.
    type Refs<'a>;
    /// The captured values, as the pullback gets them again.
    type Again<'a>;
    /// The buffers of their cotangents.
    type Bars<'a>;
    /// Lends them on.
    fn refs<'s>(refs: &'s mut Self::Refs<'_>) -> Self::Refs<'s>;
    /// Lends them on.
    fn again<'s>(refs: &'s mut Self::Again<'_>) -> Self::Again<'s>;
    /// Lends them on.
    fn bars<'s>(bars: &'s mut Self::Bars<'_>) -> Self::Bars<'s>;
    /// How many of them carry a derivative.
    #[doc(hidden)]
    const ACTIVE: usize;
    /// Adds what a device computed, a number for each that carries a derivative.
    #[doc(hidden)]
    fn add_numbers(bars: &mut Self::Bars<'_>, parts: &mut dyn Iterator<Item = f64>);
    /// The closure's code for devices.
    #[doc(hidden)]
    fn device_code(&self) -> Option<DeviceCode<'_>> {
        None
    }
}

impl Captures for () {
    const ACTIVE: usize = 0;
    fn add_numbers((): &mut (), _: &mut dyn Iterator<Item = f64>) {}
    type Refs<'a> = ();
    type Again<'a> = ();
    type Bars<'a> = ();
    #[inline(always)]
    fn refs((): &mut ()) {}
    #[inline(always)]
    fn again((): &mut ()) {}
    #[inline(always)]
    fn bars((): &mut ()) {}
}

/// A value whose cotangent is accumulated through a reference: to itself, or for a slice to a slice.
pub trait Buffered {
    /// What the reference points to.
    type Buffer: ?Sized;
    /// Adds what a device computed. Its code captures nothing but numbers.
    #[doc(hidden)]
    fn add_numbers(_: &mut Self::Buffer, _: &mut dyn Iterator<Item = f64>) {
        unreachable!("a device's code captures numbers")
    }
}

impl<T: Differentiable> Buffered for T {
    type Buffer = T::Cotangent;
    fn add_numbers(bar: &mut T::Cotangent, parts: &mut dyn Iterator<Item = f64>) {
        let mut part = bar.zero_like();
        part.unflatten_from(parts);
        bar.accumulate(&part);
    }
}

impl<T: Differentiable> Buffered for [T] {
    type Buffer = [T::Cotangent];
}

impl<A: Scalar, D: Dimension> Buffered for ArrayRef<A, D> {
    type Buffer = ArrayRef<A, D>;
}

impl Buffered for str {
    type Buffer = ();
}

/// A zero of what the cotangent is accumulated in.
pub trait ZeroBuffer: Buffered {
    /// Who owns one.
    type Owned: BorrowMut<Self::Buffer>;
    /// The zero.
    fn zero_buffer(&self) -> Self::Owned;
}

macro_rules! zeros {
    ($([$($generics:tt)*] $value:ty: $owned:ty, |$this:ident| $zero:expr;)*) => {$(
        impl<$($generics)*> ZeroBuffer for $value {
            type Owned = $owned;
            #[inline]
            fn zero_buffer(&self) -> $owned {
                let $this = self;
                $zero
            }
        }
    )*};
}

zeros! {
    [T: Differentiable] T: T::Cotangent, |this| this.zero_cotangent();
    [T: Differentiable] [T]: Vec<T::Cotangent>, |this| this.zero_cotangent();
    [A: Scalar, D: Dimension] ArrayRef<A, D>: Array<A, D>, |this| Array::zeros(this.raw_dim());
    [] str: (), |_this| ();
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $function:ident [$($mutable:ident)?] [$($bound:ident)?] $bars:ty, |$bar:ident| $lend:expr, |$parts:ident| $active:literal $add:expr;)*) => {$(
        $(#[$doc])*
        pub struct $kind<T: ?Sized>(PhantomData<fn() -> *const T>);

        impl<T: ?Sized> Clone for $kind<T> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T: ?Sized> Copy for $kind<T> {}

        impl<T: ?Sized> fmt::Debug for $kind<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($kind))
            }
        }

        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("assert_eq!(size_of_val(&ad_runtime::", stringify!($function), "(&1.0)), 0);")]
        /// ```
        #[inline(always)]
        pub fn $function<T: ?Sized>(_value: &T) -> $kind<T> {
            $kind(PhantomData)
        }

        impl<T: ?Sized $(+ $bound)? + 'static, R: Captures> Captures for ($kind<T>, R) {
            type Refs<'a> = (&'a $($mutable)? T, R::Refs<'a>);
            type Again<'a> = (&'a $($mutable)? T, R::Again<'a>);
            type Bars<'a> = ($bars, R::Bars<'a>);
            #[inline(always)]
            fn refs<'s>(refs: &'s mut Self::Refs<'_>) -> Self::Refs<'s> {
                (refs.0, R::refs(&mut refs.1))
            }
            #[inline(always)]
            fn again<'s>(refs: &'s mut Self::Again<'_>) -> Self::Again<'s> {
                (refs.0, R::again(&mut refs.1))
            }
            #[inline(always)]
            fn bars<'s>(bars: &'s mut Self::Bars<'_>) -> Self::Bars<'s> {
                let $bar = &mut bars.0;
                ($lend, R::bars(&mut bars.1))
            }
            const ACTIVE: usize = $active + R::ACTIVE;
            // Where there are no cotangents, nothing is done.
            #[allow(clippy::no_effect)]
            fn add_numbers(bars: &mut Self::Bars<'_>, $parts: &mut dyn Iterator<Item = f64>) {
                let $bar = &mut bars.0;
                $add;
                R::add_numbers(&mut bars.1, $parts);
            }
        }
    )*};
}

kinds! {
    /// A captured value that is read.
    Shared shared [] [Buffered] Option<&'a mut T::Buffer>, |bar| bar.as_deref_mut(),
        |parts| 1 if let Some(bar) = bar { T::add_numbers(bar, parts) } else { parts.next(); };
    /// A captured value that is written.
    Written written [mut] [Buffered] Option<&'a mut T::Buffer>, |bar| bar.as_deref_mut(),
        |parts| 1 if let Some(bar) = bar { T::add_numbers(bar, parts) } else { parts.next(); };
    /// A captured value that is read and carries no derivative.
    StillShared still_shared [] [] (), |_bar| (), |parts| 0 ();
    /// A captured value that is written and carries no derivative.
    StillWritten still_written [mut] [] (), |_bar| (), |parts| 0 ();
}

/// A captured function value, with its own captures.
pub struct Inner<E, F>(PhantomData<fn() -> (E, F)>);

impl<E, F> Clone for Inner<E, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, F> Copy for Inner<E, F> {}

impl<E, F> fmt::Debug for Inner<E, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Inner")
    }
}

/// A captured function value, with its own captures.
///
/// ```
/// assert_eq!(size_of_val(&ad_runtime::inner((), f64::sin)), 0);
/// ```
#[inline(always)]
pub fn inner<E: Captures, F>(_kinds: E, _forward: F) -> Inner<E, F> {
    Inner(PhantomData)
}

impl<E: Captures, F: Copy + 'static, R: Captures> Captures for (Inner<E, F>, R) {
    type Refs<'a> = (((E, E::Refs<'a>), F), R::Refs<'a>);
    type Again<'a> = ((E, E::Again<'a>), R::Again<'a>);
    type Bars<'a> = (E::Bars<'a>, R::Bars<'a>);
    #[inline(always)]
    fn refs<'s>(((lent, forward), rest): &'s mut Self::Refs<'_>) -> Self::Refs<'s> {
        (((lent.0, E::refs(&mut lent.1)), *forward), R::refs(rest))
    }
    #[inline(always)]
    fn again<'s>((lent, rest): &'s mut Self::Again<'_>) -> Self::Again<'s> {
        ((lent.0, E::again(&mut lent.1)), R::again(rest))
    }
    #[inline(always)]
    fn bars<'s>((bars, rest): &'s mut Self::Bars<'_>) -> Self::Bars<'s> {
        (E::bars(bars), R::bars(rest))
    }
    const ACTIVE: usize = E::ACTIVE + R::ACTIVE;
    fn add_numbers((bars, rest): &mut Self::Bars<'_>, parts: &mut dyn Iterator<Item = f64>) {
        E::add_numbers(bars, parts);
        R::add_numbers(rest, parts);
    }
}

/// A function value, as the pullback of a function that was given it gets it again: the kinds of its captures, and these.
///
/// ```
/// let lent = ad_runtime::Lent((), ());
/// assert_eq!(lent.0, ());
/// ```
pub struct Lent<'a, E: Captures>(pub E, pub E::Again<'a>);

/// The cotangents of a function value's captures.
///
/// ```
/// let bars = ad_runtime::LentBars::<()>(());
/// assert_eq!(bars.0, ());
/// ```
pub struct LentBars<'a, E: Captures>(pub E::Bars<'a>);

impl<E: Captures> fmt::Debug for Lent<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lent")
    }
}

impl<E: Captures> fmt::Debug for LentBars<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LentBars")
    }
}

/// The captures of a function value, for one call of its forward sweep.
///
/// ```
/// assert_eq!(ad_runtime::refs((), &mut ()), ());
/// ```
#[inline(always)]
pub fn refs<'s, E: Captures>(_kinds: E, refs: &'s mut E::Refs<'_>) -> E::Refs<'s> {
    E::refs(refs)
}

/// The captures of a function value, for one call of a pullback.
///
/// ```
/// assert_eq!(ad_runtime::lent_again((), &mut ()), ());
/// ```
#[inline(always)]
pub fn lent_again<'s, E: Captures>(_kinds: E, refs: &'s mut E::Again<'_>) -> E::Again<'s> {
    E::again(refs)
}

/// The cotangents of the captures, for one call of a pullback.
///
/// ```
/// assert_eq!(ad_runtime::bars((), &mut ()), ());
/// ```
#[inline(always)]
pub fn bars<'s, E: Captures>(_kinds: E, bars: &'s mut E::Bars<'_>) -> E::Bars<'s> {
    E::bars(bars)
}

/// A function with its derivative, as an argument of an entry point: what `function!(cube)` makes.
///
/// ```
/// use ad_runtime::{NamedFunction, FunctionValue};
///
/// let function = NamedFunction::new(f64::sin, ());
/// assert_eq!(function.plain()(0.0), 0.0);
/// ```
#[derive(Clone, Copy)]
pub struct NamedFunction<G, F, A = ()> {
    plain: G,
    forward: F,
    tangent: A,
}

impl<G, F> NamedFunction<G, F> {
    /// A function and its forward sweep.
    ///
    /// ```
    /// let function = ad_runtime::NamedFunction::new(f64::sin, ());
    /// ```
    #[inline(always)]
    pub fn new(plain: G, forward: F) -> Self {
        NamedFunction {
            plain,
            forward,
            tangent: (),
        }
    }
}

impl<G, F, A> NamedFunction<G, F, A> {
    /// The same with its tangent function.
    ///
    /// ```
    /// use ad_runtime::{NamedFunction, FunctionValue};
    ///
    /// let function = NamedFunction::new(f64::sin, ()).along(f64::cos);
    /// assert_eq!(function.tangent()(0.0), 1.0);
    /// ```
    #[inline(always)]
    pub fn along<B>(self, tangent: B) -> NamedFunction<G, F, B> {
        NamedFunction {
            plain: self.plain,
            forward: self.forward,
            tangent,
        }
    }

    /// The function and its forward sweep.
    pub(crate) fn parts(self) -> (G, F) {
        (self.plain, self.forward)
    }
}

impl<G, F, A> fmt::Debug for NamedFunction<G, F, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NamedFunction({})", std::any::type_name::<G>())
    }
}

/// A function that has a derivative.
#[diagnostic::on_unimplemented(
    message = "this function has no derivative",
    label = "a function without derivative",
    note = "pass `pullback::function!(f)` of a function that is marked `#[differentiable]`; \
            inside a differentiable function, a closure written in place will do"
)]
pub trait FunctionValue {
    /// The function itself.
    type Plain: Copy;
    /// Its forward sweep.
    type Forward: Copy;
    /// Its tangent function.
    type Tangent: Copy;
    /// The function itself.
    ///
    /// ```
    /// use ad_runtime::{NamedFunction, FunctionValue};
    /// assert_eq!(NamedFunction::new(f64::sin, ()).plain()(0.0), 0.0);
    /// ```
    fn plain(&self) -> Self::Plain;
    /// Its forward sweep.
    ///
    /// ```
    /// use ad_runtime::{NamedFunction, FunctionValue};
    /// assert_eq!(NamedFunction::new(f64::sin, f64::cos).forward()(0.0), 1.0);
    /// ```
    fn forward(&self) -> Self::Forward;
    /// Its tangent function.
    fn tangent(&self) -> Self::Tangent;
}

#[diagnostic::do_not_recommend]
impl<G: Copy, F: Copy, A: Copy> FunctionValue for NamedFunction<G, F, A> {
    type Plain = G;
    type Forward = F;
    type Tangent = A;
    #[inline(always)]
    fn plain(&self) -> G {
        self.plain
    }
    #[inline(always)]
    fn forward(&self) -> F {
        self.forward
    }
    #[inline(always)]
    fn tangent(&self) -> A {
        self.tangent
    }
}
