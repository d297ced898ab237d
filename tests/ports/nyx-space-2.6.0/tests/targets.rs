//! What optimizers and Monte Carlo runs are made of: nodes and dispersions.
use anise::constants::frames::EARTH_J2000;
use anise::prelude::Epoch;
use nyx_space::mc::{Dispersion, Distribution};
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
