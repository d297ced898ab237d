//! References that are reassigned: the rest of a slice, the best element so far, the one before.

use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Step {
    cost: f64,
    at: [f64; 2],
}

#[derive(Clone, Debug, Differentiable)]
struct Path {
    steps: Vec<Step>,
    weights: Vec<f64>,
}

#[differentiable]
fn in_pairs(x: &[f64], k: f64) -> f64 {
    let mut rest = x;
    let mut sum = 0.0;
    while rest.len() > 1 {
        sum += rest[0] * rest[1].sin() * k;
        rest = &rest[2..];
    }
    if !rest.is_empty() { sum * rest[0] } else { sum }
}

#[differentiable]
fn of_a_parameter(mut x: &[f64], n: usize) -> f64 {
    let mut product = 1.0;
    for i in 0..n {
        x = if i % 2 == 0 { &x[1..] } else { &x[..x.len() - 1] };
        product *= x[0] + 2.0 * x[x.len() - 1];
        product += x.iter().sum::<f64>();
    }
    product
}

#[differentiable]
fn by_pattern(x: &[f64]) -> f64 {
    let mut rest = x;
    let mut sum = 1.0;
    while let [first, tail @ ..] = rest {
        sum += first * first * sum;
        rest = tail;
    }
    sum
}

#[differentiable]
fn by_splitting(x: &[f64], k: f64) -> f64 {
    let (mut head, mut rest) = x.split_at(1);
    let mut sum = head[0] * k;
    while let Some((first, tail)) = rest.split_first() {
        sum += first * sum;
        rest = tail;
        if rest.len() > 2 {
            (head, rest) = rest.split_at(2);
            sum *= head[0] + head[1];
        }
    }
    sum * head[0]
}

#[differentiable]
fn cheapest(path: &Path, k: f64) -> f64 {
    let mut best = &path.steps[0];
    for step in &path.steps {
        if step.cost * k < best.cost * k {
            best = step;
        }
    }
    best.cost * best.at[0] + k * best.at[1].exp()
}

#[differentiable]
fn length(path: &Path) -> f64 {
    let mut previous = &path.steps[0];
    let mut sum = 0.0;
    for step in &path.steps[1..] {
        let (dx, dy) = (step.at[0] - previous.at[0], step.at[1] - previous.at[1]);
        sum += (dx * dx + dy * dy).sqrt() * previous.cost;
        previous = step;
    }
    sum
}

#[differentiable]
fn of_a_field(path: &Path, k: f64) -> f64 {
    let mut rest: &[f64] = &path.weights;
    let mut sum = 0.0;
    for step in &path.steps {
        let before = rest;
        sum += rest[0] * step.cost;
        rest = &rest[1..=2];
        sum *= before[0] + k * dot(rest, before);
        rest = &path.weights[1..];
    }
    sum
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A closure by `move` keeps the reference that it was given.
#[differentiable]
fn kept_by_a_closure(x: &[f64]) -> f64 {
    let mut rest = &x[1..];
    let first = move |k: f64| rest[0] * k;
    rest = &rest[1..];
    first(rest[0]) + rest[1]
}

#[differentiable]
fn rows(table: &[Vec<f64>], k: f64) -> f64 {
    let mut row = &table[0];
    let mut sum = 0.0;
    for i in 1..table.len() {
        sum += dot(row, &table[i]) * k;
        if table[i][0] > row[0] {
            row = &table[i];
        }
    }
    sum * row[1]
}

#[differentiable]
fn in_recursion(x: &[f64], depth: usize) -> f64 {
    let mut part = x;
    if depth == 0 {
        return part[0];
    }
    part = &part[1..];
    let inner = in_recursion(part, depth - 1);
    part = &part[1..];
    inner * part[0] + x[0]
}

/// Written through.
#[differentiable]
fn carried_over(v: &mut [f64], k: f64) -> f64 {
    let n = v.len();
    let mut last = &mut v[0];
    *last *= k;
    for i in 1..n {
        let before = *last;
        last = &mut v[i];
        *last += before.sin() * k;
    }
    *last *= 2.0;
    v[0] * v[n - 1]
}

#[differentiable]
fn in_a_closure(path: &Path, k: f64) -> f64 {
    let mut worst = &path.steps[0];
    path.steps.iter().for_each(|step| {
        if step.cost > worst.cost {
            worst = step;
        }
    });
    worst.cost * worst.at[1] * k
}

#[differentiable]
fn in_nested_loops(x: &[f64], limit: f64) -> f64 {
    let mut total = 0.0;
    let mut rest = x;
    'outer: loop {
        let mut inner = rest;
        let mut product = 1.0;
        while let [first, tail @ ..] = inner {
            product *= first + 1.0;
            if product > limit {
                total += product * tail.len() as f64;
                rest = &rest[1..];
                continue 'outer;
            }
            inner = tail;
        }
        total += product;
        if rest.len() < 3 {
            break;
        }
        rest = &rest[2..];
    }
    total
}

