//! nalgebra's types in differentiable functions: each operation, each use of one inside another, and whole problems, against
//! central differences and published formulae.

// Operands by reference, copies by `clone` and defaults by their names are what is tested.
#![allow(clippy::op_ref, clippy::clone_on_copy, clippy::unwrap_or_default)]

mod alignments;
mod columns;
mod constructors;
mod decompositions;
mod dimensions;
mod elements;
mod geometry;
mod lent_parts;
mod mapped;
mod methods;
mod motions;
mod operators;
mod parts;
mod problems;
mod rearranged;
mod storages;
mod uses;

use nalgebra::{DMatrix, DVector, Matrix2, Matrix2x3, Matrix3, Matrix4, SMatrix, Vector2, Vector3};

/// A matrix without pattern or symmetry, with components between 0.2 and 1.2 that are all different.
fn sample<const R: usize, const C: usize>(seed: usize) -> SMatrix<f64, R, C> {
    SMatrix::from_fn(|i, j| component(seed, R * j + i))
}

/// The same of a size that only a run knows.
fn sample_dynamic(rows: usize, columns: usize, seed: usize) -> DMatrix<f64> {
    DMatrix::from_fn(rows, columns, |i, j| component(seed, rows * j + i))
}

fn component(seed: usize, k: usize) -> f64 {
    0.7 + 0.5 * f64::sin((7 * seed + (k + 1) * (k + 1)) as f64)
}

fn v2(seed: usize) -> Vector2<f64> {
    sample(seed)
}

fn v3(seed: usize) -> Vector3<f64> {
    sample(seed)
}

fn dv(seed: usize) -> DVector<f64> {
    sample_dynamic(4, 1, seed).column(0).into_owned()
}

fn m2(seed: usize) -> Matrix2<f64> {
    sample(seed)
}

fn m3(seed: usize) -> Matrix3<f64> {
    sample(seed)
}

fn m4(seed: usize) -> Matrix4<f64> {
    sample(seed)
}

fn m23(seed: usize) -> Matrix2x3<f64> {
    sample(seed)
}

fn dm(seed: usize) -> DMatrix<f64> {
    sample_dynamic(4, 4, seed)
}

/// A table of functions, each with its body and arguments; each is a test that compares its derivatives with differences.
macro_rules! table {
    ($($name:ident($($param:ident: $ty:ty = $argument:expr),*) -> $output:ty $body:block)*) => {$(
        #[test]
        #[allow(clippy::needless_late_init)]
        fn $name() {
            #[pullback::differentiable]
            fn function($($param: $ty),*) -> $output $body

            pullback::check_grad!(function($($argument),*)).unwrap();
        }
    )*};
}

pub(crate) use table;
