//! Numbers drawn from normal distributions. A number is where it is by the mean, the deviation and a number that depends on neither:
//! drawn with the same bits of the generator, it moves with the mean, and that many times with the deviation.

/// What a version's normal distributions are differentiated by.
macro_rules! normals {
    (
        $(#[$module:meta])* $of:ident: $rand:ident, $Generator:ident, $rand_distr:ident, $Error:ident;
        $Makes:ident, $Drawn:ident, $Draws:ident
    ) => {
        $(#[$module])*
        mod $of {
            // The protocol of a call is what it is.
            #![allow(clippy::type_complexity)]

            use crate::differentiable::Differentiable;
            use crate::found::{At, ByMut, ByRef, at};
            use crate::scalar::times;
            use crate::workspace::Workspace;
            use $rand::Rng;
            // Up to rand 0.9 it is the same trait.
            #[allow(unused_imports)]
            use $rand::$Generator as _;
            use $rand_distr::{Normal, $Error, StandardNormal};

            /// `Normal::new` of this version.
            pub trait $Makes<F: Differentiable>: Differentiable + Sized {
                /// Makes the distribution, and a pullback that takes its cotangent apart.
                fn new_differentiable(
                    mean: F,
                    deviation: F,
                    ws: &mut Workspace,
                ) -> (
                    Result<Self, $Error>,
                    impl FnOnce(&mut Workspace, Option<Self::Cotangent>, (), ()) -> (F::Cotangent, F::Cotangent) + use<Self, F>,
                );
            }

            /// A distribution that a number can be drawn from, by what it is asked and by the generator.
            pub trait $Drawn: Differentiable {
                /// What is drawn, and what it is drawn by: the number of a normal distribution of mean 0 and deviation 1.
                type Number: Differentiable;

                /// Draws a number, and says by which.
                fn draw<R: Rng>(&self, rng: &mut R) -> (Self::Number, Self::Number);

                /// What flows into the distribution through the number that was drawn.
                fn shares(by: Self::Number, seed: <Self::Number as Differentiable>::Cotangent) -> Self::Cotangent;

                /// Adds that to a cotangent.
                fn add_shares(
                    bar: &mut Self::Cotangent,
                    by: Self::Number,
                    seed: <Self::Number as Differentiable>::Cotangent,
                );

                /// Whose method this is.
                fn sample_marked_differentiable<R>(&self, _rng: &mut R) -> At<Self, ByRef> {
                    at()
                }

                /// `distribution.sample(rng)`; what is kept is the generator as it was, and what the number was drawn by.
                #[inline]
                fn sample_differentiable_push<R: Rng + Clone>(
                    &self,
                    rng: &mut R,
                    _: &mut Workspace,
                ) -> (Self::Number, (R, Self::Number)) {
                    let before = rng.clone();
                    let (drawn, by) = self.draw(rng);
                    (drawn, (before, by))
                }

                /// The way back of `sample`, which puts the generator back.
                #[inline]
                fn sample_differentiable_pull<R>(
                    &self,
                    (before, by): (R, Self::Number),
                    _: &mut Workspace,
                    seed: <Self::Number as Differentiable>::Cotangent,
                    bar: Option<&mut Self::Cotangent>,
                    (rng, _): (&mut R, Option<&mut ()>),
                ) -> ((),) {
                    *rng = before;
                    if let Some(bar) = bar {
                        Self::add_shares(bar, by, seed);
                    }
                    ((),)
                }
            }

            /// The generators of this version.
            pub trait $Draws: Sized {
                /// Whose method this is.
                fn sample_marked_differentiable<D>(&self, _distribution: D) -> At<Self, ByMut> {
                    at()
                }

                /// `rng.sample(distribution)`; what is kept is the generator as it was, and what the number was drawn from and by.
                fn sample_differentiable_push<D: $Drawn>(
                    &mut self,
                    distribution: D,
                    ws: &mut Workspace,
                ) -> (D::Number, (Self, D, D::Number));

                /// The way back of `sample`, which puts the generator back.
                #[inline]
                fn sample_differentiable_pull<D: $Drawn>(
                    &mut self,
                    (before, _, by): (Self, D, D::Number),
                    _: &mut Workspace,
                    seed: <D::Number as Differentiable>::Cotangent,
                    _: Option<&mut ()>,
                    (): (),
                ) -> (D::Cotangent,) {
                    *self = before;
                    (D::shares(by, seed),)
                }
            }

            impl<R: Rng + Clone> $Draws for R {
                #[inline]
                fn sample_differentiable_push<D: $Drawn>(
                    &mut self,
                    distribution: D,
                    _: &mut Workspace,
                ) -> (D::Number, (Self, D, D::Number)) {
                    let before = self.clone();
                    let (drawn, by) = distribution.draw(self);
                    (drawn, (before, distribution, by))
                }
            }

            normals!(@of $Makes $Drawn $Error f32 f64);
        }

        $(#[$module])*
        pub use $of::{$Makes, $Drawn, $Draws};
    };
    (@of $Makes:ident $Drawn:ident $Error:ident $($float:ident)*) => {$(
        impl Differentiable for Normal<$float> {
            type Cotangent = ($float, $float);
            type Shape = ();
            fn coarseness(&self) -> f64 {
                $float::EPSILON.into()
            }
            #[inline(always)]
            fn cotangent_shape(&self) {}
            #[inline(always)]
            fn zero_of((): &()) -> ($float, $float) {
                (0.0, 0.0)
            }
            #[inline]
            fn add_scaled(&mut self, alpha: f64, &(mean_bar, deviation_bar): &($float, $float)) {
                let (mut mean, mut deviation) = (self.mean(), self.std_dev());
                mean.add_scaled(alpha, &mean_bar);
                deviation.add_scaled(alpha, &deviation_bar);
                *self = Normal::new(mean, deviation).expect("a deviation stays finite");
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                out.extend([f64::from(self.mean()), f64::from(self.std_dev())]);
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                let mut next = || flat.next().expect("a normal distribution has two components") as $float;
                let (mean, deviation) = (next(), next());
                *self = Normal::new(mean, deviation).expect("a deviation is finite");
            }
        }

        impl $Makes<$float> for Normal<$float> {
            #[inline]
            fn new_differentiable(
                mean: $float,
                deviation: $float,
                _: &mut Workspace,
            ) -> (
                Result<Self, $Error>,
                impl FnOnce(&mut Workspace, Option<($float, $float)>, (), ()) -> ($float, $float) + use<>,
            ) {
                let pullback = |_: &mut Workspace, seed: Option<_>, (): (), (): ()| seed.unwrap_or((0.0, 0.0));
                (Normal::new(mean, deviation), pullback)
            }
        }

        impl $Drawn for Normal<$float> {
            type Number = $float;
            #[inline]
            fn draw<R: Rng>(&self, rng: &mut R) -> ($float, $float) {
                let by = rng.sample(StandardNormal);
                (self.from_zscore(by), by)
            }
            #[inline]
            fn shares(by: $float, seed: $float) -> ($float, $float) {
                (seed, times(seed, by))
            }
            #[inline]
            fn add_shares(bar: &mut ($float, $float), by: $float, seed: $float) {
                let (mean_bar, deviation_bar) = Self::shares(by, seed);
                bar.0 += mean_bar;
                bar.1 += deviation_bar;
            }
        }
    )*};
}

normals! {
    #[cfg(feature = "rand_distr04")]
    of_rand_distr04: rand08, Rng, rand_distr04, NormalError; MakesNormal04, DrawnNormal04, DrawsNormal04
}
normals! {
    #[cfg(feature = "rand_distr05")]
    of_rand_distr05: rand09, Rng, rand_distr05, NormalError; MakesNormal05, DrawnNormal05, DrawsNormal05
}
normals! {
    #[cfg(feature = "rand_distr06")]
    of_rand_distr06: rand010, RngExt, rand_distr06, NormalError; MakesNormal06, DrawnNormal06, DrawsNormal06
}
