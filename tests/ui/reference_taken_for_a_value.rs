//! Calls of functions that return references, where the macro does not see that they do.
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Grid {
    data: Vec<f64>,
}

#[differentiable]
impl Grid {
    fn line(&self, i: usize) -> &[f64] {
        &self.data[i..]
    }

    fn value(&self, i: usize) -> f64 {
        self.data[i]
    }
}

#[differentiable]
fn tail(x: &[f64], i: usize) -> &[f64] {
    &x[i..]
}

#[differentiable]
fn of_a_function(x: &[f64]) -> f64 {
    let rest = tail(x, 1);
    rest[0]
}

#[differentiable]
fn of_a_method(grid: &Grid) -> f64 {
    grid.line(1)[0]
}

/// What cannot be copied is no value, either.
#[derive(Differentiable)]
struct Bodies {
    data: Vec<Grid>,
}

#[differentiable]
impl Bodies {
    fn body(&self, i: usize) -> &Grid {
        &self.data[i]
    }
}

#[differentiable]
fn of_a_struct(bodies: &Bodies) -> f64 {
    bodies.body(1).value(0)
}

/// The other way round.
#[differentiable]
fn value_taken_for_a_reference(grid: &Grid) -> f64 {
    let value: &f64 = grid.value(1);
    *value
}


#[derive(Differentiable)]
struct Pairs {
    #[no_diff]
    count: usize,
    x: f64,
}

impl std::ops::Index<(bool, bool)> for Pairs {
    type Output = f64;
    fn index(&self, _: (bool, bool)) -> &f64 {
        &self.x
    }
}

#[differentiable]
fn unmarked_index(pairs: &Pairs) -> f64 {
    pairs[(true, false)] * pairs.x
}

#[differentiable]
fn first(x: &[f64]) -> Option<&f64> {
    x.first()
}

#[differentiable]
fn of_an_option(x: &[f64]) -> f64 {
    match first(x) {
        Some(first) => first * 2.0,
        None => 0.0,
    }
}

fn main() {}
