//! Lists of more than numbers, boxes, options in place, and what is taken out of them.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Body {
    mass: f64,
    at: [f64; 2],
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Chain {
    here: f64,
    next: Option<Box<Chain>>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    weights: Option<Vec<f64>>,
    scale: Option<f64>,
    nested: Option<Box<Body>>,
    bodies: Vec<Body>,
    sizes: (usize, Vec<usize>),
}

fn bodies() -> Vec<Body> {
    let body = |k: f64| Body {
        mass: 1.0 + 0.5 * k,
        at: [k.sin(), 0.3 - k],
    };
    (0..4).map(|k| body(f64::from(k))).collect()
}

fn model() -> Model {
    Model {
        weights: Some(vec![0.5, -1.5, 0.25]),
        scale: Some(1.7),
        nested: Some(Box::new(bodies()[1].clone())),
        bodies: bodies(),
        sizes: (3, vec![1, 2]),
    }
}

/// A determinant, with rows exchanged for pivots.
#[differentiable]
fn determinant(m: &[Vec<f64>]) -> f64 {
    let mut m = m.to_vec();
    let n = m.len();
    let mut product = 1.0;
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if m[i][k].abs() > m[pivot][k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            m.swap(pivot, k);
            product = -product;
        }
        product *= m[k][k];
        for i in k + 1..n {
            let factor = m[i][k] / m[k][k];
            for j in k..n {
                let above = m[k][j];
                m[i][j] -= factor * above;
            }
        }
    }
    product
}

#[differentiable]
fn exchanged(bodies: &mut Vec<Body>, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..bodies.len() {
        if bodies[i].mass * k > 2.0 {
            bodies.swap(0, i);
        }
        bodies[0].mass *= k;
        bodies[i].at[0] += bodies[0].mass;
        sum += bodies[0].at[0] * bodies[i].mass;
    }
    let last = bodies.swap_remove(1);
    sum * last.mass + bodies[1].mass * last.at[1]
}

#[differentiable]
fn moved_about(x: &[f64], k: f64, n: usize) -> f64 {
    let mut all = Vec::with_capacity(n);
    for (i, a) in x.iter().enumerate() {
        all.push(Body {
            mass: a * k,
            at: [*a, i as f64],
        });
    }
    let mut tail = all.split_off(n);
    tail[0].mass *= k;
    let mut sum = 0.0;
    for body in &all {
        sum += body.mass * body.at[0];
    }
    tail.append(&mut all);
    assert!(all.is_empty());
    for (i, body) in tail.iter().enumerate() {
        sum += body.mass * body.at[0] * i as f64;
    }
    let mut numbers = vec![k, sum];
    let mut more = x.to_vec();
    numbers.append(&mut more);
    let rest = numbers.split_off(3);
    numbers[2] * rest[0] + numbers.iter().sum::<f64>()
}

#[differentiable]
fn taken(model: &mut Model, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..2 {
        if let Some(weights) = model.weights.take() {
            sum += weights[i] * k;
            if i == 0 {
                model.scale = Some(weights[2] * k);
            }
        } else if let Some(scale) = model.scale.take() {
            sum *= scale;
        }
    }
    let bodies = std::mem::take(&mut model.bodies);
    for body in &bodies {
        sum += body.mass * body.at[0];
    }
    model.bodies.push(Body {
        mass: sum,
        at: [k, k * sum],
    });
    sum
}

#[differentiable]
fn linked(x: &[f64], k: f64) -> Chain {
    let mut chain = Chain { here: k, next: None };
    for a in x {
        let scaled = a * chain.here;
        chain = Chain {
            here: scaled,
            next: Some(Box::new(chain)),
        };
    }
    chain
}

#[differentiable]
fn built(x: &[f64], k: f64) -> Option<Box<Chain>> {
    if x.is_empty() {
        return None;
    }
    let here = x[0] * k;
    Some(Box::new(Chain {
        here,
        next: built(&x[1..], here),
    }))
}

#[differentiable]
fn followed(chain: &Chain) -> f64 {
    match &chain.next {
        Some(next) => chain.here * followed(next) + 0.5 * chain.here,
        None => chain.here,
    }
}

#[differentiable]
fn through_boxes(x: &[f64], k: f64) -> f64 {
    let boxed = Box::new(k * x[0]);
    let chain = linked(x, *boxed);
    let mut sum = followed(&chain) * *boxed;
    if let Some(chain) = built(x, k) {
        sum += followed(&chain);
    }
    sum
}

#[differentiable]
fn looked_at(model: &Model, k: f64) -> f64 {
    let mut sum = model.weights.as_ref().unwrap()[1] * k;
    for i in 0..model.weights.as_ref().map_or(0, |weights| weights.len()) {
        sum += model.weights.as_ref().expect("there are weights")[i] * (i as f64 + k);
    }
    if let Some(scale) = model.scale.as_ref() {
        sum *= scale;
    }
    let (Some(weights), Some(scale)) = (model.weights.as_ref(), model.scale.as_ref()) else {
        return sum;
    };
    sum += weights.as_slice()[0] * scale;
    if let Some(body) = model.nested.as_deref() {
        sum += body.mass * body.at[1];
    }
    if model.scale.as_ref().filter(|scale| **scale > 1.0).is_some() && model.scale.as_ref().is_none_or(|s| *s < 9.0) {
        sum *= k;
    }
    sum
}

#[differentiable]
fn written(model: &mut Model, k: f64) -> f64 {
    if let Some(scale) = model.scale.as_mut() {
        *scale *= k;
    }
    if let Some(weights) = model.weights.as_mut() {
        for w in weights.iter_mut() {
            *w *= k;
        }
    }
    let weights = model.weights.as_ref().unwrap();
    weights[0] * weights[1] * model.scale.unwrap()
}

