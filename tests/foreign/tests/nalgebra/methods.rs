//! The methods, each by itself.

use super::*;

/// A count that only its type says is one.
#[pullback::differentiable]
fn halves(v: &DVector<f64>) -> usize {
    v.len() / 2
}

table! {
    norms_of_powers(v: &Vector3<f64> = &v3(1), m: &DMatrix<f64> = &dm(2)) -> f64 {
        let mut sum = v.lp_norm(1);
        for p in 2..5 {
            sum += v.lp_norm(p) * m.lp_norm(p - 1);
        }
        sum + (v - v).lp_norm(3)
    }
    products_of_the_transpose(m: &Matrix2x3<f64> = &sample(1), n: &Matrix2<f64> = &m2(2)) -> SMatrix<f64, 3, 2> { m.tr_mul(n) }
    products_of_the_transpose_of_dynamic_ones(m: &DMatrix<f64> = &dm(1), v: &DVector<f64> = &dv(2)) -> DVector<f64> {
        m.tr_mul(&(m * v))
    }
    components_are_multiplied_in_place(v: &Vector3<f64> = &v3(1), w: &Vector3<f64> = &v3(2)) -> Vector3<f64> {
        let mut u = v * 2.0;
        for _ in 0..2 {
            u.component_mul_assign(w);
            u.x += u.y;
        }
        u.component_mul(&u)
    }
    bounds_of_vectors(v: &Vector3<f64> = &v3(1), w: Vector3<f64> = v3(2)) -> Vector3<f64> {
        let (low, high) = (v.inf(&w), v.sup(&w));
        high * low.x - low * high.y
    }
    normalized_in_place_if_long(v: Vector3<f64> = v3(1), k: f64 = 0.01) -> f64 {
        let (mut long, mut short) = (v, v * k);
        let norm = long.try_normalize_mut(0.1).map_or(3.0, |norm| norm * norm);
        let none = short.try_normalize_mut(0.1).unwrap_or(v.z);
        norm * long.x + none * short.y
    }
    columns_and_rows_change_places(m: Matrix3<f64> = m3(1), k: f64 = 0.7) -> Matrix3<f64> {
        let mut n = m;
        n.swap_columns(0, 2);
        n[(0, 0)] *= k;
        n.swap_rows(1, 0);
        n * m
    }
    directions_if_there_are_some(v: &Vector3<f64> = &v3(1), least: f64 = 0.1) -> f64 {
        let long = v.try_normalize(least).map_or(0.0, |u| u.x);
        long + (v * 0.01).try_normalize(least).map_or(v.y * least, |u| u.x)
    }
    sums_of_multiples(v: &Vector3<f64> = &v3(1), w: &Vector3<f64> = &v3(2), a: f64 = 0.4, b: f64 = -0.7) -> Vector3<f64> {
        let mut u = v.clone();
        for k in 0..3 {
            u.axpy(a * b, w, b);
            u[k] *= u[0];
        }
        u
    }
    multiples_of_columns(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> Vector3<f64> {
        let mut u = v * v.x;
        for j in 0..3 {
            u.axpy(m[(j, 0)], &m.column(j).into_owned(), 1.0);
        }
        u
    }
    matrix_times_vector_in_place(
        m: &Matrix3<f64> = &m3(1), n: &DMatrix<f64> = &sample_dynamic(4, 2, 3), alpha: f64 = 0.7, beta: f64 = -0.4
    ) -> f64 {
        let mut v = m.column(0).into_owned();
        let mut w = DVector::zeros(4);
        for _ in 0..2 {
            v.gemv(alpha, m, &(v * beta), beta);
            w.gemv(v[0], n, &DVector::from_vec(vec![alpha, v[1]]), beta);
        }
        v.norm() + w.norm_squared()
    }
    numbers_of_the_extremes(v: &Vector3<f64> = &v3(1), w: &DVector<f64> = &dv(2)) -> f64 {
        let k = (w.imax() + w.imin()) % 4;
        v[v.imax()] * w[w.iamin()] + v[v.iamax()] * w[k] + v[v.imin()]
    }
    dot(a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2)) -> f64 { a.dot(b) }
    dot_of_itself(a: Vector3<f64> = v3(1)) -> f64 { a.dot(&a) }
    dot_of_dynamic_vectors(a: &DVector<f64> = &dv(1), b: &DVector<f64> = &dv(2)) -> f64 { a.dot(b) }
    dot_of_matrices(a: &Matrix3<f64> = &m3(1), b: &Matrix3<f64> = &m3(2)) -> f64 { a.dot(b) }
    dot_of_a_temporary(a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2)) -> f64 { (a + b).dot(&(a - b * 2.0)) }
    cross(a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2)) -> Vector3<f64> { a.cross(b) }
    cross_twice(a: Vector3<f64> = v3(1), b: Vector3<f64> = v3(2)) -> Vector3<f64> { a.cross(&b).cross(&a) }
    norm(a: &Vector3<f64> = &v3(1)) -> f64 { a.norm() }
    norm_of_a_dynamic_vector(a: &DVector<f64> = &dv(1)) -> f64 { a.norm() }
    magnitude(a: &Vector2<f64> = &v2(1)) -> f64 { a.magnitude() }
    norm_squared(a: &Vector3<f64> = &v3(1)) -> f64 { a.norm_squared() }
    magnitude_squared(a: &Matrix2<f64> = &m2(1)) -> f64 { a.magnitude_squared() }
    normalize(a: &Vector3<f64> = &v3(1)) -> Vector3<f64> { a.normalize() }
    metric_distance(a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2)) -> f64 { a.metric_distance(b) }
    sum(a: &Matrix2x3<f64> = &m23(1)) -> f64 { a.sum() }
    mean(a: &DVector<f64> = &dv(1)) -> f64 { a.mean() }
    max(a: &Vector3<f64> = &v3(1)) -> f64 { a.max() }
    min(a: &DVector<f64> = &dv(1)) -> f64 { a.min() }
    amax(a: &Vector3<f64> = &-v3(1)) -> f64 { a.amax() }
    amin(a: &Vector3<f64> = &(v3(1) - 3.0 * v3(2))) -> f64 { a.amin() }
    abs(a: &Vector3<f64> = &(v3(1) - 1.5 * v3(2))) -> Vector3<f64> { a.abs() }
    abs_of_a_local(a: &DVector<f64> = &(dv(1) - dv(2))) -> f64 {
        let b = DVector::from_element(4, a[0]);
        b.abs().sum() + a.abs()[1]
    }
    component_mul(a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2)) -> Vector3<f64> { a.component_mul(b) }
    component_div(a: &Matrix2<f64> = &m2(1), b: &Matrix2<f64> = &m2(2)) -> Matrix2<f64> { a.component_div(b) }
    scale(a: &Vector3<f64> = &v3(1), k: f64 = 1.3) -> Vector3<f64> { a.scale(k) }
    unscale(a: &Vector3<f64> = &v3(1), k: f64 = 1.3) -> Vector3<f64> { a.unscale(k) }
    add_scalar(a: &Vector3<f64> = &v3(1), k: f64 = 1.3) -> Vector3<f64> { a.add_scalar(k) }
    lerp(a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2), t: f64 = 0.3) -> Vector3<f64> { a.lerp(b, t) }
    lerp_at_a_half(a: &DVector<f64> = &dv(1), b: &DVector<f64> = &dv(2)) -> DVector<f64> { a.lerp(b, 0.5) }
    transpose(m: &Matrix2x3<f64> = &m23(1), v: &Vector2<f64> = &v2(2)) -> Vector3<f64> { m.transpose() * v }
    transpose_of_a_dynamic_matrix(m: &DMatrix<f64> = &sample_dynamic(2, 3, 1)) -> DMatrix<f64> { m.transpose() }
    trace(m: &Matrix3<f64> = &m3(1)) -> f64 { m.trace() }
    diagonal(m: &Matrix3<f64> = &m3(1)) -> Vector3<f64> { m.diagonal() }
    determinant_of_two(m: &Matrix2<f64> = &m2(1)) -> f64 { m.determinant() }
    determinant_of_three(m: &Matrix3<f64> = &m3(1)) -> f64 { m.determinant() }
    determinant_of_four(m: &Matrix4<f64> = &m4(1)) -> f64 { m.determinant() }
    determinant_of_a_dynamic_matrix(m: &DMatrix<f64> = &sample_dynamic(5, 5, 1)) -> f64 { m.determinant() }
    determinant_without_inverse(m: &Matrix3<f64> = &(v3(1) * v3(2).transpose() + v3(3) * v3(4).transpose())) -> f64 { m.determinant() }
    determinant_of_five_without_inverse(m: &DMatrix<f64> = &(sample_dynamic(5, 4, 1) * sample_dynamic(4, 5, 2))) -> f64 {
        m.determinant()
    }
    inverse(m: Matrix3<f64> = m3(1)) -> Matrix3<f64> { m.try_inverse().unwrap() }
    inverse_of_a_dynamic_matrix(m: &DMatrix<f64> = &dm(1)) -> Option<DMatrix<f64>> { m.clone().try_inverse() }
    inverse_or_an_error(m: &Matrix2<f64> = &m2(1), v: Vector2<f64> = v2(2)) -> Option<Vector2<f64>> {
        let inverse = m.try_inverse()?;
        Some(inverse * v)
    }
    row(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> f64 { (m.row(1) * v)[0] }
    column(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> f64 { m.column(2).dot(v) }
    rows(v: &DVector<f64> = &dv(1)) -> DVector<f64> { v.rows(1, 2) * 2.0 }
    columns(m: &DMatrix<f64> = &dm(1)) -> DMatrix<f64> { m.columns(1, 2).into_owned() }
    fixed_rows(v: &nalgebra::Vector6<f64> = &sample(1)) -> Vector3<f64> {
        let (r, w) = (v.fixed_rows::<3>(0), v.fixed_rows::<3>(3));
        r.cross(&w)
    }
    fixed_columns(m: &Matrix3<f64> = &m3(1)) -> f64 { m.fixed_columns::<2>(1).norm() }
    fixed_view(m: &Matrix4<f64> = &m4(1)) -> Matrix2<f64> { m.fixed_view::<2, 2>(1, 2) * 3.0 }
    copy_from(m: &mut Matrix3<f64> = &mut m3(1), n: &Matrix3<f64> = &m3(2)) -> f64 {
        let before = m.norm();
        m.copy_from(n);
        before * m.norm_squared()
    }
    normalize_mut(v: &mut Vector3<f64> = &mut v3(1)) -> f64 { v.x * v.normalize_mut() * v.y }
    neg_mut(v: &mut Vector3<f64> = &mut v3(1)) -> f64 {
        v.neg_mut();
        v.x * v.y * v.z
    }
    fill(v: &mut Vector3<f64> = &mut v3(1), k: f64 = 2.0) -> f64 {
        let x = v.x;
        v.fill(k * k);
        x * v.norm()
    }
    set_column(m: &mut Matrix3<f64> = &mut m3(1), v: &Vector3<f64> = &v3(2)) -> f64 {
        let before = m[(2, 1)];
        m.set_column(1, v);
        before * m.determinant()
    }
    set_row(m: &mut Matrix2x3<f64> = &mut m23(1), v: &Vector3<f64> = &v3(2)) -> f64 {
        let row = v.transpose();
        m.set_row(1, &row);
        m.norm()
    }
    set_column_of_another_kind(m: &mut DMatrix<f64> = &mut DMatrix::from_fn(3, 2, |i, j| (i + 2 * j) as f64 * 0.3), v: &Vector3<f64> = &v3(2)) -> f64 {
        let before = m[(2, 1)];
        m.set_column(1, v);
        let row = m.row(0).into_owned();
        m.set_row(2, &(row * before));
        before * m.norm()
    }
    cross_matrix(v: &Vector3<f64> = &v3(1), w: &Vector3<f64> = &v3(2)) -> Vector3<f64> {
        let c = v.cross_matrix();
        c * c.transpose() * w
    }
    zeros_of_a_count_that_a_function_gives(v: &DVector<f64> = &dv(1)) -> f64 {
        let n = halves(v);
        let mut m = DMatrix::zeros(n, 2);
        let mut sums = DVector::zeros(n);
        for i in 0..n {
            m[(i, 0)] = v[i] * v[i];
            m[(i, 1)] = v[i + 1];
            sums[i] += m[(i, 0)] * m[(i, 1)];
        }
        let unit = DMatrix::<f64>::identity(n, n);
        (unit * sums).norm() + m.sum()
    }
    shapes(m: &DMatrix<f64> = &dm(1)) -> f64 { m[(0, 0)] * (m.nrows() + m.ncols() * m.len()) as f64 }
    iterators(a: &DVector<f64> = &dv(1), b: &DVector<f64> = &dv(2)) -> f64 {
        a.iter().zip(b.iter()).map(|(a, b)| a * b * b).sum::<f64>() + a.iter().fold(0.0, |m, a| m + a.sin())
    }
    mutable_iterators(a: &Matrix3<f64> = &m3(1)) -> Matrix3<f64> {
        let mut squares = a.clone();
        for x in squares.iter_mut() {
            *x *= *x;
        }
        squares
    }
}

/// At kinks: a norm at the origin has slope 0, and of several largest components each has its share.
#[test]
fn kinks() {
    #[pullback::differentiable]
    fn norm(v: &Vector3<f64>) -> f64 {
        v.norm()
    }
    assert_eq!(norm::grad(&Vector3::zeros()), Vector3::zeros());

    #[pullback::differentiable]
    fn largest(v: &Vector3<f64>) -> f64 {
        v.amax()
    }
    assert_eq!(
        largest::grad(&Vector3::new(-2.0, 1.0, 2.0)),
        Vector3::new(-0.5, 0.0, 0.5)
    );

    // What was not chosen contributes nothing, even before an infinite slope.
    #[pullback::differentiable]
    fn roots(v: &Vector2<f64>, w: &Vector2<f64>) -> f64 {
        v.sup(w).map(|x| x.sqrt()).sum() + v.inf(w).map(|x| x.sqrt()).sum()
    }
    let (v_bar, w_bar) = roots::grad(&Vector2::new(0.0, 4.0), &Vector2::new(1.0, 0.0));
    assert_eq!((v_bar.y, w_bar.x), (0.25, 0.5));
}

/// What does not contribute contributes exactly nothing, beside infinities too.
#[test]
fn strong_zeros() {
    #[pullback::differentiable]
    fn only_the_first(m: &Matrix2<f64>, v: &Vector2<f64>) -> f64 {
        (m * v).x
    }
    let m = Matrix2::new(1.0, 2.0, f64::INFINITY, f64::NAN);
    let (m_bar, v_bar) = only_the_first::grad(&m, &Vector2::new(3.0, 4.0));
    assert_eq!(m_bar, Matrix2::new(3.0, 4.0, 0.0, 0.0));
    assert_eq!(v_bar, Vector2::new(1.0, 2.0));
}
