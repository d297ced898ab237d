//! Heaps whose elements are ordered by numbers that carry derivatives.

use pullback::{Differentiable, check_grad, differentiable};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A node of a graph with the length of the way there; the nearest one is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Reached {
    length: f64,
    node: usize,
}

#[differentiable]
impl Reached {
    fn new(node: usize, length: f64, bound: f64) -> Option<Self> {
        if length > bound {
            None
        } else {
            Some(Reached { length, node })
        }
    }
}

impl Eq for Reached {}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        other.length.total_cmp(&self.length)
    }
}

/// The length of the shortest way from the first of `n` nodes to the last, by the lengths of the edges from each to each.
#[differentiable(types(.heap = impl Index))]
fn shortest(edges: &[f64], n: usize) -> f64 {
    let mut lengths = vec![f64::INFINITY; n];
    lengths[0] = 0.0;
    let mut heap: BinaryHeap<Reached> = BinaryHeap::new();
    heap.push(Reached { length: 0.0, node: 0 });
    while let Some(reached) = heap.pop() {
        if reached.length > lengths[reached.node] {
            continue;
        }
        for next in 0..n {
            let length = reached.length + edges[reached.node * n + next] * edges[reached.node * n + next];
            if length < lengths[next] {
                lengths[next] = length;
                heap.push(Reached { length, node: next });
            }
        }
    }
    lengths[n - 1]
}

#[test]
fn elements_are_pushed_and_popped() {
    let edges: Vec<f64> = (0..36).map(|k| 0.5 + ((k * 17) % 23) as f64 / 7.0).collect();
    check_grad!(shortest(&edges, 6)).unwrap();
}

/// Holds its heap between calls, like an expanding polytope its faces.
#[derive(Clone, Debug, Default, Differentiable)]
struct Search {
    heap: BinaryHeap<Reached>,
    found: Vec<f64>,
}

#[differentiable(types(.heap = impl Index, peek = fn(..) -> Option<&Reached>))]
impl Search {
    fn reset(&mut self) {
        self.heap.clear();
        self.found.clear();
    }

    /// The product of the two shortest, and how far the shortest is below `k`; none is longer than `k`.
    fn run(&mut self, lengths: &[f64], k: f64) -> Option<f64> {
        self.reset();
        for (node, length) in lengths.iter().enumerate() {
            self.heap.push(Reached::new(node, length * k, k)?);
        }
        let best = *self.heap.peek()?;
        let mut product = 1.0;
        let mut taken = 0;
        while let Some(reached) = self.heap.pop() {
            taken += 1;
            if taken > 2 && self.heap.len() > 1 {
                break;
            }
            self.found.push(reached.length);
            product *= reached.length + 0.1 * reached.node as f64;
        }
        Some(product * (k - best.length) + self.heap.peek()?.length * self.found[0])
    }

    fn twice(&mut self, lengths: &[f64], k: f64) -> f64 {
        let first = self.run(lengths, k).unwrap_or(0.0);
        let mut sum = first * self.found[1];
        for i in 0..2 {
            if let Some(value) = self.run(&lengths[i..], first + 1.0) {
                sum += value * self.heap.len() as f64;
            }
        }
        sum
    }
}

#[differentiable]
fn searched(mut search: Search, lengths: &[f64], k: f64) -> f64 {
    let first = search.run(lengths, k).unwrap_or(0.0);
    first * search.twice(lengths, k)
}

#[differentiable(types(.heap = impl Index))]
fn held(search: &mut Search, lengths: &[f64], k: f64) {
    let value = search.twice(lengths, k);
    search.heap.push(Reached { length: value, node: 7 });
}

