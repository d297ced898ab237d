//! Functions that return references to constants, against differences.
use pullback::{Differentiable, check_grad, differentiable};

const TWO: [f64; 2] = [1.0, 1.0];
const NODES: &[f64] = &[-0.57735, 0.57735];
static THREE: [f64; 3] = [5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0];

trait Tabulated {
    const WEIGHTS: &'static [f64];
}
struct Own;
impl Tabulated for Own {
    const WEIGHTS: &'static [f64] = &[0.2, 0.3, 0.5];
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Rule {
    Two,
    Three,
    Table(f64),
}

#[differentiable]
impl Rule {
    const fn stages(self) -> usize {
        match self {
            Rule::Two => 2,
            _ => 3,
        }
    }
    const fn weights(self) -> &'static [f64] {
        match self {
            Rule::Two => &TWO,
            Rule::Three => &THREE,
            Rule::Table(_) => Own::WEIGHTS,
        }
    }
    fn nodes(&self) -> &'static [f64] {
        if let Rule::Two = self {
            return NODES;
        }
        let count = self.stages();
        &THREE[..count]
    }
    fn weight(&self, i: usize) -> Option<&'static f64> {
        TWO.get(i)
    }
    fn integral(&self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (i, w) in self.weights().iter().enumerate() {
            sum += w * x[i].sin();
        }
        let nodes = self.nodes();
        for i in 0..nodes.len() {
            sum *= 1.0 + nodes[i] * x[i];
        }
        let first = match self.weight(0) {
            Some(w) => *w * x[0],
            None => x[1],
        };
        sum + dot(self.nodes(), x) * dot(nodes, x) + first
    }
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[differentiable(dyn)]
trait Quadrature {
    fn table(&self) -> &'static [f64];
    fn scaled(&self, k: f64) -> f64 {
        self.table()[0] * k * k
    }
}

#[derive(Clone, Differentiable)]
struct Scaled {
    by: f64,
}

#[differentiable(dyn)]
impl Quadrature for Scaled {
    fn table(&self) -> &'static [f64] {
        if self.by > 0.0 { &[2.0, 3.0] } else { NODES }
    }
}

#[derive(Clone, Differentiable)]
struct Solver {
    rule: Rule,
    scale: f64,
}

#[differentiable]
impl Solver {
    fn integral(&self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.rule.stages() {
            let w = self.rule.weights()[i];
            sum += w * x[i] * x[i];
        }
        for (w, x) in self.rule.nodes().iter().zip(x) {
            sum += self.scale * w * x;
        }
        sum * self.rule.weights().len() as f64
    }
}

#[differentiable]
fn of_solver(s: &Solver, x: &[f64]) -> f64 {
    let mut total = 0.0;
    for _ in 0..2 {
        total += s.integral(x) * s.rule.integral(x);
    }
    for w in s.rule.weights().iter() {
        total += w * x[0];
    }
    let w: &'static [f64] = s.rule.weights();
    total + w[0] * x[1]
}

/// Handed on, the constant has to be known as one.
#[differentiable(types(weights = fn(..) -> &'static [f64]))]
fn handed_on(s: &Solver, x: &[f64]) -> f64 {
    let w = s.rule.weights();
    dot(s.rule.weights(), x) * dot(w, x) * s.scale
}

#[differentiable]
fn of_object(of: &dyn Quadrature, x: f64) -> f64 {
    let mut sum = of.scaled(x);
    for i in 0..2 {
        sum += of.table()[i] * x.sin();
    }
    sum
}

#[differentiable]
fn of_scaled(s: &Scaled, x: f64) -> f64 {
    of_object(s, x) * s.by + s.table()[1] * x
}

#[test]
fn constants_by_reference_have_no_derivative_and_what_they_are_multiplied_with_has() {
    for rule in [Rule::Two, Rule::Three, Rule::Table(2.0)] {
        let solver = Solver { rule, scale: 0.3 };
        check_grad!(of_solver(&solver, &[0.3, 0.7, -0.4])).unwrap();
        check_grad!(handed_on(&solver, &[0.3, 0.7, -0.4])).unwrap();
    }
    for by in [0.8, -0.8] {
        check_grad!(of_scaled(&Scaled { by }, 0.6)).unwrap();
    }
}

/// A method of another type under the name of one that returns a constant.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Fitted {
    weights: Vec<f64>,
}
#[differentiable]
impl Fitted {
    fn weights(&self) -> &[f64] {
        &self.weights
    }
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Even {
    scale: f64,
}
#[differentiable]
impl Even {
    fn weights(&self) -> &'static [f64] {
        &TWO
    }
    fn applied(&self, fitted: &Fitted) -> f64 {
        let weights: &[f64] = fitted.weights();
        let own = self.weights();
        let mut sum = weights[1] * self.scale;
        for i in 0..2 {
            let again: &[f64] = fitted.weights();
            sum += self.scale * weights[i] * own[i] * again.iter().sum::<f64>();
        }
        sum
    }
}
#[differentiable]
fn fitted(fitted: &Fitted, even: &Even) -> f64 {
    even.applied(fitted)
}
#[test]
fn another_type_may_lend_under_the_name_of_a_constant() {
    let weights = vec![0.3, -1.2];
    check_grad!(fitted(&Fitted { weights }, &Even { scale: 0.7 })).unwrap();
}
