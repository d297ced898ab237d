//! What `Option` and `Result` hold, reached alike on a value and on its cotangent; and what `?` asks of them.

/// Access to the value inside an `Option` or `Result`, and inside its cotangent.
///
/// Compiled code reads `x` of `Some(x)` as `payload_Some_0`, and adds to its cotangent through `payload_Some_0_mut`.
///
/// # Panics
/// All methods panic if there is no such value: compiled code calls them only after a test.
///
/// ```
/// use ad_runtime::Payload;
///
/// assert_eq!(*Some(2.0).payload_Some_0(), 2.0);
/// ```
#[allow(non_snake_case)]
pub trait Payload {
    /// The type of the value inside.
    type Value;
    /// The value inside.
    fn payload_value(&self) -> &Self::Value;
    /// The value inside, to be written.
    fn payload_value_mut(&mut self) -> &mut Self::Value;
    /// The value itself.
    fn into_payload_value(self) -> Self::Value;
    /// The value itself, of `Some`.
    #[inline(always)]
    fn into_payload_Some_0(self) -> Self::Value
    where
        Self: Sized,
    {
        self.into_payload_value()
    }
    /// The value itself, of `Ok`.
    #[inline(always)]
    fn into_payload_Ok_0(self) -> Self::Value
    where
        Self: Sized,
    {
        self.into_payload_value()
    }
    /// What is in `Some`.
    #[inline(always)]
    fn into_payload_Some(self) -> (Self::Value,)
    where
        Self: Sized,
    {
        (self.into_payload_value(),)
    }
    /// What is in `Ok`.
    #[inline(always)]
    fn into_payload_Ok(self) -> (Self::Value,)
    where
        Self: Sized,
    {
        (self.into_payload_value(),)
    }
    /// The value in `Some`.
    #[inline(always)]
    fn payload_Some_0(&self) -> &Self::Value {
        self.payload_value()
    }
    /// The value in `Some`, to be written.
    #[inline(always)]
    fn payload_Some_0_mut(&mut self) -> &mut Self::Value {
        self.payload_value_mut()
    }
    /// The value in `Ok`; of its cotangent, which is an `Option`.
    #[inline(always)]
    fn payload_Ok_0(&self) -> &Self::Value {
        self.payload_value()
    }
    /// The value in `Ok`, to be written.
    #[inline(always)]
    fn payload_Ok_0_mut(&mut self) -> &mut Self::Value {
        self.payload_value_mut()
    }
    /// The cotangent of the error in `Err`: no type meets the bound, and it is there for what rustc says of it.
    fn payload_Err_0_mut(&mut self) -> &mut Self::Value
    where
        Self: ErrorCotangent,
    {
        unreachable!("no cotangent has a place for an error")
    }
}

const ABSENT: &str = "the value that was tested for is there";

impl<T> Payload for Option<T> {
    type Value = T;
    #[inline(always)]
    fn payload_value(&self) -> &T {
        self.as_ref().expect(ABSENT)
    }
    #[inline(always)]
    fn payload_value_mut(&mut self) -> &mut T {
        self.as_mut().expect(ABSENT)
    }
    #[inline(always)]
    fn into_payload_value(self) -> T {
        self.expect(ABSENT)
    }
}

/// An option of a count has no cotangent, and neither has the count.
impl Payload for () {
    type Value = ();
    #[inline(always)]
    fn payload_value(&self) -> &() {
        self
    }
    #[inline(always)]
    fn payload_value_mut(&mut self) -> &mut () {
        self
    }
    #[inline(always)]
    fn into_payload_value(self) {}
}

impl<T, E> Payload for Result<T, E> {
    type Value = T;
    #[inline(always)]
    fn payload_value(&self) -> &T {
        self.as_ref().ok().expect(ABSENT)
    }
    #[inline(always)]
    fn payload_value_mut(&mut self) -> &mut T {
        self.as_mut().ok().expect(ABSENT)
    }
    #[inline(always)]
    fn into_payload_value(self) -> T {
        self.ok().expect(ABSENT)
    }
}

