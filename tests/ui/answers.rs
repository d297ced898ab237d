//! What a variable that is set aside answers has no derivative of what it is given.

use pullback::differentiable;

struct Kind {
    scale: f64,
    count: usize,
}

impl Kind {
    fn measure(&self, state: &[f64]) -> f64 {
        self.scale * state[0]
    }

    fn at(&mut self, x: f64) -> f64 {
        self.count += 1;
        self.scale * x
    }

    fn beyond(&self, x: f64) -> Option<f64> {
        (x > self.scale).then_some(x - self.scale)
    }
}

#[differentiable(no_diff(kind))]
fn measured(state: &[f64], scale: f64) -> f64 {
    let kind = Kind { scale, count: 0 };
    state[1] + kind.measure(state)
}

#[differentiable(no_diff(kind))]
fn changed(x: f64) -> f64 {
    let mut kind = Kind { scale: 2.0, count: 0 };
    let y = kind.at(x * x);
    if kind.at(x) > 1.0 { y } else { x }
}

#[differentiable(no_diff(weigh))]
fn weighed(x: f64) -> f64 {
    let weigh = |x: f64| x * 3.0;
    x + weigh(x)
}

#[differentiable(no_diff(kind))]
fn matched(x: f64) -> f64 {
    let kind = Kind { scale: 2.0, count: 0 };
    let mut y = match kind.beyond(x) {
        Some(beyond) => beyond,
        None => x,
    };
    if let Some(beyond) = kind.beyond(x * x) {
        y += beyond;
    }
    y += kind.measure(&[x]);
    y
}

#[differentiable(no_diff(kind))]
fn chosen(x: f64) -> f64 {
    let mut kind = Kind { scale: 2.0, count: 0 };
    match x > 1.0 {
        true => { kind.at(x) }
        false => match Some(kind.at(x)) {
            Some(y) => y,
            None => x,
        },
    }
}

impl Kind {
    fn put(&self, x: f64, out: &mut f64) {
        *out = self.scale * x;
    }
}

trait Added {
    fn added_to(self, sum: &mut f64);
}

impl Added for f64 {
    fn added_to(self, sum: &mut f64) {
        *sum += self;
    }
}

#[differentiable(no_diff(kind))]
fn put(x: f64, sum: &mut f64) -> f64 {
    let mut kind = Kind { scale: 2.0, count: 0 };
    let mut y = 1.0;
    kind.put(x, &mut y);
    kind.put(x * y, sum);
    kind.at(x).added_to(sum);
    y * x
}

struct Model {
    kind: Kind,
}

impl Model {
    fn kind(&self) -> &Kind {
        &self.kind
    }
}

#[differentiable(no_diff(.kind))]
fn of_a_field(#[no_diff] model: &Model, state: &[f64]) -> f64 {
    state[1] + model.kind.measure(state) + model.kind().measure(state)
}

#[differentiable(no_diff(.rows))]
fn chained(#[no_diff] table: &Table, weights: &[f64]) -> f64 {
    let mut sum = 0.0;
    for weight in table.rows.iter().map(|row| weights[*row]) {
        sum += weight;
    }
    sum * table.rows.iter().map(|row| weights[*row]).sum::<f64>()
}

struct Table {
    rows: Vec<usize>,
}

#[differentiable(no_diff(.kind))]
fn put_by_a_field(#[no_diff] model: &Model, x: f64) -> f64 {
    let mut y = 1.0;
    model.kind.put(x, &mut y);
    y * x
}

fn main() {}
