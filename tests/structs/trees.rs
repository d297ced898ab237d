//! Recursive enums.
use pullback::{Differentiable, check_grad, differentiable, no_diff};
use std::marker::PhantomData;

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Expression {
    Constant(f64),
    Variable,
    Sum(Box<Expression>, Box<Expression>),
    Product {
        left: Box<Expression>,
        right: Box<Expression>,
    },
    Power(Box<Expression>, #[no_diff] i32),
}

#[differentiable]
fn evaluate(e: &Expression, x: f64) -> f64 {
    match e {
        Expression::Constant(c) => *c,
        Expression::Variable => x,
        Expression::Sum(a, b) => evaluate(a, x) + evaluate(b, x),
        Expression::Product { left, right } => evaluate(left, x) * evaluate(right, x),
        Expression::Power(base, n) => evaluate(base, x).powi(*n),
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Shape {
    Circle(f64),
    Rectangle { width: f64, height: f64 },
    Empty,
}

#[differentiable]
fn area(shapes: &[Shape], scale: f64) -> f64 {
    let mut total = 0.0;
    for shape in shapes {
        total += match shape {
            Shape::Circle(r) if *r > 1.0 => r * r * 3.0,
            Shape::Circle(r) => r * scale,
            Shape::Rectangle { width, height } => width * height * scale,
            Shape::Empty => scale,
        };
    }
    total
}

#[differentiable]
fn grown(shape: Shape, k: f64) -> Shape {
    match shape {
        Shape::Circle(r) => Shape::Circle(r * k),
        Shape::Rectangle { width, height } => Shape::Rectangle {
            width: width * k,
            height,
        },
        Shape::Empty => Shape::Empty,
    }
}

#[differentiable]
fn grown_area(shape: &Shape, k: f64) -> f64 {
    let mut now = shape.clone();
    for _ in 0..3 {
        now = grown(now, k);
    }
    area(&[now], k)
}

#[test]
fn trees_have_the_gradients_that_differences_say() {
    use Expression::*;
    let tree = Sum(
        Box::new(Product {
            left: Box::new(Constant(3.0)),
            right: Box::new(Power(Box::new(Variable), 2)),
        }),
        Box::new(Sum(Box::new(Constant(-1.5)), Box::new(Variable))),
    );
    check_grad!(evaluate(&tree, 1.7)).unwrap();
    let shapes = [
        Shape::Circle(2.0),
        Shape::Circle(0.5),
        Shape::Empty,
        Shape::Rectangle {
            width: 2.0,
            height: 3.0,
        },
    ];
    check_grad!(area(&shapes, 1.3)).unwrap();
    for shape in &shapes {
        check_grad!(grown_area(shape, 1.1)).unwrap();
    }
}

#[differentiable]
impl Expression {
    /// Its own function by its path: what each call keeps is on one stack.
    fn by_path(&self, x: f64) -> f64 {
        match self {
            Expression::Constant(c) => *c,
            Expression::Variable => x,
            Expression::Sum(a, b) => Self::by_path(a, x) + Self::by_path(b, x),
            Expression::Product { left, right } => Self::by_path(left, x) * Self::by_path(right, x),
            Expression::Power(base, n) => Self::by_path(base, x).powi(*n),
        }
    }

    /// By a method's name, which may be another type's.
    fn by_method(&self, x: f64) -> f64 {
        match self {
            Expression::Constant(c) => *c,
            Expression::Variable => x,
            Expression::Sum(a, b) => a.by_method(x) + b.by_method(x),
            Expression::Product { left, right } => left.by_method(x) * Self::by_method(right, x),
            Expression::Power(base, n) => base.by_method(x).powi(*n),
        }
    }

    fn again(&self, x: f64, n: usize) -> f64 {
        if n == 0 {
            return self.by_path(x);
        }
        self.again(x * 0.5, n - 1) * x
    }

    fn consumed(self, x: f64) -> f64 {
        match self {
            Expression::Constant(c) => c,
            Expression::Variable => x,
            Expression::Sum(a, b) => Self::consumed(*a, x) + Self::consumed(*b, x),
            Expression::Product { left, right } => Self::consumed(*left, x) * Self::consumed(*right, x),
            Expression::Power(base, n) => Self::consumed(*base, x).powi(n),
        }
    }

    fn grow(&mut self, k: f64) {
        match self {
            Expression::Constant(c) => *c *= k,
            Expression::Variable => {}
            Expression::Sum(a, b) => {
                Self::grow(a, k);
                Self::grow(b, k * k);
            }
            Expression::Product { left, right } => {
                Self::grow(left, k * 0.5);
                Self::grow(right, k);
            }
            Expression::Power(base, _) => Self::grow(base, k),
        }
    }
}

#[differentiable]
fn by_every_way(e: &Expression, x: f64) -> f64 {
    let mut grown = e.clone();
    grown.grow(x);
    e.by_path(x) + e.by_method(x) * e.again(x, 2) + e.clone().consumed(x) + grown.by_path(x)
}

/// Vectors in the leaves, loops and a tape in each call.
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Phrase {
    Word(Vec<f64>),
    Pair(Box<Phrase>, Box<Phrase>),
    Many(Vec<Phrase>),
}

#[differentiable]
fn meaning(phrase: &Phrase, weights: &[f64]) -> Vec<f64> {
    match phrase {
        Phrase::Word(vector) => vector.clone(),
        Phrase::Pair(left, right) => {
            let left = meaning(left, weights);
            let right = meaning(right, weights);
            let mut both = vec![0.0; left.len()];
            for i in 0..left.len() {
                let mut sum = 0.0;
                for j in 0..left.len() {
                    sum += weights[i] * left[j] + weights[j] * right[i] * right[j];
                }
                both[i] = sum.tanh();
            }
            both
        }
        Phrase::Many(phrases) => {
            let mut sum = weights.to_vec();
            for phrase in phrases {
                let next = meaning(phrase, &sum);
                for i in 0..sum.len() {
                    sum[i] = (sum[i] + next[i]).sin();
                }
            }
            sum
        }
    }
}

#[differentiable]
fn length(phrase: &Phrase, weights: &[f64]) -> f64 {
    meaning(phrase, weights).iter().map(|x| x * x).sum()
}

#[test]
fn methods_that_call_themselves_have_the_gradients_that_differences_say() {
    use Expression::*;
    let tree = Sum(
        Box::new(Product {
            left: Box::new(Constant(3.0)),
            right: Box::new(Power(Box::new(Sum(Box::new(Variable), Box::new(Constant(0.3)))), 2)),
        }),
        Box::new(Sum(Box::new(Constant(-1.5)), Box::new(Variable))),
    );
    check_grad!(by_every_way(&tree, 0.7)).unwrap();
    check_grad!(by_every_way(&Variable, 0.7)).unwrap();
}

#[test]
fn trees_of_vectors_have_the_gradients_that_differences_say() {
    use Phrase::*;
    let pair = |left, right| Pair(Box::new(left), Box::new(right));
    let phrase = pair(
        pair(
            Word(vec![0.5, -0.2]),
            Many(vec![Word(vec![0.1, 0.3]), Word(vec![-0.7, 0.2])]),
        ),
        Many(vec![
            pair(Word(vec![0.4, 0.6]), Word(vec![-0.3, 0.9])),
            Many(Vec::new()),
        ]),
    );
    check_grad!(length(&phrase, &[0.8, -0.6])).unwrap();
}

/// Two types that contain each other.
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Statement {
    Add(f64),
    Repeat(Box<Block>, #[no_diff] usize),
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Block {
    statements: Vec<Statement>,
    damping: f64,
}

#[differentiable(recursive)]
fn run(block: &Block, x: f64) -> f64 {
    let mut x = x;
    for statement in &block.statements {
        x = execute(statement, x) * block.damping;
    }
    x
}

#[differentiable]
fn execute(statement: &Statement, x: f64) -> f64 {
    match statement {
        Statement::Add(term) => x + term * x.sin(),
        Statement::Repeat(block, times) => {
            let mut x = x;
            for _ in 0..*times {
                x = run(block, x);
            }
            x
        }
    }
}

#[test]
fn types_that_contain_each_other_have_the_gradients_that_differences_say() {
    let inner = Block {
        statements: vec![Statement::Add(0.4), Statement::Add(-1.2)],
        damping: 0.8,
    };
    let outer = Block {
        statements: vec![
            Statement::Add(0.3),
            Statement::Repeat(Box::new(inner), 3),
            Statement::Add(0.7),
        ],
        damping: 1.1,
    };
    check_grad!(run(&outer, 0.6)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
enum Call {
    Number(f64),
    Of(#[no_diff] &'static str, Box<Call>),
    Between(#[no_diff] (&'static str, u8), Box<Call>, Box<Call>),
}

#[differentiable]
impl Call {
    fn value(&self) -> Result<f64, String> {
        Ok(match self {
            Call::Number(x) => *x,
            Call::Of(name, inner) => {
                let x = inner.value()?;
                match *name {
                    "sin" | "sine" => x.sin(),
                    "ln" if x > 0.0 => x.ln(),
                    other => return Err(other.to_string()),
                }
            }
            Call::Between((name, times), left, right) => {
                let (l, r) = (left.value()?, right.value()?);
                match (*name, *times) {
                    ("plus", k) => l + r * f64::from(k),
                    (what @ "times", _) if !what.is_empty() => l * r,
                    _ => return Err(format!("{name}?")),
                }
            }
        })
    }
}

#[differentiable]
fn value_or(call: &Call, otherwise: f64) -> f64 {
    call.value().unwrap_or(otherwise * otherwise)
}

#[test]
fn a_name_in_a_variant_chooses_what_is_computed() {
    let call = |name, x| Call::Of(name, Box::new(Call::Number(x)));
    let between = |how, l, r| Call::Between(how, Box::new(l), Box::new(r));
    let sum = between(("plus", 3), call("sine", 0.5), call("ln", 1.5));
    check_grad!(value_or(&between(("times", 0), sum.clone(), call("sin", 0.25)), 2.0)).unwrap();
    check_grad!(value_or(&between(("minus", 0), sum.clone(), sum), 2.0)).unwrap();
    check_grad!(value_or(&call("ln", -1.5), 2.0)).unwrap();
}

/// A node of a tree that is kept in a list, with counts of which some are missing.
#[derive(Debug, Clone, PartialEq, Differentiable)]
struct Listed {
    count: usize,
    sum: Vec<f64>,
    cost: f64,
    lower: Option<usize>,
    upper: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Differentiable)]
struct TreeInAList {
    nodes: Vec<Listed>,
}

#[differentiable]
impl TreeInAList {
    fn build(&mut self, x: &[f64], begin: usize, end: usize) -> usize {
        let mut node = Listed {
            count: end - begin,
            sum: vec![0.0; 2],
            cost: 0.0,
            lower: Option::None,
            upper: None,
        };
        if end - begin < 2 {
            node.lower = Option::None;
            node.upper = None;
            node.sum[0] = x[begin];
            return self.add(node);
        }
        let mid = (begin + end) / 2;
        node.lower = Option::Some(self.build(x, begin, mid));
        node.upper = Some(self.build(x, mid, end));
        for i in 0..2 {
            let (lower, upper) = (node.lower.unwrap(), node.upper.unwrap());
            node.sum[i] = self.nodes[lower].sum[i] * self.nodes[upper].sum[i] + 0.3;
        }
        node.cost = Self::cost(&self.nodes[node.lower.unwrap()], &x[begin..end])
            + Self::cost(&self.nodes[node.upper.unwrap()], &x[..2]);
        self.add(node)
    }

    fn cost(node: &Listed, center: &[f64]) -> f64 {
        let mut scatter = 0.0;
        for (i, center) in center.iter().enumerate().take(2) {
            let off = node.sum[i] / node.count as f64 - *center;
            scatter += off * off;
        }
        node.cost + node.count as f64 * scatter
    }

    fn add(&mut self, node: Listed) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        index
    }

    fn filter(&self, node: usize, sums: &mut [Vec<f64>], counts: &mut Vec<usize>) -> f64 {
        if self.nodes[node].lower.is_some() {
            return self.filter(self.nodes[node].lower.unwrap(), sums, counts)
                + self.filter(self.nodes[node].upper.unwrap(), sums, counts);
        }
        for i in 0..2 {
            sums[0][i] += self.nodes[node].sum[i];
        }
        counts[0] += self.nodes[node].count;
        Self::cost(&self.nodes[node], &sums[0])
    }
}

#[differentiable]
fn clustered(x: &[f64]) -> f64 {
    let mut tree = TreeInAList { nodes: Vec::new() };
    let root = tree.build(x, 0, x.len());
    let (mut sums, mut counts) = (vec![vec![0.0; 2]], vec![0; 2]);
    let cost = tree.filter(root, &mut sums, &mut counts);
    cost + tree.nodes[root].cost * sums[0][1] + sums[0][0] * tree.nodes[root].sum[0] * counts[0] as f64
}

#[test]
fn counts_that_are_missing_are_written() {
    for x in [vec![0.3, 0.5, 0.9, -0.4, 0.8], vec![0.7, 0.2]] {
        check_grad!(clustered(&x)).unwrap();
    }
}

/// Of data whose types only the functions know.
#[derive(Clone, Debug, Differentiable)]
struct Split<X, Y> {
    left: Option<Box<Split<X, Y>>>,
    right: Vec<Split<X, Y>>,
    at: f64,
    _data: PhantomData<(X, Y)>,
}

#[differentiable]
impl<X: Clone, Y: Clone> Split<X, Y> {
    fn total(&self, x: f64) -> f64 {
        let mut sum = (self.at * x).sin();
        if let Some(left) = &self.left {
            sum += Self::total(left, x * x);
        }
        for right in &self.right {
            sum *= Self::total(right, x - self.at);
        }
        sum
    }
}

#[test]
fn a_tree_has_parameters_that_only_markers_use() {
    let leaf = |at| Split::<u8, String> {
        left: None,
        right: Vec::new(),
        at,
        _data: PhantomData,
    };
    let tree = Split {
        left: Some(Box::new(leaf(0.5))),
        right: vec![leaf(1.5), leaf(-0.7)],
        ..leaf(0.8)
    };
    #[differentiable]
    fn total(tree: &Split<u8, String>, x: f64) -> f64 {
        tree.total(x)
    }
    check_grad!(total(&tree, 0.7)).unwrap();
    let (bar, _) = tree.total_grad(0.7);
    let bar: SplitCotangent = bar;
    assert!(bar.right[1].at != 0.0);
}

#[derive(Clone, Debug, Differentiable)]
enum Formula {
    Constant(f64),
    Function(String, Vec<Formula>),
}

#[differentiable]
impl Formula {
    fn value(&self, x: f64) -> f64 {
        match self {
            Formula::Constant(v) => *v,
            Formula::Function(name, inner) => {
                let inner: Vec<f64> = inner.iter().map(|call| call.value(x)).collect();
                match (name.as_str(), inner.as_slice()) {
                    ("sin", [v]) => v.sin() * x,
                    ("max", [first, rest @ ..]) => rest.iter().fold(*first, |top, v| top.max(*v)),
                    (_, all) => all.iter().sum::<f64>() * x,
                }
            }
        }
    }
}

#[differentiable]
fn calculated(formula: &Formula, x: f64) -> f64 {
    formula.value(x)
}

#[test]
fn a_text_beside_values_chooses_what_is_done() {
    let call = |name: &str, inner: Vec<Formula>| Formula::Function(name.to_owned(), inner);
    let sine = call("sin", vec![Formula::Constant(0.4)]);
    let top = call(
        "max",
        vec![Formula::Constant(-0.3), sine.clone(), Formula::Constant(0.1)],
    );
    check_grad!(calculated(&call("sum", vec![top, Formula::Constant(1.5), sine]), 0.8)).unwrap();
}

/// A shape that owns some of its parts and shares others.
#[derive(Clone, Debug, Differentiable)]
enum Solid {
    Ball(f64),
    Shared(std::rc::Rc<Solid>, f64),
    Moved(Box<Solid>, f64),
}

#[differentiable]
impl Solid {
    fn distance(&self, x: f64) -> f64 {
        match self {
            Solid::Ball(r) => x.abs() - r,
            Solid::Shared(inner, k) => inner.distance(x) * k,
            Solid::Moved(inner, by) => inner.distance(x - by),
        }
    }
}

#[differentiable]
fn built(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        let ball = std::rc::Rc::new(Solid::Ball(x[0]));
        let mut solid = Solid::Moved(Box::new(Solid::Shared(ball.clone(), *v)), x[1]);
        sum += solid.distance(0.3);
        solid = Solid::Moved(Box::new(Solid::Moved(Box::new(solid), *v)), 0.1);
        sum += solid.distance(x[1]) * ball.distance(*v);
    }
    sum
}

#[test]
fn what_owns_some_of_its_parts_and_shares_others_gives_its_memory_up() {
    check_grad!(built(&[0.7, -0.4, 1.3])).unwrap();
    check_grad!(built(&[0.7, -0.4, 1.3, 0.2, 0.9])).unwrap();
}

/// Its methods call each other in a circle, and one is named like a map's.
#[derive(Clone, Debug, Differentiable)]
struct Cell {
    middle: f64,
    #[no_diff]
    half: f64,
    mass: f64,
    body: Option<f64>,
    children: Option<Box<[Option<Cell>; 2]>>,
}

#[differentiable]
impl Cell {
    fn at(middle: f64, half: f64) -> Self {
        Cell {
            middle,
            half: no_diff(half),
            mass: 0.0,
            body: None,
            children: None,
        }
    }

    fn insert(&mut self, at: f64, mass: f64) {
        let before = self.mass;
        self.middle = (self.middle * before + at * mass) / (before + mass);
        self.mass += mass;
        if before == 0.0 {
            self.body = Some(at);
            return;
        }
        if self.children.is_none() {
            self.children = Some(Box::new([None, None]));
            if let Some(old) = self.body.take() {
                self.insert_below(old, before);
            }
        }
        self.insert_below(at, mass);
    }

    fn insert_below(&mut self, at: f64, mass: f64) {
        let side = usize::from(no_diff(at > self.middle));
        let middle = if side == 1 {
            self.middle + self.half
        } else {
            self.middle - self.half
        };
        let half = self.half / 2.0;
        if let Some(children) = self.children.as_mut() {
            if children[side].is_none() {
                children[side] = Some(Cell::at(middle, half));
            }
            if let Some(child) = &mut children[side] {
                child.insert(at, mass);
            }
        }
    }

    fn pull(&self, at: f64) -> f64 {
        let mut sum = self.mass / ((self.middle - at).powi(2) + 0.1);
        if let Some(children) = &self.children {
            for child in children.iter().flatten() {
                sum += child.pull(at);
            }
        }
        sum
    }
}

#[differentiable]
fn pulled(at: &[f64], mass: f64) -> f64 {
    let mut root = Cell::at(0.0, 0.5);
    for (k, &at) in at.iter().enumerate() {
        root.insert(at, mass + k as f64 * 0.1);
    }
    at.iter().map(|&at| root.pull(at)).sum()
}

#[test]
fn methods_that_call_each_other_in_a_circle_build_a_tree() {
    check_grad!(pulled(&[0.31, -0.52, 0.63, -0.35, 0.57], 1.2)).unwrap();
}
