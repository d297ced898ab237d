//! ADBench's hand tracking: where the skin of a hand is that is moved by 26 angles and lengths, against measured points; a dense Jacobian,
//! by columns.

use crate::harness::{Objective, Table};
use crate::objectives::Numbers;
use pullback::differentiable;
use pullback::ndarray::Array2;
use std::hint::black_box;
use std::path::Path;

/// A matrix of four by four, row by row.
type Matrix = [f64; 16];

struct Bone {
    parent: Option<usize>,
    base: Matrix,
    inverse_base: Matrix,
}

/// The hand and what was measured of it.
struct Hand {
    theta: Vec<f64>,
    /// In the complicated form, where in their triangles the points lie: two numbers each.
    inside: Vec<f64>,
    bones: Vec<Bone>,
    vertices: Vec<[f64; 3]>,
    /// By vertex, the weights of all bones.
    weights: Vec<f64>,
    triangles: Vec<[usize; 3]>,
    correspondences: Vec<usize>,
    points: Vec<[f64; 3]>,
}

/// The numbers between the colons of a line.
fn fields(line: &str) -> impl Iterator<Item = f64> {
    line.split(':').map(|word| word.trim().parse().expect("a number"))
}

impl Hand {
    /// Reads a problem, and the model beside it.
    fn read(path: &Path, complicated: bool) -> Hand {
        let mut file = Numbers::read(path);
        let (count, parameters) = (file.size(), file.size());
        let mut hand = Hand::of_model(&path.with_file_name("model"));
        for _ in 0..count {
            hand.correspondences.push(file.size());
            hand.points.push(file.take(3).try_into().expect("three"));
        }
        if complicated {
            hand.inside = file.take(2 * count);
        }
        hand.theta = file.take(parameters);
        hand
    }

    fn of_model(folder: &Path) -> Hand {
        let read =
            |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let matrix = |numbers: &[f64]| numbers.try_into().expect("sixteen");
        let bone = |line: &str| {
            let numbers: Vec<f64> = fields(line.split_once(':').expect("a name").1).collect();
            Bone {
                parent: (numbers[0] >= 0.0).then_some(numbers[0] as usize),
                base: matrix(&numbers[1..17]),
                inverse_base: matrix(&numbers[17..33]),
            }
        };
        let bones: Vec<Bone> = read("bones.txt").lines().map(bone).collect();
        let (mut vertices, mut weights) = (Vec::new(), Vec::new());
        for line in read("vertices.txt").lines() {
            let numbers: Vec<f64> = fields(line).collect();
            vertices.push(numbers[..3].try_into().expect("three"));
            let mut of_bones = vec![0.0; bones.len()];
            for pair in numbers[9..].chunks(2) {
                of_bones[pair[0] as usize] = pair[1];
            }
            weights.extend(of_bones);
        }
        let corner = |line: &str| {
            let corners: Vec<usize> = fields(line).map(|number| number as usize).collect();
            corners.try_into().expect("three")
        };
        Hand {
            theta: Vec::new(),
            inside: Vec::new(),
            bones,
            vertices,
            weights,
            triangles: read("triangles.txt").lines().map(corner).collect(),
            correspondences: Vec::new(),
            points: Vec::new(),
        }
    }
}

#[differentiable(jacobian(mode = forward))]
fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = [0.0; 16];
    for i in 0..4 {
        for j in 0..4 {
            c[4 * i + j] =
                a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j] + a[4 * i + 3] * b[12 + j];
        }
    }
    c
}

/// The rotation about x, then y, then z.
#[differentiable(jacobian(mode = forward))]
fn by_angles(x: f64, y: f64, z: f64) -> Matrix {
    let (sx, cx) = x.sin_cos();
    let (sy, cy) = y.sin_cos();
    let (sz, cz) = z.sin_cos();
    [
        cz * cy,
        cz * sy * sx - sz * cx,
        cz * sy * cx + sz * sx,
        0.0,
        sz * cy,
        sz * sy * sx + cz * cx,
        sz * sy * cx - cz * sx,
        0.0,
        -sy,
        cy * sx,
        cy * cx,
        0.0,
        0.0,
        0.0,
        0.0,
        1.0,
    ]
}

