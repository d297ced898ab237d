//! Small functions for every line of the language, each at several inputs, against central differences.
//!
//! One file, one noun. `differences` holds the truth, `tables` the form in which the files state what they promise.

// The functions are written in every way that people write them, also in ways that clippy would change.
#![allow(
    clippy::assign_op_pattern,
    clippy::collapsible_if,
    clippy::manual_is_multiple_of,
    clippy::manual_repeat_n,
    clippy::manual_swap,
    clippy::needless_late_init,
    clippy::needless_range_loop,
    clippy::needless_return,
    clippy::neg_cmp_op_on_partial_ord,
    clippy::ptr_arg,
    clippy::type_complexity,
    clippy::useless_vec
)]

mod differences;
mod tables;

mod arrays;
mod blocks;
mod branches;
mod calls;
mod choices;
mod exits;
mod fusion;
mod inactive;
mod interface;
mod kinks;
mod lists;
mod loops;
mod macros;
mod methods;
mod mutation;
mod ndarray;
mod neighbours;
mod options;
mod patterns;
mod receivers;
mod recursion;
mod references;
mod views;
// The programs are kept as they were found.
#[allow(redundant_semicolons, clippy::needless_late_init, clippy::useless_vec)]
mod regressions;
mod replays;
mod scalars;
mod scratch;
mod walks;
