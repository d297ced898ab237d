//! glam's types in differentiable functions: each operation, and whole problems, against central differences.

// Operands by reference and copies by `clone` are what is tested.
#![allow(clippy::op_ref, clippy::clone_on_copy)]

use glam::{
    DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, I64Vec3, Mat3, Quat, Vec2Swizzles, Vec3, Vec3A, Vec3Swizzles,
    Vec4Swizzles,
};
use pullback::{Differentiable, differentiable};

fn component(seed: usize, k: usize) -> f64 {
    0.7 + 0.5 * f64::sin((7 * seed + (k + 1) * (k + 1)) as f64)
}

fn components<const N: usize>(seed: usize) -> [f64; N] {
    std::array::from_fn(|k| component(seed, k))
}

fn v2(seed: usize) -> DVec2 {
    DVec2::from_array(components(seed))
}

fn v3(seed: usize) -> DVec3 {
    DVec3::from_array(components(seed))
}

fn v4(seed: usize) -> DVec4 {
    DVec4::from_array(components(seed))
}

fn q(seed: usize) -> DQuat {
    DQuat::from_array(components(seed))
}

fn m2(seed: usize) -> DMat2 {
    DMat2::from_cols_array(&components(seed))
}

fn m3(seed: usize) -> DMat3 {
    DMat3::from_cols_array(&components(seed))
}

fn m4(seed: usize) -> DMat4 {
    DMat4::from_cols_array(&components(seed))
}

#[differentiable]
fn inverse_of(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { 1.0 / x }
}

/// The rotation matrix of any quaternion but zero, and the quaternion of that.
#[differentiable]
fn from_matrix(q: DQuat) -> DQuat {
    DQuat::from_mat3(&DMat3::from_quat(q.normalize()))
}

/// A table of functions, each with its body and arguments; each is a test that compares its derivatives with differences.
macro_rules! table {
    ($($name:ident($($param:ident: $ty:ty = $argument:expr),*) -> $output:ty $body:block)*) => {$(
        #[test]
        fn $name() {
            #[pullback::differentiable]
            fn function($($param: $ty),*) -> $output $body

            pullback::check_grad!(function($($argument),*)).unwrap();
        }
    )*};
}

