//! TODO

pub mod as_slice;
pub mod check_indices;
pub mod collect_iterators;
pub mod copy_mutated_holders;
pub mod detach_casts;
pub mod detach_names;
pub mod hoist_items;
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
