//! Functions under another name of their type: `type Objective<'a, X> = dyn Fn(&X) -> f64 + 'a`.
use pullback::{Differentiable, check_grad, differentiable};

type Value<'a, X> = dyn for<'b> Fn(&'b X) -> f64 + 'a;
type Slope<'a, X> = dyn for<'b> Fn(&'b mut X, &'b X) + 'a;
type Plain = fn(f64) -> f64;

#[differentiable]
trait Array: Clone {
    fn move_by(&mut self, other: &Self, k: f64);
    fn dot(&self, other: &Self) -> f64;
}

#[differentiable]
impl Array for Vec<f64> {
    fn move_by(&mut self, other: &Self, k: f64) {
        for (a, b) in self.iter_mut().zip(other) {
            *a += k * b;
        }
    }
    fn dot(&self, other: &Self) -> f64 {
        self.iter().zip(other).map(|(a, b)| a * b).sum()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct State<X> {
    x: X,
    slope: X,
    value: f64,
    steps: usize,
}

#[differentiable(types(Value = dyn Fn(&X) -> f64, Slope = dyn Fn(&mut X, &X)))]
trait Optimizer {
    fn optimize<'a, X: Array + 'static>(&self, f: &'a Value<'_, X>, df: &'a Slope<'_, X>, start: &X) -> State<X>;

    fn twice<X: Array + 'static>(&self, f: &Value<'_, X>, df: &Slope<'_, X>, start: &X) -> State<X> {
        let first = self.optimize(f, df, start);
        self.optimize(f, df, &first.x)
    }
}

#[differentiable]
trait LineSearch {
    fn search(&self, f: &dyn Fn(f64) -> f64, df: &dyn Fn(f64) -> f64, start: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Halving {
    least: f64,
}

#[differentiable]
impl LineSearch for Halving {
    fn search(&self, f: &dyn Fn(f64) -> f64, df: &dyn Fn(f64) -> f64, start: f64) -> f64 {
        let mut rate = start;
        while rate > self.least && f(rate) + 0.1 * rate * df(rate) > f(0.0) {
            rate *= 0.5;
        }
        rate - 0.01 * df(rate) / (1.0 + df(0.0).abs())
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Descent {
    rate: f64,
    search: Halving,
    #[no_diff]
    steps: usize,
}

#[differentiable(types(Value = dyn Fn(&X) -> f64, Slope = dyn Fn(&mut X, &X)))]
impl Descent {
    fn step<'a, X: Array + 'static>(&self, f: &'a Value<'_, X>, df: &'a Slope<'_, X>, state: &mut State<X>) {
        df(&mut state.slope, &state.x);
        state.value = f(&state.x);
        // Both look at the state that is changed before and after: through `&` no closure changes what it captured.
        let along = |rate: f64| -> f64 {
            let mut x = state.x.clone();
            x.move_by(&state.slope, -rate);
            f(&x)
        };
        let along_slope = |rate: f64| -> f64 {
            let (mut x, mut slope) = (state.x.clone(), state.slope.clone());
            x.move_by(&state.slope, -rate);
            df(&mut slope, &x);
            -state.slope.dot(&slope)
        };
        let rate = self.search.search(&along, &along_slope, self.rate);
        state.x.move_by(&state.slope, -rate);
        self.count(df, state);
    }

    fn count<X: Array + 'static>(&self, _: &Slope<'_, X>, state: &mut State<X>) {
        state.steps += 1;
        state.value *= 1.0 + self.rate;
    }
}

#[differentiable(types(Value = dyn Fn(&X) -> f64, Slope = dyn Fn(&mut X, &X)))]
impl Optimizer for Descent {
    fn optimize<'a, X: Array + 'static>(&self, f: &'a Value<'_, X>, df: &'a Slope<'_, X>, start: &X) -> State<X> {
        let mut state = State {
            x: start.clone(),
            slope: start.clone(),
            value: 0.0,
            steps: 0,
        };
        while state.steps < self.steps && state.value >= 0.0 {
            self.step(f, df, &mut state);
        }
        state
    }
}

/// The least squares of what is observed, from its own slope.
#[differentiable]
fn fitted(observed: &[f64], weights: &[f64], rate: f64) -> f64 {
    let f = |x: &Vec<f64>| -> f64 {
        x.iter()
            .zip(observed)
            .zip(weights)
            .map(|((x, y), w)| w * (x - y) * (x - y))
            .sum()
    };
    let df = |g: &mut Vec<f64>, x: &Vec<f64>| {
        for i in 0..x.len() {
            g[i] = 2.0 * weights[i] * (x[i] - observed[i]);
        }
    };
    let start = vec![0.5; observed.len()];
    let state = Descent {
        rate,
        search: Halving { least: 1e-3 },
        steps: 3,
    }
    .twice(&f, &df, &start);
    state.value + state.x.dot(&state.slope)
}

#[differentiable(types(Plain = fn(f64) -> f64))]
fn repeated(f: Plain, x: f64, times: usize) -> f64 {
    let mut x = x;
    for _ in 0..times {
        x = f(x) * x;
    }
    x
}

#[differentiable]
fn bent(x: f64) -> f64 {
    x.sin() + 1.0
}

#[differentiable]
fn bent_again(x: f64) -> f64 {
    repeated(bent, x, 3) * repeated(bent, x * x, 1)
}

#[test]
fn functions_under_another_name() {
    let (observed, weights) = ([0.3, -0.7, 1.2], [1.0, 0.4, 2.0]);
    check_grad!(fitted(&observed, &weights, 0.1)).unwrap();
    assert_eq!(
        fitted::value_and_grad(&observed, &weights, 0.1).0.to_bits(),
        fitted(&observed, &weights, 0.1).to_bits()
    );
    check_grad!(bent_again(0.7)).unwrap();
}
