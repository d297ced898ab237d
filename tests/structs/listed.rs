//! Lists of references: against differences, and bit for bit against the function itself.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    mass: f64,
    speed: f64,
}

fn bodies(x: &[f64]) -> Vec<Body> {
    let body = |v: &[f64]| Body {
        mass: v[0],
        speed: v[1],
    };
    x.windows(2).map(body).collect()
}

#[differentiable]
fn energy(body: &Body, k: f64) -> f64 {
    0.5 * body.mass * body.speed * body.speed * k
}

#[differentiable]
fn push_on(body: &mut Body, k: f64) {
    body.speed += k * body.mass;
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

macro_rules! on_bodies {
    ($($name:ident($bodies:ident, $k:ident) $body:block)*) => {
        $(
            #[differentiable]
            fn $name($bodies: &[Body], $k: f64) -> f64 $body
        )*

        #[test]
        fn what_a_list_of_references_points_to_gets_its_derivative() {
            for x in [vec![0.5, -1.5, 2.5, 0.25, 1.0], vec![2.0, 0.3, 1.2], vec![0.7, 0.9, 1.4, -2.0, 1.1, 3.0]] {
                let bodies = bodies(&x);
                $(
                    for k in [0.2, 1.5] {
                        let (value, _) = $name::vjp(&bodies, k);
                        assert_eq!(value.to_bits(), $name(&bodies, k).to_bits(), stringify!($name));
                        check_grad!($name(&bodies, k)).unwrap();
                    }
                )*
            }
        }
    };
}

on_bodies! {
    filtered(bodies, k) {
        let heavy: Vec<&Body> = bodies.iter().filter(|b| b.mass > k - 0.1).collect();
        let mut s = 0.0;
        for (i, b) in heavy.iter().enumerate() {
            let next = heavy[(i + 1) % heavy.len()];
            s += b.mass * next.speed * k + energy(next, k);
        }
        s
    }
    looked_at_again(bodies, k) {
        let all = bodies.iter().collect::<Vec<_>>();
        let mut s = if all.is_empty() { k } else { all[0].mass * k };
        for (i, body) in all.iter().enumerate().step_by(2) {
            let start = i.saturating_sub(1);
            let end = (i + 2).min(all.len());
            let window = &all[start..end];
            let mean = window.iter().map(|b| b.speed).sum::<f64>() / window.len() as f64;
            s += mean * window[0].mass * body.mass;
        }
        for b in all.iter().rev().skip(1) {
            s *= 1.0 + 0.1 * b.mass;
        }
        if all.iter().any(|b| b.mass > 2.2) {
            s *= k;
        }
        s
    }
    beside_numbers(bodies, k) {
        let mut calc: Vec<_> = bodies.iter().enumerate().map(|(j, b)| (j, b, 0.0)).collect();
        for (j, b, out) in calc.iter_mut() {
            *out = b.mass * k * (*j as f64 + 1.0);
        }
        calc.iter_mut().for_each(|(_, b, out)| *out += b.speed.sin());
        let mut s = 0.0;
        for (j, b, out) in &calc {
            s += *out * b.speed / (*j as f64 + 1.0);
        }
        s + calc[1].2 * calc[0].1.mass
    }
    made_in_a_loop(bodies, k) {
        let mut s = 0.0;
        for limit in 0..3 {
            let few: Vec<_> = bodies.iter().filter(|b| b.mass < limit as f64 + 0.05).map(|b| (b, b.mass * k)).collect();
            if few.len() > 1 {
                let (first, scaled) = few[0];
                let (second, _) = &few[1];
                s += first.speed * scaled * second.mass;
            }
            for (b, scaled) in few {
                s += energy(b, scaled);
            }
        }
        s
    }
    in_parts(bodies, k) {
        let pairs: Vec<&[Body]> = bodies.chunks(2).collect();
        let mut s = 0.0;
        for pair in &pairs {
            s += pair[0].mass * pair[pair.len() - 1].speed * k;
        }
        s * pairs[0][0].mass
    }
    chosen(bodies, k) {
        let either: Vec<&Body> = bodies
            .iter()
            .zip(&bodies[1..])
            .map(|(a, b)| if a.mass > b.mass { a } else { b })
            .collect();
        let same = either.first().is_some() && either.len() > 1 && either[0] == either[1];
        let s: f64 = either.iter().zip(1..).map(|(b, n)| b.mass.powi(n) * k).sum();
        if same { s * s } else { s }
    }
    asked_for(bodies, k) {
        let heavy: Vec<&Body> = bodies.iter().filter(|b| b.mass > 0.6).collect();
        let mut s = k * k;
        if let (Some(first), Some(last)) = (heavy.first(), heavy.last()) {
            s += first.mass * last.speed * k;
        }
        let third = heavy.get(2).map_or(k, |b| b.mass * b.speed);
        let fast = heavy.iter().max_by(|a, b| a.speed.total_cmp(&b.speed)).map_or(0.5, |b| b.mass * b.speed);
        for pair in heavy.windows(2) {
            s += pair[0].mass * pair[1].speed;
        }
        s * third * fast
    }
    zipped(bodies, k) {
        let left: Vec<&Body> = bodies.iter().collect();
        let right: Vec<&Body> = bodies.iter().rev().collect();
        let mut s = 0.0;
        for (a, b) in left.iter().zip(&right) {
            s += a.mass * b.speed * k;
        }
        for (a, b) in left.into_iter().zip(right) {
            s += a.speed * b.speed;
        }
        s
    }
}

#[differentiable]
fn pushed(bodies: &mut [Body], k: f64) -> f64 {
    let heavy: Vec<&mut Body> = bodies.iter_mut().filter(|b| b.mass > 0.6).collect();
    let mut s = 0.0;
    for (n, body) in heavy.into_iter().enumerate() {
        body.mass *= k;
        push_on(body, k + n as f64);
        s += body.speed * body.mass;
    }
    s
}

#[differentiable]
fn filled(y: &mut [f64], x: &[f64]) {
    let mut outs: Vec<&mut f64> = y.iter_mut().collect();
    for (out, v) in outs.iter_mut().zip(x) {
        **out = v * v;
    }
    for (out, v) in outs.into_iter().zip(x.iter().rev()) {
        *out *= v;
    }
}

#[differentiable]
fn rows(m: &[Vec<f64>], k: f64) -> f64 {
    let rows: Vec<&Vec<f64>> = m.iter().filter(|row| row.len() > 1).collect();
    let flat: Vec<&[f64]> = m.iter().map(|row| &row[..1]).collect();
    let mut s = 0.0;
    for i in 0..rows.len() {
        for j in 0..i {
            s += dot(rows[i], rows[j]) * rows[i][1] * k;
        }
        s += dot(flat[i], flat[0]);
    }
    s
}

#[test]
fn what_is_written_through_a_list_of_references_is_written_where_it_points() {
    for x in [vec![0.5, -1.5, 2.5, 0.25, 1.0], vec![2.0, 0.3, 1.2]] {
        let mut body = bodies(&x);
        check_grad!(pushed(&mut body, 1.3)).unwrap();
        let (mut here, mut there) = (bodies(&x), bodies(&x));
        let value = pushed(&mut here, 1.3);
        assert_eq!(pushed::vjp(&mut there, 1.3).0.to_bits(), value.to_bits());
        assert_eq!(here, there);
        check_grad!(filled(&mut vec![0.5; x.len()], &x)).unwrap();
    }
}

#[test]
fn rows_of_a_matrix_in_a_list_are_handed_to_functions() {
    let m = vec![vec![0.5, -1.5], vec![2.5, 0.25], vec![1.0, 2.0], vec![0.7]];
    check_grad!(rows(&m[..3], 0.7)).unwrap();
    check_grad!(rows(&m, 0.7)).unwrap();
}
