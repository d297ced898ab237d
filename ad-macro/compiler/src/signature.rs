//! TODO

pub mod bounds;
pub mod callables;
pub mod elements;
pub mod inactive;
pub mod lifetimes;
pub mod marks;
pub mod operators;
pub mod returned_iterators;
pub mod returned_places;
pub mod returned_views;
pub mod static_references;
pub mod unconstrained;
