//! TODO

pub mod check_signature;
pub mod closure_arguments;
pub mod compiled;
pub mod lanes;
pub mod pipeline;
