//! Elements on a device.

use super::driver::Gpu;
use super::elementwise::{computed, written};
use super::layout::Layout;
use crate::tensor::{
    DeviceError, TensorElement,
    kernel::{Code, code},
};
use cudarc::driver::{CudaSlice, CudaView};
use ndarray::Dimension;
use std::sync::Arc;

/// An array on a device. Clones and views share the elements.
#[derive(Clone, Debug)]
pub(crate) struct Array<T> {
    pub(super) gpu: Arc<Gpu>,
    pub(super) memory: Arc<CudaSlice<T>>,
    pub(super) layout: Layout,
}

impl<T: TensorElement> Array<T> {
    /// Elements, row by row.
    pub fn copied(gpu: &Arc<Gpu>, elements: &[T], shape: &[usize]) -> Result<Self, DeviceError> {
        Ok(Self::standard(gpu, gpu.try_copied(elements)?, shape))
    }

    /// The elements, row by row, as a list.
    pub fn fetched(&self) -> Result<Vec<T>, DeviceError> {
        let whole = self.contiguous();
        whole.gpu.fetched(&whole.flat().slice(..whole.layout.count()))
    }

    /// The same number everywhere.
    pub fn full(gpu: &Arc<Gpu>, shape: &[usize], value: T) -> Self {
        computed(gpu, shape, &[], code!([value] | | value))
    }

    /// What is in memory, row by row.
    pub(super) fn standard(gpu: &Arc<Gpu>, memory: CudaSlice<T>, shape: &[usize]) -> Self {
        Array {
            gpu: gpu.clone(),
            memory: Arc::new(memory),
            layout: Layout::standard(shape),
        }
    }

    /// The memory from the first element on, of an array that lies row by row. Where there is none, a part may begin beyond all memory.
    pub(super) fn flat(&self) -> CudaView<'_, T> {
        let is_empty = self.layout.count() == 0;
        self.memory.slice(if is_empty { 0 } else { self.layout.offset }..)
    }

    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    pub fn shape(&self) -> &[usize] {
        self.layout.shape.slice()
    }

    fn with(&self, layout: Layout) -> Self {
        Array {
            gpu: self.gpu.clone(),
            memory: self.memory.clone(),
            layout,
        }
    }

    /// Row by row, without gaps: copied, if it is not so.
    pub fn contiguous(&self) -> Self {
        if self.layout.is_standard() {
            return self.clone();
        }
        computed(&self.gpu, self.shape(), &[self], code!([] | x | x))
    }

    pub fn permuted(&self, axes: &[usize]) -> Self {
        self.with(self.layout.permuted(axes))
    }

    pub fn reshaped(&self, shape: &[usize]) -> Self {
        let whole = self.contiguous();
        let offset = whole.layout.offset;
        whole.with(Layout {
            offset,
            ..Layout::standard(shape)
        })
    }

    pub fn inserted(&self, axis: usize) -> Self {
        self.with(self.layout.inserted(axis))
    }

    pub fn removed(&self, axis: usize) -> Self {
        self.with(self.layout.removed(axis))
    }

    pub fn sliced(&self, axis: usize, from: usize, length: usize) -> Self {
        self.with(self.layout.sliced(axis, from, length))
    }

    pub fn repeated(&self, shape: &[usize]) -> Self {
        self.with(self.layout.repeated(shape))
    }

    /// One after the other along an axis. They fit.
    pub fn joined(parts: &[Self], axis: usize) -> Self {
        let mut shape = parts[0].shape().to_vec();
        shape[axis] = parts.iter().map(|part| part.shape()[axis]).sum();
        let gpu = &parts[0].gpu;
        let count = shape.iter().product();
        let (mut memory, layout, mut from) = (gpu.empty(count), Layout::standard(&shape), 0);
        for part in parts {
            let length = part.shape()[axis];
            let to = layout.sliced(axis, from, length);
            written(gpu, &mut memory, &to, &[part], code!([] | x | x));
            from += length;
        }
        Self::standard(gpu, memory, &shape)
    }

    /// Writes what is computed of operands, and of what is there if they are one less than the code has.
    pub fn write(&mut self, operands: &[&Self], code: Code<'_>) {
        self.own();
        let memory = Arc::get_mut(&mut self.memory).expect("nothing shares it");
        written(&self.gpu, memory, &self.layout, operands, code);
    }

    /// The memory, and where the first element is in it, of an array that lies row by row.
    pub(super) fn whole(&mut self) -> (&mut CudaSlice<T>, usize) {
        self.own();
        let memory = Arc::get_mut(&mut self.memory).expect("nothing shares it");
        (memory, self.layout.offset)
    }

    /// Copies the elements if something else shares them, or two of them are one.
    fn own(&mut self) {
        if self.layout.repeats() || Arc::get_mut(&mut self.memory).is_none() {
            *self = computed(&self.gpu, self.shape(), &[self], code!([] | x | x));
        }
    }

    /// Adds to a part.
    pub fn add_to_part(&mut self, axis: usize, from: usize, part: &Self) {
        self.own();
        let memory = Arc::get_mut(&mut self.memory).expect("nothing shares it");
        let to = self.layout.sliced(axis, from, part.shape()[axis]);
        written(&self.gpu, memory, &to, &[part], code!([] | x, y | x + y));
    }
}
