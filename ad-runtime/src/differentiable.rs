//! Values that a derivative can be taken with respect to.

mod lists;
mod tuples;
mod variants;
pub use lists::Many;
#[cfg(any(feature = "smallvec", feature = "arrayvec"))]
pub(crate) use lists::list_like_slice;
pub(crate) use lists::{all_take, components_of_slice, shape_of_list};

use crate::cotangent::Cotangent;
use crate::lasting::OnType;
use crate::numbers::{Float, Numbers, Outline};
#[cfg(feature = "tensor")]
use crate::tensor::{Device, DeviceError};
use crate::workspace::{Workspace, lend_list};

/// A value that a derivative can be taken with respect to, or that can at least be part of one.
///
/// Floats, containers and tuples of them, ndarray's arrays and references are differentiable; so are integers, booleans and
/// text, with the cotangent `()`. `#[derive(Differentiable)]` adds structs and enums.
///
/// ```
/// use ad_runtime::Differentiable;
///
/// let mut point = vec![(1.0, 7_usize), (2.0, 8)];
/// assert_eq!(point.zero_cotangent(), [(0.0, ()), (0.0, ())]);
/// point.add_scaled(0.5, &vec![(1.0, ()), (1.0, ())]);
/// assert_eq!(point, [(1.5, 7), (2.5, 8)]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    note = "derive `Differentiable` for the type, or mark the trait `#[differentiable(dyn)]` if it is a `dyn Trait`; or keep the value out: mark the parameter `#[no_diff]`, or write `no_diff(..)`"
)]
pub trait Differentiable {
    /// What the derivative of a scalar with respect to this value looks like; it is owned also where the value is borrowed.
    type Cotangent: Cotangent;

    /// All that the zero cotangent of a value depends on: lengths, and which variant an enum is. It is zero-sized where
    /// every value of the type has the same.
    type Shape: Clone + 'static;

    /// Whether it is or holds a mutable reference. Then two of them cannot change places: what each points to is known to who made it.
    #[doc(hidden)]
    const LENT: bool = false;

    /// The machine epsilon of the coarsest float inside, and 0 if there is none.
    ///
    /// ```
    /// use ad_runtime::Differentiable;
    ///
    /// assert_eq!((1.0_f64, 2.0_f32).coarseness(), f64::from(f32::EPSILON));
    /// assert_eq!(7_usize.coarseness(), 0.0);
    /// ```
    fn coarseness(&self) -> f64;

    /// The shape of this value. It takes no time on a list whose elements all have the same shape by their type.
    fn cotangent_shape(&self) -> Self::Shape;

    /// The zero cotangent of values of this shape.
    ///
    /// ```
    /// use ad_runtime::Differentiable;
    ///
    /// let shape = [1.0, 2.0][..].cotangent_shape();
    /// assert_eq!(<[f64]>::zero_of(&shape), [0.0, 0.0]);
    /// ```
    fn zero_of(shape: &Self::Shape) -> Self::Cotangent;

    /// Whether a cotangent is one of values of this shape: as long, in each of its lists. What is not there, and what a type does not
    /// tell of itself, is.
    #[doc(hidden)]
    #[inline(always)]
    fn fits(_: &Self::Shape, _: &Self::Cotangent) -> bool {
        true
    }

    /// The same of this value, for which no shape is made.
    #[doc(hidden)]
    #[inline(always)]
    fn takes(&self, _: &Self::Cotangent) -> bool {
        true
    }

    /// The same in memory of the workspace, as far as it is in lists and arrays.
    #[doc(hidden)]
    #[inline(always)]
    fn zero_of_in(shape: &Self::Shape, _: &mut Workspace) -> Self::Cotangent {
        Self::zero_of(shape)
    }

    /// The shape of this value, in memory of the workspace as far as it is in lists.
    #[doc(hidden)]
    #[inline(always)]
    fn cotangent_shape_in(&self, _: &mut Workspace) -> Self::Shape {
        self.cotangent_shape()
    }

