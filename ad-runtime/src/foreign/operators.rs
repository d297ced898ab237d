//! The operators of foreign types as a table: a row is an operator with its adjoint and its tangent.
//!
//! ```text
//! operators! {
//!     /// Original: `y = l * r` of quaternions.\
//!     /// Adjoint: `l_bar = y_bar · r*` and `r_bar = l* · y_bar`.
//!     impl MulAdjoint[A: Scalar] Quaternion<A>, Quaternion<A> => Quaternion<A>;
//!         mul_left |_, r, seed, _| { .. }
//!         mul_right |l, _, seed, _| { .. }
//!         tangent mul_tangent |l, r| |l_dot| { l_dot * r } |r_dot| { l * r_dot }
//! }
//! ```
//!
//! The last type is that of the result's cotangent. The tangent is the sum of what comes from each of the operands that has one, or is
//! made of the adjoint with a sweep for each number of the result: `rows mul_tangent |l, r| { .. }` says a zero of the result's
//! cotangent. A row without a tangent is an error where one is asked for. Sums and differences are rows of [`sums`]: their adjoints see
//! the seed alone.

use crate::cotangent::Cotangent;
#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
use crate::scalar::times;

#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
macro_rules! operators {
    ($(
        $(#[$meta:meta])*
        impl $Adjoint:ident[$($generics:tt)*] $Left:ty, $Right:ty => $Seed:ty $(where [$($bounds:tt)*])?;
            $left:ident |$left_l:pat_param, $left_r:pat_param, $left_seed:pat_param, $left_ws:pat_param| $of_left:block
            $right:ident |$right_l:pat_param, $right_r:pat_param, $right_seed:pat_param, $right_ws:pat_param| $of_right:block
            $(tangent $tangent:ident |$l:pat_param, $r:pat_param| |$l_dot:pat_param| $from_left:block |$r_dot:pat_param| $from_right:block)?
            $(rows $of_rows:ident |$row_l:pat_param, $row_r:pat_param| $zero:block)?
    )*) => {$(
        $(#[$meta])*
        impl<F, $($generics)*> $crate::operators::$Adjoint<$Right, F> for $Left
        where $($($bounds)*)?
        {
            type Seed = $Seed;
            #[inline]
            #[allow(unused_braces)]
            fn $left($left_l: &Self, $left_r: &$Right, $left_seed: &Self::Seed, $left_ws: &mut $crate::workspace::Workspace) -> Self::Cotangent $of_left
            #[inline]
            #[allow(unused_braces)]
            fn $right(
                $right_l: &Self, $right_r: &$Right, $right_seed: &Self::Seed, $right_ws: &mut $crate::workspace::Workspace
            ) -> <$Right as $crate::differentiable::Differentiable>::Cotangent $of_right
            $(
                #[inline]
                #[allow(unused_braces)]
                fn $tangent(
                    l: &Self,
                    r: &$Right,
                    l_dot: Option<&Self::Cotangent>,
                    r_dot: Option<&<$Right as $crate::differentiable::Differentiable>::Cotangent>,
                ) -> Self::Seed {
                    let ($l, $r) = (l, r);
                    let left = l_dot.map(|dot| {
                        let $l_dot = dot;
                        $crate::foreign::strong($from_left, dot, |seed| {
                            let ws = &mut $crate::workspace::Workspace::new();
                            <Self as $crate::operators::$Adjoint<$Right, F>>::$left(l, r, seed, ws)
                        })
                    });
                    let right = r_dot.map(|dot| {
                        let $r_dot = dot;
                        $crate::foreign::strong($from_right, dot, |seed| {
                            let ws = &mut $crate::workspace::Workspace::new();
                            <Self as $crate::operators::$Adjoint<$Right, F>>::$right(l, r, seed, ws)
                        })
                    });
                    $crate::foreign::of_both(left, right)
                }
            )?
            $(
                #[inline]
                fn $of_rows(
                    l: &Self,
                    r: &$Right,
                    l_dot: Option<&Self::Cotangent>,
                    r_dot: Option<&<$Right as $crate::differentiable::Differentiable>::Cotangent>,
                ) -> Self::Seed {
                    let ($row_l, $row_r, ws) = (l, r, &mut $crate::workspace::Workspace::new());
                    let zero = $zero;
                    let left = l_dot.map(|dot| {
                        $crate::foreign::by_rows(&zero, dot, |seed| <Self as $crate::operators::$Adjoint<$Right, F>>::$left(l, r, seed, ws))
                    });
                    let right = r_dot.map(|dot| {
                        $crate::foreign::by_rows(&zero, dot, |seed| <Self as $crate::operators::$Adjoint<$Right, F>>::$right(l, r, seed, ws))
                    });
                    $crate::foreign::of_both(left, right)
                }
            )?
        }
    )*};
}

/// What flows in from either operand.
///
/// # Panics
/// If nothing does.
pub(crate) fn of_both<C: Cotangent>(left: Option<C>, right: Option<C>) -> C {
    match (left, right) {
        (Some(mut sum), Some(right)) => {
            sum.accumulate(&right);
            sum
        }
        (one, other) => one.or(other).expect("an operand has a tangent"),
    }
}

/// A part of a tangent, or where that is not finite, the same of the adjoint, whose zeros are strong.
#[inline]
#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
pub(crate) fn strong<S: Cotangent, B: Cotangent>(part: S, dot: &B, adjoint: impl FnMut(&S) -> B) -> S {
    match part.all_finite() {
        true => part,
        false => by_rows(&part.zero_like(), dot, adjoint),
    }
}

/// The tangent of a result, number by number: the products of the rows of the Jacobian, which the adjoint gives, with the operand's
/// tangent.
#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
pub(crate) fn by_rows<S: Cotangent, B: Cotangent>(zero: &S, dot: &B, mut adjoint: impl FnMut(&S) -> B) -> S {
    let (mut unit, mut dots, mut products, mut row) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    zero.flatten_into(&mut unit);
    dot.flatten_into(&mut dots);
    let mut seed = zero.clone();
    for k in 0..unit.len() {
        unit[k] = 1.0;
        seed.unflatten_from(&mut unit.iter().copied());
        unit[k] = 0.0;
        row.clear();
        adjoint(&seed).flatten_into(&mut row);
        products.push(
            row.iter()
                .zip(&dots)
                .fold(0.0, |sum, (bar, dot)| sum + times(*dot, *bar)),
        );
    }
    seed.unflatten_from(&mut products.into_iter());
    seed
}

#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
macro_rules! sums {
    ($(
        $op:ident $Adjoint:ident[$($generics:tt)*] $Left:ty, $Right:ty => $Seed:ty $(where [$($bounds:tt)*])?;
            left |$left_seed:pat_param| $of_left:block
            right |$right_seed:pat_param| $of_right:block
            tangent |$l_dot:pat_param| $from_left:block |$r_dot:pat_param| $from_right:block
    )*) => { ad_macro::with_siblings! {$(
        impl<F, $($generics)*> $crate::operators::$Adjoint<$Right, F> for $Left
        where $($($bounds)*)?
        {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn $op@keep(_: &Self, _: &$Right) -> ((), ()) {
                ((), ())
            }
            type Seed = $Seed;
            #[inline(always)]
            #[allow(unused_braces)]
            fn $op@left((): &(), (): &(), $left_seed: &Self::Seed, _: &mut $crate::workspace::Workspace) -> Self::Cotangent $of_left
            #[inline(always)]
            #[allow(unused_braces)]
            fn $op@right(
                (): &(), (): &(), $right_seed: &Self::Seed, _: &mut $crate::workspace::Workspace
            ) -> <$Right as $crate::differentiable::Differentiable>::Cotangent $of_right
            #[inline(always)]
            #[allow(unused_braces)]
            fn $op@tangent(
                _: &Self,
                _: &$Right,
                l_dot: Option<&Self::Cotangent>,
                r_dot: Option<&<$Right as $crate::differentiable::Differentiable>::Cotangent>,
            ) -> Self::Seed {
                $crate::foreign::of_both(l_dot.map(|$l_dot| $from_left), r_dot.map(|$r_dot| $from_right))
            }
        }
    )*} };
}

#[cfg(any(feature = "glam", feature = "nalgebra", feature = "num-complex"))]
pub(crate) use {operators, sums};
