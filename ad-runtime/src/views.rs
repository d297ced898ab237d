//! Views of arrays: the way from an array to a part of it, and from its cotangent to the same part.
//!
//! A view is to an array what a reference is to a value, and so it has a route, as what a function returns a reference to: see
//! [`Route`](crate::Route). Getting there copies nothing.

use crate::marks::MarkedNoDiff;
use ndarray::{
    ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Axis, DataMut, Dimension, IntoDimension, Ix1, Ix2, RawData,
    RemoveAxis, Slice, SliceArg,
};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// The step from an array to a view of it.
///
/// ```
/// use ad_runtime::{Row, Step};
/// use ndarray::{arr1, arr2};
///
/// assert_eq!(Row(1).take(arr2(&[[1.0, 2.0], [3.0, 4.0]]).view()), arr1(&[3.0, 4.0]));
/// ```
pub trait Step<D: Dimension> {
    /// The dimension of the view.
    type To: Dimension;
    /// The part of `array` that the step leads to.
    ///
    /// # Panics
    /// Where ndarray does: if the array has no such part.
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, Self::To>;
}

/// The step to a row of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Row(pub usize);

impl Step<Ix2> for Row {
    type To = Ix1;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, Ix2>) -> ArrayBase<S, Ix1> {
        array.index_axis_move(Axis(0), self.0)
    }
}

/// The step to a column of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Column(pub usize);

impl Step<Ix2> for Column {
    type To = Ix1;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, Ix2>) -> ArrayBase<S, Ix1> {
        array.index_axis_move(Axis(1), self.0)
    }
}

/// The step to what stands at one index of an axis.
#[derive(Clone, Copy, Debug)]
pub struct AtIndex(pub Axis, pub usize);

impl<D: RemoveAxis> Step<D> for AtIndex {
    type To = D::Smaller;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, D::Smaller> {
        array.index_axis_move(self.0, self.1)
    }
}

/// The step to the whole array.
#[derive(Clone, Copy, Debug)]
pub struct Whole;

impl<D: Dimension> Step<D> for Whole {
    type To = D;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, D> {
        array
    }
}

/// The step to the array with its axes in the opposite order.
#[derive(Clone, Copy, Debug)]
pub struct Reversed;

impl<D: Dimension> Step<D> for Reversed {
    type To = D;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, D> {
        array.reversed_axes()
    }
}

/// The step to the diagonal.
#[derive(Clone, Copy, Debug)]
pub struct Diagonal;

impl<D: Dimension> Step<D> for Diagonal {
    type To = Ix1;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, Ix1> {
        array.into_diag()
    }
}

/// The step to the array with one axis more, of length one.
#[derive(Clone, Copy, Debug)]
pub struct Inserted(pub Axis);

impl<D: Dimension> Step<D> for Inserted {
    type To = D::Larger;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, D::Larger> {
        array.insert_axis(self.0)
    }
}

/// The step to the array without an axis of length one.
#[derive(Clone, Copy, Debug)]
pub struct Removed(pub Axis);

impl<D: RemoveAxis> Step<D> for Removed {
    type To = D::Smaller;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, D::Smaller> {
        array.remove_axis(self.0)
    }
}

/// The step to the array with its axes in another order.
#[derive(Clone, Copy, Debug)]
pub struct Permuted<D>(pub D);

impl<D: Dimension> Step<D> for Permuted<D> {
    type To = D;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, D> {
        array.permuted_axes(self.0.clone())
    }
}

/// The step to some of the indices of an axis, the `index`th `count` of them: the last may be fewer.
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    /// The axis.
    pub axis: Axis,
    /// How many.
    pub count: usize,
    /// Which.
    pub index: usize,
}

impl<D: Dimension> Step<D> for Chunk {
    type To = D;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, D> {
        let low = self.index * self.count;
        let high = (low + self.count).min(array.len_of(self.axis));
        Along(self.axis, Slice::from(low..high)).take(array)
    }
}

/// The step to `count` indices of an axis, from the `index`th on.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The axis.
    pub axis: Axis,
    /// How many.
    pub count: usize,
    /// The first.
    pub index: usize,
}

impl<D: Dimension> Step<D> for Window {
    type To = D;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, D> {
        Along(self.axis, Slice::from(self.index..self.index + self.count)).take(array)
    }
}

/// The step to a part of one axis.
#[derive(Clone, Copy, Debug)]
pub struct Along(pub Axis, pub Slice);

impl<D: Dimension> Step<D> for Along {
    type To = D;
    #[inline(always)]
    fn take<S: RawData>(&self, mut array: ArrayBase<S, D>) -> ArrayBase<S, D> {
        array.slice_axis_inplace(self.0, self.1);
        array
    }
}

/// The step to what `s![..]` says, an array of dimension `E`.
#[derive(Clone, Copy, Debug)]
pub struct Sliced<I, E> {
    info: I,
    to: PhantomData<E>,
}

