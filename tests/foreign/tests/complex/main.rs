//! num-complex's numbers in differentiable functions, against central differences, and what holds for analytic functions.

use num_complex::Complex;
use pullback::differentiable;

type C = Complex<f64>;

fn z(k: usize) -> C {
    Complex::new(0.7 + 0.5 * (k as f64).sin(), 0.4 + 0.3 * (3.0 * k as f64).cos())
}

/// As Fortran's and faer's users name it.
#[allow(non_camel_case_types)]
type c64 = Complex<f64>;

/// A name of a float that has an argument all the same.
type Same<T> = T;

#[differentiable]
fn summed(f: impl Fn(f64) -> f64, n: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..n {
        sum += f(0.4 + 0.3 * k as f64);
    }
    sum
}

/// A table of functions, each with its body and arguments; each is a test that compares its derivatives with differences.
macro_rules! table {
    ($($name:ident($($param:ident: $ty:ty = $argument:expr),*) -> $output:ty $body:block)*) => {$(
        #[test]
        #[allow(clippy::needless_late_init)]
        fn $name() {
            #[pullback::differentiable]
            fn function($($param: $ty),*) -> $output $body

            pullback::check_grad!(function($($argument),*)).unwrap();
        }
    )*};
}

table! {
    sums(a: C = z(1), b: &C = &z(2), k: f64 = 0.3) -> C { (a + b) * (b - a) + k - (k * k - a) - -*b }
    products(a: C = z(1), b: C = z(2)) -> C { a * b * a }
    sums_of_items(a: &[f64] = &[0.7, 1.3, 0.4]) -> C {
        let z: C = a.iter().enumerate().map(|(k, a)| Complex::new(*a, a * k as f64)).sum();
        z * a.iter().map(|a| Complex::new(a * a, 1.0)).sum::<C>()
    }
    products_of_items(a: &[f64] = &[0.7, 1.3, 0.4, -0.9]) -> C {
        a.iter().enumerate().map(|(k, a)| Complex::new(*a, a * k as f64 - 0.5)).product()
    }
    quotients(a: C = z(1), b: C = z(2), k: f64 = 0.3) -> C { a / b / k + k / a }
    made_by_functions_of_numbers(p: f64 = 0.3, t: f64 = 0.7, n: usize = 3) -> C {
        let i: Complex<f64> = Complex::i();
        let mut sum = (1.0 - 2.0 * i * t).powf(-p);
        for k in 0..n {
            if k != 1 {
                sum += (1.0 - p + p * (i * t).exp()).powi(k as i32 + 2);
            }
            sum += (p * ((i * t).exp() - 1.0)).exp();
        }
        sum
    }
    by_closures_that_say_what_they_give(p: f64 = 0.3, t: f64 = 0.7, n: usize = 3) -> f64 {
        let i: Complex<f64> = Complex::i();
        let root = |k: f64| -> Complex<f64> { ((t * i * k - p).powi(2) + p * k).sqrt() };
        let grown = |k: f64| -> Complex<f64> { (2.0 - root(k) * (root(k) * t).exp()).ln() };
        let plain = |k: f64| -> Same<f64> { (k * p).sin() };
        let all = summed(|k: f64| -> f64 { (grown(k) * (-i * k * t.ln()).exp()).re * plain(k).exp() }, n);
        let i: Same<f64> = all * p;
        all + summed(|k: f64| -> f64 { (2.0 * i * k).sin() }, n)
    }
    named_like_a_float(x: f64 = 0.3, y: f64 = 0.7, n: usize = 4) -> (f64, f64) {
        let mut sum: c64 = c64::new(1.0, 0.0);
        for k in 0..n {
            let term: c64;
            if x * k as f64 > 0.5 {
                term = c64::new(x, y) * sum + 2.0 * c64::new(y, k as f64).exp();
            } else {
                term = c64::new(x * y, 1.0) / sum;
            }
            sum = term * term + c64::new(0.5, y);
        }
        (sum.re, sum.im)
    }
    numbers(a: C = z(1), k: f64 = 0.3) -> C { 2.0 * a * k + k * a }
    compound_assignments(a: C = z(1), b: C = z(2), k: f64 = 0.3) -> C {
        let mut sum = a;
        sum += b;
        sum *= a;
        sum -= a * k;
        sum /= b;
        sum *= k;
        sum
    }
    parts(a: C = z(1)) -> f64 { a.re * a.im.sin() }
    parts_are_written(a: C = z(1), k: f64 = 0.3) -> C {
        let mut a = a;
        a.re *= k;
        a.im = a.re - a.im;
        a
    }
    absolute_values(a: C = z(1)) -> f64 { a.norm() * a.norm_sqr() + a.arg() }
    conjugates(a: C = z(1)) -> C { a.conj() * a.inv() }
    analytic(a: C = z(1)) -> C { Complex::exp(a) + Complex::ln(a) * Complex::sqrt(a) + Complex::sin(a) / Complex::cos(a) }
    by_methods(a: C = z(1), b: C = z(2)) -> C { a.exp() * (a * b).sin() + b.ln() / (-a).sqrt() + a.cos() }
    circular(a: C = z(1)) -> C { a.tan() * a.asin() + Complex::acos(a) / a.atan() }
    hyperbolic(a: C = z(1), b: C = z(2)) -> C { (a * b).sinh() * a.cosh() - b.tanh() / Complex::tanh(a) }
    inverse_hyperbolic(a: C = z(1), b: C = z(2)) -> C { a.asinh() * b.acosh() + Complex::atanh(a) * a.atanh() }
    integer_powers(a: C = z(1), b: C = z(2), n: i32 = 3) -> C { a.powi(n) * b.powi(-2) + a.powi(0) * b.powi(1) }
    real_powers(a: C = z(1), p: f64 = 1.3) -> C { a.powf(p) * a.powf(-0.5) + a.powf(p * p) }
    complex_powers(a: C = z(1), b: C = z(2)) -> C { a.powc(b) * b.powc(a * b) }
    scaled(a: C = z(1), k: f64 = 0.3) -> C { a.scale(k) + a.unscale(k * k) }
    taxi_norm(a: C = z(1), b: C = z(2)) -> f64 { a.l1_norm() * (a - b).l1_norm() }
    polar(a: C = z(1), k: f64 = 0.3) -> f64 {
        let (radius, angle) = a.to_polar();
        radius * k.sin() + angle * radius
    }
    made_of_parts(r: f64 = 0.3, t: f64 = 0.4) -> C { Complex::new(r * t, t) + Complex::from_polar(r, t) }
    in_a_loop(c: C = z(1), n: usize = 5) -> f64 {
        let mut z = Complex::new(0.0, 0.0);
        for _ in 0..n {
            z = z * z + c * 0.3;
            if z.norm() > 2.0 {
                break;
            }
        }
        z.norm_sqr()
    }
    in_lists(x: &[C] = &[z(1), z(2), z(3)], t: f64 = 0.2) -> f64 {
        let mut sum = Complex::new(0.0, 0.0);
        for (k, x) in x.iter().enumerate() {
            sum += x * Complex::from_polar(1.0, t * k as f64);
        }
        sum.norm()
    }
}

