//! The largest element or the mean of each window of an image, N × C × H × W.
//!
//! The kernels go over images channel by channel last, as convolutions leave them: the channels of a pixel lie side by side.

use super::convolution::{channels_first, channels_last};
use super::differentiable::add;
use super::storage::{Tensor, TensorElement, on_device};
use crate::scalar::weighted;
use ndarray::{Array4, CowArray, Ix4};

/// The windows of a pooling: their height and width, how far from one to the next, and how far they reach over the border.
///
/// ```
/// use ad_runtime::tensor::{Pool2d, Tensor};
///
/// let x = Tensor::from_vec(vec![1.0, 2.0, 3.0, 4.0], &[1, 1, 2, 2]);
/// assert_eq!(x.max_pool2d(Pool2d::of(2)).item(), 4.0);
/// assert_eq!(x.avg_pool2d(Pool2d { padding: [1, 1], ..Pool2d::of(2) }).to_vec(), [0.25, 0.5, 0.75, 1.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool2d {
    /// Height and width.
    pub size: [usize; 2],
    /// From one window to the next.
    pub stride: [usize; 2],
    /// Over the border, on either side. It is never the largest; in a mean it counts as zeros.
    pub padding: [usize; 2],
}

impl Pool2d {
    /// Square windows side by side.
    pub const fn of(size: usize) -> Self {
        Pool2d {
            size: [size, size],
            stride: [size, size],
            padding: [0, 0],
        }
    }

    /// How many windows there are.
    ///
    /// # Panics
    /// If there are none.
    fn windows<T: TensorElement>(&self, operation: &str, x: &Tensor<T>) -> [usize; 2] {
        let shape = x.shape();
        let fit = shape.len() == 4
            && self.stride.iter().all(|stride| *stride > 0)
            && (0..2).all(|k| self.size[k] > 0 && self.padding[k] < self.size[k])
            && (0..2).all(|k| shape[2 + k] + 2 * self.padding[k] >= self.size[k]);
        assert!(
            fit,
            "{operation}: {self:?} does not fit a tensor of the shape {shape:?}"
        );
        [0, 1].map(|k| (shape[2 + k] + 2 * self.padding[k] - self.size[k]) / self.stride[k] + 1)
    }

    /// The same for a device's kernels.
    #[cfg(feature = "cuda")]
    fn on_device(&self, shape: &[usize], windows: [usize; 2]) -> crate::cuda::Windows {
        let steps = [self.stride, self.padding, [1, 1]];
        crate::cuda::Windows::new([shape[2], shape[3]], windows, self.size, steps)
    }

    /// The pixels of a window that are in the image.
    fn pixels(self, window: [usize; 2], image: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
        let [rows, columns] = [0, 1].map(|k| {
            let from = window[k] * self.stride[k];
            let to = (from + self.size[k]).min(image[k] + self.padding[k]);
            from.max(self.padding[k]) - self.padding[k]..to.max(self.padding[k]) - self.padding[k]
        });
        rows.flat_map(move |row| columns.clone().map(move |column| [row, column]))
    }
}

impl<T: TensorElement> Tensor<T> {
    /// The largest element of each window.
    ///
    /// # Panics
    /// If the windows do not fit.
    pub fn max_pool2d(&self, pool: Pool2d) -> Self {
        let windows = pool.windows("max_pool2d", self);
        on_device!("max_pool2d", [x = self] => crate::cuda::pooled(x, pool.on_device(x.shape(), windows), true));
        pooled(self, pool, windows, T::neg_infinity(), |most, x| most.max(x))
    }

    /// The mean of each window.
    ///
    /// # Panics
    /// If the windows do not fit.
    pub fn avg_pool2d(&self, pool: Pool2d) -> Self {
        let windows = pool.windows("avg_pool2d", self);
        summed(self, pool, windows) / area::<T>(pool)
    }
}

fn summed<T: TensorElement>(x: &Tensor<T>, pool: Pool2d, windows: [usize; 2]) -> Tensor<T> {
    on_device!("avg_pool2d", [x = x] => crate::cuda::pooled(x, pool.on_device(x.shape(), windows), false));
    pooled(x, pool, windows, T::ZERO, |sum, x| sum + x)
}

