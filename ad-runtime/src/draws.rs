//! Random numbers between two ends. Drawn with the same bits of the generator, a number stands where it stood between the ends,
//! wherever these are: so it moves with them.

use crate::differentiable::Differentiable;
use crate::scalar::times;
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
        }

        impl Ends for RangeInclusive<$integer> {
            type Number = $integer;
            #[inline]
            fn shares(self, _: $integer, (): ()) {}
        }
    )*};
}

of_integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// The pairs of the method by which a version's generators draw.
#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
macro_rules! draws {
    ($(#[$of_trait:meta])* $Trait:ident, $method:ident: $at:ident $push:ident $pull:ident) => {
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

        impl<R: Rng + Clone> $Trait for R {
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
    };
}

/// Those of rand 0.8.
#[cfg(feature = "rand08")]
mod of_rand08 {
    use super::Ends;
    use crate::differentiable::Differentiable;
    use crate::found::{At, ByMut, at};
    use crate::workspace::Workspace;
    use rand08::Rng;
    use rand08::distributions::uniform::{SampleRange, SampleUniform};

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
        Draws08, gen_range: gen_range_differentiable_at gen_range_differentiable_push gen_range_differentiable_pull
    }
}

#[cfg(feature = "rand08")]
pub use of_rand08::Draws08;

/// Those of rand 0.9.
#[cfg(feature = "rand09")]
mod of_rand09 {
    use super::Ends;
    use crate::differentiable::Differentiable;
    use crate::found::{At, ByMut, at};
    use crate::workspace::Workspace;
    use rand09::Rng;
    use rand09::distr::uniform::{SampleRange, SampleUniform};

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
        Draws09, random_range: random_range_differentiable_at random_range_differentiable_push random_range_differentiable_pull
    }
}

#[cfg(feature = "rand09")]
pub use of_rand09::Draws09;

/// Those of rand 0.10.
#[cfg(feature = "rand010")]
mod of_rand010 {
    use super::Ends;
    use crate::differentiable::Differentiable;
    use crate::found::{At, ByMut, at};
    use crate::workspace::Workspace;
    use rand010::RngExt as Rng;
    use rand010::distr::uniform::{SampleRange, SampleUniform};

    draws! {
        /// The pair of `rng.random_range(a..b)`.
        Draws010, random_range: random_range_differentiable_at random_range_differentiable_push random_range_differentiable_pull
    }
}

#[cfg(feature = "rand010")]
pub use of_rand010::Draws010;
