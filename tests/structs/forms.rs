//! Options of references as public crates write them: sgp4, statrs, smartcore, nyx-space.
use num_traits::Float;
use pullback::{Differentiable, check_grad, differentiable, no_diff};
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    t: f64,
    v: Vec<f64>,
}
#[differentiable]
impl State {
    fn integrate(&mut self, t: f64, k: f64) -> (f64, f64) {
        while self.t < t {
            self.v[0] += k * self.t;
            self.t += 0.25;
        }
        (self.v[0] * k, self.t)
    }
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Res {
    No { a0: f64 },
    Yes { k: f64, l: f64 },
}
#[differentiable]
fn elements(res: &Res, state: Option<&mut State>, t: f64) -> Result<(f64, f64), String> {
    let (p28, p29) = match res {
        Res::No { a0 } => {
            assert!(state.is_none(), "state must be None");
            (*a0, t)
        }
        Res::Yes { k, l } => match state {
            Some(state) => state.integrate(t, *k * *l),
            _ => panic!("state cannot be None"),
        },
    };
    if p28 > 1e9 {
        return Err("far".into());
    }
    Ok((p28 * p29, p29))
}
#[differentiable]
fn outer(res: &Res, state: Option<&mut State>, t: f64) -> f64 {
    let (a, b) = match elements(res, state, t) {
        Ok(v) => v,
        Err(_) => (0.0, 0.0),
    };
    a * b
}
#[differentiable]
fn chisq(obs: &[usize], f_exp: Option<&[f64]>) -> Result<(f64, f64), String> {
    let n = obs.len();
    let stat = if let Some(f_exp) = f_exp {
        if f_exp.len() != n {
            return Err("n".into());
        }
        let mut total = 0.0;
        let mut sum = 0.0;
        let mut stat = 0.0;
        for (obs, exp) in obs.iter().zip(f_exp) {
            let obs = *obs as f64;
            stat += (obs - exp).powi(2) / exp;
            total += obs;
            sum += exp;
        }
        stat + total * sum
    } else {
        let t: usize = obs.iter().sum();
        let exp = t as f64 / n as f64;
        obs.iter().map(|o| *o as f64).map(|o| (o - exp).powi(2) / exp).sum()
    };
    Ok((stat, stat * 2.0))
}
#[differentiable]
fn chi(obs: &[usize], f_exp: Option<&[f64]>) -> f64 {
    chisq(obs, f_exp).unwrap().1
}
#[differentiable]
fn panel<T: Float>(
    x: &[T],
    column: usize,
    ncols: usize,
    nrows: usize,
    centers: Option<&[T]>,
    scales: Option<&[T]>,
    out: &mut [T],
) {
    for j in 0..ncols {
        let center = centers.map_or(T::zero(), |c| c[column + j]);
        let scale = scales.map_or(T::one(), |s| s[column + j]);
        for (value, &raw) in out[j * nrows..(j + 1) * nrows].iter_mut().zip(x.iter()) {
            *value = (raw - center) / scale;
        }
    }
}
#[differentiable]
fn panels(x: &[f64], c: &[f64]) -> f64 {
    let mut out = vec![0.0; 4];
    panel(x, 1, 2, 2, Some(c), Some(c), &mut out);
    let a = out[0] * out[1] + out[2] * out[3];
    panel(x, 0, 2, 2, None, Some(&c[..2]), &mut out);
    a + out[0] * out[3]
}
#[derive(Clone, Debug)]
struct Rng(u64);
impl Rng {
    fn next(&mut self) -> f64 {
        self.0 = self.0 * 3 + 1;
        self.0 as f64
    }
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Noise {
    sigma: f64,
}
#[differentiable]
impl Noise {
    fn sample(&mut self, epoch: f64, #[no_diff] rng: &mut Rng) -> f64 {
        self.sigma *= 1.1;
        self.sigma * epoch * rng.next()
    }
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Station {
    noises: Vec<Noise>,
    bias: Option<Noise>,
    k: f64,
}
#[differentiable]
impl Station {
    fn noises(&mut self, epoch: f64, #[no_diff] rng: Option<&mut Rng>) -> Result<Vec<f64>, String> {
        let mut noises = vec![0.0; self.noises.len() + 1];
        if let Some(rng) = rng {
            if let Some(bias) = &mut self.bias {
                noises[0] = bias.sample(epoch, rng);
            }
            for (ii, noise) in self.noises.iter_mut().enumerate() {
                noises[ii + 1] = noise.sample(epoch, rng);
            }
        }
        Ok(noises)
    }
    fn measure(&mut self, epoch: f64, #[no_diff] rng: Option<&mut Rng>) -> Result<Option<f64>, String> {
        if epoch > 0.0 {
            let noises = self.noises(epoch, rng)?;
            Ok(Some(noises[0] * noises[1] + self.k + noises[2]))
        } else {
            Ok(None)
        }
    }
}
#[differentiable]
fn measured(s: &Station, epoch: f64, #[no_diff] rng: &mut Rng) -> f64 {
    let mut s = s.clone();
    let a = s.measure(epoch, Some(rng)).unwrap().unwrap();
    let b = s.measure(epoch, None).unwrap().unwrap();
    a * b
}
#[test]
fn forms_of_public_crates() {
    let s = || State { t: 0.1, v: vec![0.4] };
    check_grad!(outer(&Res::No { a0: 0.3 }, None, 0.7)).unwrap();
    check_grad!(outer(&Res::Yes { k: 0.3, l: 0.9 }, Some(&mut s()), 0.7)).unwrap();
    check_grad!(chi(&[1, 2, 3], Some(&[1.5, 2.5, 2.0]))).unwrap();
    assert_eq!(chi::grad(&[1, 2, 3], None), None);
    check_grad!(panels(&[0.3, 0.8], &[0.3, 1.5, 0.7])).unwrap();
    let st = Station {
        noises: vec![Noise { sigma: 0.2 }, Noise { sigma: 0.4 }],
        bias: Some(Noise { sigma: 0.7 }),
        k: 0.9,
    };
    check_grad!(measured(&st, 0.7, &mut Rng(1))).unwrap();
}
trait Source {
    fn next(&mut self) -> f64;
}
impl Source for Rng {
    fn next(&mut self) -> f64 {
        self.next()
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Normal {
    mean: f64,
    sigma: f64,
}
#[differentiable]
impl Normal {
    fn draw(&self, #[no_diff] rng: &mut (impl Source + ?Sized)) -> f64 {
        self.mean + self.sigma * rng.next()
    }
}
#[differentiable]
trait Stochastic {
    fn drawn<R: Source + ?Sized>(&mut self, epoch: f64, #[no_diff] rng: &mut R) -> f64;
    fn twice<R: Source>(&mut self, epoch: f64, #[no_diff] rng: &mut R) -> f64 {
        self.drawn(epoch, rng) * self.drawn(2.0 * epoch, rng)
    }
}
#[differentiable]
impl Stochastic for Noise {
    fn drawn<R: Source + ?Sized>(&mut self, epoch: f64, #[no_diff] rng: &mut R) -> f64 {
        self.sigma *= 1.1;
        let normal = Normal {
            mean: epoch,
            sigma: self.sigma,
        };
        normal.draw(rng).sin()
    }
}
#[differentiable]
fn drawn(sigma: f64, epoch: f64, #[no_diff] mut rng: Option<&mut Rng>) -> f64 {
    let mut noise = Noise { sigma };
    let mut sum = sigma * epoch;
    for i in 0..3 {
        if let Some(rng) = rng.as_deref_mut() {
            sum += noise.twice(epoch * i as f64, rng) * rng.0 as f64;
        }
    }
    sum * noise.sigma
}
#[test]
fn a_generator_of_any_type_that_can_be_copied_may_be_drawn_from() {
    check_grad!(drawn(0.7, 0.3, Some(&mut Rng(1)))).unwrap();
    check_grad!(drawn(0.7, 0.3, None)).unwrap();
    let mut rng = Rng(1);
    drawn::grad(0.7, 0.3, Some(&mut rng));
    let mut left = Rng(1);
    drawn(0.7, 0.3, Some(&mut left));
    assert_eq!(rng.0, left.0);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Solid {
    Ball { centre: [f64; 2], radius: f64 },
    Wall(f64, f64),
    Union(Box<Solid>, Box<Solid>),
    Nothing,
}

/// The variants are named without their enum.
#[differentiable]
fn distance(solid: &Solid, p: &[f64; 2]) -> f64 {
    use Solid::*;
    match solid {
        Ball { centre, radius } => (p[0] - centre[0]).hypot(p[1] - centre[1]) - radius,
        Wall(slope, height) => p[1] - slope * p[0] - height,
        Union(a, b) => distance(a, p).min(distance(b, p)),
        Nothing => f64::INFINITY,
    }
}

#[differentiable]
fn marched(x: &[f64]) -> f64 {
    use Solid::{Ball, Nothing, Union, Wall};
    let scene = Union(
        Box::new(Ball {
            centre: [x[0], 0.1],
            radius: x[1],
        }),
        Box::new(Union(Box::new(Wall(x[2], -1.0)), Box::new(Nothing))),
    );
    let (mut t, mut bends) = (0.0, 0.0);
    for _ in 0..5 {
        let p = [t - 2.0, 0.5 - x[2] * t];
        let d = distance(&scene, &p);
        if let Ball { radius, .. } | Wall(radius, _) = &scene {
            bends += radius;
        }
        let Union(first, _) = &scene else { return bends };
        if let Ball { radius, .. } = &**first {
            bends += radius * d;
        }
        t += d;
    }
    t + bends
}

/// Of a struct, which looks the same, the pattern always matches.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Interval(f64, f64);

#[differentiable]
fn covered(interval: Interval, x: f64) -> f64 {
    match interval {
        Interval(low, high) if low > high => x * low,
        Interval(low, high) => (high - low) * x,
    }
}

#[test]
fn variants_are_named_without_their_enum() {
    check_grad!(marched(&[0.2, 0.5, 0.3])).unwrap();
    check_grad!(covered(Interval(0.2, 0.9), 1.5)).unwrap();
    check_grad!(covered(Interval(1.2, 0.9), 1.5)).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    mean: f64,
}

#[differentiable]
impl Model {
    fn step(&mut self, x: &[f64]) -> f64 {
        self.mean += 0.3 * (x.iter().sum::<f64>() / x.len() as f64 - self.mean);
        x.iter().map(|x| (x - self.mean).powi(2)).sum()
    }
}

/// What the closure writes of its argument's type is the only thing that says of what the list is.
#[differentiable]
fn history(x: &[f64]) -> f64 {
    let mut model = Model { mean: x[0] };
    let mut history = vec![];
    loop {
        let loss = model.step(x);
        let done = history.last().is_some_and(|before: &f64| (loss - before).abs() < 1e-3);
        history.push(loss);
        if done || history.len() > 6 {
            break;
        }
    }
    let [first, .., last] = &history[..] else { return 0.0 };
    first * last
}

/// The pattern is the only thing that says how many there are.
#[differentiable]
fn mixed(x: &[f64], m: &[[f64; 3]; 3]) -> f64 {
    let [a, b, c] = std::array::from_fn(|i| m[i].iter().zip(x).map(|(m, x)| m * x).sum::<f64>());
    let mut product = a * b - c;
    for k in 0..2 {
        let [u, v] = std::array::from_fn(|i| x[i + k] * a);
        product += u * v;
    }
    product
}

#[test]
fn what_is_written_at_its_use_says_of_which_type_a_list_is() {
    check_grad!(history(&[0.2, 1.5, 0.3])).unwrap();
    check_grad!(mixed(
        &[0.2, 1.5, 0.3],
        &[[0.1, 0.4, 1.2], [0.3, -0.3, 0.9], [1.4, 0.2, -0.7]]
    ))
    .unwrap();
}

#[differentiable]
fn drawn_from_its_own(noise: &Noise, x: f64, #[no_diff] seed: u64) -> f64 {
    let mut noise = noise.clone();
    let mut rng = Rng(seed);
    let mut sum = noise.sample(x, no_diff(&mut rng)).sin();
    for i in 0..3 {
        if i != 1 {
            sum += noise.twice(x * sum, no_diff(&mut rng)) * x;
        }
        let factor = no_diff(rng.next() % 5.0);
        sum *= factor;
    }
    let mut other = rng.clone();
    let noises = vec![noise.clone(), noise.clone()];
    let mut station = Station {
        noises,
        bias: Some(noise),
        k: sum,
    };
    station.measure(x, Some(no_diff(&mut other))).unwrap().unwrap() * x
}

#[test]
fn a_generator_of_the_functions_own_is_lent_by_no_diff() {
    check_grad!(drawn_from_its_own(&Noise { sigma: 0.3 }, 0.7, 1)).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Place {
    height: f64,
    left: Option<Box<Place>>,
}

/// Clones by the path of the method.
#[differentiable]
fn paths(place: &Place, x: &[f64], k: f64) -> f64 {
    let mut copy = <Place as Clone>::clone(place);
    copy.height *= k;
    let list = <Vec<f64> as Clone>::clone(&x.to_vec());
    let rows = vec![list, x.to_vec()];
    let again: Vec<Vec<f64>> = rows.iter().map(<Vec<f64> as Clone>::clone).collect();
    (copy.height * k).sin() * place.height + again[0][1] * again[1][0]
}

#[test]
fn clones_by_the_path_of_the_method_are_copies() {
    let place = Place {
        height: 0.4,
        left: None,
    };
    check_grad!(paths(&place, &[0.3, 0.7], 1.3)).unwrap();
}