fn area<T: TensorElement>(pool: Pool2d) -> T {
    T::nearest((pool.size[0] * pool.size[1]) as f64)
}

/// The channels of a pixel.
fn pixel<'v, T>(image: &'v CowArray<'_, T, Ix4>, n: usize, [row, column]: [usize; 2]) -> &'v [T] {
    let (_, rows, columns, channels) = image.dim();
    let from = ((n * rows + row) * columns + column) * channels;
    &image.as_slice().expect("it is in standard layout")[from..from + channels]
}

fn pixel_mut<T>(image: &mut Array4<T>, n: usize, [row, column]: [usize; 2]) -> &mut [T] {
    let (_, rows, columns, channels) = image.dim();
    let from = ((n * rows + row) * columns + column) * channels;
    &mut image.as_slice_mut().expect("it is in standard layout")[from..from + channels]
}

/// What `f` makes of each window, pixel by pixel.
fn pooled<T: TensorElement>(
    x: &Tensor<T>,
    pool: Pool2d,
    windows: [usize; 2],
    start: T,
    f: impl Fn(T, T) -> T,
) -> Tensor<T> {
    let view = x.view();
    let x = channels_last(&view);
    let (count, rows, columns, channels) = x.dim();
    let mut y = Array4::from_elem((count, windows[0], windows[1], channels), start);
    each_window(count, windows, |n, window| {
        let made = pixel_mut(&mut y, n, window);
        for place in pool.pixels(window, [rows, columns]) {
            for (made, x) in made.iter_mut().zip(pixel(&x, n, place)) {
                *made = f(*made, *x);
            }
        }
    });
    channels_first(y)
}

fn each_window(count: usize, windows: [usize; 2], mut f: impl FnMut(usize, [usize; 2])) {
    for n in 0..count {
        for row in 0..windows[0] {
            for column in 0..windows[1] {
                f(n, [row, column]);
            }
        }
    }
}

/// The cotangent of the operand: `f` adds to that of a pixel, of the pixel, the window's value, the number of pixels that have this
/// value, and its cotangent.
fn spread<T: TensorElement>(
    x: &Tensor<T>,
    y: &Tensor<T>,
    seed: &Tensor<T>,
    pool: Pool2d,
    f: impl Fn(T, T, T, T) -> T,
) -> Tensor<T> {
    let (x_view, y_view, seed_view) = (x.view(), y.view(), seed.view());
    let (x, y, seed) = (
        channels_last(&x_view),
        channels_last(&y_view),
        channels_last(&seed_view),
    );
    let (count, rows, columns, channels) = x.dim();
    let windows = [y.dim().1, y.dim().2];
    let mut bar = Array4::zeros(x.dim());
    let mut equal = vec![T::ZERO; channels];
    each_window(count, windows, |n, window| {
        let (value, seed) = (pixel(&y, n, window), pixel(&seed, n, window));
        equal.fill(T::ZERO);
        for place in pool.pixels(window, [rows, columns]) {
            for ((equal, x), y) in equal.iter_mut().zip(pixel(&x, n, place)).zip(value) {
                *equal += if x == y { T::ONE } else { T::ZERO };
            }
        }
        for place in pool.pixels(window, [rows, columns]) {
            let bars = pixel_mut(&mut bar, n, place).iter_mut().zip(pixel(&x, n, place));
            for (((bar, x), (y, seed)), equal) in bars.zip(value.iter().zip(seed)).zip(&equal) {
                *bar += f(*x, *y, *equal, *seed);
            }
        }
    });
    channels_first(bar)
}

/// What flows back from the largest elements.
fn of_largest<T: TensorElement>(x: &Tensor<T>, y: &Tensor<T>, seed: &Tensor<T>, pool: Pool2d) -> Tensor<T> {
    on_device!("max_pool2d", [x = x, y = y, seed = seed] => {
        crate::cuda::spread([x, y, seed], pool.on_device(x.shape(), [y.shape()[2], y.shape()[3]]), None)
    });
    spread(
        x,
        y,
        seed,
        pool,
        |x, y, equal, seed| {
            if x == y { seed / equal } else { T::ZERO }
        },
    )
}

