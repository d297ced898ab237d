//! Recursive enums.
use pullback::{Differentiable, check_grad, differentiable};

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
