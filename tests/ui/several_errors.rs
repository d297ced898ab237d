//! Every mistake of one function is reported at once, whichever pass finds it.
use pullback::differentiable;

static mut COUNT: usize = 0;

#[differentiable]
fn many(x: &[f64], n: usize) -> f64 {
    let square = |a: f64| a * a;
    let mut s = 0.0;
    for (a, b) in x.iter().zip(x) {
        s += a * b;
    }
    COUNT = n;
    let k = s as i64;
    s += match n {
        0 => x[0],
        _ => x[1],
    };
    let Some(first) = x.first() else { return s };
    unsafe { COUNT += 1 };
    s += debug!(x[0]);
    s * k as f64 + square(*first)
}

fn main() {
    many::grad(&[1.0, 2.0], 3);
}