/// What flows back from means.
fn of_mean<T: TensorElement>(x: &Tensor<T>, y: &Tensor<T>, seed: &Tensor<T>, pool: Pool2d) -> Tensor<T> {
    let share = T::ONE / area(pool);
    on_device!("avg_pool2d", [x = x, y = y, seed = seed] => {
        crate::cuda::spread([x, y, seed], pool.on_device(x.shape(), [y.shape()[2], y.shape()[3]]), Some(share))
    });
    spread(x, y, seed, pool, |_, _, _, seed| weighted(seed, share))
}

crate::foreign::rows! {
    /// The derivatives of poolings.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::{Pool2d, Tensor}};
    ///
    /// let (x, mut ws) = (Tensor::from_vec(vec![1.0, 4.0, 4.0, 2.0], &[1, 1, 2, 2]), Workspace::new());
    /// let mut x_bar = Tensor::zeros(&[1, 1, 2, 2]);
    /// let (y, kept) = x.max_pool2d_differentiable_push(Pool2d::of(2), &mut ws);
    /// x.max_pool2d_differentiable_pull(kept, &mut ws, Tensor::ones(y.shape()), Some(&mut x_bar), ());
    /// assert_eq!(x_bar.to_vec(), [0.0, 0.5, 0.5, 0.0]);
    /// ```
    TensorPools[T: TensorElement][T] for [] Tensor<T>;

    /// Original: `y` is the largest element of each window.\
    /// Adjoint: the largest element gets the cotangent; several share equally.
    fn max_pool2d(ref x, pool: by Pool2d) -> Tensor<T>, keeps (Pool2d, Tensor<T>);
        value { let y = x.max_pool2d(pool); (y.clone(), (pool, y)) }
        adjoint |(pool, y), seed, x_bar, _| {
            add(x_bar, || of_largest(x, &y, &seed, pool));
        }
        tangent |x_dot, _| { largest_dot(x, x_dot, pool) }

    /// Original: `y` is the mean of each window.\
    /// Adjoint: each of its elements gets an equal part.
    fn avg_pool2d(ref x, pool: by Pool2d) -> Tensor<T>, keeps (Pool2d, Tensor<T>);
        value { let y = x.avg_pool2d(pool); (y.clone(), (pool, y)) }
        adjoint |(pool, y), seed, x_bar, _| {
            add(x_bar, || of_mean(x, &y, &seed, pool));
        }
        tangent |x_dot, _| { x_dot.avg_pool2d(pool) }
}

/// How the largest elements move: the mean of those that are equally large.
fn largest_dot<T: TensorElement>(x: &Tensor<T>, x_dot: &Tensor<T>, pool: Pool2d) -> Tensor<T> {
    let y = x.max_pool2d(pool);
    on_device!("max_pool2d", [x = x, y = y, x_dot = x_dot] => {
        crate::cuda::largest_dot([x, y, x_dot], pool.on_device(x.shape(), [y.shape()[2], y.shape()[3]]))
    });
    let (x_view, y_view, dot_view) = (x.view(), y.view(), x_dot.view());
    let (x, y, dot) = (channels_last(&x_view), channels_last(&y_view), channels_last(&dot_view));
    let (count, rows, columns, channels) = x.dim();
    let mut y_dot = Array4::zeros(y.dim());
    each_window(count, [y.dim().1, y.dim().2], |n, window| {
        for channel in 0..channels {
            let value = pixel(&y, n, window)[channel];
            let largest = |place: &[usize; 2]| pixel(&x, n, *place)[channel] == value;
            let dots = pool.pixels(window, [rows, columns]).filter(largest);
            let (sum, equal) = dots.fold((T::ZERO, T::ZERO), |(sum, equal), place| {
                (sum + pixel(&dot, n, place)[channel], equal + T::ONE)
            });
            pixel_mut(&mut y_dot, n, window)[channel] = sum / equal;
        }
    });
    channels_first(y_dot)
}

crate::inactive::rigid!(Pool2d);
