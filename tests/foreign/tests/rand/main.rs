//! Random numbers between ends that move and about means that do, and lists that are shuffled.

use pullback::{Differentiable, check_grad, differentiable};
use rand08::rngs::SmallRng;
use rand08::seq::SliceRandom;
use rand08::{Rng, SeedableRng};

/// Points along a spiral.
#[differentiable]
fn spiral(height: f64, speed: f64, points: usize, #[no_diff] rng: &mut impl Rng) -> Vec<[f64; 3]> {
    let mut roll = vec![[0.0; 3]; points];
    for point in roll.iter_mut() {
        let z = rng.gen_range(0.0..height);
        let phi: f64 = rng.gen_range(0.0..10.0);
        *point = [speed * phi * phi.cos(), speed * phi * phi.sin(), z * z];
    }
    roll
}

#[differentiable]
fn rings(rings: &[(f64, f64)], points: usize, #[no_diff] rng: &mut impl Rng) -> f64 {
    let mut sum = 0.0;
    for (start, end) in rings.iter() {
        for k in 0..points {
            let r: f64 = rng.gen_range(*start..*end);
            // Which one is drawn carries no derivative.
            let weight = rng.gen_range(1..4) as f64;
            if rng.gen_range(0..3) < 2 || k == 0 {
                sum += weight * r.sin() * r;
            }
        }
    }
    sum
}

/// The ends are what was drawn before, and the generator draws on after a call.
#[differentiable]
fn nested(low: f32, depth: usize, #[no_diff] rng: &mut SmallRng) -> f32 {
    let high = low + 1.0;
    let x: f32 = rng.gen_range(low..high);
    let y = if depth > 0 { nested(x, depth - 1, rng) } else { x };
    y * rng.gen_range(x..y + 2.0)
}

#[derive(Clone, Differentiable)]
struct Walk {
    least: f64,
    most: f64,
    #[no_diff]
    rng: SmallRng,
}

#[differentiable]
impl Walk {
    fn step(&mut self, at: f64) -> f64 {
        let (least, most): (f64, f64) = (self.least, self.most);
        at + self.rng.gen_range(least..most)
    }

    fn run(&mut self, steps: usize) -> f64 {
        let mut at = 0.3;
        for _ in 0..steps {
            at = self.step(at).sin();
        }
        at
    }
}

#[differentiable]
fn walked(least: f64, most: f64, steps: usize) -> f64 {
    let rng = SmallRng::seed_from_u64(steps as u64);
    let mut walk = Walk { least, most, rng };
    walk.run(steps) * walk.run(2)
}

#[test]
fn what_is_drawn_moves_with_its_ends() {
    for seed in 0..4 {
        let rng = || SmallRng::seed_from_u64(seed);
        check_grad!(spiral(2.0, 0.7, 3, &mut rng())).expect("a spiral");
        check_grad!(rings(&[(0.2, 0.9), (1.5, 2.5)], 3, &mut rng())).expect("rings");
        check_grad!(nested(0.4, 2, &mut rng())).expect("nested");
    }
    for steps in 0..4 {
        check_grad!(walked(-0.3, 0.8, steps)).expect("a walk");
    }
}

