//! Bundle adjustment: a sparse Jacobian, two rows of fifteen and one of one for each observation.

use super::Numbers;
use pullback::differentiable;
use std::path::Path;

/// Cameras and points are shared by the observations in turn.
pub struct Scene {
    pub cameras: Vec<[f64; 11]>,
    pub points: Vec<[f64; 3]>,
    pub weights: Vec<f64>,
    pub features: Vec<[f64; 2]>,
}

impl Scene {
    /// The file holds one of each; the problem repeats them.
    pub fn read(path: &Path) -> Scene {
        let mut file = Numbers::read(path);
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

#[differentiable(lanes, order = 2)]
fn cross(a: &[f64], b: &[f64]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[differentiable(lanes, order = 2)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

/// Turns a point about an axis whose length is the angle.
#[differentiable(lanes, order = 2)]
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

#[differentiable(lanes, order = 2)]
fn distort(kappa: &[f64], u: &mut [f64; 2]) {
    let rho = u[0] * u[0] + u[1] * u[1];
    let factor = 1.0 + kappa[0] * rho + kappa[1] * rho * rho;
    u[0] *= factor;
    u[1] *= factor;
}

/// A camera is rotation, centre, focal length, principal point and two coefficients of distortion.
#[differentiable(lanes, order = 2)]
pub fn project(camera: &[f64; 11], point: &[f64; 3]) -> [f64; 2] {
    let mut relative = [0.0; 3];
    for i in 0..3 {
        relative[i] = point[i] - camera[3 + i];
    }
    let seen = rotate(&camera[..3], &relative);
    let mut u = [seen[0] / seen[2], seen[1] / seen[2]];
    distort(&camera[9..], &mut u);
    [u[0] * camera[6] + camera[7], u[1] * camera[6] + camera[8]]
}

#[differentiable(lanes, order = 2)]
pub fn reprojection_error(
    camera: &[f64; 11],
    point: &[f64; 3],
    weight: f64,
    #[no_diff] feature: &[f64; 2],
) -> [f64; 2] {
    let projected = project(camera, point);
    [
        weight * (projected[0] - feature[0]),
        weight * (projected[1] - feature[1]),
    ]
}

#[differentiable(order = 2)]
pub fn weight_error(weight: f64) -> f64 {
    1.0 - weight * weight
}

#[differentiable(order = 2)]
pub fn loss(cameras: &[[f64; 11]], points: &[[f64; 3]], weights: &[f64], #[no_diff] features: &[[f64; 2]]) -> f64 {
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
