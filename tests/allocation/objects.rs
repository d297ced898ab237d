//! Calls through trait objects, and in cycles of functions: their pullbacks are in boxes that the workspace keeps.

use crate::allocated;
use allocation_counter::measure;
use pullback::{Differentiable, Workspace, check_grad, differentiable};
use std::hint::black_box;

#[differentiable(dyn)]
trait Force {
    fn energy(&self, x: f64) -> f64;
    fn weighted(&self, x: &[f64], k: f64) -> f64;
    fn harden(&mut self, factor: f64);
    fn order(&self) -> usize {
        2
    }
}

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Force for Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * (x * x).sin()
    }

    fn weighted(&self, x: &[f64], k: f64) -> f64 {
        let mut sum = k;
        for v in x {
            sum = (sum * v).tanh() + self.stiffness;
        }
        sum
    }

    fn harden(&mut self, factor: f64) {
        self.stiffness *= factor;
    }
}

/// Its pullback keeps nothing.
#[derive(Clone, Differentiable)]
struct Constant {
    level: f64,
}

#[differentiable]
impl Force for Constant {
    fn energy(&self, _x: f64) -> f64 {
        self.level
    }

    fn weighted(&self, x: &[f64], _k: f64) -> f64 {
        self.level * x[0]
    }

    fn harden(&mut self, factor: f64) {
        self.level += factor;
    }

    fn order(&self) -> usize {
        1
    }
}

/// An object of objects.
#[derive(Differentiable)]
struct Group {
    scale: f64,
    parts: Vec<Box<dyn Force>>,
}

#[differentiable]
impl Force for Group {
    fn energy(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for part in &self.parts {
            sum += part.energy(x * self.scale);
        }
        sum * x
    }

    fn weighted(&self, x: &[f64], k: f64) -> f64 {
        let mut sum = k;
        for part in &self.parts {
            sum = part.weighted(x, sum) * self.scale;
        }
        sum
    }

    fn harden(&mut self, factor: f64) {
        for part in self.parts.iter_mut() {
            part.harden(factor);
        }
    }
}

#[differentiable]
fn through_an_object(p: &dyn Force, x: f64, times: usize) -> f64 {
    let mut sum = x;
    for _ in 0..times {
        sum = p.energy(sum) * p.order() as f64;
    }
    sum
}

#[differentiable]
fn of_all(forces: &[Box<dyn Force>], x: &[f64], times: usize) -> f64 {
    let mut sum: f64 = 0.0;
    for t in 0..times {
        for (i, force) in forces.iter().enumerate() {
            if i % 3 == t % 2 {
                sum = force.weighted(x, sum.tanh());
            } else {
                sum += through_an_object(&**force, x[i], 2) * force.energy(sum.sin());
            }
        }
    }
    sum
}

/// Objects that are made in the function, and their cotangents.
#[differentiable]
fn made(k: f64, x: &[f64], times: usize) -> f64 {
    let mut forces: Vec<Box<dyn Force>> = Vec::new();
    for t in 0..times {
        if t % 2 == 0 {
            forces.push(Box::new(Spring { stiffness: k * x[0] }));
        } else {
            forces.push(Box::new(Constant { level: k }));
        }
    }
    let mut sum = 0.0;
    for force in forces.iter_mut() {
        force.harden(k);
        sum += force.energy(x[1]);
    }
    sum + of_one(k)
}

#[differentiable]
fn of_one(k: f64) -> f64 {
    let mut sum = k;
    for i in 0..4 {
        let force: Box<dyn Force> = if i > 2 {
            Box::new(Spring { stiffness: k })
        } else {
            Box::new(Constant { level: sum })
        };
        sum += through_an_object(&*force, k, 2);
    }
    sum
}

/// Recursion over objects, and through them.
#[differentiable]
fn halved(p: &dyn Force, x: f64, depth: usize) -> f64 {
    if depth == 0 {
        p.energy(x)
    } else {
        halved(p, p.energy(x), depth - 1) + x * halved(p, x * 0.5, depth - 1)
    }
}

#[differentiable]
fn hardened(k: f64, x: f64, times: usize) -> f64 {
    let mut spring = Spring { stiffness: k };
    let mut sum = 0.0;
    for _ in 0..times {
        harden(&mut spring, x);
        sum += spring.energy(x);
    }
    sum
}

#[differentiable]
fn harden(p: &mut dyn Force, x: f64) {
    p.harden(x);
    let by = p.energy(x);
    p.harden(by);
}

/// Functions that call each other.
#[differentiable(recursive)]
fn even(x: f64, n: usize) -> f64 {
    if n == 0 { x.sin() } else { odd(x * 1.1, n - 1) * x }
}

#[differentiable]
fn odd(x: f64, n: usize) -> f64 {
    if n == 0 { x } else { even(x.cos(), n - 1) + x * x }
}

/// A method that calls the one of its name on something else, that may be of its own type.
#[derive(Clone, Differentiable)]
struct Tree {
    value: f64,
    children: Vec<Tree>,
}

#[differentiable]
impl Tree {
    fn spread(&self, x: f64) -> f64 {
        let mut product = self.value * x;
        for child in &self.children {
            product *= child.spread(product.sin()) + 1.0;
        }
        product
    }
}

#[differentiable]
fn spread_of(tree: &Tree, x: f64) -> f64 {
    tree.spread(x)
}

fn tree(depth: usize) -> Tree {
    Tree {
        value: 0.3 + 0.1 * depth as f64,
        children: (0..depth).map(tree).collect(),
    }
}