table! {
    map_component_by_component(a: DVec3 = v3(1), k: f64 = 0.4) -> DVec3 {
        let clamped = a.map(|x| x.max(k) * k);
        (clamped + a).map(inverse_of)
    }
    map_of_a_matrix_s_columns(m: DMat3 = m3(1), k: f64 = 0.4) -> DVec3 { m.x_axis.map(|x| (x * k).sin()) + m.y_axis }
    steps(a: DVec3 = v3(1), size: DVec3 = v3(2)) -> DVec3 { (a * 3.0 / size).floor() * size + a.signum() * a }
    cells(a: DVec3 = v3(1), k: i64 = 3) -> DVec3 {
        let key = I64Vec3::new(k, k + 1, -k) * 2 - I64Vec3::splat(k);
        let low = key.min(I64Vec3::ZERO) + key.abs() / 2;
        let low = low.clamp(-key.abs(), key.max(low));
        low.as_dvec3() * a * (low.x + key.z) as f64
    }
    from_cols_array(a: f64 = 0.3, b: f64 = 0.4) -> DMat2 { DMat2::from_cols_array(&[a, a * b, b, b * b]) }
    from_mat3_by_w(q: DQuat = DQuat::from_xyzw(0.1, 0.2, -0.3, 0.9)) -> DQuat { from_matrix(q) }
    from_mat3_by_x(q: DQuat = DQuat::from_xyzw(-0.9, 0.2, -0.3, 0.1)) -> DQuat { from_matrix(q) }
    from_mat3_by_y(q: DQuat = DQuat::from_xyzw(0.1, 0.9, -0.3, 0.2)) -> DQuat { from_matrix(q) }
    from_mat3_by_z(q: DQuat = DQuat::from_xyzw(0.1, 0.2, -0.9, 0.3)) -> DQuat { from_matrix(q) }
    to_scaled_axis(q: DQuat = q(1)) -> DVec3 { q.to_scaled_axis() }
    to_scaled_axis_beyond_half_a_turn(q: DQuat = DQuat::from_xyzw(0.3, -0.2, 0.5, -0.4)) -> DVec3 { q.to_scaled_axis() }
    vectors_add(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DVec3 { a + b - a * 2.0 }
    references_add(a: &DVec3 = &v3(1), b: &DVec3 = &v3(2)) -> DVec3 { a + b - *a * 2.0 }
    vectors_and_numbers_add(a: DVec3 = v3(1), k: f64 = 0.4) -> DVec3 { (a + k) - k * k }
    vectors_multiply(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DVec3 { a * b / (a + b) }
    a_number_times_a_vector(a: DVec2 = v2(1), k: f64 = 1.5) -> DVec2 { k * a * 2.0 - -a / k }
    a_number_over_a_vector(a: DVec4 = v4(1), k: f64 = 1.5) -> DVec4 { k / a }
    compound_assignments(a: DVec3 = v3(1), b: DVec3 = v3(2), k: f64 = 1.5) -> DVec3 {
        let mut v = a;
        v += b;
        v *= k;
        v -= a * b;
        v *= b;
        v /= k;
        v
    }
    a_matrix_times_a_vector(m: DMat3 = m3(1), v: DVec3 = v3(2)) -> DVec3 { m * v }
    matrices_multiply(l: &DMat3 = &m3(1), r: &DMat3 = &m3(2), k: f64 = 0.5) -> DMat3 { *l * *r * k + *l - *r }
    matrices_of_two(l: DMat2 = m2(1), r: DMat2 = m2(2), v: DVec2 = v2(3)) -> DVec2 { l * r * v }
    matrices_of_four(l: DMat4 = m4(1), r: DMat4 = m4(2), v: DVec4 = v4(3)) -> DVec4 { l * r * v }
    quaternions_multiply(l: DQuat = q(1), r: DQuat = q(2)) -> DQuat { l * r }
    a_quaternion_turns_a_vector(q: DQuat = q(1), v: DVec3 = v3(2)) -> DVec3 { q * v }
    a_quaternion_turns_by_a_method(q: DQuat = q(1), v: DVec3 = v3(2)) -> DVec3 { q.mul_vec3(v) * q.length_squared() }
    quaternions(l: DQuat = q(1), r: DQuat = q(2)) -> DQuat { l.normalize() * r.conjugate() * l.dot(r) + r.inverse() }
    from_xyzw(x: f64 = 0.3, y: f64 = 0.4) -> DQuat { DQuat::from_xyzw(x, y, x * y, 1.0).normalize() }
    new_of_two(x: f64 = 0.3, y: f64 = 0.4) -> DVec2 { DVec2::new(x * y, y) }
    new_of_three(x: f64 = 0.3, y: f64 = 0.4) -> DVec3 { DVec3::new(x * y, y, 2.0) }
    new_of_four(x: f64 = 0.3, y: f64 = 0.4) -> DVec4 { DVec4::new(x * y, y, 2.0, x) }
    splat(x: f64 = 0.3) -> DVec3 { DVec3::splat(x * x) }
    constants(x: f64 = 0.3) -> DVec3 { DVec3::X * x + DVec3::ZERO + DVec3::ONE * (x * x) }
    extend(v: DVec3 = v3(1), w: f64 = 0.4) -> DVec4 { v.extend(w * w) }
    extend_by_what_only_rustc_knows(v: DVec2 = v2(1), w: DVec3 = v3(2)) -> DVec3 { v.extend(w.z) + (v * 2.0).extend(w.x) }
    dot(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> f64 { a.dot(b) * a.dot(a) }
    dot_of_a_reference(a: &DVec3 = &v3(1), b: &DVec3 = &v3(2)) -> f64 { a.dot(*b) }
    cross(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DVec3 { a.cross(b).cross(a) }
    perp(a: DVec2 = v2(1), b: DVec2 = v2(2)) -> DVec2 { a.perp() * a.perp_dot(b) }
    rotated(a: DVec2 = v2(1), b: DVec2 = v2(2), angle: f64 = 0.7) -> DVec2 {
        let mut v = a;
        for k in 0..3 {
            v = DVec2::from_angle(angle * k as f64).rotate(v) + v.rotate(b) * 0.5;
        }
        v
    }
    length(a: DVec3 = v3(1)) -> f64 { a.length() }
    length_squared(a: DVec3 = v3(1)) -> f64 { a.length_squared() }
    length_recip(a: DVec2 = v2(1)) -> f64 { a.length_recip() }
    distances(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> f64 { a.distance(b) + a.distance_squared(b) }
    normalize(a: DVec3 = v3(1)) -> DVec3 { a.normalize() }
    normalize_or_zero(a: DVec3 = v3(1)) -> DVec3 { a.normalize_or_zero() }
    try_normalize(a: DVec3 = v3(1)) -> f64 { a.try_normalize().map_or(0.0, |u| u.x * u.y) }
    lerp(a: DVec3 = v3(1), b: DVec3 = v3(2), t: f64 = 0.3) -> DVec3 { a.lerp(b, t) }
    project_onto(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DVec3 { a.project_onto(b) }
    normalize_or(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DVec3 { a.normalize_or(b) + (a * 0.0).normalize_or(b * b) }
    normalize_and_length(a: DVec3 = v3(1), k: f64 = 1.5) -> DVec3 {
        let (unit, length) = (a * k).normalize_and_length();
        unit * k + a * length
    }
    reject_from(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DVec3 { a.reject_from(b) }
    positions(a: DVec3 = v3(1)) -> f64 { a[a.min_position()] * a[(a * 2.0).max_position()] }
    from_scaled_axis(v: DVec3 = v3(1)) -> DQuat { DQuat::from_scaled_axis(v) }
    from_scaled_axis_at_the_origin(v: DVec3 = DVec3::ZERO) -> DQuat { DQuat::from_scaled_axis(v) }
    from_axis_angle(axis: DVec3 = v3(1), angle: f64 = 0.7) -> DQuat { DQuat::from_axis_angle(axis, angle * angle) }
    from_rotations(a: f64 = 0.3, b: f64 = 0.4) -> DQuat {
        DQuat::from_rotation_x(a) * DQuat::from_rotation_y(b) * DQuat::from_rotation_z(a * b)
    }
    from_rotation_arc(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DQuat {
        DQuat::from_rotation_arc(a.normalize(), (b - a * 3.0).normalize())
    }
    a_matrix_of_a_quaternion(q: DQuat = q(1), v: DVec3 = v3(2)) -> DVec3 { DMat3::from_quat(q.normalize()) * v }
    a_matrix_of_any_quaternion(q: DQuat = q(1)) -> DMat3 { DMat3::from_quat(q) }
    columns(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DVec3 {
        let m = DMat3::from_cols(a, b * 2.0, a * b) + DMat3::from_diagonal(b * b);
        let mut sum = m.col(1) * a.x;
        for k in 0..3 {
            sum += m.col(k) * a[k];
        }
        sum
    }
    columns_of_two(a: DVec2 = v2(1), b: DVec2 = v2(2)) -> DMat2 { DMat2::from_cols(a * b, b) }
    columns_of_four(a: DVec4 = v4(1), b: DVec4 = v4(2)) -> DMat4 { DMat4::from_cols(a, b, a * b, b) }
    from_an_array(x: f64 = 0.3, y: f64 = 0.4) -> DVec3 { DVec3::from([x, y, x * y]) + DVec3::from((y, x * x, 1.0)) }
    from_array(x: f64 = 0.3, y: f64 = 0.4) -> DVec3 {
        let mut list = [x, y, x * y];
        let first = DVec3::from_array(list);
        list[1] *= first.z;
        DVec3::from_array(list) * first + DVec2::from_array([y, x]).extend(x)
    }
    into_an_array(a: DVec3 = v3(1)) -> f64 {
        let list: [f64; 3] = (a * a).into();
        let parts: (f64, f64, f64) = (a + a).into();
        list[0] * list[1] + list[2] * parts.0 * parts.2
    }
    into_a_vector(x: f64 = 0.3, y: f64 = 0.4) -> DVec2 {
        let v: DVec2 = [x * y, y].into();
        v * x
    }
    single_precision_aligned(v: Vec3A = v3(1).as_vec3a(), q: Quat = q(2).as_quat()) -> Vec3 {
        let turned: Vec3 = (q * v).into();
        turned * 2.0
    }
    truncate(v: DVec4 = v4(1)) -> DVec2 { v.truncate().truncate() * v.w }
    transformations_move(m: DMat4 = m4(1), p: DVec3 = v3(2)) -> DVec3 {
        let mut affine = m;
        affine.x_axis.w = 0.0;
        affine.y_axis.w = 0.0;
        affine.z_axis.w = 0.0;
        affine.w_axis.w = 1.0;
        affine.transform_point3(p) + affine.transform_vector3(p * p)
    }
    transformations_project(m: &DMat4 = &m4(1), p: DVec3 = v3(2)) -> DVec3 { m.project_point3(p) }
    transformations_of_parts(s: DVec3 = v3(1), q: DQuat = q(2), t: DVec3 = v3(3)) -> DMat4 {
        let q = q.normalize();
        DMat4::from_scale_rotation_translation(s, q, t) * DMat4::from_rotation_translation(q * q, t * s)
            + DMat4::from_translation(t) * DMat4::from_scale(s * s)
    }
    matrices_about_axes(axis: DVec3 = v3(1), a: f64 = 0.4) -> DMat3 {
        let axis = axis.normalize();
        DMat3::from_axis_angle(axis, a * a) * DMat3::from_rotation_x(a) * DMat3::from_rotation_y(a * 2.0)
            + DMat3::from_rotation_z(a * a)
    }
    transformations_about_axes(axis: DVec3 = v3(1), a: f64 = 0.4) -> DMat4 {
        let axis = axis.normalize();
        DMat4::from_axis_angle(axis, a * a) * DMat4::from_rotation_x(a) * DMat4::from_rotation_y(a * 2.0)
            + DMat4::from_rotation_z(a * a)
    }
    elements(a: DVec3 = v3(1)) -> f64 { a.element_sum() * a.min_element() / a.max_element() }
    componentwise(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DVec3 { a.min(b) * (a * 2.0).max(b) + a.abs() }
    clamp(v: DVec3 = v3(1), low: DVec3 = v3(2), high: DVec3 = v3(3)) -> DVec3 {
        let top = low + high * high;
        v.clamp(low, top) * v + high.clamp(low, top) + low.clamp(v - top, v + top)
    }
    componentwise_in_fields(bounds: &Bounds = &Bounds { low: v3(1), high: v3(2) }, p: DVec3 = v3(3)) -> DVec3 {
        let bounds = bounds.around(p);
        (bounds.high - bounds.low).max(p)
    }
    midpoints(a: DVec3 = v3(1), b: DVec3 = v3(2), x: f64 = 0.3) -> DVec3 { a.midpoint(b) * x.midpoint(b.x) + (a * x).midpoint(a) }
    the_absolute_of_a_matrix(m: DMat3 = m3(1) - m3(2), v: DVec3 = v3(2)) -> DVec3 {
        let m = DMat3::from_cols(m.x_axis, v, m.z_axis);
        m.abs() * v
    }
    comparisons(a: DVec3 = v3(1), b: DVec3 = v3(2)) -> DVec3 {
        let inside = a.cmple(b + 10.0);
        if inside.all() && !a.cmpgt(b * 10.0).any() && (a * b).cmpge(DVec3::ZERO).all() { a * b } else { a }
    }
    declared_and_assigned_later(a: &[DVec3] = &[v3(1), v3(2), v3(3)]) -> f64 {
        let mut sum = 0.0;
        for v in a {
            let turned;
            if v.x > 0.7 {
                turned = v.cross(a[0] * v.x);
                sum += turned.length() * v.y;
            }
        }
        sum
    }
    transpose(m: DMat3 = m3(1), v: DVec3 = v3(2)) -> DVec3 { m.transpose() * v }
    determinant_of_two(m: DMat2 = m2(1)) -> f64 { m.determinant() }
    determinant_of_three(m: DMat3 = m3(1)) -> f64 { m.determinant() }
    determinant_of_four(m: DMat4 = m4(1)) -> f64 { m.determinant() }
    inverse(m: DMat3 = m3(1)) -> DMat3 { m.inverse() }
    try_inverse(m: DMat3 = m3(1), v: DVec3 = v3(2)) -> DVec3 { m.try_inverse().map_or(v, |y| y * v) }
    columns_as_lists(m: DMat3 = m3(1)) -> f64 {
        let columns = m.to_cols_array_2d();
        columns[0][1] * columns[1][0] + columns[2][2].sin()
    }
    inverses_in_a_loop(ms: &[DMat2] = &[m2(1), m2(2)], v: DVec2 = v2(3)) -> DVec2 {
        let mut v = v;
        for m in ms {
            if let Some(y) = m.try_inverse() {
                let columns = m.to_cols_array_2d();
                v = y * v + columns[1][0] * v;
            }
        }
        v
    }
    no_inverse(v: DVec2 = v2(2)) -> DVec2 { DMat2::from_cols(v, v).try_inverse().map_or(2.0 * v, |y| y * v) }
    inverse_of_four(m: DMat4 = m4(1), v: DVec4 = v4(2)) -> DVec4 { m.inverse() * v }
    components_are_written(v: DVec3 = v3(1), k: f64 = 0.7) -> DVec3 {
        let mut v = v;
        v.x = v.y * k;
        v.z += v.x * v.x;
        v[1] *= v[2];
        v
    }
    columns_are_read(m: DMat3 = m3(1)) -> f64 { m.x_axis.dot(m.y_axis) * m.z_axis.z }
    columns_are_written(m: DMat3 = m3(1), v: DVec3 = v3(2)) -> DMat3 {
        let mut m = m;
        for k in 0..2 {
            let (a, b) = (m.col(k), m.col(k + 1));
            *m.col_mut(k) = b * v[k];
            if v.x > 0.0 {
                *m.col_mut(k + 1) = a;
            }
            m.col_mut(2).y *= v.y;
        }
        m
    }
    columns_of_four_are_written(m: &mut DMat4 = &mut m4(1), k: f64 = 0.3) -> f64 {
        *m.col_mut(2) *= k;
        let first = m.col(0);
        *m.col_mut(3) = first * m.col(2).x;
        m.determinant()
    }
    elements_in_a_loop(v: &DVec3 = &v3(1)) -> f64 {
        let mut product = 1.0;
        for k in 0..3 {
            product *= v[k] + v[(k + 1) % 3];
        }
        product
    }
    single_precision(v: Vec3 = v3(1).as_vec3(), m: Mat3 = m3(2).as_mat3(), q: Quat = q(3).as_quat()) -> f32 {
        (m * v).dot(q * v) + 2.0 * v.x
    }
    through_a_mutable_reference(v: &mut DVec3 = &mut v3(1), k: f64 = 0.3) -> f64 {
        v.y = k * v.x;
        *v *= k;
        v.length()
    }
    slerp(p: DQuat = q(1).normalize(), r: DQuat = q(2).normalize(), t: f64 = 0.3) -> DQuat { p.slerp(r, t) }
    slerp_the_short_way(p: DQuat = q(1).normalize(), r: DQuat = -q(2).normalize(), t: f64 = 0.3) -> DQuat { p.slerp(r, t) * t }
    slerp_a_short_way(p: DQuat = DQuat::from_rotation_x(0.3), r: DQuat = DQuat::from_rotation_x(0.34), t: f64 = 0.7) -> DQuat {
        p.slerp(r, t)
    }
    slerp_between_equals(p: DQuat = q(1) * 1.2, r: DQuat = q(1) * -1.3, t: f64 = 0.7) -> DQuat { p.slerp(r, t) }
    slerp_again_and_again(p: DQuat = q(1).normalize(), r: DQuat = q(2).normalize(), v: DVec3 = v3(3)) -> f64 {
        let mut turn = p;
        let mut total = 0.0;
        for k in 1..4 {
            turn = turn.slerp(r, 0.2 * k as f64 + 0.01 * total);
            total += (turn * v).x;
        }
        if total > 100.0 { 0.0 } else { total * turn.w }
    }
    slerp_in_single_precision(p: Quat = q(1).normalize().as_quat(), r: Quat = q(2).normalize().as_quat(), t: f32 = 0.3) -> Quat {
        p.slerp(r, t)
    }
    swizzles(v: DVec3 = v3(1), u: DVec4 = v4(2), k: f64 = 0.3) -> DVec3 {
        let plane = v.xy() * k + v.zx() - u.yy() * v.yz() + u.xz() / v.zy();
        let mut turned = v.zyx() * u.yzx() + v.yxz() - u.zxy() * k;
        for j in 0..2 {
            turned = turned.yzx() + turned.xzy() * plane[j] + plane.yx().y * k + u.xyz();
        }
        if turned.x > 1e9 { v } else { turned * plane.xx().length() + v.zz().x }
    }
    swizzles_of_two(v: DVec2 = v2(1)) -> DVec2 { v.yx() * v.xy() * v.x + v.yy() }
    elements_of_integers(v: DVec3 = v3(1), cell: I64Vec3 = I64Vec3::new(2, -3, 4)) -> f64 {
        let mut cell = cell;
        let mut total = 0.0;
        for k in 0..3 {
            cell[k] += 2 * cell[(k + 1) % 3];
            total += v[k] * v[k] * cell[k] as f64;
        }
        total
    }
    in_recursion(v: DVec2 = v2(1), n: usize = 4) -> f64 {
        #[pullback::differentiable]
        fn spiral(v: DVec2, n: usize) -> DVec2 {
            if n == 0 { v } else { spiral(v.perp() * 0.5 + v, n - 1) }
        }
        spiral(v, n).x
    }
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Bounds {
    low: DVec3,
    high: DVec3,
}

#[differentiable]
impl Bounds {
    fn around(&self, p: DVec3) -> Bounds {
        Bounds {
            low: self.low.min(p),
            high: self.high.max(p),
        }
    }
}

/// A triangle and the point in it that is nearest to another, as collision detection has it (C. Ericson, "Real-Time Collision
/// Detection", 2005, section 5.1.5).
#[derive(Clone, Copy, Debug, Differentiable)]
struct Triangle {
    a: DVec3,
    b: DVec3,
    c: DVec3,
}

#[differentiable]
impl Triangle {
    fn nearest(&self, p: DVec3) -> DVec3 {
        let (ab, ac, ap) = (self.b - self.a, self.c - self.a, p - self.a);
        let (d1, d2) = (ab.dot(ap), ac.dot(ap));
        if d1 <= 0.0 && d2 <= 0.0 {
            return self.a;
        }
        let bp = p - self.b;
        let (d3, d4) = (ab.dot(bp), ac.dot(bp));
        if d3 >= 0.0 && d4 <= d3 {
            return self.b;
        }
        let vc = d1 * d4 - d3 * d2;
        if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
            return self.a + ab * (d1 / (d1 - d3));
        }
        let cp = p - self.c;
        let (d5, d6) = (ab.dot(cp), ac.dot(cp));
        let vb = d5 * d2 - d1 * d6;
        let va = d3 * d6 - d5 * d4;
        let denominator = 1.0 / (va + vb + vc);
        self.a + ab * (vb * denominator) + ac * (vc * denominator)
    }

    fn area(&self) -> f64 {
        0.5 * (self.b - self.a).cross(self.c - self.a).length()
    }
}

#[differentiable]
fn distance(triangle: &Triangle, p: DVec3) -> f64 {
    triangle.nearest(p).distance(p) * triangle.area()
}

#[test]
fn triangles() {
    let triangle = Triangle {
        a: DVec3::new(0.0, 0.0, 0.1),
        b: DVec3::new(2.0, 0.2, 0.0),
        c: DVec3::new(0.3, 1.8, 0.0),
    };
    // Above its inside, an edge and two corners.
    for p in [(0.6, 0.5, 1.0), (1.0, -0.7, 0.5), (-0.3, -0.4, 0.2), (2.5, -0.1, 0.3)] {
        pullback::check_grad!(distance(&triangle, DVec3::from(p))).unwrap();
    }
}

/// The distances of points that come nearer; those are left out whose box is too far away.
#[differentiable]
fn nearer_distances(points: &[DVec3], low: DVec3, high: DVec3) -> f64 {
    let (mut best, mut sum) = (f64::MAX, 0.0);
    for p in points {
        if (p.clamp(low, high) - *p).length() >= best || p.max(low).x > 9.0 {
            continue;
        }
        best = p.distance(low);
        sum += best;
    }
    sum
}

#[test]
fn vectors_are_clamped_in_conditions() {
    let points = [(0.3, 0.9, -1.2), (0.1, -0.2, 0.4), (3.0, 2.0, 1.0)].map(DVec3::from);
    pullback::check_grad!(nearer_distances(&points, DVec3::splat(-0.5), DVec3::splat(0.8))).unwrap();
}

/// A component that was not chosen contributes nothing, even before an infinite slope.
#[test]
fn components_that_were_not_chosen() {
    #[differentiable]
    fn roots(v: DVec3, low: DVec3, high: DVec3) -> f64 {
        let (a, b, c) = (v.max(low), v.min(high), v.clamp(low, high));
        a.x.sqrt() + b.y.sqrt() + c.z.sqrt()
    }
    let (v_bar, low_bar, high_bar) = roots::grad(
        DVec3::new(-1.0, 1.0, 4.0),
        DVec3::new(0.0, -2.0, 0.0),
        DVec3::new(1.0, 0.0, 0.0),
    );
    assert_eq!(v_bar, DVec3::ZERO);
    assert_eq!((low_bar.x, low_bar.y, low_bar.z), (f64::INFINITY, 0.0, 0.0));
    assert_eq!(
        (high_bar.x, high_bar.y, high_bar.z),
        (0.0, f64::INFINITY, f64::INFINITY)
    );
}
