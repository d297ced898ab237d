//! A Kalman filter of a point in the plane: how likely what was seen of it is, for the variances of its motion and of the sensor.

use crate::harness::Table;
use crate::programs::{numbers, program};
use nalgebra::{Matrix2, Matrix2x4, Matrix4, Vector2, Vector4};
use pullback::differentiable;
use pullback::ndarray::{Array1, Array2, arr1, arr2};

type Square = [[f64; 4]; 4];

/// The time between two looks at the point.
const STEP: f64 = 0.1;
/// Places, then velocities.
const MOTION: Square = [
    [1.0, 0.0, STEP, 0.0],
    [0.0, 1.0, 0.0, STEP],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];
const SENSOR: [[f64; 4]; 2] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]];

/// Variances of places, velocities, and the sensor's two numbers.
#[differentiable]
fn of_ndarray(variances: &[f64], #[no_diff] seen: &[[f64; 2]]) -> f64 {
    let (motion, sensor) = (arr2(&MOTION), arr2(&SENSOR));
    let drift = Array2::from_diag(&arr1(&[variances[0], variances[0], variances[1], variances[1]]));
    let noise = Array2::from_diag(&arr1(&[variances[2], variances[3]]));
    let mut x: Array1<f64> = Array1::zeros(4);
    let mut p: Array2<f64> = Array2::eye(4);
    let mut sum = 0.0;
    for z in seen {
        x = motion.dot(&x);
        p = motion.dot(&p).dot(&motion.t()) + &drift;
        let across = sensor.dot(&p);
        let s = across.dot(&sensor.t()) + &noise;
        let det = s[[0, 0]] * s[[1, 1]] - s[[0, 1]] * s[[1, 0]];
        let inverse = arr2(&[[s[[1, 1]], -s[[0, 1]]], [-s[[1, 0]], s[[0, 0]]]]) / det;
        let miss = arr1(z) - sensor.dot(&x);
        let gain = across.t().dot(&inverse);
        sum -= 0.5 * (det.ln() + miss.dot(&inverse.dot(&miss)));
        x = x + gain.dot(&miss);
        p = p - gain.dot(&across);
    }
    sum
}

#[differentiable]
fn of_nalgebra(variances: &[f64], #[no_diff] seen: &[[f64; 2]]) -> f64 {
    let motion: Matrix4<f64> = Matrix4::from_fn(|i, j| MOTION[i][j]);
    let sensor: Matrix2x4<f64> = Matrix2x4::from_fn(|i, j| SENSOR[i][j]);
    let drift = Matrix4::from_diagonal(&Vector4::new(variances[0], variances[0], variances[1], variances[1]));
    let noise = Matrix2::from_diagonal(&Vector2::new(variances[2], variances[3]));
    let mut x: Vector4<f64> = Vector4::zeros();
    let mut p: Matrix4<f64> = Matrix4::identity();
    let mut sum = 0.0;
    for z in seen {
        x = motion * x;
        p = motion * p * motion.transpose() + drift;
        let across: Matrix2x4<f64> = sensor * p;
        let s: Matrix2<f64> = across * sensor.transpose() + noise;
        let det = s[(0, 0)] * s[(1, 1)] - s[(0, 1)] * s[(1, 0)];
        let inverse: Matrix2<f64> = Matrix2::new(s[(1, 1)], -s[(0, 1)], -s[(1, 0)], s[(0, 0)]) / det;
        let miss: Vector2<f64> = Vector2::new(z[0], z[1]) - sensor * x;
        let gain = across.transpose() * inverse;
        sum -= 0.5 * (det.ln() + miss.dot(&(inverse * miss)));
        x += gain * miss;
        p -= gain * across;
    }
    sum
}

fn times<const A: usize, const B: usize, const C: usize>(a: &[[f64; B]; A], b: &[[f64; C]; B]) -> [[f64; C]; A] {
    a.map(|row| std::array::from_fn(|j| (0..B).map(|k| row[k] * b[k][j]).sum()))
}

fn turned<const A: usize, const B: usize>(a: &[[f64; B]; A]) -> [[f64; A]; B] {
    std::array::from_fn(|j| a.map(|row| row[j]))
}

/// What a look at the point is compared with.
struct Look {
    across: [[f64; 4]; 2],
    det: f64,
    inverse: [[f64; 2]; 2],
    miss: [[f64; 1]; 2],
    gain: [[f64; 2]; 4],
}

