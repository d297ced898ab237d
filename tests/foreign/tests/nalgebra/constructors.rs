//! Functions that make vectors and matrices.
// A conversion that changes nothing is a test here.
#![allow(clippy::useless_conversion)]

use super::*;
use nalgebra::vector;
use nalgebra::{Vector4, Vector5, Vector6};
use pullback::differentiable;

table! {
    one_component(x: f64 = 0.7, i: usize = 1) -> Vector3<f64> { Vector3::ith(i, x * x) }
    one_number_on_the_diagonal(x: f64 = 0.7, v: Vector3<f64> = v3(1)) -> Vector3<f64> { Matrix3::from_diagonal_element(x * x) * v }
    products_in_the_plane(v: Vector2<f64> = v2(1), w: &Vector2<f64> = &v2(2)) -> f64 { v.perp(w) * w.x }
    new_of_two(x: f64 = 0.3, y: f64 = 0.4) -> Vector2<f64> { Vector2::new(x * y, y) }
    new_of_three(x: f64 = 0.3, y: f64 = 0.4) -> Vector3<f64> { Vector3::new(x, 0.0, x.sin() * y) }
    new_of_four(x: f64 = 0.3, y: f64 = 0.4) -> Matrix2<f64> { Matrix2::new(x, y, x * y, x / y) }
    new_of_four_in_a_column(x: f64 = 0.3) -> Vector4<f64> { Vector4::new(x, 1.0, x * x, 2.0) }
    new_of_five(x: f64 = 0.3) -> Vector5<f64> { Vector5::new(x, 1.0, x * x, 2.0, -x) }
    new_of_six(x: f64 = 0.3) -> Vector6<f64> { Vector6::new(x, 1.0, x * x, 2.0, -x, 3.0 * x) }
    new_of_six_in_a_matrix(x: f64 = 0.3) -> Matrix2x3<f64> { Matrix2x3::new(x, 1.0, x * x, 2.0, -x, 3.0 * x) }
    new_of_nine(t: f64 = 0.3) -> Matrix3<f64> {
        Matrix3::new(t.cos(), -t.sin(), 0.0, t.sin(), t.cos(), 0.0, 0.0, 0.0, t)
    }
    from_row_slice(x: &[f64] = &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]) -> Matrix2x3<f64> { Matrix2x3::from_row_slice(x) * x[0] }
    from_column_slice(x: &[f64] = &[1.0, 2.0, 3.0]) -> Vector3<f64> { Vector3::from_column_slice(x) }
    from_vec(x: &[f64] = &[1.0, 2.0, 3.0]) -> DVector<f64> { DVector::from_vec(vec![x[0], x[1] * x[2], x[2]]) }
    from_vec_of_a_fixed_size(x: &[f64] = &[1.0, 2.0, 3.0]) -> Vector3<f64> { Vector3::from_vec(x.to_vec()) }
    from_iterator(x: &[f64] = &[1.0, 2.0, 3.0]) -> DVector<f64> { DVector::from_iterator(3, x.iter().map(|x| x * x)) }
    from_iterator_of_a_fixed_size(x: &[f64] = &[1.0, 2.0, 3.0]) -> Vector2<f64> { Vector2::from_iterator(x.iter().map(|x| x.exp())) }
    from_iterator_that_counts_on_the_way(x: &[f64] = &[1.0, 2.0, 3.0]) -> DVector<f64> {
        let mut sum = 0.0;
        let parts = DVector::from_iterator(3, x.iter().map(|x| { let part = x.exp(); sum += part; part * sum }));
        parts / sum
    }
    from_iterator_generic_that_counts_on_the_way(v: &Vector3<f64> = &v3(1)) -> Vector3<f64> {
        let mut sum = 0.0;
        Vector3::from_iterator_generic(v.shape_generic().0, nalgebra::Const::<1>, v.iter().map(|&x| {
            let part = x.exp();
            sum += part;
            part
        })) / sum
    }
    from_iterator_of_an_array(x: &[f64] = &[1.0, 2.0, 3.0]) -> DVector<f64> {
        let mut sum = DVector::zeros(2);
        for k in 0..2 {
            let deviation = [x[k] * x[2], x[k + 1].sin()];
            sum += DVector::from_iterator(2, deviation) * x[0];
            let three = Vector3::from_iterator([x[0], 2.0, deviation[k]]);
            sum[k] *= three.norm();
        }
        sum
    }
    from_fn(x: &[f64] = &[1.0, 2.0, 3.0], k: f64 = 0.7) -> DMatrix<f64> {
        let scale = k * k;
        let m = DMatrix::from_fn(3, 2, |i, j| (x[i] - x[j + 1]) * scale + (i * j) as f64);
        m * k
    }
    from_fn_of_a_list(x: &[f64] = &[1.0, 2.0, 3.0]) -> DVector<f64> { DVector::from_fn(x.len(), |i, _| x[i].sin()) }
    from_fn_of_a_fixed_size(x: &[f64] = &[1.0, 2.0, 3.0]) -> Matrix2x3<f64> {
        let m = Matrix2x3::from_fn(|i, j| if i == j { x[i].exp() } else { x[j] * x[i] });
        m * x[2]
    }
    from_fn_of_constants(x: f64 = 0.3) -> Matrix3<f64> { Matrix3::from_fn(|i, j| (i + 2 * j) as f64) * x }
    repeat(x: f64 = 0.3) -> Vector3<f64> { Vector3::repeat(x * x) }
    from_element(x: f64 = 0.3) -> DVector<f64> { DVector::from_element(3, x * x) }
    from_diagonal(v: &Vector3<f64> = &v3(1)) -> Matrix3<f64> { Matrix3::from_diagonal(&(v * 2.0)) }
    from_columns(a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2), x: f64 = 0.3) -> Matrix3<f64> {
        let c = a.cross(b);
        Matrix3::from_columns(&[*a * x, c, b + c])
    }
    from_columns_of_a_list(x: &[f64] = &[1.0, 2.0, 3.0]) -> DMatrix<f64> {
        let mut columns = Vec::new();
        for k in 0..2 {
            columns.push(DVector::from_vec(vec![x[k], x[k] * x[2], 1.0]));
        }
        DMatrix::from_columns(&columns) * x[0]
    }
    from_rows(a: &Vector3<f64> = &v3(1), x: f64 = 0.3) -> Matrix2x3<f64> { Matrix2x3::from_rows(&[a.transpose(), a.transpose() * x]) }
    from_iterator_of_a_local(v: &Vector2<f64> = &v2(1)) -> Vector4<f64> {
        let mut w = v * 2.0;
        w[0] += v[1];
        Vector4::from_iterator(w.iter().chain(v.iter()).cloned())
    }
    into_the_same_type(v: &Vector3<f64> = &v3(1)) -> Vector3<f64> {
        let mut w = *v;
        w = (w * v[0]).into();
        w
    }
    zeros(x: f64 = 0.3) -> DVector<f64> {
        let mut v = DVector::zeros(3);
        v[1] = x;
        v[2] = v[1] * x;
        v
    }
    identity(x: f64 = 0.3) -> Matrix3<f64> {
        let mut m = Matrix3::identity();
        m[(0, 2)] = x.sin();
        m * x
    }
    vector_macro(x: f64 = 0.3, y: f64 = 0.4) -> Vector3<f64> {
        let v = vector![x * y, 1.0, y];
        let mut sum = vector![0.0, 0.0, x];
        for k in 0..3 {
            sum += vector![v[k], k as f64, x] * y;
        }
        sum
    }
    vector_macro_of_constants(x: f64 = 0.3, y: f64 = 0.4) -> Vector3<f64> { vector![y, x, 2.0].cross(&vector![1.0, 0.0, 0.0]) * y }
    matrix_macro(x: f64 = 0.3, y: f64 = 0.4) -> Matrix2x3<f64> { nalgebra::matrix![x, x * y, 1.0; 2.0 * y, y.sin(), x / y] * y }
    dynamic_macros(x: f64 = 0.3, y: f64 = 0.4) -> DVector<f64> { nalgebra::dmatrix![x, y; 1.0, x * y; y, y] * nalgebra::dvector![y, x,] }
    point_macro(x: f64 = 0.3, y: f64 = 0.4) -> nalgebra::Point3<f64> { nalgebra::point![x, x * y, y] + vector![y, x, 1.0] }
    axes(x: f64 = 0.3) -> Vector3<f64> { Vector3::x() * x + Vector3::z() * (x * x) }
    lists_that_become_vectors(x: f64 = 0.3, y: f64 = 0.4) -> DVector<f64> {
        let mut sum: DVector<f64> = vec![x * y, y, 1.0].into();
        for k in 0..2 {
            let list = if k == 0 { vec![x, x * y, y] } else { vec![1.0; 3] };
            let v: DVector<f64> = list.into();
            sum += DVector::from_vec(vec![y, x, 2.0]).component_mul(&v) * y;
        }
        sum
    }
    arrays_that_become_vectors(x: f64 = 0.3, y: f64 = 0.4) -> [f64; 3] {
        let v: Vector3<f64> = [x, x * y, 2.0].into();
        let w = Vector3::from([y, 1.0, x]);
        v.cross(&w).into()
    }
    grids_of_lists(x: f64 = 0.3, y: f64 = 0.4) -> DVector<f64> {
        let list = vec![x, y, x * y, 1.0, y * y, 2.0];
        let mut sum = nalgebra::DMatrix::from_column_slice(2, 3, &list);
        for _ in 0..2 {
            sum += nalgebra::DMatrix::from_vec(2, 3, list.clone()) * y;
        }
        nalgebra::DMatrix::from_vec(3, 2, list) * sum.column(1)
    }
}

/// The function takes two items, and so adds two of them up; in the derivatives all of them are.
#[test]
#[should_panic(expected = "collect it into a `Vec` first")]
fn items_that_are_not_taken_of_an_iterator_that_changes_something_are_noticed() {
    #[differentiable]
    fn first_two(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        let first = Vector2::from_iterator(x.iter().map(|x| {
            sum += x;
            x * x
        }));
        first.x * sum
    }
    assert_eq!(first_two(&[1.0, 2.0, 3.0]), 3.0);
    first_two::grad(&[1.0, 2.0, 3.0]);
}
