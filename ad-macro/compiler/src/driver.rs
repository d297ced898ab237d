//! Above all layers, the driver: what a macro invocation does with its item; and the tests that see the whole compiler.
//!
//! Input:  the tokens of the attribute and of the item
//! Output: the item as it was written, then its derivatives or its errors
//!
//! Invariant: the user's item is emitted unchanged but for the macro's own markers, also where there are errors. The output is
//! deterministic: maps and sets are ordered, and names are made in source order.

pub mod expand;
pub mod explained;
#[cfg(test)]
mod layers;
#[cfg(test)]
pub mod snapshots;
