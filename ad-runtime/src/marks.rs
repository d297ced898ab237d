//! Cotangents of fields that are marked `#[no_diff]`.
//!
//! The macro sees `s.gain`, and not whether that field carries a derivative. In the struct's cotangent a marked field is `()`, and
//! method calls find that out: what is added there is dropped, as the mark asks, and nothing is lent to a callee.

use crate::cotangent::{Absorb, Cotangent, Nothing};
use crate::inactive::NoDiffParameter;
use crate::maps::Entries;
use crate::objects::AnyCotangent;
use crate::payload::Payload;
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// What stands for the cotangent of a field marked `#[no_diff]`, and for those of its elements; `F` has the fields of these, each
/// of which is `()`.
#[derive(Debug)]
pub struct MarkedNoDiff<F = ()> {
    of: PhantomData<F>,
}

impl<F> Clone for MarkedNoDiff<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for MarkedNoDiff<F> {}

impl<F> Default for MarkedNoDiff<F> {
    fn default() -> Self {
        MarkedNoDiff { of: PhantomData }
    }
}

/// The elements of what has no cotangent have none.
impl<F, I> Index<I> for MarkedNoDiff<F> {
    type Output = Self;
    #[inline(always)]
    fn index(&self, _: I) -> &Self {
        self
    }
}

impl<F, I> IndexMut<I> for MarkedNoDiff<F> {
    #[inline(always)]
    fn index_mut(&mut self, _: I) -> &mut Self {
        self
    }
}

impl<F: Default + 'static> Deref for MarkedNoDiff<F> {
    type Target = F;
    #[inline(always)]
    fn deref(&self) -> &F {
        nothing()
    }
}

impl<F: Default + 'static> DerefMut for MarkedNoDiff<F> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut F {
        nothing()
    }
}

impl<F> Payload for MarkedNoDiff<F> {
    type Value = Self;
    #[inline(always)]
    fn payload_value(&self) -> &Self {
        self
    }
    #[inline(always)]
    fn payload_value_mut(&mut self) -> &mut Self {
        self
    }
    #[inline(always)]
    fn into_payload_value(self) -> Self {
        self
    }
}

/// Under every key of a map without cotangent stands nothing.
impl<K, F> Entries<K> for MarkedNoDiff<F> {
    type Value = Self;
    fn entry_at(&self, _: &K) -> Option<&Self> {
        Some(self)
    }
    fn entry_mut(&mut self, _: &K) -> Option<&mut Self> {
        Some(self)
    }
    fn put_entry(&mut self, _: K, value: Self) -> Option<Self> {
        Some(value)
    }
    fn take_entry(&mut self, _: &K) -> Option<Self> {
        Some(*self)
    }
}

impl<F, C> Absorb<C> for MarkedNoDiff<F> {
    #[inline(always)]
    fn absorb(&mut self, _: &C) {}
}

/// Something of no size.
#[inline(always)]
fn nothing<F: Default>() -> &'static mut F {
    const { assert!(size_of::<F>() == 0) };
    // It needs no memory: nothing is allocated here, and nothing leaks.
    Box::leak(Box::new(F::default()))
}

/// The cotangent of a field, to add to or to lend to a callee.
///
/// ```
/// use ad_runtime::{Sink as _, NoSink as _};
///
/// let mut bar = (vec![1.0, 2.0], ());
/// ad_runtime::accumulate(&mut bar.0.sink()[1], &3.0);
/// ad_runtime::accumulate(&mut bar.1.sink()[1], &3.0);
/// assert_eq!(bar, (vec![1.0, 5.0], ()));
///
/// #[derive(Default)]
/// struct Fields {
///     gain: (),
/// }
/// ad_runtime::accumulate(bar.1.fields::<Fields>()[2].gain.sink(), &3.0);
///
/// let lent: Option<&mut [f64]> = bar.0.lend();
/// assert!(lent.is_some());
/// let lent: Option<&mut [f64]> = bar.1.lend();
/// assert!(lent.is_none());
///
/// assert_eq!(bar.0.emptied(vec![0.0, 0.0]), [1.0, 5.0]);
/// bar.1.emptied(vec![0.0, 0.0]);
/// assert_eq!(bar, (vec![0.0, 0.0], ()));
/// ```
pub trait Sink {
    /// The cotangent itself.
    #[inline(always)]
    fn sink(&mut self) -> &mut Self {
        self
    }

    /// The cotangent itself, of which fields named as those of `F` follow.
    #[inline(always)]
    fn fields<F>(&mut self) -> &mut Self {
        self
    }

    /// The cotangent of a field that points somewhere.
    #[inline(always)]
    fn pointed(&mut self) -> Pointed<&mut Self> {
        Pointed(self)
    }

