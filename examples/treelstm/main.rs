//! A network over syntax trees, as a recursive function: a TreeLSTM that learns what Rust expressions come to.
//!
//! ```text
//! cargo run --release --features tensor --example treelstm
//! ```
//!
//! `trees.rs` parses this repository's own sources and takes their expressions as binary trees. Each name and literal is of good or
//! bad polarity, and operators turn what they are applied to; the polarity of the whole is to be predicted, which the tokens alone do
//! not give away. `recursive.rs` is the network as one would write it, a function that calls itself on boxed trees; `batched.rs`
//! takes all nodes of equal height of a whole batch at once, as dynamic batching does. Both are the same function with the same
//! gradient; how long each takes is printed. The picture of how they learn is `out/treelstm.svg`.

mod batched;
#[path = "../digits/picture.rs"]
mod picture;
mod recursive;
mod training;
mod trees;

use rand010::{SeedableRng, rngs::SmallRng, seq::SliceRandom};
use recursive::Network;
use std::{error::Error, path::Path};
use training::{Way, train};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trees = trees::of_sources(&root.join("ad-runtime/src"))?;
    let mut rng = SmallRng::seed_from_u64(3);
    trees.shuffle(&mut rng);
    trees.truncate(3000);
    let nodes: usize = trees.iter().map(|example| example.tree.size()).sum();
    println!("{} expressions of {nodes} nodes\n", trees.len());

    let (held_out, learnt) = trees.split_at(trees.len() / 5);
    let (start, mut histories) = (Network::new(48, &mut rng), Vec::new());
    for (name, way, epochs) in [("recursive", Way::Recursive, 3), ("batched", Way::Batched, 30)] {
        let mut network = start.clone();
        let (seconds, scores) = train(name, &mut network, (learnt, held_out), way, epochs, true, &mut rng);
        let score = network.score(held_out);
        histories.push((name, scores));
        println!(
            "{name:10} {seconds:.2} s an epoch, {:.1}% of the held-out expressions after {epochs}",
            100.0 * score
        );
        if way == Way::Batched && score < 0.9 {
            return Err("the network predicts less than 90%".into());
        }
    }
    let path = root.join("out/treelstm.svg");
    picture::draw(&path, "expressions", &histories)?;
    println!("how they learnt  {}", path.display());
    Ok(())
}
