//! TODO

pub mod branches;
pub mod calls;
pub mod fold_negations;
pub mod forward_slopes;
pub mod mapv;
pub mod operations;
pub mod parts;
pub mod recompute_scratch;
pub mod reverse;
pub mod scalar_slopes;
pub mod stores;
