//! Row 5: options that do not exist, or are given twice. Each mistake is reported once, and the twin is still there.
use pullback::differentiable;

#[differentiable(nmae = other)]
fn misspelled(x: f64) -> f64 {
    x * x
}

#[differentiable(name = a, name = b)]
fn twice(x: f64) -> f64 {
    x * x
}

#[differentiable(ordered, checkpoints)]
fn two_unknown(x: f64) -> f64 {
    x * x
}

#[differentiable(name other)]
fn malformed(x: f64) -> f64 {
    x * x
}

#[differentiable(recursive, recursive)]
fn recursive_twice(x: f64) -> f64 {
    x * x
}

type Force<'a> = dyn Fn(f64) -> f64 + 'a;

#[differentiable(types(Farce = dyn Fn(f64) -> f64))]
fn no_such_type(x: f64) -> f64 {
    x * x
}

#[differentiable(types(Force = f64))]
fn no_function(x: f64) -> f64 {
    x * x
}

#[differentiable(types(Force = dyn Fn(f64) -> f64, Force = dyn Fn(f64) -> f64))]
fn function_twice(f: &Force<'_>, x: f64) -> f64 {
    x * f(x)
}

#[differentiable(bounds)]
trait Bounded {
    fn at(&self, x: f64) -> f64;
}

#[differentiable(types(Model = Model))]
fn without_lifetimes(x: f64) -> f64 {
    x * x
}

#[differentiable(types(Model = Model<'_>, Model = Model<'_>))]
fn lifetimes_twice(x: f64) -> f64 {
    x * x
}

#[differentiable(macros("src/norms.rs"))]
fn of_a_file(x: f64) -> f64 {
    x * x
}

#[differentiable(bounds_only)]
fn of_bounds(x: f64) -> f64 {
    x * x
}

#[differentiable(fixed(corners))]
fn of_an_array(x: f64) -> f64 {
    x * x
}

fn main() {
    misspelled::grad(1.0);
    twice(1.0);
    two_unknown::grad(2.0);
    malformed::grad(2.0);
    recursive_twice::grad(2.0);
}
