//! Cholesky's decomposition and triangular systems.

use super::*;
use nalgebra::allocator::Allocator;
use nalgebra::{Cholesky, DefaultAllocator, DimName, OMatrix, OVector};
use pullback::{check_grad, differentiable};

fn definite(seed: usize) -> Matrix3<f64> {
    m3(seed) * m3(seed).transpose() + Matrix3::identity()
}

fn definite_dynamic(seed: usize) -> DMatrix<f64> {
    dm(seed) * dm(seed).transpose() + DMatrix::identity(4, 4)
}

table! {
    the_factor(m: &Matrix3<f64> = &definite(1)) -> Matrix3<f64> { m.cholesky().unwrap().l() }
    the_factor_of_a_dynamic_matrix(m: &DMatrix<f64> = &definite_dynamic(1)) -> DMatrix<f64> {
        m.clone().cholesky().unwrap().l()
    }
    a_symmetric_argument(m: &Matrix3<f64> = &m3(1)) -> Matrix3<f64> {
        (m * m.transpose() + Matrix3::identity()).cholesky().unwrap().l()
    }
    solutions(m: &Matrix3<f64> = &definite(1), b: &Vector3<f64> = &v3(2)) -> Vector3<f64> {
        m.cholesky().unwrap().solve(b)
    }
    solutions_of_several_columns(m: &DMatrix<f64> = &definite_dynamic(1), b: &DMatrix<f64> = &sample_dynamic(4, 2, 3)) -> DMatrix<f64> {
        m.clone().cholesky().unwrap().solve(b)
    }
    the_inverse(m: &Matrix3<f64> = &definite(1)) -> Matrix3<f64> { m.cholesky().unwrap().inverse() }
    determinants(m: &Matrix3<f64> = &definite(1)) -> f64 {
        let c = m.cholesky().unwrap();
        c.determinant() * c.ln_determinant()
    }
    likelihood(m: &Matrix3<f64> = &definite(1), x: &Vector3<f64> = &v3(2)) -> f64 {
        let Some(c) = m.cholesky() else { return 0.0 };
        let mut sum = -0.5 * c.ln_determinant();
        for k in 0..3 {
            let y = c.solve(x) * (k as f64);
            sum -= 0.5 * x.dot(&y);
        }
        sum
    }
    a_matrix_without_one(m: &Matrix2<f64> = &Matrix2::new(1.0, 2.0, 2.0, 1.0), x: f64 = 0.3) -> f64 {
        match m.cholesky() {
            Some(c) => c.ln_determinant() * x,
            None => x * x * m[(0, 1)],
        }
    }
    upper_and_diagonal_factors(m: &Matrix3<f64> = &definite(1), x: &Vector3<f64> = &v3(2)) -> f64 {
        match m.udu() {
            Some(udu) => (udu.u * x).norm() * udu.d[0] + udu.d.iter().map(|d| 1.0 / d).sum::<f64>() * udu.u[(0, 1)],
            None => x[0],
        }
    }
    the_inverse_by_its_factors(m: &DMatrix<f64> = &definite_dynamic(1)) -> DMatrix<f64> {
        let udu = m.clone().udu().unwrap();
        let inverse = udu.u.try_inverse().unwrap();
        let over = DVector::from_iterator(4, udu.d.iter().map(|d| 1.0 / d));
        inverse.transpose() * (DMatrix::from_diagonal(&over) * inverse)
    }
    a_decomposition_by_its_path(m: &Matrix3<f64> = &definite(1), x: &Vector3<f64> = &v3(2)) -> f64 {
        let mut sum = 0.0;
        for k in 0..3 {
            let shifted = m + Matrix3::identity() * (k as f64);
            if let Some(c) = Cholesky::new(shifted) {
                let factor = c.clone().unpack();
                sum += (factor * x).norm() * c.ln_determinant();
            }
        }
        sum
    }
    a_factor_taken_out_and_put_back(m: &DMatrix<f64> = &definite_dynamic(1), x: f64 = 0.3) -> f64 {
        let packed = if x > 0.0 {
            let mut factor = Cholesky::new(m.clone()).unwrap().unpack_dirty();
            factor[(2, 1)] *= x;
            Cholesky::pack_dirty(factor)
        } else {
            Cholesky::new(m.clone()).unwrap()
        };
        packed.l()[(3, 2)] * packed.determinant() + packed.inverse()[(0, 2)]
    }
    a_decomposition_is_a_parameter(
        c: &Cholesky<f64, nalgebra::U3> = &definite(1).cholesky().unwrap(), b: &Vector3<f64> = &v3(2)
    ) -> f64 {
        c.solve(b).norm() + c.l()[(2, 0)]
    }
    solutions_by_lu(m: &Matrix3<f64> = &m3(1), b: &Vector3<f64> = &v3(2)) -> Vector3<f64> {
        m.lu().solve(b).unwrap()
    }
    solutions_by_lu_of_several_columns(m: &DMatrix<f64> = &dm(1), b: &DMatrix<f64> = &sample_dynamic(4, 2, 3)) -> DMatrix<f64> {
        m.clone().lu().solve(b).unwrap()
    }
    rows_that_are_exchanged(m: &Matrix3<f64> = &Matrix3::new(0.0, 2.0, 1.0, 0.5, 3.0, 0.2, 4.0, 1.0, 0.0), b: &Vector3<f64> = &v3(2)) -> f64 {
        let lu = m.lu();
        let Some(x) = lu.solve(b) else { return 0.0 };
        let y = lu.solve(&(x * lu.determinant())).unwrap();
        y.dot(b)
    }
    the_inverse_by_lu(m: &Matrix3<f64> = &m3(1)) -> Matrix3<f64> { (m + m.transpose()).lu().try_inverse().unwrap() }
    steps_of_newton(m: &DMatrix<f64> = &dm(1), start: &DVector<f64> = &dv(2)) -> f64 {
        let mut x = start.clone();
        let lu = m.clone().lu();
        for k in 0..3 {
            let residual = m * &x - start * (k as f64);
            if let Some(step) = lu.solve(&residual) {
                x -= step * 0.3;
            }
        }
        x.norm() * lu.determinant()
    }
    a_singular_matrix(m: &Matrix2<f64> = &Matrix2::new(0.0, 0.0, 0.0, 1.0), b: &Vector2<f64> = &v2(1)) -> f64 {
        m.lu().solve(b).map_or(b.norm(), |x| x.norm())
    }
    a_decomposition_by_lu_is_a_parameter(
        lu: &nalgebra::LU<f64, nalgebra::U3, nalgebra::U3> = &m3(1).lu(), b: &Vector3<f64> = &v3(2)
    ) -> f64 {
        lu.solve(b).unwrap().norm()
    }
    eigenvalues(m: &Matrix3<f64> = &definite(1)) -> Vector3<f64> { m.symmetric_eigenvalues() }
    eigenvalues_of_a_dynamic_matrix(m: &DMatrix<f64> = &definite_dynamic(1)) -> DVector<f64> { m.symmetric_eigenvalues() }
    eigenvalues_of_a_symmetric_sum(m: &Matrix3<f64> = &m3(1)) -> f64 {
        let values = (m + m.transpose()).symmetric_eigenvalues();
        values.max() - values.min()
    }
    eigenvectors(m: &Matrix3<f64> = &definite(1)) -> Matrix3<f64> { m.symmetric_eigen().eigenvectors }
    eigenvectors_of_a_dynamic_matrix(m: &DMatrix<f64> = &definite_dynamic(1), v: &DVector<f64> = &dv(2)) -> f64 {
        let eigen = m.clone().symmetric_eigen();
        let mut sum = 0.0;
        for k in 0..4 {
            let along = eigen.eigenvectors.column(k).dot(v);
            sum += eigen.eigenvalues[k].sqrt() * along * eigen.eigenvectors[(k, 0)];
        }
        sum
    }
    a_square_root_by_eigenvectors(m: &Matrix3<f64> = &definite(1)) -> Matrix3<f64> {
        let eigen = m.symmetric_eigen();
        let roots = eigen.eigenvalues.map(|value| value.sqrt());
        eigen.eigenvectors * Matrix3::from_diagonal(&roots) * eigen.eigenvectors.transpose()
    }
    a_matrix_whose_eigenvalues_coincide(x: f64 = 0.3) -> f64 {
        let eigen = (Matrix3::identity() * x).symmetric_eigen();
        eigen.eigenvalues.sum() * x
    }
    both_sides_of_the_singular_values(m: &Matrix3<f64> = &m3(1)) -> f64 {
        let svd = m.svd(true, true);
        let (u, v_t) = (svd.u.unwrap(), svd.v_t.unwrap());
        u[(0, 1)] * svd.singular_values[0] + u[(2, 0)] * v_t[(1, 2)] + v_t[(0, 2)] * svd.singular_values[2]
    }
    singular_vectors_of_a_tall_matrix(m: &DMatrix<f64> = &sample_dynamic(4, 2, 3)) -> f64 {
        let svd = m.clone().svd(true, true);
        let (Some(u), Some(v_t)) = (svd.u, svd.v_t) else { return 0.0 };
        u[(3, 1)] * v_t[(0, 1)] + u[(0, 0)] * v_t[(1, 1)].sin() + u[(2, 1)]
    }
    singular_vectors_of_a_wide_matrix(m: &Matrix2x3<f64> = &m23(3)) -> f64 {
        let svd = m.svd(true, true);
        let (u, v_t) = (svd.u.unwrap(), svd.v_t.unwrap());
        v_t[(1, 2)] * u[(0, 1)] + v_t[(0, 0)] * svd.singular_values[1] + v_t[(1, 1)]
    }
    one_side_of_the_singular_values(m: &Matrix3<f64> = &m3(1), n: &Matrix2x3<f64> = &m23(3)) -> f64 {
        let u = m.svd(true, false).u.unwrap();
        let v_t = n.svd(false, true).v_t.unwrap();
        u[(0, 1)] * v_t[(1, 2)] + u[(2, 2)] * v_t[(0, 0)]
    }
    what_a_singular_matrix_sends_to_zero(
        a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2), c: &Vector3<f64> = &v3(4), d: &Vector3<f64> = &v3(7)
    ) -> f64 {
        let m = a * b.transpose() + c * d.transpose();
        let svd = m.svd(true, true);
        let (u, v_t) = (svd.u.unwrap(), svd.v_t.unwrap());
        v_t[(2, 0)] * v_t[(2, 1)] + u[(0, 2)] * u[(1, 2)] * svd.singular_values[0]
    }
    singular_values_in_any_order(m: &Matrix3<f64> = &m3(1), n: &Matrix2x3<f64> = &m23(3)) -> f64 {
        let svd = m.svd_unordered(false, true);
        let (values, mut rows) = (svd.singular_values, svd.v_t.unwrap());
        for i in 0..3 {
            for j in 0..3 {
                rows[(i, j)] *= values[i].sqrt();
            }
        }
        let product = rows.transpose() * rows;
        let sides = n.svd_unordered(true, false);
        let u = sides.u.unwrap();
        let kept = u * Matrix2::from_diagonal(&sides.singular_values.map(|value| value.sqrt())) * u.transpose();
        product[(0, 1)] + product[(2, 2)] * kept[(0, 0)] + kept[(1, 0)]
    }
    both_factors(m: &Matrix3<f64> = &m3(1)) -> f64 {
        let qr = m.qr();
        let (q, r) = (qr.q(), qr.r());
        q[(0, 1)] * r[(1, 2)] + q[(2, 0)] * r[(0, 0)] + r[(2, 2)].sin()
    }
    orthogonal_factors(m: &Matrix3<f64> = &m3(1)) -> Matrix3<f64> { m.qr().q() }
    triangular_factors(m: &DMatrix<f64> = &sample_dynamic(4, 2, 3)) -> DMatrix<f64> { m.clone().qr().r() }
    factors_of_a_tall_matrix(m: &DMatrix<f64> = &sample_dynamic(4, 2, 3), b: &DVector<f64> = &dv(1)) -> f64 {
        let mut scaled = m.clone();
        let mut sum = 0.0;
        for _ in 0..2 {
            let (q, r) = scaled.clone().qr().unpack();
            let fitted = r.solve_upper_triangular(&q.tr_mul(b)).unwrap();
            sum += fitted.norm_squared();
            scaled *= fitted[0];
        }
        sum
    }
    factors_of_a_wide_matrix(m: &Matrix2x3<f64> = &m23(3)) -> f64 {
        let (q, r) = m.qr().unpack();
        q[(0, 1)] * r[(1, 2)] + q[(1, 0)] * r[(0, 2)] + r[(1, 1)] * r[(0, 1)]
    }
    a_decomposition_into_factors_is_a_parameter(
        qr: &nalgebra::linalg::QR<f64, nalgebra::U3, nalgebra::U3> = &m3(1).qr(), b: &Vector3<f64> = &v3(2)
    ) -> f64 {
        (qr.q() * b).x + (qr.r() * b).norm()
    }
    an_eigendecomposition_is_a_parameter(e: &nalgebra::SymmetricEigen<f64, nalgebra::U3> = &definite(1).symmetric_eigen()) -> f64 {
        e.eigenvectors[(0, 1)] * e.eigenvalues[2]
    }
    singular_values(m: &Matrix3<f64> = &m3(1)) -> Vector3<f64> { m.singular_values() }
    singular_values_of_a_dynamic_matrix(m: &DMatrix<f64> = &sample_dynamic(4, 2, 3)) -> DVector<f64> { m.singular_values() }
    products_of_all_components(m: &Matrix3<f64> = &m3(1)) -> f64 { m.product() }
    products_in_place(
        a: &Matrix3<f64> = &m3(1), b: &DMatrix<f64> = &sample_dynamic(4, 2, 3), alpha: f64 = 0.7, beta: f64 = -0.4
    ) -> f64 {
        let mut c = Matrix3::identity();
        let mut d = b * b.transpose();
        for _ in 0..2 {
            c.gemm(alpha, a, &a.transpose(), beta);
            d.gemm(beta, b, &b.transpose(), alpha);
        }
        c.norm() + d.norm()
    }
    lower_triangles(m: &Matrix3<f64> = &definite(1), b: &Vector3<f64> = &v3(2)) -> Vector3<f64> {
        m.solve_lower_triangular(b).unwrap()
    }
    upper_triangles(m: &Matrix3<f64> = &definite(1), b: &Matrix3<f64> = &m3(2)) -> Matrix3<f64> {
        m.solve_upper_triangular(b).unwrap()
    }
    a_singular_triangle(b: &Vector2<f64> = &v2(1)) -> f64 {
        let m = Matrix2::new(b[0], 0.0, 1.0, 0.0);
        m.solve_lower_triangular(b).map_or(b[1] * b[0], |x| x[0])
    }
}

