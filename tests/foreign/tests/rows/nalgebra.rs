//! Rows of nalgebra's types.

use crate::check::{by_path, row};
use nalgebra::{
    DMatrix, DVector, Isometry2, Isometry3, LU, Matrix2, Matrix2x3, Matrix3, Matrix3x2, Point3, Quaternion, Rotation3,
    Translation3, UnitComplex, UnitQuaternion, Vector2, Vector3,
};

/// A matrix that is easily inverted.
fn m(k: usize) -> Matrix3<f64> {
    Matrix3::from_fn(|i, j| ((i * 5 + j * 3 + k * 7) as f64).sin() + if i == j { 2.5 } else { 0.0 })
}

fn v(k: usize) -> Vector3<f64> {
    Vector3::from_fn(|i, _| ((i * 3 + k * 5) as f64).cos() + 0.1)
}

fn wide(k: usize) -> Matrix2x3<f64> {
    Matrix2x3::from_fn(|i, j| ((i * 5 + j * 3 + k * 7) as f64).sin())
}

fn symmetric() -> Matrix3<f64> {
    m(1) + m(1).transpose()
}

fn turn(k: usize) -> UnitQuaternion<f64> {
    UnitQuaternion::from_euler_angles(0.3, 0.2 * k as f64, -0.4)
}

fn motion(k: usize) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::from(v(k)), turn(k))
}

#[test]
fn sums_and_norms() {
    row!(v(1) => dot(w: lent v(2)));
    row!(v(1) => norm());
    row!(v(1) => magnitude());
    row!(v(1) => lp_norm(p: at 3));
    row!(v(1) => norm_squared());
    row!(v(1) => magnitude_squared());
    row!(v(1) => normalize());
    row!(v(1) => metric_distance(w: lent v(2)));
    row!(m(1) => sum());
    row!(m(1) => mean());
    row!(m(1) => max());
    row!(m(1) => min());
    row!(m(1) => amax());
    row!(m(1) => amin());
    row!(v(1) => try_normalize(least: by 0.1));
    row!(v(1) => angle(w: lent v(2)));
    row!(m(1) => variance());
    row!(m(1) => row_sum());
    row!(m(1) => column_sum());
    row!(m(1) => row_mean());
    row!(m(1) => column_mean());
    row!(m(1) => product());
}

#[test]
fn each_component() {
    row!(m(1) => component_mul(w: lent m(2)));
    row!(m(1) => component_div(w: lent m(2)));
    row!(m(1) => inf(w: lent m(2)));
    row!(m(1) => sup(w: lent m(2)));
    row!(v(1) => scale(k: by 0.7));
    row!(v(1) => unscale(k: by 0.7));
    row!(v(1) => add_scalar(k: by 0.7));
    row!(v(1) => lerp(w: lent v(2), t: by 0.3));
}

#[test]
fn parts() {
    row!(wide(1) => transpose());
    row!(m(1) => clone_owned());
    row!(m(1) => into_owned());
    row!(m(1) => row(i: at 1));
    row!(m(1) => column(j: at 2));
    row!(m(1) => rows(first: at 1, count: at 2));
    row!(m(1) => columns(first: at 1, count: at 2));
    row!(m(1) => fixed_rows[2](first: at 1));
    row!(m(1) => fixed_columns[2](first: at 1));
    row!(m(1) => fixed_view[2, 1](i: at 1, j: at 2));
    row!(m(1) => view(corner: at (1, 0), shape: at (2, 2)));
    row!(m(1) => lower_triangle());
    row!(m(1) => upper_triangle());
    row!(m(1) => diagonal());
    row!(m(1) => trace());
    row!(m(1) => symmetric_part());
    row!(m(1) => remove_row(i: at 1));
    row!(m(1) => remove_column(i: at 1));
    row!(m(1) => insert_row(i: at 1, x: by 0.5));
    row!(m(1) => insert_column(i: at 1, x: by 0.5));
    row!(m(1) => resize(rows: at 2, columns: at 4, x: by 0.5));
    row!(m(1) => fixed_resize[2, 4](x: by 0.5));
    row!(v(1) => push(x: by 0.5));
    row!(v(1) => zx());
    row!(v(1) => yzx());
}