    /// The shape of this value but for some of its parts, whose cotangents are put in the place of zeros of any shape.
    #[doc(hidden)]
    #[inline(always)]
    fn shape_without(&self, _: &[&str], workspace: &mut Workspace) -> Self::Shape {
        self.cotangent_shape_in(workspace)
    }

    /// The shape of a cotangent that holds no memory, if there is one.
    #[doc(hidden)]
    #[inline(always)]
    fn husk_shape() -> Option<Self::Shape> {
        None
    }

    /// Gives the memory of a shape back to the workspace.
    #[doc(hidden)]
    #[inline(always)]
    fn give_back_shape(_: Self::Shape, _: &mut Workspace) {}

    /// How much memory it owns, if it owns nothing else: a copy of such a value may be kept until it is asked for again.
    #[doc(hidden)]
    #[inline]
    fn memory(&self) -> Option<usize> {
        None
    }

    /// Makes the value equal to another one in the memory that it has, and says whether it could. If not, it is neither of them.
    #[doc(hidden)]
    #[inline]
    fn refill(&mut self, _: &Self) -> bool {
        false
    }

    /// A copy in memory of the workspace, where the type knows how to make one: to be given back with `end_copy`.
    #[doc(hidden)]
    #[inline(always)]
    fn copy_again(&self, _: &mut Workspace) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Gives a copy back, or the original in its stead.
    #[doc(hidden)]
    #[inline(always)]
    fn end_copy(mut self, workspace: &mut Workspace)
    where
        Self: Sized,
    {
        self.give_up(workspace);
    }

    /// Gives up what it holds of memory. The value that stays is of no account.
    #[doc(hidden)]
    #[inline(always)]
    fn give_up(&mut self, _: &mut Workspace)
    where
        Self: Sized,
    {
    }

    /// Gives up what its parts hold of memory, where it owns more than that and so cannot be kept whole.
    #[doc(hidden)]
    #[inline(always)]
    fn give_up_parts(&mut self, workspace: &mut Workspace)
    where
        Self: Sized,
    {
        self.give_up(workspace);
    }

    /// Copies of some values after those in a list; says whether all could be made.
    #[doc(hidden)]
    #[inline]
    fn copy_all(values: &[Self], list: &mut Vec<Self>, workspace: &mut Workspace) -> bool
    where
        Self: Sized,
    {
        list.reserve(values.len());
        values.iter().all(|value| {
            let copy = value.copy_again(workspace);
            copy.map(|copy| list.push(copy)).is_some()
        })
    }

    /// Does something to the type, where it is certain to outlive everything something else.
    #[doc(hidden)]
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out
    where
        Self: Sized,
    {
        on.any()
    }

    /// As many zero cotangents of the same shape, in memory of the workspace.
    #[doc(hidden)]
    #[inline]
    fn zero_cotangents_in(shape: &Self::Shape, count: usize, workspace: &mut Workspace) -> Vec<Self::Cotangent> {
        let mut list = lend_list(count, workspace);
        list.extend((0..count).map(|_| Self::zero_of_in(shape, workspace)));
        list
    }

    /// As many zero cotangents of the same shape; floats take theirs from the allocator, which often has zeros at hand.
    ///
    /// ```
    /// use ad_runtime::Differentiable;
    ///
    /// assert_eq!(f64::zero_cotangents(&(), 2), [0.0, 0.0]);
    /// ```
    #[inline]
    fn zero_cotangents(shape: &Self::Shape, count: usize) -> Vec<Self::Cotangent> {
        (0..count).map(|_| Self::zero_of(shape)).collect()
    }

    /// The zero cotangent of this value. Where a shape would have to be allocated for it, it is made without.
    #[inline]
    fn zero_cotangent(&self) -> Self::Cotangent {
        Self::zero_of(&self.cotangent_shape())
    }

