//! Functions, methods and structs that are generic in a dimension.

use super::*;
use nalgebra::allocator::Allocator;
use nalgebra::storage::{Storage, StorageMut};
use nalgebra::{
    ComplexField, DefaultAllocator, Dim, DimMin, DimName, Matrix, Matrix4x3, OMatrix, OVector, RealField, U3, Vector,
    Vector3, Vector6,
};
use pullback::{Differentiable, check_grad, differentiable};
use std::marker::PhantomData;

/// One step of Euler's method.
#[differentiable]
fn step<D: Dim>(y: &OVector<f64, D>, slope: &OVector<f64, D>, h: f64) -> OVector<f64, D>
where
    DefaultAllocator: Allocator<D>,
{
    y + slope * h - slope.component_mul(y) / 3.0
}

/// The same of any float, in a loop that overwrites.
#[differentiable]
fn steps<T: RealField + Copy, D: Dim>(y: &OVector<T, D>, h: T, count: usize) -> OVector<T, D>
where
    DefaultAllocator: Allocator<D>,
{
    let mut y = y.clone();
    for _ in 0..count {
        let slope = &y * h;
        y += &slope * h;
        y[0] *= slope[1];
    }
    y
}

struct Distance;

#[differentiable]
impl Distance {
    fn measure<D: DimName>(a: &OVector<f64, D>, b: &OVector<f64, D>) -> f64
    where
        DefaultAllocator: Allocator<D>,
    {
        let magnitude = (a - b).norm();
        if magnitude > 0.1 {
            a.norm() / magnitude
        } else {
            a.norm()
        }
    }
}

/// Vectors of a size that is written beside vectors of the function's own.
#[differentiable]
fn in_parts<D: DimName>(a: &OVector<f64, D>, b: &OVector<f64, D>) -> f64
where
    DefaultAllocator: Allocator<D>,
{
    if D::dim() < 6 {
        return Distance::measure(a, b);
    }
    let first = Distance::measure::<U3>(&a.fixed_rows::<3>(0).into_owned(), &b.fixed_rows::<3>(0).into_owned());
    let (middle, last) = (a.fixed_rows::<4>(1).into_owned(), b.fixed_rows::<3>(3).into_owned());
    let norm = middle.norm();
    first + last.norm() * norm
}

#[derive(Clone, Debug, Differentiable)]
struct Estimate<S: DimName>
where
    DefaultAllocator: Allocator<S> + Allocator<S, S>,
{
    state: OVector<f64, S>,
    covariance: OMatrix<f64, S, S>,
}

/// The measurement update of a Kalman filter.
#[differentiable]
fn update<S: DimName, M: DimName + DimMin<M, Output = M>>(
    estimate: &Estimate<S>,
    sensitivity: &OMatrix<f64, M, S>,
    noise: &OMatrix<f64, M, M>,
    residual: &OVector<f64, M>,
) -> Option<Estimate<S>>
where
    DefaultAllocator:
        Allocator<S> + Allocator<M> + Allocator<S, S> + Allocator<M, M> + Allocator<M, S> + Allocator<S, M>,
{
    let turned = sensitivity.transpose();
    let innovation = sensitivity * &estimate.covariance * &turned + noise;
    let gain = &estimate.covariance * &turned * innovation.try_inverse()?;
    let state = &estimate.state + &gain * residual;
    let left = OMatrix::<f64, S, S>::identity() - &gain * sensitivity;
    let covariance = &left * &estimate.covariance * left.transpose() + &gain * noise * gain.transpose();
    Some(Estimate { state, covariance })
}

#[differentiable]
fn filtered(state: &Vector3<f64>, covariance: &Matrix3<f64>, readings: &[Vector2<f64>]) -> f64 {
    let sensitivity = Matrix2x3::new(1.0, 0.2, 0.0, 0.0, 1.0, 0.5);
    let mut estimate = Estimate {
        state: *state,
        covariance: *covariance,
    };
    for reading in readings {
        let residual = reading - sensitivity * estimate.state;
        let noise = Matrix2::identity() * 0.3;
        if let Some(next) = update(&estimate, &sensitivity, &noise, &residual) {
            estimate = next;
        }
    }
    estimate.state.dot(state) + estimate.covariance.trace()
}

/// The state of a solver that is generic in everything.
#[derive(Clone, Debug, Differentiable)]
struct Solver<T: RealField + Copy, D: Dim>
where
    DefaultAllocator: Allocator<D>,
{
    time: T,
    state: OVector<T, D>,
    slopes: Vec<OVector<T, D>>,
}

