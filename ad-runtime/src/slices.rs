//! `v.as_slice()` and `v.fill(x)` where only rustc knows what `v` is: the way to its elements as a slice, in the value and in its
//! cotangent, and the twins of methods that types of others have as well.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::rows;
use crate::order::{
    Bits, Order, Rearrangement, RotatedLeft, RotatedRight, TurnedRound, order_after, order_by, permute, unpermute,
};
use crate::sweep::List;
use crate::workspace::Workspace;

/// What has its elements one after the other.
///
/// ```
/// use ad_runtime::Contiguous;
///
/// let mut v = vec![1.0, 2.0];
/// v.part_mut()[1] = 3.0;
/// assert_eq!(v.part(), [1.0, 3.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `as_slice` is not known for `{Self}`",
    note = "it is for slices, arrays, vectors and, with the feature `nalgebra`, for matrices that own their elements"
)]
pub trait Contiguous {
    /// The type of an element.
    type Element;
    /// The elements.
    fn part(&self) -> &[Self::Element];
    /// The elements, to be written.
    fn part_mut(&mut self) -> &mut [Self::Element];
}

macro_rules! contiguous {
    ($([$($parameters:tt)*] $List:ty;)*) => {$(
        impl<T $($parameters)*> Contiguous for $List {
            type Element = T;
            #[inline(always)]
            fn part(&self) -> &[T] {
                self
            }
            #[inline(always)]
            fn part_mut(&mut self) -> &mut [T] {
                self
            }
        }
    )*};
}

contiguous! {
    [] [T];
    [] Vec<T>;
    [, const N: usize] [T; N];
}

macro_rules! contiguous_behind {
    ($($pointer:ty),*) => {$(
        impl<L: Contiguous + ?Sized> Contiguous for $pointer {
            type Element = L::Element;
            #[inline(always)]
            fn part(&self) -> &[L::Element] {
                (**self).part()
            }
            #[inline(always)]
            fn part_mut(&mut self) -> &mut [L::Element] {
                (**self).part_mut()
            }
        }
    )*};
}

contiguous_behind!(&mut L, Box<L>);

/// The way to all elements.
#[derive(Clone, Copy, Debug)]
pub struct SliceRoute;

/// What a [`SliceRoute`] does, and one that is known on one way through the function only.
///
/// ```
/// use ad_runtime::{SliceRoute, Slicing};
///
/// let (v, mut v_bar) = ([1.0, 2.0], vec![0.0, 0.0]);
/// SliceRoute.bar_mut(&mut v_bar)[1] += SliceRoute.of(&v)[0];
/// assert_eq!(v_bar, [0.0, 1.0]);
/// ```
pub trait Slicing {
    /// The elements.
    #[inline(always)]
    fn of<'v, L: Contiguous + ?Sized>(&self, list: &'v L) -> &'v [L::Element] {
        list.part()
    }
    /// The elements, to be written.
    #[inline(always)]
    fn of_mut<'v, L: Contiguous + ?Sized>(&self, list: &'v mut L) -> &'v mut [L::Element] {
        list.part_mut()
    }
    /// Their cotangents.
    #[inline(always)]
    fn bar<'v, L: Contiguous + ?Sized>(&self, bar: &'v L) -> &'v [L::Element] {
        bar.part()
    }
    /// Their cotangents, to be added to.
    #[inline(always)]
    fn bar_mut<'v, L: Contiguous + ?Sized>(&self, bar: &'v mut L) -> &'v mut [L::Element] {
        bar.part_mut()
    }
}

impl Slicing for SliceRoute {}
impl Slicing for Option<SliceRoute> {}

/// What a parameter `D: AsRef<[E]>` stands for in derivatives: a list, whose cotangent is a list as well.
///
/// ```
/// use ad_runtime::SeenAsSlice;
///
/// fn first<D: SeenAsSlice<f64>>(data: &D) -> f64 {
///     data.as_slice()[0]
/// }
/// assert_eq!(first(&[1.0, 2.0]), first(&vec![1.0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is seen as a slice of `{E}` here, and its derivative is not known",
    note = "it is for arrays and vectors; let the function take `&[{E}]`, and the caller convert"
)]
pub trait SeenAsSlice<E: Differentiable>:
    List<Element = E> + Contiguous<Element = E> + Differentiable<Cotangent: Contiguous<Element = E::Cotangent>>
{
    /// What `as_ref` gives.
    fn as_slice(&self) -> &[E];
    /// What `as_mut` gives.
    fn as_mut_slice(&mut self) -> &mut [E];
}

impl<E: Differentiable, L> SeenAsSlice<E> for L
where
    L: List<Element = E> + Contiguous<Element = E> + Differentiable<Cotangent: Contiguous<Element = E::Cotangent>>,
{
    #[inline(always)]
    fn as_slice(&self) -> &[E] {
        self.part()
    }
    #[inline(always)]
    fn as_mut_slice(&mut self) -> &mut [E] {
        self.part_mut()
    }
}

