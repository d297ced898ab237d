//! Aims a probe: bodies that attract each other, and the start velocity with which one of them meets another.
//!
//! ```text
//! cargo run --release --example nbody
//! ```
//!
//! The simulation is written with operators on a vector type of its own. `#[differentiable]` on their impls gives each of them
//! its rule, and the derivative of the miss with respect to the start comes back through all the steps.

use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Add, AddAssign, Mul, Sub};

/// A vector in space.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Vec3 {
    fn new(x: f64, y: f64, z: f64) -> Vec3 {
        Vec3 { x, y, z }
    }

    fn dot(self, other: Vec3) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    fn norm_squared(self) -> f64 {
        self.dot(self)
    }
}

#[differentiable]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

#[differentiable]
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

#[differentiable]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        Vec3::new(self * v.x, self * v.y, self * v.z)
    }
}

#[differentiable]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, other: Vec3) {
        self.x += other.x;
        self.y += other.y;
        self.z += other.z;
    }
}

/// A body; the constant of gravitation is 1.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Body {
    mass: f64,
    position: Vec3,
    velocity: Vec3,
}

/// The acceleration of one of the bodies.
#[differentiable]
fn acceleration(bodies: &[Body], i: usize) -> Vec3 {
    let mut sum = Vec3::new(0.0, 0.0, 0.0);
    for j in 0..bodies.len() {
        if j != i {
            let apart = bodies[j].position - bodies[i].position;
            let r2 = apart.norm_squared() + 1e-6;
            sum += (bodies[j].mass / (r2 * r2.sqrt())) * apart;
        }
    }
    sum
}

/// A step of the leapfrog scheme: half a kick, a drift, half a kick.
#[differentiable]
fn step(bodies: &mut [Body], h: f64) {
    for i in 0..bodies.len() {
        let kick = acceleration(bodies, i);
        bodies[i].velocity += (0.5 * h) * kick;
    }
    for body in bodies.iter_mut() {
        body.position += h * body.velocity;
    }
    for i in 0..bodies.len() {
        let kick = acceleration(bodies, i);
        bodies[i].velocity += (0.5 * h) * kick;
    }
}

/// From the last body but one to the last, at the end.
#[differentiable]
fn separation(bodies: &[Body], h: f64, steps: usize) -> Vec3 {
    let mut bodies = bodies.to_vec();
    for _ in 0..steps {
        step(&mut bodies, h);
    }
    let n = bodies.len();
    bodies[n - 1].position - bodies[n - 2].position
}

/// The energy of all bodies together, which the scheme should keep.
fn energy(bodies: &[Body]) -> f64 {
    let mut sum = 0.0;
    for (i, body) in bodies.iter().enumerate() {
        sum += 0.5 * body.mass * body.velocity.norm_squared();
        for other in &bodies[..i] {
            sum -= body.mass * other.mass / ((body.position - other.position).norm_squared() + 1e-6).sqrt();
        }
    }
    sum
}

/// A star, two planets and the probe, which starts beside the inner planet.
fn start() -> Vec<Body> {
    let circular = |mass: f64, r: f64, angle: f64| Body {
        mass,
        position: r * Vec3::new(angle.cos(), angle.sin(), 0.0),
        velocity: r.powf(-0.5) * Vec3::new(-angle.sin(), angle.cos(), 0.0),
    };
    let star = Body {
        mass: 1.0,
        position: Vec3::new(0.0, 0.0, 0.0),
        velocity: Vec3::new(0.0, 0.0, 0.0),
    };
    let mut probe = circular(1e-9, 1.05, 0.3);
    probe.velocity += Vec3::new(0.0, 0.1, 0.02);
    vec![star, circular(1e-4, 1.0, 0.0), circular(3e-4, 1.5, 0.9), probe]
}

/// The solution of three linear equations, by Cramer's rule.
fn solution([a, b, c]: [Vec3; 3], right: Vec3) -> Vec3 {
    let cross = |a: Vec3, b: Vec3| Vec3::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    let (bc, ca, ab) = (cross(b, c), cross(c, a), cross(a, b));
    (1.0 / a.dot(bc)) * (right.x * bc + right.y * ca + right.z * ab)
}

/// Runs the example.
pub fn main() {
    let (h, steps) = (0.01, 250);
    let mut bodies = start();
    let report = check_grad!(separation(&bodies, h, steps)).expect("the derivative agrees with differences");
    println!("derivative check {report}");

    let mut after = bodies.clone();
    for _ in 0..steps {
        step(&mut after, h);
    }
    let drift = (energy(&after) / energy(&bodies) - 1.0).abs();
    println!("energy drift     {drift:.1e} over {steps} steps");
    assert!(drift < 1e-4);

    // Newton's method: each row of the Jacobian is what the pullback makes of one unit seed.
    let probe = bodies.len() - 1;
    println!("\n{:>5} {:>12}", "round", "miss");
    let mut left = f64::INFINITY;
    for round in 0..12 {
        let miss = separation(&bodies, h, steps);
        left = miss.norm_squared().sqrt();
        println!("{round:>5} {left:>12.3e}");
        let row = |x, y, z| {
            let (_, pullback) = separation::vjp(&bodies, h, steps);
            let bar = pullback(Vec3Cotangent { x, y, z }).0[probe].velocity.clone();
            Vec3::new(bar.x, bar.y, bar.z)
        };
        let rows = [row(1.0, 0.0, 0.0), row(0.0, 1.0, 0.0), row(0.0, 0.0, 1.0)];
        let correction = solution(rows, miss);
        bodies[probe].velocity = bodies[probe].velocity - correction;
    }
    let v = bodies[probe].velocity;
    println!("\nstart with       ({:.6}, {:.6}, {:.6})", v.x, v.y, v.z);
    assert!(left < 1e-9, "the probe meets the planet");
}