#[differentiable]
impl<T: RealField + Copy, D: Dim> Solver<T, D>
where
    DefaultAllocator: Allocator<D>,
{
    fn advance(&mut self, h: T) {
        self.slopes[0] = -&self.state * self.time;
        let half = &self.state + &self.slopes[0] * h;
        self.slopes[1] = half.component_mul(&half) - &self.state;
        self.state += (&self.slopes[0] + &self.slopes[1]) * h;
        self.time += h;
    }

    fn energy(&self) -> T {
        self.state.dot(&self.slopes[0]) * self.time
    }
}

#[differentiable]
fn integrated<D: Dim>(state: &OVector<f64, D>, time: f64, h: f64) -> f64
where
    DefaultAllocator: Allocator<D>,
{
    let slopes = vec![state.clone(); 2];
    let mut solver = Solver {
        time,
        state: state.clone(),
        slopes,
    };
    for k in 0..4 {
        solver.advance(h);
        if k == 2 {
            solver = solver.clone();
        }
    }
    solver.energy() + solver.state[0]
}

#[test]
fn a_solver_that_is_generic_in_everything() {
    check_grad!(integrated(&v3(1), 0.4, 0.1)).unwrap();
    check_grad!(integrated(&dv(1), 0.4, 0.1)).unwrap();
}

#[test]
fn vectors_of_any_dimension() {
    check_grad!(step(&v3(1), &v3(2), 0.3)).unwrap();
    check_grad!(step(&dv(1), &dv(2), 0.3)).unwrap();
    check_grad!(steps(&v3(1), 0.3, 4)).unwrap();
    check_grad!(steps(&dv(1), 0.3, 4)).unwrap();
}

#[test]
fn parts_of_a_size_that_is_written() {
    let (a, b): (Vector6<f64>, Vector6<f64>) = (sample(1), sample(2));
    check_grad!(in_parts(&a, &b)).unwrap();
    check_grad!(in_parts(&v3(1), &v3(2))).unwrap();
}

#[test]
fn a_filter_that_is_generic_in_both_dimensions() {
    let readings = [v2(1), v2(2), v2(3)];
    let spread = Matrix3::identity() + m3(1) * m3(1).transpose();
    check_grad!(filtered(&v3(1), &spread, &readings[..])).unwrap();
}