impl<I, E> Sliced<I, E> {
    /// The step to what `info` says.
    pub fn new(info: I) -> Self {
        let to = PhantomData;
        Sliced { info, to }
    }
}

impl<D: Dimension, E: Dimension, I: SliceArg<D, OutDim = E> + Copy> Step<D> for Sliced<I, E> {
    type To = E;
    #[inline(always)]
    fn take<S: RawData>(&self, array: ArrayBase<S, D>) -> ArrayBase<S, E> {
        array.slice_move(self.info)
    }
}

/// The way from an array to a view of it, on the array and on its cotangent.
///
/// ```
/// use ad_runtime::{Row, ViewRoute, Viewing};
/// use ndarray::arr2;
///
/// let (m, mut m_bar) = (arr2(&[[1.0, 2.0], [3.0, 4.0]]), arr2(&[[0.0, 0.0], [0.0, 0.0]]));
/// let row = ViewRoute(Row(1));
/// assert_eq!(row.of(&m).sum(), 7.0);
/// *row.bar_mut(&mut m_bar) += 1.0;
/// assert_eq!(m_bar, arr2(&[[0.0, 0.0], [1.0, 1.0]]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ViewRoute<P>(pub P);

/// A view behind a pointer, as a reference is one: `*route.of(&m)` is the view itself.
#[derive(Clone, Copy, Debug)]
pub struct Held<V>(V);

impl<V> Deref for Held<V> {
    type Target = V;
    #[inline(always)]
    fn deref(&self) -> &V {
        &self.0
    }
}

impl<V> DerefMut for Held<V> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut V {
        &mut self.0
    }
}

/// What a [`ViewRoute`] does, and one that is known on one way through the function only.
pub trait Viewing {
    /// The step that is made.
    type Step;

    /// The step.
    fn step(&self) -> &Self::Step;

    /// The view.
    #[inline(always)]
    fn of<'v, A, D>(&self, array: &'v ArrayRef<A, D>) -> Held<ArrayView<'v, A, <Self::Step as Step<D>>::To>>
    where
        D: Dimension,
        Self::Step: Step<D>,
    {
        Held(self.step().take(array.view()))
    }

    /// The view, to be written.
    #[inline(always)]
    fn of_mut<'v, A, D>(&self, array: &'v mut ArrayRef<A, D>) -> Held<ArrayViewMut<'v, A, <Self::Step as Step<D>>::To>>
    where
        D: Dimension,
        Self::Step: Step<D>,
    {
        Held(self.step().take(array.view_mut()))
    }

    /// The same part of a cotangent.
    #[inline(always)]
    fn bar<'b, B: Viewed<Self::Step> + ?Sized>(&self, bar: &'b B) -> B::Bar<'b> {
        bar.viewed(self.step())
    }

    /// The same part of a cotangent, to be added to.
    #[inline(always)]
    fn bar_mut<'b, B: Viewed<Self::Step> + ?Sized>(&self, bar: &'b mut B) -> B::BarMut<'b> {
        bar.viewed_mut(self.step())
    }
}

impl<P> Viewing for ViewRoute<P> {
    type Step = P;
    #[inline(always)]
    fn step(&self) -> &P {
        &self.0
    }
}

impl<R: Viewing> Viewing for Option<R> {
    type Step = R::Step;
    #[inline(always)]
    fn step(&self) -> &R::Step {
        self.as_ref().expect("the view was found where it was chosen").step()
    }
}

/// The cotangent of an array that a step `P` leads into: an array, or nothing where the array is in a field marked `#[no_diff]`.
pub trait Viewed<P> {
    /// A part of it.
    type Bar<'b>
    where
        Self: 'b;
    /// A part of it that can be added to.
    type BarMut<'b>
    where
        Self: 'b;
    /// The part that the step leads to.
    fn viewed(&self, step: &P) -> Self::Bar<'_>;
    /// The part that the step leads to, to be added to.
    fn viewed_mut(&mut self, step: &P) -> Self::BarMut<'_>;
}

impl<A, D: Dimension, P: Step<D>> Viewed<P> for ArrayRef<A, D> {
    type Bar<'b>
        = ArrayView<'b, A, P::To>
    where
        Self: 'b;
    type BarMut<'b>
        = ArrayViewMut<'b, A, P::To>
    where
        Self: 'b;
    #[inline(always)]
    fn viewed(&self, step: &P) -> ArrayView<'_, A, P::To> {
        step.take(self.view())
    }
    #[inline(always)]
    fn viewed_mut(&mut self, step: &P) -> ArrayViewMut<'_, A, P::To> {
        step.take(self.view_mut())
    }
}

