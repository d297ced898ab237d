//! Structs, methods and impls in differentiable functions, against differences.
mod chains;
mod generics;
mod options;

use pullback::{Cotangent, Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct V3Cotangent {
    x: f64,
    y: f64,
    z: f64,
}

impl Cotangent for V3Cotangent {
    fn accumulate(&mut self, other: &Self) {
        self.x += other.x;
        self.y += other.y;
        self.z += other.z;
    }
    fn scale(&mut self, alpha: f64) {
        self.x *= alpha;
        self.y *= alpha;
        self.z *= alpha;
    }
    fn zero_like(&self) -> Self {
        Self::default()
    }
    fn flatten(&self, out: &mut Vec<f64>) {
        out.extend([self.x, self.y, self.z]);
    }
    fn unflatten(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.x = flat.next().unwrap();
        self.y = flat.next().unwrap();
        self.z = flat.next().unwrap();
    }
}

impl Differentiable for V3 {
    type Cotangent = V3Cotangent;
    type Shape = ();
    const EPSILON: f64 = f64::EPSILON;
    fn shape(&self) {}
    fn zero_of(_: &()) -> V3Cotangent {
        V3Cotangent::default()
    }
    fn add_scaled(&mut self, alpha: f64, cotangent: &V3Cotangent) {
        self.x += alpha * cotangent.x;
        self.y += alpha * cotangent.y;
        self.z += alpha * cotangent.z;
    }
    fn flatten(&self, out: &mut Vec<f64>) {
        out.extend([self.x, self.y, self.z]);
    }
    fn unflatten(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.x = flat.next().unwrap();
        self.y = flat.next().unwrap();
        self.z = flat.next().unwrap();
    }
}

#[differentiable]
impl V3 {
    fn new(x: f64, y: f64, z: f64) -> V3 {
        V3 { x, y, z }
    }
    fn dot(self, o: V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn norm(&self) -> f64 {
        self.dot(*self).sqrt()
    }
    fn scale(&mut self, k: f64) {
        self.x *= k;
        self.y *= k;
        self.z *= k;
    }
    fn lifted(&self, dz: f64) -> Self {
        Self {
            z: self.z + dz,
            ..*self
        }
    }
}

#[differentiable]
fn shape(vs: &[V3], k: f64) -> f64 {
    let mut acc = 0.0;
    for v in vs {
        let mut u = V3::new(v.x, v.y * k, v.z).lifted(k);
        u.scale(k);
        acc += u.norm() * v.dot(u);
    }
    acc
}

#[test]
fn methods_have_the_gradients_that_differences_say() {
    let vs = [
        V3 {
            x: 1.0,
            y: -2.0,
            z: 0.5,
        },
        V3 {
            x: 0.3,
            y: 0.7,
            z: -1.1,
        },
    ];
    pullback::check_grad!(shape(&vs, 1.3)).unwrap();
}

#[test]
fn methods_have_derivatives_of_their_own() {
    let v = V3 { x: 3.0, y: 0.0, z: 4.0 };
    let (norm, gradient) = v.norm_value_and_grad();
    assert_eq!(norm, 5.0);
    assert!((gradient.x - 0.6).abs() < 1e-15 && gradient.y == 0.0 && (gradient.z - 0.8).abs() < 1e-15);
    let (d, pullback) = v.dot_vjp(V3 { x: 1.0, y: 2.0, z: 3.0 });
    assert_eq!(d, 15.0);
    assert_eq!(pullback(1.0).1, V3Cotangent { x: 3.0, y: 0.0, z: 4.0 });
    let mut u = v;
    let ((), pullback) = u.scale_vjp(2.0);
    let mut u_bar = V3Cotangent { x: 1.0, y: 1.0, z: 1.0 };
    assert_eq!(pullback(&mut u_bar), 7.0);
    assert_eq!(u_bar, V3Cotangent { x: 2.0, y: 2.0, z: 2.0 });
    assert_eq!(u, V3 { x: 6.0, y: 0.0, z: 8.0 });
}
