//! `#[cfg]` inside the body: each form that the function can have is looked at, and its errors count where it has this form.
use pullback::differentiable;

#[differentiable]
fn configured(x: f64) -> f64 {
    #[cfg(any())]
    let cell = x as usize;
    #[cfg(not(any()))]
    let cell = x as isize;
    cell as f64 * x
}

#[differentiable]
fn many_forms(x: f64) -> f64 {
    let y = x;
    #[cfg(unix)]
    let y = y * x;
    #[cfg(windows)]
    let y = y + x;
    #[cfg(debug_assertions)]
    let y = y * y;
    #[cfg(target_os = "linux")]
    let y = y * x * x;
    y
}

fn main() {}
