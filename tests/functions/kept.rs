//! Functions that are kept in fields and elements, and called from there.

use pullback::{Differentiable, KeptFunction, check_grad, differentiable, function};
use std::sync::atomic::{AtomicUsize, Ordering};

#[differentiable]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[differentiable]
fn wave(x: f64, y: f64) -> f64 {
    x * y.sin()
}

#[differentiable]
fn norm(v: [f64; 2]) -> f64 {
    v[0].hypot(v[1])
}

#[derive(Clone, Debug, Differentiable)]
struct Coefficient(KeptFunction<fn(f64) -> f64>);

#[derive(Clone, Debug, Differentiable)]
struct Motion {
    drift: Coefficient,
    mixed: KeptFunction<fn(f64, f64) -> f64>,
    bend: Box<KeptFunction<fn([f64; 2]) -> f64>>,
    all: Vec<KeptFunction<fn(f64) -> f64>>,
    volatility: f64,
}

fn motion() -> Motion {
    Motion {
        drift: Coefficient(function!(cube).into()),
        mixed: function!(wave).into(),
        bend: Box::new(function!(norm).into()),
        all: vec![function!(cube).into(), function!(sine).into()],
        volatility: 0.3,
    }
}

#[differentiable]
fn sine(x: f64) -> f64 {
    x.sin()
}

#[differentiable]
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
}

#[differentiable]
impl Motion {
    fn drift(&self, x: f64, t: f64) -> f64 {
        self.drift.0(t) * x + (self.mixed)(x, t) * self.volatility
    }

    fn bent(&self, x: f64, t: f64) -> f64 {
        (self.bend)([x, t * self.volatility]) * (*self.bend)([t, t])
    }

    /// Euler's steps.
    fn path(&self, start: f64, h: f64, steps: usize) -> f64 {
        let mut x = start;
        for k in 0..steps {
            let t = k as f64 * h;
            if x > 0.5 {
                x += h * self.drift.0(x) - self.volatility * (self.mixed)(t, x);
            } else {
                x += h * self.all[k % 2](x);
            }
        }
        x
    }

    fn integral(&self, a: f64, b: f64) -> f64 {
        simpson(|u| (self.drift.0)(u) * self.volatility + self.all[1](u), a, b)
    }

    fn halving(&self, x: f64, depth: usize) -> f64 {
        if depth == 0 {
            return (self.mixed)(x, self.volatility);
        }
        let chosen = if depth > 2 { &self.all[0] } else { &self.all[1] };
        chosen(x) + self.halving(0.5 * x, depth - 1)
    }

    /// Nothing active enters.
    fn at_start(&self, x: f64, #[no_diff] t: f64) -> f64 {
        self.drift.0(t) * x + (self.all[1])(2.0)
    }
}

#[differentiable]
fn bent(motion: &Motion, x: f64, t: f64) -> f64 {
    motion.bent(x, t)
}

#[differentiable]
fn path(motion: &Motion, start: f64, h: f64, steps: usize) -> f64 {
    motion.path(start, h, steps)
}

#[differentiable]
fn integral(motion: &Motion, a: f64, b: f64) -> f64 {
    motion.integral(a, b)
}

#[differentiable]
fn halving(motion: &Motion, x: f64, depth: usize) -> f64 {
    motion.halving(x, depth)
}

#[differentiable]
fn at_start(motion: &Motion, x: f64, t: usize) -> f64 {
    motion.at_start(x, t as f64)
}

#[test]
fn they_carry_derivatives() {
    let motion = motion();
    check_grad!(bent(&motion, 0.7, 0.4)).unwrap();
    check_grad!(integral(&motion, 0.2, 0.9)).unwrap();
    check_grad!(at_start(&motion, 0.2, 3)).unwrap();
    let (value, (motion_bar, x_bar, t_bar)) = motion.drift_value_and_grad(2.0, 0.5);
    assert_eq!(value, motion.drift(2.0, 0.5));
    assert_eq!(motion_bar.volatility, 2.0 * 0.5f64.sin());
    assert_eq!(x_bar, 0.125 + 0.3 * 0.5f64.sin());
    assert_eq!(t_bar, 2.0 * 0.75 + 0.3 * (2.0 * 0.5f64.cos()));
}

#[test]
fn also_in_loops_branches_and_recursion() {
    let motion = motion();
    for start in [0.3, 0.8] {
        check_grad!(path(&motion, start, 0.1, 7)).unwrap();
        check_grad!(halving(&motion, start, 5)).unwrap();
    }
}

/// Functions without a derivative.
#[derive(Differentiable)]
struct Plain {
    #[no_diff]
    boxed: Box<dyn Fn(f64) -> f64>,
    #[no_diff]
    pointer: fn(&[usize]) -> f64,
    #[no_diff]
    counts: fn(usize) -> f64,
    rate: f64,
}

#[differentiable]
impl Plain {
    fn grown(&self, x: f64, #[no_diff] t: f64) -> f64 {
        (self.boxed)(t) * x.exp() * self.rate + (self.pointer)(&[2, 3])
    }

    fn counted(&self, x: f64, steps: usize) -> f64 {
        let mut sum = 0.0;
        for k in 0..steps {
            sum += (self.counts)(k) * x * self.rate;
        }
        sum
    }
}

#[test]
fn what_has_none_is_called_where_nothing_active_enters() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let plain = Plain {
        boxed: Box::new(|t| t + 1.0),
        pointer: |v| v.iter().sum::<usize>() as f64,
        counts: |k| (10 * (CALLS.fetch_add(1, Ordering::Relaxed) + 1) + k) as f64,
        rate: 0.5,
    };
    let (value, (plain_bar, x_bar)) = plain.grown_value_and_grad(0.0, 2.0);
    assert_eq!((value, plain_bar.rate, x_bar), (6.5, 3.0, 1.5));
    assert_eq!(plain.grown(0.0, 2.0), value);
    // 10, 21 and 32: each call happens once.
    let (value, (plain_bar, x_bar)) = plain.counted_value_and_grad(2.0, 3);
    assert_eq!((value, plain_bar.rate, x_bar), (63.0, 126.0, 31.5));
    assert_eq!(plain.counted(2.0, 1), 40.0);
}

#[test]
fn clones_share_the_function() {
    let kept: KeptFunction<fn(f64) -> f64> = function!(cube).into();
    assert_eq!(kept.clone()(2.0), 8.0);
    assert!(format!("{kept:?}").starts_with("KeptFunction<fn(f64) -> f64"));
}
