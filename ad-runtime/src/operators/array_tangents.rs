//! Tangents of operators on arrays, element by element.
//!
//! ```text
//! Original: z = l * r, each repeated to the shape of both
//! Tangent:  z_dot = l_dot * r + l * r_dot
//! ```

use crate::scalar::Scalar;
use ndarray::{Array, ArrayRef, DimMax, Dimension, IxDyn, Zip};

/// The shape to which both are repeated, which the operator has checked or will.
fn common_shape<O: Dimension>(l: &[usize], r: &[usize]) -> O {
    let rank = l.len().max(r.len());
    let mut shape = IxDyn::zeros(rank);
    for axis in 0..rank {
        let length = |of: &[usize]| (axis + of.len()).checked_sub(rank).map_or(1, |axis| of[axis]);
        shape[axis] = if length(l) == 1 { length(r) } else { length(l) };
    }
    let shape: Array<(), IxDyn> = Array::default(shape);
    let shape = shape
        .into_dimensionality::<O>()
        .expect("as many axes as the operand with more");
    shape.raw_dim()
}

/// The sum of `of_left(l_dot, l, r)` and `of_right(r_dot, l, r)`, as far as there are tangents.
pub(super) fn of_elements<A: Scalar, D: Dimension + DimMax<E>, E: Dimension>(
    (l, l_dot): (&ArrayRef<A, D>, Option<&Array<A, D>>),
    (r, r_dot): (&ArrayRef<A, E>, Option<&Array<A, E>>),
    of_left: impl Fn(A, A, A) -> A,
    of_right: impl Fn(A, A, A) -> A,
) -> Array<A, <D as DimMax<E>>::Output> {
    let mut sum = Array::zeros(common_shape::<<D as DimMax<E>>::Output>(l.shape(), r.shape()));
    if let Some(dot) = l_dot {
        let dot = dot
            .broadcast(sum.raw_dim())
            .expect("a tangent has the shape of its operand");
        Zip::from(&mut sum)
            .and_broadcast(l)
            .and_broadcast(r)
            .and(dot)
            .for_each(|sum, &l, &r, &dot| *sum = of_left(dot, l, r));
    }
    if let Some(dot) = r_dot {
        let dot = dot
            .broadcast(sum.raw_dim())
            .expect("a tangent has the shape of its operand");
        Zip::from(&mut sum)
            .and_broadcast(l)
            .and_broadcast(r)
            .and(dot)
            .for_each(|sum, &l, &r, &dot| *sum += of_right(dot, l, r));
    }
    sum
}

/// The same of an array and a number.
pub(super) fn beside_number<A: Scalar, D: Dimension>(
    (array, array_dot): (&ArrayRef<A, D>, Option<&Array<A, D>>),
    number_dot: Option<&A>,
    of_array: impl Fn(A, A) -> A,
    of_number: impl Fn(A, A) -> A,
) -> Array<A, D> {
    let mut sum = match array_dot {
        Some(dot) => Zip::from(dot).and(array).map_collect(|&dot, &x| of_array(dot, x)),
        None => Array::zeros(array.raw_dim()),
    };
    if let Some(dot) = number_dot {
        Zip::from(&mut sum)
            .and(array)
            .for_each(|sum, &x| *sum += of_number(*dot, x));
    }
    sum
}
