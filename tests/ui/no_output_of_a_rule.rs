//! Row 4: nothing to differentiate.
use pullback::differentiable;

#[differentiable(slopes(x = 1.0))]
fn show(x: f64) {
    println!("{x}");
}

#[differentiable]
fn stored<'a, I: Iterator<Item = &'a f64>>(items: I, k: f64) -> f64 {
    items.sum::<f64>() * k
}

#[differentiable]
fn handed(x: &[f64], k: f64) -> f64 {
    let mut kept = Kept(vec![0.0]);
    total(x.iter().map(|v| kept.next(*v)), k)
}

#[differentiable]
fn total(items: impl Iterator<Item = f64>, k: f64) -> f64 {
    items.sum::<f64>() * k
}

#[derive(Clone, Debug, PartialEq, pullback::Differentiable)]
struct Kept(Vec<f64>);

#[differentiable]
impl Kept {
    fn next(&mut self, v: f64) -> f64 {
        self.0[0] += v;
        self.0[0]
    }
}

fn main() {
    show(1.0);
}
