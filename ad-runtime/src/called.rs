//! Whether the function whose derivative is taken is the one that the function calls.
//!
//! The function calls `norm(&x)`, and its derivative `norm::forward(ws, &x)`: a function is found among the values and its twin among
//! the types. A function without a twin may hide one that has it, and leave that one's twin visible: `fn norm` of the module's own
//! beside `use math::*`. So the twin says what its function is called and where it stands, and [`as_called!`](crate::as_called)
//! compares that with the type of what is called. Both are constants, and in optimised code nothing of it is left.

use std::any::type_name;
use std::ops::Deref;

/// The path of a function.
///
/// ```
/// assert_eq!(ad_runtime::path_of(&f64::sin), std::any::type_name_of_val(&f64::sin));
/// ```
#[inline(always)]
pub fn path_of<F>(_: &F) -> &'static str {
    type_name::<F>()
}

/// Whether a function has this name and stands where a type does, by the type's name and the function's path.
///
/// ```
/// mod math {
///     #[allow(non_camel_case_types)]
///     pub struct norm {}
///     pub fn norm<T>(_: T) {}
/// }
/// fn norm(_: f64) {}
///
/// use ad_runtime::{path_of, stands_beside};
/// assert!(stands_beside::<math::norm>("norm", "norm", path_of(&math::norm::<f64>)));
/// assert!(!stands_beside::<math::norm>("norm", "norm", path_of(&norm)));
/// ```
#[inline(always)]
pub fn stands_beside<T>(ty: &str, name: &str, path: &str) -> bool {
    let (beside, path, name) = (type_name::<T>().as_bytes(), path.as_bytes(), name.as_bytes());
    let module = beside.len() - ty.len();
    let end = module + name.len();
    // What follows are the arguments of a generic function.
    path.len() >= end
        && path[..module] == beside[..module]
        && path[module..end] == *name
        && (path.len() == end || path[end] == b'<')
}

/// An argument of a call that is never run, by value.
///
/// # Panics
/// Always.
///
/// ```should_panic
/// let argument: f64 = ad_runtime::argument_of(&1.0);
/// ```
pub fn argument_of<T>(_: &T) -> T {
    unreachable!("the call is there for its types")
}

/// How a function takes an option of a mutable reference: by value, or by reference.
pub trait TakesOption<T: ?Sized> {}

impl<T: ?Sized> TakesOption<T> for Option<&mut T> {}

impl<T: ?Sized> TakesOption<T> for &mut Option<&mut T> {}

/// An argument of a call that is never run: an option of a mutable reference, as the function takes it.
///
/// # Panics
/// Always.
///
/// ```should_panic
/// fn push(list: &mut Option<&mut Vec<f64>>) {}
/// push(ad_runtime::option_argument(Some(&mut vec![1.0])));
/// ```
pub fn option_argument<T: ?Sized, O: TakesOption<T>>(_: Option<&mut T>) -> O {
    unreachable!("the call is there for its types")
}

/// An argument of a call that is never run, to be written to.
///
/// # Panics
/// Always.
///
/// ```should_panic
/// let argument: &mut f64 = ad_runtime::argument_like(&1.0);
/// ```
pub fn argument_like<'a, T: ?Sized>(_: &T) -> &'a mut T {
    unreachable!("the call is there for its types")
}

/// Checks that a function, by its path, is the one beside which a twin stands: see [`stands_beside`].
///
/// # Panics
/// If it is another one.
///
/// ```
/// mod math {
///     #[allow(non_camel_case_types)]
///     pub struct norm {}
///     pub fn norm() {}
/// }
///
/// ad_runtime::expect_beside::<math::norm>("norm", "norm", ad_runtime::path_of(&math::norm));
/// ```
#[inline(always)]
pub fn expect_beside<T>(ty: &str, name: &str, path: &str) {
    if !stands_beside::<T>(ty, name, path) {
        another_function(path, type_name::<T>())
    }
}

/// Checks that a function, by its path, is the one that a rule was given for: the other path.
///
/// # Panics
/// If it is another one.
///
/// ```
/// ad_runtime::expect_path("math::ball", "math::ball");
/// ```
#[inline(always)]
pub fn expect_path(ruled: &str, path: &str) {
    if ruled != path {
        another_function(path, ruled)
    }
}

