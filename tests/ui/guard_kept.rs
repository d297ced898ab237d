use pullback::differentiable;
use std::sync::Mutex;

static SCALE: Mutex<f64> = Mutex::new(2.0);

#[differentiable]
fn scaled(x: f64, #[no_diff] scale: &f64) -> f64 {
    x * x * *scale
}

#[differentiable]
fn twice(x: f64) -> f64 {
    let scale = SCALE.lock().unwrap();
    scaled(x, &scale)
}

fn main() {}
