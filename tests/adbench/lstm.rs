//! LSTM with diagonal weights: the gradient of the loss with respect to all weights, `[main | extra]`.

use crate::differences::{assert_close, differences};
use crate::objectives::lstm::{Network, loss};
use crate::{Reference, shared};

#[test]
fn two_layers_1024_characters() {
    let Some(path) = shared("lstm/lstm_l2_c1024.txt") else {
        return;
    };
    let (value, gradient) = Network::read(&path).gradient();
    Reference {
        value: 0.666665179558852,
        sum: 0.550439289217,
        first: 3.1438702e-6,
    }
    .assert_agrees(value, &gradient);
}

#[test]
fn agrees_with_differences() {
    for (layers, length, width) in [(2, 5, 3), (1, 2, 4), (3, 9, 2)] {
        let network = Network::made_up(layers, length, width);
        let at = (network.main.clone(), network.extra.clone());
        let value =
            |(main, extra): (Vec<f64>, Vec<f64>)| loss(&main, &extra, &network.state, &network.sequence, layers, width);
        let (computed, gradient) = network.gradient();
        assert_eq!(computed.to_bits(), value(at.clone()).to_bits());
        assert!(gradient.iter().any(|g| g.abs() > 1e-3));
        assert_close("loss", &gradient, &differences(&value, &at), 1e-8);
    }
}
