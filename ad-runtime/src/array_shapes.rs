//! ndarray's methods that give the elements of an array in another arrangement.

// The protocol of a call is what it is: what takes an array by value is lent it.
#![allow(clippy::type_complexity, clippy::wrong_self_convention)]

use crate::cotangent::{Cotangent, give_back_elements};
use crate::foreign::rows;
use crate::found::{At, ByMove, at};
use crate::operators::unbroadcast;
use crate::scalar::Scalar;
use crate::storage::{Storage, owned_in};
use crate::views::{AtIndex, Diagonal, Inserted, Permuted, Removed, Reversed, Sliced, Step, Whole};
use crate::workspace::Workspace;
use ndarray::{
    Array, ArrayBase, ArrayRef, Axis, CowArray, Dimension, IntoDimension, Ix1, IxDyn, Order, RemoveAxis, ShapeArg,
    ShapeError, SliceArg,
};
use std::marker::PhantomData;
use std::ops::Deref;

/// Declares the methods by value that do with an array what a step does with a view of it.
macro_rules! steps {
    ($($text:literal $at:ident $push:ident $pull:ident [$($generics:tt)*] ($($arg:ident: $ty:ty => $slot:ident),*) $Step:ty = $step:expr;)*) => {
        /// The twins of an array's methods that take it by value, and give its elements in another arrangement.
        ///
        /// ```
        /// use ad_runtime::ArrayShapes as _;
        /// use ndarray::{Axis, arr1, arr2};
        ///
        /// let mut ws = ad_runtime::Workspace::new();
        /// let (a, mut a_bar) = (arr1(&[1.0, 2.0]), arr1(&[0.0, 0.5]));
        /// let (column, step) = a.insert_axis_differentiable_push(Axis(1), &mut ws);
        /// a.insert_axis_differentiable_pull(step, &mut ws, arr2(&[[3.0], [4.0]]), Some(&mut a_bar), ());
        /// assert_eq!((column, a_bar), (arr2(&[[1.0], [2.0]]), arr1(&[3.0, 4.5])));
        /// ```
        pub trait ArrayShapes<A: Scalar, D: Dimension + 'static>: Deref<Target = ArrayRef<A, D>> + Sized {
            $(
                /// Whose method this is.
                #[inline(always)]
                fn $at $($generics)* (&self, $(_: $ty),*) -> At<Self, ByMove> {
                    at()
                }

                #[doc = $text]
                #[inline]
                fn $push $($generics)* (&self, $($arg: $ty,)* ws: &mut Workspace) -> (Array<A, <$Step as Step<D>>::To>, $Step)
                where
                    $Step: Step<D>,
                {
                    let step = $step;
                    (step.take(owned_in(self, ws)), step)
                }

                #[doc = concat!("The way back of ", $text)]
                #[inline]
                fn $pull(
                    &self,
                    step: $Step,
                    ws: &mut Workspace,
                    seed: Array<A, <$Step as Step<D>>::To>,
                    bar: Option<&mut ArrayRef<A, D>>,
                    $($slot: (),)*
                ) where
                    $Step: Step<D>,
                {
                    if let Some(bar) = bar {
                        *step.take(bar.view_mut()) += &*seed;
                    }
                    seed.give_back(ws);
                }
            )*

            /// Whose method this is.
            #[inline(always)]
            fn slice_move_marked_differentiable<I: SliceArg<D> + Copy>(&self, _: I) -> At<Self, ByMove> {
                at()
            }

            /// `a.slice_move(s![..])`.
            #[inline]
            fn slice_move_differentiable_push<I: SliceArg<D> + Copy>(
                &self,
                info: I,
                ws: &mut Workspace,
            ) -> (Array<A, I::OutDim>, Sliced<I, I::OutDim>) {
                let step = Sliced::new(info);
                (step.take(owned_in(self, ws)), step)
            }

            /// The way back of `slice_move`.
            #[inline]
            fn slice_move_differentiable_pull<I: SliceArg<D> + Copy>(
                &self,
                step: Sliced<I, I::OutDim>,
                ws: &mut Workspace,
                seed: Array<A, I::OutDim>,
                bar: Option<&mut ArrayRef<A, D>>,
                _info: (),
            ) {
                if let Some(bar) = bar {
                    *step.take(bar.view_mut()) += &*seed;
                }
                give_back_elements(seed, ws);
            }

            /// Whose method this is.
            #[inline(always)]
            fn into_scalar_marked_differentiable(&self) -> At<Self, ByMove> {
                at()
            }

            /// `a.into_scalar()`, the one element of an array without axes.
            #[inline]
            fn into_scalar_differentiable_push(&self, _: &mut Workspace) -> (A, ()) {
                (self.sum(), ())
            }

            /// The way back of `into_scalar`.
            #[inline]
            fn into_scalar_differentiable_pull(
                &self,
                (): (),
                _: &mut Workspace,
                seed: A,
                bar: Option<&mut ArrayRef<A, D>>,
            ) {
                if let Some(bar) = bar {
                    *bar += seed;
                }
            }
        }
    };
}

