//! The functions that link a mean to what is linear.
use super::Link;
use ndarray::{Array1, arr1};
use pullback::{check_grad, differentiable};

#[differentiable]
fn linked(link: Link, mean: &Array1<f64>, weights: &Array1<f64>) -> f64 {
    link.link(mean).dot(weights) + link.link_derivative(mean).dot(weights).sin()
}

#[differentiable]
fn inverted(link: Link, linear: &Array1<f64>, weights: &Array1<f64>) -> f64 {
    link.inverse(linear).dot(weights) + link.inverse_derviative(linear).dot(weights).sin()
}

#[test]
fn links_and_their_derivatives() {
    let weights = arr1(&[0.5, -1.3, 0.8]);
    for link in [Link::Identity, Link::Log, Link::Logit] {
        check_grad!(linked(link, &arr1(&[0.2, 0.7, 0.4]), &weights)).unwrap();
        check_grad!(inverted(link, &arr1(&[-0.7, 1.3, 0.2]), &weights)).unwrap();
    }
}
