//! Maps whose values carry a derivative, and maps beside them that carry none.
use pullback::{Differentiable, check_grad, differentiable, no_diff};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Differentiable)]
enum Kind {
    Range,
    Doppler,
    Angle,
}

#[derive(Clone, Debug, Differentiable)]
struct Record {
    flux: f64,
    average: Option<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Measurement {
    data: HashMap<Kind, f64>,
    records: BTreeMap<i32, Record>,
    names: HashMap<String, Vec<f64>>,
    #[no_diff]
    order: HashMap<u32, Kind>,
    #[no_diff]
    slots: HashMap<&'static str, usize>,
    list: [f64; 2],
}

#[differentiable]
impl Measurement {
    fn correct(&mut self, #[no_diff] kind: Kind, correction: f64) {
        if let Some(value) = self.data.get_mut(&kind) {
            let new = *value + correction * *value;
            *value = new;
        }
    }

    fn range(&self, x: f64) -> f64 {
        let range = match self.data.get(&Kind::Range) {
            Some(range) => *range,
            None => x.sin(),
        };
        let doppler = self.data.get(&Kind::Doppler).unwrap();
        x / range - doppler * x / range.powi(2) + self.data[&Kind::Doppler]
    }

    fn weather(&self, day: i32, fraction: f64) -> f64 {
        let yesterday = self.records.get(&(day - 1));
        let today = self.records.get(&day);
        let tomorrow = self.records.get(&(day + 1));
        let flux = yesterday.map(|r| r.flux).unwrap_or(1.5);
        let next = today.map_or(flux, |r| r.flux);
        let average = today.and_then(|r| r.average).unwrap_or(flux * next);
        let later = tomorrow.and_then(|r| r.average).unwrap_or(next);
        flux + fraction * (next - flux) + average * later
    }

