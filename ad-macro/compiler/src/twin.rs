//! The twin: the type or the sibling functions that stand beside a function and hold its derivatives.
//!
//! Input:  both sweeps of `fn f(x: &[f64], k: f64) -> f64` as tokens, its signature
//! Output: `struct f {}` with `forward`, `grad`, `vjp`, …, or `f_differentiable`, `f_vjp`, … in the same impl
//!
//! Invariant: a caller knows a twin by the function's path and arguments alone; each parameter has one slot, whatever it is. A pullback
//! captures nothing borrowed (`use<>`). For active values the twin calls the function itself only in `check`, in a forward sweep with
//! the option `checkpoint`, and under a rule of the user's.

pub mod accepted;
pub mod assemble;
pub mod check_grad;
pub mod checkpointed;
pub mod cotangent_types;
pub mod declaration;
pub mod delegated;
pub mod forward_mode;
pub mod fused_entry;
pub mod gradients;
pub mod jacobian;
pub mod methods;
pub mod nested;
pub mod object_methods;
pub mod parts;
mod parts_read;
pub mod pullback_closure;
pub mod recursion_frames;
pub mod second_order;
pub mod signature;
pub mod target;
pub mod tuple_parameters;
pub mod user_rules;
pub mod written;
