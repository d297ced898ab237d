//! Functions that are kept in a field, an element or behind a pointer, and are called from there.
//!
//! A field of type `fn(f64) -> f64` or `Box<dyn Fn(f64) -> f64>` holds a function and nothing of its derivative: it can be called
//! where nothing active enters it. A [`KeptFunction`] holds both.

use crate::captures::NamedFunction;
use crate::differentiable::Differentiable;
use crate::differentiable::lasting;
use crate::inactive::rigid;
use crate::workspace::Workspace;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

/// The type of a function that can be kept with its derivative: `fn(f64, f64) -> f64`.
///
/// ```
/// fn kept<S: ad_runtime::Signature>() {}
/// kept::<fn(f64, [f64; 2]) -> f64>();
/// ```
///
/// The arguments come by value:
///
/// ```compile_fail
/// fn kept<S: ad_runtime::Signature>() {}
/// kept::<fn(&[f64]) -> f64>();
/// ```
pub trait Signature {
    /// The function.
    type Plain: ?Sized;
    /// Its forward sweep.
    type Forward: ?Sized;
}

/// A differentiable function that is kept in a struct.
///
/// It is called like a function, and made from one: `function!(cube).into()`. Clones share it. It carries no derivative itself:
/// its cotangent is `()`.
///
/// ```
/// use ad_runtime::{KeptFunction, NamedFunction, Workspace};
///
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// // What `#[differentiable]` writes for `square`.
/// fn forward(_: (), _: &mut Workspace, x: f64) -> (f64, impl FnOnce(&mut Workspace, f64, ((), ()), (f64, Option<&mut f64>)) + use<>) {
///     (x * x, move |_: &mut Workspace, seed: f64, _: ((), ()), (x, x_bar): (f64, Option<&mut f64>)| {
///         if let Some(x_bar) = x_bar {
///             *x_bar += 2.0 * x * seed;
///         }
///     })
/// }
///
/// struct Spring {
///     force: KeptFunction<fn(f64) -> f64>,
/// }
///
/// let spring = Spring { force: NamedFunction::new(square, forward).into() };
/// assert_eq!((spring.force)(3.0), 9.0);
/// ```
pub struct KeptFunction<S: Signature> {
    plain: Arc<S::Plain>,
    forward: Arc<S::Forward>,
}

impl<S: Signature> Clone for KeptFunction<S> {
    fn clone(&self) -> Self {
        KeptFunction {
            plain: self.plain.clone(),
            forward: self.forward.clone(),
        }
    }
}

impl<S: Signature> fmt::Debug for KeptFunction<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeptFunction<{}>", std::any::type_name::<S>())
    }
}

impl<S: Signature> Deref for KeptFunction<S> {
    type Target = S::Plain;
    fn deref(&self) -> &S::Plain {
        &self.plain
    }
}

rigid!([S: Signature] KeptFunction<S>);

// A pointer is a constant. Where it is called with what carries a derivative, it is asked for its own, and has none.
rigid!([A: 'static, R: 'static] fn(A) -> R, lasting);
rigid!([A: 'static, B: 'static, R: 'static] fn(A, B) -> R, lasting);

/// The arguments of a kept function.
///
/// ```
/// fn arguments<A: ad_runtime::Arguments>() {}
/// arguments::<(f64, [f64; 2])>();
/// ```
pub trait Arguments {
    /// The function's pullback: from the result's cotangent to the arguments', with a slot for the function and for each of them, as
    /// every pullback has.
    type Pullback<Bar>;
}

/// A function that is kept somewhere with its derivative, `A` being the tuple of its arguments.
#[diagnostic::on_unimplemented(
    message = "the function that is kept here has no derivative",
    label = "a derivative flows into this call",
    note = "keep a `pullback::KeptFunction<fn(f64) -> f64>`, which is made by `function!(f).into()`; \
            or take the function as a parameter, `f: impl Fn(f64) -> f64`; or stop the derivative: `no_diff(..)`"
)]
pub trait Kept<A: Arguments> {
    /// What the function returns.
    type Output: Differentiable;
    /// The function's value and its pullback.
    ///
    /// ```compile_fail
    /// let function: Box<dyn Fn(f64) -> f64> = Box::new(f64::sin);
    /// ad_runtime::Kept::forward_kept(&function, &mut ad_runtime::Workspace::new(), (1.0,));
    /// ```
    fn forward_kept(&self, ws: &mut Workspace, args: A) -> (Self::Output, KeptPullback<A, Self::Output>);
}

/// The pullback of a kept function.
pub type KeptPullback<A, R> = <A as Arguments>::Pullback<<R as Differentiable>::Cotangent>;

macro_rules! through_pointers {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<A: Arguments, T: Kept<A> + ?Sized> Kept<A> for $pointer {
            type Output = T::Output;
            fn forward_kept(&self, ws: &mut Workspace, args: A) -> (T::Output, KeptPullback<A, T::Output>) {
                T::forward_kept(self, ws, args)
            }
        }
    )*};
}

