//! Sums, means, largest elements and variances, of all elements or along an axis.

use super::differentiable::add;
use super::kernel::{choose, kernel};
use super::operators::{broadcast_with, mapped, zipped};
use super::storage::{Tensor, TensorElement, on_device};
#[cfg(feature = "cuda")]
use crate::cuda::{Array as DeviceArray, Reduction, reduced};
use crate::scalar::weighted;
use ndarray::Axis;

/// All elements of an array on a device, combined.
#[cfg(feature = "cuda")]
fn all<T: TensorElement>(x: &DeviceArray<T>, reduction: Reduction) -> DeviceArray<T> {
    let axes: Vec<usize> = (0..x.shape().len()).collect();
    reduced(x, &axes, reduction)
}

impl<T: TensorElement> Tensor<T> {
    /// The sum of all elements.
    pub fn sum(&self) -> T {
        if self.is_nothing() {
            return T::ZERO;
        }
        on_device!("sum", [x = self] => Tensor::from(all(x, Reduction::Sum)).item());
        self.view().sum()
    }

    /// The mean of all elements; NaN if there are none.
    pub fn mean(&self) -> T {
        self.sum() / T::nearest(self.len() as f64)
    }

    /// The largest element. What is not a number is left out.
    ///
    /// # Panics
    /// If there is none.
    pub fn max(&self) -> T {
        assert!(
            !self.is_empty(),
            "max: a tensor of shape {:?} has no elements",
            self.shape()
        );
        on_device!("max", [x = self] => Tensor::from(all(x, Reduction::Largest)).item());
        self.view().fold(T::neg_infinity(), |most, x| most.max(*x))
    }

    /// The sums along an axis.
    ///
    /// # Panics
    /// If there is no such axis; so do the others.
    pub fn sum_axis(&self, axis: usize) -> Self {
        self.along("sum_axis", axis);
        on_device!("sum_axis", [x = self] => reduced(x, &[axis], Reduction::Sum));
        Self::from(self.view().sum_axis(Axis(axis)))
    }

    /// The means along an axis.
    pub fn mean_axis(&self, axis: usize) -> Self {
        let count = self.along("mean_axis", axis);
        self.sum_axis(axis) / T::nearest(count as f64)
    }

    /// The largest elements along an axis.
    ///
    /// # Panics
    /// If the axis has no length.
    pub fn max_axis(&self, axis: usize) -> Self {
        let count = self.along("max_axis", axis);
        assert!(
            count > 0,
            "max_axis: axis {axis} of the shape {:?} has no elements",
            self.shape()
        );
        on_device!("max_axis", [x = self] => reduced(x, &[axis], Reduction::Largest));
        let most = |lane: ndarray::ArrayView1<'_, T>| lane.fold(T::neg_infinity(), |most, x| most.max(*x));
        Self::from(self.view().map_axis(Axis(axis), most))
    }

    /// The variances along an axis: the means of the squared distances from the mean.
    pub fn var_axis(&self, axis: usize) -> Self {
        self.along("var_axis", axis);
        let distances = self.centred(axis);
        (&distances * &distances).mean_axis(axis)
    }

    /// The index of the largest element along an axis, for each of the rows that are left, in order; of several the first one.
    ///
    /// # Panics
    /// If the axis has no length.
    ///
    /// ```
    /// use ad_runtime::tensor::Tensor;
    ///
    /// let scores = Tensor::from_vec(vec![0.1, 0.7, 0.2, 0.9, 0.0, 0.1], &[2, 3]);
    /// assert_eq!(scores.argmax_axis(1), [1, 0]);
    /// ```
    pub fn argmax_axis(&self, axis: usize) -> Vec<usize> {
        let count = self.along("argmax_axis", axis);
        assert!(
            count > 0,
            "argmax_axis: axis {axis} of the shape {:?} has no elements",
            self.shape()
        );
        on_device!("argmax_axis", [x = self] => crate::cuda::first_of_most(x, axis));
        let view = self.view();
        let first_of_most = |lane: ndarray::ArrayView1<'_, T>| {
            (1..count).fold(0, |best, k| if lane[k] > lane[best] { k } else { best })
        };
        view.lanes(Axis(axis)).into_iter().map(first_of_most).collect()
    }

    /// How long an axis is.
    pub(super) fn along(&self, operation: &str, axis: usize) -> usize {
        match self.shape().get(axis) {
            Some(length) => *length,
            None => panic!("{operation}: the shape {:?} has no axis {axis}", self.shape()),
        }
    }

    /// The distances from the means along an axis.
    pub(super) fn centred(&self, axis: usize) -> Self {
        self - self.mean_axis(axis).unsqueeze(axis)
    }

    /// Repeated along a new axis.
    fn spread(&self, axis: usize, like: &Tensor<T>) -> Self {
        self.unsqueeze(axis).broadcast_to(like.shape())
    }
}

/// How the largest elements share: each of several gets an equal part.
fn shares<T: TensorElement>(x: &Tensor<T>, most: &Tensor<T>, axis: usize) -> Tensor<T> {
    let equal = broadcast_with(
        "max_axis",
        x,
        &most.unsqueeze(axis),
        kernel!(|x, most| choose(x == most, T::ONE, T::ZERO)),
    );
    let counts = equal.sum_axis(axis).unsqueeze(axis);
    broadcast_with(
        "max_axis",
        &equal,
        &counts,
        kernel!(|equal, count| weighted(equal, T::ONE / count)),
    )
}

/// Adds the same to each element of a cotangent.
fn add_everywhere<T: TensorElement>(bar: Option<&mut Tensor<T>>, seed: T) {
    if let Some(bar) = bar {
        *bar += seed;
    }
}

