//! TODO

pub mod attribute;
pub mod detached_name;
pub mod elided_lifetimes;
pub mod external_twins;
pub mod function_names;
pub mod viewed;
