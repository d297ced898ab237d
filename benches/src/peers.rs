//! Other crates on the small functions, which have to be written for them once more, over their own numbers.

use crate::harness::Objective;
use echidna::Reverse;
use num_dual::{Dual64, first_derivative};
use num_traits::{Float, ToPrimitive};

const TAPE: &str = "echidna";
const FORWARD: &str = "num-dual";

type Variable = Reverse<f64>;

/// `echidna::grad` returns no value, so it is taken out on the way.
fn on_tape(x: &[f64], f: impl FnOnce(&[Variable]) -> Variable) -> (f64, Vec<f64>) {
    let mut value = 0.0;
    let gradient = echidna::grad(
        |x| {
            let y = f(x);
            value = y.to_f64().expect("a number");
            y
        },
        x,
    );
    (value, gradient)
}

pub fn sin_cos(objective: Objective) -> Objective {
    objective
        .peer(TAPE, |computed| {
            let (value, gradient) = on_tape(&[std::hint::black_box(0.7)], |x| x[0].cos().sin());
            computed.gradient(&gradient);
            value
        })
        .peer(FORWARD, |computed| {
            let (value, slope) = first_derivative(
                |x: Dual64| num_dual::DualNum::sin(&num_dual::DualNum::cos(&x)),
                std::hint::black_box(0.7),
            );
            computed.gradient(&slope);
            value
        })
}

pub fn power_in_a_loop(objective: Objective, x: f64, n: usize) -> Objective {
    objective
        .peer(TAPE, move |computed| {
            let (value, gradient) = on_tape(&[std::hint::black_box(x)], |x| {
                let mut r = Variable::constant(1.0);
                for _ in 0..n {
                    r = r * x[0];
                }
                r
            });
            computed.gradient(&gradient);
            value
        })
        .peer(FORWARD, move |computed| {
            let power = |x: Dual64| {
                let mut r = Dual64::from(1.0);
                for _ in 0..n {
                    r *= x;
                }
                r
            };
            let (value, slope) = first_derivative(power, std::hint::black_box(x));
            computed.gradient(&slope);
            value
        })
}

pub fn log_sum_exp<'a>(objective: Objective<'a>, x: &'a [f64]) -> Objective<'a> {
    objective.peer(TAPE, move |computed| {
        let (value, gradient) = on_tape(x, |x| {
            let mut sum = Variable::constant(0.0);
            for a in x {
                sum = sum + a.exp();
            }
            sum.ln()
        });
        computed.gradient(&gradient);
        value
    })
}

pub fn logistic_regression<'a>(
    objective: Objective<'a>,
    weights: &'a [f64],
    bias: f64,
    samples: &'a [f64],
    labels: &'a [f64],
) -> Objective<'a> {
    let d = weights.len();
    let parameters = [weights, &[bias]].concat();
    objective.peer(TAPE, move |computed| {
        let (value, gradient) = on_tape(&parameters, |w| {
            let mut sum = Variable::constant(0.0);
            for i in 0..labels.len() {
                let mut score = w[d];
                for j in 0..d {
                    score = score + w[j] * samples[i * d + j];
                }
                sum = sum + ((score * -labels[i]).exp() + 1.0).ln();
            }
            sum / labels.len() as f64
        });
        computed.gradient(&gradient);
        value
    })
}

pub fn dot<'a>(objective: Objective<'a>, x: &'a [f64], y: &'a [f64]) -> Objective<'a> {
    let both = [x, y].concat();
    let n = x.len();
    objective.peer(TAPE, move |computed| {
        let (value, gradient) = on_tape(&both, |both| {
            let mut sum = Variable::constant(0.0);
            for i in 0..n {
                sum = sum + both[i] * both[n + i];
            }
            sum
        });
        computed.gradient(&gradient);
        value
    })
}
