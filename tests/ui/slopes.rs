//! Slopes that do not fit the function.
use pullback::differentiable;

#[differentiable(slopes(x = 2.0 * x))]
fn missing(x: f64, y: f64) -> f64 {
    x * x + y
}

#[differentiable(slopes(x = 2.0 * x, n = 1.0))]
fn too_many(x: f64, n: usize) -> f64 {
    x * x * n as f64
}

#[differentiable(slopes(v = 1.0))]
fn of_a_slice(v: &[f64]) -> f64 {
    v[0]
}

#[differentiable(slopes(x = 1.0), vjp = twice)]
fn twice(x: f64) -> f64 {
    x
}

#[derive(pullback::Differentiable)]
struct Spring(f64);

#[differentiable]
impl Spring {
    #[differentiable(no_diff(as))]
    fn energy(&self, x: f64) -> f64 {
        self.0 * x
    }
}

fn main() {}
