//! A pointer to an object that has the method itself: it is not the object's that is called.
use pullback::{Differentiable, differentiable};

#[differentiable(dyn)]
trait Potential {
    fn energy(&self, x: f64) -> f64;
}

impl Potential for Box<dyn Potential> {
    fn energy(&self, x: f64) -> f64 {
        2.0 * (**self).energy(x)
    }
}

#[differentiable(dyn)]
trait Field {
    fn strength(&self, x: f64) -> f64;
}

#[differentiable]
impl<T: Field + Differentiable + ?Sized> Field for Box<T>
where
    Box<T>: Differentiable,
{
    fn strength(&self, x: f64) -> f64 {
        2.0 * x
    }
}

#[derive(Differentiable)]
struct Holder {
    potential: Box<dyn Potential>,
    fields: Vec<Box<dyn Field + Send>>,
}

#[differentiable]
impl Holder {
    fn energy(&self, x: f64) -> f64 {
        self.potential.energy(x)
    }

    fn strength(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for field in &self.fields {
            sum += field.strength(x);
        }
        sum
    }

    // The object's own.
    fn inside(&self, x: f64) -> f64 {
        (*self.potential).energy(x) + (*self.fields[0]).strength(x)
    }
}

fn main() {}