steps! {
    "`a.insert_axis(axis)`: a new axis of length one." insert_axis_marked_differentiable insert_axis_differentiable_push insert_axis_differentiable_pull [] (axis: Axis => _axis) Inserted = Inserted(axis);
    "`a.remove_axis(axis)`: without an axis of length one." remove_axis_marked_differentiable remove_axis_differentiable_push remove_axis_differentiable_pull [] (axis: Axis => _axis) Removed = Removed(axis);
    "`a.index_axis_move(axis, index)`: what stands at one index of an axis." index_axis_move_marked_differentiable index_axis_move_differentiable_push index_axis_move_differentiable_pull [] (axis: Axis => _axis, index: usize => _index) AtIndex = AtIndex(axis, index);
    "`a.reversed_axes()`: the axes in the opposite order." reversed_axes_marked_differentiable reversed_axes_differentiable_push reversed_axes_differentiable_pull [] () Reversed = Reversed;
    "`a.permuted_axes(axes)`: the axes in another order." permuted_axes_marked_differentiable permuted_axes_differentiable_push permuted_axes_differentiable_pull [<T: IntoDimension<Dim = D>>] (axes: T => _axes) Permuted<D> = Permuted(axes.into_dimension());
    "`a.into_diag()`: the diagonal." into_diag_marked_differentiable into_diag_differentiable_push into_diag_differentiable_pull [] () Diagonal = Diagonal;
    "`a.into_owned()`: the array itself." into_owned_marked_differentiable into_owned_differentiable_push into_owned_differentiable_pull [] () Whole = Whole;
}

impl<S: Storage, D: Dimension + 'static> ArrayShapes<S::Elem, D> for ArrayBase<S, D> {}