/// What says its own dimension.
#[differentiable]
trait Sized3 {
    type Size: DimName;
    fn speed(&self) -> f64;
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Craft {
    speed: f64,
}

#[differentiable]
impl Sized3 for Craft {
    type Size = U3;
    fn speed(&self) -> f64 {
        self.speed * self.speed
    }
}

/// That the dimension is one is said by what is asked of the allocator alone.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Guess<T: Sized3>
where
    DefaultAllocator: Allocator<<T as Sized3>::Size> + Allocator<<T as Sized3>::Size, <T as Sized3>::Size>,
{
    state: T,
    deviation: OVector<f64, <T as Sized3>::Size>,
    spread: OMatrix<f64, <T as Sized3>::Size, <T as Sized3>::Size>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Tracker<T: Sized3>
where
    DefaultAllocator: Allocator<<T as Sized3>::Size> + Allocator<<T as Sized3>::Size, <T as Sized3>::Size>,
{
    last: Guess<T>,
    all: Vec<Guess<T>>,
}

#[differentiable]
fn tracked(tracker: &Tracker<Craft>, k: f64) -> f64 {
    let mut last = tracker.last.clone();
    for guess in &tracker.all {
        last.deviation += &guess.spread * &last.deviation * (k * guess.state.speed());
    }
    last.deviation.norm_squared()
}

#[test]
fn a_dimension_that_a_trait_names() {
    let guess = |k| Guess {
        state: Craft { speed: 0.4 },
        deviation: v3(k),
        spread: m3(k),
    };
    let tracker = Tracker {
        last: guess(1),
        all: vec![guess(2), guess(3)],
    };
    check_grad!(tracked(&tracker, 0.3)).unwrap();
}

/// The methods that a number of nalgebra's has, in all the ways they are written.
#[differentiable]
fn of_a_field<T: RealField + Copy>(x: T, y: T) -> T {
    let mut sum = x.sqrt() * y + T::sin(x) * (x * y).powi(2);
    for _ in 0..2 {
        sum = (sum + x.max(y)).ln() + (x - y).abs() + y.floor() + x.hypot(y);
    }
    sum
}

#[derive(Clone, Differentiable)]
struct Angles<T: RealField + Copy> {
    x: T,
    y: T,
}

#[differentiable]
impl<T: RealField + Copy> Angles<T> {
    fn between(&self, k: T) -> T {
        (self.x * k).atan2(self.y).exp() + self.y.tanh()
    }
}

#[differentiable]
fn of_angles(x: f64, k: f64) -> f64 {
    Angles { x, y: x * k }.between(k)
}

#[test]
fn methods_of_real_fields_have_the_derivatives_of_floats() {
    check_grad!(of_a_field::<f64>(0.7, 0.3)).unwrap();
    assert_eq!(of_a_field::value_and_grad(0.7, 0.3).0, of_a_field(0.7, 0.3));
    check_grad!(of_angles(0.7, 0.4)).unwrap();
}

/// One whose bounds name an operator of a vector. It is the vector's own all the same.
#[differentiable]
fn damped<T: RealField + Copy, D: Dim>(y: &OVector<T, D>, h: T) -> T
where
    DefaultAllocator: Allocator<D>,
    OVector<T, D>: std::ops::Mul<T, Output = OVector<T, D>>,
{
    let mut slope = y.clone() * h;
    slope += y;
    slope[0] * slope[1]
}

#[test]
fn bounds_may_name_an_operator_of_a_vector() {
    check_grad!(damped(&Vector3::new(0.7, -0.4, 1.1), 0.3)).unwrap();
}

/// Vectors that have their elements anywhere.
#[differentiable]
fn length<T, D, S>(v: &Vector<T, D, S>, k: T) -> T
where
    T: RealField + Copy,
    D: Dim,
    S: Storage<T, D>,
{
    let mut sum = T::zero();
    for x in v.iter() {
        sum += *x * *x * k;
    }
    sum.sqrt()
}

#[differentiable]
fn product<T, D, R: Storage<T, D>, S: Storage<T, D>>(a: &Vector<T, D, R>, b: &Vector<T, D, S>) -> T
where
    T: RealField + Copy,
    D: Dim,
{
    let mut sum = T::zero();
    for (x, y) in a.iter().zip(b.iter()) {
        sum += *x * *y;
    }
    sum
}

#[differentiable]
fn doubled<S: StorageMut<f64, U3, U3>>(m: &mut Matrix<f64, U3, U3, S>) -> f64 {
    for k in 0..3 {
        let above = m[(0, k)];
        m[(k, k)] *= above;
    }
    m[(0, 0)]
}

/// A system whose rows stand in an order of their own.
#[derive(Clone, Differentiable)]
struct Permuted<T: RealField + Copy, M: Dim, N: Dim>
where
    DefaultAllocator: Allocator<M, N> + Allocator<N>,
{
    m: OMatrix<T, M, N>,
    order: OVector<usize, N>,
    work: OVector<T, N>,
    rows: M,
}

#[differentiable]
impl<T: RealField + Copy, M: Dim, N: Dim> Permuted<T, M, N>
where
    DefaultAllocator: Allocator<M, N> + Allocator<N> + Allocator<M>,
{
    fn measure(&mut self, x: &OVector<T, N>) -> T {
        self.work.fill(T::zero());
        let mut sum = T::zero();
        for (j, (column, at)) in self.m.column_iter().zip(self.order.iter()).enumerate() {
            let scale = x[*at] / length(&column, x[self.order[j]]);
            self.work
                .rows_range_mut(..j + 1)
                .axpy(scale, &column.rows_range(..j + 1), T::one());
            sum += product(&column.rows_range(..j + 1), &self.work.rows_range(..j + 1));
            let mut last = self.work.rows_range_mut(j..);
            if ComplexField::abs(last[0]) < ComplexField::abs(x[0]) {
                last[0] += x[j];
            }
        }
        sum * length(&self.work, x[0])
    }
}

#[differentiable]
fn measured(m: &Matrix4x3<f64>, x: &Vector3<f64>) -> f64 {
    let mut system = Permuted {
        m: *m,
        order: Vector3::new(1, 2, 0),
        work: Vector3::new(0.0, 0.0, 0.0),
        rows: nalgebra::Const::<4>,
    };
    let mut changed = m.fixed_rows::<3>(0).into_owned();
    let first = doubled(&mut changed);
    system.measure(x) * length(&m.column(1), x[1]) * first + product(&m.column(0), &m.column(2)) * changed[(1, 1)]
}

#[test]
fn matrices_of_any_storage_are_lent_as_owned_ones() {
    let (m, x) = (
        Matrix4x3::from_fn(|i, j| 0.3 + ((3 * i + 5 * j) % 7) as f64 * 0.2),
        Vector3::new(0.4, 0.9, 0.3),
    );
    check_grad!(measured(&m, &x)).unwrap();
    check_grad!(length(&x, 0.7)).unwrap();
    check_grad!(product(&x, &x)).unwrap();
    let mut changed = m.fixed_rows::<3>(0).into_owned();
    assert_eq!(doubled::vjp(&mut changed).0, 0.09);
}

/// What is generic in dimensions is called with those that an implementor chooses.
#[differentiable]
impl<T: Sized3 + Clone> Guess<T>
where
    DefaultAllocator: Allocator<<T as Sized3>::Size> + Allocator<<T as Sized3>::Size, <T as Sized3>::Size>,
{
    fn stepped(&self, h: f64) -> f64 {
        let mut sum = 0.0;
        for k in 0..<T as Sized3>::Size::DIM {
            let moved = step::<<T as Sized3>::Size>(&self.deviation, &self.deviation, h * self.state.speed());
            sum += in_parts(&moved, &self.deviation) * moved[k];
        }
        sum
    }
}

#[differentiable]
fn all_stepped<T: Sized3 + Clone>(guesses: &[Guess<T>], h: f64) -> f64
where
    DefaultAllocator: Allocator<<T as Sized3>::Size> + Allocator<<T as Sized3>::Size, <T as Sized3>::Size>,
{
    guesses.iter().map(|guess| guess.stepped(h)).sum()
}

#[differentiable]
fn crafts_stepped(guesses: &[Guess<Craft>], h: f64) -> f64 {
    all_stepped::<Craft>(guesses, h) * guesses[0].stepped(h * h)
}

#[test]
fn a_dimension_that_a_trait_names_is_handed_on() {
    let guess = |k| Guess {
        state: Craft { speed: 0.4 },
        deviation: v3(k),
        spread: m3(k),
    };
    check_grad!(crafts_stepped(&[guess(1), guess(2)], 0.3)).unwrap();
}

#[differentiable]
trait Spread<M> {
    fn spread(&self) -> M;
}

/// A cloud of points, by its mean and by what is taken for its covariance.
#[derive(Clone, Differentiable)]
struct Cloud<D: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    mean: OVector<f64, D>,
    spread: OMatrix<f64, D, D>,
}

#[differentiable]
impl<D: Dim> Spread<OMatrix<f64, D, D>> for Cloud<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    fn spread(&self) -> OMatrix<f64, D, D> {
        &self.spread * self.weight()
    }
}