    /// Moves the value along a cotangent: adds `alpha` times each component to the component it belongs to.
    ///
    /// # Panics
    /// If the shapes differ, with both in the message; for a shared reference to something that has components.
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent);

    /// Appends the components to `out`, in order; integers and the like have none.
    ///
    /// ```
    /// use ad_runtime::Differentiable;
    ///
    /// let mut flat = Vec::new();
    /// Differentiable::flatten_into(&(1.0, 7_usize, [2.0, 3.0]), &mut flat);
    /// assert_eq!(flat, [1.0, 2.0, 3.0]);
    /// ```
    fn flatten_into(&self, out: &mut Vec<f64>);

    /// Replaces the components by the next ones of `flat`, in the order of [`flatten_into`](Differentiable::flatten_into).
    ///
    /// # Panics
    /// If `flat` ends too early; for a shared reference to something that has components.
    ///
    /// ```
    /// use ad_runtime::Differentiable;
    ///
    /// let mut point = (0.0, 7_usize);
    /// Differentiable::unflatten_from(&mut point, &mut [1.0].into_iter());
    /// assert_eq!(point, (1.0, 7));
    /// ```
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>);

    /// The components as a vector, for what knows nothing of the type: L-BFGS, a sampler. Those of a cotangent are its
    /// [`partials`](Cotangent::partials).
    ///
    /// ```
    /// use ad_runtime::{Cotangent, Differentiable};
    ///
    /// let mut point = (1.0, [2.0, 3.0]);
    /// assert_eq!(point.to_flat(), [1.0, 2.0, 3.0]);
    /// point.set_flat(&[4.0, 5.0, 6.0]);
    /// assert_eq!(point, (4.0, [5.0, 6.0]));
    /// ```
    fn to_flat(&self) -> Vec<f64> {
        let mut flat = Vec::new();
        self.flatten_into(&mut flat);
        flat
    }

    /// Replaces the components by those of a vector, as [`to_flat`](Differentiable::to_flat) gives it.
    ///
    /// # Panics
    /// If it has more or fewer, with both numbers; for a shared reference to something that has components.
    fn set_flat(&mut self, flat: &[f64]) {
        let (ours, theirs) = (self.to_flat().len(), flat.len());
        assert!(
            ours == theirs,
            "set_flat: {theirs} numbers do not make a value of {ours} components"
        );
        self.unflatten_from(&mut flat.iter().copied());
    }

    /// The names, shapes and types of the components.
    #[doc(hidden)]
    fn outline(&self, outline: &mut Outline) {
        let flat = self.to_flat();
        if !flat.is_empty() {
            outline.leaf(&[flat.len()], float_of(self.coarseness()));
        }
    }

    /// The components themselves, side by side as they are named in the outline.
    #[doc(hidden)]
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        let mut flat = self.to_flat();
        if !flat.is_empty() {
            f(Numbers::F64(&mut flat));
            self.unflatten_from(&mut flat.into_iter());
        }
    }

    /// The same value with all its tensors on a device.
    ///
    /// # Errors
    /// If one of them cannot be moved there.
    ///
    /// ```
    /// use ad_runtime::Differentiable;
    /// use ad_runtime::tensor::{Device, Tensor};
    ///
    /// let model = (Tensor::<f32>::ones(&[2, 3]), 0.5);
    /// assert_eq!(Differentiable::to_device(&model, &Device::cpu()), Ok(model));
    /// ```
    #[cfg(feature = "tensor")]
    fn to_device(&self, device: &Device) -> Result<Self, DeviceError>
    where
        Self: Clone,
    {
        let (mut moved, mut outcome) = (self.clone(), Ok(()));
        moved.each_number(&mut |numbers| {
            if let (Numbers::Tensor(tensor), Ok(())) = (numbers, &outcome) {
                outcome = tensor.move_to(device);
            }
        });
        outcome.map(|()| moved)
    }

    /// The shape and the type of a list of such values, where it is one of numbers side by side.
    #[doc(hidden)]
    fn list_outline(_: &[Self]) -> Option<(Vec<usize>, Float)>
    where
        Self: Sized,
    {
        None
    }

    /// These numbers.
    #[doc(hidden)]
    fn list_numbers(_: &mut [Self]) -> Option<Numbers<'_>>
    where
        Self: Sized,
    {
        None
    }
}

