//! nalgebra's functions of two points.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::operators::add_each;
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use nalgebra::{Point, RealField};

/// A point again, and the buffer for its cotangent.
type Lent<'a, A, const D: usize> = (&'a Point<A, D>, Option<&'a mut Point<A, D>>);

/// `nalgebra::distance`: the points are moved apart, or nowhere if they are the same.
///
/// ```
/// use nalgebra::Point2;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (p, q, mut q_bar) = (Point2::origin(), Point2::new(3.0, 4.0), Point2::origin());
/// let (distance, pullback) = ad_runtime::twins::distance(&mut ws, &p, &q);
/// pullback(&mut ws, 10.0, (&p, None), (&q, Some(&mut q_bar)));
/// assert_eq!((distance, q_bar), (5.0, Point2::new(6.0, 8.0)));
/// ```
#[inline]
pub fn distance<A: Scalar + RealField, const D: usize>(
    _: &mut Workspace,
    p: &Point<A, D>,
    q: &Point<A, D>,
) -> (
    A,
    impl FnOnce(&mut Workspace, A, Lent<'_, A, D>, Lent<'_, A, D>) -> ((), ()) + use<A, D>,
) {
    let distance = nalgebra::distance(p, q);
    let pullback = move |_: &mut Workspace, seed: A, (p, p_bar): Lent<'_, A, D>, (q, q_bar): Lent<'_, A, D>| {
        if distance == A::ZERO {
            return ((), ());
        }
        let apart = (q - p).unscale(distance);
        if let Some(bar) = p_bar {
            add_each(&mut bar.coords, &apart, &apart, |apart, _| -times(seed, apart));
        }
        if let Some(bar) = q_bar {
            add_each(&mut bar.coords, &apart, &apart, |apart, _| times(seed, apart));
        }
        ((), ())
    };
    (distance, pullback)
}

/// `nalgebra::distance_squared`.
///
/// ```
/// use nalgebra::Point2;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (p, q, mut q_bar) = (Point2::origin(), Point2::new(3.0, 4.0), Point2::origin());
/// let (square, pullback) = ad_runtime::twins::distance_squared(&mut ws, &p, &q);
/// pullback(&mut ws, 1.0, (&p, None), (&q, Some(&mut q_bar)));
/// assert_eq!((square, q_bar), (25.0, Point2::new(6.0, 8.0)));
/// ```
#[inline]
pub fn distance_squared<A: Scalar + RealField, const D: usize>(
    _: &mut Workspace,
    p: &Point<A, D>,
    q: &Point<A, D>,
) -> (
    A,
    impl FnOnce(&mut Workspace, A, Lent<'_, A, D>, Lent<'_, A, D>) -> ((), ()) + use<A, D>,
) {
    let square = nalgebra::distance_squared(p, q);
    let pullback = move |_: &mut Workspace, seed: A, (p, p_bar): Lent<'_, A, D>, (q, q_bar): Lent<'_, A, D>| {
        let (apart, seed) = (q - p, seed + seed);
        if let Some(bar) = p_bar {
            add_each(&mut bar.coords, &apart, &apart, |apart, _| -times(seed, apart));
        }
        if let Some(bar) = q_bar {
            add_each(&mut bar.coords, &apart, &apart, |apart, _| times(seed, apart));
        }
        ((), ())
    };
    (square, pullback)
}

/// `nalgebra::center`, the point in the middle.
///
/// ```
/// use nalgebra::Point2;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (p, q, mut q_bar) = (Point2::origin(), Point2::new(3.0, 4.0), Point2::origin());
/// let (middle, pullback) = ad_runtime::twins::center(&mut ws, &p, &q);
/// pullback(&mut ws, Point2::new(1.0, 2.0), (&p, None), (&q, Some(&mut q_bar)));
/// assert_eq!((middle, q_bar), (Point2::new(1.5, 2.0), Point2::new(0.5, 1.0)));
/// ```
#[inline]
pub fn center<A: Scalar + RealField, const D: usize>(
    _: &mut Workspace,
    p: &Point<A, D>,
    q: &Point<A, D>,
) -> (
    Point<A, D>,
    impl FnOnce(&mut Workspace, Point<A, D>, Lent<'_, A, D>, Lent<'_, A, D>) -> ((), ()) + use<A, D>,
) {
    let pullback = |_: &mut Workspace, seed: Point<A, D>, (_, p_bar): Lent<'_, A, D>, (_, q_bar): Lent<'_, A, D>| {
        for bar in [p_bar, q_bar].into_iter().flatten() {
            add_each(&mut bar.coords, &seed.coords, &seed.coords, |seed, _| seed * A::HALF);
        }
        ((), ())
    };
    (nalgebra::center(p, q), pullback)
}
