//! Steps of tensors that are on a device, where what is remembered of them stays as well.
//!
//! Input:  the tensors of a model, the place of each among its numbers, and the slopes there
//! Output: the tensors, moved by the rule's kernels; their moments, by the same places

use super::{Rule, STEP, State};
use crate::slopes::Slopes;
use crate::tensor::{Tensor, TensorElement};
use std::any::Any;
use std::array::from_fn;
use std::collections::BTreeMap;
use std::ops::Range;

/// What is remembered of tensors, by the place of the first number of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct OnDevices<const K: usize>(BTreeMap<usize, Kept<K>>);

#[derive(Clone, Debug, PartialEq)]
enum Kept<const K: usize> {
    F32([Tensor<f32>; K]),
    F64([Tensor<f64>; K]),
}

/// One of two types, which is known to be it.
fn known<A: Any, B: Any>(value: A) -> B {
    let mut value = Some(value);
    let value: &mut dyn Any = &mut value;
    let value = value.downcast_mut::<Option<B>>().and_then(Option::take);
    value.unwrap_or_else(|| panic!("{STEP}: a tensor of f32 and one of f64 are one"))
}

fn kept<T: TensorElement, const K: usize>(tensors: [Tensor<T>; K]) -> Kept<K> {
    match size_of::<T>() {
        4 => Kept::F32(known(tensors)),
        _ => Kept::F64(known(tensors)),
    }
}

impl<const K: usize> OnDevices<K> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes what is remembered of a range of numbers back from devices.
    pub fn fetch(&mut self, moments: &mut [[f64; K]], range: Range<usize>) {
        let there: Vec<usize> = self.0.range(range).map(|(at, _)| *at).collect();
        for at in there {
            match self.0.remove(&at) {
                Some(Kept::F32(tensors)) => put(&tensors, &mut moments[at..]),
                Some(Kept::F64(tensors)) => put(&tensors, &mut moments[at..]),
                None => {}
            }
        }
    }
}

fn put<T: TensorElement, const K: usize>(tensors: &[Tensor<T>; K], moments: &mut [[f64; K]]) {
    for (k, tensor) in tensors.iter().enumerate() {
        for (moment, x) in moments.iter_mut().zip(tensor.to_vec()) {
            moment[k] = x.widened();
        }
    }
}

impl<const K: usize> State<K> {
    /// Moves a tensor that is on a device.
    pub(super) fn each_on_device(&mut self, x: &mut dyn Any, at: &mut usize, slopes: &Slopes, rule: &impl Rule<K>) {
        match x.downcast_mut::<Tensor<f32>>() {
            Some(x) => self.each_of(x, at, slopes, rule),
            None => match x.downcast_mut::<Tensor<f64>>() {
                Some(x) => self.each_of(x, at, slopes, rule),
                None => unreachable!("tensors are of f32 or of f64"),
            },
        }
    }

    fn each_of<T: TensorElement>(&mut self, x: &mut Tensor<T>, at: &mut usize, slopes: &Slopes, rule: &impl Rule<K>) {
        let (from, count) = (*at, x.len());
        *at += count;
        if count == 0 {
            return;
        }
        let slope: Tensor<T> = match slopes.on_devices.get(&from) {
            Some(slope) => {
                let slope = slope.downcast_ref::<Tensor<T>>();
                slope.expect("a gradient is of the types of its model").clone()
            }
            None => {
                let numbers = slopes.all()[from..from + count].iter().map(|slope| T::nearest(*slope));
                Tensor::from_vec(numbers.collect(), x.shape()).beside(x)
            }
        };
        let moments = &mut self.moments[from..from + count];
        let before: [Tensor<T>; K] = match self.on_devices.0.remove(&from) {
            Some(Kept::F32(tensors)) => known(tensors),
            Some(Kept::F64(tensors)) => known(tensors),
            None => from_fn(|k| {
                let numbers = moments.iter().map(|moment| T::nearest(moment[k]));
                Tensor::from_vec(numbers.collect(), x.shape())
            }),
        };
        // A model may have been moved since.
        let before = before.map(|moment| moment.beside(x));
        let own = std::mem::replace(x, Tensor::zeros(&[0]));
        let (after, moments) = rule.tensor(own, &slope, before);
        *x = after;
        self.on_devices.0.insert(from, kept(moments));
    }
}

/// The sum of the squares of a tensor's elements.
pub(super) fn squares(tensor: &dyn Any) -> f64 {
    fn of<T: TensorElement>(tensor: &Tensor<T>) -> f64 {
        (tensor * tensor).sum().widened()
    }
    let of_f32 = tensor.downcast_ref::<Tensor<f32>>().map(of);
    of_f32
        .or_else(|| tensor.downcast_ref::<Tensor<f64>>().map(of))
        .unwrap_or(0.0)
}
