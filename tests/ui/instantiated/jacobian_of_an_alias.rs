//! A Jacobian that is asked for is no less there where the result has another name: it is an error where it is called.
use pullback::differentiable;

type Vector = Vec<f64>;

#[differentiable(jacobian(mode = forward))]
fn squares(x: &[f64]) -> Vector {
    x.iter().map(|x| x * x).collect()
}

fn main() {
    println!("{}", squares::jacobian(&[1.0]));
}
