//! The numbers of a gradient, where what is on a device stays there.

#[cfg(feature = "tensor")]
use std::any::Any;
#[cfg(feature = "tensor")]
use std::collections::BTreeMap;

/// The numbers of a gradient, in order. In the place of what is on a device there are zeros.
#[derive(Debug, Default)]
pub struct Slopes {
    numbers: Vec<f64>,
    /// What is on a device, by the place of its first number.
    #[cfg(feature = "tensor")]
    pub(crate) on_devices: BTreeMap<usize, Box<dyn Any>>,
}

impl Slopes {
    /// The numbers that were found so far.
    ///
    /// ```
    /// use ad_runtime::{Cotangent, Slopes};
    ///
    /// let mut slopes = Slopes::default();
    /// ([1.0, 2.0], 3.0_f32).gather_slopes(&mut slopes);
    /// assert_eq!(*slopes.numbers(), [1.0, 2.0, 3.0]);
    /// ```
    pub fn numbers(&mut self) -> &mut Vec<f64> {
        &mut self.numbers
    }

    pub(crate) fn all(&self) -> &[f64] {
        &self.numbers
    }

    /// A tensor on a device of so many elements comes next.
    #[cfg(feature = "tensor")]
    pub(crate) fn push(&mut self, tensor: impl Any, count: usize) {
        self.on_devices.insert(self.numbers.len(), Box::new(tensor));
        self.numbers.resize(self.numbers.len() + count, 0.0);
    }
}
