//! Maps whose values carry a derivative, and maps beside them that carry none.
use pullback::{Differentiable, check_grad, differentiable, no_diff};
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
        let mut sum = 0.0;
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
        total *= if rates.contains_key(&(key + 1)) { rates[&(key + 1)] } else { 1.0 };
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
        records: BTreeMap::from([(0, record(0.7, Some(1.2))), (1, record(0.9, None)), (2, record(1.4, Some(0.8)))]),
        names: HashMap::from([("first".to_string(), vec![0.5, 1.5]), ("second".to_string(), vec![-0.7, 0.2])]),
        order: HashMap::from([(3, Kind::Range), (5, Kind::Doppler), (7, Kind::Angle)]),
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
