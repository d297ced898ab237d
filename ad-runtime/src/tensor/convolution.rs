//! Convolutions of images, N × C × H × W, as products with the patches under the window.
//!
//! The patches are laid out a row each, pixel by pixel, the channels of a pixel side by side. So one product gives all results of
//! a batch, pixel by pixel too: the tensor is a view of them with its channels first, and what comes next takes them as they are.

use super::differentiable::add;
#[cfg(feature = "rayon")]
use super::passes::ENOUGH;
use super::products::{plain_product, strong};
use super::storage::{Tensor, TensorElement};
#[cfg(feature = "cuda")]
use super::{
    products::multiplied,
    storage::{common_device, on_device},
};
#[cfg(feature = "cuda")]
use crate::cuda::Part;
use ndarray::{Array2, Array4, ArrayView2, ArrayViewD, Axis, CowArray, Ix4};
#[cfg(feature = "rayon")]
use rayon::{
    iter::{IndexedParallelIterator, ParallelIterator},
    slice::{ParallelSlice, ParallelSliceMut},
};

/// How a window goes over an image.
///
/// ```
/// use ad_runtime::tensor::{Conv2d, Tensor};
///
/// let (image, weights) = (Tensor::<f32>::ones(&[1, 1, 3, 3]), Tensor::ones(&[1, 1, 3, 3]));
/// let y = image.conv2d(&weights, Conv2d { padding: [1, 1], ..Conv2d::default() });
/// assert_eq!(y.to_vec(), [4.0, 6.0, 4.0, 6.0, 9.0, 6.0, 4.0, 6.0, 4.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conv2d {
    /// How far from one place to the next, down and across.
    pub stride: [usize; 2],
    /// How many zeros stand around the image.
    pub padding: [usize; 2],
    /// How far the weights are apart.
    pub dilation: [usize; 2],
    /// In how many groups the channels are, each of which has results of its own.
    pub groups: usize,
}

impl Default for Conv2d {
    fn default() -> Self {
        Conv2d {
            stride: [1, 1],
            padding: [0, 0],
            dilation: [1, 1],
            groups: 1,
        }
    }
}

crate::inactive::rigid!(Conv2d);

impl<T: TensorElement> Tensor<T> {
    /// The images convolved with weights of the shape (results, channels / groups, height, width).
    ///
    /// # Panics
    /// If the shapes do not fit.
    pub fn conv2d(&self, weights: &Tensor<T>, conv: Conv2d) -> Self {
        let window = Window::of(self, weights, conv);
        #[cfg(feature = "cuda")]
        if common_device("conv2d", &[self.place(), weights.place()]).is_some() {
            return window.convolved(self, weights);
        }
        let (view, weights) = (self.view(), weights.view());
        let image = channels_last(&view);
        let mut y = Array2::zeros((window.rows(), window.results));
        for group in 0..conv.groups {
            let (patches, results) = (window.patches(&image, group), window.results_of(group));
            let weights = window.matrix(&weights, group);
            let y = y.slice_axis_mut(Axis(1), results.into());
            plain_product(y, patches.view(), weights.view());
        }
        window.result(y)
    }
}

/// The image with its channels last, in standard layout.
pub(super) fn channels_last<'v, T: TensorElement>(view: &'v ArrayViewD<'_, T>) -> CowArray<'v, T, Ix4> {
    let image = view
        .view()
        .permuted_axes(&[0, 2, 3, 1][..])
        .into_dimensionality::<Ix4>();
    let image = image.expect("images have four axes");
    if image.is_standard_layout() {
        CowArray::from(image)
    } else {
        CowArray::from(image.as_standard_layout().into_owned())
    }
}

/// Back again, in the same memory.
pub(super) fn channels_first<T: TensorElement>(image: Array4<T>) -> Tensor<T> {
    Tensor::from(image.permuted_axes([0, 3, 1, 2]))
}

