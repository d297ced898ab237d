//! A simulation with operators on a small vector type of its own.

use crate::harness::{Computed, Objective, Table, along_directions};
use crate::objectives::numbers_without_a_pattern;
use pullback::{Cotangent, Differentiable, Workspace, differentiable};
use std::hint::black_box;
use std::ops::{Add, AddAssign, Mul, Sub};

const SOFTENING: f64 = 1e-2;

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable(order = 2)]
impl Vec3 {
    fn new(x: f64, y: f64, z: f64) -> Vec3 {
        Vec3 { x, y, z }
    }

    fn dot(self, other: Vec3) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
}

#[differentiable(order = 2)]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

#[differentiable(order = 2)]
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

#[differentiable(order = 2)]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        Vec3::new(self * v.x, self * v.y, self * v.z)
    }
}

#[differentiable(order = 2)]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, other: Vec3) {
        self.x += other.x;
        self.y += other.y;
        self.z += other.z;
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Body {
    mass: f64,
    position: Vec3,
    velocity: Vec3,
}

#[differentiable(order = 2)]
fn acceleration(bodies: &[Body], i: usize) -> Vec3 {
    let mut sum = Vec3::new(0.0, 0.0, 0.0);
    for j in 0..bodies.len() {
        if j != i {
            let apart = bodies[j].position - bodies[i].position;
            let r2 = apart.dot(apart) + SOFTENING;
            sum += (bodies[j].mass / (r2 * r2.sqrt())) * apart;
        }
    }
    sum
}

/// A step of the leapfrog scheme: half a kick, a drift, half a kick.
#[differentiable(order = 2)]
fn step(bodies: &mut [Body], h: f64) {
    for i in 0..bodies.len() {
        let kick: Vec3 = acceleration(bodies, i);
        bodies[i].velocity += (0.5 * h) * kick;
    }
    for body in bodies.iter_mut() {
        body.position += h * body.velocity;
    }
    for i in 0..bodies.len() {
        let kick: Vec3 = acceleration(bodies, i);
        bodies[i].velocity += (0.5 * h) * kick;
    }
}

/// How far apart the last two bodies are at the end, squared.
#[differentiable(order = 2)]
fn miss(bodies: &[Body], h: f64, steps: usize) -> f64 {
    let mut bodies = bodies.to_vec();
    for _ in 0..steps {
        step(&mut bodies, h);
    }
    let n = bodies.len();
    let apart = bodies[n - 1].position - bodies[n - 2].position;
    apart.dot(apart)
}

/// The same with the positions of all steps on a stack, as one would write it.
mod by_hand {
    use super::{Body, BodyCotangent, SOFTENING, Vec3, Vec3Cotangent, step};

    fn acceleration(positions: &[Vec3], masses: &[Body], bars: &mut [BodyCotangent], i: usize, by: f64) {
        let kick = bars[i].velocity.clone();
        for j in 0..positions.len() {
            if j != i {
                let d = positions[j] - positions[i];
                let r2 = d.x * d.x + d.y * d.y + d.z * d.z + SOFTENING;
                let cubed = 1.0 / (r2 * r2.sqrt());
                let slope = by * (kick.x * d.x + kick.y * d.y + kick.z * d.z);
                let (scale, stretch) = (by * masses[j].mass * cubed, -3.0 * slope * masses[j].mass * cubed / r2);
                bars[j].mass += slope * cubed;
                let add = |bar: &mut Vec3Cotangent, sign: f64| {
                    bar.x += sign * (scale * kick.x + stretch * d.x);
                    bar.y += sign * (scale * kick.y + stretch * d.y);
                    bar.z += sign * (scale * kick.z + stretch * d.z);
                };
                add(&mut bars[j].position, 1.0);
                add(&mut bars[i].position, -1.0);
            }
        }
    }

