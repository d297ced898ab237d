//! Convolutions, by cuDNN where it is there and as products where not: that is the same source and the same results.

/// Programs, of a type of floats.
macro_rules! convolutions {
    ($module:ident $Real:ident) => {
        pub mod $module {
            type Real = $Real;
            common!();
            use pullback::tensor::Conv2d;

            programs! {
                plain(x, w) -> Tensor<Real> { x.conv2d(w, Conv2d::default()) } of [
                    vec![&[2, 3, 7, 6][..], &[4, 3, 3, 2]],
                    vec![&[1, 1, 1, 1], &[1, 1, 1, 1]],
                    vec![&[0, 3, 5, 5], &[4, 3, 3, 3]],
                    vec![&[2, 3, 4, 4], &[0, 3, 2, 2]],
                    vec![&[3, 2, 40, 37], &[3, 2, 1, 1]],
                    vec![&[1, 5, 6, 4], &[2, 5, 6, 4]],
                ];
                stepped(x, w) -> Tensor<Real> {
                    x.conv2d(w, Conv2d { stride: [2, 1], padding: [1, 2], dilation: [1, 2], groups: 1 })
                } of [vec![&[2, 3, 7, 6][..], &[4, 3, 3, 2]]];
                grouped(x, w) -> Tensor<Real> {
                    x.conv2d(w, Conv2d { padding: [1, 1], groups: 2, ..Conv2d::default() })
                } of [vec![&[2, 4, 5, 5][..], &[6, 2, 3, 3]]];
                each_channel(x, w) -> Tensor<Real> {
                    x.conv2d(w, Conv2d { stride: [1, 3], dilation: [2, 1], groups: 3, ..Conv2d::default() })
                } of [vec![&[1, 3, 8, 9][..], &[3, 1, 3, 2]]];
                of_results(x, w) -> Tensor<Real> {
                    let y = x.conv2d(w, Conv2d { padding: [1, 1], ..Conv2d::default() });
                    y.relu().conv2d(w, Conv2d { stride: [2, 2], ..Conv2d::default() })
                } of [vec![&[2, 3, 6, 5][..], &[3, 3, 3, 3]]];
                twice_the_same(x) -> Tensor<Real> { x.conv2d(x, Conv2d { padding: [1, 0], ..Conv2d::default() }) } of
                    [vec![&[2, 2, 3, 4][..]]];
            }
        }
    };
}

convolutions!(in_f64 f64);
convolutions!(in_f32 f32);

use crate::compared::sample;
use crate::moved::panic_of;
use pullback::tensor::{Conv2d, Device, Tensor};

#[pullback::differentiable]
fn grouped(x: &Tensor<f64>, w: &Tensor<f64>) -> Tensor<f64> {
    x.conv2d(
        w,
        Conv2d {
            stride: [1, 2],
            padding: [1, 1],
            dilation: [1, 1],
            groups: 2,
        },
    )
}

pub fn all(device: &Device) {
    in_f64::all(device);
    in_f32::all(device);

    // A zero of the seed contributes exactly zero, whatever it is multiplied with.
    let [mut x, mut w, mut seed] =
        [&[2, 4, 5, 4][..], &[6, 2, 3, 2], &[2, 6, 5, 3]].map(|shape| sample::<f64>(shape, 3).to_vec());
    x[7] = f64::INFINITY;
    x[90] = f64::NAN;
    w[5] = f64::NEG_INFINITY;
    w[40] = f64::NAN;
    seed.iter_mut().step_by(3).for_each(|element| *element = 0.0);
    seed[..80].fill(0.0);
    let operands = [(x, &[2, 4, 5, 4][..]), (w, &[6, 2, 3, 2]), (seed, &[2, 6, 5, 3])]
        .map(|(elements, shape)| Tensor::from_vec(elements, shape));
    let bars = |operands: [Tensor<f64>; 3]| {
        let (_, pullback) = grouped::vjp(&operands[0], &operands[1]);
        let (x_bar, w_bar) = pullback(operands[2].clone());
        (x_bar, w_bar)
    };
    let there = operands
        .each_ref()
        .map(|operand| operand.to_device(device).expect("it can be moved"));
    let ((x_bar, w_bar), (x_bar_there, w_bar_there)) = (bars(operands), bars(there));
    for (here, there) in [(x_bar, x_bar_there), (w_bar, w_bar_there)] {
        let is_finite = |of: &Tensor<f64>| {
            of.to_vec()
                .iter()
                .map(|element| element.is_finite())
                .collect::<Vec<_>>()
        };
        assert_eq!(is_finite(&here), is_finite(&there));
        assert!(is_finite(&here).contains(&true) && is_finite(&here).contains(&false));
        crate::compared::close("a cotangent beside infinite numbers", &here, &there);
    }
}

/// What cuDNN reports while it computes is a panic with the operation.
pub fn failing(device: &Device) {
    let x: Tensor<f32> = sample(&[1, 2, 3, 3], 1).to_device(device).expect("it can be moved");
    let message = panic_of(|| x.conv2d(&x, Conv2d::default()));
    assert!(
        message.contains("conv2d on cuda:0") && message.contains("CUDNN_STATUS_INTERNAL_ERROR"),
        "{message}"
    );
}