/// What carries no derivative is walked over as well.
#[differentiable]
fn by_counts(x: &[f64], counts: &[usize]) -> f64 {
    let mut rest = counts;
    let mut largest = &counts[0];
    let mut sum = 0.0;
    while !rest.is_empty() {
        if rest[0] > *largest {
            largest = &rest[0];
        }
        sum += x[rest[0] % x.len()] * *largest as f64;
        rest = &rest[1..];
    }
    sum * sum
}

#[test]
fn they_have_the_gradients_that_differences_say() {
    let x = [0.5, -1.2, 0.8, 1.7, -0.4, 0.9, 1.1];
    check_grad!(in_pairs(&x, 0.7)).unwrap();
    check_grad!(in_pairs(&x[1..], 0.7)).unwrap();
    check_grad!(of_a_parameter(&x, 4)).unwrap();
    check_grad!(by_pattern(&x)).unwrap();
    check_grad!(by_splitting(&x, 0.7)).unwrap();
    check_grad!(kept_by_a_closure(&x)).unwrap();
    check_grad!(in_recursion(&x, 3)).unwrap();
    check_grad!(carried_over(&mut [0.4, -0.3, 0.9], 1.2)).unwrap();
    check_grad!(in_nested_loops(&x, 1.3)).unwrap();
    check_grad!(by_counts(&x, &[2, 0, 5, 3])).unwrap();
    check_grad!(rows(
        &[vec![0.5, 1.5], vec![0.7, -0.3], vec![0.2, 0.4], vec![0.9, 1.3]],
        0.8
    ))
    .unwrap();
    let step = |cost, a, b| Step { cost, at: [a, b] };
    let path = Path {
        steps: vec![step(2.0, 0.3, 0.1), step(0.5, 1.3, -0.6), step(1.5, 0.8, 0.7)],
        weights: vec![0.3, 0.9, -0.5, 1.2],
    };
    check_grad!(cheapest(&path, 0.6)).unwrap();
    check_grad!(cheapest(&path, -0.6)).unwrap();
    check_grad!(length(&path)).unwrap();
    check_grad!(in_a_closure(&path, 0.3)).unwrap();
    check_grad!(of_a_field(&path, 0.6)).unwrap();
}

#[test]
fn the_values_are_those_of_the_function() {
    let x = [0.5, -1.2, 0.8, 1.7, -0.4, 0.9, 1.1];
    assert_eq!(of_a_parameter::value_and_grad(&x, 5).0, of_a_parameter(&x, 5));
    assert_eq!(by_splitting::value_and_grad(&x, 0.7).0, by_splitting(&x, 0.7));
    assert_eq!(in_nested_loops::value_and_grad(&x, 1.3).0, in_nested_loops(&x, 1.3));
    assert_eq!(kept_by_a_closure::value_and_grad(&x).0, kept_by_a_closure(&x));
}

#[test]
#[should_panic(expected = "out of range")]
fn what_is_out_of_range_panics_where_it_is_assigned() {
    #[differentiable]
    fn beyond(x: &[f64], k: usize) -> f64 {
        let mut rest = &x[..2];
        let first = rest[0];
        rest = &rest[k..];
        first * rest.len() as f64
    }
    beyond::grad(&[1.0, 2.0, 3.0, 4.0], 3);
}

mod own_index_of_a_field {
    use pullback::{Differentiable, check_grad, differentiable, no_diff};
    use std::ops::{Index, IndexMut};

