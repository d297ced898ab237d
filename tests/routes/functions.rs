//! Free functions: one argument or several, slices, elements and structs.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
fn element(x: &[f64], i: usize) -> &f64 {
    &x[i]
}

#[differentiable]
fn tail(x: &[f64], from: usize) -> &[f64] {
    &x[from + 1..]
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i] * b[i];
    }
    s
}

#[differentiable]
fn elements(x: &[f64], k: f64) -> f64 {
    let mut s = k;
    for i in 0..x.len() {
        s = (s * *element(x, i)).sin() + *element(x, x.len() - 1 - i) * k;
    }
    s
}

#[differentiable]
fn slices(x: &[f64], w: &[f64]) -> f64 {
    let rest: &[f64] = tail(x, 0);
    let mut s = rest[0] * rest[1];
    for i in 0..2 {
        let more: &[f64] = tail(rest, i);
        for a in more {
            s += a * a * w[i];
        }
        s += dot(more, &w[..more.len()]);
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    mass: f64,
    position: [f64; 3],
}

#[differentiable]
fn heavier<'a>(a: &'a Body, b: &'a Body) -> &'a Body {
    if a.mass > b.mass { a } else { b }
}

#[differentiable]
fn coordinate(body: &Body, axis: usize) -> &f64 {
    if axis > 2 {
        return &body.mass;
    }
    &body.position[axis]
}

#[differentiable]
fn energy(body: &Body, k: f64) -> f64 {
    let mut sum = 0.0;
    for axis in 0..4 {
        let x = coordinate(body, axis);
        sum += *x * *x * k;
    }
    sum
}

#[differentiable]
fn of_the_heavier(a: &Body, b: &Body, k: f64) -> f64 {
    let h: &Body = heavier(a, b);
    let both = h.mass * h.position[1] * k;
    both * energy(h, k) + *coordinate(h, 2)
}

#[differentiable]
fn slot(x: &mut [f64], i: usize) -> &mut f64 {
    &mut x[i]
}

#[differentiable]
fn part(x: &mut [f64], n: usize) -> &mut [f64] {
    &mut x[..n]
}

#[differentiable]
fn mass_mut(body: &mut Body) -> &mut f64 {
    &mut body.mass
}

/// Which element it is depends on what is written.
#[differentiable]
fn largest_mut(x: &mut [f64]) -> &mut f64 {
    let mut k = 0;
    for i in 1..x.len() {
        if x[i] > x[k] {
            k = i;
        }
    }
    &mut x[k]
}

#[differentiable]
fn scale(x: &mut [f64], k: f64) {
    for a in x.iter_mut() {
        *a *= k;
    }
}

#[differentiable]
fn writes(x: &[f64], body: &Body, k: f64) -> f64 {
    let mut v = x.to_vec();
    let mut b = body.clone();
    let mut sum = 0.0;
    for i in 0..v.len() {
        *slot(&mut v, i) *= k + i as f64;
        *slot(&mut v, 0) += v[i] * v[i];
        sum += *element(&v, i) * v[0];
        let s = slot(&mut v, 1);
        *s = *s * *s + 0.5;
        *s -= k;
        part(&mut v, 2)[1] *= 1.5;
        for a in part(&mut v, i).iter_mut() {
            *a = a.sin();
        }
        if i > 1 {
            let p: &mut [f64] = part(&mut v, 3);
            p.swap(0, 2);
            scale(p, k);
        }
        *mass_mut(&mut b) *= v[i];
        *coordinate_mut(&mut b, i % 4) += sum;
    }
    sum * b.mass + b.position[2] * b.position[0]
}

#[differentiable]
#[allow(clippy::needless_return)]
fn coordinate_mut(body: &mut Body, axis: usize) -> &mut f64 {
    match axis {
        0 | 1 => &mut body.position[axis],
        2 => return &mut body.position[2],
        _ => &mut body.mass,
    }
}

#[differentiable]
fn largest_is_halved(x: &mut [f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for _ in 0..6 {
        let top = largest_mut(x);
        *top *= 0.5 * k;
        *top -= 0.1;
        sum += *top * *top;
        *largest_mut(x) = sum.cos() * *element(x, 0);
    }
    sum * x[1]
}

fn bodies() -> [Body; 2] {
    let position = [0.5, -1.5, 2.5];
    let other = [0.7, 0.25, -0.5];
    [
        Body { mass: 2.0, position },
        Body {
            mass: 3.0,
            position: other,
        },
    ]
}

#[test]
fn functions_that_return_references_have_the_gradients_that_differences_say() {
    let x = [0.5, -1.5, 2.5, 0.25, 1.0];
    check_grad!(elements(&x, 1.3)).unwrap();
    check_grad!(slices(&x, &[0.7, -0.3, 0.2])).unwrap();
    let [a, b] = bodies();
    check_grad!(energy(&a, 0.7)).unwrap();
    check_grad!(of_the_heavier(&a, &b, 0.7)).unwrap();
    check_grad!(of_the_heavier(&b, &a, 0.7)).unwrap();
    check_grad!(writes(&x, &a, 0.7)).unwrap();
    check_grad!(largest_is_halved(&mut [0.5, 1.5, 2.5, 0.25, 1.0], 0.9)).unwrap();
}
