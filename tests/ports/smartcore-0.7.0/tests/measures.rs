//! Measures of models and distances. Those that count hits are constant between the ties, and so are their differences.
use pullback::{check_grad, differentiable};
use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::metrics::accuracy::Accuracy;
use smartcore::metrics::auc::AUC;
use smartcore::metrics::distance::Distance;
use smartcore::metrics::distance::cosine::Cosine;
use smartcore::metrics::distance::euclidian::Euclidian;
use smartcore::metrics::distance::hamming::Hamming;
use smartcore::metrics::distance::jaccard::Jaccard;
use smartcore::metrics::distance::mahalanobis::Mahalanobis;
use smartcore::metrics::distance::manhattan::Manhattan;
use smartcore::metrics::distance::minkowski::Minkowski;
use smartcore::metrics::f1::F1;
use smartcore::metrics::mean_absolute_error::MeanAbsoluteError;
use smartcore::metrics::mean_squared_error::MeanSquareError;
use smartcore::metrics::precision::Precision;
use smartcore::metrics::r2::R2;
use smartcore::metrics::recall::Recall;
use smartcore::metrics::Metrics;

const X: [f64; 4] = [0.7, -1.3, 2.1, 0.4];
const Y: [f64; 4] = [1.2, 0.3, -0.8, 2.2];

macro_rules! of_values {
    ($($name:ident($x:ident, $y:ident, $k:ident) = $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn called($x: &Vec<f64>, $y: &Vec<f64>, $k: f64) -> f64 {
                $value
            }
            check_grad!(called(&X.to_vec(), &Y.to_vec(), 1.3)).unwrap();
        }
    )*};
}

of_values! {
    mean_absolute_error(x, y, k) = MeanAbsoluteError::<f64>::new().get_score(x, y) * k;
    mean_squared_error(x, y, k) = MeanSquareError::<f64>::new().get_score(x, y) * k;
    r2(x, y, k) = R2::<f64>::new().get_score(x, y) * k;
    euclidian(x, y, k) = Euclidian::<f64>::new().distance(x, y) * k;
    manhattan(x, y, k) = Manhattan::<f64>::new().distance(x, y) * k;
    minkowski(x, y, k) = Minkowski::<f64>::new(3).distance(x, y) * k;
    cosine(x, y, k) = Cosine::<f64>::new().distance(x, y) * k;
    hamming(x, y, k) = Hamming::<f64>::new().distance(x, y) * k;
    jaccard(x, y, k) = Jaccard::<f64>::new().distance(x, y) * k;
}

/// Scores of labels, which are what they are, beside scores that move.
#[differentiable]
fn scores(labels: &Vec<f64>, predicted: &Vec<f64>, beta: f64, k: f64) -> f64 {
    let ones = Accuracy::<f64>::new().get_score(labels, predicted) + Precision::<f64>::new().get_score(labels, predicted)
        + Recall::<f64>::new().get_score(labels, predicted);
    ones * k + F1::<f64>::new_with(beta).get_score(labels, predicted) * k * k
}

#[differentiable]
fn moved(#[no_diff] labels: &Vec<f64>, #[no_diff] predicted: &Vec<f64>, beta: f64, k: f64) -> f64 {
    scores(labels, predicted, beta, k)
}

#[test]
fn hits() {
    let (labels, predicted) = (vec![0.0, 1.0, 1.0, 0.0, 1.0], vec![0.0, 1.0, 0.0, 1.0, 1.0]);
    check_grad!(moved(&labels, &predicted, 1.7, 0.8)).unwrap();
    let (labels_bar, predicted_bar, _, _) = scores::grad(&labels, &predicted, 1.7, 0.8);
    assert_eq!((labels_bar, predicted_bar), (vec![0.0; 5], vec![0.0; 5]));
    let (labels, predicted) = (vec![0.0, 1.0, 2.0, 0.0, 2.0], vec![0.0, 1.0, 1.0, 2.0, 2.0]);
    check_grad!(moved(&labels, &predicted, 1.7, 0.8)).unwrap();
    let (labels_bar, predicted_bar, _, _) = scores::grad(&labels, &predicted, 1.7, 0.8);
    assert_eq!((labels_bar, predicted_bar), (vec![0.0; 5], vec![0.0; 5]));
}

#[differentiable]
fn under_the_curve(#[no_diff] labels: &Vec<f64>, probabilities: &Vec<f64>, k: f64) -> f64 {
    AUC::<f64>::new().get_score(labels, probabilities) * k
}

#[test]
fn auc() {
    check_grad!(under_the_curve(&vec![0.0, 1.0, 1.0, 0.0, 1.0], &vec![0.3, 0.8, 0.4, 0.5, 0.6], 0.8)).unwrap();
}

#[differentiable]
fn in_units_of(x: &Vec<f64>, y: &Vec<f64>, sigma: &[f64]) -> f64 {
    let sigma = DenseMatrix::new(2, 2, sigma.to_vec(), false).unwrap();
    let measure: Mahalanobis<f64, DenseMatrix<f64>> = Mahalanobis::<f64, DenseMatrix<f64>>::new_from_covariance(&sigma);
    measure.distance(x, y)
}

#[test]
fn mahalanobis() {
    check_grad!(in_units_of(&vec![0.7, -1.3], &vec![1.2, 0.3], &[1.7, 0.4, 0.3, 2.1])).unwrap();
}
