//! The derivatives of the factors, and of what is solved and computed with them.
use super::*;
use nalgebra::{Matrix3, Matrix4x3, U3, Vector3, Vector4};
use pullback::{check_grad, differentiable};

/// All that the factors hold, in one number.
#[differentiable]
fn factors(a: &Matrix4x3<f64>) -> f64 {
    let qr = PivotedQR::new(*a);
    let mut sum = 0.0;
    for j in 0..3 {
        sum += qr.column_norms[j] * (j as f64 + 0.3) + qr.r_diag[j] * (1.7 - j as f64) + qr.work[j];
        for i in 0..4 {
            sum += qr.qr[(i, j)] * (i as f64 - 0.4 * j as f64);
        }
    }
    sum
}

#[differentiable]
fn problem(a: &Matrix4x3<f64>, b: &Vector4<f64>) -> f64 {
    let problem = PivotedQR::into_least_squares_diagonal_problem(PivotedQR::new(*a), *b);
    let mut sum = 0.0;
    for j in 0..3 {
        sum += problem.qt_b[j] * (j as f64 + 0.3) + problem.l_diag[j] + problem.column_norms[j] * 0.7;
        for i in 0..4 {
            sum += problem.upper_r[(i, j)] * (i as f64 - 0.4 * j as f64);
        }
    }
    sum
}

#[differentiable]
fn scaled(a: &Matrix4x3<f64>, b: &Vector4<f64>, norm: f64) -> f64 {
    let mut problem = PivotedQR::into_least_squares_diagonal_problem(PivotedQR::new(*a), *b);
    problem.max_a_t_b_scaled(norm).unwrap()
}

#[differentiable]
fn product_norm(a: &Matrix4x3<f64>, b: &Vector4<f64>, x: &Vector3<f64>) -> f64 {
    let mut problem = PivotedQR::into_least_squares_diagonal_problem(PivotedQR::new(*a), *b);
    problem.a_x_norm(x)
}

#[differentiable]
fn eliminated(a: &Matrix4x3<f64>, b: &Vector4<f64>, diag: &Vector3<f64>, rhs: &Vector3<f64>) -> f64 {
    let mut problem = PivotedQR::into_least_squares_diagonal_problem(PivotedQR::new(*a), *b);
    let rhs = problem.eliminate_diag(diag, *rhs);
    let mut sum = 0.0;
    for j in 0..3 {
        sum += rhs[j] * (j as f64 + 0.3) + problem.l_diag[j] * (1.7 - j as f64);
        for i in 0..3 {
            sum += problem.upper_r[(i, j)] * (i as f64 - 0.4 * j as f64);
        }
    }
    sum
}

#[differentiable]
fn solved(l: &Matrix3<f64>, diag: &Vector3<f64>, b: &Vector3<f64>, rhs: &Vector3<f64>, #[no_diff] permutation: &Vector3<usize>, lower: bool) -> f64 {
    let mut work = Vector3::zeros();
    let mut factor: CholeskyFactor<'_, f64, U3, U3> = CholeskyFactor {
        permutation,
        l,
        work: &mut work,
        qt_b: b,
        lower,
        l_diag: diag,
    };
    let x = factor.solve(*rhs);
    let y = factor.mul_qt_b(*rhs);
    x.dot(b) + y.norm_squared()
}

#[differentiable]
fn sums(a: &Vector4<f64>, b: &Vector4<f64>) -> f64 {
    enorm(a) + 2.0 * dot(a, b)
}

fn matrix() -> Matrix4x3<f64> {
    Matrix4x3::new(2.0, 1.1, 4.0, 0.3, 10.0, -1.0, 0.2, 4.0, 0.5, 1.0, 0.4, 0.7)
}

const B: Vector4<f64> = Vector4::new(0.7, -1.2, 0.4, 2.1);

#[test]
fn of_factors() {
    check_grad!(factors(&matrix())).unwrap();
    check_grad!(problem(&matrix(), &B)).unwrap();
}

#[test]
fn of_problems() {
    check_grad!(scaled(&matrix(), &B, 1.3)).unwrap();
    check_grad!(product_norm(&matrix(), &B, &Vector3::new(0.3, -0.8, 1.1))).unwrap();
    check_grad!(eliminated(&matrix(), &B, &Vector3::new(1.2, 20.1, 0.7), &Vector3::new(0.3, -0.8, 1.1))).unwrap();
}

#[test]
fn of_solutions() {
    let l = Matrix3::new(2.0, 0.3, -0.4, 0.7, 1.3, 0.6, -0.2, 0.5, 0.9);
    let (diag, b, rhs) = (Vector3::new(1.4, 0.8, 1.1), Vector3::new(0.3, -0.8, 1.1), Vector3::new(0.6, 1.7, -0.2));
    for lower in [true, false] {
        check_grad!(solved(&l, &diag, &b, &rhs, &Vector3::new(1, 2, 0), lower)).unwrap();
    }
}

#[test]
fn of_sums() {
    check_grad!(sums(&B, &Vector4::new(0.3, -0.8, 1.1, 0.2))).unwrap();
}
