//! A guard that is a temporary lives to the end of its statement, which the derivative takes apart: it gets a name, or is an error.
use pullback::differentiable;
use std::sync::Mutex;

static STEPS: Mutex<Vec<usize>> = Mutex::new(Vec::new());

fn log(what: &str) {
    println!("{what}");
}

#[differentiable]
fn matched(x: f64) -> f64 {
    match STEPS.lock().unwrap().len() {
        0 => {
            log("none");
            x
        }
        _ => x * x,
    }
}

#[differentiable]
fn looped(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..STEPS.lock().unwrap().len() {
        log("step");
        y *= x;
    }
    y
}

#[differentiable]
fn named(x: f64) -> f64 {
    let steps = STEPS.lock().unwrap();
    let mut y = x;
    for _ in 0..steps.len() {
        log("step");
        y *= x;
    }
    y
}

fn main() {}
