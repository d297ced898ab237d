//! Methods that write some elements of a matrix, that give one with other rows and columns, and that sum up rows and columns.

use super::*;

table! {
    filled(m: &DMatrix<f64> = &dm(1), v: &DVector<f64> = &dv(2), k: f64 = 0.7) -> DMatrix<f64> {
        let mut a = m.clone();
        a.set_diagonal(v);
        let mut b = a.clone();
        b.fill_diagonal(v[0]);
        let mut c = m * 2.0;
        if k > 0.5 {
            c.fill(v[2] * k);
            c[(0, 1)] = k;
        }
        a * b + c
    }
    updated(v: &Vector3<f64> = &v3(1), w: &Vector3<f64> = &v3(2), k: f64 = 0.7) -> Vector3<f64> {
        let mut a = *v;
        for _ in 0..2 {
            a.component_div_assign(&(w + v));
            a.scale_mut(k);
            a.add_scalar_mut(k * 0.5);
            a.unscale_mut(k + 1.0);
            a.cmpy(k, v, w, 0.5);
        }
        a
    }
    products_in_place(a: &DMatrix<f64> = &dm(1), b: &DMatrix<f64> = &dm(2), x: &DVector<f64> = &dv(3), k: f64 = 0.7) -> f64 {
        let mut c = a.clone();
        c.gemm_tr(k, a, b, 0.5);
        c.ger(2.0 * k, x, &(b * x), k);
        c.norm()
    }
    resized(m: &DMatrix<f64> = &sample_dynamic(3, 5, 1), k: f64 = 0.7) -> f64 {
        let a = m.clone().resize(4, 4, k);
        let b = m.clone().resize(2, 6, k * k);
        let c = Matrix2::new(k, 1.0, m[(0, 0)], 2.0).fixed_resize::<3, 3>(k);
        (&a * &a).trace() + b.norm() + c.determinant()
    }
    with_rows_and_columns_more_and_fewer(m: &DMatrix<f64> = &sample_dynamic(3, 2, 1), k: f64 = 0.7) -> f64 {
        let a = m.clone().insert_row(1, k);
        let b = a.clone().insert_column(0, k * k);
        let c = b.remove_row(0).remove_column(1);
        c.norm_squared() * a[(1, 0)]
    }
    of_known_sizes(m: &Matrix3<f64> = &m3(1), k: f64 = 0.7) -> Matrix3<f64> {
        let a = m.insert_row(3, k).remove_row(1);
        let b = a.insert_column(1, k).remove_column(0);
        a * b
    }
    triangles(m: &Matrix3<f64> = &m3(1)) -> Matrix3<f64> {
        m.lower_triangle() * m.upper_triangle()
    }
    components_by_their_names(v: &SMatrix<f64, 4, 1> = &sample(1)) -> f64 {
        let (a, b) = (v.xyz(), v.xy());
        let mut sum = 0.0;
        for k in 0..3 {
            sum += a.zyx()[k] * v.yy()[0] + b[k % 2];
        }
        a.norm() * b.norm() + v.push(v[1]).norm() + a.push(2.0 * v.w).dot(v) * sum
    }
    kronecker_product(a: &Matrix2<f64> = &m2(1), b: &Matrix2x3<f64> = &m23(2)) -> f64 {
        let product = a.kronecker(b);
        product[(1, 4)] * product[(3, 0)] + product.norm()
    }
    between_vectors(v: &Vector3<f64> = &v3(1), w: &Vector3<f64> = &v3(2)) -> f64 {
        v.angle(w) * w.angle(&(v * 2.0)) + (v + w).angle(v)
    }
    sums_and_means(m: &DMatrix<f64> = &sample_dynamic(3, 4, 1)) -> f64 {
        m.column_mean().norm() + m.row_mean().norm() * m.row_sum()[1] + m.column_sum()[2]
    }
    variances(m: &DMatrix<f64> = &sample_dynamic(3, 4, 1)) -> f64 {
        m.variance() * m.column_mean().norm() + m.row_mean()[2]
    }
    summed_by_sum(points: &[Vector3<f64>] = &[v3(1), v3(2), v3(5)]) -> f64 {
        let centre = points.iter().sum::<Vector3<f64>>() / points.len() as f64;
        let squares: Matrix3<f64> = points.iter().map(|p| (p - centre) * p.transpose()).sum();
        squares.norm() * centre[0]
    }
    of_lists(x: &[f64] = &[0.3, 0.5, 0.9, 0.2, 1.5, 0.8], k: f64 = 0.7) -> f64 {
        let a = DMatrix::from_iterator(2, 3, x.iter().map(|v| v * k));
        let b = DMatrix::from_column_slice(3, 2, x);
        let c = DMatrix::from_vec(2, 2, vec![x[0], k, x[1] * k, 1.0]);
        let d = DMatrix::from_row_iterator(2, 2, x.iter().take(4).copied());
        (a * b * c).norm() + d.determinant()
    }
}

/// Vectors in the same direction and in opposite ones: the angle between them has a kink.
#[test]
fn angles_at_kinks() {
    #[pullback::differentiable]
    fn angle(v: &Vector3<f64>, w: &Vector3<f64>) -> f64 {
        v.angle(w)
    }

    for v in [
        Vector3::new(1.0, 2.0, 3.0),
        Vector3::new(0.1, -0.7, 0.3),
        Vector3::new(1e-9, 7.0, 5e3),
    ] {
        for w in [v, v * 2.0, v * 0.3, v / 7.0, -v, v * -0.1, Vector3::zeros()] {
            assert_eq!(angle::grad(&v, &w), (Vector3::zeros(), Vector3::zeros()), "{v} {w}");
        }
    }
    // Almost in the same direction is beside the kink.
    let (v_bar, _) = angle::grad(&Vector3::x(), &Vector3::new(1.0, 1e-6, 0.0));
    assert!((v_bar - Vector3::new(0.0, -1.0, 0.0)).norm() < 1e-5, "{v_bar}");
}
