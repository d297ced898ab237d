//! The standard objectives of ADBench, written as a user would write them, against the reference values.
//!
//! GMM d2K5 and BA ba1 are in the project; the larger inputs are read from `../shared/data/adbench` where that is there.

#![allow(clippy::needless_range_loop, clippy::too_many_arguments)]

#[allow(dead_code)]
#[path = "../corpus/differences.rs"]
mod differences;

mod ba;
mod gmm;
mod lstm;

use std::path::{Path, PathBuf};

/// The numbers of an input file, in order.
struct Numbers(std::vec::IntoIter<f64>);

impl Numbers {
    fn read(path: &Path) -> Numbers {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let numbers: Vec<f64> = text
            .split_whitespace()
            .map(|word| word.parse().expect("only numbers in the file"))
            .collect();
        Numbers(numbers.into_iter())
    }

    fn next(&mut self) -> f64 {
        self.0.next().expect("the file goes on")
    }

    fn size(&mut self) -> usize {
        self.next() as usize
    }

    fn take(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

/// An input that is part of the project.
fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// An input that is too large to be part of it; says so where it is missing.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data/adbench")
        .join(name);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

/// The three figures by which an objective is known: its value, the sum of `|J|`, and `J[0]`.
struct Reference {
    value: f64,
    sum: f64,
    first: f64,
}

impl Reference {
    /// The figures have nine to twelve digits.
    fn assert_agrees(&self, value: f64, jacobian: &[f64]) {
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
