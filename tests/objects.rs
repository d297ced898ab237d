//! Derivatives through trait objects.
use pullback::{Differentiable, DynCotangent, check_grad, differentiable};

#[differentiable(dyn)]
trait Potential {
    fn energy(&self, x: f64) -> f64;

    fn force(&self, x: f64) -> f64 {
        let h = 0.5;
        (self.energy(x + h) - self.energy(x - h)) / (2.0 * h)
    }

    fn harden(&mut self, factor: f64);

    fn order(&self) -> usize;

    fn inside(&self, x: f64) -> bool {
        x.abs() < 1.0
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Potential for Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }

    fn harden(&mut self, factor: f64) {
        self.stiffness *= factor;
    }

    fn order(&self) -> usize {
        2
    }
}

/// Not `Copy`, with a default overridden.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Series {
    terms: Vec<f64>,
}

#[differentiable]
impl Potential for Series {
    fn energy(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for (k, term) in self.terms.iter().enumerate() {
            sum += term * x.powi(k as i32);
        }
        sum
    }

    fn force(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for k in 1..self.terms.len() {
            sum += self.terms[k] * x.powi(k as i32 - 1) * k as f64;
        }
        sum
    }

    fn harden(&mut self, factor: f64) {
        for term in self.terms.iter_mut() {
            *term *= factor;
        }
    }

    fn order(&self) -> usize {
        self.terms.len()
    }
}

#[differentiable]
fn energy(p: &dyn Potential, x: f64) -> f64 {
    p.energy(x) * x + p.force(x * x)
}

#[differentiable]
fn of_springs(stiffness: f64, x: f64) -> f64 {
    let spring = Spring { stiffness };
    energy(&spring, x) * spring.stiffness
}

#[test]
fn an_object_as_a_parameter() {
    check_grad!(of_springs(1.3, 0.7)).unwrap();
    let spring = Spring { stiffness: 1.3 };
    let (bar, x_bar) = energy::grad(&spring, 0.7);
    let direct = |s: &Spring, x: f64| s.energy(x) * x + s.force(x * x);
    let h = 1e-6;
    let plus = Spring { stiffness: 1.3 + h };
    let minus = Spring { stiffness: 1.3 - h };
    let expected = (direct(&plus, 0.7) - direct(&minus, 0.7)) / (2.0 * h);
    assert!((bar.downcast_ref::<SpringCotangent>().unwrap().stiffness - expected).abs() < 1e-8);
    let expected = (direct(&spring, 0.7 + h) - direct(&spring, 0.7 - h)) / (2.0 * h);
    assert!((x_bar - expected).abs() < 1e-8);
    let _: DynCotangent = bar;
}
