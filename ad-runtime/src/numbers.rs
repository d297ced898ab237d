//! What numbers a value holds: their names, shapes and types, and the numbers themselves.
//!
//! ```text
//! struct Model { weights: Array2<f32>, layers: Vec<Layer> }
//! has     weights [3, 4] F32, layers.0.bias [5] F64, …
//! ```
//!
//! Both go through a value in the order in which [`flatten_into`](crate::Differentiable::flatten_into) does.

#[cfg(feature = "tensor")]
use crate::tensor::{Device, DeviceError};

/// The type of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

/// Numbers of one type that lie side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The fields and indices that lead there, `layers.0.weights`.
    pub name: String,
    /// How many there are, along each axis.
    pub shape: Vec<usize>,
    /// Their type.
    pub float: Float,
}

/// The names, shapes and types of the numbers of a value.
///
/// ```
/// use ad_runtime::{Differentiable, Outline};
///
/// let mut outline = Outline::default();
/// (0.5_f32, vec![[0.0; 3]; 2]).outline(&mut outline);
/// let leaves: Vec<_> = outline.leaves().iter().map(|leaf| (&leaf.name[..], &leaf.shape[..])).collect();
/// assert_eq!(leaves, [("0", &[][..]), ("1", &[2, 3][..])]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    path: String,
    leaves: Vec<Leaf>,
}

impl Outline {
    /// All that were found.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// Goes through a part, a field or an element.
    pub fn within(&mut self, name: &str, part: impl FnOnce(&mut Outline)) {
        let outside = self.path.len();
        if outside > 0 {
            self.path.push('.');
        }
        self.path.push_str(name);
        part(self);
        self.path.truncate(outside);
    }

    /// Here are numbers.
    pub fn leaf(&mut self, shape: &[usize], float: Float) {
        self.leaves.push(Leaf {
            name: self.path.clone(),
            shape: shape.to_vec(),
            float,
        });
    }
}

/// The numbers themselves.
#[derive(Debug)]
pub enum Numbers<'n> {
    /// Of `f32`.
    F32(&'n mut [f32]),
    /// Of `f64`.
    F64(&'n mut [f64]),
    /// Of a tensor, which can be on a device.
    #[cfg(feature = "tensor")]
    Tensor(&'n mut dyn NumbersOfTensor),
}

/// A tensor, of which only its numbers matter.
#[cfg(feature = "tensor")]
pub trait NumbersOfTensor: std::fmt::Debug {
    /// Moves them.
    ///
    /// # Errors
    /// If they cannot be moved; then they are where they were.
    fn move_to(&mut self, device: &Device) -> Result<(), DeviceError>;
    /// The tensor, if it is on a device.
    fn on_device(&mut self) -> Option<&mut dyn std::any::Any>;
    /// The numbers side by side.
    ///
    /// # Panics
    /// If they are not in the memory of the process, with the operation that would read them.
    fn each_number(&mut self, operation: &str, f: &mut dyn FnMut(Numbers<'_>));
}
