//! The derivatives of hyperdual's functions of vectors, as they are imported beside the functions: `norm::forward` for a call `norm(&v)`.

use super::Workspace;
use crate::called::stands_for;
use crate::hyperdual::{Slot, add_each, of, through};
use crate::missing::{MissingDerivative, missing_derivative};
use ::hyperdual::Hyperdual;
use nalgebra::SVector;

/// What gives dual numbers.
struct OfDual;

impl MissingDerivative for OfDual {
    const WHAT: &'static str = "a function of dual numbers has no tangent yet";
}

/// `hyperdual::linalg::norm`.
///
/// ```
/// use ad_runtime::twins::hyperdual::norm;
/// use hyperdual::Hyperdual;
/// use nalgebra::Vector2;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let v = Vector2::new(Hyperdual::<f64, 2>::from(3.0), Hyperdual::from(4.0));
/// let mut bar = v.map(|_| Hyperdual::from(0.0));
/// let (length, pullback) = norm::forward(&mut ws, &v);
/// pullback(&mut ws, Hyperdual::from(10.0), (&v, Some(&mut bar)));
/// assert_eq!((length.real(), bar[1].real()), (5.0, 8.0));
/// norm::twin_of(hyperdual::linalg::norm::<f64, 2, 2>);
/// ```
#[allow(non_camel_case_types)] // It is called like the function.
#[derive(Debug)]
pub struct norm {}

impl norm {
    /// The length, and the pullback.
    #[inline(always)]
    pub fn forward<const N: usize, const M: usize>(
        _: &mut Workspace,
        v: &SVector<Hyperdual<f64, N>, M>,
    ) -> (
        Hyperdual<f64, N>,
        impl FnOnce(&mut Workspace, Hyperdual<f64, N>, Slot<'_, SVector<Hyperdual<f64, N>, M>>) -> ((),) + use<N, M>,
    ) {
        let norm = ::hyperdual::linalg::norm(v);
        let pullback =
            move |_: &mut Workspace, seed: Hyperdual<f64, N>, (v, bar): Slot<'_, SVector<Hyperdual<f64, N>, M>>| {
                let length = norm.real();
                let Some(bar) = bar.filter(|_| length != 0.0) else {
                    return ((),);
                };
                // The square of the length has the slopes `2 v · v'`.
                let square = of(|i| if i == 0 { 0.0 } else { 2.0 * length * norm[i] });
                let bend = -0.25 / (length * length * length);
                let of_square = through(&square, &seed, 0.5 / length, bend);
                add_each(bar, |i| through(&v[i], &of_square, 2.0 * v[i].real(), 2.0));
                ((),)
            };
        (norm, pullback)
    }

    /// The length has no tangent yet.
    #[inline(always)]
    pub fn tangent<const N: usize, const M: usize>(
        _: &SVector<Hyperdual<f64, N>, M>,
        _: Option<&SVector<Hyperdual<f64, N>, M>>,
    ) -> (Hyperdual<f64, N>, Hyperdual<f64, N>) {
        missing_derivative::<OfDual, _>()
    }

    stands_for!("hyperdual::linalg", "norm", 1);
}

/// `hyperdual::hyperspace_from_vector`: each component is the real part of a dual number.
///
/// ```
/// use ad_runtime::twins::hyperdual::hyperspace_from_vector;
/// use hyperdual::Hyperdual;
/// use nalgebra::{Vector1, Vector2};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (v, mut bar) = (Vector1::new(3.0), Vector1::new(0.0));
/// let (space, pullback) = hyperspace_from_vector::forward::<2, 1>(&mut ws, &v);
/// assert_eq!(space[0], Hyperdual::from_slice(&[3.0, 1.0]));
/// pullback(&mut ws, Vector1::new(Hyperdual::from_slice(&[5.0, 7.0])), (&v, Some(&mut bar)));
/// assert_eq!(bar[0], 5.0);
/// hyperspace_from_vector::twin_of(hyperdual::hyperspace_from_vector::<f64, 2, 1>);
/// ```
#[allow(non_camel_case_types)] // It is called like the function.
#[derive(Debug)]
pub struct hyperspace_from_vector {}

impl hyperspace_from_vector {
    /// The dual numbers, and the pullback.
    #[inline(always)]
    pub fn forward<const D: usize, const N: usize>(
        _: &mut Workspace,
        v: &SVector<f64, N>,
    ) -> (
        SVector<Hyperdual<f64, D>, N>,
        impl FnOnce(&mut Workspace, SVector<Hyperdual<f64, D>, N>, Slot<'_, SVector<f64, N>>) -> ((),) + use<D, N>,
    ) {
        let pullback = |_: &mut Workspace, seed: SVector<Hyperdual<f64, D>, N>, (_, bar): Slot<'_, SVector<f64, N>>| {
            for (bar, seed) in bar.into_iter().flatten().zip(seed.iter()) {
                *bar += seed.real();
            }
            ((),)
        };
        (::hyperdual::hyperspace_from_vector(v), pullback)
    }

    /// The dual numbers have no tangents yet.
    #[inline(always)]
    pub fn tangent<const D: usize, const N: usize>(
        _: &SVector<f64, N>,
        _: Option<&SVector<f64, N>>,
    ) -> (SVector<Hyperdual<f64, D>, N>, SVector<Hyperdual<f64, D>, N>) {
        missing_derivative::<OfDual, _>()
    }

    stands_for!("hyperdual", "hyperspace_from_vector", 1);
}