/// Access to the error in a `Result`: no derivative flows through it, so its cotangent has no such thing.
///
/// ```
/// use ad_runtime::ErrorPayload;
///
/// assert_eq!(*Err::<f64, _>("no").payload_Err_0(), "no");
/// ```
#[allow(non_snake_case)]
pub trait ErrorPayload {
    /// The type of the error.
    type Error;
    /// The error in `Err`.
    ///
    /// # Panics
    /// On `Ok`.
    fn payload_Err_0(&self) -> &Self::Error;
    /// The error itself.
    ///
    /// # Panics
    /// On `Ok`.
    fn into_payload_Err_0(self) -> Self::Error;
}

impl<T, E> ErrorPayload for Result<T, E> {
    type Error = E;
    #[inline(always)]
    fn payload_Err_0(&self) -> &E {
        self.as_ref().err().expect(ABSENT)
    }
    #[inline(always)]
    fn into_payload_Err_0(self) -> E {
        self.err().expect(ABSENT)
    }
}

/// Access to what either's `Either` holds, a value or a cotangent.
///
/// ```
/// # #[cfg(feature = "either")] {
/// use ad_runtime::EitherPayload;
/// use either::Either;
///
/// let mut bar: Either<f64, [f64; 2]> = Either::Left(1.0);
/// *bar.payload_Left_0_mut() += 1.0;
/// assert_eq!(bar, Either::Left(2.0));
/// # }
/// ```
#[allow(non_snake_case, missing_docs)]
pub trait EitherPayload: Sized {
    /// What it holds on the left.
    type Left;
    /// What it holds on the right.
    type Right;
    /// The value on the left, if there is one; the other functions say it of references and of the right.
    fn into_left(self) -> Option<Self::Left>;
    fn into_right(self) -> Option<Self::Right>;
    fn left_and_right(&self) -> (Option<&Self::Left>, Option<&Self::Right>);
    fn left_and_right_mut(&mut self) -> (Option<&mut Self::Left>, Option<&mut Self::Right>);

    #[inline(always)]
    fn payload_Left_0(&self) -> &Self::Left {
        self.left_and_right().0.expect(ABSENT)
    }
    #[inline(always)]
    fn payload_Left_0_mut(&mut self) -> &mut Self::Left {
        self.left_and_right_mut().0.expect(ABSENT)
    }
    #[inline(always)]
    fn into_payload_Left_0(self) -> Self::Left {
        self.into_left().expect(ABSENT)
    }
    #[inline(always)]
    fn into_payload_Left(self) -> (Self::Left,) {
        (self.into_payload_Left_0(),)
    }
    #[inline(always)]
    fn payload_Right_0(&self) -> &Self::Right {
        self.left_and_right().1.expect(ABSENT)
    }
    #[inline(always)]
    fn payload_Right_0_mut(&mut self) -> &mut Self::Right {
        self.left_and_right_mut().1.expect(ABSENT)
    }
    #[inline(always)]
    fn into_payload_Right_0(self) -> Self::Right {
        self.into_right().expect(ABSENT)
    }
    #[inline(always)]
    fn into_payload_Right(self) -> (Self::Right,) {
        (self.into_payload_Right_0(),)
    }
}

/// A cotangent that has a place for what an `Err` holds: none has.
///
/// ```compile_fail
/// use ad_runtime::Payload;
///
/// // The cotangent of a `Result<f64, f64>` is an `Option<f64>`.
/// *Some(1.0).payload_Err_0_mut() += 1.0;
/// ```
#[diagnostic::on_unimplemented(
    message = "what an `Err` holds carries no derivative, and here one would flow into it",
    label = "the derivative of this error would be lost",
    note = "return the two outcomes as an enum of your own with `#[derive(Differentiable)]`, or write `no_diff(..)` around the error"
)]
pub trait ErrorCotangent {}

