//! Whether a name means what the macro takes it for: see `taken_for.rs` of the compiler.

use crate::found::OfTheTrait;
use std::marker::PhantomData;
use std::ops::DerefMut;

/// What a variant of `Option` makes.
#[diagnostic::on_unimplemented(
    message = "this name is taken for the variant of `Option`, and is one of `{Self}` here",
    label = "another variant, struct or function of this name is in scope",
    note = "write its path, `Outcome::Some(..)`, or give it another name"
)]
pub trait OptionOf<T> {}

impl<T> OptionOf<T> for Option<T> {}

/// What a variant of `Result` makes.
#[diagnostic::on_unimplemented(
    message = "this name is taken for the variant of `Result`, and is one of `{Self}` here",
    label = "another variant, struct or function of this name is in scope",
    note = "write its path, `Outcome::Err(..)`, or give it another name"
)]
pub trait ResultOf<T, E> {}

impl<T, E> ResultOf<T, E> for Result<T, E> {}

/// Proves that a name means a variant of `Option`.
///
/// ```
/// ad_runtime::of_option(Some(()));
/// ```
#[inline(always)]
pub fn of_option(_: impl OptionOf<()>) {}

/// Proves that a name means a variant of `Result`.
///
/// ```
/// ad_runtime::of_result(Err::<(), ()>(()));
/// ```
#[inline(always)]
pub fn of_result(_: impl ResultOf<(), ()>) {}

/// A type of which `to_owned` and `to_vec` give a copy.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may have a `to_owned` or a `to_vec` of its own, which is taken for a copy here",
    label = "a type of which only rustc knows",
    note = "write `.clone()` for a copy; of what it is called on give the type, `let kept: &{Self} = &x.kept;`, for a method of its own"
)]
pub trait OwnedByCopy {}

macro_rules! owned_by_copy {
    ($([$($generics:tt)*] $ty:ty),* $(,)?) => {$(
        impl<$($generics)*> OwnedByCopy for $ty {}
    )*};
}

owned_by_copy!(
    [] f64, [] f32, [] str, [] String, [T] [T], [T, const N: usize] [T; N], [T] Vec<T>, [T] Option<T>, [T, E] Result<T, E>,
    [T: ?Sized] std::rc::Rc<T>, [T: ?Sized] std::sync::Arc<T>, [T: OwnedByCopy + ?Sized] Box<T>, [T: OwnedByCopy + ?Sized] &T,
    [T: OwnedByCopy + ?Sized] &mut T, [T] std::collections::VecDeque<T>, [K, V] std::collections::BTreeMap<K, V>,
    [K, V, S] std::collections::HashMap<K, V, S>, [A, B] (A, B), [A, B, C] (A, B, C),
    [S: ndarray::RawData, D] ndarray::ArrayBase<S, D>,
);
#[cfg(feature = "nalgebra")]
owned_by_copy!([T, R, C, S] nalgebra::Matrix<T, R, C, S>);
#[cfg(feature = "num-complex")]
owned_by_copy!([T] num_complex::Complex<T>);
#[cfg(feature = "tensor")]
owned_by_copy!([T] crate::tensor::Tensor<T>);
#[cfg(feature = "smallvec")]
owned_by_copy!([A: smallvec::Array] smallvec::SmallVec<A>);
#[cfg(feature = "arrayvec")]
owned_by_copy!([T, const N: usize] arrayvec::ArrayVec<T, N>);

/// The reference itself: what it refers to has no `to_owned` or `to_vec` but one that copies.
///
/// ```
/// assert_eq!((*ad_runtime::owned_by_copy(&vec![1.0])).to_owned(), [1.0]);
/// ```
#[inline(always)]
pub fn owned_by_copy<T: OwnedByCopy + ?Sized>(value: &T) -> &T {
    value
}

/// The same type.
#[diagnostic::on_unimplemented(
    message = "this name is taken for the type `{T}`, and is another type here",
    label = "another type of this name is in scope",
    note = "give it another name"
)]
pub trait SameType<T: ?Sized> {}

impl<T: ?Sized> SameType<T> for T {}

/// Proves that a name means this type.
///
/// ```
/// ad_runtime::same_type::<usize, core::primitive::usize>();
/// ```
///
/// ```compile_fail
/// type Count = f64;
/// ad_runtime::same_type::<Count, usize>();
/// ```
#[inline(always)]
pub fn same_type<T: ?Sized + SameType<U>, U: ?Sized>() {}

/// That a path was found to mean the same function as another one.
#[diagnostic::on_unimplemented(
    message = "this path is taken for a function of that name in std or pullback, and means another one here",
    label = "another function or module of this name is in scope",
    note = "give it another name, or write the whole path of the one that is meant, `::std::mem::swap`"
)]
pub trait IsTheFunction {}

impl IsTheFunction for OfTheTrait {}

