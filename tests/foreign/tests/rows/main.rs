//! The rows of foreign types' methods and functions: the tangent against the adjoint by inner products, and against differences.

mod check;
mod complex;
mod glam;
mod nalgebra;
mod ndarray;
mod operators;
