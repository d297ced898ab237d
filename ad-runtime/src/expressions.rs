//! What compiled code calls for several operators in one expression, where inference takes the operands for tensors.
//!
//! ```text
//! if a.fits_elementwise_f64_2(&b) { a.elementwise_f64_2_differentiable_push(&b, ..) } else { the operators }
//! ```
//!
//! Tensors have these methods themselves, which are found first: see `tensor/expressions.rs`. Whatever else is called like them has
//! those of a trait, by which it never fits.

use crate::captures::{Captures, Lent, LentBars};
use crate::differentiable::Differentiable;
use crate::workspace::Workspace;
use std::marker::PhantomData;

/// The methods for each type of elements and each number of tensors.
macro_rules! each_expression {
    ($given:ident) => {
        $given! {
            f32 fits_elementwise_f32_1 elementwise_f32_1_differentiable_push elementwise_f32_1_differentiable_pull;
            f32 fits_elementwise_f32_2 elementwise_f32_2_differentiable_push elementwise_f32_2_differentiable_pull [b B of_b f32];
            f32 fits_elementwise_f32_3 elementwise_f32_3_differentiable_push elementwise_f32_3_differentiable_pull [b B of_b f32] [c C of_c f32];
            f32 fits_elementwise_f32_4 elementwise_f32_4_differentiable_push elementwise_f32_4_differentiable_pull [b B of_b f32] [c C of_c f32] [d D of_d f32];
            f64 fits_elementwise_f64_1 elementwise_f64_1_differentiable_push elementwise_f64_1_differentiable_pull;
            f64 fits_elementwise_f64_2 elementwise_f64_2_differentiable_push elementwise_f64_2_differentiable_pull [b B of_b f64];
            f64 fits_elementwise_f64_3 elementwise_f64_3_differentiable_push elementwise_f64_3_differentiable_pull [b B of_b f64] [c C of_c f64];
            f64 fits_elementwise_f64_4 elementwise_f64_4_differentiable_push elementwise_f64_4_differentiable_pull [b B of_b f64] [c C of_c f64] [d D of_d f64];
        }
    };
}

#[cfg(feature = "tensor")]
pub(crate) use each_expression;

/// What no call gives.
#[doc(hidden)]
#[derive(Debug)]
pub struct NeverPulled<E, P>(PhantomData<(E, P)>);

macro_rules! as_written {
    ($($float:ident $fits:ident $push:ident $pull:ident $([$x:ident $X:ident $of_x:ident $of:ident])*;)*) => {
        /// Operands that are no tensors: their operators stand as they were written.
        #[doc(hidden)]
        #[allow(clippy::type_complexity, clippy::too_many_arguments, missing_docs)]
        pub trait ExpressionsAsWritten: Differentiable {
            $(
                #[inline(always)]
                fn $fits<$($X: Differentiable),*>(&self, $(_: &$X),*) -> bool {
                    false
                }

                fn $push<R, $($X: Differentiable,)* E, F, P>(
                    &self,
                    $(_: &$X,)*
                    _: (E, E::Refs<'_>),
                    _: F,
                    _: &mut Workspace,
                ) -> (R, NeverPulled<E, P>)
                where
                    E: Captures,
                    F: Copy + Fn(E::Refs<'_>, &mut Workspace, $float $(, $of)*) -> ($float, P),
                    P: FnOnce(&mut Workspace, $float, (E::Again<'_>, E::Bars<'_>), ($float, Option<&mut $float>) $(, ($of, Option<&mut $of>))*),
                {
                    unreachable!("it does not fit")
                }

                fn $pull<R, $($X: Differentiable,)* E: Captures, P>(
                    &self,
                    _: NeverPulled<E, P>,
                    _: &mut Workspace,
                    _: R,
                    _: Option<&mut Self::Cotangent>,
                    $(_: (&$X, Option<&mut $X::Cotangent>),)*
                    _: (Lent<'_, E>, LentBars<'_, E>),
                ) {
                    unreachable!("it does not fit")
                }
            )*
        }
    };
}

each_expression!(as_written);

impl<T: Differentiable> ExpressionsAsWritten for T {}