    fn named(&self, name: &str, k: usize) -> f64 {
        let mut sum = self.list[self.slots["first"]];
        if let Some(slot) = self.slots.get(name) {
            sum += self.list[*slot] * self.list[0];
        }
        if self.names.contains_key(name) && k > 0 {
            sum += self.names[name][k];
        }
        if let Some(list) = self.names.get("first") {
            for v in list {
                sum += v * v;
            }
        }
        sum + self.names.get(name).map_or(0.5, |list| list[0] * list[k])
    }
}

#[differentiable]
fn range(m: &Measurement, x: f64) -> f64 {
    m.range(x)
}

#[differentiable]
fn weather(m: &Measurement, day: i32, fraction: f64) -> f64 {
    m.weather(day, fraction)
}

#[differentiable]
fn named(m: &Measurement, name: &str, k: usize) -> f64 {
    m.named(name, k)
}

#[differentiable]
fn ordered(m: &Measurement, ids: &[u32], k: f64) -> f64 {
    let mut m = m.clone();
    let mut sum = 0.0;
    for (i, id) in ids.iter().enumerate() {
        let kind = no_diff(m.order[id]);
        m.correct(kind, k * i as f64);
        if let Some(value) = m.data.get(&kind).copied() {
            sum += value * m.range(k + sum);
        } else {
            sum *= k;
        }
        *m.data.get_mut(&Kind::Range).unwrap() *= 1.1;
    }
    sum
}

#[differentiable]
fn looked_up(rates: &BTreeMap<usize, f64>, keys: &[usize], x: f64) -> f64 {
    let mut total = 0.0;
    for key in keys {
        total += rates.get(key).copied().unwrap_or(x) * x;
        total *= if rates.contains_key(&(key + 1)) {
            rates[&(key + 1)]
        } else {
            1.0
        };
    }
    total
}

#[differentiable]
fn deep(rates: &HashMap<usize, f64>, key: usize, x: f64) -> f64 {
    match rates.get(&key) {
        Some(rate) if key > 0 => deep(rates, key - 1, x * rate) + rate * x,
        Some(rate) => *rate * x,
        None => x,
    }
}

fn measurement() -> Measurement {
    let record = |flux, average| Record { flux, average };
    Measurement {
        data: HashMap::from([(Kind::Range, 1.7), (Kind::Doppler, 0.3)]),
        records: BTreeMap::from([
            (0, record(0.7, Some(1.2))),
            (1, record(0.9, None)),
            (2, record(1.4, Some(0.8))),
        ]),
        names: HashMap::from([
            ("first".to_string(), vec![0.5, 1.5]),
            ("second".to_string(), vec![-0.7, 0.2]),
        ]),
        order: HashMap::from([(3, Kind::Range), (5, Kind::Doppler), (7, Kind::Angle)]),
        slots: HashMap::from([("first", 1), ("third", 0)]),
        list: [0.8, -1.3],
    }
}

#[test]
fn what_keys_lead_to_has_the_gradients_that_differences_say() {
    let m = measurement();
    check_grad!(range(&m, 0.4)).unwrap();
    for day in -1..4 {
        check_grad!(weather(&m, day, 0.3)).unwrap();
    }
    for name in ["first", "second", "third"] {
        check_grad!(named(&m, name, 1)).unwrap();
    }
    check_grad!(ordered(&m, &[3, 5, 7, 3, 5], 0.4)).unwrap();
    let rates = BTreeMap::from([(1, 0.5), (2, 1.5), (4, -0.7)]);
    check_grad!(looked_up(&rates, &[1, 2, 3, 1], 0.9)).unwrap();
    let rates = HashMap::from([(0, 0.5), (1, 1.5), (2, -0.7), (3, 0.8)]);
    check_grad!(deep(&rates, 3, 0.9)).unwrap();
    check_grad!(deep(&rates, 4, 0.9)).unwrap();
}

#[test]
#[should_panic]
fn a_key_that_is_absent_panics_as_in_the_function() {
    let mut m = measurement();
    m.data.remove(&Kind::Doppler);
    m.range_grad(0.4);
}

#[differentiable]
fn histogram(x: &[f64], bins: &[usize], k: f64) -> f64 {
    let mut sums: HashMap<usize, f64> = HashMap::new();
    let mut counts = BTreeMap::new();
    for (v, bin) in x.iter().zip(bins) {
        *sums.entry(*bin).or_insert(k) += v * v;
        *counts.entry(*bin).or_insert(0) += 1;
    }
    let mut total = 0.0;
    for bin in 0..4 {
        if let Some(sum) = sums.get(&bin) {
            total += sum.sin() * counts[&bin] as f64 * sum;
        }
    }
    total
}

#[differentiable]
fn edited(x: &[f64], names: &[String], k: f64) -> f64 {
    let mut map = HashMap::new();
    let mut sum = 0.0;
    for (i, name) in names.iter().enumerate() {
        if let Some(old) = map.insert(name.clone(), x[i] * x[i]) {
            sum += old * k;
        }
        map.entry(name.clone()).and_modify(|v: &mut f64| *v *= k).or_insert(1.0);
        if i == 2
            && let Some(gone) = map.remove(&names[0])
        {
            sum += gone * gone;
        }
        for name in names {
            if map.contains_key(name) {
                sum += map[name] * sum;
            }
        }
    }
    sum + map.entry("other".to_string()).or_insert_with(|| k * x[0]).powi(2)
}

#[derive(Clone, Debug, Differentiable)]
struct Cache {
    seen: BTreeMap<u64, f64>,
    spare: Vec<f64>,
}

#[differentiable]
impl Cache {
    /// Fills the cache as it goes.
    fn fibonacci(&mut self, n: u64, k: f64) -> f64 {
        if n < 2 {
            return k;
        }
        if let Some(known) = self.seen.get(&n) {
            return *known;
        }
        let value = self.fibonacci(n - 1, k) + self.fibonacci(n - 2, k) * 0.5;
        self.seen.insert(n, value);
        value
    }

