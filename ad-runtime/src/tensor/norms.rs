//! Elements made to have the mean 0 and the variance 1, and then any other.
//!
//! With `c = x - mean` and `d = √(variance + eps)`, `y = gamma · c / d + beta`. What flows back into `x` is
//!
//! ```text
//! u = gamma · y_bar
//! x_bar += (u - mean(u) - c / d · mean(u · c / d)) / d
//! ```
//!
//! and the tangent has the same form: the slopes are symmetric.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::differentiable::add;
use super::kernel::kernel;
use super::operators::{mapped, summed_to};
#[cfg(feature = "cuda")]
use super::storage::common_device;
use super::storage::{Tensor, TensorElement};

impl<T: TensorElement> Tensor<T> {
    /// Each row along the last axis normalized, then times `gamma` plus `beta`, which have the row's shape.
    ///
    /// # Panics
    /// If the shapes do not fit.
    pub fn layer_norm(&self, gamma: &Tensor<T>, beta: &Tensor<T>, eps: T) -> Self {
        Normal::of_rows(self, gamma, beta, eps).scaled(gamma, beta)
    }

    /// Each channel, on axis 1, normalized over all other axes, then times `gamma` plus `beta`; with the means and the variances,
    /// as long as the axis.
    ///
    /// # Panics
    /// If the shapes do not fit.
    pub fn batch_norm(&self, gamma: &Tensor<T>, beta: &Tensor<T>, eps: T) -> (Self, Self, Self) {
        let normal = Normal::of_channels(self, gamma, beta, eps);
        let of_channel = [self.shape()[1]];
        let value = normal.scaled(&normal.aligned(gamma), &normal.aligned(beta));
        (
            value,
            normal.mean.reshape(&of_channel),
            normal.variance.reshape(&of_channel),
        )
    }
}

/// What is kept of a normalization: all with the rank of the operand.
#[derive(Clone)]
pub struct Normal<T> {
    /// The elements, with mean 0 and variance 1.
    unit: Tensor<T>,
    mean: Tensor<T>,
    variance: Tensor<T>,
    /// `1 / √(variance + eps)`.
    scale: Tensor<T>,
    /// The axes over which it is.
    axes: Vec<usize>,
}

impl<T: TensorElement> Normal<T> {
    fn of_rows(x: &Tensor<T>, gamma: &Tensor<T>, beta: &Tensor<T>, eps: T) -> Self {
        let fit = x.rank() > 0 && gamma.shape() == &x.shape()[x.rank() - 1..] && beta.shape() == gamma.shape();
        assert!(
            fit,
            "layer_norm: gamma and beta of the shapes {:?} and {:?} do not fit rows of a tensor of shape {:?}",
            gamma.shape(),
            beta.shape(),
            x.shape()
        );
        #[cfg(feature = "cuda")]
        common_device("layer_norm", &[x.place(), gamma.place(), beta.place()]);
        Normal::over(x, vec![x.rank() - 1], eps)
    }

    fn of_channels(x: &Tensor<T>, gamma: &Tensor<T>, beta: &Tensor<T>, eps: T) -> Self {
        let fit = x.rank() > 1 && gamma.shape() == &x.shape()[1..2] && beta.shape() == gamma.shape();
        assert!(
            fit,
            "batch_norm: gamma and beta of the shapes {:?} and {:?} do not fit channels of a tensor of shape {:?}",
            gamma.shape(),
            beta.shape(),
            x.shape()
        );
        #[cfg(feature = "cuda")]
        common_device("batch_norm", &[x.place(), gamma.place(), beta.place()]);
        Normal::over(x, (0..x.rank()).filter(|axis| *axis != 1).collect(), eps)
    }

    fn over(x: &Tensor<T>, axes: Vec<usize>, eps: T) -> Self {
        let mean = mean_over(x, &axes);
        let centred = x - &mean;
        let variance = mean_over(&(&centred * &centred), &axes);
        let scale = mapped(&variance, kernel!([eps] | variance | T::ONE / (variance + eps).sqrt()));
        Normal {
            unit: centred * &scale,
            mean,
            variance,
            scale,
            axes,
        }
    }

    fn scaled(&self, gamma: &Tensor<T>, beta: &Tensor<T>) -> Tensor<T> {
        &self.unit * gamma + beta
    }

    /// What belongs to channels, with axes of length one after it, as the operand has axes.
    fn aligned(&self, of_channels: &Tensor<T>) -> Tensor<T> {
        of_channels.reshape(&self.mean.shape()[1..])
    }

    /// How the normalized elements move with the operand, and how cotangents flow back.
    fn flow(&self, u: &Tensor<T>) -> Tensor<T> {
        let along = mean_over(&(u * &self.unit), &self.axes);
        (u - mean_over(u, &self.axes) - &self.unit * along) * &self.scale
    }

    /// What flows back from the means and the variances themselves.
    fn flow_of_moments(&self, mean_bar: &Tensor<T>, variance_bar: &Tensor<T>) -> Tensor<T> {
        let count: usize = self.axes.iter().map(|axis| self.unit.shape()[*axis]).product();
        let share = T::ONE / T::nearest(count as f64);
        let centred = &self.unit / &self.scale;
        let spread = centred * (self.aligned_whole(variance_bar) * (share + share));
        spread + self.aligned_whole(mean_bar) * share
    }

