//! Forward mode: `f::jvp`, compared with reverse mode by inner products.

use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

#[differentiable(jvp)]
fn helper(x: &[f64], k: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v * k;
    }
    s * s
}

#[differentiable(jvp)]
fn all(x: &[f64], k: f64, n: usize) -> f64 {
    let mut s = 0.0;
    let mut v = vec![0.0; n];
    for i in 0..n {
        let t = (x[i] * k).sin();
        if t > 0.5 {
            s += t * t.exp();
        } else {
            s -= t / (1.0 + k * k);
        }
        v[i] = s * t;
        v[i] *= k;
    }
    let w = helper(&v[1..], k);
    let m = v.iter().map(|a| a * a).sum::<f64>();
    let c = helper(&[1.0, 2.0], 3.0 * k) - helper(&[1.0, 2.0], 3.0);
    let q = if w > m { w / k } else { m.atan2(k) };
    (m + s * s).sqrt() * k.powi(2) + w * c / 2.0 + q
}

#[test]
fn tangents_and_cotangents_have_the_same_inner_product() {
    let (x, k) = ([0.3, 1.2, -0.4, 2.0], 0.8);
    let (tx, tk) = ([0.5, -1.0, 0.25, 0.7], -0.3);
    let (value, tangent) = all::jvp(&x, k, 4, &tx, tk);
    let (same, (dx, dk)) = all::value_and_grad(&x, k, 4);
    assert_eq!(value, all(&x, k, 4));
    assert_eq!(value, same);
    let inner: f64 = dx.iter().zip(&tx).map(|(a, b)| a * b).sum::<f64>() + dk * tk;
    assert!((tangent - inner).abs() <= 1e-12 * inner.abs(), "{tangent} {inner}");
}

#[derive(Clone, Differentiable)]
struct Model {
    weights: Vec<f64>,
    scale: f64,
    #[no_diff]
    shift: f64,
}

#[differentiable(jvp)]
fn of_a_struct(m: &Model, x: f64) -> f64 {
    let mut n = m.clone();
    n.scale *= x;
    n.weights[0] = x * m.shift * n.scale;
    let made = Model {
        weights: vec![x, 2.0],
        scale: x * x,
        shift: 0.5,
    };
    let mut s = n.scale * m.shift + made.scale * made.weights[0] * made.shift;
    for i in 0..n.weights.len() {
        s += m.weights[i] * n.weights[i] * x;
    }
    s + n.shift
}

#[test]
fn what_is_marked_in_a_struct_has_a_tangent_of_zero() {
    let m = Model {
        weights: vec![0.5, -2.0],
        scale: 1.5,
        shift: 0.25,
    };
    let t = ModelCotangent {
        weights: vec![1.0, 0.5],
        scale: -1.0,
        shift: (),
    };
    let (value, tangent) = of_a_struct::jvp(&m, 0.5, &t, 2.0);
    assert_eq!(value, of_a_struct(&m, 0.5));
    let (dm, dx) = of_a_struct::grad(&m, 0.5);
    let inner = dm.weights[0] * t.weights[0] + dm.weights[1] * t.weights[1] + dm.scale * t.scale + 2.0 * dx;
    assert!((tangent - inner).abs() < 1e-12, "{tangent} {inner}");
}

/// The slope is infinite where the tangent is zero.
#[differentiable(jvp)]
fn root(x: f64, y: f64) -> f64 {
    x.sqrt() * y + 1.0 / x
}

#[test]
fn a_tangent_of_exactly_zero_contributes_exactly_zero() {
    assert_eq!(root::jvp(0.0, 3.0, 0.0, 1.0).1, 0.0);
}

#[differentiable(jvp)]
impl Model {
    fn loss(&self, x: f64) -> f64 {
        let mut s = 0.0;
        for w in &self.weights {
            s += w * x * self.scale;
        }
        s + self.shift * x
    }
}