    /// The cotangent itself, for a callee that writes what it belongs to.
    #[inline(always)]
    fn written(&mut self) -> &mut Self {
        self
    }

    /// Puts `zero` in the place of the cotangent, and returns that.
    #[inline(always)]
    fn emptied(&mut self, zero: Self) -> Self
    where
        Self: Sized,
    {
        std::mem::replace(self, zero)
    }

    /// The cotangent, as what a callee takes.
    #[inline(always)]
    fn lend<T: ?Sized>(&mut self) -> Option<&mut T>
    where
        Self: Lend<T>,
    {
        Some(self.lent())
    }
}

impl<C: ?Sized> Sink for C {}

/// The same for what is marked: it is found first, because it takes the place by value.
pub trait NoSink: Sized {
    /// Takes everything and keeps nothing.
    #[inline(always)]
    fn sink(self) -> &'static mut MarkedNoDiff {
        nothing()
    }

    /// The same, with the fields of `F`.
    #[inline(always)]
    fn fields<F>(self) -> &'static mut MarkedNoDiff<F> {
        nothing()
    }

    /// The cotangent of a list of counts, which holds nothing: it is as long as any list.
    #[inline(always)]
    fn written<T: Blank + ?Sized>(self) -> Blanked<T> {
        Blanked(T::held())
    }

    /// There is nothing to take.
    #[inline(always)]
    fn emptied<C>(self, zero: C) -> C {
        zero
    }

    /// Nothing.
    #[inline(always)]
    fn lend<T: ?Sized>(self) -> Option<&'static mut T> {
        None
    }
}

impl NoSink for () {}
impl<F: 'static> NoSink for MarkedNoDiff<F> {}

/// A field's tangent, to read or to lend: [`Sink`] and [`NoSink`] for what is not written.
///
/// ```
/// use ad_runtime::{NotSeen as _, Seen as _};
///
/// let tangent = (vec![1.0, 2.0], ());
/// assert_eq!(tangent.0.seen()[1], 2.0);
/// let lent: Option<&[f64]> = tangent.0.show();
/// assert!(lent.is_some());
/// let lent: Option<&[f64]> = tangent.1.show();
/// assert!(lent.is_none());
/// ```
pub trait Seen {
    /// The tangent itself.
    #[inline(always)]
    fn seen(&self) -> &Self {
        self
    }

    /// The tangent itself, of which fields named as those of `F` follow.
    #[inline(always)]
    fn seen_fields<F>(&self) -> &Self {
        self
    }

    /// The tangent of a field that points somewhere.
    #[inline(always)]
    fn pointed_at(&self) -> Pointed<&Self> {
        Pointed(self)
    }

    /// The tangent, as what a callee takes.
    #[inline(always)]
    fn show<T: ?Sized>(&self) -> Option<&T>
    where
        Self: Lend<T>,
    {
        Some(self.shown())
    }
}

impl<C: ?Sized> Seen for C {}

/// The same for what is marked: it is found first, because it takes the place by value.
pub trait NotSeen: Sized {
    /// Nothing, and none of its elements is anything.
    #[inline(always)]
    fn seen(self) -> &'static MarkedNoDiff {
        nothing()
    }

    /// The same, with the fields of `F`.
    #[inline(always)]
    fn seen_fields<F: Default>(self) -> &'static MarkedNoDiff<F> {
        nothing()
    }

    /// Nothing.
    #[inline(always)]
    fn show<T: ?Sized>(self) -> Option<&'static T> {
        None
    }
}

impl NotSeen for () {}
impl<F: 'static> NotSeen for MarkedNoDiff<F> {}

/// The cotangent of what points somewhere: a box's is a box, and that of a reference is the cotangent of what it points to.
///
/// ```
/// use ad_runtime::{Behind as _, Seen as _, Sink as _};
///
/// let mut bar = (Box::new(1.0), 2.0);
/// *bar.0.pointed().behind() += 3.0; // of a `Box<f64>`
/// *bar.1.pointed().behind() += 3.0; // of a `&f64`
/// assert_eq!((*bar.0.pointed_at().behind(), *bar.1.pointed_at().behind()), (4.0, 5.0));
/// ```
#[derive(Debug)]
pub struct Pointed<R>(R);

/// A cotangent that is a pointer, as that of what is behind one is. What merely dereferences to something else, as nalgebra's vectors
/// do to their coordinates, is none: the cotangent of a `Unit<Vector3<f64>>` is the vector's.
pub trait Pointer: DerefMut {}

