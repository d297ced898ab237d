//! Names of std's by which the user's own stand, behind their paths.
use pullback::differentiable;

mod mine {
    #[derive(Clone, pullback::Differentiable)]
    pub enum Result {
        Ok(f64),
        Err(f64),
    }
}
use mine::Result;

mod std {
    pub mod cmp {
        pub fn max(a: u32, b: u32) -> u32 {
            a * b
        }
    }
}

mod iter {
    pub fn once(x: f64) -> Vec<f64> {
        vec![x, x]
    }
}

#[differentiable]
fn own_variant(x: f64) -> f64 {
    let _m = Result::Err(x * 2.0);
    x
}

#[differentiable]
fn own_maximum(x: f64, n: u32) -> f64 {
    x * std::cmp::max(n, 2) as f64
}

#[differentiable]
fn own_items(x: f64) -> f64 {
    let mut s = 0.0;
    for a in iter::once(x) {
        s += a * a;
    }
    s
}

fn main() {}
