//! Products of values of which only rustc knows what they are: numbers, or structs that own memory.
//!
//! Of operands that can be copied, the way back is handed copies, which the sweep around it has or reads again; the pullback keeps
//! nothing, as that of a product of numbers. Any other product is a call, and its pullback keeps what it needs.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::calls::{Form, Marked, Modulo, Operands, OperatorSweeps, Other, Over, Times, ValueForm};
use super::{ByValue, DivAdjoint, MulAdjoint, RemAdjoint};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::tapes::Once;
use crate::workspace::Workspace;
use std::marker::PhantomData;
use std::ops;

/// An operand of a product; made by [`operand`].
#[derive(Clone, Copy, Debug)]
pub struct Operand<'o, T>(&'o T);

/// An operand, of which the way back is handed a copy if that is all it takes.
///
/// ```
/// use ad_runtime::{OtherOperand as _, operand};
///
/// assert_eq!(operand(&2.0).copied(), 2.0);
/// assert_eq!(operand(&vec![2.0]).copied(), ());
/// ```
#[inline(always)]
pub fn operand<T>(value: &T) -> Operand<'_, T> {
    Operand(value)
}

impl<T: Copy> Operand<'_, T> {
    /// The copy. It is found before that of [`OtherOperand`].
    #[inline(always)]
    pub fn copied(self) -> T {
        *self.0
    }
}

/// An operand that cannot be copied.
pub trait OtherOperand: Sized {
    /// Nothing is had again of it.
    #[inline(always)]
    fn copied(self) {}
}

impl<T> OtherOperand for Operand<'_, T> {}

/// Operands that can be copied.
pub struct CopiedOperands<'l, 'r, O, LF, RF, L: 'l, R: 'r>(
    Operands<'l, 'r, O, ByValue, ByValue, L, R>,
    PhantomData<(LF, RF)>,
);

impl<'l, 'r, O, LF: ValueForm, RF: ValueForm, L: Copy, R: Copy> Operands<'l, 'r, O, LF, RF, L, R> {
    /// What leaves nothing behind. It is found before that of [`OwningOperands`].
    #[inline(always)]
    pub fn copied(self) -> CopiedOperands<'l, 'r, O, LF, RF, L, R> {
        CopiedOperands(self.into_taken(), PhantomData)
    }
}

/// Operands of which one cannot be copied.
pub trait OwningOperands: Sized {
    /// What keeps a pullback.
    #[inline(always)]
    fn copied(self) -> Self {
        self
    }
}

impl<O, LF: Form, RF: Form, L, R> OwningOperands for Operands<'_, '_, O, LF, RF, L, R> {}

/// What the way back through a marked operator takes where its operands can be copied.
pub trait Way {
    /// What has the sweeps.
    type Sweeps<'l, 'r, O, L: 'l, R: 'r>;
    /// The sweeps of these operands.
    fn sweeps<'l, 'r, O, L, R>(operands: Operands<'l, 'r, O, ByValue, ByValue, L, R>) -> Self::Sweeps<'l, 'r, O, L, R>;
}

/// The operator's forward sweep runs again: it is seen to do nothing but compute.
#[derive(Clone, Copy, Debug)]
pub struct RunsAgain;

impl Way for RunsAgain {
    type Sweeps<'l, 'r, O, L: 'l, R: 'r> = MarkedCopies<'l, 'r, O, L, R>;
    #[inline(always)]
    fn sweeps<'l, 'r, O, L, R>(operands: Operands<'l, 'r, O, ByValue, ByValue, L, R>) -> MarkedCopies<'l, 'r, O, L, R> {
        MarkedCopies(operands)
    }
}

/// The pullback is kept: what the operator does besides, it does once.
#[derive(Clone, Copy, Debug)]
pub struct RunsOnce;

impl Way for RunsOnce {
    type Sweeps<'l, 'r, O, L: 'l, R: 'r> = KeptCopies<'l, 'r, O, L, R>;
    #[inline(always)]
    fn sweeps<'l, 'r, O, L, R>(operands: Operands<'l, 'r, O, ByValue, ByValue, L, R>) -> KeptCopies<'l, 'r, O, L, R> {
        KeptCopies(Marked(operands))
    }
}

/// Operands that can be copied, of an operator that runs again.
pub struct MarkedCopies<'l, 'r, O, L: 'l, R: 'r>(Operands<'l, 'r, O, ByValue, ByValue, L, R>);

/// Operands that can be copied, of an operator that runs once.
pub struct KeptCopies<'l, 'r, O, L: 'l, R: 'r>(Marked<'l, 'r, O, ByValue, ByValue, L, R>);

impl<O, L: OperatorSweeps<O, R, ByValue, ByValue>, R: Differentiable> KeptCopies<'_, '_, O, L, R> {
    /// The product, and its pullback. Nobody may call that: what it is handed has types without a call, too.
    #[inline(always)]
    pub fn multiply(
        self,
        ws: &mut Workspace,
    ) -> (
        L::Output,
        impl FnOnce(&mut Workspace, L::Seed, L, R) -> (L::Cotangent, R::Cotangent) + use<O, L, R>,
    ) {
        self.0.multiply(ws)
    }
}

