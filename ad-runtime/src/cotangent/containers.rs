//! Cotangents of containers: the same container of its elements' cotangents.

use super::absorb::add_slices;
use super::{Cotangent, duplicate};
use crate::lasting::{OnArray, OnBox, OnList, OnOption, OnType, on_tuple};
use crate::objects::{AnyCotangent, DynCotangent};
use crate::slopes::Slopes;
use crate::workspace::{Workspace, copied, lend_box, open_box};
use ndarray::{Array, ArrayViewMutD, Dimension, ShapeBuilder};
use std::any::Any;

/// What is done with each of the cotangents in a container.
macro_rules! each_component {
    () => {
        #[inline]
        fn scale(&mut self, alpha: f64) {
            self.iter_mut().for_each(|c| c.scale(alpha));
        }
        fn flatten_into(&self, out: &mut Vec<f64>) {
            self.iter().for_each(|c| c.flatten_into(out));
        }
        fn gather_slopes(&self, slopes: &mut $crate::slopes::Slopes) {
            self.iter().for_each(|c| c.gather_slopes(slopes));
        }
        fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
            self.iter_mut().for_each(|c| c.unflatten_from(flat));
        }
    };
}

pub(crate) use each_component;

impl<C: Cotangent, const N: usize> Cotangent for [C; N] {
    each_component!();
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        C::on_type(OnArray::<O, N>(on))
    }
    #[inline(always)]
    fn husk() -> Option<Self> {
        C::husk()?;
        Some(std::array::from_fn(|_| C::husk().expect("there was one")))
    }
    #[inline(always)]
    fn give_back(self, workspace: &mut Workspace) {
        if std::mem::needs_drop::<Self>() {
            self.into_iter().for_each(|c| c.give_back(workspace));
        }
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        self.each_ref().map(|c| c.copy_in(workspace))
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        add_slices(self, other);
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.each_ref().map(C::zero_like)
    }
}

impl<C: Cotangent> Cotangent for Vec<C> {
    each_component!();
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        C::on_type(OnList(on))
    }
    #[inline(always)]
    fn husk() -> Option<Self> {
        Some(Vec::new())
    }
    #[inline(always)]
    fn give_back(self, workspace: &mut Workspace) {
        crate::workspace::give_back_list(self, workspace);
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        copied(workspace, self)
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        add_slices(self, other);
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.iter().map(C::zero_like).collect()
    }
}

/// An absent cotangent is a zero.
impl<C: Cotangent> Cotangent for Option<C> {
    each_component!();
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        C::on_type(OnOption(on))
    }
    #[inline(always)]
    fn husk() -> Option<Self> {
        Some(None)
    }
    #[inline(always)]
    fn give_back(self, workspace: &mut Workspace) {
        if let Some(c) = self {
            c.give_back(workspace);
        }
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        self.as_ref().map(|c| c.copy_in(workspace))
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        match (self.as_mut(), other) {
            (_, None) => {}
            (Some(c), Some(other)) => c.accumulate(other),
            (None, Some(other)) => {
                *self = Some(duplicate(other));
            }
        }
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.as_ref().map(C::zero_like)
    }
}

impl<C: Cotangent> Cotangent for Box<C> {
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        C::on_type(OnBox(on))
    }
    #[inline]
    fn give_back(self, workspace: &mut Workspace) {
        open_box(workspace, self).give_back(workspace);
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        let copy = (**self).copy_in(workspace);
        lend_box(workspace, copy)
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        (**self).accumulate(other);
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        (**self).scale(alpha);
    }
    #[inline]
    fn zero_like(&self) -> Self {
        Box::new((**self).zero_like())
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        (**self).flatten_into(out);
    }
    fn gather_slopes(&self, slopes: &mut Slopes) {
        (**self).gather_slopes(slopes);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        (**self).unflatten_from(flat);
    }
    fn boxed(&self) -> Option<&dyn AnyCotangent>
    where
        Self: 'static,
    {
        Some(&**self)
    }
    fn boxed_mut(&mut self) -> Option<&mut dyn AnyCotangent>
    where
        Self: 'static,
    {
        Some(&mut **self)
    }
    fn unboxed(self) -> Option<DynCotangent>
    where
        Self: 'static,
    {
        Some(DynCotangent::new(*self))
    }
}

/// Gives the memory of an array back.
#[inline]
pub(crate) fn give_back_elements<A: 'static, D: Dimension>(array: Array<A, D>, workspace: &mut Workspace) {
    workspace.take_back(array.into_raw_vec_and_offset().0);
}

impl<C: Cotangent + 'static, D: Dimension + 'static> Cotangent for Array<C, D> {
    each_component!();
    fn numbers<A: 'static>(&mut self) -> Option<ArrayViewMutD<'_, A>> {
        let array: &mut dyn Any = self;
        array
            .downcast_mut::<Array<A, D>>()
            .map(|array| array.view_mut().into_dyn())
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        on.lasting()
    }
    #[inline]
    fn give_back(self, workspace: &mut Workspace) {
        give_back_elements(self, workspace);
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        let mut copy = workspace.lend(self.len());
        // A product with a transposed factor lies column by column.
        let by_columns = !self.is_standard_layout() && self.t().is_standard_layout();
        match self.as_slice_memory_order() {
            Some(list) if by_columns || self.is_standard_layout() => copy.extend_from_slice(list),
            _ => copy.extend(self.iter().cloned()),
        }
        Array::from_shape_vec(self.raw_dim().set_f(by_columns), copy).expect("there are as many as the shape says")
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        // ndarray would broadcast here, and so hide a wrong shape.
        assert_eq!(
            self.shape(),
            other.shape(),
            "a cotangent was added to one of another shape"
        );
        self.zip_mut_with(other, C::accumulate);
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.map(C::zero_like)
    }
}

macro_rules! tuple_cotangent {
    ($($C:ident $i:tt),*) => {
        impl<$($C: Cotangent),*> Cotangent for ($($C,)*) {
            on_tuple!(OnPair: $($C)*);
            #[inline(always)]
            fn husk() -> Option<Self> {
                Some(($($C::husk()?,)*))
            }
            #[inline(always)]
            fn give_back(self, workspace: &mut Workspace) {
                $(self.$i.give_back(workspace);)*
            }
            #[inline]
            fn copy_in(&self, workspace: &mut Workspace) -> Self {
                ($(self.$i.copy_in(workspace),)*)
            }
            #[inline]
            fn accumulate(&mut self, other: &Self) {
                $(self.$i.accumulate(&other.$i);)*
            }
            #[inline]
            fn scale(&mut self, alpha: f64) {
                $(self.$i.scale(alpha);)*
            }
            #[inline]
            fn zero_like(&self) -> Self {
                ($(self.$i.zero_like(),)*)
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                $(self.$i.flatten_into(out);)*
            }
            fn gather_slopes(&self, slopes: &mut Slopes) {
                $(self.$i.gather_slopes(slopes);)*
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                $(self.$i.unflatten_from(flat);)*
            }
        }
    };
}

tuple_cotangent!(A 0);
tuple_cotangent!(A 0, B 1);
tuple_cotangent!(A 0, B 1, C 2);
tuple_cotangent!(A 0, B 1, C 2, D 3);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple_cotangent!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
