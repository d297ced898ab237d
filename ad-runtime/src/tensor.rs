//! Tensors: arrays of floats whose device is a property of the value.
//!
//! ```
//! use ad_runtime::tensor::Tensor;
//!
//! let x = Tensor::from_vec(vec![1.0, 2.0, 3.0, 4.0], &[2, 2]);
//! assert_eq!((&x + 1.0).matmul(&x).sum_axis(0).to_vec(), [30.0, 44.0]);
//! ```
//!
//! [`storage`] has the type and what it is made of, `differentiable` its cotangent, which is a tensor again. Each other file has
//! some operations: their kernels as plain functions, and rows of `foreign/rows.rs` that make of them what compiled code calls.
//! A shape that does not fit is a panic that names the operation and all shapes.

mod convolution;
mod ctc;
mod device;
mod differentiable;
mod dropout;
mod elementwise;
mod expressions;
mod joins;
pub(crate) mod kernel;
mod mapping;
mod norms;
mod operators;
mod passes;
mod pooling;
mod products;
mod reductions;
#[cfg(feature = "serde")]
mod saved;
mod shapes;
mod softmax;
pub(crate) mod steps;
mod storage;
#[cfg(test)]
mod verified;

pub use convolution::{Conv2d, TensorConvolutions};
pub use ctc::TensorCtc;
pub use device::{Device, DeviceError};
pub use dropout::TensorDropout;
pub use elementwise::{TensorElements, TensorPowers};
pub use joins::{TensorJoins, TensorReads};
pub use mapping::{Pullbacks, TensorMaps};
pub use norms::{Normal, TensorNorms};
pub use pooling::{Pool2d, TensorPools};
pub use products::TensorProducts;
pub use reductions::TensorReductions;
pub use shapes::TensorShapes;
pub use softmax::TensorSoftmax;
pub use storage::{Tensor, TensorElement};
