//! The thrust that is replayed: what finds it in the profile is private to the module.
use super::*;
use crate::Orbit;
use anise::constants::frames::EARTH_J2000;
use anise::prelude::Epoch;
use pullback::{check_grad, differentiable};

#[differentiable(types(command_at_or_before = fn(..) -> Option<&Spacecraft>))]
fn commanded(replay: &ThrustDirectionReplay, state: &Spacecraft) -> f64 {
    let command = replay.command_at_or_before(state).unwrap();
    command.mass.prop_mass_kg * command.drag.coeff_drag
}

fn spacecraft(after: f64) -> Spacecraft {
    let epoch = Epoch::from_tdb_seconds(6e8 + after);
    let orbit = Orbit::new(-2436.45, -5186.4, 3891.037, 5.088, -3.988, 1.2, epoch, EARTH_J2000);
    Spacecraft::new(orbit, 900.0, 80.0 - after, 3.0, 2.0, 1.3, 2.1)
}

#[test]
fn command_at_or_before() {
    let states = [0.0, 10.0, 20.0].map(spacecraft).to_vec();
    let replay = ThrustDirectionReplay {
        profile: Trajectory { name: None, states },
    };
    check_grad!(commanded(&replay, &spacecraft(10.0))).unwrap();
    check_grad!(commanded(&replay, &spacecraft(14.0))).unwrap();
}