    /// The value, and the cotangent of the steps' length. `bodies` end where the simulation does.
    pub fn gradient(
        bodies: &mut [Body],
        h: f64,
        steps: usize,
        stack: &mut Vec<Vec3>,
        bars: &mut [BodyCotangent],
    ) -> (f64, f64) {
        let n = bodies.len();
        stack.clear();
        let save = |stack: &mut Vec<_>, bodies: &[Body]| stack.extend(bodies.iter().map(|body| body.position));
        for _ in 0..steps {
            save(stack, bodies);
            step(bodies, h);
        }
        save(stack, bodies);
        let d = bodies[n - 1].position - bodies[n - 2].position;
        let seed = |k: f64| Vec3Cotangent {
            x: k * d.x,
            y: k * d.y,
            z: k * d.z,
        };
        bars[n - 1].position = seed(2.0);
        bars[n - 2].position = seed(-2.0);
        let (mut h_bar, mut positions) = (0.0, vec![Vec3::new(0.0, 0.0, 0.0); n]);
        let dot = |bar: &Vec3Cotangent, v: Vec3| bar.x * v.x + bar.y * v.y + bar.z * v.z;
        for t in (0..steps).rev() {
            for at in [t + 1, t] {
                positions.copy_from_slice(&stack[at * n..][..n]);
                for i in (0..n).rev() {
                    // The kick itself, of which the step's length takes a half.
                    let mut kick = Vec3::new(0.0, 0.0, 0.0);
                    for j in 0..n {
                        if j != i {
                            let apart = positions[j] - positions[i];
                            let r2 = apart.dot(apart) + SOFTENING;
                            kick += (bodies[j].mass / (r2 * r2.sqrt())) * apart;
                        }
                    }
                    h_bar += 0.5 * dot(&bars[i].velocity, kick);
                    acceleration(&positions, bodies, bars, i, 0.5 * h);
                }
                if at > t {
                    for (i, bar) in bars.iter_mut().enumerate() {
                        // Position has moved by `h` times the velocity in between.
                        let (from, to) = (stack[t * n + i], stack[(t + 1) * n + i]);
                        h_bar += dot(&bar.position, (1.0 / h) * (to - from));
                        bar.velocity.x += h * bar.position.x;
                        bar.velocity.y += h * bar.position.y;
                        bar.velocity.z += h * bar.position.z;
                    }
                }
            }
        }
        (d.dot(d), h_bar)
    }
}

pub fn all(table: &Table) {
    const STEPS: usize = 200;
    let mut numbers = numbers_without_a_pattern();
    let bodies: Vec<Body> = (0..8)
        .map(|_| {
            let mut next = |by: f64| by * numbers.next().expect("they do not end");
            Body {
                mass: 1.0 + next(0.3),
                position: Vec3::new(next(2.0), next(2.0), next(2.0)),
                velocity: Vec3::new(next(0.3), next(0.3), next(0.3)),
            }
        })
        .collect();
    let h = 1e-3;
    let flat = |bars: &Vec<BodyCotangent>, h_bar: f64| {
        let mut all = Vec::new();
        Cotangent::flatten_into(bars, &mut all);
        all.push(h_bar);
        all
    };
    let (mut workspace, mut bars, mut h_bar) = (Workspace::new(), bodies.zero_cotangent(), 0.0);
    let mut ones = bodies.zero_cotangent();
    Cotangent::unflatten_from(&mut ones, &mut std::iter::repeat(1.0));
    let (mut stack, mut hand_bars, mut end) = (Vec::new(), bodies.zero_cotangent(), Vec::new());
    let objective = Objective::new("n-body with operators, 8 bodies, 200 steps")
        .primal(|| miss(black_box(&bodies), h, STEPS))
        .kept(|computed: &mut Computed| {
            bars.scale(0.0);
            h_bar = 0.0;
            let value = miss::grad_into_with(&mut workspace, black_box(&bodies), h, STEPS, &mut bars, &mut h_bar);
            computed.gathered(&(&bars, h_bar), |(bars, h_bar)| flat(bars, *h_bar));
            value
        })
        .plain(|computed: &mut Computed| {
            let (value, gradient) = miss::value_and_grad(black_box(&bodies), h, STEPS);
            computed.gathered(&gradient, |(bars, h_bar)| flat(bars, *h_bar));
            value
        })
        .by_hand(|computed: &mut Computed| {
            hand_bars.scale(0.0);
            end.clone_from(black_box(&bodies));
            let (value, h_bar) = by_hand::gradient(&mut end, h, STEPS, &mut stack, &mut hand_bars);
            computed.gathered(&(&hand_bars, h_bar), |(bars, h_bar)| flat(bars, *h_bar));
            value
        })
        .forward(|computed: &mut Computed| {
            let (value, tangent) = miss::jvp(black_box(&bodies), h, STEPS, &ones, 1.0);
            computed.gradient(&tangent);
            value
        })
        .twice(|computed: &mut Computed| {
            let (value, gradient, product) = miss::value_grad_hvp(black_box(&bodies), h, STEPS, &ones, 1.0);
            black_box(&product);
            computed.gathered(&gradient, |(bars, h_bar)| flat(bars, *h_bar));
            value
        });
    table.add(objective, |_, gradient| {
        let mut at = Vec::new();
        for body in &bodies {
            let (p, v) = (body.position, body.velocity);
            at.extend([body.mass, p.x, p.y, p.z, v.x, v.y, v.z]);
        }
        along_directions("n-body", &at, &gradient[..at.len()], 1e-6, |at| {
            let moved: Vec<Body> = at
                .chunks(7)
                .map(|c| Body {
                    mass: c[0],
                    position: Vec3::new(c[1], c[2], c[3]),
                    velocity: Vec3::new(c[4], c[5], c[6]),
                })
                .collect();
            miss(&moved, h, STEPS)
        });
    });
}
