//! Ranges without end, and chains that end in two lists.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
fn weighted(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for (i, v) in (1..).zip(x) {
        sum += i as f64 * v * k;
    }
    (2..).zip(x).map(|(i, v)| v.powi(i)).sum::<f64>() + sum
}

#[differentiable]
fn limited(x: &[f64], k: f64) -> f64 {
    let some = (0..).map(|i| x[i] * k).take(2).sum::<f64>();
    let large: f64 = (1..)
        .map(|i| k / i as f64)
        .take_while(|part| *part > 0.11)
        .map(|part| part * part)
        .sum();
    let first = (0..).map(|i| x[i] * x[i]).find(|square| *square > 0.26).unwrap();
    some + large + first
}

#[differentiable]
fn stepped(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for (i, v) in (0..).step_by(2).zip(x) {
        sum += (k * i as f64).sin() * v;
    }
    for i in 0.. {
        if i == x.len() {
            break;
        }
        sum += x[i] * k.powi(i as i32);
    }
    sum
}

#[differentiable]
fn both_parts(x: &[f64], k: f64) -> f64 {
    let (sines, cosines): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v.sin() * k, v.cos())).unzip();
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += sines[i] * cosines[x.len() - 1 - i];
    }
    let (places, large): (Vec<usize>, Vec<f64>) = x.iter().copied().enumerate().filter(|(_, v)| *v > 0.25).unzip();
    for (i, v) in places.into_iter().zip(&large) {
        sum += x[i] * v;
    }
    for t in 0..3 {
        let (a, b) = large
            .iter()
            .map(|v| (*v, v * k))
            .unzip::<f64, f64, Vec<f64>, Vec<f64>>();
        sum += a[t % a.len()] * b[0];
    }
    sum
}

/// Parts that are no `Copy`, out of a list that nothing asks for afterwards.
#[differentiable]
fn lists_apart(x: &[f64], k: f64) -> f64 {
    let rows: Vec<(f64, Vec<f64>)> = x.iter().map(|v| (*v, vec![v * k; 2])).collect();
    let (firsts, seconds): (Vec<f64>, Vec<Vec<f64>>) = rows.into_iter().unzip();
    firsts.iter().zip(&seconds).map(|(v, row)| v * row[0] * row[1]).sum()
}

/// Two lists by what is asked of each item: numbers, lists, and what a chain makes.
#[differentiable]
fn by_halves(x: &[f64], k: f64) -> f64 {
    let (low, high): (Vec<f64>, Vec<f64>) = x.iter().map(|v| v * k).partition(|v| *v < 0.4);
    let mut sum = low.iter().map(|v| v.sin()).sum::<f64>() * high.len() as f64;
    for (i, v) in high.into_iter().enumerate() {
        sum += v * v * i as f64;
    }
    let rows: Vec<Vec<f64>> = x.iter().map(|v| vec![v * k, k]).collect();
    let (first, rest) = rows.into_iter().partition::<Vec<Vec<f64>>, _>(|row| row[0] > 0.5);
    for row in &first {
        sum += row[0] * row[1];
    }
    for t in 0..2 {
        let (a, b): (Vec<f64>, Vec<f64>) = x.iter().copied().partition(|&v| v < 0.5);
        sum += rest[t][0] * a[t] - b[0] * k;
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
struct Route {
    values: Vec<f64>,
}

#[differentiable]
impl Route {
    fn numbered(&self) -> impl Iterator<Item = &f64> {
        (0..).map_while(|i| self.values.get(i))
    }
}

#[differentiable(types(numbered = fn(..) -> impl Iterator<Item = &f64>))]
fn along(route: &Route, k: f64) -> f64 {
    let mut sum = 0.0;
    for v in route.numbered() {
        sum += v * v * k;
    }
    sum + route.numbered().map(|v| v.sin()).sum::<f64>()
}

#[differentiable]
fn sine_of(x: &f64) -> Option<f64> {
    if *x > 0.01 { Some(x.sin() * 0.5) } else { None }
}

/// Each item is made of the one before; the closures may be functions, and keep what they captured.
#[differentiable]
fn one_by_one(x: f64, k: f64) -> f64 {
    let geometric: f64 = std::iter::successors(Some(x), |v| Some(v * k))
        .take_while(|v| *v > 0.01)
        .sum();
    let mut sum = geometric;
    for (i, v) in std::iter::successors(Some(x), sine_of).enumerate().skip(1).step_by(2) {
        sum += v * i as f64;
    }
    let series = std::iter::successors(Some((x, 1.0)), |&(a, n)| (n < 12.0).then(|| (a * k / n, n + 1.0)));
    sum *= series.map(|(a, _)| a).fold(1.0, |sum, a| sum + a);
    // The first changes a copy of `rest`.
    let mut rest = x;
    let copied: Vec<f64> = std::iter::from_fn(move || {
        rest *= k;
        (rest > 0.02).then_some(rest)
    })
    .collect();
    sum += copied[1] * rest;
    sum += std::iter::from_fn(|| {
        rest *= k * k;
        if rest > 0.02 { Some(rest.sqrt()) } else { None }
    })
    .sum::<f64>();
    sum + rest
}

#[test]
fn items_are_made_one_by_one() {
    assert_eq!(one_by_one::vjp(0.9, 0.6).0, one_by_one(0.9, 0.6));
    check_grad!(one_by_one(0.9, 0.6)).expect("the gradient is right");
    check_grad!(one_by_one(0.7, 0.8)).expect("the gradient is right");
}

#[test]
fn ranges_without_end_count_along() {
    let x = [0.3, 0.5, 0.7, 0.2];
    check_grad!(weighted(&x, 0.7)).expect("the gradient is right");
    check_grad!(limited(&x, 0.7)).expect("the gradient is right");
    check_grad!(stepped(&x, 0.7)).expect("the gradient is right");
    check_grad!(along(&Route { values: x.to_vec() }, 0.7)).expect("the gradient is right");
}

#[test]
fn pairs_make_two_lists() {
    check_grad!(both_parts(&[0.3, 0.5, 0.7, 0.2], 0.7)).expect("the gradient is right");
    check_grad!(by_halves(&[0.3, 0.9, 0.7, 0.2], 0.7)).expect("the gradient is right");
    check_grad!(lists_apart(&[0.3, 0.5, 0.7, 0.2], 0.7)).expect("the gradient is right");
}