#[differentiable]
fn square(z: C) -> C {
    z * z
}

#[differentiable]
fn size(z: C) -> f64 {
    z.norm_sqr()
}

/// The convention: what flows through an analytic function is multiplied by the conjugate of its derivative, and the gradient of the
/// square of the absolute value is twice the number.
#[test]
fn the_convention() {
    let at = Complex::new(3.0, 4.0);
    let (_, pullback) = square::vjp(at);
    let seed = Complex::new(1.0, 2.0);
    assert_eq!(pullback(seed), seed * (2.0 * at).conj());
    assert_eq!(size::grad(at), 2.0 * at);
}

/// ndarray's arrays of complex numbers.
mod in_arrays {
    use num_complex::Complex;
    use pullback::ndarray::{Array1, Array2, arr1};
    use pullback::{check_grad, differentiable};

    /// Twiddled sums, as a Fourier transform has them.
    #[differentiable]
    fn transformed(signal: &[f64], shift: f64) -> Array1<Complex<f64>> {
        let n = signal.len();
        let mut spectrum = Array1::from_elem(n, Complex::new(0.0, 0.0));
        for k in 0..n {
            for (j, x) in signal.iter().enumerate() {
                let angle = shift - 6.0 * (k * j) as f64 / n as f64;
                spectrum[k] += Complex::from_polar(1.0, angle) * *x;
            }
        }
        spectrum
    }

    #[differentiable]
    fn power(signal: &[f64], shift: f64, low: f64) -> f64 {
        let spectrum = transformed(signal, shift);
        let mut sum = 0.0;
        for z in spectrum.iter() {
            if z.norm() > low {
                sum += z.norm_sqr() + (z * z).re;
            }
        }
        let scaled: Array1<Complex<f64>> = spectrum.iter().map(|z| z * shift).collect();
        sum + scaled[0].im * scaled[1].re
    }

    #[differentiable]
    fn off_diagonal(m: &Array2<Complex<f64>>, k: f64) -> f64 {
        let (a, b): (Complex<f64>, Complex<f64>) = (m[(0, 1)], m[(1, 0)]);
        (a.conj() * b * k).re
    }

    #[test]
    fn arrays_of_complex_numbers_agree_with_differences() {
        check_grad!(power(&[0.3, -0.8, 0.5], 0.4, 0.6)).expect("power");
        check_grad!(transformed(&[0.3, -0.8], 0.4)).expect("transformed");
        let z = arr1(&[
            Complex::new(0.3, 0.5),
            Complex::new(-0.4, 0.2),
            Complex::new(0.7, 0.1),
            Complex::new(0.9, 0.3),
        ]);
        let m = z.into_shape_with_order((2, 2)).unwrap();
        check_grad!(off_diagonal(&m, 0.7)).expect("off the diagonal");
    }
}
