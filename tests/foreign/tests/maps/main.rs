//! indexmap's and hashbrown's maps and sets in differentiable functions, against central differences.

use indexmap::{IndexMap, IndexSet};
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Differentiable)]
enum Kind {
    Range,
    Rate,
    Angle,
}

#[derive(Clone, Debug, Differentiable)]
struct Measured {
    data: IndexMap<u8, f64>,
    kinds: IndexSet<Kind>,
    noise: Vec<f64>,
}

#[differentiable]
impl Measured {
    fn correct(&mut self, kind: u8, by: f64) {
        if let Some(value) = self.data.get_mut(&kind) {
            *value += by * by;
        }
    }

    fn noise_of(&self, kind: Kind) -> Option<f64> {
        self.kinds.get_index_of(&kind).map(|at| self.noise[at])
    }

    fn put(&mut self, kind: u8, value: f64) {
        self.data.insert(kind, value);
    }
}

fn measured() -> Measured {
    Measured {
        data: IndexMap::from([(7, 0.5), (3, 1.5), (5, -0.7)]),
        kinds: IndexSet::from([Kind::Angle, Kind::Range]),
        noise: vec![0.3, 0.6],
    }
}

#[differentiable]
fn corrected(m: &Measured, by: f64) -> f64 {
    let mut m = m.clone();
    for k in 0..4 {
        m.correct(3, by * k as f64);
        m.put(3 + k, by);
    }
    let found = m.noise_of(Kind::Range).unwrap_or(by) * m.noise_of(Kind::Rate).unwrap_or(by);
    m.data[&3] * m.data[&5] * found + m.data.values().map(|v| v * v).sum::<f64>()
}

/// A key is a parameter like others.
#[differentiable]
fn counted(kinds: IndexMap<Kind, f64>, kind: Kind, x: f64) -> f64 {
    let mut kinds = kinds;
    kinds.insert(kind, x * x);
    *kinds.entry(kind).or_insert(x) *= x;
    kinds[&kind] * kinds.values().sum::<f64>()
}

#[test]
fn keys_of_derived_types() {
    check_grad!(counted(IndexMap::from([(Kind::Rate, 0.3)]), Kind::Angle, 0.7)).unwrap();
}

#[test]
fn fields_of_measurements() {
    check_grad!(corrected(&measured(), 0.4)).unwrap();
}

/// The order of a map's entries counts, and removing one changes it.
#[differentiable]
fn in_order(map: &IndexMap<u8, f64>, x: f64) -> f64 {
    let mut map = map.clone();
    let mut s = 0.0;
    for (k, value) in map.values().enumerate() {
        s += value * value * x * (k + 1) as f64;
    }
    let taken = map.swap_remove(&7).unwrap_or(x);
    for (k, value) in map.values().enumerate() {
        s *= 1.0 + value * x * (k + 1) as f64;
    }
    map.insert(9, s * x);
    for value in map.values_mut() {
        *value *= x;
    }
    taken * s + map[&9] * map[&3]
}

#[test]
fn the_order_of_entries_counts() {
    check_grad!(in_order(&measured().data, 0.4)).unwrap();
}

type Weights = hashbrown::HashMap<u8, f64, std::hash::RandomState>;

/// What every pair adds to the entries of both, and what is in them in the end.
#[differentiable]
fn welded(pairs: &[(u8, u8)], x: &[f64], from: &Weights) -> f64 {
    let mut sums = from.clone();
    let mut seen: hashbrown::HashSet<u8, std::hash::RandomState> = Default::default();
    for (k, pair) in pairs.iter().enumerate() {
        *sums.entry(pair.0).or_insert(0.0) += x[k] * x[k];
        let rest = sums.entry(pair.1).or_insert_with(|| x[k].sin());
        *rest *= 1.5 + x[k];
        if !seen.insert(pair.0) {
            sums.insert(pair.0, x[k] * sums[&pair.0]);
        }
    }
    let gone = sums.remove(&7).unwrap_or(x[0]);
    sums.get(&2).map_or(0.0, |v| v * gone) + sums.values().map(|v| v * v).sum::<f64>() * sums[&1]
}

#[test]
fn maps_of_hashbrown() {
    let from = Weights::from_iter([(1, 0.4), (7, 0.9)]);
    check_grad!(welded(&[(1, 2), (2, 3), (1, 7), (9, 2)], &[0.3, 0.8, -0.6, 1.1], &from)).unwrap();
}

/// A set of keys that a derived type makes: what it holds is handed on, and what comes in is taken out again.
#[differentiable]
impl Kind {
    fn scaled(self, x: f64) -> f64 {
        match self {
            Kind::Range => x * x,
            Kind::Rate => x.sin(),
            Kind::Angle => 3.0 * x,
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Device {
    kinds: IndexSet<Kind>,
    noise: IndexMap<Kind, f64>,
}

#[differentiable]
impl Device {
    fn with(mut self, kind: Kind, noise: f64) -> Self {
        if self.kinds.insert(kind) {
            self.noise.insert(kind, noise);
        }
        self
    }

    fn measure(&self, x: f64) -> Vec<f64> {
        let mut values = vec![0.0; self.kinds.len()];
        for (at, kind) in self.kinds.iter().enumerate() {
            values[at] = kind.scaled(x) + self.noise[kind];
        }
        values
    }
}

#[differentiable]
fn summed(kinds: &IndexSet<Kind>, others: &std::collections::BTreeSet<u8>, x: f64) -> f64 {
    let mut sum: f64 = 0.0;
    for (at, kind) in kinds.iter().enumerate() {
        sum += Kind::scaled(*kind, x) * (at + 1) as f64 * sum.cos();
    }
    for other in others {
        sum *= x + f64::from(*other);
    }
    if kinds.contains(&Kind::Rate) { sum * x } else { sum }
}

/// What a loop over a set finds is asked for in a map.
#[differentiable]
impl Device {
    fn observed(&self, kinds: &IndexSet<Kind>) -> Vec<f64> {
        let mut observed = vec![1.0; kinds.len() + 1];
        for (at, kind) in kinds.iter().enumerate() {
            if let Some(noise) = self.noise.get(kind) {
                observed[at] = *noise * *noise;
            }
        }
        for kind in kinds.iter().skip(1) {
            observed[0] *= self.noise.get(kind).copied().unwrap_or(0.5) + 1.0;
        }
        observed
    }
}

#[differentiable]
fn device(noise: &[f64], x: f64) -> f64 {
    let mut device = Device {
        kinds: IndexSet::new(),
        noise: IndexMap::new(),
    };
    for (kind, noise) in [Kind::Angle, Kind::Range, Kind::Angle].into_iter().zip(noise) {
        device = device.with(kind, noise * x);
    }
    let values = device.measure(x);
    let others = std::collections::BTreeSet::from([2, 5]);
    let observed = device.observed(&IndexSet::from([Kind::Rate, Kind::Range]));
    let observed = observed[0] * observed[1] * observed[2];
    values[0] * values[1] * values[1] + summed(&device.kinds, &others, x) * observed
}

#[test]
fn sets_of_derived_types() {
    check_grad!(device(&[0.3, 0.8, 1.9], 0.7)).unwrap();
    for kinds in [vec![], vec![Kind::Rate, Kind::Range]] {
        check_grad!(summed(&IndexSet::from_iter(kinds), &Default::default(), 0.6)).unwrap();
    }
}
