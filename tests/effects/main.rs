//! Closures with effects in chains: std runs them for items that are skipped, once for an item that is peeked at, from the end for
//! what is reversed; each clone of an iterator has a state of its own. Value bit for bit, gradient against differences, and what was
//! noted on the way.

// Nobody wrote some of these programs, and the others are about what clippy would write in another way.
#![allow(unused, clippy::all)]

#[rustfmt::skip]
mod generated;
mod generator;
mod operators;
mod search;
mod written;

// What the package that `search` writes has, too.
include!("compared.rs");

/// The seeds of the programs in `generated`, in their order.
fn seeds() -> Vec<u64> {
    let name = |program: &Program| program.name.strip_prefix("chain_").and_then(|seed| seed.parse().ok());
    generated::PROGRAMS
        .iter()
        .map(|program| name(program).expect("its seed"))
        .collect()
}

#[test]
fn random_chains_have_the_values_effects_and_gradients_of_the_functions() {
    compare_all(generated::PROGRAMS);
}

#[test]
fn the_generator_writes_these_chains() {
    assert!(include_str!("generated.rs") == search::module(&seeds(), true));
}

/// `CHAINS=10000..12000 cargo test --test effects -- --ignored --nocapture` compares those of 2000 seeds. With `CHAINS_KEPT=250`, the
/// first 250 of them that are accepted become `generated.rs`.
#[test]
#[ignore = "compiles thousands of programs"]
fn thousands_of_random_chains() {
    let range = std::env::var("CHAINS").unwrap_or("10000..12000".to_string());
    let (first, end) = range.split_once("..").expect("a range");
    let (first, end): (u64, u64) = (first.parse().expect("a seed"), end.parse().expect("a seed"));
    let accepted = search::search(first, end - first);
    if let Ok(kept) = std::env::var("CHAINS_KEPT") {
        let kept: usize = kept.parse().expect("a number");
        let text = search::module(&accepted[..kept.min(accepted.len())], true);
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/effects/generated.rs"), text).expect("a file");
    }
}
