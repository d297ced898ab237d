//! Functions that return iterators which the derivatives cannot follow, and calls that are taken for what they are not.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Samples {
    values: Vec<f64>,
    offset: f64,
}

#[differentiable]
impl Samples {
    fn shifted(&mut self) -> impl Iterator<Item = f64> + '_ {
        self.values.iter_mut().map(|v| {
            *v += self.offset;
            *v
        })
    }

    fn forever(&self) -> impl Iterator<Item = f64> + '_ {
        (0..).map(|k| self.offset * k as f64)
    }

    fn copies(&self) -> Box<dyn Iterator<Item = &f64> + '_> {
        let copy = self.values.clone();
        Box::new(copy.into_iter().map(|_| &self.offset).chain(std::iter::repeat(&self.offset)))
    }

    fn again(&self) -> Box<dyn Iterator<Item = &f64> + '_> {
        Box::new(self.values.iter().cycle())
    }

    fn announced(&self) -> impl Iterator<Item = &f64> {
        println!("{}", self.values.len());
        self.values.iter()
    }

    fn statics(&self) -> Box<dyn Iterator<Item = &'static f64>> {
        Box::new([1.0, 2.0].iter())
    }

    fn pairs(&self) -> impl Iterator<Item = (&f64, &f64)> {
        self.values.iter().zip(self.values.iter().skip(1))
    }
}

#[differentiable]
fn indices(v: &[f64]) -> impl Iterator<Item = usize> + '_ {
    0..v.len()
}

#[differentiable]
fn arbitrary(v: &[f64]) -> impl Clone + '_ {
    v[0]
}

fn main() {}
