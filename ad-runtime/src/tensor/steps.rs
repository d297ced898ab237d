//! The steps of optimizers over tensors that are on a device: all numbers of one at once, beside what is remembered of each.
//!
//! Input:  a tensor, its slopes, their means
//! Output: the tensor and the means after a step, a kernel for each

use super::kernel::kernel;
use super::operators::{in_place_of, zipped};
use super::storage::{Tensor, TensorElement};

/// What errors name.
const STEP: &str = "an optimizer's step";

/// `keep · m + share · s`: what is remembered of slopes.
pub(crate) fn averaged<T: TensorElement>(mean: Tensor<T>, slope: &Tensor<T>, keep: f64, share: f64) -> Tensor<T> {
    let (keep, share) = (T::nearest(keep), T::nearest(share));
    in_place_of(STEP, mean, slope, kernel!([keep, share] | m, s | keep * m + share * s))
}

/// The same of their squares.
pub(crate) fn averaged_square<T: TensorElement>(mean: Tensor<T>, slope: &Tensor<T>, keep: f64) -> Tensor<T> {
    let (keep, share) = (T::nearest(keep), T::nearest(1.0 - keep));
    in_place_of(
        STEP,
        mean,
        slope,
        kernel!([keep, share] | m, s | keep * m + share * s * s),
    )
}

/// `(m / bias) / (√(q / bias_square) + eps)`
pub(crate) fn normalized<T: TensorElement>(
    slope: &Tensor<T>,
    square: &Tensor<T>,
    [bias, bias_square, eps]: [f64; 3],
) -> Tensor<T> {
    let [bias, bias_square, eps] = [bias, bias_square, eps].map(T::nearest);
    let f = kernel!(
        [bias, bias_square, eps] | m,
        q | (m / bias) / ((q / bias_square).sqrt() + eps)
    );
    zipped(slope, square, f)
}

/// `keep · x − rate · d`: a step along a direction.
pub(crate) fn moved<T: TensorElement>(x: Tensor<T>, direction: &Tensor<T>, keep: f64, rate: f64) -> Tensor<T> {
    let (keep, rate) = (T::nearest(keep), T::nearest(rate));
    in_place_of(STEP, x, direction, kernel!([keep, rate] | x, d | keep * x - rate * d))
}
