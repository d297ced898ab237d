//! What is done with options of references: patterns, writes, disjoint parts, recursion, what has no derivative.
use pullback::{Differentiable, check_grad, differentiable, no_diff};
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct S {
    a: f64,
    b: f64,
    v: Vec<f64>,
}
#[differentiable]
fn mix(a: &mut f64, b: &mut f64, v: &[f64]) -> f64 {
    *a = *a * *b + v[0];
    *b += *a;
    *a * *b
}
#[differentiable]
fn disjoint(x: f64, s: Option<&mut S>) -> f64 {
    if let Some(s) = s {
        s.a *= x;
        mix(&mut s.a, &mut s.b, &s.v) * x
    } else {
        x
    }
}
#[differentiable]
fn whole(x: f64, s: Option<&mut S>) -> f64 {
    match s {
        Some(s) => {
            let before = s.a * x;
            *s = S {
                a: x * before,
                b: s.b,
                v: vec![x; 2],
            };
            s.a * s.b * s.v[1]
        }
        None => x * x,
    }
}
#[differentiable]
fn swapped(x: f64, s: Option<&mut S>, t: Option<&mut S>) -> f64 {
    if let (Some(s), Some(t)) = (s, t) {
        std::mem::swap(s, t);
        s.a * x + t.b
    } else {
        x
    }
}
#[differentiable]
fn trace(x: f64, trace: Option<&mut Vec<f64>>) -> f64 {
    let mut y = x;
    let mut trace = trace;
    for _ in 0..3 {
        y = y * x + 1.0;
        if let Some(trace) = trace.as_deref_mut() {
            trace.push(y);
        }
    }
    y
}
#[differentiable]
fn patterns(x: f64, w: Option<&[f64]>, p: Option<&(f64, f64)>) -> f64 {
    let a = match w {
        Some([a, b]) => a * b,
        Some([a, .., c]) => a * c * c,
        Some([]) | None => x,
        Some(one) => one[0],
    };
    let b = match p {
        Some((a, b)) => a * b * x,
        None => x,
    };
    let c = match p {
        Some(&(a, _)) if a > 0.0 => a.sqrt(),
        _ => x,
    };
    a * b + c
}
#[differentiable]
fn generic_rec<F: num_traits::Float>(x: &[F], w: Option<&[F]>, mut n: Option<&mut F>) -> F {
    if let Some(n) = n.as_deref_mut() {
        *n = *n * x[0];
    }
    if x.len() == 1 {
        return match w {
            Some(w) => w[0] * x[0],
            None => x[0],
        };
    }
    let m = x.len() / 2;
    generic_rec(&x[..m], w, n.as_deref_mut()) * generic_rec(&x[m..], None, n)
}
#[differentiable]
fn generic_outer<F: num_traits::Float>(x: &[F], w: &[F]) -> F {
    let mut n = w[0];
    let v = generic_rec(x, Some(w), Some(&mut n));
    v * n
}
#[differentiable(recursive)]
fn even(x: f64, n: usize, mut s: Option<&mut f64>, w: Option<&[f64]>) -> f64 {
    if let Some(s) = &mut s {
        **s += x * x;
    }
    if n == 0 {
        return x;
    }
    odd(x * w.map_or(1.1, |w| w[n]), n - 1, s, w)
}
#[differentiable]
fn odd(x: f64, n: usize, s: Option<&mut f64>, w: Option<&[f64]>) -> f64 {
    if n == 0 { x * x } else { even(x * 1.3, n - 1, s, w) }
}
#[differentiable]
fn typed<T: Differentiable + Clone + Into<f64>>(x: f64, t: Option<&T>) -> f64 {
    if t.is_some() { x * x } else { x }
}
#[differentiable]
fn points(x: f64, p: Option<&[S]>) -> f64 {
    let mut sum = x;
    if let Some(p) = p {
        for s in p.iter() {
            sum += s.a * x + s.v[0];
        }
    }
    sum
}
#[derive(Clone, Debug, PartialEq)]
struct Rng(u64);
impl Rng {
    fn next(&mut self) -> f64 {
        self.0 = self.0 * 3 + 1;
        self.0 as f64
    }
}
fn draw(rng: Option<&mut Rng>) -> f64 {
    rng.map_or(0.5, |r| r.next())
}
#[differentiable]
fn draws(x: f64, #[no_diff] mut rng: Option<&mut Rng>) -> f64 {
    let mut sum = 0.0;
    for _ in 0..3 {
        let noise = draw(rng.as_deref_mut());
        sum += x * x * noise;
    }
    sum
}
fn total(w: Option<&[f64]>, s: Option<&mut f64>) -> f64 {
    if let Some(s) = s {
        *s += 1.0;
    }
    w.map_or(0.0, |w| w.len() as f64)
}
#[differentiable]
fn inactive(x: f64, w: Option<&[f64]>, mut s: Option<&mut f64>) -> f64 {
    let mut k = 2.0;
    let n = no_diff(total(w, Some(&mut k)));
    let m = total(None, None);
    if let Some(s) = s.as_deref_mut() {
        *s *= x * k;
    }
    x * n + m
}
#[differentiable]
fn unwrapped(x: f64, out: Option<&mut f64>, w: Option<&f64>) -> f64 {
    let y = *w.unwrap() * x;
    *out.unwrap() = y * y;
    y * w.unwrap_or(&2.0)
}
#[test]
fn options_in_every_place() {
    let s = || S {
        a: 0.4,
        b: 1.2,
        v: vec![0.3, 0.8],
    };
    check_grad!(disjoint(0.7, Some(&mut s()))).unwrap();
    check_grad!(disjoint(0.7, None)).unwrap();
    check_grad!(whole(0.7, Some(&mut s()))).unwrap();
    check_grad!(whole(0.7, None)).unwrap();
    check_grad!(swapped(
        0.7,
        Some(&mut s()),
        Some(&mut S {
            a: 2.0,
            b: 3.0,
            v: vec![1.0, 2.0]
        })
    ))
    .unwrap();
    check_grad!(swapped(0.7, Some(&mut s()), None)).unwrap();
    let mut v = vec![1.0];
    assert_eq!(trace(0.7, Some(&mut v)), trace::value_and_grad(0.7, None).0);
    for w in [
        None,
        Some(&[][..]),
        Some(&[0.3]),
        Some(&[0.3, 0.4]),
        Some(&[0.3, 0.4, 0.7]),
    ] {
        check_grad!(patterns(0.7, w, Some(&(0.3, 0.9)))).unwrap();
        check_grad!(patterns(0.7, w, None)).unwrap();
    }
    let x = [0.5, 1.5, -0.7, 0.9];
    check_grad!(generic_rec(&x, Some(&[2.0]), Some(&mut 0.9))).unwrap();
    check_grad!(generic_rec(&x, None, None)).unwrap();
    check_grad!(generic_outer(&x, &[2.0])).unwrap();
    check_grad!(even(0.7, 3, Some(&mut 0.3), Some(&x))).unwrap();
    check_grad!(even(0.7, 4, Some(&mut 0.3), None)).unwrap();
    check_grad!(even(0.7, 4, None, None)).unwrap();
    check_grad!(typed(0.7, Some(&3.0))).unwrap();
    check_grad!(points(0.7, Some(&[s(), s()]))).unwrap();
    check_grad!(draws(0.7, None)).unwrap();
    check_grad!(unwrapped(0.7, Some(&mut 0.3), Some(&0.8))).unwrap();
    check_grad!(inactive(0.7, Some(&x), Some(&mut 0.8))).unwrap();
    let mut r = Rng(1);
    let (v, g) = draws::value_and_grad(0.7, Some(&mut r));
    let mut r2 = Rng(1);
    assert_eq!(v, draws(0.7, Some(&mut r2)));
    assert_eq!(r, r2);
    assert!((g - 2.0 * v / 0.7).abs() < 1e-9);
}

