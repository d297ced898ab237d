//! The likelihoods of the classes.
use super::{BernoulliNb, NaiveBayes as _};
use crate::drivers::{classes, likelihoods_of_classes};
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};

likelihoods_of_classes!(
    BernoulliNb<f64, usize>,
    BernoulliNb { class_info: classes(), binarize: Some(0.5) },
    arr2(&[[1.0, 0.0], [0.3, 1.0], [0.8, 0.6]])
);
