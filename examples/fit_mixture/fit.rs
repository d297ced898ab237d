//! The optimiser: argmin's L-BFGS, given the function and its gradient.

use std::{cell::RefCell, rc::Rc};

use argmin::{
    core::{
        CostFunction, Error, Executor, Gradient, IterState, KV, State,
        observers::{Observe, ObserverMode},
    },
    solver::{linesearch::MoreThuenteLineSearch, quasinewton::LBFGS},
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    data::{Parameters, Problem},
    mixture::log_posterior,
};

/// What the optimiser found.
pub struct Fit {
    pub parameters: Parameters,
    /// The loss before the first iteration and after each one.
    pub losses: Vec<f64>,
    pub stopped: String,
}

/// Maximises the log posterior, from the problem's own starting point.
pub fn fit(problem: &Problem, max_iterations: u64) -> Result<Fit, Error> {
    let losses = Rc::new(RefCell::new(Vec::new()));
    let bar = ProgressBar::new(max_iterations).with_style(ProgressStyle::with_template(
        "fitting {bar:40} {pos:>4} iterations  {msg}",
    )?);
    let watch = Watch {
        losses: losses.clone(),
        bar: bar.clone(),
    };

    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 10)
        .with_tolerance_grad(1e-7)?
        .with_tolerance_cost(1e-13)?;
    let mut state = Executor::new(Loss { problem }, solver)
        .configure(|state| state.param(problem.start.concat()).max_iters(max_iterations))
        .add_observer(watch, ObserverMode::Always)
        .run()?
        .state;
    bar.set_length(bar.position());
    bar.finish();

    let best = state
        .take_best_param()
        .ok_or_else(|| Error::msg("the optimiser found no point"))?;
    Ok(Fit {
        parameters: Parameters::split(&best, &problem.start),
        losses: losses.take(),
        stopped: state.get_termination_status().to_string(),
    })
}

/// The log posterior of the problem's data at these parameters.
pub fn value(problem: &Problem, p: &Parameters) -> f64 {
    let (points, d) = (&problem.points, problem.d);
    let (gamma, m) = (problem.gamma, problem.m);
    log_posterior(&p.alphas, &p.means, &p.icf, points, d, gamma, m)
}

/// Its gradient, which has the form of the parameters.
pub fn gradient(problem: &Problem, p: &Parameters) -> Parameters {
    let (points, d) = (&problem.points, problem.d);
    let (gamma, m) = (problem.gamma, problem.m);
    let (alphas, means, icf) = log_posterior::grad(&p.alphas, &p.means, &p.icf, points, d, gamma, m);
    Parameters { alphas, means, icf }
}

/// Minus the log posterior, per point so that the first step has a sensible length.
struct Loss<'a> {
    problem: &'a Problem,
}

impl CostFunction for Loss<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, row: &Vec<f64>) -> Result<f64, Error> {
        let p = Parameters::split(row, &self.problem.start);
        Ok(-value(self.problem, &p) / self.problem.n() as f64)
    }
}

impl Gradient for Loss<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, row: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let p = Parameters::split(row, &self.problem.start);
        let ascent = gradient(self.problem, &p).concat();
        Ok(ascent.iter().map(|g| -g / self.problem.n() as f64).collect())
    }
}

/// Keeps the loss of every iteration and moves the progress bar, which is drawn only where stderr
/// is a terminal.
struct Watch {
    losses: Rc<RefCell<Vec<f64>>>,
    bar: ProgressBar,
}

type LbfgsState = IterState<Vec<f64>, Vec<f64>, (), (), (), f64>;

impl Observe<LbfgsState> for Watch {
    fn observe_init(&mut self, _: &str, state: &LbfgsState, _: &KV) -> Result<(), Error> {
        self.losses.borrow_mut().push(state.get_cost());
        Ok(())
    }

    fn observe_iter(&mut self, state: &LbfgsState, _: &KV) -> Result<(), Error> {
        self.losses.borrow_mut().push(state.get_cost());
        self.bar.set_message(format!("loss {:.6}", state.get_cost()));
        self.bar.inc(1);
        Ok(())
    }
}
