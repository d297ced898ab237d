//! What `Rc` and `Arc` hold: values that can be cloned, and trait objects.

use crate::boxes::Boxed;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::numbers::{Numbers, Outline};
use crate::objects::{DynCotangent, DynShape};
use crate::workspace::Workspace;
use std::any::type_name;
use std::rc::Rc;
use std::sync::Arc;

/// What an `Rc` or an `Arc` may hold, if a derivative is to flow into it.
///
/// ```
/// fn pointee<T: ad_runtime::Pointee + ?Sized>() {}
/// pointee::<Vec<f64>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "an `Rc` or an `Arc` of `{Self}` carries no derivative",
    label = "it would have to carry one here",
    note = "what is in it has to be `Differentiable` and `Clone`, or `dyn Trait` of a trait that is marked `#[differentiable(dyn)]`"
)]
pub trait Pointee {
    /// [`AsValue`] or [`AsObject`].
    type As: Pointing<Self>;
}

/// The functions of [`Differentiable`] for a pointer to a `T`.
///
/// ```
/// use ad_runtime::{AsValue, Pointing};
///
/// assert_eq!(*<AsValue as Pointing<f64>>::zero(&2.0), 0.0);
/// ```
pub trait Pointing<T: ?Sized> {
    /// The cotangent of the pointer.
    type Cotangent: Cotangent;
    /// Its shape.
    type Shape: Clone + 'static;
    /// That of this value's pointer.
    fn shape(value: &T) -> Self::Shape;
    /// The same in memory of the workspace.
    fn shape_in(value: &T, workspace: &mut Workspace) -> Self::Shape;
    /// See [`Differentiable::zero_of`].
    fn zero_of(shape: &Self::Shape) -> Self::Cotangent;
    /// The same in memory of the workspace.
    fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent;
    /// Gives the memory of a shape back.
    fn give_back_shape(shape: Self::Shape, workspace: &mut Workspace);
    /// The zero for this value's pointer.
    fn zero(value: &T) -> Self::Cotangent;
    /// Moves the value behind the pointer.
    fn move_along(value: &mut T, alpha: f64, cotangent: &Self::Cotangent);
    /// The value, to be moved.
    fn in_rc(pointer: &mut Rc<T>) -> &mut T;
    /// The value, to be moved.
    fn in_arc(pointer: &mut Arc<T>) -> &mut T;
}

/// A value's pointer has a cotangent in a box, and the pointer that is moved gets a value of its own.
#[derive(Debug)]
pub enum AsValue {}

impl<T: Differentiable + Clone> Pointee for T {
    type As = AsValue;
}

impl<T: Differentiable + Clone> Pointing<T> for AsValue {
    type Cotangent = Box<T::Cotangent>;
    type Shape = Boxed<T::Shape>;
    #[inline]
    fn shape(value: &T) -> Self::Shape {
        Boxed::new(value.cotangent_shape())
    }
    #[inline]
    fn shape_in(value: &T, workspace: &mut Workspace) -> Self::Shape {
        let shape = value.cotangent_shape_in(workspace);
        Boxed::new_in(shape, workspace)
    }
    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
        Box::<T>::zero_of(shape)
    }
    #[inline]
    fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent {
        Box::<T>::zero_of_in(shape, workspace)
    }
    #[inline]
    fn give_back_shape(shape: Self::Shape, workspace: &mut Workspace) {
        Box::<T>::give_back_shape(shape, workspace);
    }
    #[inline]
    fn zero(value: &T) -> Self::Cotangent {
        Box::new(value.zero_cotangent())
    }
    #[inline]
    fn move_along(value: &mut T, alpha: f64, cotangent: &Self::Cotangent) {
        value.add_scaled(alpha, cotangent);
    }
    fn in_rc(pointer: &mut Rc<T>) -> &mut T {
        Rc::make_mut(pointer)
    }
    fn in_arc(pointer: &mut Arc<T>) -> &mut T {
        Arc::make_mut(pointer)
    }
}

