//! The derivatives of RustQuant_ml against central differences.
use RustQuant_ml::*;
use nalgebra::{DMatrix, DVector};

#[track_caller]
fn agree(what: &str, ad: f64, fd: f64) {
    assert!((ad - fd).abs() <= 1e-6 * (1.0 + fd.abs()), "{what}: {ad} against {fd}");
}

/// The gradient of `f` at `x` against differences, component by component.
#[track_caller]
fn gradient(what: &str, f: impl Fn(&[f64]) -> f64, x: &[f64], ad: &[f64]) {
    assert_eq!(x.len(), ad.len());
    for k in 0..x.len() {
        let h = 1e-6;
        let at = |d: f64| {
            let mut x = x.to_vec();
            x[k] += d;
            f(&x)
        };
        agree(what, ad[k], (at(h) - at(-h)) / (2.0 * h));
    }
}

fn weighed(v: &DVector<f64>) -> f64 {
    v.iter().zip(1..).map(|(x, k)| x * k as f64).sum()
}

fn weights(n: usize) -> DVector<f64> {
    DVector::from_iterator(n, (1..=n).map(|k| k as f64))
}

macro_rules! activations {
    ($($name:ident $vjp:ident $grad:ident),*) => {$(
        #[test]
        fn $name() {
            for x in [0.7, -0.4] {
                agree("number", ActivationFunction::$grad(&x), {
                    let f = |x: f64| ActivationFunction::$name(&x);
                    (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
                });
            }
            let v = [0.7, -0.4, 1.3];
            let of = |v: &[f64]| ActivationFunction::$name(&DVector::from_row_slice(v));
            let at = DVector::from_row_slice(&v);
            let (value, pull) = ActivationFunction::$vjp(&at);
            assert_eq!(value, of(&v));
            let bar = pull(weights(3));
            gradient("vector", |v| weighed(&of(v)), &v, bar.as_slice());
        }
    )*};
}

activations! {
    sigmoid sigmoid_vjp sigmoid_grad, logistic logistic_vjp logistic_grad, relu relu_vjp relu_grad, tanh tanh_vjp tanh_grad,
    softplus softplus_vjp softplus_grad, gaussian gaussian_vjp gaussian_grad, gelu gelu_vjp gelu_grad
}

const X: [f64; 12] = [0.5, 1.2, -0.7, 2.0, 0.3, 1.9, 1.1, -0.4, 0.6, 0.9, -1.3, 0.2];

#[test]
fn linear_regression_fit() {
    let y = [1.0, 2.5, -0.3, 3.1, 0.8, 2.2];
    let all: Vec<f64> = X.iter().chain(&y).copied().collect();
    let input = |v: &[f64]| LinearRegressionInput::new(DMatrix::from_column_slice(6, 2, &v[..12]), DVector::from_column_slice(&v[12..]));
    for method in [Decomposition::None, Decomposition::QR, Decomposition::SVD] {
        let of = |v: &[f64]| {
            let output = input(v).fit(method).unwrap();
            weighed(&output.coefficients) + 0.5 * output.intercept
        };
        let at = input(&all);
        let (value, pull) = at.fit_vjp(method);
        assert_eq!(value.unwrap().coefficients, at.fit(method).unwrap().coefficients);
        let seed = LinearRegressionOutputCotangent { intercept: 0.5, coefficients: weights(3) };
        let bar = pull(Some(seed)).0;
        let bars: Vec<f64> = bar.x.iter().chain(bar.y.iter()).copied().collect();
        gradient("fit", of, &all, &bars);
    }
}

#[test]
fn linear_regression_predict() {
    let all = [0.4, 0.7, -0.2, 1.3, 0.5, 1.2, -0.7, 2.0];
    let parts = |v: &[f64]| {
        let output = LinearRegressionOutput { intercept: v[0], coefficients: DVector::from_column_slice(&v[1..4]) };
        (output, DMatrix::from_column_slice(2, 2, &v[4..]))
    };
    let of = |v: &[f64]| {
        let (output, x) = parts(v);
        weighed(&output.predict(x).unwrap())
    };
    let (output, x) = parts(&all);
    let (_, pull) = output.predict_vjp(x);
    let (bar, x_bar) = pull(Some(weights(2)));
    let bars: Vec<f64> = [bar.intercept].iter().chain(bar.coefficients.iter()).chain(x_bar.iter()).copied().collect();
    gradient("predict", of, &all, &bars);
}

/// Also `prepare_input` and `prepare_output`, which it calls.
#[test]
fn logistic_regression_fit() {
    let x = [0.5, 1.2, -0.7, 2.0, 0.3, 1.9, 1.1, -0.4];
    let y = DVector::from_column_slice(&[0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0]);
    let input = |v: &[f64]| LogisticRegressionInput::new(DMatrix::from_column_slice(8, 1, v), y.clone());
    let of = |v: &[f64]| weighed(&input(v).fit(LogisticRegressionAlgorithm::IRLS, 1e-10).unwrap().coefficients);
    let at = input(&x);
    let (value, pull) = at.fit_vjp(LogisticRegressionAlgorithm::IRLS, 1e-10);
    let value = value.unwrap();
    assert_eq!(value.coefficients, at.fit(LogisticRegressionAlgorithm::IRLS, 1e-10).unwrap().coefficients);
    let seed = LogisticRegressionOutputCotangent { coefficients: weights(2), iterations: () };
    let bar = pull(Some(seed)).0;
    gradient("fit", of, &x, bar.x.as_slice());
}

#[test]
fn logistic_regression_predict_proba_and_predict() {
    let all = [0.4, 0.7, -0.2, 0.5, 1.2, -0.7, 2.0];
    let parts = |v: &[f64]| {
        let output = LogisticRegressionOutput { coefficients: DVector::from_column_slice(&v[..3]), iterations: 0 };
        (output, DMatrix::from_column_slice(2, 2, &v[3..]))
    };
    let of = |v: &[f64]| {
        let (output, x) = parts(v);
        weighed(&output.predict_proba(&x))
    };
    let (output, x) = parts(&all);
    let (value, pull) = output.predict_proba_vjp(&x);
    assert_eq!(value, output.predict_proba(&x));
    let (bar, x_bar) = pull(weights(2));
    let bars: Vec<f64> = bar.coefficients.iter().chain(x_bar.iter()).copied().collect();
    gradient("predict_proba", of, &all, &bars);
    let (value, pull) = output.predict_vjp(&x);
    assert_eq!(value, output.predict(&x));
    let (bar, x_bar) = pull(weights(2));
    assert!(bar.coefficients.iter().chain(x_bar.iter()).all(|bar| *bar == 0.0));
}

#[test]
fn logistic_regression_scores() {
    let output = LogisticRegressionOutput { coefficients: DVector::from_column_slice(&[0.1]), iterations: 0 };
    let all = [0.9, 0.2, 0.7, 0.4, 0.6, 0.8];
    let parts = |v: &[f64]| (DVector::from_column_slice(&v[..3]), DVector::from_column_slice(&v[3..]));
    let (y, p) = parts(&all);
    let (_, y_bar, p_bar) = output.score_cross_entropy_grad(&y, &p);
    let bars: Vec<f64> = y_bar.iter().chain(p_bar.iter()).copied().collect();
    let of = |v: &[f64]| {
        let (y, p) = parts(v);
        output.score_cross_entropy(&y, &p)
    };
    gradient("cross_entropy", of, &all, &bars);
    let (_, y_bar, p_bar) = output.score_misclassification_grad(&y, &p);
    let bars: Vec<f64> = y_bar.iter().chain(p_bar.iter()).copied().collect();
    let of = |v: &[f64]| {
        let (y, p) = parts(v);
        output.score_misclassification(&y, &p)
    };
    gradient("misclassification", of, &all, &bars);
}
