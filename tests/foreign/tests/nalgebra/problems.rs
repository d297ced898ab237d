//! Whole problems as users of nalgebra write them.

use super::*;
use nalgebra::{SVector, Vector6};
use pullback::{Differentiable, differentiable};

/// A spacecraft around a planet, with its oblateness: the right-hand side of an ODE over six numbers.
#[derive(Clone, Debug, Differentiable)]
struct Orbit {
    mu: f64,
    j2: f64,
    radius: f64,
}

#[differentiable]
impl Orbit {
    fn system(&self, _t: f64, y: &SVector<f64, 6>, dy: &mut SVector<f64, 6>) {
        let r = (y[0] * y[0] + y[1] * y[1] + y[2] * y[2]).sqrt();
        let gravity = -self.mu / r.powi(3);
        let bulge = 1.5 * self.j2 * (self.radius / r).powi(2);
        let polar = 5.0 * (y[2] / r).powi(2);
        dy[0] = y[3];
        dy[1] = y[4];
        dy[2] = y[5];
        dy[3] = gravity * y[0] * (1.0 + bulge * (1.0 - polar));
        dy[4] = gravity * y[1] * (1.0 + bulge * (1.0 - polar));
        dy[5] = gravity * y[2] * (1.0 + bulge * (3.0 - polar));
    }
}

/// The same by vectors, without the oblateness.
#[differentiable]
fn acceleration(state: &Vector6<f64>, mu: f64) -> Vector6<f64> {
    let radius = state.fixed_rows::<3>(0).into_owned();
    let velocity = state.fixed_rows::<3>(3).into_owned();
    let pull = -mu / radius.norm().powi(3) * radius;
    Vector6::new(velocity.x, velocity.y, velocity.z, pull.x, pull.y, pull.z)
}

/// One step of Runge and Kutta's method.
#[differentiable]
fn step(orbit: &Orbit, y: &SVector<f64, 6>, h: f64) -> SVector<f64, 6> {
    let mut k1 = SVector::<f64, 6>::zeros();
    let (mut k2, mut k3, mut k4) = (k1.clone(), k1.clone(), k1.clone());
    orbit.system(0.0, y, &mut k1);
    orbit.system(0.5 * h, &(y + &k1 * (0.5 * h)), &mut k2);
    orbit.system(0.5 * h, &(y + &k2 * (0.5 * h)), &mut k3);
    orbit.system(h, &(y + &k3 * h), &mut k4);
    y + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)
}

/// The distance from the planet after some steps.
#[differentiable]
fn distance_after(orbit: &Orbit, y: &SVector<f64, 6>, steps: usize) -> f64 {
    let mut state = y.clone();
    for _ in 0..steps {
        state = step(orbit, &state, 0.05);
    }
    state.fixed_rows::<3>(0).norm()
}

fn start() -> SVector<f64, 6> {
    Vector6::new(1.0, 0.1, -0.2, 0.15, 0.9, 0.3)
}

/// A spring that is fitted to measurements: the residuals of `a · exp(-b · t) · cos(c · t)`.
#[differentiable]
fn residuals(parameters: &Vector3<f64>, times: &DVector<f64>, measured: &DVector<f64>) -> DVector<f64> {
    let mut residuals = DVector::zeros(times.len());
    for i in 0..times.len() {
        let t = times[i];
        residuals[i] = parameters.x * (-parameters.y * t).exp() * (parameters.z * t).cos() - measured[i];
    }
    residuals
}

/// Rosenbrock's function as a problem of least squares.
#[derive(Clone, Debug, Differentiable)]
struct Rosenbrock {
    p: Vector2<f64>,
}

#[differentiable]
impl Rosenbrock {
    fn residuals(&self) -> Option<Vector2<f64>> {
        let m1 = 1.0 - self.p.x;
        let m2 = 10.0 * (self.p.y - self.p.x * self.p.x);
        Some(Vector2::new(m1, m2))
    }
}