    fn spared(&mut self, k: f64) -> f64 {
        self.spare.insert(1, k * k);
        self.spare[0] * self.spare[1] * self.spare[2]
    }
}

#[differentiable]
fn cached(cache: &Cache, k: f64) -> f64 {
    let mut cache = cache.clone();
    let value = cache.fibonacci(6, k) * cache.fibonacci(4, k * k);
    value * cache.spared(k) + cache.seen.get(&5).copied().unwrap_or_default()
}

#[differentiable]
fn by_name(rates: &HashMap<String, f64>, names: &[String], x: f64) -> f64 {
    let mut total = x;
    for (i, a) in names.iter().enumerate() {
        for b in names {
            if i > 0 || a != b {
                total += rates[a.as_str()] * rates.get(b).unwrap() * total;
            } else if let Some(rate) = rates.get("c") {
                total *= rate;
            }
        }
    }
    total
}

/// Of a map with a written type any value is a key.
#[differentiable]
fn portfolio(prices: &[f64], weights: &HashMap<&'static str, (f64, f64)>) -> f64 {
    let mut positions: HashMap<&str, (f64, f64)> = HashMap::new();
    positions.insert("a", (2.0, prices[0]));
    positions.insert("b", (prices[1], prices[0] * prices[1]));
    let mut value = 0.0;
    for key in ["a", "b", "c"] {
        if let Some((quantity, price)) = positions.get(key) {
            value += quantity * price;
        }
        if let (Some(weight), true) = (weights.get(key), key != "b") {
            value *= weight.0 + weight.1 * prices[0];
        }
    }
    value
}

#[derive(Clone, Debug, Differentiable)]
struct Network {
    #[no_diff]
    index: HashMap<String, usize>,
    rates: BTreeMap<String, f64>,
    values: Vec<f64>,
}

/// Of a map behind a reference the type is written, too.
#[differentiable]
fn flow(network: &Network, x: f64) -> f64 {
    let index: &HashMap<String, usize> = &network.index;
    let rates: &BTreeMap<String, f64> = &network.rates;
    let mut sum = 0.0;
    for (name, rate) in rates.iter() {
        if name.starts_with('a') {
            sum += rate * x;
        }
        if let Some(at) = network.index.get(name) {
            sum *= network.values[*at] + rate;
        }
    }
    let last: usize = index.values().sum();
    sum * network.values[last]
}

#[test]
fn a_map_in_a_field_is_gone_through_behind_a_reference_of_a_written_type() {
    let name = |name: &str| name.to_owned();
    let network = Network {
        index: HashMap::from([(name("a"), 0), (name("b"), 1)]),
        rates: BTreeMap::from([(name("a"), 0.7), (name("b"), -0.4), (name("ab"), 1.3)]),
        values: vec![0.3, 0.9],
    };
    check_grad!(flow(&network, 0.6)).unwrap();
}

#[test]
fn a_map_of_a_written_type_is_asked_by_any_key() {
    let weights = HashMap::from([("a", (0.5, 0.3)), ("b", (1.0, 2.0)), ("c", (-0.4, 0.7))]);
    check_grad!(portfolio(&[0.8, 1.3], &weights)).unwrap();
}

#[test]
fn entries_that_are_added_and_removed() {
    check_grad!(histogram(&[0.5, 1.5, -0.7, 0.9], &[1, 3, 1, 0], 0.3)).unwrap();
    let names = ["a", "b", "c", "a"].map(String::from);
    check_grad!(edited(&[0.5, 1.5, -0.7, 0.9], &names, 0.3)).unwrap();
    let cache = Cache {
        seen: BTreeMap::from([(3, 0.8)]),
        spare: vec![0.5, 1.5],
    };
    check_grad!(cached(&cache, 0.7)).unwrap();
    let rates = HashMap::from([("a".to_string(), 0.5), ("b".to_string(), 1.5), ("c".to_string(), -0.7)]);
    check_grad!(by_name(&rates, &names, 0.9)).unwrap();
}

#[derive(Debug, PartialEq)]
struct Missing(&'static str);

#[differentiable]
fn fallible(m: &Measurement, x: f64) -> Result<f64, Missing> {
    let range = m.data.get(&Kind::Range).ok_or(Missing("range"))?;
    let mut sum = x * range;
    for day in 0..3 {
        let record = m
            .records
            .get(&day)
            .ok_or_else(|| Missing(if x > 0.0 { "record" } else { "past" }))?;
        sum += record.flux * sum;
        if let Some(average) = record.average {
            sum += average * x;
        }
    }
    let list = m.names.get("first").ok_or(Missing("list"))?;
    Ok(sum * list[1] + list.first().ok_or(Missing("element"))?)
}

#[differentiable]
fn optional(m: &Measurement, kind: Kind) -> Option<f64> {
    let value = m.data.get(&kind)?;
    let first = m.records.get(&0)?.average?;
    Some(value * value * first)
}

#[differentiable]
fn both(m: &Measurement, x: f64, kind: Kind) -> f64 {
    fallible(m, x).unwrap_or(x) + optional(m, kind).map_or(x * x, |v| v * x)
}

#[test]
fn errors_instead_of_entries() {
    let mut m = measurement();
    check_grad!(both(&m, 0.4, Kind::Range)).unwrap();
    check_grad!(both(&m, 0.4, Kind::Angle)).unwrap();
    m.records.remove(&1);
    check_grad!(both(&m, 0.4, Kind::Range)).unwrap();
    assert_eq!(fallible(&m, 0.4), Err(Missing("record")));
}

#[differentiable]
fn asked_by_variables(rates: &BTreeMap<String, f64>, keys: &[&str], names: &[String], x: f64) -> f64 {
    let mut sum = 0.0;
    for key in keys {
        match rates.get(*key) {
            Some(rate) => sum += rate * x,
            None => sum += x * x,
        }
    }
    for name in names {
        if let Some(rate) = rates.get(name) {
            sum *= rate;
        }
    }
    sum
}

#[test]
fn keys_in_variables() {
    let rates = BTreeMap::from([(String::from("a"), 0.7), (String::from("b"), 1.1)]);
    check_grad!(asked_by_variables(
        &rates,
        &["a", "c", "b", "a"],
        &[String::from("b")],
        0.4
    ))
    .unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Portfolio {
    coupons: BTreeMap<u32, f64>,
    nodes: HashMap<String, f64>,
    parts: BTreeMap<u32, Vec<f64>>,
    list: Vec<f64>,
}

/// With a method that is named like that of a map.
#[derive(Clone, Debug, Differentiable)]
struct Grid {
    at: Vec<f64>,
}

#[differentiable]
impl Grid {
    fn values(&self) -> Vec<f64> {
        self.at.iter().map(|x| x * x).collect()
    }
}

#[differentiable]
fn listed(grid: &Grid, x: f64) -> f64 {
    let values = grid.values();
    values[0] * x + grid.values().iter().sum::<f64>()
}

#[differentiable]
fn priced(p: &Portfolio, x: f64) -> f64 {
    let plain = p.coupons.values().zip(p.list.iter()).map(|(c, d)| c * d).sum::<f64>();
    let nested = p
        .coupons
        .values()
        .zip(p.parts.values().into_iter())
        .filter(|(c, _)| c.abs() > 0.5)
        .map(|(c, part)| c * part.iter().sum::<f64>() * x)
        .fold(0.0, |a, b| a * x + b);
    plain * nested
}

#[differentiable]
fn by_keys(p: &Portfolio, x: f64) -> f64 {
    let mut sum = 0.0;
    for key in p.nodes.keys() {
        sum += p.nodes[key] * key.len() as f64 * x;
    }
    for key in p.nodes.keys().cloned() {
        sum += p.nodes[&key] * key.len() as f64 * x;
    }
    for key in p.coupons.keys().copied() {
        if key > 2 {
            for part in &p.parts[&key] {
                sum *= p.coupons[&key] * part;
            }
        }
    }
    sum
}

#[differentiable]
fn gone_through(m: &HashMap<String, f64>, b: &mut BTreeMap<u32, f64>, x: f64) -> f64 {
    let mut sum = 0.0;
    for (key, value) in m {
        if key.len() < 3 {
            sum += value * x;
        }
    }
    for (k, (key, value)) in m.iter().enumerate() {
        sum *= value * key.len() as f64 + if k > 5 { 1.0 } else { 0.0 };
    }
    for (key, value) in b.iter_mut() {
        *value *= x * *key as f64;
    }
    for (_, value) in &mut *b {
        *value *= *value * x;
    }
    for value in b.values_mut() {
        if *value > sum {
            break;
        }
        *value += sum;
    }
    sum
}

#[differentiable]
fn consumed(m: HashMap<u32, Vec<f64>>, xs: &[f64], x: f64) -> f64 {
    let mut sums = BTreeMap::new();
    for (i, y) in xs.iter().enumerate() {
        *sums.entry(i % 2).or_insert(0.0) += y * x;
    }
    let mut product = 1.0;
    for (key, value) in &sums {
        product *= value + *key as f64;
    }
    let all: Vec<f64> = sums.into_values().collect();
    for (key, list) in m {
        product += list.iter().sum::<f64>() * key as f64 * x;
    }
    product * all[0] + all[1]
}

#[test]
fn maps_are_gone_through() {
    let p = Portfolio {
        coupons: BTreeMap::from([(1, 2.0), (3, 1.5)]),
        nodes: HashMap::from([("a".into(), 1.5), ("bcd".into(), -0.5), ("ef".into(), 0.7)]),
        parts: BTreeMap::from([(1, vec![2.0]), (3, vec![1.5, 3.0])]),
        list: vec![1.5, 2.5, -1.0],
    };
    check_grad!(priced(&p, 1.3)).unwrap();
    check_grad!(by_keys(&p, 1.3)).unwrap();
    check_grad!(gone_through(&p.nodes, &mut p.coupons.clone(), 1.3)).unwrap();
    let m = HashMap::from([(2, vec![1.0, 2.0]), (3, vec![4.0])]);
    check_grad!(consumed(m, &[2.0, 3.0, 4.0], 1.3)).unwrap();
    check_grad!(listed(&Grid { at: vec![0.5, 2.0] }, 1.3)).unwrap();
    // Nothing to go through.
    check_grad!(gone_through(&HashMap::new(), &mut BTreeMap::new(), 1.3)).unwrap();
}

#[differentiable]
fn defaults(x: &[f64]) -> f64 {
    let mut lists: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let mut sums: HashMap<usize, f64> = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        lists.entry(i % 2).or_default().push(v * x[0]);
        *sums.entry(i % 2).or_default() += v * x[1];
    }
    lists.entry(1).or_default().extend([sums[&0]]);
    let mut product = sums[&1];
    for (key, list) in &lists {
        product *= list.iter().sum::<f64>() + *key as f64;
    }
    product * lists[&0][1]
}

#[test]
fn entries_begin_with_a_default() {
    check_grad!(defaults(&[0.7, 0.4, -0.3])).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Differentiable)]
struct Pair<T: PartialOrd>([T; 2]);

#[differentiable]
impl<T: PartialOrd + Copy> Pair<T> {
    fn sorted(a: T, b: T) -> Self {
        if a > b { Pair([b, a]) } else { Pair([a, b]) }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Net {
    at: Vec<f64>,
    links: Vec<[u32; 2]>,
}

/// The keys are pairs of counts, of a tuple and of a type with a parameter.
#[differentiable]
fn lengths(net: &Net, k: f64) -> f64 {
    let mut first = HashMap::new();
    let mut lengths: BTreeMap<Pair<u32>, f64> = BTreeMap::new();
    for (i, link) in net.links.iter().enumerate() {
        let key = (link[0], link[1]);
        if let Some(before) = first.insert(key, i) {
            return net.at[before] * k;
        }
        let pair = Pair::sorted(link[0], link[1]);
        let length = lengths.entry(pair).or_insert(0.0);
        *length += net.at[link[0] as usize] * net.at[link[1] as usize] * k;
    }
    let mut product = 1.0;
    for (pair, length) in &lengths {
        product *= length + pair.0[0] as f64;
    }
    product
}

#[test]
fn pairs_of_counts_are_keys() {
    let net = |links: &[[u32; 2]]| Net {
        at: vec![0.7, 0.4, -0.3],
        links: links.to_vec(),
    };
    check_grad!(lengths(&net(&[[0, 1], [1, 0], [2, 0]]), 1.3)).unwrap();
    check_grad!(lengths(&net(&[[0, 1], [0, 1]]), 1.3)).unwrap();
}

/// A copy of a map is one, and so is a map of constants.
#[differentiable]
fn updated(ratings: &mut BTreeMap<String, f64>, #[no_diff] games: &[(&str, &str)], k: f64) -> f64 {
    let before = ratings.clone();
    let mut bonus: BTreeMap<usize, f64> = BTreeMap::new();
    bonus.insert(1, 0.5);
    bonus.insert(4, -0.25);
    for (name, rating) in ratings.iter_mut() {
        for (winner, loser) in games {
            if name == *winner {
                *rating += k * (before[*loser] - *rating).exp();
            }
        }
    }
    let extra: f64 = bonus
        .iter()
        .map(|(&i, &b)| (before["b"] - b).powi(2) * i as f64 * k)
        .sum();
    let mut rest = 0.0;
    for (i, b) in &bonus {
        rest += *b * k * *i as f64;
    }
    extra + rest * bonus.values().map(|b| b * k).sum::<f64>()
}

#[test]
fn copies_of_maps_and_maps_of_constants_are_maps() {
    let mut ratings = BTreeMap::from([("a".to_owned(), 0.3), ("b".to_owned(), 0.8), ("c".to_owned(), -0.2)]);
    check_grad!(updated(&mut ratings, &[("a", "b"), ("c", "a"), ("a", "c")], 0.7)).unwrap();
}

/// A dictionary: the counts that it maps to carry no derivative, marked or not.
#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Embeddings {
    index: HashMap<String, usize>,
    #[no_diff]
    seen: BTreeMap<usize, u32>,
    table: Vec<Vec<f64>>,
}

#[differentiable]
impl Embeddings {
    fn add(&mut self, word: &str, vector: Vec<f64>) {
        let n = self.table.len();
        self.index.insert(word.to_owned(), n);
        self.seen.insert(n, 1);
        self.table.push(vector);
    }

