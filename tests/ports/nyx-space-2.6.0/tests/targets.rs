//! What optimizers and Monte Carlo runs are made of: nodes and dispersions.
mod earth;

use anise::analysis::prelude::OrbitalElement;
use anise::constants::frames::EARTH_J2000;
use anise::prelude::Epoch;
use earth::{deep, spacecraft};
use nalgebra::{SMatrix, SVector};
use nyx_space::mc::{Dispersion, Distribution, MvnSpacecraft, Normal, StateDispersion};
use nyx_space::md::StateParameter;
use nyx_space::md::opti::multipleshooting::ctrlnodes::Node;
use nyx_space::md::opti::multipleshooting::multishoot::MultishootNode;
use pullback::{check_grad, differentiable};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

#[differentiable]
fn shifted(node: Node, by: f64) -> f64 {
    let mut node = node;
    for component in 0..4 {
        MultishootNode::<3>::update_component(&mut node, component, by);
        MultishootNode::<4>::update_component(&mut node, component, by * by);
    }
    node.rmag() * node.vmag
}

#[test]
fn update_component() {
    let node = Node {
        x: 0.4,
        y: -0.3,
        z: 0.7,
        vmag: 0.2,
        epoch: Epoch::from_tdb_seconds(1e8),
        frame: EARTH_J2000,
    };
    check_grad!(shifted(node, 0.3)).unwrap();
}

#[differentiable]
fn dispersed(deviation: f64) -> f64 {
    let mut rng = pullback::no_diff(Pcg64Mcg::seed_from_u64(5));
    let param = pullback::no_diff(StateParameter::Cd());
    let dispersion = Dispersion::from_3std_dev(param, deviation);
    dispersion.distr.sample(pullback::no_diff(&mut rng))
}

#[test]
fn from_3std_dev() {
    check_grad!(dispersed(0.7)).unwrap();
}

#[differentiable]
fn drawn(distribution: &MvnSpacecraft) -> Vec<f64> {
    let mut rng = pullback::no_diff(Pcg64Mcg::seed_from_u64(5));
    let drawn = distribution.sample(pullback::no_diff(&mut rng));
    let (orbit, state) = (drawn.state.orbit, drawn.state);
    let mut all = vec![
        orbit.radius_km.norm(),
        orbit.velocity_km_s.norm(),
        state.srp.coeff_reflectivity,
        state.drag.coeff_drag * state.mass.prop_mass_kg,
    ];
    for (_, by) in &drawn.actual_dispersions {
        all.push(*by);
    }
    all
}

#[test]
fn mvn_spacecraft_sample() {
    deep(|| {
        let params = [
            StateParameter::Element(OrbitalElement::SemiMajorAxis),
            StateParameter::Element(OrbitalElement::Inclination),
            StateParameter::Element(OrbitalElement::VX),
            StateParameter::Cr(),
            StateParameter::PropMass(),
        ];
        let dispersion = |param| StateDispersion {
            param,
            mean: Some(0.1),
            std_dev: Some(0.3),
        };
        let distribution = MvnSpacecraft {
            template: spacecraft(),
            dispersions: params.map(dispersion).to_vec(),
            mean: SVector::from_fn(|i, _| 0.01 * (i as f64 + 1.3).sin()),
            sqrt_s_v: SMatrix::from_fn(|i, j| 0.02 * (1.3 * i as f64 - 0.7 * j as f64 + 0.4).sin()),
            std_norm_distr: Normal::new(0.0, 1.0).unwrap(),
        };
        check_grad!(drawn(&distribution)).unwrap();
    });
}
