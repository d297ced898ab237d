//! Macros that a function defines, where what they stand for cannot be seen from outside rustc.
use pullback::differentiable;

#[differentiable]
fn means_another_variable(x: f64) -> f64 {
    let y = x * x;
    macro_rules! twice {
        () => {
            2.0 * y
        };
    }
    let y = y + 1.0;
    twice!() * y
}

#[differentiable]
fn captured_in_a_text(x: f64) -> f64 {
    macro_rules! show {
        ($e:expr) => {{
            let value = $e;
            println!("{value}");
            value
        }};
    }
    show!(x * x)
}

fn main() {
    means_another_variable::grad(1.0);
    captured_in_a_text::grad(1.0);
}
