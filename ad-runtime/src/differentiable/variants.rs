//! Options and results: of a value that may be absent.

use super::{Differentiable, each_value, memory_of};
use crate::lasting::{OnOption, OnType};
use crate::numbers::{Numbers, Outline};
use crate::workspace::Workspace;

/// What an option and a result share: a shape and a cotangent where there is a value.
macro_rules! where_there_is_one {
    ($value:ident => $option:expr) => {
        #[inline]
        fn cotangent_shape(&self) -> Self::Shape {
            let $value = self;
            $option.map(T::cotangent_shape)
        }
        #[inline(always)]
        fn shape_without(&self, without: &[&str], workspace: &mut Workspace) -> Self::Shape {
            let $value = self;
            let inside = $option.filter(|_| !without.iter().any(|part| part.starts_with("payload_")));
            inside.map(|value| value.cotangent_shape_in(workspace))
        }
        #[inline(always)]
        fn husk_shape() -> Option<Self::Shape> {
            Some(None)
        }
        #[inline]
        fn fits(shape: &Self::Shape, cotangent: &Self::Cotangent) -> bool {
            let both = shape.as_ref().zip(cotangent.as_ref());
            both.is_none_or(|(shape, bar)| T::fits(shape, bar))
        }
        #[inline]
        fn takes(&self, cotangent: &Self::Cotangent) -> bool {
            let $value = self;
            let both = $option.zip(cotangent.as_ref());
            both.is_none_or(|(value, bar)| value.takes(bar))
        }
        #[inline]
        fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
            shape.as_ref().map(T::zero_of)
        }
        #[inline(always)]
        fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent {
            shape.as_ref().map(|shape| T::zero_of_in(shape, workspace))
        }
        #[inline(always)]
        fn cotangent_shape_in(&self, workspace: &mut Workspace) -> Self::Shape {
            let $value = self;
            $option.map(|value| value.cotangent_shape_in(workspace))
        }
        #[inline(always)]
        fn give_back_shape(shape: Self::Shape, workspace: &mut Workspace) {
            if let Some(shape) = shape {
                T::give_back_shape(shape, workspace);
            }
        }
        #[inline]
        fn zero_cotangent(&self) -> Self::Cotangent {
            let $value = self;
            $option.map(T::zero_cotangent)
        }
        each_value!(T);
    };
}

impl<T: Differentiable> Differentiable for Option<T> {
    type Cotangent = Option<T::Cotangent>;
    type Shape = Option<T::Shape>;
    where_there_is_one!(value => value.as_ref());
    #[inline]
    fn memory(&self) -> Option<usize> {
        memory_of(self.iter())
    }
    #[inline]
    fn refill(&mut self, from: &Self) -> bool {
        match (self, from) {
            (Some(value), Some(from)) => value.refill(from),
            (value, None) => {
                *value = None;
                true
            }
            (None, Some(_)) => false,
        }
    }
    #[inline]
    fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
        match self {
            Some(value) => value.copy_again(workspace).map(Some),
            None => Some(None),
        }
    }
    #[inline]
    fn give_up(&mut self, workspace: &mut Workspace) {
        if std::mem::needs_drop::<Self>()
            && let Some(value) = self.take()
        {
            value.end_copy(workspace);
        }
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        T::on_type(OnOption(on))
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        match (self, cotangent) {
            (Some(value), Some(c)) => value.add_scaled(alpha, c),
            (_, None) => {}
            (None, Some(_)) => {
                panic!("an absent value (`None`) was moved along a cotangent that is present")
            }
        }
    }
    fn outline(&self, outline: &mut Outline) {
        self.iter().for_each(|value| value.outline(outline));
    }
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        self.iter_mut().for_each(|value| value.each_number(f));
    }
}

/// Nothing flows into an `Err`: the cotangent is that of the value in `Ok`, if there is one.
impl<T: Differentiable, E> Differentiable for Result<T, E> {
    type Cotangent = Option<T::Cotangent>;
    type Shape = Option<T::Shape>;
    where_there_is_one!(value => value.as_ref().ok());
    /// Nobody knows how an error is copied.
    #[inline]
    fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
        self.as_ref().ok()?.copy_again(workspace).map(Ok)
    }
    #[inline]
    fn end_copy(self, workspace: &mut Workspace) {
        if let Ok(value) = self {
            value.end_copy(workspace);
        }
    }
    #[inline]
    fn give_up(&mut self, workspace: &mut Workspace) {
        if let Ok(value) = self {
            value.give_up(workspace);
        }
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        match (self, cotangent) {
            (Ok(value), Some(c)) => value.add_scaled(alpha, c),
            (_, None) => {}
            (Err(_), Some(_)) => panic!("an error (`Err`) was moved along a cotangent that is present"),
        }
    }
    fn outline(&self, outline: &mut Outline) {
        self.iter().for_each(|value| value.outline(outline));
    }
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        self.iter_mut().for_each(|value| value.each_number(f));
    }
}
