//! The derivatives of solutions, by the law, the start, the end and the steps, against central differences.
use ode_solvers::controller::Controller;
use ode_solvers::dop_shared::SolverResult;
use ode_solvers::{Dop853, OutputType, Rk4, System, Vector2};
use pullback::{Differentiable, check_grad, differentiable};

/// With friction, and driven.
#[derive(Clone, Debug, Differentiable)]
struct Pendulum {
    stiffness: f64,
    friction: f64,
    drive: f64,
}

#[differentiable]
impl System<f64, Vector2<f64>> for Pendulum {
    fn system(&self, x: f64, y: &Vector2<f64>, dy: &mut Vector2<f64>) {
        dy[0] = y[1];
        dy[1] = self.drive * x.cos() - self.stiffness * y[0].sin() - self.friction * y[1];
    }
}

const LAW: Pendulum = Pendulum {
    stiffness: 1.7,
    friction: 0.3,
    drive: 0.8,
};

/// All that was put out, in one number.
#[differentiable(types(get = fn(..) -> (&Vec<f64>, &Vec<Vector2<f64>>)))]
fn weighted(results: &SolverResult<f64, Vector2<f64>>) -> f64 {
    let (x, y) = results.get();
    let mut sum = 0.0;
    for k in 0..x.len() {
        sum += x[k] * y[k][0] + 0.5 * y[k][1];
    }
    sum
}

#[differentiable(types(results = fn(..) -> &SolverResult<f64, Vector2<f64>>))]
fn rk4(law: &Pendulum, start: &Vector2<f64>, end: f64, step: f64) -> f64 {
    let mut stepper = Rk4::new(law.clone(), 0.1, *start, end, step);
    let _ = stepper.integrate();
    weighted(stepper.results())
}

#[differentiable(types(results = fn(..) -> &SolverResult<f64, Vector2<f64>>))]
fn dop853(law: &Pendulum, start: &Vector2<f64>, end: f64, dx: f64, tolerance: f64) -> f64 {
    let mut stepper = Dop853::new(law.clone(), 0.1, end, dx, *start, 1e-3 * tolerance, 1e-4 * tolerance);
    let _ = stepper.integrate();
    weighted(stepper.results())
}

/// Of the steps alone, whose first has a length that is given.
#[differentiable(types(results = fn(..) -> &SolverResult<f64, Vector2<f64>>))]
fn sparse_dop853(law: &Pendulum, start: &Vector2<f64>, control: &[f64; 5], h: f64) -> f64 {
    let mut stepper = Dop853::from_param(
        law.clone(),
        0.1,
        2.3,
        0.1,
        *start,
        1e-3,
        1e-4,
        control[0],
        control[1],
        control[2],
        control[3],
        control[4],
        h,
        1000,
        2,
        OutputType::Sparse,
    );
    let _ = stepper.integrate();
    weighted(stepper.results())
}

/// One step that is accepted, one that is not, and one after that.
#[differentiable]
fn controlled(control: &[f64; 7], err: f64, h: f64) -> f64 {
    let mut controller = Controller::new(control[0], control[1], control[2], control[3], control[4], control[5], control[6]);
    let mut sum = 0.0;
    for factor in [0.3, 3.0, 0.4] {
        let mut next = 0.0;
        if controller.accept(err * factor, h, &mut next) {
            sum += next;
        } else {
            sum -= 2.0 * next;
        }
    }
    sum + controller.h_max()
}

const START: Vector2<f64> = Vector2::new(0.4, -0.7);

#[test]
fn fixed_steps() {
    check_grad!(rk4(&LAW, &START, 1.17, 0.12)).unwrap();
}

#[test]
fn steps_that_adapt() {
    check_grad!(dop853(&LAW, &START, 2.3, 0.17, 1.3)).unwrap();
}

#[test]
fn of_the_steps_alone() {
    check_grad!(sparse_dop853(&LAW, &START, &[0.9, 0.04, 0.33, 6.0, 0.4], 0.13)).unwrap();
}

#[test]
fn controllers() {
    check_grad!(controlled(&[0.17, 0.04, 10.0, 0.2, 0.5, 0.9, 1.0], 0.7, 0.13)).unwrap();
}
