//! Where the elements of an array lie.

use ndarray::{Dimension, IxDyn};

/// The most axes that a kernel goes over, after those that lie one in another were joined.
pub(super) const AXES: usize = 8;

/// The lengths of axes, as kernels get them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Shape {
    lengths: [i64; AXES],
}

/// Where an operand of a kernel begins, and how far from one element to the next along each axis.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Places {
    offset: i64,
    strides: [i64; AXES],
}

impl Shape {
    /// # Panics
    /// If there are too many axes.
    pub fn of(lengths: &[usize]) -> Self {
        Shape {
            lengths: eight(lengths),
        }
    }
}

fn eight(of: &[usize]) -> [i64; AXES] {
    assert!(of.len() <= AXES, "a tensor on a device has too many axes: {of:?}");
    let mut all = [0; AXES];
    for (to, from) in all.iter_mut().zip(of) {
        *to = *from as i64;
    }
    all
}

/// A shape, a stride for each axis, and the first element.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub shape: IxDyn,
    pub strides: Vec<usize>,
    pub offset: usize,
}

impl Layout {
    /// Row by row.
    pub fn standard(shape: &[usize]) -> Self {
        let mut strides = vec![1; shape.len()];
        for axis in (1..shape.len()).rev() {
            strides[axis - 1] = strides[axis] * shape[axis];
        }
        Layout {
            shape: IxDyn(shape),
            strides,
            offset: 0,
        }
    }

    pub fn count(&self) -> usize {
        self.shape.size()
    }

    /// Whether the elements lie row by row, without gaps.
    pub fn is_standard(&self) -> bool {
        let mut expected = 1;
        let lengths = self.shape.slice().iter().zip(&self.strides).rev();
        self.count() == 0
            || lengths.into_iter().all(|(length, stride)| {
                let fits = *length == 1 || *stride == expected;
                expected *= length;
                fits
            })
    }

    /// Whether two indices can be one element.
    pub fn repeats(&self) -> bool {
        let axes = self.shape.slice().iter().zip(&self.strides);
        axes.into_iter().any(|(length, stride)| *length > 1 && *stride == 0)
    }

    pub fn permuted(&self, axes: &[usize]) -> Self {
        let shape: Vec<usize> = axes.iter().map(|axis| self.shape[*axis]).collect();
        Layout {
            shape: IxDyn(&shape),
            strides: axes.iter().map(|axis| self.strides[*axis]).collect(),
            offset: self.offset,
        }
    }

    /// With a new axis of length one.
    pub fn inserted(&self, axis: usize) -> Self {
        let mut shape = self.shape.slice().to_vec();
        shape.insert(axis, 1);
        let mut strides = self.strides.clone();
        strides.insert(axis, 0);
        Layout {
            shape: IxDyn(&shape),
            strides,
            offset: self.offset,
        }
    }

    /// Without an axis, at its first element.
    pub fn removed(&self, axis: usize) -> Self {
        let mut shape = self.shape.slice().to_vec();
        shape.remove(axis);
        let mut strides = self.strides.clone();
        strides.remove(axis);
        Layout {
            shape: IxDyn(&shape),
            strides,
            offset: self.offset,
        }
    }

    /// A part of an axis.
    pub fn sliced(&self, axis: usize, from: usize, length: usize) -> Self {
        let mut part = self.clone();
        part.offset += from * part.strides[axis];
        part.shape[axis] = length;
        part
    }

    /// Repeated to a shape, to which it is known to be broadcast.
    pub fn repeated(&self, shape: &[usize]) -> Self {
        let new = shape.len() - self.shape.ndim();
        let stride = |axis: usize| match axis.checked_sub(new) {
            Some(ours) if self.shape[ours] == shape[axis] => self.strides[ours],
            _ => 0,
        };
        Layout {
            shape: IxDyn(shape),
            strides: (0..shape.len()).map(stride).collect(),
            offset: self.offset,
        }
    }

    /// How far it is from one element to the next one, if that is the same for all.
    pub fn as_one(&self) -> Option<usize> {
        let (rank, _, places) = joined(&[self]);
        (rank < 2).then_some(places[0].strides[0] as usize)
    }

    pub fn places(&self, strides: &[usize]) -> Places {
        Places {
            offset: self.offset as i64,
            strides: eight(strides),
        }
    }
}

/// Layouts of one shape as a kernel goes over them: axes of length one are left out, and those that lie one in another in all of
/// them are one.
pub(super) fn joined(layouts: &[&Layout]) -> (usize, Shape, Vec<Places>) {
    let mut lengths: Vec<usize> = Vec::new();
    let mut strides: Vec<Vec<usize>> = vec![Vec::new(); layouts.len()];
    for (axis, length) in layouts[0].shape.slice().iter().enumerate() {
        if *length == 1 {
            continue;
        }
        let lies_inside = |(layout, strides): (&&Layout, &Vec<usize>)| {
            strides
                .last()
                .is_some_and(|outer| *outer == layout.strides[axis] * length)
        };
        let is_one = layouts.iter().zip(&strides).all(lies_inside);
        if is_one && let Some(last) = lengths.last_mut() {
            *last *= length;
            for strides in &mut strides {
                strides.pop();
            }
        } else {
            lengths.push(*length);
        }
        for (strides, layout) in strides.iter_mut().zip(layouts) {
            strides.push(layout.strides[axis]);
        }
    }
    let places = layouts
        .iter()
        .zip(&strides)
        .map(|(layout, strides)| layout.places(strides));
    (lengths.len(), Shape::of(&lengths), places.collect())
}
