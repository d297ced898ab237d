//! The slope of a function that is handed over, by a quotient of differences, against differences of that.
use super::*;
use pullback::{differentiable, function};

#[differentiable]
fn rate(t: f64) -> f64 {
    t * t * t + 0.3 * t.sin()
}

#[test]
fn slope_of_a_function() {
    for t in [0.8, 1.7] {
        let (value, bar) = diff::value_and_grad(&function!(rate), t);
        assert_eq!(value, diff(&rate, t));
        let slope = (diff(&rate, t + 1e-3) - diff(&rate, t - 1e-3)) / 2e-3;
        assert!((bar - slope).abs() < 1e-5, "{bar} against {slope}");
    }
}
