//! Rows of glam's types.

use crate::check::{by_path, row};
use glam::{DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4};

fn v(k: usize) -> DVec3 {
    let k = k as f64;
    DVec3::new(k.cos() + 0.1, (3.0 + k).sin(), (5.0 + 2.0 * k).cos())
}

fn w(k: usize) -> DVec2 {
    v(k).truncate()
}

fn m(k: usize) -> DMat3 {
    DMat3::from_cols(v(k), v(k + 3), v(k + 5)) + DMat3::from_diagonal(DVec3::splat(3.0))
}

fn q(k: usize) -> DQuat {
    DQuat::from_rotation_x(0.3 * k as f64) * DQuat::from_rotation_y(0.5)
}

#[test]
fn vectors() {
    row!(v(1) => dot(w: by v(2)));
    row!(v(1) => length());
    row!(v(1) => length_squared());
    row!(v(1) => length_recip());
    row!(v(1) => distance(w: by v(2)));
    row!(v(1) => distance_squared(w: by v(2)));
    row!(v(1) => normalize());
    row!(v(1) => normalize_or_zero());
    row!(v(1) => try_normalize());
    row!(v(1) => lerp(w: by v(2), t: by 0.3));
    row!(v(1) => project_onto(w: by v(2)));
    row!(v(1) => cross(w: by v(2)));
    row!(w(1) => perp());
    row!(w(1) => perp_dot(w: by w(2)));
    row!(w(1) => rotate(w: by w(2)));
    row!(w(1) => extend(last: by 0.5));
    row!(v(1) => truncate());
    row!(v(1) => zx());
    row!(v(1) => zyx());
    by_path!(DVec3 => splat(k: by 0.5));
    by_path!(DVec2 => from_angle(angle: by 0.5));
    by_path!(DVec2 => from_array(a: by [1.0, 2.0]));
}

#[test]
fn matrices_and_quaternions() {
    row!(m(1) => transpose());
    row!(m(1) => determinant());
    row!(m(1) => inverse());
    row!(m(1) => col(k: at 1));
    row!(m(1) => to_cols_array_2d());
    row!(DMat4::from_translation(v(1)) => transform_point3(p: by v(2)));
    row!(DMat4::from_translation(v(1)) => transform_vector3(v: by v(2)));
    row!(DMat4::from_translation(v(1)) => project_point3(p: by v(2)));
    row!(q(1) => conjugate());
    row!(q(1) => inverse());
    row!(q(1) => dot(r: by q(2)));
    row!(q(1) => length_squared());
    row!(q(1) => normalize());
    row!(q(1) => mul_vec3(v: by v(1)));
    row!(q(1) => to_scaled_axis());
    by_path!(DQuat => from_axis_angle(axis: by v(1), angle: by 0.5));
    by_path!(DQuat => from_scaled_axis(v: by v(1)));
    by_path!(DQuat => from_rotation_y(angle: by 0.5));
    by_path!(DQuat => from_xyzw(x: by 0.1, y: by 0.2, z: by 0.3, w: by 0.4));
    by_path!(DMat3 => from_quat(q: by q(1)));
    by_path!(DMat3 => from_axis_angle(axis: by v(1), angle: by 0.5));
    by_path!(DMat3 => from_rotation_z(angle: by 0.5));
    by_path!(DMat2 => from_cols(x_axis: by w(1), y_axis: by w(2)));
    by_path!(DMat3 => from_diagonal(diagonal: by v(1)));
    by_path!(DMat4 => from_translation(t: by v(1)));
    by_path!(DMat4 => from_scale(s: by v(1)));
    by_path!(DMat4 => from_rotation_translation(q: by q(1), t: by v(1)));
    by_path!(DMat4 => from_scale_rotation_translation(s: by v(2), q: by q(1), t: by v(1)));
    by_path!(DMat2 => from_cols_array(a: lent [1.0, 2.0, 3.0, 4.0]));
    row!(DVec4::new(1.0, 2.0, 3.0, 4.0) => truncate());
}
