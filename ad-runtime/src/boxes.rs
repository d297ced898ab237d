//! Boxes of values that a derivative can be taken with respect to.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::lasting::{OnBox, OnType};
use crate::numbers::{Numbers, Outline};
use crate::workspace::{Workspace, copy_again, keep_copy, lend_box};

/// The shape of what is in a box.
///
/// It is a list of one, which can be emptied and filled again.
///
/// ```
/// use ad_runtime::{Boxed, Differentiable};
///
/// let shape: Boxed<()> = Box::new(1.0).cotangent_shape();
/// assert_eq!(*Box::<f64>::zero_of(&shape), 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct Boxed<S>(Vec<S>);

impl<S: 'static> Boxed<S> {
    #[inline]
    pub(crate) fn new(shape: S) -> Self {
        Boxed(vec![shape])
    }

    #[inline]
    pub(crate) fn new_in(shape: S, workspace: &mut Workspace) -> Self {
        let mut list = workspace.tape();
        list.push(shape);
        Boxed(list)
    }

    /// The cotangent of what is inside: a husk, where the shape is that of one.
    #[inline]
    fn inside<T: Differentiable<Shape = S>>(&self, zero: impl FnOnce(&S) -> T::Cotangent) -> T::Cotangent {
        match &self.0[..] {
            [shape] => zero(shape),
            _ => T::Cotangent::husk().expect("only a type with a husk has such a shape"),
        }
    }

    #[inline]
    fn give_back<T: Differentiable<Shape = S>>(mut self, workspace: &mut Workspace) {
        self.0.drain(..).for_each(|shape| T::give_back_shape(shape, workspace));
        if size_of::<S>() > 0 {
            workspace.recycle(self.0);
        }
    }
}

/// What is behind a pointer has a cotangent in a box.
impl<T: Differentiable> Differentiable for Box<T> {
    type Cotangent = Box<T::Cotangent>;
    type Shape = Boxed<T::Shape>;
    fn coarseness(&self) -> f64 {
        (**self).coarseness()
    }
    #[inline]
    fn cotangent_shape(&self) -> Self::Shape {
        Boxed::new((**self).cotangent_shape())
    }
    #[inline]
    fn fits(shape: &Self::Shape, cotangent: &Self::Cotangent) -> bool {
        shape.0.first().is_none_or(|shape| T::fits(shape, cotangent))
    }
    #[inline]
    fn takes(&self, cotangent: &Self::Cotangent) -> bool {
        (**self).takes(cotangent)
    }
    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
        Box::new(shape.inside::<T>(T::zero_of))
    }
    #[inline]
    fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent {
        let zero = shape.inside::<T>(|shape| T::zero_of_in(shape, workspace));
        lend_box(workspace, zero)
    }
    #[inline]
    fn cotangent_shape_in(&self, workspace: &mut Workspace) -> Self::Shape {
        let shape = (**self).cotangent_shape_in(workspace);
        Boxed::new_in(shape, workspace)
    }
    #[inline]
    fn shape_without(&self, without: &[&str], workspace: &mut Workspace) -> Self::Shape {
        if without.contains(&"*")
            && let Some(husk) = Self::husk_shape()
        {
            return husk;
        }
        let shape = (**self).shape_without(without, workspace);
        Boxed::new_in(shape, workspace)
    }
    #[inline]
    fn husk_shape() -> Option<Self::Shape> {
        T::Cotangent::husk().map(|_| Boxed(Vec::new()))
    }
    #[inline]
    fn give_back_shape(shape: Self::Shape, workspace: &mut Workspace) {
        shape.give_back::<T>(workspace);
    }
    #[inline]
    fn zero_cotangent(&self) -> Self::Cotangent {
        Box::new((**self).zero_cotangent())
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        (**self).add_scaled(alpha, cotangent);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        (**self).flatten_into(out);
    }
    fn outline(&self, outline: &mut Outline) {
        (**self).outline(outline);
    }
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        (**self).each_number(f);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        (**self).unflatten_from(flat);
    }
    #[inline]
    fn memory(&self) -> Option<usize> {
        Some((**self).memory()? + size_of::<T>())
    }
    #[inline]
    fn refill(&mut self, from: &Self) -> bool {
        (**self).refill(from)
    }
    #[inline]
    fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
        copy_again(self, workspace).or_else(|| (**self).copy_again(workspace).map(Box::new))
    }
    #[inline]
    fn end_copy(self, workspace: &mut Workspace) {
        keep_copy(self, workspace);
    }
    #[inline]
    fn give_up(&mut self, workspace: &mut Workspace) {
        (**self).give_up(workspace);
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        T::on_type(OnBox(on))
    }
}
