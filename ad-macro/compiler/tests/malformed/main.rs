//! The macro never panics: on items that people mistype, and on items of the tests in which tokens are changed.
//!
//! A million changed items, with the verifier:
//! `CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true cargo test --release -p ad-compiler --test malformed -- --ignored --nocapture`;
//! `ITEMS` says how many, `SEED` with which the changes begin.

mod corpus;

use corpus::{Marked, Random, changed, corpus, count, token};
use proc_macro2::TokenStream;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What the macro says of an item without options.
fn problems(item: &str) -> Vec<String> {
    let item = item.parse().expect("tokens");
    let (problems, _) = ad_compiler::examine(TokenStream::new(), item);
    problems.into_iter().map(|problem| problem.message).collect()
}

#[test]
fn what_people_mistype_is_no_fault_of_the_macro() {
    for (item, expected) in [
        // A `mut` forgotten: rustc says so.
        (
            "fn filled(x: f64, n: usize) -> f64 { let list = Vec::new(); for k in 0..n { list.push(x * k as f64); } list[0] }",
            &[][..],
        ),
        (
            "fn lent(x: f64) -> f64 { let y = x; bump(&mut y, x); y * y }",
            &[],
        ),
        // A closure that takes what it is not given: rustc says so.
        (
            "fn or(x: Option<f64>, y: f64) -> f64 { x.filter(|v| *v > 0.0).or_else(|Some| y).unwrap_or(y) }",
            &[],
        ),
        // A receiver forgotten.
        (
            "impl Index<usize> for Leaves { type Output = Leaf; fn index() -> &Leaf { &self.0[i] } }",
            &[],
        ),
        // A stray token after a type.
        (
            "trait Bayes<L: Label> { fn likelihoods(&self, x: f64) -> HashMap<&L, f64> +; }",
            &[],
        ),
        // An argument forgotten.
        (
            "fn measure(w: &Array2<f64>, x: &Array1<f64>) -> f64 { w.mean().unwrap() * x.sum_axis(Axis(0)).dot(x) }",
            &[],
        ),
        // A block that always breaks.
        (
            "fn left(u: &mut f64, n: usize, x: f64) -> f64 {
                let mut k = 0;
                loop { k += 1; if k > n { break; } { break; } if k == 2 { *u *= x; continue; } }
                *u
            }",
            &[],
        ),
        // A method of the user's own on an array.
        (
            "impl V3 for [f64; 3] { fn swap(self, i: usize, j: usize) -> [f64; 3] { let mut a = self; a[i] = self[j]; a[j] = self[i]; a } }",
            &[],
        ),
        ("trait V3 { fn swap(self, i: usize, j: usize) -> [f64; 3]; }", &[]),
        (
            "impl<'a> Vacant<'a> { fn insert(self, value: f64) -> &'a mut f64 { 0.0.list.push(value); self.list.last_mut().unwrap() } }",
            &["what is written here is no variable"],
        ),
        // More parts than the variant has.
        (
            "fn both(x: f64) -> f64 { let mut s = 0.0; if let Some(a, b) = pair(x) { s += a.sin() * b; } if let Some(a, b) = pair(s) { s += a * b; } s }",
            &[],
        ),
        // A name of nothing, by which the loop's reverse sweep is empty.
        (
            "fn sum(x: &[f64]) -> f64 {
                let mut r = x[1];
                let mut c = 0.5;
                for (i, a) in x.iter().map(|&a| a + 1.0).skip(0).flat_map(|a| exp).take(1).enumerate() { r += a * i as f64; if i == 2 { break; } }
                r + c * 0.25
            }",
            &[],
        ),
        (
            "trait Constraint: 'static { fn first(&self, k: f64, a: &mut f64) -> bool { if !self.project(a) { return; } *a = -k; true } }",
            &["a function of this trait is malformed"],
        ),
        (
            "fn turned(v: [f64; 3]) -> [f64; 3] { v.swap(0, 1) }",
            &[],
        ),
    ] {
        assert_eq!(problems(item), expected, "{item}");
    }
}

fn timed(marked: &Marked, item: &TokenStream) -> (Option<String>, Duration) {
    let begun = Instant::now();
    (marked.own_error(item.clone()), begun.elapsed())
}

/// Changes items, and gives the macro's own errors, each with an item, and the items that took more than a second.
fn change(items: usize, seed: u64) -> (BTreeMap<String, (usize, String)>, Vec<String>) {
    let (corpus, mut random) = (corpus(), Random(seed));
    let any = |random: &mut Random| {
        let item = &corpus[random.below(corpus.len())].item;
        token(item, random.below(count(item))).expect("the position is within")
    };
    let (mut own, mut slow) = (BTreeMap::new(), Vec::new());
    for _ in 0..items {
        let marked: &Marked = &corpus[random.below(corpus.len())];
        let mut item = marked.item.clone();
        for _ in 0..=random.below(2) {
            let other = any(&mut random);
            item = changed(&item, &mut random, other);
        }
        let (own_error, time) = timed(marked, &item);
        if let Some(message) = own_error {
            let known = own.entry(message).or_insert_with(|| (0, item.to_string()));
            known.0 += 1;
            if item.to_string().len() < known.1.len() {
                known.1 = item.to_string();
            }
        }
        // Another program may have had the processor.
        let second = Duration::from_secs(1);
        if time > second && (0..3).all(|_| timed(marked, &item).1 > second) {
            slow.push(item.to_string());
        }
    }
    (own, slow)
}

#[test]
fn changed_items_are_no_fault_of_the_macro() {
    let (own, slow) = change(3000, 34);
    assert!(own.is_empty(), "{own:#?}");
    assert!(slow.is_empty(), "more than a second: {slow:#?}");
}

#[test]
#[ignore = "a million items take minutes"]
fn a_million_changed_items_are_no_fault_of_the_macro() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|number| number.parse::<u64>().expect("a number"))
    };
    let (own, slow) = change(
        number("ITEMS").unwrap_or(1_000_000) as usize,
        number("SEED").unwrap_or(1),
    );
    for (message, (times, item)) in &own {
        println!("{times} x {message}\n    {item}\n");
    }
    slow.iter().for_each(|item| println!("more than a second: {item}\n"));
    assert!(
        own.is_empty() && slow.is_empty(),
        "{} kinds, {} slow",
        own.len(),
        slow.len()
    );
}
