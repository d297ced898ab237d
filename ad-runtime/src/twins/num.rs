//! The derivatives of num-traits' `clamp`, `clamp_min` and `clamp_max`, as they are imported beside the functions: `clamp::forward` for
//! a call `clamp(x, min, max)`.
//!
//! The cotangent goes to the value that was chosen, and at a bound to what is clamped.

use super::choices::choices;
use super::{Differentiable, Workspace};
use crate::called::stands_for;

/// `num_traits::clamp`.
///
/// ```
/// use ad_runtime::twins::num::clamp;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (value, pullback) = clamp::forward(&mut ws, 1.5, 0.0, 1.0);
/// assert_eq!((value, pullback(&mut ws, 3.0, (), (), ())), (1.0, (0.0, 0.0, 3.0)));
/// ```
#[allow(non_camel_case_types)] // It is called like the function.
#[derive(Debug)]
pub struct clamp {}

impl clamp {
    /// The value, and the pullback.
    #[inline(always)]
    pub fn forward<T: PartialOrd + Differentiable>(
        _: &mut Workspace,
        input: T,
        min: T,
        max: T,
    ) -> (
        T,
        impl FnOnce(&mut Workspace, T::Cotangent, (), (), ()) -> (T::Cotangent, T::Cotangent, T::Cotangent) + use<T>,
    ) {
        debug_assert!(min <= max, "min must be less than or equal to max");
        let shapes = (input.cotangent_shape(), min.cotangent_shape(), max.cotangent_shape());
        let (below, above) = (input < min, input > max);
        let value = if below {
            min
        } else if above {
            max
        } else {
            input
        };
        let pullback = move |_: &mut Workspace, seed: T::Cotangent, (), (), ()| {
            if below {
                (T::zero_of(&shapes.0), seed, T::zero_of(&shapes.2))
            } else if above {
                (T::zero_of(&shapes.0), T::zero_of(&shapes.1), seed)
            } else {
                (seed, T::zero_of(&shapes.1), T::zero_of(&shapes.2))
            }
        };
        (value, pullback)
    }

    /// The value and its tangent.
    #[inline(always)]
    pub fn tangent<T: PartialOrd + Differentiable>(
        input: T,
        min: T,
        max: T,
        input_tangent: Option<T::Cotangent>,
        min_tangent: Option<T::Cotangent>,
        max_tangent: Option<T::Cotangent>,
    ) -> (T, T::Cotangent) {
        debug_assert!(min <= max, "min must be less than or equal to max");
        let (value, tangent) = if input < min {
            (min, min_tangent)
        } else if input > max {
            (max, max_tangent)
        } else {
            (input, input_tangent)
        };
        let tangent = tangent.unwrap_or_else(|| value.zero_cotangent());
        (value, tangent)
    }

    stands_for!("num_traits", "clamp", 3);
}

choices! {
    "num_traits", PartialOrd;
    clamp_min, |input, bound| input < bound, "`num_traits::clamp_min`.\n\n```\nuse ad_runtime::twins::num::clamp_min;\n\nlet mut ws = ad_runtime::Workspace::new();\nlet (value, pullback) = clamp_min::forward(&mut ws, 1.5, 2.0);\nassert_eq!((value, pullback(&mut ws, 3.0, (), ())), (2.0, (0.0, 3.0)));\n```";
    clamp_max, |input, bound| input > bound, "`num_traits::clamp_max`.\n\n```\nuse ad_runtime::twins::num::clamp_max;\n\nlet mut ws = ad_runtime::Workspace::new();\nlet (value, pullback) = clamp_max::forward(&mut ws, 1.5, 2.0);\nassert_eq!((value, pullback(&mut ws, 3.0, (), ())), (1.5, (3.0, 0.0)));\n```";
}
