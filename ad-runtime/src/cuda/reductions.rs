//! Sums and largest elements, in one pass, or in two where few results are made of much: of chunks, and then of these.

use super::array::Array;
use super::driver::{Argument, threads};
use super::layout::{Layout, joined};
use crate::tensor::TensorElement;
use ndarray::Dimension;

/// What elements are combined to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Sum,
    Largest,
}

/// The helpers and the kernel.
pub(super) const TEXT: &str = include_str!("reduce.cu");

/// So many elements are left to one block.
const CHUNK: usize = 4096;

/// The elements of some axes combined; the others are left.
pub(crate) fn reduced<T: TensorElement>(x: &Array<T>, axes: &[usize], reduction: Reduction) -> Array<T> {
    let part = |keeps: bool, offset| {
        let of: Vec<usize> = (0..x.shape().len())
            .filter(|axis| axes.contains(axis) != keeps)
            .collect();
        Layout {
            offset,
            ..x.layout.permuted(&of)
        }
    };
    let (kept, within) = (part(true, x.layout.offset), part(false, 0));
    let (results, count) = (kept.count(), within.count());
    let chunks = if results < 1024 {
        count.div_ceil(CHUNK).clamp(1, 256)
    } else {
        1
    };
    let mut memory = x.gpu.empty(results * chunks);
    let (kept_rank, kept_shape, kept_places) = joined(&[&kept]);
    let (within_rank, within_shape, within_places) = joined(&[&within]);
    let sizes = [results, count, chunks, usize::from(reduction == Reduction::Largest)];
    let mut arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(x.memory.as_view()),
        Argument::Places(kept_places[0]),
        Argument::Shape(kept_shape),
        Argument::Count(kept_rank as i64),
        Argument::Places(within_places[0]),
        Argument::Shape(within_shape),
        Argument::Count(within_rank as i64),
    ];
    arguments.extend(sizes.map(|size| Argument::Count(size as i64)));
    let threads = threads(count.div_ceil(chunks));
    x.gpu.run("reduce", &[TEXT], (results * chunks, threads), arguments);
    if chunks == 1 {
        return Array::standard(&x.gpu, memory, kept.shape.slice());
    }
    let of_chunks = Array::standard(&x.gpu, memory, &[results, chunks]);
    reduced(&of_chunks, &[1], reduction).reshaped(kept.shape.slice())
}