/// The sizes of a convolution.
#[derive(Clone, Copy)]
struct Window {
    conv: Conv2d,
    count: usize,
    channels: usize,
    image: [usize; 2],
    results: usize,
    size: [usize; 2],
    places: [usize; 2],
}

impl Window {
    /// # Panics
    /// If the shapes do not fit.
    fn of<T: TensorElement>(x: &Tensor<T>, weights: &Tensor<T>, conv: Conv2d) -> Self {
        let refuse = || -> ! {
            panic!(
                "conv2d: weights of the shape {:?} do not fit a tensor of the shape {:?}, with {conv:?}",
                weights.shape(),
                x.shape()
            )
        };
        let (&[count, channels, height, width], &[results, of_group, rows, columns]) = (x.shape(), weights.shape())
        else {
            refuse()
        };
        let positive = conv
            .stride
            .iter()
            .chain(&conv.dilation)
            .chain([&conv.groups, &rows, &columns])
            .all(|k| *k > 0);
        if !positive || of_group * conv.groups != channels || results % conv.groups != 0 {
            refuse()
        }
        let (image, size) = ([height, width], [rows, columns]);
        let places = [0, 1].map(|k| {
            let (room, reach) = (image[k] + 2 * conv.padding[k], (size[k] - 1) * conv.dilation[k] + 1);
            if room < reach {
                refuse()
            }
            (room - reach) / conv.stride[k] + 1
        });
        Window {
            conv,
            count,
            channels,
            image,
            results,
            size,
            places,
        }
    }

    /// How many places there are in all images.
    fn rows(&self) -> usize {
        self.count * self.places[0] * self.places[1]
    }

    /// The channels of a group.
    fn of_group(&self) -> usize {
        self.channels / self.conv.groups
    }

    /// The results of a group.
    fn results_of(&self, group: usize) -> std::ops::Range<usize> {
        let each = self.results / self.conv.groups;
        group * each..(group + 1) * each
    }

    /// Calls `f` with the place of numbers of an image that are under the window, with their place in its patches, and how many they
    /// are: the channels of a pixel, or of a row of pixels.
    fn each_run(&self, group: usize, mut f: impl FnMut(usize, usize, usize)) {
        let (of_group, [height, width]) = (self.of_group(), self.image);
        let side_by_side = self.conv.dilation[1] == 1 && self.conv.groups == 1;
        let mut to = 0;
        for row in 0..self.places[0] {
            for column in 0..self.places[1] {
                for i in 0..self.size[0] {
                    let y = (row * self.conv.stride[0] + i * self.conv.dilation[0]).wrapping_sub(self.conv.padding[0]);
                    let pixel = |x: usize| (y * width + x) * self.channels + group * of_group;
                    let from = column * self.conv.stride[1];
                    if y < height && side_by_side {
                        let [first, last] =
                            [from, from + self.size[1]].map(|x| x.saturating_sub(self.conv.padding[1]).min(width));
                        let before = (first + self.conv.padding[1] - from) * of_group;
                        if first < last {
                            f(pixel(first), to + before, (last - first) * of_group);
                        }
                    } else if y < height {
                        for j in 0..self.size[1] {
                            let x = (from + j * self.conv.dilation[1]).wrapping_sub(self.conv.padding[1]);
                            if x < width {
                                f(pixel(x), to + j * of_group, of_group);
                            }
                        }
                    }
                    to += self.size[1] * of_group;
                }
            }
        }
    }

    /// How many numbers there are in an image, and in its patches of a group. Where there are none, nothing is cut.
    fn of_each_image(&self) -> [usize; 2] {
        let (pixels, places) = (self.image[0] * self.image[1], self.places[0] * self.places[1]);
        let under_window = self.size[0] * self.size[1] * self.of_group();
        [pixels * self.channels, places * under_window].map(|count| count.max(1))
    }