/// Proves that a path means the function that it is taken for.
///
/// ```
/// use ad_runtime::{Both, Differ as _};
///
/// ad_runtime::the_function((&Both(f64::sin, f64::sin)).found());
/// ```
///
/// ```compile_fail
/// use ad_runtime::{Both, Differ as _};
///
/// ad_runtime::the_function((&Both(f64::sin, f64::cos)).found());
/// ```
#[inline(always)]
pub fn the_function(_: impl IsTheFunction) {}

/// Of which field a reference is what `Deref` gives, as a number.
#[diagnostic::on_unimplemented(
    message = "`DerefMut` of `{Self}` gives another place than `Deref`, or its `Deref` is not marked `#[differentiable]`",
    label = "what is written here is not what is read",
    note = "let both give a reference to the same field"
)]
pub trait DereferencesTo<const PLACE: u64> {}

/// Proves that `DerefMut` gives the place that `Deref` does.
#[inline(always)]
pub fn writes_to<T: DereferencesTo<PLACE>, const PLACE: u64>() {}

/// A type whose `DerefMut` is marked, so that it is proved to give the place that `Deref` does.
pub trait WritesWhereItReads {}

/// A type with `Deref`, asked for its `DerefMut`.
///
/// ```
/// use ad_runtime::{Dereferenced, NeverWrites as _, WritesAsMarked as _, WritesUnmarked as _};
///
/// struct Angle(f64);
/// impl std::ops::Deref for Angle {
///     type Target = f64;
///     fn deref(&self) -> &f64 {
///         &self.0
///     }
/// }
/// ad_runtime::writes_marked((&&&Dereferenced::<Angle>::new()).found());
/// ```
///
/// ```compile_fail
/// use ad_runtime::{Dereferenced, NeverWrites as _, WritesAsMarked as _, WritesUnmarked as _};
///
/// ad_runtime::writes_marked((&&&Dereferenced::<Box<f64>>::new()).found());
/// ```
#[derive(Debug)]
pub struct Dereferenced<T>(PhantomData<T>);

impl<T> Dereferenced<T> {
    /// Of a type.
    #[allow(clippy::new_without_default)] // There is no value that it would be.
    pub fn new() -> Self {
        Dereferenced(PhantomData)
    }
}

/// There is a `DerefMut` that is marked.
pub trait WritesAsMarked {
    /// Asked for its type.
    fn found(&self) -> AllMarked;
}

impl<T: WritesWhereItReads> WritesAsMarked for &&Dereferenced<T> {
    fn found(&self) -> AllMarked {
        AllMarked
    }
}

/// There is a `DerefMut`, which is not marked.
pub trait WritesUnmarked {
    /// Asked for its type.
    fn found(&self) -> NotMarked;
}

impl<T: DerefMut> WritesUnmarked for &Dereferenced<T> {
    fn found(&self) -> NotMarked {
        NotMarked
    }
}

/// There is no `DerefMut`.
pub trait NeverWrites {
    /// Asked for its type.
    fn found(&self) -> AllMarked;
}

impl<T> NeverWrites for Dereferenced<T> {
    fn found(&self) -> AllMarked {
        AllMarked
    }
}

/// All that writes is marked.
#[derive(Debug)]
pub struct AllMarked;

/// Something is not.
#[derive(Debug)]
pub struct NotMarked;

/// That `DerefMut` is marked, if there is one.
#[diagnostic::on_unimplemented(
    message = "the type has a `DerefMut` that is not marked, and may give another place than `Deref`",
    label = "this place is taken for the one that is written through it, too",
    note = "mark the impl of `DerefMut` with `#[differentiable]` as well"
)]
pub trait WritesMarked {}

impl WritesMarked for AllMarked {}

/// See [`WritesMarked`].
#[inline(always)]
pub fn writes_marked(_: impl WritesMarked) {}

/// What a macro leaves behind of which only its name says that it shows something.
#[derive(Debug)]
pub struct Asked;

/// Runs what only asks: a closure that changes nothing around it.
///
/// ```
/// let x = 2.0;
/// assert!(ad_runtime::only_asked(|| x > 1.0));
/// ```
///
/// ```compile_fail
/// let mut x = 2.0;
/// ad_runtime::only_asked(|| x += 1.0);
/// ```
#[inline(always)]
pub fn only_asked<R>(ask: impl Fn() -> R) -> R {
    ask()
}

/// The same of nalgebra, with the feature.
pub mod macros_of_nalgebra {
    #[cfg(feature = "nalgebra")]
    pub use nalgebra::{dmatrix, dvector, matrix, point, vector};
}

/// The same of ndarray.
pub mod macros_of_ndarray {
    pub use ndarray::{array, azip, concatenate, stack};
}

/// The macros of std that the compiler knows: where they are imported by a glob, a name that means another macro is ambiguous.
pub mod macros_of_std {
    pub use std::{
        assert, column, concat, dbg, debug_assert, debug_assert_eq, debug_assert_ne, env, eprint, eprintln, file,
        format, include_str, line, matches, module_path, print, println, stringify, todo, unimplemented, unreachable,
        vec,
    };
}
