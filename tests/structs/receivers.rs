//! What methods are called on: a payload that they may write, a float or a list that has methods of the user's own.
use pullback::{Differentiable, check_grad, differentiable, no_diff};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    time: f64,
    angle: f64,
}

#[differentiable]
impl State {
    /// Whether it changes its receiver, its callers do not say.
    fn integrate(&mut self, rate: f64, until: f64) -> f64 {
        while self.time < until {
            self.angle += rate * (self.angle + self.time).cos();
            self.time += 0.5;
        }
        self.angle * rate
    }

    fn read(&self, rate: f64) -> f64 {
        self.angle * self.time * rate
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Orbit {
    Near(f64),
    Deep { rate: f64, state: State },
}

#[differentiable]
impl Orbit {
    fn propagate(&self, state: &mut Option<State>, until: f64) -> f64 {
        match self {
            Orbit::Near(rate) => {
                assert!(state.is_none(), "there is no state near the earth");
                rate * until
            }
            Orbit::Deep { rate, .. } => match state {
                Some(state) => state.integrate(*rate, until) + state.read(*rate),
                None => panic!("a state is needed"),
            },
        }
    }

    fn advance(&mut self, until: f64) -> f64 {
        let mut sum = 0.0;
        for k in 0..3 {
            if let Orbit::Deep { rate, state } = self {
                sum += state.integrate(*rate, until + k as f64) * state.read(until);
            }
        }
        sum
    }
}

#[differentiable]
fn propagated(rate: f64, angle: f64, until: f64) -> f64 {
    let mut state = Some(State { time: 0.25, angle });
    let state_of_deep = State { time: 0.0, angle: rate };
    let deep = Orbit::Deep {
        rate,
        state: state_of_deep,
    };
    let first = deep.propagate(&mut state, until);
    let mut second = deep.clone();
    let third = Orbit::Near(angle).propagate(&mut None, until);
    first * second.advance(until) + third + state.unwrap().angle
}

#[test]
fn payloads_that_methods_write() {
    for until in [0.1, 1.3, 2.6] {
        check_grad!(propagated(0.4, 1.2, until)).unwrap();
    }
    let deep = Orbit::Deep {
        rate: 0.4,
        state: State { time: 0.0, angle: 1.0 },
    };
    let (mut ours, mut theirs) = (
        Some(State { time: 0.0, angle: 2.0 }),
        Some(State { time: 0.0, angle: 2.0 }),
    );
    let (value, _) = deep.propagate_vjp(&mut ours, 3.0);
    assert_eq!(value, deep.propagate(&mut theirs, 3.0));
    assert_eq!(ours, theirs);
}

#[differentiable]
trait Wrapped {
    fn wrapped(self, period: f64) -> f64;
    fn small(&self, bound: f64) -> bool;
}

#[differentiable]
impl Wrapped for f64 {
    fn wrapped(self, period: f64) -> f64 {
        self - (self / period).floor() * period
    }
    fn small(&self, bound: f64) -> bool {
        self.abs() < bound
    }
}

#[differentiable]
trait Statistics {
    fn mean(&self) -> f64;
    fn covariance(&self, other: &Self) -> f64;
    fn normalize(&mut self);
}

#[differentiable]
impl Statistics for Vec<f64> {
    fn mean(&self) -> f64 {
        self.iter().sum::<f64>() / self.len() as f64
    }
    fn covariance(&self, other: &Self) -> f64 {
        let (a, b) = (self.mean(), other.mean());
        let sum: f64 = self.iter().zip(other.iter()).map(|(x, y)| (x - a) * (y - b)).sum();
        sum / (self.len() - 1) as f64
    }
    fn normalize(&mut self) {
        let mean = self.mean();
        for x in self.iter_mut() {
            *x = (*x - mean) * mean;
        }
    }
}

#[differentiable]
fn spread(x: &Vec<f64>, y: &[f64], period: f64) -> f64 {
    let mut z = y.to_vec();
    let before = z.mean();
    z.normalize();
    let mut sum = x.covariance(&z) * before;
    for k in 0..x.len() {
        if x[k].small(period) && sum.wrapped(period) < x[k] {
            sum += x[k].wrapped(period) * z[k];
        } else {
            sum -= z[k].wrapped(2.0) * period;
        }
    }
    sum
}

#[test]
fn methods_of_ones_own_on_floats_and_lists() {
    let (x, y) = (vec![1.3, 0.4, 2.2, -0.9], vec![0.3, 0.8, -2.2, 1.9]);
    check_grad!(spread(&x, &y, 1.5)).unwrap();
    check_grad!(spread(&y, &x, 0.75)).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Contract {
    strike: f64,
    rebate: Option<f64>,
    label: Option<String>,
}

#[differentiable]
impl Contract {
    fn new(strike: f64, rebate: Option<f64>, label: Option<String>) -> Self {
        Contract { strike, rebate, label }
    }

    /// What nobody has written yet.
    fn skewness(&self, _x: f64) -> f64 {
        unimplemented!()
    }

    fn payoff(&self, x: f64) -> f64 {
        if x < 0.0 {
            return self.skewness(x);
        }
        (x - self.strike).max(0.0) + self.rebate.unwrap_or(self.strike * 0.1) * x
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Plan {
    rate: f64,
    years: usize,
    extra: Option<usize>,
}

/// An option of a count carries no derivative, whoever holds it.
#[differentiable]
fn grown(rate: f64, years: usize, extra: Option<usize>, name: Option<&str>) -> f64 {
    let power = years + extra.unwrap_or(1) + name.map_or(0, |name| name.len());
    rate.powi(power as i32)
}

#[differentiable]
impl Plan {
    fn new(rate: f64, extra: Option<usize>) -> Plan {
        Plan { rate, years: 2, extra }
    }

    fn value(&self) -> f64 {
        let bonus = if self.rate > 1.0 { Some(self.years) } else { None };
        grown(self.rate, self.years, self.extra, None)
            + grown(self.rate, 1, Some(self.years), Some("ab"))
            + grown(self.rate, 0, bonus, None)
    }
}

#[differentiable]
fn planned(rate: f64, extra: Option<usize>) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        let plan = Plan::new(rate * (k as f64 + 1.0), if k == 1 { None } else { extra });
        sum += plan.value() * plan.rate;
    }
    sum
}

#[test]
fn options_of_counts() {
    check_grad!(planned(0.8, Some(3))).unwrap();
    check_grad!(planned(1.2, None)).unwrap();
    // There is no component for what carries no derivative.
    let slope: f64 = grown::grad(1.5, 1, Some(1), None);
    assert_eq!(slope, 3.0);
}

#[differentiable]
fn pays(strike: f64, x: f64) -> f64 {
    let mut sum = 0.0;
    for _ in 0..2 {
        sum += Contract::new(strike, None, None).payoff(x) * Contract::new(x, Some(strike), None).payoff(sum);
    }
    sum + Contract::new(strike, None, Some("put".to_string())).payoff(x)
}

#[test]
fn arguments_without_a_type_and_bodies_without_an_end() {
    check_grad!(pays(1.2, 1.5)).unwrap();
    check_grad!(pays(1.2, 0.9)).unwrap();
    let panicked = std::panic::catch_unwind(|| pays::grad(1.2, -1.0));
    assert!(panicked.is_err());
}

/// Numbers of a method, which nothing is differentiated by: it has no derivative of its own.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Tableau {
    Euler,
    Heun,
}

impl Tableau {
    fn weights(self) -> &'static [f64] {
        match self {
            Tableau::Euler => &[1.0],
            Tableau::Heun => &[0.5, 0.25],
        }
    }

    fn stages(&self) -> usize {
        self.weights().len()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Walk {
    at: f64,
    rate: f64,
    slopes: Vec<f64>,
    tableau: Tableau,
}

#[differentiable]
impl Walk {
    fn step(&mut self, h: f64) -> f64 {
        for i in 0..no_diff(self.tableau.stages()) {
            self.slopes[i] = -self.rate * self.at * self.at;
            let weight = no_diff(self.tableau.weights()[i]);
            self.at += h * weight * self.slopes[i];
            if no_diff(self.tableau.stages()) > 1 {
                self.rate *= 1.0 + 0.1 * weight * h;
            }
        }
        self.at * self.slopes[0]
    }
}

#[differentiable]
fn walked(at: f64, rate: f64, h: f64, #[no_diff] tableau: Tableau) -> f64 {
    let mut walk = Walk {
        at,
        rate,
        slopes: vec![0.0; 2],
        tableau: no_diff(tableau),
    };
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += walk.step(h);
    }
    sum + walk.at * walk.rate + heaviest(&mut walk) * h
}

#[differentiable]
fn heaviest(walk: &mut Walk) -> f64 {
    walk.at *= walk.rate * no_diff(walk.tableau.weights()[0]);
    walk.at.sin()
}

#[test]
fn no_diff_asks_what_is_mutable_through_a_shared_reference() {
    for tableau in [Tableau::Euler, Tableau::Heun] {
        check_grad!(walked(1.3, 0.7, 0.2, tableau)).unwrap();
    }
}
