//! Recursion: over halves of a slice, over boxed trees of numbers and of vectors, over formulas.

use crate::harness::{Computed, Objective, Table, along_directions};
use crate::objectives::numbers_without_a_pattern;
use pullback::{Cotangent, Differentiable, Workspace, differentiable};
use std::hint::black_box;

const LEAVES: usize = 4096;

#[differentiable]
fn product(x: &[f64]) -> f64 {
    let n = x.len();
    if n == 1 {
        return x[0];
    }
    product(&x[..n / 2]) * product(&x[n / 2..])
}

#[derive(Clone, Debug, Differentiable)]
enum Tree {
    Leaf(f64),
    Node(Box<Tree>, Box<Tree>),
}

#[differentiable]
fn product_of_leaves(tree: &Tree, x: f64) -> f64 {
    match tree {
        Tree::Leaf(v) => v * x,
        Tree::Node(left, right) => product_of_leaves(left, x) * product_of_leaves(right, x),
    }
}

/// A sentence's parse tree: words are vectors, and so is what a node makes of its two parts.
#[derive(Clone, Debug, Differentiable)]
enum Phrase {
    Word(Vec<f64>),
    Pair(Box<Phrase>, Box<Phrase>),
}

/// `tanh(W [left; right])`, row by row.
#[differentiable]
fn meaning(phrase: &Phrase, weights: &[f64]) -> Vec<f64> {
    match phrase {
        Phrase::Word(vector) => vector.clone(),
        Phrase::Pair(left, right) => {
            let left = meaning(left, weights);
            let right = meaning(right, weights);
            let n = left.len();
            let mut both = vec![0.0; n];
            for i in 0..n {
                let row = &weights[2 * n * i..2 * n * (i + 1)];
                let mut sum = 0.0;
                for j in 0..n {
                    sum += row[j] * left[j] + row[n + j] * right[j];
                }
                both[i] = sum.tanh();
            }
            both
        }
    }
}

