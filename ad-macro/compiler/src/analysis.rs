//! TODO

pub mod activity;
pub mod borrow_holders;
pub mod dyn_coercions;
pub mod end_of_loans;
pub mod float_inference;
pub mod load_cse;
pub mod operator_calls;
pub mod self_calls;
pub mod structurize;
