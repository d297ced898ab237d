//! Projections: the twins of functions that return references, or iterators of them. They have no sweeps: a caller projects its
//! argument, and the argument's cotangent, to the same place.
//!
//! Input:  `fn row(&self, i: usize) -> &[f64] { &self.data[i * self.cols..(i + 1) * self.cols] }`
//! Output: `fn row_differentiable_route_0(&self, i: usize) -> impl Route<Self, Self::Cotangent, Value = [f64], Bar = [f64]> + Copy`
//!
//! Invariant: a projection holds indices and choices, never a borrow, and no derivative flows into it; it leads to the same place
//! however the argument has been written since.

pub mod by_copy;
pub mod compiled;
pub mod deref_impls;
pub mod index_impls;
pub mod index_probing;
pub mod object_routes;
pub mod projection;
pub mod projection_iterators;
