//! A message asks for a number and changes it, where it carries a derivative.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct State {
    x: f64,
}

impl State {
    fn bump(&mut self) -> f64 {
        self.x += 1.0;
        self.x
    }
}

#[differentiable]
fn printed(state: &State, x: f64) -> f64 {
    let mut state = state.clone();
    state.x *= x;
    println!("{}", state.bump());
    state.x
}

#[differentiable]
fn asserted(state: &mut State, x: f64) -> f64 {
    state.x *= x;
    assert!(state.bump() > 0.0);
    state.x
}

fn main() {}
