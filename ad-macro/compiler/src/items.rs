//! Items: impls, traits, operators, conversions, trait objects and imports. Each function in them goes through
//! `function/pipeline.rs`; here is what stands around its twin.
//!
//! Input:  `syn::ItemImpl`, `syn::ItemTrait`, `syn::ItemUse`, `Options`
//! Output: the item as it was written, its functions' twins in it or beside it, and the impls by which rustc finds them
//!
//! Invariant: what is found by a name is proved: a call that means another function of this name must not compile, or must not run,
//! with this one's derivative. Nothing that the user wrote changes its meaning.

pub mod bounded_items;
pub mod call_cycles;
pub mod from_impls;
pub mod impls;
pub mod inactive_members;
pub mod members;
pub mod operator_impls;
pub mod operator_operands;
pub mod resolution_proofs;
pub mod storage_impls;
pub mod straight_line_bodies;
pub mod sum_impls;
pub mod trait_impls;
pub mod trait_objects;
pub mod traits;
pub mod use_items;
