//! The least of some numbers.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn least(x: &[f64], k: f64) -> f64 {
    let mut heap = HeapSelection { k: 3, n: 0, sorted: false, heap: Vec::new() };
    for v in x {
        heap.add(v * k);
    }
    heap.heap[0] * 0.7 + heap.heap[1].sin() + heap.heap[2].exp()
}

#[differentiable]
fn ordered(x: &[f64], k: f64) -> f64 {
    let mut heap = HeapSelection { k: 7, n: 7, sorted: false, heap: x.to_vec() };
    heap.heapify();
    let mut sum = 0.0;
    for i in 0..heap.heap.len() {
        sum += heap.heap[i] * (1.0 + 0.7 * i as f64).sin() * k;
    }
    sum
}

const X: [f64; 7] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3];

#[test]
fn add_sift_down() {
    check_grad!(least(&X, 0.6)).unwrap();
}

#[test]
fn heapify() {
    check_grad!(ordered(&X, 0.6)).unwrap();
}
