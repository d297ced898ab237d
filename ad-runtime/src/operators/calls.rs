//! Operators that are called like functions: the forward sweep runs the operator's twin, and what it leaves is the pullback.
//!
//! Compiled code does so where an operand is seen to be no number. `operands(Plus, (ByValue, ByReference), l, &r).sweeps()` has
//! the sweeps of the operator's impl if that is marked, by [`OperatorSweeps`]; for everything else, a float by another name, an
//! array, a type of another crate, it makes a pullback of the operator's adjoint. Rustc looks at the former first.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::*;
use crate::tapes::Once;
use std::marker::PhantomData;
use std::ops;

/// An operand that a compound assignment changes.
#[derive(Clone, Copy, Debug)]
pub struct Changed;

/// An operand by value that carries no derivative: its cotangent is not computed.
///
/// ```
/// use ad_runtime::{ByValue, ConstantOperand, OtherOperands as _, Times, Workspace, operands};
///
/// let ws = &mut Workspace::new();
/// let (y, pullback) = operands(Times, (ConstantOperand, ByValue), 3.0, 2.0).sweeps().operate(ws);
/// assert_eq!((y, pullback(ws, 1.0, (), ())), (6.0, ((), 3.0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ConstantOperand;

/// How an operand of type `T` is handed to an operator, and to its pullback.
pub trait Form {
    /// How the operator's impl takes it.
    type Impl: Form;
    /// The operand.
    type Passed<'o, T: 'o>;
    /// The operand as the impl takes it.
    fn handed<'o, T: 'o>(passed: Self::Passed<'o, T>) -> <Self::Impl as Form>::Passed<'o, T>;
    /// What the pullback is handed for it: of what was lent, the operand again, and where its cotangent is to be added.
    type Slot<'o, T: Differentiable + 'o>;
    /// What the pullback gives back: the cotangent of an operand by value.
    type Bar<T: Differentiable>;
    /// The tangent of the operand, which of one that is changed is changed with it.
    type Dot<'o, T: Differentiable + 'o>;
}

impl Form for ByReference {
    type Impl = Self;
    type Passed<'o, T: 'o> = &'o T;
    #[inline(always)]
    fn handed<'o, T: 'o>(passed: &'o T) -> &'o T {
        passed
    }
    type Slot<'o, T: Differentiable + 'o> = (&'o T, Option<&'o mut T::Cotangent>);
    type Bar<T: Differentiable> = ();
    type Dot<'o, T: Differentiable + 'o> = Option<&'o T::Cotangent>;
}

impl Form for Changed {
    type Impl = Self;
    type Passed<'o, T: 'o> = &'o mut T;
    #[inline(always)]
    fn handed<'o, T: 'o>(passed: &'o mut T) -> &'o mut T {
        passed
    }
    type Slot<'o, T: Differentiable + 'o> = (&'o mut T, Option<&'o mut T::Cotangent>);
    type Bar<T: Differentiable> = ();
    type Dot<'o, T: Differentiable + 'o> = Option<&'o mut T::Cotangent>;
}

/// A form in which an operand is only read.
pub trait ReadForm: Form {
    /// What an adjoint that asks for the operand has to keep of it.
    type Kept<T>;
    /// The operand.
    fn operand<'p, T>(passed: &'p Self::Passed<'_, T>) -> &'p T;
    /// Keeps it.
    fn keep<T: Clone>(passed: &Self::Passed<'_, T>) -> Self::Kept<T>;
    /// The operand again.
    fn again<'k, T: Differentiable>(kept: &'k Self::Kept<T>, slot: &'k Self::Slot<'_, T>) -> &'k T;
    /// Whether its cotangent is asked for.
    fn is_wanted<T: Differentiable>(slot: &Self::Slot<'_, T>) -> bool;
    /// Hands its cotangent over, which was asked for.
    fn hand<T: Differentiable>(slot: Self::Slot<'_, T>, bar: Option<T::Cotangent>, ws: &mut Workspace) -> Self::Bar<T>;
}

/// A form in which an impl takes its operand by value.
pub trait ValueForm: ReadForm<Impl = ByValue> {
    /// What the pullback is handed for the operand.
    fn slot<'o, T: Differentiable + 'o>() -> Self::Slot<'o, T>;
}

macro_rules! by_value {
    ($($Form:ident: $Bar:ty, $wanted:literal, |$bar:ident| $handed:expr;)*) => {$(
        impl Form for $Form {
            type Impl = ByValue;
            type Passed<'o, T: 'o> = T;
            #[inline(always)]
            fn handed<'o, T: 'o>(passed: T) -> T {
                passed
            }
            type Slot<'o, T: Differentiable + 'o> = ();
            type Bar<T: Differentiable> = $Bar;
            type Dot<'o, T: Differentiable + 'o> = Option<&'o T::Cotangent>;
        }

        impl ReadForm for $Form {
            type Kept<T> = T;
            #[inline(always)]
            fn operand<T>(passed: &T) -> &T {
                passed
            }
            #[inline(always)]
            fn keep<T: Clone>(passed: &T) -> T {
                passed.clone()
            }
            #[inline(always)]
            fn again<'k, T: Differentiable>(kept: &'k T, _: &'k ()) -> &'k T {
                kept
            }
            #[inline(always)]
            fn is_wanted<T: Differentiable>(_: &()) -> bool {
                $wanted
            }
            #[inline(always)]
            fn hand<T: Differentiable>(_: (), $bar: Option<T::Cotangent>, _: &mut Workspace) -> $Bar {
                $handed
            }
        }

        impl ValueForm for $Form {
            #[inline(always)]
            fn slot<'o, T: Differentiable + 'o>() {}
        }
    )*};
}

by_value! {
    ByValue: T::Cotangent, true, |bar| bar.expect("the cotangent of an operand by value is always asked for");
    ConstantOperand: (), false, |bar| drop(bar);
}

impl ReadForm for ByReference {
    type Kept<T> = ();
    #[inline(always)]
    fn operand<'p, T>(passed: &'p &T) -> &'p T {
        passed
    }
    #[inline(always)]
    fn keep<T: Clone>(_: &&T) {}
    #[inline(always)]
    fn again<'k, T: Differentiable>((): &'k (), slot: &'k (&T, Option<&mut T::Cotangent>)) -> &'k T {
        slot.0
    }
    #[inline(always)]
    fn is_wanted<T: Differentiable>(slot: &(&T, Option<&mut T::Cotangent>)) -> bool {
        slot.1.is_some()
    }
    #[inline(always)]
    fn hand<T: Differentiable>(slot: (&T, Option<&mut T::Cotangent>), bar: Option<T::Cotangent>, ws: &mut Workspace) {
        if let ((_, Some(buffer)), Some(bar)) = (slot, bar) {
            buffer.accumulate(&bar);
            bar.give_back(ws);
        }
    }
}

/// Says that operands live as long as what is lent of them. A bound would say the same, and rustc would take the pullback to hold the
/// lifetimes that it names.
pub type Lives<'l, 'r, L, R> = PhantomData<(&'l L, &'r R)>;

/// The sweeps of a marked impl of the operator `O` for `Self` and `R`, handed over as `LF` and `RF` say.
///
/// `#[differentiable]` on the impl implements it. Of a unary operator `R` is `()`.
pub trait OperatorSweeps<O, R: Differentiable, LF: Form, RF: Form>: Differentiable + Sized {
    /// What the operator gives.
    type Output;
    /// Its cotangent.
    type Seed;
    /// Whether it may run again on the way back.
    type Way: Way;
    /// The operator, and its pullback.
    fn forward<'l, 'r>(
        l: LF::Passed<'l, Self>,
        r: RF::Passed<'r, R>,
        ws: &mut Workspace,
        lives: Lives<'l, 'r, Self, R>,
    ) -> (
        Self::Output,
        impl FnOnce(&mut Workspace, Self::Seed, LF::Slot<'_, Self>, RF::Slot<'_, R>) -> (LF::Bar<Self>, RF::Bar<R>)
        + use<Self, O, R, LF, RF>,
    );
    /// The operator and its tangent, where at least one operand has one.
    #[inline(always)]
    fn along<'l, 'r>(
        _: LF::Passed<'l, Self>,
        _: RF::Passed<'r, R>,
        _: LF::Dot<'_, Self>,
        _: RF::Dot<'_, R>,
        _: Lives<'l, 'r, Self, R>,
    ) -> (Self::Output, Self::Seed) {
        missing_derivative::<OfOperator, _>()
    }
}

/// The operands of an operator; made by [`operands`].
pub struct Operands<'l, 'r, O, LF: Form, RF: Form, L: 'l, R: 'r> {
    pub(super) l: LF::Passed<'l, L>,
    pub(super) r: RF::Passed<'r, R>,
    operator: PhantomData<O>,
}

/// The operands of an operator, of which rustc finds the sweeps.
///
/// ```
/// use ad_runtime::{ByReference, ByValue, OtherOperands as _, Times, Workspace, operands};
///
/// let ws = &mut Workspace::new();
/// let (y, pullback) = operands(Times, (ByValue, ByReference), 3.0, &2.0).sweeps().operate(ws);
/// let mut r_bar = 0.0;
/// let (l_bar, ()) = pullback(ws, 1.0, (), (&2.0, Some(&mut r_bar)));
/// assert_eq!((y, l_bar, r_bar), (6.0, 2.0, 3.0));
/// ```
#[inline(always)]
pub fn operands<'l, 'r, O, LF: Form, RF: Form, L, R>(
    _: O,
    _: (LF, RF),
    l: LF::Passed<'l, L>,
    r: RF::Passed<'r, R>,
) -> Operands<'l, 'r, O, LF, RF, L, R> {
    Operands {
        l,
        r,
        operator: PhantomData,
    }
}

/// Operands of an operator whose impl is marked.
pub struct Marked<'l, 'r, O, LF: Form, RF: Form, L: 'l, R: 'r>(pub(super) Operands<'l, 'r, O, LF, RF, L, R>);

impl<'l, 'r, O, LF: Form, RF: Form, L: OperatorSweeps<O, R, LF::Impl, RF::Impl>, R: Differentiable>
    Operands<'l, 'r, O, LF, RF, L, R>
{
    /// What has the sweeps. It is found before that of [`OtherOperands`].
    #[inline(always)]
    pub fn sweeps(self) -> Marked<'l, 'r, O, LF::Impl, RF::Impl, L, R> {
        Marked(self.into_taken())
    }
}

impl<'l, 'r, O, LF: Form, RF: Form, L, R> Operands<'l, 'r, O, LF, RF, L, R> {
    /// The operands as the operator's impl takes them.
    #[inline(always)]
    pub(super) fn into_taken(self) -> Operands<'l, 'r, O, LF::Impl, RF::Impl, L, R> {
        Operands {
            l: LF::handed(self.l),
            r: RF::handed(self.r),
            operator: PhantomData,
        }
    }
}

impl<'l, 'r, O, LF: Form, RF: Form, L: OperatorSweeps<O, R, LF, RF>, R: Differentiable>
    Marked<'l, 'r, O, LF, RF, L, R>
{
    /// The operator, and its pullback.
    #[inline(always)]
    pub fn operate(
        self,
        ws: &mut Workspace,
    ) -> (
        L::Output,
        impl FnOnce(&mut Workspace, L::Seed, LF::Slot<'_, L>, RF::Slot<'_, R>) -> (LF::Bar<L>, RF::Bar<R>)
        + use<O, LF, RF, L, R>,
    ) {
        L::forward(self.0.l, self.0.r, ws, PhantomData)
    }

    /// The operator and its tangent.
    #[inline(always)]
    pub fn along(self, l_dot: LF::Dot<'_, L>, r_dot: RF::Dot<'_, R>) -> (L::Output, L::Seed) {
        L::along(self.0.l, self.0.r, l_dot, r_dot, PhantomData)
    }
}

/// Operands of any other operator.
pub struct Other<'l, 'r, O, LF: Form, RF: Form, L: 'l, R: 'r>(Operands<'l, 'r, O, LF, RF, L, R>);

/// Operands of an operator that has no sweeps of its own.
pub trait OtherOperands {
    /// The operands.
    type Other;
    /// What makes a pullback of the operator's adjoint.
    fn sweeps(self) -> Self::Other;
}

impl<'l, 'r, O, LF: Form, RF: Form, L, R> OtherOperands for Operands<'l, 'r, O, LF, RF, L, R> {
    type Other = Other<'l, 'r, O, LF, RF, L, R>;
    #[inline(always)]
    fn sweeps(self) -> Self::Other {
        Other(self)
    }
}

macro_rules! binary {
    ($($Operator:ident $text:literal $Std:ident $Adjoint:ident $op:tt $left:ident $right:ident $tangent:ident $(: $Kept:ident)? ($($keep:ident)?);)*) => {$(
        #[doc = concat!("The operator `", $text, "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $Operator;

        impl<'l, 'r, LF: ReadForm, RF: ReadForm, L, R> Other<'l, 'r, $Operator, LF, RF, L, R> {
            /// The operator, and a pullback.
            #[inline(always)]
            pub fn operate<S: Cotangent>(
                self,
                ws: &mut Workspace,
            ) -> (
                <LF::Passed<'l, L> as ops::$Std<RF::Passed<'r, R>>>::Output,
                impl FnOnce(&mut Workspace, S, LF::Slot<'_, L>, RF::Slot<'_, R>) -> (LF::Bar<L>, RF::Bar<R>)
                + use<LF, RF, L, R, S>,
            )
            where
                L: $Adjoint<R, (LF::Impl, RF::Impl), Seed = S> $(+ $Kept)?,
                R: Differentiable $(+ $Kept)?,
                LF::Passed<'l, L>: ops::$Std<RF::Passed<'r, R>>,
            {
                let _ = ws;
                let Operands { l, r, .. } = self.0;
                let kept = binary!(@keep L LF RF l r $($keep)?);
                let value = l $op r;
                let once = Once::new();
                let pullback = {
                    #[inline(always)]
                    move |ws: &mut Workspace, seed: S, l: LF::Slot<'_, L>, r: RF::Slot<'_, R>| {
                    once.spend();
                    let (l_bar, r_bar) = {
                        let (kept_l, kept_r) = binary!(@again LF RF l r kept $($keep)?);
                        let l_bar = LF::is_wanted::<L>(&l).then(|| L::$left(kept_l, kept_r, &seed, ws));
                        let r_bar = RF::is_wanted::<R>(&r).then(|| L::$right(kept_l, kept_r, &seed, ws));
                        (l_bar, r_bar)
                    };
                    seed.give_back(ws);
                    (LF::hand::<L>(l, l_bar, ws), RF::hand::<R>(r, r_bar, ws))
                    }
                };
                (value, pullback)
            }

            /// The operator and its tangent.
            #[inline(always)]
            pub fn along<S: Cotangent>(
                self,
                l_dot: Option<&L::Cotangent>,
                r_dot: Option<&R::Cotangent>,
            ) -> (<LF::Passed<'l, L> as ops::$Std<RF::Passed<'r, R>>>::Output, S)
            where
                L: $Adjoint<R, (LF::Impl, RF::Impl), Seed = S>,
                R: Differentiable,
                LF::Passed<'l, L>: ops::$Std<RF::Passed<'r, R>>,
            {
                let Operands { l, r, .. } = self.0;
                let dot = L::$tangent(LF::operand(&l), RF::operand(&r), l_dot, r_dot);
                (l $op r, dot)
            }
        }
    )*};
    (@keep $L:ident $LF:ident $RF:ident $l:ident $r:ident $keep:ident) => { $L::$keep($LF::operand(&$l), $RF::operand(&$r)) };
    (@keep $L:ident $LF:ident $RF:ident $l:ident $r:ident) => { ($LF::keep(&$l), $RF::keep(&$r)) };
    (@again $LF:ident $RF:ident $l:ident $r:ident $kept:ident $keep:ident) => { (&$kept.0, &$kept.1) };
    (@again $LF:ident $RF:ident $l:ident $r:ident $kept:ident) => { ($LF::again(&$kept.0, &$l), $RF::again(&$kept.1, &$r)) };
}

binary! {
    Plus "+" Add AddAdjoint + add_left add_right add_tangent (add_keep);
    Minus "-" Sub SubAdjoint - sub_left sub_right sub_tangent (sub_keep);
    Times "*" Mul MulAdjoint * mul_left mul_right mul_tangent: Clone ();
    Over "/" Div DivAdjoint / div_left div_right div_tangent: Clone ();
    Modulo "%" Rem RemAdjoint % rem_left rem_right rem_tangent: Clone ();
}

/// The operator `-` of one operand.
#[derive(Clone, Copy, Debug)]
pub struct Negative;

impl<'l, 'r, LF: ReadForm, L> Other<'l, 'r, Negative, LF, ByValue, L, ()> {
    /// The operator, and a pullback.
    #[inline(always)]
    pub fn operate<S: Cotangent>(
        self,
        _: &mut Workspace,
    ) -> (
        <LF::Passed<'l, L> as ops::Neg>::Output,
        impl FnOnce(&mut Workspace, S, LF::Slot<'_, L>, ()) -> (LF::Bar<L>, ()) + use<LF, L, S>,
    )
    where
        L: NegAdjoint<LF, Seed = S>,
        LF::Passed<'l, L>: ops::Neg,
    {
        let Operands { l, .. } = self.0;
        let kept = L::neg_keep(LF::operand(&l));
        let pullback = move |ws: &mut Workspace, seed: S, l: LF::Slot<'_, L>, ()| {
            let bar = LF::is_wanted::<L>(&l).then(|| L::neg(&kept, &seed, ws));
            seed.give_back(ws);
            (LF::hand::<L>(l, bar, ws), ())
        };
        (-l, pullback)
    }

