//! The network of `examples/treelstm`: one tree after the other and all at once.

#[path = "../../examples/treelstm/batched.rs"]
mod batched;
#[path = "../../examples/treelstm/recursive.rs"]
mod recursive;
#[path = "../../examples/treelstm/training.rs"]
mod training;
#[path = "../../examples/treelstm/trees.rs"]
mod trees;

use batched::Plan;
use pullback::Cotangent;
use rand010::{SeedableRng, rngs::SmallRng};
use recursive::Network;
use std::path::Path;
use training::{Way, train};
use trees::Example;

fn examples() -> Vec<Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/treelstm");
    trees::of_sources(&folder).unwrap()
}

#[test]
fn a_batch_at_once_is_the_same_function_as_one_tree_after_the_other() {
    let examples = examples();
    let batch: Vec<&Example> = examples.iter().take(12).collect();
    let network = Network::new(6, &mut SmallRng::seed_from_u64(2));
    let (one_by_one, gradient) = recursive::loss::value_and_grad(&network, &batch);
    let (at_once, same_gradient) = batched::loss::value_and_grad(&network, &Plan::of(&batch));
    assert!((one_by_one - at_once).abs() < 1e-5);
    let (gradient, same_gradient) = (Cotangent::partials(&gradient), Cotangent::partials(&same_gradient));
    assert!(gradient.iter().any(|slope| slope.abs() > 1e-3));
    assert!(gradient.iter().zip(&same_gradient).all(|(a, b)| (a - b).abs() < 1e-5));
}

#[test]
fn trees_are_learnt_either_way() {
    let examples = examples();
    for way in [Way::Recursive, Way::Batched] {
        let mut rng = SmallRng::seed_from_u64(1);
        let mut network = Network::new(12, &mut rng);
        train("", &mut network, (&examples[..60], &[]), way, 25, false, &mut rng);
        assert!(
            network.score(&examples[..60]) > 0.85,
            "{}",
            network.score(&examples[..60])
        );
    }
}