impl<T: ?Sized> Pointer for Box<T> {}
impl<T: ?Sized> Pointer for &mut T {}
impl<T> Pointer for Vec<T> {}
impl Pointer for crate::objects::DynCotangent {}
impl<F: Default + 'static> Pointer for MarkedNoDiff<F> {}
impl<T: Blank + ?Sized> Pointer for Blanked<T> {}

impl<'b, P: Pointer + ?Sized> Pointed<&'b mut P> {
    /// What it points to.
    #[inline(always)]
    pub fn behind(self) -> &'b mut P::Target {
        self.0
    }
}

impl<'b, P: Pointer + ?Sized> Pointed<&'b P> {
    /// What it points to.
    #[inline(always)]
    pub fn behind(self) -> &'b P::Target {
        self.0
    }
}

/// The same of what is no pointer; see [`Pointed`], whose own function is found first.
///
/// ```
/// use ad_runtime::{Behind as _, Sink as _};
///
/// assert_eq!(*2.0.pointed().behind(), 2.0);
/// ```
pub trait Behind {
    /// A reference to the cotangent.
    type Reference;
    /// The cotangent itself.
    fn behind(self) -> Self::Reference;
}

impl<R> Behind for Pointed<R> {
    type Reference = R;
    #[inline(always)]
    fn behind(self) -> R {
        self.0
    }
}

/// What a callee may take for the cotangent of what carries none, and may write.
#[diagnostic::on_unimplemented(
    message = "a field that is marked `#[no_diff]` may get a derivative here, which would be lost: it would be a `{Self}`",
    label = "a field that is marked `#[no_diff]` is written here",
    note = "leave out the mark, or keep what has no derivative in a type that has none"
)]
pub trait Blank {
    /// What it is kept in.
    type Held;
    /// Something of no size.
    fn held() -> Self::Held;
    /// What the callee takes.
    fn shared(held: &Self::Held) -> &Self;
    /// What the callee takes.
    fn lent(held: &mut Self::Held) -> &mut Self;
}

/// A cotangent that holds nothing, for one call.
#[allow(missing_debug_implementations)]
pub struct Blanked<T: Blank + ?Sized>(T::Held);

impl<T: Blank + ?Sized> Deref for Blanked<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        T::shared(&self.0)
    }
}

impl<T: Blank + ?Sized> DerefMut for Blanked<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        T::lent(&mut self.0)
    }
}

/// More elements than any list has, and room for as many again.
const ENDLESS: usize = usize::MAX / 2;

macro_rules! blank {
    ($([$($params:tt)*] $Type:ty, $Held:ty, $held:expr;)*) => {$(
        impl<$($params)*> Blank for $Type {
            type Held = $Held;
            #[inline(always)]
            fn held() -> $Held {
                $held
            }
            #[inline(always)]
            fn shared(held: &$Held) -> &Self {
                held
            }
            #[inline(always)]
            fn lent(held: &mut $Held) -> &mut Self {
                held
            }
        }
    )*};
}

blank! {
    [] (), (), ();
    [] [()], [(); ENDLESS], [(); ENDLESS];
    [] Vec<()>, Vec<()>, Vec::from(Box::new([(); ENDLESS]) as Box<[()]>);
    [] VecDeque<()>, VecDeque<()>, VecDeque::from(Vec::from(Box::new([(); ENDLESS]) as Box<[()]>));
    [const N: usize] [[(); N]], [[(); N]; ENDLESS], [[(); N]; ENDLESS];
    [const N: usize] [(); N], [(); N], [(); N];
    [] Option<()>, Option<()>, Some(());
    [] NoDiffParameter, NoDiffParameter, NoDiffParameter;
}

/// What a reference to a list of counts may take for the list's cotangent, which holds nothing.
///
/// ```
/// let bar: &[()] = ad_runtime::blank();
/// assert_eq!(bar[7], ());
/// ```
#[inline(always)]
pub fn blank<T: Blank<Held: 'static> + ?Sized + 'static>() -> &'static T {
    blank_mut()
}

/// The same, to be written.
///
/// ```
/// let bar: &mut [()] = ad_runtime::blank_mut();
/// bar[7] = ();
/// ```
#[inline(always)]
pub fn blank_mut<T: Blank<Held: 'static> + ?Sized + 'static>() -> &'static mut T {
    const { assert!(size_of::<T::Held>() == 0) };
    // It needs no memory: nothing is allocated here, and nothing leaks.
    T::lent(Box::leak(Box::new(T::held())))
}

/// How a cotangent is lent to a callee: as it is, or as a slice, or without its box.
pub trait Lend<T: ?Sized> {
    /// The cotangent as what the callee takes.
    fn lent(&mut self) -> &mut T;
    /// The same, to be read.
    fn shown(&self) -> &T;
}

