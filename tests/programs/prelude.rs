//! The types and functions that generated programs use.

use pullback::{Differentiable, differentiable, no_diff};
use std::cell::Cell;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub};

thread_local! {
    /// What the program did beside computing, in order.
    pub static NOTES: Cell<u64> = const { Cell::new(0) };
}

/// A side effect.
pub fn note(what: usize) {
    NOTES.set(NOTES.get().wrapping_mul(31).wrapping_add(what as u64 + 1));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct P {
    pub x: f64,
    pub y: f64,
    #[no_diff]
    pub tag: usize,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
    Many(Vec<f64>),
    Tagged(#[no_diff] usize, f64),
    Empty,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub enum Tree {
    Leaf(f64),
    Node(Box<Tree>, Box<Tree>),
}

#[differentiable]
impl P {
    pub fn new(x: f64, y: f64) -> P {
        P { x, y, tag: 2 }
    }
    pub fn norm2(self) -> f64 {
        self.x * self.x + self.y * self.y
    }
    pub fn dot(&self, o: &P) -> f64 {
        self.x * o.x + self.y * o.y
    }
    pub fn scaled(&self, k: f64) -> Self {
        P { x: self.x * k, ..*self }
    }
    pub fn shift(&mut self, by: f64) -> f64 {
        let before = self.x * self.y;
        self.x += by;
        self.y *= by;
        self.tag += 1;
        before
    }
}

#[differentiable]
impl Shape {
    pub fn area(&self, k: f64) -> f64 {
        match self {
            Shape::Circle(r) => k * r * r,
            Shape::Rect { w, h } if *w > *h => w * h,
            Shape::Rect { w, h } => w * h * k,
            Shape::Many(parts) => parts.iter().map(|p| p * k).sum(),
            Shape::Tagged(n, s) => s * *n as f64,
            Shape::Empty => 0.0,
        }
    }
    pub fn grown(self, k: f64) -> Shape {
        match self {
            Shape::Circle(r) => Shape::Rect { w: r, h: k },
            Shape::Many(mut parts) => {
                parts.push(k);
                Shape::Many(parts)
            }
            other => other,
        }
    }
    pub fn inflate(&mut self, k: f64) {
        match self {
            Shape::Circle(r) => *r *= k,
            Shape::Rect { w, .. } => *w += k,
            Shape::Many(parts) => parts.iter_mut().for_each(|p| *p += k),
            Shape::Tagged(n, s) => {
                *s -= k;
                *n += 1;
            }
            Shape::Empty => *self = Shape::Circle(k),
        }
    }
}

#[differentiable]
pub trait Potential {
    fn energy(&self, at: f64) -> f64;
    fn potential(&self, at: f64) -> f64 {
        self.energy(at) * 0.5 + self.energy(0.25)
    }
}

#[differentiable]
impl Potential for P {
    fn energy(&self, at: f64) -> f64 {
        self.x * at - self.y
    }
}

#[differentiable]
impl Potential for Shape {
    fn energy(&self, at: f64) -> f64 {
        self.area(at)
    }
    fn potential(&self, at: f64) -> f64 {
        if let Shape::Circle(r) = self { r.sin() * at } else { at }
    }
}

#[differentiable]
impl Add for P {
    type Output = P;
    fn add(self, o: P) -> P {
        P::new(self.x + o.x, self.y + o.y)
    }
}
#[differentiable]
impl Sub<&P> for &P {
    type Output = P;
    fn sub(self, o: &P) -> P {
        P::new(self.x - o.y, self.y - o.x)
    }
}
#[differentiable]
impl Mul<f64> for P {
    type Output = P;
    fn mul(self, k: f64) -> P {
        self.scaled(k)
    }
}
#[differentiable]
impl Neg for P {
    type Output = P;
    fn neg(self) -> P {
        P {
            x: -self.x,
            y: -self.y,
            ..self
        }
    }
}
#[differentiable]
impl AddAssign for P {
    fn add_assign(&mut self, o: P) {
        self.x += o.x;
        self.y -= o.y;
    }
}
#[differentiable]
impl MulAssign<f64> for P {
    fn mul_assign(&mut self, k: f64) {
        self.x *= k;
        self.tag += 1;
    }
}

#[differentiable]
pub fn cube(x: f64) -> f64 {
    x * x * x
}

#[differentiable]
pub fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    0.5 * f(x) + f(0.5 * x)
}

#[differentiable]
pub fn total<T: Potential>(parts: &[T], at: f64) -> f64 {
    let mut sum = 0.0;
    for part in parts {
        sum += part.potential(at);
    }
    sum
}

#[differentiable]
pub fn norm(x: &[f64]) -> f64 {
    let mut sum = 0.1;
    for a in x {
        sum += a * a;
    }
    sum.sqrt()
}

#[differentiable]
pub fn norm_of<const N: usize>(x: [f64; N]) -> f64 {
    let mut worst = 0.0;
    for a in x {
        if a.abs() > worst {
            worst = a.abs();
        }
    }
    worst
}

#[differentiable]
pub fn bump(x: &mut f64, by: f64) -> f64 {
    let old = *x;
    *x = old * by + 0.25;
    old - by
}

#[differentiable]
pub fn mixed(x: &mut [f64], k: f64) -> f64 {
    let mut carried = k;
    for a in x.iter_mut() {
        let old = *a;
        *a = 0.5 * carried * old;
        carried = old - 0.25 * carried;
    }
    carried
}

#[differentiable]
pub fn power(x: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

#[differentiable]
pub fn leaves(tree: &Tree, k: f64) -> f64 {
    match tree {
        Tree::Leaf(x) => x * k,
        Tree::Node(l, r) => leaves(l, k) * 0.5 - leaves(r, 0.5 * k),
    }
}

#[differentiable]
pub fn pair(x: f64, y: f64) -> (f64, f64) {
    (x * y, x - y)
}

#[differentiable]
pub fn checked(x: f64) -> Option<f64> {
    if x > 0.1 { Some(x.ln()) } else { None }
}

#[differentiable]
pub fn tried(x: f64) -> Result<f64, String> {
    let y = checked(x + 0.5).ok_or_else(|| "too small".to_string())?;
    Ok(y * x)
}

#[differentiable]
pub fn scaled(mut v: Vec<f64>, k: f64) -> Vec<f64> {
    for a in v.iter_mut() {
        *a *= k;
    }
    v
}

#[differentiable]
pub fn shape_of(x: f64, y: f64) -> Shape {
    if x > y {
        Shape::Circle(x * y)
    } else if y > 0.5 {
        Shape::Rect { w: x, h: y }
    } else {
        Shape::Tagged(3, y)
    }
}
