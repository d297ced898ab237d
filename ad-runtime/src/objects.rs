//! Trait objects: cotangents whose type only the value knows, and the sweeps of their methods.
//!
//! The cotangent of a `dyn Trait` is that of the implementor behind it. Lent, it is a `&mut dyn AnyCotangent`, as that of a slice is a
//! `&mut [f64]`; owned, it is a [`DynCotangent`].

use crate::cotangent::{Absorb, Cotangent};
use crate::differentiable::Differentiable;
use crate::lasting::OnType;
use crate::tangents::ReceiverTangent;
use crate::workspace::{Workspace, lend_box, open_box};
use std::any::{Any, type_name};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// A cotangent of whatever type, as it is lent for a trait object. All cotangents are.
///
/// ```
/// use ad_runtime::{AnyCotangent, DynCotangent};
///
/// let mut bar = [1.0, 2.0];
/// let lent: &mut dyn AnyCotangent = &mut bar;
/// lent.add(&[0.5, 0.5]);
/// assert_eq!(bar, [1.5, 2.5]);
/// ```
pub trait AnyCotangent: Any {
    /// Adds a cotangent of the same type.
    ///
    /// # Panics
    /// If it is of another type or shape.
    fn add(&mut self, other: &dyn AnyCotangent);

    /// Multiplies every component.
    fn multiply(&mut self, alpha: f64);

    /// The zero of the same type and shape.
    fn zero(&self) -> DynCotangent;

    /// Appends the components to `out`.
    fn flatten_all(&self, out: &mut Vec<f64>);

    /// Replaces the components by the next ones of `flat`.
    fn unflatten_all(&mut self, flat: &mut dyn Iterator<Item = f64>);

    /// The cotangent that this one is a box of.
    fn inside(&self) -> Option<&dyn AnyCotangent>;

    /// The same, to be written.
    fn inside_mut(&mut self) -> Option<&mut dyn AnyCotangent>;

    /// The same, taken out.
    fn opened(self: Box<Self>) -> Option<DynCotangent>;

    /// Gives its memory back to the workspace, that of the box too.
    fn end(self: Box<Self>, workspace: &mut Workspace);

    /// For a cast.
    fn into_any(self: Box<Self>) -> Box<dyn Any>;

    /// For a cast.
    fn as_any(&self) -> &dyn Any;

    /// For a cast.
    fn as_any_mut(&mut self) -> &mut dyn Any;

    /// What the type is called.
    fn name(&self) -> &'static str;
}

impl<C: Cotangent + 'static> AnyCotangent for C {
    fn add(&mut self, other: &dyn AnyCotangent) {
        if let Some(inside) = self.inside_mut() {
            return inside.add(other);
        }
        let Some(other) = find::<C>(other) else {
            panic!("a cotangent `{}` was added to a `{}`", other.name(), type_name::<C>())
        };
        self.accumulate(other);
    }

    fn multiply(&mut self, alpha: f64) {
        self.scale(alpha);
    }

    fn zero(&self) -> DynCotangent {
        DynCotangent::new(self.zero_like())
    }

    fn flatten_all(&self, out: &mut Vec<f64>) {
        self.flatten_into(out);
    }

    fn unflatten_all(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.unflatten_from(flat);
    }

    fn inside(&self) -> Option<&dyn AnyCotangent> {
        self.boxed()
    }

    fn inside_mut(&mut self) -> Option<&mut dyn AnyCotangent> {
        self.boxed_mut()
    }

    fn opened(self: Box<Self>) -> Option<DynCotangent> {
        (*self).unboxed()
    }

    fn end(self: Box<Self>, workspace: &mut Workspace) {
        open_box(workspace, self).give_back(workspace);
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn name(&self) -> &'static str {
        type_name::<C>()
    }
}

/// The cotangent of type `C` in any number of boxes.
pub(crate) fn find<C: 'static>(mut cotangent: &dyn AnyCotangent) -> Option<&C> {
    while !cotangent.as_any().is::<C>() {
        cotangent = cotangent.inside()?;
    }
    cotangent.as_any().downcast_ref()
}

fn find_mut<C: 'static>(mut cotangent: &mut dyn AnyCotangent) -> Option<&mut C> {
    while !cotangent.as_any().is::<C>() {
        cotangent = cotangent.inside_mut()?;
    }
    cotangent.as_any_mut().downcast_mut()
}

impl<C: Cotangent + 'static> Absorb<C> for dyn AnyCotangent {
    #[inline]
    fn absorb(&mut self, contribution: &C) {
        self.add(contribution);
    }
}

