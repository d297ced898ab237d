//! Row 11: writes to statics.
use pullback::differentiable;
use std::sync::Mutex;

static LAST: Mutex<f64> = Mutex::new(0.0);
static mut TOTAL: f64 = 0.0;

#[differentiable]
fn remembers(x: f64) -> f64 {
    *LAST.lock().unwrap() = x;
    let y = *LAST.lock().unwrap();
    y * y
}

#[differentiable]
fn plain(x: f64) -> f64 {
    TOTAL = x;
    x * x
}

fn main() {
    remembers(1.0);
    plain(1.0);
    unsafe {
        TOTAL = 1.0;
    }
}
