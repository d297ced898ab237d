//! arrayvec's and smallvec's lists: all is compared with central differences.

use arrayvec::ArrayVec;
use pullback::{Differentiable, check_grad, differentiable};
use smallvec::SmallVec;

/// The real roots of `a + b x + c x²`.
#[differentiable]
fn roots(a: f64, b: f64, c: f64) -> ArrayVec<f64, 2> {
    let mut result = ArrayVec::new();
    let (p, q) = (b / c, a / c);
    let arg = 0.25 * p * p - q;
    if arg < 0.0 {
        return result;
    }
    let root = arg.sqrt();
    result.push(-0.5 * p - root);
    result.push(-0.5 * p + root);
    result
}

#[differentiable]
fn of_roots(x: &[f64]) -> f64 {
    let found = roots(x[0], x[1], x[2]);
    let mut sum = 0.0;
    for &root in &found {
        sum += root * root * root;
    }
    for root in roots(x[2], x[1], x[0]) {
        sum += root.sin();
    }
    if found.len() == 2 {
        sum + found[1] * found[0].exp()
    } else {
        sum
    }
}

#[test]
fn a_list_in_place_is_a_result() {
    for x in [[-1.0, 0.5, 2.0], [0.3, 2.0, 1.5], [1.0, 0.5, 2.0]] {
        check_grad!(of_roots(&x)).unwrap();
    }
}

#[derive(Clone, Differentiable)]
struct Sample {
    at: f64,
    weights: SmallVec<[f64; 2]>,
}

#[differentiable]
fn samples(x: &[f64]) -> f64 {
    let mut list: SmallVec<[Sample; 2]> = SmallVec::new();
    for (k, v) in x.iter().enumerate() {
        let weights: SmallVec<[f64; 2]> = x.iter().skip(k).map(|w| w * v).collect();
        list.push(Sample { at: v.exp(), weights });
    }
    list.swap(0, 1);
    let last = list.pop().unwrap();
    let mut sum = last.at * last.weights[0];
    for sample in list.iter_mut() {
        sample.at *= 2.0;
        sample.weights.push(last.at);
    }
    for sample in list {
        sum += sample.at * sample.weights.iter().sum::<f64>() * sample.weights.len() as f64;
    }
    sum
}

#[test]
fn small_lists_of_structs_grow_and_change() {
    let x = [0.3, -0.4, 0.7];
    check_grad!(samples(&x)).unwrap();
}

#[differentiable]
fn edited(x: &[f64]) -> f64 {
    let mut list: ArrayVec<f64, 8> = x.iter().copied().collect();
    list.insert(1, x[0] * x[1]);
    let out = list.remove(0);
    list.truncate(3);
    list.extend(x.iter().map(|v| v * 3.0).take(2));
    list[1] *= out;
    let fixed: SmallVec<[f64; 4]> = std::iter::repeat_n(x[2], 2).collect();
    let listed: SmallVec<[f64; 4]> = SmallVec::from(vec![x[0], x[1].sin()]);
    let array = ArrayVec::from([x[0] * 2.0, x[1]]);
    let mut sorted = list.clone();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let first = sorted.first().unwrap();
    list.iter().zip(&sorted).map(|(a, b)| a * b).sum::<f64>() + fixed[1] * listed[1] + array[0] * first
}

#[test]
fn lists_in_place_are_edited() {
    let x = [0.3, -0.4, 0.7];
    check_grad!(edited(&x)).unwrap();
}

#[differentiable]
fn filled(list: &mut ArrayVec<f64, 4>, x: f64) {
    for v in list.iter_mut() {
        *v *= x;
    }
    if !list.is_full() {
        list.push(x * x);
    }
}

#[differentiable]
fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[differentiable]
fn by_reference(x: &[f64]) -> f64 {
    let mut list = ArrayVec::<f64, 4>::new();
    list.push(x[0]);
    list.push(x[1]);
    filled(&mut list, x[2]);
    norm(&list) * list.last().unwrap()
}

#[test]
fn a_list_in_place_is_changed_elsewhere() {
    let x = [0.3, -0.4, 0.7];
    check_grad!(by_reference(&x)).unwrap();
}
