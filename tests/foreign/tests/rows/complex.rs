//! Rows of complex numbers.

use crate::check::{by_path, row};
use num_complex::Complex;

fn z(k: usize) -> Complex<f64> {
    Complex::new(0.4 + 0.1 * k as f64, 0.3)
}

#[test]
fn methods() {
    row!(z(1) => exp());
    row!(z(1) => ln());
    row!(z(1) => sqrt());
    row!(z(1) => sin());
    row!(z(1) => cos());
    row!(z(1) => tan());
    row!(z(1) => asin());
    row!(z(1) => acos());
    row!(z(1) => atan());
    row!(z(1) => sinh());
    row!(z(1) => cosh());
    row!(z(1) => tanh());
    row!(z(1) => asinh());
    row!(z(1) => acosh());
    row!(z(1) => atanh());
    row!(z(1) => norm());
    row!(z(1) => norm_sqr());
    row!(z(1) => arg());
    row!(z(1) => conj());
    row!(z(1) => inv());
    row!(z(1) => powi(n: at 3));
    row!(z(1) => powf(p: by 1.7));
    row!(z(1) => powc(c: by z(2)));
    row!(z(1) => scale(k: by 0.7));
    row!(z(1) => unscale(k: by 0.7));
    row!(z(1) => l1_norm());
    row!(z(1) => to_polar());
}

#[test]
fn functions() {
    by_path!(Complex<f64> => new(re: by 0.3, im: by 0.4));
    by_path!(Complex<f64> => exp(z: by z(1)));
    by_path!(Complex<f64> => from_polar(r: by 0.7, theta: by 0.4));
}
