//! The operators on arrays that are called as methods, `a.sub(&b)`.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::cotangent::Cotangent;
use crate::found::{At, ByEither, at};
use crate::operators::unbroadcast;
use crate::scalar::{Scalar, over, times};
use crate::storage::Storage;
use crate::workspace::Workspace;
use ndarray::{Array, ArrayBase, ArrayRef, DimMax, Dimension, RawData, Zip};

/// The seed, with each element made of it and of what stands beside it in an operand.
fn beside<A: Scalar, O: Dimension, E: Dimension>(
    seed: &Array<A, O>,
    operand: &ArrayRef<A, E>,
    made: impl Fn(A, A) -> A,
) -> Array<A, O> {
    let mut product = seed.clone();
    Zip::from(&mut product)
        .and_broadcast(operand)
        .for_each(|seed, operand| *seed = made(*seed, *operand));
    product
}

/// Adds what flows back into an operand.
fn flow<A: Scalar, O: Dimension, E: Dimension + 'static>(
    bar: &mut ArrayRef<A, E>,
    part: Array<A, O>,
    ws: &mut Workspace,
) {
    let part = unbroadcast(part, &bar.raw_dim(), ws);
    *bar += &*part;
    part.give_back(ws);
}

macro_rules! operators {
    ($($name:literal $at:ident $push:ident $pull:ident $op:tt |$seed:ident, $l:ident, $r:ident| $left:expr, $right:expr;)*) => {
        /// The twins of `add`, `sub`, `mul` and `div`, called on an array with another one by reference.
        ///
        /// ```
        /// use ad_runtime::ArrayOperators as _;
        /// use ndarray::arr1;
        ///
        /// let mut ws = ad_runtime::Workspace::new();
        /// let (a, b) = (arr1(&[6.0, 4.0]), arr1(&[2.0]));
        /// let (mut a_bar, mut b_bar) = (arr1(&[0.0, 0.5]), arr1(&[0.0]));
        /// let (quotient, ()) = a.div_differentiable_push(&b, &mut ws);
        /// a.div_differentiable_pull((), &mut ws, arr1(&[1.0, 2.0]), Some(&mut a_bar), (&b, Some(&mut b_bar)));
        /// assert_eq!((quotient, a_bar, b_bar), (arr1(&[3.0, 2.0]), arr1(&[0.5, 1.5]), arr1(&[-3.5])));
        /// ```
        pub trait ArrayOperators<A: Scalar, D: Dimension + 'static>: Sized {
            $(
                /// Whose method this is.
                fn $at<E: Dimension + 'static>(&self, _: &ArrayRef<A, E>) -> At<Self, ByEither> {
                    at()
                }
                #[doc = concat!("`a.", $name, "(&r)`.")]
                fn $push<E: Dimension + 'static>(&self, r: &ArrayRef<A, E>, ws: &mut Workspace) -> (Array<A, <D as DimMax<E>>::Output>, ())
                where
                    D: DimMax<E, Output: 'static>;
                #[doc = concat!("The way back of `", $name, "`.")]
                fn $pull<E: Dimension + 'static>(
                    &self,
                    pullback: (),
                    ws: &mut Workspace,
                    seed: Array<A, <D as DimMax<E>>::Output>,
                    bar: Option<&mut ArrayRef<A, D>>,
                    r: (&ArrayRef<A, E>, Option<&mut ArrayRef<A, E>>),
                ) where
                    D: DimMax<E, Output: 'static>;
            )*
        }

        impl<A: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static> ArrayOperators<A, D> for ArrayBase<S, D> {
            $(
                #[inline]
                fn $push<E: Dimension + 'static>(&self, r: &ArrayRef<A, E>, _: &mut Workspace) -> (Array<A, <D as DimMax<E>>::Output>, ())
                where
                    D: DimMax<E, Output: 'static>,
                {
                    (&self.view() $op &r.view(), ())
                }
                #[inline]
                fn $pull<E: Dimension + 'static>(
                    &self,
                    (): (),
                    ws: &mut Workspace,
                    seed: Array<A, <D as DimMax<E>>::Output>,
                    bar: Option<&mut ArrayRef<A, D>>,
                    (r, r_bar): (&ArrayRef<A, E>, Option<&mut ArrayRef<A, E>>),
                ) where
                    D: DimMax<E, Output: 'static>,
                {
                    let ($seed, $l, $r) = (&seed, self, r);
                    if let Some(bar) = bar {
                        flow(bar, $left, ws);
                    }
                    if let Some(r_bar) = r_bar {
                        flow(r_bar, $right, ws);
                    }
                    seed.give_back(ws);
                }
            )*
        }
    };
}

operators! {
    "add" add_marked_differentiable add_differentiable_push add_differentiable_pull + |seed, _l, _r| seed.clone(), seed.clone();
    "sub" sub_marked_differentiable sub_differentiable_push sub_differentiable_pull - |seed, _l, _r| seed.clone(), seed.mapv(|seed| -seed);
    "mul" mul_marked_differentiable mul_differentiable_push mul_differentiable_pull * |seed, l, r| beside(seed, r, times), beside(seed, l, times);
    "div" div_marked_differentiable div_differentiable_push div_differentiable_pull / |seed, l, r| beside(seed, r, over), beside(&beside(seed, l, times), r, |seed, r| over(-seed, r * r));
}
