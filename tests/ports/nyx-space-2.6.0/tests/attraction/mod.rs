//! A body that attracts a spacecraft, and propagators of what it does to it.

use anise::prelude::Almanac;
use nalgebra::{Const, OVector, Vector3};
use nyx_space::cosmic::Spacecraft;
use nyx_space::dynamics::{Dynamics, DynamicsError};
use nyx_space::propagators::{IntegratorMethod, IntegratorOptions, Propagator};
use pullback::{Differentiable, differentiable};

/// Attraction and friction, and fuel that is lost.
#[derive(Clone, Debug, Differentiable)]
pub struct Attraction {
    pub mu: f64,
    pub friction: f64,
}

#[differentiable(no_diff(_almanac))]
impl Dynamics for Attraction {
    type HyperdualSize = Const<9>;
    type StateType = Spacecraft;

    fn eom(
        &self,
        delta_t: f64,
        state_vec: &OVector<f64, Const<90>>,
        state_ctx: &Spacecraft,
        _almanac: &Almanac,
    ) -> Result<OVector<f64, Const<90>>, DynamicsError> {
        let distance = Vector3::new(state_vec[0], state_vec[1], state_vec[2]).norm();
        let friction = self.friction * (1.0 + 1e-3 * delta_t) / state_ctx.mass.dry_mass_kg;
        let mut change = OVector::<f64, Const<90>>::zeros();
        for i in 0..3 {
            change[i] = state_vec[i + 3];
            change[i + 3] = -self.mu / distance.powi(3) * state_vec[i] - friction * state_vec[i + 3];
        }
        change[8] = -1e-3 * state_vec[8];
        Ok(change)
    }
}

pub fn propagator(method: IntegratorMethod, opts: IntegratorOptions) -> Propagator<Attraction> {
    let attraction = Attraction {
        mu: 398_600.441_5,
        friction: 0.2,
    };
    Propagator::new(attraction, method, opts)
}