/// The float of which this is the machine epsilon.
fn float_of(coarseness: f64) -> Float {
    if coarseness > f64::EPSILON {
        Float::F32
    } else {
        Float::F64
    }
}

/// The largest of some machine epsilons.
pub(crate) fn coarsest(epsilons: impl Iterator<Item = f64>) -> f64 {
    epsilons.fold(0.0, f64::max)
}

/// How much memory some values own, if they own nothing else.
pub(crate) fn memory_of<'v, T: Differentiable + 'v>(mut values: impl Iterator<Item = &'v T>) -> Option<usize> {
    if !std::mem::needs_drop::<T>() {
        return Some(0);
    }
    values.try_fold(0, |sum, value| Some(sum + value.memory()?))
}

/// The shape of a part of a value, or that of a husk where the part is one of those left out.
#[doc(hidden)]
#[inline]
pub fn shape_unless<T: Differentiable + ?Sized>(
    value: &T,
    part: &str,
    without: &[&str],
    workspace: &mut Workspace,
) -> T::Shape {
    let husk = without.contains(&part).then(T::husk_shape).flatten();
    husk.unwrap_or_else(|| value.cotangent_shape_in(workspace))
}

/// What is asked of each of the values that something holds.
macro_rules! each_value {
    ($T:ident) => {
        fn coarseness(&self) -> f64 {
            $crate::differentiable::coarsest(self.iter().map($T::coarseness))
        }
        fn flatten_into(&self, out: &mut Vec<f64>) {
            self.iter().for_each(|value| value.flatten_into(out));
        }
        fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
            self.iter_mut().for_each(|value| value.unflatten_from(flat));
        }
    };
}

/// Plain values own nothing but where they stand, or are copied as they are.
macro_rules! copied_whole {
    () => {
        #[inline(always)]
        fn memory(&self) -> Option<usize> {
            Some(0)
        }
        #[inline(always)]
        fn refill(&mut self, from: &Self) -> bool {
            self.clone_from(from);
            true
        }
        #[inline(always)]
        fn copy_again(&self, _: &mut $crate::workspace::Workspace) -> Option<Self> {
            Some(self.clone())
        }
        #[inline]
        fn copy_all(values: &[Self], list: &mut Vec<Self>, _: &mut $crate::workspace::Workspace) -> bool {
            list.extend_from_slice(values);
            true
        }
    };
}

/// The same of types that outlive everything.
macro_rules! lasting {
    () => {
        $crate::differentiable::copied_whole!();
        #[inline(always)]
        fn on_type<On: $crate::lasting::OnType<Self>>(on: On) -> On::Out {
            on.lasting()
        }
    };
}

pub(crate) use {copied_whole, each_value, lasting};

macro_rules! float_differentiable {
    ($($float:ident $Float:ident)*) => {$(
        impl Differentiable for $float {
            type Cotangent = $float;
            type Shape = ();
            lasting!();
            fn coarseness(&self) -> f64 {
                f64::from($float::EPSILON)
            }
            #[inline(always)]
            fn cotangent_shape(&self) {}
            #[inline(always)]
            fn husk_shape() -> Option<()> {
                Some(())
            }
            #[inline(always)]
            fn zero_of((): &()) -> $float {
                0.0
            }
            // Of a sum that begins with it, LLVM drops the negative zero, not the positive one.
            #[inline(always)]
            fn zero_of_in((): &(), _: &mut Workspace) -> $float {
                -0.0
            }
            #[inline]
            fn zero_cotangents((): &(), count: usize) -> Vec<$float> {
                vec![0.0; count]
            }
            #[inline(always)]
            fn zero_cotangents_in((): &(), count: usize, workspace: &mut Workspace) -> Vec<$float> {
                workspace.zeros(count)
            }
            #[inline(always)]
            fn add_scaled(&mut self, alpha: f64, cotangent: &$float) {
                *self += alpha as $float * cotangent;
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                Cotangent::flatten_into(self, out);
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                Cotangent::unflatten_from(self, flat);
            }
            fn outline(&self, outline: &mut Outline) {
                outline.leaf(&[], Float::$Float);
            }
            fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
                f(Numbers::$Float(std::slice::from_mut(self)));
            }
            fn list_outline(list: &[Self]) -> Option<(Vec<usize>, Float)> {
                Some((vec![list.len()], Float::$Float))
            }
            fn list_numbers(list: &mut [Self]) -> Option<Numbers<'_>> {
                Some(Numbers::$Float(list))
            }
        }
    )*};
}

