//! Bundle adjustment: a sparse Jacobian, two rows of fifteen and one of one for each observation.

use crate::differences::{Components, assert_close, differences};
use crate::{Numbers, Reference, own};
use pullback::differentiable;

struct Scene {
    cameras: Vec<[f64; 11]>,
    points: Vec<[f64; 3]>,
    weights: Vec<f64>,
    features: Vec<[f64; 2]>,
}

impl Scene {
    /// The file holds one of each; the problem repeats them.
    fn read(name: &str) -> Scene {
        let mut file = Numbers::read(&own(name));
        let (n, m, p) = (file.size(), file.size(), file.size());
        let camera: [f64; 11] = file.take(11).try_into().expect("eleven");
        let point: [f64; 3] = file.take(3).try_into().expect("three");
        let weight = file.next();
        let feature: [f64; 2] = file.take(2).try_into().expect("two");
        Scene {
            cameras: vec![camera; n],
            points: vec![point; m],
            weights: vec![weight; p],
            features: vec![feature; p],
        }
    }
}

#[differentiable]
fn cross(a: &[f64], b: &[f64]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

/// Turns a point about an axis whose length is the angle.
#[differentiable]
fn rotate(axis: &[f64], point: &[f64]) -> [f64; 3] {
    let squared_angle = dot(axis, axis);
    let mut turned = [0.0; 3];
    if squared_angle == 0.0 {
        let sideways = cross(axis, point);
        for i in 0..3 {
            turned[i] = point[i] + sideways[i];
        }
        return turned;
    }
    let angle = squared_angle.sqrt();
    let (sine, cosine) = angle.sin_cos();
    let mut unit = [0.0; 3];
    for i in 0..3 {
        unit[i] = axis[i] / angle;
    }
    let sideways = cross(&unit, point);
    let along = dot(&unit, point) * (1.0 - cosine);
    for i in 0..3 {
        turned[i] = point[i] * cosine + sideways[i] * sine + unit[i] * along;
    }
    turned
}

#[differentiable]
fn distort(kappa: &[f64], u: &mut [f64; 2]) {
    let rho = u[0] * u[0] + u[1] * u[1];
    let factor = 1.0 + kappa[0] * rho + kappa[1] * rho * rho;
    u[0] *= factor;
    u[1] *= factor;
}

/// A camera is rotation, centre, focal length, principal point and two coefficients of distortion.
#[differentiable]
fn project(camera: &[f64; 11], point: &[f64; 3]) -> [f64; 2] {
    let mut relative = [0.0; 3];
    for i in 0..3 {
        relative[i] = point[i] - camera[3 + i];
    }
    let seen = rotate(&camera[..3], &relative);
    let mut u = [seen[0] / seen[2], seen[1] / seen[2]];
    distort(&camera[9..], &mut u);
    [u[0] * camera[6] + camera[7], u[1] * camera[6] + camera[8]]
}

#[differentiable]
fn reprojection_error(camera: &[f64; 11], point: &[f64; 3], weight: f64, #[no_diff] feature: &[f64; 2]) -> [f64; 2] {
    let projected = project(camera, point);
    [
        weight * (projected[0] - feature[0]),
        weight * (projected[1] - feature[1]),
    ]
}

#[differentiable]
fn weight_error(weight: f64) -> f64 {
    1.0 - weight * weight
}

#[differentiable]
fn loss(cameras: &[[f64; 11]], points: &[[f64; 3]], weights: &[f64], #[no_diff] features: &[[f64; 2]]) -> f64 {
    let mut sum = 0.0;
    for i in 0..weights.len() {
        let error = reprojection_error(
            &cameras[i % cameras.len()],
            &points[i % points.len()],
            weights[i],
            &features[i],
        );
        sum += error[0] * error[0] + error[1] * error[1];
        sum += weight_error(weights[i]).powi(2);
    }
    0.5 * sum
}

#[test]
fn the_jacobian_of_ba1() {
    let scene = Scene::read("ba1_n49_m7776_p31843.txt");
    let mut errors = Vec::new();
    let mut jacobian = Vec::new();
    for (i, &weight) in scene.weights.iter().enumerate() {
        let (camera, point) = (
            &scene.cameras[i % scene.cameras.len()],
            &scene.points[i % scene.points.len()],
        );
        for row in [[1.0, 0.0], [0.0, 1.0]] {
            let (error, pullback) = reprojection_error::vjp(camera, point, weight, &scene.features[i]);
            let (dcamera, dpoint, dweight): ([f64; 11], [f64; 3], f64) = pullback(row);
            errors.push(error);
            jacobian.extend(dcamera);
            jacobian.extend(dpoint);
            jacobian.push(dweight);
        }
    }
    for &weight in &scene.weights {
        jacobian.push(weight_error::grad(weight));
    }
    assert_eq!(jacobian.len(), 31 * scene.weights.len());
    // F is the first error of the first observation.
    let reference = Reference {
        value: 0.101335837914533,
        sum: 200252309.966,
        first: -461.4463210016,
    };
    reference.assert_agrees(errors[0][0], &jacobian);
}

#[test]
fn the_loss_agrees_with_differences() {
    let mut scene = Scene::read("ba1_n49_m7776_p31843.txt");
    scene.cameras.truncate(2);
    scene.points.truncate(3);
    scene.weights.truncate(4);
    scene.cameras[1][..3].copy_from_slice(&[0.5, -0.25, 0.75]);
    let at = (scene.cameras.clone(), scene.points.clone(), scene.weights.clone());
    let value = |(cameras, points, weights): (Vec<[f64; 11]>, Vec<[f64; 3]>, Vec<f64>)| {
        loss(&cameras, &points, &weights, &scene.features)
    };
    let (computed, gradient) = loss::value_and_grad(&scene.cameras, &scene.points, &scene.weights, &scene.features);
    assert_eq!(computed.to_bits(), value(at.clone()).to_bits());
    let expected = differences(&value, &at);
    let scale = expected.iter().fold(1.0f64, |a, b| a.max(b.abs()));
    let relative = |x: Vec<f64>| x.iter().map(|a| a / scale).collect::<Vec<_>>();
    assert_close("loss", &relative(gradient.components()), &relative(expected), 1e-7);
}
