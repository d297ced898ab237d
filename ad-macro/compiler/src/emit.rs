//! TODO

pub mod backward;
pub mod calls;
pub mod closures;
pub mod emitter;
pub mod flow;
pub mod inline_temporaries;
pub mod operations;
pub mod statements;
