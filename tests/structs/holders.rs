//! Methods of structs that hold references: a pullback captures none of the lifetimes that the type names.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Lazy<'a, T: num_traits::Float> {
    scales: &'a Vec<T>,
    centers: Option<Vec<T>>,
    shift: T,
}

#[differentiable]
impl<'a, T: num_traits::Float> Lazy<'a, T> {
    fn apply(&self, x: &[T], out: &mut Vec<T>) {
        for i in 0..x.len() {
            let center = match &self.centers {
                Some(centers) => centers[i],
                None => T::zero(),
            };
            out[i] = self.scales[i] * (x[i] - center) + self.shift;
        }
    }

    fn bump(&mut self, k: T) -> T {
        self.shift = self.shift * k;
        self.shift
    }

    fn norm(&self, x: &'a [T]) -> T {
        let mut out = vec![T::zero(); x.len()];
        self.apply(x, &mut out);
        let mut sum = T::zero();
        for o in &out {
            sum = sum + *o * *o;
        }
        sum
    }

    fn beside(&self, other: &Self, x: &[T]) -> T {
        self.shift * other.scales[0] * x[1]
    }

    fn power(&self, n: usize) -> T {
        if n == 0 {
            self.shift
        } else {
            self.scales[1] * self.power(n - 1)
        }
    }
}

#[differentiable]
fn lazy(l: &mut Lazy<'_, f64>, x: &[f64], k: f64) -> f64 {
    let before = l.norm(x) * l.power(3);
    before * l.bump(k) + l.norm(x) * l.beside(l, x)
}

/// The same of what it holds: differences can move that.
fn of_parts(parts: &[f64]) -> f64 {
    let scales = parts[..2].to_vec();
    let centers = Some(parts[2..4].to_vec());
    let mut l = Lazy {
        scales: &scales,
        centers,
        shift: parts[4],
    };
    lazy(&mut l, &parts[5..7], parts[7])
}

/// What a reference in an option or a tuple points to may hold references.
#[differentiable]
fn behind_options(rows: Option<&[&[f64]]>, (l, k): (&Lazy<'_, f64>, f64)) -> f64 {
    let mut sum = l.shift * k;
    if let Some(rows) = rows {
        for row in rows {
            sum += row[0] * row[0] * l.scales[0];
        }
    }
    sum
}

#[test]
fn references_behind_options() {
    let l = Lazy {
        scales: &vec![0.5],
        centers: None,
        shift: 3.0,
    };
    let (value, (rows, (bar, k))) = behind_options::value_and_grad(Some(&[&[2.0, 1.0], &[4.0]]), (&l, 7.0));
    assert_eq!((value, rows), (31.0, Some(vec![vec![2.0, 0.0], vec![4.0]])));
    assert_eq!((bar.scales, bar.shift, k), (vec![20.0], 7.0, 3.0));
}

#[test]
fn methods_of_structs_that_hold_references() {
    let parts = [0.7, -1.2, 0.3, 0.4, 0.9, 0.2, 0.5, 1.3];
    let scales = parts[..2].to_vec();
    let mut l = Lazy {
        scales: &scales,
        centers: Some(parts[2..4].to_vec()),
        shift: parts[4],
    };
    let (value, (bar, x_bar, k_bar)) = lazy::value_and_grad(&mut l, &parts[5..7], parts[7]);
    assert_eq!(value, of_parts(&parts));
    assert_eq!(l.shift, parts[4] * parts[7]);
    let centers = bar.centers.unwrap();
    let got = [&bar.scales[..], &centers, &[bar.shift], &x_bar, &[k_bar]].concat();
    for (k, got) in got.into_iter().enumerate() {
        let along = |h: f64| {
            let mut moved = parts;
            moved[k] += h;
            of_parts(&moved)
        };
        let h = 1e-3;
        let slope = (8.0 * (along(h) - along(-h)) - (along(2.0 * h) - along(-2.0 * h))) / (12.0 * h);
        assert!(
            (got - slope).abs() < 1e-8 * (1.0 + slope.abs()),
            "component {k}: {got}, not {slope}"
        );
    }
    let (same, _) = l.norm_vjp(&parts[5..7]);
    assert_eq!(same, l.norm(&parts[5..7]));
}

/// What a field, a list or an iterator gives as an option is lent as it stands.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    weights: Option<Vec<f64>>,
    scale: Option<f64>,
    part: Option<Part>,
    boxed: Option<Box<Part>>,
    values: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Part {
    a: f64,
    v: Vec<f64>,
}

#[differentiable]
impl Part {
    fn level(&self, x: f64) -> f64 {
        self.a * x + self.v[0]
    }
    fn step(&mut self, x: f64) -> f64 {
        self.a *= x;
        self.a
    }
}

#[differentiable]
fn weighted(x: &[f64], weights: Option<&[f64]>) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * weights.map_or(1.0, |w| w[i] * w[i]);
    }
    sum
}

