//! Lists: slices, vectors and arrays, element by element.

use super::{Differentiable, each_value, memory_of};
use crate::lasting::{OnArray, OnList, OnType};
use crate::numbers::{Float, Numbers, Outline};
use crate::workspace::{Workspace, end_values, lend_list, lend_values};

/// The shapes of the elements of a list.
///
/// It holds all of them only where they can differ, so that the shape of a slice of floats is just its length.
///
/// ```
/// use ad_runtime::{Differentiable, Many};
///
/// let shape: Many<()> = [1.0, 2.0][..].cotangent_shape();
/// assert_eq!(<[f64]>::zero_of(&shape).len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Many<S> {
    len: usize,
    /// One shape per element, or a single one for all if shapes are zero-sized and so say nothing about the element.
    shapes: Vec<S>,
}

impl<S: Clone + 'static> Many<S> {
    const UNIFORM: bool = size_of::<S>() == 0;

    #[inline]
    pub(crate) fn of<'e, T: Differentiable<Shape = S> + 'e>(elements: impl ExactSizeIterator<Item = &'e T>) -> Self {
        let len = elements.len();
        let told = elements.take(if Self::UNIFORM { 1 } else { len });
        Many {
            len,
            shapes: told.map(T::cotangent_shape).collect(),
        }
    }

    /// The same in memory of the workspace. Where all shapes are the same by their type there is none.
    #[inline(always)]
    pub(crate) fn of_in<'e, T: Differentiable<Shape = S> + 'e>(
        elements: impl ExactSizeIterator<Item = &'e T>,
        workspace: &mut Workspace,
    ) -> Self {
        if Self::UNIFORM {
            return Self::of(elements);
        }
        let (len, mut shapes) = (elements.len(), workspace.tape());
        shapes.extend(elements.map(|element| element.cotangent_shape_in(workspace)));
        Many { len, shapes }
    }

    /// That of an empty list.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        Many {
            len: 0,
            shapes: Vec::new(),
        }
    }

    #[inline(always)]
    pub(crate) fn give_back<T: Differentiable<Shape = S>>(mut self, workspace: &mut Workspace) {
        if !Self::UNIFORM {
            self.shapes
                .drain(..)
                .for_each(|shape| T::give_back_shape(shape, workspace));
            workspace.recycle(self.shapes);
        }
    }

    #[inline]
    pub(crate) fn zero<T: Differentiable<Shape = S>>(&self) -> Vec<T::Cotangent> {
        match &self.shapes[..] {
            [shape] => T::zero_cotangents(shape, self.len),
            shapes => shapes.iter().map(T::zero_of).collect(),
        }
    }

    /// Whether cotangents are as many, and each fits. Of what has no components any number is.
    #[inline]
    pub(crate) fn fits<'c, T: Differentiable<Shape = S>>(
        &self,
        mut bars: impl ExactSizeIterator<Item = &'c T::Cotangent>,
    ) -> bool
    where
        T::Cotangent: 'c,
    {
        if size_of::<T::Cotangent>() == 0 {
            return true;
        }
        bars.len() == self.len
            && (Self::UNIFORM
                || self
                    .shapes
                    .iter()
                    .all(|shape| bars.next().is_some_and(|bar| T::fits(shape, bar))))
    }

    #[inline(always)]
    pub(crate) fn zero_in<T: Differentiable<Shape = S>>(&self, workspace: &mut Workspace) -> Vec<T::Cotangent> {
        match &self.shapes[..] {
            [shape] => T::zero_cotangents_in(shape, self.len, workspace),
            shapes => {
                let mut list = lend_list(shapes.len(), workspace);
                list.extend(shapes.iter().map(|shape| T::zero_of_in(shape, workspace)));
                list
            }
        }
    }
}

/// Whether cotangents are as many as values, and each has its value's shape. Of what has no components any number is.
#[inline]
pub(crate) fn all_take<'v, T: Differentiable + 'v>(
    values: impl ExactSizeIterator<Item = &'v T>,
    bars: impl ExactSizeIterator<Item = &'v T::Cotangent>,
) -> bool
where
    T::Cotangent: 'v,
{
    size_of::<T::Cotangent>() == 0
        || values.len() == bars.len()
            && (size_of::<T::Shape>() == 0 || values.zip(bars).all(|(value, bar)| value.takes(bar)))
}

