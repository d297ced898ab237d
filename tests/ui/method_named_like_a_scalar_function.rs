//! A type's own `sin`, which is not that of a float: its cotangent is a float, but no rule holds for it.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy)]
pub struct Degrees(f64);

impl Degrees {
    fn sin(self) -> f64 {
        self.0.to_radians().sin()
    }

    fn cos(self) -> f64 {
        self.0.to_radians().cos()
    }
}

impl Differentiable for Degrees {
    type Cotangent = f64;
    type Shape = ();
    fn coarseness(&self) -> f64 {
        f64::EPSILON
    }
    fn cotangent_shape(&self) {}
    fn zero_of((): &()) -> f64 {
        0.0
    }
    fn add_scaled(&mut self, alpha: f64, bar: &f64) {
        self.0 += alpha * bar;
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.push(self.0);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.0 = flat.next().unwrap();
    }
}

#[differentiable]
fn height(angle: Degrees) -> f64 {
    angle.sin()
}

fn main() {}
