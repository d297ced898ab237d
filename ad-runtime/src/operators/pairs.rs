//! Operators for second derivatives: of the operands and of their tangents, the value and its tangent, and the pullback of both.
//!
//! ```text
//! Original: y = l * r,              y_dot = l_dot * r + l * r_dot
//! Adjoint:  l_bar = y_bar * r + y_dot_bar * r_dot,   l_dot_bar = y_dot_bar * r,   and likewise of the right side
//! ```

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::calls::{Changed, Form, Lives, Minus, Modulo, Negative, Over, Plus, ReadForm, Times};
use super::{AddEq, ByValue, DivEq, MulEq, RemEq, SubEq, quotient_slope};
use crate::differentiable::Differentiable;
use crate::scalar::{over, portion, times, weighted};
use crate::workspace::Workspace;
use std::marker::PhantomData;

/// The sweeps of the tangent of the operator `O`: of floats, and of an impl that is marked so. `LD` and `RD` are the operands' tangents.
#[diagnostic::on_unimplemented(
    message = "this operator of `{Self}` and `{R}` has no second derivative",
    label = "its second derivative is asked for here",
    note = "write `#[differentiable(order = 2)]` on the `impl` of the operator"
)]
pub trait OperatorPairs<O, R: Differentiable, LF: Form, RF: Form, LD: Differentiable, RD: Differentiable>:
    Differentiable + Sized
{
    /// What the operator gives, and its tangent.
    type Output;
    /// The cotangent of both.
    type Seed;
    /// The operator with its tangent, and the pullback of both.
    fn forward<'o>(
        operands: (LF::Passed<'o, Self>, RF::Passed<'o, R>),
        tangents: (LF::Passed<'o, LD>, RF::Passed<'o, RD>),
        ws: &mut Workspace,
        lives: Lives<'o, 'o, (Self, LD), (R, RD)>,
    ) -> (
        Self::Output,
        impl FnOnce(
            &mut Workspace,
            Self::Seed,
            LF::Slot<'_, Self>,
            RF::Slot<'_, R>,
            LF::Slot<'_, LD>,
            RF::Slot<'_, RD>,
        ) -> (LF::Bar<Self>, RF::Bar<R>, LF::Bar<LD>, RF::Bar<RD>)
        + use<Self, O, R, LF, RF, LD, RD>,
    );
}

/// An operator with its tangent, and the pullback of both; see [`OperatorPairs`].
///
/// ```
/// use ad_runtime::{ByValue, Times, Workspace, operate_pair};
///
/// let ws = &mut Workspace::new();
/// let (pair, pullback) = operate_pair(Times, (ByValue, ByValue), 3.0, 2.0, 1.0, 0.5, ws);
/// assert_eq!(pair, (6.0, 3.5));
/// assert_eq!(pullback(ws, (0.0, 1.0), (), (), (), ()), (0.5, 1.0, 2.0, 3.0));
/// ```
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub fn operate_pair<'o, O, LF: Form, RF: Form, L, R, LD, RD>(
    _: O,
    _: (LF, RF),
    l: LF::Passed<'o, L>,
    r: RF::Passed<'o, R>,
    l_dot: LF::Passed<'o, LD>,
    r_dot: RF::Passed<'o, RD>,
    ws: &mut Workspace,
) -> (
    L::Output,
    impl FnOnce(
        &mut Workspace,
        L::Seed,
        LF::Slot<'_, L>,
        RF::Slot<'_, R>,
        LF::Slot<'_, LD>,
        RF::Slot<'_, RD>,
    ) -> (LF::Bar<L>, RF::Bar<R>, LF::Bar<LD>, RF::Bar<RD>)
    + use<O, LF, RF, L, R, LD, RD>,
)
where
    L: OperatorPairs<O, R, LF, RF, LD, RD> + 'o,
    R: Differentiable + 'o,
    LD: Differentiable + 'o,
    RD: Differentiable + 'o,
{
    L::forward((l, r), (l_dot, r_dot), ws, PhantomData)
}

