//! The operators, by value and by reference, and compound assignments.

use super::*;
use nalgebra::RowVector3;

table! {
    vectors_add(a: Vector3<f64> = v3(1), b: Vector3<f64> = v3(2)) -> Vector3<f64> { a + b }
    references_add(a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2)) -> Vector3<f64> { a + b }
    a_value_and_a_reference_add(a: Vector3<f64> = v3(1), b: &Vector3<f64> = &v3(2)) -> Vector3<f64> { a + b + a }
    a_reference_and_a_value_add(a: &Matrix3<f64> = &m3(1), b: Matrix3<f64> = m3(2)) -> Matrix3<f64> { a + b }
    vectors_subtract(a: Vector3<f64> = v3(1), b: Vector3<f64> = v3(2)) -> Vector3<f64> { a - b }
    references_subtract(a: &DVector<f64> = &dv(1), b: &DVector<f64> = &dv(2)) -> DVector<f64> { a - b }
    dynamic_vectors_subtract(a: DVector<f64> = dv(1), b: DVector<f64> = dv(2)) -> DVector<f64> { a - b }
    a_vector_is_negated(a: Vector3<f64> = v3(1)) -> Vector3<f64> { -a }
    a_reference_is_negated(a: &Matrix3<f64> = &m3(1)) -> Matrix3<f64> { -a }
    a_vector_times_a_number(a: Vector3<f64> = v3(1), k: f64 = 1.5) -> Vector3<f64> { a * k }
    a_reference_times_a_number(a: &DVector<f64> = &dv(1), k: f64 = 1.5) -> DVector<f64> { a * k }
    a_number_times_a_vector(a: Vector3<f64> = v3(1), k: f64 = 1.5) -> Vector3<f64> { k * a }
    a_number_times_a_reference(a: &Matrix3<f64> = &m3(1), k: f64 = 1.5) -> Matrix3<f64> { k * a }
    a_literal_times_a_vector(a: Vector3<f64> = v3(1)) -> Vector3<f64> { 2.0 * a * 3.0 }
    a_vector_over_a_number(a: Vector3<f64> = v3(1), k: f64 = 1.5) -> Vector3<f64> { a / k }
    a_reference_over_a_number(a: &Matrix3<f64> = &m3(1), k: f64 = 1.5) -> Matrix3<f64> { a / k / 2.0 }
    a_matrix_times_a_vector(m: Matrix3<f64> = m3(1), v: Vector3<f64> = v3(2)) -> Vector3<f64> { m * v }
    a_reference_times_a_reference(m: &Matrix2x3<f64> = &m23(1), v: &Vector3<f64> = &v3(2)) -> Vector2<f64> { m * v }
    a_row_times_a_column(r: RowVector3<f64> = sample(1), v: &Vector3<f64> = &v3(2)) -> f64 { (r * v)[0] }
    a_column_times_a_row(v: &Vector2<f64> = &v2(2), r: RowVector3<f64> = sample(1)) -> Matrix2x3<f64> { v * r }
    a_matrix_times_a_matrix(l: Matrix2x3<f64> = m23(1), r: Matrix3<f64> = m3(2)) -> Matrix2x3<f64> { l * r }
    dynamic_matrices_multiply(l: &DMatrix<f64> = &dm(1), r: &DMatrix<f64> = &dm(2), v: &DVector<f64> = &dv(3)) -> DVector<f64> {
        l * r * v
    }
    a_vector_is_added_to(a: Vector3<f64> = v3(1), b: Vector3<f64> = v3(2)) -> Vector3<f64> {
        let mut sum = a;
        sum += b;
        sum += a;
        sum
    }
    a_reference_is_added_to(a: &DVector<f64> = &dv(1), b: &DVector<f64> = &dv(2)) -> DVector<f64> {
        let mut sum = a.clone();
        sum += b;
        sum -= b * 3.0;
        sum
    }
    a_vector_is_scaled(a: Vector3<f64> = v3(1), k: f64 = 1.5) -> Vector3<f64> {
        let mut scaled = a;
        scaled *= k;
        scaled /= k * k;
        scaled
    }
    a_matrix_is_multiplied(m: Matrix3<f64> = m3(1), n: Matrix3<f64> = m3(2)) -> Matrix3<f64> {
        let mut product = m;
        product *= n;
        product *= m;
        product
    }
    single_precision(a: nalgebra::Vector3<f32> = v3(1).cast(), k: f32 = 1.5) -> nalgebra::Vector3<f32> { 2.0 * a * k - a / k }
}
