//! Times of gradients against their functions, in one table. The README says how to run it and what the columns are.

#![allow(clippy::needless_range_loop)]

mod adbench;
mod arrays;
mod bodies;
mod by_hand;
mod harness;
#[cfg(feature = "peers")]
mod peers;
mod programs;
#[cfg(feature = "tensor")]
mod sentences;
mod small;
#[cfg(feature = "tensor")]
mod tensors;
mod trees;

#[allow(dead_code)]
#[path = "../../tests/corpus/differences.rs"]
mod differences;
#[allow(dead_code, clippy::too_many_arguments)]
#[path = "../../tests/adbench/objectives/mod.rs"]
mod objectives;

fn main() {
    let table = harness::Table::from_arguments();
    table.print_header();
    adbench::all(&table);
    small::all(&table);
    arrays::all(&table);
    trees::all(&table);
    bodies::all(&table);
    programs::all(&table);
    #[cfg(feature = "tensor")]
    {
        tensors::all(&table);
        sentences::all(&table);
    }
}