    /// The patches of a group, a row each.
    fn patches<T: TensorElement>(&self, image: &CowArray<'_, T, Ix4>, group: usize) -> Array2<T> {
        let mut patches = Array2::zeros((self.rows(), self.size[0] * self.size[1] * self.of_group()));
        let (from, to) = (elements(image), patches.as_slice_mut().expect("it was just made"));
        self.image_by_image(to, from, |to, from| {
            self.each_run(group, |pixel, place, count| {
                to[place..place + count].copy_from_slice(&from[pixel..pixel + count]);
            });
        });
        patches
    }

    /// Does something to the patches of each image, on threads of their own if they are many.
    fn image_by_image<T: TensorElement>(&self, patches: &mut [T], images: &[T], f: impl Fn(&mut [T], &[T]) + Sync) {
        let [of_image, of_patches] = self.of_each_image();
        #[cfg(feature = "rayon")]
        if patches.len() >= ENOUGH {
            let patches = patches.par_chunks_exact_mut(of_patches);
            return patches
                .zip(images.par_chunks_exact(of_image))
                .for_each(|(to, from)| f(to, from));
        }
        let patches = patches.chunks_exact_mut(of_patches);
        patches
            .zip(images.chunks_exact(of_image))
            .for_each(|(to, from)| f(to, from));
    }

    /// Adds the cotangents of patches to those of the pixels.
    fn add_patches<T: TensorElement>(&self, image_bar: &mut Array4<T>, patches_bar: &Array2<T>, group: usize) {
        let to = image_bar.as_slice_mut().expect("it is in standard layout");
        let from = patches_bar.as_slice().expect("it is in standard layout");
        let [of_image, of_patches] = self.of_each_image();
        let images = to.chunks_exact_mut(of_image).zip(from.chunks_exact(of_patches));
        images.for_each(|(to, from)| {
            self.each_run(group, |pixel, place, count| {
                let bars = to[pixel..pixel + count].iter_mut().zip(&from[place..place + count]);
                bars.for_each(|(to, from)| *to += *from);
            });
        });
    }

    /// The weights of a group as a matrix: a column for each result.
    fn matrix<T: TensorElement>(&self, weights: &ArrayViewD<'_, T>, group: usize) -> Array2<T> {
        let part = weights.slice_axis(Axis(0), self.results_of(group).into());
        let rows = part.permuted_axes(&[0, 2, 3, 1][..]);
        let columns = self.size[0] * self.size[1] * self.of_group();
        let rows = rows.to_shape((self.results / self.conv.groups, columns));
        rows.expect("all weights of a result are in a row")
            .into_owned()
            .reversed_axes()
    }

    /// The cotangent of the weights from those of the matrices.
    fn weights<T: TensorElement>(&self, matrices: &[Array2<T>]) -> Tensor<T> {
        let rows: Vec<ArrayView2<'_, T>> = matrices.iter().map(|matrix| matrix.t()).collect();
        let rows = ndarray::concatenate(Axis(0), &rows).expect("the groups have as many weights each");
        let shape = [self.results, self.size[0], self.size[1], self.of_group()];
        let weights = rows.as_standard_layout().into_owned().into_shape_with_order(shape);
        Tensor::from(weights.expect("there are as many").permuted_axes([0, 3, 1, 2]))
    }

    /// The results, with the channels first.
    fn result<T: TensorElement>(&self, y: Array2<T>) -> Tensor<T> {
        let shape = (self.count, self.places[0], self.places[1], self.results);
        channels_first(y.into_shape_with_order(shape).expect("there are as many"))
    }
}

/// The same on a device, where the patches are a kernel, and all else are operations of tensors.
#[cfg(feature = "cuda")]
impl Window {
    fn windows(&self) -> crate::cuda::Windows {
        let conv = self.conv;
        crate::cuda::Windows::new(
            self.image,
            self.places,
            self.size,
            [conv.stride, conv.padding, conv.dilation],
        )
    }

