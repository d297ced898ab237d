//! Methods with bodies, called through objects that borrow.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable(dyn(opt_in))]
trait Sampled {
    fn at(&self, x: f64) -> f64;

    fn spread(&self, x: f64, weights: &[f64]) -> f64 {
        let y = self.at(x);
        let mut sum = 0.0;
        for w in weights {
            sum += w * y;
        }
        if sum > 0.0 { sum * self.at(y) } else { self.at(sum) }
    }

    fn nested(&self, x: f64) -> f64 {
        self.spread(self.at(x), &[x, 0.5]) * x
    }
}

#[derive(Clone, Differentiable)]
struct Window<'a> {
    values: &'a [f64],
}

#[differentiable(dyn)]
impl<'a> Sampled for Window<'a> {
    fn at(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for v in self.values.iter() {
            sum = (sum + v * x).sin();
        }
        sum
    }
}

/// One of the methods is its own.
#[derive(Clone, Differentiable)]
struct Scaled<'a> {
    of: &'a [f64],
    by: f64,
}

#[differentiable(dyn)]
impl<'a> Sampled for Scaled<'a> {
    fn at(&self, x: f64) -> f64 {
        self.of[0] * x.cos() * self.by
    }

    fn spread(&self, x: f64, weights: &[f64]) -> f64 {
        self.of[1] * weights[0] * x
    }
}

#[differentiable(dyn)]
impl Sampled for f64 {
    fn at(&self, x: f64) -> f64 {
        *self * x
    }
}

#[differentiable]
fn window<'a>(values: &'a [f64], wide: bool) -> Box<dyn Sampled + 'a> {
    if wide {
        Box::new(Window { values })
    } else {
        Box::new(Scaled {
            of: &values[1..],
            by: 0.7,
        })
    }
}

#[differentiable]
fn weighed(sampled: &dyn Sampled, x: f64) -> f64 {
    sampled.nested(x) * sampled.at(x)
}

#[differentiable(types(window = fn(..) -> Box<dyn Sampled + '_>))]
fn sampled(values: &[f64], x: f64) -> f64 {
    let mut sum = x;
    for k in 0..4 {
        let sampled = window(values, k % 2 == 0);
        sum += sampled.nested(sum) + sampled.spread(x, &values[k..]);
        if k > 1 {
            sum *= weighed(sampled.as_ref(), x);
        }
    }
    sum + weighed(&x, sum)
}

#[test]
fn methods_with_bodies_run_again_on_the_way_back() {
    for x in [0.4, 0.9, -0.6] {
        check_grad!(sampled(&[0.3, -0.7, 1.2, 0.4], x)).unwrap();
    }
}
