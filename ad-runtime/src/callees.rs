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
#[allow(non_upper_case_globals, missing_docs)] // They are called like what a twin has.
pub trait HasDerivative: Sized {
    /// What the parts of a twin are would be of any type.
    type Any;

    /// Where this is called, the function is said to have no derivative.
    fn twin_of(called: Self) -> Self;

    const taken: Self::Any;
    const forward: Self::Any;
    const forward_lanes: Self::Any;
    const tangent: Self::Any;
    const tangent_forward: Self::Any;
    const function: Self::Any;
    const fills: Self::Any;
    const present: Self::Any;
    const source: Self::Any;
    const sources: Self::Any;
    const route_0: Self::Any;
    const route_1: Self::Any;
    const route_2: Self::Any;
    const route_3: Self::Any;
    const choice_0: Self::Any;
    const choice_1: Self::Any;
    const choice_2: Self::Any;
    const choice_3: Self::Any;
    const routes_0: Self::Any;
    const routes_1: Self::Any;
    const routes_2: Self::Any;
    const routes_3: Self::Any;
    const choices_0: Self::Any;
    const choices_1: Self::Any;
    const choices_2: Self::Any;
    const choices_3: Self::Any;
}

/// The function that is called where the error stands.
#[derive(Debug)]
pub struct ThisFunction;

#[diagnostic::do_not_recommend]
impl HasDerivative for Nothing {
    type Any = ();
    const taken: () = ();
    const forward: () = ();
    const forward_lanes: () = ();
    const tangent: () = ();
    const tangent_forward: () = ();
    const function: () = ();
    const fills: () = ();
    const present: () = ();
    const source: () = ();
    const sources: () = ();
    const route_0: () = ();
    const route_1: () = ();
    const route_2: () = ();
    const route_3: () = ();
    const choice_0: () = ();
    const choice_1: () = ();
    const choice_2: () = ();
    const choice_3: () = ();
    const routes_0: () = ();
    const routes_1: () = ();
    const routes_2: () = ();
    const routes_3: () = ();
    const choices_0: () = ();
    const choices_1: () = ();
    const choices_2: () = ();
    const choices_3: () = ();
    fn twin_of(called: Nothing) -> Nothing {
        called
    }
}
