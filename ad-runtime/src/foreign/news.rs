//! `new` of as many elements as a type has.
//!
//! There is a trait for each number of them, since rustc chooses by the type.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::Differentiable;
use crate::workspace::Workspace;

/// An argument's slot where it comes by value.
macro_rules! by_value {
    ($argument:ident) => {
        ()
    };
}

/// The same type again, for each argument.
macro_rules! of_each {
    ($argument:ident $ty:ty) => {
        $ty
    };
}

#[cfg(any(feature = "glam", feature = "nalgebra"))]
pub(crate) use {by_value, of_each};

/// `new` of so many elements.
macro_rules! new {
    ($($Trait:ident $text:literal [$($argument:ident),*];)*) => { ad_macro::with_siblings! {$(
        #[doc = concat!("The twin of `new` with ", $text, ".")]
        pub trait $Trait<A: Differentiable>: Differentiable + Sized {
            /// Makes the value, and a pullback that takes its cotangent apart.
            #[allow(clippy::too_many_arguments)]
            fn new_differentiable(
                $($argument: A,)*
                ws: &mut Workspace,
            ) -> (
                Self,
                impl FnOnce(&mut Workspace, Self::Cotangent $(, by_value!($argument))*) -> ($(of_each!($argument A::Cotangent),)*) + use<Self, A>,
            );

            /// Makes the value and its tangent: `None` is a zero.
            #[allow(clippy::too_many_arguments)]
            fn new_differentiable_along($($argument: A,)* $($argument@dot: Option<A::Cotangent>),*) -> (Self, Self::Cotangent);
        }
    )*} };
}

new! {
    New1 "one argument" [a];
    New2 "two arguments" [a, b];
    New3 "three arguments" [a, b, c];
    New4 "four arguments" [a, b, c, d];
    New5 "five arguments" [a, b, c, d, e];
    New6 "six arguments" [a, b, c, d, e, f];
    New9 "nine arguments" [a, b, c, d, e, f, g, h, i];
    New16 "sixteen arguments" [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p];
    New8 "eight arguments" [a, b, c, d, e, f, g, h];
    New10 "ten arguments" [a, b, c, d, e, f, g, h, i, j];
    New12 "twelve arguments" [a, b, c, d, e, f, g, h, i, j, k, l];
    New15 "fifteen arguments" [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o];
    New18 "eighteen arguments" [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r];
    New20 "twenty arguments" [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t];
    New24 "twenty-four arguments" [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x];
    New25 "twenty-five arguments" [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y];
    New30 "thirty arguments" [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad];
    New36 "thirty-six arguments" [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, ag, ah, ai, aj];
}