/// What an operand of `?` is: `Option` or `Result`.
///
/// ```
/// use ad_runtime::Attempt;
///
/// assert!(Some(1).is_success());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is taken for an option or a result here",
    note = "of an array, give it a name with its type, `let corners: [u32; 3] = ..`, or write `std::array::from_fn(|i| ..)` of its elements"
)]
pub trait Attempt {
    /// Whether there is a value to go on with.
    fn is_success(&self) -> bool;
}

impl<T> Attempt for Option<T> {
    #[inline(always)]
    fn is_success(&self) -> bool {
        self.is_some()
    }
}

impl<T, E> Attempt for Result<T, E> {
    #[inline(always)]
    fn is_success(&self) -> bool {
        self.is_ok()
    }
}

/// How `map` wraps a new value as the old one was.
///
/// ```
/// assert_eq!(ad_runtime::rewrap(&Some(1), 2.0), Some(2.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is taken for an option or a result here",
    note = "of an array, give it a name with its type, `let corners: [u32; 3] = ..`, or write `std::array::from_fn(|i| ..)` of its elements"
)]
pub trait Rewrap<U> {
    /// The same type around the new value.
    type Wrapped;
    /// The new value in `Some` or `Ok`.
    fn rewrap(&self, value: U) -> Self::Wrapped;
}

impl<T, U> Rewrap<U> for Option<T> {
    type Wrapped = Option<U>;
    #[inline(always)]
    fn rewrap(&self, value: U) -> Option<U> {
        Some(value)
    }
}

impl<T, U, E> Rewrap<U> for Result<T, E> {
    type Wrapped = Result<U, E>;
    #[inline(always)]
    fn rewrap(&self, value: U) -> Result<U, E> {
        Ok(value)
    }
}

/// A new value in `Some` or `Ok`, as `like` is.
///
/// ```
/// assert_eq!(ad_runtime::rewrap(&Ok::<i32, String>(1), 2.0), Ok(2.0));
/// ```
#[inline(always)]
pub fn rewrap<R: Rewrap<U>, U>(like: &R, value: U) -> R::Wrapped {
    like.rewrap(value)
}

/// How `?` turns a failed operand into what the function returns.
///
/// ```
/// let returned: Option<f64> = ad_runtime::failure(None::<i32>);
/// assert_eq!(returned, None);
/// ```
pub trait Failure<R> {
    /// The function's result.
    fn failure(self) -> R;
}

impl<T, U> Failure<Option<U>> for Option<T> {
    #[inline(always)]
    fn failure(self) -> Option<U> {
        None
    }
}

impl<T, U, E, F: From<E>> Failure<Result<U, F>> for Result<T, E> {
    /// # Panics
    /// On `Ok`: only failures are returned.
    #[inline(always)]
    fn failure(self) -> Result<U, F> {
        match self {
            Ok(_) => unreachable!("only a failure is returned by `?`"),
            Err(error) => Err(F::from(error)),
        }
    }
}

/// Whether `?` goes on.
///
/// ```
/// assert!(!ad_runtime::succeeded(&Err::<f64, _>("no")));
/// ```
#[inline(always)]
pub fn succeeded<A: Attempt>(attempt: &A) -> bool {
    attempt.is_success()
}

/// An option or a result, which a method like `unwrap` takes by value.
///
/// ```
/// assert_eq!(ad_runtime::attempted(Some(1)).unwrap(), 1);
/// ```
#[inline(always)]
pub fn attempted<A: Attempt>(attempt: A) -> A {
    attempt
}

/// What `?` returns from the function.
///
/// ```
/// let returned: Result<f64, String> = ad_runtime::failure(Err::<i32, _>("no"));
/// assert_eq!(returned, Err("no".to_string()));
/// ```
#[inline(always)]
pub fn failure<A: Failure<R>, R>(attempt: A) -> R {
    attempt.failure()
}

/// What failed, without the type of what there would have been.
///
/// ```
/// use ad_runtime::Failing;
///
/// assert_eq!(Err::<f64, _>("no").failed(), Err::<(), _>("no"));
/// ```
pub trait Failing {
    /// The failure's type.
    type Failed;
    /// The failure.
    fn failed(self) -> Self::Failed;
}

