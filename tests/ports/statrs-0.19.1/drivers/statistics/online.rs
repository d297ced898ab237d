//! The derivatives of what the moments give.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn of_two(m: &[f64; 2]) -> f64 {
    let moments = OnlineMoments::<2> { count: 7, m: *m };
    moments.mean().unwrap()
        + 2.0 * moments.variance().unwrap()
        + 3.0 * moments.std_dev().unwrap()
        + 4.0 * moments.population_variance().unwrap()
        + 5.0 * moments.population_std_dev().unwrap()
}

#[differentiable]
fn of_three(m: &[f64; 3]) -> f64 {
    let moments = OnlineMoments::<3> { count: 7, m: *m };
    moments.mean().unwrap()
        + 2.0 * moments.variance().unwrap()
        + 3.0 * moments.std_dev().unwrap()
        + 4.0 * moments.population_variance().unwrap()
        + 5.0 * moments.population_std_dev().unwrap()
        + 6.0 * moments.skewness().unwrap()
}

#[test]
fn moments() {
    check_grad!(of_two(&[0.4, 2.3])).unwrap();
    check_grad!(of_three(&[0.4, 2.3, -1.7])).unwrap();
}
