//! Options of references, as parameters, as arguments and as locals, against differences.
use pullback::{Differentiable, check_grad, differentiable, no_diff};

/// The weighted sum of squares: as `mass_of` of smartcore takes its weights.
#[differentiable]
fn weighted(x: &[f64], weights: Option<&[f64]>) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += match weights {
            Some(weights) => weights[i] * x[i] * x[i],
            None => x[i].sin(),
        };
    }
    sum
}

#[differentiable]
fn one_of(i: usize, weights: Option<&[f64]>) -> f64 {
    match weights {
        Some(weights) => weights[i] * weights[i],
        None => 1.0,
    }
}

/// One element of a large slice each time: the cost of this is what the counters in `tests/guarantees.rs` hold down.
#[differentiable]
fn picked(x: f64, weights: Option<&[f64]>) -> f64 {
    let mut sum = x;
    for i in 0..3 {
        sum = sum * one_of(i, weights) + x;
    }
    sum
}

#[differentiable]
fn passed_on(x: &[f64], w: &[f64], weights: Option<&[f64]>) -> f64 {
    let n = x.len();
    let local = vec![x[0] * w[0]; n];
    weighted(x, Some(w)) * weighted(x, None)
        + weighted(&x[..2], Some(&w[1..3]))
        + weighted(x, weights)
        + weighted(x, Some(&local))
        + weighted(x, if w[0] > 0.0 { Some(w) } else { weights })
        + weighted(x, weights.or(Some(w)))
}

/// What is lent twice in one call.
#[differentiable]
fn twice(x: &[f64], weights: Option<&[f64]>) -> f64 {
    weighted(x, Some(x)) + both(weights, weights) + both(Some(x), weights) + both(Some(&x[1..]), Some(&x[..1]))
}

#[differentiable]
fn both(a: Option<&[f64]>, b: Option<&[f64]>) -> f64 {
    match (a, b) {
        (Some(a), Some(b)) => a[0] * b[0].exp(),
        (Some(a), None) => a[0].cos(),
        (None, Some(b)) => b[0].powi(3),
        (None, None) => 0.0,
    }
}

#[differentiable]
fn methods_of_options(x: f64, weights: Option<&[f64]>, scale: Option<&f64>) -> f64 {
    let first = weights.map(|w| w[0] * x).unwrap_or(x * x);
    let second = weights.map_or(x, |w| w[1].sin());
    let third = if weights.is_some() && x > 0.0 { x.exp() } else { x };
    let fourth = weights.and_then(|w| w.first()).copied().unwrap_or(0.5 * x);
    let fifth = scale.copied().unwrap_or(2.0) * x;
    let sixth = if let Some(&s) = scale { s * s } else { x };
    let seventh = weights.unwrap_or(&[1.0, 2.0])[1] * x;
    let eighth = weights.as_ref().map_or(0.0, |w| w.iter().sum::<f64>());
    let ninth = match &weights {
        Some(w) if w[0] > 0.0 => w[0].ln(),
        _ => x,
    };
    let tenth = weights.is_some_and(|w| w[0] > x);
    first * second + third * fourth + fifth * sixth + seventh + eighth * ninth + if tenth { x } else { 0.0 }
}

#[differentiable]
fn let_else(x: f64, weights: Option<&[f64]>) -> f64 {
    let Some(w) = weights else {
        return x.sqrt();
    };
    let mut sum = 0.0;
    for (k, w) in w.iter().enumerate() {
        sum += w * x.powi(k as i32);
    }
    sum
}

