//! Vectors inside what programs are made of: fields, loops, branches, calls, recursion, options.

use super::*;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Body {
    position: Vector3<f64>,
    velocity: Vector3<f64>,
    mass: f64,
}

#[differentiable]
impl Body {
    fn kinetic(&self) -> f64 {
        0.5 * self.mass * self.velocity.norm_squared()
    }

    fn advance(&mut self, force: &Vector3<f64>, h: f64) {
        self.velocity += force * (h / self.mass);
        self.position += self.velocity * h;
    }

    fn moment(&self) -> Vector3<f64> {
        self.position.cross(&self.velocity) * self.mass
    }
}

fn body(seed: usize) -> Body {
    Body {
        position: v3(seed),
        velocity: v3(seed + 1),
        mass: 1.5,
    }
}

#[differentiable]
fn pull(a: &Body, b: &Body) -> Vector3<f64> {
    let between = b.position - a.position;
    between * (a.mass * b.mass / between.norm().powi(3))
}

#[differentiable]
fn power(m: &Matrix2<f64>, n: usize) -> Matrix2<f64> {
    if n == 0 {
        return Matrix2::identity();
    }
    m * power(m, n - 1)
}

table! {
    components(v: Vector3<f64> = v3(1)) -> f64 { v.x * v.y.sin() + v.z / v.x }
    components_are_written(v: Vector3<f64> = v3(1), k: f64 = 0.7) -> Vector3<f64> {
        let mut v = v;
        v.x = v.y * k;
        v.z += v.x * v.x;
        v.y *= 2.0;
        v
    }
    elements_by_number(v: &Vector3<f64> = &v3(1)) -> f64 { v[0] * v[1] - v[2] * v[0] }
    elements_by_row_and_column(m: &Matrix3<f64> = &m3(1)) -> f64 {
        let mut product = 1.0;
        for i in 0..3 {
            for j in 0..3 {
                product *= 1.0 + m[(i, j)] * m[(j, i)];
            }
        }
        product
    }
    elements_are_written(m: &Matrix3<f64> = &m3(1), v: &DVector<f64> = &dv(2)) -> f64 {
        let (mut m, mut v) = (m.clone(), v.clone());
        for i in 0..3 {
            v[i + 1] = v[i] * m[(i, 2)];
            m[(i, 0)] += v[i + 1];
            m[(2, i)] *= m[(i, 0)];
        }
        m.norm() + v.sum()
    }
    a_parameter_is_written(v: &mut Vector3<f64> = &mut v3(1), k: f64 = 0.3) -> f64 {
        v[1] = k * v[0];
        v.x += v.z;
        *v *= k;
        v.norm()
    }
    in_a_loop(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2), n: usize = 4) -> f64 {
        let mut state = v.clone();
        let mut energy = 0.0;
        for _ in 0..n {
            state = (m * &state).normalize();
            energy += state.dot(v);
        }
        energy
    }
    in_a_while_loop(v: &DVector<f64> = &dv(1)) -> f64 {
        let mut v = v.clone();
        let mut rounds = 1.0;
        while v.norm() < 10.0 {
            v = &v * 1.5 + v.component_mul(&v) * 0.1;
            rounds *= v[0];
        }
        rounds
    }
    in_branches(v: &Vector3<f64> = &v3(1), w: &Vector3<f64> = &v3(2)) -> Vector3<f64> {
        let u = if v.norm() > w.norm() { v - w } else { w * 2.0 };
        if u.x > 0.0 { u.cross(v) } else { u + v }
    }
    of_an_option(v: &Vector3<f64> = &v3(1), w: Option<Vector3<f64>> = Some(v3(2))) -> f64 {
        match w {
            Some(w) => v.dot(&w),
            None => v.norm(),
        }
    }
    in_lists(points: &[Vector3<f64>] = &[v3(1), v3(2), v3(3)]) -> f64 {
        let mut length = 0.0;
        for k in 1..points.len() {
            length += (points[k] - points[k - 1]).norm();
        }
        let center = points.iter().fold(Vector3::zeros(), |sum, p| sum + p) / points.len() as f64;
        length + points.iter().map(|p| (p - center).norm_squared()).sum::<f64>()
    }
    in_lists_that_are_built(v: &Vector2<f64> = &v2(1)) -> f64 {
        let mut path = vec![*v];
        for k in 0..3 {
            let next = path[k] + Vector2::new(path[k].y, -path[k].x) * 0.1;
            path.push(next);
        }
        path[3].x * path[2].y
    }
    in_arrays(v: [Vector2<f64>; 2] = [v2(1), v2(2)]) -> f64 { v[0].dot(&v[1]) * v[0].x }
    in_tuples(v: (Vector2<f64>, f64) = (v2(1), 0.5)) -> Vector2<f64> { v.0 * v.1 }
    in_closures(v: &Vector3<f64> = &v3(1), k: f64 = 0.3) -> f64 {
        let spring = |x: f64| v * (x * k);
        spring(1.0).norm() + spring(2.0).y
    }
    in_structs(a: &Body = &body(1), b: &Body = &body(4)) -> f64 {
        let mut a = a.clone();
        for _ in 0..3 {
            let force = pull(&a, b);
            a.advance(&force, 0.1);
        }
        a.kinetic() + a.moment().z
    }
    in_recursion(m: &Matrix2<f64> = &m2(1), v: &Vector2<f64> = &v2(2)) -> Vector2<f64> { power(m, 3) * v }
    through_a_mutable_reference(v: &mut [Vector2<f64>] = &mut [v2(1), v2(2)], k: f64 = 0.2) -> f64 {
        let first = v[0];
        v[1] += first * k;
        v[0].x = v[1].y;
        v[0].norm() * v[1].norm()
    }
    floats_by_the_trait(x: f64 = 0.3, y: f64 = 0.4) -> f64 {
        let root = <Number as nalgebra::ComplexField>::sqrt(x * y) + <Number as nalgebra::ComplexField>::sin(x * y);
        let root = <Number as nalgebra::RealField>::atan2(root, y) * <Number as nalgebra::ComplexField>::exp(x);
        <Number as nalgebra::ComplexField>::abs(-root) * y
    }
}

/// A float under another name.
type Number = f64;

/// What an operator and a function give is no reference: the method by value comes before `Signed::abs`.
#[differentiable]
fn magnitudes<F: nalgebra::RealField + Copy>(f: impl Fn(F) -> F, x: F, y: F) -> F {
    let image = halved(y);
    image.abs() + (halved(x) - x * y).abs() * f(x)
}

#[differentiable]
fn halved<F: nalgebra::RealField + Copy>(x: F) -> F {
    x / (F::one() + F::one())
}

#[differentiable]
fn magnitudes_of_floats(x: f64, y: f64) -> f64 {
    magnitudes(|t: f64| t * t, x, y)
}

#[test]
fn magnitudes_of_a_generic_number_have_the_gradients_that_differences_say() {
    pullback::check_grad!(magnitudes_of_floats(0.7, -0.4)).unwrap();
}
