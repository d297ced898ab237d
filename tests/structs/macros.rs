//! Macros that the compiler lets pass, by what they stand for.

// The macros are written as those of the crates that they stand for.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

use pullback::{check_grad, differentiable};

/// In the manner of log: a message, and no value.
macro_rules! debug {
    ($($argument:tt)*) => { let _ = format!($($argument)*); };
}

/// In the manner of anyhow: an error of the function's own type.
macro_rules! bail {
    ($($argument:tt)*) => { return Err(format!($($argument)*)) };
}

macro_rules! ensure {
    ($condition:expr, $($argument:tt)*) => { if !$condition { bail!($($argument)*) } };
}

/// In the manner of approx.
macro_rules! relative_eq {
    ($a:expr, $b:expr, epsilon = $epsilon:expr) => {
        ($a - $b).abs() < $epsilon
    };
}

#[differentiable]
fn logged(x: f64, y: f64) -> f64 {
    let x = x * y;
    debug!("{x} and {}", x + y);
    if relative_eq!(x, y, epsilon = 1e-9 * x) {
        return y;
    }
    if cfg!(debug_assertions) || line!() > 0 {
        x * x
    } else {
        x
    }
}

#[differentiable]
fn ensured(x: f64, n: usize) -> Result<f64, String> {
    ensure!(x > 0.0, "{x} is not positive");
    let root = x.sqrt();
    if n > 3 {
        bail!("{n} is too many for {root}");
    }
    Ok(root * x)
}

#[differentiable]
fn ensured_in_a_loop(xs: &[f64]) -> Result<f64, String> {
    let mut sum = 0.0;
    for x in xs {
        ensure!(*x < 10.0, "{x} in {sum}");
        sum += ensured(*x, 1)? * x;
    }
    Ok(sum)
}

#[test]
fn macros_that_pass() {
    check_grad!(logged(0.5, 3.0)).unwrap();
    check_grad!(ensured(2.0, 1)).unwrap();
    check_grad!(ensured_in_a_loop(&[2.0, 3.0])).unwrap();
    for (x, n) in [(-1.0, 1), (4.0, 5)] {
        assert_eq!(ensured::vjp(x, n).0, ensured(x, n));
    }
    for xs in [[1.0, 12.0], [2.0, -1.0]] {
        assert_eq!(ensured_in_a_loop::vjp(&xs).0, ensured_in_a_loop(&xs));
    }
}
