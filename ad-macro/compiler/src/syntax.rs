//! TODO

pub mod cfg_variants;
pub mod diagnostics;
pub mod expressions;
pub mod fresh_names;
pub mod invisible_groups;
pub mod lifetimes;
pub mod macro_calls;
pub mod methods;
pub mod name_proofs;
pub mod panics;
pub mod paths;
pub mod references;
pub mod scalar_rules;
pub mod self_type;
pub mod tokens;
pub mod types;
