//! A trait of another crate's: the derivatives are functions of the type's own.
use pullback::{Differentiable, differentiable};

mod elsewhere {
    pub trait Energy {
        fn energy(&self, x: f64) -> f64;
    }
}
use elsewhere::Energy;

#[derive(Differentiable)]
struct Spring {
    stiffness: f64,
}

impl Spring {
    fn energy(&self, x: f64) -> f64 {
        self.stiffness * x
    }
}

#[differentiable(foreign)]
impl Energy for Spring {
    fn energy(&self, x: f64) -> f64 {
        self.stiffness * x * x
    }
}

#[differentiable(foreign)]
impl Energy for [f64] {
    fn energy(&self, x: f64) -> f64 {
        self[0] * x
    }
}

#[differentiable(foreign)]
impl Spring {
    fn force(&self, x: f64) -> f64 {
        self.stiffness * x
    }
}

fn main() {}