impl<'l, 'r, O, LF, RF, L: OperatorSweeps<O, R, ByValue, ByValue>, R: Differentiable>
    CopiedOperands<'l, 'r, O, LF, RF, L, R>
{
    /// What has the sweeps of the operator's impl. It is found before that of [`OtherCopies`].
    #[inline(always)]
    pub fn sweeps(self) -> <L::Way as Way>::Sweeps<'l, 'r, O, L, R> {
        L::Way::sweeps(self.0)
    }
}

/// Operands that can be copied, of any other operator.
pub trait OtherCopies: Sized {
    /// What asks the operator's adjoint.
    #[inline(always)]
    fn sweeps(self) -> Self {
        self
    }
}

impl<O, LF, RF, L, R> OtherCopies for CopiedOperands<'_, '_, O, LF, RF, L, R> {}

impl<'l, 'r, O, L: OperatorSweeps<O, R, ByValue, ByValue>, R: Differentiable>
    Marked<'l, 'r, O, ByValue, ByValue, L, R>
{
    /// The product, and its pullback.
    #[inline(always)]
    pub fn multiply<A, B>(
        self,
        ws: &mut Workspace,
    ) -> (
        L::Output,
        impl FnOnce(&mut Workspace, L::Seed, A, B) -> (L::Cotangent, R::Cotangent) + use<O, L, R, A, B>,
    ) {
        let (value, pullback) = self.operate(ws);
        (value, move |ws: &mut Workspace, seed: L::Seed, _: A, _: B| {
            pullback(ws, seed, (), ())
        })
    }
}

macro_rules! products {
    ($($Operator:ident $Std:ident $Adjoint:ident $op:tt $left:ident $right:ident;)*) => {$(
        impl<LF: ValueForm, RF: ValueForm, L, R> CopiedOperands<'_, '_, $Operator, LF, RF, L, R> {
            /// The product, and its pullback, which is handed the operands again.
            #[inline(always)]
            pub fn multiply<S: Cotangent>(
                self,
                _: &mut Workspace,
            ) -> (
                <L as ops::$Std<R>>::Output,
                impl FnOnce(&mut Workspace, S, L, R) -> (LF::Bar<L>, RF::Bar<R>) + use<LF, RF, L, R, S>,
            )
            where
                L: $Adjoint<R, (ByValue, ByValue), Seed = S> + ops::$Std<R>,
                R: Differentiable,
            {
                let Operands { l, r, .. } = self.0;
                let once = Once::new();
                let pullback = {
                    #[inline(always)]
                    move |ws: &mut Workspace, seed: S, l: L, r: R| {
                        once.spend();
                        let (l_slot, r_slot) = (LF::slot::<L>(), RF::slot::<R>());
                        let l_bar = LF::is_wanted::<L>(&l_slot).then(|| L::$left(&l, &r, &seed, ws));
                        let r_bar = RF::is_wanted::<R>(&r_slot).then(|| L::$right(&l, &r, &seed, ws));
                        let bars = (LF::hand::<L>(l_slot, l_bar, ws), RF::hand::<R>(r_slot, r_bar, ws));
                        seed.give_back(ws);
                        bars
                    }
                };
                (l $op r, pullback)
            }
        }

        impl<L, R> MarkedCopies<'_, '_, $Operator, L, R> {
            /// The product, and its pullback, which is handed the operands again.
            #[inline(always)]
            pub fn multiply(
                self,
                _: &mut Workspace,
            ) -> (
                <L as ops::$Std<R>>::Output,
                impl FnOnce(&mut Workspace, L::Seed, L, R) -> (L::Cotangent, R::Cotangent) + use<L, R>,
            )
            where
                L: OperatorSweeps<$Operator, R, ByValue, ByValue> + ops::$Std<R>,
                R: Differentiable,
            {
                let Operands { l, r, .. } = self.0;
                let once = Once::new();
                let pullback = {
                    #[inline(always)]
                    move |ws: &mut Workspace, seed: L::Seed, l: L, r: R| {
                        once.spend();
                        let (_, pullback) = L::forward(l, r, ws, PhantomData);
                        pullback(ws, seed, (), ())
                    }
                };
                (l $op r, pullback)
            }
        }

        impl<'l, 'r, LF, RF, L, R> Other<'l, 'r, $Operator, LF, RF, L, R>
        where
            LF: ValueForm + Form<Passed<'l, L> = L>,
            RF: ValueForm + Form<Passed<'r, R> = R>,
        {
            /// The product, and its pullback.
            #[inline(always)]
            pub fn multiply<S: Cotangent, A, B>(
                self,
                ws: &mut Workspace,
            ) -> (
                <L as ops::$Std<R>>::Output,
                impl FnOnce(&mut Workspace, S, A, B) -> (LF::Bar<L>, RF::Bar<R>) + use<LF, RF, L, R, S, A, B>,
            )
            where
                L: $Adjoint<R, (ByValue, ByValue), Seed = S> + ops::$Std<R> + Clone,
                R: Differentiable + Clone,
            {
                let (value, pullback) = self.operate(ws);
                (value, move |ws: &mut Workspace, seed: S, _: A, _: B| pullback(ws, seed, LF::slot::<L>(), RF::slot::<R>()))
            }
        }
    )*};
}

products! {
    Times Mul MulAdjoint * mul_left mul_right;
    Over Div DivAdjoint / div_left div_right;
    Modulo Rem RemAdjoint % rem_left rem_right;
}