#[test]
fn a_method_has_a_sibling_for_forward_mode() {
    let m = Model {
        weights: vec![0.5, -2.0],
        scale: 1.5,
        shift: 0.25,
    };
    let t = ModelCotangent {
        weights: vec![1.0, 0.5],
        scale: -1.0,
        shift: (),
    };
    let (value, tangent) = m.loss_jvp(0.5, &t, 2.0);
    assert_eq!(value, m.loss(0.5));
    let (dm, dx) = m.loss_grad(0.5);
    let inner = dm.weights[0] * t.weights[0] + dm.weights[1] * t.weights[1] + dm.scale * t.scale + 2.0 * dx;
    assert!((tangent - inner).abs() < 1e-12, "{tangent} {inner}");
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Vec<f64>,
    b: f64,
    #[no_diff]
    n: usize,
}

#[derive(Clone, Differentiable)]
struct Net {
    first: Layer,
    layers: Vec<Layer>,
    scale: f64,
}

#[differentiable(jvp)]
impl Layer {
    fn new(w: &[f64], b: f64) -> Layer {
        Layer {
            w: w.to_vec(),
            b,
            n: w.len(),
        }
    }
    fn forward(&self, x: f64) -> f64 {
        let mut s = self.b;
        for i in 0..self.n {
            s += self.w[i] * x;
        }
        s.tanh()
    }
    fn scaled(mut self, k: f64) -> Layer {
        self.b *= k;
        self
    }
    fn shift(&mut self, d: f64) -> f64 {
        self.b += d;
        self.w[0] *= d;
        self.b * d
    }
}

#[differentiable(jvp)]
impl Net {
    fn loss(&self, x: f64) -> f64 {
        let mut y = self.first.forward(x);
        for layer in &self.layers {
            y = layer.forward(y) * self.scale;
        }
        y * y
    }
    fn adjusted(&mut self, x: f64) -> f64 {
        let s = self.first.shift(x * x);
        self.loss(s) + s
    }
}

#[differentiable(jvp)]
fn of_a_net(net: &Net, x: f64) -> f64 {
    let mut copy = net.clone();
    let a = copy.adjusted(x);
    let made = Layer::new(&[x, 2.0 * x], a);
    let c = made.scaled(3.0 * x);
    a + net.loss(x) + c.forward(x) + copy.scale * copy.first.b
}

#[test]
fn methods_have_tangents_however_they_take_their_receiver() {
    let layer = |a: f64| Layer {
        w: vec![a, 0.3],
        b: 0.1 + a,
        n: 2,
    };
    let tangent = |a: f64| LayerCotangent {
        w: vec![a, -0.3],
        b: 0.1 + a,
        n: (),
    };
    let net = Net {
        first: layer(0.5),
        layers: vec![layer(-0.4), layer(1.1)],
        scale: 1.3,
    };
    let t = NetCotangent {
        first: tangent(0.7),
        layers: vec![tangent(-0.2), tangent(0.9)],
        scale: -0.6,
    };
    let flat = |net: &NetCotangent| {
        let mut flat = Vec::new();
        pullback::Cotangent::flatten_into(net, &mut flat);
        flat
    };
    let assert_inner = |(value, dot): (f64, f64), (same, (dn, dx)): (f64, (NetCotangent, f64))| {
        let inner: f64 = flat(&dn).iter().zip(flat(&t)).map(|(a, b)| a * b).sum();
        let inner = inner + dx * 0.25;
        assert_eq!(value, same);
        assert!((dot - inner).abs() <= 1e-12 * inner.abs(), "{dot} {inner}");
    };
    assert_inner(of_a_net::jvp(&net, 0.4, &t, 0.25), of_a_net::value_and_grad(&net, 0.4));
    assert_inner(net.loss_jvp(0.4, &t, 0.25), net.loss_value_and_grad(0.4));
    let (mut moved, mut moved_tangent) = (net.clone(), t.clone());
    let with_changes = moved.adjusted_jvp(0.4, &mut moved_tangent, 0.25);
    assert_inner(with_changes, net.clone().adjusted_value_and_grad(0.4));
    assert_eq!(moved.first.b, 0.6 + 0.4 * 0.4);
    assert!((moved_tangent.first.b - (0.8 + 2.0 * 0.4 * 0.25)).abs() < 1e-15);
}