through_pointers!(&T, Box<T>, Rc<T>, Arc<T>);

/// What is handed back of an argument by value, and the buffer of its cotangent.
type Handed<'a, T> = (T, Option<&'a mut <T as Differentiable>::Cotangent>);

macro_rules! signatures {
    ($($call:ident($($A:ident $a:ident $bar:ident),*);)*) => {$(
        impl<$($A: Differentiable),*> Arguments for ($($A,)*) {
            type Pullback<Bar> = Box<
                dyn FnOnce(&mut Workspace, Bar, (), $(signatures!(@slot $A)),*) -> ((), $($A::Cotangent),*),
            >;
        }

        impl<$($A: Differentiable,)* R: Differentiable> Signature for fn($($A),*) -> R {
            type Plain = dyn Fn($($A),*) -> R + Send + Sync;
            type Forward = dyn Fn(&mut Workspace, ($($A,)*)) -> (R, KeptPullback<($($A,)*), R>) + Send + Sync;
        }

        impl<$($A: Differentiable + Clone + 'static,)* R: Differentiable + 'static, G, F, P, L> From<NamedFunction<G, F, L>>
            for KeptFunction<fn($($A),*) -> R>
        where
            G: Fn($($A),*) -> R + Copy + Send + Sync + 'static,
            F: Fn((), &mut Workspace, $($A),*) -> (R, P) + Copy + Send + Sync + 'static,
            P: FnOnce(&mut Workspace, R::Cotangent, ((), ()), $(Handed<'_, $A>),*) + 'static,
        {
            fn from(function: NamedFunction<G, F, L>) -> Self {
                let (plain, forward) = function.parts();
                KeptFunction {
                    plain: Arc::new(plain),
                    forward: Arc::new(move |ws: &mut Workspace, ($($a,)*): ($($A,)*)| {
                        let again = ($($a.clone(),)*);
                        let (value, pullback) = forward((), ws, $($a),*);
                        let pullback: KeptPullback<($($A,)*), R> =
                            Box::new(move |ws: &mut Workspace, seed, (): (), $($bar: ()),*| {
                                $(let () = $bar;)*
                                let ($($a,)*) = again;
                                let ($(mut $bar,)*) = ($($a.zero_cotangent(),)*);
                                pullback(ws, seed, ((), ()), $(($a, Some(&mut $bar))),*);
                                ((), $($bar),*)
                            });
                        (value, pullback)
                    }),
                }
            }
        }

        impl<$($A: Differentiable,)* R: Differentiable> Kept<($($A,)*)> for KeptFunction<fn($($A),*) -> R> {
            type Output = R;
            fn forward_kept(&self, ws: &mut Workspace, args: ($($A,)*)) -> (R, KeptPullback<($($A,)*), R>) {
                (self.forward)(ws, args)
            }
        }

        /// Calls a kept function with its derivative: the forward sweep, as that of any function.
        #[inline]
        pub fn $call<K, R, $($A),*>(
            ws: &mut Workspace,
            function: &K,
            $($a: $A),*
        ) -> (R, KeptPullback<($($A,)*), R>)
        where
            $($A: Differentiable,)*
            R: Differentiable,
            K: Kept<($($A,)*), Output = R> + ?Sized,
        {
            function.forward_kept(ws, ($($a,)*))
        }
    )*};
    (@slot $A:ident) => { () };
}

signatures! {
    call_kept_1(A a a_bar);
    call_kept_2(A a a_bar, B b b_bar);
    call_kept_3(A a a_bar, B b b_bar, C c c_bar);
    call_kept_4(A a a_bar, B b b_bar, C c c_bar, D d d_bar);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(x: f64, y: f64) -> f64 {
        x * y
    }

    type Slot<'a> = (f64, Option<&'a mut f64>);

    #[allow(clippy::type_complexity)]
    fn forward(
        _: (),
        _: &mut Workspace,
        x: f64,
        y: f64,
    ) -> (
        f64,
        impl FnOnce(&mut Workspace, f64, ((), ()), Slot<'_>, Slot<'_>) + use<>,
    ) {
        let pullback = |_: &mut Workspace, seed: f64, _: ((), ()), (x, x_bar): Slot<'_>, (y, y_bar): Slot<'_>| {
            *x_bar.expect("a buffer") += seed * y;
            *y_bar.expect("a buffer") += seed * x;
        };
        (x * y, pullback)
    }

    #[test]
    fn a_kept_function_is_called_and_pulled() {
        let kept: KeptFunction<fn(f64, f64) -> f64> = NamedFunction::new(product, forward).into();
        assert_eq!(kept(2.0, 3.0), 6.0);
        let ws = &mut Workspace::new();
        let (value, pullback) = call_kept_2(ws, &Arc::new(Box::new(kept.clone())), 2.0, 3.0);
        assert_eq!(value, 6.0);
        assert_eq!(pullback(ws, 1.0, (), (), ()), ((), 3.0, 2.0));
        assert_eq!(kept.zero_cotangent(), ());
    }
}
