//! The derivatives of what the moments give.
use super::*;
use crate::statistics::Accumulate;
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

#[differentiable]
fn of_pushed(x: &[f64]) -> f64 {
    let mut two = OnlineMoments::<2>::default();
    let mut three = OnlineMoments::<3>::default();
    for x in x {
        two = two.push(*x);
        three = three.push(x * x);
    }
    two.mean().unwrap() + 2.0 * two.variance().unwrap() + three.mean().unwrap() * three.skewness().unwrap()
}

#[test]
fn pushed() {
    check_grad!(of_pushed(&[0.4, 2.3, -1.7, 0.9])).unwrap();
}
