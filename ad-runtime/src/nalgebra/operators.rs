//! The adjoints of the operators on vectors and matrices.
//!
//! An element of a cotangent that is exactly zero contributes nothing, also where the other factor is infinite or NaN.

use super::matrices::Elements;
use super::products::{add_product, add_times_transpose, add_transpose_times};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::element::Element;
use crate::folds::AddsUp;
use crate::foreign::{operators, sums};
use crate::operators::{DivAdjoint, MulAdjoint, NegAdjoint};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix, OMatrix};
use std::ops::{Index, IndexMut};

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>> AddsUp for Matrix<A, R, C, S> where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>
{
}

sums! {
    add AddAdjoint[A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>] Matrix<A, R, C, S>, Matrix<A, R, C, S> => Self
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];
        left |seed| { seed.clone() }
        right |seed| { seed.clone() }
        tangent |l_dot| { l_dot.clone() } |r_dot| { r_dot.clone() }

    sub SubAdjoint[A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>] Matrix<A, R, C, S>, Matrix<A, R, C, S> => Self
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];
        left |seed| { seed.clone() }
        right |seed| { mapped(seed, |s| -s) }
        tangent |l_dot| { l_dot.clone() } |r_dot| { mapped(r_dot, |s| -s) }
}

impl<A: Scalar, R: Dim, C: Dim, S: Elements<A, R, C>, F> NegAdjoint<F> for Matrix<A, R, C, S>
where
    DefaultAllocator: Allocator<R, C, Buffer<A> = S>,
{
    type Kept = ();
    #[inline(always)]
    fn neg_keep(_: &Self) {}
    type Seed = Self;
    #[inline(always)]
    fn neg((): &(), seed: &Self, _: &mut Workspace) -> Self {
        mapped(seed, |s| -s)
    }
    #[inline(always)]
    fn neg_tangent(_: &Self, dot: &Self) -> Self {
        mapped(dot, |d| -d)
    }
}

operators! {
    /// Original: `y = l * r`, between matrices, of which vectors are those of one column.\
    /// Adjoint: `l_bar = y_bar · rᵀ` and `r_bar = lᵀ · y_bar`.
    impl MulAdjoint[A: Scalar, R1: Dim, C1: Dim, S1, R2: Dim, C2: Dim, S2] Matrix<A, R1, C1, S1>, Matrix<A, R2, C2, S2> => OMatrix<A, R1, C2>
        where [S1: Elements<A, R1, C1>, S2: Elements<A, R2, C2>, DefaultAllocator: Allocator<R1, C1, Buffer<A> = S1> + Allocator<R2, C2, Buffer<A> = S2> + Allocator<R1, C2>];
        mul_left |l, r, seed, _| {
            let (rows, columns) = l.shape_generic();
            let mut bar = Self::zeros_generic(rows, columns);
            if is_finite(r) {
                let (rows, inner, columns) = (rows.value(), seed.shape_generic().1.value(), columns.value());
                add_times_transpose(bar.as_mut_slice(), seed.as_slice(), r.as_slice(), rows, inner, columns);
                return bar;
            }
            for k in 0..columns.value() {
                for j in 0..seed.ncols() {
                    for i in 0..rows.value() {
                        bar[(i, k)] += times(seed[(i, j)], r[(k, j)]);
                    }
                }
            }
            bar
        }
        mul_right |l, r, seed, _| {
            let (rows, columns) = r.shape_generic();
            let mut bar = Matrix::<A, R2, C2, S2>::zeros_generic(rows, columns);
            if is_finite(l) {
                let (rows, inner, columns) = (rows.value(), l.shape_generic().0.value(), columns.value());
                add_transpose_times(bar.as_mut_slice(), l.as_slice(), seed.as_slice(), rows, inner, columns);
                return bar;
            }
            for j in 0..columns.value() {
                for k in 0..rows.value() {
                    bar[(k, j)] = (0..l.nrows()).fold(A::ZERO, |sum, i| sum + times(seed[(i, j)], l[(i, k)]));
                }
            }
            bar
        }
        tangent mul_tangent |l, r| |l_dot| { product_of(l_dot, r) } |r_dot| { product_of(l, r_dot) }

    impl MulAdjoint[A, R: Dim, C: Dim, S: Elements<A, R, C>] Matrix<A, R, C, S>, A => Self::Cotangent
        where [A: Element + MulAdjoint<A, Seed = <A as Differentiable>::Cotangent>, DefaultAllocator: Allocator<R, C, Buffer<A> = S>];
        mul_left |l, r, seed, ws| { each(l, seed, |l, s| A::mul_left(l, r, s, ws)) }
        mul_right |l, r, seed, ws| { together(l, seed, |l, s| A::mul_right(l, r, s, ws)) }
        tangent mul_tangent |l, r|
            |l_dot| { each(l, l_dot, |l, d| A::mul_tangent(l, r, Some(d), None)) }
            |r_dot| { each(l, &l.zero_cotangent(), |l, _| A::mul_tangent(l, r, None, Some(r_dot))) }

    impl DivAdjoint[A, R: Dim, C: Dim, S: Elements<A, R, C>] Matrix<A, R, C, S>, A => Self::Cotangent
        where [A: Element + DivAdjoint<A, Seed = <A as Differentiable>::Cotangent>, DefaultAllocator: Allocator<R, C, Buffer<A> = S>];
        div_left |l, r, seed, ws| { each(l, seed, |l, s| A::div_left(l, r, s, ws)) }
        div_right |l, r, seed, ws| { together(l, seed, |l, s| A::div_right(l, r, s, ws)) }
        tangent div_tangent |l, r|
            |l_dot| { each(l, l_dot, |l, d| A::div_tangent(l, r, Some(d), None)) }
            |r_dot| { each(l, &l.zero_cotangent(), |l, _| A::div_tangent(l, r, None, Some(r_dot))) }
}

