//! Macros that are called like those of std, of log and of anyhow, and do something else.
use pullback::differentiable;

macro_rules! assert {
    ($x:ident) => {
        $x += 1.0;
    };
}

macro_rules! info {
    ($s:ident, $k:expr) => {
        $s += $k; //~ cannot assign to `s`, as it is a captured variable in a `Fn` closure
    };
}

macro_rules! ensure {
    ($c:expr, $e:expr) => {
        if $c {
            return $e;
        }
    };
}

#[differentiable]
fn asserted(x: f64) -> f64 {
    let mut y = x * x;
    assert!(y); //~ `assert` is ambiguous
    y * y
}

#[differentiable]
fn informed(x: &[f64]) -> f64 {
    let mut s = x[0];
    info!(s, x[1]);
    s * s
}

#[differentiable]
fn ensured(x: f64) -> f64 {
    ensure!(x > 1.0, x * x); //~ a macro of this name is taken for one that returns an error from the function, and `f64` has none
    x
}

fn main() {}
