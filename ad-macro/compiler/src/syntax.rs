//! Syntax: queries and rewrites over syn's trees and token streams that know nothing of derivatives, fresh names,
//! diagnostics, and the table of scalar rules.
//!
//! Input:  `syn` trees and `TokenStream`s
//! Output: the same, facts about them, `Ty` (what is known of a type), `Diagnostics`
//!
//! Invariant: nothing here names the IR, an option or a pass; a fact that rests on a naming convention alone
//! (`paths::names_type`) is for choosing a form of emission, never a proof that a value carries no derivative.

pub mod cfg_variants;
pub mod diagnostics;
pub mod expressions;
pub mod flat_map;
pub mod flat_set;
pub mod fresh_names;
pub mod invisible_groups;
pub mod lifetimes;
pub mod located;
pub mod macro_calls;
pub mod methods;
pub mod name_proofs;
pub mod panics;
pub mod paths;
pub mod proven;
pub mod references;
pub mod scalar_rules;
pub mod self_type;
pub mod tokens;
pub mod types;
pub mod walk;
