//! What is called by the name of a function that returns a constant may be another type's.
use pullback::{Differentiable, differentiable};

static EVEN: [f64; 2] = [0.5, 0.5];

#[derive(Differentiable)]
struct Model {
    weights: Vec<f64>,
}

#[differentiable]
impl Model {
    fn weights(&self) -> &[f64] {
        &self.weights
    }
}

#[derive(Differentiable)]
struct Rule {
    scale: f64,
}

#[differentiable]
impl Rule {
    fn weights(&self) -> &'static [f64] {
        &EVEN
    }
    fn applied(&self, model: &Model) -> f64 {
        let weights = model.weights();
        self.scale * weights[0] * self.weights()[1]
    }
}

fn main() {}
