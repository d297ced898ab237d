//! A `DerefMut` that gives another place than `Deref`, and one that is not marked.
use pullback::{Differentiable, differentiable};
use std::ops::{Deref, DerefMut};

#[derive(Clone, Differentiable)]
struct Split {
    read: f64,
    written: f64,
}

#[differentiable]
impl Deref for Split {
    type Target = f64;

    fn deref(&self) -> &f64 {
        &self.read
    }
}

#[differentiable]
impl DerefMut for Split { //~ `DerefMut` of `Split` gives another place than `Deref`, or its `Deref` is not marked `#[differentiable]`
    fn deref_mut(&mut self) -> &mut f64 {
        &mut self.written
    }
}

#[derive(Clone, Differentiable)]
struct Angle(f64);

#[differentiable]
impl Deref for Angle {
    type Target = f64;

    fn deref(&self) -> &f64 {
        &self.0 //~ the type has a `DerefMut` that is not marked, and may give another place than `Deref`
    }
}

impl DerefMut for Angle {
    fn deref_mut(&mut self) -> &mut f64 {
        &mut self.0
    }
}

fn main() {}
