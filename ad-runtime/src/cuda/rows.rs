//! Distributions over an axis, and what labels cost.

use super::array::Array;
use super::driver::{Argument, threads};
use super::layout::{Layout, joined};
use super::reductions::{Reduction, TEXT as REDUCE, reduced};
use crate::tensor::TensorElement;

const TEXT: &[&str] = &[REDUCE, include_str!("rows.cu")];

/// The softmax along an axis, or its logarithms.
pub(crate) fn distribution<T: TensorElement>(x: &Array<T>, axis: usize, logarithms: bool) -> Array<T> {
    let to = Layout::standard(x.shape());
    let mut memory = x.gpu.empty(to.count());
    let (y_lanes, x_lanes) = (to.removed(axis), x.layout.removed(axis));
    let (rank, lanes, places) = joined(&[&y_lanes, &x_lanes]);
    let (count, length) = (x_lanes.count(), x.shape()[axis]);
    let sizes = [
        rank,
        count,
        length,
        to.strides[axis],
        x.layout.strides[axis],
        usize::from(logarithms),
    ];
    let mut arguments = vec![
        Argument::Write(&mut memory),
        Argument::Places(places[0]),
        Argument::Read(x.memory.as_view()),
        Argument::Places(places[1]),
        Argument::Shape(lanes),
    ];
    arguments.extend(sizes.map(|size| Argument::Count(size as i64)));
    x.gpu.run("distribution", TEXT, (count, threads(length)), arguments);
    Array::standard(&x.gpu, memory, x.shape())
}

/// The sum of what the labels of rows of logits cost.
pub(crate) fn label_costs<T: TensorElement>(logits: &Array<T>, labels: &[usize]) -> Array<T> {
    let (rows, length) = (labels.len(), logits.shape()[1]);
    let (mut memory, indices) = (logits.gpu.empty(rows), logits.gpu.indices(labels.iter().copied()));
    let layout = &logits.layout;
    let mut arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(logits.memory.as_view()),
        Argument::Indices(&indices),
    ];
    let sizes = [layout.offset, rows, layout.strides[0], length, layout.strides[1]];
    arguments.extend(sizes.map(|size| Argument::Count(size as i64)));
    logits.gpu.run("costs", TEXT, (rows, threads(length)), arguments);
    reduced(&Array::standard(&logits.gpu, memory, &[rows]), &[0], Reduction::Sum)
}

/// The softmax of the rows, less one at their labels, times a share.
pub(crate) fn label_slopes<T: TensorElement>(logits: &Array<T>, labels: &[usize], share: T) -> Array<T> {
    let shares = distribution(logits, 1, false);
    let (count, indices) = (shares.layout.count(), logits.gpu.indices(labels.iter().copied()));
    let mut memory = logits.gpu.empty(count);
    let arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(shares.flat()),
        Argument::Indices(&indices),
        Argument::Count(count as i64),
        Argument::Count(logits.shape()[1] as i64),
        Argument::Number(share),
    ];
    logits.gpu.for_each("cost_slopes", TEXT, count, arguments);
    Array::standard(&logits.gpu, memory, logits.shape())
}

/// The indices of the largest elements along an axis.
pub(crate) fn first_of_most<T: TensorElement>(x: &Array<T>, axis: usize) -> Vec<usize> {
    let rest = x.layout.removed(axis);
    let (rank, lanes, places) = joined(&[&rest]);
    let count = rest.count();
    let mut best = x.gpu.indices(std::iter::repeat_n(0, count));
    let mut arguments = vec![
        Argument::WriteIndices(&mut best),
        Argument::Read(x.memory.as_view()),
        Argument::Places(places[0]),
        Argument::Shape(lanes),
    ];
    let sizes = [rank, count, x.shape()[axis], x.layout.strides[axis]];
    arguments.extend(sizes.map(|size| Argument::Count(size as i64)));
    x.gpu.for_each("first_of_most", TEXT, count, arguments);
    let best = x.gpu.expected("argmax_axis", x.gpu.fetched(&best.slice(..count)));
    best.into_iter().map(|index| index as usize).collect()
}
