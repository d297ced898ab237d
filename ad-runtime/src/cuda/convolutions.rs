//! Convolutions and both of their adjoints by cuDNN, where it is there and has them: N × C × H × W, row by row.
//!
//! ```text
//! Part::Results    y = conv(x, w)
//! Part::Images     x_bar of (y_bar, w)
//! Part::Weights    w_bar of (y_bar, x)
//! ```
//!
//! cuDNN multiplies as cuBLAS does: a zero of `y_bar` times an infinite number is NaN there. So what an adjoint has computed is
//! computed again by a kernel of `convolutions.cu` with strong zeros, which does nothing if all numbers are finite.

use super::array::Array;
use super::driver::Argument;
use super::products::infinite;
use super::windows::{TEXT as WINDOWS, Windows};
use crate::tensor::TensorElement;

/// The sizes of a convolution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Convolution {
    pub windows: Windows,
    pub images: usize,
    pub channels: usize,
    pub results: usize,
    pub groups: usize,
}

/// What is computed of the two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Of the images and the weights.
    Results,
    /// The cotangent of the images, of that of the results and the weights.
    Images,
    /// The cotangent of the weights, of that of the results and the images.
    Weights,
}

impl Convolution {
    pub(super) fn shape(&self, of: Part) -> [usize; 4] {
        let ([height, width], [rows, columns], [down, across]) =
            (self.windows.image(), self.windows.size(), self.windows.places());
        match of {
            Part::Results => [self.images, self.results, down, across],
            Part::Images => [self.images, self.channels, height, width],
            Part::Weights => [self.results, self.channels / self.groups, rows, columns],
        }
    }
}

/// A part of a convolution; none, if cuDNN is not there or does not compute it.
pub(crate) fn convolved<T: TensorElement>(
    part: Part,
    [left, right]: [&Array<T>; 2],
    convolution: &Convolution,
) -> Option<Array<T>> {
    let (gpu, shape) = (&left.gpu, convolution.shape(part));
    if !gpu.has_cudnn() {
        return None;
    }
    let (left, right) = (left.contiguous(), right.contiguous());
    let mut memory = gpu.empty(shape.iter().product());
    if !gpu.convolve(convolution, part, [&left.flat(), &right.flat()], &mut memory) {
        return None;
    }
    let mut all = Array::standard(gpu, memory, &shape);
    match part {
        Part::Results => {}
        Part::Images => strengthen("strong_images", &mut all, [&left, &right], convolution),
        Part::Weights => strengthen("strong_weights", &mut all, [&left, &right], convolution),
    }
    Some(all)
}

/// Makes zeros of the results' cotangent contribute exactly zero.
fn strengthen<T: TensorElement>(
    kernel: &str,
    bar: &mut Array<T>,
    [seed, other]: [&Array<T>; 2],
    convolution: &Convolution,
) {
    let (gpu, count, infinite) = (bar.gpu.clone(), bar.layout.count(), infinite(other));
    let (memory, _) = bar.whole();
    let mut arguments = vec![
        Argument::Write(memory),
        Argument::Read(seed.flat()),
        Argument::Read(other.flat()),
        Argument::Read(infinite.flat()),
        Argument::Windows(convolution.windows),
    ];
    let Convolution {
        images,
        channels,
        results,
        groups,
        ..
    } = *convolution;
    arguments.extend([images, channels, results, groups, count].map(|size| Argument::Count(size as i64)));
    gpu.for_each(kernel, &[WINDOWS, include_str!("convolutions.cu")], count, arguments);
}
