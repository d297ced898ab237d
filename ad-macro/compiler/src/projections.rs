//! TODO

pub mod by_copy;
pub mod compiled;
pub mod deref_impls;
pub mod index_impls;
pub mod index_probing;
pub mod object_routes;
pub mod projection;
pub mod projection_iterators;
