//! `#[cfg]` inside the body: the macro sees the tokens before rustc has chosen.
use pullback::differentiable;

#[differentiable]
fn configured(x: f64) -> f64 {
    let mut y = x;
    #[cfg(any())]
    {
        y *= x;
    }
    y += 1.0;
    y
}

fn main() {}
