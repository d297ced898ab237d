//! The plan: how every primal value that the reverse sweep uses is had there, and whose memory holds it.
//!
//! Input:  both sweeps, as `adjoint` leaves them
//! Output: both sweeps with tapes, branch records, rematerialised statements and workspace memory; `Plan`, for the emitter
//!
//! Invariant (replay): at every point of the reverse sweep each variable that it reads holds the value that it held at that
//! point of the forward sweep.

pub mod array_lengths;
pub mod checkpointing;
pub mod copy_on_move;
pub mod costs;
pub mod dead_restores;
pub mod deferred_init;
pub mod last_uses;
pub mod offered_receivers;
pub mod privatisation;
pub mod reuse_buffers;
pub mod spill;
pub mod tape_layout;
pub mod trailing_updates;