macro_rules! pairs {
    ($($float:ident)*) => {$(
        pairs! {
            @of $float
            Plus AddEq |l, r, ld, rd| (l + r, ld + rd) |s, sd| (s, s, sd, sd);
            Minus SubEq |l, r, ld, rd| (l - r, ld - rd) |s, sd| (s, -s, sd, -sd);
            Times MulEq |l, r, ld, rd| (l * r, weighted(ld, r) + weighted(rd, l))
                |s, sd| (times(s, r) + times(sd, rd), times(s, l) + times(sd, ld), times(sd, r), times(sd, l));
            Over DivEq |l, r, ld, rd| (l / r, over(ld - weighted(rd, l / r), r))
                |s, sd| (
                    over(s - times(sd, over(rd, r)), r),
                    times(s, quotient_slope(l, r)) - times(sd, over(over(ld - weighted(rd, l / r), r) - times(rd, l / r / r), r)),
                    over(sd, r),
                    times(sd, quotient_slope(l, r))
                );
            Modulo RemEq |l, r, ld, rd| (l % r, ld + portion(rd, -(l / r).trunc()))
                |s, sd| (s, portion(s, -(l / r).trunc()), sd, portion(sd, -(l / r).trunc()));
        }

        impl<LF: ReadForm> OperatorPairs<Negative, (), LF, ByValue, $float, ()> for $float {
            type Output = ($float, $float);
            type Seed = ($float, $float);
            #[inline(always)]
            fn forward<'o>(
                (l, ()): (LF::Passed<'o, $float>, ()),
                (l_dot, ()): (LF::Passed<'o, $float>, ()),
                _: &mut Workspace,
                _: Lives<'o, 'o, ($float, $float), ((), ())>,
            ) -> (
                Self::Output,
                impl FnOnce(&mut Workspace, Self::Seed, LF::Slot<'_, $float>, (), LF::Slot<'_, $float>, ()) -> (LF::Bar<$float>, (), LF::Bar<$float>, ())
                + use<LF>,
            ) {
                let pullback = |ws: &mut Workspace, (s, sd): ($float, $float), l: LF::Slot<'_, $float>, (), l_dot: LF::Slot<'_, $float>, ()| {
                    (LF::hand::<$float>(l, Some(-s), ws), (), LF::hand::<$float>(l_dot, Some(-sd), ws), ())
                };
                ((-*LF::operand(&l), -*LF::operand(&l_dot)), pullback)
            }
        }
    )*};
    (@of $float:ident $($O:ident $Change:ident |$l:ident, $r:ident, $ld:ident, $rd:ident| $pair:tt |$s:ident, $sd:ident| $bars:tt;)*) => {$(
        impl<LF: ReadForm, RF: ReadForm> OperatorPairs<$O, $float, LF, RF, $float, $float> for $float {
            type Output = ($float, $float);
            type Seed = ($float, $float);
            #[inline(always)]
            fn forward<'o>(
                (l, r): (LF::Passed<'o, $float>, RF::Passed<'o, $float>),
                (l_dot, r_dot): (LF::Passed<'o, $float>, RF::Passed<'o, $float>),
                _: &mut Workspace,
                _: Lives<'o, 'o, ($float, $float), ($float, $float)>,
            ) -> (
                Self::Output,
                impl FnOnce(
                    &mut Workspace,
                    Self::Seed,
                    LF::Slot<'_, $float>,
                    RF::Slot<'_, $float>,
                    LF::Slot<'_, $float>,
                    RF::Slot<'_, $float>,
                ) -> (LF::Bar<$float>, RF::Bar<$float>, LF::Bar<$float>, RF::Bar<$float>)
                + use<LF, RF>,
            ) {
                let ($l, $r, $ld, $rd) = (*LF::operand(&l), *RF::operand(&r), *LF::operand(&l_dot), *RF::operand(&r_dot));
                let pullback = move |
                    ws: &mut Workspace,
                    ($s, $sd): ($float, $float),
                    l_slot: LF::Slot<'_, $float>,
                    r_slot: RF::Slot<'_, $float>,
                    l_dot_slot: LF::Slot<'_, $float>,
                    r_dot_slot: RF::Slot<'_, $float>,
                | {
                    let bars: ($float, $float, $float, $float) = $bars;
                    (
                        LF::hand::<$float>(l_slot, Some(bars.0), ws),
                        RF::hand::<$float>(r_slot, Some(bars.1), ws),
                        LF::hand::<$float>(l_dot_slot, Some(bars.2), ws),
                        RF::hand::<$float>(r_dot_slot, Some(bars.3), ws),
                    )
                };
                ($pair, pullback)
            }
        }

        impl<RF: ReadForm> OperatorPairs<$Change, $float, Changed, RF, $float, $float> for $float {
            type Output = ();
            type Seed = ();
            #[inline(always)]
            fn forward<'o>(
                (l, r): (&'o mut $float, RF::Passed<'o, $float>),
                (l_dot, r_dot): (&'o mut $float, RF::Passed<'o, $float>),
                ws: &mut Workspace,
                _: Lives<'o, 'o, ($float, $float), ($float, $float)>,
            ) -> (
                Self::Output,
                impl FnOnce(
                    &mut Workspace,
                    Self::Seed,
                    <Changed as Form>::Slot<'_, $float>,
                    RF::Slot<'_, $float>,
                    <Changed as Form>::Slot<'_, $float>,
                    RF::Slot<'_, $float>,
                ) -> (<Changed as Form>::Bar<$float>, RF::Bar<$float>, <Changed as Form>::Bar<$float>, RF::Bar<$float>)
                + use<RF>,
            ) {
                let (before, r) = ((*l, *l_dot), (*RF::operand(&r), *RF::operand(&r_dot)));
                let (pair, pull) = operate_pair($O, (ByValue, ByValue), before.0, r.0, before.1, r.1, ws);
                (*l, *l_dot) = pair;
                let pullback = move |
                    ws: &mut Workspace,
                    (),
                    (l, l_bar): (&mut $float, Option<&mut $float>),
                    r: RF::Slot<'_, $float>,
                    (l_dot, l_dot_bar): (&mut $float, Option<&mut $float>),
                    r_dot: RF::Slot<'_, $float>,
                | {
                    (*l, *l_dot) = before;
                    let seed = [&l_bar, &l_dot_bar].map(|bar| bar.as_deref().copied().unwrap_or(0.0));
                    let bars = pull(ws, seed.into(), (), (), (), ());
                    l_bar.into_iter().for_each(|bar| *bar = bars.0);
                    l_dot_bar.into_iter().for_each(|bar| *bar = bars.2);
                    ((), RF::hand::<$float>(r, Some(bars.1), ws), (), RF::hand::<$float>(r_dot, Some(bars.3), ws))
                };
                ((), pullback)
            }
        }
    )*};
}

pairs!(f32 f64);
