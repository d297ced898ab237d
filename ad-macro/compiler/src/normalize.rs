//! Normalisation: syn → syn. Rewrites a function into the part of Rust that `lower` knows, for its sweeps alone; what rustc
//! compiles as the primal stays as it was written.
//!
//! Input:  `syn::ItemFn`, `Options`
//! Output: `syn::ItemFn` with the same values, or an error on the construct that has no normal form
//!
//! Invariant: a rewrite keeps every value, and the span of whatever it moves. No IR is made or read here.

pub mod as_slice;
pub mod check_indices;
pub mod collect_iterators;
pub mod copy_mutated_holders;
pub mod detach_casts;
pub mod detach_names;
pub mod exchange_taken;
pub mod hoist_items;
pub mod imports;
pub mod macro_rules;
pub mod name_impl_trait;
pub mod name_reference_fields;
pub mod own_returned_views;
pub mod phi_initialisers;
pub mod receivers;
pub mod reject_syntax;
pub mod self_to_type;
pub mod static_references;
pub mod tail_expressions;
pub mod tail_returns;
pub mod unify_storage;
