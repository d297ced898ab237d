//! What stands for the twin of a function that has none.
//!
//! The function is found among the values and its twin among the types, by the same name. So a sweep imports the name, as
//! many things as there are, and beside it all of a module that has [`HasDerivative`] under the same name. What is imported for itself
//! comes before what is imported with all others: the trait is found only where there is no twin, and says that there is none.
//!
//! ```
//! mod math {
//!     #[allow(non_camel_case_types)]
//!     pub struct norm {}
//!     impl norm {
//!         pub fn forward(x: f64) -> f64 {
//!             x
//!         }
//!     }
//!     pub fn norm(x: f64) -> f64 {
//!         x
//!     }
//! }
//!
//! use math::norm as norm_derivative;
//! mod norm_derivative_missing {
//!     pub(super) use ad_runtime::HasDerivative as norm_derivative;
//! }
//! use norm_derivative_missing::*;
//! assert_eq!(norm_derivative::forward(math::norm(2.0)), 2.0);
//! ```

use crate::found::Nothing;

macro_rules! missing {
    ($(#[$said:meta])* $missing:ident: $($part:ident)*) => {
        $(#[$said])*
        #[allow(non_upper_case_globals, missing_docs)] // They are called like what a twin has.
        pub trait $missing: Sized {
            /// What the parts of a twin are would be of any type.
            type Any;

            /// Where this is called, the function is said to have no derivative.
            fn twin_of(called: Self) -> Self;

            $(const $part: Self::Any;)*
        }

        #[diagnostic::do_not_recommend]
        impl $missing for Nothing {
            type Any = ();
            $(const $part: () = ();)*
            fn twin_of(called: Nothing) -> Nothing {
                called
            }
        }
    };
    ($(#[$said:meta])* $missing:ident) => {
        missing! {
            $(#[$said])*
            $missing: forward forward_lanes tangent function fills present source sources route_0 route_1 route_2 route_3
                choice_0 choice_1 choice_2 choice_3 routes_0 routes_1 routes_2 routes_3 choices_0 choices_1 choices_2 choices_3
        }
    };
}

missing! {
    /// A function that has a derivative. This is no trait of any function: a twin is what has one.
    ///
    /// ```compile_fail
    /// fn helper(x: f64) -> f64 {
    ///     x * x
    /// }
    /// ad_runtime::HasDerivative::twin_of(helper);
    /// ```
    #[diagnostic::on_unimplemented(
        message = "this function has no derivative",
        label = "mark it `#[differentiable]`, give it a rule, or write `no_diff(..)` around the call"
    )]
    HasDerivative
}

missing! {
    /// The same of a function under a name of std's.
    #[diagnostic::on_unimplemented(
        message = "this function has no derivative",
        label = "mark it `#[differentiable]`, give it a rule, or write `no_diff(..)` around the call",
        note = "one of std's is known by its path: write `std::mem::swap(..)`, not `swap(..)`"
    )]
    HasDerivativeByPath
}

/// The function that is called where the error stands.
#[derive(Debug)]
pub struct ThisFunction;
