//! The networks of `examples/digits`, with fewer images and less time.

#[path = "../../examples/digits/data.rs"]
mod data;
#[path = "../../examples/digits/networks.rs"]
mod networks;
#[path = "../../examples/digits/training.rs"]
mod training;

use data::Digits;
use networks::{Convolutional, Dense, Network};
use rand010::{SeedableRng, rngs::SmallRng};
use std::path::Path;
use training::{Course, train};

fn images() -> (Digits, Digits, SmallRng) {
    let mut rng = SmallRng::seed_from_u64(7);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data/digits.txt");
    let (learnt, held_out) = Digits::read(&path).unwrap().split(&mut rng);
    (learnt, held_out, rng)
}

#[test]
fn dense_layers_learn_digits() {
    let (learnt, held_out, mut rng) = images();
    let mut network = Dense::new(&[64, 48, 10], &mut rng);
    let course = Course {
        epochs: 10,
        batch: 32,
        rate: 1e-2,
        shows_progress: false,
    };
    let history = train("dense", &mut network, &learnt, &held_out, course, &mut rng);
    assert!(history.0[9].0 < 0.5 * history.0[0].0);
    assert!(network.score(&held_out) > 0.9, "{}", network.score(&held_out));
}

#[test]
fn convolutions_learn_digits() {
    let (learnt, held_out, mut rng) = images();
    let (some, others): (Vec<usize>, Vec<usize>) = ((0..240).collect(), (0..100).collect());
    let (learnt, held_out) = (learnt.chosen(&some), held_out.chosen(&others));
    let mut network = Convolutional::new(&mut rng);
    let course = Course {
        epochs: 12,
        batch: 20,
        rate: 1e-2,
        shows_progress: false,
    };
    train("convolutional", &mut network, &learnt, &held_out, course, &mut rng);
    assert!(network.score(&held_out) > 0.75, "{}", network.score(&held_out));
}
