//! Each operation against differences, over shapes: broadcast, empty, of size one, transposed, sliced.

use super::{Conv2d, Pool2d, Tensor};
use crate::componentwise::AbsoluteValue;
use crate::foreign::methods::*;
use crate::{
    AddAdjoint, ByReference, Cotangent, Differentiable, DivAdjoint, Lent, LentBars, MulAdjoint, Problem, SubAdjoint,
    Workspace,
};

type Tensors<'o> = &'o [Tensor<f64>];

/// A tensor without pattern, none of whose elements are equal or near zero.
fn sample(shape: &[usize]) -> Tensor<f64> {
    let count: usize = shape.iter().product();
    let element = |k: usize| {
        let k = k as f64;
        (0.3 + (k * 0.618_033_988_75).fract()) * if (k * 0.41).fract() < 0.5 { 1.0 } else { -1.0 }
    };
    Tensor::from_vec((1..=count).map(element).collect(), shape)
}

/// Tensors of many kinds.
fn samples() -> Vec<Tensor<f64>> {
    vec![
        sample(&[2, 3]),
        sample(&[3, 2]).transpose(),
        sample(&[4, 5]).slice_axis(1, 1..4).slice_axis(0, 1..3),
        sample(&[2, 3, 2]).permute(&[2, 0, 1]),
        sample(&[1]),
        sample(&[1, 1]),
        sample(&[0, 3]),
        sample(&[]),
        sample(&[5]),
    ]
}

fn flat<V: Differentiable>(value: &V) -> Vec<f64> {
    let mut flat = Vec::new();
    value.flatten_into(&mut flat);
    flat
}