#[test]
fn check_grad_compares_the_modes() {
    let (x, k) = ([0.3, 1.2, -0.4, 2.0], 0.8);
    pullback::check_grad!(all(&x, k, 4)).unwrap();
    let m = Model {
        weights: vec![0.5, -2.0],
        scale: 1.5,
        shift: 0.25,
    };
    pullback::check_grad!(of_a_struct(&m, 0.5)).unwrap();
    pullback::check_grad!(halved(&mut [1.0, 3.0], 0.5)).unwrap();
}

#[differentiable(jvp)]
fn halved(u: &mut [f64], k: f64) -> f64 {
    let mut s = 0.0;
    for v in u.iter_mut() {
        *v = *v * *v * k;
        s += v.sin();
    }
    s
}

static RUNS: AtomicUsize = AtomicUsize::new(0);

/// A curve at some points: a column is a run, and so is a row.
#[differentiable(jvp)]
fn curve(x: &[f64; 2], n: usize) -> Vec<f64> {
    RUNS.fetch_add(1, Ordering::Relaxed);
    let mut at = Vec::new();
    for k in 0..n {
        at.push((x[0] * k as f64).sin() * x[1]);
    }
    at
}

#[test]
fn a_jacobian_goes_by_columns_where_there_are_fewer() {
    let x = [0.7, 1.3];
    for (n, runs) in [(5, 2), (1, 2)] {
        RUNS.store(0, Ordering::Relaxed);
        let jacobian = curve::jacobian(&x, n);
        assert_eq!(RUNS.load(Ordering::Relaxed), runs);
        assert_eq!(jacobian.dim(), (n, 2));
        let rows = curve::value_and_jacobian(&x, n).1;
        for (row, same) in jacobian.rows().into_iter().zip(rows) {
            for (a, b) in row.iter().zip(same) {
                assert!((a - b).abs() < 1e-14, "{a} {b}");
            }
        }
    }
}

#[derive(Clone, Differentiable)]
enum Shape {
    Circle(f64),
    Box { width: f64, height: f64, label: String },
    Nothing,
}

#[derive(Clone, Differentiable)]
enum Tree {
    Leaf(f64),
    Sum(Box<Tree>, Box<Tree>),
    Scaled { by: f64, tree: Box<Tree> },
}

#[differentiable(jvp)]
fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(r) => 3.0 * r * r,
        Shape::Box { width, height, .. } => width * height,
        Shape::Nothing => 0.0,
    }
}

#[differentiable(jvp)]
fn of_shapes(x: f64, n: usize) -> f64 {
    let mut s = 0.0;
    for k in 0..n {
        let shape = if k == 0 {
            Shape::Circle(x * x)
        } else if k == 1 {
            Shape::Box {
                width: x,
                height: 2.0 * x,
                label: "box".to_string(),
            }
        } else {
            Shape::Nothing
        };
        s += area(&shape) * x;
    }
    s
}

#[differentiable(jvp)]
fn value(tree: &Tree, x: f64) -> f64 {
    match tree {
        Tree::Leaf(k) => k * x,
        Tree::Sum(a, b) => value(a, x) + value(b, x * x),
        Tree::Scaled { by, tree } => by * value(tree, x),
    }
}

#[differentiable(jvp)]
fn of_a_tree(tree: &Tree, x: f64) -> f64 {
    let grown = Tree::Scaled {
        by: x * x,
        tree: Box::new(Tree::Leaf(x)),
    };
    value(tree, x) * value(&grown, x)
}

#[test]
fn values_of_enums_have_tangents() {
    pullback::check_grad!(of_shapes(1.3, 4)).unwrap();
    let leaf = |k: f64| Box::new(Tree::Leaf(k));
    let tree = Tree::Sum(
        leaf(0.5),
        Box::new(Tree::Scaled {
            by: 0.7,
            tree: Box::new(Tree::Sum(leaf(-0.3), leaf(1.1))),
        }),
    );
    pullback::check_grad!(of_a_tree(&tree, 0.8)).unwrap();
}

