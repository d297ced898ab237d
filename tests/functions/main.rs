//! Functions as arguments of differentiable functions, against central differences.
// The functions are written in every way that people write them, also in ways that clippy would change.
#![allow(
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::redundant_closure,
    clippy::type_complexity,
    clippy::too_many_arguments,
    clippy::useless_vec
)]

#[allow(dead_code)]
#[path = "../corpus/differences.rs"]
mod differences;
#[path = "../corpus/tables.rs"]
#[allow(unused_macros, unused_imports)]
mod tables;

mod kept;
mod lists_put_back;
mod named;
mod ordinary;
mod parameters;
mod repeated;
mod rules;
mod written;