#[differentiable]
fn chosen(x: &[f64], counts: &[usize], k: f64) -> f64 {
    let most = counts.iter().max_by_key(|count| **count).unwrap();
    let least = *counts.iter().min().unwrap();
    let furthest = x.iter().enumerate().max_by_key(|(i, _)| counts[*i] % 3).unwrap();
    let positive = x
        .iter()
        .find_map(|a| if *a > 0.4 { Some(a * k) } else { None })
        .unwrap();
    let largest = x.iter().map(|a| if *a > 0.0 { 3 } else { 4 }).max().unwrap_or(0);
    x[*most] * x[least] + furthest.1 * positive * f64::from(largest)
}

#[differentiable]
fn left_early(x: &[f64], k: f64) -> f64 {
    let clipped = |a: f64| {
        if a > 1.0 {
            return 1.0 + 0.1 * a;
        }
        for i in 0..3 {
            if a * i as f64 > 0.7 {
                return a * k;
            }
        }
        a * a
    };
    let logarithm = |a: f64| -> Option<f64> {
        let positive = if a > 0.0 { Some(a) } else { None }?;
        Some(positive.ln() * k)
    };
    let mut sum = 0.0;
    for a in x {
        sum += clipped(*a);
        sum += logarithm(*a).unwrap_or(0.25 * k * a);
    }
    let squares: Vec<f64> = x
        .iter()
        .map(|a| {
            if *a < 0.0 {
                return *a;
            }
            a * a * k
        })
        .collect();
    sum * squares[0] + squares[1]
}

#[differentiable]
fn counted(x: &[f64], k: f64) -> f64 {
    let names = std::collections::BTreeMap::from([("one", 1_usize), ("two", 2)]);
    let mut sum = 0.0;
    for (name, mut index) in names {
        index += name.len() - 3;
        sum += x[index] * k * index as f64;
    }
    sum
}

#[differentiable]
impl Model {
    fn shifted(&self, by: f64) -> Vec<Body> {
        let mut bodies = self.bodies.clone();
        for body in &mut bodies {
            body.at[1] += by * body.mass;
        }
        bodies
    }
    fn corner(&self, k: f64) -> [f64; 2] {
        [self.bodies[0].mass * k, k]
    }
}

#[differentiable]
fn by_value(model: &Model, k: f64) -> f64 {
    let mut sum = 0.0;
    'bodies: for body in model.shifted(k) {
        for a in body.at {
            if a > 5.0 {
                continue 'bodies;
            }
            sum += a * body.mass;
        }
        if sum > 100.0 {
            break;
        }
    }
    for mut a in model.corner(k) {
        a *= sum;
        sum += a;
    }
    let kept = model.shifted(sum);
    for Body { mass, at: [x, _] } in kept {
        sum += mass * x;
    }
    for _ in 0..2 {
        for body in model.bodies.clone() {
            sum += body.mass;
        }
    }
    // What carries no derivative need not be a list.
    let count: usize = model.sizes.0;
    let mut seen = std::collections::BTreeSet::new();
    seen.insert(count - 1);
    seen.insert(count);
    for n in seen {
        sum += model.bodies[n].mass * k;
    }
    sum
}

#[differentiable]
fn within(x: &[f64], low: f64, high: f64) -> f64 {
    let (mut sum, count);
    (sum, count) = (low * high, x.len());
    let (mean, scale);
    mean = x.iter().sum::<f64>() / count as f64;
    scale = 1.0 + mean * mean;
    for (i, a) in x.iter().enumerate() {
        if (low..=high).contains(a) {
            sum += a * scale;
        } else if [2, 5].contains(&i) {
            sum *= a;
        }
    }
    sum
}

fn convert(x: i32) -> Option<i32> {
    Some(x)
}

#[differentiable]
fn left_blocks(x: f64, k: f64) -> f64 {
    let scaled;
    {
        let half = x / f64::from(convert(2).unwrap());
        if half > 1.0 {
            return half * k;
        }
        scaled = half * half;
    }
    scaled * k
}

#[test]
fn lists_of_structs_have_the_gradients_that_differences_say() {
    check_grad!(determinant(&[
        vec![0.1, 2.0, 1.0],
        vec![1.5, 0.3, -0.7],
        vec![0.4, 1.1, 0.9]
    ]))
    .unwrap();
    check_grad!(exchanged(&mut bodies(), 1.1)).unwrap();
    check_grad!(moved_about(&[0.5, -1.5, 2.5, 0.25], 1.3, 2)).unwrap();
    check_grad!(taken(&mut model(), 1.3)).unwrap();
}

#[test]
fn boxes_have_the_gradients_that_differences_say() {
    check_grad!(through_boxes(&[0.5, -1.5, 2.5], 1.3)).unwrap();
    check_grad!(looked_at(&model(), 1.3)).unwrap();
    check_grad!(written(&mut model(), 1.3)).unwrap();
}

#[test]
fn choices_and_early_returns_have_the_gradients_that_differences_say() {
    check_grad!(chosen(&[0.5, -1.5, 2.5], &[2, 0, 1], 1.3)).unwrap();
    check_grad!(left_early(&[0.5, -1.5, 2.5], 1.3)).unwrap();
    check_grad!(by_value(&model(), 1.3)).unwrap();
    check_grad!(within(&[0.5, -1.5, 0.25, 2.5], 0.4, 2.0)).unwrap();
    check_grad!(counted(&[0.5, -1.5, 2.5], 1.3)).unwrap();
    check_grad!(left_blocks(0.5, 1.3)).unwrap();
    check_grad!(left_blocks(2.5, 1.3)).unwrap();
}
