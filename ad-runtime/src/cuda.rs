//! Tensors on a graphics processor of NVIDIA's.
//!
//! ```text
//! x.exp()          one launch of the generated kernel `out[i] = x.exp()`
//! x.matmul(&y)     one call of cuBLAS
//! x.conv2d(&w, ..) one call of cuDNN, or patches and a product
//! x.sum_axis(0)    one or two launches of the reduction in `reduce.cu`
//! ```
//!
//! [`driver`] opens a device, compiles, launches and copies: all that is unsafe is there. [`Array`] is elements on a device with
//! their shape, their strides and where they begin, so that what ndarray tells by strides is told so here. `elementwise` writes
//! kernels from the tokens of [`kernel!`](crate::tensor::kernel), after `prelude.cu`, which makes C++ of them; `closures` has those
//! of the user's closures, which the macro wrote; the other kernels are the `.cu` files beside the code that launches them. All goes to
//! one stream, in the order of the calls; no kernel uses atomics, and cuDNN is asked for algorithms without any, so that results are
//! equal from run to run.
//!
//! The operations of `tensor/` name what is here in their first line, `on_device!`. What is made of other operations has none.

mod array;
mod closures;
mod convolutions;
mod driver;
mod elementwise;
mod layout;
mod paths;
mod products;
mod reductions;
mod rows;
mod selections;
mod windows;

pub(crate) use array::Array;
pub(crate) use closures::{mapped, pulled};
pub(crate) use convolutions::{Convolution, Part, convolved};
pub(crate) use driver::Gpu;
pub use driver::OnDevice;
pub(crate) use elementwise::computed;
pub(crate) use paths::{sequence_cost, sequence_slopes};
pub(crate) use products::product;
pub(crate) use reductions::{Reduction, reduced};
pub(crate) use rows::{distribution, first_of_most, label_costs, label_slopes};
pub(crate) use selections::{scattered, selected};
pub(crate) use windows::{Windows, folded, largest_dot, pooled, spread, unfolded};