#[differentiable(slopes(x = 2.0 * x * k, k = value / k))]
fn square(x: f64, k: f64) -> f64 {
    x * x * k
}

#[derive(Clone, Differentiable)]
struct Law {
    rate: f64,
    #[no_diff]
    n: i32,
}

#[differentiable(slopes(law = LawCotangent { rate: x, n: () }, x = law.rate))]
fn of_a_law(law: &Law, x: f64) -> f64 {
    law.rate * x + f64::from(law.n)
}

#[differentiable(jvp)]
fn of_slopes(law: &Law, x: f64) -> f64 {
    square(x, 3.0) + square(2.0, x * x) * of_a_law(law, x)
}

#[test]
fn slopes_serve_both_modes() {
    pullback::check_grad!(of_slopes(&Law { rate: 0.7, n: 2 }, 1.3)).unwrap();
    assert_eq!(square::jvp(2.0, 3.0, 1.0, 0.5), (12.0, 14.0));
}

#[differentiable(jvp)]
trait Potential {
    fn of(strength: f64) -> Self;

    fn energy(&self, x: f64) -> f64;

    fn force(&self, x: f64) -> f64 {
        self.energy(x) * x - x.sin()
    }

    fn twice(&self, x: f64) -> f64 {
        2.0 * self.force(x)
    }

    fn nudge(&mut self, by: &[f64]) -> f64;

    fn scaled(self, k: f64) -> Self;
}

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
    #[no_diff]
    rest: f64,
}

#[differentiable(jvp)]
impl Potential for Spring {
    fn of(strength: f64) -> Self {
        Spring {
            stiffness: strength * strength,
            rest: 0.5,
        }
    }

    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * (x - self.rest).powi(2)
    }

    fn nudge(&mut self, by: &[f64]) -> f64 {
        self.stiffness *= by[0];
        self.stiffness + by[1]
    }

    fn scaled(mut self, k: f64) -> Self {
        self.stiffness *= k;
        self
    }
}

#[derive(Clone, Differentiable)]
struct Wells<T> {
    depths: Vec<f64>,
    inner: T,
}

#[differentiable(jvp)]
impl<T: Potential + Clone> Potential for Wells<T> {
    fn of(strength: f64) -> Self {
        Wells {
            depths: vec![strength, 2.0],
            inner: T::of(3.0 * strength),
        }
    }

    fn energy(&self, x: f64) -> f64 {
        let mut s = self.inner.energy(x);
        for d in &self.depths {
            s -= d * (-x * x).exp();
        }
        s
    }

    fn force(&self, x: f64) -> f64 {
        self.inner.force(x) + self.energy(x) / x
    }

    fn nudge(&mut self, by: &[f64]) -> f64 {
        self.depths[0] = by[0] * by[1];
        self.inner.nudge(by)
    }

    fn scaled(mut self, k: f64) -> Self {
        self.depths[1] *= k;
        self.inner = self.inner.scaled(2.0 * k);
        self
    }
}

#[differentiable(jvp)]
fn of_a_potential<P: Potential>(p: &P, x: f64) -> f64 {
    p.twice(x) + p.force(2.0 * x) * p.energy(x)
}

#[differentiable(jvp)]
fn through_a_trait(x: f64, by: &[f64]) -> f64 {
    let mut spring = Spring::of(x);
    let pushed = spring.nudge(by);
    let mut wells = <Wells<Spring> as Potential>::of(pushed);
    let more = Potential::nudge(&mut wells, by);
    let wells = wells.scaled(x);
    of_a_potential(&wells, x) + of_a_potential(&spring, more) * wells.force(pushed)
}

#[test]
fn functions_of_traits_have_tangents() {
    pullback::check_grad!(through_a_trait(0.7, &[1.3, -0.4])).unwrap();
    let spring = Spring {
        stiffness: 1.5,
        rest: 0.25,
    };
    let along = SpringCotangent {
        stiffness: -0.5,
        rest: (),
    };
    // Of a function that is defined, and of one that is inherited.
    for (value, (gradient, slope), (same, tangent)) in [
        (
            spring.energy(0.8),
            spring.energy_grad(0.8),
            spring.energy_jvp(0.8, &along, 2.0),
        ),
        (
            spring.twice(0.8),
            spring.twice_grad(0.8),
            spring.twice_jvp(0.8, &along, 2.0),
        ),
    ] {
        assert_eq!(value, same);
        let inner = gradient.stiffness * along.stiffness + 2.0 * slope;
        assert!((tangent - inner).abs() < 1e-12, "{tangent} {inner}");
    }
}