fn flat_bar<C: Cotangent>(bar: &C) -> Vec<f64> {
    let mut flat = Vec::new();
    bar.flatten_into(&mut flat);
    flat
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A tangent, of the operands and of theirs.
type Dot<'d, V> = &'d dyn Fn(Tensors<'_>, Tensors<'_>) -> <V as Differentiable>::Cotangent;

/// The adjoint agrees with differences, adds to what is there, is zero for a zero seed, and is the transpose of the tangent.
fn verify<V: Differentiable>(
    name: &str,
    operands: Tensors<'_>,
    value: impl Fn(Tensors<'_>) -> V,
    back: impl Fn(Tensors<'_>, V::Cotangent, &mut [Tensor<f64>]),
    dot: Option<Dot<'_, V>>,
) {
    let at = |point: &[Vec<f64>]| {
        let mut moved = operands.to_vec();
        for (operand, flat) in moved.iter_mut().zip(point) {
            Differentiable::unflatten_from(operand, &mut flat.iter().copied());
        }
        moved
    };
    let seeded = |seed: &[f64]| {
        let mut bar = value(operands).zero_cotangent();
        bar.unflatten_from(&mut seed.iter().copied());
        bar
    };
    let pulled = |seed: &[f64]| {
        let mut bars: Vec<Tensor<f64>> = operands.iter().map(Differentiable::zero_cotangent).collect();
        back(operands, seeded(seed), &mut bars);
        bars.iter().map(flat_bar).collect::<Vec<_>>()
    };
    let shapes: Vec<_> = operands.iter().map(Tensor::shape).collect();
    let names = ["x", "y", "z"];
    let problem = Problem {
        function: name,
        arguments: &names[..operands.len()],
        epsilon: f64::EPSILON,
    };
    let start = operands.iter().map(flat).collect();
    crate::check(problem, start, |point| flat(&value(&at(point))), pulled)
        .unwrap_or_else(|wrong| panic!("of the shapes {shapes:?}: {wrong}"));

    let size = flat(&value(operands)).len();
    let seed: Vec<f64> = (0..size).map(|k| (k as f64 + 0.5).sin()).collect();
    let mut bars: Vec<Tensor<f64>> = operands.iter().map(|x| sample(x.shape())).collect();
    back(operands, seeded(&seed), &mut bars);
    for ((bar, once), x) in bars.iter().zip(pulled(&seed)).zip(operands) {
        for ((bar, once), before) in flat_bar(bar).iter().zip(once).zip(flat(&sample(x.shape()))) {
            assert!(
                (bar - once - before).abs() < 1e-12 * (1.0 + bar.abs()),
                "{name} does not add, of {shapes:?}"
            );
        }
    }
    assert!(
        pulled(&vec![0.0; size]).iter().flatten().all(|bar| *bar == 0.0),
        "{name} of {shapes:?}"
    );
    if let Some(dot) = dot {
        let along: Vec<Tensor<f64>> = operands.iter().map(|x| sample(x.shape()) * 0.7 + 0.1).collect();
        let forward = inner(&flat_bar(&dot(operands, &along)), &seed);
        let backward: f64 = along
            .iter()
            .zip(pulled(&seed))
            .map(|(along, bar)| inner(&flat(along), &bar))
            .sum();
        assert!(
            (forward - backward).abs() < 1e-10 * (1.0 + forward.abs()),
            "the tangent of {name} is no transpose, of {shapes:?}: {forward} {backward}"
        );
    }
}

/// A row: `verified!(matmul(tensor 1), &[x, y])`. Arguments are operands, numbers, what has no derivative, or lists of that.
macro_rules! verified {
    ($name:ident($($kind:ident $arg:expr),*), $operands:expr) => { ad_macro::with_siblings! {
        verify(
            stringify!($name),
            $operands,
            |o| o[0].$name($(verified!(@value o $kind $arg)),*),
            |o, seed, bars| {
                let ws = &mut Workspace::new();
                let (_, kept) = o[0].$name@differentiable_push($(verified!(@value o $kind $arg),)* ws);
                let mut bars = bars.iter_mut();
                o[0].$name@differentiable_pull(kept, ws, seed, bars.next(), $(verified!(@slot o bars $kind $arg)),*);
            },
            Some(&|o: Tensors<'_>, dots: Tensors<'_>| {
                o[0].$name@differentiable_dot(&dots[0], $(verified!(@dot o dots $kind $arg)),*)
            }),
        )
    } };
    (@value $o:ident tensor $k:expr) => { &$o[$k] };
    (@value $o:ident number $k:expr) => { $k };
    (@value $o:ident plain $k:expr) => { $k };
    (@value $o:ident list $k:expr) => { $k };
    (@slot $o:ident $bars:ident tensor $k:expr) => { (&$o[$k], $bars.next()) };
    (@slot $o:ident $bars:ident number $k:expr) => { () };
    (@slot $o:ident $bars:ident plain $k:expr) => { () };
    (@slot $o:ident $bars:ident list $k:expr) => { ($k, None) };
    (@dot $o:ident $dots:ident tensor $k:expr) => { (&$o[$k], &$dots[$k]) };
    (@dot $o:ident $dots:ident number $k:expr) => { ($k, 0.0) };
    (@dot $o:ident $dots:ident plain $k:expr) => { ($k, ()) };
    (@dot $o:ident $dots:ident list $k:expr) => { ($k, &[(); 16][..$k.len()]) };
}

#[test]
fn functions_of_each_element_agree_with_differences() {
    for x in samples() {
        let positive = x.map(|x| x.abs() + 0.2);
        verified!(exp(), std::slice::from_ref(&x));
        verified!(ln(), std::slice::from_ref(&positive));
        verified!(sqrt(), std::slice::from_ref(&positive));
        verified!(sin(), std::slice::from_ref(&x));
        verified!(cos(), std::slice::from_ref(&x));
        verified!(tanh(), std::slice::from_ref(&x));
        verified!(sigmoid(), std::slice::from_ref(&x));
        verified!(relu(), std::slice::from_ref(&x));
        verified!(gelu(), std::slice::from_ref(&x));
        verified!(powi(plain 3), std::slice::from_ref(&x));
        verified!(powi(plain - 2), std::slice::from_ref(&x));
        verified!(powi(plain 0), std::slice::from_ref(&x));
        verified!(powf(number 1.7), std::slice::from_ref(&positive));
        verify(
            "abs",
            std::slice::from_ref(&x),
            |o| o[0].abs(),
            |o, seed, bars| bars[0].accumulate(&o[0].abs_bar(&seed)),
            None,
        );
        verified!(clamp(number -0.6, number 0.5), std::slice::from_ref(&x));
    }
    assert_eq!(
        Tensor::from_vec(vec![-1.0, 0.0, 2.0], &[3]).abs().to_vec(),
        [1.0, 0.0, 2.0]
    );
    assert!((Tensor::from(1.0_f64).gelu().item() - 0.841_344_746_068_542_9).abs() < 1e-15);
}

/// Pairs of shapes that are broadcast.
fn pairs() -> Vec<[Tensor<f64>; 2]> {
    let mut pairs: Vec<[Tensor<f64>; 2]> = samples()
        .into_iter()
        .map(|x| [x.clone(), sample(x.shape()) * 0.9 + 0.05])
        .collect();
    let shapes: [[&[usize]; 2]; 9] = [
        [&[2, 3], &[3]],
        [&[3], &[2, 3]],
        [&[2, 1], &[1, 3]],
        [&[2, 3], &[]],
        [&[], &[2, 3]],
        [&[0, 3], &[3]],
        [&[1, 3], &[0, 1]],
        [&[2, 2, 3], &[2, 1, 3]],
        [&[4, 1], &[2, 4, 1]],
    ];
    pairs.extend(shapes.map(|pair| pair.map(sample)).map(|[x, y]| [x, y * 0.9 + 0.05]));
    pairs.push([sample(&[3, 2]).transpose(), sample(&[3])]);
    pairs.push([sample(&[2, 2, 2, 3]).permute(&[0, 3, 1, 2]), sample(&[3, 1, 1])]);
    pairs
}

macro_rules! operator {
    ($Adjoint:ident $left:ident $right:ident $op:tt ($($keep:ident)?) $o:expr) => {{
        type Form = (ByReference, ByReference);
        verify(
            stringify!($op),
            $o,
            |o| {
                let value = &o[0] $op &o[1];
                assert_eq!(value, o[0].clone() $op o[1].clone());
                assert_eq!(value, o[0].clone() $op &o[1]);
                assert_eq!(value, &o[0] $op o[1].clone());
                assert_eq!(value, (&o[0] * 1.0) $op &o[1]);
                assert_eq!(value, &o[0] $op (&o[1] * 1.0));
                value
            },
            |o, seed, bars| {
                let ws = &mut Workspace::new();
                let (l, r) = operator!(@kept $Adjoint o $($keep)?);
                bars[0].accumulate(&<Tensor<f64> as $Adjoint<Tensor<f64>, Form>>::$left(l, r, &seed, ws));
                bars[1].accumulate(&<Tensor<f64> as $Adjoint<Tensor<f64>, Form>>::$right(l, r, &seed, ws));
            },
            None,
        );
        for k in 0..2 {
            let number = 0.7;
            verify(
                stringify!($op),
                std::slice::from_ref(&$o[k]),
                |o| (&o[0] $op number, number $op &o[0]),
                |o, (of_left, of_right), bars| {
                    let (ws, x, n) = (&mut Workspace::new(), &o[0], &number);
                    let (l, r) = operator!(@of_numbers $Adjoint Tensor<f64>, f64, x, n, $($keep)?);
                    bars[0].accumulate(&<Tensor<f64> as $Adjoint<f64, Form>>::$left(l, r, &of_left, ws));
                    let (l, r) = operator!(@of_numbers $Adjoint f64, Tensor<f64>, n, x, $($keep)?);
                    bars[0].accumulate(&<f64 as $Adjoint<Tensor<f64>, Form>>::$right(l, r, &of_right, ws));
                },
                None,
            );
        }
    }};
    (@kept $Adjoint:ident $o:ident $keep:ident) => {{
        let (l, r) = <Tensor<f64> as $Adjoint<Tensor<f64>, Form>>::$keep(&$o[0], &$o[1]);
        (&l.clone(), &r.clone())
    }};
    (@kept $Adjoint:ident $o:ident) => { (&$o[0], &$o[1]) };
    (@of_numbers $Adjoint:ident $L:ty, $R:ty, $l:ident, $r:ident, $keep:ident) => {{
        let ((), ()) = <$L as $Adjoint<$R, Form>>::$keep($l, $r);
        (&(), &())
    }};
    (@of_numbers $Adjoint:ident $L:ty, $R:ty, $l:ident, $r:ident,) => { ($l, $r) };
}

#[test]
fn operators_agree_with_differences() {
    for pair in pairs() {
        operator!(AddAdjoint add_left add_right + (add_keep) &pair);
        operator!(SubAdjoint sub_left sub_right - (sub_keep) &pair);
        operator!(MulAdjoint mul_left mul_right * () &pair);
        operator!(DivAdjoint div_left div_right / () &pair);
        verified!(maximum(tensor 1), &pair);
        verified!(minimum(tensor 1), &pair);
    }
}

#[test]
fn products_agree_with_differences() {
    let shapes: [[&[usize]; 2]; 13] = [
        [&[3], &[3]],
        [&[2, 3], &[3]],
        [&[2], &[2, 3]],
        [&[2, 3], &[3, 4]],
        [&[0, 3], &[3, 4]],
        [&[2, 0], &[0, 4]],
        [&[1, 1], &[1, 1]],
        [&[2, 3, 4], &[4, 2]],
        [&[3, 4], &[2, 4, 2]],
        [&[2, 3, 4], &[2, 4, 2]],
        [&[2, 1, 3, 4], &[3, 4, 2]],
        [&[2, 3, 4], &[4]],
        [&[3], &[2, 3, 4]],
    ];
    for pair in shapes {
        verified!(matmul(tensor 1), &pair.map(sample));
    }
    verified!(matmul(tensor 1), &[sample(&[3, 2]).transpose(), sample(&[4, 3]).transpose()]);
    verified!(matmul(tensor 1), &[sample(&[4, 4]).slice_axis(1, 1..3), sample(&[5, 4]).slice_axis(0, 2..4)]);
    verified!(matmul(tensor 1), &[sample(&[3, 2, 4]).permute(&[1, 0, 2]), sample(&[4, 2])]);
}

#[test]
fn arrangements_agree_with_differences() {
    for x in samples().into_iter().filter(|x| x.rank() == 2) {
        let x = &[x][..];
        verified!(transpose(), x);
        verified!(permute(list & [1, 0]), x);
        verified!(reshape(list & [x[0].len()]), x);
        verified!(unsqueeze(plain 1), x);
        verified!(broadcast_to(list & [2, x[0].shape()[0], x[0].shape()[1]]), x);
        verified!(slice_axis(plain 1, plain 1..x[0].shape()[1]), x);
        let last = x[0].shape()[1] - 1;
        verified!(index_select(plain 1, list &[last, 0, last]), x);
        verified!(to_vec(), x);
        verified!(to_array(), x);
    }
    verified!(broadcast_to(list & [2, 3]), &[sample(&[2, 1])]);
    verified!(squeeze(plain 1), &[sample(&[2, 1, 3])]);
    verified!(item(), &[sample(&[1, 1])]);
    verify(
        "concat",
        &[sample(&[2, 1]), sample(&[3, 2]).transpose(), sample(&[2, 0])],
        |o| Tensor::concat(o, 1),
        |o, seed, bars| {
            let (_, pullback) = Tensor::concat_differentiable(o, 1, &mut Workspace::new());
            pullback(&mut Workspace::new(), seed, (o, Some(bars)), ());
        },
        Some(&|_, dots| Tensor::concat(dots, 1)),
    );
    verify(
        "stack",
        &[sample(&[2, 3]), sample(&[3, 2]).transpose()],
        |o| Tensor::stack(o, 1),
        |o, seed, bars| {
            let (_, pullback) = Tensor::stack_differentiable(o, 1, &mut Workspace::new());
            pullback(&mut Workspace::new(), seed, (o, Some(bars)), ());
        },
        Some(&|_, dots| Tensor::stack(dots, 1)),
    );
}

#[test]
fn reductions_agree_with_differences() {
    for x in samples() {
        let x = &[x][..];
        verified!(sum(), x);
        if x[0].is_empty() {
            continue;
        }
        verified!(mean(), x);
        verified!(max(), x);
        for axis in 0..x[0].rank() {
            verified!(sum_axis(plain axis), x);
            verified!(mean_axis(plain axis), x);
            verified!(max_axis(plain axis), x);
            verified!(var_axis(plain axis), x);
            verified!(softmax(plain axis), x);
            verified!(log_softmax(plain axis), x);
        }
    }
    let x = Tensor::from_vec(vec![1.0, 3.0, 2.0, 4.0, 4.0, 0.0], &[2, 3]);
    assert_eq!(
        (x.max(), x.max_axis(1).to_vec(), x.argmax_axis(1)),
        (4.0, vec![3.0, 4.0], vec![1, 0])
    );
    assert_eq!(x.var_axis(0).to_vec(), [2.25, 0.25, 1.0]);
}

#[test]
fn networks_agree_with_differences() {
    verified!(cross_entropy(list & [2, 0]), &[sample(&[2, 3])]);
    verified!(cross_entropy(list & [1, 1]), &[sample(&[3, 2]).transpose()]);
    verified!(layer_norm(tensor 1, tensor 2, number 0.1), &[sample(&[2, 4]), sample(&[4]), sample(&[4])]);
    verified!(layer_norm(tensor 1, tensor 2, number 0.1), &[sample(&[3, 2, 2]).permute(&[1, 2, 0]), sample(&[3]), sample(&[3])]);
    verified!(batch_norm(tensor 1, tensor 2, number 0.1), &[sample(&[4, 2]), sample(&[2]), sample(&[2])]);
    verified!(batch_norm(tensor 1, tensor 2, number 0.1), &[sample(&[2, 3, 2, 2]), sample(&[3]), sample(&[3])]);
    verified!(ctc_loss(list &[1, 2, 2], plain 0), &[sample(&[6, 3]).log_softmax(1)]);
    verified!(ctc_loss(list &[2, 1], plain 0), &[sample(&[4, 3])]);
    verified!(ctc_loss(list &[0usize; 0], plain 1), &[sample(&[3, 2])]);
}

#[test]
fn convolutions_agree_with_differences() {
    let plain = Conv2d::default();
    verified!(conv2d(tensor 1, plain plain), &[sample(&[2, 2, 4, 3]), sample(&[3, 2, 2, 2])]);
    verified!(conv2d(tensor 1, plain plain), &[sample(&[1, 1, 1, 1]), sample(&[1, 1, 1, 1])]);
    verified!(conv2d(tensor 1, plain plain), &[sample(&[0, 2, 3, 3]), sample(&[1, 2, 2, 2])]);
    let padded = Conv2d {
        stride: [2, 1],
        padding: [1, 2],
        dilation: [1, 2],
        groups: 2,
    };
    verified!(conv2d(tensor 1, plain padded), &[sample(&[2, 4, 5, 4]), sample(&[2, 2, 3, 2])]);
    verified!(conv2d(tensor 1, plain padded), &[sample(&[4, 5, 4, 2]).permute(&[3, 0, 1, 2]), sample(&[2, 3, 2, 2]).permute(&[3, 0, 1, 2])]);

    verified!(max_pool2d(plain Pool2d::of(2)), &[sample(&[2, 3, 4, 4])]);
    verified!(avg_pool2d(plain Pool2d::of(2)), &[sample(&[2, 3, 5, 4])]);
    let padded = Pool2d {
        size: [3, 2],
        stride: [2, 1],
        padding: [1, 1],
    };
    verified!(max_pool2d(plain padded), &[sample(&[2, 3, 4, 5]).permute(&[1, 0, 3, 2])]);
    verified!(avg_pool2d(plain padded), &[sample(&[2, 3, 4, 5])]);
}

#[test]
fn a_zero_cotangent_gives_zero_next_to_infinities() {
    let (zeros, inf) = (Tensor::zeros(&[2, 2]), Tensor::full(&[2, 2], f64::INFINITY));
    let ws = &mut Workspace::new();
    let (mut x_bar, mut y_bar) = (Tensor::zeros(&[2, 2]), Tensor::zeros(&[2, 2]));
    inf.matmul_differentiable_pull((), ws, zeros.clone(), Some(&mut x_bar), (&inf, Some(&mut y_bar)));
    assert_eq!((&x_bar, &y_bar), (&zeros, &zeros));
    let (_, kept) = zeros.sqrt_differentiable_push(ws);
    zeros.sqrt_differentiable_pull(kept, ws, zeros.clone(), Some(&mut x_bar));
    let image = Tensor::full(&[1, 1, 2, 2], f64::NAN);
    let (mut bar, mut weights_bar) = (Tensor::zeros(&[1, 1, 2, 2]), Tensor::zeros(&[1, 1, 2, 2]));
    let none = Tensor::zeros(&[1, 1, 1, 1]);
    image.conv2d_differentiable_pull(
        Conv2d::default(),
        ws,
        none,
        Some(&mut bar),
        (&image, Some(&mut weights_bar)),
        (),
    );
    assert_eq!(
        (x_bar, flat(&bar), flat(&weights_bar)),
        (zeros, vec![0.0; 4], vec![0.0; 4])
    );
}

#[test]
fn clones_share_until_one_is_written() {
    let x = sample(&[2, 3]);
    let (mut y, before) = (x.clone(), x.to_vec());
    y += 1.0;
    assert_eq!(x.to_vec(), before);
    let turned = x.transpose();
    assert_eq!(x.view().as_ptr(), turned.view().as_ptr());
    assert_eq!(turned.reshape(&[6]).to_vec(), turned.to_vec());
}

/// What the message says of an operation that cannot be.
fn refusal<R>(f: impl FnOnce() -> R) -> String {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        f();
    }));
    let message = outcome.expect_err("it is refused");
    message.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn what_does_not_fit_is_said_with_all_shapes() {
    let (x, y) = (sample(&[2, 3]), sample(&[4, 2]));
    assert_eq!(
        refusal(|| x.matmul(&y)),
        "matmul: tensors of the shapes [2, 3] and [4, 2] have no product"
    );
    assert_eq!(
        refusal(|| &x + &y),
        "add: tensors of the shapes [2, 3] and [4, 2] cannot be broadcast"
    );
    assert_eq!(
        refusal(|| sample(&[3]).clone() + sample(&[2])),
        "add: tensors of the shapes [3] and [2] cannot be broadcast"
    );
    let mut small = sample(&[3]);
    assert!(refusal(|| small += &x).contains("add_assign: a tensor of shape [3] is changed by one of shape [2, 3]"));
    assert!(refusal(|| x.reshape(&[4])).starts_with("reshape: a tensor of shape [2, 3]"));
    assert!(refusal(|| x.cross_entropy(&[0, 3])).contains("cross_entropy: label 3, of row 1,"));
    assert!(refusal(|| x.cross_entropy(&[0])).contains("1 labels do not fit logits of the shape [2, 3]"));
    assert!(refusal(|| x.sum_axis(2)).contains("sum_axis: the shape [2, 3] has no axis 2"));
    assert!(refusal(|| x.index_select(1, &[0, 3])).contains("index 3, at place 1"));
    assert!(refusal(|| x.conv2d(&y, Conv2d::default())).contains("conv2d: weights of the shape [4, 2]"));
    assert!(refusal(|| Tensor::concat(&[&x, &y], 0)).contains("concat: the shapes [[2, 3], [4, 2]]"));
    assert!(refusal(|| Tensor::from_vec(vec![1.0], &[2])).contains("from_vec: 1 elements"));
}

#[test]
fn an_impossible_sequence_costs_infinity() {
    assert_eq!(sample(&[2, 3]).ctc_loss(&[1, 1], 0), f64::INFINITY);
}

#[test]
fn what_is_large_is_the_same_to_the_last_bit_part_by_part() {
    let x = sample(&[256, 300]);
    let y = sample(&[300, 64]);
    let rows = |f: &dyn Fn(&Tensor<f64>) -> Tensor<f64>| {
        let parts: Vec<Tensor<f64>> = (0..8).map(|k| f(&x.slice_axis(0, 32 * k..32 * (k + 1)))).collect();
        Tensor::concat(&parts, 0)
    };
    assert_eq!(x.matmul(&y), rows(&|part| part.matmul(&y)));
    assert_eq!(x.exp(), rows(&Tensor::exp));
    assert_eq!(x.clone() * 3.0 - 1.0, rows(&|part| part * 3.0 - 1.0));
    assert_eq!(
        &x + &y.transpose().slice_axis(0, 3..4),
        rows(&|part| part + y.transpose().slice_axis(0, 3..4))
    );
    let turned = x.transpose();
    assert_eq!((&turned * &turned).transpose(), &x * &x);

    let (images, weights) = (sample(&[16, 3, 20, 20]), sample(&[4, 3, 3, 3]));
    let conv = Conv2d {
        padding: [1, 1],
        ..Conv2d::default()
    };
    let each: Vec<Tensor<f64>> = (0..16)
        .map(|k| images.slice_axis(0, k..k + 1).conv2d(&weights, conv))
        .collect();
    assert_eq!(images.conv2d(&weights, conv), Tensor::concat(&each, 0));
}

#[test]
fn functions_of_the_users_take_tensors_in_any_arrangement() {
    // `x ↦ x · w` for each two elements, by the protocol of a call.
    for pair in [
        [sample(&[2, 3]), sample(&[2, 3]) * 0.5],
        [sample(&[3, 2]).transpose(), sample(&[2, 3])],
    ] {
        let product = |(), _: &mut Workspace, a: f64, b: f64| {
            type At<'b> = (f64, Option<&'b mut f64>);
            let back = |_: &mut Workspace, seed: f64, _: ((), ()), (a, a_bar): At<'_>, (b, b_bar): At<'_>| {
                *a_bar.unwrap() += seed * b;
                *b_bar.unwrap() += seed * a;
            };
            (a * b, back)
        };
        verify(
            "zip_map",
            &pair,
            |o| o[0].zip_map(&o[1], |a, b| a * b),
            |o, seed, bars| {
                let ws = &mut Workspace::new();
                let (_, kept) = o[0].zip_map_differentiable_push(&o[1], ((), ()), product, ws);
                let [x_bar, y_bar] = bars else { unreachable!() };
                o[0].zip_map_differentiable_pull(
                    kept,
                    ws,
                    seed,
                    Some(x_bar),
                    (&o[1], Some(y_bar)),
                    (Lent((), ()), LentBars(())),
                );
            },
            None,
        );
    }
}
