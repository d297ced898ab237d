//! What a sequence of labels costs, and its slopes.

use super::array::Array;
use super::driver::{Argument, threads};
use crate::tensor::TensorElement;
use cudarc::driver::CudaSlice;

const TEXT: &str = include_str!("paths.cu");

/// One of the two passes over all states at all times, of `x` that lies row by row.
fn pass<T: TensorElement>(name: &str, x: &Array<T>, states: &CudaSlice<i64>, count: usize) -> CudaSlice<T> {
    let (time, classes) = (x.shape()[0], x.shape()[1]);
    let mut memory = x.gpu.empty(time * count + 1);
    let mut arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(x.flat()),
        Argument::Indices(states),
    ];
    arguments.extend([time, classes, count].map(|size| Argument::Count(size as i64)));
    x.gpu.run(name, &[TEXT], (1, threads(count)), arguments);
    memory
}

/// The logarithm of the probability of a sequence, with the labels and blanks that are its states.
pub(crate) fn sequence_cost<T: TensorElement>(x: &Array<T>, states: &[usize]) -> Array<T> {
    let (x, places) = (x.contiguous(), x.gpu.indices(states.iter().copied()));
    let alpha = pass("forward", &x, &places, states.len());
    let count = x.shape()[0] * states.len();
    Array::standard(&x.gpu, alpha, &[count + 1]).sliced(0, count, 1)
}

/// The slopes of the cost.
pub(crate) fn sequence_slopes<T: TensorElement>(x: &Array<T>, states: &[usize], seed: T) -> Array<T> {
    let (x, places) = (x.contiguous(), x.gpu.indices(states.iter().copied()));
    let alpha = pass("forward", &x, &places, states.len());
    let beta = pass("backward", &x, &places, states.len());
    let (time, classes) = (x.shape()[0], x.shape()[1]);
    let mut memory = x.gpu.empty(time * classes);
    let mut arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(alpha.as_view()),
        Argument::Read(beta.as_view()),
        Argument::Indices(&places),
    ];
    arguments.extend([time, classes, states.len()].map(|size| Argument::Count(size as i64)));
    arguments.push(Argument::Number(seed));
    x.gpu.for_each("slopes", &[TEXT], time * classes, arguments);
    Array::standard(&x.gpu, memory, x.shape())
}
