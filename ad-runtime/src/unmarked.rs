//! Associated functions without a derivative: that they have none is said in the user's words.
//!
//! The twin of an associated function is looked for by its name. Where a type has none, rustc would name the twin. So there is a
//! function of its name for every type, which comes last of all:
//!
//! ```text
//! Input:  associated!(unit_differentiable(_0), Spring::unit_differentiable(x))
//! Output: the call, of `Spring`'s own function if there is one; an error at the name if there is not
//! ```

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
        impl<T: ?::core::marker::Sized> FunctionHasDerivative<()> for &mut T {
            fn $function<X>($($given: impl ::core::marker::Sized),*) -> X {
                $crate::argument()
            }
        }
        // Were this the only one, rustc would say to borrow the type.
        #[diagnostic::do_not_recommend]
        impl<T: ?::core::marker::Sized> FunctionHasDerivative<bool> for &mut T {
            fn $function<X>($($given: impl ::core::marker::Sized),*) -> X {
                $crate::argument()
            }
        }
        $call
    }};
}