float_differentiable!(f32 F32 f64 F64);

/// A borrowed value has the cotangent of the value. It cannot be moved through the reference, which matters only if it has
/// components.
impl<T: Differentiable + ?Sized> Differentiable for &T {
    type Cotangent = T::Cotangent;
    type Shape = T::Shape;
    copied_whole!();
    fn coarseness(&self) -> f64 {
        (**self).coarseness()
    }
    #[inline]
    fn cotangent_shape(&self) -> Self::Shape {
        (**self).cotangent_shape()
    }
    #[inline]
    fn fits(shape: &Self::Shape, cotangent: &Self::Cotangent) -> bool {
        T::fits(shape, cotangent)
    }
    #[inline]
    fn takes(&self, cotangent: &Self::Cotangent) -> bool {
        (**self).takes(cotangent)
    }
    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
        T::zero_of(shape)
    }
    #[inline(always)]
    fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent {
        T::zero_of_in(shape, workspace)
    }
    #[inline]
    fn zero_cotangent(&self) -> Self::Cotangent {
        (**self).zero_cotangent()
    }
    #[inline(always)]
    fn cotangent_shape_in(&self, workspace: &mut Workspace) -> Self::Shape {
        (**self).cotangent_shape_in(workspace)
    }
    #[inline(always)]
    fn give_back_shape(shape: Self::Shape, workspace: &mut Workspace) {
        T::give_back_shape(shape, workspace);
    }
    fn add_scaled(&mut self, _: f64, _: &Self::Cotangent) {
        assert!(
            self.coarseness() == 0.0,
            "a value behind a shared reference cannot be moved: call `add_scaled` on its owner"
        );
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        (**self).flatten_into(out);
    }
    fn outline(&self, outline: &mut Outline) {
        (**self).outline(outline);
    }
    fn unflatten_from(&mut self, _: &mut dyn Iterator<Item = f64>) {
        assert!(
            self.coarseness() == 0.0,
            "a value behind a shared reference cannot be replaced: call `unflatten` on its owner"
        );
    }
}

