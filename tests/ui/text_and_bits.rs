//! A number that is written out as text or bits and read back would lose its derivative.
use pullback::{differentiable, no_diff};

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

#[differentiable]
fn text_at_once(x: f64) -> f64 {
    format!("{x}").parse::<f64>().unwrap() * x
}

#[differentiable]
fn text_by_a_name(x: f64) -> f64 {
    let text = x.to_string();
    text.parse::<f64>().unwrap() * x
}

#[differentiable]
fn text_in_a_function(x: f64) -> f64 {
    let text = format!("{x:?}");
    number(&text) * x
}

#[differentiable]
fn text_in_parts(x: f64) -> f64 {
    let text = format!("{x},{x}");
    let parts: Vec<f64> = text.split(',').map(|part| part.parse().unwrap()).collect();
    parts[0] * x
}

#[differentiable]
fn text_gathered(x: f64) -> f64 {
    let mut text = String::new();
    text.push_str(&x.to_string());
    text.parse::<f64>().unwrap() * x
}

#[differentiable]
fn bits(x: f64) -> f64 {
    let i = 0x5fe6_eb50_c7b5_37a9 - (x.to_bits() >> 1);
    f64::from_bits(i) * x
}

#[differentiable]
fn bytes(x: f64) -> f64 {
    f64::from_le_bytes(x.to_le_bytes()) * x
}

#[differentiable]
fn exponent(x: f64) -> f64 {
    let biased = (x.to_bits() >> 52) as i64;
    (biased - 1023) as f64 * x
}

static KEPT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

#[differentiable]
fn bits_in_a_global(x: f64) -> f64 {
    KEPT.store(x.to_bits(), std::sync::atomic::Ordering::Relaxed);
    f64::from_bits(KEPT.load(std::sync::atomic::Ordering::Relaxed)) * x
}

#[differentiable]
fn bits_in_a_cell(x: f64) -> f64 {
    let cell = std::cell::Cell::new(0);
    cell.set(x.to_bits());
    f64::from_bits(cell.get()) * x
}

#[differentiable]
fn bits_put_somewhere(x: f64) -> f64 {
    put(x.to_bits());
    x
}

fn put(bits: u64) {
    KEPT.store(bits, std::sync::atomic::Ordering::Relaxed);
}

// What is meant to stand still says so, and what only describes an error may hold any text.
#[differentiable]
fn fine(x: f64) -> Result<f64, String> {
    if x < 0.0 {
        let text = format!("{x} is negative");
        return Err(text);
    }
    Ok(x * f64::from_bits(no_diff(x.to_bits())) * "1.5".parse::<f64>().unwrap())
}

fn main() {}
