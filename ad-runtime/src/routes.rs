//! Functions that return a reference: the way from an argument to what its result points to, on the value and on its cotangent.

use crate::differentiable::Differentiable;
use crate::element::Element;
use ndarray::{Array, Dimension, NdIndex};

/// A place in an argument of type `A`, whose cotangent is a `B`.
///
/// The twin of a function that returns a reference makes one: it runs the function's body up to the place that is chosen, and
/// keeps the indices and choices that lead there. So the place stays the same whatever is written in the meantime, and getting
/// there costs no more than an index does, in the value and in the cotangent.
///
/// ```
/// use ad_runtime::{Route, route};
///
/// // Of `fn row(m: &(usize, Vec<f64>), i: usize) -> &[f64] { &m.1[i * m.0..(i + 1) * m.0] }`, for the row 1:
/// let m = (2, vec![1.0, 2.0, 3.0, 4.0]);
/// let (low, high) = (1 * m.0, 2 * m.0);
/// let row = route::<(usize, Vec<f64>), [f64], ((), Vec<f64>), [f64], _, _, _>(
///     move |m| &m.1[low..high],
///     move |m_bar| &m_bar.1[low..high],
///     move |m_bar| &mut m_bar.1[low..high],
/// );
/// assert_eq!(row.of(&m), [3.0, 4.0]);
/// let mut m_bar = ((), vec![0.0; 4]);
/// row.bar_mut(&mut m_bar)[0] += 5.0;
/// assert_eq!(m_bar.1, [0.0, 0.0, 5.0, 0.0]);
/// ```
pub trait Route<A: ?Sized, B: ?Sized> {
    /// What the reference points to.
    type Value: ?Sized;
    /// What a reference to its cotangent points to.
    type Bar: ?Sized;
    /// What the reference points to, in the argument.
    fn of<'v>(&self, argument: &'v A) -> &'v Self::Value;
    /// The same place in the argument's cotangent.
    fn bar<'b>(&self, bar: &'b B) -> &'b Self::Bar;
    /// The same place in the argument's cotangent, to be added to.
    fn bar_mut<'b>(&self, bar: &'b mut B) -> &'b mut Self::Bar;
}

/// A [`Route`] to a place that may be written.
///
/// ```
/// use ad_runtime::{RouteMut, route_mut};
///
/// // Of `fn at_mut(v: &mut [f64], i: usize) -> &mut f64 { &mut v[i] }`, for the index 1:
/// let at = route_mut::<[f64], f64, [f64], f64, _, _, _, _>(|v| &v[1], |v| &mut v[1], |v| &v[1], |v| &mut v[1]);
/// let mut v = [1.0, 2.0];
/// *at.of_mut(&mut v) = 3.0;
/// assert_eq!(v, [1.0, 3.0]);
/// ```
pub trait RouteMut<A: ?Sized, B: ?Sized>: Route<A, B> {
    /// What the reference points to, in the argument.
    fn of_mut<'v>(&self, argument: &'v mut A) -> &'v mut Self::Value;
}

/// What [`route`] and [`route_mut`] give: `M` is `()` where the place may not be written. It names no type that the place lies in, and
/// so a route into what borrows borrows nothing itself.
#[derive(Clone, Copy, Debug)]
pub struct Projections<F, M, G, H> {
    of: F,
    of_mut: M,
    bar: G,
    bar_mut: H,
}

impl<A: ?Sized, V: ?Sized, B: ?Sized, W: ?Sized, F, M, G, H> Route<A, B> for Projections<F, M, G, H>
where
    F: Fn(&A) -> &V,
    G: Fn(&B) -> &W,
    H: Fn(&mut B) -> &mut W,
{
    type Value = V;
    type Bar = W;
    #[inline(always)]
    fn of<'v>(&self, argument: &'v A) -> &'v V {
        (self.of)(argument)
    }
    #[inline(always)]
    fn bar<'b>(&self, bar: &'b B) -> &'b W {
        (self.bar)(bar)
    }
    #[inline(always)]
    fn bar_mut<'b>(&self, bar: &'b mut B) -> &'b mut W {
        (self.bar_mut)(bar)
    }
}

