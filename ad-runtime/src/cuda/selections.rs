//! What stands at some indices of an axis, and what is added there.

use super::array::Array;
use super::driver::Argument;
use crate::tensor::TensorElement;

const TEXT: &str = include_str!("selections.cu");

/// The elements at these indices of an axis. They are there.
pub(crate) fn selected<T: TensorElement>(x: &Array<T>, axis: usize, indices: &[usize]) -> Array<T> {
    let mut shape = x.shape().to_vec();
    let (length, inner) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
    shape[axis] = indices.len();
    let count = shape.iter().product::<usize>();
    let (whole, which) = (x.contiguous(), x.gpu.indices(indices.iter().copied()));
    let mut memory = x.gpu.empty(count);
    let mut arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(whole.flat()),
        Argument::Indices(&which),
    ];
    arguments.extend([count, indices.len(), length, inner].map(|size| Argument::Count(size as i64)));
    x.gpu.for_each("select", &[TEXT], count, arguments);
    Array::standard(&x.gpu, memory, &shape)
}

/// Adds to what stands at some indices of an axis, one after the other where an index comes more than once.
pub(crate) fn scattered<T: TensorElement>(
    mut bar: Array<T>,
    seed: &Array<T>,
    axis: usize,
    indices: &[usize],
) -> Array<T> {
    let (length, inner) = (bar.shape()[axis], bar.shape()[axis + 1..].iter().product::<usize>());
    let mut order: Vec<usize> = (0..indices.len()).collect();
    order.sort_by_key(|k| indices[*k]);
    let starts: Vec<usize> = (0..order.len())
        .filter(|k| *k == 0 || indices[order[*k]] != indices[order[*k - 1]])
        .collect();
    let outer = bar.shape()[..axis].iter().product::<usize>();
    let count = outer * starts.len() * inner;
    let seed = seed.contiguous();
    let gpu = bar.gpu.clone();
    let places = gpu.indices(starts.iter().map(|k| indices[order[*k]]));
    let ends = gpu.indices(starts.iter().copied().chain([order.len()]));
    let order = gpu.indices(order);
    if !bar.layout.is_standard() {
        bar = bar.contiguous();
    }
    let (memory, offset) = bar.whole();
    let sizes = [offset, count, starts.len(), indices.len(), length, inner];
    let mut arguments = vec![
        Argument::Write(memory),
        Argument::Read(seed.flat()),
        Argument::Indices(&places),
        Argument::Indices(&ends),
        Argument::Indices(&order),
    ];
    arguments.extend(sizes.map(|size| Argument::Count(size as i64)));
    gpu.for_each("scatter", &[TEXT], count, arguments);
    bar
}
