//! A jump out of a block whose end drops a guard.
use pullback::differentiable;
use std::sync::Mutex;

static LEVEL: Mutex<f64> = Mutex::new(2.0);

#[differentiable]
fn limited(x: f64) -> f64 {
    let level = {
        let guard = LEVEL.lock().unwrap();
        if x > *guard {
            return x;
        }
        *guard
    };
    let again = LEVEL.lock().unwrap();
    x * level * *again
}

fn main() {}