    /// A part by cuDNN, where it is there and has it; else it is made of products.
    fn by_cudnn<T: TensorElement>(&self, part: Part, left: &Tensor<T>, right: &Tensor<T>) -> Option<Tensor<T>> {
        let gpu = common_device("conv2d", &[left.place(), right.place()])?;
        let convolution = crate::cuda::Convolution {
            windows: self.windows(),
            images: self.count,
            channels: self.channels,
            results: self.results,
            groups: self.conv.groups,
        };
        crate::cuda::convolved(part, [&left.on(&gpu), &right.on(&gpu)], &convolution).map(Tensor::from)
    }

    fn patches_of<T: TensorElement>(&self, x: &Tensor<T>, group: usize) -> Tensor<T> {
        let of_group = self.of_group();
        let image = x.slice_axis(1, group * of_group..(group + 1) * of_group);
        on_device!("conv2d", [x = image] => crate::cuda::unfolded(x, self.windows()));
        unreachable!("it is on a device")
    }

    fn images_of<T: TensorElement>(&self, patches: &Tensor<T>) -> Tensor<T> {
        on_device!("conv2d", [patches = patches] => crate::cuda::folded(patches, self.count, self.of_group(), self.windows()));
        unreachable!("it is on a device")
    }

    /// The weights of a group as a matrix: a row for each result.
    fn rows_of<T: TensorElement>(&self, weights: &Tensor<T>, group: usize) -> Tensor<T> {
        let results = self.results_of(group);
        let columns = self.size[0] * self.size[1] * self.of_group();
        let part = weights.slice_axis(0, results.clone()).permute(&[0, 2, 3, 1]);
        part.reshape(&[results.len(), columns])
    }

    fn convolved<T: TensorElement>(&self, x: &Tensor<T>, weights: &Tensor<T>) -> Tensor<T> {
        if let Some(y) = self.by_cudnn(Part::Results, x, weights) {
            return y;
        }
        let of_group = |group| {
            let weights = self.rows_of(weights, group).transpose();
            self.patches_of(x, group).matmul(&weights)
        };
        let parts: Vec<Tensor<T>> = (0..self.conv.groups).map(of_group).collect();
        let shape = [self.count, self.places[0], self.places[1], self.results];
        Tensor::concat(&parts, 1).reshape(&shape).permute(&[0, 3, 1, 2])
    }

    /// The cotangent of the results, a row for each place.
    fn rows_of_seed<T: TensorElement>(&self, seed: &Tensor<T>) -> Tensor<T> {
        seed.permute(&[0, 2, 3, 1]).reshape(&[self.rows(), self.results])
    }

    fn spread<T: TensorElement>(&self, seed: &Tensor<T>, weights: &Tensor<T>) -> Tensor<T> {
        if let Some(bar) = self.by_cudnn(Part::Images, seed, weights) {
            return bar;
        }
        let seed = self.rows_of_seed(seed);
        let of_group = |group| {
            let seed = seed.slice_axis(1, self.results_of(group));
            self.images_of(&multiplied(&seed, &self.rows_of(weights, group), true))
        };
        let parts: Vec<Tensor<T>> = (0..self.conv.groups).map(of_group).collect();
        Tensor::concat(&parts, 1)
    }

    fn gathered<T: TensorElement>(&self, seed: &Tensor<T>, x: &Tensor<T>) -> Tensor<T> {
        if let Some(bar) = self.by_cudnn(Part::Weights, seed, x) {
            return bar;
        }
        let seed = self.rows_of_seed(seed);
        let of_group = |group| {
            let seed = seed.slice_axis(1, self.results_of(group));
            multiplied(&seed.transpose(), &self.patches_of(x, group), true)
        };
        let parts: Vec<Tensor<T>> = (0..self.conv.groups).map(of_group).collect();
        let shape = [self.results, self.size[0], self.size[1], self.of_group()];
        Tensor::concat(&parts, 0).reshape(&shape).permute(&[0, 3, 1, 2])
    }
}