#[differentiable]
fn noise(x: f64, #[no_diff] mut rng: Option<&mut Rng>) -> f64 {
    let a = 1.0 + draw(rng.as_deref_mut());
    let b = 2.0 * rng.as_mut().map_or(0.0, |r| r.next());
    let c = if rng.is_some() { 3.0 } else { 4.0 } + rng.map(|r| r.next() + r.next()).unwrap_or(1.0);
    x * x * a * b * c
}
#[differentiable]
fn inner_rng(x: f64, #[no_diff] s: &mut (Rng, f64)) -> f64 {
    let r = &mut s.0;
    let n = r.next();
    x * n * r.next()
}
#[differentiable]
fn newton(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    x - f(x)
}
#[differentiable]
fn captured_known(x: f64, w: Option<&[f64]>) -> f64 {
    if let Some(w) = w {
        newton(|t| t * w[0] * newton(|u| u * w[1] + t, x), x)
    } else {
        x
    }
}
#[test]
fn generators_and_closures() {
    let mut r = Rng(1);
    let (v, g) = noise::value_and_grad(0.7, Some(&mut r));
    let mut r2 = Rng(1);
    assert_eq!(v, noise(0.7, Some(&mut r2)));
    assert_eq!(r, r2);
    assert!((g - 2.0 * v / 0.7).abs() < 1e-9 * v.abs());
    assert_eq!(noise::value_and_grad(0.7, None).0, noise(0.7, None));
    let mut s = (Rng(1), 1.0);
    assert_eq!(inner_rng::value_and_grad(0.7, &mut s), (0.7 * 4.0 * 13.0, 52.0));
    assert_eq!(s.0, Rng(13));
    check_grad!(captured_known(0.7, Some(&[0.3, 0.8]))).unwrap();
    check_grad!(captured_known(0.7, None)).unwrap();
}

