//! Macros that the compiler lets pass, by what they stand for.

// The macros are written as those of the crates that they stand for.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

use pullback::{Differentiable, check_grad, differentiable};

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

/// The error is moved out of what the macro gave: it is not `Clone`.
#[differentiable]
fn ensured_without_clones(x: &[f64]) -> Result<Vec<f64>, std::io::Error> {
    snafu_ensure::ensure!(x[0] > 0.0, std::io::Error::other("negative"));
    Ok(vec![x[0] * x[1], x[1]])
}

mod snafu_ensure {
    macro_rules! ensure {
        ($condition:expr, $error:expr) => {
            if !$condition {
                return Err($error);
            }
        };
    }
    pub(crate) use ensure;
}

#[test]
fn an_error_that_a_macro_returns_need_not_be_clone() {
    check_grad!(ensured_without_clones(&[2.0, 3.0])).unwrap();
    assert!(ensured_without_clones::vjp(&[-1.0, 3.0]).0.is_err());
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

/// The caller's name is not the rule's own, though both are `y`.
#[differentiable]
fn names_from_the_call(a: f64, k: f64) -> f64 {
    macro_rules! product {
        ($x:ident) => {{
            let y = 2.0 * a;
            let $x = y + 3.0 * a * k;
            y * $x
        }};
    }
    product!(y) + product!(z)
}

#[differentiable]
fn closures_from_a_macro(x: &[f64], k: f64) -> f64 {
    macro_rules! lambda {
        ($v:ident, $e:expr) => {
            |$v: f64| $e * k
        };
    }
    let f = lambda!(t, t.sin() + x[0]);
    x.iter().map(|v| f(*v) + k).sum()
}

/// The last call stands for statements, too, and a rule's attributes are no names of its own.
#[differentiable]
fn statements_in_turn(x: &[f64], k: f64) -> f64 {
    let mut out = vec![];
    macro_rules! emit {
        ($v:expr) => {
            #[allow(clippy::let_and_return)]
            let w = $v * k;
            out.push(w)
        };
        ($v:expr, $($rest:tt)+) => {
            emit!($v);
            emit!($($rest)+)
        };
    }
    for v in x {
        emit!(*v, v.sin(), 2.0 * v);
        if out.len() > 4 {
            out.pop();
        }
    }
    out.iter().map(|v| v * v).sum()
}

#[differentiable(no_diff(as))]
fn casts_in_a_macro(x: &[f64], k: f64) -> f64 {
    macro_rules! at {
        ($t:expr) => {{
            let t = $t;
            let i = (t as usize).min(x.len() - 2);
            let f = t - i as f64;
            x[i] * (1.0 - f) + x[i + 1] * f
        }};
    }
    at!(k) * at!(x[0] + 0.5)
}

#[test]
fn macros_of_the_function() {
    check_grad!(names_from_the_call(0.7, 1.3)).unwrap();
    check_grad!(closures_from_a_macro(&[0.5, 1.5], 0.7)).unwrap();
    check_grad!(statements_in_turn(&[0.5, 1.5, -0.5], 0.7)).unwrap();
    check_grad!(casts_in_a_macro(&[0.8, 1.5, -0.5], 0.7)).unwrap();
}

#[differentiable]
fn reach(x: f64, y: f64) -> f64 {
    x * y + 1.0
}

/// The comparison calls what is looked into.
#[differentiable]
fn compared(xs: &[f64], k: f64) -> f64 {
    const EPSILON: f64 = 1e-3;
    let mut sum = 0.0;
    for x in xs {
        if relative_eq!(reach(*x, k), 1.0, epsilon = EPSILON * reach(k, k)) {
            continue;
        }
        sum += x * k;
    }
    sum
}

#[test]
fn comparisons_by_macros_may_call_functions() {
    check_grad!(compared(&[0.5, 0.0, -2.0], 1.5)).unwrap();
    assert_eq!(compared::vjp(&[0.5, 0.0], 1.5).0, compared(&[0.5, 0.0], 1.5));
}

/// Nothing comes out of it, but its callers have derivatives.
#[differentiable]
fn verify(xs: &[f64], largest: f64) {
    for x in xs {
        assert!(reach(*x, 1.0) < largest, "{x} is too large");
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Checks;

#[differentiable]
impl Checks {
    fn verify(&self, x: f64) {
        debug_assert!(x.is_finite());
    }
}

#[differentiable]
fn verified(xs: &mut [f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..xs.len() {
        verify(&xs[..=i], 100.0 * k);
        Checks.verify(xs[i]);
        xs[i] *= k;
        sum += xs[i] * xs[i];
    }
    if sum > 0.0 {
        verify(xs, 1e9);
    }
    sum
}

#[test]
fn functions_without_a_result_may_be_called() {
    check_grad!(verified(&mut [0.5, -2.0], 1.5)).unwrap();
}