#[test]
fn a_heap_is_a_field() {
    let lengths = [0.7, 0.3, 0.9, 0.45, 0.6, 0.2];
    // What is in it comes back.
    let (near, far) = (Reached { length: 1.0, node: 0 }, Reached { length: 2.0, node: 1 });
    let mut search = Search {
        heap: BinaryHeap::from([far, near]),
        found: vec![0.5],
    };
    check_grad!(searched(search.clone(), &lengths, 1.3)).unwrap();
    check_grad!(held(&mut search, &lengths, 1.1)).unwrap();
}

/// Elements that are equal keep their places.
#[differentiable(types(.heap = impl Index))]
fn of_equals(x: &[f64]) -> f64 {
    let mut heap: BinaryHeap<Reached> = BinaryHeap::new();
    for node in 0..x.len() {
        heap.push(Reached { length: x[node], node });
    }
    let mut sum = 0.0;
    let mut weight = 1.0;
    while let Some(reached) = heap.pop() {
        sum += weight * reached.length * (1.0 + reached.node as f64);
        weight *= 1.5;
    }
    sum
}

#[test]
fn equal_elements_are_told_apart() {
    let x = [1.0, 1.0, 0.5, 1.0, 1.0, 0.5, 1.0];
    let gradient = of_equals::grad(&x);
    // The value is linear in what is taken, in the order in which std takes it.
    let sum: f64 = gradient.iter().zip(x).map(|(g, x)| g * x).sum();
    assert!((sum - of_equals(&x)).abs() < 1e-12);
    let mut factors: Vec<f64> = gradient.iter().enumerate().map(|(k, g)| g / (1.0 + k as f64)).collect();
    factors.sort_by(f64::total_cmp);
    for (k, factor) in factors.iter().enumerate() {
        assert!((factor - 1.5f64.powi(k as i32)).abs() < 1e-12);
    }
}

/// The nearest `count`, from a heap that is gone through by value.
#[differentiable(types(.heap = impl Index))]
fn nearest(x: &[f64], count: usize) -> f64 {
    let mut heap: BinaryHeap<(Reached, usize)> = BinaryHeap::new();
    for node in 0..x.len() {
        heap.push((
            Reached {
                length: -x[node] * x[node],
                node,
            },
            node,
        ));
        if heap.len() > count {
            heap.pop();
        }
    }
    let mut lengths: Vec<(f64, usize)> = heap.into_iter().map(|(reached, node)| (reached.length, node)).collect();
    lengths.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut sum = 0.0;
    for (k, (length, node)) in lengths.iter().enumerate() {
        sum += (1.0 + k as f64) * length.sin() * (1.0 + *node as f64);
    }
    sum
}

#[test]
fn heaps_are_gone_through_by_value() {
    let x = [0.7, 0.3, 0.9, 0.45, 0.6, 0.2];
    for count in [2, 4, 9] {
        check_grad!(nearest(&x, count)).unwrap();
    }
}

/// The nearest node is opened again and again; what is left is looked at in the order in which the heap has it.
#[differentiable(types(.heap = impl Index, as_slice = fn(..) -> &[Reached]))]
fn opened(lengths: &[f64], count: usize) -> f64 {
    let mut heap: BinaryHeap<Reached> = BinaryHeap::new();
    heap.push(Reached {
        length: lengths[0],
        node: 0,
    });
    while heap.len() < count {
        let Some(nearest) = heap.pop() else { break };
        for node in [2 * nearest.node + 1, 2 * nearest.node + 2] {
            let length = nearest.length + lengths[node] * lengths[node];
            heap.push(Reached { length, node });
        }
    }
    let mut sum = 0.0;
    for reached in heap.as_slice() {
        sum += reached.length * lengths[reached.node].sin();
    }
    heap.clear();
    sum * (1.0 + heap.len() as f64)
}

#[test]
fn a_heap_is_looked_at_as_a_slice() {
    let lengths: Vec<f64> = (0..63).map(|k| 0.3 + ((k * 7) % 11) as f64 / 9.0).collect();
    for count in [1, 2, 5] {
        check_grad!(opened(&lengths, count)).unwrap();
    }
}
