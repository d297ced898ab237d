//! Forward mode through others' types: `f::jvp` against reverse mode by inner products, against differences, and its value against the
//! function's.

use glam::{DMat3, DQuat, DVec3};
use nalgebra::{DMatrix, DVector, Matrix2, Matrix3, Point3, Rotation3, Unit, UnitQuaternion, Vector2, Vector3};
use num_complex::Complex;
use pullback::Cotangent;
use pullback::ndarray::{Array1, Array2, Axis, arr1, arr2};
use pullback::rt::tensor::Tensor;
use pullback::{Differentiable, differentiable};

/// A tangent of some numbers.
fn tangent_like<C: Cotangent>(zero: C) -> C {
    let mut tangent = zero;
    let count = Cotangent::partials(&tangent).len();
    let mut numbers = (1..=count).map(|k| (k as f64 * 1.7).sin());
    tangent.unflatten_from(&mut numbers);
    tangent
}

/// A value and a direction.
fn with_tangent<T: Differentiable>(value: T) -> (T, T::Cotangent) {
    let tangent = tangent_like(value.zero_cotangent());
    (value, tangent)
}

fn assert_close(what: &str, a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * (1.0 + a.abs()), "{what}: {a} is not {b}");
}

/// `modes!(f(& x = value, _ k = value))`: of a function with a number for its result.
macro_rules! modes {
    (@pass & $value:expr) => { &$value };
    (@pass _ $value:expr) => { $value };
    ($f:ident($($by:tt $name:ident = $value:expr),*)) => {{
        $(let $name = with_tangent($value);)*
        let (value, tangent) = $f::jvp($(modes!(@pass $by $name.0.clone()),)* $(modes!(@pass $by $name.1.clone())),*);
        let (same, gradient) = $f::value_and_grad($(modes!(@pass $by $name.0.clone())),*);
        assert_eq!(value.to_bits(), $f($(modes!(@pass $by $name.0.clone())),*).to_bits());
        assert_eq!(value.to_bits(), same.to_bits());
        let dots = [$(Cotangent::partials(&$name.1)),*].concat();
        let inner: f64 = Cotangent::partials(&gradient).iter().zip(&dots).map(|(bar, dot)| bar * dot).sum();
        assert_close(concat!(stringify!($f), ", reverse mode"), tangent, inner, 1e-11);
        let moved = |h: f64| {
            $(let $name = { let (mut value, dot) = $name.clone(); value.add_scaled(h, &dot); value };)*
            $f($(modes!(@pass $by $name)),*)
        };
        let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        assert_close(concat!(stringify!($f), ", differences"), tangent, difference, 1e-7);
    }};
}

#[differentiable(jvp)]
fn of_matrices(m: &Array2<f64>, x: &Array1<f64>, k: f64) -> f64 {
    let y = m.dot(x) * k + x;
    let z = (&y * &y - m.sum_axis(Axis(0))) / 2.0;
    let mut w = z.mapv(f64::tanh);
    w += &(x * 0.5);
    let t = m.t().dot(&w);
    t.sum() + w.dot(x) + m.mean_axis(Axis(1)).unwrap()[0] * z[1]
}

#[test]
fn arrays() {
    let m = arr2(&[[0.5, -0.3], [1.2, 0.7]]);
    modes!(of_matrices(& m = m, & x = arr1(&[0.4, -1.1]), _ k = 0.8));
}

#[differentiable(jvp)]
fn of_vectors(m: &Matrix3<f64>, v: &Vector3<f64>, w: Vector3<f64>, k: f64) -> f64 {
    let a = m * v + w * k;
    let b = a.cross(&w).normalize() - Vector3::new(k, 0.5, k * k);
    let n = m.transpose() * b;
    let inverse = m.try_inverse().unwrap();
    let c = inverse * n;
    a.dot(&c) + c.norm() + b[0] * v.x + m.determinant() + c.component_mul(&a).sum()
}

