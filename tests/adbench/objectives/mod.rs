//! The objectives, their inputs and what is known of their derivatives: shared by the tests and the benchmarks.

pub mod ba;
pub mod gmm;
pub mod lstm;

use std::path::Path;

/// The numbers of an input file, in order.
pub struct Numbers(std::vec::IntoIter<f64>);

impl Numbers {
    pub fn read(path: &Path) -> Numbers {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let numbers: Vec<f64> = text
            .split_whitespace()
            .map(|word| word.parse().expect("only numbers in the file"))
            .collect();
        Numbers(numbers.into_iter())
    }

    pub fn next(&mut self) -> f64 {
        self.0.next().expect("the file goes on")
    }

    pub fn size(&mut self) -> usize {
        self.next() as usize
    }

    pub fn take(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

/// Between −0.4 and 0.6.
pub fn numbers_without_a_pattern() -> impl Iterator<Item = f64> {
    let mut state = 0.5;
    std::iter::repeat_with(move || {
        state = 3.7 * state * (1.0 - state);
        state - 0.4
    })
}

/// The three figures by which an objective is known: its value, the sum of `|J|`, and `J[0]`.
pub struct Reference {
    pub value: f64,
    pub sum: f64,
    pub first: f64,
}

impl Reference {
    /// The figures have nine to twelve digits.
    pub fn assert_agrees(&self, value: f64, jacobian: &[f64]) {
        let sum: f64 = jacobian.iter().map(|j| j.abs()).sum();
        for (what, got, expected) in [
            ("F", value, self.value),
            ("sum |J|", sum, self.sum),
            ("J[0]", jacobian[0], self.first),
        ] {
            assert!(
                (got - expected).abs() <= 2e-9 * expected.abs() + 1e-13,
                "{what} is {got:.15e}, the reference says {expected:.15e}"
            );
        }
    }
}