impl<A: ?Sized, V: ?Sized, B: ?Sized, W: ?Sized, F, M, G, H> RouteMut<A, B> for Projections<F, M, G, H>
where
    F: Fn(&A) -> &V,
    M: Fn(&mut A) -> &mut V,
    G: Fn(&B) -> &W,
    H: Fn(&mut B) -> &mut W,
{
    #[inline(always)]
    fn of_mut<'v>(&self, argument: &'v mut A) -> &'v mut V {
        (self.of_mut)(argument)
    }
}

/// A route by its three functions.
#[inline(always)]
pub fn route<A, V, B, W, F, G, H>(of: F, bar: G, bar_mut: H) -> Projections<F, (), G, H>
where
    A: ?Sized,
    V: ?Sized,
    B: ?Sized,
    W: ?Sized,
    F: Fn(&A) -> &V + Copy,
    G: Fn(&B) -> &W + Copy,
    H: Fn(&mut B) -> &mut W + Copy,
{
    Projections {
        of,
        of_mut: (),
        bar,
        bar_mut,
    }
}

/// A route to a place that may be written, by its four functions.
#[inline(always)]
pub fn route_mut<A, V, B, W, F, M, G, H>(of: F, of_mut: M, bar: G, bar_mut: H) -> Projections<F, M, G, H>
where
    A: ?Sized,
    V: ?Sized,
    B: ?Sized,
    W: ?Sized,
    F: Fn(&A) -> &V + Copy,
    M: Fn(&mut A) -> &mut V + Copy,
    G: Fn(&B) -> &W + Copy,
    H: Fn(&mut B) -> &mut W + Copy,
{
    Projections {
        of,
        of_mut,
        bar,
        bar_mut,
    }
}

pub(crate) const UNKNOWN: &str = "the route was found where the reference was chosen";

/// A route that is known on one way through the function only.
impl<A: ?Sized, B: ?Sized, R: Route<A, B>> Route<A, B> for Option<R> {
    type Value = R::Value;
    type Bar = R::Bar;
    #[inline(always)]
    fn of<'v>(&self, argument: &'v A) -> &'v R::Value {
        self.as_ref().expect(UNKNOWN).of(argument)
    }
    #[inline(always)]
    fn bar<'b>(&self, bar: &'b B) -> &'b R::Bar {
        self.as_ref().expect(UNKNOWN).bar(bar)
    }
    #[inline(always)]
    fn bar_mut<'b>(&self, bar: &'b mut B) -> &'b mut R::Bar {
        self.as_ref().expect(UNKNOWN).bar_mut(bar)
    }
}

impl<A: ?Sized, B: ?Sized, R: RouteMut<A, B>> RouteMut<A, B> for Option<R> {
    #[inline(always)]
    fn of_mut<'v>(&self, argument: &'v mut A) -> &'v mut R::Value {
        self.as_ref().expect(UNKNOWN).of_mut(argument)
    }
}

/// The route of `value[index]`.
///
/// `#[differentiable]` on an impl of `Index` implements it; lists and arrays have it, too.
///
/// ```
/// use ad_runtime::{IndexRoute, Route};
///
/// let (v, mut v_bar) = (vec![1.0, 2.0], vec![0.0, 0.0]);
/// let second = v.differentiable_index(1);
/// *second.bar_mut(&mut v_bar) += *second.of(&v);
/// assert_eq!(v_bar, [0.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "indexing `{Self}` by `{I}` has no derivative",
    note = "mark the impl of `Index`, and that of `IndexMut` if there is one, with `#[differentiable]`"
)]
pub trait IndexRoute<I> {
    /// What a reference to the cotangent points to.
    type Buffer: ?Sized;
    /// What is found at an index.
    type Value: ?Sized;
    /// The cotangent of what is found there.
    type Bar: ?Sized;
    /// The way to what stands at an index.
    fn differentiable_index(
        &self,
        index: I,
    ) -> impl Route<Self, Self::Buffer, Value = Self::Value, Bar = Self::Bar> + Copy + use<Self, I>;
}