/// The product of two matrices.
#[inline]
fn product_of<A: Scalar, R1: Dim, C1: Dim, R2: Dim, C2: Dim>(
    l: &OMatrix<A, R1, C1>,
    r: &OMatrix<A, R2, C2>,
) -> OMatrix<A, R1, C2>
where
    DefaultAllocator: Allocator<R1, C1> + Allocator<R2, C2> + Allocator<R1, C2>,
{
    let (rows, columns) = (l.shape_generic().0, r.shape_generic().1);
    let mut product = OMatrix::zeros_generic(rows, columns);
    add_product(
        product.as_mut_slice(),
        l.as_slice(),
        r.as_slice(),
        rows.value(),
        l.ncols(),
        columns.value(),
    );
    product
}

/// The cotangents of the elements of `l`, each from that of the result there.
#[inline(always)]
fn each<A: Element, R: Dim, C: Dim>(
    l: &OMatrix<A, R, C>,
    seed: &OMatrix<A::Cotangent, R, C>,
    mut f: impl FnMut(&A, &A::Cotangent) -> A::Cotangent,
) -> OMatrix<A::Cotangent, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    let mut bar = seed.clone();
    for (bar, l) in bar.as_mut_slice().iter_mut().zip(l.as_slice()) {
        *bar = f(l, bar);
    }
    bar
}

/// The sum of what flows into the number at the right from each element.
#[inline(always)]
fn together<A: Element, R: Dim, C: Dim>(
    l: &OMatrix<A, R, C>,
    seed: &OMatrix<A::Cotangent, R, C>,
    mut f: impl FnMut(&A, &A::Cotangent) -> A::Cotangent,
) -> A::Cotangent
where
    DefaultAllocator: Allocator<R, C>,
{
    let mut sum = A::zero_bar();
    for (l, seed) in l.as_slice().iter().zip(seed.as_slice()) {
        sum.accumulate(&f(l, seed));
    }
    sum
}

