//! TODO

pub mod assemble;
pub mod check_grad;
pub mod checkpointed;
pub mod cotangent_types;
pub mod delegated;
pub mod fused_entry;
pub mod gradients;
pub mod jacobian;
pub mod methods;
pub mod object_methods;
pub mod parts;
pub mod pullback_closure;
pub mod recursion_frames;
pub mod signature;
pub mod target;
pub mod tuple_parameters;
pub mod user_rules;
