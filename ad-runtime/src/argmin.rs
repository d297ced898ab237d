//! Problems of the crate argmin, from a function and its derivatives.
//!
//! ```
//! use ad_runtime::argmin::Problem;
//! use argmin::core::{CostFunction, Gradient, Hessian};
//! use argmin_math::ArgminDot;
//!
//! let cube = Problem::new(|x: &f64| x.powi(3), |x: &f64| 3.0 * x * x).with_products(|x: &f64, along: &f64| 6.0 * x * along);
//! assert_eq!((cube.cost(&2.0).unwrap(), cube.gradient(&2.0).unwrap()), (8.0, 12.0));
//! assert_eq!(cube.hessian(&2.0).unwrap().dot(&0.5), 6.0);
//! ```

use argmin::core::{CostFunction, Error, Gradient, Hessian, Jacobian, Operator};
use argmin_math::ArgminDot;
use std::fmt;
use std::marker::PhantomData;

/// A problem of argmin's: a `CostFunction` with its `Gradient` and, of second order, its `Hessian`; or an `Operator`, such as residuals, with
/// its `Jacobian`.
///
/// The functions take all parameters as one `&P`; what else they need, they capture: `Problem::new(|x: &Vec<f64>| loss(x, &data), |x:
/// &Vec<f64>| loss::grad(x, &data))`.
#[derive(Clone)]
pub struct Problem<P, F, D, H = ()> {
    function: F,
    derivative: D,
    product: H,
    of: PhantomData<fn(&P)>,
}

impl<P, R, F: Fn(&P) -> R, G, D: Fn(&P) -> G> Problem<P, F, D> {
    /// A function with its gradient, or with its Jacobian.
    pub fn new(function: F, derivative: D) -> Self {
        Problem {
            function,
            derivative,
            product: (),
            of: PhantomData,
        }
    }
}

impl<P, F, D> Problem<P, F, D> {
    /// With what multiplies its Hessian at the first by the second: `|x: &Vec<f64>, along: &Vec<f64>| loss::hvp(x, along)`.
    pub fn with_products<H: Fn(&P, &P) -> P>(self, product: H) -> Problem<P, F, D, H> {
        Problem {
            function: self.function,
            derivative: self.derivative,
            product,
            of: PhantomData,
        }
    }
}

impl<P, F, D, H> fmt::Debug for Problem<P, F, D, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem").finish_non_exhaustive()
    }
}

impl<P, R, F: Fn(&P) -> R, D, H> CostFunction for Problem<P, F, D, H> {
    type Param = P;
    type Output = R;
    fn cost(&self, at: &P) -> Result<R, Error> {
        Ok((self.function)(at))
    }
}

impl<P, R, F: Fn(&P) -> R, D, H> Operator for Problem<P, F, D, H> {
    type Param = P;
    type Output = R;
    fn apply(&self, at: &P) -> Result<R, Error> {
        Ok((self.function)(at))
    }
}

impl<P, F, G, D: Fn(&P) -> G, H> Gradient for Problem<P, F, D, H> {
    type Param = P;
    type Gradient = G;
    fn gradient(&self, at: &P) -> Result<G, Error> {
        Ok((self.derivative)(at))
    }
}

impl<P, F, G, D: Fn(&P) -> G, H> Jacobian for Problem<P, F, D, H> {
    type Param = P;
    type Jacobian = G;
    fn jacobian(&self, at: &P) -> Result<G, Error> {
        Ok((self.derivative)(at))
    }
}

impl<P: Clone, F, D, H: Fn(&P, &P) -> P + Clone> Hessian for Problem<P, F, D, H> {
    type Param = P;
    type Hessian = HessianAt<P, H>;
    fn hessian(&self, at: &P) -> Result<HessianAt<P, H>, Error> {
        let (at, product) = (at.clone(), self.product.clone());
        Ok(HessianAt { at, product })
    }
}

/// A Hessian that nobody writes down: its product with a vector is one of the function's.
#[derive(Clone)]
pub struct HessianAt<P, H> {
    at: P,
    product: H,
}

impl<P: fmt::Debug, H> fmt::Debug for HessianAt<P, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HessianAt")
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl<P, H: Fn(&P, &P) -> P> ArgminDot<P, P> for HessianAt<P, H> {
    fn dot(&self, along: &P) -> P {
        (self.product)(&self.at, along)
    }
}
