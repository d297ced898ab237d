//! What optimizers and Monte Carlo runs are made of: nodes and dispersions.
mod earth;

use anise::analysis::prelude::OrbitalElement;
use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Epoch, Orbit};
use earth::{deep, frame, spacecraft};
use nalgebra::{SMatrix, SVector, Vector3};
use nyx_space::cosmic::Spacecraft;
use nyx_space::dynamics::{OrbitalDynamics, SpacecraftDynamics};
use nyx_space::mc::{Dispersion, Distribution, MvnSpacecraft, Normal, StateDispersion};
use nyx_space::md::objective::Objective;
use nyx_space::md::opti::multipleshooting::ctrlnodes::Node;
use nyx_space::md::opti::multipleshooting::multishoot::{MultipleShooting, MultishootNode};
use nyx_space::md::opti::solution::TargeterSolution;
use nyx_space::md::{StateParameter, Variable, Vary};
use nyx_space::propagators::Propagator;
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

#[differentiable(no_diff(propagator), types(equidistant_nodes = fn(..) -> Result<MultipleShooting<'_, Node, 3, 3>, TargetingError>))]
fn nodes(from: Spacecraft, to: Orbit, propagator: &Propagator<SpacecraftDynamics>) -> Vec<f64> {
    let shooting = MultipleShooting::equidistant_nodes(from, to, 4, propagator).unwrap();
    let mut nodes = vec![shooting.variables[0].max_step];
    for node in &shooting.targets {
        nodes.push(node.x * node.y);
        nodes.push(node.z);
    }
    nodes
}

#[test]
fn equidistant_nodes() {
    deep(|| {
        let dynamics = SpacecraftDynamics::new(OrbitalDynamics::two_body());
        let propagator = Propagator::default(dynamics);
        let epoch = Epoch::from_tdb_seconds(6e8 + 900.0);
        let to = Orbit::new(5_100.0, -3_200.0, 4_400.0, 1.3, 6.0, 2.1, epoch, frame());
        check_grad!(nodes(spacecraft(), to, &propagator)).unwrap();
    });
}

#[differentiable]
fn thrust(solution: &TargeterSolution<4, 2>, #[no_diff] at: Epoch) -> (Vector3<f64>, f64) {
    let maneuver = solution.to_mnvr().unwrap();
    (maneuver.vector(at), maneuver.thrust_prct)
}

#[test]
fn targeter_solution_to_mnvr() {
    deep(|| {
        let start = spacecraft();
        let end = Epoch::from_tdb_seconds(6e8 + 40.0);
        for components in [
            [
                Vary::MnvrAlpha,
                Vary::MnvrAlphaDot,
                Vary::MnvrDelta,
                Vary::MnvrDeltaDDot,
            ],
            [Vary::ThrustX, Vary::ThrustY, Vary::ThrustZ, Vary::ThrustLevel],
            [Vary::ThrustY, Vary::ThrustRateX, Vary::ThrustAccelY, Vary::EndEpoch],
        ] {
            let mut achieved_state = start;
            achieved_state.orbit.epoch = end;
            let solution = TargeterSolution {
                corrected_state: start,
                achieved_state,
                correction: SVector::from([-0.31, 0.22, -0.17, -0.08]),
                variables: components.map(Variable::from),
                achieved_errors: SVector::zeros(),
                achieved_objectives: [
                    Objective::new(StateParameter::Element(OrbitalElement::SemiMajorAxis), 0.3),
                    Objective::new(StateParameter::Element(OrbitalElement::Inclination), 0.4),
                ],
                iterations: 3,
                computation_dur: std::time::Duration::ZERO,
            };
            check_grad!(thrust(&solution, Epoch::from_tdb_seconds(6e8 + 0.7))).unwrap();
        }
    });
}
