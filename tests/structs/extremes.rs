//! `std::cmp::min` and `max`, by the names that an import gives them, which has the attribute, and by their paths.
use pullback::{Differentiable, check_grad, differentiable};
#[differentiable]
use std::cmp::{Ordering, max as greatest, min};

#[derive(Clone, Debug, Differentiable)]
struct Field {
    weights: Vec<f64>,
    #[no_diff]
    degree: usize,
    order: usize,
}

#[differentiable]
impl Field {
    fn degree(&self) -> usize {
        self.degree
    }

    /// What rustc alone knows to be counts.
    fn total(&self, x: f64) -> f64 {
        let degree = self.degree();
        let mut powers = Vec::with_capacity(min(degree, self.order) + 1);
        powers.push(1.0);
        for m in 1..=min(degree, self.order) {
            powers.push(powers[m - 1] * x);
        }
        let mut sum = 0.0;
        for n in 0..degree {
            for m in 0..=min(n, self.order) {
                sum += self.weights[n] * powers[m];
            }
        }
        for m in 0..std::cmp::min(degree, self.order) + 1 {
            sum *= x + greatest(m, self.order) as f64;
        }
        sum
    }
}

/// An order that numbers have, as a heap asks for.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Cost(f64);

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Cost) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Cost) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[differentiable]
fn cheapest(costs: &[Cost], x: f64) -> f64 {
    let mut best = Cost(x * x);
    for &cost in costs {
        best = min(best, Cost(cost.0 * x));
    }
    best.0 * std::cmp::max(best, costs[0]).0
}

#[differentiable]
fn total(field: &Field, x: f64) -> f64 {
    field.total(x)
}

#[test]
fn of_counts_nothing_flows_and_of_costs_to_the_one_that_is_chosen() {
    for order in [0, 2, 5] {
        let field = Field {
            weights: vec![0.4, 0.6, -0.3],
            degree: 3,
            order,
        };
        check_grad!(total(&field, 0.7)).unwrap();
    }
    check_grad!(cheapest(&[Cost(0.5), Cost(0.2), Cost(0.9)], 0.7)).unwrap();
    check_grad!(cheapest(&[Cost(1.5), Cost(2.2)], 0.7)).unwrap();
    let (value, _) = cheapest::value_and_grad(&[Cost(0.5), Cost(0.5)], 0.7);
    assert_eq!(value, cheapest(&[Cost(0.5), Cost(0.5)], 0.7));
}

/// Another function of this name is not std's.
#[test]
#[should_panic(expected = "the function that is called is")]
fn another_function_of_the_name_is_told_from_it() {
    fn own() -> f64 {
        fn min(a: usize, _: usize) -> usize {
            a
        }

        #[differentiable]
        fn powered(x: f64, field: &Field) -> f64 {
            let mut power = x;
            for _ in 0..min(field.order, 1) {
                power *= x;
            }
            power
        }
        let field = Field {
            weights: Vec::new(),
            degree: 0,
            order: 2,
        };
        powered::grad(0.5, &field).0
    }
    own();
}
