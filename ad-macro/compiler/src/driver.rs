//! TODO

pub mod expand;
#[cfg(test)]
mod layers;
#[cfg(test)]
pub mod second_order;
#[cfg(test)]
pub mod snapshots;
