//! Small functions for every line of the language, each at several inputs, against central differences.
//!
//! One file, one noun. `differences` holds the truth, `tables` the form in which the files state what they promise.

// The functions are written in every way that people write them, also in ways that clippy would change.
#![allow(
    clippy::approx_constant,
    clippy::assign_op_pattern,
    clippy::assigning_clones,
    clippy::borrow_deref_ref,
    clippy::deref_addrof,
    clippy::double_parens,
    clippy::excessive_precision,
    clippy::explicit_auto_deref,
    clippy::explicit_counter_loop,
    clippy::explicit_iter_loop,
    clippy::identity_op,
    clippy::let_and_return,
    clippy::manual_clamp,
    clippy::manual_memcpy,
    clippy::manual_range_contains,
    clippy::manual_swap,
    clippy::many_single_char_names,
    clippy::needless_late_init,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::needless_return,
    clippy::neg_multiply,
    clippy::never_loop,
    clippy::op_ref,
    clippy::ptr_arg,
    clippy::redundant_clone,
    clippy::redundant_slicing,
    clippy::same_item_push,
    clippy::suboptimal_flops,
    clippy::too_many_arguments,
    clippy::toplevel_ref_arg,
    clippy::unnecessary_cast,
    clippy::useless_vec,
    clippy::vec_init_then_push,
    clippy::while_let_loop
)]

mod differences;
mod tables;

mod arrays;
mod branches;
mod calls;
mod exits;
mod inactive;
mod interface;
mod kinks;
mod loops;
mod methods;
mod mutation;
mod ndarray;
mod patterns;
mod recursion;
mod scalars;
