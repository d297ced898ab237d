//! ndarray's methods that multiply the elements of an array, or take differences of them.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::cotangent::Cotangent;
use crate::foreign::rows;
use crate::operators::lent;
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use ndarray::{Array, ArrayRef, ArrayView1, ArrayViewMut1, Axis, Dimension, RemoveAxis, Slice, Zip};

rows! {
    /// The twins of an array's methods `product`, `product_axis`, `cumprod` and `diff`. Nothing is divided by an element on the way
    /// back, so one may be zero.
    ///
    /// ```
    /// use ad_runtime::ArrayProducts as _;
    /// use ndarray::arr1;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (a, mut a_bar) = (arr1(&[2.0, 0.0, 3.0]), arr1(&[0.0, 0.0, 0.5]));
    /// let (product, ()) = a.product_differentiable_push(&mut ws);
    /// a.product_differentiable_pull((), &mut ws, 2.0, Some(&mut a_bar));
    /// assert_eq!((product, a_bar), (0.0, arr1(&[0.0, 12.0, 0.5])));
    /// ```
    unsized ArrayProducts[A: Scalar, D: Dimension + 'static][A, D] for [] ArrayRef<A, D>;

    fn product(ref x) -> A;
        adjoint in ws |(), seed, Some(x_bar)| { product_adjoint(x_bar.iter_mut(), x.iter(), seed, ws); }

    fn product_axis(ref x, axis: at Axis) -> Array<A, D::Smaller>, keeps Axis where [D: RemoveAxis];
        value { (x.product_axis(axis), axis) }
        adjoint in ws |axis, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                Zip::from(x_bar.lanes_mut(axis))
                    .and(x.lanes(axis))
                    .and(&seed)
                    .for_each(|mut x_bar, lane, &seed| product_adjoint(x_bar.iter_mut(), lane.iter(), seed, ws));
            }
            seed.give_back(ws);
        }

    fn cumprod(ref x, axis: at Axis) -> Array<A, D>, keeps Axis where [D: RemoveAxis];
        value { (x.cumprod(axis), axis) }
        adjoint in ws |axis, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                Zip::from(x_bar.lanes_mut(axis))
                    .and(x.lanes(axis))
                    .and(seed.lanes(axis))
                    .for_each(|x_bar, a, seed| cumprod_adjoint(x_bar, a, seed, ws));
            }
            seed.give_back(ws);
        }

    fn diff(ref x, n: at usize, axis: at Axis) -> Array<A, D>, keeps (usize, Axis);
        value { (x.diff(n, axis), (n, axis)) }
        adjoint in ws |(n, axis), mut seed, Some(x_bar), (), ()| {
            for _ in 0..n {
                let mut shape = seed.raw_dim();
                shape[axis.index()] += 1;
                let mut wider = lent(shape, ws);
                *wider.slice_axis_mut(axis, Slice::from(1..)) += &*seed;
                *wider.slice_axis_mut(axis, Slice::from(..-1)) -= &*seed;
                std::mem::replace(&mut seed, wider).give_back(ws);
            }
            *x_bar += &*seed;
            seed.give_back(ws);
        }
        tangent: linear;
}

/// Adds to the cotangent of each number the product of all others: of those before it and of those after it.
pub(crate) fn product_adjoint<'a, A: Scalar>(
    bars: impl Iterator<Item = &'a mut A>,
    numbers: impl Iterator<Item = &'a A> + Clone,
    seed: A,
    ws: &mut Workspace,
) {
    let mut others = products_before(numbers.clone(), ws);
    // Not every iterator of an array goes backwards.
    let mut last_first = ws.zeros(others.len());
    last_first
        .iter_mut()
        .rev()
        .zip(numbers)
        .for_each(|(slot, number)| *slot = *number);
    let mut after = A::ONE;
    for (others, number) in others.iter_mut().rev().zip(&last_first) {
        *others *= after;
        after *= *number;
    }
    bars.zip(&others).for_each(|(bar, others)| *bar += times(seed, *others));
    last_first.give_back(ws);
    others.give_back(ws);
}

/// Of each number the product of those before it, in memory of the workspace.
fn products_before<'a, A: Scalar>(numbers: impl Iterator<Item = &'a A> + Clone, ws: &mut Workspace) -> Vec<A> {
    let mut products = ws.zeros(numbers.clone().count());
    let mut before = A::ONE;
    for (product, number) in products.iter_mut().zip(numbers) {
        *product = before;
        before *= *number;
    }
    products
}

/// From the last product to the first: `p[k] = p[k - 1] a[k]`.
fn cumprod_adjoint<A: Scalar>(
    mut bar: ArrayViewMut1<'_, A>,
    a: ArrayView1<'_, A>,
    seed: ArrayView1<'_, A>,
    ws: &mut Workspace,
) {
    let products = products_before(a.iter(), ws);
    let mut product_bar = A::ZERO;
    for k in (0..a.len()).rev() {
        product_bar += seed[k];
        bar[k] += times(product_bar, products[k]);
        product_bar = times(product_bar, a[k]);
    }
    products.give_back(ws);
}