/// The shape of a list, and what fits it.
macro_rules! shape_of_list {
    ($T:ty) => {
        #[inline]
        fn cotangent_shape(&self) -> Self::Shape {
            $crate::differentiable::Many::of(self.iter())
        }
        #[inline]
        fn fits(shape: &Self::Shape, cotangent: &Self::Cotangent) -> bool {
            shape.fits::<$T>(cotangent.iter())
        }
        #[inline]
        fn takes(&self, cotangent: &Self::Cotangent) -> bool {
            $crate::differentiable::all_take(self.iter(), cotangent.iter())
        }
        #[inline]
        fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
            shape.zero::<$T>().into()
        }
        #[inline(always)]
        fn zero_of_in(shape: &Self::Shape, workspace: &mut $crate::workspace::Workspace) -> Self::Cotangent {
            shape.zero_in::<$T>(workspace).into()
        }
        #[inline(always)]
        fn cotangent_shape_in(&self, workspace: &mut $crate::workspace::Workspace) -> Self::Shape {
            $crate::differentiable::Many::of_in(self.iter(), workspace)
        }
        #[inline(always)]
        fn give_back_shape(shape: Self::Shape, workspace: &mut $crate::workspace::Workspace) {
            shape.give_back::<$T>(workspace);
        }
    };
}

/// What is done with the elements of a list that stand side by side.
macro_rules! components_of_slice {
    () => {
        fn coarseness(&self) -> f64 {
            self[..].coarseness()
        }
        fn flatten_into(&self, out: &mut Vec<f64>) {
            self[..].flatten_into(out);
        }
        fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
            self[..].unflatten_from(flat);
        }
        fn outline(&self, outline: &mut $crate::numbers::Outline) {
            self[..].outline(outline);
        }
        fn each_number(&mut self, f: &mut dyn FnMut($crate::numbers::Numbers<'_>)) {
            self[..].each_number(f);
        }
    };
}

/// A list of as many elements as there happen to be.
macro_rules! list_like_slice {
    ($T:ty) => {
        $crate::differentiable::shape_of_list!($T);
        $crate::differentiable::components_of_slice!();
        #[inline]
        fn refill(&mut self, from: &Self) -> bool {
            self.truncate(from.len());
            self.len() == from.len() && self.iter_mut().zip(from).all(|(value, from)| value.refill(from))
        }
        #[inline]
        fn zero_cotangent(&self) -> Self::Cotangent {
            self[..].zero_cotangent()
        }
        #[inline]
        fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
            self[..].add_scaled(alpha, cotangent);
        }
    };
}

#[cfg(any(feature = "smallvec", feature = "arrayvec"))]
pub(crate) use list_like_slice;
pub(crate) use {components_of_slice, shape_of_list};

impl<T: Differentiable> Differentiable for [T] {
    type Cotangent = Vec<T::Cotangent>;
    type Shape = Many<T::Shape>;
    shape_of_list!(T);
    each_value!(T);
    #[inline]
    fn zero_cotangent(&self) -> Self::Cotangent {
        if Many::<T::Shape>::UNIFORM {
            Self::zero_of(&self.cotangent_shape())
        } else {
            self.iter().map(T::zero_cotangent).collect()
        }
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        assert_eq!(
            self.len(),
            cotangent.len(),
            "a list was moved along a cotangent of another length"
        );
        for (value, c) in self.iter_mut().zip(cotangent) {
            value.add_scaled(alpha, c);
        }
    }
    fn outline(&self, outline: &mut Outline) {
        match T::list_outline(self) {
            Some((shape, float)) => outline.leaf(&shape, float),
            None => {
                for (k, value) in self.iter().enumerate() {
                    outline.within(&k.to_string(), |outline| value.outline(outline));
                }
            }
        }
    }
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        match T::list_numbers(self) {
            Some(numbers) => f(numbers),
            None => self.iter_mut().for_each(|value| value.each_number(f)),
        }
    }
}

impl<T: Differentiable> Differentiable for Vec<T> {
    type Cotangent = Vec<T::Cotangent>;
    type Shape = Many<T::Shape>;
    list_like_slice!(T);
    #[inline]
    fn memory(&self) -> Option<usize> {
        Some(memory_of(self.iter())? + self.capacity() * size_of::<T>())
    }
    #[inline]
    fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
        let mut copy = lend_values(self.len(), workspace);
        if T::copy_all(self, &mut copy, workspace) {
            return Some(copy);
        }
        copy.end_copy(workspace);
        None
    }
    #[inline]
    fn give_up(&mut self, workspace: &mut Workspace) {
        end_values(std::mem::take(self), workspace);
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        T::on_type(OnList(on))
    }
    #[inline(always)]
    fn husk_shape() -> Option<Self::Shape> {
        // How many there are is all that is to know of cotangents of no size.
        (size_of::<T::Cotangent>() > 0).then(Many::none)
    }
}

