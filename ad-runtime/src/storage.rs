//! Where the elements of an array are: in the array itself, or in another one that it is a view of.

use crate::cotangent::{Absorb, Cotangent};
use crate::differentiable::Differentiable;
use crate::element::Element;
use crate::lasting::OnType;
use crate::marks::{Lend, Overwritten};
use crate::numbers::{Numbers, Outline};
use crate::scalar::Scalar;
use crate::workspace::{Workspace, end_values, lend_values};
use ndarray::{
    Array, ArrayBase, ArrayRef, ArrayViewMut, CowRepr, Data, Dimension, Ix1, OwnedRepr, RawData, ShapeBuilder, ViewRepr,
};

/// What an array that can be differentiated has its elements in: memory of its own, or an array that it is a view of.
///
/// The cotangent of a view is an array of its own, as that of a slice is a vector.
///
/// ```
/// use ad_runtime::Differentiable;
/// use ndarray::{arr1, arr2};
///
/// let m = arr2(&[[1.0, 2.0], [3.0, 4.0]]);
/// assert_eq!(m.row(1).zero_cotangent(), arr1(&[0.0, 0.0]));
/// ```
pub trait Storage: Holding + RawData<Elem: Scalar> {}

impl<S: Holding + RawData<Elem: Scalar>> Storage for S {}

/// The same of elements that are floats or made of some: pairs, complex numbers, numbers of the user's own.
///
/// ```
/// use ad_runtime::Differentiable;
/// use ndarray::arr1;
///
/// assert_eq!(arr1(&[(1.0, 2.0), (3.0, 4.0)]).zero_cotangent(), arr1(&[(0.0, 0.0), (0.0, 0.0)]));
/// ```
pub trait Holding: Data + RawData<Elem: Element> {
    /// Whether the elements are the array's own.
    const OWNED: bool = false;
    /// The elements, to be written, where they can be.
    fn writable<D: Dimension>(array: &mut ArrayBase<Self, D>) -> Option<ArrayViewMut<'_, Self::Elem, D>>
    where
        Self: Sized;
    /// A copy in memory of the workspace, if it can be made there.
    fn copied<D: Dimension>(_: &ArrayBase<Self, D>, _: &mut Workspace) -> Option<ArrayBase<Self, D>>
    where
        Self: Sized,
    {
        None
    }
    /// An array of its own that holds no memory.
    fn hollow<D: Dimension>() -> Option<ArrayBase<Self, D>>
    where
        Self: Sized,
    {
        None
    }
    /// See `Differentiable::on_type`.
    #[doc(hidden)]
    fn on_type<D: Dimension + 'static, O: OnType<ArrayBase<Self, D>>>(on: O) -> O::Out
    where
        Self: Sized,
    {
        on.any()
    }
    /// Gives the memory of a copy back.
    fn ended<D: Dimension>(_: ArrayBase<Self, D>, _: &mut Workspace)
    where
        Self: Sized,
    {
    }
}

impl<A: Element> Holding for OwnedRepr<A> {
    const OWNED: bool = true;
    fn hollow<D: Dimension>() -> Option<Array<A, D>> {
        let axes = D::NDIM.unwrap_or(1);
        // Without axes there is an element.
        let shape = (axes > 0).then(|| D::zeros(axes))?;
        Array::from_shape_vec(shape, Vec::new()).ok()
    }
    fn on_type<D: Dimension + 'static, O: OnType<Array<A, D>>>(on: O) -> O::Out {
        on.lasting()
    }
    fn copied<D: Dimension>(array: &Array<A, D>, workspace: &mut Workspace) -> Option<Array<A, D>> {
        Some(owned_in(array, workspace))
    }
    fn ended<D: Dimension>(array: Array<A, D>, workspace: &mut Workspace) {
        end_values(array.into_raw_vec_and_offset().0, workspace);
    }
    fn writable<D: Dimension>(array: &mut Array<A, D>) -> Option<ArrayViewMut<'_, A, D>> {
        Some(array.view_mut())
    }
}

impl<A: Element> Holding for ViewRepr<&A> {
    fn writable<D: Dimension>(_: &mut ArrayBase<Self, D>) -> Option<ArrayViewMut<'_, A, D>> {
        None
    }
}

impl<A: Element> Holding for ViewRepr<&mut A> {
    fn writable<D: Dimension>(array: &mut ArrayBase<Self, D>) -> Option<ArrayViewMut<'_, A, D>> {
        Some(array.view_mut())
    }
}

