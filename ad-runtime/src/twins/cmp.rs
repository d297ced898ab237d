//! The derivatives of `std::cmp::min` and `std::cmp::max`, as they are imported beside the functions: `min::forward` for a call `min(a, b)`.
//!
//! No float has an order. What these functions compare are mostly counts, and otherwise what a derivative flows through unchanged:
//! it goes to the value that was chosen.

use super::choices::choices;
use super::{Differentiable, Workspace};

choices! {
    "core::cmp", Ord;
    min, |first, second| first > second, "`std::cmp::min`.\n\n```\nuse ad_runtime::twins::cmp::min;\n\nlet mut ws = ad_runtime::Workspace::new();\nassert_eq!(min::forward(&mut ws, 3, 2).0, 2);\nmin::twin_of(std::cmp::min::<usize>);\n```";
    max, |first, second| first <= second, "`std::cmp::max`: of two that are equal, the second.\n\n```\nuse ad_runtime::twins::cmp::max;\n\nlet mut ws = ad_runtime::Workspace::new();\nassert_eq!(max::forward(&mut ws, 3, 2).0, 3);\nmax::twin_of(std::cmp::max::<usize>);\n```";
}
