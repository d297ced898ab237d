//! Programs as others would write them, each beside an adjoint that was written for it by hand.

mod cholesky;
mod dense;
mod heat;
mod kalman;
mod matrix_product;
mod monte_carlo;
mod points;
mod runge_kutta;
mod softmax;
mod windows;

use crate::harness::Table;
use crate::objectives::numbers_without_a_pattern;

/// A line of the table for a function of a list or matrix of numbers, and of more that carries no derivative.
macro_rules! program {
    ($table:expr, $name:expr, $f:ident($x:expr $(, $more:expr)*), $by_hand:expr $(, $twice:ident)?) => {{
        use crate::differences::zero;
        use crate::harness::{Objective, along_directions};
        use std::hint::black_box;
        let x = $x;
        let (mut workspace, mut bar, mut hand_bar) = (pullback::Workspace::new(), zero(&x), zero(&x));
        #[allow(unused_mut, reason = "one of them keeps memory")]
        let mut by_hand = $by_hand;
        let objective = Objective::new($name)
            .primal(|| $f(black_box(&x) $(, $more)*))
            .kept(|computed| {
                bar.fill(0.0);
                let value = $f::grad_into_with(&mut workspace, black_box(&x) $(, $more)*, &mut bar);
                computed.gradient(&bar);
                value
            })
            .plain(|computed| {
                let (value, gradient) = $f::value_and_grad(black_box(&x) $(, $more)*);
                computed.gradient(&gradient);
                value
            })
            .by_hand(|computed| {
                hand_bar.fill(0.0);
                let value = by_hand(black_box(&x) $(, $more)*, &mut hand_bar);
                computed.gradient(&hand_bar);
                value
            });
        $(let mut ones = zero(&x);
        ones.fill(1.0);
        let objective = objective.forward(|computed| {
            let (value, tangent) = $f::jvp(black_box(&x), &ones);
            computed.gradient(&tangent);
            value
        }).$twice(|computed| {
            let (value, gradient, product) = $f::value_grad_hvp(black_box(&x), &ones);
            black_box(&product);
            computed.gradient(&gradient);
            value
        });)?
        $table.add(objective, |_, gradient| {
            along_directions($name, &x, gradient, 1e-6, |x| $f(x $(, $more)*));
        });
    }};
}
use program;

pub fn all(table: &Table) {
    cholesky::all(table);
    dense::all(table);
    heat::all(table);
    kalman::all(table);
    matrix_product::all(table);
    monte_carlo::all(table);
    points::all(table);
    runge_kutta::all(table);
    softmax::all(table);
    windows::all(table);
}

fn numbers(n: usize) -> Vec<f64> {
    numbers_without_a_pattern().take(n).collect()
}