/// The twins of an array's methods that take it by value, and give its elements in another shape.
///
/// ```
/// use ad_runtime::ArrayReshapes as _;
/// use ndarray::{arr1, arr2};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (a, mut a_bar) = (arr1(&[1.0, 2.0]), arr1(&[0.0, 0.5]));
/// let (row, order) = a.into_shape_with_order_differentiable_push((1, 2), &mut ws);
/// assert_eq!(row, Ok(arr2(&[[1.0, 2.0]])));
/// a.into_shape_with_order_differentiable_pull(order, &mut ws, Some(arr2(&[[3.0, 4.0]])), Some(&mut a_bar), ());
/// assert_eq!(a_bar, arr1(&[3.0, 4.5]));
/// ```
pub trait ArrayReshapes<A: Scalar, D: Dimension + 'static>: Deref<Target = ArrayRef<A, D>> + Sized {
    /// Whose method this is.
    #[inline(always)]
    fn into_shape_with_order_marked_differentiable<E: ShapeArg>(&self, _: E) -> At<Self, ByMove> {
        at()
    }

    /// `a.into_shape_with_order(shape)`, an error if the shape does not fit.
    #[inline]
    fn into_shape_with_order_differentiable_push<E: ShapeArg>(
        &self,
        shape: E,
        ws: &mut Workspace,
    ) -> (Result<Array<A, E::Dim>, ShapeError>, Order) {
        let (shape, order) = shape.into_shape_and_order();
        let order = order.unwrap_or(Order::RowMajor);
        // Elements that stand in another order are an error, as they are for the array itself.
        let reshaped = self.view().into_shape_with_order((shape, order));
        (reshaped.map(|view| owned_in(&view, ws)), order)
    }

    /// The way back of `into_shape_with_order`.
    #[inline]
    fn into_shape_with_order_differentiable_pull<E: Dimension>(
        &self,
        order: Order,
        ws: &mut Workspace,
        seed: Option<Array<A, E>>,
        bar: Option<&mut ArrayRef<A, D>>,
        shape: (),
    ) {
        let () = shape;
        reshape_back(order, seed, bar, ws);
    }

    /// Whose method this is.
    #[inline(always)]
    fn into_shape_clone_marked_differentiable<E: ShapeArg<Dim: 'static>>(&self, _: E) -> At<Self, ByMove> {
        at()
    }

    /// `a.into_shape_clone(shape)`, an error if the shape does not fit.
    #[inline]
    fn into_shape_clone_differentiable_push<E: ShapeArg<Dim: 'static> + Clone>(
        &self,
        shape: E,
        ws: &mut Workspace,
    ) -> (Result<Array<A, E::Dim>, ShapeError>, Order) {
        let (array, (order, _)) = (**self).to_shape_differentiable_push(shape, ws);
        (array, order)
    }

    /// The way back of `into_shape_clone`.
    #[inline]
    fn into_shape_clone_differentiable_pull<E: Dimension>(
        &self,
        order: Order,
        ws: &mut Workspace,
        seed: Option<Array<A, E>>,
        bar: Option<&mut ArrayRef<A, D>>,
        shape: (),
    ) {
        let () = shape;
        reshape_back(order, seed, bar, ws);
    }

    /// Whose method this is.
    #[inline(always)]
    fn into_dimensionality_marked_differentiable<E: Dimension>(&self) -> At<Self, ByMove> {
        at()
    }

    /// `a.into_dimensionality::<E>()`, an error if it has another number of axes.
    #[inline]
    fn into_dimensionality_differentiable_push<E: Dimension>(
        &self,
        ws: &mut Workspace,
    ) -> (Result<Array<A, E>, ShapeError>, ()) {
        (owned_in(self, ws).into_dimensionality(), ())
    }

    /// The way back of `into_dimensionality`.
    #[inline]
    fn into_dimensionality_differentiable_pull<E: Dimension>(
        &self,
        (): (),
        ws: &mut Workspace,
        seed: Option<Array<A, E>>,
        bar: Option<&mut ArrayRef<A, D>>,
    ) {
        reshape_back(Order::RowMajor, seed, bar, ws);
    }

    /// Whose method this is.
    #[inline(always)]
    fn into_dyn_marked_differentiable(&self) -> At<Self, ByMove> {
        at()
    }

    /// `a.into_dyn()`.
    #[inline]
    fn into_dyn_differentiable_push(&self, ws: &mut Workspace) -> (Array<A, IxDyn>, ()) {
        (owned_in(self, ws).into_dyn(), ())
    }

    /// The way back of `into_dyn`.
    #[inline]
    fn into_dyn_differentiable_pull(
        &self,
        (): (),
        ws: &mut Workspace,
        seed: Array<A, IxDyn>,
        bar: Option<&mut ArrayRef<A, D>>,
    ) {
        if let Some(bar) = bar {
            reshape_adjoint(Order::RowMajor, &seed, bar);
        }
        seed.give_back(ws);
    }

    /// Whose method this is.
    #[inline(always)]
    fn into_flat_marked_differentiable(&self) -> At<Self, ByMove> {
        at()
    }

    /// `a.into_flat()`.
    #[inline]
    fn into_flat_differentiable_push(&self, ws: &mut Workspace) -> (Array<A, Ix1>, ()) {
        (**self).flatten_differentiable_push(ws)
    }

    /// The way back of `into_flat`.
    #[inline]
    fn into_flat_differentiable_pull(
        &self,
        (): (),
        ws: &mut Workspace,
        seed: Array<A, Ix1>,
        bar: Option<&mut ArrayRef<A, D>>,
    ) {
        (**self).flatten_differentiable_pull((), ws, seed, bar);
    }
}

impl<S: Storage, D: Dimension + 'static> ArrayReshapes<S::Elem, D> for ArrayBase<S, D> {}