#[differentiable]
fn attempted(x: f64, weights: Option<&[f64]>) -> Option<f64> {
    let w = weights?;
    Some(w[0] * w[1] * x)
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Resonance {
    time: f64,
    values: Vec<f64>,
    #[no_diff]
    steps: usize,
}

#[differentiable]
impl Resonance {
    fn advance(&mut self, rate: f64) -> f64 {
        self.time += rate;
        self.values[0] *= self.time;
        self.steps += 1;
        self.values[0] * rate
    }
    fn energy(&self) -> f64 {
        self.values.iter().map(|v| v * v).sum::<f64>() * self.time
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Constants {
    rate: f64,
    table: Vec<f64>,
}

#[differentiable]
impl Constants {
    /// The form of sgp4's `deep_space_orbital_elements`.
    fn elements(&self, resonant: bool, state: Option<&mut Resonance>, t: f64) -> Result<f64, String> {
        if !resonant {
            assert!(state.is_none(), "there is none");
            return Ok(self.table[0] * t);
        }
        let Some(state) = state else {
            return Err("there must be one".into());
        };
        let mut sum = 0.0;
        while state.time < t {
            sum += state.advance(self.rate) * self.table[1];
        }
        Ok(sum + state.energy())
    }

    fn propagate(&self, t: f64, mut state: Option<&mut Resonance>) -> Result<f64, String> {
        let resonant = state.is_some();
        let first = self.elements(resonant, state.as_deref_mut(), 0.5 * t)?;
        let second = self.elements(resonant, state.as_deref_mut(), t)?;
        if let Some(s) = state.as_mut() {
            s.values[1] += first;
        }
        let third = self.elements(resonant, state, 1.5 * t)?;
        Ok(first * second + third)
    }

    fn started(&self, t: f64) -> f64 {
        let mut resonance = Resonance {
            time: 0.1,
            values: vec![self.rate, t],
            steps: 0,
        };
        let first = self.propagate(t, Some(&mut resonance)).unwrap();
        let second = self.propagate(t, None).unwrap();
        first * second + resonance.energy()
    }

    fn weighed(&self, by: Option<&Constants>) -> f64 {
        match by {
            Some(by) => self.table[0] * by.rate + by.weighed(None),
            None => self.rate,
        }
    }

    fn weighed_by_itself(&self) -> f64 {
        self.weighed(Some(self))
            * self.weighed(Some(&Constants {
                rate: 2.0,
                table: vec![0.5],
            }))
    }
}

/// Each half has its own part of the weights, and each call a buffer.
#[differentiable]
fn recursive(x: &[f64], weights: Option<&[f64]>, mut count: Option<&mut f64>) -> f64 {
    if let Some(count) = count.as_deref_mut() {
        *count = *count * 1.5 + x[0];
    }
    if x.len() == 1 {
        return weights.map_or(x[0], |w| w[0] * x[0]);
    }
    let (left, right) = x.split_at(x.len() / 2);
    let a = recursive(left, weights.map(|w| &w[..left.len()]), count.as_deref_mut());
    let b = match weights {
        Some(w) if w[0] > 0.0 => recursive(right, Some(&w[left.len()..]), count.as_deref_mut()),
        _ => recursive(right, None, None),
    };
    a * b + a
}

#[differentiable]
fn counted(x: &[f64], w: &[f64]) -> f64 {
    let mut count = w[0];
    let value = recursive(x, Some(w), Some(&mut count)) + recursive(x, None, None);
    value * count
}

/// Both ways of a branch and of a loop write through it.
#[differentiable]
fn written(x: f64, mut out: Option<&mut [f64]>) -> f64 {
    let mut sum = x;
    for k in 0..4 {
        if let Some(out) = &mut out {
            out[k % 2] += sum * x;
            sum += out[1] * out[0];
        } else {
            sum *= x;
        }
        if k == 2
            && let Some(out) = out.as_deref_mut()
        {
            out[0] = sum.sin();
        }
    }
    sum
}

#[differentiable]
fn lent_to_write(x: f64, y: &mut [f64]) -> f64 {
    let mut z = [x, y[0]];
    let a = written(x, Some(y));
    let b = written(x, Some(&mut z));
    let c = written(x, None);
    let mut scalar = x * c;
    bump(x, Some(&mut scalar));
    a * b + c * z[0] * z[1] + y[1] + scalar
}

#[differentiable]
fn bump(x: f64, to: Option<&mut f64>) {
    if let Some(to) = to {
        *to *= x;
    }
}

/// An array of another type: what it holds only rustc knows.
#[differentiable]
fn generic<T: Clone + Into<f64>, F: num_traits::Float>(
    x: &[F],
    #[no_diff] offsets: Option<&[T]>,
    w: Option<&[F]>,
) -> F {
    let mut sum = F::zero();
    for i in 0..x.len() {
        let w = match w {
            Some(w) => w[i],
            None => F::one(),
        };
        let n = match offsets {
            Some(o) => no_diff(o[i].clone().into()) as usize,
            None => 0,
        };
        sum = sum + w * x[i] * x[n];
    }
    sum
}

/// A generator of random numbers: it has no derivative, and cannot be marked.
#[derive(Clone, Debug, PartialEq)]
struct Generator(u64);

impl Generator {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 40) as f64 / 16777216.0
    }
}

#[differentiable]
fn measured(x: f64, #[no_diff] mut rng: Option<&mut Generator>) -> f64 {
    let mut sum = 0.0;
    for _ in 0..2 {
        let noise = match rng.as_mut() {
            Some(rng) => rng.next(),
            None => 0.0,
        };
        sum += x * x + x * noise;
    }
    sum + instantaneous(x, rng)
}

#[differentiable]
fn instantaneous(x: f64, #[no_diff] rng: Option<&mut Generator>) -> f64 {
    if let Some(rng) = rng { x * rng.next() } else { x }
}

#[differentiable]
trait Device {
    fn measure(&mut self, x: f64, by: Option<&[f64]>, out: Option<&mut f64>) -> f64;

    fn measure_all(&mut self, x: &[f64], by: Option<&[f64]>) -> f64 {
        let mut sum = 0.0;
        let mut out = 1.0;
        for x in x {
            sum += self.measure(*x, by, Some(&mut out));
        }
        sum * out
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Scale {
    factor: f64,
}

#[differentiable]
impl Device for Scale {
    fn measure(&mut self, x: f64, by: Option<&[f64]>, out: Option<&mut f64>) -> f64 {
        self.factor += 0.5 * x;
        if let Some(out) = out {
            *out *= self.factor;
        }
        by.map_or(1.0, |by| by[0] + by[1]) * self.factor * x
    }
}

#[differentiable]
fn through_trait<D: Device + Clone>(device: &D, x: &[f64], by: Option<&[f64]>) -> f64 {
    let mut device = device.clone();
    device.measure_all(x, by) * device.measure(x[0], None, None)
}

fn weighted_rule(
    x: f64,
    w: Option<&[f64]>,
    out: Option<&mut f64>,
) -> (
    f64,
    impl FnOnce(f64, Option<&[f64]>, Option<&mut [f64]>, Option<&mut f64>, Option<&mut f64>) -> f64 + use<>,
) {
    let value = ruled(x, w, out);
    (
        value,
        move |seed, w: Option<&[f64]>, w_bar: Option<&mut [f64]>, out, out_bar| {
            if let (Some(out), Some(out_bar)) = (out, out_bar) {
                *out /= 3.0;
                *out_bar *= 3.0;
            }
            if let Some(w_bar) = w_bar {
                w_bar[0] += seed * x;
            }
            seed * w.map_or(1.0, |w| w[0])
        },
    )
}

#[differentiable(vjp = weighted_rule)]
fn ruled(x: f64, w: Option<&[f64]>, out: Option<&mut f64>) -> f64 {
    if let Some(out) = out {
        *out *= 3.0;
    }
    x * w.map_or(1.0, |w| w[0])
}

#[differentiable]
fn by_rule(x: f64, w: &[f64]) -> f64 {
    let mut y = x * w[1];
    let fixed = [2.0, 3.0];
    ruled(x, Some(w), Some(&mut y)) * ruled(x, None, None) * y + ruled(x, Some(&fixed), None)
}

/// A constant that is one, an option kept in a name, and one of which nothing is known.
const NONE: Option<&[f64]> = None;
const SOME: Option<&[f64]> = Some(&[2.0, 0.5, 1.5]);

#[differentiable]
fn constants(x: &[f64]) -> f64 {
    let kept = Some(x);
    let none: Option<&[f64]> = None;
    weighted(x, NONE) + weighted(x, SOME) * weighted(x, kept) + weighted(x, none)
}

#[differentiable]
fn newton(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    x - f(x) * f(x)
}

/// A closure that is passed to a function sees what is behind an option.
#[differentiable]
fn captured(x: f64, weights: Option<&[f64]>) -> f64 {
    match weights {
        Some(weights) => newton(|t| t * weights[0] - weights[1], x),
        None => newton(|t| t * x, x),
    }
}

#[test]
fn options_of_references() {
    let (x, w) = ([0.5, 1.5, -0.7], [2.0, 0.3, 1.1]);
    for weights in [None, Some(&w[..])] {
        check_grad!(weighted(&x, weights)).unwrap();
        check_grad!(picked(0.7, weights)).unwrap();
        check_grad!(passed_on(&x, &w, weights)).unwrap();
        check_grad!(twice(&x, weights)).unwrap();
        check_grad!(both(weights, Some(&x))).unwrap();
        check_grad!(let_else(0.7, weights)).unwrap();
        check_grad!(attempted(0.7, weights)).unwrap();
        check_grad!(captured(0.7, weights)).unwrap();
        for scale in [None, Some(&1.3)] {
            check_grad!(methods_of_options(0.7, weights, scale)).unwrap();
        }
        check_grad!(through_trait::<Scale>(&Scale { factor: 0.4 }, &x, weights)).unwrap();
        check_grad!(generic::<f32, f64>(&x, Some(&[2.0, 0.0, 1.0]), weights)).unwrap();
        check_grad!(generic::<f32, f64>(&x, None, weights)).unwrap();
        for count in [None, Some(&mut 0.8)] {
            check_grad!(recursive(&x, weights, count)).unwrap();
        }
    }
    check_grad!(constants(&x)).unwrap();
    check_grad!(counted(&x, &w)).unwrap();
    check_grad!(by_rule(0.4, &w)).unwrap();
}

#[differentiable]
fn elements(c: &Constants, resonant: bool, state: Option<&mut Resonance>, t: f64) -> f64 {
    c.elements(resonant, state, t).unwrap()
}

#[differentiable]
fn propagate(c: &Constants, t: f64, state: Option<&mut Resonance>) -> f64 {
    c.propagate(t, state).unwrap()
}

#[differentiable]
fn started(c: &Constants, t: f64) -> f64 {
    c.started(t) * c.weighed_by_itself()
}

#[test]
fn methods_that_take_options_of_references() {
    let c = Constants {
        rate: 0.3,
        table: vec![0.7, 1.3],
    };
    let resonance = || Resonance {
        time: 0.1,
        values: vec![0.4, 0.9],
        steps: 0,
    };
    check_grad!(elements(&c, false, None, 0.65)).unwrap();
    check_grad!(elements(&c, true, Some(&mut resonance()), 0.65)).unwrap();
    check_grad!(propagate(&c, 0.85, None)).unwrap();
    check_grad!(propagate(&c, 0.85, Some(&mut resonance()))).unwrap();
    check_grad!(started(&c, 0.85)).unwrap();

    // The siblings, and what the argument holds afterwards.
    let (mut plain, mut swept) = (resonance(), resonance());
    let value = c.propagate(0.85, Some(&mut plain)).unwrap();
    let (same, pullback) = c.propagate_vjp(0.85, Some(&mut swept));
    assert_eq!(same.unwrap(), value);
    let mut bar = ResonanceCotangent {
        time: 0.0,
        values: vec![0.0; 2],
        steps: (),
    };
    let (c_bar, t_bar) = pullback(Some(1.0), Some(&mut bar));
    assert_eq!(swept, plain);
    let (again, (expected_c, expected_t, expected)) = propagate::value_and_grad(&c, 0.85, Some(&mut resonance()));
    assert_eq!(
        (c_bar, t_bar, Some(bar), value),
        (expected_c, expected_t, expected, again)
    );
}

#[test]
fn entry_points_take_options() {
    let (x, w) = ([0.5, 1.5, -0.7], [2.0, 0.3, 1.1]);
    let (value, (x_bar, w_bar)) = weighted::value_and_grad(&x, Some(&w));
    assert_eq!(value, weighted(&x, Some(&w)));
    assert_eq!(
        (x_bar.clone(), w_bar.clone()),
        (
            vec![2.0, 2.0 * 0.3 * 1.5, -1.4 * 1.1],
            Some(vec![0.25, 2.25, 0.7 * 0.7])
        )
    );
    assert_eq!(weighted::grad(&x, Some(&w)), (x_bar.clone(), w_bar.clone()));
    let (_, pullback) = weighted::vjp(&x, Some(&w));
    assert_eq!(pullback(1.0), (x_bar.clone(), w_bar.clone()));
    let (mut dx, mut dw) = (vec![1.0; 3], vec![2.0; 3]);
    assert_eq!(weighted::grad_into(&x, Some(&w), &mut dx, Some(&mut dw)), value);
    for k in 0..3 {
        assert_eq!((dx[k], dw[k]), (1.0 + x_bar[k], 2.0 + w_bar.as_ref().unwrap()[k]));
    }
    // No buffer where nobody wants it.
    let mut dx = vec![0.0; 3];
    assert_eq!(weighted::grad_into(&x, Some(&w), &mut dx, None), value);
    assert_eq!(dx, x_bar);
    // And none where there is nothing.
    let (value, (x_bar, w_bar)) = weighted::value_and_grad(&x, None);
    assert_eq!((value, w_bar), (weighted(&x, None), None));
    assert_eq!(x_bar, x.map(f64::cos));

    let mut out = [0.5, 0.25];
    let (mut plain, mut out_bar) = (out, [1.0, 2.0]);
    let value = written(0.7, Some(&mut plain));
    let mut x_bar = 0.0;
    assert_eq!(
        written::grad_into(0.7, Some(&mut out), &mut x_bar, Some(&mut out_bar)),
        value
    );
    assert_eq!(out, plain);
    let mut out = [0.5, 0.25];
    let (same, pullback) = written::vjp(0.7, Some(&mut out));
    let mut again = [1.0, 2.0];
    assert_eq!((same, pullback(1.0, Some(&mut again)), again), (value, x_bar, out_bar));
    assert_eq!(written::grad(0.7, None).1, None);
}

#[test]
fn written_through_options() {
    for out in [None, Some(&mut [0.5, 0.25][..])] {
        check_grad!(written(0.7, out)).unwrap();
    }
    check_grad!(lent_to_write(0.7, &mut [0.5, 0.25])).unwrap();
    for to in [None, Some(&mut 0.3)] {
        let (value, pullback) = bump::vjp(1.5, to);
        assert_eq!(value, ());
        drop(pullback);
    }
    let (mut to, mut to_bar) = (0.3, 2.0);
    let ((), pullback) = bump::vjp(1.5, Some(&mut to));
    assert_eq!(pullback(Some(&mut to_bar)), 0.6);
    assert_eq!((to, to_bar), (0.3 * 1.5, 3.0));
}

#[test]
fn a_generator_under_an_option() {
    // x² + x·noise, twice, and x·noise.
    let draws: f64 = {
        let mut rng = Generator(7);
        (0..3).map(|_| rng.next()).sum()
    };
    let mut rng = Generator(7);
    assert_eq!(measured(0.7, Some(&mut rng.clone())), {
        let mut rng = Generator(7);
        let mut sum = 0.0;
        for _ in 0..2 {
            sum += 0.7 * 0.7 + 0.7 * rng.next();
        }
        sum + 0.7 * rng.next()
    });
    let slope = measured::grad(0.7, Some(&mut rng));
    assert!((slope - (2.0 * 2.0 * 0.7 + draws)).abs() < 1e-12);
    // It was drawn from three times, as by the function itself.
    let mut plain = Generator(7);
    measured(0.7, Some(&mut plain));
    assert_eq!(rng, plain);
    assert!((measured::grad(0.7, None) - (2.8 + 1.0)).abs() < 1e-12);
}
