//! Distances to the points of a cluster.
use super::DistanceCount;
use ndarray::{Array1, arr1};
use pullback::{check_grad, differentiable};

/// The distance of one point to two others, as it is counted in a cluster that has three points.
#[differentiable]
fn of_others(point: &Array1<f64>, others: &[Array1<f64>], weight: f64) -> f64 {
    let mut count: DistanceCount<f64> = DistanceCount::new(3);
    for other in others {
        count.add_point(point.view(), other.view());
    }
    let sum = weight * count.mean_distance() + count.same_label_mean_distance().powi(2);
    count.reset();
    sum + count.mean_distance()
}

#[test]
fn mean_distances() {
    check_grad!(of_others(&arr1(&[0.4, 1.2]), &[arr1(&[0.1, -0.3]), arr1(&[1.9, 0.8])], 0.7)).unwrap();
}
