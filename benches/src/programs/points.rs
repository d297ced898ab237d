//! Points turned by a quaternion, with operators on a vector type.

use crate::harness::Table;
use crate::programs::{numbers, program};
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
    z: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Turn {
    w: f64,
    axis: Point,
}

#[differentiable]
impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }
}

#[differentiable]
impl Mul<Point> for f64 {
    type Output = Point;
    fn mul(self, p: Point) -> Point {
        Point {
            x: self * p.x,
            y: self * p.y,
            z: self * p.z,
        }
    }
}

#[differentiable]
impl Point {
    fn cross(self, other: Point) -> Point {
        Point {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }
}

#[differentiable]
impl Turn {
    fn rotate(&self, p: Point) -> Point {
        let t = 2.0 * self.axis.cross(p);
        p + self.w * t + self.axis.cross(t)
    }
}

/// A quaternion and points in a row, the numbers of the turned points with weights.
#[differentiable]
fn turned(x: &[f64]) -> f64 {
    let axis = Point {
        x: x[1],
        y: x[2],
        z: x[3],
    };
    let turn = Turn { w: x[0], axis };
    let mut sum = 0.0;
    for p in x[4..].chunks_exact(3) {
        let p = turn.rotate(Point {
            x: p[0],
            y: p[1],
            z: p[2],
        });
        sum += p.x * p.x + 2.0 * p.y + 3.0 * p.z;
    }
    sum
}

fn by_hand(x: &[f64], bar: &mut [f64]) -> f64 {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let (w, u) = (x[0], [x[1], x[2], x[3]]);
    let (mut sum, mut w_bar, mut u_bar) = (0.0, 0.0, [0.0; 3]);
    for (p, p_bar) in x[4..].chunks_exact(3).zip(bar[4..].chunks_exact_mut(3)) {
        let p = [p[0], p[1], p[2]];
        let half = cross(u, p);
        let t = [2.0 * half[0], 2.0 * half[1], 2.0 * half[2]];
        let side = cross(u, t);
        let r: [f64; 3] = std::array::from_fn(|i| p[i] + w * t[i] + side[i]);
        sum += r[0] * r[0] + 2.0 * r[1] + 3.0 * r[2];
        let r_bar = [2.0 * r[0], 2.0, 3.0];
        w_bar += r_bar[0] * t[0] + r_bar[1] * t[1] + r_bar[2] * t[2];
        // The adjoint of `u × t` is `t × bar` for `u` and `bar × u` for `t`.
        let (of_u, of_t) = (cross(t, r_bar), cross(r_bar, u));
        let half_bar: [f64; 3] = std::array::from_fn(|i| 2.0 * (w * r_bar[i] + of_t[i]));
        let (of_u_too, of_p) = (cross(p, half_bar), cross(half_bar, u));
        for i in 0..3 {
            u_bar[i] += of_u[i] + of_u_too[i];
            p_bar[i] = r_bar[i] + of_p[i];
        }
    }
    bar[0] = w_bar;
    bar[1..4].copy_from_slice(&u_bar);
    sum
}

pub fn all(table: &Table) {
    let x = numbers(4 + 3 * 10_000);
    program!(
        table,
        "10⁴ points turned by a quaternion, operators",
        turned(x),
        by_hand
    );
}