#[differentiable]
fn score(phrase: &Phrase, weights: &[f64]) -> f64 {
    let vector = meaning(phrase, weights);
    let mut sum = 0.0;
    for x in &vector {
        sum += x * x;
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
enum Formula {
    Constant(f64),
    Variable,
    Sum(Box<Formula>, Box<Formula>),
    Product(Box<Formula>, Box<Formula>),
    Sine(Box<Formula>),
}

#[differentiable]
fn evaluate(formula: &Formula, x: f64) -> f64 {
    match formula {
        Formula::Constant(c) => *c,
        Formula::Variable => x,
        Formula::Sum(a, b) => evaluate(a, x) + evaluate(b, x),
        Formula::Product(a, b) => evaluate(a, x) * evaluate(b, x),
        Formula::Sine(a) => evaluate(a, x).sin(),
    }
}

/// Product and gradient with one stack of the nodes' factors, as one would write it.
mod by_hand {
    use super::{Tree, TreeCotangent};

    pub fn forward(stack: &mut Vec<(f64, f64)>, tree: &Tree, x: f64) -> f64 {
        match tree {
            Tree::Leaf(v) => v * x,
            Tree::Node(left, right) => {
                let (a, b) = (forward(stack, left, x), forward(stack, right, x));
                stack.push((a, b));
                a * b
            }
        }
    }

    pub fn backward(stack: &mut Vec<(f64, f64)>, tree: &Tree, bar: &mut TreeCotangent, x: f64, seed: f64) -> f64 {
        match (tree, bar) {
            (Tree::Leaf(v), TreeCotangent::Leaf(v_bar)) => {
                *v_bar += seed * x;
                seed * v
            }
            (Tree::Node(left, right), TreeCotangent::Node(left_bar, right_bar)) => {
                let (a, b) = stack.pop().expect("a node left its factors");
                let x_bar = backward(stack, right, right_bar, x, seed * a);
                x_bar + backward(stack, left, left_bar, x, seed * b)
            }
            _ => unreachable!("the cotangent is of the tree's shape"),
        }
    }
}

/// A full tree; its shape does not matter to what it costs, as long as it is not a list.
fn grown<T>(leaves: &mut impl FnMut() -> T, count: usize, join: fn(T, T) -> T) -> T {
    if count == 1 {
        return leaves();
    }
    let left = grown(leaves, count / 2, join);
    join(left, grown(leaves, count - count / 2, join))
}

fn components<D: Cotangent>(cotangents: &[&D]) -> Vec<f64> {
    let mut flat = Vec::new();
    for cotangent in cotangents {
        cotangent.flatten_into(&mut flat);
    }
    flat
}

pub fn all(table: &Table) {
    let x: Vec<f64> = numbers_without_a_pattern()
        .take(LEAVES)
        .map(|x| 1.0 + 0.01 * x)
        .collect();
    slices(table, &x);
    boxes(table, &x);
    vectors(table);
    formulas(table);
}

fn slices(table: &Table, x: &[f64]) {
    let (mut workspace, mut bar) = (Workspace::new(), vec![0.0; x.len()]);
    let (mut products, mut hand_bar) = (Vec::new(), bar.clone());
    let objective = Objective::new("product over a tree of 4096")
        .anchor("by hand 3.5 with one tape of bytes, 10 with closures on it, 62 with a box per call")
        .primal(|| product(black_box(x)))
        .kept(move |computed: &mut Computed| {
            bar.fill(0.0);
            let value = product::grad_into_with(&mut workspace, black_box(x), &mut bar);
            computed.gradient(&bar);
            value
        })
        .plain(|computed: &mut Computed| {
            let (value, gradient) = product::value_and_grad(black_box(x));
            computed.gradient(&gradient);
            value
        })
        .by_hand(move |computed: &mut Computed| {
            let value = crate::by_hand::small::product(black_box(x), &mut products, &mut hand_bar);
            computed.gradient(&hand_bar);
            value
        });
    table.add(objective, |_, gradient| {
        let all: f64 = x.iter().product();
        let exact: Vec<f64> = x.iter().map(|x| all / x).collect();
        let largest = exact.iter().fold(1.0f64, |a, b| a.max(b.abs()));
        let relative = |x: &[f64]| x.iter().map(|a| a / largest).collect::<Vec<_>>();
        crate::differences::assert_close("tree", &relative(gradient), &relative(&exact), 1e-12);
    });
}

fn boxes(table: &Table, leaves: &[f64]) {
    let mut values = leaves.iter();
    let tree = grown(
        &mut || Tree::Leaf(*values.next().expect("a leaf for each number")),
        LEAVES,
        |left, right| Tree::Node(Box::new(left), Box::new(right)),
    );
    let x = 1.0;
    let (mut workspace, mut bar, mut x_bar) = (Workspace::new(), tree.zero_cotangent(), 0.0);
    let (mut stack, mut hand_bar) = (Vec::new(), tree.zero_cotangent());
    let objective = Objective::new("product over a boxed tree of 4096")
        .primal(|| product_of_leaves(black_box(&tree), x))
        .kept(|computed: &mut Computed| {
            bar.scale(0.0);
            x_bar = 0.0;
            let value = product_of_leaves::grad_into_with(&mut workspace, black_box(&tree), x, &mut bar, &mut x_bar);
            computed.gathered(&(&bar, &x_bar), |(bar, x_bar)| {
                [components(&[*bar]), vec![**x_bar]].concat()
            });
            value
        })
        .plain(|computed: &mut Computed| {
            let gradient = product_of_leaves::value_and_grad(black_box(&tree), x);
            computed.gathered(&gradient.1, |(bar, x_bar)| [components(&[bar]), vec![*x_bar]].concat());
            gradient.0
        })
        .by_hand(|computed: &mut Computed| {
            hand_bar.scale(0.0);
            let value = by_hand::forward(&mut stack, black_box(&tree), x);
            let x_bar = by_hand::backward(&mut stack, &tree, &mut hand_bar, x, 1.0);
            computed.gathered(&(&hand_bar, x_bar), |(bar, x_bar)| {
                [components(&[*bar]), vec![*x_bar]].concat()
            });
            value
        });
    table.add(objective, |value, gradient| {
        let exact: Vec<f64> = leaves.iter().map(|leaf| value / leaf).collect();
        let largest = exact.iter().fold(1.0f64, |a, b| a.max(b.abs()));
        let relative = |x: &[f64]| x.iter().map(|a| a / largest).collect::<Vec<_>>();
        crate::differences::assert_close("boxed tree", &relative(&gradient[..LEAVES]), &relative(&exact), 1e-12);
    });
}

fn vectors(table: &Table) {
    const WORDS: usize = 64;
    const WIDTH: usize = 16;
    let mut numbers = numbers_without_a_pattern();
    let weights: Vec<f64> = numbers.by_ref().take(2 * WIDTH * WIDTH).map(|x| 0.3 * x).collect();
    let phrase = grown(
        &mut || Phrase::Word(numbers.by_ref().take(WIDTH).collect()),
        WORDS,
        |left, right| Phrase::Pair(Box::new(left), Box::new(right)),
    );
    let (mut workspace, mut bar, mut weights_bar) =
        (Workspace::new(), phrase.zero_cotangent(), weights.zero_cotangent());
    let objective = Objective::new("tree of vectors, 64 words of 16")
        .primal(|| score(black_box(&phrase), &weights))
        .kept(|computed: &mut Computed| {
            bar.scale(0.0);
            weights_bar.fill(0.0);
            let value = score::grad_into_with(&mut workspace, black_box(&phrase), &weights, &mut bar, &mut weights_bar);
            computed.gathered(&weights_bar, Vec::clone);
            value
        })
        .plain(|computed: &mut Computed| {
            let (value, (_, weights_bar)) = score::value_and_grad(black_box(&phrase), &weights);
            computed.gathered(&weights_bar, Vec::clone);
            value
        });
    table.add(objective, |_, gradient| {
        along_directions("tree of vectors", &weights, gradient, 1e-7, |weights| {
            score(&phrase, weights)
        });
    });
}

fn formulas(table: &Table) {
    let mut numbers = numbers_without_a_pattern();
    let mut leaf = 0usize;
    let formula = grown(
        &mut || {
            leaf += 1;
            match leaf % 3 {
                0 => Formula::Sine(Box::new(Formula::Variable)),
                1 => Formula::Product(Box::new(Formula::Variable), Box::new(Formula::Variable)),
                _ => Formula::Constant(numbers.next().expect("they do not end")),
            }
        },
        1024,
        |left, right| Formula::Sum(Box::new(left), Box::new(right)),
    );
    let x = 0.7;
    let (mut workspace, mut bar, mut x_bar) = (Workspace::new(), formula.zero_cotangent(), 0.0);
    let objective = Objective::new("formula tree of 1024 terms")
        .primal(|| evaluate(black_box(&formula), x))
        .kept(|computed: &mut Computed| {
            bar.scale(0.0);
            x_bar = 0.0;
            let value = evaluate::grad_into_with(&mut workspace, black_box(&formula), x, &mut bar, &mut x_bar);
            computed.gradient(&x_bar);
            value
        })
        .plain(|computed: &mut Computed| {
            let (value, (_, x_bar)) = evaluate::value_and_grad(black_box(&formula), x);
            computed.gradient(&x_bar);
            value
        });
    table.add(objective, |_, gradient| {
        along_directions("formula tree", &x, gradient, 1e-8, |x| evaluate(&formula, *x));
    });
}
