//! Maps of which only some entries are kept, or changed.

use pullback::{Differentiable, check_grad, differentiable};
use std::collections::{BTreeMap, HashMap, HashSet};

#[derive(Clone, Differentiable)]
struct Cache {
    data: HashMap<(usize, usize), f64>,
}

#[differentiable]
impl Cache {
    fn new() -> Cache {
        Cache { data: HashMap::new() }
    }

    fn get(&mut self, i: usize, j: usize, or_insert: f64) -> f64 {
        *self.data.entry((i, j)).or_insert(or_insert)
    }

    fn forget(&mut self, rows: HashSet<usize>) {
        self.data.retain(|k, _| !rows.contains(&k.0));
    }
}

/// What was forgotten is made again, of other numbers.
#[differentiable]
fn cached(x: &[f64], rounds: usize) -> f64 {
    let mut cache = Cache::new();
    let mut sum = 0.0;
    for round in 0..rounds {
        for i in 0..x.len() {
            for j in 0..2 {
                sum += cache.get(i, j, x[i] * x[j] * (round as f64 + 1.0)) * x[i];
            }
        }
        let mut rows = HashSet::new();
        rows.insert(round);
        if round % 2 == 0 {
            cache.forget(rows);
        }
    }
    sum
}

/// What is kept depends on the values; `keep` counts what it is asked.
#[differentiable]
fn positive(x: &[f64], limit: f64) -> f64 {
    let mut rates: BTreeMap<usize, f64> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        rates.insert(i, v * limit);
    }
    rates.retain(|_, rate| *rate > 0.1);
    let mut sum = 0.0;
    for (i, rate) in rates.iter() {
        sum += rate * rate * (*i as f64 + limit);
    }
    rates.retain(|i, _| i % 2 == 1);
    for rate in rates.values() {
        sum += rate.sin();
    }
    sum
}

#[test]
fn what_is_kept_keeps_its_derivative() {
    for rounds in 0..4 {
        check_grad!(cached(&[0.3, -0.7, 1.1], rounds)).expect("a cache");
    }
    check_grad!(positive(&[0.5, -0.7, 1.1, 0.9, -0.2], 0.8)).expect("positive ones");
}

/// Where there is no entry, nothing is done; the closure writes what it captures, too.
#[differentiable]
fn modified(x: &[f64], keys: &[usize]) -> f64 {
    let mut rates: HashMap<usize, (f64, usize)> = HashMap::new();
    rates.insert(1, (x[0], 0));
    rates.insert(3, (x[1] * x[0], 0));
    let mut sum = 0.0;
    for key in keys {
        rates.entry(*key).and_modify(|rate| {
            sum += rate.0 * x[2];
            rate.0 *= x[1];
            rate.1 += 1;
        });
        if key % 2 == 0 {
            rates.entry(key + 1).and_modify(|rate| *rate = (x[2].sin(), 7));
        }
    }
    sum + rates[&1].0 * rates[&3].0 * rates[&3].1 as f64
}

#[test]
fn what_is_modified_where_it_is() {
    let x = [0.5, -0.7, 1.1];
    assert_eq!(modified(&x, &[]), 0.0);
    check_grad!(modified(&x, &[])).expect("none");
    check_grad!(modified(&x, &[1, 3, 4, 3, 2, 1])).expect("several");
    check_grad!(modified(&x, &[0, 5, 3])).expect("some");
}