    fn forget(&mut self, word: &str) -> bool {
        self.index.remove(word).is_some()
    }

    fn number(&self, word: &str) -> Option<usize> {
        self.index.get(word).copied()
    }

    fn lookup(&self, word: &str) -> Option<&Vec<f64>> {
        let n = *self.index.get(word)?;
        self.table.get(n)
    }

    fn first(&self, word: &str) -> Option<&f64> {
        let n = self.number(word)?;
        Some(&self.table[n][0])
    }

    fn product(&self, a: &str, b: &str) -> Option<f64> {
        let (a, b) = (self.lookup(a)?, self.lookup(b)?);
        Some(a.iter().zip(b).map(|(a, b)| a * b).sum())
    }
}

#[differentiable]
fn similar(x: &[f64]) -> f64 {
    let mut words = Embeddings::default();
    for (k, word) in ["cat", "dog", "cow"].iter().enumerate() {
        words.add(word, x[k..k + 2].to_vec());
    }
    let both = words.product("cat", "dog").unwrap_or(0.0);
    let known = words.forget("dog");
    let none = words.product("cat", "dog").unwrap_or(x[0] * x[1]);
    let first: Option<&f64> = words.first("cow");
    both.sin() * none + if known { *first.unwrap() * x[3] } else { 0.0 }
}

#[test]
fn counts_are_inserted_into_a_field_and_lead_to_what_is_returned_by_reference() {
    check_grad!(similar(&[0.3, 0.9, -0.4, 0.7])).unwrap();
}

/// An entry is matched on: what is there can only be moved out of it.
#[differentiable]
fn edges(points: &[f64], pairs: &[(u32, u32)]) -> f64 {
    let mut ids = HashMap::new();
    let mut lengths: Vec<f64> = Vec::new();
    let mut sum = 0.0;
    for pair in pairs {
        let key = (pair.0.min(pair.1), pair.0.max(pair.1));
        match ids.entry(key) {
            Entry::Occupied(e) => {
                sum += lengths[*e.get() as usize] * points[0];
            }
            Entry::Vacant(e) => {
                let id = *e.insert(lengths.len() as u32);
                lengths.push(points[pair.0 as usize] * points[pair.1 as usize] + id as f64);
            }
        }
        sum *= lengths[ids[&key] as usize];
    }
    // The same name stands for something that carries a derivative.
    for e in &mut lengths {
        *e *= points[1];
    }
    sum + lengths[1]
}

#[test]
fn an_entry_of_counts_is_matched_on() {
    check_grad!(edges(&[0.3, 0.4, 0.7], &[(0, 1), (1, 2), (1, 0), (2, 1)])).unwrap();
}

const NAMES: [&str; 3] = ["b", "a", "c"];

/// Maps that are made of pairs: the last value under a key stands.
#[differentiable]
fn made_of_pairs(x: &[f64], k: f64) -> f64 {
    let from = BTreeMap::from([("a", x[0]), ("b", x[1] * k), ("a", k)]);
    let doubled: BTreeMap<&str, f64> = from.iter().map(|(name, v)| (*name, v * 2.0)).collect();
    let zipped = NAMES.into_iter().zip(x.iter().copied()).collect::<HashMap<_, _>>();
    let numbered = BTreeMap::from_iter(
        x.iter()
            .enumerate()
            .filter(|(_, v)| **v > 0.2)
            .map(|(i, v)| (i % 2, (v * v, k))),
    );
    let pairs = numbered.values().map(|(a, b)| a.sin() * b).sum::<f64>();
    from["a"] * doubled["b"] + zipped["c"] * zipped.get("b").copied().unwrap_or(k) + pairs
}

#[test]
fn maps_are_collected() {
    let x = [0.3, 0.5, 0.7];
    assert_eq!(made_of_pairs::vjp(&x, 0.9).0, made_of_pairs(&x, 0.9));
    check_grad!(made_of_pairs(&x, 0.9)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Stake {
    shares: f64,
    price: f64,
}

/// Its stakes are gone through as those of a map, without a name for it.
#[derive(Clone, Debug, Differentiable)]
struct Holdings {
    stakes: HashMap<String, Stake>,
    #[no_diff]
    weights: BTreeMap<String, f64>,
}

#[differentiable(types(.stakes = HashMap<_, _>, .weights = HashMap<_, _>))]
impl Holdings {
    fn value(&self) -> f64 {
        self.stakes.values().map(|stake| stake.shares * stake.price).sum()
    }

    fn shares(&self) -> HashMap<String, f64> {
        let value = self.value();
        self.stakes
            .iter()
            .map(|(name, stake)| (name.to_string(), stake.shares * stake.price / value))
            .collect()
    }

    fn grow(&mut self, rate: f64) {
        for (name, stake) in &mut self.stakes {
            stake.price *= 1.0 + rate * name.len() as f64;
        }
        for (name, weight) in &self.weights {
            if let Some(stake) = self.stakes.get_mut(name) {
                stake.shares *= weight * rate;
            }
        }
    }
}

#[differentiable]
fn grown_stakes(holdings: &Holdings, rate: f64) -> f64 {
    let mut holdings = holdings.clone();
    holdings.grow(rate);
    let shares: HashMap<String, f64> = holdings.shares();
    shares["bonds"] * shares["gold"] + holdings.value()
}

#[test]
fn the_entries_of_a_field_are_gone_through() {
    let stake = |shares, price| Stake { shares, price };
    let holdings = Holdings {
        stakes: HashMap::from([
            ("gold".to_string(), stake(2.0, 1.3)),
            ("bonds".to_string(), stake(0.7, 0.9)),
        ]),
        weights: BTreeMap::from([("gold".to_string(), 1.1), ("oil".to_string(), 2.0)]),
    };
    check_grad!(grown_stakes(&holdings, 0.3)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    edges: Vec<[u32; 2]>,
    lengths: Vec<f64>,
}

/// The keys are made of counts of a type that only rustc knows.
#[differentiable]
fn opposites(mesh: &Mesh, k: f64) -> f64 {
    let mut lengths = HashMap::new();
    for (edge, length) in mesh.edges.iter().zip(&mesh.lengths) {
        let key = (edge[0], edge[1]);
        lengths.insert(key, length * k);
    }
    let mut sum = 0.0;
    for (key, length) in &lengths {
        if let Some(opposite) = lengths.get(&(key.1, key.0)) {
            sum += opposite * length;
        }
    }
    sum
}

#[test]
fn keys_of_counts_from_fields_carry_no_derivative() {
    let mesh = Mesh {
        edges: vec![[0, 1], [1, 2], [1, 0], [2, 1], [3, 1]],
        lengths: vec![0.5, 0.7, -1.5, 1.1, 1.9],
    };
    check_grad!(opposites(&mesh, 1.3)).unwrap();
}