/// The route of `value[index]`, where it is written.
///
/// ```
/// use ad_runtime::{IndexMutRoute, RouteMut};
///
/// let mut v = vec![1.0, 2.0];
/// let second = v.differentiable_index_mut(1);
/// *second.of_mut(&mut v) = 3.0;
/// assert_eq!(v, [1.0, 3.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "indexing `{Self}` by `{I}` has no derivative where it is written",
    note = "mark the impl of `IndexMut` with `#[differentiable]`"
)]
pub trait IndexMutRoute<I> {
    /// What a reference to the cotangent points to.
    type Buffer: ?Sized;
    /// What is found at an index.
    type Value: ?Sized;
    /// The cotangent of what is found there.
    type Bar: ?Sized;
    /// The way to what stands at an index.
    fn differentiable_index_mut(
        &self,
        index: I,
    ) -> impl RouteMut<Self, Self::Buffer, Value = Self::Value, Bar = Self::Bar> + Copy + use<Self, I>;
}

/// That indexing a type has a derivative. Nothing implements it: its message is that of an index without a route.
#[diagnostic::on_unimplemented(
    message = "indexing `{Self}` has no derivative",
    label = "mark the impl of `Index`, and that of `IndexMut` if there is one, `#[differentiable]`, or write `no_diff(..)` around the place"
)]
pub trait IndexHasDerivative {}

/// Where method resolution finds no route of an index, it comes here and says what [`IndexHasDerivative`] does.
///
/// ```compile_fail
/// use ad_runtime::{IndexRoute, WithoutIndexRoute};
/// struct Matrix;
/// Matrix.differentiable_index(1);
/// ```
pub trait WithoutIndexRoute {
    /// See [`IndexRoute`].
    fn differentiable_index<I>(&self, _: I) {}
    /// See [`IndexMutRoute`].
    fn differentiable_index_mut<I>(&self, _: I) {}
}

impl<T: ?Sized + IndexHasDerivative> WithoutIndexRoute for T {}

/// The routes of an index to what is read and to what is written: of a type, the value and the cotangent there and what the cotangents are
/// in, and the place of each.
macro_rules! indexed {
    ($(
        impl[$($params:tt)*][$($captured:tt)*] $Type:ty, [$Index:ty] => $Value:ty, $Bar:ty, in $Buffer:ty
        $(where [$($bounds:tt)*])?;
        |$index:ident, $v:ident, $bar:ident| $place:expr, $place_of_bar:expr;
    )*) => {$(
        impl<$($params)*> $crate::routes::IndexRoute<$Index> for $Type $(where $($bounds)*)? {
            type Buffer = $Buffer;
            type Value = $Value;
            type Bar = $Bar;
            #[inline(always)]
            fn differentiable_index(
                &self,
                $index: $Index,
            ) -> impl $crate::routes::Route<Self, Self::Buffer, Value = $Value, Bar = $Bar> + Copy + use<$($captured)*> {
                $crate::routes::route::<$Type, $Value, $Buffer, $Bar, _, _, _>(
                    move |$v| &$place,
                    move |$bar| &$place_of_bar,
                    move |$bar| &mut $place_of_bar,
                )
            }
        }

        impl<$($params)*> $crate::routes::IndexMutRoute<$Index> for $Type $(where $($bounds)*)? {
            type Buffer = $Buffer;
            type Value = $Value;
            type Bar = $Bar;
            #[inline(always)]
            fn differentiable_index_mut(
                &self,
                $index: $Index,
            ) -> impl $crate::routes::RouteMut<Self, Self::Buffer, Value = $Value, Bar = $Bar> + Copy + use<$($captured)*> {
                $crate::routes::route_mut::<$Type, $Value, $Buffer, $Bar, _, _, _, _>(
                    move |$v| &$place,
                    move |$v| &mut $place,
                    move |$bar| &$place_of_bar,
                    move |$bar| &mut $place_of_bar,
                )
            }
        }
    )*};
}

