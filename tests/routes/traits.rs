//! Functions of traits that return references.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
trait Table {
    fn weights(&self) -> &[f64];

    fn weight_mut(&mut self, i: usize) -> &mut f64;

    fn leading(&self) -> &f64 {
        &self.weights()[0]
    }

    fn norm(&self) -> f64 {
        let mut sum = 0.0;
        for w in self.weights() {
            sum += w * w;
        }
        sum * *self.leading()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Dense {
    data: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    scale: f64,
    data: [f64; 2],
}

#[differentiable]
impl Table for Dense {
    fn weights(&self) -> &[f64] {
        &self.data
    }

    fn weight_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.data[i]
    }
}

#[differentiable]
impl Table for Pair {
    fn weights(&self) -> &[f64] {
        &self.data
    }

    fn weight_mut(&mut self, i: usize) -> &mut f64 {
        if i > 1 {
            return &mut self.scale;
        }
        &mut self.data[i]
    }

    fn leading(&self) -> &f64 {
        &self.scale
    }
}

#[differentiable]
fn changed<T: Table>(table: &mut T, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        *table.weight_mut(i) *= k + i as f64;
        let weights: &[f64] = table.weights();
        sum += weights[1] * *table.weight_mut(i) * table.norm();
    }
    sum
}

#[differentiable]
fn both(a: &Dense, b: &Pair, k: f64) -> f64 {
    let (mut a, mut b) = (a.clone(), b.clone());
    changed(&mut a, k) + changed(&mut b, k * k) * *b.leading()
}

#[test]
fn receivers_behind_traits() {
    let a = Dense {
        data: vec![0.5, -1.5, 2.5],
    };
    let b = Pair {
        scale: 0.3,
        data: [1.5, 0.25],
    };
    check_grad!(both(&a, &b, 0.7)).unwrap();
}