/// The rotation about an axis whose length is the angle, by rows.
#[differentiable(jacobian(mode = forward))]
fn about_axis(axis: &[f64]) -> [f64; 9] {
    let squared = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    let angle = squared.sqrt();
    if angle < 1e-4 {
        return [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    }
    let (x, y, z) = (axis[0] / angle, axis[1] / angle, axis[2] / angle);
    let (s, c) = angle.sin_cos();
    let d = 1.0 - c;
    [
        x * x + (1.0 - x * x) * c,
        x * y * d - z * s,
        x * z * d + y * s,
        x * y * d + z * s,
        y * y + (1.0 - y * y) * c,
        y * z * d - x * s,
        x * z * d - y * s,
        z * y * d + x * s,
        z * z + (1.0 - z * z) * c,
    ]
}

/// Three angles for each bone.
#[differentiable(jacobian(mode = forward))]
fn pose(theta: &[f64], bones: usize) -> Vec<[f64; 3]> {
    let mut angles = vec![[0.0; 3]; bones];
    let (mut next, mut column) = (6, 2);
    for _ in 0..5 {
        for joint in 0..3 {
            angles[column][0] = theta[next];
            next += 1;
            if joint == 0 {
                angles[column][1] = theta[next];
                next += 1;
            }
            column += 1;
        }
        column += 1;
    }
    angles
}

/// What moves the skin with each bone.
#[differentiable(jacobian(mode = forward))]
fn movements(theta: &[f64], #[no_diff] bones: &[Bone]) -> Vec<Matrix> {
    let angles = pose(theta, bones.len());
    let mut absolute: Vec<Matrix> = vec![[0.0; 16]; bones.len()];
    let mut moved: Vec<Matrix> = vec![[0.0; 16]; bones.len()];
    for b in 0..bones.len() {
        let turned = by_angles(angles[b][0], angles[b][2], angles[b][1]);
        let relative = product(&bones[b].base, &turned);
        absolute[b] = match bones[b].parent {
            None => relative,
            Some(parent) => product(&absolute[parent], &relative),
        };
        moved[b] = product(&absolute[b], &bones[b].inverse_base);
    }
    moved
}

/// Where the vertices are.
#[differentiable(jacobian(mode = forward))]
fn skin(theta: &[f64], #[no_diff] hand: &Hand) -> Vec<[f64; 3]> {
    let moved = movements(theta, &hand.bones);
    let turn = about_axis(&theta[..3]);
    let n = moved.len();
    let mut places = vec![[0.0; 3]; hand.vertices.len()];
    for v in 0..hand.vertices.len() {
        let [x, y, z] = hand.vertices[v];
        let weights = &hand.weights[v * n..(v + 1) * n];
        let mut at = [0.0; 3];
        for b in 0..n {
            let weight = weights[b];
            if weight != 0.0 {
                for i in 0..3 {
                    let m = &moved[b];
                    at[i] += weight * (m[4 * i] * x + m[4 * i + 1] * y + m[4 * i + 2] * z + m[4 * i + 3]);
                }
            }
        }
        for i in 0..3 {
            places[v][i] = turn[3 * i] * at[0] + turn[3 * i + 1] * at[1] + turn[3 * i + 2] * at[2] + theta[3 + i];
        }
    }
    places
}

/// How far the measured points are from their vertices.
#[differentiable(jacobian(mode = forward))]
fn simple(theta: &[f64], #[no_diff] hand: &Hand) -> Vec<f64> {
    let places = skin(theta, hand);
    let mut errors = vec![0.0; 3 * hand.points.len()];
    for p in 0..hand.points.len() {
        let v = hand.correspondences[p];
        for i in 0..3 {
            errors[3 * p + i] = hand.points[p][i] - places[v][i];
        }
    }
    errors
}

/// How far they are from places in their triangles: the last two inputs move all of these.
#[differentiable(jacobian(mode = forward))]
fn complicated(inputs: &[f64], #[no_diff] hand: &Hand) -> Vec<f64> {
    let places = skin(inputs, hand);
    let n = inputs.len();
    let mut errors = vec![0.0; 3 * hand.points.len()];
    for p in 0..hand.points.len() {
        let [a, b, c] = hand.triangles[hand.correspondences[p]];
        let (u, v) = (
            hand.inside[2 * p] + inputs[n - 2],
            hand.inside[2 * p + 1] + inputs[n - 1],
        );
        for i in 0..3 {
            let place = u * places[a][i] + v * places[b][i] + (1.0 - u - v) * places[c][i];
            errors[3 * p + i] = hand.points[p][i] - place;
        }
    }
    errors
}

/// Where ADBench's files are: the 26 columns, and with `inside` the two that move all points in their triangles.
pub fn all(table: &Table, folder: &Path) {
    let forms: [(
        &str,
        &str,
        fn(&[f64], &Hand) -> Vec<f64>,
        fn(&[f64], &Hand) -> Array2<f64>,
    ); 2] = [
        (
            "HAND simple, 26 columns",
            "simple_hand1_t26_c100.txt",
            simple,
            simple::jacobian,
        ),
        (
            "HAND complicated, 28 columns",
            "complicated_hand1_t26_c100.txt",
            complicated,
            complicated::jacobian,
        ),
    ];
    for (k, (name, file, f, jacobian)) in forms.into_iter().enumerate() {
        let path = folder.join(file);
        if !table.wants(name) || !path.exists() {
            continue;
        }
        let hand = Hand::read(&path, k == 1);
        let x = [&hand.theta[..], &[0.0; 2][..2 * k]].concat();
        let value = f(&x, &hand)[0];
        let objective = Objective::new(name)
            .anchor("hand-optimal C 3.75 (.404 ms), CoDiPack 8.8 (1.09), Enzyme 39.8 (4.35)")
            .primal(|| f(black_box(&x), &hand)[0])
            .plain(|computed| {
                let columns = jacobian(black_box(&x), &hand);
                computed.gathered(&columns, |columns| columns.iter().copied().collect());
                value
            });
        table.add(objective, |_, columns| {
            for k in 0..x.len() {
                let moved = |step: f64| {
                    let mut x = x.clone();
                    x[k] += step;
                    f(&x, &hand)
                };
                for (row, (up, down)) in moved(1e-5).iter().zip(moved(-1e-5)).enumerate() {
                    let (difference, found) = ((up - down) / 2e-5, columns[row * x.len() + k]);
                    assert!(
                        (found - difference).abs() <= 1e-8,
                        "{name}: {found} is not {difference}"
                    );
                }
            }
        });
    }
}
