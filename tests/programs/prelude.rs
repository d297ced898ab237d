//! The types and functions that generated programs use.

pub use pullback::ndarray::{Array2, ArrayView2, ArrayViewMut1, Axis, Slice, array};
use pullback::{Differentiable, differentiable, no_diff};
use std::cell::Cell;
pub use std::collections::{BTreeMap, HashMap};
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub};

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

#[differentiable(jvp)]
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

#[differentiable(jvp)]
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

#[differentiable(jvp)]
pub trait Potential {
    fn energy(&self, at: f64) -> f64;
    fn potential(&self, at: f64) -> f64 {
        self.energy(at) * 0.5 + self.energy(0.25)
    }
}

#[differentiable(jvp)]
impl Potential for P {
    fn energy(&self, at: f64) -> f64 {
        self.x * at - self.y
    }
}

#[differentiable(jvp)]
impl Potential for Shape {
    fn energy(&self, at: f64) -> f64 {
        self.area(at)
    }
    fn potential(&self, at: f64) -> f64 {
        if let Shape::Circle(r) = self { r.sin() * at } else { at }
    }
}

#[differentiable(jvp)]
impl Add for P {
    type Output = P;
    fn add(self, o: P) -> P {
        P::new(self.x + o.x, self.y + o.y)
    }
}
#[differentiable(jvp)]
impl Sub<&P> for &P {
    type Output = P;
    fn sub(self, o: &P) -> P {
        P::new(self.x - o.y, self.y - o.x)
    }
}
#[differentiable(jvp)]
impl Mul<f64> for P {
    type Output = P;
    fn mul(self, k: f64) -> P {
        self.scaled(k)
    }
}
#[differentiable(jvp)]
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
#[differentiable(jvp)]
impl AddAssign for P {
    fn add_assign(&mut self, o: P) {
        self.x += o.x;
        self.y -= o.y;
    }
}
#[differentiable(jvp)]
impl MulAssign<f64> for P {
    fn mul_assign(&mut self, k: f64) {
        self.x *= k;
        self.tag += 1;
    }
}

#[differentiable(jvp)]
pub fn cube(x: f64) -> f64 {
    x * x * x
}

#[differentiable(jvp)]
pub fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    0.5 * f(x) + f(0.5 * x)
}

#[differentiable(jvp)]
pub fn total<T: Potential>(parts: &[T], at: f64) -> f64 {
    let mut sum = 0.0;
    for part in parts {
        sum += part.potential(at);
    }
    sum
}

#[differentiable(jvp)]
pub fn norm(x: &[f64]) -> f64 {
    let mut sum = 0.1;
    for a in x {
        sum += a * a;
    }
    sum.sqrt()
}

#[differentiable(jvp)]
pub fn norm_of<const N: usize>(x: [f64; N]) -> f64 {
    let mut worst = 0.0;
    for a in x {
        if a.abs() > worst {
            worst = a.abs();
        }
    }
    worst
}

#[differentiable(jvp)]
pub fn bump(x: &mut f64, by: f64) -> f64 {
    let old = *x;
    *x = old * by + 0.25;
    old - by
}

#[differentiable(jvp)]
pub fn mixed(x: &mut [f64], k: f64) -> f64 {
    let mut carried = k;
    for a in x.iter_mut() {
        let old = *a;
        *a = 0.5 * carried * old;
        carried = old - 0.25 * carried;
    }
    carried
}

#[differentiable(jvp)]
pub fn power(x: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

#[differentiable(jvp)]
pub fn leaves(tree: &Tree, k: f64) -> f64 {
    match tree {
        Tree::Leaf(x) => x * k,
        Tree::Node(l, r) => leaves(l, k) * 0.5 - leaves(r, 0.5 * k),
    }
}

#[differentiable(jvp)]
pub fn pair(x: f64, y: f64) -> (f64, f64) {
    (x * y, x - y)
}

#[differentiable(jvp)]
pub fn checked(x: f64) -> Option<f64> {
    if x > 0.1 { Some(x.ln()) } else { None }
}

#[differentiable(jvp)]
pub fn tried(x: f64) -> Result<f64, String> {
    let y = checked(x + 0.5).ok_or_else(|| "too small".to_string())?;
    Ok(y * x)
}

#[differentiable(jvp)]
pub fn scaled(mut v: Vec<f64>, k: f64) -> Vec<f64> {
    for a in v.iter_mut() {
        *a *= k;
    }
    v
}

#[differentiable(jvp)]
pub fn shape_of(x: f64, y: f64) -> Shape {
    if x > y {
        Shape::Circle(x * y)
    } else if y > 0.5 {
        Shape::Rect { w: x, h: y }
    } else {
        Shape::Tagged(3, y)
    }
}

/// A list of its own, with operators.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Pool {
    pub parts: Vec<f64>,
    #[no_diff]
    pub uses: usize,
}

#[differentiable(jvp)]
impl Pool {
    pub fn from(x: f64) -> Pool {
        Pool {
            parts: vec![x, 0.5 * x * x, 1.0],
            uses: 0,
        }
    }
    pub fn total(&self) -> f64 {
        self.parts.iter().sum::<f64>() + self.uses as f64
    }
}

#[differentiable(jvp)]
impl Index<usize> for Pool {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.parts[i % self.parts.len()]
    }
}

#[differentiable(jvp)]
impl IndexMut<usize> for Pool {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        let n = self.parts.len();
        &mut self.parts[i % n]
    }
}