pub(crate) use indexed;

indexed! {
    impl[T: Differentiable][T] [T], [usize] => T, T::Cotangent, in [T::Cotangent];
    |index, v, bar| v[index], bar[index];

    impl[A: Element, D: Dimension + 'static, I: NdIndex<D> + Copy][A, D, I]
    Array<A, D>, [I] => A, A::Cotangent, in Array<A::Cotangent, D>;
    |index, v, bar| v[index], bar[index];
}

/// What can be taken from behind a reference that a function returns: asked for where a caller computes with it as with a value. The
/// lifetime has no meaning; rustc leaves a condition that names one to the callers.
///
/// ```
/// use ad_runtime::CopyBehind;
///
/// assert_eq!(CopyBehind::copy_behind(&2.0), 2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "this function returns a reference, which its derivative does not see here",
    label = "a reference, taken for a value",
    note = "bind it with its type, `let r: &_ = ..` (or `&mut _`), or name the function in the attribute: `#[differentiable(types(f = fn(..) -> &_))]`"
)]
pub trait CopyBehind<'copied>: Differentiable + Sized {
    /// The value.
    fn copy_behind(&self) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Differentiable + Copy> CopyBehind<'_> for T {
    #[inline(always)]
    fn copy_behind(&self) -> T {
        *self
    }
}

/// What a function gave that is computed with, by value or by reference; see [`GivenByValue`].
#[derive(Clone, Copy, Debug)]
pub struct Given<V>(V);

/// What a function gave that is computed with, by value or by reference; see [`GivenByValue`].
#[inline(always)]
pub fn given<V>(value: V) -> Given<V> {
    Given(value)
}

impl<T: Copy> Given<&T> {
    /// A copy of what the reference points to. It is found before that of [`GivenByValue`].
    #[inline(always)]
    pub fn value(self) -> T {
        *self.0
    }
}

/// What is no reference to what can be copied is computed with as it is.
///
/// ```
/// use ad_runtime::{GivenByValue as _, given};
///
/// let x = 2.0;
/// assert_eq!((given(&x).value(), given(x).value()), (2.0, 2.0));
/// ```
pub trait GivenByValue {
    /// The value's type.
    type Value;
    /// The value.
    fn value(self) -> Self::Value;
}

impl<V> GivenByValue for Given<V> {
    type Value = V;
    #[inline(always)]
    fn value(self) -> V {
        self.0
    }
}

/// What nothing is: asked for where a caller takes a reference that a function returns for a value.
///
/// ```compile_fail
/// fn value<T: ad_runtime::NotAValue>(_: T) {}
/// value(1.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "this function returns a reference, which its derivative does not see here",
    label = "a reference, taken for a value",
    note = "bind it with its type, `let r: &_ = ..` (or `&mut _`), or name the function in the attribute: `#[differentiable(types(f = fn(..) -> &_))]`"
)]
pub trait NotAValue {
    /// No type.
    type Value;
}

/// The same of an option of a reference.
///
/// ```compile_fail
/// fn value<T: ad_runtime::NotAnOption>(_: T) {}
/// value(Some(1.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "this function returns an option of a reference, which its derivative does not see here",
    label = "an option of a reference, taken for a value",
    note = "bind it with its type, `let found: Option<&_> = ..`, or name the function in the attribute: `#[differentiable(types(f = fn(..) -> Option<&_>))]`"
)]
pub trait NotAnOption {
    /// No type.
    type Value;
}

/// What nothing is: asked for where a caller takes an iterator of references that a function returns for a value.
///
/// ```compile_fail
/// fn value<T: ad_runtime::NotOneValue>(_: T) {}
/// value(1.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "this function returns an iterator of references, which its derivative does not see here",
    label = "an iterator of references, taken for a value",
    note = "name the function in the attribute, with the type of its items: `#[differentiable(types(f = fn(..) -> impl Iterator<Item = &Point>))]`"
)]
pub trait NotOneValue {
    /// No type.
    type Value;
}