#[differentiable]
fn pushed(x: f64, c: Option<&mut Vec<f64>>) -> f64 {
    if let Some(c) = c {
        c.push(x * x);
        c[0] *= x;
    }
    x
}
#[differentiable]
fn summed(x: f64) -> f64 {
    let mut c = vec![1.0, 2.0];
    let y = pushed(x, Some(&mut c));
    y * c.iter().sum::<f64>()
}
#[differentiable]
fn summed_later(x: f64) -> f64 {
    let mut c = vec![1.0, 2.0];
    for i in 0..3 {
        let y = pushed(x, if i == 1 { Some(&mut c) } else { None });
        c[1] += y;
    }
    let s: f64 = c.iter().map(|v| v * v).sum();
    s
}
#[test]
fn what_is_written_behind_an_option_is_active() {
    check_grad!(summed(0.8)).unwrap();
    check_grad!(summed_later(0.8)).unwrap();
}

/// What a call gives is lent to be written, without a name.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Cruise {
    rate: f64,
    resonant: bool,
}
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Phase {
    angle: f64,
}
#[differentiable]
impl Cruise {
    fn start(&self) -> Option<Phase> {
        if self.resonant {
            Some(Phase { angle: self.rate })
        } else {
            None
        }
    }
    fn advance(&self, t: f64, phase: Option<&mut Phase>) -> f64 {
        match phase {
            Some(phase) => {
                phase.angle += self.rate * t;
                phase.angle * phase.angle
            }
            None => self.rate * t,
        }
    }
    fn at(&self, t: f64) -> f64 {
        let mut sum = self.advance(t, self.start().as_mut());
        for _ in 0..3 {
            if sum < 100.0 {
                sum = sum * self.advance(t, self.start().as_mut()).sin() + t;
            }
        }
        sum
    }
}
#[differentiable]
fn cruise(cruise: &Cruise, t: f64) -> f64 {
    cruise.at(t)
}
#[test]
fn what_a_call_gives_is_lent_to_be_written() {
    for resonant in [false, true] {
        check_grad!(cruise(&Cruise { rate: 0.7, resonant }, 1.3)).unwrap();
    }
}