#[differentiable(jvp)]
fn of_rotations(axis: &Vector3<f64>, angle: f64, p: &Point3<f64>) -> f64 {
    let axis = Unit::new_normalize(*axis);
    let rotation = Rotation3::from_axis_angle(&axis, angle);
    let quaternion = UnitQuaternion::from_axis_angle(&axis, angle * 2.0);
    let q = quaternion * (rotation * p);
    q.coords.norm_squared() * q.x + (q - p).norm()
}

#[differentiable(jvp)]
fn of_sizes(m: &DMatrix<f64>, v: &DVector<f64>) -> f64 {
    let y = m * v;
    let g = m.tr_mul(&y);
    let s = Matrix2::new(g[0], g[1], y[0], y[1]) * Vector2::new(v[0], 1.0);
    y.dot(&y) + g.sum() + s.norm()
}

#[test]
fn matrices() {
    let m = Matrix3::new(1.0, 0.2, -0.3, 0.4, 1.5, 0.1, -0.2, 0.3, 0.9);
    modes!(of_vectors(& m = m, & v = Vector3::new(0.3, -0.5, 0.8), _ w = Vector3::new(1.0, 0.4, -0.7), _ k = 0.6));
    modes!(of_rotations(& axis = Vector3::new(0.3, -0.5, 0.8), _ angle = 0.9, & p = Point3::new(1.0, 2.0, 0.5)));
    let (m, v) = (
        DMatrix::from_row_slice(2, 2, &[0.5, -0.3, 1.2, 0.7]),
        DVector::from_vec(vec![0.4, -1.1]),
    );
    modes!(of_sizes(&m = m, &v = v));
}

#[differentiable(jvp)]
fn of_games(m: DMat3, v: DVec3, q: DQuat, k: f64) -> f64 {
    let turned = q.normalize() * v;
    let w = m * turned + DVec3::new(k, k * k, 1.0) * 0.5;
    let least: DVec3 = w.cross(v).normalize_or_zero().max(DVec3::splat(k * 0.1));
    let u = least + v.abs();
    u.dot(w) + w.length() + turned.x * m.determinant() + v.lerp(w, k).distance(u)
}

#[test]
fn games() {
    let m = DMat3::from_cols_array(&[1.0, 0.2, -0.3, 0.4, 1.5, 0.1, -0.2, 0.3, 0.9]);
    let q = DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9);
    modes!(of_games(_ m = m, _ v = DVec3::new(0.3, -0.5, 0.8), _ q = q, _ k = 0.6));
}

#[differentiable(jvp)]
fn of_planes(z: Complex<f64>, w: &Complex<f64>, r: f64) -> f64 {
    let a: Complex<f64> = z * w + Complex::new(r, r * 0.5) / z;
    let b: Complex<f64> = a.exp() * z.sin() - w.powi(3);
    b.norm() + a.arg() * b.re + (a.conj() * b).im + b.norm_sqr().sqrt()
}

#[test]
fn planes() {
    modes!(of_planes(_ z = Complex::new(0.5, -0.3), & w = Complex::new(1.1, 0.4), _ r = 0.7));
}

#[differentiable(jvp)]
fn of_tensors(x: &Tensor<f64>, w: &Tensor<f64>, b: &Tensor<f64>) -> f64 {
    let h: Tensor<f64> = (x.matmul(w) + b).tanh();
    let p: Tensor<f64> = h.softmax(1);
    let t: Tensor<f64> = p.transpose();
    let s: Tensor<f64> = t.sum_axis(0);
    h.cross_entropy(&[1, 0]) + s.sum() + (p * 2.0).mean()
}

#[test]
fn tensors() {
    let x = Tensor::from_vec(vec![0.5, -0.3, 1.2, 0.7], &[2, 2]);
    let w = Tensor::from_vec(vec![0.1, 0.9, -1.2, 0.4, 0.3, 0.2], &[2, 3]);
    modes!(of_tensors(
        &x = x,
        &w = w,
        &b = Tensor::from_vec(vec![0.1, -0.2, 0.3], &[3])
    ));
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    position: Vector3<f64>,
    mass: f64,
}

