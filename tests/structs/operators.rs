//! Operators on the user's own types.
use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}

#[differentiable]
impl Add for Complex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self {
            re: self.re + o.re,
            im: self.im + o.im,
        }
    }
}

#[differentiable]
impl Sub for Complex {
    type Output = Complex;
    fn sub(self, o: Complex) -> Complex {
        Complex {
            re: self.re - o.re,
            im: self.im - o.im,
        }
    }
}

#[differentiable]
impl Mul for Complex {
    type Output = Complex;
    fn mul(self, o: Complex) -> Complex {
        Complex {
            re: self.re * o.re - self.im * o.im,
            im: self.re * o.im + self.im * o.re,
        }
    }
}

#[differentiable]
impl Mul<f64> for Complex {
    type Output = Complex;
    fn mul(self, k: f64) -> Complex {
        Complex {
            re: self.re * k,
            im: self.im * k,
        }
    }
}

#[differentiable]
impl Mul<Complex> for f64 {
    type Output = Complex;
    fn mul(self, c: Complex) -> Complex {
        c * self
    }
}

#[differentiable]
impl Neg for Complex {
    type Output = Complex;
    fn neg(self) -> Complex {
        Complex {
            re: -self.re,
            im: -self.im,
        }
    }
}

#[differentiable]
fn julia(z: Complex, c: Complex, steps: usize) -> f64 {
    let mut z = z;
    for _ in 0..steps {
        z = z * z + c * 0.5 - -z * 0.1;
        z = 0.9 * z;
    }
    z.re * z.re + z.im * z.im
}

#[test]
fn operators_have_the_gradients_that_differences_say() {
    let (z, c) = (Complex { re: 0.3, im: -0.2 }, Complex { re: -0.4, im: 0.6 });
    for steps in [0, 1, 4] {
        check_grad!(julia(z, c, steps)).unwrap();
    }
}