impl Look {
    fn new(x: &[[f64; 1]; 4], p: &Square, z: &[f64; 2], variances: &[f64]) -> Look {
        let across = [p[0], p[1]];
        let s = [
            [across[0][0] + variances[2], across[0][1]],
            [across[1][0], across[1][1] + variances[3]],
        ];
        let det = s[0][0] * s[1][1] - s[0][1] * s[1][0];
        let inverse = [[s[1][1] / det, -s[0][1] / det], [-s[1][0] / det, s[0][0] / det]];
        Look {
            across,
            det,
            inverse,
            miss: [[z[0] - x[0][0]], [z[1] - x[1][0]]],
            gain: times(&turned(&across), &inverse),
        }
    }
}

/// `before`: what is expected at each look, from which the rest is computed again.
fn by_hand(variances: &[f64], seen: &[[f64; 2]], before: &mut Vec<([[f64; 1]; 4], Square)>, bar: &mut [f64]) -> f64 {
    let (mut x, mut p, mut sum) = ([[0.0]; 4], [[0.0; 4]; 4], 0.0);
    (0..4).for_each(|i| p[i][i] = 1.0);
    before.clear();
    for z in seen {
        x = times(&MOTION, &x);
        p = times(&times(&MOTION, &p), &turned(&MOTION));
        (0..4).for_each(|i| p[i][i] += variances[i / 2]);
        before.push((x, p));
        let Look {
            across,
            det,
            inverse,
            miss,
            gain,
        } = Look::new(&x, &p, z, variances);
        sum -= 0.5 * (det.ln() + times(&turned(&miss), &times(&inverse, &miss))[0][0]);
        let (by_x, by_p) = (times(&gain, &miss), times(&gain, &across));
        (0..4).for_each(|i| x[i][0] += by_x[i][0]);
        (0..4).for_each(|i| (0..4).for_each(|j| p[i][j] -= by_p[i][j]));
    }
    let (mut x_bar, mut p_bar) = ([[0.0]; 4], [[0.0; 4]; 4]);
    for (z, (x, p)) in seen.iter().zip(before).rev() {
        let Look {
            across,
            inverse,
            miss,
            gain,
            ..
        } = Look::new(x, p, z, variances);
        let (by_x, by_p) = (times(&x_bar, &turned(&miss)), times(&p_bar, &turned(&across)));
        let gain_bar: [[f64; 2]; 4] = std::array::from_fn(|i| std::array::from_fn(|j| by_x[i][j] - by_p[i][j]));
        let (of_gain, weighted) = (times(&turned(&gain), &x_bar), times(&inverse, &miss));
        let from_p = times(&turned(&gain), &p_bar);
        let from_gain = times(&inverse, &turned(&gain_bar));
        let mut inverse_bar = times(&across, &gain_bar);
        (0..2).for_each(|i| (0..2).for_each(|j| inverse_bar[i][j] -= 0.5 * miss[i][0] * miss[j][0]));
        // The adjoint of an inverse, and that of the logarithm of its determinant.
        let turned_inverse = turned(&inverse);
        let of_inverse = times(&times(&turned_inverse, &inverse_bar), &turned_inverse);
        for i in 0..2 {
            for j in 0..4 {
                p_bar[i][j] += from_gain[i][j] - from_p[i][j];
            }
            for j in 0..2 {
                p_bar[i][j] -= of_inverse[i][j] + 0.5 * turned_inverse[i][j];
            }
            bar[2 + i] -= of_inverse[i][i] + 0.5 * turned_inverse[i][i];
            x_bar[i][0] -= of_gain[i][0] - weighted[i][0];
        }
        (0..4).for_each(|i| bar[i / 2] += p_bar[i][i]);
        x_bar = times(&turned(&MOTION), &x_bar);
        p_bar = times(&times(&turned(&MOTION), &p_bar), &MOTION);
    }
    sum
}

pub fn all(table: &Table) {
    let seen: Vec<[f64; 2]> = numbers(400).chunks_exact(2).map(|z| [z[0], z[1]]).collect();
    let variances = vec![0.1, 0.2, 0.5, 0.3];
    let mut before = Vec::new();
    let hand = |x: &[f64], seen: &[[f64; 2]], bar: &mut [f64]| by_hand(x, seen, &mut before, bar);
    program!(
        table,
        "Kalman filter of 4×4, 200 steps, ndarray",
        of_ndarray(variances.clone(), &seen),
        hand
    );
    let mut before = Vec::new();
    let hand = |x: &[f64], seen: &[[f64; 2]], bar: &mut [f64]| by_hand(x, seen, &mut before, bar);
    program!(
        table,
        "Kalman filter of 4×4, 200 steps, nalgebra",
        of_nalgebra(variances.clone(), &seen),
        hand
    );
}