fn forces() -> Vec<Box<dyn Force>> {
    let group = |scale| Group {
        scale,
        parts: vec![Box::new(Spring { stiffness: 0.7 }), Box::new(Constant { level: 0.2 })],
    };
    let outer = Group {
        scale: 0.8,
        parts: vec![Box::new(group(1.2)), Box::new(Spring { stiffness: 0.4 })],
    };
    vec![
        Box::new(Spring { stiffness: 1.3 }),
        Box::new(group(0.9)),
        Box::new(Constant { level: 0.5 }),
        Box::new(outer),
        Box::new(Spring { stiffness: 0.6 }),
    ]
}

#[differentiable(dyn)]
trait Terms {
    fn at(&self, i: usize) -> &f64;
    fn count(&self) -> usize;
}

#[derive(Clone, Differentiable)]
struct Listed {
    terms: Vec<f64>,
}

#[differentiable]
impl Terms for Listed {
    fn at(&self, i: usize) -> &f64 {
        &self.terms[i]
    }
    fn count(&self) -> usize {
        self.terms.len()
    }
}

/// References that an object gives, some of them kept while others are asked for.
#[differentiable]
fn referred(terms: &dyn Terms, k: f64) -> f64 {
    let first = terms.at(0);
    let mut product = 1.0;
    for i in 1..terms.count() {
        product *= *terms.at(i) * k + *first;
    }
    product * *terms.at(terms.count() - 1)
}

#[test]
fn references_of_objects_cost_nothing() {
    let terms = Listed {
        terms: vec![0.7, 1.1, 0.9, 1.2],
    };
    let (mut bar, mut k_bar) = (ListedCotangent { terms: vec![0.0; 4] }, 0.0);
    more_than_the_function!(0, referred(&terms, 0.4; &mut bar, &mut k_bar));
}

#[test]
fn calls_through_objects_cost_nothing() {
    let spring = Spring { stiffness: 1.3 };
    let (mut bar, mut x_bar, mut k_bar) = (SpringCotangent { stiffness: 0.0 }, 0.0, 0.0);
    more_than_the_function!(0, through_an_object(&spring, 0.7, 20; &mut bar, &mut x_bar));
    more_than_the_function!(0, halved(&spring, 0.7, 4; &mut bar, &mut x_bar));
    more_than_the_function!(0, hardened(1.1, 0.7, 5; &mut k_bar, &mut x_bar));
    more_than_the_function!(0, of_one(1.1; &mut k_bar));
    more_than_the_function!(0, made(1.1, &[0.7, 0.3], 5; &mut k_bar, &mut [0.0; 2]));
    let (forces, x) = (forces(), [0.3, 0.5, 0.7, 0.9, 1.1]);
    let (mut bar, mut x_bar) = (of_all::grad(&forces, &x, 1).0, [0.0; 5]);
    more_than_the_function!(0, of_all(&forces, &x, 6; &mut bar, &mut x_bar));
}

#[test]
fn cycles_of_functions_cost_nothing() {
    let mut x_bar = 0.0;
    more_than_the_function!(0, even(0.7, 9; &mut x_bar));
    let tree = tree(3);
    let mut bar = tree.zero_cotangent();
    more_than_the_function!(0, spread_of(&tree, 0.7; &mut bar, &mut x_bar));
}

/// Without a workspace it is the thread's.
#[test]
fn threads_keep_the_boxes_of_pullbacks() {
    let (forces, x) = (forces(), [0.3, 0.5, 0.7, 0.9, 1.1]);
    let (mut bar, mut x_bar) = (of_all::grad(&forces, &x, 1).0, [0.0; 5]);
    let mut run = || {
        black_box(of_all::grad_into(&forces, &x, 6, &mut bar, &mut x_bar));
    };
    (0..3).for_each(|_| run());
    assert_eq!(measure(run).count_total, 0);
}

/// Pullbacks that never run, some of them in boxes, go with what holds them.
#[test]
fn pullbacks_that_never_run_are_dropped() {
    let (forces, x) = (forces(), [0.3, 0.5, 0.7, 0.9, 1.1]);
    let seen = allocated(|| {
        drop(black_box(of_all::vjp(&forces, &x, 3)));
        drop(black_box(even::vjp(0.7, 9)));
    });
    assert!(seen.count_total > 0);
    assert_eq!(seen.count_current, 0);
}

#[test]
fn gradients_in_boxes_that_were_used_before_are_right() {
    let (mut workspace, mut bars) = (Workspace::new(), Vec::new());
    let (forces, x) = (forces(), [0.3, 0.5, 0.7, 0.9, 1.1]);
    for times in [1, 6, 2, 6] {
        let (expected, x_expected) = of_all::grad(&forces, &x, times);
        let (mut bar, mut x_bar) = (forces.zero_cotangent(), [0.0; 5]);
        of_all::grad_into_with(&mut workspace, &forces, &x, times, &mut bar, &mut x_bar);
        assert_eq!((&bar, &x_bar[..]), (&expected, &x_expected[..]));
        bars.push(x_bar);
    }
    assert_eq!(bars[1], bars[3]);
    for (k, x_bar) in bars[3].iter().enumerate() {
        let at = |by: f64| {
            let mut x = x;
            x[k] += by;
            of_all(&forces, &x, 6)
        };
        let expected = (at(1e-6) - at(-1e-6)) / 2e-6;
        assert!(
            (x_bar - expected).abs() < 1e-7 * (1.0 + expected.abs()),
            "{x_bar} {expected}"
        );
    }
    check_grad!(hardened(1.1, 0.7, 5)).expect("the gradient is right");
    check_grad!(made(1.1, &[0.7, 0.3], 5)).expect("the gradient is right");
    check_grad!(even(0.7, 9)).expect("the gradient is right");
    check_grad!(spread_of(&tree(4), 0.7)).expect("the gradient is right");
}