/// The gain and the whitened residual of a Kalman filter of any dimensions.
#[differentiable]
fn gain<S: DimName, M: DimName>(
    covariance: &OMatrix<f64, S, S>,
    sensitivity: &OMatrix<f64, M, S>,
    noise: &OMatrix<f64, M, M>,
    residual: &OVector<f64, M>,
) -> Option<(OVector<f64, S>, f64)>
where
    DefaultAllocator:
        Allocator<S> + Allocator<M> + Allocator<S, S> + Allocator<M, M> + Allocator<M, S> + Allocator<S, M>,
{
    let across = covariance * sensitivity.transpose();
    let innovation = sensitivity * &across + noise;
    let decomposition = innovation.clone().cholesky()?;
    let whitened = decomposition.l().solve_lower_triangular(residual)?;
    let gain = decomposition.solve(&across.transpose()).transpose();
    Some((gain * residual, whitened.norm_squared()))
}

#[differentiable]
fn estimated(covariance: &Matrix3<f64>, noise: f64, readings: &[Vector2<f64>]) -> f64 {
    let sensitivity = Matrix2x3::new(1.0, 0.2, 0.0, 0.0, 1.0, 0.5);
    let mut sum = 0.0;
    for reading in readings {
        if let Some((state, ratio)) = gain(covariance, &sensitivity, &(Matrix2::identity() * noise), reading) {
            sum += state.norm() * ratio;
        }
    }
    sum
}