rows! {
    /// The twins of an array's methods that take it by reference, and give its elements, or some of them, in another shape.
    ///
    /// ```
    /// use ad_runtime::ArrayOrders as _;
    /// use ndarray::{Axis, arr1};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (a, mut a_bar) = (arr1(&[1.0, 2.0]), arr1(&[0.0, 0.5]));
    /// let (selected, kept) = a.select_differentiable_push(Axis(0), &[1, 1], &mut ws);
    /// assert_eq!(selected, arr1(&[2.0, 2.0]));
    /// a.select_differentiable_pull(kept, &mut ws, arr1(&[3.0, 4.0]), Some(&mut a_bar), (), (&[1, 1], None));
    /// assert_eq!(a_bar, arr1(&[0.0, 7.5]));
    /// ```
    unsized ArrayOrders[A: Scalar, D: Dimension + 'static][A, D] for [] ArrayRef<A, D>;

    /// `a.to_shape(shape)`, an error if the shape does not fit.
    fn to_shape[E: ShapeArg<Dim: 'static> + Clone](ref x, shape: at E) -> Result<Array<A, E::Dim>, ShapeError>, keeps (Order, PhantomData<E>);
        value in ws {
            let (shape, order) = shape.into_shape_and_order();
            let order = order.unwrap_or(Order::RowMajor);
            (x.to_shape((shape, order)).map(|array| owned_cow(array, ws)), (order, PhantomData))
        }
        adjoint in ws |(order, _), seed, x_bar, ()| { reshape_back(order, seed, x_bar, ws); }
        tangent |x_dot, ()| { x_dot.to_shape(shape).ok().map(|array| array.into_owned()) }

    fn flatten(ref x) -> Array<A, Ix1>;
        value in ws { (owned_cow(x.flatten(), ws), ()) }
        adjoint in ws |(), seed, x_bar| {
            if let Some(x_bar) = x_bar {
                reshape_adjoint(Order::RowMajor, &seed, x_bar);
            }
            seed.give_back(ws);
        }
        tangent: linear;

    fn as_standard_layout(ref x) -> Array<A, D>;
        value in ws { (owned_cow(x.as_standard_layout(), ws), ()) }
        adjoint in ws |(), seed, x_bar| {
            if let Some(x_bar) = x_bar {
                *x_bar += &*seed;
            }
            seed.give_back(ws);
        }
        tangent: linear;

    /// `a.broadcast(shape)`, as an array of its own.
    fn broadcast[E: IntoDimension<Dim: 'static> + Clone](ref x, shape: at E) -> Option<Array<A, E::Dim>>, keeps PhantomData<E>;
        value in ws { (x.broadcast(shape).map(|view| owned_in(&view, ws)), PhantomData::<E>) }
        adjoint in ws |_, seed, x_bar, ()| {
            if let (Some(seed), Some(x_bar)) = (seed, x_bar) {
                let sums = unbroadcast(seed, &x_bar.raw_dim(), ws);
                *x_bar += &*sums;
                sums.give_back(ws);
            }
        }
        tangent: linear;

    fn select(ref x, axis: at Axis, indices: lent [usize]) -> Array<A, D>, keeps (Axis, Vec<usize>) where [D: RemoveAxis];
        value in ws {
            let mut kept = ws.tape();
            kept.extend_from_slice(indices);
            (x.select(axis, indices), (axis, kept))
        }
        adjoint in ws |(axis, kept), seed, x_bar, (), _| {
            if let Some(x_bar) = x_bar {
                for (part, &index) in seed.axis_iter(axis).zip(&kept) {
                    *x_bar.index_axis_mut(axis, index) += &*part;
                }
            }
            ws.recycle(kept);
            seed.give_back(ws);
        }
        tangent |x_dot, (), _| { x_dot.select(axis, indices) }
}

/// The array itself, or a copy of what it is a view of.
fn owned_cow<A: Scalar, D: Dimension>(array: CowArray<'_, A, D>, ws: &mut Workspace) -> Array<A, D> {
    match array.is_view() {
        true => owned_in(&array, ws),
        false => array.into_owned(),
    }
}

/// The way back of what may not fit the shape.
fn reshape_back<A: Scalar, D: Dimension, E: Dimension>(
    order: Order,
    seed: Option<Array<A, E>>,
    bar: Option<&mut ArrayRef<A, D>>,
    ws: &mut Workspace,
) {
    if let (Some(seed), Some(bar)) = (&seed, bar) {
        reshape_adjoint(order, seed, bar);
    }
    seed.into_iter().for_each(|seed| give_back_elements(seed, ws));
}

/// Adds the cotangent of an array of another shape, with the same elements one after the other.
fn reshape_adjoint<A: Scalar, D: Dimension, E: Dimension>(
    order: Order,
    seed: &ArrayRef<A, E>,
    bar: &mut ArrayRef<A, D>,
) {
    // In the order of the columns: in that of the rows of what is turned over.
    let turned = order == Order::ColumnMajor;
    let (mut bar, mut seed) = (bar.view_mut(), seed.view());
    if turned {
        (bar, seed) = (bar.reversed_axes(), seed.reversed_axes());
    }
    bar.iter_mut().zip(&seed).for_each(|(bar, seed)| *bar += *seed);
}
