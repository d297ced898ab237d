//! What lists cost that are sorted, that change places, are pushed and popped, and lists of tuples: nothing beside what they cost in
//! the function itself.

use crate::reuse::numbers;
use allocation_counter::measure;
use pullback::{Differentiable, Workspace, check_grad, differentiable};
use std::hint::black_box;

/// The distances from the mean, weighted by their rank.
#[differentiable]
fn ranked(x: &[f64], k: f64) -> f64 {
    let mut sorted: Vec<f64> = x.iter().map(|x| (x * k * 40.0).sin()).collect();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let mut sum = 0.0;
    for i in 0..sorted.len() {
        sum += sorted[i] * sorted[i] * i as f64;
    }
    sum
}

#[differentiable]
fn sorted_by_key(x: &[f64], keys: &[usize]) -> f64 {
    let mut rows: Vec<(f64, usize)> = Vec::with_capacity(x.len());
    for i in 0..x.len() {
        rows.push((x[i] * x[i], keys[i]));
    }
    rows.sort_by_key(|row| row.1);
    let mut sum = 0.0;
    for i in 0..rows.len() {
        sum += rows[i].0 * i as f64;
    }
    sum
}

#[differentiable]
fn median(x: &[f64]) -> f64 {
    let mut sorted = x.to_vec();
    sorted.sort_unstable_by(|a, b| a.total_cmp(b));
    sorted.reverse();
    let n = sorted.len();
    sorted[n / 2] * sorted[0]
}

#[differentiable]
fn sorted_often(x: &[f64], times: usize) -> f64 {
    let mut list = x.to_vec();
    for t in 0..times {
        list.sort_by(|a, b| b.total_cmp(a));
        list[0] *= 0.5 + 0.1 * t as f64;
        list.rotate_left(1);
    }
    list[0] * list[1]
}

#[differentiable]
fn retained(x: &[f64], k: f64) -> f64 {
    let mut list: Vec<f64> = x.iter().map(|x| x * k).collect();
    list.retain(|x| *x > 0.0725);
    list.iter().map(|x| x * x).sum::<f64>()
}

#[differentiable]
fn pairs(x: &[f64], k: f64) -> f64 {
    let mut pairs = Vec::new();
    for i in 0..x.len() {
        pairs.push((x[i] * k, x[i] + k));
    }
    let mut sum = 0.0;
    for (a, b) in &pairs {
        sum += a * b;
    }
    sum
}

#[differentiable]
fn sum_of_pairs(pairs: &[(f64, f64)], k: f64) -> f64 {
    let mut sum = 0.0;
    for (a, b) in pairs {
        sum += (a * k).sin() * b;
    }
    sum
}

#[differentiable]
fn collected_pairs(x: &[f64], k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for t in 0..times {
        let pairs: Vec<(f64, f64)> = x.iter().map(|x| (x * k, x + t as f64)).collect();
        sum += sum_of_pairs(&pairs, k);
    }
    sum
}

#[differentiable]
fn pairs_by_value(pairs: Vec<(f64, f64)>, k: f64) -> f64 {
    sum_of_pairs(&pairs, k)
}

#[differentiable]
fn pairs_with_counts(pairs: &[(f64, usize)], x: &[f64]) -> f64 {
    let mut scaled: Vec<(f64, usize)> = pairs.to_vec();
    for i in 0..scaled.len() {
        scaled[i].0 *= x[scaled[i].1];
    }
    scaled.iter().map(|(a, _)| a.sin()).sum::<f64>()
}

#[differentiable]
fn ping_pong(x: &[f64], k: f64, times: usize) -> f64 {
    let mut now = x.to_vec();
    let mut next = vec![0.0; x.len()];
    for _ in 0..times {
        for i in 0..now.len() {
            next[i] = (now[i] * k).sin();
        }
        std::mem::swap(&mut now, &mut next);
    }
    now.iter().sum::<f64>()
}

#[differentiable]
fn replaced(x: &[f64], k: f64, times: usize) -> f64 {
    let mut now = x.to_vec();
    let mut sum = 0.0;
    for _ in 0..times {
        let next: Vec<f64> = now.iter().map(|s| (s * k).sin()).collect();
        let before = std::mem::replace(&mut now, next);
        sum += before[0] * now[1];
    }
    sum
}