/// A trait object's pointer has the cotangent that a box of it has. It can be moved if nobody shares it, for it cannot be cloned.
#[derive(Debug)]
pub enum AsObject {}

impl<T: Differentiable<Cotangent = DynCotangent, Shape = DynShape> + ?Sized> Pointing<T> for AsObject {
    type Cotangent = DynCotangent;
    type Shape = DynShape;
    fn shape(value: &T) -> DynShape {
        value.cotangent_shape()
    }
    fn shape_in(value: &T, workspace: &mut Workspace) -> DynShape {
        value.cotangent_shape_in(workspace)
    }
    fn zero_of(shape: &DynShape) -> DynCotangent {
        T::zero_of(shape)
    }
    fn zero_of_in(shape: &DynShape, workspace: &mut Workspace) -> DynCotangent {
        T::zero_of_in(shape, workspace)
    }
    fn give_back_shape(shape: DynShape, workspace: &mut Workspace) {
        T::give_back_shape(shape, workspace);
    }
    fn zero(value: &T) -> DynCotangent {
        value.zero_cotangent()
    }
    fn move_along(value: &mut T, alpha: f64, cotangent: &DynCotangent) {
        value.add_scaled(alpha, cotangent);
    }
    fn in_rc(pointer: &mut Rc<T>) -> &mut T {
        Rc::get_mut(pointer).unwrap_or_else(|| shared_by_others::<T>())
    }
    fn in_arc(pointer: &mut Arc<T>) -> &mut T {
        Arc::get_mut(pointer).unwrap_or_else(|| shared_by_others::<T>())
    }
}

fn shared_by_others<T: ?Sized>() -> ! {
    panic!(
        "a `{}` that several pointers share was moved: an object cannot be cloned",
        type_name::<T>()
    )
}

macro_rules! pointers {
    ($($(#[$about:meta])* $pointer:ident $write:ident)*) => {$(
        $(#[$about])*
        impl<T: Pointee + Differentiable + ?Sized> Differentiable for $pointer<T> {
            type Cotangent = <T::As as Pointing<T>>::Cotangent;
            type Shape = <T::As as Pointing<T>>::Shape;
            /// What is shared is not copied.
            #[inline]
            fn copy_again(&self, _: &mut Workspace) -> Option<Self> {
                Some($pointer::clone(self))
            }
            fn coarseness(&self) -> f64 {
                (**self).coarseness()
            }
            #[inline]
            fn cotangent_shape(&self) -> Self::Shape {
                T::As::shape(self)
            }
            #[inline]
            fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
                T::As::zero_of(shape)
            }
            #[inline]
            fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent {
                T::As::zero_of_in(shape, workspace)
            }
            #[inline]
            fn cotangent_shape_in(&self, workspace: &mut Workspace) -> Self::Shape {
                T::As::shape_in(self, workspace)
            }
            #[inline]
            fn give_back_shape(shape: Self::Shape, workspace: &mut Workspace) {
                T::As::give_back_shape(shape, workspace);
            }
            #[inline]
            fn zero_cotangent(&self) -> Self::Cotangent {
                T::As::zero(self)
            }
            #[inline]
            fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
                T::As::move_along(T::As::$write(self), alpha, cotangent);
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                (**self).flatten_into(out);
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                T::As::$write(self).unflatten_from(flat);
            }
            fn outline(&self, outline: &mut Outline) {
                (**self).outline(outline);
            }
            fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
                T::As::$write(self).each_number(f);
            }
        }
    )*};
}

pointers! {
    /// What is shared is only read, and has a cotangent for each of those that hold it: the cotangents of clones add up. Where one of
    /// them is moved along a cotangent, it gets a value of its own.
    Rc in_rc
    /// The same as for `Rc`.
    Arc in_arc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_moved_gets_a_value_of_its_own() {
        let first = Rc::new(2.0);
        let mut second = Rc::clone(&first);
        second.add_scaled(0.5, &Box::new(4.0));
        assert_eq!((*first, *second), (2.0, 4.0));
    }
}
