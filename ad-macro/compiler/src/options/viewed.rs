//! The free function over a view to which the sweeps of a method of arrays delegate: see `items/storage_impls.rs`.

use proc_macro2::Ident;
use syn::{ItemFn, Type};

/// A function of a view, to which the sweeps of a method hand on.
#[derive(Clone, Debug)]
pub struct Viewed {
    pub function: ItemFn,
    pub element: Ident,
    pub axes: Type,
}
