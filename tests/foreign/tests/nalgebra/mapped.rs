//! `map`, with closures that compute and capture, and what is generic in a dimension.

use super::*;
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, DimName, OMatrix, OVector};

#[pullback::differentiable]
fn grown(x: f64) -> f64 {
    x.exp()
}

table! {
    map_of_a_vector(v: &Vector3<f64> = &v3(1)) -> Vector3<f64> { v.map(|x| x * x.sin()) }
    map_by_name(v: &Vector3<f64> = &v3(1)) -> Vector3<f64> { v.map(grown) }
    map_of_a_matrix(m: &Matrix2x3<f64> = &m23(1), k: f64 = 0.4) -> Matrix2x3<f64> { m.map(|x| if x > 0.7 { x * k } else { k / x }) }
    map_of_a_dynamic_vector(v: &DVector<f64> = &dv(1), k: &[f64] = &[0.3, 0.7]) -> DVector<f64> { v.map(|x| x * k[0] + k[1]) }
    map_of_a_temporary(v: &Vector3<f64> = &v3(1), w: &Vector3<f64> = &v3(2)) -> f64 { (v - w).map(|x| x.powi(2)).sum() }
    map_of_a_column(m: &Matrix3<f64> = &m3(1)) -> f64 {
        let mut s = 0.0;
        for j in 0..3 {
            s += m.column(j).map(|x| x * s).norm();
            s += 1.0;
        }
        s
    }
    map_of_the_diagonal(m: &DMatrix<f64> = &dm(1)) -> DVector<f64> { m.diagonal().map(|x| x.sqrt()) }
}

/// The same where only the bounds say that there is a vector for it.
#[pullback::differentiable]
fn deviations<M: DimName>(m: OMatrix<f64, M, M>, v: OVector<f64, M>) -> OVector<f64, M>
where
    DefaultAllocator: Allocator<M> + Allocator<M, M>,
{
    let squares = m.diagonal().map(|x| x * x);
    (squares + v).map(|x| x.sqrt())
}

#[test]
fn a_dimension_may_be_a_parameter() {
    pullback::check_grad!(deviations::<Const<2>>(m2(1), v2(2))).unwrap();
}

#[pullback::differentiable]
fn each_grown(v: &Vector3<f64>) -> Vector3<f64> {
    v.map(grown)
}

#[test]
fn the_derivative_of_a_map_is_that_of_its_function() {
    let v = v3(1);
    let (value, pullback) = each_grown::vjp(&v);
    let seed = Vector3::new(1.0, -2.0, 3.0);
    assert_eq!(pullback(seed), value.component_mul(&seed));
}

#[pullback::differentiable]
trait Activation {
    fn softened(&self) -> Self;
    fn squeezed(&self, k: f64) -> Self;
}

#[pullback::differentiable]
impl Activation for f64 {
    fn softened(&self) -> Self {
        (1.0 + self.exp()).ln()
    }
    fn squeezed(&self, k: f64) -> Self {
        (*self * k).tanh()
    }
}

/// The impl's type says that it is a vector, whatever the closure calls of its numbers.
#[pullback::differentiable]
impl Activation for DVector<f64> {
    fn softened(&self) -> Self {
        self.map(|x| x.softened())
    }
    fn squeezed(&self, k: f64) -> Self {
        let mut out = self.map(|x| x.squeezed(k));
        for _ in 0..2 {
            if out[0] > 0.1 {
                out = out.map(|x| x * x) + self.map(|x| x.softened() * k);
            }
        }
        out
    }
}

#[pullback::differentiable]
fn activated(v: &DVector<f64>, k: f64) -> f64 {
    v.softened().dot(&v.squeezed(k))
}

/// The struct does not say that its numbers are some.
#[derive(Clone, Debug, pullback::Differentiable)]
struct Fit<T> {
    x: DMatrix<T>,
    w: DVector<T>,
    at: nalgebra::Vector2<T>,
    offset: T,
}

#[pullback::differentiable]
impl Fit<f64> {
    fn residual(&self, y: &DVector<f64>) -> f64 {
        (&self.x * &self.w - y).add_scalar(self.offset).norm_squared() + self.at.norm()
    }
}

#[pullback::differentiable]
fn residuals(fit: &Fit<f64>, y: &DVector<f64>) -> f64 {
    let mut sum = 0.0;
    for k in 0..2 {
        sum += fit.residual(y) * k as f64;
    }
    sum
}

#[test]
fn maps_by_methods_and_structs_of_any_numbers() {
    let v = DVector::from_vec(vec![0.3, -0.8, 1.2]);
    for k in [0.7, -0.6] {
        pullback::check_grad!(activated(&v, k)).unwrap();
    }
    let fit = Fit {
        x: DMatrix::from_row_slice(3, 2, &[0.2, 1.3, -0.4, 0.5, 0.9, -1.1]),
        w: DVector::from_vec(vec![0.6, -0.2]),
        at: nalgebra::Vector2::new(0.3, 0.4),
        offset: 0.1,
    };
    pullback::check_grad!(residuals(&fit, &v)).unwrap();
}
