//! Loop transformations on the planned sweeps: what one would write by hand so that LLVM sees vectors and no bounds checks.
//!
//! Input:  both sweeps and the plan
//! Output: the same sweeps, with fused, strip-mined or unrolled loops and borrowed rows; for entry points, both sweeps as one function
//!
//! Invariant: the primal's values stay bit-identical. Only the order in which cotangents are summed may change; and no element is
//! accessed of which the primal might not have made sure that it exists.

pub mod array_strips;
pub mod bulk_save;
pub mod disjoint_borrows;
pub mod flatten_ranges;
pub mod hoist_row_borrows;
pub mod hoist_row_borrows_reverse;
pub mod row_loops;
pub mod scalar_replacement;
pub mod strip_mining;
pub mod sweep_fusion;
pub mod vector_reductions;
