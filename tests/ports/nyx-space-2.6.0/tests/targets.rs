//! What optimizers are made of: nodes, dispersions, and the maneuver of a solution.
use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Epoch, Orbit};
use nalgebra::SVector;
use nyx_space::cosmic::Spacecraft;
use nyx_space::mc::{Dispersion, Distribution};
use nyx_space::md::opti::multipleshooting::ctrlnodes::Node;
use nyx_space::md::opti::multipleshooting::multishoot::MultishootNode;
use nyx_space::md::opti::solution::TargeterSolution;
use nyx_space::md::{StateParameter, Variable, Vary};
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

fn solution(of: [Vary; 3], correction: [f64; 3]) -> TargeterSolution<3, 0> {
    let frame = EARTH_J2000.with_mu_km3_s2(398_600.441_5);
    let orbit = |t: f64| {
        let epoch = Epoch::from_tdb_seconds(6e8 + t);
        Orbit::new(-2436.45, -5186.4, 3891.037, 5.088, -3.988, 1.2, epoch, frame)
    };
    TargeterSolution {
        corrected_state: Spacecraft::from(orbit(0.0)),
        achieved_state: Spacecraft::from(orbit(60.0)),
        correction: SVector::from(correction),
        variables: of.map(Variable::from),
        achieved_errors: SVector::zeros(),
        achieved_objectives: [],
        iterations: 3,
        computation_dur: std::time::Duration::ZERO,
    }
}

#[differentiable]
fn burnt(solution: &TargeterSolution<3, 0>) -> [f64; 4] {
    let maneuver = solution.to_mnvr().unwrap();
    let direction = maneuver.direction();
    [direction[0], direction[1], direction[2], maneuver.thrust_prct]
}

#[test]
fn to_mnvr() {
    let thrust = solution([Vary::ThrustX, Vary::ThrustY, Vary::ThrustLevel], [0.3, 0.2, -0.4]);
    check_grad!(burnt(&thrust)).unwrap();
    let bounded = solution([Vary::ThrustX, Vary::ThrustZ, Vary::ThrustLevel], [0.3, 0.2, 0.4]);
    check_grad!(burnt(&bounded)).unwrap();
    let angles = solution([Vary::MnvrAlpha, Vary::MnvrDelta, Vary::EndEpoch], [0.3, 0.2, 0.4]);
    check_grad!(burnt(&angles)).unwrap();
}
