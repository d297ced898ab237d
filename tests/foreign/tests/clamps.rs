//! num-traits' `clamp`, `clamp_min` and `clamp_max`, by the names that an import gives them, which has the attribute, and by their paths.
#[pullback::differentiable]
use num_traits::{clamp, clamp_max as at_most};
use pullback::{check_grad, differentiable};

#[differentiable]
fn probability(x: f64, low: f64, high: f64) -> f64 {
    let p = clamp(x * x, low, high);
    p * p + at_most(x, high) * num_traits::clamp(2.0 * x, low, 3.0) + num_traits::clamp_min(x, low) * low
}

#[differentiable]
fn in_range(x: &[f64], low: f64) -> f64 {
    x.iter().map(|&x| clamp(x, low, 1.0)).sum::<f64>() + clamp(3, 0, 2) as f64
}

#[test]
fn agree_with_differences() {
    for x in [-0.4, 0.3, 0.7, 1.9] {
        check_grad!(probability(x, 0.2, 1.3)).unwrap();
        check_grad!(probability(x, 0.5, 0.8)).unwrap();
    }
    check_grad!(in_range(&[0.3, -0.7, 1.4], 0.1)).unwrap();
}

#[test]
fn at_a_bound_the_cotangent_goes_to_what_is_clamped() {
    assert_eq!(in_range::grad(&[0.5], 0.5), (vec![1.0], 0.0));
}

#[test]
#[should_panic(expected = "the function that is called is")]
fn another_function_of_the_name_is_told_from_it() {
    fn clamp(x: f64, _: f64, _: f64) -> f64 {
        x
    }

    #[differentiable]
    fn own(x: f64) -> f64 {
        clamp(x, 0.0, 1.0)
    }
    own::grad(0.5);
}
