//! Handwritten digits: a network of dense layers and one of convolutions, of tensors in ordinary structs.
//!
//! ```text
//! cargo run --release --features tensor --example digits
//! ```
//!
//! The networks are in `networks.rs`, four short structs whose methods are marked `#[differentiable]`. `data.rs` reads the images
//! and holds a fifth of them out, `training.rs` goes through the others again and again. Both networks recognize at least 98% of the
//! digits that they have not seen. The picture of how they learn is `out/digits.svg`.

mod data;
mod networks;
mod picture;
mod training;

use data::Digits;
use networks::{Convolutional, Dense, Network};
use rand010::{SeedableRng, rngs::SmallRng};
use std::{error::Error, path::Path};
use training::{Course, train};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rng = SmallRng::seed_from_u64(7);
    let (learnt, held_out) = Digits::read(&root.join("examples/data/digits.txt"))?.split(&mut rng);
    println!("{} images to learn from, {} held out\n", learnt.len(), held_out.len());

    let course = Course {
        epochs: 60,
        batch: 32,
        rate: 4e-3,
        shows_progress: true,
    };
    let mut dense = Dense::new(&[64, 128, 10], &mut rng);
    let of_dense = train("dense", &mut dense, &learnt, &held_out, course, &mut rng);
    let mut convolutional = Convolutional::new(&mut rng);
    let of_convolutional = train(
        "convolutional",
        &mut convolutional,
        &learnt,
        &held_out,
        course,
        &mut rng,
    );

    let path = root.join("out/digits.svg");
    let histories = [
        ("dense", of_dense.scores()),
        ("convolutional", of_convolutional.scores()),
    ];
    picture::draw(&path, "digits", &histories)?;
    println!("\nhow they learnt  {}", path.display());
    for (name, score) in [
        ("dense", dense.score(&held_out)),
        ("convolutional", convolutional.score(&held_out)),
    ] {
        println!("{name:16} {:.1}% of the held-out digits", 100.0 * score);
        if score < 0.98 {
            return Err(format!("the {name} network recognizes less than 98%").into());
        }
    }
    Ok(())
}
