//! Angles, rotations, projections and polynomials.
use nalgebra::{Vector3, Vector6};
use nyx_space::polyfit::{CommonPolynomial, Polynomial};
use nyx_space::utils::*;
use pullback::{check_grad, differentiable};

const A: Vector3<f64> = Vector3::new(0.3, -0.7, 1.1);
const B: Vector3<f64> = Vector3::new(0.9, 0.4, -0.2);

#[test]
fn angles_between_0_360_between_pm_180_between_pm_x() {
    for angle in [-500.3, -100.2, 20.1, 270.5, 800.9] {
        check_grad!(between_0_360(angle)).unwrap();
        check_grad!(between_pm_180(angle)).unwrap();
        check_grad!(between_pm_x(angle, 90.5)).unwrap();
    }
}

#[test]
fn kronecker_is_flat() {
    assert_eq!(kronecker::grad(1.0, 2.0), (0.0, 0.0));
    assert_eq!(kronecker::grad(2.0, 2.0), (0.0, 0.0));
}

#[test]
fn rotations_r1_r2_r3_rotv_and_tilde_matrix() {
    check_grad!(r1(0.7)).unwrap();
    check_grad!(r2(0.7)).unwrap();
    check_grad!(r3(0.7)).unwrap();
    check_grad!(rotv(&A, &B, 0.4)).unwrap();
    check_grad!(tilde_matrix(&A)).unwrap();
}

#[test]
fn projections_perpv_projv_unitize() {
    check_grad!(perpv(&A, &B)).unwrap();
    check_grad!(projv(&A, &B)).unwrap();
    check_grad!(unitize(A)).unwrap();
}

#[test]
fn errors_rss_errors_rss_orbit_vec_errors() {
    check_grad!(rss_errors(&A, &B)).unwrap();
    let (a, b) = (
        Vector6::new(0.1, 0.4, -0.3, 1.0, 2.0, -0.5),
        Vector6::new(0.7, -0.4, 0.3, 0.2, 0.1, 0.5),
    );
    check_grad!(rss_orbit_vec_errors(&a, &b)).unwrap();
}

#[test]
fn normalize_denormalize() {
    check_grad!(normalize(0.4, -1.0, 3.0)).unwrap();
    check_grad!(denormalize(0.4, -1.0, 3.0)).unwrap();
}

#[test]
fn cartesian_to_spherical_and_back() {
    check_grad!(cartesian_to_spherical(&A)).unwrap();
    check_grad!(spherical_to_cartesian(1.3, 0.4, 0.9)).unwrap();
}

#[differentiable]
fn polynomials(coefficients: [f64; 4], x: f64) -> f64 {
    let p = Polynomial::<4>::from_most_significant(coefficients);
    let (value, slope) = p.eval_n_deriv(x);
    let q = p * 2.0 + p;
    value * slope + p.eval(x) * q.deriv(x)
}

#[differentiable]
fn powers_set_to_zero(coefficients: [f64; 4], x: f64) -> f64 {
    let mut p = Polynomial::<4>::from_most_significant(coefficients);
    p.zero_power(1);
    p.zero_below_tolerance(0.25);
    p += x;
    (x * (p - Polynomial::<2>::from_most_significant([x, 1.0]))).eval(x)
}

#[differentiable]
fn common(p: &CommonPolynomial, x: f64, order: usize) -> f64 {
    let changed = p
        .with_val_in_order(x * x, order)
        .unwrap()
        .add_val_in_order(x, 0)
        .unwrap();
    changed.eval(x) * p.deriv(x) + p.coeff_in_order(order).unwrap()
}

#[test]
fn polynomial_eval_deriv_and_operators() {
    check_grad!(polynomials([0.4, -0.3, 0.2, 0.7], 0.8)).unwrap();
    check_grad!(powers_set_to_zero([0.4, -0.3, 0.2, 0.7], 0.8)).unwrap();
}

#[test]
fn common_polynomial_eval_deriv_coeff_with_and_add() {
    check_grad!(common(&CommonPolynomial::Constant { a: 0.3 }, 0.8, 0)).unwrap();
    for order in 0..2 {
        check_grad!(common(&CommonPolynomial::Linear { a: 0.3, b: -0.4 }, 0.8, order)).unwrap();
        check_grad!(common(
            &CommonPolynomial::Quadratic {
                a: 0.3,
                b: -0.4,
                c: 0.9
            },
            0.8,
            order
        ))
        .unwrap();
    }
}