#[differentiable]
fn taken_out(x: &[f64], k: f64, times: usize) -> f64 {
    let mut now = x.to_vec();
    let mut sum = 0.0;
    for _ in 0..times {
        let mut list = std::mem::take(&mut now);
        list[0] *= k;
        sum += list[0] * list[1];
        now = list;
    }
    sum
}

#[differentiable]
fn stacked(x: &[f64], k: f64, times: usize) -> f64 {
    let mut stack: Vec<Vec<f64>> = Vec::new();
    let mut state = x.to_vec();
    for _ in 0..times {
        stack.push(state.clone());
        for v in state.iter_mut() {
            *v = (*v * k).sin();
        }
    }
    let mut sum = 0.0;
    for _ in 0..times {
        let top = stack.pop().unwrap();
        sum += top[0] * top[1];
    }
    sum
}

#[differentiable]
fn stacked_while(x: &[f64], k: f64) -> f64 {
    let mut stack = vec![x.to_vec()];
    let mut sum = 0.0;
    while let Some(top) = stack.pop() {
        if top.len() < 3 {
            sum += top[0] * k;
            continue;
        }
        let middle = top.len() / 2;
        stack.push(top[..middle].to_vec());
        stack.push(top[middle..].iter().map(|x| x * k).collect());
    }
    sum
}

#[differentiable]
fn edited(x: &[f64], k: f64) -> f64 {
    let mut list = x.to_vec();
    list.insert(2, k);
    let first = list.remove(0);
    list.truncate(10);
    list.extend_from_slice(&[first, k]);
    list.swap(0, 3);
    let last = list.swap_remove(1);
    list.iter().map(|x| x * x).sum::<f64>() * last
}

