//! TODO

pub mod bounded_items;
pub mod call_cycles;
pub mod from_impls;
pub mod impls;
pub mod inactive_members;
pub mod members;
pub mod operator_impls;
pub mod resolution_proofs;
pub mod storage_impls;
pub mod straight_line_bodies;
pub mod sum_impls;
pub mod trait_impls;
pub mod trait_objects;
pub mod traits;
pub mod use_items;
