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