#[differentiable]
fn objective(problem: &Rosenbrock) -> f64 {
    match problem.residuals() {
        Some(residuals) => 0.5 * residuals.norm_squared(),
        None => 0.0,
    }
}

/// Where a ray meets a sphere, by the distance along the ray.
#[differentiable]
fn ray_meets_sphere(
    origin: &Vector3<f64>,
    direction: &Vector3<f64>,
    center: &Vector3<f64>,
    radius: f64,
) -> Option<f64> {
    let along = direction.normalize();
    let to_center = origin - center;
    let b = to_center.dot(&along);
    let c = to_center.norm_squared() - radius * radius;
    let discriminant = b * b - c;
    if discriminant < 0.0 {
        return None;
    }
    Some(-b - discriminant.sqrt())
}

/// The energy of a rigid body that turns, after its inertia was moved by a rotation.
#[differentiable]
fn energy_of_rotation(inertia: &Matrix3<f64>, axis: &Vector3<f64>, angle: f64, spin: &Vector3<f64>) -> f64 {
    let u = axis.normalize();
    let skew = Matrix3::new(0.0, -u.z, u.y, u.z, 0.0, -u.x, -u.y, u.x, 0.0);
    let rotation = Matrix3::identity() + skew * angle.sin() + skew * skew * (1.0 - angle.cos());
    let turned = rotation * inertia * rotation.transpose();
    0.5 * spin.dot(&(turned * spin))
}

#[test]
fn orbits() {
    let orbit = Orbit {
        mu: 1.0,
        j2: 0.05,
        radius: 0.4,
    };
    pullback::check_grad!(step(&orbit, &start(), 0.1)).unwrap();
    pullback::check_grad!(distance_after(&orbit, &start(), 20)).unwrap();
    pullback::check_grad!(acceleration(&start(), 0.8)).unwrap();

    // By Euler's theorem: the pull of a point is homogeneous of degree -2 in the position.
    let state = start();
    let (f, pullback) = acceleration::vjp(&state, 0.8);
    let (state_bar, _) = pullback(Vector6::new(0.0, 0.0, 0.0, f[3], f[4], f[5]));
    let radial = state_bar.fixed_rows::<3>(0).dot(&state.fixed_rows::<3>(0));
    assert!((radial + 2.0 * f.fixed_rows::<3>(3).norm_squared()).abs() < 1e-12);
}

#[test]
fn least_squares() {
    let times = DVector::from_fn(6, |i, _| 0.2 * i as f64);
    let measured = times.map(|t| (1.0 - t).sin());
    let parameters = Vector3::new(1.2, 0.4, 1.9);
    pullback::check_grad!(residuals(&parameters, &times, &measured)).unwrap();

    let problem = Rosenbrock {
        p: Vector2::new(-1.2, 1.0),
    };
    let bar = objective::grad(&problem);
    // The gradient as it is published with the function, halved.
    let (x, y) = (problem.p.x, problem.p.y);
    let expected = Vector2::new(-200.0 * x * (y - x * x) - (1.0 - x), 100.0 * (y - x * x));
    assert!((bar.p - expected).norm() < 1e-12 * expected.norm());
}

#[test]
fn rays() {
    let (origin, direction, center) = (Vector3::new(0.1, 0.2, -3.0), Vector3::new(0.02, -0.1, 1.0), v3(1));
    assert!(ray_meets_sphere(&origin, &direction, &center, 1.5).is_some());
    pullback::check_grad!(ray_meets_sphere(&origin, &direction, &center, 1.5)).unwrap();
    assert_eq!(ray_meets_sphere(&origin, &-direction, &(center * 9.0), 0.1), None);
}

#[test]
fn rotations() {
    pullback::check_grad!(energy_of_rotation(&m3(1), &v3(2), 0.7, &v3(3))).unwrap();
}
