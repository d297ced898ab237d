//! The methods of `Option` that slices and numbers don't have: such a call shows that its receiver is an option.
//!
//! Input:  `v.first().copied()`
//! Output: `copied` is one, so `v.first()` is lowered as an option

use proc_macro2::Ident;

/// Whether a method is one that options have, and neither slices nor numbers.
pub fn is_of_options(method: &Ident) -> bool {
    const OF_OPTIONS: &[&str] = &[
        "unwrap",
        "expect",
        "map",
        "map_or",
        "map_or_else",
        "and_then",
        "is_some",
        "is_none",
        "is_some_and",
        "is_none_or",
        "unwrap_or",
        "unwrap_or_else",
        "unwrap_or_default",
        "ok_or",
        "ok_or_else",
        "copied",
        "cloned",
        "filter",
        "zip",
        "or",
        "or_else",
    ];
    OF_OPTIONS.iter().any(|name| method == name)
}