#[test]
fn what_is_written() {
    row!(m(1) => mut copy_from(n: lent m(2)));
    row!(v(1) => mut normalize_mut());
    row!(v(1) => mut try_normalize_mut(least: by 0.1));
    row!(m(1) => mut neg_mut());
    row!(m(1) => mut set_column(j: at 1, v: lent v(1)));
    row!(m(1) => mut set_row(i: at 1, v: lent v(1).transpose()));
    row!(m(1) => mut component_mul_assign(w: lent m(2)));
    row!(m(1) => mut component_div_assign(w: lent m(2)));
    row!(m(1) => mut set_diagonal(v: lent v(1)));
    row!(m(1) => mut fill_diagonal(x: by 0.5));
    row!(m(1) => mut fill(x: by 0.5));
    row!(m(1) => mut scale_mut(k: by 0.7));
    row!(m(1) => mut unscale_mut(k: by 0.7));
    row!(m(1) => mut add_scalar_mut(k: by 0.7));
    row!(m(1) => mut fill_lower_triangle_with_upper_triangle());
    row!(m(1) => mut fill_upper_triangle_with_lower_triangle());
    row!(v(1) => mut axpy(a: by 0.7, x: lent v(2), b: by 0.3));
    row!(m(1) => mut ger(alpha: by 0.7, x: lent v(1), y: lent v(2), beta: by 0.3));
    row!(m(1) => mut gemm(alpha: by 0.7, a: lent m(2), b: lent m(3), beta: by 0.3));
    row!(m(1) => mut gemm_tr(alpha: by 0.7, a: lent m(2), b: lent m(3), beta: by 0.3));
    row!(v(1) => mut gemv(alpha: by 0.7, a: lent m(2), x: lent v(3), beta: by 0.3));
    row!(v(1) => mut cmpy(alpha: by 0.7, a: lent v(2), b: lent v(3), beta: by 0.3));
}

#[test]
fn products_and_inverses() {
    row!(m(1) => tr_mul(n: lent m(2)));
    row!(Matrix2::new(1.0, 2.0, 3.0, 4.0) => kronecker(n: lent Matrix2::new(0.5, 0.6, 0.7, 0.8)));
    row!(v(1) => cross(w: lent v(2)));
    row!(v(1) => cross_matrix());
    row!(Vector2::new(1.0, 2.0) => perp(w: lent Vector2::new(0.3, 0.4)));
    row!(m(1) => determinant());
    row!(m(1) => try_inverse());
    row!(m(1) => solve_lower_triangular(b: lent v(1)));
    row!(m(1) => solve_upper_triangular(b: lent v(1)));
    row!(symmetric() => symmetric_eigenvalues());
    row!(m(1) => singular_values());
    row!(LU::new(m(1)) => determinant());
}

#[test]
fn rotations_and_motions() {
    row!(turn(1) => inverse());
    row!(turn(1) => transform_vector(v: lent v(1)));
    row!(turn(1) => inverse_transform_vector(v: lent v(1)));
    row!(turn(1) => transform_point(p: lent Point3::from(v(1))));
    row!(turn(1) => inverse_transform_point(p: lent Point3::from(v(1))));
    row!(turn(1) => scaled_axis());
    row!(turn(1) => to_rotation_matrix());
    row!(turn(1) => euler_angles());
    row!(turn(1) => slerp(to: lent turn(2), t: by 0.3));
    row!(Rotation3::from_euler_angles(0.1, 0.2, 0.3) => transpose());
    row!(Rotation3::from_euler_angles(0.1, 0.2, 0.3) => into_inner());
    row!(Rotation3::from_euler_angles(0.1, 0.2, 0.3) => euler_angles());
    row!(Translation3::from(v(1)) => inverse());
    row!(motion(1) => inverse());
    row!(motion(1) => inv_mul(r: lent motion(2)));
    row!(motion(1) => transform_point(p: lent Point3::from(v(1))));
    row!(motion(1) => transform_vector(v: lent v(1)));
    row!(motion(1) => inverse_transform_point(p: lent Point3::from(v(1))));
    row!(motion(1) => inverse_transform_vector(v: lent v(1)));
    row!(Quaternion::new(0.1, 0.2, 0.3, 0.4) => norm());
    row!(Quaternion::new(0.1, 0.2, 0.3, 0.4) => conjugate());
    row!(Point3::from(v(1)) => lerp(q: lent Point3::from(v(2)), t: by 0.3));
    row!(Point3::from(v(1)) => inf(q: lent Point3::from(v(2))));
    row!(Point3::from(v(1)) => sup(q: lent Point3::from(v(2))));
}

#[test]
fn what_is_made() {
    by_path!(Matrix3x2<f64> => from_vec(list: by vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    by_path!(Vector3<f64> => repeat(element: by 0.5));
    by_path!(Vector3<f64> => from_element(element: by 0.5));
    by_path!(Vector3<f64> => ith(i: at 1, element: by 0.5));
    by_path!(DVector<f64> => from_element(count: at 3, element: by 0.5));
    by_path!(DVector<f64> => from_vec(list: by vec![1.0, 2.0]));
    by_path!(Matrix3<f64> => from_diagonal(diagonal: lent v(1)));
    by_path!(Matrix3<f64> => from_diagonal_element(element: by 0.5));
    by_path!(Translation3<f64> => new(x: by 1.0, y: by 2.0, z: by 3.0));
    by_path!(Isometry2<f64> => translation(x: by 1.0, y: by 2.0));
    by_path!(Isometry3<f64> => translation(x: by 1.0, y: by 2.0, z: by 3.0));
    by_path!(UnitComplex<f64> => new(angle: by 0.5));
    by_path!(Quaternion<f64> => new(w: by 1.0, i: by 2.0, j: by 3.0, k: by 4.0));
    row!(DMatrix::from_fn(2, 3, |i, j| (i + 2 * j) as f64) => transpose());
}