#[test]
fn lists_in_another_order_cost_nothing() {
    let (x, keys) = (numbers(20), keys());
    let (mut x_bar, mut k_bar) = (vec![0.0; 20], 0.0);
    more_than_the_function!(0, ranked(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, sorted_by_key(&x, &keys; &mut x_bar));
    more_than_the_function!(0, median(&x; &mut x_bar));
    more_than_the_function!(0, sorted_often(&x, 5; &mut x_bar));
    more_than_the_function!(0, retained(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, edited(&x, 0.5; &mut x_bar, &mut k_bar));
}

#[derive(Clone, Differentiable)]
struct Named {
    values: Vec<f64>,
    weight: f64,
}

/// Drained from the front, in a loop and as a list of its own.
#[differentiable]
fn drained(x: &[f64], k: f64) -> f64 {
    let mut list: Vec<f64> = x.iter().map(|x| x * k).collect();
    let mut sum = 0.0;
    for v in list.drain(..3) {
        sum += v * v;
    }
    list.drain(..2);
    let tail: Vec<f64> = list.drain(4..).collect();
    sum + list[0] * list[1] + tail[0] * tail[1]
}

#[differentiable]
fn taken_from(queue: &mut Vec<Named>, k: f64) -> f64 {
    let last = queue.pop().unwrap();
    let mut sum = last.values[0] * k;
    while let Some(named) = queue.pop() {
        sum += named.values[1] * named.weight;
    }
    sum
}

#[differentiable]
fn pops(names: &[Named], k: f64) -> f64 {
    let mut queue = names.to_vec();
    let first = taken_from(&mut queue, k);
    queue.push(Named {
        values: vec![first, k],
        weight: first,
    });
    first * taken_from(&mut queue, first)
}

#[differentiable]
fn drained_names(names: &[Named], k: f64, times: usize) -> f64 {
    let mut queue = names.to_vec();
    let mut sum = 0.0;
    for _ in 0..times {
        for named in queue.drain(1..3) {
            sum += named.values[1] * named.weight * k;
        }
        if sum > 0.001 {
            queue.drain(..1);
        }
    }
    sum * queue[0].weight
}

fn named() -> Vec<Named> {
    let of = |k: usize| Named {
        values: numbers(20)[k..k + 3].to_vec(),
        weight: 0.1 * k as f64,
    };
    (1..6).map(of).collect()
}

#[test]
fn lists_that_are_drained_and_popped_cost_nothing() {
    let (x, names) = (numbers(20), [named(), named()].concat());
    let (mut x_bar, mut k_bar, mut names_bar) = (vec![0.0; 20], 0.0, names.zero_cotangent());
    more_than_the_function!(0, pops(&names, 0.5; &mut names_bar, &mut k_bar));
    more_than_the_function!(0, drained_names(&names, 0.5, 2; &mut names_bar, &mut k_bar));
    more_than_the_function!(0, drained(&x, 0.5; &mut x_bar, &mut k_bar));
}

#[test]
fn lists_of_tuples_cost_nothing() {
    let x = numbers(20);
    let (mut x_bar, mut k_bar) = (vec![0.0; 20], 0.0);
    let list: Vec<(f64, f64)> = x.iter().map(|x| (*x, x + 1.0)).collect();
    let mut list_bar = list.zero_cotangent();
    more_than_the_function!(0, pairs(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, sum_of_pairs(&list, 0.5; &mut list_bar, &mut k_bar));
    more_than_the_function!(0, pairs_by_value(list.clone(), 0.5; &mut list_bar, &mut k_bar));
    more_than_the_function!(0, collected_pairs(&x, 0.5, 5; &mut x_bar, &mut k_bar));
    let counted: Vec<(f64, usize)> = x.iter().map(|x| (*x, 3)).collect();
    let mut counted_bar = counted.zero_cotangent();
    more_than_the_function!(0, pairs_with_counts(&counted, &x; &mut counted_bar, &mut x_bar));
}

#[test]
fn lists_that_change_places_cost_nothing() {
    let x = numbers(20);
    let (mut x_bar, mut k_bar) = (vec![0.0; 20], 0.0);
    more_than_the_function!(0, ping_pong(&x, 0.5, 5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, replaced(&x, 0.5, 5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, taken_out(&x, 0.5, 5; &mut x_bar, &mut k_bar));
}

#[test]
fn stacks_of_lists_cost_nothing() {
    let x = numbers(20);
    let (mut x_bar, mut k_bar) = (vec![0.0; 20], 0.0);
    more_than_the_function!(0, stacked(&x, 0.5, 5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, stacked_while(&x, 0.5; &mut x_bar, &mut k_bar));
}

fn keys() -> Vec<usize> {
    (0..20).map(|i| (i * 7) % 13).collect()
}

/// What is used again holds nothing of what it was used for.
#[test]
fn gradients_in_memory_that_was_used_are_right() {
    let (x, keys) = (numbers(20), keys());
    let list: Vec<(f64, f64)> = x.iter().map(|x| (*x, x + 1.0)).collect();
    let counted: Vec<(f64, usize)> = x.iter().map(|x| (*x, 3)).collect();
    for _ in 0..3 {
        check_grad!(ranked(&x, 0.5)).expect("the gradient is right");
        check_grad!(sorted_by_key(&x, &keys)).expect("the gradient is right");
        check_grad!(median(&x)).expect("the gradient is right");
        check_grad!(sorted_often(&x, 5)).expect("the gradient is right");
        check_grad!(retained(&x, 0.5)).expect("the gradient is right");
        check_grad!(edited(&x, 0.5)).expect("the gradient is right");
        check_grad!(pairs(&x, 0.5)).expect("the gradient is right");
        check_grad!(pairs_by_value(list.clone(), 0.5)).expect("the gradient is right");
        check_grad!(collected_pairs(&x, 0.5, 5)).expect("the gradient is right");
        check_grad!(pairs_with_counts(&counted, &x)).expect("the gradient is right");
        check_grad!(ping_pong(&x, 0.5, 5)).expect("the gradient is right");
        check_grad!(replaced(&x, 0.5, 5)).expect("the gradient is right");
        check_grad!(drained_names(&[named(), named()].concat(), 0.5, 2)).expect("the gradient is right");
        check_grad!(drained(&x, 0.5)).expect("the gradient is right");
        check_grad!(pops(&named(), 0.5)).expect("the gradient is right");
        check_grad!(taken_from(&mut named(), 0.5)).expect("the gradient is right");
        check_grad!(taken_out(&x, 0.5, 5)).expect("the gradient is right");
        check_grad!(stacked(&x, 0.5, 5)).expect("the gradient is right");
        check_grad!(stacked_while(&x, 0.5)).expect("the gradient is right");
    }
}
