//! What is asked on the way, by closures and in conditions, and what they note.
use pullback::{Differentiable, check_grad, differentiable};
use std::collections::HashSet;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Node {
    score: Option<f64>,
    w: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Mesh {
    y: f64,
    nodes: Vec<Node>,
}

/// The function of this name is none of the mesh's.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Id(u32);

#[differentiable]
impl Id {
    fn vertex(k: u32) -> Id {
        Id(k)
    }
}

#[differentiable]
impl Mesh {
    fn nodes(&self) -> &Vec<Node> {
        &self.nodes
    }

    fn vertex(&self, k: usize) -> &f64 {
        &self.nodes[k].w
    }

    /// A closure that leaves early, has loops, and counts.
    fn clean(&mut self, v: &mut Vec<f64>, x: f64) -> f64 {
        let mut seen = HashSet::new();
        let (mut any, mut count) = (false, 0);
        v.retain(|y| {
            if *y < 0.0 {
                any = true;
                return false;
            }
            for k in 0..2 {
                if seen.contains(&k) && *y > 10.0 * (k + 1) as f64 {
                    any = true;
                    count += 1;
                    return false;
                }
                if k > 5 {
                    continue;
                }
            }
            for k in 0..2 {
                let _ = seen.insert(k);
            }
            true
        });
        self.y *= x * (count + 1) as f64;
        if any {
            self.y *= self.y;
        }
        for y in v.iter_mut() {
            *y *= x;
        }
        v[0] * v[1] * self.y
    }

    /// Conditions that ask a method of what is changed.
    fn raised(&mut self, x: f64, k: usize) -> f64 {
        for i in 0..k {
            self.y *= x * 2.0;
            if self.nodes()[i].score.is_none() || x > self.nodes()[i].score.unwrap() {
                self.y = self.y * self.y;
            }
        }
        self.y * self.vertex(0) * Id::vertex(3 as u32).0 as f64
    }
}

#[differentiable]
fn cleaned(mesh: &Mesh, v: &mut Vec<f64>, x: f64) -> f64 {
    let mut mesh = mesh.clone();
    let mut sum = 0.0;
    for k in 0..2 {
        sum += mesh.clean(v, x) * k as f64;
    }
    sum + mesh.raised(x, 2)
}

#[differentiable]
fn ordered(x: &[f64]) -> f64 {
    let mut pairs: Vec<(f64, usize)> = x.iter().enumerate().map(|(i, x)| (x * 2.0, i)).collect();
    pairs.sort_by(|a, b| a.0.floor().total_cmp(&b.0.floor()).then(b.1.cmp(&a.1)));
    pairs[0].0 * pairs[1].0
}

#[test]
fn what_is_asked_is_no_part_of_the_derivative() {
    let node = |score, w| Node { score, w };
    let mesh = Mesh {
        y: 0.5,
        nodes: vec![node(Some(0.5), 1.2), node(None, 2.0)],
    };
    let v = vec![1.0, -2.0, 3.0, 5.0, 200.0, 4.0];
    check_grad!(cleaned(&mesh, &mut v.clone(), 0.7)).unwrap();
    check_grad!(ordered(&[1.2, 0.7, 1.1, 0.6])).unwrap();
}

/// What has methods, and no derivatives: its macro could be anybody's.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Marks(u8);

impl Marks {
    const FIXED: Marks = Marks(1);

    fn holds(&self, other: Marks) -> bool {
        self.0 & other.0 == other.0
    }

    fn less_than(self, bits: u8) -> bool {
        self.0 < bits
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    #[no_diff]
    marks: Marks,
    at: Vec<f64>,
}

#[differentiable]
impl Body {
    fn moved(&self, k: f64) -> Option<f64> {
        if !self.marks.holds(Marks::FIXED) && self.marks.less_than(2) && k > self.at[0] {
            return None;
        }
        let mut sum = 0.0;
        for x in &self.at {
            if self.marks.holds(Marks(2)) || self.marks.less_than(1) {
                sum += x * k;
            }
        }
        let mut power = k;
        while self.marks.less_than(2) && power < 2.0 {
            power *= k + 1.0;
        }
        Some(sum * power)
    }

    fn change(&mut self, #[no_diff] marks: Marks, k: f64) {
        if marks.holds(Marks::FIXED) {
            self.at[0] *= k;
        }
    }
}

#[differentiable]
fn moved_bodies(bodies: &mut Vec<Body>, k: f64) -> f64 {
    let mut sum = 0.0;
    for body in bodies.iter_mut() {
        body.change(Marks(3), k);
        sum += body.moved(k).unwrap_or(k * k);
    }
    sum
}

/// Two methods of one trait, of which one writes: that one has to have its derivative.
#[differentiable]
trait Stepper {
    fn step(&mut self, k: f64) -> bool;
    fn is_over(&self, k: f64) -> bool;
}

#[differentiable]
impl Stepper for Body {
    fn step(&mut self, k: f64) -> bool {
        self.at[0] *= k;
        self.at[0] < 50.0
    }

    fn is_over(&self, k: f64) -> bool {
        self.at[0] > k
    }
}

#[differentiable]
fn stepped(body: &mut Body, k: f64) -> f64 {
    while body.step(k) && !body.is_over(40.0) {}
    let once = body.clone();
    if once.is_over(k) { body.at[0] * k } else { k }
}

#[test]
fn a_condition_that_is_handed_nothing_to_write_needs_no_derivative() {
    let body = |marks, at: [f64; 2]| Body {
        marks: Marks(marks),
        at: at.to_vec(),
    };
    let bodies = vec![
        body(0, [1.2, 0.4]),
        body(1, [0.3, 2.0]),
        body(3, [0.5, 0.1]),
        body(0, [-0.2, -0.1]),
    ];
    check_grad!(moved_bodies(&mut bodies.clone(), 1.3)).unwrap();
    check_grad!(stepped(&mut body(0, [1.2, 0.4]), 1.3)).unwrap();
}

/// A trait like approx's, of floats, that has no derivatives.
trait Close {
    fn close_to(&self, other: &Self, tolerance: Self) -> bool;
}

impl Close for f64 {
    fn close_to(&self, other: &f64, tolerance: f64) -> bool {
        (self - other).abs() <= tolerance
    }
}

#[differentiable]
fn close(a: f64, b: f64) -> bool {
    if a == b {
        return true;
    }
    a.close_to(&b, 0.1)
}

#[differentiable]
fn quotient(a: f64, b: f64) -> f64 {
    if close(a, b) {
        1.0 + (a - b) / b
    } else if !b.close_to(&0.0, 1e-3) && a.close_to(&(2.0 * b), a) {
        a / b
    } else {
        a * b
    }
}

#[test]
fn a_number_is_asked_about_another() {
    for (a, b) in [(1.0, 1.05), (1.0, 0.4), (-3.0, 0.4), (1.0, 1e-4)] {
        check_grad!(quotient(a, b)).unwrap();
    }
}