/// Adds a cotangent to all that it is the sum of.
fn add_along<T: TensorElement>(bar: Option<&mut Tensor<T>>, seed: &Tensor<T>, axis: usize, x: &Tensor<T>) {
    let Some(bar) = bar else { return };
    if bar.is_nothing() {
        *bar = seed.spread(axis, x);
    } else {
        *bar += seed.unsqueeze(axis);
    }
}

crate::foreign::rows! {
    /// The derivatives of reductions.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
    ///
    /// let (x, mut x_bar, mut ws) = (Tensor::full(&[4], 3.0), Tensor::zeros(&[4]), Workspace::new());
    /// let (mean, kept) = x.mean_differentiable_push(&mut ws);
    /// x.mean_differentiable_pull(kept, &mut ws, 2.0, Some(&mut x_bar));
    /// assert_eq!((mean, x_bar), (3.0, Tensor::full(&[4], 0.5)));
    /// ```
    TensorReductions[T: TensorElement][T] for [] Tensor<T>;

    /// Original: `y = Σ x[k]`.\
    /// Adjoint: `x_bar[k] += y_bar`.
    fn sum(ref x) -> T;
        value { (x.sum(), ()) }
        adjoint |(), seed, x_bar| { add_everywhere(x_bar, seed); }
        tangent |x_dot| { x_dot.sum() }

    /// Original: `y = Σ x[k] / n`.\
    /// Adjoint: `x_bar[k] += y_bar / n`.
    fn mean(ref x) -> T;
        value { (x.mean(), ()) }
        adjoint |(), seed, x_bar| { add_everywhere(x_bar, seed / T::nearest(x.len() as f64)); }
        tangent |x_dot| { x_dot.mean() }

    /// Original: `y = max x[k]`.\
    /// Adjoint: the largest element gets the cotangent; several share equally.
    fn max(ref x) -> T, keeps T;
        value { let most = x.max(); (most, most) }
        adjoint |most, seed, x_bar| {
            add(x_bar, || {
                let share = seed / mapped(x, kernel!([most] |x| choose(x == most, T::ONE, T::ZERO))).sum();
                mapped(x, kernel!([most, share] |x| choose(x == most, share, T::ZERO)))
            });
        }
        tangent |x_dot| {
            let most = x.max();
            let count = mapped(x, kernel!([most] |x| choose(x == most, T::ONE, T::ZERO))).sum();
            zipped(x, x_dot, kernel!([most] |x, dot| choose(x == most, dot, T::ZERO))).sum() / count
        }

    /// Original: `y[i] = Σ x[i, k]`.\
    /// Adjoint: `x_bar[i, k] += y_bar[i]`.
    fn sum_axis(ref x, axis: at usize) -> Tensor<T>, keeps usize;
        value { (x.sum_axis(axis), axis) }
        adjoint |axis, seed, x_bar, _| { add_along(x_bar, &seed, axis, x); }
        tangent |x_dot, _| { x_dot.sum_axis(axis) }

    /// Original: `y[i] = Σ x[i, k] / n`.\
    /// Adjoint: `x_bar[i, k] += y_bar[i] / n`.
    fn mean_axis(ref x, axis: at usize) -> Tensor<T>, keeps usize;
        value { (x.mean_axis(axis), axis) }
        adjoint |axis, seed, x_bar, _| {
            let seed = seed / T::nearest(x.shape()[axis] as f64);
            add_along(x_bar, &seed, axis, x);
        }
        tangent |x_dot, _| { x_dot.mean_axis(axis) }

    /// Original: `y[i] = max x[i, k]`.\
    /// Adjoint: the largest elements get the cotangents; several share equally.
    fn max_axis(ref x, axis: at usize) -> Tensor<T>, keeps (usize, Tensor<T>);
        value { let most = x.max_axis(axis); (most.clone(), (axis, most)) }
        adjoint |(axis, most), seed, x_bar, _| {
            add(x_bar, || broadcast_with("max_axis", &shares(x, &most, axis), &seed.unsqueeze(axis), kernel!(|share, seed| weighted(seed, share))));
        }
        tangent |x_dot, _| {
            broadcast_with("max_axis", &shares(x, &x.max_axis(axis), axis), x_dot, kernel!(|share, dot| weighted(dot, share))).sum_axis(axis)
        }

    /// Original: `y[i] = Σ (x[i, k] - mean)² / n`.\
    /// Adjoint: `x_bar[i, k] += 2 (x[i, k] - mean) y_bar[i] / n`.
    fn var_axis(ref x, axis: at usize) -> Tensor<T>, keeps usize;
        value { (x.var_axis(axis), axis) }
        adjoint |axis, seed, x_bar, _| {
            let factor = (T::ONE + T::ONE) / T::nearest(x.shape()[axis] as f64);
            add(x_bar, || broadcast_with("var_axis", &x.centred(axis), &seed.unsqueeze(axis), kernel!([factor] |x, seed| weighted(seed, factor * x))));
        }
        tangent |x_dot, _| { (x.centred(axis) * x_dot).mean_axis(axis) * (T::ONE + T::ONE) }

    /// Original: the indices of the largest elements.\
    /// Adjoint: none, as indices have no derivative.
    fn argmax_axis(ref x, axis: at usize) -> Vec<usize>;
        value { (x.argmax_axis(axis), ()) }
        adjoint |(), _seed, x_bar, _| {}
        tangent |_x_dot, _| { vec![(); x.len() / x.shape()[axis].max(1)] }
}
