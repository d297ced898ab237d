//! TODO

pub mod array_lengths;
pub mod checkpointing;
pub mod copy_on_move;
pub mod dead_restores;
pub mod deferred_init;
pub mod last_uses;
pub mod partial_moves;
pub mod privatisation;
pub mod reuse_buffers;
pub mod spill;
pub mod tape_layout;
