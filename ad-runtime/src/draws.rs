//! Random numbers between two ends, and lists that are brought into a random order. Drawn with the same bits of the generator, a
//! number stands where it stood between the ends, wherever these are: so it moves with them. So it is with the order.

use crate::differentiable::Differentiable;
use crate::scalar::times;
#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
use crate::{
    found::{At, UnsizedMut, at},
    order::{Order, permute, unpermute},
    workspace::Workspace,
};
use std::ops::{Range, RangeInclusive};

/// From where to where a number is drawn. Ends that are integers carry no derivative.
///
/// ```
/// use ad_runtime::Ends;
///
/// assert_eq!((0.0..4.0).shares(1.0, 2.0), 1.5..0.5);
/// (0..4).shares(1, ());
/// ```
pub trait Ends: Differentiable {
    /// What is drawn.
    type Number: Differentiable;

    /// What flows into the ends through the number that was drawn.
    fn shares(
        self,
        drawn: Self::Number,
        seed: <Self::Number as Differentiable>::Cotangent,
    ) -> <Self as Differentiable>::Cotangent;

    /// The cotangent of each end.
    fn apart(
        bar: <Self as Differentiable>::Cotangent,
    ) -> (
        <Self::Number as Differentiable>::Cotangent,
        <Self::Number as Differentiable>::Cotangent,
    );
}

/// A range, by its two ends.
///
/// ```
/// assert_eq!(ad_runtime::ranged(1.0, 2.0), 1.0..2.0);
/// ```
#[inline(always)]
pub fn ranged<E>(start: E, end: E) -> Range<E> {
    start..end
}

macro_rules! of_floats {
    ($($float:ident)*) => {$(
        impl Ends for Range<$float> {
            type Number = $float;
            #[inline]
            fn shares(self, drawn: $float, seed: $float) -> Range<$float> {
                let along = (drawn - self.start) / (self.end - self.start);
                times(seed, 1.0 - along)..times(seed, along)
            }
            #[inline]
            fn apart(bar: Range<$float>) -> ($float, $float) {
                (bar.start, bar.end)
            }
        }
    )*};
}

of_floats!(f32 f64);

macro_rules! of_integers {
    ($($integer:ident)*) => {$(
        impl Ends for Range<$integer> {
            type Number = $integer;
            #[inline]
            fn shares(self, _: $integer, (): ()) {}
            #[inline]
            fn apart((): ()) -> ((), ()) {
                ((), ())
            }
        }

        impl Ends for RangeInclusive<$integer> {
            type Number = $integer;
            #[inline]
            fn shares(self, _: $integer, (): ()) {}
            #[inline]
            fn apart((): ()) -> ((), ()) {
                ((), ())
            }
        }
    )*};
}

of_integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// What brings a list into a random order; `V` is the version of rand, of which there may be several.
#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
pub trait Shuffles<V>: Clone {
    /// Brings numbers into an order that does not depend on what these are.
    fn shuffle(&mut self, list: &mut [usize]);
}

/// The pair of `list.shuffle(rng)`.
///
/// ```
/// use ad_runtime::methods::*;
/// use rand08::rngs::mock::StepRng;
///
/// let (mut rng, mut ws) = (StepRng::new(1 << 63, 0), ad_runtime::Workspace::new());
/// let (mut list, mut bar) = ([1.0, 2.0, 3.0], [0.0; 3]);
/// let ((), kept) = list.shuffle_differentiable_push(&mut rng, &mut ws);
/// bar[0] = list[0];
/// list.shuffle_differentiable_pull(kept, &mut ws, (), Some(&mut bar), (&mut rng, None));
/// assert_eq!(list, [1.0, 2.0, 3.0]);
/// assert_eq!(bar.iter().zip(list).filter(|(b, x)| **b == *x).count(), 1);
/// ```
#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
pub trait ShuffleMethods {
    /// The cotangent of the list.
    type Bar: ?Sized;

    /// Whose method this is.
    fn shuffle_marked_differentiable<R>(&self, _rng: R) -> At<Self, UnsizedMut> {
        at()
    }

