//! A method of the same name without a derivative, which rustc finds before the one that is marked.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct V {
    x: f64,
}

#[differentiable]
impl V {
    fn norm(&self) -> f64 {
        self.x
    }

    fn scaled(&self, k: f64) -> f64 {
        self.x * k
    }
}

trait Other {
    fn norm(self) -> f64;
    fn scaled(&self, k: f64) -> f64;
}

impl Other for V {
    fn norm(self) -> f64 {
        2.0
    }
    fn scaled(&self, _: f64) -> f64 {
        2.0
    }
}

impl Other for Box<V> {
    fn norm(self) -> f64 {
        3.0
    }
    fn scaled(&self, _: f64) -> f64 {
        3.0
    }
}

impl Other for &V {
    fn norm(self) -> f64 {
        4.0
    }
    fn scaled(&self, _: f64) -> f64 {
        4.0
    }
}

// `Other::norm`, by value.
#[differentiable]
fn by_value(v: V) -> f64 {
    v.norm()
}

// `Other::scaled` for the box.
#[differentiable]
fn of_a_box(v: &Box<V>, k: f64) -> f64 {
    v.scaled(k)
}

// `Other::scaled` for the references.
#[differentiable]
fn of_references(list: &[&V], k: f64) -> f64 {
    let mut sum = 0.0;
    for v in list {
        sum += v.scaled(k);
    }
    sum
}

// The type's own.
#[differentiable]
fn fine(v: &V, k: f64) -> f64 {
    v.scaled(k)
}

// A function of the type's own comes before that of a trait.
#[derive(Differentiable)]
struct Spring {
    stiffness: f64,
}

impl Spring {
    fn energy(&self, x: f64) -> f64 {
        self.stiffness * x * x
    }
    fn new(stiffness: f64) -> Spring {
        Spring { stiffness }
    }
}

mod made {
    #[pullback::differentiable]
    pub trait Made<T> {
        fn new(stiffness: f64) -> Self;
        fn energy(&self, x: T) -> f64;
    }
}

#[differentiable]
impl made::Made<f64> for Spring {
    fn new(stiffness: f64) -> Self {
        Spring { stiffness: 2.0 * stiffness }
    }
    fn energy(&self, x: f64) -> f64 {
        x
    }
}

// The same for objects, whose methods are those of a hidden trait.
#[differentiable(dyn)]
trait Potential<T: Copy + 'static> {
    fn energy(&self, x: T) -> f64;
}

impl Potential<f64> for Box<dyn Potential<f64>> {
    fn energy(&self, x: f64) -> f64 {
        2.0 * (**self).energy(x)
    }
}

#[differentiable]
fn of_a_generic_trait(parts: &[Box<dyn Potential<f64>>], x: f64) -> f64 {
    let mut sum = 0.0;
    for part in parts {
        sum += part.energy(x);
    }
    sum
}

#[differentiable(dyn)]
trait Shape {
    fn area(&self, scale: f64) -> f64;
}

trait Scaled {
    fn area(&self, scale: f64) -> f64;
}

impl<T: Shape + ?Sized> Scaled for Box<T> {
    fn area(&self, scale: f64) -> f64 {
        2.0 * (**self).area(scale)
    }
}

#[differentiable]
fn of_another_trait(shape: &Box<dyn Shape>, scale: f64) -> f64 {
    shape.area(scale)
}

#[derive(Differentiable)]
struct Holder {
    shape: Box<dyn Shape>,
}

#[differentiable]
impl Holder {
    fn total(&self, scale: f64) -> f64 {
        self.shape.area(scale)
    }
}

fn main() {}
