//! The metrics of regression, of arrays and of arrays in datasets.
use linfa::prelude::SingleTargetRegression;
use ndarray::{Array1, arr1};
use pullback::{check_grad, differentiable};

macro_rules! metrics {
    ($($name:ident;)*) => {
        $(
            #[differentiable]
            fn $name(predicted: &Array1<f64>, actual: &Array1<f64>) -> f64 {
                predicted.$name(actual).unwrap_or(0.0)
            }
        )*

        #[test]
        fn metrics_of_arrays() {
            let predicted = arr1(&[0.7, 1.3, 2.1, 0.4, 1.9]);
            let actual = arr1(&[1.0, 1.2, 1.4, 0.9, 2.5]);
            $(
                assert!($name(&predicted, &actual) != 0.0);
                check_grad!($name(&predicted, &actual)).unwrap();
            )*
            // Of four numbers two are in the middle.
            check_grad!(median_absolute_error(&arr1(&[0.7, 1.3, 2.1, 0.4]), &arr1(&[1.0, 1.2, 1.4, 0.9]))).unwrap();
        }
    };
}

metrics! {
    max_error;
    mean_absolute_error;
    mean_squared_error;
    mean_squared_log_error;
    median_absolute_error;
    mean_absolute_percentage_error;
    r2;
    explained_variance;
}
