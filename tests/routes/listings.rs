//! Functions that return iterators of values, which their derivatives collect: beside each other, in traits, named in the attribute.

use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    values: Vec<f64>,
    step: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Segment {
    from: f64,
    to: f64,
    index: usize,
}

#[differentiable]
impl Curve {
    fn scaled(&self, k: f64) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().map(move |v| v * k * self.step)
    }

    fn segments(&self) -> Box<dyn Iterator<Item = Segment> + '_> {
        Box::new((1..self.values.len()).map(|i| Segment {
            from: self.values[i - 1],
            to: self.values[i] * self.step,
            index: i,
        }))
    }

    fn rising(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.values
            .windows(2)
            .enumerate()
            .filter_map(|(i, w)| if w[1] > w[0] { Some((i, w[1] - w[0])) } else { None })
    }

    /// One function of the kind goes through another; a branch returns early.
    fn chosen(&self, back: bool) -> Box<dyn Iterator<Item = f64> + '_> {
        if self.values.is_empty() {
            return Box::new(std::iter::once(self.step));
        }
        if back {
            Box::new(self.scaled(2.0).take(3))
        } else {
            Box::new(self.values.iter().copied().chain(self.scaled(self.step)))
        }
    }

    fn energy(&self) -> f64 {
        let mut sum = 0.0;
        for x in self.scaled(1.5) {
            sum += x * x;
        }
        for segment in self.segments() {
            sum += segment.from * segment.to * segment.index as f64;
        }
        for (i, rise) in self.rising() {
            sum += rise * rise * self.values[i];
        }
        sum + self
            .scaled(0.5)
            .zip(self.chosen(false))
            .map(|(a, b)| a * b)
            .sum::<f64>()
    }

    fn folded(&self, n: usize) -> f64 {
        let mut total = 0.0;
        for k in 0..n {
            if self.values[k] > 0.0 {
                total += self.chosen(k % 2 == 0).fold(1.0, |p, x| p * x);
            } else {
                let largest = self.scaled(self.values[k]).fold(f64::NEG_INFINITY, f64::max);
                total += largest * largest;
            }
        }
        let kept: Vec<f64> = self.scaled(total).filter(|x| *x > 0.0).collect();
        kept.iter().sum::<f64>() * self.scaled(1.0).next().unwrap()
    }
}

#[differentiable]
trait Spectrum {
    fn rays(&self, width: f64) -> Box<dyn Iterator<Item = f64> + '_>;

    fn squares(&self) -> Box<dyn Iterator<Item = f64> + '_> {
        Box::new(self.rays(0.5).map(|x| x * x))
    }

    fn total(&self) -> f64 {
        self.squares().sum::<f64>() + self.rays(2.0).last().unwrap()
    }
}

#[differentiable]
impl Spectrum for Curve {
    fn rays(&self, width: f64) -> Box<dyn Iterator<Item = f64> + '_> {
        Box::new(self.values.iter().rev().map(move |v| v * width + self.step))
    }
}

#[differentiable]
impl Spectrum for [f64; 2] {
    fn rays(&self, width: f64) -> Box<dyn Iterator<Item = f64> + '_> {
        Box::new(self.iter().map(move |v| v.exp() * width))
    }
}

#[differentiable]
fn powers(x: f64, n: usize) -> impl Iterator<Item = f64> {
    (0..n).map(move |k| x.powi(k as i32 + 1))
}

#[differentiable(types(powers = fn(..) -> impl Iterator<Item = f64>))]
fn series(x: f64, coefficients: &[f64]) -> f64 {
    let s: f64 = powers(x, coefficients.len())
        .zip(coefficients)
        .map(|(p, c)| p * c)
        .sum();
    // Here no derivative enters the call.
    let t: f64 = powers(2.0, 3).map(|p| p * x).sum();
    s + t
}

/// Writes to what it is handed, with what an iterator gives.
#[differentiable(types(scaled = fn(..) -> impl Iterator<Item = f64>, rays = fn(..) -> impl Iterator<Item = f64>))]
fn overwrite(curve: &mut Curve, weights: &[f64]) {
    let last = curve.scaled(weights[0]).last().unwrap();
    for (w, x) in weights.iter().zip(curve.clone().rays(last)) {
        curve.values[0] += w * x;
    }
}

fn curve(values: &[f64], step: f64) -> Curve {
    Curve {
        values: values.to_vec(),
        step,
    }
}

const VALUES: [f64; 4] = [0.7, -1.2, 2.3, 0.4];

#[test]
fn values_that_an_iterator_gives_carry_the_derivative() {
    #[differentiable]
    fn both(values: &[f64], step: f64) -> f64 {
        let curve = Curve {
            values: values.to_vec(),
            step,
        };
        curve.energy() * curve.folded(3)
    }
    check_grad!(both(&VALUES, 0.8)).unwrap();
    let c = curve(&VALUES, 0.8);
    let (value, _) = Curve::energy_value_and_grad(&c);
    assert_eq!(value, c.energy());
}

#[test]
fn traits_declare_iterators_of_values() {
    #[differentiable]
    fn of_any<S: Spectrum>(spectrum: &S, k: f64) -> f64 {
        spectrum.total() * k
    }
    #[differentiable]
    fn both(values: &[f64], step: f64) -> f64 {
        let curve = Curve {
            values: values.to_vec(),
            step,
        };
        of_any(&curve, step) + of_any(&[values[0], step], values[1])
    }
    check_grad!(both(&VALUES, 0.8)).unwrap();
}

#[test]
fn a_free_function_is_named_in_the_attribute() {
    check_grad!(series(1.3, &VALUES)).unwrap();
}

#[test]
fn what_is_read_of_an_iterator_is_written_by_mut() {
    #[differentiable]
    fn written(values: &[f64], weights: &[f64]) -> f64 {
        let mut curve = Curve {
            values: values.to_vec(),
            step: values[1],
        };
        for _ in 0..2 {
            overwrite(&mut curve, weights);
        }
        curve.values[0] * curve.energy()
    }
    check_grad!(written(&VALUES, &[0.3, -0.2])).unwrap();
}
