//! Bundle adjustment: a sparse Jacobian, two rows of fifteen and one of one for each observation.

use crate::differences::{Components, assert_close, differences};
use crate::objectives::ba::{Scene, loss, reprojection_error, weight_error};
use crate::{Reference, own};

#[test]
fn the_jacobian_of_ba1() {
    let scene = Scene::read(&own("ba1_n49_m7776_p31843.txt"));
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
    let mut scene = Scene::read(&own("ba1_n49_m7776_p31843.txt"));
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