/// The cotangent of a trait object: that of the implementor behind it, in a box.
///
/// ```
/// use ad_runtime::{Cotangent, DynCotangent};
///
/// let mut bar = DynCotangent::new([1.0, 2.0]);
/// bar.accumulate(&DynCotangent::new([0.5, 0.5]));
/// bar.scale(2.0);
/// assert_eq!(bar.downcast_ref::<[f64; 2]>(), Some(&[3.0, 5.0]));
/// assert_eq!(bar.downcast_ref::<f64>(), None);
/// assert_eq!(bar, bar.clone());
/// ```
pub struct DynCotangent(Box<dyn AnyCotangent>);

impl DynCotangent {
    /// A cotangent of a type that is forgotten.
    pub fn new<C: Cotangent + 'static>(cotangent: C) -> Self {
        DynCotangent(Box::new(cotangent))
    }

    /// The cotangent, if it is of this type.
    ///
    /// ```
    /// let bar = ad_runtime::DynCotangent::new(1.0);
    /// assert_eq!(bar.downcast_ref::<f64>(), Some(&1.0));
    /// ```
    pub fn downcast_ref<C: Cotangent + 'static>(&self) -> Option<&C> {
        find(&*self.0)
    }

    /// The cotangent to be written, if it is of this type.
    ///
    /// ```
    /// let mut bar = ad_runtime::DynCotangent::new(1.0);
    /// *bar.downcast_mut::<f64>().unwrap() += 2.0;
    /// assert_eq!(bar, ad_runtime::DynCotangent::new(3.0));
    /// ```
    pub fn downcast_mut<C: Cotangent + 'static>(&mut self) -> Option<&mut C> {
        find_mut(&mut *self.0)
    }

    fn flat(&self) -> Vec<f64> {
        let mut flat = Vec::new();
        self.0.flatten_all(&mut flat);
        flat
    }
}

impl Cotangent for DynCotangent {
    fn give_back(self, workspace: &mut Workspace) {
        self.0.end(workspace);
    }

    fn husk() -> Option<Self> {
        Some(DynCotangent::new(()))
    }

    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        on.lasting()
    }

    fn accumulate(&mut self, other: &Self) {
        self.0.add(&*other.0);
    }

    fn scale(&mut self, alpha: f64) {
        self.0.multiply(alpha);
    }

    fn zero_like(&self) -> Self {
        self.0.zero()
    }

    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.0.flatten_all(out);
    }

    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.0.unflatten_all(flat);
    }

    fn boxed(&self) -> Option<&dyn AnyCotangent> {
        Some(&*self.0)
    }

    fn boxed_mut(&mut self) -> Option<&mut dyn AnyCotangent> {
        Some(&mut *self.0)
    }

    fn unboxed(self) -> Option<DynCotangent> {
        Some(self)
    }
}

/// What is lent of it, as of a vector's a slice.
impl Deref for DynCotangent {
    type Target = dyn AnyCotangent;
    fn deref(&self) -> &(dyn AnyCotangent + 'static) {
        &*self.0
    }
}

impl DerefMut for DynCotangent {
    fn deref_mut(&mut self) -> &mut (dyn AnyCotangent + 'static) {
        &mut *self.0
    }
}

/// The cotangent of what was made as a `Box<T>`, and may have become one of a trait object.
pub trait BoxCotangent<C> {
    /// As that of a `Box<T>`.
    ///
    /// # Panics
    /// If it is the cotangent of another implementor.
    ///
    /// ```
    /// use ad_runtime::{BoxCotangent, DynCotangent};
    ///
    /// let own: Box<f64> = DynCotangent::new(1.0).own();
    /// assert_eq!(*own, 1.0);
    /// ```
    fn own(self) -> Box<C>;
}

impl<C> BoxCotangent<C> for Box<C> {
    #[inline(always)]
    fn own(self) -> Box<C> {
        self
    }
}

impl<C: Cotangent + 'static> BoxCotangent<C> for DynCotangent {
    fn own(mut self) -> Box<C> {
        while !self.0.as_any().is::<C>() {
            let name = self.0.name();
            self = self
                .0
                .opened()
                .unwrap_or_else(|| panic!("a cotangent `{}` is a `{name}`", type_name::<C>()));
        }
        self.0.into_any().downcast().expect("the loop ends here")
    }
}

/// The cotangent of a `Box<T>`, of whatever the box has become.
///
/// # Panics
/// If it is the cotangent of another implementor.
///
/// ```
/// use ad_runtime::{DynCotangent, box_of};
///
/// let own: Box<f64> = box_of(DynCotangent::new(1.0));
/// assert_eq!(*own, *box_of(Box::new(1.0)));
/// ```
#[inline(always)]
pub fn box_of<S: BoxCotangent<C>, C>(cotangent: S) -> Box<C> {
    cotangent.own()
}

