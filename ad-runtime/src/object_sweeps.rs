//! The sweeps of trait objects' methods: those of the implementor, or of what is made for one that borrows.
//!
//! Input: a `&dyn Trait`. Output: what has the two sweeps of each method.

use crate::object_routes::Places;
use crate::objects::Erased;
use std::any::type_name;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

/// What an object says whose implementor has no derivatives.
///
/// # Panics
/// Always.
///
/// ```should_panic
/// ad_runtime::not_an_object::<f64>("Array");
/// ```
pub fn not_an_object<T: ?Sized>(name: &str) -> ! {
    panic!(
        "`{}` has no derivatives as a `dyn {name}`: mark its impl of `{name}` with `#[differentiable(dyn)]`",
        type_name::<T>()
    )
}

/// The trait of the sweeps, as an object that is lent for `'x`. It stands where no scope sees it, or its methods would be candidates
/// in method calls; so it is named through this.
#[diagnostic::on_unimplemented(
    message = "the objects `{Self}` have no derivatives",
    label = "its impls cannot say that theirs have",
    note = "mark the trait `#[differentiable(dyn)]`; if its impls are to say `dyn`, `#[differentiable(dyn(opt_in))]`"
)]
pub trait SweepsAt<'x> {
    /// What has the two sweeps of each method.
    type Sweeps: Erased + Places<'x> + ?Sized;
}

/// The sweeps of an object that borrows are those of something that is made for the purpose.
pub trait OfBorrower<'x, O> {
    /// The sweeps of this implementor.
    fn of_borrower(implementor: &'x O) -> Box<Self>;
}

/// A trait object whose methods have derivatives; made by `#[differentiable(dyn)]` on the trait.
///
/// ```
/// use ad_runtime::{Object, SweepsAt, SweepsOf};
///
/// fn sweeps_of<T: Object + ?Sized>(object: &T) -> SweepsOf<'_, <T as SweepsAt<'_>>::Sweeps> {
///     object.sweeps()
/// }
/// ```
pub trait Object: for<'x> SweepsAt<'x> {
    /// How it is borrowed from an object that can be written, or is behind a reference that can be.
    type Exclusive<'o>
    where
        Self: 'o;

    /// What has the sweeps of the methods by `&self`.
    fn sweeps(&self) -> SweepsOf<'_, <Self as SweepsAt<'_>>::Sweeps>;

    /// What has the sweeps of all methods.
    fn sweeps_mut(&mut self) -> Self::Exclusive<'_>;
}

/// What has the sweeps of an object's methods: the implementor itself, or what is made for one that borrows.
///
/// ```
/// let sweeps = ad_runtime::SweepsOf::Itself(&1.0);
/// assert_eq!(*sweeps, 1.0);
/// ```
pub enum SweepsOf<'x, S: ?Sized> {
    /// An implementor that owns what it holds.
    Itself(&'x S),
    /// One that borrows.
    Borrower(Box<S>),
}

impl<S: ?Sized> Deref for SweepsOf<'_, S> {
    type Target = S;
    #[inline(always)]
    fn deref(&self) -> &S {
        match self {
            SweepsOf::Itself(sweeps) => sweeps,
            SweepsOf::Borrower(sweeps) => sweeps,
        }
    }
}

/// What an object says that borrows, of a method that cannot run again on the way back.
///
/// # Panics
/// Always.
///
/// ```should_panic
/// ad_runtime::not_of_a_borrower::<f64>("step");
/// ```
pub fn not_of_a_borrower<O: ?Sized>(method: &str) -> ! {
    panic!(
        "`{}` borrows, and `{method}` takes or gives what keeps it from having a derivative through an object that borrows, \
         or has a body in the trait, whose attribute may name it, `dyn(opt_in({method}))`",
        type_name::<O>()
    )
}

/// What is behind a pointer has the sweeps: those of all methods where it may be written, and where it is only read those by `&self`.
macro_rules! behind {
    ($($pointer:ty => $exclusive:ty, $sweeps:ident;)*) => {$(
        impl<'x, T: SweepsAt<'x> + ?Sized> SweepsAt<'x> for $pointer {
            type Sweeps = T::Sweeps;
        }

        impl<T: Object + ?Sized> Object for $pointer {
            type Exclusive<'o>
                = $exclusive
            where
                Self: 'o;
            #[inline(always)]
            fn sweeps(&self) -> SweepsOf<'_, <T as SweepsAt<'_>>::Sweeps> {
                (**self).sweeps()
            }
            #[inline(always)]
            fn sweeps_mut(&mut self) -> Self::Exclusive<'_> {
                (**self).$sweeps()
            }
        }
    )*};
}

behind! {
    Box<T> => T::Exclusive<'o>, sweeps_mut;
    &mut T => T::Exclusive<'o>, sweeps_mut;
    &T => SweepsOf<'o, <T as SweepsAt<'o>>::Sweeps>, sweeps;
    Rc<T> => SweepsOf<'o, <T as SweepsAt<'o>>::Sweeps>, sweeps;
    Arc<T> => SweepsOf<'o, <T as SweepsAt<'o>>::Sweeps>, sweeps;
}