    #[derive(Clone, Debug, Differentiable)]
    struct Node {
        low: f64,
        high: f64,
        child: usize,
        leaf: bool,
    }

    #[differentiable]
    impl Node {
        fn distance(&self, x: f64) -> f64 {
            (self.low - x).max(x - self.high).max(0.0)
        }
        fn is_leaf(&self) -> bool {
            self.leaf
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Pair {
        left: Node,
        right: Node,
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Nodes(Vec<Pair>);

    #[differentiable]
    impl Index<usize> for Nodes {
        type Output = Pair;
        fn index(&self, k: usize) -> &Pair {
            &self.0[k]
        }
    }

    #[differentiable]
    impl IndexMut<usize> for Nodes {
        fn index_mut(&mut self, k: usize) -> &mut Pair {
            &mut self.0[k]
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Tree {
        nodes: Nodes,
    }

    #[differentiable(types(.nodes = impl Index))]
    impl Tree {
        // The nearer side first, as search trees do: what is swapped points to two fields behind one route.
        fn nearest(&self, far: f64, near: impl Fn(&Node) -> f64, leaf: impl Fn(usize, &Node) -> f64) -> f64 {
            let mut stack: Vec<usize> = Vec::new();
            let (mut best, mut at) = (far, 0);
            loop {
                let pair = &self.nodes[at];
                let mut left = &pair.left;
                let mut right = &pair.right;
                let mut left_score = near(left);
                let mut right_score = near(right);
                if left_score > right_score {
                    std::mem::swap(&mut left_score, &mut right_score);
                    std::mem::swap(&mut left, &mut right);
                }
                let mut found = false;
                if left_score < best {
                    if left.is_leaf() {
                        best = best.min(leaf(left.child, left));
                    } else {
                        at = left.child;
                        found = true;
                    }
                }
                if right_score < best {
                    if right.is_leaf() {
                        best = best.min(leaf(right.child, right));
                    } else if found {
                        stack.push(no_diff(right.child));
                    } else {
                        at = right.child;
                        found = true;
                    }
                }
                if !found {
                    let Some(next) = stack.pop() else { return best };
                    at = next;
                }
            }
        }

        fn widen(&mut self, by: f64) {
            for k in 0..2 {
                self.nodes[k].left.high *= by;
                self.nodes[k].right.low = self.nodes[k].left.high * 0.5 + by;
            }
        }
    }

    #[differentiable]
    fn query(tree: &Tree, weights: &[f64], x: f64) -> f64 {
        tree.nearest(
            90.0,
            |node| node.distance(x),
            |k, node| (x - weights[k]).powi(2) + node.low * x,
        )
    }

    #[differentiable]
    fn widened(tree: &Tree, by: f64) -> f64 {
        let mut tree = tree.clone();
        tree.widen(by);
        tree.widen(by * by);
        tree.nodes.0[0].left.high * tree.nodes.0[1].right.low
    }

    fn tree() -> Tree {
        let leaf = |low: f64, child| Node {
            low,
            high: low + 0.5,
            child,
            leaf: true,
        };
        let inner = |low, high, child| Node {
            low,
            high,
            child,
            leaf: false,
        };
        let pairs = [
            (inner(0.0, 1.5, 1), inner(2.0, 3.5, 2)),
            (leaf(0.0, 0), leaf(1.0, 1)),
            (leaf(2.0, 2), leaf(3.0, 3)),
        ];
        Tree {
            nodes: Nodes(pairs.map(|(left, right)| Pair { left, right }).to_vec()),
        }
    }

    #[test]
    fn references_to_its_elements_are_swapped_and_handed_to_a_function_that_is_a_parameter() {
        let tree = tree();
        for x in [0.1, 1.2, 1.9, 2.2, 3.3, 4.0] {
            check_grad!(query(&tree, &[0.3, 1.4, 1.5, 3.6], x)).unwrap();
            assert!(query::grad(&tree, &[0.3, 1.4, 1.5, 3.6], x).2 != 0.0);
        }
    }

    #[test]
    fn its_elements_are_written_and_read_again_in_a_loop() {
        check_grad!(widened(&tree(), 1.3)).unwrap();
    }
}
