//! A tensor's cotangent is a tensor of its shape, on its device.
//!
//! A zero cotangent has no memory: the first contribution becomes it, the others are added in place.

use super::device::{Device, DeviceError};
use super::kernel::kernel;
use super::operators::{changed, in_place_of};
use super::storage::{Tensor, TensorElement};
use crate::cotangent::{Cotangent, component};
use crate::differentiable::Differentiable;
use crate::lasting::OnType;
use crate::numbers::{Numbers, NumbersOfTensor, Outline};
use crate::operators::PlainAssign;
use crate::scalar::weighted;
use crate::slopes::Slopes;
use crate::unassigned::Unassigned;
use crate::workspace::Workspace;
use ndarray::{Dimension, IxDyn};

/// ```
/// use ad_runtime::{Differentiable, tensor::Tensor};
///
/// let mut x = Tensor::from_vec(vec![1.0, 2.0], &[2]);
/// assert_eq!(x.zero_cotangent(), Tensor::zeros(&[2]));
/// x.add_scaled(0.5, &Tensor::from_vec(vec![2.0, 4.0], &[2]));
/// assert_eq!(x.to_vec(), [2.0, 4.0]);
/// ```
impl<T: TensorElement> Differentiable for Tensor<T> {
    type Cotangent = Tensor<T>;
    type Shape = (IxDyn, Device);
    fn coarseness(&self) -> f64 {
        if self.is_empty() { 0.0 } else { T::epsilon().widened() }
    }
    #[inline]
    fn cotangent_shape(&self) -> Self::Shape {
        (IxDyn(self.shape()), self.device())
    }
    #[inline]
    fn husk_shape() -> Option<Self::Shape> {
        Some((IxDyn(&[0]), Device::cpu()))
    }
    #[inline]
    fn fits((shape, _): &Self::Shape, cotangent: &Self) -> bool {
        shape.slice() == cotangent.shape()
    }
    #[inline]
    fn takes(&self, cotangent: &Self) -> bool {
        self.shape() == cotangent.shape()
    }
    #[inline]
    fn zero_of((shape, device): &Self::Shape) -> Self {
        Tensor::nothing(shape.clone(), *device)
    }
    #[inline]
    fn copy_again(&self, _: &mut Workspace) -> Option<Self> {
        Some(self.clone())
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        on.lasting()
    }
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
        same_shape("add_scaled", self, cotangent);
        let alpha = T::nearest(alpha);
        replace(self, |x| {
            in_place_of("add_scaled", x, cotangent, kernel!([alpha] | x, c | x + alpha * c))
        });
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.extend(self.fetched("flatten_into").view().iter().map(|x| x.widened()));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        if self.device() == Device::cpu() {
            self.view_mut()
                .iter_mut()
                .for_each(|x| *x = T::nearest(component(flat)));
        } else {
            let elements = (0..self.len()).map(|_| T::nearest(component(flat)));
            *self = Tensor::from_vec(elements.collect(), self.shape()).beside(self);
        }
    }
    fn outline(&self, outline: &mut Outline) {
        outline.leaf(self.shape(), T::float());
    }
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        f(Numbers::Tensor(self));
    }
}

impl<T: TensorElement> Unassigned for Tensor<T> {
    #[inline]
    fn unassigned() -> Self {
        Tensor::nothing(IxDyn(&[0]), Device::cpu())
    }
}

impl<T: TensorElement> NumbersOfTensor for Tensor<T> {
    fn move_to(&mut self, device: &Device) -> Result<(), DeviceError> {
        *self = self.to_device(device)?;
        Ok(())
    }
    fn on_device(&mut self) -> Option<&mut dyn std::any::Any> {
        (self.device() != Device::cpu()).then_some(self)
    }
    fn each_number(&mut self, operation: &str, f: &mut dyn FnMut(Numbers<'_>)) {
        let device = self.device();
        assert!(
            device == Device::cpu(),
            "{operation} needs a tensor's numbers, which are on {device}"
        );
        let mut elements = self.view_mut();
        Differentiable::each_number(&mut elements, f);
    }
}

impl<T: TensorElement> Cotangent for Tensor<T> {
    #[inline]
    fn husk() -> Option<Self> {
        Some(Tensor::nothing(IxDyn(&[0]), Device::cpu()))
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        on.lasting()
    }
    fn accumulate(&mut self, other: &Self) {
        same_shape("a cotangent's sum", self, other);
        if self.is_nothing() {
            *self = other.clone();
        } else if !other.is_nothing() {
            replace(self, |sum| {
                in_place_of("a cotangent's sum", sum, other, kernel!(|x, y| x + y))
            });
        }
    }
    fn scale(&mut self, alpha: f64) {
        if !self.is_nothing() {
            let alpha = T::nearest(alpha);
            replace(self, |bar| changed(bar, kernel!([alpha] | c | weighted(c, alpha))));
        }
    }
    #[inline]
    fn zero_like(&self) -> Self {
        Tensor::zero_of(&self.cotangent_shape())
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Differentiable::flatten_into(self, out);
    }
    fn gather_slopes(&self, slopes: &mut Slopes) {
        if self.device() == Device::cpu() || self.is_empty() {
            Differentiable::flatten_into(self, slopes.numbers());
        } else {
            slopes.push(self.clone(), self.len());
        }
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Differentiable::unflatten_from(self, flat);
    }
}

impl<T: TensorElement> PlainAssign for Tensor<T> {}

/// Puts what `f` makes of a tensor in its place; nothing else shares its memory meanwhile.
pub(super) fn replace<T: TensorElement>(tensor: &mut Tensor<T>, f: impl FnOnce(Tensor<T>) -> Tensor<T>) {
    let before = std::mem::replace(tensor, Tensor::nothing(IxDyn(&[0]), Device::cpu()));
    *tensor = f(before);
}

/// Adds what flows into an operand; the first contribution is moved there.
pub(super) fn add<T: TensorElement>(bar: Option<&mut Tensor<T>>, contribution: impl FnOnce() -> Tensor<T>) {
    let Some(bar) = bar else { return };
    let contribution = contribution();
    if bar.is_nothing() {
        same_shape("a cotangent's sum", bar, &contribution);
        *bar = contribution;
    } else {
        bar.accumulate(&contribution);
    }
}

/// # Panics
/// If the shapes differ, with the operation and both.
pub(super) fn same_shape<T: TensorElement>(operation: &str, x: &Tensor<T>, y: &Tensor<T>) {
    assert!(
        x.shape() == y.shape(),
        "{operation}: the shapes {:?} and {:?} differ",
        x.shape(),
        y.shape()
    );
}
