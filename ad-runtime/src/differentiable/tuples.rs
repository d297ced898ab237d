//! Tuples, part by part.

use super::{Differentiable, coarsest, shape_unless};
use crate::lasting::on_tuple;
use crate::numbers::{Numbers, Outline};
use crate::workspace::Workspace;

macro_rules! tuple_differentiable {
    ($($T:ident $i:tt),*) => {
        impl<$($T: Differentiable),*> Differentiable for ($($T,)*) {
            type Cotangent = ($($T::Cotangent,)*);
            type Shape = ($($T::Shape,)*);
            #[inline]
            fn memory(&self) -> Option<usize> {
                Some(0 $(+ self.$i.memory()?)*)
            }
            #[inline]
            fn refill(&mut self, from: &Self) -> bool {
                $(self.$i.refill(&from.$i))&&*
            }
            #[inline]
            fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
                Some(($(self.$i.copy_again(workspace)?,)*))
            }
            #[inline]
            fn end_copy(self, workspace: &mut Workspace) {
                $(self.$i.end_copy(workspace);)*
            }
            #[inline]
            fn give_up(&mut self, workspace: &mut Workspace) {
                $(self.$i.give_up(workspace);)*
            }
            on_tuple!(OnPairOfValues: $($T)*);
            fn coarseness(&self) -> f64 {
                coarsest([$(self.$i.coarseness()),*].into_iter())
            }
            #[inline]
            fn cotangent_shape(&self) -> Self::Shape {
                ($(self.$i.cotangent_shape(),)*)
            }
            #[inline]
            fn shape_without(&self, without: &[&str], workspace: &mut Workspace) -> Self::Shape {
                ($(shape_unless(&self.$i, stringify!($i), without, workspace),)*)
            }
            #[inline(always)]
            fn husk_shape() -> Option<Self::Shape> {
                Some(($($T::husk_shape()?,)*))
            }
            #[inline]
            fn fits(shape: &Self::Shape, cotangent: &Self::Cotangent) -> bool {
                $($T::fits(&shape.$i, &cotangent.$i))&&*
            }
            #[inline]
            fn takes(&self, cotangent: &Self::Cotangent) -> bool {
                $(self.$i.takes(&cotangent.$i))&&*
            }
            #[inline]
            fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
                ($($T::zero_of(&shape.$i),)*)
            }
            #[inline(always)]
            fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent {
                ($($T::zero_of_in(&shape.$i, workspace),)*)
            }
            #[inline(always)]
            fn cotangent_shape_in(&self, workspace: &mut Workspace) -> Self::Shape {
                ($(self.$i.cotangent_shape_in(workspace),)*)
            }
            #[inline(always)]
            fn give_back_shape(shape: Self::Shape, workspace: &mut Workspace) {
                $($T::give_back_shape(shape.$i, workspace);)*
            }
            #[inline]
            fn zero_cotangent(&self) -> Self::Cotangent {
                ($(self.$i.zero_cotangent(),)*)
            }
            #[inline]
            fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
                $(self.$i.add_scaled(alpha, &cotangent.$i);)*
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                $(self.$i.flatten_into(out);)*
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                $(self.$i.unflatten_from(flat);)*
            }
            fn outline(&self, outline: &mut Outline) {
                $(outline.within(stringify!($i), |outline| self.$i.outline(outline));)*
            }
            fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
                $(self.$i.each_number(f);)*
            }
        }
    };
}

tuple_differentiable!(A 0);
tuple_differentiable!(A 0, B 1);
tuple_differentiable!(A 0, B 1, C 2);
tuple_differentiable!(A 0, B 1, C 2, D 3);
tuple_differentiable!(A 0, B 1, C 2, D 3, E 4);
tuple_differentiable!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple_differentiable!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple_differentiable!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple_differentiable!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple_differentiable!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple_differentiable!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple_differentiable!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
