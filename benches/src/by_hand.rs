//! Values and gradients as one would write them by hand: the limit that the compiler chases.
//!
//! Memory is kept between calls; gradients are overwritten.

pub mod arrays;
mod batch;
pub mod bundle;
mod mixture;
mod network;
pub mod small;

pub use batch::BatchGradient;
pub use mixture::MixtureGradient;
pub use network::NetworkGradient;
