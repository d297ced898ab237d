//! Where the macro cannot know what a function returns, rustc says it.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Samples {
    values: Vec<f64>,
}

#[differentiable]
impl Samples {
    fn each(&self) -> impl Iterator<Item = &f64> {
        self.values.iter()
    }

    fn iterate(&self, rate: f64) -> Vec<f64> {
        self.values.iter().map(|v| v * rate).collect()
    }
}

#[differentiable]
fn of_each(samples: &Samples) -> f64 {
    let mut sum = 0.0;
    for v in samples.each() {
        sum += v * v;
    }
    sum
}

#[differentiable]
fn each_of(samples: &Samples) -> impl Iterator<Item = &f64> {
    samples.values.iter()
}

#[differentiable]
fn of_each_of(samples: &Samples) -> f64 {
    let mut sum = 0.0;
    for v in each_of(samples) {
        sum += v * v;
    }
    sum
}

#[differentiable(types(iterate = fn(..) -> impl Iterator<Item = &f64>))]
fn values_for_references(samples: &Samples, rate: f64) -> f64 {
    samples.iterate(rate).into_iter().sum::<f64>()
}

/// Of the same name as the function of another type, which gives counts.
#[derive(Clone, Differentiable)]
struct Table {
    samples: Samples,
    #[no_diff]
    places: Vec<usize>,
}

#[differentiable]
impl Table {
    fn each(&self) -> impl Iterator<Item = usize> + '_ {
        self.places.iter().copied()
    }

    fn sum(&self) -> f64 {
        let mut sum = 0.0;
        for k in self.each() {
            sum += self.samples.values[k];
        }
        for v in self.samples.each() {
            sum += *v;
        }
        sum
    }
}

fn main() {}
