//! Values and gradients as one would write them by hand: the limit that the compiler chases.
//!
//! Memory is kept between calls; gradients are overwritten.

pub mod arrays;
pub mod bundle;
mod mixture;
mod network;
pub mod small;

pub use mixture::MixtureGradient;
pub use network::NetworkGradient;
