//! TODO

pub mod bulk_save;
pub mod disjoint_borrows;
pub mod hoist_row_borrows;
pub mod hoist_row_borrows_reverse;
pub mod row_loops;
pub mod scalar_replacement;
pub mod strip_mining;
pub mod sweep_fusion;
pub mod vector_reductions;