#[differentiable(jvp)]
impl Body {
    fn pull(&self, other: &Body) -> Vector3<f64> {
        let d = other.position - self.position;
        d * (self.mass * other.mass / d.norm().powi(3))
    }
}

#[differentiable(jvp)]
fn of_a_struct(a: &Body, b: Body) -> f64 {
    let mut list = vec![a.position.x];
    list.push(b.position.norm());
    list.push(a.mass.max(b.mass));
    let (sin, cos) = a.mass.sin_cos();
    let force = a.pull(&b) + Body::pull(&b, a) * 0.5;
    force.norm() + list[1] * list[2].hypot(sin) + a.mass.powf(b.mass).ln() * cos
}

#[test]
fn methods_of_what_only_rustc_knows() {
    let a = Body {
        position: Vector3::new(0.3, -0.5, 0.8),
        mass: 1.3,
    };
    let b = Body {
        position: Vector3::new(1.0, 0.4, -0.7),
        mass: 0.7,
    };
    modes!(of_a_struct(& a = a, _ b = b));
}

#[differentiable(jvp)]
fn at_the_edge(m: Matrix2<f64>, v: Vector2<f64>, w: &Vector2<f64>, k: usize) -> f64 {
    match k {
        0 => (m * v).x,
        1 => v.dot(w),
        2 => v.component_mul(w).x + w.y,
        _ => (v * w.x).y + w.y,
    }
}

#[differentiable(jvp)]
fn of_vectors_at_the_edge(m: DMat3, v: DVec3, w: DVec3, k: usize) -> f64 {
    match k {
        0 => (m * v).x,
        1 => v.dot(w),
        2 => v.cross(w).z,
        3 => (v * w.x).z,
        _ => {
            let inverse: DMat3 = m.inverse();
            inverse.x_axis.x + w.y
        }
    }
}

#[differentiable(jvp)]
fn of_tensors_at_the_edge(x: &Tensor<f64>, w: &Tensor<f64>) -> f64 {
    let product: Tensor<f64> = x.matmul(w);
    product.sum()
}

/// An element whose tangent is zero stands before an infinite one, where a plain product would be no number.
#[test]
fn an_element_of_the_tangent_that_is_exactly_zero_contributes_exactly_zero() {
    const INF: f64 = f64::INFINITY;
    let (m, v, w) = (
        Matrix2::new(INF, 1.0, 0.0, 1.0),
        Vector2::new(INF, 2.0),
        Vector2::new(INF, 1.0),
    );
    let (none, dot) = (Matrix2::zeros(), Vector2::new(0.0, 3.0));
    for k in 0..4 {
        let expected = [3.0, 9.0, 3.0, INF][k];
        assert_eq!(at_the_edge::jvp(m, v, &w, k, none, dot, &dot).1, expected, "form {k}");
    }
    let m = DMat3::from_cols(DVec3::new(INF, 0.0, 0.0), DVec3::X, DVec3::ZERO);
    let (v, w, dot) = (
        DVec3::new(INF, 2.0, 0.0),
        DVec3::new(INF, 1.0, 0.0),
        DVec3::new(0.0, 3.0, 0.0),
    );
    let at = |m, k| of_vectors_at_the_edge::jvp(m, v, w, k, DMat3::ZERO, dot, dot).1;
    assert_eq!([at(m, 0), at(m, 1), at(m, 3)], [3.0, 9.0, 0.0]);
    assert!(at(m, 2).is_nan(), "two infinities are taken from each other");
    assert_eq!(at(DMat3::ZERO, 4), 3.0);
    let (row, column) = (
        Tensor::from_vec(vec![INF, 2.0], &[1, 2]),
        Tensor::from_vec(vec![INF, 1.0], &[2, 1]),
    );
    let (row_dot, column_dot) = (
        Tensor::from_vec(vec![0.0, 3.0], &[1, 2]),
        Tensor::from_vec(vec![0.0, 3.0], &[2, 1]),
    );
    assert_eq!(of_tensors_at_the_edge::jvp(&row, &column, &row_dot, &column_dot).1, 9.0);
}
