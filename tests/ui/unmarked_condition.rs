//! Row 9 where only a condition is wanted: a function that sees an active value could keep it where another one finds it.
use pullback::{differentiable, no_diff};
use std::cell::Cell;
use std::sync::Mutex;

static KEPT: Mutex<f64> = Mutex::new(0.0);

fn keep(x: f64) -> bool {
    *KEPT.lock().unwrap() = x;
    true
}

fn kept() -> f64 {
    *KEPT.lock().unwrap()
}

struct Store;

impl Store {
    fn keep(x: f64) -> bool {
        keep(x)
    }
}

#[differentiable]
fn in_a_condition(x: f64) -> f64 {
    if x > 0.0 && keep(x) { kept() * x } else { x }
}

#[differentiable]
fn in_a_let(x: f64) -> f64 {
    let done = keep(x);
    if done { kept() * x } else { x }
}

#[differentiable]
fn in_a_loop(x: f64) -> f64 {
    let mut n = 0;
    while n < 3 && keep(x) {
        n += 1;
    }
    kept() * x
}

#[differentiable]
fn in_an_assertion(x: f64) -> f64 {
    assert!(keep(x));
    kept() * x
}

#[differentiable]
fn associated(x: f64) -> f64 {
    if Store::keep(x) { kept() * x } else { x }
}

#[differentiable]
fn in_a_cell(x: f64, #[no_diff] cell: &Cell<f64>) -> f64 {
    if cell.replace(x) > 1.0 { x } else { cell.get() * x }
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

fn written(x: f64) -> f64 {
    *KEPT.lock().unwrap() = x;
    x
}

// Names that the condition binds itself carry what is read around them.

#[differentiable]
fn by_a_closure(x: f64) -> f64 {
    if twice(|a| written(a), x) > 1.0 { x } else { kept() * x }
}

#[differentiable]
fn by_a_capture(x: f64) -> f64 {
    let y = twice(|_| written(x), 0.5);
    if y > 1.0 { x } else { kept() * x }
}

#[differentiable]
fn in_a_block(x: f64) -> f64 {
    if { let a = 2.0 * x; written(a) } > 1.0 { x } else { kept() * x }
}

#[differentiable]
fn in_a_guard(x: f64) -> f64 {
    if matches!(Some(x), Some(a) if keep(a)) { x } else { kept() * x }
}

#[differentiable]
fn in_a_block_of_an_assertion(x: f64) -> f64 {
    assert!({ let a = 2.0 * x; keep(a) });
    kept() * x
}

fn odd(n: usize) -> bool {
    n % 2 == 1
}

#[differentiable]
fn fine_with_counts(x: &[f64]) -> f64 {
    if (0..x.len()).any(|n| odd(n)) && x[0] > 1.0 { x[0] } else { x[1] }
}

#[differentiable]
fn fine(x: f64) -> f64 {
    if no_diff(keep(x)) && keep(2.0) { x * x } else { x }
}

fn main() {}