#[test]
fn what_a_factor_has_above_its_diagonal_is_anything_at_all() {
    #[differentiable]
    fn above(m: &Matrix2<f64>) -> f64 {
        let factor = Cholesky::new(*m).unwrap().unpack_dirty();
        factor[(0, 1)] * factor[(1, 1)]
    }
    assert!(
        above::grad(&Matrix2::new(4.0, 1.0, 1.0, 3.0))
            .iter()
            .any(|x| x.is_nan())
    );
}

#[test]
fn in_a_filter_of_any_dimensions() {
    check_grad!(estimated(&definite(1), 0.3, &[v2(1), v2(2)][..])).unwrap();
}

/// The derivative of the logarithm of a determinant is the inverse (Petersen and Pedersen, 57); only the lower triangle is read.
#[test]
fn the_slope_of_a_logarithm_of_a_determinant() {
    #[differentiable]
    fn logarithm(m: &Matrix3<f64>) -> f64 {
        m.cholesky().unwrap().ln_determinant()
    }
    let inverse = definite(1).try_inverse().unwrap();
    let slopes = logarithm::grad(&definite(1));
    for j in 0..3 {
        for i in 0..3 {
            let twice = if i > j { 2.0 } else { 1.0 };
            let expected = if i >= j { twice * inverse[(i, j)] } else { 0.0 };
            assert!((slopes[(i, j)] - expected).abs() < 1e-12);
        }
    }
}

