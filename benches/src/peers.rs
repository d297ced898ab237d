//! Other crates for automatic differentiation: the small functions over their numbers, and the network over their tensors.

use crate::harness::Objective;
use ad_trait::AD;
use ad_trait::reverse_ad::adr::adr;
use candle_core::{DType, Device, Tensor, Var};
use num_dual::{Dual64, DualNum};
use std::hint::black_box;
use std::ops::{Add, Mul, Neg};

/// What the small functions need of a number.
trait Number: Copy + Add<Output = Self> + Mul<Output = Self> + Neg<Output = Self> {
    fn constant(x: f64) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
}

/// `number!(type by trait)`, whose constants are made by `constant`.
macro_rules! number {
    ($number:ty, $($of:tt)*) => {
        number!(@ $number, $($of)*; sin cos exp ln);
    };
    (@ $number:ty, $constant:expr, $by:ident $(: $trait:path)?; $($f:ident)*) => {
        impl Number for $number {
            fn constant(x: f64) -> Self {
                $constant(x)
            }
            $(fn $f(self) -> Self {
                $by!($f, self)
            })*
        }
    };
}

macro_rules! float {
    ($f:ident, $x:expr) => {
        num_traits::Float::$f($x)
    };
}
macro_rules! dual {
    ($f:ident, $x:expr) => {
        DualNum::$f(&$x)
    };
}
macro_rules! field {
    ($f:ident, $x:expr) => {{
        fn of<A: AD>(x: A) -> A {
            x.$f()
        }
        of($x)
    }};
}

number!(echidna::Reverse<f64>, echidna::Reverse::constant, float);
number!(autodiff::FT<f64>, autodiff::F1::cst, float);
number!(Dual64, Dual64::from, dual);
number!(adr, <adr as AD>::constant, field);

/// `echidna::grad` returns no value, so it is taken out on the way.
fn echidna(x: &[f64], f: impl Fn(&[echidna::Reverse<f64>]) -> echidna::Reverse<f64>) -> (f64, Vec<f64>) {
    let mut value = 0.0;
    let gradient = echidna::grad(
        |x| {
            let y = f(x);
            value = num_traits::ToPrimitive::to_f64(&y).expect("a number");
            y
        },
        x,
    );
    (value, gradient)
}

fn ad_trait(x: &[f64], f: impl Fn(&[adr]) -> adr) -> (f64, Vec<f64>) {
    let variables: Vec<adr> = x
        .iter()
        .enumerate()
        .map(|(i, x)| adr::new_variable(*x, i == 0))
        .collect();
    let y = f(&variables);
    let gradient = y.get_backwards_mode_grad();
    (y.value(), variables.iter().map(|x| gradient.wrt(x)).collect())
}

/// One run for each input, as in all of forward mode.
fn num_dual(x: &[f64], f: impl Fn(&[Dual64]) -> Dual64) -> (f64, Vec<f64>) {
    let mut variables: Vec<Dual64> = x.iter().map(|x| Dual64::from(*x)).collect();
    let mut value = 0.0;
    let slopes = (0..x.len()).map(|i| {
        variables[i].eps = 1.0;
        let y = f(&variables);
        variables[i].eps = 0.0;
        value = y.re;
        y.eps
    });
    let slopes = slopes.collect();
    (value, slopes)
}

/// The same; `autodiff::grad` leaves out the value.
fn autodiff(x: &[f64], f: impl Fn(&[autodiff::FT<f64>]) -> autodiff::FT<f64>) -> (f64, Vec<f64>) {
    let mut variables: Vec<_> = x.iter().map(|x| autodiff::F1::cst(*x)).collect();
    let mut value = 0.0;
    let slopes = (0..x.len()).map(|i| {
        variables[i] = autodiff::F1::var(x[i]);
        let y = f(&variables);
        variables[i] = autodiff::F1::cst(x[i]);
        value = y.value();
        y.deriv()
    });
    let slopes = slopes.collect();
    (value, slopes)
}

/// The objective beside each crate's value and gradient; `f` is compiled for each crate's numbers.
macro_rules! beside {
    ($objective:expr, $at:expr, $f:expr, [$($way:ident),*]) => {{
        let at: std::rc::Rc<[f64]> = $at.into();
        $objective$(.peer(stringify!($way), {
            let at = at.clone();
            move |computed| {
                let (value, gradient) = $way(black_box(&at), $f);
                computed.gradient(&gradient);
                value
            }
        }))*
    }};
}