fn elements<'v, T>(image: &'v CowArray<'_, T, Ix4>) -> &'v [T] {
    image.as_slice().expect("it is in standard layout")
}

/// The cotangent of the images, by products that have exact zeros where the cotangent has.
fn into_images<T: TensorElement>(seed: &Tensor<T>, x: &Tensor<T>, weights: &Tensor<T>, conv: Conv2d) -> Tensor<T> {
    let window = Window::of(x, weights, conv);
    #[cfg(feature = "cuda")]
    if common_device("conv2d", &[seed.place(), weights.place()]).is_some() {
        return window.spread(seed, weights);
    }
    let (seed, weights) = (seed.view(), weights.view());
    let seed = channels_last(&seed);
    let seed = seed
        .to_shape((window.rows(), window.results))
        .expect("there are as many");
    let mut bar = Array4::zeros((window.count, window.image[0], window.image[1], window.channels));
    for group in 0..conv.groups {
        let matrix = window.matrix(&weights, group);
        let seed = seed.slice_axis(Axis(1), window.results_of(group).into());
        window.add_patches(&mut bar, &strong(seed, matrix.t()), group);
    }
    channels_first(bar)
}

/// The cotangent of the weights.
fn into_weights<T: TensorElement>(seed: &Tensor<T>, x: &Tensor<T>, weights: &Tensor<T>, conv: Conv2d) -> Tensor<T> {
    let window = Window::of(x, weights, conv);
    #[cfg(feature = "cuda")]
    if common_device("conv2d", &[seed.place(), x.place()]).is_some() {
        return window.gathered(seed, x);
    }
    let (seed, view) = (seed.view(), x.view());
    let (seed, image) = (channels_last(&seed), channels_last(&view));
    let seed = seed
        .to_shape((window.rows(), window.results))
        .expect("there are as many");
    let of_group = |group| {
        let patches = window.patches(&image, group);
        let seed = seed.slice_axis(Axis(1), window.results_of(group).into());
        strong(seed.reversed_axes(), patches.view()).reversed_axes()
    };
    let matrices: Vec<Array2<T>> = (0..conv.groups).map(of_group).collect();
    window.weights(&matrices)
}

crate::foreign::rows! {
    /// The derivatives of convolutions.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::{Conv2d, Tensor}};
    ///
    /// let (x, w) = (Tensor::full(&[1, 1, 1, 1], 3.0), Tensor::full(&[1, 1, 1, 1], 2.0));
    /// let (mut w_bar, mut ws) = (Tensor::zeros(w.shape()), Workspace::new());
    /// let (y, kept) = x.conv2d_differentiable_push(&w, Conv2d::default(), &mut ws);
    /// x.conv2d_differentiable_pull(kept, &mut ws, Tensor::ones(y.shape()), None, (&w, Some(&mut w_bar)), ());
    /// assert_eq!((y.item(), w_bar.item()), (6.0, 3.0));
    /// ```
    TensorConvolutions[T: TensorElement][T] for [] Tensor<T>;

    /// Original: `y = P(x) · w`, where `P` takes the patches under the window.\
    /// Adjoint: `x_bar += Pᵀ(y_bar · wᵀ)` and `w_bar += P(x)ᵀ · y_bar`; the patches are made again.
    fn conv2d(ref x, weights: lent Tensor<T>, conv: by Conv2d) -> Tensor<T>, keeps Conv2d;
        value { (x.conv2d(weights, conv), conv) }
        adjoint |conv, seed, x_bar, weights_bar, _| {
            if !seed.is_nothing() {
                add(x_bar, || into_images(&seed, x, weights, conv));
                add(weights_bar, || into_weights(&seed, x, weights, conv));
            }
        }
        tangent |x_dot, weights_dot, _| { x_dot.conv2d(weights, conv) + x.conv2d(weights_dot, conv) }
}