impl<A: Element> Holding for CowRepr<'_, A> {
    fn writable<D: Dimension>(array: &mut ArrayBase<Self, D>) -> Option<ArrayViewMut<'_, A, D>> {
        Some(array.view_mut())
    }
}

impl<S: Holding, D: Dimension + 'static> Differentiable for ArrayBase<S, D> {
    type Cotangent = Array<<S::Elem as Differentiable>::Cotangent, D>;
    type Shape = D;
    #[inline]
    fn memory(&self) -> Option<usize> {
        S::OWNED.then(|| self.len() * size_of::<S::Elem>())
    }
    #[inline]
    fn refill(&mut self, from: &Self) -> bool {
        let same = S::OWNED && self.raw_dim() == from.raw_dim() && self.strides() == from.strides();
        let elements = S::writable(self).filter(|_| same);
        elements.map(|mut elements| elements.assign(from)).is_some()
    }
    #[inline]
    fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
        S::copied(self, workspace)
    }
    #[inline]
    fn end_copy(self, workspace: &mut Workspace) {
        S::ended(self, workspace);
    }
    #[inline]
    fn give_up(&mut self, workspace: &mut Workspace) {
        if let Some(hollow) = S::hollow() {
            S::ended(std::mem::replace(self, hollow), workspace);
        }
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        S::on_type(on)
    }
    fn coarseness(&self) -> f64 {
        (**self).coarseness()
    }
    #[inline]
    fn cotangent_shape(&self) -> D {
        self.raw_dim()
    }
    #[inline]
    fn fits(shape: &D, cotangent: &Self::Cotangent) -> bool {
        shape.slice() == cotangent.shape()
    }
    #[inline]
    fn takes(&self, cotangent: &Self::Cotangent) -> bool {
        self.shape() == cotangent.shape()
    }
    #[inline]
    fn zero_of(shape: &D) -> Self::Cotangent {
        <ArrayRef<S::Elem, D>>::zero_of(shape)
    }
    #[inline]
    fn zero_of_in(shape: &D, workspace: &mut Workspace) -> Self::Cotangent {
        <ArrayRef<S::Elem, D>>::zero_of_in(shape, workspace)
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        let mut elements =
            S::writable(self).expect("a view that is only read cannot be moved: move what it is a view of");
        (*elements).add_scaled(alpha, cotangent);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        (**self).flatten_into(out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        let mut elements = S::writable(self).expect("a view that is only read cannot be replaced");
        (*elements).unflatten_from(flat);
    }
    fn outline(&self, outline: &mut Outline) {
        (**self).outline(outline);
    }
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        let mut elements = S::writable(self).expect("a view that is only read cannot be replaced");
        (*elements).each_number(f);
    }
}

/// What every array and every view is behind a reference, as a vector is a slice.
impl<A: Element, D: Dimension + 'static> Differentiable for ArrayRef<A, D> {
    type Cotangent = Array<A::Cotangent, D>;
    type Shape = D;
    fn coarseness(&self) -> f64 {
        self.iter().map(A::coarseness).fold(0.0, f64::max)
    }
    #[inline]
    fn cotangent_shape(&self) -> D {
        self.raw_dim()
    }
    #[inline]
    fn fits(shape: &D, cotangent: &Self::Cotangent) -> bool {
        shape.slice() == cotangent.shape()
    }
    #[inline]
    fn takes(&self, cotangent: &Self::Cotangent) -> bool {
        self.shape() == cotangent.shape()
    }
    #[inline]
    fn zero_of(shape: &D) -> Self::Cotangent {
        Array::from_elem(shape.clone(), A::zero_bar())
    }
    #[inline]
    fn zero_of_in(shape: &D, workspace: &mut Workspace) -> Self::Cotangent {
        let zeros = workspace.filled(A::zero_bar(), shape.size());
        Array::from_shape_vec(shape.clone(), zeros).expect("there are as many as the shape says")
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        // ndarray would broadcast here, and so hide a wrong shape.
        assert_eq!(
            self.dim(),
            cotangent.dim(),
            "an array was moved along a cotangent of another shape"
        );
        self.zip_mut_with(cotangent, |element, cotangent| element.add_scaled(alpha, cotangent));
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|element| element.flatten_into(out));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|element| element.unflatten_from(flat));
    }
    fn outline(&self, outline: &mut Outline) {
        match A::list_outline(&[]) {
            Some((inside, float)) => {
                let shape: Vec<usize> = self.shape().iter().chain(&inside[1..]).copied().collect();
                outline.leaf(&shape, float);
            }
            None => {
                for (k, element) in self.iter().enumerate() {
                    outline.within(&k.to_string(), |outline| element.outline(outline));
                }
            }
        }
    }
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        if let Some(elements) = self.as_slice_mut() {
            elements.each_number(f);
            return;
        }
        let mut elements: Vec<A> = self.iter().copied().collect();
        elements.each_number(f);
        self.iter_mut().zip(elements).for_each(|(to, element)| *to = element);
    }
}