#[derive(Clone, Differentiable)]
struct Curve {
    bends: Vec<f64>,
    shift: f64,
}

fn bent_vjp(curve: &Curve, x: f64, n: usize) -> (f64, impl FnOnce(f64, &Curve, &mut CurveCotangent) -> f64 + use<>) {
    let value = bent(curve, x, n);
    (value, move |seed: f64, curve: &Curve, bar: &mut CurveCotangent| {
        bar.bends[n] += seed * x * x;
        bar.shift += seed;
        seed * 2.0 * curve.bends[n] * x
    })
}

fn bent_jvp(curve: &Curve, x: f64, n: usize, along: &CurveCotangent, tx: f64) -> (f64, f64) {
    let tangent = along.bends[n] * x * x + along.shift + 2.0 * curve.bends[n] * x * tx;
    (bent(curve, x, n), tangent)
}

#[differentiable(vjp = bent_vjp, jvp = bent_jvp)]
fn bent(curve: &Curve, x: f64, n: usize) -> f64 {
    curve.bends[n] * x * x + curve.shift
}

#[differentiable(jvp)]
impl Curve {
    #[differentiable(
        vjp = |this: Curve, k: f64| (this.clone().halved(k), move |seed: f64| (CurveCotangent { bends: vec![0.0; 2], shift: seed * k }, seed * this.shift)),
        jvp = |this: Curve, k: f64, along: CurveCotangent, tk: f64| (this.shift * k, along.shift * k + this.shift * tk)
    )]
    fn halved(self, k: f64) -> f64 {
        self.shift * k
    }
}

#[differentiable(jvp)]
fn of_rules(curve: &Curve, x: f64) -> f64 {
    let fixed = Curve {
        bends: vec![2.0, 3.0],
        shift: 0.5,
    };
    bent(curve, x * x, 1) * bent(&fixed, x, 0) + bent(curve, 2.0, 0) + curve.clone().halved(x)
}