impl<S: DataMut, D: Dimension, P: Step<D>> Viewed<P> for ArrayBase<S, D> {
    type Bar<'b>
        = ArrayView<'b, S::Elem, P::To>
    where
        Self: 'b;
    type BarMut<'b>
        = ArrayViewMut<'b, S::Elem, P::To>
    where
        Self: 'b;
    #[inline(always)]
    fn viewed(&self, step: &P) -> ArrayView<'_, S::Elem, P::To> {
        step.take(self.view())
    }
    #[inline(always)]
    fn viewed_mut(&mut self, step: &P) -> ArrayViewMut<'_, S::Elem, P::To> {
        step.take(self.view_mut())
    }
}

impl<P, F> Viewed<P> for MarkedNoDiff<F> {
    type Bar<'b>
        = &'b Self
    where
        Self: 'b;
    type BarMut<'b>
        = &'b mut Self
    where
        Self: 'b;
    #[inline(always)]
    fn viewed(&self, _: &P) -> &Self {
        self
    }
    #[inline(always)]
    fn viewed_mut(&mut self, _: &P) -> &mut Self {
        self
    }
}

/// Declares the routes of the methods that give views: `row` and `row_mut` have the same.
macro_rules! views {
    ($($method:ident $method_mut:ident $text:literal ($($arg:ident: $ty:ty),*) -> $step:expr => $Step:ty;)*) => {
        /// The routes of ndarray's methods that give views, as a user's methods have them that return references.
        ///
        /// ```
        /// use ad_runtime::{Viewing, Views};
        /// use ndarray::arr2;
        ///
        /// let m = arr2(&[[1.0, 2.0], [3.0, 4.0]]);
        /// let (column, transposed) = (m.column_differentiable_route_0(1), m.t_differentiable_route_0());
        /// assert_eq!(column.of(&m).sum(), 6.0);
        /// assert_eq!(transposed.of(&m)[[1, 0]], 2.0);
        /// ```
        pub trait Views<D: Dimension> {
            $(
                #[doc = concat!("The way to what ", $text, " gives.")]
                #[inline(always)]
                fn $method(&self, $($arg: $ty),*) -> ViewRoute<$Step> {
                    ViewRoute($step)
                }
                #[doc = concat!("The way to what ", $text, " gives, to be written.")]
                #[inline(always)]
                fn $method_mut(&self, $($arg: $ty),*) -> ViewRoute<$Step> {
                    ViewRoute($step)
                }
            )*

            /// The way to what `slice` gives.
            #[inline(always)]
            fn slice_differentiable_route_0<I: SliceArg<D> + Copy>(&self, info: I) -> ViewRoute<Sliced<I, I::OutDim>> {
                ViewRoute(Sliced::new(info))
            }
            /// The way to what `permuted_axes` gives.
            #[inline(always)]
            fn permuted_axes_differentiable_route_0<T: IntoDimension<Dim = D>>(&self, axes: T) -> ViewRoute<Permuted<D>> {
                ViewRoute(Permuted(axes.into_dimension()))
            }

            /// The way to what `slice` gives, to be written.
            #[inline(always)]
            fn slice_mut_differentiable_route_0<I: SliceArg<D> + Copy>(&self, info: I) -> ViewRoute<Sliced<I, I::OutDim>> {
                ViewRoute(Sliced::new(info))
            }
        }

        impl<A, D: Dimension> Views<D> for ArrayRef<A, D> {}
    };
}

views! {
    row_differentiable_route_0 row_mut_differentiable_route_0 "`row`" (index: usize) -> Row(index) => Row;
    column_differentiable_route_0 column_mut_differentiable_route_0 "`column`" (index: usize) -> Column(index) => Column;
    view_differentiable_route_0 view_mut_differentiable_route_0 "`view`" () -> Whole => Whole;
    t_differentiable_route_0 reversed_axes_differentiable_route_0 "`t` and `reversed_axes`" () -> Reversed => Reversed;
    diag_differentiable_route_0 diag_mut_differentiable_route_0 "`diag`" () -> Diagonal => Diagonal;
    index_axis_differentiable_route_0 index_axis_mut_differentiable_route_0 "`index_axis`" (axis: Axis, index: usize) -> AtIndex(axis, index) => AtIndex;
    slice_axis_differentiable_route_0 slice_axis_mut_differentiable_route_0 "`slice_axis`" (axis: Axis, part: Slice) -> Along(axis, part) => Along;
    insert_axis_differentiable_route_0 insert_axis_mut_differentiable_route_0 "`insert_axis`" (axis: Axis) -> Inserted(axis) => Inserted;
    remove_axis_differentiable_route_0 remove_axis_mut_differentiable_route_0 "`remove_axis`" (axis: Axis) -> Removed(axis) => Removed;
    axis_chunk_differentiable_route_0 axis_chunk_mut_differentiable_route_0 "an item of `axis_chunks_iter`" (axis: Axis, count: usize, index: usize) -> Chunk { axis, count, index } => Chunk;
    axis_window_differentiable_route_0 axis_window_mut_differentiable_route_0 "an item of `axis_windows`" (axis: Axis, count: usize, index: usize) -> Window { axis, count, index } => Window;
}
