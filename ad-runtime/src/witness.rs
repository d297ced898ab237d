//! What remains of a value when only the shape of its cotangent matters.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::workspace::Workspace;
use std::fmt;

/// The shape of a value, taken where the value is defined, so that its zero cotangent can be made after it is gone.
///
/// For scalars it is nothing, for arrays their lengths.
///
/// ```
/// let values = vec![1.0, 2.0];
/// let shape = ad_runtime::witness(&values);
/// drop(values);
/// assert_eq!(shape.zero(), [0.0, 0.0]);
/// ```
pub struct Witness<T: Differentiable + ?Sized>(T::Shape);

/// What has a witness. Of what carries no derivative there is none, and rustc looks for no methods in it.
#[doc(hidden)]
pub trait Witnessed {
    /// Its witness.
    type Witness;
}

impl<T: Differentiable + ?Sized> Witnessed for T {
    type Witness = Witness<T>;
}

impl<T: Differentiable + ?Sized> Witness<T> {
    /// The zero cotangent of the value.
    #[inline]
    pub fn zero(&self) -> T::Cotangent {
        T::zero_of(&self.0)
    }

    /// The zero cotangent of the value, in memory of the workspace.
    #[inline(always)]
    pub fn zero_in(&self, workspace: &mut Workspace) -> T::Cotangent {
        T::zero_of_in(&self.0, workspace)
    }

    /// Gives the memory of lengths that were taken by [`witness_in`] back.
    #[inline(always)]
    pub fn give_back(self, workspace: &mut Workspace) {
        T::give_back_shape(self.0, workspace);
    }

    /// That of a value of this shape.
    #[inline(always)]
    pub(crate) fn new(shape: T::Shape) -> Self {
        Witness(shape)
    }

    /// The shape of the value.
    #[inline]
    pub(crate) fn shape(&self) -> &T::Shape {
        &self.0
    }
}

impl<T: Differentiable + ?Sized> Clone for Witness<T> {
    #[inline]
    fn clone(&self) -> Self {
        Witness(self.0.clone())
    }
}

impl<T: Differentiable + ?Sized> fmt::Debug for Witness<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Shapes need not be `Debug`.
        write!(f, "Witness<{}>", std::any::type_name::<T>())
    }
}

/// The shape of `value`.
///
/// ```
/// assert_eq!(ad_runtime::witness(&[1.0, 2.0]).zero(), [0.0, 0.0]);
/// ```
#[inline(always)]
pub fn witness<T: Differentiable + ?Sized>(value: &T) -> <T as Witnessed>::Witness {
    Witness(value.cotangent_shape())
}

/// The shape of `value`, in memory of the workspace as far as it is in lists.
///
/// ```
/// let mut workspace = ad_runtime::Workspace::new();
/// let shape = ad_runtime::witness_in(&mut workspace, &vec![vec![1.0], vec![2.0, 3.0]]);
/// assert_eq!(shape.zero_in(&mut workspace), [vec![0.0], vec![0.0, 0.0]]);
/// shape.give_back(&mut workspace);
/// ```
#[inline(always)]
pub fn witness_in<T: Differentiable + ?Sized>(workspace: &mut Workspace, value: &T) -> <T as Witnessed>::Witness {
    Witness(value.cotangent_shape_in(workspace))
}

/// The shape of `value` but for some of its parts, which are about to be moved out of it: their cotangents are put in the zero that is made
/// of it.
///
/// ```
/// let mut workspace = ad_runtime::Workspace::new();
/// let shape = ad_runtime::witness_without(&mut workspace, &(vec![1.0], vec![2.0]), &["0"]);
/// assert_eq!(shape.zero_in(&mut workspace), (vec![], vec![0.0]));
/// ```
#[inline(always)]
pub fn witness_without<T: Differentiable + ?Sized>(
    workspace: &mut Workspace,
    value: &T,
    parts: &[&str],
) -> <T as Witnessed>::Witness {
    Witness(value.shape_without(parts, workspace))
}

/// The shape of a value that borrows: it is of no type that has the lifetimes of the value's.
///
/// ```
/// let shape = ad_runtime::witness_of_lent(&Some(&[1.0, 2.0]));
/// assert_eq!(shape.zero(), Some([0.0, 0.0]));
/// ```
#[inline]
pub fn witness_of_lent<T: Differentiable + ?Sized>(value: &T) -> WitnessOfLent<T::Cotangent> {
    WitnessOfLent(value.zero_cotangent())
}

/// What [`witness_of_lent`] makes.
#[derive(Clone, Debug)]
pub struct WitnessOfLent<C>(C);

impl<C: Cotangent> WitnessOfLent<C> {
    /// The zero cotangent of the value.
    #[inline]
    pub fn zero(&self) -> C {
        self.0.zero_like()
    }

    /// The zero cotangent of the value, in memory of the workspace.
    #[inline]
    pub fn zero_in(&self, workspace: &mut Workspace) -> C {
        self.0.copy_in(workspace)
    }

    /// Gives its memory back.
    #[inline]
    pub fn give_back(self, workspace: &mut Workspace) {
        self.0.give_back(workspace);
    }
}

/// The zero cotangent of `value`.
///
/// ```
/// assert_eq!(ad_runtime::zero(&(2.0, 3_usize)), (0.0, ()));
/// ```
#[inline(always)]
pub fn zero<T: Differentiable + ?Sized>(value: &T) -> T::Cotangent {
    value.zero_cotangent()
}

/// A cotangent as a result: a zero where nothing was added to one of [`zero_in`] is a positive one.
///
/// ```
/// use ad_runtime::{Workspace, settled, zero_in};
///
/// let zero = zero_in(&mut Workspace::new(), &2.0_f64);
/// assert!(settled(zero).is_sign_positive());
/// ```
#[inline(always)]
pub fn settled<C: Cotangent>(mut bar: C) -> C {
    let zero = bar.zero_like();
    bar.accumulate(&zero);
    bar
}

/// The zero cotangent of `value`, in memory of the workspace; a number's is negative.
///
/// ```
/// assert_eq!(ad_runtime::zero_in(&mut ad_runtime::Workspace::new(), &vec![2.0]), [0.0]);
/// ```
#[inline(always)]
pub fn zero_in<T: Differentiable + ?Sized>(workspace: &mut Workspace, value: &T) -> T::Cotangent {
    let shape = witness_in(workspace, value);
    let zero = shape.zero_in(workspace);
    shape.give_back(workspace);
    zero
}

/// A zero cotangent of what an option of a reference points to.
///
/// ```
/// assert_eq!(ad_runtime::zero_where(Some(&[1.0, 2.0])), Some([0.0, 0.0]));
/// assert_eq!(ad_runtime::zero_where(None::<&[f64]>), None);
/// ```
#[inline]
pub fn zero_where<T: Differentiable + ?Sized>(value: Option<&T>) -> Option<T::Cotangent> {
    value.map(T::zero_cotangent)
}

/// Ends a value that borrows.
///
/// ```
/// let mut list = vec![1.0];
/// let first: Box<dyn Fn() -> f64 + '_> = Box::new(|| list[0]);
/// assert_eq!(first(), 1.0);
/// ad_runtime::let_go(first);
/// list.push(2.0);
/// ```
#[inline(always)]
pub fn let_go<T>(_: T) {}
