use pullback::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn handed_over(x: f64) -> f64 {
    let f: fn(f64) -> f64 = square;
    twice(f, x)
}

#[differentiable]
fn called(x: f64) -> f64 {
    let (f, k) = (square, 2.0);
    k * f(x)
}

fn main() {}