#[test]
fn rules_of_ones_own_serve_both_modes() {
    let curve = Curve {
        bends: vec![0.3, -0.7],
        shift: 1.1,
    };
    pullback::check_grad!(bent(&curve, 0.6, 1)).unwrap();
    pullback::check_grad!(of_rules(&curve, 0.6)).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

static PRODUCTS: AtomicUsize = AtomicUsize::new(0);

#[differentiable(jvp)]
impl std::ops::Mul<V3> for f64 {
    type Output = V3;
    fn mul(self, v: V3) -> V3 {
        PRODUCTS.fetch_add(1, Ordering::Relaxed);
        V3 {
            x: self * v.x,
            y: self * v.y,
            z: self * v.z,
        }
    }
}

#[differentiable(jvp)]
impl std::ops::Mul for V3 {
    type Output = f64;
    fn mul(self, v: V3) -> f64 {
        self.x * v.x + self.y * v.y + self.z * v.z
    }
}

#[differentiable(jvp)]
impl std::ops::Add for V3 {
    type Output = V3;
    fn add(self, v: V3) -> V3 {
        V3 {
            x: self.x + v.x,
            y: self.y + v.y,
            z: self.z + v.z,
        }
    }
}

#[differentiable(jvp)]
impl std::ops::Sub<&V3> for &V3 {
    type Output = V3;
    fn sub(self, v: &V3) -> V3 {
        *self + -1.0 * *v
    }
}

#[differentiable(jvp)]
impl std::ops::Neg for V3 {
    type Output = V3;
    fn neg(self) -> V3 {
        V3 {
            x: -self.x,
            y: -self.y,
            z: -self.z,
        }
    }
}

#[differentiable(jvp)]
impl std::ops::AddAssign for V3 {
    fn add_assign(&mut self, v: V3) {
        self.x += v.x;
        self.y += v.y;
        self.z += v.z;
    }
}

#[differentiable(jvp)]
impl std::ops::MulAssign<f64> for V3 {
    fn mul_assign(&mut self, k: f64) {
        *self = k * *self;
    }
}

#[differentiable(jvp)]
fn summed<V: Clone + std::ops::Add<Output = V>>(v: &V, w: V) -> V {
    v.clone() + w
}

#[derive(Clone, Differentiable)]
struct Bodies {
    at: Vec<V3>,
    mass: f64,
}

#[differentiable(jvp)]
#[expect(clippy::needless_range_loop)]
fn of_vectors(bodies: &Bodies, v: V3, dt: f64) -> f64 {
    let mut at = bodies.at.clone();
    let mut total = dt * v;
    for k in 0..at.len() {
        let apart = &at[k] - &v;
        let pulled: V3 = bodies.mass * apart + -v;
        at[k] += dt * pulled;
        total += 2.0 * at[k];
        total *= at[k] * v;
    }
    let last = at[at.len() - 1] + total;
    last * summed(&last, v)
}

#[test]
fn operators_of_ones_own_have_tangents() {
    let v = |x: f64| V3 {
        x,
        y: 0.5 - x,
        z: x * x,
    };
    let bodies = Bodies {
        at: vec![v(0.3), v(-0.7)],
        mass: 1.3,
    };
    pullback::check_grad!(of_vectors(&bodies, v(0.4), 0.2)).unwrap();
    let along = |x: f64| V3Cotangent { x, y: -x, z: 2.0 };
    let bodies_along = BodiesCotangent {
        at: vec![along(0.5), along(1.5)],
        mass: -0.4,
    };
    PRODUCTS.store(0, Ordering::Relaxed);
    let value = of_vectors(&bodies, v(0.4), 0.2);
    let products = PRODUCTS.swap(0, Ordering::Relaxed);
    let (same, _) = of_vectors::jvp(&bodies, v(0.4), 0.2, &bodies_along, along(0.1), 0.7);
    assert_eq!(value, same);
    assert_eq!(PRODUCTS.load(Ordering::Relaxed), products);
}

#[derive(Clone, Differentiable)]
struct Row<T>(Vec<T>);

#[differentiable(jvp)]
impl<T: num_traits::Float> std::ops::Add<&Row<T>> for Row<T> {
    type Output = Row<T>;
    fn add(mut self, other: &Row<T>) -> Row<T> {
        for k in 0..self.0.len() {
            self.0[k] = self.0[k] + other.0[k] * other.0[0];
        }
        self
    }
}

#[differentiable(jvp)]
impl<T: num_traits::Float> std::ops::SubAssign<&Row<T>> for Row<T> {
    fn sub_assign(&mut self, other: &Row<T>) {
        for k in 0..self.0.len() {
            self.0[k] = self.0[k] - other.0[k] * self.0[0];
        }
    }
}

#[differentiable(jvp)]
fn of_rows(row: &Row<f64>, k: f64) -> f64 {
    let mut sum = row.clone() + &Row(vec![k, k * k]);
    sum -= row;
    sum = sum + &Row(vec![1.0, k]);
    sum.0[0] * sum.0[1]
}

#[test]
fn operators_of_generic_types_have_tangents() {
    pullback::check_grad!(of_rows(&Row(vec![0.7, -1.2]), 0.9)).unwrap();
}

#[differentiable(jvp)]
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut sum = f(a) + f(b);
    for k in 1..n {
        sum += if k % 2 == 1 { 4.0 } else { 2.0 } * f(a + h * k as f64);
    }
    sum * h / 3.0
}

#[differentiable(jvp)]
fn newton<F>(f: &F, x: f64, steps: usize) -> f64
where
    F: Fn(f64, &[f64]) -> f64,
{
    if steps == 0 {
        return x;
    }
    let coefficients = vec![x * x, 2.0];
    newton(f, x - f(x, &coefficients) * 0.1 + f(0.5, &[1.0, 3.0]), steps - 1)
}