impl Clone for DynCotangent {
    fn clone(&self) -> Self {
        crate::cotangent::duplicate(self)
    }
}

/// Equal are cotangents of the same type with the same components.
impl PartialEq for DynCotangent {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_any().type_id() == other.0.as_any().type_id() && self.flat() == other.flat()
    }
}

/// The type, and the components one after the other.
impl fmt::Debug for DynCotangent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.name();
        let components = self.flat();
        f.debug_struct("DynCotangent")
            .field("of", &format_args!("{name}"))
            .field("components", &components)
            .finish()
    }
}

/// The shape of the cotangent of a trait object.
///
/// ```
/// use ad_runtime::{DynCotangent, Erased};
///
/// let object: &dyn Erased = &vec![1.0, 2.0];
/// assert_eq!(object.shape().zero(), DynCotangent::new(vec![0.0, 0.0]));
/// ```
pub struct DynShape(Box<dyn AnyShape>);

/// A shape with the type that it is of.
trait AnyShape {
    fn zero(&self) -> DynCotangent;
    fn zero_in(&self, workspace: &mut Workspace) -> DynCotangent;
    fn again(&self) -> DynShape;
    fn give_back(self: Box<Self>, workspace: &mut Workspace);
}

/// Of a type whose values all have the same shape, a box of it is no memory.
struct ShapeOf<T: Differentiable>(T::Shape);

impl<T: Differentiable + 'static> AnyShape for ShapeOf<T> {
    fn zero(&self) -> DynCotangent {
        DynCotangent::new(T::zero_of(&self.0))
    }
    fn zero_in(&self, workspace: &mut Workspace) -> DynCotangent {
        let zero = T::zero_of_in(&self.0, workspace);
        DynCotangent(lend_box(workspace, zero))
    }
    fn again(&self) -> DynShape {
        DynShape(Box::new(ShapeOf::<T>(self.0.clone())))
    }
    fn give_back(self: Box<Self>, workspace: &mut Workspace) {
        T::give_back_shape(self.0, workspace);
    }
}

/// That of a value which may borrow: its type is not kept.
struct ShapeOfBorrower<S, C> {
    shape: S,
    zero_of: fn(&S) -> C,
}

impl<S: Clone + 'static, C: Cotangent + 'static> AnyShape for ShapeOfBorrower<S, C> {
    fn zero(&self) -> DynCotangent {
        DynCotangent::new((self.zero_of)(&self.shape))
    }
    fn zero_in(&self, _: &mut Workspace) -> DynCotangent {
        self.zero()
    }
    fn again(&self) -> DynShape {
        DynShape(Box::new(ShapeOfBorrower {
            shape: self.shape.clone(),
            zero_of: self.zero_of,
        }))
    }
    fn give_back(self: Box<Self>, _: &mut Workspace) {}
}

impl DynShape {
    /// That of a value which may borrow.
    ///
    /// ```
    /// use ad_runtime::{DynCotangent, DynShape};
    ///
    /// assert_eq!(DynShape::of(&vec![1.0]).zero(), DynCotangent::new(vec![0.0]));
    /// ```
    pub fn of<T: Differentiable<Cotangent: 'static>>(value: &T) -> Self {
        DynShape(Box::new(ShapeOfBorrower {
            shape: value.cotangent_shape(),
            zero_of: T::zero_of as fn(&T::Shape) -> T::Cotangent,
        }))
    }

    /// The zero cotangent of this shape.
    pub fn zero(&self) -> DynCotangent {
        self.0.zero()
    }

    /// The same in memory of the workspace.
    ///
    /// ```
    /// use ad_runtime::{DynCotangent, Erased, Workspace};
    ///
    /// let shape = Erased::shape(&1.0);
    /// assert_eq!(shape.zero_in(&mut Workspace::new()), DynCotangent::new(0.0));
    /// ```
    pub fn zero_in(&self, workspace: &mut Workspace) -> DynCotangent {
        self.0.zero_in(workspace)
    }

    /// Gives its memory back to the workspace.
    ///
    /// ```
    /// let mut workspace = ad_runtime::Workspace::new();
    /// ad_runtime::Erased::shape_in(&1.0, &mut workspace).give_back(&mut workspace);
    /// ```
    pub fn give_back(self, workspace: &mut Workspace) {
        self.0.give_back(workspace);
    }
}

impl Clone for DynShape {
    fn clone(&self) -> Self {
        self.0.again()
    }
}

