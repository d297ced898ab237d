//! Distributions over an axis, and what a label costs under them.

use super::differentiable::add;
use super::kernel::kernel;
use super::operators::broadcast_with;
use super::storage::{Tensor, TensorElement, on_device};
use crate::cotangent::Cotangent;
#[cfg(feature = "cuda")]
use crate::cuda::{distribution, label_costs, label_slopes};
use crate::scalar::weighted;
use ndarray::{ArrayViewMut1, Axis, Ix2};

impl<T: TensorElement> Tensor<T> {
    /// `exp(x[k]) / Σ exp(x[j])` along an axis.
    ///
    /// # Panics
    /// If there is no such axis.
    pub fn softmax(&self, axis: usize) -> Self {
        self.along("softmax", axis);
        on_device!("softmax", [x = self] => distribution(x, axis, false));
        self.by_lanes(axis, |mut lane| {
            let sum = exponentials(&mut lane);
            lane.map_inplace(|x| *x /= sum);
        })
    }

    /// The logarithms of the softmax, precise also where this is tiny.
    ///
    /// # Panics
    /// If there is no such axis.
    pub fn log_softmax(&self, axis: usize) -> Self {
        self.along("log_softmax", axis);
        on_device!("log_softmax", [x = self] => distribution(x, axis, true));
        self.by_lanes(axis, |mut lane| {
            let normalizer = log_sum_exp(&lane);
            lane.map_inplace(|x| *x -= normalizer);
        })
    }

    /// The mean over the rows of minus the logarithm of the probability that the row's softmax gives to its label.
    ///
    /// # Panics
    /// If it is no matrix, has not a row for each label, or a label is no column.
    ///
    /// ```
    /// use ad_runtime::tensor::Tensor;
    ///
    /// let cost: f64 = Tensor::zeros(&[2, 4]).cross_entropy(&[0, 3]);
    /// assert_eq!(cost, 4_f64.ln());
    /// ```
    pub fn cross_entropy(&self, labels: &[usize]) -> T {
        self.check_labels(labels);
        on_device!("cross_entropy", [x = self] => {
            Tensor::from(label_costs(x, labels)).item() / T::nearest(labels.len() as f64)
        });
        let logits = self.view().into_dimensionality::<Ix2>().expect("it was checked");
        let cost = |(row, label): (ndarray::ArrayView1<'_, T>, &usize)| {
            let most = row.fold(T::neg_infinity(), |most, x| most.max(*x));
            let sum = row.fold(T::ZERO, |sum, x| sum + (*x - most).exp());
            sum.ln() + most - row[*label]
        };
        let sum = logits
            .outer_iter()
            .zip(labels)
            .map(cost)
            .fold(T::ZERO, |sum, cost| sum + cost);
        sum / T::nearest(labels.len() as f64)
    }