#[test]
fn the_generator_has_drawn_as_often_as_in_the_function() {
    let (mut plain, mut swept) = (SmallRng::seed_from_u64(7), SmallRng::seed_from_u64(7));
    let sum = rings(&[(0.2, 0.9)], 5, &mut plain);
    let (value, bar) = rings::value_and_grad(&[(0.2, 0.9)], 5, &mut swept);
    assert_eq!((value, plain.r#gen::<u64>()), (sum, swept.r#gen::<u64>()));
    assert!(bar[0].0 != 0.0 && bar[0].1 != 0.0);
}

mod of_the_next_version {
    use pullback::{check_grad, differentiable};
    use rand09::rngs::SmallRng;
    use rand09::{Rng, SeedableRng};

    #[differentiable]
    fn mean(low: f64, high: f64, #[no_diff] rng: &mut impl Rng) -> f64 {
        let mut sum = 0.0;
        for _ in 0..5 {
            let x = rng.random_range(low..high);
            sum += x * x;
        }
        sum / 5.0
    }

    #[test]
    fn it_moves_as_well() {
        check_grad!(mean(-0.4, 1.3, &mut SmallRng::seed_from_u64(3))).unwrap();
    }
}

/// A list that is shuffled, a part of one, and one of counts.
#[differentiable]
fn shuffled(x: &[f64], rounds: usize, #[no_diff] rng: &mut impl Rng) -> f64 {
    let mut v = x.to_vec();
    let mut pair = [x[0], x[1] * x[2]];
    let mut order: Vec<usize> = (0..x.len()).collect();
    let mut sum = 0.0;
    for round in 0..rounds {
        v.shuffle(rng);
        if round != 1 {
            order.shuffle(rng);
            pair.shuffle(rng);
            v[1..].shuffle(rng);
        }
        v[0] *= x[order[0]] + pair[0];
        sum += v[1] * v[2].sin() + pair[1] * v[0];
    }
    sum
}

#[test]
fn elements_keep_their_derivatives_where_they_come_to_stand() {
    for seed in 0..4 {
        let rng = || SmallRng::seed_from_u64(seed);
        check_grad!(shuffled(&[0.4, -1.2, 0.7, 0.3], 3, &mut rng())).expect("a list");
        check_grad!(shuffled(&[0.4, -1.2, 0.7], 0, &mut rng())).expect("no round");
    }
    let (mut plain, mut swept) = (SmallRng::seed_from_u64(7), SmallRng::seed_from_u64(7));
    let sum = shuffled(&[0.4, -1.2, 0.7, 0.3], 3, &mut plain);
    let (value, _) = shuffled::value_and_grad(&[0.4, -1.2, 0.7, 0.3], 3, &mut swept);
    assert_eq!((value, swept), (sum, plain));
}

/// Of ends whose type only rustc knows.
#[differentiable]
impl Walk {
    fn ends(&self) -> Option<(f64, f64)> {
        Some((self.least * self.most, self.most + 2.0))
    }

    fn count(&self) -> usize {
        3
    }

    fn between(&self, #[no_diff] rng: &mut impl Rng) -> f64 {
        let (low, high) = self.ends().unwrap();
        let mut sum = 0.0;
        for _ in 0..3 {
            let x = rng.gen_range(low..high);
            let first = self.count();
            let last = self.count();
            sum += x * x * rng.gen_range(first..last + 2) as f64;
        }
        sum
    }
}

#[differentiable]
fn between(walk: &Walk, #[no_diff] rng: &mut SmallRng) -> f64 {
    walk.between(rng)
}

#[test]
fn ends_of_unknown_type_may_be_floats_or_counts() {
    let walk = Walk {
        least: 0.4,
        most: 0.9,
        rng: SmallRng::seed_from_u64(1),
    };
    check_grad!(between(&walk, &mut SmallRng::seed_from_u64(5))).unwrap();
}

mod of_the_last_version {
    use pullback::{check_grad, differentiable};
    use rand010::rngs::SmallRng;
    use rand010::seq::SliceRandom;
    use rand010::{Rng, RngExt, SeedableRng};

    #[differentiable]
    fn mean(ends: &[f64], #[no_diff] rng: &mut impl Rng) -> f64 {
        let mut v = ends.to_vec();
        v.shuffle(rng);
        let mut sum = v[0];
        for _ in 0..5 {
            let x = rng.random_range(ends[0]..ends[1]);
            sum += x * x * v[1];
        }
        sum / 5.0
    }

    #[test]
    fn it_moves_as_well() {
        for seed in 0..3 {
            check_grad!(mean(&[-0.4, 1.3], &mut SmallRng::seed_from_u64(seed))).unwrap();
        }
    }
}

/// The same of each version: the names are those of the crates.
macro_rules! normals {
    ($of:ident: $rand:ident, $Generator:ident, $rand_distr:ident) => {
        mod $of {
            use pullback::{Differentiable, check_grad, differentiable};
            use $rand::rngs::SmallRng;
            #[allow(unused)]
            use $rand::$Generator as _;
            use $rand::{Rng, SeedableRng};
            use $rand_distr::{Distribution, Normal, StandardNormal};

            #[derive(Clone, Debug, PartialEq, Differentiable)]
            struct Noise {
                mean: f64,
                deviation: f64,
                last: Option<f64>,
            }

            #[differentiable]
            impl Noise {
                fn sample<R: Rng>(&mut self, decay: f64, #[no_diff] rng: &mut R) -> f64 {
                    if self.last.is_none() {
                        self.last = Some(rng.sample(Normal::new(0.0, self.deviation).unwrap()));
                    }
                    let steady = rng.sample(Normal::new(self.mean, 0.5 * self.deviation * (1.0 - decay)).unwrap());
                    self.last.unwrap() * decay + steady
                }

                /// Whether there is a generator is not known before.
                fn some(&mut self, decay: f64, #[no_diff] rng: Option<&mut SmallRng>) -> Vec<f64> {
                    let mut values = vec![0.0; 3];
                    if let Some(rng) = rng {
                        for value in values.iter_mut() {
                            *value = self.sample(decay, rng);
                        }
                    }
                    values
                }
            }

            #[differentiable]
            fn noisy(noise: &Noise, decay: f64, seed: u64) -> f64 {
                let mut noise = noise.clone();
                let mut rng = SmallRng::seed_from_u64(seed);
                let values = noise.some(decay, Some(pullback::no_diff(&mut rng)));
                let none = noise.some(decay, None);
                values[0] * values[1] + values[2].sin() + none[1] * values[1]
            }

            /// What is drawn is where the next one is drawn about, and one distribution is drawn from many times.
            #[differentiable]
            fn walk(start: f64, deviation: f64, depth: usize, #[no_diff] rng: &mut SmallRng) -> Result<f64, String> {
                let step = Normal::new(start, deviation).map_err(|_| "no deviation".to_string())?;
                let mut sum = 0.0;
                for k in 0..3 {
                    let z: f64 = if k == 1 {
                        rng.sample(StandardNormal)
                    } else {
                        step.sample(rng)
                    };
                    sum += z * z * start;
                }
                Ok(if depth > 0 {
                    walk(sum.sin(), 0.5 * deviation, depth - 1, rng)?
                } else {
                    sum
                })
            }

            /// Which deviation it is makes no difference where there is none.
            #[differentiable]
            fn narrow(mean: f32, deviation: f32, #[no_diff] rng: &mut impl Rng) -> f32 {
                let about = if deviation > 0.0 {
                    Normal::new(mean, deviation)
                } else {
                    Normal::new(mean * mean, 0.0)
                };
                let x = about.unwrap().sample(rng);
                x * x + deviation
            }

            #[test]
            fn what_is_drawn_moves_with_mean_and_deviation() {
                for seed in 0..4 {
                    let noise = Noise {
                        mean: 0.4,
                        deviation: 0.7,
                        last: (seed > 1).then_some(0.3),
                    };
                    check_grad!(noisy(&noise, 0.8, seed)).unwrap();
                    let rng = || SmallRng::seed_from_u64(seed);
                    let mut drawn = rng();
                    let (_, pullback) = walk::vjp(0.4, 0.3, 2, &mut drawn);
                    let (mean_bar, deviation_bar) = pullback(Some(1.0));
                    let at = |mean, deviation| walk(mean, deviation, 2, &mut rng()).unwrap();
                    let h = 1e-6;
                    let by_mean = (at(0.4 + h, 0.3) - at(0.4 - h, 0.3)) / (2.0 * h);
                    let by_deviation = (at(0.4, 0.3 + h) - at(0.4, 0.3 - h)) / (2.0 * h);
                    assert!(
                        (mean_bar - by_mean).abs() < 1e-6 * by_mean.abs().max(1.0),
                        "{mean_bar} {by_mean}"
                    );
                    assert!((deviation_bar - by_deviation).abs() < 1e-6 * by_deviation.abs().max(1.0));
                    check_grad!(narrow(0.6, 0.5, &mut rng())).unwrap();
                    check_grad!(narrow(0.6, -0.5, &mut rng())).unwrap();
                }
            }

            #[test]
            fn the_generator_has_drawn_as_often() {
                let (mut plain, mut swept) = (SmallRng::seed_from_u64(7), SmallRng::seed_from_u64(7));
                let value = narrow(0.6, 0.5, &mut plain);
                assert_eq!(narrow::value_and_grad(0.6, 0.5, &mut swept).0, value);
                let (next, swept): (f64, f64) = (plain.sample(StandardNormal), swept.sample(StandardNormal));
                assert_eq!(next, swept);
            }
        }
    };
}

normals!(normals_of_rand_08: rand08, Rng, rand_distr04);
normals!(normals_of_rand_09: rand09, Rng, rand_distr05);
normals!(normals_of_rand_010: rand010, RngExt, rand_distr06);
