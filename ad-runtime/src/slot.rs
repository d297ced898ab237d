//! What a pullback is handed for an argument of which the caller cannot see whether it is a reference: `f(x, TABLE)`, where
//! `TABLE` may be a number or a `&'static [f64]`.

/// What a pullback is handed for a parameter: `()` for one by value; for one by reference the argument again, and where its
/// cotangent is added.
///
/// ```
/// fn is_slot<S: ad_runtime::Slot>() {}
/// is_slot::<()>();
/// is_slot::<(&[f64], Option<&mut [f64]>)>();
/// ```
#[diagnostic::on_unimplemented(message = "an argument without derivative is passed where `{Self}` is to be written")]
pub trait Slot {
    /// What the forward sweep keeps of the argument.
    type Kept;
    /// The slot of an argument whose derivative nobody wants.
    fn again(kept: Self::Kept) -> Self;
}

impl Slot for () {
    type Kept = ();
    #[inline(always)]
    fn again((): ()) {}
}

impl<'a, T: ?Sized + 'static, C: ?Sized> Slot for (&'a T, Option<&'a mut C>) {
    type Kept = &'static T;
    #[inline(always)]
    fn again(kept: &'static T) -> Self {
        (kept, None)
    }
}

impl<'a, T: ?Sized + 'static, C: ?Sized> Slot for (Option<&'a T>, Option<&'a mut C>) {
    type Kept = Option<&'static T>;
    #[inline(always)]
    fn again(kept: Option<&'static T>) -> Self {
        (kept, None)
    }
}

/// The slot of the argument `None`: of an option of a value, or of one of a reference.
///
/// ```
/// fn is_absent<S: ad_runtime::Absent>() {}
/// is_absent::<()>();
/// is_absent::<(Option<&[f64]>, Option<&mut [f64]>)>();
/// ```
#[diagnostic::on_unimplemented(message = "`None` is passed where `{Self}` is to be handed again")]
pub trait Absent {
    /// What is handed again of it.
    fn absent() -> Self;
}

impl Absent for () {
    #[inline(always)]
    fn absent() {}
}

impl<R, B> Absent for (Option<R>, Option<B>) {
    #[inline(always)]
    fn absent() -> Self {
        (None, None)
    }
}

/// A value of which `K` can be kept until the pullback runs: nothing, or the reference that it is.
///
/// ```
/// use ad_runtime::Keep;
///
/// const TABLE: &[f64] = &[1.0, 2.0];
/// let kept: &'static [f64] = Keep::keep(&TABLE);
/// assert_eq!(kept, TABLE);
/// ```
#[diagnostic::on_unimplemented(message = "the call takes `{K}`, which `{Self}` is not")]
pub trait Keep<K> {
    /// What is kept.
    fn keep(&self) -> K;
}

impl<T: ?Sized> Keep<()> for T {
    #[inline(always)]
    fn keep(&self) {}
}

impl<T: ?Sized> Keep<&'static T> for &'static T {
    #[inline(always)]
    fn keep(&self) -> &'static T {
        self
    }
}

impl<T, const N: usize> Keep<&'static [T]> for &'static [T; N] {
    #[inline(always)]
    fn keep(&self) -> &'static [T] {
        *self
    }
}

impl<T> Keep<&'static [T]> for &'static Vec<T> {
    #[inline(always)]
    fn keep(&self) -> &'static [T] {
        self
    }
}

impl<T: ?Sized> Keep<Option<&'static T>> for Option<&'static T> {
    #[inline(always)]
    fn keep(&self) -> Option<&'static T> {
        *self
    }
}

/// Keeps of a value what the pullback of the function that it is passed to asks for; see [`again`].
///
/// ```
/// let kept: () = ad_runtime::keep(&2.0);
/// let kept: &'static str = ad_runtime::keep(&"text");
/// ```
#[inline(always)]
pub fn keep<T: Keep<K> + ?Sized, K>(value: &T) -> K {
    value.keep()
}

/// The slot of an argument without derivative, from what was kept of it.
///
/// ```
/// let slot: (&[f64], Option<&mut [f64]>) = ad_runtime::again(&[1.0, 2.0] as &[f64]);
/// assert_eq!(slot.0, [1.0, 2.0]);
/// ```
#[inline(always)]
pub fn again<S: Slot>(kept: S::Kept) -> S {
    S::again(kept)
}

/// The slot of the argument `None`.
///
/// ```
/// let slot: (Option<&[f64]>, Option<&mut [f64]>) = ad_runtime::absent();
/// assert_eq!(slot, (None, None));
/// ```
#[inline(always)]
pub fn absent<S: Absent>() -> S {
    S::absent()
}