impl<C: Cotangent, D: Dimension> Absorb<Array<C, D>> for ArrayRef<C, D> {
    #[inline]
    fn absorb(&mut self, contribution: &Array<C, D>) {
        // ndarray would broadcast here, and so hide a wrong shape.
        assert_eq!(
            self.shape(),
            contribution.shape(),
            "a cotangent was added to one of another shape"
        );
        self.zip_mut_with(contribution, C::accumulate);
    }
}

/// Room for the elements of an array, in memory of the workspace: for [`map_elements`].
///
/// ```
/// use ad_runtime::{Workspace, map_elements, room_of};
/// use ndarray::arr1;
///
/// let (a, ws) = (arr1(&[1.0, 2.0]), &mut Workspace::new());
/// assert_eq!(map_elements(&a, room_of(&a, ws), |x| 2.0 * x), arr1(&[2.0, 4.0]));
/// ```
#[inline]
pub fn room_of<A: Scalar, D: Dimension>(array: &ArrayRef<A, D>, workspace: &mut Workspace) -> Vec<A> {
    lend_values(array.len(), workspace)
}

/// What `mapv` gives, with its elements in `room`.
///
/// ```
/// use ad_runtime::map_elements;
/// use ndarray::arr2;
///
/// let a = arr2(&[[1.0, 2.0], [3.0, 4.0]]);
/// assert_eq!(map_elements(&a.t(), Vec::new(), |x| -x), -&a.t());
/// ```
#[inline]
pub fn map_elements<A: Scalar, D: Dimension>(
    array: &ArrayRef<A, D>,
    room: Vec<A>,
    f: impl FnMut(A) -> A,
) -> Array<A, D> {
    let mut mapped = gathered(array, room);
    mapped.mapv_inplace(f);
    mapped
}

/// What `to_owned` gives, in memory of the workspace: to be given to `Differentiable::end_copy`.
pub(crate) fn owned_in<A: Element, D: Dimension>(array: &ArrayRef<A, D>, workspace: &mut Workspace) -> Array<A, D> {
    gathered(array, lend_values(array.len(), workspace))
}

/// What `to_owned` gives, with its elements in `copy`.
fn gathered<A: Element, D: Dimension>(array: &ArrayRef<A, D>, mut copy: Vec<A>) -> Array<A, D> {
    let Some(elements) = array.as_slice_memory_order() else {
        copy.extend(array);
        return Array::from_shape_vec(array.raw_dim(), copy).expect("there are as many as the shape says");
    };
    // The elements stand in the same order.
    let mut strides = array.raw_dim();
    for (stride, of) in strides.slice_mut().iter_mut().zip(array.strides()) {
        let Ok(of) = usize::try_from(*of) else {
            return array.to_owned();
        };
        *stride = of;
    }
    copy.extend_from_slice(elements);
    Array::from_shape_vec(array.raw_dim().strides(strides), copy).expect("the strides are those of an array")
}

/// What `to_vec` gives.
impl<A: Scalar> Absorb<Vec<A>> for ArrayRef<A, Ix1> {
    #[inline]
    fn absorb(&mut self, contribution: &Vec<A>) {
        assert_eq!(
            self.len(),
            contribution.len(),
            "a cotangent was added to one of another length"
        );
        for (c, other) in self.iter_mut().zip(contribution) {
            *c += *other;
        }
    }
}

impl<A: Scalar> Absorb<Vec<A>> for Array<A, Ix1> {
    #[inline]
    fn absorb(&mut self, contribution: &Vec<A>) {
        (**self).absorb(contribution);
    }
}

impl<A, D: Dimension> Lend<ArrayRef<A, D>> for Array<A, D> {
    #[inline(always)]
    fn shown(&self) -> &ArrayRef<A, D> {
        self
    }
    #[inline(always)]
    fn lent(&mut self) -> &mut ArrayRef<A, D> {
        self
    }
}

impl<A: Clone, D: Dimension> Overwritten<Array<A, D>> for ArrayRef<A, D> {
    #[inline]
    fn taken(&mut self, zero: Array<A, D>) -> Array<A, D> {
        let taken = self.to_owned();
        self.assign(&zero);
        taken
    }
}
