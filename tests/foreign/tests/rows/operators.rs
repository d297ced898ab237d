//! Operators of foreign types: the tangent against the adjoint by inner products, and against differences.

use glam::{DMat3, DQuat, DVec3};
use nalgebra::{
    Isometry3, Matrix2x3, Matrix3, Point3, Quaternion, Rotation3, Translation3, UnitComplex, UnitQuaternion, Vector2,
    Vector3,
};
use num_complex::Complex;
use pullback::rt::*;

macro_rules! product {
    ($left:expr, $op:tt $of_left:ident $of_right:ident $tangent:ident, $right:expr) => {{
        use crate::check::{Numbers, agree, difference, flat, moved, numbers};
        let (ws, random, form) = (&mut Workspace::new(), &mut Numbers::new(), (ByValue, ByValue));
        let (l, r) = ($left, $right);
        let (l_dot, r_dot) = (random.like(l.zero_cotangent()), random.like(r.zero_cotangent()));
        let y_dot = $tangent(form, &l, &r, Some(&l_dot), Some(&r_dot));
        let seed = random.like((l.clone() $op r.clone()).zero_cotangent());
        let bars = (
            $of_left((ByValue, ByValue), &l, &r, &seed, ws),
            $of_right((ByValue, ByValue), &l, &r, &seed, ws),
        );
        let differences = difference(|h| numbers(&(moved(&l, h, &l_dot) $op moved(&r, h, &r_dot))));
        let (bars, dots) = ([flat(&bars.0), flat(&bars.1)].concat(), [flat(&l_dot), flat(&r_dot)].concat());
        agree(stringify!($left $op $right), &flat(&seed), &flat(&y_dot), &bars, &dots, differences);
        // Each operand alone.
        let alone = $tangent((ByValue, ByValue), &l, &r, None, Some(&r_dot));
        let mut both = $tangent((ByValue, ByValue), &l, &r, Some(&l_dot), None);
        both.accumulate(&alone);
        let apart: f64 = flat(&both).iter().zip(flat(&y_dot)).map(|(a, b)| (a - b).abs()).sum();
        assert!(apart < 1e-12, "{}", stringify!($left $op $right));
    }};
    ($left:expr, * $right:expr) => { product!($left, * mul_left mul_right mul_tangent, $right) };
    ($left:expr, / $right:expr) => { product!($left, / div_left div_right div_tangent, $right) };
}

macro_rules! sum {
    ($left:expr, $op:tt $keep:ident $of_left:ident $of_right:ident $tangent:ident, $right:expr) => {{
        use crate::check::{Numbers, agree, difference, flat, moved, numbers};
        let (ws, random, form) = (&mut Workspace::new(), &mut Numbers::new(), (ByValue, ByValue));
        let (l, r) = ($left, $right);
        let (l_dot, r_dot) = (random.like(l.zero_cotangent()), random.like(r.zero_cotangent()));
        let y_dot = $tangent(form, &l, &r, Some(&l_dot), Some(&r_dot));
        let seed = random.like((l.clone() $op r.clone()).zero_cotangent());
        let kept = $keep((ByValue, ByValue), &l, &r);
        let bars = ($of_left(&kept, &seed, ws), $of_right(&kept, &seed, ws));
        let differences = difference(|h| numbers(&(moved(&l, h, &l_dot) $op moved(&r, h, &r_dot))));
        let (bars, dots) = ([flat(&bars.0), flat(&bars.1)].concat(), [flat(&l_dot), flat(&r_dot)].concat());
        agree(stringify!($left $op $right), &flat(&seed), &flat(&y_dot), &bars, &dots, differences);
    }};
    ($left:expr, + $right:expr) => { sum!($left, + add_keep add_left add_right add_tangent, $right) };
    ($left:expr, - $right:expr) => { sum!($left, - sub_keep sub_left sub_right sub_tangent, $right) };
}

fn m(k: usize) -> Matrix3<f64> {
    Matrix3::from_fn(|i, j| ((i * 5 + j * 3 + k * 7) as f64).sin())
}

fn v(k: usize) -> Vector3<f64> {
    Vector3::from_fn(|i, _| ((i * 3 + k * 5) as f64).cos() + 0.1)
}

fn turn(k: usize) -> UnitQuaternion<f64> {
    UnitQuaternion::from_euler_angles(0.3, 0.2 * k as f64, -0.4)
}

fn motion(k: usize) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::from(v(k)), turn(k))
}

#[test]
fn of_nalgebra() {
    sum!(m(1), + m(2));
    sum!(m(1), -m(2));
    sum!(Point3::from(v(1)), + v(2));
    sum!(Point3::from(v(1)), -v(2));
    sum!(Point3::from(v(1)), -Point3::from(v(2)));
    sum!(
        Quaternion::new(0.1, 0.2, 0.3, 0.4),
        -Quaternion::new(0.4, 0.3, 0.2, 0.1)
    );
    product!(m(1), *m(2));
    product!(Matrix2x3::from_fn(|i, j| (i + 2 * j) as f64), *m(2));
    product!(m(1), *v(2));
    product!(m(1), *0.7);
    product!(m(1), / 0.7_f64);
    product!(Point3::from(v(1)), *0.7);
    product!(Point3::from(v(1)), / 0.7_f64);
    product!(Quaternion::new(0.1, 0.2, 0.3, 0.4), *0.7);
    product!(
        Quaternion::new(0.1, 0.2, 0.3, 0.4),
        *Quaternion::new(0.4, 0.3, 0.2, 0.1)
    );
    product!(turn(1), *v(1));
    product!(turn(1), *Point3::from(v(1)));
    product!(Rotation3::from_euler_angles(0.1, 0.2, 0.3), *v(1));
    product!(UnitComplex::new(0.3), *Vector2::new(1.0, 2.0));
    product!(Translation3::from(v(1)), *Point3::from(v(2)));
    product!(motion(1), *Point3::from(v(1)));
    product!(motion(1), *v(1));
    product!(motion(1), *motion(2));
}

#[test]
fn of_complex_numbers() {
    let (z, w) = (Complex::new(0.4, 0.3), Complex::new(-0.2, 0.7));
    sum!(z, + w);
    sum!(z, -w);
    sum!(z, + 0.5_f64);
    sum!(0.5_f64, -z);
    product!(z, *w);
    product!(z, / w);
    product!(z, *0.5);
    product!(z, / 0.5_f64);
    product!(0.5_f64, *z);
    product!(0.5_f64, / z);
}

#[test]
fn of_glam() {
    let (v, w) = (DVec3::new(0.3, 0.4, 0.5), DVec3::new(-0.6, 0.7, 0.8));
    let m = DMat3::from_cols(v, w, v.cross(w));
    let q = DQuat::from_rotation_x(0.3) * DQuat::from_rotation_y(0.5);
    sum!(v, + w);
    sum!(v, -w);
    sum!(v, + 0.5_f64);
    product!(v, *w);
    product!(v, / w);
    product!(v, *0.5);
    product!(v, / 0.5_f64);
    product!(0.5_f64, *v);
    product!(0.5_f64, / v);
    product!(m, *m.transpose());
    product!(m, *v);
    product!(q, *v);
    product!(q, *DQuat::from_rotation_z(0.4));
}