impl<T> Failing for Option<T> {
    type Failed = Option<()>;
    #[inline(always)]
    fn failed(self) -> Option<()> {
        None
    }
}

impl<T, E> Failing for Result<T, E> {
    type Failed = Result<(), E>;
    /// # Panics
    /// On `Ok`: only failures are asked for.
    #[inline(always)]
    fn failed(self) -> Result<(), E> {
        match self {
            Ok(_) => unreachable!("only a failure is explained"),
            Err(error) => Err(error),
        }
    }
}

/// The failure of what failed, to be explained.
///
/// ```
/// assert_eq!(ad_runtime::failed(None::<f64>), None);
/// ```
#[inline(always)]
pub fn failed<A: Failing>(attempt: A) -> A::Failed {
    attempt.failed()
}

/// The cotangent of what an option or a result holds, as that of the whole.
///
/// ```
/// assert_eq!(ad_runtime::some(2.0), Some(2.0));
/// ```
#[inline(always)]
pub fn some<C>(inside: C) -> Option<C> {
    Some(inside)
}

/// An `Option` or a `Result`, as the result of a function that has come to nothing but whether it fails.
///
/// ```
/// use ad_runtime::{Checked, Fallible};
///
/// let checked: Checked<Result<f64, String>> = Err("no".to_string());
/// assert_eq!(Fallible::broken_off(checked), Some(Err::<f64, _>("no".to_string())));
/// ```
#[diagnostic::on_unimplemented(
    message = "a macro of this name is taken for one that returns an error from the function, and `{Self}` has none",
    label = "no `Option` and no `Result`",
    note = "write out what the macro stands for, or define it inside the function"
)]
pub trait Fallible: Sized {
    /// The same without what a success holds.
    type Checked;
    /// A success.
    fn passed() -> Self::Checked;
    /// The failure, if it is one.
    fn broken_off(checked: Self::Checked) -> Option<Self>;
}

/// What says whether a function fails that returns a `T`: see [`Fallible`].
pub type Checked<T> = <T as Fallible>::Checked;

impl<T> Fallible for Option<T> {
    type Checked = Option<()>;
    #[inline(always)]
    fn passed() -> Option<()> {
        Some(())
    }
    #[inline(always)]
    fn broken_off(checked: Option<()>) -> Option<Self> {
        checked.is_none().then_some(None)
    }
}

impl<T, E> Fallible for Result<T, E> {
    type Checked = Result<(), E>;
    #[inline(always)]
    fn passed() -> Result<(), E> {
        Ok(())
    }
    #[inline(always)]
    fn broken_off(checked: Result<(), E>) -> Option<Self> {
        checked.err().map(Err)
    }
}

/// That a function has not failed yet which returns a `T`.
///
/// ```
/// assert_eq!(ad_runtime::passed::<Result<f64, String>>(), Ok(()));
/// ```
#[inline(always)]
pub fn passed<T: Fallible>() -> Checked<T> {
    T::passed()
}

/// What a function returns that has failed.
///
/// ```
/// use ad_runtime::broken_off;
///
/// assert_eq!(broken_off::<Option<f64>>(Some(())), None);
/// assert_eq!(broken_off::<Option<f64>>(None), Some(None));
/// ```
#[inline(always)]
pub fn broken_off<T: Fallible>(checked: Checked<T>) -> Option<T> {
    T::broken_off(checked)
}

/// What a function returns that fails where something is done that says so.
///
/// ```
/// use ad_runtime::broken_off_by;
///
/// assert_eq!(broken_off_by::<Option<f64>>(|passed| passed), None);
/// assert_eq!(broken_off_by::<Option<f64>>(|_| None), Some(None));
/// ```
#[inline(always)]
pub fn broken_off_by<T: Fallible>(done: impl FnOnce(Checked<T>) -> Checked<T>) -> Option<T> {
    T::broken_off(done(T::passed()))
}
