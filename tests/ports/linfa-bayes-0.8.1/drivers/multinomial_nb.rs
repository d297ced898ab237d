//! The likelihoods of the classes.
use super::{MultinomialNb, NaiveBayes as _};
use crate::drivers::{classes, likelihoods_of_classes};
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};

likelihoods_of_classes!(
    MultinomialNb<f64, usize>,
    MultinomialNb { class_info: classes() },
    arr2(&[[1.0, 0.0], [0.3, 1.0], [0.8, 0.6]])
);