    /// `list.shuffle(rng)`; what is kept is the generator as it was, and the order.
    fn shuffle_differentiable_push<R: Shuffles<V>, V>(&mut self, rng: &mut R, ws: &mut Workspace) -> ((), (R, Order));

    /// The way back of `shuffle`: the generator is put back, and so are the elements.
    fn shuffle_differentiable_pull<R>(
        &mut self,
        kept: (R, Order),
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Self::Bar>,
        rng: (&mut R, Option<&mut ()>),
    ) -> ((),);
}

#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
macro_rules! shuffled {
    ($([$($params:tt)*] $List:ty, $Bar:ty;)*) => {$(
        impl<$($params)*> ShuffleMethods for $List {
            type Bar = $Bar;

            #[inline]
            fn shuffle_differentiable_push<R: Shuffles<V>, V>(&mut self, rng: &mut R, ws: &mut Workspace) -> ((), (R, Order)) {
                let before = rng.clone();
                let order = Order::of(ws, self.len(), |numbers| rng.shuffle(numbers));
                permute(ws, self, &order);
                ((), (before, order))
            }

            #[inline]
            fn shuffle_differentiable_pull<R>(
                &mut self,
                (before, order): (R, Order),
                ws: &mut Workspace,
                (): (),
                bar: Option<&mut Self::Bar>,
                (rng, _): (&mut R, Option<&mut ()>),
            ) -> ((),) {
                *rng = before;
                unpermute(ws, self, &order);
                if let Some(bar) = bar {
                    unpermute(ws, bar, &order);
                }
                order.give_back(ws);
                ((),)
            }
        }
    )*};
}

#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
shuffled! {
    [T: Differentiable] [T], [T::Cotangent];
    [T: Differentiable, const N: usize] [T; N], [T::Cotangent; N];
}

/// rand 0.8.
#[cfg(feature = "rand08")]
#[derive(Debug)]
pub struct Version08;

/// rand 0.9.
#[cfg(feature = "rand09")]
#[derive(Debug)]
pub struct Version09;

/// rand 0.10.
#[cfg(feature = "rand010")]
#[derive(Debug)]
pub struct Version010;

