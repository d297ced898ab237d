//! Several operators in one pass over memory: compiled code runs the closure that they are on numbers.
//!
//! ```text
//! Original: z[k] = f(x[k], y[k], ..), in order
//! Adjoint:  from the last k to the first, f's pullback takes z_bar[k] and adds to x_bar[k], y_bar[k], .. and to f's captures
//! ```
//!
//! It does so where the tensors are of one shape and lie row by row on the processor. Elsewhere the operators stand as they were
//! written: they repeat what is broadcast, use several threads, and a device's results are those of one kernel for each.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity, clippy::too_many_arguments)]

use super::device::Device;
use super::differentiable::add;
use super::storage::{Tensor, TensorElement};
use crate::captures::{Captures, Lent, LentBars, bars, lent_again, refs};
use crate::expressions::each_expression;
use crate::workspace::Workspace;
use std::marker::PhantomData;

/// What is kept until the way back: the pullback at each element.
#[doc(hidden)]
#[derive(Debug)]
pub struct ExpressionPullbacks<E, P>(Vec<P>, PhantomData<E>);

impl<T: TensorElement> Tensor<T> {
    /// The elements where they are, if they lie row by row on the processor.
    fn rows(&self) -> Option<&[T]> {
        let is_here = self.device() == Device::cpu() && !self.is_nothing();
        is_here.then(|| self.view().to_slice()).flatten()
    }

    /// Whether one pass over all of them by one thread is as good as any.
    fn is_one_pass(&self, others: &[&Self]) -> bool {
        #[cfg(feature = "rayon")]
        if self.len() >= super::passes::ENOUGH {
            return false;
        }
        let fits = |other: &&Self| other.shape() == self.shape() && other.rows().is_some();
        fits(&self) && others.iter().all(fits)
    }
}

macro_rules! of_tensors {
    ($($float:ident $fits:ident $push:ident $pull:ident $([$x:ident $X:ident $of_x:ident $of:ident])*;)*) => {$(
        #[doc(hidden)]
        #[allow(missing_docs)]
        impl Tensor<$float> {
            pub fn $fits(&self, $($x: &Self),*) -> bool {
                self.is_one_pass(&[$($x),*])
            }

            pub fn $push<E, F, P>(
                &self,
                $($x: &Self,)*
                mut f: (E, E::Refs<'_>),
                call: F,
                ws: &mut Workspace,
            ) -> (Self, ExpressionPullbacks<E, P>)
            where
                E: Captures,
                F: Copy + Fn(E::Refs<'_>, &mut Workspace, $float $(, $of)*) -> ($float, P),
                P: FnOnce(&mut Workspace, $float, (E::Again<'_>, E::Bars<'_>), ($float, Option<&mut $float>) $(, ($of, Option<&mut $of>))*),
            {
                let a = self.rows().expect("it fits");
                $(let $x = &$x.rows().expect("it fits")[..a.len()];)*
                let pushed = (0..a.len()).map(|k| call(refs(f.0, &mut f.1), ws, a[k] $(, $x[k])*));
                let (values, kept): (Vec<$float>, Vec<P>) = pushed.unzip();
                (Tensor::from_vec(values, self.shape()), ExpressionPullbacks(kept, PhantomData))
            }

            pub fn $pull<E: Captures, P>(
                &self,
                kept: ExpressionPullbacks<E, P>,
                ws: &mut Workspace,
                seed: Self,
                bar: Option<&mut Self>,
                $($x: (&Self, Option<&mut Self>),)*
                (mut f, mut f_bars): (Lent<'_, E>, LentBars<'_, E>),
            )
            where
                P: FnOnce(&mut Workspace, $float, (E::Again<'_>, E::Bars<'_>), ($float, Option<&mut $float>) $(, ($of, Option<&mut $of>))*),
            {
                if seed.is_nothing() {
                    return;
                }
                let (mut seeds, count) = (seed.into_array(), kept.0.len());
                if !seeds.is_standard_layout() {
                    seeds = seeds.as_standard_layout().into_owned().into_shared();
                }
                $(let mut $of_x = vec![0.0; count];)*
                {
                    // What is read there is replaced by what the first operand gets.
                    let of_a = &mut seeds.as_slice_mut().expect("it is in standard layout")[..count];
                    let a = &self.rows().expect("it fitted")[..count];
                    $(let ($x, $of_x) = (&$x.0.rows().expect("it fitted")[..count], &mut $of_x[..count]);)*
                    // By numbers of which it is seen that they are in bounds.
                    for (k, pullback) in (0..count).rev().zip(kept.0.into_iter().rev()) {
                        let captured = (lent_again(f.0, &mut f.1), bars(f.0, &mut f_bars.0));
                        let seed = std::mem::take(&mut of_a[k]);
                        pullback(ws, seed, captured, (a[k], Some(&mut of_a[k])) $(, ($x[k], Some(&mut $of_x[k])))*);
                    }
                }
                add(bar, || Tensor::shared(seeds));
                $(add($x.1, || Tensor::from_vec($of_x, self.shape()));)*
            }
        }
    )*};
}

each_expression!(of_tensors);
