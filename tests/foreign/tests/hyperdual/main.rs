//! hyperdual's dual numbers in differentiable functions, against central differences.

use hyperdual::{Float, Hyperdual, OHyperdual};
use nalgebra::{Const, DMatrix, Matrix3, SVector, U4, Vector3};
use pullback::{Differentiable, check_grad, differentiable};

type D = Hyperdual<f64, 3>;

fn x(k: usize) -> D {
    let at = k as f64;
    Hyperdual::from_slice(&[0.4 + 0.3 * at.sin(), at.cos(), 0.2 - 0.1 * at])
}

/// A table of functions of one dual number; each is a test that compares its derivatives with differences.
macro_rules! functions {
    ($($name:ident |$x:ident| $body:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn function($x: Hyperdual<f64, 3>) -> Hyperdual<f64, 3> {
                $body
            }

            check_grad!(function(x(1))).unwrap();
            check_grad!(function(x(4))).unwrap();
        }
    )*};
}

functions! {
    sqrt |x| (x * x).sqrt() + (x + 1.0).sqrt();
    recip |x| (x + 2.0).recip();
    exp |x| x.exp();
    ln |x| (x + 1.5).ln();
    sin |x| x.sin();
    cos |x| x.cos();
    tan |x| x.tan();
    asin |x| x.asin();
    acos |x| x.acos();
    atan |x| x.atan();
    sinh |x| x.sinh();
    cosh |x| x.cosh();
    tanh |x| x.tanh();
    asinh |x| x.asinh();
    acosh |x| (x + 2.0).acosh();
    atanh |x| x.atanh();
    abs |x| (x - 2.0).abs() * x.abs();
    angles |x| x.to_degrees() * x.to_radians();
    powi |x| x.powi(3) + x.powi(-2) * x.powi(2) + x.powi(1) - x.powi(0);
    negated |x| -x * (-x - x);
}

// Operands by reference have rules of their own.
#[allow(clippy::op_ref)]
#[differentiable]
fn of_two(x: Hyperdual<f64, 3>, y: Hyperdual<f64, 3>, k: f64) -> Hyperdual<f64, 3> {
    let mut sum = x * y / (y + 2.0) - y / x;
    sum += x.atan2(y);
    sum -= x.hypot(y) * k;
    sum *= (x + 2.0).powf(y);
    sum /= y + 3.0;
    sum = sum / k - k;
    (sum + &x) * &y
}

#[test]
fn functions_of_two_dual_numbers() {
    check_grad!(of_two(x(1), x(4), 0.7)).unwrap();
    check_grad!(of_two(x(3), x(2), -0.3)).unwrap();
}

#[differentiable]
fn made(a: f64, b: f64) -> [f64; 3] {
    let x: OHyperdual<f64, Const<3>> = OHyperdual::from_slice(&[a, b, a * b]);
    let y = OHyperdual::<f64, Const<3>>::from_real(a * a) * x + OHyperdual::from(b);
    let slopes = y[1] * y[2];
    [y.real(), slopes, if y > x { y[0] } else { 0.0 }]
}

#[test]
fn dual_numbers_are_made_of_numbers_and_taken_apart() {
    check_grad!(made(0.4, 0.3)).unwrap();
}

mod vectors {
    use super::*;
    #[differentiable]
    use hyperdual::hyperspace_from_vector;
    #[differentiable]
    use hyperdual::linalg::norm;

    /// The pull of a body, and its slopes along the position.
    #[differentiable]
    fn pull(position: &Vector3<f64>, mass: f64) -> (Vector3<f64>, Matrix3<f64>) {
        let radius: Vector3<OHyperdual<f64, U4>> = hyperspace_from_vector(position);
        let distance = norm(&radius);
        let pull = radius * (OHyperdual::<f64, U4>::from_real(-mass) / distance.powi(3));
        let (mut of, mut slopes) = (Vector3::zeros(), Matrix3::zeros());
        for i in 0..3 {
            of[i] = pull[i].real();
            for j in 1..4 {
                slopes[(i, j - 1)] = pull[i][j];
            }
        }
        (of, slopes)
    }

    #[test]
    fn a_field_and_its_slopes() {
        let position = Vector3::new(0.3, -0.7, 0.5);
        check_grad!(pull(&position, 0.9)).unwrap();
    }

    fn v(k: usize) -> Vector3<D> {
        Vector3::new(x(k), x(k + 1), x(k + 2))
    }

    #[differentiable]
    fn products(v: &Vector3<Hyperdual<f64, 3>>, w: &Vector3<Hyperdual<f64, 3>>) -> Hyperdual<f64, 3> {
        let across = v.cross(w);
        let unit = across / norm(&across);
        unit.dot(v) * unit[0] + v.dot(w) / norm(v) + norm(v) * unit[2]
    }

    #[test]
    fn products_of_vectors() {
        check_grad!(products(&v(0), &v(4))).unwrap();
    }

    #[differentiable]
    fn table(x: Hyperdual<f64, 3>, n: usize) -> Hyperdual<f64, 3> {
        let mut a = DMatrix::from_element(n, n, OHyperdual::from(0.5));
        for i in 1..n {
            for j in 0..n {
                a[(i, j)] = a[(i - 1, j)] * x + OHyperdual::from(j as f64);
            }
        }
        a[(n - 1, n - 2)] * a[(n - 1, 0)]
    }

    #[test]
    fn tables_of_dual_numbers() {
        check_grad!(table(x(1), 4)).unwrap();
    }

    /// At the origin the length has no slope.
    #[test]
    fn the_length_of_nothing() {
        let nothing = SVector::<D, 2>::from_element(OHyperdual::from(0.0));
        let (length, pullback) = length::vjp(&nothing);
        assert_eq!(length.real(), 0.0);
        assert_eq!(pullback(OHyperdual::from(1.0))[0].real(), 0.0);
    }

    #[differentiable]
    fn length(v: &SVector<Hyperdual<f64, 3>, 2>) -> Hyperdual<f64, 3> {
        norm(v)
    }
}

/// Fields of dual numbers.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Place {
    x: OHyperdual<f64, Const<3>>,
    y: OHyperdual<f64, Const<3>>,
}

#[differentiable]
impl Place {
    fn distance(&self) -> OHyperdual<f64, Const<3>> {
        (self.x.powi(2) + self.y.powi(2)).sqrt()
    }

    fn angle(&self, turn: f64) -> f64 {
        let turned = self.y.atan2(self.x).to_degrees().real() * turn.sin().sqrt();
        if self.x > self.y { turned.exp() } else { turned }
    }

    fn turned(&self, by: f64) -> OHyperdual<f64, Const<3>> {
        let (sin, cos) = self.x.sin_cos();
        let (sin_by, cos_by) = by.sin_cos();
        sin * cos_by + cos * sin_by
    }
}

#[differentiable]
fn seen(place: Place, turn: f64) -> Hyperdual<f64, 3> {
    place.distance() * place.angle(turn) + place.turned(turn)
}

#[test]
fn fields_of_dual_numbers() {
    check_grad!(seen(Place { x: x(1), y: x(2) }, 0.3)).unwrap();
}