/// The pairs of the methods by which a version's generators draw, and by which its lists are shuffled.
#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
macro_rules! draws {
    ($(#[$of_trait:meta])* $Trait:ident, $method:ident: $at:ident $push:ident $pull:ident, $Version:ident) => {

        $(#[$of_trait])*
        pub trait $Trait: Sized {
            /// Whose method this is.
            fn $at<E>(&self, _ends: E) -> At<Self, ByMut> {
                at()
            }

            /// A number between the ends; what is kept is the generator as it was, the ends and the number.
            fn $push<E>(&mut self, ends: E, _ws: &mut Workspace) -> (E::Number, (Self, E, E::Number))
            where
                E: Ends<Number: SampleUniform + Copy> + SampleRange<E::Number> + Clone;

            /// What is drawn moves with the ends, and the generator is put back.
            fn $pull<E: Ends>(
                &mut self,
                (before, ends, drawn): (Self, E, E::Number),
                _ws: &mut Workspace,
                seed: <E::Number as Differentiable>::Cotangent,
                _bar: Option<&mut ()>,
                (): (),
            ) -> (E::Cotangent,) {
                *self = before;
                (ends.shares(drawn, seed),)
            }
        }

        impl<R: Draw + Clone> $Trait for R {
            #[inline]
            fn $push<E>(&mut self, ends: E, _: &mut Workspace) -> (E::Number, (Self, E, E::Number))
            where
                E: Ends<Number: SampleUniform + Copy> + SampleRange<E::Number> + Clone,
            {
                let before = self.clone();
                let drawn = self.$method(ends.clone());
                (drawn, (before, ends, drawn))
            }
        }

        impl<R: Draw + Clone> Shuffles<$Version> for R {
            #[inline]
            fn shuffle(&mut self, list: &mut [usize]) {
                list.shuffle(self);
            }
        }
    };
}

/// Those of rand 0.8.
#[cfg(feature = "rand08")]
mod of_rand08 {
    use super::{Ends, Shuffles, Version08};
    use crate::differentiable::Differentiable;
    use crate::found::{At, ByMut, at};
    use crate::workspace::Workspace;
    use rand08::Rng as Draw;
    use rand08::distributions::uniform::{SampleRange, SampleUniform};
    use rand08::seq::SliceRandom;

    draws! {
        /// The pair of `rng.gen_range(a..b)`.
        ///
        /// ```
        /// use ad_runtime::methods::*;
        /// use rand08::rngs::mock::StepRng;
        ///
        /// let (mut rng, mut ws) = (StepRng::new(1 << 63, 0), ad_runtime::Workspace::new());
        /// let (drawn, kept) = rng.gen_range_differentiable_push(1.0..5.0, &mut ws);
        /// assert_eq!(drawn, 3.0);
        /// assert_eq!(rng.gen_range_differentiable_pull(kept, &mut ws, 2.0, None, ()), (1.0..1.0,));
        /// ```
        Draws08, gen_range: gen_range_marked_differentiable gen_range_differentiable_push gen_range_differentiable_pull, Version08
    }
}

#[cfg(feature = "rand08")]
pub use of_rand08::Draws08;

/// Those of rand 0.9.
#[cfg(feature = "rand09")]
mod of_rand09 {
    use super::{Ends, Shuffles, Version09};
    use crate::differentiable::Differentiable;
    use crate::found::{At, ByMut, at};
    use crate::workspace::Workspace;
    use rand09::Rng as Draw;
    use rand09::distr::uniform::{SampleRange, SampleUniform};
    use rand09::seq::SliceRandom;

    draws! {
        /// The pair of `rng.random_range(a..b)`.
        ///
        /// ```
        /// use ad_runtime::methods::*;
        /// use rand09::rngs::mock::StepRng;
        ///
        /// let (mut rng, mut ws) = (StepRng::new(1 << 63, 0), ad_runtime::Workspace::new());
        /// let (drawn, kept) = rng.random_range_differentiable_push(1.0..5.0, &mut ws);
        /// assert_eq!(drawn, 3.0);
        /// assert_eq!(rng.random_range_differentiable_pull(kept, &mut ws, 2.0, None, ()), (1.0..1.0,));
        /// ```
        Draws09, random_range: random_range_marked_differentiable random_range_differentiable_push random_range_differentiable_pull, Version09
    }
}

#[cfg(feature = "rand09")]
pub use of_rand09::Draws09;

/// Those of rand 0.10.
#[cfg(feature = "rand010")]
mod of_rand010 {
    use super::{Ends, Shuffles, Version010};
    use crate::differentiable::Differentiable;
    use crate::found::{At, ByMut, at};
    use crate::workspace::Workspace;
    use rand010::RngExt as Draw;
    use rand010::distr::uniform::{SampleRange, SampleUniform};
    use rand010::seq::SliceRandom;

    draws! {
        /// The pair of `rng.random_range(a..b)`.
        ///
        /// ```
        /// use ad_runtime::methods::*;
        ///
        /// /// Gives the same bits again and again.
        /// #[derive(Clone)]
        /// struct Half;
        /// impl rand010::TryRng for Half {
        ///     type Error = std::convert::Infallible;
        ///     fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        ///         Ok(1 << 31)
        ///     }
        ///     fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        ///         Ok(1 << 63)
        ///     }
        ///     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        ///         bytes.fill(0x80);
        ///         Ok(())
        ///     }
        /// }
        ///
        /// let (mut rng, mut ws) = (Half, ad_runtime::Workspace::new());
        /// let (drawn, kept) = rng.random_range_differentiable_push(1.0..5.0, &mut ws);
        /// assert_eq!(drawn, 3.0);
        /// assert_eq!(rng.random_range_differentiable_pull(kept, &mut ws, 2.0, None, ()), (1.0..1.0,));
        /// ```
        Draws010, random_range: random_range_marked_differentiable random_range_differentiable_push random_range_differentiable_pull, Version010
    }
}

#[cfg(feature = "rand010")]
pub use of_rand010::Draws010;