impl<C: ?Sized> Lend<C> for C {
    #[inline(always)]
    fn lent(&mut self) -> &mut C {
        self
    }
    #[inline(always)]
    fn shown(&self) -> &C {
        self
    }
}

/// To a method of a trait object, or a function that takes one.
impl<C: Cotangent + 'static> Lend<dyn AnyCotangent> for C {
    #[inline(always)]
    fn lent(&mut self) -> &mut (dyn AnyCotangent + 'static) {
        self
    }
    #[inline(always)]
    fn shown(&self) -> &(dyn AnyCotangent + 'static) {
        self
    }
}

impl<C> Lend<[C]> for Vec<C> {
    #[inline(always)]
    fn lent(&mut self) -> &mut [C] {
        self
    }
    #[inline(always)]
    fn shown(&self) -> &[C] {
        self
    }
}

impl<C, const N: usize> Lend<[C]> for [C; N] {
    #[inline(always)]
    fn lent(&mut self) -> &mut [C] {
        self
    }
    #[inline(always)]
    fn shown(&self) -> &[C] {
        self
    }
}

impl<C> Lend<C> for Box<C> {
    #[inline(always)]
    fn lent(&mut self) -> &mut C {
        self
    }
    #[inline(always)]
    fn shown(&self) -> &C {
        self
    }
}

/// What can be written where a cotangent of this type is: not a number into a field without derivative.
#[diagnostic::on_unimplemented(
    message = "the derivative of what is written here is lost: `{Self}` is the cotangent of what carries none",
    label = "in this function, an active value is written to a field that is marked `#[no_diff]`",
    note = "leave out the mark, or write `no_diff(..)` around the value"
)]
pub trait Overwritten<C> {
    /// Puts `zero` in the place of the cotangent, and returns that.
    fn taken(&mut self, zero: C) -> C;
}

impl<C> Overwritten<C> for C {
    #[inline(always)]
    fn taken(&mut self, zero: C) -> C {
        std::mem::replace(self, zero)
    }
}

#[diagnostic::do_not_recommend]
impl<C: Nothing> Overwritten<Vec<C>> for () {
    #[inline(always)]
    fn taken(&mut self, zero: Vec<C>) -> Vec<C> {
        zero
    }
}

#[diagnostic::do_not_recommend]
impl<C: Nothing, const N: usize> Overwritten<[C; N]> for () {
    #[inline(always)]
    fn taken(&mut self, zero: [C; N]) -> [C; N] {
        zero
    }
}

/// An option of a count, `node.left = Some(k)`. Whether there is one, `zero` says of what was overwritten, and nothing of what was
/// written: so there is room for what may be asked for.
#[diagnostic::do_not_recommend]
impl Overwritten<Option<()>> for () {
    #[inline(always)]
    fn taken(&mut self, _: Option<()>) -> Option<()> {
        Some(())
    }
}

/// An option of several counts, `node.children = Some([k, k + 1])`.
#[diagnostic::do_not_recommend]
impl<const N: usize> Overwritten<Option<[(); N]>> for () {
    #[inline(always)]
    fn taken(&mut self, _: Option<[(); N]>) -> Option<[(); N]> {
        Some([(); N])
    }
}

/// An option of two counts, `node.children = Some((k, k + 1))`.
#[diagnostic::do_not_recommend]
impl Overwritten<Option<((), ())>> for () {
    #[inline(always)]
    fn taken(&mut self, _: Option<((), ())>) -> Option<((), ())> {
        Some(((), ()))
    }
}

/// A count among those of such a field.
#[diagnostic::do_not_recommend]
impl<F, C: Nothing> Overwritten<C> for MarkedNoDiff<F> {
    #[inline(always)]
    fn taken(&mut self, zero: C) -> C {
        zero
    }
}

/// Nobody writes this. With a second type in question rustc asks what is written, and reports that.
#[derive(Debug)]
pub enum Unwritten {}

impl Overwritten<Unwritten> for () {
    fn taken(&mut self, never: Unwritten) -> Unwritten {
        never
    }
}

impl<F> Overwritten<Unwritten> for MarkedNoDiff<F> {
    fn taken(&mut self, never: Unwritten) -> Unwritten {
        never
    }
}

/// Takes the cotangent of what was overwritten, and leaves `zero`; see [`Overwritten`].
///
/// ```
/// let mut bar = 3.0;
/// assert_eq!((ad_runtime::taken(&mut bar, 0.0), bar), (3.0, 0.0));
/// ```
#[inline(always)]
pub fn taken<P: Overwritten<C>, C>(bar: &mut P, zero: C) -> C {
    bar.taken(zero)
}
