use pullback::differentiable;

#[differentiable]
fn newton(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    x - f(x)
}

#[differentiable]
fn captured(x: f64, weights: Option<&[f64]>) -> f64 {
    newton(|t| t * weights.map_or(1.0, |w| w[0]), x)
}

#[differentiable]
fn reassigned(x: f64, mut weights: Option<&[f64]>) -> f64 {
    if x > 0.0 {
        weights = None;
    }
    weights.map_or(x, |w| w[0])
}

#[differentiable]
fn taken(x: f64, mut out: Option<&mut f64>) -> f64 {
    if let Some(out) = out.take() {
        *out = x;
    }
    x * if out.is_some() { 2.0 } else { 1.0 }
}

#[differentiable]
fn taken_without_derivative(x: f64, #[no_diff] mut out: Option<&mut usize>) -> f64 {
    let there = out.take().is_some();
    x * if there && out.is_some() { 2.0 } else { 1.0 }
}

#[differentiable]
fn nested(x: f64, w: Option<&mut [&mut f64]>) -> f64 {
    w.map_or(x, |w| *w[0])
}

#[differentiable]
fn returned<'a>(x: &'a [f64], w: Option<&'a [f64]>) -> &'a [f64] {
    w.unwrap_or(x)
}

fn main() {}