#[differentiable(jvp)]
fn each(values: &mut [f64], mut f: impl FnMut(&mut f64, usize, f64)) {
    for k in 0..values.len() {
        let last = values[values.len() - 1];
        f(&mut values[k], k, last);
    }
}

#[differentiable(jvp)]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[differentiable(jvp)]
fn twice(f: impl Fn(f64) -> f64, g: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    simpson(|t| f(t) * g(t), 0.0, x, 4) + g(f(x))
}

#[differentiable(jvp)]
impl Model {
    fn integrated(&self, f: impl Fn(f64) -> f64) -> f64 {
        f(self.scale) * self.weights[0]
    }
}

#[differentiable(jvp)]
fn of_closures(m: &Model, k: f64, n: usize) -> f64 {
    let whole = simpson(|t| (k * t).sin() * m.scale + m.shift, 0.0, k, n);
    let found = newton(&|t, c| c[0] * t + c[1] * k - t.cos(), whole, 3);
    let mut total = k;
    let mut values = vec![k, whole, 2.0];
    each(&mut values, |v, j, last| {
        *v *= k * last;
        total += *v * j as f64;
    });
    let named = twice(cube, &f64::sin, k) + twice(|t| t * found, &|t| cube(t) + t, 0.5);
    whole * found + total * values[1] + named + m.integrated(|t| t * k)
}

#[test]
fn functions_as_arguments_have_tangents() {
    let m = Model {
        weights: vec![0.5, -2.0],
        scale: 1.5,
        shift: 0.25,
    };
    pullback::check_grad!(of_closures(&m, 0.7, 6)).unwrap();
    let (value, tangent) = simpson::jvp(pullback::function!(cube), 0.5, 2.0, 4, 0.3, -1.0);
    assert_eq!(value, simpson(cube, 0.5, 2.0, 4));
    assert!((tangent + 8.0 + 0.3 * 0.125).abs() < 1e-12, "{tangent}");
    pullback::check_grad!(simpson(pullback::function!(cube), 0.5, 2.0, 4)).unwrap();
}

#[differentiable(jvp)]
fn of_maps(rates: &BTreeMap<usize, f64>, x: f64, n: usize) -> f64 {
    let mut made: HashMap<usize, f64> = HashMap::new();
    let mut sum = x;
    for (key, rate) in rates {
        let before = made.insert(key % 2, rate * x);
        sum += rate * before.unwrap_or(x * x);
    }
    *made.entry(7).or_insert(x) += x * x;
    let taken = made.remove(&0).unwrap_or(x);
    let mut list = vec![x, taken];
    list.insert(1, sum * x);
    if let Some(last) = made.get_mut(&7) {
        *last *= sum;
    }
    made[&7] * list[1] + list[2] * rates[&n]
}

#[test]
fn what_is_put_into_maps_has_tangents() {
    let rates = BTreeMap::from([(1, 0.5), (2, -0.7), (4, 1.3)]);
    pullback::check_grad!(of_maps(&rates, 0.6, 2)).unwrap();
}

#[derive(Clone, Differentiable)]
#[allow(clippy::vec_box, reason = "boxes in a list are what is tried")]
struct Held {
    gain: Box<f64>,
    list: Vec<Box<f64>>,
}

#[differentiable(jvp)]
fn held(held: &Held, x: &[f64; 2]) -> f64 {
    let mut sum = *held.gain * x[0];
    for value in &held.list {
        sum += **value * *held.gain * x[1];
    }
    sum
}

#[test]
fn what_is_in_boxes_in_fields_has_tangents() {
    let lent = Held {
        gain: Box::new(0.7),
        list: vec![Box::new(1.2), Box::new(-0.4)],
    };
    pullback::check_grad!(held(&lent, &[0.3, 0.9])).unwrap();
    let along = HeldCotangent {
        gain: Box::new(1.0),
        list: vec![Box::new(0.0), Box::new(2.0)],
    };
    let (_, slope) = held::jvp(&lent, &[0.3, 0.9], &along, &[0.0, 1.0]);
    assert!((slope - (0.3 + 0.8 * 0.9 + 2.0 * 0.7 * 0.9 + 0.8 * 0.7)).abs() < 1e-15);
}