/// Above some size nalgebra's own products do the work on the way back.
#[test]
fn large_matrices_agree_with_differences() {
    #[differentiable]
    fn products(a: &DMatrix<f64>, b: &DMatrix<f64>, k: f64) -> f64 {
        let c = a * b;
        let d = a.transpose() * &c;
        let e = c.tr_mul(a);
        c.norm_squared() * k + d.map(|x| x.sin()).sum() + e.component_mul(&b.transpose()).sum()
    }

    #[differentiable]
    fn decomposed(m: &DMatrix<f64>, b: &DMatrix<f64>, v: &nalgebra::DVector<f64>) -> f64 {
        let c = m.clone().cholesky().unwrap();
        let x = c.solve(b);
        x.map(|x| x.sin()).sum() + c.solve(v).norm_squared() + c.inverse().component_mul(m).sum() + c.ln_determinant()
    }

    let made =
        |rows, columns, k: usize| DMatrix::from_fn(rows, columns, |i, j| ((i * 7 + j * k) % 11) as f64 * 0.1 - 0.45);
    let (a, b) = (made(14, 11, 3), made(11, 12, 5));
    check_grad!(products(&a, &b, 0.7)).expect("products");
    let m = made(29, 29, 3);
    let m = &m * m.transpose() + DMatrix::identity(29, 29) * 2.0;
    let v = nalgebra::DVector::from_fn(29, |i, _| (i % 5) as f64 * 0.3 - 0.4);
    check_grad!(decomposed(&m, &made(29, 3, 4), &v)).expect("decomposed");
    check_grad!(decomposed(&m, &made(29, 29, 4), &v)).expect("as many columns as rows");
}
