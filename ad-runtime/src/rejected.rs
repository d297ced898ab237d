//! What stands for the derivative of a function that rustc rejects as it is written.

use std::marker::PhantomData;

struct Rejected<T>(PhantomData<T>);

impl<T> Rejected<T> {
    // Of the size of `T`, so that rustc asks for it only in a program that has no other error.
    const BY_RUSTC: () = assert!(
        size_of::<T>() == usize::MAX,
        "`#[differentiable]` took this function for one that does not compile, and made no derivative: annotate the types of its variables"
    );
}

/// Does not compile: the function whose derivative this stands for should not have.
///
/// ```compile_fail
/// let derivative: f64 = ad_runtime::rejected::<()>();
/// ```
pub fn rejected<T>() -> ! {
    let () = Rejected::<T>::BY_RUSTC;
    unreachable!("the program does not compile")
}