/// A clone of `value`. Compiled code calls this instead of `.clone()`, which clippy lints where the type turns out `Copy`.
///
/// ```
/// assert_eq!(ad_runtime::copy(&vec![1.0]), [1.0]);
/// ```
#[inline(always)]
pub fn copy<T: Clone>(value: &T) -> T {
    value.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness;
    use ndarray::{Array1, arr1, arr2};

    fn flat<T: Differentiable + ?Sized>(value: &T) -> Vec<f64> {
        let mut flat = Vec::new();
        value.flatten_into(&mut flat);
        flat
    }

    fn flat_cotangent(cotangent: &impl Cotangent) -> Vec<f64> {
        let mut flat = Vec::new();
        cotangent.flatten_into(&mut flat);
        flat
    }

    /// What must hold between a value, its flat form and its cotangents.
    fn laws<T: Differentiable + Clone>(value: &T) {
        let components = flat(value);
        let mut along = witness(value).zero();
        assert_eq!(flat_cotangent(&along), vec![0.0; components.len()]);
        assert_eq!(flat_cotangent(&value.zero_cotangent()), vec![0.0; components.len()]);

        let slopes: Vec<f64> = (1..=components.len()).map(|i| i as f64).collect();
        Cotangent::unflatten_from(&mut along, &mut slopes.iter().copied());
        let mut moved = value.clone();
        moved.add_scaled(0.5, &along);
        let expected: Vec<f64> = components.iter().zip(&slopes).map(|(x, s)| x + 0.5 * s).collect();
        assert_eq!(flat(&moved), expected);

        moved.unflatten_from(&mut components.iter().copied());
        assert_eq!(flat(&moved), components);
    }

    #[test]
    fn values_move_along_their_cotangents() {
        laws(&1.5_f64);
        laws(&1.5_f32);
        laws(&[[1.0, 2.0, 3.0]; 4]);
        laws(&vec![vec![1.0], vec![], vec![2.0, 3.0]]);
        laws(&vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        laws(&vec![(1.0, 3_usize), (2.0, 4)]);
        laws(&vec![arr1(&[1.0]), arr1(&[2.0, 3.0])]);
        laws(&arr2(&[[1.0_f32, 2.0], [3.0, 4.0]]).into_dyn());
        laws(&Some(vec![1.0]));
        laws(&None::<f64>);
        laws(&vec![None, Some(2.0)]);
        laws(&Box::new([1.0, 2.0]));
        laws(&Vec::<f64>::new());
        laws(&("text", String::new(), 'c', true, 3_u8, ()));
        laws(&(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12_i64));
    }

    #[test]
    fn a_copy_of_an_array_is_equal_whatever_its_order_in_memory() {
        let by_rows = ndarray::array![
            [[1.0, 2.0], [3.0, 4.0]],
            [[5.0, 6.0], [7.0, 8.0]],
            [[9.0, 0.5], [1.5, 2.5]]
        ];
        let mut backwards = by_rows.clone();
        backwards.invert_axis(ndarray::Axis(2));
        let (by_columns, mixed) = (
            by_rows.clone().reversed_axes(),
            by_rows.clone().permuted_axes([1, 0, 2]),
        );
        let mut workspace = crate::Workspace::new();
        for array in [by_rows, by_columns, mixed, backwards] {
            assert_eq!(array.copy_in(&mut workspace), array);
        }
    }

    #[test]
    fn slices_have_the_cotangents_of_vectors() {
        let values = [1.0, 2.0, 3.0];
        let shape = witness(&values[..]);
        let zero: Vec<f64> = shape.zero();
        assert_eq!(zero, [0.0; 3]);
        assert_eq!(witness(&&values[..]).zero(), zero);
        let mut moved = values;
        moved[1..].add_scaled(2.0, &vec![1.0, 1.0]);
        assert_eq!(moved, [1.0, 4.0, 5.0]);
    }

    #[test]
    fn epsilon_is_that_of_the_coarsest_float() {
        assert_eq!(vec![(1.0_f64, 2_u8)].coarseness(), f64::EPSILON);
        assert_eq!((1.0_f64, Some([1.0_f32; 3])).coarseness(), f64::from(f32::EPSILON));
        assert_eq!(Array1::<f32>::ones(2).coarseness(), f64::from(f32::EPSILON));
        assert_eq!(("text", [1_usize, 2]).coarseness(), 0.0);
    }

    #[test]
    fn references_to_values_without_components_can_stay() {
        let mut name = "text";
        name.add_scaled(1.0, &());
        name.unflatten_from(&mut std::iter::empty());
        assert_eq!(name, "text");
    }

    #[test]
    #[should_panic(expected = "behind a shared reference")]
    fn references_do_not_move() {
        let mut reference = &1.0;
        reference.add_scaled(1.0, &1.0);
    }

    #[test]
    #[should_panic(expected = "left: 2\n right: 1")]
    fn different_lengths_panic_with_both() {
        vec![1.0, 2.0].add_scaled(1.0, &vec![1.0]);
    }

    #[test]
    #[should_panic(expected = "left: (1, 2)\n right: (1, 1)")]
    fn arrays_are_not_broadcast() {
        arr2(&[[1.0, 2.0]]).add_scaled(1.0, &arr2(&[[1.0]]));
    }
}