#[differentiable]
fn of_a_vector(x: &[f64], weights: Option<&Vec<f64>>) -> f64 {
    weighted(x, weights.map(|w| &w[..])) * weighted(x, weights.map(|w| w.as_slice()))
}

#[differentiable]
fn scaled(x: f64, scale: Option<&f64>) -> f64 {
    x * scale.copied().unwrap_or(2.0)
}

#[differentiable]
fn levelled(x: f64, part: Option<&Part>) -> f64 {
    match part {
        Some(part) => part.level(x) * part.a,
        None => x,
    }
}

#[differentiable]
fn stepped(x: f64, part: Option<&mut Part>) -> f64 {
    match part {
        Some(part) => part.step(x) * part.a,
        None => x,
    }
}

#[differentiable]
fn multiplied(x: f64, to: Option<&mut f64>) {
    if let Some(to) = to {
        *to *= x;
    }
}

#[differentiable]
impl Model {
    fn read(&self, x: &[f64]) -> f64 {
        let weights = self.weights.as_deref();
        let a = weighted(x, self.weights.as_deref()) + weighted(x, weights) * of_a_vector(x, self.weights.as_ref());
        let b = scaled(x[0], self.scale.as_ref())
            + levelled(x[1], self.part.as_ref())
            + levelled(x[0], self.boxed.as_deref());
        let c = scaled(x[0], self.values.first())
            + scaled(x[1], self.values.get(7))
            + scaled(x[0], self.values.iter().max_by(|a, b| a.total_cmp(b)));
        let d = scaled(x[0], if x[0] > 0.0 { self.values.last() } else { None });
        let e = weighted(x, Some(self.values.as_slice())) + of_a_vector(x, Some(&self.values));
        a * b + c + d * e
    }

    fn write(&mut self, x: f64) -> f64 {
        let a = stepped(x, self.part.as_mut());
        let b = stepped(x, self.boxed.as_deref_mut());
        multiplied(x, self.values.first_mut());
        multiplied(x, self.values.get_mut(1));
        multiplied(a, self.scale.as_mut());
        for k in 0..3 {
            multiplied(b, self.values.get_mut(k));
        }
        a * b * self.values[0] * self.values[1]
    }
}

#[differentiable]
fn run(model: &Model, x: &[f64]) -> f64 {
    let mut changed = model.clone();
    let written = changed.write(x[0]);
    model.read(x) * written + changed.read(x)
}

#[test]
fn options_from_fields_and_lists() {
    let part = Part { a: 0.4, v: vec![0.3] };
    let whole = Model {
        weights: Some(vec![0.3, 0.5]),
        scale: Some(0.3),
        part: Some(part.clone()),
        boxed: Some(Box::new(part)),
        values: vec![0.9, 0.8],
    };
    check_grad!(run(&whole, &[0.3, 0.7])).unwrap();
    let bare = Model {
        weights: None,
        scale: None,
        part: None,
        boxed: None,
        ..whole
    };
    check_grad!(run(&bare, &[0.3, 0.7])).unwrap();
}
