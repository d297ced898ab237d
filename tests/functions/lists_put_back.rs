//! What is taken out of an object or swapped in it, with lists of counts beside it, and methods that are called as they are written.
use pullback::{Differentiable, check_grad, differentiable};

/// Points, and triangles between them.
#[derive(Clone, Default, Differentiable)]
struct Mesh {
    points: Vec<[f64; 2]>,
    triangles: Vec<[u32; 3]>,
}

#[differentiable]
impl Mesh {
    fn new(points: Vec<[f64; 2]>, triangles: Vec<[u32; 3]>) -> Mesh {
        Mesh { points, triangles }
    }

    fn extended(&mut self, corner: u32, scale: f64) {
        for point in self.points.iter_mut() {
            point[0] *= scale;
        }
        self.triangles.extend([[corner; 3]]);
        let points = core::mem::take(&mut self.points);
        let triangles = core::mem::take(&mut self.triangles);
        *self = Mesh::new(points, triangles);
    }

    fn area(&self) -> f64 {
        let mut area = 0.0;
        for [a, b, c] in self.triangles.iter() {
            area += self.points[*a as usize][0] * self.points[*b as usize][1] + self.points[*c as usize][0];
        }
        area
    }
}

#[differentiable]
fn mesh(points: &[f64], scale: f64) -> f64 {
    let mut mesh = Mesh::new(vec![[points[0], points[1]], [points[2], points[3]]], vec![[0, 1, 1]]);
    mesh.extended(1, scale);
    mesh.extended(0, scale * points[0]);
    mesh.area()
}

#[test]
fn the_cotangent_of_a_list_of_counts_is_as_long_as_the_list_that_is_put_back() {
    check_grad!(mesh(&[0.3, 0.7, 1.1, -0.4], 1.3)).unwrap();
}

#[derive(Clone, Copy, Differentiable)]
enum Closest {
    Within([f64; 2], [f64; 2]),
    Disjoint,
}

#[differentiable]
impl Closest {
    fn flip(&mut self) {
        if let Closest::Within(ref mut p, ref mut q) = *self {
            std::mem::swap(p, q)
        }
    }

    fn first(&self) -> f64 {
        match self {
            Closest::Within(p, q) => p[0] * p[1] + q[0],
            Closest::Disjoint => 0.0,
        }
    }
}

#[differentiable]
fn flipped(x: &[f64]) -> f64 {
    let mut closest = Closest::Within([x[0], x[1] * x[0]], [x[2], x[3] * x[2]]);
    closest.flip();
    let mut none = Closest::Disjoint;
    none.flip();
    closest.first() + none.first()
}

#[test]
fn payloads_are_swapped_by_reference() {
    check_grad!(flipped(&[0.3, 0.7, 1.1, -0.4])).unwrap();
}

#[differentiable]
fn with_a_marked_function_inside(x: &[f64]) -> f64 {
    #[differentiable(no_diff(count, key))]
    fn counted(x: f64, count: &mut usize) -> f64 {
        let key = x > 0.5;
        *count += usize::from(key);
        x * x
    }
    let mut count = 0;
    let mut sum = 0.0;
    for x in x {
        sum += counted(*x, &mut count);
    }
    sum * count as f64
}

#[test]
fn what_a_function_inside_is_marked_with_names_nothing() {
    check_grad!(with_a_marked_function_inside(&[0.3, 0.7, 1.1])).unwrap();
}

/// A trait under whose names lists have methods of the user's own.
trait Permuted {
    fn swap(&mut self, i: usize, j: usize);
}

/// Not the slice's: it says so in the sums.
impl Permuted for Vec<usize> {
    fn swap(&mut self, i: usize, j: usize) {
        self.as_mut_slice().swap(i, j);
        self[i] += 10;
    }
}

#[differentiable]
fn ordered(x: &mut [f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..x.len()).collect();
    for i in 1..x.len() {
        if x[i - 1] > x[i] {
            order.swap(i - 1, i);
            let lower = x[i];
            x[i] = x[i - 1] * 2.0;
            x[i - 1] = lower * x[i];
        }
    }
    order
}

#[differentiable]
fn in_order(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let order = ordered(&mut y);
    let mut sum = 0.0;
    for i in 0..y.len() {
        sum += y[i] * y[i] * order[i] as f64;
    }
    sum
}

#[test]
fn a_list_of_counts_is_swapped_by_the_method_that_is_written() {
    assert_eq!(ordered(&mut [0.9, 0.2, 1.4]), [11, 12, 0]);
    check_grad!(in_order(&[0.9, 0.2, 1.4, 0.8])).unwrap();
}
