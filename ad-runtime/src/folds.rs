//! Sums and products of the items of an iterator, by the impls of `Sum` and `Product`.

use crate::differentiable::Differentiable;
use crate::operators::{ByReference, ByValue};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use std::iter::{Product, Sum};

/// Stands for `Sum`.
#[derive(Debug)]
pub struct Sums;

/// Stands for `Product`.
#[derive(Debug)]
pub struct Products;

/// What is made of a list of items by `Sum` or `Product`, from the items themselves or from references to them.
///
/// ```
/// use ad_runtime::{ByReference, Fold, Products};
///
/// assert_eq!(<f64 as Fold<Products, ByReference, f64>>::fold(vec![2.0, 3.0]), 6.0);
/// ```
pub trait Fold<K, F, T>: Sized {
    /// The function itself.
    fn fold(items: Vec<T>) -> Self;
}

macro_rules! fold {
    ($Trait:ident $method:ident $kind:ident) => {
        impl<S: $Trait<T>, T> Fold<$kind, ByValue, T> for S {
            #[inline]
            fn fold(items: Vec<T>) -> S {
                items.into_iter().$method()
            }
        }

        impl<S: for<'a> $Trait<&'a T>, T> Fold<$kind, ByReference, T> for S {
            #[inline]
            fn fold(items: Vec<T>) -> S {
                items.iter().$method()
            }
        }
    };
}

fold!(Sum sum Sums);
fold!(Product product Products);

/// A sum or product of the items.
///
/// ```
/// use ad_runtime::{ByValue, Sums};
///
/// assert_eq!(ad_runtime::folded::<f64, Sums, ByValue, _>(vec![1.0, 2.0]), 3.0);
/// ```
#[inline]
pub fn folded<S: Fold<K, F, T>, K, F, T>(items: Vec<T>) -> S {
    S::fold(items)
}

/// The derivative of `Sum` or `Product`, by value or by reference: what `#[differentiable]` on the impl makes.
///
/// ```
/// use ad_runtime::{ByValue, Folded, Products};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (value, pullback) = <f64 as Folded<Products, ByValue, f64>>::folded_forward(vec![2.0, 3.0], &mut ws);
/// assert_eq!((value, pullback(&mut ws, 1.0)), (6.0, vec![3.0, 2.0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of the `Sum` or `Product` that makes `{Self}` of `{T}`, `{F}`, is not known",
    note = "mark that `impl` of `Sum` or `Product` with `#[differentiable]`"
)]
pub trait Folded<K, F, T: Differentiable>: Differentiable + Sized {
    /// The value, and from its cotangent those of the items.
    fn folded_forward(
        items: Vec<T>,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent) -> Vec<T::Cotangent> + use<Self, K, F, T>,
    );
}

/// What adds up component by component: of a sum's cotangent, each item gets the whole.
///
/// ```
/// use ad_runtime::{ByReference, Folded, Sums};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (sum, pullback) = <f64 as Folded<Sums, ByReference, _>>::folded_forward(vec![1.0, 2.0], &mut ws);
/// assert_eq!((sum, pullback(&mut ws, 0.5)), (3.0, vec![0.5, 0.5]));
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of the `Sum` that makes `{Self}` is not known",
    note = "mark that `impl` of `Sum` with `#[differentiable]`"
)]
pub trait AddsUp: Differentiable<Cotangent: Clone> {}

impl AddsUp for f32 {}
impl AddsUp for f64 {}

impl<F, T: AddsUp + Fold<Sums, F, T>> Folded<Sums, F, T> for T {
    #[inline]
    fn folded_forward(
        items: Vec<T>,
        _: &mut Workspace,
    ) -> (
        T,
        impl FnOnce(&mut Workspace, T::Cotangent) -> Vec<T::Cotangent> + use<F, T>,
    ) {
        let count = items.len();
        let value = <T as Fold<Sums, F, T>>::fold(items);
        (value, move |_: &mut Workspace, seed: T::Cotangent| vec![seed; count])
    }
}

macro_rules! of_floats {
    ($($float:ident $form:ident)*) => {$(
        impl Folded<Products, $form, $float> for $float {
            #[inline]
            fn folded_forward(
                items: Vec<$float>,
                _: &mut Workspace,
            ) -> ($float, impl FnOnce(&mut Workspace, $float) -> Vec<$float> + use<>) {
                let value = <$float as Fold<Products, $form, $float>>::fold(items.clone());
                (value, move |_: &mut Workspace, seed: $float| without_each(&items, seed))
            }
        }
    )*};
}

of_floats!(f32 ByValue f32 ByReference f64 ByValue f64 ByReference);

/// The cotangents of the factors of a product: each has the product of all others, of those before it and of those after.
fn without_each<S: Scalar>(factors: &[S], seed: S) -> Vec<S> {
    let mut bars = vec![S::ONE; factors.len()];
    let mut before = S::ONE;
    for (bar, factor) in bars.iter_mut().zip(factors) {
        *bar = before;
        before *= *factor;
    }
    let mut after = S::ONE;
    for (bar, factor) in bars.iter_mut().zip(factors).rev() {
        *bar = times(seed, *bar * after);
        after *= *factor;
    }
    bars
}
