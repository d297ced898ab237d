//! Emitted code in a crate that forbids and denies what it can. It is tested by being compiled; clippy reads it too.
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(warnings)]
#![deny(
    missing_debug_implementations,
    nonstandard_style,
    unused,
    unused_lifetimes,
    unused_qualifications,
    clippy::all
)]

use pullback::{differentiable, no_diff};

/// A function of scalars.
#[differentiable]
pub fn scalars(x: f64, y: f64) -> f64 {
    let a = x * y;
    let b = if a > 0.0 { a.sin() } else { x };
    b * a
}

/// A loop with every way out.
#[differentiable]
pub fn exits(x: &[f64], limit: f64) -> f64 {
    let mut s = 0.0;
    for a in x {
        if *a < 0.0 {
            continue;
        }
        s += a * a;
        if s > limit {
            break;
        }
        if s > 100.0 {
            return s;
        }
    }
    s * limit
}

/// Writes to what it is lent.
#[differentiable]
pub fn writes(u: &mut [f64], k: f64) {
    u[0] *= k;
    u[1] *= k;
}

/// Calls, and is called.
#[differentiable]
pub fn calls(x: &[f64], #[no_diff] scale: f64, steps: usize) -> f64 {
    let mut v = x.to_vec();
    for _ in 0..steps {
        writes(&mut v, scale);
    }
    let weight = no_diff(v[0]);
    exits(&v, 4.0) * weight + scalars(v[0], x[1])
}

/// Carries several cotangents at once.
#[differentiable(lanes)]
pub fn several(x: &[f64], k: f64) -> [f64; 3] {
    let mut u = [k; 3];
    for i in 0..3 {
        u[i] += x[i] * u[0];
        if u[i] > 2.0 {
            u[i] = u[i].sqrt();
        }
    }
    u
}

/// Has a Jacobian, row by row.
#[differentiable]
pub fn vector(x: &[f64]) -> Vec<f64> {
    x.iter().map(|a| a * a).collect()
}

/// Calls itself.
#[differentiable]
pub fn recursive(x: &[f64]) -> f64 {
    if x.is_empty() { 1.0 } else { x[0] * recursive(&x[1..]) }
}

/// An unused parameter and an unused value are the user's business.
#[differentiable]
pub fn unused(x: f64, _y: f64) -> f64 {
    let _z = x * x;
    x
}

/// A module with functions of every visibility.
pub mod inner {
    use pullback::differentiable;

    #[differentiable]
    fn private(x: f64) -> f64 {
        x * x
    }

    /// Visible in the crate.
    #[differentiable]
    pub(crate) fn crate_wide(x: f64) -> f64 {
        private(x) * x
    }

    /// Of objects.
    #[differentiable(dyn)]
    pub trait Potential<T: Copy + num_traits::Float> {
        /// At `x`.
        fn energy(&self, x: T) -> T;
        /// Makes it harder.
        fn harden(&mut self, factor: T);
    }

    /// Of a private trait.
    #[differentiable(dyn)]
    trait Shape {
        fn area(&self, scale: f64) -> f64;
    }

    /// A square.
    #[derive(Clone, Copy, Debug, pullback::Differentiable)]
    pub struct Square(pub f64);

    #[differentiable]
    impl Potential<f64> for Square {
        fn energy(&self, x: f64) -> f64 {
            self.0 * x
        }
        fn harden(&mut self, factor: f64) {
            self.0 *= factor;
        }
    }

    #[differentiable]
    impl Shape for Square {
        fn area(&self, scale: f64) -> f64 {
            self.0 * self.0 * scale
        }
    }

    #[differentiable]
    fn area(shape: &dyn Shape, scale: f64) -> f64 {
        shape.area(scale)
    }

    /// Through objects of both.
    #[differentiable]
    pub fn objects(potential: &(dyn Potential<f64> + Send), square: &Square, x: f64) -> f64 {
        let mut harder: Box<dyn Potential<f64>> = Box::new(*square);
        harder.harden(x);
        potential.energy(x) + area(square, harder.energy(x))
    }

    /// Visible everywhere.
    #[differentiable]
    pub fn public(x: f64) -> f64 {
        crate_wide(x) + private(x)
    }
}

#[test]
fn every_function_works() {
    assert_eq!(scalars::grad(1.0, -2.0), (-4.0, 1.0));
    assert_eq!(exits::grad(&[1.0, -1.0, 2.0], 100.0), (vec![200.0, 0.0, 400.0], 5.0));
    let (mut u, mut du, mut dk) = (vec![1.0, 2.0], vec![1.0, 1.0], 0.0);
    writes::grad_into(&mut u, 3.0, &mut du, &mut dk);
    assert_eq!((u, du, dk), (vec![3.0, 6.0], vec![3.0, 3.0], 3.0));
    assert_eq!(calls::grad(&[1.0, 1.0], 1.0, 2).len(), 2);
    assert_eq!(recursive::grad(&[2.0, 3.0]), [3.0, 2.0]);
    assert_eq!(unused::grad(2.0, 3.0), (1.0, 0.0));
    assert_eq!(inner::public::grad(2.0), 16.0);
    assert_eq!(inner::crate_wide(2.0), 8.0);
    let square = inner::Square(2.0);
    assert_eq!(inner::objects(&square, &square, 3.0), 78.0);
    let (potential_bar, square_bar, x_bar) = inner::objects::grad(&square, &square, 3.0);
    assert_eq!(potential_bar.downcast_ref(), Some(&inner::SquareCotangent(3.0)));
    assert_eq!((square_bar, x_bar), (inner::SquareCotangent(108.0), 50.0));
}
