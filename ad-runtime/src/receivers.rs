//! What a method is called on, where only rustc knows whether that is a trait object, and whether it can be written.

use crate::object_sweeps::{Object, SweepsAt, SweepsOf};
use std::rc::Rc;
use std::sync::Arc;

/// What a method is called on, where only rustc knows whether it is a trait object.
///
/// ```
/// use ad_runtime::{Direct as _, receiver};
///
/// assert_eq!(receiver(&2.0).sweeps(), &2.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Receiver<R>(R);

/// A receiver, borrowed as it can be.
///
/// ```
/// use ad_runtime::{Direct as _, receiver};
///
/// let mut list = vec![1.0];
/// receiver(&mut list).sweeps().push(2.0);
/// assert_eq!(list, [1.0, 2.0]);
/// ```
#[inline(always)]
pub fn receiver<R>(receiver: R) -> Receiver<R> {
    Receiver(receiver)
}

impl<'o, T: Object + ?Sized> Receiver<&'o T> {
    /// What has the sweeps of the object's methods. It is found before that of [`Direct`].
    #[inline(always)]
    pub fn sweeps(self) -> SweepsOf<'o, <T as SweepsAt<'o>>::Sweeps> {
        self.0.sweeps()
    }
}

impl<'o, T: Object + ?Sized> Receiver<&'o mut T> {
    /// What has the sweeps of the object's methods. It is found before that of [`Direct`].
    #[inline(always)]
    pub fn sweeps(self) -> T::Exclusive<'o> {
        self.0.sweeps_mut()
    }
}

/// A receiver that is no trait object has the sweeps of its methods itself.
///
/// ```
/// use ad_runtime::{Direct as _, receiver};
///
/// assert_eq!(receiver(&"text").sweeps().len(), 4);
/// ```
pub trait Direct {
    /// The reference to it.
    type Itself;

    /// The receiver.
    fn sweeps(self) -> Self::Itself;
}

impl<R> Direct for Receiver<R> {
    type Itself = R;
    #[inline(always)]
    fn sweeps(self) -> R {
        self.0
    }
}

/// A part of what is behind a shared pointer: it can be read. It is found before that of [`PartOfWritable`].
///
/// ```
/// use ad_runtime::{Direct as _, PartOfShared as _, receiver};
///
/// let mut pair = &(1.0, 2.0);
/// assert_eq!(receiver(&mut pair).part(|of| &of.1, |of| &mut of.1).sweeps(), &2.0);
/// ```
pub trait PartOfShared<'o> {
    /// What has the part.
    type Whole: ?Sized;

    /// The part, borrowed like the whole.
    fn part<P: ?Sized>(
        self,
        shared: impl FnOnce(&Self::Whole) -> &P,
        exclusive: impl FnOnce(&mut Self::Whole) -> &mut P,
    ) -> Receiver<&'o P>;
}

macro_rules! part_of_shared {
    ($($pointer:ty: $($lifetime:lifetime),*;)*) => {$(
        impl<$($lifetime,)* T: ?Sized> PartOfShared<'o> for Receiver<$pointer> {
            type Whole = T;
            #[inline(always)]
            fn part<P: ?Sized>(
                self,
                shared: impl FnOnce(&T) -> &P,
                _: impl FnOnce(&mut T) -> &mut P,
            ) -> Receiver<&'o P> {
                Receiver(shared(self.0))
            }
        }
    )*};
}

part_of_shared! {
    &'o T: 'o;
    &'m mut &'o T: 'm, 'o;
    &'o mut Rc<T>: 'o;
    &'o mut Arc<T>: 'o;
}

/// A part of what can be written: so can it.
///
/// ```
/// use ad_runtime::{Direct as _, PartOfWritable as _, receiver};
///
/// let mut pair = (1.0, 2.0);
/// *receiver(&mut pair).part(|of| &of.1, |of| &mut of.1).sweeps() += 1.0;
/// assert_eq!(pair, (1.0, 3.0));
/// ```
pub trait PartOfWritable {
    /// What has the part.
    type Whole: ?Sized;

    /// The part, borrowed like the whole.
    fn part<P: ?Sized>(
        &mut self,
        shared: impl FnOnce(&Self::Whole) -> &P,
        exclusive: impl FnOnce(&mut Self::Whole) -> &mut P,
    ) -> Receiver<&mut P>;
}

impl<T: ?Sized> PartOfWritable for Receiver<&mut T> {
    type Whole = T;
    #[inline(always)]
    fn part<P: ?Sized>(
        &mut self,
        _: impl FnOnce(&T) -> &P,
        exclusive: impl FnOnce(&mut T) -> &mut P,
    ) -> Receiver<&mut P> {
        Receiver(exclusive(self.0))
    }
}