rows! {
    /// The twin of a slice's `fill`.
    ///
    /// ```
    /// use ad_runtime::FillMethods as _;
    ///
    /// let (mut ws, mut list, mut bar) = (ad_runtime::Workspace::new(), vec![1.0, 2.0], vec![3.0, 4.0]);
    /// let ((), kept) = list.fill_differentiable_push(5.0, &mut ws);
    /// assert_eq!(list, [5.0, 5.0]);
    /// let (value_bar,) = list.fill_differentiable_pull(kept, &mut ws, (), Some(&mut bar), ());
    /// assert_eq!((list, bar, value_bar), (vec![1.0, 2.0], vec![0.0, 0.0], 7.0));
    /// ```
    unsized FillMethods[T: Differentiable + Clone][T] for [] [T];

    /// `list.fill(x)`. What is overwritten is kept.
    fn fill(mut this, x: by T), keeps (Vec<T>, T::Shape), gives (T::Cotangent,);
        value {
            let kept = (this.to_vec(), x.cotangent_shape());
            this.fill(x);
            ((), kept)
        }
        adjoint |(old, shape), (), this_bar, ()| {
            let mut x_bar = T::zero_of(&shape);
            for (this_bar, old) in this_bar.into_iter().flatten().zip(&old) {
                x_bar.accumulate(this_bar);
                *this_bar = T::zero_of(&old.cotangent_shape());
            }
            this.iter_mut().zip(old).for_each(|(value, old)| *value = old);
            (x_bar,)
        }
}

rows! {
    /// The twins of the methods that move a slice's elements: of a vector and an array, too, which are one behind a reference.
    ///
    /// ```
    /// use ad_runtime::SliceMethods as _;
    ///
    /// let (mut ws, mut list, mut bar) = (ad_runtime::Workspace::new(), vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]);
    /// let ((), by) = list.rotate_left_differentiable_push(1, &mut ws);
    /// assert_eq!(list, [2.0, 3.0, 1.0]);
    /// list.rotate_left_differentiable_pull(by, &mut ws, (), Some(&mut bar), ());
    /// assert_eq!((list, bar), (vec![1.0, 2.0, 3.0], vec![6.0, 4.0, 5.0]));
    /// ```
    unsized SliceMethods[T: Differentiable][T] for [] [T];

    fn swap(mut x, i: at usize, j: at usize), keeps (usize, usize), gives ((), ());
        value { x.swap(i, j); ((), (i, j)) }
        adjoint |(i, j), (), x_bar, (), ()| {
            x.swap(i, j);
            if let Some(x_bar) = x_bar {
                x_bar.swap(i, j);
            }
            ((), ())
        }
        tangent |x_dot, (), ()| { x_dot.swap(i, j); }

    fn reverse(mut x), keeps TurnedRound;
        value { x.reverse(); ((), TurnedRound) }
        adjoint in ws |turn, (), x_bar| { back(ws, x, x_bar, &turn); }
        tangent |x_dot| { permute(&mut Workspace::new(), x_dot, &TurnedRound); }

    fn rotate_left(mut x, by: at usize), keeps RotatedLeft, gives ((),);
        value { x.rotate_left(by); ((), RotatedLeft(by)) }
        adjoint in ws |turn, (), x_bar, ()| { back(ws, x, x_bar, &turn); ((),) }
        tangent |x_dot, ()| { permute(&mut Workspace::new(), x_dot, &RotatedLeft(by)); }

    fn rotate_right(mut x, by: at usize), keeps RotatedRight, gives ((),);
        value { x.rotate_right(by); ((), RotatedRight(by)) }
        adjoint in ws |turn, (), x_bar, ()| { back(ws, x, x_bar, &turn); ((),) }
        tangent |x_dot, ()| { permute(&mut Workspace::new(), x_dot, &RotatedRight(by)); }

    fn sort(mut x), keeps Order where [T: Ord];
        value in ws { let order = order_by(ws, x, T::cmp); permute(ws, x, &order); ((), order) }
        adjoint in ws |order, (), x_bar| { back(ws, x, x_bar, &order); order.give_back(ws); }

    fn sort_unstable(mut x), keeps Order where [T: Ord + Bits];
        value in ws { let order = order_after(ws, x, |list| list.sort_unstable()); permute(ws, x, &order); ((), order) }
        adjoint in ws |order, (), x_bar| { back(ws, x, x_bar, &order); order.give_back(ws); }
}

/// Brings a list and its cotangent out of an order.
fn back<T, C>(ws: &mut Workspace, list: &mut [T], bar: Option<&mut [C]>, order: &impl Rearrangement) {
    unpermute(ws, list, order);
    if let Some(bar) = bar {
        unpermute(ws, bar, order);
    }
}

/// The indices of the elements that a function gives of a list, by their addresses: of a list of numbers, in place of one of which it
/// could give the same ones.
///
/// ```
/// let every_second = |list: &mut [usize]| list.iter().step_by(2).map(|place| ad_runtime::address(place)).collect();
/// assert_eq!(ad_runtime::numbered(5, every_second), [0, 2, 4]);
/// ```
///
/// # Panics
///
/// If the function changes the list, or gives what is not in it.
pub fn numbered(count: usize, given: impl FnOnce(&mut [usize]) -> Vec<usize>) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    let mut places = given(&mut numbers);
    assert!(
        numbers.iter().enumerate().all(|(k, number)| k == *number),
        "a function that gives elements of a list changes it before, and so has no derivative"
    );
    let first = numbers.as_ptr() as usize;
    for place in &mut places {
        let index = place.wrapping_sub(first) / size_of::<usize>();
        assert!(
            index < count,
            "a function that gives elements of a list gives what is not in it, and so has no derivative"
        );
        *place = index;
    }
    places
}

/// Where a number is, for [`numbered`].
#[inline(always)]
pub fn address(place: &usize) -> usize {
    std::ptr::from_ref(place) as usize
}