pub fn sin_cos(objective: Objective, x: f64) -> Objective {
    fn f<A: Number>(x: &[A]) -> A {
        x[0].cos().sin()
    }
    beside!(objective, [x], f, [echidna, ad_trait, num_dual, autodiff])
}

pub fn power_in_a_loop(objective: Objective, x: f64, n: usize) -> Objective {
    fn f<A: Number>(x: &[A], n: usize) -> A {
        let mut r = A::constant(1.0);
        for _ in 0..n {
            r = r * x[0];
        }
        r
    }
    beside!(objective, [x], |x| f(x, n), [echidna, ad_trait, num_dual, autodiff])
}

pub fn log_sum_exp<'a>(objective: Objective<'a>, x: &[f64]) -> Objective<'a> {
    fn f<A: Number>(x: &[A]) -> A {
        x.iter().fold(A::constant(0.0), |sum, x| sum + x.exp()).ln()
    }
    beside!(objective, x, f, [echidna, ad_trait, num_dual, autodiff])
}

pub fn logistic_regression<'a>(
    objective: Objective<'a>,
    weights: &[f64],
    bias: f64,
    samples: &'a [f64],
    labels: &'a [f64],
) -> Objective<'a> {
    fn f<A: Number>(w: &[A], samples: &[f64], labels: &[f64]) -> A {
        let d = w.len() - 1;
        let mut sum = A::constant(0.0);
        for i in 0..labels.len() {
            let mut score = w[d];
            for j in 0..d {
                score = score + w[j] * A::constant(samples[i * d + j]);
            }
            sum = sum + ((score * A::constant(-labels[i])).exp() + A::constant(1.0)).ln();
        }
        sum * A::constant(1.0 / labels.len() as f64)
    }
    let parameters = [weights, &[bias]].concat();
    beside!(
        objective,
        parameters,
        |w| f(w, samples, labels),
        [echidna, ad_trait, num_dual, autodiff]
    )
}

pub fn dot<'a>(objective: Objective<'a>, x: &[f64], y: &[f64]) -> Objective<'a> {
    fn f<A: Number>(both: &[A]) -> A {
        let (x, y) = both.split_at(both.len() / 2);
        x.iter().zip(y).fold(A::constant(0.0), |sum, (x, y)| sum + *x * *y)
    }
    // Forward mode would take 2000 runs.
    beside!(objective, [x, y].concat(), f, [echidna, ad_trait])
}

/// The network's tensors are made once; a run computes value and gradient and takes them out.
pub fn network<'a>(objective: Objective<'a>, parameters: [&[f32]; 4], image: &[f32], label: usize) -> Objective<'a> {
    let run = move |parameters: &[Var; 4], image: &Tensor| -> candle_core::Result<(f64, Vec<Vec<f32>>)> {
        let [w1, b1, w2, b2] = parameters;
        let hidden = (image.matmul(w1)? + b1.as_tensor())?.relu()?;
        let scores = (hidden.matmul(w2)? + b2.as_tensor())?.squeeze(0)?;
        let loss = (scores.log_sum_exp(0)? - scores.get(label)?)?;
        let gradients = loss.backward()?;
        let gradient = parameters.iter().map(|of| {
            let bar = gradients.get(of).expect("every parameter has a gradient");
            bar.flatten_all()?.to_vec1::<f32>()
        });
        Ok((
            loss.to_dtype(DType::F64)?.to_scalar()?,
            gradient.collect::<Result<_, _>>()?,
        ))
    };
    let (inputs, hidden, outputs) = (image.len(), parameters[1].len(), parameters[3].len());
    let shapes = [(inputs, hidden), (1, hidden), (hidden, outputs), (1, outputs)];
    let of = |numbers: &[f32], shape| Tensor::from_slice(numbers, shape, &Device::Cpu);
    let image = of(image, (1, inputs)).expect("a row");
    let tensors: [Var; 4] = std::array::from_fn(|i| {
        Var::from_tensor(&of(parameters[i], shapes[i]).expect("a matrix")).expect("a variable")
    });
    objective.peer("candle", move |computed| {
        let (value, gradient) = run(black_box(&tensors), &image).expect("tensors of the right shapes");
        computed.gradient(&gradient);
        value
    })
}