/// [`Differentiable`] without its types: what a trait object knows of the implementor behind it.
///
/// ```
/// use ad_runtime::{DynCotangent, Erased};
///
/// let mut x = 1.0;
/// let object: &mut dyn Erased = &mut x;
/// object.move_along(0.5, &DynCotangent::new(4.0));
/// assert_eq!(x, 3.0);
/// ```
pub trait Erased {
    /// See [`Differentiable::coarseness`].
    fn epsilon(&self) -> f64;

    /// See [`Differentiable::cotangent_shape`].
    fn shape(&self) -> DynShape;

    /// The same in memory of the workspace.
    fn shape_in(&self, _: &mut Workspace) -> DynShape {
        self.shape()
    }

    /// See [`Differentiable::zero_cotangent`].
    fn zero(&self) -> DynCotangent;

    /// See [`Differentiable::add_scaled`].
    ///
    /// # Panics
    /// If the cotangent is one of another type or shape.
    fn move_along(&mut self, alpha: f64, cotangent: &DynCotangent);

    /// See [`Differentiable::flatten_into`].
    fn components(&self, out: &mut Vec<f64>);

    /// See [`Differentiable::unflatten_from`].
    fn replace_components(&mut self, flat: &mut dyn Iterator<Item = f64>);

    /// The value itself, for a cast: there is none to what borrows.
    fn implementor(&self) -> Option<&dyn Any>;
}

impl<T: Differentiable + 'static> Erased for T {
    fn epsilon(&self) -> f64 {
        self.coarseness()
    }

    fn shape(&self) -> DynShape {
        DynShape(Box::new(ShapeOf::<T>(self.cotangent_shape())))
    }

    fn shape_in(&self, workspace: &mut Workspace) -> DynShape {
        DynShape(Box::new(ShapeOf::<T>(self.cotangent_shape_in(workspace))))
    }

    fn zero(&self) -> DynCotangent {
        DynCotangent::new(self.zero_cotangent())
    }

    fn move_along(&mut self, alpha: f64, cotangent: &DynCotangent) {
        let Some(cotangent) = find(&*cotangent.0) else {
            panic!(
                "a `{}` was moved along a cotangent `{}`",
                type_name::<T>(),
                cotangent.0.name()
            )
        };
        self.add_scaled(alpha, cotangent);
    }

    fn components(&self, out: &mut Vec<f64>) {
        self.flatten_into(out);
    }

    fn replace_components(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.unflatten_from(flat);
    }

    fn implementor(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

/// The tangent of an implementor behind a trait object, as what its type says.
///
/// # Panics
/// If it is of another type.
///
/// ```
/// use ad_runtime::{DynCotangent, ReceiverTangent, tangent_as};
///
/// let tangent = DynCotangent::new(1.5);
/// let own: ReceiverTangent<f64> = tangent_as(ReceiverTangent::Shared(Some(&*tangent)));
/// assert_eq!(own.shared(), Some(&1.5));
/// ```
pub fn tangent_as<C: Cotangent + 'static>(tangent: ReceiverTangent<'_, dyn AnyCotangent>) -> ReceiverTangent<'_, C> {
    match tangent {
        ReceiverTangent::Written(tangent) => ReceiverTangent::Written(lent_as(tangent)),
        ReceiverTangent::Shared(tangent) => ReceiverTangent::Shared(tangent.map(|tangent| {
            let wrong = || {
                panic!(
                    "the tangent of what has a cotangent `{}` is a `{}`",
                    type_name::<C>(),
                    tangent.name()
                )
            };
            find(tangent).unwrap_or_else(wrong)
        })),
    }
}

/// What says that the methods of a trait's objects have tangents.
#[diagnostic::on_unimplemented(
    message = "the methods of these objects have no tangents",
    label = "a method of a trait object",
    note = "mark the trait `#[differentiable(dyn, jvp)]` and its impls `#[differentiable(jvp)]`, take `&impl Trait`, or go in reverse mode"
)]
pub trait ObjectsHaveTangents {}

/// The buffer of a trait object's cotangent, as that of the implementor which runs.
///
/// # Panics
/// If it is of another type.
///
/// ```
/// use ad_runtime::{AnyCotangent, DynCotangent, lent_as};
///
/// let mut bar = DynCotangent::new(1.0);
/// *lent_as::<f64>(Some(&mut bar)).unwrap() += 1.0;
/// assert_eq!(bar, DynCotangent::new(2.0));
/// ```
#[inline]
pub fn lent_as<'b, C: Cotangent + 'static>(bar: Option<&'b mut (dyn AnyCotangent + 'static)>) -> Option<&'b mut C> {
    bar.map(|bar| {
        let name = bar.name();
        find_mut(bar).unwrap_or_else(|| panic!("the buffer of a cotangent `{}` is a `{name}`", type_name::<C>()))
    })
}
