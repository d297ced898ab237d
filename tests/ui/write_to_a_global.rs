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
    unsafe { TOTAL = x };
    x * x
}

// The callee might do it.
fn put(x: f64) {
    *LAST.lock().unwrap() = x;
}

#[differentiable]
fn by_a_call(x: f64) -> f64 {
    put(x);
    let y = *LAST.lock().unwrap();
    y * x
}

fn main() {}
