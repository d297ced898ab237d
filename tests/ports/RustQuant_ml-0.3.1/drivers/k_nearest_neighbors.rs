//! The class of a point against differences: it is that of one of the neighbours, and which one is a matter of counts.
use super::*;

#[test]
fn predict_one() {
    let features = [0.1, 0.4, 0.5, 0.9, 1.6];
    let labels = [1.3, 2.4, 2.6, 1.7, 2.2];
    let classifier =
        |labels: &[f64]| KNearestClassifier::new(DMatrix::from_column_slice(5, 1, &features), DVector::from_column_slice(labels), Metric::Euclidean);
    for (point, k) in [(0.45, 3), (0.2, 1), (1.5, 2), (0.6, 5)] {
        let point = DMatrix::from_element(1, 1, point);
        let of = classifier(&labels);
        let (value, bars) = of.predict_one_value_and_grad(&point, k);
        assert_eq!(value, of.predict_one(&point, k));
        for i in 0..5 {
            let moved = |h| {
                let mut labels = labels;
                labels[i] += h;
                classifier(&labels).predict_one(&point, k)
            };
            let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
            assert!((bars.0.y[i] - slope).abs() < 1e-9, "{} against {slope}", bars.0.y[i]);
        }
        assert!(bars.0.x.iter().all(|bar| *bar == 0.0) && bars.1[(0, 0)] == 0.0);
    }
}