#[differentiable(jvp)]
impl Add for Pool {
    type Output = Pool;
    fn add(mut self, other: Pool) -> Pool {
        for (i, part) in other.parts.iter().enumerate() {
            self[i] += *part * 0.5;
        }
        self.uses += 1;
        self
    }
}

#[differentiable(jvp)]
pub fn single(x: f64) -> f64 {
    let y = x as f32;
    let z = if y > 0.5 { 1.0 } else { 2.0 };
    x * z
}

#[differentiable(jvp)]
pub fn spread<T: num_traits::Float, const N: usize>(x: [T; N], k: T) -> T {
    let mut sum = T::zero();
    for a in x {
        sum = sum + a * k - sum * sum * T::from(0.25).unwrap();
    }
    sum
}

#[differentiable(jvp)]
pub fn fallible(x: f64) -> Result<f64, String> {
    if x < -0.5 {
        return Err("low".to_string());
    }
    let y = tried(x)?;
    tried(y * 0.5).map(|z| z + x)
}

#[differentiable(jvp)]
pub fn gather(out: &mut Vec<f64>, x: f64, depth: usize) {
    if depth == 0 {
        return;
    }
    out.push(x * depth as f64);
    gather(out, x * 0.5, depth - 1);
    let n = out.len();
    out[n - 1] += x;
    if depth % 2 == 0 {
        let last = out.pop().unwrap();
        out[0] *= last;
    }
}

#[differentiable(jvp)]
pub fn best_of<'a>(a: &'a P, b: &'a P) -> &'a P {
    if a.x > b.y { a } else { b }
}

#[differentiable(jvp)]
pub fn book(x: f64, y: f64) -> HashMap<usize, f64> {
    let mut book = HashMap::new();
    book.insert(1, x);
    book.insert(2, y * x);
    *book.entry(1).or_insert(y) += y;
    book
}

pub const MIRRORED: Slice = Slice {
    start: 0,
    end: None,
    step: -1,
};

/// A matrix of two rows and three columns.
#[differentiable(jvp)]
pub fn matrix(x: f64, y: f64) -> Array2<f64> {
    array![[x, 0.5, y], [x * y, y - x, 1.0]]
}

#[differentiable(jvp)]
pub fn trace(m: ArrayView2<f64>, k: f64) -> f64 {
    m[[0, 0]] * k + m.diag().sum()
}

#[differentiable(jvp)]
pub fn halved(mut row: ArrayViewMut1<f64>, k: f64) -> f64 {
    let old = row[0];
    row[0] = row[1] * k;
    row *= 0.5;
    old
}

/// It holds a reference.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Look<'a> {
    pub values: &'a [f64],
    pub scale: f64,
    #[no_diff]
    pub step: usize,
}

#[differentiable(jvp)]
impl Look<'_> {
    pub fn at(&self, i: usize) -> f64 {
        self.values[i * self.step % self.values.len()] * self.scale
    }
    pub fn whole(self) -> f64 {
        let mut sum = 0.0;
        let mut i = 0;
        while i < self.values.len() {
            sum += self.at(i) * self.scale;
            i += 1;
        }
        sum
    }
}

#[differentiable(jvp)]
pub fn looked(look: Look<'_>, k: f64) -> f64 {
    look.at(1) * k - look.whole()
}

#[differentiable(jvp)]
pub fn iter_even(values: &[f64]) -> impl Iterator<Item = &f64> {
    values.iter().step_by(2)
}

#[differentiable(jvp)]
impl Pool {
    pub fn iter_parts(&self, from: usize) -> impl Iterator<Item = &f64> {
        self.parts.iter().skip(from % 3)
    }
    pub fn iter_parts_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.parts.iter_mut().rev()
    }
    pub fn first_above(&self, low: f64) -> Option<&f64> {
        self.parts.iter().find(|part| **part > low)
    }
    pub fn either(&mut self, last: bool) -> &mut f64 {
        let n = self.parts.len();
        if last {
            &mut self.parts[n - 1]
        } else {
            &mut self.parts[0]
        }
    }
}

#[differentiable(jvp)]
pub fn weighed(a: Option<&f64>, k: f64) -> f64 {
    match a {
        Some(a) => a * k,
        None => k * k,
    }
}

#[differentiable(jvp)]
pub fn nudge(a: Option<&mut f64>, by: f64) -> f64 {
    if let Some(a) = a {
        *a = *a * by + 0.5;
        *a
    } else {
        by
    }
}

#[differentiable(dyn, jvp)]
pub trait Bend {
    fn bend(&self, at: f64) -> f64;
    fn stretch(&mut self, by: f64);
}

#[differentiable(jvp)]
impl Bend for P {
    fn bend(&self, at: f64) -> f64 {
        self.x * at * at + self.y
    }
    fn stretch(&mut self, by: f64) {
        self.x *= by;
    }
}

#[differentiable(jvp)]
impl Bend for Shape {
    fn bend(&self, at: f64) -> f64 {
        self.area(at) * 0.5
    }
    fn stretch(&mut self, by: f64) {
        self.inflate(by);
    }
}

#[differentiable(jvp)]
pub fn felt(bend: &dyn Bend, at: f64) -> f64 {
    bend.bend(at) + bend.bend(0.5)
}

#[differentiable(jvp)]
pub fn ledger(x: f64, y: f64) -> BTreeMap<usize, f64> {
    let mut ledger = BTreeMap::new();
    ledger.insert(2, x * y);
    ledger.insert(1, y);
    ledger
}