    fn aligned_whole(&self, of_channels: &Tensor<T>) -> Tensor<T> {
        of_channels.reshape(self.mean.shape())
    }
}

/// The means over some axes, which stay with the length one.
fn mean_over<T: TensorElement>(x: &Tensor<T>, axes: &[usize]) -> Tensor<T> {
    let mut shape = x.shape().to_vec();
    let count: usize = axes.iter().map(|axis| x.shape()[*axis]).product();
    axes.iter().for_each(|axis| shape[*axis] = 1);
    summed_to(x.clone(), &shape) / T::nearest(count as f64)
}

crate::foreign::rows! {
    /// The derivatives of normalizations.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
    ///
    /// let (x, one, zero) = (Tensor::from_vec(vec![1.0, 3.0], &[1, 2]), Tensor::ones(&[2]), Tensor::zeros(&[2]));
    /// let (mut x_bar, mut ws) = (Tensor::zeros(&[1, 2]), Workspace::new());
    /// let (y, kept) = x.layer_norm_differentiable_push(&one, &zero, 0.0, &mut ws);
    /// x.layer_norm_differentiable_pull(kept, &mut ws, y.clone(), Some(&mut x_bar), (&one, None), (&zero, None), ());
    /// assert_eq!((y.to_vec(), x_bar.to_vec()), (vec![-1.0, 1.0], vec![0.0, 0.0]));
    /// ```
    TensorNorms[T: TensorElement][T] for [] Tensor<T>;

    /// Original: `y = gamma · (x - mean) / √(variance + eps) + beta` along the last axis.\
    /// Adjoint: that of the head of this file; `gamma_bar += Σ y_bar · (x - mean) / √..` and `beta_bar += Σ y_bar`.
    fn layer_norm(ref x, gamma: lent Tensor<T>, beta: lent Tensor<T>, eps: by T) -> Tensor<T>, keeps Normal<T>, gives ((), (), T);
        value {
            let normal = Normal::of_rows(x, gamma, beta, eps);
            (normal.scaled(gamma, beta), normal)
        }
        adjoint |normal, seed, x_bar, gamma_bar, beta_bar, _| {
            let u = &seed * gamma;
            let eps_bar = eps_slope(&normal, &u);
            add(x_bar, || normal.flow(&u));
            add(gamma_bar, || summed_to(&seed * &normal.unit, gamma.shape()));
            add(beta_bar, || summed_to(seed, beta.shape()));
            ((), (), eps_bar)
        }
        tangent |x_dot, gamma_dot, beta_dot, eps_dot| {
            let normal = Normal::of_rows(x, gamma, beta, eps);
            let unit_dot = normal.flow(x_dot) + &normal.unit * (&normal.scale * &normal.scale * (-T::HALF * eps_dot));
            unit_dot * gamma + &normal.unit * gamma_dot + beta_dot
        }

    /// Original: the same for each channel, on axis 1, over all other axes; with the means and the variances.\
    /// Adjoint: the same; `x_bar += (mean_bar + 2 (x - mean) variance_bar) / n`.
    fn batch_norm(ref x, gamma: lent Tensor<T>, beta: lent Tensor<T>, eps: by T) -> (Tensor<T>, Tensor<T>, Tensor<T>), keeps Normal<T>, gives ((), (), T);
        value {
            let normal = Normal::of_channels(x, gamma, beta, eps);
            let value = normal.scaled(&normal.aligned(gamma), &normal.aligned(beta));
            ((value, normal.mean.reshape(gamma.shape()), normal.variance.reshape(gamma.shape())), normal)
        }
        adjoint |normal, (seed, mean_bar, variance_bar), x_bar, gamma_bar, beta_bar, _| {
            let u = &seed * normal.aligned(gamma);
            let eps_bar = eps_slope(&normal, &u);
            let moments_matter = !mean_bar.is_nothing() || !variance_bar.is_nothing();
            add(x_bar, || if moments_matter {
                normal.flow(&u) + normal.flow_of_moments(&mean_bar, &variance_bar)
            } else {
                normal.flow(&u)
            });
            add(gamma_bar, || summed_to(&seed * &normal.unit, normal.mean.shape()).reshape(gamma.shape()));
            add(beta_bar, || summed_to(seed, normal.mean.shape()).reshape(beta.shape()));
            ((), (), eps_bar)
        }
        tangent |x_dot, gamma_dot, beta_dot, eps_dot| {
            let normal = Normal::of_channels(x, gamma, beta, eps);
            let unit_dot = normal.flow(x_dot) + &normal.unit * (&normal.scale * &normal.scale * (-T::HALF * eps_dot));
            let value_dot = unit_dot * normal.aligned(gamma) + &normal.unit * normal.aligned(gamma_dot) + normal.aligned(beta_dot);
            let mean_dot = mean_over(x_dot, &normal.axes);
            let variance_dot = mean_over(&(&normal.unit / &normal.scale * x_dot), &normal.axes) * (T::ONE + T::ONE);
            (value_dot, mean_dot.reshape(gamma.shape()), variance_dot.reshape(gamma.shape()))
        }
}

/// What flows into `eps`: `-½ Σ u · unit · scale²`.
fn eps_slope<T: TensorElement>(normal: &Normal<T>, u: &Tensor<T>) -> T {
    -T::HALF * (u * &normal.unit * &normal.scale * &normal.scale).sum()
}
