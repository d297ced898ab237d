//! A root by bisection against differences: what it asks of the function are signs, through which nothing flows. So the root moves
//! with the bracket, as far as it is known.
use super::*;
use pullback::{check_grad, differentiable};

const PARABOLA: fn(f64) -> f64 = |x| x * x - 2.0;

#[differentiable]
fn root(p: &[f64]) -> f64 {
    let mut solver = Bisection {
        function: PARABOLA,
        guess: p[0],
        data: RootfinderData::new(p[1], p[2], p[3], p[4], true),
    };
    solver.solve()
}

#[test]
fn solve() {
    for [guess, step] in [[1.2, 0.3], [0.4, 0.1], [2.1, 0.2], [0.1, 0.7]] {
        let p = [guess, 1e-2, step, -0.5, 3.0];
        assert!((root(&p) - 2_f64.sqrt()).abs() < 2e-2);
        check_grad!(root(&p)).unwrap();
    }
    // The bracket ends where it may.
    check_grad!(root(&[0.9, 1e-2, 0.6, -0.5, 1.45])).unwrap();
}