/// nalgebra has the product with a number on the left for each type of float by itself.
macro_rules! numbers {
    ($($float:ident)*) => {$(
        impl<R: Dim, C: Dim, S: Elements<$float, R, C>, F> MulAdjoint<Matrix<$float, R, C, S>, F> for $float
        where
            DefaultAllocator: Allocator<R, C, Buffer<$float> = S>,
        {
            type Seed = Matrix<$float, R, C, S>;
            #[inline]
            fn mul_left(_: &$float, r: &Matrix<$float, R, C, S>, seed: &Self::Seed, _: &mut Workspace) -> $float {
                sum_of(r, seed, |r, s| times(s, r))
            }
            #[inline]
            fn mul_right(l: &$float, _: &Matrix<$float, R, C, S>, seed: &Self::Seed, _: &mut Workspace) -> Matrix<$float, R, C, S> {
                mapped(seed, |s| times(s, *l))
            }
        }
    )*};
}

numbers!(f32 f64);

/// Whether the elements are finite, so that a plain product has strong zeros too.
#[inline]
pub(super) fn is_finite<A: Scalar, R: Dim, C: Dim>(m: &OMatrix<A, R, C>) -> bool
where
    DefaultAllocator: Allocator<R, C>,
{
    // All of them are looked at, without a branch for each.
    m.as_slice().iter().fold(true, |finite, m| finite & m.is_finite())
}

/// The matrix of `f` of each element.
#[inline(always)]
pub(super) fn mapped<A: Scalar, R: Dim, C: Dim>(m: &OMatrix<A, R, C>, f: impl Fn(A) -> A) -> OMatrix<A, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    let mut mapped = m.clone();
    for m in mapped.as_mut_slice() {
        *m = f(*m);
    }
    mapped
}

/// The sum of `f` over the elements of two matrices of the same shape.
#[inline(always)]
pub(super) fn sum_of<A: Scalar, R: Dim, C: Dim>(a: &OMatrix<A, R, C>, b: &OMatrix<A, R, C>, f: impl Fn(A, A) -> A) -> A
where
    DefaultAllocator: Allocator<R, C>,
{
    let mut sum = A::ZERO;
    for (a, b) in a.as_slice().iter().zip(b.as_slice()) {
        sum += f(*a, *b);
    }
    sum
}

/// What flows through `alpha · a · b` into `alpha`, and, added to their cotangents, into `a` and `b`. The element of `a` in the row
/// `i` and the column `k` stands at `at(i, k)`: in a transposed one, the other way round.
pub(super) fn through_product<A: Scalar, M, N>(
    seeds: &impl Index<(usize, usize), Output = A>,
    (rows, inner, columns): (usize, usize, usize),
    alpha: A,
    (a, mut a_bar): (&M, Option<&mut M>),
    (b, mut b_bar): (&N, Option<&mut N>),
    at: impl Fn(usize, usize) -> (usize, usize),
) -> A
where
    M: IndexMut<(usize, usize), Output = A>,
    N: IndexMut<(usize, usize), Output = A>,
{
    let mut of_alpha = A::ZERO;
    for j in 0..columns {
        for i in 0..rows {
            let seed = seeds[(i, j)];
            for k in 0..inner {
                of_alpha += times(seed, a[at(i, k)] * b[(k, j)]);
                if let Some(a_bar) = a_bar.as_deref_mut() {
                    a_bar[at(i, k)] += times(seed, alpha * b[(k, j)]);
                }
                if let Some(b_bar) = b_bar.as_deref_mut() {
                    b_bar[(k, j)] += times(seed, alpha * a[at(i, k)]);
                }
            }
        }
    }
    of_alpha
}

/// Adds `f` of the elements of `b` and `c` to those of `bar`.
///
/// # Panics
/// If the shapes differ.
#[inline(always)]
pub(super) fn add_each<A: Scalar, R: Dim, C: Dim>(
    bar: &mut OMatrix<A, R, C>,
    b: &OMatrix<A, R, C>,
    c: &OMatrix<A, R, C>,
    f: impl Fn(A, A) -> A,
) where
    DefaultAllocator: Allocator<R, C>,
{
    assert!(
        bar.shape() == b.shape() && bar.shape() == c.shape(),
        "the shapes of a matrix and of its cotangent differ"
    );
    let both = b.as_slice().iter().zip(c.as_slice());
    for (bar, (b, c)) in bar.as_mut_slice().iter_mut().zip(both) {
        *bar += f(*b, *c);
    }
}