#[differentiable(jvp)]
fn applied_to(f: impl Fn(&[f64; 2]) -> f64, x: &[f64; 2]) -> f64 {
    f(x) * f(&[x[1], x[0]])
}

#[differentiable(jvp)]
fn captures_an_array(x: f64, y: f64) -> f64 {
    let rates = [x, x * y];
    applied_to(|v| rates[0] * v[0] - rates[1] * v[1], &[y, x])
}

#[test]
fn arrays_that_closures_capture_have_tangents() {
    pullback::check_grad!(captures_an_array(0.7, 1.3)).unwrap();
}

#[differentiable(dyn, jvp)]
trait Bend {
    fn bend(&self, at: f64) -> f64;
    fn stretch(&mut self, by: f64);
    fn along(&self, by: &[f64]) -> f64 {
        self.bend(by[0]) * by[1]
    }
}
#[derive(Clone, Differentiable)]
struct Line {
    slope: f64,
    #[no_diff]
    shift: f64,
}
#[derive(Clone, Differentiable)]
struct Many(Vec<f64>);
#[differentiable(jvp)]
impl Bend for Line {
    fn bend(&self, at: f64) -> f64 {
        self.slope * at.sin() + self.shift * at
    }
    fn stretch(&mut self, by: f64) {
        self.slope *= by;
    }
}
#[differentiable(jvp)]
impl Bend for Many {
    fn bend(&self, at: f64) -> f64 {
        let mut s = at;
        for v in &self.0 {
            s = s * at + v * v;
        }
        s
    }
    fn stretch(&mut self, by: f64) {
        for v in self.0.iter_mut() {
            *v *= by * by;
        }
    }
}
#[differentiable(jvp)]
fn felt(bend: &dyn Bend, at: f64) -> f64 {
    bend.bend(at) * at + bend.along(&[at * at, 2.0])
}
#[differentiable(jvp)]
fn of_bends(bends: &[Box<dyn Bend>], at: f64) -> f64 {
    let mut sum = felt(&*bends[0], at);
    for bend in bends {
        sum += bend.bend(at * sum);
    }
    sum * bends[1].bend(at)
}
#[differentiable(jvp)]
fn stretched(bend: &mut dyn Bend, by: f64) -> f64 {
    bend.stretch(by.sin());
    bend.bend(by) * by
}
#[differentiable(jvp)]
fn of_lines(x: f64, y: f64) -> f64 {
    let mut line = Line {
        slope: x * y,
        shift: 0.5,
    };
    let many = Many(vec![x, y, x * x]);
    let s = stretched(&mut line, y);
    felt(&line, x) * felt(&many, s * x)
}
#[test]
fn objects_of_a_trait_with_tangents_have_tangents() {
    pullback::check_grad!(of_lines(0.7, 1.3)).unwrap();
    let line = Line { slope: 1.5, shift: 0.5 };
    let many = Many(vec![0.3, 0.4]);
    let bends: Vec<Box<dyn Bend>> = vec![Box::new(many.clone()), Box::new(line.clone())];
    let tangents = vec![
        pullback::DynCotangent::new(ManyCotangent(vec![0.5, -1.0])),
        pullback::DynCotangent::new(LineCotangent { slope: 2.0, shift: () }),
    ];
    let (value, tangent) = of_bends::jvp(&bends, 0.7, &tangents, 0.25);
    let (same, (bars, bar)) = of_bends::value_and_grad(&bends, 0.7);
    assert_eq!(value, same);
    let flat = |bars: &[pullback::DynCotangent]| {
        let mut all = Vec::new();
        bars.iter()
            .for_each(|bar| pullback::Cotangent::flatten_into(bar, &mut all));
        all
    };
    let inner: f64 = flat(&bars).iter().zip(flat(&tangents)).map(|(a, b)| a * b).sum::<f64>() + bar * 0.25;
    assert!((tangent - inner).abs() <= 1e-12 * inner.abs(), "{tangent} {inner}");
}