    /// The operator and its tangent.
    #[inline(always)]
    pub fn along<S: Cotangent>(
        self,
        dot: Option<&L::Cotangent>,
        _: Option<&()>,
    ) -> (<LF::Passed<'l, L> as ops::Neg>::Output, S)
    where
        L: NegAdjoint<LF, Seed = S>,
        LF::Passed<'l, L>: ops::Neg,
    {
        let Operands { l, .. } = self.0;
        let dot = L::neg_tangent(LF::operand(&l), dot.expect("the operand has a tangent"));
        (-l, dot)
    }
}

macro_rules! compound {
    ($($Operator:ident $Std:ident $op:tt $assigned:ident;)*) => {$(
        #[doc = concat!("What `l ", stringify!($op), " r` leaves in `l`.")]
        #[inline(always)]
        pub fn $assigned<L: ops::$Std<R>, R>(mut l: L, r: R) -> L {
            l $op r;
            l
        }

        impl<'l, 'r, RF: ReadForm, L, R> Other<'l, 'r, $Operator, ByValue, RF, L, R> {
            /// What the operator leaves, and a pullback.
            #[inline(always)]
            pub fn operate(
                self,
                ws: &mut Workspace,
            ) -> (
                L,
                impl FnOnce(&mut Workspace, L::Cotangent, (), RF::Slot<'_, R>) -> (L::Cotangent, RF::Bar<R>) + use<RF, L, R>,
            )
            where
                L: AssignAdjoint<$Operator, R, RF> + ops::$Std<RF::Passed<'r, R>>,
                R: Differentiable,
            {
                let Operands { l, r, .. } = self.0;
                let kept = L::assign_keep(&l, RF::operand(&r), ws);
                let once = Once::new();
                let pullback = {
                    #[inline(always)]
                    move |ws: &mut Workspace, mut bar: L::Cotangent, (), r: RF::Slot<'_, R>| {
                        once.spend();
                        let r_bar = RF::is_wanted::<R>(&r).then(|| L::assign_right(&kept, &bar, ws));
                        L::assign_left(&kept, &mut bar, ws);
                        L::give_back(kept, ws);
                        (bar, RF::hand::<R>(r, r_bar, ws))
                    }
                };
                ($assigned(l, r), pullback)
            }
        }

        impl<'l, 'r, RF: ReadForm, L, R> Other<'l, 'r, $Operator, Changed, RF, L, R> {
            /// The operator, and a pullback, which puts back what was there.
            #[inline(always)]
            pub fn operate(
                self,
                ws: &mut Workspace,
            ) -> (
                (),
                impl FnOnce(&mut Workspace, (), (&mut L, Option<&mut L::Cotangent>), RF::Slot<'_, R>) -> ((), RF::Bar<R>)
                + use<RF, L, R>,
            )
            where
                L: AssignAdjoint<$Operator, R, RF> + ops::$Std<RF::Passed<'r, R>> + Clone,
                R: Differentiable,
            {
                let Operands { l, r, .. } = self.0;
                let kept = L::assign_keep(l, RF::operand(&r), ws);
                let before = copy_to_write(ws, l);
                *l $op r;
                let pullback = move |ws: &mut Workspace,
                                     (),
                                     (l, bar): (&mut L, Option<&mut L::Cotangent>),
                                     r: RF::Slot<'_, R>| {
                    std::mem::replace(l, before).end_copy(ws);
                    let bar = bar.expect("what is changed always has a cotangent");
                    let r_bar = RF::is_wanted::<R>(&r).then(|| L::assign_right(&kept, bar, ws));
                    L::assign_left(&kept, bar, ws);
                    L::give_back(kept, ws);
                    ((), RF::hand::<R>(r, r_bar, ws))
                };
                ((), pullback)
            }

            /// The operator and its tangent.
            #[inline(always)]
            pub fn along(self, l_dot: Option<&mut L::Cotangent>, r_dot: Option<&R::Cotangent>) -> ((), ())
            where
                L: AssignAdjoint<$Operator, R, RF> + ops::$Std<RF::Passed<'r, R>>,
                R: Differentiable,
            {
                let Operands { l, r, .. } = self.0;
                if let Some(l_dot) = l_dot {
                    L::assign_tangent(l, RF::operand(&r), l_dot, r_dot);
                }
                *l $op r;
                ((), ())
            }
        }
    )*};
}

compound! {
    AddEq AddAssign += add_assigned;
    SubEq SubAssign -= sub_assigned;
    MulEq MulAssign *= mul_assigned;
    DivEq DivAssign /= div_assigned;
    RemEq RemAssign %= rem_assigned;
}