#[differentiable(bounds)]
impl<D: Dim> Cloud<D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    fn weight(&self) -> f64 {
        self.mean.norm_squared()
    }

    fn widest(&self) -> f64 {
        let spread = self.spread();
        let mut widest = 0.0;
        for k in 0..self.mean.len() {
            widest += spread.column(k).norm() * self.weight();
        }
        widest
    }
}

#[differentiable]
fn widths(m: &Matrix3<f64>, x: &Vector3<f64>, dynamic: &DMatrix<f64>) -> f64 {
    let cloud = Cloud { mean: *x, spread: *m };
    let other = Cloud {
        mean: dynamic.column(0).into_owned(),
        spread: dynamic.clone(),
    };
    cloud.widest() * cloud.spread()[(1, 2)] + other.widest()
}

#[test]
fn impls_of_traits_are_generic_in_a_dimension() {
    check_grad!(widths(&m3(1), &v3(2), &dm(3))).unwrap();
}

/// What a filter starts from; how many numbers are measured is its type's alone.
#[derive(Clone, Differentiable)]
struct Filter<D: Dim, M: Dim>
where
    DefaultAllocator: Allocator<D> + Allocator<M, D> + Allocator<D, D>,
{
    mean: OVector<f64, D>,
    spread: OMatrix<f64, D, D>,
    #[no_diff]
    measured: PhantomData<M>,
}

#[differentiable]
impl<D: Dim, M: Dim> Filter<D, M>
where
    DefaultAllocator: Allocator<D> + Allocator<M, D> + Allocator<D, D>,
{
    fn of(mean: OVector<f64, D>, spread: OMatrix<f64, D, D>) -> Self {
        Filter {
            mean,
            spread,
            measured: PhantomData,
        }
    }

    fn distance(&self) -> f64 {
        (&self.spread * &self.mean).norm()
    }
}

#[differentiable]
fn distances(m: &Matrix3<f64>, x: &Vector3<f64>) -> f64 {
    let filter = Filter::<U3, U3>::of(*x, *m);
    filter.distance() * filter.mean[1]
}

#[test]
fn a_dimension_without_cotangent_takes_no_bound_of_another_with_it() {
    check_grad!(distances(&m3(1), &v3(2))).unwrap();
}
