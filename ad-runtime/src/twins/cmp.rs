//! The derivatives of `std::cmp::min` and `std::cmp::max`, as they are imported beside the functions: `min::forward` for a call `min(a, b)`.
//!
//! No float has an order. What these functions compare are mostly counts, and otherwise what a derivative flows through unchanged:
//! it goes to the value that was chosen.

use super::{Differentiable, Workspace};
use crate::called::another_function;

/// Checks that what is called is std's function: `core::cmp::min<usize>`.
fn expect_of_std(function: &str, path: &str) {
    let arguments = path
        .strip_prefix("core::cmp::")
        .and_then(|path| path.strip_prefix(function));
    if !arguments.is_some_and(|arguments| arguments.starts_with('<')) {
        another_function(path, function)
    }
}

macro_rules! extremes {
    ($($name:ident $prefers_first:tt $text:literal)*) => {$(
        #[doc = $text]
        #[allow(non_camel_case_types)] // It is called like the function.
        #[derive(Debug)]
        pub struct $name {}

        impl $name {
            /// The value, and the pullback.
            #[inline(always)]
            pub fn forward<T: Ord + Differentiable>(
                _: &mut Workspace,
                first: T,
                second: T,
            ) -> (
                T,
                impl FnOnce(&mut Workspace, T::Cotangent, (), ()) -> (T::Cotangent, T::Cotangent) + use<T>,
            ) {
                let of_first = first $prefers_first second;
                let (value, other) = if of_first { (first, second) } else { (second, first) };
                let shape = other.cotangent_shape();
                let pullback = move |_: &mut Workspace, seed: T::Cotangent, (), ()| {
                    let nothing = T::zero_of(&shape);
                    if of_first { (seed, nothing) } else { (nothing, seed) }
                };
                (value, pullback)
            }

            /// That the function which is called is this one.
            #[inline(always)]
            pub fn twin_of(path: &str) {
                expect_of_std(stringify!($name), path)
            }
        }
    )*};
}

extremes! {
    min <= "`std::cmp::min`.\n\n```\nuse ad_runtime::twins::cmp::min;\n\nlet mut ws = ad_runtime::Workspace::new();\nassert_eq!(min::forward(&mut ws, 3, 2).0, 2);\nmin::twin_of(ad_runtime::path_of(&std::cmp::min::<usize>));\n```"
    max > "`std::cmp::max`: of two that are equal, the second.\n\n```\nuse ad_runtime::twins::cmp::max;\n\nlet mut ws = ad_runtime::Workspace::new();\nassert_eq!(max::forward(&mut ws, 3, 2).0, 3);\nmax::twin_of(ad_runtime::path_of(&std::cmp::max::<usize>));\n```"
}
