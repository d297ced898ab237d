//! The derivatives of a crate that is `no_std`.

use foreign_types::{Polynomial, energy, longest, product};
use pullback::check_grad;

fn polynomial(coefficients: &[f64]) -> Polynomial {
    Polynomial {
        coefficients: coefficients.to_vec(),
        name: "of a test".into(),
    }
}

#[test]
fn functions_of_a_crate_without_std_have_derivatives() {
    let curve = polynomial(&[1.0, -2.0, 0.5]);
    let (curve_bar, points_bar) = energy::grad(&curve, &[2.0]);
    // p(2) = -1 and p'(2) = 0.
    assert_eq!(curve_bar.coefficients, [-2.0, -4.0, -8.0]);
    assert_eq!(points_bar, [0.0]);
    check_grad!(energy(&curve, &[0.3, 1.7])).unwrap();
    check_grad!(product(&curve, &polynomial(&[0.5, 1.5]), 0.7)).unwrap();
    assert_eq!(longest::vjp(&[1.0, 5.0, 4.0]).1(Some(1.0)), [-0.25, 0.25, 0.0]);
}
