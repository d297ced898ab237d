//! Gaussian mixture: the full gradient of the log posterior with respect to weights, means and inverse covariance factors.

use crate::differences::{Components, assert_close, differences};
use crate::objectives::gmm::{Mixture, log_posterior, log_posterior_at_each_point};
use crate::{Reference, own, shared};

#[test]
fn two_dimensions_five_components() {
    let mixture = Mixture::read(&own("gmm_d2_K5.txt"));
    let (value, gradient) = mixture.gradient();
    Reference {
        value: -5240.59056254965,
        sum: 5541.53507796,
        first: 167.215275110,
    }
    .assert_agrees(value, &gradient);
}

#[test]
fn ten_dimensions_twenty_five_components() {
    let Some(path) = shared("gmm/gmm_d10_K25.txt") else {
        return;
    };
    let (value, gradient) = Mixture::read(&path).gradient();
    Reference {
        value: -25649.6526211976,
        sum: 56882.9987254,
        first: 48.3466834161,
    }
    .assert_agrees(value, &gradient);
}

#[test]
fn agrees_with_differences() {
    let mut mixture = Mixture::read(&own("gmm_d2_K5.txt"));
    mixture.n = 20;
    mixture.points.truncate(mixture.n * mixture.d);
    let at = (mixture.alphas.clone(), mixture.means.clone(), mixture.icf.clone());
    let value = |(alphas, means, icf): (Vec<f64>, Vec<f64>, Vec<f64>)| {
        log_posterior(
            &alphas,
            &means,
            &icf,
            &mixture.points,
            mixture.d,
            mixture.gamma,
            mixture.m,
        )
    };
    let (computed, gradient) = mixture.gradient();
    assert_eq!(computed.to_bits(), value(at.clone()).to_bits());
    assert_eq!(gradient.len(), mixture.k * (1 + mixture.d) + mixture.icf.len());
    assert_close("log_posterior", &gradient.components(), &differences(&value, &at), 1e-7);
}

#[test]
fn both_forms_have_the_same_gradient() {
    let mixture = Mixture::read(&own("gmm_d2_K5.txt"));
    let Mixture {
        alphas,
        means,
        icf,
        points,
        ..
    } = &mixture;
    let &Mixture { d, gamma, m, .. } = &mixture;
    let (value, gradient) = mixture.gradient();
    let (other, (alphas, means, icf)) =
        log_posterior_at_each_point::value_and_grad(alphas, means, icf, points, d, gamma, m);
    assert!((value - other).abs() <= 1e-14 * value.abs(), "{value} {other}");
    assert_close("log_posterior", &gradient, &[alphas, means, icf].concat(), 1e-12);
}
