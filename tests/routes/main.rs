//! Functions that return references, against differences.
// The loops are written as users write them.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_find,
    clippy::needless_late_init,
    clippy::unnecessary_map_or,
    clippy::unnecessary_unwrap
)]

mod accessors;
mod arrays;
#[allow(clippy::borrowed_box)]
mod borrowers;
mod columns;
mod constants;
mod conversions;
mod cursors;
mod defaults;
mod delegates;
mod functions;
mod generics;
mod iterators;
mod linalg;
mod listings;
mod matrices;
// Written as people write it.
#[allow(clippy::borrowed_box, clippy::manual_is_multiple_of, clippy::ptr_arg)]
mod objects;
mod returns;
mod selections;
mod traits;
mod tuples;
mod values;
