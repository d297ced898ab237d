//! A pointer to an object is taken for the object: it may not have methods of the trait itself.
use pullback::differentiable;

#[differentiable(dyn)]
trait Potential {
    fn energy(&self, x: f64) -> f64;
}

impl Potential for Box<dyn Potential> {
    fn energy(&self, x: f64) -> f64 {
        2.0 * (**self).energy(x)
    }
}

fn main() {}
