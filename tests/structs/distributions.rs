//! What libraries of distributions are made of: generic traits with optional results, counts beside numbers, combinatorics.
use num_traits::Float;
use pullback::{Differentiable, check_grad, differentiable, no_diff};
use std::num::NonZeroU32;
use std::time::Duration;

#[differentiable]
trait Moments<T: Float> {
    fn mean(&self) -> Option<T> {
        None
    }
    fn variance(&self) -> Option<T> {
        None
    }
    fn deviation(&self) -> Option<T> {
        self.variance().map(|variance| variance.sqrt())
    }
}

#[differentiable]
trait Cumulative<K: Float, T: Float> {
    fn below(&self, x: K) -> T;

    fn above(&self, x: K) -> T {
        T::one() - self.below(x)
    }

    fn checked(&self, x: K) -> Result<T, String> {
        let below = self.below(x);
        if !(T::zero()..=T::one()).contains(&below) || !x.is_finite() {
            return Err("out of range".to_string());
        }
        Ok(below * below)
    }

    /// By bisection: the branches taken have the derivatives.
    fn halves(&self, mut low: K, mut high: K) -> T {
        let two = K::one() + K::one();
        for _ in 0..3 {
            let middle = low + (high - low) / two;
            if self.below(middle) > self.above(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        self.below(low) * self.above(high)
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Counted {
    chance: f64,
    trials: u64,
    least: NonZeroU32,
    waited: Duration,
    limits: [f64; 2],
    weights: Vec<f64>,
}

/// Nothing but counts goes in: functions with derivatives may call it with a part of what they differentiate.
#[differentiable]
fn combinations(n: u64, k: u64) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

#[differentiable]
fn tabled<const N: usize>(index: usize, _name: &str) -> [f64; N] {
    std::array::from_fn(|k| (k + index) as f64)
}

#[differentiable]
impl Counted {
    fn new(chance: f64, trials: u64) -> Option<Counted> {
        if chance.is_nan() || !(0.0..=1.0).contains(&chance) {
            return None;
        }
        Some(Counted {
            chance,
            trials,
            least: NonZeroU32::new(2).expect("two is not zero"),
            waited: Duration::from_secs(3),
            limits: [chance - 1.0, f64::INFINITY],
            weights: vec![chance, -chance, 0.5 * chance],
        })
    }

    fn mass(&self, k: u64) -> f64 {
        if self.limits[0].is_infinite() {
            return 0.0;
        }
        let others = self.trials - k;
        combinations(self.trials, k) * self.chance.powi(k as i32) * (1.0 - self.chance).powi(others as i32)
    }

    fn scale(k: u64) -> f64 {
        k as f64 * 0.25
    }

    fn scaled(&self, x: f64) -> f64 {
        let [first, second] = tabled::<2>(self.least.get() as usize, "table");
        x * Self::scale(self.trials) * (first + second * self.chance) + no_diff(self.waited.as_secs_f64()) * x
    }

    fn tried(mut self, x: f64) -> Self {
        self.trials += 1;
        self.trials *= 2;
        let n = self.trials as f64;
        self.chance = self.chance * 0.5 + x / n;
        self
    }

    /// The element's type is known to nobody but rustc, and so is how often it is a reference.
    fn positive(&self) -> f64 {
        let both = self.weights.iter().filter(|&&w| w > 0.0).map(|w| w * w).sum::<f64>();
        let explicit = self
            .weights
            .iter()
            .filter(|w| **w > 0.0)
            .map(|w| w * w.exp())
            .sum::<f64>();
        let once = self.weights.iter().filter(|&w| *w > 0.0).map(|&w| w * 3.0).sum::<f64>();
        let computed = self.weights.iter().map(|w| w * w).filter(|&w| w > 0.1).sum::<f64>();
        let until = self
            .weights
            .iter()
            .take_while(|&&w| w > 0.0)
            .map(|w| w.sin())
            .sum::<f64>();
        let found = self.weights.iter().find(|w| **w < 0.0).unwrap();
        let copied = self.weights.iter().copied().find(|w| *w < 0.0).unwrap();
        both + explicit * once + computed * until + found * copied
    }

    fn repeated(&self, depth: u64) -> f64 {
        if depth == 0 {
            return self.positive();
        }
        let mut sum = 0.0;
        for k in 0..depth {
            if k % 2 == 0 {
                sum += self.mass(k) * self.scaled(self.chance);
            } else if let Some(mean) = self.mean() {
                sum -= mean * self.clone().tried(mean).positive();
            }
        }
        sum + self.repeated(depth - 1)
    }
}

#[differentiable]
impl Moments<f64> for Counted {
    fn mean(&self) -> Option<f64> {
        Some(self.chance * self.trials as f64)
    }
    fn variance(&self) -> Option<f64> {
        Some(self.mean()? * (1.0 - self.chance))
    }
}

#[differentiable]
impl Cumulative<f64, f64> for Counted {
    fn below(&self, x: f64) -> f64 {
        1.0 / (1.0 + (-x * self.chance).exp())
    }
}

#[differentiable]
fn mass(chance: f64, k: u64) -> f64 {
    Counted::new(chance, 7).unwrap().mass(k)
}

#[differentiable]
fn moments(chance: f64) -> f64 {
    let counted = Counted::new(chance, 7).unwrap().tried(chance * chance);
    counted.deviation().unwrap() + counted.mean().unwrap() * counted.variance().unwrap()
}

#[differentiable]
fn cumulative(chance: f64, x: f64) -> Option<f64> {
    let counted = Counted::new(chance, 7)?;
    let checked = counted.checked(x).ok()?;
    Some(checked + counted.halves(-x, 2.0 * x) + counted.scaled(x))
}

#[differentiable]
fn positive(chance: f64) -> f64 {
    Counted::new(chance, 3).unwrap().positive()
}

#[differentiable]
fn repeated(chance: f64) -> f64 {
    Counted::new(chance, 5).unwrap().repeated(4)
}

#[test]
fn distributions_have_the_gradients_that_differences_say() {
    for chance in [0.3, 0.6, 0.85] {
        for k in [0, 2, 7] {
            check_grad!(mass(chance, k)).unwrap();
        }
        check_grad!(moments(chance)).unwrap();
        check_grad!(cumulative(chance, 0.7)).unwrap();
        check_grad!(positive(chance)).unwrap();
        check_grad!(repeated(chance)).unwrap();
    }
    check_grad!(cumulative(1.3, 0.7)).unwrap();
    assert_eq!(mass::grad(0.0, 2), 0.0);
}

/// Of the arguments and the results of a function, whose values only the function knows.
#[differentiable]
fn bracketed(f: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    if !(f(low)..=f(high)).contains(&f(0.5 * (low + high))) {
        return f(low) * high;
    }
    if (..high).contains(&f(low)) {
        high * f(high)
    } else {
        low * f(low)
    }
}

#[differentiable]
fn brackets(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for pair in x.windows(2) {
        sum += bracketed(|t| t * t * x[0], pair[0], pair[1]);
    }
    sum
}

#[differentiable]
fn expected(observed: &[f64], expected: &Option<&[f64]>) -> f64 {
    let mut sum = 0.0;
    for (k, o) in observed.iter().enumerate() {
        let e = if let Some(expected) = expected {
            expected[k]
        } else {
            2.0
        };
        sum += (o - e) * (o - e) / e;
    }
    sum
}

#[test]
fn conditions_on_ranges_and_options_of_references() {
    check_grad!(brackets(&[0.5, 1.5, -0.75, 2.0])).unwrap();
    check_grad!(expected(&[1.0, 2.5], &None)).unwrap();
    let (value, (_, bar)) = expected::value_and_grad(&[1.0, 2.5], &Some(&[2.0, 2.0]));
    assert_eq!(value, 0.625);
    // d/de (o - e)²/e = 1 - o²/e²
    assert_eq!(bar, Some(vec![0.75, -0.5625]));
}
