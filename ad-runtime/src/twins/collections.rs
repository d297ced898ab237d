//! What is collected from iterators, and gone through by them.
//!
//! Input: a list. Output: its items, or what is made of them; backwards, the cotangents of the items are put together, or taken apart.

use crate::differentiable::Differentiable;
use crate::workspace::Workspace;

/// What `for` gives of a list by value, all at once.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (items, pullback) = ad_runtime::twins::items(&mut ws, [1.0, 2.0]);
/// assert_eq!(items, [1.0, 2.0]);
/// assert_eq!(pullback(&mut ws, vec![3.0, 4.0], ()), ([3.0, 4.0],));
/// ```
#[inline(always)]
pub fn items<L>(
    _: &mut Workspace,
    list: L,
) -> (
    Vec<L::Item>,
    fn(&mut Workspace, Vec<<L::Item as Differentiable>::Cotangent>, ()) -> (L::Cotangent,),
)
where
    L: IntoIterator<Item: Differentiable> + Differentiable,
    L::Cotangent: FromItems<Item = <L::Item as Differentiable>::Cotangent>,
{
    let pullback =
        |_: &mut Workspace, bars: Vec<<L::Item as Differentiable>::Cotangent>, ()| (FromItems::from_items(bars),);
    (crate::items(list), pullback)
}

/// An iterator over a list by value, which is handed to a function.
///
/// ```
/// let mut ws = ad_runtime::Workspace::new();
/// let (items, pullback) = ad_runtime::twins::iterated(&mut ws, [1.0, 2.0]);
/// assert_eq!(items.sum::<f64>(), 3.0);
/// assert_eq!(pullback(&mut ws, vec![3.0, 4.0], ()), ([3.0, 4.0],));
/// ```
#[inline(always)]
pub fn iterated<L>(
    _: &mut Workspace,
    list: L,
) -> (
    std::vec::IntoIter<L::Item>,
    fn(&mut Workspace, Vec<<L::Item as Differentiable>::Cotangent>, ()) -> (L::Cotangent,),
)
where
    L: IntoIterator<Item: Differentiable> + Differentiable,
    L::Cotangent: FromItems<Item = <L::Item as Differentiable>::Cotangent>,
{
    let pullback =
        |_: &mut Workspace, bars: Vec<<L::Item as Differentiable>::Cotangent>, ()| (FromItems::from_items(bars),);
    (crate::iterated(list), pullback)
}

/// The cotangent of a list, from those of its items.
#[diagnostic::on_unimplemented(
    message = "cannot differentiate through this iterator, which goes through neither a vector nor an array",
    label = "neither a vector nor an array, by its cotangent `{Self}`",
    note = "loop over a field that is one, `for a in bag.items`; over an iterator of your own, with `#[differentiable]` on its \
            `impl Iterator`, write `while let Some(a) = it.next()`"
)]
pub trait FromItems {
    /// The cotangent of an item.
    type Item;
    /// Puts the cotangents together.
    ///
    /// ```
    /// use ad_runtime::twins::FromItems;
    ///
    /// assert_eq!(<[f64; 2]>::from_items(vec![1.0, 2.0]), [1.0, 2.0]);
    /// ```
    fn from_items(bars: Vec<Self::Item>) -> Self;
}

impl<C> FromItems for Vec<C> {
    type Item = C;
    #[inline(always)]
    fn from_items(bars: Vec<C>) -> Self {
        bars
    }
}

impl<C, const N: usize> FromItems for [C; N] {
    type Item = C;
    #[inline(always)]
    fn from_items(bars: Vec<C>) -> Self {
        let bars = <[C; N]>::try_from(bars);
        bars.unwrap_or_else(|bars| panic!("there are {} cotangents for {N} items", bars.len()))
    }
}

/// Of what carries no derivative, such as a range of counts.
impl FromItems for () {
    type Item = ();
    #[inline(always)]
    fn from_items(_: Vec<()>) {}
}

impl<C> FromItems for Option<C> {
    type Item = C;
    #[inline(always)]
    fn from_items(mut bars: Vec<C>) -> Self {
        bars.pop()
    }
}

/// What `collect` makes of the items of an iterator.
///
/// ```
/// use ndarray::{Array1, array};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (row, pullback) = ad_runtime::twins::collected::<Array1<f64>, _>(&mut ws, vec![1.0, 2.0]);
/// assert_eq!(row, array![1.0, 2.0]);
/// assert_eq!(pullback(&mut ws, array![3.0, 4.0], ()), (vec![3.0, 4.0],));
/// ```
#[inline(always)]
pub fn collected<C, T>(
    _: &mut Workspace,
    items: Vec<T>,
) -> (
    C,
    impl FnOnce(&mut Workspace, C::Cotangent, ()) -> (Vec<T::Cotangent>,) + use<C, T>,
)
where
    T: Differentiable,
    C: Differentiable + FromIterator<T>,
    C::Cotangent: Collected<T::Cotangent>,
{
    let pullback = |_: &mut Workspace, seed: C::Cotangent, ()| (seed.into_bars(),);
    (items.into_iter().collect(), pullback)
}

/// The cotangent of what `collect` makes, as those of the items.
#[diagnostic::on_unimplemented(
    message = "cannot differentiate `collect` where it makes what has the cotangent `{Self}`",
    note = "collect into a `Vec` or an `Array1`, or say here what is collected: `.collect::<HashMap<_, _>>()`, `.collect::<Option<Vec<_>>>()`"
)]
pub trait Collected<C> {
    /// Takes the cotangents apart.
    ///
    /// ```
    /// use ad_runtime::twins::Collected;
    ///
    /// assert_eq!(ndarray::array![1.0, 2.0].into_bars(), [1.0, 2.0]);
    /// ```
    fn into_bars(self) -> Vec<C>;
}

impl<C> Collected<C> for Vec<C> {
    #[inline(always)]
    fn into_bars(self) -> Vec<C> {
        self
    }
}

impl<C> Collected<C> for ndarray::Array1<C> {
    #[inline(always)]
    fn into_bars(self) -> Vec<C> {
        self.into_iter().collect()
    }
}