    /// The same for each lane along an axis.
    fn by_lanes(&self, axis: usize, f: impl Fn(ArrayViewMut1<'_, T>)) -> Self {
        let mut array = self.to_array();
        array.lanes_mut(Axis(axis)).into_iter().for_each(f);
        Self::from(array)
    }

    fn check_labels(&self, labels: &[usize]) {
        let shape = self.shape();
        let fit = shape.len() == 2 && shape[0] == labels.len();
        assert!(
            fit,
            "cross_entropy: {} labels do not fit logits of the shape {shape:?}",
            labels.len()
        );
        for (row, label) in labels.iter().enumerate() {
            assert!(
                *label < shape[1],
                "cross_entropy: label {label}, of row {row}, is no class of logits of the shape {shape:?}"
            );
        }
    }
}

/// `exp(x - max)` in place, and the sum.
fn exponentials<T: TensorElement>(lane: &mut ArrayViewMut1<'_, T>) -> T {
    let most = lane.fold(T::neg_infinity(), |most, x| most.max(*x));
    lane.map_inplace(|x| *x = (*x - most).exp());
    lane.sum()
}

/// `ln Σ exp(x)`, without overflow.
fn log_sum_exp<T: TensorElement>(lane: &ArrayViewMut1<'_, T>) -> T {
    let most = lane.fold(T::neg_infinity(), |most, x| most.max(*x));
    if most.is_infinite() {
        return most;
    }
    most + lane.fold(T::ZERO, |sum, x| sum + (*x - most).exp()).ln()
}

/// `y (s - Σ s y)`, how a distribution moves with its logits, and how cotangents flow back: the slopes are symmetric.
fn along_simplex<T: TensorElement>(s: &Tensor<T>, y: &Tensor<T>, axis: usize) -> Tensor<T> {
    let weighed = broadcast_with("softmax", s, y, kernel!(|s, y| weighted(s, y)));
    let sums = weighed.sum_axis(axis).unsqueeze(axis);
    weighed - broadcast_with("softmax", y, &sums, kernel!(|y, sum| weighted(sum, y)))
}

/// What the cost of labels flows into logits: the probabilities, less one at the label, a row's share each.
fn cost_slopes<T: TensorElement>(logits: &Tensor<T>, labels: &[usize], seed: T) -> Tensor<T> {
    if seed == T::ZERO {
        return logits.zero_like();
    }
    let share = seed / T::nearest(labels.len() as f64);
    on_device!("cross_entropy", [x = logits] => label_slopes(x, labels, share));
    let mut slopes = logits.softmax(1);
    let mut elements = slopes.view_mut();
    for (mut row, label) in elements.outer_iter_mut().zip(labels) {
        row[*label] -= T::ONE;
        row.map_inplace(|p| *p *= share);
    }
    drop(elements);
    slopes
}

crate::foreign::rows! {
    /// The derivatives of distributions over an axis.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
    ///
    /// let (x, mut x_bar, mut ws) = (Tensor::<f64>::zeros(&[1, 2]), Tensor::zeros(&[1, 2]), Workspace::new());
    /// let (_, kept) = x.cross_entropy_differentiable_push(&[1], &mut ws);
    /// x.cross_entropy_differentiable_pull(kept, &mut ws, 1.0, Some(&mut x_bar), (&[1], None));
    /// assert_eq!(x_bar.to_vec(), [0.5, -0.5]);
    /// ```
    TensorSoftmax[T: TensorElement][T] for [] Tensor<T>;

    /// Original: `y[k] = exp(x[k]) / Σ exp(x[j])`.\
    /// Adjoint: `x_bar[k] += y[k] (y_bar[k] - Σ y[j] y_bar[j])`.
    fn softmax(ref x, axis: at usize) -> Tensor<T>, keeps (usize, Tensor<T>);
        value { let y = x.softmax(axis); (y.clone(), (axis, y)) }
        adjoint |(axis, y), seed, x_bar, _| { add(x_bar, || along_simplex(&seed, &y, axis)); }
        tangent |x_dot, _| { along_simplex(x_dot, &x.softmax(axis), axis) }

    /// Original: `y[k] = x[k] - ln Σ exp(x[j])`.\
    /// Adjoint: `x_bar[k] += y_bar[k] - exp(y[k]) Σ y_bar[j]`.
    fn log_softmax(ref x, axis: at usize) -> Tensor<T>, keeps (usize, Tensor<T>);
        value { let y = x.log_softmax(axis); (y.clone(), (axis, y)) }
        adjoint |(axis, y), seed, x_bar, _| {
            let sums = seed.sum_axis(axis).unsqueeze(axis);
            add(x_bar, || seed - broadcast_with("log_softmax", &y, &sums, kernel!(|y, sum| weighted(sum, y.exp()))));
        }
        tangent |x_dot, _| {
            let mean = broadcast_with("log_softmax", x_dot, &x.softmax(axis), kernel!(|dot, y| weighted(dot, y))).sum_axis(axis);
            x_dot - mean.unsqueeze(axis)
        }

    /// Original: `y = -Σ log_softmax(x[i])[label[i]] / n`.\
    /// Adjoint: `x_bar[i, k] += (softmax(x[i])[k] - [k = label[i]]) y_bar / n`.
    fn cross_entropy(ref x, labels: lent [usize]) -> T;
        value { (x.cross_entropy(labels), ()) }
        adjoint |(), seed, x_bar, _| { add(x_bar, || cost_slopes(x, labels, seed)); }
        tangent |x_dot, _| { (cost_slopes(x, labels, T::ONE) * x_dot).sum() }
}