/// Checks that a function is the generic one of another crate's module: `core::cmp::min<usize>`.
///
/// # Panics
/// If it is another one.
#[inline(always)]
pub(crate) fn expect_of<F>(module: &str, function: &str, called: F) -> F {
    let path = path_of(&called);
    let arguments = path
        .strip_prefix(module)
        .and_then(|path| path.strip_prefix("::"))
        .and_then(|path| path.strip_prefix(function));
    if !arguments.is_some_and(|arguments| arguments.starts_with('<')) {
        another_function(path, function)
    }
    called
}

#[cold]
#[inline(never)]
pub(crate) fn another_function(path: &str, twin: &str) -> ! {
    panic!(
        "the function that is called is `{path}`, and the derivative that is visible under its name is that of `{twin}`: mark the \
         one that is called `#[differentiable]`, or give one of the two another name"
    )
}

/// In the impl of a twin that is written by hand: of which function it is one, and how many arguments that takes.
macro_rules! stands_for {
    ($module:expr, $function:expr, $taken:literal) => {
        /// How many arguments the function takes.
        #[inline(always)]
        pub fn taken<const GIVEN: usize>(_: [(); GIVEN]) -> $crate::AsMany<GIVEN, $taken> {
            $crate::AsMany(())
        }

        /// That the function which is called is this one.
        #[inline(always)]
        pub fn twin_of<F>(called: F) -> F {
            $crate::called::expect_of($module, $function, called)
        }
    };
}
pub(crate) use stands_for;

/// The number of arguments that a call gives, and of those that the function takes. Where they differ, rustc has said so of the call, and
/// knows no type of the sweep, of which it says nothing then.
///
/// ```
/// assert_eq!(ad_runtime::AsMany::<1, 1>(()).sweep(f64::sqrt)(4.0), 2.0);
/// ```
#[derive(Debug)]
pub struct AsMany<const GIVEN: usize, const TAKEN: usize, A = ()>(pub A);

impl<const TAKEN: usize, A> AsMany<TAKEN, TAKEN, A> {
    /// What is found under the function's name.
    #[inline(always)]
    pub fn found(self) -> A {
        self.0
    }

    /// The sweep.
    #[inline(always)]
    pub fn sweep<F>(&self, sweep: F) -> F {
        sweep
    }
}

/// See [`AsMany`].
#[derive(Debug)]
pub struct NotAsMany;

impl NotAsMany {
    /// What is found under the function's name, of any type.
    ///
    /// # Panics
    /// Always.
    pub fn found<G>(&self) -> G {
        unreachable!("the call is an error")
    }

    /// The sweep, of any type.
    ///
    /// # Panics
    /// Always.
    pub fn sweep<F, G>(&self, _: F) -> G {
        unreachable!("the call is an error")
    }
}

impl<const GIVEN: usize, const TAKEN: usize, A> Deref for AsMany<GIVEN, TAKEN, A> {
    type Target = NotAsMany;

    fn deref(&self) -> &NotAsMany {
        &NotAsMany
    }
}

/// Checks that a call is one of the function that a twin belongs to; see the head of `called.rs`. The call itself is never run: the
/// arguments say of a generic function which one it is, and the type of the result where it is written.
///
/// ```
/// mod math {
///     #[allow(non_camel_case_types)]
///     pub struct norm {}
///     impl norm {
///         pub fn twin_of<F>(called: F) -> F {
///             ad_runtime::expect_beside::<Self>("norm", "norm", ad_runtime::path_of(&called));
///             called
///         }
///     }
///     pub fn norm<T: Into<f64>>(x: T) -> f64 {
///         x.into().abs()
///     }
/// }
/// use math::*;
///
/// ad_runtime::as_called!(norm::twin_of, norm, called => [called(2.0)]);
/// ```
///
/// ```should_panic
/// # mod math {
/// #     #[allow(non_camel_case_types)]
/// #     pub struct norm {}
/// #     impl norm {
/// #         pub fn twin_of<F>(called: F) -> F {
/// #             ad_runtime::expect_beside::<Self>("norm", "norm", ad_runtime::path_of(&called));
/// #             called
/// #         }
/// #     }
/// # }
/// use math::*;
///
/// fn norm(x: f64) -> f64 {
///     x
/// }
/// ad_runtime::as_called!(norm::twin_of, norm, called => [called(2.0)]);
/// ```
#[macro_export]
macro_rules! as_called {
    ($twin_of:expr, $function:expr, $called:ident => [$($call:tt)*] $(, $result:ty)?) => {{
        let $called = $twin_of($function);
        if false {
            let _ $(: $result)? = $($call)*;
            // What the arguments move is still there where this does not come back.
            ::core::unreachable!()
        }
    }};
}