impl<T: Differentiable, const N: usize> Differentiable for [T; N] {
    type Cotangent = [T::Cotangent; N];
    type Shape = [T::Shape; N];
    components_of_slice!();
    #[inline]
    fn memory(&self) -> Option<usize> {
        memory_of(self.iter())
    }
    #[inline]
    fn refill(&mut self, from: &Self) -> bool {
        self.iter_mut().zip(from).all(|(value, from)| value.refill(from))
    }
    #[inline]
    fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
        let copies = self.each_ref().map(|value| value.copy_again(workspace));
        if copies.iter().all(Option::is_some) {
            return Some(copies.map(|copy| copy.expect("all are there")));
        }
        None
    }
    #[inline]
    fn end_copy(self, workspace: &mut Workspace) {
        if std::mem::needs_drop::<Self>() {
            self.into_iter().for_each(|value| value.end_copy(workspace));
        }
    }
    #[inline]
    fn give_up(&mut self, workspace: &mut Workspace) {
        if std::mem::needs_drop::<Self>() {
            self.iter_mut().for_each(|value| value.give_up(workspace));
        }
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        T::on_type(OnArray::<O, N>(on))
    }
    #[inline]
    fn cotangent_shape(&self) -> Self::Shape {
        self.each_ref().map(T::cotangent_shape)
    }
    #[inline(always)]
    fn husk_shape() -> Option<Self::Shape> {
        let husk = T::husk_shape()?;
        Some([(); N].map(|()| husk.clone()))
    }
    #[inline]
    fn fits(shape: &Self::Shape, cotangent: &Self::Cotangent) -> bool {
        size_of::<Self::Shape>() == 0 || shape.iter().zip(cotangent).all(|(shape, bar)| T::fits(shape, bar))
    }
    #[inline]
    fn takes(&self, cotangent: &Self::Cotangent) -> bool {
        all_take(self.iter(), cotangent.iter())
    }
    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
        shape.each_ref().map(T::zero_of)
    }
    #[inline(always)]
    fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent {
        shape.each_ref().map(|shape| T::zero_of_in(shape, workspace))
    }
    #[inline(always)]
    fn cotangent_shape_in(&self, workspace: &mut Workspace) -> Self::Shape {
        self.each_ref().map(|value| value.cotangent_shape_in(workspace))
    }
    #[inline(always)]
    fn give_back_shape(shape: Self::Shape, workspace: &mut Workspace) {
        if std::mem::needs_drop::<Self::Shape>() {
            shape.into_iter().for_each(|shape| T::give_back_shape(shape, workspace));
        }
    }
    #[inline]
    fn zero_cotangent(&self) -> Self::Cotangent {
        self.each_ref().map(T::zero_cotangent)
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        for (value, c) in self.iter_mut().zip(cotangent) {
            value.add_scaled(alpha, c);
        }
    }
    fn list_outline(list: &[Self]) -> Option<(Vec<usize>, Float)> {
        let (inside, float) = T::list_outline(list.as_flattened())?;
        Some(([list.len(), N].iter().chain(&inside[1..]).copied().collect(), float))
    }
    fn list_numbers(list: &mut [Self]) -> Option<Numbers<'_>> {
        T::list_numbers(list.as_flattened_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array1, arr1};

    #[test]
    fn the_shape_of_many_scalars_is_their_number() {
        let values = vec![(1.0, [2.0; 3], 5_usize); 1000];
        let shape = values.cotangent_shape();
        assert_eq!(
            (shape.len, shape.shapes.len(), shape.shapes.capacity()),
            (1000, 1, usize::MAX)
        );
        assert_eq!(
            <Vec<(f64, [f64; 3], usize)>>::zero_of(&shape),
            vec![(0.0, [0.0; 3], ()); 1000]
        );
        let nested: Vec<Array1<f64>> = vec![arr1(&[1.0]), arr1(&[])];
        assert_eq!(nested.cotangent_shape().shapes.len(), 2);
    }
}
