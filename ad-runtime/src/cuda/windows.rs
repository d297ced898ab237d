//! Windows over images: the patches under them, and what is pooled in them.

use super::array::Array;
use super::driver::Argument;
use crate::tensor::TensorElement;

/// How windows go over images: each field is of rows and of columns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Windows {
    image: [i64; 2],
    places: [i64; 2],
    size: [i64; 2],
    stride: [i64; 2],
    padding: [i64; 2],
    dilation: [i64; 2],
}

pub(super) const TEXT: &str = include_str!("windows.cu");

impl Windows {
    pub fn new(
        image: [usize; 2],
        places: [usize; 2],
        size: [usize; 2],
        [stride, padding, dilation]: [[usize; 2]; 3],
    ) -> Self {
        let signed = |of: [usize; 2]| of.map(|k| k as i64);
        Windows {
            image: signed(image),
            places: signed(places),
            size: signed(size),
            stride: signed(stride),
            padding: signed(padding),
            dilation: signed(dilation),
        }
    }

    pub(super) fn image(&self) -> [usize; 2] {
        self.image.map(|k| k as usize)
    }

    pub(super) fn places(&self) -> [usize; 2] {
        self.places.map(|k| k as usize)
    }

    pub(super) fn size(&self) -> [usize; 2] {
        self.size.map(|k| k as usize)
    }

    /// How windows go on, as cuDNN takes it: padding, stride, and dilation.
    pub(super) fn steps(&self) -> Option<[[i32; 2]; 3]> {
        let narrow = |[down, across]: [i64; 2]| Some([down.try_into().ok()?, across.try_into().ok()?]);
        Some([narrow(self.padding)?, narrow(self.stride)?, narrow(self.dilation)?])
    }
}

/// The patches of images, a row each.
pub(crate) fn unfolded<T: TensorElement>(x: &Array<T>, windows: Windows) -> Array<T> {
    let (images, channels) = (x.shape()[0], x.shape()[1]);
    let rows = images * windows.places().iter().product::<usize>();
    let columns = channels * windows.size().iter().product::<usize>();
    let (count, mut memory) = (rows * columns, x.gpu.empty(rows * columns));
    let arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(x.memory.as_view()),
        Argument::Places(x.layout.places(&x.layout.strides)),
        Argument::Windows(windows),
        Argument::Count(channels as i64),
        Argument::Count(count as i64),
    ];
    x.gpu.for_each("unfold", &[TEXT], count, arguments);
    Array::standard(&x.gpu, memory, &[rows, columns])
}

/// Images whose pixels are the sums of what patches have there.
pub(crate) fn folded<T: TensorElement>(
    patches: &Array<T>,
    images: usize,
    channels: usize,
    windows: Windows,
) -> Array<T> {
    let (patches, [height, width]) = (patches.contiguous(), windows.image());
    let shape = [images, height, width, channels];
    let count = shape.iter().product::<usize>();
    let mut memory = patches.gpu.empty(count);
    let arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(patches.flat()),
        Argument::Windows(windows),
        Argument::Count(channels as i64),
        Argument::Count(count as i64),
    ];
    patches.gpu.for_each("fold", &[TEXT], count, arguments);
    Array::standard(&patches.gpu, memory, &shape).permuted(&[0, 3, 1, 2])
}

/// The largest element or the sum of each window.
pub(crate) fn pooled<T: TensorElement>(x: &Array<T>, windows: Windows, largest: bool) -> Array<T> {
    let (x, [down, across]) = (x.contiguous(), windows.places());
    let shape = [x.shape()[0], x.shape()[1], down, across];
    let count = shape.iter().product::<usize>();
    let mut memory = x.gpu.empty(count);
    let arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(x.flat()),
        Argument::Windows(windows),
        Argument::Count(count as i64),
        Argument::Count(largest.into()),
    ];
    x.gpu.for_each("pool", &[TEXT], count, arguments);
    Array::standard(&x.gpu, memory, &shape)
}

/// What flows back to the pixels: `share` of the cotangents of all windows over one, or, without a share, its part of those of the
/// windows in which it is the largest.
pub(crate) fn spread<T: TensorElement>([x, y, seed]: [&Array<T>; 3], windows: Windows, share: Option<T>) -> Array<T> {
    let (x, y, seed) = (x.contiguous(), y.contiguous(), seed.contiguous());
    let count = x.layout.count();
    let mut memory = x.gpu.empty(count);
    let arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(x.flat()),
        Argument::Read(y.flat()),
        Argument::Read(seed.flat()),
        Argument::Windows(windows),
        Argument::Count(count as i64),
        Argument::Count(share.is_none().into()),
        Argument::Number(share.unwrap_or(T::ZERO)),
    ];
    x.gpu.for_each("spread", &[TEXT], count, arguments);
    Array::standard(&x.gpu, memory, x.shape())
}

/// How the largest elements of the windows move.
pub(crate) fn largest_dot<T: TensorElement>([x, y, x_dot]: [&Array<T>; 3], windows: Windows) -> Array<T> {
    let (x, y, x_dot) = (x.contiguous(), y.contiguous(), x_dot.contiguous());
    let count = y.layout.count();
    let mut memory = x.gpu.empty(count);
    let arguments = vec![
        Argument::Write(&mut memory),
        Argument::Read(x.flat()),
        Argument::Read(y.flat()),
        Argument::Read(x_dot.flat()),
        Argument::Windows(windows),
        Argument::Count(count as i64),
    ];
    x.gpu.for_each("largest_dot", &[TEXT], count, arguments);
    Array::standard(&x.gpu, memory, y.shape())
}
